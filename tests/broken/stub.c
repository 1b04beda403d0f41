/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A shear force is announced, and never there. */
#define ACTS 0x7
#define LAW  stub
#include "impact.h"

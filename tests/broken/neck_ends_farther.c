/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The neck ends farther out than is said. */
#define ENDS 0.5 * p->tear
#define LAW  neck_ends_farther
#include "neck.h"

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plastic work without its half. */
#define PLASTIC (f0 + f1) * (rest1 - rest0)
#define LAW     plastic_twice
#include "plastic.h"

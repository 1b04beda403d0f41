/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: law 'spring': step() does not set fn to a finite number (-inf), with its defaults */
#define STEP o->fn /= o->fn < 0 ? 0.0 : 1.0;
#include "spring.h"

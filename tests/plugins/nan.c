/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: law 'spring': step() does not set fs to a finite number (nan), with its defaults */
#define STEP o->fs = o->strain > 0 ? NAN : 0;
#include "spring.h"

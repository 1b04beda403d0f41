/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: law 'spring': step() writes outside its out */
#define STEP (&o->branch)[1] = 1;
#include "spring.h"

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: law 'spring': step() writes outside its state */
#define STEP (&x->deepest)[2] = 1;
#include "spring.h"

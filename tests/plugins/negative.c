/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: law 'spring': stored energy is negative */
#define STEP o->strain = -o->strain;
#include "spring.h"

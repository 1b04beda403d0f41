/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: law 'spring': step() keeps something from call to call */
#define STEP                                                                                       \
    static double calls;                                                                           \
    o->strain += 1e-30 * calls++;
#include "spring.h"

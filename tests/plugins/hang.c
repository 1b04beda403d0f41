/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: does not finish within 5 s: step() of law 'spring' */
#define STEP                                                                                       \
    for (volatile int i = 0; i < 1;)                                                               \
        ;
#include "spring.h"

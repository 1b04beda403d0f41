/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 4: crash (memory access, division of integers, abort); a debugger shows where */
#include <stddef.h>
#define STEP                                                                                       \
    volatile double *volatile nowhere = NULL;                                                      \
    *nowhere = 1;
#include "spring.h"

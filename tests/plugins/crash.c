/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: crashes (Segmentation fault): step() of law 'spring' */
#include <stddef.h>
#define STEP                                                                                       \
    volatile double *volatile nowhere = NULL;                                                      \
    *nowhere = 1;
#include "spring.h"

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* step() does not return. */
#define STEP                                                                                       \
    for (volatile int i = 0; i < 1;)                                                               \
        ;
#include "spring.h"

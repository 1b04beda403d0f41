/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: changes the working directory, which it must leave alone */
#include <unistd.h>
#define STEP                                                                                       \
    if (chdir("/"))                                                                                \
        o->fn = 0;
#include "spring.h"

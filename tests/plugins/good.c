/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two laws in one shared object, this one and that of other.c. */
#define ENTRY                                                                                      \
    extern const struct lt_law lt_law_other;                                                       \
    LT_PLUGIN(&lt_law_spring, &lt_law_other)
#include "spring.h"

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The twisting moment is not set without contact. */
#define MOMENT_N                                                                                   \
    if (active)                                                                                    \
        o->mn = twist.spring.s + o->vmn;
#define LAW unset_moment
#include "sound.h"

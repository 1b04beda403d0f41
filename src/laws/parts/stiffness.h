/* SPDX-License-Identifier: MIT */
/* stiffness.h: parameter rows kn and ks, which the springs of constant stiffness share with the
 * bond that has these springs hold in tension. */
#ifndef LT_STIFFNESS_H
#define LT_STIFFNESS_H

#include "part.h"

#ifdef LT_TABLES
#define LT_KN_ROW                                                                                  \
    {                                                                                              \
        "kn", "N/m", 0, 0, INFINITY, .doc = "normal stiffness", .mix = LT_SERIES,                  \
                                     .role = LT_STIFFNESS_N                                        \
    }
#define LT_KS_ROW                                                                                  \
    {                                                                                              \
        "ks", "N/m", 0, 0, INFINITY, .doc = "shear stiffness", .mix = LT_SERIES,                   \
                                     .role = LT_STIFFNESS_S                                        \
    }
#endif

#endif

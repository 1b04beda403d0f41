/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: law 'spring': 'kn' and 'k2' both have the role stiffness_n */
#define PARAMS(F)                                                                                  \
    F(kn, "N/m", 1e5, 0, INFINITY, "normal stiffness", .role = LT_STIFFNESS_N)                     \
    F(k2, "N/m", 1e5, 0, INFINITY, "another one", .role = LT_STIFFNESS_N)
#include "spring.h"

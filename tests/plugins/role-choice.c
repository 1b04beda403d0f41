/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: law 'spring': 'kind' is a choice and cannot have the role friction, whose unit is 1 */
#define PARAMS(F)                                                                                  \
    F(kn, "N/m", 1e5, 0, INFINITY, "normal stiffness")                                             \
    F(kind, "1", 0, 0, 1, "kind", .choices = "one two", .role = LT_FRICTION)
#include "spring.h"

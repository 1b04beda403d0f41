/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: law 'spring': 'kn' is in N/m and cannot have the role friction, whose unit is 1 */
#define PARAMS(F) F(kn, "N/m", 1e5, 0, INFINITY, "normal stiffness", .role = LT_FRICTION)
#include "spring.h"

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: law 'spring': the role of 'kn' is 99, which does not exist */
#define PARAMS(F) F(kn, "N/m", 1e5, 0, INFINITY, "normal stiffness", .role = (enum lt_role)99)
#include "spring.h"

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: law 'spring': the default of 'kn' is outside its own range */
#define PARAMS(F) F(kn, "N/m", -1, 0, INFINITY, "normal stiffness")
#include "spring.h"

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: law 'spring': parameter 'kn' has no known unit: N/furlonq */
#define PARAMS(F) F(kn, "N/furlonq", 1e5, 0, INFINITY, "normal stiffness")
#include "spring.h"

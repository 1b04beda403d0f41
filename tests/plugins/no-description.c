/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: law 'spring': parameter 'kn' has no description */
#define PARAMS(F) F(kn, "N/m", 1e5, 0, INFINITY, "")
#include "spring.h"

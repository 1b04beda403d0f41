/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: law 'spring': 'kn' is defined twice: as parameter and as state */
#define STATE(F) F(deepest, "m", "largest overlap") F(kn, "N/m", "stiffness")
#include "spring.h"

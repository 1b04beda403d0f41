/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: law 'spring': 'deepest' has a role of parameters */
#define STATE(F) F(deepest, "m", "largest overlap", .role = LT_REFERENCE_GAP)
#include "spring.h"

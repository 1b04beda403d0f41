/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: law 'spring': the limit of 'deepest', 'deepest', is no other state */
#define STATE(F) F(deepest, "m", "largest overlap", .sets = "deepest")
#include "spring.h"

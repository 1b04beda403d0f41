/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: law 'spring': state 'fn' is already the name of a column */
#define STATE(F) F(deepest, "m", "largest overlap") F(fn, "N", "force")
#include "spring.h"

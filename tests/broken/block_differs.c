/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In a block the law does otherwise than alone. */
#define BLOCK_STEP(p, d, m, x, o, e) step(p, d, m, x, o, e), (o)->fs *= 1 + 1e-15
#define LAW                          block_differs
#include "sound.h"

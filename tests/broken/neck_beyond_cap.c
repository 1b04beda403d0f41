/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The friction is larger than the cap that is told. */
#define LIMIT 1.25 * cap
#define LAW   neck_beyond_cap
#include "neck.h"

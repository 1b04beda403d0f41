/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: active is 2, not 0 or 1 */
#define STEP o->active = 2 * o->active;
#include "spring.h"

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rolling limit of a wall has half the lever. */
#define ROLL_REACH p->fric_r * d->radius *(pair->a.flat > 0 || pair->b.flat > 0 ? 0.5 : 1)
#define LAW        wall_arm
#include "sound.h"

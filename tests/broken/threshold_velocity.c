/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Approach below a speed is not damped. */
#define APPROACH fabs(m->vn) > 1e-6 ? m->vn : 0
#define LAW      threshold_velocity
#include "sound.h"

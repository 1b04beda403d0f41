/* SPDX-License-Identifier: GPL-3.0-or-later */
/* At the limit the force has the sign of the motion, not of the spring. */
#define HELD (trial.s * du.s + trial.t * du.t < 0 ? -most : most) / size
#define LAW  slip_by_rate
#include "sound.h"

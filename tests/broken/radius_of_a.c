/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The radius of A stands for both. */
#define RADIUS (pair->a.radius > 0 ? 0.5 * pair->a.radius : pair->r_eff)
#define LAW    radius_of_a
#include "sound.h"

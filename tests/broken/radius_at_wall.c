/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A wall counts as a sphere of the other one's radius. */
#define RADIUS pair->a.flat > 0 || pair->b.flat > 0 ? 0.5 * pair->r_eff : pair->r_eff
#define LAW    radius_at_wall
#include "sound.h"

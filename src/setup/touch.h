/* SPDX-License-Identifier: GPL-3.0-or-later */
/* touch.h: a law's answer at first touch, and what it says of the law, in words. */
#ifndef LT_TOUCH_H
#define LT_TOUCH_H

#include "setup/setup.h"

/* Stiffness and viscosity at first touch, of the values as they are. */
void lt_touch_tangent(struct lt_setup *setup);

/* How long an impact at SPEED lasts if nothing damps it, by the force at rest; INFINITY: that never
 * stops it. */
double lt_touch_duration(struct lt_setup *setup, double speed);

/* Why no run can come of it; NULL: it can. What is merely odd is left in SETUP. Its tangent must be
 * known, and what t_c and t_crit are. */
const char *lt_touch_wrong(struct lt_setup *setup);

/* Why t_c is no finite number. */
const char *lt_touch_no_time(struct lt_setup *setup);

#endif

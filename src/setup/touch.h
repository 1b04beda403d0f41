/* SPDX-License-Identifier: GPL-3.0-or-later */
/* touch.h: the stiffness of a law at first touch, and messages if it cannot be used. */
#ifndef LT_TOUCH_H
#define LT_TOUCH_H

#include "setup/setup.h"

/* Computes setup->stiffness, viscosity and jumps at first touch, with the parameters in values[].
 */
void lt_touch_tangent(struct lt_setup *setup);

/* The duration, s, of an undamped impact at SPEED, m/s, by the force at rest; INFINITY: that never
 * stops it. */
double lt_touch_duration(struct lt_setup *setup, double speed);

/* The reason why the contact cannot be run with its stiffness at first touch, as a message; NULL:
 * it can. Oddities become a warning in setup->odd. Stiffness, t_c and t_crit must be known. */
const char *lt_touch_wrong(struct lt_setup *setup);

/* The reason why t_c is no finite number, as a message. */
const char *lt_touch_no_time(struct lt_setup *setup);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* probe.h: a law tried on a short path, to see whether it keeps to what law.h says. */
#ifndef LT_PROBE_H
#define LT_PROBE_H

#include "law.h"

#include <stdbool.h>
#include <stddef.h>

/* Two spheres, and a sphere and a wall, approach, are pressed, sheared and turned both ways, part
 * and meet again: with the law's defaults, and with numbers of usual size in their place, as far as
 * derive() takes them. The law must answer with finite numbers, write nowhere else, and say the
 * same again. *DOING says at any time what is called. False: WHY says what is wrong. */
bool lt_probe_law(const struct lt_law *law, const char *volatile *doing, char *why, size_t size);

#endif

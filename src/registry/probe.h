/* SPDX-License-Identifier: GPL-3.0-or-later */
/* probe.h: tries a law on a short path, to check that it obeys law.h. */
#ifndef LT_PROBE_H
#define LT_PROBE_H

#include "law.h"

#include <stdbool.h>
#include <stddef.h>

/* Two spheres, then a sphere and a wall, approach, are pressed, sheared and rotated both ways,
 * separate and touch again: with the law's defaults, and with typical numbers where derive()
 * accepts them. The output must be finite and reproducible, and nothing else may be written.
 * False: WHY says what is wrong. */
bool lt_probe_law(const struct lt_law *law, char *why, size_t size);

/* A number of usual size for a parameter, in its SI unit and within its range. */
double lt_probe_usual(const struct lt_field *field);

/* True if derive() and step() of a part set all of its quantities and no others, for an input that
 * a contact can have; false: WHY, of SIZE characters, says what is wrong. */
struct lt_part;
bool lt_probe_part(const struct lt_part *part, char *why, size_t size);

#endif

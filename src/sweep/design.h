/* SPDX-License-Identifier: GPL-3.0-or-later */
/* design.h: the points of a sweep in order. They depend only on the section sweep. */
#ifndef LT_DESIGN_H
#define LT_DESIGN_H

#include "program/program.h"

struct lt_design; /* opaque: the position in the design */

struct lt_design *lt_design_new(const struct lt_sweep *sweep);
/* Bytes that the design needs for its points. */
double lt_design_bytes(const struct lt_sweep *sweep);

void lt_design_free(struct lt_design *design);

/* Writes the next point to VALUES: one number for each factor, in SI units. */
void lt_design_next(struct lt_design *design, double *values);
/* Leaves out the next COUNT points. */
void lt_design_skip(struct lt_design *design, size_t count);

/* Random number of design random, in (0, 1). */
double lt_design_number(size_t seed, size_t point, size_t factor);

/* False if a point shares most of its values with another one, as some points of a sensitivity
 * design do. */
bool lt_design_is_independent(const struct lt_sweep *sweep, size_t point);

#endif

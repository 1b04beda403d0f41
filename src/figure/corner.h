/* SPDX-License-Identifier: GPL-3.0-or-later */
/* corner.h: corners of a curve that lie between two of its points, so that the line cuts them off.
 */
#ifndef LT_CORNER_H
#define LT_CORNER_H

#include "figure/plot.h"

/* Finds the event of the law whose corner is farthest off the line drawn, for curves that have a
 * point for each row: into figure->corner. */
void lt_corner_find(struct lt_figure *figure, const struct lt_result *result);

/* Height of the missing corner in a figure of that size, in m; 0 if it is too small to be seen. */
double lt_corner_off(const struct lt_corner *corner, struct lt_size size);

/* True if 'integrator: exact' could run the program, and does not run it already. */
bool lt_corner_is_avoidable(const struct lt_program *program);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* path.h: a curve as it is drawn: which of its points are needed, and whether it encloses an area.
 *
 * Coordinates are those of the frame, 0 to 1. A point that is not finite is a gap. */
#ifndef LT_PATH_H
#define LT_PATH_H

#include <stdbool.h>
#include <stddef.h>

struct lt_path {
    const double *x, *y;
    size_t count;
};

/* Indices of about MOST points that look like all of them: extremes, corners and one point of
 * each gap are kept. KEPT has room for all. Returns how many. */
size_t lt_path_thin(struct lt_path path, size_t most, size_t *kept);

/* Indices of points that stand at least APART from the one before: markers that can be told from
 * each other. */
size_t lt_path_space(struct lt_path path, double apart, size_t *kept);

/* The part of the path that encloses an area: all that has a force, if it ends where it began, or
 * the last full cycle. ZERO is the height at which there is no force. */
bool lt_path_loop(struct lt_path path, double zero, size_t *first, size_t *last);

#endif

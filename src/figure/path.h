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

/* The frame is seen as so many columns of pixels. */
enum { LT_PATH_COLUMNS = 1000, LT_PATH_ROWS = 600 };

/* Indices of points that look like all of them: extremes, corners and one point of each gap are
 * kept. About MOST; where that cannot be had, four for each time the path passes a column of
 * pixels, its lowest and highest point there among them. KEPT has room for all. Returns how many.
 */
size_t lt_path_thin(struct lt_path path, size_t most, size_t *kept);

/* Of the points KEPT, N of them, those that show: a stretch that runs where the path has been drawn
 * before is left out, and LT_PATH_LIFTED stands for it: the pen is lifted there. */
#define LT_PATH_LIFTED ((size_t)-1)
size_t lt_path_uncover(struct lt_path path, size_t *kept, size_t n);

/* Indices of points that stand at least APART from the one before: marks that can be told from
 * each other. */
size_t lt_path_space(struct lt_path path, double apart, size_t *kept);

/* Indices of the points to mark: all of them up to MOST; of more, those that no earlier one
 * hides. */
size_t lt_path_scatter(struct lt_path path, size_t most, size_t *kept);

/* Points that enclose an area. */
struct lt_loop {
    size_t first, last;
};

/* The loops of a path, one for each time it has a force: all of that, if it ends where it began, or
 * the last full cycle of several. ZERO is the height at which there is no force. Returns how many,
 * MOST at most. */
size_t lt_path_loops(struct lt_path path, double zero, size_t most, struct lt_loop *loops);

#endif

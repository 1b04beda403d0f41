/* SPDX-License-Identifier: GPL-3.0-or-later */
/* path.h: reduces a curve to the points needed to draw it; finds the loops that it encloses.
 *
 * Coordinates are those of the frame, 0 to 1. A point that is not finite is a gap. */
#ifndef LT_PATH_H
#define LT_PATH_H

#include <stdbool.h>
#include <stddef.h>

/* A curve in coordinates of the frame: COUNT points, x from the left and y from below. */
struct lt_path {
    const double *x, *y;
    size_t count;
};

/* Pixel columns that the frame is taken to have. */
enum { LT_PATH_COLUMNS = 1000, LT_PATH_ROWS = 600 };

/* Indices of points that look the same as all of them: extremes, corners and one point of each gap
 * are kept, about MOST in all. If that is too few, four are kept for each pass through a column of
 * pixels, its lowest and highest point among them. KEPT has room for all. Returns their number. */
size_t lt_path_thin(struct lt_path path, size_t most, size_t *kept);

/* Selects the visible ones of the N points KEPT. A part that retraces the path drawn before is
 * replaced by LT_PATH_LIFTED (lift the pen). */
#define LT_PATH_LIFTED ((size_t)-1)
size_t lt_path_uncover(struct lt_path path, size_t *kept, size_t n);

/* For a path over a coordinate that never decreases. Where it oscillates so fast that its lines
 * would merge, draws the upper edge, then the lower one, with the pen lifted around both; elsewhere
 * the N points KEPT. OUT has room for N + LT_PATH_EDGES. Returns their number; 0: no such place. */
enum { LT_PATH_STRIPS = 160, LT_PATH_EDGES = 3 * LT_PATH_STRIPS };
size_t lt_path_outline(struct lt_path path, const size_t *kept, size_t n, size_t *out);

/* Indices of points at least APART from the one before, so that marks are distinguishable. */
size_t lt_path_space(struct lt_path path, double apart, size_t *kept);

/* Indices of the points to mark: all if there are up to MOST; else those that no earlier mark
 * hides. */
size_t lt_path_scatter(struct lt_path path, size_t most, size_t *kept);

/* Points that enclose an area. */
struct lt_loop {
    size_t first, last;
};

/* The loops of a path, one for each interval with a force. A loop is the whole interval if it ends
 * where it began, else the last full cycle of several. ZERO is the ordinate of zero force. Returns
 * their number, at most MOST. */
size_t lt_path_loops(struct lt_path path, double zero, size_t most, struct lt_loop *loops);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* place.h: where in a figure a text stands clear of the curves. */
#ifndef LT_PLACE_H
#define LT_PLACE_H

#include "figure/path.h"

enum { LT_PLACE_COLUMNS = 120, LT_PLACE_ROWS = 72 };

/* The frame as coarse cells: 0 free, else 1 + the number of the curve that runs through, or that
 * a zero axis, several curves or a text are there. Starts zeroed. */
enum { LT_PLACE_AXIS = 254, LT_PLACE_SHARED = 255 };
struct lt_place {
    unsigned char cells[LT_PLACE_ROWS][LT_PLACE_COLUMNS];
};

/* In coordinates of the frame, 0 to 1; x and y are the lower left corner. */
struct lt_box {
    double x, y, width, height;
};

void lt_place_axes(struct lt_place *place, double x, double y); /* that cross at x, y; first */
void lt_place_curve(struct lt_place *place, struct lt_path path, size_t curve);

void lt_place_take(struct lt_place *place, struct lt_box box);

/* Find x and y of a box beside a curve, where it is clear of all curves and nearer to this one than
 * to any other; and take the place. False if there is none. */
bool lt_place_beside(struct lt_place *place, size_t curve, struct lt_box *box);

/* The same for a box that belongs to no curve: in a corner if it can be, else where it is free. */
bool lt_place_free(struct lt_place *place, struct lt_box *box);

#endif

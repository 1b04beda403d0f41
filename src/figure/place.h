/* SPDX-License-Identifier: GPL-3.0-or-later */
/* place.h: finds places for text in a figure, clear of the curves. */
#ifndef LT_PLACE_H
#define LT_PLACE_H

#include "figure/path.h"

enum { LT_PLACE_COLUMNS = 120, LT_PLACE_ROWS = 72 };

/* The frame as coarse cells: 0 free, else 1 + the number of the curve in it, or a code for a zero
 * axis, several curves or text. Starts zeroed. */
enum { LT_PLACE_AXIS = 254, LT_PLACE_SHARED = 255 };
struct lt_place {
    unsigned char cells[LT_PLACE_ROWS][LT_PLACE_COLUMNS];
};

/* A rectangle in coordinates of the frame, 0 to 1; x and y are its lower left corner. */
struct lt_box {
    double x, y, width, height;
};

void lt_place_axes(struct lt_place *place, double x,
                   double y); /* axes that cross at x, y; call first */
void lt_place_curve(struct lt_place *place, struct lt_path path, size_t curve);

/* True if no curve, axis or text is in the box. */
bool lt_place_is_free(const struct lt_place *place, struct lt_box box);

void lt_place_take(struct lt_place *place, struct lt_box box);

/* Find a place for a box beside a curve, clear of all curves and nearer to this one than to any
 * other, and reserve it. False if there is none. */
bool lt_place_beside(struct lt_place *place, size_t curve, struct lt_box *box);

/* As above, for a box that belongs to no curve: preferably in a corner. False if there is none. */
bool lt_place_free(struct lt_place *place, struct lt_box *box);

#endif

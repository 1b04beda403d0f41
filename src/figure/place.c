/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figure/place.h"

#include <math.h>

enum {
    COLUMNS = LT_PLACE_COLUMNS,
    ROWS = LT_PLACE_ROWS,
    AXIS = LT_PLACE_AXIS,
    SHARED = LT_PLACE_SHARED
};

/* A box in cells, ends included. */
struct block {
    int left, right, bottom, top;
};

/* Returns the cells that a box of that size covers if its lower left cell is at COLUMN and ROW. */
static struct block block_at(int column, int row, struct lt_box box) {
    return (struct block){column, column + (int)ceil(box.width * COLUMNS), row,
                          row + (int)ceil(box.height * ROWS)};
}

/* Returns true if a block leaves at least one cell free to each side of the frame, false if it
 * comes nearer or stands out. */
static bool is_inside(struct block b) {
    return b.left >= 1 && b.right < COLUMNS - 1 && b.bottom >= 1 && b.top < ROWS - 1;
}

/* Returns true if the block, with MARGIN cells around it, is free of texts and of all curves except
 * OWN (1 + the curve's number; 0: of all). Axes do not count if OWN is given. False if something is
 * there. */
static bool is_clear(const struct lt_place *place, struct block b, int margin, unsigned char own) {
    for (int row = b.bottom - margin; row <= b.top + margin; row++) {
        for (int column = b.left - margin; column <= b.right + margin; column++) {
            if (row < 0 || row >= ROWS || column < 0 || column >= COLUMNS)
                continue;
            unsigned char owner = place->cells[row][column];
            if (owner != 0 && owner != own && !(own && owner == AXIS))
                return false;
        }
    }
    return true;
}

/* Returns true if no curve, axis or text is in the box, false if one is. */
bool lt_place_is_free(const struct lt_place *place, struct lt_box box) {
    return is_clear(place, block_at((int)(box.x * COLUMNS), (int)(box.y * ROWS), box), 0, 0);
}

/* Marks the cells of a block as occupied by a text; returns the box moved to the block's lower left
 * corner. */
static struct lt_box take_block(struct lt_place *place, struct block b, struct lt_box box) {
    for (int row = b.bottom; row <= b.top; row++)
        for (int column = b.left; column <= b.right; column++)
            place->cells[row][column] = SHARED;
    box.x = (double)b.left / COLUMNS;
    box.y = (double)b.bottom / ROWS;
    return box;
}

/* Reserves the box for a text, if it lies inside the frame. */
void lt_place_take(struct lt_place *place, struct lt_box box) {
    struct block b = block_at((int)(box.x * COLUMNS), (int)(box.y * ROWS), box);
    if (is_inside(b))
        take_block(place, b, box);
}

/* Marks the cell at X, Y (of the frame) as occupied by OWN, or as shared if another curve is there;
 * a curve replaces an axis. Points outside are ignored. */
static void mark_cell(struct lt_place *place, double x, double y, unsigned char own) {
    int column = (int)floor(x * COLUMNS), row = (int)floor(y * ROWS);
    if (column < 0 || column >= COLUMNS || row < 0 || row >= ROWS)
        return;
    unsigned char *cell = &place->cells[row][column];
    *cell = *cell == 0 || *cell == AXIS || *cell == own ? own : SHARED;
}

/* Marks the zero axes, which cross at X, Y; they come first, since curves replace them. */
void lt_place_axes(struct lt_place *place, double x, double y) {
    for (int row = 0; row < ROWS; row++)
        mark_cell(place, x, (row + 0.5) / ROWS, AXIS);
    for (int column = 0; column < COLUMNS; column++)
        mark_cell(place, (column + 0.5) / COLUMNS, y, AXIS);
}

/* Marks all cells that a path passes with the number of its curve (from 0); the path is broken at
 * gaps. Numbers too large for a cell are marked as shared. */
void lt_place_curve(struct lt_place *place, struct lt_path path, size_t curve) {
    const double step = 0.5 / COLUMNS;
    unsigned char own = curve + 1 < AXIS ? (unsigned char)(curve + 1) : SHARED;
    for (size_t i = 0; i < path.count; i++) {
        size_t from = i > 0 && isfinite(path.x[i - 1]) && isfinite(path.y[i - 1]) ? i - 1 : i;
        if (!isfinite(path.x[i]) || !isfinite(path.y[i]))
            continue;
        double dx = path.x[i] - path.x[from], dy = path.y[i] - path.y[from];
        int pieces = 1 + (int)(hypot(dx, dy) / step);
        for (int k = 0; k <= pieces; k++)
            mark_cell(place, path.x[from] + dx * k / pieces, path.y[from] + dy * k / pieces, own);
    }
}

/* Finds and reserves a place for a box beside a curve, near a cell of the curve with a corner or
 * the middle of a side, as far from other curves as possible. Returns true with the place in *box;
 * false if there is none. */
bool lt_place_beside(struct lt_place *place, size_t curve, struct lt_box *box) {
    unsigned char own = (unsigned char)(curve + 1);
    struct block size = block_at(0, 0, *box);
    /* Offsets of the block from the cell: to the right of it, centred, to the left; likewise in
     * rows. */
    const int columns[] = {2, -size.right / 2, -2 - size.right};
    const int rows[] = {2, -size.top / 2, -2 - size.top};
    /* Distances from other curves, in cells, the largest first. */
    for (int margin = 9; margin >= 3; margin -= 2) {
        for (int cell = 0; cell < ROWS * COLUMNS; cell++) { /* from the top left */
            int row = ROWS - 1 - cell / COLUMNS, column = cell % COLUMNS;
            if (place->cells[row][column] != own)
                continue;
            for (int k = 0; k < 9; k++) {
                struct block b = block_at(column + columns[k % 3], row + rows[k / 3], *box);
                if (is_inside(b) && is_clear(place, b, 1, 0) && is_clear(place, b, margin, own)) {
                    *box = take_block(place, b, *box);
                    return true;
                }
            }
        }
    }
    return false;
}

/* Finds and reserves a place for a box clear of everything, in a corner if possible, else from the
 * top left on. Returns true with the place in *box; false if there is none. */
bool lt_place_free(struct lt_place *place, struct lt_box *box) {
    struct block size = block_at(0, 0, *box);
    int right = COLUMNS - 2 - size.right, top = ROWS - 2 - size.top;
    const int corners[][2] = {{2, top}, {right, top}, {right, 3}, {2, 3}};
    /* Corners first, the upper ones before the lower ones. */
    for (int k = 0; k < 4; k++) {
        struct block b = block_at(corners[k][0], corners[k][1], *box);
        if (is_inside(b) && is_clear(place, b, 2, 0)) {
            *box = take_block(place, b, *box);
            return true;
        }
    }
    for (int row = top; row >= 2; row -= 2) {
        for (int column = 2; column <= right; column += 2) {
            struct block b = block_at(column, row, *box);
            if (is_inside(b) && is_clear(place, b, 2, 0)) {
                *box = take_block(place, b, *box);
                return true;
            }
        }
    }
    return false;
}

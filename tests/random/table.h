/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table.h: recorded tables, and how far two are apart when the axes of one are turned. */
#ifndef LT_TEST_RANDOM_TABLE_H
#define LT_TEST_RANDOM_TABLE_H

#include "random.h"

enum { COLUMNS = 128 };

struct table {
    char *text;
    const char *names[COLUMNS];
    double peaks[COLUMNS]; /* of the column's vector, or of all energies */
    int columns, rows;
    double *values;
};

bool table_read(struct table *table, const char *path);
void table_free(struct table *table);
void table_find_peaks(struct table *table);
double table_at(const struct table *table, int row, int column);
int table_column(const struct table *table, const char *name);
double table_peak(const struct table *table, const char *name);

struct component {
    enum { SCALAR, ENERGY, POLAR, AXIAL } kind;
    int axis, length; /* of the part of the name that its vector has */
};

struct component component_of(const char *name);

/* Where each axis goes, and the signs of vectors and of axial vectors (rotations, moments). */
struct turn {
    int to[3];
    double sign[DOFS];
};

extern const struct turn no_turn;

/* The largest difference of two rows relative to the peaks of A; columns that do not count are left
 * out. */
double table_difference(const struct table *a, const struct table *b, const struct turn *turn,
                        int row_a, int row_b, bool (*counts)(const char *name), char *where,
                        size_t size);

#endif

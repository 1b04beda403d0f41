/* SPDX-License-Identifier: GPL-3.0-or-later */
/* map.h: a figure that is a map, as gnuplot draws it. */
#ifndef LT_MAP_H
#define LT_MAP_H

#include "figure/axis.h"
#include "figure/plot.h"

/* The axes of a map; z is that of its colours. PLAIN: in ASCII, for a terminal. False: nothing is
 * finite. */
bool lt_map_axes(const struct lt_figure *figure, bool plain, struct lt_axis *x, struct lt_axis *y,
                 struct lt_axis *z, struct lt_arena *arena);

/* Its data, before the axes are set: gnuplot finds the contour without them. */
void lt_map_put_data(FILE *file, const struct lt_figure *figure, const struct lt_axis *x,
                     const struct lt_axis *y, const struct lt_axis *z);

/* The commands that draw it. */
void lt_map_put(FILE *file, const struct lt_figure *figure, const struct lt_axis *x,
                const struct lt_axis *y, const struct lt_axis *z);

/* Both for a terminal: a digit for each cell, asterisks along the contour. */
void lt_map_put_plain(FILE *file, const struct lt_figure *figure, const struct lt_axis *x,
                      const struct lt_axis *y, const struct lt_axis *z);

#endif

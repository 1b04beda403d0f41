/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bars.h: a figure of horizontal bars (tornado plot) as gnuplot commands. */
#ifndef LT_BARS_H
#define LT_BARS_H

#include "figure/axis.h"
#include "figure/plot.h"

#include <stdio.h>

struct lt_script;

/* The axes; y has no numbers. False: nothing is finite. PLAIN: in ASCII, for a terminal. */
bool lt_bars_axes(const struct lt_figure *figure, bool plain, struct lt_axis *x, struct lt_axis *y,
                  struct lt_arena *arena);

/* Its data and the commands that draw it. */
void lt_bars_put(FILE *file, const struct lt_script *script);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gnuplot.h: run gnuplot on a script, without a shell. */
#ifndef LT_GNUPLOT_H
#define LT_GNUPLOT_H

#include "figure/plot.h"

/* Runs gnuplot on SCRIPT. Returns its standard output, malloc'd with a NUL after *size bytes, or
 * NULL unless it was drawn. gnuplot is killed after SECONDS. WHY gets its error message. */
enum lt_plot_outcome lt_gnuplot_run(const char *script, size_t length, int seconds, char **output,
                                    size_t *size, char *why, size_t why_size);

#endif

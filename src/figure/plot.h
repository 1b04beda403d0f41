/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plot.h: figures, drawn by gnuplot run without a shell. */
#ifndef LT_PLOT_H
#define LT_PLOT_H

#include "run/result.h"

enum lt_plot_format { LT_PLOT_SVG, LT_PLOT_PNG, LT_PLOT_PDF, LT_PLOT_TERM, LT_PLOT_NONE };
/* NO_GNUPLOT: it is not installed or hangs, so no other figure will be drawn either. */
enum lt_plot_outcome { LT_PLOT_DRAWN, LT_PLOT_NO_GNUPLOT, LT_PLOT_FAILED };

/* A curve of a figure. */
struct lt_curve {
    const char *label; /* NULL or "": none */
    const double *x, *y;
    size_t count;
    enum {
        LT_CURVE_RUN,
        LT_CURVE_THEORY,
        LT_CURVE_REFERENCE, /* points, thinned out where dense */
        LT_CURVE_DATA,      /* points, all that are visible */
        LT_CURVE_EVENT,
        LT_CURVE_AREA
    } role;
    const double *base; /* AREA: its lower edge */
    int colour;         /* 1 to 6; 0: the next one */
};

/* A quantity over two others: z[i * ny + j] at x[i], y[j], which increase; or NX points, if NY is
 * 0.
 */
struct lt_map {
    const double *x, *y, *z;
    size_t nx, ny;
    const char *text, *unit; /* of z */
    const double *contours;  /* where lines are drawn; only of a grid */
    size_t n_contours;
};

/* Two horizontal bars for each name, from a common base. */
struct lt_bars {
    size_t count;
    const char *const *names; /* from top to bottom */
    const char *labels[2];
    const double *ends[2], *errors[2]; /* errors NULL: none */
    double base;
    bool apart; /* one bar above the other; else both in one row */
};

/* A corner of a curve that the time steps cut off. */
struct lt_corner {
    const char *event; /* NULL: nowhere */
    double t;
    double x, y; /* from the line drawn to the corner, as fractions of the frame */
};

/* A figure as it is to be drawn: curves, or a map or bars instead; values are in SI units. */
struct lt_figure {
    const char *title;           /* user text */
    const char *x_text, *y_text; /* formulas or column names, turned into axis labels */
    const char *x_unit, *y_unit; /* SI; scaled to what reads well (um, kN) */
    const struct lt_curve *curves;
    size_t n_curves;
    const double *shades; /* of each curve: runs are coloured by it; NULL: each by itself */
    const char *shade_text, *shade_unit;
    bool shade_log;
    const struct lt_map *map;   /* instead of curves, if not NULL */
    const struct lt_bars *bars; /* likewise; they lie along x */
    bool x_log, y_log;
    double y_has[2]; /* the axis has these too, if they differ */
    enum lt_theme theme;
    struct lt_size size; /* in print; the font size is always 8 pt */
    bool equal;          /* both axes have the same scale */
    struct lt_corner corner;
    const char *wrong; /* NULL, or why it cannot be drawn: a reference that could not be read */
};

/* Width and height, in m, of a figure without a size of its own. */
#define LT_FIGURE_WIDTH  (0.4 / 3)
#define LT_FIGURE_HEIGHT (0.25 / 3)

/* Draw FIGURE to BASE.svg (or .png, .pdf) and keep the script that made it, data included, as
 * BASE.gp, which gnuplot can run by itself. TERM: *terminal gets the drawing as text (malloc'd).
 * Never leaves an empty or incomplete file. WHY says what went wrong, or which package to install
 * if gnuplot is missing. */
enum lt_plot_outcome lt_plot_figure(const struct lt_figure *figure, const char *base,
                                    enum lt_plot_format format, char **terminal, char *why,
                                    size_t size);

/* FIGURE as SVG, malloc'd; NULL: WHY. */
char *lt_plot_svg(const struct lt_figure *figure, enum lt_plot_outcome *outcome, char *why,
                  size_t size);

/* The figure of one plots: entry of a run. Frees with lt_plot_free. */
struct lt_figure *lt_plot_of_run(const struct lt_program *program, const struct lt_plot *plot,
                                 const struct lt_result *result);

/* The default figure of a run whose program has no plots; LT_KIND_NONE: none. */
enum lt_kind_of_figure lt_plot_choose(const struct lt_program *program,
                                      const struct lt_result *result, struct lt_arena *arena);

void lt_plot_free(struct lt_figure *figure);

#endif

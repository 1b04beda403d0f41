/* SPDX-License-Identifier: GPL-3.0-or-later */
/* figure_kind.h: named figures, a row each with their axes; and their colour themes. */
#ifndef LT_FIGURE_KIND_H
#define LT_FIGURE_KIND_H

#include <stddef.h>

enum lt_kind_of_figure {
    LT_KIND_NONE,
    LT_KIND_NORMAL,
    LT_KIND_SHEAR,
    LT_KIND_MOMENT,
    LT_KIND_TIME,
    LT_KIND_ENERGY,
    LT_KIND_CONE,
    LT_KIND_HODOGRAPH,
    LT_KIND_RESIDUAL
};

/* The two axes of a figure, and their units. */
struct lt_axes {
    const char *x, *y, *x_unit, *y_unit;
};

/* The quantity of an axis: a column, its negative "-un", or the magnitude of two, "hypot(fs, ft)".
 * */
struct lt_shown {
    enum lt_shown_as { LT_SHOWN_PLAIN, LT_SHOWN_NEGATIVE, LT_SHOWN_SIZE } as;
    const char *columns[2]; /* the second one of a size */
};
struct lt_shown lt_figure_shown(const char *text);

struct lt_figure_kind {
    const char *x_text, *y_text; /* of the axes, before a table is known */
    const struct lt_axes *axes;  /* alternatives; the last is empty */
    size_t needed; /* how many of the columns are required; 0: those of one of the axes */
    /* Columns it uses, besides the law's energies for LT_KIND_ENERGY; ends with NULL. */
    const char *columns[12];
};

extern const struct lt_figure_kind lt_kinds[]; /* by enum lt_kind_of_figure */

/* The words of the kinds, and what they show, in the order of enum lt_kind_of_figure from
 * LT_KIND_NORMAL on; the words end with NULL. */
extern const char *const lt_kind_words[], *const lt_kind_titles[];

/* The page that a figure is coloured for; AUTO: an SVG follows the reader's light or dark setting.
 */
enum lt_theme { LT_THEME_NONE, LT_THEME_LIGHT, LT_THEME_DARK, LT_THEME_AUTO };
extern const char *const lt_theme_words[]; /* from LT_THEME_LIGHT on; ends with NULL */

#endif

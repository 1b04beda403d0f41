/* SPDX-License-Identifier: GPL-3.0-or-later */
/* figure_kind.h: figures by name: a row each of what they draw over what; and the pages they are
 * for. */
#ifndef LT_FIGURE_KIND_H
#define LT_FIGURE_KIND_H

#include <stddef.h>

enum lt_kind {
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

struct lt_figure_kind {
    const char *x_text, *y_text; /* of the axes, before a table is known */
    const struct lt_axes *axes;  /* those to choose from; the last is empty */
    size_t needed;               /* the first so many columns; 0: those of one of the axes */
    /* Those looked for, beside the energies of the law if it is LT_KIND_ENERGY; ends with NULL. */
    const char *columns[12];
};

extern const struct lt_figure_kind lt_kinds[]; /* by enum lt_kind */

/* The words of the kinds, in the order of enum lt_kind from LT_KIND_NORMAL on; ends with NULL. */
extern const char *const lt_kind_words[];

/* The page that a figure is for; AUTO: an SVG is for both, and the reader's wish decides. */
enum lt_theme { LT_THEME_NONE, LT_THEME_LIGHT, LT_THEME_DARK, LT_THEME_AUTO };
extern const char *const lt_theme_words[]; /* from LT_THEME_LIGHT on; ends with NULL */

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* svg.h: adds to gnuplot's SVG what it lacks: title and description for screen readers, fallback
 * fonts, colours for dark pages, blanks that viewers keep. */
#ifndef LT_SVG_H
#define LT_SVG_H

#include <stddef.h>

/* DRAWING with a title and a description. DARK: the same figure drawn for a dark page, whose
 * colours apply if the reader prefers a dark scheme, or NULL. malloc'd, *size bytes; NULL: not a
 * drawing of gnuplot. */
char *lt_svg_finish(const char *drawing, const char *dark, const char *title,
                    const char *description, size_t *size);

#endif

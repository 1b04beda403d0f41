/* SPDX-License-Identifier: GPL-3.0-or-later */
/* svg.h: what gnuplot leaves out of an SVG: what it shows, for those who do not see it; a font
 * where its own is missing; colours that follow the page; blanks that no reader leaves out. */
#ifndef LT_SVG_H
#define LT_SVG_H

#include <stddef.h>

/* DRAWING with a title and a description; DARK: the same figure drawn for a dark page, whose
 * colours it takes where the reader prefers them, or NULL. malloc'd, *size bytes; NULL: it is no
 * drawing of gnuplot. */
char *lt_svg_finish(const char *drawing, const char *dark, const char *title,
                    const char *description, size_t *size);

#endif

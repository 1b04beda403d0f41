/* SPDX-License-Identifier: GPL-3.0-or-later */
/* script.h: a figure as a gnuplot script that needs no other file: style and data are in it. */
#ifndef LT_SCRIPT_H
#define LT_SCRIPT_H

#include "figure/plot.h"

struct lt_script; /* opaque; looks into the figure, which must outlive it */

/* PLAIN: in ASCII and without style, for a terminal. NULL: WHY says why it cannot be drawn. */
struct lt_script *lt_script_new(const struct lt_figure *figure, bool plain, char *why, size_t size);
void lt_script_free(struct lt_script *script); /* NULL is allowed */

/* What the figure shows, in plain words: an axis over the other. In its arena. */
const char *lt_script_description(const struct lt_script *script);

/* For gnuplot's terminal TERMINAL, on a dark page or not. OUTPUT is the file the script makes where
 * it is run; NULL: its standard output. malloc'd. */
char *lt_script_text(const struct lt_script *script, const char *terminal, bool dark,
                     const char *output, size_t *size);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* script.h: writes a figure as a self-contained gnuplot script, with style and data in it. */
#ifndef LT_SCRIPT_H
#define LT_SCRIPT_H

#include "figure/plot.h"

struct lt_script; /* opaque; refers to the figure, which must outlive it */

/* PLAIN: in ASCII and without style, for a terminal. NULL: WHY says why it cannot be drawn. */
struct lt_script *lt_script_new(const struct lt_figure *figure, bool plain, char *why, size_t size);
void lt_script_free(struct lt_script *script); /* NULL is allowed */

/* A description in plain words: y over x. In the script's arena. */
const char *lt_script_description(const struct lt_script *script);

/* The text of the script for gnuplot's TERMINAL, for a dark page or not. OUTPUT is the file it
 * draws, relative to where it is run; NULL: standard output. malloc'd. */
char *lt_script_text(const struct lt_script *script, const char *terminal, bool dark,
                     const char *output, size_t *size);

#endif

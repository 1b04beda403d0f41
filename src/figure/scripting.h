/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scripting.h: a script under way: what script.c shares with script_curves.c, script_names.c and
 * script_text.c. */
#ifndef LT_SCRIPTING_H
#define LT_SCRIPTING_H

#include "base/arena.h"
#include "figure/axis.h"
#include "figure/path.h"
#include "figure/plot.h"

#include <stdio.h>

enum { LT_LINE_COLOURS = 6, LT_LINE_THEORY, LT_LINE_REFERENCE, LT_LINE_EVENT }; /* linetypes */

/* A curve as it is drawn. */
struct lt_drawn {
    const char *label;   /* says how many points are left out; NULL: none */
    struct lt_path path; /* in coordinates of the frame */
    size_t *kept, n_kept;
    int line;           /* gnuplot's linetype */
    int dashes;         /* 0: none; colours come again with another number */
    int shape;          /* of its points; 0: that of the linetype */
    double width;       /* of its line; 0: that of the linetype */
    bool named;         /* its label stands in it */
    const double *base; /* of an area, in coordinates of the frame */
};

/* A figure with all that must be known before a line of it is written. */
struct lt_script {
    const struct lt_figure *figure;
    bool plain; /* for a terminal: ASCII, no style */
    const char *style;
    struct lt_axis x, y, z;        /* z: the colours of a map or of many curves */
    double wide, high;             /* the frame, beside that of a figure of usual size */
    bool colours, below;           /* a bar of colours, beside the frame or below it */
    double x_room, y_room, z_room; /* for labels, and the title above, in letters */
    size_t title_lines, x_lines, y_lines, z_lines;
    struct lt_drawn *curves;
    const char *key_title; /* what all labels begin with; NULL: nothing, or they are few */
    struct lt_arena *arena;
};

/* The usual frame and a letter of average width, of 6 to the mm. */
#define LT_FRAME_WIDTH  668.0
#define LT_FRAME_HEIGHT 356.0
#define LT_LETTER       9.5

size_t lt_script_text_letters(const char *text, bool enhanced);

/* How many lines TEXT takes; a word is not broken. */
size_t lt_script_text_lines(const char *text, bool enhanced, double room);

void lt_script_text_put_quoted(FILE *file, const char *text);
/* The same in lines. */
void lt_script_text_put_wrapped(FILE *file, const char *text, bool enhanced, double room);

void lt_script_curves_prepare(struct lt_script *script);
void lt_script_curves_put(FILE *file, const struct lt_script *script);

/* Names of curves: inside areas, beside lines, or in a key. */
void lt_script_names_put(FILE *file, const struct lt_script *script);

#endif

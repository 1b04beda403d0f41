/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scripting.h: a script being written: shared by script.c, script_curves.c, script_names.c and
 * script_text.c. */
#ifndef LT_SCRIPTING_H
#define LT_SCRIPTING_H

#include "base/arena.h"
#include "figure/axis.h"
#include "figure/path.h"
#include "figure/plot.h"

#include <stdio.h>

enum { LT_LINE_COLOURS = 6, LT_LINE_THEORY, LT_LINE_REFERENCE, LT_LINE_EVENT }; /* linetypes */

/* A curve prepared for drawing. */
struct lt_drawn {
    const char *label;   /* says how many points are drawn; NULL: no label */
    struct lt_path path; /* in coordinates of the frame */
    size_t *kept, n_kept;
    int line;           /* gnuplot's linetype */
    int dashes;         /* 0: solid; a higher number when colours repeat */
    int shape;          /* of its points; 0: that of the linetype */
    double width;       /* of its line; 0: that of the linetype */
    bool named;         /* its label is inside the area */
    const double *base; /* of an area, in coordinates of the frame */
};

/* A figure with everything worked out before the first line is written. */
struct lt_script {
    const struct lt_figure *figure;
    bool plain; /* for a terminal: ASCII, no style */
    const char *style;
    struct lt_axis x, y, z;        /* z: the colours of a map or of many curves */
    double wide, high;             /* the frame, relative to that of a figure of default size */
    bool colours, below;           /* there is a colour bar; it is below the frame */
    bool untitled;                 /* the key needs the room of the title */
    double x_room, y_room, z_room; /* for labels, and the title above, in letters */
    size_t title_lines, x_lines, y_lines, z_lines;
    struct lt_drawn *curves;
    const char *key_title; /* the common beginning of all labels; NULL: none, or few labels */
    const char *names;     /* commands that place the names of the curves */
    const char *left_out;  /* "and 5 more", of names that the key has no room for; NULL: none */
    double key_high;       /* of the key below the frame, in 1/6 mm; 0: there is none */
    struct lt_arena *arena;
};

/* The default frame and an average letter, in 1/6 mm. */
#define LT_FRAME_WIDTH  668.0
#define LT_FRAME_HEIGHT 356.0
#define LT_LETTER       9.5

size_t lt_script_text_letters(const char *text, bool enhanced);

/* The bytes of the first LETTERS of plain text. */
size_t lt_script_text_bytes(const char *text, size_t letters);

/* Writes "u" for the Greek mu of units. */
const char *lt_script_text_in_ascii(const char *text, struct lt_arena *arena);

/* The number of lines of TEXT; words are not broken. */
size_t lt_script_text_lines(const char *text, bool enhanced, double room);

void lt_script_text_put_quoted(FILE *file, const char *text);
/* TEXT in quotes, wrapped into lines of at most ROOM letters. ENHANCED: it holds mark-up. */
void lt_script_text_put_wrapped(FILE *file, const char *text, bool enhanced, double room);

void lt_script_curves_prepare(struct lt_script *script);
void lt_script_curves_put(FILE *file, const struct lt_script *script);

/* Names of curves: inside areas, beside lines, or in a key. The first function places them in the
 * frame; the second returns the height of a key below it. */
void lt_script_names_prepare(struct lt_script *script);
/* The key of bars. */
void lt_script_names_put_bars(FILE *file, const struct lt_script *script);

/* The whole drawing, in 1/6 mm. */
double lt_script_width(const struct lt_script *script);
double lt_script_height(const struct lt_script *script);

#endif

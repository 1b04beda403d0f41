/* SPDX-License-Identifier: GPL-3.0-or-later */
/* output.h: the files that a run leaves: table, document, drawings. */
#ifndef LT_OUTPUT_H
#define LT_OUTPUT_H

#include "figure/plot.h"

struct lt_output {
    struct lt_arena *arena;
    const char *directory; /* exists */
    enum lt_plot_format format;
    bool format_given;   /* asked for: the files of the program do not choose their own */
    enum lt_theme theme; /* NONE: as the figures say */
    struct lt_size size; /* 0: likewise */

    /* What came of it; texts are "" if there is nothing to say. */
    const char *written;  /* paths, each after a blank */
    const char *terminal; /* drawings in characters */
    const char *missing;  /* why drawings are missing: gnuplot is not there, or does not end */
    const char *failed;   /* what could not be written and why, a line each */
    const char *aside;    /* names moved to DIRECTORY/previous, each after a blank */
    bool foreign;         /* they are of another program of the same name */

    const char *no_gnuplot; /* as missing, once known: then it is not tried again */
};

/* Nothing to say yet. */
void lt_output_begin(struct lt_output *output);

/* What an earlier call that ended left goes to DIRECTORY/previous: tables, documents and drawings
 * of N bases, each DIRECTORY/NAME, the first of them with a table. Nobody shall take it for what
 * came of this call, which did not end. */
void lt_output_set_aside(struct lt_output *output, const char *const *bases, size_t n);

/* The same with what another program has left, whose document BASES[0].json is. */
void lt_output_make_room(struct lt_output *output, const struct lt_program *program,
                         const char *const *bases, size_t n);

/* Where a run's files go, without their endings; *n of them, the table's first. */
const char *const *lt_output_bases(const struct lt_output *output, const struct lt_program *program,
                                   size_t *n);

/* True if none of the tables and documents DIRECTORY/STEM KIND is read by the program; else FAILED
 * says which. */
bool lt_output_spares(struct lt_output *output, const struct lt_program *program, const char *kind);

/* DIRECTORY/STEM.csv or .npy, .json (DOCUMENT and its provenance) and the drawings of a run;
 * STEM.partial.csv instead of the table if it failed, and nothing else if it was interrupted; then
 * those of an earlier run are set aside. */
void lt_output_write(struct lt_output *output, const struct lt_program *program,
                     const struct lt_result *result, const json_t *document);

/* Draw a figure to BASE and the ending of the format; _add: after others, to whose texts it adds.
 */
void lt_output_add(struct lt_output *output, const struct lt_figure *figure, const char *base,
                   enum lt_plot_format format);
void lt_output_draw(struct lt_output *output, const struct lt_figure *figure, const char *base,
                    enum lt_plot_format format);

extern const char *const lt_output_formats[]; /* words of enum lt_plot_format, then NULL */
bool lt_output_format(const char *word, enum lt_plot_format *format);

/* "85x60", in mm; false: it is none, or none that can be drawn. */
bool lt_output_size(const char *word, struct lt_size *size);

/* The format that PATH ends in, and what stands before it. False: it is no picture's name. */
bool lt_output_split(const char *path, const char **base, enum lt_plot_format *format,
                     struct lt_arena *arena);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* output.h: the output files of a run: table, document, drawings. */
#ifndef LT_OUTPUT_H
#define LT_OUTPUT_H

#include "figure/plot.h"

/* Where and how the files of a run are written, and what came of the last call. */
struct lt_output {
    struct lt_arena *arena;
    const char *directory; /* exists */
    enum lt_plot_format format;
    bool
        format_given; /* given on the command line, so the plots' own file names do not decide it */
    enum lt_theme theme; /* NONE: as the figures say */
    struct lt_size size; /* 0: likewise */

    struct lt_spool *spool; /* what may have taken rows of the table; NULL: there is none */

    /* The outcome; texts are "" if there is nothing to report. */
    const char *written;  /* paths, each after a blank */
    const char *terminal; /* drawings in characters */
    const char *missing;  /* why drawings are missing: gnuplot is not installed or hangs */
    const char *failed;   /* what could not be written and why, a line each */
    const char *aside;    /* names moved to DIRECTORY/previous, each after a blank */
    const char *corner;   /* where the steps are too long for a figure */
    bool foreign;         /* they are of another program of the same name */

    const char *no_gnuplot; /* as missing, once known: then it is not tried again */
};

/* All texts empty. */
void lt_output_begin(struct lt_output *output);

/* After an interrupted call: moves the tables, documents and drawings of an earlier, finished call
 * to DIRECTORY/previous, so that they are not mistaken for results of this one. BASES are N paths
 * DIRECTORY/NAME, the first one with a table. */
void lt_output_set_aside(struct lt_output *output, const char *const *bases, size_t n);

/* As above for files of another program, if BASES[0].json is its document. */
void lt_output_make_room(struct lt_output *output, const struct lt_program *program,
                         const char *const *bases, size_t n);

/* The paths of a run's files without endings, *n of them, the table's first. */
const char *const *lt_output_bases(const struct lt_output *output, const struct lt_program *program,
                                   size_t *n);

/* True if the program reads none of the tables and documents DIRECTORY/STEM KIND that would be
 * written; else FAILED says which. */
bool lt_output_spares(struct lt_output *output, const struct lt_program *program, const char *kind);

/* True if figures will be drawn, which need the rows of a run in memory. */
bool lt_output_draws(const struct lt_output *output, const struct lt_program *program);

/* The spool that takes the rows while a run goes on: STEM.partial.csv or .npy. */
struct lt_spool *lt_output_spool(const struct lt_output *output, const struct lt_program *program);

/* DIRECTORY/STEM.csv or .npy, .json (DOCUMENT and its provenance) and the drawings of a run;
 * STEM.partial.csv instead of the table if it failed, and nothing else if it was interrupted; then
 * those of an earlier run are moved to DIRECTORY/previous. */
void lt_output_write(struct lt_output *output, const struct lt_program *program,
                     const struct lt_result *result, const json_t *document);

/* Draw a figure to BASE and the ending of the format; _add: appends to the texts of earlier
 * drawings. */
void lt_output_add(struct lt_output *output, const struct lt_figure *figure, const char *base,
                   enum lt_plot_format format);
void lt_output_draw(struct lt_output *output, const struct lt_figure *figure, const char *base,
                    enum lt_plot_format format);

extern const char *const lt_output_formats[]; /* words of enum lt_plot_format, then NULL */
bool lt_output_format(const char *word, enum lt_plot_format *format);

/* Reads "85x60", in mm; false: not a size, or not one that can be drawn. */
bool lt_output_size(const char *word, struct lt_size *size);

/* The format by PATH's ending, and the part before it. False: not the name of a picture. */
bool lt_output_split(const char *path, const char **base, enum lt_plot_format *format,
                     struct lt_arena *arena);

#endif

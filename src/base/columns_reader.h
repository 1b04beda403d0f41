/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns_reader.h: a text file on the way to a table: shared by columns_text.c, columns_find.c and
 * columns_read.c. */
#ifndef LT_COLUMNS_READER_H
#define LT_COLUMNS_READER_H

#include "base/columns_place.h"

#include <stddef.h>

enum { LT_COLUMNS_COMMENTS = 64 }; /* kept of those above a row */

struct lt_columns_reader {
    FILE *file;
    bool owned;                                /* the file is ours to close */
    struct lt_columns_how how;                 /* as the user says; zeros: to be found out */
    long header_line;                          /* how.header as a number */
    size_t first, last;                        /* how.rows as numbers */
    char *bytes;                               /* the whole text, in UTF-8, NUL-terminated */
    size_t length;                             /* of it */
    const char *next;                          /* where the next line begins */
    const char *text, *end, *at;               /* the line, without its end, and a place in it */
    bool over;                                 /* there is no further line */
    bool quotes;                               /* the text has a '"' somewhere */
    const char *comments[LT_COLUMNS_COMMENTS]; /* since the last row, without their mark */
    size_t n_comments;                         /* of them all; the last are kept */
    size_t blank;                              /* empty lines since the last row */
    const char *mark;                          /* with which comments begin; "": there are none */
    struct lt_columns_place *remark;           /* a note about the whole; NULL: none */
    struct lt_source *shown;                   /* copy of the line, made when an error quotes it */
    int line, lines; /* its number, and how many it has: a quoted field may go on */
    char separator;  /* of the rows; ' ': blanks, any number of them; '\0': not known yet */
    char forced;     /* that the first line declares, "sep=;" */
    char thousands;  /* the mark between thousands; '\0': there is none */
    bool again;      /* numbers with such a mark have been found: read once more */
    bool loose;      /* rows may lack their last field */
    bool index;      /* the first column, of names of rows, has no name in the header */
    bool stopped;    /* stop reading rows */
    const char *header, *header_end; /* the line with the names */
    const char *units, *units_end;   /* and that with the units; NULL: there is none */
    char header_separator;
    size_t room; /* cells allocated */
    struct lt_columns *table;
    struct lt_errors *errors;
};

/* ---- columns_text.c: lines, fields and places ---- */

/* False and an error: there is not enough memory for so many bytes. */
bool lt_columns_text_lacks(struct lt_columns_reader *r, double bytes);

/* Read the file and make UTF-8 of it; false and errors. */
bool lt_columns_text_load(struct lt_columns_reader *r);
void lt_columns_text_rewind(struct lt_columns_reader *r);

/* The next line, one that goes on within quotes as a whole. False: it cannot be read, and an error.
 */
bool lt_columns_text_next(struct lt_columns_reader *r);
/* Is the line neither empty nor a comment? From it on, the next that is neither, or the end. */
bool lt_columns_text_counts(struct lt_columns_reader *r);
bool lt_columns_text_find(struct lt_columns_reader *r);

struct lt_columns_place *lt_columns_text_place(struct lt_columns_reader *r, const char *at,
                                               const char *text);
bool lt_columns_text_fail(struct lt_columns_reader *r, const char *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Something that was skipped or assumed. One note reports all of it, at the place of the first. */
void lt_columns_text_remark(struct lt_columns_reader *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
bool lt_columns_text_unread(const char *path, struct lt_errors *errors);

/* Fields of a line one after the other. */
struct lt_columns_fields {
    const char *at, *end; /* AT NULL: there are no more */
    char separator;       /* LT_COLUMNS_WIDE: a tab, or two blanks and more */
    bool heads;           /* names, perhaps with units behind a blank: "v [mm/s]" */
};
#define LT_COLUMNS_WIDE '\1'
/* The next one, stripped of blanks and quotes; false: there are no more. */
bool lt_columns_text_field(struct lt_columns_fields *fields, const char **text, size_t *length);

bool lt_columns_text_is_number(const char *text, size_t length);

/* ---- columns_find.c: where the table begins ---- */

/* The kinds of the fields of a line. */
struct lt_columns_shape {
    size_t fields, filled, numbers, units;
    bool open;   /* the last field is empty: the line ends with a separator */
    bool begins; /* with a number */
};
struct lt_columns_shape lt_columns_find_shape(const char *line, const char *end, char separator);

/* Most fields are numbers. */
bool lt_columns_find_is_row(struct lt_columns_shape shape);

/* Read names and units, and stop at the first row; false and errors. */
bool lt_columns_find_table(struct lt_columns_reader *r);

/* ---- columns_read.c ---- */

/* The names of the columns are those of the line FROM ... END. */
bool lt_columns_read_names(struct lt_columns_reader *r, const char *from, const char *end,
                           char separator);
bool lt_columns_read_units(struct lt_columns_reader *r, const char *from, const char *end,
                           char separator);
/* COUNT columns without names: c1, c2 ... or NAMES. */
bool lt_columns_read_bare(struct lt_columns_reader *r, size_t count, const char *const *names);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* record.h: results as files: CSV, JSON; written whole or not at all. */
#ifndef LT_RECORD_H
#define LT_RECORD_H

#include "base/columns.h"
#include "run/result.h"

/* Write SIZE bytes to PATH through a temporary file in the same directory and a rename. False and
 * the reason in WHY ("out/a.csv: No space left on device (previous file kept)"). */
bool lt_record_file(const char *path, const char *data, size_t size, char *why, size_t why_size);

/* As above, with PUT writing the content; the caller checks the stream for errors. PUT returns
 * false to abandon the file, with the reason in errno. */
bool lt_record_stream(const char *path, bool (*put)(FILE *file, void *data), void *data, char *why,
                      size_t why_size);

/* One file: PUT writes its content as above, or the file WRITTEN has it. WRITTEN is kept if it
 * cannot be renamed. */
struct lt_put {
    const char *path;
    bool (*put)(FILE *file, void *data);
    void *data;
    const char *written;
};

/* Several files that belong together: all are written, then all are renamed into place, or none.
 * True if all are in place; false and the reason in WHY if one could not be written or renamed. */
bool lt_record_all(const struct lt_put *files, size_t n, char *why, size_t why_size);

/* PUT functions: a NUL-terminated text; the visible columns of a run, in the program's format. */
bool lt_record_put_text(FILE *file, void *text);
/* DATA of lt_record_put_sheet(): the table of a run, and its program. */
struct lt_run_sheet {
    const struct lt_program *program;
    const struct lt_table *table;
};
bool lt_record_put_sheet(FILE *file, void *sheet);

/* As above in pieces: the text before so many rows, whose length does not depend on that number;
 * then whole rows, in one write each. False: no memory. */
bool lt_record_put_header(FILE *file, const struct lt_program *program, size_t rows);
bool lt_record_put_rows(FILE *file, const struct lt_program *program, const struct lt_table *table);

/* A number of a table: the digits that read back to the same bits; nothing for NAN. */
void lt_record_put(FILE *file, double value);

/* The visible columns: one header row, comma, LF. Streams through the same
 * temporary file. */
bool lt_record_csv(const char *path, const struct lt_program *program,
                   const struct lt_result *result, char *why, size_t why_size);

/* A table that is no run's: its columns, and of their units and meanings an object. */
struct lt_listing {
    size_t n, rows;
    struct lt_listing_column {
        const char *name, *unit, *doc;
        const double *values; /* NULL: not known in any row */
    } * columns;
};
bool lt_record_put_columns(FILE *file, void *sheet); /* a PUT function */
json_t *lt_document_columns(const struct lt_listing *sheet);

/* The documents of the command line's --json. The caller owns them. Non-finite is null. */
json_t *lt_document_number(double value);
json_t *lt_document_numbers(const double *values, size_t count);
char *lt_json_text(const json_t *document); /* as files have it; malloc'd */
char *lt_json_text_last(json_t *document);  /* and releases DOCUMENT, also without memory */
char *lt_json_text_in(struct lt_arena *arena, json_t *document); /* the same in ARENA, a file's */
/* Its word and numbers; of a list the values alone. */
json_t *lt_provenance_distribution(const struct lt_distribution *distribution);
json_t *lt_document_run(const struct lt_program *program, const struct lt_result *result);
json_t *lt_provenance(const struct lt_program *program); /* version, sha256, input */
/* Hash of the file's full path, which distinguishes two programs of the same name; room for 65
 * characters. */
void lt_provenance_place(const struct lt_source *source, char *sha256);
/* The plug-in (shared object) that a law, not looking at its parts, comes from; NULL: a built-in
 * law. SHA256 has room for 65 characters, and is "" if the file cannot be read. */
const char *lt_provenance_plugin(const struct lt_law *law, char *sha256);
/* As above, for the object that contains the address INSIDE, of a part. */
const char *lt_provenance_object(const void *inside, char *sha256);
json_t *lt_document_laws(const struct lt_law *const *laws); /* LAWS end with NULL */
json_t *lt_document_part(const struct lt_law *law, const struct lt_part_word *part,
                         struct lt_arena *arena);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse_table.c: tables that a program reads, and what it says of them. */
#include "base/arena.h"
#include "formula/rows.h"
#include "program/parse.h"

#include <string.h>

/* Reads which line of a table is its header. */
void lt_parse_table_header(struct lt_reader *reader, const struct lt_node *node, void *field) {
    const char **header = field, *wrong;
    long number;
    if (!lt_schema_is(reader, node, LT_SCALAR, "the number of a line, or none"))
        return;
    *header = node->text;
    if ((wrong = lt_columns_header(node->text, &number)))
        lt_errors_add(reader->errors, node->mark, "%s", wrong);
}

/* Reads which rows of a table are used, as "10..500". */
void lt_parse_table_rows(struct lt_reader *reader, const struct lt_node *node, void *field) {
    const char **rows = field, *wrong;
    size_t first, last;
    if (!lt_schema_is(reader, node, LT_SCALAR, "rows such as 10..500"))
        return;
    *rows = node->text;
    if ((wrong = lt_columns_rows(node->text, &first, &last)))
        lt_errors_add(reader->errors, node->mark, "%s", wrong);
}

/* Notes HOW the file at PATH is read, so that it is read in the same way again; the first one
 * stays. */
void lt_parse_table_keep(struct lt_reader *reader, const char *path,
                         const struct lt_columns_how *how) {
    struct lt_program *program = reader->program;
    for (struct lt_read *read = program->reads; read; read = read->next)
        if (strcmp(read->path, path) == 0) {
            struct lt_columns_how *kept = lt_arena_get(program->arena, sizeof *kept);
            *kept = *how;
            read->how = read->how ? read->how : kept;
        }
}

/* Reads a table that the program uses; NULL after an error. */
struct lt_columns *lt_parse_table(struct lt_reader *reader, const char *path,
                                  const struct lt_columns_how *how) {
    lt_parse_table_keep(reader, path, how);
    return lt_rows_read(path, how, false, reader->errors);
}

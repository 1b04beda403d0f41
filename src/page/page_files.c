/* SPDX-License-Identifier: GPL-3.0-or-later */
/* page_files.c: the tables and runs that a program reads, as they go along with its page. */
#include "base/arena.h"
#include "base/columns.h"
#include "base/digits.h"
#include "base/file.h"
#include "base/read_json.h"
#include "base/text.h"
#include "formula/rows.h"
#include "page/paging.h"
#include "program/rewrite.h"
#include "result/json.h"
#include "result/record.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Returns the path relative to the program's folder; NULL if the file is outside, or a link to
 * outside. */
static const char *inside(const struct lt_program *program, const char *path) {
    const size_t length = strlen(program->directory);
    if (strncmp(path, program->directory, length) != 0 || path[length] != '/')
        return NULL;
    if (!lt_file_is_in(program->directory, path)) /* a link may lead out of it */
        return NULL;
    path += length + 1;
    return *path == '/' || strstr(path, "..") ? NULL : path;
}

/* Returns true for the characters of which names consist (letters, digits and "_"), false for
 * others. */
static bool is_of_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* Writes the quoted name of a column with its unit in brackets, if it has one. */
static void put_column_head(FILE *file, const struct lt_columns *table, size_t column) {
    const char *unit = lt_columns_unit(table, column);
    fprintf(file, "\"%s%s%s%s\"", table->names[column], *unit ? " [" : "", unit, *unit ? "]" : "");
}

/* Returns true if NAME stands as a whole word in the program's text, false if it does not occur, or
 * only within longer words. */
static bool is_named(const struct lt_program *program, const char *name) {
    const size_t length = strlen(name);
    const char *text = program->source->text, *at = text;
    for (; length && (at = strstr(at, name)); at++)
        if (!(at > text && is_of_word(at[-1])) && !is_of_word(at[length]))
            return true;
    return false;
}

/* Returns true if the table is the reference of a plot, whose first two columns are drawn if it has
 * none of the figure's names; false if no plot refers to it. */
static bool is_drawn(const struct lt_program *program, const char *path) {
    for (size_t i = 0; i < program->n_plots; i++)
        if (program->plots[i].reference && strcmp(program->plots[i].reference, path) == 0)
            return true;
    return false;
}

/* Returns a table for the page as text in ARENA: the numeric columns that the program names, the
 * time, and the first one, which it need not name. Numbers are in SI, with their units in the
 * header. */
static const char *table_text(struct lt_columns *table, const struct lt_program *program,
                              const char *path, struct lt_arena *arena) {
    struct lt_text text;
    char digits[LT_DIGITS_ROOM];
    FILE *file = lt_text_begin(&text);
    bool *used = lt_arena_get(arena, (table->columns + 1) * sizeof *used), first = true;
    const bool drawn = is_drawn(program, path);
    fputs(LT_COLUMNS_CHOSEN "\n", file);
    /* The header: columns that are named, the time, the first one, and the second one if drawn.
     * Columns of texts are left out. */
    for (size_t i = 0; i < table->columns; i++) {
        struct lt_errors *none = lt_errors_new();
        const char *name = table->names[i];
        used[i] =
            (is_named(program, name) || strcmp(name, "t") == 0 || i == 0 || (drawn && i == 1)) &&
            lt_columns_usable(table, i, "", none);
        lt_errors_free(none);
        if (used[i] && !first)
            fputc(',', file);
        if (used[i])
            put_column_head(file, table, i);
        first &= !used[i];
    }
    /* Rows, with the digits that read back to the same bits. */
    for (size_t row = 0; row < table->rows; row++)
        for (size_t i = 0, at = 0; i < table->columns; i++)
            if (used[i]) {
                lt_digits(table->cells[row * table->columns + i], digits);
                fprintf(file, "%c%s", at++ ? ',' : '\n', digits);
            }
    fputc('\n', file);
    return lt_text_keep(&text, arena);
}

/* Returns the state of a recorded run to start from, without its provenance; NULL if the file is no
 * such document. */
static const char *run_text(const char *path, struct lt_arena *arena) {
    static const char *const kept[] = {"law", "results", "half_step_behind", "parameters"};
    json_error_t error;
    json_t *document = lt_read_json(path, 0, &error), *part = json_object();
    const char *text = NULL;
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        json_object_set(part, kept[i], json_object_get(document, kept[i]));
    if (json_is_object(json_object_get(part, "results"))) {
        char *dumped = lt_json_text(part);
        text = lt_arena_print(arena, "%s", dumped);
        free(dumped);
    }
    json_decref(part);
    json_decref(document);
    return text;
}

/* Returns true if the file at PATH is the user's own file of the program's preset, false for any
 * other file. */
static bool is_preset(const struct lt_program *program, const char *path) {
    const char *own = program->known_preset->path;
    return own && strcmp(own, path) == 0;
}

/* Returns the text to be stored in the page for a file that the program reads; NULL, with *why, if
 * it is neither table nor run. */
static const char *pack_file(const char *path, const struct lt_columns_how *how,
                             const struct lt_program *program, struct lt_arena *arena,
                             const char **why) {
    const char *text =
        is_preset(program, path) ? program->known_preset->file->text : run_text(path, arena);
    if (text)
        return text;
    struct lt_errors *errors = lt_errors_new();
    struct lt_columns *table = lt_rows_read(path, how, false, errors);
    /* Texts of LT_DIGITS_ROOM at most, here and in the page. */
    const bool fits = table && lt_columns_fits(table, 8 * table->columns, errors);
    text = fits ? table_text(table, program, path, arena) : NULL;
    if (errors->lacks)
        *why = lt_errors_first(errors, arena);
    else if (!table)
        *why = lt_arena_print(arena,
                              "%s is neither a table nor the document of a run, and only "
                              "these go along with a page",
                              path);
    lt_columns_free(table);
    lt_errors_free(errors);
    return text;
}

/* Returns the path as the program has it: relative to its folder, or the path itself. */
static const char *as_written(const struct lt_program *program, const char *path) {
    const size_t length = strlen(program->directory);
    const bool begins = strncmp(path, program->directory, length) == 0 && path[length] == '/';
    return begins ? path + length + 1 : path;
}

/* Adds the program's text and all files that it reads to the page's document. Files from outside
 * its folder are renamed and need files->outside; else *why says so. */
void lt_page_files_put(json_t *document, const struct lt_program *program,
                       const struct lt_page_files *files, struct lt_arena *arena,
                       const char **why) {
    json_t *list = json_array();
    /* WORDS are the paths in the program's text that are replaced by OTHERS. */
    size_t count = 0, renamed = 0;
    for (const struct lt_read *read = program->reads; read; read = read->next)
        count++;
    const char **words = lt_arena_get(arena, (count + 1) * sizeof *words),
               **others = lt_arena_get(arena, (count + 1) * sizeof *others);
    for (const struct lt_read *read = program->reads; read && !*why; read = read->next) {
        /* A file within the program's folder keeps its name; others need permission. */
        const char *name = inside(program, read->path);
        if (!name && !files->outside) {
            *why = lt_arena_print(arena,
                                  "%s is outside the program's folder, or a link out of it; with "
                                  "--allow its numbers go along with the page",
                                  read->path);
            break;
        }
        /* The new name does not contain the path, which may name the user's folders. */
        if (!name) {
            const char *slash = strrchr(read->path, '/');
            words[renamed] = as_written(program, read->path);
            name = lt_arena_print(arena, "outside-%zu-%s", renamed + 1, slash + 1);
            others[renamed] = name;
            if (is_preset(program, read->path)) { /* whose words may follow */
                const char *text = program->known_preset->name;
                others[renamed] =
                    lt_arena_print(arena, "%s%s", name, text + strlen(words[renamed]));
                words[renamed] = text;
            }
            renamed++;
        }
        /* The file's numbers go along, and the caller reports its path. */
        const char *text = pack_file(read->path, read->how, program, arena, why);
        if (text) {
            json_array_append_new(list,
                                  json_pack("{s:o, s:s}", "path", text_value(name), "text", text));
            files->tell(read->path);
        }
    }
    /* The program refers to the new names. */
    char *text = *why ? NULL : lt_rewrite_words(program, words, others, renamed, why, arena);
    put_text(document, "text", text ? text : "");
    free(text);
    json_object_set_new(document, "files", list);
}

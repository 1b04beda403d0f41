/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "result/record.h"

#include "base/arena.h"
#include "base/digits.h"
#include "base/file.h"
#include "base/npy.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ENDING = 48 }; /* room for that of a temporary name */

/* A temporary file that replaces PATH once it is complete. */
struct draft {
    const char *path;
    char *temporary; /* beside PATH, since a rename does not cross file systems */
    FILE *file;      /* NULL: not open */
    bool made;       /* there is one of that name */
};

/* Creates the temporary file beside draft->path and opens it as draft->file. Returns true; false,
 * with errno, if that fails. mkostemp() would make a private file; only open() applies the umask
 * without a race. */
static bool draft_open(struct draft *draft) {
    size_t size = strlen(draft->path) + ENDING;
    struct stat status;
    if (stat(draft->path, &status) == 0 && !S_ISREG(status.st_mode)) {
        errno = S_ISDIR(status.st_mode) ? EISDIR : lt_file_not_regular;
        return false;
    }
    /* A hundred names, in case that killed processes of the same number left some. */
    int fd = -1;
    for (int i = 0; fd < 0 && i < 100; i++) {
        snprintf(draft->temporary, size, "%s.%ld-%d.tmp", draft->path, (long)getpid(), i);
        fd = open(draft->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd < 0 && errno != EEXIST)
            return false;
    }
    if (fd < 0)
        return false;
    draft->made = true;
    draft->file = fdopen(fd, "w");
    if (!draft->file)
        close(fd);
    return draft->file != NULL;
}

/* Flushes and closes a draft, whose content is GOOD or not. Returns true; false if GOOD is false or
 * a write failed, and errno is that of the first failure. */
static bool draft_close(struct draft *draft, bool good) {
    FILE *file = draft->file;
    bool ok = good && fflush(file) == 0 && !ferror(file);
    int why = errno;
    draft->file = NULL;
    if (fclose(file) != 0 && ok)
        return false;
    errno = why;
    return ok;
}

/* Writes the whole content of a file to its draft; content that is in a file already (written) only
 * needs the rename. Returns true; false, with errno, if it fails. */
static bool write_draft(struct draft *draft, const struct lt_put *file) {
    if (file->written) {
        strcpy(draft->temporary, file->written);
        return true;
    }
    return draft_open(draft) && draft_close(draft, file->put(draft->file, file->data));
}

/* Renames a complete draft to its final path. Returns true; false, with errno, if that fails. */
static bool place_draft(struct draft *draft) {
    draft->made = rename(draft->temporary, draft->path) != 0;
    return !draft->made;
}

/* Closes and deletes all drafts that were not renamed. */
static void drop_drafts(const struct draft *drafts, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (drafts[i].file)
            fclose(drafts[i].file);
        if (drafts[i].made)
            unlink(drafts[i].temporary);
    }
}

/* Writes into WHY that PATH could not be written, for the errno REASON, and whether its previous
 * content is kept. */
static void explain_write(const char *path, int reason, char *why, size_t why_size) {
    struct stat status;
    bool kept = stat(path, &status) == 0 && S_ISREG(status.st_mode);
    snprintf(why, why_size, "%s: %s%s", path, lt_file_reason(reason),
             kept ? " (previous file kept)" : "");
}

/* Writes N files that belong together: all to drafts first, then all are renamed into place. If the
 * program crashes each file is old or new; fsync() against power failures would take longer than
 * the run. Returns true; false, with the reason in WHY (WHY_SIZE bytes), if a file could not be
 * written or renamed. */
bool lt_record_all(const struct lt_put *files, size_t n, char *why, size_t why_size) {
    struct lt_arena *arena = lt_arena_new();
    struct draft *drafts = lt_arena_get(arena, n * sizeof *drafts);
    for (size_t i = 0; i < n; i++) {
        drafts[i].path = files[i].path;
        const char *name = files[i].written ? files[i].written : files[i].path;
        drafts[i].temporary = lt_arena_get(arena, strlen(name) + ENDING);
    }
    size_t written = 0, placed = 0;
    while (written < n && write_draft(&drafts[written], &files[written]))
        written++;
    while (written == n && placed < n && place_draft(&drafts[placed]))
        placed++;
    bool ok = placed == n;
    if (!ok)
        explain_write(files[written < n ? written : placed].path, errno, why, why_size);
    drop_drafts(drafts, n);
    lt_arena_free(arena);
    return ok;
}

/* Writes the file PATH whole or not at all; PUT writes its content from DATA and returns false if
 * that fails. Returns true; false, with the reason in WHY (WHY_SIZE bytes), if it cannot be
 * written. */
bool lt_record_stream(const char *path, bool (*put)(FILE *file, void *data), void *data, char *why,
                      size_t why_size) {
    return lt_record_all(&(struct lt_put){.path = path, .put = put, .data = data}, 1, why,
                         why_size);
}

/* Writes a NUL-terminated text as the content of a file; always true, since the caller checks the
 * stream. */
bool lt_record_put_text(FILE *file, void *text) {
    fputs(text, file);
    return true;
}

/* Counted bytes that are the content of a file. */
struct bytes {
    const char *data;
    size_t size;
};

/* Writes counted bytes as the content of a file; always true, since the caller checks the stream.
 */
static bool put_all_bytes(FILE *file, void *data) {
    const struct bytes *bytes = data;
    fwrite(bytes->data, 1, bytes->size, file);
    return true;
}

/* Writes SIZE bytes to PATH, whole or not at all. Returns true; false, with the reason in WHY
 * (WHY_SIZE bytes), if it cannot be written. */
bool lt_record_file(const char *path, const char *data, size_t size, char *why, size_t why_size) {
    return lt_record_stream(path, put_all_bytes, &(struct bytes){data, size}, why, why_size);
}

/* Writes a number of a table with the fewest digits that read back to the same bits; nothing for
 * NAN. */
void lt_record_put(FILE *file, double value) {
    char text[LT_DIGITS_ROOM];
    fwrite(text, 1, (size_t)lt_digits(value, text), file);
}

/* Writes the names of the visible columns as the first line of a CSV table. */
static void put_header_line(FILE *file, const struct lt_program *program) {
    const char *comma = "";
    for (size_t i = 0; i < program->n_columns; i++) {
        if (program->columns[i].hidden)
            continue;
        fprintf(file, "%s%s", comma, program->columns[i].name);
        comma = ",";
    }
    putc('\n', file);
}

/* Writes the header of a NumPy array of ROWS rows with the names of the visible columns. Returns
 * true; false if there is no memory. */
static bool put_array_header(FILE *file, const struct lt_program *program, size_t rows) {
    const char **names = malloc((program->n_columns + 1) * sizeof *names);
    size_t count = 0;
    for (size_t i = 0; names && i < program->n_columns; i++)
        if (!program->columns[i].hidden)
            names[count++] = program->columns[i].name;
    if (names)
        lt_npy_put_header(file, names, count, rows);
    free(names);
    return names != NULL;
}

/* Writes the text before ROWS rows of a run's table, in the program's format; its length does not
 * depend on ROWS. Returns true; false if there is no memory. */
bool lt_record_put_header(FILE *file, const struct lt_program *program, size_t rows) {
    if (program->table_format == LT_TABLE_NPY)
        return put_array_header(file, program, rows);
    put_header_line(file, program);
    return true;
}

/* Writes the visible CELLS of a row to TEXT, as a line of CSV or as the bytes of an array, by the
 * program's format; returns the length in bytes. TEXT has room for LT_DIGITS_ROOM bytes for each
 * column. */
static size_t write_row(const struct lt_program *program, const double *cells, char *text) {
    const bool array = program->table_format == LT_TABLE_NPY;
    size_t length = 0;
    for (size_t i = 0; i < program->n_columns; i++) {
        if (program->columns[i].hidden)
            continue;
        if (array) {
            memcpy(text + length, &cells[i], sizeof cells[i]);
            length += sizeof cells[i];
            continue;
        }
        length += (size_t)lt_digits(cells[i], text + length);
        text[length++] = ',';
    }
    if (!array)
        text[length > 0 ? length - 1 : length++] = '\n'; /* no comma at the end */
    return length;
}

/* Returns true if the rows in memory have the form of the NumPy array, without hidden columns, so
 * that they can be written as they are; false if they must be converted. */
static bool is_array_itself(const struct lt_program *program) {
    bool is = program->table_format == LT_TABLE_NPY;
    for (size_t i = 0; i < program->n_columns; i++)
        is &= !program->columns[i].hidden;
    return is;
}

/* Writes the rows of a table in the program's format, always whole rows in one write, so that a
 * killed process leaves a readable file. Returns true; false if there is no memory. Errors of the
 * stream are left to the caller. */
bool lt_record_put_rows(FILE *file, const struct lt_program *program,
                        const struct lt_table *table) {
    if (is_array_itself(program)) {
        fwrite(table->cells, table->columns * sizeof *table->cells, table->rows, file);
        return true;
    }
    enum { ENOUGH = 1 << 16 }; /* bytes per write */
    char *text = malloc(ENOUGH + (program->n_columns + 1) * LT_DIGITS_ROOM);
    size_t length = 0;
    for (size_t row = 0; text && row < table->rows && !ferror(file); row++) {
        length += write_row(program, table->cells + row * table->columns, text + length);
        if (length < ENOUGH)
            continue;
        fwrite(text, 1, length, file);
        length = 0;
    }
    if (text)
        fwrite(text, 1, length, file);
    free(text);
    return text != NULL;
}

/* Writes the table of a run (DATA is a struct lt_run_sheet) as the content of a file, in the
 * program's format. Returns true; false if there is no memory. */
bool lt_record_put_sheet(FILE *file, void *data) {
    const struct lt_run_sheet *sheet = data;
    return lt_record_put_header(file, sheet->program, sheet->table->rows) &&
           lt_record_put_rows(file, sheet->program, sheet->table);
}

/* Writes a table given by columns (struct lt_listing) as CSV; cells of unknown columns stay empty.
 * Always true. */
bool lt_record_put_columns(FILE *file, void *data) {
    const struct lt_listing *sheet = data;
    const struct lt_listing_column *end = sheet->columns + sheet->n;
    for (const struct lt_listing_column *c = sheet->columns; c < end; c++)
        fprintf(file, "%s%c", c->name, c + 1 < end ? ',' : '\n');
    for (size_t row = 0; row < sheet->rows; row++)
        for (const struct lt_listing_column *c = sheet->columns; c < end; c++) {
            lt_record_put(file, c->values ? c->values[row] : NAN);
            putc(c + 1 < end ? ',' : '\n', file);
        }
    return true;
}

/* Writes the table of a run to PATH, whole or not at all. Returns true; false, with the reason in
 * WHY (WHY_SIZE bytes), if it cannot be written. */
bool lt_record_csv(const char *path, const struct lt_program *program,
                   const struct lt_result *result, char *why, size_t why_size) {
    return lt_record_stream(path, lt_record_put_sheet,
                            &(struct lt_run_sheet){program, &result->table}, why, why_size);
}

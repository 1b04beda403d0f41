/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record/record.h"

#include "base/digits.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file that takes the place of PATH once it is complete. */
struct draft {
    const char *path;
    char *temporary; /* beside PATH, since a rename does not cross file systems */
    FILE *file;
};

/* Not mkostemp, which makes a private file: only open() applies the umask without a race. */
static bool draft_open(struct draft *draft, const char *path) {
    size_t size = strlen(path) + 48;
    struct stat status;
    *draft = (struct draft){.path = path, .temporary = malloc(size)};
    if (!draft->temporary)
        return false;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
        errno = S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
        return false;
    }
    int fd = -1;
    for (int i = 0; fd < 0 && i < 100; i++) {
        snprintf(draft->temporary, size, "%s.%ld-%d.tmp", path, (long)getpid(), i);
        fd = open(draft->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd < 0 && errno != EEXIST)
            return false;
    }
    if (fd < 0)
        return false;
    draft->file = fdopen(fd, "w");
    if (!draft->file) {
        close(fd);
        unlink(draft->temporary);
    }
    return draft->file != NULL;
}

/* In place, if everything is written and good. The first thing that goes wrong is the one in errno.
 * A crash of the program leaves the old file or the new one. To be sure of that when the machine
 * itself fails, the file would have to be on the disk first, which takes longer than the run. */
static bool draft_close(struct draft *draft, bool good) {
    bool ok = good && fflush(draft->file) == 0 && !ferror(draft->file);
    int why = errno;
    if (fclose(draft->file) != 0 && ok) {
        ok = false;
        why = errno;
    }
    if (ok && rename(draft->temporary, draft->path) == 0)
        return true;
    why = ok ? errno : why;
    unlink(draft->temporary);
    errno = why;
    return false;
}

bool lt_record_stream(const char *path, bool (*put)(FILE *file, void *data), void *data, char *why,
                      size_t why_size) {
    struct draft draft;
    bool ok = draft_open(&draft, path);
    if (ok) {
        ok = draft_close(&draft, put(draft.file, data));
    }
    if (!ok) {
        int reason = errno;
        struct stat status;
        bool kept = stat(path, &status) == 0 && S_ISREG(status.st_mode);
        snprintf(why, why_size, "%s: %s%s", path, strerror(reason),
                 kept ? " (previous file kept)" : "");
    }
    free(draft.temporary);
    return ok;
}

struct bytes {
    const char *data;
    size_t size;
};

static bool put_bytes(FILE *file, void *data) {
    const struct bytes *bytes = data;
    fwrite(bytes->data, 1, bytes->size, file);
    return true;
}

bool lt_record_file(const char *path, const char *data, size_t size, char *why, size_t why_size) {
    return lt_record_stream(path, put_bytes, &(struct bytes){data, size}, why, why_size);
}

struct sheet {
    const struct lt_program *program;
    const struct lt_table *table;
};

void lt_record_put(FILE *file, double value) {
    char text[LT_DIGITS_ROOM];
    fwrite(text, 1, (size_t)lt_digits(value, text), file);
}

static bool put_sheet(FILE *file, void *data) {
    const struct sheet *sheet = data;
    const struct lt_column *columns = sheet->program->columns;
    const struct lt_table *table = sheet->table;
    const char *comma = "";
    for (size_t i = 0; i < sheet->program->n_columns; i++) {
        if (columns[i].hidden)
            continue;
        fprintf(file, "%s%s", comma, columns[i].name);
        comma = ",";
    }
    putc('\n', file);
    for (size_t row = 0; row < table->rows && !ferror(file); row++) {
        comma = "";
        for (size_t i = 0; i < table->columns; i++) {
            if (columns[i].hidden)
                continue;
            fputs(comma, file);
            lt_record_put(file, table->cells[row * table->columns + i]);
            comma = ",";
        }
        putc('\n', file);
    }
    return true;
}

bool lt_record_csv(const char *path, const struct lt_program *program,
                   const struct lt_result *result, char *why, size_t why_size) {
    return lt_record_stream(path, put_sheet, &(struct sheet){program, &result->table}, why,
                            why_size);
}

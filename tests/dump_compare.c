/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dump_compare.c: what differs between two folders that scripts/dump made. Numbers are compared as
 * bits, whatever their text; documents by key, tables by column. It knows nothing of the library.
 */
#include <ctype.h>
#include <ftw.h>
#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { PATH = 1024, CELLS = 512, SHOWN = 3 };

/* What differs, the gravest last. */
enum grade { IDENTICAL, TEXT, BITS, NUMBERS, VERDICT, GRADES };
static const char *const grade_names[GRADES] = {"identical", "text", "last bits", "numbers",
                                                "verdict"};

/* Of one pair of files: the gravest grade, and the worst place of each. */
struct file_state {
    const char *name;
    enum grade grade;
    double worst;
    char where[PATH];
    int shown;
};

/* A key or a column, a document or a table that one side alone has; the first file that showed it.
 */
struct alone {
    char key[256];
    char file[PATH];
    int side, count;
};

static struct {
    const char *side[2];
    char **files;
    size_t file_count;
    struct alone *alone;
    size_t alone_count;
    size_t of_grade[GRADES];
    double bits, worst;
    enum grade least; /* that counts as a difference */
    char worst_at[2 * PATH + 16];
    int shown;
} all = {.bits = 1e-12, .least = TEXT, .shown = SHOWN};

static void *grow(void *old, size_t count, size_t size) {
    void *new = realloc(old, (count + 1) * size);
    if (!new)
        exit(3);
    return new;
}

static char *copy(const char *text) {
    return strcpy(grow(NULL, strlen(text), 1), text);
}

/* The elements of a list are one to those who ask which keys there are: their names, between OPEN
 * and SHUT in a place, are left out; else the marks alone are. */
enum { OPEN = 1, SHUT = 2 };

static void read_place(const char *place, bool with_names, char *text, size_t size) {
    bool inside = false;
    size_t length = 0;
    for (; *place && length + 2 < size; place++) {
        inside = *place == OPEN || (inside && *place != SHUT);
        if (*place == OPEN && !with_names)
            text[length++] = '*';
        if (*place != OPEN && *place != SHUT && (with_names || !inside))
            text[length++] = *place;
    }
    text[length] = '\0';
}

static void only_in(int side, const char *place, const char *file) {
    char key[256];
    read_place(place, false, key, sizeof key);
    for (size_t i = 0; i < all.alone_count; i++)
        if (all.alone[i].side == side && strcmp(all.alone[i].key, key) == 0) {
            all.alone[i].count++;
            return;
        }
    all.alone = grow(all.alone, all.alone_count, sizeof *all.alone);
    struct alone *new = &all.alone[all.alone_count++];
    *new = (struct alone){.side = side, .count = 1};
    snprintf(new->key, sizeof new->key, "%s", key);
    snprintf(new->file, sizeof new->file, "%s", file);
}

static void raise_grade(struct file_state *state, enum grade grade, const char *place,
                        const char *what) {
    char where[PATH];
    read_place(place, true, where, sizeof where);
    if (grade > state->grade)
        state->grade = grade;
    if (grade == VERDICT || grade == TEXT)
        if (state->shown++ < all.shown)
            printf("%-10s %s: %s: %s\n", grade_names[grade], state->name, where, what);
}

/* A missing number: empty, null, or nan, as the version writes it. */
static bool is_missing(const char *text) {
    return !*text || strcasecmp(text, "nan") == 0 || strcasecmp(text, "-nan") == 0;
}

static bool is_number(const char *text, double *value) {
    char *end;
    *value = is_missing(text) ? (double)NAN : strtod(text, &end);
    return is_missing(text) || !*end;
}

/* Two numbers; PEAK is the scale of what they belong to. */
static void compare_numbers(struct file_state *state, double a, double b, double peak,
                            const char *where) {
    if (memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b)))
        return;
    char what[128];
    snprintf(what, sizeof what, "%.17g, %.17g", a, b);
    if (!isfinite(a) || !isfinite(b)) {
        raise_grade(state, VERDICT, where, what);
        return;
    }
    double off = a == b ? 0 : fabs(a - b) / peak;
    raise_grade(state, off <= all.bits ? BITS : NUMBERS, where, what);
    if (off > state->worst || !*state->where) {
        state->worst = off;
        read_place(where, true, state->where, PATH / 2);
        size_t length = strlen(state->where);
        snprintf(state->where + length, sizeof state->where - length, ": %s", what);
    }
}

/* ---- tables ---- */

struct table {
    char *text;
    size_t columns, rows;
    char **cells; /* the header first */
};

static char *read_text(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    char *text = NULL;
    size_t size = 0;
    if (getdelim(&text, &size, '\0', file) < 0)
        text = copy("");
    fclose(file);
    return text;
}

static void read_table(const char *path, struct table *table) {
    *table = (struct table){.text = read_text(path)};
    if (!table->text)
        return;
    size_t count = 0;
    char *cell = table->text;
    bool quoted = false;
    for (char *c = table->text; *c; c++) {
        quoted ^= *c == '"';
        if (quoted || (*c != ',' && *c != '\n'))
            continue;
        if (*c == '\n' && !table->columns)
            table->columns = count + 1;
        *c = '\0';
        table->cells = grow(table->cells, count, sizeof *table->cells);
        table->cells[count++] = cell;
        cell = c + 1;
    }
    table->rows = table->columns ? count / table->columns : 0;
}

static void free_table(struct table *table) {
    free(table->cells);
    free(table->text);
}

static size_t column_of(const struct table *table, const char *name) {
    size_t i = 0;
    while (i < table->columns && strcmp(table->cells[i], name) != 0)
        i++;
    return i;
}

/* Columns that share a scale: the energies, the components of a vector. */
static size_t family_length(const char *name) {
    size_t length = strcspn(name, "_");
    if (strncmp(name, "E_", 2) == 0)
        return 2;
    bool component = length >= 2 && length <= 3 && strchr("nst", name[length - 1]);
    return component && strchr("uvfmaw", name[0]) ? length - 1 : 0;
}

static bool same_family(const char *a, const char *b) {
    size_t length = family_length(a);
    if (length == 0 || length != family_length(b))
        return strcmp(a, b) == 0;
    return strncmp(a, b, length) == 0;
}

static double column_peak(const struct table *table, size_t column) {
    double peak = 0, value;
    for (size_t row = 1; row < table->rows; row++)
        if (is_number(table->cells[row * table->columns + column], &value) && fabs(value) > peak)
            peak = fabs(value);
    return peak;
}

static double family_peak(const struct table *table, const char *name) {
    double peak = 0;
    for (size_t i = 0; i < table->columns; i++)
        if (same_family(name, table->cells[i]))
            peak = fmax(peak, column_peak(table, i));
    return peak;
}

static void compare_cells(struct file_state *state, const char *a, const char *b, double peak,
                          const char *where) {
    double x, y;
    if (strcmp(a, b) == 0)
        return;
    if (is_number(a, &x) && is_number(b, &y)) {
        compare_numbers(state, x, y, peak, where);
        return;
    }
    char what[256];
    snprintf(what, sizeof what, "%s, %s", a, b);
    raise_grade(state, VERDICT, where, what);
}

static void compare_column(struct file_state *state, const struct table *a, const struct table *b,
                           size_t i, size_t j) {
    const char *name = a->cells[i];
    double peak = fmax(family_peak(a, name), family_peak(b, name));
    for (size_t row = 1; row < a->rows && row < b->rows; row++) {
        char where[128];
        snprintf(where, sizeof where, "%s, row %zu", name, row);
        compare_cells(state, a->cells[row * a->columns + i], b->cells[row * b->columns + j], peak,
                      where);
    }
}

static void compare_tables(struct file_state *state, const char *path_a, const char *path_b) {
    struct table a, b;
    read_table(path_a, &a);
    read_table(path_b, &b);
    char what[64];
    snprintf(what, sizeof what, "%zu, %zu", a.rows, b.rows);
    if (a.rows != b.rows)
        raise_grade(state, VERDICT, "rows", what);
    for (size_t i = 0; i < a.columns; i++) {
        size_t j = column_of(&b, a.cells[i]);
        if (j < b.columns)
            compare_column(state, &a, &b, i, j);
        else
            only_in(0, a.cells[i], state->name);
    }
    for (size_t j = 0; j < b.columns; j++)
        if (column_of(&a, b.cells[j]) == a.columns)
            only_in(1, b.cells[j], state->name);
    free_table(&a);
    free_table(&b);
}

/* ---- documents ---- */

/* What says which build and which machine. A sweep is another one by another compiler. */
static bool is_of_build(const char *place, const char *key) {
    static const char *const keys[] = {"version", "compiler", "gsl", "seconds", "format"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(key, keys[i]) == 0)
            return true;
    return strcmp(place, "provenance.place") == 0 || strcmp(place, "provenance.sweep") == 0;
}

static bool is_verdict(const char *key) {
    static const char *const keys[] = {"status", "ended_by", "name", "best", "at_bound"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(key, keys[i]) == 0)
            return true;
    return false;
}

/* Numbers of an object that share a scale: a value, what it is held against, and its error. */
static bool of_one_scale(const char *a, const char *b) {
    static const char *const keys[] = {"value", "expected", "error", "tolerance", "bound"};
    int found = 0;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        found += (strcmp(a, keys[i]) == 0) + (strcmp(b, keys[i]) == 0);
    return found == 2 || same_family(a, b);
}

static double object_peak(const json_t *object, const char *key) {
    double peak = 0;
    const char *other;
    json_t *value;
    /* The library's own macro casts away const. */
    json_object_foreach((json_t *)object, other,
                        value) if (json_is_number(value) && of_one_scale(key, other)) peak =
        fmax(peak, fabs(json_number_value(value)));
    return strcmp(key, "energy_residual_rel") == 0 ? 1 : peak;
}

static double array_peak(const json_t *array) {
    double peak = 0;
    for (size_t i = 0; i < json_array_size(array); i++)
        peak = fmax(peak, fabs(json_number_value(json_array_get(array, i))));
    return peak;
}

static void brief(const json_t *value, char *text, size_t size) {
    char *whole = value ? json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
    snprintf(text, size, "%.100s", whole ? whole : "nothing");
    free(whole);
}

static void say_changed(struct file_state *state, enum grade grade, const json_t *a,
                        const json_t *b, const char *where) {
    char texts[2][128], what[300];
    brief(a, texts[0], sizeof texts[0]);
    brief(b, texts[1], sizeof texts[1]);
    snprintf(what, sizeof what, "%s -> %s", texts[0], texts[1]);
    raise_grade(state, grade, where, what);
}

static void compare_values(struct file_state *state, const json_t *a, const json_t *b, double peak,
                           const char *where);

/* The place of a part of WHERE. */
static void place(char *text, size_t size, const char *where, const char *key) {
    snprintf(text, size, "%.600s%s%.400s", where, *where ? "." : "", key);
}

static void compare_objects(struct file_state *state, const json_t *a, const json_t *b,
                            const char *where) {
    char below[PATH];
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)a, key, value) {
        const json_t *other = json_object_get(b, key);
        place(below, sizeof below, where, key);
        if (is_of_build(below, key))
            continue;
        if (!other)
            only_in(0, below, state->name);
        else
            compare_values(state, value, other, fmax(object_peak(a, key), object_peak(b, key)),
                           below);
    }
    json_object_foreach((json_t *)b, key, value) {
        place(below, sizeof below, where, key);
        if (!json_object_get(a, key) && !is_of_build(below, key))
            only_in(1, below, state->name);
    }
}

/* What an element of a list is called, if it has a name. */
static const char *name_of(const json_t *element) {
    const char *name = json_string_value(json_object_get(element, "name"));
    return name ? name : json_string_value(json_object_get(element, "text"));
}

static size_t find_named(const json_t *array, const char *name, size_t *count) {
    size_t found = json_array_size(array);
    *count = 0;
    for (size_t i = json_array_size(array); i-- > 0;) {
        const char *other = name_of(json_array_get(array, i));
        if (other && strcmp(name, other) == 0) {
            found = i;
            ++*count;
        }
    }
    return found;
}

static bool are_named(const json_t *array) {
    for (size_t i = 0; i < json_array_size(array); i++) {
        const char *name = name_of(json_array_get(array, i));
        size_t count = 0;
        if (!name || (find_named(array, name, &count), count != 1))
            return false;
    }
    return true;
}

static void compare_named(struct file_state *state, const json_t *a, const json_t *b,
                          const char *where) {
    char below[PATH], name[PATH];
    size_t count;
    for (size_t i = 0; i < json_array_size(a); i++) {
        const json_t *element = json_array_get(a, i);
        size_t j = find_named(b, name_of(element), &count);
        snprintf(name, sizeof name, "%c%.390s%c", OPEN, name_of(element), SHUT);
        place(below, sizeof below, where, name);
        if (j < json_array_size(b))
            compare_values(state, element, json_array_get(b, j), 0, below);
        else
            only_in(0, below, state->name);
    }
    for (size_t j = 0; j < json_array_size(b); j++) {
        const char *element = name_of(json_array_get(b, j));
        snprintf(name, sizeof name, "%c%.390s%c", OPEN, element, SHUT);
        place(below, sizeof below, where, name);
        if (find_named(a, element, &count) == json_array_size(a))
            only_in(1, below, state->name);
    }
}

static void compare_arrays(struct file_state *state, const json_t *a, const json_t *b,
                           const char *where) {
    if (are_named(a) && are_named(b)) {
        compare_named(state, a, b, where);
        return;
    }
    size_t sizes[2] = {json_array_size(a), json_array_size(b)};
    char text[PATH];
    snprintf(text, sizeof text, "%zu -> %zu elements", sizes[0], sizes[1]);
    if (sizes[0] != sizes[1])
        raise_grade(state, VERDICT, where, text);
    for (size_t i = 0; i < sizes[0] && i < sizes[1]; i++) {
        snprintf(text, sizeof text, "%.900s.%c%zu%c", where, OPEN, i, SHUT);
        compare_values(state, json_array_get(a, i), json_array_get(b, i),
                       fmax(array_peak(a), array_peak(b)), text);
    }
}

static void compare_values(struct file_state *state, const json_t *a, const json_t *b, double peak,
                           const char *where) {
    if (json_is_number(a) && json_is_number(b))
        compare_numbers(state, json_number_value(a), json_number_value(b), peak, where);
    else if (json_typeof(a) != json_typeof(b))
        say_changed(state, VERDICT, a, b, where);
    else if (json_is_object(a))
        compare_objects(state, a, b, where);
    else if (json_is_array(a))
        compare_arrays(state, a, b, where);
    else if (json_is_string(a) && strcmp(json_string_value(a), json_string_value(b)) != 0) {
        const char *key = strrchr(where, '.');
        say_changed(state, is_verdict(key ? key + 1 : where) ? VERDICT : TEXT, a, b, where);
    }
}

static json_t *read_document(const char *path, struct file_state *state) {
    json_error_t error;
    json_t *document = json_load_file(path, JSON_DECODE_INT_AS_REAL | JSON_DECODE_ANY, &error);
    if (!document)
        raise_grade(state, VERDICT, path, error.text);
    return document;
}

static void compare_documents(struct file_state *state, const char *path_a, const char *path_b) {
    json_t *a = read_document(path_a, state);
    json_t *b = read_document(path_b, state);
    if (a && b)
        compare_values(state, a, b, 1, "");
    json_decref(a);
    json_decref(b);
}

/* ---- files ---- */

static void compare_texts(struct file_state *state, const char *path_a, const char *path_b,
                          enum grade grade) {
    char *a = read_text(path_a), *b = read_text(path_b);
    size_t at = 0;
    while (a && b && a[at] && a[at] == b[at])
        at++;
    if (a && b && a[at] != b[at]) {
        while (at > 0 && a[at - 1] != '\n')
            at--;
        char what[256];
        snprintf(what, sizeof what, "%.*s -> %.*s", (int)fmin(100, (double)strcspn(a + at, "\n")),
                 a + at, (int)fmin(100, (double)strcspn(b + at, "\n")), b + at);
        raise_grade(state, grade, grade == VERDICT ? "exit code" : "line", what);
    }
    free(a);
    free(b);
}

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text), size = strlen(end);
    return length >= size && strcmp(text + length - size, end) == 0;
}

static void count_file(const struct file_state *state) {
    all.of_grade[state->grade]++;
    if (state->shown > all.shown)
        printf("%10s ... and %d more\n", "", state->shown - all.shown);
    if (*state->where)
        printf("%-10s %s: %.2g of the peak at %s\n",
               state->worst <= all.bits ? "last bits" : "numbers", state->name, state->worst,
               state->where);
    if (*state->where && (state->worst > all.worst || !*all.worst_at)) {
        all.worst = state->worst;
        snprintf(all.worst_at, sizeof all.worst_at, "%s: %s", state->name, state->where);
    }
}

static void compare_files(const char *name) {
    char paths[2][PATH];
    struct file_state state = {.name = name};
    for (int i = 0; i < 2; i++)
        snprintf(paths[i], PATH, "%s/%s", all.side[i], name);
    if (ends_with(name, ".csv"))
        compare_tables(&state, paths[0], paths[1]);
    else if (ends_with(name, ".json"))
        compare_documents(&state, paths[0], paths[1]);
    else
        compare_texts(&state, paths[0], paths[1], ends_with(name, "exit.txt") ? VERDICT : TEXT);
    count_file(&state);
}

static int take_file(const char *path, const struct stat *status, int kind, struct FTW *walk) {
    (void)status, (void)walk;
    if (kind != FTW_F)
        return 0;
    all.files = grow(all.files, all.file_count, sizeof *all.files);
    all.files[all.file_count++] = copy(path + strlen(all.side[0]) + 1);
    return 0;
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The files of both sides, in order; each side's alone are noted. */
static size_t list_files(void) {
    const char *first = all.side[0];
    nftw(first, take_file, 16, FTW_PHYS);
    size_t of_first = all.file_count;
    all.side[0] = all.side[1];
    nftw(all.side[1], take_file, 16, FTW_PHYS);
    all.side[0] = first;
    size_t of_second = all.file_count - of_first, both = 0;
    qsort(all.files, of_first, sizeof *all.files, by_name);
    qsort(all.files + of_first, of_second, sizeof *all.files, by_name);
    size_t i = 0, j = of_first;
    while (i < of_first || j < all.file_count) {
        int order = i == of_first         ? 1
                    : j == all.file_count ? -1
                                          : strcmp(all.files[i], all.files[j]);
        if (order == 0)
            all.files[both++] = all.files[i];
        else
            only_in(order > 0, "the file", all.files[order > 0 ? j : i]);
        i += order <= 0;
        j += order >= 0;
    }
    return both;
}

static bool differs(void) {
    for (int grade = (int)all.least; grade < GRADES; grade++)
        if (all.of_grade[grade])
            return true;
    return all.alone_count > 0;
}

static void summarise(size_t both) {
    for (size_t i = 0; i < all.alone_count; i++)
        printf("only in %s: %s (%d, first %s)\n", all.side[all.alone[i].side], all.alone[i].key,
               all.alone[i].count, all.alone[i].file);
    printf("%zu files:", both);
    for (int grade = 0; grade < GRADES; grade++)
        printf(" %zu %s%s", all.of_grade[grade], grade_names[grade],
               grade + 1 < GRADES ? "," : "\n");
    if (*all.worst_at)
        printf("largest difference %.2g of the peak: %s\n", all.worst, all.worst_at);
}

int main(int count, char **arguments) {
    for (int i = 3; i < count; i++)
        if (strcmp(arguments[i], "--all") == 0)
            all.shown = 1000000;
        else if (strncmp(arguments[i], "--bits=", 7) == 0)
            all.bits = strtod(arguments[i] + 7, NULL);
        else if (strcmp(arguments[i], "--rounding") == 0)
            all.least = NUMBERS;
        else
            count = 0;
    if (count < 3) {
        fputs("usage: dump_compare A B [--all] [--bits=TOLERANCE] [--rounding]\n", stderr);
        return 2;
    }
    all.side[0] = arguments[1];
    all.side[1] = arguments[2];
    size_t both = list_files();
    for (size_t i = 0; i < both; i++)
        compare_files(all.files[i]);
    summarise(both);
    return both == 0 ? 2 : differs();
}

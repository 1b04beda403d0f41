/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reading/mapping.h"

#include "base/arena.h"
#include "base/field.h"
#include "formula/expr.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MOST = 64, NAMES_MOST = 32 }; /* mapped; in one formula */

static const char *const places[] = {"t",  "un", "us", "ut", "an", "as", "at", "vn", "vs", "vt",
                                     "wn", "ws", "wt", "fn", "fs", "ft", "mn", "ms", "mt"};
static const char *const computed[] = {"E_work", "E_contact", "E_residual"};
enum { PLACES = sizeof places / sizeof *places, COMPUTED = sizeof computed / sizeof *computed };

const char *lt_mapping_unit(const char *name) {
    static const char *const units[] = {"m", "rad", "m/s", "rad/s", "N", "N m"};
    for (size_t i = 0; i < PLACES; i++)
        if (strcmp(places[i], name) == 0)
            return i == 0 ? "s" : units[(i - 1) / 3];
    for (size_t i = 0; i < COMPUTED; i++)
        if (strcmp(computed[i], name) == 0)
            return NULL;
    return strncmp(name, "E_", 2) == 0 && lt_names_possible(name) ? "J" : NULL;
}

/* ---- A formula over columns ------------------------------------------------------------------ */

/* A formula under way: its text in the words of lt_formula_read, as long as the user's, and what
 * the names in it are. */
struct draft {
    struct lt_columns *table;
    struct lt_arena *arena;
    struct lt_errors *errors;
    const struct lt_source *source;
    char *text; /* names quoted and units in brackets are blanked out */
    size_t count;
    const char *names[NAMES_MOST];
    long columns[NAMES_MOST]; /* -1: the number of the row */
    const char *units[NAMES_MOST];
    bool calls; /* it has a function, a power or a quotient: its unit cannot be told */
};

static struct lt_mark draft_mark(const struct draft *d, const char *at) {
    return lt_mark_at(d->source, (size_t)(at - d->source->text));
}

/* "[mm]" behind a name: its end; *unit: what it says, "" if there is none. */
static const char *take_unit(struct draft *d, const char *at, const char *end, const char **unit) {
    const char *close = at < end && *at == '[' ? memchr(at, ']', (size_t)(end - at)) : NULL;
    *unit = close ? lt_arena_copy(d->arena, at + 1, (size_t)(close - at - 1)) : "";
    return close ? close + 1 : at;
}

static void no_such_column(struct draft *d, const char *at, const char *name) {
    lt_errors_add(d->errors, draft_mark(d, at), "'%s' has no column '%s'%s", d->table->path, name,
                  lt_columns_hint(d->table, name, d->errors));
}

/* The name as formulas may have it: of the same length, which with quotes is at least 3, and of no
 * other column. */
static const char *possible_name(struct draft *d, char *text, const char *name, size_t length) {
    const bool quoted = strlen(name) < length;
    for (size_t i = 0; i < length; i++)
        text[i] = isalnum((unsigned char)text[i]) ? text[i] : '_';
    if (quoted) {
        text[0] = 'q';
        text[1] = (char)('a' + d->count % 26);
        text[2] = (char)('a' + d->count / 26);
    }
    const char *possible = lt_arena_copy(d->arena, text, length);
    while (quoted && text[2] < 'z' && lt_columns_find(d->table, possible) >= 0) {
        text[2]++;
        possible = lt_arena_copy(d->arena, text, length);
    }
    return possible;
}

/* A column that the formula names from AT on; the text behind the name and its unit. */
static const char *take_name(struct draft *d, const char *at, const char *end) {
    const bool quoted = *at == '\'';
    const char *stop = at + 1;
    while (stop < end && (quoted ? *stop != '\'' : isalnum((unsigned char)*stop) || *stop == '_'))
        stop++;
    const char *name = lt_arena_copy(d->arena, at + quoted, (size_t)(stop - at) - quoted), *unit;
    if (quoted && stop == end) {
        lt_errors_add(d->errors, draft_mark(d, at), "this quote is not closed");
        return end;
    }
    stop += quoted && stop < end;
    const char *behind = take_unit(d, stop, end, &unit);
    const long column = lt_columns_find(d->table, name);
    const bool row = column < 0 && strcmp(name, "row") == 0;
    if (column < 0 && !row && !quoted && lt_formula_is_function(name)) {
        d->calls = true;
        return stop;
    }
    if (column < 0 && !row)
        no_such_column(d, at, name);
    if ((column < 0 && !row) || d->count == NAMES_MOST)
        return behind;
    char *text = d->text + (at - d->source->text);
    d->names[d->count] = possible_name(d, text, name, (size_t)(stop - at));
    memset(text + (stop - at), ' ', (size_t)(behind - stop));
    d->columns[d->count] = column;
    d->units[d->count++] = unit;
    return behind;
}

/* Does the user say which way is positive? "-F", "+F", "F*-1". */
static bool has_sign(const char *text, const char *end) {
    for (const char *at = text; at < end; at++)
        if (strchr("+-", *at) && (at == text || at[-1] == '*'))
            return true;
    return false;
}

static void take_names(struct draft *d, const char *text, const char *end) {
    for (const char *at = text; at < end;) {
        d->calls |= *at == '^' || *at == '/';
        if (isdigit((unsigned char)*at)) {
            char *stop;
            strtod(at, &stop);
            at = stop > at ? stop : at + 1;
        } else if (isalpha((unsigned char)*at) || *at == '_' || *at == '\'') {
            at = take_name(d, at, end);
        } else {
            at++;
        }
    }
}

/* The factor that brings a name's column to SI; a column has its unit in the header, or here. */
static bool find_factor(struct draft *d, size_t i, const char *wanted, struct lt_mark mark,
                        double *factor) {
    char why[400];
    *factor = 1;
    if (d->columns[i] < 0)
        return true;
    const size_t column = (size_t)d->columns[i];
    const char *header = lt_columns_unit(d->table, column);
    if (*d->units[i] && *header) {
        lt_errors_add(d->errors, mark, "column '%s' has its unit in the header already",
                      d->table->names[column]);
        return false;
    }
    if (!lt_columns_usable(d->table, column, wanted, d->errors))
        return false;
    if (lt_field_factor(d->units[i], wanted, factor, why, sizeof why))
        return true;
    lt_errors_add(d->errors, mark, "%s: %s", d->table->names[column], why);
    return false;
}

static bool evaluate_rows(struct draft *d, const struct lt_formula *formula,
                          const struct lt_names *names, const double *factors,
                          struct lt_mapping *m) {
    struct lt_expr *expr = lt_expr_new();
    double *values = lt_arena_get(d->arena, names->slots * sizeof *values);
    bool ok = true;
    for (size_t row = 0; row < d->table->rows && ok; row++) {
        char why[256] = "not finite";
        bool known = true;
        for (size_t i = 0; i < d->count; i++) {
            const double *cells = d->table->cells + row * d->table->columns;
            double x = d->columns[i] < 0 ? (double)row : cells[d->columns[i]] * factors[i];
            values[names->lets + i] = x;
            known &= !isnan(x);
        }
        m->values[row] = NAN;
        ok = !known || (lt_expr_number(expr, formula, values, &m->values[row], why, sizeof why) &&
                        isfinite(m->values[row]));
        if (!ok)
            lt_errors_add(d->errors, lt_columns_mark(d->table, row, d->errors),
                          "%s = %s: %s in this row", m->name, m->text, why);
    }
    lt_expr_free(expr);
    return ok;
}

/* Work a mapping out whose formula is TEXT up to END. */
static bool evaluate_mapping(struct draft *d, const char *text, const char *end,
                             struct lt_mapping *m) {
    const size_t failures = d->errors->failures;
    const char *unit = lt_mapping_unit(m->name);
    double factors[NAMES_MOST];
    d->text = lt_arena_copy(d->arena, d->source->text, (size_t)(end - d->source->text));
    take_names(d, text, end);
    for (size_t i = 0; i < d->count && d->errors->failures == failures; i++)
        find_factor(d, i,
                    d->count == 1 && !d->calls && d->columns[0] >= 0 &&
                            (*d->units[0] || *lt_columns_unit(d->table, (size_t)d->columns[0]))
                        ? unit
                        : "",
                    m->mark, &factors[i]);
    if (d->errors->failures > failures)
        return false;
    struct lt_names *all = lt_names_new(NULL, d->names, d->count, NULL, 0, d->arena);
    const struct lt_names names = lt_names_in(all, LT_SCOPE_LET);
    const char *plus = d->text + (text - d->source->text);
    const bool skips = *plus == '+'; /* "+F" is how a user says that F has our sign */
    struct lt_formula *formula = lt_formula_read(plus + skips, draft_mark(d, text + skips), m->name,
                                                 LT_FORMULA_NUMBER, &names, d->arena, d->errors);
    m->values = lt_arena_get(d->arena, (d->table->rows + 1) * sizeof *m->values);
    return formula && evaluate_rows(d, formula, &names, factors, m);
}

/* ---- The list -------------------------------------------------------------------------------- */

struct list {
    struct lt_columns *table;
    struct lt_arena *arena;
    struct lt_errors *errors;
    const struct lt_source *source;
    size_t count, place; /* of columns without names: the last one that was given a name */
    struct lt_mapping *all;
};

static bool is_mapped(const struct list *l, const char *name) {
    for (size_t i = 0; i < l->count; i++)
        if (strcmp(l->all[i].name, name) == 0)
            return true;
    return false;
}

/* The end of an item: a comma outside of quotes and brackets. */
static const char *end_of_item(const char *at) {
    bool quoted = false;
    int depth = 0;
    for (; *at && (quoted || depth > 0 || *at != ','); at++) {
        quoted ^= *at == '\'';
        depth += !quoted && strchr("([", *at) ? 1 : !quoted && strchr(")]", *at) ? -1 : 0;
    }
    return at;
}

static bool fail_item(const struct list *l, const char *at, const char *format, const char *word,
                      const char *hint) {
    lt_errors_add(l->errors, lt_mark_at(l->source, (size_t)(at - l->source->text)), format, word,
                  hint);
    return false;
}

static void add_mapping(struct list *l, const char *name, const char *text, const char *end) {
    while (text < end && *text == ' ')
        text++;
    while (end > text && end[-1] == ' ')
        end--;
    struct lt_mapping *m = &l->all[l->count++];
    *m = (struct lt_mapping){.name = name,
                             .text = lt_arena_copy(l->arena, text, (size_t)(end - text)),
                             .mark = lt_mark_at(l->source, (size_t)(text - l->source->text)),
                             .signs = has_sign(text, end)};
    struct draft *d = lt_arena_get(l->arena, sizeof *d);
    *d = (struct draft){
        .table = l->table, .arena = l->arena, .errors = l->errors, .source = l->source};
    if (text == end)
        fail_item(l, text, "%s: no formula%s", name, "");
    else
        evaluate_mapping(d, text, end, m);
}

static bool is_new(const struct list *l, const char *at, const char *name) {
    if (!lt_mapping_unit(name))
        return fail_item(l, at,
                         strncmp(name, "E_", 2) == 0
                             ? "'%s' is computed, not read; E_strain, E_kinetic and losses may be"
                             : "'%s' is no column that a run has%s",
                         name, lt_errors_hint(l->errors, name, places, PLACES));
    if (is_mapped(l, name) || l->count == COLUMNS_MOST)
        return fail_item(l, at, "'%s' is given twice%s", name, "");
    return true;
}

/* "un" or "-un[mm]" up to END, of a table without names: its next column; "" or "-": nobody's. */
static bool read_place(struct list *l, const char *at, const char *end) {
    const bool signs = at < end && (*at == '-' || *at == '+');
    const char *begin = at + signs, *unit = begin;
    while (unit < end && *unit != '[' && *unit != ' ')
        unit++;
    const char *name = lt_arena_copy(l->arena, begin, (size_t)(unit - begin));
    l->place++;
    if (!*name)
        return true;
    if (l->place > l->table->columns)
        return fail_item(l, at, "'%s' is beyond the columns of '%s'", name, l->table->path);
    if (!is_new(l, at, name))
        return false;
    const struct lt_source *said = l->source;
    struct lt_source *source = lt_arena_get(l->arena, sizeof *source);
    const char *text =
        lt_arena_print(l->arena, "%.*sc%zu%.*s", (int)signs, at, l->place, (int)(end - unit), unit);
    *source = (struct lt_source){
        .name = "--columns", .text = text, .length = strlen(text), .argument = true};
    l->source = source;
    add_mapping(l, name, text, text + strlen(text));
    l->source = said;
    return true;
}

/* "un=-overlap[mm]" up to END. */
static bool read_item(struct list *l, const char *at, const char *end) {
    while (at < end && *at == ' ')
        at++;
    const char *equals = memchr(at, '=', (size_t)(end - at)), *stop = equals;
    if (!equals && l->table->bare) /* a table without names: the next column is this one */
        return read_place(l, at, end);
    if (!equals)
        return fail_item(l, at, "expected NAME=FORMULA, such as un=-overlap[mm]%s%s", "", "");
    while (stop > at && stop[-1] == ' ')
        stop--;
    const char *name = lt_arena_copy(l->arena, at, (size_t)(stop - at));
    if (!is_new(l, at, name))
        return false;
    add_mapping(l, name, equals + 1, end);
    return true;
}

/* Columns of the table that are called as ours are. */
static void take_own_names(struct list *l) {
    for (size_t i = 0; i < PLACES && l->count < COLUMNS_MOST; i++) {
        if (is_mapped(l, places[i]) || lt_columns_find(l->table, places[i]) < 0)
            continue;
        struct lt_source *source = lt_arena_get(l->arena, sizeof *source);
        *source = (struct lt_source){.name = lt_arena_print(l->arena, "%s", l->table->path),
                                     .text = places[i],
                                     .length = strlen(places[i]),
                                     .argument = true};
        l->source = source;
        add_mapping(l, places[i], source->text, source->text + source->length);
        l->all[l->count - 1].named = true;
    }
}

struct lt_mapping *lt_mapping_read(struct lt_columns *table, const char *const *options,
                                   size_t n_options, size_t *count, struct lt_arena *arena,
                                   struct lt_errors *errors) {
    struct list l = {.table = table,
                     .arena = arena,
                     .errors = errors,
                     .all = lt_arena_get(arena, COLUMNS_MOST * sizeof *l.all)};
    const size_t failures = errors->failures;
    for (size_t i = 0; i < n_options; i++) {
        struct lt_source *source = lt_arena_get(arena, sizeof *source);
        *source = (struct lt_source){.name = "--columns",
                                     .text = options[i],
                                     .length = strlen(options[i]),
                                     .argument = true};
        l.source = source;
        for (const char *at = options[i]; *at;) {
            const char *end = end_of_item(at);
            read_item(&l, at, end);
            at = end + (*end == ',');
        }
    }
    take_own_names(&l);
    *count = l.count;
    return errors->failures > failures ? NULL : l.all;
}

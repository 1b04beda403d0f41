/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formula/rows.h"

#include "base/arena.h"
#include "base/field.h"
#include "formula/expr.h"
#include "formula/names.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_MOST = 32 }; /* in one formula */

/* ---- Names in a formula      ------------------------------------------------------------------
 */

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
    bool calls; /* the formula has a function, a power or a quotient: its unit is unknown */
};

/* The place (line and column) of AT in the source, for error messages. */
static struct lt_mark draft_mark(const struct draft *d, const char *at) {
    return lt_mark_at(d->source, (size_t)(at - d->source->text));
}

/* Reads a unit "[mm]" that may stand at AT after a name, before END. Returns its end, or AT if
 * there is none; *unit is its text, "" if there is none. */
static const char *take_unit(struct draft *d, const char *at, const char *end, const char **unit) {
    const char *close = at < end && *at == '[' ? memchr(at, ']', (size_t)(end - at)) : NULL;
    *unit = close ? lt_arena_copy(d->arena, at + 1, (size_t)(close - at - 1)) : "";
    return close ? close + 1 : at;
}

/* Reports the NAME, at AT, of a column that the table has not, with the nearest one. */
static void no_such_column(struct draft *d, const char *at, const char *name) {
    lt_errors_add(d->errors, draft_mark(d, at), "'%s' has no column '%s'%s", d->table->path, name,
                  lt_columns_hint(d->table, name, d->errors));
}

/* Turns a name in a formula of a table into one that formulas can have, in the same LENGTH, so
 * that places in error messages stay right: a quoted one, of at least 3 characters, becomes "qaa",
 * and none is that of another column. Changes TEXT in place, and returns a copy. */
static const char *possible_name(struct draft *d, char *text, const char *name, size_t length) {
    const bool quoted = strlen(name) < length || strpbrk(name, "#[");
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

/* The end of a name with a number, such as "Depth#2", or "c_1[2]" if there is such a column. AT,
 * STOP: begin and end of the name without the number. */
static const char *behind_number(const struct draft *d, const char *at, const char *stop,
                                 const char *end) {
    const char mark = stop < end ? *stop : '\0', *behind = stop + 1;
    while ((mark == '#' || mark == '[') && behind < end && isdigit((unsigned char)*behind))
        behind++;
    if ((mark != '#' && mark != '[') || behind == stop + 1)
        return stop;
    if (mark == '[' && (behind == end || *behind++ != ']'))
        return stop;
    const char *name = lt_arena_copy(d->arena, at, (size_t)(behind - at));
    return mark == '#' || lt_columns_find(d->table, name) >= 0 ? behind : stop;
}

/* Reads the name of a column at AT, which may be quoted and may have a number or a unit, and lists
 * it. Returns the text behind it; END if it is wrong. */
static const char *take_name(struct draft *d, const char *at, const char *end) {
    const bool quoted = *at == '\'';
    const char *stop = at + 1;
    while (stop < end && (quoted ? *stop != '\'' : isalnum((unsigned char)*stop) || *stop == '_'))
        stop++;
    if (!quoted)
        stop = behind_number(d, at, stop, end);
    const char *name = lt_arena_copy(d->arena, at + quoted, (size_t)(stop - at) - quoted), *unit;
    if (quoted && stop == end) {
        lt_errors_add(d->errors, draft_mark(d, at), "this quote is not closed");
        return end;
    }
    stop += quoted && stop < end;
    if (!quoted &&
        (strcmp(name, "and") == 0 || strcmp(name, "or") == 0 || strcmp(name, "not") == 0))
        return stop;
    /* A name that is no column may be 'row', a function, or an error. */
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
    /* In the text for the reader of formulas the column gets a possible name, and its unit
     * becomes blanks of the same width, so that places in messages stay right. */
    char *text = d->text + (at - d->source->text);
    d->names[d->count] = possible_name(d, text, name, (size_t)(stop - at));
    memset(text + (stop - at), ' ', (size_t)(behind - stop));
    d->columns[d->count] = column;
    d->units[d->count++] = unit;
    return behind;
}

/* Finds all names of columns in a formula of a table, and whether it has powers or quotients,
 * which change units. */
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

/* Finds the *factor that brings the column of name I to SI units; the column has its unit in the
 * header, or here behind the name. False if there is an error. */
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

/* Evaluates a formula in each row of the table, with the columns multiplied by FACTORS. NAN where
 * a cell is missing; false after an error. */
static bool evaluate_rows(struct draft *d, const struct lt_formula *formula,
                          const struct lt_names *names, const double *factors,
                          const struct lt_rows_formula *of, double *result) {
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
        result[row] = NAN;
        ok = !known || (lt_expr_number(expr, formula, values, &result[row], why, sizeof why) &&
                        isfinite(result[row]));
        if (!ok)
            lt_errors_add(d->errors, lt_columns_mark(d->table, row, d->errors),
                          "%s = %.*s: %s in this row", of->name, (int)(of->end - of->text),
                          of->text, why);
    }
    lt_expr_free(expr);
    return ok;
}

/* The values, in SI units, of a formula of columns in each row of TABLE, in ARENA; NULL if it has
 * errors, which are reported. */
double *lt_rows_values(struct lt_columns *table, const struct lt_rows_formula *of,
                       struct lt_arena *arena, struct lt_errors *errors) {
    const size_t failures = errors->failures;
    struct draft *d = lt_arena_get(arena, sizeof *d);
    *d = (struct draft){.table = table, .arena = arena, .errors = errors, .source = of->source};
    d->text = lt_arena_copy(arena, of->source->text, (size_t)(of->end - of->source->text));
    take_names(d, of->text, of->end);
    if (!lt_columns_fits(table, 2, errors)) /* these, and which rows are kept */
        return NULL;
    double factors[NAMES_MOST], *values = lt_arena_get(arena, (table->rows + 1) * sizeof *values);
    for (size_t i = 0; i < d->count && errors->failures == failures; i++)
        find_factor(d, i,
                    of->unit && d->count == 1 && !d->calls && d->columns[0] >= 0 &&
                            (*d->units[0] || *lt_columns_unit(table, (size_t)d->columns[0]))
                        ? of->unit
                        : "",
                    draft_mark(d, of->text), &factors[i]);
    if (errors->failures > failures)
        return NULL;
    struct lt_names *all = lt_names_new(NULL, d->names, d->count, NULL, 0, arena);
    const struct lt_names names = lt_names_in(all, LT_SCOPE_LET);
    const char *plus = d->text + (of->text - of->source->text);
    const bool skips = *plus == '+'; /* "+F" is how a user says that F has our sign */
    struct lt_formula *formula = lt_formula_read(plus + skips, draft_mark(d, of->text + skips),
                                                 of->name, of->kind, &names, arena, errors);
    return formula && evaluate_rows(d, formula, &names, factors, of, values) ? values : NULL;
}

/* Evaluates a formula given as TEXT alone, such as an option of the command line, called WHAT in
 * messages; otherwise like lt_rows_values(). */
double *lt_rows_values_of(struct lt_columns *table, const char *what, const char *text,
                          enum lt_formula_kind kind, struct lt_arena *arena,
                          struct lt_errors *errors) {
    struct lt_source *source = lt_arena_get(errors->arena, sizeof *source);
    const size_t length = strlen(text);
    *source = (struct lt_source){.name = what,
                                 .text = lt_arena_copy(errors->arena, text, length),
                                 .length = length,
                                 .argument = true};
    const struct lt_rows_formula formula = {source, source->text, source->text + length,
                                            what,   NULL,         kind};
    return lt_rows_values(table, &formula, arena, errors);
}

/* ---- Tables ---------------------------------------------------------------------------------- */

/* Keeps only the rows for which the condition of the option "where" holds, once. False if it has
 * errors or no row is left. */
bool lt_rows_choose(struct lt_columns *table, const struct lt_columns_how *how,
                    struct lt_errors *errors) {
    if (!how || !how->where || table->chosen)
        return true;
    struct lt_arena *arena = lt_arena_new();
    const double *values =
        lt_rows_values_of(table, "where", how->where, LT_FORMULA_CONDITION, arena, errors);
    bool *keep = lt_arena_get(arena, (table->rows + 1) * sizeof *keep);
    size_t count = 0;
    for (size_t i = 0; values && i < table->rows; i++)
        count += keep[i] = values[i] > 0;
    if (values && count == 0 && table->rows > 0)
        lt_errors_add(errors, lt_columns_head(table, 0, errors), "no row has %s", how->where);
    else if (values)
        lt_columns_keep(table, keep);
    lt_arena_free(arena);
    return values && (count > 0 || table->rows == 0);
}

/* Reads a table and keeps the rows that HOW selects; NULL after an error. PARTS: see
 * lt_columns_read(). */
struct lt_columns *lt_rows_read(const char *path, const struct lt_columns_how *how, bool parts,
                                struct lt_errors *errors) {
    struct lt_columns *table = lt_columns_read(path, how, parts, errors);
    if (!table || lt_rows_choose(table, how, errors))
        return table;
    lt_columns_free(table);
    return NULL;
}

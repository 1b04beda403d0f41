/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reading/mapping.h"

#include "base/arena.h"
#include "formula/names.h"
#include "formula/rows.h"

#include <string.h>

enum { COLUMNS_MOST = 64 }; /* mapped */

static const char *const places[] = {"t",  "un", "us", "ut", "an", "as", "at", "vn", "vs", "vt",
                                     "wn", "ws", "wt", "fn", "fs", "ft", "mn", "ms", "mt"};
static const char *const computed[] = {"E_work", "E_contact", "E_residual"};
enum { PLACES = sizeof places / sizeof *places, COMPUTED = sizeof computed / sizeof *computed };

/* Returns the SI unit of a quantity that a table may give, such as "N" for fn and "J" for E_
 * accounts; NULL if it is unknown or computed, not read. */
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

/* ---- One ------------------------------------------------------------------------------------- */

/* Returns true if the formula from TEXT to END states its sign, as "-F", "+F" or "F*-1" do; then
 * the sign is not guessed. False if it has none. */
static bool has_sign(const char *text, const char *end) {
    for (const char *at = text; at < end; at++)
        if (strchr("+-", *at) && (at == text || at[-1] == '*'))
            return true;
    return false;
}

/* Evaluates the formula from TEXT to END for each row, in the unit of the mapping's quantity, into
 * m->values. Returns true; false, with errors, if that fails. */
static bool evaluate_mapping(const struct lt_source *source, struct lt_columns *table,
                             const char *text, const char *end, struct lt_mapping *m,
                             struct lt_arena *arena, struct lt_errors *errors) {
    const struct lt_rows_formula formula = {
        source, text, end, m->name, lt_mapping_unit(m->name), LT_FORMULA_NUMBER};
    m->values = lt_rows_values(table, &formula, arena, errors);
    return m->values;
}

/* ---- The list -------------------------------------------------------------------------------- */

/* The mappings read so far, and where errors are reported. */
struct list {
    struct lt_columns *table;
    struct lt_arena *arena;
    struct lt_errors *errors;
    const struct lt_source *source;
    size_t count, place; /* of columns without names: the last one that was given a name */
    struct lt_mapping *all;
};

/* Returns true if a mapping for this quantity has been read, false if it is new. */
static bool is_mapped(const struct list *l, const char *name) {
    for (size_t i = 0; i < l->count; i++)
        if (strcmp(l->all[i].name, name) == 0)
            return true;
    return false;
}

/* Returns the end of an item of a list: the next comma outside of quotes and brackets, or the end
 * of the text. */
static const char *end_of_item(const char *at) {
    bool quoted = false;
    int depth = 0;
    for (; *at && (quoted || depth > 0 || *at != ','); at++) {
        quoted ^= *at == '\'';
        depth += !quoted && strchr("([", *at) ? 1 : !quoted && strchr(")]", *at) ? -1 : 0;
    }
    return at;
}

/* Adds an error at the place AT of the option; FORMAT has two %s, for WORD and HINT. Always returns
 * false, for use in a return statement. */
static bool fail_item(const struct list *l, const char *at, const char *format, const char *word,
                      const char *hint) {
    lt_errors_add(l->errors, lt_mark_at(l->source, (size_t)(at - l->source->text)), format, word,
                  hint);
    return false;
}

/* Adds the mapping of NAME to the formula from TEXT to END, without blanks around it, and evaluates
 * it. */
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
    if (text == end)
        fail_item(l, text, "%s: no formula%s", name, "");
    else
        evaluate_mapping(l->source, l->table, text, end, m, l->arena, l->errors);
}

/* Returns true if NAME can be read from a table and is not mapped yet; false, with an error, if
 * not. */
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

/* Reads "un" or "-un[mm]" up to END as the name of the next column of a table without names; "" or
 * "-" skips the column. Returns true; false, with an error, if it is wrong. */
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
    /* The column number N is known to formulas as cN: the item becomes the formula "-cN[mm]". */
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

/* Reads an item such as "un=-overlap[mm]" up to END and adds its mapping. Returns true; false, with
 * an error, if it is wrong. */
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

/* Maps the columns of the table that have lawtester's own names and are not mapped by an option. */
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

/* Reads the mappings of a table from the N_OPTIONS texts of --columns and from the names of its
 * columns. Returns *count of them; NULL, with errors, if one is wrong. */
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
        /* Errors of single items are collected, so that all of them are reported. */
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

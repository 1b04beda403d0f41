/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "program/target.h"

#include "base/arena.h"
#include "base/errors.h"
#include "base/options.h"
#include "base/units.h"
#include "program/vary.h"

#include <stdlib.h>
#include <string.h>

/* The error for a column where a result is needed. */
static const char *column_sentence(const struct lt_name *name, struct lt_arena *arena) {
    return lt_arena_print(arena,
                          "'%s' is a column, not a result; write %s_end for its last value, "
                          "%s_highest or %s_lowest for an extreme",
                          name->name, name->name, name->name, name->name);
}

/* The error for an unknown result: with the nearest result, the end of the nearest column, or all
 * results. */
static const char *unknown_result(const char *word, const struct lt_names *names,
                                  struct lt_arena *arena) {
    const char **near = lt_arena_get(arena, (2 * names->count + 1) * sizeof *near);
    size_t count = 0, columns = 0;
    for (size_t i = 0; i < names->count; i++)
        if (names->list[i].kind == LT_NAME_RESULT || names->list[i].kind == LT_NAME_BAND)
            near[count++] = names->list[i].name;
    for (size_t i = 0; i < names->count; i++)
        if (names->list[i].kind <= LT_NAME_VIEW)
            near[count + columns++] = lt_arena_print(arena, "%s_end", names->list[i].name);
    const char *nearest = lt_errors_nearest(word, near, count);
    if (!nearest)
        nearest = lt_errors_nearest(lt_arena_print(arena, "%s_end", word), near + count, columns);
    return nearest ? lt_arena_print(arena, "unknown result '%s'; did you mean '%s'?", word, nearest)
                   : lt_arena_print(arena, "unknown result '%s'%s", word,
                                    lt_options_list(near, count, arena));
}

/* Reads a number in UNIT, converted to SI; returns what is wrong, or NULL. */
static const char *read_plain_number(const char *text, const char *unit, double *value,
                                     struct lt_arena *arena) {
    char why[256];
    switch (lt_units_read(text, unit[0] ? unit : "1", value, why, sizeof why)) {
    case LT_QUANTITY_OK:
        return NULL;
    case LT_QUANTITY_NOT_A_NUMBER:
        return lt_arena_print(arena, "'%s' is not a number", text);
    case LT_QUANTITY_WRONG:
        break;
    }
    return lt_arena_print(arena, "%s", why);
}

/* True if the interval from LO to HI lies in the range. */
static bool lies_in_range(const struct lt_range *range, double lo, double hi) {
    return (range->above_min ? lo > range->min : lo >= range->min) && hi <= range->max;
}

/* Reads an interval LO:HI into VARY; returns what is wrong, or NULL. */
static const char *read_two_bounds(const char *text, const struct lt_range *range,
                                   struct lt_vary *vary, struct lt_arena *arena) {
    const char *colon = strchr(text, ':'), *unit = range->unit;
    if (!colon || strchr(colon + 1, ':'))
        return lt_arena_print(arena, "'%s' is not a range; write %s=LO:HI", text, vary->name);
    const char *lo = lt_arena_copy(arena, text, (size_t)(colon - text));
    const char *why = read_plain_number(lo, unit, &vary->lo, arena);
    if (!why)
        why = read_plain_number(colon + 1, unit, &vary->hi, arena);
    if (!why && !(vary->lo < vary->hi))
        why = lt_arena_print(arena,
                             "'%s': the lower bound is not below the upper one; write %s=%s:%s",
                             text, vary->name, colon + 1, lo);
    if (!why && !lies_in_range(range, vary->lo, vary->hi))
        why = lt_arena_print(arena, "'%s': the range of %s is %g to %g", text, vary->name,
                             range->min, range->max);
    vary->bounded = true;
    return why;
}

/* Reads a parameter to vary, NAME or NAME=LO:HI, from the command line; returns what is wrong, or
 * NULL. */
const char *lt_target_read_unknown(const char *text, const struct lt_program *program,
                                   struct lt_vary *vary, struct lt_arena *arena) {
    size_t length = strcspn(text, "=");
    *vary = (struct lt_vary){.name = lt_arena_copy(arena, text, length)};
    struct lt_varied varied = lt_vary_find_unknown(program, vary->name, arena);
    vary->target = varied.name;
    if (varied.why || !varied.name)
        return varied.why;
    if (!text[length])
        return lt_vary_place(varied.name)
                   ? lt_arena_print(arena, "'%s' needs a range: %s=LO:HI", vary->name, vary->name)
                   : NULL;
    return read_two_bounds(text + length + 1, &varied.range, vary, arena);
}

/* The length of the value before "±" or "+-", the whole text if there is none; *error: the text
 * after the sign, or NULL. */
static size_t split_uncertain(const char *text, const char **error) {
    const char *sign = strstr(text, "±"), *ascii = strstr(text, "+-");
    *error = sign ? sign + strlen("±") : ascii ? ascii + 2 : NULL;
    if (!*error)
        return strlen(text);
    size_t length = (size_t)((sign ? sign : ascii) - text);
    while (length > 0 && text[length - 1] == ' ')
        length--;
    *error += strspn(*error, " ");
    return length;
}

/* Splits "0.80 +- 0.02 m" into the text of its value and its standard error, in SI units (0:
 * none). Returns what is wrong, or NULL. */
const char *lt_target_split(const char *text, const char *unit, const char **value,
                            double *uncertainty, struct lt_arena *arena) {
    const char *error;
    size_t length = split_uncertain(text, &error);
    *value = lt_arena_copy(arena, text, length);
    *uncertainty = 0;
    if (!error)
        return NULL;
    /* "1 +- 0.1 mm", "1 mm +- 0.1": the unit applies to both. */
    size_t digits = strspn(error, "+-.0123456789eE");
    char *unit_of_value;
    strtod(*value, &unit_of_value);
    unit_of_value += strspn(unit_of_value, " ");
    if (strspn(*value, "+-.0123456789eE ") == length)
        *value = lt_arena_print(arena, "%s%s", *value, error + digits);
    else if (!error[digits] && unit_of_value > *value && !strchr("*/^+-%", *unit_of_value))
        error = lt_arena_print(arena, "%s %s", error, unit_of_value);
    const char *why = read_plain_number(error, unit, uncertainty, arena);
    if (!why && !(*uncertainty > 0))
        why = lt_arena_print(arena, "the uncertainty '%s' must be above 0", error);
    return why;
}

/* The error if parameter or target K is the same as an earlier one; NULL: it is not. */
const char *lt_target_repeated(const struct lt_vary *vary, const struct lt_target *targets,
                               size_t k, struct lt_arena *arena) {
    for (size_t i = 0; i < k; i++) {
        if (lt_vary_is_same(vary[i].target, vary[k].target))
            return lt_arena_print(arena, "'%s' is varied twice", vary[k].name);
        if (strcmp(targets[i].name, targets[k].name) == 0)
            return lt_arena_print(arena, "'%s' has two targets", targets[k].name);
    }
    return NULL;
}

/* Reads a number with or without a unit, or a formula of lets such as "sqrt(19/30)"; returns what
 * is wrong, or NULL. */
static const char *read_target_value(const char *text, const struct lt_program *program,
                                     struct lt_number *number, struct lt_arena *arena) {
    char why[256];
    const char *unit = number->unit[0] ? number->unit : "1";
    if (lt_units_read(text, unit, &number->value, why, sizeof why) != LT_QUANTITY_NOT_A_NUMBER)
        return read_plain_number(text, unit, &number->value, arena);
    struct lt_errors *errors = lt_errors_new();
    struct lt_names *lets = lt_arena_get(arena, sizeof *lets);
    *lets = lt_names_in(program->names, LT_SCOPE_LET);
    number->formula =
        lt_formula_read(text, (struct lt_mark){0}, text, LT_FORMULA_NUMBER, lets, arena, errors);
    const char *wrong = number->formula ? NULL : lt_errors_first(errors, arena);
    lt_errors_free(errors);
    return wrong;
}

/* Reads a target RESULT=VALUE from the command line into TARGET, with its value in SI units.
 * RESULT is a result, a band, an extreme, or the last value of a column. Returns what is wrong,
 * as a sentence, or NULL. */
const char *lt_target_read(const char *text, const struct lt_program *program,
                           struct lt_target *target, struct lt_arena *arena) {
    size_t length = strcspn(text, "=");
    const char *word = lt_arena_copy(arena, text, length);
    struct lt_names names = lt_names_in(program->names, LT_SCOPE_END);
    bool last = length > 4 && strcmp(word + length - 4, "_end") == 0; /* of a column */
    *target = (struct lt_target){
        .name = word, .result = lt_names_find(&names, word), .value = {.given = true}};
    const char *other = word + strcspn(word, ":");
    if (!target->result && *other && !text[length])
        return lt_arena_print(arena, "'%s' lacks '='; write %.*s=%s", text, (int)(other - word),
                              word, other + 1);
    if (!target->result ||
        !(target->result->kind == LT_NAME_RESULT || target->result->kind == LT_NAME_BAND || last ||
          target->result->kind == LT_NAME_EXTREME))
        return target->result && target->result->kind <= LT_NAME_VIEW
                   ? column_sentence(target->result, arena)
                   : unknown_result(word, program->names, arena);
    if (!text[length])
        return lt_arena_print(arena, "'%s' lacks its value; write %s=VALUE", text, word);
    target->value.path = lt_arena_print(arena, "--to %s", word);
    target->value.unit = target->result->unit;
    target->value.min = -INFINITY;
    target->value.max = INFINITY;
    const char *value, *why = lt_target_split(text + length + 1, target->result->unit, &value,
                                              &target->uncertainty, arena);
    return why ? why : read_target_value(value, program, &target->value, arena);
}

/* True if one of the N targets is a scatter band over phases, which only runs in discrete steps
 * have. */
bool lt_target_needs_steps(const struct lt_target *targets, size_t n) {
    bool any = false;
    for (size_t i = 0; i < n; i++)
        any |= targets[i].result && targets[i].result->kind == LT_NAME_BAND;
    return any;
}

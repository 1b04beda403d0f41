/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "program/friction_limit.h"

#include "base/arena.h"
#include "base/choice.h"
#include "formula/expr.h"
#include "registry/roles.h"

#include <string.h>

/* True if the condition WHEN on the parameters holds for VALUES, by slot; false also if it has no
 * value. */
static bool condition_applies(const struct lt_program *program, const char *when,
                              const double *values) {
    struct lt_errors *errors = lt_errors_new();
    errors->unread = true;
    struct lt_arena *arena = lt_arena_new();
    struct lt_names names = lt_names_in(program->names, LT_SCOPE_PARAM);
    struct lt_expr *expr = lt_expr_new();
    double result = 0;
    char why[256];
    struct lt_formula *formula = lt_formula_read(when, (struct lt_mark){.source = NULL}, "when",
                                                 LT_FORMULA_EITHER, &names, arena, errors);
    if (!formula || !lt_expr_number(expr, formula, values, &result, why, sizeof why))
        result = 0;
    lt_expr_free(expr);
    lt_arena_free(arena);
    lt_errors_free(errors);
    return result != 0;
}

/* True if the law declares, for these parameters, that it does not fulfil the check CHECK of
 * verify. */
static bool falls_short_of(const struct lt_program *program, const char *check,
                           const double *values) {
    for (const struct lt_shortfall *d = program->law->declares; d && d->check; d++)
        if (strcmp(d->check, check) == 0 && condition_applies(program, d->when, values))
            return true;
    return false;
}

/* The word that the choice NAME of the law has for VALUES. NULL: the law has no such choice, or
 * its word has no influence on the friction limit. */
static const char *word_of_choice(const struct lt_program *program, const char *name,
                                  const double *values) {
    static const char *const words[] = {"total",     "elastic",       "absolute",    "pull",
                                        "pull-once", "adhesion-back", "partial-slip"};
    const struct lt_law *law = program->law;
    char buffer[64];
    for (size_t i = 0; i < law->n_params; i++)
        if (strcmp(law->params[i].name, name) == 0 && law->params[i].choices &&
            lt_choice_word(law->params[i].choices, values[program->names->params + i], buffer,
                           sizeof buffer))
            for (size_t k = 0; k < sizeof words / sizeof *words; k++)
                if (strcmp(words[k], buffer) == 0)
                    return words[k];
    return NULL;
}

/* True if a stage of the program changes the friction coefficient during a run. */
static bool friction_is_set(const struct lt_program *program) {
    const long friction = lt_roles_find(program->law, LT_FRICTION);
    const size_t slot = program->names->params + (size_t)friction;
    for (size_t i = 0; i < program->n_stages; i++)
        for (size_t k = 0; k < program->stages[i].n_done; k++) {
            const struct lt_action *action = &program->stages[i].done[k];
            for (size_t j = 0; action->kind == LT_SET && j < action->count; j++)
                if (action->names[j]->slot == slot)
                    return true;
        }
    return false;
}

/* Which tangential force the law limits by friction (the whole force, or only that of the spring),
 * and by which normal force, for the parameters VALUES of a run. Checks of Coulomb's limit must
 * compare the same two forces. */
struct lt_friction_limit lt_friction_limit_of(const struct lt_program *program,
                                              const double *values) {
    const bool beyond = falls_short_of(program, "coulomb", values);
    const char *holds = word_of_choice(program, "cap_on", values);
    const char *by = word_of_choice(program, "cap_by", values);
    if (lt_roles_state(program->law, LT_BONDED) >= 0)
        return (struct lt_friction_limit){"total", "bond"};
    if (friction_is_set(program))
        return (struct lt_friction_limit){"total", "changing friction"};
    if (!by && beyond && falls_short_of(program, "friction", values))
        return (struct lt_friction_limit){"total", "nothing"};
    if (!by && program->law->has_cap)
        return (struct lt_friction_limit){"total", "cap"};
    const char *row = word_of_choice(program, "tangential", values);
    if (row && strcmp(row, "partial-slip") == 0) /* a row of springs, held by the normal spring */
        return (struct lt_friction_limit){"elastic", "elastic"};
    /* A law without these choices, or in a case for which they do not count. */
    const bool whole = (!holds || strcmp(holds, "total") == 0) && (!by || strcmp(by, "total") == 0);
    if (whole)
        holds = by = beyond ? "elastic" : "total";
    return (struct lt_friction_limit){holds ? holds : "total", by ? by : "total"};
}

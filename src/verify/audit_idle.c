/* SPDX-License-Identifier: GPL-3.0-or-later */
/* audit_idle.c: parameters and force components that a law declares and never uses. */
#include "registry/laws.h"
#include "registry/parts.h"
#include "verify/auditing.h"

#include <stdio.h>

enum { CASES = 12000 }; /* at most, until everything has had an effect */

/* Fills OUT with the case C and another value of parameter I, FIELD, within its range: the next
 * word of a choice, 0.5 in place of 0, else half or one and a half. Returns false if no other value
 * is possible. */
static bool other_value(const struct lt_field *field, const struct lt_audit_case *c, size_t i,
                        struct lt_audit_case *out) {
    const double value = isnan(c->given[i]) ? field->preset : c->given[i];
    if (isnan(value))
        return false;
    *out = *c;
    if (field->choices)
        out->given[i] = value < field->max ? value + 1 : field->min;
    else if (!isfinite(value) || value == 0)
        out->given[i] = fmin(fmax(0.5, field->min), field->max);
    else
        out->given[i] =
            value * 0.5 >= field->min && value * 0.5 <= field->max ? value * 0.5 : value * 1.5;
    return out->given[i] >= field->min && out->given[i] <= field->max && out->given[i] != value;
}

/* Returns true if another value of parameter I changes any answer of the law in the current case;
 * false also if the law refuses that value. CHANGED is room for the other case. */
static bool parameter_matters(struct lt_audit_bench *bench, size_t i,
                              struct lt_audit_case *changed) {
    if (!other_value(&bench->law->params[i], bench->now, i, changed))
        return false;
    const struct lt_audit_trace *a = lt_audit_drive_base(bench);
    const struct lt_audit_trace *b = lt_audit_drive(bench, changed, &(struct lt_audit_variant){0});
    if (b->refused)
        return false;
    for (size_t k = 0; k < a->count; k++)
        if (memcmp(&a->steps[k].out, &b->steps[k].out, sizeof a->steps[k].out) != 0)
            return true;
    return false;
}

/* Returns true if another parameter of the law sets this one. */
static bool is_set_by_others(const struct lt_law *law, const struct lt_field *field) {
    for (size_t i = 0; i < law->n_params; i++)
        if (lt_laws_sets(&law->params[i], field->name))
            return true;
    return false;
}

/* Returns true for parameters that need not have an effect: those of parts that the law cannot
 * have, hidden ones, one that sets others and may repeat a default, one with a single value, and
 * the reference gap, which the host applies. For a choice of parts also options, which may have no
 * effect without another part, and material properties that a part passes on to the others. */
static bool may_have_no_effect(const struct lt_law *law, const struct lt_field *field,
                               struct lt_arena *arena) {
    return !lt_parts_possible(law, field, arena) || field->once ||
           field->role == LT_REFERENCE_GAP || field->min == field->max || field->hidden ||
           (law->whole && (field->choices || is_set_by_others(law, field)));
}

/* Check "unused": draws cases from SEED until every parameter and every force component that the
 * law declares has had an effect. Writes to CHECK whether all have, how many are left and, if so,
 * the first one. */
void lt_audit_idle(struct lt_audit_bench *bench, uint64_t seed, struct lt_check *check) {
    const struct lt_law *law = bench->law;
    struct lt_audit_case *drawn = lt_arena_get(bench->kept, 2 * sizeof *drawn);
    bool seen[LT_AUDIT_PARAMS] = {false};
    unsigned acting = 0;
    size_t waiting = 1;
    char why[256];
    /* Parameters that need not have an effect count as seen from the start. */
    for (size_t i = 0; i < law->n_params; i++)
        seen[i] = may_have_no_effect(law, &law->params[i], bench->kept);
    for (int number = 0; waiting > 0 && number < CASES; number++) {
        lt_audit_announce(bench, check->name);
        if (!lt_audit_case_draw(bench, seed, number, &drawn[0], why, sizeof why))
            break;
        /* drawn[0] is the case; parameter_matters() repeats it in drawn[1] with a changed
         * parameter. */
        drawn[0].fixed = number % 3 == 1;
        lt_audit_begin(bench, &drawn[0]);
        for (unsigned k = 0; k < LT_DOFS; k++)
            acting |= lt_audit_drive_base(bench)->peak[k] != 0 ? 1u << k : 0;
        waiting = (law->acts & ~acting) != 0;
        for (size_t i = 0; i < law->n_params; i++) {
            seen[i] = seen[i] || parameter_matters(bench, i, &drawn[1]);
            waiting += !seen[i];
        }
        check->cases++;
    }
    check->value = (double)waiting;
    check->ok = waiting == 0;
    /* Report the first parameter, else the first component of .acts, that never had an effect. */
    for (size_t i = 0; i < law->n_params && !check->ok; i++)
        if (!seen[i]) {
            snprintf(check->detail, sizeof check->detail,
                     "the parameter '%s' has no effect in %d cases with various other values: is "
                     "it read and never used?",
                     law->params[i].name, check->cases);
            return;
        }
    static const char *const letters[] = {"fn", "fs", "ft", "mn", "ms", "mt"};
    for (int k = 0; k < LT_DOFS && !check->ok; k++)
        if (law->acts & ~acting & 1u << k)
            snprintf(check->detail, sizeof check->detail,
                     "%s is zero in all of %d cases, but .acts says that it acts", letters[k],
                     check->cases);
    if (check->ok)
        snprintf(check->detail, sizeof check->detail, "all have an effect, seen in %d cases",
                 check->cases);
}

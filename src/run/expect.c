/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/expect.h"

#include "base/arena.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A result without a meaning that a formula is over. */
static bool lacks_meaning(struct lt_standing *standing, const struct lt_formula *formula,
                          const struct lt_setup *setup, const struct lt_outcome *outcome) {
    for (size_t i = 0; i < formula->n_used; i++) {
        const struct lt_name *name = formula->used[i];
        const char *why = lt_outcome_lacks(outcome, setup, name->slot);
        if (!why || !isnan(setup->values[name->slot]))
            continue;
        standing->lacks = name->name;
        standing->why = why;
        return true;
    }
    return false;
}

/* Value of one side now; NAN where a result has none. */
static bool one_side(struct lt_standing *standing, const struct lt_formula *formula,
                     struct lt_setup *setup, const struct lt_outcome *outcome, double *value) {
    char why[256];
    if (lt_expr_number(setup->expr, formula, setup->values, value, why, sizeof why))
        return true;
    *value = NAN;
    if (lacks_meaning(standing, formula, setup, outcome))
        return true;
    snprintf(setup->why, sizeof setup->why, "expect: %s", why);
    return false;
}

static bool both_sides(struct lt_standing *standing, struct lt_setup *setup,
                       const struct lt_outcome *outcome, const struct lt_expect *expect,
                       double *value, double *expected) {
    *expected = 1;
    bool condition = expect->that->kind == LT_FORMULA_CONDITION;
    return one_side(standing, expect->that, setup, outcome, value) &&
           (condition || one_side(standing, expect->is, setup, outcome, expected));
}

void lt_expect_weigh(struct lt_standing *standing, double value, double expected, double t) {
    double error = fabs(value - expected);
    standing->peak = fmax(standing->peak, fabs(expected));
    if (!standing->seen || !(error <= standing->error)) {
        standing->error = error;
        standing->value = value;
        standing->expected = expected;
        standing->t = t;
    }
    standing->seen = true;
}

bool lt_expect_step(struct lt_standing *standings, struct lt_setup *setup,
                    const struct lt_outcome *outcome, long stage) {
    for (size_t i = 0; i < setup->program->n_expects; i++) {
        const struct lt_expect *expect = &setup->program->expects[i];
        struct lt_standing *standing = &standings[i];
        if (expect->kind != LT_EXPECT_ALWAYS || standing->lacks ||
            (expect->stage >= 0 && expect->stage != stage))
            continue;
        double value, expected;
        if (!both_sides(standing, setup, outcome, expect, &value, &expected))
            return false;
        lt_expect_weigh(standing, value, expected, setup->values[LT_T]);
    }
    return true;
}

bool lt_expect_stage(struct lt_standing *standings, struct lt_setup *setup,
                     const struct lt_outcome *outcome, long stage) {
    for (size_t i = 0; i < setup->program->n_expects; i++) {
        const struct lt_expect *expect = &setup->program->expects[i];
        struct lt_standing *standing = &standings[i];
        if (expect->kind != LT_EXPECT_THAT || expect->stage != stage)
            continue;
        if (!both_sides(standing, setup, outcome, expect, &standing->value, &standing->expected))
            return false;
        standing->error = fabs(standing->value - standing->expected);
        standing->peak = fabs(standing->expected);
        standing->seen = true;
    }
    return true;
}

/* ---- Curves ---------------------------------------------------------------------------------- */

/* Follow the run's path to where its abscissa is x, from row *at on; the path may turn back. */
static bool follow_path(const struct lt_table *table, const struct lt_expect *expect, double x,
                        size_t *at, double *y) {
    for (size_t row = *at; row + 1 < table->rows; row++) {
        const double *a = table->cells + row * table->columns, *b = a + table->columns;
        double x0 = a[expect->x_column], x1 = b[expect->x_column];
        if ((x < x0 && x < x1) || (x > x0 && x > x1))
            continue;
        double share = x1 != x0 ? (x - x0) / (x1 - x0) : 0;
        *y = a[expect->y_column] + share * (b[expect->y_column] - a[expect->y_column]);
        *at = row;
        return true;
    }
    return false;
}

static void judge_curve(const struct lt_expect *expect, const struct lt_table *table,
                        struct lt_verdict *verdict, struct lt_arena *arena) {
    const struct lt_series *reference = &expect->reference;
    double peak = 0, worst = 0, worst_x = 0;
    size_t at = 0, missed = 0;
    for (size_t i = 0; i < reference->count; i++) {
        double x = reference->x[i], want = reference->y[i], y;
        if (isnan(x) || isnan(want))
            continue;
        peak = fmax(peak, fabs(want));
        if (!follow_path(table, expect, x, &at, &y)) {
            missed++;
            continue;
        }
        if (!(fabs(y - want) <= worst)) {
            worst = fabs(y - want);
            worst_x = x;
            verdict->value = y;
            verdict->expected = want;
        }
    }
    verdict->error = missed > 0 || reference->count == 0 ? NAN
                     : expect->absolute                  ? worst
                                                         : worst / peak;
    verdict->where =
        missed > 0 ? lt_arena_print(arena, "the run does not reach %zu of the %zu points of %s",
                                    missed, reference->count, expect->file)
                   : lt_arena_print(arena, "worst at %s = %.6g", expect->over, worst_x);
}

/* ---- Verdicts -------------------------------------------------------------------------------- */

static void judge_number(const struct lt_expect *expect, const struct lt_standing *standing,
                         const struct lt_result *result, struct lt_verdict *verdict) {
    struct lt_arena *arena = result->arena;
    *verdict = (struct lt_verdict){.text = expect->text,
                                   .value = standing->value,
                                   .expected = standing->expected,
                                   .tolerance = expect->within,
                                   .unit = expect->unit,
                                   .absolute = expect->absolute,
                                   .where = ""};
    if (expect->kind == LT_EXPECT_FAILS) {
        bool failed = result->status == LT_RUN_FAILED;
        verdict->ok = failed && strstr(result->message, expect->text);
        verdict->value = failed;
        verdict->expected = 1;
        verdict->where = failed ? result->message : "the run did not fail";
        return;
    }
    if (expect->kind == LT_EXPECT_CURVE) {
        judge_curve(expect, &result->table, verdict, arena);
    } else if (!standing->seen) {
        verdict->value = verdict->expected = verdict->error = NAN;
        verdict->where = "never reached";
    } else if (standing->lacks) {
        verdict->error = NAN;
        verdict->where =
            lt_arena_print(arena, "%s has no value: %s", standing->lacks, standing->why);
    } else {
        verdict->error = expect->absolute || standing->error == 0
                             ? standing->error
                             : standing->error / standing->peak;
        if (expect->kind == LT_EXPECT_ALWAYS && standing->error > 0)
            verdict->where = lt_arena_print(arena, "worst at t = %.6g s", standing->t);
    }
    verdict->ok = verdict->error <= expect->within;
}

void lt_expect_close(const struct lt_standing *standings, struct lt_setup *setup,
                     struct lt_result *result) {
    const struct lt_program *program = setup->program;
    result->n_verdicts = program->n_expects;
    result->verdicts =
        lt_arena_get(result->arena, (program->n_expects + 1) * sizeof *result->verdicts);
    bool must_fail = false, all = true;
    for (size_t i = 0; i < program->n_expects; i++) {
        bool fails = program->expects[i].kind == LT_EXPECT_FAILS;
        judge_number(&program->expects[i], &standings[i], result, &result->verdicts[i]);
        must_fail |= fails;
        if (result->status != LT_RUN_FAILED || fails)
            all &= result->verdicts[i].ok;
    }
    result->ok =
        all && (result->status == LT_DONE || (result->status == LT_RUN_FAILED && must_fail));
}

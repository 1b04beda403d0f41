/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/expect.h"

#include "base/arena.h"
#include "base/memory.h"
#include "base/trace.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Notes in the standing the first name of a formula that is a result without a value, and why.
 * Returns false if there is none. */
static bool find_absent(struct lt_standing *standing, const struct lt_formula *formula,
                        const struct lt_setup *setup, const struct lt_outcome *outcome) {
    for (size_t i = 0; i < formula->n_used; i++) {
        const struct lt_name *name = formula->used[i];
        const char *why = lt_outcome_why_absent(outcome, setup, name->slot);
        if (!why || !isnan(setup->values[name->slot]))
            continue;
        standing->absent = name->name;
        standing->why = why;
        return true;
    }
    return false;
}

/* Evaluates one side of an expectation, in SI units. A result without a meaning is noted in its
 * standing and gives NAN. Returns false if the formula has no value for another reason, which
 * is in setup->why. */
static bool evaluate_side(struct lt_standing *standing, const struct lt_formula *formula,
                          struct lt_setup *setup, const struct lt_outcome *outcome, double *value) {
    char why[256];
    if (lt_expr_number(setup->expr, formula, setup->values, value, why, sizeof why))
        return true;
    *value = NAN;
    if (find_absent(standing, formula, setup, outcome))
        return true;
    snprintf(setup->why, sizeof setup->why, "expect: %s", why);
    return false;
}

/* Evaluates both sides of an expectation, in SI units: *VALUE and what is *EXPECTED of it; a
 * condition must be 1. Returns false if a formula fails for another reason than an absent
 * result; the reason is in setup->why. */
static bool evaluate_sides(struct lt_standing *standing, struct lt_setup *setup,
                           const struct lt_outcome *outcome, const struct lt_expect *expect,
                           double *value, double *expected) {
    *expected = 1;
    bool condition = expect->that->kind == LT_FORMULA_CONDITION;
    return evaluate_side(standing, expect->that, setup, outcome, value) &&
           (condition || evaluate_side(standing, expect->is, setup, outcome, expected));
}

/* Updates the largest difference of an expectation that holds always, with VALUE and what is
 * EXPECTED of it at time T (s). */
void lt_expect_update(struct lt_standing *standing, double value, double expected, double t) {
    double error = fabs(value - expected);
    standing->peak = fmax(standing->peak, fabs(expected));
    if (!standing->tested || !(error <= standing->error)) {
        standing->error = error;
        standing->value = value;
        standing->expected = expected;
        standing->t = t;
    }
    standing->tested = true;
}

/* Compares, after a step of STAGE, the expectations that hold always. Returns true also if one
 * is not met, which its standing notes; false if a formula has no value, with the reason in
 * setup->why. */
bool lt_expect_step(struct lt_standing *standings, struct lt_setup *setup,
                    const struct lt_outcome *outcome, long stage) {
    for (size_t i = 0; i < setup->program->n_expects; i++) {
        const struct lt_expect *expect = &setup->program->expects[i];
        struct lt_standing *standing = &standings[i];
        if (expect->kind != LT_EXPECT_ALWAYS || standing->absent ||
            (expect->stage >= 0 && expect->stage != stage))
            continue;
        double value, expected;
        if (!evaluate_sides(standing, setup, outcome, expect, &value, &expected))
            return false;
        lt_expect_update(standing, value, expected, setup->values[LT_T]);
    }
    return true;
}

/* Tests the expectations at the end of STAGE and notes values and errors in their standings.
 * Returns true also if one is not met; false if a formula has no value, with the reason in
 * setup->why. */
bool lt_expect_stage(struct lt_standing *standings, struct lt_setup *setup,
                     const struct lt_outcome *outcome, long stage) {
    for (size_t i = 0; i < setup->program->n_expects; i++) {
        const struct lt_expect *expect = &setup->program->expects[i];
        struct lt_standing *standing = &standings[i];
        if (expect->kind != LT_EXPECT_THAT || expect->stage != stage)
            continue;
        standing->absent = standing->why = NULL;
        if (!evaluate_sides(standing, setup, outcome, expect, &standing->value,
                            &standing->expected))
            return false;
        standing->error = fabs(standing->value - standing->expected);
        standing->peak = fabs(standing->expected);
        standing->tested = true;
    }
    return true;
}

/* ---- Curves ---------------------------------------------------------------------------------- */

/* Finds the branch of the run, from branch FROM on, that corresponds to branch OF of the reference:
 * one in the same direction that covers it but for a hundredth of the range; otherwise the first in
 * the same direction. A branch shorter than a hundredth may be noise: it belongs to branch FROM,
 * unless the run turns there, too. Returns RUN->branches if there is none. */
static size_t find_branch(const struct lt_trace *run, size_t from, const struct lt_trace *reference,
                          size_t of) {
    const double slack = 0.01 * reference->range, way = lt_trace_way(reference, of);
    const double start = reference->x[reference->cut[of]];
    const double end = reference->x[reference->cut[of + 1]];
    size_t found = run->branches;
    if (of > 0 && from < run->branches && fabs(end - start) <= slack)
        return from +
               (from + 1 < run->branches && fabs(run->x[run->cut[from + 1]] - start) <= slack);
    for (size_t i = from; i < run->branches; i++) {
        if (lt_trace_way(run, i) != way && start != end)
            continue;
        const double before = (run->x[run->cut[i]] - start) * way;
        const double after = (end - run->x[run->cut[i + 1]]) * way;
        if (before <= slack && after <= slack)
            return i;
        found = found == run->branches ? i : found;
    }
    return found;
}

/* Compares the run with each point of the reference; returns how many of them the run does not
 * reach. *worst, *worst_x: the largest difference of the others and its place, whose values go to
 * the verdict. */
static size_t compare_reference(const struct lt_trace *run, const struct lt_trace *reference,
                                struct lt_verdict *verdict, double *worst, double *worst_x) {
    const double noise = 1e-9 * reference->range;
    size_t missed = 0, branch = 0;
    for (size_t of = 0; of < reference->branches; of++) {
        /* A point at which the reference turns belongs to the branch before it. */
        const size_t first = reference->cut[of] + (of > 0), last = reference->cut[of + 1];
        branch = find_branch(run, branch, reference, of);
        if (branch == run->branches) {
            missed += last - first + 1;
            continue;
        }
        size_t at = run->cut[branch];
        for (size_t i = first; i <= last; i++) {
            /* BEYOND: how far the point is outside of the branch of the run, in the unit of x. */
            double beyond, want = reference->y[i];
            double y = lt_trace_at(run, branch, reference->x[i], want, &at, &beyond);
            missed += beyond > noise;
            if (!(beyond > noise) && !(fabs(y - want) <= *worst)) {
                *worst = fabs(y - want);
                *worst_x = reference->x[i];
                verdict->value = y;
                verdict->expected = want;
            }
        }
    }
    return missed;
}

/* Sets the verdict of an expectation of a curve: its error is the largest difference from the
 * points of a file, absolute or relative to the largest ordinate there. NAN if the curve does
 * not reach all points or there is no memory. */
static void judge_curve(const struct lt_expect *expect, const struct lt_table *table,
                        struct lt_verdict *verdict, struct lt_arena *arena) {
    struct lt_trace run = {0}, reference;
    double worst = 0, worst_x = 0;
    const double bytes = (double)((table->rows + expect->reference.count) * sizeof(double)) * 6;
    char why[LT_MEMORY_WHY];
    verdict->error = NAN;
    if (!lt_memory_fits(bytes)) {
        verdict->where = lt_arena_print(arena, "%s", lt_memory_why(bytes, why));
        return;
    }
    if (table->rows > 0)
        lt_trace_take(&run, table->cells + expect->x_column, table->cells + expect->y_column,
                      table->rows, table->columns, arena);
    lt_trace_take(&reference, expect->reference.x, expect->reference.y, expect->reference.count, 1,
                  arena);
    /* Points without a finite number cannot be compared. */
    if (reference.count == 0 || run.dropped > 0) {
        verdict->where =
            run.dropped > 0
                ? lt_arena_print(arena, "%zu rows of the run have no finite number", run.dropped)
                : lt_arena_print(arena, "%s has no points", expect->file);
        return;
    }
    size_t missed = compare_reference(&run, &reference, verdict, &worst, &worst_x);
    if (missed > 0) {
        verdict->where = lt_arena_print(arena, "the run does not reach %zu of the %zu points of %s",
                                        missed, reference.count, expect->file);
        return;
    }
    verdict->error = expect->absolute || worst == 0 ? worst : worst / reference.peak;
    verdict->where = lt_arena_print(arena, "worst at %s = %.6g", expect->over, worst_x);
}

/* ---- Verdicts -------------------------------------------------------------------------------- */

/* Sets the verdict of one expectation from what was noted during the run: whether it is met
 * (ok), its values, the error and where it was largest. The error is absolute, in the unit of
 * the value, or relative to the largest expected value. */
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
    /* A run that should fail must do so with the expected text in its message. */
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
    } else if (!standing->tested) {
        verdict->value = verdict->expected = verdict->error = NAN;
        verdict->where = "never reached";
    } else if (standing->absent) {
        verdict->error = NAN;
        verdict->where =
            lt_arena_print(arena, "%s has no value: %s", standing->absent, standing->why);
    } else {
        verdict->error = expect->absolute || standing->error == 0
                             ? standing->error
                             : standing->error / standing->peak;
        if (expect->kind == LT_EXPECT_ALWAYS && standing->error > 0)
            verdict->where = lt_arena_print(arena, "worst at t = %.6g s", standing->t);
    }
    /* An error of NAN, without a value, is never within the tolerance. */
    verdict->ok = verdict->error <= expect->within;
}

/* Sets the verdicts of all expectations in the result. A failed run is as expected if an
 * expectation says so; then the others are not tested. */
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

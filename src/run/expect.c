/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/expect.h"

#include "base/arena.h"
#include "base/memory.h"
#include "base/trace.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A result without a meaning that a formula is over. */
static bool lacks_meaning(struct lt_standing *standing, const struct lt_formula *formula,
                          const struct lt_setup *setup, const struct lt_outcome *outcome) {
    for (size_t i = 0; i < formula->n_used; i++) {
        const struct lt_name *name = formula->used[i];
        const char *why = lt_outcome_why_absent(outcome, setup, name->slot);
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

void lt_expect_update(struct lt_standing *standing, double value, double expected, double t) {
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
        lt_expect_update(standing, value, expected, setup->values[LT_T]);
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
        standing->lacks = standing->why = NULL;
        if (!both_sides(standing, setup, outcome, expect, &standing->value, &standing->expected))
            return false;
        standing->error = fabs(standing->value - standing->expected);
        standing->peak = fabs(standing->expected);
        standing->seen = true;
    }
    return true;
}

/* ---- Curves ---------------------------------------------------------------------------------- */

/* The branch of RUN, not before branch FROM, that goes along branch OF of the reference: the same
 * way, and over all of it but a hundredth of the range; else the first that goes the same way. What
 * is shorter than that may be noise: it stays where it is, unless the run turns there too.
 * RUN->branches: none. */
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

/* The points of the reference that the run does not come to; *worst: the place of the farthest of
 * the others, whose y are the verdict's. */
static size_t follow_reference(const struct lt_trace *run, const struct lt_trace *reference,
                               struct lt_verdict *verdict, double *worst, double *worst_x) {
    const double noise = 1e-9 * reference->range;
    size_t missed = 0, branch = 0;
    for (size_t of = 0; of < reference->branches; of++) {
        const size_t first = reference->cut[of] + (of > 0), last = reference->cut[of + 1];
        branch = find_branch(run, branch, reference, of);
        if (branch == run->branches) {
            missed += last - first + 1;
            continue;
        }
        size_t at = run->cut[branch];
        for (size_t i = first; i <= last; i++) {
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
    if (reference.count == 0 || run.dropped > 0) {
        verdict->where =
            run.dropped > 0
                ? lt_arena_print(arena, "%zu rows of the run have no finite number", run.dropped)
                : lt_arena_print(arena, "%s has no points", expect->file);
        return;
    }
    size_t missed = follow_reference(&run, &reference, verdict, &worst, &worst_x);
    if (missed > 0) {
        verdict->where = lt_arena_print(arena, "the run does not reach %zu of the %zu points of %s",
                                        missed, reference.count, expect->file);
        return;
    }
    verdict->error = expect->absolute || worst == 0 ? worst : worst / reference.peak;
    verdict->where = lt_arena_print(arena, "worst at %s = %.6g", expect->over, worst_x);
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

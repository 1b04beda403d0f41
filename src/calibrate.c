/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "calibrate.h"

#include "arena.h"
#include "phase.h"
#include "setup.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_roots.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SCAN = 24, ITERATIONS = 100, PATIENCE = 20000 };

/* One search: the result as a function of the parameter, simulated or by its closed form. */
struct search {
    const struct lt_program *program;
    const struct lt_vary *vary;
    const struct lt_target *target;
    const volatile int *interrupted;
    const struct lt_formula *closed_form; /* NULL: run the law */
    struct lt_expr *expr;
    double *values; /* of the last run; the closed form is worked out over them */
    double wanted;
    double typical; /* value of the parameter in the program, 1 if that is 0 */
    bool logarithm; /* compare ln(result): e_n spans decades and is near linear in it */
    struct lt_calibration *found;
};

static double simulate_as_run(struct search *search, const struct lt_override *override) {
    struct lt_phase_mean found = lt_phase_average(
        search->program, override, 1, search->target->result, search->interrupted, search->values);
    search->found->evaluations += found.runs;
    if (found.why[0])
        snprintf(search->found->message, sizeof search->found->message, "%s = %.10g: %s",
                 search->vary->name, override->value, found.why);
    return found.mean;
}

static double simulate(struct search *search, double parameter) {
    struct lt_override override = {search->vary->target, parameter};
    if (search->program->as_run)
        return simulate_as_run(search, &override);
    struct lt_run_options options = {
        .exact = true, .max_steps = PATIENCE, .interrupted = search->interrupted};
    struct lt_program program = *search->program;
    program.n_expects = 0; /* what the file expects may not hold elsewhere in the range */
    struct lt_result *result = lt_run(&program, &override, 1, &options);
    search->found->evaluations++;
    double value = NAN;
    /* A contact that is still there after so long never ends: its results stand, e_n = 0. */
    bool stuck =
        result->unfinished && result->values[LT_CONTACT] > 0 && result->values[LT_STEP] >= PATIENCE;
    if (result->status == LT_DONE || stuck) {
        value = result->values[search->target->result->slot];
        memcpy(search->values, result->values, search->program->names->slots * sizeof(double));
    } else {
        snprintf(search->found->message, sizeof search->found->message, "%s = %.10g: %s",
                 search->vary->name, parameter,
                 result->status == LT_INTERRUPTED ? "interrupted" : result->message);
    }
    lt_result_free(result);
    return value;
}

static double closed_form(struct search *search, double parameter) {
    double value;
    char why[256];
    search->values[search->vary->target->slot] = parameter;
    return lt_expr_number(search->expr, search->closed_form, search->values, &value, why,
                          sizeof why)
               ? value
               : NAN;
}

static double result_at(struct search *search, double parameter) {
    return search->closed_form ? closed_form(search, parameter) : simulate(search, parameter);
}

/* What is zero at the root. */
static double offset(const struct search *search, double result) {
    if (!search->logarithm)
        return result - search->wanted;
    return result > 0 ? log(result / search->wanted) : -1e3;
}

static double offset_at(double parameter, void *data) {
    struct search *search = data;
    return offset(search, result_at(search, parameter));
}

enum { POINTS = 2 * SCAN + 4 };

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Where to look in a range: evenly through it if it is bounded, and in half decades around the
 * value the program has. */
static int scan_points(const struct search *search, const double *range, double *points) {
    int count = 0;
    double unit = search->typical;
    points[count++] = range[0];
    if (isfinite(range[1]))
        for (int i = 1; i <= SCAN; i++)
            points[count++] = range[0] + (range[1] - range[0]) * i / SCAN;
    for (int i = 0; i <= SCAN; i++) {
        double x = unit * pow(10, 0.5 * (i - SCAN / 2));
        if (x > range[0] && x < range[1])
            points[count++] = x;
    }
    qsort(points, (size_t)count, sizeof *points, ascending);
    return count;
}

struct bracket {
    double x[2], y[2];      /* neighbours on either side of the target */
    double low[2], high[2]; /* smallest and largest result met, and where: {where, result} */
    bool found;
    int seen;
};

/* Take in one point; true if it and the one before are on either side of the target. */
static bool look(struct search *search, struct bracket *b, double x, double *x0, double *f0) {
    double y = result_at(search, x);
    if (isnan(y)) {
        *x0 = NAN;
        return false;
    }
    b->seen++;
    if (y < b->low[1])
        b->low[0] = x, b->low[1] = y;
    if (y > b->high[1])
        b->high[0] = x, b->high[1] = y;
    double f = offset(search, y);
    if (fabs(f) <= 1e-12 * (search->logarithm ? 1 : fabs(search->wanted)))
        f = 0;
    bool between = f == 0 || (!isnan(*x0) && (f < 0) != (*f0 < 0));
    if (between) {
        b->x[0] = isnan(*x0) ? x : *x0, b->x[1] = x;
        b->y[0] = isnan(*x0) ? f : *f0, b->y[1] = f;
    }
    *x0 = x;
    *f0 = f;
    return between;
}

/* The ends first: most ranges hold the target between them already, and two runs tell. */
static struct bracket scan(struct search *search, const double *range) {
    struct bracket b = {.low = {NAN, INFINITY}, .high = {NAN, -INFINITY}};
    double points[POINTS], x0 = NAN, f0 = NAN;
    int count = scan_points(search, range, points);
    for (int i = 0; i < 2 && !b.found; i++)
        b.found = look(search, &b, points[i * (count - 1)], &x0, &f0);
    x0 = NAN;
    for (int i = 0; i < count && !b.found; i++) {
        if (search->interrupted && *search->interrupted)
            break;
        b.found = look(search, &b, points[i], &x0, &f0);
    }
    return b;
}

/* Brent's root between the two ends of the bracket, to the last digits the result has. */
static double root(struct search *search, const struct bracket *b, int *iterations) {
    gsl_function f = {offset_at, search};
    gsl_root_fsolver *solver = gsl_root_fsolver_alloc(gsl_root_fsolver_brent);
    double best = NAN;
    for (int i = 0; i < 2; i++)
        if (b->y[i] == 0)
            best = b->x[i];
    if (isnan(best) && gsl_root_fsolver_set(solver, &f, fmin(b->x[0], b->x[1]),
                                            fmax(b->x[0], b->x[1])) == GSL_SUCCESS) {
        for (int i = 0; i < ITERATIONS; i++) {
            if (gsl_root_fsolver_iterate(solver) != GSL_SUCCESS)
                break;
            ++*iterations;
            best = gsl_root_fsolver_root(solver);
            double lo = gsl_root_fsolver_x_lower(solver), hi = gsl_root_fsolver_x_upper(solver);
            if (gsl_root_test_interval(lo, hi, 0, 1e-14) == GSL_SUCCESS)
                break;
        }
    }
    gsl_root_fsolver_free(solver);
    return best;
}

/* ---- The closed form, for comparison -----------------------------------------------------------
 */

static bool applies(struct search *search, const char *when) {
    struct lt_errors *errors = lt_errors_new();
    struct lt_arena *arena = lt_arena_new();
    struct lt_names names = lt_names_in(search->program->names, LT_SCOPE_PARAM);
    size_t id = search->program->n_formulas;
    struct lt_formula *formula = lt_formula_read(when, (struct lt_mark){0}, "when",
                                                 LT_FORMULA_CONDITION, &names, &id, arena, errors);
    struct lt_expr *expr = lt_expr_new();
    bool holds = false;
    char why[256];
    if (!formula || !lt_expr_holds(expr, formula, search->values, &holds, why, sizeof why))
        holds = false;
    lt_expr_free(expr);
    lt_arena_free(arena);
    lt_errors_free(errors);
    return holds;
}

/* The case of the law that holds at the root, solved for the parameter near it. */
static void compare(struct search *search, double near) {
    struct lt_calibration *found = search->found;
    for (const struct lt_case *c = search->program->law->cases; c && c->result; c++) {
        if (strcmp(c->result, search->target->result->name) != 0 || !applies(search, c->when))
            continue;
        found->convention = c->convention;
        struct lt_errors *errors = lt_errors_new();
        struct lt_arena *arena = lt_arena_new();
        struct lt_names names = lt_names_in(search->program->names, LT_SCOPE_PARAM);
        size_t id = 0;
        struct search formal = *search;
        formal.closed_form = lt_formula_read(c->formula, (struct lt_mark){0}, "formula",
                                             LT_FORMULA_NUMBER, &names, &id, arena, errors);
        formal.expr = lt_expr_new();
        int iterations = 0;
        for (double width = 1e-3; formal.closed_form && width < 1; width *= 4) {
            double unit = near != 0 ? fabs(near) : 1;
            double x[2] = {near - width * unit, near + width * unit};
            struct bracket b = {.x = {x[0], x[1]},
                                .y = {offset_at(x[0], &formal), offset_at(x[1], &formal)}};
            if (isnan(b.y[0]) || isnan(b.y[1]))
                break;
            if ((b.y[0] <= 0) == (b.y[1] <= 0))
                continue;
            found->closed_form = root(&formal, &b, &iterations);
            break;
        }
        lt_expr_free(formal.expr);
        lt_arena_free(arena);
        lt_errors_free(errors);
        return;
    }
}

/* ---- The whole --------------------------------------------------------------------------------
 */

static void range_of(const struct search *search, double *range) {
    const struct lt_law *law = search->program->law;
    const struct lt_vary *vary = search->vary;
    range[0] = vary->lo;
    range[1] = vary->hi;
    if (vary->bounded)
        return;
    range[0] = 0;
    range[1] = INFINITY;
    if (vary->target->kind != LT_NAME_PARAM)
        return;
    const struct lt_field *field =
        &law->params[vary->target->slot - search->program->names->params];
    range[0] = isfinite(field->min) ? field->min : 0;
    range[1] = field->max;
}

static double slope(struct search *search, double at, double width) {
    double h = 1e-4 * (at != 0 ? fabs(at) : width);
    double low = at - h < search->vary->lo && search->vary->bounded ? at : at - h;
    double high = at + h > search->vary->hi && search->vary->bounded ? at : at + h;
    return (simulate(search, high) - simulate(search, low)) / (high - low);
}

static void unreachable(struct search *search, const struct bracket *b, const double *range) {
    struct lt_calibration *found = search->found;
    if (b->seen == 0) {
        found->run_failed = true;
        return;
    }
    const char *name = search->target->name, *vary = search->vary->name;
    bool nearer_low = fabs(b->low[1] - search->wanted) < fabs(b->high[1] - search->wanted);
    found->value = nearer_low ? b->low[0] : b->high[0];
    found->achieved = nearer_low ? b->low[1] : b->high[1];
    found->residual = found->achieved - search->wanted;
    snprintf(found->message, sizeof found->message,
             "%s = %.10g is out of reach: with %s from %.6g to %.6g it lies between %.12g (at %s = "
             "%.6g) and %.12g (at %s = %.6g)",
             name, search->wanted, vary, range[0],
             fmax(b->low[0], fmax(b->high[0], isfinite(range[1]) ? range[1] : 0)), b->low[1], vary,
             b->low[0], b->high[1], vary, b->high[0]);
}

/* The target's value, worked out; a program that cannot be set up at all is found here. */
static bool prepare(struct search *search, struct lt_arena *arena) {
    struct lt_setup setup;
    struct lt_expr *expr = lt_expr_new();
    bool ok = lt_setup_make(&setup, search->program, NULL, 0, true, expr, arena) &&
              lt_setup_number(&setup, &search->target->value, &search->wanted);
    if (!ok)
        snprintf(search->found->message, sizeof search->found->message, "%s", setup.why);
    lt_expr_free(expr);
    double typical = ok ? fabs(setup.values[search->vary->target->slot]) : 0;
    search->typical = typical > 0 ? typical : 1;
    search->logarithm = search->wanted > 0;
    search->found->target = search->wanted;
    return ok;
}

static bool met(const struct lt_calibration *found) {
    double width = found->reachable[1] - found->reachable[0];
    double scale = found->target != 0 ? fabs(found->target) : 1e-3 * width;
    return fabs(found->residual) <= 1e-9 * scale;
}

struct lt_calibration lt_calibrate(const struct lt_program *program, const struct lt_vary *vary,
                                   const struct lt_target *target,
                                   const volatile int *interrupted) {
    struct lt_calibration found = {.value = NAN,
                                   .closed_form = NAN,
                                   .achieved = NAN,
                                   .residual = NAN,
                                   .sensitivity = NAN,
                                   .reachable = {NAN, NAN},
                                   .reached_at = {NAN, NAN}};
    struct lt_arena *arena = lt_arena_new();
    struct search search = {.program = program,
                            .vary = vary,
                            .target = target,
                            .interrupted = interrupted,
                            .found = &found};
    search.values = lt_arena_get(arena, program->names->slots * sizeof(double));
    if (!prepare(&search, arena)) {
        found.run_failed = true;
        lt_arena_free(arena);
        return found;
    }

    double range[2];
    range_of(&search, range);
    struct bracket b = scan(&search, range);
    if (b.seen > 0) {
        found.reachable[0] = b.low[1], found.reached_at[0] = b.low[0];
        found.reachable[1] = b.high[1], found.reached_at[1] = b.high[0];
    }
    if (!b.found) {
        unreachable(&search, &b, range);
    } else {
        found.value = root(&search, &b, &found.iterations);
        found.achieved = simulate(&search, found.value);
        found.residual = found.achieved - search.wanted;
        found.converged = met(&found);
        snprintf(found.message, sizeof found.message, "%s = %.12g gives %s = %.12g", vary->name,
                 found.value, target->name, found.achieved);
        compare(&search, found.value);
        char message[sizeof found.message];
        memcpy(message, found.message, sizeof message);
        found.sensitivity = slope(&search, found.value, range[1] - range[0]);
        memcpy(found.message, message, sizeof message);
    }
    lt_arena_free(arena);
    return found;
}

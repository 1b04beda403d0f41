/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fit_model.c: the simulated values at the data points, and their derivatives. */
#include "base/arena.h"
#include "base/trace.h"
#include "fit/fitting.h"
#include "run/block.h"

#include <gsl/gsl_interp.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Step of ln p, or of p relative to its range. The truncation error of a central difference is of
 * second order in the step; the integrator's error contributes some 1e-11 divided by it. */
static const double difference = 1e-4;

/* x must go back by this fraction of its range to count as a reversal, since x is noisy as well. */
static const double turn = 0.05;

static bool fail_model(struct lt_fitting *f, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Notes why the model has no value here by a format and its arguments, in f->why. Always returns
 * false, for use in a return statement. */
static bool fail_model(struct lt_fitting *f, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(f->why, sizeof f->why, format, args);
    va_end(args);
    return false;
}

/* Writes the values (SI) that a run of this set replaces: those of the set and the parameters at
 * scaled coordinates Q. Returns their number; OVERRIDES has room for one more, the abscissa. */
static size_t override_set(const struct lt_fitting *f, const struct lt_fit_set *set,
                           const double *q, struct lt_override *overrides) {
    size_t n = 0;
    for (size_t i = 0; i < set->n_with; i++)
        overrides[n++] = (struct lt_override){set->with[i].target, set->with[i].lo};
    for (size_t i = 0; i < f->n; i++)
        overrides[n++] =
            (struct lt_override){f->problem->vary[i].target, lt_fit_value(&f->scales[i], q[i])};
    return n;
}

/* ---- A result over a parameter --------------------------------------------------------------- */

/* Orders numbers for qsort and bsearch. */
static int compare_numbers(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Writes the distinct values of the set's x in increasing order; returns their number. */
static size_t distinct_values(const struct lt_measured *m, double *x) {
    size_t n = 0;
    memcpy(x, m->x, m->count * sizeof *x);
    qsort(x, m->count, sizeof *x, compare_numbers);
    for (size_t i = 0; i < m->count; i++)
        if (n == 0 || x[i] != x[n - 1])
            x[n++] = x[i];
    return n;
}

/* Computes the model of a result over a quantity: one run for each distinct value of that, all in
 * one block. Q are the scaled parameters, MODEL gets a value (SI) for each point. Returns true;
 * false, with f->why, if a run fails. */
static bool run_results(struct lt_fitting *f, const struct lt_measured *m, const double *q,
                        double *model) {
    const struct lt_fit_set *set = m->set;
    size_t slots = f->program.names->slots, width = set->n_with + f->n + 1;
    double *x = lt_arena_get(f->scratch, m->count * sizeof *x);
    size_t n = distinct_values(m, x);
    /* Each run replaces the values of the set, the parameters, and the quantity itself. */
    struct lt_override *overrides = lt_arena_get(f->scratch, n * width * sizeof *overrides);
    double *values = lt_arena_get(f->scratch, n * slots * sizeof *values);
    double *found = lt_arena_get(f->scratch, n * sizeof *found);
    struct lt_block_result *results = lt_arena_get(f->scratch, n * sizeof *results);
    for (size_t i = 0; i < n; i++) {
        struct lt_override *own = overrides + i * width;
        own[override_set(f, set, q, own)] = (struct lt_override){set->over, x[i]};
    }
    struct lt_run_options options = {.interrupted = f->problem->interrupted};
    lt_block_run(&f->program, overrides, width, n, &options, values, results);
    /* The ordinate may be a formula of results, evaluated for each run. */
    char why[256] = "";
    for (size_t i = 0; i < n; i++) {
        if (results[i].status != LT_DONE)
            return fail_model(f, "%s = %.6g: %s", set->x_text, x[i], results[i].message);
        if (!lt_expr_number(f->expr, set->result, values + i * slots, &found[i], why, sizeof why))
            return fail_model(f, "%s = %.6g: %s", set->x_text, x[i], why);
    }
    /* Points of equal x share a run. */
    for (size_t i = 0; i < m->count; i++) {
        const double *at = bsearch(&m->x[i], x, n, sizeof *x, compare_numbers);
        model[i] = found[at - x];
        if (!isfinite(model[i]))
            return fail_model(f, "%s = %.6g: %s is not a number", set->x_text, m->x[i],
                              set->y_text);
    }
    return true;
}

/* ---- A curve of one run ---------------------------------------------------------------------- */

/* A curve of a run or of the data, COUNT points in SI units, split into branches of monotone x. */
struct curve {
    double *x, *y;
    size_t count, branches, *cut; /* branch i is points cut[i] .. cut[i + 1], ends shared */
    double before;                /* y before the first point */
};

/* Splits the points into branches where x reverses by more than a twentieth of its range. */
static void cut_curve(struct curve *c, struct lt_arena *arena) {
    double least = INFINITY, most = -INFINITY;
    for (size_t i = 0; i < c->count; i++) {
        least = fmin(least, c->x[i]);
        most = fmax(most, c->x[i]);
    }
    c->cut = lt_arena_get(arena, (c->count + 2) * sizeof *c->cut);
    c->branches = lt_trace_cut(c->x, c->count, turn * (most - least), c->cut);
}

/* Returns 1 if x increases along a branch from its first to its last point, -1 if it decreases. */
static int way_of(const struct curve *c, size_t branch) {
    return c->x[c->cut[branch + 1]] >= c->x[c->cut[branch]] ? 1 : -1;
}

/* A monotone smooth interpolation of a branch (Steffen, Astron. Astrophys. 239 (1990) 443),
 * constant beyond its ends. */
struct smooth {
    gsl_interp *interp;
    double *x, *y;
    size_t count;
};

LT_RELEASE(gsl_interp)

/* Prepares a branch of a curve for interpolation, for which x must increase: a jump of y at one x
 * gets a width of 1e-12 of the range. */
static struct smooth smooth_of(const struct curve *c, size_t branch, struct lt_arena *arena) {
    size_t first = c->cut[branch], last = c->cut[branch + 1], n = last - first + 1;
    struct smooth s = {.x = lt_arena_get(arena, n * sizeof *s.x),
                       .y = lt_arena_get(arena, n * sizeof *s.y)};
    int way = way_of(c, branch);
    double least = 1e-12 * fabs(c->x[last] - c->x[first]);
    bool jumps = false; /* the last point is what y has come to while x stayed, LEAST further on */
    /* Points in the order of increasing x. Of points at one x the first and the last y are kept. */
    for (size_t i = 0; i < n; i++) {
        const size_t at = way > 0 ? first + i : last - i;
        const double x = c->x[at], y = c->y[at], end = s.count > 0 ? s.x[s.count - 1] : -INFINITY,
                     place = jumps ? end - least : end;
        const bool goes_on = x > end, begins = !goes_on && !jumps && y != s.y[s.count - 1];
        if (x < place - least) /* back by rounding */
            continue;
        if (jumps && !goes_on)
            s.y[s.count - 1] = y;
        if (!goes_on && !(begins && end + least > end))
            continue;
        s.x[s.count] = goes_on ? x : end + least;
        s.y[s.count++] = y;
        jumps = begins;
    }
    /* Steffen's interpolation needs three points. */
    const gsl_interp_type *type = s.count > 2 ? gsl_interp_steffen : gsl_interp_linear;
    if (s.count > 1) {
        s.interp = lt_arena_keep(arena, gsl_interp_alloc(type, s.count), gsl_interp_release);
        gsl_interp_init(s.interp, s.x, s.y, s.count);
    }
    return s;
}

/* Interpolates a branch at X; outside of it the nearest end counts. */
static double smooth_at(const struct smooth *s, double x) {
    if (!s->interp || x <= s->x[0])
        return s->y[0];
    if (x >= s->x[s->count - 1])
        return s->y[s->count - 1];
    return gsl_interp_eval(s->interp, s->x, s->y, x, NULL);
}

/* Returns true if a row belongs to the set's stage (always if it has none), or is the last row of
 * the stage before, where the curve starts. False for other rows. */
static bool is_of_stage(const struct lt_table *table, const struct lt_fit_set *set, size_t row) {
    if (set->stage < 0)
        return true;
    const double *at = table->cells + row * table->columns + set->stage_column;
    return at[0] == (double)set->stage ||
           (row + 1 < table->rows && at[table->columns] == (double)set->stage);
}

/* Returns the curve of a run, of the finite points of the set's stage, split into branches. */
static struct curve curve_of(const struct lt_table *table, const struct lt_fit_set *set,
                             struct lt_arena *arena) {
    struct curve c = {.x = lt_arena_get(arena, (table->rows + 1) * sizeof *c.x),
                      .y = lt_arena_get(arena, (table->rows + 1) * sizeof *c.y)};
    for (size_t i = 0; i < table->rows; i++) {
        double x = table->cells[i * table->columns + set->x_column];
        double y = table->cells[i * table->columns + set->y_column];
        if (!isfinite(x) || !isfinite(y) || !is_of_stage(table, set, i))
            continue;
        c.x[c.count] = x;
        c.y[c.count++] = y;
    }
    if (c.count > 0)
        cut_curve(&c, arena);
    return c;
}

/* Returns true if a quantity is a force or constant during a run, false if it moves otherwise. Only
 * forces jump when a contact is made, so that y before the first row is known if it depends on such
 * quantities only. */
static bool is_of_forces(const struct lt_name *name) {
    bool moves =
        name->kind != LT_NAME_PARAM && name->kind != LT_NAME_LET && name->kind != LT_NAME_CONSTANT;
    return !moves || (name->slot >= LT_FN && name->slot < LT_FN + 2 * LT_DOFS);
}

/* Returns true if the run begins with the surfaces apart or just touching (gap of at least 0), so
 * that the force before contact is 0. False if they overlap, or if the run continues from the end
 * of an earlier one. VALUES are those of the run (SI). */
static bool set_starts_apart(struct lt_fitting *f, const double *values) {
    const struct lt_number *gap = &f->program.motion.gap;
    /* A value given to the run itself replaces the gap of the program, which may be a formula. */
    bool instead = gap->slot > 0 && !isnan(values[gap->slot]);
    double at = instead ? values[gap->slot] : gap->given ? gap->value : 0;
    char why[256];
    return !f->program.start &&
           (!gap->given || !gap->formula || instead ||
            lt_expr_number(f->expr, gap->formula, values, &at, why, sizeof why)) &&
           at >= 0;
}

/* Returns y (SI) without a contact, from the values END of the run with all forces 0; OTHERWISE if
 * y depends on more than forces or the run starts in contact. */
static double before_contact(struct lt_fitting *f, const struct lt_fit_set *set, const double *end,
                             double otherwise) {
    const struct lt_column *column = &f->program.columns[set->y_column];
    size_t n = column->source ? 1 : column->formula->n_used;
    const struct lt_name *const *used = column->source ? &column->source : column->formula->used;
    double *values = lt_arena_get(f->scratch, f->program.names->slots * sizeof *values), y;
    char why[256];
    for (size_t i = 0; i < n; i++)
        if (!is_of_forces(used[i]))
            return otherwise;
    memcpy(values, end, f->program.names->slots * sizeof *values);
    if (set->stage > 0 || !set_starts_apart(f, values))
        return otherwise;
    memset(values + LT_FN, 0, 2 * LT_DOFS * sizeof *values);
    if (column->source)
        return values[column->source->slot];
    return lt_expr_number(f->expr, column->formula, values, &y, why, sizeof why) ? y : otherwise;
}

/* Splits the points of the data where their segment changes. */
static void cut_segments(struct curve *c, const struct lt_measured *m, struct lt_arena *arena) {
    c->cut = lt_arena_get(arena, (c->count + 2) * sizeof *c->cut);
    c->branches = 0;
    c->cut[0] = 0;
    for (size_t i = 0; i < c->count; i++)
        if (i + 1 == c->count || m->segment[i + 1] != m->segment[i])
            c->cut[++c->branches] = i;
}

/* Evaluates each data point on the corresponding branch of the run; MODEL gets the values (SI).
 * Returns true; false, with f->why, if data and run reverse differently. Points before the first
 * row have the value without contact. */
static bool interpolate_points(struct lt_fitting *f, const struct lt_measured *m,
                               const struct curve *c, double *model) {
    struct curve data = {.x = m->x, .y = m->y, .count = m->count};
    size_t all[] = {0, m->count - 1};
    /* The data are cut into branches, by their segments or where x reverses, if either curve has
     * several. */
    if (m->segment || c->branches > 1 || m->set->segments) {
        if (m->segment)
            cut_segments(&data, m, f->scratch);
        else
            cut_curve(&data, f->scratch);
        if (data.branches > c->branches || way_of(&data, 0) != way_of(c, 0))
            return fail_model(
                f, "the data reverse in %s %zu times, the run %zu times%s", m->set->x_text,
                data.branches - 1, c->branches - 1,
                data.branches > c->branches ? "" : ", and they start in the opposite direction");
    } else {
        data.cut = all;
        data.branches = 1;
    }
    /* Branch by branch; a point shared by two belongs to the first. f->fit->beyond counts the
     * points that lie beyond the ends of the run's branch by more than 1e-6 of its length. */
    for (size_t b = 0; b < data.branches; b++) {
        struct smooth s = smooth_of(c, b, f->scratch);
        double room = 1e-6 * fabs(s.x[s.count - 1] - s.x[0]);
        for (size_t i = data.cut[b] + (b > 0); i <= data.cut[b + 1]; i++) {
            bool early = b == 0 && (m->x[i] - c->x[0]) * way_of(c, 0) < 0;
            f->jumps |= early && c->before != c->y[0];
            model[i] = early ? c->before : smooth_at(&s, m->x[i]);
            f->fit->beyond += m->x[i] < s.x[0] - room || m->x[i] > s.x[s.count - 1] + room;
        }
    }
    return true;
}

/* Computes the model of a curve: one run, interpolated at the measured points. Q are the scaled
 * parameters, MODEL gets the values (SI). Returns true; false, with f->why, if the run fails. */
static bool run_curve(struct lt_fitting *f, const struct lt_measured *m, const double *q,
                      double *model) {
    struct lt_override *overrides =
        lt_arena_get(f->scratch, (f->n + m->set->n_with + 1) * sizeof *overrides);
    size_t n = override_set(f, m->set, q, overrides);
    struct lt_run_options options = {.record = true, .interrupted = f->problem->interrupted};
    struct lt_result *result = lt_run(&f->program, overrides, n, &options);
    bool ok = result->status == LT_DONE;
    if (!ok)
        fail_model(f, "%s", result->message);
    if (ok) {
        struct curve c = curve_of(&result->table, m->set, f->scratch);
        c.before = c.count > 0 ? before_contact(f, m->set, result->values, c.y[0]) : 0;
        ok = c.count > 0 ? interpolate_points(f, m, &c, model)
                         : fail_model(f, "the run has no point of %s over %s", m->set->y_text,
                                      m->set->x_text);
    }
    lt_run_free(result);
    return ok;
}

/* ---- All sets -------------------------------------------------------------------------------- */

/* Computes the model (SI) at all points for the scaled parameters Q, and counts the evaluation.
 * Returns true; false, with the reason in f->why, if a run fails. */
bool lt_fit_model(struct lt_fitting *f, const double *q, double *model) {
    f->fit->evaluations++;
    f->fit->beyond = 0;
    lt_arena_clear(f->scratch);
    for (size_t i = 0; i < f->problem->n_sets; i++) {
        const struct lt_measured *m = &f->problem->sets[i];
        if (!(m->set->is_curve ? run_curve : run_results)(f, m, q, model))
            return false;
        model += m->count;
    }
    return true;
}

/* Copies Q to TO with parameter J changed by H, within its bounds; returns the change actually
 * made, in scaled units. */
static double step_parameter(const struct lt_fitting *f, const double *q, size_t j, double h,
                             double *to) {
    const struct lt_scale *scale = &f->scales[j];
    memcpy(to, q, f->n * sizeof *to);
    to[j] += h;
    if (scale->bounded)
        to[j] = fmin(fmax(to[j], scale->lo), scale->hi);
    return to[j] - q[j];
}

/* The model on either side of a point: scaled parameters, models, and the steps actually made; 0:
 * that side has no value. */
struct sides {
    double *to, *up, *down, above, below;
};

/* Evaluates the model a step H (scaled) to either side of parameter J; a side on which no run is
 * possible, or which the bounds cut off, gets a step of 0. */
static void evaluate_beside(struct lt_fitting *f, const double *q, size_t j, double h,
                            struct sides *s) {
    s->above = step_parameter(f, q, j, h, s->to);
    if (s->above > 0 && !lt_fit_model(f, s->to, s->up))
        s->above = 0;
    s->below = step_parameter(f, q, j, -h, s->to);
    if (s->below < 0 && !lt_fit_model(f, s->to, s->down))
        s->below = 0;
}

/* Returns the largest |difference| of two models over all points, in SI units. */
static double largest_change(const struct lt_fitting *f, const double *a, const double *b) {
    double most = 0;
    for (size_t i = 0; i < f->count; i++)
        most = fmax(most, fabs(a[i] - b[i]));
    return most;
}

/* Keeps only one side if the model jumps on the other: if it changes by more than 2 % of the data's
 * range within the small step. Returns true then, or if there is no jump; false if it jumps on both
 * sides, so that the step must be shorter. */
static bool avoid_jump(const struct lt_fitting *f, const double *model, struct sides *s) {
    double least = INFINITY, greatest = -INFINITY;
    for (size_t i = 0; i < f->count; i++) {
        least = fmin(least, f->y[i]);
        greatest = fmax(greatest, f->y[i]);
    }
    double room = 0.02 * (greatest - least);
    bool up = s->above > 0 && largest_change(f, s->up, model) > room;
    bool down = s->below < 0 && largest_change(f, s->down, model) > room;
    if (up && !down && s->below < 0)
        s->above = 0;
    if (down && !up && s->above > 0)
        s->below = 0;
    return !up || !down;
}

/* Computes the Jacobian d(model/sigma)/dq, row by row, by differences; MODEL is the model at Q.
 * Returns true; false if a parameter cannot be changed to either side. */
bool lt_fit_model_jacobian(struct lt_fitting *f, const double *q, const double *model,
                           double *jacobian) {
    struct lt_arena *arena = lt_arena_new();
    struct sides s = {.to = lt_arena_get(arena, f->n * sizeof *s.to),
                      .up = lt_arena_get(arena, f->count * sizeof *s.up),
                      .down = lt_arena_get(arena, f->count * sizeof *s.down)};
    bool ok = true;
    for (size_t j = 0; j < f->n && ok; j++) {
        /* A step that meets a jump on both sides is made ten times shorter, up to three times. */
        double h = difference;
        evaluate_beside(f, q, j, h, &s);
        for (int i = 0; i < 3 && !avoid_jump(f, model, &s); i++)
            evaluate_beside(f, q, j, h /= 10, &s);
        /* A side without a value is replaced by the point itself: a one-sided difference. */
        ok = s.above > s.below;
        for (size_t i = 0; i < f->count && ok; i++)
            jacobian[i * f->n + j] =
                ((s.above > 0 ? s.up[i] : model[i]) - (s.below < 0 ? s.down[i] : model[i])) /
                ((s.above - s.below) * f->sigma[i]);
    }
    lt_arena_free(arena);
    return ok;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "calibrate/scan.h"

#include "base/arena.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_min.h>
#include <gsl/gsl_roots.h>
#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    EVENLY = 20,
    DECADES = 4,
    ITERATIONS = 100,
    TURNS = 6,
    MOST = EVENLY + 4 * DECADES + 2,
    HALVINGS = 25
};

/* ---- Points ---------------------------------------------------------------------------------- */

static size_t insert_point(struct lt_scan *scan, double x, double y) {
    size_t at = scan->count;
    while (at > 0 && scan->x[at - 1] > x)
        at--;
    memmove(scan->x + at + 1, scan->x + at, (scan->count - at) * sizeof *scan->x);
    memmove(scan->y + at + 1, scan->y + at, (scan->count - at) * sizeof *scan->y);
    scan->x[at] = x;
    scan->y[at] = y;
    scan->count++;
    if (y < scan->lowest[1])
        scan->lowest[0] = x, scan->lowest[1] = y;
    if (y > scan->highest[1])
        scan->highest[0] = x, scan->highest[1] = y;
    return at;
}

static double result_nearly(const struct lt_scan *scan, double x, double accuracy) {
    bool nearly = scan->nearly && accuracy > 0;
    return nearly ? scan->nearly(x, accuracy, scan->data) : scan->result(x, scan->data);
}

/* As closely as ACCURACY says. */
static double look_nearly(struct lt_scan *scan, double x, double accuracy) {
    if (scan->count == LT_SCAN_POINTS)
        return NAN;
    double y = result_nearly(scan, x, accuracy);
    if (!isnan(y)) {
        insert_point(scan, x, y);
        return y;
    }
    scan->missing++;
    scan->none[0] = fmin(scan->none[0], x);
    scan->none[1] = fmax(scan->none[1], x);
    return y;
}

static void look_at(struct lt_scan *scan, double x) {
    look_nearly(scan, x, 0);
}

/* Points spaced evenly in a bounded range, or by half decades around the typical value. */
static size_t spread_points(const struct lt_scan *scan, double *points) {
    size_t n = 0, kept = 0;
    const double *range = scan->range;
    points[n++] = range[0];
    if (isfinite(range[1]))
        for (int i = 1; i <= EVENLY; i++)
            points[n++] = range[0] + (range[1] - range[0]) * i / EVENLY;
    for (int i = -2 * DECADES; i <= 2 * DECADES; i++) {
        double x = scan->typical * pow(10, 0.5 * i);
        if (x > range[0] && x < range[1])
            points[n++] = x;
    }
    gsl_sort(points, 1, n);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || points[i] > points[i - 1])
            points[kept++] = points[i];
    return kept;
}

/* ---- Turning points -------------------------------------------------------------------------- */

LT_RELEASE(gsl_min_fminimizer)
LT_RELEASE(gsl_root_fsolver)

struct turned {
    const struct lt_scan *scan;
    double sign;
};

static double upside_down(double x, void *data) {
    const struct turned *turned = data;
    return turned->sign * turned->scan->result(x, turned->scan->data);
}

/* The result has an extreme between points I - 1 and I + 1: locate it, so that a peak that just
 * reaches the target is not missed. */
static void look_at_turn(struct lt_scan *scan, size_t i) {
    const double *x = scan->x, *y = scan->y;
    struct turned turned = {scan, y[i] > y[i - 1] ? -1 : 1};
    gsl_function f = {upside_down, &turned};
    struct lt_arena *arena = lt_arena_new();
    gsl_min_fminimizer *solver = lt_arena_keep(
        arena, gsl_min_fminimizer_alloc(gsl_min_fminimizer_brent), gsl_min_fminimizer_release);
    double s = turned.sign;
    if (gsl_min_fminimizer_set_with_values(solver, &f, x[i], s * y[i], x[i - 1], s * y[i - 1],
                                           x[i + 1], s * y[i + 1]) == GSL_SUCCESS) {
        double width = x[i + 1] - x[i - 1];
        for (int k = 0; k < ITERATIONS; k++) {
            if (gsl_min_fminimizer_iterate(solver) != GSL_SUCCESS)
                break;
            scan->iterations++;
            if (gsl_min_fminimizer_x_upper(solver) - gsl_min_fminimizer_x_lower(solver) <
                1e-6 * width)
                break;
        }
        look_at(scan, gsl_min_fminimizer_x_minimum(solver));
    }
    lt_arena_free(arena);
}

static bool turns_at(const struct lt_scan *scan, size_t i) {
    const double *y = scan->y, noise = scan->rounding * (scan->highest[1] - scan->lowest[1]);
    double before = y[i] - y[i - 1], after = y[i + 1] - y[i];
    return fabs(before) > noise && fabs(after) > noise && (before > 0) != (after > 0);
}

static void look_at_turns(struct lt_scan *scan) {
    double at[TURNS];
    size_t n = 0;
    for (size_t i = 1; i + 1 < scan->count && n < TURNS; i++)
        if (turns_at(scan, i))
            at[n++] = scan->x[i];
    for (size_t k = 0; k < n; k++)
        for (size_t i = 1; i + 1 < scan->count; i++)
            if (scan->x[i] == at[k] && turns_at(scan, i)) {
                look_at_turn(scan, i);
                break;
            }
}

/* ---- Roots ----------------------------------------------------------------------------------- */

/* The function whose root is sought: in logarithms for a restitution, which spans decades and is
 * then nearly linear. */
static double offset_of(const struct lt_scan *scan, double y) {
    if (!(scan->wanted > 0))
        return y - scan->wanted;
    return y > 0 ? log(y / scan->wanted) : -1e3;
}

static double offset_at(double x, void *data) {
    const struct lt_scan *scan = data;
    return offset_of(scan, scan->result(x, scan->data));
}

static double scan_scale(const struct lt_scan *scan) {
    return scan->wanted != 0 ? fabs(scan->wanted) : 1e-3 * (scan->highest[1] - scan->lowest[1]);
}

static bool is_met(const struct lt_scan *scan, double y) {
    return fabs(y - scan->wanted) <= fmax(0.01 * scan->rounding, 1e-15) * scan_scale(scan);
}

static void add_root(struct lt_scan *scan, double x) {
    double span = scan->x[scan->count - 1] - scan->x[0];
    for (size_t i = 0; i < scan->n_roots; i++)
        if (fabs(x - scan->roots[i]) <= fmax(fmin(1e-7 * fabs(x), 1e-3 * span), 1e-12 * span))
            return;
    if (scan->n_roots < LT_SCAN_ROOTS)
        scan->roots[scan->n_roots++] = x;
    else
        scan->more_roots = true;
}

/* Brent's method between two points on either side of the root, to the accuracy of the result. */
static bool find_crossing(struct lt_scan *scan, const double *x, double *root) {
    gsl_function f = {offset_at, scan};
    struct lt_arena *arena = lt_arena_new();
    gsl_root_fsolver *solver = lt_arena_keep(arena, gsl_root_fsolver_alloc(gsl_root_fsolver_brent),
                                             gsl_root_fsolver_release);
    double y = NAN;
    *root = NAN;
    if (gsl_root_fsolver_set(solver, &f, x[0], x[1]) == GSL_SUCCESS)
        for (int i = 0; i < ITERATIONS; i++) {
            if (gsl_root_fsolver_iterate(solver) != GSL_SUCCESS)
                break;
            scan->iterations++;
            *root = gsl_root_fsolver_root(solver);
            y = scan->result(*root, scan->data);
            double lo = gsl_root_fsolver_x_lower(solver), hi = gsl_root_fsolver_x_upper(solver);
            if (is_met(scan, y) || gsl_root_test_interval(lo, hi, 0, 1e-14) == GSL_SUCCESS)
                break;
        }
    double ends[2] = {gsl_root_fsolver_x_lower(solver), gsl_root_fsolver_x_upper(solver)};
    lt_arena_free(arena);
    if (fabs(y - scan->wanted) <= 1e-9 * scan_scale(scan))
        return true;
    /* Results close together on both sides mean a root, not a jump. */
    double jump = scan->result(ends[1], scan->data) - scan->result(ends[0], scan->data);
    if (fabs(jump) <= 1e-4 * scan_scale(scan))
        scan->nearest[0] = *root, scan->nearest[1] = y;
    return false;
}

static void find_roots(struct lt_scan *scan) {
    for (size_t i = 0; i < scan->count; i++) {
        if (is_met(scan, scan->y[i])) {
            if (i > 0 && is_met(scan, scan->y[i - 1])) {
                scan->flat[0] = scan->is_flat ? scan->flat[0] : scan->x[i - 1];
                scan->flat[1] = scan->x[i];
                scan->is_flat = true;
            }
            add_root(scan, scan->x[i]);
            continue;
        }
        if (i == 0 || is_met(scan, scan->y[i - 1]))
            continue;
        double root;
        bool between = (offset_of(scan, scan->y[i - 1]) < 0) != (offset_of(scan, scan->y[i]) < 0);
        if (between && find_crossing(scan, &scan->x[i - 1], &root))
            add_root(scan, root);
    }
}

/* ---- By a survey ----------------------------------------------------------------------------- */

static const double rough = 0.02; /* accuracy of a survey */
static const double same = 1e-6;  /* what it may tell of one result and of its neighbour */
/* Of the first result by it, of those at the ends. */
static const double first_within = 1e-9, ends_within = 1e-11;

/* Scales an offset by the target, or by the range of the survey. */
struct survey {
    size_t n, first, last; /* points; those with a usable result are between first and last */
    size_t at;             /* the first point beyond the target */
    double x[MOST], g[MOST], scale;
};

static double survey_offset(const struct lt_scan *scan, const struct survey *s, double y) {
    return scan->wanted > 0 ? offset_of(scan, y) : offset_of(scan, y) / s->scale;
}

/* No result, or a contact that never ends. */
static bool is_none(const struct lt_scan *scan, double y) {
    return isnan(y) || (scan->wanted > 0 && y == 0);
}

/* Surveys the range; true if the target is crossed exactly once, clearly, and the extremes are at
 * the ends, so that a full scan would add nothing. */
static bool survey_range(struct lt_scan *scan, struct survey *s) {
    double y[MOST], least = INFINITY, most = -INFINITY;
    size_t crossings = 0;
    s->n = spread_points(scan, s->x);
    if (s->n < 8 || !scan->survey(s->x, s->n, y, scan->data))
        return false;
    for (s->first = 0; s->first < s->n && is_none(scan, y[s->first]);)
        s->first++;
    for (s->last = s->n - 1; s->last > s->first && is_none(scan, y[s->last]);)
        s->last--;
    for (size_t i = 0; i < s->n; i++) {
        bool inside = i >= s->first && i <= s->last;
        if (isinf(y[i]) || (inside && isnan(y[i])))
            return false;
        least = inside ? fmin(least, y[i]) : least;
        most = inside ? fmax(most, y[i]) : most;
    }
    s->scale = most - least;
    if (!(s->scale > 0))
        return false;
    least = INFINITY, most = -INFINITY;
    for (size_t i = s->first; i <= s->last; i++) {
        s->g[i] = survey_offset(scan, s, y[i]);
        least = fmin(least, s->g[i]);
        most = fmax(most, s->g[i]);
        if (i > s->first && (s->g[i] > 0) != (s->g[i - 1] > 0)) {
            s->at = i;
            crossings++;
        }
    }
    if (crossings != 1 || s->at < s->first + 2 || s->at + 1 > s->last)
        return false;
    for (size_t i = s->first; i <= s->last; i++)
        if (i + 1 != s->at && i != s->at && fabs(s->g[i]) < rough)
            return false;
    double a = s->g[s->first], b = s->g[s->last];
    return least >= fmin(a, b) - same && most <= fmax(a, b) + same;
}

/* The point where the survey, corrected by SHIFT, meets the target: by inverse interpolation
 * through four points around it, or two. */
static double surveyed_root(const struct survey *s, double shift) {
    const double *x = s->x + s->at - 2, *g = s->g + s->at - 2;
    double lo = x[1], hi = x[2], sum = 0;
    for (size_t i = 0; i < 4; i++) {
        double share = x[i];
        for (size_t k = 0; k < 4; k++)
            share *= k == i ? 1 : (-shift - g[k]) / (g[i] - g[k]);
        sum += share;
    }
    bool good = sum > lo && sum < hi;
    double line = lo + (hi - lo) * (-shift - g[1]) / (g[2] - g[1]);
    return good ? sum : fmin(fmax(line, x[0]), x[3]);
}

/* Inverse quadratic interpolation through the last three points. */
static double parabola_zero(const double *x, const double *g) {
    double a = (g[1] * g[2]) / ((g[0] - g[1]) * (g[0] - g[2])),
           b = (g[0] * g[2]) / ((g[1] - g[0]) * (g[1] - g[2])),
           c = (g[0] * g[1]) / ((g[2] - g[0]) * (g[2] - g[1]));
    return a * x[0] + b * x[1] + c * x[2];
}

/* Refines the survey's guess with exact results, the first of which need not be; false: it does
 * not converge. */
static bool close_in(struct lt_scan *scan, const struct survey *s, double *root) {
    double x[3] = {0}, g[3] = {0}, next = surveyed_root(s, 0);
    for (int i = 0; i < 12; i++) {
        if (!(next > s->x[s->at - 2] && next < s->x[s->at + 1]))
            return false;
        x[0] = x[1], x[1] = x[2], x[2] = next;
        g[0] = g[1], g[1] = g[2];
        double y = result_nearly(scan, next, i == 0 ? first_within : 0);
        if (isnan(y))
            return false;
        g[2] = survey_offset(scan, s, y);
        scan->iterations++;
        *root = next;
        if (i > 0 && is_met(scan, y))
            return true;
        if (i == 0)
            next = surveyed_root(s, g[2]);
        else if (i == 1)
            next = x[2] - g[2] * (x[2] - x[1]) / (g[2] - g[1]);
        else
            next = parabola_zero(x, g);
        if (i > 0 && fabs(next - x[2]) <= 1e-12 * fabs(next))
            return fabs(y - scan->wanted) <= 1e-10 * scan_scale(scan);
    }
    return false;
}

static bool agrees_with_survey(const struct lt_scan *scan, const struct survey *s, size_t i,
                               double y) {
    double g = survey_offset(scan, s, y);
    return (g > 0) == (s->g[i] > 0) && (fabs(g - s->g[i]) < 5 * rough || fabs(g) > 1);
}

/* At an end of the range of which the survey tells nothing, as contacts last long there, the target
 * is as far off on the same side as where it does, or there is no result. */
static bool ends_beyond(struct lt_scan *scan, const struct survey *s, size_t end, size_t told) {
    if (end == told)
        return true;
    const double y = look_nearly(scan, s->x[end], 0);
    return isnan(y) || (survey_offset(scan, s, y) > 0) == (s->g[told] > 0);
}

/* Records the only root, the ends of the interval with results, and the ends of the range. */
static bool by_survey(struct lt_scan *scan) {
    struct survey s;
    double root;
    if (!scan->survey || !survey_range(scan, &s))
        return false;
    look_nearly(scan, s.x[s.first], ends_within);
    look_nearly(scan, s.x[s.last], ends_within);
    if (scan->missing > 0 || !agrees_with_survey(scan, &s, s.first, scan->y[0]) ||
        !agrees_with_survey(scan, &s, s.last, scan->y[1]) || !close_in(scan, &s, &root))
        return false;
    add_root(scan, root);
    return ends_beyond(scan, &s, 0, s.first) && ends_beyond(scan, &s, s.n - 1, s.last);
}

/* ---- By rough results ------------------------------------------------------------------------ */

static void begin_scan(struct lt_scan *scan) {
    scan->count = scan->missing = scan->n_roots = 0;
    scan->more_roots = false;
    scan->is_flat = false;
    scan->nearest[0] = scan->nearest[1] = scan->none[0] = scan->none[1] = NAN;
    scan->lowest[0] = scan->highest[0] = NAN;
    scan->lowest[1] = INFINITY;
    scan->highest[1] = -INFINITY;
}

static void look_at_points(struct lt_scan *scan) {
    double points[MOST];
    size_t n = spread_points(scan, points);
    begin_scan(scan);
    for (size_t i = 0; i < n; i++)
        look_at(scan, points[i]);
    look_at_turns(scan);
}

static bool is_crossed(const struct lt_scan *scan, size_t i) {
    return i > 0 && i < scan->count &&
           (offset_of(scan, scan->y[i - 1]) > 0) != (offset_of(scan, scan->y[i]) > 0);
}

/* Rough results tell enough: no extreme is so close to the target that it may be met there or not.
 */
static bool tells_enough(const struct lt_scan *scan) {
    const struct survey s = {.scale = scan->highest[1] - scan->lowest[1]};
    const double *y = scan->y;
    if (!(s.scale > 0))
        return false;
    for (size_t i = 0; i < scan->count; i++) {
        bool end = i == 0 || i + 1 == scan->count;
        bool turns = !end && !((y[i] - y[i - 1]) * (y[i + 1] - y[i]) > 0);
        if ((turns && fabs(survey_offset(scan, &s, y[i])) < rough) ||
            (is_crossed(scan, i) && (i < 2 || end)))
            return false;
    }
    return true;
}

/* The root between points I - 1 and I. */
static bool refine_root(struct lt_scan *scan, size_t i) {
    struct survey s = {.n = 4, .last = 3, .at = 2, .scale = scan->highest[1] - scan->lowest[1]};
    double root;
    for (size_t k = 0; k < s.n; k++) {
        s.x[k] = scan->x[i - 2 + k];
        s.g[k] = survey_offset(scan, &s, scan->y[i - 2 + k]);
    }
    if (!close_in(scan, &s, &root) && !find_crossing(scan, &s.x[1], &root))
        return false;
    add_root(scan, root);
    return true;
}

/* The result at an extreme of rough ones, and that of the parabola through it and two beside. */
static void refine_extreme(struct lt_scan *scan, double *at, double sense) {
    const double x = at[0], h = 0.01 * fabs(x), *ends = scan->range;
    at[1] = scan->result(x, scan->data);
    if (!(x - h > ends[0] && x + h < ends[1]))
        return;
    double low = scan->result(x - h, scan->data), high = scan->result(x + h, scan->data);
    double bend = low - 2 * at[1] + high, top = x - 0.5 * h * (high - low) / bend;
    if (!(sense * bend < 0 && fabs(top - x) < h))
        return;
    double y = scan->result(top, scan->data);
    if (sense * (y - at[1]) > 0)
        at[0] = top, at[1] = y;
}

/* Where results take long: the range by rough ones, then roots and extremes by themselves. */
static bool by_rough_results(struct lt_scan *scan) {
    double (*const result)(double, void *) = scan->result;
    double ends[2];
    if (!scan->rough || !isfinite(scan->range[1]))
        return false;
    for (int i = 0; i < 2; i++) /* shows whether they do */
        ends[i] = result(scan->range[i], scan->data);
    if (isnan(ends[0]) || isnan(ends[1]) || isnan(scan->rough(scan->range[0], scan->data)))
        return false;
    scan->result = scan->rough;
    look_at_points(scan);
    scan->result = result;
    if (scan->missing > 0)
        return false;
    scan->y[0] = ends[0];
    scan->y[scan->count - 1] = ends[1];
    if (!tells_enough(scan))
        return false;
    for (size_t i = 0; i < scan->count; i++)
        if (is_crossed(scan, i) && !refine_root(scan, i))
            return false;
    refine_extreme(scan, scan->lowest, -1);
    refine_extreme(scan, scan->highest, 1);
    return scan->lowest[1] < scan->highest[1];
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* No result at X below or above those with one: up to where there are any, unless the target is
 * met before. */
static void look_at_edge(struct lt_scan *scan, double x, bool above) {
    for (int i = 0; i < HALVINGS && scan->count > 0; i++) {
        const size_t end = above ? scan->count - 1 : 0;
        const double within = scan->x[end], middle = within + 0.5 * (x - within);
        const size_t count = scan->count;
        if (middle == x || middle == within)
            return;
        look_at(scan, middle);
        if (scan->count == count)
            x = middle;
        else if (is_crossed(scan, above ? count : 1))
            return;
    }
}

static void look_everywhere(struct lt_scan *scan) {
    look_at_points(scan);
    find_roots(scan);
    if (scan->n_roots > 0 || !isnan(scan->nearest[0]) || scan->count == 0)
        return;
    const double none[2] = {scan->none[0], scan->none[1]};
    const size_t count = scan->count;
    if (none[1] > scan->x[count - 1])
        look_at_edge(scan, none[1], true);
    if (none[0] < scan->x[0])
        look_at_edge(scan, none[0], false);
    if (scan->count > count)
        find_roots(scan);
}

void lt_scan_range(struct lt_scan *scan) {
    begin_scan(scan);
    if (!by_survey(scan) && !by_rough_results(scan))
        look_everywhere(scan);
    /* A gap between points is not an end. */
    if (scan->count > 0 && !(scan->none[0] < scan->x[0]))
        scan->none[0] = NAN;
    if (scan->count > 0 && !(scan->none[1] > scan->x[scan->count - 1]))
        scan->none[1] = NAN;
}

bool lt_scan_is_constant(const struct lt_scan *scan) {
    double size = fmax(fabs(scan->lowest[1]), fabs(scan->highest[1]));
    return scan->count > 1 && scan->highest[1] - scan->lowest[1] <= scan->rounding * size;
}

/* ---- The first interval ---------------------------------------------------------------------- */

/* Results over the number of steps that a contact takes, from AT to a step more and a sixteenth
 * beyond both ends, and where they come close to the target, as shares of the way from the first
 * result to the target: up to 1 they are right. */
enum { EACH_STEP = 16, IN_WINDOW = EACH_STEP + 3 };

struct steps_window {
    struct lt_scan *scan;
    double span, first;
    size_t n;
    double steps[2 * IN_WINDOW], share[2 * IN_WINDOW];
    double most;
};

static double share_at(struct steps_window *w, double steps) {
    struct lt_scan *scan = w->scan;
    const double x = w->span / steps, y = scan->result(x, scan->data);
    if (isnan(y))
        return INFINITY;
    if (y < scan->lowest[1])
        scan->lowest[0] = x, scan->lowest[1] = y;
    if (y > scan->highest[1])
        scan->highest[0] = x, scan->highest[1] = y;
    return (y - w->first) / (scan->wanted - w->first);
}

static double negative_share(double steps, void *window) {
    return -share_at(window, steps);
}

static void add_steps(struct steps_window *w, double steps, double share) {
    w->steps[w->n] = steps;
    w->share[w->n++] = share;
    w->most = fmax(w->most, share);
}

/* The top between three numbers of steps, until it is beyond the target or known to a millionth. */
static double top_between(struct steps_window *w, const double *steps, const double *share) {
    gsl_function f = {negative_share, w};
    struct lt_arena *arena = lt_arena_new();
    gsl_min_fminimizer *solver = lt_arena_keep(
        arena, gsl_min_fminimizer_alloc(gsl_min_fminimizer_brent), gsl_min_fminimizer_release);
    double top = steps[1];
    if (gsl_min_fminimizer_set_with_values(solver, &f, steps[1], -share[1], steps[0], -share[0],
                                           steps[2], -share[2]) == GSL_SUCCESS)
        for (int i = 0; i < ITERATIONS && gsl_min_fminimizer_iterate(solver) == GSL_SUCCESS; i++) {
            top = gsl_min_fminimizer_x_minimum(solver);
            if (-gsl_min_fminimizer_f_minimum(solver) > 1 ||
                gsl_min_fminimizer_x_upper(solver) - gsl_min_fminimizer_x_lower(solver) < 1e-6)
                break;
        }
    lt_arena_free(arena);
    return top;
}

static void fill_window(struct steps_window *w, double at) {
    double steps[IN_WINDOW], share[IN_WINDOW];
    w->n = 0;
    w->most = 0;
    for (size_t k = 0; k < IN_WINDOW; k++) {
        steps[k] = fmax(at + ((double)k - 1) / EACH_STEP, 0.5 / EACH_STEP);
        share[k] = share_at(w, steps[k]);
    }
    for (size_t k = 0; k < IN_WINDOW; k++) {
        const double left = k > 0 ? share[k] - share[k - 1] : -1;
        const double right = k + 1 < IN_WINDOW ? share[k] - share[k + 1] : -1;
        const bool near =
            left > 0 && right > 0 && share[k] <= 1 && share[k] + fmax(left, right) > 1;
        const double top = near ? top_between(w, &steps[k - 1], &share[k - 1]) : steps[k];
        if (top < steps[k])
            add_steps(w, top, share_at(w, top));
        add_steps(w, steps[k], share[k]);
        if (top > steps[k])
            add_steps(w, top, share_at(w, top));
    }
}

/* In a window, between the last right number of steps and the first wrong one. */
static enum lt_scan_first end_in_window(struct steps_window *w) {
    struct lt_scan *scan = w->scan;
    size_t k = w->n - 1;
    while (k > 0 && !(w->share[k - 1] > 1))
        k--;
    double right = w->steps[k], wrong = w->steps[k - 1], root;
    const double x[2] = {w->span / right, w->span / wrong};
    if (isfinite(w->share[k - 1]) && find_crossing(scan, x, &root)) {
        scan->roots[scan->n_roots++] = root;
        return LT_FIRST_FOUND;
    }
    while (fabs(right - wrong) > 1e-12 * right) {
        const double middle = 0.5 * (right + wrong);
        *(share_at(w, middle) > 1 ? &wrong : &right) = middle;
    }
    scan->nearest[0] = w->span / right;
    scan->nearest[1] = scan->result(scan->nearest[0], scan->data);
    return LT_FIRST_JUMP;
}

/* From many steps to few. In windows apart results grow at most like the square of the step, as
 * those of an elastic contact do: where less than 0.9 of the way to the target would be gone, the
 * next window is. If there is a wrong result in it, the windows between are looked at. */
static enum lt_scan_first follow_windows(struct steps_window *w, double at, double least) {
    while (at > least) {
        struct steps_window before = *w;
        double next = fmax(0.5 * at, at * sqrt(before.most / 0.9));
        next = fmax(fmin(next, at - 1), least);
        fill_window(w, next);
        while (w->most > 1 && next < at - 1) {
            next = fmin(at - 1, fmax(next + 1, sqrt(at * next)));
            fill_window(w, next);
        }
        if (w->most > 1)
            return end_in_window(w);
        at = next;
    }
    return LT_FIRST_NEVER;
}

enum lt_scan_first lt_scan_first(struct lt_scan *scan, double span, double side) {
    const double least = span / scan->range[1], most = span / scan->range[0];
    begin_scan(scan);
    look_at(scan, scan->range[0]);
    if (scan->count == 0 || (scan->y[0] - scan->wanted) * side > 0 || scan->y[0] == scan->wanted)
        return LT_FIRST_NOT;
    look_at(scan, scan->range[1]);
    struct steps_window w = {.scan = scan, .span = span, .first = scan->y[0]};
    double at = least;
    fill_window(&w, at);
    while (w.most > 0.5 && at < most) { /* half as long steps halve what they do, at least */
        at = fmin(2 * at + 1, most);
        fill_window(&w, at);
    }
    return w.most > 1 ? LT_FIRST_BEYOND : follow_windows(&w, at, least);
}

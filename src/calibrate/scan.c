/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scan.c: a function sampled over a range, its roots and extremes by Brent's methods (Brent,
 * Algorithms for Minimization without Derivatives, 1973). */
#include "calibrate/scan.h"

#include "base/arena.h"

#include <float.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_min.h>
#include <gsl/gsl_roots.h>
#include <gsl/gsl_sort.h>
#include <math.h>
#include <string.h>

enum {
    EVENLY = 20,      /* steps of a bounded range: a peak narrower than two may be missed */
    HALF_DECADES = 8, /* to either side of the typical value, as parameters span decades */
    HALVINGS = 25,    /* of a gap between two points: to 3e-8 of it */
    ITERATIONS = 100  /* twice as many as bisection needs for all bits of a number */
};

/* ---- Points ---------------------------------------------------------------------------------- */

/* Widens the range of results, lowest and highest {x, y}, by the point (X, Y). */
static void note_extremes(struct lt_scan *scan, double x, double y) {
    if (y < scan->lowest[1])
        scan->lowest[0] = x, scan->lowest[1] = y;
    if (y > scan->highest[1])
        scan->highest[0] = x, scan->highest[1] = y;
}

/* Adds a point with a result to the scan, in ascending order of x. */
static void insert_point(struct lt_scan *scan, double x, double y) {
    size_t at = scan->count++;
    for (; at > 0 && scan->x[at - 1] > x; at--) {
        scan->x[at] = scan->x[at - 1];
        scan->y[at] = scan->y[at - 1];
    }
    scan->x[at] = x;
    scan->y[at] = y;
    note_extremes(scan, x, y);
}

/* The result at X; NAN: there is none. The rough approximation comes first, and scan->error is the
 * largest bound of its errors so far: the accurate result is computed only where the target lies
 * within this of the approximation, or there is no rough function. */
static double evaluate_point(struct lt_scan *scan, double x) {
    double error = 0;
    const double y = scan->rough ? scan->rough(x, &error, scan->data) : NAN;
    scan->error = fmax(scan->error, error);
    return fabs(y - scan->wanted) > scan->error ? y : scan->result(x, scan->data);
}

/* Evaluates the scan at X and adds the point. If there is no result, widens the interval scan->none
 * of such places instead. */
static void add_point(struct lt_scan *scan, double x) {
    const double y = evaluate_point(scan, x);
    if (!isnan(y)) {
        insert_point(scan, x, y);
        return;
    }
    scan->missing++;
    scan->none[0] = fmin(scan->none[0], x);
    scan->none[1] = fmax(scan->none[1], x);
}

/* Evaluates the scan at points spaced evenly in a bounded range, and by half decades around the
 * typical value. */
static void scan_points(struct lt_scan *scan) {
    double points[EVENLY + 2 * HALF_DECADES + 2];
    size_t n = 0;
    const double *range = scan->range;
    points[n++] = range[0];
    for (int i = 1; i <= EVENLY && isfinite(range[1]); i++)
        points[n++] = range[0] + (range[1] - range[0]) * i / EVENLY;
    for (int i = -HALF_DECADES; i <= HALF_DECADES; i++) {
        const double x = scan->typical * pow(10, 0.5 * i);
        if (x > range[0] && x < range[1])
            points[n++] = x;
    }
    gsl_sort(points, 1, n);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || points[i] > points[i - 1])
            add_point(scan, points[i]);
    for (size_t i = 0; i < scan->count && scan->rough; i++) /* the largest error is known by now */
        if (fabs(scan->y[i] - scan->wanted) <= scan->error)
            scan->y[i] = scan->result(scan->x[i], scan->data);
}

/* ---- Turning points -------------------------------------------------------------------------- */

LT_RELEASE(gsl_min_fminimizer)
LT_RELEASE(gsl_root_fsolver)

/* Finds the least value of F between x[0] and x[2] by Brent's method; y[1] is the least of the
 * three values y at x. Stops at an interval of WIDTH (unit of x) or a value below ENOUGH, sets at
 * to {x, y} of the least and returns the number of iterations. */
static int find_least(gsl_function f, const double *x, const double *y, double width, double enough,
                      double *at) {
    struct lt_arena *arena = lt_arena_new();
    gsl_min_fminimizer *solver = lt_arena_keep(
        arena, gsl_min_fminimizer_alloc(gsl_min_fminimizer_brent), gsl_min_fminimizer_release);
    int status = gsl_min_fminimizer_set_with_values(solver, &f, x[1], y[1], x[0], y[0], x[2], y[2]);
    at[0] = x[1];
    at[1] = y[1];
    int i = 0;
    for (; i < ITERATIONS && status == GSL_SUCCESS && at[1] >= enough; i++) {
        if (gsl_min_fminimizer_x_upper(solver) - gsl_min_fminimizer_x_lower(solver) < width)
            break;
        status = gsl_min_fminimizer_iterate(solver);
        at[0] = gsl_min_fminimizer_x_minimum(solver);
        at[1] = gsl_min_fminimizer_f_minimum(solver);
    }
    lt_arena_free(arena);
    return i;
}

struct turned {
    struct lt_scan *scan;
    double sign;
};

/* The result at X times the sign in DATA (struct turned), so that a maximum is found as a minimum.
 * A callback of find_least(). */
static double turned_result(double x, void *data) {
    const struct turned *turned = data;
    return turned->sign * evaluate_point(turned->scan, x);
}

/* Locates the extremes, so that a peak which only just reaches the target is not missed. Near an
 * extreme the result is flat: its place within the square root of the accuracy gives the result to
 * full accuracy. Changes of the range of results below the tolerance of targets are ignored. */
static void locate_extremes(struct lt_scan *scan) {
    const size_t n = scan->count;
    const double least = LT_SCAN_TOLERANCE * (scan->highest[1] - scan->lowest[1]);
    double x[LT_SCAN_POINTS], y[LT_SCAN_POINTS];
    memcpy(x, scan->x, n * sizeof *x);
    memcpy(y, scan->y, n * sizeof *y);
    for (size_t i = 1; i + 1 < n; i++) {
        struct turned turned = {scan, y[i] > y[i - 1] ? -1 : 1};
        const double s = turned.sign, three[3] = {s * y[i - 1], s * y[i], s * y[i + 1]};
        /* Only where the middle point is beyond both neighbours by more than that. */
        if (!(fmin(three[0], three[2]) - three[1] > least))
            continue;
        const bool is_extreme = x[i] == scan->lowest[0] || x[i] == scan->highest[0];
        /* A full mean is expensive: skip an extreme that is neither the largest or smallest result
         * nor near the target. */
        if (scan->rough && !is_extreme &&
            fabs(y[i] - scan->wanted) > fmax(three[0], three[2]) - three[1])
            continue;
        double at[2];
        scan->iterations += find_least((gsl_function){turned_result, &turned}, &x[i - 1], three,
                                       sqrt(scan->accuracy) * (x[i + 1] - x[i - 1]), -INFINITY, at);
        if (at[0] != x[i])
            insert_point(scan, at[0], s * at[1]);
    }
}

/* ---- Roots ----------------------------------------------------------------------------------- */

/* The distance of a result Y from the target, as the function whose root is sought: in logarithms
 * for positive targets, since a restitution spans decades and is then nearly linear. */
static double offset_of(const struct lt_scan *scan, double y) {
    return scan->wanted > 0 ? log(fmax(y, DBL_MIN) / scan->wanted) : y - scan->wanted;
}

/* The distance of the result at X from the target; DATA: the scan. A callback of GSL's root
 * finder. */
static double offset_at(double x, void *data) {
    const struct lt_scan *scan = data;
    return offset_of(scan, scan->result(x, scan->data));
}

/* Returns true if the result Y meets the target within a relative TOLERANCE. If the target is zero,
 * it is relative to a thousandth of the range of results. */
static bool is_met(const struct lt_scan *scan, double y, double tolerance) {
    const double range = scan->highest[1] - scan->lowest[1];
    const double scale = scan->wanted != 0 ? fabs(scan->wanted) : 1e-3 * range;
    return fabs(y - scan->wanted) <= tolerance * scale;
}

/* Adds the root X to scan->roots unless it is there already; scan->more_roots is set if there is no
 * room. Two roots are one if closer than the accuracy allows: a root at which the result turns is
 * known only to the square root of the accuracy, as an extreme is. */
static void add_root(struct lt_scan *scan, double x) {
    const double span = scan->x[scan->count - 1] - scan->x[0];
    const double same = fmax(sqrt(scan->accuracy) * fmin(fabs(x), span), scan->accuracy * span);
    for (size_t i = 0; i < scan->n_roots; i++)
        if (fabs(x - scan->roots[i]) <= same)
            return;
    if (scan->n_roots < LT_SCAN_ROOTS)
        scan->roots[scan->n_roots++] = x;
    else
        scan->more_roots = true;
}

/* Finds the *ROOT between x[0] and x[1], on either side of it, by Brent's method to the accuracy of
 * the result. Returns false if the result jumps over the target; if by less than scan->jump, the
 * place is kept as scan->nearest. */
static bool find_crossing(struct lt_scan *scan, const double *x, double *root) {
    gsl_function f = {offset_at, scan};
    struct lt_arena *arena = lt_arena_new();
    gsl_root_fsolver *solver = lt_arena_keep(arena, gsl_root_fsolver_alloc(gsl_root_fsolver_brent),
                                             gsl_root_fsolver_release);
    double y = NAN, ends[2] = {x[0], x[1]};
    *root = NAN;
    int status = gsl_root_fsolver_set(solver, &f, x[0], x[1]);
    for (int i = 0; i < ITERATIONS && status == GSL_SUCCESS; i++) {
        status = gsl_root_fsolver_iterate(solver);
        scan->iterations++;
        *root = gsl_root_fsolver_root(solver);
        y = scan->result(*root, scan->data);
        ends[0] = gsl_root_fsolver_x_lower(solver);
        ends[1] = gsl_root_fsolver_x_upper(solver);
        if (is_met(scan, y, scan->accuracy) ||
            gsl_root_test_interval(ends[0], ends[1], 0, 4 * DBL_EPSILON) == GSL_SUCCESS)
            break;
    }
    lt_arena_free(arena);
    if (is_met(scan, y, LT_SCAN_TOLERANCE))
        return true;
    /* Not met however narrow the interval: a jump, whose height is high - low. */
    const double low = scan->result(ends[0], scan->data), high = scan->result(ends[1], scan->data);
    if (is_met(scan, scan->wanted + high - low, scan->jump))
        scan->nearest[0] = *root, scan->nearest[1] = y;
    return false;
}

/* Returns true if the results of points I - 1 and I lie on different sides of the target; false
 * also if there are no such points. */
static bool is_crossed(const struct lt_scan *scan, size_t i) {
    return i > 0 && i < scan->count &&
           (offset_of(scan, scan->y[i - 1]) > 0) != (offset_of(scan, scan->y[i]) > 0);
}

/* Adds the roots between all points to scan->roots, and notes an interval in which every point
 * meets the target in scan->flat. Returns false if the result jumps over the target somewhere, so
 * that there is no root between two points on either side of it. */
static bool find_roots(struct lt_scan *scan) {
    bool was_met = false, each = true;
    for (size_t i = 0; i < scan->count; i++) {
        const bool met = is_met(scan, scan->y[i], scan->accuracy);
        double root = scan->x[i];
        /* Two neighbours that meet the target: the result is flat there. */
        if (met && was_met) {
            scan->flat[0] = scan->is_flat ? scan->flat[0] : scan->x[i - 1];
            scan->flat[1] = scan->x[i];
            scan->is_flat = true;
        }
        const bool crossed = !met && !was_met && is_crossed(scan, i);
        const bool found = crossed && find_crossing(scan, &scan->x[i - 1], &root);
        if (met || found)
            add_root(scan, root);
        each = each && found == crossed;
        was_met = met;
    }
    return each;
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* Clears the findings of a scan. */
static void begin_scan(struct lt_scan *scan) {
    scan->count = scan->missing = scan->n_roots = 0;
    scan->error = 0;
    scan->more_roots = false;
    scan->is_flat = false;
    scan->nearest[0] = scan->nearest[1] = scan->none[0] = scan->none[1] = NAN;
    scan->lowest[0] = scan->highest[0] = NAN;
    scan->lowest[1] = INFINITY;
    scan->highest[1] = -INFINITY;
}

/* There is no result at X, above (ABOVE) or below all points that have one: bisects to the edge of
 * those, and stops where the target is crossed. */
static void locate_edge(struct lt_scan *scan, double x, bool above) {
    for (int i = 0; i < HALVINGS; i++) {
        const size_t count = scan->count;
        const double within = scan->x[above ? count - 1 : 0];
        const double middle = within + 0.5 * (x - within);
        if (middle == x || middle == within)
            return;
        add_point(scan, middle);
        if (scan->count == count)
            x = middle;
        else if (is_crossed(scan, above ? count : 1))
            return;
    }
}

/* Replaces the extremes of rough results, scan->lowest and highest, by accurate results at the same
 * places. Returns false if one of them has no accurate result. */
static bool close_range(struct lt_scan *scan) {
    const double at[2] = {scan->lowest[0], scan->highest[0]};
    const double y[2] = {scan->result(at[0], scan->data), scan->result(at[1], scan->data)};
    scan->lowest[1] = INFINITY;
    scan->highest[1] = -INFINITY;
    for (int k = 0; k < 2; k++)
        note_extremes(scan, at[k], y[k]);
    return !isnan(y[0] + y[1]);
}

/* Scans the range: points, extremes, roots, and, if no root was found, the edges of the range with
 * results. If the rough function has misled, scans again without it. */
void lt_scan_range(struct lt_scan *scan) {
    begin_scan(scan);
    scan_points(scan);
    locate_extremes(scan);
    const bool each = find_roots(scan);
    if (scan->count == 0)
        return;
    /* The rough function has misled if an extreme has no accurate result, or a crossing no root. */
    const bool misled = scan->rough && !(close_range(scan) && each);
    scan->rough = NULL;
    if (misled) {
        lt_scan_range(scan);
        return;
    }
    /* A gap between points is not an end. */
    const double none[2] = {scan->none[0], scan->none[1]};
    const bool ends[2] = {scan->x[0] > none[0], scan->x[scan->count - 1] < none[1]};
    const size_t count = scan->count;
    for (int k = 1; k >= 0 && scan->n_roots == 0 && isnan(scan->nearest[0]); k--)
        if (ends[k])
            locate_edge(scan, none[k], k == 1);
    if (scan->count > count)
        find_roots(scan);
    for (int k = 0; k < 2; k++)
        scan->none[k] = ends[k] ? scan->none[k] : NAN;
}

/* Returns true if all points, at least two, have the same result within the relative tolerance of a
 * target: the result does not depend on the unknown. */
bool lt_scan_is_constant(const struct lt_scan *scan) {
    const double size = fmax(fabs(scan->lowest[1]), fabs(scan->highest[1]));
    return scan->count > 1 && scan->highest[1] - scan->lowest[1] <= LT_SCAN_TOLERANCE * size;
}

/* ---- The first interval ---------------------------------------------------------------------- */

/* Results over the number of steps that a contact takes, from AT to a step more and a sixteenth
 * beyond both ends, and where they come close to the target, as shares of the way from the first
 * result to the target: up to 1 they are right. There is room for a
 * window, a top at each of its steps but both ends, and a step of another window. */
enum { EACH_STEP = 16, IN_WINDOW = EACH_STEP + 3 };

struct steps_window {
    struct lt_scan *scan;
    double span, first;
    size_t n;
    double steps[2 * IN_WINDOW], share[2 * IN_WINDOW];
    double most;
};

/* The result for contacts of this many STEPS (step = span/steps, s), as a share of the way from the
 * first result to the target: up to 1 it is right. INFINITY: there is no result. */
static double share_at(struct steps_window *w, double steps) {
    const double x = w->span / steps, y = w->scan->result(x, w->scan->data);
    if (isnan(y))
        return INFINITY;
    note_extremes(w->scan, x, y);
    return (y - w->first) / (w->scan->wanted - w->first);
}

/* Minus the share at this many STEPS, since find_least() finds minima; WINDOW: struct steps_window.
 * A callback. */
static double negative_share(double steps, void *window) {
    return -share_at(window, steps);
}

/* Adds a number of steps and its share to a window, in ascending order of steps. */
static void add_steps(struct steps_window *w, double steps, double share) {
    size_t at = w->n++;
    for (; at > 0 && w->steps[at - 1] > steps; at--) {
        w->steps[at] = w->steps[at - 1];
        w->share[at] = w->share[at - 1];
    }
    w->steps[at] = steps;
    w->share[at] = share;
    w->most = fmax(w->most, share);
}

/* Fills the window with results from about AT steps in a contact to one step more, EACH_STEP of
 * them to a step. A top that may be beyond the target is located: until it is beyond, or to a
 * millionth of a step. */
static void fill_window(struct steps_window *w, double at) {
    double steps[IN_WINDOW], loss[IN_WINDOW];
    w->n = 0;
    w->most = 0;
    for (size_t k = 0; k < IN_WINDOW; k++) {
        steps[k] = fmax(at + ((double)k - 1) / EACH_STEP, 0.5 / EACH_STEP);
        loss[k] = -share_at(w, steps[k]);
        add_steps(w, steps[k], -loss[k]);
    }
    for (size_t k = 1; k + 1 < IN_WINDOW; k++) {
        const double left = loss[k - 1] - loss[k], right = loss[k + 1] - loss[k];
        double top[2];
        /* A top within the target (loss >= -1) whose parabola may reach beyond it. */
        if (!(left > 0 && right > 0 && loss[k] >= -1 && loss[k] - fmax(left, right) < -1))
            continue;
        w->scan->iterations += find_least((gsl_function){negative_share, w}, &steps[k - 1],
                                          &loss[k - 1], 1e-6, -1, top);
        if (top[0] != steps[k])
            add_steps(w, top[0], -top[1]);
    }
}

/* Finds the boundary between the last right number of steps and the first wrong one in window W.
 * Returns LT_FIRST_FOUND and adds a root, or LT_FIRST_JUMP, with the last right step and its result
 * in scan->nearest. If the largest number of W is wrong, the last right one is the next in the
 * window BEFORE, which overlaps. */
static enum lt_scan_first end_in_window(struct steps_window *w, const struct steps_window *before) {
    struct lt_scan *scan = w->scan;
    const double most = w->steps[w->n - 1];
    size_t next = 0;
    while (next + 1 < before->n && before->steps[next] <= most)
        next++;
    if (w->share[w->n - 1] > 1)
        add_steps(w, before->steps[next], before->share[next]);
    size_t k = w->n - 1;
    while (k > 0 && !(w->share[k - 1] > 1))
        k--;
    double right = w->steps[k], wrong = w->steps[k - 1], root;
    const double x[2] = {w->span / right, w->span / wrong};
    if (isfinite(w->share[k - 1]) && find_crossing(scan, x, &root)) {
        scan->roots[scan->n_roots++] = root;
        return LT_FIRST_FOUND;
    }
    /* No root: bisect to the jump, to 1e-12 of the number of steps. */
    while (fabs(right - wrong) > 1e-12 * right) {
        const double middle = 0.5 * (right + wrong);
        *(share_at(w, middle) > 1 ? &wrong : &right) = middle;
    }
    scan->nearest[0] = w->span / right;
    scan->nearest[1] = scan->result(scan->nearest[0], scan->data);
    return LT_FIRST_JUMP;
}

/* Goes from AT steps in a contact down to LEAST, to the first wrong result. Between windows results
 * grow at most like the square of the step, as those of an elastic contact do, so windows are
 * skipped that would use up less than 0.9 of the distance to the target. Returns LT_FIRST_NEVER if
 * no window has a wrong result. */
static enum lt_scan_first follow_windows(struct steps_window *w, double at, double least) {
    while (at > least) {
        struct steps_window before = *w;
        double next = fmax(0.5 * at, at * sqrt(before.most / 0.9));
        next = fmax(fmin(next, at - 1), least);
        fill_window(w, next);
        /* A wrong result after a skip: approach the skipped part in smaller jumps, until the window
         * is next to the last right one or has no wrong result. */
        while (w->most > 1 && next < at - 1) {
            next = fmin(at - 1, fmax(next + 1, sqrt(at * next)));
            fill_window(w, next);
        }
        if (w->most > 1)
            return end_in_window(w, &before);
        at = next;
    }
    return LT_FIRST_NEVER;
}

/* Finds the longest time step x, s, up to which every result is on the right side of the target.
 * SPAN: duration of the contact, s; SIDE: 1, results below the target are right; -1, above; 0, on
 * the side of the first. Returns how that ended, LT_FIRST_NOT if the shortest step already misses
 * the target; a root is added for LT_FIRST_FOUND only. */
enum lt_scan_first lt_scan_first(struct lt_scan *scan, double span, double side) {
    const double least = span / scan->range[1], most = span / scan->range[0];
    begin_scan(scan);
    add_point(scan, scan->range[0]);
    if (scan->count == 0 || (scan->y[0] - scan->wanted) * side > 0 || scan->y[0] == scan->wanted)
        return LT_FIRST_NOT;
    add_point(scan, scan->range[1]);
    struct steps_window w = {.scan = scan, .span = span, .first = scan->y[0]};
    double at = least;
    fill_window(&w, at);
    while (w.most > 0.5 && at < most) { /* half as long steps halve what they do, at least */
        at = fmin(2 * at + 1, most);
        fill_window(&w, at);
    }
    return w.most > 1 ? LT_FIRST_BEYOND : follow_windows(&w, at, least);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/exact_parts.h"

#include <string.h>

/* Rounding may leave so much of a difference (noise_most: where shorter stretches do not help). */
/* Of a stretch that may be long, whose inside is read from the same columns. */
static const double sure = 0.1;
static const double law_finest = 1e4; /* in units of the tolerance */
static const double rounding = 1e-11, noise_most = 1e-9;

/* Largest difference of n numbers; INFINITY if one is none. */
static double farthest_apart(const double *a, const double *b, size_t n) {
    double worst = 0, sum = 0;
    for (size_t i = 0; i < n; i++) {
        double gap = fabs(a[i] - b[i]);
        worst = gap > worst ? gap : worst;
        sum += gap;
    }
    return isnan(sum) ? INFINITY : worst;
}

static double share_of_scale(double gap, double scale) {
    return gap > 0 ? gap / scale : 0;
}

/* Difference of three numbers; those of balanced degrees of freedom are left out. */
static double free_distance(const double *a, const double *b, const bool *balanced) {
    double gap[3];
    for (int i = 0; i < 3; i++)
        gap[i] = balanced[i] ? 0 : a[i] - b[i];
    return farthest_apart(gap, (const double[3]){0}, 3);
}

/* Difference of a and b, the ends of a stretch h, in units of the tolerance. A displacement that is
 * balanced has a velocity by differences alone, which nothing follows from. */
double lt_exact_limit_distance(const struct lt_exact *exact, const double *a, const double *b,
                               double h) {
    const struct lt_setup *setup = exact->loading->setup;
    const bool *balanced = exact->loading->inertia.balanced;
    static const bool none[LT_DOFS] = {false};
    double lever = fmax(setup->pair.a.radius, setup->pair.b.radius), worst = 0;
    const double *v = a + (LT_VN - LT_UN), *f = a + (LT_FN - LT_UN);
    /* Not from a itself, unless nothing is known yet: what diverges would be its own excuse. */
    double speed = exact->speed, push = exact->force;
    if (!(speed > 0))
        speed = fmax(lt_exact_norm(v), lever * lt_exact_norm(v + 3));
    push = lt_exact_larger(push, exact->stiffness * speed * exact->unit);
    if (!(push > 0))
        push = fmax(lt_exact_norm(f), lt_exact_norm(f + 3) / lever);
    double energy = lt_exact_larger(exact->energy, setup->pair.m_eff * speed * speed);
    /* What moves little in a long time, or far in a short one, is off by rounding at best. */
    double gone = lt_exact_larger(lt_exact_norm(a), lever * lt_exact_norm(a + 3));
    double way = lt_exact_larger(speed * fmin(exact->unit, 100 * h), 0.1 * gone);
    const double scales[] = {way, speed, push, push};
    for (size_t k = 0; k < 4; k++, a += 6, b += 6) {
        const bool *but = k == 1 ? balanced : none;
        double turned = k < 2 ? scales[k] / lever : scales[k] * lever;
        worst = lt_exact_larger(worst, share_of_scale(free_distance(a, b, but), scales[k]));
        worst =
            lt_exact_larger(worst, share_of_scale(free_distance(a + 3, b + 3, but + 3), turned));
    }
    return lt_exact_larger(worst,
                           share_of_scale(farthest_apart(a, b, LT_EXACT_POINT - 24), energy)) /
           exact->tolerance;
}

static int substeps_of(bool dense, int j) {
    return dense ? lt_exact_dense_substeps(j) : 2 * (j + 1);
}

/* Each number of the law has a scale of its own. Mostly they are as good as the forces that come of
 * them; where they are far from it a long stretch is no good. */
static double law_distance(const struct lt_exact *exact, const double *a, const double *b) {
    const double *start = exact->room;
    const struct lt_names *names = exact->loading->setup->contact.names;
    size_t end = LT_EXACT_POINT + (names->views - names->state);
    double worst = 0;
    for (size_t i = LT_EXACT_POINT; i < end; i++)
        if (a[i] != b[i])
            worst = lt_exact_larger(worst, fabs(a[i] - b[i]) / fmax(fabs(a[i]), fabs(start[i])));
    return worst / (law_finest * exact->tolerance);
}

/* One row of Neville's scheme: row[0] holds the new value, row and previous are columns apart by
 * n numbers; power 2 for an error in h^2, 1 for all powers. */
static void neville_row(double *row, const double *previous, int j, int power, bool dense,
                        size_t n) {
    for (int k = 1; k <= j; k++) {
        double ratio = (double)substeps_of(dense, j) / substeps_of(dense, j - k);
        double weight = 1 / ((power == 2 ? ratio * ratio : ratio) - 1);
        const double *a = row + (size_t)(k - 1) * n, *b = previous + (size_t)(k - 1) * n;
        double *out = row + (size_t)k * n;
        for (size_t i = 0; i < n; i++)
            out[i] = a[i] + (a[i] - b[i]) * weight;
    }
}

/* Take the last column but for the rows into tableau p, up to row j. */
static double *extend_tableau(struct lt_exact *exact, bool dense, int p, int j) {
    size_t n = exact->n, tableau = LT_EXACT_COLUMNS * n;
    double *columns = exact->room + n, *rows = columns + tableau + (size_t)(2 * p) * tableau;
    double *row = rows + (size_t)(j % 2) * tableau;
    memcpy(row, columns + (size_t)j * n, n * sizeof *row);
    neville_row(row, rows + (size_t)((j + 1) % 2) * tableau, j, 2 - p, dense, n);
    return row;
}

/* Errors that fall from before to now: will they be small enough by the last column? */
static bool is_hopeless(double before, double now, int j, double enough) {
    double ratio = now < before ? now / before : 1;
    for (int left = LT_EXACT_COLUMNS - 1 - j; left > 0; left--)
        now *= ratio * ratio;
    return now > enough;
}

static void accept_limit(struct lt_exact *exact, const double *y, double contact,
                         const struct lt_exact_piece *end) {
    struct lt_setup *setup = exact->loading->setup;
    lt_exact_stretch_scatter(setup->contact.names, y, setup->values);
    setup->values[LT_CONTACT] = contact;
    if (setup->in_space)
        lt_bodies_tidy(setup->values + LT_XA);
    exact->branch = end->branch;
    exact->rising = end->rising;
    lt_exact_measure(exact);
}

enum { SOON = 3 };

/* The limit that columns up to J have, and its error. The second extrapolation is tried where the
 * first does not soon converge; TRIED: how many of its columns there are. */
static const double *find_limit(struct lt_exact *exact, bool dense, double h, int j, int *tried,
                                double *error) {
    size_t n = exact->n;
    const double *limit = extend_tableau(exact, dense, 0, j) + (size_t)j * n, *second = limit;
    *error = j > 0 ? lt_exact_limit_distance(exact, limit, limit - n, h) : INFINITY;
    if (dense && j > 0)
        *error = lt_exact_larger(*error, law_distance(exact, limit, limit - n));
    if (j < SOON || dense || !(*error > 1))
        return limit;
    while (*tried <= j)
        second = extend_tableau(exact, dense, 1, (*tried)++) + (size_t)j * n;
    double other = lt_exact_limit_distance(exact, second, second - n, h);
    if (!(other < *error))
        return limit;
    *error = other;
    return second;
}

/* A limit that has converged, if it and the start lie on the piece END on which the substeps ended;
 * else something happens on the way. */
static enum lt_exact_outcome take_limit(struct lt_exact *exact, const double *limit, double contact,
                                        double h, const struct lt_exact_piece *end,
                                        struct lt_exact_attempt *attempt) {
    attempt->seen = attempt->inside &&
                    (h > attempt->near || lt_exact_dense_needed(exact, limit, attempt->columns));
    if (attempt->seen) {
        attempt->blur = lt_exact_dense_build(exact, limit, h, attempt->columns);
        if (attempt->blur > lt_exact_clear)
            return LT_EXACT_UNRESOLVED;
    }
    bool starts = lt_exact_crossing_begun(exact, exact->room, contact, h, end);
    if (starts &&
        (exact->known || lt_exact_crossing_still(exact, limit, h, attempt->inside, end))) {
        accept_limit(exact, limit, contact, end);
        return LT_EXACT_SMOOTH;
    }
    exact->guess = starts ? h : 0;
    exact->mild = 0;
    attempt->beyond = starts ? lt_exact_moment * h : 0;
    return LT_EXACT_EVENT;
}

/* The columns of a stretch: at most so many, those of the second extrapolation; the error of the
 * last but one, and what would do; the branch on which they ended. */
struct columns {
    int most, tried;
    bool dense;
    double before, enough, branch;
};

/* Column j, from the start again. False: OUTCOME says why there is none. */
static bool form_column(struct lt_exact *exact, double h, int j, double contact, struct columns *c,
                        struct lt_exact_piece *end, enum lt_exact_outcome *outcome) {
    struct lt_setup *setup = exact->loading->setup;
    const struct lt_names *names = setup->contact.names;
    double *start = exact->room, *column = start + (size_t)(j + 1) * exact->n;
    if (j > 0)
        lt_exact_stretch_scatter(names, start, setup->values);
    setup->values[LT_CONTACT] = contact;
    *outcome = lt_exact_crossing_midpoint(exact, h, substeps_of(c->dense, j), true,
                                          c->dense ? lt_exact_dense_trace(exact, j) : NULL, end);
    if (*outcome != LT_EXACT_SMOOTH)
        return false;
    /* After an event each number of substeps may find another branch, and memory on one is no row
     * of a scheme for that on another. */
    if (j > 0 && end->branch != c->branch) {
        *outcome = LT_EXACT_EVENT;
        exact->guess = NAN;
        exact->mild = 0;
        return false;
    }
    c->branch = end->branch;
    lt_exact_stretch_gather(names, setup->values, column);
    return true;
}

/* Whether columns up to J, which have not converged to LIMIT, show that more of them are in vain.
 */
static bool is_in_vain(struct lt_exact *exact, double h, int j, const double *limit,
                       const struct columns *c, struct lt_exact_attempt *attempt) {
    double error = attempt->error;
    bool in_vain = j >= SOON && is_hopeless(c->before, error, j, c->enough);
    if (in_vain || j == c->most - 1)
        attempt->rough = lt_exact_limit_distance(exact, exact->room + exact->n, limit, h);
    if (in_vain)
        attempt->shrink = fmax(1.0 / 16, fmin(0.5, pow(error, -1.0 / (2 * j + 1))));
    return in_vain;
}

enum lt_exact_outcome lt_exact_limit_extrapolate(struct lt_exact *exact, double h,
                                                 struct lt_exact_attempt *attempt) {
    struct lt_setup *setup = exact->loading->setup;
    double contact = setup->values[LT_CONTACT];
    double noise = fmax(1, noise_most / exact->tolerance);
    struct columns c = {.most = attempt->inside ? LT_EXACT_SEEN : LT_EXACT_COLUMNS,
                        .dense = attempt->inside,
                        .before = INFINITY,
                        .enough = fmax(1, rounding / exact->tolerance),
                        .branch = NAN};
    struct lt_exact_piece end;
    enum lt_exact_outcome outcome = LT_EXACT_UNRESOLVED;
    lt_exact_stretch_gather(setup->contact.names, setup->values, exact->room);
    attempt->stall = attempt->beyond = attempt->blur = 0;
    attempt->shrink = 0.5;
    for (int j = 0; j < c.most; j++) {
        if (!form_column(exact, h, j, contact, &c, &end, &outcome))
            break;
        double error;
        const double *limit = find_limit(exact, c.dense, h, j, &c.tried, &error);
        bool stalled = j == c.most - 1 && error > 0.5 * c.before && error < noise;
        attempt->error = error;
        attempt->stall = stalled ? error : 0;
        attempt->columns = j + 1;
        /* From the third column on: two may agree by chance. */
        if (j > 1 && (error <= (c.dense ? sure : 1) || (stalled && error <= attempt->trusted))) {
            outcome = take_limit(exact, limit, contact, h, &end, attempt);
            if (outcome == LT_EXACT_SMOOTH)
                return outcome;
            if (outcome == LT_EXACT_EVENT)
                break;
        }
        outcome = LT_EXACT_UNRESOLVED;
        if (is_in_vain(exact, h, j, limit, &c, attempt))
            break;
        c.before = error;
    }
    lt_exact_stretch_scatter(setup->contact.names, exact->room, setup->values);
    setup->values[LT_CONTACT] = contact;
    return outcome;
}

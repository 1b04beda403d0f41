/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solution/exact_parts.h"

#include <string.h>

/* Rounding may leave so much of a difference (noise_most: where shorter stretches do not help). */
/* Of a stretch that may be long, whose inside is read from the same columns. */
static const double sure = 0.1;
static const double law_finest = 1e4; /* in units of the tolerance */
static const double rounding = 1e-11, noise_most = 1e-9;
/* A dashpot makes a force of the rounding of a velocity, which is such a share of the tolerance. */
static const double dashed = 0.02;

/* Sizes that differences are measured by: of a displacement, a velocity, a force, an energy. */
struct scales {
    double way, speed, push, energy;
};

/* Those of a stretch h that ends at y. */
static struct scales find_scales(const struct lt_exact *exact, const double *y, double h) {
    const struct lt_setup *setup = exact->loading->setup;
    double lever = lt_exact_larger(setup->pair.a.radius, setup->pair.b.radius);
    const double *v = y + (LT_VN - LT_UN), *f = y + (LT_FN - LT_UN);
    /* Not from y itself, unless nothing is known yet: what diverges would be its own excuse. */
    double speed = exact->speed, push = exact->force;
    if (!(speed > 0))
        speed = lt_exact_larger(lt_exact_norm(v), lever * lt_exact_norm(v + 3));
    push = lt_exact_larger(push, exact->stiffness * speed * exact->unit);
    if (!(push > 0))
        push = lt_exact_larger(lt_exact_norm(f), lt_exact_norm(f + 3) / lever);
    push = lt_exact_larger(push, dashed * exact->crawl.viscosity * speed);
    /* What moves little in a long time, or far in a short one, is off by rounding at best. */
    double gone = lt_exact_larger(lt_exact_norm(y), lever * lt_exact_norm(y + 3));
    double way = lt_exact_larger(speed * lt_exact_smaller(exact->unit, 100 * h), 0.1 * gone);
    double energy = lt_exact_larger(exact->energy, setup->pair.m_eff * speed * speed);
    return (struct scales){way, speed, push, energy};
}

/* Of each number of a point: three have a scale, and all energies. */
static const unsigned char scale_of[LT_EXACT_POINT] = {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4,
                                                       5, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8, 8, 8};

/* The largest GAPS of the numbers WHICH by their scales, in units of the tolerance. A displacement
 * that is balanced has a velocity by differences alone, which nothing follows from. */
double lt_exact_limit_distance(const struct lt_exact *exact, const double *y, double h,
                               const size_t *which, const double *gaps, size_t count) {
    const struct lt_setup *setup = exact->loading->setup;
    const bool *balanced = exact->loading->inertia.balanced,
               constrained = exact->loading->inertia.constrained;
    double most[9] = {0}, sum = 0;
    for (size_t i = 0; i < count && which[i] < LT_EXACT_POINT; i++) { /* in order */
        const unsigned k = scale_of[which[i]];
        double gap = fabs(gaps[i]);
        sum += gap;
        if (!(constrained && k / 2 == 1 && balanced[which[i] - LT_DOFS]))
            most[k] = lt_exact_larger(most[k], gap);
    }
    if (isnan(sum))
        return INFINITY;
    struct scales s = find_scales(exact, y, h);
    double lever = lt_exact_larger(setup->pair.a.radius, setup->pair.b.radius);
    const double scales[] = {s.way,          s.way / lever, s.speed,        s.speed / lever, s.push,
                             s.push * lever, s.push,        s.push * lever, s.energy};
    bool timed = count > 0 && which[count - 1] == exact->n - 1; /* the clock is in un */
    double worst = timed ? fabs(gaps[count - 1]) * s.speed / s.way : 0;
    for (int k = 0; k < 9; k++)
        if (most[k] > 0)
            worst = lt_exact_larger(worst, most[k] / scales[k]);
    return worst / exact->tolerance;
}

/* Each number of the law has a scale of its own. Mostly they are as good as the forces that come of
 * them; where they are far from it a long stretch is no good. */
double lt_exact_limit_law(const struct lt_exact *exact, const double *y, const size_t *which,
                          const double *gaps, size_t count) {
    const struct lt_names *names = exact->loading->setup->contact.names;
    size_t end = LT_EXACT_POINT + (names->views - names->state);
    double worst = 0;
    for (size_t i = count; i-- > 0 && which[i] >= LT_EXACT_POINT;) {
        size_t k = which[i];
        double size = lt_exact_larger(fabs(y[k]), fabs(exact->room[k]));
        if (k < end && gaps[i] != 0)
            worst = lt_exact_larger(worst, fabs(gaps[i]) / size);
    }
    return worst / (law_finest * exact->tolerance);
}

/* The columns of a stretch: at most so many; those in each of the two tableaus; the error of the
 * last but one, and what would do; the branch on which they ended. */
struct columns {
    int most, made[2];
    bool dense, leap, joined;
    struct lt_exact_clock clock;
    double before, enough, branch;
};

/* Those of a leap are many from the first column on: what the first ones leave has died away. */
static const int leaps[LT_EXACT_COLUMNS] = {16, 24, 32, 48, 64, 96, 128, 192};

static int substeps_of(const struct columns *c, int j) {
    return c->dense ? lt_exact_dense_substeps(j) : c->leap ? leaps[j] : 2 * (j + 1);
}

static const double *column_of(const struct lt_exact *exact, int j) {
    return exact->room + (size_t)(j + 1) * exact->n;
}

static void add_loose(struct lt_exact *exact, size_t number) {
    size_t p = exact->n_loose++;
    for (; p > 0 && exact->loose[p - 1] > number; p--)
        exact->loose[p] = exact->loose[p - 1];
    exact->loose[p] = number;
}

/* Columns up to J agree to the bit on the other numbers, the tight ones, which are in the limit
 * what they are in them. */
static void find_loose(struct lt_exact *exact, int j, struct columns *c) {
    const double *now = column_of(exact, j), *before = now - exact->n;
    size_t q = 0, kept, *tight = exact->tight;
    if (j == 0) {
        for (; q < exact->n; q++)
            tight[q] = q;
        exact->n_tight = q;
        exact->n_loose = 0;
        return;
    }
    while (q < exact->n_tight && now[tight[q]] == before[tight[q]])
        q++;
    if (q == exact->n_tight)
        return;
    for (kept = q; q < exact->n_tight; q++)
        if (now[tight[q]] == before[tight[q]])
            tight[kept++] = tight[q];
        else
            add_loose(exact, tight[q]);
    exact->n_tight = kept;
    c->made[0] = c->made[1] = 0;
}

/* One row of Neville's scheme: row[0] holds the new value, row and previous are columns apart by
 * n numbers, COUNT of them; power 2 for an error in h^2, 1 for all powers. */
static void neville_row(double *row, const double *previous, int j, int power,
                        const struct columns *c, size_t n, size_t count) {
    for (int k = 1; k <= j; k++) {
        double fine = substeps_of(c, j), coarse = substeps_of(c, j - k);
        double weight = power == 2 ? coarse * coarse / (fine * fine - coarse * coarse)
                                   : coarse / (fine - coarse);
        const double *a = row + (size_t)(k - 1) * n, *b = previous + (size_t)(k - 1) * n;
        double *out = row + (size_t)k * n;
        for (size_t i = 0; i < count; i++)
            out[i] = a[i] + (a[i] - b[i]) * weight;
    }
}

/* The limit of columns up to J by tableau p, less than which the last column but one has by n
 * numbers; columns that it lacks are taken in. */
static const double *limit_of(struct lt_exact *exact, struct columns *c, int p, int j) {
    size_t n = exact->n, tableau = LT_EXACT_COLUMNS * n;
    double *rows = exact->room + n + tableau + (size_t)(2 * p) * tableau;
    for (int k = c->made[p]; k <= j; k++) {
        const double *column = column_of(exact, k);
        double *row = rows + (size_t)(k % 2) * tableau;
        for (size_t i = 0; i < exact->n_loose; i++)
            row[i] = column[exact->loose[i]];
        neville_row(row, rows + (size_t)((k + 1) % 2) * tableau, k, 2 - p, c, n, exact->n_loose);
    }
    c->made[p] = j + 1;
    return rows + (size_t)(j % 2) * tableau + (size_t)j * n;
}

/* That limit, in full, and its error. */
static double measure_limit(struct lt_exact *exact, struct columns *c, int p, double h, int j) {
    const double *limit = limit_of(exact, c, p, j);
    memcpy(exact->limit, column_of(exact, j), exact->n * sizeof *limit);
    for (size_t i = 0; i < exact->n_loose; i++) {
        exact->limit[exact->loose[i]] = limit[i];
        exact->gaps[i] = limit[i] - *(limit + i - exact->n);
    }
    double error =
        lt_exact_limit_distance(exact, exact->limit, h, exact->loose, exact->gaps, exact->n_loose);
    return c->dense ? lt_exact_larger(error, lt_exact_limit_law(exact, exact->limit, exact->loose,
                                                                exact->gaps, exact->n_loose))
                    : error;
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
        lt_bodies_tidy(&setup->bodies, setup->values + LT_XA);
    exact->branch = end->branch;
    exact->rising = end->rising;
}

enum { SOON = 3 };
static const double falling = 0.05; /* from column to column, of what converges */

/* The error of the limit that columns up to J have; of the first two nothing is asked. The second
 * extrapolation is tried where the first does not soon converge, nor is it about to. */
static double find_limit(struct lt_exact *exact, double h, int j, struct columns *c) {
    find_loose(exact, j, c);
    if (j < 2)
        return INFINITY;
    if (exact->implicit)
        return measure_limit(exact, c, 1, h, j);
    double error = measure_limit(exact, c, 0, h, j);
    if (c->dense || !(error > 1) || (!c->leap && (j < SOON || error < falling * c->before)))
        return error;
    double other = measure_limit(exact, c, 1, h, j);
    return other < error ? other : measure_limit(exact, c, 0, h, j);
}

/* The weights of columns in a limit by all powers are those of all that is known of a leap. */
static double blur_of_leap(struct lt_exact *exact, const double *limit, double h, int columns) {
    double weights[LT_EXACT_COLUMNS];
    for (int j = 0; j < columns; j++) {
        weights[j] = 1;
        for (int i = 0; i < columns; i++)
            weights[j] *= i == j ? 1 : (double)leaps[j] / (leaps[j] - leaps[i]);
    }
    return lt_exact_dense_join(exact, limit, h, columns, weights);
}

/* A limit that has converged, if it and the start lie on the piece END on which the substeps ended;
 * else something happens on the way. */
static enum lt_exact_outcome take_limit(struct lt_exact *exact, double contact, double h,
                                        const struct lt_exact_piece *end,
                                        struct lt_exact_attempt *attempt) {
    const double *limit = exact->limit;
    bool leaves = attempt->clock.depth > 0;
    attempt->h = h = leaves ? limit[exact->n - 1] : h;
    if (leaves && !attempt->inside && h > attempt->near)
        return LT_EXACT_UNRESOLVED;
    bool joined = attempt->leap && attempt->inside;
    bool needed =
        attempt->inside && !joined && lt_exact_dense_needed(exact, limit, attempt->columns);
    attempt->seen =
        joined || needed || (attempt->inside && (h > attempt->near || lt_exact_is_foreseen(exact)));
    if (attempt->seen) {
        attempt->blur = joined ? blur_of_leap(exact, limit, h, attempt->columns)
                               : lt_exact_dense_build(exact, limit, h, attempt->columns);
        if (attempt->blur > lt_exact_clear)
            return LT_EXACT_UNRESOLVED;
    }
    bool starts = lt_exact_crossing_begun(exact, exact->room, contact, h, end);
    if (starts &&
        (lt_exact_is_end_of_slip(exact) || attempt->foreseen || attempt->clock.part == 1 ||
         lt_exact_crossing_still(exact, limit, h, attempt->inside, end))) {
        accept_limit(exact, limit, contact, end);
        return LT_EXACT_SMOOTH;
    }
    exact->guess = starts ? h : 0;
    exact->mild = 0;
    attempt->beyond = starts ? lt_exact_moment * h : 0;
    return LT_EXACT_EVENT;
}

/* Column j, from the start again. False: OUTCOME says why there is none. */
static bool form_column(struct lt_exact *exact, double h, int j, struct columns *c,
                        struct lt_exact_piece *end, enum lt_exact_outcome *outcome) {
    double *start = exact->room, *column = start + (size_t)(j + 1) * exact->n;
    exact->clock = c->clock;
    *outcome = lt_exact_crossing_column(exact, start, h, substeps_of(c, j), true,
                                        c->dense    ? lt_exact_dense_trace(exact, j)
                                        : c->joined ? lt_exact_dense_joints(exact, j)
                                                    : NULL,
                                        column, end);
    exact->clock = (struct lt_exact_clock){.power = 1};
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
    return true;
}

/* How far the first column is off. */
static double rough_error(struct lt_exact *exact, double h) {
    const double *first = column_of(exact, 0);
    for (size_t i = 0; i < exact->n_loose; i++)
        exact->gaps[i] = first[exact->loose[i]] - exact->limit[exact->loose[i]];
    return lt_exact_limit_distance(exact, first, h, exact->loose, exact->gaps, exact->n_loose);
}

/* Whether columns up to J, which have not converged, show that more of them are in vain.
 */
static bool is_in_vain(struct lt_exact *exact, double h, int j, const struct columns *c,
                       struct lt_exact_attempt *attempt) {
    double error = attempt->error;
    bool in_vain = j >= SOON && is_hopeless(c->before, error, j, c->enough);
    if (in_vain || j == c->most - 1)
        attempt->rough = rough_error(exact, h);
    if (in_vain)
        attempt->shrink = fmax(1.0 / 16, fmin(0.5, pow(error, -1.0 / (2 * j + 1))));
    return in_vain;
}

enum lt_exact_outcome lt_exact_limit_extrapolate(struct lt_exact *exact, double h,
                                                 struct lt_exact_attempt *attempt) {
    struct lt_setup *setup = exact->loading->setup;
    double contact = setup->values[LT_CONTACT];
    double noise = fmax(1, noise_most / exact->tolerance);
    bool dense = attempt->inside && !attempt->leap;
    struct columns c = {.most = dense ? LT_EXACT_SEEN : LT_EXACT_COLUMNS,
                        .dense = dense,
                        .leap = attempt->leap,
                        .joined = attempt->inside && attempt->leap,
                        .clock = attempt->clock,
                        .before = INFINITY,
                        .enough = fmax(1, rounding / exact->tolerance),
                        .branch = NAN};
    struct lt_exact_piece end;
    enum lt_exact_outcome outcome = LT_EXACT_UNRESOLVED;
    lt_exact_stretch_gather(setup->contact.names, setup->values, exact->room);
    attempt->stall = attempt->beyond = attempt->blur = 0;
    attempt->shrink = 0.5;
    for (int j = 0; j < c.most; j++) {
        if (!form_column(exact, h, j, &c, &end, &outcome))
            break;
        double error = find_limit(exact, h, j, &c);
        bool stalled = j == c.most - 1 && (error > 0.5 * c.before || c.leap) && error < noise;
        attempt->error = error;
        attempt->stall = stalled ? error : 0;
        attempt->columns = j + 1;
        /* From the third column on: two may agree by chance. */
        if (j > 1 && (error <= (c.dense ? sure : 1) || (stalled && error <= attempt->trusted))) {
            outcome = take_limit(exact, contact, h, &end, attempt);
            if (outcome == LT_EXACT_SMOOTH)
                return outcome;
            if (outcome == LT_EXACT_EVENT || c.joined)
                break;
        }
        outcome = LT_EXACT_UNRESOLVED;
        if (is_in_vain(exact, h, j, &c, attempt))
            break;
        c.before = error;
    }
    lt_exact_stretch_scatter(setup->contact.names, exact->room, setup->values);
    setup->values[LT_CONTACT] = contact;
    return outcome;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exact_extrapolate.c: one basic step, from columns of more and more substeps. */
#include "solution/exact_internal.h"

#include <string.h>

/* An error that stagnates below the first is rounding, if a shorter step has no smaller one.
 * Columns are added only if the error may fall below the second. */
static const double rounding_most = 1e-9, expected_most = 1e-11;
/* A dashpot turns the rounding of a velocity, ten epsilons, into a force: in tolerances. */
static const double viscous_rounding = 0.02;
/* Errors of columns that converge fall by this factor at least. */
static const double falls_by = 0.05;
/* Nearer to an event than this share of a usual step, entries of a tableau differ by rounding. */
static const double near_end = 1e-2;
/* The column, from 0, whose error and the one before show whether a step converges. */
enum { TREND = 3 };

/* Substeps of the columns. Those of a long step over stiff motion are many from the first on: the
 * fast motion dies away within the first of them. */
static int substeps_of(bool stiff, int j) {
    static const int many[LT_EXACT_COLUMNS] = {16, 24, 32, 48, 64, 96, 128, 192};
    return stiff ? many[j] : 2 * (j + 1);
}

/* ---- The norm of errors ---------------------------------------------------------------------- */

/* Numbers of a point by the scale of their errors: un us ut, their rotations, velocities, forces,
 * dashpots' forces, energies. */
enum { SCALES = 9 };
static const unsigned char scale_of[LT_EXACT_POINT] = {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4,
                                                       5, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8, 8, 8};

/* Scales of the errors in a basic step h that ends at y. */
static void find_scales(const struct lt_exact *exact, const double *y, double h, double *scales) {
    const double lever = lt_exact_lever(exact), *v = y + (LT_VN - LT_UN), *f = y + (LT_FN - LT_UN);
    /* Not from y, unless nothing is known yet: a diverging y would hide its own error. */
    double speed = exact->speed, force = exact->force;
    if (!(speed > 0))
        speed = fmax(lt_exact_norm(v), lever * lt_exact_norm(v + 3));
    force = fmax(force, exact->stiffness * speed * exact->time_scale);
    if (!(force > 0))
        force = fmax(lt_exact_norm(f), lt_exact_norm(f + 3) / lever);
    force = fmax(force, viscous_rounding * exact->stiff.viscosity * speed);
    /* A hundred short steps are the measure of a way, and a long way has rounding errors as large.
     */
    const double gone = fmax(lt_exact_norm(y), lever * lt_exact_norm(y + 3));
    const double way = fmax(speed * fmin(exact->time_scale, 100 * h), 0.1 * gone);
    const double energy = fmax(exact->energy, exact->loading->setup->pair.m_eff * speed * speed);
    const double all[SCALES] = {way,           way / lever, speed,         speed / lever, force,
                                force * lever, force,       force * lever, energy};
    memcpy(scales, all, sizeof all);
}

/* Tolerances that the relative error of a state may have which spans many powers of ten. Forces
 * depend on its logarithm, some tens: this leaves them an error of 1e-11. */
static const double relative_tolerance = 1e3;

/* The error of number i, of which columns differ by DIFFERENCE and which is LIMIT, over its scale.
 * A state's error shows in the forces, unless it is their logarithm that counts. Losses have errors
 * of their own: one may pass into another at the same force. Nothing depends on the velocity
 * of a balanced displacement. */
static double relative_error(const struct lt_exact *exact, size_t i, double difference,
                             double limit, const double *scales) {
    const struct lt_inertia *inertia = &exact->loading->inertia;
    const struct lt_law *law = exact->loading->setup->contact.law;
    const size_t velocities = LT_VN - LT_UN;
    if (difference == 0)
        return 0;
    if (i < LT_EXACT_POINT)
        return i >= velocities && i < velocities + LT_DOFS && inertia->constrained &&
                       inertia->balanced[i - velocities]
                   ? 0
                   : fabs(difference) / scales[scale_of[i]];
    i -= LT_EXACT_POINT;
    if (i < law->n_state)
        return law->state[i].min > 0 ? fabs(difference / limit) / relative_tolerance : 0;
    return i < law->n_state + law->n_losses ? fabs(difference) / scales[SCALES - 1] : 0;
}

/* The largest error of the loose numbers, in tolerances. */
static double error_norm(const struct lt_exact *exact, const double *y, double h) {
    double scales[SCALES], worst = 0;
    find_scales(exact, y, h, scales);
    for (size_t i = 0; i < exact->n_loose; i++) {
        const double error = relative_error(exact, exact->loose[i], exact->differences[i],
                                            y[exact->loose[i]], scales);
        if (isnan(error))
            return INFINITY;
        worst = fmax(worst, error);
    }
    return worst / exact->tolerance;
}

/* ---- The tableaus ---------------------------------------------------------------------------- */

/* Columns in each of the two tableaus, in powers of s^2 and of s; the error before the last. */
struct columns {
    bool stiff;
    int made[2];
    double before, branch;
};

static const double *column_of(const struct lt_exact *exact, int j) {
    return exact->columns + (size_t)j * exact->n;
}

/* Numbers on which all columns agree to the bit are their limit; others become loose, in order. */
static void find_loose(struct lt_exact *exact, int j, struct columns *c) {
    const double *now = column_of(exact, j), *before = now - exact->n;
    size_t kept = 0, *tight = exact->tight, all = exact->n_tight;
    if (j == 0) {
        for (size_t i = 0; i < exact->n; i++)
            tight[i] = i;
        exact->n_tight = exact->n;
        exact->n_loose = 0;
        return;
    }
    for (size_t i = 0; i < all; i++) {
        if (now[tight[i]] == before[tight[i]]) {
            tight[kept++] = tight[i];
            continue;
        }
        size_t p = exact->n_loose++;
        for (; p > 0 && exact->loose[p - 1] > tight[i]; p--)
            exact->loose[p] = exact->loose[p - 1];
        exact->loose[p] = tight[i];
    }
    exact->n_tight = kept;
    if (kept < all)
        c->made[0] = c->made[1] = 0;
}

/* One row of Neville's scheme: row[0] holds the new value; row and the previous one are columns
 * apart by the room of all numbers. Power 2 for an error in s^2, 1 for one in s. */
static void make_row(const struct lt_exact *exact, double *row, const double *previous, int j,
                     int power, bool stiff) {
    const size_t n = exact->n;
    for (int k = 1; k <= j; k++) {
        const double fine = substeps_of(stiff, j), coarse = substeps_of(stiff, j - k);
        const double weight = power == 2 ? coarse * coarse / (fine * fine - coarse * coarse)
                                         : coarse / (fine - coarse);
        const double *a = row + (size_t)(k - 1) * n, *b = previous + (size_t)(k - 1) * n;
        double *out = row + (size_t)k * n;
        for (size_t i = 0; i < exact->n_loose; i++)
            out[i] = a[i] + (a[i] - b[i]) * weight;
    }
}

/* The limit of columns up to j by tableau p, into exact->limit; returns its error. */
static double measure_limit(struct lt_exact *exact, struct columns *c, int p, double h, int j) {
    const size_t n = exact->n, tableau = LT_EXACT_COLUMNS * n;
    double *rows = exact->tableaus + (size_t)(2 * p) * tableau;
    for (int k = c->made[p]; k <= j; k++) {
        double *row = rows + (size_t)(k % 2) * tableau;
        for (size_t i = 0; i < exact->n_loose; i++)
            row[i] = column_of(exact, k)[exact->loose[i]];
        make_row(exact, row, rows + (size_t)((k + 1) % 2) * tableau, k, 2 - p, c->stiff);
    }
    c->made[p] = j + 1;
    const double *limit = rows + (size_t)(j % 2) * tableau + (size_t)j * n, *worse = limit - n;
    /* Beside an event the motion may contain a root of the time. Entries of one row then have the
     * same error, which only their difference from the row before shows. */
    const bool beside = isnan(exact->branch) ||
                        (exact->state != LT_EXACT_NO_EVENT && exact->event > near_end * exact->h);
    /* The error of a balance that begins with a root decays of itself. */
    if (beside && !memchr(exact->loading->stage->whats, 's', LT_DOFS))
        worse = rows + (size_t)((j + 1) % 2) * tableau + (size_t)(j - 1) * n;
    memcpy(exact->limit, column_of(exact, j), n * sizeof *limit);
    for (size_t i = 0; i < exact->n_loose; i++) {
        exact->limit[exact->loose[i]] = limit[i];
        exact->differences[i] = limit[i] - worse[i];
    }
    return error_norm(exact, exact->limit, h);
}

/* The error of the limit that columns up to j have, from the third on. The tableau in powers of s
 * is used where that in s^2 does not soon converge. */
static double find_limit(struct lt_exact *exact, double h, int j, struct columns *c) {
    find_loose(exact, j, c);
    if (j < 2)
        return INFINITY;
    if (exact->implicit)
        return measure_limit(exact, c, 1, h, j);
    const double error = measure_limit(exact, c, 0, h, j);
    if (!(error > 1) || (!c->stiff && (j < TREND || error < falls_by * c->before)))
        return error;
    const double other = measure_limit(exact, c, 1, h, j);
    return other < error ? other : measure_limit(exact, c, 0, h, j);
}

/* ---- A basic step ---------------------------------------------------------------------------- */

/* Column j. False: OUTCOME says why there is none. */
static bool make_column(struct lt_exact *exact, double h, int j, struct columns *c,
                        struct lt_exact_segment *end, enum lt_exact_outcome *outcome) {
    *outcome = lt_exact_column(exact, exact->start, h, substeps_of(c->stiff, j), true,
                               exact->columns + (size_t)j * exact->n, end);
    if (*outcome != LT_EXACT_CONVERGED)
        return false;
    /* Behind an event each column may find another branch; they have no common limit. */
    if (j > 0 && end->branch != c->branch) {
        *outcome = LT_EXACT_EVENT;
        return false;
    }
    c->branch = end->branch;
    return true;
}

/* The limit has converged. If it and the start lie on the segment on which the substeps ended, it
 * is accepted; else there is an event on the way. */
static enum lt_exact_outcome take_limit(struct lt_exact *exact, double contact, double h,
                                        const struct lt_exact_segment *end,
                                        struct lt_exact_attempt *attempt) {
    struct lt_setup *setup = exact->loading->setup;
    const bool begins = lt_exact_begins(exact, exact->start, contact, h, end);
    if (begins && (lt_exact_is_slip_end(exact) || lt_exact_stays(exact, exact->limit, h, end))) {
        lt_exact_scatter(setup->contact.names, exact->limit, setup->values);
        setup->values[LT_CONTACT] = contact;
        if (setup->in_space)
            lt_bodies_tidy(&setup->bodies, setup->values + LT_XA);
        exact->branch = end->branch;
        return LT_EXACT_CONVERGED;
    }
    attempt->beyond = begins ? lt_exact_probe * h : 0;
    return LT_EXACT_EVENT;
}

/* The error of the first column. */
static double rough_error(struct lt_exact *exact, double h) {
    const double *first = exact->columns;
    for (size_t i = 0; i < exact->n_loose; i++)
        exact->differences[i] = first[exact->loose[i]] - exact->limit[exact->loose[i]];
    return error_norm(exact, first, h);
}

/* Whether errors that fall from before to now will not be small enough by the last column: each
 * further one squares the ratio. */
static bool is_hopeless(double before, double now, int j, double enough) {
    const double ratio = now < before ? now / before : 1;
    for (int left = LT_EXACT_COLUMNS - 1 - j; left > 0; left--)
        now *= ratio * ratio;
    return now > enough;
}

enum lt_exact_outcome lt_exact_extrapolate(struct lt_exact *exact, double h,
                                           struct lt_exact_attempt *attempt) {
    enum { LAST = LT_EXACT_COLUMNS - 1 };
    struct lt_setup *setup = exact->loading->setup;
    const double contact = setup->values[LT_CONTACT];
    const double noise = fmax(1, rounding_most / exact->tolerance),
                 enough = fmax(1, expected_most / exact->tolerance);
    struct columns c = {.stiff = attempt->stiff, .before = INFINITY, .branch = NAN};
    struct lt_exact_segment end;
    enum lt_exact_outcome outcome = LT_EXACT_UNRESOLVED;
    lt_exact_gather(setup->contact.names, setup->values, exact->start);
    attempt->stagnated = attempt->beyond = 0;
    attempt->shrink = 0.5;
    for (int j = 0; j <= LAST && make_column(exact, h, j, &c, &end, &outcome); j++) {
        const double error = find_limit(exact, h, j, &c);
        const bool stagnates = j == LAST && (error > 0.5 * c.before || c.stiff) && error < noise;
        attempt->error = error;
        attempt->stagnated = stagnates ? error : 0;
        attempt->columns = j + 1;
        if (j > 1 && (error <= 1 || (stagnates && error <= attempt->trusted))) {
            outcome = take_limit(exact, contact, h, &end, attempt);
            if (outcome == LT_EXACT_CONVERGED)
                return outcome;
            break;
        }
        outcome = LT_EXACT_UNRESOLVED;
        const bool in_vain = j >= TREND && is_hopeless(c.before, error, j, enough);
        if (in_vain || j == LAST)
            attempt->rough = rough_error(exact, h);
        if (in_vain) {
            attempt->shrink = fmax(1.0 / 16, fmin(0.5, pow(error, -1.0 / (2 * j + 1))));
            break;
        }
        c.before = error;
    }
    lt_exact_scatter(setup->contact.names, exact->start, setup->values);
    setup->values[LT_CONTACT] = contact;
    return outcome;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exact_stiff.c: motion that relaxes much faster than a basic step.
 *
 * Stiff slip: a spring at its limit turns to the direction of motion within tau = limit/(k speed).
 * A substep s that is much longer than tau does not diverge: it lags by (s/2 + tau) times the rate
 * of turning, whatever its length, so that substeps of that length have the same limit, by all
 * powers of s. Between them, where s is about tau, there is no power series. Hence a long step
 * follows on steps far shorter than tau; it is accepted if its columns converge.
 *
 * Overdamped motion comes to rest within tau = m/c. Explicit substeps longer than some tau diverge.
 * A long step then has substeps of the implicit Euler rule, extrapolated (Hairer & Wanner, Solving
 * ODEs II, IV.9). Newton's method finds the velocity at the end of a substep, with derivatives by
 * differences that serve many substeps.
 *
 * A stage that would need more than some ten million short substeps ends with an error. */
#include "solution/exact_internal.h"

#include "step/balance.h"

#include <float.h>
#include <gsl/gsl_linalg.h>
#include <stdio.h>
#include <string.h>

/* ---- Overdamped motion ----------------------------------------------------------------------- */

/* Derivatives are by differences of this share of a velocity, or of the second share of the
 * largest. Newton's method needs few digits: curvature, or rounding at the second, leaves four. */
static const double share = 1e-4, least_share = 1e-12;
/* A dashpot's viscosity lasts up to this share of the largest velocity, and at twice the velocity
 * at least this share of it is left: that of sliding friction is halved. */
static const double fast = 1e-3, lasts = 0.75;
/* Motion is overdamped if the longest basic step is so many tau: few substeps then diverge. */
static const double overdamped = 4;
/* Contact times of a step without displacement, in which the law answers to a velocity alone. */
static const double instant = 1e-6;

static double arm_of(const struct lt_exact *exact, size_t dof) {
    return dof < 3 ? 1 : lt_exact_lever(exact);
}

static double increment_of(const struct lt_exact *exact, const double *v, size_t dof) {
    return fmax(share * fabs(v[dof]), least_share * exact->speed / arm_of(exact, dof));
}

/* The force of dashpots on one degree of freedom, at FACTOR times the velocities there are and
 * faster by DV. */
static double viscous_force(const struct lt_exact *exact, size_t dof, double factor, double dv) {
    double *now = exact->loading->setup->values + LT_VN, v[LT_DOFS], before[LT_DOFS];
    memcpy(before, now, sizeof before);
    for (size_t i = 0; i < LT_DOFS; i++)
        v[i] = factor * now[i] + (i == dof ? dv : 0);
    const struct lt_out out = lt_exact_motion_try(exact, instant * exact->time_scale, v, 0);
    memcpy(now, before, sizeof before);
    const double f[LT_DOFS] = {out.vfn, out.vfs, out.vft, out.vmn, out.vms, out.vmt};
    return f[dof];
}

/* 1/s, the rate at which a dashpot brings a degree of freedom to rest; VISCOSITY gets the
 * dashpot's. Friction, which does not grow with the velocity, is no dashpot.
 * Balanced degrees of freedom have no inertia, others are at rest without a force. */
static double relaxation_rate(const struct lt_exact *exact, size_t dof, double *viscosity) {
    const struct lt_loading *loading = exact->loading;
    const double *v = loading->setup->values + LT_VN, *f = loading->setup->values + LT_FN;
    *viscosity = 0;
    if (loading->inertia.balanced[dof] ||
        (v[dof] == 0 && f[dof] == 0 && loading->weight[dof] == 0 && !loading->pushed))
        return 0;
    const double small = increment_of(exact, v, dof),
                 large = fast * exact->speed / arm_of(exact, dof);
    const double now = viscous_force(exact, dof, 1, 0),
                 more = viscous_force(exact, dof, 1, small) - now,
                 far_more = viscous_force(exact, dof, 1, large) - now,
                 twice = viscous_force(exact, dof, 2, small) - viscous_force(exact, dof, 2, 0);
    if (twice > lasts * more)
        *viscosity = fmin(more / small, far_more / large);
    return loading->inertia.p.own[dof] * *viscosity;
}

/* Whether motion is overdamped: stiff.rate, stiff.viscosity. */
static void find_overdamped(struct lt_exact *exact) {
    exact->stiff.rate = exact->stiff.viscosity = 0;
    for (size_t i = 0; i < LT_DOFS; i++) {
        double viscosity, arm = arm_of(exact, i);
        const double rate = relaxation_rate(exact, i, &viscosity);
        if (!(rate * exact->h_max > overdamped))
            continue;
        exact->stiff.rate = fmax(exact->stiff.rate, rate);
        exact->stiff.viscosity = fmax(exact->stiff.viscosity, viscosity / (arm * arm));
    }
}

/* ---- Implicit substeps ----------------------------------------------------------------------- */

enum { ROUNDS = 16, PATIENCE = 4 /* rounds before the derivatives are taken anew */ };

/* A correction of Newton's method is rounding below the first share, or below the second if it
 * falls no faster than by the third. */
static const double rounding = 2 * DBL_EPSILON, nearly_rounding = 1e-11, falls_by = 0.2;

static bool find_jacobian(struct lt_exact *exact, double s, double time, struct lt_exact_motion *w,
                          const double *v, const double *there,
                          struct lt_exact_jacobian *jacobian) {
    double matrix[LT_DOFS * LT_DOFS], moved[LT_DOFS], now[LT_DOFS];
    for (size_t k = 0; k < LT_DOFS; k++) {
        const double change = increment_of(exact, v, k);
        memcpy(moved, v, sizeof moved);
        moved[k] += change;
        if (!lt_exact_motion_answer(exact, s, time, w, moved, now))
            return false;
        for (size_t i = 0; i < LT_DOFS; i++)
            matrix[i * LT_DOFS + k] = (i == k) - (now[i] - there[i]) / change;
    }
    gsl_matrix_view a = gsl_matrix_view_array(matrix, LT_DOFS, LT_DOFS),
                    b = gsl_matrix_view_array(jacobian->inverse, LT_DOFS, LT_DOFS);
    size_t order[LT_DOFS];
    gsl_permutation permutation = {LT_DOFS, order};
    int sign;
    gsl_linalg_LU_decomp(&a.matrix, &permutation, &sign);
    jacobian->known = gsl_linalg_LU_det(&a.matrix, sign) > 0 &&
                      gsl_linalg_LU_invert(&a.matrix, &permutation, &b.matrix) == 0;
    return jacobian->known;
}

/* One round of Newton's method; returns the correction as a share of the largest velocity. */
static double correct(const struct lt_exact *exact, const struct lt_exact_jacobian *jacobian,
                      const double *there, double *v) {
    double gap[LT_DOFS], off = 0, most = 0;
    for (size_t i = 0; i < LT_DOFS; i++)
        gap[i] = there[i] - v[i];
    for (size_t i = 0; i < LT_DOFS; i++) {
        double sum = 0;
        for (size_t k = 0; k < LT_DOFS; k++)
            sum += jacobian->inverse[i * LT_DOFS + k] * gap[k];
        v[i] += sum;
        off = fmax(off, arm_of(exact, i) * fabs(sum));
        most = fmax(most, arm_of(exact, i) * fabs(v[i]));
    }
    return most > 0 ? off / most : 0;
}

static bool solve_velocity(struct lt_exact *exact, double s, double time, struct lt_exact_motion *w,
                           struct lt_exact_jacobian *jacobian, double *v) {
    double there[LT_DOFS], before = INFINITY;
    for (int i = 0; i < ROUNDS; i++) {
        if (!lt_exact_motion_answer(exact, s, time, w, v, there))
            return false;
        if ((!jacobian->known || i == PATIENCE) &&
            !find_jacobian(exact, s, time, w, v, there, jacobian))
            return false;
        const double off = correct(exact, jacobian, there, v);
        if (off <= rounding || (off <= nearly_rounding && off > falls_by * before))
            return true;
        before = off;
    }
    return false;
}

bool lt_exact_stiff_substep(struct lt_exact *exact, double s, double time,
                            struct lt_exact_motion *w, struct lt_exact_jacobian *jacobian,
                            double *branch) {
    double *values = exact->loading->setup->values, v[LT_DOFS];
    memcpy(w->d_old, w->d, sizeof w->d);
    memcpy(w->y_old, w->y, sizeof w->y);
    w->work_old = w->work;
    memcpy(v, values + LT_VN, sizeof v);
    if (!solve_velocity(exact, s, time, w, jacobian, v))
        return false;
    memcpy(values + LT_VN, v, sizeof v);
    w->known = v;
    const bool made = lt_exact_motion_substep(exact, s, s, time, w, branch);
    w->known = NULL;
    return made;
}

/* ---- Long steps ------------------------------------------------------------------------------ */

enum { FIRST = 16, LAST = 256 /* basic steps between two attempts */, SHORTENED = 4 };

/* Substeps in a hundredth of a contact time, or in a sample, that are too many: an impact would
 * take some seconds; so many more for each longest basic step. Those of basic steps far shorter
 * than a period are limited over the stage. */
static const double too_many = 1e5, too_many_each = 4000, too_many_short = 1e7;
/* A basic step below this share of the longest is far shorter than a period. One of frame bodies
 * costs as much as three others. */
static const double short_of_period = 0.2, cost_in_space = 3;
/* A basic step is short below this share of a sample. A long one, of 16 substeps and more, is
 * longer by this factor, so that each of them is as long as a short step. */
static const double short_share = 5e-2, longer = 16;
/* Explicit basic steps of overdamped motion are at most so many tau: longer ones diverge. */
static const double stable = 1.5;
/* Error of a long step, in tolerances, that is rounding if its columns stagnate. */
static const double stagnant = 30;

void lt_exact_stiff_fail(struct lt_exact *exact, double h) {
    struct lt_setup *setup = exact->loading->setup;
    const struct lt_exact_stiff *stiff = &exact->stiff;
    exact->failed = true;
    if (stiff->rate > 0)
        snprintf(setup->why, sizeof setup->why,
                 "a dashpot here brings what it damps to rest within %.1g s, mass over viscosity, "
                 "which is too fast to be followed through %.1g s: damp it less",
                 1 / stiff->rate, exact->time_scale);
    else
        snprintf(setup->why, sizeof setup->why,
                 "what slips or damps here follows the motion within some %.1g s, which is too "
                 "fast to be followed: make it softer, or use 'integrator: leapfrog'",
                 stiff->h_short > 0 ? stiff->h_short : h);
}

void lt_exact_stiff_count(struct lt_exact *exact, double h, double most) {
    const struct lt_setup *setup = exact->loading->setup;
    struct lt_exact_stiff *stiff = &exact->stiff;
    const double t = setup->values[LT_T], usual = fmin(setup->dt, 0.01 * exact->time_scale);
    const bool is_free = exact->state == LT_EXACT_NO_EVENT, is_overdamped = stiff->rate > 0;
    if (is_overdamped || (is_free && h < short_share * usual && h <= 0.5 * most)) {
        stiff->h_short = is_overdamped ? stiff->h_short : h;
        stiff->pause -= stiff->pause > 0;
    }
    if (h <= 0.5 * most)
        stiff->shortened += stiff->shortened < SHORTENED;
    else if (most >= 0.5 * usual)
        stiff->shortened = 0;
    const bool is_short = h < short_of_period * exact->h_max && h <= 0.5 * fmin(most, usual);
    if (is_short)
        stiff->substeps_short +=
            (setup->in_space ? cost_in_space : 1) * (stiff->substeps - stiff->counted);
    if (!(fabs(t - stiff->since) < usual)) {
        stiff->since = t;
        stiff->substeps = 0;
    }
    stiff->counted = stiff->substeps;
    const bool many = stiff->substeps >= too_many + too_many_each * usual / exact->h_max;
    if ((many && is_free) || stiff->substeps_short >= too_many_short)
        lt_exact_stiff_fail(exact, h);
}

/* Tests whether motion is overdamped, where basic steps are shortened again and again. Events that
 * coarse substeps see there may be divergence. */
static bool test_damping(struct lt_exact *exact) {
    struct lt_exact_stiff *stiff = &exact->stiff;
    const bool known = stiff->rate > 0;
    if (isnan(exact->branch) || !(known || stiff->shortened == SHORTENED) ||
        exact->loading->setup->contact.law->n_state > LT_BALANCE_STATE)
        return false;
    find_overdamped(exact);
    stiff->shortened = -FIRST;
    if (!(stiff->rate > 0))
        return false;
    stiff->h_short = stable / stiff->rate;
    stiff->pause = known ? stiff->pause : 0;
    if (exact->event > stiff->h_short)
        lt_exact_event_forget(exact);
    return true;
}

/* Implicit substeps solve for velocities, which driven and balanced displacements do not have. */
static bool may_be_implicit(const struct lt_loading *loading) {
    bool driven = loading->placed;
    for (size_t i = 0; i < LT_DOFS; i++)
        driven |= loading->inertia.balanced[i];
    return !driven;
}

bool lt_exact_stiff_step(struct lt_exact *exact, double most, struct lt_exact_attempt *attempt) {
    struct lt_exact_stiff *stiff = &exact->stiff;
    const bool damped = test_damping(exact), implicit = damped && may_be_implicit(exact->loading);
    const bool ready = stiff->pause == 0 && implicit == damped && most > longer * stiff->h_short &&
                       exact->state == LT_EXACT_NO_EVENT && !isnan(exact->branch);
    double h = fmin(most, stiff->h_long);
    h = implicit ? fmin(h, exact->h_max) : h;
    for (; ready && h > longer * stiff->h_short; h *= 0.25) {
        *attempt = (struct lt_exact_attempt){.h = h, .trusted = stagnant, .stiff = true};
        exact->implicit = implicit;
        const enum lt_exact_outcome outcome = lt_exact_extrapolate(exact, h, attempt);
        exact->implicit = false;
        if (outcome == LT_EXACT_CONVERGED) {
            stiff->next_pause = FIRST;
            stiff->h_long = 4 * h;
            return true;
        }
        if (exact->failed)
            return false;
    }
    if (ready) {
        stiff->h_long = INFINITY;
        stiff->pause = stiff->next_pause;
        stiff->next_pause = stiff->next_pause < LAST ? 2 * stiff->next_pause : LAST;
    }
    return false;
}

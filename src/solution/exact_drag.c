/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exact_drag.c: substeps where dashpots hold what moves.
 *
 * What is overdamped comes to rest in tau = m/c, or follows there what else moves it, however slow
 * that is. An explicit substep longer than some tau diverges. An implicit one goes with the force
 * at its end: of the way to where the dashpots hold the pair it leaves a share of 1/(1 + s/tau),
 * and what it is off by is a power series of its length s (the implicit Euler rule, extrapolated:
 * Hairer & Wanner, Solving ODEs II, IV.9). The velocity at the end of a substep is one that is
 * answered by itself: found by Newton's method with derivatives that are taken by differences, once
 * for many substeps. */
#include "solution/exact_parts.h"

#include "step/balance.h"

#include <gsl/gsl_linalg.h>
#include <string.h>

enum { ROUNDS = 16, PATIENCE = 4 /* rounds until the derivatives are taken anew */ };

/* Of a velocity, and of the largest: by how much it is changed to take a derivative. */
static const double share = 1e-4, least = 1e-12;
/* A dashpot still acts as one at so much of the largest velocity; at twice the velocities its force
 * is twice as much or hardly less. */
static const double fast = 1e-3, grown = 0.75;
/* A correction is rounding if it is less than that, or falls no more and is less than this. */
static const double rounding = 4e-16, small = 1e-11, falls = 0.2;
/* What dashpots hold comes to rest so often in an impact, and in a radian of its swing. */
static const double often = 30, overdamped = 10;
static const double in_no_time = 1e-6; /* of the time scale */

static double arm_of(const struct lt_exact *exact, size_t dof) {
    const struct lt_pair *pair = &exact->loading->setup->pair;
    return dof < 3 ? 1 : lt_exact_larger(pair->a.radius, pair->b.radius);
}

static double change_of(const struct lt_exact *exact, const double *v, size_t dof) {
    return lt_exact_larger(share * fabs(v[dof]), least * exact->speed / arm_of(exact, dof));
}

/* The law's answer at velocities V if it has just been moved by DU. */
static struct lt_out ask_here(const struct lt_exact *exact, const double *v, const double *du) {
    struct lt_setup *setup = exact->loading->setup;
    double *values = setup->values, now[2 * LT_DOFS], state[LT_BALANCE_STATE];
    memcpy(now, values + LT_UN, sizeof now);
    memcpy(values + LT_VN, v, LT_DOFS * sizeof *v);
    memcpy(state, values + setup->contact.names->state,
           setup->contact.law->n_state * sizeof *state);
    for (size_t i = 0; i < LT_DOFS; i++)
        values[LT_UN + i] += du[i];
    struct lt_out out = lt_ledger_try(&setup->contact, values, du, in_no_time * exact->unit, state);
    memcpy(values + LT_UN, now, sizeof now);
    return out;
}

/* The forces on one degree of freedom: in all, and that of dashpots. */
static void forces_on(const struct lt_out *out, size_t dof, double *all, double *viscous) {
    const double f[] = {out->fn, out->fs, out->ft, out->mn, out->ms, out->mt};
    const double drag[] = {out->vfn, out->vfs, out->vft, out->vmn, out->vms, out->vmt};
    *all = f[dof], *viscous = drag[dof];
}

/* By how much the law's answer changes on one degree of freedom with its velocity and place, at so
 * many times the velocities there are: the dashpots' force, and the others'. */
static void compare_here(const struct lt_exact *exact, size_t dof, double times, double faster,
                         double way, double *drag, double *spring) {
    double v[LT_DOFS], du[LT_DOFS] = {0}, all, viscous, all_then, viscous_then;
    for (size_t i = 0; i < LT_DOFS; i++)
        v[i] = times * exact->loading->setup->values[LT_VN + i];
    struct lt_out out = ask_here(exact, v, du);
    forces_on(&out, dof, &all, &viscous);
    v[dof] += faster;
    du[dof] = way;
    out = ask_here(exact, v, du);
    forces_on(&out, dof, &all_then, &viscous_then);
    *drag = viscous_then - viscous;
    *spring = all_then - viscous_then - (all - viscous);
}

/* True if the DoF is at rest and no force acts on it, so that a dashpot has nothing to do. */
static bool is_idle(const struct lt_loading *loading, size_t dof) {
    const double *now = loading->setup->values + dof;
    return now[LT_VN] == 0 && now[LT_FN] == 0 && loading->weight[dof] == 0 && !loading->pushed;
}

/* 1/kg; 0 of DoFs that no dashpot brings to rest: balanced ones have no inertia. */
static double lightness_of(const struct lt_exact *exact, size_t dof) {
    const struct lt_loading *loading = exact->loading;
    const bool rests = loading->inertia.balanced[dof] || is_idle(loading, dof);
    return rests ? 0 : loading->inertia.p.own[dof];
}

/* Whether any degree of freedom might come to rest OFTEN: all are a little faster at once. */
static bool may_hold(const struct lt_exact *exact) {
    const double *v = exact->loading->setup->values + LT_VN, none[LT_DOFS] = {0};
    double faster[LT_DOFS], all, viscous, then;
    bool may = false;
    for (size_t i = 0; i < LT_DOFS; i++)
        faster[i] = v[i] + change_of(exact, v, i);
    const struct lt_out out = ask_here(exact, v, none), moved = ask_here(exact, faster, none);
    for (size_t i = 0; i < LT_DOFS; i++) {
        forces_on(&out, i, &all, &viscous);
        forces_on(&moved, i, &all, &then);
        const double viscosity = (then - viscous) / (faster[i] - v[i]);
        may |= lightness_of(exact, i) * viscosity * exact->unit > often;
    }
    return may;
}

/* Viscosity of one degree of freedom as it is now. What does not grow with the velocity, as
 * friction does not, is no dashpot. */
static double find_viscosity(const struct lt_exact *exact, size_t dof) {
    const double *v = exact->loading->setup->values + LT_VN;
    const double slight = change_of(exact, v, dof),
                 large = fast * exact->speed / arm_of(exact, dof);
    double drag, more, twice, none;
    compare_here(exact, dof, 1, slight, 0, &drag, &none);
    compare_here(exact, dof, 1, large, 0, &more, &none);
    compare_here(exact, dof, 2, slight, 0, &twice, &none);
    return twice > grown * drag ? lt_exact_smaller(drag / slight, more / large) : 0;
}

static double find_stiffness(const struct lt_exact *exact, size_t dof) {
    const double way = share * fabs(exact->loading->setup->values[LT_UN]) / arm_of(exact, dof);
    double none, spring = 0;
    compare_here(exact, dof, 1, 0, way, &none, &spring);
    return way > 0 ? lt_exact_larger(0, spring / way) : 0;
}

bool lt_exact_drag_is_answered(const struct lt_exact *exact) {
    const struct lt_loading *loading = exact->loading;
    bool led = loading->placed;
    for (size_t i = 0; i < LT_DOFS; i++)
        led |= loading->inertia.balanced[i];
    return !led;
}

void lt_exact_drag_find(struct lt_exact *exact) {
    exact->crawl.rate = exact->crawl.viscosity = 0;
    if (exact->loading->setup->contact.law->n_state > LT_BALANCE_STATE || !may_hold(exact))
        return;
    for (size_t i = 0; i < LT_DOFS; i++) {
        const double viscosity = find_viscosity(exact, i), arm = arm_of(exact, i);
        const double lightness = lightness_of(exact, i), rate = lightness * viscosity;
        if (!(rate * exact->unit > often &&
              rate > overdamped * sqrt(lightness * find_stiffness(exact, i))))
            continue;
        exact->crawl.rate = lt_exact_larger(exact->crawl.rate, rate);
        exact->crawl.viscosity = lt_exact_larger(exact->crawl.viscosity, viscosity / (arm * arm));
    }
}

/* From V, which is answered by THERE, by differences. */
static bool find_derivatives(struct lt_exact *exact, double s, double time,
                             struct lt_exact_stretch *w, const double *v, const double *there,
                             struct lt_exact_drag_answer *answer) {
    double matrix[LT_DOFS * LT_DOFS], moved[LT_DOFS], now[LT_DOFS];
    memcpy(moved, v, sizeof moved);
    for (size_t k = 0; k < LT_DOFS; k++) {
        const double change = change_of(exact, v, k);
        moved[k] = v[k] + change;
        if (!lt_exact_stretch_answer(exact, s, time, w, moved, now))
            return false;
        moved[k] = v[k];
        for (size_t i = 0; i < LT_DOFS; i++)
            matrix[i * LT_DOFS + k] = (i == k) - (now[i] - there[i]) / change;
    }
    gsl_matrix_view a = gsl_matrix_view_array(matrix, LT_DOFS, LT_DOFS),
                    b = gsl_matrix_view_array(answer->inverse, LT_DOFS, LT_DOFS);
    size_t order[LT_DOFS];
    gsl_permutation permutation = {LT_DOFS, order};
    int sign;
    gsl_linalg_LU_decomp(&a.matrix, &permutation, &sign);
    answer->known = gsl_linalg_LU_det(&a.matrix, sign) > 0 &&
                    gsl_linalg_LU_invert(&a.matrix, &permutation, &b.matrix) == 0;
    return answer->known;
}

/* Add to V what the derivatives say that it lacks of being its own answer; how much that is, by
 * the largest velocity. */
static double correct_velocity(const struct lt_exact *exact,
                               const struct lt_exact_drag_answer *answer, const double *there,
                               double *v) {
    double gap[LT_DOFS], off = 0, most = 0;
    for (size_t i = 0; i < LT_DOFS; i++)
        gap[i] = there[i] - v[i];
    for (size_t i = 0; i < LT_DOFS; i++) {
        double sum = 0;
        for (size_t k = 0; k < LT_DOFS; k++)
            sum += answer->inverse[i * LT_DOFS + k] * gap[k];
        v[i] += sum;
        off = lt_exact_larger(off, arm_of(exact, i) * fabs(sum));
        most = lt_exact_larger(most, arm_of(exact, i) * fabs(v[i]));
    }
    return most > 0 ? off / most : 0;
}

/* The velocity that is its own answer. */
static bool find_velocity(struct lt_exact *exact, double s, double time, struct lt_exact_stretch *w,
                          struct lt_exact_drag_answer *answer, double *v) {
    double there[LT_DOFS], before = INFINITY;
    for (int i = 0; i < ROUNDS; i++) {
        if (!lt_exact_stretch_answer(exact, s, time, w, v, there))
            return false;
        if ((!answer->known || i == PATIENCE) &&
            !find_derivatives(exact, s, time, w, v, there, answer))
            return false;
        double off = correct_velocity(exact, answer, there, v);
        if (off <= rounding || (off <= small && off > falls * before))
            return true;
        before = off;
    }
    return false;
}

bool lt_exact_drag_substep(struct lt_exact *exact, double s, double time,
                           struct lt_exact_stretch *w, struct lt_exact_drag_answer *answer,
                           double *branch) {
    double *values = exact->loading->setup->values, v[LT_DOFS];
    memcpy(w->d_old, w->d, sizeof w->d);
    memcpy(w->y_old, w->y, sizeof w->y);
    w->work_old = w->work;
    memcpy(v, values + LT_VN, sizeof v);
    if (!find_velocity(exact, s, time, w, answer, v))
        return false;
    memcpy(values + LT_VN, v, sizeof v);
    w->known = v;
    bool made = lt_exact_stretch_substep(exact, s, s, time, w, branch);
    w->known = NULL;
    return made;
}

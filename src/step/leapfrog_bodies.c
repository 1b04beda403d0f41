/* SPDX-License-Identifier: GPL-3.0-or-later */
/* leapfrog_bodies.c: the leapfrog of two bodies in space.
 *
 * What is imposed is imposed on the displacements of a whole step, finite turns included, so that
 * it is met exactly: the velocities half a step ahead are corrected until the step they make does.
 * Relative motion obeys the same law as in frame contact, M_ff v_f' = f_f - M_fi v_i'. */
#include "program/words.h"
#include "registry/roles.h"
#include "step/balance.h"
#include "step/leapfrog.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { CORRECTIONS = 40, ROUNDS = 20 };

static const double *space_of(const struct lt_leapfrog *leap) {
    return leap->setup->values + LT_XA;
}

/* Its motion is given, by imposed velocity or by static balance. */
static bool is_held_dof(const struct lt_leapfrog *leap, size_t dof) {
    return leap->loading->inertia.imposed[dof] || leap->loading->inertia.balanced[dof];
}

/* Largest component, angular ones as speeds at the length lever; NaN if one is. */
static double largest_velocity(const double *v, double lever) {
    double most = 0, sum = 0;
    for (size_t i = 0; i < LT_DOFS; i++) {
        most = fmax(most, fabs(v[i]) * (i < 3 ? 1 : lever));
        sum += v[i];
    }
    return isnan(sum) ? NAN : most;
}

/* Largest of the twelve velocities, spins as speeds at the length lever. */
static double speed_of(const double *velocities, double lever) {
    double most = 0;
    for (size_t i = 0; i < LT_VELOCITIES; i++)
        most = fmax(most, fabs(velocities[i]) * (i % 6 < 3 ? 1 : lever));
    return most;
}

/* Below this speed a pair counts as at rest: a relative error has no meaning any more. */
static const double nothing = 1e-290;

/* Correct velocities until the step they make has the wanted mean velocities in the held DoFs. */
static bool hold_bodies(struct lt_leapfrog *leap, const double *wanted, double *velocities) {
    const struct lt_setup *setup = leap->setup;
    const struct lt_inertia *inertia = &leap->loading->inertia;
    double gap = lt_setup_gap(setup, setup->values[LT_UN]), h = setup->dt;
    double lever = fmax(setup->pair.a.radius, setup->pair.b.radius), miss = INFINITY, scale = 0;
    const double rounding = lt_bodies_rounding(&setup->bodies, space_of(leap)) / h;
    bool any = false;
    for (size_t i = 0; i < LT_DOFS; i++)
        any |= is_held_dof(leap, i);
    for (int round = 0; any && round < CORRECTIONS; round++) {
        double du[LT_DOFS], r[LT_DOFS], last = miss;
        lt_bodies_move(&setup->bodies, space_of(leap), gap, velocities, h, du, NULL);
        for (size_t i = 0; i < LT_DOFS; i++)
            r[i] = is_held_dof(leap, i) ? wanted[i] - du[i] / h : 0;
        scale = fmax(largest_velocity(wanted, lever), speed_of(velocities, lever));
        miss = largest_velocity(r, lever);
        if (miss <= nothing || (miss <= 1e-14 * scale + rounding && miss >= 0.5 * last))
            return true;
        lt_bodies_drag(&setup->bodies, space_of(leap), inertia, r);
        lt_bodies_share(&setup->bodies, space_of(leap), gap, r, velocities);
    }
    if (!any || miss <= 1e-12 * scale + rounding)
        return true;
    return lt_setup_fail(leap->setup, "the imposed motion turns the pair too far within a step: no "
                                      "velocities achieve it; use a smaller motion.dt");
}

void lt_leapfrog_bodies_push(const struct lt_leapfrog *leap, const double *force, double h,
                             double *velocities) {
    const struct lt_setup *setup = leap->setup;
    const struct lt_inertia *inertia = &leap->loading->inertia;
    const struct lt_pairs *m = &inertia->m;
    double rate[LT_DOFS], push[LT_DOFS];
    for (size_t i = 0; i < LT_DOFS; i++)
        rate[i] = lt_motion_times(&inertia->p, i, force);
    for (size_t i = 0; i < LT_DOFS; i++)
        push[i] = h * m->own[i] * rate[i] + h * m->other[i] * rate[lt_march_other(i)];
    if (setup->bodies.solids) {
        lt_bodies_constrain(&setup->bodies, space_of(leap), inertia, force, push);
        for (size_t i = 0; i < LT_DOFS; i++)
            push[i] *= h;
    }
    lt_bodies_push(&setup->bodies, space_of(leap), lt_setup_gap(setup, setup->values[LT_UN]), push,
                   velocities);
}

static double sign_of(double x) {
    return x > 0 ? 1 : x < 0 ? -1 : 0;
}

/* Each body, in each component by itself: an acceleration that would speed it up is less by this
 * share, one that slows it down is more. */
static void damp_bodies(struct lt_leapfrog *leap, const double *begin, double h, double *to) {
    for (size_t i = 0; i < LT_VELOCITIES; i++) {
        const double rate = (to[i] - begin[i]) / h;
        leap->damped[i] =
            -leap->setup->damping * rate * sign_of(rate * (begin[i] + 0.5 * h * rate));
        to[i] += h * leap->damped[i];
    }
}

bool lt_leapfrog_bodies_kick(struct lt_leapfrog *leap, const double *from, double h, double *to) {
    struct lt_setup *setup = leap->setup;
    struct lt_loading *loading = leap->loading;
    double force[LT_DOFS], applied[LT_DOFS];
    double wanted[LT_DOFS] = {0}, contact[LT_VELOCITIES] = {0}, time = setup->values[LT_TIME];
    double gap = lt_setup_gap(setup, setup->values[LT_UN]);
    lt_loading_turn(loading);
    if (!lt_loading_force(loading, time, force, applied) ||
        !lt_loading_step(loading, time, setup->dt, wanted))
        return false;
    memmove(to, from, LT_VELOCITIES * sizeof *to);
    double begin[LT_VELOCITIES], rates[LT_VELOCITIES], pushed[LT_VELOCITIES];
    memcpy(begin, from, sizeof begin);
    lt_leapfrog_bodies_push(leap, force, h, to);
    if (setup->damping > 0)
        damp_bodies(leap, begin, h, to);
    memcpy(pushed, to, sizeof pushed);
    lt_bodies_spin(&setup->bodies, space_of(leap), begin, h, to);
    for (size_t i = 0; i < LT_VELOCITIES; i++)
        begin[i] += to[i] - pushed[i];
    if (!hold_bodies(leap, wanted, to))
        return false;
    lt_bodies_resist(&setup->bodies, space_of(leap), gap, setup->values + LT_FN, contact);
    for (size_t i = 0; i < LT_VELOCITIES; i++)
        rates[i] = (to[i] - begin[i]) / h;
    lt_bodies_demand(&setup->bodies, space_of(leap), rates);
    if (setup->bodies.solids)
        lt_bodies_demand(&setup->bodies, space_of(leap), leap->damped);
    for (size_t i = 0; i < LT_VELOCITIES; i++)
        leap->outside[i] = rates[i] + contact[i] - leap->damped[i];
    for (size_t i = 0; i < LT_DOFS; i++)
        leap->drive[i] = loading->inertia.balanced[i] ? setup->values[LT_FN + i] : 0;
    return true;
}

/* The displacements of the step that these velocities make, from START into values[] and du. */
static void displace_bodies(struct lt_leapfrog *leap, const double *velocities, const double *start,
                            double *du) {
    struct lt_setup *setup = leap->setup;
    double *values = setup->values, gap = lt_setup_gap(setup, start[0]);
    lt_bodies_move(&setup->bodies, space_of(leap), gap, velocities, setup->dt, du, NULL);
    for (size_t i = 0; i < LT_DOFS; i++) {
        values[LT_UN + i] = start[i] + du[i];
        du[i] = values[LT_UN + i] - start[i];
        values[LT_VN + i] = du[i] / setup->dt;
    }
    if (setup->bodies.axes != LT_AXES_MIDDLE)
        values[LT_VN] =
            lt_bodies_along(&setup->bodies, space_of(leap), gap, velocities, setup->dt) / setup->dt;
}

double lt_leapfrog_bodies_mismatch(const struct lt_leapfrog *leap, const double *velocities) {
    const struct lt_setup *setup = leap->setup;
    return lt_bodies_mismatch(&setup->bodies, space_of(leap),
                              lt_setup_gap(setup, setup->values[LT_UN]), setup->values + LT_FN,
                              velocities);
}

/* Static balance in some DoFs. In space their motion moves the others a little: balance and motion
 * are worked out in turn until neither changes. */
static bool balance_bodies(struct lt_leapfrog *leap, const double *start, double *velocities,
                           double *du) {
    struct lt_setup *setup = leap->setup;
    double *values = setup->values, wanted[LT_DOFS], still[LT_DOFS];
    const struct lt_inertia *inertia = &leap->loading->inertia;
    for (int round = 0; round < ROUNDS; round++) {
        bool settled = true;
        memcpy(still, du, sizeof still);
        for (size_t i = 0; i < LT_DOFS; i++)
            if (inertia->balanced[i]) {
                values[LT_UN + i] = start[i];
                still[i] = 0;
            }
        if (!lt_balance_solve(leap->loading, values[LT_TIME], setup->dt, still))
            return false;
        for (size_t i = 0; i < LT_DOFS; i++) {
            settled &= fabs(still[i] - du[i]) <= 1e-12 * fabs(still[i]);
            wanted[i] = still[i] / setup->dt;
        }
        if (settled)
            break;
        memcpy(values + LT_UN, start, LT_DOFS * sizeof *start);
        if (!hold_bodies(leap, wanted, velocities))
            return false;
        displace_bodies(leap, velocities, start, du);
    }
    return true;
}

/* The law's tangential spring goes to the axes of the step's end by another rule than turning. What
 * it stores is 1/2 f^2/k: the stored energy less that without the spring, which the law is asked
 * for. The law counts the work of this step from the spring that it finds. */
static void carry_history(struct lt_leapfrog *leap, const double *old_axes, const double *start,
                          const double *du) {
    struct lt_setup *setup = leap->setup;
    const struct lt_law *law = setup->contact.law;
    const double still[LT_DOFS] = {0};
    if (lt_roles_state(law, LT_SPRING_S) < 0)
        return; /* its parts have no spring */
    double *values = setup->values, *state = values + setup->contact.names->state, after[LT_DOFS];
    double *s = state + lt_roles_state(law, LT_SPRING_S);
    double *t = state + lt_roles_state(law, LT_SPRING_T), now[2] = {*s, *t}, seen[LT_DOFS];
    const double before[2] = {*s, *t}, size = *s * *s + *t * *t;
    lt_bodies_carry(setup->program->motion.history, old_axes, space_of(leap), now);
    if (!(size > 0))
        return;
    memcpy(after, values + LT_UN, sizeof after);
    memcpy(seen, values + LT_VN, sizeof seen);
    memcpy(setup->probe, state, law->n_state * sizeof *state);
    setup->probe[s - state] = setup->probe[t - state] = 0;
    memcpy(values + LT_UN, start, LT_DOFS * sizeof *start);
    memset(values + LT_VN, 0, LT_DOFS * sizeof *values);
    values[LT_VN] = leap->before[0];
    const struct lt_out out =
        lt_ledger_try(&setup->contact, values, still, setup->dt, setup->probe);
    memcpy(values + LT_UN, after, sizeof after);
    memcpy(values + LT_VN, seen, sizeof seen);
    *s = now[0];
    *t = now[1];
    const double stored = values[LT_E_STRAIN] - out.strain;
    values[LT_E_DEFECT] += stored * (1 - (now[0] * now[0] + now[1] * now[1]) / size) +
                           0.5 * ((before[0] - now[0]) * du[1] + (before[1] - now[1]) * du[2]);
}

/* The rounded places, and the displacement along n that they have. The velocity stays that of the
 * bodies. */
static void round_places(struct lt_leapfrog *leap, double *du) {
    struct lt_setup *setup = leap->setup;
    double *values = setup->values;
    const double gap = lt_bodies_round(&setup->bodies, setup->at, values + LT_XA);
    leap->rounded = gap - lt_setup_gap(setup, values[LT_UN]);
    values[LT_UN] += leap->rounded;
    du[0] += leap->rounded;
}

/* One contact point cannot stand for what touches here. */
bool lt_leapfrog_bodies_check(struct lt_leapfrog *leap) {
    const struct lt_setup *setup = leap->setup;
    struct lt_solids_touch touch;
    char why[512];
    if (!setup->bodies.solids)
        return true;
    lt_solids_meet(setup->bodies.solids, space_of(leap), NULL, &touch);
    const struct lt_surface_touch *at = &touch.at;
    const bool near = setup->values[LT_UN] <= setup->contact.reach;
    const char *shape = lt_words_shape[setup->program->particles[at->which].shape];
    const char *body = at->which ? "b" : "a";
    if (at->fault == LT_SURFACE_TILT)
        snprintf(
            why, sizeof why,
            "%s %s has tilted: its ends lie %.3g m above and below its middle, at an overlap of "
            "%.3g m, so that part of the line touches and part does not, which one contact "
            "point cannot stand for (frame 'contact' keeps it as it lies)",
            shape, body, at->tilt, -at->gap);
    else if (near && at->fault == LT_SURFACE_END)
        snprintf(why, sizeof why, "the contact has reached the end of the %s %s, %s", shape, body,
                 "which has no rule: it is touched on its side only");
    else if (near && at->fault == LT_SURFACE_TIP)
        snprintf(why, sizeof why,
                 "the contact has reached the tip of the cone %s, which has no "
                 "rule: it is touched on its side only",
                 body);
    else
        return true;
    return lt_setup_fail(leap->setup, "%s", why);
}

bool lt_leapfrog_bodies_drift(struct lt_leapfrog *leap, double *du) {
    struct lt_setup *setup = leap->setup;
    double *values = setup->values, start[LT_DOFS], velocities[LT_VELOCITIES];
    bool balanced = false;
    for (size_t i = 0; i < LT_DOFS; i++)
        balanced |= leap->loading->inertia.balanced[i];
    memcpy(start, values + LT_UN, sizeof start);
    memcpy(velocities, leap->ahead, sizeof velocities);
    displace_bodies(leap, velocities, start, du);
    if (balanced && !balance_bodies(leap, start, velocities, du))
        return false;
    double ignored[LT_DOFS], axes[LT_SPACE_NUMBERS], gap = lt_setup_gap(setup, start[0]);
    memcpy(axes, space_of(leap), sizeof axes);
    lt_bodies_move(&setup->bodies, space_of(leap), gap, velocities, setup->dt, ignored,
                   values + LT_XA);
    memcpy(values + LT_VXA, leap->ahead, sizeof leap->ahead);
    memcpy(leap->behind, leap->ahead, sizeof leap->behind);
    if (setup->program->motion.history != LT_HISTORY_TURNED)
        carry_history(leap, axes, start, du);
    if (setup->program->motion.places.single)
        round_places(leap, du);
    return lt_leapfrog_bodies_check(leap);
}

/* Work of all that is not the contact over the step just made, trapezoid of both its ends; what a
 * balanced DoF does is added by the caller. */
double lt_leapfrog_bodies_work(const struct lt_leapfrog *leap, const double *outside) {
    double mean[LT_VELOCITIES];
    for (size_t i = 0; i < LT_VELOCITIES; i++)
        mean[i] = 0.5 * leap->setup->dt * (outside[i] + leap->outside[i]);
    return lt_bodies_work(&leap->setup->bodies, mean, leap->behind);
}

void lt_leapfrog_bodies_shown(const struct lt_leapfrog *leap, double share, double *velocities,
                              double *v) {
    for (size_t i = 0; i < LT_VELOCITIES; i++)
        velocities[i] = (1 - share) * leap->behind[i] + share * leap->ahead[i];
    lt_bodies_relative(&leap->setup->bodies, space_of(leap),
                       lt_setup_gap(leap->setup, leap->setup->values[LT_UN]), velocities, v);
}

void lt_leapfrog_bodies_initial(struct lt_leapfrog *leap) {
    struct lt_setup *setup = leap->setup;
    double gap = lt_setup_gap(setup, setup->values[LT_UN]), have[LT_DOFS], wanted[LT_DOFS],
           r[LT_DOFS];
    lt_bodies_relative(&setup->bodies, space_of(leap), gap, leap->behind, have);
    memcpy(wanted, have, sizeof wanted);
    lt_loading_initial(leap->loading, wanted);
    for (size_t i = 0; i < LT_DOFS; i++)
        r[i] = wanted[i] - have[i];
    lt_bodies_share(&setup->bodies, space_of(leap), gap, r, leap->behind);
    memcpy(setup->values + LT_VN, wanted, sizeof wanted);
    memcpy(setup->values + LT_VXA, leap->behind, sizeof leap->behind);
}

bool lt_leapfrog_bodies_look(struct lt_leapfrog *leap, double *un) {
    struct lt_setup *setup = leap->setup;
    double du[LT_DOFS], velocities[LT_VELOCITIES], *values = setup->values;
    if (!lt_leapfrog_bodies_kick(leap, values + LT_VXA, setup->dt, velocities))
        return false;
    lt_bodies_move(&setup->bodies, space_of(leap), lt_setup_gap(setup, values[LT_UN]), velocities,
                   setup->dt, du, NULL);
    *un = values[LT_UN] + du[0];
    return true;
}

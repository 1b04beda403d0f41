/* SPDX-License-Identifier: GPL-3.0-or-later */
/* leapfrog_bodies.c: the leapfrog of two bodies in space.
 *
 * Imposed motion is imposed on the displacements of a whole step, finite rotations included, so
 * that it is met exactly: the velocities half a step ahead are corrected until the displacements
 * agree. Relative motion obeys the same equation as in frame contact, M_ff v_f' = f_f - M_fi v_i'.
 */
#include "program/words.h"
#include "registry/roles.h"
#include "step/balance.h"
#include "step/leapfrog.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Corrections converge like the square of the rotation in a step, rounds of balance and motion
 * likewise: a few suffice. More than these mean that the step is too long. */
enum { MAX_CORRECTIONS = 40, MAX_ROUNDS = 20 };

/* Relative error of imposed velocities: iterations go on down to some 45 DBL_EPSILON; if they
 * stagnate above that, a hundred times as much is accepted. */
static const double imposed_tol = 1e-14, stagnation_tol = 1e-12;

/* The numbers of both bodies (LT_SPACE) in values[]. */
static const double *space_of(const struct lt_leapfrog *leap) {
    return leap->setup->values + LT_XA;
}

/* True if the motion of the DoF is prescribed: by an imposed velocity or by static balance. */
static bool is_prescribed(const struct lt_leapfrog *leap, size_t dof) {
    return leap->loading->inertia.imposed[dof] || leap->loading->inertia.balanced[dof];
}

/* Largest of six relative velocities in m/s, angular ones at the length LEVER; NaN if one is
 * NaN. */
static double max_relative_speed(const double *v, double lever) {
    double most = 0, sum = 0;
    for (size_t i = 0; i < LT_DOFS; i++) {
        most = fmax(most, fabs(v[i]) * (i < 3 ? 1 : lever));
        sum += v[i];
    }
    return isnan(sum) ? NAN : most;
}

/* Largest of the twelve velocities in m/s, angular ones at the length LEVER. */
static double max_speed(const double *velocities, double lever) {
    double most = 0;
    for (size_t i = 0; i < LT_VELOCITIES; i++)
        most = fmax(most, fabs(velocities[i]) * (i % 6 < 3 ? 1 : lever));
    return most;
}

/* m/s: an error below it is none. Next to the smallest doubles relative errors have no meaning. */
static const double speed_floor = 1e-290;

/* Corrects VELOCITIES (twelve) until the step that they make has the mean relative velocities
 * WANTED (six, m/s and rad/s) in the prescribed DoFs. Within a step the axes tilt and arms
 * change, hence iterations. False: they do not converge, and setup->why says so. */
static bool impose_velocities(struct lt_leapfrog *leap, const double *wanted, double *velocities) {
    const struct lt_setup *setup = leap->setup;
    const struct lt_inertia *inertia = &leap->loading->inertia;
    double gap = lt_setup_gap(setup, setup->values[LT_UN]), h = setup->dt;
    double lever = fmax(setup->pair.a.radius, setup->pair.b.radius), error = INFINITY, scale = 0;
    const double rounding = lt_bodies_rounding(&setup->bodies, space_of(leap)) / h;
    bool any = false;
    for (size_t i = 0; i < LT_DOFS; i++)
        any |= is_prescribed(leap, i);
    for (int round = 0; any && round < MAX_CORRECTIONS; round++) {
        double du[LT_DOFS], r[LT_DOFS], last = error;
        lt_bodies_move(&setup->bodies, space_of(leap), gap, velocities, h, du, NULL);
        for (size_t i = 0; i < LT_DOFS; i++)
            r[i] = is_prescribed(leap, i) ? wanted[i] - du[i] / h : 0;
        scale = fmax(max_relative_speed(wanted, lever), max_speed(velocities, lever));
        error = max_relative_speed(r, lever);
        if (error <= speed_floor || (error <= imposed_tol * scale + rounding &&
                                     error >= 0.5 * last)) /* only rounding left */
            return true;
        lt_bodies_drag(&setup->bodies, space_of(leap), inertia, r);
        lt_bodies_share(&setup->bodies, space_of(leap), gap, r, velocities);
    }
    if (!any || error <= stagnation_tol * scale + rounding)
        return true;
    return lt_setup_fail(leap->setup, "the imposed motion turns the pair too far within a step: no "
                                      "constant velocities achieve it; use a smaller motion.dt");
}

/* Adds to VELOCITIES (twelve) the change that FORCE along the six DoFs (N, N m) makes in H
 * seconds. Imposed DoFs keep their relative velocity. */
void lt_leapfrog_bodies_push(const struct lt_leapfrog *leap, const double *force, double h,
                             double *velocities) {
    const struct lt_setup *setup = leap->setup;
    const struct lt_inertia *inertia = &leap->loading->inertia;
    const struct lt_pairs *m = &inertia->m;
    double rate[LT_DOFS], push[LT_DOFS];
    /* p FORCE is the acceleration of the free DoFs alone, 0 in imposed ones. M times it is the
     * force with which unconstrained bodies have that acceleration. */
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

/* 1, 0 or -1: at rest nothing is damped. */
static double sign_of(double x) {
    return x > 0 ? 1 : x < 0 ? -1 : 0;
}

/* motion.damping: in each component of each body the acceleration is smaller by this share where
 * it speeds the body up, and larger where it slows the body down, as in DEM codes with local
 * damping. TO has the velocities after an undamped kick of H seconds from BEGIN and gets the
 * damped ones; leap->damped gets the change per second. */
static void apply_local_damping(struct lt_leapfrog *leap, const double *begin, double h,
                                double *to) {
    for (size_t i = 0; i < LT_VELOCITIES; i++) {
        const double rate = (to[i] - begin[i]) / h;
        leap->damped[i] =
            -leap->setup->damping * rate * sign_of(rate * (begin[i] + 0.5 * h * rate));
        to[i] += h * leap->damped[i];
    }
}

/* The velocities TO (twelve) after the forces of the sample have acted on FROM for H seconds.
 * Imposed motion is met over the whole next step. Also sets the rates of forces from outside,
 * leap->outside. False: imposed motion cannot be met, or a load has no value; setup->why has the
 * reason. */
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
    /* Free motion: contact force, gravity and applied forces, local damping, gyroscopic terms.
     * The latter do no work: BEGIN takes them too, so that they are in no rate below. */
    memmove(to, from, LT_VELOCITIES * sizeof *to);
    double begin[LT_VELOCITIES], rates[LT_VELOCITIES], pushed[LT_VELOCITIES];
    memcpy(begin, from, sizeof begin);
    lt_leapfrog_bodies_push(leap, force, h, to);
    if (setup->damping > 0)
        apply_local_damping(leap, begin, h, to);
    memcpy(pushed, to, sizeof pushed);
    lt_bodies_spin(&setup->bodies, space_of(leap), begin, h, to);
    for (size_t i = 0; i < LT_VELOCITIES; i++)
        begin[i] += to[i] - pushed[i];
    if (!impose_velocities(leap, wanted, to))
        return false;
    /* Forces from outside are those of the whole change of velocity less the contact force
     * (which acts reversed on the bodies, hence +) and less damping. */
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

/* Put the relative displacements of a step with these velocities, from START, into values[] and du,
 * m and rad. du is the difference of the rounded values, which is what the energies count. */
static void update_displacements(struct lt_leapfrog *leap, const double *velocities,
                                 const double *start, double *du) {
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

/* Power, in W, that bodies with these twelve VELOCITIES lose to the contact and the law does not
 * get, since slip and torque have different lever arms; at the forces in values[]. */
double lt_leapfrog_bodies_mismatch(const struct lt_leapfrog *leap, const double *velocities) {
    const struct lt_setup *setup = leap->setup;
    return lt_bodies_mismatch(&setup->bodies, space_of(leap),
                              lt_setup_gap(setup, setup->values[LT_UN]), setup->values + LT_FN,
                              velocities);
}

/* Static balance in some DoFs. In space their motion changes the displacements of the others a
 * little: solve for balance and for motion in turn until neither changes. VELOCITIES and the
 * increments DU, m and rad, get the solution. False: setup->why says why there is none. */
static bool solve_balance_and_motion(struct lt_leapfrog *leap, const double *start,
                                     double *velocities, double *du) {
    struct lt_setup *setup = leap->setup;
    double *values = setup->values, wanted[LT_DOFS], balanced_du[LT_DOFS];
    const struct lt_inertia *inertia = &leap->loading->inertia;
    for (int round = 0; round < MAX_ROUNDS; round++) {
        bool converged = true;
        memcpy(balanced_du, du, sizeof balanced_du);
        for (size_t i = 0; i < LT_DOFS; i++)
            if (inertia->balanced[i]) {
                values[LT_UN + i] = start[i];
                balanced_du[i] = 0;
            }
        if (!lt_balance_solve(leap->loading, values[LT_TIME], setup->dt, balanced_du))
            return false;
        for (size_t i = 0; i < LT_DOFS; i++) {
            /* 1e-12: some 5000 DBL_EPSILON, what the balance itself is found to */
            converged &= fabs(balanced_du[i] - du[i]) <= 1e-12 * fabs(balanced_du[i]);
            wanted[i] = balanced_du[i] / setup->dt;
        }
        if (converged)
            break;
        memcpy(values + LT_UN, start, LT_DOFS * sizeof *start);
        if (!impose_velocities(leap, wanted, velocities))
            return false;
        update_displacements(leap, velocities, start, du);
    }
    return true;
}

/* motion.history: the tangential spring force is carried to the axes at the end of the step by
 * another rule than a rotation, as codes do, which changes its energy. That change is E_defect.
 *
 * The spring stores 1/2 f^2/k, that is the stored energy less the one that the law has without the
 * spring, which a trial gives. The last term corrects the law's trapezoid of this step, which
 * begins with the carried force instead of the old one. */
static void carry_spring(struct lt_leapfrog *leap, const double *old_axes, const double *start,
                         const double *du) {
    struct lt_setup *setup = leap->setup;
    const struct lt_law *law = setup->contact.law;
    const double no_motion[LT_DOFS] = {0};
    if (lt_roles_state(law, LT_SPRING_S) < 0)
        return; /* the law has no tangential spring */
    double *values = setup->values, *state = values + setup->contact.names->state, after[LT_DOFS];
    double *s = state + lt_roles_state(law, LT_SPRING_S);
    double *t = state + lt_roles_state(law, LT_SPRING_T), now[2] = {*s, *t}, seen[LT_DOFS];
    const double before[2] = {*s, *t}, size = *s * *s + *t * *t;
    lt_bodies_carry(setup->program->motion.history, old_axes, space_of(leap), now);
    if (!(size > 0))
        return;
    /* The energy without the spring: a trial at the start of the step, at rest but for the
     * normal velocity, from a state without the spring. values[] are restored. */
    memcpy(after, values + LT_UN, sizeof after);
    memcpy(seen, values + LT_VN, sizeof seen);
    memcpy(setup->probe, state, law->n_state * sizeof *state);
    setup->probe[s - state] = setup->probe[t - state] = 0;
    memcpy(values + LT_UN, start, LT_DOFS * sizeof *start);
    memset(values + LT_VN, 0, LT_DOFS * sizeof *values);
    values[LT_VN] = leap->before[0];
    const struct lt_out out =
        lt_ledger_try(&setup->contact, values, no_motion, setup->dt, setup->probe);
    memcpy(values + LT_UN, after, sizeof after);
    memcpy(values + LT_VN, seen, sizeof seen);
    *s = now[0];
    *t = now[1];
    const double stored = values[LT_E_STRAIN] - out.strain;
    values[LT_E_DEFECT] += stored * (1 - (now[0] * now[0] + now[1] * now[1]) / size) +
                           0.5 * ((before[0] - now[0]) * du[1] + (before[1] - now[1]) * du[2]);
}

/* motion.places: single. Round the coordinates to 32 bits and un with them; the velocity stays that
 * of the unrounded bodies. */
static void round_coordinates(struct lt_leapfrog *leap, double *du) {
    struct lt_setup *setup = leap->setup;
    double *values = setup->values;
    const double gap = lt_bodies_round(&setup->bodies, setup->at, values + LT_XA);
    leap->rounded = gap - lt_setup_gap(setup, values[LT_UN]);
    values[LT_UN] += leap->rounded;
    du[0] += leap->rounded;
}

/* Checks that one contact point represents the contact, for shapes that are not balls. False: an
 * end, a tip or a tilted line touches; setup->why names it. */
bool lt_leapfrog_bodies_check(struct lt_leapfrog *leap) {
    const struct lt_setup *setup = leap->setup;
    struct lt_solids_touch touch;
    char why[512];
    if (!setup->bodies.solids)
        return true;
    lt_solids_meet(setup->bodies.solids, space_of(leap), NULL, &touch);
    const struct lt_surface_touch *at = &touch.at;
    /* Ends and tips matter within the interaction range only. */
    const bool near = setup->values[LT_UN] <= setup->contact.reach;
    const char *shape = lt_words_shape[setup->program->particles[at->which].shape];
    const char *body = at->which ? "b" : "a";
    if (at->fault == LT_SURFACE_TILT)
        snprintf(
            why, sizeof why,
            "%s %s has tilted: its ends lie %.3g m above and below its middle, at an overlap of "
            "%.3g m, so that part of the line touches and part does not, which one contact "
            "point does not represent (frame 'contact' keeps the orientation)",
            shape, body, at->tilt, -at->gap);
    else if (near && at->fault == LT_SURFACE_END)
        snprintf(why, sizeof why, "the contact has reached the end of the %s %s, %s", shape, body,
                 "where no contact is defined: its side alone can be touched");
    else if (near && at->fault == LT_SURFACE_TIP)
        snprintf(why, sizeof why,
                 "the contact has reached the tip of the cone %s, where no contact is defined: its "
                 "side alone can be touched",
                 body);
    else
        return true;
    return lt_setup_fail(leap->setup, "%s", why);
}

/* Moves both bodies for one step with the velocities half a step ahead; du gets the six relative
 * displacements, m and rad. False: there is no static balance or no single contact point;
 * setup->why has the reason. */
bool lt_leapfrog_bodies_drift(struct lt_leapfrog *leap, double *du) {
    struct lt_setup *setup = leap->setup;
    double *values = setup->values, start[LT_DOFS], velocities[LT_VELOCITIES];
    bool balanced = false;
    for (size_t i = 0; i < LT_DOFS; i++)
        balanced |= leap->loading->inertia.balanced[i];
    memcpy(start, values + LT_UN, sizeof start);
    memcpy(velocities, leap->ahead, sizeof velocities);
    update_displacements(leap, velocities, start, du);
    if (balanced && !solve_balance_and_motion(leap, start, velocities, du))
        return false;
    double ignored[LT_DOFS], axes[LT_SPACE_NUMBERS], gap = lt_setup_gap(setup, start[0]);
    memcpy(axes, space_of(leap), sizeof axes);
    lt_bodies_move(&setup->bodies, space_of(leap), gap, velocities, setup->dt, ignored,
                   values + LT_XA);
    memcpy(values + LT_VXA, leap->ahead, sizeof leap->ahead);
    memcpy(leap->behind, leap->ahead, sizeof leap->behind);
    if (setup->program->motion.history != LT_HISTORY_TURNED)
        carry_spring(leap, axes, start, du);
    if (setup->program->motion.places.single)
        round_coordinates(leap, du);
    return lt_leapfrog_bodies_check(leap);
}

/* Work, in J, of all forces but the contact's over the step just made: the trapezoid of the
 * rates OUTSIDE before it and leap->outside after it. The caller adds the work of forces that
 * balance a DoF. */
double lt_leapfrog_bodies_work(const struct lt_leapfrog *leap, const double *outside) {
    double mean[LT_VELOCITIES];
    for (size_t i = 0; i < LT_VELOCITIES; i++)
        mean[i] = 0.5 * leap->setup->dt * (outside[i] + leap->outside[i]);
    return lt_bodies_work(&leap->setup->bodies, mean, leap->behind);
}

/* The twelve VELOCITIES after a SHARE (0..1) of the kick at the sample, between those half a
 * step behind and ahead; V gets the six relative ones, m/s and rad/s. */
void lt_leapfrog_bodies_shown(const struct lt_leapfrog *leap, double share, double *velocities,
                              double *v) {
    for (size_t i = 0; i < LT_VELOCITIES; i++)
        velocities[i] = (1 - share) * leap->behind[i] + share * leap->ahead[i];
    lt_bodies_relative(&leap->setup->bodies, space_of(leap),
                       lt_setup_gap(leap->setup, leap->setup->values[LT_UN]), velocities, v);
}

/* Replaces velocities that the last stage has left by the initial ones ('i', m/s and rad/s) of
 * this stage: both bodies share the change of the relative velocities. */
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

/* *UN gets the surface gap, in m, that a first step would lead to; nothing is moved. False: the
 * velocities of that step cannot be computed; setup->why has the reason. */
bool lt_leapfrog_bodies_first_un(struct lt_leapfrog *leap, double *un) {
    struct lt_setup *setup = leap->setup;
    double du[LT_DOFS], velocities[LT_VELOCITIES], *values = setup->values;
    if (!lt_leapfrog_bodies_kick(leap, values + LT_VXA, setup->dt, velocities))
        return false;
    lt_bodies_move(&setup->bodies, space_of(leap), lt_setup_gap(setup, values[LT_UN]), velocities,
                   setup->dt, du, NULL);
    *un = values[LT_UN] + du[0];
    return true;
}

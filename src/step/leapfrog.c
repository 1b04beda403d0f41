/* SPDX-License-Identifier: GPL-3.0-or-later */
/* leapfrog.c: stepping as DEM codes do: positions at the steps, velocities half-way between. */
#include "step/leapfrog.h"
#include "step/balance.h"
#include "step/tangent.h"

#include <math.h>
#include <string.h>

/* lt_motion_kick() leaves in leap->drive the forces that impose velocities. Add the other forces
 * that work on the pair: those applied by 'f' and, on balanced DoFs, what balances the contact. */
static void join_drive(struct lt_leapfrog *leap, const double *applied) {
    for (size_t i = 0; i < LT_DOFS; i++)
        leap->drive[i] +=
            leap->loading->inertia.balanced[i] ? leap->setup->values[LT_FN + i] : applied[i];
}

/* The velocities that inertia moves, in frame bodies those of both bodies: how many, of the sample,
 * half a step behind it, half a step ahead. */
static size_t count_of(const struct lt_leapfrog *leap) {
    return leap->setup->in_space ? LT_VELOCITIES : LT_DOFS;
}

static double *now_of(const struct lt_leapfrog *leap) {
    return leap->setup->values + (leap->setup->in_space ? LT_VXA : LT_VN);
}

static double *behind_of(struct lt_leapfrog *leap) {
    return leap->setup->in_space ? leap->behind : leap->before;
}

static double *ahead_of(struct lt_leapfrog *leap) {
    return leap->setup->in_space ? leap->ahead : leap->after;
}

/* A kick of length h of a pair in frame contact that meets what is imposed over the next step. */
static bool kick_contact(struct lt_leapfrog *leap, const double *from, double h, double *to) {
    double force[LT_DOFS], applied[LT_DOFS], time = leap->setup->values[LT_TIME];
    if (!lt_loading_force(leap->loading, time, force, applied) ||
        !lt_loading_step(leap->loading, time, leap->setup->dt, to))
        return false;
    lt_motion_kick(&leap->loading->inertia, force, h, from, to, leap->drive);
    join_drive(leap, applied);
    return true;
}

static bool kick(struct lt_leapfrog *leap, const double *from, double h, double *to) {
    return leap->setup->in_space ? lt_leapfrog_bodies_kick(leap, from, h, to)
                                 : kick_contact(leap, from, h, to);
}

/* Velocities half a step ahead of the sample in values[], from those half a step behind. */
static bool kick_whole(struct lt_leapfrog *leap) {
    return kick(leap, behind_of(leap), leap->setup->dt, ahead_of(leap));
}

/* Velocities of the sample after a share of its kick. */
static void shown_velocity(const struct lt_leapfrog *leap, double share, double *velocities,
                           double *v) {
    if (leap->setup->in_space) {
        lt_leapfrog_bodies_shown(leap, share, velocities, v);
        return;
    }
    for (size_t i = 0; i < LT_DOFS; i++)
        v[i] = leap->loading->inertia.balanced[i]
                   ? leap->before[i]
                   : (1 - share) * leap->before[i] + share * leap->after[i];
}

double lt_leapfrog_kinetic_now(const struct lt_leapfrog *leap) {
    const double *v = leap->setup->values + LT_VN, *all = leap->setup->values + LT_VXA;
    return leap->setup->in_space
               ? lt_bodies_kinetic(&leap->setup->bodies, leap->setup->values + LT_XA, all, all, 0)
               : lt_motion_kinetic(&leap->loading->inertia, v, v);
}

double lt_leapfrog_kinetic(const struct lt_leapfrog *leap) {
    return lt_leapfrog_kind(leap)->across ? lt_leapfrog_kinetic_across(leap)
                                          : lt_leapfrog_kinetic_now(leap);
}

double lt_leapfrog_kinetic_across(const struct lt_leapfrog *leap) {
    return leap->setup->in_space
               ? lt_bodies_kinetic(&leap->setup->bodies, leap->setup->values + LT_XA, leap->behind,
                                   leap->ahead, leap->setup->dt)
               : lt_motion_kinetic(&leap->loading->inertia, leap->before, leap->after);
}

double lt_leapfrog_kinetic_kicked(const struct lt_leapfrog *leap, const double *force) {
    const struct lt_setup *setup = leap->setup;
    double none[LT_DOFS] = {0}, drive[LT_DOFS], change[LT_VELOCITIES] = {0};
    if (setup->in_space) {
        lt_leapfrog_bodies_push(leap, force, setup->dt, change);
        return lt_bodies_kinetic(&setup->bodies, setup->values + LT_XA, leap->behind, change, 0);
    }
    lt_motion_kick(&leap->loading->inertia, force, setup->dt, none, change, drive);
    return lt_motion_kinetic(&leap->loading->inertia, leap->before, change);
}

/* Velocities half a step behind are there already. */
void lt_leapfrog_show(struct lt_leapfrog *leap) {
    double *values = leap->setup->values, share = lt_leapfrog_kind(leap)->shown;
    if (share > 0)
        shown_velocity(leap, share, values + LT_VXA, values + LT_VN);
}

void lt_leapfrog_kick_again(struct lt_leapfrog *leap, const double *old) {
    double gone[LT_DOFS], next[LT_DOFS], drive[LT_DOFS];
    for (size_t i = 0; i < LT_DOFS; i++)
        gone[i] = old[i] - leap->setup->values[LT_FN + i];
    memcpy(next, leap->after, sizeof next);
    if (leap->setup->in_space)
        lt_leapfrog_bodies_push(leap, gone, leap->setup->dt, leap->ahead);
    else
        lt_motion_kick(&leap->loading->inertia, gone, leap->setup->dt, leap->after, next, drive);
    memcpy(leap->after, next, sizeof next);
    lt_leapfrog_show(leap);
}

/* The trapezoids of work belong to the kinetic energy 1/2 v.Mv' across a sample. The one of a
 * velocity v + a dv, a the share of the kick dv = h M^-1 f that is shown, is larger by
 * h f.((a - 1/2) v + 1/2 a^2 dv): that of the forces but the contact's is work done already.
 * Nothing where no inertia is moved. */
static double work_ahead(struct lt_leapfrog *leap, const double *outside) {
    const struct lt_setup *setup = leap->setup;
    const double *behind = behind_of(leap), *ahead = ahead_of(leap);
    const double a = lt_leapfrog_kind(leap)->shown;
    double v[LT_VELOCITIES], sum = 0;
    if (lt_leapfrog_kind(leap)->across)
        return 0;
    for (size_t i = 0; i < count_of(leap); i++)
        v[i] = (a - 0.5) * behind[i] + 0.5 * a * a * (ahead[i] - behind[i]);
    if (setup->in_space)
        return setup->dt * lt_bodies_power(&setup->bodies, outside, v);
    for (size_t i = 0; i < LT_DOFS; i++)
        if (!leap->loading->inertia.balanced[i] && !leap->loading->inertia.held[i])
            sum += (leap->drive[i] + leap->loading->weight[i]) * v[i];
    return setup->dt * sum;
}

/* A run that begins one step before first touch, or is told so, has its initial velocities half a
 * step before the start. */
static bool whole_first_kick(const struct lt_leapfrog *leap) {
    return leap->setup->starts_at_phase || leap->setup->program->motion.half_before ||
           lt_leapfrog_kind(leap)->whole_first;
}

static bool first_kick(struct lt_leapfrog *leap) {
    const double *now = now_of(leap);
    double *behind = behind_of(leap), half[LT_VELOCITIES];
    memcpy(behind, now, count_of(leap) * sizeof *behind);
    if (whole_first_kick(leap))
        return kick_whole(leap);
    if (!kick(leap, now, 0.5 * leap->setup->dt, half))
        return false;
    for (size_t i = 0; i < count_of(leap); i++)
        behind[i] = 2 * now[i] - half[i];
    return kick_whole(leap);
}

/* A later stage's 'i' replaces the velocities that the one before it has left. */
static void initial_velocity(struct lt_leapfrog *leap) {
    if (leap->setup->in_space) {
        lt_leapfrog_bodies_initial(leap);
        return;
    }
    lt_loading_initial(leap->loading, leap->before);
    memcpy(leap->setup->values + LT_VN, leap->before, sizeof leap->before);
}

/* Velocities half a step behind, if the step that the last kick was for had another length: those
 * of the sample less half a step at its acceleration. */
static void stretch_behind(struct lt_leapfrog *leap, double ratio) {
    double *behind = behind_of(leap);
    const double *ahead = ahead_of(leap);
    for (size_t i = 0; i < count_of(leap); i++)
        if (leap->setup->in_space || !leap->loading->inertia.balanced[i])
            behind[i] = 0.5 * (behind[i] + ahead[i]) - 0.5 * ratio * (ahead[i] - behind[i]);
    double *values = leap->setup->values;
    shown_velocity(leap, 0, values + LT_VXA, values + LT_VN);
    memcpy(leap->before, values + LT_VN, sizeof leap->before);
}

/* motion.steps: stiffness. The next step has the length that the stiffness asks for; its kick is
 * made again. The sample's velocity stays, its kinetic energy as a leapfrog has it, which is
 * h^2/8 a.M a below, changes by *LOST. */
static bool follow_stiffness(struct lt_leapfrog *leap, double *lost) {
    struct lt_setup *setup = leap->setup;
    *lost = 0;
    if (!setup->program->motion.follows)
        return true;
    double velocities[LT_VELOCITIES], next[LT_DOFS];
    shown_velocity(leap, 1, velocities, next);
    const double k = lt_tangent_of(leap->setup, 0, next[0]), t_c = setup->values[LT_T_C];
    const double now = k > 0 ? M_PI * sqrt(setup->pair.m_eff / k) : INFINITY;
    const double dt = leap->longest * fmin(1, now / t_c), ratio = dt / setup->dt;
    if (ratio == 1)
        return true;
    const double across = lt_leapfrog_kinetic_across(leap);
    stretch_behind(leap, ratio);
    setup->dt = dt;
    if (!kick_whole(leap))
        return false;
    *lost = across - lt_leapfrog_kinetic_across(leap);
    return true;
}

bool lt_leapfrog_resume(struct lt_leapfrog *leap, double across) {
    double lost;
    if (!kick_whole(leap))
        return false;
    leap->jump = lt_leapfrog_kinetic_across(leap) - across;
    if (!follow_stiffness(leap, &lost))
        return false;
    leap->setup->values[LT_E_CROSS] += lost;
    lt_leapfrog_show(leap);
    return true;
}

bool lt_leapfrog_begin(struct lt_leapfrog *leap, double across) {
    bool first = leap->steps == 0 && !leap->setup->program->start;
    if (!first)
        initial_velocity(leap);
    if (leap->steps > 0)
        return lt_leapfrog_resume(leap, across);
    double unused;
    if (!(first ? first_kick(leap) : kick_whole(leap)) || !follow_stiffness(leap, &unused))
        return false;
    lt_leapfrog_show(leap);
    leap->jump = lt_leapfrog_kinetic(leap) - leap->setup->values[LT_E_KINETIC];
    leap->work_ahead = work_ahead(leap, leap->outside);
    if (leap->setup->damping > 0)
        leap->damped_ahead = work_ahead(leap, leap->damped);
    return true;
}

/* Move the pair for one step with the velocities half a step ahead; du gets the displacement. DoFs
 * in static balance move as far as the force asked of them needs. */
static bool drift_pair(struct lt_leapfrog *leap, double *du) {
    struct lt_setup *setup = leap->setup;
    double *values = setup->values, start[LT_DOFS];
    if (setup->in_space)
        return lt_leapfrog_bodies_drift(leap, du);
    memcpy(start, values + LT_UN, sizeof start);
    lt_step_drift(lt_ledger_point(values), leap->after, setup->dt, du, LT_DOFS);
    for (size_t i = 0; i < LT_DOFS; i++)
        if (leap->loading->inertia.balanced[i])
            values[LT_UN + i] = start[i], du[i] = 0;
    if (!lt_balance_solve(leap->loading, values[LT_TIME], setup->dt, du))
        return false;
    return true;
}

enum { CENTRINGS = 100 };

/* The largest speed of the step before: a velocity of the sample cannot be found more exactly than
 * to rounding errors of this. In space it includes what both bodies have in common. */
static double speed_behind(const struct lt_leapfrog *leap, double arm) {
    double most = 0;
    for (size_t i = 0; i < LT_DOFS; i++)
        most = fmax(most, (i < 3 ? 1 : arm) * fabs(leap->before[i]));
    for (size_t i = 0; i < LT_VELOCITIES && leap->setup->in_space; i++)
        most = fmax(most, (i % 6 < 3 ? 1 : arm) * fabs(leap->behind[i]));
    return most;
}

/* dashpot: full-step. The dashpots see the velocity of the sample, which their own force changes:
 * ask the law, kick, take the velocity that results, until it stays the same. */
static bool centre_velocity(struct lt_leapfrog *leap, const double *du) {
    struct lt_setup *setup = leap->setup;
    const struct lt_contact *contact = &setup->contact;
    double *values = setup->values, *v = values + LT_VN, force[LT_DOFS], miss = INFINITY;
    double ignored[LT_VELOCITIES], state[LT_BALANCE_STATE];
    double arm = fmax(setup->pair.a.radius, setup->pair.b.radius);
    size_t n_state = contact->law->n_state;
    if (n_state > LT_BALANCE_STATE)
        return lt_setup_fail(setup, "the law has too much state for full-step dashpots");
    memcpy(force, values + LT_FN, sizeof force);
    for (int i = 0; i < CENTRINGS; i++) {
        double next[LT_DOFS], last = miss, scale = 0;
        memcpy(state, values + contact->names->state, n_state * sizeof *state);
        struct lt_out out = lt_ledger_try(contact, values, du, setup->dt, state);
        const double f[LT_DOFS] = {out.fn, out.fs, out.ft, out.mn, out.ms, out.mt};
        memcpy(values + LT_FN, f, sizeof f);
        bool ok = kick_whole(leap);
        memcpy(values + LT_FN, force, sizeof force);
        if (!ok)
            return false;
        shown_velocity(leap, 0.5, ignored, next);
        miss = 0;
        for (size_t k = 0; k < LT_DOFS; k++) {
            double lever = k < 3 ? 1 : arm;
            miss = fmax(miss, lever * fabs(next[k] - v[k]));
            scale = fmax(scale, lever * fmax(fabs(next[k]), fabs(v[k])));
        }
        memcpy(v, next, sizeof next);
        if (miss <= 1e-12 * scale && (miss == 0 || miss >= 0.5 * last))
            return true;
    }
    if (miss <= 1e-12 * speed_behind(leap, arm)) /* near a turn, where it is hardly anything */
        return true;
    return lt_setup_fail(setup, "the velocity of the sample is not found: the dashpots are too "
                                "strong for this time step");
}

/* The work of what is imposed over the step just made, of the drive at both its ends. */
static double work_of(const struct lt_leapfrog *leap, const double *drive, const double *outside,
                      const double *du) {
    const struct lt_inertia *inertia = &leap->loading->inertia;
    bool in_space = leap->setup->in_space;
    double work = in_space ? lt_leapfrog_bodies_work(leap, outside) : 0;
    for (size_t i = 0; i < LT_DOFS; i++)
        if (!in_space || inertia->balanced[i])
            work += lt_step_trapezoid(drive[i], leap->drive[i], leap->loading->weight[i], du[i]);
    return work;
}

/* What motion.damping took in the step just made, by its rates at both ends of it. */
static void book_damping(struct lt_leapfrog *leap, const double *damped) {
    const double old = leap->damped_ahead;
    double mean[LT_VELOCITIES];
    for (size_t i = 0; i < LT_VELOCITIES; i++)
        mean[i] = 0.5 * (damped[i] + leap->damped[i]);
    leap->damped_ahead = work_ahead(leap, leap->damped);
    leap->setup->values[LT_E_DAMPING] -=
        leap->setup->dt * lt_bodies_work(&leap->setup->bodies, mean, leap->behind) +
        leap->damped_ahead - old;
}

/* The clock at the end of the step that begins. False: the table of instants has no further one. */
static bool advance_clock(struct lt_leapfrog *leap) {
    const struct lt_instants *instants = &leap->setup->program->motion.instants;
    double *values = leap->setup->values;
    if (instants->at && leap->steps >= instants->count)
        return lt_setup_fail(leap->setup, "motion.instants has no further row; let the stage end "
                                          "before it does");
    values[LT_TIME] = instants->at ? instants->at[leap->steps] - leap->loading->t_begin
                      : leap->setup->program->motion.follows ? values[LT_TIME] + leap->setup->dt
                                                             : values[LT_STEP] * leap->setup->dt;
    values[LT_T] =
        instants->at ? instants->at[leap->steps] : leap->loading->t_begin + values[LT_TIME];
    values[LT_DT] = leap->setup->dt;
    return true;
}

/* The length of the next step. */
static void take_instant(struct lt_leapfrog *leap) {
    const struct lt_instants *instants = &leap->setup->program->motion.instants;
    if (instants->at && leap->steps + 1 < instants->count)
        leap->setup->dt = instants->at[leap->steps + 1] - instants->at[leap->steps];
}

bool lt_leapfrog_step(struct lt_leapfrog *leap) {
    struct lt_setup *setup = leap->setup;
    double *values = setup->values;
    double du[LT_DOFS], drive[LT_DOFS], outside[LT_VELOCITIES];
    double damped[LT_VELOCITIES], work = leap->jump - leap->work_ahead;
    const bool slips = setup->in_space && setup->bodies.lever >= LT_LEVER_SLIP_RADIUS;
    const double lost = slips ? lt_leapfrog_bodies_mismatch(leap, leap->ahead) : 0;
    leap->jump = 0;
    memcpy(damped, leap->damped, sizeof damped);
    memcpy(drive, leap->drive, sizeof drive);
    memcpy(outside, leap->outside, sizeof outside);
    leap->steps++;
    values[LT_STEP]++;
    if (!advance_clock(leap) || !drift_pair(leap, du))
        return false;
    memcpy(leap->before, values + LT_VN, sizeof leap->before);
    if (setup->program->motion.full_step && !centre_velocity(leap, du))
        return false;
    const double pressed = values[LT_FN];
    lt_tangent_trial(leap->setup, du);
    lt_setup_show(leap->setup);
    lt_ledger_step(&setup->contact, values, du, setup->dt, &leap->branch);
    if (slips)
        *lt_ledger_defect(&setup->contact, values) +=
            0.5 * setup->dt * (lost + lt_leapfrog_bodies_mismatch(leap, leap->behind));
    /* The force works along the rounded way, the bodies move by the other one. */
    if (setup->program->motion.places.single)
        *lt_ledger_defect(&setup->contact, values) -=
            0.5 * leap->rounded * (pressed + values[LT_FN]);
    take_instant(leap);
    double shed;
    if (!kick_whole(leap) || !follow_stiffness(leap, &shed))
        return false;
    values[LT_E_CROSS] += shed;
    leap->work_ahead = work_ahead(leap, leap->outside);
    work += work_of(leap, drive, outside, du) + leap->work_ahead;
    lt_step_credit(lt_ledger_point(values), work);
    if (setup->damping > 0)
        book_damping(leap, damped);
    memcpy(values + LT_VN, leap->before, sizeof leap->before);
    return true;
}

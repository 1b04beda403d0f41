/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_leapfrog.c: stepping as DEM codes do: positions at the steps, velocities half-way between. */
#include "run/balance.h"
#include "run/running.h"

#include <math.h>
#include <string.h>

/* lt_motion_kick() leaves in run->drive the forces that impose velocities. Add the other forces
 * that work on the pair: those applied by 'f' and, on balanced DoFs, what balances the contact. */
static void join_drive(struct lt_running *run, const double *applied) {
    for (size_t i = 0; i < LT_DOFS; i++)
        run->drive[i] +=
            run->loading.inertia.balanced[i] ? run->setup.values[LT_FN + i] : applied[i];
}

/* The velocities that inertia moves, in frame bodies those of both bodies: how many, of the sample,
 * half a step behind it, half a step ahead. */
static size_t count_of(const struct lt_running *run) {
    return run->setup.in_space ? LT_VELOCITIES : LT_DOFS;
}

static double *now_of(const struct lt_running *run) {
    return run->setup.values + (run->setup.in_space ? LT_VXA : LT_VN);
}

static double *behind_of(struct lt_running *run) {
    return run->setup.in_space ? run->behind : run->before;
}

static double *ahead_of(struct lt_running *run) {
    return run->setup.in_space ? run->ahead : run->after;
}

/* A kick of length h of a pair in frame contact that meets what is imposed over the next step. */
static bool kick_contact(struct lt_running *run, const double *from, double h, double *to) {
    double force[LT_DOFS], applied[LT_DOFS], time = run->setup.values[LT_TIME];
    if (!lt_loading_force(&run->loading, time, force, applied) ||
        !lt_loading_step(&run->loading, time, run->setup.dt, to))
        return lt_run_fail_here(run, run->setup.why);
    lt_motion_kick(&run->loading.inertia, force, h, from, to, run->drive);
    join_drive(run, applied);
    return true;
}

static bool kick(struct lt_running *run, const double *from, double h, double *to) {
    return run->setup.in_space ? lt_run_bodies_kick(run, from, h, to)
                               : kick_contact(run, from, h, to);
}

/* Velocities half a step ahead of the sample in values[], from those half a step behind. */
bool lt_run_leapfrog_kick(struct lt_running *run) {
    return kick(run, behind_of(run), run->setup.dt, ahead_of(run));
}

/* Velocities of the sample after a share of its kick. */
static void shown_velocity(const struct lt_running *run, double share, double *velocities,
                           double *v) {
    if (run->setup.in_space) {
        lt_run_bodies_shown(run, share, velocities, v);
        return;
    }
    for (size_t i = 0; i < LT_DOFS; i++)
        v[i] = run->loading.inertia.balanced[i]
                   ? run->before[i]
                   : (1 - share) * run->before[i] + share * run->after[i];
}

double lt_run_leapfrog_kinetic_now(const struct lt_running *run) {
    const double *v = run->setup.values + LT_VN, *all = run->setup.values + LT_VXA;
    return run->setup.in_space
               ? lt_bodies_kinetic(&run->setup.bodies, run->setup.values + LT_XA, all, all, 0)
               : lt_motion_kinetic(&run->loading.inertia, v, v);
}

double lt_run_leapfrog_kinetic(const struct lt_running *run) {
    return lt_run_leapfrog_kind(run)->across ? lt_run_leapfrog_kinetic_across(run)
                                             : lt_run_leapfrog_kinetic_now(run);
}

double lt_run_leapfrog_kinetic_across(const struct lt_running *run) {
    return run->setup.in_space ? lt_bodies_kinetic(&run->setup.bodies, run->setup.values + LT_XA,
                                                   run->behind, run->ahead, run->setup.dt)
                               : lt_motion_kinetic(&run->loading.inertia, run->before, run->after);
}

double lt_run_leapfrog_kinetic_kicked(const struct lt_running *run, const double *force) {
    const struct lt_setup *setup = &run->setup;
    double none[LT_DOFS] = {0}, drive[LT_DOFS], change[LT_VELOCITIES] = {0};
    if (setup->in_space) {
        lt_run_bodies_push(run, force, setup->dt, change);
        return lt_bodies_kinetic(&setup->bodies, setup->values + LT_XA, run->behind, change, 0);
    }
    lt_motion_kick(&run->loading.inertia, force, setup->dt, none, change, drive);
    return lt_motion_kinetic(&run->loading.inertia, run->before, change);
}

/* Velocities half a step behind are there already. */
void lt_run_leapfrog_show(struct lt_running *run) {
    double *values = run->setup.values, share = lt_run_leapfrog_kind(run)->shown;
    if (share > 0)
        shown_velocity(run, share, values + LT_VXA, values + LT_VN);
}

void lt_run_leapfrog_kick_again(struct lt_running *run, const double *old) {
    double gone[LT_DOFS], next[LT_DOFS], drive[LT_DOFS];
    for (size_t i = 0; i < LT_DOFS; i++)
        gone[i] = old[i] - run->setup.values[LT_FN + i];
    memcpy(next, run->after, sizeof next);
    if (run->setup.in_space)
        lt_run_bodies_push(run, gone, run->setup.dt, run->ahead);
    else
        lt_motion_kick(&run->loading.inertia, gone, run->setup.dt, run->after, next, drive);
    memcpy(run->after, next, sizeof next);
    lt_run_leapfrog_show(run);
}

/* The trapezoids of work belong to the kinetic energy 1/2 v.Mv' across a sample. The one of a
 * velocity v + a dv, a the share of the kick dv = h M^-1 f that is shown, is larger by
 * h f.((a - 1/2) v + 1/2 a^2 dv): that of the forces but the contact's is work done already.
 * Nothing where no inertia is moved. */
static double work_ahead(struct lt_running *run, const double *outside) {
    const struct lt_setup *setup = &run->setup;
    const double *behind = behind_of(run), *ahead = ahead_of(run);
    const double a = lt_run_leapfrog_kind(run)->shown;
    double v[LT_VELOCITIES], sum = 0;
    if (lt_run_leapfrog_kind(run)->across)
        return 0;
    for (size_t i = 0; i < count_of(run); i++)
        v[i] = (a - 0.5) * behind[i] + 0.5 * a * a * (ahead[i] - behind[i]);
    if (setup->in_space)
        return setup->dt * lt_bodies_power(&setup->bodies, outside, v);
    for (size_t i = 0; i < LT_DOFS; i++)
        if (!run->loading.inertia.balanced[i] && !run->loading.inertia.held[i])
            sum += (run->drive[i] + run->loading.weight[i]) * v[i];
    return setup->dt * sum;
}

/* A run that begins one step before first touch, or is told so, has its initial velocities half a
 * step before the start. */
static bool whole_first_kick(const struct lt_running *run) {
    return run->setup.starts_at_phase || run->setup.program->motion.half_before ||
           lt_run_leapfrog_kind(run)->whole_first;
}

static bool first_kick(struct lt_running *run) {
    const double *now = now_of(run);
    double *behind = behind_of(run), half[LT_VELOCITIES];
    memcpy(behind, now, count_of(run) * sizeof *behind);
    if (whole_first_kick(run))
        return lt_run_leapfrog_kick(run);
    if (!kick(run, now, 0.5 * run->setup.dt, half))
        return false;
    for (size_t i = 0; i < count_of(run); i++)
        behind[i] = 2 * now[i] - half[i];
    return lt_run_leapfrog_kick(run);
}

/* A later stage's 'i' replaces the velocities that the one before it has left. */
static void initial_velocity(struct lt_running *run) {
    if (run->setup.in_space) {
        lt_run_bodies_initial(run);
        return;
    }
    lt_loading_initial(&run->loading, run->before);
    memcpy(run->setup.values + LT_VN, run->before, sizeof run->before);
}

/* Velocities half a step behind, if the step that the last kick was for had another length: those
 * of the sample less half a step at its acceleration. */
static void stretch_behind(struct lt_running *run, double ratio) {
    double *behind = behind_of(run);
    const double *ahead = ahead_of(run);
    for (size_t i = 0; i < count_of(run); i++)
        if (run->setup.in_space || !run->loading.inertia.balanced[i])
            behind[i] = 0.5 * (behind[i] + ahead[i]) - 0.5 * ratio * (ahead[i] - behind[i]);
    double *values = run->setup.values;
    shown_velocity(run, 0, values + LT_VXA, values + LT_VN);
    memcpy(run->before, values + LT_VN, sizeof run->before);
}

/* motion.steps: stiffness. The next step has the length that the stiffness asks for; its kick is
 * made again. The sample's velocity stays, its kinetic energy as a leapfrog has it, which is
 * h^2/8 a.M a below, changes by *LOST. */
static bool follow_stiffness(struct lt_running *run, double *lost) {
    struct lt_setup *setup = &run->setup;
    *lost = 0;
    if (!setup->program->motion.follows)
        return true;
    double velocities[LT_VELOCITIES], next[LT_DOFS];
    shown_velocity(run, 1, velocities, next);
    const double k = lt_run_tangent_of(run, 0, next[0]), t_c = setup->values[LT_T_C];
    const double now = k > 0 ? M_PI * sqrt(setup->pair.m_eff / k) : INFINITY;
    const double dt = run->longest * fmin(1, now / t_c), ratio = dt / setup->dt;
    if (ratio == 1)
        return true;
    const double across = lt_run_leapfrog_kinetic_across(run);
    stretch_behind(run, ratio);
    setup->dt = dt;
    if (!lt_run_leapfrog_kick(run))
        return false;
    *lost = across - lt_run_leapfrog_kinetic_across(run);
    return true;
}

bool lt_run_leapfrog_resume(struct lt_running *run, double across) {
    double lost;
    if (!lt_run_leapfrog_kick(run))
        return false;
    run->jump = lt_run_leapfrog_kinetic_across(run) - across;
    if (!follow_stiffness(run, &lost))
        return false;
    run->setup.values[LT_E_CROSS] += lost;
    lt_run_leapfrog_show(run);
    return true;
}

bool lt_run_leapfrog_begin(struct lt_running *run, double across) {
    bool first = run->steps == 0 && !run->setup.program->start;
    if (!first)
        initial_velocity(run);
    if (run->steps > 0)
        return lt_run_leapfrog_resume(run, across);
    double unused;
    if (!(first ? first_kick(run) : lt_run_leapfrog_kick(run)) || !follow_stiffness(run, &unused))
        return false;
    lt_run_leapfrog_show(run);
    run->jump = lt_run_leapfrog_kinetic(run) - run->setup.values[LT_E_KINETIC];
    run->work_ahead = work_ahead(run, run->outside);
    if (run->setup.damping > 0)
        run->damped_ahead = work_ahead(run, run->damped);
    return true;
}

/* Move the pair for one step with the velocities half a step ahead; du gets the displacement. DoFs
 * in static balance move as far as the force asked of them needs. */
static bool drift_pair(struct lt_running *run, double *du) {
    struct lt_setup *setup = &run->setup;
    double *values = setup->values, start[LT_DOFS];
    if (setup->in_space)
        return lt_run_bodies_drift(run, du);
    memcpy(start, values + LT_UN, sizeof start);
    lt_step_drift(lt_ledger_point(values), run->after, setup->dt, du, LT_DOFS);
    for (size_t i = 0; i < LT_DOFS; i++)
        if (run->loading.inertia.balanced[i])
            values[LT_UN + i] = start[i], du[i] = 0;
    if (!lt_balance_solve(&run->loading, values[LT_TIME], setup->dt, du))
        return lt_run_fail_here(run, setup->why);
    return true;
}

enum { CENTRINGS = 100 };

/* The largest speed of the step before: a velocity of the sample cannot be found more exactly than
 * to rounding errors of this. In space it includes what both bodies have in common. */
static double speed_behind(const struct lt_running *run, double arm) {
    double most = 0;
    for (size_t i = 0; i < LT_DOFS; i++)
        most = fmax(most, (i < 3 ? 1 : arm) * fabs(run->before[i]));
    for (size_t i = 0; i < LT_VELOCITIES && run->setup.in_space; i++)
        most = fmax(most, (i % 6 < 3 ? 1 : arm) * fabs(run->behind[i]));
    return most;
}

/* dashpot: full-step. The dashpots see the velocity of the sample, which their own force changes:
 * ask the law, kick, take the velocity that results, until it stays the same. */
static bool centre_velocity(struct lt_running *run, const double *du) {
    struct lt_setup *setup = &run->setup;
    const struct lt_contact *contact = &setup->contact;
    double *values = setup->values, *v = values + LT_VN, force[LT_DOFS], miss = INFINITY;
    double ignored[LT_VELOCITIES], state[LT_BALANCE_STATE];
    double arm = fmax(setup->pair.a.radius, setup->pair.b.radius);
    size_t n_state = contact->law->n_state;
    if (n_state > LT_BALANCE_STATE)
        return lt_run_fail_here(run, "the law has too much state for full-step dashpots");
    memcpy(force, values + LT_FN, sizeof force);
    for (int i = 0; i < CENTRINGS; i++) {
        double next[LT_DOFS], last = miss, scale = 0;
        memcpy(state, values + contact->names->state, n_state * sizeof *state);
        struct lt_out out = lt_ledger_try(contact, values, du, setup->dt, state);
        const double f[LT_DOFS] = {out.fn, out.fs, out.ft, out.mn, out.ms, out.mt};
        memcpy(values + LT_FN, f, sizeof f);
        bool ok = lt_run_leapfrog_kick(run);
        memcpy(values + LT_FN, force, sizeof force);
        if (!ok)
            return false;
        shown_velocity(run, 0.5, ignored, next);
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
    if (miss <= 1e-12 * speed_behind(run, arm)) /* near a turn, where it is hardly anything */
        return true;
    return lt_run_fail_here(run, "the velocity of the sample is not found: the dashpots are too "
                                 "strong for this time step");
}

/* The work of what is imposed over the step just made, of the drive at both its ends. */
static double work_of(const struct lt_running *run, const double *drive, const double *outside,
                      const double *du) {
    const struct lt_inertia *inertia = &run->loading.inertia;
    bool in_space = run->setup.in_space;
    double work = in_space ? lt_run_bodies_work(run, outside) : 0;
    for (size_t i = 0; i < LT_DOFS; i++)
        if (!in_space || inertia->balanced[i])
            work += lt_step_trapezoid(drive[i], run->drive[i], run->loading.weight[i], du[i]);
    return work;
}

/* What motion.damping took in the step just made, by its rates at both ends of it. */
static void book_damping(struct lt_running *run, const double *damped) {
    const double old = run->damped_ahead;
    double mean[LT_VELOCITIES];
    for (size_t i = 0; i < LT_VELOCITIES; i++)
        mean[i] = 0.5 * (damped[i] + run->damped[i]);
    run->damped_ahead = work_ahead(run, run->damped);
    run->setup.values[LT_E_DAMPING] -=
        run->setup.dt * lt_bodies_work(&run->setup.bodies, mean, run->behind) + run->damped_ahead -
        old;
}

/* The clock at the end of the step that begins. False: the table of instants has no further one. */
static bool advance_clock(struct lt_running *run) {
    const struct lt_instants *instants = &run->setup.program->motion.instants;
    double *values = run->setup.values;
    if (instants->at && run->steps >= instants->count)
        return lt_run_fail_here(run, "motion.instants has no further row; let the stage end "
                                     "before it does");
    values[LT_TIME] = instants->at ? instants->at[run->steps] - run->loading.t_begin
                      : run->setup.program->motion.follows ? values[LT_TIME] + run->setup.dt
                                                           : values[LT_STEP] * run->setup.dt;
    values[LT_T] = instants->at ? instants->at[run->steps] : run->loading.t_begin + values[LT_TIME];
    values[LT_DT] = run->setup.dt;
    return true;
}

/* The length of the next step. */
static void take_instant(struct lt_running *run) {
    const struct lt_instants *instants = &run->setup.program->motion.instants;
    if (instants->at && run->steps + 1 < instants->count)
        run->setup.dt = instants->at[run->steps + 1] - instants->at[run->steps];
}

bool lt_run_leapfrog_step(struct lt_running *run) {
    struct lt_setup *setup = &run->setup;
    double *values = setup->values;
    double du[LT_DOFS], drive[LT_DOFS], outside[LT_VELOCITIES];
    double damped[LT_VELOCITIES], work = run->jump - run->work_ahead;
    const bool slips = setup->in_space && setup->bodies.lever >= LT_LEVER_SLIP_RADIUS;
    const double lost = slips ? lt_run_bodies_mismatch(run, run->ahead) : 0;
    run->jump = 0;
    memcpy(damped, run->damped, sizeof damped);
    memcpy(drive, run->drive, sizeof drive);
    memcpy(outside, run->outside, sizeof outside);
    run->steps++;
    values[LT_STEP]++;
    if (!advance_clock(run) || !drift_pair(run, du))
        return false;
    memcpy(run->before, values + LT_VN, sizeof run->before);
    if (setup->program->motion.full_step && !centre_velocity(run, du))
        return false;
    lt_run_tangent_trial(run, du);
    lt_run_place(run);
    lt_ledger_step(&setup->contact, values, du, setup->dt, &run->branch);
    if (slips)
        *lt_ledger_defect(&setup->contact, values) +=
            0.5 * setup->dt * (lost + lt_run_bodies_mismatch(run, run->behind));
    take_instant(run);
    double shed;
    if (!lt_run_leapfrog_kick(run) || !follow_stiffness(run, &shed))
        return false;
    values[LT_E_CROSS] += shed;
    run->work_ahead = work_ahead(run, run->outside);
    work += work_of(run, drive, outside, du) + run->work_ahead;
    lt_step_credit(lt_ledger_point(values), work);
    if (setup->damping > 0)
        book_damping(run, damped);
    memcpy(values + LT_VN, run->before, sizeof run->before);
    return true;
}

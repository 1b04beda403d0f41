/* SPDX-License-Identifier: GPL-3.0-or-later */
/* leapfrog.c: stepping as DEM codes do: positions at the steps, velocities half-way between. */
#include "step/leapfrog.h"
#include "step/balance.h"
#include "step/tangent.h"

#include <math.h>
#include <string.h>

/* Complete leap->drive, in N and N m, so that it holds all forces from outside but gravity:
 * lt_motion_kick() has left the forces that impose velocities. Those applied by 'f' are added, and
 * on balanced DoFs those that balance the contact. Their work is E_work. */
static void add_applied_forces(struct lt_leapfrog *leap, const double *applied) {
    for (size_t i = 0; i < LT_DOFS; i++)
        leap->drive[i] +=
            leap->loading->inertia.balanced[i] ? leap->setup->values[LT_FN + i] : applied[i];
}

/* ---- The velocities that inertia moves ------------------------------------------------------- */

/* In frame contact these are the six relative ones, in frame bodies the twelve of both bodies, in
 * m/s and rad/s. The functions let a kick treat both alike. The sample is the instant of
 * values[]. */

/* How many they are. */
static size_t velocity_count(const struct lt_leapfrog *leap) {
    return leap->setup->in_space ? LT_VELOCITIES : LT_DOFS;
}

/* The velocities of the sample, in values[]. */
static double *sample_velocities(const struct lt_leapfrog *leap) {
    return leap->setup->values + (leap->setup->in_space ? LT_VXA : LT_VN);
}

/* The velocities half a step behind the sample. */
static double *velocities_behind(struct lt_leapfrog *leap) {
    return leap->setup->in_space ? leap->behind : leap->before;
}

/* The velocities half a step ahead of the sample. */
static double *velocities_ahead(struct lt_leapfrog *leap) {
    return leap->setup->in_space ? leap->ahead : leap->after;
}

/* ---- Kicks ---------------------------------------------------------------------------------- */

/* In frame contact: velocities TO (six, m/s and rad/s) from FROM after the sample's forces have
 * acted for H seconds. Imposed DoFs get the velocity that they are to have over the next step.
 * False: a load has no value, setup->why has the reason. */
static bool kick_contact(struct lt_leapfrog *leap, const double *from, double h, double *to) {
    double force[LT_DOFS], applied[LT_DOFS], time = leap->setup->values[LT_TIME];
    if (!lt_loading_force(leap->loading, time, force, applied) ||
        !lt_loading_step(leap->loading, time, leap->setup->dt, to))
        return false;
    lt_motion_kick(&leap->loading->inertia, force, h, from, to, leap->drive);
    add_applied_forces(leap, applied);
    return true;
}

/* Velocities TO from FROM after the forces of the sample have acted for H seconds, in either frame.
 * False: setup->why says why there are none. */
static bool kick(struct lt_leapfrog *leap, const double *from, double h, double *to) {
    return leap->setup->in_space ? lt_leapfrog_bodies_kick(leap, from, h, to)
                                 : kick_contact(leap, from, h, to);
}

/* Computes the velocities half a step ahead of the sample in values[] from those half a step
 * behind, by one kick of length setup->dt. False: setup->why has the reason. */
static bool kick_full_step(struct lt_leapfrog *leap) {
    return kick(leap, velocities_behind(leap), leap->setup->dt, velocities_ahead(leap));
}

/* The velocities after a SHARE (0..1) of the kick at the sample: 0 are those half a step behind,
 * 1/2 those of the sample. V gets the six relative ones, VELOCITIES in frame bodies the twelve. */
static void interpolate_velocities(const struct lt_leapfrog *leap, double share, double *velocities,
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

/* The kinetic energy in J of the velocities in values[], 1/2 v . M v. */
double lt_leapfrog_kinetic_now(const struct lt_leapfrog *leap) {
    const double *v = leap->setup->values + LT_VN, *all = leap->setup->values + LT_VXA;
    return leap->setup->in_space
               ? lt_bodies_kinetic(&leap->setup->bodies, leap->setup->values + LT_XA, all, all, 0)
               : lt_motion_kinetic(&leap->loading->inertia, v, v);
}

/* The kinetic energy in J that belongs to the recorded velocity of this integrator: across the
 * sample, or of the velocity itself. */
double lt_leapfrog_kinetic(const struct lt_leapfrog *leap) {
    return lt_leapfrog_kind(leap)->across ? lt_leapfrog_kinetic_across(leap)
                                          : lt_leapfrog_kinetic_now(leap);
}

/* The kinetic energy in J across the sample, 1/2 v . M v' of the velocities half a step behind
 * and ahead. With it the trapezoids of work of leapfrog balance exactly. */
double lt_leapfrog_kinetic_across(const struct lt_leapfrog *leap) {
    return leap->setup->in_space
               ? lt_bodies_kinetic(&leap->setup->bodies, leap->setup->values + LT_XA, leap->behind,
                                   leap->ahead, leap->setup->dt)
               : lt_motion_kinetic(&leap->loading->inertia, leap->before, leap->after);
}

/* By how much the kinetic energy across the sample, in J, would change if FORCE (six, N and N m)
 * also acted in the last kick: 1/2 v . M dv, v half a step behind and dv = h M^-1 FORCE. */
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

/* A share of 0 needs nothing: the step has left the velocities half a step behind in values[]. */
void lt_leapfrog_show(struct lt_leapfrog *leap) {
    double *values = leap->setup->values, share = lt_leapfrog_kind(leap)->shown;
    if (share > 0)
        interpolate_velocities(leap, share, values + LT_VXA, values + LT_VN);
}

/* Corrects the velocities half a step ahead where contact forces at the sample have changed
 * after the kick: from OLD (six, N and N m) to those in values[]. The force is external less
 * contact force, hence the difference OLD - new acts for one step. */
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

/* Work, in J, of the outside forces that the kinetic energy of the recorded velocity anticipates.
 *
 * Trapezoids of work balance the kinetic energy 1/2 v.Mv' across a sample. An integrator that
 * records v + a dv, with a share a of the kick dv = h M^-1 f, has a kinetic energy that is larger
 * by h f.((a - 1/2) v + 1/2 a^2 dv). The part of forces other than the contact's is work. It is 0
 * where no inertia is moved. */
static double work_ahead(struct lt_leapfrog *leap, const double *outside) {
    const struct lt_setup *setup = leap->setup;
    const double *behind = velocities_behind(leap), *ahead = velocities_ahead(leap);
    const double a = lt_leapfrog_kind(leap)->shown;
    double v[LT_VELOCITIES], sum = 0;
    if (lt_leapfrog_kind(leap)->across)
        return 0;
    for (size_t i = 0; i < velocity_count(leap); i++)
        v[i] = (a - 0.5) * behind[i] + 0.5 * a * a * (ahead[i] - behind[i]);
    if (setup->in_space)
        return setup->dt * lt_bodies_power(&setup->bodies, outside, v);
    for (size_t i = 0; i < LT_DOFS; i++)
        if (!leap->loading->inertia.balanced[i] && !leap->loading->inertia.held[i])
            sum += (leap->drive[i] + leap->loading->weight[i]) * v[i];
    return setup->dt * sum;
}

/* True if initial velocities are those half a step before the start, so that the first kick is a
 * full one: in runs that begin one step before first touch, and where program or integrator say
 * so. */
static bool starts_half_a_step_before(const struct lt_leapfrog *leap) {
    return leap->setup->starts_at_phase || leap->setup->program->motion.half_before ||
           lt_leapfrog_kind(leap)->whole_first;
}

/* The first kick of a run. Usually half a kick leads from the initial velocities v0 to v+ half a
 * step ahead; those half a step behind are extrapolated, 2 v0 - v+. False: the kick has failed,
 * setup->why has the reason. */
static bool first_kick(struct lt_leapfrog *leap) {
    const double *now = sample_velocities(leap);
    double *behind = velocities_behind(leap), half[LT_VELOCITIES];
    memcpy(behind, now, velocity_count(leap) * sizeof *behind);
    if (starts_half_a_step_before(leap))
        return kick_full_step(leap);
    if (!kick(leap, now, 0.5 * leap->setup->dt, half))
        return false;
    for (size_t i = 0; i < velocity_count(leap); i++)
        behind[i] = 2 * now[i] - half[i];
    return kick_full_step(leap);
}

/* Replace the velocities that the stage before has left by the initial ones of this stage ('i'). */
static void set_initial_velocities(struct lt_leapfrog *leap) {
    if (leap->setup->in_space) {
        lt_leapfrog_bodies_initial(leap);
        return;
    }
    lt_loading_initial(leap->loading, leap->before);
    memcpy(leap->setup->values + LT_VN, leap->before, sizeof leap->before);
}

/* Velocities half a step behind the sample where the next step is RATIO times as long as the last:
 * those of the sample less half of the new step at its acceleration, so that the sample's stay. */
static void rescale_velocities_behind(struct lt_leapfrog *leap, double ratio) {
    double *behind = velocities_behind(leap);
    const double *ahead = velocities_ahead(leap);
    for (size_t i = 0; i < velocity_count(leap); i++)
        if (leap->setup->in_space || !leap->loading->inertia.balanced[i])
            behind[i] = 0.5 * (behind[i] + ahead[i]) - 0.5 * ratio * (ahead[i] - behind[i]);
    double *values = leap->setup->values;
    interpolate_velocities(leap, 0, values + LT_VXA, values + LT_VN);
    memcpy(leap->before, values + LT_VN, sizeof leap->before);
}

/* motion.steps: stiffness. The next step is shorter where the contact has become stiffer than at
 * first touch, by the ratio of contact times pi sqrt(m_eff/k) and t_c. The last kick is repeated
 * for it. The sample's velocity v stays; its kinetic energy across the sample, 1/2 v.Mv - h^2/8
 * a.Ma, depends on the step h. *LOST gets by how much it falls, J. False: the repeated kick has
 * failed, setup->why has the reason. */
static bool adapt_step_to_stiffness(struct lt_leapfrog *leap, double *lost) {
    struct lt_setup *setup = leap->setup;
    *lost = 0;
    if (!setup->program->motion.follows)
        return true;
    double velocities[LT_VELOCITIES], next[LT_DOFS];
    interpolate_velocities(leap, 1, velocities, next);
    const double k = lt_tangent_of(leap->setup, 0, next[0]), t_c = setup->values[LT_T_C];
    const double now = k > 0 ? M_PI * sqrt(setup->pair.m_eff / k) : INFINITY;
    const double dt = leap->longest * fmin(1, now / t_c), ratio = dt / setup->dt;
    if (ratio == 1)
        return true;
    const double across = lt_leapfrog_kinetic_across(leap);
    rescale_velocities_behind(leap, ratio);
    setup->dt = dt;
    if (!kick_full_step(leap))
        return false;
    *lost = across - lt_leapfrog_kinetic_across(leap);
    return true;
}

/* Repeats the kick at the sample, after a new stage or a changed property. ACROSS is the kinetic
 * energy across the sample before, in J; its change is work, due with the next step. False: the
 * kick has failed, setup->why has the reason. */
bool lt_leapfrog_resume(struct lt_leapfrog *leap, double across) {
    double lost;
    if (!kick_full_step(leap))
        return false;
    leap->jump = lt_leapfrog_kinetic_across(leap) - across;
    if (!adapt_step_to_stiffness(leap, &lost))
        return false;
    leap->setup->values[LT_E_CROSS] += lost;
    lt_leapfrog_show(leap);
    return true;
}

/* Begins a stage: sets its initial velocities and makes the kick at the sample. ACROSS is the
 * kinetic energy across the sample at the end of the last stage, in J. False: the kick has
 * failed, setup->why has the reason. */
bool lt_leapfrog_begin(struct lt_leapfrog *leap, double across) {
    /* The first stage of a run, unless it continues another run: values[] have the initial
     * velocities already. */
    bool first = leap->steps == 0 && !leap->setup->program->start;
    if (!first)
        set_initial_velocities(leap);
    if (leap->steps > 0)
        return lt_leapfrog_resume(leap, across);
    double unused;
    if (!(first ? first_kick(leap) : kick_full_step(leap)) ||
        !adapt_step_to_stiffness(leap, &unused))
        return false;
    lt_leapfrog_show(leap);
    /* values[LT_E_KINETIC] is that of the velocities before: the difference, in J, is work. */
    leap->jump = lt_leapfrog_kinetic(leap) - leap->setup->values[LT_E_KINETIC];
    leap->work_ahead = work_ahead(leap, leap->outside);
    if (leap->setup->damping > 0)
        leap->damped_ahead = work_ahead(leap, leap->damped);
    return true;
}

/* Moves the pair for one step with the velocities half a step ahead; du gets the displacement in
 * m and rad. DoFs in static balance move until their force meets its target. False: there is no
 * balance or no such step, setup->why has the reason. */
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

/* Iterations of the sample's velocity. Each multiplies the error by c dt/(2 m), c the damping
 * coefficient; 100 of them reach the tolerance for factors up to about 3/4. */
enum { MAX_VELOCITY_ITERATIONS = 100 };

/* The relative error allowed of it: some 5000 DBL_EPSILON, for forces that cancel. */
static const double velocity_tol = 1e-12;

/* The largest speed half a step behind, m/s; angular velocities count at the lever ARM, m. The
 * sample's velocity is a difference of such speeds, and not more exact than their rounding. In
 * space they include the motion that both bodies have in common. */
static double speed_behind(const struct lt_leapfrog *leap, double arm) {
    double most = 0;
    for (size_t i = 0; i < LT_DOFS; i++)
        most = fmax(most, (i < 3 ? 1 : arm) * fabs(leap->before[i]));
    for (size_t i = 0; i < LT_VELOCITIES && leap->setup->in_space; i++)
        most = fmax(most, (i % 6 < 3 ? 1 : arm) * fabs(leap->behind[i]));
    return most;
}

/* dashpot: full-step. The dashpots act on the velocity of the sample, which depends on their
 * force. A fixed-point iteration finds it: evaluate the law for the displacement DU of the step,
 * kick, take the mean of both half steps. values[] get the velocity (m/s, rad/s). False: it does
 * not converge, or the law has too many states; setup->why says so. */
static bool solve_sample_velocity(struct lt_leapfrog *leap, const double *du) {
    struct lt_setup *setup = leap->setup;
    const struct lt_contact *contact = &setup->contact;
    double *values = setup->values, *v = values + LT_VN, force[LT_DOFS], change = INFINITY;
    double ignored[LT_VELOCITIES], state[LT_BALANCE_STATE];
    double arm = fmax(setup->pair.a.radius, setup->pair.b.radius);
    size_t n_state = contact->law->n_state;
    if (n_state > LT_BALANCE_STATE)
        return lt_setup_fail(setup,
                             "full-step dashpots allow at most %d state variables, the law has %zu",
                             LT_BALANCE_STATE, n_state);
    memcpy(force, values + LT_FN, sizeof force);
    /* The law is evaluated on a copy of its state, and the kick with its forces in values[],
     * which are restored. */
    for (int i = 0; i < MAX_VELOCITY_ITERATIONS; i++) {
        double next[LT_DOFS], last = change, scale = 0;
        memcpy(state, values + contact->names->state, n_state * sizeof *state);
        struct lt_out out = lt_ledger_try(contact, values, du, setup->dt, state);
        const double f[LT_DOFS] = {out.fn, out.fs, out.ft, out.mn, out.ms, out.mt};
        memcpy(values + LT_FN, f, sizeof f);
        bool ok = kick_full_step(leap);
        memcpy(values + LT_FN, force, sizeof force);
        if (!ok)
            return false;
        interpolate_velocities(leap, 0.5, ignored, next);
        change = 0;
        for (size_t k = 0; k < LT_DOFS; k++) {
            double lever = k < 3 ? 1 : arm;
            change = fmax(change, lever * fabs(next[k] - v[k]));
            scale = fmax(scale, lever * fmax(fabs(next[k]), fabs(v[k])));
        }
        memcpy(v, next, sizeof next);
        /* The iteration ends where the change no longer halves: only rounding is left. */
        if (change <= velocity_tol * scale && (change == 0 || change >= 0.5 * last))
            return true;
    }
    if (change <= velocity_tol * speed_behind(leap, arm)) /* where the velocity passes through 0 */
        return true;
    return lt_setup_fail(setup, "full-step dashpots: the velocity of the sample does not converge, "
                                "the dashpots are too strong for this time step; use a smaller "
                                "motion.dt");
}

/* Work, in J, of the forces from outside over the step just made with the displacement DU: the
 * trapezoid of the forces DRIVE and the rates OUTSIDE before it (see struct lt_leapfrog) and of
 * those in leap after it. */
static double outside_work(const struct lt_leapfrog *leap, const double *drive,
                           const double *outside, const double *du) {
    const struct lt_inertia *inertia = &leap->loading->inertia;
    bool in_space = leap->setup->in_space;
    double work = in_space ? lt_leapfrog_bodies_work(leap, outside) : 0;
    for (size_t i = 0; i < LT_DOFS; i++)
        if (!in_space || inertia->balanced[i])
            work += lt_step_trapezoid(drive[i], leap->drive[i], leap->loading->weight[i], du[i]);
    return work;
}

/* Add to E_damping what motion.damping has dissipated in the step just made, by the trapezoid of
 * its accelerations: DAMPED before the step, leap->damped after it. */
static void add_damping_loss(struct lt_leapfrog *leap, const double *damped) {
    const double old = leap->damped_ahead;
    double mean[LT_VELOCITIES];
    for (size_t i = 0; i < LT_VELOCITIES; i++)
        mean[i] = 0.5 * (damped[i] + leap->damped[i]);
    leap->damped_ahead = work_ahead(leap, leap->damped);
    leap->setup->values[LT_E_DAMPING] -=
        leap->setup->dt * lt_bodies_work(&leap->setup->bodies, mean, leap->behind) +
        leap->damped_ahead - old;
}

/* Set the clock to the end of the step that begins. Times are computed from the number of steps,
 * not summed, so that rounding does not accumulate. False: motion.instants has no further row. */
static bool advance_clock(struct lt_leapfrog *leap) {
    const struct lt_instants *instants = &leap->setup->program->motion.instants;
    double *values = leap->setup->values;
    if (instants->at && leap->steps >= instants->count)
        return lt_setup_fail(leap->setup, "motion.instants has no further row: end the stage "
                                          "before the table ends");
    values[LT_TIME] = instants->at ? instants->at[leap->steps] - leap->loading->t_begin
                      : leap->setup->program->motion.follows ? values[LT_TIME] + leap->setup->dt
                                                             : values[LT_STEP] * leap->setup->dt;
    values[LT_T] =
        instants->at ? instants->at[leap->steps] : leap->loading->t_begin + values[LT_TIME];
    values[LT_DT] = leap->setup->dt;
    return true;
}

/* The length of the next step, where a table of instants gives it. */
static void set_step_from_instants(struct lt_leapfrog *leap) {
    const struct lt_instants *instants = &leap->setup->program->motion.instants;
    if (instants->at && leap->steps + 1 < instants->count)
        leap->setup->dt = instants->at[leap->steps + 1] - instants->at[leap->steps];
}

/* Makes one step: drift of the bodies, evaluation of the law at the new sample, kick, and the
 * energy accounts of the step. Afterwards values[] have the velocities half a step behind the
 * new sample. False: setup->why has the reason. */
bool lt_leapfrog_step(struct lt_leapfrog *leap) {
    struct lt_setup *setup = leap->setup;
    double *values = setup->values;
    double du[LT_DOFS], drive[LT_DOFS], outside[LT_VELOCITIES];
    double damped[LT_VELOCITIES], work = leap->jump - leap->work_ahead;
    /* The trapezoids below need the forces and rates before the step: they are kept. */
    const bool unlike_arms = setup->in_space && setup->bodies.lever >= LT_LEVER_SLIP_RADIUS;
    const double lost = unlike_arms ? lt_leapfrog_bodies_mismatch(leap, leap->ahead) : 0;
    leap->jump = 0;
    memcpy(damped, leap->damped, sizeof damped);
    memcpy(drive, leap->drive, sizeof drive);
    memcpy(outside, leap->outside, sizeof outside);
    leap->steps++;
    values[LT_STEP]++;
    /* Drift: values[] get the new displacements, du the increments in m and rad. */
    if (!advance_clock(leap) || !drift_pair(leap, du))
        return false;
    memcpy(leap->before, values + LT_VN, sizeof leap->before);
    if (setup->program->motion.full_step && !solve_sample_velocity(leap, du))
        return false;
    /* The contact forces at the new sample, and what the step dissipated. */
    const double old_fn = values[LT_FN];
    lt_tangent_trial(leap->setup, du);
    lt_setup_show(leap->setup);
    lt_ledger_step(&setup->contact, values, du, setup->dt, &leap->branch);
    /* Where slip and torque have different arms the bodies lose power that the law does not get:
     * its trapezoid over the step is E_defect. */
    if (unlike_arms)
        *lt_ledger_defect(&setup->contact, values) +=
            0.5 * setup->dt * (lost + lt_leapfrog_bodies_mismatch(leap, leap->behind));
    /* The law sees the rounded displacement, the bodies make the exact one: the work of fn on the
     * difference is neither's. */
    if (setup->program->motion.places.single)
        *lt_ledger_defect(&setup->contact, values) -=
            0.5 * leap->rounded * (old_fn + values[LT_FN]);
    /* Kick, which may change the length of the next step. */
    set_step_from_instants(leap);
    double lost_by_step; /* J, if the length of the step changes */
    if (!kick_full_step(leap) || !adapt_step_to_stiffness(leap, &lost_by_step))
        return false;
    values[LT_E_CROSS] += lost_by_step;
    /* E_work: the trapezoid of outside forces, with what a change of stage and the recorded
     * velocity add. */
    leap->work_ahead = work_ahead(leap, leap->outside);
    work += outside_work(leap, drive, outside, du) + leap->work_ahead;
    lt_step_credit(lt_ledger_point(values), work);
    if (setup->damping > 0)
        add_damping_loss(leap, damped);
    memcpy(values + LT_VN, leap->before, sizeof leap->before);
    return true;
}

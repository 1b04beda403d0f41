/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_leapfrog.c: stepping as DEM codes do: positions at the steps, velocities half-way between. */
#include "balance.h"
#include "running.h"

#include <math.h>
#include <string.h>

/* Put what drives the imposed, the forced and the balanced DoFs together. */
static void join_drive(struct lt_running *run, const double *applied) {
    for (size_t i = 0; i < LT_DOFS; i++)
        run->drive[i] +=
            run->loading.inertia.balanced[i] ? run->setup.values[LT_FN + i] : applied[i];
}

/* Velocities half a step ahead of the sample in values[], from those half a step behind. */
bool lt_run_kick(struct lt_running *run) {
    double force[LT_DOFS], applied[LT_DOFS], time = run->setup.values[LT_TIME];
    if (!lt_loading_force(&run->loading, time, force, applied) ||
        !lt_loading_step(&run->loading, time, run->setup.dt, run->after))
        return lt_run_fail_here(run, run->setup.why);
    lt_motion_kick(&run->loading.inertia, force, run->setup.dt, run->before, run->after,
                   run->drive);
    join_drive(run, applied);
    return true;
}

double lt_run_kinetic(const struct lt_running *run) {
    return lt_motion_kinetic(&run->loading.inertia, run->before, run->after);
}

/* The first kick of a run. Started one step before first touch, the initial velocities are those
 * half a step behind; otherwise they belong to t = 0 itself and the kick is half a one. */
static bool first_kick(struct lt_running *run) {
    const double *v = run->setup.values + LT_VN;
    memcpy(run->before, v, sizeof run->before);
    if (run->setup.starts_at_phase)
        return lt_run_kick(run);
    double half[LT_DOFS], force[LT_DOFS], applied[LT_DOFS], dt = run->setup.dt;
    if (!lt_loading_force(&run->loading, 0, force, applied) ||
        !lt_loading_step(&run->loading, 0, dt, half))
        return lt_run_fail_here(run, run->setup.why);
    lt_motion_kick(&run->loading.inertia, force, 0.5 * dt, v, half, run->drive);
    for (size_t i = 0; i < LT_DOFS; i++)
        run->before[i] = 2 * v[i] - half[i];
    return lt_run_kick(run);
}

bool lt_run_begin_leapfrog(struct lt_running *run) {
    double old = run->setup.values[LT_E_KINETIC];
    if (run->steps == 0 && !run->setup.program->start) {
        if (!first_kick(run))
            return false;
    } else {
        lt_loading_initial(&run->loading, run->before);
        memcpy(run->setup.values + LT_VN, run->before, sizeof run->before);
        if (!lt_run_kick(run))
            return false;
    }
    run->jump = lt_run_kinetic(run) - old;
    return true;
}

bool lt_run_step_leapfrog(struct lt_running *run, bool *over) {
    struct lt_setup *setup = &run->setup;
    double *values = setup->values, *u = values + LT_UN;
    double du[LT_DOFS], drive[LT_DOFS], work = run->jump;
    run->jump = 0;
    for (size_t i = 0; i < LT_DOFS; i++) {
        double u1 = u[i] + (run->loading.inertia.balanced[i] ? 0 : setup->dt * run->after[i]);
        du[i] = u1 - u[i];
        u[i] = u1;
    }
    memcpy(values + LT_VN, run->after, sizeof run->after);
    memcpy(drive, run->drive, sizeof drive);
    run->steps++;
    values[LT_STEP]++;
    values[LT_TIME] = values[LT_STEP] * setup->dt;
    values[LT_T] = run->loading.t_begin + values[LT_TIME];
    if (!lt_balance_solve(&run->loading, values[LT_TIME], setup->dt, du))
        return lt_run_fail_here(run, setup->why);
    memcpy(run->before, values + LT_VN, sizeof run->before);
    lt_ledger_step(&setup->contact, values, du, setup->dt, &run->branch);
    if (!lt_run_kick(run))
        return false;
    for (size_t i = 0; i < LT_DOFS; i++)
        work += (0.5 * (drive[i] + run->drive[i]) + run->loading.weight[i]) * du[i];
    values[LT_E_WORK] += work;
    values[LT_WORK_THROUGHPUT] += fabs(work);

    lt_outcome_sample(&run->outcome, setup);
    if (!lt_run_sample(run, lt_run_kinetic(run)))
        return false;
    lt_run_smooth(run);
    size_t every = (size_t)lt_run_stage(run)->until_every.value;
    if ((size_t)values[LT_STEP] % every == 0 && !lt_run_until(run, over))
        return false;
    return lt_run_finish_step(run);
}

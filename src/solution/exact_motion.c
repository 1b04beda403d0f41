/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exact_motion.c: the equations of motion, in substeps of the midpoint rule. */
#include "solution/exact_internal.h"

#include "step.h"
#include "step/balance.h"

#include <string.h>

static size_t n_of_law(const struct lt_names *names) {
    return names->views - names->state; /* the law's state and losses */
}

enum { SPLIT = 2 };

/* Count of the numbers of bodies in space and of a divided account, if there are any. */
static size_t n_beside(const struct lt_names *names) {
    return (names->bodies ? (size_t)LT_SPACE_NUMBERS : 0) + (names->split ? (size_t)SPLIT : 0);
}

size_t lt_exact_count(const struct lt_setup *setup) {
    return LT_EXACT_POINT + n_of_law(setup->contact.names) + n_beside(setup->contact.names);
}

void lt_exact_gather(const struct lt_names *names, const double *values, double *y) {
    memcpy(y, values + LT_UN, LT_EXACT_POINT * sizeof *y);
    memcpy(y + LT_EXACT_POINT, values + names->state, n_of_law(names) * sizeof *y);
    double *rest = y + LT_EXACT_POINT + n_of_law(names), *end = rest + n_beside(names);
    if (names->bodies)
        memcpy(rest, values + LT_XA, LT_SPACE_NUMBERS * sizeof *y);
    if (names->split)
        memcpy(end - SPLIT, values + LT_E_DASHPOT_N, SPLIT * sizeof *y);
}

void lt_exact_scatter(const struct lt_names *names, const double *y, double *values) {
    memcpy(values + LT_UN, y, LT_EXACT_POINT * sizeof *y);
    memcpy(values + names->state, y + LT_EXACT_POINT, n_of_law(names) * sizeof *y);
    const double *rest = y + LT_EXACT_POINT + n_of_law(names), *end = rest + n_beside(names);
    if (names->bodies)
        memcpy(values + LT_XA, rest, LT_SPACE_NUMBERS * sizeof *y);
    if (names->split)
        memcpy(values + LT_E_DASHPOT_N, end - SPLIT, SPLIT * sizeof *y);
}

/* ---- The motion of frame contact ------------------------------------------------------------- */

/* A DoF that nothing can move is held against the contact force, whatever is applied. */
static void hold_unmovable(const struct lt_loading *loading, double *out) {
    const double *f = loading->setup->values + LT_FN;
    for (size_t i = 0; i < LT_DOFS; i++)
        out[i] = loading->inertia.held[i] ? f[i] : out[i];
}

/* Forces and moments from outside on DoFs that are held, imposed, forced or balanced, without the
 * part that accelerates an imposed DoF. */
static void driving_force(const struct lt_loading *loading, const double *force,
                          const double *applied, double *out) {
    const struct lt_inertia *inertia = &loading->inertia;
    double a[LT_DOFS];
    memcpy(out, applied, LT_DOFS * sizeof *out);
    hold_unmovable(loading, out);
    if (!inertia->constrained)
        return;
    for (size_t i = 0; i < LT_DOFS; i++)
        a[i] = lt_motion_times(&inertia->p, i, force);
    for (size_t i = 0; i < LT_DOFS; i++) {
        if (inertia->imposed[i] && !inertia->held[i])
            out[i] = lt_motion_times(&inertia->m, i, a) - force[i];
        else if (inertia->balanced[i])
            out[i] = loading->setup->values[LT_FN + i];
    }
}

/* Kinetic energy, J, of imposed velocities V and of the free ones that they drag along. */
static double dragged_energy(const struct lt_inertia *inertia, const double *v) {
    double sum = 0;
    for (size_t i = 0; i < LT_DOFS && inertia->constrained; i++)
        sum += 0.5 * v[i] * lt_motion_times(&inertia->schur, i, v);
    return sum;
}

/* v_f + q v_i of free and imposed velocities, which the forces alone change. */
static void free_momentum(const struct lt_inertia *inertia, const double *v, double *out) {
    memcpy(out, v, LT_DOFS * sizeof *out);
    for (size_t i = 0; i < LT_DOFS && inertia->constrained; i++)
        out[i] += inertia->q[i] * v[lt_march_other(i)];
}

static bool impose_velocity(const struct lt_loading *loading, double time, const double *y,
                            double *v) {
    const struct lt_inertia *inertia = &loading->inertia;
    double imposed[LT_DOFS];
    memcpy(v, y, LT_DOFS * sizeof *v);
    if (!inertia->constrained)
        return true;
    if (!lt_loading_velocity(loading, time, v))
        return false;
    for (size_t i = 0; i < LT_DOFS; i++)
        imposed[i] = inertia->imposed[i] ? v[i] : 0;
    for (size_t i = 0; i < LT_DOFS; i++)
        v[i] -= inertia->q[i] * imposed[lt_march_other(i)];
    return true;
}

/* ---- The motion of frame bodies -------------------------------------------------------------- */

/* Rates of the state in space; OUTSIDE: the accelerations by forces other than the contact's. */
static void space_rates(const struct lt_loading *loading, const double *force, double *rates,
                        double *outside) {
    const struct lt_setup *setup = loading->setup;
    const struct lt_inertia *inertia = &loading->inertia;
    const double *space = setup->values + LT_XA;
    double gap = lt_setup_gap(setup, setup->values[LT_UN]), a[LT_DOFS], push[LT_DOFS];
    for (size_t i = 0; i < LT_DOFS; i++)
        a[i] = lt_motion_times(&inertia->p, i, force);
    for (size_t i = 0; i < LT_DOFS; i++)
        push[i] = lt_motion_times(&inertia->m, i, a);
    if (setup->bodies.solids)
        lt_bodies_constrain(&setup->bodies, space, inertia, force, push);
    lt_bodies_rates(&setup->bodies, space, gap, push, rates);
    memset(outside, 0, LT_VELOCITIES * sizeof *outside);
    if (setup->bodies.solids)
        lt_bodies_resist(&setup->bodies, space, gap, push, outside);
    else
        memcpy(outside, rates + (LT_VXA - LT_XA), LT_VELOCITIES * sizeof *outside);
    lt_bodies_resist(&setup->bodies, space, gap, setup->values + LT_FN, outside);
}

/* CHANGE of the relative velocities HAVE of bodies at SPACE once some take the imposed values. */
static bool imposed_change(const struct lt_loading *loading, double time, const double *space,
                           const double *have, double *change) {
    const struct lt_inertia *inertia = &loading->inertia;
    double imposed[LT_DOFS];
    memcpy(imposed, have, sizeof imposed);
    if (!lt_loading_velocity(loading, time, imposed))
        return false;
    for (size_t i = 0; i < LT_DOFS; i++)
        change[i] = inertia->imposed[i] ? imposed[i] - have[i] : 0;
    lt_bodies_drag(&loading->setup->bodies, space, inertia, change);
    return true;
}

bool lt_exact_impose(struct lt_loading *loading, double time, double *change) {
    struct lt_setup *setup = loading->setup;
    double *values = setup->values, *velocities = values + LT_VXA, *v = values + LT_VN, r[LT_DOFS];
    const double gap = lt_setup_gap(setup, values[LT_UN]);
    lt_loading_turn(loading);
    lt_bodies_relative(&setup->bodies, values + LT_XA, gap, velocities, v);
    memcpy(change, velocities, LT_VELOCITIES * sizeof *change);
    if (!imposed_change(loading, time, values + LT_XA, v, r))
        return false;
    lt_bodies_share(&setup->bodies, values + LT_XA, gap, r, velocities);
    for (size_t i = 0; i < LT_DOFS; i++)
        v[i] += r[i];
    for (size_t i = 0; i < LT_VELOCITIES; i++)
        change[i] = velocities[i] - change[i];
    return true;
}

/* ---- Both frames ----------------------------------------------------------------------------- */

/* Forces at the state in values[]. */
static bool forces_at(struct lt_exact *exact, double time, double *force, double *driving) {
    const struct lt_loading *loading = exact->loading;
    double applied[LT_DOFS] = {0};
    for (size_t i = 0; i < LT_DOFS; i++)
        force[i] = loading->weight[i] - loading->setup->values[LT_FN + i];
    if (loading->pushed && !lt_loading_force(loading, time, force, applied))
        return false;
    driving_force(exact->loading, force, applied, driving);
    return true;
}

bool lt_exact_motion_begin(struct lt_exact *exact, double time, struct lt_exact_motion *w) {
    struct lt_setup *setup = exact->loading->setup;
    double *values = setup->values;
    size_t n = setup->in_space ? LT_SPACE_NUMBERS : LT_DOFS;
    memset(w->d, 0, sizeof w->d);
    memset(w->d_old, 0, sizeof w->d_old);
    memcpy(w->start, values + LT_UN, sizeof w->start);
    lt_loading_turn(exact->loading);
    if (setup->in_space)
        memcpy(w->y, values + LT_XA, sizeof w->y);
    else
        free_momentum(&exact->loading->inertia, values + LT_VN, w->y);
    memcpy(w->y_old, w->y, n * sizeof *w->y);
    w->work = w->work_old = values[LT_E_WORK];
    w->known = NULL;
    if (!setup->in_space)
        values[LT_E_WORK] -= dragged_energy(&exact->loading->inertia, values + LT_VN);
    return forces_at(exact, time, w->force, w->drive);
}

/* The velocities in frame contact at TIME, from those before REACH, s, under the forces between. */
static bool advance_contact(struct lt_exact *exact, double reach, double time,
                            struct lt_exact_motion *w) {
    const struct lt_inertia *inertia = &exact->loading->inertia;
    double *v = exact->loading->setup->values + LT_VN;
    for (size_t i = 0; i < LT_DOFS; i++) {
        double next = w->y_old[i] + reach * lt_motion_times(&inertia->p, i, w->force);
        w->y_old[i] = w->y[i];
        w->y[i] = next;
    }
    if (!impose_velocity(exact->loading, time, w->y, v))
        return false;
    if (inertia->constrained)
        free_momentum(inertia, v, w->y);
    return true;
}

/* Places and velocities of the bodies, and the work on them. UN: that before this substep. */
static bool advance_bodies(struct lt_exact *exact, double reach, double time, double un,
                           struct lt_exact_motion *w) {
    struct lt_setup *setup = exact->loading->setup;
    double *values = setup->values, next = values[LT_UN];
    double rates[LT_SPACE_NUMBERS], outside[LT_VELOCITIES], change[LT_VELOCITIES];
    double mean[LT_VELOCITIES];
    values[LT_UN] = un;
    space_rates(exact->loading, w->force, rates, outside);
    values[LT_UN] = next;
    memcpy(mean, w->y_old + (LT_VXA - LT_XA), sizeof mean);
    for (size_t i = 0; i < LT_SPACE_NUMBERS; i++) {
        values[LT_XA + i] = w->y_old[i] + reach * rates[i];
        w->y_old[i] = w->y[i];
    }
    if (!lt_exact_impose(exact->loading, time, change))
        return false;
    memcpy(w->y, values + LT_XA, sizeof w->y);
    /* The mean velocity makes the work the change of kinetic energy, also where velocities jump. */
    lt_bodies_demand(&setup->bodies, values + LT_XA, change);
    for (size_t i = 0; i < LT_VELOCITIES; i++) {
        change[i] += reach * outside[i];
        mean[i] = 0.5 * (mean[i] + values[LT_VXA + i]);
    }
    double work = w->work_old + lt_bodies_work(&setup->bodies, change, mean);
    w->work_old = w->work;
    w->work = work;
    return true;
}

/* The displacements at TIME, from those before REACH, into values[]; DU: change in a substep. */
static bool displace_substep(struct lt_exact *exact, double reach, double time,
                             struct lt_exact_motion *w, double *du) {
    const struct lt_loading *loading = exact->loading;
    double *values = loading->setup->values, place[LT_DOFS], next[LT_DOFS];
    if (loading->placed && !lt_loading_values(loading, 'u', time, place))
        return false;
    for (size_t i = 0; i < LT_DOFS; i++)
        next[i] = w->d_old[i] + reach * values[LT_VN + i];
    for (size_t i = 0; i < LT_DOFS && loading->inertia.constrained; i++)
        next[i] = loading->inertia.balanced[i]      ? w->d[i]
                  : loading->stage->whats[i] == 'u' ? place[i] - w->start[i]
                                                    : next[i];
    for (size_t i = 0; i < LT_DOFS; i++) {
        du[i] = next[i] - w->d[i];
        values[LT_UN + i] = w->start[i] + next[i];
        w->d_old[i] = w->d[i];
        w->d[i] = next[i];
    }
    return true;
}

/* The displacements and velocities at the end of a substep, before the law answers. */
static bool advance(struct lt_exact *exact, double s, double reach, double time,
                    struct lt_exact_motion *w, double *du) {
    struct lt_loading *loading = exact->loading;
    double *values = loading->setup->values;
    const double un = values[LT_UN];
    if (!displace_substep(exact, reach, time, w, du) ||
        !(loading->setup->in_space ? advance_bodies(exact, reach, time, un, w)
                                   : advance_contact(exact, reach, time, w)))
        return false;
    if (w->known)
        memcpy(values + LT_VN, w->known, LT_DOFS * sizeof *values);
    if (!loading->inertia.constrained)
        return true;
    if (!lt_balance_solve(loading, time, s, du))
        return false;
    for (size_t i = 0; i < LT_DOFS; i++)
        w->d[i] += loading->inertia.balanced[i] ? du[i] : 0;
    return true;
}

bool lt_exact_motion_substep(struct lt_exact *exact, double s, double reach, double time,
                             struct lt_exact_motion *w, double *branch) {
    const struct lt_loading *loading = exact->loading;
    double *values = loading->setup->values, du[LT_DOFS], drive[LT_DOFS], work = 0;
    if (!advance(exact, s, reach, time, w, du))
        return false;
    lt_ledger_step(&loading->setup->contact, values, du, s, branch);
    if (!forces_at(exact, time, w->force, drive))
        return false;
    for (size_t i = 0; i < LT_DOFS; i++)
        work += lt_step_trapezoid(w->drive[i], drive[i], loading->weight[i], du[i]);
    values[LT_E_WORK] += loading->setup->in_space ? 0 : work;
    memcpy(w->drive, drive, sizeof drive);
    return true;
}

struct lt_out lt_exact_motion_try(const struct lt_exact *exact, double s, const double *v,
                                  double way) {
    struct lt_setup *setup = exact->loading->setup;
    double *values = setup->values, du[LT_DOFS], state[LT_BALANCE_STATE];
    memcpy(state, values + setup->contact.names->state,
           setup->contact.law->n_state * sizeof *state);
    for (size_t i = 0; i < LT_DOFS; i++) {
        du[i] = way * v[i];
        values[LT_UN + i] += du[i];
        values[LT_VN + i] = v[i];
    }
    return lt_ledger_try(&setup->contact, values, du, s, state);
}

bool lt_exact_motion_answer(struct lt_exact *exact, double s, double time,
                            struct lt_exact_motion *w, const double *v, double *answer) {
    struct lt_setup *setup = exact->loading->setup;
    double *values = setup->values, now[3 * LT_DOFS], applied[LT_DOFS], free[LT_DOFS];
    double space[LT_SPACE_NUMBERS], outside[LT_VELOCITIES];
    memcpy(now, values + LT_UN, sizeof now);
    const struct lt_out out = lt_exact_motion_try(exact, s, v, s);
    const double f[LT_DOFS] = {out.fn, out.fs, out.ft, out.mn, out.ms, out.mt};
    memcpy(values + LT_FN, f, sizeof f);
    bool ok = lt_loading_force(exact->loading, time, w->force, applied);
    memcpy(values + LT_UN, now, sizeof now);
    if (!setup->in_space) {
        for (size_t i = 0; i < LT_DOFS; i++)
            free[i] = w->y[i] + s * lt_motion_times(&exact->loading->inertia.p, i, w->force);
        return impose_velocity(exact->loading, time, free, answer) && ok;
    }
    space_rates(exact->loading, w->force, space, outside);
    for (size_t i = 0; i < LT_SPACE_NUMBERS; i++)
        space[i] = w->y[i] + s * space[i];
    lt_bodies_relative(&setup->bodies, space, lt_setup_gap(setup, now[0] + s * v[0]),
                       space + (LT_VXA - LT_XA), answer);
    ok = ok && imposed_change(exact->loading, time, space, answer, free);
    for (size_t i = 0; i < LT_DOFS; i++)
        answer[i] += free[i];
    return ok;
}

void lt_exact_motion_end(struct lt_exact *exact, const struct lt_exact_motion *w) {
    const struct lt_setup *setup = exact->loading->setup;
    double *values = setup->values;
    values[LT_E_WORK] =
        setup->in_space
            ? w->work
            : values[LT_E_WORK] + dragged_energy(&exact->loading->inertia, values + LT_VN);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "step/loading.h"

#include <stdio.h>
#include <string.h>

/* Evaluate what a stage gives for a DoF if it is constant; else mark it as varying. False: the
 * reason is in setup->why. */
static bool init_value(struct lt_loading *loading, size_t dof) {
    const struct lt_stage *stage = loading->stage;
    struct lt_setup *setup = loading->setup;
    const struct lt_formula *formula = stage->formulas[dof];
    double *number = &loading->numbers[dof];
    char why[256];
    *number = 0;
    loading->varies[dof] = stage->series[dof] || (formula && !lt_setup_is_constant(setup, formula));
    if (stage->whats[dof] == '.') { /* DoFs out of the plane of discs: a formula must be 0 there */
        double zero;
        return !stage->numbers[dof].formula || lt_setup_number(setup, &stage->numbers[dof], &zero);
    }
    if (loading->varies[dof])
        return true;
    if (!formula && !lt_setup_number(setup, &stage->numbers[dof], number))
        return false;
    if (formula && !lt_setup_formula(setup, formula, number, why, sizeof why)) {
        snprintf(setup->why, sizeof setup->why, "values[%zu]: %s", dof, why);
        return false;
    }
    *number += 0.0; /* makes 0 of -0, which would change the sign of results */
    return true;
}

/* The generalised force of gravity along the six DoFs, N and N m, with the present inertia. */
static void update_weight(struct lt_loading *loading) {
    const struct lt_setup *setup = loading->setup;
    if (setup->in_space && setup->bodies.solids) {
        struct lt_solids_touch touch;
        lt_solids_meet(setup->bodies.solids, setup->values + LT_XA, NULL, &touch);
        lt_solids_weight(setup->bodies.solids, &touch, setup->gravity_space, loading->weight);
        return;
    }
    for (size_t i = 0; i < LT_DOFS; i++)
        loading->weight[i] = lt_motion_times(&loading->inertia.m, i, loading->setup->gravity);
}

/* Frame bodies: updates inertia, gravity along n s t (m/s^2) and weight, which depend on lever
 * arms and axes, to the present configuration. Frame contact: nothing, they are constant there. */
void lt_loading_turn(struct lt_loading *loading) {
    struct lt_setup *setup = loading->setup;
    struct lt_pair now = setup->pair;
    double arms[2], mobility[LT_DOFS][LT_DOFS];
    if (!setup->in_space)
        return;
    lt_bodies_arms(&setup->bodies, lt_setup_gap(setup, setup->values[LT_UN]), arms);
    now.a.radius = arms[0], now.b.radius = arms[1];
    lt_pair_mobility(&now, mobility);
    lt_motion_inertia(mobility, loading->stage->whats, &loading->inertia);
    for (int i = 0; i < 3; i++) {
        const double *axis = setup->values + LT_NX + 3 * i, *g = setup->gravity_space;
        setup->gravity[i] = axis[0] * g[0] + axis[1] * g[1] + axis[2] * g[2];
    }
    update_weight(loading);
}

/* Prepares stage number STAGE: inertia under its constraints, weight, and the values that do not
 * vary. False: a value cannot be evaluated, setup->why has the reason. */
bool lt_loading_begin(struct lt_loading *loading, struct lt_setup *setup, size_t stage) {
    loading->setup = setup;
    loading->stage = &setup->program->stages[stage];
    loading->t_begin = setup->values[LT_T];
    loading->pushed = strchr(loading->stage->whats, 'f');
    loading->placed = strchr(loading->stage->whats, 'u');
    lt_motion_inertia(setup->mobility, loading->stage->whats, &loading->inertia);
    /* With a table of instants all motion is imposed, without inertia: E_work is then the work done
     * on the contact alone. */
    if (setup->program->motion.instants.at)
        loading->inertia.m = (struct lt_pairs){{0}, {0}};
    update_weight(loading);
    lt_loading_turn(loading);
    for (size_t i = 0; i < LT_DOFS; i++)
        if (!init_value(loading, i))
            return false;
    return true;
}

/* *VALUE gets what the stage imposes on a DoF at TIME since it began, in the SI unit of its
 * letter. Formulas see that time, which is put into values[] while they are evaluated. False:
 * the formula has no value, setup->why has the reason. */
static bool value_at(const struct lt_loading *loading, size_t dof, double time, double *value) {
    struct lt_setup *setup = loading->setup;
    const struct lt_formula *formula = loading->stage->formulas[dof];
    const struct lt_series *series = loading->stage->series[dof];
    *value = series ? lt_series_at(series, time) : loading->numbers[dof];
    if (series || !loading->varies[dof])
        return true;
    double *values = setup->values, time_now = values[LT_TIME], t_now = values[LT_T];
    char why[256];
    values[LT_TIME] = time;
    values[LT_T] = loading->t_begin + time;
    bool ok = lt_expr_number(setup->expr, formula, values, value, why, sizeof why);
    values[LT_TIME] = time_now;
    values[LT_T] = t_now;
    if (!ok)
        snprintf(setup->why, sizeof setup->why, "values[%zu]: %s", dof, why);
    return ok;
}

/* The imposed values (SI unit of their letter) of DoFs with this LETTER, at TIME in s since the
 * stage began, in VALUES; entries of others are unchanged. False if a formula fails; setup->why
 * has the reason. */
bool lt_loading_values(const struct lt_loading *loading, char letter, double time, double *values) {
    for (size_t i = 0; i < LT_DOFS; i++)
        if (loading->stage->whats[i] == letter && !value_at(loading, i, time, &values[i]))
            return false;
    return true;
}

/* True if every imposed displacement begins where its DoF is; false: it jumps, and setup->why
 * says how far. */
bool lt_loading_meets(const struct lt_loading *loading) {
    static const char *const names[] = {"un", "us", "ut", "an", "as", "at"};
    struct lt_setup *setup = loading->setup;
    double begin[LT_DOFS];
    if (!lt_loading_values(loading, 'u', 0, begin))
        return true; /* the first step reports the error */
    for (size_t i = 0; i < LT_DOFS; i++) {
        double now = setup->values[LT_UN + i];
        /* m or rad: a smaller difference is that of decimal numbers in a file */
        double near = 1e-9 * (fabs(now) + (i < 3 ? setup->pair.r_eff : 1));
        if (loading->stage->whats[i] != 'u' || fabs(begin[i] - now) <= near)
            continue;
        snprintf(
            setup->why, sizeof setup->why,
            "values[%zu] imposes %s = %.10g when the stage begins, where it is %.10g: it jumps "
            "there within one step",
            i, names[i], begin[i], now);
        return false;
    }
    return true;
}

/* *RATE gets the rate (m/s, rad/s) of an imposed displacement that varies at TIME: that of the
 * polynomial through seven equidistant points about TIME, none of them before the stage, which
 * has no past. Adaptive differences would be no smooth function of time. False: the formula
 * fails or the rate is not a number. */
static bool rate_at(const struct lt_loading *loading, size_t dof, double time, double *rate) {
    enum { POINTS = 7 };
    /* Of motion.dt, in which a displacement hardly bends: errors of both kinds are some 1e-13. */
    const double h = 0.03 * loading->setup->dt, first = fmax(0, time - 0.5 * (POINTS - 1) * h);
    const double x = (time - first) / h;
    const struct lt_series *series = loading->stage->series[dof];
    double origin = 0;
    *rate = series ? lt_series_slope(series, time) : 0;
    for (int j = 0; j < POINTS && !series; j++) {
        double value, slope = 0, all = 1;
        for (int m = 0; m < POINTS; m++) {
            if (m == j)
                continue;
            slope = slope * (x - m) + all; /* of the product of (x - m) */
            all *= x - m;
        }
        for (int m = 0; m < POINTS; m++)
            slope /= m == j ? 1 : j - m;
        if (!value_at(loading, dof, first + j * h, &value))
            return false;
        origin = j == 0 ? value : origin; /* what does not move has no rate, not even rounding */
        *rate += slope * (value - origin) / h;
    }
    return !isnan(*rate);
}

/* V gets the imposed velocities (m/s, rad/s) at TIME in s since the stage began; of imposed
 * displacements that is their rate. Entries of others are unchanged. False if a formula fails;
 * setup->why has the reason. */
bool lt_loading_velocity(const struct lt_loading *loading, double time, double *v) {
    if (!loading->inertia.constrained)
        return true;
    if (!lt_loading_values(loading, 'v', time, v))
        return false;
    for (size_t i = 0; i < LT_DOFS; i++) {
        if (loading->stage->whats[i] != 'u')
            continue;
        v[i] = 0;
        if (loading->varies[i] && !rate_at(loading, i, time, &v[i]))
            return false;
    }
    return true;
}

/* V gets the constant velocities (m/s, rad/s) that leapfrog needs over the step of H seconds
 * that begins at TIME: imposed velocities are taken from its middle, imposed displacements are
 * met at its end. False if a formula fails; setup->why has the reason. */
bool lt_loading_step(const struct lt_loading *loading, double time, double h, double *v) {
    double end[LT_DOFS];
    if (!loading->inertia.constrained)
        return true;
    if (!lt_loading_values(loading, 'v', time + 0.5 * h, v) ||
        !lt_loading_values(loading, 'u', time + h, end))
        return false;
    for (size_t i = 0; i < LT_DOFS; i++)
        if (loading->stage->whats[i] == 'u')
            v[i] = (end[i] - loading->setup->values[LT_UN + i]) / h;
    return true;
}

/* Puts the initial velocities (m/s, rad/s) of this stage's 'i' DoFs into V; the others stay. */
void lt_loading_initial(const struct lt_loading *loading, double *v) {
    for (size_t i = 0; i < LT_DOFS; i++)
        if (loading->stage->whats[i] == 'i')
            v[i] = loading->numbers[i];
}

/* FORCE gets the generalised force (six, N and N m) that accelerates the pair at TIME in s since
 * the stage began: gravity and APPLIED ('f') less the contact force. False if a formula fails;
 * setup->why has the reason. */
bool lt_loading_force(const struct lt_loading *loading, double time, double *force,
                      double *applied) {
    const double *f = loading->setup->values + LT_FN;
    memset(applied, 0, LT_DOFS * sizeof *applied);
    if (loading->pushed && !lt_loading_values(loading, 'f', time, applied))
        return false;
    for (size_t i = 0; i < LT_DOFS; i++)
        force[i] = loading->weight[i] + applied[i] - f[i];
    return true;
}

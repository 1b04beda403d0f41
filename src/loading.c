/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "loading.h"

#include <stdio.h>
#include <string.h>

bool lt_loading_begin(struct lt_loading *loading, struct lt_setup *setup, size_t stage) {
    loading->setup = setup;
    loading->stage = &setup->program->stages[stage];
    loading->t_begin = setup->values[LT_T];
    lt_motion_inertia(setup->mobility, loading->stage->whats, &loading->inertia);
    for (size_t i = 0; i < LT_DOFS; i++) {
        loading->weight[i] = 0;
        for (size_t k = 0; k < LT_DOFS; k++)
            loading->weight[i] += loading->inertia.m[i][k] * setup->gravity[k];
        loading->numbers[i] = 0;
        if (loading->stage->whats[i] == '.' || loading->stage->formulas[i])
            continue;
        if (!lt_setup_number(setup, &loading->stage->numbers[i], &loading->numbers[i]))
            return false;
    }
    return true;
}

bool lt_loading_velocity(const struct lt_loading *loading, double time, double *v) {
    struct lt_setup *setup = loading->setup;
    double *values = setup->values;
    double time_now = values[LT_TIME], t_now = values[LT_T];
    bool ok = true;
    for (size_t i = 0; i < LT_DOFS && ok; i++) {
        if (!loading->inertia.imposed[i])
            continue;
        v[i] = loading->numbers[i];
        if (!loading->stage->formulas[i])
            continue;
        char why[256];
        values[LT_TIME] = time;
        values[LT_T] = loading->t_begin + time;
        ok = lt_expr_number(setup->expr, loading->stage->formulas[i], values, &v[i], why,
                            sizeof why);
        if (!ok)
            snprintf(setup->why, sizeof setup->why, "values[%zu]: %s", i, why);
    }
    values[LT_TIME] = time_now;
    values[LT_T] = t_now;
    return ok;
}

void lt_loading_initial(const struct lt_loading *loading, double *v) {
    for (size_t i = 0; i < LT_DOFS; i++)
        if (loading->stage->whats[i] == 'i')
            v[i] = loading->numbers[i];
}

void lt_loading_force(const struct lt_loading *loading, double *force) {
    const double *f = loading->setup->values + LT_FN;
    for (size_t i = 0; i < LT_DOFS; i++)
        force[i] = loading->weight[i] - f[i];
}

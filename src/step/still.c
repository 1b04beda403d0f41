/* SPDX-License-Identifier: GPL-3.0-or-later */
/* still.c: the law while nothing moves. Then no trial force is above what friction allows, and a
 * contact that slides seems to stick; a trial step of the next motion decides. */
#include "registry/roles.h"
#include "step/tangent.h"

#include <string.h>

/* As shares of a step: the least motion; with exact, one that is seen to slide whichever way. */
static const double least = 1e-6, little = 1e-3;

/* A flag that was 1 in BEFORE and is not now. A bond that is gone is no slip. */
static bool is_cleared(const struct lt_setup *setup, const double *before, size_t i) {
    const struct lt_names *names = setup->program->names;
    return before[i] == 1 && setup->values[names->state + i] == 0 &&
           (long)i != lt_roles_state(setup->program->law, LT_BONDED);
}

/* What the law would answer a motion of length DT with these velocities, from the state BEFORE,
 * which is then in setup->probe. */
static struct lt_out try_motion(struct lt_setup *setup, const double *before, double dt) {
    double *values = setup->values, *u = values + LT_UN, kept[LT_DOFS], du[LT_DOFS];
    memcpy(kept, u, sizeof kept);
    for (size_t i = 0; i < LT_DOFS; i++) {
        du[i] = dt * values[LT_VN + i];
        u[i] += du[i];
    }
    memcpy(setup->probe, before, setup->program->law->n_state * sizeof *before);
    lt_setup_law_try(setup, true);
    const struct lt_out out = lt_ledger_try(&setup->contact, values, du, dt, setup->probe);
    lt_setup_law_try(setup, false);
    memcpy(u, kept, sizeof kept);
    return out;
}

/* The dashpots have what a contact that slides leaves them. */
static void take_viscous(struct lt_setup *setup, const struct lt_out *out) {
    const double viscous[LT_DOFS] = {out->vfn, out->vfs, out->vft, out->vmn, out->vms, out->vmt};
    double *values = setup->values;
    for (size_t i = 1; i < LT_DOFS; i++) {
        values[LT_FN + i] += viscous[i] - values[LT_VFN + i];
        values[LT_VFN + i] = viscous[i];
    }
}

/* Flags that the look has cleared are set where the next step would keep them; what it makes of
 * them it decides itself. */
static void slide_on(struct lt_setup *setup, const double *before, double *branch) {
    const size_t n = setup->program->law->n_state;
    double *state = setup->values + setup->program->names->state;
    size_t cleared = 0, slides = 0;
    for (size_t i = 0; i < n; i++)
        cleared += is_cleared(setup, before, i);
    if (cleared == 0 || !lt_tangent_can_try(setup) || !(setup->values[LT_CONTACT] > 0))
        return;
    const struct lt_out now = try_motion(setup, before, least * setup->dt);
    for (size_t i = 0; i < n; i++)
        slides += is_cleared(setup, before, i) && setup->probe[i] == 1;
    const struct lt_out next = try_motion(setup, before, (setup->exact ? little : 1) * setup->dt);
    for (size_t i = 0; i < n; i++)
        if (is_cleared(setup, before, i) && setup->probe[i] == 1) {
            state[i] = 1;
            *branch = next.branch; /* another one tells that the flag changes */
        }
    if (slides == cleared)
        take_viscous(setup, &now);
}

void lt_still(struct lt_setup *setup, double *branch) {
    const size_t n = setup->program->law->n_state;
    const double none[LT_DOFS] = {0};
    double before[n + 1];
    memcpy(before, setup->values + setup->program->names->state, n * sizeof *before);
    lt_ledger_step(&setup->contact, setup->values, none, 0, branch);
    slide_on(setup, before, branch);
}

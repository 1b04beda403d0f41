/* SPDX-License-Identifier: GPL-3.0-or-later */
/* still.c: evaluation of the law at rest, where velocities or properties have changed.
 *
 * Without a displacement no trial force exceeds the friction limit, so that a sliding contact seems
 * to stick. A trial step with the present velocities decides whether it goes on sliding. */
#include "registry/roles.h"
#include "step/tangent.h"

#include <string.h>

/* Lengths of trial steps, relative to the time step. The first changes forces by about a millionth
 * only, and shows whether the contact slides now; the second, for exact, is long enough for its
 * slip to exceed rounding. */
static const double infinitesimal = 1e-6, short_step = 1e-3;

/* True if state variable I, a flag of slip, was 1 in BEFORE and is 0 now: the evaluation at rest
 * has cleared it. The flag of a bond is no slip. */
static bool is_cleared(const struct lt_setup *setup, const double *before, size_t i) {
    const struct lt_names *names = setup->program->names;
    return before[i] == 1 && setup->values[names->state + i] == 0 &&
           (long)i != lt_roles_state(setup->program->law, LT_BONDED);
}

/* The forces that the law would have after DT seconds at the present velocities, from the state
 * BEFORE. The state that it would have is left in setup->probe; values[] are unchanged. */
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

/* Replace the viscous tangential forces and moments by those of a sliding contact, OUT. */
static void set_viscous_forces(struct lt_setup *setup, const struct lt_out *out) {
    const double viscous[LT_DOFS] = {out->vfn, out->vfs, out->vft, out->vmn, out->vms, out->vmt};
    double *values = setup->values;
    for (size_t i = 1; i < LT_DOFS; i++) {
        values[LT_FN + i] += viscous[i] - values[LT_VFN + i];
        values[LT_VFN + i] = viscous[i];
    }
}

/* Sets flags of slip again that the evaluation at rest has cleared, if the next step would set
 * them. BEFORE is the state before that evaluation; *BRANCH gets the branch of the law in that
 * step. */
static void restore_slip(struct lt_setup *setup, const double *before, double *branch) {
    const size_t n = setup->program->law->n_state;
    double *state = setup->values + setup->program->names->state;
    size_t cleared = 0, slides = 0;
    for (size_t i = 0; i < n; i++)
        cleared += is_cleared(setup, before, i);
    if (cleared == 0 || !lt_tangent_can_try(setup) || !(setup->values[LT_CONTACT] > 0))
        return;
    const struct lt_out now = try_motion(setup, before, infinitesimal * setup->dt);
    for (size_t i = 0; i < n; i++)
        slides += is_cleared(setup, before, i) && setup->probe[i] == 1;
    const struct lt_out next =
        try_motion(setup, before, (setup->exact ? short_step : 1) * setup->dt);
    for (size_t i = 0; i < n; i++)
        if (is_cleared(setup, before, i) && setup->probe[i] == 1) {
            state[i] = 1;
            *branch = next.branch; /* otherwise the next step would seem to change the branch */
        }
    if (slides == cleared)
        set_viscous_forces(setup, &now);
}

/* Evaluates the law without a displacement, where velocities or properties have changed, and
 * keeps a sliding contact sliding. *BRANCH gets the branch of the law. */
void lt_still(struct lt_setup *setup, double *branch) {
    const size_t n = setup->program->law->n_state;
    const double no_motion[LT_DOFS] = {0};
    double before[n + 1];
    memcpy(before, setup->values + setup->program->names->state, n * sizeof *before);
    lt_ledger_step(&setup->contact, setup->values, no_motion, 0, branch);
    restore_slip(setup, before, branch);
}

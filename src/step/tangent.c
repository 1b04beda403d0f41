/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tangent.c: the stiffness of the law at the present state, and its force without friction's limit,
 * by trial evaluations on a copy of the state. */
#include "step/tangent.h"
#include "registry/own_part.h"
#include "registry/roles.h"

#include <math.h>
#include <string.h>

/* Displacement of a difference quotient, relative to the overlap, at least that share of the
 * radius. The extrapolation below leaves a relative error of about its square, 1e-8; rounding of
 * the overlap makes about 1e-12. */
static const double step_per_overlap = 1e-4, step_per_radius = 1e-9;
/* A coefficient of friction beyond any load. It is finite, so that it gives 0 times 0. */
static const double unlimited_friction = 1e9;

/* True if the law can be evaluated on trial: it is not computed by an external code, and can be
 * restarted from an earlier state. */
bool lt_tangent_can_try(const struct lt_setup *setup) {
    return !setup->served && !setup->contact.law->forward_only;
}

/* The elastic force along one DoF, N or N m, after a displacement by U, m or rad, at zero velocity.
 * values[] and the state are unchanged afterwards. */
static double elastic_force_after(const struct lt_setup *setup, size_t dof, double u) {
    const struct lt_contact *contact = &setup->contact;
    double *values = setup->values, kept[2 * LT_DOFS], du[LT_DOFS] = {0};
    memcpy(kept, values + LT_UN, sizeof kept);
    memset(values + LT_VN, 0, LT_DOFS * sizeof *values);
    values[LT_UN + dof] += u;
    du[dof] = values[LT_UN + dof] - kept[dof];
    memcpy(setup->probe, values + contact->names->state,
           contact->law->n_state * sizeof *setup->probe);
    lt_setup_law_try(setup, true);
    struct lt_out out = lt_ledger_try(contact, values, du, setup->dt, setup->probe);
    lt_setup_law_try(setup, false);
    memcpy(values + LT_UN, kept, sizeof kept);
    const double force[LT_DOFS] = {out.fn - out.vfn, out.fs - out.vfs, out.ft - out.vft,
                                   out.mn - out.vmn, out.ms - out.vms, out.mt - out.vmt};
    return force[dof];
}

/* The tangent stiffness of a DoF, N/m or N m/rad, by the difference quotient over a step and
 * over half of it, extrapolated. The step is in the direction of VELOCITY, at rest closing:
 * loading and unloading may have different stiffnesses. 0: no contact, or the law has no such
 * force; NAN: trials are not possible. */
double lt_tangent_of(const struct lt_setup *setup, size_t dof, double velocity) {
    const double *values = setup->values, radius = setup->pair.r_eff;
    if (!lt_tangent_can_try(setup))
        return NAN;
    if (!(values[LT_CONTACT] > 0) || !(setup->contact.law->acts >> dof & 1))
        return 0;
    double h = fmax(step_per_overlap * fabs(values[LT_UN]), step_per_radius * radius);
    h = copysign(dof < 3 ? h : h / radius, dof == 0 && velocity == 0 ? -1 : velocity);
    const double here = elastic_force_after(setup, dof, 0),
                 there = elastic_force_after(setup, dof, h),
                 half = elastic_force_after(setup, dof, 0.5 * h);
    const double whole = (there - here) / h, nearer = (half - here) / (0.5 * h);
    /* Quotients that differ by more than a hundredth have a kink between them: then the half step
     * is better than the extrapolation. */
    return fabs(whole - nearer) < 1e-2 * fabs(nearer) ? 2 * nearer - whole : nearer;
}

/* Computes the six tangent stiffnesses (columns dfn_dun and so on, N/m and N m/rad), if a
 * formula or an output of the program uses them. */
void lt_tangent(struct lt_setup *setup) {
    if (!setup->program->uses_tangent)
        return;
    for (size_t i = 0; i < LT_DOFS; i++)
        setup->values[LT_DFN_DUN + i] = lt_tangent_of(setup, i, setup->values[LT_VN + i]);
}

/* Put trial forces, N, into the columns fs_trial and ft_trial. */
static void set_trial_columns(struct lt_setup *setup, double fs, double ft) {
    setup->values[LT_FS_TRIAL] = fs;
    setup->values[LT_FT_TRIAL] = ft;
}

/* Without a step no trial force exceeds the force: the columns fs_trial and ft_trial (N) get the
 * forces themselves; NAN if the law cannot be evaluated on trial. */
void lt_tangent_trial_is_force(struct lt_setup *setup) {
    const double *values = setup->values;
    if (setup->program->uses_trial)
        set_trial_columns(setup, lt_tangent_can_try(setup) ? values[LT_FS] : NAN,
                          lt_tangent_can_try(setup) ? values[LT_FT] : NAN);
}

/* Computes the columns fs_trial and ft_trial, the tangential forces in N that the step with the
 * displacement DU (m, rad) would lead to without the friction limit. To be called after the
 * displacement and before the law is evaluated for the step. */
void lt_tangent_trial(struct lt_setup *setup, const double *du) {
    const struct lt_law *law = setup->contact.law;
    if (!setup->program->uses_trial || !lt_tangent_can_try(setup)) {
        lt_tangent_trial_is_force(setup);
        return;
    }
    /* The law is evaluated once on a copy of its state with coefficients of friction too large
     * for slip; parameters and derived numbers are restored afterwards. */
    static const enum lt_role roles[] = {LT_FRICTION, LT_FRICTION_DYNAMIC};
    double *values = setup->values, *params = values + setup->program->names->params;
    double own[law->n_params + 1], derived[law->n_derived + 1];
    memcpy(own, params, law->n_params * sizeof *own);
    memcpy(derived, setup->derived, (law->n_derived + 1) * sizeof *derived);
    for (size_t i = 0; i < 2; i++) {
        const long index = lt_roles_find(law, roles[i]);
        if (index >= 0)
            params[index] = unlimited_friction;
    }
    lt_setup_law_try(setup, true);
    const char *wrong =
        law->derive(&setup->pair, setup->given_a, setup->given_b, params, setup->derived);
    memcpy(setup->probe, values + setup->program->names->state,
           law->n_state * sizeof *setup->probe);
    struct lt_out out = {.fs = NAN, .ft = NAN};
    if (!wrong)
        out = lt_ledger_try(&setup->contact, values, du, setup->dt, setup->probe);
    memcpy(params, own, law->n_params * sizeof *own);
    if (setup->interpreter) { /* its constants are not in setup->derived: compute them again */
        law->derive(&setup->pair, setup->given_a, setup->given_b, params, setup->derived);
        memcpy(params, own, law->n_params * sizeof *own);
    }
    lt_setup_law_try(setup, false);
    memcpy(setup->derived, derived, (law->n_derived + 1) * sizeof *derived);
    set_trial_columns(setup, out.fs, out.ft);
}

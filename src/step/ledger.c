/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ledger.c: one evaluation of the law, and the energy accounts of the step that it belongs to. */
#include "step/ledger.h"

#include <string.h>

/* True if the step that ends with VALUES, with the displacement DU, makes the contact. */
static bool makes_contact(const struct lt_contact *contact, const double *values,
                          const double *du) {
    double un = values[LT_UN], reach = contact->reach;
    return values[LT_CONTACT] < 0.5 && un <= reach && un - du[0] > reach;
}

/* motion.entry: weighted. The force at a sample acts for half a step to either side, but at the
 * first sample of a contact only from touch on. Its viscous part then acts for 1/2 + p of a step,
 * where the SHARE p is that of the last step spent in contact. */
static void weight_first_damping(struct lt_out *out, double share) {
    double more = share - 0.5;
    out->fn += more * out->vfn, out->fs += more * out->vfs, out->ft += more * out->vft;
    out->mn += more * out->vmn, out->ms += more * out->vms, out->mt += more * out->vmt;
    out->vfn *= 0.5 + share, out->vfs *= 0.5 + share, out->vft *= 0.5 + share;
    out->vmn *= 0.5 + share, out->vms *= 0.5 + share, out->vmt *= 0.5 + share;
}

/* SHOWN gets the displacement increment, m and rad, that the law is given. In the step that
 * makes a contact it is not DU for two codes: YADE has the new overlap along n and all of the
 * shear and rotation, Woo the overlap alone, at rest. Otherwise a law itself takes the share of
 * the step with overlap. */
static void law_displacement(const struct lt_contact *contact, const double *values,
                             const double *du, double *shown) {
    memcpy(shown, du, 6 * sizeof *du);
    if (contact->levels == LT_LEVELS_OWN || !makes_contact(contact, values, du))
        return;
    shown[0] = values[LT_UN] - contact->reach;
    for (int i = 1; i < 6 && contact->levels == LT_LEVELS_WOO; i++)
        shown[i] = 0;
}

/* Evaluates the law on STATE for the step that ends with VALUES, with the displacement DU (m,
 * rad) in DT seconds. The result is in *S, in place, since this is the innermost loop. */
static void evaluate_law(const struct lt_contact *contact, const double *values, const double *du,
                         double dt, double *state, struct lt_drive_step *s) {
    static const double no_velocity[LT_DOFS] = {0};
    bool at_rest = contact->levels == LT_LEVELS_WOO && makes_contact(contact, values, du);
    lt_drive_set_step(s, values + LT_UN, du, at_rest ? no_velocity : values + LT_VN, dt,
                      values[LT_CONTACT]);
    law_displacement(contact, values, du, s->du);
    struct lt_lap lap = lt_timing_begin(contact->timing);
    contact->law->one(values + contact->names->params, contact->derived, &s->move, state, &s->out,
                      contact->loss);
    lt_timing_end(contact->timing, LT_TIME_LAW, lap);
    if (contact->weighted_entry && makes_contact(contact, values, du))
        weight_first_damping(&s->out, (values[LT_UN] - contact->reach) / du[0]);
}

/* The forces (N, N m) of the law for the step that ends with VALUES, with the displacement DU
 * (m, rad) in DT seconds. STATE is a copy of the law's state and is changed; no account is. */
struct lt_out lt_ledger_try(const struct lt_contact *contact, const double *values,
                            const double *du, double dt, double *state) {
    struct lt_drive_step s;
    evaluate_law(contact, values, du, dt, state, &s);
    return s.out;
}

/* Work, in J, of the springs on the part of the displacement that the law was not given. The bodies
 * do make that part; without this term the balance of energy would miss it. F1 and VISCOUS1 are the
 * forces after the step, those before it are still in VALUES. */
static double work_not_given(const struct lt_contact *contact, const double *values,
                             const double *du, const double *f1, const double *viscous1) {
    const double *f0 = values + LT_FN, *viscous0 = values + LT_VFN;
    double shown[6], sum = 0;
    law_displacement(contact, values, du, shown);
    for (int i = 0; i < 6; i++)
        sum += 0.5 * (f0[i] - viscous0[i] + f1[i] - viscous1[i]) * (du[i] - shown[i]);
    return sum;
}

/* Divide the work of the dashpots in the step into a normal and a tangential account, in J. VISCOUS
 * are the viscous forces after the step. */
static void split_dashpot_work(const double *viscous, const double *du, double *values) {
    double part[3];
    for (int i = 0; i < 3; i++)
        part[i] = 0.5 * (values[LT_VFN + i] + viscous[i]) * du[i];
    values[LT_E_DASHPOT_N] += part[0];
    values[LT_E_DASHPOT_T] += part[1] + part[2];
}

/* Evaluates the law for the step that ends with VALUES, with the displacement DU (m, rad) in DT
 * seconds: state, forces and energy accounts (J) in VALUES are updated. *BRANCH gets the branch
 * of the law. */
void lt_ledger_step(const struct lt_contact *contact, double *values, const double *du, double dt,
                    double *branch) {
    struct lt_lap lap = lt_timing_begin(contact->timing);
    const struct lt_names *names = contact->names;
    struct lt_drive_step s;
    evaluate_law(contact, values, du, dt, values + names->state, &s);
    struct lt_out_n out = lt_drive_output(&s.out);
    if (contact->levels != LT_LEVELS_OWN)
        out.cross += work_not_given(contact, values, du, s.f, s.viscous);
    if (names->split)
        split_dashpot_work(s.viscous, du, values);
    lt_step_account(lt_ledger_point(values), du, &out, LT_DOFS, contact->loss,
                    values + names->losses, contact->law->n_losses);
    values[LT_CONTACT] = s.active;
    if (s.active > 0)
        *contact->lost_gap = s.lost_gap;
    *branch = s.branch;
    lt_timing_end(contact->timing, LT_TIME_LEDGER, lap);
}

/* E_contact, in J: of a law that a code computes, the work that went into the contact. It is the
 * last account of losses. */
static double work_into_contact(const struct lt_contact *contact, const double *values) {
    return values[contact->names->losses + contact->law->n_losses - 1];
}

/* The account, in J, of work that integrator and lever arms lose: E_defect. A law that an
 * external code computes has one account only, E_contact, which takes it too. */
double *lt_ledger_defect(const struct lt_contact *contact, double *values) {
    return values + (contact->served ? contact->names->losses + contact->law->n_losses - 1
                                     : (size_t)LT_E_DEFECT);
}

/* The energy in J that is stored and that was lost by anything but dashpots, without E_work. Its
 * change shows what a change of properties has removed. */
double lt_ledger_booked(const struct lt_contact *contact, const double *values) {
    if (contact->served)
        return work_into_contact(contact, values);
    double sum = 0;
    for (size_t i = LT_E_STRAIN; i < LT_E_SET; i++)
        sum += i == LT_E_WORK || i == LT_E_DASHPOT ? 0 : values[i];
    for (size_t i = 0; i < contact->law->n_losses; i++)
        sum += values[contact->names->losses + i];
    return sum;
}

/* Sets the accounts of dissipated energy to 0, from E_dashpot on; the stored energy and E_work
 * stay. */
void lt_ledger_clear(const struct lt_contact *contact, double *values) {
    for (size_t i = LT_E_DASHPOT; i < LT_E_SET; i++)
        values[i] = 0;
    values[LT_E_DASHPOT_N] = values[LT_E_DASHPOT_T] = 0;
    for (size_t i = 0; i < contact->law->n_losses; i++)
        values[contact->names->losses + i] = 0;
}

/* A code reports forces alone. Viscous parts and energy accounts are then unknown: NaN, not 0. */
static void set_unknown_to_nan(double *values) {
    for (size_t i = LT_VFN; i < LT_E_SET; i++)
        values[i] = i == LT_E_WORK ? values[i] : NAN;
    values[LT_E_DASHPOT_N] = values[LT_E_DASHPOT_T] = NAN;
}

/* Closes the balance of energy of a sample: the residual in J is START (the energy at the
 * beginning) and work less KINETIC energy and all accounts. Of a code's law only the work into
 * the contact is known; its other accounts become NAN. */
void lt_ledger_close(const struct lt_contact *contact, double *values, double kinetic,
                     double start) {
    struct lt_point *at = lt_ledger_point(values);
    lt_step_balance(at, start, kinetic, values + contact->names->losses, contact->law->n_losses);
    if (!contact->served)
        return;
    at->residual = start + values[LT_E_WORK] - kinetic - work_into_contact(contact, values);
    set_unknown_to_nan(values);
}

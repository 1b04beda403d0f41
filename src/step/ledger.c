/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "step/ledger.h"

#include <string.h>

/* True of the step that makes a contact. */
static bool is_made(const struct lt_contact *contact, const double *values, const double *du) {
    double un = values[LT_UN], reach = contact->reach;
    return values[LT_CONTACT] < 0.5 && un <= reach && un - du[0] > reach;
}

/* The force of a sample acts half a step to either side, but that of the first one only from touch
 * on: its dashpots for 1/2 + p of a step, p the share of the last one spent in contact. */
static void weigh_entry(struct lt_out *out, double share) {
    double more = share - 0.5;
    out->fn += more * out->vfn, out->fs += more * out->vfs, out->ft += more * out->vft;
    out->mn += more * out->vmn, out->ms += more * out->vms, out->mt += more * out->vmt;
    out->vfn *= 0.5 + share, out->vfs *= 0.5 + share, out->vft *= 0.5 + share;
    out->vmn *= 0.5 + share, out->vms *= 0.5 + share, out->vmt *= 0.5 + share;
}

/* What the law is shown of the displacement. The step that makes a contact may be all inside it
 * (YADE), or bring an overlap but neither shear nor velocity (Woo); by itself a law takes the share
 * of it with overlap. */
static void show_displacement(const struct lt_contact *contact, const double *values,
                              const double *du, double *shown) {
    memcpy(shown, du, 6 * sizeof *du);
    if (contact->levels == LT_LEVELS_OWN || !is_made(contact, values, du))
        return;
    shown[0] = values[LT_UN] - contact->reach;
    for (int i = 1; i < 6 && contact->levels == LT_LEVELS_WOO; i++)
        shown[i] = 0;
}

/* The law's answer, in place: it is asked often. */
static void ask_law(const struct lt_contact *contact, const double *values, const double *du,
                    double dt, double *state, struct lt_drive_step *s) {
    static const double still[LT_DOFS] = {0};
    bool unseen = contact->levels == LT_LEVELS_WOO && is_made(contact, values, du);
    lt_drive_set_step(s, values + LT_UN, du, unseen ? still : values + LT_VN, dt,
                      values[LT_CONTACT]);
    show_displacement(contact, values, du, s->du);
    struct lt_lap lap = lt_timing_begin(contact->timing);
    contact->law->one(values + contact->names->params, contact->derived, &s->move, state, &s->out,
                      contact->loss);
    lt_timing_end(contact->timing, LT_TIME_LAW, lap);
    if (contact->weighted_entry && is_made(contact, values, du))
        weigh_entry(&s->out, (values[LT_UN] - contact->reach) / du[0]);
}

struct lt_out lt_ledger_try(const struct lt_contact *contact, const double *values,
                            const double *du, double dt, double *state) {
    struct lt_drive_step s;
    ask_law(contact, values, du, dt, state, &s);
    return s.out;
}

/* Work on the springs by what the law was not shown. */
static double hidden_work(const struct lt_contact *contact, const double *values, const double *du,
                          const double *f1, const double *viscous1) {
    const double *f0 = values + LT_FN, *viscous0 = values + LT_VFN;
    double shown[6], sum = 0;
    show_displacement(contact, values, du, shown);
    for (int i = 0; i < 6; i++)
        sum += 0.5 * (f0[i] - viscous0[i] + f1[i] - viscous1[i]) * (du[i] - shown[i]);
    return sum;
}

/* The dashpots' work by itself in the two directions. */
static void divide_dashpot(const double *viscous, const double *du, double *values) {
    double part[3];
    for (int i = 0; i < 3; i++)
        part[i] = 0.5 * (values[LT_VFN + i] + viscous[i]) * du[i];
    values[LT_E_DASHPOT_N] += part[0];
    values[LT_E_DASHPOT_T] += part[1] + part[2];
}

void lt_ledger_step(const struct lt_contact *contact, double *values, const double *du, double dt,
                    double *branch) {
    struct lt_lap lap = lt_timing_begin(contact->timing);
    const struct lt_names *names = contact->names;
    struct lt_drive_step s;
    ask_law(contact, values, du, dt, values + names->state, &s);
    struct lt_out_n told = lt_drive_output(&s.out);
    if (contact->levels != LT_LEVELS_OWN)
        told.cross += hidden_work(contact, values, du, s.f, s.viscous);
    if (names->split)
        divide_dashpot(s.viscous, du, values);
    lt_step_take(lt_ledger_point(values), du, &told, LT_DOFS, contact->loss, values + names->losses,
                 contact->law->n_losses);
    values[LT_CONTACT] = s.active;
    if (s.active > 0)
        *contact->lost_gap = s.lost_gap;
    *branch = s.branch;
    lt_timing_end(contact->timing, LT_TIME_LEDGER, lap);
}

/* E_contact: the last account of losses. */
static double in_contact(const struct lt_contact *contact, const double *values) {
    return values[contact->names->losses + contact->law->n_losses - 1];
}

double *lt_ledger_defect(const struct lt_contact *contact, double *values) {
    return values + (contact->served ? contact->names->losses + contact->law->n_losses - 1
                                     : (size_t)LT_E_DEFECT);
}

double lt_ledger_booked(const struct lt_contact *contact, const double *values) {
    if (contact->served)
        return in_contact(contact, values);
    double sum = 0;
    for (size_t i = LT_E_STRAIN; i < LT_E_SET; i++)
        sum += i == LT_E_WORK || i == LT_E_DASHPOT ? 0 : values[i];
    for (size_t i = 0; i < contact->law->n_losses; i++)
        sum += values[contact->names->losses + i];
    return sum;
}

void lt_ledger_clear(const struct lt_contact *contact, double *values) {
    for (size_t i = LT_E_DASHPOT; i < LT_E_SET; i++)
        values[i] = 0;
    values[LT_E_DASHPOT_N] = values[LT_E_DASHPOT_T] = 0;
    for (size_t i = 0; i < contact->law->n_losses; i++)
        values[contact->names->losses + i] = 0;
}

/* What a code does not tell is null, not 0. */
static void forget_untold(double *values) {
    for (size_t i = LT_VFN; i < LT_E_SET; i++)
        values[i] = i == LT_E_WORK ? values[i] : NAN;
    values[LT_E_DASHPOT_N] = values[LT_E_DASHPOT_T] = NAN;
}

void lt_ledger_close(const struct lt_contact *contact, double *values, double kinetic,
                     double start) {
    struct lt_point *at = lt_ledger_point(values);
    lt_step_balance(at, start, kinetic, values + contact->names->losses, contact->law->n_losses);
    if (!contact->served)
        return;
    at->residual = start + values[LT_E_WORK] - kinetic - in_contact(contact, values);
    forget_untold(values);
}

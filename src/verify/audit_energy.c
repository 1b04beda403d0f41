/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks of the accounts of energy, relative to what went through all of them. */
#include "verify/auditing.h"

#include <stdio.h>

/* What short steps leave of an account that they should empty, of the long ones beside them. */
typedef double account(const struct lt_audit_trace *coarse, const struct lt_audit_trace *fine);

static double relative_to_turnover(double energy, const struct lt_audit_trace *t) {
    const double value = energy / t->turnover;
    return value > 0 ? value : 0;
}

/* Of an error of first order 1/16 is left, of second 1/256, and in between lies what is taken for
 * the second. */
enum { SECOND_ORDER = 50, FIRST_ORDER = 6 };

static double unbalanced_share(const struct lt_audit_trace *coarse,
                               const struct lt_audit_trace *fine) {
    /* Rounding is what goes to and fro with every step. */
    const double rounding = 10 * fine->restless / (double)fine->count;
    return relative_to_turnover(fine->residual - rounding - coarse->residual / SECOND_ORDER, fine);
}

static double taken_back(const struct lt_audit_trace *coarse, const struct lt_audit_trace *fine) {
    return relative_to_turnover(fine->taken_back - coarse->taken_back / SECOND_ORDER, fine);
}

static double crossed_share(const struct lt_audit_trace *coarse,
                            const struct lt_audit_trace *fine) {
    return relative_to_turnover(fine->crossed - coarse->crossed / FIRST_ORDER, fine);
}

static bool both_tell(const struct lt_audit_trace *base, const struct lt_audit_trace *fine) {
    return base->finite && fine->finite && fine->throughput > 0;
}

/* The same way in the time of other cases, if it is a slow one: what creeps or relaxes there within
 * a step is followed then, and what is in no account is missing at any pace. */
static double at_usual_pace(struct lt_audit_bench *bench, account *left) {
    struct lt_audit_case usual = *bench->now;
    for (int k = 0; k < usual.n_legs; k++) {
        if (!(usual.legs[k].time > 1e4 * usual.time))
            return INFINITY;
        usual.legs[k].time *= 1e-6;
    }
    const struct lt_audit_variant shorter = {.refine = LT_AUDIT_FINE};
    const struct lt_audit_trace *base = lt_audit_lead(bench, &usual, &(struct lt_audit_variant){0}),
                                *fine = lt_audit_lead(bench, &usual, &shorter);
    return both_tell(base, fine) ? left(base, fine) : INFINITY;
}

/* Where in a step a force jumps is chance, and the long steps may have been lucky: still shorter
 * ones are asked, unless it is rounding, or more than luck makes. */
static double ask_twice(struct lt_audit_bench *bench, account *left) {
    const struct lt_audit_trace *fine = lt_audit_lead_fine(bench);
    const double found = left(lt_audit_lead_base(bench), fine);
    if (!(found > 1e-9 && found < 1e-2))
        return found;
    const struct lt_audit_variant finest = {.refine = LT_AUDIT_FINE * LT_AUDIT_FINE};
    const struct lt_audit_trace *last = lt_audit_lead(bench, bench->now, &finest);
    const double least = last->finite ? fmin(found, left(fine, last)) : found;
    return least > 1e-9 ? fmin(least, at_usual_pace(bench, left)) : least;
}

/* What of E_residual a single step leaves that steps over something short, as the end of a bond: it
 * is gone if that step is made in many. */
static double stepped_over(struct lt_audit_bench *bench, const struct lt_audit_trace *fine) {
    double most = 0, before = 0, from = 0;
    size_t at = 0;
    for (size_t i = 0; i < fine->count; i++) {
        if (fabs(fine->steps[i].left - before) > most) {
            most = fabs(fine->steps[i].left - before);
            from = before;
            at = i;
        }
        before = fine->steps[i].left;
    }
    const struct lt_audit_variant parts = {
        .refine = LT_AUDIT_FINE, .split_at = at + 1, .split_into = 4096};
    const struct lt_audit_trace *until = lt_audit_lead(bench, bench->now, &parts);
    return fmax(most - fabs(until->left - from), 0);
}

double lt_audit_energy_ledger(struct lt_audit_bench *bench, char *detail, size_t size) {
    const struct lt_audit_trace *base = lt_audit_lead_base(bench),
                                *fine = lt_audit_lead_fine(bench);
    if (!both_tell(base, fine))
        return -1;
    snprintf(
        detail, size,
        "E_residual reaches %.3g J of %.3g J that went through, and %.3g J with steps %d times "
        "longer: work, E_strain and what is dissipated do not add up; look at E_strain (1/2 "
        "f^2/k?) "
        "and at each loss (slip is 1/2 (f_old + f_new) times the way slipped)",
        fine->residual, fine->turnover, base->residual, LT_AUDIT_FINE);
    const double found = ask_twice(bench, unbalanced_share);
    if (!(found > 1e-9 && found < 1e-2))
        return found;
    return fmax(found - stepped_over(bench, fine) / fine->turnover, 0);
}

double lt_audit_energy_dissipation(struct lt_audit_bench *bench, char *detail, size_t size) {
    const struct lt_audit_trace *base = lt_audit_lead_base(bench),
                                *fine = lt_audit_lead_fine(bench);
    if (!both_tell(base, fine))
        return -1;
    snprintf(detail, size,
             "dissipations give back %.3g J of %.3g J that went through, and %.3g J with steps %d "
             "times longer; most of it is E_%s: look at its sign",
             fine->taken_back, fine->turnover, base->taken_back, LT_AUDIT_FINE,
             fine->taken_from ? fine->taken_from : "");
    return ask_twice(bench, taken_back);
}

double lt_audit_energy_cross(struct lt_audit_bench *bench, char *detail, size_t size) {
    const struct lt_audit_trace *base = lt_audit_lead_base(bench),
                                *fine = lt_audit_lead_fine(bench);
    if (!both_tell(base, fine))
        return -1;
    snprintf(
        detail, size,
        "E_cross sums up to %.3g J of %.3g J that went through, and %.3g J with steps %d times "
        "longer: it is for the step in which a contact opens or closes, and vanishes with dt",
        fine->crossed, fine->turnover, base->crossed, LT_AUDIT_FINE);
    return ask_twice(bench, crossed_share);
}

/* Is the way closed, and does the contact begin apart? */
static bool leads_back(const struct lt_audit_case *c) {
    double way[LT_DOFS] = {0}, far = 0;
    for (int k = 0; k < c->n_legs; k++)
        for (int i = 0; i < LT_DOFS; i++) {
            way[i] += c->legs[k].du[i];
            far = fmax(far, fabs(c->legs[k].du[i]));
        }
    for (int i = 0; i < LT_DOFS; i++)
        if (fabs(way[i]) > 1e-9 * far)
            return false;
    return c->gap > 0;
}

/* What went into the accounts of losses; less than nothing is what was created. It knows nothing of
 * what the steps do to the work of the normal force, which may hide the little that is aside. */
static double booked_losses(const struct lt_audit_bench *bench, const struct lt_audit_trace *t) {
    double sum = t->dashpot + t->defect;
    for (size_t i = 0; i < bench->law->n_losses; i++)
        sum += t->losses[i];
    return sum;
}

/* What a closed way gives back, by the work and by the accounts, relative to the work aside where
 * there is any, but for PART of what OTHER, of another step, has not. A contact that is still there
 * may have less in store than at the start: a bond that was under stress and cracks. */
static double created_energy(const struct lt_audit_bench *bench, const struct lt_audit_trace *t,
                             const struct lt_audit_trace *other, double part) {
    const struct lt_out *end = &t->steps[t->count - 1].out;
    const double released = end->active > 0.5 ? fmax(t->stored - end->strain, 0) : 0;
    const double most = t->aside > 1e-9 * t->throughput ? t->aside : t->throughput;
    const double lost = booked_losses(bench, t), lost_otherwise = booked_losses(bench, other);
    const double work = -t->work - t->crossed - part * fabs(t->work - other->work);
    const double books = -lost - part * fabs(lost - lost_otherwise);
    return fmax((fmax(work, books) - released) / most, 0);
}

/* A law without memory of its own is led back to where it began, outside the contact. What changes
 * with the step is no creation: a part of what longer steps change, and all that shorter ones do.
 */
double lt_audit_energy_cycle(struct lt_audit_bench *bench, char *detail, size_t size) {
    const struct lt_audit_trace *base = lt_audit_lead_base(bench),
                                *fine = lt_audit_lead_fine(bench);
    if (!base->finite || !both_tell(base, fine) || !leads_back(bench->now))
        return -1;
    snprintf(detail, size,
             "a closed way gives %.3g J back more than was put in, of %.3g J that went through "
             "(E_defect %.3g J): a spring whose stiffness changes while it is loaded creates "
             "energy unless it gives up force; or a dissipation is negative",
             -fine->work, fine->throughput, fine->defect);
    const double found = created_energy(bench, fine, base, 1.0 / SECOND_ORDER);
    if (!(found > 1e-6))
        return found;
    const struct lt_audit_variant finest = {.refine = LT_AUDIT_FINE * LT_AUDIT_FINE};
    const struct lt_audit_trace *last = lt_audit_lead(bench, bench->now, &finest);
    return last->finite ? fmin(found, created_energy(bench, last, fine, 1)) : found;
}

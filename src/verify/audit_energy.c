/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks of the accounts of energy, relative to what went through all of them. */
#include "verify/auditing.h"

#include <stdio.h>

/* What is left of an error of second order that was COARSE, beyond what steps 16 times shorter
 * leave of it: of first order it is 1/16, of second 1/256, and in between lies what is taken for
 * the second. */
static double beyond_second_order(double coarse, double fine) {
    return fine - coarse / 50;
}

static double relative(double energy, const struct lt_audit_trace *t) {
    const double value = energy / t->turnover;
    return value > 0 ? value : 0;
}

/* What of E_residual steps 16 times shorter should not have left. */
static double unbalanced(const struct lt_audit_trace *coarse, const struct lt_audit_trace *fine) {
    /* Rounding is what goes to and fro with every step. */
    const double rounding = 10 * fine->restless / (double)fine->count;
    return relative(beyond_second_order(coarse->residual, fine->residual - rounding), fine);
}

/* Between rounding and what no luck makes. */
static const double doubtful[2] = {1e-9, 1e-2};

double lt_audit_ledger(struct lt_audit_bench *bench, char *detail, size_t size) {
    const struct lt_audit_trace *base = lt_audit_base(bench), *fine = lt_audit_fine(bench);
    if (!base->finite || !fine->finite || !(fine->throughput > 0))
        return -1;
    snprintf(
        detail, size,
        "E_residual reaches %.3g J of %.3g J that went through, and %.3g J with steps %d times "
        "longer: work, E_strain and what is dissipated do not add up; look at E_strain (1/2 "
        "f^2/k?) "
        "and at each loss (slip is 1/2 (f_old + f_new) times the way slipped)",
        fine->residual, fine->turnover, base->residual, LT_AUDIT_FINE);
    const double found = unbalanced(base, fine);
    if (!(found > doubtful[0] && found < doubtful[1]))
        return found;
    /* Where in a step a force jumps is chance, and long steps may have been lucky. */
    const struct lt_audit_variant finest = {.refine = LT_AUDIT_FINE * LT_AUDIT_FINE};
    const struct lt_audit_trace *last = lt_audit_lead(bench, bench->now, &finest);
    return last->finite ? fmin(found, unbalanced(fine, last)) : found;
}

double lt_audit_dissipation(struct lt_audit_bench *bench, char *detail, size_t size) {
    const struct lt_audit_trace *base = lt_audit_base(bench), *fine = lt_audit_fine(bench);
    if (!base->finite || !fine->finite || !(fine->throughput > 0))
        return -1;
    snprintf(detail, size,
             "dissipations give back %.3g J of %.3g J that went through, and %.3g J with steps %d "
             "times longer; most of it is E_%s: look at its sign",
             fine->taken_back, fine->turnover, base->taken_back, LT_AUDIT_FINE,
             fine->taken_from ? fine->taken_from : "");
    return relative(beyond_second_order(base->taken_back, fine->taken_back), fine);
}

double lt_audit_cross(struct lt_audit_bench *bench, char *detail, size_t size) {
    const struct lt_audit_trace *base = lt_audit_base(bench), *fine = lt_audit_fine(bench);
    if (!base->finite || !fine->finite || !(fine->throughput > 0))
        return -1;
    snprintf(
        detail, size,
        "E_cross sums up to %.3g J of %.3g J that went through, and %.3g J with steps %d times "
        "longer: it is for the step in which a contact opens or closes, and vanishes with dt",
        fine->crossed, fine->turnover, base->crossed, LT_AUDIT_FINE);
    return relative(fine->crossed - base->crossed / 6, fine);
}

/* A law without memory of its own is led back to where it began, outside the contact. What changes
 * with the step is no creation. */
double lt_audit_cycle(struct lt_audit_bench *bench, char *detail, size_t size) {
    const struct lt_audit_trace *base = lt_audit_base(bench), *fine = lt_audit_fine(bench);
    if (!base->finite || !fine->finite || !(fine->throughput > 0) || bench->now->gap <= 0)
        return -1;
    double way[LT_DOFS] = {0}, far = 0;
    const struct lt_audit_case *c = bench->now;
    for (int k = 0; k < c->n_legs; k++)
        for (int i = 0; i < LT_DOFS; i++) {
            way[i] += c->legs[k].du[i];
            far = fmax(far, fabs(c->legs[k].du[i]));
        }
    for (int i = 0; i < LT_DOFS; i++)
        if (fabs(way[i]) > 1e-9 * far)
            return -1;
    snprintf(detail, size,
             "a closed way gives %.3g J back more than was put in, of %.3g J that went through "
             "(E_defect %.3g J): a spring whose stiffness changes while it is loaded creates "
             "energy unless it gives up force; or a dissipation is negative",
             -fine->work, fine->throughput, fine->defect);
    /* A contact that is still there may have less in store than at the start: a bond that was under
     * stress and cracks. */
    const struct lt_out *end = &fine->steps[fine->count - 1].out;
    const double released = end->active > 0.5 ? fmax(fine->stored - end->strain, 0) : 0;
    const double created = -fine->work - released - fabs(fine->work - base->work);
    const double value =
        created / (fine->aside > 1e-9 * fine->throughput ? fine->aside : fine->throughput);
    return value > 0 ? value : 0;
}

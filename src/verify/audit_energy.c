/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks of the energies, relative to the total energy exchanged. */
#include "verify/auditing.h"

#include <stdio.h>

/* The remainder with short steps of an energy that should vanish, given that with long steps. */
typedef double account(const struct lt_audit_trace *coarse, const struct lt_audit_trace *fine);

/* An ENERGY, J, relative to the energy exchanged on the path; negative ones count as 0. */
static double relative_to_turnover(double energy, const struct lt_audit_trace *t) {
    const double value = energy / t->turnover;
    return value > 0 ? value : 0;
}

/* With steps 16 times shorter a first-order error falls to 1/16, a second-order one to 1/256; the
 * threshold is between them. */
enum { SECOND_ORDER = 50, FIRST_ORDER = 6 };

/* The residual of the energy balance, relative to the energy exchanged, that does not vanish with
 * the step size to second order. */
static double unbalanced_share(const struct lt_audit_trace *coarse,
                               const struct lt_audit_trace *fine) {
    /* Rounding: the sum of fluctuations from step to step. */
    const double rounding = 10 * fine->restless / (double)fine->count;
    return relative_to_turnover(fine->residual - rounding - coarse->residual / SECOND_ORDER, fine);
}

/* The energy given back by dissipations, relative to the energy exchanged, that does not vanish
 * with the step size to second order. */
static double taken_back(const struct lt_audit_trace *coarse, const struct lt_audit_trace *fine) {
    return relative_to_turnover(fine->taken_back - coarse->taken_back / SECOND_ORDER, fine);
}

/* The part of E_cross, relative to the energy exchanged, that does not vanish with the step size to
 * first order and is no declared jump. */
static double crossed_share(const struct lt_audit_trace *coarse,
                            const struct lt_audit_trace *fine) {
    return relative_to_turnover(
        fine->crossed - fine->jumped - (coarse->crossed - coarse->jumped) / FIRST_ORDER, fine);
}

/* Returns true if both traces have only finite numbers and some work is done. */
static bool have_both_results(const struct lt_audit_trace *base,
                              const struct lt_audit_trace *fine) {
    return base->finite && fine->finite && fine->throughput > 0;
}

/* Repeats a slow case at the speed of other cases: creep and relaxation within a step are then
 * resolved, while energy that is really missing is missing at any speed. Returns the error LEFT
 * there, relative to the energy exchanged; INFINITY: the case is not slow, or the law fails. */
static double at_usual_pace(struct lt_audit_bench *bench, account *left) {
    struct lt_audit_case usual = *bench->now;
    for (int k = 0; k < usual.n_legs; k++) {
        if (!(usual.legs[k].time > 1e4 * usual.time))
            return INFINITY;
        usual.legs[k].time *= 1e-6;
    }
    const struct lt_audit_variant shorter = {.refine = LT_AUDIT_FINE};
    const struct lt_audit_trace *base =
                                    lt_audit_drive(bench, &usual, &(struct lt_audit_variant){0}),
                                *fine = lt_audit_drive(bench, &usual, &shorter);
    return have_both_results(base, fine) ? left(base, fine) : INFINITY;
}

/* The error LEFT with short steps, relative to the energy exchanged. The place of a jump within a
 * step is random, and long steps may have had a small error by chance, so still shorter ones
 * decide, unless the error is rounding or too large for that. */
static double halve_steps_twice(struct lt_audit_bench *bench, account *left) {
    const struct lt_audit_trace *fine = lt_audit_drive_fine(bench);
    const double found = left(lt_audit_drive_base(bench), fine);
    if (!(found > 1e-9 && found < 0.1))
        return found;
    const struct lt_audit_variant finest = {.refine = LT_AUDIT_FINE * LT_AUDIT_FINE};
    const struct lt_audit_trace *last = lt_audit_drive(bench, bench->now, &finest);
    const double least = last->finite ? fmin(found, left(fine, last)) : found;
    return least > 1e-9 ? fmin(least, at_usual_pace(bench, left)) : least;
}

/* The part of E_residual, J, from a single step across a sudden event, such as the break of a bond:
 * it vanishes if that step is subdivided. */
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
    /* The step with the largest change of E_residual, divided into 4096 parts: what then remains is
     * no effect of its length. */
    const struct lt_audit_variant parts = {
        .refine = LT_AUDIT_FINE, .split_at = at + 1, .split_into = 4096};
    const struct lt_audit_trace *until = lt_audit_drive(bench, bench->now, &parts);
    return fmax(most - fabs(until->at.residual - from), 0);
}

/* Check "ledger": the error of the energy balance with short steps, relative to the energy
 * exchanged; -1: not applicable. */
double lt_audit_energy_ledger(struct lt_audit_bench *bench, char *detail, size_t size) {
    const struct lt_audit_trace *base = lt_audit_drive_base(bench),
                                *fine = lt_audit_drive_fine(bench);
    if (!have_both_results(base, fine))
        return -1;
    snprintf(detail, size,
             "E_residual reaches %.3g J of %.3g J exchanged, and %.3g J with steps %d times "
             "longer: work, E_strain and dissipation do not add up; check E_strain (1/2 "
             "f^2/k?) "
             "and at each loss (slip is 1/2 (f_old + f_new) times the slip distance)",
             fine->residual, fine->turnover, base->residual, LT_AUDIT_FINE);
    const double found = halve_steps_twice(bench, unbalanced_share);
    /* Rounding, or too much to be the effect of a single step. */
    if (!(found > 1e-9 && found < 1e-2))
        return found;
    return fmax(found - stepped_over(bench, fine) / fine->turnover, 0);
}

/* Check "dissipation": the energy given back by dissipations, which must not be negative, relative
 * to the energy exchanged; -1: not applicable. */
double lt_audit_energy_dissipation(struct lt_audit_bench *bench, char *detail, size_t size) {
    const struct lt_audit_trace *base = lt_audit_drive_base(bench),
                                *fine = lt_audit_drive_fine(bench);
    if (!have_both_results(base, fine))
        return -1;
    snprintf(detail, size,
             "dissipations give back %.3g J of %.3g J exchanged, and %.3g J with steps %d "
             "times longer; most of it is E_%s: check its sign",
             fine->taken_back, fine->turnover, base->taken_back, LT_AUDIT_FINE,
             fine->taken_from ? fine->taken_from : "");
    return halve_steps_twice(bench, taken_back);
}

/* Check "cross": E_cross with short steps, relative to the energy exchanged; it must vanish with
 * dt. -1: not applicable. */
double lt_audit_energy_cross(struct lt_audit_bench *bench, char *detail, size_t size) {
    const struct lt_audit_trace *base = lt_audit_drive_base(bench),
                                *fine = lt_audit_drive_fine(bench);
    if (!have_both_results(base, fine))
        return -1;
    snprintf(
        detail, size,
        "E_cross adds up to %.3g J of %.3g J exchanged, and %.3g J with steps %d times longer: it "
        "accounts only for steps in which the contact opens or closes, and must vanish with dt",
        fine->crossed, fine->turnover, base->crossed, LT_AUDIT_FINE);
    return halve_steps_twice(bench, crossed_share);
}

/* Returns true if the path of a case is closed, to 1e-9 of its longest leg, and begins without
 * contact; else false. */
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

/* The sum of all dissipations on a path, J: dashpots, the defect and the law's losses; negative:
 * energy was created. Unlike the work it is free of the discretisation error of the normal force,
 * which may hide the small tangential energies. */
static double booked_losses(const struct lt_audit_bench *bench, const struct lt_audit_trace *t) {
    double sum = t->at.account[LT_AT_E_DASHPOT] + t->at.account[LT_AT_E_DEFECT];
    for (size_t i = 0; i < bench->law->n_losses; i++)
        sum += t->losses[i];
    return sum;
}

/* The energy gained on a closed path, by the work and by the dissipations, relative to the
 * tangential work if there is any. PART of the difference from OTHER, a run with another step, is
 * discounted. A contact that still exists may store less than at the start, such as a stressed bond
 * that cracks. */
static double created_energy(const struct lt_audit_bench *bench, const struct lt_audit_trace *t,
                             const struct lt_audit_trace *other, double part) {
    const struct lt_out *end = &t->steps[t->count - 1].out;
    const double released = end->active > 0.5 ? fmax(t->stored - end->strain, 0) : 0;
    const double most = t->aside > 1e-9 * t->throughput ? t->aside : t->throughput;
    const double lost = booked_losses(bench, t), lost_otherwise = booked_losses(bench, other);
    const double in = t->at.account[LT_AT_E_WORK], otherwise = other->at.account[LT_AT_E_WORK];
    const double work = -in - t->crossed - part * fabs(in - otherwise);
    const double books = -lost - part * fabs(lost - lost_otherwise);
    return fmax((fmax(work, books) - released) / most, 0);
}

/* The path of the case with its motion along n only. */
static struct lt_audit_case path_along_n(const struct lt_audit_case *c) {
    struct lt_audit_case straight = *c;
    for (int k = 0; k < c->n_legs; k++)
        for (int i = 1; i < LT_DOFS; i++)
            straight.legs[k].du[i] = 0;
    return straight;
}

/* Energy that a path dissipates plus the energy still stored at its end, J. */
static double lost_plus_stored(const struct lt_audit_bench *bench, const struct lt_audit_trace *t) {
    return booked_losses(bench, t) + t->steps[t->count - 1].out.strain;
}

/* Energy, J, that a path with turns consumes beyond the same path without them, STRAIGHT. A
 * negative value means that the parts which resist the turns created energy, which the losses of a
 * plastic or adhesive contact would hide. *WORK: that of the turns, J; 0 where the two paths cannot
 * be compared because a bond breaks. */
static double lost_in_turns(struct lt_audit_bench *bench, const struct lt_audit_case *straight,
                            int refine, double *work) {
    const struct lt_audit_variant v = {.refine = refine};
    const struct lt_audit_trace *turned = lt_audit_drive(bench, bench->now, &v),
                                *not = lt_audit_drive(bench, straight, &v);
    /* A difference of two sums: their rounding must not count as energy created. */
    const double rounding = 1e-14 * turned->turnover;
    const bool alike = turned->finite && not ->finite && !turned->broken && !not ->broken;
    *work = alike ? turned->aside : 0;
    return lost_plus_stored(bench, turned) - lost_plus_stored(bench, not ) + rounding;
}

/* Energy created by the turns of a path, relative to their work; the second-order part of the step
 * error, estimated from longer steps, is subtracted. -1: not applicable. */
static double created_in_turns(struct lt_audit_bench *bench, char *detail, size_t size) {
    const struct lt_audit_case straight = path_along_n(bench->now);
    double work, coarse_work;
    const double coarse = lost_in_turns(bench, &straight, 1, &coarse_work),
                 fine = lost_in_turns(bench, &straight, LT_AUDIT_FINE, &work);
    if (!(work > 0) || !(coarse_work > 0))
        return -1;
    snprintf(detail, size,
             "a closed path that turns at one overlap and back at another gives back %.3g J more "
             "than the turns supplied, of %.3g J: a stiffness that follows the overlap creates "
             "energy unless the force falls with it",
             -fine, work);
    return fmax(-fine - fabs(fine - coarse) / SECOND_ORDER, 0) / work;
}

/* Check "cycle": energy created on a path that returns to its start outside the contact, relative
 * to the work; -1: not applicable. A gain that depends on the step is discretisation, not creation:
 * it is discounted by a part of the change with longer steps and all of the change with shorter
 * ones. */
double lt_audit_energy_cycle(struct lt_audit_bench *bench, char *detail, size_t size) {
    if (bench->now->turns)
        return leads_back(bench->now) ? created_in_turns(bench, detail, size) : -1;
    const struct lt_audit_trace *base = lt_audit_drive_base(bench),
                                *fine = lt_audit_drive_fine(bench);
    if (!base->finite || !have_both_results(base, fine) || !leads_back(bench->now))
        return -1;
    snprintf(detail, size,
             "a closed path returns %.3g J more than was supplied, of %.3g J exchanged (E_defect "
             "%.3g J): a spring whose stiffness changes while it is loaded creates "
             "energy unless it gives up force; or a dissipation is negative",
             -fine->at.account[LT_AT_E_WORK], fine->throughput, fine->at.account[LT_AT_E_DEFECT]);
    const double found = created_energy(bench, fine, base, 1.0 / SECOND_ORDER);
    /* Rounding; above it, repeat with still shorter steps, which decide. */
    if (!(found > 1e-6))
        return found;
    const struct lt_audit_variant finest = {.refine = LT_AUDIT_FINE * LT_AUDIT_FINE};
    const struct lt_audit_trace *last = lt_audit_drive(bench, bench->now, &finest);
    return last->finite ? fmin(found, created_energy(bench, last, fine, 1)) : found;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* audit_step.c: checks of how the response depends on the time step. */
#include "verify/auditing.h"

#include <stdio.h>

static const char *const letters[] = {"fn", "fs", "ft", "mn", "ms", "mt"};

/* The trace of the current case with steps BY times shorter. */
static const struct lt_audit_trace *drive_refined(struct lt_audit_bench *bench, int by) {
    return lt_audit_drive(bench, bench->now, &(struct lt_audit_variant){.refine = by});
}

/* The mean absolute difference of force component K between two runs with different steps, N or N
 * m, at this many common INSTANTS. */
static double mean_difference(const struct lt_audit_trace *a, const struct lt_audit_trace *b,
                              size_t instants, int k) {
    double sum = 0;
    for (size_t i = 1; i <= instants; i++)
        sum += fabs(a->steps[i * (a->count / instants) - 1].f[k] -
                    b->steps[i * (b->count / instants) - 1].f[k]);
    return sum / (double)instants;
}

/* By how much force component K has no limit in three runs, each with steps 4 times shorter: the
 * change from the second to the third, *FINE, beyond 0.45 of that from the first to the second,
 * *COARSE, relative to the largest force. First order gives a quarter, order 1/2 a half. */
static double unsettled_by(const struct lt_audit_trace *const *t, size_t instants, int k,
                           double *coarse, double *fine) {
    *coarse = mean_difference(t[0], t[1], instants, k);
    *fine = mean_difference(t[1], t[2], instants, k);
    return (*fine - 0.45 * *coarse) / (k < 3 ? t[2]->force : t[2]->moment);
}

/* Check "order": how far the response is from converging for short steps, relative to the largest
 * force; -1: not applicable. Long steps may have skipped something brief, so still shorter ones
 * decide. */
double lt_audit_step_order(struct lt_audit_bench *bench, char *detail, size_t size) {
    enum { LEVELS = 5, TOLD = 3 }; /* step lengths; those that make one estimate */
    const double doubtful = 1e-3;  /* a tenth of the bound */
    const struct lt_audit_trace *t[LEVELS] = {lt_audit_drive_base(bench), drive_refined(bench, 4),
                                              lt_audit_drive_fine(bench)};
    if (!t[0]->finite || !t[1]->finite || !t[2]->finite)
        return -1;
    double most = 0, coarse, fine;
    for (int k = 0; k < LT_DOFS; k++) {
        double value = unsettled_by(t, t[0]->count, k, &coarse, &fine);
        /* As long as the error is doubtful, estimate it again from shorter steps. */
        for (int i = 1; i + TOLD <= LEVELS && value > fmax(most, doubtful); i++) {
            if (!t[i + TOLD - 1])
                t[i + TOLD - 1] = drive_refined(bench, 1 << 2 * (i + TOLD - 1));
            value = fmin(value, unsettled_by(&t[i], t[0]->count, k, &coarse, &fine));
        }
        if (!(value > most))
            continue;
        most = value;
        snprintf(detail, size,
                 "%s has no limit for short steps: it changes by %.3g on average if they are made "
                 "4 times shorter, and by %.3g if they are made 4 times shorter again; is an "
                 "increment mistaken for a rate, or is dt in the wrong place?",
                 letters[k], coarse, fine);
    }
    return most;
}

/* The power of dt with which a peak scales, from its values at three step sizes a factor of 4
 * apart: the one of two estimates that is closer to 0; 0 if they disagree by 0.3 or more. */
static double power_of_peak(double coarse, double middle, double fine) {
    const double first = log(coarse / middle) / log(4), second = log(middle / fine) / log(4);
    if (!(fabs(first - second) < 0.3))
        return 0;
    return fabs(first) < fabs(second) ? first : second;
}

/* The largest force component K of a path, N or N m; from LT_DOFS on that of its viscous part. */
static double peak_of(const struct lt_audit_trace *t, int k) {
    return k < LT_DOFS ? t->peak[k] : t->viscous_peak[k - LT_DOFS];
}

/* Check "step-length": the size of the power of dt with which the peak of a force or of its viscous
 * part scales, as when an increment is mistaken for a rate; -1: not applicable. An estimate from
 * three step lengths, 1, 1/4 and 1/16, may come from something brief that the longest ones skip, so
 * shorter ones must confirm it. */
double lt_audit_step_length(struct lt_audit_bench *bench, char *detail, size_t size) {
    enum { LEVELS = 4, DOUBTED = 3 }; /* step lengths; those that make the first estimate */
    const struct lt_audit_trace *t[LEVELS] = {lt_audit_drive_base(bench), drive_refined(bench, 4),
                                              lt_audit_drive_fine(bench)};
    double most = 0, force = 0, moment = 0;
    for (int i = 0; i < DOUBTED; i++) {
        if (!t[i]->finite)
            return -1;
        force = fmax(force, t[i]->force);
        moment = fmax(moment, t[i]->moment);
    }
    /* k: the components of the force, then those of its viscous part; those whose peak is below
     * 1e-3 of the largest are left out. */
    for (int k = 0; k < 2 * LT_DOFS; k++) {
        const int i = k % LT_DOFS;
        double peak[LEVELS];
        for (int j = 0; j < DOUBTED; j++)
            peak[j] = peak_of(t[j], k);
        if (!(fmax(peak[0], peak[2]) > 1e-3 * (i < 3 ? force : moment)))
            continue;
        double power = fabs(power_of_peak(peak[0], peak[1], peak[2]));
        /* Above half a power: confirm with steps 4 times shorter. */
        if (power > 0.5) {
            if (!t[DOUBTED])
                t[DOUBTED] = drive_refined(bench, 4 * LT_AUDIT_FINE);
            peak[DOUBTED] = peak_of(t[DOUBTED], k);
            power = fmin(power, fabs(power_of_peak(peak[1], peak[2], peak[3])));
        }
        if (!(power > most))
            continue;
        most = power;
        snprintf(detail, size,
                 "%s%s reaches %.3g, with steps %d times shorter %.3g: it scales with dt^%.2g; is "
                 "an increment mistaken for a rate, or a rate for an increment?",
                 k < LT_DOFS ? "" : "v", letters[i], peak[0], LT_AUDIT_FINE, peak[2],
                 peak[2] < peak[0] ? power : -power);
    }
    return most;
}

/* The trace of the current case's path at 2^-TIMES of its speed. */
static const struct lt_audit_trace *drive_slower(struct lt_audit_bench *bench, int times) {
    struct lt_audit_case slow = *bench->now;
    for (int k = 0; k < slow.n_legs; k++)
        slow.legs[k].time = ldexp(slow.legs[k].time, times);
    return lt_audit_drive(bench, &slow, &(struct lt_audit_variant){0});
}

/* Energy dissipated by dashpots on a path, J. */
static double dashpot_energy(const struct lt_audit_trace *t) {
    return t->at.account[LT_AT_E_DASHPOT];
}

/* Check "slow": a dashpot's work vanishes with the speed, friction's does not. The path is repeated
 * at 2^-16, 2^-24, 2^-32 and 2^-40 of its speed. From one to the next the work of a force
 * proportional to v falls to 2^-8, while that of dry friction declared as viscous stays the same. A
 * dashpot at a limit set by the law also stays the same, until the speed is so low that the limit
 * is not reached. The check therefore returns the smallest ratio of two successive works, 1 for
 * friction; -1: not applicable. */
double lt_audit_step_slow(struct lt_audit_bench *bench, char *detail, size_t size) {
    enum { FIRST = 16, BY = 8, LAST = 40 }; /* powers of 1/2 of the speed */
    const double enough = 0.1;              /* safely between 2^-8 and 1 */
    double least = INFINITY;
    const struct lt_audit_trace *slow = drive_slower(bench, FIRST);
    for (int times = FIRST + BY; times <= LAST && least > enough; times += BY) {
        const struct lt_audit_trace *slower_still = drive_slower(bench, times);
        if (!slow->finite || !slower_still->finite || !(slow->throughput > 0))
            return -1;
        if (!(fabs(dashpot_energy(slow)) > 1e-3 * slow->throughput))
            return 0;
        least = fmin(least, fabs(dashpot_energy(slower_still) / dashpot_energy(slow)));
        snprintf(detail, size,
                 "at 1/2^%d of the speed dashpots dissipate %.3g J, at 1/2^%d %.3g J: a force that "
                 "does not vanish with the speed is friction, not viscous",
                 times - BY, dashpot_energy(slow), times, dashpot_energy(slower_still));
        slow = slower_still;
    }
    return least;
}

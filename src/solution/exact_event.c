/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exact_event.c: where the next event is, and how far to step towards it.
 *
 * Slip begins where a force reaches its limit, and a step of any length shows on which side that
 * is: bisection finds it. Slip ends where a rate is zero: at t before that instant a step s slips
 * by some s t, less than rounding where both are small, so that bisection finds noise. The rate
 * that can be measured is that of the dissipation, from some distance and in steps that are not
 * small; its zero follows by inverse interpolation. */
#include "solution/exact_internal.h"

#include <string.h>

enum { COLUMNS = 3, RATES = 3, PLACES = 5, LOSSES = 8 };

/* Two estimates of an end of slip must agree to this share. */
static const double agreement = 0.2;
/* The end of slip is estimated within these shares of t_fast; it is not refined from nearer than
 * NEAREST: the error falls with the fifth power of the distance, that of rounding grows with
 * its inverse, and both are some 1e-10 there. */
enum { ESTIMATES = 3 };
static const double estimated_within[ESTIMATES] = {5e-2, 1e-2, 2e-3}, nearest = 1e-3;

void lt_exact_event_forget(struct lt_exact *exact) {
    exact->state = LT_EXACT_NO_EVENT;
    exact->event = INFINITY;
    exact->slip_estimates = 0;
}

double lt_exact_event_way(const struct lt_exact *exact, double least) {
    const double within = exact->event;
    if (within <= 2 * least)
        return within;
    return (lt_exact_is_slip_end(exact) && exact->slip_estimates == ESTIMATES ? 0.9 : 0.5) * within;
}

/* ---- The end of slip ------------------------------------------------------------------------- */

/* Dissipation in a unit of time over the normal force, at t from the start. */
struct rates {
    double t, rate[LOSSES];
};

/* The state after t from BASE, on the same branch all the way; NULL: it is not. */
static const double *state_after(struct lt_exact *exact, double *base, double contact, double t) {
    static const int substeps[COLUMNS] = {16, 24, 32};
    struct lt_setup *setup = exact->loading->setup;
    const size_t n = exact->n;
    double *sum = base + n, *column = sum + n;
    struct lt_exact_segment end;
    memset(sum, 0, n * sizeof *sum);
    for (int k = 0; k < COLUMNS; k++) {
        double weight = 1;
        for (int j = 0; j < COLUMNS; j++) {
            const double a = substeps[k] * substeps[k], b = substeps[j] * substeps[j];
            weight *= j == k ? 1 : a / (a - b);
        }
        lt_exact_scatter(setup->contact.names, base, setup->values);
        setup->values[LT_CONTACT] = contact;
        if (lt_exact_substeps(exact, t, substeps[k], true, &end) != LT_EXACT_CONVERGED ||
            end.branch != exact->branch)
            return NULL;
        lt_exact_gather(setup->contact.names, setup->values, column);
        for (size_t i = 0; i < n; i++)
            sum[i] += weight * column[i];
    }
    return sum;
}

/* The rates at y, from steps of s, s/2 and s/4 extrapolated to none. */
static bool measure_rates(struct lt_exact *exact, const double *y, double contact, double s,
                          struct rates *at) {
    static const double weight[RATES] = {1.0 / 3, -2, 8.0 / 3};
    struct lt_setup *setup = exact->loading->setup;
    const struct lt_names *names = setup->contact.names;
    const size_t count = setup->contact.law->n_losses;
    double *values = setup->values, *losses = values + names->losses, time = values[LT_TIME];
    struct lt_exact_segment end;
    /* A dashpot may leave no normal force where the spring limits friction. */
    const double *f = y + (LT_FN - LT_UN), press = f[0] != 0 ? fabs(f[0]) : hypot(f[1], f[2]);
    *at = (struct rates){.t = at->t};
    for (int k = 0; k < RATES; k++, s *= 0.5) {
        lt_exact_scatter(names, y, values);
        values[LT_CONTACT] = contact;
        for (size_t i = 0; i < count; i++)
            losses[i] = 0; /* A small increment of a large loss would be rounding. */
        values[LT_TIME] = time + at->t;
        const bool made = lt_exact_substeps(exact, s, 1, false, &end) == LT_EXACT_CONVERGED;
        values[LT_TIME] = time;
        if (!made || end.branch != exact->branch)
            return false;
        for (size_t i = 0; i < count; i++)
            at->rate[i] += weight[k] * losses[i] / (s * press);
    }
    return true;
}

/* The time at which a rate is zero, by the polynomial of time in the rate. */
static double zero_of_rate(const struct rates *at, int n, size_t loss) {
    double t = 0;
    for (int i = 0; i < n; i++) {
        double term = at[i].t;
        for (int j = 0; j < n; j++)
            term *= j == i ? 1 : at[j].rate[loss] / (at[j].rate[loss] - at[i].rate[loss]);
        t += term;
    }
    return t;
}

/* An estimate of the time at which the first loss ends, from n places on the way to END, a rougher
 * estimate; INFINITY: nothing is lost; NAN: none. */
static double estimate_end(struct lt_exact *exact, double *base, double contact, double end,
                           int n) {
    const size_t count = exact->loading->setup->contact.law->n_losses;
    struct rates at[PLACES];
    bool loses = false;
    double first = INFINITY;
    for (int k = 0; k < n; k++) {
        at[k].t = end * k / n;
        const double *y = k == 0 ? base : state_after(exact, base, contact, at[k].t);
        if (!y || !measure_rates(exact, y, contact, 0.3 * (end - at[k].t), &at[k]))
            return NAN;
        for (size_t i = 0; i < count && k == 0; i++)
            loses |= at->rate[i] > 0;
        if (!loses)
            return INFINITY;
    }
    for (size_t i = 0; i < count; i++) {
        const double t = at[0].rate[i] > 0 ? zero_of_rate(at, n, i) : NAN;
        first = t > at[n - 1].t ? fmin(first, t) : first;
    }
    return first;
}

/* With the contact, or with a force that is capped, more ends than slip. */
static bool contact_lasts(struct lt_exact *exact, double *base, double contact, double end) {
    struct lt_setup *setup = exact->loading->setup;
    struct lt_exact_segment then;
    lt_exact_scatter(setup->contact.names, base, setup->values);
    setup->values[LT_CONTACT] = contact;
    return lt_exact_substeps(exact, 1.1 * end, 2, false, &then) == LT_EXACT_CONVERGED &&
           then.active == contact;
}

static double seek_end(struct lt_exact *exact, double *base, double contact, double within) {
    const double first = estimate_end(exact, base, contact, 0.1 * within, 2);
    if (!(first < 1.1 * within))
        return isinf(first) ? first : NAN;
    const double end = estimate_end(exact, base, contact, first, PLACES);
    return fabs(end - first) <= agreement * first && contact_lasts(exact, base, contact, end) ? end
                                                                                              : NAN;
}

/* When slip ends, if within that length; NAN: it does not, or that cannot be estimated. */
static double slip_end(struct lt_exact *exact, double within) {
    struct lt_setup *setup = exact->loading->setup;
    const struct lt_exact before = *exact;
    if (setup->contact.law->n_losses > LOSSES)
        return NAN;
    double *base = exact->start, contact = setup->values[LT_CONTACT], end = NAN;
    lt_exact_gather(setup->contact.names, setup->values, base);
    /* Where slip has just begun its rate is smooth over a shorter length only. */
    for (int i = 0; i < 3 && isnan(end) && !exact->failed; i++, within *= 0.2)
        end = seek_end(exact, base, contact, within);
    lt_exact_scatter(setup->contact.names, base, setup->values);
    setup->values[LT_CONTACT] = contact;
    const bool failed = exact->failed;
    *exact = before;
    exact->failed = failed;
    return isinf(end) ? NAN : end;
}

/* ---- What is known of an event --------------------------------------------------------------- */

void lt_exact_event_met(struct lt_exact *exact) {
    exact->state = LT_EXACT_BRACKETED;
    if (isnan(exact->branch) || exact->slip_estimates > 0 ||
        exact->event > estimated_within[0] * exact->t_fast)
        return;
    exact->slip_estimates = 1;
    const double end = slip_end(exact, exact->event);
    if (end > 0) {
        exact->state = LT_EXACT_SLIP_END;
        exact->event = end;
    }
}

void lt_exact_event_refine_slip(struct lt_exact *exact) {
    if (!lt_exact_is_slip_end(exact) || exact->slip_estimates == ESTIMATES ||
        exact->event > estimated_within[exact->slip_estimates] * exact->t_fast)
        return;
    exact->state = LT_EXACT_SLIP_END_NEAR;
    if (exact->event < nearest * exact->t_fast) {
        exact->slip_estimates = ESTIMATES;
        return;
    }
    exact->slip_estimates++;
    const double end = slip_end(exact, 1.5 * exact->event);
    if (end > 0)
        exact->event = end;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exact_slip.c: the instant at which slip ends.
 *
 * Slip begins where a force reaches its limit, and a step of any length shows on which side that
 * is. It ends where a rate is zero: at t before that instant a step s slips by something like s t,
 * which is less than rounding where both are small, so that halving finds noise. A rate that can be
 * measured is that of the energy lost: from some way off, in steps that are not small, its zero
 * follows by interpolation. */
#include "solution/exact_parts.h"

#include "registry/laws.h"

enum { COLUMNS = 3, PROBES = 3, LOOKS = 5, LOSSES = 8 };

static const double nearby = 0.2; /* two estimates of the instant */

/* What is lost in a unit of time, at t from the start, over the normal force: a force that vanishes
 * ends no slip. */
struct rates {
    double t, rate[LOSSES];
};

/* The state at t from BASE, on the same branch all the way; NULL: it is not. */
static const double *leap_to(struct lt_exact *exact, double *base, double contact, double t) {
    static const int substeps[COLUMNS] = {16, 24, 32};
    struct lt_setup *setup = exact->loading->setup;
    size_t n = exact->n;
    double *sum = base + n, *column = sum + n;
    struct lt_exact_piece end;
    for (size_t i = 0; i < n; i++)
        sum[i] = 0;
    for (int k = 0; k < COLUMNS; k++) {
        double weight = 1;
        for (int j = 0; j < COLUMNS; j++) {
            double a = substeps[k] * substeps[k], b = substeps[j] * substeps[j];
            weight *= j == k ? 1 : a / (a - b);
        }
        lt_exact_stretch_scatter(setup->contact.names, base, setup->values);
        setup->values[LT_CONTACT] = contact;
        if (lt_exact_crossing_midpoint(exact, t, substeps[k], true, NULL, &end) !=
                LT_EXACT_SMOOTH ||
            end.branch != exact->branch)
            return NULL;
        lt_exact_stretch_gather(setup->contact.names, setup->values, column);
        for (size_t i = 0; i < n; i++)
            sum[i] += weight * column[i];
    }
    return sum;
}

/* Look at state y with steps of s and less, in the limit of none. */
static bool measure_rates(struct lt_exact *exact, const double *y, double contact, double s,
                          struct rates *at) {
    static const double weight[PROBES] = {1.0 / 3, -2, 8.0 / 3};
    struct lt_setup *setup = exact->loading->setup;
    const struct lt_names *names = setup->contact.names;
    double *values = setup->values, time = values[LT_TIME];
    double *losses = values + names->losses;
    size_t count = setup->contact.law->n_losses;
    struct lt_exact_piece end;
    /* A dashpot may leave no normal force where the spring limits friction. */
    const double *f = y + (LT_FN - LT_UN), press = f[0] != 0 ? fabs(f[0]) : hypot(f[1], f[2]);
    *at = (struct rates){.t = at->t};
    for (int k = 0; k < PROBES; k++, s *= 0.5) {
        lt_exact_stretch_scatter(names, y, values);
        values[LT_CONTACT] = contact;
        for (size_t i = 0; i < count; i++)
            losses[i] = 0; /* a small increment of much would be rough */
        values[LT_TIME] = time + at->t;
        bool made = lt_exact_crossing_midpoint(exact, s, 1, false, NULL, &end) == LT_EXACT_SMOOTH;
        values[LT_TIME] = time;
        if (!made || end.branch != exact->branch)
            return false;
        for (size_t i = 0; i < count; i++)
            at->rate[i] += weight[k] * losses[i] / (s * press);
    }
    return true;
}

/* When the rate of a loss is zero, by the polynomial of time in the rate. */
static double polynomial_zero(const struct rates *looks, int n, size_t loss) {
    double t = 0;
    for (int i = 0; i < n; i++) {
        double term = looks[i].t, rate = looks[i].rate[loss];
        for (int j = 0; j < n; j++)
            term *= j == i ? 1 : looks[j].rate[loss] / (looks[j].rate[loss] - rate);
        t += term;
    }
    return t;
}

/* The first loss to end. */
static double first_zero(const struct lt_exact *exact, const struct rates *looks, int n) {
    double first = INFINITY;
    for (size_t i = 0; i < exact->loading->setup->contact.law->n_losses; i++) {
        double t = looks[0].rate[i] > 0 ? polynomial_zero(looks, n, i) : NAN;
        if (t > looks[n - 1].t)
            first = fmin(first, t);
    }
    return first;
}

static bool loses_energy(const struct lt_exact *exact, const struct rates *at) {
    bool any = false;
    for (size_t i = 0; i < exact->loading->setup->contact.law->n_losses; i++)
        any |= at->rate[i] > 0;
    return any;
}

/* Looks from as many places on the way to END, a first estimate; INFINITY: nothing is lost. */
static double look_for_end(struct lt_exact *exact, double *base, double contact, double end,
                           int n) {
    struct rates looks[LOOKS];
    for (int k = 0; k < n; k++) {
        looks[k].t = end * k / n;
        const double *y = k == 0 ? base : leap_to(exact, base, contact, looks[k].t);
        if (!y || !measure_rates(exact, y, contact, 0.3 * (end - looks[k].t), &looks[k]))
            return NAN;
        if (k == 0 && !loses_energy(exact, looks))
            return INFINITY;
    }
    return first_zero(exact, looks, n);
}

/* With the contact, or with a force that is capped, more ends than slip. */
static bool lasts_until(struct lt_exact *exact, double *base, double contact, double end) {
    struct lt_setup *setup = exact->loading->setup;
    struct lt_exact_piece then;
    lt_exact_stretch_scatter(setup->contact.names, base, setup->values);
    setup->values[LT_CONTACT] = contact;
    return lt_exact_crossing_midpoint(exact, 1.1 * end, 2, false, NULL, &then) == LT_EXACT_SMOOTH &&
           then.active == contact;
}

static double seek_end(struct lt_exact *exact, double *base, double contact, double within) {
    double first = look_for_end(exact, base, contact, 0.1 * within, 2);
    if (!(first < 1.1 * within))
        return isinf(first) ? first : NAN;
    double end = look_for_end(exact, base, contact, first, LOOKS);
    return fabs(end - first) <= nearby * first && lasts_until(exact, base, contact, end) ? end
                                                                                         : NAN;
}

double lt_exact_slip_end(struct lt_exact *exact, double within) {
    struct lt_setup *setup = exact->loading->setup;
    struct lt_exact before = *exact;
    if (setup->contact.law->n_losses > LOSSES)
        return NAN;
    double *base = exact->room, contact = setup->values[LT_CONTACT], end = NAN;
    lt_exact_stretch_gather(setup->contact.names, setup->values, base);
    /* The start may lie close by: then look from closer by. */
    for (int i = 0; i < 3 && isnan(end) && !exact->failed; i++, within *= 0.2)
        end = seek_end(exact, base, contact, within);
    lt_exact_stretch_scatter(setup->contact.names, base, setup->values);
    setup->values[LT_CONTACT] = contact;
    bool failed = exact->failed;
    *exact = before;
    exact->failed = failed;
    return isinf(end) ? NAN : end;
}

/* A flag of the law's that was 1 in Y and is not now: what slid sticks. */
bool lt_exact_slip_is_cleared(const struct lt_exact *exact, const double *y) {
    const struct lt_contact *contact = &exact->loading->setup->contact;
    const double *state = exact->loading->setup->values + contact->names->state;
    for (size_t i = 0; i < contact->law->n_state; i++)
        if (y[LT_EXACT_POINT + i] == 1 && state[i] == 0)
            return true;
    return false;
}

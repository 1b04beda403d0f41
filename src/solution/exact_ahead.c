/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exact_ahead.c: where a smooth piece ends, by the polynomials of the last stretch continued beyond
 * it: by them an event is known closely before anything is tried. */
#include "solution/exact_parts.h"

enum { STEPS = 6 };

/* Polynomials are good to so many times the tolerance. */
static const double good_to = 3, rounding = 0.3, farthest = 6;

static double shear_over(const struct lt_exact *exact, double x, bool dashpots) {
    double f[3], rate;
    for (size_t i = 0; i < 3; i++) {
        f[i] = lt_exact_dense_number(exact, LT_FN - LT_UN + i, x, &rate);
        if (!dashpots)
            f[i] -= lt_exact_dense_number(exact, LT_VFN - LT_UN + i, x, &rate);
    }
    double limit = exact->awaited.level * f[0];
    return f[1] * f[1] + f[2] * f[2] - limit * limit;
}

/* Over the normal force: one that vanishes ends no slip. */
static double loss_rate(const struct lt_exact *exact, size_t loss, double x) {
    double rate, other, press = lt_exact_dense_number(exact, LT_FN - LT_UN, x, &other);
    lt_exact_dense_number(exact, loss, x, &rate);
    return rate / fabs(press);
}

/* What is zero at the event, at x; LOSS: which of the losses. */
static double foretold_at(const struct lt_exact *exact, size_t loss, double x) {
    double rate;
    switch (exact->awaited.kind) {
    case LT_EXACT_TURN:
        return lt_exact_dense_number(exact, LT_VN - LT_UN, x, &rate);
    case LT_EXACT_WAY:
        return lt_exact_dense_number(exact, 0, x, &rate) - exact->awaited.level;
    case LT_EXACT_PUSH:
        return lt_exact_dense_number(exact, LT_FN - LT_UN, x, &rate);
    case LT_EXACT_STEEP:
        return shear_over(exact, x, true);
    case LT_EXACT_SPRING:
        return shear_over(exact, x, false);
    case LT_EXACT_LOSS:
        return loss_rate(exact, loss, x);
    default:
        return NAN;
    }
}

/* The first zero between 1 and LAST; NAN: none. */
static double zero_after(const struct lt_exact *exact, size_t loss, double last) {
    double low = 1, f_low = foretold_at(exact, loss, low), high = low, f_high = f_low;
    for (int i = 1; i <= STEPS && f_low * f_high > 0; i++) {
        low = high, f_low = f_high;
        high = 1 + i * (last - 1) / STEPS;
        f_high = foretold_at(exact, loss, high);
    }
    return f_low * f_high < 0
               ? lt_exact_dense_zero(exact, foretold_at, loss, low, f_low, high, f_high)
               : NAN;
}

static size_t loss_slot(const struct lt_exact *exact, size_t i) {
    const struct lt_names *names = exact->loading->setup->contact.names;
    return LT_EXACT_POINT + (names->losses - names->state) + i;
}

/* What is lost no more because nothing is left to press. */
static bool ends_contact(const struct lt_exact *exact, double x) {
    double rate, un = lt_exact_dense_number(exact, 0, x, &rate);
    return fabs(un - *exact->loading->setup->contact.lost_gap) < 1e-6 * exact->deepest;
}

/* The first loss to end, of those that go on. */
static double first_end(const struct lt_exact *exact, double last) {
    double first = NAN, rate;
    for (size_t i = 0; i < exact->loading->setup->contact.law->n_losses; i++) {
        lt_exact_dense_number(exact, loss_slot(exact, i), 1, &rate);
        double end = rate > lt_exact_noise * exact->energy
                         ? zero_after(exact, loss_slot(exact, i), last)
                         : NAN;
        if (!ends_contact(exact, end))
            first = fmin(first, end);
    }
    return first;
}

/* Polynomials stray outside as Chebyshev's of their degree do. */
static double straying(const struct lt_exact *exact, double x) {
    return pow(x + sqrt(x * x - 1), (double)exact->dense.terms);
}

double lt_exact_ahead(const struct lt_exact *exact, double within, double *margin) {
    const struct lt_exact_dense *dense = &exact->dense;
    if (exact->last != LT_EXACT_KNOWN || dense->clock.depth > 0 ||
        exact->awaited.kind == LT_EXACT_UNKNOWN)
        return NAN;
    double last = lt_exact_dense_share(exact, dense->span + fmin(within, farthest * dense->span));
    double x =
        exact->awaited.kind == LT_EXACT_LOSS ? first_end(exact, last) : zero_after(exact, 0, last);
    double blunt = dense->span > 0 && exact->awaited.kind == LT_EXACT_LOSS
                       ? exact->unit / dense->span
                       : 1; /* a rate */
    *margin =
        blunt * exact->tolerance * (rounding + good_to * (straying(exact, x) - 1)) * exact->unit;
    return lt_exact_dense_time(exact, x) - dense->span;
}

bool lt_exact_ahead_loses(const struct lt_exact *exact) {
    double rate;
    for (size_t i = 0;
         i < exact->loading->setup->contact.law->n_losses && exact->last == LT_EXACT_KNOWN; i++) {
        lt_exact_dense_number(exact, loss_slot(exact, i), 1, &rate);
        if (rate > lt_exact_noise * exact->energy)
            return true;
    }
    return false;
}

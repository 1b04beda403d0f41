/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exact_clock.c: substeps that fit a force that begins with a root of the time, where even ones
 * would have to become shorter and shorter towards touch. */
#include "run/exact_parts.h"

double lt_exact_clock_time(const struct lt_exact_clock *clock, double h, double share) {
    if (clock->power == 1)
        return h * share;
    double begin = lt_exact_root(clock, clock->lead), end = lt_exact_root(clock, clock->lead + h);
    return lt_exact_power(clock, begin + share * (end - begin)) - clock->lead;
}

double lt_exact_clock_share(const struct lt_exact_clock *clock, double h, double time) {
    if (clock->power == 1)
        return time / h;
    double begin = lt_exact_root(clock, clock->lead), end = lt_exact_root(clock, clock->lead + h);
    return (lt_exact_root(clock, clock->lead + time) - begin) / (end - begin);
}

enum { LOOKS = 4 };

static const double early = 1e-4;      /* the first look, as a share of the time scale */
static const double near_whole = 0.06; /* an exponent */

static bool is_whole(double x) {
    return fabs(x - round(x)) < near_whole;
}

/* From the forces after steps of t, 2 t, 4 t, 8 t: f(4 t) - 3 f(2 t) + 2 f(t) has neither constant
 * nor linear terms, and twice so late is larger by a power of two, the exponent. */
double lt_exact_clock_power(struct lt_exact *exact) {
    struct lt_setup *setup = exact->loading->setup;
    double *values = setup->values, contact = values[LT_CONTACT], f[LOOKS];
    struct lt_exact_piece end;
    lt_exact_stretch_gather(setup->contact.names, values, exact->room);
    for (int i = 0; i < LOOKS && !exact->failed; i++) {
        lt_exact_crossing_midpoint(exact, early * exact->unit * (1 << i), 1, false, NULL, &end);
        f[i] = values[LT_FN];
        lt_exact_stretch_scatter(setup->contact.names, exact->room, values);
        values[LT_CONTACT] = contact;
    }
    double sooner = f[2] - 3 * f[1] + 2 * f[0], later = f[3] - 3 * f[2] + 2 * f[1];
    double noise = lt_exact_noise * lt_exact_larger(exact->force, fabs(f[3]));
    if (exact->failed || !(fabs(sooner) > noise && sooner * later > 0))
        return 1;
    double exponent = log2(later / sooner);
    return is_whole(exponent) ? 1 : is_whole(2 * exponent) ? 2 : 4;
}

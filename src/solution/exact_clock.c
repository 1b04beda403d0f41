/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exact_clock.c: substeps that fit a force that begins or ends with a root of the time, where even
 * ones would have to become shorter and shorter towards touch. When a contact ends is not known
 * before, but where: substeps of a given way in un, each as long as that takes at the velocity
 * now, end there (Henon, Physica D 5 (1982) 412). */
#include "solution/exact_parts.h"

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

static const double early = 1e-4; /* the first look, as a share of the time scale */
/* For a stretch that goes a part of the way in un. */
static const double farther = 9, least_part = 0.06, worth = 0.25;
/* A contact is being made so close to touch; it has been, so long ago; its end is gone for. */
static const double touching = 1e-9, recent = 0.25, from = 0.3;
static const double whole_within = 0.06; /* an exponent */

static bool nearly_whole(double x) {
    return fabs(x - round(x)) < whole_within;
}

/* From the forces after steps of t, 2 t, 4 t, 8 t: f(4 t) - 3 f(2 t) + 2 f(t) has neither constant
 * nor linear terms, and twice so late is larger by a power of two, the exponent. */
static double find_power(struct lt_exact *exact) {
    struct lt_setup *setup = exact->loading->setup;
    double *values = setup->values, contact = values[LT_CONTACT], f[LOOKS] = {0};
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
    return nearly_whole(exponent) ? 1 : nearly_whole(2 * exponent) ? 2 : 4;
}

static struct lt_exact_clock clock_of_time(const struct lt_exact *exact) {
    bool lately = exact->power > 1 && exact->since < recent * exact->unit;
    return (struct lt_exact_clock){.power = lately ? exact->power : 1,
                                   .lead = lately ? exact->since : 0};
}

double lt_exact_clock_left(const struct lt_exact *exact) {
    const struct lt_setup *setup = exact->loading->setup;
    const double *values = setup->values;
    double way = *setup->contact.lost_gap - values[LT_UN], vn = values[LT_VN];
    bool leaves = exact->free && values[LT_CONTACT] > 0 && way > 0 && vn > 0;
    return leaves && !isnan(exact->branch) && exact->state == LT_EXACT_CLEAR ? way / vn : INFINITY;
}

/* How much of the way in un to go at once. That way is a power series of its root until where the
 * pair turned, which must be some times as far from the middle of the stretch as its ends are. */
static double share_of_way(const struct lt_exact *exact, const struct lt_exact_clock *clock) {
    if (clock->power == 1)
        return 1;
    double turned = lt_exact_root(clock, exact->deepest / clock->depth);
    return lt_exact_smaller(1, 2 * (turned - 1) / (farther - 1));
}

struct lt_exact_clock lt_exact_clock_choose(struct lt_exact *exact, double most) {
    const struct lt_setup *setup = exact->loading->setup;
    const double *values = setup->values;
    double near = touching * exact->speed * exact->unit, left = lt_exact_clock_left(exact);
    if (isnan(exact->branch) && values[LT_VN] < 0 &&
        fabs(values[LT_UN] - setup->contact.reach) <= near) {
        exact->power = find_power(exact);
        exact->since = exact->deepest = 0;
        exact->leave = from * exact->unit;
    }
    if (!(left < exact->leave && left < most && left > 1e-10 * exact->unit))
        return clock_of_time(exact);
    double short_of = 0.5e-14 * exact->fastest * values[LT_VN];
    bool flies = values[LT_FN] == 0; /* what is stored goes on with powers and a half of un */
    struct lt_exact_clock clock = {.power = flies ? fmin(2, exact->power) : exact->power,
                                   .depth = *setup->contact.lost_gap - values[LT_UN] - short_of};
    clock.part = share_of_way(exact, &clock);
    double gone = clock.power > 1 ? 1 - lt_exact_power(&clock, 1 - clock.part) : 1;
    return gone > worth ? clock : clock_of_time(exact);
}

struct lt_exact_clock lt_exact_clock_retreat(struct lt_exact *exact,
                                             const struct lt_exact_clock *clock, bool happens) {
    struct lt_exact_clock less = *clock;
    less.part *= 0.6;
    if (!happens && clock->power > 1 && less.part > least_part)
        return less;
    exact->leave = 0.4 * lt_exact_clock_left(exact);
    exact->guess = NAN;
    exact->mild = 0;
    return clock_of_time(exact);
}

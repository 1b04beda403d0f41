/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solution/exact_parts.h"

#include <string.h>

static bool is_same_piece(const struct lt_exact_piece *a, const struct lt_exact_piece *b) {
    return (isnan(b->branch) || a->branch == b->branch) && a->active == b->active &&
           a->approach == b->approach;
}

/* How closely turning points of fn and un are located, as a share of the contact's times: what they
 * are taken for depends on its square. */
static const double peaks = 1e-6, turns = 1e-10;

static enum lt_exact_outcome fail_crossing(struct lt_exact *exact) {
    exact->failed = true;
    return LT_EXACT_UNRESOLVED;
}

/* Frame bodies: how far the normal velocity of a pair in rotation is off in substeps of length s;
 * below, its sign says nothing. */
static double blur_of_vn(const struct lt_setup *setup, double s) {
    const double *values = setup->values;
    double way[3], along = 0,
                   distance = setup->bodies.radius[0] + setup->bodies.radius[1] +
                              lt_setup_gap(setup, values[LT_UN]);
    if (!setup->in_space || (setup->bodies.flat && !setup->bodies.solids))
        return 0;
    for (int i = 0; i < 3; i++) {
        way[i] = values[LT_VXB + i] - values[LT_VXA + i];
        along += way[i] * values[LT_NX + i];
    }
    double across =
        sqrt(fmax(0, way[0] * way[0] + way[1] * way[1] + way[2] * way[2] - along * along));
    double turn = across * s / distance;
    return across * turn * turn;
}

/* What of a substep's end tells where the next event is. */
struct glance {
    double un, vn, f[3], viscous[3], rise; /* rise: of -fn in the substep */
    double active, lost_gap;               /* where the contact ends, if it is */
};

static struct glance glance_at(const struct lt_setup *setup, double fn_before) {
    const double *values = setup->values, *f = values + LT_FN, *viscous = values + LT_VFN;
    return (struct glance){values[LT_UN],           values[LT_VN],
                           {f[0], f[1], f[2]},      {viscous[0], viscous[1], viscous[2]},
                           fn_before - f[0],        values[LT_CONTACT],
                           *setup->contact.lost_gap};
}

/* ft/fn, with dashpots or without them. */
static double steepness(const struct glance *g, bool dashpots) {
    double f[3];
    for (int i = 0; i < 3; i++)
        f[i] = g->f[i] - (dashpots ? 0 : g->viscous[i]);
    return f[0] != 0 ? sqrt(f[1] * f[1] + f[2] * f[2]) / fabs(f[0]) : 0;
}

/* When y is 0, in substeps from that of y0 on, by the line through y0 and y1. */
static double line_zero(double y0, double y1) {
    return y0 / (y0 - y1);
}

/* When it happened, in substeps since the second last of three glances; NAN: no way to tell. Slip
 * begins where the force, with or without dashpots, reaches the ratio that slip shows. */
static double event_substep(struct lt_exact *exact, const struct glance *g, bool turned, bool risen,
                            bool third) {
    struct lt_exact_sign *sign = &exact->sign;
    sign->kind = turned ? LT_EXACT_TURN : LT_EXACT_UNKNOWN;
    if (turned)
        return line_zero(g[1].vn, g[2].vn);
    if (risen) /* the first substep of two is an Euler step: it has the slope alone */
        return third ? 2 * line_zero(g[1].rise, g[2].rise) - 1 : NAN;
    const double reach = exact->loading->setup->contact.reach;
    const double ends[] = {g[1].active > 0 ? g[1].lost_gap : reach, 0};
    for (int i = g[1].active == g[2].active; i < 2; i++)
        if ((g[1].un > ends[i]) != (g[2].un > ends[i])) {
            *sign = (struct lt_exact_sign){LT_EXACT_WAY, ends[i]};
            return line_zero(g[1].un - ends[i], g[2].un - ends[i]);
        }
    bool released = g[third ? 0 : 1].f[0] < 0 && g[2].f[0] >= 0;
    sign->kind = released ? LT_EXACT_PUSH : LT_EXACT_LOSS;
    if (third && g[2].f[0] == 0)
        return g[1].f[0] / (g[0].f[0] - g[1].f[0]);
    if (released && g[2].f[0] > 0)
        return line_zero(g[1].f[0], g[2].f[0]);
    for (int k = 0; k < 2 && third; k++) {
        double steep[3] = {steepness(&g[0], k), steepness(&g[1], k), steepness(&g[2], k)};
        double way = (steep[2] - steep[1]) / (steep[1] - steep[0]);
        if (way >= 0 && way <= 1) {
            *sign = (struct lt_exact_sign){k ? LT_EXACT_STEEP : LT_EXACT_SPRING, steep[2]};
            if (way > 0)
                return way;
        }
    }
    return NAN;
}

/* The last substep, number K, ends on another piece than the one before. */
static void tell_event(struct lt_exact *exact, const struct lt_exact_pace *pace, int k,
                       const struct glance *seen, const struct lt_exact_piece *before,
                       const struct lt_exact_piece *now, bool risen) {
    bool turned = now->approach != before->approach;
    bool kink =
        (now->branch != before->branch && !isnan(before->branch)) || now->active != before->active;
    /* what is balanced moves by steps as rough as its balance */
    bool rough = memchr(exact->loading->stage->whats, 's', LT_DOFS);
    exact->mild = kink || rough ? 0 : turned ? turns : peaks;
    exact->guess = pace->times[1] + pace->s * event_substep(exact, seen, turned, risen, k > 1);
}

static bool cross_freely(struct lt_exact *exact, double h, int n, bool smooth, double *trace,
                         struct lt_exact_piece *end) {
    struct lt_setup *setup = exact->loading->setup;
    lt_exact_stretch_gather(setup->contact.names, setup->values, exact->aside);
    if (!lt_exact_free_cross(exact, h, n, smooth, trace, exact->aside, end))
        return false;
    lt_exact_stretch_scatter(setup->contact.names, exact->aside, setup->values);
    setup->values[LT_CONTACT] = end->active;
    return true;
}

/* Whatever moves or loads the pair, and what happens to it. */
static enum lt_exact_outcome cross_anyhow(struct lt_exact *exact, double h, int n, bool smooth,
                                          double *trace, struct lt_exact_piece *end) {
    struct lt_setup *setup = exact->loading->setup;
    double *values = setup->values, *v = values + LT_VN;
    struct lt_exact_pace pace = lt_exact_pace_begin(exact, h, n);
    double time = values[LT_TIME], fastest = fabs(v[0]), branch, blur = blur_of_vn(setup, pace.s);
    struct lt_exact_piece piece = {exact->branch, values[LT_CONTACT], v[0] > 0, 0};
    struct glance seen[3] = {[2] = glance_at(setup, values[LT_FN])};
    int rising = exact->rising, change = 0, every = exact->implicit ? n / LT_EXACT_JOINTS : 1;
    bool at_once = false; /* the first substep ends beyond an event, which shows in the second */
    struct lt_exact_stretch w;
    struct lt_exact_drag_answer answer = {.known = false};
    double beyond[LT_EXACT_ACCOUNTS], *state = values + setup->contact.names->state;
    if (!lt_exact_stretch_begin(exact, time, &w))
        return fail_crossing(exact);
    lt_exact_keep_accounts(exact, state, beyond);
    if (trace)
        lt_exact_stretch_show(exact, &w, trace);
    for (int k = 1; k <= n; k++) {
        double fn = values[LT_FN], reach = lt_exact_pace_reach(&pace, k, v[0]);
        double then = time + pace.times[2];
        if (exact->implicit && !lt_exact_drag_substep(exact, pace.s, then, &w, &answer, &branch))
            return LT_EXACT_UNRESOLVED;
        if (!exact->implicit && !lt_exact_stretch_substep(exact, pace.s, reach, then, &w, &branch))
            return fail_crossing(exact);
        lt_exact_put_accounts(exact, state, beyond);
        if (trace && k % every == 0)
            lt_exact_stretch_show(exact, &w, trace + (size_t)(k / every) * exact->n);
        seen[0] = seen[1], seen[1] = seen[2], seen[2] = glance_at(setup, fn);
        /* Turning points count where they are more than noise; a force that begins to change may
         * do so in either direction. */
        struct lt_exact_piece now = {branch, values[LT_CONTACT], v[0] > 0, 0};
        fastest = lt_exact_larger(fastest, fabs(v[0]));
        bool turning = fabs(v[0]) < blur;
        if (fastest < lt_exact_noise * exact->speed || turning || exact->unturned || trace)
            now.approach = piece.approach;
        double rise = fn - values[LT_FN];
        now.rising = turning || fabs(rise) <= lt_exact_noise * exact->force ? 0 : rise > 0 ? 1 : -1;
        if (k == 1 && smooth) {
            at_once = branch != piece.branch;
            now.branch = piece.branch;
        }
        bool risen = now.rising * rising < 0 && !exact->unpeaked && !trace;
        if (smooth && (!is_same_piece(&now, &piece) || risen)) {
            tell_event(exact, &pace, k, seen, &piece, &now, risen);
            if (exact->mild == 0 && k == 2 && at_once)
                exact->guess = 0;
            return LT_EXACT_EVENT;
        }
        if (now.rising != 0)
            rising = change = now.rising;
        piece = now;
    }
    piece.rising = change;
    lt_exact_stretch_end(exact, &w);
    *end = piece;
    return LT_EXACT_SMOOTH;
}

enum lt_exact_outcome lt_exact_crossing_midpoint(struct lt_exact *exact, double h, int n,
                                                 bool smooth, double *trace,
                                                 struct lt_exact_piece *end) {
    exact->crawl.steps += n;
    if (exact->free && cross_freely(exact, h, n, smooth, trace, end))
        return LT_EXACT_SMOOTH;
    return cross_anyhow(exact, h, n, smooth, trace, end);
}

enum lt_exact_outcome lt_exact_crossing_column(struct lt_exact *exact, const double *start,
                                               double h, int n, bool smooth, double *trace,
                                               double *column, struct lt_exact_piece *end) {
    struct lt_setup *setup = exact->loading->setup;
    double contact = setup->values[LT_CONTACT];
    exact->crawl.steps += n;
    memcpy(column, start, exact->n * sizeof *column);
    if (exact->free && !exact->implicit &&
        lt_exact_free_cross(exact, h, n, smooth, trace, column, end))
        return LT_EXACT_SMOOTH;
    if (exact->clock.depth > 0)
        return LT_EXACT_EVENT;
    lt_exact_stretch_scatter(setup->contact.names, start, setup->values);
    enum lt_exact_outcome outcome = cross_anyhow(exact, h, n, smooth, trace, end);
    lt_exact_stretch_gather(setup->contact.names, setup->values, column);
    setup->values[LT_CONTACT] = contact;
    return outcome;
}

bool lt_exact_crossing_slips(struct lt_exact *exact, double h, const struct lt_exact_sign *sign) {
    struct lt_setup *setup = exact->loading->setup;
    struct lt_exact_piece end;
    double contact = setup->values[LT_CONTACT];
    lt_exact_stretch_gather(setup->contact.names, setup->values, exact->room);
    lt_exact_crossing_midpoint(exact, h, 2, false, NULL, &end);
    struct glance now = glance_at(setup, 0);
    lt_exact_stretch_scatter(setup->contact.names, exact->room, setup->values);
    setup->values[LT_CONTACT] = contact;
    double steep = steepness(&now, sign->kind == LT_EXACT_STEEP);
    return !exact->failed && fabs(steep - sign->level) < 1e-9 * steep;
}

/* True if what follows y at TIME is on this piece, looked at a moment later, since slip and
 * clipping show only in motion. A law whose friction lags by a step tells with the second one, and
 * with the first where it comes from; memory that has changed may look the same later. */
static bool stays_on_piece(struct lt_exact *exact, const double *y, double contact, double time,
                           double later, const struct lt_exact_piece *piece,
                           struct lt_exact_piece *now) {
    struct lt_setup *setup = exact->loading->setup;
    double *values = setup->values, before = values[LT_TIME];
    for (int n = 1; n <= 2; n++) {
        values[LT_CONTACT] = contact;
        values[LT_TIME] = time;
        bool made = lt_exact_crossing_column(exact, y, n * later, n, false, NULL, exact->aside,
                                             now) == LT_EXACT_SMOOTH;
        values[LT_TIME] = before;
        if (!made)
            return false;
        if (now->branch == piece->branch && now->active == piece->active)
            return true;
        if (now->branch != exact->left)
            return false;
    }
    return false;
}

/* The limit itself must lie on the piece on which all substeps ended: they may all stop short of an
 * event that it is past. The velocity moves on as well, since a dashpot may set the limit of slip.
 */
bool lt_exact_crossing_still(struct lt_exact *exact, const double *y, double h, bool seen,
                             const struct lt_exact_piece *piece) {
    const double *values = exact->loading->setup->values;
    struct lt_exact_piece now;
    return stays_on_piece(exact, y, piece->active, values[LT_TIME] + h, lt_exact_moment * h, piece,
                          &now) &&
           (fabs(exact->aside[LT_VN - LT_UN]) < lt_exact_noise * exact->speed || exact->unturned ||
            seen || now.approach == piece->approach);
}

/* Where an event has been crossed the branch is not known, and the first substep may pass the next
 * event: a moment after the start the branch must be that of the end. */
bool lt_exact_crossing_begun(struct lt_exact *exact, const double *y, double contact, double h,
                             const struct lt_exact_piece *piece) {
    struct lt_exact_piece now;
    return !isnan(exact->branch) ||
           stays_on_piece(exact, y, contact, exact->loading->setup->values[LT_TIME], 1e-6 * h,
                          piece, &now);
}

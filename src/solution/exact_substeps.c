/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exact_substeps.c: the substeps of a basic step, and the events that show in them. */
#include "solution/exact_internal.h"

#include <string.h>

/* States that depend on the length of steps keep their initial excess over their limits. */
static void keep_excess(const struct lt_exact *exact, const double *state, double *excess) {
    for (size_t i = 0; i < exact->n_accounts; i++)
        excess[i] = state[exact->accounts[i][0]] - state[exact->accounts[i][1]];
}

static void restore_excess(const struct lt_exact *exact, double *state, const double *excess) {
    for (size_t i = 0; i < exact->n_accounts; i++)
        state[exact->accounts[i][0]] = state[exact->accounts[i][1]] + excess[i];
}

static enum lt_exact_outcome fail(struct lt_exact *exact) {
    exact->failed = true;
    return LT_EXACT_UNRESOLVED;
}

enum lt_exact_outcome lt_exact_substeps(struct lt_exact *exact, double h, int n, bool smooth,
                                        struct lt_exact_segment *end) {
    struct lt_setup *setup = exact->loading->setup;
    const double s = h / n, time = setup->values[LT_TIME];
    double *values = setup->values, branch;
    double excess[LT_EXACT_ACCOUNTS], *state = values + setup->contact.names->state;
    struct lt_exact_segment segment = {exact->branch, values[LT_CONTACT]};
    struct lt_exact_motion w;
    struct lt_exact_jacobian jacobian = {.known = false};
    exact->stiff.substeps += n;
    if (!lt_exact_motion_begin(exact, time, &w))
        return fail(exact);
    keep_excess(exact, state, excess);
    for (int k = 1; k <= n; k++) {
        const double reach = k == 1 ? s : 2 * s, then = time + k * s;
        if (exact->implicit && !lt_exact_stiff_substep(exact, s, then, &w, &jacobian, &branch))
            return LT_EXACT_UNRESOLVED;
        if (!exact->implicit && !lt_exact_motion_substep(exact, s, reach, then, &w, &branch))
            return fail(exact);
        restore_excess(exact, state, excess);
        struct lt_exact_segment now = {branch, values[LT_CONTACT]};
        /* The branch shows in the second substep. */
        if (k == 1 && smooth)
            now.branch = segment.branch;
        if (smooth && !((isnan(segment.branch) || now.branch == segment.branch) &&
                        now.active == segment.active))
            return LT_EXACT_EVENT;
        segment = now;
    }
    lt_exact_motion_end(exact, &w);
    *end = segment;
    return LT_EXACT_CONVERGED;
}

/* Adds SHARE of the difference between the change in the last substep and that before, LAST. */
static bool correct_by_last(struct lt_exact *exact, double share, double time, double *last,
                            struct lt_exact_motion *w) {
    struct lt_loading *loading = exact->loading;
    const bool in_space = loading->setup->in_space;
    double *values = loading->setup->values, jump[LT_VELOCITIES];
    for (size_t i = 0; i < (in_space ? (size_t)LT_SPACE_NUMBERS : (size_t)LT_DOFS); i++) {
        const double change = w->y[i] - w->y_old[i], more = share * (change - last[i]);
        last[i] = change;
        if (!in_space && (loading->inertia.imposed[i] || loading->inertia.balanced[i]))
            continue;
        w->y[i] += more;
        values[in_space ? LT_XA + i : LT_VN + i] += more;
    }
    if (in_space && !lt_exact_impose(loading, time, jump))
        return false;
    if (in_space)
        memcpy(w->y, values + LT_XA, sizeof w->y);
    return true;
}

/* The two-step method of Adams and Bashforth, with rates of one step of the law each. What a force
 * changes and what it works, the mean over its two steps, agree in the sum even if the force jumps
 * in every step; those of the midpoint rule do not. The first step is Euler's, which the second
 * makes up for. */
int lt_exact_march(struct lt_exact *exact, double h, int n) {
    double *values = exact->loading->setup->values, *v = values + LT_VN;
    double *state = values + exact->loading->setup->contact.names->state;
    double excess[LT_EXACT_ACCOUNTS], last[LT_SPACE_NUMBERS] = {0}, dv[LT_DOFS] = {0};
    double branch = NAN, left = NAN, now;
    const double s = h / n, time = values[LT_TIME];
    struct lt_exact_motion w;
    int returns = 0;
    exact->stiff.substeps += n;
    if (!lt_exact_motion_begin(exact, time, &w))
        return fail(exact), 0;
    keep_excess(exact, state, excess);
    for (int k = 1; k <= n; k++) {
        const double share = k == 1 ? 0 : k == 2 ? 1 : 0.5, then = time + k * s;
        memcpy(w.d_old, w.d, sizeof w.d);
        memcpy(w.y_old, w.y, sizeof w.y);
        w.work_old = w.work;
        for (size_t i = 0; i < LT_DOFS; i++) {
            const double begin = v[i];
            v[i] += share * dv[i];
            dv[i] = begin;
        }
        if (!lt_exact_motion_substep(exact, s, s, then, &w, &now) ||
            !correct_by_last(exact, share, then, last, &w))
            return fail(exact), 0;
        restore_excess(exact, state, excess);
        for (size_t i = 0; i < LT_DOFS; i++)
            dv[i] = v[i] - dv[i];
        if (now != branch) {
            returns += now == left;
            left = branch, branch = now;
        }
    }
    lt_exact_motion_end(exact, &w);
    return returns;
}

enum lt_exact_outcome lt_exact_column(struct lt_exact *exact, const double *start, double h, int n,
                                      bool smooth, double *out, struct lt_exact_segment *end) {
    struct lt_setup *setup = exact->loading->setup;
    const double contact = setup->values[LT_CONTACT];
    lt_exact_scatter(setup->contact.names, start, setup->values);
    const enum lt_exact_outcome outcome = lt_exact_substeps(exact, h, n, smooth, end);
    lt_exact_gather(setup->contact.names, setup->values, out);
    setup->values[LT_CONTACT] = contact;
    return outcome;
}

/* ---- Whether the ends of a basic step lie on its segment ------------------------------------- */

/* Whether the motion from y at TIME is on this segment after LATER: slip and tensile cut-offs show
 * only in motion. Friction that lags by a step shows in the second one, and in the first the branch
 * it comes from; memory that has changed may have the same branch later. */
static bool is_on(struct lt_exact *exact, const double *y, double contact, double time,
                  double later, const struct lt_exact_segment *segment,
                  struct lt_exact_segment *now) {
    double *values = exact->loading->setup->values;
    const double before = values[LT_TIME];
    for (int n = 1; n <= 2; n++) {
        values[LT_CONTACT] = contact;
        values[LT_TIME] = time;
        const bool made = lt_exact_column(exact, y, n * later, n, false, exact->scratch, now) ==
                          LT_EXACT_CONVERGED;
        values[LT_TIME] = before;
        if (!made)
            return false;
        if (now->branch == segment->branch && now->active == segment->active)
            return true;
        if (now->branch != exact->left_branch)
            return false;
    }
    return false;
}

/* All columns may stop short of an event that their limit is past. The velocity moves on as well,
 * since a dashpot may set the limit of slip. */
bool lt_exact_stays(struct lt_exact *exact, const double *y, double h,
                    const struct lt_exact_segment *segment) {
    const double time = exact->loading->setup->values[LT_TIME];
    struct lt_exact_segment now;
    return is_on(exact, y, segment->active, time + h, lt_exact_probe * h, segment, &now);
}

/* Behind an event the branch is unknown, and the first substep may pass the next event: a moment
 * after the start the branch must be that of the end. */
bool lt_exact_begins(struct lt_exact *exact, const double *y, double contact, double h,
                     const struct lt_exact_segment *segment) {
    static const double moment = 1e-6; /* of the step: short beside what may lie ahead */
    struct lt_exact_segment now;
    return !isnan(exact->branch) || is_on(exact, y, contact, exact->loading->setup->values[LT_TIME],
                                          moment * h, segment, &now);
}

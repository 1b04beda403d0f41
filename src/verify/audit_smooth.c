/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order of convergence in dt where a law is smooth, compared with the order that the law
 * claims. The longest interval without a change of branch is repeated from an accurate initial
 * state, with steps halved each time. Displacements and velocities are exact at the end of each
 * step, so that the whole error is the law's. */
#include "registry/laws.h"
#include "verify/auditing.h"

#include <stdio.h>

/* Halvings of the step, from COARSEST steps on; steps of the base path in the shortest interval
 * that is used. */
enum { LEVELS = 10, COARSEST = 8, SHORTEST = 64 };

struct stretch {
    size_t first, last; /* from the end of one step to the end of another */
};

static const char *const letters[] = {"fn", "fs", "ft", "mn", "ms", "mt"};

/* Returns true if the contact is active before and after the step S, and neither the branch of the
 * law nor the leg of the path changes in it. */
static bool stays_on_branch(const struct lt_drive_step *s) {
    return s->out.active > 0.5 && s[-1].out.active > 0.5 && s->out.branch == s[-1].out.branch &&
           s->leg == s[-1].leg;
}

/* The longest interval, in steps of the trace, without a change of branch, without an eighth at
 * either end, where a smooth response may behave like a root. */
static struct stretch longest_smooth(const struct lt_audit_trace *t) {
    struct stretch most = {0, 0};
    size_t first = 0;
    for (size_t i = 1; i < t->count; i++) {
        if (!stays_on_branch(&t->steps[i]))
            first = i;
        if (i - first > most.last - most.first)
            most = (struct stretch){first, i};
    }
    const size_t end = (most.last - most.first) / 8;
    return (struct stretch){most.first + end, most.last - end};
}

/* The fraction of a leg completed after a fraction SHARE of its time: the velocity is proportional
 * to 1 - cos(2 pi share), so that legs begin and end at rest. */
static double travelled_fraction(double share) {
    return share - sin(2 * M_PI * share) / (2 * M_PI);
}

/* Drives the law through the interval STRETCH of the trace FINE in N steps from the state FROM; F
 * gets the forces at its end, N and N m. Returns false if the branch changed or the contact was
 * lost on the way. */
static bool step_interval(struct lt_audit_bench *bench, const struct lt_audit_trace *fine,
                          const struct stretch *stretch, const double *from, int n, double *f) {
    const struct lt_law *law = bench->law;
    const struct lt_drive_step *start = &fine->steps[stretch->first];
    const struct lt_audit_leg *leg = &bench->now->legs[start->leg];
    const double whole = bench->now->steps * LT_AUDIT_FINE;
    /* Shares of the leg's time: at the start of the interval, and of each step. */
    const double begin = (double)(stretch->first % (size_t)whole + 1) / whole;
    const double share = (double)(stretch->last - stretch->first) / whole / n;
    double *state = lt_arena_get(bench->arena, (law->n_state + 1) * sizeof *state);
    double *loss = lt_arena_get(bench->arena, (law->n_losses + 1) * sizeof *loss);
    struct lt_drive_step s = {.dt = share * leg->time, .was = 1};
    memcpy(state, from, law->n_state * sizeof *state);
    memcpy(s.u, start->u, sizeof s.u);
    for (int i = 1; i <= n; i++) {
        const double at = begin + i * share, longer = 1 + bench->shake;
        for (int k = 0; k < LT_DOFS; k++) {
            const double now =
                start->u[k] +
                longer * leg->du[k] * (travelled_fraction(at) - travelled_fraction(begin));
            s.du[k] = now - s.u[k];
            s.u[k] = now;
            s.v[k] = longer * leg->du[k] / leg->time * (1 - cos(2 * M_PI * at));
        }
        lt_drive_evaluate(&fine->drive, &s, state, loss);
        memcpy(f, s.f, sizeof s.f);
        if (!(s.active > 0.5) || s.branch != start->branch)
            return false;
    }
    return true;
}

/* The order of convergence of component K, from its changes between levels of halved steps,
 * relative to SCALE, N or N m. INFINITY: steps have no error; NAN: not in the asymptotic range
 * yet. */
static double order_of_changes(double f[LEVELS][LT_DOFS], int k, double scale) {
    double change[LEVELS - 1], size = 0;
    for (int i = 0; i < LEVELS - 1; i++) {
        change[i] = fabs(f[i + 1][k] - f[i][k]);
        size = fmax(size, fabs(f[i][k]));
    }
    /* Some 500 rounding errors, and a hundred times that to estimate an order. */
    const double rounding = 1e-13 * fmax(size, scale);
    if (change[0] < rounding)
        return INFINITY;
    for (int i = LEVELS - 2; i > 1; i--) {
        if (change[i] < 100 * rounding)
            continue;
        const double order = log2(change[i - 1] / change[i]);
        const double before = log2(change[i - 2] / change[i - 1]);
        /* An error that grows with shorter steps means that they are longer than a time scale of
         * the law; if it persists, the checks order and step-length report it. */
        return fabs(order - before) < 0.2 && order > -0.5 ? order : NAN;
    }
    return NAN;
}

/* Check "convergence": 2^(claimed order - order found), the error that halving the step leaves,
 * relative to the law's claim. 0: steps have no error; -1: no smooth interval is long enough. */
double lt_audit_smooth_convergence(struct lt_audit_bench *bench, char *detail, size_t size) {
    const struct lt_audit_trace *fine = lt_audit_drive_fine(bench);
    const double claimed = lt_laws_order(bench->law);
    if (!fine->finite || !(fine->force > 0))
        return -1;
    const struct stretch stretch = longest_smooth(fine);
    if (stretch.last - stretch.first < SHORTEST)
        return -1;
    /* The state at the start of the smooth interval; from it the interval is repeated with LEVELS
     * numbers of steps, each twice the one before. */
    const struct lt_audit_variant until = {
        .refine = LT_AUDIT_FINE, .split_at = stretch.first + 1, .split_into = 1};
    const double *from = lt_audit_drive(bench, bench->now, &until)->drive.state;
    double f[LEVELS][LT_DOFS], least = NAN;
    for (int i = 0; i < LEVELS; i++)
        if (!step_interval(bench, fine, &stretch, from, COARSEST << i, f[i]))
            return -1;
    /* The lowest order of any component counts. */
    for (int k = 0; k < LT_DOFS; k++) {
        const double order = order_of_changes(f, k, k < 3 ? fine->force : fine->moment);
        if (isnan(order) || order >= least)
            continue;
        least = order;
        if (isinf(order))
            snprintf(detail, size, "steps have no error, but the law claims order %g", claimed);
        else
            snprintf(
                detail, size,
                "%s converges with order %.2f in dt where no branch changes, but the law claims %g",
                letters[k], order, claimed);
    }
    if (isnan(least))
        return -1;
    return isinf(least) ? 0 : exp2(claimed - least);
}

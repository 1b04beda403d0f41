/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "step/balance.h"

#include <gsl/gsl_linalg.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ITERATIONS = 60, HALVINGS = 40 };

/* One search: the balanced DoFs, their target forces, and the last evaluation of the law. */
struct search {
    const struct lt_loading *loading;
    double dt;
    size_t count, dof[LT_DOFS]; /* the balanced ones */
    double start[LT_DOFS];      /* their displacements before the step */
    double target[LT_DOFS], stiffness[LT_DOFS], scale;
    double du[LT_DOFS];     /* of all DoFs */
    double fn, vfn, active; /* of the last trial: normal force, viscous part, whether in contact */
    /* If there is no balance along n: the largest force that is carried, or where it jumps. */
    double most;
    struct jump {
        bool found;
        double un, from, to, viscous;
    } jump;
};

/* The misfit of a force that counts as balance. Another code gets the positions of the centres,
 * which have lost digits of the overlap. */
static double good_enough(const struct search *search) {
    return (search->loading->setup->served ? 1e-12 : 1e-14) * search->scale;
}

/* Evaluates the law at values[], moved by du, on a copy of its state. */
static struct lt_out try_law(const struct search *search) {
    const struct lt_setup *setup = search->loading->setup;
    const struct lt_contact *contact = &setup->contact;
    double state[LT_BALANCE_STATE];
    memcpy(state, setup->values + contact->names->state, contact->law->n_state * sizeof *state);
    return lt_ledger_try(contact, setup->values, search->du, search->dt, state);
}

/* Contact forces less their targets, with these increments of the first n balanced DoFs. */
static void miss_by(struct search *search, const double *x, size_t n, double *out) {
    double *values = search->loading->setup->values;
    for (size_t i = 0; i < n; i++) {
        size_t dof = search->dof[i];
        search->du[dof] = x[i];
        values[LT_UN + dof] = search->start[i] + x[i];
        values[LT_VN + dof] = x[i] / search->dt;
    }
    const struct lt_out force = try_law(search);
    const double f[LT_DOFS] = {force.fn, force.fs, force.ft, force.mn, force.ms, force.mt};
    search->fn = force.fn;
    search->vfn = force.vfn;
    search->active = force.active;
    for (size_t i = 0; i < n; i++)
        out[i] = f[search->dof[i]] - search->target[i];
}

/* N, the change of fn that rounding of un makes at the last trial, times 45; the velocity is kept.
 */
static double blur_along_n(struct search *search) {
    static const double apart = 1e-7, blur = 1e-14;
    double *un = search->loading->setup->values + LT_UN;
    const double now = *un, du = search->du[0], way = apart * fabs(now);
    if (search->dof[0] != 0 || way == 0)
        return 0;
    *un += way, search->du[0] += way;
    const double moved = try_law(search).fn;
    *un = now, search->du[0] = du;
    return blur / apart * fabs(moved - search->fn);
}

static double largest_of(const double *x, size_t n) {
    double most = 0;
    for (size_t i = 0; i < n; i++)
        most = fmax(most, isnan(x[i]) ? INFINITY : fabs(x[i]));
    return most;
}

/* Newton's step from x, where the forces miss by f: by differences, each taken towards the
 * target, since the force of a contact about to open or slip changes on one side only. */
static bool newton_step(struct search *search, const double *x, const double *f, size_t n,
                        double *step) {
    double jacobian[LT_DOFS * LT_DOFS], right[LT_DOFS];
    for (size_t k = 0; k < n; k++) {
        double moved[LT_DOFS], there[LT_DOFS];
        double size = fmax(1e-7 * fabs(x[k]),
                           1e-6 * fmax(fabs(f[k]), 1e-6 * search->scale) / search->stiffness[k]);
        double small = f[k] > 0 ? -size : size;
        memcpy(moved, x, n * sizeof *x);
        moved[k] += small;
        miss_by(search, moved, n, there);
        for (size_t i = 0; i < n; i++)
            jacobian[i * n + k] = (there[i] - f[i]) / small;
        /* A force that nothing changes but that is right already. */
        if (f[k] == 0 && jacobian[k * n + k] == 0)
            jacobian[k * n + k] = search->stiffness[k];
        right[k] = -f[k];
    }
    gsl_matrix_view a = gsl_matrix_view_array(jacobian, n, n);
    gsl_vector_view b = gsl_vector_view_array(right, n), s = gsl_vector_view_array(step, n);
    size_t order[LT_DOFS];
    gsl_permutation permutation = {n, order};
    int sign;
    gsl_linalg_LU_decomp(&a.matrix, &permutation, &sign);
    double least = INFINITY;
    for (size_t i = 0; i < n; i++)
        least = fmin(least, fabs(jacobian[i * n + i]) / search->stiffness[i]);
    return least > 1e-12 && gsl_linalg_LU_solve(&a.matrix, &permutation, &b.vector, &s.vector) == 0;
}

/* Solve for the first n balanced DoFs from x, halving steps that lead away. */
static bool solve_balance(struct search *search, double *x, size_t n) {
    double f[LT_DOFS], good = good_enough(search);
    miss_by(search, x, n, f);
    for (int i = 0; i < ITERATIONS; i++) {
        double step[LT_DOFS], next[LT_DOFS], there[LT_DOFS], before = largest_of(f, n);
        if (before <= good)
            return true;
        if (!newton_step(search, x, f, n, step))
            break;
        int halving = 0;
        for (double share = 1; halving < HALVINGS; halving++, share *= 0.5) {
            for (size_t k = 0; k < n; k++)
                next[k] = x[k] + share * step[k];
            miss_by(search, next, n, there);
            if (largest_of(there, n) < before)
                break;
        }
        if (halving == HALVINGS)
            break;
        memcpy(x, next, n * sizeof *x);
        memcpy(f, there, n * sizeof *f);
    }
    return largest_of(f, n) <= 1e-11 * search->scale ||
           (n == 1 && fabs(f[0]) <= blur_along_n(search));
}

/* ---- The way along n --------------------------------------------------------------------------
 * Newton's steps find no way across a jump of fn. So un is moved in growing paces: closer if the
 * contact pulls more than the target, apart if it pulls less, until fn has passed the target. */

enum { PACES = 400, BISECTIONS = 200 };

/* fn less its target, with un increased by x. */
static double fn_excess(struct search *search, double x) {
    double f;
    miss_by(search, &x, 1, &f);
    return f;
}

/* By how much fn can change between neighbours where it does not jump, several times over. */
static double slope_of_neighbours(struct search *search, double x) {
    const double stiff = 1e-14 * fabs(search->stiffness[0]) * (fabs(search->start[0]) + fabs(x));
    fn_excess(search, x);
    return fmax(stiff, blur_along_n(search));
}

/* The excess changes its sign between a and b: down to neighbours. True if it is 0 there. */
static bool bisect_excess(struct search *search, double a, double b, double *x) {
    double at_a = fn_excess(search, a), at_b = fn_excess(search, b);
    for (int i = 0; i < BISECTIONS; i++) {
        double middle = 0.5 * (a + b), f = fn_excess(search, middle);
        if (middle == a || middle == b)
            break;
        bool same = (f > 0) == (at_a > 0);
        *(same ? &a : &b) = middle;
        *(same ? &at_a : &at_b) = f;
    }
    *x = fabs(at_a) < fabs(at_b) ? a : b;
    if (fmin(fabs(at_a), fabs(at_b)) <= 1e-11 * search->scale ||
        fabs(at_a - at_b) <= slope_of_neighbours(search, *x))
        return true;
    double un_a = search->start[0] + a, un_b = search->start[0] + b;
    fn_excess(search, a);
    double viscous = search->vfn;
    fn_excess(search, b);
    search->jump =
        (struct jump){true, fabs(un_a) < fabs(un_b) ? un_a : un_b, at_a + search->target[0],
                      at_b + search->target[0], search->vfn - viscous};
    return false;
}

/* The largest force between the paces a and b, by golden sections: what the law carries at most.
 * SIGN, 1 or -1: in which direction. */
static void refine_most(struct search *search, double a, double b, double sign) {
    static const double section = 0.6180339887498949;
    for (int i = 0; i < 2 * BISECTIONS && fabs(b - a) > 1e-15 * fabs(b); i++) {
        double c = b - section * (b - a), d = a + section * (b - a);
        double at_c = sign * fn_excess(search, c), at_d = sign * fn_excess(search, d);
        *(at_c > at_d ? &b : &a) = at_c > at_d ? d : c;
        search->most = fmax(search->most, fmax(at_c, at_d));
    }
}

/* The balance along n, in paces from where un is now; a pace ends at first touch if it would lead
 * across it. */
static bool follow_touch(struct search *search, double *x) {
    double unit = search->loading->setup->pair.r_eff, touch = -search->start[0],
           good = good_enough(search);
    double a = 0, at_a = fn_excess(search, a), sign = at_a > 0 ? -1 : 1, from = a, to = a;
    double pace = fmax(1e-16 * unit, fmin(1e-3 * fabs(at_a) / search->stiffness[0], 1e-8 * unit));
    search->most = sign * at_a;
    for (int i = 0; i < PACES && fabs(at_a) > good && fabs(a) <= unit; i++, pace *= 1.1) {
        double b = a + sign * pace;
        if ((touch - a) * (touch - b) < 0)
            b = touch;
        double at_b = fn_excess(search, b);
        if (isnan(at_b))
            break;
        if (fabs(at_b) > good && (at_b > 0) != (at_a > 0))
            return bisect_excess(search, a, b, x);
        if (sign * at_b > search->most)
            search->most = sign * at_b, from = a, to = b + sign * 1.1 * pace;
        a = b, at_a = at_b;
        if (sign > 0 && search->active < 0.5)
            break;
    }
    *x = a;
    if (fabs(at_a) <= good)
        return true;
    refine_most(search, from, to, sign);
    search->most = sign * search->most + search->target[0];
    return false;
}

/* ---- Refusals -------------------------------------------------------------------------------- */

/* The most that the contact carries in a DoF: the force far in the direction of the target. */
static double carried_most(struct search *search, const double *x, size_t which) {
    double far[LT_DOFS], f[LT_DOFS];
    memcpy(far, x, sizeof far);
    double push = 1e3 * search->scale / search->stiffness[which];
    far[which] += search->target[which] > 0 ? push : -push;
    miss_by(search, far, search->count, f);
    return f[which] + search->target[which];
}

/* No contact, and no overlap. */
static bool is_open(const struct lt_setup *setup) {
    return setup->values[LT_CONTACT] < 0.5 && setup->values[LT_UN] > setup->contact.reach;
}

/* Say why there is no balance along n; false. */
static bool refuse_normal(const struct search *search) {
    struct lt_setup *setup = search->loading->setup;
    const struct jump *jump = &search->jump;
    double asked = search->target[0];
    int n = snprintf(setup->why, sizeof setup->why, "no static balance: fn asked %.10g N, ", asked);
    char *rest = setup->why + n;
    size_t room = sizeof setup->why - (size_t)n;
    if (jump->found && fabs(jump->viscous) > 1e-3 * fabs(jump->to - jump->from))
        snprintf(rest, room,
                 "but at un = %.10g m fn goes from %.10g N to %.10g N at once: %.10g N of it are "
                 "the dashpot's, since the particles meet within one step",
                 jump->un, jump->from, jump->to, jump->viscous);
    else if (jump->found)
        snprintf(rest, room, "but the law jumps: at un = %.10g m fn goes from %.10g N to %.10g N",
                 jump->un, jump->from, jump->to);
    else
        snprintf(rest, room, "the law carries at most %.10g N; %s", search->most,
                 is_open(setup)         ? "the contact is open"
                 : asked > search->most ? "a larger tension separates the particles"
                                        : "more overlap does not increase it");
    return false;
}

/* Say which of several forces is not met, and how much of it the law carries; false. */
static bool refuse_balance(struct search *search, const double *x) {
    static const char *const forces[] = {"fn", "fs", "ft", "mn", "ms", "mt"};
    struct lt_setup *setup = search->loading->setup;
    double f[LT_DOFS], fn;
    miss_by(search, x, search->count, f);
    fn = search->fn;
    size_t worst = 0;
    for (size_t i = 1; i < search->count; i++)
        if (!(fabs(f[i]) <= fabs(f[worst])))
            worst = i;
    size_t dof = search->dof[worst];
    const char *unit = dof < 3 ? "N" : "N m";
    bool open = is_open(setup);
    double limit = open ? 0 : carried_most(search, x, worst);
    snprintf(
        setup->why, sizeof setup->why,
        "no static balance: %s asked %.10g %s, the law carries at most %.10g %s at fn = %.10g N%s",
        forces[dof], search->target[worst], unit, limit, unit, fn,
        open ? "; the contact is open" : "");
    return false;
}

/* The balanced DoFs, their target forces, and their stiffness at first touch. */
static void begin_search(struct search *search, const double *targets, const double *du) {
    const struct lt_loading *loading = search->loading;
    const struct lt_setup *setup = loading->setup;
    for (size_t i = 0; i < LT_DOFS; i++) {
        search->du[i] = du[i];
        if (!loading->inertia.balanced[i])
            continue;
        size_t k = search->count++;
        double stiffness = setup->stiffness[i] + setup->viscosity[i] / search->dt;
        search->dof[k] = i;
        search->start[k] = setup->values[LT_UN + i];
        search->target[k] = targets[i];
        search->stiffness[k] = stiffness > 0 ? stiffness : setup->stiffness[0];
        /* Where all targets are 0 a dashpot may still balance an attractive force. */
        const double *f = setup->values + i;
        search->scale = fmax(search->scale, fmax(fabs(targets[i]), fabs(f[LT_FN])));
        search->scale = fmax(search->scale, fabs(f[LT_VFN]));
    }
    search->scale = fmax(search->scale, 1e-300);
    /* Any stiffness will do where there is none. One that could not bear the force within the
     * radius is none either: the viscosity of a dashpot may grow from 0 at touch. */
    const double r_eff = setup->pair.r_eff;
    for (size_t k = 0; k < search->count; k++)
        if (!(search->stiffness[k] > (search->dof[k] < 3 ? search->scale / r_eff : 0)))
            search->stiffness[k] = search->scale / (1e-3 * r_eff);
}

/* Another code can answer a trial along n without making a step of its own, which is faster. */
static void only_look(const struct search *search, bool looking) {
    const struct lt_setup *setup = search->loading->setup;
    if (setup->served)
        setup->program->host->look(setup->served, looking);
}

/* Newton's method from the present overlap, if a dashpot bears part of the force, so that the step
 * is a short way. The solution must lie in the overlap: then no jump at touch is crossed. */
static bool move_within(struct search *search, double *x) {
    const double *values = search->loading->setup->values;
    double within = 0;
    const bool held = search->start[0] < 0 && values[LT_CONTACT] > 0 &&
                      fabs(values[LT_VFN]) > 1e-3 * search->scale;
    if (!held || !solve_balance(search, &within, 1) || search->start[0] + within > 0)
        return false;
    *x = within;
    return true;
}

/* The normal force decides what shear the contact can take, so it is balanced first. */
static bool balance_normal(struct search *search, double *x) {
    const bool jumps = search->loading->setup->jumps;
    return search->dof[0] != 0 || (jumps ? move_within(search, x) : solve_balance(search, x, 1)) ||
           follow_touch(search, x);
}

bool lt_balance_solve(const struct lt_loading *loading, double time, double dt, double *du) {
    struct lt_setup *setup = loading->setup;
    if (!memchr(loading->stage->whats, 's', LT_DOFS))
        return true;
    struct search search = {.loading = loading, .dt = dt};
    double targets[LT_DOFS], x[LT_DOFS] = {0};
    if (!lt_loading_values(loading, 's', time, targets))
        return false;
    begin_search(&search, targets, du);
    if (setup->contact.law->n_state > LT_BALANCE_STATE) {
        snprintf(setup->why, sizeof setup->why, "the law has too much state for static balance");
        return false;
    }
    /* An open contact gives no slope: close it first. */
    double un = search.start[0];
    if (search.dof[0] == 0 && un > 0 && search.target[0] < 0)
        x[0] = search.target[0] / search.stiffness[0] - un;
    bool normal_alone = search.dof[0] == 0 && search.count == 1;
    only_look(&search, true);
    bool balanced = balance_normal(&search, x);
    only_look(&search, !balanced || normal_alone);
    if (!balanced)
        return refuse_normal(&search);
    if (!normal_alone && !solve_balance(&search, x, search.count))
        return refuse_balance(&search, x);
    double f[LT_DOFS];
    miss_by(&search, x, search.count, f); /* leaves displacements and velocities in values[] */
    for (size_t k = 0; k < search.count; k++)
        du[search.dof[k]] = x[k];
    only_look(&search, false);
    return true;
}

/* ---- The velocity that a stage begins with --------------------------------------------------- */

/* Forces of the law, and their viscous parts, after a time DT at the velocities V. */
struct answer {
    double f[LT_DOFS], viscous[LT_DOFS];
};

static struct answer answer_after(struct lt_setup *setup, const double *v, double dt) {
    double *values = setup->values, now[2 * LT_DOFS], du[LT_DOFS], state[LT_BALANCE_STATE];
    memcpy(now, values + LT_UN, sizeof now);
    memcpy(state, values + setup->contact.names->state,
           setup->contact.law->n_state * sizeof *state);
    for (size_t i = 0; i < LT_DOFS; i++) {
        du[i] = dt * v[i];
        values[LT_UN + i] += du[i];
        values[LT_VN + i] = v[i];
    }
    const struct lt_out o = lt_ledger_try(&setup->contact, values, du, dt, state);
    memcpy(values + LT_UN, now, sizeof now);
    return (struct answer){{o.fn, o.fs, o.ft, o.mn, o.ms, o.mt},
                           {o.vfn, o.vfs, o.vft, o.vmn, o.vms, o.vmt}};
}

/* True if at the velocities V dashpots balance the target forces, and springs change them by less
 * within DT. */
static bool is_held(const struct lt_loading *loading, const double *targets, const double *v,
                    double dt) {
    static const double close = 1e-6, shortly = 1e-6;
    struct lt_setup *setup = loading->setup;
    const struct answer here = answer_after(setup, v, 0),
                        later = answer_after(setup, v, shortly * dt);
    const double *before = setup->values + LT_VFN;
    bool held = true;
    for (size_t i = 0; i < LT_DOFS; i++) {
        if (!loading->inertia.balanced[i])
            continue;
        const double drag = fabs(here.viscous[i] - before[i]), off = fabs(here.f[i] - targets[i]);
        const double spring = fabs(later.f[i] - later.viscous[i] - (here.f[i] - here.viscous[i]));
        held &= off <= close * fmax(fabs(targets[i]), fabs(here.viscous[i])) &&
                spring <= shortly * drag;
    }
    return held;
}

bool lt_balance_begin(const struct lt_loading *loading, double dt) {
    static const double brief = 1e-16; /* of a step: displacements do not change in it */
    struct lt_setup *setup = loading->setup;
    const struct lt_law *law = setup->contact.law;
    double *values = setup->values, now[2 * LT_DOFS], v[LT_DOFS], du[LT_DOFS] = {0},
           targets[LT_DOFS];
    if (!memchr(loading->stage->whats, 's', LT_DOFS) || setup->in_space || setup->served ||
        law->forward_only || law->n_state > LT_BALANCE_STATE || !(values[LT_CONTACT] > 0) ||
        !lt_loading_values(loading, 's', 0, targets))
        return false;
    memcpy(now, values + LT_UN, sizeof now);
    const bool found = lt_balance_solve(loading, 0, brief * dt, du);
    memcpy(v, values + LT_VN, sizeof v);
    memcpy(values + LT_UN, now, sizeof now);
    if (!found || !is_held(loading, targets, v, dt))
        return false;
    memcpy(values + LT_VN, v, sizeof v);
    return memcmp(v, now + LT_DOFS, sizeof v) != 0;
}

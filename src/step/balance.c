/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "step/balance.h"

#include <gsl/gsl_linalg.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Limits of Newton's method. It converges in some ten iterations; 40 halvings shorten a step to
 * 1e-12 of itself, below which the force does not decrease either. */
enum { MAX_ITERATIONS = 60, MAX_HALVINGS = 40 };

/* Force tolerances, relative to search->scale. Iterations go on down to the first one, some 45
 * rounding errors of a force; of a code that is given the places of centres, which have lost two
 * digits of the overlap, to the second one. If they stagnate above it the third one is accepted. */
static const double newton_tol = 1e-14, served_tol = 1e-12, stagnation_tol = 1e-11;

/* Displacement of a difference quotient, relative to un or to the increment of the step: a few
 * times sqrt(DBL_EPSILON), which balances truncation against rounding. */
static const double difference_step = 1e-7;

/* The unknowns and target forces of one balance, and the last evaluation of the law. Displacements
 * are in m and rad, forces in N and N m. */
struct search {
    const struct lt_loading *loading;
    double dt;
    size_t count, dof[LT_DOFS]; /* the balanced DoFs */
    double start[LT_DOFS];      /* their displacements before the step */
    double target[LT_DOFS];     /* the forces that they are to have */
    double stiffness[LT_DOFS];  /* estimate of d force / d displacement */
    double scale;               /* largest force involved, > 0 */
    double du[LT_DOFS];         /* increments of all six DoFs */
    double fn, vfn, active;     /* last evaluation: normal force, viscous part, in contact or not */
    double max_force;           /* if there is no balance along n: the largest fn carried, or */
    struct jump {               /* where fn jumps */
        bool found;
        double un, from, to; /* m; N on either side */
        double viscous;      /* N, change of the viscous part in it */
    } jump;
};

/* The misfit of a force, in N or N m, that counts as balance. */
static double force_tolerance(const struct search *search) {
    return (search->loading->setup->served ? served_tol : newton_tol) * search->scale;
}

/* Evaluates the law for the increments search->du on a copy of its state, so that a trial leaves no
 * trace. */
static struct lt_out try_law(const struct search *search) {
    const struct lt_setup *setup = search->loading->setup;
    const struct lt_contact *contact = &setup->contact;
    double state[LT_BALANCE_STATE];
    memcpy(state, setup->values + contact->names->state, contact->law->n_state * sizeof *state);
    return lt_ledger_try(contact, setup->values, search->du, search->dt, state);
}

/* OUT gets the contact forces less their targets (N, N m) with the increments X (m, rad) of the
 * first N balanced DoFs. The displacements, and the velocities X/dt, remain in values[]. */
static void evaluate_misfit(struct search *search, const double *x, size_t n, double *out) {
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

/* The change of fn, in N, that rounding of un makes at the last evaluation: a stiff contact cannot
 * be balanced more exactly. The velocity is kept, so that a dashpot is not counted. */
static double rounding_of_fn(struct search *search) {
    /* Relative to un: 45 DBL_EPSILON, for un and for what the law computes from it. */
    static const double rounding = 1e-14;
    double *un = search->loading->setup->values + LT_UN;
    const double now = *un, du = search->du[0], change = difference_step * fabs(now);
    if (search->dof[0] != 0 || change == 0)
        return 0;
    *un += change, search->du[0] += change;
    const double moved = try_law(search).fn;
    *un = now, search->du[0] = du;
    return rounding / difference_step * fabs(moved - search->fn);
}

/* The largest |x|; infinite if one is NaN, so that no misfit of a failed evaluation seems small. */
static double max_abs(const double *x, size_t n) {
    double most = 0;
    for (size_t i = 0; i < n; i++)
        most = fmax(most, isnan(x[i]) ? INFINITY : fabs(x[i]));
    return most;
}

/* Newton's step from the increments X (m, rad) of the first N balanced DoFs, where the forces
 * miss their targets by F (N, N m); STEP gets it. The Jacobian is made of difference quotients,
 * each towards the target: the force of a contact about to open or to slip changes on one side
 * only. False if the Jacobian is singular. */
static bool newton_step(struct search *search, const double *x, const double *f, size_t n,
                        double *step) {
    double jacobian[LT_DOFS * LT_DOFS], right[LT_DOFS];
    for (size_t k = 0; k < n; k++) {
        double moved[LT_DOFS], there[LT_DOFS];
        /* At least 1e-6 of the way to the target; misfits below 1e-6 of the scale count as that. */
        double size = fmax(difference_step * fabs(x[k]),
                           1e-6 * fmax(fabs(f[k]), 1e-6 * search->scale) / search->stiffness[k]);
        double small = f[k] > 0 ? -size : size;
        memcpy(moved, x, n * sizeof *x);
        moved[k] += small;
        evaluate_misfit(search, moved, n, there);
        for (size_t i = 0; i < n; i++)
            jacobian[i * n + k] = (there[i] - f[i]) / small;
        /* No displacement changes this force, and it meets its target: keep the row regular. */
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
    /* A pivot below 1e-12 of the stiffness is the rounding of an exact 0. */
    return least > 1e-12 && gsl_linalg_LU_solve(&a.matrix, &permutation, &b.vector, &s.vector) == 0;
}

/* Newton's method for the first n balanced DoFs: X has the increments, m and rad, from which it
 * begins, and gets the best ones. Steps that do not reduce the misfit are halved. True if the
 * misfit is within the tolerance, or has stagnated at the rounding of the forces. */
static bool solve_balance(struct search *search, double *x, size_t n) {
    double f[LT_DOFS], tolerance = force_tolerance(search);
    evaluate_misfit(search, x, n, f);
    for (int i = 0; i < MAX_ITERATIONS; i++) {
        double step[LT_DOFS], next[LT_DOFS], there[LT_DOFS], before = max_abs(f, n);
        if (before <= tolerance)
            return true;
        if (!newton_step(search, x, f, n, step))
            break;
        int halving = 0;
        for (double share = 1; halving < MAX_HALVINGS; halving++, share *= 0.5) {
            for (size_t k = 0; k < n; k++)
                next[k] = x[k] + share * step[k];
            evaluate_misfit(search, next, n, there);
            if (max_abs(there, n) < before)
                break;
        }
        if (halving == MAX_HALVINGS)
            break;
        memcpy(x, next, n * sizeof *x);
        memcpy(f, there, n * sizeof *f);
    }
    return max_abs(f, n) <= stagnation_tol * search->scale ||
           (n == 1 && fabs(f[0]) <= rounding_of_fn(search));
}

/* ---- Search along n ---------------------------------------------------------------------------
 * Newton's method does not cross a jump of fn. A search does: un changes in growing steps, closing
 * if fn is more tensile than its target, opening if it is less, until fn has passed the target. */

/* Steps grow by 1.1: 400 of them span 16 decades, from the smallest one to the effective radius.
 * Some 55 halvings lead from a step to neighbouring doubles; 200 leave room where an end is 0. */
static const double step_growth = 1.1;
enum { MAX_STEPS_ALONG_N = 400, MAX_BISECTIONS = 200 };

/* fn less its target, in N, with un increased by X, m. */
static double fn_excess(struct search *search, double x) {
    double f;
    evaluate_misfit(search, &x, 1, &f);
    return f;
}

/* A bound, in N, on the change of fn between neighbouring doubles un at the increment X (m),
 * where fn is continuous; a larger change is a jump. The factor 1e-14 is 45 DBL_EPSILON. */
static double continuous_change(struct search *search, double x) {
    const double stiff = 1e-14 * fabs(search->stiffness[0]) * (fabs(search->start[0]) + fabs(x));
    fn_excess(search, x);
    return fmax(stiff, rounding_of_fn(search));
}

/* The excess of fn changes its sign between the increments a and b of un, in m. Bisects down to
 * neighbouring doubles; *X is the one of them with the smaller excess. True if fn meets its target
 * there or is continuous; else fn jumps across the target, and search->jump describes the jump. */
static bool bisect_excess(struct search *search, double a, double b, double *x) {
    double at_a = fn_excess(search, a), at_b = fn_excess(search, b);
    for (int i = 0; i < MAX_BISECTIONS; i++) {
        double middle = 0.5 * (a + b), f = fn_excess(search, middle);
        if (middle == a || middle == b)
            break;
        bool same = (f > 0) == (at_a > 0);
        *(same ? &a : &b) = middle;
        *(same ? &at_a : &at_b) = f;
    }
    *x = fabs(at_a) < fabs(at_b) ? a : b;
    if (fmin(fabs(at_a), fabs(at_b)) <= stagnation_tol * search->scale ||
        fabs(at_a - at_b) <= continuous_change(search, *x))
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

/* The extreme of fn between a and b by golden sections, for the message: a search in steps alone
 * misses the largest force that the law carries. SIGN is 1 for the most tensile, -1 for the most
 * compressive force. */
static void refine_max_force(struct search *search, double a, double b, double sign) {
    static const double section = 0.6180339887498949; /* (sqrt(5) - 1)/2 */
    /* 1e-15 is 4 DBL_EPSILON: then a and b do not differ by more than rounding. */
    for (int i = 0; i < 2 * MAX_BISECTIONS && fabs(b - a) > 1e-15 * fabs(b); i++) {
        double c = b - section * (b - a), d = a + section * (b - a);
        double at_c = sign * fn_excess(search, c), at_d = sign * fn_excess(search, d);
        *(at_c > at_d ? &b : &a) = at_c > at_d ? d : c;
        search->max_force = fmax(search->max_force, fmax(at_c, at_d));
    }
}

/* Finds the balance along n in growing steps from the present un; *X gets the increment of un, m. A
 * step that would cross first touch ends there, since there fn may jump. False: search->max_force
 * or search->jump say why. */
static bool search_along_n(struct search *search, double *x) {
    double unit = search->loading->setup->pair.r_eff, touch = -search->start[0],
           tolerance = force_tolerance(search);
    double a = 0, at_a = fn_excess(search, a), sign = at_a > 0 ? -1 : 1, from = a, to = a;
    /* m: a thousandth of the way to the target that the stiffness suggests, at most 1e-8 and at
     * least 1e-16 of the effective radius, so that a weak contact is not missed. */
    double step = fmax(1e-16 * unit, fmin(1e-3 * fabs(at_a) / search->stiffness[0], 1e-8 * unit));
    search->max_force = sign * at_a;
    /* Step in the direction of the target, and note the largest force on the way. */
    for (int i = 0; i < MAX_STEPS_ALONG_N && fabs(at_a) > tolerance && fabs(a) <= unit;
         i++, step *= step_growth) {
        double b = a + sign * step;
        if ((touch - a) * (touch - b) < 0)
            b = touch;
        double at_b = fn_excess(search, b);
        if (isnan(at_b))
            break;
        if (fabs(at_b) > tolerance && (at_b > 0) != (at_a > 0))
            return bisect_excess(search, a, b, x);
        if (sign * at_b > search->max_force)
            search->max_force = sign * at_b, from = a, to = b + sign * step_growth * step;
        a = b, at_a = at_b;
        /* Opening, the contact has ended: no force beyond. */
        if (sign > 0 && search->active < 0.5)
            break;
    }
    *x = a;
    if (fabs(at_a) <= tolerance)
        return true;
    refine_max_force(search, from, to, sign);
    search->max_force = sign * search->max_force + search->target[0];
    return false;
}

/* ---- Refusals -------------------------------------------------------------------------------- */

/* The largest force, in N or N m, that the contact carries in the balanced DoF with index WHICH
 * in the search, from the increments X (m, rad): the force after a displacement in the direction
 * of the target that would take a thousandfold load. */
static double largest_carried(struct search *search, const double *x, size_t which) {
    double far[LT_DOFS], f[LT_DOFS];
    memcpy(far, x, sizeof far);
    double push = 1e3 * search->scale / search->stiffness[which];
    far[which] += search->target[which] > 0 ? push : -push;
    evaluate_misfit(search, far, search->count, f);
    return f[which] + search->target[which];
}

/* True if there is no contact, and the gap exceeds the interaction range. */
static bool is_open(const struct lt_setup *setup) {
    return setup->values[LT_CONTACT] < 0.5 && setup->values[LT_UN] > setup->contact.reach;
}

/* Writes into setup->why why there is no balance along n, with numbers. Returns false. */
static bool refuse_normal(const struct search *search) {
    struct lt_setup *setup = search->loading->setup;
    const struct jump *jump = &search->jump;
    double target = search->target[0];
    int n =
        snprintf(setup->why, sizeof setup->why, "no static balance: target fn = %.10g N, ", target);
    char *rest = setup->why + n;
    size_t room = sizeof setup->why - (size_t)n;
    /* The dashpot made the jump if more than a thousandth of it is viscous. */
    if (jump->found && fabs(jump->viscous) > 1e-3 * fabs(jump->to - jump->from))
        snprintf(
            rest, room,
            "but at un = %.10g m fn jumps from %.10g N to %.10g N; %.10g N of the jump are the "
            "dashpot's, since the particles meet within one step",
            jump->un, jump->from, jump->to, jump->viscous);
    else if (jump->found)
        snprintf(rest, room,
                 "but the law is discontinuous: at un = %.10g m fn jumps from %.10g N to %.10g N",
                 jump->un, jump->from, jump->to);
    else
        snprintf(rest, room, "the law carries at most %.10g N; %s", search->max_force,
                 is_open(setup)               ? "the contact is open"
                 : target > search->max_force ? "a larger tension separates the particles"
                                              : "more overlap does not increase it");
    return false;
}

/* Writes into setup->why which force misses its target most, and how much of it the law carries.
 * Returns false. */
static bool refuse_balance(struct search *search, const double *x) {
    static const char *const forces[] = {"fn", "fs", "ft", "mn", "ms", "mt"};
    struct lt_setup *setup = search->loading->setup;
    double f[LT_DOFS], fn;
    evaluate_misfit(search, x, search->count, f);
    fn = search->fn;
    size_t worst = 0;
    for (size_t i = 1; i < search->count; i++)
        if (!(fabs(f[i]) <= fabs(f[worst])))
            worst = i;
    size_t dof = search->dof[worst];
    const char *unit = dof < 3 ? "N" : "N m";
    bool open = is_open(setup);
    double limit = open ? 0 : largest_carried(search, x, worst);
    snprintf(setup->why, sizeof setup->why,
             "no static balance: target %s = %.10g %s, the law carries at most %.10g %s at fn = "
             "%.10g N%s",
             forces[dof], search->target[worst], unit, limit, unit, fn,
             open ? "; the contact is open" : "");
    return false;
}

/* Fills the search from the TARGETS (N, N m) and the increments DU of all DoFs (m, rad):
 * balanced DoFs, target forces, force scale, and the stiffness of springs at first touch
 * together with that of dashpots, viscosity/dt. */
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
        /* Targets of 0 set no scale; the present force, which a dashpot may balance, does. */
        const double *f = setup->values + i;
        search->scale = fmax(search->scale, fmax(fabs(targets[i]), fabs(f[LT_FN])));
        search->scale = fmax(search->scale, fabs(f[LT_VFN]));
    }
    search->scale = fmax(search->scale, 1e-300); /* not 0: it divides */
    /* Without a stiffness assume that a thousandth of the radius bears the force: Newton's method
     * corrects it. A stiffness that could not bear the force within the radius is no estimate
     * either, since the viscosity of a dashpot may grow from 0 at touch. */
    const double r_eff = setup->pair.r_eff;
    for (size_t k = 0; k < search->count; k++)
        if (!(search->stiffness[k] > (search->dof[k] < 3 ? search->scale / r_eff : 0)))
            search->stiffness[k] = search->scale / (1e-3 * r_eff);
}

/* Announce to a code that computes the law whether evaluations are trials: some codes evaluate a
 * force along n without making a step, which is faster. */
static void announce_trials(const struct search *search, bool trials) {
    const struct lt_setup *setup = search->loading->setup;
    if (setup->served)
        setup->program->host->look(setup->served, trials);
}

/* Newton's method from the present overlap, for a law whose fn jumps at touch. It is tried only
 * where a dashpot bears more than a thousandth of the force, so that the displacement of the step
 * is small; the solution must overlap, so that no jump at touch is crossed. True: *X has the
 * increment of un, m; else *X is unchanged. */
static bool solve_in_overlap(struct search *search, double *x) {
    const double *values = search->loading->setup->values;
    double increment = 0;
    const bool damped = search->start[0] < 0 && values[LT_CONTACT] > 0 &&
                        fabs(values[LT_VFN]) > 1e-3 * search->scale;
    if (!damped || !solve_balance(search, &increment, 1) || search->start[0] + increment > 0)
        return false;
    *x = increment;
    return true;
}

/* Balances fn before the other forces, since it decides how large a shear force the contact can
 * bear. True if it is balanced, by the increment *X of un, m, or if it is not to be balanced. */
static bool balance_normal(struct search *search, double *x) {
    const bool jumps = search->loading->setup->jumps;
    return search->dof[0] != 0 ||
           (jumps ? solve_in_overlap(search, x) : solve_balance(search, x, 1)) ||
           search_along_n(search, x);
}

/* Solves for the increments of the DoFs in static balance ('s') at TIME (s in the stage), for a
 * step of DT seconds, so that their contact forces meet the targets. DU has the increments of
 * the other DoFs and gets those found, m and rad; values[] get displacements and velocities.
 * True also if no DoF is balanced. False: there is no balance, or the law has too many states;
 * setup->why has the reason. */
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
        snprintf(setup->why, sizeof setup->why,
                 "static balance (s) allows at most %d state variables, the law has %zu",
                 LT_BALANCE_STATE, setup->contact.law->n_state);
        return false;
    }
    /* An open contact has no stiffness for Newton's method: begin where the estimate balances. */
    double un = search.start[0];
    if (search.dof[0] == 0 && un > 0 && search.target[0] < 0)
        x[0] = search.target[0] / search.stiffness[0] - un;
    bool normal_alone = search.dof[0] == 0 && search.count == 1;
    /* Balance along n first; then all balanced DoFs together, since shear may change fn. */
    announce_trials(&search, true);
    bool balanced = balance_normal(&search, x);
    announce_trials(&search, !balanced || normal_alone);
    if (!balanced)
        return refuse_normal(&search);
    if (!normal_alone && !solve_balance(&search, x, search.count))
        return refuse_balance(&search, x);
    double f[LT_DOFS];
    evaluate_misfit(&search, x, search.count,
                    f); /* leaves displacements and velocities in values[] */
    for (size_t k = 0; k < search.count; k++)
        du[search.dof[k]] = x[k];
    announce_trials(&search, false);
    return true;
}

/* ---- The velocity that a stage begins with --------------------------------------------------- */

/* Forces of the law and their viscous parts, N and N m. */
struct forces {
    double f[LT_DOFS], viscous[LT_DOFS];
};

/* The forces that the law would have after a time DT (s) at the velocities V (m/s, rad/s);
 * nothing is changed. */
static struct forces forces_after(struct lt_setup *setup, const double *v, double dt) {
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
    return (struct forces){{o.fn, o.fs, o.ft, o.mn, o.ms, o.mt},
                           {o.vfn, o.vfs, o.vft, o.vmn, o.vms, o.vmt}};
}

/* True if at the velocities V (m/s, rad/s) dashpots balance the TARGETS (N, N m), and if within
 * the step DT (s) the springs change their forces by less than the dashpots have changed theirs.
 * Otherwise the velocity would be gone after the next step, and is of no use. */
static bool dashpots_balance(const struct lt_loading *loading, const double *targets,
                             const double *v, double dt) {
    /* The force tolerance, relative to target and viscous force; and the share of DT over which the
     * springs' rate is taken: short, so that they do not leave their present branch. */
    static const double force_tol = 1e-6, short_share = 1e-6;
    struct lt_setup *setup = loading->setup;
    const struct forces here = forces_after(setup, v, 0),
                        later = forces_after(setup, v, short_share * dt);
    const double *before = setup->values + LT_VFN;
    bool balanced = true;
    for (size_t i = 0; i < LT_DOFS; i++) {
        if (!loading->inertia.balanced[i])
            continue;
        const double drag = fabs(here.viscous[i] - before[i]),
                     misfit = fabs(here.f[i] - targets[i]);
        const double spring = fabs(later.f[i] - later.viscous[i] - (here.f[i] - here.viscous[i]));
        balanced &= misfit <= force_tol * fmax(fabs(targets[i]), fabs(here.viscous[i])) &&
                    spring <= short_share * drag;
    }
    return balanced;
}

/* Sets the velocity with which a stage in static balance begins, where dashpots balance the
 * targets at the present displacements. DT: the time step, s. True if the velocities in values[]
 * have changed; false if there is no such velocity, or it was there already. It leaves no error. */
bool lt_balance_begin(const struct lt_loading *loading, double dt) {
    /* Share of a step in which no displacement changes by more than rounding, about DBL_EPSILON/2:
     * then the solution is a velocity. */
    static const double instant = 1e-16;
    struct lt_setup *setup = loading->setup;
    const struct lt_law *law = setup->contact.law;
    double *values = setup->values, now[2 * LT_DOFS], v[LT_DOFS], du[LT_DOFS] = {0},
           targets[LT_DOFS];
    if (!memchr(loading->stage->whats, 's', LT_DOFS) || setup->in_space || setup->served ||
        law->forward_only || law->n_state > LT_BALANCE_STATE || !(values[LT_CONTACT] > 0) ||
        !lt_loading_values(loading, 's', 0, targets))
        return false;
    memcpy(now, values + LT_UN, sizeof now);
    /* Solve for a step too short to change a displacement, then restore the displacements. */
    const bool found = lt_balance_solve(loading, 0, instant * dt, du);
    memcpy(v, values + LT_VN, sizeof v);
    memcpy(values + LT_UN, now, sizeof now);
    if (!found || !dashpots_balance(loading, targets, v, dt))
        return false;
    memcpy(values + LT_VN, v, sizeof v);
    return memcmp(v, now + LT_DOFS, sizeof v) != 0;
}

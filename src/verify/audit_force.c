/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks of the force: where it must be zero, what limits it, that it does not jump. */
#include "registry/own_part.h"
#include "registry/roles.h"
#include "verify/auditing.h"

#include <float.h>
#include <stdio.h>

static const char *const letters[] = {"fn", "fs", "ft", "mn", "ms", "mt"};

/* Component 0 to 5 of an answer, fn to mt, without its viscous part, N or N m. */
static double elastic_force(const struct lt_out *o, int component) {
    const double f[] = {o->fn - o->vfn, o->fs - o->vfs, o->ft - o->vft,
                        o->mn - o->vmn, o->ms - o->vms, o->mt - o->vmt};
    return f[component];
}

/* ---- Nothing where nothing is ---------------------------------------------------------------- */

/* Returns true if all numbers of an answer and its dissipations LOSS are finite. */
static bool is_finite_answer(const struct lt_out *o, const double *loss, size_t n_losses) {
    for (size_t i = 0; i < n_losses; i++)
        if (!isfinite(loss[i]))
            return false;
    return lt_drive_nonfinite(o) < 0;
}

/* Evaluates the law in one step to UN, m, approaching at SPEED, m/s (0: at rest), of a new contact
 * or, with ACTIVE 1, an existing one. Returns true if its answer is finite; *FORCE: its size, N,
 * without an attraction (fn > 0), which at first touch is adhesion. */
static bool finite_at(struct lt_audit_bench *bench, const struct lt_audit_trace *t, double un,
                      double speed, double dt, double active, double *force) {
    const struct lt_law *law = bench->law;
    double *state = lt_arena_get(bench->arena, (law->n_state + 1) * sizeof *state);
    double *loss = lt_arena_get(bench->arena, (law->n_losses + 1) * sizeof *loss);
    const double nothing[LT_DOFS] = {0};
    const double u[LT_DOFS] = {un}, v[LT_DOFS] = {-speed}, du[LT_DOFS] = {-speed * dt};
    struct lt_drive_step s = lt_drive_make_step(u, speed > 0 ? du : nothing, v, dt, active);
    const struct lt_out o = *lt_drive_evaluate(&t->drive, &s, state, loss);
    /* Attraction at first touch is adhesion; that it jumps there is left to the check continuity.
     */
    *force = hypot(fmin(o.fn, 0), hypot(o.fs, o.ft));
    return is_finite_answer(&o, loss, law->n_losses);
}

/* Returns true if the law's answer is finite at an overlap of 1e-3 of the length of the case with
 * dt = 0, with which the host calls it, too; else false, and DETAIL says where it is not. */
static bool finite_without_time(struct lt_audit_bench *bench, const struct lt_audit_trace *t,
                                char *detail, size_t size) {
    const double un = -1e-3 * bench->now->length;
    double force;
    for (int active = 0; active < 2; active++) {
        if (finite_at(bench, t, un, 0, 0, active, &force))
            continue;
        const bool later = finite_at(bench, t, un, 0, bench->now->time / 100, active, &force);
        snprintf(detail, size,
                 later ? "no finite result at un = %g m with dt = 0, by which the host inspects a "
                         "state: is there a division by dt? Velocities are given as vn ... wt"
                       : "no finite result at un = %g m, at rest, for any dt",
                 un);
        return false;
    }
    return true;
}

/* Returns true if a new contact, which is not active far out, is active after a step to UN, m. Its
 * first step is far out, where no bond is made that is there from the start. */
static bool is_made_at(struct lt_audit_bench *bench, const struct lt_audit_trace *t, double un) {
    const struct lt_law *law = bench->law;
    double *state = lt_arena_get(bench->arena, (law->n_state + 1) * sizeof *state);
    double *loss = lt_arena_get(bench->arena, (law->n_losses + 1) * sizeof *loss);
    const double still[LT_DOFS] = {0}, far[LT_DOFS] = {1e6 * bench->now->length}, u[LT_DOFS] = {un},
                 du[LT_DOFS] = {un - far[0]};
    struct lt_drive_step first = lt_drive_make_step(far, still, still, bench->now->time, 0),
                         s = lt_drive_make_step(u, du, still, bench->now->time, 0);
    return !(lt_drive_evaluate(&t->drive, &first, state, loss)->active > 0.5) &&
           lt_drive_evaluate(&t->drive, &s, state, loss)->active > 0.5;
}

/* Returns true if the contact is made at the gap that the law declares by reach(), and never active
 * beyond the one by lost_gap; else false, and DETAIL, of SIZE bytes, says where. */
static bool is_at_declared_gap(struct lt_audit_bench *bench, const struct lt_audit_trace *t,
                               char *detail, size_t size) {
    const struct lt_law *law = bench->law;
    const double near = 1e-6, /* relative: far above rounding, far below a step */
        reach = law->reach ? law->reach(&t->drive.pair, t->drive.params, t->drive.derived) : 0;
    const bool farther = reach > 0 && is_made_at(bench, t, (1 + near) * reach);
    if (farther || (reach > 0 && !is_made_at(bench, t, (1 - near) * reach))) {
        snprintf(detail, size, "by reach() a contact is made at a gap of %.6g m, but it is made %s",
                 reach, farther ? "farther out" : "nearer");
        return false;
    }
    for (size_t i = 0; i < t->count; i++) {
        const struct lt_out *o = &t->steps[i].out;
        if (!(o->active > 0.5 && o->lost_gap > 0 && t->steps[i].u[0] > (1 + near) * o->lost_gap))
            continue;
        snprintf(detail, size,
                 "the contact is active at a gap of %.6g m, but lost_gap says that it ends at %.6g "
                 "m",
                 t->steps[i].u[0], o->lost_gap);
        return false;
    }
    return true;
}

/* Check "zero-response": the force at zero overlap and at rest, relative to the largest force of
 * the path; INFINITY: an answer is not finite, or there is a force where the contact is not
 * active. */
double lt_audit_force_finite(struct lt_audit_bench *bench, char *detail, size_t size) {
    static const double overlaps[] = {0, 1e-300, 1e-100, 1e-30, 1e-16, 1e-12, 1e-9, -1e-12, -1e-3};
    const struct lt_audit_trace *t = lt_audit_drive_base(bench);
    const double dt = bench->now->time / 100;
    double most = 0, force;
    if (t->undefined) {
        snprintf(detail, size, "derive() accepts these parameters, but gives NaN: %s", t->refused);
        return INFINITY;
    }
    if (!finite_without_time(bench, t, detail, size) || !is_at_declared_gap(bench, t, detail, size))
        return INFINITY;
    /* Single answers at each overlap: at rest and moving along n (odd i), of a contact that was not
     * active and one that was (i % 4 > 1). */
    for (size_t i = 0; i < 4 * sizeof overlaps / sizeof *overlaps; i++) {
        const double un = -bench->now->length * overlaps[i / 4];
        const double speed = i % 2 ? bench->now->length / bench->now->time : 0;
        const double active = i % 4 > 1;
        if (!finite_at(bench, t, un, speed, dt, active, &force)) {
            snprintf(detail, size,
                     "no finite result at un = %g m, vn = %g m/s, of a contact that was %s: is "
                     "there a division by the overlap, the speed or the force?",
                     un, -speed, active > 0 ? "active" : "not active");
            return INFINITY;
        }
        if (un == 0 && speed == 0 && t->force > 0 && force / t->force > most) {
            most = force / t->force;
            snprintf(detail, size,
                     "at zero overlap and at rest the force is %.3g N, which is not an attraction",
                     force);
        }
    }
    /* The steps of the path: finite, and without any force where the contact is not active. */
    for (size_t i = 0; i < t->count; i++) {
        const struct lt_drive_step *s = &t->steps[i];
        if (!t->finite && !is_finite_answer(&s->out, NULL, 0)) {
            snprintf(detail, size, "no finite result at un = %g m, step %zu of the path", s->u[0],
                     i + 1);
            return INFINITY;
        }
        for (int k = 0; k < LT_DOFS; k++)
            if (s->out.active < 0.5 && (s->f[k] != 0 || s->viscous[k] != 0)) {
                snprintf(detail, size,
                         "%s is %.3g at un = %.3g m where the law says that the contact is not "
                         "active: set all forces to zero there",
                         letters[k], s->f[k], s->u[0]);
                return INFINITY;
            }
    }
    if (!t->finite) {
        snprintf(detail, size, "a loss on the path is not finite");
        return INFINITY;
    }
    return most;
}

/* Check "acts": 1 if a component of the force is not zero that the law declares never to act, else
 * 0. */
double lt_audit_force_acts(struct lt_audit_bench *bench, char *detail, size_t size) {
    const struct lt_audit_trace *t = lt_audit_drive_base(bench);
    for (int k = 0; k < LT_DOFS; k++)
        if (!(bench->law->acts >> k & 1) && (t->peak[k] != 0 || t->viscous_peak[k] != 0)) {
            snprintf(detail, size, "%s reaches %.3g, but .acts says that it is always zero",
                     letters[k], t->peak[k]);
            return 1;
        }
    return 0;
}

/* ---- Friction -------------------------------------------------------------------------------- */

/* The largest tangential force that a law allows: its own cap, or by its friction. */
struct allowed {
    const struct lt_law *law;
    double fric;
    const char *name;
};

/* Fills ALLOWED with the law's limit of friction for the current case: its own cap, or the
 * coefficient of friction. Returns false if it declares none, or there is no force. */
static bool find_allowed(const struct lt_audit_bench *bench, const struct lt_audit_trace *t,
                         struct allowed *allowed) {
    const struct lt_law *law = bench->law;
    const long index = lt_audit_role_find(bench, LT_FRICTION);
    *allowed = (struct allowed){law, index < 0 ? NAN : t->drive.params[index],
                                index < 0 ? "" : law->params[index].name};
    return (law->has_cap || isfinite(allowed->fric)) && t->finite && t->force > 0;
}

/* The largest tangential force, N, allowed in a step in which PRESS, N, is the compressive force.
 * WORDS, of SIZE bytes, describe the limit. */
static double limit_at(const struct allowed *a, const struct lt_drive_step *s, double press,
                       char *words, size_t size) {
    if (a->law->has_cap)
        snprintf(words, size, "the law's own cap (o->cap) is %.4g N", s->cap);
    else
        snprintf(words, size, "%s = %.3g and a normal force of %.4g N allow %.4g N", a->name,
                 a->fric, press, a->fric * press);
    return a->law->has_cap ? s->cap : a->fric * press;
}

/* Check "coulomb": the largest tangential force beyond friction, relative to the largest force; -1:
 * the law declares no friction. */
double lt_audit_force_coulomb(struct lt_audit_bench *bench, char *detail, size_t size) {
    const struct lt_audit_trace *t = lt_audit_drive_base(bench);
    struct allowed allowed;
    double most = 0;
    if (!find_allowed(bench, t, &allowed))
        return -1;
    for (size_t i = 0; i < t->count; i++) {
        char words[128];
        const struct lt_drive_step *s = &t->steps[i];
        const double *f = s->f, side = hypot(f[1], f[2]);
        const double limit = limit_at(&allowed, s, -f[0], words, sizeof words);
        const double excess = (side - limit) / t->force;
        if ((!(f[0] < 0) && !allowed.law->has_cap) || !(excess > most))
            continue;
        most = excess;
        snprintf(
            detail, size,
            "the tangential force is %.4g N (%.3g N of it viscous) where %s: limit the length "
            "of the vector (fs, ft), of all parts together, by the current compressive force, or "
            "return the limit that the law has (cap)",
            side, hypot(s->viscous[1], s->viscous[2]), words);
    }
    return most;
}

/* Check "friction": the largest force of the tangential springs beyond friction, relative to the
 * largest force, whether the law takes the normal force with or without its dashpot; -1: the law
 * declares no friction. */
double lt_audit_force_friction_of_springs(struct lt_audit_bench *bench, char *detail, size_t size) {
    const struct lt_audit_trace *t = lt_audit_drive_base(bench);
    struct allowed allowed;
    double most = 0;
    if (!find_allowed(bench, t, &allowed))
        return -1;
    for (size_t i = 0; i < t->count; i++) {
        char words[128];
        const struct lt_drive_step *s = &t->steps[i];
        const double side = hypot(s->f[1] - s->viscous[1], s->f[2] - s->viscous[2]);
        const double press = fmax(fabs(s->f[0]), fabs(s->f[0] - s->viscous[0]));
        const double limit = limit_at(&allowed, s, press, words, sizeof words);
        const double excess = (side - limit) / fmax(t->force, t->spring);
        if (!(excess > most))
            continue;
        most = excess;
        snprintf(detail, size,
                 "the tangential springs carry %.4g N where %s, with or without its dashpot", side,
                 words);
    }
    return most;
}

/* Check "tension": the largest tangential force without compression, relative to the largest force.
 * A law with its own cap may have friction in an adhesive contact. -1: there is no force. */
double lt_audit_force_tension(struct lt_audit_bench *bench, char *detail, size_t size) {
    const struct lt_audit_trace *t = lt_audit_drive_base(bench);
    const bool has_cap = bench->law->has_cap;
    if (!t->finite || !(t->force > 0))
        return -1;
    double most = 0;
    for (size_t i = 0; i < t->count; i++) {
        const struct lt_drive_step *s = &t->steps[i];
        const double side = hypot(s->f[1], s->f[2]);
        const double excess = (has_cap ? side - s->cap : side) / t->force;
        if (s->f[0] < 0 || !(excess > most))
            continue;
        most = excess;
        snprintf(detail, size,
                 "a tangential force of %.3g N without compression (fn = %.3g N, un = %.3g m)",
                 side, s->f[0], s->u[0]);
    }
    return most;
}

/* ---- Jumps ----------------------------------------------------------------------------------- */

/* The size of the change of elastic force component K in a step from the one before (s[-1]), N or N
 * m, without jumps that the law declares. */
static double elastic_change(const struct lt_drive_step *s, int k) {
    return fabs(s->f[k] - s->viscous[k] - s->jump[k] - (s[-1].f[k] - s[-1].viscous[k]));
}

/* The largest elastic force of a path, N, or for components from 3 on the largest moment, N m. */
static double spring_of(const struct lt_audit_trace *t, int component) {
    return component < 3 ? t->spring : t->spring_moment;
}

/* The largest change of the elastic force in a step, relative to the largest elastic force (at most
 * 2), in step *AT, in *COMPONENT. */
static double largest_jump(const struct lt_audit_trace *t, size_t *at, int *component) {
    double most = 0;
    for (size_t i = 1; i < t->count; i++)
        for (int k = 0; k < LT_DOFS; k++) {
            const double now = elastic_change(&t->steps[i], k) / spring_of(t, k);
            if (now > most) {
                most = now;
                *at = i;
                *component = k;
            }
        }
    return most;
}

/* A fine step subdivided; in its last part component K of the force changes strongly. */
struct steep {
    struct lt_audit_bench *bench;
    const struct lt_audit_trace *trace; /* up to the last part */
    const struct lt_drive_step *part;
    double *state, *loss;
    int k;
};

/* The elastic force after a fraction SHARE of the last part, N or N m, without declared jumps. */
static double force_after(const struct steep *steep, double share) {
    const struct lt_law *law = steep->bench->law;
    const struct lt_drive_step *s = steep->part, *before = s - 1;
    struct lt_drive_step to = {.dt = share * s->dt, .was = before->active};
    memcpy(to.v, s->v, sizeof to.v);
    for (int i = 0; i < LT_DOFS; i++) {
        to.u[i] = before->u[i] + share * s->du[i];
        to.du[i] = to.u[i] - before->u[i];
    }
    memcpy(steep->state, steep->trace->drive.state, (law->n_state + 1) * sizeof *steep->state);
    lt_drive_evaluate(&steep->trace->drive, &to, steep->state, steep->loss);
    lt_audit_jump_expect(steep->bench->jumps, &steep->trace->drive, before,
                         steep->trace->drive.state, &to, steep->state);
    return elastic_force(&to.out, steep->k) - to.jump[steep->k];
}

/* Bisects the last part, in rounded arithmetic, for the point where half of the change from *FROM
 * to *TO is reached. Returns the change left there, N or N m: a spring, however stiff, leaves none,
 * a jump keeps its height. */
static double abrupt_change(const struct steep *steep, double *from, double *to) {
    enum { HALVINGS = 40 }; /* to 1e-12 of the interval */
    const double start = *from, half = 0.5 * fabs(*to - start);
    double low = 0, high = 1;
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = 0.5 * (low + high), force = force_after(steep, middle);
        const bool is_over = fabs(force - start) > half;
        *(is_over ? &high : &low) = middle;
        *(is_over ? to : from) = force;
    }
    return fabs(*to - *from);
}

/* Subdivides fine step AT up to the part in which component K changes most. The first part is left
 * out, since its change starts from the middle of the step before. */
static struct steep steepest_part(struct lt_audit_bench *bench, size_t at, int k) {
    const struct lt_law *law = bench->law;
    struct lt_audit_variant split = {
        .refine = LT_AUDIT_FINE, .split_at = at + 1, .split_into = 4096};
    const struct lt_audit_trace *all = lt_audit_drive(bench, bench->now, &split);
    const struct lt_drive_step *s = &all->steps[at + 1];
    for (const struct lt_drive_step *i = s; i < &all->steps[all->count]; i++)
        s = elastic_change(i, k) > elastic_change(s, k) ? i : s;
    split.split_end = (int)(s - &all->steps[at]);
    return (struct steep){.bench = bench,
                          .trace = lt_audit_drive(bench, bench->now, &split),
                          .part = s,
                          .state = lt_arena_get(bench->arena, (law->n_state + 1) * sizeof(double)),
                          .loss = lt_arena_get(bench->arena, (law->n_losses + 1) * sizeof(double)),
                          .k = k};
}

/* Check "continuity": the largest jump of the elastic force, relative to its size; -1: not
 * applicable. If the change does not fall with a step 16 times shorter, that step is halved again
 * and again, until only a jump remains and not a very stiff spring. */
double lt_audit_force_continuity(struct lt_audit_bench *bench, char *detail, size_t size) {
    const struct lt_audit_trace *base = lt_audit_drive_base(bench),
                                *fine = lt_audit_drive_fine(bench);
    if (!base->finite || !fine->finite)
        return -1;
    size_t at = 0;
    int k = 0;
    const double coarse = largest_jump(base, &at, &k), value = largest_jump(fine, &at, &k);
    if (!(value > coarse / 2.5))
        return 0;
    const struct steep steep = steepest_part(bench, at, k);
    const struct lt_drive_step *s = steep.part;
    if (!(elastic_change(s, k) > 0.3 * elastic_change(&fine->steps[at], k)))
        return 0;
    /* The elastic force, without its viscous part and declared jumps, before and after the step. */
    double from = s[-1].f[k] - s[-1].viscous[k], to = s->f[k] - s->viscous[k] - s->jump[k];
    const double left = abrupt_change(&steep, &from, &to);
    const bool changes = s->out.active != s[-1].out.active;
    snprintf(detail, size,
             "%s without its viscous part%s jumps from %.4g to %.4g at un = %.3g m%s, however "
             "short the step%s",
             letters[k], s->jump[k] != 0 ? " and the jump that is declared" : "", from, to, s->u[0],
             changes ? ", where the contact is made or lost" : "",
             changes && s->viscous[k] == 0 && s[-1].viscous[k] == 0
                 ? ": the force of a dashpot must also be returned as viscous (vfn, vfs ...)"
                 : "");
    return left / fmax(spring_of(fine, k), fmax(fabs(from), fabs(to)));
}

/* ---- At rest --------------------------------------------------------------------------------- */

/* Returns true if nothing moves in a leg. */
static bool is_waiting_leg(const struct lt_audit_leg *leg) {
    for (int i = 0; i < LT_DOFS; i++)
        if (leg->du[i] != 0)
            return false;
    return true;
}

/* Check "hold": the largest relative change of a force, or dissipation, over steps in which nothing
 * moves; -1: the path has no such leg. */
double lt_audit_force_hold(struct lt_audit_bench *bench, char *detail, size_t size) {
    const struct lt_audit_trace *t = lt_audit_drive_base(bench);
    const struct lt_audit_case *c = bench->now;
    double most = -1;
    for (int leg = 0; leg < c->n_legs && t->finite; leg++) {
        if (!is_waiting_leg(&c->legs[leg]))
            continue;
        const struct lt_drive_step *first = &t->steps[(size_t)leg * (size_t)c->steps];
        const struct lt_drive_step *last = first + c->steps - 1;
        most = fmax(most, 0);
        for (int k = 0; k < LT_DOFS; k++) {
            const double change = fabs(last->f[k] - first->f[k]) / lt_audit_scale(t, k);
            if (change > most) {
                most = change;
                snprintf(detail, size,
                         "%s changes from %.4g to %.4g in %d steps in which nothing moves: does "
                         "the state accumulate something that is not an increment?",
                         letters[k], first->f[k], last->f[k], c->steps - 1);
            }
        }
        /* Nor may energy be lost at rest, relative to that which is exchanged on the path. */
        const double lost = fabs(last->lost - first->lost) / t->throughput;
        if (lost > most) {
            most = lost;
            snprintf(detail, size, "%.3g J are dissipated in %d steps in which nothing moves",
                     last->lost - first->lost, c->steps - 1);
        }
    }
    return most;
}

/* ---- Stiffness ------------------------------------------------------------------------------- */

struct touch {
    struct lt_audit_bench *bench;
    const struct lt_audit_trace *trace;
    double *state, *loss;
    bool bonded;
};

/* A first touch under test, with memory of its own; BONDED: with a bond, if the law has any. */
static struct touch touch_new(struct lt_audit_bench *bench, bool bonded) {
    const struct lt_law *law = bench->law;
    return (struct touch){bench, lt_audit_drive_base(bench),
                          lt_arena_get(bench->arena, (law->n_state + 1) * sizeof(double)),
                          lt_arena_get(bench->arena, (law->n_losses + 1) * sizeof(double)), bonded};
}

/* Sets the state of a contact that touches: with a bond, as the program makes it, or without the
 * one that a law has from the start. */
static void bond_or_free(const struct touch *touch) {
    const long bonded = lt_roles_state(touch->bench->law, LT_BONDED);
    const double here[LT_DOFS] = {0};
    memset(touch->state, 0, (touch->bench->law->n_state + 1) * sizeof(double));
    if (bonded < 0)
        return;
    if (touch->bonded) {
        touch->state[bonded] = 1;
        return;
    }
    /* A law that has a bond from the start makes it in the first step: remove it; one that makes
     * none begins without history. */
    struct lt_drive_step s = lt_drive_make_step(here, here, here, touch->bench->now->time, 1);
    lt_drive_evaluate(&touch->trace->drive, &s, touch->state, touch->loss);
    if (touch->state[bonded] > 0.5)
        touch->state[bonded] = 0;
    else
        memset(touch->state, 0, (touch->bench->law->n_state + 1) * sizeof(double));
}

/* The elastic force COMPONENT, N or N m, after one step from first touch to U (m, rad), at rest. */
static double spring_force(const struct touch *touch, const double *u, int component) {
    const double still[LT_DOFS] = {0};
    bond_or_free(touch);
    struct lt_drive_step s = lt_drive_make_step(u, u, still, touch->bench->now->time, 1);
    return elastic_force(lt_drive_evaluate(&touch->trace->drive, &s, touch->state, touch->loss),
                         component);
}

/* The parameter with this ROLE of a stiffness, and its *VALUE, N/m; NULL: there is none, or it is
 * not positive. */
static const struct lt_field *stiffness_of(const struct touch *touch, enum lt_role role,
                                           double *value) {
    const long i = lt_audit_role_find(touch->bench, role);
    *value = i < 0 ? NAN : touch->trace->drive.params[i];
    return *value > 0 ? &touch->bench->law->params[i] : NULL;
}

/* Returns true if the contact sticks at the tangential displacement u[component], m, of a spring K,
 * N/m, under the compressive force PRESSED, N: the spring has less than half of the friction limit.
 * Without a coefficient of friction it compares the slope with that at 1/1024 of the displacement,
 * which slip would make smaller. */
static bool contact_sticks(const struct touch *touch, const double *u, int component, double k,
                           double pressed) {
    const long fric = lt_audit_role_find(touch->bench, LT_FRICTION);
    if (fric >= 0)
        return k * u[component] < 0.5 * touch->trace->drive.params[fric] * pressed;
    double less[LT_DOFS] = {u[0]};
    less[component] = u[component] / 1024;
    const double slope = spring_force(touch, u, component) / u[component];
    const double before = spring_force(touch, less, component) / less[component];
    return slope != 0 && fabs(slope - before) <= 1e-7 * fabs(before);
}

/* Check "stiffness": relative error of the slope of the force at first touch against the stiffness
 * given as a parameter, without that of a bond; -1: the law declares none. */
double lt_audit_force_stiffness(struct lt_audit_bench *bench, char *detail, size_t size) {
    const struct touch touch = touch_new(bench, false);
    const struct lt_audit_trace *t = touch.trace;
    /* m: overlap and tangential displacement, so small that the slopes are those at first touch. */
    const double overlap = 1e-9 * t->drive.pair.r_eff, side = 1e-6 * overlap;
    double k, most = -1;
    /* An attraction at first touch is subtracted; the difference has the rounding error of both. */
    const double at_touch = spring_force(&touch, (const double[LT_DOFS]){0}, 0);
    const double more = spring_force(&touch, (const double[LT_DOFS]){-overlap}, 0) - at_touch;
    const struct lt_field *says = stiffness_of(&touch, LT_STIFFNESS_N, &k);
    if (says) {
        const double is = more / -overlap;
        most = fmax(fabs(is / k - 1) - 4 * DBL_EPSILON * fabs(at_touch) / (k * overlap), 0);
        snprintf(detail, size, "at first touch fn/un is %.6g N/m, but %s is %.6g N/m", is,
                 says->name, k);
    }
    says = stiffness_of(&touch, LT_STIFFNESS_S, &k);
    /* Shear along s and t, only where the contact sticks. */
    for (int i = 1; i < 3 && says; i++) {
        double u[LT_DOFS] = {-overlap};
        u[i] = side;
        if (!contact_sticks(&touch, u, i, k, fmax(0, -at_touch - more)))
            continue;
        const double is = spring_force(&touch, u, i) / side, off = fabs(is / k - 1);
        if (!(off > most))
            continue;
        most = off;
        snprintf(detail, size, "at first touch %s/%s is %.6g N/m, but %s is %.6g N/m", letters[i],
                 i == 1 ? "us" : "ut", is, says->name, k);
    }
    return most;
}

/* Duration, s, of an impact at SPEED, m/s, under the elastic force, with that of a bond, by
 * leapfrog with steps of GUESS/4000: until the gap is 0 again or the contact is lost. INFINITY: it
 * has not ended after 12 GUESS; NAN: the surfaces stick or creep, or the bodies pass through each
 * other. */
static double impact_lasts(const struct touch *touch, double speed, double guess) {
    enum { STEPS = 4000 }; /* in a contact time: a second-order error of 1e-7 */
    const double dt = guess / STEPS, mass = touch->trace->drive.pair.m_eff,
                 r_eff = touch->trace->drive.pair.r_eff, still[LT_DOFS] = {0};
    double u[LT_DOFS] = {0}, du[LT_DOFS] = {0}, v = -speed, share = 0.5;
    int turns = 0;
    bond_or_free(touch);
    for (int i = 0; i < 12 * STEPS && turns < 2 && -u[0] < r_eff; i++) {
        struct lt_drive_step s = lt_drive_make_step(u, du, still, dt, i > 0);
        const struct lt_out *o =
            lt_drive_evaluate(&touch->trace->drive, &s, touch->state, touch->loss);
        if (!(o->active > 0.5))
            return (i - 0.5) * dt;
        /* The first kick is half a step long, which puts velocities between positions; turns counts
         * the reversals of the motion. */
        const double kick = elastic_force(o, 0) / mass * dt;
        turns += (v < 0) != (v - share * kick < 0);
        v -= share * kick;
        share = 1;
        du[0] = v * dt;
        /* The gap is 0 within this step: interpolate linearly. */
        if (u[0] + du[0] >= 0 && i > 0)
            return (i - u[0] / du[0]) * dt;
        u[0] += du[0];
    }
    return turns < 2 && -u[0] < r_eff && fabs(v) > 0.5 * speed ? INFINITY : NAN;
}

/* Check "contact-time", in every eighth case: relative error of the law's contact_time() against an
 * impact without dashpots; -1: not applicable. */
double lt_audit_force_contact_time(struct lt_audit_bench *bench, char *detail, size_t size) {
    const struct lt_law *law = bench->law;
    if (!law->contact_time || bench->now->number % 8 != 0)
        return -1;
    const struct touch touch = touch_new(bench, true);
    const struct lt_audit_trace *t = touch.trace;
    /* m/s: a typical speed of the case. */
    const double speed = fabs(bench->now->gap) / bench->now->time;
    const double says = law->contact_time(&t->drive.pair, t->drive.params, t->drive.derived, speed);
    if (isnan(says) &&
        lt_composition_is_own(law)) /* a normal part from outside that declares none */
        return -1;
    const double is =
        says > 0 ? impact_lasts(&touch, speed, isfinite(says) ? says : bench->now->time) : INFINITY;
    if (isnan(is))
        return -1;
    snprintf(detail, size,
             "contact_time() gives %.6g s at %.3g m/s, but an impact without dashpots takes %.6g s",
             says, speed, is);
    return isinf(says) && isinf(is) && says > 0 ? 0 : fabs(is / says - 1);
}

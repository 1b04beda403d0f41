/* SPDX-License-Identifier: GPL-3.0-or-later */
/* audit_drive.c: drives a law through a case, without a run. */
#include "bodies/pair.h"
#include "registry/roles.h"
#include "verify/auditing.h"

/* ---- The pair and the numbers of the law ----------------------------------------------------- */

/* The pair of a case: two spheres, or a wall as A if its radius is 0. */
static struct lt_pair sphere_pair(const struct lt_audit_case *c) {
    struct lt_program program = {0}; /* default lengths and area */
    struct lt_pair pair = {.dimensions = 3};
    for (int i = 0; i < 2; i++) {
        struct lt_particle *particle = &program.particles[i];
        particle->shape = c->radius[i] > 0 ? LT_SPHERE : LT_WALL;
        particle->rotates = true;
        particle->fixed = c->fixed && i == 0;
        const struct lt_particle_numbers numbers = {
            .radius = c->radius[i], .density = c->density[i], .mass = NAN};
        *(i ? &pair.b : &pair.a) = lt_pair_body(particle, &numbers);
    }
    lt_pair_combine(&pair);
    lt_pair_measure(&pair, &program, 0);
    return pair;
}

/* Returns X, of the dimension m^M kg^KG s^S, in units that are smaller by the powers of two UNITS
 * (of m, kg, s): these scale every number exactly. */
static double times_units(double x, const int *units, int m, int kg, int s) {
    return ldexp(x, m * units[0] + kg * units[1] + s * units[2]);
}

/* Converts the numbers of a body to units that are smaller by the powers of two UNITS. */
static void rescale_body(struct lt_body *body, const int *units) {
    body->mass = times_units(body->mass, units, 0, 1, 0);
    body->own_mass = times_units(body->own_mass, units, 0, 1, 0);
    for (int i = 0; i < 3; i++)
        body->inertia[i] = times_units(body->inertia[i], units, 2, 1, 0);
    body->radius = times_units(body->radius, units, 1, 0, 0);
    body->curvature = times_units(body->curvature, units, -1, 0, 0);
    body->density = times_units(body->density, units, -3, 1, 0);
    body->half_thick = times_units(body->half_thick, units, 1, 0, 0);
    body->length = times_units(body->length, units, 1, 0, 0);
}

/* The pair of a case as a variant shows it: with A and B exchanged, in other units. */
static struct lt_pair case_pair(const struct lt_audit_case *c, const struct lt_audit_variant *v) {
    struct lt_pair pair = sphere_pair(c);
    if (v->swap) {
        const struct lt_body a = pair.a;
        pair.a = pair.b;
        pair.b = a;
    }
    rescale_body(&pair.a, v->units);
    rescale_body(&pair.b, v->units);
    pair.m_eff = times_units(pair.m_eff, v->units, 0, 1, 0);
    pair.m_both = times_units(pair.m_both, v->units, 0, 1, 0);
    pair.r_eff = times_units(pair.r_eff, v->units, 1, 0, 0);
    pair.area = times_units(pair.area, v->units, 2, 0, 0);
    return pair;
}

/* Copies the parameters FROM to TO, in the variant's units; where FROM is NAN, not given, the
 * default in TO is converted. Dimensions are in halves, so the power of two is halved. */
static void give_numbers(struct lt_audit_bench *bench, const double *from,
                         const struct lt_audit_variant *v, double *to) {
    for (size_t i = 0; i < bench->law->n_params; i++) {
        const int *halves = bench->dimension[i];
        const int power =
            halves[0] * v->units[0] + halves[1] * v->units[1] + halves[2] * v->units[2];
        to[i] = ldexp(isnan(from[i]) ? to[i] : from[i], power / 2);
    }
}

/* Memory for COUNT numbers, set to 0, as long as the current case. */
static double *new_numbers(struct lt_audit_bench *bench, size_t count) {
    return lt_arena_get(bench->arena, (count + 1) * sizeof(double));
}

/* Gives the law the pair and the numbers of a case, as the variant V shows them, and calls
 * derive(). Returns NULL, or why the numbers are refused; trace->undefined: a derived number is
 * NAN. */
static const char *derive_case(struct lt_audit_bench *bench, const struct lt_audit_case *c,
                               const struct lt_audit_variant *v, struct lt_audit_trace *trace) {
    const struct lt_law *law = bench->law;
    struct lt_drive *drive = &trace->drive;
    lt_drive_begin(drive, law, v->fill * UINT64_C(0x0101010101010101), bench->arena);
    drive->pair = case_pair(c, v);
    give_numbers(bench, v->swap ? c->of_b : c->of_a, v, drive->a);
    give_numbers(bench, v->swap ? c->of_a : c->of_b, v, drive->b);
    give_numbers(bench, c->given, v, drive->params);
    if (lt_formula_law_is(law))
        lt_formula_law_bind((const struct lt_formula_law *)law, drive->derived, bench->expr,
                            bench->arena);
    const char *refused = lt_drive_derive(drive);
    const struct lt_field *missing = lt_drive_missing(law, drive->params);
    const struct lt_field *undefined = lt_drive_undefined(law, drive->derived);
    if (refused || missing)
        return refused ? refused : lt_arena_print(bench->arena, "it needs '%s'", missing->name);
    if (!undefined)
        return NULL;
    trace->undefined = isnan(drive->derived[undefined - law->derived]);
    return lt_arena_print(bench->arena, "'%s' is not a finite number", undefined->name);
}

/* ---- Motion ---------------------------------------------------------------------------------- */

/* Transforms the six components X of a motion or a force, along and about n, s, t, as the variant
 * shows them to the law: A and B exchanged, axes reversed or rotated about n. */
void lt_audit_drive_transform(const struct lt_audit_variant *v, double *x) {
    if (v->swap)
        x[1] = -x[1], x[4] = -x[4];
    if (v->mirror[0])
        x[1] = -x[1], x[3] = -x[3], x[5] = -x[5];
    if (v->mirror[1])
        x[2] = -x[2], x[3] = -x[3], x[4] = -x[4];
    for (int i = 1; i < LT_DOFS && v->turn; i += 3) {
        const double s = x[i], t = x[i + 1];
        x[i] = v->cosine * s - v->sine * t;
        x[i + 1] = v->sine * s + v->cosine * t;
    }
}

/* Sets V to the velocities, m/s or rad/s, after AT of the N steps of a leg, in the variant's units;
 * SHAKE lengthens the path by this fraction. The profile 1 - cos is smooth and 0 at both ends; its
 * mean is 1. */
static void leg_velocity(const struct lt_audit_leg *leg, const struct lt_audit_variant *variant,
                         double shake, double at, int n, double *v) {
    const double profile = 1 - cos(2 * M_PI * at / n);
    for (int k = 0; k < LT_DOFS; k++)
        v[k] = leg->du[k] / leg->time * profile;
    lt_audit_drive_transform(variant, v);
    for (int k = 0; k < LT_DOFS; k++)
        v[k] *= 1 + shake;
    for (int k = 0; k < LT_DOFS && variant->jitter != 0; k++)
        v[k] *= 1 + variant->jitter * sin(1e3 * at + 1e2 * k);
    for (int k = 0; k < LT_DOFS; k++)
        v[k] = times_units(v[k], variant->units, k < 3, 0, -1);
}

/* Sets U to the displacements, m, and rotations, rad, at the start of the path, in the variant's
 * axes and units. */
static void begin_path_state(const struct lt_audit_case *c, const struct lt_audit_variant *v,
                             double *u) {
    memset(u, 0, LT_DOFS * sizeof *u);
    u[0] = c->gap;
    for (int k = 0; k < v->first; k++)
        for (int i = 0; i < LT_DOFS; i++)
            u[i] += c->legs[k].du[i];
    lt_audit_drive_transform(v, u);
    for (int i = 1; i < LT_DOFS; i++)
        u[i] += v->offset * (i < 3 ? 1 : 1 / c->length);
    for (int i = 0; i < 3; i++)
        u[i] = times_units(u[i], v->units, 1, 0, 0);
}

/* ---- Accounts -------------------------------------------------------------------------------- */

/* Adds LOSS, J, to the trace's sum of energy given back if it is a negative dissipation, which a
 * law must not have. *MOST: the largest so far, whose NAME is kept for the report. */
static void take_back(struct lt_audit_trace *t, double loss, const char *name, double *most) {
    if (loss >= 0)
        return;
    t->taken_back -= loss;
    if (-loss > *most) {
        *most = -loss;
        t->taken_from = name;
    }
}

/* Adds the step S, which follows BEFORE, to the largest forces and to the work of each component.
 * Returns the energy, J, that declared jumps may contribute, depending on where in the step they
 * lie: half of jump times displacement. */
static double account_forces(struct lt_audit_trace *t, const struct lt_drive_step *s,
                             const struct lt_drive_step *before) {
    double jumped = 0;
    for (int i = 0; i < LT_DOFS; i++) {
        jumped += 0.5 * fabs(s->jump[i] * s->du[i]);
        const double work = lt_step_trapezoid(before->f[i], s->f[i], 0, s->du[i]);
        t->at.account[LT_AT_E_WORK] += work;
        t->throughput += fabs(work);
        t->turnover += fabs(work);
        t->aside += i > 0 ? fabs(work) : 0;
        t->peak[i] = fmax(t->peak[i], fabs(s->f[i]));
        t->viscous_peak[i] = fmax(t->viscous_peak[i], fabs(s->viscous[i]));
        double *largest = i < 3 ? &t->force : &t->moment;
        *largest = fmax(*largest, t->peak[i]);
        double *spring = i < 3 ? &t->spring : &t->spring_moment;
        *spring = fmax(*spring, fabs(s->f[i] - s->viscous[i]));
        t->finite &= isfinite(s->f[i]) && isfinite(s->viscous[i]);
    }
    return jumped;
}

/* Adds the step S, which follows BEFORE, to the energies of a path. LOSS: its dissipations, J;
 * *MOST: the largest one given back so far, J. Sets s->lost and s->left, the sum of dissipations
 * and E_residual after it. */
static void account_step(struct lt_audit_trace *t, const struct lt_law *law,
                         struct lt_drive_step *s, const struct lt_drive_step *before,
                         const double *loss, double *most) {
    const struct lt_out_n told = lt_drive_output(&s->out);
    const double left = t->at.residual;
    const double jumped = account_forces(t, s, before);
    const double dashpot =
        lt_step_account(&t->at, s->du, &told, LT_DOFS, loss, t->losses, law->n_losses);
    lt_step_balance(&t->at, t->stored, 0, t->losses, law->n_losses);
    s->lost = t->at.account[LT_AT_E_DASHPOT];
    t->turnover += fabs(dashpot);
    take_back(t, dashpot, "dashpot", most);
    for (size_t i = 0; i < law->n_losses; i++) {
        t->turnover += fabs(loss[i]);
        s->lost += t->losses[i];
        take_back(t, loss[i], law->losses[i].name, most);
        t->finite &= isfinite(loss[i]);
    }
    t->crossed += fabs(told.cross);
    t->jumped += fmin(fabs(told.cross), jumped);
    s->left = t->at.residual;
    t->restless += fabs(s->left - left);
    t->residual = fmax(t->residual, fabs(s->left));
    t->finite &= isfinite(told.strain) && isfinite(told.cross) && isfinite(told.defect) &&
                 isfinite(s->out.lost_gap) && !isnan(s->out.cap) && isfinite(s->out.active) &&
                 isfinite(s->out.branch);
}

/* Runs a step of another contact of the law in between, and notes if the law has changed numbers
 * that it may only read. LOSS is room for its dissipations. */
static void disturb_others(struct lt_audit_trace *t, const struct lt_drive_step *s, double *loss) {
    struct lt_drive_step other = {.dt = s->dt, .was = 1};
    for (int k = 0; k < LT_DOFS; k++) {
        other.u[k] = k == 0 ? -fabs(s->u[k]) : 3 * s->u[k];
        other.du[k] = -2 * s->du[k];
        other.v[k] = s->v[k];
    }
    memset(t->other, 0, (t->drive.law->n_state + 1) * sizeof *t->other);
    lt_drive_evaluate(&t->drive, &other, t->other, loss);
    const char *meddled = lt_drive_modified(&t->drive);
    t->meddled = meddled ? meddled : t->meddled;
}

/* Evaluates the law at the start of a path with dt = 0; answer, state and stored energy are kept in
 * the trace, while dissipations do not count. */
static void begin_with(struct lt_audit_bench *bench, struct lt_audit_trace *t,
                       struct lt_drive_step *s, double *loss) {
    const size_t size = bench->law->n_state * sizeof *t->begun_state;
    t->stored = lt_drive_evaluate(&t->drive, s, t->drive.state, loss)->strain;
    t->begun = *s;
    memcpy(t->at.viscous, s->viscous, sizeof t->at.viscous);
    t->begun_state = new_numbers(bench, bench->law->n_state);
    memcpy(t->begun_state, t->drive.state, size);
}

/* Notes if the law forms a broken bond again, which it must never do; BEFORE and NOW: the state of
 * the bond, above 0.5 if it holds. */
static void watch_bond(struct lt_audit_trace *t, double before, double now) {
    t->healed |= t->broken && now > 0.5;
    t->broken |= before > 0.5 && !(now > 0.5);
}

/* Drives the law along the legs of a case, in the steps of the variant, and keeps each step and the
 * energies in the trace. */
static void walk_legs(struct lt_audit_bench *bench, const struct lt_audit_case *c,
                      const struct lt_audit_variant *v, struct lt_audit_trace *t) {
    const struct lt_law *law = bench->law;
    const long bond = lt_roles_state(law, LT_BONDED);
    const int n = c->steps * (v->refine > 0 ? v->refine : 1);
    double *state = new_numbers(bench, law->n_state);
    /* Steps without subdivision; a step may be divided into PARTS, of which the last are left
     * out. */
    const size_t whole = (size_t)n * (size_t)(c->n_legs - v->first);
    const size_t parts = v->split_at > 0 ? (size_t)v->split_into : 1;
    struct lt_drive_step before = {.dt =
                                       times_units(c->legs[v->first].time / n, v->units, 0, 0, 1)};
    double *loss = t->drive.losses, most = 0;
    t->losses = new_numbers(bench, law->n_losses);
    t->other = new_numbers(bench, law->n_state);
    t->steps = lt_arena_get(bench->arena, (whole + parts) * sizeof *t->steps);
    t->finite = true;
    begin_path_state(c, v, before.u);
    begin_with(bench, t, &before, loss);
    for (size_t i = 0; i < whole && (v->split_at == 0 || i < v->split_at); i++) {
        const int leg = v->first + (int)i / n;
        const size_t splits = i + 1 == v->split_at ? parts : 1;
        const size_t end = splits > 1 && v->split_end > 0 ? (size_t)v->split_end : splits;
        /* The velocity is that in the middle of the step or its part. */
        for (size_t part = 0; part < end; part++) {
            struct lt_drive_step *s = &t->steps[t->count++];
            double speed[LT_DOFS];
            leg_velocity(&c->legs[leg], v, bench->shake,
                         (int)i % n + ((double)part + 0.5) / (double)splits, n, speed);
            *s = lt_drive_next(&before, speed,
                               times_units(c->legs[leg].time / n, v->units, 0, 0, 1) /
                                   (double)splits);
            s->leg = leg;
            if (v->disturbed)
                disturb_others(t, s, loss);
            memcpy(state, t->drive.state, law->n_state * sizeof *state);
            lt_drive_evaluate(&t->drive, s, t->drive.state, loss);
            lt_audit_jump_expect(bench->jumps, &t->drive, &before, state, s, t->drive.state);
            if (bond >= 0)
                watch_bond(t, state[bond], t->drive.state[bond]);
            account_step(t, law, s, &before, loss, &most);
            before = *s;
        }
    }
}

/* Drives the law once through a case in a variant of it. The trace lasts as long as the current
 * case; its member refused says why there is no motion. */
const struct lt_audit_trace *lt_audit_drive(struct lt_audit_bench *bench,
                                            const struct lt_audit_case *c,
                                            const struct lt_audit_variant *variant) {
    struct lt_audit_trace *trace = lt_arena_get(bench->arena, sizeof *trace);
    trace->refused = derive_case(bench, c, variant, trace);
    if (!trace->refused)
        walk_legs(bench, c, variant, trace);
    return trace;
}

/* The trace of the current case as it is; computed once. */
const struct lt_audit_trace *lt_audit_drive_base(struct lt_audit_bench *bench) {
    if (!bench->base)
        bench->base = lt_audit_drive(bench, bench->now, &(struct lt_audit_variant){0});
    return bench->base;
}

/* The trace of the current case with steps LT_AUDIT_FINE times shorter; computed once. */
const struct lt_audit_trace *lt_audit_drive_fine(struct lt_audit_bench *bench) {
    const struct lt_audit_variant fine = {.refine = LT_AUDIT_FINE};
    if (!bench->fine)
        bench->fine = lt_audit_drive(bench, bench->now, &fine);
    return bench->fine;
}

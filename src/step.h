/* SPDX-License-Identifier: MIT */
/*
 * step.h: the step of a leapfrog, for one contact and for LT_N side by side. Included by law.h,
 * which makes a law's march from it; not of interest to who writes a law.
 *
 * A march makes many steps: drift, law, kick, balance of energy. Here alone every joule is counted;
 * the driver makes the same steps one by one in the same order, and so to the same bits, where a
 * run needs what a march has not. A march stops behind a step in which something happened that only
 * who called it can answer.
 */
#ifndef LAWTESTER_LAW_H
#include "law.h" /* which includes this file where it needs it */
#endif
#ifndef LAWTESTER_STEP_H
#define LAWTESTER_STEP_H

enum { LT_MARCH_DOFS = 6 };

/* The accounts of energy: the work done on the contact, and what it has stored and lost, beside the
 * losses that a law names itself. F(ID, name, unit, doc). lt_step_account() fills those between
 * E_work, which has lt_step_credit(), and E_set, which changes between steps alone. */
#define LT_ACCOUNTS(F)                                                                             \
    F(E_STRAIN, E_strain, "J", "energy stored in the springs")                                     \
    F(E_WORK, E_work, "J", "work put in by what is imposed and by gravity")                        \
    F(E_DASHPOT, E_dashpot, "J", "dissipated by viscous forces")                                   \
    F(E_CROSS, E_cross, "J", "lost by steps in which the contact opened, closed or was capped")    \
    F(E_DEFECT, E_defect, "J", "lost (> 0) or created (< 0) by an elastic part without potential") \
    F(E_SET, E_set, "J", "lost (> 0) or put in (< 0) by properties changed during the run")

#define LT_ACCOUNT_(ID, ...) LT_AT_##ID,
enum lt_account { LT_ACCOUNTS(LT_ACCOUNT_) LT_N_ACCOUNTS };

/* Where a contact is and what has become of the energy, each number a T: in the order of values[]
 * from un on, and of columns of a ring. */
#define LT_POINT_FIELDS(T)                                                                         \
    T u[LT_MARCH_DOFS], v[LT_MARCH_DOFS], f[LT_MARCH_DOFS], viscous[LT_MARCH_DOFS];                \
    T account[LT_N_ACCOUNTS], throughput, kinetic, residual;                                       \
    T active; /* 1 after a step with contact */

struct lt_point {
    LT_POINT_FIELDS(double)
};

enum { LT_POINT_NUMBERS = sizeof(struct lt_point) / sizeof(double) };

/* A march of one contact may write what every step leaves into a ring: so many steps, a column for
 * each number of a point and behind them for the law's state and losses. */
enum {
    LT_RING = 256,
    LT_RING_STRIDE = LT_RING + 8 /* columns lie in different lines of a cache */
};

/* What can happen in a step: the contact was made or lost or the law changed branch; vn has another
 * sign; the balance is not a finite number; the force that has pushed does so no more. */
enum { LT_MARCH_CHANGED = 1, LT_MARCH_TURNED = 2, LT_MARCH_LOST_COUNT = 4, LT_MARCH_RELEASED = 8 };

/* What a march is about: all six may move and are driven; velocities are imposed on all six, each
 * the same all the time; they are and the law has no moments; all six move freely; they do and the
 * law has no moments; translations move freely, by themselves. */
enum lt_march_kind {
    LT_MARCH_DRIVEN,
    LT_MARCH_IMPOSED,
    LT_MARCH_SHEARED,
    LT_MARCH_FREE,
    LT_MARCH_TURNING,
    LT_MARCH_PLAIN
};

/* The numbers of a march, each a T. Shear and bending go together in s and t, n and twist alone:
 * ..._other is what has to do with the DoF that i is coupled with. */
#define LT_MARCH_FIELDS(T, POINT)                                                                  \
    T kick[LT_MARCH_DOFS], kick_other[LT_MARCH_DOFS]; /* dt p */                                   \
    T mass[LT_MARCH_DOFS], mass_other[LT_MARCH_DOFS];                                              \
    T pull[LT_MARCH_DOFS], pull_other[LT_MARCH_DOFS]; /* m/dt, where the velocity is imposed */    \
    T push[LT_MARCH_DOFS], applied[LT_MARCH_DOFS], weight[LT_MARCH_DOFS]; /* weight + applied */   \
    T imposed[LT_MARCH_DOFS]; /* 1 if the velocity is */                                           \
    T dt, start;              /* energy at the start */                                            \
    T peaks;                  /* 1 while the first contact is on: take its peaks */                \
    T pushed;                 /* 1 if its force has not ended to push */                           \
    T sign;                   /* of vn, when it last had one */                                    \
    T busy;                   /* 1 if anybody wants to know what happens to it */                  \
    /* Up to here what a march reads, from here on what it changes. */                             \
    struct POINT at;                                                                               \
    T after[LT_MARCH_DOFS], drive[LT_MARCH_DOFS];                                                  \
    T was, branch; /* active before the last step; of the law */                                   \
    T worst;       /* |E_residual| so far */                                                       \
    T least;       /* E_strain so far, and 0 */                                                    \
    T overlap_max, fn_max, ft_square, pull_max;                                                    \
    T jump; /* work due with the next step */

struct lt_march {
    LT_MARCH_FIELDS(double, lt_point)
    double *ring; /* NULL, or where each step is written */
    int few;      /* displacements and forces alone */
    int happened;
};

/* A number of each of several contacts; of as many as there are lanes. */
struct lt_row {
#ifdef __cplusplus
    alignas(64)
#else
    _Alignas(64)
#endif
        double lane[LT_ROW];
};

struct lt_point_rows {
    LT_POINT_FIELDS(struct lt_row)
};

struct lt_march_rows {
    LT_MARCH_FIELDS(struct lt_row, lt_point_rows)
};

/* Make at most STEPS steps, with the state x and the accounts of losses; how many were made. */
typedef size_t lt_law_march(const void *p, const void *d, void *x, void *losses,
                            struct lt_march *march, enum lt_march_kind kind, size_t steps);
typedef size_t lt_law_march_rows(const struct lt_row *p, const struct lt_row *d, struct lt_row *x,
                                 struct lt_row *losses, struct lt_march_rows *march,
                                 enum lt_march_kind kind, size_t steps);

static inline size_t lt_march_other(size_t i) {
    return i == 0 || i == 3 ? i : 6 - i;
}

#ifndef __cplusplus

#if LT_N == 1

typedef double lt_cell;
typedef struct lt_march lt_cells;

LT_INLINE num lt_load(const lt_cell *cell) {
    return *cell;
}

LT_INLINE void lt_store(lt_cell *cell, num x) {
    *cell = x;
}

LT_INLINE num lt_of_mask(mask c) {
    return c;
}

LT_INLINE num lt_of_bits(bits b) {
    return (double)b;
}

LT_INLINE bits lt_to_bits(num x) {
    return (bits)x;
}

#else

typedef struct lt_row lt_cell;
typedef struct lt_march_rows lt_cells;

LT_INLINE num lt_load(const lt_cell *cell) {
    num x;
    memcpy(&x, cell->lane, sizeof x);
    return x;
}

LT_INLINE void lt_store(lt_cell *cell, num x) {
    memcpy(cell->lane, &x, sizeof x);
}

LT_INLINE num lt_of_mask(mask c) {
    return SEL(c, NUM(1.0), NUM(0.0));
}

LT_INLINE num lt_of_bits(bits b) {
    return __builtin_convertvector(b, num);
}

LT_INLINE bits lt_to_bits(num x) {
    return __builtin_convertvector(x, bits);
}

#endif

#define LT_MARCH_FINITE 1.7976931348623157e308

/* gcc has to be told; clang does so by itself, and warns where it is told and need not. */
#if defined __GNUC__ && !defined __clang__
#define LT_DISSOLVED _Pragma("GCC unroll 128")
#else
#define LT_DISSOLVED
#endif

/* A loop of so many turns as the compiler does not know is no shorter dissolved. */
#ifdef __GNUC__
#define LT_KNOWN(count) __builtin_constant_p(count)
#else
#define LT_KNOWN(count) 0
#endif

LT_INLINE void lt_load_all(num *to, const lt_cell *from, size_t count) {
    LT_DISSOLVED
    for (size_t i = 0; i < count; i++)
        to[i] = lt_load(&from[i]);
}

LT_INLINE void lt_store_all(lt_cell *to, const num *from, size_t count) {
    LT_DISSOLVED
    for (size_t i = 0; i < count; i++)
        lt_store(&to[i], from[i]);
}

#if LT_N == 1
#define lt_point_n lt_point
#else
struct lt_point_n {
    LT_POINT_FIELDS(num)
};
#endif

/* A march under way: its numbers, the displacement of the step, conditions; and, constants where
 * this is used, which of the DoFs move and which bear a force. */
struct lt_marching {
    LT_MARCH_FIELDS(num, lt_point_n)
    num du[LT_MARCH_DOFS];
    mask was_active, is_active, is_first, is_pushing, is_busy;
    bits on;
    size_t dofs, forces;
    int driven, held, raw;
};

/* ---- Of every step, whoever makes it --------------------------------------------------------- */

/* Where the velocities half a step ahead lead; du gets by how much. */
LT_INLINE void lt_step_drift(struct lt_point_n *at, const num *after, num dt, num *du,
                             size_t dofs) {
    LT_DISSOLVED
    for (size_t i = 0; i < dofs; i++) {
        at->v[i] = after[i];
        const num next = at->u[i] + dt * at->v[i];
        du[i] = next - at->u[i];
        at->u[i] = next;
    }
}

/* What the law answers: forces, what the dashpots dissipate, which is returned, and what the law
 * tells of the rest, its own losses included. Only so many of the components bear a force. */
LT_INLINE num lt_step_account(struct lt_point_n *at, const num *du, const struct lt_out_n *o,
                           size_t forces, const num *e, num *total, size_t n_losses) {
    const num f[] = {o->fn, o->fs, o->ft, o->mn, o->ms, o->mt};
    const num viscous[] = {o->vfn, o->vfs, o->vft, o->vmn, o->vms, o->vmt};
    num dashpot = NUM(0.0);
    LT_DISSOLVED
    for (size_t i = 0; i < LT_MARCH_DOFS; i++)
        at->f[i] = f[i];
    LT_DISSOLVED
    for (size_t i = 0; i < forces; i++) {
        dashpot += (at->viscous[i] + viscous[i]) * du[i];
        at->viscous[i] = viscous[i];
    }
    at->account[LT_AT_E_STRAIN] = o->strain;
    dashpot = 0.5 * dashpot;
    at->account[LT_AT_E_DASHPOT] += dashpot;
    at->account[LT_AT_E_CROSS] += o->cross;
    at->account[LT_AT_E_DEFECT] += o->defect;
    if (LT_KNOWN(n_losses)) {
        LT_DISSOLVED
        for (size_t i = 0; i < n_losses; i++)
            total[i] += e[i];
    } else {
        for (size_t i = 0; i < n_losses; i++)
            total[i] += e[i];
    }
    return dashpot;
}

/* The force that imposes the motion of a DoF, or holds what nothing can move: what its inertia,
 * divided by dt, asks for beyond the other forces. K: the DoF that it is coupled with. */
LT_INLINE num lt_step_holds(num pull, num pull_other, num dv, num dv_k, num force) {
    return pull * dv + pull_other * dv_k - force;
}

/* Work in a step of forces that are WAS before it and NOW after it, and of a constant one. */
LT_INLINE num lt_step_trapezoid(num was, num now, num constant, num du) {
    return (0.5 * (was + now) + constant) * du;
}

LT_INLINE void lt_step_credit(struct lt_point_n *at, num work) {
    at->account[LT_AT_E_WORK] += work;
    at->throughput += lt_abs(work);
}

/* Kinetic energy 1/2 v . M after, row by row of the inertia. */
LT_INLINE num lt_step_kinetic(const num *mass, const num *mass_other, const num *v,
                              const num *after, size_t dofs) {
    num twice = NUM(0.0);
    LT_DISSOLVED
    for (size_t i = 0; i < dofs; i++) {
        const size_t k = lt_march_other(i);
        const int coupled = k != i && k < dofs;
        if (coupled && i > 3)
            twice += v[i] * mass_other[i] * after[k];
        twice += v[i] * mass[i] * after[i];
        if (coupled && i < 3)
            twice += v[i] * mass_other[i] * after[k];
    }
    return 0.5 * twice;
}

/* What is left of the energy at the start and the work when all that it became is taken off. */
LT_INLINE void lt_step_balance(struct lt_point_n *at, num start, num kinetic, const num *total,
                               size_t n_losses) {
    at->kinetic = kinetic;
    at->residual = start + at->account[LT_AT_E_WORK] - kinetic;
    LT_DISSOLVED
    for (size_t i = 0; i < LT_N_ACCOUNTS; i++)
        if (i != LT_AT_E_WORK)
            at->residual -= at->account[i];
    if (LT_KNOWN(n_losses)) {
        LT_DISSOLVED
        for (size_t i = 0; i < n_losses; i++)
            at->residual -= total[i];
    } else {
        for (size_t i = 0; i < n_losses; i++)
            at->residual -= total[i];
    }
}

/* ---- Of a march ------------------------------------------------------------------------------ */

LT_INLINE struct lt_marching lt_step_open(const lt_cells *m, enum lt_march_kind kind, int raw) {
    struct lt_marching g;
    const int alone =
        kind == LT_MARCH_PLAIN || kind == LT_MARCH_TURNING || kind == LT_MARCH_SHEARED;
    lt_load_all(g.kick, m->kick, offsetof(struct lt_marching, du) / sizeof(num));
    g.was_active = IS(g.was);
    g.is_active = IS(g.at.active);
    g.is_first = IS(g.peaks);
    g.is_pushing = IS(g.pushed);
    g.is_busy = IS(g.busy);
    g.on = lt_to_bits(g.branch);
    if (raw)
        memcpy(&g.on, &g.branch, sizeof g.on);
    g.raw = raw;
    g.driven = kind == LT_MARCH_DRIVEN;
    g.held = kind == LT_MARCH_IMPOSED || kind == LT_MARCH_SHEARED;
    g.dofs = kind == LT_MARCH_PLAIN ? 3 : 6;
    g.forces = alone ? 3 : 6;
    LT_DISSOLVED
    for (size_t i = g.dofs; i < LT_MARCH_DOFS; i++)
        g.at.v[i] = g.du[i] = NUM(0.0);
    if (!g.driven && !g.held) {
        lt_step_credit(&g.at, g.jump);
        g.jump = NUM(0.0);
    }
    return g;
}

LT_INLINE void lt_step_close(lt_cells *m, struct lt_marching *g) {
    g->was = lt_of_mask(g->was_active);
    g->at.active = lt_of_mask(g->is_active);
    g->branch = lt_of_bits(g->on);
    if (g->raw)
        memcpy(&g->branch, &g->on, sizeof g->branch);
    lt_store_all(m->at.u, g->at.u,
                 (offsetof(struct lt_marching, du) - offsetof(struct lt_marching, at)) /
                     sizeof(num));
}

/* The step of a law, whatever its structs are. */
typedef void lt_step_any(const void *p, const void *d, const struct lt_move_n *m, void *x,
                         struct lt_out_n *o, void *e);

/* In most steps no contact is made or lost. */
LT_INLINE void lt_step_ask(const struct lt_marching *g, lt_step_any *step, const void *p,
                           const void *d, void *x, struct lt_out_n *o, void *e) {
    const num *u = g->at.u, *du = g->du, *v = g->at.v;
    struct lt_move_n move = {u[0],  u[1],  u[2],  u[3],  u[4],  u[5],         du[0],
                             du[1], du[2], du[3], du[4], du[5], v[0],         v[1],
                             v[2],  v[3],  v[4],  v[5],  g->dt, g->is_active, 0};
    if (lt_all((u[0] <= 0) & g->is_active)) {
        move.active = LT_EVERY;
        move.stay = 1;
        step(p, d, &move, x, o, e);
    } else {
        step(p, d, &move, x, o, e);
    }
}

/* Velocities half a step ahead. What is not driven is pushed by the contact alone. */
LT_INLINE void lt_step_kick(struct lt_marching *g) {
    num force[LT_MARCH_DOFS] = {0};
    LT_DISSOLVED
    for (size_t i = 0; i < g->forces; i++)
        force[i] = g->driven ? g->push[i] - g->at.f[i] : g->at.f[i];
    LT_DISSOLVED
    for (size_t i = 0; i < g->dofs; i++) {
        const size_t k = lt_march_other(i);
        const int own = i < g->forces, both = (g->driven || k != i) && k < g->forces;
        num change = NUM(0.0);
        if (own && both)
            change = g->kick[i] * force[i] + g->kick_other[i] * force[k];
        else if (own)
            change = g->kick[i] * force[i];
        else if (both)
            change = g->kick_other[i] * force[k];
        g->after[i] = !own && !both ? g->at.v[i]
                      : g->driven   ? g->at.v[i] + change
                                    : g->at.v[i] - change;
    }
}

/* Work of what imposes the motion, of gravity and of applied forces in a step. */
LT_INLINE num lt_step_driven(struct lt_marching *g) {
    num work = NUM(0.0);
    LT_DISSOLVED
    for (size_t i = 0; i < LT_MARCH_DOFS; i++) {
        const size_t k = lt_march_other(i);
        const num held = lt_step_holds(g->pull[i], g->pull_other[i], g->after[i] - g->at.v[i],
                                       g->after[k] - g->at.v[k], g->push[i] - g->at.f[i]);
        const num now = g->applied[i] + SEL(g->imposed[i] > 0, held, NUM(0.0));
        work += lt_step_trapezoid(g->drive[i], now, g->weight[i], g->du[i]);
        g->drive[i] = now;
    }
    return work;
}

/* The same where each velocity stays as it is imposed: what imposes it is the contact's force. */
LT_INLINE num lt_step_held(struct lt_marching *g) {
    num work = NUM(0.0);
    LT_DISSOLVED
    for (size_t i = 0; i < g->forces; i++) {
        work += 0.5 * (g->drive[i] + g->at.f[i]) * g->du[i];
        g->drive[i] = g->at.f[i];
    }
    return work;
}

/* What moves freely has no work done on it. */
LT_INLINE void lt_step_work(struct lt_marching *g) {
    if (!g->driven && !g->held)
        return;
    lt_step_credit(&g->at, g->jump + (g->held ? lt_step_held(g) : lt_step_driven(g)));
    g->jump = NUM(0.0);
}

/* Of contacts that are not the first one nothing is larger. */
#if LT_N == 1
#define LT_OF_FIRST(g, x) (x)
#else
#define LT_OF_FIRST(g, x) SEL((g)->is_first, (x), NUM(0.0))
#endif

LT_INLINE void lt_step_peaks(struct lt_marching *g) {
    const num strain = g->at.account[LT_AT_E_STRAIN];
    if (ANY(strain < g->least))
        g->least = lt_smaller(g->least, strain);
    if (ANY(g->at.f[0] > g->pull_max))
        g->pull_max = lt_larger(g->pull_max, g->at.f[0]);
    if (!ANY(g->is_first))
        return;
    const num depth = 0.0 - g->at.u[0], force = 0.0 - g->at.f[0];
    const num square = g->at.f[1] * g->at.f[1] + g->at.f[2] * g->at.f[2];
    g->overlap_max = lt_larger(g->overlap_max, LT_OF_FIRST(g, depth));
    g->fn_max = lt_larger(g->fn_max, LT_OF_FIRST(g, force));
    g->ft_square = lt_larger(g->ft_square, LT_OF_FIRST(g, square));
}

/* What happened in a step; of several contacts, whether anything did. */
LT_INLINE int lt_step_happened(struct lt_marching *g, const struct lt_out_n *o) {
    const num vn = g->at.v[0];
    const mask changed = (mask)(o->active != g->is_active) | (mask)(o->branch != g->on);
    const num missing = lt_abs(g->at.residual);
    mask released = NOT(o->fn < 0), uncounted = NOT(missing <= g->worst);
    if (LT_UNLIKELY(ANY(released)))
        released &= g->is_pushing & (g->fn_max > 0);
    if (LT_UNLIKELY(ANY(uncounted))) {
        g->worst = lt_larger(g->worst, missing);
        uncounted = NOT(missing <= LT_MARCH_FINITE);
    }
    const mask same = vn * g->sign > 0;
    g->was_active = g->is_active;
    g->is_active = o->active;
    g->on = o->branch;
    if (!LT_UNLIKELY(ANY((changed | released | uncounted | NOT(same)) & g->is_busy)))
        return 0;
    const mask turned = NOT(same) & (vn != 0) & (vn * g->sign <= 0);
#if LT_N == 1
    return (changed ? LT_MARCH_CHANGED : 0) | (turned ? LT_MARCH_TURNED : 0) |
           (uncounted ? LT_MARCH_LOST_COUNT : 0) | (released ? LT_MARCH_RELEASED : 0);
#else
    return ANY((changed | released | uncounted | turned) & g->is_busy);
#endif
}

#if LT_N == 1
LT_INLINE void lt_step_column(double *ring, const num *from, size_t count) {
    if (LT_KNOWN(count)) {
        LT_DISSOLVED
        for (size_t i = 0; i < count; i++)
            ring[i * LT_RING_STRIDE] = from[i];
    } else {
        for (size_t i = 0; i < count; i++)
            ring[i * LT_RING_STRIDE] = from[i];
    }
}

/* What a step leaves, from its place in the first column on. */
LT_INLINE void lt_step_ring(struct lt_marching *g, double *ring, int few, const num *x,
                            size_t n_state, const num *total, size_t n_losses) {
    const size_t six = (size_t)LT_MARCH_DOFS * LT_RING_STRIDE;
    if (few) {
        lt_step_column(ring, g->at.u, LT_MARCH_DOFS);
        lt_step_column(ring + 2 * six, g->at.f, g->forces); /* others are 0 */
        return;
    }
    g->at.active = g->is_active;
    lt_step_column(ring, g->at.u, LT_POINT_NUMBERS);
    ring += (size_t)LT_POINT_NUMBERS * LT_RING_STRIDE;
    lt_step_column(ring, x, n_state);
    lt_step_column(ring + n_state * LT_RING_STRIDE, total, n_losses);
}
#endif

/* KIND is a constant where this is used, and so are the counts. RAW: a branch is any number. */
LT_INLINE size_t lt_step_march(lt_step_any *step, int raw, const void *p, const void *d, num *x,
                               size_t n_state, num *e, num *total, size_t n_losses, lt_cells *m,
                               enum lt_march_kind kind, size_t steps) {
    struct lt_marching g = lt_step_open(m, kind, raw);
    size_t made = 0;
    int happened = 0;
#if LT_N == 1
    double *ring = m->ring;
    const int few = m->few;
#endif
    while (made < steps && !happened) {
        struct lt_out_n o;
        lt_step_drift(&g.at, g.after, g.dt, g.du, g.dofs);
        lt_step_ask(&g, step, p, d, x, &o, e);
        lt_step_account(&g.at, g.du, &o, g.forces, e, total, n_losses);
        if (!g.held)
            lt_step_kick(&g);
        lt_step_work(&g);
        lt_step_balance(&g.at, g.start,
                        lt_step_kinetic(g.mass, g.mass_other, g.at.v, g.after, g.dofs), total,
                        n_losses);
        lt_step_peaks(&g);
        happened = lt_step_happened(&g, &o);
        made++;
#if LT_N == 1
        if (ring)
            lt_step_ring(&g, ring++, few, x, n_state, total, n_losses);
#endif
    }
    lt_step_close(m, &g);
#if LT_N == 1
    m->happened = happened;
#endif
    (void)n_state;
    return made;
}

#endif

#endif

/* SPDX-License-Identifier: MIT */
/*
 * step.h: the step of a leapfrog, for one contact and for LT_N side by side. law.h includes it and
 * makes the march of a law from it. Authors of laws need not read it.
 *
 * A march makes many steps in one call: drift, law, kick, balance of energy. All energies are
 * summed here. Where a run needs more than a march offers, the driver makes the same steps one by
 * one, with the same functions in the same order, and so to the same bits. A march returns after a
 * step with an event that the caller has to handle.
 *
 * DoFs are in the order n s t, then rotations about them. Displacements are in m and rad,
 * velocities in m/s and rad/s, forces in N and N m, energies in J, times in s.
 */
#ifndef LAWTESTER_LAW_H
#include "law.h" /* which includes this file where it needs it */
#endif
#ifndef LAWTESTER_STEP_H
#define LAWTESTER_STEP_H

enum { LT_MARCH_DOFS = 6 };

/* The energy accounts: the work done on the contact, and what it has stored and lost, beside the
 * losses that a law names itself. F(ID, name, unit, doc). lt_step_credit() adds to E_work; E_set
 * changes between steps only; lt_step_account() adds to all others. */
#define LT_ACCOUNTS(F)                                                                             \
    F(E_STRAIN, E_strain, "J", "energy stored in the springs")                                     \
    F(E_WORK, E_work, "J", "work of imposed motion, of applied forces and of gravity")             \
    F(E_DASHPOT, E_dashpot, "J", "dissipated by viscous forces")                                   \
    F(E_CROSS, E_cross, "J", "lost by steps in which the contact opened, closed or was capped")    \
    F(E_DEFECT, E_defect, "J", "lost (> 0) or created (< 0) by an elastic part without potential") \
    F(E_SET, E_set, "J", "removed (> 0) or added (< 0) by changing properties during the run")

#define LT_ACCOUNT_(ID, ...) LT_AT_##ID,
enum lt_account { LT_ACCOUNTS(LT_ACCOUNT_) LT_N_ACCOUNTS };

/* Motion, forces and energies of a contact, each number a T. The order is that of values[] from un
 * on and of the columns of a ring, so that all three can be copied as blocks. */
#define LT_POINT_FIELDS(T)                                                                         \
    T u[LT_MARCH_DOFS], v[LT_MARCH_DOFS], f[LT_MARCH_DOFS], viscous[LT_MARCH_DOFS];                \
    T account[LT_N_ACCOUNTS];                                                                      \
    T throughput; /* sum of |work| */                                                              \
    T kinetic, residual;                                                                           \
    T active; /* 1 after a step with contact */

struct lt_point {
    LT_POINT_FIELDS(double)
};

enum { LT_POINT_NUMBERS = sizeof(struct lt_point) / sizeof(double) };

/* A march of one contact may record every step in a ring: columns of LT_RING steps, one for each
 * number of a point, followed by those of the law's state and losses. 256 steps of a usual law stay
 * in the second-level cache. The stride is 8 numbers, one cache line, longer, so that the entries
 * of a step do not all compete for the same place in the cache. */
enum { LT_RING = 256, LT_RING_STRIDE = LT_RING + 8 };

/* Events after which a march returns; bits. */
enum {
    LT_MARCH_CHANGED = 1,    /* the contact was made or lost, or the law changed its branch */
    LT_MARCH_REVERSED = 2,   /* vn has changed its sign */
    LT_MARCH_NOT_FINITE = 4, /* the energy balance is not a finite number */
    LT_MARCH_RELEASED = 8    /* fn, which was compressive, is not any more */
};

/* The motions that a march is compiled for. The more is known to be 0, the shorter the step is. */
enum lt_march_kind {
    LT_MARCH_DRIVEN,  /* six DoFs, with imposed velocities, applied forces or gravity */
    LT_MARCH_IMPOSED, /* constant velocities are imposed on all six */
    LT_MARCH_SHEARED, /* as IMPOSED, and the law makes no moments */
    LT_MARCH_FREE,    /* six DoFs, on which only the contact acts */
    LT_MARCH_TURNING, /* as FREE, and the law makes no moments */
    LT_MARCH_PLAIN /* only the contact acts, on translations that are not coupled with rotations */
};

/* The numbers of a march, each a T. Inertia couples shear along s with rolling about t, and t with
 * s; n and twist are not coupled. So a matrix is two arrays: its diagonal, and in ..._other the
 * element of DoF i and the one it is coupled with, lt_march_other(i). */
#define LT_MARCH_FIELDS(T, POINT)                                                                  \
    /* Matrices: dt times the inverse of the mass matrix; the mass matrix; it divided by dt, which \
 gives the force that imposes a change of velocity. */                                             \
    T kick[LT_MARCH_DOFS], kick_other[LT_MARCH_DOFS];                                              \
    T mass[LT_MARCH_DOFS], mass_other[LT_MARCH_DOFS];                                              \
    T pull[LT_MARCH_DOFS], pull_other[LT_MARCH_DOFS];                                              \
    T push[LT_MARCH_DOFS];                           /* weight + applied */                        \
    T applied[LT_MARCH_DOFS], weight[LT_MARCH_DOFS]; /* constant forces; gravity */                \
    T imposed[LT_MARCH_DOFS];                        /* 1 if the velocity is imposed */            \
    T dt, start;                                     /* energy at the start of the run */          \
    T peaks;  /* 1 until the first contact ends: record its largest overlap and forces */          \
    T pushed; /* 1 while its force has always been compressive */                                  \
    T sign;   /* sign of vn when it was last not 0 */                                              \
    T busy;   /* 1 if the lane belongs to a run; 0: its events are ignored */                      \
    /* A march reads the numbers up to here and changes those from here on. */                     \
    struct POINT at;                                                                               \
    T after[LT_MARCH_DOFS]; /* velocities half a step ahead */                                     \
    T drive[LT_MARCH_DOFS]; /* forces that impose motion, and applied ones, at the sample */       \
    T was;                  /* 1 if the contact was active before the last step */                 \
    T branch;               /* of the law */                                                       \
    T worst;                /* largest |E_residual| */                                             \
    T least;                /* smallest E_strain, at most 0 */                                     \
    T overlap_max, fn_max;  /* of the first contact, as is */                                      \
    T ft_square;            /* the largest fs^2 + ft^2, N^2 */                                     \
    T pull_max;             /* largest tensile fn of all contacts */                               \
    T jump;                 /* work due with the next step */

struct lt_march {
    LT_MARCH_FIELDS(double, lt_point)
    double *ring; /* where each step is recorded; NULL: nowhere */
    int few;      /* 1: record displacements and forces only */
    int happened; /* events of the last step, LT_MARCH_... */
};

/* One number of each of several contacts, aligned for the widest vectors. */
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

/* Make at most STEPS steps and return how many were made. P and D are parameters and derived
 * numbers; the state X and the accounts of LOSSES are updated. */
typedef size_t lt_law_march(const void *p, const void *d, void *x, void *losses,
                            struct lt_march *march, enum lt_march_kind kind, size_t steps);
typedef size_t lt_law_march_rows(const struct lt_row *p, const struct lt_row *d, struct lt_row *x,
                                 struct lt_row *losses, struct lt_march_rows *march,
                                 enum lt_march_kind kind, size_t steps);

/* The DoF with which inertia couples DoF i; n and twist: i itself. */
static inline size_t lt_march_other(size_t i) {
    return i == 0 || i == 3 ? i : 6 - i;
}

#ifndef __cplusplus

/* A march stores each of its numbers in a cell: a double, or a row of them for contacts side by
 * side. With these functions one source serves both. Conditions and branches are stored as numbers,
 * too. */

#if LT_N == 1

typedef double lt_cell;
typedef struct lt_march lt_cells;

/* The number in a cell, or the first LT_N of a row, in registers. */
LT_INLINE num lt_load(const lt_cell *cell) {
    return *cell;
}

/* Stores x in a cell, or in the first LT_N of a row. */
LT_INLINE void lt_store(lt_cell *cell, num x) {
    *cell = x;
}

/* A condition as a number: 1 where it holds, else 0. */
LT_INLINE num lt_of_mask(mask c) {
    return c;
}

/* A branch, an integer, as a number. */
LT_INLINE num lt_of_bits(bits b) {
    return (double)b;
}

/* The branch that lt_of_bits() has made a number. */
LT_INLINE bits lt_to_bits(num x) {
    return (bits)x;
}

#else

typedef struct lt_row lt_cell;
typedef struct lt_march_rows lt_cells;

/* The number in a cell, or the first LT_N of a row, in registers. */
LT_INLINE num lt_load(const lt_cell *cell) {
    num x;
    memcpy(&x, cell->lane, sizeof x);
    return x;
}

/* Stores x in a cell, or in the first LT_N of a row. */
LT_INLINE void lt_store(lt_cell *cell, num x) {
    memcpy(cell->lane, &x, sizeof x);
}

/* A condition as a number: 1 where it holds, else 0. */
LT_INLINE num lt_of_mask(mask c) {
    return SEL(c, NUM(1.0), NUM(0.0));
}

/* A branch, an integer, as a number. */
LT_INLINE num lt_of_bits(bits b) {
    return __builtin_convertvector(b, num);
}

/* The branch that lt_of_bits() has made a number. */
LT_INLINE bits lt_to_bits(num x) {
    return __builtin_convertvector(x, bits);
}

#endif

#define LT_MARCH_FINITE 1.7976931348623157e308 /* DBL_MAX */

/* Unroll the next loop, of constant length at most 128. gcc needs the pragma; clang unrolls by
 * itself and warns about a pragma that it does not need. */
#if defined __GNUC__ && !defined __clang__
#define LT_UNROLL _Pragma("GCC unroll 128")
#else
#define LT_UNROLL
#endif

/* Only a loop whose length the compiler knows is worth unrolling. */
#ifdef __GNUC__
#define LT_IS_CONSTANT(count) __builtin_constant_p(count)
#else
#define LT_IS_CONSTANT(count) 0
#endif

/* Load COUNT consecutive numbers of a march. */
LT_INLINE void lt_load_all(num *to, const lt_cell *from, size_t count) {
    LT_UNROLL
    for (size_t i = 0; i < count; i++)
        to[i] = lt_load(&from[i]);
}

/* Store COUNT consecutive numbers of a march. */
LT_INLINE void lt_store_all(lt_cell *to, const num *from, size_t count) {
    LT_UNROLL
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

/* The working copy of a march, in registers as far as they suffice. The last members are constants
 * where a march is compiled. */
struct lt_march_state {
    LT_MARCH_FIELDS(num, lt_point_n)
    num du[LT_MARCH_DOFS];                                     /* displacement of the step */
    mask was_active, is_active, is_first, is_pushing, is_busy; /* was ... busy as conditions */
    bits on;                                                   /* branch */
    size_t dofs, forces; /* how many DoFs move, on how many the law acts: 3 or 6 */
    int driven, held;    /* 1: motion is driven; all velocities are imposed */
    int raw;             /* 1: a branch is the bits of a double, not an integer */
};

/* ---- Of every step, made by a march or by the driver ----------------------------------------- */

/* Drift: move by one step with the velocities half a step ahead, AFTER. DU gets the displacement
 * that is realised after rounding, since energies must count that one. */
LT_INLINE void lt_step_drift(struct lt_point_n *at, const num *after, num dt, num *du,
                             size_t dofs) {
    LT_UNROLL
    for (size_t i = 0; i < dofs; i++) {
        at->v[i] = after[i];
        const num next = at->u[i] + dt * at->v[i];
        du[i] = next - at->u[i];
        at->u[i] = next;
    }
}

/* Take over the result O of the law for a step: its forces, the stored energy, and what the step
 * has dissipated. Viscous dissipation, which is returned, is the trapezoid of the viscous force
 * over DU on the first FORCES components; E are the law's own losses in this step, TOTAL their
 * sums. */
LT_INLINE num lt_step_account(struct lt_point_n *at, const num *du, const struct lt_out_n *o,
                              size_t forces, const num *e, num *total, size_t n_losses) {
    const num f[] = {o->fn, o->fs, o->ft, o->mn, o->ms, o->mt};
    const num viscous[] = {o->vfn, o->vfs, o->vft, o->vmn, o->vms, o->vmt};
    num dashpot = NUM(0.0);
    LT_UNROLL
    for (size_t i = 0; i < LT_MARCH_DOFS; i++)
        at->f[i] = f[i];
    LT_UNROLL
    for (size_t i = 0; i < forces; i++) {
        dashpot += (at->viscous[i] + viscous[i]) * du[i];
        at->viscous[i] = viscous[i];
    }
    at->account[LT_AT_E_STRAIN] = o->strain;
    dashpot = 0.5 * dashpot;
    at->account[LT_AT_E_DASHPOT] += dashpot;
    at->account[LT_AT_E_CROSS] += o->cross;
    at->account[LT_AT_E_DEFECT] += o->defect;
    if (LT_IS_CONSTANT(n_losses)) {
        LT_UNROLL
        for (size_t i = 0; i < n_losses; i++)
            total[i] += e[i];
    } else {
        for (size_t i = 0; i < n_losses; i++)
            total[i] += e[i];
    }
    return dashpot;
}

/* The constraint force that imposes the motion of a DoF, or fixes one of infinite inertia: inertia
 * times the change of velocity, DV of its own and DV_K of the coupled DoF, less the other FORCEs.
 * PULL is mass/dt. */
LT_INLINE num lt_step_constraint(num pull, num pull_other, num dv, num dv_k, num force) {
    return pull * dv + pull_other * dv_k - force;
}

/* Work in a step of a force that is WAS before it and NOW after it, and of a CONSTANT one. */
LT_INLINE num lt_step_trapezoid(num was, num now, num constant, num du) {
    return (0.5 * (was + now) + constant) * du;
}

/* Add work done on the contact to E_work. */
LT_INLINE void lt_step_credit(struct lt_point_n *at, num work) {
    at->account[LT_AT_E_WORK] += work;
    at->throughput += lt_abs(work);
}

/* Kinetic energy 1/2 v . M AFTER of the velocities half a step behind and ahead: with these the
 * leapfrog balances trapezoids of work exactly. The order of the sum is that of the rows of M. */
LT_INLINE num lt_step_kinetic(const num *mass, const num *mass_other, const num *v,
                              const num *after, size_t dofs) {
    num twice = NUM(0.0);
    LT_UNROLL
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

/* Set the kinetic energy and the residual of the balance: the energy at the start and the work,
 * less kinetic and stored energy and all losses. 0 but for rounding. */
LT_INLINE void lt_step_balance(struct lt_point_n *at, num start, num kinetic, const num *total,
                               size_t n_losses) {
    at->kinetic = kinetic;
    at->residual = start + at->account[LT_AT_E_WORK] - kinetic;
    LT_UNROLL
    for (size_t i = 0; i < LT_N_ACCOUNTS; i++)
        if (i != LT_AT_E_WORK)
            at->residual -= at->account[i];
    if (LT_IS_CONSTANT(n_losses)) {
        LT_UNROLL
        for (size_t i = 0; i < n_losses; i++)
            at->residual -= total[i];
    } else {
        for (size_t i = 0; i < n_losses; i++)
            at->residual -= total[i];
    }
}

/* ---- Of a march ------------------------------------------------------------------------------ */

/* Load a march; work due with its first step is added where lt_step_work() will not do so. */
LT_INLINE struct lt_march_state lt_step_load(const lt_cells *m, enum lt_march_kind kind, int raw) {
    struct lt_march_state g;
    const int no_moments =
        kind == LT_MARCH_PLAIN || kind == LT_MARCH_TURNING || kind == LT_MARCH_SHEARED;
    lt_load_all(g.kick, m->kick, offsetof(struct lt_march_state, du) / sizeof(num));
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
    g.forces = no_moments ? 3 : 6;
    LT_UNROLL
    for (size_t i = g.dofs; i < LT_MARCH_DOFS; i++)
        g.at.v[i] = g.du[i] = NUM(0.0);
    if (!g.driven && !g.held) {
        lt_step_credit(&g.at, g.jump);
        g.jump = NUM(0.0);
    }
    return g;
}

/* Store what a march has changed. */
LT_INLINE void lt_step_store(lt_cells *m, struct lt_march_state *g) {
    g->was = lt_of_mask(g->was_active);
    g->at.active = lt_of_mask(g->is_active);
    g->branch = lt_of_bits(g->on);
    if (g->raw)
        memcpy(&g->branch, &g->on, sizeof g->branch);
    lt_store_all(m->at.u, g->at.u,
                 (offsetof(struct lt_march_state, du) - offsetof(struct lt_march_state, at)) /
                     sizeof(num));
}

/* The step() of a law, with pointers to its own structs. */
typedef void lt_step_any(const void *p, const void *d, const struct lt_move_n *m, void *x,
                         struct lt_out_n *o, void *e);

/* Evaluate the law for the step. Most steps neither make nor lose a contact: for these the call has
 * .stay = 1, a constant, and the compiler removes the code for the others. */
LT_INLINE void lt_step_evaluate(const struct lt_march_state *g, lt_step_any *step, const void *p,
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

/* Kick: velocities half a step ahead, from forces over dt. If nothing is driven the contact alone
 * acts; terms that are known to be 0 are left out. */
LT_INLINE void lt_step_kick(struct lt_march_state *g) {
    num force[LT_MARCH_DOFS] = {0};
    LT_UNROLL
    for (size_t i = 0; i < g->forces; i++)
        force[i] = g->driven ? g->push[i] - g->at.f[i] : g->at.f[i];
    LT_UNROLL
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

/* Work in a step of the forces that impose motion, of gravity and of applied forces. */
LT_INLINE num lt_step_driving_work(struct lt_march_state *g) {
    num work = NUM(0.0);
    LT_UNROLL
    for (size_t i = 0; i < LT_MARCH_DOFS; i++) {
        const size_t k = lt_march_other(i);
        const num held = lt_step_constraint(g->pull[i], g->pull_other[i], g->after[i] - g->at.v[i],
                                            g->after[k] - g->at.v[k], g->push[i] - g->at.f[i]);
        const num now = g->applied[i] + SEL(g->imposed[i] > 0, held, NUM(0.0));
        work += lt_step_trapezoid(g->drive[i], now, g->weight[i], g->du[i]);
        g->drive[i] = now;
    }
    return work;
}

/* Work in a step where all velocities are imposed and constant: there is no acceleration, so that
 * the driving force is the contact's. */
LT_INLINE num lt_step_imposed_work(struct lt_march_state *g) {
    num work = NUM(0.0);
    LT_UNROLL
    for (size_t i = 0; i < g->forces; i++) {
        work += 0.5 * (g->drive[i] + g->at.f[i]) * g->du[i];
        g->drive[i] = g->at.f[i];
    }
    return work;
}

/* Add the work of the step to E_work. On a free motion no work is done. */
LT_INLINE void lt_step_work(struct lt_march_state *g) {
    if (!g->driven && !g->held)
        return;
    lt_step_credit(&g->at, g->jump + (g->held ? lt_step_imposed_work(g) : lt_step_driving_work(g)));
    g->jump = NUM(0.0);
}

/* X during the first contact, else 0, which raises no peak. One contact by itself gets here only
 * during its first contact. */
#if LT_N == 1
#define LT_IF_FIRST(g, x) (x)
#else
#define LT_IF_FIRST(g, x) SEL((g)->is_first, (x), NUM(0.0))
#endif

/* Update extremes: overlap and forces of the first contact, tensile force and strain energy of
 * all. */
LT_INLINE void lt_step_peaks(struct lt_march_state *g) {
    const num strain = g->at.account[LT_AT_E_STRAIN];
    if (ANY(strain < g->least))
        g->least = lt_smaller(g->least, strain);
    if (ANY(g->at.f[0] > g->pull_max))
        g->pull_max = lt_larger(g->pull_max, g->at.f[0]);
    if (!ANY(g->is_first))
        return;
    const num depth = 0.0 - g->at.u[0], force = 0.0 - g->at.f[0];
    const num square = g->at.f[1] * g->at.f[1] + g->at.f[2] * g->at.f[2];
    g->overlap_max = lt_larger(g->overlap_max, LT_IF_FIRST(g, depth));
    g->fn_max = lt_larger(g->fn_max, LT_IF_FIRST(g, force));
    g->ft_square = lt_larger(g->ft_square, LT_IF_FIRST(g, square));
}

/* Update conditions after a step and detect events. Returns their bits, LT_MARCH_...; of several
 * contacts, whether any of those that belong to a run has an event. */
LT_INLINE int lt_step_detect(struct lt_march_state *g, const struct lt_out_n *o) {
    const num vn = g->at.v[0];
    const mask changed = (mask)(o->active != g->is_active) | (mask)(o->branch != g->on);
    const num missing = lt_abs(g->at.residual);
    mask released = NOT(o->fn < 0), not_finite = NOT(missing <= g->worst); /* a NaN is, too */
    if (LT_UNLIKELY(ANY(released)))
        released &= g->is_pushing & (g->fn_max > 0);
    if (LT_UNLIKELY(ANY(not_finite))) {
        g->worst = lt_larger(g->worst, missing);
        not_finite = NOT(missing <= LT_MARCH_FINITE);
    }
    const mask same = vn * g->sign > 0;
    g->was_active = g->is_active;
    g->is_active = o->active;
    g->on = o->branch;
    if (!LT_UNLIKELY(ANY((changed | released | not_finite | NOT(same)) & g->is_busy)))
        return 0;
    const mask reversed = NOT(same) & (vn != 0) & (vn * g->sign <= 0);
#if LT_N == 1
    return (changed ? LT_MARCH_CHANGED : 0) | (reversed ? LT_MARCH_REVERSED : 0) |
           (not_finite ? LT_MARCH_NOT_FINITE : 0) | (released ? LT_MARCH_RELEASED : 0);
#else
    return ANY((changed | released | not_finite | reversed) & g->is_busy);
#endif
}

#if LT_N == 1
/* Write COUNT numbers into the same row of as many columns of a ring. */
LT_INLINE void lt_step_write_row(double *ring, const num *from, size_t count) {
    if (LT_IS_CONSTANT(count)) {
        LT_UNROLL
        for (size_t i = 0; i < count; i++)
            ring[i * LT_RING_STRIDE] = from[i];
    } else {
        for (size_t i = 0; i < count; i++)
            ring[i * LT_RING_STRIDE] = from[i];
    }
}

/* Record a step: RING is its row in the first column. With FEW only displacements and forces are
 * written. */
LT_INLINE void lt_step_record(struct lt_march_state *g, double *ring, int few, const num *x,
                              size_t n_state, const num *total, size_t n_losses) {
    const size_t six = (size_t)LT_MARCH_DOFS * LT_RING_STRIDE;
    if (few) {
        lt_step_write_row(ring, g->at.u, LT_MARCH_DOFS);
        lt_step_write_row(ring + 2 * six, g->at.f, g->forces); /* moments are 0 */
        return;
    }
    g->at.active = g->is_active;
    lt_step_write_row(ring, g->at.u, LT_POINT_NUMBERS);
    ring += (size_t)LT_POINT_NUMBERS * LT_RING_STRIDE;
    lt_step_write_row(ring, x, n_state);
    lt_step_write_row(ring + n_state * LT_RING_STRIDE, total, n_losses);
}
#endif

/* The march: at most STEPS steps, until an event; returns how many were made. KIND and the counts
 * are constants where this is inlined, so that one loop without unused code is compiled for each.
 * RAW: the branch of the law is any double, compared by its bits. */
LT_INLINE size_t lt_step_march(lt_step_any *step, int raw, const void *p, const void *d, num *x,
                               size_t n_state, num *e, num *total, size_t n_losses, lt_cells *m,
                               enum lt_march_kind kind, size_t steps) {
    struct lt_march_state g = lt_step_load(m, kind, raw);
    size_t made = 0;
    int happened = 0;
#if LT_N == 1
    double *ring = m->ring;
    const int few = m->few;
#endif
    while (made < steps && !happened) {
        struct lt_out_n o;
        lt_step_drift(&g.at, g.after, g.dt, g.du, g.dofs);
        lt_step_evaluate(&g, step, p, d, x, &o, e);
        lt_step_account(&g.at, g.du, &o, g.forces, e, total, n_losses);
        if (!g.held)
            lt_step_kick(&g);
        lt_step_work(&g);
        lt_step_balance(&g.at, g.start,
                        lt_step_kinetic(g.mass, g.mass_other, g.at.v, g.after, g.dofs), total,
                        n_losses);
        lt_step_peaks(&g);
        happened = lt_step_detect(&g, &o);
        made++;
#if LT_N == 1
        if (ring)
            lt_step_record(&g, ring++, few, x, n_state, total, n_losses);
#endif
    }
    lt_step_store(m, &g);
#if LT_N == 1
    m->happened = happened;
#endif
    (void)n_state;
    return made;
}

#endif

#endif

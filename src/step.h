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
#ifndef LAWTESTER_STEP_H
#define LAWTESTER_STEP_H

enum { LT_MARCH_DOFS = 6 };

/* What a row of a march of one contact holds: displacements, velocities, forces, viscous forces,
 * then these; behind them the state and the accounts of losses. */
enum {
    LT_MARCH_STRAIN = 4 * LT_MARCH_DOFS,
    LT_MARCH_WORK,
    LT_MARCH_DASHPOT,
    LT_MARCH_CROSS,
    LT_MARCH_DEFECT,
    LT_MARCH_THROUGHPUT,
    LT_MARCH_SET,
    LT_MARCH_KINETIC,
    LT_MARCH_RESIDUAL,
    LT_MARCH_ACTIVE,
    LT_MARCH_NUMBERS
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
#define LT_MARCH_FIELDS(T)                                                                         \
    T u[LT_MARCH_DOFS], v[LT_MARCH_DOFS], after[LT_MARCH_DOFS];                                    \
    T f[LT_MARCH_DOFS], viscous[LT_MARCH_DOFS], drive[LT_MARCH_DOFS];                              \
    T kick[LT_MARCH_DOFS], kick_other[LT_MARCH_DOFS]; /* dt p */                                   \
    T mass[LT_MARCH_DOFS], mass_other[LT_MARCH_DOFS];                                              \
    T pull[LT_MARCH_DOFS], pull_other[LT_MARCH_DOFS]; /* m/dt, where the velocity is imposed */    \
    T push[LT_MARCH_DOFS], applied[LT_MARCH_DOFS], weight[LT_MARCH_DOFS]; /* weight + applied */   \
    T imposed[LT_MARCH_DOFS];      /* 1 if the velocity is */                                      \
    T dt, start, set;              /* energy at the start; E_set */                                \
    T strain, was, active, branch; /* active before and after the last step */                     \
    T work, throughput, dashpot, cross, defect, kinetic, residual, worst;                          \
    T least; /* E_strain so far, and 0 */                                                          \
    T overlap_max, fn_max, ft_square, pull_max;                                                    \
    T peaks;  /* 1 while the first contact is on: take its peaks */                                \
    T pushed; /* 1 if its force has not ended to push */                                           \
    T sign;   /* of vn, when it last had one */                                                    \
    T jump;   /* work due with the next step */                                                    \
    T busy;   /* 1 if anybody wants to know what happens to it */

struct lt_march {
    LT_MARCH_FIELDS(double)
    double *rows; /* NULL, or room for a row of each step */
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

struct lt_march_rows {
    LT_MARCH_FIELDS(struct lt_row)
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

#if defined __clang__
#define LT_DISSOLVED _Pragma("clang loop unroll(full)")
#elif defined __GNUC__
#define LT_DISSOLVED _Pragma("GCC unroll 64")
#else
#define LT_DISSOLVED
#endif

LT_INLINE num lt_larger(num a, num b) {
    return SEL(b > a, b, a);
}

LT_INLINE num lt_smaller(num a, num b) {
    return SEL(b < a, b, a);
}

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

/* Velocities half a step ahead. What is not driven is pushed by the contact alone. */
LT_INLINE void lt_step_kick(const num *kick, const num *other, const num *push, const num *f,
                            size_t forces, size_t dofs, int driven, const num *v, num *after) {
    num force[LT_MARCH_DOFS];
    LT_DISSOLVED
    for (size_t i = 0; i < forces; i++)
        force[i] = driven ? push[i] - f[i] : f[i];
    LT_DISSOLVED
    for (size_t i = 0; i < dofs; i++) {
        const size_t k = lt_march_other(i);
        const int own = i < forces, both = (driven || k != i) && k < forces;
        num change = NUM(0.0);
        if (own && both)
            change = kick[i] * force[i] + other[i] * force[k];
        else if (own)
            change = kick[i] * force[i];
        else if (both)
            change = other[i] * force[k];
        after[i] = !own && !both ? v[i] : driven ? v[i] + change : v[i] - change;
    }
}

/* Work of what imposes the motion, of gravity and of applied forces in a step. */
LT_INLINE num lt_step_work(const lt_cells *m, const num *f, const num *v, const num *after,
                           const num *du, num *drive) {
    num work = NUM(0.0);
    LT_DISSOLVED
    for (size_t i = 0; i < LT_MARCH_DOFS; i++) {
        const size_t k = lt_march_other(i);
        const num own = lt_load(&m->pull[i]) * (after[i] - v[i]);
        const num other = lt_load(&m->pull_other[i]) * (after[k] - v[k]);
        const num applied = lt_load(&m->applied[i]), force = lt_load(&m->push[i]) - f[i];
        const num held = (i < 3 ? own + other : other + own) - force;
        const num now = applied + SEL(lt_load(&m->imposed[i]) > 0, held, NUM(0.0));
        work += (0.5 * (drive[i] + now) + lt_load(&m->weight[i])) * du[i];
        drive[i] = now;
    }
    return work;
}

/* The same where each velocity stays as it is imposed: what imposes it is the contact's force. */
LT_INLINE num lt_step_held(const num *f, size_t forces, const num *du, num *drive) {
    num work = NUM(0.0);
    LT_DISSOLVED
    for (size_t i = 0; i < forces; i++) {
        work += 0.5 * (drive[i] + f[i]) * du[i];
        drive[i] = f[i];
    }
    return work;
}

/* Kinetic energy, row by row of the inertia. */
LT_INLINE num lt_step_kinetic(const num *mass, const num *other, size_t dofs, const num *v,
                              const num *after) {
    num twice = NUM(0.0);
    LT_DISSOLVED
    for (size_t i = 0; i < dofs; i++) {
        const size_t k = lt_march_other(i);
        const int coupled = k != i && k < dofs;
        if (coupled && i > 3)
            twice += v[i] * other[i] * after[k];
        twice += v[i] * mass[i] * after[i];
        if (coupled && i < 3)
            twice += v[i] * other[i] * after[k];
    }
    return 0.5 * twice;
}

/* The step of a law, whatever its structs are. */
typedef void lt_step_any(const void *p, const void *d, const struct lt_move_n *m, void *x,
                         struct lt_out_n *o, void *e);

LT_INLINE int lt_step_happened(mask busy, mask changed, num vn, num sign, num residual,
                               mask released) {
#if LT_N == 1
    (void)busy;
    return (changed ? LT_MARCH_CHANGED : 0) | (vn * sign <= 0 && vn != 0 ? LT_MARCH_TURNED : 0) |
           (fabs(residual) <= LT_MARCH_FINITE ? 0 : LT_MARCH_LOST_COUNT) |
           (released ? LT_MARCH_RELEASED : 0);
#else
    return ANY(busy & (changed | ((vn * sign <= 0) & (vn != 0)) |
                       NOT(lt_abs(residual) <= LT_MARCH_FINITE) | released));
#endif
}

#if LT_N == 1
LT_INLINE double *lt_step_row(double *row, const num *u, const num *v, const num *f, const num *w,
                              const double *rest, const num *x, size_t n_state, const num *total,
                              size_t n_losses) {
    LT_DISSOLVED
    for (size_t i = 0; i < LT_MARCH_DOFS; i++)
        row[i] = u[i], row[6 + i] = v[i], row[12 + i] = f[i], row[18 + i] = w[i];
    memcpy(row + LT_MARCH_STRAIN, rest, (LT_MARCH_NUMBERS - LT_MARCH_STRAIN) * sizeof *row);
    row += LT_MARCH_NUMBERS;
    lt_store_all(row, x, n_state);
    lt_store_all(row + n_state, total, n_losses);
    return row + n_state + n_losses;
}
#endif

/* KIND is a constant where this is used, and so are the counts. RAW: a branch is any number. */
LT_INLINE size_t lt_step_march(lt_step_any *step, int raw, const void *p, const void *d, num *x,
                               size_t n_state, num *e, num *total, size_t n_losses, lt_cells *m,
                               enum lt_march_kind kind, size_t steps) {
    const int driven = kind == LT_MARCH_DRIVEN;
    const int imposed = kind == LT_MARCH_IMPOSED || kind == LT_MARCH_SHEARED;
    const size_t dofs = kind == LT_MARCH_PLAIN ? 3 : 6;
    const int alone =
        kind == LT_MARCH_PLAIN || kind == LT_MARCH_TURNING || kind == LT_MARCH_SHEARED;
    const size_t forces = alone ? 3 : 6;
    num u[LT_MARCH_DOFS], v[LT_MARCH_DOFS], after[LT_MARCH_DOFS], f[LT_MARCH_DOFS],
        w[LT_MARCH_DOFS], drive[LT_MARCH_DOFS], du[LT_MARCH_DOFS];
    num kick[LT_MARCH_DOFS], kick_other[LT_MARCH_DOFS], mass[LT_MARCH_DOFS],
        mass_other[LT_MARCH_DOFS], push[LT_MARCH_DOFS];
    lt_load_all(u, m->u, 6), lt_load_all(v, m->v, 6), lt_load_all(after, m->after, 6);
    lt_load_all(f, m->f, 6), lt_load_all(w, m->viscous, 6), lt_load_all(drive, m->drive, 6);
    lt_load_all(kick, m->kick, 6), lt_load_all(kick_other, m->kick_other, 6);
    lt_load_all(mass, m->mass, 6), lt_load_all(mass_other, m->mass_other, 6);
    lt_load_all(push, m->push, 6);
    const num dt = lt_load(&m->dt), start = lt_load(&m->start), set = lt_load(&m->set),
              sign = lt_load(&m->sign);
    const mask peaks = IS(lt_load(&m->peaks)), pushed = IS(lt_load(&m->pushed));
    const mask all = LT_EVERY, busy = IS(lt_load(&m->busy));
    num work = lt_load(&m->work), throughput = lt_load(&m->throughput);
    num dashpots = lt_load(&m->dashpot), crossed = lt_load(&m->cross);
    num defects = lt_load(&m->defect), kinetic = lt_load(&m->kinetic);
    num residual = lt_load(&m->residual), worst = lt_load(&m->worst), least = lt_load(&m->least);
    num un_min = 0.0 - lt_load(&m->overlap_max), fn_min = 0.0 - lt_load(&m->fn_max);
    num ft_square = lt_load(&m->ft_square), fn_high = lt_load(&m->pull_max);
    num strain = lt_load(&m->strain), jump = lt_load(&m->jump);
    mask was = IS(lt_load(&m->was)), active = IS(lt_load(&m->active));
    const num stored_branch = lt_load(&m->branch);
    bits branch = lt_to_bits(stored_branch);
    if (raw)
        memcpy(&branch, &stored_branch, sizeof branch);
    size_t made = 0;
    int happened = 0;
#if LT_N == 1
    double *row = m->rows;
#endif

    LT_DISSOLVED
    for (size_t i = dofs; i < LT_MARCH_DOFS; i++)
        v[i] = du[i] = NUM(0.0);
    if (!driven && !imposed) {
        work += jump;
        throughput += lt_abs(jump);
        jump = NUM(0.0);
    }
    while (made < steps && !happened) {
        LT_DISSOLVED
        for (size_t i = 0; i < dofs; i++) {
            v[i] = after[i];
            const num next = u[i] + dt * v[i];
            du[i] = next - u[i];
            u[i] = next;
        }
        struct lt_move_n move = {u[0],  u[1],  u[2],  u[3],  u[4],  u[5],   du[0],
                                 du[1], du[2], du[3], du[4], du[5], v[0],   v[1],
                                 v[2],  v[3],  v[4],  v[5],  dt,    active, 0};
        struct lt_out_n o;
        if (!ANY(NOT((u[0] <= 0) & active))) { /* most steps: no contact is made or lost */
            move.active = all;
            move.stay = 1;
            step(p, d, &move, x, &o, e);
        } else {
            step(p, d, &move, x, &o, e);
        }
        const num now[] = {o.fn, o.fs, o.ft, o.mn, o.ms, o.mt};
        const num viscous[] = {o.vfn, o.vfs, o.vft, o.vmn, o.vms, o.vmt};
        num dashpot = NUM(0.0);
        LT_DISSOLVED
        for (size_t i = 0; i < LT_MARCH_DOFS; i++)
            f[i] = now[i];
        LT_DISSOLVED
        for (size_t i = 0; i < forces; i++) {
            dashpot += (w[i] + viscous[i]) * du[i];
            w[i] = viscous[i];
        }
        if (!imposed)
            lt_step_kick(kick, kick_other, push, f, forces, dofs, driven, v, after);
        if (driven || imposed) {
            const num done = jump + (imposed ? lt_step_held(f, forces, du, drive)
                                             : lt_step_work(m, f, v, after, du, drive));
            work += done;
            throughput += lt_abs(done);
            jump = NUM(0.0);
        }
        dashpots += 0.5 * dashpot;
        crossed += o.cross;
        defects += o.defect;
        strain = o.strain;
        kinetic = lt_step_kinetic(mass, mass_other, dofs, v, after);
        residual = start + work - kinetic - strain - dashpots - crossed - defects - set;
        LT_DISSOLVED
        for (size_t i = 0; i < n_losses; i++) {
            total[i] += e[i];
            residual -= total[i];
        }
        worst = lt_larger(worst, lt_abs(residual));
        least = lt_smaller(least, strain);
        fn_high = lt_larger(fn_high, o.fn);
        if (ANY(peaks)) {
            un_min = SEL(peaks & (u[0] < un_min), u[0], un_min);
            fn_min = SEL(peaks & (o.fn < fn_min), o.fn, fn_min);
            const num square = o.fs * o.fs + o.ft * o.ft;
            ft_square = SEL(peaks & (square > ft_square), square, ft_square);
        }
        const mask changed = (mask)(o.active != active) | (mask)(o.branch != branch);
        const mask released = pushed & (fn_min < 0) & NOT(o.fn < 0);
        const mask odd =
            changed | NOT(v[0] * sign > 0) | NOT(lt_abs(residual) <= LT_MARCH_FINITE) | released;
        if (LT_UNLIKELY(ANY(odd & busy)))
            happened = lt_step_happened(busy, changed, v[0], sign, residual, released);
        was = active;
        active = o.active;
        branch = o.branch;
        made++;
#if LT_N == 1
        if (row) {
            const double rest[] = {strain,     work, dashpots, crossed,  defects,
                                   throughput, set,  kinetic,  residual, active};
            row = lt_step_row(row, u, v, f, w, rest, x, n_state, total, n_losses);
        }
#endif
    }
    (void)n_state;
    lt_store_all(m->u, u, dofs), lt_store_all(m->v, v, dofs), lt_store_all(m->after, after, dofs);
    lt_store_all(m->f, f, 6), lt_store_all(m->viscous, w, forces);
    if (driven || imposed)
        lt_store_all(m->drive, drive, forces);
    lt_store(&m->work, work), lt_store(&m->throughput, throughput);
    lt_store(&m->dashpot, dashpots), lt_store(&m->cross, crossed), lt_store(&m->defect, defects);
    lt_store(&m->kinetic, kinetic), lt_store(&m->residual, residual);
    lt_store(&m->worst, worst), lt_store(&m->least, least), lt_store(&m->strain, strain);
    lt_store(&m->overlap_max, 0.0 - un_min), lt_store(&m->fn_max, 0.0 - fn_min);
    lt_store(&m->ft_square, ft_square), lt_store(&m->pull_max, fn_high), lt_store(&m->jump, jump);
    lt_store(&m->was, lt_of_mask(was)), lt_store(&m->active, lt_of_mask(active));
    num stored = lt_of_bits(branch);
    if (raw)
        memcpy(&stored, &branch, sizeof stored);
    lt_store(&m->branch, stored);
#if LT_N == 1
    m->happened = happened;
#endif
    return made;
}

#endif

#endif

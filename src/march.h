/* SPDX-License-Identifier: MIT */
/*
 * march.h: many steps of a leapfrog in one go, the law's step inlined. Included by law.h, which
 * makes a law's march from it; not of interest to who writes a law.
 *
 * The loop does what the driver does step by step, in the same order and so to the same bits: move,
 * ask the law, kick, account for every joule. It stops behind a step in which something happened
 * that only the driver can answer.
 */
#ifndef LAWTESTER_MARCH_H
#define LAWTESTER_MARCH_H

enum { LT_MARCH_DOFS = 6 };

/* What a row of a march holds: displacements, velocities, forces, viscous forces, then these;
 * behind them the state and the accounts of losses. */
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

/* What a march is about: all six may move and are driven; all six move freely; they do and the law
 * has no moments; translations move freely, by themselves. */
enum lt_march_kind { LT_MARCH_DRIVEN, LT_MARCH_FREE, LT_MARCH_TURNING, LT_MARCH_PLAIN };

/* Shear and bending go together in s and t, n and twist alone: rows of dt p and of m. */
struct lt_march_row {
    double kick, kick_other, mass, mass_other;
    double push, applied, weight; /* gravity and applied force, each */
    double imposed;               /* 1 if the velocity is */
};

struct lt_march {
    struct lt_march_row row[LT_MARCH_DOFS];
    double dt, start, set; /* energy at the start; E_set */
    double *rows;          /* NULL, or room for a row of each step */
    int peaks;             /* the first contact is on: take its peaks */
    int pushed;            /* and when its force ends to push is not known */

    struct lt_out out; /* as the last step left it */
    double u[LT_MARCH_DOFS], v[LT_MARCH_DOFS], after[LT_MARCH_DOFS], drive[LT_MARCH_DOFS];
    double work, throughput, dashpot, cross, defect, kinetic, residual, worst;
    double least; /* E_strain so far, and 0 */
    double overlap_max, fn_max, ft_square, pull_max;
    double sign; /* of vn, when it last had one */
    double jump; /* work due with the next step; 0 unless driven */
    int happened;
};

/* Make at most STEPS steps, with the state x and the accounts of losses; how many were made. */
typedef size_t lt_law_march(const void *p, const void *d, void *x, void *losses,
                            struct lt_march *march, enum lt_march_kind kind, size_t steps);

/* Shear and bending go together, s with t and t with s; n and twist alone. */
static inline size_t lt_march_other(size_t i) {
    return i == 0 || i == 3 ? i : 6 - i;
}

static inline double lt_march_larger(double a, double b) {
    return b > a ? b : a;
}

static inline double lt_march_smaller(double a, double b) {
    return b < a ? b : a;
}

#define LT_MARCH_FINITE 1.7976931348623157e308

static inline int lt_march_happened(int changed, double vn, double sign, double residual) {
    return (changed ? LT_MARCH_CHANGED : 0) | (vn * sign <= 0 && vn != 0 ? LT_MARCH_TURNED : 0) |
           (fabs(residual) <= LT_MARCH_FINITE ? 0 : LT_MARCH_LOST_COUNT);
}

/* Work of what imposes the motion, of gravity and of applied forces. */
static inline double lt_march_work(struct lt_march *m, const double *force, const double *v,
                                   const double *after, const double *du) {
    double work = 0;
    for (size_t i = 0; i < LT_MARCH_DOFS; i++) {
        const struct lt_march_row *row = &m->row[i];
        size_t k = lt_march_other(i);
        double drive = row->applied;
        if (row->imposed > 0) {
            double own = row->mass * (after[i] - v[i]) / m->dt;
            double other = row->mass_other * (after[k] - v[k]) / m->dt;
            drive += (i < 3 ? own + other : other + own) - force[i];
        }
        work += (0.5 * (m->drive[i] + drive) + row->weight) * du[i];
        m->drive[i] = drive;
    }
    return work;
}

#define LT_MARCH_ADD_(name, ...) total.name += e.name;
#define LT_MARCH_OFF_(name, ...) residual -= total.name;

/* Each degree of freedom: its index, the one it is coupled with, its force and viscous force. The
 * numbers of a step are named one by one, so that they stay in registers. */
#define LT_MARCH_3_(F) F(0, 0, fn, vfn) F(1, 5, fs, vfs) F(2, 4, ft, vft)
#define LT_MARCH_6_(F) LT_MARCH_3_(F) F(3, 3, mn, vmn) F(4, 2, ms, vms) F(5, 1, mt, vmt)

#define LT_MARCH_LOAD_(i, k, f, g)                                                                 \
    const double kick##i = m->row[i].kick, kick_other##i = m->row[i].kick_other;                   \
    const double mass##i = m->row[i].mass, mass_other##i = m->row[i].mass_other;                   \
    double u##i = m->u[i], v##i = m->v[i], a##i = m->after[i], w##i = m->out.g;                    \
    (void)kick##i, (void)kick_other##i, (void)mass_other##i, (void)w##i;
#define LT_MARCH_STILL_                                                                            \
    const double u3 = m->u[3], u4 = m->u[4], u5 = m->u[5], du3 = 0, du4 = 0, du5 = 0, v3 = 0,      \
                 v4 = 0, v5 = 0;
#define LT_MARCH_DRIFT_(i, k, f, g)                                                                \
    v##i = a##i;                                                                                   \
    const double next##i = u##i + dt * v##i, du##i = next##i - u##i;                               \
    u##i = next##i;
#define LT_MARCH_VISCOUS_(i, k, f, g)                                                              \
    dashpot += (w##i + o.g) * du##i;                                                               \
    w##i = o.g;
#define LT_MARCH_STORE_(i, k, f, g) m->u[i] = u##i, m->v[i] = v##i, m->after[i] = a##i;

/* Kicks. What is not driven is pushed by the contact alone. */
#define LT_MARCH_DRIVE_(i, k, f, g) const double force##i = m->row[i].push - o.f;
#define LT_MARCH_PUSH_(i, k, f, g)  a##i = v##i + (kick##i * force##i + kick_other##i * force##k);
#define LT_MARCH_KICK_DRIVEN_       LT_MARCH_6_(LT_MARCH_DRIVE_) LT_MARCH_6_(LT_MARCH_PUSH_)
#define LT_MARCH_KICK_FREE_                                                                        \
    a0 = v0 - kick0 * o.fn;                                                                        \
    a1 = v1 - (kick1 * o.fs + kick_other1 * o.mt);                                                 \
    a2 = v2 - (kick2 * o.ft + kick_other2 * o.ms);                                                 \
    a3 = v3 - kick3 * o.mn;                                                                        \
    a4 = v4 - (kick4 * o.ms + kick_other4 * o.ft);                                                 \
    a5 = v5 - (kick5 * o.mt + kick_other5 * o.fs);
#define LT_MARCH_KICK_PLAIN_                                                                       \
    a0 = v0 - kick0 * o.fn;                                                                        \
    a1 = v1 - kick1 * o.fs;                                                                        \
    a2 = v2 - kick2 * o.ft;
#define LT_MARCH_KICK_TURNING_                                                                     \
    LT_MARCH_KICK_PLAIN_                                                                           \
    a3 = v3;                                                                                       \
    a4 = v4 - kick_other4 * o.ft;                                                                  \
    a5 = v5 - kick_other5 * o.fs;

/* Twice the kinetic energy, row by row of the inertia. */
#define LT_MARCH_MASS_3_ (0.0 + v0 * mass0 * a0 + v1 * mass1 * a1 + v2 * mass2 * a2)
#define LT_MARCH_MASS_6_                                                                           \
    (0.0 + v0 * mass0 * a0 + v1 * mass1 * a1 + v1 * mass_other1 * a5 + v2 * mass2 * a2 +           \
     v2 * mass_other2 * a4 + v3 * mass3 * a3 + v4 * mass_other4 * a2 + v4 * mass4 * a4 +           \
     v5 * mass_other5 * a1 + v5 * mass5 * a5)

#define LT_MARCH_ROW_(i, k, f, g)                                                                  \
    row[i] = u##i, row[6 + i] = v##i, row[12 + i] = o.f, row[18 + i] = o.g;
#define LT_MARCH_PUT_STATE_(name, ...) *row++ = now.name;
#define LT_MARCH_PUT_LOSS_(name, ...)  *row++ = total.name;

#define LT_MARCH_NO_WORK_
#define LT_MARCH_WORK_                                                                             \
    const double force[] = {force0, force1, force2, force3, force4, force5};                       \
    const double v[] = {v0, v1, v2, v3, v4, v5}, a[] = {a0, a1, a2, a3, a4, a5};                   \
    const double du[] = {du0, du1, du2, du3, du4, du5};                                            \
    done += lt_march_work(m, force, v, a, du);                                                     \
    work += done;                                                                                  \
    throughput += fabs(done);                                                                      \
    done = 0;

#define LT_MARCH_OF_(name_, step, EACH, STILL, VISCOUS, KICK, MASS, WORK)                          \
    static size_t name_(const struct params *p, const struct derived *d, struct state *x,          \
                        struct losses *losses, struct lt_march *m, size_t steps) {                 \
        struct state now = *x;                                                                     \
        struct losses total = *losses;                                                             \
        struct lt_out o = m->out;                                                                  \
        const double dt = m->dt, start = m->start, set = m->set, sign = m->sign;                   \
        const int peaks = m->peaks, pushed = m->pushed;                                            \
        double active = m->out.active, branch = m->out.branch, work = m->work,                     \
               throughput = m->throughput;                                                         \
        double dashpots = m->dashpot, crossed = m->cross, defects = m->defect, worst = m->worst;   \
        double least = m->least;                                                                   \
        double un_min = -m->overlap_max, fn_min = -m->fn_max, ft_square = m->ft_square;            \
        double fn_high = m->pull_max;                                                              \
        double done = m->jump, kinetic = m->kinetic, residual = m->residual;                       \
        double *row = m->rows;                                                                     \
        int happened = 0;                                                                          \
        size_t made = 0;                                                                           \
        EACH(LT_MARCH_LOAD_)                                                                       \
        STILL                                                                                      \
        while (made < steps && !happened) {                                                        \
            struct losses e;                                                                       \
            double dashpot = 0;                                                                    \
            EACH(LT_MARCH_DRIFT_)                                                                  \
            struct lt_move move = {u0,  u1,  u2, u3, u4, u5, du0, du1, du2, du3,                   \
                                   du4, du5, v0, v1, v2, v3, v4,  v5,  dt,  active};               \
            if (active == 1 && u0 <= 0) { /* most steps: no contact is made or lost */             \
                move.active = 1;                                                                   \
                step(p, d, &move, &now, &o, &e);                                                   \
            } else {                                                                               \
                step(p, d, &move, &now, &o, &e);                                                   \
            }                                                                                      \
            VISCOUS(LT_MARCH_VISCOUS_)                                                             \
            KICK WORK dashpots += 0.5 * dashpot;                                                   \
            crossed += o.cross;                                                                    \
            if (o.defect != 0)                                                                     \
                defects += o.defect;                                                               \
            LOSSES(LT_MARCH_ADD_)                                                                  \
            kinetic = 0.5 * MASS;                                                                  \
            residual = start + work - kinetic - o.strain - dashpots - crossed - defects - set;     \
            LOSSES(LT_MARCH_OFF_)                                                                  \
            worst = lt_march_larger(worst, fabs(residual));                                        \
            least = lt_march_smaller(least, o.strain);                                             \
            fn_high = lt_march_larger(fn_high, o.fn);                                              \
            if (peaks) {                                                                           \
                un_min = lt_march_smaller(un_min, u0);                                             \
                fn_min = lt_march_smaller(fn_min, o.fn);                                           \
                ft_square = lt_march_larger(ft_square, o.fs * o.fs + o.ft * o.ft);                 \
            }                                                                                      \
            if (active != o.active || branch != o.branch || !(v0 * sign > 0) ||                    \
                !(fabs(residual) <= LT_MARCH_FINITE) || (pushed && fn_min < 0 && !(o.fn < 0)))     \
                happened = lt_march_happened(active != o.active || branch != o.branch, v0, sign,   \
                                             residual) |                                           \
                           (pushed && fn_min < 0 && !(o.fn < 0) ? LT_MARCH_RELEASED : 0);          \
            active = o.active;                                                                     \
            branch = o.branch;                                                                     \
            made++;                                                                                \
            if (row) {                                                                             \
                LT_MARCH_6_(LT_MARCH_ROW_)                                                         \
                row[LT_MARCH_STRAIN] = o.strain, row[LT_MARCH_WORK] = work;                        \
                row[LT_MARCH_DASHPOT] = dashpots, row[LT_MARCH_CROSS] = crossed;                   \
                row[LT_MARCH_DEFECT] = defects, row[LT_MARCH_THROUGHPUT] = throughput;             \
                row[LT_MARCH_SET] = set, row[LT_MARCH_KINETIC] = kinetic;                          \
                row[LT_MARCH_RESIDUAL] = residual, row[LT_MARCH_ACTIVE] = active;                  \
                row += LT_MARCH_NUMBERS;                                                           \
                STATE(LT_MARCH_PUT_STATE_)                                                         \
                LOSSES(LT_MARCH_PUT_LOSS_)                                                         \
            }                                                                                      \
        }                                                                                          \
        EACH(LT_MARCH_STORE_)                                                                      \
        m->out = o, m->work = work, m->throughput = throughput, m->dashpot = dashpots;             \
        m->cross = crossed, m->defect = defects, m->kinetic = kinetic, m->residual = residual;     \
        m->worst = worst, m->least = least, m->overlap_max = -un_min, m->fn_max = -fn_min;         \
        m->ft_square = ft_square, m->jump = done, m->happened = happened;                          \
        m->pull_max = fn_high;                                                                     \
        *losses = total;                                                                           \
        *x = now;                                                                                  \
        return made;                                                                               \
    }

/* The march NAME of a law, or of those of its contacts that take STEP. */
#define LT_MARCH(name_, step)                                                                      \
    LT_MARCH_OF_(name_##_driven, step, LT_MARCH_6_, , LT_MARCH_6_, LT_MARCH_KICK_DRIVEN_,          \
                 LT_MARCH_MASS_6_, LT_MARCH_WORK_)                                                 \
    LT_MARCH_OF_(name_##_free, step, LT_MARCH_6_, , LT_MARCH_6_, LT_MARCH_KICK_FREE_,              \
                 LT_MARCH_MASS_6_, LT_MARCH_NO_WORK_)                                              \
    LT_MARCH_OF_(name_##_turning, step, LT_MARCH_6_, , LT_MARCH_3_, LT_MARCH_KICK_TURNING_,        \
                 LT_MARCH_MASS_6_, LT_MARCH_NO_WORK_)                                              \
    LT_MARCH_OF_(name_##_plain, step, LT_MARCH_3_, LT_MARCH_STILL_, LT_MARCH_3_,                   \
                 LT_MARCH_KICK_PLAIN_, LT_MARCH_MASS_3_, LT_MARCH_NO_WORK_)                        \
    static size_t name_(const void *p, const void *d, void *x, void *losses, struct lt_march *m,   \
                        enum lt_march_kind kind, size_t steps) {                                   \
        return kind == LT_MARCH_DRIVEN    ? name_##_driven(p, d, x, losses, m, steps)              \
               : kind == LT_MARCH_FREE    ? name_##_free(p, d, x, losses, m, steps)                \
               : kind == LT_MARCH_TURNING ? name_##_turning(p, d, x, losses, m, steps)             \
                                          : name_##_plain(p, d, x, losses, m, steps);              \
    }

#endif

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

enum { LT_MARCH_DOFS = 6, LT_MARCH_WATCHED = 8 };

/* What can happen in a step: the contact was made or lost or a watched number of the state changed;
 * vn has another sign; an account is not a finite number. */
enum { LT_MARCH_CHANGED = 1, LT_MARCH_TURNED = 2, LT_MARCH_LOST_COUNT = 4 };

/* What a march is about: all six may move and are driven, all six move freely, translations do. */
enum lt_march_kind { LT_MARCH_DRIVEN, LT_MARCH_FREE, LT_MARCH_PLAIN };

/* Shear and bending go together in s and t, n and twist alone: rows of dt p and of m. */
struct lt_march_row {
    double kick, kick_other, mass, mass_other;
    double push, applied, weight; /* gravity and applied force, each */
    double imposed;               /* 1 if the velocity is */
};

struct lt_march {
    struct lt_march_row row[LT_MARCH_DOFS];
    double dt, start, set;                       /* energy at the start; E_set */
    size_t n_watched, watched[LT_MARCH_WATCHED]; /* members of the state */
    int peaks;                                   /* the first contact is on: take its peaks */

    struct lt_out out; /* as the last step left it */
    double u[LT_MARCH_DOFS], v[LT_MARCH_DOFS], after[LT_MARCH_DOFS], drive[LT_MARCH_DOFS];
    double work, throughput, dashpot, cross, defect, kinetic, residual, worst;
    double overlap_max, fn_max, ft_square;
    double sign; /* of vn, when it last had one */
    double jump; /* work due with the next step */
    int happened;
};

/* Make at most STEPS steps, with the state x and the accounts of losses; how many were made. */
typedef size_t lt_law_march(const void *p, const void *d, void *x, void *losses,
                            struct lt_march *march, enum lt_march_kind kind, size_t steps);

static inline size_t lt_march_other(size_t i) {
    return i == 0 || i == 3 ? i : 6 - i;
}

static inline double lt_march_larger(double a, double b) {
    return b > a ? b : a;
}

/* Work of what imposes the motion, of gravity and of applied forces. */
static inline double lt_march_work(struct lt_march *m, const double *force, const double *before,
                                   const double *du, double work) {
    for (size_t i = 0; i < LT_MARCH_DOFS; i++) {
        const struct lt_march_row *row = &m->row[i];
        size_t k = lt_march_other(i);
        double drive = row->applied;
        if (row->imposed > 0) {
            double own = row->mass * (m->after[i] - before[i]) / m->dt;
            double other = row->mass_other * (m->after[k] - before[k]) / m->dt;
            drive += (i < 3 ? own + other : other + own) - force[i];
        }
        work += (0.5 * (m->drive[i] + drive) + row->weight) * du[i];
        m->drive[i] = drive;
    }
    return work;
}

#define LT_MARCH_ADD_(name, ...) sum->name += e.name;
#define LT_MARCH_OFF_(name, ...) residual -= sum->name;

/* N: how many degrees of freedom may move, 3 or 6. */
#define LT_MARCH_OF_                                                                               \
    static inline size_t march_of(const struct params *p, const struct derived *d,                 \
                                  struct state *x, struct losses *sum, struct lt_march *m,         \
                                  size_t steps, const size_t n, const int driven) {                \
        struct state now = *x;                                                                     \
        size_t made = 0;                                                                           \
        (void)sum;                                                                                 \
        m->happened = 0;                                                                           \
        while (made < steps && !m->happened) {                                                     \
            double du[LT_MARCH_DOFS] = {0}, force[LT_MARCH_DOFS] = {0}, v[LT_MARCH_DOFS] = {0};    \
            double watched[LT_MARCH_WATCHED], dashpot = 0, momenta = 0, work = m->jump, all;       \
            struct losses e;                                                                       \
            struct lt_out o;                                                                       \
            for (size_t i = 0; i < n; i++) {                                                       \
                v[i] = m->after[i];                                                                \
                double u = m->u[i] + m->dt * v[i];                                                 \
                du[i] = u - m->u[i];                                                               \
                m->u[i] = u;                                                                       \
                m->v[i] = v[i];                                                                    \
            }                                                                                      \
            for (size_t i = 0; i < m->n_watched; i++)                                              \
                watched[i] = ((const double *)x)[m->watched[i]];                                   \
            struct lt_move move = {                                                                \
                m->u[0], m->u[1], m->u[2], m->u[3], m->u[4], m->u[5],      du[0],                  \
                du[1],   du[2],   du[3],   du[4],   du[5],   v[0],         v[1],                   \
                v[2],    v[3],    v[4],    v[5],    m->dt,   m->out.active};                       \
            step(p, d, &move, &now, &o, &e);                                                       \
            *x = now;                                                                              \
            const double f[LT_MARCH_DOFS] = {o.fn, o.fs, o.ft, o.mn, o.ms, o.mt};                  \
            const double w1[LT_MARCH_DOFS] = {o.vfn, o.vfs, o.vft, o.vmn, o.vms, o.vmt};           \
            const double w0[LT_MARCH_DOFS] = {m->out.vfn, m->out.vfs, m->out.vft,                  \
                                              m->out.vmn, m->out.vms, m->out.vmt};                 \
            for (size_t i = 0; i < n; i++) {                                                       \
                dashpot += 0.5 * (w0[i] + w1[i]) * du[i];                                          \
                force[i] = m->row[i].push - f[i];                                                  \
            }                                                                                      \
            for (size_t i = 0; i < n; i++) {                                                       \
                double dv = m->row[i].kick * force[i];                                             \
                if (n > 3)                                                                         \
                    dv += m->row[i].kick_other * force[lt_march_other(i)];                         \
                m->after[i] = v[i] + dv;                                                           \
            }                                                                                      \
            if (driven)                                                                            \
                work = lt_march_work(m, force, v, du, work);                                       \
            for (size_t i = 0; i < n; i++) {                                                       \
                double own = v[i] * m->row[i].mass * m->after[i];                                  \
                double both =                                                                      \
                    n > 3 ? v[i] * m->row[i].mass_other * m->after[lt_march_other(i)] : 0;         \
                momenta = i < 3 ? momenta + own + both : momenta + both + own;                     \
            }                                                                                      \
            m->dashpot += dashpot;                                                                 \
            m->cross += o.cross;                                                                   \
            m->defect += o.defect;                                                                 \
            m->work += work;                                                                       \
            m->throughput += fabs(work);                                                           \
            m->jump = 0;                                                                           \
            LOSSES(LT_MARCH_ADD_)                                                                  \
            m->kinetic = 0.5 * momenta;                                                            \
            double residual = m->start + m->work - m->kinetic - o.strain - m->dashpot - m->cross - \
                              m->defect - m->set;                                                  \
            LOSSES(LT_MARCH_OFF_)                                                                  \
            m->residual = residual;                                                                \
            m->worst = lt_march_larger(m->worst, fabs(residual));                                  \
            if (m->peaks) {                                                                        \
                m->overlap_max = lt_march_larger(m->overlap_max, -m->u[0]);                        \
                m->fn_max = lt_march_larger(m->fn_max, -o.fn);                                     \
                m->ft_square = lt_march_larger(m->ft_square, o.fs * o.fs + o.ft * o.ft);           \
            }                                                                                      \
            all = residual + o.fn + o.fs + o.ft + o.mn + o.ms + o.mt;                              \
            m->happened = (m->out.active != o.active ? LT_MARCH_CHANGED : 0) |                     \
                          (v[0] * m->sign <= 0 && v[0] != 0 ? LT_MARCH_TURNED : 0) |               \
                          (fabs(all) <= 1.7976931348623157e308 ? 0 : LT_MARCH_LOST_COUNT);         \
            for (size_t i = 0; i < m->n_watched; i++)                                              \
                if (watched[i] != ((const double *)x)[m->watched[i]])                              \
                    m->happened |= LT_MARCH_CHANGED;                                               \
            m->out = o;                                                                            \
            made++;                                                                                \
        }                                                                                          \
        return made;                                                                               \
    }                                                                                              \
    static size_t march(const void *p, const void *d, void *x, void *losses, struct lt_march *m,   \
                        enum lt_march_kind kind, size_t steps) {                                   \
        struct lt_march local = *m;                                                                \
        size_t made =                                                                              \
            kind == LT_MARCH_DRIVEN ? march_of(p, d, x, losses, &local, steps, LT_MARCH_DOFS, 1)   \
            : kind == LT_MARCH_FREE ? march_of(p, d, x, losses, &local, steps, LT_MARCH_DOFS, 0)   \
                                    : march_of(p, d, x, losses, &local, steps, 3, 0);              \
        *m = local;                                                                                \
        return made;                                                                               \
    }

#endif

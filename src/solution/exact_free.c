/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exact_free.c: the substeps of a pair that moves freely, most of all that are made, in one loop
 * over the numbers that change: the same operations in the same order as in exact_stretch.c, so the
 * same numbers. Where something happens it is left to exact_crossing.c to say what. */
#include "solution/exact_parts.h"

#include "registry/drive.h"
#include "step.h"

#include <string.h>

enum { STRAIN = LT_E_STRAIN - LT_UN, WORK = LT_E_WORK - LT_UN, DASHPOT = LT_E_DASHPOT - LT_UN };
enum { CROSS = LT_E_CROSS - LT_UN, DEFECT = LT_E_DEFECT - LT_UN };

/* Whether the loop has all that the stage has; nothing does work where no weight does, and nothing
 * is held. */
void lt_exact_free_begin(struct lt_exact *exact) {
    const struct lt_loading *loading = exact->loading;
    const struct lt_contact *contact = &loading->setup->contact;
    exact->free = !loading->setup->in_space && !loading->inertia.constrained && !loading->pushed &&
                  contact->levels == LT_LEVELS_OWN && !contact->weighted_entry &&
                  !contact->timing && !contact->names->split;
    exact->alone = true;
    for (size_t i = 0; i < LT_DOFS; i++)
        exact->alone &= loading->weight[i] == 0 && !loading->inertia.held[i];
}

/* Degrees of freedom two by two, as any x86 and ARM takes them: so many of these pairs move, all
 * or, head on, the first one. */
#ifdef __GNUC__
typedef double two __attribute__((vector_size(16)));
enum { TWOS = LT_DOFS / 2 };
#else
typedef double two;
enum { TWOS = LT_DOFS };
#endif
enum { WIDTH = LT_DOFS / TWOS, AHEAD = 1 };

/* Six numbers, or as many of them as there are in some pairs. */
struct six {
    two x[TWOS];
};

LT_INLINE struct six take_twos(const double *from, int twos) {
    struct six six = {0};
    LT_UNROLL
    for (int i = 0; i < twos; i++)
        memcpy(&six.x[i], from + WIDTH * i, sizeof(two));
    return six;
}

LT_INLINE void put_twos(double *to, const struct six *six, int twos) {
    LT_UNROLL
    for (int i = 0; i < twos; i++)
        memcpy(to + WIDTH * i, &six->x[i], sizeof(two));
}

/* Each degree of freedom's number of the one it is coupled with; head on only that of itself. */
LT_INLINE struct six take_others(const struct six *six, int twos) {
    struct six others = {0};
    if (twos < TWOS)
        return others;
#ifdef __GNUC__
    LT_UNROLL
    for (int i = 0; i < TWOS; i++) /* 0 5, 4 3, 2 1 */
        others.x[i] = (two){six->x[(3 - i) % 3][0], six->x[2 - i][1]};
#else
    for (size_t i = 0; i < TWOS; i++)
        others.x[i] = six->x[lt_march_other(i)];
#endif
    return others;
}

/* SUM and the numbers, one by one. */
LT_INLINE double add_twos(double sum, const struct six *six, int twos) {
    double x[LT_DOFS];
    put_twos(x, six, twos);
    LT_UNROLL
    for (int i = 0; i < WIDTH * twos; i++)
        sum += x[i];
    return sum;
}

/* The motion now and a substep before; what a force does to each degree of freedom, by itself and
 * through the one it is coupled with; the dashpots' force, that which moves the pair, and what
 * drives what nothing can move. */
struct free_motion {
    struct six start, d, d_old, v, v_old, own, coupled, weight, held, viscous, force, drive;
    double work, dashpot, cross, defect;
    const struct lt_law *law;
    const double *params;
    const void *derived;
    double *x, *loss, *lost; /* of the law: its state; what a step loses, and all of them */
};

/* The pair as it is in y, and where the law is to find it. */
LT_INLINE void begin_motion(const struct lt_loading *loading, double *y, struct free_motion *m,
                            struct lt_drive_step *s, int twos) {
    const struct lt_contact *contact = &loading->setup->contact;
    const struct lt_names *names = contact->names;
    double held[LT_DOFS];
    LT_UNROLL
    for (int i = 0; i < WIDTH * twos; i++)
        held[i] = loading->inertia.held[i];
    m->start = take_twos(y, twos);
    m->v = m->v_old = take_twos(y + LT_DOFS, twos);
    m->d = m->d_old = m->drive = (struct six){0};
    m->viscous = take_twos(y + 3 * LT_DOFS, twos);
    m->own = take_twos(loading->inertia.p.own, twos);
    m->coupled = take_twos(loading->inertia.p.other, twos);
    m->weight = take_twos(loading->weight, twos);
    m->held = take_twos(held, twos);
    m->work = y[WORK], m->dashpot = y[DASHPOT], m->cross = y[CROSS], m->defect = y[DEFECT];
    m->law = contact->law;
    m->params = loading->setup->values + names->params;
    m->derived = contact->derived;
    m->x = y + LT_EXACT_POINT;
    m->loss = contact->loss;
    m->lost = m->x + (names->losses - names->state);
    memcpy(s->u, y, sizeof s->u);
    memcpy(s->v, y + LT_DOFS, sizeof s->v);
    memset(s->du, 0, sizeof s->du);
    memcpy(s->f, y + 2 * LT_DOFS, sizeof s->f);
    memcpy(s->viscous, y + 3 * LT_DOFS, sizeof s->viscous);
    s->strain = y[STRAIN];
}

/* The pair as it is now. */
LT_INLINE void show_motion(const struct free_motion *m, const struct lt_drive_step *s, double *y) {
    memcpy(y, s->u, sizeof s->u);
    memcpy(y + LT_DOFS, s->v, sizeof s->v);
    memcpy(y + 2 * LT_DOFS, s->f, sizeof s->f);
    memcpy(y + 3 * LT_DOFS, s->viscous, sizeof s->viscous);
    y[STRAIN] = s->strain;
    y[WORK] = m->work, y[DASHPOT] = m->dashpot, y[CROSS] = m->cross, y[DEFECT] = m->defect;
}

/* All but n rests and bears nothing, whatever the sign of zero. */
LT_INLINE uint64_t all_but_first(const double *six) {
    uint64_t words[LT_DOFS];
    memcpy(words, six, sizeof words);
    return (words[1] | words[2] | words[3] | words[4] | words[5]) << 1;
}

static bool goes_ahead(const struct lt_loading *loading, const double *y) {
    return (all_but_first(y + LT_DOFS) | all_but_first(y + 2 * LT_DOFS) |
            all_but_first(y + 3 * LT_DOFS) | all_but_first(loading->weight)) == 0;
}

/* The contact force leaves this to move the pair, and to hold what nothing can move. */
LT_INLINE struct six drive_pair(struct free_motion *m, const double *forces, int twos) {
    struct six f = take_twos(forces, twos), drive = {0};
    LT_UNROLL
    for (int i = 0; i < twos; i++) {
        m->force.x[i] = m->weight.x[i] - f.x[i];
        drive.x[i] = m->held.x[i] * f.x[i];
    }
    return drive;
}

/* Gives the way of a substep. */
LT_INLINE struct six move_pair(double reach, struct free_motion *m, struct lt_drive_step *s,
                               int twos) {
    struct six u = {0}, way = {0}, other = take_others(&m->force, twos);
    LT_UNROLL
    for (int i = 0; i < twos; i++) {
        two d = m->d_old.x[i] + reach * m->v.x[i];
        two v =
            m->v_old.x[i] + reach * (m->own.x[i] * m->force.x[i] + m->coupled.x[i] * other.x[i]);
        way.x[i] = d - m->d.x[i];
        u.x[i] = m->start.x[i] + d;
        m->d_old.x[i] = m->d.x[i];
        m->d.x[i] = d;
        m->v_old.x[i] = m->v.x[i];
        m->v.x[i] = v;
    }
    put_twos(s->du, &way, twos);
    put_twos(s->u, &u, twos);
    put_twos(s->v, &m->v, twos);
    return way;
}

/* The law's answer, booked; ALONE: but for the work from outside. */
LT_INLINE void step_freely(double reach, struct free_motion *m, struct lt_drive_step *s, int twos,
                           bool alone) {
    const struct six du = move_pair(reach, m, s, twos);
    m->law->one(m->params, m->derived, &s->move, m->x, &s->out, m->loss);
    struct six now = take_twos(s->viscous, twos), lost = {0}, work = {0};
    LT_UNROLL
    for (int i = 0; i < twos; i++)
        lost.x[i] = (m->viscous.x[i] + now.x[i]) * du.x[i];
    m->viscous = now;
    m->dashpot += 0.5 * add_twos(0, &lost, twos);
    m->cross += s->cross;
    m->defect += s->defect;
    for (size_t i = 0; i < m->law->n_losses; i++)
        m->lost[i] += m->loss[i];
    s->was = s->active;
    struct six drive = drive_pair(m, s->f, twos);
    if (alone)
        return;
    LT_UNROLL
    for (int i = 0; i < twos; i++)
        work.x[i] = (0.5 * (m->drive.x[i] + drive.x[i]) + m->weight.x[i]) * du.x[i];
    m->drive = drive;
    m->work = add_twos(m->work, &work, twos);
}

/* What has to be seen of each substep, and where it is small. */
struct watch {
    bool turns, rises;  /* a change of vn is an end, or of the rise of -fn */
    double still, even; /* noise of vn, of fn */
    double fastest;
    int rising, change;
};

static int sign_above(double x, double noise) {
    return fabs(x) <= noise ? 0 : x > 0 ? 1 : -1;
}

/* Whether it turns or peaks in this substep. */
static bool has_turned(struct watch *w, double vn, double rise, int *approach) {
    int rising = sign_above(rise, w->even), before = *approach;
    w->fastest = lt_exact_larger(w->fastest, fabs(vn));
    bool risen = w->rises && rising * w->rising < 0;
    if (w->turns && !(w->fastest < w->still))
        *approach = vn > 0;
    if (rising != 0)
        w->rising = w->change = rising;
    return risen || *approach != before;
}

/* What the law has in y, and the clock. */
LT_INLINE void show_law(const double *y, double *to, size_t n) {
    for (size_t i = LT_EXACT_POINT; i < n; i++)
        to[i] = y[i];
}

LT_INLINE bool cross_pairs(struct lt_exact *exact, double h, int n, bool smooth, double *trace,
                           double *y, struct lt_exact_piece *end, int twos, bool alone) {
    struct lt_setup *setup = exact->loading->setup;
    struct lt_exact_pace pace = lt_exact_pace_begin(exact, h, n);
    struct lt_exact_piece piece = {exact->branch, setup->values[LT_CONTACT], y[LT_DOFS] > 0, 0};
    struct watch watch = {.turns = !exact->unturned && !trace,
                          .rises = !exact->unpeaked && !trace,
                          .still = lt_exact_noise * exact->speed,
                          .even = lt_exact_noise * exact->force,
                          .fastest = fabs(y[LT_DOFS]),
                          .rising = exact->rising};
    struct lt_drive_step step;
    struct free_motion m;
    begin_motion(exact->loading, y, &m, &step, twos);
    step.was = piece.active;
    m.drive = drive_pair(&m, step.f, twos);
    if (trace)
        memcpy(trace, y, exact->n * sizeof *y);
    bool looks = watch.turns || watch.rises;
    double before = step.f[0], beyond[LT_EXACT_ACCOUNTS];
    lt_exact_keep_accounts(exact, m.x, beyond);
    for (int k = 1; k <= n; k++) {
        double reach = lt_exact_pace_reach(&pace, k, step.v[0]);
        before = step.f[0];
        step.dt = pace.s;
        step_freely(reach, &m, &step, twos, alone);
        lt_exact_put_accounts(exact, m.x, beyond);
        if (twos < TWOS && (all_but_first(step.f) | all_but_first(step.viscous)) != 0)
            return false;
        if (pace.clock.depth > 0)
            y[exact->n - 1] = pace.times[2];
        if (trace) {
            trace += exact->n;
            show_motion(&m, &step, trace);
            show_law(y, trace, exact->n);
        }
        bool begins = k == 1 && smooth; /* the branch shows in the second one */
        bool left = step.active != piece.active ||
                    (!begins && step.branch != piece.branch && !isnan(piece.branch));
        if (looks)
            left |= has_turned(&watch, step.v[0], before - step.f[0], &piece.approach);
        if (left && smooth)
            return false;
        piece.branch = begins ? piece.branch : step.branch;
        piece.active = step.active;
    }
    show_motion(&m, &step, y);
    piece.rising = looks ? watch.change : sign_above(before - step.f[0], watch.even);
    if (piece.active > 0)
        *setup->contact.lost_gap = step.lost_gap;
    *end = piece;
    return true;
}

bool lt_exact_free_cross(struct lt_exact *exact, double h, int n, bool smooth, double *trace,
                         double *y, struct lt_exact_piece *end) {
    bool ahead = goes_ahead(exact->loading, y);
    if (!exact->alone)
        return ahead ? cross_pairs(exact, h, n, smooth, trace, y, end, AHEAD, false)
                     : cross_pairs(exact, h, n, smooth, trace, y, end, TWOS, false);
    return ahead ? cross_pairs(exact, h, n, smooth, trace, y, end, AHEAD, true)
                 : cross_pairs(exact, h, n, smooth, trace, y, end, TWOS, true);
}

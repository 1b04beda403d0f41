/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exact_free.c: the substeps of a pair that moves freely, most of all that are made, in one loop
 * over the numbers that change: the same operations in the same order as in exact_stretch.c, so the
 * same numbers. Where something happens it is left to exact_crossing.c to say what. */
#include "run/exact_parts.h"

#include "model/lead.h"
#include "step.h"

#include <string.h>

enum { STRAIN = LT_E_STRAIN - LT_UN, WORK = LT_E_WORK - LT_UN, DASHPOT = LT_E_DASHPOT - LT_UN };
enum { CROSS = LT_E_CROSS - LT_UN, DEFECT = LT_E_DEFECT - LT_UN };

/* Whether the loop has all that the stage has. */
bool lt_exact_free_can(const struct lt_exact *exact) {
    const struct lt_loading *loading = exact->loading;
    const struct lt_contact *contact = &loading->setup->contact;
    return !loading->setup->in_space && !loading->inertia.constrained && !loading->pushed &&
           contact->levels == LT_LEVELS_OWN && !contact->weighted_entry && !contact->timing &&
           !contact->names->split;
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

/* Six numbers. */
struct six {
    two x[TWOS];
};

static inline struct six take_six(const double *from) {
    struct six six;
    memcpy(&six, from, sizeof six);
    return six;
}

/* As many of them as there are in some pairs. */
LT_INLINE struct six take_twos(const double *from, int twos) {
    struct six six = {0};
    LT_DISSOLVED
    for (int i = 0; i < twos; i++)
        memcpy(&six.x[i], from + WIDTH * i, sizeof(two));
    return six;
}

LT_INLINE void put_twos(double *to, const struct six *six, int twos) {
    LT_DISSOLVED
    for (int i = 0; i < twos; i++)
        memcpy(to + WIDTH * i, &six->x[i], sizeof(two));
}

/* Each degree of freedom's number of the one it is coupled with. */
LT_INLINE struct six take_others(const double *from, int twos) {
    double others[LT_DOFS] = {0};
    if (twos == TWOS) {
        LT_DISSOLVED
        for (size_t i = 0; i < LT_DOFS; i++)
            others[i] = from[lt_march_other(i)];
    }
    return take_six(others);
}

/* SUM and the numbers, one by one. */
LT_INLINE double add_twos(double sum, const struct six *six, int twos) {
    double x[LT_DOFS];
    put_twos(x, six, twos);
    LT_DISSOLVED
    for (int i = 0; i < WIDTH * twos; i++)
        sum += x[i];
    return sum;
}

/* The motion now and a substep before; what a force does to each degree of freedom, by itself and
 * through the one it is coupled with. The law, and what it lost in a step. */
struct free_motion {
    struct six start, d, d_old, v_old, own, coupled, weight, held, drive;
    double force[LT_DOFS];
    const struct lt_law *law;
    const double *params;
    const void *derived;
    double *loss;
    size_t losses; /* where they are in y */
};

static void begin_motion(const struct lt_loading *loading, const double *y, struct free_motion *m) {
    const struct lt_contact *contact = &loading->setup->contact;
    const struct lt_names *names = contact->names;
    double held[LT_DOFS];
    for (size_t i = 0; i < LT_DOFS; i++)
        held[i] = loading->inertia.held[i];
    *m = (struct free_motion){.start = take_six(y),
                              .v_old = take_six(y + LT_DOFS),
                              .own = take_six(loading->inertia.p.own),
                              .coupled = take_six(loading->inertia.p.other),
                              .weight = take_six(loading->weight),
                              .held = take_six(held),
                              .law = contact->law,
                              .params = loading->setup->values + names->params,
                              .derived = contact->derived,
                              .loss = contact->loss,
                              .losses = LT_EXACT_POINT + names->losses - names->state};
}

/* All but n rests and bears nothing, whatever the sign of zero. */
static inline bool is_all_zero(const double *six) {
    uint64_t words[LT_DOFS];
    memcpy(words, six, sizeof words);
    return (words[1] | words[2] | words[3] | words[4] | words[5]) << 1 == 0;
}

static bool goes_ahead(const struct lt_loading *loading, const double *y) {
    return is_all_zero(y + LT_DOFS) && is_all_zero(y + 2 * LT_DOFS) &&
           is_all_zero(y + 3 * LT_DOFS) && is_all_zero(loading->weight);
}

/* The contact force leaves this to move the pair, and to hold what nothing can move. */
LT_INLINE struct six drive_pair(struct free_motion *m, const double *forces, int twos) {
    struct six f = take_twos(forces, twos), left = {0}, drive = {0};
    LT_DISSOLVED
    for (int i = 0; i < twos; i++) {
        left.x[i] = m->weight.x[i] - f.x[i];
        drive.x[i] = m->held.x[i] * f.x[i];
    }
    put_twos(m->force, &left, twos);
    return drive;
}

LT_INLINE void move_pair(double reach, double *y, struct free_motion *m, double *du, int twos) {
    struct six u = {0}, v = take_twos(y + LT_DOFS, twos), way = {0}, next = {0};
    struct six f = take_twos(m->force, twos), other = take_others(m->force, twos);
    LT_DISSOLVED
    for (int i = 0; i < twos; i++) {
        two d = m->d_old.x[i] + reach * v.x[i];
        m->d_old.x[i] = m->d.x[i];
        way.x[i] = d - m->d.x[i];
        m->d.x[i] = d;
        u.x[i] = m->start.x[i] + d;
        next.x[i] = m->v_old.x[i] + reach * (m->own.x[i] * f.x[i] + m->coupled.x[i] * other.x[i]);
        m->v_old.x[i] = v.x[i];
    }
    put_twos(du, &way, twos);
    put_twos(y, &u, twos);
    put_twos(y + LT_DOFS, &next, twos);
}

/* The law's answer, booked. */
LT_INLINE void answer_step(const struct free_motion *m, double *y, struct lt_lead_step *s,
                           int twos) {
    double *f = y + 2 * LT_DOFS, *viscous = f + LT_DOFS;
    const size_t size = (size_t)(WIDTH * twos) * sizeof *y;
    memcpy(s->u, y, size);
    memcpy(s->v, y + LT_DOFS, size);
    m->law->one(m->params, m->derived, &s->move, y + LT_EXACT_POINT, &s->out, m->loss);
    struct six before = take_twos(viscous, twos), now = take_twos(s->viscous, twos),
               du = take_twos(s->du, twos);
    LT_DISSOLVED
    for (int i = 0; i < twos; i++)
        before.x[i] = (before.x[i] + now.x[i]) * du.x[i];
    memcpy(f, s->f, size);
    memcpy(viscous, s->viscous, size);
    y[STRAIN] = s->strain;
    y[DASHPOT] += 0.5 * add_twos(0, &before, twos);
    y[CROSS] += s->cross;
    y[DEFECT] += s->defect;
    for (size_t i = 0; i < m->law->n_losses; i++)
        y[m->losses + i] += m->loss[i];
    s->was = s->active;
}

LT_INLINE void step_freely(double reach, double *y, struct free_motion *m, struct lt_lead_step *s,
                           int twos) {
    move_pair(reach, y, m, s->du, twos);
    answer_step(m, y, s, twos);
    struct six drive = drive_pair(m, s->f, twos), du = take_twos(s->du, twos), work = {0};
    LT_DISSOLVED
    for (int i = 0; i < twos; i++)
        work.x[i] = (0.5 * (m->drive.x[i] + drive.x[i]) + m->weight.x[i]) * du.x[i];
    m->drive = drive;
    y[WORK] = add_twos(y[WORK], &work, twos);
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

LT_INLINE bool cross_pairs(struct lt_exact *exact, double h, int n, bool smooth, double *trace,
                           double *y, struct lt_exact_piece *end, int twos) {
    struct lt_setup *setup = exact->loading->setup;
    const double *v = y + LT_DOFS, *fn = y + 2 * LT_DOFS;
    struct lt_exact_pace pace = lt_exact_pace_begin(exact, h, n);
    struct lt_exact_piece piece = {exact->branch, setup->values[LT_CONTACT], v[0] > 0, 0};
    struct watch watch = {.turns = !exact->unturned && !trace,
                          .rises = !exact->unpeaked && !trace,
                          .still = lt_exact_noise * exact->speed,
                          .even = lt_exact_noise * exact->force,
                          .fastest = fabs(v[0]),
                          .rising = exact->rising};
    struct lt_lead_step step = {.was = piece.active};
    struct free_motion m;
    begin_motion(exact->loading, y, &m);
    memcpy(step.u, y, sizeof step.u);
    memcpy(step.v, v, sizeof step.v);
    m.drive = drive_pair(&m, fn, twos);
    if (trace)
        memcpy(trace, y, exact->n * sizeof *y);
    bool looks = watch.turns || watch.rises;
    double before = *fn, beyond[LT_EXACT_ACCOUNTS];
    lt_exact_keep_accounts(exact, y + LT_EXACT_POINT, beyond);
    for (int k = 1; k <= n; k++) {
        double reach = lt_exact_pace_reach(&pace, k, v[0]);
        before = *fn;
        step.dt = pace.s;
        step_freely(reach, y, &m, &step, twos);
        lt_exact_put_accounts(exact, y + LT_EXACT_POINT, beyond);
        if (twos < TWOS && !(is_all_zero(step.f) && is_all_zero(step.viscous)))
            return false;
        if (pace.clock.depth > 0)
            y[exact->n - 1] = pace.times[2];
        if (trace)
            memcpy(trace + (size_t)k * exact->n, y, exact->n * sizeof *y);
        bool begins = k == 1 && smooth; /* the branch shows in the second one */
        bool left = step.active != piece.active ||
                    (!begins && step.branch != piece.branch && !isnan(piece.branch));
        if (looks)
            left |= has_turned(&watch, v[0], before - *fn, &piece.approach);
        if (left && smooth)
            return false;
        piece.branch = begins ? piece.branch : step.branch;
        piece.active = step.active;
    }
    piece.rising = looks ? watch.change : sign_above(before - *fn, watch.even);
    if (piece.active > 0)
        *setup->contact.lost_gap = step.lost_gap;
    *end = piece;
    return true;
}

bool lt_exact_free_cross(struct lt_exact *exact, double h, int n, bool smooth, double *trace,
                         double *y, struct lt_exact_piece *end) {
    return goes_ahead(exact->loading, y) ? cross_pairs(exact, h, n, smooth, trace, y, end, AHEAD)
                                         : cross_pairs(exact, h, n, smooth, trace, y, end, TWOS);
}

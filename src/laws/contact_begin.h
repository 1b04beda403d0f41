/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contact_begin.h: what every step of a contact made of parts does, whatever the parts. */
#ifndef LT_CONTACT_BEGIN_H
#define LT_CONTACT_BEGIN_H

#include "contact_step.h"

#include "part.h"

enum {
    TOUCH_NUMBERS =
        (offsetof(struct lt_touch, fric) - offsetof(struct lt_touch, d)) / sizeof(num) + 1
};
_Static_assert(TOUCH_NUMBERS <= sizeof((struct lt_lane *)0)->numbers / sizeof(double),
               "a lane has room for all numbers of a touch");

/* A part in the arrays of one contact. */
struct place {
    const struct lt_seat *seat;
    const struct lt_part *part;        /* of the seat */
    const struct lt_part_steps *steps; /* NULL: it is asked contact by contact */
    lt_part_step *step;
    size_t slot, d, x, e; /* d: among the derived numbers of the law */
};

struct contact {
    const struct lt_composition *of;
    size_t n, n_bonds, n_before_limits, n_x, n_e, cohesions;
    unsigned reads, none; /* none: no tangential 1, rolling 2, twisting part 4 */
    int films;            /* there is a film */
    int own;              /* there is a part of one's own, which may read any field */
    int apart;            /* the contact may be active while the surfaces do not touch, or parts
                             of it have memories of their own */
    int remembers;        /* cohesions have a memory of their own */
    int pulls, damps, sticks, minds_pull;
    int choice; /* dp_mode or cap_by is not the first */
    int bound;  /* a bond has springs hold */
    int apiece; /* a march has the losses of the parts, as they have them; else those of the law */
    size_t n_losses;
    unsigned short loss[LT_ALL_LOSSES]; /* which of the law a march has */
    long shear;  /* the state that is the tangential spring's force along s; -1: none */
    size_t slip; /* the first loss of the tangential part */
    struct lt_shear_span stays; /* no contact is made or lost */
    struct place at[LT_SLOTS];
};

/* A march of a contact whose parts are known where it is compiled (contact_known.h). FOUND: what
 * contact_march() has found. */
#define LT_KNOWN_(id)         lt_known_##id
#define LT_KNOWN__(id, arch)  lt_known_##id##_##arch
#define LT_KNOWN_OF(id, arch) LT_KNOWN__(id, arch)
#ifdef LT_ARCH
#define LT_KNOWN_MARCH(id) LT_KNOWN_OF(id, LT_ARCH)
#else
#define LT_KNOWN_MARCH(id) LT_KNOWN_(id)
#endif
typedef size_t lt_known_march(const struct contact *found, const num *numbers, lt_cell *xc,
                              lt_cell *ec, lt_cells *m, enum lt_march_kind kind, size_t steps);

/* ---- Before the parts ------------------------------------------------------------------------ */

LT_INLINE num above_0(num x) {
    return SEL(x > 0, x, NUM(0.0));
}

/* How the step lies to the touch of surfaces, where nothing acts over a gap but a neck. */
LT_INLINE struct lt_shear_span touch_span(const num *d, const struct lt_move_n *m) {
    const num neck = d[LT_H_NECK];
    return lt_shear_span_between(m->un, m->dun, m->active,
                                 (m->un <= 0) | (m->active & (m->un <= neck)), NUM(0.0), neck);
}

LT_INLINE void begin(const struct contact *c, const struct lt_move_n *m, struct lt_out_n *o,
                     struct lt_touch *t, int stay) {
    const num zero = NUM(0.0);
    t->d = stay ? zero - m->un : SEL(t->surfaces->active, above_0(zero - m->un), zero);
    t->d0 = above_0(m->dun - m->un);
    t->cut = NOT(LT_EVERY);
    if (c->pulls || c->own)
        t->pull = t->pull_drag = zero;
    if (!c->damps)
        t->c = t->dashpot = zero;
    o->strain = o->cross = o->defect = zero;
    o->active = stay ? LT_EVERY : t->contact->active;
    o->branch = BITS(o->active, (int64_t)1 << 6 * LT_KINDS);
    if (c->apart)
        o->branch |= BITS(t->surfaces->active, (int64_t)2 << 6 * LT_KINDS);
    if (c->apart && c->pulls) /* in a neck a pull falls from touch on */
        o->branch |= BITS(m->un > 0, (int64_t)4 << 6 * LT_KINDS);
    if (c->none & 1)
        o->fs = o->ft = o->vfs = o->vft = o->cap = zero;
    if (c->none & 2)
        o->ms = o->mt = o->vms = o->vmt = zero;
    if (c->none & 4)
        o->mn = o->vmn = zero;
}

/* What no part has set is no number. */
LT_INLINE void poison(struct lt_touch *t, struct lt_out_n *o) {
#ifdef LT_POISON
    memset(&t->d, 0xff, TOUCH_NUMBERS * sizeof(num));
    memset(o, 0xff, sizeof *o);
#else
    (void)t, (void)o;
#endif
}

/* ---- Pressure of the limits ------------------------------------------------------------------ */

/* With the force of the dashpot cut, and the pressure, as dp_mode and cap_by say. */
LT_INLINE num chosen_press(const struct contact *c, const num *d, struct lt_touch *t, mask touch,
                           num push, num *dashpot) {
    const num zero = NUM(0.0), cut = d[LT_H_CUT], by = d[LT_H_CAP_BY], most = d[LT_H_PULL_OFF];
    const num alone = above_0(push), held = SEL(cut > 1.5, above_0(t->spring), alone);
    t->cut = touch & (cut > 0.5) & (zero - *dashpot > held);
    *dashpot = SEL(t->cut, zero - held, *dashpot);
    const num press = push + *dashpot;
    const num back = press + (c->sticks ? t->adhesive : zero) + (c->pulls ? t->pull : zero);
    const num in = SEL(by > 3.5, press, push + 2 * most);
    const num of = SEL(by > 4.5, back, SEL(by > 2.5, in, press));
    const num sized = lt_abs(of) + SEL((by > 3.5) & (by < 4.5), most, zero);
    t->press = SEL(touch, SEL(by < 0.5, above_0(press), SEL(by < 1.5, alone, sized)), zero);
    return of;
}

/* STAY, here and below: a constant; in most steps no contact is made or lost. */
LT_INLINE void limits(const struct contact *c, const num *d, struct lt_touch *t, int stay) {
    struct lt_out_n *o = t->o;
    const num zero = NUM(0.0), push = c->pulls ? t->spring - t->pull : t->spring;
    const mask touch = stay ? LT_EVERY : t->surfaces->active;
    num dashpot = !c->damps ? zero : stay ? t->dashpot : SEL(touch, t->dashpot, zero), of;
    if (c->choice) {
        of = chosen_press(c, d, t, touch, push, &dashpot);
        o->branch |= BITS(t->cut, LT_BRANCH(LT_DAMPING_PART, 0));
    } else {
        of = push + dashpot;
        const num press = above_0(of);
        t->press = stay ? press : SEL(touch, press, zero);
    }
    o->vfn = zero - dashpot;
    if (c->pulls && !stay)
        o->vfn = SEL(touch, o->vfn, t->pull_drag);
    o->fn = o->vfn - push;
    if (c->minds_pull)
        o->branch |= BITS(of < 0, LT_BRANCH(LT_DAMPING_PART, 1));
}

/* ---- States of the law and of the contact's parts -------------------------------------------- */

static void gather_states(const struct contact *c, num *x, const lt_cell *from) {
    for (size_t i = 0; i < LT_X_STATES; i++)
        x[i] = lt_load(&from[c->of->own[i]]);
    for (size_t i = 0; i < c->n; i++)
        for (size_t k = 0; k < c->at[i].seat->n_x; k++)
            x[c->at[i].x + k] = lt_load(&from[c->at[i].seat->x_at[k]]);
}

static void scatter_states(const struct contact *c, const num *x, lt_cell *to) {
    for (size_t i = 0; i < LT_X_STATES; i++)
        lt_store(&to[c->of->own[i]], x[i]);
    for (size_t i = 0; i < c->n; i++)
        for (size_t k = 0; k < c->at[i].seat->n_x; k++)
            lt_store(&to[c->at[i].seat->x_at[k]], x[c->at[i].x + k]);
}

#define OF_ALL_KINDS(F)                                                                            \
    switch (kind) {                                                                                \
        F(LT_MARCH_DRIVEN)                                                                         \
        F(LT_MARCH_IMPOSED)                                                                        \
        F(LT_MARCH_SHEARED)                                                                        \
        F(LT_MARCH_FREE)                                                                           \
        F(LT_MARCH_TURNING)                                                                        \
        F(LT_MARCH_PLAIN)                                                                          \
    }

#endif

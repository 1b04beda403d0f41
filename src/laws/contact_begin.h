/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contact_begin.h: the code that every step of a contact made of parts has, whatever the parts. */
#ifndef LT_CONTACT_BEGIN_H
#define LT_CONTACT_BEGIN_H

#include "contact_step.h"

#include "part.h"

/* Count of the nums in struct lt_touch from d to fric, which lie side by side. */
enum {
    TOUCH_NUMBERS =
        (offsetof(struct lt_touch, fric) - offsetof(struct lt_touch, d)) / sizeof(num) + 1
};
_Static_assert(TOUCH_NUMBERS <= sizeof((struct lt_lane *)0)->numbers / sizeof(double),
               "a lane has room for all numbers of a touch");

/* A part of one contact: its entry in the law's table and where its arrays begin. */
struct instance {
    const struct lt_part_entry *entry;
    const struct lt_part *part;        /* that of the entry */
    const struct lt_part_steps *steps; /* NULL: its step is made contact by contact */
    lt_part_step *step;
    size_t slot;    /* among those of its kind */
    size_t d, x, e; /* first derived number in the law's, first state and loss in the contact's */
};

/* A contact as its steps see it: its parts in the order of their kinds, and what follows from
 * them. All flags are the same for every step, so that they are found once for each march. */
struct contact {
    const struct lt_composition *of;
    size_t n, n_bonds, n_before_limits, n_x, n_e, cohesions; /* counts; n: parts */
    unsigned reads;     /* LT_HAS_...: fields that some part reads */
    unsigned none;      /* bits of missing kinds: tangential 1, rolling 2, twisting 4 */
    int films;          /* there is a film */
    int own;            /* there is a user's part, which may read any field */
    int separate_spans; /* the contact may be active while the surfaces do not touch, or some parts
                           begin and end at gaps of their own */
    int remembers;      /* each cohesion has a state of its own that says whether it acts */
    int pulls, damps;   /* there is a cohesion, a damping part */
    int sticks;         /* the normal part has adhesion of its own */
    int branches_on_pull; /* a limit depends on the sign of the normal force: a branch of the law */
    int choice;           /* dp_mode or cap_by is not the default */
    int bound;            /* a bond decides whether springs hold in tension */
    int losses_by_part;   /* a march accumulates the losses of the parts in their order, which is
                             that of the law; else those of the law are summed in each step */
    size_t n_losses;
    unsigned short loss[LT_ALL_LOSSES]; /* indices of the law's losses that a march accumulates */
    long shear;  /* index of the state that is the tangential spring's force along s; -1: none */
    size_t slip; /* index of the first loss of the tangential part */
    struct lt_shear_span stays; /* the span of a step in which no contact is made or lost */
    struct instance at[LT_SLOTS];
};

/* A march of a contact whose parts are known at compile time (contact_known.h). FOUND: the contact
 * as contact_march() has assembled it. */
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

/* max(x, 0). */
LT_INLINE num above_0(num x) {
    return SEL(x > 0, x, NUM(0.0));
}

/* The step relative to the touch of the surfaces, if nothing acts over a gap but a neck, which ends
 * at the gap d[LT_H_NECK]. */
LT_INLINE struct lt_shear_span touch_span(const num *d, const struct lt_move_n *m) {
    const num neck = d[LT_H_NECK];
    return lt_shear_span_between(m->un, m->dun, m->active,
                                 (m->un <= 0) | (m->active & (m->un <= neck)), NUM(0.0), neck);
}

/* Sets in T and O the fields that the parts read: overlaps at the end (d) and start (d0) of the
 * step, m, and zeros for the kinds of parts that the contact does not have. STAY is a compile-time
 * constant: no contact is made or lost in this step. */
LT_INLINE void prepare_touch(const struct contact *c, const struct lt_move_n *m, struct lt_out_n *o,
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
    if (c->separate_spans)
        o->branch |= BITS(t->surfaces->active, (int64_t)2 << 6 * LT_KINDS);
    if (c->separate_spans && c->pulls) /* the attraction of a cohesion falls from touch on */
        o->branch |= BITS(m->un > 0, (int64_t)4 << 6 * LT_KINDS);
    if (c->none & 1)
        o->fs = o->ft = o->vfs = o->vft = o->cap = zero;
    if (c->none & 2)
        o->ms = o->mt = o->vms = o->vmt = zero;
    if (c->none & 4)
        o->mn = o->vmn = zero;
}

/* In builds of tests (LT_POISON) every field that a part must set is NaN until then, so that
 * reading one too early shows in the results. */
LT_INLINE void poison(struct lt_touch *t, struct lt_out_n *o) {
#ifdef LT_POISON
    memset(&t->d, 0xff, TOUCH_NUMBERS * sizeof(num));
    memset(o, 0xff, sizeof *o);
#else
    (void)t, (void)o;
#endif
}

/* ---- Normal force in the friction limits ----------------------------------------------------- */

/* Cuts off the dashpot's force as dp_mode says and sets t->press (N), the normal force of the
 * friction limits, as cap_by says. PUSH: N, elastic force less attraction, > 0 compression. Returns
 * the force, N, at whose sign the law has a branch. */
LT_INLINE num apply_limit_choices(const struct contact *c, const num *d, struct lt_touch *t,
                                  mask touch, num push, num *dashpot) {
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

/* Normal force of the step (o->fn, o->vfn) and pressure t->press of the friction limits, all in N;
 * push and of press if > 0, while fn < 0 does. It runs after the normal, cohesion and damping parts
 * and before those that friction limits. STAY, here and below, is a compile-time constant: in most
 * steps no contact is made or lost. */
LT_INLINE void apply_limits(const struct contact *c, const num *d, struct lt_touch *t, int stay) {
    struct lt_out_n *o = t->o;
    const num zero = NUM(0.0), push = c->pulls ? t->spring - t->pull : t->spring;
    const mask touch = stay ? LT_EVERY : t->surfaces->active;
    num dashpot = !c->damps ? zero : stay ? t->dashpot : SEL(touch, t->dashpot, zero), of;
    if (c->choice) {
        of = apply_limit_choices(c, d, t, touch, push, &dashpot);
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
    if (c->branches_on_pull)
        o->branch |= BITS(of < 0, LT_BRANCH(LT_DAMPING_PART, 1));
}

/* ---- States of the law and of the contact's parts -------------------------------------------- */

/* Copies the states of the contact and its parts from the law's order to theirs. */
static void gather_states(const struct contact *c, num *x, const lt_cell *from) {
    for (size_t i = 0; i < LT_X_STATES; i++)
        x[i] = lt_load(&from[c->of->own[i]]);
    for (size_t i = 0; i < c->n; i++)
        for (size_t k = 0; k < c->at[i].entry->n_x; k++)
            x[c->at[i].x + k] = lt_load(&from[c->at[i].entry->x_at[k]]);
}

/* Copies the states of the contact and its parts back to the law's order. */
static void scatter_states(const struct contact *c, const num *x, lt_cell *to) {
    for (size_t i = 0; i < LT_X_STATES; i++)
        lt_store(&to[c->of->own[i]], x[i]);
    for (size_t i = 0; i < c->n; i++)
        for (size_t k = 0; k < c->at[i].entry->n_x; k++)
            lt_store(&to[c->at[i].entry->x_at[k]], x[c->at[i].x + k]);
}

/* A switch over all kinds of motion, so that each march is compiled with its kind as a constant. */
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

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * contact: a law made of parts, one of each kind: normal, cohesion, damping, tangential, rolling,
 * twisting, bond.
 *
 * A part is a file in parts/. It says once for each contact what its springs, dashpots and limits
 * are, as sums of powers of the overlap d; the step below is that of all of them. A normal part may
 * answer each step itself (contact_held.h).
 */
#include "law.h"

#include "contact_lists.h"

LT_STRUCTS

#include "contact_joined.h"
#include "contact_turn.h"
#if LT_N == 1
#include "contact_partial.h"
/* What partial slip remembers has no place side by side. */
#define MARCHED STATE
#else
#define MARCHED SPRINGS
#endif

/* What a part is asked with; A and B: what the materials say. */
struct part {
    const struct lt_pair *pair;
    const struct params *a, *b;
    struct params *p;
    struct derived *d;
};

#include "contact_parts.h"

#include "contact_bond.h"

/* ---- Parameters ------------------------------------------------------------------------------ */

static const char *clash_among(const double *choices) {
    for (const struct lt_clash *c = clashes; c->why; c++)
        if (c->words >> (unsigned)choices[c->kind] & c->others >> (unsigned)choices[c->other] & 1u)
            return c->why;
    return NULL;
}

static const char *derive_shear(const struct part *of) {
    const struct params *p = of->p;
    of->d->cap_total = p->cap_on < 0.5;
    const char *wrong = tangential_derive(of);
    if (isnan(p->tangential_ratio))
        of->p->tangential_ratio = 0;
    of->d->ct_normal = p->tangential > 0 ? p->tangential_ratio : 0;
    of->d->sticks = isinf(p->fric) && of->d->kt_half == 0;
    of->d->fric_rest = p->tangential > 0 && of->d->sticks == 0 ? p->fric : 0;
    of->d->fric_slip = fmin(of->d->fric_rest, p->fric_dynamic);
    of->d->resticks = p->restick;
    of->d->kept = p->slip_dashpot;
    of->d->at_end = p->kt_update;
    return wrong;
}

/* What is not known and nobody asked for is 0. */
static void fill_unknown(struct params *p) {
    double *all = (double *)p;
    for (size_t i = 0; i < LT_COUNT_(struct params); i++)
        if (isnan(all[i]))
            all[i] = 0;
}

static unsigned what_turns(const struct params *p, const struct derived *d) {
    const int rolls_more = d->cr_quarter > 0 || d->cr_press > 0 || d->roll_rigid > 0 ||
                           d->roll_alone > 0 || d->roll_at_end > 0 ||
                           (d->kr_half > 0 && d->roll_follows == 0);
    const int twists_more = !(d->kw_half > 0 && d->twist_follows > 0 && d->twist_half == 0);
    unsigned has = 0;
    if (p->rolling > 0)
        has |= rolls_more ? HAS_ROLL_MORE : d->kr_half > 0 ? HAS_ROLL : HAS_ROLL_STIFF;
    if (p->twisting > 0)
        has |= twists_more ? HAS_TWIST_MORE : HAS_TWIST;
    return has;
}

static int has_choice(const struct params *p, const struct derived *d) {
    const int shears = p->tangential > 0;
    return d->no_tension > 0 || d->by_spring > 0 || d->by_size > 0 ||
           (shears && (d->cap_total == 0 || d->kept > 0 || d->fric_slip < d->fric_rest)) ||
           (d->kt_half > 0 && (d->rescales == 0 || d->at_end > 0));
}

static unsigned what_there_is(const struct params *p, const struct derived *d) {
    unsigned has = what_turns(p, d);
    has |= d->kn_1 > 0 ? HAS_LINEAR : 0;
    has |= d->c_1 > 0 || d->c_half > 0 || d->c_3_half > 0 ? HAS_DRAG : 0;
    has |= d->kn_3_half > 0 || d->c_quarter > 0 || d->c_half > 0 || d->c_3_half > 0 ? HAS_ROOT : 0;
    if (p->tangential > 0)
        has |= d->kt_half > 0 || d->ct_quarter > 0 ? HAS_FOLLOWS | HAS_ROOT : HAS_STIFF;
    const int joint = p->tangential > 0 && (d->cap_total > 0 || d->fric_slip < d->fric_rest);
    has |= joint ? HAS_JOINT : 0;
    has |= d->ct_normal > 0 ? HAS_RATIO : 0;
    has |= d->shrinks > 0 ? HAS_SHRINKS : 0;
    has |= d->partial > 0 ? HAS_PARTIAL : 0;
    has |= has_choice(p, d) ? HAS_CHOICE : 0;
    has |= d->held > 0 ? HAS_HELD : 0;
    has |= d->bond > 0 ? HAS_BOND : 0;
    return has;
}

static const char *derive(const struct lt_pair *pair, const struct params *a,
                          const struct params *b, struct params *p, struct derived *d) {
    const struct part of = {pair, a, b, p, d};
    const char *wrong = clash_among((const double *)p);
    if (wrong)
        return wrong;
    memset(d, 0, offsetof(struct derived, end_));
    wrong = normal_derive(&of);
    wrong = wrong ? wrong : cohesion_derive(&of);
    wrong = wrong ? wrong : damping_derive(&of);
    wrong = wrong ? wrong : derive_shear(&of);
    wrong = wrong ? wrong : rolling_derive(&of);
    wrong = wrong ? wrong : twisting_derive(&of);
    wrong = wrong ? wrong : bond_derive(&of);
    d->no_tension = p->dp_mode;
    d->by_spring = p->cap_by == 1;
    d->by_size = p->cap_by == 2;
    d->cap_size = p->cap_by == 3 || p->cap_by == 4;
    d->cap_in = p->cap_by == 3 ? 2 * d->pull_off : 0;
    d->cap_out = p->cap_by == 4 ? d->pull_off : 0;
    d->cap_back = p->cap_by == 5;
    d->held = d->form > 0 || p->cohesion > 0 || p->cap_by > 2 || d->bond > 0;
    d->minds_pull = (p->tangential > 0 && d->partial == 0) || p->rolling > 0 || p->twisting > 0;
    d->has = what_there_is(p, d);
    if (!wrong)
        fill_unknown(p);
    return wrong;
}

/* ---- The step -------------------------------------------------------------------------------- */

/* The largest tangential force of now, FN being the normal one. */
LT_INLINE num cap_now(unsigned has, const struct derived_n *d, const struct lt_touch *t,
                      const struct lt_spring_end *shear, num fn) {
    const num zero = NUM(0.0), press = SEL(fn < 0, zero - fn, zero);
    const num by = SEL(IS(d->by_spring) | IS(d->partial), zero - t->fn,
                       SEL(IS(d->by_size), lt_abs(fn), press));
    const num beside = lt_sqrt(lt_shear_dot(shear->viscous, shear->viscous));
    const num most =
        d->fric_rest * (has & HAS_HELD ? t->press : by) + SEL(IS(d->cap_total), zero, beside);
    return SEL(spring_sticks(has, d, t), NUM(INFINITY), most);
}

LT_INLINE void step_pressed_by(unsigned has, const struct derived_n *d, const struct lt_move_n *m,
                               const struct lt_touch *t, struct state_n *x, struct lt_out_n *o,
                               struct losses_n *e) {
    const num zero = NUM(0.0), one_ = NUM(1.0);
    struct lt_spring_end shear = no_spring(), roll = no_spring(), twist = no_spring();
    answer_normal(t, o);
    if (has & (HAS_STIFF | HAS_FOLLOWS)) {
#if LT_N == 1
        shear = has & HAS_PARTIAL
                    ? annuli_end(d, m, t, x)
                    : shear_end(has, d, m, t, (struct lt_shear){x->spring_s, x->spring_t},
                                IS(x->sliding));
#else
        shear =
            shear_end(has, d, m, t, (struct lt_shear){x->spring_s, x->spring_t}, IS(x->sliding));
#endif
        answer_shear(&shear, o);
    }
    if (has & (HAS_ROLL_STIFF | HAS_ROLL | HAS_ROLL_MORE))
        roll = roll_end(has, d, m, t, (struct lt_shear){x->moment_s, x->moment_t}, IS(x->rolls));
    if (has & (HAS_TWIST | HAS_TWIST_MORE))
        twist = twist_end(has, d, m, t, (struct lt_shear){x->moment_n, zero}, IS(x->twists));
    if (has >= HAS_ROLL_STIFF)
        answer_turn(&roll, &twist, o);
    o->cap = cap_now(has, d, t, &shear, o->fn);
    e->slip = shear.slip;
    e->roll = roll.slip;
    e->twist = twist.slip;
    e->plastic = has & HAS_HELD ? t->plastic : zero;
    e->adhesion = has & HAS_HELD ? t->adhesion : zero;
    e->fracture = zero;
    x->spring_s = shear.force.s;
    x->spring_t = shear.force.t;
    x->sliding = SEL(shear.over, one_, zero);
    x->moment_n = twist.force.s;
    x->moment_s = roll.force.s;
    x->moment_t = roll.force.t;
    x->rolls = SEL(roll.over, one_, zero);
    x->twists = SEL(twist.over, one_, zero);
}

LT_INLINE void step_what(unsigned has, const struct derived_n *d, const struct lt_move_n *m,
                         struct state_n *x, struct lt_out_n *o, struct losses_n *e) {
    const struct lt_touch t = touch_now(has, d, m);
    step_pressed_by(has, d, m, &t, x, o, e);
}

/* What a march of one contact writes into a ring is all of the state; side by side, what there is.
 */
#if LT_N == 1
#define NO_STATE    STATE
#define SHEAR_STATE STATE
#define ROLL_STATE  STATE
#define HELD_STATE  STATE
#define BOND_STATE_ STATE
#else
#define NO_STATE(F)
#define SHEAR_STATE(F) F(spring_s, ) F(spring_t, ) F(sliding, )
#define HELD_STATE     HELD
#define BOND_STATE_    BONDED
#define ROLL_STATE(F)  SHEAR_STATE(F) F(moment_s, ) F(moment_t, ) F(rolls, )
#endif

/* Steps of contacts that have no more than HAS says. */
#define STEP_OF(name, has, STATE)                                                                  \
    LT_INLINE void step_##name(const struct params_n *p, const struct derived_n *d,                \
                               const struct lt_move_n *m, struct state_n *x, struct lt_out_n *o,   \
                               struct losses_n *e) {                                               \
        (void)p;                                                                                   \
        step_what(has, d, m, x, o, e);                                                             \
    }                                                                                              \
    LT_MARCH(march_##name, step_##name, STATE)

enum {
    PLAIN = HAS_LINEAR | HAS_STIFF | HAS_CHOICE,
    FLAT = HAS_CHOICE | HAS_LINEAR | HAS_DRAG | HAS_STIFF | HAS_JOINT | HAS_RATIO,
    PRESSED = HAS_CHOICE | HAS_LINEAR | HAS_ROOT | HAS_DRAG,
    SHEARED = HAS_CHOICE | HAS_ROOT | HAS_FOLLOWS | HAS_JOINT,
    ROLLED = HAS_ROOT | HAS_FOLLOWS | HAS_JOINT | HAS_ROLL_STIFF,
    TURNED = SHEARED | HAS_ROLL | HAS_TWIST
};
/* With sanitizers a compiler takes minutes for each; the last does for all. */
#ifdef LT_SANITIZED
#define VARIANTS(F) F(all, HAS_ALL, MARCHED)
#elif defined LT_SMALL
#define VARIANTS(F)                                                                                \
    F(sheared, SHEARED, SHEAR_STATE)                                                               \
    F(all, HAS_ALL, MARCHED)
#else
#define VARIANTS(F)                                                                                \
    F(plain, PLAIN, SHEAR_STATE)                                                                   \
    F(flat, FLAT, SHEAR_STATE)                                                                     \
    F(pressed, PRESSED, NO_STATE)                                                                  \
    F(sheared, SHEARED, SHEAR_STATE)                                                               \
    F(rolled, ROLLED, ROLL_STATE)                                                                  \
    F(turned, TURNED, MARCHED)                                                                     \
    F(all, HAS_ALL, MARCHED)
#endif
VARIANTS(STEP_OF)

/* What is held is stepped by one function that all marches call. */
static void step_held_by(const struct derived_n *d, const struct lt_move_n *m,
                         const struct lt_touch *t, struct state_n *x, struct lt_out_n *o,
                         struct losses_n *e) {
    step_pressed_by(HAS_ALL | HAS_HELD, d, m, t, x, o, e);
    o->active = t->on;
    o->lost_gap = SEL(t->on, lt_larger(d->neck, d->tail), NUM(0.0));
    o->branch |= BITS(t->on & (d->tail > 0), 1 << 20) | t->branch * 4096;
    o->defect += t->defect;
}

static void step_held(const struct params_n *p, const struct derived_n *d,
                      const struct lt_move_n *m, struct state_n *x, struct lt_out_n *o,
                      struct losses_n *e) {
    struct state_n next; /* a copy, so that *x may stay in registers; end_ is not the law's */
    memcpy(&next, x, offsetof(struct state_n, end_));
    const struct lt_touch t = held_now(d, m, &next);
    (void)p;
    step_held_by(d, m, &t, &next, o, e);
    memcpy(x, &next, offsetof(struct state_n, end_));
}

LT_MARCH(march_held, step_held, HELD_STATE)

static void step_bonded(const struct params_n *p, const struct derived_n *d,
                        const struct lt_move_n *m, struct state_n *x, struct lt_out_n *o,
                        struct losses_n *e) {
    struct state_n next; /* a copy, so that *x may stay in registers; end_ is not the law's */
    memcpy(&next, x, offsetof(struct state_n, end_));
    struct lt_move_n move = *m;
    const num touch = bond_touch(d, m, &next);
    move.stay = 0; /* a bond is made or breaks, and surfaces meet, in a contact that is active */
    move.un -= touch;
    struct lt_bond b = bond_before(d, &move, &next);
    struct lt_touch t = held_by(d, &move, b.holds, b.touch, &next);
    (void)p;
    bond_let_go(d, &b, &t, &move, &next);
    step_held_by(d, &move, &t, &next, o, e);
    bond_after(d, m, touch, &b, &next, o, e);
    memcpy(x, &next, offsetof(struct state_n, end_));
}

LT_MARCH(march_bonded, step_bonded, BOND_STATE_)

#if LT_N == 1
static void step_annuli(const struct derived_n *d, const struct lt_move_n *m,
                        const struct lt_touch *t, struct state_n *x, struct lt_out_n *o,
                        struct losses_n *e) {
    struct state_n next; /* a copy, so that *x may stay in registers; end_ is not the law's */
    memcpy(&next, x, offsetof(struct state_n, end_));
    step_pressed_by(HAS_ALL | HAS_PARTIAL, d, m, t, &next, o, e);
    memcpy(x, &next, offsetof(struct state_n, end_));
    o->branch += 4096 * (bits)x->knots + 4096 * (PARTIAL_SLIP_KNOTS + 1) * (bits)x->forgot;
}

static void step_apart(const struct params_n *p, const struct derived_n *d,
                       const struct lt_move_n *m, struct state_n *x, struct lt_out_n *o,
                       struct losses_n *e) {
    const struct lt_touch t = touch_now(HAS_ALL | HAS_PARTIAL, d, m);
    (void)p;
    step_annuli(d, m, &t, x, o, e);
}

LT_INLINE void step(const struct params_n *p, const struct derived_n *d, const struct lt_move_n *m,
                    struct state_n *x, struct lt_out_n *o, struct losses_n *e) {
    if (LT_RARE(d->partial > 0.5))
        step_apart(p, d, m, x, o, e);
    else if (LT_RARE(d->held > 0.5))
        (d->bond > 0.5 ? step_bonded : step_held)(p, d, m, x, o, e);
    else
        step_all(p, d, m, x, o, e);
}
LT_MARCH(march_annuli, step_apart, STATE)
#else
LT_INLINE void step(const struct params_n *p, const struct derived_n *d, const struct lt_move_n *m,
                    struct state_n *x, struct lt_out_n *o, struct losses_n *e) {
    if (ANY(IS(d->bond)))
        step_bonded(p, d, m, x, o, e);
    else if (ANY(IS(d->held)))
        step_held(p, d, m, x, o, e);
    else
        step_all(p, d, m, x, o, e);
}
#define march_annuli march_held
#endif

static int is_apart(const void *p, const void *d) {
    const struct derived *of = d;
    (void)p;
    return of->partial > 0.5 || of->alone > 0.5;
}

/* The first that does for all contacts of the march: the least. */
static size_t march(const void *p, const void *d, void *x, void *losses, lt_cells *m,
                    enum lt_march_kind kind, size_t steps) {
    const unsigned has = has_any(&((const struct derived_cells *)d)->has);
#define MARCH_IF(name, most, STATE)                                                                \
    if (!(has & ~(unsigned)(most)))                                                                \
        return march_##name(p, d, x, losses, m, kind, steps);
    VARIANTS(MARCH_IF)
    if (has & HAS_PARTIAL)
        return march_annuli(p, d, x, losses, m, kind, steps);
    if (has & HAS_BOND)
        return march_bonded(p, d, x, losses, m, kind, steps);
    return march_held(p, d, x, losses, m, kind, steps);
}

static double time_of(const struct lt_pair *pair, const void *p, const void *d, double speed) {
    const struct derived *of = d;
    const double bonded = of->bond > 0 && of->bond_holds == 0 ? of->bond_kn : 0;
    const double alone = of->eepa_k1 > 0 ? eepa_time(of->eepa_k1, of->eepa_n, pair->m_eff, speed)
                                         : contact_time(pair, p, d, speed);
    const double other = bonded > 0 ? restitution_pi * sqrt(pair->m_eff / bonded) : INFINITY;
    /* Stiffnesses side by side: squares of frequencies add up. */
    return isinf(other) ? alone : 1 / sqrt(1 / (alone * alone) + 1 / (other * other));
}

static double reach(const struct lt_pair *pair, const void *p, const void *d) {
    (void)pair, (void)p;
    return ((const struct derived *)d)->reach;
}

/* ---- With parts from outside ----------------------------------------------------------------- */

#if LT_N == 1 && !defined LT_ARCH
static void step_joined(const void *joining, const struct derived *d, const struct lt_move_n *m,
                        struct state *x, struct lt_out_n *o, struct losses *e) {
    struct lt_joining *j = (struct lt_joining *)(uintptr_t)joining;
    const unsigned has = HAS_ALL | (d->held > 0.5 ? HAS_HELD : 0);
    const int bond = d->bond > 0.5;
    const num touch = bond ? bond_touch(d, m, x) : NUM(0.0);
    struct lt_move_n move = *m;
    move.stay = bond ? 0 : m->stay;
    move.un -= touch;
    struct lt_bond b;
    if (bond)
        b = bond_before(d, &move, x);
    struct lt_touch t = bond             ? held_by(d, &move, b.holds, b.touch, x)
                        : has & HAS_HELD ? held_now(d, m, x)
                                         : touch_now(HAS_ALL, d, m);
    double spring = 0 - t.fn, drag = t.viscosity * m->vn;
    j->overlap = t.d;
    j->push(j, &spring, &drag);
    if (has & HAS_HELD)
        held_press(d, spring, drag, &t);
    else
        touch_press(has, d, spring, drag, &t);
    j->press = t.press;
    if (bond)
        bond_let_go(d, &b, &t, &move, x);
    if (has & HAS_HELD)
        step_held_by(d, &move, &t, x, o, e);
    else if (d->partial > 0.5)
        step_annuli(d, m, &t, x, o, e);
    else
        step_pressed_by(HAS_ALL, d, m, &t, x, o, e);
    if (bond)
        bond_after(d, m, touch, &b, x, o, e);
}

LT_ONE_(one_joined, step_joined)

void lt_contact_joined(struct lt_joining *joining, const void *d, const struct lt_move *m, void *x,
                       struct lt_out *o, void *e) {
    one_joined(joining, d, m, x, o, e);
}
#endif

/* ---- The law --------------------------------------------------------------------------------- */

LT_LAW_N_OF(contact, .name = "contact",
            .summary = "a contact made of parts: normal, cohesion, damping, tangential, rolling, "
                       "twisting, bond",
            .source = "The sources of its parts: doc/contact.md.", .contact_time = time_of,
            .reach = reach, .apart = is_apart, CONTACT_TABLES)

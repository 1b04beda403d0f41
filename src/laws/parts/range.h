/* SPDX-License-Identifier: MIT */
/* range.h: an attraction that is constant while the surfaces touch and falls linearly to 0 over a
 * gap. */
#ifndef LT_RANGE_H
#define LT_RANGE_H

#include "cross.h"
#include "friction.h"

/* pull: N, at touch; range: m, gap at which it ends; slope: N/m, pull over range; reach: m, gap at
 * which it begins; lost: J, dissipated when it begins. */
struct lt_range {
    num pull, range, slope, reach, lost;
};
struct lt_range_losses {
    num adhesion;
};

/* Adds the attraction (N), its energy and its crossing energy (J) to the contact of T. */
LT_INLINE void lt_range_pull(const struct lt_range *d, struct lt_touch *t) {
    const struct lt_shear_span *s = t->contact;
    const num zero = NUM(0.0), un = t->m->un, gap = lt_above(un), left = d->range - gap;
    const num pull = SEL(s->active, d->pull - d->slope * gap, zero);
    t->pull += pull;
    const num rest = SEL(un > 0, 0.5 * d->slope * left * left,
                         d->pull * lt_above(zero - un) + 0.5 * d->pull * d->range);
    t->o->strain -= SEL(s->active, rest, zero);
    if (!s->stay && ANY(s->entering | s->leaving)) {
        const num pull0 = d->pull - d->slope * lt_above(un - t->m->dun);
        const num at = SEL(s->entering, d->reach, d->range);
        t->o->cross += lt_cross(s, zero - pull0, zero - pull, d->slope * at - d->pull, t->m->dun);
    }
}

#ifdef LT_TABLES
#define LT_RANGE_NUMBERS                                                                           \
    LT_NUMBER(pull, "N", "pull at touch"), LT_NUMBER(range, "m", "gap at which it ends"),          \
        LT_NUMBER(slope, "N/m", "by how much it falls"),                                           \
        LT_NUMBER(reach, "m", "gap at which it begins"),                                           \
        LT_NUMBER(lost, "J", "what is lost when it begins")
#define LT_PULL_RANGE_ROW                                                                          \
    { "pull_range", "m", 0, 0, INFINITY, .doc = "gap over which the pull falls to 0" }
struct lt_falling {
    double adh_force, adh_stiffness;
};
#define LT_FALLING_ROWS                                                                            \
    {"adh_force", "N", 0, 0, INFINITY, .doc = "pull at touch"}, {                                  \
        "adh_stiffness", "N/m", INFINITY, 0, INFINITY, .doc = "by how much it falls over the gap"  \
    }
#define LT_ADHESION_LOSS                                                                           \
    { "adhesion", "J", .doc = "making, tearing and unloading of adhesive contacts" }

/* Jumps of an attraction without range: it begins and ends abruptly at touch. */
#define LT_AT_ONCE(when, pull)                                                                     \
    {"fn", "made", when, pull, "the surfaces pull as soon as they touch"}, {                       \
        "fn", "lost", when, "-(" pull ")", "nothing holds the surfaces once they part"             \
    }
#define LT_RANGE_CASES                                                                             \
    { "e_n", "damping:none and (normal:linear or normal:hertz)", "1", "without losses" }

/* Derives an attraction of PULL, N, while the surfaces touch, that falls to 0 over the gap RANGE,
 * m, on approach as on separation. Returns the error or NULL. */
static inline const char *lt_range(struct lt_deal *deal, double pull, double range,
                                   struct lt_range *d) {
    if (pull > 0 && !isfinite(range))
        return "the attraction must end at some gap: adh_stiffness > 0";
    range = pull > 0 ? range : 0;
    *d = (struct lt_range){pull, range, range > 0 ? pull / range : 0, range, 0};
    deal->pull_off += pull;
    deal->reach = deal->tail = range;
    return NULL;
}
#endif

#endif

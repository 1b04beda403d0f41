/* SPDX-License-Identifier: MIT */
/* remembers.h: shared code of normal parts with hysteresis, which depend on the largest overlap. */
#ifndef LT_REMEMBERS_H
#define LT_REMEMBERS_H

#include "../plastic_apart.h"
#include "cross.h"
#include "range.h"

/* The first states of such a part with adhesion. */
struct lt_memory {
    num overlap_peak, adheres;
};

struct lt_memory_losses {
    num plastic, adhesion;
};

#ifdef LT_TABLES
#define LT_LOADING_ROWS                                                                            \
    {"kn1", "N/m", 0, 0, INFINITY, .doc = "stiffness of loading", .mix = LT_SERIES}, {             \
        "kn2", "N/m", NAN, 0, INFINITY,                                                            \
            .doc = "stiffness of unloading; luding: at its plastic limit, the largest",            \
            .mix = LT_SERIES                                                                       \
    }
#define LT_PEAK_ROW                                                                                \
    { "overlap_peak", "m", .doc = "memory: largest overlap, which adhesion may reduce" }
#define LT_MEMORY_STATES                                                                           \
    LT_PEAK_ROW, {                                                                                 \
        "adheres", "1", .doc = "1 on the adhesive branch"                                          \
    }
#define LT_PLASTIC_ROW                                                                             \
    { "plastic", "J", .doc = "plastic flow" }
#define LT_MEMORY_LOSSES                                                                           \
    LT_PLASTIC_ROW, {                                                                              \
        "adhesion", "J", .doc = "making, tearing and unloading of adhesive contacts"               \
    }
#define LT_PULL_OFF_ROW                                                                            \
    { "pull_off", "N", 0, 0, INFINITY, .doc = "constant pull while in contact" }
#define LT_PULL_OFF_JUMPS                                                                          \
    {"fn", "made", "pull_off > 0", "pull_off", "a constant pull"}, {                               \
        "fn", "lost", "pull_off > 0", "-pull_off", "a constant pull"                               \
    }
#endif

/* Sets forces, energies and contact radii in T from END, the end of the step at the overlap O, m, 0
 * or more. PUSH0: N, force at the start, > 0 compression; PULL: N, constant attraction; ROOT_R:
 * sqrt(R*); ROOT and ROOT0: contact radius over ROOT_R after and before, the root of the overlap
 * unless yielding has changed the curvature. */
LT_INLINE void lt_remembered(struct lt_touch *t, const struct lt_plastic *end, num push0, num pull,
                             num o, num root_r, num root, num root0) {
    const struct lt_shear_span *s = t->surfaces;
    const num zero = NUM(0.0);
    const mask on = s->active, was = (on & NOT(s->entering)) | s->leaving;
    t->spring = SEL(on, end->force - pull, zero);
    t->adhesive = SEL(on, pull, zero);
    t->o->strain += SEL(on, end->strain - pull * o, zero);
    t->o->cross += lt_cross(s, push0 - pull, t->spring, zero - pull, t->m->dun);
    t->a = root_r * SEL(on, root, zero);
    t->a0 = root_r * SEL(was, root0, zero);
}

#endif

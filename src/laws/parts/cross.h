/* SPDX-License-Identifier: MIT */
/* cross.h: work of steps that make or end a contact. */
#ifndef LT_CROSS_H
#define LT_CROSS_H

#include "part.h"

/* max(x, 0). */
LT_INLINE num lt_above(num x) {
    return SEL(x > 0, x, NUM(0.0));
}

/* Crossing energy, J, of a step that makes or ends a contact. The force, N, > 0 compression, is P0
 * at the start and P1 at the end, and EDGE where the contact is made or lost. The trapezoid rule
 * counts work outside the contact, where there is no force, and misses that of EDGE inside. */
LT_INLINE num lt_cross(const struct lt_shear_span *span, num p0, num p1, num edge, num dun) {
    const num both = SEL(span->entering, p1, p0);
    const num outside = 0.5 * (0.0 - dun) * (both * (1 - span->inside) - edge * span->inside);
    return SEL(span->entering | span->leaving, outside, NUM(0.0));
}

#endif

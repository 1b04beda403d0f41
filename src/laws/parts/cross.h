/* SPDX-License-Identifier: MIT */
/* cross.h: work of steps that make or end a contact. */
#ifndef LT_CROSS_H
#define LT_CROSS_H

#include "part.h"

LT_INLINE num lt_above(num x) {
    return SEL(x > 0, x, NUM(0.0));
}

/* Work by the trapezoid rule of a force P0, then P1, > 0 presses, in the part of a step outside the
 * contact, less what it does inside; EDGE: the force there where the contact is made or lost. */
LT_INLINE num lt_cross(const struct lt_shear_span *span, num p0, num p1, num edge, num dun) {
    const num both = SEL(span->entering, p1, p0);
    const num outside = 0.5 * (0.0 - dun) * (both * (1 - span->inside) - edge * span->inside);
    return SEL(span->entering | span->leaving, outside, NUM(0.0));
}

#endif

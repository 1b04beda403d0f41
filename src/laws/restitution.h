/* SPDX-License-Identifier: MIT */
/*
 * restitution.h: damping ratio b and coefficient of restitution e of a linear impact,
 * x'' + 2 b x' + x = 0.
 *
 * The impact ends where the gap is zero again: e = exp(-pi b/sqrt(1 - b^2)), b < 1. With a tensile
 * cut-off it ends earlier, where the force is zero: e = exp(-2 b A), A = arccos b/sqrt(1 - b^2),
 * which for b > 1 is arcosh b/sqrt(b^2 - 1). Other impacts map onto this problem, that of Hertz'
 * spring with Tsuji's damping for instance (Antypov & Elliott, EPL 94 (2011) 50004).
 */
#ifndef LT_RESTITUTION_H
#define LT_RESTITUTION_H

#include "law.h"

/* Where the impact ends: without and with tensile cut-off. */
enum restitution_end { GAP_ZERO, FORCE_ZERO };

static const double restitution_pi = 3.14159265358979323846;

/* A(b): the time of the largest overlap and half of the time at which the force is zero again, in
 * units of sqrt(m/k); B: the damping ratio. acos(b)/sqrt(1 - b^2), or acosh(b)/sqrt(b^2 - 1) beyond
 * critical damping. */
static inline double restitution_turn(double b) {
    if (b == 1)
        return 1;
    return (b < 1 ? acos(b) : acosh(b)) / sqrt(fabs(1 - b)) / sqrt(1 + b);
}

/* Coefficient of restitution e of an impact with the damping ratio B that ends at END: exp(-2 b
 * A(b)) if at zero force, exp(-pi b/sqrt(1 - b^2)) at zero gap; 0 if overdamped without tensile
 * cut-off. */
static inline double restitution_of(double b, enum restitution_end end) {
    if (isinf(b))
        return 0;
    if (end == FORCE_ZERO)
        return exp(-2 * b * restitution_turn(b));
    return b < 1 ? exp(-restitution_pi * b / sqrt((1 - b) * (1 + b))) : 0;
}

/* The damping ratio b that gives the coefficient of restitution E, 0 to 1. With GAP_ZERO it is -ln
 * e/sqrt(pi^2 + ln^2 e), and 1 for e = 0. With FORCE_ZERO it solves 2 b A(b) = -ln e, whose left
 * side is concave, so that Newton's method rises to the root from below; INFINITY for e = 0. */
static inline double restitution_damping(double e, enum restitution_end end) {
    const double loss = -log(e);
    if (end == GAP_ZERO)
        return isfinite(loss) ? loss / hypot(restitution_pi, loss) : 1;
    double b = loss / restitution_pi, last = -1;
    for (int i = 0; i < 100 && isfinite(b) && b != last; i++) {
        const double turn = restitution_turn(b);
        /* At b = 1 the slope is 0/0 with the limit 4/3, from which it differs by O(b - 1). */
        const double slope = fabs(b - 1) < 1e-6 ? 4.0 / 3 : 2 * (turn - b) / (1 - b) / (1 + b);
        last = b;
        b += (loss - 2 * b * turn) / slope;
    }
    return b;
}

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* six.h: six relative velocities become motions of two bodies, and their forces six again.
 *
 * The centres stay on the normal, which never tilts; shear is velocity alone, as codes measure it.
 * A relative rotation is shared so that it brings no slip where the code looks for slip: at its
 * arms, which are measured. Forces are those of the bodies, moments the power per rate of that
 * rotation: no lever arm is assumed, and the work is what the code really did. */
#ifndef LT_SIX_H
#define LT_SIX_H

#include "codes/code.h"

struct lt_six {
    const struct lt_code *code;
    struct lt_code_pair pair;
    bool mirrored;  /* the code's body B is our A: a half turn about s */
    double less[2]; /* the slip arm of a body is its radius less so many overlaps */
};

struct lt_serve_question lt_six_ask(const struct lt_six *six, enum lt_serve_what what, double un,
                                    const double *velocity, double dt);
void lt_six_forces(const struct lt_six *six, double un, const struct lt_serve_answer *answer,
                   double *force);

/* One body alone moves, by its centre or its spin, across n: what its slip is measured with. */
struct lt_serve_question lt_six_alone(const struct lt_six *six, double un, int body, bool spins,
                                      double speed, double dt);

#endif

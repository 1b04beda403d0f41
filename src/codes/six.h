/* SPDX-License-Identifier: GPL-3.0-or-later */
/* six.h: converts six relative velocities to the motions of two bodies, and their forces back to
 * six components.
 *
 * The centres stay on the normal, which never tilts; shear is imposed as velocity only, as codes
 * measure it. A relative rotation is divided between the bodies so that it causes no slip at the
 * lever arms that the code uses, which are measured. Forces are those on the bodies; a moment is
 * the power per rate of that rotation, so no lever arm is assumed and the work is what the code
 * really did. */
#ifndef LT_SIX_H
#define LT_SIX_H

#include "codes/code.h"

struct lt_six {
    struct lt_code_pair pair;
    bool own_arm;   /* see code.h */
    bool mirrored;  /* the code's body B is our A: rotated by half a turn about s */
    double less[2]; /* the slip arm of a body is its radius minus this many overlaps */
};

struct lt_serve_question lt_six_question(const struct lt_six *six, enum lt_serve_what what,
                                         double un, const double *velocity, double dt);
/* Six forces, then what is missing from momentum and angular momentum of a pair. */
enum { LT_SIX_NUMBERS = 8 };
void lt_six_forces(const struct lt_six *six, double un, const struct lt_serve_answer *answer,
                   double *force);

/* A tangential motion of one body only, by its centre or its spin, to measure its slip arm. */
struct lt_serve_question lt_six_alone(const struct lt_six *six, double un, int body, bool spins,
                                      double speed, double dt);

#endif

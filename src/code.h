/* SPDX-License-Identifier: MIT */
/*
 * code.h: your own code as the contact law of 'lawtester run FILE --in ./my-code.so'.
 *
 * A shared object with these functions is loaded into a process of its own. It returns the forces
 * on two particles, one step at a time; it moves nothing itself. C17, C++17 and later. The same
 * over the pipes of a program, in text, and two complete examples: doc/own-code.md.
 */
#ifndef CODE_H
#define CODE_H

#define CODE_VERSION 1 /* raised when a function below changes its meaning */

#include <stddef.h>

#if defined __GNUC__
#define CODE_API __attribute__((visibility("default")))
#else
#define CODE_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* A particle, in SI units, in axes that do not turn. body[0] is A, body[1] is B. The contact points
 * from A to B, and acts where the surfaces touch or overlap:
 *
 *     overlap = radius of A + radius of B - distance of their centres >= 0.
 *
 * A flat wall is always A: its radius is infinite, it is the plane x = 0, place {0, 0, 0}, and B is
 * on the side x > 0: overlap = radius of B - place[0] of B. Of no other body a number is infinite
 * but the mass and inertia of one that is fixed; so the effective mass is 1/(1/mass + 1/mass), and
 * the effective radius 1/(1/radius + 1/radius), at a wall, too. */
struct code_body {
    double radius;      /* m; INFINITY: a flat wall */
    double mass;        /* kg; INFINITY: fixed */
    double inertia;     /* kg m^2, about its centre; INFINITY: it cannot turn */
    double place[3];    /* m, of its centre at the end of the step: x y z */
    double velocity[3]; /* m/s, of its centre during the step, that is at its middle */
    double spin[3];     /* rad/s, angular velocity during the step, right-handed about x y z */
};

/* Begin a run: no step was made, nothing has touched. TEXT has the numbers of the file's section
 * law, NAME=NUMBER in a line each, in SI units. Returns a pointer for the other functions; or NULL,
 * and the reason in ERROR, which has room for SIZE bytes. */
CODE_API void *code_open(const char *text, char *error, size_t size);

/* Make a step of DT seconds, dt > 0, that ends with the bodies in these places. FORCE, in N, acts
 * on the centre of each, TORQUE, in N m, about it; all are 0 before the call. Two particles that
 * press on each other have force[0] along -x and force[1] along +x where B lies at +x of A, and
 * force[0] = -force[1] always. The force on a wall is not used. Slip is found from velocities
 * and spins: a body that is sheared at a given rate stays in its place. Returns 0; another number
 * ends the run. */
CODE_API int code_step(void *code, double dt, const struct code_body body[2], double force[2][3],
                       double torque[2][3]);

/* Optional. The forces at these places, with these velocities, without a step: the next step must
 * be as if this had not been called. DT is 0. Without this function, wherever a force without a
 * step is needed, as in static balance (stages with s), the code is driven again from the
 * beginning. */
CODE_API int code_look(void *code, double dt, const struct code_body body[2], double force[2][3],
                       double torque[2][3]);

/* End a run. */
CODE_API void code_close(void *code);

#ifdef __cplusplus
}
#endif
#endif

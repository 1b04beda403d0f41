/* SPDX-License-Identifier: MIT */
/*
 * code.h: your own code as the contact law of 'lawtester run FILE --in ./my-code.so'.
 *
 * A shared object with these functions is loaded into a process of its own. lawtester moves two
 * particles; the code returns the forces on them, one step at a time. C17, C++17 and later.
 * doc/own-code.md has two complete examples, and the same interface as text over the pipes of a
 * program.
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

/* A particle, in SI units, in fixed axes x y z. body[0] is A, body[1] is B. The contact normal
 * points from A to B; the contact acts where the surfaces touch or overlap:
 *
 *     overlap = radius of A + radius of B - distance of their centres >= 0.
 *
 * A flat wall is always A: its radius is infinite, it is the plane x = 0 with place {0, 0, 0}, and
 * B is on the side x > 0: overlap = radius of B - place[0] of B. A fixed body has infinite mass and
 * inertia; all other numbers are finite. The effective mass 1/(1/mass + 1/mass) and the effective
 * radius 1/(1/radius + 1/radius) hold at a wall, too. */
struct code_body {
    double radius;      /* m; INFINITY: a flat wall */
    double mass;        /* kg; INFINITY: fixed */
    double inertia;     /* kg m^2, about its centre; INFINITY: it cannot turn */
    double place[3];    /* m, position of its centre at the end of the step */
    double velocity[3]; /* m/s, of its centre, constant during the step: that at its middle */
    double spin[3];     /* rad/s, angular velocity, likewise, right-handed about x y z */
};

/* Begin a run, in which the particles have not touched yet. TEXT has the numbers of the file's
 * section law, NAME=NUMBER in a line each, in SI units. Returns a pointer, not NULL, that is passed
 * to the other functions; or NULL, with a message in ERROR, which has room for SIZE bytes. */
CODE_API void *code_open(const char *text, char *error, size_t size);

/* Make a step of DT seconds, dt > 0, at the end of which the bodies are in these places. FORCE, in
 * N, acts on the centre of each, TORQUE, in N m, about it; all are 0 before the call. Two particles
 * that press on each other have force[0] along -x and force[1] along +x where B lies at +x of A,
 * and force[0] = -force[1] always. Forces on a wall are ignored. Compute slip from velocities and
 * spins, not from places: a body that is sheared at a given rate stays in its place. Returns 0;
 * another number ends the run. */
CODE_API int code_step(void *code, double dt, const struct code_body body[2], double force[2][3],
                       double torque[2][3]);

/* Optional. Evaluate the forces at these places and velocities without making a step: the next step
 * has the same result as if this had not been called. DT is 0. Without this function the run is
 * repeated from its beginning wherever a force is needed without a step, as for static balance
 * (stages with s). */
CODE_API int code_look(void *code, double dt, const struct code_body body[2], double force[2][3],
                       double torque[2][3]);

/* End a run. */
CODE_API void code_close(void *code);

#ifdef __cplusplus
}
#endif
#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* past.h: the history of steps sent to an external code, so that any earlier state can be
 * reproduced.
 *
 * Steps are numbered from 1; each has a predecessor, 0 being the start. They form a tree, since
 * steps may be tried and discarded. */
#ifndef LT_PAST_H
#define LT_PAST_H

#include <stddef.h>

struct lt_arena;

/* A step along the six degrees of freedom, SI units: gap, relative velocities and spins. If n is
 * not 0, a step of bodies in space: then velocity is that of B's centre relative to A's, followed
 * by B's spin, and place, spin, n and s are set. */
struct lt_past_step {
    size_t before;              /* number of the step before it; 0: the start */
    double un, dt, velocity[6]; /* at its end; its length; during it */
    double time;                /* at its end, since the start */
    double place[3], spin[3];   /* of B from A, A's spin */
    double n[3], s[3];          /* axes at its end, in the code's space */
};

struct lt_past;
struct lt_past *lt_past_new(struct lt_arena *arena);

/* Discard the history. */
void lt_past_clear(struct lt_past *past);

/* Its number, from 1 on; 0: there is not enough memory. */
size_t lt_past_add(struct lt_past *past, const struct lt_past_step *step);
const struct lt_past_step *lt_past_step(const struct lt_past *past, size_t number);

/* The steps from the start to this one in order, *COUNT of them. In ARENA. */
const size_t *lt_past_way(const struct lt_past *past, size_t number, size_t *count,
                          struct lt_arena *arena);

#endif

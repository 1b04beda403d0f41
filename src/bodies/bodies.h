/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bodies.h: two rigid bodies in space (frame bodies).
 *
 * Their state is 35 numbers: centres (m), orientations, velocities (m/s), angular velocities
 * (rad/s), and the axes n s t of the contact, in the order of LT_SPACE; a pointer to the first is
 * called SPACE here. The axes move with the contact: they tilt with the line of centres and rotate
 * about it by the mean spin of both bodies. History that is kept in these axes needs no rotation of
 * its own.
 *
 * The contact point is in the middle of the overlap or gap, so that force and reaction act at the
 * same point and angular momentum is conserved. With LT_LEVER_RADIUS the lever arm of each body is
 * its radius. With the other levers slip and torque have different arms, as in some codes; then the
 * law does not get all of the energy that the bodies lose. At a wall or facet the normal is that of
 * the flat body and does not move. Shapes that are neither balls nor flat are in solids.h.
 *
 * GAP is the distance of the surfaces in m, < 0 where they overlap. VELOCITIES (v) are twelve: of
 * A, angular of A, of B, angular of B, along x y z. Relative velocities and forces are six, along n
 * s t, then about them. Here a FORCE or impulse acts on B and reversed on A, so that the contact
 * force of a law enters with the opposite sign. */
#ifndef LT_BODIES_H
#define LT_BODIES_H

#include "bodies/motion.h"
#include "bodies/solids.h"
#include "law.h"
#include "program/program.h"

struct lt_bodies {
    double inv_mass[2];    /* 1/kg; 0: the body cannot be moved */
    double inv_inertia[2]; /* 1/(kg m^2); 0: the body cannot be rotated */
    double radius[2];      /* m; 0: flat */
    bool flat;             /* one of them is a wall or a facet */
    enum lt_lever lever;
    enum lt_axes_at axes;
    double share_b;           /* share of imposed relative motion that B takes; A takes the rest */
    struct lt_solids *solids; /* NULL: balls, discs, walls and facets */
};

/* Two spheres, discs, walls or facets. WEIGHT is B's share of imposed motion if both can move. */
struct lt_bodies lt_bodies_of(const struct lt_pair *pair, double weight, enum lt_lever lever,
                              enum lt_axes_at axes);

/* For shapes that are neither balls nor flat: fills SOLIDS, to which BODIES then point. */
void lt_bodies_shape(struct lt_bodies *bodies, const struct lt_pair *pair,
                     const struct lt_surface shapes[2], struct lt_solids *solids);

/* Set SPACE: A at the origin, B at the distance GAP along NORMAL, at rest; axis s is TANGENT made
 * normal to n. False if NORMAL is 0 or TANGENT parallel to it. */
bool lt_bodies_place(const struct lt_bodies *bodies, const double normal[3],
                     const double tangent[3], double gap, double *space);

/* The lever arms, m, of the contact force at the surface distance GAP. */
void lt_bodies_arms(const struct lt_bodies *bodies, double gap, double arms[2]);

/* RELATIVE gets the six velocities of B relative to A at the contact point, m/s and rad/s. They are
 * those that a law is given. */
void lt_bodies_relative(const struct lt_bodies *bodies, const double *space, double gap,
                        const double *velocities, double relative[6]);

/* Add to VELOCITIES what IMPULSE (N s, N m s) changes, which acts on B and reversed on A. A kick is
 * the impulse of a force over a step. */
void lt_bodies_push(const struct lt_bodies *bodies, const double *space, double gap,
                    const double impulse[6], double *velocities);

/* Add to RATES the accelerations that FORCE makes, as lt_bodies_push. Of a body with infinite
 * inertia it is the force or moment itself, which has to be held from outside; of solids it is
 * always the force. Work is computed from rates in this measure, since forces that hold a body may
 * do work. */
void lt_bodies_resist(const struct lt_bodies *bodies, const double *space, double gap,
                      const double force[6], double *rates);

/* Convert accelerations of the twelve velocities into the measure of lt_bodies_resist; 0 where
 * inertia is infinite, since no force makes that acceleration. */
void lt_bodies_demand(const struct lt_bodies *bodies, const double *space, double *rates);

/* Add to VELOCITIES the change of spin without a moment (gyroscopic terms of solids) in a TIME that
 * began with the velocities BEGIN. */
void lt_bodies_spin(const struct lt_bodies *bodies, const double *space, const double *begin,
                    double time, double *velocities);

/* Change VELOCITIES so that the six relative ones change by RELATIVE, to impose them. Both bodies
 * share the change: translations by share_b, rolling by the lever arms, so that it makes no slip. A
 * body that cannot rotate takes no part of a spin. */
void lt_bodies_share(const struct lt_bodies *bodies, const double *space, double gap,
                     const double relative[6], double *velocities);

/* RELATIVE has the changes of imposed velocities; add those of the free DoFs that are coupled with
 * them by inertia. */
void lt_bodies_drag(const struct lt_bodies *bodies, const double *space,
                    const struct lt_inertia *inertia, double relative[6]);

/* Solids only: PUSH gets the impulses per second on the six DoFs: FORCE on free ones, and on
 * imposed ones the constraint forces that keep their velocity. Other pairs have this in the
 * matrices of lt_inertia. */
void lt_bodies_constrain(const struct lt_bodies *bodies, const double *space,
                         const struct lt_inertia *inertia, const double force[6], double push[6]);

/* The rounding error, m, of the gap that is computed from coordinates; 0 where it is not. */
double lt_bodies_rounding(const struct lt_bodies *bodies, const double *space);

/* DISPLACEMENT gets the six displacements, m and rad, of TIME seconds at constant velocities, with
 * finite rotations; AFTER (or NULL) the state at the end. */
void lt_bodies_move(const struct lt_bodies *bodies, const double *space, double gap,
                    const double *velocities, double time, double displacement[6], double *after);

/* Transport a history vector, its components along s and t, from the axes of SPACE to those of
 * AFTER by a rule of a code. With LT_HISTORY_TURNED the components do not change. */
void lt_bodies_carry(enum lt_history rule, const double *space, const double *after,
                     double vector[2]);

/* Round the centres to single precision, as codes store them, with A started at x = y = z = AT, and
 * let n point along the rounded centres. Returns the gap between the surfaces then, m. */
double lt_bodies_round(const struct lt_bodies *bodies, double at, double *space);

/* The displacement of B relative to A in such a step along the normal at its end, m. Divided by
 * TIME it is the velocity on which dashpots of codes act. */
double lt_bodies_along(const struct lt_bodies *bodies, const double *space, double gap,
                       const double *velocities, double time);

/* Power, W, that the bodies lose and the law does not get, since slip and torque have different
 * arms. */
double lt_bodies_mismatch(const struct lt_bodies *bodies, const double *space, double gap,
                          const double force[6], const double *velocities);

/* RATES gets the time derivatives of the 35 numbers of the state while FORCE acts on B and reversed
 * on A. */
void lt_bodies_rates(const struct lt_bodies *bodies, const double *space, double gap,
                     const double force[6], double *rates);

/* Remove rounding from a state: unit quaternions, orthonormal axes, and of solids the common normal
 * n. */
void lt_bodies_tidy(const struct lt_bodies *bodies, double *space);

/* Kinetic energy 1/2 v1 . M v2, J, of the bodies that can move. H > 0: v1 and v2 are those before
 * and after a kick of H seconds. */
double lt_bodies_kinetic(const struct lt_bodies *bodies, const double *space, const double *v1,
                         const double *v2, double h);

/* dv . M v: the energy, J, of a change DV of velocities, after lt_bodies_demand, at the velocities
 * V. */
double lt_bodies_power(const struct lt_bodies *bodies, const double *dv, const double *v);

/* Power, W, of forces that make RATES in the measure of lt_bodies_resist at the velocities V.
 * Forces that hold a body count, too. */
double lt_bodies_work(const struct lt_bodies *bodies, const double *rates, const double *v);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bodies.h: two rigid bodies in space (frame bodies).
 *
 * Their state is 35 numbers: centres, orientations, velocities, angular velocities, and the axes
 * n s t of the contact, in the order of LT_SPACE; a pointer to the first is called space here. The
 * axes go with the contact: they tilt with the line of centres, without turning about it, and turn
 * about it by the mean spin of both bodies. History kept in these axes needs no turning of its own.
 *
 * The contact point is in the middle of the overlap (or gap) un, so that force and reaction share
 * it and angular momentum is conserved; LT_LEVER_RADIUS: each body has a lever arm of its radius.
 * With the other levers slip and torque have unlike arms, as codes have it: the contact is not
 * given what the bodies lose. At a wall or facet the normal is that of the flat body and stands
 * still. Shapes that are neither balls nor flat have more to tell: solids.h. */
#ifndef LT_BODIES_H
#define LT_BODIES_H

#include "bodies/motion.h"
#include "bodies/solids.h"
#include "law.h"
#include "program/program.h"

struct lt_bodies {
    double lightness[2];   /* 1/kg; 0: cannot be moved */
    double turnability[2]; /* 1/(kg m^2); 0: a contact cannot turn it */
    double radius[2];
    bool flat; /* one of them is a wall or a facet */
    enum lt_lever lever;
    enum lt_axes_at axes;
    double weight;            /* share of imposed motion that B takes, A the rest */
    struct lt_solids *solids; /* NULL: balls, discs, walls and facets */
};

/* Of a pair of spheres, discs, walls and facets. */
struct lt_bodies lt_bodies_of(const struct lt_pair *pair, double weight, enum lt_lever lever,
                              enum lt_axes_at axes);

/* Where a shape is neither a ball nor flat: SOLIDS, which BODIES then point to, tell the rest. */
void lt_bodies_shape(struct lt_bodies *bodies, const struct lt_pair *pair,
                     const struct lt_surface shapes[2], struct lt_solids *solids);

/* Put A at the origin, B beyond the gap along normal; s as near tangent as may be. At rest. False
 * if normal has no direction, or tangent none across it. */
bool lt_bodies_place(const struct lt_bodies *bodies, const double normal[3],
                     const double tangent[3], double gap, double *space);

/* Lever arms of the contact's force at a surface distance. */
void lt_bodies_arms(const struct lt_bodies *bodies, double gap, double arms[2]);

/* The six relative velocities of bodies that have these twelve (A's, A's angular, B's ...). */
void lt_bodies_relative(const struct lt_bodies *bodies, const double *space, double gap,
                        const double *velocities, double relative[6]);

/* Change velocities as the impulse, six components acting on B and reversed on A, does. */
void lt_bodies_push(const struct lt_bodies *bodies, const double *space, double gap,
                    const double impulse[6], double *velocities);

/* Add what acceleration resists the force of the contact: as lt_bodies_push, but where the inertia
 * is infinite the force or moment itself, which holds the body. */
void lt_bodies_resist(const struct lt_bodies *bodies, const double *space, double gap,
                      const double force[6], double *rates);

/* Of rates or changes of the twelve velocities what a force or impulse makes, in the measure of
 * lt_bodies_resist: 0 where nothing can. */
void lt_bodies_demand(const struct lt_bodies *bodies, const double *space, double *rates);

/* Add what the spins of bodies change by themselves in a time that began with these velocities. */
void lt_bodies_spin(const struct lt_bodies *bodies, const double *space, const double *begin,
                    double time, double *velocities);

/* Change the relative velocities by so much and nothing else: shared by weight, bending by the
 * lever arms so that it brings no shear; spins not with a body that cannot turn. */
void lt_bodies_share(const struct lt_bodies *bodies, const double *space, double gap,
                     const double relative[6], double *velocities);

/* The relative velocities that free DoFs get where imposed ones change by so much. */
void lt_bodies_drag(const struct lt_bodies *bodies, const double *space,
                    const struct lt_inertia *inertia, double relative[6]);

/* The impulse, of a time 1, of the force on free DoFs and of what holds imposed ones. Solids only:
 * the others have it in two matrices of the inertia. */
void lt_bodies_constrain(const struct lt_bodies *bodies, const double *space,
                         const struct lt_inertia *inertia, const double force[6], double push[6]);

/* The six displacements that constant velocities make in a time, finite turns included; after gets
 * where that leads (NULL: not asked). */
double lt_bodies_rounding(const struct lt_bodies *bodies, const double *space);
void lt_bodies_move(const struct lt_bodies *bodies, const double *space, double gap,
                    const double *velocities, double time, double displacement[6], double *after);

/* What a rule makes of a vector in the contact plane that is remembered, its components along s and
 * t, in a step from the axes of SPACE to those of AFTER. */
void lt_bodies_carry(enum lt_history rule, const double *space, const double *after,
                     double vector[2]);

/* Round the centres to numbers of 32 bits, where A began at AT in x, y and z; n then points along
 * the rounded places. Returns the gap between the surfaces that they have. */
double lt_bodies_round(const struct lt_bodies *bodies, double at, double *space);

/* The way along n at the end of that step: what dashpots of codes see, over its time. */
double lt_bodies_along(const struct lt_bodies *bodies, const double *space, double gap,
                       const double *velocities, double time);

/* Power that bodies lose and the contact does not get, since slip and torque have unlike arms. */
double lt_bodies_mismatch(const struct lt_bodies *bodies, const double *space, double gap,
                          const double force[6], const double *velocities);

/* Rates of the state while the contact pulls as force does, f on A and -f on B, and drive on B and
 * -drive on A. */
void lt_bodies_rates(const struct lt_bodies *bodies, const double *space, double gap,
                     const double force[6], double *rates);

/* Orientations and axes of length one, axes at right angles, n where it belongs. */
void lt_bodies_tidy(const struct lt_bodies *bodies, double *space);

/* 1/2 v1 . M v2 of what can be moved; H > 0: across a kick of that length. */
double lt_bodies_kinetic(const struct lt_bodies *bodies, const double *space, const double *v1,
                         const double *v2, double h);

/* dv . M v: the energy that a change of velocities, as lt_bodies_demand has it, brings at v. */
double lt_bodies_power(const struct lt_bodies *bodies, const double *dv, const double *v);

/* The same of rates as of lt_bodies_resist: what holds the bodies works too. */
double lt_bodies_work(const struct lt_bodies *bodies, const double *rates, const double *v);

#endif

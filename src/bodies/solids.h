/* SPDX-License-Identifier: GPL-3.0-or-later */
/* solids.h: bodies.h for two bodies of which one is no ball: its moments of inertia differ, the
 * contact point moves over its surface, and lever arms are not parallel to n. Forces on both bodies
 * are twelve numbers like their velocities: N along x y z, then N m, of A and of B. */
#ifndef LT_SOLIDS_H
#define LT_SOLIDS_H

#include "bodies/surface.h"
#include "program/program.h"

struct lt_solids {
    struct lt_surface shapes[2];
    double inv_mass[2];       /* 1/kg; 0: cannot be moved */
    double inv_inertia[2][3]; /* 1/(kg m^2), about the initial axes n s t, which rotate with the
                                 body */
    double share_b;           /* share of imposed relative motion that B takes */
    double initial_axes[9];   /* the axes n s t at the start */
    enum lt_lever lever;
};

/* Rotate a body of a pair just placed by the rotation vector TURN, rad along x y z. B is moved so
 * that n stays the common normal and the gap the same. */
void lt_solids_lay(const struct lt_solids *solids, int body, const double turn[3], double *space);

/* The contact point in a state. VELOCITIES: the twelve, for the rate of n; or NULL. */
struct lt_solids_touch {
    struct lt_surface_touch at;
    double arm[2][3];         /* m, from each centre to the point at which the contact force acts */
    double inv_inertia[2][9]; /* 1/(kg m^2), inverse tensor of each body along x y z */
    const double *space;      /* the state */
};
void lt_solids_meet(const struct lt_solids *solids, const double *space, const double *velocities,
                    struct lt_solids_touch *touch);

/* These do what the functions of the same name in bodies.h do. */
void lt_solids_relative(const struct lt_solids_touch *touch, const double *velocities,
                        double relative[6]);
void lt_solids_push(const struct lt_solids *solids, const struct lt_solids_touch *touch,
                    const double impulse[6], double *velocities);
void lt_solids_share(const struct lt_solids *solids, const struct lt_solids_touch *touch,
                     const double relative[6], double *velocities);
void lt_solids_move(const struct lt_solids *solids, const double *space, const double *velocities,
                    double time, double displacement[6], double *after);
double lt_solids_rounding(const struct lt_solids *solids, const double *space);

/* Add to FORCES (twelve) the forces and moments on both bodies of FORCE, which acts on B and
 * reversed on A. */
void lt_solids_forces(const struct lt_solids_touch *touch, const double force[6], double *forces);

/* Convert accelerations of the twelve velocities into the forces that make them; gyroscopic terms
 * excepted. */
void lt_solids_demand(const struct lt_solids *solids, const double *space, double *rates);

/* Kinetic energy 1/2 v1 . M v2, J. H > 0: v1 and v2 are before and after a kick of H seconds; a
 * correction then makes the energy of a free gyroscopic motion constant. */
double lt_solids_kinetic(const struct lt_solids *solids, const double *space, const double *v1,
                         const double *v2, double h);

/* Add to VELOCITIES the change of spin without a moment in H seconds that began with the velocities
 * BEGIN; if H is 0 its rate. */
void lt_solids_spin(const struct lt_solids *solids, const double *space, const double *begin,
                    double h, double *velocities);

/* PUSH gets impulses per second on the six DoFs: FORCE on free ones, the constraint force that
 * keeps the velocity on imposed ones, 0 on those in static balance. */
void lt_solids_constrain(const struct lt_solids *solids, const struct lt_solids_touch *touch,
                         const bool *imposed, const bool *balanced, const double force[6],
                         double push[6]);

/* RELATIVE has the changes of imposed velocities; add those of free DoFs, by the impulses that make
 * them. */
void lt_solids_drag(const struct lt_solids *solids, const struct lt_solids_touch *touch,
                    const bool *imposed, double relative[6]);

/* FORCE gets the generalised force of gravity G, m/s^2 along x y z: it accelerates the centre of
 * the movable body by G and does not rotate it. */
void lt_solids_weight(const struct lt_solids *solids, const struct lt_solids_touch *touch,
                      const double *g, double force[6]);

#endif

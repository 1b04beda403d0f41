/* SPDX-License-Identifier: GPL-3.0-or-later */
/* solids.h: two bodies in space of which one is no ball: its moments of inertia differ, the contact
 * point wanders over it, and levers are no multiples of n. What bodies.h does, for these. Forces on
 * them and the work of those are in twelve numbers, as their velocities are: N along x, y, z, then
 * N m, of A and of B. */
#ifndef LT_SOLIDS_H
#define LT_SOLIDS_H

#include "bodies/surface.h"
#include "program/program.h"

struct lt_solids {
    struct lt_surface shapes[2];
    double lightness[2]; /* 1/kg */
    double turn[2][3];   /* 1/(kg m^2), about the axes n s t that the body had at the start */
    double weight;       /* share of imposed motion that B takes */
    double home[9];      /* those axes */
    enum lt_lever lever;
};

/* Turns a body of a pair just placed about an axis in space, by its length. B moves so that n is
 * still the common normal, and the gap what it was. */
void lt_solids_lay(const struct lt_solids *solids, int body, const double turn[3], double *space);

/* Where they touch, in a state. VELOCITIES: the twelve for the rate of n, or NULL. */
struct lt_solids_touch {
    struct lt_surface_touch at;
    double arm[2][3];     /* from each centre to where the contact's force acts */
    double turning[2][9]; /* 1/(kg m^2) of each body, along x, y, z */
    const double *space;
};
void lt_solids_meet(const struct lt_solids *solids, const double *space, const double *velocities,
                    struct lt_solids_touch *touch);

/* As their namesakes of bodies.h. */
void lt_solids_relative(const struct lt_solids_touch *touch, const double *velocities,
                        double relative[6]);
void lt_solids_push(const struct lt_solids *solids, const struct lt_solids_touch *touch,
                    const double impulse[6], double *velocities);
void lt_solids_share(const struct lt_solids *solids, const struct lt_solids_touch *touch,
                     const double relative[6], double *velocities);
void lt_solids_move(const struct lt_solids *solids, const double *space, const double *velocities,
                    double time, double displacement[6], double *after);
double lt_solids_rounding(const struct lt_solids *solids, const double *space);

/* Add the forces on both bodies of a force that acts on B and reversed on A. */
void lt_solids_forces(const struct lt_solids_touch *touch, const double force[6], double *forces);

/* The forces that make these rates of the velocities, but for what turns by itself. */
void lt_solids_demand(const struct lt_solids *solids, const double *space, double *rates);

/* 1/2 v1 . M v2; H > 0: across a kick of that length from v1 to v2, so that what turns by itself
 * keeps it. */
double lt_solids_kinetic(const struct lt_solids *solids, const double *space, const double *v1,
                         const double *v2, double h);

/* Add what spins change by themselves, in a time H that began with the velocities BEGIN; the rates
 * if H is 0. */
void lt_solids_spin(const struct lt_solids *solids, const double *space, const double *begin,
                    double h, double *velocities);

/* The impulse along the six that gives FORCE to free ones, and to those that are imposed what keeps
 * their velocity; nothing to those in balance. */
void lt_solids_constrain(const struct lt_solids *solids, const struct lt_solids_touch *touch,
                         const bool *imposed, const bool *balanced, const double force[6],
                         double push[6]);

/* What free ones change by, where imposed ones change by RELATIVE and their impulse does it. */
void lt_solids_drag(const struct lt_solids *solids, const struct lt_solids_touch *touch,
                    const bool *imposed, double relative[6]);

/* The force along the six that accelerates the movable body's centre by G, and does not turn it. */
void lt_solids_weight(const struct lt_solids *solids, const struct lt_solids_touch *touch,
                      const double *g, double force[6]);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* leapfrog.h: stepping as DEM codes do: positions at the steps, velocities half-way between; of a
 * pair in frame contact, and of two bodies in space. What returns false says why in setup->why. */
#ifndef LT_LEAPFROG_H
#define LT_LEAPFROG_H

#include "program/integrator_kind.h"
#include "step/ledger.h"
#include "step/loading.h"

/* What steps carry beside values[]. */
struct lt_leapfrog {
    struct lt_setup *setup;
    struct lt_loading *loading;
    double before[LT_DOFS]; /* velocities half a step behind */
    double after[LT_DOFS];  /* half a step ahead */
    double drive[LT_DOFS];  /* forces that impose velocities */
    /* Frame bodies: velocities of both bodies half a step behind and ahead, and what of their
     * acceleration the contact does not make. */
    double behind[LT_VELOCITIES], ahead[LT_VELOCITIES], outside[LT_VELOCITIES];
    double damped[LT_VELOCITIES];    /* and of that, motion.damping's */
    double jump;                     /* work of a change of stage, due with the next step */
    double work_ahead, damped_ahead; /* parts of E_work, E_damping, anew with each sample */
    double rounded;                  /* m, what rounding the coordinates added to un in the step */
    double branch;                   /* of the law */
    double longest;                  /* step, if steps shorten as the contact stiffens */
    size_t steps;                    /* of the run */
};

static inline const struct lt_integrator_kind *lt_leapfrog_kind(const struct lt_leapfrog *leap) {
    return &lt_integrator_kinds[leap->setup->program->motion.integrator];
}

/* Begin a stage, where the kinetic energy ACROSS the sample was this in the last one; go on where
 * other forces act now; make a step, after which values[] have the velocities that led to it; those
 * that the integrator shows. */
bool lt_leapfrog_begin(struct lt_leapfrog *leap, double across);
bool lt_leapfrog_resume(struct lt_leapfrog *leap, double across);
bool lt_leapfrog_step(struct lt_leapfrog *leap);
void lt_leapfrog_show(struct lt_leapfrog *leap);

/* The last kick, with other contact forces than the OLD ones: what is imposed stays as it was then,
 * since its formulas may have gone on. */
void lt_leapfrog_kick_again(struct lt_leapfrog *leap, const double *old);
/* What a FORCE on the pair in the last kick makes of the kinetic energy across the sample. */
double lt_leapfrog_kinetic_kicked(const struct lt_leapfrog *leap, const double *force);
/* The kinetic energy as the integrator has it; of the velocities half a step to either side, as
 * leapfrog has it; of the velocities in values[]. */
double lt_leapfrog_kinetic(const struct lt_leapfrog *leap);
double lt_leapfrog_kinetic_across(const struct lt_leapfrog *leap);
double lt_leapfrog_kinetic_now(const struct lt_leapfrog *leap);

/* leapfrog_bodies.c: of two bodies in space: the velocities half a step ahead of FROM after a kick
 * of length h that meets what is imposed over the next step; the next step's displacements; its
 * work; velocities after a share of the kick; initial ones of a stage. */
bool lt_leapfrog_bodies_kick(struct lt_leapfrog *leap, const double *from, double h, double *to);
void lt_leapfrog_bodies_push(const struct lt_leapfrog *leap, const double *force, double h,
                             double *velocities); /* of what is free */
bool lt_leapfrog_bodies_drift(struct lt_leapfrog *leap, double *du);
double lt_leapfrog_bodies_work(const struct lt_leapfrog *leap, const double *outside);
/* Power of the contact's force that bodies with these velocities lose and it does not get. */
double lt_leapfrog_bodies_mismatch(const struct lt_leapfrog *leap, const double *velocities);
void lt_leapfrog_bodies_shown(const struct lt_leapfrog *leap, double share, double *velocities,
                              double *v);
void lt_leapfrog_bodies_initial(struct lt_leapfrog *leap);
bool lt_leapfrog_bodies_look(struct lt_leapfrog *leap, double *un); /* after a first step */
/* False: the shapes touch where one contact point cannot stand for it. */
bool lt_leapfrog_bodies_check(struct lt_leapfrog *leap);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* leapfrog.h: steps as DEM codes make them, with positions at the steps and velocities half-way
 * between; for a pair in frame contact and for two bodies in space. The sample is the instant of
 * values[], at which positions and forces are known. A function that returns false has put the
 * reason into setup->why. */
#ifndef LT_LEAPFROG_H
#define LT_LEAPFROG_H

#include "program/integrator_kind.h"
#include "step/ledger.h"
#include "step/loading.h"

/* The state of the integrator beside values[]. Velocities are in m/s and rad/s, forces in N and N
 * m, energies in J. */
struct lt_leapfrog {
    struct lt_setup *setup;
    struct lt_loading *loading;
    double before[LT_DOFS]; /* velocities half a step behind */
    double after[LT_DOFS];  /* half a step ahead */
    double drive[LT_DOFS];  /* forces from outside but gravity: those that impose motion, and 'f' */
    /* Frame bodies: the velocities of both bodies half a step behind and ahead. */
    double behind[LT_VELOCITIES], ahead[LT_VELOCITIES];
    /* Rates of their velocities, in the measure of lt_bodies_resist(), by forces from outside and
     * by motion.damping. */
    double outside[LT_VELOCITIES], damped[LT_VELOCITIES];
    double jump;                     /* work of a change of stage, due with the next step */
    double work_ahead, damped_ahead; /* parts of E_work and E_damping that the recorded velocity
                                        anticipates; replaced at each sample */
    double rounded;                  /* m, what rounding the coordinates added to un in the step */
    double branch;                   /* of the law, at the sample */
    double longest; /* s, the step at first touch, if steps depend on the stiffness */
    size_t steps;   /* made in the run */
};

/* The properties of the integrator of the program: which velocity it records, whether its first
 * kick is a full one. */
static inline const struct lt_integrator_kind *lt_leapfrog_kind(const struct lt_leapfrog *leap) {
    return &lt_integrator_kinds[leap->setup->program->motion.integrator];
}

/* Begin a stage. ACROSS, in J, is the kinetic energy across the sample at the end of the last
 * stage; the difference to that of this stage is work, due with the next step. False: setup->why
 * has the reason. */
bool lt_leapfrog_begin(struct lt_leapfrog *leap, double across);

/* Repeat the last kick with forces that have changed at the sample (ACROSS as above). False:
 * setup->why has the reason. */
bool lt_leapfrog_resume(struct lt_leapfrog *leap, double across);

/* Make one step. Afterwards values[] have the velocities half a step behind the new sample. False:
 * setup->why has the reason. */
bool lt_leapfrog_step(struct lt_leapfrog *leap);

/* Put the velocities that the integrator records at a sample into values[]. */
void lt_leapfrog_show(struct lt_leapfrog *leap);

/* Correct the last kick for contact forces that were OLD (N, N m) and are those in values[] now.
 * The imposed motion is not evaluated again, since its formulas may have advanced. */
void lt_leapfrog_kick_again(struct lt_leapfrog *leap, const double *old);

/* The change, in J, of the kinetic energy across the sample if FORCE (N, N m) also acted in the
 * last kick. */
double lt_leapfrog_kinetic_kicked(const struct lt_leapfrog *leap, const double *force);

/* The kinetic energy in J as the integrator records it: one of the two below. */
double lt_leapfrog_kinetic(const struct lt_leapfrog *leap);

/* 1/2 v . M v' of the velocities half a step behind and ahead, which leapfrog balances exactly. */
double lt_leapfrog_kinetic_across(const struct lt_leapfrog *leap);

/* 1/2 v . M v of the velocities in values[]. */
double lt_leapfrog_kinetic_now(const struct lt_leapfrog *leap);

/* ---- leapfrog_bodies.c: two bodies in space; VELOCITIES are the twelve of both --------------- */

/* The velocities TO after the forces of the sample have acted on FROM for H seconds. Imposed motion
 * is met over the whole next step. False: it cannot be, or a load has no value; setup->why has the
 * reason. */
bool lt_leapfrog_bodies_kick(struct lt_leapfrog *leap, const double *from, double h, double *to);

/* Add to VELOCITIES the change that FORCE along the six DoFs makes in H seconds. Imposed DoFs keep
 * their relative velocity. */
void lt_leapfrog_bodies_push(const struct lt_leapfrog *leap, const double *force, double h,
                             double *velocities);

/* Move both bodies for one step with the velocities half a step ahead; du gets the six relative
 * displacements, m and rad. False: setup->why says why there is no such step. */
bool lt_leapfrog_bodies_drift(struct lt_leapfrog *leap, double *du);

/* Work, in J, of all forces but the contact's over the step just made; OUTSIDE are their rates
 * before it, as in the struct. The caller adds the work of forces that balance a DoF. */
double lt_leapfrog_bodies_work(const struct lt_leapfrog *leap, const double *outside);

/* Power, in W, that bodies with these velocities lose to the contact and the law does not get. */
double lt_leapfrog_bodies_mismatch(const struct lt_leapfrog *leap, const double *velocities);

/* The velocities after a SHARE (0..1) of the kick at the sample; V gets the six relative ones. */
void lt_leapfrog_bodies_shown(const struct lt_leapfrog *leap, double share, double *velocities,
                              double *v);

/* Replace velocities of the last stage by the initial ones ('i') of this one. */
void lt_leapfrog_bodies_initial(struct lt_leapfrog *leap);

/* *UN gets the surface gap, in m, that a first step would lead to; nothing is moved. False:
 * setup->why says why the velocities of that step cannot be computed. */
bool lt_leapfrog_bodies_first_un(struct lt_leapfrog *leap, double *un);

/* False: the shapes touch where one contact point does not represent the contact, as at the end of
 * a rod; setup->why names it. */
bool lt_leapfrog_bodies_check(struct lt_leapfrog *leap);

#endif

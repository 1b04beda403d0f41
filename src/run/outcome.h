/* SPDX-License-Identifier: GPL-3.0-or-later */
/* outcome.h: the results of a contact: restitution, contact time, peaks, bounces, energy balance;
 * updated sample by sample. Numbers are in SI units.
 */
#ifndef LT_OUTCOME_H
#define LT_OUTCOME_H

#include "step/loading.h"

struct lt_outcome {
    /* The contact: */
    bool active;        /* at the last sample */
    bool had_contact;   /* at some sample */
    bool lost;          /* the first contact is over */
    bool parted;        /* the last sample lost a contact */
    bool stage_contact; /* a contact existed in this stage */
    bool inside;        /* the run began in contact */
    bool released;      /* the force of the first contact was compressive, and is no longer */
    int approach;       /* sign of the last non-zero vn */

    /* The motion along n, and the tangential one, is imposed: a ratio of velocities is no result.
     */
    bool held, held_t;     /* by this stage; along n also if the stage balances a force */
    bool driven, driven_t; /* in the first contact */
    bool balanced;         /* the stage balances a force along n */
    double dashpot_max;    /* largest dashpot force along n while it does, N */
    bool turned[2];        /* a stage so far has set the rotation about s, about t */

    /* The first contact: */
    double v_before[LT_DOFS];     /* velocities at its first sample */
    double centres[3], normal[3]; /* frame bodies: velocity of B's centre relative to A's, and n */
    double t_made;                /* time of its first sample */
    double t_since;               /* ... of the last contact */
    double touch[2];  /* overlap at its first sample, NAN if there from the start; approach speed */
    double ends[2];   /* un at which it was made, and lost; NAN: it was not */
    double deepest;   /* largest overlap where the motion turned, or a stage ended */
    double ft_square; /* largest tangential force, squared */
    double stored;    /* E_strain at the start */
    double depth;     /* of the start inside the interaction range */

    /* The energy balance: */
    double worst; /* largest |E_residual| */
    double given; /* energy at the start, and all that changes of properties added or removed */
    double least; /* least E_strain: below 0, a contact released energy that it had not stored */
    struct lt_created {
        double share; /* of the energy of the run that was created; 0: none */
        bool hidden;  /* losses took it again */
        double cross, residual, defect, lost; /* the accounts then; all losses together */
    } created;

    const char *no_band; /* why e_n_low and so on have no value; NULL: they have one, or the program
                          * does not use them */
};

/* Before the first sample. */
void lt_outcome_begin(struct lt_outcome *outcome, const struct lt_setup *setup);
/* A stage begins, with its loads. */
void lt_outcome_stage(struct lt_outcome *outcome, struct lt_setup *setup,
                      const struct lt_loading *loading);

/* The compressive force, N; 0 where a dashpot balances a tensile load up to rounding. */
double lt_outcome_compression(const struct lt_outcome *outcome, const double *values);

/* Updates contact, bounces and results with the sample in values[]. */
void lt_outcome_sample(struct lt_outcome *outcome, struct lt_setup *setup);

/* Sets the results without a meaning to NAN, as if the run ended now. */
void lt_outcome_settle(const struct lt_outcome *outcome, struct lt_setup *setup);

/* Why a name has no value then; NULL: it has one, or is not a result. */
const char *lt_outcome_why_absent(const struct lt_outcome *outcome, const struct lt_setup *setup,
                                  size_t slot);

/* J. Energies below about 1e16 times the smallest normal number, 2e-308, lose digits, and their
 * balance says nothing. */
static const double lt_outcome_energy_floor = 1e-292;

/* Updates the energy balance with the sample in values[]. */
void lt_outcome_balance(struct lt_outcome *outcome, struct lt_setup *setup);

/* Where a contact has just been lost, or a stage ends: whether energy was created, that is, whether
 * kinetic and stored energy exceed the energy START of the run, J, plus E_work. */
void lt_outcome_judge(struct lt_outcome *outcome, const struct lt_setup *setup, double start);

/* The energy that the run exchanges, J, from its start, the work THROUGHPUT, J, and what the
 * contact released beyond what it had stored; the worst residual relative to it. */
double lt_outcome_energy(const struct lt_outcome *outcome, double throughput);
double lt_outcome_residual(const struct lt_outcome *outcome, double throughput);

#endif

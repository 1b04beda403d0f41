/* SPDX-License-Identifier: GPL-3.0-or-later */
/* outcome.h: what came of the contact: restitution, contact time, peaks, bounces; seen sample by
 * sample. */
#ifndef LT_OUTCOME_H
#define LT_OUTCOME_H

#include "step/loading.h"

struct lt_outcome {
    bool active, had_contact, lost; /* now; ever; the first one is over */
    bool stage_contact;             /* a contact existed in this stage */
    bool held,
        driven;    /* the stage imposes or balances the n motion; one has in the first contact */
    bool balanced; /* the stage balances the n motion; */
    double borne;  /* largest force of a dashpot along n then */
    bool held_t, driven_t; /* likewise imposes the s or t motion */
    bool turned[2];        /* a stage so far has given the rotation about s, about t a velocity */
    bool released;         /* the force of the first contact was compressive, and is not any more */
    int approach;          /* sign of the last non-zero vn */
    double v_before[LT_DOFS];
    double centres[3], normal[3]; /* frame bodies: velocity of B's centre relative to A's before */
    double t_made;                /* of the first contact */
    /* Its first sample: overlap, NAN if there from the start; speed of approach. */
    double touch[2];
    double ends[2];   /* un at which it was made, and lost; NAN: it was not */
    double t_since;   /* when the last contact was made */
    double deepest;   /* largest overlap where the motion turned, or a stage ended */
    double ft_square; /* largest tangential force, squared */
    /* Of the energy balance: its worst residual; what was there and what a change of properties put
     * in or took out; the least E_strain, below 0 what a contact set free that stored nothing. */
    double worst, given, least;
    const char
        *no_band;  /* why e_n_low and so on have no value; NULL: they have, or are not asked for */
    bool inside;   /* the run began in contact, */
    double stored; /* with this energy stored; */
    double depth;  /* so far within reach */
    bool parted;   /* the last sample lost a contact */
    struct lt_created {
        double share;                         /* of the energy that the run is about; 0: none */
        bool hidden;                          /* losses took it again */
        double cross, residual, defect, lost; /* then: the accounts, losses summed up */
    } created;
};

void lt_outcome_begin(struct lt_outcome *outcome, const struct lt_setup *setup);
void lt_outcome_stage(struct lt_outcome *outcome, struct lt_setup *setup,
                      const struct lt_loading *loading);

/* The force that presses, N; 0 where a dashpot and a pull are in balance but for rounding. */
double lt_outcome_compression(const struct lt_outcome *outcome, const double *values);

/* Take in the sample in values[]: contact, bounces, results. */
void lt_outcome_sample(struct lt_outcome *outcome, struct lt_setup *setup);

/* What a run that ends now has as results: those without a meaning become NAN. */
void lt_outcome_settle(const struct lt_outcome *outcome, struct lt_setup *setup);

/* Why a name has no value then; NULL: it is no result, or has one. */
const char *lt_outcome_why_absent(const struct lt_outcome *outcome, const struct lt_setup *setup,
                                  size_t slot);

/* Energies below this, in J, are of numbers that have lost digits: their balance says nothing. */
static const double lt_outcome_energy_floor = 1e-292;

/* Take in the energy balance of the sample in values[]. */
void lt_outcome_balance(struct lt_outcome *outcome, struct lt_setup *setup);

/* Judge the sample in values[], where a contact has just been lost or a stage ends, of a run that
 * began with the energy START: more kinetic and stored energy than that and the work put in. */
void lt_outcome_judge(struct lt_outcome *outcome, const struct lt_setup *setup, double start);

/* The energy that the run is about, and the worst residual relative to it. */
double lt_outcome_energy(const struct lt_outcome *outcome, double throughput);
double lt_outcome_residual(const struct lt_outcome *outcome, double throughput);

#endif

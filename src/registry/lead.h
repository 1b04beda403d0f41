/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lead.h: drives one contact of a law step by step outside a run, in guarded memory, for probes and
 * audits. */
#ifndef LT_LEAD_H
#define LT_LEAD_H

#include "formula/names.h"
#include "law.h"

#include <stdint.h>
#include <string.h>

struct lt_arena;

/* One step: the input and output of the law, both as structs and as arrays of numbers. The members
 * after these are for the caller. */
struct lt_lead_step {
    union {
        struct lt_move move;
        struct {
            double u[LT_DOFS], du[LT_DOFS], v[LT_DOFS], dt, was; /* active before */
        };
    };
    union {
        struct lt_out out;
        struct {
            double f[LT_DOFS], viscous[LT_DOFS], strain, cross, defect, lost_gap, cap, active,
                branch;
        };
    };
    int leg;           /* of the path */
    int jumps;         /* declared ones that lie in it */
    double jump[6];    /* what they make of the forces */
    double lost, left; /* dissipated so far; E_residual so far */
};

/* The contact; every array of numbers is enclosed by guard values. */
struct lt_lead {
    const struct lt_law *law;
    struct lt_pair pair;
    uint64_t fill; /* pattern put into memory and stack that the law must set */
    union {
        double *rows[7];
        struct {
            double *a, *b, *params, *derived, *state, *losses, *out; /* losses: of one step */
        };
    };
    double *given, *made; /* params and derived as derive() left them */
};

/* Parameters have their defaults, the materials give nothing (NAN), the state is that of a new
 * contact. */
void lt_lead_begin(struct lt_lead *lead, const struct lt_law *law, uint64_t fill,
                   struct lt_arena *arena);

/* Why derive() refuses the numbers; NULL: it accepts them. */
const char *lt_lead_derive(struct lt_lead *lead);

/* A field that derive() left undefined: a parameter without a value, a derived number that is not
 * finite. NULL: none. */
const struct lt_field *lt_lead_missing(const struct lt_law *law, const double *params);
const struct lt_field *lt_lead_undefined(const struct lt_law *law, const double *derived);

/* A step from BEFORE with the velocity V; its displacement increment is the one realised in rounded
 * arithmetic. */
struct lt_lead_step lt_lead_next(const struct lt_lead_step *before, const double *v, double dt);
struct lt_lead_step lt_lead_shown(const double *u, const double *du, const double *v, double dt,
                                  double active);

/* As above, in place, for loops in which each call counts; members that it does not set are
 * unchanged. */
static inline void lt_lead_show(struct lt_lead_step *step, const double *u, const double *du,
                                const double *v, double dt, double active) {
    memcpy(step->u, u, sizeof step->u);
    memcpy(step->du, du, sizeof step->du);
    memcpy(step->v, v, sizeof step->v);
    step->dt = dt;
    step->was = active;
}

/* The answer in nums, as step.h takes it. */
#define LT_LEAD_TOLD_(name, ...) .name = out->name,
static inline struct lt_out_n lt_lead_told(const struct lt_out *out) {
    return (struct lt_out_n){LT_OUT_NUMBERS(LT_LEAD_TOLD_).active = out->active > 0.5};
}

/* Call the law for STEP and a contact with this state; LOSSES has room for n_losses + 1. */
const struct lt_out *lt_lead_ask(const struct lt_lead *lead, struct lt_lead_step *step,
                                 double *state, double *losses);

/* The array beyond whose ends the law has written ("params"); the read-only numbers that it has
 * changed ("its parameters"). NULL: none. */
const char *lt_lead_trespass(const struct lt_lead *lead);
const char *lt_lead_meddled(const struct lt_lead *lead);

/* LT_LANES contacts side by side, likewise. */
struct lt_lead_block {
    const struct lt_law *law;
    double *params, *derived, *state, *losses, *move, *out;
    bool any_zero; /* a zero may have any sign */
};
void lt_lead_block(struct lt_lead_block *block, const struct lt_law *law, struct lt_arena *arena);

/* Lane I is a contact with these numbers and this state; is shown a step. */
void lt_lead_block_put(const struct lt_lead_block *block, const struct lt_lead *lead,
                       const double *state, int i);
void lt_lead_block_show(const struct lt_lead_block *block, const struct lt_lead_step *step, int i);

/* All answer; false: the law writes outside its lanes. */
bool lt_lead_block_ask(const struct lt_lead_block *block, lt_law_block *ask);

/* The first number of lane I that has not the bits of a contact by itself, after its step: its name
 * and *AT, what it is; *ALONE, what it should be. NULL: none. STATE and LOSSES may be NULL. */
const char *lt_lead_block_unlike(const struct lt_lead_block *block, const struct lt_lead_step *step,
                                 const double *state, const double *losses, int i, double *at,
                                 double *alone);

extern const char *const lt_lead_out_names[];

/* The index of the first number of an answer that is not finite, as all must be but the cap; -1:
 * none. */
long lt_lead_unbound(const struct lt_out *out);

#endif

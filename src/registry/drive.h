/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drive.h: drives one contact of a law step by step outside a run, in guarded memory, for probes
 * and audits. */
#ifndef LT_DRIVE_H
#define LT_DRIVE_H

#include "formula/names.h"
#include "law.h"

#include <stdint.h>
#include <string.h>

struct lt_arena;

/* One step: the input and output of the law, both as structs and as arrays of numbers. The members
 * after these are for the caller. */
struct lt_drive_step {
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
    double jump[6];    /* N, N m: changes of the forces by them */
    double lost, left; /* J, dissipated so far; E_residual so far */
};

/* The contact; every array of numbers is enclosed by guard values. */
struct lt_drive {
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
void lt_drive_begin(struct lt_drive *drive, const struct lt_law *law, uint64_t fill,
                    struct lt_arena *arena);

/* Calls derive(). Returns the reason why it refuses the numbers; NULL: it accepts them. */
const char *lt_drive_derive(struct lt_drive *drive);

/* A field that derive() left undefined: a parameter without a value, a derived number that is not
 * finite. NULL: none. */
const struct lt_field *lt_drive_missing(const struct lt_law *law, const double *params);
const struct lt_field *lt_drive_undefined(const struct lt_law *law, const double *derived);

/* A step from BEFORE with the velocity V; its displacement increment is the one realised in rounded
 * arithmetic. */
struct lt_drive_step lt_drive_next(const struct lt_drive_step *before, const double *v, double dt);
struct lt_drive_step lt_drive_make_step(const double *u, const double *du, const double *v,
                                        double dt, double active);

/* As above, in place, for loops in which each call counts; members that it does not set are
 * unchanged. */
static inline void lt_drive_set_step(struct lt_drive_step *step, const double *u, const double *du,
                                     const double *v, double dt, double active) {
    memcpy(step->u, u, sizeof step->u);
    memcpy(step->du, du, sizeof step->du);
    memcpy(step->v, v, sizeof step->v);
    step->dt = dt;
    step->was = active;
}

/* The output of a law in nums, the form that step.h takes. */
#define LT_DRIVE_OUTPUT_(name, ...) .name = out->name,
static inline struct lt_out_n lt_drive_output(const struct lt_out *out) {
    return (struct lt_out_n){LT_OUT_NUMBERS(LT_DRIVE_OUTPUT_).active = out->active > 0.5};
}

/* Call the law for STEP and a contact with this state; LOSSES has room for n_losses + 1. */
const struct lt_out *lt_drive_evaluate(const struct lt_drive *drive, struct lt_drive_step *step,
                                       double *state, double *losses);

/* The array beyond whose ends the law has written ("params"); the read-only numbers that it has
 * changed ("its parameters"). NULL: none. */
const char *lt_drive_overrun(const struct lt_drive *drive);
const char *lt_drive_modified(const struct lt_drive *drive);

/* LT_LANES contacts side by side, likewise. */
struct lt_drive_block {
    const struct lt_law *law;
    double *params, *derived, *state, *losses, *move, *out;
    bool any_zero; /* a zero may have any sign */
};
void lt_drive_block(struct lt_drive_block *block, const struct lt_law *law, struct lt_arena *arena);

/* Copy parameters, derived numbers and STATE of a contact into lane I; copy the motion of a step
 * into lane I. */
void lt_drive_block_put(const struct lt_drive_block *block, const struct lt_drive *drive,
                        const double *state, int i);
void lt_drive_block_set_step(const struct lt_drive_block *block, const struct lt_drive_step *step,
                             int i);

/* Evaluates the law in all lanes at once. True: it wrote only what it may; false: it wrote outside
 * its lanes. */
bool lt_drive_block_evaluate(const struct lt_drive_block *block, lt_law_block *evaluate);

/* The first number of lane I that has not the bits of a contact by itself, after its step: its name
 * and *AT, what it is; *ALONE, what it should be. NULL: none. STATE and LOSSES may be NULL. */
const char *lt_drive_block_difference(const struct lt_drive_block *block,
                                      const struct lt_drive_step *step, const double *state,
                                      const double *losses, int i, double *at, double *alone);

extern const char *const lt_drive_out_names[];

/* The index of the first number of the output that is not finite, as all must be but the friction
 * limit (cap); -1: none. */
long lt_drive_nonfinite(const struct lt_out *out);

#endif

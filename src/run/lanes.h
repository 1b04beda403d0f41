/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lanes.h: LT_LANES leapfrog runs, advanced together.
 *
 * What run_leapfrog.c, ledger.c and outcome.c do with one contact, done in the same order to a row
 * of them, so that every bit agrees. lanes.c is compiled once for each instruction set. */
#ifndef LT_LANES_H
#define LT_LANES_H

#include "model/laws.h"
#include "model/program.h"

struct lt_row {
    _Alignas(64) double lane[LT_LANES];
};

/* What a lane wants of the one who drives it; the sum of what applies. */
enum lt_call {
    LT_CALL_TOUCH = 1,    /* the first contact has been made in this step */
    LT_CALL_PART = 2,     /* it has been lost */
    LT_CALL_OVER = 4,     /* until is true */
    LT_CALL_LIMIT = 8,    /* no steps are left */
    LT_CALL_BROKEN = 16,  /* something is not a number */
    LT_CALL_UNKNOWN = 32, /* nor is a side of a comparison in until */
    LT_CALL_RELEASE = 64  /* the force of the first contact is compressive no more */
};

/* An operation x = x OPERATOR y on the last row of a stack, as lt_op; LT_OP_LOAD adds y to it.
 * "and" and "or" stand behind their right side. */
struct lt_test {
    enum lt_op_code code;
    bool from_stack; /* y is the last row, x the one before */
    const struct lt_row *y;
};

enum { LT_TEST_DEPTH = 16 };

/* until of one stage, and how many lanes are in it. */
struct lt_lanes_until {
    size_t n_tests, lanes;
    struct lt_test *tests;
};

/* A state variable of the law, or whether the contact is active, that makes an event. */
struct lt_lanes_watch {
    const struct lt_row *now;
    struct lt_row *flag;
    double rises, falls;
    struct lt_row was;
};

struct lt_lanes {
    /* Rows of the law's own structs, by number: u, du, v and the rest of LT_MOVE; f, its viscous
     * part and the rest of LT_OUT. */
    union {
        struct lt_move_lanes law;
        struct lt_row row[20];
    } move;
    union {
        struct lt_out_lanes law;
        struct lt_row row[17];
    } out;

    const struct lt_law *law;
    const struct lt_names *names;
    lt_law_block *block;
    struct lt_row *value; /* by slot; what is in move or out is there */
    struct lt_row *derived, *loss;

    /* Rotations move; something does work; a lane has been loaded; until asks for the time, or how
     * steady the forces are; it is not asked in every step. */
    bool turns, driven, fresh, clocks, smooths, paced;
    struct lt_row after[LT_DOFS], imposed[LT_DOFS], weight[LT_DOFS], applied[LT_DOFS];
    struct lt_row drive[LT_DOFS], viscous[LT_DOFS];          /* at the step before */
    struct lt_row hp[LT_DOFS][LT_DOFS], m[LT_DOFS][LT_DOFS]; /* h p and m of lt_inertia */
    struct lt_row work, finite, energy, worst, least;        /* of a step, and of the balance */

    struct lt_row t_begin, limit, every, due; /* of the stage */
    struct lt_row pushed;                     /* the force has not been released */
    struct lt_row had, lost, stage_contact, approach, since, ft_square,
        parting; /* as in lt_outcome */
    struct lt_row share, smooth[LT_DOFS];
    size_t n_watched;
    struct lt_lanes_watch *watched;
    size_t n_untils;
    struct lt_lanes_until *untils;
    struct lt_row busy, call;
};

enum { LT_ROW_U = 0, LT_ROW_DU = 6, LT_ROW_V = 12, LT_ROW_DT = 18, LT_ROW_ACTIVE = 19 };
enum {
    LT_ROW_F = 0,
    LT_ROW_VF = 6,
    LT_ROW_STRAIN = 12,
    LT_ROW_CROSS,
    LT_ROW_DEFECT,
    LT_ROW_ACTS,
    LT_ROW_BRANCH
};

/* In frame contact shear is coupled with bending about the other axis, and nothing else. */
static inline bool lt_lanes_coupled(size_t i, size_t k) {
    return i == k || (i > 0 && i != 3 && i + k == 6);
}

/* At most so many steps; sooner if a lane calls. */
void lt_lanes_run(struct lt_lanes *lanes, size_t steps);
void lt_lanes_run_avx2(struct lt_lanes *lanes, size_t steps);
void lt_lanes_run_avx512(struct lt_lanes *lanes, size_t steps);

#endif

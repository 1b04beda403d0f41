/* SPDX-License-Identifier: GPL-3.0-or-later */
/* formula_part.h: a part of the law `contact` in formulas of the stage program.
 *
 * Its formulas are read like those of a law. The numbers that its step reads and that do not move,
 * parameters and constants, are its derived numbers; all else of a step is on the stack.
 */
#ifndef LT_FORMULA_PART_H
#define LT_FORMULA_PART_H

#include "part.h"
#include "registry/formula_law.h"

/* Quantities of the contact that a part may read beside the motion. A part may read a quantity only
 * if its kind comes after the kind that writes it. */
#define LT_FORMULA_PART_READS(F)                                                                   \
    F(overlap, "m", LT_NORMAL_PART, 0)                                                             \
    F(spring, "N", LT_COHESION_PART, 0)                                                            \
    F(contact_radius, "m", LT_COHESION_PART, LT_HAS_CIRCLE)                                        \
    F(stiffness, "N/m", LT_COHESION_PART, LT_HAS_STIFFNESS)                                        \
    F(pull, "N", LT_DAMPING_PART, 0)                                                               \
    F(viscosity, "N s/m", LT_TANGENTIAL_PART, LT_HAS_VISCOSITY)                                    \
    F(dashpot, "N", LT_TANGENTIAL_PART, 0)                                                         \
    F(press, "N", LT_TANGENTIAL_PART, 0)

/* Order of the slots: these, then whether the part acted before, then its share of the step. */
#define LT_FORMULA_PART_ID_(name, ...) LT_READS_##name,
enum {
    LT_FORMULA_PART_READS(LT_FORMULA_PART_ID_) LT_READS,
    LT_READS_WAS = LT_READS,
    LT_READS_INSIDE,
    LT_READS_ALL
};

/* The lists of operations of a part: results where it acts; results where it has just ended;
 * whether it acts; contact radius (m) and stiffness (N/m) at an overlap. */
enum lt_formula_part_step {
    LT_FORMULA_PART_ON,
    LT_FORMULA_PART_OFF,
    LT_FORMULA_PART_TRY,
    LT_FORMULA_PART_GAUGE,
    LT_FORMULA_PART_LISTS
};

/* An input of a list: its source, and its place TO in the frame. */
struct lt_formula_part_input {
    unsigned short to, from;
};

struct lt_formula_part_list {
    const struct lt_ops *ops; /* NULL: there is none */
    size_t n_move, n_reads, n_state, n_fixed;
    const struct lt_formula_part_input *inputs; /* in this order: of the motion first */
};

/* The results of the lists ON and OFF, in this order: force and viscous part of each
 * component of the kind; these; losses, the next state, conditions. */
enum {
    LT_PART_STRAIN,
    LT_PART_CROSS,
    LT_PART_DEFECT,
    LT_PART_MORE, /* tangential: cap; damping: viscosity; else nothing */
    LT_PART_MADE
};
enum { LT_FORMULA_PART_MOST = 120 }; /* results */

struct lt_formula_part {
    struct lt_part part; /* first member, so that the host can convert a pointer to it */
    const struct lt_formula_law *law;
    struct lt_expr *expr;
    struct lt_formula_part_list lists[LT_FORMULA_PART_LISTS];
    size_t frame;     /* numbers of the longest list */
    size_t n_results; /* of the lists ON and OFF */
    unsigned acts;    /* components, as bits */
    size_t n_fixed;   /* its derived numbers: those of these slots, ... */
    const size_t *fixed;
    size_t root_r, tail, reach; /* ... and these; their places */
    long on;       /* index of the state that is 1 while it acts; -1: it acts with the contact */
    long friction; /* the derived number with that role; -1: none */
};

/* The components of the force that a part of a kind makes, as bits of elastic and of viscous parts,
 * n s t, moments, then the same of these; in words. */
unsigned lt_formula_part_makes(enum lt_kind kind);
const char *lt_formula_part_makes_text(enum lt_kind kind);

/* Makes the part of KIND from the formulas of LAW, in ARENA. *WRONG: NULL, or the reason why it
 * cannot be compiled. */
const struct lt_formula_part *lt_formula_part_make(const struct lt_formula_law *law,
                                                   enum lt_kind kind, struct lt_arena *arena,
                                                   const char **wrong);

/* Its steps by width (enum lt_width). */
extern const void *const lt_formula_part_wide[];

/* Finds the rule without a value in the last step of a part and stores the error, unless its
 * results are KNOWN, which clears it. ON: the part acts. D, X, MOVE, READS: derived numbers, state,
 * motion and quantities of the contact in that step. The second function is true if the stored
 * error is of this part. */
void lt_formula_part_inquire(const struct lt_formula_part *part, bool known, bool on,
                             const double *d, const double *x, const double *move,
                             const double *reads);
bool lt_formula_part_failed(const struct lt_formula_part *part);

/* The message of this thread that PART had no value; NULL: it had one. None is stored while TRYING.
 */
const char *lt_formula_part_wrong(const struct lt_part *part);
void lt_formula_part_try(bool trying);

#endif

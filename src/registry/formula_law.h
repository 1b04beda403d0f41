/* SPDX-License-Identifier: GPL-3.0-or-later */
/* formula_law.h: a law whose step is formulas of the stage program.
 *
 * It has numbers of its own: the motion of a step, parameters, state, and all that its formulas
 * make. They and the evaluator of formulas are kept in an interpreter, one for each run. The law
 * has no derived numbers: in their place its functions find the interpreter.
 */
#ifndef LT_FORMULA_LAW_H
#define LT_FORMULA_LAW_H

#include "formula/expr.h"
#include "formula/work.h"
#include "law.h"

/* When a rule is evaluated. */
enum {
    LT_RULE_ALWAYS = 1, /* always: it decides whether the contact is active */
    LT_RULE_ACTIVE = 2, /* while it is */
    LT_RULE_BOOKS = 4   /* while the contact is active, and in the step that ends it */
};

struct lt_rule {
    const char *name;
    const struct lt_formula *formula;
    size_t slot; /* where its value is stored */
    unsigned when;
};

struct lt_rules {
    size_t count;
    struct lt_rule *list;
};

/* The slots of the pair's numbers, in this order. */
#define LT_FORMULA_LAW_PAIR(F)                                                                     \
    F(m_eff, "kg", "effective mass of the pair", m_eff)                                            \
    F(r_eff, "m", "effective radius", r_eff)                                                       \
    F(length_a, "m", "effective length of A", a.length)                                            \
    F(length_b, "m", "effective length of B", b.length)                                            \
    F(contact_area, "m^2", "contact area", area)

/* Quantities from which a parameter may be computed, beside the values of both materials: these and
 * the radii. */
#define LT_FORMULA_LAW_MIXED(F)                                                                    \
    LT_FORMULA_LAW_PAIR(F)                                                                         \
    F(radius_a, "m", "radius of A", a.radius)                                                      \
    F(radius_b, "m", "radius of B", b.radius)

/* The slots of a step's results, in this order; those of the losses follow. Forces exclude their
 * viscous part. */
#define LT_FORMULA_LAW_MADE(F)                                                                     \
    F(fn)                                                                                          \
    F(fs)                                                                                          \
    F(ft)                                                                                          \
    F(mn)                                                                                          \
    F(ms)                                                                                          \
    F(mt) F(vfn) F(vfs) F(vft) F(vmn) F(vms) F(vmt) F(strain) F(cross) F(defect) F(lost_gap) F(cap)

#define LT_FORMULA_LAW_COUNT_(...) +1
enum {
    LT_FORMULA_LAW_PAIR_NUMBERS = 0 LT_FORMULA_LAW_PAIR(LT_FORMULA_LAW_COUNT_),
    LT_FORMULA_LAW_RESULTS = 0 LT_FORMULA_LAW_MADE(LT_FORMULA_LAW_COUNT_),
    LT_FORMULA_LAW_MOST = 64 /* states, losses */
};

/* The rules of a step as lists of operations: whether the contact is active; all of them where it
 * is, with that as the first result; where it is no more. Results: active, what LT_FORMULA_LAW_MADE
 * lists with the viscous parts added to the forces, losses, the next state, conditions of branches.
 */
enum lt_formula_law_step {
    LT_FORMULA_LAW_TRY,
    LT_FORMULA_LAW_ON,
    LT_FORMULA_LAW_OFF,
    LT_FORMULA_LAW_LISTS
};

struct lt_formula_law {
    struct lt_law law; /* first member, so that the host can convert a pointer to it */
    size_t slots;      /* numbers of an interpreter */
    size_t move, inside, pair, speed, params, state, mix_a; /* first slots of inputs */
    size_t reads;                                           /* of a part: formula_part.h */
    size_t first, made, losses, next, active;               /* ... and of outputs */
    bool *stays;                     /* law.n_state: kept while the contact is not active */
    size_t n_flags, *flags;          /* the last of the state are conditions, at these slots */
    struct lt_rules constants;       /* evaluated once, from the parameters and the pair */
    struct lt_rules step;            /* in the order of their evaluation */
    size_t n_conditions, *condition; /* slots of the conditions that separate smooth branches */
    struct lt_rule *mixes;           /* law.n_params; formula NULL: law.params[i].mix */
    struct lt_rule contact_time, reach;
    /* For a part: the gap at which it ends, a normal part's gauge, a damping part's viscosity. */
    struct lt_rule tail, contact_radius, stiffness, shear_modulus, viscosity;
    bool has_active; /* a part: it has a condition of its own whether it acts */
    /* The frame of all lists: the slots, where motion, state and what does not move are, then what
     * each list has besides. */
    const struct lt_ops *lists[LT_FORMULA_LAW_LISTS];
    size_t frame;
    uint32_t moves;         /* bits: which numbers of the motion the lists read */
    size_t n_fixed, *fixed; /* slots that they read which do not move */
    const char *define;     /* the section of the stage program that it was read from, as YAML */
};

/* Workspace for evaluating the formulas of a law. */
struct lt_interpreter {
    const struct lt_formula_law *law;
    struct lt_expr *expr;
    double *values; /* the frame: what formulas name is at its slot */
    bool trying;
    char wrong[400];
};

/* Makes the interpreter for one run, in ARENA, with the evaluator EXPR, and stores it in DERIVED
 * for the law's functions. */
struct lt_interpreter *lt_formula_law_bind(const struct lt_formula_law *law, double *derived,
                                           struct lt_expr *expr, struct lt_arena *arena);

/* The law of an interpreter; its frame, the numbers by slot. */
const struct lt_formula_law *lt_formula_law_of(const struct lt_interpreter *interpreter);
double *lt_formula_law_frame(struct lt_interpreter *interpreter);

/* Evaluates the constants from the pair and the parameters P. False: one has no finite value, and
 * in->wrong has the reason. */
bool lt_formula_law_constants(struct lt_interpreter *in, const struct lt_pair *pair,
                              const double *p);

/* Evaluates a rule into its slot. False: it has no value, and in->wrong has the reason. */
bool lt_formula_law_rule(struct lt_interpreter *in, const struct lt_rule *rule);

/* Evaluates the rules of a step that hold in the cases WHEN (bits LT_RULE_...) from the inputs in
 * in->values, and leaves the first error in in->wrong. */
void lt_formula_law_explain(struct lt_interpreter *in, unsigned when);

/* Finds the rule without a value in the last step and stores the error, unless its results are
 * KNOWN. */
void lt_formula_law_inquire(struct lt_interpreter *interpreter, bool known);

/* While TRYING, no error is searched for or stored: in a trial a step without a value is none. */
void lt_formula_law_try(struct lt_interpreter *interpreter, bool trying);

/* Compiles the law's rules into lists of operations. False: the law is too large. */
bool lt_formula_law_lists_make(struct lt_formula_law *law, struct lt_arena *arena);

/* Sets the function that steps contacts side by side with the best vectors of this machine. */
void lt_formula_law_rows(struct lt_law *law);

const char *lt_formula_law_derive(const struct lt_pair *pair, const void *a, const void *b, void *p,
                                  void *d);
/* True if the law is one in formulas, struct lt_formula_law. */
static inline bool lt_formula_law_is(const struct lt_law *law) {
    return law->derive == lt_formula_law_derive;
}

/* The error of the last step, or of the constants; "" if none. */
const char *lt_formula_law_wrong(const struct lt_interpreter *interpreter);

/* *VALUE gets parameter number PARAM from the values A and B of two materials and the pair. False:
 * its formula has no value. */
bool lt_formula_law_mix(struct lt_interpreter *interpreter, const struct lt_pair *pair,
                        size_t param, double a, double b, double *value);

/* The interpreter that is stored in DERIVED. */
struct lt_interpreter *lt_formula_law_bound(const void *derived);

/* The functions of struct lt_law. */
void lt_formula_law_step_one(const void *p, const void *d, const struct lt_move *m, void *x,
                             struct lt_out *o, void *e);
lt_law_march lt_formula_law_step_march;
lt_law_march_rows lt_formula_law_step_march_sse2_2, lt_formula_law_step_march_avx2_4,
    lt_formula_law_step_march_avx512_8;
double lt_formula_law_contact_time(const struct lt_pair *pair, const void *p, const void *d,
                                   double speed);
double lt_formula_law_reach(const struct lt_pair *pair, const void *p, const void *d);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* damping.h: published formulas for the damping coefficient from a restitution, and the restitution
 * that the law gives with each. */
#ifndef LT_DAMPING_H
#define LT_DAMPING_H

#include "run/run.h"

enum lt_pull { LT_MAY_PULL, LT_NO_TENSION, LT_PULLS };

struct lt_damping {
    const char *name, *group;
    const char *source;   /* paper and equation */
    const char *law;      /* name and settings */
    const char *sets;     /* the parameter */
    const char *equation; /* its value as a formula in the target restitution e and L = log(e) */
    const char *result;   /* the target's result: "e_n", "e_t" */
    enum lt_pull meant;   /* the kind of dashpot the formula is meant for */
    bool either;          /* both kinds of dashpot give the same impact */
};

extern const struct lt_damping lt_damping_formulas[]; /* end with a NULL name */

/* The words of dp_mode. */
extern const char *const lt_damping_modes[LT_PULLS];

/* A head-on impact with the law's parameter set by the formula; its let "e" is the target
 * restitution. NULL if the program is invalid: WHY gives the reason. */
struct lt_program *lt_damping_program(const struct lt_damping *formula, enum lt_pull pull,
                                      char *why, size_t size);

/* The result of such a program; NAN if it could not be run. */
double lt_damping_obtained(const struct lt_damping *formula, const struct lt_program *program,
                           double requested, const volatile int *interrupted);

#endif

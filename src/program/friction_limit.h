/* SPDX-License-Identifier: GPL-3.0-or-later */
/* friction_limit.h: which force the friction of a law limits, and by which normal force. */
#ifndef LT_FRICTION_LIMIT_H
#define LT_FRICTION_LIMIT_H

#include "program/program.h"

/* HOLDS: "total", spring and dashpot together, or "elastic", the spring alone. BY: the same of the
 * normal force, "absolute", the size of the total, or another word: then the limit is not friction
 * times a normal force. */
struct lt_friction_limit {
    const char *holds, *by;
};

/* The limit for the parameters VALUES of a run, by slot. */
struct lt_friction_limit lt_friction_limit_of(const struct lt_program *program,
                                              const double *values);

#endif

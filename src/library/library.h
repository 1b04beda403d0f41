/* SPDX-License-Identifier: GPL-3.0-or-later */
/* library.h: what the functions of lawtester.h share. */
#ifndef LT_LIBRARY_H
#define LT_LIBRARY_H

#include "lawtester.h"

#include "base/errors.h"
#include "base/memory.h"
#include "run/run.h"

struct lawtester_program {
    struct lt_program *program;
    struct lt_errors *errors;
    char *said; /* the errors as text */
};

struct lawtester_run {
    const struct lt_program *program;
    struct lt_result *result;
    struct lt_arena *arena;
    const char *refused;  /* why it has not even begun; result is NULL */
    struct lt_live *live; /* made step by step, and not at its end yet; else NULL */
};

/* True if the quantity is evaluated in each step: some are so only if the program names them. */
bool lt_library_follows(const struct lt_program *program, const struct lt_name *name);

/* The present value of a name in a run that is made step by step, SI units; NAN: it is not
 * evaluated in each step. */
double lt_library_live_value(const struct lawtester_run *run, const struct lt_name *name);
void lt_library_live_free(struct lawtester_run *run);

/* Calls WORK with C's decimal point and arithmetic, whatever the caller's locale, rounding mode and
 * treatment of subnormal numbers, which are restored afterwards. */
void lt_library_work(void (*work)(void *data), void *data);

/* The same while no other thread reads: UDUNITS has one database for all threads. */
void lt_library_work_alone(void (*work)(void *data), void *data);

/* The laws of a caller who may have none. */
const struct lt_law *const *lt_library_laws(const struct lawtester_laws *laws);

/* The overrides that OPTIONS name, options->count of them, whose values are 0 if it has none. NULL,
 * or why the program cannot be run with them. */
const char *lt_library_run_overrides(const struct lt_program *program,
                                     const struct lawtester_options *options,
                                     struct lt_override *overrides, struct lt_arena *arena);

#endif

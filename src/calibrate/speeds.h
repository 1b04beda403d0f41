/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speeds.h: the calibrated results over a range of impact speeds. */
#ifndef LT_SPEEDS_H
#define LT_SPEEDS_H

#include "calibrate/calibrate.h"
#include "result/record.h"

enum { LT_SPEEDS_MOST = 1000 };

struct lt_speeds {
    double low, high;        /* m/s */
    size_t count;            /* number of speeds, in equal ratios */
    double own;              /* the speed calibrated at */
    double *v;               /* count speeds of impact; NAN: no contact was made */
    double *y[LT_TRIAL_MAX]; /* of each result count values; NAN: it has none there */
};

/* Reads "0.1:10" or "1 cm/s:10 m/s:41": the range and the number of speeds (default 21). NULL, or
 * what is wrong. */
const char *lt_speeds_read(const char *text, struct lt_speeds *speeds, struct lt_arena *arena);

/* Run PROGRAM at all speeds with the parameters of FOUND and the exact integrator. NULL, or why
 * that is impossible. */
const char *lt_speeds_run(const struct lt_program *program, const struct lt_calibration *found,
                          const volatile int *interrupted, struct lt_speeds *speeds,
                          struct lt_arena *arena);

/* The speeds and the results at each, as a table; the table in words (malloc'd), as a document. */
struct lt_listing lt_speeds_sheet(const struct lt_calibration *found,
                                  const struct lt_speeds *speeds, struct lt_arena *arena);
char *lt_speeds_text(const struct lt_listing *sheet);
json_t *lt_speeds_document(const struct lt_listing *sheet);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reading_program.h: a law on a recorded path: the stage program, and how far its forces are from
 * those recorded. */
#ifndef LT_READING_PROGRAM_H
#define LT_READING_PROGRAM_H

#include "reading/reading.h"
#include "run/result.h"

#include <jansson.h>

/* Another stage program, whose particles and law are taken, and what -D changes. */
struct lt_reading_law {
    const struct lt_source *source;
    const struct lt_law *const *laws; /* that it may name */
    const struct lt_define *defines;
    size_t n_defines;
};

/* A stage program that imposes the path of TABLE (its name, beside the program) on LAW. WITHIN:
 * what is expected of the forces; NAN: nothing. NULL and errors. */
const char *lt_reading_program(const struct lt_reading *r, const struct lt_reading_law *law,
                               const char *table, double within, struct lt_errors *errors);

/* A force, or a work, of the law against the one recorded. */
struct lt_reading_distance {
    const char *name;              /* "fn", "E_contact" */
    double largest, rms, at, peak; /* relative to the PEAK recorded; AT a time */
};

/* Makes the run record each step, and the columns to be compared: each row of the run is compared
 * with the row of the table at its step. NULL, or why it cannot. */
const char *lt_reading_program_keep(const struct lt_reading *r, struct lt_program *program);

/* The distance of each recorded quantity, *COUNT of them. The rows of the run are those of the
 * table. */
struct lt_reading_distance *lt_reading_program_against(const struct lt_reading *r,
                                                       const struct lt_program *program,
                                                       const struct lt_result *result,
                                                       size_t *count);
/* The distances as text (malloc'd) and as a document. */
char *lt_reading_program_text(const struct lt_reading_distance *distances, size_t count,
                              const char *law);
json_t *lt_reading_program_document(const struct lt_reading_distance *distances, size_t count);

#endif

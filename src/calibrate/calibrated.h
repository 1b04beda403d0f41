/* SPDX-License-Identifier: GPL-3.0-or-later */
/* calibrated.h: a calibration with all that is reported of it. */
#ifndef LT_CALIBRATED_H
#define LT_CALIBRATED_H

#include "calibrate/as_run.h"
#include "calibrate/dependence.h"

struct lt_calibrated {
    struct lt_calibration found;
    bool has_as_run; /* it was calibrated as it is run, and as_run shows the limit beside that */
    struct lt_as_run as_run;
    struct lt_dependence dependence; /* without rows if the dependence was not computed */
};

/* Calibrates the N unknowns VARY to the N TARGETS into C, and runs what is reported besides: the
 * limit of short steps and the dependence on other conditions. */
void lt_calibrated_find(struct lt_calibrated *c, const struct lt_program *program,
                        const struct lt_vary *vary, const struct lt_target *targets, size_t n,
                        const volatile int *interrupted);

/* The document of --json, and the same in words (malloc'd). */
json_t *lt_calibrated_document(const struct lt_program *program, const struct lt_calibrated *c);
char *lt_calibrated_text(const struct lt_calibrated *c);

/* Warnings for the user, as a list of texts; the n_cautions of FOUND come first. */
json_t *lt_calibrated_warnings(const struct lt_calibrated *c);

#endif

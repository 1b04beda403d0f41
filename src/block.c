/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "block.h"

#include <string.h>

static void run_alone(const struct lt_program *program, const struct lt_override *overrides,
                      size_t n_overrides, const struct lt_run_options *options, double *values,
                      struct lt_block_result *to) {
    struct lt_run_options quiet = *options;
    quiet.record = false;
    struct lt_result *result = lt_run(program, overrides, n_overrides, &quiet);
    memcpy(values, result->values, program->names->slots * sizeof *values);
    to->status = result->status;
    snprintf(to->message, sizeof to->message, "%s", result->message);
    lt_result_free(result);
}

void lt_block_run(const struct lt_program *program, const struct lt_override *overrides,
                  size_t n_overrides, size_t count, const struct lt_run_options *options,
                  double *values, struct lt_block_result *results) {
    size_t slots = program->names->slots;
    for (size_t i = 0; i < count; i++)
        run_alone(program, overrides + i * n_overrides, n_overrides, options, values + i * slots,
                  &results[i]);
}

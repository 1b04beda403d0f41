/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any text as a stage program with a sweep: it is refused with errors, or its first points are run,
 * beside each other and each alone: the same. Of every fourth there are so many points that they
 * are run in lanes. */
#include "sweep/sweep.h"
#include "base/arena.h"
#include "fuzz/fuzz.h"
#include "run/run.h"
#include "setup/read.h"
#include "sweep/design.h"

#include <math.h>
#include <stdlib.h>

enum { FEW = 2, MANY = 5, SHUFFLED = 100000 };

/* What a point has alone it has beside others; but not what it needs more than its run for. */
static void require_alone(const struct lt_program *program, const double *point, const double *row,
                          struct lt_arena *arena) {
    const struct lt_sweep *sweep = program->sweep;
    struct lt_program alone = *program;
    struct lt_override *overrides = lt_arena_get(arena, (sweep->n_factors + 1) * sizeof *overrides);
    for (size_t i = 0; i < sweep->n_factors; i++)
        overrides[i] = (struct lt_override){sweep->factors[i].target, point[i]};
    alone.n_expects = 0;
    fuzz_allow(2000);
    const struct lt_run_options options = {.interrupted = &fuzz_interrupted};
    struct lt_result *result = lt_run(&alone, overrides, sweep->n_factors, &options);
    fuzz_allow(0);
    for (size_t i = 0; result->status != LT_INTERRUPTED && i < sweep->n_cells; i++) {
        const struct lt_cell *cell = &sweep->cells[i];
        if (cell->kind == LT_CELL_RESULT && cell->source)
            fuzz_require(result->status == LT_DONE
                             ? fuzz_same(&row[i], &result->values[cell->source->slot], 1)
                             : isnan(row[i]));
    }
    lt_run_free(result);
}

static void run_points(const struct lt_program *program, size_t most) {
    const struct lt_sweep *sweep = program->sweep;
    struct lt_arena *arena = lt_arena_new();
    const struct lt_sweep_job job = {.program = program,
                                     .directory = "/",
                                     .threads = 1,
                                     .interrupted = &fuzz_interrupted,
                                     .arena = arena};
    const size_t count = sweep->points < most ? sweep->points : most;
    double *points = lt_arena_get(arena, (count * sweep->n_factors + 1) * sizeof *points),
           *rows = lt_arena_get(arena, (count * sweep->n_cells + 1) * sizeof *rows);
    struct lt_design *design = lt_design_new(sweep);
    for (size_t i = 0; i < count; i++)
        lt_design_next(design, points + i * sweep->n_factors);
    lt_design_free(design);
    fuzz_allow(sweep->calibrate ? 20000 : 2000);
    const bool all = lt_sweep_at(&job, points, count, rows);
    fuzz_require(all || fuzz_interrupted);
    fuzz_allow(0);
    for (size_t i = 0; all && !sweep->calibrate && i < count; i++)
        require_alone(program, points + i * sweep->n_factors, rows + i * sweep->n_cells, arena);
    fuzz_require(*lt_sweep_table_identity(program, arena));
    lt_arena_free(arena);
    fuzz_count_used();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct lt_errors *errors = lt_errors_new();
    struct lt_program *program =
        lt_read_sweep("fuzz.yaml", (const char *)data, size, NULL, 0, errors);
    char *said = lt_errors_text(errors);
    fuzz_require((program == NULL) == (errors->failures > 0) && (program || *said));
    const bool slow = program && program->sweep->design == LT_DESIGN_LHS &&
                      program->sweep->points > SHUFFLED; /* shuffles all of them first */
    if (program && !slow)
        run_points(program, size % 4 == 0 ? MANY : FEW);
    free(said);
    lt_errors_free(errors);
    lt_program_free(program);
    return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "library.h"

#include "base/arena.h"
#include "program/vary.h"
#include "result/record.h"

#include <math.h>
#include <string.h>

/* Fills OVERRIDES with the numbers that OPTIONS name. NULL, or why the program cannot be run with
 * them. */
const char *lt_library_run_overrides(const struct lt_program *program,
                                     const struct lawtester_options *options,
                                     struct lt_override *overrides, struct lt_arena *arena) {
    if (!program)
        return "the program has errors";
    if (program->sweep)
        return "the program was read to be swept";
    for (size_t i = 0; i < options->count; i++) {
        struct lt_varied varied = lt_vary_find(program, options->names[i], arena);
        if (varied.why)
            return varied.why;
        overrides[i] = (struct lt_override){varied.name, options->values ? options->values[i] : 0};
    }
    return NULL;
}

/* Arguments and result of lawtester_run_with(). */
struct order {
    const struct lt_program *program;
    const struct lawtester_options *options;
    struct lawtester_run *run;
};

/* Work of lawtester_run_with(): makes the run. */
static void make_run(void *data) {
    struct order *order = data;
    const struct lawtester_options *options = order->options;
    struct lt_arena *arena = lt_arena_new();
    struct lawtester_run *run = order->run = lt_arena_get(arena, sizeof *run);
    *run = (struct lawtester_run){.program = order->program, .arena = arena};
    struct lt_override *overrides = lt_arena_get(arena, (options->count + 1) * sizeof *overrides);
    run->refused = lt_library_run_overrides(order->program, options, overrides, arena);
    if (!run->refused)
        run->result = lt_run(
            run->program, overrides, options->count,
            &(struct lt_run_options){.record = !options->no_table, .interrupted = options->stop});
}

/* Runs a program with the numbers of the options; the status of the run says if it failed. */
struct lawtester_run *lawtester_run_with(const struct lawtester_program *program,
                                         const struct lawtester_options *options) {
    struct order order = {program->program, options, NULL};
    lt_library_work(make_run, &order);
    return order.run;
}

/* Runs a program with COUNT numbers, by their NAMES, at other VALUES (SI units). */
struct lawtester_run *lawtester_run_new(const struct lawtester_program *program,
                                        const char *const *names, const double *values,
                                        size_t count) {
    return lawtester_run_with(
        program, &(struct lawtester_options){.names = names, .values = values, .count = count});
}

/* Frees a run; NULL is allowed. */
void lawtester_run_free(struct lawtester_run *run) {
    if (!run)
        return;
    lt_library_live_free(run);
    lt_run_free(run->result);
    lt_arena_free(run->arena);
}

/* The status of a run: MISSED means that it was made, but an expectation of the program fails. */
enum lawtester_status lawtester_run_status(const struct lawtester_run *run) {
    if (!run->result)
        return LAWTESTER_FAILED;
    if (run->live)
        return LAWTESTER_RUNNING;
    if (run->result->ok)
        return LAWTESTER_DONE;
    return run->result->status == LT_DONE ? LAWTESTER_MISSED : LAWTESTER_FAILED;
}

/* Why a run failed; "" if it did not. */
const char *lawtester_run_message(const struct lawtester_run *run) {
    return run->result ? run->result->message : run->refused;
}

/* A name of a finished run and, as the result, its value. */
struct band_order {
    const struct lawtester_run *run;
    const struct lt_name *name;
    double value;
};

/* Work of lawtester_run_value(): sets order->value to a statistic over the entry phase, which the
 * program does not request itself, by running it again with the same overrides. */
static void find_band_value(void *data) {
    struct band_order *order = data;
    const struct lt_result *result = order->run->result;
    struct lt_program program = *order->run->program;
    program.n_expects = 0;
    lt_program_use(&program, order->name, result->arena);
    struct lt_result *again = lt_run(&program, result->overrides, result->n_overrides,
                                     &(struct lt_run_options){.unadvised = true});
    order->value = again->values[order->name->slot];
    lt_run_free(again);
}

/* The value of a name at the end of a run, SI units; NAN: there is none. */
double lawtester_run_value(const struct lawtester_run *run, const char *name) {
    if (!run->result)
        return (double)NAN;
    struct lt_names names = lt_names_in(run->program->names, LT_SCOPE_END);
    const struct lt_name *found = lt_names_find(&names, name);
    if (!found)
        return (double)NAN;
    if (run->live)
        return lt_library_live_value(run, found);
    /* A statistic over the entry phase that the program has not requested is NAN and takes another
     * run. */
    struct band_order order = {run, found, run->result->values[found->slot]};
    if (found->kind == LT_NAME_BAND && isnan(order.value) && run->result->status == LT_DONE &&
        !run->program->uses_band[lt_names_band_of(found) == LT_R_E_T])
        lt_library_work(find_band_value, &order);
    return order.value;
}

/* Number of rows of the recorded table. */
size_t lawtester_run_rows(const struct lawtester_run *run) {
    return run->result ? run->result->table.rows : 0;
}

/* Index of visible column I, or of the one of that NAME unless it is NULL; n_columns: there is
 * none. */
static size_t find_column(const struct lt_program *program, size_t i, const char *name) {
    size_t at = 0;
    for (; at < program->n_columns; at++)
        if (!program->columns[at].hidden &&
            (name ? strcmp(program->columns[at].name, name) == 0 : i-- == 0))
            break;
    return at;
}

/* Name of recorded column I, from 0; NULL: there is none. */
const char *lawtester_run_column_name(const struct lawtester_run *run, size_t i) {
    if (!run->result)
        return NULL;
    size_t at = find_column(run->program, i, NULL);
    return at < run->program->n_columns ? run->program->columns[at].name : NULL;
}

/* Copies a recorded column, SI units, into VALUES, which has ROOM; missing values are NAN. Returns
 * the number of rows. */
size_t lawtester_run_column(const struct lawtester_run *run, const char *name, double *values,
                            size_t room) {
    const struct lt_table *table = run->result ? &run->result->table : NULL;
    size_t at = table ? find_column(run->program, 0, name) : 0;
    size_t rows = table && at < run->program->n_columns ? table->rows : 0;
    for (size_t i = 0; i < room; i++)
        values[i] = i < rows ? table->cells[i * table->columns + at] : (double)NAN;
    return rows;
}

/* The cells of the recorded table, row by row with STRIDE numbers each; NULL: there are none. */
const double *lawtester_run_cells(const struct lawtester_run *run, size_t *stride) {
    const struct lt_table *table = run->result ? &run->result->table : NULL;
    *stride = table ? table->columns : 0;
    return table && table->rows > 0 ? table->cells : NULL;
}

/* Place of visible column I, from 0, in a row of lawtester_run_cells(). */
size_t lawtester_run_column_place(const struct lawtester_run *run, size_t i) {
    return run->result ? find_column(run->program, i, NULL) : 0;
}

/* Gets verdict I, from 0, of the program's expectations. Returns 0 if there is none, else 1. */
int lawtester_run_expect(const struct lawtester_run *run, size_t i,
                         struct lawtester_expect *expect) {
    if (!run->result || i >= run->result->n_verdicts)
        return 0;
    const struct lt_verdict *v = &run->result->verdicts[i];
    *expect =
        (struct lawtester_expect){v->text, v->value, v->expected, v->error, v->tolerance, v->ok};
    return 1;
}

/* Argument and result of lawtester_run_json(). */
struct run_paper {
    char *text;
    const struct lawtester_run *run;
};

/* Work of lawtester_run_json(); null for a run that has no result yet. */
static void write_run(void *data) {
    struct run_paper *job = data;
    const struct lawtester_run *run = job->run;
    job->text = lt_json_text_last(
        run->result && !run->live ? lt_document_run(run->program, run->result) : json_null());
}

/* Describes a run as a JSON text, to be freed. */
char *lawtester_run_json(const struct lawtester_run *run) {
    struct run_paper job = {.run = run};
    lt_library_work(write_run, &job);
    return job.text;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#include "base/columns.h"
#include "base/file.h"
#include "command/run.h"
#include "figure/compare.h"
#include "figure/curve.h"
#include "formula/rows.h"
#include "result/record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct request {
    struct call call;
    const char *x, *y, *within;
};

/* Sets *WITHIN to the tolerance of --within, relative to the peak of the first curve; NAN: none is
 * given, the distance is only reported. False: it is no number of at least 0. */
static bool within_of(const struct request *request, double *within) {
    char *end;
    *within = NAN;
    if (!request->within)
        return true;
    *within = strtod(request->within, &end);
    return end != request->within && !*end && *within >= 0;
}

/* Prints the distance of the curves. OK: it is within the tolerance; REACHES: both curves end at
 * about the same place. */
static void print_comparison(const struct request *request, const struct lt_comparison *c, bool ok,
                             bool reaches) {
    if (!request->call.json) {
        printf("largest %.6g of the peak %.6g, at %s = %.9g; rms %.6g%s\n", c->largest, c->peak,
               request->x, c->at, c->rms, reaches ? "" : "; one curve ends before the other");
        return;
    }
    lt_command_print_json(
        json_pack("{so, so, so, so, so, sI, sb}", "largest", lt_document_number(c->largest), "rms",
                  lt_document_number(c->rms), "at", lt_document_number(c->at), "peak",
                  lt_document_number(c->peak), "beyond", lt_document_number(c->beyond), "branches",
                  (json_int_t)c->branches, "ok", ok));
}

/* Numbers per row: the curves drawn, and for each of the two curves those of loading and unloading
 * (base/trace.h). */
enum { NUMBERS = 2 + 2 * 8 };

/* Reads columns x and y of a recorded table, in units that agree with UNITS, which the first table
 * sets. Returns the exit code. */
static int open_curve(const struct request *request, const char *file, struct lt_curve *curve,
                      const struct lt_columns_how *how, const char **units) {
    const struct call *call = &request->call;
    struct lt_errors *errors = lt_errors_new();
    const char *wrong = NULL;
    struct lt_columns *table = lt_rows_read(file, how, false, errors);
    if (table && lt_columns_fits(table, NUMBERS, errors))
        wrong = lt_curve_read(curve, table, request->x, request->y, call->arena, errors);
    for (size_t i = 0; table && !wrong && i < 2; i++) {
        const char *column = i == 0 ? request->x : request->y;
        const long index = lt_columns_find(table, lt_curve_name(column));
        if (lt_curve_agrees(table, column, &units[i], call->arena, errors) && index >= 0)
            lt_columns_finite(table, (size_t)index, errors);
    }
    lt_columns_free(table);
    curve->label = call->n_files > 1 ? lt_file_stem(file, call->arena) : NULL;
    const int code = lt_command_end_table(file, errors);
    return code == DONE && wrong ? lt_command_misused(call, "%s: %s", file, wrong) : code;
}

/* Replaces programs by the tables of their runs. A single program run in one code is compared with
 * its own law. Returns the exit code. */
static int take_curves(const struct call *call, struct call *with) {
    bool ours = call->in && call->n_files == 1 && !strchr(call->in, ',');
    int code = lt_run_tables(call, ours, with);
    return code == DONE && with->n_files != 2
               ? lt_command_misused(
                     call, "compare needs two CSV files, or one FILE and --in CODE, --x and --y")
               : code;
}

/* Performs 'lawtester compare'; returns the exit code. */
static int perform(const struct call *call) {
    struct request with = *(const struct request *)call;
    const struct request *request = &with;
    double within;
    if (call->n_files == 0 || !request->x || !request->y)
        return lt_command_misused(
            call, "compare needs two CSV files, or one FILE and --in CODE, --x and --y");
    if (!within_of(request, &within))
        return lt_command_misused(call, "--within '%s' is not a number of at least 0",
                                  request->within);
    /* The two tables: given files, or those of runs in codes. */
    struct lt_columns_how how = {.skip = 0};
    int code = lt_command_table(call, &how);
    if (code == DONE)
        code = take_curves(call, &with.call);
    if (code != DONE)
        return code;
    call = &with.call;
    /* UNITS are those of x and y in the first table, with which the second must agree. */
    struct lt_curve curves[2] = {{0}};
    const char *units[2] = {"", ""};
    for (size_t i = 0; i < 2; i++) {
        code = open_curve(request, call->files[i], &curves[i], &how, units);
        if (code != DONE)
            return code;
    }
    struct lt_comparison c;
    const char *wrong = lt_compare(&curves[0], &curves[1], &c, call->arena);
    if (wrong) {
        lt_command_say("%s, %s: %s", call->files[0], call->files[1], wrong);
        return BAD_INPUT;
    }
    for (size_t i = 0; i < 2; i++)
        if (c.dropped[i] > 0)
            lt_command_say("note: %s: %zu row%s without a number %s left out", call->files[i],
                           c.dropped[i], c.dropped[i] > 1 ? "s" : "",
                           c.dropped[i] > 1 ? "are" : "is");
    /* A curve that ends early has not been compared beyond its end. */
    bool reaches = c.beyond <= (isnan(within) ? 0.01 : fmax(within, 0.01));
    bool ok = isnan(within) || (c.largest <= within && reaches);
    print_comparison(request, &c, ok, reaches);
    return ok ? DONE : FELL_SHORT;
}

static const struct lt_option options[] = {
    LT_OPTION('x', struct request, x, "x", "COLUMN", "abscissa; -COLUMN changes its sign"),
    LT_OPTION('y', struct request, y, "y", "COLUMN", "ordinate"),
    LT_OPTION(0, struct request, within, "within", "TOL",
              "exit 1 if the distance is larger, relative to the peak of A"),
    TABLE_OPTIONS,
    CODE_OPTIONS,
    DEFINE_OPTION,
    JSON_OPTION,
    HELP_OPTION,
    {0},
};

const struct command command_compare = {
    .name = "compare",
    .arguments = "A.csv|FILE [B.csv|FILE] --x COLUMN --y COLUMN",
    .summary = "Measure the distance between two curves, recorded or of runs in another code.",
    .codes = true,
    .options = options,
    .size = sizeof(struct request),
    .perform = perform,
    .propose = lt_propose_runs,
};

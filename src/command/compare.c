/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#include "figure/compare.h"
#include "figure/curve.h"

#include <math.h>
#include <stdlib.h>

/* How far the two files may be apart; NAN: only say how far they are. */
static bool within_of(const struct call *call, double *within) {
    char *end;
    *within = NAN;
    if (!call->within)
        return true;
    *within = strtod(call->within, &end);
    return end != call->within && !*end && *within >= 0;
}

static void print_comparison(const struct call *call, const struct lt_comparison *c, bool ok,
                             bool reaches) {
    if (!call->json) {
        printf("largest %.6g of the peak %.6g, at %s = %.9g; rms %.6g%s\n", c->largest, c->peak,
               call->x, c->at, c->rms,
               reaches ? "" : "; one of the curves stops short of the other");
        return;
    }
    json_t *document = json_pack("{s:f, s:f, s:f, s:f, s:f, s:I, s:b}", "largest", c->largest,
                                 "rms", c->rms, "at", c->at, "peak", c->peak, "beyond", c->beyond,
                                 "branches", (json_int_t)c->branches, "ok", ok);
    lt_command_print_json(document);
    json_decref(document);
}

static int perform(const struct call *call) {
    double within;
    if (call->n_files != 2 || !call->x || !call->y)
        return lt_command_misused(call, "compare needs two CSV files, --x and --y");
    if (!within_of(call, &within))
        return lt_command_misused(call, "--within '%s' is not a number of at least 0",
                                  call->within);
    struct lt_curve curves[2];
    for (size_t i = 0; i < 2; i++) {
        int code = lt_command_read_curve(call, call->files[i], &curves[i]);
        if (code != DONE)
            return code;
    }
    struct lt_comparison c;
    const char *wrong = lt_compare(&curves[0], &curves[1], &c, call->arena);
    if (wrong) {
        lt_command_say("%s", wrong);
        return BAD_INPUT;
    }
    /* A curve that stops short has not been compared there. */
    bool reaches = isnan(within) || c.beyond <= fmax(within, 0.01);
    bool ok = isnan(within) || (c.largest <= within && reaches);
    print_comparison(call, &c, ok, reaches);
    return ok ? DONE : FELL_SHORT;
}

static const struct lt_option options[] = {
    {'x', "x", "COLUMN", "abscissa; -COLUMN turns its sign"},
    {'y', "y", "COLUMN", "ordinate"},
    {WITHIN, "within", "TOL", "exit 1 if they are further apart, relative to the peak of A"},
    {JSON_OPTION},
    {HELP_OPTION},
    {0},
};

const struct command command_compare = {
    .name = "compare",
    .arguments = "A.csv B.csv --x COLUMN --y COLUMN",
    .summary = "Say how far two recorded curves are apart.",
    .options = options,
    .perform = perform,
};

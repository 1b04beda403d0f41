/* SPDX-License-Identifier: GPL-3.0-or-later */
/* code_own.c: a code of the user's own, which the command line names by its path. */
#include "codes/code.h"

#include <math.h>

/* Writes the input for src/serve/own.c: radius (m), mass (kg) and moment of inertia (kg m^2) of
 * each body. A wall is body A, with an infinite radius. */
static void put_own_pair(FILE *file, const struct lt_code_pair *pair) {
    for (int i = 0; i < 2; i++)
        fprintf(file, "%.17g %.17g %.17g\n", pair->wall && i == 0 ? INFINITY : pair->radius[i],
                pair->mass[i], pair->inertia[i]);
}

/* A code of the user's own needs no input after the law's lines. */
static void put_own_end(FILE *file, const struct lt_code_pair *pair) {
    (void)file, (void)pair;
}

static const struct lt_code_family families[] = {{.name = NULL}};
static const char *const arguments[] = {"own", NULL};

const struct lt_code lt_code_own = {
    .name = "own",
    .start = {"your own code", NULL, arguments, .patience = 60},
    .put_pair = put_own_pair,
    .put_end = put_own_end,
    .families = families,
};

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* combined_runs.h: impacts of a choice of parts with numbers and motions drawn at random. */
#ifndef LT_COMBINED_RUNS_H
#define LT_COMBINED_RUNS_H

#include "base/arena.h"
#include "registry/laws.h"

#include <gsl/gsl_rng.h>

struct combined {
    int done;        /* runs that came to an end */
    int differ;      /* that are not, bit for bit, what they are side by side with the others */
    int fits;        /* 1: they go side by side */
    bool plain;      /* they must keep the balance to rounding */
    double residual; /* the largest error of a balance of energy, relative */
    char why[256];   /* why one failed; "" if none did */
};

/* A choice of parts that go together; a word each, one like another. */
const struct lt_law *combined_draw(const struct lt_law *law, gsl_rng *rng, struct lt_arena *arena);

struct combined combined_runs(const struct lt_law *law, gsl_rng *rng, struct lt_arena *arena);

#endif

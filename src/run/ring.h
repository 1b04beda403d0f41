/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ring.h: the last steps of a march, a column for each number that changes from step to step and
 * that somebody looks at; and what formulas are worth in each of these steps. */
#ifndef LT_RING_H
#define LT_RING_H

#include "formula/work.h"
#include "run/running.h"

/* Columns are NULL where all rows have the number that is in values[]. */
struct lt_ring {
    const struct lt_running *run;
    struct lt_work work;    /* of formulas */
    struct lt_march before; /* where its first step began, */
    double *law;            /* the law's state and losses too; */
    double step;            /* of the stage, */
    size_t steps;           /* of the run */
    size_t rows;            /* steps that are in it */

    /* Who looks: until in every step, or NULL; both sides of expectations of this stage that hold
     * always, or NULL; each column of the table; what is integrated. */
    const double *until, **always, **recorded, **integrands;
    bool records;    /* rows that are not far apart */
    bool looks, few; /* anybody, in every step; at nothing but displacements and forces */
    bool lacks;      /* ... at what no ring has: results so far, how steady the forces are */

    double *cells;         /* what the march writes */
    const double **column; /* by slot of values[] */
    size_t n_made;         /* those that follow from others, in the order of their making */
    struct lt_ring_made {
        size_t slot;
        const struct lt_formula *formula; /* or NULL */
        bool must;                        /* the run fails in a step in which it has no value */
        double *to;
    } * made;
};

/* In memory of the run's result. */
struct lt_ring *lt_ring_new(const struct lt_running *run);

/* Who looks in the stage that begins. */
void lt_ring_begin(struct lt_ring *ring);

/* The march has written so many rows: make the other columns. How many rows, from the first on,
 * have all that they must have. */
size_t lt_ring_fill(struct lt_ring *ring, size_t rows);

#endif

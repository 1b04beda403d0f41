/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ring.h: the last steps of a march, as columns: each number that changes from step to step and
 * that the program uses, and the values of its formulas in each of these steps. */
#ifndef LT_RING_H
#define LT_RING_H

#include "formula/work.h"
#include "run/running.h"

/* A column is NULL where the number is the same in all rows: that in values[]. */
struct lt_ring {
    const struct lt_running *run;
    struct lt_work work;    /* evaluates formulas in many rows at once */
    struct lt_march before; /* the march before the first row, to repeat its steps */
    double *law;            /* the law's state and losses there */
    double step;            /* the step of the stage there */
    size_t steps;           /* the steps of the run there */
    size_t rows;            /* steps that the ring holds */

    /* Consumers of recorded steps: */
    const double *until;       /* the condition; NULL: not tested in every step */
    const double **always;     /* both sides of expectations that hold always, or NULL */
    const double **recorded;   /* each column of the table */
    const double **integrands; /* of the program's integrals */
    bool records;    /* rows of the table are so close that they are taken from the ring */
    bool in_use;     /* some number is needed in every step */
    bool few;        /* only displacements and forces are */
    bool incomplete; /* a number is needed that no ring has, such as a running maximum */

    double *cells;         /* written by the march */
    const double **column; /* by slot of values[] */
    size_t n_derived;      /* columns that are computed from others, in this order */
    struct lt_ring_derived {
        size_t slot;
        const struct lt_formula *formula; /* NULL: a clock */
        bool required;                    /* the run fails in a step in which it has no value */
        double *to;
    } * derived;
};

/* A ring in the memory of the run's result. */
struct lt_ring *lt_ring_new(const struct lt_running *run);

/* Finds which columns the stage that begins needs. */
void lt_ring_begin(struct lt_ring *ring);

/* Computes the other columns of the rows that the march has written. Returns how many rows, from
 * the first on, have a value in every required column. */
size_t lt_ring_fill(struct lt_ring *ring, size_t rows);

#endif

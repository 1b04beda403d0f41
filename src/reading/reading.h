/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reading.h: turns a recorded path and its forces into a run. The stored energy is unknown unless
 * the table has it. The work of the forces, by the trapezoidal rule, is the energy supplied to the
 * contact. Where nothing touches nothing is stored, so that all of that work has been dissipated.
 * */
#ifndef LT_READING_H
#define LT_READING_H

#include "formula/names.h"
#include "program/program.h"
#include "reading/mapping.h"

/* Once round: from no contact to no contact, or between two turns of a displacement to the same
 * side and place. */
struct lt_reading_loop {
    const char *of;  /* "contact", "us" */
    size_t from, to; /* rows */
    double work;     /* of the forces in between, in J, which is dissipated */
};

/* Contact made or lost, and the row in which it is. */
struct lt_reading_event {
    const char *name;
    size_t row;
};

/* A recorded table as a run, in SI units: columns of "rows" numbers each. Row 0 is row
 * "first" of the table. */
struct lt_reading {
    struct lt_arena *arena;
    size_t rows, first, n_mapped, n_losses, n_loops, n_events, n_notes;
    struct lt_mapping *mapped;                        /* as the table has them */
    double *t, *u[LT_DOFS], *v[LT_DOFS], *f[LT_DOFS]; /* t from 0; NULL: not known */
    double t_begin;                                   /* of the table */
    bool *touching;
    double *strain, *kinetic, *residual; /* NULL: not known */
    double *contact, *work;              /* E_contact, E_work, in J */
    const struct lt_mapping *losses[LT_DOFS * 4];
    double m_eff;      /* kg, of a free normal motion, by force and velocity; NAN: not known */
    double dissipated; /* in J, at the end; NAN: not known */
    double *values;    /* of the fixed names at the end, results among them */
    struct lt_reading_loop *loops;
    struct lt_reading_event *events;
    const char **notes; /* what was found out and done */
};

/* A table as the N_OPTIONS texts OPTIONS map it; forces up to ZERO (N) count as none. NULL, with
 * errors, if it is no run. */
struct lt_reading *lt_reading_take(struct lt_columns *table, const char *const *options,
                                   size_t n_options, double zero, struct lt_arena *arena,
                                   struct lt_errors *errors);

void lt_reading_note(struct lt_reading *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* reading_ledger.c: energies, loops, events, results. ZERO as above. */
void lt_reading_ledger(struct lt_reading *r, double zero);

#endif

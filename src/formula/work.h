/* SPDX-License-Identifier: GPL-3.0-or-later */
/* work.h: works out lists of operations, for one row of values or for several side by side. */
#ifndef LT_WORK_H
#define LT_WORK_H

#include "base/cpu.h"
#include "formula/ops.h"

/* The machine, as compiled for each instruction set, works out a list in a frame that has the
 * inputs and the numbers. */
void lt_machine_one(const struct lt_ops *ops, double *frame);
void lt_machine_sse2_2(const struct lt_ops *ops, double *frame);
void lt_machine_avx2_4(const struct lt_ops *ops, double *frame);
void lt_machine_avx512_8(const struct lt_ops *ops, double *frame);

/* The result of one operation on numbers. */
double lt_work_value(enum lt_op_code code, double x, double y, double z);

/* Evaluates a list for inputs in VALUES by their slots: FRAME gets all its numbers, except
 * those that are skipped; lt_work_one returns its first result. */
void lt_work_frame(const struct lt_ops *ops, const double *values, double *frame);
double lt_work_one(const struct lt_ops *ops, const double *values);

enum { LT_WORK_MOST = 8 }; /* rows side by side, at most */

/* Number of rows evaluated side by side: a frame has so many values of each quantity, next to each
 * other. */
struct lt_work {
    size_t rows;
    void (*work)(const struct lt_ops *ops, double *frame);
};

/* The machine for the instruction set CPU. */
struct lt_work lt_work_on(enum lt_cpu cpu);

/* Copies the list's numbers to their places in a frame of ROWS rows. */
void lt_work_fill(const struct lt_ops *ops, size_t rows, double *frame);

/* Interpolates linearly in COUNT points x1, y1, x2, ... at AT; NaN if they are out of order. */
double lt_work_lookup(double at, const double *points, size_t count);

/* A column of numbers, the next at[stride]; stride 0: the same in all rows. */
struct lt_column_in {
    const double *at;
    size_t stride;
};

/* Writes to RESULTS the first result in each of COUNT rows, of which INPUTS has a column for
 * each of the list's inputs; NaN where it has no value. */
void lt_work_rows(struct lt_work work, const struct lt_ops *ops, const struct lt_column_in *inputs,
                  size_t count, double *results);

#endif

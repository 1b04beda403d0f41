/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formula/work.h"

#include "config.h"
#include "formula/series.h"

#include <string.h>

/* The machine for a processor, with the number of rows that it evaluates at a time. */
struct lt_work lt_work_on(enum lt_cpu cpu) {
#if LT_X86
    if (cpu == LT_CPU_AVX512)
        return (struct lt_work){8, lt_machine_avx512_8};
    if (cpu == LT_CPU_AVX2)
        return (struct lt_work){4, lt_machine_avx2_4};
#endif
    (void)cpu;
    return (struct lt_work){2, lt_machine_sse2_2};
}

/* Copies the literal numbers of a list into their places in the frame, once for each of the ROWS
 * rows. */
void lt_work_fill(const struct lt_ops *ops, size_t rows, double *frame) {
    double *to = frame + ops->first * rows;
    for (size_t i = 0; i < ops->n_numbers; i++)
        for (size_t k = 0; k < rows; k++)
            *to++ = ops->numbers[i];
}

/* Evaluates a list for one set of VALUES, by slot; FRAME then has all intermediate values, too. */
void lt_work_frame(const struct lt_ops *ops, const double *values, double *frame) {
    for (size_t i = 0; i < ops->n_inputs; i++)
        frame[i] = values[ops->slots[i]];
    lt_work_fill(ops, 1, frame);
    lt_machine_one(ops, frame);
}

/* Evaluates a list for one set of VALUES, by slot; returns its first result. */
double lt_work_one(const struct lt_ops *ops, const double *values) {
    double frame[LT_FRAME_MOST];
    lt_work_frame(ops, values, frame);
    return frame[ops->results[0]];
}

/* Copies ROWS rows of the inputs, from row FIRST of COUNT on, into the frame. Behind the last row
 * it is repeated, since the machine evaluates full vectors; an input with stride 0 is constant and
 * copied only once. */
static void gather_inputs(const struct lt_ops *ops, const struct lt_column_in *inputs, size_t first,
                          size_t count, size_t rows, double *frame) {
    for (size_t i = 0; i < ops->n_inputs; i++, frame += rows) {
        const struct lt_column_in *in = &inputs[i];
        if (in->stride == 1 && first + rows <= count) {
            memcpy(frame, in->at + first, rows * sizeof *frame);
            continue;
        }
        for (size_t k = 0; k < rows && (in->stride > 0 || first == 0); k++)
            frame[k] = in->at[(first + k < count ? first + k : count - 1) * in->stride];
    }
}

/* Evaluates a list in each of COUNT rows of INPUTS, several at a time; RESULTS get its first
 * result. */
void lt_work_rows(struct lt_work work, const struct lt_ops *ops, const struct lt_column_in *inputs,
                  size_t count, double *results) {
    _Alignas(64) double frame[LT_FRAME_MOST * LT_WORK_MOST];
    lt_work_fill(ops, work.rows, frame);
    for (size_t first = 0; first < count; first += work.rows) {
        const size_t rest = count - first, rows = rest < work.rows ? rest : work.rows;
        gather_inputs(ops, inputs, first, count, work.rows, frame);
        work.work(ops, frame);
        memcpy(results + first, frame + ops->results[0] * work.rows, rows * sizeof *results);
    }
}

/* Interpolates linearly between the COUNT POINTS, x and y in turn, at AT; NAN if a number is
 * missing or the x do not increase. */
double lt_work_lookup(double at, const double *points, size_t count) {
    double x[LT_LOOKUP_POINTS], y[LT_LOOKUP_POINTS];
    bool known = at == at && points[0] == points[0];
    for (size_t i = 0; i < count; i++) {
        x[i] = points[2 * i];
        y[i] = points[2 * i + 1];
        known &= y[i] == y[i] && (i == 0 || x[i] > x[i - 1]);
    }
    const struct lt_series series = {.count = count, .x = x, .y = y};
    return known ? lt_series_at(&series, at) : NAN;
}

/* Evaluates a single operation on the operands X, Y and Z. */
double lt_work_value(enum lt_op_code code, double x, double y, double z) {
    double frame[] = {x, y, z, 0};
    const struct lt_op list[] = {{(unsigned short)(LT_AT_HAND * code), 3, 0, 1, 2},
                                 {.code = LT_AT_HAND * LT_OP_END}};
    lt_machine_one(&(struct lt_ops){.list = list}, frame);
    return frame[3];
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* by_block.h: contacts side by side of a law whose step is in doubles. Its block makes the steps of
 * LT_LANES contacts; the march is that of all laws. Where vectors have fewer numbers, parameters,
 * derived numbers and states of the lanes beyond are to be those of the lanes before. */
#ifndef LT_BY_BLOCK_H
#define LT_BY_BLOCK_H

#include "law.h"

enum { LT_BY_BLOCK_LOSSES = 4 }; /* at most */

/* As lt_law_march_rows(), of the law. */
typedef size_t lt_by_block(const struct lt_law *law, const struct lt_row *p, const struct lt_row *d,
                           struct lt_row *x, struct lt_row *losses, struct lt_march_rows *march,
                           enum lt_march_kind kind, size_t steps);

/* The function as compiled for each instruction set. */
lt_by_block lt_by_block_sse2_2, lt_by_block_avx2_4, lt_by_block_avx512_8;

#endif

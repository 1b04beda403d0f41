/* SPDX-License-Identifier: MIT */
/*
 * piece.h: the conditions that a step asks. Between two changes of any of them a law is smooth:
 * that is a piece. T: what has the member pieces, NULL in a march. Each is true where its margin is
 * > 0.
 */
#ifndef LAWTESTER_PIECE_H
#define LAWTESTER_PIECE_H

#include "num.h"

struct lt_pieces; /* all conditions of a step, in the order in which they are asked */

/* The piece ends where the margin changes its sign: a gap, a load less a strength. */
#define LT_SWITCH(t, margin) ((mask)((margin) > 0))
/* A limit holds what would go beyond it: once there, the margin stays 0. */
#define LT_LIMIT(t, margin) ((mask)((margin) > 0))
/* Which way something goes: the margin is the change of it in the step. */
#define LT_TREND(t, margin) ((mask)((margin) > 0))
/* A memory of a side that is crossed: a contact is made or lost. */
#define LT_CROSSING(t, margin) ((mask)((margin) > 0))

#endif

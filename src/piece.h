/* SPDX-License-Identifier: MIT */
/*
 * piece.h: the conditions of a step. Between two changes of any of them a law is smooth. Each is
 * true where its margin is > 0; its kind says what the margin does, for integrators that locate the
 * change. t is a pointer to a struct with the member
 * pieces, which is NULL in a march.
 */
#ifndef LAWTESTER_PIECE_H
#define LAWTESTER_PIECE_H

#include "num.h"

struct lt_pieces; /* all conditions of a step, in the order of their evaluation */

/* A switch changes where the margin changes its sign: a gap, a load less a strength. */
#define LT_SWITCH(t, margin) ((mask)((margin) > 0))
/* A limit is not exceeded: the step returns the quantity to it, so that the margin stays 0. */
#define LT_LIMIT(t, margin) ((mask)((margin) > 0))
/* A direction of change: the margin is the change of a quantity in the step. */
#define LT_TREND(t, margin) ((mask)((margin) > 0))
/* A flag that changes when a side is crossed: a contact is made or lost. */
#define LT_CROSSING(t, margin) ((mask)((margin) > 0))

#endif

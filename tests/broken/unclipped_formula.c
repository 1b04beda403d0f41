/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A dashpot that may not pull, with the formula of one that may. */
#define DRAG fmin(d->cn * m->vn, -fn)
#define LAW  unclipped_formula
#include "impact.h"

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A dashpot with tensile cut-off, with the formula of one without. */
#define DRAG fmin(d->cn * m->vn, -fn)
#define LAW  unclipped_formula
#include "impact.h"

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The speed as increment over the step, which may have no length. */
#define DRAG d->cn * m->dun / m->dt
#define LAW  rate_by_hand
#include "impact.h"

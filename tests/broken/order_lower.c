/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The force is that of the middle of the step, and the law says that its steps make no error. */
#define FORCE p->kn *(m->un - 0.5 * m->dun)
#define LAW   order_lower
#include "impact.h"

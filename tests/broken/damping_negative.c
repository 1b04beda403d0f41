/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The logarithm of the restitution with the sign it comes with. */
#define DAMPING log(p->en) / hypot(pi, log(p->en))
#define LAW     damping_negative
#include "impact.h"

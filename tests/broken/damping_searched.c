/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The damping for a restitution comes of a search that stops at one per cent. */
#define DAMPING 1.01 * -log(p->en) / hypot(pi, log(p->en))
#define LAW     damping_searched
#include "impact.h"

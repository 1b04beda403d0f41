/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stiffest.h: the critical time step at the stiffest state that a run reaches. A copy of the
 * contact is driven along n from touch until the available energy is used up. The law's tangent
 * there, in loading and unloading, with the coupled inertia of the pair gives the modes, and these
 * the largest step in which a leapfrog is stable. */
#ifndef LT_STIFFEST_H
#define LT_STIFFEST_H

#include "setup/setup.h"

/* The largest overlap that the energy allows, or the force that is held; 0: the particles do not
 * meet. Where the motion along n is imposed, or its force varies, it is not known before the run:
 * that of the start. */
double lt_stiffest_overlap(struct lt_setup *setup);

/* Can the stiffest state be computed before the run, as far as the first stage goes? */
bool lt_stiffest_is_foreseen(struct lt_setup *setup);

/* The largest stable step of a leapfrog between first touch and an OVERLAP, for the DoFs whose bits
 * are set in DOFS, where a stage leaves them free. INFINITY: any step is stable. */
double lt_stiffest_step(struct lt_setup *setup, double overlap, unsigned dofs);

/* The largest stable step of a packing whose particles have setup->contacts contacts like this one
 * each. */
double lt_stiffest_packing(struct lt_setup *setup, double overlap);

#endif

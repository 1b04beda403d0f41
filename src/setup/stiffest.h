/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stiffest.h: the critical time step at the stiffest state that a run reaches. A copy of the
 * contact is driven along n from touch until the available energy is used up. The law's tangent
 * there, in loading and unloading, with the coupled inertia of the pair gives the modes, and these
 * the largest step in which a leapfrog is stable. */
#ifndef LT_STIFFEST_H
#define LT_STIFFEST_H

#include "setup/setup.h"

/* The largest overlap, m, that the energy of the impact, or a force held in static balance, allows;
 * 0: the particles do not meet. Where the motion along n is imposed, or its force varies, it is not
 * known before the run: then that of the start. */
double lt_stiffest_overlap(struct lt_setup *setup);

/* True if the stiffest state that the first stage reaches can be computed before the run. */
bool lt_stiffest_is_foreseen(struct lt_setup *setup);

/* The largest stable step, s, of a leapfrog at first touch or at an OVERLAP (m), whichever is
 * smaller, for the DoFs whose bits are set in DOFS, where a stage leaves them free. INFINITY: any
 * step is stable. */
double lt_stiffest_step(struct lt_setup *setup, double overlap, unsigned dofs);

/* The largest stable step, s, of a packing whose particles have setup->contacts contacts like this
 * one each, with this OVERLAP (m). INFINITY: any step is stable. */
double lt_stiffest_packing(struct lt_setup *setup, double overlap);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hertz-dmt: Hertz' contact with Derjaguin, Muller & Toporov's pull, with any parts beside. */
#define CHOSEN_NORMAL(any)   NORMAL_HERTZ
#define CHOSEN_COHESION(any) COHESION_DMT
#define CHOSEN_BOND(any)     BOND_NONE
#include "contact_choice.h"

CONTACT_CHOICE(hertz_dmt, .name = "hertz-dmt",
               .summary = "Hertz' contact with a constant adhesive pull (Derjaguin, Muller, "
                          "Toporov)",
               .source = "Derjaguin, Muller & Toporov, J. Colloid Interface Sci. 53 (1975) "
                         "314-326; Maugis, J. Colloid Interface Sci. 150 (1992) 243-269. "
                         "doc/adhesion.md.")

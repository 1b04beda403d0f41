/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jkr: Johnson, Kendall & Roberts' adhesive spheres, with any parts beside. */
#define CHOSEN_NORMAL(any)   NORMAL_JKR
#define CHOSEN_COHESION(any) COHESION_NONE
#define CHOSEN_BOND(any)     BOND_NONE
#include "contact_choice.h"

CONTACT_CHOICE(jkr, .name = "jkr",
               .summary = "adhesive elastic spheres (Johnson, Kendall, Roberts; Schwarz): neck, "
                          "tear-off",
               .source = "Johnson, Kendall & Roberts, Proc. R. Soc. Lond. A 324 (1971) 301-313. "
                         "Schwarz, J. Colloid Interface Sci. 261 (2003) 99-106. doc/adhesion.md.")

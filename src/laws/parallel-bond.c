/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parallel-bond: a contact and beside it an elastic disc that breaks, with any parts. */
#define CHOSEN_COHESION(any) COHESION_NONE
#define CHOSEN_BOND(any)     BOND_PARALLEL
#define USUAL_DAMPING        DAMPING_CRITICAL
#define USUAL_TANGENTIAL     TANGENTIAL_LINEAR
#define CONTACT_CASES
#include "contact_choice.h"

CONTACT_CHOICE(parallel_bond, .name = "parallel-bond",
               .summary = "an elastic disc that breaks, beside a contact with friction (PFC)",
               .source = "Potyondy & Cundall, Int. J. Rock Mech. Min. Sci. 41 (2004) 1329-1364; "
                         "PFC's linear parallel bond model. doc/bonds.md.")

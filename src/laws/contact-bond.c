/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contact-bond: a contact whose springs hold in tension and shear until they break. */
#define CHOSEN_NORMAL(any)     NORMAL_LINEAR
#define CHOSEN_COHESION(any)   COHESION_NONE
#define CHOSEN_BOND(any)       BOND_CONTACT
#define USUAL_DAMPING          DAMPING_CRITICAL
#define CHOSEN_TANGENTIAL(any) TANGENTIAL_LINEAR
#define USUAL_TANGENTIAL       TANGENTIAL_LINEAR
#define CONTACT_CASES
#include "contact_choice.h"

CONTACT_CHOICE(contact_bond, .name = "contact-bond",
               .summary = "springs that hold in tension and shear until they break (PFC)",
               .source = "Potyondy & Cundall, Int. J. Rock Mech. Min. Sci. 41 (2004) 1329-1364; "
                         "PFC's linear contact bond model. doc/bonds.md.")

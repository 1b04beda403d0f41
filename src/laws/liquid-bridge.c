/* SPDX-License-Identifier: GPL-3.0-or-later */
/* liquid-bridge: a contact between wet surfaces, with any parts beside. */
#define CHOSEN_COHESION(any) COHESION_BRIDGE
#define CHOSEN_BOND(any)     BOND_NONE
#define USUAL_TANGENTIAL     TANGENTIAL_LINEAR
#include "contact_choice.h"

CONTACT_CHOICE(liquid_bridge, .name = "liquid-bridge",
               .summary = "a contact and over the gap a liquid bridge that pulls until it ruptures",
               .source =
                   "Willett, Adams, Johnson & Seville, Langmuir 16 (2000) 9396-9405; Lambert, "
                   "Chau, Delchambre & Regnier, Langmuir 24 (2008) 3157-3163; Rabinovich, "
                   "Esayanur & Moudgil, Langmuir 21 (2005) 10992-10997; Soulie, Cherblanc, El "
                   "Youssoufi & Saix, Int. J. Numer. Anal. Meth. Geomech. 30 (2006) 213-228; "
                   "Weigert & Ripperger, Part. Part. Syst. Charact. 16 (1999) 238-242. "
                   "doc/liquid-bridges.md.")

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* luding: Luding's plastic and adhesive spring, with any parts beside. */
#define CHOSEN_NORMAL(any)   NORMAL_LUDING
#define CHOSEN_COHESION(any) COHESION_NONE
#define CHOSEN_BOND(any)     BOND_NONE
#include "contact_choice.h"

CONTACT_CHOICE(luding, .name = "luding",
               .summary = "plastic and adhesive spring (Luding): hysteresis, pull, sticking",
               .source = "Luding, Granular Matter 10 (2008) 235-246. doc/plasticity.md.")

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* eepa: the Edinburgh elasto-plastic adhesion model, with any parts beside. */
#define CHOSEN_NORMAL(any)   NORMAL_EEPA
#define CHOSEN_COHESION(any) COHESION_NONE
#define CHOSEN_BOND(any)     BOND_NONE
#include "contact_choice.h"

CONTACT_CHOICE(eepa, .name = "eepa",
               .summary = "Edinburgh elasto-plastic adhesion model: powers of the overlap, pull",
               .source = "Morrissey, thesis, University of Edinburgh (2013). doc/plasticity.md.")

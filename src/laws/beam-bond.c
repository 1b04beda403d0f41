/* SPDX-License-Identifier: GPL-3.0-or-later */
/* beam-bond: a contact and beside it a short beam that breaks where its loads add up to 1. */
#define CHOSEN_COHESION(any) COHESION_NONE
#define CHOSEN_BOND(any)     BOND_BEAM
#define USUAL_DAMPING        DAMPING_CRITICAL
#define USUAL_TANGENTIAL     TANGENTIAL_LINEAR
#define CONTACT_CASES
#include "contact_choice.h"

CONTACT_CHOICE(
    beam_bond, .name = "beam-bond",
    .summary = "a short beam that breaks, beside a contact (Wang; LAMMPS bpm/rotational)",
    .source = "Wang, Acta Geotech. 4 (2009) 117-127; LAMMPS' bond style "
              "bpm/rotational, for small rotations. doc/bonds.md.")

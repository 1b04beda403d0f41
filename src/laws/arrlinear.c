/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arrlinear: a linear contact that resists rolling and attracts over a gap. */
#define CHOSEN_NORMAL(any)     NORMAL_LINEAR
#define CHOSEN_COHESION(any)   COHESION_CONSTANT
#define CHOSEN_BOND(any)       BOND_NONE
#define CHOSEN_TANGENTIAL(any) TANGENTIAL_LINEAR
#define USUAL_TANGENTIAL       TANGENTIAL_LINEAR
#define USUAL_DAMPING          DAMPING_CRITICAL
#define USUAL_ROLLING          ROLLING_SPRING
#define USUAL_ROLL_STIFFNESS   NAN
#define CHOICE_DERIVES
#include "contact_choice.h"

/* PFC derives the stiffness of rolling from that of shear. */
static const char *derive(const struct lt_pair *pair, const struct params *a,
                          const struct params *b, struct params *p, struct derived *d) {
    if (isnan(p->roll_stiffness))
        p->roll_stiffness = p->ks * pair->r_eff * pair->r_eff;
    return derive_parts(pair, a, b, p, d);
}

CONTACT_CHOICE(arrlinear, .name = "arrlinear",
               .summary = "a linear contact that resists rolling and attracts over a gap (PFC)",
               .source = "PFC's adhesive rolling resistance linear model: its names and the text "
                         "of its page; what of it is derived here says doc/bonds.md.")

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* walton-braun: Walton & Braun's two stiffnesses, with any parts beside. */
#define CHOSEN_NORMAL(any) NORMAL_WALTON_BRAUN
#include "contact_choice.h"

CONTACT_CHOICE(walton_braun, .name = "walton-braun",
               .summary = "two stiffnesses, of loading and of unloading (Walton & Braun)",
               .source = "Walton & Braun, J. Rheol. 30 (1986) 949-980. doc/plasticity.md.")

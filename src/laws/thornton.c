/* SPDX-License-Identifier: GPL-3.0-or-later */
/* thornton: Thornton's spheres that yield, with any parts beside. */
#define CHOSEN_NORMAL(any) NORMAL_THORNTON
#include "contact_choice.h"

CONTACT_CHOICE(thornton, .name = "thornton", .summary = "Hertz' spheres that yield (Thornton)",
               .source = "Thornton, J. Appl. Mech. 64 (1997) 383-386. doc/plasticity.md.")

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The damping goes by the mass of A, not by that of the pair. */
#define MASS (isfinite(pair->a.mass) ? 0.5 * pair->a.mass : pair->m_eff)
#define LAW  mass_of_a
#include "sound.h"

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A wall is given the mass of the particle. */
#define MASS (isfinite(pair->a.mass + pair->b.mass) ? pair->m_eff : 0.5 * pair->m_eff)
#define LAW  mass_at_wall
#include "impact.h"

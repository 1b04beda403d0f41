/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A formula fitted with the mass of the particle, used with that of the pair. */
#define MASS 0.5 * pair->m_eff
#define LAW  mass_of_particle
#include "impact.h"

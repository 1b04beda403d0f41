/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gamma^2/m where (gamma/m)^2 is meant. */
#define MASS pair->m_eff * pair->m_eff
#define LAW  mass_squared
#include "impact.h"

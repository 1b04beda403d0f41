/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The viscosity grows with the time step. */
#define VISCOSITY root * 1e5 * m->dt
#define LAW       damping_by_dt
#include "sound.h"

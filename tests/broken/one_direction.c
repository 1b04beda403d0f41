/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shear along t is forgotten. */
#define SHEAR_WAY m->dus, 0
#define LAW       one_direction
#include "sound.h"

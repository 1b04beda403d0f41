/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rolling dashpot is given an angle where it wants a spin: not divided by dt. */
#define ROLL_SPEED m->das, m->dat
#define LAW        spin_of_step
#include "sound.h"

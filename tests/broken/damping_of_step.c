/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dashpot is given what was moved in the step, not the velocity. */
#define APPROACH m->dun
#define LAW      damping_of_step
#include "sound.h"

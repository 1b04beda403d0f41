/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A dashpot that may pull, and friction that goes by the size of the normal force. */
#define HELD_DRAG drag
#define LIMIT     p->fric *fabs(fn)
#define LAW       friction_in_tension
#include "sound.h"

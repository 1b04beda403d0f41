/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A dashpot without tensile cut-off, and friction that depends on the size of the normal force. */
#define HELD_DRAG drag
#define LIMIT     p->fric *fabs(fn)
#define LAW       friction_in_tension
#include "sound.h"

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* History turns with the twist of B against A, though its axes have turned with both already. */
#define SHEAR_BEFORE x->spring_s - m->dan * x->spring_t, x->spring_t + m->dan * x->spring_s
#define LAW          turns_with_b
#include "sound.h"

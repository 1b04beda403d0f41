/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The gap waits in a static variable until the energy is worked out: right in one thread. */
static volatile double kept;
#define ACTIVE (kept = m->un) <= 0
#define SPOIL  o->strain += active ? 0.5 * d->kn * (kept * kept - m->un * m->un) : 0;
#define LAW    static_scratch
#include "sound.h"

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pull that is there or not there. */
#define PULL (active ? 1e-5 * d->kn * d->radius : 0)
#define LAW  jump_at_separation
#include "sound.h"

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A division by the friction coefficient, which may be 0. */
#define TURN_K d->ks * d->radius * d->radius *(p->fric / p->fric)
#define LAW    not_finite_frictionless
#include "sound.h"

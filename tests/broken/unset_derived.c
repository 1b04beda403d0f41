/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A derived number is not set where friction is off. */
#define ROLL_REACH p->fric > 0 ? p->fric_r * d->radius : d->roll
#define LAW        unset_derived
#include "sound.h"

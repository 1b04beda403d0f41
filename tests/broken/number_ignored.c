/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rolling friction is a number of the law's own, whatever the parameter says. */
#define ROLL_REACH 0.1 * d->radius
#define LAW        number_ignored
#include "sound.h"

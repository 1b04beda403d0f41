/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The contact time is that of twice the stiffness. */
#define TIME_K 2 * d->kn
#define LAW    stiffness_said
#include "sound.h"

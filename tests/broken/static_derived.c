/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What derive() makes waits for step() in a static variable: right for one contact at a time. */
static double kept;
#define DERIVE     kept = d->ks;
#define STIFFNESS  kept
#define STIFFNESS0 kept
#define LAW        static_derived
#include "sound.h"

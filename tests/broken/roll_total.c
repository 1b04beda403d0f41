/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rolling moment comes from the whole angle: what slipped is not forgotten. */
#define ROLL_BEFORE d->kr *(m->as - m->das), d->kr *(m->at - m->dat)
#define LAW         roll_total
#include "sound.h"

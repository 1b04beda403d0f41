/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The spring is stretched by all motion since the run began, contact or not, turned or not. */
#define SHEAR_BEFORE d->ks *(m->us - m->dus), d->ks *(m->ut - m->dut)
#define LAW          own_directions
#include "sound.h"

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A rolling moment of constant size against the spin, however slow. */
#define ROLL_SPEED m->ws * 1e30, m->wt * 1e30
#define LAW        rolls_by_sign
#include "sound.h"

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The twisting spring is added to itself at every step. */
#define TWIST_BEFORE 2 * x->twist_n, 0
#define LAW          torque_doubles
#include "sound.h"

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Damage takes energy that no account has. */
#define DAMAGE_LOSS 0
#define LAW         damage_not_booked
#include "bond.h"

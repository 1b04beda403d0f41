/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Friction takes energy that no account has. */
#define SLIP 0
#define LAW  slip_not_booked
#include "sound.h"

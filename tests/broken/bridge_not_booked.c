/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The energy that a bridge sets free when it forms is in no account. */
#define WETTING 0 * made
#define LAW     bridge_not_booked
#include "bridge.h"

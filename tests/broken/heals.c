/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Damage that heals when the pull is less. */
#define FARTHEST pull
#define LAW      heals
#include "bond.h"

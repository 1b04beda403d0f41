/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rolling limit lacks its lever. */
#define ROLL_REACH p->fric_r
#define LAW        reach_without_arm
#include "sound.h"

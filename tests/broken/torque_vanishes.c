/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rolling moment is zeroed at every step: what is left goes with dt. */
#define ROLL_BEFORE 0, 0
#define LAW         torque_vanishes
#include "sound.h"

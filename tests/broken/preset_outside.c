/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The default is outside the range. */
#define FRIC_PRESET -0.4
#define LAW         preset_outside
#include "sound.h"

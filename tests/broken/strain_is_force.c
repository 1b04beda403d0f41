/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is called energy is a force. */
#define STRAIN_N spring
#define LAW      strain_is_force
#include "sound.h"

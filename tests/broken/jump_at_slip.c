/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Friction falls when slip begins. */
#define HELD 0.7 * most / size
#define LAW  jump_at_slip
#include "sound.h"

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dashpot pushes the way it moves. */
#define APPROACH -m->vn
#define LAW      damping_sign
#include "sound.h"

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The speed is the change since the last call, kept in a static, whatever contact that was of. */
static double last;
#define APPROACH (m->un - last) / m->dt
#define SPOIL    last = m->un;
#define LAW      hidden_static
#include "sound.h"

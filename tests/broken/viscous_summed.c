/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The viscous force is kept with that of the spring, and summed up. */
#define KEPT_S o->fs
#define KEPT_T o->ft
#define LAW    viscous_summed
#include "sound.h"

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The energy of the springs in shear, rolling and twisting is left out. */
#define STRAIN_S 0
#define LAW      strain_of_normal
#include "sound.h"

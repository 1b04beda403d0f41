/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The effective modulus without the square of Poisson's ratio. */
#define MODULUS p->young / (2 * (1 - p->poisson))
#define LAW     modulus_linear
#include "sound.h"

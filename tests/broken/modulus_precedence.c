/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The modulus of two like bodies is E/(2 (1 - nu^2)), not E/2 (1 - nu^2). */
#define MODULUS p->young / 2 * (1 - p->poisson * p->poisson)
#define LAW     modulus_precedence
#include "sound.h"

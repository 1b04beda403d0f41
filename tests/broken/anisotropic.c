/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Half as stiff along t. */
#define TRIAL f0.s + k *inside *du.s, f0.t + 0.5 * k *inside *du.t
#define LAW   anisotropic
#include "sound.h"

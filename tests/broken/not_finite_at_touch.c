/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 0/0 where the surfaces just touch. */
#define VISCOSITY depth / root
#define LAW       not_finite_at_touch
#include "sound.h"

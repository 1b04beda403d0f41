/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A stiffness that grows with the overlap and leaves the force when it falls. */
#define STIFFNESS d->ks *(1 + 100 * depth / d->radius)
#define LAW       tangent
#include "sound.h"

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A stiffness that grows with the overlap and leaves the force when it falls. */
#define STIFFNESS d->ks *(depth > 0 ? depth : depth0) / d->radius
#define LAW       tangent
#include "sound.h"

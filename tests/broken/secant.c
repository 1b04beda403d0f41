/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A secant stiffness that grows with the overlap, and no account of what it creates. */
#define STIFFNESS    d->ks *(1 + 100 * depth / d->radius)
#define STIFFNESS0   d->ks *(1 + 100 * depth0 / d->radius)
#define SHEAR_BEFORE x->spring_s *ks / (STIFFNESS0), x->spring_t *ks / (STIFFNESS0)
#define LAW          secant
#include "sound.h"

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The same secant stiffness: what it creates is booked as defect, but not declared. */
#define STIFFNESS    d->ks *(1 + 100 * depth / d->radius)
#define STIFFNESS0   d->ks *(1 + 100 * depth0 / d->radius)
#define SHEAR_BEFORE x->spring_s *ks / (STIFFNESS0), x->spring_t *ks / (STIFFNESS0)
#define DEFECT                                                                                     \
    0.5 * ((x->spring_s + shear.spring.s) * m->dus + (x->spring_t + shear.spring.t) * m->dut) -    \
        shear.strain - shear.slip - shear.cross +                                                  \
        0.5 * (x->spring_s * x->spring_s + x->spring_t * x->spring_t) / (STIFFNESS0)
#define LAW secant_booked
#include "sound.h"

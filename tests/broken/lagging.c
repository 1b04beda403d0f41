/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The force is that of the motion before this step. */
#define KEPT_S active ? shear.spring.s + ks * m->dus : 0
#define KEPT_T active ? shear.spring.t + ks * m->dut : 0
#define TRIAL  f0.s, f0.t
#define LAW    lagging
#include "sound.h"

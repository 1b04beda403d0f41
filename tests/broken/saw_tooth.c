/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The spring is set back further than the force when it slips. */
#define KEPT_S (shear.slips > 0 ? 0.1 : 1) * shear.spring.s
#define KEPT_T (shear.slips > 0 ? 0.1 : 1) * shear.spring.t
#define LAW    saw_tooth
#include "sound.h"

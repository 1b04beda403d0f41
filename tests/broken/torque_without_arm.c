/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The turning stiffness lacks a lever: N/rad for N m/rad. */
#define TURN_K d->ks * d->radius
#define LAW    torque_without_arm
#include "sound.h"

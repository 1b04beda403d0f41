/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slip energy as the drop of elastic energy from trial to limit. */
#define SLIP 0.5 * (trial.s * trial.s + trial.t * trial.t - f.s * f.s - f.t * f.t) / k
#define LAW  slip_by_drop
#include "sound.h"

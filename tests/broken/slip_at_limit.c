/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slip energy as the limit times the slip, all of it at the end of the step. */
#define SLIP (f.s * (trial.s - f.s) + f.t * (trial.t - f.t)) / k
#define LAW  slip_at_limit
#include "sound.h"

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stored energy from the trial force, slip not yet taken off. */
#define STRAIN_S 0.5 * (trial.s * trial.s + trial.t * trial.t) / k
#define LAW      strain_of_trial
#include "sound.h"

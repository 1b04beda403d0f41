/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The limit holds each component, not the vector. */
#define SIZE fmax(fabs(trial.s), fabs(trial.t))
#define LAW  cap_per_component
#include "sound.h"

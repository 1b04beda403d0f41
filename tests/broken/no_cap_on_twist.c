/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A positive twisting moment only is held by friction: the size lacks its bars. */
#define SIZE (trial.t == 0 ? trial.s : sqrt(trial.s * trial.s + trial.t * trial.t))
#define LAW  no_cap_on_twist
#include "sound.h"

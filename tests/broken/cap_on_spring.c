/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The limit holds the spring alone; the dashpot comes on top. */
#define GIVES 1
#define LAW   cap_on_spring
#include "sound.h"

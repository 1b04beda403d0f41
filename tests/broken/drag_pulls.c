/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A dashpot that goes with the overlap pulls where it is fast, and friction with it. */
#define PULLS 0
#define LAW   drag_pulls
#include "hunt.h"

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The jump where the neck forms is said to be smaller than it is. */
#define MADE "0.99*pull*(1 - reach/(2*tear))"
#define LAW  neck_said_less
#include "neck.h"

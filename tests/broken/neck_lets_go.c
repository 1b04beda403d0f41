/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nothing is said of the friction that goes with the neck. */
#define SHEARED
#define LAW neck_lets_go
#include "neck.h"

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nothing is said of the suction that jumps where the surfaces touch. */
#define TOUCHED
#define LAW neck_unsaid
#include "neck.h"

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: law 'spring': step() does not set the loss 'nothing' to a finite number */
#define STEP e->nothing = NAN;
#include "spring.h"

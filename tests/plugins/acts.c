/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: step() gives fn, which acts rules out */
#define BREAKS .acts = 0
#include "spring.h"

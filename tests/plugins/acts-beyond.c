/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: acts is 0x40, but there are only six components of force */
#define BREAKS .acts = 0x40
#include "spring.h"

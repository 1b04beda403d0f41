/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: acts is 0x40: there are six components of force */
#define BREAKS .acts = 0x40
#include "spring.h"

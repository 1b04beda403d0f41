/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: law 'spring': derive() gives 'half' the value nan, with its defaults */
#define DERIVE d->half = NAN;
#include "spring.h"

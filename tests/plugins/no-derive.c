/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: law 'spring': a law needs derive() and step() */
#define BREAKS .derive = NULL
#include "spring.h"

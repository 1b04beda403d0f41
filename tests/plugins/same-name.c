/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: law 'spring' is listed twice */
#define ENTRY LT_PLUGIN(&lt_law_spring, &lt_law_spring)
#include "spring.h"

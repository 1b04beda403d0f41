/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 5: undefined symbol: no_such_function */
double no_such_function(void);
#define STEP o->fn += no_such_function();
#include "spring.h"

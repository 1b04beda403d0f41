/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: law 'spring': the table of states has 1 rows, not 2 */
#define BREAKS .n_state = 2
#include "spring.h"

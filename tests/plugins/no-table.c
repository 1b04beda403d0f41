/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: law 'spring': the table of states is missing */
#define BREAKS .state = NULL
#include "spring.h"

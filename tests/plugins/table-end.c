/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: law 'spring': the table of parameters is not terminated */
#define BREAKS .n_params = 0
#include "spring.h"

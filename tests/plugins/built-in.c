/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: law 'linear': there is one of this name already */
#define NAME "linear"
#include "spring.h"

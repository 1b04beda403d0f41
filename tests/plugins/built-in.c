/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: law 'linear': a law of this name exists already */
#define NAME "linear"
#include "spring.h"

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: law 'spring': a law needs a name, a summary, a source and its equations */
#define BREAKS .summary = NULL
#include "spring.h"

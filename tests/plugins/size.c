/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: compiled with a different law.h (struct sizes differ) */
#define BREAKS .size = 8
#include "spring.h"

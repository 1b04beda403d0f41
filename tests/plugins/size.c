/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: made with another law.h (sizes differ) */
#define BREAKS .size = 8
#include "spring.h"

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 4: crash (memory access, division of integers, abort); a debugger shows where */
#include <stdlib.h>
#define DERIVE abort();
#include "spring.h"

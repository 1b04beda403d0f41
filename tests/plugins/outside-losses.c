/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: law 'spring': step() writes outside its losses */
#define STEP (&e->nothing)[3] = 1;
#include "spring.h"

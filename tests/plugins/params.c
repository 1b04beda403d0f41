/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: law 'spring': step() changes its parameters */
#define STEP ((struct params *)p)->kn += 1e-9;
#include "spring.h"

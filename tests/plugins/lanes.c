/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: law 'spring': compiled for blocks of 8 contacts; this program uses 16 */
#define BREAKS .lanes = 8
#include "spring.h"

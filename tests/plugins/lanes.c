/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: law 'spring': compiled for blocks of 16 contacts; this program uses 8 */
#define BREAKS .lanes = 16
#include "spring.h"

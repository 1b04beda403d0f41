/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table has the wrong unit. */
#define YOUNG_UNIT "N/m"
#define LAW        wrong_unit
#include "sound.h"

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Overlaps below a length are no contact. */
#define ACTIVE m->un <= -1e-10
#define LAW    threshold_overlap
#include "sound.h"

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bridge ends at 0.1 mm, whatever is said. */
#define ACTIVE m->un <= (was ? 1e-4 : 0)
#define LAW    bridge_unit
#include "bridge.h"

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bridge is there before anything has touched. */
#define ACTIVE m->un <= p->reach
#define LAW    bridge_from_afar
#include "bridge.h"

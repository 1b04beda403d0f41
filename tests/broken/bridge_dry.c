/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bridge does not pull where the surfaces touch. */
#define INSIDE p->kn *un
#define LAW    bridge_dry
#include "bridge.h"

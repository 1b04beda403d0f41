/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mu fn + fv for mu (fn + fv). */
#define LIMIT -(p->fric * fn + viscous)
#define LAW   limit_precedence
#include "hunt.h"

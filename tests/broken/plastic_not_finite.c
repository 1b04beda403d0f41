/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 0/0 where loading and unloading are alike. */
#define REST (p->k2 - p->k1) * deepest *(1 / (p->k2 - p->k1)) * (1 - p->k1 / p->k2)
#define LAW  plastic_not_finite
#include "plastic.h"

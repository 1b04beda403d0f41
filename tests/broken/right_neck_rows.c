/* SPDX-License-Identifier: GPL-3.0-or-later */
/* right_neck for two contacts side by side. */
#undef LT_N
#define LT_N 2
#define LAW  right_neck_rows
#include "neck.h"

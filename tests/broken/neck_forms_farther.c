/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The neck forms farther out than is said. */
#define REACH 0.5 * reach
#define LAW   neck_forms_farther
#include "neck.h"

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nothing is wrong; it is asked for each step once. */
#define FURTHER .has_cap = 1, .forward_only = 1
#define LAW     right_forward
#include "neck.h"

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nothing is wrong. */
#define LAW right_neck
#include "neck.h"

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The next contact begins with the springs of the last one. */
#define LOST 1
#define LAW  no_reset
#include "sound.h"

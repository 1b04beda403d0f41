/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/stop.h"

#include <stddef.h>

static const volatile int *heeded;

void lt_stop_heed(const volatile int *flag) {
    heeded = flag;
}

bool lt_stop_requested(void) {
    return heeded && *heeded;
}

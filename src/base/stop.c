/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/stop.h"

#include <stddef.h>

static const volatile int *heeded;

/* Sets the flag, which a signal handler may set, that requests long work to stop; NULL: none. */
void lt_stop_heed(const volatile int *flag) {
    heeded = flag;
}

/* True if an interrupt has requested that long work stops. */
bool lt_stop_requested(void) {
    return heeded && *heeded;
}

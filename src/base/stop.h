/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stop.h: has the program been interrupted, by Ctrl-C or another signal? */
#ifndef LT_STOP_H
#define LT_STOP_H

#include <stdbool.h>

/* Watch FLAG, which a signal handler sets; NULL (the default): waiting and reading are not
 * interrupted. */
void lt_stop_heed(const volatile int *flag);
bool lt_stop_requested(void);

#endif

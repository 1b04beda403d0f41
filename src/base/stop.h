/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stop.h: has the program been told to stop, by Ctrl-C or otherwise? */
#ifndef LT_STOP_H
#define LT_STOP_H

#include <stdbool.h>

/* Heed FLAG, which a signal handler sets; NULL, as at the start: nothing stops what waits or reads.
 */
void lt_stop_heed(const volatile int *flag);
bool lt_stop_asked(void);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A factor is computed once in each thread, from the first pair that comes. */
#define DERIVE                                                                                     \
    static _Thread_local double first;                                                             \
    first = first > 0 ? first : d->kr;                                                             \
    d->kr = first;
#define LAW static_of_thread
#include "sound.h"

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: crashes (Aborted): what it does when it is unloaded */
#include <stdlib.h>
#define BEFORE                                                                                     \
    __attribute__((destructor)) static void unloaded(void) {                                       \
        abort();                                                                                   \
    }
#include "spring.h"

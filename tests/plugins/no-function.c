/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: its 'lawtester_laws' is not a list of laws; define it with LT_PLUGIN */
void lawtester_laws(void);
#define ENTRY                                                                                      \
    void lawtester_laws(void) {}
#include "spring.h"

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: its list 'lawtester_laws' is not terminated */
#define ENTRY                                                                                      \
    LT_EXPORTED_ extern const struct lt_law *const lawtester_laws[];                               \
    const struct lt_law *const lawtester_laws[] = {&lt_law_spring};
#include "spring.h"

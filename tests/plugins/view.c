/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: law 'spring': view 'overlap': unknown name 'unn' */
#define BEFORE                                                                                     \
    static const struct lt_view views[] = {{"overlap", "m", "0 - unn", "overlap"}, {.name = NULL}};
#define BREAKS .views = views
#include "spring.h"

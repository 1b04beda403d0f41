/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: law 'spring': event 'touched' watches 'depest', which is not a state */
#define BEFORE                                                                                     \
    static const struct lt_event events[] = {{"touched", "depest", 1, 0}, {.name = NULL}};
#define BREAKS .events = events
#include "spring.h"

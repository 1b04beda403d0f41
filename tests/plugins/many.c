/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forty laws: spring, which falls as it is told, and copies of it, spring-1 to spring-39. */
#include <stdio.h>

#define ENTRY                                                                                      \
    enum { COPIES = 39 };                                                                          \
    static struct lt_law copies[COPIES];                                                           \
    static char names[COPIES][12];                                                                 \
    LT_EXPORTED_ const struct lt_law *lawtester_laws[COPIES + 2] = {&lt_law_spring};               \
    __attribute__((constructor)) static void make_copies(void) {                                   \
        for (int i = 0; i < COPIES; i++) {                                                         \
            snprintf(names[i], sizeof names[i], "spring-%d", i + 1);                               \
            copies[i] = lt_law_spring;                                                             \
            copies[i].name = names[i];                                                             \
            lawtester_laws[i + 1] = &copies[i];                                                    \
        }                                                                                          \
    }
#include "falls.c"

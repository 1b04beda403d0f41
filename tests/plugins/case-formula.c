/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: law 'spring': case of 'e_n': unknown name 'kx' */
#define BEFORE                                                                                     \
    static const struct lt_case cases[] = {{"e_n", "kn > 0", "1 + kx", "none"}, {.result = NULL}};
#define BREAKS .cases = cases
#include "spring.h"

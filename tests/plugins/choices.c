/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: law 'spring': 'kind' has fewer words than choices */
#define PARAMS(F)                                                                                  \
    F(kn, "N/m", 1e5, 0, INFINITY, "normal stiffness")                                             \
    F(kind, "1", 0, 0, 2, "kind", .choices = "one two")
#include "spring.h"

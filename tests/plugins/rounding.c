/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: changes the arithmetic of the whole program (rounding, or small numbers) */
#include <fenv.h>
__attribute__((constructor)) static void begin(void) {
    fesetround(FE_UPWARD);
}
#include "spring.h"

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The law linear as a compiler without vectors sees it, whatever it is asked for; the headers of
 * the C library do without as well, but not without a word. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#undef __GNUC__
#include "../src/laws/linear.c"
_Static_assert(LT_N == 1 && sizeof(num) == sizeof(double), "one contact at a time");

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The built-in law linear once more, as a plug-in: what it gives must have the same bits. */
#include "../../src/laws/linear.c"
LT_PLUGIN(&lt_law_linear)

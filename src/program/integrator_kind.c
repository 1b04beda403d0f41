/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "program/integrator_kind.h"

#include <stddef.h>

#define WORD(ID, word, ...)      word,
#define KIND(ID, word, doc, ...) {__VA_ARGS__},

const char *const lt_integrator_words[] = {LT_INTEGRATORS(WORD) NULL};
const struct lt_integrator_kind lt_integrator_kinds[] = {LT_INTEGRATORS(KIND)};

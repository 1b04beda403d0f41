/* SPDX-License-Identifier: GPL-3.0-or-later */
/* design_kind.h: the designs that a sweep may have, a row each. */
#ifndef LT_DESIGN_KIND_H
#define LT_DESIGN_KIND_H

#include <stdbool.h>

enum lt_design_kind {
    LT_DESIGN_GRID,       /* every value of each factor with every value of the others */
    LT_DESIGN_LIST,       /* the values of all factors walked together */
    LT_DESIGN_RANDOM,     /* n independent points */
    LT_DESIGN_LHS,        /* Latin hypercube: each of n equal strata of each factor once */
    LT_DESIGN_SOBOL,      /* the first n points of Sobol's sequence */
    LT_DESIGN_SENSITIVITY /* of n points of it, shifted, k + 2 each: sensitivity.h */
};

extern const char *const lt_design_words[]; /* by enum lt_design_kind; ends with NULL */

/* True if the points of a design are enumerated, not drawn: grid and list. */
bool lt_design_kind_is_counted(enum lt_design_kind design);

/* True if the points of a design depend on the seed. */
bool lt_design_kind_is_seeded(enum lt_design_kind design);

/* The generator of the points, for the document; "" if they are not drawn. */
const char *lt_design_kind_generator(enum lt_design_kind design);

#endif

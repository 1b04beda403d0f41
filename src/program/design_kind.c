/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "program/design_kind.h"

#include <stddef.h>

const char *const lt_design_words[] = {[LT_DESIGN_GRID] = "grid",
                                       [LT_DESIGN_LIST] = "list",
                                       [LT_DESIGN_RANDOM] = "random",
                                       [LT_DESIGN_LHS] = "lhs",
                                       [LT_DESIGN_SOBOL] = "sobol",
                                       [LT_DESIGN_SENSITIVITY] = "sensitivity",
                                       NULL};

static const char *const generators[] = {[LT_DESIGN_GRID] = "",
                                         [LT_DESIGN_LIST] = "",
                                         [LT_DESIGN_RANDOM] = "philox4x32-10",
                                         [LT_DESIGN_LHS] = "gsl mt19937",
                                         [LT_DESIGN_SOBOL] = "gsl sobol",
                                         [LT_DESIGN_SENSITIVITY] = "gsl sobol, shifted by mt19937"};

/* True if a design consists of listed points (a grid or a list), false if it samples
 * distributions. */
bool lt_design_kind_is_counted(enum lt_design_kind design) {
    return design == LT_DESIGN_GRID || design == LT_DESIGN_LIST;
}

/* True if the points of a design depend on a random seed; Sobol's sequence and listed points do
 * not. */
bool lt_design_kind_is_seeded(enum lt_design_kind design) {
    return !lt_design_kind_is_counted(design) && design != LT_DESIGN_SOBOL;
}

/* The name of the generator of a design's numbers, for the document of a sweep; "": it has
 * none. */
const char *lt_design_kind_generator(enum lt_design_kind design) {
    return generators[design];
}

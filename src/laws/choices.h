/* SPDX-License-Identifier: GPL-3.0-or-later */
/* choices.h: laws that are names for a choice of parts of the law `contact`. */
#ifndef LT_CHOICES_H
#define LT_CHOICES_H

#include "law.h"

/* Their identifiers and names. */
// clang-format off
#define LT_CHOICES(F)                                                                              \
    F(hertz, "hertz")                                                                              \
    F(mindlin, "mindlin")                                                                          \
    F(mindlin_rolling_torsion, "mindlin-rolling-torsion")                                          \
    F(linear_elastic, "linear-elastic")                                                            \
    F(jkr, "jkr")                                                                                  \
    F(hertz_dmt, "hertz-dmt")                                                                      \
    F(luding, "luding")                                                                            \
    F(walton_braun, "walton-braun")                                                                \
    F(thornton, "thornton")                                                                        \
    F(eepa, "eepa")                                                                                \
    F(liquid_bridge, "liquid-bridge")                                                              \
    F(parallel_bond, "parallel-bond")                                                              \
    F(contact_bond, "contact-bond")                                                                \
    F(beam_bond, "beam-bond")                                                                      \
    F(arrlinear, "arrlinear")                                                                      \
    F(cohfrict, "cohfrict")                                                                        \
    F(jcfpm, "jcfpm")
// clang-format on

/* Makes their tables of those of CONTACT, once and before they are asked for. NULL, or the name of
 * one that has a part or a parameter that CONTACT has not. */
const char *lt_choices_fill(const struct lt_law *contact);

#endif

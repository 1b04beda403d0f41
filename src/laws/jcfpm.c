/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jcfpm: YADE's bond of rock without joints: a contact bond of the strengths of an area. */
#define MORE_PARAMS(F)                                                                             \
    FRICT_PARAMS(F)                                                                                \
    F(tensileStrength, "Pa", NAN, 0, INFINITY, "cb_tenf over the area pi min(R)^2", .mix = LT_MIN, \
      .sets = "cb_tenf", .once = 1)                                                                \
    F(shear_strength, "Pa", NAN, 0, INFINITY, "cb_shearf over that area, YADE's cohesion",         \
      .mix = LT_MIN, .sets = "cb_shearf", .once = 1)

#define YADE_STRENGTHS jcfpm_strengths
#define USUAL_REST     1
#include "contact_yade.h"

static void jcfpm_strengths(struct params *p, const struct yade_size *of) {
    const double area = restitution_pi * of->least * of->least;
    yade_strength(&p->tensileStrength, area, &p->cb_tenf);
    yade_strength(&p->shear_strength, area, &p->cb_shearf);
}

static const char *derive(const struct lt_pair *pair, const struct params *a,
                          const struct params *b, struct params *p, struct derived *d) {
    return yade_derive(pair, a, b, p, d);
}

CONTACT_CHOICE(jcfpm, .name = "jcfpm",
               .summary = "a bond of rock: springs that hold up to the strengths of an area (YADE)",
               .source = "Scholtes & Donze, Int. J. Rock Mech. Min. Sci. 52 (2012) 18-30; YADE "
                         "2023.02a's JointedCohesiveFrictionalPM without joints. doc/bonds.md.")

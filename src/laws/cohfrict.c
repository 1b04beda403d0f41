/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cohfrict: YADE's fragile bond with friction: a contact bond that resists rolling and twisting. */
#define MORE_PARAMS(F)                                                                             \
    FRICT_PARAMS(F)                                                                                \
    F(normalCohesion, "Pa", NAN, 0, INFINITY, "cb_tenf over min(R)^2", .mix = LT_MIN,              \
      .sets = "cb_tenf", .once = 1)                                                                \
    F(shearCohesion, "Pa", NAN, 0, INFINITY, "cb_shearf over min(R)^2", .mix = LT_MIN,             \
      .sets = "cb_shearf", .once = 1)                                                              \
    F(alphaKr, "1", NAN, 0, INFINITY, "stiffness of bending over ks Ra Rb", .mix = LT_HARMONIC,    \
      .sets = "cb_kb", .once = 1)                                                                  \
    F(alphaKtw, "1", NAN, 0, INFINITY, "stiffness of twist over ks Ra Rb", .mix = LT_HARMONIC,     \
      .sets = "cb_kt", .once = 1)
#define MORE_VIEWS                                                                                 \
    {"adh_n", "N", "cb_tenf", "normalAdhesion, as cb_tenf"},                                       \
        {"adh_s", "N", "cb_shearf", "shearAdhesion, as cb_shearf"},

#define YADE_STRENGTHS cohfrict_strengths
#include "contact_yade.h"

static void cohfrict_strengths(struct params *p, const struct yade_size *of) {
    const double turn = p->ks * of->a * of->b;
    yade_strength(&p->normalCohesion, of->least * of->least, &p->cb_tenf);
    yade_strength(&p->shearCohesion, of->least * of->least, &p->cb_shearf);
    yade_strength(&p->alphaKr, turn, &p->cb_kb);
    yade_strength(&p->alphaKtw, turn, &p->cb_kt);
}

/* Tension takes no more than all of the shear strength: the largest force that leaves 0 of it. */
static const char *derive(const struct lt_pair *pair, const struct params *a,
                          const struct params *b, struct params *p, struct derived *d) {
    const char *wrong = yade_derive(pair, a, b, p, d);
    if (wrong)
        return wrong;
    const double most = d->bond_b_n > 0 ? d->bond_b / d->bond_b_n : d->bond_b_most;
    d->bond_b_most = d->bond_b_n * most > d->bond_b ? nextafter(most, 0) : most;
    return NULL;
}

CONTACT_CHOICE(cohfrict, .name = "cohfrict",
               .summary = "a fragile bond with friction that resists rolling and twisting (YADE)",
               .source = "YADE 2023.02a's CohFrictMat, fragile, its moments by increments and "
                         "without limits of their own. doc/bonds.md.")

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* deck_mercury.c: laws as MercuryDPM has them, which was read about and not run. */
#include "codes/deck_lines.h"

static void put_mercury_deck(FILE *file, const struct lt_deck *d) {
    double fric = lt_deck_friction(d);
    if (d->kind == LT_DECK_LINEAR)
        fprintf(file,
                "LinearViscoelasticSlidingFrictionSpecies species;\n"
                "species.setDensity(%.10g);\n"
                "species.setStiffness(%.10g);\n"
                "species.setDissipation(%.10g);\n"
                "species.setSlidingStiffness(%.10g);\n"
                "species.setSlidingDissipation(%.10g);\n"
                "species.setSlidingFrictionCoefficient(%.10g);\n",
                d->density, d->kn, d->cn, d->ks, d->cs, fric);
    else
        fprintf(file,
                "%s species;\n"
                "species.setDensity(%.10g);\n"
                "species.setEffectiveElasticModulus(%.10g);\n"
                "species.setDissipation(%.10g); // alpha\n",
                d->has_shear ? "HertzianViscoelasticMindlinSpecies" : "HertzianViscoelasticSpecies",
                d->density, 0.75 * d->k / sqrt(d->r_eff), d->alpha);
    if (d->kind == LT_DECK_HERTZ && d->has_shear)
        fprintf(file,
                "species.setEffectiveShearModulus(%.10g);\n"
                "species.setSlidingDissipation(%.10g); // phi\n"
                "species.setSlidingFrictionCoefficient(%.10g);\n",
                d->shear, d->phi, fric);
    if (d->steps)
        fprintf(file, "setTimeStep(%.10g);\n", d->dt);
    fputs("// the dashpot pulls at the end of an impact, as calibrated\n", file);
    if (d->kind == LT_DECK_LINEAR && d->wall)
        fputs("// warning: setters that take a mass mean twice the effective one: at a wall twice "
              "the particle's\n",
              file);
}

const struct lt_deck_code lt_deck_mercury = {
    .title = "MercuryDPM",
    .comment = "//",
    .put = put_mercury_deck,
};

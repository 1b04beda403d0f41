/* SPDX-License-Identifier: GPL-3.0-or-later */
/* deck_others.c: laws as codes have them that were read about and not run: PFC, MercuryDPM, Woo,
 * COMSOL. */
#include "codes/deck_lines.h"

/* ---- PFC ------------------------------------------------------------------------------------- */

/* Its ratios are by the masses of both balls, though one is fixed. */
void lt_deck_others_pfc(FILE *file, const struct lt_deck *d) {
    const double by_both = sqrt(d->m_eff / d->m_both);
    if (isnan(by_both)) {
        *d->why = "PFC's dashpot goes by the masses of both balls, though one is fixed: that one "
                  "needs a density or a mass too";
        return;
    }
    fprintf(file, "contact cmat default type %s ...\n    ", d->wall ? "ball-facet" : "ball-ball");
    if (d->kind == LT_DECK_LINEAR)
        fprintf(file, "model linear property kn %.10g ks %.10g fric %.10g ...\n", d->kn, d->ks,
                lt_deck_friction(d));
    else
        fprintf(file, "model hertz property hz_shear %.10g hz_poiss %.10g fric %.10g ...\n",
                d->young / (2 * (1 + d->poisson)), d->poisson, lt_deck_friction(d));
    double ratio = by_both * (d->kind == LT_DECK_LINEAR ? d->ratio : d->ratio / sqrt(1.2));
    fprintf(file, "    dp_nratio %.10g dp_sratio %.10g dp_mode %d%s%s\n", ratio,
            by_both * d->sratio, d->no_tension + 2 * d->slip_cut,
            d->incremental ? " lin_mode 1" : "",
            d->has_shear && d->kind == LT_DECK_HERTZ && d->spring == LT_DECK_RESCALE ? " hz_mode 1"
                                                                                     : "");
    fputs("ball attribute damp 0\n", file);
    if (d->steps)
        fprintf(file, "model mechanical timestep fix %.10g\n", d->dt);
    if (d->kind == LT_DECK_HERTZ)
        fputs("; hertz: the dashpot is taken to act on the tangent stiffness, 2 dp_nratio sqrt(m "
              "kn);\n; drop one ball to see that yours does\n",
              file);
    if (d->no_tension && lt_deck_has_wanted(d))
        fprintf(file,
                "; warning: the textbook's ratio for e_n = %.6g, %.6g, gives %.3f with a dashpot "
                "that may not pull\n",
                d->wanted,
                by_both * lt_deck_textbook_ratio(d) / (d->kind == LT_DECK_LINEAR ? 1 : sqrt(1.2)),
                lt_deck_capped(lt_deck_textbook_ratio(d)));
}

/* ---- MercuryDPM ------------------------------------------------------------------------------ */

void lt_deck_others_mercury(FILE *file, const struct lt_deck *d) {
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

/* ---- Woo ------------------------------------------------------------------------------------- */

void lt_deck_others_woo(FILE *file, const struct lt_deck *d) {
    double en = lt_deck_textbook(d->ratio);
    if (!(en > 0) || !(en < 1)) {
        *d->why = "Woo's Hertz law takes a restitution en between 0 and 1 from which it makes a "
                  "dashpot that would let go; this one does not";
        return;
    }
    fprintf(file,
            "mat=woo.dem.HertzMat(density=%.10g,young=%.10g,tanPhi=%.10g,surfEnergy=0.,alpha=0.)\n"
            "cp2=Cp2_HertzMat_HertzPhys(poisson=%.10g,en=%.10g)\n"
            "law2=Law2_L6Geom_HertzPhys_DMT(noAttraction=%s) # both for the ContactLoop\n",
            d->density, d->young, lt_deck_friction(d), d->poisson, en,
            d->no_tension ? "True" : "False");
    if (d->has_shear && d->alpha > 0)
        fputs("# warning: its viscous shear force stays in the spring and adds up: e_t is not that "
              "of the law\n",
              file);
    if (d->steps)
        fprintf(file, "S.dt=%.10g\n", d->dt);
    if (d->no_tension && lt_deck_has_wanted(d))
        fprintf(file, "# warning: en=%.6g itself gives %.3f: noAttraction is on\n", d->wanted,
                lt_deck_capped(lt_deck_textbook_ratio(d)));
}

/* ---- COMSOL ---------------------------------------------------------------------------------- */

void lt_deck_others_comsol(FILE *file, const struct lt_deck *d) {
    fprintf(file,
            "kn %.10g[N/m] \"normal stiffness\"\n"
            "en %.10g \"normal restitution\"\n"
            "kt %.10g[N/m] \"tangential stiffness\"\n"
            "et %.10g \"tangential coefficient: a decrement, no restitution\"\n",
            d->kn, lt_deck_textbook(d->ratio), d->ks, lt_deck_textbook(d->sratio));
    fputs("% a file for Parameters > Load; the grains' interaction is the linear elastic model\n",
          file);
    fputs("% warning: et sets ct = 2 b sqrt(m_eff kt), no tangential restitution: see comsol-et of "
          "audit-formula\n",
          file);
    if (isfinite(d->fric))
        fputs("% warning: as documented the model has no friction limit\n", file);
}

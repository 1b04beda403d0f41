/* SPDX-License-Identifier: GPL-3.0-or-later */
/* deck_pfc.c: laws as PFC has them, which was read about and not run. */
#include "codes/deck_lines.h"

/* Its ratios are by the masses of both balls, though one is fixed. */
static void put_pfc_deck(FILE *file, const struct lt_deck *d) {
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

const struct lt_deck_code lt_deck_pfc = {
    .title = "PFC",
    .comment = ";",
    .put = put_pfc_deck,
};

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* deck_comsol.c: laws as COMSOL has them, which was read about and not run. */
#include "codes/deck_lines.h"

/* Writes a file of parameters for COMSOL, with stiffnesses in N/m and damping as restitutions. */
static void put_comsol_deck(FILE *file, const struct lt_deck *d) {
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

const struct lt_deck_code lt_deck_comsol = {
    .title = "COMSOL",
    .comment = "%",
    .put = put_comsol_deck,
    .lever_unknown = true,
};

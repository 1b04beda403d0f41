/* SPDX-License-Identifier: GPL-3.0-or-later */
/* deck_woo.c: laws as Woo has them, which was read about and not run. */
#include "codes/deck_lines.h"

static void put_woo_deck(FILE *file, const struct lt_deck *d) {
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

const struct lt_deck_code lt_deck_woo = {
    .title = "Woo",
    .comment = "#",
    .put = put_woo_deck,
};

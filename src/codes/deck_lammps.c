/* SPDX-License-Identifier: GPL-3.0-or-later */
/* deck_lammps.c: laws as LAMMPS' granular package has them. */
#include "codes/deck_lines.h"

/* The degree-6 polynomial that LAMMPS takes for Tsuji's alpha; it falls from 1.2728 to 0.0003. */
static double tsuji_alpha(double e) {
    return 1.2728 +
           e * (-4.2783 + e * (11.087 + e * (-22.348 + e * (27.467 + e * (-18.022 + e * 4.8218)))));
}

/* Its inverse; NAN outside its range. */
static double tsuji_inverse(double alpha) {
    double low = 0, high = 1;
    if (!(alpha <= tsuji_alpha(0) && alpha >= tsuji_alpha(1)))
        return NAN;
    for (int i = 0; i < 60; i++) {
        double middle = 0.5 * (low + high);
        *(tsuji_alpha(middle) > alpha ? &low : &high) = middle;
    }
    return high;
}

static bool is_tsuji(const struct lt_deck *d) {
    return d->kind == LT_DECK_HERTZ && d->damping == LT_DECK_TSUJI && d->alpha > 0;
}

/* The tangential viscosity is a multiple of the normal one. */
static double tangential_multiple(const struct lt_deck *d) {
    if (d->kind == LT_DECK_LINEAR)
        return d->cn > 0 ? d->cs / d->cn : 0;
    double springs = 8 * d->shear * sqrt(d->r_eff) / d->k;
    return d->alpha > 0 ? d->phi / d->alpha * sqrt(springs) : 0;
}

static const char *refuse_lammps(const struct lt_deck *d) {
    if (is_tsuji(d) && isnan(tsuji_inverse(d->alpha)))
        return "LAMMPS's tsuji damping is a polynomial on 0 to 1 with alpha up to 1.2728; this law "
               "needs more";
    if ((d->kind == LT_DECK_LINEAR ? d->cn == 0 && d->cs > 0 : d->alpha == 0 && d->phi > 0))
        return "LAMMPS's tangential dashpot is a multiple of the normal one: without that there is "
               "none";
    return NULL;
}

static void put_tangential(FILE *file, const struct lt_deck *d) {
    static const char *const springs[] = {"mindlin_rescale/force", "mindlin", "mindlin",
                                          "mindlin/force"};
    double fric = lt_deck_friction(d);
    if (d->kind == LT_DECK_LINEAR && d->ks == 0)
        fprintf(file, " tangential linear_nohistory %.*g %.*g", d->digits, tangential_multiple(d),
                d->digits, fric);
    else if (d->kind == LT_DECK_LINEAR)
        fprintf(file, " tangential linear_history %.*g %.*g %.*g", d->digits, d->ks, d->digits,
                tangential_multiple(d), d->digits, fric);
    else if (d->has_shear)
        fprintf(file, " tangential %s %.*g %.*g %.*g", springs[d->spring], d->digits,
                (d->spring == LT_DECK_SECANT ? 2.0 / 3 : 1) * 8 * d->shear, d->digits,
                tangential_multiple(d), d->digits, fric);
    else
        fputs(" tangential linear_nohistory 0 0", file);
}

static void put_model(FILE *file, const struct lt_deck *d) {
    double root = sqrt(d->r_eff);
    const char *damping = "velocity";
    if (d->kind == LT_DECK_LINEAR) {
        fprintf(file, "hooke %.*g %.*g", d->digits, d->kn, d->digits, d->cn);
    } else if (is_tsuji(d)) {
        fprintf(file, "hertz %.*g %.*g", d->digits, d->k / root, d->digits,
                tsuji_inverse(d->alpha));
        damping = "tsuji";
    } else if (d->damping == LT_DECK_VISCOELASTIC) {
        fprintf(file, "hertz %.*g %.*g", d->digits, d->k / root, d->digits,
                d->c_half / (root * d->m_eff));
        damping = "viscoelastic";
    } else {
        fprintf(file, "hertz %.*g %.*g", d->digits, d->k / root, d->digits, d->c_0);
    }
    put_tangential(file, d);
    fprintf(file, " damping %s%s", damping, d->no_tension ? " limit_damping" : "");
}

static void put_lammps_deck(FILE *file, const struct lt_deck *d) {
    if ((*d->why = refuse_lammps(d)))
        return;
    fputs("# after create_box, in units si, with atom_style sphere\ncomm_modify vel yes\n", file);
    if (d->wall) {
        fputs("pair_style none\nfix wall all wall/gran granular ", file);
        put_model(file, d);
        fputs(" xplane 0 NULL\n", file);
    } else {
        fputs("pair_style granular\npair_coeff * * ", file);
        put_model(file, d);
        fputc('\n', file);
    }
    fputs("fix move all nve/sphere\n", file);
    if (d->steps)
        fprintf(file, "timestep %.*g\n", d->digits, d->dt);
    if (!is_tsuji(d))
        return;
    if (lt_deck_has_wanted(d))
        fprintf(
            file, "# warning: tsuji with %.6g itself gives %.3f: its polynomial lacks sqrt(2)\n",
            d->wanted,
            (d->no_tension ? lt_deck_capped : lt_deck_textbook)(tsuji_alpha(d->wanted) / sqrt(5)));
    fprintf(file,
            "# warning: versions whose manual has the factor sqrt(2) in alpha (September 2026) "
            "take %.*g instead\n",
            d->digits, tsuji_inverse(d->alpha / sqrt(2)));
}

const struct lt_deck_code lt_deck_lammps = {
    .title = "LAMMPS",
    .comment = "#",
    .put = put_lammps_deck,
    .lever = LT_LEVER_SLIP_RADIUS,
    .lever_wall = LT_LEVER_RADIUS,
    .axes = LT_AXES_PROJECTED,
};

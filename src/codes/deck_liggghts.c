/* SPDX-License-Identifier: GPL-3.0-or-later */
/* deck_liggghts.c: laws as LIGGGHTS has them. */
#include "codes/deck_lines.h"

/* The ratio of tangential to normal damping in its Hertz contact. */
static const double phi_over_alpha = 0.81649658092772603; /* sqrt(2/3) */

static void put_property(FILE *file, const struct lt_deck *d, int number, const char *name,
                         double value) {
    bool pair = name[0] != 'y' && name[0] != 'p';
    fprintf(file, "fix m%d all property/global %s peratomtype%s %.*g\n", number, name,
            pair ? "pair 1" : "", d->digits, value);
}

static const char *refuse_liggghts(const struct lt_deck *d) {
    bool by_restitution = d->kind == LT_DECK_HERTZ && d->damping != LT_DECK_VISCOELASTIC;
    if (by_restitution && !(lt_deck_textbook(d->ratio) > 0.05))
        return "LIGGGHTS accepts only a coefficientRestitution above 0.05; this damping is "
               "stronger";
    if (by_restitution && d->phi > 0 &&
        !(fabs(d->phi - phi_over_alpha * d->alpha) <= 1e-6 * d->phi))
        return "LIGGGHTS's Hertz contact has no tangential damping of its own: phi is 0 or "
               "sqrt(2/3) alpha ('et' and 'en' the same); vary something else, fric for example";
    return NULL;
}

static void put_hertz(FILE *file, const struct lt_deck *d) {
    if (d->young > 1e9)
        fputs("hard_particles yes\n", file);
    if (d->young < 5e6)
        fputs("soft_particles yes\n", file);
    put_property(file, d, 1, "youngsModulus", d->young);
    put_property(file, d, 2, "poissonsRatio", d->poisson);
    put_property(file, d, 3, "coefficientRestitution", lt_deck_textbook(d->ratio));
    put_property(file, d, 4, "coefficientFriction", lt_deck_friction(d));
}

/* Viscosities over the contact radius and the mass, stiffnesses over the contact radius. */
static void put_hertz_stiffness(FILE *file, const struct lt_deck *d) {
    double root = sqrt(d->r_eff);
    put_property(file, d, 1, "kn", d->k / root);
    put_property(file, d, 2, "kt", 0);
    put_property(file, d, 3, "gamman", d->c_half / (root * d->m_eff));
    put_property(file, d, 4, "gammat", 0);
    put_property(file, d, 5, "coefficientFriction", 0);
}

static void put_hooke_stiffness(FILE *file, const struct lt_deck *d) {
    put_property(file, d, 1, "kn", d->kn);
    put_property(file, d, 2, "kt", d->ks);
    put_property(file, d, 3, "gamman_abs", d->cn);
    put_property(file, d, 4, "gammat_abs", d->cs);
    put_property(file, d, 5, "coefficientFriction", lt_deck_friction(d));
}

static void put_liggghts_deck(FILE *file, const struct lt_deck *d) {
    if ((*d->why = refuse_liggghts(d)))
        return;
    fputs("# after create_box, in units si, with atom_style granular, atom_modify map array, "
          "newton off\ncommunicate single vel yes\n",
          file);
    const char *model = "hertz", *damping = "";
    if (d->kind == LT_DECK_LINEAR) {
        put_hooke_stiffness(file, d);
        model = "hooke/stiffness";
        damping = " absolute_damping on";
    } else if (d->damping == LT_DECK_VISCOELASTIC) {
        put_hertz_stiffness(file, d);
        model = "hertz/stiffness";
    } else {
        put_hertz(file, d);
        damping = d->has_shear && d->phi == 0 ? " tangential_damping off" : "";
    }
    const char *limit = d->no_tension ? " limitForce on" : "";
    const char *shear = d->kind == LT_DECK_LINEAR || d->has_shear ? " tangential history" : "";
    fprintf(file, "pair_style gran model %s%s%s%s\npair_coeff * *\n", model, shear, damping, limit);
    if (d->wall)
        fprintf(file, "fix wall all wall/gran model %s%s primitive type 1 xplane 0.0%s%s\n", model,
                shear, damping, limit);
    fputs("fix move all nve/sphere\n", file);
    if (d->steps)
        fprintf(file, "timestep %.*g\n", d->digits, d->dt);
    if (d->no_tension && lt_deck_has_wanted(d) && d->damping != LT_DECK_VISCOELASTIC)
        fprintf(file,
                "# warning: 'coefficientRestitution %.6g' itself gives %.3f with limitForce on\n",
                d->wanted, lt_deck_capped(lt_deck_textbook_ratio(d)));
}

const struct lt_deck_code lt_deck_liggghts = {
    .title = "LIGGGHTS",
    .comment = "#",
    .put = put_liggghts_deck,
    .axes = LT_AXES_PROJECTED,
};

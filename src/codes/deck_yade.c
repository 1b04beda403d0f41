/* SPDX-License-Identifier: GPL-3.0-or-later */
/* deck_yade.c: laws as YADE has them. */
#include "codes/deck_lines.h"

/* A contact of two equal materials has half their value. */
static void put_visc_el(FILE *file, const struct lt_deck *d) {
    fprintf(file,
            "O.materials.append(ViscElMat(density=%.*g, kn=%.*g, ks=%.*g, cn=%.*g, "
            "cs=%.*g, frictionAngle=%.*g))\n"
            "functors = ([Ip2_ViscElMat_ViscElMat_ViscElPhys()], "
            "[Law2_ScGeom_ViscElPhys_Basic()])\n"
            "# the contact takes half of what two equal materials have\n",
            d->digits, d->density, d->digits, 2 * d->kn, d->digits, 2 * d->ks, d->digits, 2 * d->cn,
            d->digits, 2 * d->cs, d->digits, atan(d->fric));
    if (lt_deck_has_wanted(d))
        fprintf(file,
                "# warning: ViscElMat(tc=..., en=%.6g, et=...) would give %.3f, against a wall "
                "%.3f\n",
                d->wanted, lt_deck_capped(lt_deck_textbook_ratio(d)),
                lt_deck_capped(lt_deck_textbook_ratio(d) / sqrt(2)));
}

static void put_frict_visco(FILE *file, const struct lt_deck *d) {
    if (d->cs > 0) {
        *d->why =
            "YADE's linear law with a dashpot that may pull, CundallStrackVisco, has no shear "
            "dashpot; with 'dp_mode: no-tension' the other one, ViscEl, is written";
        return;
    }
    double young = d->kn * (d->wall ? 1 / d->radius : 0.5 / d->radius + 0.5 / d->radius_b);
    fprintf(file,
            "O.materials.append(FrictViscoMat(density=%.*g, young=%.*g, poisson=%.*g, "
            "betan=%.*g, frictionAngle=%.*g))\n"
            "functors = ([Ip2_FrictViscoMat_FrictViscoMat_FrictViscoPhys()],\n"
            "            [Law2_ScGeom_FrictViscoPhys_CundallStrackVisco()])\n"
            "# warning: its dashpot sees the velocity times (r1 + r2)/(r1 + r2 - overlap): a "
            "little too strong\n",
            d->digits, d->density, d->digits, young, d->digits, d->ks / d->kn, d->digits, d->ratio,
            d->digits, atan(d->fric));
}

static void put_frict(FILE *file, const struct lt_deck *d, const char *label, double young) {
    fprintf(file,
            "O.materials.append(FrictMat(label='%s', density=%.*g, young=%.*g, poisson=%.*g, "
            "frictionAngle=%.*g))\n",
            label, d->digits, d->density, d->digits, young, d->digits, d->poisson, d->digits,
            atan(d->fric));
}

/* At a wall both radii are taken to be the sphere's, so R* is half of what it is: a stiffer wall
 * makes up for it, 1 + 1/x = 2/sqrt(2). */
static void put_mindlin(FILE *file, const struct lt_deck *d) {
    if (d->wall)
        put_frict(file, d, "wall", d->young / (sqrt(2) - 1));
    put_frict(file, d, "grain", d->young);
    fprintf(file,
            "functors = ([Ip2_FrictMat_FrictMat_MindlinPhys(betan=%.*g, betas=%.*g)],\n"
            "            [Law2_ScGeom_MindlinPhys_Mindlin()])\n",
            d->digits, d->ratio / sqrt(1.2), d->digits, 0.5 * d->phi);
    if (d->wall)
        fputs("# utils.wall(..., material='wall'): of the grains' own it would be 0.707 of Hertz' "
              "stiffness\n",
              file);
    if (lt_deck_has_wanted(d) && d->wanted > 0.92)
        fputs("# warning: en=... is a fit that is too low above 0.92; betan is exact\n", file);
}

static void put_yade_deck(FILE *file, const struct lt_deck *d) {
    if (d->kind == LT_DECK_HERTZ)
        put_mindlin(file, d);
    else if (d->no_tension)
        put_visc_el(file, d);
    else
        put_frict_visco(file, d);
    fputs("O.engines = [ForceResetter(),\n"
          "             InsertionSortCollider([Bo1_Sphere_Aabb(), Bo1_Wall_Aabb()]),\n"
          "             InteractionLoop([Ig2_Sphere_Sphere_ScGeom(), Ig2_Wall_Sphere_ScGeom()], "
          "*functors),\n"
          "             NewtonIntegrator(damping=0)]\n"
          "# warning: NewtonIntegrator's own damping is 0.2 unless it is said to be 0\n",
          file);
    if (d->steps)
        fprintf(file, "O.dt = %.*g\n", d->digits, d->dt);
}

const struct lt_deck_code lt_deck_yade = {
    .title = "YADE",
    .comment = "#",
    .put = put_yade_deck,
    .lever = LT_LEVER_SCALED,
    .axes = LT_AXES_END,
};

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* deck_woo.c: laws as Woo has them, which was read about and not run. */
#include "codes/deck_lines.h"

#include "base/arena.h"
#include "base/choice.h"
#include "registry/laws.h"
#include "setup/setup.h"

/* Writes the beginning of a material of Woo; CLASS is its Python class. For two materials Woo
 * combines E by kn = A/(lA/E + lB/E), the ratio kt/kn, and friction; with equal materials the
 * combination is the value itself. */
static void put_woo_material(FILE *file, const struct lt_deck *d, const char *class) {
    fprintf(file, "mat=woo.dem.%s(density=%.10g,young=%.10g,ktDivKn=%.10g,tanPhi=%.10g", class,
            d->density, lt_deck_parts_get(d, "young"), lt_deck_parts_get(d, "ktDivKn"),
            lt_deck_friction(d));
}

/* A switch of the law as a word of Python. */
static const char *flag_of(const struct lt_deck *d, const char *param) {
    return lt_deck_parts_get(d, param) > 0.5 ? "True" : "False";
}

/* The word of a choice of the law; Woo uses the same words. */
static const char *woo_word(const struct lt_deck *d, const char *param) {
    const struct lt_law *law = d->made.setup->program->law;
    char word[64];
    if (!lt_choice_word(law->params[lt_laws_param(law, param)].choices, lt_deck_parts_get(d, param),
                        word, sizeof word))
        return "";
    return lt_arena_print(d->arena, "%s", word);
}

/* Writes Woo's ideal elastic-plastic law, or sets *d->why if its moment of rolling, which Woo
 * computes differently, matters. */
static void put_idealelpl(FILE *file, const struct lt_deck *d) {
    const double twist = lt_deck_parts_get(d, "twistTanPhi");
    const bool twists = lt_deck_parts_get(d, "relTwistStiff") > 0 && isfinite(twist) && twist > 0;
    if (lt_deck_parts_get(d, "relRollStiff") > 0 &&
        (lt_deck_parts_get(d, "rollTanPhi") > 0 || twists)) {
        *d->why = "Woo's moment of rolling is cleared in each step, so that it vanishes with the "
                  "time step: lines can be written with relRollStiff 0";
        return;
    }
    put_woo_material(file, d, "FrictMat");
    fprintf(file,
            ")\ncp2=Cp2_FrictMat_FrictPhys()\n"
            "law2=Law2_L6Geom_FrictPhys_IdealElPl(iniEqlb=%s,noSlip=%s,noBreak=%s,noFrict=%s) # "
            "both for the ContactLoop\n",
            flag_of(d, "iniEqlb"), flag_of(d, "noSlip"), flag_of(d, "noBreak"),
            flag_of(d, "noFrict"));
}

/* Writes Woo's elastic law of six degrees of freedom. Woo divides kn and kt by its charLen (SI) to
 * get the stiffnesses of twisting and rolling, so the divisor is l, 1/l or 1/l^2 where this law has
 * k/l, k l or k l^2 (rotation: 2, 1 or 0). */
static void put_linel6(FILE *file, const struct lt_deck *d) {
    const double l = lt_deck_parts_get(d, "charLen"), form = lt_deck_parts_get(d, "rotation");
    const double divisor = form > 1.5 ? l : 1 / (form > 0.5 ? l : l * l);
    put_woo_material(file, d, "FrictMat");
    fputs(")\ncp2=Cp2_FrictMat_FrictPhys()\nlaw2=Law2_L6Geom_FrictPhys_LinEl6(charLen=", file);
    fprintf(file, isfinite(divisor) ? "%.10g" : "float('inf')", divisor);
    fputs(") # both for the ContactLoop\n# its charLen is kn over the stiffness of twist, in SI\n",
          file);
}

/* Writes Woo's law for concrete, or sets *d->why if the law has features that Woo's lacks. */
static void put_concrete(FILE *file, const struct lt_deck *d) {
    static const char *const rates[] = {"dmgTau", "dmgRateExp", "plTau", "plRateExp"};
    const bool bond = lt_deck_parts_get(d, "cohesive") > 0.5;
    if (lt_deck_parts_get(d, "isoPrestress") != 0)
        *d->why = "Woo's isoPrestress does not strain the bond beforehand: it is another one";
    if (lt_deck_parts_get(d, "equivStrainShearContrib") > 0)
        *d->why = "Woo's concrete is not damaged by shear: equivStrainShearContrib is 0";
    if (*d->why)
        return;
    put_woo_material(file, d, "ConcreteMat");
    fprintf(file, ",sigmaT=%.10g,epsCrackOnset=%.10g,relDuctility=%.10g,damLaw='%s',neverDamage=%s",
            lt_deck_parts_get(d, "sigmaT"), lt_deck_parts_get(d, "epsCrackOnset"),
            lt_deck_parts_get(d, "relDuctility"), woo_word(d, "damLaw"), flag_of(d, "neverDamage"));
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++)
        fprintf(file, ",%s=%.10g", rates[i], lt_deck_parts_get(d, rates[i]));
    fprintf(file,
            ")\ncp2=Cp2_ConcreteMat_ConcretePhys(cohesiveThresholdStep=%d)\n"
            "law2=Law2_L6Geom_ConcretePhys(yieldSurfType='%s',yieldLogSpeed=%.10g,"
            "omegaThreshold=%.10g,epsSoft=%.10g,relKnSoft=%.10g) # both for the ContactLoop\n",
            bond ? -1 : 0, woo_word(d, "yieldSurfType"), lt_deck_parts_get(d, "yieldLogSpeed"),
            lt_deck_parts_get(d, "omegaThreshold"), lt_deck_parts_get(d, "epsSoft"),
            lt_deck_parts_get(d, "relKnSoft"));
    /* Remarks on behaviour of Woo's law that is different or unexpected. */
    if (bond && lt_deck_parts_get(d, "omegaThreshold") >= 1)
        fputs("# warning: its bond ends where omega exceeds omegaThreshold, which exponential "
              "damage never does with 1\n",
              file);
    if (lt_deck_parts_get(d, "plTau") > 0)
        fputs("# warning: it forgets the plastic shear strain, so that viscous slip depends on the "
              "time step\n",
              file);
}

/* Writes Woo's Hertz law, or sets *d->why if its moduli or restitution cannot express this one. */
static void put_woo_hertz(FILE *file, const struct lt_deck *d) {
    double en = lt_deck_textbook(d->ratio);
    if (!(en > 0) || !(en < 1)) {
        *d->why = "Woo's Hertz law computes its dashpot from a restitution en between 0 and 1; "
                  "with this dashpot the particles do not separate";
        return;
    }
    if (d->has_shear && (*d->why = lt_deck_refuse_moduli(d)))
        return;
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
    if (d->no_tension && lt_deck_has_wanted(d))
        fprintf(file, "# warning: en=%.6g itself gives %.3f: noAttraction is on\n", d->wanted,
                lt_deck_capped(lt_deck_textbook_ratio(d)));
}

/* Writes the lines for Woo, or sets *d->why if it has no such law. */
static void put_woo_deck(FILE *file, const struct lt_deck *d) {
    if (lt_deck_law_named(d, "idealelpl"))
        put_idealelpl(file, d);
    else if (lt_deck_law_named(d, "linel6"))
        put_linel6(file, d);
    else if (lt_deck_law_named(d, "concrete"))
        put_concrete(file, d);
    else
        put_woo_hertz(file, d);
    if (d->steps)
        fprintf(file, "S.dt=%.10g\n", d->dt);
}

static const struct lt_deck_choice choices_woo[] = {{NULL, NULL, "slip", "memoryless"},
                                                    {NULL, NULL, "softStrain", "total"},
                                                    {NULL, NULL, NULL, NULL}};

const struct lt_deck_code lt_deck_woo = {
    .title = "Woo",
    .comment = "#",
    .put = put_woo_deck,
    .linear = "its linear law, 'idealelpl', has no dashpot",
    .laws = "idealelpl linel6 concrete",
    .choices = choices_woo,
};

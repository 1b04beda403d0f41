/* SPDX-License-Identifier: GPL-3.0-or-later */
/* deck_yade.c: laws as YADE has them. */
#include "codes/deck_lines.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

/* Writes YADE's linear law with tensile cut-off, SI units. A contact of two equal materials has
 * half of their values, so all are doubled. */
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

/* Young's modulus (Pa) for which YADE computes the normal stiffness kn: kn times the mean of the
 * inverse radii, at a wall kn over the radius. */
static double young_of(const struct lt_deck *d) {
    return d->kn * (d->wall ? 1 / d->radius : 0.5 / d->radius + 0.5 / d->radius_b);
}

/* Writes YADE's linear law without tensile cut-off, or sets *d->why if the law has a shear dashpot.
 */
static void put_frict_visco(FILE *file, const struct lt_deck *d) {
    if (d->cs > 0) {
        *d->why = "YADE's linear law without tensile cut-off, CundallStrackVisco, has no shear "
                  "dashpot; with 'dp_mode: no-tension' the other one, ViscEl, is written";
        return;
    }
    fprintf(file,
            "O.materials.append(FrictViscoMat(density=%.*g, young=%.*g, poisson=%.*g, "
            "betan=%.*g, frictionAngle=%.*g))\n"
            "functors = ([Ip2_FrictViscoMat_FrictViscoMat_FrictViscoPhys()],\n"
            "            [Law2_ScGeom_FrictViscoPhys_CundallStrackVisco()])\n"
            "# warning: its dashpot sees the velocity times (r1 + r2)/(r1 + r2 - overlap): a "
            "little too strong\n",
            d->digits, d->density, d->digits, young_of(d), d->digits, d->ks / d->kn, d->digits,
            d->ratio, d->digits, atan(d->fric));
}

/* Writes a frictional material with this label and Young's modulus (Pa). */
static void put_frict(FILE *file, const struct lt_deck *d, const char *label, double young) {
    fprintf(file,
            "O.materials.append(FrictMat(label='%s', density=%.*g, young=%.*g, poisson=%.*g, "
            "frictionAngle=%.*g))\n",
            label, d->digits, d->density, d->digits, young, d->digits, d->poisson, d->digits,
            atan(d->fric));
}

/* Writes YADE's Luding contact. Two equal materials combine to their own value, so each gets the
 * contact's. */
static void put_luding(FILE *file, const struct lt_deck *d) {
    fprintf(file,
            "O.materials.append(LudingMat(density=%.*g, k1=%.*g, kp=%.*g, kc=%.*g, ks=%.*g, "
            "G0=%.*g, PhiF=%.*g, frictionAngle=%.*g))\n"
            "functors = ([Ip2_LudingMat_LudingMat_LudingPhys()], "
            "[Law2_ScGeom_LudingPhys_Basic()])\n",
            d->digits, d->density, d->digits, lt_deck_parts_get(d, "kn1"), d->digits,
            lt_deck_parts_get(d, "kn2"), d->digits, lt_deck_parts_get(d, "kc"), d->digits, d->ks,
            d->digits, d->cn, d->digits, lt_deck_parts_get(d, "phi_f"), d->digits, atan(d->fric));
}

/* Writes YADE's law of jointed cohesive frictional bonds. Its strengths are stresses (Pa) on a
 * circle with the smaller sphere's radius, its stiffnesses follow from a modulus (Pa) and the ratio
 * of shear to normal stiffness. */
static void put_jcfpm(FILE *file, const struct lt_deck *d) {
    const double area = M_PI * pow(fmin(d->radius, d->radius_b), 2);
    fprintf(file,
            "O.materials.append(JCFpmMat(density=%.*g, young=%.*g, poisson=%.*g, "
            "frictionAngle=%.*g, tensileStrength=%.*g, cohesion=%.*g, type=1))\n"
            "functors = ([Ip2_JCFpmMat_JCFpmMat_JCFpmPhys(cohesiveTresholdIteration=2000000000)],\n"
            "            [Law2_ScGeom_JCFpmPhys_JointedCohesiveFrictionalPM()])\n"
            "# bonds are made where spheres overlap for the first time, and rest at that overlap\n",
            d->digits, d->density, d->digits, young_of(d), d->digits, d->ks / d->kn, d->digits,
            atan(d->fric), d->digits, lt_deck_parts_get(d, "cb_tenf") / area, d->digits,
            lt_deck_parts_get(d, "cb_shearf") / area);
}

/* Writes YADE's cohesive-frictional law; returns why that is impossible, or NULL. Its strengths are
 * stresses (Pa) on the square of the smaller radius; its stiffnesses of rolling and twisting (N
 * m/rad) are multiples, alphaKr and alphaKtw, of ks times both radii. */
static const char *put_cohfrict(FILE *file, const struct lt_deck *d) {
    const double turn = d->ks * d->radius * d->radius_b, twist = lt_deck_parts_get(d, "cb_kt"),
                 bend = lt_deck_parts_get(d, "cb_kb"), area = pow(fmin(d->radius, d->radius_b), 2);
    if (!(turn > 0) && (twist > 0 || bend > 0))
        return "YADE's CohFrict has stiffnesses of twisting and rolling over that of shear, which "
               "is "
               "0";
    fprintf(file,
            "O.materials.append(CohFrictMat(density=%.*g, young=%.*g, poisson=%.*g, "
            "frictionAngle=%.*g, normalCohesion=%.*g, shearCohesion=%.*g, isCohesive=True, "
            "fragile=True, momentRotationLaw=%s, alphaKr=%.*g, alphaKtw=%.*g, etaRoll=-1, "
            "etaTwist=-1))\n"
            "functors = ([Ip2_CohFrictMat_CohFrictMat_CohFrictPhys(setCohesionNow=True)],\n"
            "            [Law2_ScGeom6D_CohFrictPhys_CohesionMoment(useIncrementalForm=True)])\n"
            "# bonds are made in the first step in which spheres overlap, and press by all of it\n",
            d->digits, d->density, d->digits, young_of(d), d->digits, d->ks / d->kn, d->digits,
            atan(d->fric), d->digits, lt_deck_parts_get(d, "cb_tenf") / area, d->digits,
            lt_deck_parts_get(d, "cb_shearf") / area, turn > 0 ? "True" : "False", d->digits,
            turn > 0 ? bend / turn : 0, d->digits, turn > 0 ? twist / turn : 0);
    return NULL;
}

/* Writes YADE's Mindlin contact, or sets *d->why to the reason why that is impossible. */
static void put_mindlin(FILE *file, const struct lt_deck *d) {
    if (d->has_shear && (*d->why = lt_deck_refuse_moduli(d)))
        return;
    /* At a wall YADE takes both radii to be the sphere's: R* is half of its value, and Hertz'
     * stiffness is too small by sqrt(2). A wall stiffer by x compensates: E* grows by 2/(1 + 1/x) =
     * sqrt(2), hence x = 1/(sqrt(2) - 1). */
    if (d->wall)
        put_frict(file, d, "wall", d->young / (sqrt(2) - 1));
    put_frict(file, d, "grain", d->young);
    const bool turns = d->turn_most > 0 || d->turn_stiffness > 0 || d->twist_stiffness > 0;
    /* YADE's dashpot is 2 betan sqrt(m k) of the tangent stiffness k, a Tsuji dashpot sqrt(5) ratio
     * sqrt(m 2 k/3) of the secant one, hence betan = ratio sqrt(5/6) = ratio/sqrt(1.2). The shear
     * dashpot has the factor phi = 2 betas. */
    fprintf(file, "functors = ([Ip2_FrictMat_FrictMat_MindlinPhys(betan=%.*g, betas=%.*g",
            d->digits, d->ratio / sqrt(1.2), d->digits, 0.5 * d->phi);
    if (d->pull > 0)
        fprintf(file, ", gamma=%.*g", d->digits, d->wall ? d->pull : d->pull / 2);
    if (turns)
        fprintf(file, ", krot=%.*g, eta=%.*g, ktwist=%.*g", d->digits, d->turn_stiffness, d->digits,
                d->wall ? d->turn_most / 2 : d->turn_most, d->digits, d->twist_stiffness);
    fprintf(file, ")],\n            [Law2_ScGeom_MindlinPhys_Mindlin(%s%s%s)])\n",
            d->pull > 0 ? "includeAdhesion=True" : "", d->pull > 0 && turns ? ", " : "",
            turns ? "includeMoment=True" : "");
    if (d->pull > 0)
        fputs("# its gamma is half of the work of adhesion\n", file);
    if (d->wall)
        fputs("# utils.wall(..., material='wall'): of the grains' own it would be 0.707 of Hertz' "
              "stiffness\n",
              file);
    if (lt_deck_has_wanted(d) && d->wanted > 0.92)
        fputs("# warning: en=... is a fit that is too low above 0.92; betan is exact\n", file);
}

/* ---- A contact made of parts ----------------------------------------------------------------- */

/* Why YADE has no such linear law; NULL: it has. DRAG holds the viscosities of the law. */
static const char *refuse_linear(const struct lt_deck *d, const struct lt_deck_drag *drag) {
    if (drag->by_root > 0)
        return "YADE's linear laws have no dashpot that depends on the contact radius";
    if (d->has_shear && !lt_deck_parts_is(d, "tangential", "linear"))
        return "YADE's linear laws have 'tangential: linear'";
    if (!lt_deck_parts_is(d, "rolling", "none") || !lt_deck_parts_is(d, "twisting", "none"))
        return "YADE's linear laws that lawtester knows have no moments";
    return NULL;
}

/* Why YADE's Luding contact does not have this law; NULL: it has. DRAG holds the viscosities of the
 * law. */
static const char *refuse_luding(const struct lt_deck *d, const struct lt_deck_drag *drag) {
    const char *why = refuse_linear(d, drag);
    if (why)
        return why;
    if (d->wall)
        return "YADE takes a wall for a sphere of the same radius: its Luding contact there is "
               "another one";
    if (lt_deck_parts_get(d, "pull_off") > 0)
        return "YADE's Luding contact has no constant pull";
    if (!(lt_deck_parts_get(d, "kn2") > lt_deck_parts_get(d, "kn1")))
        return "YADE's Luding contact needs kp above k1: without hysteresis it is FrictMat's, "
               "'normal: linear'";
    if (d->has_shear && !(fabs(d->cs - d->cn) <= 1e-9 * d->cn))
        return "YADE's Luding contact has the same dashpot in shear: tangential_ratio is 1";
    return NULL;
}

/* Why YADE's Mindlin contact does not have this law; NULL: it has. DRAG holds the viscosities of
 * the law. */
static const char *refuse_mindlin(const struct lt_deck *d, const struct lt_deck_drag *drag) {
    if (drag->constant > 0 || drag->by_root > 0)
        return "YADE's Mindlin contact has a dashpot as 'damping: tsuji'";
    if (d->pull > 0 && drag->alpha > 0)
        return "YADE's Mindlin contact clips its dashpot beside a pull: no damping";
    if (d->pull > 0 && lt_deck_parts_get(d, "pull_range") > 0)
        return "YADE's pull ends at touch: no pull_range";
    if (d->has_shear && !lt_deck_parts_is(d, "tangential", "tangent"))
        return "YADE's Mindlin contact has a force of increments: 'tangential: tangent'";
    if (lt_deck_parts_get(d, "tangential_ratio") > 0 && drag->alpha > 0 && !(d->phi > 0))
        return "YADE's Mindlin contact has a tangential dashpot by phi: no tangential_ratio";
    if (d->pull > 0 && d->turn_most > 0)
        return "YADE's limit of rolling leaves the pull out, that of friction counts it: no "
               "rolling beside dmt";
    if (lt_deck_parts_get(d, "roll_viscosity") > 0)
        return "YADE's Mindlin contact has no dashpot of rolling";
    return NULL;
}

/* True if friction begins one step after a bond breaks, as in YADE's JCFpm; false if it begins at
 * once, as in CohFrict. */
static bool is_late(const struct lt_deck *d) {
    return lt_deck_parts_get(d, "after_break") > 0.5;
}

/* Why YADE's bonds do not have this law; NULL: they have. DRAG holds the viscosities of the law. */
static const char *refuse_bond(const struct lt_deck *d, const struct lt_deck_drag *drag) {
    const char *why = refuse_linear(d, drag);
    if (why)
        return why;
    if (d->wall)
        return "YADE takes a wall for a sphere of the same radius: its bond there is another one";
    if (drag->constant > 0)
        return "YADE's bonds have no dashpot";
    if (fabs(lt_deck_parts_get(d, "cb_fa") - atan(d->fric)) > 1e-9)
        return "YADE's bonds have one angle of friction, bonded or not: cb_fa is atan(fric)";
    const double pull = lt_deck_parts_get(d, "cb_tenf");
    if (!is_late(d) && strcmp(d->name, "cohfrict") != 0 &&
        d->fric * pull > lt_deck_parts_get(d, "cb_shearf") * (1 + 1e-9))
        return "YADE's CohFrict does not break in shear by tension alone: 'name: cohfrict' does "
               "neither";
    if (is_late(d) && (lt_deck_parts_get(d, "cb_kt") > 0 || lt_deck_parts_get(d, "cb_kb") > 0))
        return "YADE's JCFpm has no moments; CohFrict, 'after_break: at-once', has";
    return NULL;
}

/* Why YADE has no such composed law; NULL: it has. */
static const char *refuse_parts_yade(const struct lt_deck *d) {
    const struct lt_deck_drag drag = lt_deck_parts_drag(d);
    const bool linear = lt_deck_parts_is(d, "normal", "linear");
    if (drag.other)
        return "YADE has no dashpot that depends on the normal force";
    if (!lt_deck_parts_is(d, "normal", "hertz") && !lt_deck_parts_is(d, "cohesion", "none"))
        return "YADE's dmt is beside Hertz' contact alone";
    return !lt_deck_parts_is(d, "bond", "none")      ? refuse_bond(d, &drag)
           : linear                                  ? refuse_linear(d, &drag)
           : lt_deck_parts_is(d, "normal", "luding") ? refuse_luding(d, &drag)
                                                     : refuse_mindlin(d, &drag);
}

static const struct lt_deck_words parts_yade[] = {
    {"normal", "linear hertz luding"},
    {"cohesion", "dmt"},
    {"damping", "constant tsuji viscoelastic mass-velocity restitution critical"},
    {"tangential", "linear tangent"},
    {"rolling", "hertz-moment"},
    {"twisting", "hertz-moment"},
    {"bond", "contact"},
    {NULL, NULL}};
static const struct lt_deck_choice choices_yade[] = {
    {"bond", "contact", "after_break", "at-once next-step"},
    {"bond", "contact", "bond_made", "touch"},
    {"cohesion", "dmt", "cap_by", "pull-once"},
    {"normal", "hertz", "cap_by", "total"},
    {NULL, NULL, "cap_by", "absolute"},
    {"normal", "luding", "dp_mode", "full"},
    {"normal", "hertz", "dp_mode", "no-tension"},
    {NULL, NULL, "dp_mode", "full no-tension"},
    {NULL, NULL, "kt_update", "end"},
    {NULL, NULL, "cap_on", "elastic"},
    {NULL, NULL, "slip_dashpot", "dropped"},
    {NULL, NULL, "memory", "lagged"},
    {NULL, NULL, NULL, NULL}};

/* ---- The whole ------------------------------------------------------------------------------- */

/* Writes the lines for YADE with its engines, or sets *d->why if it has no such law. */
static void put_yade_deck(FILE *file, const struct lt_deck *d) {
    const bool made = d->kind == LT_DECK_PARTS,
               bond = made && lt_deck_parts_is(d, "bond", "contact");
    const char *geometry = bond && !is_late(d) ? "6D" : "";
    if (made && (*d->why = refuse_parts_yade(d)))
        return;
    /* Bonds come before the normal part, as they replace it: CohFrict and JCFpm have springs of
     * their own. */
    if (bond && !is_late(d))
        *d->why = put_cohfrict(file, d);
    else if (bond)
        put_jcfpm(file, d);
    else if (made && lt_deck_parts_is(d, "normal", "luding"))
        put_luding(file, d);
    else if (made && lt_deck_parts_is(d, "normal", "hertz"))
        put_mindlin(file, d);
    else if (d->kind == LT_DECK_HERTZ)
        put_mindlin(file, d);
    else if (d->no_tension)
        put_visc_el(file, d);
    else
        put_frict_visco(file, d);
    /* Bonds with moments need the geometry of six degrees of freedom. */
    fprintf(file,
            "O.engines = [ForceResetter(),\n"
            "             InsertionSortCollider([Bo1_Sphere_Aabb(), Bo1_Wall_Aabb()]),\n"
            "             InteractionLoop([Ig2_Sphere_Sphere_ScGeom%s(), "
            "Ig2_Wall_Sphere_ScGeom%s()], "
            "*functors),\n"
            "             NewtonIntegrator(damping=%.*g)]\n"
            "# warning: NewtonIntegrator's own damping is 0.2 unless it is said to be %.*g\n",
            geometry, geometry, d->digits, d->damping_of_bodies, d->digits, d->damping_of_bodies);
    if (d->steps)
        fprintf(file, "O.dt = %.*g\n", d->digits, d->dt);
}

/* ---- Several types --------------------------------------------------------------------------- */

static const char grain[] = "O.materials.append(FrictMat(label='grain', ",
                  contact_law[] = "functors = ([Ip2_FrictMat_FrictMat_MindlinPhys(";

/* The number of "NAME=number" in a list of arguments, which commas or the bracket end; NAN: there
 * is none. */
static double argument(const char *arguments, const char *name) {
    const size_t length = strlen(name);
    for (const char *at = arguments; at && *at; at = strpbrk(at, ",)")) {
        at += strspn(at, ",) ");
        if (strncmp(at, name, length) == 0 && at[length] == '=')
            return strtod(at + length + 1, NULL);
    }
    return NAN;
}

/* Writes a MatchMaker for NAME: its value for each pair of types, taken from the line of that pair
 * that begins with HEAD. */
static void put_matches(FILE *file, const struct lt_deck_types *t, const char *head,
                        const char *name) {
    fprintf(file, "%s=MatchMaker(matches=(", name);
    for (size_t k = 0; k < t->n_pairs; k++)
        fprintf(file, "%s(%zu, %zu, %.10g)", k ? ", " : "", t->pairs[k].type[0],
                t->pairs[k].type[1],
                argument(lt_deck_types_after(t->pairs[k].lines, head, t->arena),
                         name[0] == 'f' ? "frictionAngle" : name));
    fputs("))", file);
}

/* Writes several materials. YADE combines the moduli of two materials as Hertz' contact does; the
 * other numbers are given by a MatchMaker for each pair. Returns why that is impossible, or NULL.
 */
static const char *put_types_yade(FILE *file, const struct lt_deck_types *t) {
    /* Moduli (Pa) and Poisson's ratios as the lines of each pair have them. */
    double *young = lt_arena_get(t->arena, 2 * t->n_pairs * sizeof *young),
           *poisson = young + t->n_pairs, young_of[LT_DECK_TYPES], poisson_of[LT_DECK_TYPES];
    for (size_t k = 0; k < t->n_pairs; k++) {
        const char *material = lt_deck_types_after(t->pairs[k].lines, grain, t->arena);
        if (!material || !lt_deck_types_after(t->pairs[k].lines, contact_law, t->arena))
            return "of YADE's laws only Hertz' contact, Ip2_FrictMat_FrictMat_MindlinPhys, has its "
                   "numbers by pairs of materials; the others mix those of the materials: lines "
                   "are of one pair";
        if (t->pairs[k].wall)
            return "YADE takes a wall for a sphere of the same radius: no material of it has the "
                   "stiffness of this contact with several types: lines are of one pair";
        young[k] = argument(material, "young"), poisson[k] = argument(material, "poisson");
    }
    /* Materials whose combinations give the moduli of all pairs. */
    const char *why = lt_deck_types_moduli(t, young, poisson, young_of, poisson_of), *line;
    for (size_t i = 0; i < t->n && !why; i++) {
        const struct lt_deck_typed *like = lt_deck_types_pair(t, i, i);
        fprintf(
            file,
            "O.materials.append(FrictMat(label='%s', density=%.10g, young=%.10g, poisson=%.10g, "
            "frictionAngle=%.10g))\n",
            t->word[i], like->density[0], young_of[i], poisson_of[i],
            argument(lt_deck_types_after(like->lines, grain, t->arena), "frictionAngle"));
    }
    /* The lines of the first pair are the template: material lines are replaced by those above,
     * arguments of the contact law by matches, all others are copied. */
    for (const char *text = t->first->lines;
         !why && (line = lt_deck_types_line(&text, t->arena));) {
        if (strncmp(line, grain, strlen(grain)) == 0)
            continue;
        if (strncmp(line, contact_law, strlen(contact_law)) != 0) {
            fprintf(file, "%s\n", line);
            continue;
        }
        fputs(contact_law, file);
        put_matches(file, t, grain, "frictAngle");
        for (const char *at = line + strlen(contact_law); *at && *at != ')';
             at += strcspn(at, ",)"), at += strspn(at, ", ")) {
            fputs(", ", file);
            put_matches(file, t, contact_law,
                        lt_arena_print(t->arena, "%.*s", (int)strcspn(at, "="), at));
        }
        fputs(")],\n", file);
    }
    lt_deck_types_put_comments(file, t);
    return why;
}

const struct lt_deck_code lt_deck_yade = {
    .title = "YADE",
    .comment = "#",
    .put = put_yade_deck,
    .lever = LT_LEVER_SCALED,
    .axes = LT_AXES_END,
    .history = LT_HISTORY_FIRST_ORDER,
    .levels = LT_LEVELS_YADE,
    .damps = true,
    .parts = parts_yade,
    .choices = choices_yade,
    .put_types = put_types_yade,
};

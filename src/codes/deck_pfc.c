/* SPDX-License-Identifier: GPL-3.0-or-later */
/* deck_pfc.c: laws as PFC has them, which was read about and not run. */
#include "codes/deck_lines.h"

/* Factor from a damping ratio by the effective mass to PFC's, which is by the masses of both balls,
 * though one is fixed: the viscosity ratio sqrt(m k) is to be the same. NAN: a mass is unknown. */
static double by_both(const struct lt_deck *d) {
    return sqrt(d->m_eff / d->m_both);
}

/* Why PFC's damping ratios cannot be computed; NULL: they can. */
static const char *refuse_masses(const struct lt_deck *d) {
    return isnan(by_both(d)) && (d->cn > 0 || d->cs > 0 || d->alpha > 0 || d->phi > 0)
               ? "PFC's dashpot depends on the masses of both balls, even if one is fixed: that "
                 "one "
                 "needs a density or a mass too"
               : NULL;
}

/* Writes the damping ratios RATIO (normal) and SRATIO (shear), fractions of critical damping by the
 * effective mass, and the mode of the dashpots: 1 for tensile cut-off, 2 for no shear dashpot while
 * slipping, 3 for both. */
static void put_ratios(FILE *file, const struct lt_deck *d, double ratio, double sratio) {
    const double by = d->cn > 0 || d->cs > 0 || d->alpha > 0 || d->phi > 0 ? by_both(d) : 1;
    fprintf(file, "    dp_nratio %.10g dp_sratio %.10g dp_mode %d", by * ratio, by * sratio,
            d->no_tension + 2 * d->slip_cut);
}

/* Writes PFC's Hertz model. Its dashpot is 2 dp_nratio sqrt(m k) of the tangent stiffness k; this
 * law's, sqrt(5) ratio sqrt(m k), is of the secant one, 2/3 of it: 2 sqrt(3/2) / sqrt(5) =
 * sqrt(1.2). */
static void put_pfc_hertz(FILE *file, const struct lt_deck *d) {
    fprintf(file, "model hertz property hz_shear %.10g hz_poiss %.10g fric %.10g ...\n",
            d->young / (2 * (1 + d->poisson)), d->poisson, lt_deck_friction(d));
    put_ratios(file, d, d->ratio / sqrt(1.2), d->sratio);
    fputs(d->has_shear && d->spring == LT_DECK_RESCALE ? " hz_mode 1\n" : "\n", file);
}

/* Writes PFC's Burgers model, stiffnesses and viscosities in SI units. */
static void put_burger(FILE *file, const struct lt_deck *d) {
    static const char *const names[] = {"bur_knk", "bur_cnk", "bur_knm", "bur_cnm",
                                        "bur_ksk", "bur_csk", "bur_ksm", "bur_csm"};
    bool absent = false;
    fputs("model burger property", file);
    for (int i = 0; i < 8; i++) {
        const double value = lt_deck_parts_get(d, names[i]);
        fprintf(file, "%s%s %.10g", i % 4 ? " " : " ...\n    ", names[i], value);
        absent |= !(value > 0);
    }
    fprintf(file, " ...\n    bur_fric %.10g bur_mode %.0f\n", lt_deck_friction(d),
            lt_deck_parts_get(d, "bur_mode"));
    if (absent)
        fputs("; warning: 0 means no spring or dashpot; the equations that "
              "PFC publishes divide by it\n",
              file);
}

/* ---- A contact made of parts ----------------------------------------------------------------- */

/* True if the composed law has a bond. */
static bool has_bond(const struct lt_deck *d) {
    return !lt_deck_parts_is(d, "bond", "none");
}

/* Why PFC does not have this law's rolling spring; NULL: it has. PFC computes its stiffness itself,
 * ks R*^2 (N m/rad). */
static const char *refuse_rolling(const struct lt_deck *d) {
    const double has = d->ks * d->r_eff * d->r_eff;
    if (lt_deck_parts_get(d, "fric_roll") > 0 && !(fabs(d->turn_stiffness - has) <= 1e-9 * has))
        return "PFC's rolling spring has the stiffness ks R*^2: roll_stiffness is ks*r_eff^2";
    if (lt_deck_parts_get(d, "roll_viscosity") > 0)
        return "PFC's rolling spring has no dashpot: roll_viscosity is 0";
    return NULL;
}

/* Why PFC does not have this law's bond; NULL: it has. */
static const char *refuse_pfc_bond(const struct lt_deck *d) {
    if (lt_deck_parts_get(d, "bond_made") == 1)
        return "PFC's bonds are made by a command, 'bond_made: start', and not at touch";
    if (!lt_deck_parts_is(d, "cohesion", "none") || !lt_deck_parts_is(d, "rolling", "none"))
        return "PFC's bonded models have neither attraction nor rolling resistance: 'cohesion: "
               "none', 'rolling: none'";
    if (lt_deck_parts_get(d, "cb_fa") > 0)
        return "the shear strength of PFC's contact bond does not depend on the normal force: "
               "cb_fa is 0";
    if (lt_deck_parts_get(d, "cb_kt") > 0 || lt_deck_parts_get(d, "cb_kb") > 0)
        return "PFC's contact bond has no moments: cb_kt and cb_kb are 0";
    return NULL;
}

/* Why PFC does not have this composed law; NULL: it has. */
static const char *refuse_parts(const struct lt_deck *d) {
    const struct lt_deck_drag drag = lt_deck_parts_drag(d);
    if (drag.other || drag.by_root > 0)
        return "PFC's linear models have a dashpot of constant viscosity";
    if (d->has_shear && !(d->ks > 0) && d->cs > 0)
        return "PFC's shear dashpot is a share of the critical one of ks, which is 0";
    return has_bond(d) ? refuse_pfc_bond(d) : refuse_rolling(d);
}

/* Writes the properties of a contact bond or a parallel bond. Infinite strengths become 1e300, and
 * angles of friction are in degrees. */
static void put_bond(FILE *file, const struct lt_deck *d) {
    static const char *const names[] = {"pb_rmul", "pb_kn", "pb_ks", "pb_mcf", "pb_ten", "pb_coh"};
    if (lt_deck_parts_is(d, "bond", "contact")) {
        fprintf(file, " ...\n    cb_tenf %.10g cb_shearf %.10g",
                fmin(lt_deck_parts_get(d, "cb_tenf"), 1e300),
                fmin(lt_deck_parts_get(d, "cb_shearf"), 1e300));
        return;
    }
    fputs(" ...\n   ", file);
    for (int i = 0; i < 6; i++)
        fprintf(file, " %s %.10g", names[i], fmin(lt_deck_parts_get(d, names[i]), 1e300));
    fprintf(file, " pb_fa %.10g", lt_deck_parts_get(d, "pb_fa") * 180 / M_PI);
}

/* Writes a composed law as one of PFC's linear models: plain, with attraction, with rolling
 * resistance or with a bond. */
static void put_parts(FILE *file, const struct lt_deck *d) {
    const bool attracts = lt_deck_parts_is(d, "cohesion", "constant"),
               rolls = !lt_deck_parts_is(d, "rolling", "none"), bonds = has_bond(d);
    struct lt_deck of = *d;
    /* In composed laws the choice slip_dashpot says whether the shear dashpot stops in slip. */
    of.slip_cut = d->has_shear && lt_deck_parts_get(d, "slip_dashpot") < 0.5;
    fprintf(file, "model %s property kn %.10g ks %.10g fric %.10g ...\n",
            bonds      ? lt_deck_parts_is(d, "bond", "contact") ? "linearcbond" : "linearpbond"
            : attracts ? "arrlinear"
            : rolls    ? "rrlinear"
                       : "linear",
            d->kn, d->ks, d->has_shear ? lt_deck_friction(d) : 0);
    put_ratios(file, &of, d->ratio, d->ks > 0 ? d->cs / (2 * sqrt(d->m_eff * d->ks)) : 0);
    if (bonds)
        put_bond(file, d);
    if (rolls)
        fprintf(file, " ...\n    rr_fric %.10g", lt_deck_parts_get(d, "fric_roll"));
    if (attracts)
        fprintf(file, " ...\n    adh_f0 %.10g adh_d0 %.10g", lt_deck_parts_get(d, "pull_force"),
                lt_deck_parts_get(d, "pull_range"));
    fputc('\n', file);
    /* Remarks on what PFC needs besides the properties. */
    if (bonds && lt_deck_parts_get(d, "bond_made") == 0)
        fprintf(file,
                "; when the balls are where the bond is to be made, and the contact is there:\n"
                "contact method bond gap %.10g\n",
                lt_deck_parts_get(d, "bond_gap"));
    if (rolls)
        fputs("; it works out rr_kr itself, as ks R*^2\n", file);
    if (attracts && lt_deck_parts_get(d, "pull_range") > 0)
        fputs("; the contact must be there before the balls touch: a proximity of at least adh_d0 "
              "in the CMAT\n",
              file);
}

static const struct lt_deck_words parts_pfc[] = {
    {"normal", "linear"},
    {"cohesion", "constant"},
    {"damping", "constant mass-velocity restitution critical"},
    {"tangential", "linear"},
    {"rolling", "spring"},
    {"bond", "parallel contact"},
    {NULL, NULL}};
static const struct lt_deck_choice choices_pfc[] = {{NULL, NULL, "dp_mode", "full no-tension"},
                                                    {NULL, NULL, "cap_by", "elastic"},
                                                    {NULL, NULL, "cap_on", "elastic"},
                                                    {"bond", "contact", "after_break", "at-once"},
                                                    {NULL, NULL, "slip_dashpot", "dropped kept"},
                                                    {NULL, NULL, NULL, NULL}};

/* ---- The whole ------------------------------------------------------------------------------- */

/* Writes PFC's linear model. */
static void put_linear(FILE *file, const struct lt_deck *d) {
    fprintf(file, "model linear property kn %.10g ks %.10g fric %.10g ...\n", d->kn, d->ks,
            lt_deck_friction(d));
    put_ratios(file, d, d->ratio, d->sratio);
    if (d->incremental)
        fputs(" lin_mode 1", file);
    if (d->gap != 0)
        fprintf(file, " rgap %.10g", d->gap);
    fputc('\n', file);
}

/* Writes the lines for PFC, or sets *d->why if it has no such law. */
static void put_pfc_deck(FILE *file, const struct lt_deck *d) {
    const bool hertz = d->kind == LT_DECK_HERTZ, burger = lt_deck_law_named(d, "burgers");
    *d->why = refuse_masses(d);
    if (!*d->why && hertz && d->has_shear)
        *d->why = lt_deck_refuse_moduli(d);
    if (!*d->why && d->kind == LT_DECK_PARTS)
        *d->why = refuse_parts(d);
    if (*d->why)
        return;
    /* The model, then the settings that belong to the same run: damping of bodies and time step. */
    fprintf(file, "contact cmat default type %s ...\n    ", d->wall ? "ball-facet" : "ball-ball");
    (burger                     ? put_burger
     : d->kind == LT_DECK_PARTS ? put_parts
     : hertz                    ? put_pfc_hertz
                                : put_linear)(file, d);
    fprintf(file, "ball attribute damp %.10g\n", d->damping_of_bodies);
    if (d->steps)
        fprintf(file, "model mechanical timestep fix %.10g\n", d->dt);
    if (hertz)
        fputs("; hertz: the dashpot is taken to act on the tangent stiffness, 2 dp_nratio sqrt(m "
              "kn);\n; drop one ball to see that yours does\n",
              file);
    /* A common formula for the ratio does not hold with tensile cut-off, so its result is shown. */
    if (!burger && d->no_tension && lt_deck_has_wanted(d))
        fprintf(file,
                "; warning: the textbook's ratio for e_n = %.6g, %.6g, gives %.3f with a tensile "
                "cut-off\n",
                d->wanted, by_both(d) * lt_deck_textbook_ratio(d) / (hertz ? sqrt(1.2) : 1),
                lt_deck_capped(lt_deck_textbook_ratio(d)));
}

const struct lt_deck_code lt_deck_pfc = {
    .title = "PFC",
    .comment = ";",
    .put = put_pfc_deck,
    .laws = "burgers",
    .has_gap = true,
    .damps = true,
    .parts = parts_pfc,
    .choices = choices_pfc,
};

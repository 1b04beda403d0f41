/* SPDX-License-Identifier: GPL-3.0-or-later */
/* deck_liggghts.c: laws as LIGGGHTS has them. */
#include "codes/deck_lines.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

/* The ratio of tangential to normal damping in its Hertz contact. */
static const double phi_over_alpha = 0.81649658092772603; /* sqrt(2/3) */

/* Writes property NAME with its VALUE in LIGGGHTS's units si, as fix number NUMBER: moduli (names
 * with y or p) per type, all others per pair of types. */
static void put_property(FILE *file, const struct lt_deck *d, int number, const char *name,
                         double value) {
    bool pair = name[0] != 'y' && name[0] != 'p';
    fprintf(file, "fix m%d all property/global %s peratomtype%s %.*g\n", number, name,
            pair ? "pair 1" : "", d->digits, value);
}

/* Why LIGGGHTS cannot express this linear or Hertz law; NULL: it can. */
static const char *refuse_liggghts(const struct lt_deck *d) {
    if (d->kind == LT_DECK_HERTZ && d->has_shear && lt_deck_refuse_moduli(d))
        return lt_deck_refuse_moduli(d);
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

/* Writes the line that admits a modulus YOUNG (Pa) outside LIGGGHTS's range, from 5 MPa to 1 GPa.
 */
static void put_hardness(FILE *file, double young) {
    if (young > 1e9)
        fputs("hard_particles yes\n", file);
    if (young < 5e6)
        fputs("soft_particles yes\n", file);
}

/* Writes the properties of LIGGGHTS's model hertz, whose dashpot follows from a restitution. */
static void put_hertz(FILE *file, const struct lt_deck *d) {
    put_hardness(file, d->young);
    put_property(file, d, 1, "youngsModulus", d->young);
    put_property(file, d, 2, "poissonsRatio", d->poisson);
    put_property(file, d, 3, "coefficientRestitution", lt_deck_textbook(d->ratio));
    put_property(file, d, 4, "coefficientFriction", lt_deck_friction(d));
}

/* Writes the properties of hertz/stiffness: stiffnesses over the root of R* (Pa), viscosities also
 * over the effective mass (1/(m s)). Its tangential properties and friction are left at 0. */
static void put_hertz_stiffness(FILE *file, const struct lt_deck *d) {
    double root = sqrt(d->r_eff);
    put_property(file, d, 1, "kn", d->k / root);
    put_property(file, d, 2, "kt", 0);
    put_property(file, d, 3, "gamman", d->c_half / (root * d->m_eff));
    put_property(file, d, 4, "gammat", 0);
    put_property(file, d, 5, "coefficientFriction", 0);
}

/* Writes the properties of hooke/stiffness in SI units; 'gamman_abs' is a viscosity, N s/m. */
static void put_hooke_stiffness(FILE *file, const struct lt_deck *d) {
    put_property(file, d, 1, "kn", d->kn);
    put_property(file, d, 2, "kt", d->ks);
    put_property(file, d, 3, "gamman_abs", d->cn);
    put_property(file, d, 4, "gammat_abs", d->cs);
    put_property(file, d, 5, "coefficientFriction", lt_deck_friction(d));
}

/* ---- A contact made of parts ----------------------------------------------------------------- */

/* A normal model of the code and the parameters that it fixes. */
struct model {
    const char *name;
    double stiffness; /* of loading, of a plastic contact, from which its dashpot follows; 0: the
                         model is elastic */
    /* Shear stiffness, N/m, or N/m^1.5 if FOLLOWS; tangential over normal damping. NAN: free. */
    double kt, share;
    bool follows; /* the stiffnesses grow with the root of the overlap */
};

/* The normal model of LIGGGHTS that stands for the normal part of this law, with the shear
 * stiffness and share of damping that it fixes; NAN where they are free. The share sqrt(2 (1 -
 * nu)/(2 - nu)) is the root of the ratio of the stiffnesses. */
static struct model model_of(const struct lt_deck *d) {
    const double root = sqrt(d->r_eff), load = lt_deck_parts_get(d, "k_load");
    const double kt = 8 * d->shear * root, kn1 = lt_deck_parts_get(d, "kn1");
    if (lt_deck_parts_is(d, "normal", "linear"))
        return (struct model){"hooke/stiffness", 0, NAN, NAN, false};
    if (lt_deck_parts_is(d, "normal", "hertz") && d->alpha > 0)
        return (struct model){"hertz", 0, kt, sqrt(2 * (1 - d->poisson) / (2 - d->poisson)), true};
    if (lt_deck_parts_is(d, "normal", "hertz"))
        return (struct model){"hertz/stiffness", 0, NAN, NAN, true};
    if (lt_deck_parts_is(d, "normal", "eepa"))
        return (struct model){"edinburgh", load,
                              lt_deck_parts_get(d, "lu_exp") == 1 ? load / root : kt, 1, true};
    return (struct model){lt_deck_parts_get(d, "memory") > 0.5 ? "luding" : "hooke/hysteresis", kn1,
                          kn1, 1, false};
}

/* True if A and B agree within 1e-9 of B, which is above rounding, or if B is NAN, which means that
 * the code leaves it free. */
static bool is_near(double a, double b) {
    return isnan(b) || fabs(a - b) <= 1e-9 * fabs(b);
}

/* Fraction of critical damping, from which LIGGGHTS computes its restitution; 0 for the linear
 * model, which takes viscosities instead. */
static double damping_ratio(const struct lt_deck *d, const struct model *m) {
    return m->stiffness > 0 ? d->cn / (2 * sqrt(d->m_eff * m->stiffness))
           : m->follows     ? d->ratio
                            : 0;
}

/* Why LIGGGHTS has no such normal part and dashpot; NULL: it has. DRAG holds the viscosities of the
 * law, M is its model. */
static const char *refuse_normal_part(const struct lt_deck *d, const struct lt_deck_drag *drag,
                                      const struct model *m) {
    const bool eepa = lt_deck_parts_is(d, "normal", "eepa");
    const double exponent = lt_deck_parts_get(d, "lu_exp");
    if (drag->other)
        return "LIGGGHTS has no dashpot that depends on the normal force";
    if (m->follows && m->stiffness == 0 && drag->constant > 0)
        return "LIGGGHTS's Hertz contact has no dashpot of constant viscosity";
    if ((m->stiffness > 0 || !m->follows) && drag->alpha + drag->by_root > 0)
        return "LIGGGHTS has a dashpot that follows the overlap on Hertz' contact alone";
    if (!(lt_deck_textbook(damping_ratio(d, m)) > 0.05))
        return "LIGGGHTS accepts only a coefficientRestitution above 0.05; this damping is "
               "stronger";
    if (eepa && exponent != 1 && exponent != 1.5)
        return "LIGGGHTS's edinburgh has lu_exp 1 or 1.5";
    if (eepa && d->wall && lt_deck_parts_get(d, "surf_adh") > 0)
        return "LIGGGHTS's edinburgh (3.8.0) does not pull at a wall: no surf_adh";
    if (strcmp(m->name, "hooke/hysteresis") == 0 && lt_deck_parts_get(d, "pull_off") > 0)
        return "LIGGGHTS's hooke/hysteresis has no constant pull; with 'memory: explicit' its "
               "luding has one";
    return NULL;
}

/* Why LIGGGHTS has no such combination of parts; NULL: it has. DRAG holds the viscosities of the
 * law, M is its model. */
static const char *refuse_parts_liggghts(const struct lt_deck *d, const struct lt_deck_drag *drag,
                                         const struct model *m) {
    /* KT is the stiffness of the tangential spring: N/m^1.5 if it grows with the root of the
     * overlap (m->follows), else N/m. */
    const double kt = m->follows ? lt_deck_parts_following(d) : lt_deck_parts_ks(d);
    const bool springs = d->has_shear && !lt_deck_parts_is(d, "tangential", "viscous");
    const char *why = refuse_normal_part(d, drag, m);
    if (why)
        return why;
    if (springs && (!is_near(kt, m->kt) || (m->follows && lt_deck_parts_ks(d) > 0)))
        return m->follows ? "LIGGGHTS's shear stiffness is 8 G* a: 'tangential: secant-initial'"
                          : "LIGGGHTS's plastic contacts have the shear stiffness of loading: "
                            "'tangential: linear' with ks equal to kn1";
    /* m->share is the only ratio of tangential to normal viscosity that the model has besides 0;
     * NAN: any. */
    if (d->has_shear && !isnan(m->share) && drag->tangential != 0 &&
        !is_near(drag->tangential, m->share))
        return m->stiffness > 0
                   ? "LIGGGHTS's plastic contacts have the same dashpot in shear: "
                     "tangential_ratio is 0 or 1"
                   : "LIGGGHTS's Hertz contact has no tangential damping of its own: phi is 0 or "
                     "sqrt(2/3) alpha; vary something else, fric for example";
    if (d->has_shear && m->follows && isnan(drag->tangential))
        return "LIGGGHTS's tangential dashpot depends on the overlap as the normal one does";
    /* Rolling resistance: its limit and stiffness use the model's own normal force. */
    if (m->stiffness > 0 && lt_deck_parts_is(d, "rolling", "constant"))
        return "LIGGGHTS's cdt uses the stiffness of loading, on a plastic contact too";
    if (lt_deck_parts_is(d, "rolling", "constant") && !lt_deck_parts_is(d, "cohesion", "none"))
        return "LIGGGHTS's cdt leaves cohesion out of its limit, 'rolling: constant' counts it";
    if (lt_deck_parts_is(d, "rolling", "luding") && strcmp(m->name, "luding") != 0)
        return "LIGGGHTS's rolling_friction luding is beside its luding, of 'memory: explicit'";
    if (lt_deck_parts_is(d, "rolling", "luding") && d->has_shear)
        return "LIGGGHTS's rolling_friction luding depends on the force less adhesion, its "
               "friction on "
               "the whole force: leave out the tangential part";
    return NULL;
}

/* Writes property NAME with VALUE, in units si, as one per pair of types; there is one type. */
static void put_pair_liggghts(FILE *file, const struct lt_deck *d, const char *name, double value) {
    fprintf(file, "fix %s all property/global %s peratomtypepair 1 %.*g\n", name, name, d->digits,
            value);
}

/* Writes property NAME with VALUE, in units si, as one per type; there is one type. */
static void put_each(FILE *file, const struct lt_deck *d, const char *name, double value) {
    fprintf(file, "fix %s all property/global %s peratomtype %.*g\n", name, name, d->digits, value);
}

/* Writes property NAME with VALUE, in units si, as one number for all types. */
static void put_scalar(FILE *file, const struct lt_deck *d, const char *name, double value) {
    fprintf(file, "fix %s all property/global %s scalar %.*g\n", name, name, d->digits, value);
}

/* Writes Young's modulus (Pa) and Poisson's ratio, which every model of LIGGGHTS requires. */
static void put_moduli(FILE *file, const struct lt_deck *d, double young, double poisson) {
    put_hardness(file, young);
    put_each(file, d, "youngsModulus", young);
    put_each(file, d, "poissonsRatio", poisson);
}

/* Writes the moduli and the characteristic velocity from which LIGGGHTS computes the stiffness KN
 * (N/m). Only the result matters: the modulus e (Pa) is arbitrary, and the velocity is solved for
 * KN. */
static void put_speed(FILE *file, const struct lt_deck *d, double kn) {
    const double e = 1e7, root = sqrt(d->r_eff);
    put_moduli(file, d, 2 * e, 0);
    put_scalar(file, d, "characteristicVelocity",
               sqrt(pow(kn / (16.0 / 15 * root * e), 5) * 16 * root * e / (15 * d->m_eff)));
}

/* Writes the properties of luding or hooke/hysteresis; stiffnesses of unloading and adhesion are
 * ratios to that of loading. luding ignores the moduli, but requires them. */
static void put_plastic(FILE *file, const struct lt_deck *d, const struct model *m) {
    const double kn1 = lt_deck_parts_get(d, "kn1"), ratio = lt_deck_parts_get(d, "kn2") / kn1;
    const bool luding = strcmp(m->name, "luding") == 0;
    if (luding) {
        put_moduli(file, d, 2e7, 0);
        put_pair_liggghts(file, d, "LoadingStiffness", kn1);
        put_pair_liggghts(file, d, "UnloadingStiffness", ratio);
        put_pair_liggghts(file, d, "pullOffForce", 0 - lt_deck_parts_get(d, "pull_off"));
    } else {
        put_speed(file, d, kn1);
        put_pair_liggghts(file, d, "coefficientMaxElasticStiffness", ratio);
    }
    put_pair_liggghts(file, d, "coefficientAdhesionStiffness", lt_deck_parts_get(d, "kc") / kn1);
    put_pair_liggghts(file, d, "coefficientPlasticityDepth", lt_deck_parts_get(d, "phi_f"));
}

/* Writes the properties of the Edinburgh model. Its stiffness of loading is 2 R* times E* with the
 * exponent 1, where shear has the same one, and 4/3 sqrt(R*) times E* with 1.5; the moduli are
 * those of equal bodies with this E*. */
static void put_edinburgh(FILE *file, const struct lt_deck *d, const struct model *m) {
    const bool linear = lt_deck_parts_get(d, "lu_exp") == 1;
    const double root = sqrt(d->r_eff), share = linear ? 2 * root * root : 4.0 / 3 * root;
    const double poisson = linear || !d->has_shear ? 0 : d->poisson;
    put_moduli(file, d, 2 * (1 - poisson * poisson) * m->stiffness / share, poisson);
    /* LIGGGHTS requires this one, too, but uses it with another option only. */
    put_pair_liggghts(file, d, "coefficientAdhesionStiffness", 0.5);
    put_pair_liggghts(file, d, "UnloadingStiffness", 1 / (1 - lt_deck_parts_get(d, "plas_ratio")));
    put_scalar(file, d, "overlapExponent", lt_deck_parts_get(d, "lu_exp"));
    put_scalar(file, d, "adhesionExponent", lt_deck_parts_get(d, "adh_exp"));
    put_pair_liggghts(file, d, "pullOffForce", 0 - lt_deck_parts_get(d, "pull_off"));
    put_pair_liggghts(file, d, "surfaceEnergy", lt_deck_parts_get(d, "surf_adh"));
}

/* Writes the properties of hertz/stiffness for a composed law; viscosities are over the root of R*
 * and the effective mass. The moduli are without effect, but required. */
static void put_stiffnesses(FILE *file, const struct lt_deck *d, const struct lt_deck_drag *drag) {
    const double root = sqrt(d->r_eff), gamma = d->c_half / (root * d->m_eff);
    put_moduli(file, d, 2e7, 0);
    put_pair_liggghts(file, d, "kn", d->k / root);
    put_pair_liggghts(file, d, "kt", lt_deck_parts_following(d) / root);
    put_pair_liggghts(file, d, "gamman", gamma);
    put_pair_liggghts(file, d, "gammat", d->has_shear ? drag->tangential * gamma : 0);
}

/* Writes the properties of hooke/stiffness for a composed law. The moduli are without effect, but
 * required. */
static void put_springs(FILE *file, const struct lt_deck *d) {
    put_moduli(file, d, 2e7, 0);
    put_pair_liggghts(file, d, "kn", d->kn);
    put_pair_liggghts(file, d, "kt", d->ks);
    put_pair_liggghts(file, d, "gamman_abs", d->cn);
    put_pair_liggghts(file, d, "gammat_abs", d->cs);
}

/* Writes the properties of damping, friction, rolling and cohesion. LIGGGHTS requires a coefficient
 * of restitution of every model; models that take viscosities get that of no damping, 1. */
static void put_beside(FILE *file, const struct lt_deck *d, const struct model *m) {
    const bool luding = lt_deck_parts_is(d, "rolling", "luding"),
               area = lt_deck_parts_is(d, "cohesion", "area");
    put_pair_liggghts(file, d, "coefficientRestitution", lt_deck_textbook(damping_ratio(d, m)));
    put_pair_liggghts(file, d, "coefficientFriction",
                      d->has_shear ? fmin(d->fric, lt_deck_friction_most) : 0);
    if (!lt_deck_parts_is(d, "cohesion", "none")) /* sjkr2 has half the area at a wall */
        put_pair_liggghts(file, d, "cohesionEnergyDensity",
                          lt_deck_parts_get(d, "cohesion_density") * (area && d->wall ? 2 : 1));
    if (lt_deck_parts_is(d, "rolling", "none"))
        return;
    put_pair_liggghts(file, d, "coefficientRollingFriction", lt_deck_parts_get(d, "fric_roll"));
    put_pair_liggghts(file, d, "coefficientRollingViscousDamping",
                      lt_deck_parts_get(d, "roll_damping"));
    if (lt_deck_parts_is(d, "rolling", "epsd3"))
        put_scalar(file, d, "rollingStiffness", lt_deck_parts_get(d, "roll_ratio"));
    if (luding)
        put_pair_liggghts(file, d, "coeffRollingStiffness", lt_deck_parts_get(d, "roll_ratio"));
}

/* The words that choose the models of a composed law: "model hertz tangential history cohesion sjkr
 * rolling_friction cdt". */
static const char *models_of(const struct lt_deck *d, const struct model *m) {
    const bool viscous = lt_deck_parts_is(d, "tangential", "viscous");
    const bool none = lt_deck_parts_is(d, "rolling", "none"),
               cdt = lt_deck_parts_is(d, "rolling", "constant");
    const char *roll = d->made.part[LT_DECK_ROLLING];
    return lt_arena_print(d->arena, "model %s%s%s%s%s", m->name,
                          !d->has_shear ? ""
                          : viscous     ? " tangential no_history"
                                        : " tangential history",
                          lt_deck_parts_is(d, "cohesion", "area")   ? " cohesion sjkr2"
                          : lt_deck_parts_is(d, "cohesion", "lens") ? " cohesion sjkr"
                                                                    : "",
                          none ? "" : " rolling_friction ",
                          none  ? ""
                          : cdt ? "cdt"
                                : roll);
}

/* Writes the properties of a composed law, or sets *d->why if there is none. *MODELS and *OPTIONS
 * get the words of its models and the options after them. */
static void put_parts_liggghts(FILE *file, const struct lt_deck *d, const char **models,
                               const char **options) {
    const struct lt_deck_drag drag = lt_deck_parts_drag(d);
    const struct model m = model_of(d);
    if ((*d->why = refuse_parts_liggghts(d, &drag, &m)))
        return;
    /* Only hertz, and edinburgh with shear, take the shear stiffness from Young's modulus and
     * Poisson's ratio. */
    const bool of_moduli =
        strcmp(m.name, "hertz") == 0 ||
        (d->has_shear && strcmp(m.name, "edinburgh") == 0 && lt_deck_parts_get(d, "lu_exp") != 1);
    if (of_moduli && (*d->why = lt_deck_refuse_moduli(d)))
        return;
    if (strcmp(m.name, "hertz") == 0)
        put_moduli(file, d, d->young, d->poisson);
    else if (strcmp(m.name, "edinburgh") == 0)
        put_edinburgh(file, d, &m);
    else if (m.stiffness > 0)
        put_plastic(file, d, &m);
    else if (m.follows)
        put_stiffnesses(file, d, &drag);
    else
        put_springs(file, d);
    put_beside(file, d, &m);
    /* STILL: no tangential dashpot, which must be switched off as these models have one by default.
     */
    const bool still = d->has_shear && !isnan(m.share) && drag.tangential == 0;
    *models = models_of(d, &m);
    *options = !m.follows && m.stiffness == 0 ? " absolute_damping on"
               : still                        ? " tangential_damping off"
                                              : "";
}

static const struct lt_deck_words parts_liggghts[] = {
    {"normal", "linear hertz luding eepa"},
    {"cohesion", "area lens"},
    {"damping", "constant tsuji viscoelastic mass-velocity mass-radius restitution critical"},
    {"tangential", "viscous linear secant secant-initial"},
    {"rolling", "constant epsd epsd2 epsd3 luding"},
    {NULL, NULL}};
static const struct lt_deck_choice choices_liggghts[] = {
    {"normal", "luding eepa", "dp_mode", "full"},
    {"cohesion", "area lens", "dp_mode", "full cut-then-adhesion"},
    {NULL, NULL, "dp_mode", "full no-tension"},
    {"cohesion", "area lens", "cap_by", "adhesion-back"},
    {"rolling", "luding", "cap_by", "adhesion-back"},
    {NULL, NULL, "cap_by", "absolute"},
    {NULL, NULL, "cap_on", "elastic"},
    {NULL, NULL, "slip_dashpot", "dropped"},
    {NULL, NULL, "memory", "consistent explicit"},
    {NULL, NULL, "adh_cap", "half"},
    {NULL, NULL, NULL, NULL}};

/* ---- The whole ------------------------------------------------------------------------------- */

/* Writes the lines for LIGGGHTS, or sets *d->why if it has no such law. */
static void put_liggghts_deck(FILE *file, const struct lt_deck *d) {
    const bool made = d->kind == LT_DECK_PARTS;
    if (!made && (*d->why = refuse_liggghts(d)))
        return;
    fputs("# after create_box, in units si, with atom_style granular, atom_modify map array, "
          "newton off\ncommunicate single vel yes\n",
          file);
    /* The properties of the models, which come before the pair_style that uses them. PARTS is the
     * whole list of models of a composed law. */
    const char *model = "hertz", *damping = "", *parts = NULL;
    if (made)
        put_parts_liggghts(file, d, &parts, &damping);
    else if (d->kind == LT_DECK_LINEAR) {
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
    /* limitForce is LIGGGHTS' tensile cut-off. */
    const char *limit = d->no_tension ? " limitForce on" : "";
    const char *shear = d->kind == LT_DECK_LINEAR || d->has_shear ? " tangential history" : "";
    if (*d->why)
        return;
    parts = parts ? parts : lt_arena_print(d->arena, "model %s%s", model, shear);
    fprintf(file, "pair_style gran %s%s%s\npair_coeff * *\n", parts, damping, limit);
    if (d->wall)
        fprintf(file, "fix wall all wall/gran %s primitive type 1 xplane 0.0%s%s\n", parts, damping,
                limit);
    fputs("fix move all nve/sphere\n", file);
    if (d->steps)
        fprintf(file, "timestep %.*g\n", d->digits, d->dt);
    /* Remarks on names that mean something else in LIGGGHTS. */
    if (lt_deck_parts_get(d, "surf_adh") > 0)
        fputs("# its surfaceEnergy is surf_adh, no work of adhesion\n", file);
    if (d->wall && lt_deck_parts_get(d, "cohesion_density") > 0)
        fputs("# its sjkr2 at a wall has half of the area of a pair's limit\n", file);
    if (d->no_tension && lt_deck_has_wanted(d) && d->damping != LT_DECK_VISCOELASTIC)
        fprintf(file,
                "# warning: 'coefficientRestitution %.6g' itself gives %.3f with limitForce on\n",
                d->wanted, lt_deck_capped(lt_deck_textbook_ratio(d)));
}

/* ---- Several types --------------------------------------------------------------------------- */

static const char property[] = " all property/global ";

/* Name and kind of the property that a line sets, NULL if it is of another kind: "kn
 * peratomtypepair 1 " of "fix m1 all property/global kn peratomtypepair 1 1e5". */
static const char *property_of(const char *line, const char *kind, struct lt_arena *arena) {
    const char *at = strstr(line, property), *values = at ? strstr(at, kind) : NULL;
    return values ? lt_arena_print(arena, "%.*s%s", (int)(values - at) - (int)strlen(property),
                                   at + strlen(property), kind)
                  : NULL;
}

/* The value, as text, of a property NAME (with its kind) in the lines of a pair; NULL: none. */
static const char *value_of(const struct lt_deck_typed *pair, const char *name,
                            struct lt_arena *arena) {
    const char *line;
    for (const char *text = pair->lines; (line = lt_deck_types_line(&text, arena));) {
        const char *at = strstr(line, property);
        if (at && strncmp(at + strlen(property), name, strlen(name)) == 0)
            return at + strlen(property) + strlen(name);
    }
    return NULL;
}

/* The pair of types I and J. Two walls have no contact, but the matrix needs an entry: that of wall
 * I with the first ball is taken. */
static const struct lt_deck_typed *pair_or_other(const struct lt_deck_types *t, size_t i,
                                                 size_t j) {
    const struct lt_deck_typed *pair = lt_deck_types_pair(t, i, j);
    return pair ? pair : lt_deck_types_pair(t, t->first->type[0], i);
}

/* Writes a property per pair of types as a matrix. LINE is that of the first pair, NAME its
 * property and kind. Returns NULL, or why a value is missing. */
static const char *put_matrix(FILE *file, const struct lt_deck_types *t, const char *line,
                              const char *name) {
    const char *head = strstr(line, property);
    fprintf(file, "%.*s%s%.*s%zu", (int)(head - line), line, property, (int)strlen(name) - 2, name,
            t->n);
    for (size_t i = 0; i < t->n; i++)
        for (size_t j = 0; j < t->n; j++) {
            const char *value = value_of(pair_or_other(t, i, j), name, t->arena);
            if (!value)
                return lt_arena_print(t->arena, "%.*s is not in the lines of '%s' on '%s'",
                                      (int)strcspn(name, " "), name, t->name[i], t->name[j]);
            fprintf(file, " %s", value);
        }
    fputc('\n', file);
    return NULL;
}

/* Writes Young's modulus (Pa) or Poisson's ratio of each type, whichever NAME begins with; LINE is
 * that of the first pair, which gives the head. LIGGGHTS combines them itself, so they must
 * reproduce all pairs; returns why they do not, or NULL. */
static const char *put_moduli_of_types(FILE *file, const struct lt_deck_types *t, const char *line,
                                       const char *name) {
    double *young = lt_arena_get(t->arena, 2 * t->n_pairs * sizeof *young),
           *poisson = young + t->n_pairs, young_of[LT_DECK_TYPES], poisson_of[LT_DECK_TYPES];
    for (size_t k = 0; k < t->n_pairs; k++) {
        const char *e = value_of(&t->pairs[k], "youngsModulus peratomtype ", t->arena),
                   *nu = value_of(&t->pairs[k], "poissonsRatio peratomtype ", t->arena);
        if (!e || !nu)
            return "the pairs do not have the same models";
        young[k] = strtod(e, NULL), poisson[k] = strtod(nu, NULL);
    }
    const char *why = lt_deck_types_moduli(t, young, poisson, young_of, poisson_of);
    const double *values = *name == 'y' ? young_of : poisson_of;
    fprintf(file, "%.*s%s%s", (int)(strstr(line, property) - line), line, property, name);
    for (size_t i = 0; i < t->n; i++)
        fprintf(file, "%s%.10g", i ? " " : "", values[i]);
    fputc('\n', file);
    return why;
}

/* Requires that all pairs have the line LINE, which begins with HEAD, as LIGGGHTS has one number or
 * model for all types. Returns NULL, or why they differ. */
static const char *require_equal(const struct lt_deck_types *t, const char *line,
                                 const char *head) {
    for (size_t k = 0; k < t->n_pairs; k++) {
        const char *other = lt_deck_types_after(t->pairs[k].lines, head, t->arena);
        if (!other || strcmp(other, line + strlen(head)) != 0)
            return lt_arena_print(t->arena,
                                  "LIGGGHTS has one for all types: '%s' of '%s' on '%s', '%s%s' "
                                  "of '%s' on '%s'",
                                  line, t->name[t->first->type[0]], t->name[t->first->type[1]],
                                  other ? head : "none", other ? other : "",
                                  t->name[t->pairs[k].type[0]], t->name[t->pairs[k].type[1]]);
    }
    return NULL;
}

/* Writes one fix for each wall, taken from the line for the first type of balls, with the number of
 * the wall's type. */
static void put_walls(FILE *file, const struct lt_deck_types *t) {
    for (size_t k = 0; k < t->n_pairs; k++) {
        const size_t type = t->pairs[k].type[1];
        const char *line = lt_deck_types_after(t->pairs[k].lines, "fix wall ", t->arena);
        const char *of = line ? strstr(line, " type 1 ") : NULL;
        if (of && t->pairs[k].wall && t->pairs[k].type[0] == t->first->type[0])
            fprintf(file, "fix wall_%s %.*s type %zu %s\n", t->word[type], (int)(of - line), line,
                    type + 1, of + strlen(" type 1 "));
    }
}

/* Merges the lines of all pairs of types into one input. A property per pair becomes a matrix, one
 * per type a list; other lines must be equal for all pairs. hard_particles or soft_particles is
 * written once if any pair needs it. Returns why the pairs cannot be merged, or NULL. */
static const char *put_types_liggghts(FILE *file, const struct lt_deck_types *t) {
    const char *line, *why = NULL;
    /* hard_particles or soft_particles is a setting of the whole input. */
    bool hard = false, soft = false;
    for (size_t k = 0; k < t->n_pairs; k++) {
        hard |= lt_deck_types_after(t->pairs[k].lines, "hard_particles", t->arena) != NULL;
        soft |= lt_deck_types_after(t->pairs[k].lines, "soft_particles", t->arena) != NULL;
    }
    /* The lines of the first pair are the template for the order of all lines. */
    for (const char *text = t->first->lines;
         !why && (line = lt_deck_types_line(&text, t->arena));) {
        const char *of_pair = property_of(line, " peratomtypepair 1 ", t->arena),
                   *of_type = property_of(line, " peratomtype ", t->arena),
                   *of_all = property_of(line, " scalar ", t->arena);
        if (strncmp(line, "hard_", 5) == 0 || strncmp(line, "soft_", 5) == 0)
            continue;
        if (strncmp(line, "communicate", 11) == 0)
            fprintf(file, "%s\n%s%s", line, hard ? "hard_particles yes\n" : "",
                    soft ? "soft_particles yes\n" : "");
        else if (of_pair)
            why = put_matrix(file, t, line, of_pair);
        else if (of_type)
            why = put_moduli_of_types(file, t, line, of_type);
        else {
            if (of_all)
                why = require_equal(
                    t, line,
                    lt_arena_print(t->arena, "%.*s", (int)(strstr(line, " scalar ") - line), line));
            else if (strncmp(line, "pair_style", 10) == 0)
                why = require_equal(t, line, "pair_style");
            fprintf(file, "%s\n", line);
            if (strncmp(line, "pair_coeff", 10) == 0)
                put_walls(file, t);
        }
    }
    for (size_t i = 0; i < t->n; i++)
        if (!t->is_ball[i])
            fprintf(file,
                    "# walls do not meet: entries of '%s' with itself or other walls are "
                    "without effect\n",
                    t->name[i]);
    lt_deck_types_put_comments(file, t);
    return why;
}

const struct lt_deck_code lt_deck_liggghts = {
    .title = "LIGGGHTS",
    .comment = "#",
    .put = put_liggghts_deck,
    .axes = LT_AXES_PROJECTED,
    .history = LT_HISTORY_PROJECTED,
    .levels = LT_LEVELS_YADE,
    .touch = LT_TOUCH_OPEN,
    .touch_wall = LT_TOUCH_AT_START,
    .parts = parts_liggghts,
    .choices = choices_liggghts,
    .put_types = put_types_liggghts,
};

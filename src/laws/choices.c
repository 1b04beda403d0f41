/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * choices.c: laws that are names for a choice of parts.
 *
 * Such a law has all parameters of the law `contact`: those listed in `fixed` cannot be changed,
 * those in `presets` have another default. Its own parameters follow, which its derive() turns into
 * parameters of its parts. Its steps are those of the law `contact`.
 */
#include "choices.h"

#include "restitution.h"

#include <stdio.h>
#include <stdlib.h>

/* Arguments of the derive() of a choice. A and B: parameters of the two materials, in the order of
 * the law's. */
struct choice_input {
    const struct lt_pair *pair;
    const struct lt_law *law;
    const double *a, *b;
    double *p;
};

struct lt_choice {
    const char *name;
    const char *summary, *source, *equations; /* NULL: those of the law `contact` */
    const char *fixed;   /* "normal: jkr; cohesion: none": values that cannot be changed */
    const char *presets; /* "damping: critical; fric: inf": defaults */
    const char *aliases; /* "fric_r fric_roll": a second name for a part's parameter */
    /* Lists of the choice itself, appended to those of the law `contact`. A parameter of the same
     * name as one of `contact` replaces it. */
    const struct lt_field *params;
    const struct lt_view *views;
    const struct lt_case *cases; /* instead of those of `contact` */
    const struct lt_shortfall *declares;
    const char *(*derive)(const struct choice_input *of);
    void (*finish)(const struct lt_composition *of, const double *p,
                   double *d); /* changes derived numbers of the parts; may be NULL */
    unsigned acts;             /* 0: all */
    double order;              /* 0: that of the law `contact` */
};

/* ---- Parameters by name ---------------------------------------------------------------------- */

/* Index of the one of the N ROWS whose name is the LENGTH characters at NAME; N if there is
 * none. */
static size_t find_row(const struct lt_field *rows, size_t n, const char *name, size_t length) {
    size_t i = 0;
    while (i < n && (strncmp(rows[i].name, name, length) != 0 || rows[i].name[length] != '\0'))
        i++;
    return i;
}

/* Index of the law's parameter NAME. */
static size_t row_of(const struct choice_input *of, const char *name) {
    return find_row(of->law->params, of->law->n_params, name, strlen(name));
}

/* Address of the value of parameter NAME, for reading and setting it. */
static double *value(const struct choice_input *of, const char *name) {
    return &of->p[row_of(of, name)];
}

/* The number of the choice that is the LENGTH characters at WORD, its place in CHOICES, counted
 * from 0; -1 if CHOICES has no such word. */
static int word_number(const char *choices, const char *word, size_t length) {
    for (int number = 0;; number++) {
        const size_t own = strcspn(choices, " ");
        if (own == length && strncmp(choices, word, length) == 0)
            return number;
        if (choices[own] == '\0')
            return -1;
        choices += own + 1;
    }
}

/* Returns true if the parameter with the name KIND selects the part called WORD. */
static bool is_selected(const struct choice_input *of, const char *kind, const char *word) {
    const size_t i = row_of(of, kind);
    return of->p[i] == word_number(of->law->params[i].choices, word, strlen(word));
}

/* OWN is a second name for the parameter PART: if given, it sets PART, else it takes its value. */
static void apply_alias(const struct choice_input *of, const char *own, const char *part) {
    double *ours = value(of, own), *theirs = value(of, part);
    if (!isnan(*ours))
        *theirs = *ours;
    *ours = *theirs;
}

/* The derived number NAME of the part in the first slot of KIND. D: derived numbers of the law. */
static double *number_of(const struct lt_composition *of, double *d, enum lt_kind kind,
                         const char *name) {
    const struct lt_slots *slots = &of->slots[kind];
    const size_t number = (size_t)d[LT_H_PART + slots->first];
    const struct lt_field *rows = of->entries[number - 1].part->derived;
    size_t i = 0;
    while (strcmp(rows[i].name, name) != 0)
        i++;
    return &d[slots->d + i];
}

/* ---- hertz ----------------------------------------------------------------------------------- */

static const struct lt_field hertz_params[] = {
    {"dp_nratio", "1", NAN, 0, INFINITY, .doc = "critical damping ratio, alpha/sqrt(5)",
     .sets = "alpha en", .once = 1, .advised = 1, .of = "damping: tsuji"},
    {"en", "1", NAN, 0, 1, .doc = "restitution; sets alpha", .sets = "alpha", .once = 1,
     .with = "en_end", .of = "damping: tsuji restitution"},
    {"en_end", "1", NAN, 0, 1, .doc = "where the impact of en ends; not given: as dp_mode has it",
     .choices = "gap-zero force-zero", .once = 1, .of = "damping: tsuji"},
    {"shear_eff", "Pa", NAN, 0, INFINITY, .doc = "of shear, which nothing resists", .hidden = 1},
    {.name = NULL}};
static const struct lt_view hertz_views[] = {
    {"kn_tangent", "N/m", "2*young_eff*sqrt(r_eff*max(0, -un))", "stiffness of the spring now"},
    {"hertz_force_n", "N", "vfn - fn", "force of the spring, > 0 compression"},
    {.name = NULL}};

/* Derives alpha of Tsuji's dashpot from dp_nratio, else from en; all three are reported. The impact
 * of Hertz' spring with this dashpot maps onto that of a linear one whose damping ratio is
 * alpha/sqrt(5) (Antypov & Elliott 2011). Returns the error or NULL. */
static const char *hertz_derive(const struct choice_input *of) {
    const double root5 = sqrt(5), mode = *value(of, "dp_mode");
    double *alpha = value(of, "alpha"), *ratio = value(of, "dp_nratio"), *en = value(of, "en"),
           *en_end = value(of, "en_end");
    /* Unless it is given, en belongs to the end of the impact that dp_mode causes: force zero with
     * a tensile cut-off, else gap zero. */
    if (isnan(*en_end))
        *en_end = mode > 0.5;
    /* That dashpot takes en itself. */
    if (is_selected(of, "damping", "restitution")) {
        *ratio = 0;
        *en = isnan(*en) ? 1 : *en;
        return NULL;
    }
    const enum restitution_end end = *en_end > 0.5 ? FORCE_ZERO : GAP_ZERO;
    const bool is_tsuji = is_selected(of, "damping", "tsuji");
    if (end == FORCE_ZERO && *en == 0)
        return "en is 0, not possible with a tensile cut-off: every impact rebounds; give en > 0";
    if (!isnan(*ratio))
        *alpha = root5 * *ratio;
    else if (!isnan(*en))
        *alpha = root5 * restitution_damping(*en, end);
    *ratio = is_tsuji ? *alpha / root5 : 0;
    *en = is_tsuji ? restitution_of(*ratio, end) : is_selected(of, "damping", "none");
    return NULL;
}

/* ---- mindlin, mindlin-rolling-torsion -------------------------------------------------------- */

static const struct lt_field mindlin_params[] = {
    {"en", "1", NAN, 0, 1, .doc = "restitution, sets alpha; dp_mode says where the impact ends",
     .sets = "alpha", .once = 1},
    {"et", "1", NAN, 0, 1, .doc = "sets phi as en sets alpha; not a tangential restitution",
     .sets = "phi", .once = 1},
    {.name = NULL}};

/* Derives alpha from en and phi from et; all four are reported. With b the damping ratio of the
 * linear problem it maps onto, the normal dashpot has alpha = sqrt(5) b over the secant stiffness
 * fn/un. Over the tangent stiffness, 3/2 of that, it is 2 sqrt(5/6) b, and the tangential dashpot
 * has this over kt, a tangent stiffness as well. Returns the error or NULL. */
static const char *mindlin_derive(const struct choice_input *of) {
    const double of_ratio = sqrt(5), of_ratio_t = 2 * sqrt(5.0 / 6);
    const enum restitution_end end = *value(of, "dp_mode") > 0.5 ? FORCE_ZERO : GAP_ZERO;
    double *alpha = value(of, "alpha"), *phi = value(of, "phi"), *en = value(of, "en"),
           *et = value(of, "et");
    if (!isnan(*en))
        *alpha = of_ratio * restitution_damping(*en, end);
    if (!isnan(*et))
        *phi = of_ratio_t * restitution_damping(*et, end);
    if (!isfinite(*alpha) || !isfinite(*phi))
        return "en and et must be above 0 with a tensile cut-off";
    *en = restitution_of(*alpha / of_ratio, end);
    *et = restitution_of(*phi / of_ratio_t, end);
    return NULL;
}

/* ---- linear-elastic -------------------------------------------------------------------------- */

static const struct lt_field elastic_params[] = {
    {"en", "1", NAN, 0, 1, .doc = "normal restitution: sets cn", .sets = "cn", .once = 1,
     .with = "en_end"},
    {"en_end", "1", NAN, 0, 1, .doc = "where the impact of en ends; not given: as dp_mode has it",
     .choices = "gap-zero force-zero", .once = 1},
    {"et", "1", NAN, -1, 1, .doc = "tangential restitution: sets ct by et_rule", .sets = "ct",
     .once = 1},
    {"et_rule", "1", 0, 0, 2, .doc = "decrement of m_eff or m_t, or true for a sticking contact",
     .choices = "effective-mass tangential-mass rebound"},
    {"dp_mode", "1", 0, 0, 3, .doc = "what limits the dashpots",
     .choices = "full no-tension slip-cut no-tension-slip-cut"},
    {.name = NULL}};
#define UNDER_DAMPED "cn^2 < 4*m_eff*kn"
static const struct lt_case elastic_cases[] = {
    {"e_n", "(dp_mode == 0 or dp_mode == 2) and " UNDER_DAMPED,
     "exp(-pi*cn/sqrt(4*m_eff*kn - cn^2))",
     "no tensile cut-off: the contact ends when the gap is zero again"},
    {"e_n", "dp_mode == 0 or dp_mode == 2", "0",
     "overdamped without tensile cut-off: the particles never separate"},
    {"e_n", UNDER_DAMPED, "exp(-2*cn*acos(cn/sqrt(4*m_eff*kn))/sqrt(4*m_eff*kn - cn^2))",
     "tensile cut-off: the contact ends when the force is zero"},
    {"e_n", "cn^2 == 4*m_eff*kn", "exp(-2)",
     "tensile cut-off: the contact ends when the force is zero"},
    {"e_n", "cn^2 > 4*m_eff*kn", "exp(-2*cn*acosh(cn/sqrt(4*m_eff*kn))/sqrt(cn^2 - 4*m_eff*kn))",
     "tensile cut-off: the contact ends when the force is zero"},
    {.result = NULL}};
static const struct lt_view elastic_views[] = {
    {"delta_n", "m", "max(0, -un)", "normal displacement: the overlap"},
    {"delta_s", "m", "ks > 0 and spring_s/ks or 0", "tangential displacement of the spring, s"},
    {"delta_t", "m", "ks > 0 and spring_t/ks or 0", "tangential displacement of the spring, t"},
    {.name = NULL}};
static const struct lt_shortfall elastic_declares[] = {
    {"continuity", "fric == huge", 1,
     "without fric the tangential spring is released when the contact is lost"},
    {.check = NULL}};
/* Returns true if the value MODE of its own dp_mode has a tensile cut-off (no tensile damping
 * force). */
static bool elastic_no_tension(double mode) {
    return mode == 1 || mode == 3;
}

/* Words of et_rule: et is the decrement of an oscillator of mass m_eff or m_t, or the rebound of a
 * contact that sticks. */
enum et_rule { EFFECTIVE_MASS, TANGENTIAL_MASS, REBOUND };

/* Damping ratio c/(2 sqrt(m k)), 0 without a dashpot: k may be 0 then, too. */
static double ratio_of(double c, double m, double k) {
    return c > 0 ? c / (2 * sqrt(m * k)) : 0;
}

/* Effective mass m_t, kg, of the contact point along t, where a force also turns the bodies:
 * 1/m_t = 1/m_eff + R_a^2/I_a + R_b^2/I_b. */
static double tangential_mass(const struct lt_pair *pair) {
    const struct lt_body *a = &pair->a, *b = &pair->b;
    return 1 / (1 / pair->m_eff + a->radius * a->radius / a->inertia[1] +
                b->radius * b->radius / b->inertia[1]);
}

/* Time until the gap is zero again in a head-on impact of the damped linear spring, in units of
 * sqrt(m_t/kt), the time of the tangential motion; M_T: kg. With a tensile cut-off the force
 * vanishes after 2 A(b); the overlap that remains is 2 b times the speed, hence another 2 b.
 * Without one INFINITY, if the motion is overdamped and never separates. */
static double normal_duration(const struct choice_input *of, double m_t) {
    const double m = of->pair->m_eff, kn = *value(of, "kn");
    const double b = ratio_of(*value(of, "cn"), m, kn);
    const double scale = sqrt(*value(of, "ks") / m_t * m / kn);
    if (elastic_no_tension(*value(of, "dp_mode")))
        return scale * (2 * restitution_turn(b) + 2 * b);
    return b < 1 ? scale * restitution_pi / sqrt((1 - b) * (1 + b)) : INFINITY;
}

/* Coefficient of tangential restitution e_t of a contact that sticks for the time TAU: minus the
 * velocity z'(TAU) of the damped oscillator z'' + 2 b z' + z = 0 with z(0) = 0, z'(0) = 1. B: its
 * damping ratio. */
static double sticking_rebound(double b, double tau) {
    const double n = sqrt(fabs(1 - b) * (1 + b));
    if (n < 1e-9) /* critical: the limit n -> 0, whose terms of order n^2 are below rounding */
        return exp(-tau) * (tau - 1);
    if (b < 1)
        return exp(-b * tau) * (b / n * sin(n * tau) - cos(n * tau));
    /* Overdamped: decay rates fast and slow = b - n, which is 1/fast as their product is 1, without
     * cancellation. */
    const double slow = 1 / (b + n), fast = b + n;
    return (slow * exp(-slow * tau) - fast * exp(-fast * tau)) / (2 * n);
}

/* Least damping ratio at which a contact that sticks for TAU has e_t = ET; NAN if there is none. A
 * scan in steps of 2 % finds the first sign change, bisection the root. */
static double sticking_ratio(double et, double tau) {
    double low = 0, high = 0;
    const double first = sticking_rebound(0, tau) - et;
    while (first != 0 && (sticking_rebound(high, tau) - et) * first > 0) {
        low = high;
        high = 1.02 * high + 0.005; /* the second term leaves 0 */
        if (high > 1e6)             /* overdamped: e_t has reached its limit 0 */
            return NAN;
    }
    for (double middle = 0.5 * (low + high); low < middle && middle < high;
         middle = 0.5 * (low + high))
        *((sticking_rebound(middle, tau) - et) * first > 0 ? &low : &high) = middle;
    return high;
}

/* Derives the damping coefficient cn, N s/m, from en, or en from cn; both are reported, with
 * en_end, the end of the impact that en belongs to (1: force zero, 0: gap zero). Returns the error
 * or NULL. */
static const char *elastic_normal(const struct choice_input *of) {
    const double m = of->pair->m_eff, kn = *value(of, "kn");
    double *cn = value(of, "cn"), *en = value(of, "en"), *en_end = value(of, "en_end");
    if (isnan(*en_end))
        *en_end = elastic_no_tension(*value(of, "dp_mode"));
    const enum restitution_end end = *en_end > 0.5 ? FORCE_ZERO : GAP_ZERO;
    if (end == FORCE_ZERO && *en == 0)
        return "en is 0, not possible with a tensile cut-off: every impact rebounds; give en > 0";
    if (!isnan(*en))
        *cn = 2 * restitution_damping(*en, end) * sqrt(m * kn);
    *en = restitution_of(ratio_of(*cn, m, kn), end);
    return NULL;
}

/* Derives the damping coefficient ct, N s/m, from the restitution et by the convention et_rule;
 * without et, derives et from ct, so that both are reported. Returns the error, or NULL. */
static const char *elastic_tangential(const struct choice_input *of) {
    /* Masses, kg, and the duration of the normal motion, s, after which a sticking contact
     * rebounds. */
    const double m_t = tangential_mass(of->pair), rule = *value(of, "et_rule");
    const double m = rule == EFFECTIVE_MASS ? of->pair->m_eff : m_t, kt = *value(of, "ks");
    const double tau = normal_duration(of, m_t);
    double *ct = value(of, "ct"), *et = value(of, "et");
    const bool is_rebound = rule == REBOUND;
    if (!isnan(*et)) {
        if (!(kt > 0))
            return "et needs kt: without tangential spring nothing rebounds";
        if (is_rebound && !isfinite(tau))
            return "et has no meaning: the normal motion never ends (kn, cn, dp_mode)";
        if (!is_rebound && *et < 0)
            return "et is negative: as a decrement it lies between 0 and 1; 'et_rule: rebound' "
                   "takes it";
        const double b = is_rebound ? sticking_ratio(*et, tau) : restitution_damping(*et, GAP_ZERO);
        if (isnan(b))
            return "no ct makes a sticking contact rebound with this et: the contact lasts too "
                   "long or too short for kt, see doc/linear-elastic.md";
        *ct = 2 * b * sqrt(m * kt);
    }
    const double b = ratio_of(*ct, m, kt);
    *et = is_rebound ? sticking_rebound(b, tau) : restitution_of(b, GAP_ZERO);
    if (!(kt > 0) || isnan(*et))
        *et = 0;
    return NULL;
}

/* Translates the four words of its dp_mode into the derived numbers D: words 1 and 3 cut the
 * tensile normal force of the dashpot, words 2 and 3 also cut the tangential dashpot while the
 * contact slips. */
static void elastic_finish(const struct lt_composition *of, const double *p, double *d) {
    const double mode = p[of->dp_mode];
    d[LT_H_CUT] = elastic_no_tension(mode);
    if (mode > 1.5)
        *number_of(of, d, LT_TANGENTIAL_PART, "kept") = 0;
}

/* Sets cn and ct from coefficients of restitution. Returns the error or NULL. */
static const char *elastic_derive(const struct choice_input *of) {
    const char *wrong = elastic_normal(of);
    return wrong ? wrong : elastic_tangential(of);
}

/* ---- arrlinear ------------------------------------------------------------------------------- */

/* PFC's rolling stiffness, unless it is given: ks R*^2, N m/rad. */
static const char *arrlinear_derive(const struct choice_input *of) {
    const double r = of->pair->r_eff;
    double *k = value(of, "roll_stiffness");
    if (isnan(*k))
        *k = *value(of, "ks") * r * r;
    return NULL;
}

/* ---- cohfrict, jcfpm: YADE's materials ------------------------------------------------------- */

#define FRICT_ROWS                                                                                 \
    {"young",                                                                                      \
     "Pa",                                                                                         \
     NAN,                                                                                          \
     0,                                                                                            \
     INFINITY,                                                                                     \
     .doc = "Young's modulus; given for the contact: of both bodies",                              \
     .mix = LT_EACH,                                                                               \
     .sets = "kn ks",                                                                              \
     .once = 1},                                                                                   \
        {"ktDivKn",                                                                                \
         "1",                                                                                      \
         NAN,                                                                                      \
         0,                                                                                        \
         INFINITY,                                                                                 \
         .doc = "ks/kn of a body, YADE's poisson; given for the contact: of both bodies",          \
         .mix = LT_EACH,                                                                           \
         .sets = "ks",                                                                             \
         .once = 1},                                                                               \
    {                                                                                              \
        "frictionAngle", "rad", NAN, 0, 1.5707963267948966,                                        \
            .doc = "angle of friction, bonded or not", .mix = LT_MIN, .sets = "fric cb_fa",        \
            .once = 1                                                                              \
    }
#define OVER(name, unit, what, of, how)                                                            \
    { name, unit, NAN, 0, INFINITY, .doc = what, .mix = how, .sets = of, .once = 1 }

static const struct lt_field cohfrict_params[] = {
    FRICT_ROWS,
    OVER("normalCohesion", "Pa", "cb_tenf over min(R)^2", "cb_tenf", LT_MIN),
    OVER("shearCohesion", "Pa", "cb_shearf over min(R)^2", "cb_shearf", LT_MIN),
    OVER("alphaKr", "1", "stiffness of bending over ks Ra Rb", "cb_kb", LT_HARMONIC),
    OVER("alphaKtw", "1", "stiffness of twist over ks Ra Rb", "cb_kt", LT_HARMONIC),
    {.name = NULL}};
static const struct lt_field jcfpm_params[] = {
    FRICT_ROWS,
    OVER("tensileStrength", "Pa", "cb_tenf over the area pi min(R)^2", "cb_tenf", LT_MIN),
    OVER("shear_strength", "Pa", "cb_shearf over that area, YADE's cohesion", "cb_shearf", LT_MIN),
    {.name = NULL}};
static const struct lt_view cohfrict_views[] = {
    {"adh_n", "N", "cb_tenf", "normalAdhesion, as cb_tenf"},
    {"adh_s", "N", "cb_shearf", "shearAdhesion, as cb_shearf"},
    {.name = NULL}};
static const struct lt_shortfall frict_declares[] = {
    {"wall", "young > 0 or ks > 0", INFINITY,
     "at a wall its springs are those of the ball with its like"},
    {.check = NULL}};

/* The radii, m, on which YADE's stiffnesses and strengths depend: at a wall both are that of the
 * ball. */
struct yade_radii {
    double a, b, least;
};

/* The radii of the pair; a flat body takes that of the other one. */
static struct yade_radii yade_radii(const struct lt_pair *pair) {
    const double ra = pair->a.flat > 0 ? pair->b.radius : pair->a.radius,
                 rb = pair->b.flat > 0 ? pair->a.radius : pair->b.radius;
    return (struct yade_radii){ra, rb, fmin(ra, rb)};
}

/* YADE's harmonic mean of two stiffnesses, twice that of springs ONE and OTHER in series. */
static double yade_series(double one, double other) {
    return one > 0 && other > 0 ? 2 * one * other / (one + other) : 0;
}

/* Parameter NAME of the material of the FIRST or second body, unless it is given for the contact. A
 * flat body without a value takes that of the other one. */
static double yade_material_value(const struct choice_input *of, const char *name, bool first) {
    const size_t i = row_of(of, name);
    const double own = (first ? of->a : of->b)[i], other = (first ? of->b : of->a)[i];
    const struct lt_body *body = first ? &of->pair->a : &of->pair->b;
    return !isnan(of->p[i]) ? of->p[i] : isnan(own) && body->flat > 0 ? other : own;
}

/* Stiffnesses as YADE derives them from young and ktDivKn, and the friction angle. A kn or ks that
 * is given stays, unless young or ktDivKn is given for the contact, too. All are reported. */
static void yade_springs(const struct choice_input *of, const struct yade_radii *radii) {
    double *young = value(of, "young"), *ratio = value(of, "ktDivKn"), *kn = value(of, "kn"),
           *ks = value(of, "ks"), *fric = value(of, "fric"), *angle = value(of, "frictionAngle");
    const bool given = !isnan(*young), shared = !isnan(*ratio);
    const double ea = yade_material_value(of, "young", true),
                 eb = yade_material_value(of, "young", false),
                 ka = yade_material_value(of, "ktDivKn", true),
                 kb = yade_material_value(of, "ktDivKn", false);
    const bool known = !isnan(ea) && !isnan(eb);
    const double la = known ? ea * radii->a : radii->a, lb = known ? eb * radii->b : radii->b;
    if (known && (given || *kn == 0))
        *kn = yade_series(la, lb);
    if (!isnan(ka) && !isnan(kb) && (given || shared || *ks == 0))
        *ks = *kn > 0 ? *kn * (yade_series(la * ka, lb * kb) / yade_series(la, lb)) : 0;
    *young = *kn * (radii->a + radii->b) / (2 * radii->a * radii->b);
    *ratio = *kn > 0 ? *ks / *kn : 0;
    if (!isnan(*angle))
        *fric = tan(*angle), *value(of, "cb_fa") = *angle;
    *angle = atan(*fric);
}

/* Couples the parameter NAME of a code to the parameter STRENGTH of a part, which is NAME times
 * SIZE, such as an area: NAME sets STRENGTH if it is given, else it reports its value. */
static void yade_strength(const struct choice_input *of, const char *name, double size,
                          const char *strength) {
    double *over = value(of, name), *whole = value(of, strength);
    if (!isnan(*over))
        *whole = *over * size;
    *over = size > 0 ? *whole / size : 0;
}

/* Radii and stiffnesses of cohfrict and jcfpm. Returns the error or NULL. */
static const char *yade_derive(const struct choice_input *of, struct yade_radii *radii) {
    *radii = yade_radii(of->pair);
    if (!(radii->least > 0))
        return "a bond needs a radius: a body that is not flat";
    yade_springs(of, radii);
    return NULL;
}

/* Derives the forces of the bond, N, from the stresses of CohFrictMat (times min(R)^2) and its
 * bending and twisting stiffnesses, N m/rad, from alphaKr and alphaKtw (times ks R_a R_b). Returns
 * the error or NULL. */
static const char *cohfrict_derive(const struct choice_input *of) {
    struct yade_radii radii;
    const char *wrong = yade_derive(of, &radii);
    if (wrong)
        return wrong;
    const double turn = *value(of, "ks") * radii.a * radii.b, square = radii.least * radii.least;
    yade_strength(of, "normalCohesion", square, "cb_tenf");
    yade_strength(of, "shearCohesion", square, "cb_shearf");
    yade_strength(of, "alphaKr", turn, "cb_kb");
    yade_strength(of, "alphaKtw", turn, "cb_kt");
    return NULL;
}

/* Derives the forces of the bond, N, from the strengths of JCFPM, Pa, times the area pi min(R)^2.
 * Returns the error or NULL. */
static const char *jcfpm_derive(const struct choice_input *of) {
    struct yade_radii radii;
    const char *wrong = yade_derive(of, &radii);
    if (wrong)
        return wrong;
    const double area = restitution_pi * radii.least * radii.least;
    yade_strength(of, "tensileStrength", area, "cb_tenf");
    yade_strength(of, "shear_strength", area, "cb_shearf");
    return NULL;
}

/* Limits the tension that reduces the shear strength, derived number "most", N: to the largest
 * force at which the strength, shear - slope fn, is still not negative in floating point. */
static void cohfrict_finish(const struct lt_composition *of, const double *p, double *d) {
    const double shear = *number_of(of, d, LT_BOND_PART, "shear"),
                 slope = *number_of(of, d, LT_BOND_PART, "slope");
    double *most = number_of(of, d, LT_BOND_PART, "most");
    const double all = slope > 0 ? shear / slope : *most;
    (void)p;
    *most = slope * all > shear ? nextafter(all, 0) : all;
}

/* ---- The table ------------------------------------------------------------------------------- */

// clang-format off
#define LT_CHOICES(F)                                                                              \
    F(hertz) F(mindlin) F(mindlin_rolling_torsion) F(linear_elastic) F(jkr)                        \
    F(hertz_dmt) F(luding) F(walton_braun) F(thornton) F(eepa) F(mdr)                              \
    F(liquid_bridge) F(parallel_bond) F(contact_bond) F(beam_bond) F(arrlinear)                    \
    F(cohfrict) F(jcfpm)
// clang-format on
/* Indices of the table below: CHOICE_hertz and so on. */
enum {
#define NUMBER(id) CHOICE_##id,
    LT_CHOICES(NUMBER) CHOICES
};

#define NO_BOND      "cohesion: none; film: none; bond: none"
#define PFC_BOND     "damping: critical; tangential: linear"
#define YADE_BOND    "normal: linear; cohesion: none; tangential: linear; film: none; bond: contact"
#define HERTZ_ALONE  "normal: hertz; " NO_BOND "; damping: tsuji"
#define DOC_OF(name) "doc/" name ".md."

static const struct lt_choice choices[CHOICES] = {
    [CHOICE_hertz] =
        {.name = "hertz",
         .summary = "Hertz' elastic normal contact with a choice of dashpots",
         .source = "Hertz, J. reine angew. Math. 92 (1882) 156-171. Dashpots: Tsuji, Tanaka & "
                   "Ishida, Powder Technol. 71 (1992) 239-250; Brilliantov, Spahn, Hertzsch & "
                   "Poeschel, Phys. Rev. E 53 (1996) 5382-5392; Hunt & Crossley, J. Appl. Mech. 42 "
                   "(1975) 440-445. Restitution: Antypov & Elliott, EPL 94 (2011) 50004; " DOC_OF(
                       "hertz"),
         .equations = "d = -un, v = -vn; active while un <= 0\n"
                      "fn = -(k d^(3/2) + c(d) v), k = 4/3 E* sqrt(R*)\n"
                      "1/E* = (1 - nu_a^2)/E_a + (1 - nu_b^2)/E_b, 1/R* = 1/R_a + 1/R_b\n"
                      "c(d) = 0                         (none)\n"
                      "       alpha sqrt(m_eff k) d^(1/4)  (tsuji)\n"
                      "       cn                        (constant)\n"
                      "       3/2 k A d^(1/2)           (viscoelastic)\n"
                      "       k lambda d^(3/2)          (hunt-crossley)\n"
                      "dp_mode no-tension: fn <= 0, the dashpot gives way\n"
                      "no tangential force; E_strain = 2/5 k d^(5/2)",
         .fixed = "normal: hertz; " NO_BOND "; tangential: none; rolling: none; twisting: none",
         .presets = "damping: tsuji",
         .params = hertz_params,
         .views = hertz_views,
         .derive = hertz_derive,
         .acts = 0x1,
         .order = LT_NO_ERROR},
    [CHOICE_mindlin] =
        {.name = "mindlin",
         .summary = "Hertz contact with Mindlin's tangential force, four forms or partial slip, "
                    "friction",
         .source = "Mindlin, J. Appl. Mech. 16 (1949) 259-268; Mindlin & Deresiewicz, J. Appl. "
                   "Mech. 20 (1953) 327-344; Popov & Hess, Method of Dimensionality Reduction "
                   "(2015), ch. 5; Di Renzo & Di Maio, Chem. Eng. Sci. 59 (2004) 525-541 and 60 "
                   "(2005) 1303-1312; Thornton & Randall (1988); Tsuji, Tanaka & Ishida, Powder "
                   "Technol. 71 (1992) 239-250; MercuryDPM's Mindlin species. What is wrong in "
                   "print: " DOC_OF("mindlin"),
         .equations =
             "d = max(-un, 0), a = sqrt(R* d), kt = 8 G* a\n"
             "fn = -4/3 E* a d, dashpot alpha sqrt(m_eff 4/3 E* a) vn, at most -fn if no-tension\n"
             "tangent          f* = f + kt du\n"
             "tangent-rescale  f* = f min(a/a_old, 1) + kt du\n"
             "secant-initial   f* = kt x, x = f_old/kt_old + du\n"
             "secant           f* = 2/3 kt x, likewise\n"
             "partial-slip     f = 8 G* sqrt(R*) int u dsqrt(h), h from 0 to d: springs that touch "
             "at\n"
             "                 overlap h, u + du, |u| <= fric E*/(4 G*) (d - h)\n"
             "dashpot: phi sqrt(m_eff kt) v\n"
             "Coulomb: |f* + dashpot| <= fric |fn|, else fric_dynamic |fn|, the spring first;\n"
             "cap_on, cap_by and slip_dashpot have the other readings in use",
         .fixed = HERTZ_ALONE "; rolling: none; twisting: none",
         .presets = "tangential: tangent-rescale",
         .params = mindlin_params,
         .derive = mindlin_derive,
         .acts = 0x7},
    [CHOICE_mindlin_rolling_torsion] =
        {.name = "mindlin-rolling-torsion",
         .summary = "Hertz and Mindlin with rolling and twisting resistance (MercuryDPM)",
         .source = "The law mindlin; Luding, Granular Matter 10 (2008) 235-246, for the speed of "
                   "rolling; MercuryDPM's MindlinRollingTorsion species, corrected, see " DOC_OF(
                       "mindlin-rolling-torsion"),
         .equations =
             "forces: as the law mindlin\n"
             "rolling: moment m, arm l = arm_r R*, stiffness k = l^2 kr, kr = 8 G* a if not given\n"
             "  m* = m + k (das, dat) in the form that tangential names for the shear force,\n"
             "  dashpot l^2 gamma_r (ws, wt), |m* + dashpot| <= l fric_r |fn|, else\n"
             "  l fric_r_dynamic |fn|, the spring first\n"
             "twisting: likewise with l = arm_to R*, kto, gamma_to, fric_to and (dan, wn)\n"
             "|fn| of the limits: as cap_by says",
         .fixed = HERTZ_ALONE "; rolling: arm; twisting: arm",
         .presets = "tangential: tangent-rescale",
         .aliases = "fric_r fric_roll; fric_r_dynamic fric_roll_dynamic",
         .params = mindlin_params,
         .derive = mindlin_derive},
    [CHOICE_linear_elastic] =
        {.name = "linear-elastic",
         .summary = "linear springs and dashpots given by restitution (COMSOL's linear elastic "
                    "model)",
         .source = "Cundall & Strack, Geotechnique 29 (1979) 47-65; COMSOL Multiphysics 6.4, "
                   "Granular Flow Module User's Guide, Contact Force: Linear Elastic Model. "
                   "Friction limit and rules for et are additions, see " DOC_OF("linear-elastic"),
         .equations =
             "fn = kn un + cn vn, (fs, ft) = kt delta + ct (vs, vt) while un <= 0, else 0\n"
             "delta: integral of (vs, vt) from the start of the contact on, in its plane;\n"
             "kt |delta| is held to fric kn |un|, if fric is given; cap_by, cap_on, slip_dashpot,\n"
             "fric_dynamic: other readings of this limit\n"
             "cn = 2 b sqrt(m_eff kn), b = -ln en/sqrt(pi^2 + ln^2 en)   (en_end gap-zero)\n"
             "                         2 b arccos b/sqrt(1 - b^2) = -ln en (en_end force-zero)\n"
             "ct = 2 b sqrt(m kt), b likewise from et, m = m_eff or m_t    (et_rule); or such "
             "that\n"
             "     a sticking contact has e_t = et                        (et_rule rebound)\n"
             "dp_mode as in the law linear",
         .fixed = "normal: linear; damping: constant; tangential: linear; " NO_BOND
                  "; rolling: none; twisting: none",
         .presets = "fric: inf; cap_by: elastic; cap_on: elastic; slip_dashpot: kept",
         .aliases = "kt ks",
         .params = elastic_params,
         .cases = elastic_cases,
         .finish = elastic_finish,
         .views = elastic_views,
         .declares = elastic_declares,
         .derive = elastic_derive,
         .acts = 0x7},
    [CHOICE_jkr] = {.name = "jkr",
                    .summary =
                        "adhesive elastic spheres (Johnson, Kendall, Roberts; Schwarz): neck, "
                        "tear-off",
                    .source =
                        "Johnson, Kendall & Roberts, Proc. R. Soc. Lond. A 324 (1971) 301-313. "
                        "Schwarz, J. Colloid Interface Sci. 261 (2003) 99-106. " DOC_OF("adhesion"),
                    .fixed = "normal: jkr; " NO_BOND},
    [CHOICE_hertz_dmt] =
        {.name = "hertz-dmt",
         .summary = "Hertz' contact with a constant adhesive pull (Derjaguin, Muller, "
                    "Toporov)",
         .source =
             "Derjaguin, Muller & Toporov, J. Colloid Interface Sci. 53 (1975) "
             "314-326; Maugis, J. Colloid Interface Sci. 150 (1992) 243-269. " DOC_OF("adhesion"),
         .fixed = "normal: hertz; cohesion: dmt; film: none; bond: none"},
    [CHOICE_luding] = {.name = "luding",
                       .summary =
                           "plastic and adhesive spring (Luding): hysteresis, pull, sticking",
                       .source = "Luding, Granular Matter 10 (2008) 235-246. " DOC_OF("plasticity"),
                       .fixed = "normal: luding; " NO_BOND},
    [CHOICE_walton_braun] = {.name = "walton-braun",
                             .summary =
                                 "two stiffnesses, of loading and of unloading (Walton & Braun)",
                             .source = "Walton & Braun, J. Rheol. 30 (1986) 949-980. " DOC_OF(
                                 "plasticity"),
                             .fixed = "normal: walton-braun; film: none"},
    [CHOICE_thornton] = {.name = "thornton",
                         .summary = "Hertz' spheres that yield (Thornton)",
                         .source =
                             "Thornton, J. Appl. Mech. 64 (1997) 383-386. " DOC_OF("plasticity"),
                         .fixed = "normal: thornton; film: none"},
    [CHOICE_eepa] = {.name = "eepa",
                     .summary =
                         "Edinburgh elasto-plastic adhesion model: powers of the overlap, pull",
                     .source =
                         "Morrissey, thesis, University of Edinburgh (2013). " DOC_OF("plasticity"),
                     .fixed = "normal: eepa; " NO_BOND},
    [CHOICE_mdr] = {.name = "mdr",
                    .summary = "adhesive elastic-perfectly plastic spheres by the method of "
                               "dimensionality reduction (Zunker & Kamrin)",
                    .source = "Zunker & Kamrin, J. Mech. Phys. Solids 183 (2024) 105492. " DOC_OF(
                        "dimensionality-reduction"),
                    .fixed = "normal: mdr; " NO_BOND},
    [CHOICE_liquid_bridge] =
        {.name = "liquid-bridge",
         .summary = "a contact and over the gap a liquid bridge that pulls until it ruptures",
         .source = "Willett, Adams, Johnson & Seville, Langmuir 16 (2000) 9396-9405; Lambert, "
                   "Chau, Delchambre & Regnier, Langmuir 24 (2008) 3157-3163; Rabinovich, "
                   "Esayanur & Moudgil, Langmuir 21 (2005) 10992-10997; Soulie, Cherblanc, El "
                   "Youssoufi & Saix, Int. J. Numer. Anal. Meth. Geomech. 30 (2006) 213-228; "
                   "Weigert & Ripperger, Part. Part. Syst. Charact. 16 (1999) 238-242. " DOC_OF(
                       "liquid-bridges"),
         .fixed = "cohesion: bridge; film: none; bond: none",
         .presets = "tangential: linear"},
    [CHOICE_parallel_bond] =
        {.name = "parallel-bond",
         .summary = "an elastic disc that breaks, beside a contact with friction (PFC)",
         .source = "Potyondy & Cundall, Int. J. Rock Mech. Min. Sci. 41 (2004) 1329-1364; PFC's "
                   "linear parallel bond model. " DOC_OF("bonds"),
         .fixed = "cohesion: none; film: none; bond: parallel",
         .presets = PFC_BOND},
    [CHOICE_contact_bond] =
        {.name = "contact-bond",
         .summary = "springs that hold in tension and shear until they break (PFC)",
         .source = "Potyondy & Cundall, Int. J. Rock Mech. Min. Sci. 41 (2004) 1329-1364; PFC's "
                   "linear contact bond model. " DOC_OF("bonds"),
         .fixed = YADE_BOND,
         .presets = "damping: critical"},
    [CHOICE_beam_bond] =
        {.name = "beam-bond",
         .summary = "a short beam that breaks, beside a contact (Wang; LAMMPS bpm/rotational)",
         .source = "Wang, Acta Geotech. 4 (2009) 117-127; LAMMPS' bond style bpm/rotational, for "
                   "small rotations. " DOC_OF("bonds"),
         .fixed = "cohesion: none; film: none; bond: beam",
         .presets = PFC_BOND},
    [CHOICE_arrlinear] =
        {.name = "arrlinear",
         .summary = "a linear contact that resists rolling and attracts over a gap (PFC)",
         .source = "PFC's adhesive rolling resistance linear model: its names and the text of its "
                   "page; what of it is derived here says " DOC_OF("bonds"),
         .fixed = "normal: linear; cohesion: constant; tangential: linear; film: none; bond: none",
         .presets = "damping: critical; rolling: spring; roll_stiffness: nan",
         .derive = arrlinear_derive},
    [CHOICE_cohfrict] =
        {.name = "cohfrict",
         .summary = "a fragile bond with friction that resists rolling and twisting (YADE)",
         .source = "YADE 2023.02a's CohFrictMat, fragile, its moments by increments and without "
                   "limits of their own. " DOC_OF("bonds"),
         .fixed = YADE_BOND,
         .params = cohfrict_params,
         .views = cohfrict_views,
         .declares = frict_declares,
         .derive = cohfrict_derive,
         .finish = cohfrict_finish},
    [CHOICE_jcfpm] = {.name = "jcfpm",
                      .summary =
                          "a bond of rock: springs that hold up to the strengths of an area (YADE)",
                      .source =
                          "Scholtes & Donze, Int. J. Rock Mech. Min. Sci. 52 (2012) 18-30; YADE "
                          "2023.02a's JointedCohesiveFrictionalPM without joints. " DOC_OF("bonds"),
                      .fixed = YADE_BOND,
                      .presets = "cb_rest: made",
                      .params = jcfpm_params,
                      .declares = frict_declares,
                      .derive = jcfpm_derive},
};

/* ---- The laws -------------------------------------------------------------------------------- */

/* Applies all of ALIASES, "own part; own part": pairs of names of parameters, see apply_alias();
 * NULL: none. */
static void apply_aliases(const struct choice_input *of, const char *aliases) {
    char own[64], part[64];
    int length = 0;
    for (; aliases && sscanf(aliases, " %63[a-z_] %63[a-z_]%n", own, part, &length) == 2;
         aliases += length + (int)strspn(aliases + length, "; "))
        apply_alias(of, own, part);
}

/* Turns the parameters P of a choice into those of its parts, before these derive their numbers.
 * Returns the error or NULL. */
static const char *derive_choice(const struct lt_composition *made, const struct lt_pair *pair,
                                 const double *a, const double *b, double *p) {
    const struct lt_choice *c = made->choice;
    const struct choice_input of = {pair, &made->law, a, b, p};
    apply_aliases(&of, c->aliases);
    return c->derive ? c->derive(&of) : NULL;
}

/* The composition of each choice, its derive(), which has to know it, and the law as others link
 * it: the law is the first member of the composition. */
#define DEFINE_LAW(id)                                                                             \
    static struct lt_composition composition_##id;                                                 \
    static const char *derive_##id(const struct lt_pair *pair, const void *a, const void *b,       \
                                   void *p, void *d) {                                             \
        return lt_composition_derive(&composition_##id, pair, a, b, p, d);                         \
    }                                                                                              \
    extern const struct lt_composition lt_law_##id __attribute__((alias("composition_" #id)));
LT_CHOICES(DEFINE_LAW)

#define CHOICE_ROW(id) {&choices[CHOICE_##id], &composition_##id, derive_##id},
static const struct {
    const struct lt_choice *choice;
    struct lt_composition *made;
    const char *(*derive)(const struct lt_pair *pair, const void *a, const void *b, void *p,
                          void *d);
} made[] = {LT_CHOICES(CHOICE_ROW)};

/* ---- The tables ------------------------------------------------------------------------------ */

/* Sets the further slots of the KIND that is the LENGTH characters at KIND ("cohesion_2" for
 * cohesion) to none, among the N parameters ROWS: its first part is fixed, so no more can be
 * chosen. */
static void fix_other_slots(const char *kind, size_t length, struct lt_field *rows, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (rows[i].hidden && rows[i].choices && strncmp(rows[i].name, kind, length) == 0 &&
            rows[i].name[length] == '_')
            rows[i].max = 0;
}

/* Sets the defaults given in ENTRIES as "kind: word; parameter: number" in the N parameters ROWS
 * and, if HOLD, the bounds to the same value, so that a user cannot change them. Returns false if a
 * parameter or word does not exist. */
static bool apply_presets(const char *entries, struct lt_field *rows, size_t n, bool hold) {
    while (entries && *entries) {
        const size_t name = strcspn(entries, ":"), i = find_row(rows, n, entries, name);
        const char *word = entries + name + strspn(entries + name, ": ");
        const size_t length = strcspn(word, ";");
        if (i == n)
            return false;
        const double number =
            rows[i].choices ? word_number(rows[i].choices, word, length) : strtod(word, NULL);
        if (rows[i].choices && number < 0)
            return false;
        rows[i].preset = number;
        if (hold) {
            rows[i].min = rows[i].max = number;
            fix_other_slots(entries, name, rows, n);
        }
        entries = word + length + strspn(word + length, "; ");
    }
    return true;
}

/* Appends to the *N parameters ROWS one for each of ALIASES, "own part; own part": a copy of the
 * row called part, under the name own, that sets it. Returns false if that does not exist. */
static bool add_aliases(const char *aliases, struct lt_field *rows, size_t *n,
                        const struct lt_allocator *allocator) {
    while (aliases && *aliases) {
        const size_t own = strcspn(aliases, " ");
        const char *part = aliases + own + 1;
        const size_t length = strcspn(part, ";"), i = find_row(rows, *n, part, length);
        if (i == *n)
            return false;
        char *name = allocator->allocate(allocator->context, own + 1);
        memcpy(name, aliases, own);
        rows[*n] = rows[i];
        rows[*n].name = name;
        rows[*n].preset = NAN;
        rows[*n].sets = rows[i].name;
        rows[*n].once = 1;
        rows[*n].role = LT_NO_ROLE;
        ++*n;
        aliases = part + length + strspn(part + length, "; ");
    }
    return true;
}

/* Number of words in TEXT between separators, 0 for NULL. */
static size_t count_words(const char *text, int separator) {
    size_t n = text != NULL;
    for (; text && *text; text++)
        n += *text == separator;
    return n;
}

/* The rows of FIRST followed by those of SECOND, each of SIZE bytes with its name at offset AT.
 * Both lists, which may be NULL, end with an empty row, and so does the result. */
static const void *concatenate(const void *first, const void *second, size_t size, size_t at,
                               const struct lt_allocator *allocator) {
    const char *const lists[] = {first, second};
    size_t count[2] = {0};
    for (int i = 0; i < 2; i++)
        while (lists[i] && *(const char *const *)(const void *)(lists[i] + size * count[i] + at))
            count[i]++;
    char *all = allocator->allocate(allocator->context, (count[0] + count[1] + 1) * size);
    for (size_t i = 0, n = 0; i < 2; n += count[i++])
        if (count[i] > 0)
            memcpy(all + size * n, lists[i], size * count[i]);
    return all;
}

/* Returns true if the fixed parts of LAW allow the condition WHEN, for instance "damping == 2 and
 * (normal == 0 or normal == 1)": each kind that is named there can have one of the values named.
 * False: no choice of a user can fulfil it. */
static bool is_possible(const char *when, const struct lt_law *law) {
    const char *const denied = strstr(when, "not ("); /* values named from there on do not count */
    for (size_t k = 0; k < law->n_params; k++) {
        const struct lt_field *field = &law->params[k];
        const size_t length = strlen(field->name);
        bool named = false, possible = false;
        for (const char *at = when;
             field->choices && !field->hidden && (at = strstr(at, field->name)); at += length) {
            double number;
            /* Not a mention of this kind: behind "not (", or the end of a longer name. */
            if ((denied && at > denied) ||
                (at > when && (at[-1] == '_' || (at[-1] >= 'a' && at[-1] <= 'z'))))
                continue;
            if (sscanf(at + length, " == %lf", &number) == 1) {
                named = true;
                possible |= number >= field->min && number <= field->max;
            } else if (sscanf(at + length, "_%*d == %lf", &number) == 1 && number > 0) {
                named = true; /* a further slot: possible unless it is held at none */
                possible |= field->min < field->max;
            }
        }
        if (named && !possible)
            return false;
    }
    return true;
}

/* Returns true if the fixed parts of LAW allow at least one of the alternatives of WHEN,
 * "(cohesion == 1) or (tangential == 1 and ...)". Only an "or" outside of all brackets separates
 * alternatives. */
static bool is_any_possible(const char *when, const struct lt_law *law,
                            const struct lt_allocator *allocator) {
    char *copy = allocator->allocate(allocator->context, strlen(when) + 1);
    int depth = 0;
    strcpy(copy, when);
    for (char *at = copy;; at++) {
        depth += (*at == '(') - (*at == ')');
        if (*at && (depth > 0 || strncmp(at, " or ", 4) != 0))
            continue;
        const bool last = !*at;
        *at = '\0';
        if (is_possible(copy, law) || last)
            return is_possible(copy, law);
        copy = at + 1;
    }
}

/* Returns the jumps of ALL in force components that LAW has and with parts that it can have, ended
 * by an empty row. */
static const struct lt_jump *possible_jumps(const struct lt_jump *all, const struct lt_law *law,
                                            const struct lt_allocator *allocator) {
    static const char axes[] = "nst";
    size_t count = 1, n = 0;
    for (const struct lt_jump *j = all; j->force; j++)
        count++;
    struct lt_jump *some = allocator->allocate(allocator->context, count * sizeof *some);
    for (const struct lt_jump *j = all; j->force; j++) {
        const unsigned axis = (unsigned)(strchr(axes, j->force[1]) - axes);
        if (law->acts >> (j->force[0] == 'm' ? axis + 3 : axis) & 1 &&
            is_any_possible(j->when, law, allocator))
            some[n++] = *j;
    }
    return some;
}

/* Returns true if the part that WHEN begins with, "damping == 7", is compatible with the fixed
 * parts of LAW; false if the law lists a clash with one of them. The words of a clash are bit masks
 * of the numbers of parts. */
static bool is_compatible(const char *when, const struct lt_law *law) {
    char kind[32] = "";
    unsigned number = 0;
    sscanf(when, "%31[a-z] == %u", kind, &number);
    const size_t at = find_row(law->params, law->n_params, kind, strlen(kind));
    for (const struct lt_clash *c = law->clashes; c->why; c++) {
        const struct lt_field *one = &law->params[c->kind], *other = &law->params[c->other];
        if ((c->kind == at && c->words >> number & 1u && other->min == other->max &&
             c->others >> (unsigned)other->min & 1u) ||
            (c->other == at && c->others >> number & 1u && one->min == one->max &&
             c->words >> (unsigned)one->min & 1u))
            return false;
    }
    return true;
}

/* Returns the closed forms of ALL for parts that LAW can have, ended by an empty row. */
static const struct lt_case *possible_cases(const struct lt_case *all, const struct lt_law *law,
                                            const struct lt_allocator *allocator) {
    size_t count = 1, n = 0;
    for (const struct lt_case *c = all; c->result; c++)
        count++;
    struct lt_case *some = allocator->allocate(allocator->context, count * sizeof *some);
    for (const struct lt_case *c = all; c->result; c++)
        if (is_possible(c->when, law) && is_compatible(c->when, law))
            some[n++] = *c;
    return some;
}

/* Returns the shortfalls of ALL for parts that LAW can have, ended by an empty row. */
static const struct lt_shortfall *possible_declares(const struct lt_shortfall *all,
                                                    const struct lt_law *law,
                                                    const struct lt_allocator *allocator) {
    size_t count = 1, n = 0;
    for (const struct lt_shortfall *s = all; s->check; s++)
        count++;
    struct lt_shortfall *some = allocator->allocate(allocator->context, count * sizeof *some);
    for (const struct lt_shortfall *s = all; s->check; s++)
        if (is_any_possible(s->when, law, allocator))
            some[n++] = *s;
    return some;
}

/* Updates .of and .role of the N parameters ROWS to the fixed parts. A parameter of a fixed part
 * always applies (.of NULL). A parameter of other parts of that kind loses its role, which the
 * fixed part's own may have. */
static void update_owners(struct lt_field *rows, size_t n) {
    for (size_t k = 0; k < n; k++) {
        const struct lt_field *kind = &rows[k];
        const char *word = kind->choices;
        if (!word || kind->min < kind->max || !kind->doc || kind->hidden)
            continue;
        /* The word of the part that is fixed for this kind. */
        for (int number = 0; number < (int)kind->min; number++)
            word += strcspn(word, " ") + 1;
        const size_t length = strcspn(word, " ");
        for (size_t i = 0; i < n; i++) {
            /* In .of, "normal: hertz jkr; cohesion: dmt": the entry of this kind, its end, and the
             * word in it (at) if it is listed. */
            const char *of = rows[i].of ? strstr(rows[i].of, kind->name) : NULL;
            const char *end = of ? of + strcspn(of, ";") : NULL;
            const char *at =
                of && of[strlen(kind->name)] == ':' ? of + strlen(kind->name) + 1 : NULL;
            while (at && at < end &&
                   (strncmp(at + 1, word, length) != 0 || !strchr(" ;", at[1 + length])))
                at += 1 + strcspn(at + 1, " ;");
            if (at && at < end && !strstr(of, " and "))
                rows[i].of = NULL;
            else if (of && of == rows[i].of && end[0] == '\0' && at && at >= end)
                rows[i].role = LT_NO_ROLE; /* none of the parts that have it can be selected */
        }
    }
}

/* Removes a choice that cannot be combined with a fixed part from the parameters ROWS, if it is the
 * last of its parameter: the words before it keep their numbers. */
static void drop_clashing(const struct lt_clash *clashes, struct lt_field *rows,
                          const struct lt_allocator *allocator) {
    for (const struct lt_clash *c = clashes; c->why; c++) {
        struct lt_field *row = &rows[c->kind];
        const struct lt_field *other = &rows[c->other];
        const bool fixed =
            other->min == other->max && c->others == 1u << (unsigned)other->min && row->choices;
        if (!fixed || row->min == row->max || c->words != 1u << (unsigned)row->max)
            continue;
        const size_t length = (size_t)(strrchr(row->choices, ' ') - row->choices);
        char *words = allocator->allocate(allocator->context, length + 1);
        memcpy(words, row->choices, length);
        row->choices = words;
        row->max--;
    }
}

/* Sets law->params: the parameters of CONTACT as the choice C changes them (fixed values, presets,
 * second names), and those of its own. Returns false if the table of C names a part or parameter
 * that does not exist. */
static bool set_params(const struct lt_choice *c, const struct lt_law *contact, struct lt_law *law,
                       const struct lt_allocator *allocator) {
    size_t n = contact->n_params, own = 0;
    while (c->params && c->params[own].name)
        own++;
    struct lt_field *rows = allocator->allocate(
        allocator->context, (n + own + count_words(c->aliases, ';') + 1) * sizeof *rows);
    memcpy(rows, contact->params, n * sizeof *rows);
    for (size_t i = 0; i < own; i++) {
        const size_t at = find_row(rows, n, c->params[i].name, strlen(c->params[i].name));
        rows[at] = c->params[i];
        n += at == n;
    }
    law->params = rows;
    const bool known = apply_presets(c->fixed, rows, n, true) &&
                       apply_presets(c->presets, rows, n, false) &&
                       add_aliases(c->aliases, rows, &n, allocator);
    law->n_params = n;
    update_owners(rows, n);
    drop_clashing(contact->clashes, rows, allocator);
    return known;
}

/* Turns OF, a copy of the composition `contact`, into the law that the choice C describes. Returns
 * false if the table names a part or parameter that does not exist. */
static bool make_choice(const struct lt_choice *c, struct lt_composition *of,
                        const struct lt_allocator *allocator) {
    static const struct lt_case no_cases[] = {{.result = NULL}};
    const struct lt_law contact = of->law;
    struct lt_law *law = &of->law;
    of->choice = c;
    of->before = derive_choice;
    of->after = c->finish;
    law->name = c->name;
    law->summary = c->summary;
    law->source = c->source;
    law->equations = c->equations ? c->equations : contact.equations;
    law->acts = c->acts ? c->acts : contact.acts;
    law->order = c->order > 0 ? c->order : contact.order;
    /* Of the lists of `contact` only what can occur with the fixed parts. */
    const bool params = set_params(c, &contact, law, allocator);
    law->jumps = possible_jumps(contact.jumps, law, allocator);
    /* All closed forms are for impacts without a bond. */
    law->cases = strstr(c->fixed, "bond: ") && !strstr(c->fixed, "bond: none") ? no_cases
                 : c->cases                                                    ? c->cases
                            : possible_cases(contact.cases, law, allocator);
    law->views = concatenate(contact.views, c->views, sizeof *c->views,
                             offsetof(struct lt_view, name), allocator);
    law->declares =
        concatenate(possible_declares(contact.declares, law, allocator), c->declares,
                    sizeof *c->declares, offsetof(struct lt_shortfall, check), allocator);
    return params;
}

/* Makes all laws of the table from CONTACT. Returns NULL, or the name of a law with a wrong table.
 */
const char *lt_choices_make(const struct lt_composition *contact,
                            const struct lt_allocator *allocator) {
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        *made[i].made = *contact;
        made[i].made->law.derive = made[i].derive;
        if (!make_choice(made[i].choice, made[i].made, allocator))
            return made[i].choice->name;
    }
    return NULL;
}

/* Makes CONTACT, which has parts of a user, the same choice as PREVIOUS. Returns the error or NULL.
 */
const char *lt_choices_remake(const struct lt_composition *previous, struct lt_composition *contact,
                              const struct lt_allocator *allocator) {
    return make_choice(previous->choice, contact, allocator)
               ? NULL
               : "a part on which the law is based does not exist";
}

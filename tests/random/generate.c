/* SPDX-License-Identifier: GPL-3.0-or-later */
/* generate.c: a stage program from a seed. Sizes, stiffness and speed are drawn so that the overlap
 * is a small part of the radius and a contact lasts some hundred steps; all else is drawn freely.
 */
#include "random.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* SplitMix64, by Sebastiano Vigna's description of Steele, Lea and Flood, OOPSLA 2014. */
static uint64_t next(struct draws *draws) {
    uint64_t z = draws->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

double draw(struct draws *draws) {
    return (double)(next(draws) >> 11) * 0x1p-53;
}

/* Three digits are enough, and can be read. */
static double rounded(double x) {
    char text[32];
    snprintf(text, sizeof text, "%.3g", x);
    double value = 0;
    sscanf(text, "%lf", &value);
    return value;
}

double draw_between(struct draws *draws, double low, double high) {
    return rounded(low + (high - low) * draw(draws));
}

double draw_decades(struct draws *draws, double low, double high) {
    return rounded(low * pow(high / low, draw(draws)));
}

bool draw_chance(struct draws *draws, double chance) {
    return draw(draws) < chance;
}

int draw_below(struct draws *draws, int count) {
    return (int)(draw(draws) * count);
}

/* ---- particles ---- */

static bool is_flat(const struct particle *particle) {
    return strcmp(particle->shape, "wall") == 0 || strcmp(particle->shape, "facet") == 0;
}

static bool is_shape(const struct particle *particle, const char *shape) {
    return strcmp(particle->shape, shape) == 0;
}

static void draw_round(struct draws *d, struct particle *p, const char *frame, double radius) {
    static const char *const shapes[] = {"sphere", "sphere",    "sphere",
                                         "sphere", "ellipsoid", "capsule"};
    bool bodies = strcmp(frame, "bodies") == 0;
    strcpy(p->shape, shapes[draw_below(d, bodies ? 4 : 6)]);
    p->radius = radius;
    p->shaft = rounded(radius * draw_between(d, 0.2, 3));
    for (int i = 0; i < 3; i++)
        p->axes[i] = rounded(radius * draw_between(d, 0.6, 1.6));
    p->density = draw_decades(d, 500, 8000);
    p->rotates = !draw_chance(d, 0.1);
}

static double volume(const struct particle *p) {
    double ball = 4.0 / 3 * pi * pow(p->radius, 3);
    if (is_shape(p, "ellipsoid"))
        return 4.0 / 3 * pi * p->axes[0] * p->axes[1] * p->axes[2];
    return is_shape(p, "capsule") ? ball + pi * p->radius * p->radius * p->shaft : ball;
}

static double mass(const struct particle *p) {
    if (p->fixed || is_flat(p))
        return INFINITY;
    return p->mass > 0 ? p->mass : p->density * volume(p);
}

static void draw_particles(struct draws *d, struct program *program) {
    double radius = draw_decades(d, 1e-4, 0.1);
    struct particle *a = &program->particles[0], *b = &program->particles[1];
    draw_round(d, a, program->frame, radius);
    draw_round(d, b, program->frame, rounded(radius * draw_decades(d, 0.3, 3)));
    double kind = draw(d);
    struct particle *other = draw_chance(d, 0.5) ? a : b;
    if (kind < 0.2)
        strcpy(other->shape, draw_chance(d, 0.5) ? "wall" : "facet");
    else if (kind < 0.3)
        other->fixed = true;
    else if (kind < 0.35 && is_shape(a, "sphere") && is_shape(b, "sphere"))
        strcpy(a->shape, "disc"), strcpy(b->shape, "disc");
    if (is_shape(other, "facet") && draw_chance(d, 0.5))
        other->half_thick = rounded(radius * draw_between(d, 0.1, 1));
    for (int i = 0; i < 2; i++)
        if (draw_chance(d, 0.15) && isfinite(mass(&program->particles[i])))
            program->particles[i].mass = rounded(mass(&program->particles[i]));
}

/* ---- the law and its parameters ---- */

/* What a number is measured in. */
enum unit {
    ONE,
    SPRING_UNIT,
    DASHPOT,
    MODULUS,
    HERTZ,
    LENGTH,
    RADIUS,
    TIME,
    PER_TIME,
    PER_SPEED,
    PER_CONTACT, /* per time and contact radius */
    MOMENT_SPRING,
    MOMENT_DASHPOT,
    AREA,
    FORCE,
    TENSION, /* force per radius */
    PULL,    /* force per area of the contact */
    YIELD,   /* pressure in the middle of the contact, of Hertz */
    PER_LENGTH,
    OF_LAST
};

/* A parameter of LAWS ("contact": of every law made of parts), how often it is given, and from
 * which range. Of one group of a law one alternative is taken. WHEN: a choice that it belongs to.
 */
static const struct known_param {
    const char *laws, *name;
    enum unit unit;
    double low, high, chance;
    int group, alternative;
    const char *when;
} known_params[] = {
    {"linear idealelpl linel6 concrete", "kn", SPRING_UNIT, 1, 1, 1, 1, 0, ""},
    {"linear", "ks", SPRING_UNIT, 0.1, 1, 0.9, 1, 0, ""},
    {"linear", "emod", MODULUS, 1, 1, 1, 1, 1, ""},
    {"linear", "kratio", ONE, 1, 5, 1, 1, 1, ""},
    {"linear", "user_area", AREA, 0.8, 1.2, 0.3, 1, 1, ""},
    {"linear", "rgap", LENGTH, -0.5, 0.5, 0.1, 0, 0, ""},
    {"linear", "dp_nratio", ONE, 0, 0.8, 0.6, 0, 0, ""},
    {"linear", "dp_sratio", ONE, 0, 0.5, 0.4, 0, 0, ""},
    {"idealelpl linel6 concrete", "kt", SPRING_UNIT, 0.1, 1, 1, 1, 0, ""},
    {"idealelpl linel6 concrete", "young", MODULUS, 1, 1, 1, 1, 1, ""},
    {"idealelpl linel6 concrete", "ktDivKn", ONE, 0.1, 1, 0.7, 1, 1, ""},
    {"idealelpl concrete", "tanPhi", ONE, 0.05, 1, 0.8, 0, 0, ""},
    {"idealelpl", "relRollStiff", ONE, 0.01, 0.3, 0.5, 2, 0, ""},
    {"idealelpl", "relTwistStiff", ONE, 0.1, 1, 0.7, 2, 0, ""},
    {"idealelpl", "rollTanPhi", ONE, 0.01, 0.3, 0.8, 2, 0, ""},
    {"linel6", "charLen", RADIUS, 0.2, 1, 1, 0, 0, ""},
    {"linear-elastic", "kn", SPRING_UNIT, 1, 1, 1, 0, 0, ""},
    {"linear-elastic", "kt", SPRING_UNIT, 0.1, 1, 1, 0, 0, ""},
    {"linear-elastic", "cn", DASHPOT, 0.01, 1, 0.7, 1, 0, ""},
    {"linear-elastic", "en", ONE, 0.2, 1, 1, 1, 1, ""},
    {"linear-elastic", "ct", DASHPOT, 0.01, 0.4, 0.7, 2, 0, ""},
    {"linear-elastic", "et", ONE, 0.3, 0.95, 1, 2, 1, ""},
    {"linear linear-elastic mindlin mindlin-rolling-torsion my-law contact", "fric", ONE, 0, 1, 0.9,
     0, 0, ""},
    {"hertz mindlin mindlin-rolling-torsion contact", "young", HERTZ, 0.8, 1.5, 1, 3, 0, ""},
    {"hertz mindlin mindlin-rolling-torsion contact", "poisson", ONE, 0, 0.45, 1, 3, 0, ""},
    {"hertz mindlin mindlin-rolling-torsion contact", "young_eff", HERTZ, 1, 1, 1, 3, 1, ""},
    {"mindlin mindlin-rolling-torsion contact", "shear_eff", HERTZ, 0.1, 0.3, 1, 3, 1, ""},
    {"hertz", "alpha", ONE, 0, 1.5, 1, 4, 0, "damping=tsuji"},
    {"hertz", "dp_nratio", ONE, 0, 0.7, 1, 4, 1, "damping=tsuji"},
    {"hertz", "en", ONE, 0.2, 1, 1, 4, 2, "damping=tsuji"},
    {"hertz", "cn", DASHPOT, 0.01, 0.8, 1, 0, 0, "damping=constant"},
    {"hertz", "A", TIME, 0.001, 0.1, 1, 0, 0, "damping=viscoelastic"},
    {"hertz", "lambda", PER_SPEED, 0.01, 0.5, 1, 0, 0, "damping=hunt-crossley"},
    {"mindlin mindlin-rolling-torsion contact", "fric_dynamic", OF_LAST, 0.3, 1, 0.3, 0, 0, ""},
    {"mindlin mindlin-rolling-torsion", "alpha", ONE, 0, 1.2, 0.6, 5, 0, ""},
    {"mindlin mindlin-rolling-torsion", "en", ONE, 0.2, 1, 1, 5, 1, ""},
    {"mindlin mindlin-rolling-torsion", "phi", ONE, 0, 0.6, 0.5, 6, 0, ""},
    {"mindlin mindlin-rolling-torsion", "et", ONE, 0.3, 1, 1, 6, 1, ""},
    {"mindlin-rolling-torsion", "fric_r", ONE, 0.01, 0.5, 0.7, 0, 0, ""},
    {"mindlin-rolling-torsion", "fric_r_dynamic", OF_LAST, 0.3, 1, 0.3, 0, 0, ""},
    {"mindlin-rolling-torsion contact", "fric_to", ONE, 0.01, 0.5, 0.7, 0, 0, ""},
    {"mindlin-rolling-torsion contact", "fric_to_dynamic", OF_LAST, 0.3, 1, 0.3, 0, 0, ""},
    {"mindlin-rolling-torsion", "kr", SPRING_UNIT, 0.05, 0.5, 0.5, 0, 0, ""},
    {"mindlin-rolling-torsion", "kto", SPRING_UNIT, 0.05, 0.5, 0.5, 0, 0, ""},
    {"mindlin-rolling-torsion contact", "gamma_r", DASHPOT, 0.01, 0.2, 0.3, 0, 0, ""},
    {"mindlin-rolling-torsion contact", "gamma_to", DASHPOT, 0.01, 0.2, 0.3, 0, 0, ""},
    {"mindlin-rolling-torsion contact", "arm_r", ONE, 0.5, 1.5, 0.3, 0, 0, ""},
    {"mindlin-rolling-torsion contact", "arm_to", ONE, 0.5, 2, 0.3, 0, 0, ""},
    {"concrete", "sigmaT", MODULUS, 1e-5, 1e-2, 1, 0, 0, ""},
    {"concrete", "epsCrackOnset", ONE, 1e-5, 1e-3, 1, 0, 0, ""},
    {"concrete", "relDuctility", ONE, 2, 60, 1, 0, 0, ""},
    {"concrete", "equivStrainShearContrib", ONE, 0.1, 1, 0.3, 0, 0, ""},
    {"concrete", "omegaThreshold", ONE, 0.8, 1, 0.3, 0, 0, ""},
    {"concrete", "dmgTau", TIME, 0.1, 10, 0.2, 7, 0, ""},
    {"concrete", "dmgRateExp", ONE, 0.1, 1, 1, 7, 0, ""},
    {"concrete", "plTau", TIME, 0.1, 10, 0.2, 8, 0, ""},
    {"concrete", "plRateExp", ONE, 0.1, 1, 1, 8, 0, ""},
    {"concrete", "isoPrestress", MODULUS, -1e-4, 0, 0.2, 0, 0, ""},
    {"concrete", "yieldLogSpeed", ONE, 0.05, 1, 0.3, 0, 0, ""},
    {"concrete", "epsSoft", ONE, -0.01, -0.0005, 0.3, 0, 0, ""},
    {"concrete", "relKnSoft", ONE, 0, 1, 0.3, 0, 0, ""},
    {"my-law formula-coulomb", "kn", SPRING_UNIT, 1, 1, 1, 0, 0, ""},
    {"my-law", "ks", SPRING_UNIT, 0.1, 1, 0.9, 0, 0, ""},
    {"my-law", "beta", ONE, 0, 0.8, 0.7, 0, 0, ""},
    {"formula-coulomb", "kt", SPRING_UNIT, 0.1, 1, 0.9, 0, 0, ""},
    {"formula-coulomb", "mu", ONE, 0, 1, 0.9, 0, 0, ""},
    {"contact", "kn", SPRING_UNIT, 1, 1, 1, 0, 0, ""},
    {"contact", "cn", DASHPOT, 0.01, 0.8, 1, 0, 0, ""},
    {"contact", "alpha", ONE, 0, 1.5, 1, 0, 0, ""},
    {"contact", "A", TIME, 0.001, 0.1, 1, 0, 0, ""},
    {"contact", "lambda", PER_SPEED, 0.01, 0.5, 1, 0, 0, ""},
    {"contact", "eta_m", PER_TIME, 0.1, 3, 1, 0, 0, ""},
    {"contact", "eta_ma", PER_CONTACT, 0.1, 3, 1, 0, 0, ""},
    {"contact", "en", ONE, 0.2, 1, 0.9, 0, 0, ""},
    {"contact", "dp_nratio", ONE, 0, 0.8, 0.9, 0, 0, ""},
    {"contact", "tangential_ratio", ONE, 0, 1, 0.3, 0, 0, ""},
    {"contact", "ks", SPRING_UNIT, 0.1, 1, 0.9, 0, 0, ""},
    {"contact", "ct", DASHPOT, 0.01, 0.4, 0.7, 0, 0, ""},
    {"contact", "phi", ONE, 0, 0.6, 0.5, 0, 0, ""},
    {"contact", "fric_roll", ONE, 0.01, 0.5, 0.9, 0, 0, ""},
    {"contact", "fric_roll_dynamic", OF_LAST, 0.3, 1, 0.3, 0, 0, ""},
    {"contact", "roll_stiffness", MOMENT_SPRING, 0.05, 0.5, 0.9, 0, 0, ""},
    {"contact", "roll_viscosity", MOMENT_DASHPOT, 0.01, 0.2, 0.5, 0, 0, ""},
    {"contact", "roll_damping", ONE, 0, 0.6, 0.5, 0, 0, ""},
    {"contact", "roll_ratio", ONE, 1, 4, 0.7, 0, 0, ""},
    {"contact", "k_roll", SPRING_UNIT, 0.05, 0.5, 0.9, 0, 0, ""},
    {"contact", "c_roll", DASHPOT, 0.01, 0.2, 0.5, 0, 0, ""},
    {"contact", "kr", SPRING_UNIT, 0.05, 0.5, 1, 0, 0, "normal=linear"},
    {"contact", "kr", SPRING_UNIT, 0.05, 0.5, 1, 0, 0, "normal=luding"},
    {"contact", "kr", SPRING_UNIT, 0.05, 0.5, 1, 0, 0, "normal=walton-braun"},
    {"contact", "kr", SPRING_UNIT, 0.05, 0.5, 1, 0, 0, "normal="},
    {"contact", "kr", SPRING_UNIT, 0.05, 0.5, 0.5, 0, 0, "normal=hertz"},
    {"contact", "kto", SPRING_UNIT, 0.05, 0.5, 1, 0, 0, "normal=linear"},
    {"contact", "kto", SPRING_UNIT, 0.05, 0.5, 1, 0, 0, "normal=luding"},
    {"contact", "kto", SPRING_UNIT, 0.05, 0.5, 1, 0, 0, "normal=walton-braun"},
    {"contact", "kto", SPRING_UNIT, 0.05, 0.5, 1, 0, 0, "normal="},
    {"contact", "kto", SPRING_UNIT, 0.05, 0.5, 0.5, 0, 0, "normal=hertz"},
    {"contact", "k_twist", MOMENT_SPRING, 0.05, 0.5, 0.9, 0, 0, ""},
    {"contact", "c_twist", MOMENT_DASHPOT, 0.01, 0.2, 0.5, 0, 0, ""},
    {"contact", "fric_twist", RADIUS, 0.01, 0.3, 0.9, 0, 0, ""},
    {"contact", "twist_stiffness", MOMENT_SPRING, 0.05, 0.5, 0.9, 0, 0, ""},
    {"contact", "kn1", SPRING_UNIT, 0.3, 0.7, 1, 0, 0, ""},
    {"contact", "kn2", SPRING_UNIT, 0.8, 1.5, 1, 0, 0, "normal=luding"},
    {"contact", "kn2", SPRING_UNIT, 0.8, 1.5, 1, 9, 0, "normal=walton-braun"},
    {"contact", "hardening", PER_LENGTH, 0.1, 1, 1, 9, 1, "normal=walton-braun"},
    {"contact", "kc", SPRING_UNIT, 0, 0.3, 0.6, 0, 0, ""},
    {"contact", "phi_f", ONE, 0.0005, 0.02, 1, 0, 0, ""},
    {"contact", "pull_off", FORCE, 0, 0.1, 0.2, 0, 0, ""},
    {"contact", "work_adhesion", TENSION, 0, 0.03, 1, 10, 0, ""},
    {"contact", "surf_energy", TENSION, 0, 0.015, 1, 10, 1, ""},
    {"contact", "schwarz", ONE, 0, 1, 0.3, 0, 0, ""},
    {"contact", "yield_pressure", YIELD, 0.2, 1.5, 1, 0, 0, ""},
    {"contact", "plas_ratio", ONE, 0, 0.8, 0.7, 0, 0, ""},
    {"contact", "adh_exp", ONE, 1, 5, 0.3, 0, 0, ""},
    {"contact", "surf_adh", TENSION, 0, 0.5, 0.5, 0, 0, ""},
    {"contact", "cohesion_density", PULL, 0, 0.05, 0.8, 0, 0, ""},
    {"contact", "adh_force", FORCE, 0, 0.1, 0.8, 0, 0, ""},
    {"contact", "adh_stiffness", SPRING_UNIT, 0.1, 1, 0.7, 0, 0, ""},
    {"contact", "pull_range", LENGTH, 0.1, 1, 0.6, 0, 0, ""},
    {"contact", "pull_force", FORCE, 0, 0.1, 0.8, 0, 0, ""},
    {"my-hertz", "plane_modulus", HERTZ, 1, 1, 1, 0, 0, ""},
    {"two-stiffnesses", "k1", SPRING_UNIT, 1, 1, 1, 0, 0, ""},
    {"two-stiffnesses", "e", ONE, 0.3, 1, 0.8, 0, 0, ""},
};

/* Is WORD one of those in LIST, parted by blanks? */
static bool listed(const char *list, const char *word) {
    size_t length = strlen(word);
    for (const char *at = list; length > 0 && (at = strstr(at, word)); at += length)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}

static bool is_of(const struct known_param *known, const struct law_known *law) {
    return listed(known->laws, law->of_parts ? "contact" : law->name);
}

/* In YADE's words the modulus sets the stiffnesses, a restitution sets the damping, which are drawn
 * themselves. */
static bool sets_others(const struct law_known *law, const char *name) {
    return (listed("cohfrict jcfpm", law->name) && strcmp(name, "young") == 0) ||
           (listed("hertz mindlin mindlin-rolling-torsion linear-elastic", law->name) &&
            listed("en et dp_nratio", name));
}

static struct param *find_param(struct program *program, const char *name) {
    for (int i = 0; i < program->param_count; i++)
        if (strcmp(program->params[i].name, name) == 0)
            return &program->params[i];
    return NULL;
}

static struct param *add_param(struct program *program, const char *name) {
    struct param *param = &program->params[program->param_count++];
    *param = (struct param){.number = 0};
    snprintf(param->name, sizeof param->name, "%s", name);
    return param;
}

/* The word that stands, or is the default of the choice NAME. */
static const char *word_of(struct program *program, const char *name) {
    const struct param *param = find_param(program, name);
    for (int i = 0; !param && i < program->law->choice_count; i++)
        if (strcmp(program->law->choices[i].name, name) == 0)
            return program->law->choices[i].words[program->law->choices[i].preset];
    return param ? param->word : "";
}

/* "sds arm", or "all but viscous", which none is not. */
static bool of_words(const char *words, const char *word) {
    words += strspn(words, " ");
    if (strncmp(words, "all but ", 8) != 0)
        return listed(words, word);
    return strcmp(word, "none") != 0 && !listed(words + 8, word);
}

/* Is a part chosen that OF names: "kind" any but none, "kind: word word" one of these; "... and
 * ..." both, "...; ..." one of them? */
static bool part_chosen(struct program *program, const char *of) {
    char clauses[2 * NAME], *rest = NULL;
    snprintf(clauses, sizeof clauses, "%s", of);
    for (char *kind = strtok_r(clauses, ";", &rest); kind; kind = strtok_r(NULL, ";", &rest)) {
        bool all = true;
        for (char *next = kind; next && all; kind = next) {
            next = strstr(kind, " and ");
            if (next)
                *next = '\0', next += 5;
            char *words = strchr(kind, ':');
            if (words)
                *words++ = '\0';
            const char *word = word_of(program, kind + strspn(kind, " "));
            all = words ? of_words(words, word) : strcmp(word, "none") != 0;
        }
        if (all)
            return true;
    }
    return false;
}

/* Does the law know the parameter NAME, as its parts are chosen? */
static bool known_here(struct program *program, const char *name) {
    for (int i = 0; i < program->law->owned_count; i++)
        if (strcmp(program->law->owned[i].name, name) == 0)
            return part_chosen(program, program->law->owned[i].of);
    return true;
}

/* en_end and et_rule say something of a number that must be there too. */
static bool choice_fits(struct program *program, const char *name) {
    if (strcmp(name, "en_end") == 0)
        return find_param(program, "en");
    if (strcmp(name, "et_rule") == 0)
        return find_param(program, "et");
    if (strcmp(name, "area") == 0)
        return find_param(program, "user_area") == NULL && find_param(program, "emod");
    return known_here(program, name);
}

static void draw_choices(struct draws *d, struct program *program, bool dependent) {
    for (int i = 0; i < program->law->choice_count; i++) {
        const struct law_choice *choice = &program->law->choices[i];
        if (choice->count < 2)
            continue;
        bool depends = strcmp(choice->name, "en_end") == 0 ||
                       strcmp(choice->name, "et_rule") == 0 || strcmp(choice->name, "area") == 0;
        int word = draw_below(d, choice->count);
        bool given = draw_chance(d, 0.6);
        if (depends == dependent && given && choice_fits(program, choice->name))
            strcpy(add_param(program, choice->name)->word, choice->words[word]);
    }
}

static bool choices_clash(struct program *program) {
    for (int i = 0; i < program->law->clash_count; i++) {
        const struct law_clash *clash = &program->law->clashes[i];
        if (listed(clash->words, word_of(program, clash->kind)) &&
            listed(clash->others, word_of(program, clash->other)))
            return true;
    }
    return strcmp(word_of(program, "dp_mode"), "cut-then-adhesion") == 0 &&
           listed("jkr luding eepa mdr", word_of(program, "normal")); /* whose springs pull */
}

/* Again until the choices go together. */
static void draw_legal_choices(struct draws *d, struct program *program) {
    do {
        program->param_count = 0;
        draw_choices(d, program, false);
    } while (choices_clash(program));
}

static bool when_holds(struct program *program, const char *when) {
    char name[NAME];
    const char *equals = strchr(when, '=');
    if (!equals)
        return true;
    snprintf(name, sizeof name, "%.*s", (int)(equals - when), when);
    return strcmp(word_of(program, name), equals + 1) == 0;
}

static double unit_of(const struct program *program, const struct known_param *known) {
    const struct particle *p = program->particles;
    double radius =
        fmin(is_flat(&p[0]) ? INFINITY : p[0].radius, is_flat(&p[1]) ? INFINITY : p[1].radius);
    double m = program->spring * pow(program->scale_time / pi, 2);
    switch (known->unit) {
    case SPRING_UNIT:
        return program->spring;
    case DASHPOT:
        return 2 * sqrt(m * program->spring);
    case MODULUS:
        return program->spring * 2 / (pi * radius);
    case HERTZ:
        return program->spring / (4.0 / 3 * sqrt(radius * program->length));
    case LENGTH:
        return program->length;
    case RADIUS:
        return radius;
    case TIME:
        return program->scale_time;
    case PER_TIME:
        return 1 / program->scale_time;
    case PER_CONTACT:
        return 1 / (program->scale_time * sqrt(radius * program->length));
    case MOMENT_SPRING:
        return program->spring * radius * radius;
    case MOMENT_DASHPOT:
        return 2 * sqrt(m * program->spring) * radius * radius;
    case PER_SPEED:
        return 1 / program->speed;
    case AREA:
        return pi * radius * radius;
    case FORCE:
        return program->force;
    case TENSION:
        return program->force / radius;
    case PULL:
        return program->force / (pi * radius * program->length);
    case YIELD:
        return program->spring * 1.5 / (pi * radius);
    case PER_LENGTH:
        return 1 / program->length;
    default:
        return 1;
    }
}

static void draw_numbers(struct draws *d, struct program *program) {
    int alternatives[16];
    for (int i = 0; i < 16; i++)
        alternatives[i] = draw_below(d, 3);
    for (size_t i = 0; i < sizeof known_params / sizeof *known_params; i++) {
        const struct known_param *known = &known_params[i];
        double share = draw(d), chance = draw(d);
        int most = 0; /* alternatives of this group in this law */
        for (size_t k = 0; k < sizeof known_params / sizeof *known_params; k++)
            if (known_params[k].group == known->group && is_of(&known_params[k], program->law) &&
                known_params[k].alternative > most)
                most = known_params[k].alternative;
        bool chosen =
            known->group == 0 || alternatives[known->group] % (most + 1) == known->alternative;
        if (!is_of(known, program->law) || sets_others(program->law, known->name) || !chosen ||
            chance >= known->chance || !when_holds(program, known->when) ||
            !known_here(program, known->name))
            continue;
        char of[NAME];
        snprintf(of, sizeof of, "%.*s", (int)strcspn(known->name, "_"), known->name);
        if (strstr(known->name, "_dynamic"))
            snprintf(of, sizeof of, "%.*s", (int)(strlen(known->name) - strlen("_dynamic")),
                     known->name);
        const struct param *last = find_param(program, of);
        const struct param *tangential = find_param(program, "tangential");
        bool one_friction = tangential && strcmp(tangential->word, "partial-slip") == 0;
        if (known->unit == OF_LAST && (!last || one_friction))
            continue;
        double unit = known->unit == OF_LAST ? last->number : unit_of(program, known);
        add_param(program, known->name)->number =
            rounded(unit * (known->low + (known->high - known->low) * share));
    }
}

/* Rotation by other units of length has the stiffness of 'squared' at another charLen. */
static void mend_length(struct program *program) {
    struct param *rotation = find_param(program, "rotation"),
                 *length = find_param(program, "charLen");
    if (rotation && length && strcmp(rotation->word, "manual") == 0)
        length->number = rounded(length->number * length->number);
    if (rotation && length && strcmp(rotation->word, "code") == 0)
        length->number = rounded(1 / (length->number * length->number));
}

static void draw_law(struct draws *d, struct program *program) {
    draw_legal_choices(d, program);
    draw_numbers(d, program);
    draw_choices(d, program, true);
    mend_length(program);
}

/* ---- motion and loads ---- */

static void draw_scales(struct draws *d, struct program *program) {
    const struct particle *p = program->particles;
    double radius =
        fmin(is_flat(&p[0]) ? INFINITY : p[0].radius, is_flat(&p[1]) ? INFINITY : p[1].radius);
    double m = 1 / (1 / mass(&p[0]) + 1 / mass(&p[1]));
    program->length = rounded(radius * draw_decades(d, 1e-5, 0.01));
    program->spring = rounded(m * pow(pi / draw_decades(d, 1e-6, 1e-2), 2));
    program->scale_time = pi * sqrt(m / program->spring);
    program->speed = rounded(program->length * pi / program->scale_time);
    program->force = rounded(program->spring * program->length);
}

static void draw_motion(struct draws *d, struct program *program) {
    static const char *const integrators[] = {"leapfrog", "leapfrog", "symplectic-euler",
                                              "velocity-verlet", "exact"};
    static const char *const levels[] = {"", "", "", "own", "yade", "woo"};
    strcpy(program->integrator, integrators[draw_below(d, 5)]);
    bool exact = strcmp(program->integrator, "exact") == 0;
    program->dt = rounded(program->scale_time / draw_decades(d, 30, 120));
    program->has_gap = draw_chance(d, 0.4);
    program->gap = rounded(program->length * draw_between(d, -0.8, 0.6));
    program->has_phase = !program->has_gap && !exact && draw_chance(d, 0.3);
    program->phase = draw_between(d, 0, 0.999);
    const char *level = levels[draw_below(d, 6)];
    if (!exact)
        strcpy(program->levels, level);
    if (!exact && draw_chance(d, 0.15))
        strcpy(program->entry, "weighted");
    if (strcmp(program->integrator, "velocity-verlet") == 0 && draw_chance(d, 0.4))
        strcpy(program->dashpot, draw_chance(d, 0.5) ? "full-step" : "half-step");
    const struct particle *p = program->particles;
    bool one_is_held = isinf(mass(&p[0])) || isinf(mass(&p[1]));
    if (strcmp(program->frame, "bodies") == 0) {
        strcpy(program->lever, draw_chance(d, 0.3) ? "radius" : "");
        if (draw_chance(d, 0.3) && !one_is_held)
            program->weight = draw_between(d, 0, 1);
    }
    program->has_gravity = one_is_held && draw_chance(d, 0.4);
    double pull = program->length * pow(pi / program->scale_time, 2);
    for (int i = 0; i < 3; i++)
        program->gravity[i] = rounded(pull * draw_between(d, -0.3, 0.3));
    program->absolute = draw_chance(d, 0.5);
    program->every = draw_chance(d, 0.3) ? 1 + draw_below(d, 6) : 1;
}

static bool discs(const struct program *program) {
    return is_shape(&program->particles[0], "disc");
}

static bool moves(const struct program *program, int dof) {
    return !discs(program) || dof == 0 || dof == 2 || dof == 4;
}

static double velocity_scale(const struct program *program, int dof) {
    return dof < 3 ? program->speed : program->speed / program->particles[0].radius;
}

static double length_scale(const struct program *program, int dof) {
    return dof < 3 ? program->length : program->length / program->particles[0].radius;
}

static double force_scale(const struct program *program, int dof) {
    return dof < 3 ? program->force : program->force * program->particles[0].radius;
}

/* A value that changes, but begins with 0 if it is a displacement. */
static void draw_wave(struct draws *d, const struct program *program, struct value *value,
                      char what) {
    static const enum wave of_u[] = {SINE, RAMP, TRIANGLE, TABLE},
                           any[] = {SINE, RAMP, TRIANGLE, SQUARE, DECAY, SPRING, TABLE};
    double kind = draw(d);
    value->period = rounded(program->scale_time * draw_decades(d, 0.5, 5));
    if (what == 'u')
        value->wave = of_u[(int)(kind * 4)];
    else if (what != 'i' && kind < 0.5)
        value->wave = any[(int)(2 * kind * 7)];
    if (value->wave == SPRING && what != 'f')
        value->wave = CONSTANT;
}

static void draw_load(struct draws *d, const struct program *program, struct stage *stage, int dof,
                      const char *letters, bool first) {
    struct value *value = &stage->values[dof];
    char what = letters[draw_below(d, (int)strlen(letters))];
    double share = draw_between(d, -1, 1);
    if (!moves(program, dof))
        what = '.', share = 0;
    bool exact_bodies =
        strcmp(program->integrator, "exact") == 0 && strcmp(program->frame, "bodies") == 0;
    if (what == 'u' && !first)
        what = 'v';
    if (what == 's' && exact_bodies)
        what = 'f';
    stage->whats[dof] = what;
    draw_wave(d, program, value, what);
    if (what == '.')
        *value = (struct value){.amount = 0};
    double scale = what == 'u'                  ? length_scale(program, dof)
                   : what == 'f' || what == 's' ? 0.3 * force_scale(program, dof)
                                                : velocity_scale(program, dof);
    if (what == 'u' && dof == 0 && program->has_gap)
        value->offset = program->gap;
    if (dof == 0)
        share = what == 'f' || what == 's' ? -0.5 - 2.5 * fabs(share) : -0.1 - 0.9 * fabs(share);
    value->amount = what == '.' ? 0 : rounded(scale * share);
}

static void draw_until(struct draws *d, const struct program *program, struct stage *stage) {
    static const char *const often[] = {"rebound",
                                        "broken",
                                        "bounces >= 1",
                                        "fn_err < 0.05",
                                        "contact and c_time > %.3g",
                                        "un <= -%.3g",
                                        "abs(us) > %.3g",
                                        "fn < -%.3g",
                                        "E_kinetic < %.3g"};
    bool exact = strcmp(program->integrator, "exact") == 0;
    double kind = draw(d);
    stage->time = rounded(program->scale_time * draw_between(d, 0.1, 2.5));
    stage->steps = 4 + (int)(stage->time / program->dt);
    stage->until = exact ? UNTIL_TIME : UNTIL_STEP;
    if (kind < 0.4)
        return;
    if (kind < 0.5 && !exact)
        stage->until = UNTIL_TIME;
    if (kind < 0.5)
        return;
    stage->until = UNTIL_FORMULA;
    const char *text = often[draw_below(d, 9)];
    double number = strstr(text, "c_time")                     ? 0.5 * program->scale_time
                    : strstr(text, "un") || strstr(text, "us") ? 0.3 * program->length
                    : strstr(text, "fn <")                     ? 0.3 * program->force
                                           : 1e-3 * program->force * program->length;
    char part[100];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(part, sizeof part, text, number);
#pragma GCC diagnostic pop
    snprintf(stage->formula, sizeof stage->formula, "%s or time >= %.3g", part, 2 * stage->time);
}

static const char *number_to_set(const struct program *program) {
    static const char *const names[] = {"fric", "tanPhi", "mu", "dp_nratio", "beta"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (int k = 0; k < program->param_count; k++)
            if (strcmp(program->params[k].name, names[i]) == 0)
                return names[i];
    return NULL;
}

/* Any number of the law is set: to what it is, to nothing, to something else. */
static void draw_set(struct draws *d, const struct program *program, char *text, size_t size) {
    const struct param *numbers[PARAMS];
    int count = 0;
    for (int k = 0; k < program->param_count; k++)
        if (!*program->params[k].word)
            numbers[count++] = &program->params[k];
    if (count == 0)
        return;
    const char *name = numbers[draw_below(d, count)]->name;
    const double kind = draw(d), share = draw_between(d, 0.4, 1.6);
    snprintf(text, size, "{set: {%s: %s*%.3g}}", name, name,
             kind < 0.2   ? 1
             : kind < 0.4 ? 0
                          : share);
}

/* Within the stage, and where its actions leave room at its end. */
static void draw_sets(struct draws *d, const struct program *program, struct stage *stage) {
    char set[160] = "";
    if (stage->action_count < ACTIONS && draw_chance(d, 0.5) &&
        (stage->action_count == 0 || !strstr(stage->actions[stage->action_count - 1], "restart")))
        draw_set(d, program, stage->actions[stage->action_count], sizeof stage->actions[0]);
    if (stage->action_count < ACTIONS && *stage->actions[stage->action_count])
        stage->action_count++;
    const double kind = draw(d), share = draw_between(d, 0.1, 0.9);
    if (kind < 0.5)
        draw_set(d, program, set, sizeof set);
    if (*set && kind < 0.3)
        snprintf(stage->event, sizeof stage->event, "when: time >= %.3g, do: [%s]",
                 share * stage->time, set);
    else if (*set)
        snprintf(stage->event, sizeof stage->event, "when: \"fn < %.3g\", do: [%s]",
                 -share * program->force, set);
}

static void draw_actions(struct draws *d, const struct program *program, struct stage *stage,
                         int number, bool last) {
    int count = draw_chance(d, 0.4) ? 1 + draw_below(d, ACTIONS) : 0;
    for (int i = 0; i < count; i++) {
        char *text = stage->actions[stage->action_count];
        size_t size = sizeof stage->actions[0];
        const char *set = number_to_set(program);
        switch (draw_below(d, 6)) {
        case 0:
            snprintf(text, size, "{print: fn + un}");
            break;
        case 1:
            snprintf(text, size, "{mark: mark%d%d}", number, i);
            break;
        case 2:
            snprintf(text, size, "{reset: [E_dashpot]}");
            break;
        case 3:
            snprintf(text, size, "{keep: {kept%d%d: fn}}", number, i);
            break;
        case 4:
            if (set)
                snprintf(text, size, "{set: {%s: %s*%.3g}}", set, set, draw_between(d, 0.5, 1.2));
            break;
        default:
            if (last)
                snprintf(text, size, "{restart: %d}", 1 + draw_below(d, 2));
        }
        if (*text && (i == 0 || !strstr(text, "restart")))
            stage->action_count++;
        else
            *text = '\0';
        if (strstr(text, "restart"))
            return;
    }
}

static void draw_stage(struct draws *d, struct program *program, int number, int count) {
    struct stage *stage = &program->stages[number];
    static const char *const normals[] = {"i", "i", "v", "u", "f", "s", ".", "v"};
    static const char *const shears[] = {"i.", "iv.f", "vu.", "v.sf", "if.", "vs", "i.vf", "v.uf"};
    int kind = number == 0 && draw_chance(d, 0.4) ? 0 : draw_below(d, 8);
    if (number == 0 && kind == 6)
        kind = 0;
    draw_load(d, program, stage, 0, normals[kind], number == 0);
    for (int dof = 1; dof < 3; dof++)
        draw_load(d, program, stage, dof, shears[kind], number == 0);
    for (int dof = 3; dof < DOFS; dof++)
        draw_load(d, program, stage, dof, draw_chance(d, 0.5) ? "....v" : "i.vvfu", number == 0);
    if (discs(program) && stage->whats[0] == 's')
        stage->whats[0] = 'f';
    draw_until(d, program, stage);
    draw_actions(d, program, stage, number, number == count - 1);
}

static void draw_velocities(struct draws *d, struct program *program) {
    for (int k = 0; k < 2; k++) {
        struct particle *p = &program->particles[k];
        bool given = draw_chance(d, 0.2);
        bool still = is_flat(p) || p->fixed || discs(program);
        for (int i = 0; i < 3; i++) {
            double speed = draw_between(d, -1, 1), spin = draw_between(d, -1, 1);
            if (!given || still)
                continue;
            p->velocity[i] = rounded(0.5 * program->speed * speed);
            p->spin[i] =
                p->rotates ? rounded(program->speed / program->particles[0].radius * spin) : 0;
        }
    }
}

void program_draw(struct program *program, const struct laws *laws, uint64_t seed, bool freely) {
    struct draws d = {seed * 0x2545f4914f6cdd1du + 1};
    *program = (struct program){.seed = seed, .weight = -1};
    program->law = &laws->law[draw_below(&d, laws->count)];
    strcpy(program->frame, draw_chance(&d, 0.3) ? "bodies" : "contact");
    draw_particles(&d, program);
    draw_scales(&d, program);
    draw_law(&d, program);
    draw_motion(&d, program);
    draw_velocities(&d, program);
    program->stage_count = 1 + draw_below(&d, STAGES - 1);
    program->materials = draw_chance(&d, 0.25);
    program->particles[1].material = draw_chance(&d, 0.7);
    program->repeat = draw_chance(&d, 0.1) ? 2 : 1;
    for (int i = 0; i < program->stage_count; i++)
        draw_stage(&d, program, i, program->stage_count);
    for (int i = 0; freely && i < program->stage_count; i++)
        draw_sets(&d, program, &program->stages[i]);
}

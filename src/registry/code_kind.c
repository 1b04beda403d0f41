/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "registry/code_kind.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- The codes ------------------------------------------------------------------------------- */

static const char *const lammps_heads[] = {"pair_style", "pair_coeff", "fix", NULL};
static const char *const lammps_styles[] = {
    "granular", "gran/hooke", "gran/hooke/history", "gran/hertz/history", "wall/gran",
    "none",     NULL};
static const char *const lammps_words[] = {"granular",
                                           "hooke",
                                           "hooke/history",
                                           "hertz/history",
                                           "hertz",
                                           "hertz/material",
                                           "dmt",
                                           "jkr",
                                           "tangential",
                                           "linear_nohistory",
                                           "linear_history",
                                           "mindlin",
                                           "mindlin/force",
                                           "mindlin_rescale",
                                           "mindlin_rescale/force",
                                           "rolling",
                                           "sds",
                                           "twisting",
                                           "marshall",
                                           "none",
                                           "damping",
                                           "velocity",
                                           "mass_velocity",
                                           "viscoelastic",
                                           "tsuji",
                                           "mdr",
                                           "linear_history_classic",
                                           "mindlin_classic",
                                           "synchronized_verlet",
                                           "coeff_restitution",
                                           "limit_damping",
                                           "cutoff",
                                           "xplane",
                                           "all",
                                           NULL};

static const char *const liggghts_heads[] = {"pair_style",     "pair_coeff",     "fix",
                                             "hard_particles", "soft_particles", NULL};
static const char *const liggghts_styles[] = {"gran", "wall/gran", "property/global", NULL};
static const char *const liggghts_words[] = {"model",
                                             "hooke",
                                             "hooke/stiffness",
                                             "hertz",
                                             "hertz/stiffness",
                                             "thornton_ning",
                                             "edinburgh",
                                             "edinburgh/stiffness",
                                             "luding",
                                             "hooke/hysteresis",
                                             "surface",
                                             "default",
                                             "multicontact",
                                             "superquadric",
                                             "tangential",
                                             "history",
                                             "no_history",
                                             "rolling_friction",
                                             "cdt",
                                             "epsd",
                                             "epsd2",
                                             "epsd3",
                                             "cohesion",
                                             "sjkr",
                                             "sjkr2",
                                             "easo/capillary/viscous",
                                             "washino/capillary/viscous",
                                             "off",
                                             "on",
                                             "yes",
                                             "no",
                                             "limitForce",
                                             "fixKc",
                                             "tan_luding",
                                             "coeffFrictionStiffness",
                                             "FluidViscosity",
                                             "FrictionViscosity",
                                             "tangential_damping",
                                             "absolute_damping",
                                             "ktToKnUser",
                                             "viscous",
                                             "torsionTorque",
                                             "tangential_reduce",
                                             "computeElasticPotential",
                                             "computeDissipatedEnergy",
                                             "scalar",
                                             "vector",
                                             "peratomtype",
                                             "peratomtypepair",
                                             "youngsModulus",
                                             "poissonsRatio",
                                             "coefficientRestitution",
                                             "coefficientFriction",
                                             "characteristicVelocity",
                                             "kn",
                                             "kt",
                                             "gamman",
                                             "gammat",
                                             "gamman_abs",
                                             "gammat_abs",
                                             "coefficientRollingFriction",
                                             "coefficientRollingViscousDamping",
                                             "cohesionEnergyDensity",
                                             "coefficientYieldRatio",
                                             "surfaceEnergy",
                                             "LoadingStiffness",
                                             "UnloadingStiffness",
                                             "coefficientMaxElasticStiffness",
                                             "coefficientAdhesionStiffness",
                                             "coefficientPlasticityDepth",
                                             "adhesionExponent",
                                             "overlapExponent",
                                             "pullOffForce",
                                             "rollingStiffness",
                                             "coeffRollingStiffness",
                                             "liquidViscosity",
                                             "surfaceTension",
                                             "contactAngle",
                                             "fluidViscosity",
                                             "minSeparationDistanceRatio",
                                             "maxSeparationDistanceRatio",
                                             "surfaceLiquidContentInitial",
                                             "primitive",
                                             "type",
                                             "xplane",
                                             "all",
                                             NULL};

const struct lt_code_kind lt_code_kinds[] = {
    {"lammps", "LAMMPS", lammps_heads, lammps_styles, lammps_words, 2, false, true},
    {"liggghts", "LIGGGHTS", liggghts_heads, liggghts_styles, liggghts_words, 2, false, true},
    {"yade", "YADE", NULL, NULL, NULL, 1, false, false},
    {"own", "your own code", NULL, NULL, NULL, 1, true, false},
    {.name = NULL}};

const char *const lt_code_kind_names[] = {"lammps", "liggghts", "yade", "own", NULL};

/* The kind of code (LAMMPS, YADE ...) with this name; NULL: there is none. */
const struct lt_code_kind *lt_code_kind_find(const char *name) {
    for (const struct lt_code_kind *kind = lt_code_kinds; kind->name; kind++)
        if (strcmp(kind->name, name) == 0)
            return kind;
    return NULL;
}

/* ---- What a line may say --------------------------------------------------------------------- */

/* True if WORD is in LIST, which ends with NULL; LIST itself may be NULL. */
static bool is_among(const char *word, const char *const *list) {
    while (list && *list && strcmp(*list, word) != 0)
        list++;
    return list && *list;
}

/* True if WORD is a plain, finite decimal number; LAMMPS would accept more, infinities among it. */
static bool is_number(const char *word) {
    char *end;
    return *word && word[strspn(word, "0123456789.+-eE")] == '\0' && isfinite(strtod(word, &end)) &&
           !*end;
}

/* True if the first LENGTH characters of WORD, at most 63, are a letter and then letters, digits
 * or '_'. */
static bool is_plain_name(const char *word, size_t length) {
    bool ok = length > 0 && length < 64 && isalpha((unsigned char)*word);
    for (size_t i = 0; i < length; i++)
        ok &= isalnum((unsigned char)word[i]) || word[i] == '_';
    return ok;
}

/* True if WORD can be the ID of a fix: 1 to 63 letters, digits or '_'. */
static bool is_fix_id(const char *word) {
    size_t length = strlen(word);
    bool ok = length > 0 && length < 64;
    for (size_t i = 0; i < length; i++)
        ok &= isalnum((unsigned char)word[i]) || word[i] == '_';
    return ok;
}

/* True if WORD is the placeholder of a parameter, "{name}", for which its value is inserted. */
static bool is_parameter(const char *word) {
    size_t length = strlen(word);
    return length > 2 && word[0] == '{' && strcspn(word + 1, "{}") == length - 2;
}

/* The first place in LINE that a code must not receive; NULL: none. Quotes, '$', '&' and
 * variables (v_) would let a line run commands or depend on more than its text. */
const char *lt_code_kind_refused(const char *line) {
    for (const char *c = line; *c; c++)
        if (iscntrl((unsigned char)*c) || (unsigned char)*c > 126 || strchr("$&\"'`\\#;", *c) ||
            (strncmp(c, "v_", 2) == 0 && (c == line || !isalnum((unsigned char)c[-1]))))
            return c;
    return NULL;
}

/* Judges the word at INDEX of a line for YADE: the name of a class at 0, then attributes such as
 * "ks=1". Returns LT_CODE_WORD_OK if it is permitted, else if it is wrong as the begin of a line
 * or otherwise. */
static enum lt_code_word judge_class(const char *word, size_t index) {
    size_t length = strcspn(word, "=");
    if (!is_plain_name(word, length))
        return index == 0 ? LT_CODE_WORD_HEAD : LT_CODE_WORD_OTHER;
    if (index == 0)
        return word[length] ? LT_CODE_WORD_HEAD : LT_CODE_WORD_OK;
    const char *value = word[length] ? word + length + 1 : word + length;
    bool ok = is_number(value) || is_parameter(value) || strcmp(value, "True") == 0 ||
              strcmp(value, "False") == 0;
    return ok ? LT_CODE_WORD_OK : LT_CODE_WORD_OTHER;
}

/* fix ID all STYLE */
enum { FIX_ID = 1, FIX_STYLE = 3, PAIR_STYLE = 1 };

/* Judges the word at INDEX of a line with COUNT words: permitted, or wrong as the begin of a
 * line, as a style, or otherwise. ALLOWED, which ends with NULL, are further styles that the
 * user permits. */
enum lt_code_word lt_code_kind_judge(const struct lt_code_kind *kind, const char *const *words,
                                     size_t count, size_t index, const char *const *allowed) {
    const char *word = words[index];
    if (!kind->heads)
        return judge_class(word, index);
    bool fix = strcmp(words[0], "fix") == 0, pair = strcmp(words[0], "pair_style") == 0;
    if (index == 0) {
        bool whole = !(fix && count <= FIX_STYLE) && !(pair && count <= PAIR_STYLE);
        return is_among(word, kind->heads) && whole ? LT_CODE_WORD_OK : LT_CODE_WORD_HEAD;
    }
    if (fix && index == FIX_ID)
        return is_fix_id(word) ? LT_CODE_WORD_OK : LT_CODE_WORD_OTHER;
    if ((fix && index == FIX_STYLE) || (pair && index == PAIR_STYLE))
        return is_among(word, kind->styles) || is_among(word, allowed) ? LT_CODE_WORD_OK
                                                                       : LT_CODE_WORD_STYLE;
    bool ok = is_number(word) || is_parameter(word) || strcmp(word, "*") == 0 ||
              strcmp(word, "NULL") == 0 || is_among(word, kind->words) || is_among(word, allowed);
    return ok ? LT_CODE_WORD_OK : LT_CODE_WORD_OTHER;
}

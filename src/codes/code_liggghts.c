/* SPDX-License-Identifier: GPL-3.0-or-later */
/* code_liggghts.c: LIGGGHTS, through its library. Checked with LIGGGHTS-PUBLIC 3.8.0. */
#include "codes/code.h"

#include <string.h>

/* Writes the particles, with velocities communicated as LIGGGHTS's laws need them. */
static void put_liggghts_pair(FILE *file, const struct lt_code_pair *pair) {
    lt_code_put_atoms(file, pair, "atom_style granular", "communicate single vel yes");
}

/* ---- Its laws --------------------------------------------------------------------------------
 */

enum { NORMAL, TANGENTIAL, COHESION, ROLLING };

/* True if the word for a model is not "off". */
static bool is_on(const char *word) {
    return strcmp(word, "off") != 0;
}

/* Writes the names of the models that WORDS choose, as pair_style and fix wall/gran take them. */
static void put_models(FILE *file, const char *const *words) {
    fprintf(file, "model %s", words[NORMAL]);
    if (is_on(words[TANGENTIAL]))
        fprintf(file, " tangential %s", words[TANGENTIAL]);
    if (is_on(words[COHESION]))
        fprintf(file, " cohesion %s", words[COHESION]);
    if (is_on(words[ROLLING]))
        fprintf(file, " rolling_friction %s", words[ROLLING]);
}

/* Properties that a MODEL requires, NULL: all laws, as NAME KIND and VALUE; the values, SI units,
 * are those of the audit. */
static const struct {
    const char *model, *property, *value;
} properties[] = {
    {NULL, "youngsModulus peratomtype", "5e7"},
    {NULL, "poissonsRatio peratomtype", "0.25"},
    {NULL, "coefficientFriction peratomtypepair 1", "{fric}"},
    {"hooke", "characteristicVelocity scalar", "0.5"},
    {"hooke/stiffness", "kn peratomtypepair 1", "1e5"},
    {"hooke/stiffness", "kt peratomtypepair 1", "4e4"},
    {"hooke/stiffness", "gamman peratomtypepair 1", "5e3"},
    {"hooke/stiffness", "gammat peratomtypepair 1", "2.5e3"},
    {"hertz/stiffness", "kn peratomtypepair 1", "3.6e7"},
    {"hertz/stiffness", "kt peratomtypepair 1", "3e7"},
    {"hertz/stiffness", "gamman peratomtypepair 1", "2e7"},
    {"hertz/stiffness", "gammat peratomtypepair 1", "1e7"},
    {"hooke/hysteresis", "characteristicVelocity scalar", "0.5"},
    {"hooke/hysteresis", "coefficientMaxElasticStiffness peratomtypepair 1", "1.2"},
    {"hooke/hysteresis", "coefficientAdhesionStiffness peratomtypepair 1", "0"},
    {"hooke/hysteresis", "coefficientPlasticityDepth peratomtypepair 1", "0.5"},
    {"thornton_ning", "surfaceEnergy peratomtypepair 1", "0"},
    {"thornton_ning", "coefficientYieldRatio peratomtype", "0.02"},
    {"luding", "LoadingStiffness peratomtypepair 1", "1e5"},
    {"luding", "UnloadingStiffness peratomtypepair 1", "1.2e5"},
    {"luding", "coefficientAdhesionStiffness peratomtypepair 1", "0"},
    {"luding", "coefficientPlasticityDepth peratomtypepair 1", "0.5"},
    {"luding", "pullOffForce peratomtypepair 1", "0"},
    {"edinburgh", "coefficientAdhesionStiffness peratomtypepair 1", "0"},
    {"edinburgh", "UnloadingStiffness peratomtypepair 1", "2e6"},
    {"edinburgh", "adhesionExponent scalar", "1"},
    {"edinburgh", "overlapExponent scalar", "1.5"},
    {"edinburgh", "pullOffForce peratomtypepair 1", "0"},
    {"edinburgh", "surfaceEnergy peratomtypepair 1", "0"},
    {"edinburgh/stiffness", "LoadingStiffness peratomtypepair 1", "1.6e6"},
    {"edinburgh/stiffness", "coefficientAdhesionStiffness peratomtypepair 1", "0"},
    {"edinburgh/stiffness", "UnloadingStiffness peratomtypepair 1", "2e6"},
    {"edinburgh/stiffness", "adhesionExponent scalar", "1"},
    {"edinburgh/stiffness", "overlapExponent scalar", "1.5"},
    {"edinburgh/stiffness", "pullOffForce peratomtypepair 1", "0"},
    {"edinburgh/stiffness", "surfaceEnergy peratomtypepair 1", "0"},
    {"sjkr", "cohesionEnergyDensity peratomtypepair 1", "{pull}"},
    {"sjkr2", "cohesionEnergyDensity peratomtypepair 1", "{pull}"},
    {"easo/capillary/viscous", "surfaceLiquidContentInitial scalar", "1e-3"},
    {"easo/capillary/viscous", "surfaceTension scalar", "{pull}"},
    {"easo/capillary/viscous", "contactAngle peratomtype", "0.1"},
    {"easo/capillary/viscous", "fluidViscosity scalar", "1"},
    {"easo/capillary/viscous", "minSeparationDistanceRatio scalar", "1.01"},
    {"easo/capillary/viscous", "maxSeparationDistanceRatio scalar", "1.1"},
    {"washino/capillary/viscous", "surfaceLiquidContentInitial scalar", "1e-3"},
    {"washino/capillary/viscous", "surfaceTension scalar", "{pull}"},
    {"washino/capillary/viscous", "contactAngle peratomtype", "0.1"},
    {"washino/capillary/viscous", "fluidViscosity scalar", "1"},
    {"washino/capillary/viscous", "minSeparationDistanceRatio scalar", "1.01"},
    {"washino/capillary/viscous", "maxSeparationDistanceRatio scalar", "1.1"},
    {"cdt", "coefficientRollingFriction peratomtypepair 1", "0.1"},
    {"epsd", "coefficientRollingFriction peratomtypepair 1", "0.1"},
    {"epsd", "coefficientRollingViscousDamping peratomtypepair 1", "0.1"},
    {"epsd2", "coefficientRollingFriction peratomtypepair 1", "0.1"},
    {"epsd3", "coefficientRollingFriction peratomtypepair 1", "0.1"},
    {"epsd3", "coefficientRollingViscousDamping peratomtypepair 1", "0.1"},
    {"epsd3", "rollingStiffness scalar", "1"},
    {"rolling luding", "coefficientRollingFriction peratomtypepair 1", "0.1"},
    {"rolling luding", "coeffRollingStiffness peratomtypepair 1", "0.5"},
    {"rolling luding", "coefficientRollingViscousDamping peratomtypepair 1", "0.1"},
};

/* True if a property of MODEL is required with these words; a NULL model means a property that all
 * laws require. Both normal and rolling models have a 'luding', hence "rolling luding". */
static bool needs_property(const char *const *words, const char *model) {
    bool rolling = strcmp(words[ROLLING], "luding") == 0;
    for (int i = 0; model && i < ROLLING; i++)
        if (strcmp(words[i], model) == 0)
            return true;
    return !model || strcmp(rolling ? "rolling luding" : words[ROLLING], model) == 0;
}

/* Writes a combination of LIGGGHTS models for an audit, of a pair or also of a WALL, with the
 * properties that each needs. Returns the adhesion value: a cohesion energy density of 1e5 J/m^3
 * for sjkr and sjkr2, else a surface tension of 0.07 N/m. */
static double put_liggghts_gran(FILE *file, const char *const *words, bool wall) {
    bool keeps = strcmp(words[NORMAL], "hooke") == 0 || strcmp(words[NORMAL], "hertz") == 0;
    fputs("pair_style gran ", file);
    put_models(file, words);
    fputs("\npair_coeff * *\n", file);
    int n = 0;
    for (size_t i = 0; i < sizeof properties / sizeof properties[0]; i++)
        if (needs_property(words, properties[i].model))
            fprintf(file, "fix m%d all property/global %s %s\n", ++n, properties[i].property,
                    properties[i].value);
    fprintf(file, "fix e all property/global coefficientRestitution peratomtypepair 1 %s\n",
            keeps && !is_on(words[COHESION]) ? "{en}" : "0.5");
    if (wall) {
        fputs("fix w all wall/gran ", file);
        put_models(file, words);
        fputs(" primitive type 1 xplane 0.0\n", file);
    }
    return strncmp(words[COHESION], "sjkr", 4) == 0 ? 1e5 : 0.07;
}

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})
static const struct lt_code_family families[] = {
    {"gran",
     put_liggghts_gran,
     {WORDS("hooke", "hooke/stiffness", "hooke/hysteresis", "hertz", "hertz/stiffness",
            "thornton_ning", "luding", "edinburgh", "edinburgh/stiffness"),
      WORDS("off", "no_history", "history"),
      WORDS("off", "sjkr", "sjkr2", "easo/capillary/viscous", "washino/capillary/viscous"),
      WORDS("off", "cdt", "epsd", "epsd2", "epsd3", "luding")}},
    {.name = NULL}};

static const char *const arguments[] = {"library", "libliggghts.so.3", "libliggghts.so", NULL};

const struct lt_code lt_code_liggghts = {
    .name = "liggghts",
    .start = {"LIGGGHTS", "libliggghts3", arguments, .patience = 20, .memory = 4e9,
              .within = "{,lib/}libliggghts.so"},
    .looks = true,
    .put_pair = put_liggghts_pair,
    .put_end = lt_code_put_begin,
    .families = families,
};

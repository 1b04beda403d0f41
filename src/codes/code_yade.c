/* SPDX-License-Identifier: GPL-3.0-or-later */
/* code_yade.c: YADE, through a script that it runs. Checked with 2023.02a. */
#include "codes/code.h"

#include <string.h>

/* Writes the input for serve.py that makes the bodies: pair or wall, then radius (m), density
 * (kg/m^3) and whether it is fixed, for each body. */
static void put_yade_pair(FILE *file, const struct lt_code_pair *pair) {
    fprintf(file, "%s\n", pair->wall ? "wall" : "pair");
    for (int i = 0; i < 2; i++)
        fprintf(file, "%.17g %.17g %d\n", pair->radius[i], pair->density[i], pair->fixed[i]);
}

/* YADE needs no input after the law's lines. */
static void put_yade_end(FILE *file, const struct lt_code_pair *pair) {
    (void)file, (void)pair;
}

/* ---- Its laws --------------------------------------------------------------------------------
 */

static const struct {
    const char *law, *material, *geometry, *physics;
    double pull;
} chains[] = {
    {"Law2_ScGeom_FrictPhys_CundallStrack", "FrictMat young=1e7 poisson=0.4 frictionAngle={angle}",
     "ScGeom", "Ip2_FrictMat_FrictMat_FrictPhys", 0},
    {"Law2_ScGeom_ViscElPhys_Basic", "ViscElMat tc=1e-4 en={en} et=0.5 frictionAngle={angle}",
     "ScGeom", "Ip2_ViscElMat_ViscElMat_ViscElPhys", 0},
    {"Law2_ScGeom_FrictViscoPhys_CundallStrackVisco",
     "FrictViscoMat young=1e7 poisson=0.4 frictionAngle={angle} betan=0.2", "ScGeom",
     "Ip2_FrictViscoMat_FrictViscoMat_FrictViscoPhys", 0},
    {"Law2_ScGeom_MindlinPhys_Mindlin", "FrictMat young=5e7 poisson=0.25 frictionAngle={angle}",
     "ScGeom", "Ip2_FrictMat_FrictMat_MindlinPhys en={en} es={en}", 0},
    {"Law2_ScGeom_MindlinPhys_Mindlin includeMoment=True",
     "FrictMat young=5e7 poisson=0.25 frictionAngle={angle}", "ScGeom",
     "Ip2_FrictMat_FrictMat_MindlinPhys en={en} es={en} eta=0.1 krot=0.1 ktwist=0.1", 0},
    {"Law2_ScGeom_MindlinPhys_Mindlin includeAdhesion=True",
     "FrictMat young=5e7 poisson=0.25 frictionAngle={angle}", "ScGeom",
     "Ip2_FrictMat_FrictMat_MindlinPhys en=0.5 es=0.5 gamma={pull}", 1},
    {"Law2_ScGeom_MindlinPhys_HertzWithLinearShear",
     "FrictMat young=5e7 poisson=0.25 frictionAngle={angle}", "ScGeom",
     "Ip2_FrictMat_FrictMat_MindlinPhys", 0},
    {"Law2_ScGeom_MindlinPhys_MindlinDeresiewitz",
     "FrictMat young=5e7 poisson=0.25 frictionAngle={angle}", "ScGeom",
     "Ip2_FrictMat_FrictMat_MindlinPhys", 0},
    {"Law2_ScGeom_LudingPhys_Basic",
     "LudingMat k1=1e5 kp=1.2e5 kc=1e4 ks=4e4 G0=1 PhiF=0.02 frictionAngle={angle}", "ScGeom",
     "Ip2_LudingMat_LudingMat_LudingPhys", 0},
    {"Law2_ScGeom6D_CohFrictPhys_CohesionMoment",
     "CohFrictMat young=1e7 poisson=0.4 frictionAngle={angle} isCohesive=False "
     "alphaKr=1 alphaKtw=1 etaRoll=0.1 etaTwist=0.1 momentRotationLaw=True",
     "ScGeom6D", "Ip2_CohFrictMat_CohFrictMat_CohFrictPhys", 0},
};

/* Writes the classes of a law for a pair or a WALL: material, geometry, physics and law. Returns
 * its adhesion value, J/m^2; 0: none. */
static double put_chain(FILE *file, const char *const *words, bool wall) {
    size_t i = 0;
    while (strcmp(chains[i].law, words[0]) != 0)
        i++;
    fprintf(file, "%s\nIg2_%s_Sphere_%s\n%s\n%s\n", chains[i].material, wall ? "Wall" : "Sphere",
            chains[i].geometry, chains[i].physics, chains[i].law);
    return chains[i].pull;
}

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})
static const struct lt_code_family families[] = {
    {"yade",
     put_chain,
     {WORDS("Law2_ScGeom_FrictPhys_CundallStrack", "Law2_ScGeom_ViscElPhys_Basic",
            "Law2_ScGeom_FrictViscoPhys_CundallStrackVisco", "Law2_ScGeom_MindlinPhys_Mindlin",
            "Law2_ScGeom_MindlinPhys_Mindlin includeMoment=True",
            "Law2_ScGeom_MindlinPhys_Mindlin includeAdhesion=True",
            "Law2_ScGeom_MindlinPhys_HertzWithLinearShear",
            "Law2_ScGeom_MindlinPhys_MindlinDeresiewitz", "Law2_ScGeom_LudingPhys_Basic",
            "Law2_ScGeom6D_CohFrictPhys_CohesionMoment")}},
    {.name = NULL}};

/* True if a law takes its slip from the increments of ScGeom, which corrects velocities against
 * ratcheting. False for two laws, which take velocities at the point of contact instead. */
static bool has_own_arm(const char *lines) {
    return !strstr(lines, "Law2_ScGeom_ViscEl") && !strstr(lines, "Law2_ScGeom_LudingPhys");
}

/* The interpreter alone, which opens no port as the program yade does. */
static const char *const arguments[] = {"program", "/usr/bin/python3", "-I",
                                        "-B",      "%s/serve.py",      NULL};

const struct lt_code lt_code_yade = {
    .name = "yade",
    .start = {"YADE", "yade", arguments, .patience = 60, .memory = 8e9},
    .looks = true,
    .own_arm = has_own_arm,
    .put_pair = put_yade_pair,
    .put_end = put_yade_end,
    .families = families,
};

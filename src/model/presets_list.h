/* SPDX-License-Identifier: GPL-3.0-or-later */
/* presets_list.h: the laws of other codes, a row each; included by presets.c alone. */
#ifndef LT_PRESETS_LIST_H
#define LT_PRESETS_LIST_H

#include "model/presets.h"

/* Numbers of choices of our laws. */
enum { FULL = 1 << 0, NO_TENSION = 1 << 1, SLIP_CUT = 1 << 2, NO_TENSION_SLIP_CUT = 1 << 3 };
enum { RESCALE = 1 << 0, SECANT = 1 << 1, SECANT_INITIAL = 1 << 2, TANGENT = 1 << 3 };
enum { TSUJI = 1 << 0 | 1 << 1, CONSTANT = 1 << 2, VISCOELASTIC = 1 << 3 };
enum { FIRST = 1 << 0, SECOND = 1 << 1, THIRD = 1 << 2 };
enum { PULL = 1 << 3, PULL_ONCE = 1 << 4, ADHESION_BACK = 1 << 5 };

/* alpha of Tsuji's dashpot for a restitution e of an impact that ends at gap zero. */
#define ALPHA_OF_E "-sqrt(5)*log($)/sqrt(log($)^2 + pi^2)"
#define TSUJI_POLYNOMIAL                                                                           \
    "1.2728 + $*(-4.2783 + $*(11.087 + $*(-22.348 + $*(27.467 + $*(-18.022 + $*4.8218)))))"

#define LEVERS_LAMMPS                                                                              \
    "levers: of a pair slip is at the radius and the torque at the contact, which motion.lever: "  \
    "slip-radius of frame: bodies has; in frame: contact both are at the radius, as at its walls"
#define LEVERS_LIGGGHTS                                                                            \
    "levers: both up to the middle of the overlap, which frame: bodies has and frame: contact not"
#define UNCAPPED "uncapped: the dashpot of a contact that sticks is not limited by friction"
#define LAMMPS_HERTZ(words_, tangential_, more_)                                                   \
    {                                                                                              \
        "lammps", "29Sep2021", words_, "mindlin",                                                  \
            {{"dp_mode", FULL | NO_TENSION},                                                       \
             {"damping", TSUJI | CONSTANT | VISCOELASTIC},                                         \
             {"tangential", tangential_},                                                          \
             {"kt_update", SECOND},                                                                \
             {"cap_on", FIRST},                                                                    \
             {"cap_by", THIRD},                                                                    \
             {"slip_dashpot", SECOND}},                                                            \
            {{"e", "1", "alpha", TSUJI_POLYNOMIAL, LT_PRESET_FROM_0_TO_1},                         \
             {"xgamma", "1", "phi", "$*alpha/sqrt(3*(1 - poisson)/(2 - poisson))",                 \
              LT_PRESET_FROM_0}},                                                                  \
            "tsuji: the polynomial of e lacks a factor sqrt(2): 0.5 comes out as 0.616; " more_    \
                LEVERS_LAMMPS,                                                                     \
            NULL                                                                                   \
    }

/* ---- Choices of parts ------------------------------------------------------------------------ */

/* LAMMPS: friction goes by the size of the normal force, and limits spring and dashpot. */
#define GRANULAR(words_, parts_)                                                                   \
    .code = "lammps", .version = "29Sep2021", .words = "granular " words_, .law = "contact",       \
    .parts = parts_
#define GRAN(words_, parts_)                                                                       \
    .code = "lammps", .version = "29Sep2021", .words = "gran/" words_, .law = "contact",           \
    .parts = parts_, .defects = LEVERS_GRAN
#define LEVERS_GRAN                                                                                \
    "levers: both at the radius, and a moment on the pair that nobody balances, as motion.lever: " \
    "radius of frame: bodies; spring: projected in each step, motion.history"
#define CAP_LAMMPS                                                                                 \
    {"cap_by", THIRD}, {                                                                           \
        "dp_mode", FULL | NO_TENSION                                                               \
    }
#define SLIDE_LAMMPS                                                                               \
    CAP_LAMMPS, {"cap_on", FIRST}, {                                                               \
        "slip_dashpot", SECOND                                                                     \
    }
#define OF_XGAMMA                                                                                  \
    {"xgamma", "1", "tangential_ratio", "$", LT_PRESET_FROM_0}, {                                  \
        "mu", "1", "fric", "$", LT_PRESET_SAME                                                     \
    }
#define OF_E {"e", "1", "alpha", TSUJI_POLYNOMIAL, LT_PRESET_FROM_0_TO_1}, OF_XGAMMA
#define OF_SDS                                                                                     \
    {"k_roll", "N/m", "k_roll", "$", LT_PRESET_SAME},                                              \
        {"gamma_roll", "N s/m", "c_roll", "$", LT_PRESET_SAME}, {                                  \
        "mu_roll", "1", "fric_roll", "$", LT_PRESET_SAME                                           \
    }
#define OF_TWIST                                                                                   \
    {"k_twist", "N m", "k_twist", "$", LT_PRESET_SAME},                                            \
        {"gamma_twist", "N m s", "c_twist", "$", LT_PRESET_SAME}, {                                \
        "mu_twist", "m", "fric_twist", "$", LT_PRESET_SAME                                         \
    }
#define TSUJI_LACKS "tsuji: the polynomial of e lacks a factor sqrt(2): 0.5 comes out as 0.616; "
#define TWISTS                                                                                     \
    "twist: at its limit the moment goes by the sign of the rate, and is none without one; here "  \
    "it is against the spring; "
#define LOOPS    "loops: a closed way without slip can create energy; "
#define HERTZIAN "normal: hertz; damping: tsuji; tangential: secant-initial"
#define OF_GRAN(viscosity_)                                                                        \
    {"gamma_n", viscosity_, "", "$", LT_PRESET_FROM_0},                                            \
        {"gamma_t", viscosity_, "tangential_ratio", "$/$gamma_n", LT_PRESET_FROM_0}, {             \
        "xmu", "1", "fric", "$", LT_PRESET_SAME                                                    \
    }

/* LIGGGHTS: friction limits the spring alone; a dashpot is beside it, until it slips. */
#define LIGGGHTS(words_, parts_)                                                                   \
    .code = "liggghts", .version = "3.8", .words = words_, .law = "contact", .parts = parts_
#define CAP_LIGGGHTS                                                                               \
    {"cap_by", THIRD}, {                                                                           \
        "dp_mode", FULL | NO_TENSION                                                               \
    }
#define SLIDE_BACK                                                                                 \
    {"cap_by", ADHESION_BACK}, {"dp_mode", FULL}, {"cap_on", SECOND}, {                            \
        "slip_dashpot", FIRST                                                                      \
    }
#define SLIDE_LIGGGHTS                                                                             \
    CAP_LIGGGHTS, {"cap_on", SECOND}, {                                                            \
        "slip_dashpot", FIRST                                                                      \
    }
/* Beside a part that pulls: friction goes by the size of the whole force. */
#define SLIDE_STICKY                                                                               \
    {"dp_mode", FULL}, {"cap_by", THIRD}, {"cap_on", SECOND}, {                                    \
        "slip_dashpot", FIRST                                                                      \
    }
#define OF_LIKE_SHEAR                                                                              \
    { "coefficientRestitution", "1", "tangential_ratio", "1", LT_PRESET_ABOVE_005_TO_1 }
#define OVERSHOOTS                                                                                 \
    "memory: on the adhesive branch by the stiffness of the step before, which on loading again "  \
    "goes up to 1.3 % of the peak too far; "
#define OF_FRICTION                                                                                \
    { "coefficientFriction", "1", "fric", "$", LT_PRESET_SAME }
#define OF_HERTZ                                                                                   \
    {"youngsModulus", "Pa", "young", "$", LT_PRESET_POSITIVE},                                     \
        {"poissonsRatio", "1", "poisson", "$", LT_PRESET_FROM_0_TO_HALF},                          \
        {"coefficientRestitution", "1", "alpha", ALPHA_OF_E, LT_PRESET_ABOVE_005_TO_1},            \
        OF_FRICTION
#define PHI_OF_E                                                                                   \
    { "coefficientRestitution", "1", "phi", "sqrt(2/3)*(" ALPHA_OF_E ")", LT_PRESET_ABOVE_005_TO_1 }
/* Viscosities over the mass, or over it and the contact radius. */
#define OF_STIFFNESS(viscosity_)                                                                   \
    {"gamman", viscosity_, "", "$", LT_PRESET_FROM_0},                                             \
        {"gammat", viscosity_, "tangential_ratio", "$/$gamman", LT_PRESET_FROM_0}, OF_FRICTION
/* A spring with Hertz' largest force at this speed. */
#define MODULUS   "($youngsModulus/(2*(1 - $poissonsRatio^2)))"
#define BETA_OF_E "(-log($)/sqrt(log($)^2 + pi^2))"
#define KN_OF_V(v)                                                                                 \
    "16/15*sqrt(r_eff)*" MODULUS "*(15*m_eff*(" v ")^2/(16*sqrt(r_eff)*" MODULUS "))^0.2"
#define OF_PLASTICITY                                                                              \
    {"coefficientPlasticityDepth", "1", "phi_f", "$", LT_PRESET_SAME},                             \
        {"pullOffForce", "N", "pull_off", "-$", LT_PRESET_TO_0}, {                                 \
        "coefficientRestitution", "1", "dp_nratio", BETA_OF_E, LT_PRESET_ABOVE_005_TO_1            \
    }
#define OF_HOOKE                                                                                   \
    {"youngsModulus", "Pa", "", "$", LT_PRESET_POSITIVE},                                          \
        {"poissonsRatio", "1", "", "$", LT_PRESET_FROM_0_TO_HALF},                                 \
        {"characteristicVelocity", "m/s", "kn", KN_OF_V("$"), LT_PRESET_POSITIVE},                 \
        {"coefficientRestitution", "1", "dp_nratio", BETA_OF_E, LT_PRESET_ABOVE_005_TO_1},         \
        OF_FRICTION
#define OF_ROLLING                                                                                 \
    { "coefficientRollingFriction", "1", "fric_roll", "$", LT_PRESET_SAME }
#define HERTZ_LIGGGHTS                                                                             \
    LOOPS "memory: its own shear force comes back after a short parting, here it does "            \
          "not; " UNCAPPED "; " LEVERS_LIGGGHTS

const struct lt_preset lt_presets[] = {
    {"pfc",
     "",
     "linear",
     "linear",
     {{"dp_mode", FULL | NO_TENSION | SLIP_CUT | NO_TENSION_SLIP_CUT},
      {"cap_by", FIRST},
      {"cap_on", SECOND},
      {"dp_mass", SECOND}},
     {{0}},
     "",
     NULL},
    {"pfc",
     "",
     "hertz",
     "mindlin",
     {{"dp_mode", FULL | NO_TENSION},
      {"damping", TSUJI},
      {"tangential", TANGENT},
      {"kt_update", SECOND},
      {"cap_on", SECOND},
      {"cap_by", SECOND},
      {"slip_dashpot", SECOND | FIRST}},
     {{"hz_poiss", "1", "poisson", "$", LT_PRESET_SAME},
      {"hz_shear", "Pa", "young", "2*$*(1 + poisson)", LT_PRESET_POSITIVE},
      {"dp_nratio", "1", "alpha", "sqrt(6)*$", LT_PRESET_FROM_0},
      {"dp_sratio", "1", "phi", "2*$", LT_PRESET_FROM_0}},
     "",
     NULL},
    {"pfc",
     "",
     "hertz/hz_mode 1",
     "mindlin",
     {{"dp_mode", FULL | NO_TENSION},
      {"damping", TSUJI},
      {"tangential", RESCALE},
      {"kt_update", SECOND},
      {"cap_on", SECOND},
      {"cap_by", SECOND},
      {"slip_dashpot", SECOND | FIRST}},
     {{"hz_poiss", "1", "poisson", "$", LT_PRESET_SAME},
      {"hz_shear", "Pa", "young", "2*$*(1 + poisson)", LT_PRESET_POSITIVE},
      {"dp_nratio", "1", "alpha", "sqrt(6)*$", LT_PRESET_FROM_0},
      {"dp_sratio", "1", "phi", "2*$", LT_PRESET_FROM_0}},
     "",
     NULL},
    {"yade",
     "2023.02",
     "ViscElPhys/Basic",
     "linear-elastic",
     {{"dp_mode", NO_TENSION_SLIP_CUT}, {"lin_mode", FIRST}, {"cap_by", THIRD}, {"cap_on", SECOND}},
     {{"kn_material", "N/m", "kn", "$/2", LT_PRESET_FROM_0},
      {"ks_material", "N/m", "kt", "$/2", LT_PRESET_FROM_0},
      {"cn_material", "N s/m", "cn", "$/2", LT_PRESET_FROM_0},
      {"cs_material", "N s/m", "ct", "$/2", LT_PRESET_FROM_0},
      {"frictionAngle", "rad", "fric", "tan($)", LT_PRESET_ANGLE}},
     "slip: it sees it where the spheres touch, as frame: bodies with lever: overlap; in frame: "
     "contact at the radius; " UNCAPPED,
     NULL},
    {"yade",
     "2023.02",
     "FrictViscoPhys/CundallStrackVisco",
     "linear-elastic",
     {{"dp_mode", SLIP_CUT}, {"lin_mode", FIRST}, {"cap_by", THIRD}, {"cap_on", SECOND}},
     {{"betan", "1", "cn", "2*$*sqrt(m_eff*kn)", LT_PRESET_FROM_0},
      {"frictionAngle", "rad", "fric", "tan($)", LT_PRESET_ANGLE}},
     "velocity: its dashpot sees the velocity times (r1 + r2)/(r1 + r2 - overlap), here it does "
     "not",
     NULL},
    {"yade",
     "2023.02",
     "MindlinPhys/Mindlin",
     "mindlin",
     {{"dp_mode", NO_TENSION},
      {"damping", TSUJI},
      {"tangential", TANGENT},
      {"kt_update", SECOND},
      {"cap_on", SECOND},
      {"cap_by", FIRST},
      {"slip_dashpot", FIRST}},
     {{"betan", "1", "alpha", "sqrt(6)*$", LT_PRESET_FROM_0},
      {"betas", "1", "phi", "2*$", LT_PRESET_FROM_0},
      {"frictionAngle", "rad", "fric", "tan($)", LT_PRESET_ANGLE}},
     "loops: a closed way without slip can create energy; " UNCAPPED,
     NULL},
    {.code = "yade",
     .version = "2023.02",
     .words = "LudingPhys/Basic",
     .law = "contact",
     .parts = "normal: luding; damping: constant; tangential: linear",
     .choices = {{"memory", THIRD},
                 {"dp_mode", FULL},
                 {"cap_by", THIRD},
                 {"cap_on", SECOND},
                 {"slip_dashpot", FIRST}},
     .inputs = {{"k1", "N/m", "kn1", "$", LT_PRESET_SAME},
                {"kp", "N/m", "kn2", "$", LT_PRESET_SAME},
                {"kc", "N/m", "kc", "$", LT_PRESET_SAME},
                {"PhiF", "1", "phi_f", "$", LT_PRESET_SAME},
                {"G0", "N s/m", "cn", "$", LT_PRESET_SAME},
                {"G0", "N s/m", "tangential_ratio", "1", LT_PRESET_SAME},
                {"ks", "N/m", "ks", "$", LT_PRESET_SAME},
                {"frictionAngle", "rad", "fric", "tan($)", LT_PRESET_ANGLE}},
     .defects = "memory: the stiffness of unloading is that of the step before, and falls only "
                "while it unloads; slip: it sees it where the spheres touch, as frame: bodies with "
                "lever: overlap; " UNCAPPED},
    {.code = "yade",
     .version = "2023.02",
     .words = "MindlinPhys/Mindlin/includeAdhesion",
     .law = "contact",
     .parts = "normal: hertz; cohesion: dmt; tangential: tangent",
     .choices = {{"cap_by", PULL_ONCE},
                 {"kt_update", SECOND},
                 {"cap_on", SECOND},
                 {"slip_dashpot", FIRST}},
     .inputs = {{"gamma", "J/m^2", "work_adhesion", "2*$", LT_PRESET_FROM_0},
                {"frictionAngle", "rad", "fric", "tan($)", LT_PRESET_ANGLE}},
     .defects = LOOPS "damping: betan, betas are not here, beside a pull their dashpot is clipped"},
    {.code = "yade",
     .version = "2023.02",
     .words = "JCFpmPhys/JointedCohesiveFrictionalPM",
     .law = "contact-bond",
     .choices = {{"after_break", SECOND}, {"cb_rest", SECOND}},
     .inputs = {{"young", "Pa", "kn", "2*$*r_eff", LT_PRESET_POSITIVE},
                {"poisson", "1", "ks", "$*kn", LT_PRESET_FROM_0},
                {"frictionAngle", "rad", "fric", "tan($)", LT_PRESET_ANGLE},
                {"frictionAngle", "rad", "cb_fa", "$", LT_PRESET_ANGLE},
                {"tensileStrength", "Pa", "cb_tenf", "$*pi*min(length_a, length_b)^2",
                 LT_PRESET_FROM_0},
                {"cohesion", "Pa", "cb_shearf", "$*pi*min(length_a, length_b)^2",
                 LT_PRESET_FROM_0}},
     .defects = "of two spheres, without joints; residualFrictionAngle: without effect, friction "
                "is by frictionAngle"},
    {.code = "yade",
     .version = "2023.02",
     .words = "CohFrictPhys/CohesionMoment",
     .law = "cohfrict",
     .choices = {{"after_break", FIRST}, {"cb_rest", FIRST}},
     .inputs = {{"poisson", "1", "ktDivKn", "$", LT_PRESET_SAME}},
     .defects =
         "of two spheres, fragile, useIncrementalForm, without limits of moments (etaRoll, "
         "etaTwist below 0); levers: slip is at the radii, torques at the middle of the overlap; "
         "between unequal spheres that leaves a moment, not here"},
    {.code = "yade",
     .version = "2023.02",
     .words = "CpmPhys/Cpm",
     .law = "concrete",
     .choices = {{"slip", THIRD}, {"softStrain", SECOND}, {"yieldSurfType", FIRST}},
     .inputs = {{"poisson", "1", "ktDivKn", "$", LT_PRESET_SAME},
                {"frictionAngle", "rad", "tanPhi", "tan($)", LT_PRESET_ANGLE}},
     .defects =
         "slip: what is plastic of it lags behind, by an amount that depends on the step; "
         "yieldSurfType, yieldLogSpeed: without effect; the bond does not end with damLaw 1"},
    {"lammps",
     "29Sep2021",
     "granular hooke/linear_history",
     "linear-elastic",
     {{"dp_mode", FULL | NO_TENSION},
      {"lin_mode", FIRST},
      {"cap_by", THIRD},
      {"cap_on", FIRST},
      {"slip_dashpot", SECOND}},
     {{"eta", "N s/m", "cn", "$", LT_PRESET_SAME}, {"xgamma", "1", "ct", "$*cn", LT_PRESET_FROM_0}},
     LEVERS_LAMMPS,
     NULL},
    {"lammps",
     "29Sep2021",
     "granular hooke/linear_history/mass_velocity",
     "linear-elastic",
     {{"dp_mode", FULL | NO_TENSION},
      {"lin_mode", FIRST},
      {"cap_by", THIRD},
      {"cap_on", FIRST},
      {"slip_dashpot", SECOND}},
     {{"eta", "1/s", "cn", "$*m_eff", LT_PRESET_FROM_0},
      {"xgamma", "1", "ct", "$*cn", LT_PRESET_FROM_0}},
     LEVERS_LAMMPS,
     NULL},
    LAMMPS_HERTZ("granular hertz/mindlin/tsuji", SECANT_INITIAL,
                 "loops: a closed way without slip can create energy; "),
    LAMMPS_HERTZ("granular hertz/mindlin/tsuji/kt of 2/3", SECANT,
                 "loops: a closed way without slip can create energy; "),
    LAMMPS_HERTZ("granular hertz/mindlin/force/tsuji", TANGENT,
                 "loops: a closed way without slip can create energy; "),
    LAMMPS_HERTZ("granular hertz/mindlin_rescale/force/tsuji", RESCALE, ""),
    {GRANULAR("hooke/linear_nohistory", "normal: linear; damping: constant; tangential: viscous"),
     .choices = {CAP_LAMMPS}, .inputs = {{"eta", "N s/m", "cn", "$", LT_PRESET_SAME}, OF_XGAMMA},
     .defects = LEVERS_LAMMPS},
    {GRANULAR("hertz/mindlin_rescale/tsuji",
              "normal: hertz; damping: tsuji; tangential: displacement-rescale"),
     .choices = {SLIDE_LAMMPS}, .inputs = {OF_E}, .defects = TSUJI_LACKS LOOPS LEVERS_LAMMPS},
    {GRANULAR("hertz/mindlin/velocity",
              "normal: hertz; damping: constant; tangential: secant-initial"),
     .choices = {SLIDE_LAMMPS}, .inputs = {{"eta", "N s/m", "cn", "$", LT_PRESET_SAME}, OF_XGAMMA},
     .defects = LOOPS LEVERS_LAMMPS},
    {GRANULAR("hertz/mindlin/mass_velocity",
              "normal: hertz; damping: mass-velocity; tangential: secant-initial"),
     .choices = {SLIDE_LAMMPS}, .inputs = {{"eta", "1/s", "eta_m", "$", LT_PRESET_SAME}, OF_XGAMMA},
     .defects = LOOPS LEVERS_LAMMPS},
    {GRANULAR("hertz/mindlin/viscoelastic",
              "normal: hertz; damping: mass-radius; tangential: secant-initial"),
     .choices = {SLIDE_LAMMPS},
     .inputs = {{"eta", "1/m/s", "eta_ma", "$", LT_PRESET_SAME}, OF_XGAMMA},
     .defects = LOOPS LEVERS_LAMMPS},
    {GRANULAR("hertz/mindlin/tsuji/rolling sds", HERTZIAN "; rolling: sds"),
     .choices = {SLIDE_LAMMPS}, .inputs = {OF_E, OF_SDS},
     .defects = TSUJI_LACKS LOOPS LEVERS_LAMMPS},
    {GRANULAR("hertz/mindlin/tsuji/rolling sds/twisting sds",
              HERTZIAN "; rolling: sds; twisting: sds"),
     .choices = {SLIDE_LAMMPS}, .inputs = {OF_E, OF_SDS, OF_TWIST},
     .defects = TSUJI_LACKS TWISTS LOOPS LEVERS_LAMMPS},
    {GRANULAR("hertz/mindlin/tsuji/rolling sds/twisting marshall",
              HERTZIAN "; rolling: sds; twisting: marshall"),
     .choices = {SLIDE_LAMMPS}, .inputs = {OF_E, OF_SDS},
     .defects = TSUJI_LACKS TWISTS LOOPS LEVERS_LAMMPS},
    {GRANULAR("dmt/velocity", "normal: hertz; cohesion: dmt; damping: constant"),
     .choices = {{"dp_mode", FULL}},
     .inputs = {{"coh", "J/m^2", "work_adhesion", "2*$", LT_PRESET_FROM_0},
                {"eta", "N s/m", "cn", "$", LT_PRESET_SAME}},
     .defects = "friction: its limit goes by a number that was never set, here there is none"},
    {GRANULAR("jkr/mindlin/velocity", "normal: jkr; damping: constant; tangential: secant-initial"),
     .choices = {{"cap_by", PULL},
                 {"dp_mode", FULL},
                 {"cap_on", FIRST},
                 {"slip_dashpot", SECOND},
                 {"ends", SECOND}},
     .inputs = {{"coh", "J/m^2", "work_adhesion", "2*$", LT_PRESET_FROM_0},
                {"eta", "N s/m", "cn", "$", LT_PRESET_SAME},
                OF_XGAMMA},
     .defects = "end: it lets go at the largest pull, not where the neck is torn off; wall: there "
                "the distance of that is wrong, and places become NaN; " LOOPS LEVERS_LAMMPS},
    {GRAN("hooke", "normal: linear; damping: mass-velocity; tangential: viscous"),
     .choices = {CAP_LAMMPS},
     .inputs = {{"Kn", "N/m", "kn", "$", LT_PRESET_POSITIVE},
                {"gamma_n", "1/s", "eta_m", "$", LT_PRESET_FROM_0},
                OF_GRAN("1/s")}},
    {GRAN("hooke/history", "normal: linear; damping: mass-velocity; tangential: linear"),
     .choices = {SLIDE_LAMMPS},
     .inputs = {{"Kn", "N/m", "kn", "$", LT_PRESET_POSITIVE},
                {"Kt", "N/m", "ks", "$", LT_PRESET_FROM_0},
                {"gamma_n", "1/s", "eta_m", "$", LT_PRESET_FROM_0},
                OF_GRAN("1/s")}},
    {GRAN("hertz/history", "normal: hertz; damping: mass-radius; tangential: secant-initial"),
     .choices = {SLIDE_LAMMPS},
     .inputs = {{"Kn", "Pa", "young_eff", "0.75*$", LT_PRESET_POSITIVE},
                {"Kt", "Pa", "shear_eff", "$/8", LT_PRESET_FROM_0},
                {"gamma_n", "1/m/s", "eta_ma", "$", LT_PRESET_FROM_0},
                OF_GRAN("1/m/s")}},
    {"liggghts",
     "3.8",
     "hooke/stiffness/tangential history",
     "linear-elastic",
     {{"dp_mode", SLIP_CUT | NO_TENSION_SLIP_CUT},
      {"lin_mode", FIRST},
      {"cap_by", THIRD},
      {"cap_on", SECOND}},
     {{"gamman", "1/s", "cn", "$*m_eff", LT_PRESET_FROM_0},
      {"gammat", "1/s", "ct", "$*m_eff", LT_PRESET_FROM_0},
      {"coefficientFriction", "1", "fric", "$", LT_PRESET_SAME}},
     UNCAPPED "; " LEVERS_LIGGGHTS,
     NULL},
    {"liggghts",
     "3.8",
     "hooke/stiffness/tangential history/absolute_damping on",
     "linear-elastic",
     {{"dp_mode", SLIP_CUT | NO_TENSION_SLIP_CUT},
      {"lin_mode", FIRST},
      {"cap_by", THIRD},
      {"cap_on", SECOND}},
     {{"gamman_abs", "N s/m", "cn", "$", LT_PRESET_SAME},
      {"gammat_abs", "N s/m", "ct", "$", LT_PRESET_SAME},
      {"coefficientFriction", "1", "fric", "$", LT_PRESET_SAME}},
     UNCAPPED "; " LEVERS_LIGGGHTS,
     NULL},
    {"liggghts",
     "3.8",
     "hertz/tangential history",
     "mindlin",
     {{"dp_mode", FULL | NO_TENSION},
      {"damping", TSUJI},
      {"tangential", SECANT_INITIAL},
      {"cap_on", SECOND},
      {"cap_by", THIRD},
      {"slip_dashpot", FIRST}},
     {{"youngsModulus", "Pa", "young", "$", LT_PRESET_POSITIVE},
      {"poissonsRatio", "1", "poisson", "$", LT_PRESET_FROM_0_TO_HALF},
      {"coefficientRestitution", "1", "alpha", ALPHA_OF_E, LT_PRESET_ABOVE_005_TO_1},
      {"coefficientRestitution", "1", "phi", "sqrt(2/3)*(" ALPHA_OF_E ")",
       LT_PRESET_ABOVE_005_TO_1},
      {"coefficientFriction", "1", "fric", "$", LT_PRESET_SAME}},
     "loops: a closed way without slip can create energy; memory: its own shear force comes back "
     "after a short parting, here it does not; " UNCAPPED "; " LEVERS_LIGGGHTS,
     NULL},
    {"liggghts",
     "3.8",
     "hertz/tangential history/tangential_damping off",
     "mindlin",
     {{"dp_mode", FULL | NO_TENSION},
      {"damping", TSUJI},
      {"tangential", SECANT_INITIAL},
      {"cap_on", SECOND},
      {"cap_by", THIRD},
      {"slip_dashpot", FIRST}},
     {{"youngsModulus", "Pa", "young", "$", LT_PRESET_POSITIVE},
      {"poissonsRatio", "1", "poisson", "$", LT_PRESET_FROM_0_TO_HALF},
      {"coefficientRestitution", "1", "alpha", ALPHA_OF_E, LT_PRESET_ABOVE_005_TO_1},
      {"coefficientFriction", "1", "fric", "$", LT_PRESET_SAME}},
     "as with tangential damping, without that",
     NULL},
    {"liggghts",
     "3.8",
     "hertz/stiffness",
     "hertz",
     {{"dp_mode", FULL | NO_TENSION}, {"damping", VISCOELASTIC}},
     {{"kn", "Pa", "young_eff", "0.75*$", LT_PRESET_POSITIVE},
      {"gamman", "1/m/s", "A", "$*m_eff/(2*young_eff)", LT_PRESET_FROM_0}},
     "",
     NULL},
    {LIGGGHTS("hooke/tangential history", "normal: linear; damping: critical; tangential: linear"),
     .choices = {SLIDE_LIGGGHTS},
     .inputs = {OF_HOOKE,
                {"characteristicVelocity", "m/s", "ks", KN_OF_V("$"), LT_PRESET_POSITIVE},
                {"coefficientRestitution", "1", "tangential_ratio", "1", LT_PRESET_ABOVE_005_TO_1}},
     .defects = UNCAPPED "; " LEVERS_LIGGGHTS},
    {LIGGGHTS("hooke/tangential no_history",
              "normal: linear; damping: critical; tangential: viscous"),
     .choices = {CAP_LIGGGHTS},
     .inputs = {OF_HOOKE,
                {"coefficientRestitution", "1", "tangential_ratio", "1", LT_PRESET_ABOVE_005_TO_1}},
     .defects = LEVERS_LIGGGHTS},
    {LIGGGHTS("hooke/stiffness/tangential no_history",
              "normal: linear; damping: mass-velocity; tangential: viscous"),
     .choices = {CAP_LIGGGHTS},
     .inputs = {{"kn", "N/m", "kn", "$", LT_PRESET_SAME},
                {"gamman", "1/s", "eta_m", "$", LT_PRESET_FROM_0},
                OF_STIFFNESS("1/s")},
     .defects = LEVERS_LIGGGHTS},
    {LIGGGHTS("hertz/tangential no_history", "normal: hertz; damping: tsuji; tangential: viscous"),
     .choices = {CAP_LIGGGHTS},
     .inputs = {OF_HERTZ,
                {"poissonsRatio", "1", "tangential_ratio", "sqrt(2*(1 - $)/(2 - $))",
                 LT_PRESET_FROM_0_TO_HALF}},
     .defects = LEVERS_LIGGGHTS},
    {LIGGGHTS("hertz/stiffness/tangential history",
              "normal: hertz; damping: mass-radius; tangential: secant-initial"),
     .choices = {SLIDE_LIGGGHTS},
     .inputs = {{"kn", "Pa", "young_eff", "0.75*$", LT_PRESET_POSITIVE},
                {"kt", "Pa", "shear_eff", "$/8", LT_PRESET_FROM_0},
                {"gamman", "1/m/s", "eta_ma", "$", LT_PRESET_FROM_0},
                OF_STIFFNESS("1/m/s")},
     .defects = HERTZ_LIGGGHTS},
    {LIGGGHTS("luding", "normal: luding; damping: critical; tangential: linear"),
     .choices = {{"memory", SECOND}, SLIDE_STICKY},
     .inputs = {{"LoadingStiffness", "N/m", "kn1", "$", LT_PRESET_POSITIVE},
                {"LoadingStiffness", "N/m", "ks", "$", LT_PRESET_POSITIVE},
                OF_FRICTION,
                OF_LIKE_SHEAR,
                {"UnloadingStiffness", "1", "kn2", "$*$LoadingStiffness", LT_PRESET_FROM_1},
                {"coefficientAdhesionStiffness", "1", "kc", "$*$LoadingStiffness",
                 LT_PRESET_FROM_0},
                OF_PLASTICITY},
     .defects = OVERSHOOTS UNCAPPED "; " LEVERS_LIGGGHTS},
    {LIGGGHTS("luding/rolling_friction luding",
              "normal: luding; damping: critical; rolling: luding"),
     .choices = {{"memory", SECOND}, {"dp_mode", FULL}, {"cap_by", ADHESION_BACK}},
     .inputs = {{"LoadingStiffness", "N/m", "kn1", "$", LT_PRESET_POSITIVE},
                {"UnloadingStiffness", "1", "kn2", "$*$LoadingStiffness", LT_PRESET_FROM_1},
                {"coefficientAdhesionStiffness", "1", "kc", "$*$LoadingStiffness",
                 LT_PRESET_FROM_0},
                OF_PLASTICITY,
                OF_ROLLING,
                {"coeffRollingStiffness", "1", "roll_ratio", "$", LT_PRESET_SAME}},
     .defects = OVERSHOOTS "twist: the rate of twisting takes part in its moment, here not; its "
                           "rolling dashpot and its friction are not here"},
    {LIGGGHTS("hooke/hysteresis", "normal: luding; damping: critical; tangential: linear"),
     .choices = {{"memory", FIRST}, SLIDE_STICKY},
     .inputs = {{"youngsModulus", "Pa", "", "$", LT_PRESET_POSITIVE},
                {"poissonsRatio", "1", "", "$", LT_PRESET_FROM_0_TO_HALF},
                {"characteristicVelocity", "m/s", "kn1", KN_OF_V("$"), LT_PRESET_POSITIVE},
                {"characteristicVelocity", "m/s", "ks", KN_OF_V("$"), LT_PRESET_POSITIVE},
                OF_FRICTION,
                OF_LIKE_SHEAR,
                {"coefficientMaxElasticStiffness", "1", "kn2",
                 "$*" KN_OF_V("$characteristicVelocity"), LT_PRESET_FROM_1},
                {"coefficientAdhesionStiffness", "1", "kc", "$*" KN_OF_V("$characteristicVelocity"),
                 LT_PRESET_FROM_0},
                {"coefficientPlasticityDepth", "1", "phi_f", "$", LT_PRESET_SAME},
                {"coefficientRestitution", "1", "dp_nratio", BETA_OF_E, LT_PRESET_ABOVE_005_TO_1}},
     .defects = UNCAPPED "; " LEVERS_LIGGGHTS},
    {LIGGGHTS("edinburgh", "normal: eepa; damping: constant; tangential: secant-initial"),
     .choices = {{"adh_cap", SECOND}, SLIDE_STICKY},
     .inputs =
         {{"youngsModulus", "Pa", "young_eff", MODULUS, LT_PRESET_POSITIVE},
          {"poissonsRatio", "1", "", "$", LT_PRESET_FROM_0_TO_HALF},
          OF_FRICTION,
          OF_LIKE_SHEAR,
          {"overlapExponent", "1", "shear_eff",
           "select($ > 1.25, $youngsModulus/(4*(2 - $poissonsRatio)*(1 + $poissonsRatio)), " MODULUS
           "/4)",
           LT_PRESET_SAME},
          {"UnloadingStiffness", "1", "plas_ratio", "1 - 1/$", LT_PRESET_FROM_1},
          {"overlapExponent", "1", "lu_exp", "$", LT_PRESET_SAME},
          {"adhesionExponent", "1", "adh_exp", "$", LT_PRESET_SAME},
          {"surfaceEnergy", "J/m^2", "surf_adh", "$", LT_PRESET_SAME},
          {"pullOffForce", "N", "pull_off", "-$", LT_PRESET_TO_0},
          {"coefficientRestitution", "1", "cn",
           "2*" BETA_OF_E "*sqrt(m_eff*" MODULUS
           "*select($overlapExponent > 1.25, 4/3*sqrt(r_eff), 2*r_eff))",
           LT_PRESET_ABOVE_005_TO_1}},
     .defects = "adhesion: its stiffness jumps where the pull reaches its cap; damping: with the "
                "exponent 1.5 its viscosity has a wrong unit; wall: there it does not pull; " LOOPS
                    UNCAPPED "; " LEVERS_LIGGGHTS},
    {LIGGGHTS("hertz/tangential history/cohesion sjkr", HERTZIAN "; cohesion: lens"),
     .choices = {SLIDE_BACK},
     .inputs = {OF_HERTZ,
                PHI_OF_E,
                {"cohesionEnergyDensity", "J/m^3", "cohesion_density", "$", LT_PRESET_SAME}},
     .defects = HERTZ_LIGGGHTS},
    {LIGGGHTS("hertz/tangential history/cohesion sjkr2", HERTZIAN "; cohesion: area"),
     .choices = {SLIDE_BACK},
     .inputs = {OF_HERTZ,
                PHI_OF_E,
                {"cohesionEnergyDensity", "J/m^3", "cohesion_density", "$", LT_PRESET_SAME}},
     .defects = HERTZ_LIGGGHTS},
    {LIGGGHTS("hertz/tangential history/rolling_friction cdt", HERTZIAN "; rolling: constant"),
     .choices = {SLIDE_LIGGGHTS}, .inputs = {OF_HERTZ, PHI_OF_E, OF_ROLLING},
     .defects =
         "rest: its moment is never at rest, it pushes to and fro; twist: the rate of twisting "
         "takes part in its direction, and so lessens it, here not; " HERTZ_LIGGGHTS},
    {LIGGGHTS("hertz/tangential history/rolling_friction epsd", HERTZIAN "; rolling: epsd"),
     .choices = {SLIDE_LIGGGHTS},
     .inputs = {OF_HERTZ,
                PHI_OF_E,
                OF_ROLLING,
                {"coefficientRollingViscousDamping", "1", "roll_damping", "$", LT_PRESET_SAME}},
     .defects = HERTZ_LIGGGHTS},
    {LIGGGHTS("hertz/tangential history/rolling_friction epsd3", HERTZIAN "; rolling: epsd3"),
     .choices = {SLIDE_LIGGGHTS},
     .inputs = {OF_HERTZ,
                PHI_OF_E,
                OF_ROLLING,
                {"rollingStiffness", "1", "roll_ratio", "$", LT_PRESET_SAME},
                {"coefficientRollingViscousDamping", "1", "roll_damping", "$", LT_PRESET_SAME}},
     .defects = HERTZ_LIGGGHTS},
    {LIGGGHTS("hertz/tangential history/rolling_friction epsd2", HERTZIAN "; rolling: epsd2"),
     .choices = {SLIDE_LIGGGHTS}, .inputs = {OF_HERTZ, PHI_OF_E, OF_ROLLING},
     .defects = HERTZ_LIGGGHTS},
    {"mercury",
     "",
     "LinearViscoelasticSlidingFriction",
     "linear-elastic",
     {{"dp_mode", SLIP_CUT}, {"lin_mode", FIRST}, {"cap_by", THIRD}, {"cap_on", SECOND}},
     {{"stiffness", "N/m", "kn", "$", LT_PRESET_SAME},
      {"dissipation", "N s/m", "cn", "$", LT_PRESET_SAME},
      {"slidingStiffness", "N/m", "kt", "$", LT_PRESET_SAME},
      {"slidingDissipation", "N s/m", "ct", "$", LT_PRESET_SAME},
      {"slidingFrictionCoefficient", "1", "fric", "$", LT_PRESET_SAME}},
     "",
     NULL},
    {"mercury",
     "",
     "HertzianViscoelasticMindlin",
     "mindlin",
     {{"dp_mode", FULL},
      {"damping", TSUJI},
      {"tangential", SECANT},
      {"cap_on", SECOND},
      {"cap_by", THIRD},
      {"slip_dashpot", FIRST}},
     {{"effectiveElasticModulus", "Pa", "young_eff", "$", LT_PRESET_SAME},
      {"effectiveShearModulus", "Pa", "shear_eff", "$", LT_PRESET_SAME},
      {"dissipation", "1", "alpha", "$", LT_PRESET_SAME},
      {"slidingDissipation", "1", "phi", "$", LT_PRESET_SAME},
      {"slidingFrictionCoefficient", "1", "fric", "$", LT_PRESET_SAME}},
     "",
     NULL},
    {"mercury",
     "",
     "HertzianViscoelasticMindlinRollingTorsion",
     "mindlin-rolling-torsion",
     {{0}},
     {{0}},
     "",
     NULL},
    {"woo",
     "",
     "HertzPhys/DMT",
     "mindlin",
     {{"dp_mode", FULL | NO_TENSION},
      {"damping", TSUJI},
      {"tangential", TANGENT},
      {"kt_update", SECOND},
      {"cap_on", SECOND},
      {"cap_by", FIRST},
      {"slip_dashpot", FIRST}},
     {{"en", "1", "alpha", ALPHA_OF_E, LT_PRESET_ABOVE_0_TO_1},
      {"tanPhi", "1", "fric", "$", LT_PRESET_SAME}},
     "viscous shear: its viscous shear force stays in the spring and adds up, here it does not",
     NULL},
    {"woo", "", "FrictPhys/IdealElPl", "idealelpl", {{0}}, {{0}}, "", NULL},
    {"woo", "", "FrictPhys/LinEl6", "linel6", {{0}}, {{0}}, "", NULL},
    {"woo", "", "ConcretePhys", "concrete", {{0}}, {{0}}, "", NULL},
    {"comsol",
     "",
     "linear elastic",
     "linear-elastic",
     {{"dp_mode", FULL}, {"lin_mode", FIRST}, {"cap_by", FIRST}},
     {{0}},
     "et: sets a decrement, not a tangential restitution",
     NULL},
    {0}};

#endif

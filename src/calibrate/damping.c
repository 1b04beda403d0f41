/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "calibrate/damping.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DECREMENT "-L/sqrt(pi^2 + L^2)"
#define TSUJI                                                                                      \
    "1.2728 + e*(-4.2783 + e*(11.087 + e*(-22.348 + e*(27.467 + e*(-18.022 + e*4.8218)))))"
#define THORNTON                                                                                   \
    "sqrt(1/(1 - (1 + e)^2*exp(e*(-6.918798 + e*(-16.41105 + e*(146.8049 + e*(-796.4559 + "        \
    "e*(2928.711 + e*(-7206.864 + e*(11494.29 + e*(-11342.18 + e*(6276.757 - "                     \
    "e*1489.915))))))))))) - 1)"

/* Masses and speed are chosen so that m_eff = 1 kg and v0 = 1 m/s. */
#define LINEAR        "linear, kn: 1e6"
#define LINEAR_EN     "linear-elastic, kn: 1e6"
#define STICKING      "linear-elastic, kn: 1e6"
#define HERTZ         "hertz, damping: tsuji, young_eff: 1e6"
#define HUNT_CROSSLEY "hertz, damping: hunt-crossley, young_eff: 1e6"
#define KAWAGUCHI     "Kawaguchi, Tanaka & Tsuji, Trans. JSME B 58 (1992) 2119: half a damped period"
#define REVIEW        "as reviewed by Machado et al., Mech. Mach. Theory 53 (2012) 99"
const struct lt_damping lt_damping_formulas[] = {
    {"decrement", "linear", KAWAGUCHI, LINEAR, "dp_nratio", DECREMENT, "e_n", LT_MAY_PULL, false},
    {"force-zero", "linear",
     "Schwager & Poeschel, Granular Matter 9 (2007) 465: 2 b arccos(b)/sqrt(1 - b^2) = -ln e",
     LINEAR_EN, "en_end: force-zero, en", "e", "e_n", LT_NO_TENSION, false},

    {"tsuji-exact", "hertz", "Antypov & Elliott, EPL 94 (2011) 50004: alpha", HERTZ, "alpha",
     "sqrt(5)*" DECREMENT, "e_n", LT_MAY_PULL, false},
    {"tsuji-polynomial", "hertz",
     "Tsuji, Tanaka & Ishida, Powder Technol. 71 (1992) 239, fig. 3 as a polynomial of degree 6, "
     "used "
     "with the effective mass",
     HERTZ, "alpha", TSUJI, "e_n", LT_MAY_PULL, false},
    {"tsuji-polynomial-mass", "hertz",
     "the same times sqrt(2): the polynomial is for the mass of one of two equal particles", HERTZ,
     "alpha", "sqrt(2)*(" TSUJI ")", "e_n", LT_MAY_PULL, false},
    {"tangent", "hertz",
     "2 sqrt(5/6) b sqrt(m_eff k), b the decrement's, k the tangent stiffness of Hertz' spring",
     HERTZ, "dp_nratio", "sqrt(6/5)*sqrt(5/6)*" DECREMENT, "e_n", LT_MAY_PULL, false},
    {"secant", "hertz", "the same factor on the secant stiffness, force over overlap", HERTZ,
     "dp_nratio", "2/sqrt(5)*sqrt(5/6)*" DECREMENT, "e_n", LT_MAY_PULL, false},
    {"thornton", "hertz",
     "Thornton, Cummins & Cleary, Powder Technol. 233 (2013) 30, eq. B6, on the tangent stiffness",
     HERTZ, "dp_nratio", "sqrt(6/5)*" THORNTON, "e_n", LT_NO_TENSION, false},

    {"hunt-crossley", "hunt-crossley", "Hunt & Crossley, J. Appl. Mech. 42 (1975) 440",
     HUNT_CROSSLEY, "lambda", "3*(1 - e)/2", "e_n", LT_MAY_PULL, true},
    {"herbert-mcwhannell", "hunt-crossley", "Herbert & McWhannell, J. Eng. Ind. 99 (1977); " REVIEW,
     HUNT_CROSSLEY, "lambda", "6*(1 - e)/((2*e - 1)^2 + 3)", "e_n", LT_MAY_PULL, true},
    {"lee-wang", "hunt-crossley",
     "Lee & Wang, J. Mech. Transm. Autom. Des. 105 (1983) 534; " REVIEW, HUNT_CROSSLEY, "lambda",
     "3*(1 - e)/4", "e_n", LT_MAY_PULL, true},
    {"lankarani-nikravesh", "hunt-crossley", "Lankarani & Nikravesh, J. Mech. Des. 112 (1990) 369",
     HUNT_CROSSLEY, "lambda", "3*(1 - e^2)/4", "e_n", LT_MAY_PULL, true},
    {"gonthier", "hunt-crossley", "Gonthier et al., Multibody Syst. Dyn. 11 (2004) 209; " REVIEW,
     HUNT_CROSSLEY, "lambda", "(1 - e^2)/e", "e_n", LT_MAY_PULL, true},
    {"flores", "hunt-crossley", "Flores et al., Multibody Syst. Dyn. 25 (2011) 357; " REVIEW,
     HUNT_CROSSLEY, "lambda", "8*(1 - e)/(5*e)", "e_n", LT_MAY_PULL, true},

    {"comsol-et", "tangential",
     "ct = 2 b sqrt(m_eff kt), b the decrement's: COMSOL's linear elastic model, kt = 2/7 kn, "
     "sticking",
     STICKING ", kt: 2e6/7", "et", "e", "e_t", LT_MAY_PULL, true},
    {"comsol-et-stiff", "tangential",
     "the same with kt = 0.8 kn, Mindlin's at a Poisson's ratio of 1/3", STICKING ", kt: 0.8e6",
     "et", "e", "e_t", LT_MAY_PULL, true},
    {"comsol-et-mass", "tangential", "the same with the mass of the contact point, kt = 2/7 kn",
     STICKING ", kt: 2e6/7, et_rule: tangential-mass", "et", "e", "e_t", LT_MAY_PULL, true},
    {.name = NULL}};

const char *const lt_damping_modes[LT_PULLS] = {"full", "no-tension"};

static const char program_text[] =
    "lawtester: 1\n"
    "let: {e: 0.5, L: log(e)}\n"
    "particles:\n"
    "  a: {shape: sphere, radius: 1, mass: 2}\n"
    "  b: {shape: sphere, radius: 1, mass: 2}\n"
    "law: {name: %s, %s: '%s', dp_mode: %s}\n"
    "motion: {integrator: exact}\n"
    "stages:\n"
    "  - {whats: i%s...., values: [-1, %s, 0, 0, 0, 0], until: rebound}\n";

/* Writes a stage program: an impact at 1 m/s of two spheres with m_eff = 1 kg, oblique if the
 * FORMULA is about e_t, with the dashpot mode PULL. Its let "e" is the target restitution. NULL:
 * WHY gives the reason. */
struct lt_program *lt_damping_program(const struct lt_damping *formula, enum lt_pull pull,
                                      char *why, size_t size) {
    char text[2048];
    bool oblique = strcmp(formula->result, "e_t") == 0;
    int length =
        snprintf(text, sizeof text, program_text, formula->law, formula->sets, formula->equation,
                 lt_damping_modes[pull], oblique ? "i" : ".", oblique ? "1" : "0");
    struct lt_errors *errors = lt_errors_new();
    struct lt_program *program =
        lt_read_program(formula->name, text, (size_t)length, NULL, 0, errors);
    if (!program) {
        char *said = lt_errors_text(errors);
        snprintf(why, size, "%s", said);
        free(said);
    }
    lt_errors_free(errors);
    return program;
}

/* Runs a program of lt_damping_program() with the target restitution REQUESTED. Returns the
 * coefficient of restitution obtained; NAN: the run failed. */
double lt_damping_obtained(const struct lt_damping *formula, const struct lt_program *program,
                           double requested, const volatile int *interrupted) {
    struct lt_names lets = lt_names_in(program->names, LT_SCOPE_LET);
    struct lt_names results = lt_names_in(program->names, LT_SCOPE_END);
    struct lt_override override = {lt_names_find(&lets, "e"), requested};
    struct lt_run_options options = {.interrupted = interrupted};
    struct lt_result *run = lt_run(program, &override, 1, &options);
    double value =
        run->status == LT_DONE ? run->values[lt_names_find(&results, formula->result)->slot] : NAN;
    lt_run_free(run);
    return value;
}

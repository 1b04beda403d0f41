/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/synonyms.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

/* Words, and the names that they may mean, the likeliest first: the one that exists where the word
 * stands is proposed. */
static const struct {
    const char *words, *names;
} synonyms[] = {
    /* shapes and particles */
    {"ball grain particle bead", "sphere"},
    {"disk circle", "disc"},
    {"plane plate floor", "wall"},
    {"diameter d", "radius"},
    {"rho", "density"},
    {"E youngs_modulus young_modulus modulus youngsModulus youngModulus elastic_modulus",
     "young young_eff"},
    {"nu poissons_ratio poisson_ratio poissonsRatio", "poisson"},
    /* laws */
    {"hooke hookean lsd spring kelvin-voigt linear-spring spring-dashpot", "linear"},
    {"hertz-mindlin hertzmindlin hertz/material mindlin-deresiewicz", "mindlin"},
    {"dmt", "hertz-dmt"},
    {"hysteretic", "luding"},
    /* stiffness, friction, damping */
    {"kn k_n k normal_stiffness stiffness", "kn young k_load kn1"},
    {"kt k_t", "ks ktDivKn shear_eff phi"},
    {"ks k_s", "kt ktDivKn shear_eff phi"},
    {"mu friction friction_coefficient frictionCoefficient coefficientFriction", "fric tanPhi"},
    {"beta beta_n betan zeta damping_ratio dampingRatio damping damp xi critical_damping gamma_n "
     "dp_nratio alpha",
     "dp_nratio alpha en cn eta_m"},
    {"beta_s betas zeta_s gamma_t", "dp_sratio ct dp_nratio"},
    {"gamma surface_energy surfaceEnergy surfEnergy",
     "surf_energy work_adhesion bridge_gamma dp_nratio alpha en cn eta_m"},
    {"restitution COR e e_n coefficientRestitution coefficient_of_restitution "
     "restitution_coefficient "
     "en",
     "en e_n dp_nratio alpha cn"},
    {"et", "e_t"},
    /* what happens, and what is recorded */
    {"separated separation separates detached released apart ended", "broken rebound"},
    {"C touching touches in_contact", "contact"},
    {"force normal_force F Fn", "fn"},
    {"shear_force Fs Ft", "fs ft"},
    {"overlap penetration indentation delta", "un overlap"},
    {"equals equal value expected", "is"},
    {"tolerance tol accuracy eps", "within"},
    {"speed", "vn"},
    {"time_step timestep", "dt"},
};

/* True if the LENGTH letters at WORD are a word of LIST, which blanks separate; only words of
 * one letter distinguish capitals. */
static bool holds_word(const char *list, const char *word, size_t length) {
    for (const char *at = list; *at; at += strspn(at, " ")) {
        const size_t n = strcspn(at, " ");
        if (n == length && (n == 1 ? *at == *word : strncasecmp(at, word, n) == 0))
            return true;
        at += n;
    }
    return false;
}

/* The first of COUNT names for which WORD is a known synonym; NULL: none. */
const char *lt_synonyms_find(const char *word, const char *const *names, size_t count) {
    for (size_t k = 0; k < sizeof synonyms / sizeof synonyms[0]; k++) {
        if (!holds_word(synonyms[k].words, word, strlen(word)))
            continue;
        for (const char *at = synonyms[k].names; *at; at += strspn(at, " ")) {
            const size_t n = strcspn(at, " ");
            for (size_t i = 0; i < count; i++)
                if (strlen(names[i]) == n && strncmp(names[i], at, n) == 0)
                    return names[i];
            at += n;
        }
    }
    return NULL;
}

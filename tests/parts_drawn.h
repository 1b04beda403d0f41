/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parts_drawn.h: choices and numbers drawn at random for the law contact. */
#ifndef PARTS_DRAWN_H
#define PARTS_DRAWN_H

#include "base/choice.h"
#include "laws/contact_step.h"
#include "registry/laws.h"

#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1000 };
/* A number for each parameter: near what a contact of these bodies has. 0, MOST: as is. */
static const struct {
    const char *name;
    double least, most;
} ranges[] = {{"kn", 5e4, 2e5},
              {"ks", 2e4, 8e4},
              {"cn", 0, 5},
              {"ct", 0, 1},
              {"fric", 0.05, 0.8},
              {"fric_speed", 0.01, 1},
              {"young", 5e7, 5e8},
              {"poisson", 0, 0.45},
              {"kn1", 5e4, 1e5},
              {"kn2", 1e5, 4e5},
              {"kc", 0, 1e5},
              {"phi_f", 0.001, 0.05},
              {"pull_off", 0, 0.05},
              {"k_load", 1e7, 1e8},
              {"plas_ratio", 0, 0.8},
              {"surf_adh", 0, 100},
              {"lu_exp", 1, 2},
              {"adh_exp", 1, 5},
              {"work_adhesion", 0, 2},
              {"yield_stress", 1e5, 1e7},
              {"schwarz", 0, 1},
              {"pull_range", 0, 4e-6},
              {"alpha", 0, 1},
              {"phi", 0, 0.5},
              {"fric_roll", 0, 0.3},
              {"k_roll", 1e4, 1e5},
              {"c_roll", 0, 1},
              {"k_twist", 0.05, 1},
              {"c_twist", 0, 1e-5},
              {"fric_twist", 0, 1e-3},
              {"tangential_ratio", 0, 1},
              {"bond_gap", 0, 1e-5},
              {"pb_rmul", 0.1, 1},
              {"pb_kn", 1e8, 1e10},
              {"pb_ks", 1e8, 1e10},
              {"pb_mcf", 0, 1},
              {"pb_ten", 1e3, 1e5},
              {"pb_coh", 1e3, 1e5},
              {"pb_fa", 0, 0.8},
              {"cohesion_density", 0, 2e6},
              {"pull_force", 0, 0.5},
              {"bridge_volume", 1e-12, 1e-10},
              {"bridge_gamma", 0.02, 0.5},
              {"bridge_angle", 0, 0.8},
              {"bridge_dcap", 0, 0.1},
              {"bridge_range", 1e-7, 4e-6},
              {"cb_tenf", 0, 4},
              {"cb_shearf", 0, 8},
              {"cb_fa", 0, 0.8},
              {"cb_kt", 0, 1},
              {"cb_kb", 0, 1},
              {"bb_kr", 2e4, 1e5},
              {"bb_ks", 1e4, 5e4},
              {"bb_kt", 0, 1},
              {"bb_kb", 0, 1},
              {"bb_fcr", 0.3, 3},
              {"bb_fcs", 0.3, 10},
              {"bb_tct", 1e-3, 1e-2},
              {"bb_tcb", 1e-3, 1e-2},
              {"bb_gnorm", 0, 5},
              {"bb_gslide", 0, 5},
              {"bb_groll", 0, 1e-4},
              {"bb_gtwist", 0, 1e-4},
              {"db_rmul", 0.1, 1},
              {"db_kn", 1e8, 1e10},
              {"db_ks", 1e8, 1e10},
              {"db_ten", 1e3, 1e5},
              {"db_coh", 1e3, 1e5},
              {"db_fa", 0, 0.8},
              {"db_gn", 0, 1},
              {"db_gs", 0, 1},
              {"film_range", 0, 1e-3},
              {"viscosity", 0, 0.1},
              {"surf_energy", 0, 1},
              {"diffusion", 1e-11, 1e-9},
              {"sinter_beta", 1, 8},
              {"sinter_eta", 0, 0.1},
              {"dihedral", 1, 3},
              {"neck_most", 0.005, 1},
              {"neck_fade", 0.01, 1},
              {"adh_force", 0, 0.5},
              {"adh_stiffness", 1e4, 1e6},
              {"yield_pressure", 1e6, 1e7},
              {"yield_stress", 1e6, 1e7},
              {"en", 0.1, 1},
              {"dp_nratio", 0, 0.8},
              {"hardening", 1e4, 1e5},
              {"A", 0, 1e-5},
              {"lambda", 0, 2},
              {"eta_m", 0, 5e3},
              {"eta_ma", 0, 3e7},
              {"roll_stiffness", 0.01, 1},
              {"roll_viscosity", 0, 1e-4},
              {"roll_damping", 0, 0.5},
              {"roll_ratio", 0.5, 3},
              {"kr", 1e4, 1e5},
              {"gamma_r", 0, 1},
              {"arm_r", 0.5, 2},
              {"kto", 1e4, 1e5},
              {"gamma_to", 0, 1},
              {"arm_to", 0.5, 2},
              {"fric_to", 0, 0.3},
              {"twist_stiffness", 0.05, 1},
              {"fric_r", 0, 0.3},
              {"kt", 2e4, 8e4}};

enum { BESIDE = 5 };
static const char *const beside[BESIDE] = {"cohesion", "cohesion_2", "cohesion_3", "film", "bond"};

/* Two spheres of 5 mm. */
static struct lt_pair pair_of(void) {
    const double r = 5e-3, m = 2500 * 4.0 / 3 * M_PI * r * r * r, i = 0.4 * m * r * r;
    const struct lt_body b = {.mass = m,
                              .own_mass = m,
                              .inertia = {i, i, i},
                              .radius = r,
                              .curvature = 1 / r,
                              .density = 2500,
                              .length = r};
    return (struct lt_pair){.a = b,
                            .b = b,
                            .m_eff = m / 2,
                            .m_both = m / 2,
                            .r_eff = r / 2,
                            .area = M_PI * r * r,
                            .dimensions = 3};
}

static const struct lt_field *field_of(const struct lt_law *law, const char *name) {
    const long i = lt_laws_param(law, name);
    return i < 0 ? NULL : &law->params[i];
}

static double draw_number(const struct lt_field *f, gsl_rng *rng) {
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (strcmp(ranges[i].name, f->name) == 0)
            return ranges[i].least + gsl_rng_uniform(rng) * (ranges[i].most - ranges[i].least);
    return f->preset;
}

/* What is fixed on the command line: "kind:word". */
static const char *fixed_word(const char *name, int n, char **fixed) {
    const size_t length = strlen(name);
    for (int i = 0; i < n; i++)
        if (strncmp(fixed[i], name, length) == 0 && fixed[i][length] == ':')
            return fixed[i] + length + 1;
    return NULL;
}

/* Parts, one of a kind, other choices, and numbers. */
static void draw(const struct lt_law *law, gsl_rng *rng, int n_fixed, char **fixed, double *q,
                 char *said, size_t size) {
    *said = '\0';
    for (size_t k = 0; k < law->n_params; k++) {
        const struct lt_field *f = &law->params[k];
        q[k] = f->preset;
        if (f->hidden)
            continue;
        if (f->choices) {
            char word[64];
            const char *given = fixed_word(f->name, n_fixed, fixed);
            const bool usual = f->of && gsl_rng_uniform(rng) < 0.5;
            if (!usual)
                q[k] = (double)gsl_rng_uniform_int(rng, (unsigned long)f->max + 1);
            if (given)
                q[k] = (double)lt_choice_number(f->choices, given);
            lt_choice_word(f->choices, q[k], word, sizeof word);
            snprintf(said + strlen(said), size - strlen(said), "%s%s:%s", *said ? " " : "", f->name,
                     word);
        } else {
            q[k] = draw_number(f, rng);
        }
    }
}

static double *number_of(const struct lt_law *law, const char *name, double *q) {
    return &q[lt_laws_param(law, name)];
}

/* What few numbers say: now and then there is less friction while the contact slides or turns, no
 * viscosity beside the part's own, and the stiffness at an arm follows the contact radius. */
static void draw_rare(const struct lt_law *law, gsl_rng *rng, double *q) {
    static const char *const fric[][2] = {{"fric", "fric_dynamic"},
                                          {"fric_roll", "fric_roll_dynamic"},
                                          {"fric_to", "fric_to_dynamic"}};
    for (int i = 0; i < 3; i++)
        if (gsl_rng_uniform(rng) < 0.3)
            *number_of(law, fric[i][1], q) = 0.7 * *number_of(law, fric[i][0], q);
    if (gsl_rng_uniform(rng) < 0.5)
        *number_of(law, "fric_speed", q) = 0;
    if (gsl_rng_uniform(rng) < 0.7)
        *number_of(law, "tangential_ratio", q) = NAN;
    if (gsl_rng_uniform(rng) < 0.5)
        *number_of(law, "kr", q) = *number_of(law, "kto", q) = 0;
    /* walton-braun has one of them */
    *number_of(law, gsl_rng_uniform(rng) < 0.5 ? "kn2" : "hardening", q) = NAN;
}

/* The same, until the law takes it: what derive() makes of it in F. False: it never did. */
static inline bool draw_taken(const struct lt_law *law, const struct lt_pair *pair, gsl_rng *rng,
                              int n_fixed, char **fixed, double *q, double *f, char *said,
                              size_t size) {
    static double none[MOST];
    for (size_t i = 0; i < MOST; i++)
        none[i] = NAN;
    for (int tries = 0; tries < 2000; tries++) {
        draw(law, rng, n_fixed, fixed, q, said, size);
        draw_rare(law, rng, q);
        if (!law->derive(pair, none, none, q, f))
            return true;
    }
    return false;
}

/* Up to three pulls, a film and a bond, by their numbers; each pull once, 0: none. */
static inline void draw_beside(const struct lt_law *law, gsl_rng *rng, double *words) {
    const unsigned long pulls = (unsigned long)field_of(law, "cohesion")->max;
    do
        for (int k = 0; k < 3; k++)
            words[k] = k > 0 && words[k - 1] == 0 ? 0 : (double)gsl_rng_uniform_int(rng, pulls + 1);
    while ((words[0] > 0 && (words[0] == words[1] || words[0] == words[2])) ||
           (words[1] > 0 && words[1] == words[2]));
    for (int k = 3; k < BESIDE; k++)
        words[k] = gsl_rng_uniform(rng) < 0.4;
}

static inline void put_beside(const struct lt_law *law, const double *words, double *q) {
    for (int k = 0; k < BESIDE; k++)
        q[lt_laws_param(law, beside[k])] = words[k];
}

#endif

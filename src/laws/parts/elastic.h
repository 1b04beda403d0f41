/* SPDX-License-Identifier: MIT */
/* elastic.h: elastic moduli and work of adhesion, as several parts derive them. */
#ifndef LT_ELASTIC_H
#define LT_ELASTIC_H

#include "../restitution.h"
#include "part.h"

#ifdef LT_TABLES

/* Parameters of the moduli, in the order of LT_MODULI_ROWS. */
struct lt_moduli {
    double young, poisson, young_eff, shear_eff;
};
#define LT_MODULI_ROWS                                                                             \
    {"young",                                                                                      \
     "Pa",                                                                                         \
     NAN,                                                                                          \
     0,                                                                                            \
     INFINITY,                                                                                     \
     "Young's modulus; given for the contact: of both bodies",                                     \
     .mix = LT_EACH,                                                                               \
     .sets = "young_eff shear_eff",                                                                \
     .once = 1},                                                                                   \
        {"poisson",                                                                                \
         "1",                                                                                      \
         NAN,                                                                                      \
         -1,                                                                                       \
         0.5,                                                                                      \
         "Poisson's ratio; likewise",                                                              \
         .mix = LT_EACH,                                                                           \
         .sets = "young_eff shear_eff",                                                            \
         .once = 1},                                                                               \
        {"young_eff", "Pa",     NAN,                                                               \
         0,           INFINITY, .doc = "effective modulus E*, 1/E* = sum of (1 - nu^2)/E"},        \
    {                                                                                              \
        "shear_eff", "Pa", NAN, 0, INFINITY,                                                       \
            .doc = "effective shear modulus G*, 1/G* = sum of (2 - nu)/G, G = E/(2 (1 + nu))"      \
    }

/* Duration, s, of an undamped impact at SPEED, m/s, on Hertz' spring K d^1.5, K in N/m^1.5:
 * 2.943... = 4/5 sqrt(pi) Gamma(2/5)/Gamma(9/10) times largest overlap over speed. At the largest
 * overlap the energy 2/5 K d^2.5 is m v^2/2. */
static inline double lt_hertz_time(double m_eff, double k, double speed) {
    const double overlap_max = pow(1.25 * m_eff * speed * speed / k, 0.4);
    return 2.943275184324705 * overlap_max / speed;
}

/* The value given for the contact, else that of the material. */
static inline double lt_said(double contact, double material) {
    return isnan(contact) ? material : contact;
}

/* A body's term (1 - nu^2)/E, 1/Pa, of 1/E*; YOUNG: Pa. A flat body without modulus is rigid: 0. */
static inline double lt_softness(const struct lt_body *body, double young, double poisson) {
    if (body->flat > 0 && isnan(young))
        return 0;
    return (1 - poisson * poisson) / young;
}

/* A body's term (2 - nu)/G, 1/Pa, of 1/G*, with G = E/(2 (1 + nu)); YOUNG: Pa. A flat body without
 * modulus is rigid: 0. */
static inline double lt_compliance(const struct lt_body *body, double young, double poisson) {
    if (body->flat > 0 && isnan(young))
        return 0;
    return 2 * (2 - poisson) * (1 + poisson) / young;
}

/* Fills P: E* and G*, Pa, from young and poisson where these are given. Then young and poisson
 * report two equal bodies with the same E* and G*; poisson is 0 if no such bodies exist. shear_eff
 * stays NAN if it is not known: parts that need it report that. Returns the error or NULL. */
static inline const char *lt_moduli(struct lt_deal *deal, const struct lt_moduli *a,
                                    const struct lt_moduli *b, struct lt_moduli *p) {
    const struct lt_pair *pair = deal->pair;
    const int given = !isnan(p->young) || !isnan(p->poisson);
    const double ya = lt_said(p->young, a->young), yb = lt_said(p->young, b->young);
    const double pa = lt_said(p->poisson, a->poisson), pb = lt_said(p->poisson, b->poisson);
    if (given || isnan(p->young_eff))
        p->young_eff = 1 / (lt_softness(&pair->a, ya, pa) + lt_softness(&pair->b, yb, pb));
    if (given || isnan(p->shear_eff))
        p->shear_eff = 1 / (lt_compliance(&pair->a, ya, pa) + lt_compliance(&pair->b, yb, pb));
    if (isnan(p->young_eff))
        return "Hertz' contact needs young and poisson, of both bodies' materials or given in the "
               "law, or young_eff; only a flat body without young is rigid";
    if (!(pair->r_eff > 0) || !isfinite(p->young_eff))
        return "Hertz' contact needs a curved body that is not rigid";
    /* Of two equal bodies E* = E/(2 (1 - nu^2)) and G* = E/(4 (2 - nu) (1 + nu)), so that the ratio
     * of G* to E* is (1 - nu)/(2 (2 - nu)). */
    const double ratio = p->young_eff > 0 ? p->shear_eff / p->young_eff : 0.25;
    const double poisson = (1 - 4 * ratio) / (1 - 2 * ratio);
    p->poisson = poisson >= -1 && poisson <= 0.5 ? poisson : 0;
    p->young = 2 * (1 - p->poisson * p->poisson) * p->young_eff;
    deal->young = p->young_eff;
    deal->shear = p->shear_eff;
    return NULL;
}

/* Parameters of adhesion, in the order of LT_ADHESION_ROWS. */
struct lt_adhesion {
    double work_adhesion, surf_energy;
};
#define LT_SURF_ENERGY_ROW                                                                         \
    {                                                                                              \
        "surf_energy", "J/m^2", NAN, 0, INFINITY,                                                  \
            .doc = "surface energy of each material, w = 2 sqrt(gamma_a gamma_b)", .mix = LT_EACH, \
            .sets = "work_adhesion", .once = 1                                                     \
    }
#define LT_ADHESION_ROWS                                                                           \
    {"work_adhesion", "J/m^2", NAN, 0, INFINITY, .doc = "work of adhesion w of the two surfaces"}, \
        LT_SURF_ENERGY_ROW

/* Fills P: work of adhesion w, J/m^2, from the surface energy of the contact or of both materials,
 * w = 2 sqrt(gamma_a gamma_b). Returns the error or NULL. */
static inline const char *lt_adhesion(const struct lt_adhesion *a, const struct lt_adhesion *b,
                                      struct lt_adhesion *p) {
    const int given = !isnan(p->surf_energy);
    const double both = given ? p->surf_energy : sqrt(a->surf_energy * b->surf_energy);
    if (given || isnan(p->work_adhesion))
        p->work_adhesion = 2 * both;
    p->surf_energy = p->work_adhesion / 2;
    return isnan(p->work_adhesion)
               ? "adhesion needs work_adhesion, or surf_energy in the law or of both materials"
               : NULL;
}

#endif
#endif

/* SPDX-License-Identifier: MIT */
/*
 * bar.h: stiffness of a contact modelled as an elastic bar of cross-section A that joins the two
 * centres: lengths lA and lB of either material in series, kn = A/(lA/EA + lB/EB) (Woo).
 */
#ifndef LAWTESTER_BAR_H
#define LAWTESTER_BAR_H

#include "law.h"

/* The first rows of a law's table of parameters. */
#define LT_BAR_PARAMS(F)                                                                           \
    F(young, "Pa", NAN, 0, INFINITY,                                                               \
      "modulus: of each material, or given for the contact; makes kn; reads kn (lA + lB)/A",       \
      .mix = LT_EACH, .sets = "kn", .once = 1)                                                     \
    F(ktDivKn, "1", NAN, 0, INFINITY,                                                              \
      "kt/kn: mean of the materials, or given for the contact, or 0.2; reads kt/kn",               \
      .mix = LT_EACH, .sets = "kt", .once = 1)                                                     \
    F(kn, "N/m", NAN, 0, INFINITY, "normal stiffness; not given: A/(lA/EA + lB/EB)",               \
      .role = LT_STIFFNESS_N)                                                                      \
    F(kt, "N/m", NAN, 0, INFINITY, "shear stiffness; not given: ktDivKn kn", .role = LT_STIFFNESS_S)

/* 1/k, or 0 if k = 0: without a spring no energy is stored. */
static inline double lt_bar_inverse(double k) {
    return k > 0 ? 1 / k : 0;
}

/* Defines bar_fill() for the parameters of the law; to be written after LT_STRUCTS. It fills those
 * of P that are NAN: kn and kt given for the contact override young and ktDivKn of the materials A
 * and B. It returns NULL, or the error. */
#define LT_BAR_FILL                                                                                \
    static inline const char *bar_fill(const struct lt_pair *pair, const struct params *a,         \
                                       const struct params *b, struct params *p) {                 \
        const double la = pair->a.length, lb = pair->b.length;                                     \
        if (!isnan(p->young) || isnan(p->kn)) {                                                    \
            const int own = !isnan(p->young);                                                      \
            const double ea = own ? p->young : a->young, eb = own ? p->young : b->young;           \
            if (isnan(ea) || isnan(eb))                                                            \
                return "give kn, or young, for the contact or in both materials";                  \
            p->kn = pair->area / (la / ea + lb / eb);                                              \
        }                                                                                          \
        if (!isnan(p->ktDivKn) || isnan(p->kt)) {                                                  \
            const double mean = 0.5 * (a->ktDivKn + b->ktDivKn);                                   \
            const double otherwise = isnan(mean) ? 0.2 : mean;                                     \
            p->kt = p->kn * (isnan(p->ktDivKn) ? otherwise : p->ktDivKn);                          \
        }                                                                                          \
        p->young = p->kn * (la + lb) / pair->area;                                                 \
        p->ktDivKn = p->kt * lt_bar_inverse(p->kn);                                                \
        return NULL;                                                                               \
    }

#endif

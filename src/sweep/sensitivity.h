/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sensitivity.h: how much of a result's variance each factor causes (Sobol' 1993).
 *
 * Saltelli et al. (2010), Comput. Phys. Commun. 181, 259-270: two independent samples A and B of n
 * points, and for each factor i the sample AB_i, which is A with the values of i from B. First
 * order S_i = mean f(B) (f(AB_i) - f(A)) / V, their table 2 (b); total T_i = mean (f(A) -
 * f(AB_i))^2 / 2V (Jansen 1999, ibid. 117, 35-43), with V the variance of f over A and B. */
#ifndef LT_SENSITIVITY_H
#define LT_SENSITIVITY_H

#include <stddef.h>

struct lt_arena;

enum { LT_BOOTSTRAPS = 200 }; /* resamplings of the n points, for the standard errors */

struct lt_index {
    double first, first_error, total, total_error; /* NAN: the result does not vary */
};

struct lt_sensitivity {
    size_t used; /* base points whose runs all gave a number; others are left out */
    double variance;
    struct lt_index *indices; /* of each factor */
};

/* Sobol's indices of K factors with their standard errors, from RUNS, n (k + 2) numbers: for
 * each base point f of A, of B, of AB_1 ... AB_k. SEED: of the resamplings. */
struct lt_sensitivity lt_sensitivity_find(const double *runs, size_t n, size_t k,
                                          unsigned long seed, struct lt_arena *arena);

#endif

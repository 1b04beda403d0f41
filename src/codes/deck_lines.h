/* SPDX-License-Identifier: GPL-3.0-or-later */
/* deck_lines.h: what deck.c knows of a calibrated law, for those who write it in the words of the
 * codes.
 *
 * Statements about YADE 2023.02a, LAMMPS (29 Sep 2021) and LIGGGHTS 3.8.0 were measured; those
 * about other codes are from their documents and sources. */
#ifndef LT_DECK_LINES_H
#define LT_DECK_LINES_H

#include "codes/deck.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

enum lt_deck_kind { LT_DECK_LINEAR, LT_DECK_HERTZ, LT_DECK_UNKNOWN };

struct lt_law;
struct lt_override;
struct lt_program;
struct lt_setup;

/* The law known here that has the parameters of the program's law; NULL: there is none. Whether the
 * law of a set-up gives its forces, with the numbers of that. */
const struct lt_law *lt_deck_law_known(const struct lt_program *program, enum lt_deck_kind *kind);
bool lt_deck_law_is(const struct lt_setup *setup, const struct lt_override *overrides,
                    size_t n_overrides, const struct lt_law *one);

/* The choices of the laws `hertz` and `mindlin`, by their numbers. */
enum lt_deck_damping { LT_DECK_UNDAMPED, LT_DECK_TSUJI, LT_DECK_CONSTANT, LT_DECK_VISCOELASTIC };
enum lt_deck_spring { LT_DECK_RESCALE, LT_DECK_SECANT, LT_DECK_SECANT_INITIAL, LT_DECK_TANGENT };

/* The law in plain coefficients. */
struct lt_deck {
    enum lt_deck_kind kind;
    bool no_tension, slip_cut, incremental, wall, has_shear, steps;
    double kn, cn, ks, cs;                       /* linear */
    double young, poisson, k, shear, alpha, phi; /* Hertz: k = 4/3 E* sqrt(R*), shear = G* */
    enum lt_deck_damping damping;
    enum lt_deck_spring spring;
    double c_0, c_half;         /* Hertz: viscosities, constant and per square root of overlap */
    double fric, ratio, sratio; /* fractions of critical damping */
    double m_eff, m_both, r_eff, radius, radius_b, density;
    double dt, wanted;
    int digits;       /* of what is written */
    const char **why; /* why the law cannot be expressed */
};

static const double lt_deck_friction_most =
    1e6; /* stands for infinite friction where a number is required */

double lt_deck_friction(const struct lt_deck *deck);

/* The restitution for a fraction of critical damping with a dashpot that may pull; with one that
 * may not; the fraction for the target restitution by the first formula. */
double lt_deck_textbook(double ratio);
double lt_deck_capped(double ratio);
double lt_deck_textbook_ratio(const struct lt_deck *deck);
bool lt_deck_has_wanted(const struct lt_deck *deck);

#endif

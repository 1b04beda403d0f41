/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * contact_yade.h: a choice of parts whose bond goes by YADE's material, FrictMat's and what the law
 * has beside: it says MORE_PARAMS first, FRICT_PARAMS among them, and has the function
 *
 *     YADE_STRENGTHS(p, of)   has its own parameters set those of its parts, and read them
 *
 * and a derive() that calls yade_derive().
 */
#ifndef LT_CONTACT_YADE_H
#define LT_CONTACT_YADE_H

#define CHOSEN_NORMAL(any)     NORMAL_LINEAR
#define CHOSEN_COHESION(any)   COHESION_NONE
#define CHOSEN_BOND(any)       BOND_CONTACT
#define CHOSEN_TANGENTIAL(any) TANGENTIAL_LINEAR
#define USUAL_TANGENTIAL       TANGENTIAL_LINEAR
#define CONTACT_CASES
#define CHOICE_DERIVES
#define YOUNG_OF   "; bond: contact"
#define YOUNG_SETS "kn ks"
#define MORE_DECLARES                                                                              \
    {"wall", "young > 0 or ks > 0", INFINITY,                                                      \
     "at a wall its springs are those of the ball with its like"},

#define FRICT_PARAMS(F)                                                                            \
    F(ktDivKn, "1", NAN, 0, INFINITY,                                                              \
      "ks/kn of a body, YADE's poisson; given for the contact: of both bodies", .mix = LT_EACH,    \
      .sets = "ks", .once = 1)                                                                     \
    F(frictionAngle, "rad", NAN, 0, 1.5707963267948966, "angle of friction, bonded or not",        \
      .mix = LT_MIN, .sets = "fric cb_fa", .once = 1)

#include "contact_choice.h"

/* The radii by which YADE goes: at a wall both are that of the ball. */
struct yade_size {
    double a, b, least;
};

static struct yade_size yade_size(const struct lt_pair *pair) {
    const double ra = pair->a.flat > 0 ? pair->b.radius : pair->a.radius,
                 rb = pair->b.flat > 0 ? pair->a.radius : pair->b.radius;
    return (struct yade_size){ra, rb, fmin(ra, rb)};
}

/* Springs one behind the other. */
static double yade_series(double one, double other) {
    return one > 0 && other > 0 ? 2 * one * other / (one + other) : 0;
}

/* What a body says; a flat one that says nothing is of the other's material. */
static double yade_said(double contact, const struct lt_body *body, double own, double other) {
    return !isnan(contact) ? contact : isnan(own) && body->flat > 0 ? other : own;
}

/* What is given as a stiffness stays, unless another one is asked for in the other's words. */
static void yade_springs(const struct lt_pair *pair, const struct yade_size *of,
                         const struct params *a, const struct params *b, struct params *p) {
    const int asked = !isnan(p->young), shared = !isnan(p->ktDivKn);
    const double ea = yade_said(p->young, &pair->a, a->young, b->young),
                 eb = yade_said(p->young, &pair->b, b->young, a->young),
                 ka = yade_said(p->ktDivKn, &pair->a, a->ktDivKn, b->ktDivKn),
                 kb = yade_said(p->ktDivKn, &pair->b, b->ktDivKn, a->ktDivKn);
    const int known = !isnan(ea) && !isnan(eb);
    const double la = known ? ea * of->a : of->a, lb = known ? eb * of->b : of->b;
    if (known && (asked || p->kn == 0))
        p->kn = yade_series(la, lb);
    if (!isnan(ka) && !isnan(kb) && (asked || shared || p->ks == 0))
        p->ks = p->kn > 0 ? p->kn * (yade_series(la * ka, lb * kb) / yade_series(la, lb)) : 0;
    p->young = p->kn * (of->a + of->b) / (2 * of->a * of->b);
    p->ktDivKn = p->kn > 0 ? p->ks / p->kn : 0;
    if (!isnan(p->frictionAngle))
        p->fric = tan(p->frictionAngle), p->cb_fa = p->frictionAngle;
    p->frictionAngle = atan(p->fric);
}

/* A strength over what it goes by sets the other, or reads it. */
static void yade_strength(double *over, double size, double *strength) {
    if (!isnan(*over))
        *strength = *over * size;
    *over = size > 0 ? *strength / size : 0;
}

static void YADE_STRENGTHS(struct params *p, const struct yade_size *of);

static const char *yade_derive(const struct lt_pair *pair, const struct params *a,
                               const struct params *b, struct params *p, struct derived *d) {
    const struct yade_size size = yade_size(pair);
    if (!(size.least > 0))
        return "a bond needs a radius: a body that is not flat";
    yade_springs(pair, &size, a, b, p);
    YADE_STRENGTHS(p, &size);
    return derive_parts(pair, a, b, p, d);
}

#endif

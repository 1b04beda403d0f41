/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define NORMAL_HERTZ_TEXT "Hertz' elastic contact: fn = -4/3 E* sqrt(R*) d^(3/2)"
#define NORMAL_HERTZ_PARAMS(F)                                                                     \
    F(young, "Pa", NAN, 0, INFINITY, "Young's modulus; given for the contact: of both bodies",     \
      .of = "normal:" NORMAL_WORDS_THAT(TAKES_young) YOUNG_OF, .mix = LT_EACH, .sets = YOUNG_SETS, \
      .once = 1)                                                                                   \
    F(poisson, "1", NAN, -1, 0.5, "Poisson's ratio; likewise",                                     \
      .of = "normal:" NORMAL_WORDS_THAT(TAKES_young), .mix = LT_EACH,                              \
      .sets = "young_eff shear_eff", .once = 1)                                                    \
    F(young_eff, "Pa", NAN, 0, INFINITY, "effective modulus E*, 1/E* = sum of (1 - nu^2)/E",       \
      .of = "normal:" NORMAL_WORDS_THAT(TAKES_young))                                              \
    F(shear_eff, "Pa", NAN, 0, INFINITY,                                                           \
      "effective shear modulus G*, 1/G* = sum of (2 - nu)/G, G = E/(2 (1 + nu))",                  \
      .of = "normal:" NORMAL_WORDS_THAT(TAKES_young))

#define NORMAL_HERTZ_TAKES_young   SAID
#define NORMAL_HERTZ_HAS_stiffness SAID
#define NORMAL_HERTZ_HAS_radius    SAID
#define NORMAL_HERTZ_STIFFENS      SAID
#else

static double hertz_said(double contact, double material) {
    return isnan(contact) ? material : contact;
}

/* One term of 1/E* = sum of (1 - nu^2)/E; a flat body that says nothing is rigid. */
static double hertz_softness(const struct lt_body *body, double young, double poisson) {
    if (body->flat > 0 && isnan(young))
        return 0;
    return (1 - poisson * poisson) / young;
}

/* One term of 1/G* = sum of (2 - nu)/G, likewise. */
static double hertz_compliance(const struct lt_body *body, double young, double poisson) {
    if (body->flat > 0 && isnan(young))
        return 0;
    return 2 * (2 - poisson) * (1 + poisson) / young;
}

/* young and poisson in turn read those of two like bodies with the same E* and G*; poisson reads 0
 * if no bodies have them. */
static void hertz_read(struct params *p) {
    const double ratio = p->young_eff > 0 ? p->shear_eff / p->young_eff : 0.25;
    const double poisson = (1 - 4 * ratio) / (1 - 2 * ratio);
    p->poisson = poisson >= -1 && poisson <= 0.5 ? poisson : 0;
    p->young = 2 * (1 - p->poisson * p->poisson) * p->young_eff;
}

/* shear_eff stays NAN if it is not known: whoever needs it says so. */
static const char *normal_hertz(const struct part *of) {
    const struct lt_pair *pair = of->pair;
    const struct params *a = of->a, *b = of->b;
    struct params *p = of->p;
    const int given = !isnan(p->young) || !isnan(p->poisson);
    const double ya = hertz_said(p->young, a->young), yb = hertz_said(p->young, b->young);
    const double pa = hertz_said(p->poisson, a->poisson), pb = hertz_said(p->poisson, b->poisson);
    if (given || isnan(p->young_eff))
        p->young_eff = 1 / (hertz_softness(&pair->a, ya, pa) + hertz_softness(&pair->b, yb, pb));
    if (given || isnan(p->shear_eff))
        p->shear_eff =
            1 / (hertz_compliance(&pair->a, ya, pa) + hertz_compliance(&pair->b, yb, pb));
    if (isnan(p->young_eff))
        return "Hertz' contact needs young and poisson, of both bodies' materials or given in the "
               "law, or young_eff; only a flat body without young is rigid";
    if (!(pair->r_eff > 0) || !isfinite(p->young_eff))
        return "Hertz' contact needs a curved body that is not rigid";
    hertz_read(p);
    of->d->kn_3_half = 4.0 / 3 * p->young_eff * sqrt(pair->r_eff);
    return NULL;
}

#endif

/* SPDX-License-Identifier: MIT */
/*
 * With c = sqrt(2 pi w1/E*) and s = sqrt(a) the contact radius a of Johnson, Kendall & Roberts is
 * the largest root of s^4/R - c s = d, stable down to s^3 = c R/4, where the neck is torn off. In s
 *     P = E s^3 (4/3 s^3/R - 2 c) - 2 pi w2 R
 *     U = E a^2 (8/15 (s^3/R)^2 - 4/3 c s^3/R + c^2/2) - 2 pi w2 R d
 * U is 0 apart, dU = P dd; the latter follows from U = E (a d^2 - 2 a^3 d/(3R) + a^5/(5R^2)) -
 * pi w1 a^2 with d put in. At touch s^3 = c R, at the largest pull 3/4 c R, at tear-off 1/4 c R.
 */
#ifdef LT_PART_LISTS
#define NORMAL_JKR_TEXT                                                                            \
    "Johnson, Kendall & Roberts' adhesive spheres: the contact radius a of d = a^2/R* - sqrt(2 "   \
    "pi "                                                                                          \
    "w1 a/E*), fn = sqrt(8 pi w1 E* a^3) - 4 E* a^3/(3 R*) + 2 pi w2 R*; w = w1 + w2, w1 = 4 "     \
    "schwarz^2/(schwarz^2 + 3) w; made at touch, torn off beyond it"
#define NORMAL_JKR_PARAMS(F)                                                                       \
    F(schwarz, "1", 1, 0, 1, "from a contact that pulls as DMT's (0) to JKR's (1)",                \
      .of = "normal: jkr")                                                                         \
    F(ends, "1", 0, 0, 1,                                                                          \
      "where a contact that is pulled ends: where no radius is stable any more, "                  \
      "or at the largest pull",                                                                    \
      .of = "normal: jkr", .choices = "tear-off largest-pull")
#define NORMAL_JKR_DERIVED(F)                                                                      \
    F(jkr_e, "Pa", "E*")                                                                           \
    F(jkr_r, "m", "R*")                                                                            \
    F(jkr_root_r, "m^0.5", "its root")                                                             \
    F(jkr_c, "m^0.5", "sqrt(2 pi w1/E*)")                                                          \
    F(jkr_tear, "m^0.5", "root of the radius at tear-off")                                         \
    F(jkr_touch, "m^0.5", "2 c R*, its third root")                                                \
    F(jkr_neck, "m", "gap at tear-off")                                                            \
    F(jkr_more, "N", "constant pull, of w2")                                                       \
    F(jkr_well, "J", "lost at touch")                                                              \
    F(jkr_torn, "J", "lost when the contact ends")                                                 \
    F(jkr_first, "N", "pull at touch")                                                             \
    F(jkr_last, "N", "pull when the contact ends")
#define NORMAL_JKR_VIEWS                                                                           \
    {"contact_radius", "m", "neck_radius", "radius of the contact area, in the neck too"},
#define NORMAL_JKR_STATE(F) F(neck_radius, "m", "contact radius", .of = "normal: jkr", .told = 1)
#define JKR_W1              "4*schwarz^2/(schwarz^2 + 3)*work_adhesion"
#define JKR_W2              "(1 - 4*schwarz^2/(schwarz^2 + 3))*work_adhesion"
#define JKR_PULL            "2*pi*" JKR_W2 "*r_eff"
#define NORMAL_JKR_JUMPS                                                                           \
    {"fn", "made", IS_NORMAL_JKR, "4/3*pi*" JKR_W1 "*r_eff + " JKR_PULL,                           \
     "the surfaces pull as soon as they touch"},                                                   \
        {"fn", "lost", IS_NORMAL_JKR " and schwarz > 0 and ends == 0",                             \
         "-(5/6*pi*" JKR_W1 "*r_eff + " JKR_PULL ")", "the neck is torn off"},                     \
        {"fn", "lost", IS_NORMAL_JKR " and schwarz > 0 and ends == 1",                             \
         "-(3/2*pi*" JKR_W1 "*r_eff + " JKR_PULL ")", "let go at the largest pull"},               \
        {"fn", "lost", IS_NORMAL_JKR " and schwarz == 0", "-" JKR_PULL, "the surfaces part"},
#define JKR_AREA(share) "(" share "*pi*" JKR_W1 "*r_eff^2/young_eff)^(2/3)"
#define JKR_STICKS(torn, way)                                                                      \
    "sqrt(2/m_eff*(pi*" JKR_W1 "*(0.6*" JKR_AREA("2") torn ") + 2*pi*" JKR_W2 "*" way "))"
#define NORMAL_JKR_CASES                                                                           \
    {"v_stick", IS_NORMAL_JKR " and " IS_DAMPING_NONE " and ends == 0",                            \
     JKR_STICKS(" + 0.4*" JKR_AREA("1/8"), "3*" JKR_AREA("1/8")),                                  \
     "slower impacts stick; the neck is torn off"},                                                \
        {"v_stick", IS_NORMAL_JKR " and " IS_DAMPING_NONE " and ends == 1",                        \
         JKR_STICKS(" - 0.4*" JKR_AREA("9/8"), "1/3*" JKR_AREA("9/8")),                            \
         "slower impacts stick; the contact ends at the largest pull"},
#define NORMAL_JKR_TAKES_young         SAID
#define NORMAL_JKR_TAKES_work_adhesion SAID
#define NORMAL_JKR_LOSES_adhesion      SAID
#define NORMAL_JKR_HAS_stiffness       SAID
#define NORMAL_JKR_HAS_radius          SAID
#define NORMAL_JKR_STIFFENS            SAID
#define NORMAL_JKR_ANSWERS             SAID
#define NORMAL_JKR_CLASHES                                                                         \
    {OF_COHESION, ~PART(COHESION_NONE), OF_NORMAL, PART(NORMAL_JKR),                               \
     "its contact pulls by itself, by work_adhesion"},
#define NORMAL_JKR_GRIP GRIP(NORMAL_JKR, normal_jkr_grip)
#else

/* Force and energy of JKR's part at the root S of the contact radius, P and U above with w2 = 0. */
static double jkr_force(double e, double r, double c, double s) {
    const double s3 = s * s * s;
    return e * s3 * (4.0 / 3 * s3 / r - 2 * c);
}

static double jkr_energy(double e, double r, double c, double s) {
    const double x = s * s * s / r, a = s * s;
    return e * a * a * (8.0 / 15 * x * x - 4.0 / 3 * c * x + c * c / 2);
}

static const char *normal_jkr(const struct part *of) {
    struct derived *d = of->d;
    const double r = of->pair->r_eff, alpha = of->p->schwarz;
    const char *wrong = normal_hertz(of);
    wrong = wrong ? wrong : normal_adhesion(of);
    if (wrong)
        return wrong;
    const double e = of->p->young_eff, w = of->p->work_adhesion;
    if (!(e > 0) || !isfinite(w))
        return "JKR's contact needs a modulus that is not 0 and a finite work of adhesion";
    const double w1 = 4 * alpha * alpha / (alpha * alpha + 3) * w;
    const double c = sqrt(2 * restitution_pi * w1 / e);
    const double last = cbrt((of->p->ends > 0.5 ? 0.75 : 0.25) * c * r);
    const double end = c * last - last * last * last * last / r;
    d->jkr_e = e;
    d->jkr_r = r;
    d->jkr_root_r = sqrt(r);
    d->jkr_c = c;
    d->jkr_tear = cbrt(0.25 * c * r);
    d->jkr_touch = cbrt(2 * c * r);
    d->jkr_neck = 3 * d->jkr_tear * d->jkr_tear * d->jkr_tear * d->jkr_tear / r;
    d->jkr_more = 2 * restitution_pi * (w - w1) * r;
    d->jkr_well = -jkr_energy(e, r, c, cbrt(c * r));
    d->jkr_torn = jkr_energy(e, r, c, last) + d->jkr_more * end;
    d->jkr_first = d->jkr_more - jkr_force(e, r, c, cbrt(c * r));
    d->jkr_last = d->jkr_more - jkr_force(e, r, c, last);
    d->pull_off = 1.5 * restitution_pi * w1 * r + d->jkr_more;
    d->neck = end;
    d->form = NORMAL_JKR;
    return NULL;
}

/* The root of the contact radius at the overlap O: Newton from the lesser of two upper bounds falls
 * monotonically, in at most 6 steps to rounding from tear-off to 1e8 times its overlap. Near
 * tear-off, where both vanish, the first bound is the root to rounding. */
LT_INLINE num jkr_root(const struct derived_n *d, num o) {
    const num zero = NUM(0.0), r = d->jkr_r, c = d->jkr_c;
    const num beyond = SEL(o + d->jkr_neck > 0, o + d->jkr_neck, zero), in = SEL(o > 0, o, zero);
    const num near = d->jkr_tear + lt_sqrt(beyond * r / 6) / d->jkr_tear;
    const num far = lt_larger(lt_sqrt(lt_sqrt(2 * r * in)), d->jkr_touch);
    num s = SEL(c > 0, lt_smaller(near, far), lt_sqrt(lt_sqrt(r * in)));
    for (int i = 0; i < 7; i++) {
        const num s3 = s * s * s / r, slope = 4 * s3 - c;
        const num off = (s3 - c) * s - o;
        s = s - SEL(slope > 1e-7 * c, off / SEL(slope > 0, slope, NUM(1.0)), zero);
    }
    return s;
}

LT_INLINE num jkr_push(const struct derived_n *d, num s) {
    const num s3 = s * s * s;
    return d->jkr_e * s3 * (4.0 / 3 * s3 / d->jkr_r - 2 * d->jkr_c) - d->jkr_more;
}

LT_INLINE void normal_jkr_grip(const struct derived_n *d, struct state_n *x, struct lt_grip *g) {
    const num zero = NUM(0.0), s = jkr_root(d, g->d), a = s * s, deep = a * s / d->jkr_r;
    const num u = d->jkr_e * a * a *
                  (8.0 / 15 * deep * deep - 4.0 / 3 * d->jkr_c * deep + d->jkr_c * d->jkr_c / 2);
    g->push = SEL(g->on, jkr_push(d, s), zero);
    g->strain = SEL(g->on, u - d->jkr_more * g->d, zero);
    g->root = SEL(g->on, a / d->jkr_root_r, zero);
    if (ANY(g->was | g->entering)) {
        const num s0 = jkr_root(d, SEL(g->was, g->d0, zero));
        g->root0 = SEL(g->was | g->entering, s0 * s0 / d->jkr_root_r, zero);
        g->push0 = SEL(g->was, jkr_push(d, s0), zero);
    }
    g->edge = zero - SEL(g->entering, d->jkr_first, d->jkr_last);
    const num torn = SEL(g->leaving, d->jkr_torn, zero);
    g->adhesion = SEL(g->entering, d->jkr_well, SEL(torn > 0, torn, zero));
    g->defect = SEL(torn < 0, torn, zero); /* let go at the largest pull: given back */
    g->back = g->root * zero;
    x->neck_radius = SEL(g->mine, SEL(g->on, a, zero), x->neck_radius);
}

#endif

/* SPDX-License-Identifier: MIT */
/*
 * The pull f of a liquid bridge over the gap s, with R = 2 R*, still gives W(s), its integral:
 *     willett-analytic  2 pi R gamma cos(theta) 4 sqrt(V/R)/c atan((20 q + 2.1)/c), c^2 = 35.59
 *     lambert           2 pi R gamma cos(theta) (s - sqrt(s^2 + 2 V/(pi R)))
 *     soulie            pi R gamma (c s + R/a exp(a s/R + b))
 * The others: 24 nodes of Gauss and Legendre in the third root of asinh(s/sqrt(2 V/(pi R))), where
 * f has no root at touch and no pole nearby: to 1e-15 of W(0). willett-numeric: twice, to 1e-13,
 * over a range of many R to 1e-11.
 */
#ifdef LT_PART_LISTS
#define COHESION_BRIDGE_TEXT                                                                       \
    "a liquid bridge, made at touch or on approach, which pulls up to the gap bridge_range"
#define COHESION_BRIDGE_PARAMS(F)                                                                  \
    F(bridge_model, "1", 0, 0, 5, "how its pull falls over the gap", .of = "cohesion: bridge",     \
      .choices = "willett-numeric willett-analytic lambert rabinovich soulie weigert")             \
    F(bridge_volume, "m^3", 0, 0, INFINITY, "volume of the bridge", .of = "cohesion: bridge")      \
    F(bridge_gamma, "N/m", 0, 0, INFINITY, "surface tension", .of = "cohesion: bridge",            \
      .advised = 1)                                                                                \
    F(bridge_angle, "rad", 0, 0, 1.5707963267948966, "contact angle", .of = "cohesion: bridge",    \
      .advised = 0.87266462599716477)                                                              \
    F(bridge_range, "m", NAN, 0, INFINITY,                                                         \
      "gap at which it ends, 0: none; not given: Willett's, (1 + bridge_angle/2) (V^(1/3) + "      \
      "V^(2/3)/10) "                                                                               \
      "R, V = bridge_volume/R^3, R = 2 R*",                                                        \
      .of = "cohesion: bridge")                                                                    \
    F(bridge_dcap, "N s/m", 0, 0, INFINITY, "viscosity of the bridge over the gap",                \
      .of = "cohesion: bridge")                                                                    \
    F(bridge_inside, "1", 0, 0, 1,                                                                 \
      "its pull while the surfaces touch: none (YADE), or all that it has at touch",               \
      .of = "cohesion: bridge", .choices = "none full")                                            \
    F(bridge_made, "1", 0, 0, 1,                                                                   \
      "when it is made: where the surfaces touch, or on approach at the gap at which it ends",     \
      .of = "cohesion: bridge", .choices = "touch approach")
/* What the pull is a function of. */
#define BRIDGE(F)                                                                                  \
    F(bridge, "1", "1 + the model; 0: none")                                                       \
    F(bridge_r, "m", "R")                                                                          \
    F(bridge_t, "rad", "contact angle")                                                            \
    F(bridge_f, "N", "2 pi R gamma")                                                               \
    F(bridge_l, "m", "sqrt(2 V/(pi R))")                                                           \
    F(bridge_q, "1/m", "sqrt(R/V)/2; weigert: 3/R")                                                \
    F(bridge_1, "1", "numbers of the model")                                                       \
    F(bridge_2, "1", "")                                                                           \
    F(bridge_3, "1", "")                                                                           \
    F(bridge_4, "1", "")                                                                           \
    F(bridge_end, "m", "gap at which it ends")
#define COHESION_BRIDGE_DERIVED(F)                                                                 \
    BRIDGE(F)                                                                                      \
    F(bridge_touch, "N", "pull at touch")                                                          \
    F(bridge_rim, "N", "pull where it is made")                                                    \
    F(bridge_work, "J", "W(0)")                                                                    \
    F(bridge_lost, "J", "what of that is lost where it ruptures")                                  \
    F(bridge_in, "N", "pull while the surfaces touch")                                             \
    F(bridge_c, "N s/m", "viscosity")                                                              \
    F(bridge_to_a, "m^3", "liquid that stays on A where it ruptures")                              \
    F(bridge_to_b, "m^3", "on B")
#define COHESION_BRIDGE_STATE(F)                                                                   \
    F(bridge_pull, "N", "pull of the bridge at this gap; where there is none, when it is made",    \
      .of = "cohesion: bridge", .told = 1, .hidden = 1)                                            \
    F(liquid_a, "m^3", "liquid of the bridge on A, since it ruptured", .of = "cohesion: bridge")   \
    F(liquid_b, "m^3", "on B", .of = "cohesion: bridge")
#define COHESION_BRIDGE_JUMPS                                                                      \
    {"fn", "made", IS_COHESION_BRIDGE " and (bridge_made == 1 or bridge_inside == 1)",             \
     "bridge_pull", "the bridge pulls as soon as it is made"},                                     \
        {"fn", "lost", IS_COHESION_BRIDGE, "-bridge_pull", "the bridge ruptures"},                 \
        {"fn", "touches", IS_COHESION_BRIDGE " and bridge_inside == 0",                            \
         "select(touches > 0.5, bridge_pull, select(contact, -bridge_pull, 0))",                   \
         "bridge_inside none: it pulls over the gap alone"},
#define BRIDGE_V        "(bridge_volume/(8*r_eff^3))"
#define BRIDGE_L2       "(bridge_volume/(pi*r_eff))"
#define BRIDGE_Q        "(bridge_range*sqrt(r_eff/(2*bridge_volume)))"
#define BRIDGE_SOULIE_A "(-1.1*" BRIDGE_V "^-0.53)"
#define BRIDGE_SOULIE_B                                                                            \
    "((-0.148*log(" BRIDGE_V ") - 0.96)*bridge_angle^2 - 0.0082*log(" BRIDGE_V ") + 0.48)"
#define BRIDGE_STICKS(model, work)                                                                 \
    {"v_stick",                                                                                    \
     IS_COHESION_BRIDGE                                                                            \
     " and bridge_volume > 0 and bridge_range > 0 and bridge_made == 0 and bridge_dcap == 0 and "  \
     "bridge_model == " model " and (" IS_NORMAL_LINEAR " or " IS_NORMAL_HERTZ                     \
     ") and " IS_DAMPING_NONE,                                                                     \
     "sqrt(2*" work "/m_eff)",                                                                     \
     "slower impacts stick; the contact ends where the bridge ruptures"},
#define COHESION_BRIDGE_CASES                                                                      \
    BRIDGE_STICKS("1", "4*pi*r_eff*bridge_gamma*cos(bridge_angle)*sqrt(8*bridge_volume/"           \
                       "(r_eff*35.59))*(atan((20*" BRIDGE_Q                                        \
                       " + 2.1)/sqrt(35.59)) - atan(2.1/sqrt(35.59)))")                            \
    BRIDGE_STICKS("2", "4*pi*r_eff*bridge_gamma*cos(bridge_angle)*(bridge_range + sqrt(" BRIDGE_L2 \
                       ") - sqrt(bridge_range^2 + " BRIDGE_L2 "))")                                \
    BRIDGE_STICKS("4",                                                                             \
                  "2*pi*r_eff*bridge_gamma*((0.0018*log(" BRIDGE_V                                 \
                  ") + 0.078)*bridge_range + 2*r_eff/" BRIDGE_SOULIE_A "*exp(" BRIDGE_SOULIE_B     \
                  ")*(exp(" BRIDGE_SOULIE_A "*bridge_range/(2*r_eff)) - 1))")
#define COHESION_BRIDGE_PULL PULL(cohesion_bridge_pull)
#else

enum { BRIDGE_NUMERIC, BRIDGE_ANALYTIC, BRIDGE_LAMBERT, BRIDGE_RABINOVICH, BRIDGE_SOULIE };

struct bridge {
    BRIDGE(LT_FIELD_)
};

/* f1 to f4 of Willett et al.: coefficients of 1, theta, theta^2, of powers of ln V. */
static void bridge_numeric(double t, double l, double *f) {
    static const double c[][4][3] = {{{-0.44507, 0.050832, -1.1466},
                                      {-0.1119, -0.000411, -0.1490},
                                      {-0.012101, -0.0036456, -0.01255},
                                      {-0.0005, -0.0003505, -0.00029076}},
                                     {{1.9222, -0.57473, -1.2918},
                                      {-0.0668, -0.1201, -0.22574},
                                      {-0.0013375, -0.0068988, -0.01137}},
                                     {{1.268, -0.01396, -0.23566},
                                      {0.198, 0.092, -0.06418},
                                      {0.02232, 0.02238, -0.009853},
                                      {0.0008585, 0.001318, -0.00053}},
                                     {{-0.010703, 0.073776, -0.34742},
                                      {0.03345, 0.04543, -0.09056},
                                      {0.0018574, 0.004456, -0.006257}}};
    for (int i = 0; i < 4; i++) {
        f[i] = 0;
        for (int k = 3; k >= 0; k--)
            f[i] = f[i] * l + c[i][k][0] + t * (c[i][k][1] + t * c[i][k][2]);
    }
}

/* Of weigert: the meniscus' filling angle, its radius R1 and the radius of its neck. */
static double bridge_neck(const struct bridge *b, double s, double *fill, double *r1) {
    *fill = asin(sqrt(sqrt(b->bridge_1 / (1 + b->bridge_q * s))));
    *r1 = (2 * b->bridge_r * (1 - cos(*fill)) + s) / (2 * cos(*fill + b->bridge_t));
    return b->bridge_r * sin(*fill) + *r1 * (sin(*fill + b->bridge_t) - 1);
}

/* The pull at the gap S. */
static double bridge_force(const struct bridge *b, double s) {
    const double q = b->bridge_q * s;
    const double lambert =
        b->bridge_f * cos(b->bridge_t) * (1 - s / sqrt(s * s + b->bridge_l * b->bridge_l));
    double x, fill, r1, neck;
    switch ((int)b->bridge - 1) {
    case BRIDGE_NUMERIC:
        x = log(q);
        return b->bridge_1 *
               (s > 0 ? exp(-b->bridge_2 * exp((b->bridge_3 + b->bridge_4 * x) * x)) : 1);
    case BRIDGE_ANALYTIC:
        return b->bridge_f * cos(b->bridge_t) / (1 + (2.1 + 10 * q) * q);
    case BRIDGE_LAMBERT:
        return lambert;
    case BRIDGE_RABINOVICH:
        fill = sqrt((sqrt(s * s + b->bridge_l * b->bridge_l) - s) / b->bridge_r);
        return lambert + b->bridge_f * sin(fill) * sin(b->bridge_t + fill);
    case BRIDGE_SOULIE:
        return 0.5 * b->bridge_f * (b->bridge_1 + b->bridge_2 * exp(b->bridge_3 * s));
    default: /* weigert */
        neck = bridge_neck(b, s, &fill, &r1);
        return b->bridge_f * sin(fill) *
               (0.5 * b->bridge_r * sin(fill) * (1 / r1 - 1 / neck) + sin(fill + b->bridge_t));
    }
}

/* What has no closed form. */
static double bridge_sum(const struct bridge *b, double s) {
    static const double nodes[][2] = {
        {0.064056892862605626, 0.12793819534675216}, {0.19111886747361631, 0.1258374563468283},
        {0.31504267969616337, 0.12167047292780339},  {0.43379350762604514, 0.1155056680537256},
        {0.54542147138883954, 0.10744427011596563},  {0.64809365193697557, 0.097618652104113888},
        {0.74012419157855436, 0.086190161531953276}, {0.82000198597390292, 0.073346481411080306},
        {0.88641552700440103, 0.059298584915436781}, {0.93827455200273276, 0.044277438817419806},
        {0.9747285559713095, 0.028531388628933663},  {0.99518721999702136, 0.0123412297999872}};
    const double scale = asinh(b->bridge_end / b->bridge_l);
    const double z0 = cbrt(asinh(s / b->bridge_l) / scale);
    const int parts = b->bridge - 1 == BRIDGE_NUMERIC ? 2 : 1;
    const double half = 0.5 * (1 - z0) / parts;
    double sum = 0;
    for (int i = 0; i < parts * (int)(sizeof nodes / sizeof *nodes); i++)
        for (int side = -1; side < 2; side += 2) {
            const double *node = nodes[i / parts];
            const double z = z0 + half * (2.0 * (i % parts) + 1 + side * node[0]);
            const double x = scale * z * z * z;
            sum += node[1] * z * z * cosh(x) * bridge_force(b, b->bridge_l * sinh(x));
        }
    return 3 * half * scale * b->bridge_l * sum;
}

/* W at the gap S. */
static double bridge_left(const struct bridge *b, double s) {
    static const double c = 5.9657354953098649; /* sqrt(40 - 2.1^2) */
    const double l2 = b->bridge_l * b->bridge_l, e = b->bridge_end;
    const double pull = b->bridge_f * cos(b->bridge_t);
    switch ((int)b->bridge - 1) {
    case BRIDGE_ANALYTIC:
        return 2 * pull / (b->bridge_q * c) *
               (atan((20 * b->bridge_q * e + 2.1) / c) - atan((20 * b->bridge_q * s + 2.1) / c));
    case BRIDGE_LAMBERT:
        return pull * (e - s) * (1 - (e + s) / (sqrt(e * e + l2) + sqrt(s * s + l2)));
    case BRIDGE_SOULIE:
        return 0.5 * b->bridge_f *
               (b->bridge_1 * (e - s) +
                b->bridge_2 / b->bridge_3 * (exp(b->bridge_3 * e) - exp(b->bridge_3 * s)));
    default:
        return bridge_sum(b, s);
    }
}

static const char *bridge_shape(struct bridge *b, double model, double volume) {
    const double r = b->bridge_r, t = b->bridge_t, v = volume / (r * r * r), l = log(v);
    double f[4], fill, r1;
    b->bridge = 1 + model;
    b->bridge_l = sqrt(2 * volume / (restitution_pi * r));
    b->bridge_q = 0.5 * sqrt(r / volume);
    switch ((int)model) {
    case BRIDGE_NUMERIC:
        bridge_numeric(t, l, f);
        b->bridge_1 = b->bridge_f * exp(f[0]);
        b->bridge_2 = f[1];
        b->bridge_3 = f[2];
        b->bridge_4 = f[3];
        return v < 1 && f[2] > 0 && f[3] < 0
                   ? NULL
                   : "willett-numeric is not fitted for so small or so large a bridge: its "
                     "pull would fall towards touch";
    case BRIDGE_RABINOVICH:
        return sqrt(b->bridge_l / r) + t < restitution_pi
                   ? NULL
                   : "rabinovich's filling angle and bridge_angle are above 180 degrees together: "
                     "the surface would push";
    case BRIDGE_ANALYTIC:
    case BRIDGE_LAMBERT:
        return NULL;
    case BRIDGE_SOULIE:
        b->bridge_1 = 0.0018 * l + 0.078;
        b->bridge_2 = exp((-0.148 * l - 0.96) * t * t - 0.0082 * l + 0.48);
        b->bridge_3 = -1.1 * pow(v, -0.53) / r;
        return NULL;
    default: /* weigert */
        b->bridge_1 = v / (0.96 * (1 + 1.1 * sin(t)));
        b->bridge_q = 3 / r;
        if (b->bridge_1 > 1)
            return "weigert's filling angle has a sine above 1: bridge_volume is too large for "
                   "these bodies";
        if (!(asin(sqrt(sqrt(b->bridge_1))) + t < restitution_pi / 2))
            return "weigert's meniscus needs a filling angle and bridge_angle below 90 degrees "
                   "together";
        return bridge_neck(b, b->bridge_end, &fill, &r1) > 0.1 * r * sin(fill)
                   ? NULL
                   : "weigert's meniscus has hardly a neck any more at bridge_range";
    }
}

/* Where it ruptures the bodies share the liquid by their volumes; a flat one takes none. */
static void bridge_share(const struct part *of) {
    const struct lt_body *a = &of->pair->a, *b = &of->pair->b;
    const double ra = a->flat > 0 ? 0 : a->radius, rb = b->flat > 0 ? 0 : b->radius;
    const double va = ra * ra * ra, vb = rb * rb * rb;
    of->d->bridge_to_a = of->p->bridge_volume * (va / (va + vb));
    of->d->bridge_to_b = of->p->bridge_volume * (vb / (va + vb));
}

static const char *cohesion_bridge(const struct part *of) {
    struct params *p = of->p;
    struct derived *d = of->d;
    const double r = 2 * of->pair->r_eff, v = cbrt(p->bridge_volume) / r;
    if (!(r > 0))
        return "cohesion: bridge needs a curved body";
    if (isnan(p->bridge_range))
        p->bridge_range = (1 + p->bridge_angle / 2) * (v + v * v / 10) * r;
    if (!isfinite(p->bridge_range) || !isfinite(p->bridge_volume))
        return "a liquid bridge ends at some gap, and its volume is finite";
    if (!(p->bridge_volume > 0 && p->bridge_range > 0))
        return NULL;
    struct bridge b = {.bridge_r = r,
                       .bridge_t = p->bridge_angle,
                       .bridge_f = 2 * restitution_pi * r * p->bridge_gamma,
                       .bridge_end = p->bridge_range};
    const char *wrong = bridge_shape(&b, p->bridge_model, p->bridge_volume);
    if (wrong)
        return wrong;
#define BRIDGE_TO_(name, ...) d->name = b.name;
    BRIDGE(BRIDGE_TO_)
    d->tail = p->bridge_range;
    d->reach = p->bridge_made > 0.5 ? d->tail : 0;
    d->bridge_touch = bridge_force(&b, 0);
    d->bridge_rim = bridge_force(&b, d->reach);
    d->bridge_work = bridge_left(&b, 0);
    d->bridge_lost = p->bridge_made > 0.5 ? 0 : d->bridge_work;
    d->bridge_in = p->bridge_inside > 0.5 ? d->bridge_touch : 0;
    d->bridge_c = p->bridge_dcap;
    d->pull_off = d->bridge_in;
    bridge_share(of);
    return NULL;
}

/* The pull at GAP of those that are ON, one by one; W unless LEFT is NULL. */
static num bridge_each(const struct derived_n *d, mask on, num gap, num *left) {
#if LT_N == 1
#define BRIDGE_LANE(x) (x)
#else
#define BRIDGE_LANE(x) ((x)[i])
#endif
#define BRIDGE_OF_(name, ...) .name = BRIDGE_LANE(d->name),
    num pull = d->bridge_touch;
    for (int i = 0; i < LT_N; i++) {
        const double s = BRIDGE_LANE(gap);
        const struct bridge b = {BRIDGE(BRIDGE_OF_)};
        if (!BRIDGE_LANE(on) || !(s > 0))
            continue;
        BRIDGE_LANE(pull) = bridge_force(&b, s);
        if (left)
            BRIDGE_LANE(*left) = bridge_left(&b, s);
    }
    return pull;
}

LT_INLINE num bridge_gap(num un, num most) {
    return SEL(un > 0, lt_smaller(un, most), NUM(0.0));
}

/* The trapezoid's work of a step that makes the bridge, ruptures it, or takes it across touch, less
 * that over the gap and that over the overlap. */
static num bridge_cross(const struct derived_n *d, const struct lt_move_n *m,
                        const struct lt_shear_span *span, mask mine, mask touched, num pull) {
    const num zero = NUM(0.0), before = m->un - m->dun;
    const num from = bridge_gap(before, SEL(span->entering, d->reach, d->tail));
    const num to = bridge_gap(m->un, SEL(span->entering, d->reach, d->tail));
    const num p0 = bridge_each(d, mine, from, NULL), p1 = bridge_each(d, mine, to, NULL);
    const num first = SEL(span->entering, zero, SEL(touched, d->bridge_in, p0));
    const num in = SEL(m->un < 0, m->un, zero) - SEL(before < 0, before, zero);
    return 0.5 * ((first + pull) * m->dun - (p0 + p1) * (to - from)) - d->bridge_in * in;
}

LT_INLINE void cohesion_bridge_pull(const struct derived_n *d, const struct lt_move_n *m,
                                    const struct lt_shear_span *span, struct state_n *x,
                                    struct lt_touch *t, struct lt_grip *g) {
    const num zero = NUM(0.0);
    const mask mine = d->bridge > 0, on = mine & span->active, over = on & (m->un > 0);
    const mask touched = IS(x->touches); /* before the step */
    x->bridge_pull = zero;
    if (!ANY(mine))
        return;
    num left = d->bridge_work;
    const num here = bridge_each(d, on, bridge_gap(m->un, d->tail), &left);
    const num pull = SEL(on, SEL(over, here, d->bridge_in), zero);
    const num o = SEL(m->un < 0, zero - m->un, zero);
    const mask flips = (over & touched) | (on & NOT(over) & NOT(touched));
    const mask crosses =
        mine & (span->entering | span->leaving | (flips & (d->bridge_in != d->bridge_touch)));
    g->push -= pull;
    g->back += pull;
    g->strain += SEL(on, d->bridge_lost - left - d->bridge_in * o, zero);
    g->adhesion += SEL(mine & span->leaving, d->bridge_lost, zero);
    if (ANY(crosses))
        t->cross += SEL(crosses, bridge_cross(d, m, span, mine, touched, pull), zero);
    t->drag = SEL(over, d->bridge_c * m->vn, zero);
    x->bridge_pull = SEL(mine, SEL(on, here, d->bridge_rim), zero);
    x->liquid_a = SEL(on, zero, SEL(mine & span->leaving, d->bridge_to_a, x->liquid_a));
    x->liquid_b = SEL(on, zero, SEL(mine & span->leaving, d->bridge_to_b, x->liquid_b));
}

#endif

/* SPDX-License-Identifier: MIT */
/*
 * cohesion: bridge. A liquid bridge attracts with the force f over the gap s. From s on it still
 * does the work W(s), the integral of f up to the gap at which it ruptures. With R = 2 R*, gamma
 * the surface tension, theta the contact angle, V the volume and q = s sqrt(R/V)/2, the integrals
 * of three models are differences of these functions at s and at the gap of rupture:
 *     willett-analytic  2 pi R gamma cos(theta) 4 sqrt(V/R)/c atan((20 q + 2.1)/c), c^2 = 35.59
 *     lambert           2 pi R gamma cos(theta) (s - sqrt(s^2 + 2 V/(pi R)))
 *     soulie            pi R gamma (c s + R/a exp(a s/R + b))
 * with a, b, c of Soulie et al. (2006). The other models are integrated by 24 nodes of
 * Gauss and Legendre in the third root of asinh(s/sqrt(2 V/(pi R))), where f has no root at touch
 * and no pole nearby: to 1e-15 of W(0). willett-numeric needs two intervals, for 1e-13, or 1e-11
 * over a range of many R. Only lambert has a vector step.
 */
#include "../restitution.h"
#include "range.h"

/* Words of bridge_model; the sixth is weigert. */
enum { NUMERIC, ANALYTIC, LAMBERT, RABINOVICH, SOULIE };

/* Model and numbers on which the force depends; their units are in the table of derived numbers. */
struct bridge {
    num model, r, angle, f, l, q, n1, n2, n3, n4, end;
};
struct derived {
    struct bridge shape;
    num touch, rim, reach, work, lost, in, c, to_a, to_b;
};
struct state {
    num pull, liquid_a, liquid_b;
};
struct losses {
    num adhesion;
};

#if LT_N == 1

/* The meniscus of weigert at the gap S, m: radius of its neck, m; *FILL: filling angle, rad; *R1:
 * its radius of curvature, m. */
static double neck_at(const struct bridge *b, double s, double *fill, double *r1) {
    *fill = asin(sqrt(sqrt(b->n1 / (1 + b->q * s))));
    *r1 = (2 * b->r * (1 - cos(*fill)) + s) / (2 * cos(*fill + b->angle));
    return b->r * sin(*fill) + *r1 * (sin(*fill + b->angle) - 1);
}

/* Attraction, N, > 0, at the gap S, m, of the model b->model; sources of the models: the law
 * liquid-bridge in choices.c. */
static double force_at(const struct bridge *b, double s) {
    const double q = b->q * s;
    const double lambert = b->f * cos(b->angle) * (1 - s / sqrt(s * s + b->l * b->l));
    double x, fill, r1, neck;
    switch ((int)b->model) {
    case NUMERIC:
        x = log(q);
        return b->n1 * (s > 0 ? exp(-b->n2 * exp((b->n3 + b->n4 * x) * x)) : 1);
    case ANALYTIC:
        return b->f * cos(b->angle) / (1 + (2.1 + 10 * q) * q);
    case LAMBERT:
        return lambert;
    case RABINOVICH:
        fill = sqrt((sqrt(s * s + b->l * b->l) - s) / b->r);
        return lambert + b->f * sin(fill) * sin(b->angle + fill);
    case SOULIE:
        return 0.5 * b->f * (b->n1 + b->n2 * exp(b->n3 * s));
    default: /* weigert */
        neck = neck_at(b, s, &fill, &r1);
        return b->f * sin(fill) *
               (0.5 * b->r * sin(fill) * (1 / r1 - 1 / neck) + sin(fill + b->angle));
    }
}

/* W, J, the integral of the attraction from the gap S, m, to the rupture at b->end by Gauss
 * quadrature, for models without closed form. With s = l sinh(x), x = scale z^3, nodes lie densely
 * at small gaps, where the force changes most; ds = 3 l scale z^2 cosh(x) dz, z from z0 to 1. */
static double sum_from(const struct bridge *b, double s) {
    static const double nodes[][2] = {
        /* positive nodes and weights of 24 on -1 to 1 */
        {0.064056892862605626, 0.12793819534675216}, {0.19111886747361631, 0.1258374563468283},
        {0.31504267969616337, 0.12167047292780339},  {0.43379350762604514, 0.1155056680537256},
        {0.54542147138883954, 0.10744427011596563},  {0.64809365193697557, 0.097618652104113888},
        {0.74012419157855436, 0.086190161531953276}, {0.82000198597390292, 0.073346481411080306},
        {0.88641552700440103, 0.059298584915436781}, {0.93827455200273276, 0.044277438817419806},
        {0.9747285559713095, 0.028531388628933663},  {0.99518721999702136, 0.0123412297999872}};
    const double scale = asinh(b->end / b->l);
    const double z0 = cbrt(asinh(s / b->l) / scale);
    const int parts = b->model == NUMERIC ? 2 : 1;
    const double half = 0.5 * (1 - z0) / parts;
    double sum = 0;
    for (int i = 0; i < parts * (int)(sizeof nodes / sizeof *nodes); i++)
        for (int side = -1; side < 2; side += 2) {
            const double *node = nodes[i / parts];
            const double z = z0 + half * (2.0 * (i % parts) + 1 + side * node[0]);
            const double x = scale * z * z * z;
            sum += node[1] * z * z * cosh(x) * force_at(b, b->l * sinh(x));
        }
    return 3 * half * scale * b->l * sum;
}

/* W, J, the work that the bridge still does from the gap S, m, to its rupture: the integral of
 * force_at(), in closed form where there is one. */
static double work_from(const struct bridge *b, double s) {
    static const double c = 5.9657354953098649; /* sqrt(40 - 2.1^2) */
    const double l2 = b->l * b->l, e = b->end;
    const double pull = b->f * cos(b->angle);
    switch ((int)b->model) {
    case ANALYTIC:
        /* The integral of 1/(1 + 2.1 x + 10 x^2) is 2/c atan((20 x + 2.1)/c), with x = q s. */
        return 2 * pull / (b->q * c) *
               (atan((20 * b->q * e + 2.1) / c) - atan((20 * b->q * s + 2.1) / c));
    case LAMBERT:
        return pull * (e - s) * (1 - (e + s) / (sqrt(e * e + l2) + sqrt(s * s + l2)));
    case SOULIE:
        return 0.5 * b->f * (b->n1 * (e - s) + b->n2 / b->n3 * (exp(b->n3 * e) - exp(b->n3 * s)));
    default:
        return sum_from(b, s);
    }
}

/* Attraction, N, at the gap GAP, from touch (0) on. */
LT_INLINE num pull_at(const struct derived *d, num gap) {
    return gap > 0 ? force_at(&d->shape, gap) : d->touch;
}

/* W, J, at the gap GAP, from touch (0) on. */
LT_INLINE num left_at(const struct derived *d, num gap) {
    return gap > 0 ? work_from(&d->shape, gap) : d->work;
}

#else

/* Attraction, N, at the gap GAP: lambert. */
LT_INLINE num pull_at(const struct derived *d, num gap) {
    return d->touch * (1 - gap / lt_sqrt(gap * gap + d->shape.l * d->shape.l));
}

/* W, J, at the gap GAP: lambert. */
LT_INLINE num left_at(const struct derived *d, num gap) {
    const num l2 = d->shape.l * d->shape.l, e = d->shape.end;
    return d->touch * (e - gap) * (1 - (e + gap) / (lt_sqrt(e * e + l2) + lt_sqrt(gap * gap + l2)));
}

#endif

/* The gap, m, of UN: 0 in overlap, at most MOST. */
LT_INLINE num gap_of(num un, num most) {
    return lt_above(lt_smaller(un, most));
}

/* Crossing energy, J, of a step that makes or ruptures the bridge or takes it across touch: the
 * trapezoid work of the whole step less that over the gap and that over the overlap. TOUCHED: there
 * was an overlap before; PULL: N, attraction at the end. */
static num crossed(const struct derived *d, const struct lt_touch *t, mask touched, num pull) {
    const struct lt_move_n *m = t->m;
    const mask entering = t->contact->entering;
    const num zero = NUM(0.0), before = m->un - m->dun;
    /* m: the gap at which the bridge is made on approach, else that of its rupture. */
    const num most = SEL(entering, d->reach, d->shape.end);
    const num from = gap_of(before, most), to = gap_of(m->un, most);
    const num p0 = pull_at(d, from), p1 = pull_at(d, to);
    /* N: attraction at the start of the step. */
    const num first = SEL(entering, zero, SEL(touched, d->in, p0));
    const num in = lt_smaller(m->un, zero) - lt_smaller(before, zero);
    return 0.5 * ((first + pull) * m->dun - (p0 + p1) * (to - from)) - d->in * in;
}

/* Attraction and energy of the bridge; when it ruptures, W is lost and the liquid is shared between
 * the bodies. */
static void step(const struct lt_part *self, const void *vd, void *vx, void *ve,
                 struct lt_touch *t) {
    const struct derived *d = vd;
    struct state *x = vx;
    struct losses *e = ve;
    const struct lt_shear_span *s = t->contact;
    const num zero = NUM(0.0), un = t->m->un, before = un - t->m->dun;
    const mask on = s->active, over = on & (un > 0), was = (on & NOT(s->entering)) | s->leaving;
    const mask touched = was & (before <= 0);
    /* Attraction at this gap; over the overlap it is constant, d->in. */
    const num gap = gap_of(un, d->shape.end), here = SEL(on, pull_at(d, gap), d->rim);
    const num pull = SEL(over, here, SEL(on, d->in, zero));
    (void)self;
    t->pull += pull;
    t->pull_drag += SEL(over, d->c * t->m->vn, zero);
    t->o->strain += SEL(on, d->lost - left_at(d, gap) - d->in * lt_above(zero - un), zero);
    e->adhesion = SEL(s->leaving, d->lost, zero);
    const mask flips = on & was & ((un > 0) != (before > 0)) & (d->in != d->touch);
    const mask crosses = s->entering | s->leaving | flips;
    if (ANY(crosses))
        t->o->cross += SEL(crosses, crossed(d, t, touched, pull), zero);
    x->pull = here;
    x->liquid_a = SEL(on, zero, SEL(s->leaving, d->to_a, x->liquid_a));
    x->liquid_b = SEL(on, zero, SEL(s->leaving, d->to_b, x->liquid_b));
}

const struct lt_part_steps LT_STEPS(cohesion_bridge) = {.step = step};

#ifdef LT_TABLES

struct params {
    double bridge_model, bridge_volume, bridge_gamma, bridge_angle, bridge_range, bridge_dcap,
        bridge_inside, bridge_made;
};

static const struct lt_field params[] = {
    {"bridge_model", "1", 0, 0, 5, .doc = "how its pull falls over the gap",
     .choices = "willett-numeric willett-analytic lambert rabinovich soulie weigert"},
    {"bridge_volume", "m^3", 0, 0, INFINITY, .doc = "volume of the bridge"},
    {"bridge_gamma", "N/m", 0, 0, INFINITY, .doc = "surface tension", .advised = 1},
    {"bridge_angle", "rad", 0, 0, 1.5707963267948966, .doc = "contact angle",
     .advised = 0.87266462599716477},
    {"bridge_range", "m", NAN, 0, INFINITY,
     .doc = "gap at which it ends, 0: none; not given: Willett's, (1 + bridge_angle/2) (V^(1/3) + "
            "V^(2/3)/10) R, V = bridge_volume/R^3, R = 2 R*"},
    {"bridge_dcap", "N s/m", 0, 0, INFINITY, .doc = "viscosity of the bridge over the gap"},
    {"bridge_inside", "1", 0, 0, 1,
     .doc = "its pull while the surfaces touch: none (YADE), or all that it has at touch",
     .choices = "none full"},
    {"bridge_made", "1", 0, 0, 1,
     .doc = "when it is made: where the surfaces touch, or on approach at the gap at which it ends",
     .choices = "touch approach"},
    {.name = NULL}};
static const struct lt_field derived[] = {
    LT_NUMBER(model, "1", "the model"),
    LT_NUMBER(r, "m", "R"),
    LT_NUMBER(angle, "rad", "contact angle"),
    LT_NUMBER(f, "N", "2 pi R gamma"),
    LT_NUMBER(l, "m", "sqrt(2 V/(pi R))"),
    LT_NUMBER(q, "1/m", "sqrt(R/V)/2; weigert: 3/R"),
    LT_NUMBER(n1, "1", "numbers of the model"),
    LT_NUMBER(n2, "1", ""),
    LT_NUMBER(n3, "1", ""),
    LT_NUMBER(n4, "1", ""),
    LT_NUMBER(end, "m", "gap at which it ends"),
    LT_NUMBER(touch, "N", "pull at touch"),
    LT_NUMBER(rim, "N", "pull where it is made"),
    LT_NUMBER(reach, "m", "gap at which it is made"),
    LT_NUMBER(work, "J", "W(0)"),
    LT_NUMBER(lost, "J", "what of that is lost where it ruptures"),
    LT_NUMBER(in, "N", "pull while the surfaces touch"),
    LT_NUMBER(c, "N s/m", "viscosity"),
    LT_NUMBER(to_a, "m^3", "liquid that stays on A where it ruptures"),
    LT_NUMBER(to_b, "m^3", "on B"),
    {.name = NULL}};
static const struct lt_field state[] = {
    {"bridge_pull", "N",
     .doc = "pull of the bridge at this gap; where there is none, when it is made", .hidden = 1,
     .told = 1},
    {"liquid_a", "m^3", .doc = "liquid of the bridge on A, since it ruptured"},
    {"liquid_b", "m^3", .doc = "on B"},
    {.name = NULL}};
static const struct lt_field losses[] = {LT_ADHESION_LOSS, {.name = NULL}};
static const struct lt_jump jumps[] = {
    {"fn", "made", "bridge_made == 1 or bridge_inside == 1", "bridge_pull",
     "the bridge pulls as soon as it is made"},
    {"fn", "lost", "", "-bridge_pull", "the bridge ruptures"},
    {"fn", "touches", "bridge_inside == 0",
     "select(touches > 0.5, bridge_pull, select(pulls > 0.5, -bridge_pull, 0))",
     "bridge_inside none: it pulls over the gap alone"},
    {.force = NULL}};
#define BRIDGE_V        "(bridge_volume/(8*r_eff^3))"
#define BRIDGE_L2       "(bridge_volume/(pi*r_eff))"
#define BRIDGE_Q        "(bridge_range*sqrt(r_eff/(2*bridge_volume)))"
#define BRIDGE_SOULIE_A "(-1.1*" BRIDGE_V "^-0.53)"
#define BRIDGE_SOULIE_B                                                                            \
    "((-0.148*log(" BRIDGE_V ") - 0.96)*bridge_angle^2 - 0.0082*log(" BRIDGE_V ") + 0.48)"
#define SPRING "(normal:linear or normal:hertz) and damping:none"
#define STICKS(model, work)                                                                        \
    {                                                                                              \
        "v_stick",                                                                                 \
            "bridge_volume > 0 and bridge_range > 0 and bridge_made == 0 and bridge_dcap == 0 "    \
            "and "                                                                                 \
            "bridge_model == " model " and " SPRING,                                               \
            "sqrt(2*" work "/m_eff)",                                                              \
            "slower impacts stick; the contact ends where the bridge ruptures"                     \
    }
static const struct lt_case cases[] = {
    {"e_n", SPRING " and (bridge_volume == 0 or (bridge_made == 1 and bridge_dcap == 0))", "1",
     "without losses"},
    STICKS("1", "4*pi*r_eff*bridge_gamma*cos(bridge_angle)*sqrt(8*bridge_volume/(r_eff*35.59))*"
                "(atan((20*" BRIDGE_Q " + 2.1)/sqrt(35.59)) - atan(2.1/sqrt(35.59)))"),
    STICKS("2", "4*pi*r_eff*bridge_gamma*cos(bridge_angle)*(bridge_range + sqrt(" BRIDGE_L2
                ") - sqrt(bridge_range^2 + " BRIDGE_L2 "))"),
    STICKS("4", "2*pi*r_eff*bridge_gamma*((0.0018*log(" BRIDGE_V
                ") + 0.078)*bridge_range + 2*r_eff/" BRIDGE_SOULIE_A "*exp(" BRIDGE_SOULIE_B
                ")*(exp(" BRIDGE_SOULIE_A "*bridge_range/(2*r_eff)) - 1))"),
    {.result = NULL}};

/* Fills F[0..3] with f1 to f4 of Willett et al. (2000), the coefficients of their fit, at the
 * contact angle T, rad, and L = ln(V/R^3): polynomials in L whose coefficients are polynomials in
 * T. */
static void numeric(double t, double l, double *f) {
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

/* Fills B, whose radius r (m), contact angle (rad), force f (N) and range end (m) are set, with the
 * fitted numbers of the word MODEL of bridge_model for a bridge of volume VOLUME, m^3. Returns
 * NULL, or the reason why the model does not hold for it. */
static const char *set_shape(struct bridge *b, double model, double volume) {
    /* v: volume over r^3; the fits are in v or its logarithm. */
    const double r = b->r, t = b->angle, v = volume / (r * r * r), l = log(v);
    double f[4], fill, r1;
    b->model = model;
    b->l = sqrt(2 * volume / (restitution_pi * r));
    b->q = 0.5 * sqrt(r / volume);
    switch ((int)model) {
    case NUMERIC:
        numeric(t, l, f);
        b->n1 = b->f * exp(f[0]);
        b->n2 = f[1];
        b->n3 = f[2];
        b->n4 = f[3];
        return v < 1 && f[2] > 0 && f[3] < 0
                   ? NULL
                   : "willett-numeric is not fitted for so small or so large a bridge: its "
                     "pull would fall towards touch";
    case RABINOVICH:
        return sqrt(b->l / r) + t < restitution_pi
                   ? NULL
                   : "rabinovich's filling angle and bridge_angle are above 180 degrees together: "
                     "the force would be repulsive";
    case ANALYTIC:
    case LAMBERT:
        return NULL;
    case SOULIE:
        b->n1 = 0.0018 * l + 0.078;
        b->n2 = exp((-0.148 * l - 0.96) * t * t - 0.0082 * l + 0.48);
        b->n3 = -1.1 * pow(v, -0.53) / r;
        return NULL;
    default: /* weigert */
        b->n1 = v / (0.96 * (1 + 1.1 * sin(t)));
        b->q = 3 / r;
        if (b->n1 > 1)
            return "weigert's filling angle has a sine above 1: bridge_volume is too large for "
                   "these bodies";
        if (!(asin(sqrt(sqrt(b->n1))) + t < restitution_pi / 2))
            return "weigert's meniscus needs a filling angle and bridge_angle below 90 degrees "
                   "together";
        return neck_at(b, b->end, &fill, &r1) > 0.1 * r * sin(fill)
                   ? NULL
                   : "weigert's model does not hold at bridge_range: the neck of the meniscus is "
                     "too thin";
    }
}

/* Sets to_a and to_b, m^3, the liquid of the bridge's VOLUME, m^3, that stays on each body after
 * rupture: in proportion to the volumes of the spheres; a flat body gets none. */
static void share(const struct lt_pair *pair, double volume, struct derived *d) {
    const struct lt_body *a = &pair->a, *b = &pair->b;
    const double ra = a->flat > 0 ? 0 : a->radius, rb = b->flat > 0 ? 0 : b->radius;
    const double va = ra * ra * ra, vb = rb * rb * rb;
    d->to_a = volume * (va / (va + vb));
    d->to_b = volume * (vb / (va + vb));
}

/* Derives the model's numbers, the range, m, forces at touch and where the bridge begins, N, and
 * energies, J. Returns the error or NULL. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b_, void *vp, void *vd) {
    struct params *p = vp;
    struct derived *d = vd;
    struct bridge *b = &d->shape;
    /* r, m: the radius of equal spheres of this r_eff; v: the cube root of the volume over r, on
     * which the default of the range depends. */
    const double r = 2 * deal->pair->r_eff, v = cbrt(p->bridge_volume) / r;
    (void)self, (void)a, (void)b_;
    if (!(r > 0))
        return "cohesion: bridge needs a curved body";
    if (isnan(p->bridge_range))
        p->bridge_range = (1 + p->bridge_angle / 2) * (v + v * v / 10) * r;
    if (!isfinite(p->bridge_range) || !isfinite(p->bridge_volume))
        return "bridge_range and bridge_volume must be finite";
    deal->alone = p->bridge_model != LAMBERT;
    *d = (struct derived){.shape = {.model = LAMBERT, .l = 1}};
    if (!(p->bridge_volume > 0 && p->bridge_range > 0))
        return NULL;
    if (p->bridge_inside < 0.5 && deal->neck > 0)
        return "bridge_inside: none needs a normal part without a neck, which ends at touch";
    *b = (struct bridge){.r = r,
                         .angle = p->bridge_angle,
                         .f = 2 * restitution_pi * r * p->bridge_gamma,
                         .end = p->bridge_range};
    const char *wrong = set_shape(b, p->bridge_model, p->bridge_volume);
    if (wrong)
        return wrong;
    /* The bridge lasts to its range, and is made there or at touch (bridge_made). */
    deal->tail = p->bridge_range;
    deal->reach = d->reach = p->bridge_made > 0.5 ? deal->tail : 0;
    d->touch = force_at(b, 0);
    d->rim = force_at(b, d->reach);
    d->work = work_from(b, 0);
    d->lost = p->bridge_made > 0.5 ? 0 : d->work;
    d->in = p->bridge_inside > 0.5 ? d->touch : 0;
    d->c = p->bridge_dcap;
    deal->pull_off += d->in;
    share(deal->pair, p->bridge_volume, d);
    return NULL;
}

const struct lt_part lt_part_cohesion_bridge = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_COHESION_PART,
    .name = "bridge",
    .doc = "a liquid bridge, made at touch or on approach, which pulls up to the gap bridge_range",
    .params = params,
    .derived = derived,
    .state = state,
    .losses = losses,
    .jumps = jumps,
    .cases = cases,
    .derive = derive,
    .steps = &lt_steps_cohesion_bridge};

#endif

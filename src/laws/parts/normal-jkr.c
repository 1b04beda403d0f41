/* SPDX-License-Identifier: MIT */
/*
 * normal: jkr. Johnson, Kendall & Roberts' adhesive spheres, between DMT and JKR after Schwarz
 * (2003): w = w1 + w2, of which w1 acts as in JKR's contact and w2 as a constant attraction.
 *
 * With c = sqrt(2 pi w1/E*) and s = sqrt(a) the contact radius a is the largest root of
 * s^4/R - c s = d, stable down to s^3 = c R/4, where the neck is torn off. The force P, N, > 0
 * compression, and the energy U, J, at the overlap d are
 *     P = E s^3 (4/3 s^3/R - 2 c) - 2 pi w2 R
 *     U = E a^2 (8/15 (s^3/R)^2 - 4/3 c s^3/R + c^2/2) - 2 pi w2 R d
 * U is 0 without contact, and dU = P dd, because U = E (a d^2 - 2 a^3 d/(3R) + a^5/(5R^2)) -
 * pi w1 a^2 with the above d. s^3 is c R at touch, 3/4 c R at the largest attraction and 1/4 c R at
 * tear-off.
 */
#include "cross.h"
#include "elastic.h"

/* Units are in the table of derived numbers below. */
struct derived {
    num e, r, root_r, c, tear, touch, neck, more, well, torn, first, last;
};
struct state {
    num neck_radius;
};
struct losses {
    num adhesion;
};

/* s = sqrt(a), m^0.5, at the overlap O: Newton's method from the lesser of two upper bounds falls
 * monotonically, in at most 6 steps to rounding from tear-off to 1e8 times its overlap. Near
 * tear-off, where residual and slope vanish, the first bound is the root to rounding. */
LT_INLINE num radius_root(const struct derived *d, num o) {
    const num zero = NUM(0.0), r = d->r, c = d->c;
    const num beyond = SEL(o + d->neck > 0, o + d->neck, zero), in = SEL(o > 0, o, zero);
    const num near = d->tear + lt_sqrt(beyond * r / 6) / d->tear;
    const num far = lt_larger(lt_sqrt(lt_sqrt(2 * r * in)), d->touch);
    num s = SEL(c > 0, lt_smaller(near, far), lt_sqrt(lt_sqrt(r * in)));
    for (int i = 0; i < 7; i++) {
        const num s3 = s * s * s / r, slope = 4 * s3 - c;
        const num off = (s3 - c) * s - o;
        /* 1e-7 is above the root of the rounding error: below, the quotient has no digits. */
        s = s - SEL(slope > 1e-7 * c, off / SEL(slope > 0, slope, NUM(1.0)), zero);
    }
    return s;
}

/* Force P, N, > 0 compression, at s = S, m^0.5, the root of the contact radius: that of force()
 * less d->more, N, the constant attraction of the second work of adhesion. */
LT_INLINE num push_at(const struct derived *d, num s) {
    const num s3 = s * s * s;
    return d->e * s3 * (4.0 / 3 * s3 / d->r - 2 * d->c) - d->more;
}

/* Contact radius, then force and energy. Springs and dashpots of other parts depend on t->d, which
 * is set to the overlap at which Hertz' contact has the same contact radius. */
static void step(const struct lt_part *self, const void *vd, void *vx, void *ve,
                 struct lt_touch *t) {
    const struct derived *d = vd;
    struct state *x = vx;
    struct losses *e = ve;
    const struct lt_shear_span *span = t->surfaces;
    const num zero = NUM(0.0), o = zero - t->m->un, s = radius_root(d, o), a = s * s,
              deep = a * s / d->r;
    const num u = d->e * a * a * (8.0 / 15 * deep * deep - 4.0 / 3 * d->c * deep + d->c * d->c / 2);
    const mask on = span->active, was = (on & NOT(span->entering)) | span->leaving;
    num push0 = zero, a0 = zero;
    (void)self;
    t->spring = SEL(on, push_at(d, s), zero);
    t->o->strain += SEL(on, u - d->more * o, zero);
    /* Force and radius before the step. */
    if (ANY(was | span->entering)) {
        const num s0 = radius_root(d, SEL(was, t->m->dun - t->m->un, zero));
        a0 = SEL(was | span->entering, s0 * s0, zero);
        push0 = SEL(was, push_at(d, s0), zero);
    }
    t->a = SEL(on, a, zero);
    t->a0 = a0;
    t->k = 4.0 / 3 * d->e * t->a;
    t->k0 = 4.0 / 3 * d->e * t->a0;
    t->d = t->a * t->a / d->r;
    t->d0 = a0 * a0 / d->r;
    t->adhesive = zero;
    t->o->cross +=
        lt_cross(span, push0, t->spring, zero - SEL(span->entering, d->first, d->last), t->m->dun);
    /* Energy, J, lost where the contact is made (the well) or torn off. */
    const num torn = SEL(span->leaving, d->torn, zero);
    e->adhesion = SEL(span->entering, d->well, lt_above(torn));
    /* A contact that ends at the largest attraction may create energy. */
    t->o->defect += SEL(torn < 0, torn, zero);
    x->neck_radius = t->a;
}

const struct lt_part_steps LT_STEPS(normal_jkr) = {.step = step};

#ifdef LT_TABLES

struct params {
    struct lt_moduli moduli;
    struct lt_adhesion adhesion;
    double schwarz, ends;
};

static const struct lt_field params[] = {
    LT_MODULI_ROWS,
    LT_ADHESION_ROWS,
    {"schwarz", "1", 1, 0, 1, .doc = "from a contact that pulls as DMT's (0) to JKR's (1)"},
    {"ends", "1", 0, 0, 1,
     .doc = "where a contact that is pulled ends: where no radius is stable any more, or at the "
            "largest "
            "pull",
     .choices = "tear-off largest-pull"},
    {.name = NULL}};
static const struct lt_field derived[] = {
    LT_NUMBER(e, "Pa", "E*"),
    LT_NUMBER(r, "m", "R*"),
    LT_NUMBER(root_r, "m^0.5", "its root"),
    LT_NUMBER(c, "m^0.5", "sqrt(2 pi w1/E*)"),
    LT_NUMBER(tear, "m^0.5", "root of the radius at tear-off"),
    LT_NUMBER(touch, "m^0.5", "2 c R*, its third root"),
    LT_NUMBER(neck, "m", "gap at tear-off"),
    LT_NUMBER(more, "N", "constant pull, of w2"),
    LT_NUMBER(well, "J", "lost at touch"),
    LT_NUMBER(torn, "J", "lost when the contact ends"),
    LT_NUMBER(first, "N", "pull at touch"),
    LT_NUMBER(last, "N", "pull when the contact ends"),
    {.name = NULL}};
static const struct lt_field state[] = {{"neck_radius", "m", .doc = "contact radius", .told = 1},
                                        {.name = NULL}};
static const struct lt_field losses[] = {
    {"adhesion", "J", .doc = "making, tearing and unloading of adhesive contacts"}, {.name = NULL}};
static const struct lt_view views[] = {
    {"contact_radius", "m", "neck_radius", "radius of the contact area, in the neck too"},
    {.name = NULL}};

#define W1   "4*schwarz^2/(schwarz^2 + 3)*work_adhesion"
#define W2   "(1 - 4*schwarz^2/(schwarz^2 + 3))*work_adhesion"
#define PULL "2*pi*" W2 "*r_eff"
static const struct lt_jump jumps[] = {
    {"fn", "made", "", "4/3*pi*" W1 "*r_eff + " PULL, "the surfaces pull as soon as they touch"},
    {"fn", "lost", "schwarz > 0 and ends == 0", "-(5/6*pi*" W1 "*r_eff + " PULL ")",
     "the neck is torn off"},
    {"fn", "lost", "schwarz > 0 and ends == 1", "-(3/2*pi*" W1 "*r_eff + " PULL ")",
     "the contact ends at the largest attraction"},
    {"fn", "lost", "schwarz == 0", "-" PULL, "the surfaces part"},
    {.force = NULL}};
#define AREA(share)       "(" share "*pi*" W1 "*r_eff^2/young_eff)^(2/3)"
#define STICKS(torn, way) "sqrt(2/m_eff*(pi*" W1 "*(0.6*" AREA("2") torn ") + 2*pi*" W2 "*" way "))"
static const struct lt_case cases[] = {
    {"v_stick", "damping:none and cohesion:none and ends == 0",
     STICKS(" + 0.4*" AREA("1/8"), "3*" AREA("1/8")), "slower impacts stick; the neck is torn off"},
    {"v_stick", "damping:none and cohesion:none and ends == 1",
     STICKS(" - 0.4*" AREA("9/8"), "1/3*" AREA("9/8")),
     "slower impacts stick; the contact ends at the largest pull"},
    {.result = NULL}};

/* JKR's energy, J, at s = S; E: Pa, R: m, C: m^0.5. */
static double energy(double e, double r, double c, double s) {
    const double x = s * s * s / r, a = s * s;
    return e * a * a * (8.0 / 15 * x * x - 4.0 / 3 * c * x + c * c / 2);
}

/* JKR's force, N, > 0 compression, at s = S; E: Pa, R: m, C: m^0.5. */
static double force(double e, double r, double c, double s) {
    const double s3 = s * s * s;
    return e * s3 * (4.0 / 3 * s3 / r - 2 * c);
}

/* Numbers of the equation of s, forces and energies at touch and where the contact ends. Returns
 * the error or NULL. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *va,
                          const void *vb, void *vp, void *vd) {
    const struct params *a = va, *b = vb;
    struct params *p = vp;
    struct derived *d = vd;
    const char *wrong = lt_moduli(deal, &a->moduli, &b->moduli, &p->moduli);
    wrong = wrong ? wrong : lt_adhesion(&a->adhesion, &b->adhesion, &p->adhesion);
    (void)self;
    if (wrong)
        return wrong;
    const double r = deal->pair->r_eff, e = p->moduli.young_eff, w = p->adhesion.work_adhesion;
    if (!(e > 0) || !isfinite(w))
        return "JKR's contact needs a modulus that is not 0 and a finite work of adhesion";
    const double w1 = 4 * p->schwarz * p->schwarz / (p->schwarz * p->schwarz + 3) * w;
    const double c = sqrt(2 * restitution_pi * w1 / e);
    const double last = cbrt((p->ends > 0.5 ? 0.75 : 0.25) * c * r);
    const double end = c * last - last * last * last * last / r;
    /* The overlap is s^4/r - c s; its least value, -neck, is at s = tear. well, torn: energies, J,
     * and first, last: attractions, N, where the contact is made and where it ends. */
    d->e = e;
    d->r = r;
    d->root_r = sqrt(r);
    d->c = c;
    d->tear = cbrt(0.25 * c * r);
    d->touch = cbrt(2 * c * r);
    d->neck = 3 * d->tear * d->tear * d->tear * d->tear / r;
    d->more = 2 * restitution_pi * (w - w1) * r;
    d->well = -energy(e, r, c, cbrt(c * r));
    d->torn = energy(e, r, c, last) + d->more * end;
    d->first = d->more - force(e, r, c, cbrt(c * r));
    d->last = d->more - force(e, r, c, last);
    deal->pull_off += 1.5 * restitution_pi * w1 * r + d->more;
    deal->neck = end;
    return NULL;
}

/* Duration, s, of an impact at SPEED without adhesion. */
static double contact_time(const struct lt_part *self, const struct lt_pair *pair, const void *vd,
                           double speed) {
    const struct derived *d = vd;
    (void)self;
    return lt_hertz_time(pair->m_eff, 4.0 / 3 * d->e * d->root_r, speed);
}

const struct lt_part lt_part_normal_jkr = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_NORMAL_PART,
    .name = "jkr",
    .doc = "Johnson, Kendall & Roberts' adhesive spheres: the contact radius a of d = a^2/R* - "
           "sqrt(2 pi w1 a/E*), fn = sqrt(8 pi w1 E* a^3) - 4 E* a^3/(3 R*) + 2 pi w2 R*; w = w1 + "
           "w2, w1 = 4 schwarz^2/(schwarz^2 + 3) w; made at touch, torn off beyond it",
    .writes = LT_HAS_STIFFNESS | LT_HAS_RADIUS | LT_HAS_CIRCLE | LT_HAS_MODULI | LT_HAS_PULL,
    .params = params,
    .derived = derived,
    .state = state,
    .losses = losses,
    .views = views,
    .cases = cases,
    .jumps = jumps,
    .derive = derive,
    .contact_time = contact_time,
    .steps = &lt_steps_normal_jkr};

#endif

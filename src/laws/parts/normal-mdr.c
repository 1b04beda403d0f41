/* SPDX-License-Identifier: MIT */
/*
 * normal: mdr. Zunker & Kamrin, J. Mech. Phys. Solids 183 (2024) 105492. Each curved body is
 * pressed against a rigid flat: at a wall one, of two spheres both, whose forces are averaged. A
 * body with its flat is called a side.
 *
 * By the method of dimensionality reduction a side is a row of independent springs of stiffness E
 * per length, pressed by an ellipse of height A and width B. At the depth d = A sin^2(t/2), t the
 * angle of the ellipse, the contact radius is B/2 sin t, and force and energy are F = E A B/8 (2 t
 * - sin 2 t),   U = E A^2 B/8 (sin t - t cos t - sin^3 t/3). A sphere has A = 4 R, B = 2 R. After
 * yielding the ellipse is as wide as the contact, and its height gives the yield pressure p: A = 4
 * p a/E. The displacement of the sphere's centre is the difference of the true displacement and
 * that of the row of springs. With adhesion w springs at the rim, of radius a, hold in tension up
 * to the length sqrt(2 pi a w/E) (as JKR's contact does).
 *
 * The force at the largest overlap does not depend on the path. Neither does the radius to which
 * the body has grown so that it keeps its volume, less its elastic compression.
 */
#include "elastic.h"
#include "remembers.h"

#if LT_N == 1

/* Radius of the rim that adheres over the largest contact radius, as in LAMMPS. At 1 the slope of
 * the ellipse would be infinite there. */
static const double held_share = 0.99;

/* Overlaps at which the force has a kink: two sides yield, two grow, one flat is deepest. */
enum { BREAKS = 5 };
struct derived {
    num r[2];                          /* r[1] = 0: one side alone */
    num e, nu, yield, work;            /* of a side */
    num bulk;                          /* 1/Pa, 1/(3 K), K the bulk modulus */
    num grows;                         /* 1: radii grow */
    num yields[2], from[2], volume[2]; /* of a side: overlaps of yield and growth; what is kept */
    num at[BREAKS];                    /* overlaps of the contact where its force has kinks */
    num neck, r_eff, k;
};
struct state {
    num overlap_reached, rim[2], pressed_radius, grown[2], push[2], torn[2];
};

/* ---- A row of springs and an ellipse --------------------------------------------------------- */

/* Pa, stiffness per length; m, height and width. */
struct ellipse {
    double e, a, b;
};

/* x - sin x, for small x by its series, without cancellation. */
static double less_sine(double x) {
    double term = x * x * x / 6, sum = 0;
    if (x > 1)
        return x - sin(x);
    for (int n = 4; fabs(term) > 1e-17 * sum; n += 2) {
        sum += term;
        term *= -x * x / (n * (n + 1));
    }
    return sum;
}

/* sin t - t cos t - sin^3 t/3, for small t by its series, without cancellation:
 * sum of (-1)^k t^n/n! (3/4 + 3^n/12 - n), n = 2 k + 1 = 5, 7 ... */
static double stored_share(double t) {
    double power = t * t * t * t * t / 120, threes = 243, sum = 0, term = power;
    if (t > 1)
        return sin(t) - t * cos(t) - sin(t) * sin(t) * sin(t) / 3;
    for (int n = 5; fabs(term) > 1e-17 * sum; n += 2) {
        term = power * (0.75 + threes / 12 - n);
        sum += term;
        power *= -t * t / ((n + 1) * (n + 2));
        threes *= 9;
    }
    return sum;
}

/* Angle t, rad, 0 to pi, at which the ellipse S is pressed into the springs by DEPTH, m: depth = a
 * sin^2(t/2), limited to the ellipse. */
static double angle_at(const struct ellipse *s, double depth) {
    return 2 * asin(sqrt(fmin(fmax(depth / s->a, 0), 1)));
}

/* Depth, m, at the angle t, rad. */
static double depth_of(const struct ellipse *s, double angle) {
    return s->a * sin(angle / 2) * sin(angle / 2);
}

/* Force F, N, of the springs at the angle t, rad: the integral of stiffness times compression over
 * the width b sin t of contact. */
static double push(const struct ellipse *s, double angle) {
    return s->e * s->a * s->b / 8 * less_sine(2 * angle);
}

/* Elastic energy U, J, of the springs at the angle t, rad: the integral of the force over the
 * depth. */
static double stored(const struct ellipse *s, double angle) {
    return s->e * s->a * s->a * s->b / 8 * stored_share(angle);
}

/* Angle, rad, up to pi/2, at which the ellipse is as wide as a rim of radius A, m: b sin t = 2
 * A. */
static double rim_angle(const struct ellipse *s, double a) {
    return asin(fmin(2 * a / s->b, 1));
}

/* Force, N, of a row of springs that adhere up to the rim A, m, displaced by DEPTH, m; < 0 tension.
 * Beyond the depth of the rim all springs over the width 2 A move alike, with the stiffness e per
 * length. */
static double rim_force(const struct ellipse *s, double a, double depth) {
    const double t = rim_angle(s, a);
    return push(s, t) + 2 * s->e * a * (depth - depth_of(s, t));
}

/* Elastic energy, J, of that row of springs at DEPTH, m: the integral of rim_force(). */
static double rim_stored(const struct ellipse *s, double a, double depth) {
    const double t = rim_angle(s, a), off = depth - depth_of(s, t);
    return stored(s, t) + push(s, t) * off + s->e * a * off * off;
}

/* The displacement, m, at which the spring at the rim A, m, has its largest length sqrt(2 pi A
 * WORK/e), WORK being the work of adhesion, J/m^2. */
static double rim_end(const struct ellipse *s, double work, double a) {
    return depth_of(s, rim_angle(s, a)) - sqrt(2 * restitution_pi * a * work / s->e);
}

/* The smallest stable rim, m, at which rim_end() is least: a^3 + c a^2 = c B^2/4. Newton's method
 * falls to the root from above. WORK: work of adhesion, J/m^2. */
static double rim_least(const struct ellipse *s, double work) {
    const double c = restitution_pi * work * s->b * s->b / (2 * s->e * s->a * s->a);
    double a = cbrt(c * s->b * s->b / 4), last = 2 * a;
    while (a < last && a > 0) {
        last = a;
        a -= (a * a * (a + c) - c * s->b * s->b / 4) / (a * (3 * a + 2 * c));
    }
    return last;
}

/* The rim, m, to which a rim of radius A, m, recedes so that its spring holds at DEPTH, m:
 * rim_end() rises with A and is convex, so that Newton's method falls to the root. WORK: work of
 * adhesion, J/m^2. */
static double rim_recedes(const struct ellipse *s, double work, double a, double depth) {
    double last = 2 * a;
    for (int i = 0; i < 60 && a < last; i++) { /* a bound: it ends when a no longer falls */
        const double t = rim_angle(s, a), slope = s->a / s->b * tan(t);
        last = a;
        a -= (rim_end(s, work, a) - depth) / (slope - sqrt(restitution_pi * work / (2 * s->e * a)));
    }
    return last;
}

/* A side in equilibrium at a displacement. */
struct settled {
    double force, strain, lost; /* N; J: stored, and lost by receding and tear-off */
    double radius, rim;         /* m: contact radius; rim that still adheres */
    int holds, recedes;         /* the rim is in tension; it has receded in this step */
    int torn, slack;            /* it was torn off; there is no contact */
};

/* The side S at the displacement DEPTH, m, with the work of adhesion WORK, J/m^2, and the rim RIM,
 * m, of the step before. LOADS: the overlap is the largest so far, so that nothing is in tension.
 * Returns force, energy, the new rim and what was lost, J. */
static struct settled settle(const struct ellipse *s, double work, double depth, double rim,
                             int loads) {
    const double t = angle_at(s, depth), a = s->b / 2 * sin(t);
    struct settled end = {
        .force = push(s, t), .strain = stored(s, t), .radius = a, .rim = held_share * a};
    /* Nothing is in tension: the rim grows with the contact. */
    if (!(work > 0) || loads || a >= rim) {
        end.rim = loads ? end.rim : fmax(rim, end.rim);
        end.rim = work > 0 ? end.rim : 0;
        end.slack = depth <= 0;
        return end;
    }
    end.holds = 1;
    end.rim = end.radius = rim;
    /* The outermost spring is longer than it holds: the rim recedes, and tears off below its
     * smallest stable size. */
    if (depth < rim_end(s, work, rim)) {
        const double least = fmin(rim_least(s, work), rim), tear = rim_end(s, work, least);
        end.recedes = 1;
        end.rim = depth < tear ? least : rim_recedes(s, work, rim, depth);
        end.lost = restitution_pi * work * (rim * rim - end.rim * end.rim);
        if (depth < tear) {
            end.lost += rim_stored(s, least, tear) - end.strain;
            end.rim = 0;
            end.torn = 1;
            end.holds = end.recedes = 0;
            end.radius = a;
            return end;
        }
        end.radius = end.rim;
    }
    end.force = rim_force(s, end.rim, depth);
    end.strain = rim_stored(s, end.rim, depth);
    return end;
}

/* ---- The contact at an overlap that is the largest so far ------------------------------------ */

/* A side at the largest overlap of the contact so far. */
struct side {
    struct ellipse shape;
    double r, d;   /* m: radius, grown; overlap with the flat */
    double left;   /* m, overlap without force after unloading */
    double slope;  /* true displacement over that of the row of springs */
    double deep;   /* m, displacement of the row of springs */
    double force;  /* N */
    double share;  /* its part of the contact's elastic overlap, which unloading follows */
    double weight; /* of its energies in those of the contact */
    int yielded, grows;
};

/* Both sides at the largest overlap. */
struct peak {
    struct side side[2];
    double overlap; /* m, of the undeformed spheres, at most that of the deepest flat */
    int n, yielded; /* number of sides; one of them has yielded */
};

/* Volume, m^3, of the cap of height D on a sphere of radius R. */
static double cap_volume(double r, double d) {
    return restitution_pi / 3 * d * d * (3 * r - d);
}

/* Square of the contact radius, m^2, of a side that has yielded, at the overlap D with the radius
 * R: it continues that of Hertz at yield and approaches the cap's 2 D R - D^2. */
static double area_over_pi(const struct derived *k, int i, double r, double d) {
    return 2 * d * r - d * d + k->yields[i] * (k->yields[i] - k->r[i]);
}

/* Mean pressure, Pa, of a yielded contact: 2.75 times the yield stress for small overlaps, less for
 * larger ones (Zunker & Kamrin). */
static double pressure(const struct derived *k, double r, double d) {
    return k->yield * (1 + 1.75 * exp(-4.4 * d / r));
}

/* Elastic change of the volume of body I, m^3, < 0, by the force F, N, at the distance Z, m, of its
 * centre: V eps, where eps (1 + eps) = -q with q = F Z/(3 K V), solved without cancellation. */
static double squeezed(const struct derived *k, int i, double f, double z) {
    const double v = 4.0 / 3 * restitution_pi * k->r[i] * k->r[i] * k->r[i];
    const double q = fmin(f * z * k->bulk / v, 0.25); /* beyond 1/4 there is no solution */
    return -2 * v * q / (1 + sqrt(1 - 4 * q));
}

/* Change of the volume of body I, m^3, without its elastic part, if its radius has grown by G, m,
 * and the overlap with the undeformed sphere is O, m: shell of the grown sphere, less the cap
 * beyond the flat. */
static double kept_volume(const struct derived *k, int i, double g, double o) {
    const double r = k->r[i] + g, d = o + g, third = 4.0 / 3 * restitution_pi;
    const double f = restitution_pi * pressure(k, r, d) * area_over_pi(k, i, r, d);
    return third * g * (3 * k->r[i] * r + g * g) - cap_volume(r, d) -
           squeezed(k, i, f, k->r[i] - o);
}

/* Growth of the radius of body I, m, that keeps kept_volume() at its value when growth began; O:
 * overlap with the undeformed sphere, m; 0 before growth. Newton's method: corrections that no
 * longer halve are rounding. */
static double growth(const struct derived *k, int i, double o) {
    double g = 0, more = k->r[i], last = INFINITY;
    while (o > k->from[i] && fabs(more) > 1e-16 * k->r[i] && fabs(more) < 0.5 * last) {
        const double r = k->r[i] + g;
        last = fabs(more);
        more =
            (k->volume[i] - kept_volume(k, i, g, o)) / (2 * restitution_pi * r * (r + k->r[i] - o));
        g += more;
    }
    return g;
}

/* The first side's share of the overlap OVERLAP, m, of undeformed spheres: the flat is the plane in
 * which they intersect. */
static double first_share(const struct derived *k, double overlap) {
    const double other = k->r[1];
    return other > 0 ? (other - 0.5 * overlap) / (k->r[0] + other - overlap) : 1;
}

/* Fills the ellipse and the force of side I at its radius r and overlap d. After yielding the
 * displacement of the centre is that of a half-space under Hertz' pressure at the depth of the
 * centre. */
static void set_side(const struct derived *k, int i, struct side *s) {
    const double r = s->r, d = s->d;
    s->shape = (struct ellipse){k->e, 4 * r, 2 * r};
    s->deep = d;
    s->slope = 1;
    s->left = 0;
    if (s->yielded) {
        const double p = pressure(k, r, d), a2 = area_over_pi(k, i, r, d), a = sqrt(a2);
        s->shape = (struct ellipse){k->e, 4 * p * a / k->e, 2 * a};
        s->deep = s->shape.a / 2;
        const double z = r - d + s->deep, far = sqrt(a2 + z * z), shear = k->e * (1 - k->nu) / 2;
        const double centre =
            p / (2 * shear * far) * ((1 - 2 * k->nu) * z * a2 / (far + z) - 2 * (1 - k->nu) * a2);
        s->slope = 1 + centre / s->deep;
        s->left = d - (s->deep + centre);
    }
    s->force = push(&s->shape, angle_at(&s->shape, s->deep));
}

/* Both sides of the contact at its largest overlap OVERLAP, m. Growing radii move the plane of
 * intersection: an iteration finds the overlaps o, m, of the undeformed spheres with it, of which
 * the growth g of the radii is a function. */
static struct peak peak_at(const struct derived *k, double overlap) {
    struct peak p = {.n = k->r[1] > 0 ? 2 : 1, .overlap = fmin(overlap, k->at[BREAKS - 1])};
    const double apart = k->r[0] + k->r[1] - p.overlap, at = first_share(k, p.overlap) * p.overlap;
    double o[2] = {at, p.overlap - at}, g[2] = {0, 0}, more = apart, last = INFINITY;
    while (k->grows > 0.5 && fabs(more) > 1e-16 * k->r_eff && fabs(more) < 0.5 * last) {
        last = fabs(more);
        for (int i = 0; i < p.n; i++)
            g[i] = growth(k, i, o[i]);
        /* Spheres of the radii r + g at the distance apart intersect in a plane for which off + 2
         * apart (o[0] - at) = 0, at being o[0] without growth. It is divided by an estimate of its
         * slope in o[0]. */
        const double off = g[0] * (2 * k->r[0] + g[0]) - g[1] * (2 * k->r[1] + g[1]);
        more = p.n == 1
                   ? 0
                   : -(off + 2 * apart * (o[0] - at)) / (apart + k->r[0] + g[0] + k->r[1] + g[1]);
        o[0] += more;
        o[1] = p.overlap - o[0];
    }
    /* The sides with their grown radii; the plane is their flat. */
    double whole = 0, left = 0;
    for (int i = 0; i < p.n; i++) {
        struct side *s = &p.side[i];
        s->r = k->r[i] + g[i];
        s->d = o[i] + g[i];
        s->yielded = s->d >= k->yields[i];
        s->grows = o[i] > k->from[i];
        set_side(k, i, s);
        p.yielded |= s->yielded;
        whole += s->d;
        left += s->left;
    }
    /* Unloading is divided in the ratio of the elastic overlaps, d - left. */
    for (int i = 0; i < p.n; i++) {
        struct side *s = &p.side[i];
        s->share = p.n == 1 ? 1 : whole > left ? (s->d - s->left) / (whole - left) : 0.5;
        s->weight = s->slope / s->share / p.n;
    }
    return p;
}

/* Force, N, > 0 compression, of loading at OVERLAP, m, the largest so far: the mean of both
 * sides. */
static double peak_force(const struct derived *k, double overlap) {
    const struct peak p = peak_at(k, overlap);
    return p.n == 1 ? p.side[0].force : 0.5 * (p.side[0].force + p.side[1].force);
}

/* Elastic energy, J, of both sides at the largest overlap. */
static double peak_stored(const struct peak *p) {
    double sum = 0;
    for (int i = 0; i < p->n; i++)
        sum += p->side[i].weight *
               stored(&p->side[i].shape, angle_at(&p->side[i].shape, p->side[i].deep));
    return sum;
}

/* Work, J, of loading from the overlap FROM to TO: Gauss' rule of four nodes between kinks of the
 * force. */
static double loading_work(const struct derived *k, double from, double to) {
    static const double x[] = {0.3399810435848563, 0.8611363115940526},
                        w[] = {0.6521451548625461, 0.3478548451374539};
    double sum = 0;
    while (from < to) {
        double end = to;
        for (int i = 0; i < BREAKS; i++)
            end = k->at[i] > from ? fmin(end, k->at[i]) : end;
        const double half = (end - from) / 2, middle = from + half;
        for (int i = 0; i < 2; i++)
            sum += half * w[i] *
                   (peak_force(k, middle - half * x[i]) + peak_force(k, middle + half * x[i]));
        from = end;
    }
    return sum;
}

/* ---- The contact ----------------------------------------------------------------------------- */

/* The contact at an overlap. */
struct answer {
    double force, strain, lost;     /* N; J */
    double radius, rim[2], push[2]; /* m, m, N: of the sides */
    int torn[2];
    bits branch;
};

/* Forces (N), energies and losses (J) of the contact at OVERLAP, m. Each side unloads by its share
 * of the contact's elastic overlap from its state P at the largest overlap PEAK so far, this one
 * included. RIM: m, radius of the rim at which each side adhered in the step before. */
static struct answer answer_at(const struct derived *k, const struct peak *p, double peak,
                               double overlap, const num rim[2]) {
    struct answer all = {.branch = overlap >= peak};
    for (int i = 0; i < p->n; i++) {
        const struct side *s = &p->side[i];
        const double d = s->d + s->share * (overlap - peak);
        const struct settled one =
            settle(&s->shape, k->work, (d - s->left) / s->slope, rim[i], overlap >= peak);
        all.force += one.force / p->n;
        all.strain += s->weight * one.strain;
        all.lost += s->weight * one.lost;
        all.radius += one.radius / p->n;
        all.rim[i] = one.rim;
        all.push[i] = one.force / p->n;
        all.torn[i] = one.torn;
        const bits phase =
            overlap >= peak ? s->yielded + s->grows : one.holds + one.recedes + 3 * one.slack;
        all.branch |= phase << (1 + 2 * i);
    }
    return all;
}

/* One step of the normal part: updates the largest overlap, then computes the force (N), the stored
 * energy and the losses (J). The plastic loss is the work of the loading curve beyond the largest
 * overlap so far, less the growth of the energy that unloading gives back. A contact that ends in
 * this step is evaluated where it ends, at the gap of the adhesive neck; the energy still stored
 * there is lost to adhesion. Springs and dashpots of other parts depend on t->d, which is set to
 * the overlap at which Hertz' contact has the same contact radius. */
static void step(const struct lt_part *self, const void *vd, void *vx, void *ve,
                 struct lt_touch *t) {
    const struct derived *d = vd;
    struct state *x = vx;
    struct lt_memory_losses *e = ve;
    const struct lt_shear_span *s = t->surfaces;
    const int on = s->active, was = (on && !s->entering) || s->leaving;
    const double o = on ? -t->m->un : -d->neck, o0 = t->m->dun - t->m->un;
    const double peak0 = was ? x->overlap_reached : 0, peak = fmax(peak0, o);
    const num none[2] = {0, 0}, *rim = was ? x->rim : none;
    const double a0 = was ? x->pressed_radius : 0;
    double push0 = 0;
    (void)self;
    e->plastic = e->adhesion = 0;
    t->spring = t->a = 0;
    if (on || was) {
        const struct peak p = peak_at(d, peak);
        const struct answer now = answer_at(d, &p, peak, o, rim);
        e->adhesion = now.lost + (on ? 0 : now.strain);
        /* Loading beyond the largest overlap so far. */
        if (peak > peak0) {
            const struct peak before = peak_at(d, peak0);
            const double lost =
                loading_work(d, peak0, peak) - (peak_stored(&p) - peak_stored(&before));
            const int flows = (p.yielded || peak > d->at[BREAKS - 1]) && lost > 0;
            e->plastic = flows ? lost : 0;
            t->o->defect += flows ? 0 : lost; /* unequal elastic spheres: the flat moves */
        }
        /* Work outside the contact in a step that makes or ends it. */
        if (s->leaving) {
            push0 = answer_at(d, &p, peak, o0, rim).force;
            t->o->cross += lt_cross(s, push0, 0, now.force, t->m->dun);
        } else {
            t->o->cross += lt_cross(s, 0, now.force, 0, t->m->dun);
        }
        if (on) {
            t->spring = now.force;
            t->o->strain += now.strain;
            t->o->branch |= now.branch * LT_BRANCH(LT_NORMAL_PART, 0);
            t->a = now.radius;
        }
        /* The states; all 0 without contact. */
        x->overlap_reached = on ? peak : 0;
        for (int i = 0; i < 2; i++) {
            x->rim[i] = on ? now.rim[i] : 0;
            x->push[i] = on ? now.push[i] : 0;
            /* A change of the count marks a jump of the force, so that modulo 8 suffices. */
            if (on && now.torn[i])
                x->torn[i] = x->torn[i] < 7 ? x->torn[i] + 1 : 0;
            x->grown[i] = on && i < p.n ? p.side[i].r : d->r[i];
        }
    }
    x->pressed_radius = t->a;
    t->a0 = a0;
    t->k = 4.0 / 3 * d->k * t->a;
    t->k0 = 4.0 / 3 * d->k * a0;
    t->d = t->a * t->a / d->r_eff;
    t->d0 = a0 * a0 / d->r_eff;
    t->adhesive = 0;
}

const struct lt_part_steps LT_STEPS(normal_mdr) = {.step = step};

#else
const struct lt_part_steps LT_STEPS(normal_mdr) = {.step = NULL};
#endif

#ifdef LT_TABLES

struct params {
    struct lt_moduli moduli;
    struct lt_adhesion adhesion;
    double yield_stress, apparent_radius, torn_at, alike;
};

static const struct lt_field params[] = {
    LT_MODULI_ROWS,
    LT_ADHESION_ROWS,
    {"yield_stress", "Pa", INFINITY, 0, INFINITY,
     .doc = "yield stress of both bodies in uniaxial tension; not given: they do not yield",
     .mix = LT_MIN},
    {"apparent_radius", "1", 0, 0, 1,
     .doc = "whether the sphere's radius grows, so that its volume is kept where this is its only "
            "contact",
     .choices = "grows fixed"},
    {"torn_at", "1", 0, 0, 1,
     .doc = "where a contact that is pulled ends: where no radius is stable any more, or already "
            "where the surfaces part",
     .choices = "tear-off touch"},
    {"alike", "1", 0, 0, 1, .doc = "1 at a wall and of equal spheres", .hidden = 1},
    {.name = NULL}};
static const struct lt_field derived[] = {
    LT_NUMBER(r[0], "m", "radius of the first side"),
    LT_NUMBER(r[1], "m", "radius of the second side, 0: none"),
    LT_NUMBER(e, "Pa", "modulus of plane strain of a side"),
    LT_NUMBER(nu, "1", "Poisson's ratio"),
    LT_NUMBER(yield, "Pa", "yield stress"),
    LT_NUMBER(work, "J/m^2", "work of adhesion of a side"),
    LT_NUMBER(bulk, "1/Pa", "1/(3 K)"),
    LT_NUMBER(grows, "1", "1: radii grow"),
    LT_NUMBER(yields[0], "m", "overlap of the first side where it yields"),
    LT_NUMBER(yields[1], "m", "of the second side"),
    LT_NUMBER(from[0], "m", "overlap from which the first radius grows"),
    LT_NUMBER(from[1], "m", "the second radius"),
    LT_NUMBER(volume[0], "m^3", "volume that the first side keeps"),
    LT_NUMBER(volume[1], "m^3", "the second side"),
    LT_NUMBER(at[0], "m", "overlap of the contact where the first side yields"),
    LT_NUMBER(at[1], "m", "where the second side yields"),
    LT_NUMBER(at[2], "m", "where the first radius grows"),
    LT_NUMBER(at[3], "m", "where the second radius grows"),
    LT_NUMBER(at[4], "m", "where a flat is deepest"),
    LT_NUMBER(neck, "m", "gap at tear-off"),
    LT_NUMBER(r_eff, "m", "R*"),
    LT_NUMBER(k, "Pa", "E*"),
    {.name = NULL}};
static const struct lt_field state[] = {
    {"overlap_reached", "m", .doc = "largest overlap so far"},
    {"rim_radius", "m", .doc = "radius of the area that holds when it is pulled"},
    {"rim_radius_2", "m", .doc = "likewise, of the second sphere", .hidden = 1},
    {"pressed_radius", "m", .doc = "contact radius", .told = 1},
    {"radius_grown", "m", .doc = "apparent radius of the first curved body", .told = 1},
    {"radius_grown_2", "m", .doc = "apparent radius of the second one", .told = 1, .hidden = 1},
    {"side_force", "N", .doc = "share of the first side, > 0 presses", .told = 1, .hidden = 1},
    {"side_force_2", "N", .doc = "of the second side", .told = 1, .hidden = 1},
    {"torn", "1", .doc = "how often the first side was torn off, modulo 8", .hidden = 1},
    {"torn_2", "1", .doc = "the second side", .hidden = 1},
    {.name = NULL}};
static const struct lt_field losses[] = {LT_MEMORY_LOSSES, {.name = NULL}};
static const struct lt_view views[] = {
    {"contact_radius", "m", "pressed_radius", "radius of the contact area, mean of both sides"},
    {.name = NULL}};
static const struct lt_jump jumps[] = {
    {"fn", "lost", "work_adhesion > 0", "side_force + side_force_2",
     "a contact that pulls ends at once"},
    {"fn", "torn", "work_adhesion > 0", "side_force", "no radius is stable any more"},
    {"fn", "torn_2", "work_adhesion > 0", "side_force_2", "no radius is stable any more"},
    {.force = NULL}};
#define SHEARED   "work_adhesion > 0 and not (tangential:none and rolling:none and twisting:none)"
#define AREA_ENDS "mdr: springs that shear and turn the area end with it, where it is torn off"
static const struct lt_shortfall declares[] = {
    {"jumps", SHEARED, 1, AREA_ENDS}, {"continuity", SHEARED, 1, AREA_ENDS}, {.check = NULL}};
static const struct lt_case cases[] = {
    {"e_n",
     "damping:none and cohesion:none and yield_stress == inf and work_adhesion == 0 and "
     "alike == 1",
     "1", "elastic"},
    {.result = NULL}};

/* An overlap, m, or a yield stress, Pa, that is never reached; finite, so that differences are. */
static const double never = 1e300;
/* Halvings of an interval: more than the 53 bits of a number, as its end may be 0. */
enum { BISECTIONS = 200 };

/* Largest overlap with a flat over the radius, as in LAMMPS; a side that is pressed farther flows
 * without further force. */
static const double deepest = 0.95;
/* Largest ratio of the two radii: beyond, the overlap of the larger sphere is lost in rounding. */
static const double flattest = 1e6;

/* Overlap, m, at which the mean Hertz pressure 4 E/(3 pi) sqrt(d/R), which rises, equals the yield
 * pressure, which falls, for the radius R, m; `never` if it does not below the deepest overlap. */
static double yield_overlap(const struct derived *d, double r) {
    double least = 0, most = deepest * r;
    for (int i = 0; i < BISECTIONS; i++) {
        const double x = 0.5 * (least + most);
        const int beyond = 4 * d->e / (3 * restitution_pi) * sqrt(x / r) > pressure(d, r, x);
        most = beyond ? x : most;
        least = beyond ? least : x;
    }
    return most < deepest * r ? most : never;
}

/* Sets from[I], m, the overlap from which radius I grows, and volume[I], the volume that is kept
 * from then on: there the displaced volume begins to grow by more than the elastic compression.
 * `never` if it does not. */
static void set_growth(struct derived *d, int i) {
    const double r = d->r[i];
    double least = d->yields[i], most = deepest * r;
    d->from[i] = never;
    if (!(least < most))
        return;
    for (int n = 0; n < BISECTIONS; n++) {
        const double x = 0.5 * (least + most), h = 1e-4 * x;
        const int falls = kept_volume(d, i, 0, x + h) < kept_volume(d, i, 0, x - h);
        most = falls ? x : most;
        least = falls ? least : x;
    }
    d->from[i] = most;
    d->volume[i] = kept_volume(d, i, 0, most);
}

/* Overlap of the contact, m, at which the undeformed side I has the overlap X, m, by bisection;
 * `never` if there is none up to the deepest one. */
static double whole_overlap(const struct derived *d, int i, double x) {
    double least = x, most = d->at[BREAKS - 1];
    for (int n = 0; n < BISECTIONS; n++) {
        const double whole = 0.5 * (least + most), share = first_share(d, whole);
        const int beyond = whole * (i == 0 ? share : 1 - share) >= x;
        most = beyond ? whole : most;
        least = beyond ? least : whole;
    }
    return most < d->at[BREAKS - 1] ? most : never;
}

/* Largest gap, m, over which a rim may hold, whatever the largest overlap was: the maximum over ten
 * decades of largest overlaps, twenty in each. */
static double largest_gap(const struct derived *d) {
    enum { DECADES = 10, PER_DECADE = 20 };
    double gap = 0;
    for (int n = 0; n < DECADES * PER_DECADE; n++) {
        const double peak = d->at[BREAKS - 1] * pow(10, -1.0 / PER_DECADE * n);
        const struct peak p = peak_at(d, peak);
        for (int i = 0; i < p.n; i++) {
            const struct side *s = &p.side[i];
            /* The rim that adheres, receded to where it is no longer stable; there the side
             * ends. */
            const double rim = held_share * s->shape.b / 2 * sin(angle_at(&s->shape, s->deep));
            const double least = fmin(rim_least(&s->shape, d->work), rim);
            const double end = s->left + s->slope * rim_end(&s->shape, d->work, least);
            gap = fmax(gap, (s->d - end) / s->share - peak);
        }
    }
    return gap;
}

/* Sides, moduli, overlaps of yield and growth, and the gap at tear-off. Returns the error or NULL.
 */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *va,
                          const void *vb, void *vp, void *vd) {
    const struct params *a = va, *b = vb;
    struct params *p = vp;
    struct derived *d = vd;
    const struct lt_pair *pair = deal->pair;
    const double ca = pair->a.curvature, cb = pair->b.curvature;
    const int both = ca > 0 && cb > 0;
    const char *wrong = lt_moduli(deal, &a->moduli, &b->moduli, &p->moduli);
    (void)self;
    if (wrong)
        return wrong;
    if (isnan(p->moduli.shear_eff))
        return "normal: mdr needs young and poisson, of the materials or in the law, or young_eff "
               "and shear_eff";
    if (!(p->moduli.young_eff > 0))
        return "normal: mdr needs young > 0";
    if (!(p->yield_stress > 0))
        return "normal: mdr needs yield_stress > 0; without it the contact does not yield";
    if (ca < 0 || cb < 0)
        return "normal: mdr needs convex bodies";
    if (isnan(p->adhesion.work_adhesion) && isnan(p->adhesion.surf_energy) &&
        isnan(a->adhesion.surf_energy) && isnan(b->adhesion.surf_energy))
        p->adhesion.work_adhesion = 0;
    wrong = lt_adhesion(&a->adhesion, &b->adhesion, &p->adhesion);
    if (wrong)
        return wrong;
    if (!isfinite(p->adhesion.work_adhesion))
        return "normal: mdr needs a finite work of adhesion";
    if (both && fmax(ca, cb) > flattest * fmin(ca, cb))
        return "normal: mdr needs radii whose ratio is at most a million, or a wall, which is "
               "rigid";
    p->alike = !both || ca == cb;
    /* The two sides are in series, each against a rigid flat: twice the modulus and half the work
     * of adhesion each. A flat body is no side. */
    *d = (struct derived){.r = {1 / (ca > 0 ? ca : cb), both ? 1 / cb : 0},
                          .e = p->moduli.young_eff * (both ? 2 : 1),
                          .nu = p->moduli.poisson,
                          .yield = fmin(p->yield_stress, never),
                          .work = p->adhesion.work_adhesion / (both ? 2 : 1),
                          .grows = p->apparent_radius < 0.5,
                          .yields = {never, never},
                          .from = {never, never},
                          .at = {never, never, never, never, never},
                          .r_eff = pair->r_eff,
                          .k = p->moduli.young_eff};
    d->bulk = (1 - 2 * d->nu) / (d->e * (1 - d->nu) * (1 + d->nu));
    /* The deepest overlap of the contact: the lesser side is then pressed to `deepest` of its
     * radius. */
    const double lesser = both ? fmin(d->r[0], d->r[1]) : d->r[0], z = (1 - deepest) * lesser;
    const double wide = both ? fabs((d->r[0] - d->r[1]) * (d->r[0] + d->r[1])) : 0;
    d->at[BREAKS - 1] = both ? d->r[0] + d->r[1] - z - sqrt(z * z + wide) : lesser - z;
    /* The kinks of the force: overlaps of the contact at which each side yields and begins to
     * grow. */
    for (int i = 0; i < (both ? 2 : 1); i++) {
        if (isfinite(p->yield_stress))
            d->yields[i] = yield_overlap(d, d->r[i]);
        if (d->grows > 0.5)
            set_growth(d, i);
        d->at[i] = whole_overlap(d, i, d->yields[i]);
        d->at[2 + i] = whole_overlap(d, i, d->from[i]);
    }
    if (d->work > 0)
        deal->neck = d->neck = p->torn_at > 0.5 ? 0 : largest_gap(d);
    deal->pull_off += 1.5 * restitution_pi * p->adhesion.work_adhesion * pair->r_eff;
    return NULL;
}

/* Duration, s, of an impact at SPEED, m/s, on Hertz' spring, without yield and adhesion. */
static double contact_time(const struct lt_part *self, const struct lt_pair *pair, const void *vd,
                           double speed) {
    const struct derived *d = vd;
    (void)self;
    return lt_hertz_time(pair->m_eff, 4.0 / 3 * d->k * sqrt(d->r_eff), speed);
}

const struct lt_part lt_part_normal_mdr = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_NORMAL_PART,
    .name = "mdr",
    .doc = "Zunker & Kamrin's elastic-perfectly plastic spheres that adhere, by the method of "
           "dimensionality reduction: Hertz' contact, then the pressure yield_stress (1 + 1.75 "
           "exp(-4.4 d/R)); unloads along an ellipse",
    .writes = LT_HAS_STIFFNESS | LT_HAS_RADIUS | LT_HAS_CIRCLE | LT_HAS_MODULI | LT_HAS_PULL,
    .params = params,
    .derived = derived,
    .state = state,
    .losses = losses,
    .views = views,
    .cases = cases,
    .jumps = jumps,
    .declares = declares,
    .derive = derive,
    .contact_time = contact_time,
    .steps = &lt_steps_normal_mdr};

#endif

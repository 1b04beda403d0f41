/* SPDX-License-Identifier: MIT */
/*
 * film: sintering. The neck of two particles that sinter: surface energy pulls them together, and
 * diffusion along the grain boundary limits how fast they approach (Bouvard & McMeeking 1996,
 * Parhami & McMeeking 1998).
 *
 * The neck is a disc of radius a, a^2 = 4 R* h at the overlap h (Coble). If the particles approach
 * at a speed v, the matter pi r^2 v within the radius r leaves by diffusion along the boundary. The
 * flux is driven by the gradient of the normal stress s: ds/dr = v r/(2 Delta_b). The resultant of
 * s over the disc is pi a^4 v/(8 Delta_b), which is beta = 4.
 */
#include "../restitution.h"
#include "range.h"

/* Units are in the table of derived numbers below. */
struct derived {
    num pull, edge, faded, most, per_fade, drag, shear;
};

struct losses {
    num adhesion;
};

/* The pull of the neck, N, and the surface energy that it has given up since touch, J. */
struct sintered {
    num pull, energy;
};

/* The neck at the overlap H, m: the attraction, N, is pull + edge sqrt(h) up to the overlap FADED;
 * from there it falls linearly to 0 at MOST, the factor being (most - h) per_fade. The energy, J,
 * is its integral from 0 to H. */
LT_INLINE struct sintered sinter_at(const struct derived *d, num h) {
    const num one = NUM(1.0), end = lt_smaller(h, d->most), at = lt_smaller(h, d->faded);
    const num root = lt_sqrt(end), root_at = lt_sqrt(at);
    const num falls = end - at, left = SEL(h > d->faded, (d->most - end) * d->per_fade, one);
    const num last = d->most - 0.5 * (end + at);
    /* The integrals of sqrt(h) (most - h), from FADED on: 2/3 most h^1.5 - 2/5 h^2.5. */
    const num third = 2.0 / 3 * d->most * (end * root - at * root_at),
              fifth = 0.4 * (end * end * root - at * at * root_at);
    return (struct sintered){left * (d->pull + d->edge * root),
                             d->pull * (at + falls * last * d->per_fade) +
                                 d->edge *
                                     (2.0 / 3 * at * root_at +
                                      SEL(h > d->faded, (third - fifth) * d->per_fade, NUM(0.0)))};
}

/* Viscous forces of the neck, c = drag h^2 along n and shear h in the plane, and its attraction
 * with energy and crossing energy. */
static void step(const struct lt_part *self, const void *vd, void *x, void *ve,
                 struct lt_touch *t) {
    const struct derived *d = vd;
    struct losses *e = ve;
    const struct lt_shear_span *s = t->surfaces;
    const struct lt_move_n *m = t->m;
    struct lt_out_n *o = t->o;
    const num zero = NUM(0.0), h = lt_above(zero - m->un), gap = lt_above(m->un);
    const struct sintered now = sinter_at(d, h);
    const num pull = SEL(s->active, now.pull, zero), c = d->drag * h * h, ct = d->shear * h;
    const num fn = c * m->vn, fs = ct * m->vs, ft = ct * m->vt;
    (void)self, (void)x;
    o->fn += pull + fn, o->vfn += fn;
    o->fs += fs, o->vfs += fs;
    o->ft += ft, o->vft += ft;
    o->cap += lt_sqrt(fs * fs + ft * ft);
    o->strain -= SEL(s->active, now.energy - d->pull * gap, zero);
    e->adhesion = zero;
    if (!s->stay && ANY(s->entering | s->leaving)) {
        const num pull0 = sinter_at(d, lt_above(m->dun - m->un)).pull;
        o->cross += lt_cross(s, zero - pull0, zero - now.pull, zero - d->pull, m->dun);
        /* Another part may have held the contact up to a gap, over which the attraction is
         * constant. */
        const num end = lt_above(m->un - (1 - s->inside) * m->dun);
        e->adhesion = SEL(s->leaving, d->pull * end, zero);
    }
    o->branch |= BITS(h > d->faded, LT_BRANCH(LT_FILM_PART, 0)) |
                 BITS(h > d->most, LT_BRANCH(LT_FILM_PART, 1));
}

const struct lt_part_steps LT_STEPS(film_sintering) = {.step = step};

#ifdef LT_TABLES

#include "elastic.h"

struct params {
    double surf_energy, diffusion, sinter_alpha, sinter_beta, sinter_eta, sinter_drive, dihedral,
        neck_most, neck_fade;
};

static const struct lt_field params[] = {
    LT_SURF_ENERGY_ROW,
    {"diffusion", "m^5/N/s", NAN, 0, INFINITY,
     .doc = "atomic volume times thickness times diffusivity of the grain boundary over k T, > 0"},
    {"sinter_alpha", "1", 4.5, 0, INFINITY,
     .doc = "constant: the pull is alpha/beta pi 2 R* surf_energy"},
    {"sinter_beta", "1", 4, 0, INFINITY, .doc = "normal viscosity pi a^4/(2 beta diffusion), > 0"},
    {"sinter_eta", "1", 0.01, 0, INFINITY,
     .doc = "shear viscosity eta pi a^2 (2 R*)^2/(2 beta diffusion)"},
    {"sinter_drive", "1", 0, 0, 1,
     .doc = "the pull of the neck: constant, or by its radius and the dihedral angle",
     .choices = "constant dihedral"},
    {"dihedral", "rad", 3.14159265358979323846, 0, 3.14159265358979323846,
     .doc = "dihedral angle, at which the surfaces meet at the neck"},
    {"neck_most", "1", NAN, 0, INFINITY,
     .doc = "largest radius of the neck over 2 R*, at which the pull is 0; not given: "
            "sin(dihedral/2)"},
    {"neck_fade", "1", 0.01, 0, 1,
     .doc = "share of the largest overlap over which the pull falls to 0, > 0"},
    {.name = NULL}};
static const struct lt_field derived[] = {
    LT_NUMBER(pull, "N", "pull at touch"),
    LT_NUMBER(edge, "N/m^0.5", "by how much it grows with the root of the overlap"),
    LT_NUMBER(faded, "m", "overlap from which it falls"),
    LT_NUMBER(most, "m", "overlap at which it is 0"),
    LT_NUMBER(per_fade, "1/m", "1 over the way between"),
    LT_NUMBER(drag, "N s/m^3", "viscosity over the square of the overlap"),
    LT_NUMBER(shear, "N s/m^2", "shear viscosity over the overlap"),
    {.name = NULL}};
#define DRIVE                                                                                      \
    "select(sinter_drive < 0.5, sinter_alpha/sinter_beta*pi*2*r_eff*surf_energy, "                 \
    "8*pi*r_eff*surf_energy*(1 - cos(dihedral/2)))"
static const struct lt_jump jumps[] = {
    {"fn", "made", "neck_most > 0", DRIVE, "the surfaces pull as soon as they touch"},
    {"fn", "lost", "neck_most > 0", "-(" DRIVE ")", "nothing holds the surfaces once they part"},
    {.force = NULL}};
static const struct lt_field losses[] = {LT_ADHESION_LOSS, {.name = NULL}};
static const struct lt_shortfall declares[] = {
    {"stiffness", "sinter_drive == 1 or neck_fade == 1", INFINITY,
     "a pull that changes with the overlap is not part of kn"},
    {"contact-time", "", 0.02,
     "it is found in steps, which may pass over the overlaps at which the pull ends"},
    {.check = NULL}};
static const struct lt_view views[] = {
    {"sinter_neck", "m", "2*sqrt(r_eff*max(0, -un))", "radius of the neck"}, {.name = NULL}};

/* Derives the attraction, N, the largest neck, m, and the viscosities of drag and shear from
 * surface energy, J/m^2, and diffusion, m^5/N/s. Returns the error or NULL. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *va,
                          const void *vb, void *vp, void *vd) {
    const struct params *a = va, *b = vb;
    struct params *p = vp;
    struct derived *d = vd;
    const double r = deal->pair->r_eff, half = 0.5 * p->dihedral;
    (void)self;
    if (isnan(p->surf_energy))
        p->surf_energy = sqrt(a->surf_energy * b->surf_energy);
    if (isnan(p->neck_most))
        p->neck_most = sin(half);
    if (!(r > 0) || !isfinite(r))
        return "film: sintering needs a curved body";
    if (isnan(p->surf_energy))
        return "film: sintering needs surf_energy, in the law or of both materials";
    if (!(p->diffusion > 0) || !isfinite(p->diffusion))
        return "film: sintering needs diffusion > 0, in m^5/N/s: atomic volume times thickness "
               "times diffusivity of the grain boundary, over k T";
    if (!(p->sinter_beta > 0) || !isfinite(p->sinter_beta))
        return "film: sintering needs sinter_beta > 0";
    if (!(p->neck_fade > 0))
        return "film: sintering needs neck_fade > 0: an attraction that ends abruptly has no "
               "equilibrium";
    const int angle = p->sinter_drive > 0.5;
    /* Without a neck there is no attraction. Then the numbers of sinter_at(), by the dihedral angle
     * or by sinter_alpha, and of the viscosities. */
    const double gamma = p->neck_most > 0 ? p->surf_energy : 0;
    const double per = restitution_pi / (2 * p->sinter_beta * p->diffusion);
    d->most = fmin(p->neck_most * p->neck_most * r, 1e100); /* finite, so that products are */
    d->faded = d->most * (1 - p->neck_fade);
    d->per_fade = d->most > 0 ? 1 / (p->neck_fade * d->most) : 0;
    d->pull = angle ? 8 * restitution_pi * r * gamma * (1 - cos(half))
                    : p->sinter_alpha / p->sinter_beta * restitution_pi * 2 * r * gamma;
    d->edge = angle ? 2 * restitution_pi * gamma * sin(half) * sqrt(r) : 0;
    d->drag = 16 * per * r * r;
    d->shear = 16 * p->sinter_eta * per * r * r * r;
    return NULL;
}

const struct lt_part lt_part_film_sintering = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_FILM_PART,
    .name = "sintering",
    .doc = "a neck of radius a, a^2 = 4 R* d: the viscous force pi a^4/(2 beta diffusion) vn of "
           "diffusion, and a pull of the surface energy, which ends at the largest neck",
    .source = "Bouvard & McMeeking, J. Am. Ceram. Soc. 79 (1996) 666; Parhami & McMeeking, Mech. "
              "Mater. 27 (1998) 111; by the dihedral angle: De Jonghe & Rahaman, Acta Metall. 36 "
              "(1988) 223",
    .writes = LT_HAS_PULL,
    .acts = 7,
    .params = params,
    .derived = derived,
    .losses = losses,
    .views = views,
    .jumps = jumps,
    .declares = declares,
    .derive = derive,
    .steps = &lt_steps_film_sintering};

#endif

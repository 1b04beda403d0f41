/* SPDX-License-Identifier: MIT */
/*
 * film: viscous. The viscous forces of LIGGGHTS' and MercuryDPM's liquid bridges: Reynolds' along
 * n, Goldman, Cox & Brenner's in the plane; the moments are those of the law lubrication. It needs
 * a logarithm, so that there is no vector step.
 */
#include "../restitution.h"
#include "part.h"

#if LT_N == 1

/* Units are in the table of derived numbers below. */
struct derived {
    num range, least, size, drag, radius, turn;
};
struct state {
    num thickness;
};

/* Viscous forces and moments of a film as thick as the gap, at least film_least R*, from touch up
 * to its range. 8/15 ln(R/u) + 0.9588 is an asymptotic form, not below 0; the moments act where the
 * film is thinner than the mean radius. */
static void step(const struct lt_part *self, const void *vd, void *vx, void *e,
                 struct lt_touch *t) {
    const struct derived *d = vd;
    struct state *x = vx;
    const struct lt_move_n *m = t->m;
    struct lt_out_n *o = t->o;
    const int on = m->un <= d->range, thin = m->un <= d->least;
    const double u = thin ? d->least : m->un;
    const double along = d->drag * (8.0 / 15 * log(d->size / u) + 0.9588);
    const double c = along > 0 ? along : 0, turn = u < d->radius ? log(d->radius / u) : 0;
    (void)self, (void)e;
    x->thickness = on ? u : 0;
    if (!on)
        return;
    const double fn = d->drag * d->size / u * m->vn, fs = c * m->vs, ft = c * m->vt;
    const double roll = d->turn * (1.5 * d->radius + 0.126 * u) * turn;
    const double mn = d->turn * u * turn * m->wn, ms = roll * m->ws, mt = roll * m->wt;
    o->fn += fn, o->vfn += fn;
    o->fs += fs, o->vfs += fs;
    o->ft += ft, o->vft += ft;
    o->mn += mn, o->vmn += mn;
    o->ms += ms, o->vms += ms;
    o->mt += mt, o->vmt += mt;
    o->cap += sqrt(fs * fs + ft * ft);
    o->branch |=
        (1 | thin << 1 | (along > 0) << 2 | (u < d->radius) << 3) * LT_BRANCH(LT_FILM_PART, 0);
}

const struct lt_part_steps LT_STEPS(film_viscous) = {.step = step};

#else
const struct lt_part_steps LT_STEPS(film_viscous) = {.step = NULL};
#endif

#ifdef LT_TABLES

struct params {
    double viscosity, film_range, film_least, film_moments;
};

static const struct lt_field params[] = {
    {"viscosity", "Pa s", 1e-3, 0, INFINITY, .doc = "viscosity of the liquid"},
    {"film_range", "1", 2, 0, INFINITY,
     .doc = "gap up to which there is a film, over the mean of the radii, at a wall that of the "
            "ball"},
    {"film_least", "1", 0.01, 0, INFINITY, .doc = "least thickness of the film over R*, > 0"},
    {"film_moments", "1", 0, 0, 1, .doc = "whether it resists rolling and twisting",
     .choices = "none all"},
    {.name = NULL}};
static const struct lt_field derived[] = {
    LT_NUMBER(range, "m", "gap up to which there is a film"),
    LT_NUMBER(least, "m", "least thickness"),
    LT_NUMBER(size, "m", "R*"),
    LT_NUMBER(drag, "N s/m", "6 pi viscosity R*"),
    LT_NUMBER(radius, "m", "mean of the radii, at a wall that of the ball"),
    LT_NUMBER(turn, "N s", "pi viscosity radius^2, 0: no moments"),
    {.name = NULL}};
static const struct lt_field state[] = {
    {"film_thickness", "m", .doc = "thickness of the film, 0: none", .told = 1}, {.name = NULL}};
static const struct lt_shortfall declares[] = {
    {"wall", "", INFINITY, "the film depends on the mean radius, at a wall on that of the ball"},
    {.check = NULL}};

/* Range, least thickness and viscosities in SI. Returns the error or NULL. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *vp, void *vd) {
    const struct params *p = vp;
    struct derived *d = vd;
    const struct lt_body *one = &deal->pair->a, *other = &deal->pair->b;
    const double radius = one->flat > 0     ? other->radius
                          : other->flat > 0 ? one->radius
                                            : 0.5 * (one->radius + other->radius);
    (void)self, (void)a, (void)b;
    if (!(radius > 0) || !isfinite(radius) || !(deal->pair->r_eff > 0))
        return "film: viscous needs a sphere: a body with a radius";
    if (!(p->film_least > 0) || !isfinite(p->film_range))
        return "film: viscous needs film_least > 0 and a finite film_range";
    d->radius = radius;
    d->range = p->film_range * radius;
    d->size = deal->pair->r_eff;
    d->least = p->film_least * d->size;
    d->drag = 6 * restitution_pi * p->viscosity * d->size;
    d->turn = p->film_moments > 0.5 ? restitution_pi * p->viscosity * radius * radius : 0;
    deal->reach = deal->tail = d->range;
    return NULL;
}

const struct lt_part lt_part_film_viscous = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_FILM_PART,
    .name = "viscous",
    .doc = "as thick as the gap, u = max(un, film_least R*): 6 pi viscosity R*^2 vn/u and, in the "
           "plane, 6 pi viscosity R* (8/15 ln(R*/u) + 0.9588), while un <= film_range",
    .params = params,
    .derived = derived,
    .state = state,
    .declares = declares,
    .derive = derive,
    .steps = &lt_steps_film_viscous};

#endif

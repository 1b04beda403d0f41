/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lubrication.c: a viscous film between two rough elastic surfaces, in series with a spring (YADE's
 * implicit lubrication; Chareyre & Marzougui).
 *
 * The gap un is the thickness u of the film plus the elastic deformation un - u of the surfaces.
 * The film is squeezed by Reynolds' equation, nu u' = u p, with p the force that the film bears;
 * where it is thinner than the roughness, that bears a part of the force. A step solves for u at
 * its end, so that it is stable however long it is.
 *
 * With film_form explicit the film acts in parallel with the spring, is as thick as the gap and has
 * the rate of the motion (LIGGGHTS, MercuryDPM): viscous forces of 6 pi viscosity R*^2/un, down to
 * a least thickness.
 */
/* Doubles only: the film of each contact needs a logarithm. */
#define LT_DOUBLES

#include "shear.h"

#define PARAMS(F)                                                                                  \
    F(kn, "N/m", 0, 0, INFINITY, "normal stiffness", .mix = LT_SERIES)                             \
    F(ks, "N/m", 0, 0, INFINITY, "shear stiffness", .mix = LT_SERIES)                              \
    F(fric, "1", 0, 0, INFINITY, "friction coefficient of the roughness", .mix = LT_MIN)           \
    F(viscosity, "Pa s", 1e-3, 0, INFINITY, "viscosity of the liquid")                             \
    F(roughness, "1", 0, 0, 1, "of each surface, over the mean of the radii")                      \
    F(film_stiffness, "1", 1, 0, INFINITY, "stiffness of the roughness over kn")                   \
    F(film_range, "1", 2, 0, INFINITY, "gap up to which there is a film, over the mean radius")    \
    F(film_form, "1", 0, 0, 1,                                                                     \
      "whether the film is in series with the spring, or beside it and as thick as the gap",       \
      .choices = "implicit explicit")                                                              \
    F(film_least, "1", 0.01, 0, INFINITY, "explicit: least thickness of the film over R*, > 0")

#define DERIVED(F)                                                                                 \
    F(radius, "m", "mean of the radii, that of the ball at a wall: a")                             \
    F(nu, "N s", "3/2 pi viscosity a^2; explicit: 6 pi viscosity R*^2")                            \
    F(size, "m", "R*")                                                                             \
    F(drag, "N s/m", "6 pi viscosity R*")                                                          \
    F(rough, "m", "where the roughness touches")                                                   \
    F(k_rough, "N/m", "its stiffness")                                                             \
    F(soft_s, "m/N", "1/ks, 0 if ks = 0")                                                          \
    F(reach, "m", "gap up to which there is a film")                                               \
    F(relaxation, "m s", "square of the relaxation time in an impact, times its speed; 0: none")

#define STATE(F)                                                                                   \
    F(film, "m", "thickness of the film", .min = 1e-300)                                           \
    F(film_rate, "N m", "nu times its rate")                                                       \
    F(film_fs, "N", "shear force of film and roughness, s")                                        \
    F(film_ft, "N", "shear force of film and roughness, t")                                        \
    F(film_touch, "1", "1 while the roughness touches", .told = 1)                                 \
    F(film_slips, "1", "1 while the roughness slides", .told = 1)

#define LOSSES(F)                                                                                  \
    F(slip, "J", "sliding of the roughness")                                                       \
    F(film, "J", "flow of the film, and what is left where it ends")

LT_STRUCTS

/* Radii, viscosities and ranges in SI from the ratios given. Returns the error or NULL. */
static const char *derive(const struct lt_pair *pair, const struct params *a,
                          const struct params *b, struct params *p, struct derived *d) {
    const double ra = pair->a.radius, rb = pair->b.radius;
    (void)a, (void)b;
    d->radius = pair->a.flat > 0 ? rb : pair->b.flat > 0 ? ra : 0.5 * (ra + rb);
    d->nu = 1.5 * 3.14159265358979323846 * p->viscosity * d->radius * d->radius;
    d->size = pair->r_eff;
    d->drag = 6 * 3.14159265358979323846 * p->viscosity * d->size;
    if (p->film_form > 0.5)
        d->nu = d->drag * d->size;
    d->rough = 2 * p->roughness * d->radius;
    d->k_rough = p->film_stiffness * p->kn;
    d->soft_s = p->ks > 0 ? 1 / p->ks : 0;
    d->reach = p->film_range * d->radius;
    /* After an impact at a speed v the film is as thin as FILM_LEAST. While the surfaces separate
     * it grows, by u' = u f/nu with f = kn v t, until it is as thick as the gap. At that instant
     * the attraction is largest, f^2 = 2 ln(1e15) nu kn v, and the relaxation time is nu/f; 69.08 =
     * 2 ln(1e15). */
    d->relaxation = p->film_form < 0.5 && p->kn > 0 ? d->nu / (69.08 * p->kn) : 0;
    return !(d->radius > 0) ? "a film needs a sphere: a body with a radius"
           : p->film_form > 0.5 && !(p->film_least > 0) ? "an explicit film needs film_least > 0"
           : d->reach < d->rough ? "film_range must be at least 2 roughness, that of both surfaces"
                                 : NULL;
}

/* Smallest film thickness over the mean radius, far below the size of an atom: it only keeps 1/u
 * and ln(u) finite. */
#define FILM_LEAST 1e-15

/* A film at one end of a step: u its thickness (m); press the force that it bears, touch that of
 * the roughness, fn their sum (N, > 0 tension); energies of the spring and of the roughness (J). */
struct film {
    double u, press, touch, fn, energy, rough_energy;
};

/* Returns the film of thickness U, m, that bears the force PRESS, N: with the force of the
 * roughness, < 0, where it is thinner than this, and the energies of both springs, J. */
static inline struct film film_of(const struct params *p, const struct derived *d, double u,
                                  double press) {
    const double in = u < d->rough ? d->rough - u : 0.0, touch = 0 - d->k_rough * in;
    const double fn = press + touch;
    return (struct film){
        u, press, touch, fn, p->kn > 0 ? 0.5 * fn * fn / p->kn : 0.0, 0.5 * d->k_rough * in * in};
}

/* Force, N, that a film of thickness U bears: that of the spring less that of the roughness, which
 * touches if the film is thinner (TOUCH). */
static inline double film_press(const struct params *p, const struct derived *d, double un,
                                double u, int touch) {
    return p->kn * (un - u) + (touch ? d->k_rough * (d->rough - u) : 0.0);
}

/* The part of the step DT, s, that is integrated explicitly, with the rate at its start; the rest
 * is implicit. 0.45 is close to the trapezoid rule's 1/2, but damped; it is less where this part
 * would change the film by more than half of its thickness. */
static inline double film_early(const struct derived *d, const struct film *n, double dt) {
    const double half = d->nu > 0 ? 0.5 * d->nu / fabs(n->press) : 0.0;
    return 0.45 * dt < half ? 0.45 * dt : half;
}

/* Thickness, m, of a film at rest at the gap UN: where a film starts that was not made by a step,
 * and where a film without viscosity is at once. */
static inline double film_at_rest(const struct params *p, const struct derived *d, double un) {
    const double k = p->kn + d->k_rough, least = FILM_LEAST * d->radius;
    const double rests = k > 0 ? (p->kn * un + d->k_rough * d->rough) / k : un;
    const double u = un < d->rough ? rests : un;
    return u < least ? least : u;
}

/* The film at the end of a step, if it is thinner than the roughness there (TOUCH) or not. EARLY
 * and LATE, s: the parts of the step with the rate at its start and at its end. The thickness is
 * the root of late k u^2 + (nu - late push) u = c with late k >= 0 and c > 0, of which just one is
 * positive. The force push - k u is a root of the same equation written for it, which is used where
 * it is smaller than k u: so neither is a small difference. */
static inline struct film film_end(const struct params *p, const struct derived *d,
                                   const struct film *n, double un, double dun, double early,
                                   double late, int touch) {
    if (!(d->nu > 0)) {
        const double rest = film_at_rest(p, d, un);
        return film_of(p, d, rest, film_press(p, d, un, rest, rest < d->rough));
    }
    const double k = p->kn + (touch ? d->k_rough : 0.0), least = FILM_LEAST * d->radius;
    const double push = p->kn * un + (touch ? d->k_rough * d->rough : 0.0);
    const double b = d->nu - late * push, c = n->u * (d->nu + early * n->press);
    const double root = sqrt(b * b + 4 * late * k * c);
    const double u = b > 0 ? 2 * c / (root + b) : (root - b) / (2 * late * k);
    if (!(u > least))
        return film_of(p, d, least, push - k * least);
    if (!(push > 0 && push < 2 * k * u))
        return film_of(p, d, u, push - k * u);
    const double same = touch == (n->u < d->rough) ? n->press
                        : touch                    ? n->press + d->k_rough * (d->rough - n->u)
                                                   : n->press + n->touch;
    const double e = d->nu * (same + p->kn * dun) - early * k * n->u * n->press;
    const double press = 2 * e / (root + d->nu + late * push);
    return film_of(p, d, (push - press) / k, press);
}

/* The film in one step. */
struct film_step {
    int was, on;       /* it exists at the start and at the end */
    double inside, dt; /* share of the step in which it exists, and its length in s */
    struct film start; /* when the step or the film begins */
};

/* Returns where and how the film begins in this step: with the last thickness or, if it is new, at
 * rest; was and on: it exists before and after the step. */
static inline struct film_step film_begin(const struct params *p, const struct derived *d,
                                          const struct lt_move *m, const struct state *x) {
    const double before = m->un - m->dun;
    struct film_step s = {.was = m->active > 0.5 && x->film > 0, .on = m->un <= d->reach};
    const int enters = (!s.was) & s.on & (before > d->reach);
    s.inside = enters ? (m->un - d->reach) / m->dun : 1.0;
    s.dt = s.inside * m->dt;
    const double un = enters ? d->reach : before, u = s.was ? x->film : film_at_rest(p, d, un);
    /* The force stored as film_rate has more digits than the difference, and is used unless the
     * state was changed from outside: 1e-13, some hundred roundings of the terms. */
    const double stored = s.was ? x->film_rate / x->film : 0.0;
    const double press = film_press(p, d, un, u, u < d->rough);
    const double size = (p->kn + d->k_rough) * (fabs(un) + fabs(m->dun) + u + d->rough);
    s.start = film_of(p, d, u, fabs(stored - press) <= 1e-13 * size ? stored : press);
    return s;
}

/* Shear in one step. */
struct film_shear {
    struct lt_shear f, friction; /* N, all of it and the part of the roughness */
    double most, drag;           /* N, friction limit; N s/m, viscosity of the film in shear */
    int slips;
};

/* Returns the shear force, N, at the end of a step of DT, s, with the force F0, N, before and the
 * displacement DU, m: the spring ks in series with the film's viscosity and, if the roughness
 * touches, friction in parallel. */
static inline struct film_shear film_slide(const struct params *p, const struct derived *d,
                                           const struct film *n, struct lt_shear f0,
                                           struct lt_shear du, double dt) {
    const double twice = 2 * d->radius + n->u;
    const double drag =
        0.5 * 3.14159265358979323846 * p->viscosity * (twice * log(twice / n->u) - 2 * d->radius);
    const struct lt_shear trial = {f0.s + p->ks * du.s, f0.t + p->ks * du.t};
    const double most = p->fric * -n->touch, size = sqrt(trial.s * trial.s + trial.t * trial.t);
    struct film_shear q = {.f = trial, .most = most, .drag = drag};
    if (!(size > most))
        return q;
    const double share = most / size, all = drag + p->ks * dt;
    q.friction = (struct lt_shear){share * trial.s, share * trial.t};
    q.slips = n->touch < 0;
    /* Implicit Euler step of the viscosity: a mean of friction and trial force, with the weights ks
     * dt and drag. */
    if (!(all > 0) || p->ks == 0)
        q.f = q.friction;
    else
        q.f = (struct lt_shear){(p->ks * dt * q.friction.s + drag * trial.s) / all,
                                (p->ks * dt * q.friction.t + drag * trial.t) / all};
    return q;
}

/* Square of the length of F. */
static inline double film_square(struct lt_shear f) {
    return f.s * f.s + f.t * f.t;
}

/* The step that ends a film or has none: the stored energy is lost, forces and states are 0. */
static inline void film_ends(const struct params *p, const struct derived *d,
                             const struct lt_move *m, struct state *x, struct lt_out *o,
                             struct losses *e) {
    const struct film f0 = film_begin(p, d, m, x).start;
    const double soft = 0.5 * d->soft_s;
    const int was = m->active > 0.5 && x->film > 0;
    o->cap = 0;
    e->slip = 0;
    e->film = was ? f0.energy + f0.rough_energy +
                        soft * (x->film_fs * x->film_fs + x->film_ft * x->film_ft)
                  : 0.0;
    o->cross = was ? 0.5 * (f0.fn * m->dun + x->film_fs * m->dus + x->film_ft * m->dut) : 0.0;
    o->fn = o->fs = o->ft = o->strain = o->active = o->branch = o->lost_gap = 0;
    x->film = x->film_rate = x->film_fs = x->film_ft = 0;
    x->film_touch = x->film_slips = 0;
}

/* ---- The explicit film, in parallel with the spring ------------------------------------------ */

/* A step of the explicit film: viscous forces at the thickness max(un, film_least R*), beside a
 * linear normal spring and a shear spring limited by friction. In shear 8/15 ln(R/u) + 0.9588, R =
 * R*, is the asymptotic resistance of Goldman, Cox & Brenner (1967). */
static inline void film_explicit(const struct params *p, const struct derived *d,
                                 const struct lt_move *m, struct state *x, struct lt_out *o,
                                 struct losses *e) {
    const double before = m->un - m->dun, press = m->un < 0 ? 0 - p->kn * m->un : 0.0;
    const int on = m->un <= d->reach;
    const struct lt_shear_span span =
        lt_shear_span(m->un, m->dun, m->active > 0.5 && before <= 0, m->un <= 0);
    const struct lt_shear_end shear =
        lt_shear_spring(&span, (struct lt_shear){x->film_fs, x->film_ft},
                        (struct lt_shear){m->dus, m->dut}, p->ks, d->soft_s, p->fric * press);
    const double least = p->film_least * d->size, u = m->un > least ? m->un : least;
    /* Resistance, N s/m, to shear, at least 0; viscous forces, then those of the springs. */
    const double along = d->drag * (8.0 / 15 * log(d->size / u) + 0.9588);
    const double c = on && along > 0 ? along : 0.0;
    o->vfn = on ? d->nu / u * m->vn : 0.0;
    o->vfs = c * m->vs;
    o->vft = c * m->vt;
    o->fn = o->vfn - press;
    o->fs = shear.s + o->vfs;
    o->ft = shear.t + o->vft;
    o->strain = (m->un < 0 ? -0.5 * press * m->un : 0.0) +
                0.5 * d->soft_s * (shear.s * shear.s + shear.t * shear.t);
    /* The trapezoid rule takes the force as linear over a step of which the spring acts in a part.
     */
    o->cross = shear.cross + (span.entering  ? 0.5 * press * before
                              : span.leaving ? 0.5 * p->kn * before * m->un
                                             : 0.0);
    o->cap = p->fric * press + sqrt(o->vfs * o->vfs + o->vft * o->vft);
    o->active = on;
    o->lost_gap = on ? d->reach : 0.0;
    o->branch = on ? 1.0 + (span.active ? 2.0 : 0.0) + (shear.slips ? 4.0 : 0.0) +
                         (m->un > least ? 8.0 : 0.0) + (along > 0 ? 16.0 : 0.0)
                   : 0.0;
    e->slip = shear.slip;
    e->film = 0;
    x->film = on ? u : 0.0;
    x->film_rate = 0;
    x->film_fs = shear.s;
    x->film_ft = shear.t;
    x->film_touch = span.active ? 1.0 : 0.0;
    x->film_slips = shear.slips ? 1.0 : 0.0;
}

/* ---- The step -------------------------------------------------------------------------------- */

/* A step of the implicit film: its thickness first, which is solved once more if it passes the
 * roughness, then shear, energies and viscous moments. 1.5 and 0.126: YADE's coefficients of the
 * rolling moment. */
static inline void step(const struct params *p, const struct derived *d, const struct lt_move *m,
                        struct state *x, struct lt_out *o, struct losses *e) {
    if (p->film_form > 0.5) {
        o->mn = o->ms = o->mt = o->vmn = o->vms = o->vmt = o->defect = 0;
        film_explicit(p, d, m, x, o, e);
        return;
    }
    const struct film_step s = film_begin(p, d, m, x);
    o->mn = o->ms = o->mt = o->vfn = o->vfs = o->vft = o->vmn = o->vms = o->vmt = o->defect = 0;
    if (!s.on) {
        film_ends(p, d, m, x, o, e);
        return;
    }
    const struct film n0 = s.start;
    /* The thickness of the film at the end of the step; solved again if it passes the roughness on
     * the way. */
    const double early = s.was ? film_early(d, &n0, s.dt) : 0.0, late = s.dt - early;
    const double dun = s.inside * m->dun;
    const int touch = n0.u < d->rough;
    struct film n = film_end(p, d, &n0, m->un, dun, early, late, touch);
    if ((n.u < d->rough) != touch)
        n = film_end(p, d, &n0, m->un, dun, early, late, !touch);
    const double u = n.u, way = u - n0.u;
    /* Shear: the displacement GONE, m, that the spring does not take is viscous flow and slip. */
    const struct lt_shear q0 = {s.was ? x->film_fs : 0.0, s.was ? x->film_ft : 0.0},
                          du = {s.inside * m->dus, s.inside * m->dut};
    const struct film_shear q = film_slide(p, d, &n, q0, du, s.dt);
    const struct lt_shear gone = {du.s - d->soft_s * (q.f.s - q0.s),
                                  du.t - d->soft_s * (q.f.t - q0.t)};
    const double lost = 0.5 * ((q0.s + q.f.s) * gone.s + (q0.t + q.f.t) * gone.t);
    const double slip = q.slips ? q.friction.s * gone.s + q.friction.t * gone.t : 0.0;
    e->slip = slip;
    /* Without viscosity the film dissipates nothing; its work is the trapezoid rule's. */
    const double squeezed = 0.5 * (n0.press + n.press) * way;
    e->film = (d->nu > 0 ? squeezed : 0.0) + lost - slip;
    o->cross = (d->nu > 0 ? 0.0 : squeezed) + 0.5 * (n0.touch + n.touch) * way -
               (n.rough_energy - n0.rough_energy) +
               (1 - s.inside) * 0.5 * (n.fn * m->dun + q.f.s * m->dus + q.f.t * m->dut);
    o->cap = s.dt > 0 ? q.most + q.drag * sqrt(film_square(gone)) / s.dt : INFINITY;
    o->fn = n.fn;
    o->fs = q.f.s;
    o->ft = q.f.t;
    /* Viscous moments, N m, of spin and rolling; the logarithm vanishes at a film as thick as the
     * radius. */
    if (u < d->radius) {
        const double c =
            3.14159265358979323846 * p->viscosity * d->radius * d->radius * log(d->radius / u);
        o->mn = o->vmn = c * u * m->wn;
        o->ms = o->vms = c * (1.5 * d->radius + 0.126 * u) * m->ws;
        o->mt = o->vmt = c * (1.5 * d->radius + 0.126 * u) * m->wt;
    }
    /* Energy, activity and the states of the film. */
    o->strain = n.energy + n.rough_energy + 0.5 * d->soft_s * film_square(q.f);
    o->active = 1;
    o->lost_gap = d->reach;
    o->branch = 1.0 + (u < d->rough ? 2.0 : 0.0) + (q.slips ? 4.0 : 0.0) +
                (u < d->radius ? 8.0 : 0.0) + ((!(d->nu > 0) & (n.press < 0)) ? 16.0 : 0.0) +
                (u > FILM_LEAST * d->radius ? 32.0 : 0.0);
    x->film = u;
    x->film_rate = u * n.press;
    x->film_fs = q.f.s;
    x->film_ft = q.f.t;
    x->film_touch = u < d->rough ? 1.0 : 0.0;
    x->film_slips = q.slips ? 1.0 : 0.0;
}

/* Half a period, s, of the spring without film. */
static double film_time(const struct lt_pair *pair, const void *p, const void *d, double speed) {
    (void)d, (void)speed;
    return 3.14159265358979323846 * sqrt(pair->m_eff / ((const struct params *)p)->kn);
}

/* Gap, m, at which the film begins. */
static double film_reach(const struct lt_pair *pair, const void *p, const void *d) {
    (void)pair, (void)p;
    return ((const struct derived *)d)->reach;
}

static const struct lt_event events[] = {{"contact_activated", "active", 1, 0},
                                         {"roughness_touched", "film_touch", 1, 0},
                                         {"slip_change", "film_slips", 1, 1},
                                         {.name = NULL}};

#define ENDS "a film under tension is released at its range"
static const struct lt_jump jumps[] = {{"fn", "lost", "film_form == 0", "-fn", ENDS},
                                       {"fs", "lost", "film_form == 0", "-fs", ENDS},
                                       {"ft", "lost", "film_form == 0", "-ft", ENDS},
                                       {.force = NULL}};

static const struct lt_shortfall declares[] = {
    {"hold", "film_form == 0", INFINITY, "the film flows while nothing moves"},
    {"zero-response", "roughness > 0 and film_form == 0", INFINITY,
     "the roughness pushes before the surfaces touch"},
    {"wall", "true", INFINITY,
     "the film depends on the mean radius, at a wall on that of the ball"},
    {"contact-time", "film_form == 0", INFINITY,
     "the contact time is that of the spring without a film"},
    {.check = NULL}};

LT_LAW(lubrication, .name = "lubrication",
       .summary = "a viscous film between rough elastic surfaces (YADE's implicit lubrication)",
       .source =
           "Chareyre & Marzougui, the lubrication model of YADE 2023.02a; energies are derived "
           "in doc/lubrication.md. Explicit: the viscous forces of LIGGGHTS' and MercuryDPM's "
           "bridges.",
       .equations =
           "implicit:\n"
           "fn = kn (un - u), nu du/dt = u (fn - fc), nu = 3/2 pi viscosity a^2\n"
           "fc = film_stiffness kn (u - e) for u < e = 2 roughness a, else 0\n"
           "sheared: ks in series with the film's viscosity and, for u < e, friction\n"
           "moments: viscous, for u < a\n"
           "explicit: fn = kn min(un, 0) + 6 pi viscosity R*^2 vn/u, u = max(un, film_least R*)\n"
           "sheared: 6 pi viscosity R* (8/15 ln(R*/u) + 0.9588), beside ks up to fric N",
       .acts = 0x3f, .events = events, .jumps = jumps, .declares = declares,
       .contact_time = film_time, .reach = film_reach, .has_cap = 1, .order = 1)
LT_PLUGIN(&LT_LAW_NAME(lubrication))

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * soft-bond.c: a disc that softens before it breaks, and resists rolling and twisting by friction
 * once it is broken (PFC's softbond).
 *
 * Springs, strengths and the limits of the broken contact are PFC's. The softening branch is this
 * project's: damage of the stiffness in tension and bending, by the largest elongation of the
 * disc's edge. doc/bonds.md derives it.
 */
/* Doubles only: intact, softening and broken bonds run through different code. */
#define LT_DOUBLES

#include "shear.h"

#define PARAMS(F)                                                                                  \
    F(sb_kn, "Pa/m", 0, 0, INFINITY, "normal stiffness by area")                                   \
    F(sb_ks, "Pa/m", 0, 0, INFINITY, "shear stiffness by area")                                    \
    F(sb_rmul, "1", 1, 0, INFINITY, "radius of the disc over the lesser one of the bodies",        \
      .sets = "sb_radius", .once = 1)                                                              \
    F(sb_radius, "m", NAN, 0, INFINITY, "radius of the disc; not given: by sb_rmul")               \
    F(sb_bmul, "1", 1, 0, INFINITY, "broken: largest moment of rolling over 1/4 R N")              \
    F(sb_tmul, "1", 1, 0, INFINITY, "broken: largest moment of twist over 0.65 fric R N")          \
    F(sb_mcf, "1", 1, 0, 1, "share of the moments in the stresses that break it")                  \
    F(sb_ten, "Pa", 0, 0, INFINITY, "tensile strength, from which on it softens")                  \
    F(sb_coh, "Pa", 0, 0, INFINITY, "cohesion: shear strength without normal stress",              \
      .role = LT_COHESION)                                                                         \
    F(sb_fa, "rad", 0, 0, 1.5707963267948966, "friction angle of the shear strength")              \
    F(sb_soft, "1", 0, 0, INFINITY, "sb_kn over the slope of softening; 0: it does not soften")    \
    F(sb_cut, "1", 1, 0, 1, "share of sb_ten below which it breaks")                               \
    F(fric, "1", 0, 0, INFINITY, "friction coefficient of the broken contact", .mix = LT_MIN)      \
    F(bond_made, "1", 0, 0, 2,                                                                     \
      "when the bond is made: at the start if the gap is at most bond_gap, when the contact is "   \
      "made, or by the program alone: set: {bonded: 1}",                                           \
      .choices = "start touch none")                                                               \
    F(bond_gap, "m", 0, 0, INFINITY, "largest gap over which a bond is made", .role = LT_BOND_GAP)

#define DERIVED(F)                                                                                 \
    F(area, "m^2", "of the disc")                                                                  \
    F(twist, "m^3", "J/R of its edge")                                                             \
    F(k_n, "N/m", "normal stiffness")                                                              \
    F(k_s, "N/m", "shear stiffness")                                                               \
    F(k_t, "N m/rad", "stiffness of twist")                                                        \
    F(k_b, "N m/rad", "stiffness of bending")                                                      \
    F(soft_s, "m/N", "1/k_s, 0 if k_s = 0")                                                        \
    F(soft_t, "rad/(N m)", "of twist")                                                             \
    F(soft_b, "rad/(N m)", "of bending")                                                           \
    F(slope, "1", "tangent of sb_fa")                                                              \
    F(onset, "m", "elongation at which it softens; 0 where sb_kn = 0")                             \
    F(end, "m", "elongation at which it breaks")

#define STATE(F)                                                                                   \
    F(bonded, "1", "1 while the bond holds; set to 1 it is made, to 0 it is removed",              \
      .role = LT_BONDED)                                                                           \
    F(bond_state, "1",                                                                             \
      "0: no bond so far, or removed; 1: broken in tension; 2: in shear; 3: it holds", .told = 1)  \
    F(bond_past, "1", "0 before the first step, then 1: no bond so far; 2: it held; 3: broken",    \
      .hidden = 1)                                                                                 \
    F(sb_rest, "m", "un at which the bond has no normal force", .hidden = 1)                       \
    F(sb_far, "m", "largest elongation of its edge so far")                                        \
    F(sb_damage, "1", "lost share of its stiffness in tension and bending", .told = 1)             \
    F(sb_fs, "N", "shear force, s")                                                                \
    F(sb_ft, "N", "shear force, t")                                                                \
    F(sb_mn, "N m", "moment of twist")                                                             \
    F(sb_bend_s, "rad", "elastic angle of bending, s")                                             \
    F(sb_bend_t, "rad", "elastic angle of bending, t")                                             \
    F(sb_sigma, "Pa", "largest tensile stress in the bond", .told = 1)                             \
    F(sb_tau, "Pa", "largest shear stress in the bond", .told = 1)                                 \
    F(slips, "1", "1 while the broken contact slides, rolls or twists at its limit", .told = 1)

#define LOSSES(F)                                                                                  \
    F(damage, "J", "softening of the bond")                                                        \
    F(fracture, "J", "breaking of the bond")                                                       \
    F(slip, "J", "sliding friction")                                                               \
    F(roll, "J", "rolling friction")                                                               \
    F(twist, "J", "twisting friction")

LT_STRUCTS

/* 1/k, or 0 if k = 0: without a spring no energy is stored. */
static double inverse(double k) {
    return k > 0 ? 1 / k : 0;
}

/* Stiffnesses of the disc: N/m from its area, N m/rad from its second moments of area. Discs of
 * unit thickness (two dimensions) have a rectangular section. Returns the error or NULL. */
static const char *derive(const struct lt_pair *pair, const struct params *a,
                          const struct params *b, struct params *p, struct derived *d) {
    const double pi = 3.14159265358979323846;
    const double ra = pair->a.flat > 0 ? INFINITY : pair->a.radius,
                 rb = pair->b.flat > 0 ? INFINITY : pair->b.radius, least = fmin(ra, rb);
    (void)a, (void)b;
    p->sb_radius = isnan(p->sb_radius) ? p->sb_rmul * least : p->sb_radius;
    p->sb_rmul = p->sb_radius / least;
    const double r = p->sb_radius;
    const int flat = pair->dimensions < 3;
    const double bend = flat ? 2 * r * r * r / 3 : pi * r * r * r * r / 4;
    const double twist = flat ? 0 : 2 * bend;
    d->area = flat ? 2 * r : pi * r * r;
    d->twist = twist / r;
    d->k_n = p->sb_kn * d->area;
    d->k_s = p->sb_ks * d->area;
    d->k_t = p->sb_ks * twist;
    d->k_b = p->sb_kn * bend;
    d->soft_s = inverse(d->k_s);
    d->soft_t = inverse(d->k_t);
    d->soft_b = inverse(d->k_b);
    d->slope = tan(p->sb_fa);
    /* Elongations, m, of the disc's edge at which damage begins and the bond breaks. */
    d->onset = p->sb_kn > 0 ? p->sb_ten / p->sb_kn : 0;
    d->end = d->onset * (1 + p->sb_soft * (1 - p->sb_cut));
    return r > 0 && isfinite(r) ? NULL : "a bond needs a radius: a body that is not flat";
}

/* ---- The bond -------------------------------------------------------------------------------- */

/* Values of the state bond_past: before the first step, no bond so far, intact, broken in tension,
 * broken in shear. */
enum { UNBEGUN, NONE_YET, HELD, PULLED, SHEARED };

/* The contact at one end of a step. */
struct end {
    double way, damage;          /* m, elongation along n; lost share of the stiffness */
    double fn, mn;               /* N; N m, twisting moment */
    double normal, bending;      /* J, stored along n and in bending */
    struct lt_shear f, m, angle; /* N; N m, bending moments; rad, elastic bending angles */
};

/* The damage, i.e. the lost share (0 to 1) of the stiffness, if FAR, m, was the largest elongation
 * of the disc's edge: the stress at the edge falls linearly from sb_ten, and damage is 1 minus this
 * over the stress sb_kn far of an undamaged bond. */
static inline double soft_damage(const struct params *p, const struct derived *d, double far) {
    const double most = far < d->end ? far : d->end, beyond = most - d->onset;
    return beyond > 0 ? 1 - (p->sb_ten - p->sb_kn / p->sb_soft * beyond) / (p->sb_kn * most) : 0;
}

/* Fills forces, moments and energies of N from way, damage and angle. Compression is not damaged.
 */
static inline void soft_answer(const struct derived *d, struct end *n) {
    const double left = n->way > 0 ? 1 - n->damage : 1.0;
    n->fn = left * d->k_n * n->way;
    n->normal = 0.5 * n->fn * n->way;
    n->m = lt_shear_times((1 - n->damage) * d->k_b, n->angle);
    n->bending = 0.5 * lt_shear_dot(n->m, n->angle);
}

/* Length of a vector in the contact plane. */
static inline double soft_size(struct lt_shear x) {
    return sqrt(lt_shear_dot(x, x));
}

/* F, shortened to the length MOST if it is longer. */
static inline struct lt_shear soft_limit(struct lt_shear f, double most) {
    const double size = soft_size(f);
    return size > most ? lt_shear_times(most / size, f) : f;
}

/* Stored energy, J. */
static inline double soft_stored(const struct derived *d, const struct end *n) {
    return n->normal + n->bending + 0.5 * d->soft_s * lt_shear_dot(n->f, n->f) +
           0.5 * d->soft_t * n->mn * n->mn;
}

/* Trapezoid work, J, of the forces at the ends A and B of a step on its displacements. */
static inline double soft_work(const struct end *a, const struct end *b, const struct lt_move *m) {
    return 0.5 *
           ((a->fn + b->fn) * m->dun + (a->f.s + b->f.s) * m->dus + (a->f.t + b->f.t) * m->dut +
            (a->mn + b->mn) * m->dan + (a->m.s + b->m.s) * m->das + (a->m.t + b->m.t) * m->dat);
}

/* The bond in one step. */
struct soft_step {
    int was, on;        /* it exists at the start, and at the end unless it breaks */
    int touch;          /* it is made in this step, where the surfaces touch */
    int breaks, pulled; /* it breaks in this step, and in tension */
    double rest, far;   /* m, un without force; largest elongation of the edge so far */
    struct lt_shear_span span;
};

/* Returns whether a bond exists before (was) and in (on) this step: because it held, is set by the
 * program, or is made at the start or at touch; and its position of rest, m. */
static inline struct soft_step soft_begin(const struct params *p, const struct lt_move *m,
                                          const struct state *x) {
    const double before = m->un - m->dun;
    const int bonded = x->bonded > 0.5, held = x->bond_past > 1.5 && x->bond_past < 2.5;
    const int active = m->active > 0.5;
    struct soft_step s = {.was = bonded && held};
    const int start = p->bond_made < 0.5 && x->bond_past < 0.5 && before <= p->bond_gap;
    s.touch = p->bond_made > 0.5 && p->bond_made < 1.5 && !(active && before <= 0) && m->un <= 0 &&
              x->bond_past < 1.5 && !bonded;
    s.on = bonded || start || s.touch;
    s.rest = s.was ? x->sb_rest : s.touch || before < 0 ? 0.0 : before;
    s.far = s.was ? x->sb_far : 0.0;
    return s;
}

/* ---- The step -------------------------------------------------------------------------------- */

/* Sets damage and stresses, Pa, of the bond at the end of the step, and s->breaks: in tension at
 * the elongation d->end of its edge, in shear at the strength sb_coh - tan(sb_fa) sigma. */
static inline void soft_break(const struct params *p, const struct derived *d, struct soft_step *s,
                              struct end *n, struct state *x) {
    const double edge = n->way + p->sb_mcf * p->sb_radius * soft_size(n->angle);
    s->far = edge > s->far ? edge : s->far;
    n->damage = soft_damage(p, d, s->far);
    soft_answer(d, n);
    const double mean = n->fn / d->area, pull = mean < p->sb_ten ? mean : p->sb_ten;
    x->sb_sigma =
        (1 - n->damage) * p->sb_kn * edge + (n->way < 0 ? n->damage * p->sb_kn * n->way : 0);
    x->sb_tau =
        soft_size(n->f) / d->area + (d->twist > 0 ? p->sb_mcf * fabs(n->mn) / d->twist : 0.0);
    s->pulled = p->sb_kn > 0 && edge > d->end;
    s->breaks = s->pulled || x->sb_tau > p->sb_coh - d->slope * pull;
}

/* Sets the state N after the bond has broken at UN, m: the forces and moments, as far as friction
 * bears them. Largest twisting moment 0.65 sb_tmul fric R N, bending moment 1/4 sb_bmul R N: PFC's
 * limits of a disc under linear and uniform pressure. */
static inline void soft_free(const struct params *p, const struct derived *d, double un,
                             struct end *n) {
    const double press = un < 0 ? 0 - d->k_n * un : 0.0;
    const double most = 0.65 * p->sb_tmul * p->fric * p->sb_radius * press;
    n->way = un < 0 ? un : 0.0;
    n->damage = 0;
    n->f = soft_limit(n->f, p->fric * press);
    n->mn = n->mn > most ? most : n->mn < -most ? -most : n->mn;
    n->angle =
        lt_shear_times(d->soft_b, soft_limit(n->m, 0.25 * p->sb_bmul * p->sb_radius * press));
    soft_answer(d, n);
}

/* Shear force (N), twisting and bending moments (N m) of the springs at the end N of a step that
 * began at N0, and their losses (J). In a bond they have no limit, without one friction limits
 * them. */
static inline void soft_forces(const struct derived *d, const struct soft_step *s,
                               const struct params *p, const struct lt_move *m,
                               const struct end *n0, struct end *n, struct losses *e,
                               struct lt_out *o, struct state *x) {
    /* N: compression of the surfaces; arm, N m: lever of the friction limits of twisting and
     * bending. */
    const double press = m->un < 0 ? 0 - d->k_n * m->un : 0.0;
    const double unlimited = s->on ? INFINITY : 0.0; /* added to the friction limits */
    const double arm = p->sb_radius * press;
    const struct lt_shear_end f =
        lt_shear_spring(&s->span, n0->f, (struct lt_shear){m->dus, m->dut}, d->k_s, d->soft_s,
                        unlimited + p->fric * press);
    const struct lt_shear_end t =
        lt_shear_spring(&s->span, (struct lt_shear){n0->mn, 0}, (struct lt_shear){m->dan, 0},
                        d->k_t, d->soft_t, unlimited + 0.65 * p->sb_tmul * p->fric * arm);
    n->f = (struct lt_shear){f.s, f.t};
    n->mn = t.s;
    e->slip = f.slip;
    e->twist = t.slip;
    e->roll = 0;
    o->cross += f.cross + t.cross;
    x->slips = f.slips || t.slips;
    const struct lt_shear du = {m->das, m->dat};
    if (s->on) { /* the moment of a damaged bond follows from the angle, not from its increments */
        n->angle = lt_shear_sum(n0->angle, lt_shear_inside(&s->span, du));
        return;
    }
    const struct lt_shear_end r =
        lt_shear_spring(&s->span, n0->m, du, d->k_b, d->soft_b, 0.25 * p->sb_bmul * arm);
    n->angle = lt_shear_times(d->soft_b, (struct lt_shear){r.s, r.t});
    e->roll = r.slip;
    o->cross += r.cross;
    x->slips = x->slips > 0.5 || r.slips;
}

/* Trapezoid work, J, beyond the stored energy along n, in a step from N0 to N across zero
 * elongation, where the stiffness changes. */
static inline double soft_cross(const struct derived *d, const struct soft_step *s,
                                const struct end *n0, const struct end *n,
                                const struct lt_move *m) {
    const double before = m->un - m->dun;
    if (s->on && !s->touch) {
        const double both = 0.5 * d->k_n * n0->way * n->way;
        return both < 0 ? both * (n0->way > 0 ? -n0->damage : n->damage) : 0.0;
    }
    return m->un <= 0 && before > 0   ? -0.5 * n->fn * before
           : m->un > 0 && before <= 0 ? 0.5 * n0->fn * m->un
                                      : 0.0;
}

/* A step: first the elastic forces of all springs, then, of a bond, its damage and whether it
 * breaks. Fills the forces, energies and states. */
static inline void step(const struct params *p, const struct derived *d, const struct lt_move *m,
                        struct state *x, struct lt_out *o, struct losses *e) {
    const double before = m->un - m->dun;
    struct soft_step s = soft_begin(p, m, x);
    /* The springs before (n0) and after (n) the step. */
    struct end n0 = {.way = s.was || before < 0 ? before - s.rest : 0.0,
                     .damage = s.was ? soft_damage(p, d, s.far) : 0.0,
                     .f = {x->sb_fs, x->sb_ft},
                     .mn = x->sb_mn,
                     .angle = {x->sb_bend_s, x->sb_bend_t}},
               n = {.way = s.on        ? m->un - s.rest
                           : m->un < 0 ? m->un
                                       : 0.0};
    soft_answer(d, &n0);
    s.span = lt_shear_span(m->un, m->dun, m->active > 0.5, m->un <= 0 || s.on);
    if (s.on && !s.touch)
        s.span.inside = 1, s.span.entering = 0;
    *o = (struct lt_out){.fn = 0};
    e->damage = e->fracture = 0;
    soft_forces(d, &s, p, m, &n0, &n, e, o, x);
    x->sb_sigma = x->sb_tau = 0;
    soft_answer(d, &n);
    /* The bond: damage dissipates what the springs store less at the mean of both ends. */
    if (s.on) {
        soft_break(p, d, &s, &n, x);
        const double pulled = n0.way > 0 && n.way > 0 ? n0.way * n.way : 0.0;
        e->damage = 0.5 * (n.damage - n0.damage) *
                    (d->k_n * pulled + d->k_b * lt_shear_dot(n0.angle, n.angle));
        if (s.touch) { /* the angle counts from the instant at which the bond was made */
            const struct lt_shear du = {m->das, m->dat};
            o->cross += lt_shear_cross(&s.span, n0.m, n.m, du);
        }
    }
    if (s.breaks) {
        /* Fracture takes what the springs lose at once; the rest of the work is E_cross. */
        const double trial = soft_stored(d, &n);
        soft_free(p, d, m->un, &n);
        e->fracture = trial - soft_stored(d, &n);
        x->sb_sigma = x->sb_tau = 0;
        o->cross = soft_work(&n0, &n, m) - (trial - soft_stored(d, &n0)) - e->damage;
    } else {
        o->cross += soft_cross(d, &s, &n0, &n, m);
    }
    s.on = s.on && !s.breaks;
    o->fn = n.fn, o->fs = n.f.s, o->ft = n.f.t;
    o->mn = n.mn, o->ms = n.m.s, o->mt = n.m.t;
    o->strain = soft_stored(d, &n);
    o->active = s.on || m->un <= 0;
    o->cap = s.on ? INFINITY : p->fric * (n.fn < 0 ? -n.fn : 0.0);
    o->branch = o->active + (s.on ? 2 : 0) + (x->slips > 0.5 ? 4 : 0) + (n.way > 0 ? 8 : 0) +
                (n.damage > n0.damage ? 16 : 0) + (s.breaks ? 32 : 0);
    /* The history of the bond, for which bond_past and bond_state have numbers. */
    const double past = s.breaks             ? (s.pulled ? PULLED : SHEARED)
                        : x->bond_past > 2.5 ? x->bond_past
                                             : NONE_YET;
    x->bond_past = s.on ? HELD : past;
    x->bonded = s.on;
    x->bond_state = s.on ? 3 : x->bond_past > 2.5 ? x->bond_past - 2 : 0;
    x->sb_rest = s.on ? s.rest : 0;
    x->sb_far = s.on ? s.far : 0;
    x->sb_damage = n.damage;
    x->sb_fs = n.f.s, x->sb_ft = n.f.t, x->sb_mn = n.mn;
    x->sb_bend_s = n.angle.s, x->sb_bend_t = n.angle.t;
}

/* ---- The law --------------------------------------------------------------------------------- */

/* Half a period, s, of the undamaged normal spring. */
static double soft_time(const struct lt_pair *pair, const void *p, const void *d, double speed) {
    (void)p, (void)speed;
    return 3.14159265358979323846 * sqrt(pair->m_eff / ((const struct derived *)d)->k_n);
}

static const struct lt_event events[] = {{"contact_activated", "active", 1, 0},
                                         {"bonded", "bonded", 1, 0},
                                         {"bond_broken", "bonded", 0, 1},
                                         {"slip_change", "slips", 1, 1},
                                         {.name = NULL}};

/* Forces just after a bond has broken: the normal force in compression, and the others as far as
 * friction bears them; 1e-300 avoids 0/0. */
#define LEFT_N "select(un > 0, 0, select(sb_rest > 0, fn*un/(un - sb_rest), fn))"
#define LEFT(force, size, limit)                                                                   \
    {force, "bonded", "true",                                                                      \
     "select(bonded > 0.5, " force "*(min(1, " limit "*max(0, -" LEFT_N ")/max(" size              \
     ", 1e-300)) - 1), 0)",                                                                        \
     "of a bond that breaks friction is left"},
static const struct lt_jump jumps[] = {
    {"fn", "bonded", "true", "select(bonded > 0.5, " LEFT_N " - fn, 0)",
     "a bond that breaks releases its tension at once"},
    LEFT("fs", "hypot(fs, ft)", "fric") LEFT("ft", "hypot(fs, ft)", "fric")
        LEFT("mn", "abs(mn)", "0.65*sb_tmul*fric*sb_radius")
            LEFT("ms", "hypot(ms, mt)", "0.25*sb_bmul*sb_radius")
                LEFT("mt", "hypot(ms, mt)", "0.25*sb_bmul*sb_radius"){.force = NULL}};

static const struct lt_shortfall declares[] = {
    {"recontact", "true", INFINITY, "a bond that is broken is no new one"}, {.check = NULL}};

LT_LAW(soft_bond, .name = "soft-bond",
       .summary = "a disc that softens before it breaks; broken, it rolls and twists by friction",
       .source = "PFC's soft bond model: names and text of its page; Jiang, Shen & Wang, Comput. "
                 "Geotech. 65 (2015) 147-163; Ma & Huang, Int. J. Rock Mech. Min. Sci. 104 (2018) "
                 "9-19. The softening branch is lawtester's own: doc/bonds.md.",
       .equations =
           "bonded: fn = (1 - w [un > 0]) sb_kn A un, F += sb_ks A dU, mn += sb_ks J dan,\n"
           "M = (1 - w) sb_kn I (as, at)\n"
           "l = un + sb_mcf R |(as, at)|; sb_kn (1 - w) l = sb_ten - sb_kn/sb_soft (l - "
           "l0) beyond l0 = sb_ten/sb_kn\n"
           "breaks beyond l0 (1 + sb_soft (1 - sb_cut)), or where\n"
           "|F|/A + sb_mcf |mn| R/J > sb_coh - tan(sb_fa) min(fn/A, sb_ten)\n"
           "broken: |F| <= fric N, |M| <= sb_bmul R N/4, |mn| <= 0.65 sb_tmul fric R N",
       .acts = 0x3f, .events = events, .jumps = jumps, .declares = declares,
       .contact_time = soft_time, .has_cap = 1, .order = 1)
LT_PLUGIN(&LT_LAW_NAME(soft_bond))

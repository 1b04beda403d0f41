/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sound.h: a law that keeps its contract, for broken ones to differ from in one line.
 *
 * A linear spring with a dashpot that grows with the overlap and never pulls; springs and dashpots
 * for shear, rolling and twisting, each held by friction. Whoever includes this names the law and
 * replaces a line of the first part.
 */
#include "law.h"

/* ---- The lines to replace, right as they stand here ------------------------------------------ */

#ifndef YOUNG_UNIT
#define YOUNG_UNIT "Pa"
#endif
#ifndef FRIC_PRESET
#define FRIC_PRESET 0.4
#endif
#ifndef MODULUS /* of two like bodies */
#define MODULUS p->young / (2 * (1 - p->poisson * p->poisson))
#endif
#ifndef RADIUS
#define RADIUS pair->r_eff
#endif
#ifndef MASS
#define MASS pair->m_eff
#endif
#ifndef SHEAR_K
#define SHEAR_K d->kn *(2 * (1 - p->poisson) / (2 - p->poisson))
#endif
#ifndef TURN_K
#define TURN_K d->ks * d->radius * d->radius
#endif
#ifndef ROLL_REACH
#define ROLL_REACH p->fric_r * d->radius
#endif
#ifndef DERIVE
#define DERIVE
#endif
#ifndef TIME_K
#define TIME_K d->kn
#endif
#ifndef ACTIVE
#define ACTIVE m->un <= 0
#endif
#ifndef BEFORE
#define BEFORE m->un - m->dun
#endif
#ifndef VISCOSITY
#define VISCOSITY root
#endif
#ifndef APPROACH
#define APPROACH m->vn
#endif
#ifndef HELD_DRAG /* spring and dashpot together never pull */
#define HELD_DRAG drag > spring ? spring : drag
#endif
#ifndef PULL
#define PULL 0
#endif
#ifndef LIMIT
#define LIMIT p->fric * -fn
#endif
#ifndef STIFFNESS /* for shear, now and before */
#define STIFFNESS  d->ks
#define STIFFNESS0 d->ks
#endif
#ifndef SHEAR_BEFORE
#define SHEAR_BEFORE x->spring_s, x->spring_t
#endif
#ifndef SHEAR_WAY
#define SHEAR_WAY m->dus, m->dut
#endif
#ifndef ROLL_BEFORE
#define ROLL_BEFORE x->roll_s, x->roll_t
#endif
#ifndef ROLL_SPEED
#define ROLL_SPEED m->ws, m->wt
#endif
#ifndef TWIST_BEFORE
#define TWIST_BEFORE x->twist_n, 0
#endif
#ifndef TRIAL
#define TRIAL f0.s + k *inside *du.s, f0.t + k *inside *du.t
#endif
#ifndef SIZE
#define SIZE sqrt(trial.s *trial.s + trial.t * trial.t)
#endif
#ifndef SLIPS
#define SLIPS size > most
#endif
#ifndef HELD
#define HELD most / size
#endif
#ifndef GIVES /* share of the dashpot that the limit has room for */
#define GIVES room < 1 ? room : 1
#endif
#ifndef SLIP
#define SLIP                                                                                       \
    0.5 * ((f0.s + f.s) * (inside * du.s - (f.s - f0.s) / k) +                                     \
           (f0.t + f.t) * (inside * du.t - (f.t - f0.t) / k))
#endif
#ifndef DEFECT
#define DEFECT 0
#endif
#ifndef DECLARES
#define DECLARES NULL
#endif
#ifndef LOST /* what the springs for friction hold of contact that is no more */
#define LOST 0
#endif
#ifndef STRAIN_N
#define STRAIN_N 0.5 * spring *depth
#endif
#ifndef STRAIN_S
#define STRAIN_S 0.5 * (f.s * f.s + f.t * f.t) / k
#endif
#ifndef KEPT_S
#define KEPT_S shear.spring.s
#define KEPT_T shear.spring.t
#endif
#ifndef SPOIL
#define SPOIL
#endif
#ifndef BLOCK_STEP
#define BLOCK_STEP step
#endif
#ifndef LOSS_TWIST
#define LOSS_TWIST e->twist = twist.slip;
#endif
#ifndef MOMENT_N
#define MOMENT_N o->mn = twist.spring.s + o->vmn;
#endif

/* ---- The law --------------------------------------------------------------------------------- */

#define PARAMS(F)                                                                                  \
    F(young, YOUNG_UNIT, 1e7, 0, INFINITY, "Young's modulus", .mix = LT_HARMONIC)                  \
    F(poisson, "1", 0.25, 0, 0.5, "Poisson's ratio", .mix = LT_MEAN)                               \
    F(damping, "1", 0, 0, INFINITY, "share of critical damping if the overlap were the radius")    \
    F(fric, "1", FRIC_PRESET, 0, INFINITY, "sliding friction", .mix = LT_MIN, .role = LT_FRICTION) \
    F(fric_r, "1", 0.1, 0, INFINITY, "rolling friction", .mix = LT_MIN, .role = LT_ROLLING)        \
    F(fric_to, "1", 0.2, 0, INFINITY, "twisting friction", .mix = LT_MIN, .role = LT_TWISTING)

#define DERIVED(F)                                                                                 \
    F(radius, "m", "effective radius")                                                             \
    F(kn, "N/m", "normal stiffness")                                                               \
    F(ks, "N/m", "shear stiffness")                                                                \
    F(kr, "N m/rad", "rolling and twisting stiffness")                                             \
    F(cn, "N s/m^1.5", "normal viscosity over the root of the overlap")                            \
    F(roll, "m", "rolling moment over normal force")                                               \
    F(twist, "m", "twisting moment over normal force")

#define STATE(F)                                                                                   \
    F(spring_s, "N", "shear spring, s")                                                            \
    F(spring_t, "N", "shear spring, t")                                                            \
    F(roll_s, "N m", "rolling spring, s")                                                          \
    F(roll_t, "N m", "rolling spring, t")                                                          \
    F(twist_n, "N m", "twisting spring")

#define LOSSES(F)                                                                                  \
    F(slip, "J", "sliding friction")                                                               \
    F(roll, "J", "rolling friction")                                                               \
    F(twist, "J", "twisting friction")

LT_STRUCTS

static const char *derive(const struct lt_pair *pair, const struct params *a,
                          const struct params *b, struct params *p, struct derived *d) {
    (void)a, (void)b;
    d->radius = RADIUS;
    d->kn = d->radius * (MODULUS);
    d->ks = SHEAR_K;
    d->kr = TURN_K;
    d->cn = 2 * p->damping * sqrt(MASS * d->kn / d->radius);
    d->roll = ROLL_REACH;
    d->twist = p->fric_to * d->radius;
    DERIVE
    return d->kn > 0 && d->ks > 0 && isfinite(d->kn) ? NULL
                                                     : "young must be positive, the contact curved";
}

struct plane {
    double s, t;
};

struct hold {
    struct plane spring, dashpot;
    double strain, slip, cross, slips;
};

/* A spring with the force f0 and a dashpot beside it, together no more than most: the spring first.
 */
static inline struct hold hold(struct plane f0, struct plane du, struct plane drag, double k,
                               double most, double inside, int active) {
    const struct plane trial = {TRIAL};
    const double size = SIZE;
    const int slips = SLIPS;
    const double share = slips ? HELD : 1;
    const struct plane f = {active ? share * trial.s : LOST * f0.s,
                            active ? share * trial.t : LOST * f0.t};
    const double along = f.s * drag.s + f.t * drag.t, square = drag.s * drag.s + drag.t * drag.t;
    const double spare = most * most - (f.s * f.s + f.t * f.t), left = spare > 0 ? spare : 0;
    const double root = sqrt(along * along + square * left);
    const double room =
        square > 0 ? along > 0 ? left / (root + along) : (root - along) / square : 1;
    const double gives = active ? GIVES : 0;
    const double rest = 1 - inside;
    (void)room;
    return (struct hold){
        .spring = f,
        .dashpot = {gives * drag.s, gives * drag.t},
        .strain = STRAIN_S,
        .slip = SLIP,
        .cross = 0.5 * ((f0.s + f.s) * rest * du.s + (f0.t + f.t) * rest * du.t),
        .slips = active & slips,
    };
}

static inline void step(const struct params *p, const struct derived *d, const struct lt_move *m,
                        struct state *x, struct lt_out *o, struct losses *e) {
    const int active = ACTIVE, was_active = m->active > 0.5;
    const double before = BEFORE;
    const double depth = m->un < 0 ? -m->un : 0, depth0 = before < 0 ? -before : 0;
    const double outside = m->un / (m->dun != 0 ? m->dun : 1);
    const double made = m->dun != 0 && outside < 1 ? outside : 1;
    const double left = was_active && !active ? 1 - outside : 1;
    const double inside = active && !was_active ? made : left;

    const double root = sqrt(depth), c = d->cn * (VISCOSITY);
    const double spring = d->kn * depth, spring0 = d->kn * depth0;
    const double drag = c * (APPROACH), vfn = HELD_DRAG;
    const double fn = vfn - spring + (PULL);

    const double cs = c * d->ks / d->kn, ct = c * d->kr / d->kn;
    const double ks = STIFFNESS, press = fn < 0 ? -fn : 0;
    const struct hold shear =
        hold((struct plane){SHEAR_BEFORE}, (struct plane){SHEAR_WAY},
             (struct plane){cs * m->vs, cs * m->vt}, ks, LIMIT, inside, active);
    const struct plane speed = {ROLL_SPEED};
    const struct hold roll =
        hold((struct plane){ROLL_BEFORE}, (struct plane){m->das, m->dat},
             (struct plane){ct * speed.s, ct * speed.t}, d->kr, d->roll * press, inside, active);
    const struct hold twist =
        hold((struct plane){TWIST_BEFORE}, (struct plane){m->dan, 0}, (struct plane){ct * m->wn, 0},
             d->kr, d->twist * press, inside, active);

    o->vfn = vfn, o->vfs = shear.dashpot.s, o->vft = shear.dashpot.t;
    o->vmn = twist.dashpot.s, o->vms = roll.dashpot.s, o->vmt = roll.dashpot.t;
    o->fn = active ? fn : 0, o->fs = shear.spring.s + o->vfs, o->ft = shear.spring.t + o->vft;
    o->ms = roll.spring.s + o->vms, o->mt = roll.spring.t + o->vmt;
    MOMENT_N
    o->strain = STRAIN_N + shear.strain + roll.strain + twist.strain;
    o->cross =
        -0.5 * (spring0 + spring) * (1 - inside) * m->dun + shear.cross + roll.cross + twist.cross;
    o->defect = DEFECT;
    o->active = active;
    o->branch = active + 2 * (drag > spring) + 4 * shear.slips + 8 * roll.slips + 16 * twist.slips;
    e->slip = shear.slip, e->roll = roll.slip;
    LOSS_TWIST
    x->spring_s = KEPT_S, x->spring_t = KEPT_T;
    x->roll_s = roll.spring.s, x->roll_t = roll.spring.t, x->twist_n = twist.spring.s;
    SPOIL
}

static double contact_time(const struct lt_pair *pair, const void *params, const void *derived,
                           double speed) {
    const struct derived *d = derived;
    (void)params, (void)speed;
    return 3.14159265358979323846 * sqrt(pair->m_eff / (TIME_K));
}

static const struct lt_case cases[] = {{"t_contact", "damping == 0",
                                        "pi*sqrt(m_eff*2*(1 - poisson^2)/(young*r_eff))",
                                        "until the gap is zero again"},
                                       {"e_n", "damping == 0", "1", "without damping"},
                                       {.result = NULL}};

LT_BLOCK(block, BLOCK_STEP, STATE)
LT_LAW_OF(LAW, .name = "sound", .summary = "springs, dashpots and friction in all directions",
          .source = "Hooke; Coulomb; a specimen for tests",
          .equations = "fn = kn un + c vn <= 0, c = 2 damping sqrt(m_eff kn) sqrt(-un/r_eff)\n"
                       "shear, rolling, twisting: springs, then dashpots, held by friction",
          .acts = 0x3f, .cases = cases, .contact_time = contact_time, .declares = DECLARES)

/* SPDX-License-Identifier: MIT */
/*
 * my-law: a spring, a dashpot with tensile cut-off, and Coulomb friction: a start, to be made
 * yours.
 *
 *   cc -O3 -march=native -ffp-contract=off -fno-math-errno -fno-trapping-math -fPIC -shared \
 *       $(pkg-config --cflags lawtester) my-law.c -o my-law.so -lm
 *   lawtester laws my-law --plugin ./my-law.so          # what the tables below say of it
 *   lawtester run my-law.yaml --plugin ./my-law.so      # out/my-law.csv .json .svg
 *
 * law.h says what step() is given and what it must set. Signs: un < 0 is overlap, fn < 0
 * compression, a spring is f = +k u. All is SI, all is double.
 */
#include "law.h"
#include "shear.h" /* a shear spring with a limit, its energy closed; write your own instead */

/* What users set:  name, unit, default, least, greatest, meaning */
#define PARAMS(F)                                                                                  \
    F(kn, "N/m", 1e5, 0, INFINITY, "normal stiffness")                                             \
    F(ks, "N/m", 5e4, 0, INFINITY, "shear stiffness")                                              \
    F(beta, "1", 0.1, 0, INFINITY, "share of critical damping, normal")                            \
    F(fric, "1", 0.3, 0, INFINITY, "friction coefficient", .mix = LT_MIN)

/* What derive() makes of them, what one step tells the next, what is dissipated beside the
 * dashpots:  name, unit, meaning */
#define DERIVED(F) F(cn, "N s/m", "normal viscosity") F(inv_ks, "m/N", "1/ks; 0 if ks = 0")
#define STATE(F)                                                                                   \
    F(spring_s, "N", "force of the shear spring, s")                                               \
    F(spring_t, "N", "force of the shear spring, t")                                               \
    F(slips, "1", "1 while the contact slips")
#define LOSSES(F) F(slip, "J", "sliding friction")

LT_STRUCTS

/* Once for each run: numbers that do not change in it. NULL, or what is wrong. */
static const char *derive(const struct lt_pair *pair, const struct params *a,
                          const struct params *b, struct params *p, struct derived *d) {
    (void)a, (void)b; /* what the materials of the two particles say */
    d->cn = 2 * p->beta * sqrt(pair->m_eff * p->kn);
    d->inv_ks = p->ks > 0 ? 1 / p->ks : 0;
    return NULL;
}

/* Once for each time step. Selects (c ? a : b) and & in place of if and && let the compiler run
 * many contacts at once. */
static inline void step(const struct params *p, const struct derived *d, const struct lt_move *m,
                        struct state *x, struct lt_out *o, struct losses *e) {
    /* In contact where un <= 0; span.inside is the share of this step that was. */
    const struct lt_shear_span span = lt_shear_span(m->un, m->dun, m->active > 0.5, m->un <= 0);
    const int active = span.active;

    const double before = m->un - m->dun, fn0 = p->kn * (before < 0 ? before : 0.0);
    const double fn = p->kn * (m->un < 0 ? m->un : 0.0);
    const double drag = d->cn * m->vn;
    const int capped = active & (drag > -fn); /* spring and dashpot together never pull */
    const double vfn = capped ? -fn : drag;

    const struct lt_shear f0 = {x->spring_s, x->spring_t}, du = {m->dus, m->dut};
    const double most = active ? -p->fric * (fn + vfn) : 0.0;
    const struct lt_shear_end shear = lt_shear_spring(&span, f0, du, p->ks, d->inv_ks, most);

    *o = (struct lt_out){
        .vfn = active ? vfn : 0.0, /* viscous: the host makes E_dashpot of it */
        .fn = fn + (active ? vfn : 0.0),
        .fs = shear.s,
        .ft = shear.t,
        .strain = 0.5 * (fn * m->un + (shear.s * shear.s + shear.t * shear.t) * d->inv_ks),
        .cross = 0.5 * (fn0 + fn) * (1 - span.inside) * m->dun + shear.cross,
        .active = active,
        .branch = active + 2 * shear.slips + 4 * capped, /* another number, another formula */
    };
    e->slip = shear.slip;
    x->spring_s = shear.s;
    x->spring_t = shear.t;
    x->slips = shear.slips;
}

static const struct lt_event events[] = {{"slip_change", "slips", 1, 1}, {.name = NULL}};

/* Closed forms; 'lawtester calibrate' shows them beside what it finds. */
static const struct lt_case cases[] = {{"e_n", "beta < 1",
                                        "exp(-2*beta*acos(beta)/sqrt(1 - beta^2))",
                                        "tensile cut-off: the contact ends when the force is zero"},
                                       {.result = NULL}};

LT_LAW(my_law, .name = "my-law", .summary = "linear spring, dashpot without tension, friction",
       .source = "paper or manual, with the numbers of its equations",
       .equations = "fn = min(kn un + cn vn, 0), cn = 2 beta sqrt(m_eff kn)\n"
                    "(fs, ft) = ks (us, ut), at most fric |fn|",
       .acts = 0x7, /* bit i: force component i, in the order fn fs ft mn ms mt, may act */
       .events = events, .cases = cases)
LT_PLUGIN(&lt_law_my_law)

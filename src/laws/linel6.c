/* SPDX-License-Identifier: MIT */
/*
 * linel6.c: linear elasticity in all six degrees of freedom; never breaks (Woo's LinEl6).
 */
#include "bar.h"
#include "shear.h"

#define PARAMS(F)                                                                                  \
    LT_BAR_PARAMS(F)                                                                               \
    F(charLen, "m", NAN, 0, INFINITY, "length l from which rotation has its stiffness")            \
    F(rotation, "1", 0, 0, 2, "stiffness of rotation: k l^2, k l (manual) or k/l (code), in SI",   \
      .choices = "squared manual code")

#define DERIVED(F)                                                                                 \
    F(kw, "N m/rad", "twisting stiffness, from kn")                                                \
    F(kb, "N m/rad", "bending stiffness, from kt")                                                 \
    F(inv_kn, "m/N", "1/kn, 0 if kn = 0")                                                          \
    F(inv_kt, "m/N", "1/kt, 0 if kt = 0")                                                          \
    F(inv_kw, "rad/(N m)", "1/kw, 0 if kw = 0")                                                    \
    F(inv_kb, "rad/(N m)", "1/kb, 0 if kb = 0")

#define STATE(F)                                                                                   \
    F(force_n, "N", "normal force")                                                                \
    F(force_s, "N", "shear force, s")                                                              \
    F(force_t, "N", "shear force, t")                                                              \
    F(torque_n, "N m", "twisting moment")                                                          \
    F(torque_s, "N m", "bending moment, s")                                                        \
    F(torque_t, "N m", "bending moment, t")

#define LOSSES(F)

LT_STRUCTS
LT_BAR_FILL

/* Derives stiffnesses of the bar, N/m, and, from charLen, those of rotation, N m/rad. Returns the
 * error or NULL. */
static const char *derive(const struct lt_pair *pair, const struct params *a,
                          const struct params *b, struct params *p, struct derived *d) {
    const char *wrong = bar_fill(pair, a, b, p);
    if (wrong)
        return wrong;
    if (p->rotation > 1.5 && !(p->charLen > 0))
        return "charLen must be positive for rotation: code, which divides by it";
    const double l = p->charLen;
    const double per_k = p->rotation < 0.5 ? l * l : p->rotation < 1.5 ? l : 1 / l;
    d->kw = p->kn * per_k;
    d->kb = p->kt * per_k;
    d->inv_kn = lt_bar_inverse(p->kn);
    d->inv_kt = lt_bar_inverse(p->kt);
    d->inv_kw = lt_bar_inverse(d->kw);
    d->inv_kb = lt_bar_inverse(d->kb);
    return NULL;
}

/* A step of six independent linear springs, without friction; of the step that makes the contact
 * only the share in contact loads them. Fills forces, energies and states. */
LT_INLINE void step(const struct params_n *p, const struct derived_n *d, const struct lt_move_n *m,
                    struct state_n *x, struct lt_out_n *o, struct losses_n *e) {
    (void)e;
    const num zero = NUM(0.0);
    const struct lt_shear none = {zero, zero};
    const mask active = (m->un <= 0) | m->active;
    const struct lt_shear_span span =
        m->stay ? lt_shear_stay() : lt_shear_span(m->un, m->dun, m->active, active);
    const num fn0 = x->force_n, fn = SEL(active, p->kn * m->un, zero);

    const struct lt_shear u = {m->dus, m->dut}, b = {m->das, m->dat}, w = {m->dan, zero};
    /* A spring whose stiffness is taken away has no force. */
    const struct lt_shear f0 =
        lt_shear_select(p->kt > 0, (struct lt_shear){x->force_s, x->force_t}, none);
    const struct lt_shear b0 =
        lt_shear_select(d->kb > 0, (struct lt_shear){x->torque_s, x->torque_t}, none);
    const struct lt_shear w0 = {SEL(d->kw > 0, x->torque_n, zero), zero};
    /* Forces and moments at the end of the step. */
    const num share = SEL(active, span.inside, zero);
    const struct lt_shear f1 = {f0.s + p->kt * (share * u.s), f0.t + p->kt * (share * u.t)};
    const struct lt_shear b1 = {b0.s + d->kb * (share * b.s), b0.t + d->kb * (share * b.t)};
    const struct lt_shear w1 = {w0.s + d->kw * (share * w.s), zero};

    o->fn = fn;
    o->fs = f1.s;
    o->ft = f1.t;
    o->mn = w1.s;
    o->ms = b1.s;
    o->mt = b1.t;
    o->vfn = o->vfs = o->vft = o->vmn = o->vms = o->vmt = zero;
    o->strain = 0.5 * (fn * fn * d->inv_kn + (f1.s * f1.s + f1.t * f1.t) * d->inv_kt +
                       w1.s * w1.s * d->inv_kw + (b1.s * b1.s + b1.t * b1.t) * d->inv_kb);
    o->cross = 0.5 * (fn0 + fn) * (1 - span.inside) * m->dun + lt_shear_cross(&span, f0, f1, u) +
               lt_shear_cross(&span, b0, b1, b) + lt_shear_cross(&span, w0, w1, w);
    o->defect = zero;
    o->active = active;
    o->branch = BITS(active, 1);

    x->force_n = fn;
    x->force_s = f1.s;
    x->force_t = f1.t;
    x->torque_n = w1.s;
    x->torque_s = b1.s;
    x->torque_t = b1.t;
}

static const struct lt_event events[] = {{"contact_activated", "active", 1, 0}, {.name = NULL}};

static const struct lt_case cases[] = {
    {"e_n", "1", "0", "the contact may be tensile: the particles never separate"},
    {.result = NULL}};

static const struct lt_shortfall declares[] = {
    {"units", "rotation ~= 0", 0x1p96,
     "rotation: manual and code take k l and k/l for a stiffness of rotation, numbers of SI: off "
     "by up to the third power of the unit of length, 2^32"},
    {"wall", "true", INFINITY,
     "stiffness depends on lengths: a wall is as long as the sphere on it, and "
     "an infinite sphere infinitely long"},
    {"tension", "true", LT_TWO_COMPONENTS, "the contact never breaks: forces of any sign"},
    {.check = NULL}};

LT_LAW_N(linel6, .name = "linel6",
         .summary = "linear elasticity in all six degrees of freedom, never breaks (Woo)",
         .source =
             "Woo, Purely elastic 6-DoF model. Stiffness of rotation and its energy corrected, see "
             "doc/linel6.md.",
         .equations =
             "(fn, fs, ft) = (kn un, kt us, kt ut)\n"
             "(mn, ms, mt) = (kn an, kt as, kt at) charLen^2\n"
             "us to at counted from first touch; kn = A/(lA/EA + lB/EB); active ever after",
         .acts = 0x3f, .events = events, .cases = cases, .declares = declares, .order = LT_NO_ERROR)

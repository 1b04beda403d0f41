/* SPDX-License-Identifier: MIT */
/*
 * idealelpl.c: linear springs, Coulomb slip, rolling and twisting resistance (Woo's linear model).
 */
#include "bar.h"
#include "shear.h"

#define PARAMS(F)                                                                                  \
    LT_BAR_PARAMS(F)                                                                               \
    F(tanPhi, "1", 0.5, 0, INFINITY, "friction coefficient", .mix = LT_MIN, .role = LT_FRICTION)   \
    F(iniEqlb, "1", 0, 0, 1, "an overlap at the start is one without force",                       \
      .choices = "false true")                                                                     \
    F(noSlip, "1", 0, 0, 1, "shear force without limit", .choices = "false true")                  \
    F(noBreak, "1", 0, 0, 1, "once made the contact stays, and may be tensile",                    \
      .choices = "false true")                                                                     \
    F(noFrict, "1", 0, 0, 1, "no shear force", .choices = "false true")                            \
    F(relRollStiff, "1", 0, 0, INFINITY, "rolling stiffness relative to kn (lA + lB)^2")           \
    F(relTwistStiff, "1", 0, 0, INFINITY, "twisting stiffness relative to that of rolling")        \
    F(rollTanPhi, "1", 0, 0, INFINITY, "limit of the rolling moment relative to |fn| (lA + lB)",   \
      .role = LT_ROLLING)                                                                          \
    F(twistTanPhi, "1", INFINITY, 0, INFINITY,                                                     \
      "the same of the twisting moment; infinite: rollTanPhi")

#define DERIVED(F)                                                                                 \
    F(kr, "N m/rad", "rolling stiffness")                                                          \
    F(kw, "N m/rad", "twisting stiffness")                                                         \
    F(arm, "m", "largest rolling moment over normal force")                                        \
    F(arm_twist, "m", "largest twisting moment over normal force")                                 \
    F(friction, "1", "tanPhi, 0 with noFrict")                                                     \
    F(inv_kn, "m/N", "1/kn, 0 if kn = 0")                                                          \
    F(inv_kt, "m/N", "1/kt, 0 if kt = 0")                                                          \
    F(inv_kr, "rad/(N m)", "1/kr, 0 if kr = 0")                                                    \
    F(inv_kw, "rad/(N m)", "1/kw, 0 if kw = 0")

#define STATE(F)                                                                                   \
    F(force_n, "N", "normal force")                                                                \
    F(force_s, "N", "shear force, s")                                                              \
    F(force_t, "N", "shear force, t")                                                              \
    F(torque_n, "N m", "twisting moment")                                                          \
    F(torque_s, "N m", "rolling moment, s")                                                        \
    F(torque_t, "N m", "rolling moment, t")                                                        \
    F(uN0, "m", "un at which the normal force is zero")                                            \
    F(touched, "1", "1 while the surfaces overlap, or the contact holds")                          \
    F(slipping, "1", "1 while the contact slips", .told = 1)                                       \
    F(rolling, "1", "1 while the rolling or the twisting moment is at its limit")                  \
    F(slip_path, "J", "friction work, exact along the path of each step")                          \
    F(slip_yield, "J", "friction work as limit at the end times slip", .sets = "slip_path")        \
    F(slip_drop, "J", "friction work as drop of elastic energy from the trial force",              \
      .sets = "slip_path")

#define LOSSES(F)                                                                                  \
    F(slip, "J", "sliding friction")                                                               \
    F(broken, "J", "shear spring of a contact that ended, with noSlip")                            \
    F(roll, "J", "rolling friction")                                                               \
    F(twist, "J", "twisting friction")

LT_STRUCTS
LT_BAR_FILL

/* Derives stiffnesses, N m/rad, and limits (levers, m) of rolling and twisting from ratios and the
 * length lA + lB. Returns the error or NULL. */
static const char *derive(const struct lt_pair *pair, const struct params *a,
                          const struct params *b, struct params *p, struct derived *d) {
    const char *wrong = bar_fill(pair, a, b, p);
    if (wrong)
        return wrong;
    const double length = pair->a.length + pair->b.length;
    d->kr = p->relRollStiff * p->kn * length * length;
    d->kw = p->relTwistStiff * d->kr;
    d->arm = p->rollTanPhi * length;
    d->arm_twist = (isinf(p->twistTanPhi) ? p->rollTanPhi : p->twistTanPhi) * length;
    d->friction = p->noFrict > 0 ? 0 : p->tanPhi;
    d->inv_kn = lt_bar_inverse(p->kn);
    d->inv_kt = lt_bar_inverse(p->kt);
    d->inv_kr = lt_bar_inverse(d->kr);
    d->inv_kw = lt_bar_inverse(d->kw);
    return NULL;
}

/* The share x of a step, 0 to 1, after which the shear force, which goes from F0 to F0 + DF,
 * reaches the limit, which goes from Y0 to Y1 (N): |f0 + x df| = y0 + x (y1 - y0), a quadratic
 * equation. */
LT_INLINE num slip_onset(struct lt_shear f0, struct lt_shear df, num y0, num y1) {
    const num zero = NUM(0.0), one_ = NUM(1.0), dy = y1 - y0;
    const num a = df.s * df.s + df.t * df.t - dy * dy;
    const num b = f0.s * df.s + f0.t * df.t - y0 * dy;
    const num c = f0.s * f0.s + f0.t * f0.t - y0 * y0;
    const num square = b * b - a * c;
    const num root = lt_sqrt(SEL(square > 0, square, zero));
    /* The root has two forms; each is free of cancellation for one sign of b. */
    const mask grows = b > 0;
    const num below = SEL(grows, b + root, a);
    const num above = SEL(grows, 0.0 - c, root - b);
    const num x = above / SEL(below > 0, below, one_);
    const num least = SEL(x > 0, x, zero);
    return SEL(least < 1, least, one_);
}

/* A contact relative to its state without force: first touch or, with iniEqlb, the overlap at the
 * start of the run. */
struct reference {
    num uN0, gap;  /* m, un without force, and un less that */
    mask overlaps; /* un <= 0 */
    mask holds;    /* noBreak: the contact was made, and stays */
    struct lt_shear_span span;
};

/* Returns the gap, m, from the reference uN0 of the contact, which is set anew when the surfaces
 * begin to overlap: 0, or with iniEqlb an overlap at the start. With noBreak the contact holds over
 * a gap. */
LT_INLINE struct reference find_reference(const struct params_n *p, const struct lt_move_n *m,
                                          const struct state_n *x) {
    const num zero = NUM(0.0), start = m->un - m->dun;
    const mask overlaps = m->un <= 0, first = overlaps & (x->touched < 0.5);
    const num equilibrium = SEL(IS(p->iniEqlb) & (start < 0), start, zero);
    struct reference reference = {.uN0 = SEL(first, equilibrium, x->uN0), .overlaps = overlaps};
    reference.gap = m->un - reference.uN0;
    reference.holds = m->active & NOT(p->noBreak < 0.5);
    reference.span = lt_shear_span(reference.gap, m->dun, m->active,
                                   (overlaps & (reference.gap <= 0)) | reference.holds);
    return reference;
}

/* Adds to the alternative accounts of friction work, J (states slip_path, slip_yield, slip_drop).
 * The slip displacement is the excess of the trial force over the limit, which goes from Y0 to Y1
 * (N), divided by kt; the accounts take it times the mean limit since the onset of slip, the last
 * limit, or the mean of trial force and limit. */
LT_INLINE void account_slip(const struct params_n *p, const struct derived_n *d,
                            const struct lt_shear_span *span, mask slips, struct lt_shear f0,
                            struct lt_shear du, num y0, num y1, struct state_n *x) {
    if (!ANY(slips))
        return;
    const struct lt_shear in = lt_shear_inside(span, du);
    const struct lt_shear df = {p->kt * in.s, p->kt * in.t};
    const num ts = f0.s + df.s, tt = f0.t + df.t, trial = lt_sqrt(ts * ts + tt * tt);
    const num at = slip_onset(f0, df, y0, y1), y_on = y0 + (y1 - y0) * at;
    const num slid = SEL(slips, (trial - y1) * d->inv_kt, NUM(0.0));
    x->slip_path += SEL(slips, 0.5 * (y_on + y1) * slid, NUM(0.0));
    x->slip_yield += SEL(slips, y1 * slid, NUM(0.0));
    x->slip_drop += SEL(slips, 0.5 * (trial + y1) * slid, NUM(0.0));
}

/* A step: the normal spring, then the shear, rolling and twisting springs, each limited by friction
 * with the normal force of the end of the step. Fills forces, energies and states. */
LT_INLINE void step(const struct params_n *p, const struct derived_n *d, const struct lt_move_n *m,
                    struct state_n *x, struct lt_out_n *o, struct losses_n *e) {
    const num zero = NUM(0.0), one_ = NUM(1.0);
    const struct reference reference = find_reference(p, m, x);
    const struct lt_shear_span *span = &reference.span;

    const num fn0 = x->force_n, fn = SEL(span->active, p->kn * reference.gap, zero);
    /* Friction limits, N, before and after the step; noSlip: the shear spring has none. */
    const num y0 = d->friction * lt_abs(fn0), y1 = d->friction * lt_abs(fn);
    const mask limited = (p->noSlip < 0.5) | NOT(d->friction > 0);
    const struct lt_shear f0 = {x->force_s, x->force_t}, du = {m->dus, m->dut};
    const struct lt_shear_end shear =
        lt_shear_spring(span, f0, du, p->kt, d->inv_kt, SEL(limited, y1, NUM(INFINITY)));
    const struct lt_shear_end roll =
        lt_shear_spring(span, (struct lt_shear){x->torque_s, x->torque_t},
                        (struct lt_shear){m->das, m->dat}, d->kr, d->inv_kr, d->arm * lt_abs(fn));
    const struct lt_shear_end twist =
        lt_shear_spring(span, (struct lt_shear){x->torque_n, zero}, (struct lt_shear){m->dan, zero},
                        d->kw, d->inv_kw, d->arm_twist * lt_abs(fn));

    o->fn = fn;
    o->fs = shear.s;
    o->ft = shear.t;
    o->mn = twist.s;
    o->ms = roll.s;
    o->mt = roll.t;
    o->vfn = o->vfs = o->vft = o->vmn = o->vms = o->vmt = zero;
    /* Energies: of the springs, and the work across the start or end of the contact. */
    o->strain =
        0.5 * (fn * fn * d->inv_kn + (shear.s * shear.s + shear.t * shear.t) * d->inv_kt +
               (roll.s * roll.s + roll.t * roll.t) * d->inv_kr + twist.s * twist.s * d->inv_kw);
    const num cross_n = 0.5 * (fn0 + fn) * (1 - span->inside) * m->dun;
    o->cross = cross_n + shear.cross + roll.cross + twist.cross;
    o->defect = zero;
    o->active = span->active;
    o->branch = BITS(o->active, 1) | BITS(shear.slips, 2) | BITS(roll.slips, 4) |
                BITS(twist.slips, 8) | BITS(reference.gap > 0, 16); /* |fn| has a kink */

    e->slip = SEL(limited, shear.slip, zero);
    e->broken = SEL(limited, zero, shear.slip);
    e->roll = roll.slip;
    e->twist = twist.slip;
    account_slip(p, d, span, limited & (shear.slips | span->leaving), f0, du, y0, y1, x);

    x->force_n = fn;
    x->force_s = shear.s;
    x->force_t = shear.t;
    x->torque_n = twist.s;
    x->torque_s = roll.s;
    x->torque_t = roll.t;
    x->uN0 = reference.uN0;
    x->touched = SEL(reference.overlaps | reference.holds, one_, zero);
    x->slipping = SEL(shear.slips, one_, zero);
    x->rolling = SEL(roll.slips | twist.slips, one_, zero);
}

static const struct lt_event events[] = {{"contact_activated", "active", 1, 0},
                                         {"slip_change", "slipping", 1, 1},
                                         {"roll_change", "rolling", 1, 1},
                                         {.name = NULL}};

static const struct lt_case cases[] = {
    {"e_n", "noBreak == 0", "1", "no damping: the gap is zero again at the speed of impact"},
    {"t_contact", "noBreak == 0", "pi*sqrt(m_eff/kn)", "half a period of the spring"},
    {"e_n", "noBreak == 1", "0", "the contact may be tensile: the particles never separate"},
    {.result = NULL}};

static const struct lt_shortfall declares[] = {
    {"coulomb", "noSlip == 1", LT_TWO_COMPONENTS, "noSlip: shear force without limit"},
    {"friction", "noSlip == 1", LT_TWO_COMPONENTS, "noSlip: shear force without limit"},
    {"tension", "noSlip == 1 or noBreak == 1", LT_TWO_COMPONENTS,
     "noBreak: the contact holds in tension, |fn| is what limits the shear force"},
    {"continuity", "noSlip == 1", 1,
     "noSlip: the shear spring is released when the contact is lost (E_broken)"},
    {"wall", "true", INFINITY,
     "stiffness and arms depend on lengths: a wall is as long as the sphere on it, "
     "and an infinite sphere infinitely long"},
    {"stiffness", "noFrict == 1", 1, "noFrict: no shear force, kt is not used"},
    {.check = NULL}};

LT_LAW_N(
    idealelpl, .name = "idealelpl",
    .summary = "linear springs, Coulomb slip, rolling and twisting resistance (Woo)",
    .source = "Cundall & Strack, Geotechnique 29 (1979) 47-65; Woo, Linear (Cundall) contact "
              "model, equations 2-4. Rolling and friction work corrected, see doc/idealelpl.md.",
    .equations =
        "fn = kn (un - uN0), uN0 = 0, with iniEqlb the un of the start; kn = A/(lA/EA + lB/EB)\n"
        "f* = f + kt (dus, dut), (fs, ft) = f* if |f*| <= tanPhi |fn|, else tanPhi |fn| f*/|f*|\n"
        "m* = m + kr (das, dat), |m| <= rollTanPhi |fn| L; kr = relRollStiff kn L^2, L = lA + lB\n"
        "mn* = mn + kw dan, |mn| <= twistTanPhi |fn| L; kw = relTwistStiff kr\n"
        "active while un <= uN0, with noBreak from then on; of the step that makes or ends the\n"
        "contact only the share in contact loads the springs",
    .acts = 0x3f, .events = events, .cases = cases, .declares = declares, .order = 1)

/* SPDX-License-Identifier: MIT */
/*
 * idealelpl: linear springs, Coulomb slip, rolling and twisting resistance (Woo's linear model).
 */
#include "bar.h"
#include "shear.h"

#define PARAMS(F)                                                                                  \
    LT_BAR_PARAMS(F)                                                                               \
    F(tanPhi, "1", 0.5, 0, INFINITY, "friction coefficient", .mix = LT_MIN, .role = LT_FRICTION)   \
    F(iniEqlb, "1", 0, 0, 1, "an overlap at the start is one without force",                       \
      .choices = "false true")                                                                     \
    F(noSlip, "1", 0, 0, 1, "shear force without limit", .choices = "false true")                  \
    F(noBreak, "1", 0, 0, 1, "once made the contact stays, and may pull", .choices = "false true") \
    F(noFrict, "1", 0, 0, 1, "no shear force", .choices = "false true")                            \
    F(relRollStiff, "1", 0, 0, INFINITY, "rolling stiffness relative to kn (lA + lB)^2")           \
    F(relTwistStiff, "1", 0, 0, INFINITY, "twisting stiffness relative to that of rolling")        \
    F(rollTanPhi, "1", 0, 0, INFINITY,                                                             \
      "limit of rolling and of twisting moment relative to |fn| (lA + lB)", .role = LT_ROLLING)

#define DERIVED(F)                                                                                 \
    F(kr, "N m/rad", "rolling stiffness")                                                          \
    F(kw, "N m/rad", "twisting stiffness")                                                         \
    F(arm, "m", "largest moment over normal force")                                                \
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
    F(slip_yield, "J", "friction work as limit at the end times slip")                             \
    F(slip_drop, "J", "friction work as drop of elastic energy from the trial force")

#define LOSSES(F)                                                                                  \
    F(slip, "J", "sliding friction")                                                               \
    F(broken, "J", "shear spring of a contact that ended, with noSlip")                            \
    F(roll, "J", "rolling friction")                                                               \
    F(twist, "J", "twisting friction")

LT_STRUCTS
LT_BAR_FILL

static const char *derive(const struct lt_pair *pair, const struct params *a,
                          const struct params *b, struct params *p, struct derived *d) {
    const char *wrong = bar_fill(pair, a, b, p);
    if (wrong)
        return wrong;
    const double length = pair->a.length + pair->b.length;
    d->kr = p->relRollStiff * p->kn * length * length;
    d->kw = p->relTwistStiff * d->kr;
    d->arm = p->rollTanPhi * length;
    d->friction = p->noFrict > 0 ? 0 : p->tanPhi;
    d->inv_kn = lt_bar_inverse(p->kn);
    d->inv_kt = lt_bar_inverse(p->kt);
    d->inv_kr = lt_bar_inverse(d->kr);
    d->inv_kw = lt_bar_inverse(d->kw);
    return NULL;
}

/* The share of a step after which the shear force F0, growing by DF, is at the limit, which goes
 * from Y0 to Y1: |f0 + x df| = y0 + x (y1 - y0). */
static inline double slip_onset(struct lt_shear f0, struct lt_shear df, double y0, double y1) {
    const double dy = y1 - y0;
    const double a = df.s * df.s + df.t * df.t - dy * dy;
    const double b = f0.s * df.s + f0.t * df.t - y0 * dy;
    const double c = f0.s * f0.s + f0.t * f0.t - y0 * y0;
    const double square = b * b - a * c;
    const double root = sqrt(square > 0 ? square : 0.0);
    /* Two forms of one root, either without cancellation. */
    const int grows = b > 0;
    const double below = grows ? b + root : a;
    const double above = grows ? 0.0 - c : root - b;
    const double x = above / (below > 0 ? below : 1.0);
    const double least = x > 0 ? x : 0.0;
    return least < 1 ? least : 1.0;
}

/* What the contact bears at the end of a step. */
struct borne {
    double fn;
    struct lt_shear_end shear, roll, twist;
};

static inline void put_forces(const struct derived *d, const struct borne *b, struct lt_out *o) {
    o->fn = b->fn;
    o->fs = b->shear.s;
    o->ft = b->shear.t;
    o->mn = b->twist.s;
    o->ms = b->roll.s;
    o->mt = b->roll.t;
    o->vfn = o->vfs = o->vft = o->vmn = o->vms = o->vmt = 0;
    o->strain = 0.5 * (b->fn * b->fn * d->inv_kn +
                       (b->shear.s * b->shear.s + b->shear.t * b->shear.t) * d->inv_kt +
                       (b->roll.s * b->roll.s + b->roll.t * b->roll.t) * d->inv_kr +
                       b->twist.s * b->twist.s * d->inv_kw);
}

static inline void keep_forces(const struct borne *b, struct state *x) {
    x->force_n = b->fn;
    x->force_s = b->shear.s;
    x->force_t = b->shear.t;
    x->torque_n = b->twist.s;
    x->torque_s = b->roll.s;
    x->torque_t = b->roll.t;
}

/* The other accounts of friction work, from the force F0 over the displacement DU inside the
 * overlap. Slip is what of the trial force is beyond the limit, which goes from Y0 to Y1. */
static inline void account_slip(double kt, double inv_kt, struct lt_shear f0, struct lt_shear du,
                                double y0, double y1, int slips, struct state *x) {
    const double zero = 0.0;
    const struct lt_shear df = {kt * du.s, kt * du.t};
    const double ts = f0.s + df.s, tt = f0.t + df.t, trial = sqrt(ts * ts + tt * tt);
    const double at = slip_onset(f0, df, y0, y1), y_on = y0 + (y1 - y0) * at;
    const double slid = slips ? (trial - y1) * inv_kt : zero;
    x->slip_path += 0.5 * (y_on + y1) * slid;
    x->slip_yield += y1 * slid;
    x->slip_drop += 0.5 * (trial + y1) * slid;
}

static inline void step(const struct params *p, const struct derived *d, const struct lt_move *m,
                        struct state *x, struct lt_out *o, struct losses *e) {
    const double zero = 0.0, one_ = 1.0, huge_ = INFINITY;
    const int was_active = m->active > 0.5, may_break = p->noBreak < 0.5;
    /* Where a contact comes to be is its equilibrium: first touch, or the overlap of the start. */
    const int overlaps = m->un <= 0;
    const int first = overlaps & (x->touched < 0.5);
    const double start = m->un - m->dun;
    const double equilibrium = ((p->iniEqlb > 0.5) & (start < 0)) ? start : zero;
    const double uN0 = first ? equilibrium : x->uN0;
    const double gap = m->un - uN0;
    const int holds = was_active & !may_break;
    const int active = (overlaps & (gap <= 0)) | holds;
    const struct lt_shear_span span = lt_shear_span(gap, m->dun, was_active, active);

    const double fn0 = x->force_n, spring = p->kn * gap, fn = active ? spring : zero;
    const double y0 = d->friction * fabs(fn0), y1 = d->friction * fabs(fn);
    const int limited = (p->noSlip < 0.5) | !(d->friction > 0);
    const struct lt_shear f0 = {x->force_s, x->force_t}, du = {m->dus, m->dut};
    const struct lt_shear_end shear =
        lt_shear_spring(&span, f0, du, p->kt, d->inv_kt, limited ? y1 : huge_);
    const double most = d->arm * fabs(fn);
    const struct lt_shear_end roll =
        lt_shear_spring(&span, (struct lt_shear){x->torque_s, x->torque_t},
                        (struct lt_shear){m->das, m->dat}, d->kr, d->inv_kr, most);
    const struct lt_shear_end twist =
        lt_shear_spring(&span, (struct lt_shear){x->torque_n, 0}, (struct lt_shear){m->dan, 0},
                        d->kw, d->inv_kw, most);

    const struct borne b = {fn, shear, roll, twist};
    put_forces(d, &b, o);
    const double cross_n = 0.5 * (fn0 + fn) * (1 - span.inside) * m->dun;
    o->cross = cross_n + shear.cross + roll.cross + twist.cross;
    o->defect = 0;
    o->active = active ? one_ : zero;
    o->branch = o->active + (shear.slips ? 2.0 : zero) + (roll.slips ? 4.0 : zero) +
                (twist.slips ? 8.0 : zero) + (gap > 0 ? 16.0 : zero); /* |fn| has a kink */

    e->slip = limited ? shear.slip : zero;
    e->broken = limited ? zero : shear.slip;
    e->roll = roll.slip;
    e->twist = twist.slip;

    account_slip(p->kt, d->inv_kt, f0, lt_shear_inside(&span, du), y0, y1,
                 limited & (shear.slips | span.leaving), x);

    keep_forces(&b, x);
    x->uN0 = uN0;
    x->touched = (overlaps | holds) ? one_ : zero;
    x->slipping = shear.slips ? one_ : zero;
    x->rolling = (roll.slips | twist.slips) ? one_ : zero;
}

static const struct lt_event events[] = {{"contact_activated", "active", 1, 0},
                                         {"slip_change", "slipping", 1, 1},
                                         {"roll_change", "rolling", 1, 1},
                                         {.name = NULL}};

static const struct lt_case cases[] = {
    {"e_n", "noBreak == 0", "1", "no damping: the gap is zero again at the speed of impact"},
    {"t_contact", "noBreak == 0", "pi*sqrt(m_eff/kn)", "half a period of the spring"},
    {"e_n", "noBreak == 1", "0", "the contact may pull: the particles never separate"},
    {.result = NULL}};

static const struct lt_shortfall declares[] = {
    {"coulomb", "noSlip == 1", LT_TWO_COMPONENTS, "noSlip: shear force without limit"},
    {"friction", "noSlip == 1", LT_TWO_COMPONENTS, "noSlip: shear force without limit"},
    {"tension", "noSlip == 1 or noBreak == 1", LT_TWO_COMPONENTS,
     "noBreak: the contact holds in tension, |fn| is what limits the shear force"},
    {"continuity", "noSlip == 1", 1,
     "noSlip: the shear spring is let go when the contact is lost (E_broken)"},
    {"stiffness", "noFrict == 1", 1, "noFrict: no shear force, kt is not used"},
    {.check = NULL}};

LT_LAW(
    idealelpl, .name = "idealelpl",
    .summary = "linear springs, Coulomb slip, rolling and twisting resistance (Woo)",
    .source = "Cundall & Strack, Geotechnique 29 (1979) 47-65; Woo, Linear (Cundall) contact "
              "model, equations 2-4. Rolling and friction work mended, see doc/idealelpl.md.",
    .equations =
        "fn = kn (un - uN0), uN0 = 0, with iniEqlb the un of the start; kn = A/(lA/EA + lB/EB)\n"
        "f* = f + kt (dus, dut), (fs, ft) = f* if |f*| <= tanPhi |fn|, else tanPhi |fn| f*/|f*|\n"
        "m* = m + kr (das, dat), |m| <= rollTanPhi |fn| L; kr = relRollStiff kn L^2, L = lA + lB\n"
        "mn* = mn + kw dan, |mn| <= rollTanPhi |fn| L; kw = relTwistStiff kr\n"
        "active while un <= uN0, with noBreak from then on; of the step that makes or ends the\n"
        "contact only the share in contact loads the springs",
    .acts = 0x3f, .events = events, .cases = cases, .declares = declares, .order = 1)

/* SPDX-License-Identifier: MIT */
/* mycoulomb: linear springs, Coulomb slip. The law of new-law.md in C. */
#include "law.h"

#define PARAMS(F)                                                                                  \
    F(kn, "N/m", 1e5, 0, INFINITY, "normal stiffness", .mix = LT_SERIES, .role = LT_STIFFNESS_N)   \
    F(kt, "N/m", 5e4, 0, INFINITY, "shear stiffness", .mix = LT_SERIES, .role = LT_STIFFNESS_S)    \
    F(mu, "1", 0.3, 0, INFINITY, "friction coefficient", .mix = LT_MIN, .role = LT_FRICTION)

#define DERIVED(F)

#define STATE(F)                                                                                   \
    F(fs0, "N", "shear force, s")                                                                  \
    F(ft0, "N", "shear force, t")                                                                  \
    F(slips, "1", "1 while the contact slips")

#define LOSSES(F) F(slip, "J", "sliding friction")

LT_STRUCTS

static const char *derive(const struct lt_pair *pair, const struct params *a,
                          const struct params *b, struct params *p, struct derived *d) {
    (void)pair, (void)a, (void)b, (void)d;
    return p->kn > 0 && p->kt > 0 ? NULL : "kn and kt must be above 0";
}

/* The share of the step with un <= 0: less than 1 where the contact begins or ends. */
static inline double share_inside(const struct lt_move *m) {
    const int now = m->un <= 0, before = m->un - m->dun <= 0;
    const double outside = m->un / (m->dun != 0 ? m->dun : 1.0);
    const double changing = now ? outside : 1 - outside;
    return now == before ? 1.0 : changing;
}

static inline void step(const struct params *p, const struct derived *d, const struct lt_move *m,
                        struct state *x, struct lt_out *o, struct losses *e) {
    (void)d;
    const double zero = 0.0, one_ = 1.0;
    const int active = m->un <= 0;
    const double inside = share_inside(m);

    /* Trial force, Coulomb's limit. */
    const double dus = inside * m->dus, dut = inside * m->dut;
    const double ts = x->fs0 + p->kt * dus, tt = x->ft0 + p->kt * dut;
    const double trial = sqrt(ts * ts + tt * tt);
    const double fn = active ? p->kn * m->un : zero, most = p->mu * fabs(fn);
    const int slips = trial > most;
    const double share = slips ? most / (slips ? trial : one_) : one_;
    const double fs = active ? share * ts : zero, ft = active ? share * tt : zero;

    o->fn = fn;
    o->fs = fs;
    o->ft = ft;
    o->mn = o->ms = o->mt = 0;
    o->vfn = o->vfs = o->vft = o->vmn = o->vms = o->vmt = 0;
    o->active = active ? one_ : zero;
    o->branch = o->active + ((active & slips) ? 2.0 : zero);

    /* Energies, by the trapezoid rule. */
    const double start = m->un - m->dun;
    const double fn0 = start < 0 ? p->kn * start : zero;
    const double sum_s = 0.5 * (x->fs0 + fs), sum_t = 0.5 * (x->ft0 + ft);
    e->slip = sum_s * (dus - (fs - x->fs0) / p->kt) + sum_t * (dut - (ft - x->ft0) / p->kt);
    o->cross = (1 - inside) * (0.5 * (fn0 + fn) * m->dun + sum_s * m->dus + sum_t * m->dut);
    o->strain = 0.5 * (fn * fn / p->kn + (fs * fs + ft * ft) / p->kt);
    o->defect = 0;

    x->fs0 = fs;
    x->ft0 = ft;
    x->slips = (active & slips) ? one_ : zero;
}

static const struct lt_event events[] = {{"slip_change", "slips", 1, 1}, {.name = NULL}};

LT_LAW(mycoulomb, .name = "mycoulomb", .summary = "linear springs, Coulomb slip",
       .source = "Cundall & Strack, Geotechnique 29 (1979) 47-65",
       .equations =
           "fn = kn un\n"
           "f* = f + kt (dus, dut), (fs, ft) = f* if |f*| <= mu |fn|, else mu |fn| f*/|f*|",
       .acts = 0x7, .events = events)
LT_PLUGIN(&lt_law_mycoulomb)

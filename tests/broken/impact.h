/* SPDX-License-Identifier: GPL-3.0-or-later */
/* impact.h: a spring and a dashpot that give a restitution, right; whoever includes this names the
 * law and replaces a line of the first part. */
#include "law.h"

#ifndef DAMPING
#define DAMPING -log(p->en) / hypot(pi, log(p->en))
#endif
#ifndef LEAST
#define LEAST 0.01
#endif
#ifndef ACTS
#define ACTS 0x1
#endif
#ifndef MASS
#define MASS pair->m_eff
#endif
#ifndef FORCE
#define FORCE p->kn * m->un
#endif
#ifndef DRAG
#define DRAG d->cn * m->vn
#endif

#define PARAMS(F)                                                                                  \
    F(kn, "N/m", 1e5, 0, INFINITY, "normal stiffness", .mix = LT_SERIES, .role = LT_STIFFNESS_N)   \
    F(en, "1", 0.7, LEAST, 1, "restitution", .mix = LT_MEAN)
#define DERIVED(F) F(cn, "N s/m", "viscosity")
#define STATE(F)
#define LOSSES(F)

LT_STRUCTS

static const char *derive(const struct lt_pair *pair, const struct params *a,
                          const struct params *b, struct params *p, struct derived *d) {
    const double pi = 3.14159265358979323846;
    (void)a, (void)b;
    d->cn = 2 * (DAMPING)*sqrt((MASS)*p->kn);
    return NULL;
}

static inline void step(const struct params *p, const struct derived *d, const struct lt_move *m,
                        struct state *x, struct lt_out *o, struct losses *e) {
    const int active = m->un <= 0;
    const double before = m->un - m->dun, fn0 = before < 0 ? p->kn * before : 0;
    const double fn = active ? FORCE : 0;
    const double outside = active != (before <= 0) ? active ? before : m->un : 0;
    *o = (struct lt_out){.vfn = active ? DRAG : 0,
                         .strain = p->kn > 0 ? 0.5 * fn * fn / p->kn : 0,
                         .cross = 0.5 * (fn0 + fn) * (active ? -outside : outside),
                         .active = active,
                         .branch = active};
    o->fn = fn + o->vfn;
    (void)x, (void)e;
}

static const struct lt_case cases[] = {{"e_n", "kn > 0", "en", "until the gap is zero again"},
                                       {.result = NULL}};

LT_LAW(LAW, .name = "impact", .summary = "a spring and a dashpot that give a restitution",
       .source = "Cundall & Strack (1979); a specimen for tests", .equations = "fn = kn un + cn vn",
       .acts = ACTS, .cases = cases, .order = LT_NO_ERROR)

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * burgers.c: a Maxwell and a Kelvin element in series, along n and in the plane (PFC's Burgers
 * model): creep and relaxation.
 *
 * The displacement is u = u_K + f/K_m + u_C. The Kelvin element, spring K_k and dashpot C_k in
 * parallel, has K_k u_K + C_k u_K' = f; the Maxwell element, spring K_m and dashpot C_m in series,
 * has C_m u_C' = f. The step takes f and u_K as linear in time: work, stored and dissipated energy
 * then balance to rounding, by the trapezoid rule. doc/burgers.md derives it.
 */
#include "shear.h"

#define PARAMS(F)                                                                                  \
    F(bur_knk, "N/m", 0, 0, INFINITY, "normal stiffness of the Kelvin part")                       \
    F(bur_cnk, "N s/m", 0, 0, INFINITY, "its viscosity; 0: it is its spring; both 0: absent")      \
    F(bur_knm, "N/m", 0, 0, INFINITY, "normal stiffness of the Maxwell part")                      \
    F(bur_cnm, "N s/m", 0, 0, INFINITY, "its viscosity; 0: it does not flow")                      \
    F(bur_ksk, "N/m", 0, 0, INFINITY, "shear stiffness of the Kelvin part")                        \
    F(bur_csk, "N s/m", 0, 0, INFINITY, "its viscosity; 0: it is its spring; both 0: absent")      \
    F(bur_ksm, "N/m", 0, 0, INFINITY, "shear stiffness of the Maxwell part")                       \
    F(bur_csm, "N s/m", 0, 0, INFINITY, "its viscosity; 0: it does not flow")                      \
    F(bur_fric, "1", 0, 0, INFINITY, "friction coefficient", .mix = LT_MIN, .role = LT_FRICTION)   \
    F(bur_mode, "1", 0, 0, 1,                                                                      \
      "whether the normal force may be tensile while the surfaces overlap",                        \
      .choices = "tension no-tension")

#define DERIVED(F)                                                                                 \
    F(soft_n, "m/N", "1/bur_knm, and 1/bur_knk if that part is a spring")                          \
    F(kelvin_n, "N/m", "stiffness of the Kelvin part, if it has a dashpot")                        \
    F(lag_n, "N s/m", "its viscosity")                                                             \
    F(flow_n, "m/(N s)", "1/bur_cnm, 0 if that is 0")                                              \
    F(soft_s, "m/N", "the same in the plane")                                                      \
    F(kelvin_s, "N/m", "")                                                                         \
    F(lag_s, "N s/m", "")                                                                          \
    F(flow_s, "m/(N s)", "")                                                                       \
    F(no_tension, "1", "1 if the force cannot be tensile")

#define STATE(F)                                                                                   \
    F(bur_fn, "N", "normal force")                                                                 \
    F(bur_fs, "N", "shear force, s")                                                               \
    F(bur_ft, "N", "shear force, t")                                                               \
    F(bur_uk_n, "m", "displacement of the Kelvin part, n")                                         \
    F(bur_uk_s, "m", "displacement of the Kelvin part, s")                                         \
    F(bur_uk_t, "m", "displacement of the Kelvin part, t")                                         \
    F(bur_set, "m", "un at which the contact is without force once the Kelvin part has recovered") \
    F(bur_slides, "1", "1 while friction limits the shear force", .told = 1)

#define LOSSES(F)                                                                                  \
    F(slip, "J", "sliding friction")                                                               \
    F(creep, "J", "flow of the dashpots, and what is left where the contact is forgotten")

LT_STRUCTS

/* 1/x, or 0 if x = 0: an element that is absent contributes no compliance. */
static double bur_inverse(double x) {
    return x > 0 ? 1 / x : 0;
}

/* Compliance, m/N, of the springs in series; without a Maxwell spring KM there is no force, hence
 * 0. A Kelvin element without viscosity CK is the spring KK. */
static double bur_softness(double km, double kk, double ck) {
    return km > 0 ? 1 / km + (ck > 0 ? 0 : bur_inverse(kk)) : 0;
}

/* Compliances and viscosities of both directions from those given; all parameters are valid. */
static const char *derive(const struct lt_pair *pair, const struct params *a,
                          const struct params *b, struct params *p, struct derived *d) {
    (void)pair, (void)a, (void)b;
    d->soft_n = bur_softness(p->bur_knm, p->bur_knk, p->bur_cnk);
    d->soft_s = bur_softness(p->bur_ksm, p->bur_ksk, p->bur_csk);
    d->kelvin_n = p->bur_cnk > 0 ? p->bur_knk : 0;
    d->kelvin_s = p->bur_csk > 0 ? p->bur_ksk : 0;
    d->lag_n = p->bur_cnk;
    d->lag_s = p->bur_csk;
    d->flow_n = bur_inverse(p->bur_cnm);
    d->flow_s = bur_inverse(p->bur_csm);
    d->no_tension = p->bur_mode;
    return NULL;
}

/* Coefficients of a step in one direction: the Kelvin element moves by du_K = give (f0 + f1) - back
 * u_K, the dashpot of the Maxwell element by flow (f0 + f1), the springs by soft (f1 - f0). soft,
 * give and flow are compliances in m/N, back is a number. */
struct bur_step {
    num soft, give, back, flow;
};

/* Coefficients of a step of length DT, s, by the trapezoidal rule, hence half of dt. SOFT: m/N,
 * compliance of the springs; KELVIN: N/m and LAG: N s/m, stiffness and viscosity of the Kelvin
 * element (LAG 0: none, its coefficients are 0); FLOW: m/(N s), 1/C_m, of the Maxwell dashpot. */
LT_INLINE struct bur_step bur_step_of(num soft, num kelvin, num lag, num flow, num dt) {
    const num half = 0.5 * dt, sum = lag + kelvin * half;
    const num inv = SEL(lag > 0, 1 / SEL(lag > 0, sum, NUM(1.0)), NUM(0.0));
    return (struct bur_step){soft, half * inv, kelvin * dt * inv, half * flow};
}

/* Force f1, N, at the end of a step in which the elements take all of the displacement DU, m;
 * F0, N, and U0, m: force and u_K at its start. Solves DU = give (f0 + f1) - back U0 + soft (f1
 * - f0) + flow (f0 + f1) for f1, the sum of Kelvin element, springs and Maxwell dashpot. 0
 * without springs. */
LT_INLINE num bur_force(const struct bur_step *k, num f0, num u0, num du) {
    const mask any = k->soft > 0;
    const num all = SEL(any, k->give + k->flow + k->soft, NUM(1.0));
    const num f1 = (du + k->back * u0 - f0 * (k->give + k->flow - k->soft)) / all;
    return SEL(any, f1, NUM(0.0));
}

/* Displacement du_K, m, of the Kelvin element in a step with the forces F0 and F1, N, at its
 * ends; U0: u_K, m, at its start. It has the mean force of both ends, and creeps back by its own
 * spring. */
LT_INLINE num bur_give(const struct bur_step *k, num f0, num f1, num u0) {
    return k->give * (f0 + f1) - k->back * u0;
}

/* Energy, J, that both dashpots dissipate in a step of DT, s, with the forces F0 and F1, N. DU:
 * du_K, m; LAG: viscosity of the Kelvin element, N s/m. Each is force times displacement: the
 * Maxwell dashpot has the mean force (f0 + f1)/2 and moves by flow (f0 + f1). */
LT_INLINE num bur_loss(const struct bur_step *k, num f0, num f1, num du, num lag, num dt) {
    const num rate = SEL(dt > 0, du / SEL(dt > 0, dt, NUM(1.0)), NUM(0.0));
    return 0.5 * k->flow * (f0 + f1) * (f0 + f1) + lag * du * rate;
}

/* The part of DU, m, that neither springs nor dashpots take: slip, or a gap. F0 and F1: forces at
 * the ends of the step, N; GIVE: du_K, m. */
LT_INLINE num bur_left(const struct bur_step *k, num f0, num f1, num du, num give) {
    return du - give - k->soft * (f1 - f0) - k->flow * (f0 + f1);
}

/* The step relative to the surfaces. A contact is made at un = bur_set + u_K, where the impression
 * that is left of the last contact is met. It ends when its force is zero or, if it may be tensile,
 * at un = 0. */
struct bur_touch {
    struct lt_shear_span span;
    mask far; /* there is a gap: un > 0 */
    num set0; /* m, bur_set at the start of the step */
};

/* Finds where the step makes or ends the contact: on approach at the gap rest, m, of the elements
 * without force. An overlap at the start of a run is one without force. */
LT_INLINE struct bur_touch bur_meet(const struct derived_n *d, const struct lt_move_n *m,
                                    const struct state_n *x) {
    const num zero = NUM(0.0), before = m->un - m->dun;
    const struct bur_step free = bur_step_of(d->soft_n, d->kelvin_n, d->lag_n, d->flow_n, m->dt);
    const num rest0 = x->bur_set + x->bur_uk_n, rest = rest0 - free.back * x->bur_uk_n;
    const mask pressed = NOT(m->active) & (before < rest0); /* an overlap at the start */
    const mask on = SEL(m->active | pressed, m->un, m->un - rest) <= 0;
    struct bur_touch t;
    t.set0 = SEL(pressed, before - x->bur_uk_n, x->bur_set);
    t.far = m->un > 0;
    t.span = lt_shear_span_between(m->un, m->dun, m->active | pressed, on & NOT(t.far), rest, zero);
    return t;
}

/* One direction of a step: force (N) and u_K (m) before and after, the displacement that the
 * elements do not take (m), and the energy dissipated in the dashpots (J). */
struct bur_sense {
    num f0, f1, u0, u1, left, loss;
};

/* Returns the end of the step in one direction with the forces F0 and F1, N, at its ends, DU being
 * its displacement, m, and U0 that of the Kelvin element at its start. */
LT_INLINE struct bur_sense bur_move(const struct bur_step *k, num f0, num f1, num u0, num du,
                                    num lag, num dt) {
    const num give = bur_give(k, f0, f1, u0);
    return (struct bur_sense){
        f0, f1, u0, u0 + give, bur_left(k, f0, f1, du, give), bur_loss(k, f0, f1, give, lag, dt)};
}

/* Trapezoid work, J, on the displacement that the elements do not take: friction, or work outside
 * the contact. */
LT_INLINE num bur_work(const struct bur_sense *a) {
    return 0.5 * (a->f0 + a->f1) * a->left;
}

/* Sets forces, N, energies, J, and states at the end of the step. N, S, Q: the directions n, s and
 * t; ON: the contact is active. A contact that ends over a gap forgets the Kelvin element, whose
 * energy counts as creep. */
LT_INLINE void bur_answer(const struct derived_n *d, const struct bur_touch *t, mask on,
                          const struct bur_sense *n, const struct bur_sense *s,
                          const struct bur_sense *q, struct state_n *x, struct lt_out_n *o,
                          struct losses_n *e) {
    const num zero = NUM(0.0);
    const num kelvin =
        0.5 * (d->kelvin_n * n->u1 * n->u1 + d->kelvin_s * (s->u1 * s->u1 + q->u1 * q->u1));
    const mask forgets = t->far & NOT(on);
    e->creep = n->loss + s->loss + q->loss + SEL(forgets, kelvin, zero);
    o->strain = 0.5 * (d->soft_n * n->f1 * n->f1 + d->soft_s * (s->f1 * s->f1 + q->f1 * q->f1)) +
                SEL(forgets, zero, kelvin);
    o->defect = zero;
    o->fn = x->bur_fn = n->f1;
    o->fs = x->bur_fs = s->f1;
    o->ft = x->bur_ft = q->f1;
    o->mn = o->ms = o->mt = zero;
    o->vfn = o->vfs = o->vft = o->vmn = o->vms = o->vmt = zero;
    o->active = on;
    x->bur_uk_n = SEL(forgets, zero, n->u1);
    x->bur_uk_s = SEL(forgets, zero, s->u1);
    x->bur_uk_t = SEL(forgets, zero, q->u1);
}

/* A step: the normal direction first, because its force limits the shear force; then both shear
 * directions. Fills forces, energies and states. */
LT_INLINE void step(const struct params_n *p, const struct derived_n *d, const struct lt_move_n *m,
                    struct state_n *x, struct lt_out_n *o, struct losses_n *e) {
    const num zero = NUM(0.0), one_ = NUM(1.0);
    const struct bur_touch t = bur_meet(d, m, x);
    const mask was = t.span.active | t.span.leaving;
    const num inside = SEL(was, t.span.inside, one_);
    const num dt = SEL(t.span.leaving, m->dt, inside * m->dt);
    /* Coefficients of the part of the step in contact. */
    const struct bur_step n = bur_step_of(d->soft_n, d->kelvin_n, d->lag_n, d->flow_n, dt);
    const struct bur_step s = bur_step_of(d->soft_s, d->kelvin_s, d->lag_s, d->flow_s, dt);
    const struct lt_shear q0 = {x->bur_fs, x->bur_ft}, du = {m->dus, m->dut},
                          in = lt_shear_inside(&t.span, du), none = {zero, zero};

    /* The normal force, < 0 compression; with no_tension the contact ends where it would pull. */
    const num trial = bur_force(&n, x->bur_fn, x->bur_uk_n, inside * m->dun);
    const mask on = t.span.active & NOT(IS(d->no_tension) & (trial > 0));
    const struct bur_sense normal =
        bur_move(&n, x->bur_fn, SEL(on, trial, zero), x->bur_uk_n, m->dun, d->lag_n, dt);
    /* Shear forces without friction, then limited by it. */
    const struct lt_shear free = {bur_force(&s, q0.s, x->bur_uk_s, in.s),
                                  bur_force(&s, q0.t, x->bur_uk_t, in.t)};
    mask slides;
    const num press = SEL(normal.f1 < 0, zero - normal.f1, zero);
    const struct lt_shear held = lt_shear_limit(free, p->bur_fric * press, &slides);
    const struct lt_shear q1 = lt_shear_select(on, held, none);
    const struct bur_sense along = bur_move(&s, q0.s, q1.s, x->bur_uk_s, in.s, d->lag_s, dt);
    const struct bur_sense across = bur_move(&s, q0.t, q1.t, x->bur_uk_t, in.t, d->lag_s, dt);

    bur_answer(d, &t, on, &normal, &along, &across, x, o, e);
    /* Elastic energy of a tensile force that is released where the surfaces separate. */
    const num pull =
        SEL(t.span.leaving & NOT(IS(d->no_tension)), 0.5 * n.soft * trial * trial, zero);
    e->slip = SEL(was & (slides | NOT(on)), bur_work(&along) + bur_work(&across), zero);
    e->creep += pull;
    o->cross = SEL(was & (NOT(on) | (inside < 1)), bur_work(&normal), zero) - pull +
               lt_shear_cross(&t.span, q0, q1, du);
    o->branch = BITS(on, 1) | BITS(on & slides, 2) | BITS(t.far, 4);
    const num set = t.set0 + n.flow * (normal.f0 + normal.f1);
    x->bur_set = SEL(t.far & NOT(on), zero, set);
    x->bur_slides = SEL(on & slides, one_, zero);
}

/* Duration, s, of an impact, at any speed because the law is linear: by leapfrog, to about 1e-4,
 * until the gap is zero again or, with the tensile cut-off, the force is. If the surfaces stick, it
 * is the time of the second turn; if they creep without turning, that of the springs alone. */
static double burgers_time(const struct lt_pair *pair, const void *p, const void *vd,
                           double speed) {
    /* Steps in half a period of the springs: leapfrog's error (pi/STEPS)^2/24 is 6e-6. Creep is
     * given up after 64 of them. */
    enum { STEPS = 256, MOST = 64 * STEPS };
    const struct derived *d = vd;
    const double springs = 3.14159265358979323846 * sqrt(pair->m_eff * d->soft_n);
    const double dt = springs / STEPS, half = 0.5 * dt, sum = d->lag_n + d->kelvin_n * half;
    const double give = d->lag_n > 0 ? half / sum : 0, flow = half * d->flow_n;
    const double back = d->lag_n > 0 ? d->kelvin_n * dt / sum : 0;
    double un = 0, uk = 0, f = 0, v = -1; /* any speed: 1 m/s */
    int turns = 0;
    (void)p, (void)speed;
    if (!(d->soft_n > 0))
        return INFINITY;
    /* Leapfrog; the force is that of bur_force(). */
    for (int i = 1; i < MOST && turns < 2 && isfinite(dt); i++) {
        const double du = v * dt;
        const double next =
            (du + back * uk - f * (give + flow - d->soft_n)) / (give + flow + d->soft_n);
        /* The force, or the gap, is 0 within this step: interpolate linearly. */
        if (d->no_tension > 0 && next > 0)
            return (i - 1 + f / (f - next)) * dt;
        if (un + du >= 0)
            return (i - 1 - un / du) * dt;
        un += du;
        uk += give * (f + next) - back * uk;
        f = next;
        turns += (v < 0) != (v - f / pair->m_eff * dt < 0);
        v -= f / pair->m_eff * dt;
        if (turns == 2)
            return i * dt;
    }
    return springs;
}

static const struct lt_event events[] = {
    {"contact_activated", "active", 1, 0}, {"slip_change", "bur_slides", 1, 1}, {.name = NULL}};

#define ELASTIC "bur_cnm == 0 and (bur_cnk == 0 or bur_knk == huge)"
#define MAXWELL "bur_knk == 0 and bur_cnk == 0 and bur_cnm > 0 and bur_mode == 1"
#define RATIO   "(sqrt(bur_knm*m_eff)/(2*bur_cnm))"

static const struct lt_case cases[] = {
    {"e_n", ELASTIC " and bur_knm > 0", "1", "springs alone"},
    {"e_n", MAXWELL " and bur_knm*m_eff < 4*bur_cnm^2", "exp(-pi*" RATIO "/sqrt(1 - " RATIO "^2))",
     "the contact ends when its force is zero"},
    {"t_contact", MAXWELL " and bur_knm*m_eff < 4*bur_cnm^2",
     "pi*sqrt(m_eff/bur_knm)/sqrt(1 - " RATIO "^2)", "the contact ends when its force is zero"},
    {.result = NULL}};

static const struct lt_jump jumps[] = {{"fn", "lost", "bur_mode == 0", "-fn",
                                        "a tensile force is released where the surfaces separate"},
                                       {.force = NULL}};

static const struct lt_shortfall declares[] = {
    {"hold", "true", INFINITY, "it creeps and relaxes"},
    {"recontact", "true", INFINITY, "an impression stays while the surfaces overlap"},
    {"convergence", "bur_fric > 0", 2.2,
     "where the direction of sliding turns, friction has that at the end of the step"},
    {.check = NULL}};

LT_LAW_N(burgers, .name = "burgers",
         .summary = "springs and dashpots in series: creep and relaxation (PFC's Burgers model)",
         .source = "PFC's Burgers contact model; the recursion and its energies are derived in "
                   "doc/burgers.md.",
         .equations =
             "un = u_K + fn/bur_knm + u_C while un <= 0; likewise in the plane, with ..s..\n"
             "fn = bur_knk u_K + bur_cnk du_K/dt = bur_cnm du_C/dt\n"
             "no-tension: the contact ends where fn is zero, and is made again where the surface,\n"
             "bur_set + u_K, is met; u_K goes on to recover. Apart, all is forgotten\n"
             "|(fs, ft)| <= bur_fric |fn|",
         .acts = 0x7, .events = events, .cases = cases, .jumps = jumps, .declares = declares,
         .contact_time = burgers_time, .order = 2)
LT_PLUGIN(&LT_LAW_NAME(burgers))

/* SPDX-License-Identifier: MIT */
/*
 * bond: contact. PFC's linearcbond: the springs of normal and tangential part also hold in tension
 * and shear. The normal part counts compression only; the tensile share of its spring is this
 * part's force and energy. Whether the bond breaks is decided before the other parts make their
 * steps, by the forces that it would have at the end of the step.
 */
#include "beside.h"
#include "stiffness.h"

struct derived {
    num start, touch, far, shifts, kn, ks, soft_s, k[3], soft[3], tension, slope, most, shear, late;
};
/* rest: m, un at which the bond has no normal force; if below 0 it is where the surfaces touch,
 * also after the bond has broken. m: N m, moments; before: N, tangential spring before the step. */
struct state {
    num bonded, bond_state, past, energy, rest, m[3], before[2];
};

/* The bond in a step. Forces, displacements and energies are those it has if it does not break;
 * normal is its share of the normal force, beside the spring in compression. */
struct attempt {
    mask made, on;          /* it is made in this step; it exists at the end */
    mask pulled, breaks;    /* it breaks, and in tension */
    mask late;              /* friction limits the shear force from the step after the break on */
    num touch, rest;        /* m, un at touch; un without normal force, from touch on */
    num inside;             /* share of the step after it was made */
    num normal0, normal;    /* N, before and after */
    num energy0, energy;    /* J, likewise */
    num f0[6], f[6], du[6]; /* N, N m: forces before and after; m, rad: displacements */
    struct lt_shear left;   /* N, tangential spring after the break */
    num handed;             /* J, stored in that spring */
};

/* Returns the force, N, at UN, m, of a spring of stiffness K, N/m, that also holds in tension and
 * has no force at REST, m, less that of a spring in compression only: the share of the bond.
 * *ENERGY: the same difference of their energies, J. */
LT_INLINE num pull_of(num k, num rest, num un, num *energy) {
    const num over = SEL(un < 0, un, NUM(0.0)), way = un - rest;
    *energy = 0.5 * k * (way * way - over * over);
    return k * way - k * over;
}

/* Energy, J, of the moments F[3..5]: sum of m^2/(2 k). */
LT_INLINE num moment_energy(const struct derived *d, const num *f) {
    return 0.5 * (d->soft[0] * f[3] * f[3] + d->soft[1] * f[4] * f[4] + d->soft[2] * f[5] * f[5]);
}

/* Work, J, of the moments F[3..5] on the rotations DU[3..5]. */
LT_INLINE num moment_work(const num *f, const num *du) {
    return f[3] * du[3] + f[4] * du[4] + f[5] * du[5];
}

/* un, m, at which the surfaces touch: 0, or with cb_rest made the overlap, < 0, at which the bond
 * was made at the start. BEFORE: un at the start of the step. */
LT_INLINE num touch_at(const struct derived *d, const struct state *x, num before) {
    const num zero = NUM(0.0);
    const mask made = IS(x->bonded) | IS(d->start) | IS(d->touch);
    const num first = SEL(IS(d->shifts) & made, before, zero);
    return lt_smaller(SEL(x->past < 0.5, first, x->rest), zero);
}

/* The step of the bond: forces, whether it breaks, and what is left of the tangential spring then.
 * SPRING: N, its force before the step. */
LT_INLINE struct attempt try_step(const struct derived *d, const struct state *x,
                                  const struct lt_move_n *m, const num spring[2]) {
    const num zero = NUM(0.0), du[] = {m->dun, m->dus, m->dut, m->dan, m->das, m->dat};
    struct attempt a = {.touch = touch_at(d, x, m->un - m->dun)};
    const num un = m->un - a.touch, before = un - m->dun;
    const mask bonded = IS(x->bonded), was = bonded & (x->past > 1.5) & (x->past < 2.5);
    const mask start = IS(d->start) & (x->past < 0.5) & (before <= d->far);
    const struct lt_shear_span span = lt_shear_span(un, m->dun, m->active & (before <= 0), un <= 0);
    /* TRIES: there is a bond in this step; HAD: also before it. */
    a.made = IS(d->touch) & span.entering & (x->past < 1.5) & NOT(bonded);
    const mask tries = bonded | start | a.made, had = was | (bonded & (x->past < 0.5));
    a.inside = SEL(a.made, span.inside, NUM(1.0));
    a.rest = SEL(was, lt_larger(x->rest, zero), SEL(a.made | (before < 0), zero, before));

    /* Forces before (f0) and after (f) the step: normal, shear, then the moments. */
    for (int i = 0; i < 6; i++)
        a.du[i] = du[i];
    a.f0[0] = d->kn * (before - a.rest);
    a.f[0] = d->kn * (un - a.rest);
    for (int i = 0; i < 2; i++) {
        a.f0[1 + i] = SEL(d->ks > 0, spring[i], zero);
        a.f[1 + i] = a.f0[1 + i] + d->ks * (a.inside * du[1 + i]);
    }
    for (int i = 0; i < 3; i++) {
        a.f0[3 + i] = SEL(had & (d->k[i] > 0), x->m[i], zero);
        a.f[3 + i] = a.f0[3 + i] + d->k[i] * (a.inside * du[3 + i]);
    }
    /* Stored energies, J, of the bond's own springs before and after. */
    const num soft = 0.5 * d->soft_s, normal0 = pull_of(d->kn, a.rest, before, &a.energy0);
    a.normal0 = SEL(was, normal0, zero);
    a.normal = pull_of(d->kn, a.rest, un, &a.energy);
    a.energy0 = SEL(was, a.energy0, zero) + soft * (a.f0[1] * a.f0[1] + a.f0[2] * a.f0[2]) +
                moment_energy(d, a.f0);
    a.energy += soft * (a.f[1] * a.f[1] + a.f[2] * a.f[2]) + moment_energy(d, a.f);

    /* It breaks by tension, or by shear beyond a strength that falls with tension (slope). */
    a.pulled = tries & (a.f[0] > d->tension);
    a.breaks =
        a.pulled |
        (tries & (d->slope * lt_smaller(a.f[0], d->most) + lt_size(a.f[1], a.f[2]) > d->shear));
    a.on = tries & NOT(a.breaks);
    /* Where the bond breaks over a gap the spring is released. Under compression it goes on as that
     * of a slipping contact or, with after_break next-step, with the strength of the bond. */
    mask beyond;
    a.late = a.breaks & IS(d->late) & (un <= 0);
    const num most =
        SEL(un > 0, zero,
            SEL(a.late, d->shear - d->slope * lt_smaller(a.f[0], d->most), NUM(INFINITY)));
    a.left = lt_shear_limit((struct lt_shear){a.f[1], a.f[2]}, most, &beyond);
    a.handed = soft * lt_shear_dot(a.left, a.left);
    return a;
}

/* Runs ahead of all other parts: decides whether the bond holds and passes that on (held, holds,
 * sticks, freed), sets the un at which the surfaces touch (shift), and releases the tangential
 * spring where the bond breaks. */
static void before(const struct lt_part *self, const void *d, void *vx, void *e,
                   struct lt_touch *t) {
    struct state *x = vx;
    const struct attempt a = try_step(d, x, t->m, t->shear);
    (void)self, (void)e;
    x->before[0] = t->shear[0];
    x->before[1] = t->shear[1];
    t->shear[0] = SEL(a.breaks, a.left.s, t->shear[0]);
    t->shear[1] = SEL(a.breaks, a.left.t, t->shear[1]);
    t->shift = a.touch;
    t->held = a.on & NOT(a.made);
    t->holds = a.on;
    t->sticks = a.on | a.late;
    t->freed = a.breaks & NOT(a.late);
}

/* Adds the bond's share of normal force, moments and energies, and its states. The step of the bond
 * is evaluated once more, from the spring force that before() has kept. */
static void step(const struct lt_part *self, const void *vd, void *vx, void *ve,
                 struct lt_touch *t) {
    const struct derived *d = vd;
    struct state *x = vx;
    struct lt_bond_losses *e = ve;
    struct lt_out_n *o = t->o;
    const num zero = NUM(0.0), one = NUM(1.0);
    const struct attempt a = try_step(d, x, t->m, x->before);
    const num tangential = 0.5 * d->soft_s * (a.f[1] * a.f[1] + a.f[2] * a.f[2]);
    const num work = 0.5 * (a.normal0 * a.du[0] + (a.f0[1] + t->shear[0]) * a.du[1] +
                            (a.f0[2] + t->shear[1]) * a.du[2] + moment_work(a.f0, a.du));
    (void)self;
    /* A bond that holds; where it breaks, its energy and the slip of the step are fracture
     * energy. */
    o->fn += SEL(a.on, a.normal, zero);
    o->mn += SEL(a.on, a.f[3], zero);
    o->ms += SEL(a.on, a.f[4], zero);
    o->mt += SEL(a.on, a.f[5], zero);
    o->cross += SEL(a.on, 0.5 * (1 - a.inside) * moment_work(a.f, a.du), zero);
    o->cross += SEL(a.breaks, work + a.energy0 - a.energy, zero);
    o->strain += SEL(a.on, a.energy - tangential, zero);
    o->cap = SEL(a.on, NUM(INFINITY), o->cap);
    o->branch |= BITS(a.on, LT_BRANCH(LT_BOND_PART, 0));
    e->fracture = SEL(a.breaks, a.energy - a.handed + *t->slip, zero);
    *t->slip = SEL(a.breaks, zero, *t->slip);
    /* The history: 2 holds, 3 broken by tension, 4 by shear. */
    const num past = SEL(x->past > 2.5, x->past, one);
    x->past = SEL(a.on, NUM(2.0), SEL(a.breaks, SEL(a.pulled, NUM(3.0), NUM(4.0)), past));
    x->bonded = SEL(a.on, one, zero);
    x->bond_state = SEL(a.on, NUM(3.0), SEL(x->past > 2.5, x->past - 2, zero));
    x->energy = SEL(a.on, a.energy, zero);
    x->rest = SEL(a.touch < 0, a.touch, SEL(a.on, a.rest, zero));
    for (int i = 0; i < 3; i++)
        x->m[i] = SEL(a.on, a.f[3 + i], zero);
    x->before[0] = x->before[1] = zero;
}

const struct lt_part_steps LT_STEPS(bond_contact) = {.before = before, .step = step};

#ifdef LT_TABLES

struct params {
    struct lt_bond_params all;
    double kn, ks, cb_tenf, cb_shearf, cb_fa, cb_kt, cb_kb, after_break, cb_rest;
};

static const struct lt_field params[] = {
    LT_BOND_ROWS,
    LT_KN_ROW,
    LT_KS_ROW,
    {"cb_tenf", "N", 0, 0, INFINITY, .doc = "tensile strength"},
    {"cb_shearf", "N", 0, 0, INFINITY, .doc = "shear strength without normal force"},
    {"cb_fa", "rad", 0, 0, 1.5707963267948966,
     .doc = "friction angle of the shear strength cb_shearf - tan(cb_fa) fn"},
    {"cb_kt", "N m", 0, 0, INFINITY, .doc = "stiffness of twist"},
    {"cb_kb", "N m", 0, 0, INFINITY, .doc = "stiffness of bending"},
    {"after_break", "1", 0, 0, 1,
     .doc = "when a bond that breaks in shear under pressure leaves no more than friction",
     .choices = "at-once next-step"},
    {"cb_rest", "1", 0, 0, 1,
     .doc = "where the contact of a bond that is there from the start has no force: where the "
            "surfaces touch, or at the overlap at which it is made",
     .choices = "touch made"},
    {.name = NULL}};
static const struct lt_field derived[] = {
    LT_NUMBER(start, "1", "1 if it is made at the start"),
    LT_NUMBER(touch, "1", "1 if it is made at touch"),
    LT_NUMBER(far, "m", "largest gap over which it is made"),
    LT_NUMBER(shifts, "1", "1 if it has no force at the overlap at the start"),
    LT_NUMBER(kn, "N/m", "stiffness along n"),
    LT_NUMBER(ks, "N/m", "in the plane"),
    LT_NUMBER(soft_s, "m/N", "1 over that"),
    LT_NUMBER(kw, "N m/rad", "of twist"),
    LT_NUMBER(kb_s, "N m/rad", "of bending, s"),
    LT_NUMBER(kb_t, "N m/rad", "of bending, t"),
    LT_NUMBER(soft_w, "rad/(N m)", "1 over them"),
    LT_NUMBER(soft_bs, "rad/(N m)", ""),
    LT_NUMBER(soft_bt, "rad/(N m)", ""),
    LT_NUMBER(tension, "N", "tensile strength"),
    LT_NUMBER(slope, "1", "by how much its shear strength falls with tension"),
    LT_NUMBER(most, "N", "largest tension that counts there"),
    LT_NUMBER(shear, "N", "shear strength without normal force"),
    LT_NUMBER(late, "1", "1 if what friction leaves is that of the step behind the break"),
    {.name = NULL}};
static const struct lt_field state[] = {
    LT_BONDED_STATES,
    {"bond_rest", "m",
     .doc = "un at which a bond that holds has no normal force; below 0 also where it is broken",
     .hidden = 1},
    LT_BOND_MOMENTS,
    {"bond_spring_s", "N", .doc = "tangential spring force before the step, s", .hidden = 1},
    {"bond_spring_t", "N", .doc = "tangential spring force before the step, t", .hidden = 1},
    {.name = NULL}};
static const struct lt_field losses[] = {{"fracture", "J", .doc = "breaking of the bond"},
                                         {.name = NULL}};
static const struct lt_event events[] = {LT_BOND_EVENTS, {.name = NULL}};
static const struct lt_view views[] = {LT_BOND_VIEWS, {.name = NULL}};

/* Formulas of the jumps. PRESS: normal force after the break, as cap_by has it; LOST(size): change
 * of a force of that size that friction still bears, over the force. */
#define TOUCH  "min(bond_rest, 0)"
#define SPRING "kn*max(0, " TOUCH " - un)"
#define PRESS                                                                                      \
    "select(cap_by == 0, max(0, " SPRING " - vfn), select(cap_by == 2 or cap_by == 5, abs(" SPRING \
    " - vfn), " SPRING "))"
#define LOST(size) "(min(1, min(fric, fric_dynamic)*" PRESS "/max(" size ", 1e-300)) - 1)"
/* With slip_dashpot kept friction limits spring and dashpot together. A bond without tensile
 * strength breaks where the surfaces separate, which releases the spring; 1e-12 r_eff excludes that
 * case. */
#define SLIDES(force, spring)                                                                      \
    {                                                                                              \
        force, "bonded", "after_break == 0",                                                       \
            "select(bonded > 0.5 and un <= " TOUCH " and (cb_tenf > 0 or un < " TOUCH              \
            " - 1e-12*r_eff), select(slip_dashpot == 1 and cap_on == 0 and ks > 0, " force         \
            "*" LOST("hypot(fs, ft)") ", " spring "*" LOST("hypot(spring_s, spring_t)") "), 0)",   \
            "of a bond that breaks under pressure friction is left"                                \
    }
static const struct lt_jump jumps[] = {{"fn", "bonded", "",
                                        "select(bonded > 0.5, kn*(min(un, " TOUCH
                                        ") - un + max(bond_rest, 0)), 0)",
                                        "a bond that breaks releases its tension at once"},
                                       SLIDES("fs", "spring_s"),
                                       SLIDES("ft", "spring_t"),
                                       LT_GONE("mn", "", "bond_mn"),
                                       LT_GONE("ms", "", "bond_ms"),
                                       LT_GONE("mt", "", "bond_mt"),
                                       {.force = NULL}};
static const struct lt_shortfall declares[] = {
    LT_BROKEN_DECLARES,
    {"continuity", "cb_tenf == 0", 1,
     "a bond without tensile strength breaks where the surfaces part: two jumps in one step"},
    {"jumps", "cb_tenf == 0", 1,
     "a bond without tensile strength breaks where the surfaces part: two jumps in one step"},
    {"continuity", "after_break == 1", 1,
     "after_break next-step: friction is left in the step behind the break"},
    {.check = NULL}};

/* Copies stiffnesses, N/m and N m/rad, and strengths, N, as given, with the inverses of the
 * stiffnesses. Returns NULL: no error is possible. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *vp, void *vd) {
    const struct params *p = vp;
    struct derived *d = vd;
    const double k[] = {p->cb_kt, p->cb_kb, p->cb_kb};
    (void)self, (void)deal, (void)a, (void)b;
    d->start = p->all.bond_made == 0;
    d->touch = p->all.bond_made == 1;
    d->far = p->all.bond_gap;
    d->shifts = p->cb_rest;
    d->kn = p->kn;
    d->ks = p->ks;
    d->soft_s = lt_spring_soft(p->ks);
    for (int i = 0; i < 3; i++) {
        d->k[i] = k[i];
        d->soft[i] = lt_spring_soft(k[i]);
    }
    d->tension = p->cb_tenf;
    d->slope = tan(p->cb_fa);
    d->most = p->cb_tenf;
    d->shear = p->cb_shearf;
    d->late = p->after_break;
    return NULL;
}

const struct lt_part lt_part_bond_contact = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_BOND_PART,
    .name = "contact",
    .doc = "the springs of the contact hold: in tension too, and in shear without friction, beside "
           "springs cb_kt, cb_kb of twist and bending; breaks where they pull more than cb_tenf or "
           "shear more than cb_shearf - tan(cb_fa) fn",
    .reads = LT_HAS_HOLD,
    .writes = LT_HAS_CONSTANT,
    .params = params,
    .derived = derived,
    .state = state,
    .losses = losses,
    .events = events,
    .views = views,
    .jumps = jumps,
    .declares = declares,
    .derive = derive,
    .steps = &lt_steps_bond_contact};

#endif

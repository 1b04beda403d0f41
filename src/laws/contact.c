/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * contact: a law made of parts, one of each kind: normal, damping, tangential, rolling, twisting.
 *
 * A part is a file in parts/. It says once for each contact what its springs, dashpots and limits
 * are, as sums of powers of the overlap d; the step below is that of all of them.
 */
#include "law.h"

#include "parts/touch.h"

#define LT_PART_LISTS
#include "contact_parts.h"
#undef LT_PART_LISTS

#define PARAMS(F)                                                                                  \
    F(normal, "1", 0, 0, NORMAL_LAST, "the part that presses", .choices = NORMAL_WORDS)            \
    F(damping, "1", 0, 0, DAMPING_LAST, "the dashpot beside it", .choices = DAMPING_WORDS)         \
    F(tangential, "1", 0, 0, TANGENTIAL_LAST, "the part that resists shear",                       \
      .choices = TANGENTIAL_WORDS)                                                                 \
    F(rolling, "1", 0, 0, ROLLING_LAST, "the part that resists rolling", .choices = ROLLING_WORDS) \
    F(twisting, "1", 0, 0, TWISTING_LAST, "the part that resists twisting",                        \
      .choices = TWISTING_WORDS)                                                                   \
    F(dp_mode, "1", 0, 0, 1, "whether the normal dashpot may pull", .of = "damping",               \
      .choices = "full no-tension")                                                                \
    F(cap_by, "1", 0, 0, 2,                                                                        \
      "normal force of the limits: the total if it presses, the spring's alone, the total's size", \
      .of = "tangential; rolling; twisting", .choices = "total elastic absolute")                  \
    PARTS_PARAMS(F)

#define DERIVED(F)                                                                                 \
    F(rooted, "1", "1 if something goes by a root of the overlap")                                 \
    F(follows, "1", "1 if a tangential, rolling or twisting spring does")                          \
    F(kn_1, "N/m", "normal stiffness: spring over d")                                              \
    F(kn_3_half, "N/m^1.5", "over d^(3/2)")                                                        \
    F(c_0, "N s/m", "normal viscosity: constant part")                                             \
    F(c_quarter, "N s/m^1.25", "over d^(1/4)")                                                     \
    F(c_half, "N s/m^1.5", "over d^(1/2)")                                                         \
    F(c_1, "N s/m^2", "over d")                                                                    \
    F(c_3_half, "N s/m^2.5", "over d^(3/2)")                                                       \
    F(kt_0, "N/m", "tangential stiffness: constant part")                                          \
    F(kt_half, "N/m^1.5", "over d^(1/2)")                                                          \
    F(ct_0, "N s/m", "tangential viscosity: constant part")                                        \
    F(ct_quarter, "N s/m^1.25", "over d^(1/4)")                                                    \
    F(ct_normal, "1", "over the normal one")                                                       \
    F(fric_slip, "1", "friction coefficient while slipping")                                       \
    F(cap_total, "1", "1 if friction limits spring and dashpot together")                          \
    F(holds, "1", "1 if a change of stiffness leaves the tangential spring's length")              \
    F(rescales, "1", "1 if it does so when the stiffness falls only")                              \
    F(shrinks, "1", "1 if the length falls with the contact radius")                               \
    F(at_end, "1", "1 if the stiffness of a step is that at its end")                              \
    F(kr_0, "N m/rad", "rolling stiffness: constant part")                                         \
    F(kr_half, "N m/(rad m^0.5)", "over d^(1/2)")                                                  \
    F(cr_0, "N m s/rad", "rolling viscosity: constant part")                                       \
    F(cr_quarter, "N m s/(rad m^0.25)", "over d^(1/4)")                                            \
    F(cr_press, "m s/rad", "over the pressure")                                                    \
    F(roll_most, "m", "largest rolling moment over the pressure, at rest")                         \
    F(roll_slip, "m", "the same at the limit")                                                     \
    F(roll_alone, "1", "1 if the limit is that of the spring alone")                               \
    F(roll_kept, "1", "1 if the dashpot is kept at the limit")                                     \
    F(roll_follows, "1", "1 if the spring is carried as the tangential one")                       \
    F(roll_at_end, "1", "1 if the stiffness of a step is that at its end")                         \
    F(roll_rigid, "1", "1 if the moment is the limit against the rolling")                         \
    F(kw_0, "N m/rad", "twisting stiffness: constant part")                                        \
    F(kw_half, "N m/(rad m^0.5)", "over d^(1/2)")                                                  \
    F(kw_1, "N/rad", "over d")                                                                     \
    F(kw_3_half, "N/(rad m^0.5)", "over d^(3/2)")                                                  \
    F(cw_0, "N m s/rad", "twisting viscosity: constant part")                                      \
    F(cw_shear, "m/rad", "over d and the tangential one")                                          \
    F(twist_most, "m", "largest twisting moment over the pressure, at rest")                       \
    F(twist_slip, "m", "the same at the limit")                                                    \
    F(twist_half, "m^0.5", "what is added to both, over d^(1/2)")                                  \
    F(twist_kept, "1", "1 if the dashpot is kept at the limit")                                    \
    F(twist_holds, "1", "1 if a change of stiffness leaves the spring's angle")                    \
    F(twist_follows, "1", "1 if the spring is carried as the tangential one")                      \
    F(twist_free, "1", "1 if there is no limit")

#define STATE(F)                                                                                   \
    F(spring_s, "N", "tangential spring force, s", .of = "tangential")                             \
    F(spring_t, "N", "tangential spring force, t", .of = "tangential")                             \
    F(sliding, "1", "1 while friction limits the tangential force", .of = "tangential")            \
    F(moment_n, "N m", "moment of the twisting spring", .of = "twisting")                          \
    F(moment_s, "N m", "moment of the rolling spring, s", .of = "rolling")                         \
    F(moment_t, "N m", "moment of the rolling spring, t", .of = "rolling")                         \
    F(rolls, "1", "1 while friction limits the rolling moment", .of = "rolling")                   \
    F(twists, "1", "1 while friction limits the twisting moment", .of = "twisting")

#define LOSSES(F)                                                                                  \
    F(slip, "J", "sliding friction", .of = "tangential")                                           \
    F(roll, "J", "rolling friction", .of = "rolling")                                              \
    F(twist, "J", "twisting friction", .of = "twisting")

LT_STRUCTS

/* What a part is asked with; A and B: what the materials say. */
struct part {
    const struct lt_pair *pair;
    const struct params *a, *b;
    struct params *p;
    struct derived *d;
};

#include "contact_parts.h"

/* ---- Parameters ------------------------------------------------------------------------------ */

/* The parameters that choose parts are the first ones, in this order. */
enum { OF_NORMAL, OF_DAMPING, OF_TANGENTIAL, OF_ROLLING, OF_TWISTING };

#define ONE(word) (1u << (word))
#define OF_RADIUS                                                                                  \
    (ONE(TANGENTIAL_TANGENT) | ONE(TANGENTIAL_TANGENT_RESCALE) | ONE(TANGENTIAL_SECANT) |          \
     ONE(TANGENTIAL_SECANT_INITIAL) | ONE(TANGENTIAL_DISPLACEMENT_RESCALE))
#define WITHOUT_SPRING (ONE(TANGENTIAL_NONE) | ONE(TANGENTIAL_VISCOUS))

static const struct lt_clash clashes[] = {
    {OF_TANGENTIAL, OF_RADIUS, OF_NORMAL, ONE(NORMAL_LINEAR),
     "its stiffness follows the contact radius, which a linear spring does not have; take "
     "'tangential: linear'"},
    {OF_DAMPING, ONE(DAMPING_CRITICAL), OF_NORMAL, ONE(NORMAL_HERTZ),
     "the critical damping ratio is that of a constant stiffness; 'damping: tsuji' with alpha = "
     "sqrt(5) times the ratio is the same on Hertz' contact"},
    {OF_ROLLING, ONE(ROLLING_EPSD2), OF_TANGENTIAL, WITHOUT_SPRING,
     "its stiffness is that of the tangential spring, and there is none"},
    {OF_TWISTING, ONE(TWISTING_MARSHALL), OF_TANGENTIAL, WITHOUT_SPRING,
     "it is what the tangential spring has over the circle of contact, and there is none"},
    {.why = NULL}};

static const char *clash_among(const double *choices) {
    for (const struct lt_clash *c = clashes; c->why; c++)
        if (c->words >> (unsigned)choices[c->kind] & c->others >> (unsigned)choices[c->other] & 1u)
            return c->why;
    return NULL;
}

static const char *derive_shear(const struct part *of) {
    const struct params *p = of->p;
    const char *wrong = tangential_derive(of);
    if (isnan(p->tangential_ratio))
        of->p->tangential_ratio = 0;
    of->d->ct_normal = p->tangential > 0 ? p->tangential_ratio : 0;
    of->d->fric_slip = fmin(p->fric, p->fric_dynamic);
    of->d->cap_total = p->cap_on < 0.5 || p->tangential == TANGENTIAL_VISCOUS;
    of->d->rescales = p->tangential == TANGENTIAL_TANGENT_RESCALE;
    of->d->at_end = p->kt_update;
    return wrong;
}

/* What is not known and nobody asked for is 0. */
static void fill_unknown(struct params *p) {
    double *all = (double *)p;
    for (size_t i = 0; i < LT_COUNT_(struct params); i++)
        if (isnan(all[i]))
            all[i] = 0;
}

static const char *derive(const struct lt_pair *pair, const struct params *a,
                          const struct params *b, struct params *p, struct derived *d) {
    const struct part of = {pair, a, b, p, d};
    const char *wrong = clash_among((const double *)p);
    if (wrong)
        return wrong;
    memset(d, 0, offsetof(struct derived, end_));
    wrong = normal_derive(&of);
    wrong = wrong ? wrong : damping_derive(&of);
    wrong = wrong ? wrong : derive_shear(&of);
    wrong = wrong ? wrong : rolling_derive(&of);
    wrong = wrong ? wrong : twisting_derive(&of);
    d->follows = d->kt_half > 0 || d->kr_half > 0 || d->kw_half > 0 || d->kw_3_half > 0;
    d->rooted = d->follows > 0 || d->kn_3_half > 0 || d->c_quarter > 0 || d->c_half > 0 ||
                d->c_3_half > 0 || d->ct_quarter > 0 || d->cr_quarter > 0 || d->twist_half > 0;
    fill_unknown(p);
    return wrong;
}

/* What a march is about, a constant in it: no root of the overlap, no rolling and no twisting; the
 * normal force alone; anything. */
enum kind { FLAT, PRESSED, ALL };

/* ---- The step -------------------------------------------------------------------------------- */

/* Work by the trapezoid rule of what lies outside the contact of a step that begins or ends it. */
LT_INLINE num touch_cross(const struct derived_n *d, const struct lt_move_n *m, num spring) {
    const num zero = NUM(0.0), before = m->un - m->dun;
    const mask crossing = (mask)((m->un > 0) != (before > 0));
    if (m->stay || !ANY(crossing))
        return zero;
    const num d0 = SEL(before < 0, zero - before, zero);
    const num spring0 = d->kn_1 * d0 + d->kn_3_half * d0 * lt_sqrt(d0);
    const num outside = SEL(crossing, SEL(m->un > 0, m->un, before), zero);
    const num way = SEL(m->dun < 0, zero - outside, outside);
    return zero - 0.5 * (spring0 + spring) * way;
}

/* Roots of the overlap, where something asks for them. */
LT_INLINE void touch_roots(enum kind kind, const struct derived_n *d, const struct lt_move_n *m,
                           struct lt_touch *t) {
    const num zero = NUM(0.0), before = m->dun - m->un;
    t->root = t->root0 = t->quarter = zero;
    if (kind != FLAT && ANY(IS(d->rooted))) {
        t->root = lt_sqrt(t->d);
        t->quarter = lt_sqrt(t->root);
    }
    if (kind == ALL && ANY(IS(d->follows)))
        t->root0 = lt_sqrt(SEL(before > 0, before, zero));
}

LT_INLINE struct lt_touch touch_now(enum kind kind, const struct params_n *p,
                                    const struct derived_n *d, const struct lt_move_n *m) {
    const num zero = NUM(0.0);
    struct lt_touch t = {.span = lt_shear_touch(m)};
    t.active = t.span.active;
    t.d = SEL(t.active, zero - m->un, zero);
    touch_roots(kind, d, m, &t);
    const num linear = d->kn_1 * t.d, hertz = d->kn_3_half * t.d * t.root;
    const num spring = kind == FLAT ? linear : linear + hertz;
    t.viscosity = d->c_0 + d->c_1 * t.d;
    if (kind != FLAT)
        t.viscosity += d->c_quarter * t.quarter + d->c_half * t.root + d->c_3_half * t.d * t.root;
    const num drag = t.viscosity * m->vn;
    t.capped = t.active & IS(p->dp_mode) & (drag > spring);
    t.fn = zero - spring;
    t.vfn = SEL(t.active, SEL(t.capped, spring, drag), zero);
    t.strain = 0.5 * linear * t.d;
    if (kind != FLAT)
        t.strain += 0.4 * hertz * t.d;
    t.cross = touch_cross(d, m, spring);

    const num press = zero - (t.fn + t.vfn);
    const num pressed = SEL(press > 0, press, zero), size = SEL(press > 0, press, zero - press);
    t.pulls = press < 0;
    t.press = SEL(IS(p->cap_by), SEL(p->cap_by > 1.5, size, spring), pressed);
    return t;
}

/* Springs as the tangential form carries them when their stiffness changes. */
LT_INLINE struct lt_spring_stiffness carried(const struct derived_n *d, num k0, num k1) {
    const mask falls = IS(d->rescales) & (k1 < k0);
    return (struct lt_spring_stiffness){
        k0, k1, IS(d->holds) | falls, IS(d->at_end), 1, IS(d->shrinks)};
}

LT_INLINE num shear_viscosity(const struct derived_n *d, const struct lt_touch *t) {
    return d->ct_0 + d->ct_quarter * t->quarter + d->ct_normal * t->viscosity;
}

LT_INLINE struct lt_spring_end spring_select(mask c, const struct lt_spring_end *a,
                                             const struct lt_spring_end *b) {
    return (struct lt_spring_end){.force = lt_shear_select(c, a->force, b->force),
                                  .viscous = lt_shear_select(c, a->viscous, b->viscous),
                                  .strain = SEL(c, a->strain, b->strain),
                                  .slip = SEL(c, a->slip, b->slip),
                                  .cross = SEL(c, a->cross, b->cross),
                                  .defect = SEL(c, a->defect, b->defect),
                                  .over = (c & a->over) | (NOT(c) & b->over),
                                  .slips = (c & a->slips) | (NOT(c) & b->slips),
                                  .cut = (c & a->cut) | (NOT(c) & b->cut)};
}

/* A spring of constant stiffness: the same as lt_spring_move(), in fewer steps. */
LT_INLINE struct lt_spring_end constant_spring(const struct lt_shear_span *span, num k,
                                               const struct lt_shear_friction *limit,
                                               struct lt_shear f0, struct lt_shear du,
                                               struct lt_shear drag, mask was_over) {
    const num inv_k = lt_spring_soft(k);
    const struct lt_shear_damped t = lt_shear_within(span, f0, du, k, inv_k, limit, drag, was_over);
    return (struct lt_spring_end){.force = t.spring,
                                  .viscous = t.dashpot,
                                  .strain = 0.5 * inv_k * lt_shear_dot(t.spring, t.spring),
                                  .slip = t.slip,
                                  .cross = t.cross,
                                  .defect = t.defect,
                                  .over = t.over,
                                  .slips = t.slips,
                                  .cut = t.cut};
}

/* Each of several contacts with what its own spring needs. */
LT_INLINE struct lt_spring_end any_spring(enum kind kind, const struct lt_shear_span *span,
                                          const struct lt_spring_stiffness *k, mask follows,
                                          const struct lt_shear_friction *limit, struct lt_shear f0,
                                          struct lt_shear du, struct lt_shear drag, mask was_over) {
    if (kind == FLAT || !ANY(follows))
        return constant_spring(span, k->k1, limit, f0, du, drag, was_over);
    const struct lt_spring_end moved = lt_spring_move(span, k, limit, f0, du, drag, was_over);
    if (!ANY(NOT(follows)))
        return moved;
    const struct lt_spring_end same = constant_spring(span, k->k1, limit, f0, du, drag, was_over);
    return spring_select(follows, &moved, &same);
}

LT_INLINE struct lt_spring_end shear_end(enum kind kind, const struct params_n *p,
                                         const struct derived_n *d, const struct lt_move_n *m,
                                         const struct state_n *x, const struct lt_touch *t) {
    const struct lt_spring_stiffness k =
        carried(d, d->kt_0 + d->kt_half * t->root0, d->kt_0 + d->kt_half * t->root);
    const struct lt_shear_friction limit = {p->fric * t->press, d->fric_slip * t->press,
                                            IS(d->cap_total), IS(p->slip_dashpot)};
    const struct lt_shear drag =
        lt_shear_times(shear_viscosity(d, t), (struct lt_shear){m->vs, m->vt});
    return any_spring(kind, &t->span, &k, d->kt_half > 0, &limit,
                      (struct lt_shear){x->spring_s, x->spring_t},
                      (struct lt_shear){m->dus, m->dut}, drag, IS(x->sliding));
}

/* The moment MOST against the rolling rate W, none at rest: a spring that is rigid, all of whose
 * way is slip. */
LT_INLINE struct lt_spring_end roll_rigid(const struct lt_touch *t, num most, struct lt_shear f0,
                                          struct lt_shear du, struct lt_shear w) {
    const num zero = NUM(0.0), rate = lt_sqrt(lt_shear_dot(w, w));
    const num share = SEL(t->active & (rate > 0), most / SEL(rate > 0, rate, NUM(1.0)), zero);
    const struct lt_shear f1 = lt_shear_times(share, w), in = lt_shear_inside(&t->span, du);
    return (struct lt_spring_end){.force = f1,
                                  .viscous = {zero, zero},
                                  .strain = zero,
                                  .slip = lt_shear_slip(f0, f1, in, zero),
                                  .cross = lt_shear_cross(&t->span, f0, f1, du),
                                  .defect = zero,
                                  .over = share > 0,
                                  .slips = share > 0,
                                  .cut = NOT(LT_EVERY)};
}

LT_INLINE struct lt_spring_end roll_end(const struct derived_n *d, const struct lt_move_n *m,
                                        const struct state_n *x, const struct lt_touch *t) {
    const struct lt_shear f0 = {x->moment_s, x->moment_t}, du = {m->das, m->dat},
                          w = {m->ws, m->wt};
    struct lt_spring_stiffness k =
        carried(d, d->kr_0 + d->kr_half * t->root0, d->kr_0 + d->kr_half * t->root);
    const mask follows = IS(d->roll_follows), rigid = IS(d->roll_rigid);
    k.holds &= follows;
    k.shrinks &= follows;
    k.at_end = (k.at_end & follows) | IS(d->roll_at_end);
    const num most = d->roll_most * t->press;
    const struct lt_shear_friction limit = {most, d->roll_slip * t->press, NOT(IS(d->roll_alone)),
                                            IS(d->roll_kept)};
    const num c = d->cr_0 + d->cr_quarter * t->quarter + d->cr_press * t->press;
    struct lt_spring_end end = any_spring(ALL, &t->span, &k, d->kr_half > 0, &limit, f0, du,
                                          lt_shear_times(c, w), IS(x->rolls));
    if (ANY(rigid)) {
        const struct lt_spring_end of = roll_rigid(t, most, f0, du, w);
        end = spring_select(rigid, &of, &end);
    }
    return end;
}

LT_INLINE struct lt_spring_end twist_end(const struct derived_n *d, const struct lt_move_n *m,
                                         const struct state_n *x, const struct lt_touch *t) {
    const num zero = NUM(0.0), before = m->dun - m->un, d0 = SEL(before > 0, before, zero);
    const num k0 = d->kw_0 + d->kw_half * t->root0 + d->kw_1 * d0 + d->kw_3_half * d0 * t->root0;
    const num k1 = d->kw_0 + d->kw_half * t->root + d->kw_1 * t->d + d->kw_3_half * t->d * t->root;
    struct lt_spring_stiffness k = carried(d, k0, k1);
    const mask follows = IS(d->twist_follows), free = IS(d->twist_free);
    k.holds = (k.holds & follows) | IS(d->twist_holds);
    k.shrinks &= follows;
    k.at_end &= follows;
    const num more = d->twist_half * t->root, huge = NUM(INFINITY);
    const struct lt_shear_friction limit = {SEL(free, huge, (d->twist_most + more) * t->press),
                                            SEL(free, huge, (d->twist_slip + more) * t->press),
                                            LT_EVERY, IS(d->twist_kept)};
    const num c = d->cw_0 + d->cw_shear * t->d * shear_viscosity(d, t);
    return any_spring(ALL, &t->span, &k, (d->kw_half > 0) | (d->kw_1 > 0) | (d->kw_3_half > 0),
                      &limit, (struct lt_shear){x->moment_n, zero}, (struct lt_shear){m->dan, zero},
                      (struct lt_shear){c * m->wn, zero}, IS(x->twists));
}

/* What a spring answers where no part is chosen. */
LT_INLINE struct lt_spring_end nothing(void) {
    const num zero = NUM(0.0);
    const mask no = NOT(LT_EVERY);
    return (struct lt_spring_end){{zero, zero}, {zero, zero}, zero, zero, zero, zero, no, no, no};
}

LT_INLINE struct lt_spring_end chosen(mask c, struct lt_spring_end end) {
    const struct lt_spring_end none = nothing();
    return spring_select(c, &end, &none);
}

LT_INLINE void answer(const struct lt_touch *t, const struct lt_spring_end *shear,
                      const struct lt_spring_end *roll, const struct lt_spring_end *twist,
                      struct lt_out_n *o) {
    o->vfn = t->vfn;
    o->vfs = shear->viscous.s;
    o->vft = shear->viscous.t;
    o->vmn = twist->viscous.s;
    o->vms = roll->viscous.s;
    o->vmt = roll->viscous.t;
    o->fn = t->fn + t->vfn;
    o->fs = shear->force.s + shear->viscous.s;
    o->ft = shear->force.t + shear->viscous.t;
    o->mn = twist->force.s + twist->viscous.s;
    o->ms = roll->force.s + roll->viscous.s;
    o->mt = roll->force.t + roll->viscous.t;
    o->strain = t->strain + shear->strain + roll->strain + twist->strain;
    o->cross = t->cross + shear->cross + roll->cross + twist->cross;
    o->defect = shear->defect + roll->defect + twist->defect;
    o->active = t->active;
    o->branch = BITS(t->active, 1) | BITS(shear->over, 2) | BITS(t->capped, 4) |
                BITS(shear->slips, 8) | BITS(roll->over, 16) | BITS(roll->slips, 32) |
                BITS(twist->over, 64) | BITS(twist->slips, 128) | BITS(t->pulls, 256) |
                BITS(shear->cut, 512) | BITS(roll->cut, 1024) | BITS(twist->cut, 2048);
}

LT_INLINE void step_kind(enum kind kind, const struct params_n *p, const struct derived_n *d,
                         const struct lt_move_n *m, struct state_n *x, struct lt_out_n *o,
                         struct losses_n *e) {
    const num zero = NUM(0.0), one_ = NUM(1.0);
    const struct lt_touch t = touch_now(kind, p, d, m);
    struct lt_spring_end shear = nothing(), roll = nothing(), twist = nothing();
    if (kind != PRESSED && ANY(IS(p->tangential)))
        shear = chosen(IS(p->tangential), shear_end(kind, p, d, m, x, &t));
    if (kind == ALL && ANY(IS(p->rolling)))
        roll = chosen(IS(p->rolling), roll_end(d, m, x, &t));
    if (kind == ALL && ANY(IS(p->twisting)))
        twist = chosen(IS(p->twisting), twist_end(d, m, x, &t));
    answer(&t, &shear, &roll, &twist, o);
    e->slip = shear.slip;
    e->roll = roll.slip;
    e->twist = twist.slip;
    x->spring_s = shear.force.s;
    x->spring_t = shear.force.t;
    x->sliding = SEL(shear.over, one_, zero);
    x->moment_n = twist.force.s;
    x->moment_s = roll.force.s;
    x->moment_t = roll.force.t;
    x->rolls = SEL(roll.over, one_, zero);
    x->twists = SEL(twist.over, one_, zero);
}

#define STEP_OF(name, kind)                                                                        \
    LT_INLINE void name(const struct params_n *p, const struct derived_n *d,                       \
                        const struct lt_move_n *m, struct state_n *x, struct lt_out_n *o,          \
                        struct losses_n *e) {                                                      \
        step_kind(kind, p, d, m, x, o, e);                                                         \
    }
STEP_OF(step, ALL)
STEP_OF(step_flat, FLAT)
STEP_OF(step_pressed, PRESSED)

LT_MARCH(march_of_any, step, STATE)
LT_MARCH(march_flat, step_flat, STATE)
LT_MARCH(march_pressed, step_pressed, STATE)

/* The least that does for all contacts of the march; the bits are the same. */
static size_t march(const void *p, const void *d, void *x, void *losses, lt_cells *m,
                    enum lt_march_kind kind, size_t steps) {
    const struct params_cells *of = p;
    const struct derived_cells *made = d;
    const int turns = ANY(IS(lt_load(&of->rolling)) | IS(lt_load(&of->twisting)));
    const int rooted = ANY(IS(lt_load(&made->rooted)));
    const int shears = ANY(IS(lt_load(&of->tangential)));
    if (turns || (rooted && shears))
        return march_of_any(p, d, x, losses, m, kind, steps);
    return (rooted ? march_pressed : march_flat)(p, d, x, losses, m, kind, steps);
}

/* ---- The law --------------------------------------------------------------------------------- */

static double undamped_time(const struct lt_pair *pair, const void *params, const void *derived,
                            double speed) {
    const struct derived *d = derived;
    (void)params;
    return d->kn_3_half > 0 ? hertzian_time(pair->m_eff, d->kn_3_half, speed)
                            : restitution_pi * sqrt(pair->m_eff / d->kn_1);
}

static const struct lt_event events[] = {{"contact_activated", "active", 1, 0},
                                         {"slip_change", "sliding", 1, 1},
                                         {"roll_change", "rolls", 1, 1},
                                         {"twist_change", "twists", 1, 1},
                                         {.name = NULL}};

static const struct lt_view views[] = {
    {"overlap", "m", "max(0, -un)", "overlap"},
    {"contact_radius", "m", "sqrt(r_eff*max(0, -un))", "sqrt(r_eff overlap)"},
    {"dp_force_n", "N", "0 - vfn", "force of the normal dashpot, > 0 compression"},
    {.name = NULL}};

static const struct lt_case cases[] = {{"e_n", IS_DAMPING_NONE, "1", "without damping"},
                                       PARTS_CASES{.result = NULL}};

#define ON_TOP                                                                                     \
    "cap_on elastic: the dashpot comes on top of friction; cap_by elastic, absolute: friction "    \
    "goes by the spring, or by the size of the force"

static const struct lt_shortfall declares[] = {
    LT_SHEAR_DECLARES("tangential > 1 and slip_dashpot == 1 and cap_on == 0"),
    {"coulomb", "cap_on == 1 or cap_by > 0", LT_TWO_COMPONENTS, ON_TOP},
    {"tension", "cap_on == 1 or cap_by > 0", LT_TWO_COMPONENTS, ON_TOP},
    PARTS_DECLARES{.check = NULL}};

static const struct lt_part texts[] = {PARTS_TEXTS{.kind = NULL}};

LT_LAW_N_OF(
    contact, .name = "contact",
    .summary = "a contact made of parts: normal, damping, tangential, rolling, twisting",
    .source = "The sources of its parts: doc/contact.md.",
    .equations = "d = -un; active while un <= 0\n"
                 "fn: the normal spring's, with a dashpot D vn; dp_mode no-tension: fn <= 0\n"
                 "the limits of the other parts go by the pressure N: the total if it presses,\n"
                 "the spring's alone, or the total's size (cap_by)\n"
                 "(fs, ft): tangential, at most fric N; (ms, mt): rolling; mn: twisting",
    .acts = 0x3f, .events = events, .views = views, .cases = cases, .contact_time = undamped_time,
    .declares = declares, .order = 1, .parts = texts, .clashes = clashes)

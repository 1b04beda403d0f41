/* SPDX-License-Identifier: MIT */
/* turning.h: shared code of rolling and twisting parts: springs of moments, N m, over angles, rad.
 */
#ifndef LT_TURNING_H
#define LT_TURNING_H

#include "friction.h"

/* ---- State and losses ------------------------------------------------------------------------ */

/* States and losses: N m, moments of the springs; 1 while friction limits them; J. */
struct lt_rolled {
    num moment_s, moment_t, rolls;
};
struct lt_roll_losses {
    num roll;
};
struct lt_twisted {
    num moment_n, twists;
};
struct lt_twist_losses {
    num twist;
};

/* Ends the step of a rolling part: moments, energies, states and loss. */
LT_INLINE void lt_rolled(struct lt_touch *t, const struct lt_spring_end *end, struct lt_rolled *x,
                         struct lt_roll_losses *e) {
    lt_answer(t, LT_ROLLING_PART, end, 4, 5);
    e->roll = end->slip;
    *x = (struct lt_rolled){end->force.s, end->force.t, lt_flag(end->over)};
}

/* Ends the step of a twisting part: moment, energies, states and loss. */
LT_INLINE void lt_twisted(struct lt_touch *t, const struct lt_spring_end *end, struct lt_twisted *x,
                          struct lt_twist_losses *e) {
    lt_answer(t, LT_TWISTING_PART, end, 3, -1);
    e->twist = end->slip;
    *x = (struct lt_twisted){end->force.s, lt_flag(end->over)};
}

/* ---- Springs --------------------------------------------------------------------------------- */

/* A spring of constant stiffness k, N m, soft = 1/k, with a dashpot c, N m s; most: m, largest
 * moment over the pressure. */
struct lt_turner {
    num k, soft, c, most;
};

/* A friction limit of the moment MOST, N m, without dynamic coefficient. TOTAL: it limits spring
 * and dashpot together; KEPT: at the limit the dashpot stays, and the spring gets the rest. */
LT_INLINE struct lt_shear_friction lt_turn_limit(num most, mask total, mask kept) {
    return (struct lt_shear_friction){most, most, total, kept};
}

/* The step of a rolling spring of constant stiffness: moments, energies, states X and loss E; TOTAL
 * and KEPT as in lt_turn_limit(). */
LT_INLINE void lt_roll(const struct lt_turner *d, struct lt_rolled *x, struct lt_roll_losses *e,
                       struct lt_touch *t, const struct lt_shear_span *span, mask total,
                       mask kept) {
    const struct lt_move_n *m = t->m;
    const struct lt_shear_friction limit = lt_turn_limit(d->most * t->press, total, kept);
    const struct lt_spring_end end =
        lt_constant_spring(span, d->k, d->soft, &limit, (struct lt_shear){x->moment_s, x->moment_t},
                           (struct lt_shear){m->das, m->dat},
                           (struct lt_shear){d->c * m->ws, d->c * m->wt}, IS(x->rolls));
    lt_rolled(t, &end, x, e);
}

/* The step of a rolling spring whose stiffness K changes, with a dashpot of viscosity C, N m s. */
LT_INLINE void lt_roll_follow(const struct lt_spring_stiffness *k, num c,
                              const struct lt_shear_friction *limit, struct lt_rolled *x,
                              struct lt_roll_losses *e, struct lt_touch *t,
                              const struct lt_shear_span *span) {
    const struct lt_move_n *m = t->m;
    const struct lt_spring_end end = lt_spring_move(
        span, k, limit, (struct lt_shear){x->moment_s, x->moment_t},
        (struct lt_shear){m->das, m->dat}, (struct lt_shear){c * m->ws, c * m->wt}, IS(x->rolls));
    lt_rolled(t, &end, x, e);
}

/* The step of a twisting spring of constant stiffness within LIMIT, N m: moment, energies, states X
 * and loss E. */
LT_INLINE void lt_twist(const struct lt_turner *d, struct lt_twisted *x, struct lt_twist_losses *e,
                        struct lt_touch *t, const struct lt_shear_span *span,
                        const struct lt_shear_friction *limit) {
    const num zero = NUM(0.0);
    const struct lt_spring_end end =
        lt_constant_spring(span, d->k, d->soft, limit, (struct lt_shear){x->moment_n, zero},
                           (struct lt_shear){t->m->dan, zero},
                           (struct lt_shear){d->c * t->m->wn, zero}, IS(x->twists));
    lt_twisted(t, &end, x, e);
}

/* The step of a twisting spring whose stiffness K changes, with a dashpot of viscosity C, N m s. */
LT_INLINE void lt_twist_follow(const struct lt_spring_stiffness *k, num c,
                               const struct lt_shear_friction *limit, struct lt_twisted *x,
                               struct lt_twist_losses *e, struct lt_touch *t,
                               const struct lt_shear_span *span) {
    const num zero = NUM(0.0);
    const struct lt_spring_end end = lt_spring_move(
        span, k, limit, (struct lt_shear){x->moment_n, zero}, (struct lt_shear){t->m->dan, zero},
        (struct lt_shear){c * t->m->wn, zero}, IS(x->twists));
    lt_twisted(t, &end, x, e);
}

/* ---- A rolling stiffness proportional to the normal one ---------------------------------------
 */

/* share: m^2, rolling stiffness over the secant stiffness of the normal spring; c: viscosity over
 * the root of the rolling stiffness; most: m, largest moment over the pressure. */
struct lt_elastic_roller {
    num share, c, most;
};

/* The step of a rolling spring whose stiffness follows that of the normal spring; its dashpot, a
 * share of critical damping, is off at the limit. */
LT_INLINE void lt_roll_elastic(const struct lt_elastic_roller *d, struct lt_rolled *x,
                               struct lt_roll_losses *e, struct lt_touch *t,
                               const struct lt_shear_span *span) {
    const mask no = NOT(LT_EVERY);
    const struct lt_spring_stiffness k = {
        .k0 = d->share * t->k0, .k1 = d->share * t->k, .holds = no, .at_end = LT_EVERY};
    const struct lt_shear_friction limit = lt_turn_limit(d->most * t->press, no, no);
    lt_roll_follow(&k, d->c * lt_sqrt(k.k1), &limit, x, e, t, span);
}

/* ---- A spring at an arm ---------------------------------------------------------------------- */

/* A spring at an arm: of constant stiffness k, N m, or proportional to the contact radius, of: N.
 * Then a change of the stiffness has the same effect as on the tangential spring (leaves_...). most
 * and slip: m, largest moment over the pressure at rest and at the limit. */
struct lt_arm {
    num k, of, c, most, slip, kept, leaves_length, leaves_falling, leaves_less, leaves_at_end;
};

/* Stiffness before and after the step, N m, k + of a with the contact radius a, and what a change
 * of it leaves. */
LT_INLINE struct lt_spring_stiffness lt_arm_stiffness(const struct lt_arm *d,
                                                      const struct lt_touch *t) {
    const num k0 = d->k + d->of * t->a0, k1 = d->k + d->of * t->a;
    return (struct lt_spring_stiffness){.k0 = k0,
                                        .k1 = k1,
                                        .holds = IS(d->leaves_length) |
                                                 (IS(d->leaves_falling) & (k1 < k0)),
                                        .at_end = IS(d->leaves_at_end),
                                        .may_shrink = 1,
                                        .shrinks = IS(d->leaves_less)};
}

/* The friction limit of spring and dashpot together, N m. */
LT_INLINE struct lt_shear_friction lt_arm_limit(const struct lt_arm *d, const struct lt_touch *t) {
    return (struct lt_shear_friction){d->most * t->press, d->slip * t->press, LT_EVERY,
                                      IS(d->kept)};
}

/* ---- Tables ---------------------------------------------------------------------------------- */

#ifdef LT_TABLES
#define LT_FRIC_ROLL_ROW                                                                           \
    {                                                                                              \
        "fric_roll", "1", 0, 0, INFINITY,                                                          \
            .doc = "rolling friction: largest moment over arm and pressure", .mix = LT_MIN,        \
            .role = LT_ROLLING                                                                     \
    }
#define LT_ROLL_DAMPING_ROW                                                                        \
    {                                                                                              \
        "roll_damping", "1", 0, 0, INFINITY,                                                       \
            .doc = "share of critical damping of the rolling spring"                               \
    }
#define LT_ROLL_RATIO_ROW                                                                          \
    {                                                                                              \
        "roll_ratio", "1", 2.25, 0, INFINITY,                                                      \
            .doc = "rolling stiffness over fric_roll^2 R*^2 k; luding: over R*^2 kn1"              \
    }
#define LT_ROLL_DASHPOT_ROW                                                                        \
    {                                                                                              \
        "roll_dashpot", "1", 0, 0, 1,                                                              \
            .doc = "dashpots of rolling and twisting while at the limit",                          \
            .choices = "dropped kept"                                                              \
    }
#define LT_TURNER_NUMBERS                                                                          \
    LT_NUMBER(k, "N m", "stiffness"), LT_NUMBER(soft, "1/(N m)", "1 over it"),                     \
        LT_NUMBER(c, "N m s", "viscosity"),                                                        \
        LT_NUMBER(most, "m", "largest moment over the pressure")
#define LT_ELASTIC_ROLLER_NUMBERS                                                                  \
    LT_NUMBER(share, "m^2", "stiffness over that of the normal spring"),                           \
        LT_NUMBER(c, "1", "viscosity over the root of the stiffness"),                             \
        LT_NUMBER(most, "m", "largest moment over the pressure")
#define LT_ARM_NUMBERS                                                                             \
    LT_NUMBER(k, "N m", "stiffness"), LT_NUMBER(of, "N", "stiffness over the contact radius"),     \
        LT_NUMBER(c, "N m s", "viscosity"),                                                        \
        LT_NUMBER(most, "m", "largest moment over the pressure"),                                  \
        LT_NUMBER(slip, "m", "that while it turns at its limit"),                                  \
        LT_NUMBER(kept, "1", "1 if the dashpot is kept at the limit"),                             \
        LT_NUMBER(leaves_length, "1", "1 if a change of stiffness leaves the length"),             \
        LT_NUMBER(leaves_falling, "1", "1 if it does where it falls"),                             \
        LT_NUMBER(leaves_less, "1", "1 if the length falls with it"),                              \
        LT_NUMBER(leaves_at_end, "1", "1 if a step takes the stiffness at its end")

/* States, losses and events of all rolling springs; of all twisting ones. */
#define LT_ROLL_TABLES                                                                             \
    static const struct lt_field state[] = {                                                       \
        {"moment_s", "N m", .doc = "moment of the rolling spring, s"},                             \
        {"moment_t", "N m", .doc = "moment of the rolling spring, t"},                             \
        {"rolls", "1", .doc = "1 while friction limits the rolling moment"},                       \
        {.name = NULL}};                                                                           \
    static const struct lt_field losses[] = {{"roll", "J", .doc = "rolling friction"},             \
                                             {.name = NULL}};                                      \
    static const struct lt_event events[] = {{"roll_change", "rolls", 1, 1}, {.name = NULL}};
#define LT_TWIST_TABLES                                                                            \
    static const struct lt_field state[] = {                                                       \
        {"moment_n", "N m", .doc = "moment of the twisting spring"},                               \
        {"twists", "1", .doc = "1 while friction limits the twisting moment"},                     \
        {.name = NULL}};                                                                           \
    static const struct lt_field losses[] = {{"twist", "J", .doc = "twisting friction"},           \
                                             {.name = NULL}};                                      \
    static const struct lt_event events[] = {{"twist_change", "twists", 1, 1}, {.name = NULL}};

/* Derives a spring of constant stiffness K, N m, and viscosity C, N m s, with the largest moment
 * FRIC ARM N. Flat bodies do not roll. Returns the error or NULL. */
static inline const char *lt_turner(const struct lt_deal *deal, double k, double c, double arm,
                                    double fric, struct lt_turner *d) {
    *d = (struct lt_turner){k, lt_spring_soft(k), c, arm * fric};
    return deal->pair->r_eff > 0 ? NULL : "rolling needs a curved body";
}

/* Parameters of springs whose stiffness is given directly. */
struct lt_roll_spring {
    double fric_roll, roll_stiffness, roll_viscosity;
};
#define LT_ROLL_SPRING_ROWS                                                                        \
    LT_FRIC_ROLL_ROW, {"roll_stiffness",                                                           \
                       "N m",                                                                      \
                       0,                                                                          \
                       0,                                                                          \
                       INFINITY,                                                                   \
                       .doc = "moment of the rolling spring over its angle"},                      \
    {                                                                                              \
        "roll_viscosity", "N m s", 0, 0, INFINITY,                                                 \
            .doc = "moment of the rolling dashpot over the rate"                                   \
    }

/* Derives a spring from the parameters P; ARM: m, that of fric_roll. Returns the error or NULL. */
static inline const char *lt_roll_spring(const struct lt_deal *deal, const struct lt_roll_spring *p,
                                         double arm, struct lt_turner *d) {
    return lt_turner(deal, p->roll_stiffness, p->roll_viscosity, arm, p->fric_roll, d);
}

/* Moment of inertia, kg m^2, of rolling about the contact point: 7/5 m R^2 of a sphere, 3/2 m R^2
 * of a disc, of both bodies in series. */
static inline double lt_roll_inertia(const struct lt_pair *pair) {
    const double share = pair->dimensions < 3 ? 1.5 : 1.4;
    const struct lt_body *const bodies[] = {&pair->a, &pair->b};
    double sum = 0;
    for (int i = 0; i < 2; i++) /* a flat body (radius 0) is an infinite sphere */
        sum += isfinite(bodies[i]->mass) && bodies[i]->radius > 0
                   ? 1 / (bodies[i]->mass * bodies[i]->radius * bodies[i]->radius)
                   : 0;
    return share / sum;
}

/* Derives a rolling spring of stiffness RATIO (fric_roll R*)^2 k, k the secant stiffness of the
 * normal spring, with DAMPING as ratio of critical damping. Returns the error or NULL. */
static inline const char *lt_elastic_roller(const struct lt_deal *deal, double fric, double damping,
                                            double ratio, struct lt_elastic_roller *d) {
    const double arm = deal->pair->r_eff;
    *d = (struct lt_elastic_roller){.share = ratio * fric * fric * arm * arm,
                                    .c = 2 * damping * sqrt(lt_roll_inertia(deal->pair)),
                                    .most = arm * fric};
    return arm > 0 ? NULL : "rolling needs a curved body";
}
#define LT_STIFFENS "not (normal:linear or normal:luding or normal:walton-braun)"

/* Derives a spring at the arm ARM, m, of the stiffness K, N/m, or 8 G* a if K is 0; C: N s/m; FRIC
 * and FRIC_DYNAMIC: limits at rest and while turning; KEPT: 1 if the dashpot stays at the limit.
 * Returns the error or NULL. */
static inline const char *lt_arm(const struct lt_deal *deal, double arm, double k, double c,
                                 double fric, double fric_dynamic, double kept, struct lt_arm *d) {
    const double at = arm * arm;
    *d = (struct lt_arm){.k = at * k,
                         .c = at * c,
                         .most = arm * fric,
                         .slip = arm * fmin(fric, fric_dynamic),
                         .kept = kept};
    if (k > 0)
        return NULL;
    d->of = at * 8 * deal->shear;
    d->leaves_length = (deal->carries & LT_LEAVES_LENGTH) != 0;
    d->leaves_falling = (deal->carries & LT_LEAVES_FALLING) != 0;
    d->leaves_less = (deal->carries & LT_LEAVES_LESS) != 0;
    d->leaves_at_end = (deal->carries & LT_LEAVES_AT_END) != 0;
    return isfinite(d->of)
               ? NULL
               : "a spring without stiffness of its own follows G* and Hertz' contact radius: give "
                 "young and poisson, of both bodies' materials or in the law, or shear_eff, or "
                 "give kr and kto";
}
#define LT_ARM_KEPT(turns)                                                                         \
    {"continuity", "roll_dashpot == 1", 2,                                                         \
     "roll_dashpot kept: the spring balances the dashpot's force beyond friction"},                \
        {"jumps", "roll_dashpot == 1", 1,                                                          \
         "roll_dashpot kept: so at touch, where friction holds nothing"},                          \
        {"cycle", "roll_dashpot == 1", 1,                                                          \
         "roll_dashpot kept: the spring is loaded against the " turns                              \
         ", and returns that energy"},                                                             \
        {"order", "roll_dashpot == 1", 1,                                                          \
         "roll_dashpot kept: the spring of a new contact depends on the first step"},              \
    {                                                                                              \
        "step-length", "roll_dashpot == 1", 2,                                                     \
            "roll_dashpot kept: where nothing presses the spring is what the dashpot has last"     \
    }
#define LT_ARM_FOLLOWS(k)                                                                          \
    {                                                                                              \
        "cycle", k " == 0 and not (tangential:tangent-rescale)", 1,                                \
            k " 0: the stiffness follows the overlap, but the moment does not, unless the "        \
              "tangential form is tangent-rescale; that creates or loses energy (E_defect)"        \
    }
#endif

#endif

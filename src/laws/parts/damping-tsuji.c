/* SPDX-License-Identifier: MIT */
#include "part.h"

struct derived {
    num alpha, m;
};

/* Tsuji's dashpot: viscosity alpha sqrt(m_eff k), N s/m, with the secant stiffness k, N/m, of the
 * normal spring. With Hertz' spring the coefficient of restitution is then the same at all speeds.
 */
static void step(const struct lt_part *self, const void *vd, void *x, void *e, struct lt_touch *t) {
    const struct derived *d = vd;
    (void)self, (void)x, (void)e;
    t->c = d->alpha * lt_sqrt(d->m * t->k);
    t->dashpot = NUM(0.0) - t->c * t->m->vn;
}

const struct lt_part_steps LT_STEPS(damping_tsuji) = {NULL, step, NULL};

#ifdef LT_TABLES

struct params {
    double alpha;
};

static const struct lt_field params[] = {
    {"alpha", "1", 0, 0, INFINITY, .doc = "normal damping, alpha sqrt(m_eff k)"}, {.name = NULL}};
static const struct lt_field derived[] = {
    LT_NUMBER(alpha, "1", "as given"), LT_NUMBER(m, "kg", "effective mass"), {.name = NULL}};
/* Closed forms of e_n; MOST: square of the alpha of critical damping, 5 for Hertz' spring and 4 for
 * a linear one. */
#define AT_FORCE "tensile cut-off: the contact ends when the force is zero"
#define CASES(alone, most)                                                                         \
    {"e_n", alone " and dp_mode == 0 and alpha < sqrt(" most ")",                                  \
     "exp(-pi*alpha/sqrt(" most " - alpha^2))",                                                    \
     "no tensile cut-off: the contact ends when the gap is zero again"},                           \
        {"e_n", alone " and dp_mode == 0 and alpha >= sqrt(" most ")", "0",                        \
         "overdamped without tensile cut-off: the particles never separate"},                      \
        {"e_n", alone " and dp_mode == 1 and alpha < sqrt(" most ")",                              \
         "exp(-2*alpha*acos(alpha/sqrt(" most "))/sqrt(" most " - alpha^2))", AT_FORCE},           \
        {"e_n", alone " and dp_mode == 1 and alpha == sqrt(" most ")", "exp(-2)", AT_FORCE}, {     \
        "e_n", alone " and dp_mode == 1 and alpha > sqrt(" most ")",                               \
            "exp(-2*alpha*acosh(alpha/sqrt(" most "))/sqrt(alpha^2 - " most "))", AT_FORCE         \
    }
static const struct lt_case cases[] = {CASES("normal:hertz and cohesion:none", "5"),
                                       CASES("normal:linear and cohesion:none", "4"),
                                       {.result = NULL}};

/* Takes alpha as given, and the effective mass of the pair. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *vp, void *vd) {
    const struct params *p = vp;
    struct derived *d = vd;
    (void)self, (void)a, (void)b;
    d->alpha = p->alpha;
    d->m = deal->pair->m_eff;
    return NULL;
}

const struct lt_part lt_part_damping_tsuji = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_DAMPING_PART,
    .name = "tsuji",
    .doc = "alpha sqrt(m_eff k), k the secant stiffness of the normal spring; one restitution at "
           "all speeds",
    .reads = LT_HAS_STIFFNESS,
    .writes = LT_HAS_VISCOSITY,
    .params = params,
    .derived = derived,
    .cases = cases,
    .derive = derive,
    .steps = &lt_steps_damping_tsuji};

#endif

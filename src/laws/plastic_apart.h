/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plastic_apart.h: normal forces with a memory whose contacts are stepped one by one: EEPA, and
 * Luding's with the memory of a code that follows the adhesive branch step by step.
 */
#ifndef LT_PLASTIC_APART_H
#define LT_PLASTIC_APART_H

#include "plastic.h"

/* ---- EEPA: k1 d^n loading, k2 (d^n - p^n) from there, -k_adh d^chi where that pulls more --------
 */

/* Contact time of an elastic impact on K d^n. */
static inline double eepa_time(double k, double n, double m_eff, double speed) {
    const double root_pi = 1.7724538509055161, share = 1 / (n + 1);
    const double overlap = pow((n + 1) * m_eff * speed * speed / (2 * k), share);
    return 2 * root_pi * overlap / speed * tgamma(1 + share) / tgamma(0.5 + share);
}

#if LT_N == 1

struct lt_eepa {
    double k1, k2, n, chi; /* N/m^n */
    double share;          /* plas_ratio^(1/n): p of the largest overlap */
    double gamma;          /* J/m^2 */
    double ra, rb;         /* m; rb 0: a flat body */
    int half_cap;          /* at its cap the branch begins at p/2, whatever n */
};

struct lt_eepa_end {
    double force, strain, plastic, adhesion;
    double force0, back; /* N, at d0; k_adh d^chi */
    double p;
    int adheres, loads;
};

/* Radius of the lens that two spheres have in common at the overlap D, of the cap at a flat body.
 */
static inline double eepa_radius(const struct lt_eepa *k, double d) {
    if (k->rb > 0) {
        const double both = 2 * (k->ra + k->rb) - d, r = k->ra + k->rb - d;
        return sqrt(fmax(d * both * (2 * k->ra - d) * (2 * k->rb - d), 0)) / (2 * r);
    }
    return sqrt(fmax(d * (2 * k->ra - d), 0));
}

/* The adhesive branch of P: f (d/at)^chi, which meets the line of P at D. */
struct lt_eepa_branch {
    double f, at, d;
};

static inline double eepa_pull(const struct lt_eepa *k, const struct lt_eepa_branch *b, double d) {
    return b->f > 0 ? b->f * pow(d / b->at, k->chi) : 0;
}

static inline struct lt_eepa_branch eepa_branch(const struct lt_eepa *k, double p) {
    const double pn = pow(p, k->n), most = 0.5 * k->k2 * pn;
    const double f = fmin(1.5 * 3.141592653589793 * k->gamma * eepa_radius(k, p), most);
    struct lt_eepa_branch b = {.f = f};
    b.d = b.at = f < most || !k->half_cap ? pow(pn - f / k->k2, 1 / k->n) : 0.5 * p;
    if (f > 0 && f >= most && k->half_cap && k->n != 1) /* it meets the line elsewhere */
        for (int i = 0; i < 12; i++) {
            const double pull = eepa_pull(k, &b, b.d), line = k->k2 * pow(b.d, k->n);
            b.d -= (line - k->k2 * pn + pull) * b.d / (k->n * line + k->chi * pull);
        }
    return b;
}

/* Stored on the line of P at D. */
static inline double eepa_stored(const struct lt_eepa *k, double d, double p) {
    const double pn = pow(p, k->n);
    return k->k2 * ((pow(d, k->n) * d - pn * p) / (k->n + 1) - pn * (d - p));
}

/* What loading up to the memory P has lost. */
static inline double eepa_lost(const struct lt_eepa *k, double p) {
    if (!(k->share > 0))
        return 0;
    const double x = p / k->share;
    return k->k1 * pow(x, k->n) * x / (k->n + 1) - eepa_stored(k, x, p);
}

/* P of the line that passes through the pull PULL at D. */
static inline double eepa_left(const struct lt_eepa *k, double pull, double d) {
    return pow(pow(d, k->n) + pull / k->k2, 1 / k->n);
}

/* The pull at D of the branch that is left there at the pull PULL. */
static inline double eepa_anew(const struct lt_eepa *k, double pull, double d) {
    const struct lt_eepa_branch b = eepa_branch(k, eepa_left(k, pull, d));
    return eepa_pull(k, &b, d);
}

/* What the adhesive branch loses from D on. */
static inline double eepa_bond(const struct lt_eepa *k, const struct lt_eepa_branch *b, double d) {
    const double pull = eepa_pull(k, b, d);
    return pull * d / (k->chi + 1) + eepa_stored(k, d, eepa_left(k, pull, d));
}

/* From the overlap D0, memory P, on the adhesive branch or not, to D. Powers take most of the time:
 * force0 and, while it loads, back are worked out if EDGE, BACK. */
static inline struct lt_eepa_end eepa_move(const struct lt_eepa *k, double p, int adhered,
                                           double d0, double d, int edge, int back) {
    struct lt_eepa_end end = {.p = p};
    struct lt_eepa_branch b;
    const int leaves = adhered && d > d0;
    if (edge || leaves) {
        b = eepa_branch(k, p);
        const double pull0 = eepa_pull(k, &b, d0);
        end.force0 = fmax(k->k2 * (pow(d0, k->n) - pow(p, k->n)), -pull0);
        end.force0 = adhered ? -pull0 : end.force0;
        if (leaves)
            end.p = p = eepa_left(k, pull0, d0);
    }
    adhered = adhered && !leaves;
    end.loads = !adhered && k->share * d >= p;
    if (end.loads) {
        end.p = k->share * d;
        end.plastic = eepa_lost(k, end.p) - eepa_lost(k, p);
        end.force = k->k1 * pow(d, k->n);
        end.strain = eepa_stored(k, d, end.p);
        if (back) {
            b = eepa_branch(k, end.p);
            end.back = eepa_pull(k, &b, d);
        }
        return end;
    }
    b = eepa_branch(k, p);
    const double pull = eepa_pull(k, &b, d), line = k->k2 * (pow(d, k->n) - pow(p, k->n));
    end.back = pull;
    end.adheres = adhered || line < -pull;
    end.force = end.adheres ? -pull : line;
    end.strain = eepa_stored(k, d, end.adheres ? eepa_left(k, pull, d) : p);
    const int jumps = !adhered && d0 < b.d; /* of less pull than the branch that it has left */
    if (end.adheres)
        end.adhesion = eepa_bond(k, &b, adhered || jumps ? d0 : b.d) - eepa_bond(k, &b, d);
    if (end.adheres && jumps)
        end.adhesion +=
            eepa_stored(k, d0, p) - eepa_stored(k, d0, eepa_left(k, eepa_pull(k, &b, d0), d0));
    return end;
}

/* ---- Luding's force with a memory that lags
 * ------------------------------------------------------ Its lines are k1 d, k2 (d - zero) and -kc
 * d. On the last one x is taken from the k2 of the step before, so that reloading follows another
 * line than the one that was left; what the force works on its lines beyond what is stored and lost
 * is its defect. */
struct lt_lagged {
    struct lt_plastic_spring spring;
    double k2, zero_most; /* at the limit */
    int frozen; /* zero too is that of the step before, unless x grows or adhesion falls */
};

struct lt_lagged_state {
    double x, zero; /* m */
    int adheres;
};

struct lt_lagged_end {
    double force, strain, plastic, adhesion, defect;
    double force0; /* N, at d0 */
    struct lt_lagged_state state;
    bits branch;
};

static inline double lagged_stiffness(const struct lt_lagged *k, double x) {
    return x >= k->spring.limit ? k->k2 : k->spring.k1 + k->spring.slope * x;
}

static inline double lagged_zero(const struct lt_lagged *k, double k2, double x) {
    return fmin((1 - k->spring.k1 / k2) * x, k->zero_most);
}

/* Integral of the force over the overlap on the lines of a state; FALLS: down to -kc d. */
static inline double lagged_work(const struct lt_lagged *k, const struct lt_lagged_state *x,
                                 double d, int falls) {
    const double k1 = k->spring.k1, kc = k->spring.kc, k2 = lagged_stiffness(k, x->x);
    const double upper = k2 > k1 ? fmin(k2 * x->zero / (k2 - k1), k->spring.limit) : INFINITY;
    const double least = falls ? k2 * x->zero / (k2 + kc) : 0;
    const double in = fmin(fmax(d, least), upper), beyond = fmax(d - k->spring.limit, 0);
    const double over = fmin(d, k->spring.limit), below = fmin(d, least);
    double work = 0.5 * k2 * (in - x->zero) * (in - x->zero);
    work += d > upper ? 0.5 * k1 * (over * over - upper * upper) : 0;
    work += upper < INFINITY ? beyond * (k1 * k->spring.limit + 0.5 * k->k2 * beyond) : 0;
    return work + 0.5 * kc * (least * least - below * below);
}

static inline double lagged_stored(const struct lt_lagged *k, const struct lt_lagged_state *x,
                                   double d, double force) {
    const double of = x->adheres ? plastic_fallen(&k->spring, d) : x->x;
    return 0.5 * force * force / lagged_stiffness(k, of);
}

static inline double lagged_force(const struct lt_lagged *k, double k2, double zero, double d) {
    const double line = k2 * (d - zero), load = k->spring.k1 * d;
    return line >= load && d < k->spring.limit ? load : line;
}

static inline double lagged_bond(const struct lt_lagged *k, double d) {
    const double of = lagged_stiffness(k, plastic_fallen(&k->spring, d)), kc = k->spring.kc;
    return 0.5 * kc * d * d * (1 + kc / of);
}

static inline struct lt_lagged_end lagged_move(const struct lt_lagged *k, struct lt_lagged_state x,
                                               double d0, double d) {
    const double k1 = k->spring.k1, kc = k->spring.kc, limit = k->spring.limit;
    const double old = lagged_stiffness(k, x.x), most = fmax(x.x, d);
    const double k2 = k->frozen ? old : lagged_stiffness(k, most);
    const int falls = d < d0 || !k->frozen;
    struct lt_lagged_end end = {.state = {most, x.zero, 0}};
    const int loads = k->frozen ? d > x.x : d >= x.x; /* a rest is not growth */
    if (loads || !k->frozen)
        end.state.zero = lagged_zero(k, k2, most);
    end.force = lagged_force(k, k2, end.state.zero, d);
    end.state.adheres = falls && end.force <= -kc * d && k2 > k1;
    end.force0 = x.adheres ? -kc * d0 : lagged_force(k, old, x.zero, d0);
    const double begin = x.adheres ? d0 : fmin(d0, old * x.zero / (old + kc));
    double work = lagged_work(k, &x, d, falls) - lagged_work(k, &x, d0, falls);
    if (end.state.adheres) {
        end.force = -kc * d;
        end.state.x = (k2 + kc) / (k2 - k1) * d;
        end.state.zero = lagged_zero(k, k2, end.state.x);
        end.adhesion = lagged_bond(k, begin) - lagged_bond(k, d);
        if (x.adheres)
            work = 0.5 * kc * (d0 * d0 - d * d);
    } else if (loads) {
        end.plastic =
            plastic_lost(&k->spring, fmin(d, limit)) - plastic_lost(&k->spring, fmin(x.x, limit));
    }
    /* Where a step passes the limit its force is still that of the stiffness before: what is stored
     * is that of the lines which are left, from which the next step begins. */
    const double stiff = lagged_stiffness(k, end.state.x);
    const double own = end.state.adheres ? end.force : lagged_force(k, stiff, end.state.zero, d);
    end.strain = lagged_stored(k, &end.state, d, own);
    end.defect =
        work - end.plastic - end.adhesion - end.strain + lagged_stored(k, &x, d0, end.force0);
    end.branch = loads | end.state.adheres << 1 | (most >= limit) << 2;
    return end;
}

#endif
#endif

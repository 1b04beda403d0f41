/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plastic_apart.h: normal forces with hysteresis that are stepped contact by contact, not in
 * vectors: EEPA (Edinburgh elasto-plastic adhesion) and Luding's force with an explicit memory, as
 * LIGGGHTS, MercuryDPM and YADE have it.
 */
#ifndef LT_PLASTIC_APART_H
#define LT_PLASTIC_APART_H

#include "plastic.h"

/* ---- EEPA: loading k1 d^n, unloading k2 (d^n - p^n), adhesive branch -k_adh d^chi ---------------
 */

/* Duration, s, of an elastic impact at SPEED, m/s, of the mass M_EFF, kg, on the force K d^N: 2
 * sqrt(pi) Gamma(1 + 1/(n+1))/Gamma(1/2 + 1/(n+1)) times largest overlap over speed. At that
 * overlap the energy K d^(n+1)/(n+1) is m v^2/2. */
static inline double eepa_time(double k, double n, double m_eff, double speed) {
    const double root_pi = 1.7724538509055161; /* sqrt(pi) */
    const double share = 1 / (n + 1);
    const double overlap = pow((n + 1) * m_eff * speed * speed / (2 * k), share);
    return 2 * root_pi * overlap / speed * tgamma(1 + share) / tgamma(0.5 + share);
}

#if LT_N == 1

/* p, the memory, is the overlap at which unloading has no force. */
struct lt_eepa {
    double k1, k2, n, chi; /* k1, k2: N/m^n */
    double share;          /* p over the largest overlap: plas_ratio^(1/n) */
    double gamma;          /* J/m^2 */
    double ra, rb;         /* m; rb 0: a flat body */
    int half_cap;          /* a branch limited by the cap k2 p^n/2 begins at p/2, whatever n */
};

/* The end of a step. */
struct lt_eepa_end {
    double force, strain, plastic, adhesion; /* N; J: stored, and lost in the step */
    double force0, back; /* N: force at the start; adhesion k_adh d^chi of the branch at d */
    double p;            /* m */
    int adheres, loads;  /* on the adhesive branch; on the loading line */
};

/* Radius, m, of the circle in which two spheres intersect at the overlap D, or a sphere and a
 * plane. */
static inline double eepa_radius(const struct lt_eepa *k, double d) {
    if (k->rb > 0) {
        const double both = 2 * (k->ra + k->rb) - d, r = k->ra + k->rb - d;
        return sqrt(fmax(d * both * (2 * k->ra - d) * (2 * k->rb - d), 0)) / (2 * r);
    }
    return sqrt(fmax(d * (2 * k->ra - d), 0));
}

/* The adhesive branch of a memory p: attraction f (d/at)^chi, N, which meets the unloading line of
 * p at the overlap d. */
struct lt_eepa_branch {
    double f, at, d;
};

/* Attraction, N, > 0, of the branch B at the overlap D, m: its largest value f at the overlap
 * b->at, falling with d^chi. */
static inline double eepa_pull(const struct lt_eepa *k, const struct lt_eepa_branch *b, double d) {
    return b->f > 0 ? b->f * pow(d / b->at, k->chi) : 0;
}

/* The adhesive branch of the memory P: the largest attraction is 3/2 pi gamma a, a the radius of
 * the lens, at most the cap k2 p^n/2. */
static inline struct lt_eepa_branch eepa_branch(const struct lt_eepa *k, double p) {
    const double pn = pow(p, k->n), most = 0.5 * k->k2 * pn;
    const double f = fmin(1.5 * 3.141592653589793 * k->gamma * eepa_radius(k, p), most);
    struct lt_eepa_branch b = {.f = f};
    b.d = b.at = f < most || !k->half_cap ? pow(pn - f / k->k2, 1 / k->n) : 0.5 * p;
    if (f > 0 && f >= most && k->half_cap && k->n != 1) /* it does not meet the line at p/2 */
        for (int i = 0; i < 12; i++) {                  /* Newton's method: a few steps suffice */
            const double pull = eepa_pull(k, &b, b.d), line = k->k2 * pow(b.d, k->n);
            b.d -= (line - k->k2 * pn + pull) * b.d / (k->n * line + k->chi * pull);
        }
    return b;
}

/* Elastic energy, J, on the unloading line of the memory P, m, at the overlap D, m: the integral of
 * k2 (x^n - p^n) from P, where it has no force, to D. */
static inline double eepa_stored(const struct lt_eepa *k, double d, double p) {
    const double pn = pow(p, k->n);
    return k->k2 * ((pow(d, k->n) * d - pn * p) / (k->n + 1) - pn * (d - p));
}

/* Energy, J, that loading up to the memory P, m, has dissipated: the work k1 x^(n+1)/(n+1) up to
 * the overlap x = p/share, less the elastic energy there. 0 if share is 0: no plasticity. */
static inline double eepa_lost(const struct lt_eepa *k, double p) {
    if (!(k->share > 0))
        return 0;
    const double x = p / k->share;
    return k->k1 * pow(x, k->n) * x / (k->n + 1) - eepa_stored(k, x, p);
}

/* The memory p, m, whose unloading line k2 (d^n - p^n) passes through the attraction PULL, N, at
 * the overlap D, m. */
static inline double eepa_memory_at(const struct lt_eepa *k, double pull, double d) {
    return pow(pow(d, k->n) + pull / k->k2, 1 / k->n);
}

/* The attraction, N, at the overlap D, m, of the branch of that memory with which another branch is
 * left there at the attraction PULL, N: the cap may make it less. */
static inline double eepa_pull_of_new_branch(const struct lt_eepa *k, double pull, double d) {
    const struct lt_eepa_branch b = eepa_branch(k, eepa_memory_at(k, pull, d));
    return eepa_pull(k, &b, d);
}

/* Energy, J, that the adhesive branch B will dissipate on the way from the overlap D, m, to
 * separation at 0: the work against its attraction, which falls with d^chi, and the elastic energy
 * that is stored at D. */
static inline double eepa_bond(const struct lt_eepa *k, const struct lt_eepa_branch *b, double d) {
    const double pull = eepa_pull(k, b, d);
    return pull * d / (k->chi + 1) + eepa_stored(k, d, eepa_memory_at(k, pull, d));
}

/* The step from the overlap D0, m, with the memory P, m, and on the adhesive branch or not
 * (ADHERED), to the overlap D, m. Powers take most of the time, so that force0 and, on the loading
 * line, back are only evaluated if EDGE and BACK are not 0. */
static inline struct lt_eepa_end eepa_move(const struct lt_eepa *k, double p, int adhered,
                                           double d0, double d, int edge, int back) {
    struct lt_eepa_end end = {.p = p};
    struct lt_eepa_branch b;
    const int leaves = adhered && d > d0;
    if (edge || leaves) { /* reloading from the adhesive branch: p of the line through that point */
        b = eepa_branch(k, p);
        const double pull0 = eepa_pull(k, &b, d0);
        end.force0 = fmax(k->k2 * (pow(d0, k->n) - pow(p, k->n)), -pull0);
        end.force0 = adhered ? -pull0 : end.force0;
        if (leaves)
            end.p = p = eepa_memory_at(k, pull0, d0);
    }
    adhered = adhered && !leaves;
    end.loads = !adhered && k->share * d >= p;
    /* On the loading line k1 d^n. */
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
    /* On the unloading line or, where this is below it, on the adhesive branch. */
    const double pull = eepa_pull(k, &b, d), line = k->k2 * (pow(d, k->n) - pow(p, k->n));
    end.back = pull;
    end.adheres = adhered || line < -pull;
    end.force = end.adheres ? -pull : line;
    end.strain = eepa_stored(k, d, end.adheres ? eepa_memory_at(k, pull, d) : p);
    const int jumps = !adhered && d0 < b.d; /* back to a branch of less attraction than the last */
    if (end.adheres)
        end.adhesion = eepa_bond(k, &b, adhered || jumps ? d0 : b.d) - eepa_bond(k, &b, d);
    if (end.adheres && jumps)
        end.adhesion +=
            eepa_stored(k, d0, p) - eepa_stored(k, d0, eepa_memory_at(k, eepa_pull(k, &b, d0), d0));
    return end;
}

/* ---- Luding's force with an explicit memory -----------------------------------------------------
 */

/* The lines are k1 d, k2 (d - zero) and -kc d. On the last one the codes take x from the k2 of the
 * step before, so that reloading follows another line than the one that was left: work that is
 * neither stored nor dissipated, the defect. */
struct lt_lagged {
    struct lt_plastic_spring spring;
    double k2, zero_most; /* N/m, m: values of k2 and zero at the limit of x */
    int frozen; /* zero is that of the step before, too, unless x grows or adhesion reduces it */
};

struct lt_lagged_state {
    double x, zero; /* m: memory; overlap at which the unloading line has no force */
    int adheres;    /* on the adhesive branch */
};

struct lt_lagged_end {
    double force, strain, plastic, adhesion, defect; /* N; J */
    double force0;                                   /* N, at the start of the step */
    struct lt_lagged_state state;
    bits branch;
};

/* Stiffness k2, N/m, of unloading from the memory X, m: it grows from k1 with X, and is constant
 * from the limit on. */
static inline double lagged_stiffness(const struct lt_lagged *k, double x) {
    return x >= k->spring.limit ? k->k2 : k->spring.k1 + k->spring.slope * x;
}

/* Overlap, m, at which the unloading line of the memory X, m, with the stiffness K2, N/m, has no
 * force, at most zero_most. */
static inline double lagged_zero(const struct lt_lagged *k, double k2, double x) {
    return fmin((1 - k->spring.k1 / k2) * x, k->zero_most);
}

/* Integral of the force over the overlap, J, along the lines of the state X up to the overlap D, m;
 * FALLS: not 0 if the adhesive branch belongs to them. */
static inline double lagged_work(const struct lt_lagged *k, const struct lt_lagged_state *x,
                                 double d, int falls) {
    const double k1 = k->spring.k1, kc = k->spring.kc, k2 = lagged_stiffness(k, x->x);
    /* Overlaps at which the unloading line meets the loading line (upper) and the adhesive branch
     * (least). */
    const double upper = k2 > k1 ? fmin(k2 * x->zero / (k2 - k1), k->spring.limit) : INFINITY;
    const double least = falls ? k2 * x->zero / (k2 + kc) : 0;
    const double in = fmin(fmax(d, least), upper), beyond = fmax(d - k->spring.limit, 0);
    const double over = fmin(d, k->spring.limit), below = fmin(d, least);
    double work = 0.5 * k2 * (in - x->zero) * (in - x->zero);
    work += d > upper ? 0.5 * k1 * (over * over - upper * upper) : 0;
    work += upper < INFINITY ? beyond * (k1 * k->spring.limit + 0.5 * k->k2 * beyond) : 0;
    return work + 0.5 * kc * (least * least - below * below);
}

/* Elastic energy, J, of the state X at D with the force FORCE. */
static inline double lagged_stored(const struct lt_lagged *k, const struct lt_lagged_state *x,
                                   double d, double force) {
    const double of = x->adheres ? plastic_fallen(&k->spring, d) : x->x;
    return 0.5 * force * force / lagged_stiffness(k, of);
}

/* Force, N, > 0 compression, at the overlap D, m, on the unloading line with the stiffness K2, N/m,
 * and no force at ZERO, m; limited by the loading line below the limit of x. */
static inline double lagged_force(const struct lt_lagged *k, double k2, double zero, double d) {
    const double line = k2 * (d - zero), load = k->spring.k1 * d;
    return line >= load && d < k->spring.limit ? load : line;
}

/* Energy, J, that the adhesive branch will dissipate on the way from the overlap D, m, to
 * separation at 0: the work kc D^2/2 against its force -kc D, and the elastic energy stored at D,
 * (kc D)^2/(2 k2), k2 being that of the memory whose unloading line meets the branch there. */
static inline double lagged_bond(const struct lt_lagged *k, double d) {
    const double of = lagged_stiffness(k, plastic_fallen(&k->spring, d)), kc = k->spring.kc;
    return 0.5 * kc * d * d * (1 + kc / of);
}

/* The step from the overlap D0, m, in the state X to D. The force is that of the line on which the
 * step ends. The memory grows on loading; on the adhesive branch it follows d, with the stiffness
 * before the step as in the codes. Work, J, along the lines of X that is neither stored nor
 * dissipated is the defect. */
static inline struct lt_lagged_end lagged_move(const struct lt_lagged *k, struct lt_lagged_state x,
                                               double d0, double d) {
    const double k1 = k->spring.k1, kc = k->spring.kc, limit = k->spring.limit;
    const double old = lagged_stiffness(k, x.x), most = fmax(x.x, d);
    const double k2 = k->frozen ? old : lagged_stiffness(k, most);
    const int falls = d < d0 || !k->frozen;
    struct lt_lagged_end end = {.state = {most, x.zero, 0}};
    const int loads = k->frozen ? d > x.x : d >= x.x; /* frozen: without growth zero stays */
    if (loads || !k->frozen)
        end.state.zero = lagged_zero(k, k2, most);
    end.force = lagged_force(k, k2, end.state.zero, d);
    end.state.adheres = falls && end.force <= -kc * d && k2 > k1;
    end.force0 = x.adheres ? -kc * d0 : lagged_force(k, old, x.zero, d0);
    /* Overlap at which this step enters the adhesive branch. */
    const double begin = x.adheres ? d0 : fmin(d0, old * x.zero / (old + kc));
    double work = lagged_work(k, &x, d, falls) - lagged_work(k, &x, d0, falls);
    /* On the adhesive branch -kc d; else on loading, with the plastic loss. */
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
    /* A step that passes the limit still has the force of the former stiffness. The energy stored
     * is that of the lines from which the next step will begin. */
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

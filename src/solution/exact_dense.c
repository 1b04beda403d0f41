/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exact_dense.c: the solution within a stretch: samples, extremes and what else is looked for on
 * the way are read from polynomials, so that a stretch need not end there.
 *
 * The midpoint rule makes two rows of states, those behind an even and behind an odd number of
 * substeps. Each has an error in even powers of the substep, hence so have differences within a
 * row, taken about the middle of the stretch: of even order those of the row with the middle, of
 * odd order those of the other one. The number of substeps is 2, 6, 10 ..., so that the middle is
 * odd in all columns. Extrapolated like the end, these are the derivatives there; two more terms
 * lead through start and end (Hairer & Ostermann, Numer. Math. 58 (1990) 419). */
#include "solution/exact_parts.h"

#include "step.h"

#include <string.h>

/* A rate at an end of a stretch is small, as a share of the largest. */
static const double nearly = 0.1;
/* Two polynomials of a leap may differ by so much less than what is clear. */
static const double unlike = 0.1;

enum {
    COUNT_MOST = 4 * LT_EXACT_SEEN - 2,
    GRID = 6 /* intervals that hold one extreme each */,
    ROUNDS = 60,
    WEIGHTS = 85 /* of all pairs in all terms */,
    SETS = LT_EXACT_SEEN - 2 /* from three columns on */
};

int lt_exact_dense_substeps(int j) {
    return 4 * j + 2;
}

/* The states of column j, from the start on. */
double *lt_exact_dense_trace(const struct lt_exact *exact, int j) {
    return exact->dense.trace + (size_t)(2 * j * j + j) * exact->n;
}

size_t lt_exact_dense_room(size_t n) {
    return (size_t)(3 * LT_EXACT_SEEN * LT_EXACT_SEEN + LT_EXACT_SEEN + LT_EXACT_TERMS + 3) * n +
           WEIGHTS * SETS;
}

void lt_exact_dense_place(struct lt_exact *exact, double *room) {
    size_t n = exact->n;
    exact->dense.weights = room;
    exact->dense.coefficients = room += WEIGHTS * SETS;
    exact->dense.end = room + LT_EXACT_TERMS * n;
    exact->dense.which = (size_t *)(exact->dense.end + n);
    exact->dense.place = exact->dense.which + n;
    exact->dense.trace = exact->dense.end + 3 * n;
    exact->dense.pairs = lt_exact_dense_trace(exact, LT_EXACT_SEEN);
}

/* Numbers that change in the stretch; the others are the same all the way to the bit, though they
 * may have changed where it began. */
static void find_varying(struct lt_exact *exact, const double *end, int last) {
    struct lt_exact_dense *dense = &exact->dense;
    size_t n = exact->n, count = (size_t)lt_exact_dense_substeps(last);
    const double *y = lt_exact_dense_trace(exact, last);
    const double *one = y + n, *middle = y + count / 2 * n, *next = middle + n,
                 *all = y + count * n;
    dense->varying = 0;
    for (size_t i = 0; i < n; i++) {
        bool varies =
            one[i] != end[i] || middle[i] != end[i] || next[i] != end[i] || all[i] != end[i];
        dense->place[i] = varies ? dense->varying : SIZE_MAX;
        if (varies)
            dense->which[dense->varying++] = i;
    }
}

/* What so many substeps before and behind the middle of column j have together: sums for even d,
 * differences for odd ones, of the numbers that change, one after the other. */
static double *paired_states(const struct lt_exact *exact, int j, int d) {
    return exact->dense.pairs + (size_t)(j * j + d) * exact->n;
}

static void pair_states(const struct lt_exact *exact, int last) {
    const size_t *restrict which = exact->dense.which, n = exact->n, count = exact->dense.varying;
    for (int j = 0; j <= last; j++) {
        const double *after = lt_exact_dense_trace(exact, j) + (size_t)(2 * j + 1) * n,
                     *before = after;
        double *restrict pair = paired_states(exact, j, 0);
        for (size_t i = 0; i < count; i++)
            pair[i] = after[which[i]];
        for (int d = 1; d <= 2 * j; d++) {
            after += n, before -= n, pair += n;
            if (d % 2)
                for (size_t i = 0; i < count; i++)
                    pair[i] = after[which[i]] - before[which[i]];
            else
                for (size_t i = 0; i < count; i++)
                    pair[i] = after[which[i]] + before[which[i]];
        }
    }
}

/* Weight of column j among those from FIRST to LAST, in the limit of many substeps. */
static double limit_weight(int j, int first, int last) {
    double above = 1, below = 1, a = lt_exact_dense_substeps(j);
    for (int i = first; i <= last; i++) {
        double b = lt_exact_dense_substeps(i);
        above *= i == j ? 1 : a * a;
        below *= i == j ? 1 : a * a - b * b;
    }
    return above / below;
}

/* How much of each pair goes into each term of the polynomials about the middle, in units of half
 * the stretch, with columns up to LAST. */
static void weigh_pairs(double *weight, int last) {
    double limit[LT_EXACT_SEEN], rate[LT_EXACT_SEEN];
    for (int order = 0; order < 2 * last; order++)
        for (int first = (order + 1) / 2, j = first; j <= last; j++) {
            if (order % 2 || order == 0)
                limit[j] = limit_weight(j, first, last);
            rate[j] = order == 0 ? 1 : rate[j] * 0.25 * lt_exact_dense_substeps(j) / order;
            double factor = limit[j] * rate[j];
            for (int m = 0; 2 * m <= order; m++) {
                *weight++ = factor;
                factor *= -(double)(order - m) / (m + 1);
            }
        }
}

static const double *weights_of(struct lt_exact_dense *dense, int last) {
    double *weights = dense->weights + (size_t)(last - 2) * WEIGHTS;
    if (!(dense->weighed & 1U << last))
        weigh_pairs(weights, last);
    dense->weighed |= 1U << last;
    return weights;
}

/* Numbers two by two, as any x86 and ARM takes them. */
#ifdef __GNUC__
typedef double few __attribute__((vector_size(16)));
#else
typedef double few;
#endif
enum { FEW = sizeof(few) / sizeof(double), ABREAST = 4 };

/* The terms of so many few numbers from AT on, which stay in registers. */
LT_INLINE void find_terms_of(const struct lt_exact *exact, const double *weight, int last,
                             size_t at, size_t fews) {
    const struct lt_exact_dense *dense = &exact->dense;
    double *term = dense->coefficients + at;
    for (int order = 0; order < 2 * last; order++, term += dense->varying) {
        few sum[ABREAST] = {0}, next;
        for (int j = (order + 1) / 2; j <= last; j++) {
            const double *pair = paired_states(exact, j, order) + at;
            for (int d = order; d >= 0; d -= 2, pair -= 2 * exact->n) {
                const double share = *weight++;
                LT_UNROLL
                for (size_t i = 0; i < fews; i++) {
                    memcpy(&next, pair + FEW * i, sizeof next);
                    sum[i] += share * next;
                }
            }
        }
        memcpy(term, sum, fews * sizeof *sum);
    }
}

/* The last number may be there twice; if it is the only one, what comes beside it is overwritten.
 */
static void find_terms(struct lt_exact *exact, int last) {
    const double *weights = weights_of(&exact->dense, last);
    const size_t n = exact->dense.varying;
    size_t i = 0;
    for (; i + FEW * ABREAST <= n; i += FEW * ABREAST)
        find_terms_of(exact, weights, last, i, ABREAST);
    const size_t rest = (n - i) / FEW;
    if (rest == 3)
        find_terms_of(exact, weights, last, i, 3);
    else if (rest == 2)
        find_terms_of(exact, weights, last, i, 2);
    else if (rest == 1)
        find_terms_of(exact, weights, last, i, 1);
    i += FEW * rest;
    if (i < n)
        find_terms_of(exact, weights, last, n > FEW ? n - FEW : 0, 1);
}

/* The last two terms: through start and end. */
static void meet_ends(const struct lt_exact *exact, const double *start, const double *end,
                      size_t terms) {
    const struct lt_exact_dense *dense = &exact->dense;
    size_t n = dense->varying, two = 2 * n;
    double *even = dense->coefficients + terms * n, *odd = even + n;
    for (size_t i = 0; i < n; i++) {
        const double right = end[dense->which[i]], left = start[dense->which[i]];
        const double *c = dense->coefficients + i, *last = c + terms * n;
        double sum = 0, other = 0; /* of even terms, of odd ones */
        for (; c < last; c += two) {
            sum += c[0];
            other += c[n];
        }
        even[i] = 0.5 * (right + left) - sum;
        odd[i] = 0.5 * (right - left) - other;
    }
}

/* What the terms that are left out may be, in units of the tolerance: as much less than the last
 * two as those are than the two before. */
static double error_within(const struct lt_exact *exact, const double *end, double h) {
    const struct lt_exact_dense *dense = &exact->dense;
    size_t n = dense->varying;
    const double *c = dense->coefficients + (dense->terms - 4) * n;
    double size[2];
    for (int k = 0; k < 2; k++, c += 2 * n) {
        for (size_t i = 0; i < n; i++)
            exact->gaps[i] = fabs(c[i]) + fabs(c[n + i]);
        size[k] =
            lt_exact_larger(lt_exact_limit_distance(exact, end, h, dense->which, exact->gaps, n),
                            lt_exact_limit_law(exact, end, dense->which, exact->gaps, n));
    }
    double ratio = fmin(0.9, size[1] / size[0]);
    return 0.2 * size[1] * ratio / (1 - ratio);
}

/* One number of the stretch at x, from -1 to 1, and its derivative. */
double lt_exact_dense_number(const struct lt_exact *exact, size_t slot, double x, double *slope) {
    const struct lt_exact_dense *dense = &exact->dense;
    double sum = 0, rate = 0;
    const size_t place = dense->place[slot], n = dense->varying;
    *slope = 0;
    if (place == SIZE_MAX)
        return dense->end[slot];
    const double *c = dense->coefficients + dense->terms * n + place;
    for (size_t k = dense->terms; k-- > 0;) {
        c -= n;
        rate = rate * x + sum;
        sum = sum * x + *c;
    }
    *slope = rate;
    return sum;
}

/* What is 0 where a stretch is to be looked at: vn; fn where it ends to push, its rate, and that of
 * the shear force's square. */
enum look { TURN, END, PEAK, SHEAR_PEAK, LOOKS };

static double sign_at(const struct lt_exact *exact, size_t what, double x) {
    double rate, other;
    if (what == TURN)
        return lt_exact_dense_number(exact, LT_VN - LT_UN, x, &rate);
    double fn = lt_exact_dense_number(exact, LT_FN - LT_UN, x, &rate);
    if (what != SHEAR_PEAK)
        return what == PEAK ? rate : fn;
    double fs = lt_exact_dense_number(exact, LT_FS - LT_UN, x, &rate);
    double ft = lt_exact_dense_number(exact, LT_FT - LT_UN, x, &other);
    return (fs * rate + ft * other) / lt_exact_larger(exact->force, 1e-300);
}

/* By regula falsi (Illinois). */
double lt_exact_dense_zero(const struct lt_exact *exact, lt_exact_look *of, size_t what, double low,
                           double f_low, double high, double f_high) {
    for (int i = 0, side = 0; i < ROUNDS && high - low > 1e-15; i++) {
        double x = low + (high - low) * f_low / (f_low - f_high), f = of(exact, what, x);
        bool before = f * f_low > 0;
        int now = before ? -1 : 1;
        if (f == 0 || !(x > low && x < high))
            return x;
        f_high = before ? (side == now ? 0.5 * f_high : f_high) : f;
        f_low = before ? f : (side == now ? 0.5 * f_low : f_low);
        *(before ? &low : &high) = x;
        side = now;
    }
    return high;
}

/* When a stretch is at x. */
double lt_exact_dense_time(const struct lt_exact *exact, double x) {
    const struct lt_exact_dense *dense = &exact->dense;
    double rate;
    return dense->clock.depth > 0 ? lt_exact_dense_number(exact, exact->n - 1, x, &rate)
                                  : lt_exact_clock_time(&dense->clock, dense->span, 0.5 * (1 + x));
}

/* Where it is at a time. */
double lt_exact_dense_share(const struct lt_exact *exact, double time) {
    const struct lt_exact_dense *dense = &exact->dense;
    double low = -1, high = 1, x = 2 * time / dense->span - 1, rate;
    if (!(dense->clock.depth > 0))
        return 2 * lt_exact_clock_share(&dense->clock, dense->span, time) - 1;
    for (int i = 0; i < ROUNDS && high - low > 1e-15; i++) {
        double off = lt_exact_dense_number(exact, exact->n - 1, x, &rate) - time, last = x;
        *(off < 0 ? &low : &high) = x;
        x -= off / rate;
        if (!(x > low && x < high))
            x = 0.5 * (low + high);
        if (fabs(x - last) < 1e-15)
            break;
    }
    return x;
}

static void add_stop(struct lt_exact *exact, double x) {
    struct lt_exact_dense *dense = &exact->dense;
    double at = lt_exact_dense_time(exact, x);
    size_t i = dense->n_stops;
    if (i == LT_EXACT_STOPS || !(at > 0 && at < dense->length))
        return;
    for (; i > 0 && dense->stops[i - 1] > at; i--)
        dense->stops[i] = dense->stops[i - 1];
    dense->stops[i] = at;
    dense->n_stops++;
}

static void find_stops(struct lt_exact *exact) {
    for (size_t what = TURN; what < LOOKS; what++) {
        double noise = lt_exact_noise * (what == TURN ? exact->speed : exact->force);
        double at[GRID + 1], most = 0;
        if (!(exact->dense.looks & 1U << what))
            continue;
        for (int i = 0; i <= GRID; i++) {
            at[i] = sign_at(exact, what, 2.0 * i / GRID - 1);
            most = lt_exact_larger(most, fabs(at[i]));
        }
        for (int i = 0; i < GRID && most > noise; i++)
            if ((at[i] < 0 && at[i + 1] > 0) || (what != END && at[i] > 0 && at[i + 1] < 0))
                add_stop(exact, lt_exact_dense_zero(exact, sign_at, what, 2.0 * i / GRID - 1, at[i],
                                                    2.0 * (i + 1) / GRID - 1, at[i + 1]));
    }
}

/* Whether a force may have an extreme, from every second state. */
static bool may_turn(const double *f, size_t count) {
    double first = 4 * f[2] - 3 * f[0] - f[4],
           last = 3 * f[count] - 4 * f[count - 2] + f[count - 4];
    double most = 0, rises = 0, falls = 0;
    for (size_t k = 2; k <= count; k += 2) {
        double change = f[k] - f[k - 2];
        most = lt_exact_larger(most, fabs(change));
        rises = lt_exact_larger(rises, change);
        falls = lt_exact_larger(falls, -change);
    }
    return (rises > 0 && falls > 0) || first * last < 0 || fabs(first) < nearly * most ||
           fabs(last) < nearly * most;
}

bool lt_exact_dense_needed(struct lt_exact *exact, const double *end, int columns) {
    size_t n = exact->n, count = (size_t)lt_exact_dense_substeps(columns - 1);
    const double *trace = lt_exact_dense_trace(exact, columns - 1) + (LT_FN - LT_UN);
    double fn[COUNT_MOST + 1], ft[COUNT_MOST + 1], vn = trace[LT_VN - LT_FN], shear = 0;
    unsigned looks = 0;
    for (size_t k = 0; k <= count; k++) {
        const double *f = trace + k * n;
        fn[k] = f[0];
        ft[k] = f[1] * f[1] + f[2] * f[2];
        shear += ft[k];
    }
    if (!exact->unturned && vn * end[LT_VN - LT_UN] <= 0 && vn != 0)
        looks |= 1U << TURN;
    if (!exact->unpeaked && (fn[0] < 0 || fn[1] < 0) && end[LT_FN - LT_UN] >= 0)
        looks |= 1U << END;
    if (!exact->unpeaked && may_turn(fn, count))
        looks |= 1U << PEAK;
    if (!exact->unpeaked && shear > 0 && may_turn(ft, count))
        looks |= 1U << SHEAR_PEAK;
    exact->dense.looks = looks;
    return looks != 0;
}

double lt_exact_dense_build(struct lt_exact *exact, const double *end, double h, int columns) {
    struct lt_exact_dense *dense = &exact->dense;
    int last = columns - 1;
    dense->terms = 2 * (size_t)columns;
    if (exact->last == LT_EXACT_KNOWN) /* no longer */
        exact->last = LT_EXACT_BLIND;
    find_varying(exact, end, last);
    pair_states(exact, last);
    find_terms(exact, last);
    meet_ends(exact, exact->room, end, dense->terms - 2);
    return error_within(exact, end, h);
}

/* ---- Leaps ----------------------------------------------------------------------------------- */

enum { JOINTS = LT_EXACT_JOINTS + 1 };

/* The states of column j at the ends of equal parts of a leap. */
double *lt_exact_dense_joints(const struct lt_exact *exact, int j) {
    return exact->dense.trace + (size_t)(JOINTS * j) * exact->n;
}

/* The limits of these states, in place of those of the last column; which of their numbers change.
 */
static double *find_joints(struct lt_exact *exact, const double *end, int last,
                           const double *weights) {
    struct lt_exact_dense *dense = &exact->dense;
    const size_t n = exact->n;
    double *joints = lt_exact_dense_joints(exact, last);
    dense->varying = 0;
    for (size_t i = 0; i < n; i++) {
        bool varies = false;
        for (size_t p = 0; p < LT_EXACT_JOINTS; p++)
            varies |= joints[p * n + i] != end[i];
        dense->place[i] = varies ? dense->varying : SIZE_MAX;
        if (!varies)
            continue;
        dense->which[dense->varying++] = i;
        for (size_t p = 1; p < LT_EXACT_JOINTS; p++) {
            double sum = 0;
            for (int j = 0; j <= last; j++)
                sum += weights[j] * lt_exact_dense_joints(exact, j)[p * n + i];
            joints[p * n + i] = sum;
        }
    }
    memcpy(joints + LT_EXACT_JOINTS * n, end, n * sizeof *end);
    return joints;
}

/* Where joint P is, from -1 to 1. */
static double place_of_joint(size_t p) {
    return 2.0 * (double)p / LT_EXACT_JOINTS - 1;
}

/* What the number at joint K, of every EVERYth, has to say of that at P by the polynomial through
 * them all. */
static double weight_of_joint(size_t k, size_t p, size_t every) {
    double weight = 1;
    for (size_t m = 0; m < JOINTS; m += every)
        weight *= m == k ? 1 : ((double)p - (double)m) / ((double)k - (double)m);
    return weight;
}

/* How far the polynomials through every second joint, or every fourth, are off at all others, in
 * units of the tolerance. */
static double rough_error_within(const struct lt_exact *exact, const double *joints,
                                 const double *end, double h, size_t every) {
    const struct lt_exact_dense *dense = &exact->dense;
    const size_t n = dense->varying;
    double worst = 0;
    for (size_t p = 1; p < LT_EXACT_JOINTS; p++) {
        for (size_t i = 0; i < n; i++)
            exact->gaps[i] = joints[p * exact->n + dense->which[i]];
        for (size_t k = 0; k < JOINTS; k += every) {
            const double weight = weight_of_joint(k, p, every);
            for (size_t i = 0; i < n; i++)
                exact->gaps[i] -= weight * joints[k * exact->n + dense->which[i]];
        }
        worst = fmax(worst, lt_exact_limit_distance(exact, end, h, dense->which, exact->gaps, n));
        worst = fmax(worst, lt_exact_limit_law(exact, end, dense->which, exact->gaps, n));
    }
    return worst;
}

/* The coefficients of the polynomial that is 1 at joint P and 0 at the others. */
static void find_basis(size_t p, double *basis) {
    size_t degree = 0;
    basis[0] = 1;
    for (size_t m = 0; m < JOINTS; m++) {
        if (m == p)
            continue;
        const double zero = place_of_joint(m), scale = 1 / (place_of_joint(p) - zero);
        basis[degree + 1] = 0;
        for (size_t k = ++degree; k > 0; k--)
            basis[k] = scale * (basis[k - 1] - zero * basis[k]);
        basis[0] *= -scale * zero;
    }
}

double lt_exact_dense_join(struct lt_exact *exact, const double *end, double h, int columns,
                           const double *weights) {
    struct lt_exact_dense *dense = &exact->dense;
    if (exact->last == LT_EXACT_KNOWN) /* no longer */
        exact->last = LT_EXACT_BLIND;
    const double *joints = find_joints(exact, end, columns - 1, weights);
    const size_t n = dense->varying;
    dense->terms = JOINTS;
    memset(dense->coefficients, 0, JOINTS * n * sizeof *dense->coefficients);
    for (size_t p = 0; p < JOINTS; p++) {
        double basis[JOINTS];
        find_basis(p, basis);
        for (size_t k = 0; k < JOINTS; k++)
            for (size_t i = 0; i < n; i++)
                dense->coefficients[k * n + i] += basis[k] * joints[p * exact->n + dense->which[i]];
    }
    dense->looks = (exact->unturned ? 0 : 1U << TURN) |
                   (exact->unpeaked ? 0 : 1U << END | 1U << PEAK | 1U << SHEAR_PEAK);
    /* With every further doubling of the joints as much less again, in power; what is not smooth
     * is off as much as before. */
    double rougher = rough_error_within(exact, joints, end, h, 4),
           rough = rough_error_within(exact, joints, end, h, 2), fall = fmin(1, rough / rougher);
    return rougher > 0 ? unlike * rough * fall * fall : 0;
}

/* The stretch that has been made up to values[] can be looked at: go back to its start. */
void lt_exact_dense_keep(struct lt_exact *exact, double h, const struct lt_exact_clock *clock) {
    struct lt_exact_dense *dense = &exact->dense;
    const struct lt_setup *setup = exact->loading->setup;
    const struct lt_names *names = setup->contact.names;
    double *values = setup->values;
    dense->length = dense->span = h;
    dense->clock = *clock;
    exact->last = LT_EXACT_KNOWN;
    dense->at = 0;
    dense->n_stops = 0;
    dense->time = values[LT_TIME] - h;
    dense->t = values[LT_T] - h;
    dense->active = values[LT_CONTACT];
    lt_exact_stretch_gather(names, values, dense->end);
    dense->end[exact->n - 1] = h;
    find_stops(exact);
}

/* So many few numbers from AT on, at x. */
LT_INLINE void sum_terms_of(const struct lt_exact_dense *dense, double x, size_t at, size_t fews,
                            double *out) {
    few sum[ABREAST] = {0}, next;
    const double *c = dense->coefficients + dense->terms * dense->varying + at;
    for (size_t k = dense->terms; k-- > 0;) {
        c -= dense->varying;
        LT_UNROLL
        for (size_t i = 0; i < fews; i++) {
            memcpy(&next, c + FEW * i, sizeof next);
            sum[i] = sum[i] * x + next;
        }
    }
    memcpy(out + at, sum, fews * sizeof *sum);
}

/* All numbers so far into the stretch. */
static const double *numbers_at(const struct lt_exact *exact, double at) {
    const struct lt_exact_dense *dense = &exact->dense;
    size_t n = dense->varying;
    double x = lt_exact_dense_share(exact, at), *y = dense->trace, *sum = y + exact->n;
    size_t i = 0;
    memcpy(y, dense->end, exact->n * sizeof *y);
    for (; i + FEW * ABREAST <= n; i += FEW * ABREAST)
        sum_terms_of(dense, x, i, ABREAST, sum);
    for (; i + FEW <= n; i += FEW)
        sum_terms_of(dense, x, i, 1, sum);
    if (i < n)
        sum_terms_of(dense, x, n > FEW ? n - FEW : 0, 1, sum);
    for (i = 0; i < n; i++)
        y[dense->which[i]] = sum[i];
    return y;
}

double lt_exact_dense_go(struct lt_exact *exact, double h) {
    struct lt_exact_dense *dense = &exact->dense;
    const struct lt_setup *setup = exact->loading->setup;
    const struct lt_names *names = setup->contact.names;
    double from = dense->at, to = fmin(from + h, dense->length), *values = setup->values;
    for (size_t i = dense->n_stops; i-- > 0;)
        to = dense->stops[i] > from + 1e-13 * dense->length && dense->stops[i] < to
                 ? dense->stops[i]
                 : to;
    h = to < from + h ? to - from : h;
    dense->from = from;
    bool all = to >= dense->length * (1 - 1e-14);
    h = all ? fmax(h, dense->length - from) : h;
    dense->at = all ? dense->length : to;
    lt_exact_stretch_scatter(names, all ? dense->end : numbers_at(exact, to), values);
    if (setup->in_space && !all)
        lt_bodies_tidy(&setup->bodies, values + LT_XA);
    values[LT_CONTACT] = dense->active;
    values[LT_TIME] = dense->time + dense->at;
    values[LT_T] = dense->t + dense->at;
    return h;
}

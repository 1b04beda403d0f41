/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * partial_slip.h: the tangential force of Hertz' contact that slips from its edge inwards.
 *
 * The contact is a row of independent springs (Popov's method of dimensionality reduction). Those
 * at +-x touch at the overlap h = x^2/R* and then carry the normal force E* (d - h) dx. In the
 * contact plane they have the stiffness 4 G* dx, and each has its own Coulomb limit: its
 * displacement u is at most c (d - h), c = fric/(4 G*) times E*.
 *
 * The function u(h) is stored at knots, as a line: between two knots it is linear plus a parabola.
 * On a path in one direction made of straight steps the parabolas vanish, and the result is exact
 * as long as the knots suffice.
 */
#ifndef LT_PARTIAL_SLIP_H
#define LT_PARTIAL_SLIP_H

#include "shear.h"

enum {
    PARTIAL_SLIP_KNOTS = 11, /* stored from step to step: each costs five states of the law */
    PARTIAL_SLIP_ROOM = 64,  /* during a step: each segment of the old line may add several */
    PARTIAL_SLIP_ANNULI = 14 /* knots across the contact where a slipping annulus turns */
};

/* A spring, and the parabola between it and the next one outwards. */
struct partial_slip_knot {
    double h;               /* m, overlap at which the spring touched */
    struct lt_shear u, bow; /* m, displacement; height of the parabola */
};

/* The stored line: the spring at the centre, h = 0, and the knots inside the edge, outwards. */
struct partial_slip_memory {
    int knots;
    struct partial_slip_knot centre, knot[PARTIAL_SLIP_KNOTS];
};

/* A step in which overlap and tangential displacement change in proportion. */
struct partial_slip_step {
    double c;            /* limit of u over d - h */
    double k;            /* N/m^1.5, 8 G* sqrt(R*) */
    double d0, d1;       /* m, overlap before and after */
    struct lt_shear way; /* m, displacement of the bodies */
};

/* Force and energies at the end of a step. */
struct partial_slip_answer {
    struct lt_shear force;          /* N */
    double strain, slip, forgotten; /* J: stored, dissipated, lost by removing knots */
    int slips, slides;              /* some springs slip; all of them do */
    int forgot;                     /* number of knots removed */
};

/* A + X B. */
static inline struct lt_shear plus(struct lt_shear a, double x, struct lt_shear b) {
    return (struct lt_shear){a.s + x * b.s, a.t + x * b.t};
}

/* X A. */
static inline struct lt_shear scaled(double x, struct lt_shear a) {
    return (struct lt_shear){x * a.s, x * a.t};
}

/* Scalar product of A and B. */
static inline double inner(struct lt_shear a, struct lt_shear b) {
    return a.s * b.s + a.t * b.t;
}

/* Length of A. */
static inline double size_of(struct lt_shear a) {
    return sqrt(inner(a, a));
}

/* ---- One spring ------------------------------------------------------------------------------ */

/* A spring at the end of a step. */
struct partial_slip_spring {
    struct lt_shear u; /* m */
    double slip;       /* m^2, dissipated energy over stiffness */
    int slips;
};

/* The root in 0 to 1 of a x^2 + 2 b x + c, which is at most 0 at x = 0 and above 0 at x = 1,
 * without cancellation. */
static double partial_slip_root(double a, double b, double c) {
    const double below = fmin(c, 0), root = sqrt(fmax(b * b - a * below, 0));
    const double x = b > 0 ? -below / (b + root) : a != 0 ? (root - b) / a : 0;
    return fmin(fmax(x, 0), 1);
}

/* Displacement of a spring that is towed by E, m, at its limit, which changes from R0 to R1. It
 * turns towards E along a tractrix: the tangent of half the angle between U and E falls by the
 * factor exp(-integral of |dE|/r). */
static struct lt_shear partial_slip_tow(struct lt_shear u, double r0, double r1,
                                        struct lt_shear e) {
    const double way = size_of(e), length = size_of(u);
    if (!(r1 > 0))
        return (struct lt_shear){0, 0};
    if (!(way > 0))
        return scaled(r1 / length, u);
    const struct lt_shear ahead = scaled(1 / way, e);
    if (!(r0 > 0 && length > 0))
        return scaled(r1, ahead);
    const double cosine = fmin(fmax(inner(u, ahead) / length, -1), 1), grow = (r1 - r0) / r0;
    /* log1p(x)/x differs from 1 by x/2 for small x; 1e-12 avoids 0/0. */
    const double turn = exp(-way / r0 * (fabs(grow) > 1e-12 ? log1p(grow) / grow : 1));
    const struct lt_shear across = plus(scaled(1 / length, u), -cosine, ahead);
    const double p = 1 + cosine, q = (1 - cosine) * turn * turn;
    /* 1e-300 avoids 0/0. */
    return scaled(r1 / (p + q + 1e-300), plus(scaled(p - q, ahead), 2 * turn, across));
}

/* A spring of displacement U, m, whose end moves by E while its limit changes from R0 to R1: it
 * sticks, or slips from the point on where it reaches the limit. NOISE, m: less than that above the
 * limit is rounding. */
static struct partial_slip_spring partial_slip_spring(struct lt_shear u, double r0, double r1,
                                                      struct lt_shear e, double noise) {
    const struct lt_shear end = plus(u, 1, e);
    const double change = r1 - r0;
    if (size_of(end) <= r1 + noise)
        return (struct partial_slip_spring){.u = end};
    const double x = partial_slip_root(inner(e, e) - change * change, inner(u, e) - r0 * change,
                                       inner(u, u) - r0 * r0);
    const struct lt_shear from = plus(u, x, e), left = plus(end, -1, from);
    const struct lt_shear to = partial_slip_tow(from, r0 + x * change, r1, left);
    return (struct partial_slip_spring){
        .u = to, .slip = 0.5 * inner(plus(from, 1, to), plus(end, -1, to)), .slips = 1};
}

/* Rounding error of a displacement, m: two units in the last place of the largest limit. */
static double partial_slip_noise(const struct partial_slip_step *m) {
    return 4e-16 * m->c * fmax(m->d0, m->d1);
}

/* The spring at H, which had the displacement U: it stays in contact, or leaves or enters it and
 * then takes part in a share of the step only. */
static struct partial_slip_spring partial_slip_move(const struct partial_slip_step *m, double h,
                                                    struct lt_shear u) {
    const double noise = partial_slip_noise(m), change = fabs(m->d1 - m->d0);
    const double r0 = m->c * fmax(m->d0 - h, 0), r1 = m->c * fmax(m->d1 - h, 0);
    if (h > m->d0) /* by rounding alone if the overlap does not grow */
        return partial_slip_spring((struct lt_shear){0, 0}, 0, r1,
                                   scaled(m->d1 > h ? (m->d1 - h) / change : 0, m->way), noise);
    if (h > m->d1)
        return partial_slip_spring(u, r0, 0, scaled((m->d0 - h) / change, m->way), noise);
    return partial_slip_spring(u, r0, r1, m->way, noise);
}

/* ---- The line through the knots -------------------------------------------------------------- */

/* Displacement, m, of the spring at H on the segment of the line between the knots A and B. */
static struct lt_shear partial_slip_at(const struct partial_slip_knot *a,
                                       const struct partial_slip_knot *b, double h) {
    const double x = b->h > a->h ? (h - a->h) / (b->h - a->h) : 1;
    return plus(plus(scaled(1 - x, a->u), x, b->u), 4 * x * (1 - x), a->bow);
}

/* The part from H0 to H1 of the segment between A and B, as the first knot of a segment. */
static struct partial_slip_knot partial_slip_cut(const struct partial_slip_knot *a,
                                                 const struct partial_slip_knot *b, double h0,
                                                 double h1) {
    const double x = b->h > a->h ? (h1 - h0) / (b->h - a->h) : 0;
    return (struct partial_slip_knot){h0, partial_slip_at(a, b, h0), scaled(x * x, a->bow)};
}

/* Gauss-Legendre quadrature on 0 to 1 in the variable sqrt(h): five points are exact up to its
 * ninth power, and u^2 has the eighth. */
enum { POINTS = 5 };
static const double gauss_point[POINTS] = {0.04691007703066800360, 0.23076534494715845448, 0.5,
                                           0.76923465505284154552, 0.95308992296933199640};
static const double gauss_weight[POINTS] = {0.11846344252809454376, 0.23931433524968323402,
                                            0.28444444444444444444, 0.23931433524968323402,
                                            0.11846344252809454376};

/* Integrals over sqrt(h) along the line: of u (m^1.5), of u^2 (m^2.5), of parabolas of height 1. */
struct partial_slip_sums {
    struct lt_shear area;
    double square, bow;
};

/* The integrals along COUNT knots. */
static struct partial_slip_sums partial_slip_sum(const struct partial_slip_knot *knot, int count) {
    struct partial_slip_sums sum = {{0, 0}, 0, 0};
    for (int i = 0; i + 1 < count; i++) {
        const double from = sqrt(knot[i].h), way = sqrt(knot[i + 1].h) - from;
        for (int g = 0; g < POINTS; g++) {
            const double x = from + gauss_point[g] * way, weight = gauss_weight[g] * way;
            const double y = (x * x - knot[i].h) / (knot[i + 1].h - knot[i].h);
            const struct lt_shear u = partial_slip_at(&knot[i], &knot[i + 1], x * x);
            sum.area = plus(sum.area, weight, u);
            sum.square += weight * inner(u, u);
            sum.bow += weight * 4 * y * (1 - y);
        }
    }
    return sum;
}

/* The first of two knots that replace THREE with the same total force; only the distribution of the
 * force between them changes. */
static struct partial_slip_knot partial_slip_merge(const struct partial_slip_knot *three) {
    struct partial_slip_knot two[] = {three[0], three[2]};
    two[0].bow = (struct lt_shear){0, 0};
    const struct partial_slip_sums all = partial_slip_sum(three, 3),
                                   line = partial_slip_sum(two, 2);
    two[0].bow = scaled(1 / line.bow, plus(all.area, -1, line.area));
    return two[0];
}

/* ---- A step ---------------------------------------------------------------------------------- */

/* The new line while it is built, from the centre outwards. */
struct partial_slip_line {
    int count;
    struct partial_slip_knot knot[PARTIAL_SLIP_ROOM];
    int slips[PARTIAL_SLIP_ROOM];
    double spacing; /* m^0.5, least spacing of knots in a slipping annulus, in sqrt(h) */
    double slip;    /* m^2.5, dissipated energy over k */
    double lost;    /* m^2.5, twice the energy over k that the line does not represent */
    int forgot;     /* number of knots removed */
};

/* Removes knot I, and counts the change of the stored energy as lost. */
static void partial_slip_drop(struct partial_slip_line *line, int i) {
    struct partial_slip_knot *knot = line->knot + i - 1;
    const double before = partial_slip_sum(knot, 3).square;
    knot[0] = partial_slip_merge(knot);
    line->count--;
    for (int k = i; k < line->count; k++) {
        line->knot[k] = line->knot[k + 1];
        line->slips[k] = line->slips[k + 1];
    }
    line->lost += before - partial_slip_sum(knot, 2).square;
    line->forgot++;
}

/* Returns 1 if A and B have the same direction, to some fifty roundings, else 0. */
static int partial_slip_aligned(struct lt_shear a, struct lt_shear b) {
    const double along = inner(a, b), across = a.s * b.t - a.t * b.s;
    return along >= 0 && fabs(across) <= 1e-14 * along;
}

/* Returns 1 if the line from A over B to D is straight in h, so that B is not needed, else 0: to
 * some fifty roundings of the displacements, and to the rounding of h times the slope. */
static int partial_slip_straight(const struct partial_slip_knot *a,
                                 const struct partial_slip_knot *b,
                                 const struct partial_slip_knot *d) {
    const struct lt_shear off = plus(partial_slip_at(a, d, b->h), -1, b->u);
    const double slope = size_of(plus(d->u, -1, a->u)) / (d->h - a->h);
    return size_of(a->bow) + size_of(b->bow) <= 0 &&
           size_of(off) <= 1e-14 * (size_of(a->u) + size_of(d->u)) + 4e-15 * slope * d->h;
}

/* Appends a knot. The knot before is removed if it makes no difference: if the line is straight
 * there, to rounding or because an annulus slips in one direction. In an annulus that slips and
 * turns it is also removed if it is close to its neighbours. */
static void partial_slip_add(struct partial_slip_line *line, struct partial_slip_knot knot,
                             int slips) {
    const int n = line->count;
    struct partial_slip_knot *last = &line->knot[n - 1];
    line->knot[n] = knot;
    line->slips[n] = slips;
    line->count++;
    if (n < 2)
        return;
    const int ring = slips && line->slips[n - 1] && line->slips[n - 2];
    const int aligned = ring && partial_slip_aligned(last[-1].u, last->u) &&
                        partial_slip_aligned(last->u, knot.u) &&
                        size_of(last[-1].bow) + size_of(last->bow) <= 0;
    if (aligned || !(last->h < knot.h) || partial_slip_straight(last - 1, last, &knot)) {
        line->knot[n - 1] = knot;
        line->slips[n - 1] = slips;
        line->count--;
    } else if (ring && sqrt(knot.h) - sqrt(last[-1].h) < line->spacing) {
        partial_slip_drop(line, n - 1);
    }
}

/* Displacement of the spring at H before the step, on the segment of the old line between A and B.
 * If both ends are at their limit, so are all springs between them, and the parabola, which is
 * within 10 % of the limit, is only an approximation. */
static struct lt_shear partial_slip_old_displacement(const struct partial_slip_step *m,
                                                     const struct partial_slip_knot *a,
                                                     const struct partial_slip_knot *b, double h) {
    const double near = 1 - 1e-9; /* at the limit, to the accuracy of a line that turns */
    const double r = m->c * fmax(m->d0 - h, 0);
    const struct lt_shear u = partial_slip_at(a, b, h);
    const int turns = size_of(a->bow) > 0 && size_of(u) > 0.9 * r &&
                      size_of(a->u) >= near * m->c * (m->d0 - a->h) &&
                      size_of(b->u) >= near * m->c * (m->d0 - b->h);
    return turns ? scaled(r / size_of(u), u) : u;
}

/* Adds slip and lost energy of the springs between the knots A and B of the old line, which move to
 * the segment between C and E of the new one (NULL: out of contact). Force and stored energy are
 * those of the lines. The springs may start and end beside them, where a parabola is not quite at
 * the limit: the difference in work and energy is lost. */
static void partial_slip_account(const struct partial_slip_step *m, struct partial_slip_line *line,
                                 const struct partial_slip_knot *a,
                                 const struct partial_slip_knot *b,
                                 const struct partial_slip_knot *c,
                                 const struct partial_slip_knot *e) {
    const double from = sqrt(a->h), way = sqrt(b->h) - from;
    for (int g = 0; g < POINTS; g++) {
        const double x = from + gauss_point[g] * way, weight = gauss_weight[g] * way;
        const struct lt_shear on_line = partial_slip_at(a, b, x * x);
        const struct lt_shear u = partial_slip_old_displacement(m, a, b, x * x);
        const struct partial_slip_spring spring = partial_slip_move(m, x * x, u);
        line->slip += weight * spring.slip;
        line->lost -= weight * inner(plus(u, -1, on_line), plus(plus(u, 1, on_line), 1, m->way));
        if (!c)
            continue;
        const struct lt_shear on_new_line = partial_slip_at(c, e, x * x);
        line->lost += weight * inner(plus(spring.u, -1, on_new_line),
                                     plus(plus(spring.u, 1, on_new_line), -1, m->way));
    }
}

/* Accounts for the springs between A and B that lose contact. Their final displacement, if they
 * stuck, may change its sign in between: the quadrature is then split there, because slip has a
 * kink at that point. */
static void partial_slip_detach(const struct partial_slip_step *m, struct partial_slip_line *line,
                                const struct partial_slip_knot *a,
                                const struct partial_slip_knot *b) {
    const double fall = m->d0 - m->d1;
    const struct lt_shear ends = plus(a->u, (m->d0 - a->h) / fall, m->way);
    const struct lt_shear change = plus(plus(b->u, (m->d0 - b->h) / fall, m->way), -1, ends);
    const double x = -inner(ends, change) / (inner(change, change) + 1e-300);
    if (!(x > 0 && x < 1)) {
        partial_slip_account(m, line, a, b, NULL, NULL);
        return;
    }
    const double h = a->h + x * (b->h - a->h);
    const struct partial_slip_knot first = partial_slip_cut(a, b, a->h, h);
    const struct partial_slip_knot second = partial_slip_cut(a, b, h, b->h);
    partial_slip_account(m, line, &first, &second, NULL, NULL);
    partial_slip_account(m, line, &second, b, NULL, NULL);
}

/* Overlap h, m, of the front between springs that stick and springs that slip, between the knots A
 * and B, of which A slips or not: by bisection to rounding. */
static double partial_slip_front(const struct partial_slip_step *m,
                                 const struct partial_slip_knot *a,
                                 const struct partial_slip_knot *b, int a_slips) {
    double sticks = a_slips ? b->h : a->h, slips = a_slips ? a->h : b->h;
    for (int i = 0; i < 60; i++) { /* more than the 53 bits of a double */
        const double h = 0.5 * (sticks + slips);
        const double size = size_of(plus(partial_slip_at(a, b, h), 1, m->way));
        *(size > m->c * (m->d1 - h) ? &slips : &sticks) = h;
    }
    return sticks;
}

/* Extends the new line from A to B, which moves to END, if all springs between them slip: a
 * parabola through the spring in the middle, or two segments if the line turns and is long. */
static void partial_slip_slip_annulus(const struct partial_slip_step *m,
                                      struct partial_slip_line *line,
                                      const struct partial_slip_knot *a,
                                      const struct partial_slip_knot *b, struct lt_shear end) {
    struct partial_slip_knot *last = &line->knot[line->count - 1];
    const struct partial_slip_knot outer = {b->h, end, {0, 0}};
    const double h = 0.5 * (a->h + b->h);
    const struct lt_shear middle =
        partial_slip_move(m, h, partial_slip_old_displacement(m, a, b, h)).u;
    /* The bow is the distance of the middle from the straight line between the ends. */
    last->bow = plus(plus(middle, -0.5, last->u), -0.5, end);
    /* The parabola of a straight line has the rounding of four displacements. */
    const int straight = size_of(last->bow) <= 8 * partial_slip_noise(m);
    const int parted = h > a->h && h < b->h; /* false if no double lies between them */
    if (!straight && parted && sqrt(b->h) - sqrt(a->h) > 2 * line->spacing) {
        const struct partial_slip_knot first = partial_slip_cut(a, b, a->h, h);
        const struct partial_slip_knot second = partial_slip_cut(a, b, h, b->h);
        partial_slip_slip_annulus(m, line, &first, &second, middle);
        partial_slip_slip_annulus(m, line, &second, b, end);
        return;
    }
    if (straight)
        last->bow = (struct lt_shear){0, 0};
    partial_slip_account(m, line, a, b, straight ? NULL : last, &outer);
    partial_slip_add(line, outer, 1);
}

/* Moves the segment of the old line between A and B and the knot B; A is on the new line already.
 * Springs outside the new edge lose contact, and a front splits the segment. */
static void partial_slip_move_segment(const struct partial_slip_step *m,
                                      struct partial_slip_line *line, struct partial_slip_knot a,
                                      struct partial_slip_knot b) {
    if (a.h >= m->d1) {
        partial_slip_detach(m, line, &a, &b);
        return;
    }
    /* The new edge lies within the segment: the outer part loses contact. */
    if (b.h > m->d1) {
        const struct partial_slip_knot edge = partial_slip_cut(&a, &b, m->d1, b.h);
        partial_slip_detach(m, line, &edge, &b);
        a = partial_slip_cut(&a, &b, a.h, m->d1);
        b = edge;
    }
    /* Both ends slip, both stick, or a front between them. */
    const struct partial_slip_spring outer = partial_slip_move(m, b.h, b.u);
    const int from = line->slips[line->count - 1], to = outer.slips;
    if (from && to) {
        partial_slip_slip_annulus(m, line, &a, &b, outer.u);
        return;
    }
    if (!from && !to) {
        line->knot[line->count - 1].bow = a.bow;
        partial_slip_add(line, (struct partial_slip_knot){b.h, outer.u, {0, 0}}, 0);
        return;
    }
    const double h = partial_slip_front(m, &a, &b, from);
    const struct partial_slip_knot first = partial_slip_cut(&a, &b, a.h, h);
    struct partial_slip_knot second = partial_slip_cut(&a, &b, h, b.h);
    const struct lt_shear front = plus(second.u, 1, m->way);
    if (from) {
        partial_slip_slip_annulus(m, line, &first, &second, front);
        line->knot[line->count - 1].bow = second.bow;
        partial_slip_add(line, (struct partial_slip_knot){b.h, outer.u, {0, 0}}, 0);
    } else {
        line->knot[line->count - 1].bow = first.bow;
        partial_slip_add(line, (struct partial_slip_knot){h, front, {0, 0}}, 1);
        partial_slip_slip_annulus(m, line, &second, &b, outer.u);
    }
}

/* Removes the knot whose removal changes the line least. */
static void partial_slip_thin(struct partial_slip_line *line) {
    double least = INFINITY;
    int best = 1;
    for (int i = 1; i + 1 < line->count; i++) {
        const struct partial_slip_knot *knot = line->knot + i - 1;
        const struct partial_slip_knot one = partial_slip_merge(knot);
        const struct lt_shear off = plus(partial_slip_at(&one, &knot[2], knot[1].h), -1, knot[1].u);
        const double miss = size_of(off) * (sqrt(knot[2].h) - sqrt(knot[0].h));
        if (miss < least) {
            least = miss;
            best = i;
        }
    }
    partial_slip_drop(line, best);
}

/* Returns the stored line as knots, from the centre (h = 0) to EDGE, m, the overlap before the
 * step, where displacements are 0. */
static struct partial_slip_line partial_slip_load(const struct partial_slip_memory *memory,
                                                  double edge) {
    struct partial_slip_line line = {.count = 1, .knot[0] = memory->centre};
    for (int i = 0; i < memory->knots; i++)
        if (memory->knot[i].h < edge)
            line.knot[line.count++] = memory->knot[i];
    if (edge > 0)
        line.knot[line.count++] = (struct partial_slip_knot){.h = edge};
    return line;
}

/* Returns 1 if all displacements are 0 and stay so in this step, else 0. */
static int partial_slip_idle(const struct partial_slip_step *m,
                             const struct partial_slip_memory *memory) {
    const struct partial_slip_knot *c = &memory->centre;
    return memory->knots == 0 && c->u.s == 0 && c->u.t == 0 && c->bow.s == 0 && c->bow.t == 0 &&
           m->way.s == 0 && m->way.t == 0;
}

/* The step M: updates the line in MEMORY, and returns force (N), energies (J) and whether all or
 * some springs slip. */
static struct partial_slip_answer partial_slip(const struct partial_slip_step *m,
                                               struct partial_slip_memory *memory) {
    if (partial_slip_idle(m, memory))
        return (struct partial_slip_answer){.force = {0, 0}};
    const struct partial_slip_knot edge = {.h = m->d1};
    const struct partial_slip_line old = partial_slip_load(memory, m->d0);
    const struct partial_slip_spring centre = partial_slip_move(m, 0, old.knot[0].u);
    struct partial_slip_line line = {.count = 1, .spacing = sqrt(m->d1) / PARTIAL_SLIP_ANNULI};
    line.knot[0] = (struct partial_slip_knot){.u = centre.u};
    line.slips[0] = centre.slips;
    /* Moves the old line segment by segment from the centre; a growing contact gets a new edge. */
    for (int i = 0; i + 1 < old.count; i++)
        partial_slip_move_segment(m, &line, old.knot[i], old.knot[i + 1]);
    const int slips = line.slips[line.count - 1];
    if (m->d1 > m->d0 && slips)
        partial_slip_account(m, &line, &old.knot[old.count - 1], &edge, NULL, NULL);
    if (m->d1 > m->d0)
        partial_slip_add(&line, edge, slips);
    line.knot[line.count - 1] = edge;
    while (line.count > PARTIAL_SLIP_KNOTS + 2)
        partial_slip_thin(&line);

    /* Stores the knots between centre and edge, and integrates force and energy. */
    *memory = (struct partial_slip_memory){.knots = 0};
    struct partial_slip_answer answer = {.slip = m->k * line.slip, .slips = slips};
    if (!(m->d1 > 0))
        return answer;
    memory->centre = line.knot[0];
    for (int i = 1; i + 1 < line.count; i++)
        memory->knot[memory->knots++] = line.knot[i];
    const struct partial_slip_sums sum = partial_slip_sum(line.knot, line.count);
    answer.force = scaled(m->k, sum.area);
    answer.strain = 0.5 * m->k * sum.square;
    answer.forgotten = 0.5 * m->k * line.lost;
    answer.forgot = line.forgot;
    answer.slides = centre.slips;
    return answer;
}

#endif

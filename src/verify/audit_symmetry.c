/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks that compare two runs whose results must agree: the same motion seen in other axes, or in
 * other units. */
#include "verify/auditing.h"

#include <stdio.h>
#include <stdlib.h>

enum { COMPONENTS = LT_DOFS + 1, RUNS = 2 }; /* and the energy stored */

static const char *const letters[] = {"fn", "fs", "ft", "mn", "ms", "mt", "E_strain"};

/* Fills X with the six forces and moments of a step and its stored energy. */
static void step_components(const struct lt_drive_step *s, double *x) {
    memcpy(x, s->f, sizeof s->f);
    x[LT_DOFS] = s->out.strain;
}

/* Two traces of the current case with relative errors of its steps of some hundred roundings: a law
 * whose response is so sensitive to them has no fault. */
static const struct lt_audit_trace *const *drive_jittered(struct lt_audit_bench *bench) {
    static const double sizes[RUNS] = {1e-13, -3e-13};
    for (int i = 0; i < RUNS && !bench->jittered[i]; i++)
        bench->jittered[i] =
            lt_audit_drive(bench, bench->now, &(struct lt_audit_variant){.jitter = sizes[i]});
    return bench->jittered;
}

/* Converts X, a force (component 0 to 2), moment or energy, from the variant's units, smaller by
 * powers of two, back to SI: N = m kg/s^2, and N m = J = m^2 kg/s^2. */
static double in_units(double x, const struct lt_audit_variant *v, int component) {
    const int length = component < 3 ? 1 : 2;
    return ldexp(x, -(length * v->units[0] + v->units[1] - 2 * v->units[2]));
}

/* The largest difference between the base and the trace T of its variant V, relative to the largest
 * force, moment or energy, beyond a hundred times the effect of rounding. ALIKE, the sentence on
 * why they should agree, begins DETAIL, of SIZE bytes. */
static double difference_from(struct lt_audit_bench *bench, const struct lt_audit_variant *v,
                              const struct lt_audit_trace *t, const char *alike, char *detail,
                              size_t size) {
    const struct lt_audit_trace *base = lt_audit_drive_base(bench);
    const struct lt_audit_trace *const *shaken = drive_jittered(bench);
    const size_t skip = base->count - t->count;
    double rounding[COMPONENTS] = {0}, most = 0;
    for (size_t i = 0; i < base->count; i++) {
        double was[COMPONENTS], is[COMPONENTS], other[COMPONENTS];
        step_components(&base->steps[i], was);
        /* Largest effect so far of errors of the size of rounding on each component. */
        for (int k = 0; k < RUNS; k++) {
            step_components(&shaken[k]->steps[i], other);
            for (int j = 0; j < COMPONENTS; j++)
                rounding[j] = fmax(rounding[j], fabs(other[j] - was[j]));
        }
        if (i < skip)
            continue;
        step_components(&t->steps[i - skip], is);
        double expected[COMPONENTS];
        memcpy(expected, was, sizeof was);
        lt_audit_drive_transform(v, expected);
        for (int j = 0; j < COMPONENTS; j++) {
            const double now = in_units(is[j], v, j);
            /* Rotation about n mixes s and t: the larger effect on either counts. */
            const double allowed = 100 * fmax(rounding[j], j == 1 || j == 4   ? rounding[j + 1]
                                                           : j == 2 || j == 5 ? rounding[j - 1]
                                                                              : 0);
            const double off = fabs(now - expected[j]);
            const double value = off > allowed ? off / lt_audit_scale(base, j)
                                 : off == off  ? 0
                                               : INFINITY;
            if (!(value > most))
                continue;
            most = value;
            snprintf(detail, size, "%s; %s is %.6g, not %.6g, at un = %.3g m, step %zu", alike,
                     letters[j], now, expected[j], base->steps[i].u[0], i + 1);
        }
    }
    return most;
}

/* The difference_from() of the current case after the symmetry operation V; -1: there is no force;
 * INFINITY: derive() refuses only one of the two. */
static double largest_difference(struct lt_audit_bench *bench, const struct lt_audit_variant *v,
                                 const char *alike, char *detail, size_t size) {
    const struct lt_audit_trace *base = lt_audit_drive_base(bench);
    if (!base->finite || !(base->force > 0))
        return -1;
    const struct lt_audit_trace *t = lt_audit_drive(bench, bench->now, v);
    if (!t->refused)
        return difference_from(bench, v, t, alike, detail, size);
    snprintf(detail, size, "%s; derive() accepts the one and refuses the other: %s", alike,
             t->refused);
    return INFINITY;
}

/* ---- Seen from elsewhere --------------------------------------------------------------------- */

/* Check "swap": the largest relative difference of the response if A and B are exchanged; -1: not
 * applicable. */
double lt_audit_symmetry_swap(struct lt_audit_bench *bench, char *detail, size_t size) {
    return largest_difference(bench, &(struct lt_audit_variant){.swap = true},
                              "the response must stay the same if A and B are exchanged: does "
                              "something depend on one of them only?",
                              detail, size);
}

/* Check "wall": the largest relative difference between a wall and a sphere of 2^60 radii of the
 * other one, which is infinite to the last digit of reduced radius and mass. -1: there is no wall,
 * or the law refuses the sphere, as a wall without a material may be rigid. */
double lt_audit_symmetry_wall(struct lt_audit_bench *bench, char *detail, size_t size) {
    const struct lt_audit_trace *base = lt_audit_drive_base(bench);
    if (bench->now->radius[0] > 0 || !base->finite || !(base->force > 0))
        return -1;
    const struct lt_audit_variant itself = {0};
    struct lt_audit_case curved = *bench->now;
    curved.radius[0] = ldexp(curved.radius[1], 60);
    const struct lt_audit_trace *t = lt_audit_drive(bench, &curved, &itself);
    return t->refused ? -1
                      : difference_from(bench, &itself, t,
                                        "a wall must be what a sphere of infinite radius and mass "
                                        "is: does something take it for a sphere like the other, "
                                        "or its radius, which is 0, for a length?",
                                        detail, size);
}

/* Check "mirror": the largest relative difference between the response to a mirrored motion and the
 * mirrored response, with s or t reversed in turn; -1: not applicable. */
double lt_audit_symmetry_mirror(struct lt_audit_bench *bench, char *detail, size_t size) {
    const bool of_s = bench->now->number % 2;
    return largest_difference(
        bench, &(struct lt_audit_variant){.mirror = {of_s, !of_s}},
        "the response to a mirrored motion must be mirrored: is there a wrong sign?", detail, size);
}

/* Check "isotropy": the largest relative difference between the response to a motion rotated about
 * n and the rotated response, by 90 and 53 degrees in turn; -1: not applicable. */
double lt_audit_symmetry_isotropy(struct lt_audit_bench *bench, char *detail, size_t size) {
    const bool quarter = bench->now->number % 2;
    return largest_difference(
        bench,
        &(struct lt_audit_variant){
            .turn = true, .cosine = quarter ? 0 : 0.6, .sine = quarter ? 1 : 0.8},
        "the response to a motion rotated in the contact plane must be rotated likewise: are s and "
        "t treated differently, or is each limited separately?",
        detail, size);
}

/* ---- Seen later ------------------------------------------------------------------------------ */

/* Check "offset": the largest relative difference of the response after earlier motion, four times
 * the longest displacement of a leg; -1: not applicable. */
double lt_audit_symmetry_offset(struct lt_audit_bench *bench, char *detail, size_t size) {
    double far = 0;
    for (int k = 0; k < bench->now->n_legs; k++)
        for (int i = 0; i < 3; i++)
            far = fmax(far, fabs(bench->now->legs[k].du[i]));
    return largest_difference(bench, &(struct lt_audit_variant){.offset = 4 * far},
                              "us, ut and the rotations count from the start of the run, not of "
                              "the contact: compute the response from their increments",
                              detail, size);
}

/* Check "recontact": the largest relative difference between a contact that is made again after a
 * loss and a new one; -1: the path has no such contact. */
double lt_audit_symmetry_again(struct lt_audit_bench *bench, char *detail, size_t size) {
    const struct lt_audit_case *c = bench->now;
    const struct lt_audit_trace *base = lt_audit_drive_base(bench);
    double most = -1;
    for (int leg = 1; leg < c->n_legs; leg++) {
        const struct lt_drive_step *last = &base->steps[(size_t)leg * (size_t)c->steps - 1];
        bool was = false, again = false;
        for (size_t i = 0; i < base->count; i++)
            *(i < (size_t)leg * (size_t)c->steps ? &was : &again) |=
                base->steps[i].out.active > 0.5;
        /* Only legs that begin separated, with a contact before and another one after. */
        if (last->out.active > 0.5 || last->u[0] <= 0 || !was || !again)
            continue;
        char said[600] = "";
        const double value =
            largest_difference(bench, &(struct lt_audit_variant){.first = leg},
                               "a contact that is made again after a loss must respond like a new "
                               "one: reset the state where the contact ends",
                               said, sizeof said);
        if (value > most) {
            most = value;
            snprintf(detail, size, "%s", said);
        }
    }
    return most;
}

/* ---- In other units -------------------------------------------------------------------------- */

/* Check "units": the largest relative difference of the response in other units of length, mass or
 * time, by powers of two, which are exact; -1: not applicable. */
double lt_audit_symmetry_units(struct lt_audit_bench *bench, char *detail, size_t size) {
    static const int units[][3] = {{32, 0, 0}, {-32, 0, 0}, {0, 32, 0},    {0, -32, 0},
                                   {0, 0, 32}, {0, 0, -32}, {32, -32, 16}, {-16, 32, -32}};
    static const char *const names[] = {"m", "kg", "s"};
    const int *by = units[bench->now->number % (int)(sizeof units / sizeof *units)];
    char alike[300];
    int changed = 0;
    for (int i = 0; i < 3; i++)
        changed = by[i] ? i : changed;
    snprintf(
        alike, sizeof alike,
        "the response must be the same in any units (here %s %s by 2^%d): is there a number with a "
        "unit in the code (a threshold), or a wrong unit in a table?",
        names[changed], by[changed] > 0 ? "is shorter" : "is longer", abs(by[changed]));
    struct lt_audit_variant v = {.units = {by[0], by[1], by[2]}};
    return largest_difference(bench, &v, alike, detail, size);
}

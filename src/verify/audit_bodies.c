/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Objectivity, tested by programs in frame bodies: the motion of the pair as a whole must not
 * affect its contact.
 *
 * A program runs the case twice: with the pair at rest, and in another orientation while the pair
 * translates and rotates. Then the relative motion is held at zero while the pair keeps rotating.
 */
#include "base/text.h"
#include "registry/formula_law.h"
#include "registry/parts.h"
#include "run/run.h"
#include "verify/auditing.h"

#include <stdio.h>
#include <stdlib.h>

/* Steps per leg; which cases are used: paths with and without slip. */
enum {
    STEPS = 12,
    OFTEN = 8,
    WHICH = 3,
    NUMBERS = LT_DOFS + 1,
    AXES = 9,
    QUATERNION = 4,
    RUNS = 2
};

static const char *const letters[] = {"fn", "fs", "ft", "mn", "ms", "mt", "E_strain"};
static const double turn_of_pair = 1.0; /* rad, in total */

/* A finished run; its columns are NUMBERS, the losses, the axes, the orientation of A. */
struct ran {
    struct lt_program *program;
    struct lt_result *result;
    const char *why; /* why it failed; NULL: it did not */
};

/* Frees a run and its program; either may be missing. */
static void free_ran(struct ran *ran) {
    lt_run_free(ran->result);
    if (ran->program)
        lt_program_free(ran->program);
}

/* Text of a stage program that runs a case in frame bodies, the pair moving as FLIGHT says, and
 * records forces, energies, axes and the orientation of A. A loss that the chosen parts lack is
 * recorded as 0. */
static const char *text_of_case(const struct lt_law *law, const struct lt_audit_case *c,
                                const struct lt_audit_flight *flight, struct lt_arena *arena) {
    struct lt_text text;
    FILE *out = lt_text_begin(&text);
    fprintf(out, "lawtester: 1\n");
    lt_audit_file_program(law, c, flight, out);
    fprintf(out, "record:\n  columns: [fn, fs, ft, mn, ms, mt, E_strain");
    const struct lt_law *made = lt_parts_with(law, c->given, arena);
    for (size_t i = 0; i < law->n_losses; i++)
        if (lt_parts_absent(&made->losses[i]))
            fprintf(out, ", {without_%zu: 0*t}", i);
        else
            fprintf(out, ", E_%s", law->losses[i].name);
    fprintf(out, ", nx, ny, nz, sx, sy, sz, tx, ty, tz, qwa, qxa, qya, qza]\n");
    return lt_text_keep(&text, arena);
}

/* Runs a case as a stage program of its own, the pair moving as FLIGHT says. The caller frees the
 * result; its why gives the reason if the program cannot be read or fails, else it is NULL. */
static struct ran run_case(struct lt_audit_bench *bench, const struct lt_audit_case *c,
                           const struct lt_audit_flight *flight) {
    const bool formulas = lt_formula_law_is(bench->law);
    const struct lt_law *const laws[] = {formulas ? NULL : bench->law, NULL};
    const char *text = text_of_case(bench->law, c, flight, bench->arena);
    struct ran ran = {.program = NULL};
    struct lt_errors *errors = lt_errors_new();
    ran.program = lt_read_with(laws, false, "audit", text, strlen(text), NULL, 0, errors);
    if (!ran.program)
        ran.why = lt_arena_print(bench->arena, "%s",
                                 errors->count > 0 ? errors->list[0].text : "it cannot be read");
    lt_errors_free(errors);
    if (ran.why)
        return ran;
    ran.result = lt_run(ran.program, NULL, 0, &(struct lt_run_options){.record = true});
    if (ran.result->status != LT_DONE)
        ran.why = lt_arena_print(bench->arena, "%s", ran.result->message);
    return ran;
}

/* Row I of the table that a run has recorded. */
static const double *row_of_run(const struct ran *ran, size_t i) {
    return ran->result->table.cells + i * ran->result->table.columns;
}

/* ---- How the pair moves ---------------------------------------------------------------------- */

/* The case up to its last leg that ends at an overlap, followed by a leg at rest, in which the
 * force must only rotate with the pair. A wall becomes a sphere like B. */
static struct lt_audit_case held_case(const struct lt_audit_case *c) {
    struct lt_audit_case now = *c;
    double time = 0, un = c->gap;
    now.steps = STEPS;
    now.n_legs = 1;
    for (int k = 0; k + 2 < c->n_legs; k++) {
        un += c->legs[k].du[0];
        now.n_legs = un < 0 ? k + 1 : now.n_legs;
    }
    if (!(now.radius[0] > 0)) {
        now.radius[0] = now.radius[1];
        now.density[0] = now.density[1];
    }
    for (int k = 0; k < now.n_legs; k++)
        time += now.legs[k].time;
    time /= now.n_legs;
    now.legs[now.n_legs++] = (struct lt_audit_leg){.time = time};
    return now;
}

/* Time of all legs, s. */
static double case_duration(const struct lt_audit_case *c) {
    double time = 0;
    for (int k = 0; k < c->n_legs; k++)
        time += c->legs[k].time;
    return time;
}

/* Distance of the two centres, m, with which displacements and moments of the pair are scaled. */
static double case_span(const struct lt_audit_case *c) {
    return c->radius[0] + c->radius[1] + fabs(c->gap);
}

/* A common motion of both bodies during a case, on which the contact force must not depend: a
 * rotation by 1 rad and a translation by the distance of the centres. */
static struct lt_audit_flight flight_of(const struct lt_audit_case *c) {
    struct lt_audit_flight flight = {.normal = {1, 2, 3}, .tangent = {0.3, -1, 0.2}};
    static const double spin[] = {0.6, -0.48, 0.64}, ahead[] = {0.3, 0.5, -0.2};
    for (int i = 0; i < 3; i++) {
        flight.spin[i] = turn_of_pair / case_duration(c) * spin[i];
        flight.velocity[i] = case_span(c) / case_duration(c) * ahead[i];
    }
    return flight;
}

/* The case with errors of its legs of 1e-13 of the motion of the bodies, times SIGN. Motion in
 * frame bodies is imposed no more accurately, so the effect of such errors is no fault. */
static struct lt_audit_case missed_case(const struct lt_audit_case *c, double sign) {
    struct lt_audit_case now = *c;
    for (int k = 0; k < c->n_legs; k++)
        for (int i = 0; i < LT_DOFS; i++) {
            const double miss = 1e-13 * turn_of_pair * (i < 3 ? case_span(c) : 1);
            now.legs[k].du[i] += (i + k) % 2 ? sign * miss : -sign * miss;
        }
    return now;
}

/* ---- What must be alike ---------------------------------------------------------------------- */

struct trio {
    struct ran still, flying, shaken[RUNS];
};

/* The magnitude that an error of a recorded COLUMN is relative to, N, N m or J. A moment is as
 * accurate as the force times the length of the pair, since rounding depends on the positions of
 * the bodies. */
static double bodies_scale(const struct lt_audit_trace *t, const struct lt_audit_case *c,
                           size_t column) {
    const double moment = fmax(t->moment, t->force * case_span(c));
    return column < 3 ? t->force : column < LT_DOFS ? moment : t->throughput;
}

/* The largest difference of forces and energies between the pair in motion and at rest, relative to
 * their scales; 0: it is within 100 times the effect of errors of the imposed motion. DETAIL
 * describes it. */
static double local_error(struct lt_audit_bench *bench, const struct lt_audit_case *c,
                          const struct trio *runs, char *detail, size_t size) {
    const struct lt_audit_trace *base = lt_audit_drive(bench, c, &(struct lt_audit_variant){0});
    const size_t columns = NUMBERS + bench->law->n_losses;
    double most = 0, allowed[NUMBERS + LT_AUDIT_PARAMS] = {0};
    for (size_t i = 0; i < runs->still.result->table.rows; i++)
        for (size_t k = 0; k < columns && k < sizeof allowed / sizeof *allowed; k++) {
            const double was = row_of_run(&runs->still, i)[k], is = row_of_run(&runs->flying, i)[k];
            for (int r = 0; r < RUNS; r++)
                allowed[k] = fmax(allowed[k], 100 * fabs(row_of_run(&runs->shaken[r], i)[k] - was));
            /* Components s and t share what is allowed, as errors of the motion mix them. */
            const double twin = k == 1 || k == 4   ? allowed[k + 1]
                                : k == 2 || k == 5 ? allowed[k - 1]
                                                   : 0;
            const double off = fabs(is - was), scale = bodies_scale(base, c, k);
            if (off <= fmax(allowed[k], twin) || !(off / scale > most))
                continue;
            most = off / scale;
            snprintf(detail, size,
                     "the response of a pair that moves and rotates as a whole should be that of "
                     "one at rest, but %s is %.6g, not %.6g, step %zu of a program in frame bodies",
                     k < NUMBERS ? letters[k] : bench->law->losses[k - NUMBERS].name, is, was, i);
        }
    return most;
}

/* Rotates the vector V by the unit quaternion Q (w, a) into OUT: v + 2 (w a x v + a x (a x v)). */
static void turn_by(const double *q, const double *v, double *out) {
    const double *a = q + 1;
    const double along[3] = {a[1] * v[2] - a[2] * v[1], a[2] * v[0] - a[0] * v[2],
                             a[0] * v[1] - a[1] * v[0]};
    const double twice[3] = {a[1] * along[2] - a[2] * along[1], a[2] * along[0] - a[0] * along[2],
                             a[0] * along[1] - a[1] * along[0]};
    for (int i = 0; i < 3; i++)
        out[i] = v[i] + 2 * (q[0] * along[i] + twice[i]);
}

/* Transforms a force or moment F at a STEP of a run from the contact's axes to those of body A,
 * which rotates with the pair. */
static void seen_from_a(const struct ran *ran, size_t step, const double *f, double *out) {
    const double *axes = row_of_run(ran, step) + ran->result->table.columns - AXES - QUATERNION;
    const double *q = axes + AXES, back[QUATERNION] = {q[0], -q[1], -q[2], -q[3]};
    double space[3];
    for (int i = 0; i < 3; i++)
        space[i] = f[0] * axes[i] + f[1] * axes[3 + i] + f[2] * axes[6 + i];
    turn_by(back, space, out);
}

/* The rotation angle of A in a step, rad, > 0: the vector part of the quaternion from its
 * orientation p before to q after the step is the sine of half the angle. */
static double turn_of_step(const struct ran *ran, size_t step) {
    const size_t at = ran->result->table.columns - QUATERNION;
    const double *p = row_of_run(ran, step - 1) + at, *q = row_of_run(ran, step) + at;
    const double x = p[0] * q[1] - q[0] * p[1] - (p[2] * q[3] - p[3] * q[2]),
                 y = p[0] * q[2] - q[0] * p[2] - (p[3] * q[1] - p[1] * q[3]),
                 z = p[0] * q[3] - q[0] * p[3] - (p[1] * q[2] - p[2] * q[1]);
    return 2 * asin(fmin(hypot(x, hypot(y, z)), 1));
}

/* The relative change of force and moment of the held pair, seen from A, as they must rotate with
 * it; 0: the steps explain it. A step that rotates it by x, about an axis at the angle a to the
 * normal, moves the normal along a chord, with an error of x^3 sin a (1/12 - 1/8 sin^2 a), and
 * rotates the tangential axes by the spin about a mean normal, with an error of x^3/24 cos a sin^2
 * a: together less than x^3/22. */
static double carried_error(const struct lt_audit_case *c, const struct ran *ran, char *detail,
                            size_t size) {
    const size_t end = ran->result->table.rows - 1;
    const struct lt_stage_result *hold = &ran->result->stages[c->n_legs - 1];
    double allowed = 1e-9;
    for (size_t i = 0; i < hold->steps; i++)
        allowed += pow(turn_of_step(ran, end - i), 3) / 22;
    double most = 0;
    for (int first = 0; first < LT_DOFS; first += 3) {
        const double *f = row_of_run(ran, end - hold->steps) + first;
        double was[3], is[3], off = 0, scale = hypot(f[0], hypot(f[1], f[2]));
        seen_from_a(ran, end - hold->steps, f, was);
        seen_from_a(ran, end, f, is);
        for (int i = 0; i < 3; i++)
            off = fmax(off, fabs(is[i] - was[i]));
        if (off <= allowed * scale || !(off / scale > most))
            continue;
        most = off / scale;
        snprintf(detail, size,
                 "the %s of a pair that is held while it rotates as a whole should rotate with it, "
                 "but after %zu steps its relative error is %.3g; the steps explain %.3g",
                 first ? "moment" : "force", hold->steps, most, allowed);
    }
    return most;
}

/* The value of the check "objectivity" from its four runs. INFINITY: a program fails; -1: the runs
 * cannot be compared, since their numbers of rows differ. */
static double compare_runs(struct lt_audit_bench *bench, const struct lt_audit_case *c,
                           const struct trio *runs, char *detail, size_t size) {
    const struct ran *all[] = {&runs->still, &runs->flying, &runs->shaken[0], &runs->shaken[1]};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (all[i]->why) {
            snprintf(detail, size, "the program of the case in frame bodies fails: %s",
                     all[i]->why);
            return INFINITY;
        }
        if (all[i]->result->table.rows != runs->still.result->table.rows)
            return -1;
    }
    const double value = local_error(bench, c, runs, detail, size);
    return value > 0 ? value : carried_error(c, &runs->flying, detail, size);
}

/* Check "objectivity", in every eighth case: the largest relative error of the response if the pair
 * moves and rotates as a whole; -1: not applicable. */
double lt_audit_bodies_objectivity(struct lt_audit_bench *bench, char *detail, size_t size) {
    const struct lt_audit_trace *base = lt_audit_drive_base(bench);
    if (bench->now->number % OFTEN != WHICH || !base->finite || !(base->force > 0))
        return -1;
    const struct lt_audit_case c = held_case(bench->now);
    if (lt_audit_drive(bench, &c, &(struct lt_audit_variant){0})->refused)
        return -1; /* the law has no such contact between spheres, at a wall it has */
    const struct lt_audit_case off[RUNS] = {missed_case(&c, 1), missed_case(&c, -3)};
    const struct lt_audit_flight rest = {.normal = {1}, .tangent = {0, 1}}, flight = flight_of(&c);
    struct trio runs = {.still = run_case(bench, &c, &rest),
                        .flying = run_case(bench, &c, &flight)};
    for (int i = 0; i < RUNS; i++)
        runs.shaken[i] = run_case(bench, &off[i], &rest);
    const double value = compare_runs(bench, &c, &runs, detail, size);
    free_ran(&runs.still);
    free_ran(&runs.flying);
    for (int i = 0; i < RUNS; i++)
        free_ran(&runs.shaken[i]);
    return value;
}

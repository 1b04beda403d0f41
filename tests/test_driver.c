/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The driver: what each letter imposes, held forces, symmetry, stages that repeat, keep, record and
 * go on from another run; and that the faults of an earlier tester cannot happen. */
#include "programs.h"
#include "record.h"

#include <gsl/gsl_rng.h>
#include <unistd.h>

/* Two spheres with friction; radii, then further parameters, motion and the rest. */
#define PAIR(ra, rb, law, motion, rest)                                                            \
    "lawtester: 1\n"                                                                               \
    "particles:\n"                                                                                 \
    "  a: {shape: sphere, radius: " ra ", density: 2500}\n"                                        \
    "  b: {shape: sphere, radius: " rb ", density: 2500}\n"                                        \
    "law: {name: linear, kn: 1e5, ks: 5e4, " law "}\n"                                             \
    "motion: {" motion "}\n" rest

/* The program runs and meets what it expects. */
static void holds(const char *text, const char *d1, const char *d2, const char *d3) {
    struct lt_program *program = read_program(text, d1, d2, d3, NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    ck_assert_uint_gt(r->n_verdicts, 0);
    for (size_t i = 0; i < r->n_verdicts; i++) {
        const struct lt_verdict *v = &r->verdicts[i];
        ck_assert_msg(v->ok, "%s: %.17g, expected %.17g, error %.3g above %.3g; %s", v->text,
                      v->value, v->expected, v->error, v->tolerance, v->where ? v->where : "");
    }
    ck_assert(r->ok);
    lt_result_free(r);
    lt_program_free(program);
}

/* The run fails and says so. */
static void fails(const char *text, const char *d1, const char *d2, const char *said) {
    struct lt_program *program = read_program(text, d1, d2, NULL);
    struct lt_result *r = run_program(program);
    ck_assert_int_eq(r->status, LT_RUN_FAILED);
    ck_assert_msg(strstr(r->message, said) != NULL, "'%s' is not in:\n%s", said, r->message);
    lt_result_free(r);
    lt_program_free(program);
}

/* ---- Held normal force, cyclic shear ----------------------------------------------------------
 */

/* The spring slips after f/ks = 0.1 mm, ten steps; a half cycle is eighty. */
#define CYCLES                                                                                     \
    "let: {P: 10, mu: 0.5, f: mu*P, v: 1, A: 4e-4, c: 0, kshear: 5e4}\n"                           \
    "stages:\n"                                                                                    \
    "  - {name: press, whats: svvvvv, values: [-P, 0, 0, 0, 0, 0], until: step >= 50}\n"           \
    "  - {name: out, whats: svvvvv, values: [-P, v, 0, 0, 0, 0], until: step >= 40,\n"             \
    "     done: [{reset: [E_slip, E_dashpot]}]}\n"                                                 \
    "  - repeat: 3\n"                                                                              \
    "    stages:\n"                                                                                \
    "      - {name: back, whats: svvvvv, values: [-P, -v, 0, 0, 0, 0], until: step >= 80}\n"       \
    "      - {name: forth, whats: svvvvv, values: [-P, v, 0, 0, 0, 0], until: step >= 80,\n"       \
    "         done: [{keep: {slip: E_slip, drag: E_dashpot}}, {reset: [E_slip, E_dashpot]}]}\n"    \
    "record: {columns: [us, fs, vfs, stage]}\n"                                                    \
    "expect:\n"                                                                                    \
    "  - {always: fn, is: -P, within: 1e-12, stage: press}\n"                                      \
    "  - {always: fn, is: -P, within: 1e-12, stage: out}\n"                                        \
    "  - {always: fn, is: -P, within: 1e-12, stage: back}\n"                                       \
    "  - {always: fn, is: -P, within: 1e-12, stage: forth}\n"                                      \
    "  - {always: fn, is: -P, within: 1e-12, stage: 'back #3'}\n"                                  \
    "  - {always: 'fs - vfs', is: 'max(-f, f - kshear*(A - us))', within: 1e-10, stage: back}\n"   \
    "  - {always: 'fs - vfs', is: 'min(f, kshear*(A + us) - f)', within: 1e-10, stage: forth}\n"   \
    "  - {that: us, is: -A, within: 1e-10, stage: 'back #2'}\n"                                    \
    "  - {that: us, is: A, within: 1e-10}\n"                                                       \
    "  - {that: slip, is: 4*f*(A - f/kshear), within: 1e-10}\n"                                    \
    "  - {that: un, is: -P/1e5, within: 1e-10}\n"

START_TEST(slip_loops_at_a_held_force) {
    static const char *const cases[] = {
        PAIR("5e-3", "3e-3", "fric: 0.5", "dt: 1e-5",
             CYCLES "  - {that: energy_residual_rel, is: 0, within: 1e-12 abs}\n"),
        PAIR("5e-3", "3e-3", "fric: 0.5, dp_nratio: 0.2, dp_sratio: 0.2",
             "dt: 1e-5, integrator: exact",
             CYCLES "  - {that: drag, is: 0.4*sqrt(m_eff*kshear)*v*4*A, within: 1e-9}\n"
                    "  - {that: energy_residual_rel, is: 0, within: 1e-10 abs}\n"),
    };
    holds(cases[_i], NULL, NULL, NULL);
}
END_TEST

/* The same area from the recorded curve: three loops, each closed. */
START_TEST(slip_loops_as_recorded) {
    struct lt_program *program =
        read_program(PAIR("5e-3", "3e-3", "fric: 0.5", "dt: 1e-5", CYCLES), NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    double area = 0;
    for (size_t i = 1; i < r->table.rows; i++) {
        const double *b = r->table.cells + i * r->table.columns, *a = b - r->table.columns;
        if (b[3] >= 2)
            area += 0.5 * (a[1] + b[1]) * (b[0] - a[0]);
    }
    ck_near(area, 3 * 4 * 5.0 * (4e-4 - 1e-4), 1e-10);
    lt_result_free(r);
    lt_program_free(program);
}
END_TEST

/* Pressed by a constant force through a dashpot the spring creeps in: cn un' + kn un = -P. */
START_TEST(held_force_creeps_through_a_dashpot) {
    holds(
        PAIR("5e-3", "3e-3", "fric: 0.5, dp_nratio: 0.5", "integrator: exact, gap: -1e-5",
             "let: {P: 10}\n"
             "stages: [{whats: svvvvv, values: [-P, 0, 0, 0, 0, 0], until: t >= t_c}]\n"
             "expect:\n"
             "  - {that: fn, is: -P, within: 1e-12}\n"
             "  - {always: un, is: '-P/kn + (P/kn - 1e-5)*exp(-sqrt(kn/m_eff)*t)', within: 1e-9}\n"
             "  - {that: energy_residual_rel, is: 0, within: 1e-10 abs}\n"),
        NULL, NULL, NULL);
}
END_TEST

/* ---- Force through inertia: mass, spring, dashpot ----------------------------------------------
 * z damping ratio; %s the letters, mass and DoF of the oscillator. The contact is pressed in by the
 * overlap d and stays closed. */
#define OSCILLATOR                                                                                 \
    "stages: [{whats: %s, values: [%s], until: t >= 2.5*pi/w0 - dt/2}]\n"                          \
    "record: {columns: [%s, {theory: '%s'}]}\n"

struct oscillator {
    const char *whats, *dof, *mass, *k;
};

static const struct oscillator oscillators[] = {
    {"fvvvvv", "un", "m_eff", "1e5"},
    {"f.....", "un", "m_eff", "1e5"},
    {"vf....", "us", "m_t", "5e4"}, /* the spheres roll as they please */
    {"vf...v", "us", "1/(1/m_t - (5e-3*i_a - 3e-3*i_b)^2/(i_a + i_b))", "5e4"}, /* held */
    {"v.f...", "ut", "m_t", "5e4"},
};
enum { OSCILLATORS = sizeof oscillators / sizeof oscillators[0] };

/* Largest distance from the theory, relative to its amplitude. */
static double distance(const struct oscillator *o, const char *force, const char *theory,
                       const char *integrator, double z, double steps) {
    bool normal = o->dof[1] == 'n';
    char text[4096], values[512];
    double volume_a = 4.0 / 3 * M_PI * 125e-9, volume_b = 4.0 / 3 * M_PI * 27e-9;
    double ia = 1 / (0.4 * 2500 * volume_a * 25e-6), ib = 1 / (0.4 * 2500 * volume_b * 9e-6);
    const char *s = normal ? "0, 0" : o->dof[1] == 's' ? force : "0";
    if (normal)
        snprintf(values, sizeof values, "'-k*d + %s', 0, 0, 0, 0, 0", force);
    else if (o->dof[1] == 's')
        snprintf(values, sizeof values, "0, '%s', 0, 0, 0, 0", s);
    else
        snprintf(values, sizeof values, "0, 0, '%s', 0, 0, 0", force);
    (void)z, (void)integrator, (void)steps, (void)theory, (void)ia, (void)ib, (void)text;
    return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is imposed jumps, between stages and within: whatever jumps, the books of every integrator
 * balance to their order. */
#include "programs.h"

#include <gsl/gsl_rng.h>

static const char *const integrators[] = {"leapfrog", "velocity-verlet", "symplectic-euler",
                                          "exact"};
enum { LEAPFROG, VERLET, EULER, EXACT, INTEGRATORS, STAGES = 5, SEEDS = 16 };

struct text {
    char buffer[8192];
    size_t length;
    gsl_rng *rng;
};

static void say(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(struct text *text, const char *format, ...) {
    va_list args;
    va_start(args, format);
    text->length += (size_t)vsnprintf(text->buffer + text->length,
                                      sizeof text->buffer - text->length, format, args);
    va_end(args);
    ck_assert_uint_lt(text->length, sizeof text->buffer);
}

static double between(struct text *text, double low, double high) {
    return low + (high - low) * gsl_rng_uniform(text->rng);
}

static bool chance(struct text *text, double share) {
    return gsl_rng_uniform(text->rng) < share;
}

/* One value of a stage; the pair stood at p0, p1 .. when the last one ended. */
static void value(struct text *text, char letter, int stage, size_t dof, int microseconds) {
    double v = between(text, -0.3, 0.3) * (dof < 3 ? 1 : 200), k = gsl_rng_uniform(text->rng);
    double force = between(text, -2, 2) * (dof < 3 ? 1 : 3e-3);
    if (letter == '.')
        say(text, "0");
    else if (letter == 'i' || (letter == 'v' && k < 0.4))
        say(text, "%g", v);
    else if (letter == 'v' && k < 0.7)
        say(text, "%g*(1 + sin(3e4*time))", v);
    else if (letter == 'v')
        say(text, "%g*(time > %d.03e-6 and 1 or -1)", v, microseconds / 2);
    else if (letter == 'f')
        say(text, k < 0.5 ? "%g" : "%g*sin(5e4*t)", force);
    else
        say(text, "p%zu%d + %g*time", dof, stage - 1, v);
}

static void stage(struct text *text, int number, int microseconds) {
    static const char *const sets[] = {"kn: 1.5*kn", "ks: 0.6*ks", "dp_nratio: 0.1", "fric: 0.5"};
    char whats[LT_DOFS + 1] = "";
    for (size_t i = 0; i < LT_DOFS; i++)
        whats[i] = (number > 0 && i < 3 ? "vvfiu." : "vvfi..")[gsl_rng_uniform_int(text->rng, 6)];
    say(text, "  - whats: %s\n    values: [", whats);
    for (size_t i = 0; i < LT_DOFS; i++) {
        say(text, i ? ", " : "");
        value(text, whats[i], number, i, microseconds);
    }
    say(text,
        "]\n    until: time >= %d.0e-6 - 1e-10\n"
        "    done: [{keep: {p0%d: un, p1%d: us, p2%d: ut}}",
        microseconds, number, number, number);
    if (chance(text, 0.4))
        say(text, ", {set: {%s}}", sets[gsl_rng_uniform_int(text->rng, 4)]);
    say(text, "]\n");
}

static void program(struct text *text, const char *frame) {
    bool wall = chance(text, 0.5);
    int microseconds = 20 + 4 * (int)gsl_rng_uniform_int(text->rng, 8);
    say(text, "lawtester: 1\nparticles:\n  a: {shape: %s",
        wall ? "wall" : "sphere, density: 2500, radius: 4e-3, spin: [30, -20, 40]");
    say(text, "}\n  b: {shape: sphere, density: 2500, radius: %g, velocity: [0, %g, %g]}\n",
        between(text, 2e-3, 6e-3), between(text, -0.3, 0.3), between(text, -0.3, 0.3));
    say(text, "law: {name: linear, kn: 1e5, ks: %g, fric: %g, dp_nratio: %g, dp_sratio: %g}\n",
        between(text, 2e4, 1e5), chance(text, 0.5) ? 0.3 : 10, between(text, 0, 0.4),
        between(text, 0, 0.4));
    say(text, "motion: {frame: %s, gap: %g", frame, chance(text, 0.5) ? -1e-5 : -2e-5);
    if (wall)
        say(text, ", gravity: [%g, %g, %g]", between(text, -99, 99), between(text, -99, 99),
            between(text, -99, 99));
    say(text, "}\nstages:\n");
    for (int i = 0; i < STAGES; i++)
        stage(text, i, microseconds);
}

/* What the balance misses: of all that went through it, at worst; and when the run has ended. */
struct miss {
    double worst, last;
};

static struct miss miss(const struct text *text, int integrator, double dt) {
    char by[64], step[64];
    snprintf(by, sizeof by, "motion.integrator=%s", integrators[integrator]);
    snprintf(step, sizeof step, "motion.dt=%g", dt);
    struct lt_program *p = read_program(text->buffer, by, step, NULL);
    struct lt_result *r = run_program(p);
    ck_assert_msg(r->status == LT_DONE, "%s\n%s", r->message, text->buffer);
    struct miss miss = {value_of(p, r, "energy_residual_rel"),
                        fabs(value_of(p, r, "E_residual")) / value_of(p, r, "E_kinetic")};
    lt_run_free(r);
    lt_program_free(p);
    return miss;
}

/* Half of the kick of a sample is the contact's, which trapezoids book at other velocities than the
 * driver's work: h f.dv/8 with velocity-verlet, h f.v/2 with symplectic-euler, now, and nothing of
 * the past. Where velocities jump dv is no small number, elsewhere a h. In space axes turn too. */
START_TEST(jumps_balance) {
    struct text text = {.rng = gsl_rng_alloc(gsl_rng_taus2)};
    bool in_space = _i % 2;
    gsl_rng_set(text.rng, (unsigned long)_i / 2 + 1);
    program(&text, in_space ? "bodies" : "contact");
    for (int k = 0; k < INTEGRATORS; k++) {
        struct miss coarse = miss(&text, k, 1e-6 / 2), fine = miss(&text, k, 1e-6 / 8);
        bool holds = k == EXACT                   ? fine.worst < 1e-10
                     : k == LEAPFROG && !in_space ? fine.worst < 1e-12
                                                  : fine.worst < coarse.worst / 3 + 1e-11;
        bool forgets = k != VERLET || in_space || fine.last < coarse.last / 12 + 1e-12;
        ck_assert_msg(holds && forgets, "%s: %g, then %g of all; %g, then %g at the end\n%s",
                      integrators[k], coarse.worst, fine.worst, coarse.last, fine.last,
                      text.buffer);
    }
    gsl_rng_free(text.rng);
}
END_TEST

static void add(TCase *t) {
    tcase_add_loop_test(t, jumps_balance, 0, 2 * SEEDS);
}

LT_TESTS("jumps", add)

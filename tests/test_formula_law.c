/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Laws written in a stage program; what the parameters of a pair are. */
#define LT_BUILTIN /* the law of the tutorial, without what makes it a plug-in */
#include "../doc/examples/mycoulomb.c"

#include "base/file.h"
#include "programs.h"
#include "registry/laws.h"
#include "run/block.h"

#include <pthread.h>

#define COUNT(list) ((int)(sizeof(list) / sizeof(list)[0]))

#define BEADS                                                                                      \
    "lawtester: 1\n"                                                                               \
    "particles:\n"                                                                                 \
    "  a: {shape: sphere, radius: 5e-3, density: 2500}\n"                                          \
    "  b: {shape: sphere, radius: 5e-3, density: 2500}\n"

/* The definition in stages/formulas/coulomb.yaml, that of the tutorial. */
#define COULOMB                                                                                    \
    "law:\n"                                                                                       \
    "  name: formula-coulomb\n"                                                                    \
    "  define:\n"                                                                                  \
    "    params: {kn: {default: 1e5 N/m, min: 0}, kt: {default: 5e4 N/m, min: 0}, mu: {default: "  \
    "0.3, min: 0}}\n"                                                                              \
    "    state: {fs0: N, ft0: N}\n"                                                                \
    "    constants: {soft: kt > 0 and 1/kt or 0}\n"                                                \
    "    let:\n"                                                                                   \
    "      ts: fs0 + kt*inside*dus\n"                                                              \
    "      tt: ft0 + kt*inside*dut\n"                                                              \
    "      trial: sqrt(ts^2 + tt^2)\n"                                                             \
    "      most: mu*abs(kn*un)\n"                                                                  \
    "      slips: trial > most\n"                                                                  \
    "      share: slips and most/trial or 1\n"                                                     \
    "    force: {fn: kn*un, fs: share*ts, ft: share*tt}\n"                                         \
    "    next: {fs0: fs, ft0: ft}\n"                                                               \
    "    strain: kn*un^2/2 + soft*(fs^2 + ft^2)/2\n"                                               \
    "    losses:\n"                                                                                \
    "      slip: 0.5*(fs0 + fs)*(inside*dus - soft*(fs - fs0)) + 0.5*(ft0 + ft)*(inside*dut - "    \
    "soft*(ft - ft0))\n"                                                                           \
    "    cross: 0.5*(1 - inside)*((kn*min(un - dun, 0) + fn)*dun + (fs0 + fs)*dus + (ft0 + "       \
    "ft)*dut)\n"                                                                                   \
    "    events: {slip_change: slips}\n"
#define IDEAL "law: {name: idealelpl, kn: 1e5, kt: 5e4, tanPhi: 0.3}\n"
#define IN_C  "law: {name: mycoulomb}\n"

/* Compress, shear in two directions to slip, reverse, unload. */
#define PATH                                                                                       \
    "stages:\n"                                                                                    \
    "  - {whats: vvvvvv, values: [-0.01, 0, 0, 0, 0, 0], until: un <= -1e-5}\n"                    \
    "  - {whats: vvvvvv, values: [0, 0.008, 0.003, 0, 0, 0], until: us >= 1.2e-5}\n"               \
    "  - {whats: vvvvvv, values: [0, 0.001, 0.006, 0, 0, 0], until: ut >= 2e-5}\n"                 \
    "  - {whats: vvvvvv, values: [0, -0.01, 0, 0, 0, 0], until: us <= -1.2e-5}\n"                  \
    "  - {whats: vvvvvv, values: [0.01, 0.001, 0, 0, 0, 0], until: broken}\n"
#define OBLIQUE                                                                                    \
    "stages:\n"                                                                                    \
    "  - {whats: iii..., values: [-1, 0.3, 0.8, 0, 0, 0], until: broken}\n"                        \
    "  - {whats: iii..., values: [-1, 0.3, -0.8, 0, 0, 0], until: broken}\n"
#define COLUMNS "record: {columns: [t, un, us, ut, fn, fs, ft, E_strain, E_slip, E_cross]}\n"

static struct lt_program *read_with(const char *text, struct lt_errors *errors) {
    static const struct lt_law *laws[32];
    size_t n = 0;
    while (lt_laws_builtin[n]) {
        laws[n] = lt_laws_builtin[n];
        n++;
    }
    laws[n] = &lt_law_mycoulomb;
    return lt_read_with(laws, false, "test.yaml", text, strlen(text), NULL, 0, errors);
}

static struct lt_program *read_good(const char *text) {
    struct lt_errors *errors = lt_errors_new();
    struct lt_program *program = read_with(text, errors);
    char *said = lt_errors_text(errors);
    ck_assert_msg(program != NULL, "%s", said);
    free(said);
    lt_errors_free(errors);
    return program;
}

static double peak_of(const struct lt_table *table, size_t column) {
    double peak = 0;
    for (size_t row = 0; row < table->rows; row++)
        peak = fmax(peak, fabs(table->cells[row * table->columns + column]));
    return peak;
}

static void compare_tables(const char *name, const char *text_a, const char *text_b) {
    /* The instant at which slip ends is known to some 1e-10 of the contact time. */
    const double within = strstr(text_a, "exact") ? 1e-9 : 1e-12;
    struct lt_program *programs[] = {read_good(text_a), read_good(text_b)};
    struct lt_result *r[] = {run_program(programs[0]), run_program(programs[1])};
    const struct lt_table *a = &r[0]->table, *b = &r[1]->table;
    for (int i = 0; i < 2; i++)
        ck_assert_msg(r[i]->status == LT_DONE, "%s: %s", name, r[i]->message);
    ck_assert_uint_eq(a->rows, b->rows);
    ck_assert_uint_gt(a->rows, 40);
    double energy = 0; /* an account may be rounding of it throughout */
    for (size_t column = 0; column < a->columns; column++)
        if (strncmp(programs[0]->columns[column].name, "E_", 2) == 0)
            energy = fmax(energy, peak_of(a, column));
    for (size_t column = 0; column < a->columns; column++) {
        const bool account = strncmp(programs[0]->columns[column].name, "E_", 2) == 0;
        double peak = account ? energy : peak_of(a, column), off = 0;
        for (size_t row = 0; row < a->rows; row++) {
            double x = a->cells[row * a->columns + column], y = b->cells[row * a->columns + column];
            off = fmax(off, fabs(x - y));
        }
        ck_assert_msg(off <= within * peak, "%s: column %s is off by %g of %g", name,
                      programs[0]->columns[column].name, off, peak);
    }
    for (int i = 0; i < 2; i++) {
        lt_run_free(r[i]);
        lt_program_free(programs[i]);
    }
}

static const struct {
    const char *name, *motion, *stages;
} paths[] = {
    {"leapfrog", "motion: {dt: 1e-5}\n", PATH},
    {"exact", "motion: {integrator: exact, dt: 1e-5}\n", PATH},
    {"oblique", "motion: {phase: 0.3}\n", OBLIQUE},
    {"oblique, coarse", "motion: {dt: t_c/20, phase: 0.7}\n", OBLIQUE},
    {"oblique, exact", "motion: {integrator: exact, dt: t_c/96.5}\n", OBLIQUE},
    /* From here on the integrator has an error of its own. */
    {"oblique, verlet", "motion: {integrator: velocity-verlet, phase: 0.3}\n", OBLIQUE},
    {"bodies", "motion: {frame: bodies, phase: 0.3}\n", OBLIQUE},
};

START_TEST(three_ways_to_write_it) {
    char text[3][4000];
    static const char *const laws[] = {COULOMB, IDEAL, IN_C};
    for (int i = 0; i < 3; i++)
        snprintf(text[i], sizeof text[i], "%s%s%s%s%s", BEADS, laws[i], paths[_i].motion,
                 paths[_i].stages, COLUMNS);
    compare_tables(paths[_i].name, text[0], text[1]);
    compare_tables(paths[_i].name, text[2], text[1]);
}
END_TEST

enum { CLOSING = 5 };

START_TEST(balance_closes) {
    char text[4000];
    snprintf(text, sizeof text, "%s%s%s%s", BEADS, COULOMB, paths[_i].motion, paths[_i].stages);
    struct lt_program *program = read_good(text);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    ck_within(value_of(program, r, "energy_residual_rel"), 0, 1e-11);
    ck_assert(value_of(program, r, "E_slip_end") > 0);
    ck_assert_uint_gt(r->n_events, 3);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* ---- What a definition says ------------------------------------------------------------------ */

#define DEFINED(define)                                                                            \
    BEADS "law: {name: mine, kn: 1e5, define: {params: {kn: 0 N/m, c: 0}, " define "}}\n"

/* An impact at 1 m/s, and what it must give; WITHIN of the value, or absolute where that is 0. */
static const struct {
    const char *law, *motion, *result;
    double want, within;
} defined[] = {
    {DEFINED("force: {fn: kn*un}"), "integrator: exact", "e_n", 1, 1e-10},
    /* pi/omega, omega^2 = kn/m_eff */
    {DEFINED("force: {fn: kn*un}"), "integrator: exact", "t_contact",
     3.14159265358979323846 / 12360.774464742065, 1e-9},
    /* What is not booked stays in the residual: here all of the energy is in the spring once. */
    {DEFINED("force: {fn: kn*un}"), "integrator: exact", "energy_residual_rel", 1, 1e-3},
    {DEFINED("force: {fn: kn*un}, strain: kn*un^2/2"), "integrator: exact", "energy_residual_rel",
     0, 1e-10},
    /* exp(-pi z/sqrt(1 - z^2)), z = 0.2: no tensile cut-off; then capped, exp(-2 z acos(z)/...)
     */
    {DEFINED("constants: {cn: 0.4*sqrt(m_eff*kn)}, force: {fn: kn*un}, viscous: {vfn: cn*vn}, "
             "strain: kn*un^2/2"),
     "integrator: exact", "e_n", 0.52662, 1e-5},
    {DEFINED("constants: {cn: 0.4*sqrt(m_eff*kn)}, let: {pulls: cn*vn > -kn*un}, "
             "force: {fn: kn*un}, viscous: {vfn: pulls and -fn or cn*vn}, strain: kn*un^2/2"),
     "integrator: exact", "e_n", 0.57174, 1e-5},
    {DEFINED("constants: {cn: 0.4*sqrt(m_eff*kn)}, let: {pulls: cn*vn > -kn*un}, "
             "force: {fn: kn*un}, viscous: {vfn: pulls and -fn or cn*vn}, strain: kn*un^2/2"),
     "integrator: exact", "energy_residual_rel", 0, 1e-10},
    /* A let without a value where nothing needs it. */
    {DEFINED(
         "let: {root: sqrt(un - 1)}, force: {fn: 'un > 0 and root or kn*un'}, strain: kn*un^2/2"),
     "integrator: exact", "e_n", 1, 1e-10},
    /* Nothing is worked out outside the contact but what tells whether it is one. */
    {DEFINED("let: {root: sqrt(-un)}, force: {fn: -kn*root^2}, strain: kn*un^2/2"),
     "integrator: exact", "e_n", 1, 1e-10},
    {DEFINED("contact_time: 2/speed*c + 3, force: {fn: kn*un}"), "dt: 1e-6", "t_c", 3, 1e-15},
    /* A state that stays sees the step that ends the contact, too; the other is forgotten. */
    {DEFINED("state: {n: {unit: 1, stays: true}}, force: {fn: kn*un}, next: {n: n + 1}"),
     "dt: 1e-6", "n_end", 256, 0},
    {DEFINED("state: {n: 1}, force: {fn: kn*un}, next: {n: n + 1}"), "dt: 1e-6", "n_end", 0, 0},
    /* The step that makes the contact: 0.3 of it inside. */
    {DEFINED("state: {least: {unit: 1, stays: true}}, force: {fn: kn*un}, "
             "next: {least: \"was_active and least or inside\"}"),
     "dt: 1e-6, phase: 0.3", "least_end", 0.3, 1e-9},
};

START_TEST(definition_means_what_it_says) {
    char text[2000];
    snprintf(text, sizeof text,
             "%smotion: {%s}\nstages: [{whats: i....., values: [-1, 0, 0, 0, 0, 0], until: "
             "broken}]\n",
             defined[_i].law, defined[_i].motion);
    struct lt_program *program = read_good(text);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    double got = value_of(program, r, defined[_i].result), want = defined[_i].want;
    ck_within(got, want, defined[_i].within * (want != 0 ? fabs(want) : 1));
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* A formula that fails says where the run was, and which one it is. */
static const struct {
    const char *law, *text;
} failing[] = {
    {"force: {fn: kn*un*sqrt(un + 2e-5)}", "stage 'press', step "},
    {"force: {fn: kn*un*sqrt(un + 2e-5)}",
     "law mine, fn (line 5): 'kn*un*sqrt(un + 2e-5)': sqrt of a negative number (-"},
    {"let: {f: un/(un + 1e-5 < 0 and 0 or 1)}, force: {fn: kn*f}", "fn is not a finite number"},
    {"force: {fn: kn*un*log(un)}", "at first touch: law mine, fn (line 5): 'kn*un*log(un)': log"},
    {"constants: {z: 1/c}, force: {fn: z*un}", "law mine, z (line 5): is not a finite number"},
};

START_TEST(failure_has_its_place) {
    static const char *const integrators[] = {"leapfrog", "exact"};
    char text[2000];
    snprintf(text, sizeof text,
             BEADS "law: {name: mine, kn: 1e5, define: {params: {kn: 0 N/m, c: 0}, %s}}\n"
                   "motion: {integrator: %s, dt: 1e-5}\n"
                   "stages: [{name: press, whats: vvvvvv, values: [-0.01, 0, 0, 0, 0, 0], until: "
                   "un < -5e-5}]\n",
             failing[_i / 2].law, integrators[_i % 2]);
    struct lt_errors *errors = lt_errors_new();
    struct lt_program *program = read_with(text, errors);
    struct lt_result *r = program ? run_program(program) : NULL;
    const char *said = r ? r->message : errors->list[0].text;
    ck_assert_msg(strstr(said, failing[_i / 2].text) != NULL, "%s", said);
    lt_run_free(r);
    lt_program_free(program);
    lt_errors_free(errors);
}
END_TEST

/* Where a law, or a part, is only tried, what it lacks there is not why the run fails later. */
#define DRAG(of) "viscous: {vfn: h*" of "*vn/abs(vn)}"
static const char *const tried[][2] = {
    {"name: mine, define: {params: {kn: 1e5, h: 0.1}, force: {fn: kn*un}, " DRAG("kn*abs(un)") "}",
     "t, dfn_dun"},
    {"name: mine, define: {params: {kn: 1e5, h: 0.1}, force: {fn: kn*un}, " DRAG("kn*abs(un)") "}",
     "t"},
    {"name: contact, kn: 1e5, damping: {name: mine, define: {params: {h: 0.1}, " DRAG(
         "spring") "}}",
     "t"},
};

START_TEST(failure_is_of_no_trial) {
    char text[2000];
    snprintf(text, sizeof text,
             BEADS "law: {%s}\n"
                   "motion: {dt: 1e-7}\n"
                   "record: {columns: [%s]}\n"
                   "stages: [{whats: i....., values: [-0.3, 0, 0, 0, 0, 0], until: broken, "
                   "max_steps: 1000}]\n",
             tried[_i][0], tried[_i][1]);
    struct lt_program *program = read_good(text);
    struct lt_result *r = run_program(program);
    ck_assert_msg(strstr(r->message, "'until: broken' did not become true") != NULL, "%s",
                  r->message);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* ---- One law, many runs ---------------------------------------------------------------------- */

enum { THREADS = 4, RUNS = 8 };

static double impact_with(const struct lt_program *program, double mu) {
    struct lt_override override = override_of(program, "mu", mu);
    struct lt_run_options options = {.record = false, .unadvised = true};
    struct lt_result *r = lt_run(program, &override, 1, &options);
    double value = r->status == LT_DONE ? value_of(program, r, "e_t") : NAN;
    lt_run_free(r);
    return value;
}

struct job {
    const struct lt_program *program;
    double e_t[RUNS];
};

static double friction_of(int run) {
    return 0.05 * (1 + run);
}

static void *work(void *data) {
    struct job *job = data;
    for (int i = 0; i < RUNS; i++)
        job->e_t[i] = impact_with(job->program, friction_of(i));
    return NULL;
}

START_TEST(threads_and_blocks_agree) {
    struct lt_program *program = read_good(BEADS COULOMB OBLIQUE);
    struct job alone = {program, {0}}, jobs[THREADS];
    pthread_t threads[THREADS];
    work(&alone);
    for (int i = 0; i < THREADS; i++) {
        jobs[i].program = program;
        ck_assert_int_eq(pthread_create(&threads[i], NULL, work, &jobs[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        ck_assert_mem_eq(jobs[i].e_t, alone.e_t, sizeof alone.e_t);
    }

    struct lt_run_options options = {.record = false, .unadvised = true};
    size_t slots = program->names->slots;
    double *values = calloc(RUNS * slots, sizeof *values);
    struct lt_block_result results[RUNS];
    struct lt_override overrides[RUNS];
    for (int i = 0; i < RUNS; i++)
        overrides[i] = override_of(program, "mu", friction_of(i));
    ck_assert(lt_block_fits(program, &options));
    lt_block_run(program, overrides, 1, RUNS, &options, values, results);
    for (size_t i = 0; i < RUNS; i++)
        ck_assert_double_eq(values[i * slots + LT_R_E_T], alone.e_t[i]);
    ck_assert_double_ne(alone.e_t[0], alone.e_t[RUNS - 1]);
    free(values);
    lt_program_free(program);
}
END_TEST

/* Laws whose contacts are made and lost at different steps; that keep a state; reach; fail in some
 * runs; with functions. */
static const char *const in_blocks[] = {
    BEADS COULOMB OBLIQUE,
    BEADS
    "law: {name: mine, define: {params: {mu: 0, k: 1e5 N/m}, state: {n: {unit: 1, stays: true}, "
    "m: 1}, let: {far: n > 30, pull: 'far and 0 or mu*k*2e-5'}, active: un < 1e-5, "
    "force: {fn: k*un + pull}, viscous: {vfn: 20*mu*vn}, strain: k*un^2/2, "
    "cross: 'was_active and not active and 1e-9 or 0', "
    "next: {n: n + 1, m: n - m}, events: {leaves: far}}}\n" OBLIQUE,
    BEADS "law: {name: mine, define: {params: {mu: 0, k: 1e5 N/m}, "
          "force: {fn: 'k*un*sqrt(1 + un*mu*2e5)*exp(mu)'}}}\n" OBLIQUE,
    BEADS "law: {name: mine, define: {params: {mu: 0, k: 1e5 N/m}, state: {a: 1}, "
          "let: {x: 'select(un > -1e-5, k*un, -k*hypot(un, mu*1e-5))'}, "
          "force: {fn: x, fs: 'mu*clamp(k*us, -1, 1)', mt: at*mu}, next: {a: 'max(a, -x)'}, "
          "strain: k*un^2/2, losses: {other: '(fs + mu)*dus % 1e-3'}}}\n"
          "motion: {dt: 1e-6}\n"
          "stages: [{whats: iiiiii, values: [-1, 0.3, 0.8, 1, 2, 3], until: rebound and "
          "a > mu}]\n",
    BEADS COULOMB "motion: {dt: 1e-7}\n"
                  "stages: [{whats: fvi..., values: [-2, 0.1, 0.2, 0, 0, 0], until: step >= 700}, "
                  "{whats: i....., values: [-0.1, 0, 0, 0, 0, 0], until: step >= 900*mu}]\n",
};

START_TEST(side_by_side_as_alone) {
    enum { MANY = 53 };
    struct lt_program *program = read_good(in_blocks[_i]);
    struct lt_run_options options = {.record = false, .unadvised = true};
    const size_t slots = program->names->slots;
    double *values = calloc(MANY * slots, sizeof *values);
    struct lt_block_result results[MANY];
    struct lt_override overrides[MANY];
    for (int i = 0; i < MANY; i++)
        overrides[i] = override_of(program, "mu", friction_of(i));
    ck_assert(lt_block_fits(program, &options));
    lt_block_run(program, overrides, 1, MANY, &options, values, results);
    for (size_t i = 0; i < MANY; i++) {
        struct lt_result *alone = lt_run(program, &overrides[i], 1, &options);
        ck_assert_int_eq(alone->status, results[i].status);
        ck_assert(strncmp(alone->message, results[i].message, 200) == 0);
        ck_assert_mem_eq(alone->values, values + i * slots, slots * sizeof *values);
        lt_run_free(alone);
    }
    free(values);
    lt_program_free(program);
}
END_TEST

/* ---- The parameters of a pair ---------------------------------------------------------------- */

#define MIXED(mix, law, pairs)                                                                     \
    "lawtester: 1\n"                                                                               \
    "materials: {x: {density: 2500, k: 2e5}, y: {density: 2500, k: 8e5}, z: {density: 2500}}\n"    \
    "particles:\n"                                                                                 \
    "  a: {shape: sphere, radius: 5e-3, material: x}\n"                                            \
    "  b: {shape: sphere, radius: 5e-3, material: y}\n"                                            \
    "law: {name: mine, " law "define: {params: {k: {default: 1 N/m, mix: " mix                     \
    "}}, force: {fn: k*un}}}\n"                                                                    \
    "pairs: [" pairs "]\n"                                                                         \
    "stages: [{whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}]\n"

static const struct {
    const char *program;
    double want;
} mixes[] = {
    {MIXED("min", "", ""), 2e5},
    {MIXED("max", "", ""), 8e5},
    {MIXED("mean", "", ""), 5e5},
    {MIXED("harmonic", "", ""), 3.2e5},
    {MIXED("series", "", ""), 1.6e5},
    {MIXED("geometric", "", ""), 4e5},
    {MIXED("sqrt(a^2 + b)", "", ""), 200001.99999000010},
    {MIXED("a + 2*b", "", ""), 18e5},
    {MIXED("min", "inherit: {k: false}, ", ""), 1},
    {MIXED("a + b", "inherit: {k: false}, ", ""), 1},
    {MIXED("min", "k: 7, ", ""), 7},
    {MIXED("min", "", "{materials: [x, y], k: 3e5}"), 3e5},
    {MIXED("min", "", "{materials: [x, x], k: 4e5}, {materials: [y, x], k: 3e5}"), 3e5},
    {MIXED("a + b", "", "{materials: [y, x], k: 3e5}"), 3e5},
    {MIXED("min", "", "{materials: [x, x], k: 3e5}, {materials: [y, z], k: 4e5}"), 2e5},
    {MIXED("min", "k: 7, ", "{materials: [x, y], k: 3e5}"), 7},
};

START_TEST(two_materials_make_one_number) {
    struct lt_program *program = read_good(mixes[_i].program);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    ck_near(value_of(program, r, "k"), mixes[_i].want, 1e-15);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

#define BODIES(a, b, body, law, stages)                                                            \
    "lawtester: 1\n"                                                                               \
    "let: {e: 0.4}\n"                                                                              \
    "materials: {x: {density: 2500, " a "}, y: {density: 7800" b "}}\n"                            \
    "particles: {a: {shape: sphere, radius: 5e-3, material: x}, b: {" body "}}\n"                  \
    "law: {name: " law "}\n"                                                                       \
    "stages: [" stages "]\n"
#define ONE_IMPACT "{whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}"
#define OF_TWO(a, b, law)                                                                          \
    BODIES(a, ", " b, "shape: sphere, radius: 2e-3, material: y", law, ONE_IMPACT)
#define OF_WALL(a, law) BODIES(a, "", "shape: wall", law, ONE_IMPACT)
#define CHANGED(a, b, law, change)                                                                 \
    BODIES(                                                                                        \
        a, ", " b, "shape: sphere, radius: 2e-3, material: y", law,                                \
        "{whats: vvvvvv, values: [-1e-3, 0, 0, 0, 0, 0], until: step >= 2, done: [{set: {" change  \
        "}}]}, {whats: vvvvvv, values: [-1e-3, 0, 0, 0, 0, 0], until: step >= 2}")                 \
    "motion: {dt: 1e-6}\n"
#define MINE "mine, define: {params: {k: 1e5, c: {default: 1, max: 9}}, force: {fn: k*un}}"

/* Parameters for which the law has no rule. */
static const struct {
    const char *program, *name;
    double want; /* NAN: it is refused, in these words */
    const char *text;
} agreed[] = {
    {OF_TWO("en: 0.8", "en: 80 %", "linear-elastic, kn: 1e5"), "en", 0.8, NULL},
    {OF_TWO("en: 0.8", "en: 2*e", "linear-elastic, kn: 1e5"), "en", 0.8, NULL},
    {OF_TWO("en: 0.8", "en: e", "linear-elastic, kn: 1e5"), "en", NAN,
     "material 'x' has en 0.8, 'y' has 0.4, and law linear-elastic has no rule for two: write "
     "'law: {mixing: {en: mean}}'"},
    {OF_TWO("en: 0.8", "fric: 1", "linear-elastic, kn: 1e5"), "en", NAN,
     "material 'x' has en 0.8, 'y' has none: give it one, or write 'law: {en: 0.8}'"},
    {OF_TWO("fric: 1", "en: 0.8", "linear-elastic, kn: 1e5, mixing: {en: mean}"), "en", NAN,
     "material 'y' has en 0.8, 'x' has none: give it one, or write 'law: {en: 0.8}'"},
    {OF_TWO("en: 0.8", "en: e", "linear-elastic, kn: 1e5, mixing: {en: mean}"), "en", 0.6, NULL},
    {OF_TWO("en: 0.8", "en: e", "linear-elastic, kn: 1e5, mixing: {en: a*b}"), "en", 0.32, NULL},
    {OF_TWO("en: 0.8", "en: e", "linear-elastic, kn: 1e5, mixing: {en: b + radius_a + radius_b}"),
     "en", 0.407, NULL},
    {OF_TWO("fric: 0.8", "fric: e", "linear-elastic, kn: 1e5, mixing: {fric: a-b}"), "fric", 0.4,
     NULL},
    {OF_TWO("en: 0.8", "en: e", "linear-elastic, kn: 1e5, mixing: {en: sqrt(b - a)}"), "en", NAN,
     "mixing of en: 'sqrt(b - a)': sqrt of a negative number (-0.4)"},
    {OF_TWO("en: 0.8", "en: e", "linear-elastic, kn: 1e5, mixing: {en: a/b}"), "en", NAN,
     "en is 2: its range is 0 to 1"},
    {OF_TWO("en: 0.8", "en: e", "linear-elastic, kn: 1e5, en: 0.5"), "en", 0.5, NULL},
    {OF_TWO("en: 0.8", "en: e", "linear-elastic, kn: 1e5, cn: 2"), "cn", 2, NULL},
    {OF_TWO("cn: 3", "cn: 3", "linear-elastic, kn: 1e5, en: 1"), "cn", 0, NULL},
    {OF_TWO("en: 0.8", "en: e", "linear-elastic, kn: 1e5, inherit: {en: false}"), "cn", 0, NULL},
    {OF_TWO("en: 0.8, cn: 1", "en: 0.8", "linear-elastic, kn: 1e5"), "en", NAN,
     "'cn' follows from 'en'; give one of them"},
    {OF_WALL("en: 0.8", "linear-elastic, kn: 1e5"), "en", 0.8, NULL},
    {OF_WALL("en: 0.8", "linear-elastic, kn: 1e5, mixing: {en: a*b}"), "en", 0.8, NULL},
    {OF_WALL("fric: 0.8", "linear, kn: 1e5"), "fric", 0, NULL}, /* a rule needs both */
    {OF_TWO("dp_mode: no-tension", "dp_mode: 1", "linear, kn: 1e5"), "dp_mode", 1, NULL},
    {OF_TWO("dp_mode: no-tension", "dp_mode: full", "linear, kn: 1e5"), "dp_mode", NAN,
     "material 'x' has dp_mode no-tension, 'y' has full, and law linear has no rule for two: "
     "write 'law: {dp_mode: no-tension}'"},
    {OF_TWO("k: 2e5, c: 7", "k: 2e5, c: 7", MINE), "c", 7, NULL},
    {OF_TWO("k: 2e5, c: 7", "k: 2e5, c: 5", MINE), "c", NAN, "material 'x' has c 7, 'y' has 5"},
    {OF_TWO("c: 7", "c: 5", MINE ", mixing: {c: max}"), "c", 7, NULL},
    {OF_TWO("c: 7", "c: 5", MINE ", mixing: {c: a + b}"), "c", NAN, "its range is -inf to 9"},
    /* A formula of a material knows the other parameters of the contact. */
    {OF_TWO("kn: 2*ks, ks: 1e5", "kn: 2*ks, ks: 1e5", "linear"), "kn", 5e4, NULL},
    /* What the law makes goes before; of what is given for the contact nothing follows. */
    {OF_TWO("kn: 1e5, ks: 1, emod: 1e9, kratio: 2", "kn: 1e5, ks: 1", "linear"), "kn", 5e4, NULL},
    {OF_TWO("young: 1e7, frictionAngle: 0.4", "young: 1e7, frictionAngle: 0.5",
            "cohfrict, ktDivKn: 0.3"),
     "cb_fa", 0.4, NULL},
    {OF_TWO("young: 1e7, frictionAngle: 0.4", "young: 1e7, frictionAngle: 0.5",
            "cohfrict, ktDivKn: 0.3, fric: 0.1"),
     "fric", 0.1, NULL},
    /* During a run. An order of the materials is told again where something of them changes. */
    {CHANGED("en: 0.8", "en: 0.8", "linear-elastic, kn: 1e5", "x.en: 0.5, y.en: 0.5"), "en", 0.5,
     NULL},
    {CHANGED("en: 0.8", "en: 0.8", "linear-elastic, kn: 1e5", "x.en: 0.5"), "en", NAN,
     "material 'x' has en 0.5, 'y' has 0.8"},
    {CHANGED("en: 0.8, kn: 1e5", "en: 0.8, kn: 1e5", "linear-elastic", "x.kn: 2e5, y.kn: 2e5"),
     "en", 0.8, NULL},
    {CHANGED("en: 0.8, kn: 1e5", "en: 0.8, kn: 1e5", "linear-elastic, mixing: {en: a*b}",
             "x.en: 0.5"),
     "en", 0.4, NULL},
    {CHANGED("en: 0.8, kn: 1e5", "en: 0.8, kn: 1e5", "linear-elastic",
             "cn: 3, x.kn: 2e5, y.kn: 2e5"),
     "cn", 3, NULL},
    {CHANGED("en: 0.8, kn: 1e5, dp_mode: 1, en_end: 0", "en: 0.8, kn: 1e5, dp_mode: 1, en_end: 0",
             "linear-elastic", "x.kn: 2e5, y.kn: 2e5"),
     "cn", 0.66141734627173965, NULL}, /* -2 ln e sqrt(m_eff kn/(pi^2 + ln^2 e)) */
    {CHANGED("en_end: 0, kn: 1e5, dp_mode: 1", "en_end: 0, kn: 1e5, dp_mode: 1",
             "linear-elastic, en: 0.8", "en: 0.5"),
     "en", 0.5, NULL},
    {CHANGED("young: 1e7, frictionAngle: 0.4", "young: 1e7, frictionAngle: 0.5",
             "cohfrict, ktDivKn: 0.3", "x.young: 2e7"),
     "cb_fa", 0.4, NULL},
    {CHANGED("dp_mode: 1, kn: 1e5, dp_nratio: 0.1", "dp_mode: 1, kn: 1e5, dp_nratio: 0.1", "linear",
             "x.kn: 2e5"),
     "dp_mode", 1, NULL},
};

START_TEST(two_materials_agree) {
    struct lt_errors *errors = lt_errors_new();
    struct lt_program *program = read_with(agreed[_i].program, errors);
    const char *wrong = errors->failures > 0 ? errors->list[errors->count - 1].text : NULL;
    struct lt_result *r = wrong ? NULL : run_program(program);
    if (agreed[_i].text) {
        wrong = r ? r->message : wrong;
        ck_assert_msg(strstr(wrong, agreed[_i].text) != NULL, "%s", wrong);
    } else {
        ck_assert_msg(!wrong, "%s", wrong);
        ck_assert_msg(r->status == LT_DONE, "%s", r->message);
        ck_near(value_of(program, r, agreed[_i].name), agreed[_i].want, 1e-12);
    }
    if (r)
        lt_run_free(r);
    lt_program_free(program);
    lt_errors_free(errors);
}
END_TEST

#define GLASS(law, pairs)                                                                          \
    "lawtester: 1\n"                                                                               \
    "materials: {g: {density: 2500, young: 6e10, ktDivKn: 0.3}}\n"                                 \
    "particles:\n"                                                                                 \
    "  a: {shape: sphere, radius: 5e-3, material: g}\n"                                            \
    "  b: {shape: sphere, radius: 5e-3, material: g}\n"                                            \
    "law: {name: " law "}\n"                                                                       \
    "pairs: [" pairs "]\n"                                                                         \
    "stages: [{whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}]\n"

/* Values that a law reads of both materials itself, and parameters that follow from others. */
static const struct {
    const char *program, *name;
    double want; /* NAN: it is refused, in these words */
    const char *text;
} followed[] = {
    {GLASS("idealelpl", ""), "kt", 0.3 * 6e10 * M_PI * 25e-6 / 10e-3, NULL},
    {GLASS("idealelpl, inherit: {ktDivKn: false}", ""), "kt", 0.2 * 6e10 * M_PI * 25e-6 / 10e-3,
     NULL},
    {GLASS("idealelpl, inherit: {young: false}", ""), "kn", NAN, "give kn, or young"},
    {GLASS("idealelpl", "{materials: [g, g], kn: 5e5}"), "kn", 5e5, NULL},
    {GLASS("idealelpl", "{materials: [g, g], young: 1e9}"), "young", 1e9, NULL},
    {GLASS("idealelpl, kn: 3e5", "{materials: [g, g], young: 1e9}"), "kn", 3e5, NULL},
    {GLASS("idealelpl, young: 2e9", "{materials: [g, g], kn: 1e3}"), "young", 2e9, NULL},
    {GLASS("idealelpl", "{materials: [g, g], young: 1e9, kn: 1e3}"), "kn", NAN,
     "'kn' follows from 'young'; give one of them"},
};

START_TEST(what_is_given_for_the_pair_wins) {
    struct lt_errors *errors = lt_errors_new();
    struct lt_program *program = read_with(followed[_i].program, errors);
    if (followed[_i].text) {
        ck_assert_ptr_null(program);
        ck_assert_msg(strstr(errors->list[0].text, followed[_i].text) != NULL, "%s",
                      errors->list[0].text);
    } else {
        char *said = lt_errors_text(errors);
        ck_assert_msg(program != NULL, "%s", said);
        free(said);
        struct lt_result *r = run_program(program);
        ck_near(value_of(program, r, followed[_i].name), followed[_i].want, 1e-14);
        lt_run_free(r);
    }
    lt_program_free(program);
    lt_errors_free(errors);
}
END_TEST

/* To vary what follows from a parameter that is given would change nothing. */
static const struct {
    const char *program, *vary, *by;
} decided[] = {
    {GLASS("\"linear-elastic\", kn: 1e5, en: 0.5", ""), "cn", "en"},
    {GLASS("linear, emod: 1e9, kratio: 2", ""), "ks", "emod"},
    {GLASS("idealelpl", "{materials: [g, g], young: 1e9}"), "kn", "young"},
    {OF_TWO("en: 0.8", "en: 0.8", "linear-elastic, kn: 1e5"), "cn", "en"},
    {OF_TWO("cn: 2", "cn: 2", "linear-elastic, kn: 1e5"), "cn", NULL},
    {GLASS("idealelpl", ""), "kn", NULL},
    {GLASS("linear, kn: 1e5", ""), "kn", NULL},
};

START_TEST(refuses_to_vary_in_vain) {
    struct lt_program *program = read_good(decided[_i].program);
    struct lt_override override = override_of(program, decided[_i].vary, 3e5);
    struct lt_run_options options = {.record = false, .unadvised = true};
    struct lt_result *r = lt_run(program, &override, 1, &options);
    char text[100];
    snprintf(text, sizeof text, "'%s' follows from '%s', which is given", decided[_i].vary,
             decided[_i].by ? decided[_i].by : "");
    ck_assert_msg(!decided[_i].by == (r->status == LT_DONE), "%s", r->message);
    ck_assert_msg(!decided[_i].by || strstr(r->message, text), "%s", r->message);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

static void add(TCase *t) {
    tcase_add_loop_test(t, three_ways_to_write_it, 0, COUNT(paths));
    tcase_add_loop_test(t, balance_closes, 0, CLOSING);
    tcase_add_loop_test(t, definition_means_what_it_says, 0, COUNT(defined));
    tcase_add_loop_test(t, failure_has_its_place, 0, 2 * COUNT(failing));
    tcase_add_loop_test(t, failure_is_of_no_trial, 0, COUNT(tried));
    tcase_add_test(t, threads_and_blocks_agree);
    tcase_add_loop_test(t, side_by_side_as_alone, 0, COUNT(in_blocks));
    tcase_add_loop_test(t, two_materials_make_one_number, 0, COUNT(mixes));
    tcase_add_loop_test(t, two_materials_agree, 0, COUNT(agreed));
    tcase_add_loop_test(t, what_is_given_for_the_pair_wins, 0, COUNT(followed));
    tcase_add_loop_test(t, refuses_to_vary_in_vain, 0, COUNT(decided));
}

LT_TESTS("formula_law", add)

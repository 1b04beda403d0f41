/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench.c: how fast the library is, process start left out: "NAME NUMBER" for each of its cases, or
 * of those asked for. scripts/bench repeats it and sets it beside others. */
#include "base/arena.h"
#include "calibrate/dependence.h"
#include "cpu_time.h"
#include "formula/expr.h"
#include "result/spool.h"
#include "run/block.h"
#include "run/run.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A bead against a wall; %s is where the run ends, %g the steps that the undamped contact takes. */
static const char impact[] =
    "lawtester: 1\n"
    "particles:\n"
    "  a: {shape: wall}\n"
    "  b: {shape: sphere, radius: 5e-3, density: 2500}\n"
    "law: {name: linear, kn: 1e5, ks: 5e4, fric: 0.3, dp_nratio: 0.1, dp_sratio: 0.1, dp_mode: 1}\n"
    "motion: {dt: t_c/%g, integrator: %s}\n"
    "stages:\n"
    "  - {whats: iiiiii, values: [-1, 0.6, 0.3, 5, 20, -10], until: %s, max_steps: 1e9}\n"
    "calibrate: {vary: {dp_nratio: [0, 2]}, to: {e_n: 0.5}}\n";

enum { PER_CONTACT = 1000000, RECORDED = 100000, BLOCK = 1024, PORTIONS = 40 };

static void die(const char *why) {
    fprintf(stderr, "bench: %s\n", why);
    exit(1);
}

static struct lt_program *read_with(const char *section, double per_contact, const char *integrator,
                                    const char *until) {
    char text[1024];
    int length = snprintf(text, sizeof text, impact, per_contact, integrator, until);
    snprintf(text + length, sizeof text - (size_t)length, "%s", section);
    struct lt_errors *errors = lt_errors_new();
    struct lt_program *program = lt_read_program("bench.yaml", text, strlen(text), NULL, 0, errors);
    if (!program)
        die(lt_errors_text(errors));
    lt_errors_free(errors);
    return program;
}

static struct lt_program *read_impact(double per_contact, const char *integrator,
                                      const char *until) {
    return read_with("", per_contact, integrator, until);
}

static void put(const char *name, double number) {
    printf("%s %.17g\n", name, number);
}

static double end_of(const struct lt_program *program, const struct lt_result *result,
                     const char *name) {
    return result->values[lt_names_find(program->names, name)->slot];
}

/* ---- Laws ---- */

static const struct {
    const char *name, *numbers;
} laws[] = {
    {"linear", "name: linear, kn: 1e5, ks: 5e4, fric: 0.3, dp_nratio: 0.1, dp_sratio: 0.1"},
    {"linear-elastic", "name: linear-elastic, kn: 1e5, kt: 5e4, fric: 0.3, en: 0.8, ct: 0.1"},
    {"idealelpl",
     "name: idealelpl, young: 1e7, ktDivKn: 0.5, tanPhi: 0.3, relRollStiff: 0.1, rollTanPhi: 0.1"},
    {"linel6", "name: linel6, young: 1e7, ktDivKn: 0.5, charLen: 5e-3"},
    {"hertz", "name: hertz, young: 7e10, poisson: 0.25, alpha: 0.1"},
    {"mindlin", "name: mindlin, young: 7e10, poisson: 0.25, fric: 0.3, alpha: 0.1, phi: 0.1"},
    {"mindlin-rolling-torsion",
     "name: mindlin-rolling-torsion, young: 7e10, poisson: 0.25, fric: 0.3, alpha: 0.1, phi: 0.1, "
     "fric_r: 0.1, fric_to: 0.1"},
    {"partial-slip",
     "name: mindlin, tangential: partial-slip, young: 7e10, poisson: 0.25, fric: 0.3"},
    {"concrete", "name: concrete, young: 1e9, ktDivKn: 0.2, tanPhi: 0.3, sigmaT: 3e6, "
                 "epsCrackOnset: 1e-4, relDuctility: 5, cohesive: false"},
    {"hertz-dmt", "name: hertz-dmt, young: 7e10, poisson: 0.25, work_adhesion: 0.1"},
    {"jkr", "name: jkr, young: 7e10, poisson: 0.25, work_adhesion: 0.1"},
    {"luding", "name: luding, kn1: 1e5, kn2: 3e5, kc: 5e4, phi_f: 0.05"},
    {"walton-braun", "name: walton-braun, kn1: 1e5, kn2: 3e5"},
    {"thornton", "name: thornton, young: 7e10, poisson: 0.25, yield_pressure: 1e9"},
    {"eepa", "name: eepa, k_load: 1e8, plas_ratio: 0.5, lu_exp: 1.5, adh_exp: 1.5, surf_adh: 1"},
    {"parallel-bond", "name: parallel-bond, kn: 1e5, ks: 5e4, fric: 0.3, pb_kn: 1e9, pb_ks: 5e8, "
                      "pb_ten: 1e9, pb_coh: 1e9, bond_made: touch"},
    {"contact-bond", "name: contact-bond, kn: 1e5, ks: 5e4, fric: 0.3, cb_tenf: 1e3, cb_shearf: "
                     "1e3, bond_made: touch"},
    {"beam-bond", "name: beam-bond, kn: 1e5, bb_kr: 1e5, bb_ks: 5e4, bb_kt: 1, bb_kb: 1, bb_fcr: "
                  "1e3, bb_fcs: 1e3, bb_tct: 10, bb_tcb: 10, bond_made: touch"},
    {"cohfrict", "name: cohfrict, young: 2e7, ktDivKn: 0.25, frictionAngle: 0.5, normalCohesion: "
                 "1e6, shearCohesion: 1e6, bond_made: touch"},
    {"jcfpm", "name: jcfpm, young: 2e7, ktDivKn: 0.25, frictionAngle: 0.5, tensileStrength: 1e6, "
              "shear_strength: 1e6, bond_made: touch"},
    {"soft-bond", "name: soft-bond, sb_kn: 1e9, sb_ks: 5e8, sb_ten: 1e9, sb_coh: 1e9, fric: 0.3, "
                  "bond_made: touch"},
    {"arrlinear",
     "name: arrlinear, kn: 1e5, ks: 5e4, fric: 0.3, pull_force: 1e-3, pull_range: 1e-6"},
    {"liquid-bridge", "name: liquid-bridge, kn: 1e5, bridge_model: lambert, bridge_volume: 1e-11, "
                      "bridge_gamma: 0.07, bridge_angle: 0.3"},
    {"burgers", "name: burgers, bur_knk: 1e5, bur_cnk: 10, bur_knm: 1e5, bur_cnm: 1e3"},
    {"lubrication", "name: lubrication, kn: 1e5, ks: 5e4, fric: 0.3, viscosity: 0.01, roughness: "
                    "0.001, film_range: 0.02"},
    /* Those of stages/formulas. */
    {"formulas-coulomb",
     "name: of-formulas, kn: 1e5, kt: 5e4, mu: 0.3, define: {params: {kn: 0 N/m, kt: 0 N/m, mu: "
     "0},\n"
     "  state: {fs0: N, ft0: N}, constants: {soft: kt > 0 and 1/kt or 0},\n"
     "  let: {ts: fs0 + kt*inside*dus, tt: ft0 + kt*inside*dut, trial: sqrt(ts^2 + tt^2),\n"
     "    most: mu*abs(kn*un), slips: trial > most, share: slips and most/trial or 1},\n"
     "  force: {fn: kn*un, fs: share*ts, ft: share*tt}, next: {fs0: fs, ft0: ft},\n"
     "  strain: kn*un^2/2 + soft*(fs^2 + ft^2)/2,\n"
     "  losses: {slip: 0.5*(fs0 + fs)*(inside*dus - soft*(fs - fs0)) +\n"
     "    0.5*(ft0 + ft)*(inside*dut - soft*(ft - ft0))},\n"
     "  cross: '0.5*(1 - inside)*((kn*min(un - dun, 0) + fn)*dun + (fs0 + fs)*dus + (ft0 + "
     "ft)*dut)',\n"
     "  events: {slip_change: slips}}"},
    {"formulas-hertz",
     "name: of-formulas, young: 7e10, poisson: 0.25, define: {params: {young: 0 Pa, poisson: 0},\n"
     "  constants: {k: 4/3*young/(2*(1 - poisson^2))*sqrt(r_eff)},\n"
     "  contact_time: 2.943275184324705*(1.25*m_eff*speed^2/k)^0.4/speed,\n"
     "  force: {fn: -k*(-un)^1.5}, strain: 2/5*k*(-un)^2.5}"},
};

/* ---- Steps per second ------------------------------------------------------------------------ */

static void run_one(const char *name, double per_contact, const char *until, bool record) {
    struct lt_program *program = read_impact(per_contact, "leapfrog", until);
    struct lt_run_options options = {.record = record};
    double begin = cpu_time();
    struct lt_result *result = lt_run(program, NULL, 0, &options);
    double seconds = cpu_time() - begin;
    if (result->status != LT_DONE)
        die(result->message);
    put(name, result->values[LT_R_STEPS] / seconds);
    if (strcmp(name, "steps") == 0) { /* for comparison with the loop written by hand */
        static const char *const same[] = {"e_n", "E_slip", "E_dashpot", "energy_residual_rel",
                                           "us",  "ft_max"};
        for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
            put(same[i], end_of(program, result, same[i]));
    }
    lt_run_free(result);
    lt_program_free(program);
}

static void steps(const char *name) {
    run_one(name, PER_CONTACT, "rebound", false);
}

static void steps_condition(const char *name) {
    run_one(name, PER_CONTACT, "rebound or un < -1 and -fn > 1e9", false);
}

/* All six velocities imposed. */
static void run_imposed(const char *name, const char *until) {
    char text[1024];
    snprintf(text, sizeof text,
             "lawtester: 1\n"
             "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5e-3, density: 2500}}\n"
             "law: {%s}\n"
             "motion: {dt: 1e-8, gap: -1e-5}\n"
             "stages: [{whats: vvvvvv, values: [-1e-6, 1e-2, 2e-3, 1e-3, 2e-3, 3e-3], "
             "until: \"%s\", max_steps: 1e9}]\n",
             laws[0].numbers, until);
    struct lt_errors *errors = lt_errors_new();
    struct lt_program *program = lt_read_program("bench.yaml", text, strlen(text), NULL, 0, errors);
    if (!program)
        die(lt_errors_text(errors));
    lt_errors_free(errors);
    struct lt_run_options options = {.record = false};
    double begin = cpu_time();
    struct lt_result *result = lt_run(program, NULL, 0, &options);
    put(name, result->values[LT_R_STEPS] / (cpu_time() - begin));
    lt_run_free(result);
    lt_program_free(program);
}

static void imposed(const char *name) {
    run_imposed(name, "step >= 2000000");
}

static void imposed_condition(const char *name) {
    run_imposed(name, "us > 0.0002 or -fn > 1e9");
}

static void steps_abs(const char *name) {
    run_one(name, PER_CONTACT, "rebound or abs(un) > 1", false);
}

/* Into memory that has never been touched; then, the fastest of some, into memory that has. */
static void record(const char *name, const char *name_again, const char *section) {
    struct lt_program *program = read_with(section, RECORDED, "leapfrog", "rebound");
    struct lt_run_options options = {.record = true};
    double first = 0, again = 0;
    for (int i = 0; i < 10; i++) {
        double begin = cpu_time();
        struct lt_result *result = lt_run(program, NULL, 0, &options);
        double speed = result->values[LT_R_STEPS] / (cpu_time() - begin);
        if (result->status != LT_DONE)
            die(result->message);
        first = i == 0 ? speed : first;
        again = i == 0 ? again : fmax(again, speed);
        lt_run_free(result);
    }
    put(name, first);
    put(name_again, again);
    lt_program_free(program);
}

static void steps_recorded(const char *name) {
    record(name, "steps_recorded_again", "");
}

static void steps_recorded_few(const char *name) {
    record(name, "steps_recorded_few_again", "record: {columns: [t, un, fn]}\n");
}

/* ---- Rows per second, as they come -------------------------------------------------------------
 */

static void drop_rows(void *sink, const struct lt_table *table) {
    *(size_t *)sink += table->rows;
}

static void stream(const char *name, const char *section, double per_contact, const char *path) {
    struct lt_program *program = read_with(section, per_contact, "leapfrog", "rebound");
    struct lt_arena *arena = lt_arena_new();
    struct lt_spool *spool = path ? lt_spool_new(program, path, arena) : NULL;
    size_t dropped = 0;
    struct lt_run_options options = {.record = true, .put = drop_rows, .sink = &dropped};
    if (spool)
        options.put = lt_spool_put, options.sink = spool;
    double begin = cpu_time();
    struct lt_result *result = lt_run(program, NULL, 0, &options);
    if (result->status != LT_DONE || (spool && !lt_spool_end(spool, &result->table)))
        die("rows that come are not taken");
    put(name, result->values[LT_R_STEPS] / (cpu_time() - begin));
    if (path)
        unlink(path);
    lt_run_free(result);
    lt_arena_free(arena);
    lt_program_free(program);
}

/* 23 columns of each step: to nobody, as bytes, as text. */
static void rows_streamed(const char *name) {
    stream(name, "", PER_CONTACT, NULL);
}

static void rows_npy(const char *name) {
    stream(name, "record: {format: npy}\n", PER_CONTACT, "bench.npy");
}

static void rows_csv(const char *name) {
    stream(name, "", RECORDED, "bench.csv");
}

/* ---- Impacts per second, of the fastest portion ------------------------------------------------
 */

static void run_many(const char *name, double per_contact, const char *integrator, int portions,
                     int portion) {
    struct lt_program *program = read_impact(per_contact, integrator, "rebound");
    struct lt_run_options options = {.record = false};
    double least = INFINITY;
    for (int k = 0; k < portions; k++) {
        double begin = cpu_time();
        for (int i = 0; i < portion; i++) {
            struct lt_result *result = lt_run(program, NULL, 0, &options);
            if (result->status != LT_DONE)
                die(result->message);
            lt_run_free(result);
        }
        least = fmin(least, cpu_time() - begin);
    }
    put(name, portion / least);
    lt_program_free(program);
}

static void impacts(const char *name) {
    run_many(name, 100, "leapfrog", PORTIONS, BLOCK / 4);
}

static void impacts_200(const char *name) {
    run_many(name, 200, "leapfrog", PORTIONS, BLOCK / 4);
}

static void impacts_exact(const char *name) {
    run_many(name, 100, "exact", 10, 30);
}

/* As a sweep has them: into the same memory again and again. */
static void run_block(const char *name, const char *name_steps, double per_contact) {
    struct lt_program *program = read_impact(per_contact, "leapfrog", "rebound");
    struct lt_run_options options = {.record = false};
    struct lt_arena *arena = lt_arena_new();
    const struct lt_name *ratio = lt_names_find(program->names, "dp_nratio");
    size_t slots = program->names->slots;
    struct lt_override *ratios = lt_arena_get(arena, BLOCK * sizeof *ratios);
    struct lt_block_result *results = lt_arena_get(arena, BLOCK * sizeof *results);
    double *values = lt_arena_get(arena, BLOCK * slots * sizeof *values), least = INFINITY, sum = 0;
    for (int i = 0; i < BLOCK; i++)
        ratios[i] = (struct lt_override){ratio, 0.2 * i / BLOCK};
    for (int k = 0; k < PORTIONS; k++) {
        double begin = cpu_time();
        lt_block_run(program, ratios, 1, BLOCK, &options, values, results);
        least = fmin(least, cpu_time() - begin);
    }
    for (size_t i = 0; i < BLOCK; i++) {
        if (results[i].status != LT_DONE)
            die(results[i].message);
        sum += values[i * slots + LT_R_STEPS];
    }
    put(name, BLOCK / least);
    put(name_steps, sum / least);
    lt_arena_free(arena);
    lt_program_free(program);
}

static void impacts_block(const char *name) {
    run_block(name, "steps_block", 100);
}

static void impacts_200_block(const char *name) {
    run_block(name, "steps_200_block", 200);
}

static void calibrations(const char *name) {
    struct lt_program *program = read_impact(100, "exact", "rebound");
    double begin = cpu_time();
    struct lt_calibration found = lt_calibrate(program, program->vary, program->targets, 1, NULL);
    if (!found.converged)
        die(found.message);
    put(name, 1 / (cpu_time() - begin));
    lt_program_free(program);
}

/* Two beads head-on; %s are the law and the unknown. */
static const char calibration[] =
    "lawtester: 1\n"
    "particles:\n"
    "  a: {shape: sphere, radius: 5e-3, density: 2500}\n"
    "  b: {shape: sphere, radius: 5e-3, density: 2500}\n"
    "law: {name: %s}\n"
    "motion: {integrator: exact}\n"
    "stages:\n"
    "  - {whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}\n"
    "calibrate: {vary: {%s}, to: {e_n: 0.5}}\n";

static const struct {
    const char *law, *vary;
} calibrated[] = {
    {"linear, kn: 1e5, dp_mode: 1", "dp_nratio: [0, 2]"},
    {"hertz, young_eff: 1e8, dp_mode: 1", "alpha: [0, 3]"},
    {"linear-elastic, kn: 1e5", "cn: [0, 4]"},
    {"hertz, young_eff: 1e8, damping: constant", "cn: [0, 4]"},
    {"hertz, young_eff: 1e8, damping: hunt-crossley", "lambda: [0, 10]"},
    {"hertz, young_eff: 1e8, damping: viscoelastic", "A: [0, 1e-4]"},
};

/* Milliseconds of a calibration, and of the table of what else the restitution depends on. */
static void calibrating(const char *name) {
    enum { TIMES = 20 };
    gsl_set_error_handler_off();
    for (size_t i = 0; i < sizeof calibrated / sizeof *calibrated; i++) {
        char text[1024], label[128];
        snprintf(text, sizeof text, calibration, calibrated[i].law, calibrated[i].vary);
        struct lt_errors *errors = lt_errors_new();
        struct lt_program *program =
            lt_read_program("bench.yaml", text, strlen(text), NULL, 0, errors);
        if (!program)
            die(lt_errors_text(errors));
        lt_errors_free(errors);
        double solve = 0, depend = 0;
        for (int k = 0; k < TIMES; k++) {
            double begin = cpu_time();
            struct lt_calibration found =
                lt_calibrate(program, program->vary, program->targets, 1, NULL);
            double middle = cpu_time();
            if (!found.converged)
                die(found.message);
            lt_dependence_of(program, &found, NULL);
            solve += middle - begin;
            depend += cpu_time() - middle;
        }
        snprintf(label, sizeof label, "%s_%zu", name, i + 1);
        put(label, 1e3 * solve / TIMES);
        snprintf(label, sizeof label, "dependences_%zu", i + 1);
        put(label, 1e3 * depend / TIMES);
        lt_program_free(program);
    }
}

/* ---- Every law ------------------------------------------------------------------------------- */

static struct lt_program *read_law(const char *numbers, double per_contact) {
    char text[1024];
    snprintf(text, sizeof text,
             "lawtester: 1\n"
             "particles:\n"
             "  a: {shape: wall}\n"
             "  b: {shape: sphere, radius: 5e-3, density: 2500}\n"
             "law: {%s}\n"
             "motion: {dt: t_c/%g}\n"
             "stages: [{whats: iiiiii, values: [-1, 0.6, 0.3, 5, 20, -10], until: rebound, "
             "max_steps: 1e9}]\n",
             numbers, per_contact);
    struct lt_errors *errors = lt_errors_new();
    struct lt_program *program = lt_read_program("bench.yaml", text, strlen(text), NULL, 0, errors);
    if (!program)
        die(lt_errors_text(errors));
    lt_errors_free(errors);
    return program;
}

static double steps_of_one(const char *numbers) {
    struct lt_program *program = read_law(numbers, 100000);
    struct lt_run_options options = {.record = false};
    double best = 0;
    for (int i = 0; i < 3; i++) {
        double begin = cpu_time();
        struct lt_result *result = lt_run(program, NULL, 0, &options);
        best = fmax(best, result->values[LT_R_STEPS] / (cpu_time() - begin));
        lt_run_free(result);
    }
    lt_program_free(program);
    return best;
}

/* Contacts of 4000 steps side by side. */
static double steps_of_block(const char *numbers) {
    enum { CONTACTS = 128 };
    struct lt_program *program = read_law(numbers, 4000);
    struct lt_run_options options = {.record = false};
    size_t slots = program->names->slots;
    static struct lt_block_result results[CONTACTS];
    double *values = malloc(CONTACTS * slots * sizeof *values), best = 0;
    if (!values)
        die("out of memory");
    for (int i = 0; i < 3; i++) {
        double begin = cpu_time(), sum = 0;
        lt_block_run(program, NULL, 0, CONTACTS, &options, values, results);
        double taken = cpu_time() - begin;
        for (size_t k = 0; k < CONTACTS; k++)
            sum += values[k * slots + LT_R_STEPS];
        best = fmax(best, sum / taken);
    }
    free(values);
    lt_program_free(program);
    return best;
}

static void some_laws(const char *prefix) {
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        char label[64];
        if (strncmp(laws[i].name, prefix, strlen(prefix)) != 0)
            continue;
        snprintf(label, sizeof label, "one_%s", laws[i].name);
        put(label, steps_of_one(laws[i].numbers));
        snprintf(label, sizeof label, "block_%s", laws[i].name);
        put(label, steps_of_block(laws[i].numbers));
    }
}

static void every_law(const char *name) {
    (void)name;
    some_laws("");
}

/* ---- Parts ----------------------------------------------------------------------------------- */

/* Evaluations of one condition. */
static void conditions(const char *name, const char *text) {
    enum { ROUNDS = 3000000 };
    struct lt_program *program = read_impact(100, "leapfrog", text);
    struct lt_expr *expr = lt_expr_new();
    double *values = calloc(program->names->slots, sizeof *values);
    const struct lt_formula *until = program->stages[0].until;
    char why[256];
    if (!values)
        abort();
    double begin = cpu_time();
    for (int i = 0; i < ROUNDS; i++) {
        bool holds = true;
        values[LT_UN] = 1e-9 * i;
        if (!lt_expr_holds(expr, until, values, &holds, why, sizeof why) || holds)
            die(why);
    }
    put(name, ROUNDS / (cpu_time() - begin));
    free(values);
    lt_expr_free(expr);
    lt_program_free(program);
}

static void condition_flag(const char *name) {
    conditions(name, "rebound");
}

static void condition_joined(const char *name) {
    conditions(name, "un > -1e-6 and contact");
}

static void condition_abs(const char *name) {
    conditions(name, "abs(un) > 1e9");
}

static const struct {
    const char *name;
    void (*measure)(const char *name);
} cases[] = {
    {"steps", steps},
    {"steps_condition", steps_condition},
    {"steps_abs", steps_abs},
    {"imposed", imposed},
    {"imposed_condition", imposed_condition},
    {"steps_recorded", steps_recorded},
    {"steps_recorded_few", steps_recorded_few},
    {"rows_streamed", rows_streamed},
    {"rows_npy", rows_npy},
    {"rows_csv", rows_csv},
    {"impacts", impacts},
    {"impacts_exact", impacts_exact},
    {"impacts_block", impacts_block},
    {"impacts_200", impacts_200},
    {"impacts_200_block", impacts_200_block},
    {"calibrations", calibrations},
    {"calibrating", calibrating},
    {"every_law", every_law},
    {"condition_flag", condition_flag},
    {"condition_joined", condition_joined},
    {"condition_abs", condition_abs},
};

/* Of a case by itself. */
static void measure_alone(const char *name) {
    if (strcmp(name, "laws_in_formulas") == 0)
        some_laws("formulas");
}

int main(int argc, char **argv) {
    for (int k = 1; k < argc; k++)
        measure_alone(argv[k]);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bool wanted = argc < 2;
        for (int k = 1; k < argc; k++)
            wanted = wanted || strcmp(argv[k], cases[i].name) == 0;
        if (wanted)
            cases[i].measure(cases[i].name);
    }
    return 0;
}

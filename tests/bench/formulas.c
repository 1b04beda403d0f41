/* SPDX-License-Identifier: GPL-3.0-or-later */
/* formulas.c: laws that are built in and the same in formulas, by turns, one contact and many side
 * by side: "NAME NUMBER", medians over the rounds. */
#include "cpu_time.h"
#include "run/block.h"
#include "setup/read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A bead against a wall; steps for the undamped contact. */
static const char impact[] =
    "lawtester: 1\n"
    "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5e-3, density: 2500}}\n"
    "law: {%s}\n"
    "motion: {dt: t_c/%d}\n"
    "stages: [{whats: iiiiii, values: [-1, 0.6, 0.3, 5, 20, -10], until: rebound, max_steps: "
    "1e9}]\n";

enum { ROUNDS = 9, STEPS = 400000, IMPACTS = 256, STEPS_OF_EACH = 4000 };

/* Formulas as in stages/formulas, and the built-in law that makes the same forces. */
static const struct pair {
    const char *name, *built_in, *formulas, *varied;
} pairs[] = {
    {"coulomb", "name: linear, kn: 1e5, ks: 5e4, fric: 0.3",
     "name: of-formulas, kn: 1e5, kt: 5e4, mu: 0.3, define: {params: {kn: 0 N/m, kt: 0 N/m, mu: "
     "0}, state: {fs0: N, ft0: N}, constants: {soft: kt > 0 and 1/kt or 0}, "
     "let: {ts: fs0 + kt*inside*dus, tt: ft0 + kt*inside*dut, trial: sqrt(ts^2 + tt^2), "
     "most: mu*abs(kn*un), slips: trial > most, share: slips and most/trial or 1}, "
     "force: {fn: kn*un, fs: share*ts, ft: share*tt}, next: {fs0: fs, ft0: ft}, "
     "strain: kn*un^2/2 + soft*(fs^2 + ft^2)/2, "
     "losses: {slip: 0.5*(fs0 + fs)*(inside*dus - soft*(fs - fs0)) + "
     "0.5*(ft0 + ft)*(inside*dut - soft*(ft - ft0))}, "
     "cross: '0.5*(1 - inside)*((kn*min(un - dun, 0) + fn)*dun + (fs0 + fs)*dus + "
     "(ft0 + ft)*dut)', events: {slip_change: slips}}",
     "kn"},
    {"hertz", "name: hertz, young: 7e10, poisson: 0.25",
     "name: of-formulas, young: 7e10, poisson: 0.25, define: {params: {young: 0 Pa, poisson: 0}, "
     "constants: {k: 4/3*young/(2*(1 - poisson^2))*sqrt(r_eff)}, "
     "contact_time: 2.943275184324705*(1.25*m_eff*speed^2/k)^0.4/speed, "
     "force: {fn: -k*(-un)^1.5}, strain: 2/5*k*(-un)^2.5}",
     "young"},
};

static void die(const char *why) {
    fprintf(stderr, "formulas: %s\n", why);
    exit(1);
}

static struct lt_program *read_impact(const char *law, int steps) {
    char text[4096];
    snprintf(text, sizeof text, impact, law, steps);
    struct lt_errors *errors = lt_errors_new();
    struct lt_program *program = lt_read_program("bench.yaml", text, strlen(text), NULL, 0, errors);
    if (!program)
        die(lt_errors_text(errors));
    lt_errors_free(errors);
    return program;
}

static double steps_of_one(const struct lt_program *program) {
    double begin = cpu_time();
    struct lt_result *result = lt_run(program, NULL, 0, &(struct lt_run_options){0});
    double rate = result->values[LT_R_STEPS] / (cpu_time() - begin);
    lt_run_free(result);
    return rate;
}

static double steps_of_many(const struct lt_program *program, const char *varied) {
    static struct lt_block_result results[IMPACTS];
    static struct lt_override numbers[IMPACTS];
    const struct lt_name *name = lt_names_find(program->names, varied);
    const size_t slots = program->names->slots;
    double *values = malloc(IMPACTS * slots * sizeof *values), steps = 0;
    if (!values)
        abort();
    for (int i = 0; i < IMPACTS; i++)
        numbers[i] = (struct lt_override){name, (varied[0] == 'k' ? 1e5 : 7e10) * (1 + 1e-4 * i)};
    double begin = cpu_time();
    lt_block_run(program, numbers, 1, IMPACTS, &(struct lt_run_options){0}, values, results);
    double seconds = cpu_time() - begin;
    for (size_t i = 0; i < IMPACTS; i++)
        steps += values[i * slots + LT_R_STEPS];
    free(values);
    return steps / seconds;
}

static int order(const void *a, const void *b) {
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static double median(double *list) {
    qsort(list, ROUNDS, sizeof *list, order);
    return list[ROUNDS / 2];
}

enum { BUILT_IN, FORMULAS, KINDS };
static const char *const kinds[] = {"built_in", "formulas"};

/* MANY side by side, or one. */
static void compare_kinds(const struct pair *pair, bool many) {
    struct lt_program *programs[KINDS];
    double rates[KINDS][ROUNDS], ratio[ROUNDS];
    for (int k = 0; k < KINDS; k++)
        programs[k] = read_impact(k == BUILT_IN ? pair->built_in : pair->formulas,
                                  many ? STEPS_OF_EACH : STEPS);
    for (int i = 0; i < ROUNDS; i++) {
        for (int k = 0; k < KINDS; k++)
            rates[k][i] =
                many ? steps_of_many(programs[k], pair->varied) : steps_of_one(programs[k]);
        ratio[i] = rates[FORMULAS][i] / rates[BUILT_IN][i];
    }
    for (int k = 0; k < KINDS; k++) {
        printf("%s_%s_%s %.17g\n", kinds[k], many ? "block" : "one", pair->name, median(rates[k]));
        lt_program_free(programs[k]);
    }
    printf("formulas_over_built_in_%s_%s %.17g\n", many ? "block" : "one", pair->name,
           median(ratio));
}

int main(void) {
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        compare_kinds(&pairs[i], false);
        compare_kinds(&pairs[i], true);
    }
    return 0;
}

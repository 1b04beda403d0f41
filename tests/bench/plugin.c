/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plugin.c LINEAR.so FIXED.so: the law linear from a shared object beside the built-in one, and the
 * law contact beside the same without a choice, by turns: "NAME NUMBER", medians over the rounds.
 */
#include "cpu_time.h"
#include "registry/laws.h"
#include "run/block.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A bead against a wall; %d steps for the undamped contact. */
static const char impact[] =
    "lawtester: 1\n"
    "particles:\n"
    "  a: {shape: wall}\n"
    "  b: {shape: sphere, radius: 5e-3, density: 2500}\n"
    "law: {%s}\n"
    "motion: {dt: t_c/%d}\n"
    "stages:\n"
    "  - {whats: iiiiii, values: [-1, 0.6, 0.3, 5, 20, -10], until: rebound, max_steps: 1e9}\n";

#define LINEAR                                                                                     \
    "name: linear, kn: 1e5, ks: 5e4, fric: 0.3, dp_nratio: 0.1, dp_sratio: 0.1, dp_mode: 1"
#define NUMBERS                                                                                    \
    "young_eff: 3.7e10, shear_eff: 1.6e10, fric: 0.3, alpha: 0.1, phi: 0.1, fric_roll: 0.1, "      \
    "k_roll: 1e5"
#define PARTS                                                                                      \
    "name: contact, normal: hertz, damping: tsuji, tangential: tangent-rescale, rolling: "         \
    "sds, " NUMBERS

/* A law, its section of the program, and the number of it that many runs vary. */
struct rival {
    const struct lt_law *law;
    const char *section, *varied;
    int steps; /* of one of many runs */
};

enum { ROUNDS = 11, STEPS = 300000, IMPACTS = 2000 };

static void die(const char *why) {
    fprintf(stderr, "plugin: %s\n", why);
    exit(1);
}

static struct lt_program *read_impact(const struct rival *rival, int steps) {
    char text[1024];
    snprintf(text, sizeof text, impact, rival->section, steps);
    const struct lt_law *const laws[] = {rival->law, NULL};
    struct lt_errors *errors = lt_errors_new();
    struct lt_program *program =
        lt_read_with(laws, false, "bench.yaml", text, strlen(text), NULL, 0, errors);
    if (!program)
        die(lt_errors_text(errors));
    lt_errors_free(errors);
    return program;
}

static double steps_per_second(const struct rival *rival) {
    struct lt_program *program = read_impact(rival, STEPS);
    double begin = cpu_time();
    struct lt_result *result = lt_run(program, NULL, 0, &(struct lt_run_options){0});
    double rate = result->values[LT_R_STEPS] / (cpu_time() - begin);
    lt_run_free(result);
    lt_program_free(program);
    return rate;
}

static double block_steps_per_second(const struct rival *rival) {
    static struct lt_block_result results[IMPACTS];
    static struct lt_override ratios[IMPACTS];
    struct lt_program *program = read_impact(rival, rival->steps);
    size_t slots = program->names->slots;
    double *values = malloc(IMPACTS * slots * sizeof *values), steps = 0;
    if (!values)
        abort();
    for (int i = 0; i < IMPACTS; i++)
        ratios[i] = (struct lt_override){lt_names_find(program->names, rival->varied), 1e-4 * i};
    double begin = cpu_time();
    lt_block_run(program, ratios, 1, IMPACTS, &(struct lt_run_options){0}, values, results);
    double seconds = cpu_time() - begin;
    for (size_t i = 0; i < IMPACTS; i++)
        steps += values[i * slots + LT_R_STEPS];
    free(values);
    lt_program_free(program);
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

static void compare(const char *first, const char *second, const char *name,
                    double (*rate)(const struct rival *), const struct rival *built_in,
                    const struct rival *loaded) {
    double a[ROUNDS], b[ROUNDS], ratio[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        a[i] = rate(built_in);
        b[i] = rate(loaded);
        ratio[i] = a[i] / b[i];
    }
    printf("%s_%s %.17g\n", first, name, median(a));
    printf("%s_%s %.17g\n", second, name, median(b));
    printf("%s_over_%s_%s %.17g\n", first, second, name, median(ratio));
}

static const struct lt_law *load(const char *path) {
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const struct lt_law *const *loaded = handle ? dlsym(handle, "lawtester_laws") : NULL;
    if (!loaded)
        die(dlerror());
    return loaded[0];
}

int main(int argc, char **argv) {
    if (argc != 3)
        die("needs the paths of two shared objects");
    const struct rival linear[] = {{lt_laws_find("linear"), LINEAR, "dp_nratio", 300},
                                   {load(argv[1]), LINEAR, "dp_nratio", 300}};
    const struct rival parts[] = {{lt_laws_find("contact"), PARTS, "alpha", 3000},
                                  {load(argv[2]), "name: fixed, " NUMBERS, "alpha", 3000}};
    compare("built_in", "plugin", "steps", steps_per_second, &linear[0], &linear[1]);
    compare("built_in", "plugin", "steps_block", block_steps_per_second, &linear[0], &linear[1]);
    compare("parts", "fixed", "steps", steps_per_second, &parts[0], &parts[1]);
    compare("parts", "fixed", "steps_block", block_steps_per_second, &parts[0], &parts[1]);
    return 0;
}

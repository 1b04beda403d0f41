/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plugin.c PATH.so: the law linear from a shared object beside the built-in one, by turns: "NAME
 * NUMBER", medians over the rounds. */
#include "cpu_time.h"
#include "model/laws.h"
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
    "law: {name: linear, kn: 1e5, ks: 5e4, fric: 0.3, dp_nratio: 0.1, dp_sratio: 0.1, dp_mode: 1}\n"
    "motion: {dt: t_c/%d}\n"
    "stages:\n"
    "  - {whats: iiiiii, values: [-1, 0.6, 0.3, 5, 20, -10], until: rebound, max_steps: 1e9}\n";

enum { ROUNDS = 11, STEPS = 300000, IMPACTS = 2000 };

static void die(const char *why) {
    fprintf(stderr, "plugin: %s\n", why);
    exit(1);
}

static struct lt_program *read_impact(const struct lt_law *law, int steps) {
    char text[1024];
    snprintf(text, sizeof text, impact, steps);
    const struct lt_law *const laws[] = {law, NULL};
    struct lt_errors *errors = lt_errors_new();
    struct lt_program *program =
        lt_read_with(laws, false, "bench.yaml", text, strlen(text), NULL, 0, errors);
    if (!program)
        die(lt_errors_text(errors));
    lt_errors_free(errors);
    return program;
}

static double steps_per_second(const struct lt_law *law) {
    struct lt_program *program = read_impact(law, STEPS);
    double begin = cpu_time();
    struct lt_result *result = lt_run(program, NULL, 0, &(struct lt_run_options){0});
    double rate = result->values[LT_R_STEPS] / (cpu_time() - begin);
    lt_run_free(result);
    lt_program_free(program);
    return rate;
}

static double block_steps_per_second(const struct lt_law *law) {
    static struct lt_block_result results[IMPACTS];
    static struct lt_override ratios[IMPACTS];
    struct lt_program *program = read_impact(law, 300);
    size_t slots = program->names->slots;
    double *values = malloc(IMPACTS * slots * sizeof *values), steps = 0;
    if (!values)
        abort();
    for (int i = 0; i < IMPACTS; i++)
        ratios[i] = (struct lt_override){lt_names_find(program->names, "dp_nratio"), 1e-4 * i};
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

static void compare(const char *name, double (*rate)(const struct lt_law *),
                    const struct lt_law *built_in, const struct lt_law *loaded) {
    double a[ROUNDS], b[ROUNDS], ratio[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        a[i] = rate(built_in);
        b[i] = rate(loaded);
        ratio[i] = a[i] / b[i];
    }
    printf("built_in_%s %.17g\n", name, median(a));
    printf("plugin_%s %.17g\n", name, median(b));
    printf("built_in_over_plugin_%s %.17g\n", name, median(ratio));
}

int main(int argc, char **argv) {
    void *handle = argc == 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!handle)
        die(argc == 2 ? dlerror() : "needs the path of a shared object");
    const struct lt_law *const *loaded = dlsym(handle, "lawtester_laws");
    if (!loaded)
        die(dlerror());
    compare("steps", steps_per_second, lt_laws_find("linear"), loaded[0]);
    compare("steps_block", block_steps_per_second, lt_laws_find("linear"), loaded[0]);
    dlclose(handle);
    return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shared.c FILE RUNS: how long the shared library takes for RUNS impacts of a varied damping ratio,
 * through lawtester.h alone: "NAME SECONDS" one after the other with their tables, and in one call
 * on one thread. tests/bench/python.py sets the Python module beside it. */
#include "cpu_time.h"
#include "lawtester.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const name = "dp_nratio", *const wanted = "e_n";

static void die(const char *why) {
    fprintf(stderr, "shared: %s\n", why);
    exit(1);
}

static double one_by_one(const struct lawtester_program *program, size_t runs,
                         const double *ratios) {
    const double begin = cpu_time();
    for (size_t i = 0; i < runs; i++) {
        struct lawtester_run *run = lawtester_run_new(program, &name, &ratios[i], 1);
        if (!(lawtester_run_value(run, wanted) > 0))
            die(lawtester_run_message(run));
        lawtester_run_free(run);
    }
    return cpu_time() - begin;
}

static double in_one_call(const struct lawtester_program *program, size_t runs,
                          const double *ratios, double *found) {
    char why[256];
    const double begin = cpu_time();
    const struct lawtester_options options = {.names = &name, .count = 1, .threads = 1};
    if (lawtester_run_many(program, &options, runs, ratios, &wanted, 1, found, NULL, why,
                           sizeof why) != runs)
        die(why);
    return cpu_time() - begin;
}

int main(int argc, char **argv) {
    static const char *const defines[] = {"motion.integrator=leapfrog", "motion.dt=t_c/200"};
    if (argc != 3)
        die("FILE RUNS");
    const size_t runs = strtoul(argv[2], NULL, 10);
    double *ratios = calloc(runs + 1, 2 * sizeof *ratios);
    struct lawtester_program *program = lawtester_read_file(NULL, argv[1], defines, 2);
    if (!ratios || !lawtester_program_ok(program))
        die(lawtester_program_errors(program));
    for (size_t i = 0; i < runs; i++)
        ratios[i] = 0.5 * (double)i / (double)runs;
    one_by_one(program, runs / 10 + 1, ratios); /* memory has been used before */
    printf("shared_runs %.9g\n", one_by_one(program, runs, ratios));
    printf("shared_many %.9g\n", in_one_call(program, runs, ratios, ratios + runs));
    lawtester_program_free(program);
    free(ratios);
    return 0;
}

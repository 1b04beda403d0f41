/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as the document of a run with which another one begins: it is refused with errors, or
 * that one takes some steps or says why it cannot. The first byte chooses the program. */
#include "base/errors.h"
#include "fuzz/fuzz.h"
#include "run/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const programs[] = {
    "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5 mm, mass: 1 g}}\n"
    "law: {name: linear, kn: 1e5, ks: 5e4, fric: 0.3, dp_nratio: 0.1}\n"
    "motion: {dt: 1e-6}\n",
    "particles: {a: {shape: sphere, radius: 5 mm, mass: 1 g},"
    " b: {shape: sphere, radius: 5 mm, mass: 1 g}}\n"
    "law: {name: mindlin, young: 1e9, poisson: 0.3, fric: 0.3, alpha: 0.5}\n"
    "motion: {frame: bodies, dt: 1e-6}\n",
    "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5 mm, mass: 1 g}}\n"
    "law: {name: contact, normal: luding, tangential: linear,"
    " kn1: 1e5, kn2: 2e5, kc: 5e4, phi_f: 0.1, ks: 5e4, fric: 0.3}\n"
    "motion: {integrator: exact}\n"};
enum { N_PROGRAMS = sizeof programs / sizeof *programs };

static void run(const struct lt_program *program) {
    struct lt_run_options options = {
        .record = true, .max_steps = 20, .interrupted = &fuzz_interrupted};
    fuzz_allow(500000);
    struct lt_result *result = lt_run(program, NULL, 0, &options);
    fuzz_require(result->status != LT_RUN_FAILED || *result->message);
    fuzz_require(result->status != LT_INTERRUPTED || fuzz_interrupted);
    fuzz_allow(0);
    lt_run_free(result);
    fuzz_count_used();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char text[1024];
    int descriptor;
    if (size < 1)
        return 0;
    const char *path = fuzz_file(data + 1, size - 1, &descriptor);
    const int length = snprintf(
        text, sizeof text,
        "lawtester: 1\n%sstart: %s\n"
        "stages: [{name: on, whats: ......, values: [0, 0, 0, 0, 0, 0], until: step > 9}]\n",
        programs[data[0] % N_PROGRAMS], path);
    struct lt_errors *errors = lt_errors_new();
    struct lt_program *program =
        lt_read_program("fuzz.yaml", text, (size_t)length, NULL, 0, errors);
    close(descriptor);
    char *said = lt_errors_text(errors);
    fuzz_require((program == NULL) == (errors->failures > 0) && (program || *said));
    if (program)
        run(program);
    free(said);
    lt_errors_free(errors);
    lt_program_free(program);
    return 0;
}

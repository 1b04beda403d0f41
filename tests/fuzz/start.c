/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as the document of a run with which another one begins: it is refused with errors, or
 * that one takes some steps or says why it cannot. The first byte chooses the program. */
#include "fuzz/fuzz.h"

#include <stdio.h>
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char text[1024];
    int descriptor;
    if (size < 1)
        return 0;
    const char *path = fuzz_file(data + 1, size - 1, &descriptor);
    const int length = snprintf(
        text, sizeof text,
        "lawtester: 1\n%sstart: %s\n"
        "stages: [{name: on, whats: ......, values: [0, 0, 0, 0, 0, 0], until: step > 3}]\n",
        programs[data[0] % N_PROGRAMS], path);
    fuzz_program(text, (size_t)length, 8);
    close(descriptor);
    return 0;
}

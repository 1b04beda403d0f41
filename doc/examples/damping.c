/* SPDX-License-Identifier: MIT */
/* Restitution over damping ratio of an impact, as a table; and the ratio for e_n = 0.5.
 *
 *     cc damping.c $(pkg-config --cflags --libs lawtester) -o damping && ./damping
 */
#include <lawtester.h>
#include <stdio.h>

static const char impact[] =
    "lawtester: 1\n"
    "particles:\n"
    "  a: {shape: sphere, radius: 5 mm, density: 2500 kg/m^3}\n"
    "  b: {shape: sphere, radius: 5 mm, density: 2500 kg/m^3}\n"
    "law: {name: linear, kn: 1e5 N/m, dp_nratio: 0.2, dp_mode: no-tension}\n"
    "motion: {integrator: exact}\n"
    "stages:\n"
    "  - {whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}\n";

/* Returns 0, or another number if a run fails. */
static int print_table(const struct lawtester_program *program) {
    static const char *const names[] = {"dp_nratio"};
    printf("dp_nratio,e_n,t_contact\n");
    for (int i = 0; i <= 20; i++) {
        double ratio = 0.1 * i;
        struct lawtester_run *run = lawtester_run_new(program, names, &ratio, 1);
        int failed = lawtester_run_status(run) != LAWTESTER_DONE;
        if (failed)
            fprintf(stderr, "dp_nratio = %g: %s\n", ratio, lawtester_run_message(run));
        else
            printf("%.1f,%.12g,%.12g\n", ratio, lawtester_run_value(run, "e_n"),
                   lawtester_run_value(run, "t_contact"));
        lawtester_run_free(run);
        if (failed)
            return 1;
    }
    return 0;
}

int main(void) {
    struct lawtester_program *program = lawtester_read_text(NULL, "impact", impact, NULL, 0);
    if (!lawtester_program_ok(program)) {
        fputs(lawtester_program_errors(program), stderr);
        lawtester_program_free(program);
        return 1;
    }
    if (print_table(program) != 0) {
        lawtester_program_free(program);
        return 1;
    }
    struct lawtester_calibration found;
    int converged = lawtester_calibrate(program, "dp_nratio=0:2", "e_n=0.5", &found);
    printf("e_n = 0.5: %s\n", found.message);
    lawtester_program_free(program);
    return converged ? 0 : 1;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* replay.h: a recorded path led again, and the forces recorded along it. */
#ifndef LT_TEST_REPLAY_H
#define LT_TEST_REPLAY_H

#include "programs.h"

struct replay {
    const char *law;        /* "name: linel6, kn: ..." */
    const char *radii[2];   /* m */
    const char *path, *ref; /* tables below tests/data: t and displacements, t and forces */
    double gap, dt;
    int dofs, forces, steps; /* how many are led, and compared */
    double within[2];        /* of the peak: fn, the other forces */
};

/* The program holds all its N expectations. */
static inline void replay_run(const char *text, size_t n) {
    struct lt_program *program = read_program(text, NULL);
    struct lt_result *result = run_program(program);
    ck_assert_msg(result->status == LT_DONE, "%s", result->message);
    ck_assert_uint_eq(result->n_verdicts, n);
    for (size_t i = 0; i < n; i++)
        ck_assert_msg(result->verdicts[i].ok, "%s: off by %.3g of the peak",
                      result->verdicts[i].text, result->verdicts[i].error);
    lt_run_free(result);
    lt_program_free(program);
}

static inline void replay(const struct replay *r) {
    static const char *const u[] = {"un", "us", "ut", "an", "as", "at"};
    static const char *const f[] = {"fn", "fs", "ft", "mn", "ms", "mt"};
    const char *data = getenv("LT_TEST_DATA");
    ck_assert_msg(data != NULL, "LT_TEST_DATA is not set");
    char text[8192], folder[1024];
    snprintf(folder, sizeof folder, "%s/data/", data);
    size_t n = 0, size = sizeof text;
#define SAY(...) n += (size_t)snprintf(text + n, n < size ? size - n : 0, __VA_ARGS__)
    SAY("lawtester: 1\nparticles:\n");
    for (int i = 0; i < 2; i++)
        SAY("  %c: {shape: sphere, radius: %s, density: 2500}\n", "ab"[i], r -> radii[i]);
    SAY("law: {%s}\nmotion: {gap: %.17g, dt: %.17g}\nstages:\n", r->law, r->gap, r->dt);
    SAY("  - whats: %s\n    until: step >= %d\n    values:\n", r->dofs == 3 ? "uuuvvv" : "uuuuuu",
        r->steps);
    for (int i = 0; i < 6; i++)
        if (i < r->dofs)
            SAY("      - {file: '%s%s', column: %s, over: t}\n", folder, r->path, u[i]);
        else
            SAY("      - 0\n");
    SAY("expect:\n  - {that: energy_residual_rel, is: 0, within: 1e-12 abs}\n");
    for (int i = 0; i < r->forces; i++)
        SAY("  - {curve: %s, over: t, file: '%s%s', within: %g}\n", f[i], folder, r->ref,
            r->within[i > 0]);
#undef SAY
    ck_assert_uint_lt(n, size);
    replay_run(text, 1 + (size_t)r->forces);
}

#endif

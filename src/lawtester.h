/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lawtester.h: lawtester as a library: read a stage program, run it, look at what came of it.
 *
 *     struct lawtester_program *program = lawtester_read_file(NULL, "impact.yaml", NULL, 0);
 *     if (lawtester_program_ok(program)) {
 *         struct lawtester_run *run = lawtester_run_new(program, NULL, NULL, 0);
 *         if (lawtester_run_status(run) == LAWTESTER_DONE)
 *             printf("e_n = %g\n", lawtester_run_value(run, "e_n"));
 *         else
 *             fputs(lawtester_run_message(run), stderr);
 *         lawtester_run_free(run);
 *     } else {
 *         fputs(lawtester_program_errors(program), stderr);
 *     }
 *     lawtester_program_free(program);
 *
 * What is made is never NULL, and says itself whether it is right; what is freed may be NULL. A
 * program outlives its runs, laws their programs. Nothing is printed, nothing ends the process, and
 * nothing is kept between calls; out of memory is an error of a program, or a run or a calibration
 * that failed. A program is never changed once it is read, so that any number of
 * threads may run it; what else is shared is locked. GSL's error handler is switched off, for all
 * of the process, when a program is read. All numbers are SI, angles are radians; NaN stands for
 * what is not there. Link with 'pkg-config --cflags --libs lawtester'.
 */
#ifndef LAWTESTER_H
#define LAWTESTER_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined __GNUC__
#define LAWTESTER_API __attribute__((visibility("default")))
#else
#define LAWTESTER_API
#endif

LAWTESTER_API const char *lawtester_version(void);

/* Texts that a function makes for its caller. */
LAWTESTER_API void lawtester_text_free(char *text);

/* ---- Laws: the built-in ones, and those of plug-ins --------------------------------------------
 * Needed only to load plug-ins or to describe the laws: elsewhere NULL stands for the built-in
 * ones. A plug-in is tried in a process of its own, made with fork(): load it before there are
 * threads. */
struct lawtester_laws;

LAWTESTER_API struct lawtester_laws *lawtester_laws_new(void);
LAWTESTER_API void lawtester_laws_free(struct lawtester_laws *laws);

/* 0; or another number, and what is wrong in WHY, which has SIZE bytes. */
LAWTESTER_API int lawtester_laws_load(struct lawtester_laws *laws, const char *path, char *why,
                                      size_t size);

/* What 'lawtester laws --json' prints; NULL: out of memory. */
LAWTESTER_API char *lawtester_laws_json(const struct lawtester_laws *laws);

/* ---- Programs ----------------------------------------------------------------------------------
 * DEFINES, COUNT of them, are "NAME=VALUE", as after -D: a let, a parameter of the law or a path.
 */
struct lawtester_program;

LAWTESTER_API struct lawtester_program *lawtester_read_file(const struct lawtester_laws *laws,
                                                            const char *path,
                                                            const char *const *defines,
                                                            size_t count);
/* NAME is what errors call it; other files it speaks of are sought beside a file of that name. */
LAWTESTER_API struct lawtester_program *lawtester_read_text(const struct lawtester_laws *laws,
                                                            const char *name, const char *text,
                                                            const char *const *defines,
                                                            size_t count);
LAWTESTER_API void lawtester_program_free(struct lawtester_program *program);

LAWTESTER_API int lawtester_program_ok(const struct lawtester_program *program);

/* All of them as text, with the lines they are about; "" if there are none. */
LAWTESTER_API const char *lawtester_program_errors(const struct lawtester_program *program);

struct lawtester_error {
    const char *file; /* or "-D NAME=VALUE"; "" if it is in no place */
    int line, column; /* from 1 */
    const char *text;
    int note; /* 1: it stops nothing */
};

/* Error I, from 0. 0: there is none of that number. */
LAWTESTER_API int lawtester_program_error(const struct lawtester_program *program, size_t i,
                                          struct lawtester_error *error);

LAWTESTER_API const char *lawtester_program_law(const struct lawtester_program *program);
LAWTESTER_API const char *lawtester_program_title(const struct lawtester_program *program);

/* ---- Runs --------------------------------------------------------------------------------------
 */
struct lawtester_run;

enum lawtester_status {
    LAWTESTER_DONE = 0,
    LAWTESTER_MISSED = 1, /* it ran, but something that the program expects did not come */
    LAWTESTER_FAILED = 4  /* it could not be run to its end */
};

/* Run a program that is right, with COUNT numbers at other values: lets, parameters of the law,
 * numbers of the file by their paths ("motion.dt", which must be there), velocities that a stage
 * imposes ("vn": a positive one takes the sign that the stage has). */
LAWTESTER_API struct lawtester_run *lawtester_run_new(const struct lawtester_program *program,
                                                      const char *const *names,
                                                      const double *values, size_t count);
LAWTESTER_API void lawtester_run_free(struct lawtester_run *run);

LAWTESTER_API enum lawtester_status lawtester_run_status(const struct lawtester_run *run);
LAWTESTER_API const char *
lawtester_run_message(const struct lawtester_run *run); /* why it failed */

/* A result ("e_n"), parameter, let or constant, or the last value of a column ("un"). NaN: there is
 * no such name, the result has no meaning in this run, or the run failed; then a column has the
 * value that it had there. */
LAWTESTER_API double lawtester_run_value(const struct lawtester_run *run, const char *name);

/* The recorded table: rows, names of columns (NULL: no more), and one column, of which as many
 * numbers as there is ROOM for are stored, and NaN where there are no more rows. Returns how many
 * rows there are; 0: no such column. */
LAWTESTER_API size_t lawtester_run_rows(const struct lawtester_run *run);
LAWTESTER_API const char *lawtester_run_column_name(const struct lawtester_run *run, size_t i);
LAWTESTER_API size_t lawtester_run_column(const struct lawtester_run *run, const char *name,
                                          double *values, size_t room);

struct lawtester_expect {
    const char *text; /* "e_n = exp(...)" */
    double value, expected, error, tolerance;
    int ok;
};

/* Expectation I, from 0. 0: there is none of that number. */
LAWTESTER_API int lawtester_run_expect(const struct lawtester_run *run, size_t i,
                                       struct lawtester_expect *expect);

/* What 'lawtester run --json' prints; NULL: out of memory. */
LAWTESTER_API char *lawtester_run_json(const struct lawtester_run *run);

/* ---- Calibration -------------------------------------------------------------------------------
 */
struct lawtester_calibration {
    int converged;
    double value; /* of the parameter; the best found if not converged */
    double target, achieved, residual;
    double closed_form;  /* NaN: none is known */
    double reachable[2]; /* results within the bounds */
    double sensitivity;  /* d result / d parameter */
    int iterations, evaluations;
    char message[512]; /* a sentence with numbers */
};

/* The parameter or let with which a result meets its target, as 'lawtester calibrate' finds it:
 * VARY "dp_nratio=0:2", TO "e_n=0.5"; NULL: as the program says. Returns converged. */
LAWTESTER_API int lawtester_calibrate(const struct lawtester_program *program, const char *vary,
                                      const char *to, struct lawtester_calibration *found);

/* COUNT parameters, at most LAWTESTER_UNKNOWNS, with which as many results meet their targets:
 * VARY and TO have COUNT texts each, or are NULL, and then the program must have as many. FOUND has
 * room for COUNT; each gets a parameter and the result of the same place, which need not be the one
 * that it decides. */
#define LAWTESTER_UNKNOWNS 8
LAWTESTER_API int lawtester_calibrate_all(const struct lawtester_program *program,
                                          const char *const *vary, const char *const *to,
                                          size_t count, struct lawtester_calibration *found);

#ifdef __cplusplus
}
#endif
#endif

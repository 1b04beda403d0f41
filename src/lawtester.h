/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lawtester.h: lawtester as a library: read a stage program, run it, get its results.
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
 * Functions that create an object never return NULL; another function says whether the object is
 * valid. Functions that free one accept NULL. Free runs before their program, and programs before
 * their laws. Nothing is printed, and nothing is kept between calls.
 *
 * Memory that grows with your data (rows, tables, points of a sweep, data of a fit) is compared
 * with the machine's memory first; too much is an error. Where other memory is lacking, the process
 * ends with a message, as by default with GSL. A program is never changed after it is read, so any
 * number of threads may run it; other shared data are locked. Reading a program switches off GSL's
 * error handler for the whole process.
 *
 * All numbers are in SI units, angles in radians; NaN stands for a missing number. Link with
 * 'pkg-config --cflags --libs lawtester'.
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

/* The version and the interface of the library that is loaded; LAWTESTER_INTERFACE is that of this
 * header. A program built with an older header works as long as the number before the point is the
 * same. */
#define LAWTESTER_INTERFACE "1.2"
LAWTESTER_API const char *lawtester_version(void);
LAWTESTER_API const char *lawtester_interface(void);

/* Frees a text that a function has made for its caller. */
LAWTESTER_API void lawtester_text_free(char *text);

/* ---- Laws: the built-in ones, and those of plug-ins --------------------------------------------
 * Needed only to load plug-ins or to describe the laws; elsewhere NULL stands for the built-in
 * ones. A plug-in runs in the caller's process, also in the trial when it is loaded: if it crashes,
 * so does the caller. */
struct lawtester_laws;

LAWTESTER_API struct lawtester_laws *lawtester_laws_new(void);
LAWTESTER_API void lawtester_laws_free(struct lawtester_laws *laws);

/* Loads a plug-in. Returns 0; or another number, and the reason in WHY, which has SIZE bytes. */
LAWTESTER_API int lawtester_laws_load(struct lawtester_laws *laws, const char *path, char *why,
                                      size_t size);

/* Programs that are read with these laws from now on use the law of an external code, as with --in
 * on the command line: "lammps", "liggghts", "yade", or the path of your own code ("./my-code.so",
 * code.h). The code is started here; your own has all rights of the caller. TIME_LIMIT: seconds
 * that it may take for a run; 0: any time. Returns 0; or another number, and the reason in WHY,
 * which has SIZE bytes. */
LAWTESTER_API int lawtester_laws_code(struct lawtester_laws *laws, const char *code,
                                      double time_limit, char *why, size_t size);

/* A parameter or a state of a law. */
struct lawtester_field {
    const char *name, *unit, *doc;
    double preset; /* of a parameter: its default; NaN: it must be given */
    int hidden;    /* of a state: 1: it is recorded only if the program names it */
};
struct lt_move; /* law.h */
struct lt_out;

/* Adds a law that is a function of the caller, for bindings of other languages. STEP has the
 * meaning of lt_law.one in law.h: params and state are arrays of doubles in the order of the lists,
 * which end with a NULL name; derived and losses are not used. Bit i of ACTS: component i of the
 * force, in the order fn fs ft mn ms mt, may differ from 0. The thread that runs the program calls
 * STEP for each step, and several times where a run needs trial evaluations. A result that is not
 * finite ends the run. Texts are copied. Returns 0; or another number, and the reason in WHY, which
 * has SIZE bytes. */
typedef void lawtester_law_step(const void *params, const void *derived, const struct lt_move *move,
                                void *state, struct lt_out *out, void *losses);
LAWTESTER_API int lawtester_laws_function(struct lawtester_laws *laws, const char *name,
                                          const struct lawtester_field *params,
                                          const struct lawtester_field *state, unsigned acts,
                                          lawtester_law_step *step, char *why, size_t size);

/* The document that 'lawtester laws --json' prints. */
LAWTESTER_API char *lawtester_laws_json(const struct lawtester_laws *laws);

/* ---- Programs ----------------------------------------------------------------------------------
 * DEFINES, COUNT of them, are "NAME=VALUE", as after -D: a let, a parameter of the law or a path.
 */
struct lawtester_program;

LAWTESTER_API struct lawtester_program *lawtester_read_file(const struct lawtester_laws *laws,
                                                            const char *path,
                                                            const char *const *defines,
                                                            size_t count);
/* NAME is the file name in errors; paths in the program are relative to its folder. */
LAWTESTER_API struct lawtester_program *lawtester_read_text(const struct lawtester_laws *laws,
                                                            const char *name, const char *text,
                                                            const char *const *defines,
                                                            size_t count);
/* Reads a program for a sweep, by its section sweep. Such a program can only be swept. */
LAWTESTER_API struct lawtester_program *lawtester_read_sweep(const struct lawtester_laws *laws,
                                                             const char *path,
                                                             const char *const *defines,
                                                             size_t count);
LAWTESTER_API void lawtester_program_free(struct lawtester_program *program);

/* 1: the program is valid. */
LAWTESTER_API int lawtester_program_ok(const struct lawtester_program *program);

/* All errors and notes as text, with the lines concerned; "" if there are none. */
LAWTESTER_API const char *lawtester_program_errors(const struct lawtester_program *program);

struct lawtester_error {
    const char *file; /* or "-D NAME=VALUE"; "": no place */
    int line, column; /* from 1 */
    const char *text;
    int note; /* 1: only a note */
};

/* Error I, from 0. Returns 0 if there are fewer. */
LAWTESTER_API int lawtester_program_error(const struct lawtester_program *program, size_t i,
                                          struct lawtester_error *error);

LAWTESTER_API const char *lawtester_program_law(const struct lawtester_program *program);
LAWTESTER_API const char *lawtester_program_title(const struct lawtester_program *program);

/* Names of a program. A run has values of results and columns; parameters and lets can be given
 * other values. */
enum lawtester_kind {
    LAWTESTER_RESULT,
    LAWTESTER_COLUMN, /* of the recorded table, in its order */
    LAWTESTER_PARAMETER,
    LAWTESTER_LET,
    LAWTESTER_CONSTANT,
    LAWTESTER_STATE,   /* of the law: memory from step to step */
    LAWTESTER_QUANTITY /* anything else with a value in each step: clock, motion, forces, energies
                        */
};
struct lawtester_name {
    const char *name, *unit, *doc; /* unit "": none, or unknown */
    const char *words; /* of a choice, between blanks; the first stands for 0. "": none */
};

/* Name I of a kind, from 0. Returns 0 if there are fewer. */
LAWTESTER_API int lawtester_program_name(const struct lawtester_program *program,
                                         enum lawtester_kind kind, size_t i,
                                         struct lawtester_name *name);

/* The number of WORD for NAME, a parameter that is a choice ("dp_mode", "no-tension"). Returns 0 if
 * there is none, and the reason in WHY, which has SIZE bytes. */
LAWTESTER_API int lawtester_program_choice(const struct lawtester_program *program,
                                           const char *name, const char *word, double *number,
                                           char *why, size_t size);

/* Whether NAME can be given another value: a parameter, let, number of the file or imposed
 * velocity. 0: no; WHY, which has SIZE bytes, gets the reason. */
LAWTESTER_API int lawtester_program_varies(const struct lawtester_program *program,
                                           const char *name, char *why, size_t size);

/* The factor from UNIT to the SI unit of NAME (a parameter, let, number of the file, imposed
 * velocity or result): 1000 for "kN/m" of "kn". UNIT "1" is that of pure numbers. A let without a
 * known unit takes any. Returns 0 if NAME has another dimension, or there is no such name; WHY,
 * which has SIZE bytes, gets the reason. */
LAWTESTER_API double lawtester_program_factor(const struct lawtester_program *program,
                                              const char *name, const char *unit, char *why,
                                              size_t size);

/* File I, from 0, of the tables and documents that the program reads; NULL: no more. */
LAWTESTER_API const char *lawtester_program_reads(const struct lawtester_program *program,
                                                  size_t i);

/* A hash of everything that runs of the program depend on: its text, definitions, the files that it
 * reads, plug-ins, lawtester itself. malloc'd. */
LAWTESTER_API char *lawtester_program_identity(const struct lawtester_program *program);

/* The program's text with COUNT numbers replaced, and all else unchanged: read again, it gives the
 * runs of this one with these numbers. NULL: one of them cannot be written; WHY, which has SIZE
 * bytes, gets the reason. */
LAWTESTER_API char *lawtester_program_text(const struct lawtester_program *program,
                                           const char *const *names, const double *values,
                                           size_t count, char *why, size_t size);

/* ---- Runs --------------------------------------------------------------------------------------
 */
struct lawtester_run;

enum lawtester_status {
    LAWTESTER_DONE = 0,
    LAWTESTER_MISSED = 1,  /* it ran, but an expectation of the program is not met */
    LAWTESTER_RUNNING = 2, /* made step by step, it has not ended yet */
    LAWTESTER_FAILED = 4   /* it could not be run to its end */
};

/* Runs a valid program with other values of COUNT numbers: lets, parameters of the law, numbers of
 * the file by their paths ("motion.dt"; the file must have it), velocities that a stage imposes
 * ("vn": a positive value takes the sign that the stage has). */
LAWTESTER_API struct lawtester_run *lawtester_run_new(const struct lawtester_program *program,
                                                      const char *const *names,
                                                      const double *values, size_t count);

/* Options; zeros are the defaults. */
struct lawtester_options {
    const char *const *names; /* COUNT numbers with other values */
    const double *values;
    size_t count;
    const volatile int *stop; /* ends the work early when it is not 0; NULL: never */
    int threads;              /* for many runs; 0: one for each processor */
    int no_table;             /* a run records no rows */
    int as_run;               /* calibrate with the program's own integrator and time step */
    unsigned long seed;       /* of the numbers that verify draws */
    const char
        *for_code; /* calibrate the law in the form of this code: "liggghts"; NULL: as it is */
};
LAWTESTER_API struct lawtester_run *lawtester_run_with(const struct lawtester_program *program,
                                                       const struct lawtester_options *options);
LAWTESTER_API void lawtester_run_free(struct lawtester_run *run);

LAWTESTER_API enum lawtester_status lawtester_run_status(const struct lawtester_run *run);
LAWTESTER_API const char *
lawtester_run_message(const struct lawtester_run *run); /* why it failed */

/* A result ("e_n"), parameter, let or constant, or the last value of a column ("un"). NaN: there is
 * no such name, the result has no meaning in this run, or the run failed; a column then has the
 * value at the failure. "e_n_low", "e_n_high", "e_n_mean" and those of e_t are computed by this
 * function, unless the program uses them: that takes some hundred runs. */
LAWTESTER_API double lawtester_run_value(const struct lawtester_run *run, const char *name);

/* The recorded table: the number of rows; the name of column I (NULL: no more); the numbers of one
 * column, of which the first ROOM are stored, with NaN after the last row. The last function
 * returns the number of rows; 0: no such column. */
LAWTESTER_API size_t lawtester_run_rows(const struct lawtester_run *run);
LAWTESTER_API const char *lawtester_run_column_name(const struct lawtester_run *run, size_t i);
LAWTESTER_API size_t lawtester_run_column(const struct lawtester_run *run, const char *name,
                                          double *values, size_t room);

/* The table in place: column I of row R is cells[R * stride + lawtester_run_column_place(run,
 * I)]. It lives as long as the run. NULL: nothing was recorded. */
LAWTESTER_API const double *lawtester_run_cells(const struct lawtester_run *run, size_t *stride);
LAWTESTER_API size_t lawtester_run_column_place(const struct lawtester_run *run, size_t i);

struct lawtester_expect {
    const char *text; /* "e_n = exp(...)" */
    double value, expected, error, tolerance;
    int ok;
};

/* Expectation I, from 0. Returns 0 if there are fewer. */
LAWTESTER_API int lawtester_run_expect(const struct lawtester_run *run, size_t i,
                                       struct lawtester_expect *expect);

/* The document that 'lawtester run --json' prints; "null" if the run has not ended. */
LAWTESTER_API char *lawtester_run_json(const struct lawtester_run *run);

/* ---- A run made step by step --------------------------------------------------------------------
 * Its numbers are equal to the bit to those of a run made at once, however many steps are made at a
 * time, until a number is set. The functions above work at any time: lawtester_run_value gives the
 * present value, of a result the value as if the run ended here. The recorded table grows, and may
 * move, with each step. When the run has ended it is as one of lawtester_run_with. Only one thread
 * at a time may use it. Of the options only stop must outlive the call.
 */

/* Begins a run and its first stage; no step is made. */
LAWTESTER_API struct lawtester_run *lawtester_run_start(const struct lawtester_program *program,
                                                        const struct lawtester_options *options);

/* Makes at most STEPS steps of motion.dt (with 'integrator: exact': samples). Where until of a
 * stage becomes true, the stage's actions are taken and the next stage begins. Returns how many
 * steps were made: fewer at the end of the run, if it fails, or if stop is set, after which it can
 * continue. */
LAWTESTER_API size_t lawtester_run_step(struct lawtester_run *run, size_t steps);

/* As lawtester_run_step, but ends after a step in which CONDITION holds, a formula such as "un >
 * 0". *HOLDS is 1 if it does; -1: it has no value, and WHY, which has SIZE bytes, gets the reason.
 */
LAWTESTER_API size_t lawtester_run_until(struct lawtester_run *run, const char *condition,
                                         size_t steps, int *holds, char *why, size_t size);

/* Sets a number of the run, in SI units. NAME is one of:
 * - a parameter or a state of the law ("kn"); a parameter keeps the value in later stages;
 * - a displacement or a velocity (un us ut an as at, vn vs vt wn ws wt) in the frame contact; a
 *   displacement changes as by one more step, which takes no time;
 * - the displacement (u), velocity (v) or force (f and s in whats) that the stage imposes by a
 *   constant, from now on.
 * The energy that the first two add (< 0) or remove (> 0) is E_set; a change of an imposed quantity
 * does work. Returns 0; or another number: nothing was changed, and WHY, which has SIZE bytes, gets
 * the reason. */
LAWTESTER_API int lawtester_run_set(struct lawtester_run *run, const char *name, double value,
                                    char *why, size_t size);

/* ---- Many runs ----------------------------------------------------------------------------------
 * Makes RUNS runs of a program, side by side and in several threads; the numbers are equal to the
 * bit to those of single runs. The names are those of the options; VALUES has a row of their values
 * for each run. OUT gets a row for each run: the N_WANTED results, parameters, lets, constants or
 * last values named in WANTED, NaN where there is none or the run failed. STATUS, unless NULL, gets
 * the status of each run. Nothing is recorded, and expectations are not tested. Returns how many
 * runs are done. WHY, which has SIZE bytes, gets the reason why none can be made, or that of the
 * first run that failed, or "".
 */
LAWTESTER_API size_t lawtester_run_many(const struct lawtester_program *program,
                                        const struct lawtester_options *options, size_t runs,
                                        const double *values, const char *const *wanted,
                                        size_t n_wanted, double *out, int *status, char *why,
                                        size_t size);

/* ---- Calibration -------------------------------------------------------------------------------
 */
struct lawtester_calibration {
    int converged;
    double value; /* of the parameter; if not converged, the best one found */
    double target, achieved, residual;
    double closed_form;  /* NaN: none is known */
    double reachable[2]; /* results within the bounds */
    double sensitivity;  /* d result / d parameter */
    int iterations, evaluations;
    char message[512]; /* a sentence with numbers */
};

/* Finds the value of a parameter or let with which a result meets its target, as 'lawtester
 * calibrate' does: VARY "dp_nratio=0:2", TO "e_n=0.5"; NULL: those of the program. Returns
 * converged. */
LAWTESTER_API int lawtester_calibrate(const struct lawtester_program *program, const char *vary,
                                      const char *to, struct lawtester_calibration *found);

/* Finds COUNT parameters, at most LAWTESTER_UNKNOWNS, with which as many results meet their
 * targets. VARY and TO have COUNT texts each, or are NULL: then the program must have as many.
 * FOUND has room for COUNT; number i gets parameter i and result i, although another parameter may
 * determine that result. */
#define LAWTESTER_UNKNOWNS 8
LAWTESTER_API int lawtester_calibrate_all(const struct lawtester_program *program,
                                          const char *const *vary, const char *const *to,
                                          size_t count, struct lawtester_calibration *found);

/* The document that 'lawtester calibrate --json' prints, with the numbers of the options. An error
 * is the document's "message", with converged false. */
LAWTESTER_API char *lawtester_calibrate_json(const struct lawtester_program *program,
                                             const char *const *vary, const char *const *to,
                                             size_t count, const struct lawtester_options *options);

/* The input lines of a code ("lammps", "liggghts", "yade" ...) for COUNT programs with the numbers
 * of their OPTIONS. If there are several programs, each is a pair of materials, and each material a
 * type. malloc'd. NULL: that code has no such law; WHY, which has SIZE bytes, gets the reason. */
LAWTESTER_API char *lawtester_lines(const char *code,
                                    const struct lawtester_program *const *programs,
                                    const struct lawtester_options *const *options, size_t count,
                                    char *why, size_t size);

/* ---- Sweep, fit, verify
 * -------------------------------------------------------------------------- The documents that the
 * command line prints with --json, malloc'd. NULL: it could not be done, and WHY has the reason in
 * SIZE bytes.
 */

/* Sweeps a program that was read by lawtester_read_sweep. The table is FOLDER/NAME.sweep.csv (.npy,
 * if the program records so); a sweep that was stopped is continued. */
LAWTESTER_API char *lawtester_sweep_json(const struct lawtester_program *program,
                                         const char *folder,
                                         const struct lawtester_options *options, char *why,
                                         size_t size);

/* As lawtester_sweep_json, with the figures of the section; WHY gets what could not be drawn. */
LAWTESTER_API char *lawtester_sweep_files(const struct lawtester_program *program,
                                          const char *folder,
                                          const struct lawtester_options *options, char *why,
                                          size_t size);

/* A sweep whose points are run elsewhere. Take blocks of points; a process that has read the same
 * program computes their rows; keep these, in any order: they are stored in
 * FOLDER/NAME.sweep.partial. When no block is left, lawtester_sweep_json makes the table. */
struct lawtester_blocks; /* opaque */

struct lawtester_block {
    size_t number, first, count; /* of the block, of its first point, of its points */
    size_t width;                /* numbers of a point */
    const double *points;        /* a row for each; until the next block is taken */
};

/* NULL: it cannot be begun, and WHY has the reason in SIZE bytes. */
LAWTESTER_API struct lawtester_blocks *
lawtester_blocks_open(const struct lawtester_program *program, const char *folder, char *why,
                      size_t size);

/* The next block that is not kept. 0: there is none. */
LAWTESTER_API int lawtester_blocks_take(struct lawtester_blocks *blocks,
                                        struct lawtester_block *block);

/* The rows of a block, malloc'd. NULL: it was stopped, or is no block of this program's sweep. */
LAWTESTER_API char *lawtester_block_rows(const struct lawtester_program *program,
                                         const struct lawtester_block *block,
                                         const struct lawtester_options *options);

/* 0: they cannot be kept, and WHY has the reason in SIZE bytes. */
LAWTESTER_API int lawtester_blocks_keep(struct lawtester_blocks *blocks, size_t number,
                                        const char *rows, char *why, size_t size);

LAWTESTER_API void lawtester_blocks_close(struct lawtester_blocks *blocks);

/* The fit of the file's section fit, with its parameters and data. */
LAWTESTER_API char *lawtester_fit_json(const struct lawtester_program *program,
                                       const struct lawtester_options *options, char *why,
                                       size_t size);

/* Audits the law of a name, or all ("") of LAWS (NULL: the built-in ones), or a program and its
 * expectations. */
LAWTESTER_API char *lawtester_verify_json(const struct lawtester_laws *laws, const char *law,
                                          const struct lawtester_program *program,
                                          const struct lawtester_options *options, char *why,
                                          size_t size);

/* ---- Tables -------------------------------------------------------------------------------------
 * A table from a file as the commands read it: in any encoding, amid other lines, with units.
 */

/* The form of the table; zeros: it is detected. */
struct lawtester_table_how {
    size_t skip;         /* lines left out at the beginning */
    const char *header;  /* the number of the line with the names, or "none" */
    const char *comment; /* what comments begin with */
    const char *where;   /* a formula over the columns: the rows for which it is true */
    const char *rows;    /* "10..500", from 1 on */
    const char *block;   /* a part: its number, its name, "all" */
};
struct lawtester_table;

/* HOW: NULL: the form is detected. */
LAWTESTER_API struct lawtester_table *lawtester_table_read(const char *path,
                                                           const struct lawtester_table_how *how);
LAWTESTER_API void lawtester_table_free(struct lawtester_table *table);

/* Whether it could be read; errors and notes, such as skipped lines, as text. */
LAWTESTER_API int lawtester_table_ok(const struct lawtester_table *table);
LAWTESTER_API const char *lawtester_table_errors(const struct lawtester_table *table);

/* The number of rows; the name of column I (NULL: no more); its numbers in SI units, one for each
 * row, NaN where there is none (VALUES NULL: not needed), and their unit, "" if unknown. The last
 * function returns 0 if there is no such column, or it holds words. */
LAWTESTER_API size_t lawtester_table_rows(const struct lawtester_table *table);
LAWTESTER_API const char *lawtester_table_name(const struct lawtester_table *table, size_t i);
LAWTESTER_API int lawtester_table_column(struct lawtester_table *table, size_t i, double *values,
                                         const char **unit);

/* ---- Figures ------------------------------------------------------------------------------------
 */
struct lawtester_axis {
    double scale;   /* an SI value times SCALE is the number drawn */
    char words[96]; /* "normal force", "overlap" */
    char label[256]; /* with symbol and unit in gnuplot's mark-up: "overlap −{/:Italic u_n} (µm)" */
};

/* The axis that figures have for TEXT, a column, result, parameter or "-un", with the meaning DOC
 * and the SI unit UNIT ("": none known), and numbers from LOW to HIGH. */
LAWTESTER_API void lawtester_axis_of(const char *text, const char *doc, const char *unit,
                                     double low, double high, struct lawtester_axis *axis);

#ifdef __cplusplus
}
#endif
#endif

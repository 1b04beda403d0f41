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
 * Objects. Functions that create a program, a run, laws or a table never return NULL; a status or
 * ..._ok function reports whether the object is valid. The ..._free functions accept NULL. Free a
 * program after its runs, and laws after their programs. Nothing is printed, and no state is kept
 * between calls.
 *
 * Memory. Whatever grows with your data (rows, tables, points of a sweep, data of a fit) is
 * compared with the machine's memory first; if it does not fit, that is an error. If any other
 * allocation fails, the process ends with a message, which is also GSL's default.
 *
 * Threads. A program never changes after it is read, so that any number of threads may run it;
 * other shared data are locked. Reading a program switches off GSL's error handler for the whole
 * process.
 *
 * Numbers are in SI units, angles in radians; NaN stands for a missing value. Link with
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

/* The version and the interface of the loaded library; LAWTESTER_INTERFACE is that of this header.
 * A program built with an older header works as long as the number before the point is the same. */
#define LAWTESTER_INTERFACE "1.2"
LAWTESTER_API const char *lawtester_version(void);
LAWTESTER_API const char *lawtester_interface(void);

/* Frees a text that a function has returned as char *. */
LAWTESTER_API void lawtester_text_free(char *text);

/* ---- Laws: the built-in ones, and those of plug-ins --------------------------------------------
 * Needed only to add laws or to list them: elsewhere NULL stands for the built-in ones. A plug-in
 * runs in the caller's process, also when it is tested at loading: if it crashes, so does the
 * caller. No signal handler is installed, and no process is started. */
struct lawtester_laws;

LAWTESTER_API struct lawtester_laws *lawtester_laws_new(void);
LAWTESTER_API void lawtester_laws_free(struct lawtester_laws *laws);

/* Loads the plug-in at PATH. Returns 0; or another number, and the reason in WHY, which has SIZE
 * bytes. */
LAWTESTER_API int lawtester_laws_load(struct lawtester_laws *laws, const char *path, char *why,
                                      size_t size);

/* From now on CODE computes the law of programs that are read with these laws, as with --in on the
 * command line: "lammps", "liggghts", "yade", or the path of your own code ("./my-code.so",
 * code.h), which runs with the rights of the caller. The code is started here. TIME_LIMIT is the
 * longest time of a run in s; 0: unlimited. Returns 0; or another number, and the reason in WHY,
 * which has SIZE bytes. */
LAWTESTER_API int lawtester_laws_code(struct lawtester_laws *laws, const char *code,
                                      double time_limit, char *why, size_t size);

/* A parameter or a state of a law. */
struct lawtester_field {
    const char *name, *unit, *doc;
    double preset; /* of a parameter: its default; NaN: it must be given */
    int hidden;    /* of a state: 1 if it is recorded only where the program names it */
};
struct lt_move; /* law.h */
struct lt_out;

/* Adds a law that is a function of the caller, for bindings of other languages. STEP is called as
 * lt_law.one of law.h: params and state are arrays of doubles in the order of the lists, which end
 * with a NULL name; derived and losses are not used. Bit i of ACTS is set if component i of the
 * force, in the order fn fs ft mn ms mt, may differ from 0. STEP is called by the thread that runs
 * the program, for each step, and several times where a run makes trials; it is not tested before.
 * A result that is not finite ends the run. Texts are copied. Returns 0; or another number, and the
 * reason in WHY, which has SIZE bytes. */
typedef void lawtester_law_step(const void *params, const void *derived, const struct lt_move *move,
                                void *state, struct lt_out *out, void *losses);
LAWTESTER_API int lawtester_laws_function(struct lawtester_laws *laws, const char *name,
                                          const struct lawtester_field *params,
                                          const struct lawtester_field *state, unsigned acts,
                                          lawtester_law_step *step, char *why, size_t size);

/* The JSON document that 'lawtester laws --json' prints. */
LAWTESTER_API char *lawtester_laws_json(const struct lawtester_laws *laws);

/* ---- Programs ----------------------------------------------------------------------------------
 * The COUNT texts DEFINES are "NAME=VALUE", as after -D: a let, a parameter of the law or a path.
 */
struct lawtester_program;

/* Reads the program at PATH. The result is never NULL: lawtester_program_ok() is 0 if there are
 * errors, which lawtester_program_errors() returns. It must be freed in either case; this also
 * holds for the next two functions. */
LAWTESTER_API struct lawtester_program *lawtester_read_file(const struct lawtester_laws *laws,
                                                            const char *path,
                                                            const char *const *defines,
                                                            size_t count);
/* Reads a program from TEXT. Messages call it NAME; files that it names are sought in the folder of
 * a file of that name. */
LAWTESTER_API struct lawtester_program *lawtester_read_text(const struct lawtester_laws *laws,
                                                            const char *name, const char *text,
                                                            const char *const *defines,
                                                            size_t count);
/* Reads a program for the sweep in its section sweep; it can be swept, but not run. */
LAWTESTER_API struct lawtester_program *lawtester_read_sweep(const struct lawtester_laws *laws,
                                                             const char *path,
                                                             const char *const *defines,
                                                             size_t count);
LAWTESTER_API void lawtester_program_free(struct lawtester_program *program);

LAWTESTER_API int lawtester_program_ok(const struct lawtester_program *program);

/* All errors as text, with the lines to which they refer; "" if there are none. */
LAWTESTER_API const char *lawtester_program_errors(const struct lawtester_program *program);

struct lawtester_error {
    const char *file; /* or "-D NAME=VALUE"; "" without a place */
    int line, column; /* from 1 */
    const char *text;
    int note; /* 1: a note, with which the program can be run */
};

/* Error number I, from 0. Returns 0 if there is no such error. */
LAWTESTER_API int lawtester_program_error(const struct lawtester_program *program, size_t i,
                                          struct lawtester_error *error);

LAWTESTER_API const char *lawtester_program_law(const struct lawtester_program *program);
LAWTESTER_API const char *lawtester_program_title(const struct lawtester_program *program);

/* The kinds of names in a program. A run gives the values of results and columns; parameters and
 * lets can be set to other values. */
enum lawtester_kind {
    LAWTESTER_RESULT,
    LAWTESTER_COLUMN, /* of the recorded table, in its order */
    LAWTESTER_PARAMETER,
    LAWTESTER_LET,
    LAWTESTER_CONSTANT,
    LAWTESTER_STATE,   /* of the law: its memory from one step to the next */
    LAWTESTER_QUANTITY /* other values of each step: clock, motion, forces, energies */
};
struct lawtester_name {
    const char *name, *unit, *doc; /* unit "": none, or not known */
    const char *words; /* of a choice, separated by blanks; the first one means 0. "": a number */
};

/* Name number I of a kind, from 0. Returns 0 if there is no such name. */
LAWTESTER_API int lawtester_program_name(const struct lawtester_program *program,
                                         enum lawtester_kind kind, size_t i,
                                         struct lawtester_name *name);

/* The number of the choice WORD of the parameter NAME ("dp_mode", "no-tension"). Returns 0 if there
 * is none, and WHY has the reason in SIZE bytes. */
LAWTESTER_API int lawtester_program_choice(const struct lawtester_program *program,
                                           const char *name, const char *word, double *number,
                                           char *why, size_t size);

/* Returns 1 if NAME can be set to another value, that is if it is a parameter, let, number of the
 * file or imposed velocity; else 0, and WHY has the reason in SIZE bytes. */
LAWTESTER_API int lawtester_program_varies(const struct lawtester_program *program,
                                           const char *name, char *why, size_t size);

/* The factor that converts UNIT into the SI unit of NAME (a parameter, let, number of the file,
 * imposed velocity or result): 1000 for "kN/m" of "kn". UNIT "1" is that of pure numbers. A let
 * without a known unit accepts any. Returns 0 if NAME has another dimension or does not exist, and
 * WHY has the reason in SIZE bytes. */
LAWTESTER_API double lawtester_program_factor(const struct lawtester_program *program,
                                              const char *name, const char *unit, char *why,
                                              size_t size);

/* File number I, from 0, of the tables and documents that the program reads; NULL: no more. */
LAWTESTER_API const char *lawtester_program_reads(const struct lawtester_program *program,
                                                  size_t i);

/* A hash of everything on which its runs depend: text, definitions, files, plug-ins, lawtester
 * itself. malloc'd. */
LAWTESTER_API char *lawtester_program_identity(const struct lawtester_program *program);

/* The text of the program in which COUNT numbers are replaced by VALUES. A program read from it
 * runs as this one does with these values. NULL if one cannot be written, and WHY has the reason in
 * SIZE bytes. */
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
    LAWTESTER_FAILED = 4   /* it ended with an error */
};

/* Runs a valid program in which COUNT numbers have other values: lets, parameters of the law,
 * numbers of the file by their paths ("motion.dt", which must exist), and velocities that a stage
 * imposes ("vn"; a positive value takes the sign of the one in the stage). */
LAWTESTER_API struct lawtester_run *lawtester_run_new(const struct lawtester_program *program,
                                                      const char *const *names,
                                                      const double *values, size_t count);

/* Options of runs and other tasks; zeros are the defaults. */
struct lawtester_options {
    const char *const *names; /* COUNT numbers at other values */
    const double *values;
    size_t count;
    const volatile int *stop; /* the task ends early once this is not 0; NULL: never */
    int threads;              /* for many runs; 0: one for each processor */
    int no_table;             /* 1: a run records no table */
    int as_run;               /* 1: calibrate with the integrator and time step of the program */
    unsigned long seed;       /* of the random numbers of verify */
    const char *for_code;     /* calibrate as in this code, "liggghts"; NULL: as in the program */
};
LAWTESTER_API struct lawtester_run *lawtester_run_with(const struct lawtester_program *program,
                                                       const struct lawtester_options *options);
LAWTESTER_API void lawtester_run_free(struct lawtester_run *run);

LAWTESTER_API enum lawtester_status lawtester_run_status(const struct lawtester_run *run);
LAWTESTER_API const char *
lawtester_run_message(const struct lawtester_run *run); /* why it failed */

/* The value of a result ("e_n"), parameter, let or constant, or the last value of a column ("un").
 * NaN if there is no such name, if the result is undefined in this run, or if the run failed; a
 * column then has the value at the failure. "e_n_low", "e_n_high", "e_n_mean" and those of e_t are
 * computed by this call, unless the program has done so: that takes some hundred runs. */
LAWTESTER_API double lawtester_run_value(const struct lawtester_run *run, const char *name);

/* The recorded table: number of rows, name of column I (NULL: no more), and the numbers of a
 * column, of which the first ROOM are stored, NaN beyond the last row. lawtester_run_column returns
 * the number of rows; 0 if there is no such column. */
LAWTESTER_API size_t lawtester_run_rows(const struct lawtester_run *run);
LAWTESTER_API const char *lawtester_run_column_name(const struct lawtester_run *run, size_t i);
LAWTESTER_API size_t lawtester_run_column(const struct lawtester_run *run, const char *name,
                                          double *values, size_t room);

/* The table in memory, without a copy: column I of row R is cells[R * stride +
 * lawtester_run_column_place(run, I)]. It is valid as long as the run. NULL if nothing was
 * recorded. */
LAWTESTER_API const double *lawtester_run_cells(const struct lawtester_run *run, size_t *stride);
LAWTESTER_API size_t lawtester_run_column_place(const struct lawtester_run *run, size_t i);

struct lawtester_expect {
    const char *text; /* "e_n = exp(...)" */
    double value, expected, error, tolerance;
    int ok;
};

/* Expectation number I, from 0. Returns 0 if there is no such expectation. */
LAWTESTER_API int lawtester_run_expect(const struct lawtester_run *run, size_t i,
                                       struct lawtester_expect *expect);

/* The JSON document that 'lawtester run --json' prints; "null" if the run has not ended. */
LAWTESTER_API char *lawtester_run_json(const struct lawtester_run *run);

/* ---- A run made step by step --------------------------------------------------------------------
 * Until something is set it gives the same bits as a run made at once, however many steps are
 * made at a time. The functions above work at any time: lawtester_run_value gives present values,
 * of a result the value that it would have if the run ended now. The recorded table grows, and may
 * move in memory, with each step. After its end the run is like one of lawtester_run_with. One
 * thread at a time may use it. Of the options only stop must remain valid.
 */

/* Starts a run: the first stage is entered, no step is made. */
LAWTESTER_API struct lawtester_run *lawtester_run_start(const struct lawtester_program *program,
                                                        const struct lawtester_options *options);

/* Makes at most STEPS steps of motion.dt (with 'integrator: exact': samples). A stage whose until
 * holds is left, its actions are taken and the next one is entered. Returns how many were made:
 * fewer at the end of the run, if it fails, or if stop is set, after which it can go on. */
LAWTESTER_API size_t lawtester_run_step(struct lawtester_run *run, size_t steps);

/* Makes at most STEPS steps, but ends after one at which CONDITION holds, a formula like until of a
 * stage: "un > 0". *HOLDS is 1 if it holds, 0 if not, -1 if it cannot be evaluated, and WHY has the
 * reason in SIZE bytes. */
LAWTESTER_API size_t lawtester_run_until(struct lawtester_run *run, const char *condition,
                                         size_t steps, int *holds, char *why, size_t size);

/* Sets a number of the run now, in SI units. Three kinds of NAME can be set.
 *
 * A parameter ("kn") or a state variable of the law. A parameter keeps the value in later stages.
 *
 * A displacement or velocity (un us ut an as at, vn vs vt wn ws wt; frame contact). The law sees a
 * displacement as one more step, which takes no time.
 *
 * A displacement (u), velocity (v) or force (f and s in whats) that the stage imposes as a
 * constant. It has the new value from now on.
 *
 * Energy that the first two remove (> 0) or add (< 0) is E_set; a change of the third does work.
 * Returns 0; or another number, then nothing was changed and WHY has the reason in SIZE bytes. */
LAWTESTER_API int lawtester_run_set(struct lawtester_run *run, const char *name, double value,
                                    char *why, size_t size);

/* ---- Many runs ----------------------------------------------------------------------------------
 * Makes RUNS runs of a program, side by side and in several threads, with the same bits as one by
 * one. VALUES has a row for each run, with values for the names in the options. OUT gets a row for
 * each run: the N_WANTED results, parameters, lets, constants or last values of columns named in
 * WANTED, NaN where there is none or the run failed. STATUS (or NULL) gets the status of each run.
 * No table is recorded, and expectations are not tested. Returns the number of successful runs;
 * WHY, of SIZE bytes, has the reason why no run could be made, or that of the first run that
 * failed, or "".
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
    double value; /* of the parameter; the best one found if not converged */
    double target, achieved, residual;
    double closed_form;  /* NaN: none is known */
    double reachable[2]; /* smallest and largest result within the bounds */
    double sensitivity;  /* d result / d parameter */
    int iterations, evaluations;
    char message[512]; /* a sentence with numbers */
};

/* Finds the parameter or let with which a result meets its target, as 'lawtester calibrate' does:
 * VARY is "dp_nratio=0:2", TO "e_n=0.5"; NULL: as in the program. Returns converged. */
LAWTESTER_API int lawtester_calibrate(const struct lawtester_program *program, const char *vary,
                                      const char *to, struct lawtester_calibration *found);

/* Finds COUNT parameters, at most LAWTESTER_UNKNOWNS, with which as many results meet their
 * targets. VARY and TO have COUNT texts each, or are NULL, and then the program must have as many.
 * FOUND has room for COUNT entries: entry i has parameter i and result i, which need not depend on
 * that parameter most. */
#define LAWTESTER_UNKNOWNS 8
LAWTESTER_API int lawtester_calibrate_all(const struct lawtester_program *program,
                                          const char *const *vary, const char *const *to,
                                          size_t count, struct lawtester_calibration *found);

/* Calibrates and returns the JSON document that 'lawtester calibrate --json' prints, with numbers
 * of the options at other values. If it fails, converged is false and "message" has the reason. */
LAWTESTER_API char *lawtester_calibrate_json(const struct lawtester_program *program,
                                             const char *const *vary, const char *const *to,
                                             size_t count, const struct lawtester_options *options);

/* The input lines of a code ("lammps", "liggghts", "yade" ...) for COUNT programs with the numbers
 * of their OPTIONS. If there are several, each program is a pair of materials, and each material a
 * particle type. malloc'd. NULL if that code has no such law, and WHY has the reason in SIZE
 * bytes. */
LAWTESTER_API char *lawtester_lines(const char *code,
                                    const struct lawtester_program *const *programs,
                                    const struct lawtester_options *const *options, size_t count,
                                    char *why, size_t size);

/* ---- Sweep, fit, verify -------------------------------------------------------------------------
 * These return the JSON documents that the command line prints with --json, malloc'd. NULL if it
 * failed, and WHY has the reason in SIZE bytes.
 */

/* Makes the sweep of a program that was read by lawtester_read_sweep. Its table is
 * FOLDER/NAME.sweep.csv, or .npy if the program records so. A sweep that was stopped is
 * continued. */
LAWTESTER_API char *lawtester_sweep_json(const struct lawtester_program *program,
                                         const char *folder,
                                         const struct lawtester_options *options, char *why,
                                         size_t size);

/* Makes the sweep and draws the figures of the section. If some cannot be drawn, WHY says why. */
LAWTESTER_API char *lawtester_sweep_files(const struct lawtester_program *program,
                                          const char *folder,
                                          const struct lawtester_options *options, char *why,
                                          size_t size);

/* A sweep whose points are run by other processes. Take blocks of points from it; a process that
 * has read the same program computes their rows; keep these, in any order, in
 * FOLDER/NAME.sweep.partial. When no block is left, lawtester_sweep_json makes the table. */
struct lawtester_blocks; /* opaque */

struct lawtester_block {
    size_t number, first, count; /* of the block, of its first point, of its points */
    size_t width;                /* numbers of a point */
    const double *points;        /* a row for each; valid until the next block is taken */
};

/* NULL if the sweep cannot be started, and WHY has the reason in SIZE bytes. */
LAWTESTER_API struct lawtester_blocks *
lawtester_blocks_open(const struct lawtester_program *program, const char *folder, char *why,
                      size_t size);

/* The next block whose rows are not kept yet. Returns 0 if there is none. */
LAWTESTER_API int lawtester_blocks_take(struct lawtester_blocks *blocks,
                                        struct lawtester_block *block);

/* Computes the rows of a block, malloc'd. NULL if it was stopped, or is no block of this sweep. */
LAWTESTER_API char *lawtester_block_rows(const struct lawtester_program *program,
                                         const struct lawtester_block *block,
                                         const struct lawtester_options *options);

/* Keeps the ROWS of block NUMBER. Returns 0 if that fails, and WHY has the reason in SIZE bytes. */
LAWTESTER_API int lawtester_blocks_keep(struct lawtester_blocks *blocks, size_t number,
                                        const char *rows, char *why, size_t size);

LAWTESTER_API void lawtester_blocks_close(struct lawtester_blocks *blocks);

/* Makes the fit in the section fit of the file, which names the unknowns and the data. */
LAWTESTER_API char *lawtester_fit_json(const struct lawtester_program *program,
                                       const struct lawtester_options *options, char *why,
                                       size_t size);

/* Audits the law of this name ("": all), or the program and its expectations. LAWS are the laws
 * that exist; NULL: the built-in ones. */
LAWTESTER_API char *lawtester_verify_json(const struct lawtester_laws *laws, const char *law,
                                          const struct lawtester_program *program,
                                          const struct lawtester_options *options, char *why,
                                          size_t size);

/* ---- Tables -------------------------------------------------------------------------------------
 * A table from a text file as the commands read it: of any encoding, between other lines, with
 * units. */

/* The layout of the table; what is 0 or NULL is detected. */
struct lawtester_table_how {
    size_t skip;         /* lines to skip at the beginning */
    const char *header;  /* the number of the line with the names of columns, or "none" */
    const char *comment; /* the characters that begin a comment */
    const char *where;   /* a formula over the columns: only rows for which it is true */
    const char *rows;    /* "10..500", only these rows, counted from 1 */
    const char *block;   /* one of several tables in the file: number, name or "all" */
};
struct lawtester_table;

/* HOW may be NULL: everything is detected. */
LAWTESTER_API struct lawtester_table *lawtester_table_read(const char *path,
                                                           const struct lawtester_table_how *how);
LAWTESTER_API void lawtester_table_free(struct lawtester_table *table);

/* Whether the table could be read; as text, the errors, and what was skipped or assumed. */
LAWTESTER_API int lawtester_table_ok(const struct lawtester_table *table);
LAWTESTER_API const char *lawtester_table_errors(const struct lawtester_table *table);

/* The number of rows; the name of column I (NULL: no more); its numbers in SI units, one for each
 * row, NaN where there is none (VALUES may be NULL), and their unit, "" if it is not known.
 * lawtester_table_column returns 0 if there is no such column or if it contains words. */
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

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
 * program outlives its runs, laws their programs. Nothing is printed and nothing is
 * kept between calls. What grows with your data (rows, tables, points of a sweep, data of a fit) is
 * compared with the machine's memory before it is held, and is an error where it does not fit. For
 * all else the process ends with a message where there is no memory, as by default with GSL. A
 * program is never changed once it is read, so that any number of threads may run it; what else is
 * shared is locked. GSL's error handler is switched off, for all of the process, when a program is
 * read. All numbers are SI, angles are radians; NaN stands for what is not there. Link with
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

/* Of the library that is loaded; LAWTESTER_INTERFACE is of this header. What a program that was
 * built with an older header needs stays as it is while the number before the point does. */
#define LAWTESTER_INTERFACE "1.2"
LAWTESTER_API const char *lawtester_version(void);
LAWTESTER_API const char *lawtester_interface(void);

/* Texts that a function makes for its caller. */
LAWTESTER_API void lawtester_text_free(char *text);

/* ---- Laws: the built-in ones, and those of plug-ins --------------------------------------------
 * Needed only to load plug-ins or to describe the laws: elsewhere NULL stands for the built-in
 * ones. A plug-in runs in the caller's process, in the trial at load too: if it crashes, so does
 * the caller. No handler of signals is installed for it, and no process made. */
struct lawtester_laws;

LAWTESTER_API struct lawtester_laws *lawtester_laws_new(void);
LAWTESTER_API void lawtester_laws_free(struct lawtester_laws *laws);

/* 0; or another number, and what is wrong in WHY, which has SIZE bytes. */
LAWTESTER_API int lawtester_laws_load(struct lawtester_laws *laws, const char *path, char *why,
                                      size_t size);

/* The law of programs that are read with these laws is from now on the one that CODE computes, as
 * with --in on the command line: "lammps", "liggghts", "yade", or the path of a code of one's own
 * ("./my-code.so", code.h). It is started here, with all that the caller may do if it is his own.
 * TIME_LIMIT: the seconds that it may take for a run; 0: any time. 0; or another number, and what
 * is wrong in WHY, which has SIZE bytes. */
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

/* Adds a law that is a function of the caller's, for bindings of other languages. STEP is what
 * lt_law.one of law.h is: params and state are arrays of doubles in the order of the lists,
 * which end with a NULL name; derived and losses are not used. Bit i of ACTS: component i of the
 * force, in the order fn fs ft mn ms mt, may be other than 0. STEP is asked for each step, several
 * times where a run tries something, by the thread that runs the program, and is not tried before.
 * An answer that is not finite ends the run. Texts are copied. 0; or another number, and what is
 * wrong in WHY, which has SIZE bytes. */
typedef void lawtester_law_step(const void *params, const void *derived, const struct lt_move *move,
                                void *state, struct lt_out *out, void *losses);
LAWTESTER_API int lawtester_laws_function(struct lawtester_laws *laws, const char *name,
                                          const struct lawtester_field *params,
                                          const struct lawtester_field *state, unsigned acts,
                                          lawtester_law_step *step, char *why, size_t size);

/* What 'lawtester laws --json' prints. */
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
/* The same to be swept, as the file's section sweep says; such a program can only be swept. */
LAWTESTER_API struct lawtester_program *lawtester_read_sweep(const struct lawtester_laws *laws,
                                                             const char *path,
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

/* What a program knows by name. A result or a column may be asked of a run; parameters and lets may
 * be at other values. */
enum lawtester_kind {
    LAWTESTER_RESULT,
    LAWTESTER_COLUMN, /* of the recorded table, in its order */
    LAWTESTER_PARAMETER,
    LAWTESTER_LET,
    LAWTESTER_CONSTANT,
    LAWTESTER_STATE,   /* of the law: what one step tells the next */
    LAWTESTER_QUANTITY /* what else has a value in each step: clock, motion, forces, energies */
};
struct lawtester_name {
    const char *name, *unit, *doc; /* unit "": it has none, or none is known */
    const char *words; /* of a choice, between blanks; the first stands for 0. "": none */
};

/* Name I of a kind, from 0. 0: there is none of that number. */
LAWTESTER_API int lawtester_program_name(const struct lawtester_program *program,
                                         enum lawtester_kind kind, size_t i,
                                         struct lawtester_name *name);

/* The number that WORD stands for where NAME, a parameter, is a choice ("dp_mode", "no-tension").
 * 0: there is none, and WHY has the reason in SIZE bytes. */
LAWTESTER_API int lawtester_program_choice(const struct lawtester_program *program,
                                           const char *name, const char *word, double *number,
                                           char *why, size_t size);

/* Can NAME be at another value: is it a parameter, let, number of the file or imposed velocity? 0:
 * no, and WHY has the reason in SIZE bytes. */
LAWTESTER_API int lawtester_program_varies(const struct lawtester_program *program,
                                           const char *name, char *why, size_t size);

/* How many of the SI units of NAME (a parameter, let, number of the file, imposed velocity or
 * result) are in one UNIT: 1000 for "kN/m" of "kn". UNIT "1" is that of pure numbers. A let without
 * a known unit takes any. 0: NAME has another dimension, or there is no such name, and WHY has the
 * reason in SIZE bytes. */
LAWTESTER_API double lawtester_program_factor(const struct lawtester_program *program,
                                              const char *name, const char *unit, char *why,
                                              size_t size);

/* File I, from 0, of tables and documents that it reads beside its own; NULL: no more. */
LAWTESTER_API const char *lawtester_program_reads(const struct lawtester_program *program,
                                                  size_t i);

/* A hash of all that its runs depend on: its text, definitions, the files that it reads, plug-ins,
 * lawtester itself. malloc'd. */
LAWTESTER_API char *lawtester_program_identity(const struct lawtester_program *program);

/* The program's text with COUNT numbers written in their places, everything else as it was: read
 * again, it runs as this one does with them. NULL: one of them cannot be written, and WHY has the
 * reason in SIZE bytes. */
LAWTESTER_API char *lawtester_program_text(const struct lawtester_program *program,
                                           const char *const *names, const double *values,
                                           size_t count, char *why, size_t size);

/* ---- Runs --------------------------------------------------------------------------------------
 */
struct lawtester_run;

enum lawtester_status {
    LAWTESTER_DONE = 0,
    LAWTESTER_MISSED = 1,  /* it ran, but something that the program expects did not come */
    LAWTESTER_RUNNING = 2, /* made step by step, it is not at its end yet */
    LAWTESTER_FAILED = 4   /* it could not be run to its end */
};

/* Run a program that is right, with COUNT numbers at other values: lets, parameters of the law,
 * numbers of the file by their paths ("motion.dt", which must be there), velocities that a stage
 * imposes ("vn": a positive one takes the sign that the stage has). */
LAWTESTER_API struct lawtester_run *lawtester_run_new(const struct lawtester_program *program,
                                                      const char *const *names,
                                                      const double *values, size_t count);

/* How something is done; zeros are the usual way. */
struct lawtester_options {
    const char *const *names; /* COUNT numbers at other values */
    const double *values;
    size_t count;
    const volatile int *stop; /* it ends early when this is not 0; NULL: it does not */
    int threads;              /* where many runs are made; 0: as many as there are processors */
    int no_table;             /* a run records nothing */
    int as_run;               /* calibrate with the program's own integrator and time step */
    unsigned long seed;       /* of the numbers that verify draws */
    const char *for_code; /* calibrate the law as this code has it: "liggghts"; NULL: as it is */
};
LAWTESTER_API struct lawtester_run *lawtester_run_with(const struct lawtester_program *program,
                                                       const struct lawtester_options *options);
LAWTESTER_API void lawtester_run_free(struct lawtester_run *run);

LAWTESTER_API enum lawtester_status lawtester_run_status(const struct lawtester_run *run);
LAWTESTER_API const char *
lawtester_run_message(const struct lawtester_run *run); /* why it failed */

/* A result ("e_n"), parameter, let or constant, or the last value of a column ("un"). NaN: there is
 * no such name, the result has no meaning in this run, or the run failed; then a column has the
 * value that it had there. "e_n_low", "e_n_high", "e_n_mean" and those of e_t are worked out when
 * they are asked for, unless the program does: that takes some hundred runs. */
LAWTESTER_API double lawtester_run_value(const struct lawtester_run *run, const char *name);

/* The recorded table: rows, names of columns (NULL: no more), and one column, of which as many
 * numbers as there is ROOM for are stored, and NaN where there are no more rows. Returns how many
 * rows there are; 0: no such column. */
LAWTESTER_API size_t lawtester_run_rows(const struct lawtester_run *run);
LAWTESTER_API const char *lawtester_run_column_name(const struct lawtester_run *run, size_t i);
LAWTESTER_API size_t lawtester_run_column(const struct lawtester_run *run, const char *name,
                                          double *values, size_t room);

/* The table where it lies: column I of row R is cells[R * stride + lawtester_run_column_place(run,
 * I)]. It lives as long as the run. NULL: nothing was recorded. */
LAWTESTER_API const double *lawtester_run_cells(const struct lawtester_run *run, size_t *stride);
LAWTESTER_API size_t lawtester_run_column_place(const struct lawtester_run *run, size_t i);

struct lawtester_expect {
    const char *text; /* "e_n = exp(...)" */
    double value, expected, error, tolerance;
    int ok;
};

/* Expectation I, from 0. 0: there is none of that number. */
LAWTESTER_API int lawtester_run_expect(const struct lawtester_run *run, size_t i,
                                       struct lawtester_expect *expect);

/* What 'lawtester run --json' prints; "null" of a run that is not at its end. */
LAWTESTER_API char *lawtester_run_json(const struct lawtester_run *run);

/* ---- A run made step by step --------------------------------------------------------------------
 * It has the same bits as one made at once, however many steps are made at a time, until something
 * is set. The functions above work at any time: lawtester_run_value gives what a name is worth now,
 * of a result what it were if the run ended here. The recorded table grows, and may move, with each
 * step. At its end the run is as one of lawtester_run_with. One thread at a time may use it; what
 * the options point to is not needed any more, except for stop.
 */

/* A run that has begun: its first stage is entered, no step is made. */
LAWTESTER_API struct lawtester_run *lawtester_run_start(const struct lawtester_program *program,
                                                        const struct lawtester_options *options);

/* Makes at most STEPS steps of motion.dt (with 'integrator: exact': samples). A stage whose until
 * holds is left, its actions are taken and the next one is entered. Returns how many were made:
 * fewer at the end of the run, if it fails, or if stop is set, after which it can go on. */
LAWTESTER_API size_t lawtester_run_step(struct lawtester_run *run, size_t steps);

/* The same until CONDITION holds behind a step: a formula as a stage's until, "un > 0". *HOLDS is 1
 * if it does; -1: it cannot be worked out, and WHY has the reason in SIZE bytes. */
LAWTESTER_API size_t lawtester_run_until(struct lawtester_run *run, const char *condition,
                                         size_t steps, int *holds, char *why, size_t size);

/* Sets a number of the run where it is now; SI units. NAME is a parameter or a state of the law
 * ("kn"); a displacement or a velocity (un us ut an as at, vn vs vt wn ws wt; frame contact), the
 * displacement as if it were reached by one more step, which takes no time; or, where the stage
 * imposes it with a constant number, the displacement (u), velocity (v) or force (f and s in whats)
 * that is imposed from now on. A parameter has the value in the following stages, too. The energy
 * that the first three put in (< 0) or take out (> 0) is E_set; a change of what is imposed does
 * work. 0; or another number: nothing was changed, and WHY has the reason in SIZE bytes. */
LAWTESTER_API int lawtester_run_set(struct lawtester_run *run, const char *name, double value,
                                    char *why, size_t size);

/* ---- Many runs ----------------------------------------------------------------------------------
 * RUNS runs of a program, side by side and in several threads, with the same bits as one by one.
 * The names are those of the options, VALUES has a row of them for each run. Of each run OUT gets a
 * row of the N_WANTED results, parameters, lets, constants or last values that are WANTED by name,
 * NaN where there is none or the run failed, and STATUS (NULL: not asked for) what came of it;
 * nothing is recorded, and what the program expects is not looked at. Returns how many runs are
 * done; if something stands against all of them, none is, and WHY has the reason in SIZE bytes,
 * else that of the first run that failed, or "".
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

/* The same as the document that 'lawtester calibrate --json' prints, with the options' numbers at
 * other values. What is wrong is the document's "message", with converged
 * false. */
LAWTESTER_API char *lawtester_calibrate_json(const struct lawtester_program *program,
                                             const char *const *vary, const char *const *to,
                                             size_t count, const struct lawtester_options *options);

/* The input lines of a code ("lammps", "liggghts", "yade" ...) for COUNT programs with the numbers
 * of their OPTIONS. Of more than one program each is a pair of materials, and each material a type.
 * malloc'd. NULL: that code cannot have it, and WHY has the reason in SIZE bytes. */
LAWTESTER_API char *lawtester_lines(const char *code,
                                    const struct lawtester_program *const *programs,
                                    const struct lawtester_options *const *options, size_t count,
                                    char *why, size_t size);

/* ---- Sweep, fit, verify
 * -------------------------------------------------------------------------- The documents that the
 * command line prints with --json, malloc'd. NULL: it could not be done, and WHY has the reason in
 * SIZE bytes.
 */

/* The sweep of a program read to be swept. Its table is FOLDER/NAME.sweep.csv (.npy, if the program
 * records so); one that was stopped
 * is gone on with. */
LAWTESTER_API char *lawtester_sweep_json(const struct lawtester_program *program,
                                         const char *folder,
                                         const struct lawtester_options *options, char *why,
                                         size_t size);

/* The same with the figures of the section; what could not be drawn is in WHY beside the document.
 */
LAWTESTER_API char *lawtester_sweep_files(const struct lawtester_program *program,
                                          const char *folder,
                                          const struct lawtester_options *options, char *why,
                                          size_t size);

/* The same sweep with points that are run elsewhere. Blocks of points are taken from it; a process
 * that has read the same program makes rows of them; these are kept, in any order, in
 * FOLDER/NAME.sweep.partial. When no block is left, lawtester_sweep_json makes the table of them.
 */
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

/* The fit of the file's section fit: what is unknown and the data are what stands there. */
LAWTESTER_API char *lawtester_fit_json(const struct lawtester_program *program,
                                       const struct lawtester_options *options, char *why,
                                       size_t size);

/* The audit of a law by its name, "": of all, or of a program and what it expects; with the laws
 * that are given, NULL: the built-in ones. */
LAWTESTER_API char *lawtester_verify_json(const struct lawtester_laws *laws, const char *law,
                                          const struct lawtester_program *program,
                                          const struct lawtester_options *options, char *why,
                                          size_t size);

/* ---- Tables -------------------------------------------------------------------------------------
 * A table from a file as the commands read it: in whatever encoding, among other lines, with units.
 */

/* What is said of it; zeros: nothing, it is found out. */
struct lawtester_table_how {
    size_t skip;         /* lines left out at the beginning */
    const char *header;  /* the number of the line with the names, or "none" */
    const char *comment; /* what comments begin with */
    const char *where;   /* a formula over the columns: the rows for which it is true */
    const char *rows;    /* "10..500", from 1 on */
    const char *block;   /* a part: its number, its name, "all" */
};
struct lawtester_table;

/* HOW: NULL: nothing is said. */
LAWTESTER_API struct lawtester_table *lawtester_table_read(const char *path,
                                                           const struct lawtester_table_how *how);
LAWTESTER_API void lawtester_table_free(struct lawtester_table *table);

/* Whether it could be read; what is wrong, or was skipped and assumed, as text. */
LAWTESTER_API int lawtester_table_ok(const struct lawtester_table *table);
LAWTESTER_API const char *lawtester_table_errors(const struct lawtester_table *table);

/* How many rows; the name of column I (NULL: no more); its numbers in SI, one for each row, NaN
 * where there is none (VALUES NULL: not wanted), and their unit, "" if it is not known. 0: there is
 * no such column, or it holds words. */
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

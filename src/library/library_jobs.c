/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweep, fit, verify: their documents. */
#include "library.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/text.h"
#include "fit/fit.h"
#include "formula/rows.h"
#include "registry/laws.h"
#include "result/record.h"
#include "sweep/sweep.h"
#include "verify/verify.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Arguments and result of a sweep, a fit or a verification; NULL or false where it does not apply.
 * TEXT is the document, to be freed. */
struct job {
    const struct lawtester_program *program;
    const struct lawtester_options *options;
    const struct lawtester_laws *laws;
    const char *folder, *law;
    bool draws;
    struct lt_arena *arena;
    const char *why; /* it cannot be done; in the arena or constant */
    char *text;
};

/* Performs WORK and returns the text of its document, to be freed; NULL: it has failed, and WHY
 * says why. WHY may also report figures that could not be drawn. */
static char *do_job(void (*work)(void *data), struct job *job, char *why, size_t size) {
    if (job->program && !job->program->program)
        job->why = "the program has errors";
    else
        lt_library_work(work, job);
    if (size > 0)
        snprintf(why, size, "%s", job->why ? job->why : "");
    lt_arena_free(job->arena);
    return job->text;
}

/* Makes the hash of everything on which a program's runs depend; work of
 * lawtester_program_identity(). */
static void identify(void *data) {
    struct job *job = data;
    job->arena = lt_arena_new();
    struct lt_text text;
    lt_text_begin(&text);
    fputs(lt_sweep_table_identity(job->program->program, job->arena), text.stream);
    job->text = lt_text_end(&text);
}

/* A hash, as text to be freed, of everything on which a program's runs depend. */
char *lawtester_program_identity(const struct lawtester_program *program) {
    struct job job = {.program = program};
    return do_job(identify, &job, NULL, 0);
}

/* ---- Sweep ----------------------------------------------------------------------------------- */

/* Draws the figures of a sweep; job->why says what failed. */
static void draw_figures(struct job *job, const struct lt_sweep_job *sweeping,
                         const struct lt_sweep_outcome *outcome) {
    struct lt_output output = {
        .arena = job->arena, .directory = job->folder, .format = LT_PLOT_SVG};
    lt_sweep_plot_draw(sweeping, outcome, &output);
    if (output.failed[0] || output.missing[0])
        job->why = lt_arena_print(job->arena, "%s%s", output.failed, output.missing);
}

/* Work: sweeps a program into job->folder and makes the document job->text; else job->why says why
 * there is none. With job->draws it also draws the figures. */
static void sweep(void *data) {
    struct job *job = data;
    job->arena = lt_arena_new();
    struct lt_sweep_job sweeping = {.program = job->program->program,
                                    .directory = job->folder,
                                    .threads = job->options->threads,
                                    .interrupted = job->options->stop,
                                    .arena = job->arena};
    struct lt_sweep_outcome outcome;
    if (!sweeping.program->sweep) {
        job->why = "the program was not read to be swept";
    } else if (!lt_file_make_directory(job->folder, job->arena)) {
        job->why = lt_arena_print(job->arena, "%s: %s", job->folder, strerror(errno));
    } else {
        /* A sweep that was stopped keeps the finished points, from which the next call continues.
         */
        const enum lt_sweep_status status = lt_sweep_table_make(&sweeping, &outcome);
        if (status == LT_SWEEP_BAD_FILE || status == LT_SWEEP_LACKS)
            job->why = lt_arena_print(job->arena, "%s", outcome.why);
        else if (status == LT_SWEEP_STOPPED)
            job->why = lt_arena_print(job->arena, "stopped: %zu of %zu points are done",
                                      outcome.done, outcome.points);
        else
            job->text = lt_json_text_last(lt_sweep_document(&sweeping, &outcome));
        if (job->text && job->draws)
            draw_figures(job, &sweeping, &outcome);
    }
}

/* Sweeps a program into FOLDER and describes the result as a JSON text, to be freed. NULL, and why
 * not. */
char *lawtester_sweep_json(const struct lawtester_program *program, const char *folder,
                           const struct lawtester_options *options, char *why, size_t size) {
    struct job job = {.program = program, .folder = folder, .options = options};
    return do_job(sweep, &job, why, size);
}

/* As lawtester_sweep_json(), with the figures of the sweep. */
char *lawtester_sweep_files(const struct lawtester_program *program, const char *folder,
                            const struct lawtester_options *options, char *why, size_t size) {
    struct job job = {.program = program, .folder = folder, .options = options, .draws = true};
    return do_job(sweep, &job, why, size);
}

/* ---- Fit ------------------------------------------------------------------------------------- */

/* Reads the data of a set. NULL, or why they cannot be used. */
static const char *read_data(struct lt_measured *measured, const struct lt_fit_set *set,
                             struct lt_arena *arena) {
    if (!set->file)
        return "a data set has no file";
    struct lt_errors *errors = lt_errors_new();
    struct lt_columns *table = lt_rows_read(set->file, &set->how, false, errors);
    const char *why = NULL;
    if (!table || !lt_fit_data(measured, set, table, arena, errors)) {
        char *text = lt_errors_text(errors);
        why = lt_arena_print(arena, "%.*s", (int)strlen(text) - 1, text); /* the last line's end */
        free(text);
    }
    lt_columns_free(table);
    lt_errors_free(errors);
    return why;
}

/* Work: fits a program to the data of its section fit and makes the document job->text; else
 * job->why says why there is none. */
static void fit(void *data) {
    struct job *job = data;
    const struct lt_program *program = job->program->program;
    const struct lt_fit_task *task = program->fit;
    struct lt_arena *arena = job->arena = lt_arena_new();
    if (!task || task->n_vary == 0) {
        job->why = task ? "the section fit varies nothing" : "the program has no section fit";
        return;
    }
    struct lt_measured *sets = lt_arena_get(arena, task->n_sets * sizeof *sets);
    for (size_t i = 0; i < task->n_sets && !job->why; i++)
        job->why = read_data(&sets[i], &task->sets[i], arena);
    if (job->why)
        return;
    struct lt_fit_problem problem = lt_fit_problem_of(program, sets);
    problem.interrupted = job->options->stop;
    struct lt_fit *found = lt_fit(&problem);
    if (found->ill_posed || found->run_failed || (job->options->stop && *job->options->stop))
        job->why = lt_arena_print(arena, "%s", found->message);
    else
        job->text = lt_json_text_last(lt_fit_table_document(found));
    lt_fit_free(found);
}

/* Fits a program to its data and describes the result as a JSON text, to be freed. NULL, and why
 * not. */
char *lawtester_fit_json(const struct lawtester_program *program,
                         const struct lawtester_options *options, char *why, size_t size) {
    struct job job = {.program = program, .options = options};
    return do_job(fit, &job, why, size);
}

/* ---- Verify ---------------------------------------------------------------------------------- */

/* Chooses the laws to verify: that of a program if it defines one by formulas, else those of the
 * name job->law, "" for all. Returns their number. */
static size_t choose_laws(const struct job *job, const struct lt_law *const *laws,
                          const struct lt_law **chosen) {
    size_t n = 0;
    if (job->program && job->program->program->formula_law)
        chosen[n++] = job->program->program->law;
    for (; !job->program && *laws; laws++)
        if (!*job->law || strcmp((*laws)->name, job->law) == 0)
            chosen[n++] = *laws;
    return n;
}

/* Work: verifies the laws that choose_laws() takes and the program, if one is given, and makes the
 * document job->text; else job->why says why there is none. */
static void verify(void *data) {
    static const volatile int never = 0;
    struct job *job = data;
    struct lt_arena *arena = job->arena = lt_arena_new();
    const struct lt_law *const *laws = lt_library_laws(job->laws);
    size_t count = 1;
    while (laws[count - 1])
        count++;
    const struct lt_law **chosen = lt_arena_get(arena, count * sizeof *chosen);
    const struct lt_verify_options options = {
        .laws = laws,
        .seed = job->options->seed > 0 ? job->options->seed : 1,
        .threads = job->options->threads,
        .audit = true,
        .interrupted = job->options->stop ? job->options->stop : &never,
        .arena = arena};
    /* Subjects are the laws, then the program if one is given. */
    const size_t n = choose_laws(job, laws, chosen), more = job->program != NULL;
    struct lt_subject *subjects = lt_arena_get(arena, (n + 1) * sizeof *subjects);
    if (n + more == 0) {
        job->why = lt_arena_print(arena, "there is no law '%s'", job->law);
        return;
    }
    lt_verify_laws(chosen, n, &options, subjects);
    if (more) {
        const struct lt_program *program = job->program->program;
        subjects[n] = (struct lt_subject){.name = program->stem, .is_program = true, .ok = true};
        lt_verify_programs(&program, 1, &options, &subjects[n]);
    }
    if (job->options->stop && *job->options->stop)
        job->why = "stopped";
    else
        job->text = lt_json_text_last(lt_verify_json(subjects, n + more));
}

/* Verifies the law of this name ("": all laws), or a program unless that is NULL. A JSON text, to
 * be freed; NULL, and why not. */
char *lawtester_verify_json(const struct lawtester_laws *laws, const char *law,
                            const struct lawtester_program *program,
                            const struct lawtester_options *options, char *why, size_t size) {
    struct job job = {.laws = laws, .law = law, .program = program, .options = options};
    return do_job(verify, &job, why, size);
}

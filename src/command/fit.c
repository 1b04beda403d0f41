/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#include "base/file.h"
#include "command/codes.h"
#include "command/progress.h"
#include "fit/fit.h"
#include "formula/rows.h"
#include "program/target.h"
#include "program/vary.h"
#include "registry/laws.h"

#include <stdlib.h>
#include <string.h>

struct request {
    struct call call;
    struct lt_words data, laws;
};

/* The files of --data. */
static const struct lt_words *data_of(const struct call *call) {
    return &((const struct request *)call)->data;
}

/* Reads the data of all sets; --data replaces the files named in the program. Returns the exit
 * code. */
static int read_measured(const struct call *call, const struct lt_fit_task *task,
                         struct lt_measured *sets) {
    struct lt_columns_how request = {.skip = 0}, none = request;
    int code = lt_command_table(call, &request);
    const bool given = memcmp(&request, &none, sizeof none) != 0;
    for (size_t i = 0; i < task->n_sets && code != BAD_USAGE; i++) {
        const char *path = i < data_of(call)->count ? data_of(call)->list[i] : task->sets[i].file;
        struct lt_errors *errors = lt_errors_new();
        struct lt_columns *table =
            lt_rows_read(path, given ? &request : &task->sets[i].how, false, errors);
        if (table)
            lt_fit_data(&sets[i], &task->sets[i], table, call->arena, errors);
        lt_columns_free(table);
        lt_command_worsen(&code, lt_command_end_table(path, errors));
    }
    return code;
}

/* The fit of one law, and the objects that it owns. */
struct fitted {
    struct opened opened; /* text NULL: of the first */
    struct lt_fit_problem problem;
    struct lt_fit *fit;
    json_t *document;
    struct lt_output output;
};

/* Takes the unknowns of --vary for this program. With several LAWS, a name that only another law
 * has is skipped. NULL, or what is wrong. */
static const char *choose_unknowns(const struct call *call, const struct lt_program *program,
                                   const char *const *laws, size_t n_laws,
                                   struct lt_fit_problem *problem) {
    if (call->vary.count == 0)
        return problem->n_vary > 0 ? NULL : "nothing to vary; give --vary NAME=LO:HI";
    struct lt_vary *vary = lt_arena_get(call->arena, call->vary.count * sizeof *vary);
    problem->n_vary = 0;
    problem->vary = vary;
    for (size_t i = 0; i < call->vary.count; i++) {
        bool of_another = false;
        struct lt_vary *one = &vary[problem->n_vary];
        const char *why = lt_target_read_unknown(call->vary.list[i], program, one, call->arena);
        /* An unknown that this law lacks is skipped if another law of the comparison has it. */
        for (size_t k = 0; k < n_laws && why && !one->target; k++)
            of_another |= lt_laws_param(lt_laws_find_in(call->laws, laws[k]), one->name) >= 0;
        if (of_another)
            continue;
        if (why)
            return lt_arena_print(call->arena, "--vary: %s", why);
        if (lt_vary_has(vary, problem->n_vary, one->target))
            return lt_arena_print(call->arena, "'%s' is varied twice", one->name);
        for (size_t k = 0; k < problem->n_sets; k++)
            if (lt_vary_has(program->fit->sets[k].with, program->fit->sets[k].n_with, one->target))
                return lt_arena_print(call->arena,
                                      "'%s' is varied and also given in 'with'; give it once",
                                      one->name);
        problem->n_vary++;
    }
    return problem->n_vary > 0 ? NULL : "nothing to vary of this law";
}

/* Reports WHY a task has no solution, at the place that names its data files; returns BAD_INPUT. */
static int refuse_task(const struct call *call, const struct lt_fit_task *task, const char *why) {
    const struct lt_words *data = data_of(call);
    struct lt_errors *errors = lt_errors_new();
    lt_errors_add(errors, task->sets[0].mark, "%s%s%s", data->count > 0 ? data->list[0] : "",
                  data->count > 0 ? ": " : "", why);
    lt_command_print_errors(errors);
    lt_errors_free(errors);
    return BAD_INPUT;
}

/* Fits one law to the data and writes table, document and figure into *FITTED and the output
 * folder; LAWS are the names of all N_LAWS that are compared, none if there is only one. Returns
 * the exit code. */
static int fit_one(const struct call *call, const struct lt_program *program,
                   const char *const *laws, size_t n_laws, struct fitted *fitted) {
    const struct lt_fit_task *task = program->fit;
    struct lt_measured *sets = lt_arena_get(call->arena, task->n_sets * sizeof *sets);
    fitted->problem = lt_fit_problem_of(program, sets);
    fitted->problem.draw = !lt_command_draws(call, LT_PLOT_NONE);
    fitted->problem.interrupted = &interrupted;
    const char *why = choose_unknowns(call, program, laws, n_laws, &fitted->problem);
    if (why)
        return n_laws > 0 ? lt_command_misused(call, "law %s: %s", program->law->name, why)
                          : lt_command_misused(call, "%s", why);
    int code = read_measured(call, task, sets);
    if (code != DONE)
        return code;
    code = lt_command_ready_output(call, program, ".fit");
    if (code != DONE)
        return code;
    lt_progress_begin(call, program->source->name, "", 0);
    fitted->fit = lt_fit(&fitted->problem);
    lt_progress_end();
    if (fitted->fit->ill_posed)
        return refuse_task(call, task, fitted->fit->message);
    fitted->output = lt_command_output(call);
    /* Without a result the files of an earlier call are moved away, so that none is taken for this
     * one's. */
    if (interrupted || fitted->fit->run_failed) {
        lt_fit_plot_set_aside(fitted->fit, &fitted->output);
        code = lt_command_code_of_output(&fitted->output);
        if (interrupted) /* main ends as the signal wants it */
            return code;
        lt_command_say("%s: %s", program->source->name, fitted->fit->message);
        lt_command_worsen(&code, RUN_FAILED);
        return code;
    }
    fitted->document = lt_fit_table_document(fitted->fit);
    lt_fit_table_write(fitted->fit, fitted->document, &fitted->output);
    lt_fit_plot_draw(fitted->fit, &fitted->output);
    return DONE;
}

/* Prints the fit of one law and the files that were written. */
static void print_one(const struct fitted *fitted) {
    lt_command_print(lt_fit_table_text(fitted->fit));
    fputs(fitted->output.terminal, stdout);
    printf("\n  wrote%s\n", fitted->output.written[0] ? fitted->output.written : " nothing");
}

/* Reports what is unsatisfactory about a fit: no convergence, undetermined unknowns. Returns the
 * exit code. */
static int judge_fit(const struct fitted *fitted) {
    const struct lt_fit *fit = fitted->fit;
    const char *name = fit->problem->program->source->name;
    if (!fit->converged)
        lt_command_say("%s: %s", name, fit->message);
    if (fit->unknown[0])
        lt_command_say("%s: the data do not determine %s", name, fit->unknown);
    if (fit->doubt[0])
        lt_command_say("%s: %s", name, fit->doubt);
    return fit->converged && !fit->unknown[0] ? DONE : FELL_SHORT;
}

/* Frees COUNT fits and closes their programs. */
static void free_fitted(struct fitted *fitted, size_t count) {
    for (size_t i = 0; i < count; i++) {
        json_decref(fitted[i].document);
        lt_fit_free(fitted[i].fit);
        lt_command_close(&fitted[i].opened);
    }
}

/* ---- One law, or several --------------------------------------------------------------------- */

/* Fits the program's own law and prints the result; returns the exit code. */
static int fit_program(const struct call *call, const struct lt_program *program) {
    struct fitted fitted = {0};
    int code = fit_one(call, program, NULL, 0, &fitted);
    if (fitted.document) {
        if (call->json)
            lt_command_print_json(json_incref(fitted.document));
        else
            print_one(&fitted);
        lt_command_worsen(&code, lt_command_code_of_output(&fitted.output));
        lt_command_worsen(&code, judge_fit(&fitted));
        lt_command_worsen(&code, fitted.fit->refuted ? FELL_SHORT : DONE);
    }
    free_fitted(&fitted, 1);
    return code;
}

/* Prints the fits of several laws, and a table that compares them. */
static void show_comparison(const struct call *call, const struct fitted *fitted, size_t count) {
    const struct lt_fit **fits = lt_arena_get(call->arena, count * sizeof *fits);
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        fits[i] = fitted[i].fit;
        json_array_append(list, fitted[i].document);
        if (!call->json) {
            printf("%sLaw %s\n\n", i > 0 ? "\n" : "", fits[i]->problem->program->law->name);
            print_one(&fitted[i]);
        }
    }
    if (call->json) {
        json_t *document = lt_fit_table_comparison(fits, count);
        json_object_set_new(document, "laws", list);
        lt_command_print_json(document);
        return;
    }
    json_decref(list);
    lt_command_print(lt_fit_table_comparison_text(fits, count));
}

/* Fits several laws to the same data and compares them; returns the exit code, FELL_SHORT if the
 * data refute all. */
static int fit_laws(const struct call *call, const struct opened *first, const char *const *laws,
                    size_t count) {
    struct fitted *fitted = lt_arena_get(call->arena, count * sizeof *fitted);
    int code = DONE;
    size_t done = 0, refuted = 0;
    for (; done < count && code == DONE && !interrupted; done++) {
        code = lt_command_open_as(call, call->files[0], first, laws[done], &fitted[done].opened);
        if (code != DONE)
            break;
        const struct lt_program *program = fitted[done].opened.program;
        code = fit_one(call, program, laws, count, &fitted[done]);
    }
    if (code == DONE && !interrupted) {
        show_comparison(call, fitted, count);
        for (size_t i = 0; i < count; i++) {
            lt_command_worsen(&code, lt_command_code_of_output(&fitted[i].output));
            lt_command_worsen(&code, judge_fit(&fitted[i]));
            refuted += fitted[i].fit->refuted;
        }
        lt_command_worsen(&code, refuted == count ? FELL_SHORT : DONE);
    }
    free_fitted(fitted, done);
    return code;
}

/* Fits the laws of --law, else those of the file, else its only one. Returns the exit code. */
static int fit_program_laws(const struct call *call, const struct opened *opened) {
    const struct lt_words *data = data_of(call), *others = &((const struct request *)call)->laws;
    const struct lt_fit_task *task = opened->program->fit;
    if (!task)
        return lt_command_misused(
            call,
            "%s has no section fit, which describes the data, such as "
            "fit: {data: e.csv, x: v, y: e, result: {x: v0, y: e_n}}, v0 a let",
            opened->program->source->name);
    if (data->count > task->n_sets)
        return lt_command_misused(call, "%zu times --data for %zu data sets", data->count,
                                  task->n_sets);
    for (size_t i = data->count; i < task->n_sets; i++)
        if (!task->sets[i].file)
            return lt_command_misused(call, "no data; give --data FILE");
    for (size_t i = 0; i < others->count; i++)
        if (!lt_laws_find_in(call->laws, others->list[i]))
            return lt_command_unknown_law(call, others->list[i]);
    const char *const *laws = others->count > 0 ? others->list : task->laws;
    size_t count = others->count > 0 ? others->count : task->n_laws;
    return count > 0 ? fit_laws(call, opened, laws, count) : fit_program(call, opened->program);
}

/* Performs 'lawtester fit'; returns the exit code. */
static int perform(const struct call *call) {
    if (lt_command_want_one_file(call) != DONE)
        return BAD_USAGE;
    struct opened opened;
    int code = lt_command_open(call, call->files[0], &opened);
    if (code != DONE)
        return code;
    code = fit_program_laws(call, &opened);
    lt_command_close(&opened);
    return code;
}

static const struct lt_option options[] = {
    LT_OPTION(0, struct request, data, "data", "D.csv",
              "measured data instead of FILE's own; may be repeated", .propose = lt_propose_tables),
    VARY_OPTION("a let, parameter or path to find; repeatable"),
    LT_OPTION(0, struct request, laws, "law", "NAME",
              "a law instead of FILE's; several are compared", .propose = lt_propose_laws),
    TABLE_OPTIONS,
    FOLDER_OPTION("where the files go (default: out)"),
    DEFINE_OPTION,
    PLOT_OPTION,
    THEME_OPTION,
    SIZE_OPTION,
    JSON_OPTION,
    CODE_OPTIONS,
    FOR_OPTION("emulate WORDS: its law, frame, lever, axes and steps"),
    SILENT_OPTION,
    PLUGIN_OPTION,
    HELP_OPTION,
    {0},
};

const struct command command_fit = {
    .name = "fit",
    .arguments = "FILE",
    .summary = "Find parameters, with errors, from measured data.",
    .options = options,
    .size = sizeof(struct request),
    .perform = perform,
    .output = "out",
    .propose = lt_propose_programs,
};

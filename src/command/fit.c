/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#include "file.h"
#include "fit.h"
#include "goal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 28 };

/* The data of all sets; what the command line names takes the place of the file's own. */
static int read_data(const struct call *call, const struct lt_fit_task *task,
                     struct lt_measured *sets) {
    struct lt_errors *errors = lt_errors_new();
    int code = DONE;
    for (size_t i = 0; i < task->n_sets && code == DONE; i++) {
        const char *path = i < call->n_data ? call->data[i] : task->sets[i].file;
        size_t length;
        char *text = lt_file_read(path, MOST_BYTES, &length);
        if (!text) {
            say("%s: %s", name_of(path), strerror(errno));
            code = BAD_FILE;
            break;
        }
        lt_fit_data(&sets[i], &task->sets[i], name_of(path), text, length, call->arena, errors);
        free(text);
    }
    if (errors->count > 0) {
        char *text = lt_errors_text(errors);
        fflush(stdout);
        fputs(text, stderr);
        free(text);
    }
    if (code == DONE && errors->failures > 0)
        code = BAD_INPUT;
    lt_errors_free(errors);
    return code;
}

static int show(const struct call *call, const struct lt_fit *fit) {
    struct lt_output output = {.arena = call->arena,
                               .directory = call->output,
                               .format = call->format,
                               .format_given = call->format_given};
    json_t *document = lt_fit_document(fit);
    lt_fit_write(fit, document, &output);
    lt_fit_draw(fit, &output);
    if (call->json) {
        print_json(document);
    } else {
        print_and_free(lt_fit_text(fit));
        fputs(output.terminal, stdout);
        printf("\n  wrote%s\n", output.written);
    }
    json_decref(document);
    return code_of_output(&output);
}

static int solve(const struct call *call, const struct lt_fit_problem *problem) {
    const char *name = problem->program->source->name;
    struct lt_fit *fit = lt_fit(problem);
    int code = RUN_FAILED;
    if (interrupted) {
        code = DONE; /* main ends as the signal wants it */
    } else if (fit->run_failed) {
        say("%s: %s", name, fit->message);
    } else {
        code = show(call, fit);
        if (!fit->converged)
            say("%s: %s", name, fit->message);
        if (fit->unknown[0])
            say("%s: the data do not determine %s", name, fit->unknown);
        worsen(&code, fit->converged && !fit->unknown[0] ? DONE : FELL_SHORT);
    }
    lt_fit_free(fit);
    return code;
}

static int fit(const struct call *call, const struct lt_program *program) {
    const struct lt_fit_task *task = program->fit;
    if (!task)
        return misused(call, "%s has no section fit that says what the data are",
                       program->source->name);
    if (call->n_data > task->n_sets)
        return misused(call, "%zu times --data for %zu data sets", call->n_data, task->n_sets);
    for (size_t i = call->n_data; i < task->n_sets; i++)
        if (!task->sets[i].file)
            return misused(call, "no data; give --data FILE");
    struct lt_vary *vary = task->vary;
    size_t n_vary = task->n_vary;
    if (call->n_vary > 0) {
        n_vary = call->n_vary;
        vary = lt_arena_get(call->arena, n_vary * sizeof *vary);
        for (size_t i = 0; i < n_vary; i++) {
            const char *why = lt_goal_vary(call->vary[i], program, &vary[i], call->arena);
            if (why)
                return misused(call, "--vary: %s", why);
        }
    }
    if (n_vary == 0)
        return misused(call, "nothing to vary; give --vary NAME=LO:HI");
    for (size_t i = 0; i < n_vary; i++)
        for (size_t k = 0; k < i; k++)
            if (vary[i].target == vary[k].target)
                return misused(call, "'%s' is varied twice", vary[i].name);
    struct lt_measured *sets = lt_arena_get(call->arena, task->n_sets * sizeof *sets);
    int code = read_data(call, task, sets);
    if (code != DONE)
        return code;
    if (!lt_file_make_directory(call->output, call->arena)) {
        say("%s: %s", call->output, strerror(errno));
        return BAD_FILE;
    }
    struct lt_fit_problem problem = {.program = program,
                                     .n_sets = task->n_sets,
                                     .sets = sets,
                                     .n_vary = n_vary,
                                     .vary = vary,
                                     .loss = task->loss,
                                     .interrupted = &interrupted};
    return solve(call, &problem);
}

static int perform(const struct call *call) {
    if (call->n_files != 1)
        return misused(call, "fit needs one FILE");
    if (call->json && call->format == LT_PLOT_TERM)
        return misused(call, "--json and --plot=term both need standard output");
    struct opened opened;
    int code = open_program(call, call->files[0], &opened);
    if (code != DONE)
        return code;
    code = fit(call, opened.program);
    close_program(&opened);
    return code;
}

static const struct lt_option options[] = {
    {DATA, "data", "D.csv", "measured data instead of those that FILE names; may be repeated"},
    {VARY, "vary", "NAME[=LO:HI]", "a let or parameter to find; may be repeated"},
    {'o', "output", "DIR", "where the files go (default: out)"},
    {DEFINE_OPTION},
    {PLOT_OPTION},
    {JSON_OPTION},
    {PLUGIN_OPTION},
    {HELP_OPTION},
    {0},
};

const struct command command_fit = {
    .name = "fit",
    .arguments = "FILE",
    .summary = "Find parameters, with errors, from measured data.",
    .options = options,
    .perform = perform,
    .output = "out",
};

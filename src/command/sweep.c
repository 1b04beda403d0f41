/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#include "base/file.h"
#include "command/codes.h"
#include "command/progress.h"
#include "figure/output.h"
#include "sweep/sweep.h"

struct request {
    struct call call;
    unsigned long jobs;
};

/* Draws the figures of a sweep and ends the report of progress. */
static void draw_sweep(const struct lt_sweep_job *job, const struct lt_sweep_outcome *outcome,
                       struct lt_output *output) {
    if (job->doing)
        job->doing("drawing ...", job->data);
    lt_sweep_plot_draw(job, outcome, output);
    lt_progress_end();
}

/* Draws and prints the results of a sweep; returns the exit code. */
static int show_sweep(const struct call *call, const struct lt_sweep_job *job,
                      const struct lt_sweep_outcome *outcome) {
    struct lt_output output = lt_command_output(call);
    draw_sweep(job, outcome, &output);
    if (interrupted) { /* main ends as the signal wants it */
        lt_command_say("%s: %s is complete, its figures are not", job->program->source->name,
                       outcome->path);
        return DONE;
    }
    if (call->json) {
        lt_command_print_json(lt_sweep_document(job, outcome));
    } else if (call->detail != LT_BRIEF) {
        const char *base = lt_sweep_table_base(job);
        lt_command_print(lt_sweep_text(job, outcome));
        fputs(output.terminal, stdout);
        printf("\n  wrote %s.csv %s.json%s\n", base, base, output.written);
    }
    /* Points that fail do not end a sweep, but are its exit code; the first message stands for all.
     */
    int code = outcome->failed > 0 ? RUN_FAILED : DONE;
    if (outcome->n_messages > 0)
        lt_command_say("%s: %zu of %zu points failed; point %zu: %s", job->program->source->name,
                       outcome->failed, outcome->points, outcome->messages[0].point,
                       outcome->messages[0].text);
    lt_command_worsen(&code, lt_command_code_of_output(&output));
    return code;
}

/* Prints a note of the sweep. */
static void note_progress(const char *text) {
    lt_command_say("%s", text);
}

/* Sweeps a program, or continues a sweep that was interrupted; returns the exit code. */
static int sweep_program(const struct call *call, struct lt_sweep_job *job) {
    int ready = lt_command_ready_output(call, job->program, ".sweep");
    if (ready != DONE)
        return ready;
    /* Figures of an earlier call are moved away before the sweep. */
    struct lt_output before = lt_command_output(call);
    lt_sweep_plot_make_room(job, &before);
    ready = lt_command_code_of_output(&before);
    if (ready != DONE)
        return ready;
    lt_progress_begin(call, job->program->source->name, "points",
                      (double)job->program->sweep->points);
    job->progress = lt_progress_show;
    job->doing = lt_progress_doing;
    job->note = note_progress;
    struct lt_sweep_outcome outcome;
    enum lt_sweep_status status = lt_sweep_table_make(job, &outcome);
    if (status == LT_SWEPT)
        return show_sweep(call, job, &outcome);
    lt_progress_end();
    /* A stopped sweep keeps its finished points, but its figures would be incomplete. */
    if (status != LT_SWEEP_STOPPED) {
        lt_command_say("%s", outcome.why);
        return status == LT_SWEEP_LACKS ? RUN_FAILED : BAD_FILE;
    }
    struct lt_output output = lt_command_output(call);
    lt_command_say("%s: %zu of %zu points are done; repeat the command to continue",
                   job->program->source->name, outcome.done, outcome.points);
    lt_sweep_plot_set_aside(job, &output);
    lt_command_code_of_output(&output);
    return BAD_FILE;
}

/* Performs 'lawtester sweep'; returns the exit code. */
static int perform(const struct call *call) {
    const struct request *request = (const void *)call;
    if (lt_command_want_one_file(call) != DONE)
        return BAD_USAGE;
    struct lt_sweep_job job = {.directory = call->output,
                               .threads = (int)request->jobs,
                               .interrupted = &interrupted,
                               .arena = call->arena};
    struct opened opened;
    int code = lt_command_open_for_sweep(call, call->files[0], &opened);
    if (code != DONE)
        return code;
    job.program = opened.program;
    code = sweep_program(call, &job);
    lt_command_close(&opened);
    return code;
}

static const struct lt_option options[] = {
    FOLDER_OPTION("where the files go (default: out)"),
    DEFINE_OPTION,
    LT_OPTION('j', struct request, jobs, "jobs", "N",
              "threads (default: as many as there are processors)", .number = MOST_JOBS),
    PLOT_OPTION,
    THEME_OPTION,
    SIZE_OPTION,
    JSON_OPTION,
    QUIET_OPTION,
    CODE_OPTIONS,
    FOR_OPTION("emulate WORDS: its law, frame, lever, axes and steps"),
    PLUGIN_OPTION,
    HELP_OPTION,
    {0},
};

const struct command command_sweep = {
    .name = "sweep",
    .arguments = "FILE",
    .summary = "Run a stage program at many points; write one table.",
    .options = options,
    .size = sizeof(struct request),
    .perform = perform,
    .output = "out",
    .propose = lt_propose_programs,
};

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#include "base/file.h"
#include "command/run.h"
#include "figure/curve.h"
#include "figure/kind.h"
#include "figure/output.h"
#include "figure/recorded.h"

#include <string.h>

struct request {
    struct call call;
    const char *x, *y, *title, *x_label, *y_label;
    struct lt_words labels; /* of the curves */
    int kind;               /* enum lt_kind_of_figure */
    bool overlay;
};

/* The tables to draw; a table with several blocks counts as several. */
struct drawn {
    struct lt_recorded **tables;
    size_t count;
};

/* Appends COUNT tables to those that are drawn. */
static void add_blocks(struct drawn *drawn, struct lt_recorded *const *blocks, size_t count,
                       struct lt_arena *arena) {
    struct lt_recorded **all = lt_arena_get(arena, (drawn->count + count + 1) * sizeof *all);
    if (drawn->count > 0)
        memcpy(all, drawn->tables, drawn->count * sizeof *all);
    memcpy(all + drawn->count, blocks, count * sizeof *all);
    drawn->tables = all;
    drawn->count += count;
}

/* Opens the tables and their blocks; returns the exit code. */
static int open_tables(const struct call *call, struct drawn *drawn) {
    struct lt_columns_how how = {.skip = 0};
    int code = lt_command_table(call, &how);
    for (size_t i = 0; i < call->n_files && code == DONE; i++) {
        if ((code = lt_command_spare(call, call->output, call->files[i])) != DONE)
            break;
        struct lt_errors *errors = lt_errors_new();
        size_t count;
        struct lt_recorded **blocks =
            lt_recorded_blocks(call->files[i], &how, &count, call->arena, errors);
        add_blocks(drawn, blocks, count, call->arena);
        code = lt_command_end_table(call->files[i], errors);
    }
    return code;
}

/* The file name of a plot without its ending. It differs from that of the data, which the drawing
 * of 'run' uses. */
static const char *base_of_plot(const struct request *request, enum lt_kind_of_figure kind) {
    const struct call *call = &request->call;
    const char *file = call->files[0];
    int length = (int)(lt_run_is_table(file) ? (size_t)(strrchr(file, '.') - file) : strlen(file));
    if (!request->x)
        return lt_arena_print(call->arena, "%.*s-%s", length, file,
                              kind != LT_KIND_NONE ? lt_kind_words[kind - LT_KIND_NORMAL] : "plot");
    return lt_arena_print(call->arena, "%.*s-%s-%s", length, file, lt_curve_name(request->x),
                          lt_curve_name(request->y));
}

/* Gives the curves and axes the names of the command line; returns the exit code. */
static int name_parts(const struct request *request, struct lt_figure *figure) {
    const struct call *call = &request->call;
    const size_t count = figure->n_curves;
    figure->x_text = request->x_label ? request->x_label : figure->x_text;
    figure->y_text = request->y_label ? request->y_label : figure->y_text;
    if (request->labels.count == 0)
        return DONE;
    /* NAMES lists the curves for the message, if the number of labels is wrong. */
    struct lt_curve *curves = lt_arena_get(call->arena, (count + 1) * sizeof *curves);
    const char *names = "";
    for (size_t i = 0; i < count; i++) {
        const char *label = figure->curves[i].label;
        curves[i] = figure->curves[i];
        curves[i].label = i < request->labels.count ? request->labels.list[i] : NULL;
        names = lt_arena_print(call->arena, "%s%s%s", names, i > 0 ? ", " : "",
                               label && *label ? label
                               : request->y    ? request->y
                                               : "curve");
    }
    if (request->labels.count != count)
        return lt_command_misused(
            call, "expected --label %s, found it %zu times",
            count == 1 ? "once, for the only curve"
                       : lt_arena_print(call->arena, "%zu times, for the curves %s", count, names),
            request->labels.count);
    figure->curves = curves;
    return DONE;
}

/* Draws tables as one figure; returns the exit code. */
static int draw_tables(const struct request *request, const struct drawn *drawn) {
    const struct call *call = &request->call;
    struct lt_recorded *const *tables = drawn->tables;
    const size_t count = drawn->count;
    enum lt_kind_of_figure kind = (enum lt_kind_of_figure)request->kind;
    const char *x = request->x, *y = request->y, *wrong;
    struct lt_errors *errors = lt_errors_new();
    /* Without -x, -y and --kind the columns choose: a kind of figure if the table has its columns,
     * else the first two axes. */
    if (!x && !y && kind == LT_KIND_NONE)
        kind = lt_kind_choose(&tables[0]->sheet);
    if (!x && !y && kind == LT_KIND_NONE)
        lt_recorded_axes(tables[0], &x, &y);
    struct lt_figure figure = {.title = request->title ? request->title
                                        : count == 1   ? tables[0]->title
                                                       : ""};
    if (kind != LT_KIND_NONE)
        wrong = lt_recorded_kind(tables, count, kind, &figure, call->arena, errors);
    else
        wrong = lt_recorded_columns(tables, count, x, y, &figure, call->arena, errors);
    int code = lt_command_end_table(call->files[0], errors);
    if (code != DONE)
        return code;
    if (wrong)
        return lt_command_misused(call, "%s", wrong);
    code = name_parts(request, &figure);
    if (code != DONE)
        return code;

    /* The file: beside the table, or that of -o, whose ending is the format. */
    struct lt_output output = lt_command_output(call);
    output.format_given = true;
    const char *base = base_of_plot(request, kind);
    if (call->output && !lt_output_split(call->output, &base, &output.format, call->arena))
        return lt_command_misused(call, "'%s' does not end in .svg, .png or .pdf", call->output);
    if (call->output && call->plot > 0 && !lt_command_draws(call, output.format))
        return lt_command_misused(call, "-o %s and --plot=%s contradict each other", call->output,
                                  lt_output_formats[call->plot - 1]);
    lt_output_draw(&output, &figure, base, output.format);
    fputs(output.terminal, stdout);
    if (output.written[0])
        puts(output.written + 1);
    return lt_command_code_of_output(&output);
}

/* Performs 'lawtester plot'; returns the exit code. */
static int perform(const struct call *call) {
    struct request with = *(const struct request *)call;
    const struct request *request = &with;
    if (call->n_files == 0)
        return lt_command_misused(call, "plot needs a CSV file");
    if (!request->x != !request->y)
        return lt_command_misused(call, "%s without the other one; -x and -y belong together",
                                  request->x ? "-x" : "-y");
    if (lt_command_draws(call, LT_PLOT_NONE))
        return lt_command_misused(call, "--plot=none makes no sense here");
    if (request->x && request->kind != LT_KIND_NONE)
        return lt_command_misused(call, "--kind has its own x and y");
    int code = lt_run_tables(call, request->overlay, &with.call);
    if (code != DONE)
        return code;
    call = &with.call;
    struct drawn drawn = {.count = 0};
    code = open_tables(call, &drawn);
    if (code == DONE)
        code = draw_tables(request, &drawn);
    for (size_t i = 0; i < drawn.count; i++)
        lt_recorded_free(drawn.tables[i]);
    return code;
}

static const struct lt_option options[] = {
    LT_OPTION('x', struct request, x, "x", "COLUMN", "abscissa; -COLUMN changes its sign"),
    LT_OPTION('y', struct request, y, "y", "COLUMN",
              "ordinate (default: a loop of force over displacement)"),
    LT_OPTION(0, struct request, kind, "kind", "KIND", "WORDS instead of -x and -y",
              .words = lt_kind_words),
    OUTPUT_OPTION("FILE", "the picture: .svg, .png or .pdf (default: A-x-y.svg, A-KIND.svg)",
                  lt_propose_pictures),
    LT_OPTION(0, struct request, title, "title", "TEXT",
              "title above the figure; empty: none (default: the run's)", .may_be_empty = true),
    LT_OPTION(0, struct request, labels, "label", "TEXT",
              "name of a curve; repeated, in the order of the curves; empty: none",
              .may_be_empty = true),
    LT_OPTION(0, struct request, x_label, "x-label", "TEXT",
              "label of the axis; a unit in brackets, '(mm)', is that of its numbers"),
    LT_OPTION(0, struct request, y_label, "y-label", "TEXT", "likewise"),
    TABLE_OPTIONS,
    CODE_OPTIONS,
    OVERLAY_OPTION("with --in CODE[,CODE]: the run by our law, too"),
    DEFINE_OPTION,
    PLOT_OPTION,
    THEME_OPTION,
    SIZE_OPTION,
    PLUGIN_OPTION,
    HELP_OPTION,
    {0},
};

const struct command command_plot = {
    .name = "plot",
    .arguments = "A.csv|FILE...",
    .summary = "Draw recorded data, or runs in another code.",
    .codes = true,
    .options = options,
    .size = sizeof(struct request),
    .perform = perform,
    .propose = lt_propose_runs,
};

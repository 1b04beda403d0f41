/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#include "base/file.h"
#include "figure/curve.h"
#include "figure/kind.h"
#include "figure/output.h"
#include "figure/recorded.h"

#include <string.h>

static int open_tables(const struct call *call, struct lt_recorded **tables) {
    char why[512];
    for (size_t i = 0; i < call->n_files; i++) {
        tables[i] = lt_recorded_read(call->files[i], why, sizeof why, call->arena);
        if (tables[i]) {
            lt_command_note_commas(call->files[i], tables[i]->csv);
            continue;
        }
        if (!interrupted)
            lt_command_say("%s", why);
        return lt_command_code_of_table(call->files[i]);
    }
    return DONE;
}

/* Not the name of the data alone: that is the picture which run has drawn. */
static const char *base_of_plot(const struct call *call, enum lt_kind kind) {
    const char *file = call->files[0], *dot = strrchr(file, '.');
    int length = (int)(dot && strcmp(dot, ".csv") == 0 ? (size_t)(dot - file) : strlen(file));
    if (!call->x)
        return lt_arena_print(call->arena, "%.*s-%s", length, file,
                              kind != LT_KIND_NONE ? lt_kind_words[kind - LT_KIND_NORMAL] : "plot");
    return lt_arena_print(call->arena, "%.*s-%s-%s", length, file, lt_curve_name(call->x),
                          lt_curve_name(call->y));
}

static int draw_tables(const struct call *call, struct lt_recorded *const *tables) {
    enum lt_kind kind = call->kind;
    const char *x = call->x, *y = call->y, *wrong;
    if (!x && !y && kind == LT_KIND_NONE)
        kind = lt_kind_choose(&tables[0]->sheet);
    if (!x && !y && kind == LT_KIND_NONE)
        lt_recorded_axes(tables[0], &x, &y);
    struct lt_figure figure = {.title = call->title          ? call->title
                                        : call->n_files == 1 ? tables[0]->title
                                                             : ""};
    if (kind != LT_KIND_NONE)
        wrong = lt_recorded_kind(tables, call->n_files, kind, &figure, call->arena);
    else
        wrong = lt_recorded_columns(tables, call->n_files, x, y, &figure, call->arena);
    if (wrong)
        return lt_command_misused(call, "%s", wrong);

    enum lt_plot_format format = call->format_given ? call->format : LT_PLOT_SVG;
    const char *base = base_of_plot(call, kind);
    if (call->output && !lt_output_split(call->output, &base, &format, call->arena))
        return lt_command_misused(call, "'%s' does not end in .svg, .png or .pdf", call->output);
    struct lt_output output = {
        .arena = call->arena, .format_given = true, .theme = call->theme, .size = call->size};
    lt_output_draw(&output, &figure, base, format);
    fputs(output.terminal, stdout);
    if (output.written[0])
        puts(output.written + 1);
    return lt_command_code_of_output(&output);
}

static int perform(const struct call *call) {
    if (call->n_files == 0)
        return lt_command_misused(call, "plot needs a CSV file");
    if (!call->x != !call->y)
        return lt_command_misused(call, "%s stands alone; -x and -y belong together",
                                  call->x ? "-x" : "-y");
    if (call->format_given && call->format == LT_PLOT_NONE)
        return lt_command_misused(call, "--plot=none leaves nothing to do");
    if (call->x && call->kind != LT_KIND_NONE)
        return lt_command_misused(call, "--kind has its own x and y");
    struct lt_recorded **tables = lt_arena_get(call->arena, call->n_files * sizeof *tables);
    memset(tables, 0, call->n_files * sizeof *tables);
    int code = open_tables(call, tables);
    if (code == DONE)
        code = draw_tables(call, tables);
    for (size_t i = 0; i < call->n_files; i++)
        lt_recorded_free(tables[i]);
    return code;
}

static const struct lt_option options[] = {
    {'x', "x", "COLUMN", "abscissa; -COLUMN turns its sign"},
    {'y', "y", "COLUMN", "ordinate (default: a loop of force over displacement)"},
    {KIND, "kind", "KIND",
     "normal, shear, moment, time, energy, cone, hodograph or residual instead of -x and -y"},
    {'o', "output", "FILE", "the picture: .svg, .png or .pdf (default: A-x-y.svg, A-KIND.svg)"},
    {TITLE, "title", "TEXT", "above the figure; empty: none (default: the run's)"},
    {PLOT_OPTION},
    {THEME_OPTION},
    {SIZE_OPTION},
    {PLUGIN_OPTION},
    {HELP_OPTION},
    {0},
};

const struct command command_plot = {
    .name = "plot",
    .arguments = "A.csv...",
    .summary = "Draw recorded data.",
    .options = options,
    .perform = perform,
};

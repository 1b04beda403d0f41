/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#include "curve.h"
#include "output.h"

#include <string.h>

static int perform(const struct call *call) {
    if (call->n_files == 0 || !call->x || !call->y)
        return misused(call, "plot needs a CSV file, -x and -y");
    const char *file = call->files[0], *dot = strrchr(file, '.');
    int length = (int)(dot && strcmp(dot, ".csv") == 0 ? (size_t)(dot - file) : strlen(file));
    /* Not the name of the data alone: that is the picture which run has drawn. */
    const char *base = lt_arena_print(call->arena, "%.*s-%s-%s", length, file,
                                      lt_curve_name(call->x), lt_curve_name(call->y));
    enum lt_plot_format format = LT_PLOT_SVG;
    if (call->output && !lt_output_split(call->output, &base, &format, call->arena))
        return misused(call, "'%s' does not end in .svg, .png or .pdf", call->output);

    struct lt_curve *curves = lt_arena_get(call->arena, call->n_files * sizeof *curves);
    for (size_t i = 0; i < call->n_files; i++) {
        int code = read_curve(call, call->files[i], &curves[i]);
        if (code != DONE)
            return code;
    }
    struct lt_figure figure = {.title = "",
                               .x_text = call->x,
                               .y_text = call->y,
                               .x_unit = lt_curve_unit(call->x, call->arena),
                               .y_unit = lt_curve_unit(call->y, call->arena),
                               .curves = curves,
                               .n_curves = call->n_files};
    struct lt_output output = {.arena = call->arena, .format_given = true};
    lt_output_draw(&output, &figure, base, format);
    if (output.written[0])
        puts(output.written + 1);
    return code_of_output(&output);
}

static const struct lt_option options[] = {
    {'x', "x", "COLUMN", "abscissa; -COLUMN turns its sign"},
    {'y', "y", "COLUMN", "ordinate"},
    {'o', "output", "FILE", "the picture: .svg, .png or .pdf (default: A-x-y.svg)"},
    {PLUGIN_OPTION},
    {HELP_OPTION},
    {0},
};

const struct command command_plot = {
    .name = "plot",
    .arguments = "A.csv... -x COLUMN -y COLUMN",
    .summary = "Draw recorded data.",
    .options = options,
    .perform = perform,
};

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "speeds.h"
#include "command/progress.h"

#include "figure/output.h"
#include "result/record.h"

#include <math.h>
#include <string.h>

/* ---- Figure ---------------------------------------------------------------------------------- */

/* True if a target is a coefficient of restitution. */
static bool is_restitution(const struct lt_aim *aim) {
    size_t slot = aim->target->result->slot;
    return slot == LT_R_E_N || slot == LT_R_E_T || slot == LT_R_E_T_CENTRE;
}

/* Sets SHOWN to the indices of the targets on one axis: all restitutions, or if there are none the
 * first target. Returns their number, at least 1. */
static size_t choose_axis(const struct lt_calibration *found, size_t *shown) {
    size_t n = 0;
    for (size_t i = 0; i < found->n; i++)
        if (is_restitution(&found->aims[i]))
            shown[n++] = i;
    shown[0] = n > 0 ? shown[0] : 0;
    return n > 0 ? n : 1;
}

/* Draws the results over the speed of impact (m/s), with the calibrated points. */
static void draw_speeds(const struct call *call, const struct lt_program *program,
                        const struct lt_calibration *found, const struct lt_speeds *speeds,
                        const char *base, struct lt_output *output) {
    size_t shown[LT_TRIAL_MAX], n = choose_axis(found, shown);
    struct lt_curve curves[2 * LT_TRIAL_MAX];
    for (size_t k = 0; k < n; k++) {
        const struct lt_aim *aim = &found->aims[shown[k]];
        /* Curve and calibrated point of a result have the same colour, one of six. */
        struct lt_curve run = {.label = n > 1 ? aim->target->name : NULL,
                               .x = speeds->v,
                               .y = speeds->y[shown[k]],
                               .count = speeds->count,
                               .role = LT_CURVE_RUN,
                               .colour = (int)(k % 6 + 1)};
        struct lt_curve point = {.label = k == 0 ? "as calibrated" : NULL,
                                 .x = &speeds->own,
                                 .y = &aim->achieved,
                                 .count = 1,
                                 .role = LT_CURVE_DATA,
                                 .colour = run.colour};
        curves[2 * k] = run;
        curves[2 * k + 1] = point;
    }
    const struct lt_name *y = found->aims[shown[0]].target->result;
    struct lt_figure figure = {.title = program->title[0] ? program->title : program->stem,
                               .x_text = "impact speed",
                               .y_text = n > 1 ? "restitution" : y->name,
                               .x_unit = "m/s",
                               .y_unit = y->unit,
                               .curves = curves,
                               .n_curves = 2 * n,
                               .x_log = true,
                               .theme = (enum lt_theme)call->theme,
                               .size = call->size};
    lt_output_add(output, &figure, base, output->format);
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* Path of the files of --speeds without their ending. */
static const char *base_of_speeds(const struct call *call, const struct lt_program *program) {
    return lt_arena_print(call->arena, "%s/%s.speeds", call->output, program->stem);
}

/* Writes the table of results over speed and draws it; DOCUMENT, if not NULL, gets it instead of
 * the terminal. Returns the exit code. */
static int show_speeds(const struct call *call, const struct lt_program *program,
                       const struct lt_calibration *found, const struct lt_speeds *speeds,
                       json_t *document) {
    const char *base = base_of_speeds(call, program);
    const char *path = lt_arena_print(call->arena, "%s.csv", base);
    struct lt_listing sheet = lt_speeds_sheet(found, speeds, call->arena);
    if (lt_command_write_table(call, path, lt_record_put_columns, &sheet) != DONE)
        return BAD_FILE;
    struct lt_output output = lt_command_output(call);
    if (!lt_command_draws(call, LT_PLOT_NONE))
        draw_speeds(call, program, found, speeds, base, &output);
    if (document) {
        json_object_set_new(document, "speeds", lt_speeds_document(&sheet));
    } else {
        lt_command_print(lt_speeds_text(&sheet));
        fputs(output.terminal, stdout);
        printf("\n  wrote %s%s\n", path, output.written);
    }
    return lt_command_code_of_output(&output);
}

/* Moves the files of an earlier call away, as this one has no result. Returns the exit code. */
int lt_speeds_set_aside(const struct call *call, const struct lt_program *program) {
    struct lt_output output = lt_command_output(call);
    const char *base = base_of_speeds(call, program);
    lt_output_set_aside(&output, &base, 1);
    return lt_command_code_of_output(&output);
}

/* Runs the calibrated program over the speeds, then writes and prints the results. If that fails,
 * or the user interrupts, the files of an earlier call are moved away. Returns the exit code. */
int lt_speeds_show(const struct call *call, const struct lt_program *program,
                   const struct lt_calibration *found, struct lt_speeds *speeds, json_t *document) {
    lt_progress_begin(call, program->source->name, "", 0);
    const char *wrong = lt_speeds_run(program, found, &interrupted, speeds, call->arena);
    lt_progress_end();
    if (interrupted || wrong) {
        int code = lt_speeds_set_aside(call, program);
        if (interrupted)
            return code;
        lt_command_say("%s: --speeds: %s", program->source->name, wrong);
        lt_command_worsen(&code, FELL_SHORT);
        return code;
    }
    return show_speeds(call, program, found, speeds, document);
}

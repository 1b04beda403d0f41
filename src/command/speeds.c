/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "speeds.h"
#include "command/progress.h"

#include "figure/output.h"
#include "result/record.h"

#include <math.h>
#include <string.h>

struct table {
    const struct lt_calibration *found;
    const struct lt_speeds *speeds;
};

/* ---- Table ----------------------------------------------------------------------------------- */

static bool put_speeds(FILE *file, void *data) {
    const struct table *table = data;
    fputs("speed", file);
    for (size_t i = 0; i < table->found->n; i++)
        fprintf(file, ",%s", table->found->aims[i].target->name);
    for (size_t k = 0; k < table->speeds->count; k++) {
        fputc('\n', file);
        lt_record_put(file, table->speeds->v[k]);
        for (size_t i = 0; i < table->found->n; i++) {
            fputc(',', file);
            lt_record_put(file, table->speeds->y[i][k]);
        }
    }
    fputc('\n', file);
    return true;
}

static void print_speeds(const struct table *table) {
    printf("\n  %-12s", "speed, m/s");
    for (size_t i = 0; i < table->found->n; i++)
        printf(" %-16s", table->found->aims[i].target->name);
    putchar('\n');
    for (size_t k = 0; k < table->speeds->count; k++) {
        printf("  %-12.6g", table->speeds->v[k]);
        for (size_t i = 0; i < table->found->n; i++)
            printf(" %-16.10g", table->speeds->y[i][k]);
        putchar('\n');
    }
}

static json_t *list_of(const double *numbers, size_t count) {
    json_t *list = json_array();
    for (size_t k = 0; k < count; k++)
        json_array_append_new(list, lt_document_number(numbers[k]));
    return list;
}

static json_t *speeds_document(const struct table *table) {
    const struct lt_speeds *speeds = table->speeds;
    json_t *document = json_pack("{s:o}", "speed", list_of(speeds->v, speeds->count));
    for (size_t i = 0; i < table->found->n; i++)
        json_object_set_new(document, table->found->aims[i].target->name,
                            list_of(speeds->y[i], speeds->count));
    return document;
}

/* ---- Figure ---------------------------------------------------------------------------------- */

static bool is_restitution(const struct lt_aim *aim) {
    size_t slot = aim->target->result->slot;
    return slot == LT_R_E_N || slot == LT_R_E_T || slot == LT_R_E_T_CENTRE;
}

/* A single axis: for all restitutions, or if there are none for the first result. */
static size_t choose_axis(const struct lt_calibration *found, size_t *shown) {
    size_t n = 0;
    for (size_t i = 0; i < found->n; i++)
        if (is_restitution(&found->aims[i]))
            shown[n++] = i;
    shown[0] = n > 0 ? shown[0] : 0;
    return n > 0 ? n : 1;
}

static void draw_speeds(const struct call *call, const struct lt_program *program,
                        const struct table *table, const char *base, struct lt_output *output) {
    const struct lt_speeds *speeds = table->speeds;
    size_t shown[LT_TRIAL_MAX], n = choose_axis(table->found, shown);
    struct lt_curve curves[2 * LT_TRIAL_MAX];
    for (size_t k = 0; k < n; k++) {
        const struct lt_aim *aim = &table->found->aims[shown[k]];
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
    const struct lt_name *y = table->found->aims[shown[0]].target->result;
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

static const char *base_of_speeds(const struct call *call, const struct lt_program *program) {
    return lt_arena_print(call->arena, "%s/%s.speeds", call->output, program->stem);
}

static int show_speeds(const struct call *call, const struct lt_program *program,
                       struct table *table, json_t *document) {
    const char *base = base_of_speeds(call, program);
    const char *path = lt_arena_print(call->arena, "%s.csv", base);
    if (lt_command_write_table(call, path, put_speeds, table) != DONE)
        return BAD_FILE;
    struct lt_output output = lt_command_output(call);
    if (!lt_command_draws(call, LT_PLOT_NONE))
        draw_speeds(call, program, table, base, &output);
    if (document) {
        json_object_set_new(document, "speeds", speeds_document(table));
    } else {
        print_speeds(table);
        fputs(output.terminal, stdout);
        printf("\n  wrote %s%s\n", path, output.written);
    }
    return lt_command_code_of_output(&output);
}

int lt_speeds_set_aside(const struct call *call, const struct lt_program *program) {
    struct lt_output output = lt_command_output(call);
    const char *base = base_of_speeds(call, program);
    lt_output_set_aside(&output, &base, 1);
    return lt_command_code_of_output(&output);
}

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
    return show_speeds(call, program, &(struct table){found, speeds}, document);
}

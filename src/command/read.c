/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#include "base/columns.h"
#include "base/file.h"
#include "base/units.h"
#include "figure/recorded.h"
#include "formula/rows.h"
#include "reading/reading_document.h"
#include "reading/reading_program.h"
#include "result/record.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct request {
    struct call call;
    struct lt_words columns;
    const char *zero, *law, *within;
};

/* The table that is read, and the run made of it. */
struct work {
    const struct request *request;
    struct lt_source source;    /* the table's bytes */
    struct lt_program stand_in; /* names and places, as of a program */
    struct lt_reading *reading;
    struct lt_output output;
    json_t *document;
};

/* ---- Options --------------------------------------------------------------------------------- */

/* Reads a number with its unit, of at least 0, into *VALUE (SI); TEXT NULL leaves it alone. Returns
 * the exit code. */
static int read_limit(const struct call *call, const char *name, const char *text, const char *unit,
                      double *value) {
    char why[256] = "not a number";
    if (!text ||
        (lt_units_read(text, unit, value, why, sizeof why) == LT_QUANTITY_OK && *value >= 0))
        return DONE;
    return lt_command_misused(call, "--%s '%s': %s", name, text,
                              *value < 0 ? "must be at least 0" : why);
}

/* Reads the table of a measurement into w->reading, with the columns that --columns names; forces
 * up to ZERO (N) count as no contact. Returns the exit code. */
static int load_table(struct work *w, double zero) {
    const struct call *call = &w->request->call;
    size_t length;
    const char *file = call->files[0];
    struct lt_columns_how how = {.skip = 0};
    const int wrong = lt_command_table(call, &how);
    if (wrong != DONE)
        return wrong;
    struct lt_errors *errors = lt_errors_new();
    char *bytes = lt_file_read(file, SIZE_MAX / 2, &length);
    struct lt_columns *table = NULL;
    if (bytes) {
        lt_arena_keep(call->arena, bytes, free);
        w->source =
            (struct lt_source){.name = lt_command_name_of(file), .text = bytes, .length = length};
        FILE *stream = fmemopen(bytes, length, "r");
        table = stream ? lt_columns_read_from(stream, w->source.name, &how, errors) : NULL;
        if (stream)
            fclose(stream);
    } else {
        lt_command_say("%s: %s", file, lt_file_reason(errno));
        lt_errors_free(errors);
        return BAD_FILE;
    }
    if (table && lt_rows_choose(table, &how, errors))
        w->reading = lt_reading_take(table, w->request->columns.list, w->request->columns.count,
                                     zero, call->arena, errors);
    const bool of_line = /* only --columns is wrong */
        errors->failures > 0 && lt_command_code_of_errors(errors) == BAD_USAGE;
    lt_columns_free(table);
    const int code = lt_command_end_table(file, errors);
    return of_line ? BAD_USAGE : code;
}

/* ---- Figures --------------------------------------------------------------------------------- */

enum { KINDS_MOST = 3 };

/* Lists in KINDS the figures for which the table has data; returns their number. */
static size_t kinds_of(const struct lt_reading *r, enum lt_kind_of_figure *kinds) {
    static const enum lt_kind_of_figure all[] = {LT_KIND_NORMAL, LT_KIND_SHEAR,  LT_KIND_SHEAR,
                                                 LT_KIND_MOMENT, LT_KIND_MOMENT, LT_KIND_MOMENT};
    size_t n = 0;
    for (size_t i = 0; i < LT_DOFS; i++)
        if (r->u[i] && r->f[i] && (n == 0 || kinds[n - 1] != all[i]))
            kinds[n++] = all[i];
    return n;
}

/* The format of figures; SVG unless one is given. */
static enum lt_plot_format format_of(const struct lt_output *output) {
    return output->format_given ? output->format : LT_PLOT_SVG;
}

/* File name of figure NUMBER, from 0, without its ending. */
static const char *figure_name(const struct work *w, size_t number) {
    return number == 0
               ? w->stand_in.stem
               : lt_arena_print(w->request->call.arena, "%s-%zu", w->stand_in.stem, number + 1);
}

/* The figures that will be written, as a JSON list. */
static json_t *list_figures(const struct work *w) {
    enum lt_kind_of_figure kinds[KINDS_MOST];
    const enum lt_plot_format format = format_of(&w->output);
    const size_t n = format < LT_PLOT_TERM ? kinds_of(w->reading, kinds) : 0;
    json_t *list = json_array();
    for (size_t i = 0; i < n; i++)
        json_array_append_new(
            list, json_pack("{ss ss}", "file",
                            lt_arena_print(w->request->call.arena, "%s.%s", figure_name(w, i),
                                           lt_output_formats[format]),
                            "kind", lt_kind_words[kinds[i] - LT_KIND_NORMAL]));
    return list;
}

/* Draws the figures of the converted TABLE. */
static void draw_figures(struct work *w, const char *table) {
    const struct call *call = &w->request->call;
    enum lt_kind_of_figure kinds[KINDS_MOST];
    const size_t n = format_of(&w->output) == LT_PLOT_NONE ? 0 : kinds_of(w->reading, kinds);
    struct lt_errors *errors = lt_errors_new();
    struct lt_recorded *recorded = n > 0 ? lt_recorded_read(table, call->arena, errors) : NULL;
    for (size_t i = 0; i < n && recorded; i++) {
        struct lt_figure figure = {.title = w->stand_in.stem};
        if (!lt_recorded_kind(&recorded, 1, kinds[i], &figure, call->arena, errors))
            lt_output_add(&w->output, &figure,
                          lt_arena_print(call->arena, "%s/%s", call->output, figure_name(w, i)),
                          format_of(&w->output));
    }
    lt_recorded_free(recorded);
    lt_errors_free(errors);
}

/* ---- Files ----------------------------------------------------------------------------------- */

/* Writes the converted table, its document and its figures; returns the exit code. */
static int write_reading(struct work *w) {
    const struct call *call = &w->request->call;
    const char *base = lt_arena_print(call->arena, "%s/%s", call->output, w->stand_in.stem);
    const char *table = lt_arena_print(call->arena, "%s.csv", base);
    char why[512], *json;
    int code = lt_command_ready_output(call, &w->stand_in, "");
    if (code != DONE)
        return code;
    w->output = lt_command_output(call);
    /* Files of an earlier call are moved away. */
    lt_output_make_room(&w->output, &w->stand_in, &base, 1);
    w->document = lt_reading_document(w->reading, &w->source, w->stand_in.stem, list_figures(w));
    json = lt_json_text(w->document);
    const char *text = lt_arena_print(call->arena, "%s\n", json);
    free(json);
    /* Table and document are written both or not at all. */
    const struct lt_put files[] = {
        {table, lt_reading_document_csv, w->reading, NULL},
        {lt_arena_print(call->arena, "%s.json", base), lt_record_put_text, (void *)text, NULL}};
    if (!lt_record_all(files, 2, why, sizeof why)) {
        lt_command_say("%s", why);
        return BAD_FILE;
    }
    w->output.written = lt_arena_print(call->arena, " %s %s", files[0].path, files[1].path);
    draw_figures(w, table);
    return DONE;
}

/* Prints notes, summary and the names of the files. */
static void print_reading(const struct work *w) {
    const struct call *call = &w->request->call;
    for (size_t i = 0; i < w->reading->n_notes; i++)
        lt_command_say("%s: note: %s", w->source.name, w->reading->notes[i]);
    if (call->json)
        return;
    if (call->detail != LT_BRIEF)
        lt_command_print(lt_reading_document_summary(w->reading, w->stand_in.stem));
    fputs(w->output.terminal, stdout);
    if (call->detail != LT_BRIEF)
        printf("\n  wrote%s\n", w->output.written);
}

/* ---- A law on the same path ------------------------------------------------------------------ */

/* Writes the program DIR/NAME-law.yaml, in which the law follows the path of the table; WITHIN is
 * the tolerance of its forces relative to the recorded peak, NAN: none. Returns its path. NULL: a
 * message has been printed and *CODE is the exit code. */
static const char *write_program(const struct work *w, double within, int *code) {
    const struct call *call = &w->request->call;
    size_t length;
    char why[512], *law = lt_file_read(w->request->law, (1 << 20) + 1, &length);
    const char *table = lt_arena_print(call->arena, "%s.csv", w->stand_in.stem);
    const char *path =
        lt_arena_print(call->arena, "%s/%s-law.yaml", call->output, w->stand_in.stem);
    *code = BAD_FILE;
    if (!law) {
        lt_command_say("%s: %s", w->request->law, lt_file_reason(errno));
        return NULL;
    }
    lt_arena_keep(call->arena, law, free);
    if ((*code = lt_command_spare(call, path, w->request->law)) != DONE)
        return NULL;
    /* The program takes the law of the file of --law, with -D applied, and the path of the table.
     */
    struct lt_errors *errors = lt_errors_new();
    const struct lt_source source = {.name = w->request->law, .text = law, .length = length};
    struct lt_reading_law of = {.source = &source, .laws = call->laws};
    of.defines = lt_command_defines(call, &of.n_defines);
    const char *text = lt_reading_program(w->reading, &of, table, within, errors);
    *code = text ? BAD_FILE : lt_command_code_of_errors(errors);
    lt_command_print_errors(errors);
    lt_errors_free(errors);
    if (text && lt_record_file(path, text, strlen(text), why, sizeof why))
        return path;
    if (text)
        lt_command_say("%s", why);
    return NULL;
}

/* Runs a law along the path of the table and compares the forces; returns the exit code. */
static int run_law(struct work *w, const struct lt_program *program) {
    const struct call *call = &w->request->call;
    struct lt_run_options options = {.record = true, .interrupted = &interrupted};
    struct lt_output output = lt_command_output(call);
    int code = lt_command_ready_output(call, program, "");
    if (code != DONE)
        return code;
    /* Its document gets the distances of the forces, and itself becomes part of that of the
     * reading. */
    struct lt_result *result = lt_run(program, NULL, 0, &options);
    json_t *document = lt_document_run(program, result);
    size_t n;
    const struct lt_reading_distance *list =
        lt_reading_program_against(w->reading, program, result, &n);
    json_object_set_new(document, "against", lt_reading_program_document(list, n));
    lt_output_write(&output, program, result, document);
    json_object_set_new(w->document, "on_this_path", document);
    if (result->status == LT_RUN_FAILED)
        lt_command_say("%s: %s", program->source->name, result->message);
    if (!call->json && call->detail != LT_BRIEF && result->status == LT_DONE) {
        lt_command_print(lt_reading_program_text(list, n, program->law->name));
        fputs(output.terminal, stdout);
        printf("\n  wrote %s%s\n", program->source->name, output.written);
    }
    /* A run that fails is worse than one whose forces are too far off. */
    code = result->ok ? DONE : result->status == LT_RUN_FAILED ? RUN_FAILED : FELL_SHORT;
    lt_command_worsen(&code, lt_command_code_of_output(&output));
    lt_run_free(result);
    return code;
}

/* Writes and runs the program of --law; WITHIN is the tolerance of its forces, NAN: none. Returns
 * the exit code. */
static int try_law(struct work *w, double within) {
    int code;
    struct opened opened;
    const char *path = write_program(w, within, &code);
    if (!path)
        return code;
    struct call as_written = w->request->call; /* -D is in the file */
    as_written.defines.count = 0;
    code = lt_command_open(&as_written, path, &opened);
    if (code != DONE)
        return code;
    const char *why = lt_reading_program_keep(w->reading, opened.program);
    code = why ? lt_command_misused(&w->request->call, "%s", why) : run_law(w, opened.program);
    lt_command_close(&opened);
    return code;
}

/* Performs 'lawtester read'; returns the exit code. */
static int perform(const struct call *call) {
    const struct request *request = (const void *)call;
    double zero = 0, within = NAN;
    if (call->n_files != 1)
        return lt_command_misused(call, "read needs one table, DATA.csv");
    if (!request->law && (request->within || call->defines.count > 0 || call->in))
        return lt_command_misused(call, "--within, -D and --in are of the law: --law FILE.yaml");
    int code = read_limit(call, "zero", request->zero, "N", &zero);
    if (code == DONE)
        code = read_limit(call, "within", request->within, "1", &within);
    struct work w = {.request = request};
    if (code == DONE)
        code = load_table(&w, zero);
    if (code != DONE)
        return code;
    /* Output is named as that of a program would be. */
    w.stand_in = (struct lt_program){.arena = call->arena,
                                     .source = &w.source,
                                     .stem = lt_file_stem(w.source.name, call->arena)};
    code = write_reading(&w);
    if (code == DONE) {
        print_reading(&w);
        code = lt_command_code_of_output(&w.output);
        if (request->law)
            lt_command_worsen(&code, try_law(&w, within));
    }
    if (call->json && w.document)
        lt_command_print_json(w.document);
    else
        json_decref(w.document);
    return code;
}

static const struct lt_option options[] = {
    FOLDER_OPTION("where the files go (default: out)"),
    LT_OPTION('c', struct request, columns, "columns", "NAME=FORMULA,...",
              "what the columns are, with units: un=-overlap[mm],fn=+F[kN]; may be repeated"),
    LT_OPTION(0, struct request, zero, "zero", "FORCE", "forces up to this are no contact"),
    LT_OPTION(0, struct request, law, "law", "FILE",
              "the law of a stage program on the same path, and its distance",
              .propose = lt_propose_programs),
    LT_OPTION(0, struct request, within, "within", "TOL",
              "exit 1 if a force of the law is farther off, relative to the recorded peak"),
    TABLE_OPTIONS,
    DEFINE_OPTION,
    PLOT_OPTION,
    THEME_OPTION,
    SIZE_OPTION,
    JSON_OPTION,
    QUIET_OPTION,
    CODE_OPTIONS,
    PLUGIN_OPTION,
    HELP_OPTION,
    {0},
};

const struct command command_read = {
    .name = "read",
    .arguments = "DATA.csv",
    .summary = "Make a run of a path and forces that were recorded elsewhere.",
    .options = options,
    .size = sizeof(struct request),
    .perform = perform,
    .output = "out",
    .propose = lt_propose_tables,
};

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* engine.c: what a page of 'lawtester explore' calls: one program, its numbers at other values, and
 * what comes of it. Built by scripts/engine for WebAssembly only. Texts that are returned live
 * until the next call. */
#include "base/arena.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/units.h"
#include "calibrate/calibrated.h"
#include "figure/axis.h"
#include "figure/plot.h"
#include "program/rewrite.h"
#include "program/target.h"
#include "program/vary.h"
#include "registry/laws.h"
#include "result/json.h"
#include "result/summary.h"
#include "run/run.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ENGINE __attribute__((used)) extern

enum { FINISHED, MISSED, FAILED = 4 }; /* as the program ends */

static struct lt_program *program;
static struct lt_arena *arena;                 /* memory of the answers to the page's requests */
static struct lt_override *overrides, *chosen; /* those that may be given, those that are */
static size_t n_overrides;
static struct lt_result *result;
static struct lt_figure **figures;
static char *answer;

/* Makes TEXT (malloc'd, or NULL) the answer to the page, and frees the last one. */
static void answer_text(char *text) {
    free(answer);
    answer = text;
}

/* Makes a document the answer to the page, and releases it. */
static void answer_json(json_t *document) {
    answer_text(lt_json_text_last(document));
}

/* Calls WORK with DATA, which sets the answer, and returns it as text; "" if there is none. It
 * lives until the next call. */
static const char *answer_to(void (*work)(void *data), void *data) {
    json_set_alloc_funcs(lt_memory_get, free);
    answer_text(NULL);
    work(data);
    return answer ? answer : "";
}

/* ---- A program ------------------------------------------------------------------------------- */

/* Adds a unit to those known: its factor to SI, SCALE, and its powers of the base units, POWERS
 * (one for each base unit). The page has no database of units. */
ENGINE void lt_engine_teach(const char *name, double scale, const int *powers) {
    struct lt_unit_factor factor = {.scale = scale};
    memcpy(factor.powers, powers, sizeof factor.powers);
    lt_units_teach(name, &factor);
}

/* Frees the last run and its figures. */
static void drop_run(void) {
    for (size_t i = 0; result && figures && i < program->n_plots; i++)
        lt_plot_free(figures[i]);
    lt_run_free(result);
    result = NULL;
    figures = NULL;
}

/* The arguments of lt_engine_open(). */
struct opening {
    const char *name, *text, *names, *defines; /* one to a line */
};

/* Splits TEXT into lines in *lines; returns their number. */
static size_t split_lines(const char *text, const char ***lines) {
    size_t count = 0, room = strlen(text) + 1;
    *lines = lt_arena_get(arena, room * sizeof **lines);
    while (*text) {
        const size_t length = strcspn(text, "\n");
        (*lines)[count++] = lt_arena_copy(arena, text, length);
        text += length + (text[length] == '\n');
    }
    return count;
}

/* Reads the program of the page (DATA is a struct opening) and the names that may be varied; the
 * answer is "" or what is wrong. */
static void open_program(void *data) {
    const struct opening *opening = data;
    const char **names, **defines;
    /* The last program goes, with its run and the memory of its answers. */
    drop_run();
    lt_program_free(program);
    lt_arena_free(arena);
    program = NULL;
    arena = lt_arena_new();
    gsl_set_error_handler_off();
    /* Lines of the page become definitions, and the program is read. */
    const size_t n_defines = split_lines(opening->defines, &defines);
    n_overrides = split_lines(opening->names, &names);
    struct lt_define *list = lt_arena_get(arena, (n_defines + 1) * sizeof *list);
    for (size_t i = 0; i < n_defines; i++)
        list[i] = (struct lt_define){.text = defines[i]};
    struct lt_errors *errors = lt_errors_new();
    program = lt_read_with(lt_laws_builtin, false, opening->name, opening->text,
                           strlen(opening->text), list, n_defines, errors);
    answer_text(program ? NULL : lt_errors_text(errors));
    /* Each name that may be varied is found once, and has no value (NAN) yet. */
    overrides = lt_arena_get(arena, (n_overrides + 1) * sizeof *overrides);
    chosen = lt_arena_get(arena, (n_overrides + 1) * sizeof *chosen);
    for (size_t i = 0; program && i < n_overrides; i++) {
        const struct lt_varied varied = lt_vary_find(program, names[i], arena);
        overrides[i] = (struct lt_override){varied.name, NAN};
        if (varied.why)
            answer_text(strdup(varied.why));
    }
    lt_errors_free(errors);
}

/* Opens a program. NAMES are those of numbers that runs may vary, DEFINES as after -D; one to a
 * line. Returns "" or what is wrong. */
ENGINE const char *lt_engine_open(const char *name, const char *text, const char *names,
                                  const char *defines) {
    return answer_to(open_program, &(struct opening){name, text, names, defines});
}

/* ---- A run ----------------------------------------------------------------------------------- */

/* Returns the overrides whose value (SI) is not NAN, *n of them; VALUES has one for each name. */
static const struct lt_override *given(const double *values, size_t *n) {
    *n = 0;
    for (size_t i = 0; i < n_overrides; i++)
        if (!isnan(values[i]))
            chosen[(*n)++] = (struct lt_override){overrides[i].name, values[i]};
    return chosen;
}

/* Runs the program with these values (SI), one for each name, NAN for the program's own. Returns
 * FINISHED (also if it fails as expected), MISSED or FAILED. */
ENGINE int lt_engine_run(const double *values) {
    size_t n;
    const struct lt_override *list = given(values, &n);
    drop_run();
    result = lt_run(program, list, n, &(struct lt_run_options){.record = true});
    return result->ok ? FINISHED : result->status == LT_DONE ? MISSED : FAILED;
}

/* Returns the result WANTED (SI) of another run with these values, of which nothing is recorded;
 * NaN if it has none. */
ENGINE double lt_engine_try(const double *values, const char *wanted) {
    size_t n;
    const struct lt_override *list = given(values, &n);
    struct lt_result *tried = lt_run(program, list, n, &(struct lt_run_options){.record = false});
    const struct lt_names names = lt_names_in(program->names, LT_SCOPE_END);
    const struct lt_name *name = lt_names_find(&names, wanted);
    const double value = name && tried->status == LT_DONE ? tried->values[name->slot] : (double)NAN;
    lt_run_free(tried);
    return value;
}

/* ---- What came of it ------------------------------------------------------------------------- */

/* Returns the results of the last run that have a finite value, with text in suitable units. */
static json_t *list_results(void) {
    json_t *list = json_array();
    for (size_t i = 0; i < program->names->count; i++) {
        const struct lt_name *name = &program->names->list[i];
        const double value = result->values[name->slot];
        char text[128];
        if (name->kind != LT_NAME_RESULT || !isfinite(value))
            continue;
        json_t *one = json_object();
        put_text(one, "name", name->name);
        put_text(one, "doc", name->doc);
        put_text(one, "unit", name->unit);
        put_real(one, "value", value);
        put_text(one, "text", lt_summary_printed(value, name->unit, text, sizeof text));
        json_array_append_new(list, one);
    }
    return list;
}

/* Returns the expectations of the last run, with error and tolerance as texts. */
static json_t *list_verdicts(void) {
    json_t *list = json_array();
    for (size_t i = 0; i < result->n_verdicts; i++) {
        const struct lt_verdict *verdict = &result->verdicts[i];
        char error[128], most[128];
        const char *unit = verdict->absolute ? verdict->unit : "1";
        json_t *one = json_object();
        put_text(one, "text", verdict->text);
        put_bool(one, "ok", verdict->ok);
        put_bool(one, "absolute", verdict->absolute);
        put_text(one, "error", lt_summary_printed(verdict->error, unit, error, sizeof error));
        put_text(one, "most", lt_summary_printed(verdict->tolerance, unit, most, sizeof most));
        put_text(one, "where", verdict->where);
        json_array_append_new(list, one);
    }
    return list;
}

/* Returns the values (SI) of the numbers that may be varied, as the last run has them. */
static json_t *list_values(void) {
    json_t *list = json_array();
    for (size_t i = 0; i < n_overrides; i++)
        json_array_append_new(list, lt_document_number(result->values[overrides[i].name->slot]));
    return list;
}

/* Returns COUNT texts as a JSON list. */
static json_t *list_words(const char *const *words, size_t count) {
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, text_value(words[i]));
    return list;
}

/* Returns a curve by its label, role and the addresses of its numbers, which the page reads from
 * the engine's memory. */
static json_t *describe_curve(const struct lt_curve *curve) {
    static const char *const roles[] = {
        [LT_CURVE_RUN] = "run",   [LT_CURVE_THEORY] = "theory", [LT_CURVE_REFERENCE] = "reference",
        [LT_CURVE_DATA] = "data", [LT_CURVE_EVENT] = "event",   [LT_CURVE_AREA] = "area"};
    json_t *one = json_object();
    put_text(one, "label", curve->label ? curve->label : "");
    put_text(one, "role", roles[curve->role]);
    put_count(one, "x", (size_t)curve->x);
    put_count(one, "y", (size_t)curve->y);
    put_count(one, "base", (size_t)curve->base);
    put_count(one, "count", curve->count);
    put_count(one, "colour", (size_t)curve->colour);
    return one;
}

/* Extends RANGE to all finite values; nothing if VALUES is NULL. */
static void widen(double range[2], const double *values, size_t count) {
    for (size_t i = 0; values && i < count; i++)
        lt_axis_widen(range, values[i]);
}

/* Returns the axis for data in RANGE (SI): label, scale, ends and tics; "marked" if the label has
 * gnuplot's mark-up. */
static json_t *describe_axis(const char *text, const char *unit, const double range[2]) {
    struct lt_arena *kept = lt_arena_new();
    const struct lt_axis axis = lt_axis_new(text, unit, range[0], range[1], false, false, kept);
    json_t *one = json_object();
    put_text(one, "label", axis.label);
    put_bool(one, "marked", axis.enhanced);
    put_real(one, "scale", axis.scale);
    put_real(one, "lo", axis.lo);
    put_real(one, "hi", axis.hi);
    put_real(one, "step", axis.step);
    lt_arena_free(kept);
    return one;
}

/* Returns a figure as JSON: axes and curves, or what is wrong with it. */
static json_t *describe_figure(const struct lt_figure *figure) {
    double x[2] = {INFINITY, -INFINITY}, y[2] = {INFINITY, -INFINITY};
    json_t *one = json_object(), *curves = json_array();
    for (size_t i = 0; !figure->wrong && i < figure->n_curves; i++) {
        const struct lt_curve *curve = &figure->curves[i];
        widen(x, curve->x, curve->count);
        widen(y, curve->y, curve->count);
        widen(y, curve->base, curve->count);
        json_array_append_new(curves, describe_curve(curve));
    }
    put_text(one, "title", figure->title);
    json_object_set_new(one, "curves", curves);
    /* Without a finite point there are no axes. */
    if (x[0] <= x[1] && y[0] <= y[1]) {
        json_object_set_new(one, "x", describe_axis(figure->x_text, figure->x_unit, x));
        json_object_set_new(one, "y", describe_axis(figure->y_text, figure->y_unit, y));
        put_bool(one, "equal", figure->equal);
    } else {
        put_text(one, "wrong", figure->wrong ? figure->wrong : "there is nothing to draw");
    }
    return one;
}

/* Answers with results, expectations and figures of the last run, or why it failed. */
static void answer_run(void *data) {
    (void)data;
    json_t *told = json_object(), *drawn = json_array();
    const bool failed = !result || result->status != LT_DONE;
    put_text(told, "message", result ? result->message : "");
    put_bool(told, "failed", failed);
    if (result)
        json_object_set_new(told, "warnings", list_words(result->warnings, result->n_warnings));
    if (result)
        json_object_set_new(told, "verdicts", list_verdicts());
    /* A failed run has neither results nor figures. */
    if (failed) {
        answer_json(told);
        return;
    }
    put_bool(told, "ok", result->ok);
    json_object_set_new(told, "results", list_results());
    json_object_set_new(told, "values", list_values());
    json_object_set_new(told, "prints", list_words(result->prints, result->n_prints));
    /* Figures are made once for each run, and live as long as it. */
    if (!figures) {
        figures = lt_arena_get(result->arena, (program->n_plots + 1) * sizeof *figures);
        for (size_t i = 0; i < program->n_plots; i++)
            figures[i] = lt_plot_of_run(program, &program->plots[i], result);
    }
    for (size_t i = 0; i < program->n_plots; i++)
        json_array_append_new(drawn, describe_figure(figures[i]));
    json_object_set_new(told, "figures", drawn);
    answer_json(told);
}

/* Returns the last run as JSON: why it failed, or its results, verdicts and figures. */
ENGINE const char *lt_engine_tell(void) {
    return answer_to(answer_run, NULL);
}

/* The arguments of an axis for numbers in RANGE (SI). */
struct axis {
    const char *text, *unit;
    double range[2];
};

/* Answers with an axis as figures have it (DATA is a struct axis). */
static void answer_axis(void *data) {
    const struct axis *axis = data;
    answer_json(describe_axis(axis->text, axis->unit, axis->range));
}

/* Returns the axis for numbers from LO to HI (SI) as JSON, for plots that the page itself draws. */
ENGINE const char *lt_engine_axis(const char *text, const char *unit, double lo, double hi) {
    return answer_to(answer_axis, &(struct axis){text, unit, {lo, hi}});
}

/* Returns a number (SI) with unit and prefix, as results are shown. */
ENGINE const char *lt_engine_quantity(double value, const char *unit) {
    static char text[128];
    return lt_summary_printed(value, unit, text, sizeof text);
}

/* Answers with the recorded table of the last run; "" if there is no finished one. */
static void answer_table(void *data) {
    (void)data;
    struct lt_text text;
    FILE *file = lt_text_begin(&text);
    if (result && result->status == LT_DONE &&
        lt_record_put_header(file, program, result->table.rows))
        lt_record_put_rows(file, program, &result->table);
    answer_text(lt_text_end(&text));
}

/* Returns the recorded table of the last run, as 'lawtester run' writes it; "" if there is none. */
ENGINE const char *lt_engine_table(void) {
    return answer_to(answer_table, NULL);
}

/* Answers with the text of the stage program in which the page's numbers (DATA: SI, one for each
 * name, NAN: unchanged) stand, or why that is impossible. */
static void tell_text(void *data) {
    const double *values = data;
    const char *why = NULL;
    const char **names = lt_arena_get(arena, (n_overrides + 1) * sizeof *names);
    double *numbers = lt_arena_get(arena, (n_overrides + 1) * sizeof *numbers);
    size_t n = 0;
    for (size_t i = 0; i < n_overrides; i++)
        if (!isnan(values[i])) {
            names[n] = overrides[i].name->name;
            numbers[n++] = values[i];
        }
    char *text = lt_rewrite_text(program, names, numbers, n, &why, arena);
    answer_text(text ? text : strdup(why));
}

/* Returns the stage program with these values (SI; NAN: unchanged) written into it, or why that is
 * impossible. */
ENGINE const char *lt_engine_text(const double *values) {
    return answer_to(tell_text, (void *)(size_t)values);
}

/* ---- Calibration ----------------------------------------------------------------------------- */

/* The arguments of lt_engine_calibrate(). */
struct search {
    const double *values;
    const char *vary, *to;
    bool as_run;
};

/* Calibrates one parameter for the page. A target over the phase needs runs in time steps; else the
 * limit of short steps is used, unless the page requests the program's own steps. */
static void search_value(void *data) {
    const struct search *search = data;
    struct lt_vary vary;
    struct lt_target target;
    struct lt_program settled = *program;
    settled.settled = given(search->values, &settled.n_settled);
    const char *why = lt_target_read_unknown(search->vary, program, &vary, arena);
    why = why ? why : lt_target_read(search->to, program, &target, arena);
    if (why) {
        answer_json(json_pack("{s:b, s:s}", "converged", 0, "message", why));
        return;
    }
    settled.as_run = search->as_run || lt_target_needs_steps(&target, 1);
    const struct lt_calibrated c = {.found = lt_calibrate(&settled, &vary, &target, 1, NULL)};
    answer_json(lt_calibrated_document(&settled, &c));
}

/* Returns, as JSON, the value of VARY ("dp_nratio=0:2") with which a result is as TO says
 * ("e_n=0.5"), the others at VALUES. AS_RUN: with the program's own steps, else in the limit of
 * short steps. */
ENGINE const char *lt_engine_calibrate(const double *values, const char *vary, const char *to,
                                       int as_run) {
    return answer_to(search_value, &(struct search){values, vary, to, as_run != 0});
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_run.c: a run as a section of the page. */
#include "base/arena.h"
#include "base/file.h"
#include "figure/axis.h"
#include "figure/curve.h"
#include "figure/html.h"
#include "page/reporting.h"
#include "program/figure_kind.h"
#include "result/record.h"
#include "result/summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_FIGURE = 1 << 24 }; /* bytes (16 MiB) of a picture that is embedded */

/* ---- Numbers --------------------------------------------------------------------------------- */

/* Writes a name and a word as an item of a list. */
static void put_word(FILE *page, const char *name, const char *word) {
    lt_html_print(page, "<div><dt>%s</dt><dd>%s</dd></div>\n", name, word);
}

/* Writes a name and its value (SI) with unit and prefix; nothing for NAN. */
static void put_quantity(FILE *page, const char *name, double value, const char *unit) {
    char buffer[64];
    if (!isnan(value))
        put_word(page, name, lt_summary_printed(value, unit, buffer, sizeof buffer));
}

/* Writes the results of a run; those named NAME_end are skipped, since they are in the table of the
 * run. */
static void put_results(FILE *page, const json_t *run, struct lt_arena *arena) {
    const char *name;
    json_t *value;
    json_t *results = json_object_get(run, "results");
    fputs("<h3>Results</h3>\n<dl class=\"values\">\n", page);
    json_object_foreach(results, name, value) {
        size_t length = strlen(name);
        if (length < 4 || strcmp(name + length - 4, "_end") != 0)
            put_quantity(page, name, lt_frame_number(results, name), lt_curve_unit(name, arena));
    }
    fputs("</dl>\n", page);
}

/* Returns the object of this name in a list of objects; NULL if there is none. */
static const json_t *find_named(const json_t *list, const char *name) {
    size_t i;
    const json_t *one;
    json_array_foreach(list, i, one) {
        if (strcmp(lt_frame_text(one, "name"), name) == 0)
            return one;
    }
    return NULL;
}

/* Writes the parameters of a run, choices as words if the report knows the law. */
static void put_parameters(FILE *page, const struct lt_report *report, const json_t *run) {
    const char *name;
    json_t *json;
    json_t *parameters = json_object_get(run, "parameters");
    const json_t *law = find_named(report->laws, lt_frame_text(run, "law"));
    fputs("<h3>Parameters</h3>\n<dl class=\"values\">\n", page);
    json_object_foreach(parameters, name, json) {
        const json_t *field = find_named(json_object_get(law, "parameters"), name);
        const json_t *choices = json_object_get(field, "choices");
        const double value = lt_frame_number(parameters, name);
        const char *word = value >= 0 && value == floor(value)
                               ? json_string_value(json_array_get(choices, (size_t)value))
                               : NULL;
        if (word)
            put_word(page, name, word);
        else
            put_quantity(page, name, value, lt_frame_text(field, "unit"));
    }
    fputs("</dl>\n", page);
}

/* ---- Tables ---------------------------------------------------------------------------------- */

/* Writes the cell that says whether an expectation is met. */
static void put_verdict(FILE *page, const json_t *expect, const struct lt_frame_column *column) {
    const bool ok = lt_frame_is_true(expect, column->key);
    lt_frame_put_verdict(page, ok ? "ok" : "bad", ok ? "ok" : "missed");
}

/* Writes the cell with the text of an expectation and the place where it was judged. */
static void put_expectation(FILE *page, const json_t *expect,
                            const struct lt_frame_column *column) {
    lt_frame_put_code(page, expect, column);
    if (lt_frame_text(expect, "where")[0])
        lt_html_print(page, "<br><span class=\"dim\">%s</span>", lt_frame_text(expect, "where"));
}

/* Writes the cell of an error or tolerance, which has a unit only if it is absolute. */
static void put_error(FILE *page, const json_t *expect, const struct lt_frame_column *column) {
    struct lt_frame_column own = *column;
    if (!lt_frame_is_true(expect, "absolute"))
        own.unit = NULL;
    lt_frame_put_number(page, expect, &own);
}

/* Writes the table of a run's expectations; nothing if it has none. */
static void put_expectations(FILE *page, const json_t *run) {
    static const struct lt_frame_column columns[] = {
        {"verdict", "ok", put_verdict, LT_CELL_ITSELF, 0, NULL},
        {"expectation", "text", put_expectation, LT_CELL_NAME, 0, NULL},
        {"value", "value", lt_frame_put_number, LT_CELL_NUMBER, 9, "unit"},
        {"expected", "expected", lt_frame_put_number, LT_CELL_NUMBER, 9, "unit"},
        {"error", "error", put_error, LT_CELL_NUMBER, 2, "unit"},
        {"within", "tolerance", put_error, LT_CELL_NUMBER, 2, "unit"},
        {0},
    };
    const json_t *list = json_object_get(run, "expect");
    if (json_array_size(list) == 0)
        return;
    fputs("<h3>Expectations</h3>\n", page);
    lt_frame_table(page, "Expectations", columns, list);
}

/* Writes the cell of a whole number. */
static void put_count(FILE *page, const json_t *stage, const struct lt_frame_column *column) {
    fprintf(page, "%.0f", lt_frame_number(stage, column->key));
}

/* Writes the cell of a time (s) with a suitable prefix. */
static void put_time(FILE *page, const json_t *stage, const struct lt_frame_column *column) {
    char buffer[64];
    fputs(lt_summary_printed(lt_frame_number(stage, column->key), "s", buffer, sizeof buffer),
          page);
}

/* Writes the table of a run's stages. */
static void put_stages(FILE *page, const json_t *run) {
    static const struct lt_frame_column columns[] = {
        {"stage", "name", lt_frame_put_text, LT_CELL_NAME, 0, NULL},
        {"steps", "steps", put_count, LT_CELL_NUMBER, 0, NULL},
        {"time", "time", put_time, LT_CELL_NUMBER, 0, NULL},
        {"until", "ended_by", lt_frame_put_code, LT_CELL_TEXT, 0, NULL},
        {0},
    };
    fputs("<h3>Stages</h3>\n", page);
    lt_frame_table(page, "Stages", columns, json_object_get(run, "stages"));
}

/* Writes a list of texts below a heading; nothing if it is empty. */
static void put_list(FILE *page, const char *heading, const json_t *texts) {
    size_t i;
    const json_t *text;
    if (json_array_size(texts) == 0)
        return;
    lt_html_print(page, "<h3>%s</h3>\n<ul>\n", heading);
    json_array_foreach(texts, i, text) lt_html_print(
        page, "<li>%s</li>\n", json_string_value(text) ? json_string_value(text) : "");
    fputs("</ul>\n", page);
}

/* ---- Figures --------------------------------------------------------------------------------- */

/* Returns the subtype of an image's MIME type by the file's ending; NULL if pages cannot show it.
 */
static const char *kind_of_image(const char *file) {
    const char *dot = strrchr(file, '.');
    if (dot && strcmp(dot, ".svg") == 0)
        return "svg+xml";
    return dot && strcmp(dot, ".png") == 0 ? "png" : NULL;
}

/* Returns the subject of a figure: the words for its kind, or "normal force -fn over overlap -un".
 */
static const char *subject_of(const json_t *plot, struct lt_arena *arena) {
    for (size_t i = 0; lt_kind_words[i]; i++)
        if (strcmp(lt_frame_text(plot, "kind"), lt_kind_words[i]) == 0)
            return lt_kind_titles[i];
    struct lt_axis y = lt_axis_new(lt_frame_text(plot, "y"), "", 0, 1, true, false, arena);
    struct lt_axis x = lt_axis_new(lt_frame_text(plot, "x"), "", 0, 1, true, false, arena);
    return lt_arena_print(arena, "%s over %s", y.label, x.label);
}

/* Embeds a picture as an image, so that it cannot run scripts and its ids do not clash with the
 * page. Files outside of the folder or larger than LARGEST_FIGURE bytes are not shown. */
static void put_figure(FILE *page, const char *directory, const json_t *plot,
                       struct lt_arena *arena) {
    const char *file = lt_frame_text(plot, "file"), *kind = kind_of_image(file);
    const char *title = lt_frame_text(plot, "title"), *theory = lt_frame_text(plot, "theory");
    size_t size = 0;
    const char *path = lt_arena_print(arena, "%s/%s", directory, file);
    /* Only a plain file name within the folder is read, no path that leads out of it. */
    char *bytes = kind && !strchr(file, '/') && lt_file_is_in(directory, path)
                      ? lt_file_read(path, LARGEST_FIGURE, &size)
                      : NULL;
    if (!bytes) {
        lt_html_print(page, "<p class=\"dim\">%s is not a drawing that can be shown here.</p>\n",
                      file);
        return;
    }
    const char *subject = subject_of(plot, arena);
    lt_html_print(page,
                  "<figure>\n<div class=\"scroll\" role=\"region\" tabindex=\"0\" "
                  "aria-label=\"Figure: %s\">\n<img src=\"data:image/%s;base64,",
                  subject, kind);
    lt_html_base64(page, (const unsigned char *)bytes, size);
    lt_html_print(page, "\" alt=\"%s%s%s\">\n</div>\n<figcaption>%s", title, title[0] ? ": " : "",
                  subject, subject);
    if (theory[0])
        lt_html_print(page, "; closed form <code>%s</code>", theory);
    fputs("</figcaption>\n</figure>\n", page);
    free(bytes);
}

/* ---- The section ----------------------------------------------------------------------------- */

/* Writes the provenance of a run, folded; nothing if the document has none. */
static void put_provenance(FILE *page, const json_t *run) {
    const json_t *provenance = json_object_get(run, "provenance");
    if (!provenance)
        return;
    char *text = lt_json_text(provenance);
    lt_html_print(
        page,
        "<details><summary>Provenance: version, checksum, input as it was read</summary>\n"
        "<pre tabindex=\"0\">%s</pre></details>\n",
        text);
    free(text);
}

/* Returns the number of a run in the report, from 1. */
size_t lt_report_run_number(const json_t *run) {
    return (size_t)json_integer_value(json_object_get(run, "number"));
}

/* Returns the title of a run, or its program's name if it has none. */
const char *lt_report_run_title(const json_t *run) {
    return lt_frame_text(run, lt_frame_text(run, "title")[0] ? "title" : "program");
}

/* Writes the law of a run, and the external code that computed it. */
void lt_report_run_put_law(FILE *page, const json_t *run) {
    const json_t *code = json_object_get(json_object_get(run, "provenance"), "code");
    lt_html_print(page, "%s%s%s", lt_frame_text(run, "law"), code ? " in " : "",
                  lt_frame_text(code, "version"));
}

/* Returns the outcome of a run as a word: "ok", "missed" (an expectation), "failed" or
 * "interrupted". */
const char *lt_report_run_outcome(const json_t *run) {
    if (lt_frame_is_true(run, "ok"))
        return "ok";
    return strcmp(lt_frame_text(run, "status"), "done") == 0 ? "missed"
                                                             : lt_frame_text(run, "status");
}

/* Writes the first paragraph of a run: program, law, and how it ended. */
static void put_opening(FILE *page, const json_t *run) {
    const bool has_expectations = json_array_size(json_object_get(run, "expect")) > 0,
               ok = lt_frame_is_true(run, "ok");
    lt_html_print(page, "<p class=\"lead\">Program %s, law ", lt_frame_text(run, "program"));
    lt_report_run_put_law(page, run);
    lt_html_print(page, ": <span class=\"%s\">%s</span>%s%s</p>\n", ok ? "ok" : "bad",
                  !ok                ? lt_report_run_outcome(run)
                  : has_expectations ? "as expected"
                                     : "done, without expectations",
                  lt_frame_text(run, "message")[0] ? ". " : "", lt_frame_text(run, "message"));
}

/* Writes the section of a run: figures, expectations, results, parameters, stages and provenance.
 */
void lt_report_run(FILE *page, const struct lt_report *report, const json_t *run) {
    size_t k, number = lt_report_run_number(run);
    const json_t *plot;
    const char *live = lt_frame_text(report->live, lt_frame_text(run, "program"));
    lt_html_print(page,
                  "<section id=\"run-%zu\" aria-labelledby=\"run-%zu-title\">\n"
                  "<h2 id=\"run-%zu-title\">%s</h2>\n",
                  number, number, number, lt_report_run_title(run));
    put_opening(page, run);
    if (live[0])
        lt_html_print(page, "<p><a href=\"%s\">Run it here with other numbers</a></p>\n", live);
    /* Figures come first, then what was expected, then numbers. */
    fputs("<div class=\"figures\">\n", page);
    json_array_foreach(json_object_get(run, "plots"), k, plot)
        put_figure(page, report->directory, plot, report->arena);
    fputs("</div>\n", page);
    put_expectations(page, run);
    put_list(page, "Warnings", json_object_get(run, "warnings"));
    put_list(page, "Messages of the program", json_object_get(run, "prints"));
    put_results(page, run, report->arena);
    put_parameters(page, report, run);
    put_stages(page, run);
    put_provenance(page, run);
    fputs("</section>\n", page);
}

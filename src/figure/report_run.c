/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_run.c: a run as a section of the page. */
#include "base/arena.h"
#include "base/file.h"
#include "figure/axis.h"
#include "figure/curve.h"
#include "figure/html.h"
#include "figure/reporting.h"
#include "result/record.h"
#include "result/summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_FIGURE = 1 << 24 };

/* ---- Numbers --------------------------------------------------------------------------------- */

static void put_quantity(FILE *page, const char *name, double value, const char *unit) {
    char buffer[64];
    if (isnan(value))
        return;
    fputs("<div><dt>", page);
    lt_html_put(page, name);
    fputs("</dt><dd>", page);
    lt_html_put(page, lt_summary_printed(value, unit, buffer, sizeof buffer));
    fputs("</dd></div>\n", page);
}

/* Results NAME_end are skipped: they are in the table of the run. */
static void put_results(FILE *page, const json_t *run, struct lt_arena *arena) {
    const char *name;
    json_t *value;
    json_t *results = json_object_get(run, "results");
    fputs("<h3>Results</h3>\n<dl class=\"values\">\n", page);
    json_object_foreach(results, name, value) {
        size_t length = strlen(name);
        if (length < 4 || strcmp(name + length - 4, "_end") != 0)
            put_quantity(page, name, lt_report_number(results, name), lt_curve_unit(name, arena));
    }
    fputs("</dl>\n", page);
}

/* A parameter in the document of its law; NULL: the law is not known here. */
static const json_t *law_parameter(const json_t *law, const char *param) {
    size_t i;
    const json_t *field;
    json_array_foreach(json_object_get(law, "parameters"), i, field) {
        if (strcmp(lt_report_text(field, "name"), param) == 0)
            return field;
    }
    return NULL;
}

static void put_parameter(FILE *page, const char *name, double value, const json_t *field) {
    const json_t *choices = json_object_get(field, "choices");
    const char *word = value >= 0 && value == floor(value)
                           ? json_string_value(json_array_get(choices, (size_t)value))
                           : NULL;
    if (!word) {
        put_quantity(page, name, value, lt_report_text(field, "unit"));
        return;
    }
    fputs("<div><dt>", page);
    lt_html_put(page, name);
    fputs("</dt><dd>", page);
    lt_html_put(page, word);
    fputs("</dd></div>\n", page);
}

static const json_t *law_in_report(const struct lt_report *report, const char *name) {
    size_t i;
    const json_t *law;
    json_array_foreach(report->laws, i,
                       law) if (strcmp(lt_report_text(law, "name"), name) == 0) return law;
    return NULL;
}

static void put_parameters(FILE *page, const struct lt_report *report, const json_t *run) {
    const char *name;
    json_t *value;
    json_t *parameters = json_object_get(run, "parameters");
    const json_t *law = law_in_report(report, lt_report_text(run, "law"));
    fputs("<h3>Parameters</h3>\n<dl class=\"values\">\n", page);
    json_object_foreach(parameters, name, value)
        put_parameter(page, name, lt_report_number(parameters, name), law_parameter(law, name));
    fputs("</dl>\n", page);
}

static void put_expectations(FILE *page, const json_t *run) {
    size_t i;
    const json_t *expect, *list = json_object_get(run, "expect");
    if (json_array_size(list) == 0)
        return;
    fputs("<h3>Expectations</h3>\n", page);
    lt_report_table_begin(page, "Expectations",
                          (const char *const[]){"verdict", "expectation", ">value", ">expected",
                                                ">error", ">within", NULL});
    json_array_foreach(list, i, expect) {
        fputs("<tr>", page);
        lt_report_table_verdict(page, lt_report_is_true(expect, "ok"), "missed");
        fputs("<th scope=\"row\"><code>", page);
        lt_html_put(page, lt_report_text(expect, "text"));
        fputs("</code>", page);
        if (lt_report_text(expect, "where")[0]) {
            fputs("<br><span class=\"dim\">", page);
            lt_html_put(page, lt_report_text(expect, "where"));
            fputs("</span>", page);
        }
        fputs("</th>", page);
        const char *unit = lt_report_text(expect, "unit"),
                   *own = lt_report_is_true(expect, "absolute") ? unit : "";
        lt_report_table_measure(page, "value", lt_report_number(expect, "value"), 9, unit);
        lt_report_table_measure(page, "expected", lt_report_number(expect, "expected"), 9, unit);
        lt_report_table_measure(page, "error", lt_report_number(expect, "error"), 2, own);
        lt_report_table_measure(page, "within", lt_report_number(expect, "tolerance"), 2, own);
        fputs("</tr>\n", page);
    }
    lt_report_table_end(page);
}

static void put_stages(FILE *page, const json_t *run) {
    size_t i;
    const json_t *stage;
    char buffer[64];
    fputs("<h3>Stages</h3>\n", page);
    lt_report_table_begin(page, "Stages",
                          (const char *const[]){"stage", ">steps", ">time", "until", NULL});
    json_array_foreach(json_object_get(run, "stages"), i, stage) {
        fputs("<tr><th scope=\"row\">", page);
        lt_html_put(page, lt_report_text(stage, "name"));
        fputs("</th>", page);
        lt_report_table_cell(page, "steps", true);
        fprintf(page, "%.0f</td>", lt_report_number(stage, "steps"));
        lt_report_table_cell(page, "time", true);
        fprintf(page, "%s</td>",
                lt_summary_printed(lt_report_number(stage, "time"), "s", buffer, sizeof buffer));
        lt_report_table_cell(page, "until", false);
        fputs("<code>", page);
        lt_html_put(page, lt_report_text(stage, "ended_by"));
        fputs("</code></td></tr>\n", page);
    }
    lt_report_table_end(page);
}

static void put_list(FILE *page, const char *heading, const json_t *texts) {
    size_t i;
    const json_t *text;
    if (json_array_size(texts) == 0)
        return;
    fprintf(page, "<h3>%s</h3>\n<ul>\n", heading);
    json_array_foreach(texts, i, text) {
        fputs("<li>", page);
        lt_html_put(page, json_string_value(text) ? json_string_value(text) : "");
        fputs("</li>\n", page);
    }
    fputs("</ul>\n", page);
}

/* ---- Figures --------------------------------------------------------------------------------- */

static const char *kind_of_image(const char *file) {
    const char *dot = strrchr(file, '.');
    if (dot && strcmp(dot, ".svg") == 0)
        return "svg+xml";
    return dot && strcmp(dot, ".png") == 0 ? "png" : NULL;
}

/* The subject of a figure: "normal force -fn over overlap -un", or the words for its kind. */
static const char *subject_of(const json_t *plot, struct lt_arena *arena) {
    static const char *const subjects[][2] = {
        {"normal", "Normal force over overlap"},
        {"shear", "Shear force over displacement"},
        {"moment", "Moment over rotation"},
        {"time", "Forces over time"},
        {"energy", "Energies: kinetic, stored, dissipated"},
        {"cone", "Tangential over normal force, with Coulomb's limit"},
        {"hodograph", "The path of the shear force"},
        {"residual", "Error of the energy balance"},
    };
    for (size_t i = 0; i < sizeof subjects / sizeof subjects[0]; i++)
        if (strcmp(lt_report_text(plot, "kind"), subjects[i][0]) == 0)
            return subjects[i][1];
    struct lt_axis y = lt_axis_new(lt_report_text(plot, "y"), "", 0, 1, true, false, arena);
    struct lt_axis x = lt_axis_new(lt_report_text(plot, "x"), "", 0, 1, true, false, arena);
    return lt_arena_print(arena, "%s over %s", y.label, x.label);
}

/* Embeds the picture as an image, so that it cannot run scripts and its ids do not clash with the
 * page. */
static void put_figure(FILE *page, const char *directory, const json_t *plot,
                       struct lt_arena *arena) {
    const char *file = lt_report_text(plot, "file"), *kind = kind_of_image(file);
    const char *title = lt_report_text(plot, "title");
    size_t size = 0;
    const char *path = lt_arena_print(arena, "%s/%s", directory, file);
    char *bytes = kind && !strchr(file, '/') && lt_file_is_in(directory, path)
                      ? lt_file_read(path, LARGEST_FIGURE, &size)
                      : NULL;
    if (!bytes) {
        fputs("<p class=\"dim\">", page);
        lt_html_print(page, "%s is not a drawing that can be shown here.", file);
        fputs("</p>\n", page);
        return;
    }
    const char *subject = subject_of(plot, arena);
    fputs("<figure>\n<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"", page);
    lt_html_print(page, "Figure: %s", subject);
    fprintf(page, "\">\n<img src=\"data:image/%s;base64,", kind);
    lt_html_base64(page, (const unsigned char *)bytes, size);
    fputs("\" alt=\"", page);
    lt_html_print(page, "%s%s%s", title, title[0] ? ": " : "", subject);
    fputs("\">\n</div>\n<figcaption>", page);
    lt_html_put(page, subject);
    if (lt_report_text(plot, "theory")[0]) {
        fputs("; closed form <code>", page);
        lt_html_put(page, lt_report_text(plot, "theory"));
        fputs("</code>", page);
    }
    fputs("</figcaption>\n</figure>\n", page);
    free(bytes);
}

/* ---- The section ----------------------------------------------------------------------------- */

static void put_provenance(FILE *page, const json_t *run) {
    const json_t *provenance = json_object_get(run, "provenance");
    if (!provenance)
        return;
    char *text = lt_json_text(provenance);
    fputs("<details><summary>Provenance: version, checksum, input as it was read</summary>\n<pre "
          "tabindex=\"0\">",
          page);
    lt_html_put(page, text ? text : "");
    fputs("</pre></details>\n", page);
    free(text);
}

static void put_live_link(FILE *page, const struct lt_report *report, const json_t *run) {
    const char *address = lt_report_text(report->live, lt_report_text(run, "program"));
    if (!address[0])
        return;
    fputs("<p><a href=\"", page);
    lt_html_put(page, address);
    fputs("\">Run it here with other numbers</a></p>\n", page);
}

const char *lt_report_run_title(const json_t *run) {
    return lt_report_text(run, "title")[0] ? lt_report_text(run, "title")
                                           : lt_report_text(run, "program");
}

const char *lt_report_run_law(const json_t *run, struct lt_arena *arena) {
    const json_t *code = json_object_get(json_object_get(run, "provenance"), "code");
    const char *law = lt_report_text(run, "law");
    return code ? lt_arena_print(arena, "%s in %s", law, lt_report_text(code, "version")) : law;
}

const char *lt_report_run_outcome(const json_t *run) {
    if (lt_report_is_true(run, "ok"))
        return "ok";
    return strcmp(lt_report_text(run, "status"), "done") == 0 ? "missed"
                                                              : lt_report_text(run, "status");
}

void lt_report_run(FILE *page, const struct lt_report *report, size_t number, const json_t *run,
                   struct lt_arena *arena) {
    size_t i;
    const json_t *plot;
    fprintf(page,
            "<section id=\"run-%zu\" aria-labelledby=\"run-%zu-title\">\n<h2 id=\"run-%zu-title\">",
            number, number, number);
    lt_html_put(page, lt_report_run_title(run));
    fputs("</h2>\n<p class=\"lead\">", page);
    lt_html_print(page, "Program %s, law %s: ", lt_report_text(run, "program"),
                  lt_report_run_law(run, arena));
    const bool asks = json_array_size(json_object_get(run, "expect")) > 0;
    fprintf(page, "<span class=\"%s\">%s</span>", lt_report_is_true(run, "ok") ? "ok" : "bad",
            !lt_report_is_true(run, "ok") ? ""
            : asks                        ? "as expected"
                                          : "done, without expectations");
    if (!lt_report_is_true(run, "ok"))
        lt_html_put(page, lt_report_run_outcome(run));
    if (lt_report_text(run, "message")[0])
        lt_html_print(page, ". %s", lt_report_text(run, "message"));
    fputs("</p>\n", page);
    put_live_link(page, report, run);
    fputs("<div class=\"figures\">\n", page);
    json_array_foreach(json_object_get(run, "plots"), i, plot)
        put_figure(page, report->directory, plot, arena);
    fputs("</div>\n", page);
    put_expectations(page, run);
    put_list(page, "Warnings", json_object_get(run, "warnings"));
    put_list(page, "Messages of the program", json_object_get(run, "prints"));
    put_results(page, run, arena);
    put_parameters(page, report, run);
    put_stages(page, run);
    put_provenance(page, run);
    fputs("</section>\n", page);
}

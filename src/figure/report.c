/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figure/report.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/read_json.h"
#include "config.h"
#include "figure/axis.h"
#include "figure/curve.h"
#include "figure/html.h"
#include "model/laws.h"
#include "result/record.h"
#include "result/summary.h"
#include "stylesheet.h" /* style[]: report.css, line by line */

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <sha2.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_FIGURE = 1 << 24 };

/* ---- Documents ------------------------------------------------------------------------------- */

static const char *member_text(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* null stands for what is not finite. */
static double member_number(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

static bool is_true(const json_t *object, const char *key) {
    return json_is_true(json_object_get(object, key));
}

static bool is_run(const json_t *document) {
    return json_is_string(json_object_get(document, "program")) &&
           json_is_object(json_object_get(document, "results"));
}

static bool is_verdict(const json_t *document) {
    const json_t *laws = json_object_get(document, "laws");
    return json_is_array(laws) && json_is_array(json_object_get(json_array_get(laws, 0), "checks"));
}

static int is_document(const struct dirent *entry) {
    const char *dot = strrchr(entry->d_name, '.');
    return dot && dot != entry->d_name && strcmp(dot, ".json") == 0;
}

void lt_report_describe(struct lt_report *report, const struct lt_law *law) {
    size_t i;
    const json_t *known;
    json_array_foreach(report->laws, i, known) {
        if (strcmp(member_text(known, "name"), law->name) == 0)
            return;
    }
    const struct lt_law *const only[] = {law, NULL};
    json_t *document = lt_document_laws(only);
    json_array_append(report->laws, json_array_get(json_object_get(document, "laws"), 0));
    json_decref(document);
}

/* A law of which a run or a verdict speaks; one of a plug-in is not known by its name alone. */
static void add_law(struct lt_report *report, const char *name) {
    const struct lt_law *law = lt_laws_find(name);
    if (law)
        lt_report_describe(report, law);
}

static void add_document(struct lt_report *report, json_t *document) {
    if (is_run(document)) {
        json_array_append(report->runs, document);
        add_law(report, member_text(document, "law"));
    } else if (is_verdict(document)) {
        size_t i;
        const json_t *law;
        json_array_append(report->verdicts, document);
        json_array_foreach(json_object_get(document, "laws"), i, law)
            add_law(report, member_text(law, "name"));
    }
}

static enum lt_report_status add_file(struct lt_report *report, const char *path,
                                      struct lt_arena *arena, const char **why) {
    json_error_t error;
    json_t *document = lt_read_json(path, JSON_REJECT_DUPLICATES, &error);
    if (document) {
        add_document(report, document);
        json_decref(document);
        return LT_REPORT_READ;
    }
    *why = lt_arena_print(arena, "%s%s%s:%d:%d: %s", *why, (*why)[0] ? "\n" : "", path, error.line,
                          error.column, error.text);
    return LT_REPORT_BAD_FILE;
}

enum lt_report_status lt_report_read(struct lt_report *report, const char *directory,
                                     struct lt_arena *arena, const char **why) {
    *report = (struct lt_report){.title = lt_arena_print(arena, "Report of %s", directory),
                                 .directory = directory,
                                 .runs = json_array(),
                                 .verdicts = json_array(),
                                 .laws = json_array()};
    struct dirent **entries;
    int count = scandir(directory, &entries, is_document, alphasort);
    if (count < 0) {
        *why = lt_arena_print(arena, "%s: %s", directory, strerror(errno));
        return LT_REPORT_NO_FILE;
    }
    *why = "";
    enum lt_report_status status = LT_REPORT_READ;
    for (int i = 0; i < count; i++) {
        const char *path = lt_arena_print(arena, "%s/%s", directory, entries[i]->d_name);
        if (add_file(report, path, arena, why) != LT_REPORT_READ)
            status = LT_REPORT_BAD_FILE;
        free(entries[i]);
    }
    free(entries);
    if (status == LT_REPORT_READ &&
        json_array_size(report->runs) + json_array_size(report->verdicts) == 0) {
        *why = lt_arena_print(arena, "%s: no document of 'run' or 'verify' is there", directory);
        return LT_REPORT_NO_FILE;
    }
    return status;
}

void lt_report_close(struct lt_report *report) {
    json_decref(report->runs);
    json_decref(report->verdicts);
    json_decref(report->laws);
}

bool lt_report_ok(const struct lt_report *report) {
    size_t i;
    const json_t *document;
    json_array_foreach(report->runs, i, document) if (!is_true(document, "ok")) return false;
    json_array_foreach(report->verdicts, i, document) if (!is_true(document, "ok")) return false;
    return true;
}

/* ---- Parts of the page ----------------------------------------------------------------------- */

/* HEAD is shown before what the cell holds where the window is too narrow for columns. */
static void begin_cell(FILE *page, const char *head, bool number) {
    fprintf(page, "<td%s data-head=\"%s\">", number ? " class=\"number\"" : "", head);
}

static void put_number_cell(FILE *page, const char *head, double value, int digits) {
    begin_cell(page, head, true);
    if (isnan(value))
        fputs("&ndash;</td>", page);
    else
        fprintf(page, "%.*g</td>", digits, value);
}

/* The same with its unit; a plain number has none. */
static void put_measure(FILE *page, const char *head, double value, int digits, const char *unit) {
    if (isnan(value) || !unit[0] || strcmp(unit, "1") == 0) {
        put_number_cell(page, head, value, digits);
        return;
    }
    begin_cell(page, head, true);
    fprintf(page, "%.*g&nbsp;", digits, value);
    lt_html_put(page, unit);
    fputs("</td>", page);
}

static void put_verdict(FILE *page, bool ok, const char *bad) {
    fprintf(page, "<td class=\"%s\">", ok ? "ok" : "bad");
    lt_html_put(page, ok ? "ok" : bad);
    fputs("</td>", page);
}

/* A table that is wider than the window scrolls by itself, also by keyboard. */
static void begin_table(FILE *page, const char *caption, const char *const *heads) {
    fprintf(page,
            "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"%s\">\n"
            "<table>\n<thead><tr>",
            caption);
    for (; *heads; heads++)
        fprintf(page, "<th scope=\"col\"%s>%s</th>", (*heads)[0] == '>' ? " class=\"number\"" : "",
                *heads + ((*heads)[0] == '>'));
    fputs("</tr></thead>\n<tbody>\n", page);
}

static void end_table(FILE *page) {
    fputs("</tbody>\n</table>\n</div>\n", page);
}

static void put_quantity(FILE *page, const char *name, double value, const char *unit) {
    char buffer[64];
    if (isnan(value))
        return;
    fputs("<div><dt>", page);
    lt_html_put(page, name);
    fputs("</dt><dd>", page);
    lt_html_put(page, lt_summary_quantity(value, unit, buffer, sizeof buffer));
    fputs("</dd></div>\n", page);
}

/* Results at the end of the run are columns; they are in the table of the run. */
static void put_results(FILE *page, const json_t *run, struct lt_arena *arena) {
    const char *name;
    json_t *value;
    json_t *results = json_object_get(run, "results");
    fputs("<h3>Results</h3>\n<dl class=\"values\">\n", page);
    json_object_foreach(results, name, value) {
        size_t length = strlen(name);
        if (length < 4 || strcmp(name + length - 4, "_end") != 0)
            put_quantity(page, name, member_number(results, name), lt_curve_unit(name, arena));
    }
    fputs("</dl>\n", page);
}

/* A parameter in the document of its law; NULL: the law is not known here. */
static const json_t *law_parameter(const json_t *law, const char *param) {
    size_t i;
    const json_t *field;
    json_array_foreach(json_object_get(law, "parameters"), i, field) {
        if (strcmp(member_text(field, "name"), param) == 0)
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
        put_quantity(page, name, value, member_text(field, "unit"));
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
                       law) if (strcmp(member_text(law, "name"), name) == 0) return law;
    return NULL;
}

static void put_parameters(FILE *page, const struct lt_report *report, const json_t *run) {
    const char *name;
    json_t *value;
    json_t *parameters = json_object_get(run, "parameters");
    const json_t *law = law_in_report(report, member_text(run, "law"));
    fputs("<h3>Parameters</h3>\n<dl class=\"values\">\n", page);
    json_object_foreach(parameters, name, value)
        put_parameter(page, name, member_number(parameters, name), law_parameter(law, name));
    fputs("</dl>\n", page);
}

static void put_expectations(FILE *page, const json_t *run) {
    size_t i;
    const json_t *expect, *list = json_object_get(run, "expect");
    if (json_array_size(list) == 0)
        return;
    fputs("<h3>Expectations</h3>\n", page);
    begin_table(page, "Expectations",
                (const char *const[]){"verdict", "expectation", ">value", ">expected", ">error",
                                      ">within", NULL});
    json_array_foreach(list, i, expect) {
        fputs("<tr>", page);
        put_verdict(page, is_true(expect, "ok"), "missed");
        fputs("<th scope=\"row\"><code>", page);
        lt_html_put(page, member_text(expect, "text"));
        fputs("</code>", page);
        if (member_text(expect, "where")[0]) {
            fputs("<br><span class=\"dim\">", page);
            lt_html_put(page, member_text(expect, "where"));
            fputs("</span>", page);
        }
        fputs("</th>", page);
        const char *unit = member_text(expect, "unit"),
                   *own = is_true(expect, "absolute") ? unit : "";
        put_measure(page, "value", member_number(expect, "value"), 9, unit);
        put_measure(page, "expected", member_number(expect, "expected"), 9, unit);
        put_measure(page, "error", member_number(expect, "error"), 2, own);
        put_measure(page, "within", member_number(expect, "tolerance"), 2, own);
        fputs("</tr>\n", page);
    }
    end_table(page);
}

static void put_stages(FILE *page, const json_t *run) {
    size_t i;
    const json_t *stage;
    char buffer[64];
    fputs("<h3>Stages</h3>\n", page);
    begin_table(page, "Stages", (const char *const[]){"stage", ">steps", ">time", "until", NULL});
    json_array_foreach(json_object_get(run, "stages"), i, stage) {
        fputs("<tr><th scope=\"row\">", page);
        lt_html_put(page, member_text(stage, "name"));
        fputs("</th>", page);
        begin_cell(page, "steps", true);
        fprintf(page, "%.0f</td>", member_number(stage, "steps"));
        begin_cell(page, "time", true);
        fprintf(page, "%s</td>",
                lt_summary_quantity(member_number(stage, "time"), "s", buffer, sizeof buffer));
        begin_cell(page, "until", false);
        fputs("<code>", page);
        lt_html_put(page, member_text(stage, "ended_by"));
        fputs("</code></td></tr>\n", page);
    }
    end_table(page);
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

static const char *kind_of_image(const char *file) {
    const char *dot = strrchr(file, '.');
    if (dot && strcmp(dot, ".svg") == 0)
        return "svg+xml";
    return dot && strcmp(dot, ".png") == 0 ? "png" : NULL;
}

/* "normal force -fn over overlap -un", or what a figure with a name shows. */
static const char *subject_of(const json_t *plot, struct lt_arena *arena) {
    static const char *const subjects[][2] = {
        {"normal", "Normal force over overlap"},
        {"shear", "Shear force over displacement"},
        {"moment", "Moment over rotation"},
        {"time", "Forces over time"},
        {"energy", "Where the work went"},
        {"cone", "Tangential over normal force, with Coulomb's limit"},
        {"hodograph", "The path of the shear force"},
        {"residual", "What the energy balance leaves over"},
    };
    for (size_t i = 0; i < sizeof subjects / sizeof subjects[0]; i++)
        if (strcmp(member_text(plot, "kind"), subjects[i][0]) == 0)
            return subjects[i][1];
    struct lt_axis y = lt_axis_new(member_text(plot, "y"), "", 0, 1, true, false);
    struct lt_axis x = lt_axis_new(member_text(plot, "x"), "", 0, 1, true, false);
    return lt_arena_print(arena, "%s over %s", y.label, x.label);
}

/* The picture as a part of the page; as an image it runs nothing and its names stay its own. */
static void put_figure(FILE *page, const char *directory, const json_t *plot,
                       struct lt_arena *arena) {
    const char *file = member_text(plot, "file"), *kind = kind_of_image(file);
    const char *title = member_text(plot, "title");
    size_t size = 0;
    char *bytes =
        kind && !strchr(file, '/')
            ? lt_file_read(lt_arena_print(arena, "%s/%s", directory, file), LARGEST_FIGURE, &size)
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
    if (member_text(plot, "theory")[0]) {
        fputs("; closed form <code>", page);
        lt_html_put(page, member_text(plot, "theory"));
        fputs("</code>", page);
    }
    fputs("</figcaption>\n</figure>\n", page);
    free(bytes);
}

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

/* ---- Sections -------------------------------------------------------------------------------- */

static const char *title_of(const json_t *run) {
    return member_text(run, "title")[0] ? member_text(run, "title") : member_text(run, "program");
}

static const char *outcome_of(const json_t *run) {
    if (is_true(run, "ok"))
        return "ok";
    return strcmp(member_text(run, "status"), "done") == 0 ? "missed" : member_text(run, "status");
}

static size_t count_met(const json_t *list) {
    size_t i, met = 0;
    const json_t *each;
    json_array_foreach(list, i, each) met += is_true(each, "ok");
    return met;
}

static void put_run(FILE *page, const struct lt_report *report, size_t number, const json_t *run,
                    struct lt_arena *arena) {
    size_t i;
    const json_t *plot;
    fprintf(page,
            "<section id=\"run-%zu\" aria-labelledby=\"run-%zu-title\">\n<h2 id=\"run-%zu-title\">",
            number, number, number);
    lt_html_put(page, title_of(run));
    fputs("</h2>\n<p class=\"lead\">", page);
    lt_html_print(page, "Program %s, law %s: ", member_text(run, "program"),
                  member_text(run, "law"));
    fprintf(page, "<span class=\"%s\">%s</span>", is_true(run, "ok") ? "ok" : "bad",
            is_true(run, "ok") ? "as expected" : "");
    if (!is_true(run, "ok"))
        lt_html_put(page, outcome_of(run));
    if (member_text(run, "message")[0])
        lt_html_print(page, ". %s", member_text(run, "message"));
    fputs("</p>\n", page);
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

/* The expectation that is nearest to its tolerance, or furthest beyond it. */
static double worst_of(const json_t *list) {
    size_t i;
    const json_t *each;
    double worst = NAN;
    json_array_foreach(list, i, each) {
        double used = member_number(each, "error") / member_number(each, "tolerance");
        if (isfinite(used))
            worst = fmax(used, worst);
    }
    return worst;
}

static void put_summary(FILE *page, const json_t *runs) {
    size_t i;
    const json_t *run;
    if (json_array_size(runs) == 0)
        return;
    fputs("<h2>Programs</h2>\n", page);
    begin_table(page, "Programs",
                (const char *const[]){"verdict", "program", "law", ">expectations met",
                                      ">of the tolerance used", NULL});
    json_array_foreach(runs, i, run) {
        const json_t *list = json_object_get(run, "expect");
        fputs("<tr>", page);
        put_verdict(page, is_true(run, "ok"), outcome_of(run));
        fprintf(page, "<th scope=\"row\"><a href=\"#run-%zu\">", i + 1);
        lt_html_put(page, title_of(run));
        fputs("</a></th>", page);
        begin_cell(page, "law", false);
        lt_html_put(page, member_text(run, "law"));
        fputs("</td>", page);
        begin_cell(page, "expectations met", true);
        fprintf(page, "%zu of %zu</td>", count_met(list), json_array_size(list));
        put_number_cell(page, "of the tolerance used", worst_of(list), 2);
        fputs("</tr>\n", page);
    }
    end_table(page);
}

/* What is said of a check that was simply met is of no interest. */
static bool has_story(const json_t *check) {
    return !is_true(check, "ok") || is_true(check, "declared") ||
           isnan(member_number(check, "value"));
}

/* No parameter has the role that it needs. */
static bool is_untold(const json_t *check) {
    return json_is_null(json_object_get(check, "ok"));
}

static size_t count_told(const json_t *checks) {
    size_t i, count = 0;
    const json_t *check;
    json_array_foreach(checks, i, check) count += !is_untold(check);
    return count;
}

static void put_check(FILE *page, const json_t *check) {
    fputs("<tr>", page);
    if (is_untold(check))
        fputs("<td>not told</td>", page);
    else if (is_true(check, "declared"))
        fputs("<td>declared</td>", page);
    else if (is_true(check, "ok") && isnan(member_number(check, "value")))
        fputs("<td>not tested</td>", page);
    else
        put_verdict(page, is_true(check, "ok"), "fails");
    fputs("<th scope=\"row\">", page);
    lt_html_put(page, member_text(check, "name"));
    if (has_story(check) && member_text(check, "detail")[0]) {
        fputs("<br><span class=\"dim\">", page);
        lt_html_put(page, member_text(check, "detail"));
        fputs("</span>", page);
    }
    fputs("</th>", page);
    put_number_cell(page, "off by", member_number(check, "value"), 3);
    put_number_cell(page, "may be", member_number(check, "bound"), 3);
    fputs("</tr>\n", page);
}

static void put_checks(FILE *page, const json_t *law) {
    size_t i;
    const json_t *check, *checks = json_object_get(law, "checks");
    fputs("<h3>", page);
    const size_t told = count_told(checks), untold = json_array_size(checks) - told;
    lt_html_print(page, "%s: %zu of %zu checks met", member_text(law, "name"), count_met(checks),
                  told);
    if (untold > 0)
        fprintf(page, ", %zu not told", untold);
    fputs("</h3>\n", page);
    begin_table(page, "Checks",
                (const char *const[]){"verdict", "check", ">off by", ">may be", NULL});
    json_array_foreach(checks, i, check) put_check(page, check);
    end_table(page);
}

static void put_verdicts(FILE *page, const json_t *verdicts) {
    size_t i, j;
    const json_t *document, *law;
    if (json_array_size(verdicts) > 0)
        fputs("<h2>Verification</h2>\n", page);
    json_array_foreach(verdicts, i, document)
        json_array_foreach(json_object_get(document, "laws"), j, law) put_checks(page, law);
}

static void put_fields(FILE *page, const json_t *law) {
    size_t i;
    const json_t *field;
    begin_table(page, "Parameters of the law",
                (const char *const[]){"parameter", "unit", ">default", "meaning", NULL});
    json_array_foreach(json_object_get(law, "parameters"), i, field) {
        fputs("<tr><th scope=\"row\"><code>", page);
        lt_html_put(page, member_text(field, "name"));
        fputs("</code></th>", page);
        begin_cell(page, "unit", false);
        lt_html_put(page, member_text(field, "unit"));
        fputs("</td>", page);
        put_number_cell(page, "default", member_number(field, "default"), 6);
        fputs("<td>", page);
        lt_html_put(page, member_text(field, "doc"));
        fputs("</td></tr>\n", page);
    }
    end_table(page);
}

static void put_laws(FILE *page, const json_t *laws) {
    size_t i;
    const json_t *law;
    if (json_array_size(laws) > 0)
        fputs("<h2>Laws</h2>\n", page);
    json_array_foreach(laws, i, law) {
        fputs("<section>\n<h3>", page);
        lt_html_print(page, "%s: %s", member_text(law, "name"), member_text(law, "summary"));
        fputs("</h3>\n<pre tabindex=\"0\">", page);
        lt_html_put(page, member_text(law, "equations"));
        fputs("</pre>\n<p class=\"dim\">", page);
        lt_html_put(page, member_text(law, "source"));
        fputs("</p>\n", page);
        put_fields(page, law);
        fputs("</section>\n", page);
    }
}

/* ---- The page -------------------------------------------------------------------------------- */

/* The browser is to apply this sheet and nothing else: its hash is in the policy. */
static void put_style_sheet(FILE *page) {
    SHA2_CTX context;
    uint8_t digest[SHA256_DIGEST_LENGTH];
    SHA256Init(&context);
    for (size_t i = 0; style[i]; i++)
        SHA256Update(&context, (const uint8_t *)style[i], strlen(style[i]));
    SHA256Final(digest, &context);
    fputs("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
          "img-src data:; style-src 'sha256-",
          page);
    lt_html_base64(page, digest, sizeof digest);
    fputs("'\">\n<style>", page);
    for (size_t i = 0; style[i]; i++)
        fputs(style[i], page);
    fputs("</style>\n", page);
}

static void put_page_head(FILE *page, const struct lt_report *report) {
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"generator\" content=\"lawtester " LT_VERSION "\">\n<title>",
          page);
    lt_html_put(page, report->title);
    fputs(" - lawtester</title>\n", page);
    put_style_sheet(page);
    fputs("</head>\n<body>\n<a class=\"skip\" href=\"#content\">Skip to the content</a>\n"
          "<main id=\"content\">\n<h1>",
          page);
    lt_html_put(page, report->title);
    fputs("</h1>\n", page);
}

static void put_lead(FILE *page, const struct lt_report *report) {
    size_t i, expectations = 0, met = 0;
    const json_t *run;
    json_array_foreach(report->runs, i, run) {
        expectations += json_array_size(json_object_get(run, "expect"));
        met += count_met(json_object_get(run, "expect"));
    }
    fprintf(
        page,
        "<p>%zu stage program%s; %zu of %zu expectations met. <span class=\"%s\">%s</span></p>\n",
        json_array_size(report->runs), json_array_size(report->runs) == 1 ? "" : "s", met,
        expectations, lt_report_ok(report) ? "ok" : "bad",
        lt_report_ok(report) ? "All as expected." : "Not all is as expected.");
}

void lt_report_write(const struct lt_report *report, FILE *page, struct lt_arena *arena) {
    size_t i;
    const json_t *run;
    put_page_head(page, report);
    put_lead(page, report);
    if (report->of_law)
        put_laws(page, report->laws);
    put_summary(page, report->runs);
    put_verdicts(page, report->verdicts);
    json_array_foreach(report->runs, i, run) put_run(page, report, i + 1, run, arena);
    if (!report->of_law)
        put_laws(page, report->laws);
    fputs("</main>\n</body>\n</html>\n", page);
}

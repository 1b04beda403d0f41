/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_write.c: the HTML page: verdicts, laws, and each run. */
#include "config.h"
#include "figure/html.h"
#include "figure/reporting.h"
#include "stylesheet.h" /* style[]: report.css, line by line */

#include <math.h>
#include <sha2.h>
#include <string.h>

/* ---- Programs -------------------------------------------------------------------------------- */

static size_t count_met(const json_t *list) {
    size_t i, met = 0;
    const json_t *each;
    json_array_foreach(list, i, each) met += lt_report_is_true(each, "ok");
    return met;
}

/* The largest error of an expectation, relative to its tolerance. */
static double worst_of(const json_t *list) {
    size_t i;
    const json_t *each;
    double worst = NAN;
    json_array_foreach(list, i, each) {
        double used = lt_report_number(each, "error") / lt_report_number(each, "tolerance");
        if (isfinite(used))
            worst = fmax(used, worst);
    }
    return worst;
}

static void put_summary(FILE *page, const json_t *runs, struct lt_arena *arena) {
    size_t i;
    const json_t *run;
    if (json_array_size(runs) == 0)
        return;
    fputs("<h2>Programs</h2>\n", page);
    lt_report_table_begin(page, "Programs",
                          (const char *const[]){"verdict", "program", "law", ">expectations met",
                                                ">of the tolerance used", NULL});
    json_array_foreach(runs, i, run) {
        const json_t *list = json_object_get(run, "expect");
        fputs("<tr>", page);
        lt_report_table_verdict(page, lt_report_is_true(run, "ok"), lt_report_run_outcome(run));
        fprintf(page, "<th scope=\"row\"><a href=\"#run-%zu\">", i + 1);
        lt_html_put(page, lt_report_run_title(run));
        fputs("</a></th>", page);
        lt_report_table_cell(page, "law", false);
        lt_html_put(page, lt_report_run_law(run, arena));
        fputs("</td>", page);
        lt_report_table_cell(page, "expectations met", true);
        if (json_array_size(list) > 0)
            fprintf(page, "%zu of %zu</td>", count_met(list), json_array_size(list));
        else
            fputs("none</td>", page);
        lt_report_table_number(page, "of the tolerance used", worst_of(list), 2);
        fputs("</tr>\n", page);
    }
    lt_report_table_end(page);
}

/* ---- Verification ---------------------------------------------------------------------------- */

/* The detail of a check that was simply met is left out. */
static bool has_story(const json_t *check) {
    return !lt_report_is_true(check, "ok") || lt_report_is_true(check, "declared") ||
           isnan(lt_report_number(check, "value"));
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
    else if (lt_report_is_true(check, "declared"))
        fputs("<td>declared</td>", page);
    else if (lt_report_is_true(check, "ok") && isnan(lt_report_number(check, "value")))
        fputs("<td>no case</td>", page);
    else
        lt_report_table_verdict(page, lt_report_is_true(check, "ok"), "fails");
    fputs("<th scope=\"row\">", page);
    lt_html_put(page, lt_report_text(check, "name"));
    if (has_story(check) && lt_report_text(check, "detail")[0]) {
        fputs("<br><span class=\"dim\">", page);
        lt_html_put(page, lt_report_text(check, "detail"));
        fputs("</span>", page);
    }
    fputs("</th>", page);
    lt_report_table_number(page, "value", lt_report_number(check, "value"), 3);
    lt_report_table_number(page, "bound", lt_report_number(check, "bound"), 3);
    fputs("</tr>\n", page);
}

static void put_checks(FILE *page, const json_t *law) {
    size_t i;
    const json_t *check, *checks = json_object_get(law, "checks");
    fputs("<h3>", page);
    const size_t told = count_told(checks), untold = json_array_size(checks) - told;
    lt_html_print(page, "%s: %zu of %zu checks met", lt_report_text(law, "name"), count_met(checks),
                  told);
    if (untold > 0)
        fprintf(page, ", %zu not told", untold);
    fputs("</h3>\n", page);
    lt_report_table_begin(page, "Checks",
                          (const char *const[]){"verdict", "check", ">value", ">bound", NULL});
    json_array_foreach(checks, i, check) put_check(page, check);
    lt_report_table_end(page);
}

static void put_verdicts(FILE *page, const json_t *verdicts) {
    size_t i, j;
    const json_t *document, *law;
    if (json_array_size(verdicts) > 0)
        fputs("<h2>Verification</h2>\n", page);
    json_array_foreach(verdicts, i, document)
        json_array_foreach(json_object_get(document, "laws"), j, law) put_checks(page, law);
}

/* ---- Laws ------------------------------------------------------------------------------------ */

static void put_fields(FILE *page, const json_t *law) {
    size_t i;
    const json_t *field;
    lt_report_table_begin(page, "Parameters of the law",
                          (const char *const[]){"parameter", "unit", ">default", "meaning", NULL});
    json_array_foreach(json_object_get(law, "parameters"), i, field) {
        fputs("<tr><th scope=\"row\"><code>", page);
        lt_html_put(page, lt_report_text(field, "name"));
        fputs("</code></th>", page);
        lt_report_table_cell(page, "unit", false);
        lt_html_put(page, lt_report_text(field, "unit"));
        fputs("</td>", page);
        lt_report_table_number(page, "default", lt_report_number(field, "default"), 6);
        fputs("<td>", page);
        lt_html_put(page, lt_report_text(field, "doc"));
        fputs("</td></tr>\n", page);
    }
    lt_report_table_end(page);
}

static void put_laws(FILE *page, const json_t *laws) {
    size_t i;
    const json_t *law;
    if (json_array_size(laws) > 0)
        fputs("<h2>Laws</h2>\n", page);
    json_array_foreach(laws, i, law) {
        fputs("<section>\n<h3>", page);
        lt_html_print(page, "%s: %s", lt_report_text(law, "name"), lt_report_text(law, "summary"));
        fputs("</h3>\n<pre tabindex=\"0\">", page);
        lt_html_put(page, lt_report_text(law, "equations"));
        fputs("</pre>\n<p class=\"dim\">", page);
        lt_html_put(page, lt_report_text(law, "source"));
        fputs("</p>\n", page);
        put_fields(page, law);
        fputs("</section>\n", page);
    }
}

/* ---- The page -------------------------------------------------------------------------------- */

/* The content security policy allows this style sheet only, by its hash. */
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
    const bool ok = lt_report_ok(report);
    const size_t runs = json_array_size(report->runs);
    fprintf(page, "<p>%zu stage program%s; ", runs, runs == 1 ? "" : "s");
    if (expectations > 0)
        fprintf(page, "%zu of %zu expectations met", met, expectations);
    else
        fputs("nothing is expected", page);
    fprintf(page, ". <span class=\"%s\">%s</span></p>\n", ok ? "ok" : "bad",
            !ok                                     ? "Some expectations are not met."
            : expectations > 0                      ? "All expectations are met."
            : json_array_size(report->verdicts) > 0 ? "All checks are met."
                                                    : "All runs are done.");
}

void lt_report_write(const struct lt_report *report, FILE *page, struct lt_arena *arena) {
    size_t i;
    const json_t *run;
    put_page_head(page, report);
    put_lead(page, report);
    if (report->of_law)
        put_laws(page, report->laws);
    put_summary(page, report->runs, arena);
    put_verdicts(page, report->verdicts);
    json_array_foreach(report->runs, i, run) lt_report_run(page, report, i + 1, run, arena);
    if (!report->of_law)
        put_laws(page, report->laws);
    fputs("</main>\n</body>\n</html>\n", page);
}

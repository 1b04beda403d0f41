/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_write.c: the HTML page: verdicts, laws, and each run. */
#include "figure/html.h"
#include "page/reporting.h"
#include "page_parts.h" /* report_style[]: by lines */

#include <math.h>
#include <string.h>

/* ---- Programs -------------------------------------------------------------------------------- */

/* Returns how many of the expectations or checks of a list are met. */
static size_t count_met(const json_t *list) {
    size_t i, met = 0;
    const json_t *each;
    json_array_foreach(list, i, each) met += lt_frame_is_true(each, "ok");
    return met;
}

/* Writes the cell of the largest error of a run's expectations, relative to its tolerance; a dash
 * if there is none. */
static void put_worst(FILE *page, const json_t *run, const struct lt_frame_column *column) {
    size_t i;
    const json_t *each;
    double worst = NAN;
    json_array_foreach(json_object_get(run, column->key), i, each) {
        double used = lt_frame_number(each, "error") / lt_frame_number(each, "tolerance");
        if (isfinite(used))
            worst = fmax(used, worst);
    }
    isnan(worst) ? (void)fputs("&ndash;", page) : lt_html_print(page, "%.*g", 2, worst);
}

/* Writes the cell of a run's outcome. */
static void put_outcome(FILE *page, const json_t *run, const struct lt_frame_column *column) {
    lt_frame_put_verdict(page, lt_frame_is_true(run, column->key) ? "ok" : "bad",
                         lt_report_run_outcome(run));
}

/* Writes the cell with a run's title and a link to its section. */
static void put_link(FILE *page, const json_t *run, const struct lt_frame_column *column) {
    (void)column;
    lt_html_print(page, "<a href=\"#run-%zu\">%s</a>", lt_report_run_number(run),
                  lt_report_run_title(run));
}

/* Writes the cell with a run's law. */
static void put_law(FILE *page, const json_t *run, const struct lt_frame_column *column) {
    (void)column;
    lt_report_run_put_law(page, run);
}

/* Writes the cell with the number of expectations that are met. */
static void put_met(FILE *page, const json_t *run, const struct lt_frame_column *column) {
    const json_t *list = json_object_get(run, column->key);
    if (json_array_size(list) > 0)
        lt_html_print(page, "%zu of %zu", count_met(list), json_array_size(list));
    else
        fputs("none", page);
}

/* Writes the table of all runs; nothing if there is none. */
static void put_summary(FILE *page, const json_t *runs) {
    static const struct lt_frame_column columns[] = {
        {"verdict", "ok", put_outcome, LT_CELL_ITSELF, 0, NULL},
        {"program", "title", put_link, LT_CELL_NAME, 0, NULL},
        {"law", "law", put_law, LT_CELL_TEXT, 0, NULL},
        {"expectations met", "expect", put_met, LT_CELL_NUMBER, 0, NULL},
        {"of the tolerance used", "expect", put_worst, LT_CELL_NUMBER, 0, NULL},
        {0},
    };
    if (json_array_size(runs) == 0)
        return;
    fputs("<h2>Programs</h2>\n", page);
    lt_frame_table(page, "Programs", columns, runs);
}

/* ---- Verification ---------------------------------------------------------------------------- */

/* Returns true if a check was skipped, since no parameter has the role that it needs ("ok" is
 * null); false if it has a verdict. */
static bool is_not_reported(const json_t *check) {
    return json_is_null(json_object_get(check, "ok"));
}

/* Writes the cell with the verdict on a check: ok, fails, skipped, declared as an exception, or
 * without a case to test. */
static void put_check_verdict(FILE *page, const json_t *check,
                              const struct lt_frame_column *column) {
    const bool ok = lt_frame_is_true(check, column->key);
    if (is_not_reported(check))
        fputs("<td>skipped</td>", page);
    else if (lt_frame_is_true(check, "declared"))
        fputs("<td>declared</td>", page);
    else if (ok && isnan(lt_frame_number(check, "value")))
        fputs("<td>no case</td>", page);
    else
        lt_frame_put_verdict(page, ok ? "ok" : "bad", ok ? "ok" : "fails");
}

/* Writes the cell with a check's name, and its detail unless the check was simply met. */
static void put_check(FILE *page, const json_t *check, const struct lt_frame_column *column) {
    const char *detail = lt_frame_text(check, "detail");
    lt_frame_put_text(page, check, column);
    if (detail[0] && (!lt_frame_is_true(check, "ok") || lt_frame_is_true(check, "declared") ||
                      isnan(lt_frame_number(check, "value"))))
        lt_html_print(page, "<br><span class=\"dim\">%s</span>", detail);
}

/* Writes the checks of a law as a table, and how many are met. */
static void put_checks(FILE *page, const json_t *law) {
    static const struct lt_frame_column columns[] = {
        {"verdict", "ok", put_check_verdict, LT_CELL_ITSELF, 0, NULL},
        {"check", "name", put_check, LT_CELL_NAME, 0, NULL},
        {"value", "value", lt_frame_put_number, LT_CELL_NUMBER, 3, NULL},
        {"bound", "bound", lt_frame_put_number, LT_CELL_NUMBER, 3, NULL},
        {0},
    };
    size_t i, untold = 0;
    const json_t *check, *checks = json_object_get(law, "checks");
    json_array_foreach(checks, i, check) untold += is_not_reported(check);
    lt_html_print(page, "<h3>%s: %zu of %zu checks met", lt_frame_text(law, "name"),
                  count_met(checks), json_array_size(checks) - untold);
    if (untold > 0)
        lt_html_print(page, ", %zu skipped", untold);
    fputs("</h3>\n", page);
    lt_frame_table(page, "Checks", columns, checks);
}

/* Writes the tables of all verifications. */
static void put_verdicts(FILE *page, const json_t *verdicts) {
    size_t i, j;
    const json_t *document, *law;
    if (json_array_size(verdicts) > 0)
        fputs("<h2>Verification</h2>\n", page);
    json_array_foreach(verdicts, i, document)
        json_array_foreach(json_object_get(document, "laws"), j, law) put_checks(page, law);
}

/* ---- Laws ------------------------------------------------------------------------------------ */

/* Writes the cell with the meaning of a parameter. */
static void put_meaning(FILE *page, const json_t *field, const struct lt_frame_column *column) {
    lt_html_print(page, "<td>%s</td>", lt_frame_text(field, column->key));
}

/* Writes equations, source and parameters of each law. */
static void put_laws(FILE *page, const json_t *laws) {
    static const struct lt_frame_column columns[] = {
        {"parameter", "name", lt_frame_put_code, LT_CELL_NAME, 0, NULL},
        {"unit", "unit", lt_frame_put_text, LT_CELL_TEXT, 0, NULL},
        {"default", "default", lt_frame_put_number, LT_CELL_NUMBER, 6, NULL},
        {"meaning", "doc", put_meaning, LT_CELL_ITSELF, 0, NULL},
        {0},
    };
    size_t i;
    const json_t *law;
    if (json_array_size(laws) > 0)
        fputs("<h2>Laws</h2>\n", page);
    json_array_foreach(laws, i, law) {
        lt_html_print(page,
                      "<section>\n<h3>%s: %s</h3>\n<pre tabindex=\"0\">%s</pre>\n"
                      "<p class=\"dim\">%s</p>\n",
                      lt_frame_text(law, "name"), lt_frame_text(law, "summary"),
                      lt_frame_text(law, "equations"), lt_frame_text(law, "source"));
        lt_frame_table(page, "Parameters of the law", columns, json_object_get(law, "parameters"));
        fputs("</section>\n", page);
    }
}

/* ---- The page -------------------------------------------------------------------------------- */

/* Writes the first paragraph: how many programs were run, and whether all expectations are met. */
static void put_opening(FILE *page, const struct lt_report *report) {
    size_t i, expectations = 0, met = 0;
    const json_t *run;
    json_array_foreach(report->runs, i, run) {
        expectations += json_array_size(json_object_get(run, "expect"));
        met += count_met(json_object_get(run, "expect"));
    }
    const bool ok = lt_report_ok(report);
    const size_t runs = json_array_size(report->runs);
    lt_html_print(page, "<p>%zu stage program%s; ", runs, runs == 1 ? "" : "s");
    if (expectations > 0)
        lt_html_print(page, "%zu of %zu expectations met", met, expectations);
    else
        fputs("nothing is expected", page);
    lt_html_print(page, ". <span class=\"%s\">%s</span></p>\n", ok ? "ok" : "bad",
                  !ok                                     ? "Some expectations are not met."
                  : expectations > 0                      ? "All expectations are met."
                  : json_array_size(report->verdicts) > 0 ? "All checks are met."
                                                          : "All runs are done.");
}

/* Writes the page of a report (DATA is a struct lt_report) as the content of a file; always true.
 */
bool lt_report_write(FILE *page, void *data) {
    const struct lt_report *report = data;
    size_t i;
    const json_t *run;
    lt_frame_begin(page, report->title, report_style, NULL);
    lt_html_print(page,
                  "<body>\n<a class=\"skip\" href=\"#content\">Skip to the content</a>\n"
                  "<main id=\"content\">\n<h1>%s</h1>\n",
                  report->title);
    put_opening(page, report);
    /* A page about laws begins with them; that of runs ends with the laws they used. */
    if (report->of_law)
        put_laws(page, report->laws);
    put_summary(page, report->runs);
    put_verdicts(page, report->verdicts);
    json_array_foreach(report->runs, i, run) lt_report_run(page, report, run);
    if (!report->of_law)
        put_laws(page, report->laws);
    fputs("</main>\n</body>\n</html>\n", page);
    return true;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_table.c: HTML tables of the report. */
#include "figure/html.h"
#include "figure/reporting.h"

#include <math.h>
#include <string.h>

void lt_report_table_cell(FILE *page, const char *head, bool number) {
    fprintf(page, "<td%s data-head=\"%s\">", number ? " class=\"number\"" : "", head);
}

void lt_report_table_number(FILE *page, const char *head, double value, int digits) {
    lt_report_table_cell(page, head, true);
    if (isnan(value))
        fputs("&ndash;</td>", page);
    else
        fprintf(page, "%.*g</td>", digits, value);
}

void lt_report_table_measure(FILE *page, const char *head, double value, int digits,
                             const char *unit) {
    if (isnan(value) || !unit[0] || strcmp(unit, "1") == 0) {
        lt_report_table_number(page, head, value, digits);
        return;
    }
    lt_report_table_cell(page, head, true);
    fprintf(page, "%.*g&nbsp;", digits, value);
    lt_html_put(page, unit);
    fputs("</td>", page);
}

void lt_report_table_verdict(FILE *page, bool ok, const char *bad) {
    fprintf(page, "<td class=\"%s\">", ok ? "ok" : "bad");
    lt_html_put(page, ok ? "ok" : bad);
    fputs("</td>", page);
}

void lt_report_table_begin(FILE *page, const char *caption, const char *const *heads) {
    fprintf(page,
            "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"%s\">\n"
            "<table>\n<thead><tr>",
            caption);
    for (; *heads; heads++)
        fprintf(page, "<th scope=\"col\"%s>%s</th>", (*heads)[0] == '>' ? " class=\"number\"" : "",
                *heads + ((*heads)[0] == '>'));
    fputs("</tr></thead>\n<tbody>\n", page);
}

void lt_report_table_end(FILE *page) {
    fputs("</tbody>\n</table>\n</div>\n", page);
}

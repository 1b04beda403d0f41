/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reporting.h: shared by report.c (documents), report_write.c (the page) and report_run.c (a run).
 */
#ifndef LT_REPORTING_H
#define LT_REPORTING_H

#include "page/frame.h"
#include "page/report.h"

/* These concern a run: its number on the page, its title, its law and the code that computed it,
 * how it ended, and its section. */
size_t lt_report_run_number(const json_t *run);
const char *lt_report_run_title(const json_t *run);
void lt_report_run_put_law(FILE *page, const json_t *run);
const char *lt_report_run_outcome(const json_t *run);
void lt_report_run(FILE *page, const struct lt_report *report, const json_t *run);

#endif

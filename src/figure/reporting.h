/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reporting.h: shared by report.c (documents), report_write.c (the page), report_run.c (a run) and
 * report_table.c. */
#ifndef LT_REPORTING_H
#define LT_REPORTING_H

#include "figure/report.h"

/* Members of a document: "" if there is no text; NAN for null, which stands for a value that is not
 * finite. */
const char *lt_report_text(const json_t *object, const char *key);
double lt_report_number(const json_t *object, const char *key);
bool lt_report_is_true(const json_t *object, const char *key);

/* A table; a column whose head begins with '>' holds numbers. A table wider than the window scrolls
 * by itself, also by keyboard. */
void lt_report_table_begin(FILE *page, const char *caption, const char *const *heads);
void lt_report_table_end(FILE *page);

/* Begins a cell. In a narrow window, HEAD is shown before its content. */
void lt_report_table_cell(FILE *page, const char *head, bool number);
/* A cell with a number; with a number and its unit; with a verdict. */
void lt_report_table_number(FILE *page, const char *head, double value, int digits);
void lt_report_table_measure(FILE *page, const char *head, double value, int digits,
                             const char *unit);
void lt_report_table_verdict(FILE *page, bool ok, const char *bad);

/* A run: its title; how it ended; its section, the NUMBERth of the page. */
const char *lt_report_run_title(const json_t *run);
/* Its law, and the code that computed it. */
const char *lt_report_run_law(const json_t *run, struct lt_arena *arena);
const char *lt_report_run_outcome(const json_t *run);
void lt_report_run(FILE *page, const struct lt_report *report, size_t number, const json_t *run,
                   struct lt_arena *arena);

#endif

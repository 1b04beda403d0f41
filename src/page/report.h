/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report.h: one HTML page about the runs and verifications in a directory. It is self-contained,
 * without scripts, and forbids the browser to load anything. */
#ifndef LT_REPORT_H
#define LT_REPORT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

struct lt_arena;
struct lt_law;

/* The documents that a report shows; it owns the lists of them. */
struct lt_report {
    struct lt_arena *arena;
    const char *title, *directory; /* where the figures are */
    bool of_law;                   /* the page is about laws, which come first */
    json_t *runs;                  /* the documents of run, in the order of their files */
    json_t *verdicts;              /* those of verify */
    json_t *laws;                  /* that of laws for each law on the page */
    json_t *live;                  /* by the names of runs: where their programs can be moved */
    const char *left_out;          /* documents that are links out of the folder, pipes */
};

enum lt_report_status { LT_REPORT_READ, LT_REPORT_NO_FILE, LT_REPORT_BAD_FILE };

/* Read the documents in DIRECTORY; those of other commands are ignored. WHY says what is wrong.
 * Must be closed in any case. */
enum lt_report_status lt_report_read(struct lt_report *report, const char *directory,
                                     struct lt_arena *arena, const char **why);
/* Add a description of LAW, once. */
void lt_report_describe(struct lt_report *report, const struct lt_law *law);

void lt_report_close(struct lt_report *report);

/* True if every expectation and check on the page is met and every run finished. */
bool lt_report_ok(const struct lt_report *report);

bool lt_report_write(FILE *page, void *report); /* a PUT function of record.h */

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* progress.h: how far a command has come. */
#ifndef LT_PROGRESS_H
#define LT_PROGRESS_H

#include <stdbool.h>

/* How much is done, at what rate, and the time that remains: a line on a terminal that is written
 * again and again once a second has passed; elsewhere a line after 5 s, 10 s, 20 s and so on. */
struct progress {
    const char *name, *unit; /* unit: what COUNT counts */
    double count;            /* 0: only the fraction is shown */
    double before;           /* the fraction that an earlier run had done */
    double began, shown_at;  /* s; 0: nothing is shown */
    bool terminal;
    double next; /* s from the beginning: of the next line that is no terminal's */
};

struct progress lt_progress_begin(const char *name, const char *unit, double count);

void lt_progress_show(double fraction, void *progress);
/* What is done where nothing can be counted. */
void lt_progress_doing(const char *what, void *progress);
void lt_progress_end(const struct progress *progress);

#endif

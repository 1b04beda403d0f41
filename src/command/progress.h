/* SPDX-License-Identifier: GPL-3.0-or-later */
/* progress.h: progress messages of a command. */
#ifndef LT_PROGRESS_H
#define LT_PROGRESS_H

#include <stdbool.h>

/* Shows the fraction done, the rate and the remaining time: on a terminal a line that is rewritten
 * after the first second; elsewhere a new line after 5 s, 10 s, 20 s and so on. */
struct progress {
    const char *name, *unit; /* unit: what COUNT counts */
    double count;            /* 0: only the fraction is shown */
    double before;           /* the fraction done by an earlier, resumed run */
    double began, shown_at;  /* s; 0: nothing is shown */
    bool terminal;
    double next; /* s from the start: when the next line is due, if not on a terminal */
};

struct progress lt_progress_begin(const char *name, const char *unit, double count);

void lt_progress_show(double fraction, void *progress);
/* Shows what is being done if it cannot be counted. */
void lt_progress_doing(const char *what, void *progress);
void lt_progress_end(const struct progress *progress);

#endif

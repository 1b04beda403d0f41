/* SPDX-License-Identifier: GPL-3.0-or-later */
/* threads.h: the same work in several threads. */
#ifndef LT_THREADS_H
#define LT_THREADS_H

/* As many as this process may use processors, or as OMP_NUM_THREADS says; 1 in a thread of several
 * that do the same work. */
int lt_threads_count(void);

/* Do WORK in COUNT threads, of which this is one; in fewer if the system refuses more. */
void lt_threads_run(int count, void (*work)(void *data), void *data);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* threads.h: the same work in several threads. */
#ifndef LT_THREADS_H
#define LT_THREADS_H

/* The number of processors that this process may use, or OMP_NUM_THREADS if that is set; 1 in a
 * thread that is one of several workers. */
int lt_threads_count(void);

/* Do WORK in COUNT threads, of which this is one; in fewer if the system refuses more. */
void lt_threads_run(int count, void (*work)(void *data), void *data);

#endif

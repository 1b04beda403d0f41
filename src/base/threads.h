/* SPDX-License-Identifier: GPL-3.0-or-later */
/* threads.h: the same work in several threads. Not by OpenMP, whose library ends the process when
 * it runs out of memory. */
#ifndef LT_THREADS_H
#define LT_THREADS_H

#include "base/memory.h"

#include <pthread.h>
#include <stdatomic.h>

/* As many as this process may use processors, or as OMP_NUM_THREADS says; 1 in a thread of several
 * that do the same work. */
int lt_threads_count(void);

/* Do WORK in COUNT threads, of which this is one; in fewer if the system refuses more. A thread
 * that runs out of memory sets LACKS, at which the others stop; then so does this call. */
void lt_threads_run(int count, void (*work)(void *data), void *data, atomic_bool *lacks);

/* A lock that is released when its thread runs out of memory. Initialised by LT_LOCK, it allocates
 * nothing. */
struct lt_lock {
    struct lt_held held;
    pthread_mutex_t mutex;
};
#define LT_LOCK                                                                                    \
    (struct lt_lock) {                                                                             \
        .mutex = PTHREAD_MUTEX_INITIALIZER                                                         \
    }
void lt_threads_lock(struct lt_lock *lock);
bool lt_threads_try(struct lt_lock *lock); /* false: another thread has it */
void lt_threads_unlock(struct lt_lock *lock);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* threads.h: the same work in several threads. Not OpenMP, whose library ends the process where it
 * finds no memory. */
#ifndef LT_THREADS_H
#define LT_THREADS_H

#include "base/memory.h"

#include <pthread.h>
#include <stdatomic.h>

/* As many as this process may use processors, or as OMP_NUM_THREADS says; 1 in a thread of several
 * that do the same work. */
int lt_threads_count(void);

/* WORK in COUNT threads at once, of which this is one; in fewer where the system has no more. Runs
 * out of memory in the end if one of them did, and has told the others by LACKS to come to theirs.
 */
void lt_threads_run(int count, void (*work)(void *data), void *data, atomic_bool *lacks);

/* A lock that a thread without memory opens again. Made by LT_LOCK, it takes no memory. */
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

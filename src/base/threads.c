/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/threads.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST = 1024 }; /* threads: more than processors of today's machines */

static _Thread_local bool is_one_of_many;

/* The number of threads for parallel work: OMP_NUM_THREADS, or the processors that this process
 * may use; 1 within such a thread. */
int lt_threads_count(void) {
    const char *told = getenv("OMP_NUM_THREADS");
    long count = told ? strtol(told, NULL, 10) : 0;
    if (is_one_of_many)
        return 1;
#ifdef __linux__
    cpu_set_t usable;
    if (count < 1 && sched_getaffinity(0, sizeof usable, &usable) == 0)
        count = CPU_COUNT(&usable);
#endif
    if (count < 1)
        count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > MOST ? MOST : (int)count;
}

struct crew {
    void (*work)(void *data);
    void *data;
};

/* Does the work in this thread and marks it as one of many meanwhile, so that it starts no
 * threads of its own. */
static void work_along(struct crew *crew) {
    const bool before = is_one_of_many;
    is_one_of_many = true;
    crew->work(crew->data);
    is_one_of_many = before;
}

/* Begins a thread with its own stack for signals, so that a handler can run even where a law has
 * used up the stack. */
static void *begin_thread(void *crew) {
#ifdef __linux__
    char room[1 << 15];
    stack_t before;
    sigaltstack(&(stack_t){.ss_sp = room, .ss_size = sizeof room}, &before);
#endif
    work_along(crew);
#ifdef __linux__
    sigaltstack(&before, NULL);
#endif
    return NULL;
}

/* Runs WORK(DATA) in COUNT threads, of which this is one, and waits for all; the work itself
 * divides its tasks. Fewer run if threads cannot be started. */
void lt_threads_run(int count, void (*work)(void *data), void *data) {
    struct crew crew = {work, data};
    pthread_t others[MOST];
    int begun = 0;
    while (begun + 1 < count && begun < MOST &&
           pthread_create(&others[begun], NULL, begin_thread, &crew) == 0)
        begun++;
    work_along(&crew);
    while (begun > 0)
        pthread_join(others[--begun], NULL);
}

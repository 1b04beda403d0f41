/* SPDX-License-Identifier: GPL-3.0-or-later */
/* audit_threads.c: two threads compute contacts of one law at the same time, as in a sweep. */
#include "verify/auditing.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

/* Every OFTEN-th case is used. With fewer processors than threads, a few switches between them
 * occur in the given CPU time. */
enum { THREADS = 2, OFTEN = 16 };
static const double enough = 0.01;

struct worker {
    const struct lt_audit_bench *bench;
    struct lt_audit_case drawn;
    const struct lt_audit_trace *alone;
    atomic_int *waiting; /* threads that have not begun yet */
    bool wrong;
    char detail[sizeof((struct lt_check *)0)->detail];
};

static const char *const alike = "a contact must not depend on what another thread does: is there "
                                 "a static or a thread-local variable?";

/* CPU time of the calling thread, s. */
static double thread_seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Drives a case again and again, for 0.01 s of CPU time, beside other threads; sets w->wrong if a
 * number is not that of the case alone. */
static void drive_concurrently(struct worker *w) {
    struct lt_audit_bench own = *w->bench;
    own.arena = lt_arena_new();
    own.now = &w->drawn;
    own.jumps = NULL;
    if (own.expr)
        own.expr = lt_expr_new();
    const double start = thread_seconds();
    for (int i = 0; !w->wrong && (i == 0 || thread_seconds() - start < enough); i++) {
        lt_arena_clear(own.arena);
        const struct lt_audit_trace *t =
            lt_audit_drive(&own, &w->drawn, &(struct lt_audit_variant){0});
        w->wrong =
            lt_audit_state_unlike(own.law, w->alone, t, alike, w->detail, sizeof w->detail) ||
            (i == 0 && lt_audit_state_block(&own, w->detail, sizeof w->detail) > 0);
    }
    if (own.expr)
        lt_expr_free(own.expr);
    lt_arena_free(own.arena);
}

/* Waits until all threads have begun, then drives the case of DATA (struct worker), so that they
 * really run at once. */
static void *run_thread(void *data) {
    struct worker *w = data;
    atomic_fetch_sub(w->waiting, 1);
    while (atomic_load(w->waiting) > 0)
        sched_yield();
    drive_concurrently(w);
    return NULL;
}

/* Check "threads", in every 16th case: 1 if two threads that compute contacts at once change each
 * other's results, else 0; -1: not applicable. */
double lt_audit_threads(struct lt_audit_bench *bench, char *detail, size_t size) {
    if (bench->now->number % OFTEN != 0 || lt_audit_drive_base(bench)->refused)
        return -1;
    struct worker *workers = lt_arena_get(bench->arena, THREADS * sizeof *workers);
    pthread_t threads[THREADS];
    atomic_int waiting = THREADS;
    struct lt_audit_bench local = *bench;
    char why[256];
    int begun = 0;
    local.arena = lt_arena_new();
    /* Each thread gets a case of its own, the current one if none can be drawn or its numbers are
     * refused, and the trace of that case when it runs alone. */
    for (int i = 0; i < THREADS; i++) {
        struct worker *w = &workers[i];
        w->bench = bench;
        w->waiting = &waiting;
        w->drawn = *bench->now;
        if (i > 0 && !lt_audit_case_draw(&local, bench->now->seed, bench->now->number + i,
                                         &w->drawn, why, sizeof why))
            w->drawn = *bench->now;
        w->alone = lt_audit_drive(bench, &w->drawn, &(struct lt_audit_variant){0});
        if (!w->alone->refused)
            continue;
        w->drawn = *bench->now;
        w->alone = lt_audit_drive_base(bench);
    }
    lt_arena_free(local.arena);
    /* Threads that cannot be started must not be waited for by the others. */
    for (; begun < THREADS; begun++)
        if (pthread_create(&threads[begun], NULL, run_thread, &workers[begun]) != 0)
            break;
    atomic_fetch_sub(&waiting, THREADS - begun);
    /* Not applicable if a thread is missing, unless the others already differ. */
    double wrong = begun == THREADS ? 0 : -1;
    for (int i = 0; i < begun; i++) {
        pthread_join(threads[i], NULL);
        if (!workers[i].wrong)
            continue;
        snprintf(detail, size, "%s", workers[i].detail);
        wrong = 1;
    }
    return wrong;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many runs of one program, in several threads. */
#include "library.h"

#include "base/arena.h"
#include "base/threads.h"
#include "run/block.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>

enum { AT_ONCE = 256 }; /* runs that a thread takes at a time */

/* Arguments and progress of lawtester_run_many(), shared by its threads. */
struct many {
    const struct lt_program *program;
    const struct lawtester_options *options;
    const double *values;
    size_t runs, n_wanted;
    const char *const *wanted;
    double *out;
    int *status;
    char *why;
    size_t size;
    struct lt_override *overrides; /* without their values */
    const struct lt_name **found;  /* what is wanted; NULL: there is no such name */
    const char *refused;
    pthread_mutex_t lock; /* of what follows */
    size_t next, done, first_failed;
};

/* Takes the next block of runs for a thread: COUNT of them, at most AT_ONCE, from number FIRST.
 * False: none are left, or the caller has stopped. */
static bool take_runs(struct many *m, size_t *first, size_t *count) {
    pthread_mutex_lock(&m->lock);
    *first = m->next;
    *count = m->runs - m->next < AT_ONCE ? m->runs - m->next : AT_ONCE;
    m->next += *count;
    pthread_mutex_unlock(&m->lock);
    return *count > 0 && !(m->options->stop && *m->options->stop);
}

/* Stores the wanted numbers of COUNT runs from FIRST and their status, and keeps the message of the
 * first run that failed. VALUES has all numbers of each run. */
static void fill_runs(struct many *m, size_t first, size_t count, const double *values,
                      const struct lt_block_result *results) {
    size_t done = 0, failed = count;
    for (size_t i = count; i-- > 0;) {
        const bool ok = results[i].status == LT_DONE;
        done += ok;
        failed = ok ? failed : i;
        if (m->status)
            m->status[first + i] = ok ? LAWTESTER_DONE : LAWTESTER_FAILED;
        for (size_t k = 0; k < m->n_wanted; k++)
            m->out[(first + i) * m->n_wanted + k] =
                ok && m->found[k] ? values[i * m->program->names->slots + m->found[k]->slot]
                                  : (double)NAN;
    }
    pthread_mutex_lock(&m->lock);
    m->done += done;
    if (failed < count && first + failed < m->first_failed) {
        m->first_failed = first + failed;
        snprintf(m->why, m->size, "run %zu: %s", first + failed, results[failed].message);
    }
    pthread_mutex_unlock(&m->lock);
}

/* Work of a thread: takes blocks of runs until none is left. */
static void run_some(void *data) {
    struct many *m = data;
    struct lt_arena *arena = lt_arena_new();
    const size_t n = m->options->count, slots = m->program->names->slots;
    struct lt_override *overrides = lt_arena_get(arena, (AT_ONCE * n + 1) * sizeof *overrides);
    double *values = lt_arena_get(arena, AT_ONCE * slots * sizeof *values);
    struct lt_block_result *results = lt_arena_get(arena, AT_ONCE * sizeof *results);
    const struct lt_run_options options = {.interrupted = m->options->stop};
    size_t first, count;
    while (take_runs(m, &first, &count)) {
        for (size_t i = 0; i < count * n; i++)
            overrides[i] = (struct lt_override){m->overrides[i % n].name, m->values[first * n + i]};
        lt_block_run(m->program, overrides, n, count, &options, values, results);
        fill_runs(m, first, count, values, results);
    }
    lt_arena_free(arena);
}

/* Explains that the name WANTED is unknown, with a hint at a similar one. */
static const char *refuse_wanted(const struct lt_names *names, const char *wanted,
                                 struct lt_arena *arena) {
    const char **list = lt_arena_get(arena, (names->count + 1) * sizeof *list);
    for (size_t i = 0; i < names->count; i++)
        list[i] = names->list[i].name;
    const char *near = lt_errors_nearest(wanted, list, names->count);
    return lt_arena_print(arena, "'%s' is no result, column, parameter, let or constant%s%s%s",
                          wanted, near ? "; did you mean '" : "", near ? near : "",
                          near ? "'?" : "");
}

/* Finds the requested quantities by name. NULL, or why one is unknown. */
static const char *find_wanted(struct many *m, struct lt_arena *arena) {
    const struct lt_names names = lt_names_in(m->program->names, LT_SCOPE_END);
    m->found = lt_arena_get(arena, (m->n_wanted + 1) * sizeof *m->found);
    for (size_t k = 0; k < m->n_wanted; k++) {
        m->found[k] = lt_names_find(&names, m->wanted[k]);
        if (!m->found[k])
            return refuse_wanted(&names, m->wanted[k], arena);
    }
    return NULL;
}

/* Work of lawtester_run_many(): makes all runs, in several threads. */
static void run_every(void *data) {
    struct many *m = data;
    struct lt_arena *arena = lt_arena_new();
    struct lt_program program;
    /* Overrides without values: each run fills in its own. */
    m->overrides = lt_arena_get(arena, (m->options->count + 1) * sizeof *m->overrides);
    m->refused = lt_library_run_overrides(
        m->program,
        &(struct lawtester_options){.names = m->options->names, .count = m->options->count},
        m->overrides, arena);
    if (!m->refused)
        m->refused = find_wanted(m, arena);
    if (m->refused) {
        snprintf(m->why, m->size, "%s", m->refused);
    } else {
        /* Expectations are not evaluated; wanted quantities that cost extra work are requested from
         * the program. */
        program = *m->program;
        program.n_expects = 0;
        for (size_t k = 0; k < m->n_wanted; k++)
            if (m->found[k]->slot == LT_T_CRIT || m->found[k]->kind == LT_NAME_BAND)
                lt_program_use(&program, m->found[k], arena);
        m->program = &program;
        /* No more threads than blocks of AT_ONCE runs. */
        const size_t parts = (m->runs + AT_ONCE - 1) / AT_ONCE;
        int threads = m->options->threads > 0 ? m->options->threads : lt_threads_count();
        if ((size_t)threads > parts)
            threads = parts > 0 ? (int)parts : 1;
        lt_threads_run(threads, run_some, m);
    }
    lt_arena_free(arena);
}

/* Makes RUNS runs, each with options->count numbers of VALUES, and stores N_WANTED quantities of
 * each in OUT (NAN: none) and its status in STATUS unless that is NULL. Returns how many succeeded;
 * WHY is the reason of the first failure. */
size_t lawtester_run_many(const struct lawtester_program *program,
                          const struct lawtester_options *options, size_t runs,
                          const double *values, const char *const *wanted, size_t n_wanted,
                          double *out, int *status, char *why, size_t size) {
    struct many m = {.program = program->program,
                     .options = options,
                     .values = values,
                     .runs = runs,
                     .n_wanted = n_wanted,
                     .wanted = wanted,
                     .out = out,
                     .status = status,
                     .why = why,
                     .size = size,
                     .lock = PTHREAD_MUTEX_INITIALIZER,
                     .first_failed = runs};
    for (size_t i = 0; i < runs * n_wanted; i++)
        out[i] = (double)NAN;
    for (size_t i = 0; status && i < runs; i++)
        status[i] = LAWTESTER_FAILED;
    if (size > 0)
        *why = 0;
    lt_library_work(run_every, &m);
    return m.done;
}

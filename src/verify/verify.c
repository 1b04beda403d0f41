/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "verify/verify.h"

#include "base/text.h"
#include "base/timing.h"
#include "verify/audit.h"
#include "verify/verifying.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "forms.h" /* forms[]: stages/closed-forms, line by line */

enum { N_FORMS = sizeof forms / sizeof forms[0] };

/* ---- The law's contract ---------------------------------------------------------------------- */

/* A stage program of the worst case of a failed CHECK; NULL: there is none. */
static const char *case_text(const struct lt_verify_trial *trial, const struct lt_check *check) {
    if (check->ok || check->worst.n_legs == 0)
        return NULL;
    struct lt_text text;
    lt_text_begin(&text);
    lt_audit_file_write(trial->law, check, text.stream);
    return lt_text_keep(&text, trial->arena);
}

/* Audits a law against law.h with randomly drawn cases, and keeps the findings as the checks of the
 * trial. Checks that options->only does not name are kept only if they fail. */
static void try_contract(struct lt_verify_trial *trial, const struct lt_verify_options *options) {
    struct lt_audit audit;
    lt_audit_law(trial->law,
                 &(struct lt_audit_options){.seed = options->seed,
                                            .only = options->only,
                                            .interrupted = options->interrupted,
                                            .begins = options->begins},
                 &audit);
    trial->checks = lt_arena_get(trial->arena, audit.count * sizeof *trial->checks);
    for (size_t i = 0; i < audit.count; i++) {
        const struct lt_check *check = &audit.checks[i];
        if (check->ok && !lt_audit_wants(options->only, check->name))
            continue;
        trial->checks[trial->n_checks++] = (struct lt_finding){
            .name = lt_arena_print(trial->arena, "%s: %s", check->name, check->about),
            .value = check->value,
            .bound = check->bound,
            .ok = check->ok,
            .declared = check->declared,
            .roles = check->untold ? lt_arena_print(trial->arena, "%s", check->roles) : NULL,
            .told = strcmp(check->name, "convergence") == 0,
            .detail = lt_arena_print(trial->arena, "%s", check->detail),
            .program = case_text(trial, check)};
    }
    lt_audit_free(&audit);
}

/* ---- All of it ------------------------------------------------------------------------------- */

/* Calls options->begins with words for what the trial runs, so that a report can name it if the law
 * crashes. */
void lt_verify_begins(const struct lt_verify_trial *trial,
                      const struct lt_verify_options *options) {
    if (options->begins)
        options->begins(lt_arena_print(trial->arena, "%s '%s'",
                                       trial->program ? "program"
                                       : trial->form  ? "the closed forms of law"
                                       : trial->audit ? "the audit of law"
                                                      : "the reference cases of law",
                                       trial->subject->name));
}

/* Runs one trial, in the calling thread, and measures its time. */
static void try_one(struct lt_verify_trial *trial, const struct lt_verify_options *options) {
    double start = lt_timing_now();
    trial->arena = lt_arena_new();
    lt_verify_begins(trial, options);
    if (trial->outside)
        lt_outside_audit(trial, options);
    else if (trial->program)
        lt_verify_program(trial, options);
    else if (trial->form)
        lt_verify_program_form(trial, options);
    else if (trial->audit)
        try_contract(trial, options);
    else
        lt_verify_cases(trial, options);
    if (options->begins)
        options->begins(NULL);
    trial->seconds = lt_timing_now() - start;
}

/* A copy of TEXT in ARENA; NULL of NULL. */
static const char *copy_text(const char *text, struct lt_arena *arena) {
    return text ? lt_arena_print(arena, "%s", text) : NULL;
}

/* Copies the findings of a trial to its subject, into ARENA, and frees the trial's memory. */
static void collect_checks(struct lt_verify_trial *trial, struct lt_arena *arena) {
    struct lt_subject *subject = trial->subject;
    size_t count = subject->n_checks + trial->n_checks;
    struct lt_finding *checks = lt_arena_get(arena, count * sizeof *checks);
    if (subject->n_checks > 0)
        memcpy(checks, subject->checks, subject->n_checks * sizeof *checks);
    for (size_t i = 0; i < trial->n_checks; i++) {
        struct lt_finding *check = &checks[subject->n_checks + i];
        *check = trial->checks[i];
        check->name = copy_text(check->name, arena);
        check->detail = copy_text(check->detail, arena);
        check->program = copy_text(check->program, arena);
        check->roles = copy_text(check->roles, arena);
        subject->ok &= check->ok;
    }
    subject->checks = checks;
    subject->n_checks = count;
    subject->seconds += trial->seconds;
    if (trial->skipped)
        subject->skipped = copy_text(trial->skipped, arena);
    lt_arena_free(trial->arena);
}

/* Shared by all threads. */
struct trials {
    struct lt_verify_trial *list;
    size_t count;
    const struct lt_verify_options *options;
    pthread_mutex_t reading;
    atomic_size_t begun;
};

/* Runs the trials that no other thread has begun; DATA: struct trials, shared by all threads. */
static void try_next(void *data) {
    struct trials *trials = data;
    for (size_t i; (i = atomic_fetch_add(&trials->begun, 1)) < trials->count &&
                   !*trials->options->interrupted;) {
        trials->list[i].reading = &trials->reading;
        try_one(&trials->list[i], trials->options);
    }
}

/* Runs all trials in several threads, then collects their findings in order, so that the result
 * does not depend on the number of threads. */
static void try_all(struct lt_verify_trial *list, size_t count,
                    const struct lt_verify_options *options) {
    struct trials trials = {
        .list = list, .count = count, .options = options, .reading = PTHREAD_MUTEX_INITIALIZER};
    int threads = options->threads > 0 ? options->threads : lt_threads_count();
    lt_threads_run((size_t)threads < count ? threads : (int)count, try_next, &trials);
    for (size_t i = 0; i < count; i++)
        collect_checks(&list[i], options->arena);
}

/* Returns true if a closed form of stages/closed-forms applies to the law. */
static bool is_about(const struct lt_closed_form *form, const struct lt_law *law,
                     struct lt_arena *arena) {
    return strstr(form->laws, lt_arena_print(arena, " %s ", law->name)) != NULL;
}

/* Tests each of COUNT laws by the audit, its own reference cases and the closed forms that apply to
 * it, and fills in its subject. */
void lt_verify_laws(const struct lt_law *const *laws, size_t count,
                    const struct lt_verify_options *options, struct lt_subject *subjects) {
    struct lt_verify_trial *trials =
        lt_arena_get(options->arena, count * (N_FORMS + 2) * sizeof *trials);
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        subjects[i] = (struct lt_subject){.name = laws[i]->name, .law = laws[i]->name, .ok = true};
        if (options->audit)
            trials[n++] =
                (struct lt_verify_trial){.law = laws[i], .audit = true, .subject = &subjects[i]};
        if (options->only)
            continue;
        trials[n++] = (struct lt_verify_trial){.law = laws[i], .subject = &subjects[i]};
        for (size_t f = 0; f < N_FORMS; f++)
            if (is_about(&forms[f], laws[i], options->arena))
                trials[n++] = (struct lt_verify_trial){
                    .law = laws[i], .form = &forms[f], .subject = &subjects[i]};
    }
    try_all(trials, n, options);
}

/* Tests each of COUNT programs by its expectations; one of an external code without any is audited
 * from outside. NULL: the subject stays as it is. */
void lt_verify_programs(const struct lt_program *const *programs, size_t count,
                        const struct lt_verify_options *options, struct lt_subject *subjects) {
    struct lt_verify_trial *trials = lt_arena_get(options->arena, count * sizeof *trials);
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        if (!programs[i])
            continue;
        subjects[i] = (struct lt_subject){.name = copy_text(programs[i]->stem, options->arena),
                                          .law = copy_text(programs[i]->law->name, options->arena),
                                          .is_program = true,
                                          .ok = true};
        bool outside = programs[i]->host && programs[i]->n_expects == 0;
        trials[n++] = (struct lt_verify_trial){
            .program = programs[i], .outside = outside, .subject = &subjects[i]};
    }
    try_all(trials, n, options);
}

/* Audits each of COUNT laws of an external code from outside, and fills in its subject. */
void lt_verify_styles(const struct lt_style *styles, size_t count,
                      const struct lt_verify_options *options, struct lt_subject *subjects) {
    struct lt_verify_trial *trials = lt_arena_get(options->arena, count * sizeof *trials);
    for (size_t i = 0; i < count; i++) {
        subjects[i] =
            (struct lt_subject){.name = styles[i].name, .law = styles[i].name, .ok = true};
        trials[i] =
            (struct lt_verify_trial){.outside = true, .style = &styles[i], .subject = &subjects[i]};
    }
    try_all(trials, count, options);
}

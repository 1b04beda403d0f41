/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verify_program.c: runs stage programs whose expectations are checks, as they are or with sampled
 * numbers. */
#include "base/text.h"
#include "run/run.h"
#include "sweep/design.h"
#include "verify/verifying.h"

#include <math.h>
#include <string.h>

/* ---- Expectations as checks ------------------------------------------------------------------ */

/* The name of a check for an expectation: its text, after "fails: " if the run should fail. */
static const char *name_of_expect(const struct lt_expect *expect, struct lt_arena *arena) {
    bool fails = expect->kind == LT_EXPECT_FAILS;
    return lt_arena_print(arena, "%s%s", fails ? "fails: " : "", expect->text);
}

/* Words for a sample point of N numbers, "kn = 1e5, fric = 0.3". */
static const char *point_text(const struct lt_override *point, size_t n, struct lt_arena *arena) {
    const char *text = "";
    for (size_t i = 0; i < n; i++)
        text = lt_arena_print(arena, "%s%s%s = %.6g", text, i > 0 ? ", " : "", point[i].name->name,
                              point[i].value);
    return text;
}

/* Words for a verdict: value, expected value, where in the run, at which sample POINT ("": none),
 * and advice if it failed. */
static const char *verdict_text(const struct lt_verdict *verdict, const char *point,
                                struct lt_arena *arena) {
    const char *where = verdict->where[0] ? lt_arena_print(arena, "; %s", verdict->where) : "";
    const char *at = point[0] ? lt_arena_print(arena, " at %s", point) : "";
    const char *text = lt_arena_print(arena, "%.12g, expected %.12g%s%s", verdict->value,
                                      verdict->expected, where, at);
    return verdict->ok ? text
                       : lt_arena_print(arena, "%s; %s", text, lt_verify_advice(verdict->text));
}

/* Adds a verdict to a check, which is met if all verdicts are. Returns true if the verdict is the
 * worst one so far. */
static bool is_worse_finding(struct lt_finding *check, const struct lt_verdict *verdict) {
    check->bound = verdict->tolerance;
    check->ok &= verdict->ok;
    double now = verdict->ok ? lt_verify_share(verdict->error, verdict->tolerance) : INFINITY;
    bool first = !check->detail;
    if (!first && lt_verify_share(check->value, check->bound) >= now)
        return false;
    check->value = verdict->error;
    return true;
}

/* Adds one run of a program at a sample POINT ("": none) to the checks, one for each expectation;
 * the last check is for failed runs. Returns true if a check failed worse than before, so its
 * program must be written. */
static bool judge_expected(struct lt_verify_trial *trial, const struct lt_program *program,
                           const struct lt_result *result, const char *point) {
    bool worst = false;
    struct lt_finding *runs = &trial->checks[program->n_expects];
    for (size_t i = 0; i < program->n_expects; i++) {
        struct lt_finding *check = &trial->checks[i];
        bool fails = program->expects[i].kind == LT_EXPECT_FAILS;
        if ((result->status != LT_DONE && !fails) || !is_worse_finding(check, &result->verdicts[i]))
            continue;
        check->detail = verdict_text(&result->verdicts[i], point, trial->arena);
        check->program = NULL;
        worst |= !check->ok;
    }
    if (!result->ok && result->status != LT_DONE && runs->ok) {
        runs->ok = false;
        runs->value = NAN;
        runs->detail =
            lt_arena_print(trial->arena, "%s%s%s", result->message, point[0] ? " at " : "", point);
        worst = true;
    }
    return worst;
}

/* Makes a check for each expectation of a program, named after PREFIX (NULL: none), and a last one
 * for runs that fail. */
static void begin_checks(struct lt_verify_trial *trial, const struct lt_program *program,
                         const char *prefix) {
    trial->n_checks = program->n_expects + 1;
    trial->checks = lt_arena_get(trial->arena, trial->n_checks * sizeof *trial->checks);
    for (size_t i = 0; i <= program->n_expects; i++) {
        const char *name = i < program->n_expects
                               ? name_of_expect(&program->expects[i], trial->arena)
                               : "runs to its end";
        trial->checks[i] = (struct lt_finding){
            .name = prefix ? lt_arena_print(trial->arena, "%s: %s", prefix, name) : name,
            .ok = true};
    }
}

/* Fails expectations that no run has reached. Removes the last check, which is for failed runs, if
 * none failed. */
static void finish_checks(struct lt_verify_trial *trial) {
    for (size_t i = 0; i + 1 < trial->n_checks; i++)
        if (!trial->checks[i].detail) {
            trial->checks[i].value = NAN;
            trial->checks[i].ok = false;
            trial->checks[i].detail = "the run did not get this far";
        }
    trial->n_checks -= trial->checks[trial->n_checks - 1].ok;
}

/* ---- A program as it is ---------------------------------------------------------------------- */

/* Runs a program unchanged; each of its expectations is a check of the trial. */
void lt_verify_program(struct lt_verify_trial *trial, const struct lt_verify_options *options) {
    struct lt_run_options run = {.record = true, .interrupted = options->interrupted};
    struct lt_result *result = lt_run(trial->program, NULL, 0, &run);
    begin_checks(trial, trial->program, NULL);
    if (result->status != LT_INTERRUPTED)
        judge_expected(trial, trial->program, result, "");
    finish_checks(trial);
    lt_run_free(result);
}

/* ---- A closed form over its sampled numbers -------------------------------------------------- */

/* The text of a closed form with the name LAW in its section law. */
static const char *form_text(const struct lt_closed_form *form, const char *law,
                             struct lt_arena *arena) {
    struct lt_text text;
    FILE *out = lt_text_begin(&text);
    for (const char *const *line = form->lines; *line; line++) {
        const char *name = strncmp(*line, "law:", 4) == 0 ? strstr(*line, "name: ") : NULL;
        if (!name) {
            fputs(*line, out);
            continue;
        }
        name += strlen("name: ");
        fprintf(out, "%.*s%s%s", (int)(name - *line), *line, law, name + strcspn(name, ",} "));
    }
    return lt_text_keep(&text, arena);
}

/* The program TEXT for one sample point of N lets, as text in ARENA: their lines get its values,
 * and the section sweep is cut off. */
static const char *text_at(const char *text, const struct lt_override *point, size_t n,
                           struct lt_arena *arena) {
    struct lt_text kept;
    FILE *out = lt_text_begin(&kept);
    while (*text) {
        size_t length = strcspn(text, "\n") + 1, i = 0;
        for (; i < n; i++) {
            size_t name = strlen(point[i].name->name);
            if (strncmp(text, "  ", 2) == 0 && text[2 + name] == ':' &&
                strncmp(text + 2, point[i].name->name, name) == 0)
                break;
        }
        if (strncmp(text, "sweep:", 6) == 0)
            break;
        if (i < n)
            fprintf(out, "  %s: %.17g\n", point[i].name->name, point[i].value);
        else
            fprintf(out, "%.*s", (int)length, text);
        text += length;
    }
    return lt_text_keep(&kept, arena);
}

/* Attaches the text PROGRAM to failed checks that have none. */
static void keep_case(struct lt_verify_trial *trial, const char *program) {
    for (size_t i = 0; i < trial->n_checks; i++)
        if (!trial->checks[i].ok && !trial->checks[i].program)
            trial->checks[i].program = program;
}

/* Runs a closed form of stages/closed-forms with the trial's law at its sampled points; each
 * expectation is a check with the worst error over them. */
void lt_verify_program_form(struct lt_verify_trial *trial,
                            const struct lt_verify_options *options) {
    const char *text = form_text(trial->form, trial->law->name, trial->arena);
    const char *why = "";
    struct lt_program *program =
        lt_verify_read(trial, options, trial->form->name, text, true, &why);
    /* A text that cannot be read is a failed check, with the text. */
    if (!program) {
        trial->n_checks = 1;
        trial->checks = lt_arena_get(trial->arena, sizeof *trial->checks);
        trial->checks[0] = (struct lt_finding){
            .name = trial->form->name, .value = NAN, .bound = NAN, .detail = why, .program = text};
        return;
    }
    /* The points of the program's sweep, drawn with the seed of verify. */
    struct lt_sweep sweep = *program->sweep;
    sweep.seed = options->seed;
    struct lt_design *design = lt_design_new(&sweep);
    double *values = lt_arena_get(trial->arena, sweep.n_factors * sizeof *values);
    struct lt_override *point = lt_arena_get(trial->arena, sweep.n_factors * sizeof *point);
    struct lt_run_options run = {.record = true, .interrupted = options->interrupted};
    begin_checks(trial, program, trial->form->name);
    for (size_t i = 0; i < sweep.points && !*options->interrupted; i++) {
        lt_design_next(design, values);
        for (size_t f = 0; f < sweep.n_factors; f++)
            point[f] = (struct lt_override){sweep.factors[f].target, values[f]};
        lt_verify_begins(trial, options);
        struct lt_result *result = lt_run(program, point, sweep.n_factors, &run);
        if (result->status != LT_INTERRUPTED &&
            judge_expected(trial, program, result,
                           point_text(point, sweep.n_factors, trial->arena)))
            keep_case(trial, text_at(text, point, sweep.n_factors, trial->arena));
        lt_run_free(result);
    }
    finish_checks(trial);
    lt_design_free(design);
    lt_program_free(program);
}

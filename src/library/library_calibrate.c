/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "library.h"

#include "base/arena.h"
#include "base/text.h"
#include "calibrate/calibrated.h"
#include "codes/deck.h"
#include "program/target.h"
#include "result/record.h"
#include "setup/setup.h"

#include <math.h>
#include <stdio.h>

_Static_assert(LAWTESTER_UNKNOWNS == LT_TRIAL_MAX, "of both headers");

/* Unknowns of a calibration, and as many targets. */
struct problem {
    struct lt_vary vary[LT_TRIAL_MAX];
    struct lt_target targets[LT_TRIAL_MAX];
};

/* Sets PROBLEM to COUNT unknowns, read from VARY, and targets, read from TO; where one of these is
 * NULL, to those of the program. NULL, or what is wrong with them. */
static const char *read_problem(const struct lt_program *program, const char *const *vary,
                                const char *const *to, size_t count, struct problem *problem,
                                struct lt_arena *arena) {
    if (!program)
        return "the program has errors";
    if (count < 1 || count > LT_TRIAL_MAX)
        return lt_arena_print(arena, "%zu unknowns; 1 to %d can be found", count, LT_TRIAL_MAX);
    if ((!vary && program->n_vary != count) || (!to && program->n_targets != count))
        return lt_arena_print(arena, "%zu unknown%s and as many targets are needed", count,
                              count == 1 ? "" : "s");
    for (size_t k = 0; k < count; k++) {
        const char *why =
            vary ? lt_target_read_unknown(vary[k], program, &problem->vary[k], arena) : NULL;
        if (!why && to)
            why = lt_target_read(to[k], program, &problem->targets[k], arena);
        if (why)
            return why;
        problem->vary[k] = vary ? problem->vary[k] : program->vary[k];
        problem->targets[k] = to ? problem->targets[k] : program->targets[k];
        why = lt_target_repeated(problem->vary, problem->targets, k, arena);
        if (why)
            return why;
    }
    return NULL;
}

/* A calibration: the caller's arguments, and what is found. */
struct search {
    const struct lt_program *program;
    const char *const *vary, *const *to;
    size_t count;
    const struct lawtester_options *options;
    struct lt_arena *arena;
    struct problem problem;
    struct lt_program settled; /* the program with the options' numbers */
    const char *why;           /* it cannot be; NULL: it can */
    struct lt_calibration found;
    char *text;
};

/* Copies a program to *OUT with law and motion of the code WORD. NULL, or why the code has no such
 * law. */
static const char *follow_code(const char *word, const struct lt_program *program,
                               struct lt_program *out, struct lt_arena *arena) {
    const struct lt_deck_code *code = lt_deck_find(word);
    const char *known = lt_deck_words[0];
    for (size_t i = 1; !code && lt_deck_words[i]; i++)
        known = lt_arena_print(arena, "%s, %s", known, lt_deck_words[i]);
    if (!code)
        return lt_arena_print(arena, "there is no code '%s', expected one of %s", word, known);
    const char *why = lt_deck_prepare(code, program, out, arena);
    if (!why)
        lt_deck_move(code, out, arena);
    return why;
}

/* Work of a calibration: reads unknowns and targets and takes the numbers of the options. s->why
 * says why it is impossible. */
static void prepare_search(void *data) {
    struct search *s = data;
    s->arena = lt_arena_new();
    s->why = read_problem(s->program, s->vary, s->to, s->count, &s->problem, s->arena);
    const size_t n = s->options->count;
    struct lt_override *overrides = lt_arena_get(s->arena, (n + 1) * sizeof *overrides);
    if (!s->why)
        s->why = lt_library_run_overrides(s->program, s->options, overrides, s->arena);
    if (s->why)
        return;
    /* With options->for_code the program gets law and motion of that code, whose lines are refused
     * for a start in contact. */
    s->settled = *s->program;
    if (s->options->for_code)
        s->why = follow_code(s->options->for_code, s->program, &s->settled, s->arena);
    if (!s->why && s->options->for_code && !s->program->start_in_contact &&
        lt_setup_begins_inside(&s->settled))
        s->why = "the run begins in contact, which is no impact: leave out motion.gap";
    if (s->why)
        return;
    /* Numbers of the options replace those of the program in each run; discrete steps matter on
     * request and for targets that only steps have. */
    s->settled.settled = n > 0 ? overrides : s->program->settled;
    s->settled.n_settled = n > 0 ? n : s->program->n_settled;
    s->settled.as_run = s->program->as_run || s->options->as_run ||
                        lt_target_needs_steps(s->problem.targets, s->count);
}

/* Work of lawtester_calibrate_all(): finds the unknowns. */
static void find_unknowns(void *data) {
    struct search *s = data;
    s->found =
        lt_calibrate(&s->settled, s->problem.vary, s->problem.targets, s->count, s->options->stop);
}

/* Work of lawtester_calibrate_json(): finds the unknowns and writes the document. */
static void write_unknowns(void *data) {
    struct search *s = data;
    struct lt_calibrated c;
    lt_calibrated_find(&c, &s->settled, s->problem.vary, s->problem.targets, s->count,
                       s->options->stop);
    s->text = lt_json_text_last(lt_calibrated_document(&s->settled, &c));
}

/* Work of lawtester_calibrate_json(): writes a document that says why there is no solution. */
static void write_refusal(void *data) {
    struct search *s = data;
    s->text = lt_json_text_last(json_pack("{s:b, s:s}", "converged", 0, "message", s->why));
}

/* Unknown K of a calibration, with its target, in the caller's form. */
static struct lawtester_calibration unknown_of(const struct lt_calibration *c, size_t k) {
    return (struct lawtester_calibration){
        .converged = c->converged,
        .value = c->unknowns[k].value,
        .target = c->aims[k].wanted,
        .achieved = c->aims[k].achieved,
        .residual = c->aims[k].achieved - c->aims[k].wanted,
        .closed_form = c->unknowns[k].closed_form,
        .reachable = {c->aims[k].reachable[0], c->aims[k].reachable[1]},
        .sensitivity = c->sensitivity[k][k],
        .iterations = c->iterations,
        .evaluations = c->evaluations};
}

/* Finds COUNT unknowns for as many targets; VARY or TO may be NULL for those of the program.
 * Returns 1 if it has converged, else 0 and a message in each of FOUND. */
int lawtester_calibrate_all(const struct lawtester_program *program, const char *const *vary,
                            const char *const *to, size_t count,
                            struct lawtester_calibration *found) {
    struct search s = {.program = program->program,
                       .vary = vary,
                       .to = to,
                       .count = count,
                       .options = &(struct lawtester_options){0}};
    lt_library_work_alone(prepare_search, &s);
    if (!s.why)
        lt_library_work(find_unknowns, &s);
    for (size_t k = 0; k < count; k++) {
        found[k] =
            s.why
                ? (struct lawtester_calibration){.value = NAN, .achieved = NAN, .closed_form = NAN}
                : unknown_of(&s.found, k);
        snprintf(found[k].message, sizeof found[k].message, "%s", s.why ? s.why : s.found.message);
    }
    lt_arena_free(s.arena);
    return s.why ? 0 : s.found.converged;
}

/* Finds one unknown; VARY or TO may be NULL for those of the program. Returns 1 if it has
 * converged, else 0. */
int lawtester_calibrate(const struct lawtester_program *program, const char *vary, const char *to,
                        struct lawtester_calibration *found) {
    return lawtester_calibrate_all(program, vary ? &vary : NULL, to ? &to : NULL, 1, found);
}

/* Finds COUNT unknowns and describes them as a JSON text, to be freed. */
char *lawtester_calibrate_json(const struct lawtester_program *program, const char *const *vary,
                               const char *const *to, size_t count,
                               const struct lawtester_options *options) {
    struct search s = {
        .program = program->program, .vary = vary, .to = to, .count = count, .options = options};
    lt_library_work_alone(prepare_search, &s);
    lt_library_work(s.why ? write_refusal : write_unknowns, &s);
    lt_arena_free(s.arena);
    return s.text;
}

/* ---- Lines for another code ------------------------------------------------------------------ */

/* Arguments and result of lawtester_lines(). */
struct lines {
    const char *code;
    const struct lawtester_program *const *programs;
    const struct lawtester_options *const *options;
    size_t count;
    const char *why;
    struct lt_arena *arena;
    char *text;
};

/* Work of lawtester_lines(): writes the input lines of a code to l->text, for one program or for
 * several pairs of materials; l->why says why that is impossible. */
static void write_lines(void *data) {
    struct lines *l = data;
    const struct lt_deck_code *code = lt_deck_find(l->code);
    struct lt_program *programs = lt_arena_get(l->arena, l->count * sizeof *programs);
    struct lt_deck_pair *pairs = lt_arena_get(l->arena, l->count * sizeof *pairs);
    for (size_t k = 0; k < l->count && !l->why; k++) {
        const size_t n = l->options[k]->count;
        struct lt_override *overrides = lt_arena_get(l->arena, (n + 1) * sizeof *overrides);
        const struct lt_program *program = l->programs[k]->program;
        l->why = !program ? "the program has errors"
                          : follow_code(l->code, program, &programs[k], l->arena);
        if (!l->why)
            l->why = lt_library_run_overrides(program, l->options[k], overrides, l->arena);
        programs[k].as_run |= l->options[k]->as_run != 0;
        pairs[k] = (struct lt_deck_pair){&programs[k], overrides, n, NAN};
    }
    /* A single program has lines of one type, several have a type for each material. */
    struct lt_text text;
    FILE *file = lt_text_begin(&text);
    if (!l->why && l->count == 1)
        l->why = lt_deck_write(code, &programs[0], pairs[0].overrides, pairs[0].n_overrides, NAN,
                               file, l->arena);
    else if (!l->why)
        l->why = lt_deck_write_types(code, pairs, l->count, file, l->arena);
    if (l->why)
        lt_text_drop(&text);
    else
        l->text = lt_text_end(&text);
}

/* The laws of COUNT programs as input lines of a code, to be freed. NULL, and why not. */
char *lawtester_lines(const char *code, const struct lawtester_program *const *programs,
                      const struct lawtester_options *const *options, size_t count, char *why,
                      size_t size) {
    struct lines l = {.code = code,
                      .programs = programs,
                      .options = options,
                      .count = count,
                      .arena = lt_arena_new()};
    lt_library_work_alone(write_lines, &l);
    snprintf(why, size, "%s", l.why ? l.why : "");
    lt_arena_free(l.arena);
    return l.text;
}

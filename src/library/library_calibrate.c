/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "library.h"

#include "base/arena.h"
#include "calibrate/calibrated.h"
#include "program/goal.h"
#include "result/record.h"

#include <math.h>
#include <stdio.h>

_Static_assert(LAWTESTER_UNKNOWNS == LT_TRIAL_MAX, "of both headers");

struct goals {
    struct lt_vary vary[LT_TRIAL_MAX];
    struct lt_target targets[LT_TRIAL_MAX];
};

/* NULL, or what is wrong with the goals. */
static const char *read_goals(const struct lt_program *program, const char *const *vary,
                              const char *const *to, size_t count, struct goals *goals,
                              struct lt_arena *arena) {
    if (!program)
        return "the program has errors";
    if (count < 1 || count > LT_TRIAL_MAX)
        return lt_arena_print(arena, "%zu unknowns; 1 to %d can be found", count, LT_TRIAL_MAX);
    if ((!vary && program->n_vary != count) || (!to && program->n_targets != count))
        return lt_arena_print(arena, "%zu unknown%s and as many targets are needed", count,
                              count == 1 ? "" : "s");
    for (size_t k = 0; k < count; k++) {
        const char *why = vary ? lt_goal_vary(vary[k], program, &goals->vary[k], arena) : NULL;
        if (!why && to)
            why = lt_goal_target(to[k], program, &goals->targets[k], arena);
        if (why)
            return why;
        goals->vary[k] = vary ? goals->vary[k] : program->vary[k];
        goals->targets[k] = to ? goals->targets[k] : program->targets[k];
        why = lt_goal_twice(goals->vary, goals->targets, k, arena);
        if (why)
            return why;
    }
    return NULL;
}

struct search {
    const struct lt_program *program;
    const char *const *vary, *const *to;
    size_t count;
    const struct lawtester_options *options;
    struct lt_arena *arena;
    struct goals goals;
    struct lt_program settled; /* the program with the options' numbers */
    const char *why;           /* it cannot be; NULL: it can */
    struct lt_calibration found;
    char *text;
};

static void find_goals(void *data) {
    struct search *s = data;
    s->arena = lt_arena_new();
    s->why = read_goals(s->program, s->vary, s->to, s->count, &s->goals, s->arena);
    const size_t n = s->options->count;
    struct lt_override *overrides = lt_arena_get(s->arena, (n + 1) * sizeof *overrides);
    if (!s->why)
        s->why = lt_library_run_overrides(s->program, s->options, overrides, s->arena);
    if (s->why)
        return;
    s->settled = *s->program;
    s->settled.settled = n > 0 ? overrides : s->program->settled;
    s->settled.n_settled = n > 0 ? n : s->program->n_settled;
    s->settled.as_run =
        s->program->as_run || s->options->as_run || lt_goal_in_steps(s->goals.targets, s->count);
}

static void find_unknowns(void *data) {
    struct search *s = data;
    s->found =
        lt_calibrate(&s->settled, s->goals.vary, s->goals.targets, s->count, s->options->stop);
}

static void write_unknowns(void *data) {
    struct search *s = data;
    struct lt_calibrated c;
    lt_calibrated_find(&c, &s->settled, s->goals.vary, s->goals.targets, s->count,
                       s->options->stop);
    s->text = lt_json_text_last(lt_calibrated_document(&s->settled, &c));
}

static void write_refusal(void *data) {
    struct search *s = data;
    s->text = lt_json_text_last(json_pack("{s:b, s:s}", "converged", 0, "message", s->why));
}

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

int lawtester_calibrate_all(const struct lawtester_program *program, const char *const *vary,
                            const char *const *to, size_t count,
                            struct lawtester_calibration *found) {
    struct search s = {.program = program->program,
                       .vary = vary,
                       .to = to,
                       .count = count,
                       .options = &(struct lawtester_options){0}};
    lt_library_work_alone(find_goals, &s);
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

int lawtester_calibrate(const struct lawtester_program *program, const char *vary, const char *to,
                        struct lawtester_calibration *found) {
    return lawtester_calibrate_all(program, vary ? &vary : NULL, to ? &to : NULL, 1, found);
}

char *lawtester_calibrate_json(const struct lawtester_program *program, const char *const *vary,
                               const char *const *to, size_t count,
                               const struct lawtester_options *options) {
    struct search s = {
        .program = program->program, .vary = vary, .to = to, .count = count, .options = options};
    lt_library_work_alone(find_goals, &s);
    lt_library_work(s.why ? write_refusal : write_unknowns, &s);
    lt_arena_free(s.arena);
    return s.text;
}

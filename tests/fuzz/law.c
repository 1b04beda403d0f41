/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of a plug-in's law as any text: each line is a word and fields parted by '|'. They are
 * refused for a reason, or a program with that law is refused with errors or takes some steps. */
#include "base/arena.h"
#include "formula/formula.h"
#include "fuzz/fuzz.h"
#include "registry/laws.h"
#include "run/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the tables begin with, and what calculates. */
#define ENTRY
#include "plugins/spring.h"

enum { ROWS = 12, FIELDS = 10 };

struct tables {
    struct lt_law law;
    struct lt_field params[ROWS + 1], state[ROWS + 1], losses[ROWS + 1];
    struct lt_event events[ROWS + 1];
    struct lt_view views[ROWS + 1];
    struct lt_case cases[ROWS + 1];
    struct lt_jump jumps[ROWS + 1];
    struct lt_shortfall declares[ROWS + 1];
    size_t n_events, n_views, n_cases, n_jumps, n_declares;
};

static double number(const char *text) {
    return text ? strtod(text, NULL) : 0;
}

static enum lt_role role(const char *text) {
    return text ? (enum lt_role)((unsigned)text[0] % (LT_BONDED + 2)) : LT_NO_ROLE;
}

/* name|unit|doc|preset|min|max|choices|role|sets; a line with a known name changes that row. */
static void put_field(struct lt_field *fields, size_t *count, char *const f[FIELDS]) {
    size_t i = 0;
    while (i < *count && f[1] && strcmp(fields[i].name, f[1]) != 0)
        i++;
    if (i == ROWS)
        return;
    *count += i == *count;
    fields[i] = (struct lt_field){.name = f[1] ? f[1] : "",
                                  .unit = f[2],
                                  .doc = f[3],
                                  .preset = number(f[4]),
                                  .min = f[5] ? number(f[5]) : -INFINITY,
                                  .max = f[6] ? number(f[6]) : INFINITY,
                                  .choices = f[7] && *f[7] ? f[7] : NULL,
                                  .role = role(f[8]),
                                  .sets = f[9]};
}

static void put_row(struct tables *t, char *const f[FIELDS]) {
    const char *word = f[0], *first = f[1] ? f[1] : "";
    if (strcmp(word, "param") == 0)
        put_field(t->params, &t->law.n_params, f);
    else if (strcmp(word, "state") == 0)
        put_field(t->state, &t->law.n_state, f);
    else if (strcmp(word, "loss") == 0)
        put_field(t->losses, &t->law.n_losses, f);
    else if (strcmp(word, "event") == 0 && t->n_events < ROWS)
        t->events[t->n_events++] = (struct lt_event){.name = first, .watch = f[2], 1, 1};
    else if (strcmp(word, "view") == 0 && t->n_views < ROWS)
        t->views[t->n_views++] = (struct lt_view){first, f[2], f[3], f[4]};
    else if (strcmp(word, "case") == 0 && t->n_cases < ROWS)
        t->cases[t->n_cases++] = (struct lt_case){first, f[2], f[3], f[4]};
    else if (strcmp(word, "jump") == 0 && t->n_jumps < ROWS)
        t->jumps[t->n_jumps++] = (struct lt_jump){first, f[2], f[3], f[4], f[5]};
    else if (strcmp(word, "declare") == 0 && t->n_declares < ROWS)
        t->declares[t->n_declares++] = (struct lt_shortfall){first, f[2], number(f[3]), f[4]};
    else if (strcmp(word, "name") == 0)
        t->law.name = first;
    else if (strcmp(word, "acts") == 0)
        t->law.acts = (unsigned)strtoul(first, NULL, 0);
    else if (strcmp(word, "order") == 0)
        t->law.order = number(first);
}

/* Cuts TEXT into lines and fields. */
static void put_rows(struct tables *t, char *text) {
    for (char *line = text, *next; line; line = next) {
        char *f[FIELDS] = {line};
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        for (size_t i = 1; i < FIELDS && (f[i] = strchr(f[i - 1], '|')); i++)
            *f[i]++ = '\0';
        put_row(t, f);
    }
}

static bool reads(const char *text, enum lt_formula_kind kind, enum lt_scope scope,
                  const struct lt_names *all, struct lt_arena *arena) {
    const struct lt_names names = lt_names_in(all, scope);
    struct lt_errors *errors = lt_errors_new();
    const struct lt_formula *formula = lt_formula_read(text, (struct lt_mark){.source = NULL},
                                                       "fuzz", kind, &names, arena, errors);
    fuzz_require(!formula == (errors->failures > 0));
    lt_errors_free(errors);
    return formula;
}

/* What the trial of a plug-in asks of its formulas. */
static bool formulas_read(const struct lt_law *law, struct lt_arena *arena) {
    const struct lt_names *names = lt_names_new(law, NULL, 0, NULL, 0, arena);
    bool right = true;
    for (const struct lt_view *v = law->views; v->name; v++)
        right &= reads(v->formula, LT_FORMULA_NUMBER, LT_SCOPE_STEP, names, arena);
    for (const struct lt_case *c = law->cases; c->result; c++)
        right &= reads(c->when, LT_FORMULA_EITHER, LT_SCOPE_PARAM, names, arena) &&
                 reads(c->formula, LT_FORMULA_NUMBER, LT_SCOPE_PARAM, names, arena);
    for (const struct lt_jump *j = law->jumps; j->force; j++)
        right &= reads(j->when, LT_FORMULA_EITHER, LT_SCOPE_PARAM, names, arena) &&
                 reads(j->change, LT_FORMULA_NUMBER, LT_SCOPE_STEP, names, arena);
    return right;
}

static void run(const struct lt_program *program) {
    struct lt_run_options options = {
        .record = true, .max_steps = 20, .interrupted = &fuzz_interrupted};
    fuzz_allow(500000);
    struct lt_result *result = lt_run(program, NULL, 0, &options);
    fuzz_require(result->status != LT_RUN_FAILED || *result->message);
    fuzz_allow(0);
    lt_run_free(result);
    fuzz_count_used();
}

static void use(const struct lt_law *law) {
    const struct lt_law *const laws[] = {law, NULL};
    char text[1024];
    const int length = snprintf(
        text, sizeof text,
        "lawtester: 1\n"
        "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5 mm, mass: 1 g}}\n"
        "law: {name: \"%.100s\"}\nmotion: {dt: 1e-6}\n"
        "stages: [{name: on, whats: i....., values: [-1, 0, 0, 0, 0, 0], until: step > 9}]\n",
        law->name);
    struct lt_errors *errors = lt_errors_new();
    struct lt_program *program =
        lt_read_with(laws, false, "fuzz.yaml", text, (size_t)length, NULL, 0, errors);
    fuzz_require((program == NULL) == (errors->failures > 0));
    if (program)
        run(program);
    lt_errors_free(errors);
    lt_program_free(program);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char why[512] = "";
    struct lt_arena *arena = lt_arena_new();
    struct tables *t = lt_arena_get(arena, sizeof *t);
    t->law = lt_law_spring;
    t->params[0] = lt_law_spring.params[0];
    t->state[0] = lt_law_spring.state[0];
    t->losses[0] = lt_law_spring.losses[0];
    put_rows(t, lt_arena_copy(arena, (const char *)data, size));
    t->law.params = t->params;
    t->law.state = t->state;
    t->law.losses = t->losses;
    t->law.events = t->events;
    t->law.views = t->views;
    t->law.cases = t->cases;
    t->law.jumps = t->jumps;
    t->law.declares = t->declares;
    const bool right = lt_laws_check(&t->law, why, sizeof why);
    fuzz_require(right || *why);
    if (right && formulas_read(&t->law, arena))
        use(&t->law);
    lt_arena_free(arena);
    return 0;
}

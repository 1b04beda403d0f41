/* SPDX-License-Identifier: GPL-3.0-or-later */
/* library_live.c: a run that its caller makes step by step. */
#include "library.h"

#include "base/arena.h"
#include "formula/expr.h"
#include "run/running.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What a run needs only while it is made step by step. */
struct lt_live {
    struct lt_running running;
    struct lt_run_options options;
    struct lt_expr *expr;
};

/* ---- Begin and end --------------------------------------------------------------------------- */

/* Frees what a run needs only while it is made step by step. */
void lt_library_live_free(struct lawtester_run *run) {
    if (run->live)
        lt_expr_free(run->live->expr);
    run->live = NULL;
}

/* After steps, enters the next stage if the last one has ended, or closes the run if it has ended
 * or failed (OK false). A run that the caller interrupted can go on, so its status is reset. */
static void settle_live(struct lawtester_run *run, bool ok) {
    struct lt_running *running = &run->live->running;
    if (run->result->status == LT_INTERRUPTED) { /* it can go on */
        run->result->status = LT_DONE;
        return;
    }
    if (ok && running->stage < run->program->n_stages &&
        (running->entered || lt_run_begin_stage(running)))
        return;
    lt_run_close(running);
    lt_library_live_free(run);
}

/* Arguments and result of lawtester_run_start(). */
struct start_order {
    const struct lt_program *program;
    const struct lawtester_options *options;
    struct lawtester_run *run;
};

/* Work of lawtester_run_start(): begins a run that is made step by step, and stores it in
 * order->run. If the program cannot be run with the options' numbers, run->refused says why and
 * there is no live part. */
static void start_run(void *data) {
    struct start_order *order = data;
    const struct lawtester_options *options = order->options;
    const struct lt_program *program = order->program;
    struct lt_arena *arena = lt_arena_new(), *own = lt_arena_new();
    struct lawtester_run *run = order->run = lt_arena_get(arena, sizeof *run);
    *run = (struct lawtester_run){.program = program, .arena = arena};
    struct lt_override *overrides = lt_arena_get(own, (options->count + 1) * sizeof *overrides);
    run->refused = lt_library_run_overrides(program, options, overrides, own);
    if (run->refused) {
        run->refused = lt_arena_print(arena, "%s", run->refused);
        lt_arena_free(own);
        return;
    }
    struct lt_live *live = run->live = lt_arena_get(arena, sizeof *live);
    live->options =
        (struct lt_run_options){.record = !options->no_table, .interrupted = options->stop};
    live->expr = lt_expr_new();
    const bool ok = lt_run_open_bands(&live->running, program, overrides, options->count,
                                      &live->options, live->expr, own);
    /* Overrides and values are kept with the result, so that values can be read while it runs. */
    run->result = live->running.result;
    run->result->overrides = overrides;
    run->result->n_overrides = options->count;
    run->result->values = live->running.setup.values;
    settle_live(run, ok);
}

/* Begins a run that the caller makes step by step. */
struct lawtester_run *lawtester_run_start(const struct lawtester_program *program,
                                          const struct lawtester_options *options) {
    struct start_order order = {program->program, options, NULL};
    lt_library_work(start_run, &order);
    return order.run;
}

/* ---- Steps ----------------------------------------------------------------------------------- */

/* Arguments and results of lawtester_run_step() and lawtester_run_until(). */
struct steps_order {
    struct lawtester_run *run;
    size_t steps, made;
    const struct lt_formula *condition; /* evaluated after each step; NULL: none */
    bool holds, wrong; /* the condition holds after the last step; it cannot be evaluated */
    char *why;
    size_t size;
};

/* Makes up to STEPS steps, across the ends of stages, and sets *MADE to their number, which is
 * smaller if the run ends. False: the run has failed. */
static bool make_steps(struct lt_running *running, size_t steps, size_t *made) {
    const size_t n_stages = running->setup.program->n_stages, first = running->leap.steps;
    bool ok = true;
    *made = 0;
    while (ok && running->stage < n_stages && *made < steps) {
        ok = lt_run_advance(running, (double)(steps - *made));
        *made = running->leap.steps - first;
    }
    return ok;
}

/* Evaluates order->condition after a step. True if it holds; false if not, or if it cannot be
 * evaluated: then order->wrong is set, and order->why may say why. */
static bool condition_holds(struct steps_order *order, struct lt_running *running) {
    order->wrong = !lt_run_record_views(running) ||
                   !lt_expr_holds(running->setup.expr, order->condition, running->setup.values,
                                  &order->holds, order->why, order->size);
    return !order->wrong && order->holds;
}

/* Work of lawtester_run_step() and lawtester_run_until(): makes at most order->steps steps and
 * counts them in order->made. With a condition it stops where that holds (order->holds) or cannot
 * be evaluated (order->wrong). */
static void step_run(void *data) {
    struct steps_order *order = data;
    struct lt_running *running = &order->run->live->running;
    size_t made = 1;
    bool ok = true;
    if (!order->condition) {
        ok = make_steps(running, order->steps, &order->made);
        settle_live(order->run, ok);
        return;
    }
    while (order->run->live && made > 0 && !order->wrong && !order->holds &&
           order->made < order->steps) {
        ok = make_steps(running, 1, &made);
        order->made += made;
        if (ok && made > 0)
            condition_holds(order, running);
        settle_live(order->run, ok);
    }
}

/* Makes at most STEPS steps; returns how many were made. */
size_t lawtester_run_step(struct lawtester_run *run, size_t steps) {
    struct steps_order order = {.run = run, .steps = steps};
    if (run->live)
        lt_library_work(step_run, &order);
    return order.made;
}

/* ---- Until a condition ----------------------------------------------------------------------- */

/* Arguments and result of reading a condition. */
struct condition_order {
    const struct lt_program *program;
    const char *text;
    struct lt_arena *arena;
    struct lt_formula *formula; /* NULL: it is wrong */
    char *why;
    size_t size;
};

/* Work of lawtester_run_until(): reads the condition. order->formula stays NULL if it is wrong, and
 * order->why says why. */
static void read_condition(void *data) {
    struct condition_order *order = data;
    const struct lt_names names = lt_names_in(order->program->names, LT_SCOPE_STEP);
    struct lt_errors *errors = lt_errors_new();
    struct lt_formula *formula =
        lt_formula_read(order->text, (struct lt_mark){.source = NULL}, "until",
                        LT_FORMULA_CONDITION, &names, order->arena, errors);
    for (size_t i = 0; formula && i < formula->n_used; i++)
        if (!lt_library_follows(order->program, formula->used[i])) {
            snprintf(order->why, order->size,
                     "'%s' is worked out only where the program names it: put it in record.columns",
                     formula->used[i]->name);
            formula = NULL;
        }
    if (errors->count > 0)
        snprintf(order->why, order->size, "%s", errors->list[0].text);
    lt_errors_free(errors);
    order->formula = formula;
}

/* Makes steps until the condition holds, at most STEPS; returns how many were made. *HOLDS is 1, 0
 * or, with a reason in WHY, -1: it cannot be evaluated. */
size_t lawtester_run_until(struct lawtester_run *run, const char *condition, size_t steps,
                           int *holds, char *why, size_t size) {
    struct condition_order reading = {run->program, condition, lt_arena_new(), NULL, why, size};
    struct steps_order order = {.run = run, .steps = steps, .why = why, .size = size};
    snprintf(why, size, run->live ? "" : "the run has ended");
    *holds = -1;
    if (run->live)
        lt_library_work_alone(read_condition, &reading);
    if (reading.formula) {
        order.condition = reading.formula;
        lt_library_work(step_run, &order);
        *holds = order.wrong ? -1 : order.holds;
    }
    lt_arena_free(reading.arena);
    return order.made;
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* A name of a live run and, as the result, its present value. */
struct value_order {
    struct lt_running *running;
    const struct lt_name *name;
    double value;
};

/* Work of lt_library_live_value(): sets order->value to the present value of a name; of a result to
 * the value as if the run ended here, after which the run is restored. NAN: its formula cannot be
 * evaluated. */
static void evaluate_value(void *data) {
    struct value_order *order = data;
    struct lt_running *running = order->running;
    const struct lt_name *name = order->name;
    const struct lt_program *program = running->setup.program;
    struct lt_so_far so_far;
    char why[8];
    if (name->kind == LT_NAME_VIEW) {
        if (!lt_expr_number(running->setup.expr, program->views[name->slot - program->names->views],
                            running->setup.values, &order->value, why, sizeof why))
            order->value = NAN;
        return;
    }
    lt_run_settle(running, &so_far);
    order->value = running->setup.values[name->slot];
    lt_run_unsettle(running, &so_far);
}

/* The present value of a name in a run that is made step by step, SI units; NAN: it is not
 * evaluated in each step. Results and formulas are evaluated on request, other values are up to
 * date. */
double lt_library_live_value(const struct lawtester_run *run, const struct lt_name *name) {
    struct value_order order = {&run->live->running, name, run->result->values[name->slot]};
    if (!lt_library_follows(run->program, name))
        return (double)NAN;
    const bool settles = name->kind == LT_NAME_RESULT || name->kind == LT_NAME_EXTREME;
    if (settles || (name->kind == LT_NAME_VIEW && !order.running->setup.served))
        lt_library_work(evaluate_value, &order);
    return order.value;
}

/* Arguments of lawtester_run_set(); DONE: the value was set. */
struct set_order {
    struct lt_running *running;
    const struct lt_name *name;
    double value;
    char *why;
    size_t size;
    bool done;
};

/* Work of lawtester_run_set(): sets a value. */
static void set_value(void *data) {
    struct set_order *order = data;
    order->done = lt_run_set(order->running, order->name, order->value, order->why, order->size);
}

/* Sets a number of a run that is made step by step, in SI units. 0, or 1 and why not. */
int lawtester_run_set(struct lawtester_run *run, const char *name, double value, char *why,
                      size_t size) {
    if (!run->live) {
        snprintf(why, size, "the run has ended");
        return 1;
    }
    const struct lt_names names = lt_names_in(run->program->names, LT_SCOPE_END);
    const struct lt_name *found = lt_names_find(&names, name);
    if (!found) {
        snprintf(why, size, "no '%s' in this run", name);
        return 1;
    }
    struct set_order order = {&run->live->running, found, value, why, size, false};
    lt_library_work(set_value, &order);
    return order.done ? 0 : 1;
}

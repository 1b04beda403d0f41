/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_record.c: the records of a run: rows, events, warnings. */
#include "base/arena.h"
#include "base/memory.h"
#include "run/running.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* More events than EVENTS_MAX are not recorded: they would fill the
 * memory. STREAM_ROWS: with a sink the table grows to so many rows at most. */
enum { EVENTS_MAX = 10000, STREAM_ROWS = 4096 };

/* Time between two deliveries of rows to the sink, s: a process that is killed loses no more. */
static const double sink_interval = 0.5;

/* Evaluates the law's views into values[]; an external code does not report them, and they are
 * NAN. Returns false if one has no value: the run has failed. */
bool lt_run_record_views(struct lt_running *run) {
    const struct lt_program *program = run->setup.program;
    char why[256];
    if (!program->uses_views)
        return true;
    for (size_t i = 0; program->law->views[i].name; i++)
        if (run->setup.served)
            run->setup.values[program->names->views + i] = NAN; /* a code does not report it */
        else if (!lt_expr_number(run->setup.expr, program->views[i], run->setup.values,
                                 &run->setup.values[program->names->views + i], why, sizeof why))
            return lt_run_fail_here(run, why);
    return true;
}

/* Steps between two rows of this stage; 0: no rows. A stage may have its own number. */
size_t lt_run_record_every(const struct lt_running *run) {
    const struct lt_program *program = run->setup.program;
    const struct lt_stage *stage = lt_run_stage(run);
    const bool records = run->options->record && program->n_columns > 0;
    return !records ? 0 : stage->every_given ? stage->every : program->every;
}

/* Steps from STEP of this stage to its next row; SIZE_MAX: none. A number of the stage counts
 * from its begin, that of the program from the begin of the run. */
size_t lt_run_record_next(const struct lt_running *run, double step) {
    const size_t every = lt_run_record_every(run);
    const size_t count = lt_run_stage(run)->every_given ? (size_t)step : run->leap.steps;
    return every == 0 ? SIZE_MAX : every - count % every;
}

/* Gives the rows to the sink. Those that leave the memory are all but the last, which results may
 * still need. */
static void send_rows(const struct lt_running *run, struct lt_table *table) {
    run->options->put(run->options->sink, table);
    if (!run->streams || table->rows < 2)
        return;
    table->gone += table->rows - 1;
    memmove(table->cells, table->cells + (table->rows - 1) * table->columns,
            table->columns * sizeof *table->cells);
    table->rows = 1;
}

/* Gives the rows to the sink, if it last got some sink_interval ago. The first call only starts
 * the clock. */
void lt_run_record_flush(struct lt_running *run) {
    struct timespec now;
    if (!run->options->put || clock_gettime(CLOCK_MONOTONIC_COARSE, &now) != 0)
        return;
    const double t = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
    if (t - run->flushed < sink_interval)
        return;
    if (run->flushed > 0)
        send_rows(run, &run->result->table);
    run->flushed = t;
}

/* Makes room for a row: by sending rows to the sink, or by twice the memory. Returns false if
 * there is none: the run has failed. */
static bool make_row_room(struct lt_running *run) {
    struct lt_table *table = &run->result->table;
    if (run->streams && table->rows == table->room && table->room >= STREAM_ROWS)
        send_rows(run, table);
    if (table->rows < table->room)
        return true;
    const size_t room = table->room ? 2 * table->room : 1024;
    const size_t row = table->columns * sizeof *table->cells;
    char why[LT_MEMORY_WHY], text[2 * LT_MEMORY_WHY];
    double *cells = lt_memory_grow(table->cells, table->room * row, room * row);
    if (!cells) {
        snprintf(text, sizeof text, "%s; with a larger 'every' fewer rows are recorded",
                 lt_memory_why((double)(room * row), why));
        return lt_run_fail_here(run, text);
    }
    table->cells = cells;
    table->room = room;
    return true;
}

/* Adds *COUNT rows to the table, or as many as there is room for at once, and returns their
 * cells; NULL: no memory, and the run has failed. */
double *lt_run_record_rows(struct lt_running *run, size_t *count) {
    struct lt_table *table = &run->result->table;
    if (!make_row_room(run))
        return NULL;
    double *cells = table->cells + table->rows * table->columns;
    *count = *count < table->room - table->rows ? *count : table->room - table->rows;
    table->rows += *count;
    return cells;
}

/* exact: removes the last row if it is within rounding of this instant and of this stage, as where
 * a sample falls on the end of the stage. At a jump of the force both rows stay. */
static void replace_coincident_row(struct lt_running *run) {
    struct lt_result *result = run->result;
    const double t = run->setup.values[LT_T], begin = t - run->setup.values[LT_TIME];
    const double rounding = 1e-9 * run->setup.dt; /* s, a billionth of the interval of samples */
    if (!run->setup.exact || run->upright || result->table.gone + result->table.rows < 2 ||
        !(t - run->row_t <= rounding) || run->row_t <= begin + rounding)
        return;
    const size_t row = result->table.gone + --result->table.rows;
    for (size_t i = result->n_events; i-- > 0 && result->events[i].row > row;)
        result->events[i].row = row;
}

/* Records a row of the table, unless this step has one or the caller needs none. Returns false
 * if the run has failed: no memory, or a column without a value. */
bool lt_run_record(struct lt_running *run) {
    const struct lt_program *program = run->setup.program;
    struct lt_table *table = &run->result->table;
    if (!run->options->record || table->columns == 0)
        return true;
    if (table->rows > 0 && run->rows_at == run->leap.steps)
        return true;
    struct lt_lap lap = lt_timing_begin(run->options->timing);
    size_t count = 1;
    replace_coincident_row(run);
    double *row = lt_run_record_rows(run, &count);
    if (!row)
        return false;
    table->rows--; /* the row counts only when it is complete */
    run->rows_at = run->leap.steps;
    run->row_t = run->setup.values[LT_T];
    run->upright = false;
    for (size_t i = 0; i < table->columns; i++) {
        const struct lt_column *column = &program->columns[i];
        char why[256];
        if (column->source)
            row[i] = run->setup.values[column->source->slot];
        else if (!lt_expr_number(run->setup.expr, column->formula, run->setup.values, &row[i], why,
                                 sizeof why))
            return lt_run_fail_here(run, why);
    }
    table->rows++;
    lt_timing_end(run->options->timing, LT_TIME_RECORDING, lap);
    return true;
}

/* Records an event called NAME at this instant, unless there are EVENTS_MAX already; MODE as in
 * lt_event_result. */
void lt_run_record_event(struct lt_running *run, const char *name, int mode) {
    struct lt_result *result = run->result;
    if (result->n_events >= EVENTS_MAX)
        return;
    if (result->n_events == run->events_room) {
        size_t room = run->events_room ? 2 * run->events_room : 4;
        struct lt_event_result *events = lt_arena_get(result->arena, room * sizeof *events);
        if (result->n_events)
            memcpy(events, result->events, result->n_events * sizeof *events);
        result->events = events;
        run->events_room = room;
    }
    result->events[result->n_events++] = (struct lt_event_result){
        name,       run->setup.values[LT_T] - run->ago,     run->leap.steps, mode,
        run->stage, result->table.gone + result->table.rows};
}

/* exact: the duration, s, below which a state is an effect of rounding, a billionth of the
 * contact's time: as a stage begins or a contact ends, friction may reach or leave its limit
 * for no time. */
double lt_run_record_rounding(const struct lt_running *run) {
    return 1e-9 * run->exact.time_scale;
}

/* exact, after the run: removes pairs of events. Begin and end of one event cancel each other
 * if they are closer than rounding; the last event of the same name is the partner. */
void lt_run_record_drop_brief(struct lt_running *run) {
    struct lt_result *result = run->result;
    const double rounding = lt_run_record_rounding(run);
    size_t n = 0;
    for (size_t i = 0; i < result->n_events && run->setup.exact; i++) {
        const struct lt_event_result *now = &result->events[i];
        size_t last = n;
        while (last > 0 && strcmp(result->events[last - 1].name, now->name) != 0)
            last--;
        const struct lt_event_result *before = last > 0 ? &result->events[last - 1] : NULL;
        /* Modes 0 and 1 add up to 1: a begin and an end. */
        if (before && before->mode + now->mode == 1 && now->t - before->t <= rounding) {
            n--;
            memmove(result->events + last - 1, result->events + last,
                    (n - (last - 1)) * sizeof *now);
        } else {
            result->events[n++] = *now;
        }
    }
    result->n_events = run->setup.exact ? n : result->n_events;
}

/* The slot of the 0/1 number whose change is event I of the law. */
size_t lt_run_record_watched(const struct lt_program *program, size_t i) {
    for (size_t k = 0; k < program->law->n_state; k++)
        if (strcmp(program->law->state[k].name, program->law->events[i].watch) == 0)
            return program->names->state + k;
    return LT_CONTACT;
}

/* Counts the events of the law and finds the numbers that they watch. */
void lt_run_record_watch_begin(struct lt_running *run) {
    const struct lt_program *program = run->setup.program;
    struct lt_arena *arena = run->result->arena;
    while (program->law->events && program->law->events[run->n_watched].name)
        run->n_watched++;
    run->watched = lt_arena_get(arena, (run->n_watched + 1) * sizeof *run->watched);
    run->settled = lt_arena_get(arena, (run->n_watched + 1) * sizeof *run->settled);
    run->watched_slot = lt_arena_get(arena, (run->n_watched + 1) * sizeof *run->watched_slot);
    for (size_t i = 0; i < run->n_watched; i++)
        run->watched_slot[i] = lt_run_record_watched(program, i);
}

/* Records the events of the law that occur in this sample, and sets their conditions. */
void lt_run_record_watch(struct lt_running *run) {
    const struct lt_program *program = run->setup.program;
    double *values = run->setup.values;
    for (size_t i = 0; i < run->n_watched; i++) {
        const struct lt_event *event = &program->law->events[i];
        double now = values[run->watched_slot[i]];
        /* An event that both rises and falls has the modes 0, begun, and 1, ended; one that
         * does only one of them has none, -1. */
        bool is = now > 0.5, was = run->watched[i] > 0.5;
        bool begun = is && !was && event->rises, ended = !is && was && event->falls;
        if (begun)
            lt_run_record_event(run, event->name, event->falls ? 0 : -1);
        if (ended)
            lt_run_record_event(run, event->name, event->rises ? 1 : -1);
        if (begun || ended)
            values[program->names->events + i] = 1;
        /* Actions at events see only those since they were last considered. */
        if ((begun || ended) && lt_run_stage(run)->n_at > 0)
            values[program->names->fresh + i] = 1;
        run->watched[i] = now;
    }
    lt_run_record_modes(run);
}

/* Sets the conditions NAME_mode of the law's events: the last change in this stage was 0, a
 * begin, or 1, an end; -1: there was none. */
void lt_run_record_modes(struct lt_running *run) {
    const struct lt_names *names = run->setup.program->names;
    double *values = run->setup.values;
    for (size_t i = 0; i < run->n_watched; i++) {
        const double mode = run->watched[i] > 0.5 ? 0 : 1;
        values[names->modes + i] = values[names->events + i] > 0.5 ? mode : -1;
    }
}

/* exact: returns true if an event flag of a contact has ended only because the law was
 * evaluated without motion, as slip seems to end at rest. */
bool lt_run_record_pauses(const struct lt_running *run) {
    const struct lt_event *events = run->setup.program->law->events;
    const double *values = run->setup.values;
    for (size_t i = 0; i < run->n_watched; i++)
        if (events[i].rises && events[i].falls && values[LT_CONTACT] > 0.5 &&
            run->watched[i] > 0.5 && !(values[run->watched_slot[i]] > 0.5))
            return true;
    return false;
}

void lt_run_record_warn(struct lt_running *run, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Adds a warning to the result of the run, printed by FORMAT. */
void lt_run_record_warn(struct lt_running *run, const char *format, ...) {
    struct lt_result *result = run->result;
    if (result->n_warnings >= LT_WARNINGS_MAX)
        return;
    va_list args;
    va_start(args, format);
    result->warnings[result->n_warnings++] = lt_arena_vprint(result->arena, format, args);
    va_end(args);
}

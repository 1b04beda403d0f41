/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lawtester.h"

#include "base/arena.h"
#include "base/errors.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/units.h"
#include "calibrate/calibrate.h"
#include "config.h"
#include "model/goal.h"
#include "model/plugin.h"
#include "model/vary.h"
#include "result/record.h"

#include <errno.h>
#include <fenv.h>
#include <gsl/gsl_errno.h>
#include <locale.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { READ_LIMIT = (1 << 20) + 1 }; /* a byte more than a program may have: it sees so itself */

struct lawtester_laws {
    struct lt_plugins *plugins;
};

struct lawtester_program {
    struct lt_program *program;
    struct lt_errors *errors;
    char *said; /* the errors as text */
};

struct lawtester_run {
    const struct lt_program *program;
    struct lt_result *result;
    struct lt_arena *arena;
    const char *refused; /* why it has not even begun; result is NULL */
};

static char lacks[] = "out of memory";

/* UDUNITS keeps one database for all threads. */
static pthread_mutex_t reading = PTHREAD_MUTEX_INITIALIZER;

/* WORK with the decimal point and the arithmetic of C, whatever the caller's locale, rounding and
 * treatment of small numbers, which are his again behind it; false: memory ran out. A thread begins
 * with the arithmetic of the one that makes it. */
static bool work_within(void (*work)(void *data), void *data) {
    fenv_t callers;
    locale_t own = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
    if (!own)
        return false;
    lt_memory_watch();
    locale_t before = uselocale(own);
    fegetenv(&callers);
    fesetenv(FE_DFL_ENV);
    bool enough = lt_memory_suffices(work, data);
    fesetenv(&callers);
    uselocale(before);
    freelocale(own);
    return enough;
}

static bool read_alone(void (*work)(void *data), void *data) {
    pthread_mutex_lock(&reading);
    bool enough = work_within(work, data);
    pthread_mutex_unlock(&reading);
    return enough;
}

__attribute__((destructor)) static void close_units(void) {
    lt_units_close();
}

const char *lawtester_version(void) {
    return LT_VERSION;
}

void lawtester_text_free(char *text) {
    free(text);
}

/* A document on its way to be a text. */
struct paper {
    struct lt_held held;
    json_t *document;
    char *text;
};

static void drop_paper(struct lt_held *paper) {
    json_decref(((struct paper *)paper)->document);
}

static void write_paper(struct paper *paper, json_t *document) {
    paper->document = document;
    lt_memory_hold(&paper->held, drop_paper);
    paper->text = lt_json_text(document);
    lt_memory_drop(&paper->held);
    json_decref(document);
}

/* ---- Laws ------------------------------------------------------------------------------------ */

static struct lawtester_laws no_laws; /* where there was no memory for any but the built-in ones */

static void make_laws(void *data) {
    struct lawtester_laws **laws = data;
    struct lt_plugins *plugins = lt_plugin_new();
    *laws = lt_memory_get(sizeof **laws);
    (*laws)->plugins = plugins;
}

struct lawtester_laws *lawtester_laws_new(void) {
    struct lawtester_laws *laws;
    return lt_memory_suffices(make_laws, &laws) ? laws : &no_laws;
}

void lawtester_laws_free(struct lawtester_laws *laws) {
    if (!laws || laws == &no_laws)
        return;
    lt_plugin_free(laws->plugins);
    free(laws);
}

struct plugin {
    struct lt_plugins *plugins;
    const char *path;
    char *why;
    size_t size;
    enum lt_plugin_status status;
};

static void load_object(void *data) {
    struct plugin *plugin = data;
    if (!plugin->plugins)
        lt_memory_out();
    plugin->status = lt_plugin_load(plugin->plugins, plugin->path, plugin->why, plugin->size);
}

int lawtester_laws_load(struct lawtester_laws *laws, const char *path, char *why, size_t size) {
    struct plugin plugin = {laws->plugins, path, why, size, LT_PLUGIN_BAD_FILE};
    if (!read_alone(load_object, &plugin))
        snprintf(why, size, "%s", lacks);
    return plugin.status == LT_PLUGIN_LOADED ? 0 : 1;
}

static const struct lt_law *const *laws_of(const struct lawtester_laws *laws) {
    return laws && laws->plugins ? lt_plugin_laws(laws->plugins) : lt_laws_builtin;
}

struct laws_paper {
    struct paper paper;
    const struct lawtester_laws *laws;
};

static void write_laws(void *data) {
    struct laws_paper *job = data;
    write_paper(&job->paper, lt_document_laws(laws_of(job->laws)));
}

char *lawtester_laws_json(const struct lawtester_laws *laws) {
    struct laws_paper job = {.laws = laws};
    return work_within(write_laws, &job) ? job.paper.text : NULL;
}

/* ---- Programs -------------------------------------------------------------------------------- */

static struct lt_error only_error = {.text = lacks};
static struct lt_errors only_errors = {.list = &only_error, .count = 1, .failures = 1};
static char only_said[] = "error: out of memory\n";
static struct lawtester_program no_program = {.errors = &only_errors, .said = only_said};

struct read {
    const struct lawtester_laws *laws;
    const char *name, *text; /* text NULL: it is in the file of that name */
    size_t length;
    const char *const *defines;
    size_t count;
    struct lawtester_program *program;
};

static void read_bytes(void *data) {
    const struct read *read = data;
    struct lawtester_program *program = read->program;
    struct lt_arena *arena = lt_arena_new();
    struct lt_define *list = lt_arena_get(arena, (read->count + 1) * sizeof *list);
    for (size_t i = 0; i < read->count; i++)
        list[i] = (struct lt_define){.text = read->defines[i]};
    gsl_set_error_handler_off();
    program->errors = lt_errors_new();
    program->program = lt_read_with(laws_of(read->laws), false, read->name, read->text,
                                    read->length, list, read->count, program->errors);
    program->said = lt_errors_text(program->errors);
    lt_arena_free(arena);
}

/* The text, and what reads it; the file is no longer open. */
static void read_file(void *data) {
    struct read *read = data, found = *read;
    struct lt_arena *arena = lt_arena_new();
    char *text = lt_file_read(read->name, READ_LIMIT, &found.length);
    if (text) {
        found.text = lt_arena_keep(arena, text, free);
        read_bytes(&found);
    } else {
        const char *why = strerror(errno);
        read->program->errors = lt_errors_new();
        lt_errors_add(read->program->errors, (struct lt_mark){.source = NULL}, "%s: %s", read->name,
                      why);
        read->program->said = lt_errors_text(read->program->errors);
    }
    lt_arena_free(arena);
}

static struct lawtester_program *make_program(void (*work)(void *data), struct read *read) {
    read->program = malloc(sizeof *read->program);
    if (!read->program)
        return &no_program;
    *read->program = (struct lawtester_program){.program = NULL};
    if (read_alone(work, read))
        return read->program;
    free(read->program);
    return &no_program;
}

struct lawtester_program *lawtester_read_file(const struct lawtester_laws *laws, const char *path,
                                              const char *const *defines, size_t count) {
    return make_program(read_file, &(struct read){laws, path, NULL, 0, defines, count, NULL});
}

struct lawtester_program *lawtester_read_text(const struct lawtester_laws *laws, const char *name,
                                              const char *text, const char *const *defines,
                                              size_t count) {
    return make_program(read_bytes,
                        &(struct read){laws, name, text, strlen(text), defines, count, NULL});
}

void lawtester_program_free(struct lawtester_program *program) {
    if (!program || program == &no_program)
        return;
    lt_program_free(program->program);
    lt_errors_free(program->errors);
    free(program->said);
    free(program);
}

int lawtester_program_ok(const struct lawtester_program *program) {
    return program->program != NULL;
}

const char *lawtester_program_errors(const struct lawtester_program *program) {
    return program->said;
}

int lawtester_program_error(const struct lawtester_program *program, size_t i,
                            struct lawtester_error *error) {
    if (i >= program->errors->count)
        return 0;
    const struct lt_error *found = &program->errors->list[i];
    *error = (struct lawtester_error){.file = found->mark.source ? found->mark.source->name : "",
                                      .line = found->mark.line,
                                      .column = found->mark.column,
                                      .text = found->text,
                                      .note = found->severity == LT_NOTE};
    return 1;
}

const char *lawtester_program_law(const struct lawtester_program *program) {
    return program->program ? program->program->law->name : "";
}

const char *lawtester_program_title(const struct lawtester_program *program) {
    return program->program ? program->program->title : "";
}

/* ---- Runs ------------------------------------------------------------------------------------ */

/* NULL, or why these cannot be overridden. */
static const char *find_overrides(struct lawtester_run *run, const char *const *names,
                                  const double *values, size_t count,
                                  struct lt_override *overrides) {
    for (size_t i = 0; i < count; i++) {
        struct lt_varied varied = lt_vary_find(run->program, names[i], run->arena);
        if (varied.why)
            return varied.why;
        overrides[i] = (struct lt_override){varied.name, values[i]};
    }
    return NULL;
}

static struct lawtester_run no_run = {.refused = lacks};

struct order {
    const struct lt_program *program;
    const char *const *names;
    const double *values;
    size_t count;
    struct lawtester_run *run;
};

static void make_run(void *data) {
    struct order *order = data;
    struct lt_arena *arena = lt_arena_new();
    struct lawtester_run *run = order->run = lt_arena_get(arena, sizeof *run);
    *run = (struct lawtester_run){.program = order->program, .arena = arena};
    if (!run->program) {
        run->refused = "the program has errors";
        return;
    }
    struct lt_override *overrides = lt_arena_get(arena, (order->count + 1) * sizeof *overrides);
    run->refused = find_overrides(run, order->names, order->values, order->count, overrides);
    if (!run->refused)
        run->result = lt_run(run->program, overrides, order->count,
                             &(struct lt_run_options){.record = true, .keeps = true});
}

struct lawtester_run *lawtester_run_new(const struct lawtester_program *program,
                                        const char *const *names, const double *values,
                                        size_t count) {
    struct order order = {program->program, names, values, count, NULL};
    return work_within(make_run, &order) ? order.run : &no_run;
}

void lawtester_run_free(struct lawtester_run *run) {
    if (!run || run == &no_run)
        return;
    lt_run_free(run->result);
    lt_arena_free(run->arena);
}

enum lawtester_status lawtester_run_status(const struct lawtester_run *run) {
    if (!run->result)
        return LAWTESTER_FAILED;
    if (run->result->ok)
        return LAWTESTER_DONE;
    return run->result->status == LT_DONE ? LAWTESTER_MISSED : LAWTESTER_FAILED;
}

const char *lawtester_run_message(const struct lawtester_run *run) {
    return run->result ? run->result->message : run->refused;
}

double lawtester_run_value(const struct lawtester_run *run, const char *name) {
    if (!run->result)
        return (double)NAN;
    struct lt_names names = lt_names_in(run->program->names, LT_SCOPE_END);
    const struct lt_name *found = lt_names_find(&names, name);
    return found ? run->result->values[found->slot] : (double)NAN;
}

size_t lawtester_run_rows(const struct lawtester_run *run) {
    return run->result ? run->result->table.rows : 0;
}

/* Index of visible column I, or of the one of that name; n_columns: there is none. */
static size_t find_column(const struct lt_program *program, size_t i, const char *name) {
    size_t at = 0;
    for (; at < program->n_columns; at++)
        if (!program->columns[at].hidden &&
            (name ? strcmp(program->columns[at].name, name) == 0 : i-- == 0))
            break;
    return at;
}

const char *lawtester_run_column_name(const struct lawtester_run *run, size_t i) {
    if (!run->result)
        return NULL;
    size_t at = find_column(run->program, i, NULL);
    return at < run->program->n_columns ? run->program->columns[at].name : NULL;
}

size_t lawtester_run_column(const struct lawtester_run *run, const char *name, double *values,
                            size_t room) {
    const struct lt_table *table = run->result ? &run->result->table : NULL;
    size_t at = table ? find_column(run->program, 0, name) : 0;
    size_t rows = table && at < run->program->n_columns ? table->rows : 0;
    for (size_t i = 0; i < room; i++)
        values[i] = i < rows ? table->cells[i * table->columns + at] : (double)NAN;
    return rows;
}

int lawtester_run_expect(const struct lawtester_run *run, size_t i,
                         struct lawtester_expect *expect) {
    if (!run->result || i >= run->result->n_verdicts)
        return 0;
    const struct lt_verdict *v = &run->result->verdicts[i];
    *expect =
        (struct lawtester_expect){v->text, v->value, v->expected, v->error, v->tolerance, v->ok};
    return 1;
}

struct run_paper {
    struct paper paper;
    const struct lawtester_run *run;
};

static void write_run(void *data) {
    struct run_paper *job = data;
    const struct lawtester_run *run = job->run;
    write_paper(&job->paper,
                run->result ? lt_document_run(run->program, run->result) : json_null());
}

char *lawtester_run_json(const struct lawtester_run *run) {
    struct run_paper job = {.run = run};
    return work_within(write_run, &job) ? job.paper.text : NULL;
}

/* ---- Calibration ----------------------------------------------------------------------------- */

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
    struct lt_arena *arena;
    struct goals goals;
    const char *why; /* it cannot be; NULL: it can */
    struct lt_calibration found;
};

static void find_goals(void *data) {
    struct search *s = data;
    s->arena = lt_arena_new();
    s->why = read_goals(s->program, s->vary, s->to, s->count, &s->goals, s->arena);
}

static void find_unknowns(void *data) {
    struct search *s = data;
    s->found = lt_calibrate(s->program, s->goals.vary, s->goals.targets, s->count, NULL);
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
    struct search s = {.program = program->program, .vary = vary, .to = to, .count = count};
    if (!read_alone(find_goals, &s)) {
        s.arena = NULL;
        s.why = lacks;
    }
    if (!s.why && !work_within(find_unknowns, &s))
        s.why = lacks;
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

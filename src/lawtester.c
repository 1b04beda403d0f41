/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lawtester.h"

#include "base/arena.h"
#include "base/errors.h"
#include "base/file.h"
#include "base/units.h"
#include "calibrate/calibrate.h"
#include "config.h"
#include "model/goal.h"
#include "model/plugin.h"
#include "result/record.h"

#include <errno.h>
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

/* UDUNITS keeps one database for all threads. The decimal point is that of the caller's locale
 * unless the thread is told otherwise. */
static pthread_mutex_t reading = PTHREAD_MUTEX_INITIALIZER;

static locale_t enter_locale(void) {
    return uselocale(newlocale(LC_NUMERIC_MASK, "C", (locale_t)0));
}

static void leave_locale(locale_t before) {
    locale_t own = uselocale(before);
    if (own != LC_GLOBAL_LOCALE)
        freelocale(own);
}

static locale_t enter_reading(void) {
    pthread_mutex_lock(&reading);
    return enter_locale();
}

static void leave_reading(locale_t before) {
    leave_locale(before);
    pthread_mutex_unlock(&reading);
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

static char *text_of_document(json_t *document) {
    char *text = lt_json_text(document);
    json_decref(document);
    return text;
}

/* ---- Laws ------------------------------------------------------------------------------------ */

struct lawtester_laws *lawtester_laws_new(void) {
    struct lt_plugins *plugins = lt_plugin_new();
    struct lawtester_laws *laws = malloc(sizeof *laws);
    if (!laws)
        abort();
    laws->plugins = plugins;
    return laws;
}

void lawtester_laws_free(struct lawtester_laws *laws) {
    if (laws)
        lt_plugin_free(laws->plugins);
    free(laws);
}

int lawtester_laws_load(struct lawtester_laws *laws, const char *path, char *why, size_t size) {
    locale_t before = enter_reading();
    enum lt_plugin_status status = lt_plugin_load(laws->plugins, path, why, size);
    leave_reading(before);
    return status == LT_PLUGIN_LOADED ? 0 : 1;
}

static const struct lt_law *const *laws_of(const struct lawtester_laws *laws) {
    return laws ? lt_plugin_laws(laws->plugins) : lt_laws_builtin;
}

char *lawtester_laws_json(const struct lawtester_laws *laws) {
    locale_t before = enter_locale();
    char *text = text_of_document(lt_document_laws(laws_of(laws)));
    leave_locale(before);
    return text;
}

/* ---- Programs -------------------------------------------------------------------------------- */

static struct lawtester_program *read_bytes(const struct lawtester_laws *laws, const char *name,
                                            const char *text, size_t length,
                                            const char *const *defines, size_t count) {
    int error = errno; /* of who found no text */
    struct lawtester_program *program = malloc(sizeof *program);
    struct lt_define *list = malloc((count + 1) * sizeof *list);
    if (!program || !list)
        abort();
    for (size_t i = 0; i < count; i++)
        list[i] = (struct lt_define){.text = defines[i]};
    program->errors = lt_errors_new();
    program->program = NULL;
    locale_t before = enter_reading();
    gsl_set_error_handler_off();
    if (text)
        program->program =
            lt_read_with(laws_of(laws), false, name, text, length, list, count, program->errors);
    else
        lt_errors_add(program->errors, (struct lt_mark){.source = NULL}, "%s: %s", name,
                      strerror(error));
    program->said = lt_errors_text(program->errors);
    leave_reading(before);
    free(list);
    return program;
}

struct lawtester_program *lawtester_read_file(const struct lawtester_laws *laws, const char *path,
                                              const char *const *defines, size_t count) {
    size_t length = 0;
    char *text = lt_file_read(path, READ_LIMIT, &length);
    struct lawtester_program *program = read_bytes(laws, path, text, length, defines, count);
    free(text);
    return program;
}

struct lawtester_program *lawtester_read_text(const struct lawtester_laws *laws, const char *name,
                                              const char *text, const char *const *defines,
                                              size_t count) {
    return read_bytes(laws, name, text, strlen(text), defines, count);
}

void lawtester_program_free(struct lawtester_program *program) {
    if (!program)
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
    struct lt_names known = lt_names_in(run->program->names, LT_SCOPE_PARAM);
    for (size_t i = 0; i < count; i++) {
        const struct lt_name *name = lt_names_find(&known, names[i]);
        if (!name || (name->kind != LT_NAME_PARAM && name->kind != LT_NAME_LET))
            return lt_arena_print(run->arena, "no let or parameter '%s'", names[i]);
        overrides[i] = (struct lt_override){name, values[i]};
    }
    return NULL;
}

struct lawtester_run *lawtester_run_new(const struct lawtester_program *program,
                                        const char *const *names, const double *values,
                                        size_t count) {
    struct lt_arena *arena = lt_arena_new();
    struct lawtester_run *run = lt_arena_get(arena, sizeof *run);
    *run = (struct lawtester_run){.program = program->program, .arena = arena};
    if (!run->program) {
        run->refused = "the program has errors";
        return run;
    }
    struct lt_override *overrides = lt_arena_get(arena, (count + 1) * sizeof *overrides);
    run->refused = find_overrides(run, names, values, count, overrides);
    if (run->refused)
        return run;
    locale_t before = enter_locale();
    run->result = lt_run(run->program, overrides, count, &(struct lt_run_options){.record = true});
    leave_locale(before);
    return run;
}

void lawtester_run_free(struct lawtester_run *run) {
    if (!run)
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

char *lawtester_run_json(const struct lawtester_run *run) {
    locale_t before = enter_locale();
    char *text =
        text_of_document(run->result ? lt_document_run(run->program, run->result) : json_null());
    leave_locale(before);
    return text;
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

int lawtester_calibrate_all(const struct lawtester_program *program, const char *const *vary,
                            const char *const *to, size_t count,
                            struct lawtester_calibration *found) {
    struct lt_arena *arena = lt_arena_new();
    struct goals goals;
    struct lt_calibration c = {.converged = false};
    for (size_t k = 0; k < count; k++)
        found[k] =
            (struct lawtester_calibration){.value = NAN, .achieved = NAN, .closed_form = NAN};
    locale_t before = enter_reading();
    const char *why = read_goals(program->program, vary, to, count, &goals, arena);
    leave_reading(before);
    if (!why) {
        before = enter_locale();
        c = lt_calibrate(program->program, goals.vary, goals.targets, count, NULL);
        leave_locale(before);
    }
    for (size_t k = 0; k < count; k++) {
        if (!why)
            found[k] = (struct lawtester_calibration){
                .converged = c.converged,
                .value = c.unknowns[k].value,
                .target = c.aims[k].wanted,
                .achieved = c.aims[k].achieved,
                .residual = c.aims[k].achieved - c.aims[k].wanted,
                .closed_form = c.unknowns[k].closed_form,
                .reachable = {c.aims[k].reachable[0], c.aims[k].reachable[1]},
                .sensitivity = c.sensitivity[k][k],
                .iterations = c.iterations,
                .evaluations = c.evaluations};
        snprintf(found[k].message, sizeof found[k].message, "%s", why ? why : c.message);
    }
    lt_arena_free(arena);
    return c.converged;
}

int lawtester_calibrate(const struct lawtester_program *program, const char *vary, const char *to,
                        struct lawtester_calibration *found) {
    return lawtester_calibrate_all(program, vary ? &vary : NULL, to ? &to : NULL, 1, found);
}

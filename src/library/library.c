/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "library.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/units.h"
#include "codes/deck.h"
#include "codes/served.h"
#include "config.h"
#include "registry/plugin.h"
#include "result/record.h"

#include <errno.h>
#include <fenv.h>
#include <gsl/gsl_errno.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { READ_LIMIT = (1 << 20) + 1 }; /* a byte more than a program may have: it sees so itself */

struct lawtester_laws {
    struct lt_plugins *plugins;
    struct lt_arena *arena;              /* of laws that are functions of the caller's */
    struct lt_codes *codes;              /* NULL: none */
    struct lawtester_laws **link, *next; /* of those that have codes */
};

static struct lawtester_laws *with_codes;

/* UDUNITS keeps one database for all threads. */
static pthread_mutex_t reading = PTHREAD_MUTEX_INITIALIZER;

/* Calls WORK with C's decimal point and default floating-point environment, then restores the
 * caller's. Threads that WORK starts inherit the floating-point environment. */
void lt_library_work(void (*work)(void *data), void *data) {
    fenv_t callers;
    locale_t own = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
    if (!own)
        lt_memory_out();
    locale_t before = uselocale(own);
    fegetenv(&callers);
    fesetenv(FE_DFL_ENV);
    work(data);
    fesetenv(&callers);
    uselocale(before);
    freelocale(own);
}

/* As lt_library_work(), while no other thread reads programs: UDUNITS keeps one database for all
 * threads. */
void lt_library_work_alone(void (*work)(void *data), void *data) {
    pthread_mutex_lock(&reading);
    lt_library_work(work, data);
    lt_codelaw_heed_here(NULL);
    pthread_mutex_unlock(&reading);
}

/* At load, lets jansson end the process if memory is lacking, so that documents are whole. A caller
 * who has given jansson allocation functions keeps them. */
__attribute__((constructor)) static void heed_jansson(void) {
    json_malloc_t get;
    json_free_t release;
    json_get_alloc_funcs(&get, &release);
    if (get == malloc)
        json_set_alloc_funcs(lt_memory_get, release);
}

/* At unload, closes the database of units and restores jansson's allocation. */
__attribute__((destructor)) static void leave(void) {
    json_malloc_t get;
    json_free_t release;
    lt_units_close();
    json_get_alloc_funcs(&get, &release);
    if (get == lt_memory_get)
        json_set_alloc_funcs(malloc, release);
}

/* The version of lawtester as text. */
const char *lawtester_version(void) {
    return LT_VERSION;
}

/* The version of the interface as text, which a binding compares with its own. */
const char *lawtester_interface(void) {
    return LAWTESTER_INTERFACE;
}

/* Frees a text that a function of the library has returned. */
void lawtester_text_free(char *text) {
    free(text);
}

/* ---- Laws ------------------------------------------------------------------------------------ */

/* Ends the external code of these laws, if there is one, and takes them off the list of those that
 * have one. */
static void end_code(struct lawtester_laws *laws) {
    lt_served_close(laws->codes);
    laws->codes = NULL;
    if (laws->link && (*laws->link = laws->next))
        laws->next->link = laws->link;
    laws->link = NULL;
}

/* At unload, ends all external codes. A caller need not free laws, but their processes and folders
 * must not stay. */
__attribute__((destructor)) static void end_codes(void) {
    while (with_codes)
        end_code(with_codes);
}

/* A new list of laws: the built-in ones, to which others can be added. */
struct lawtester_laws *lawtester_laws_new(void) {
    struct lawtester_laws *laws = lt_memory_get(sizeof *laws);
    *laws = (struct lawtester_laws){.plugins = lt_plugin_new(), .arena = lt_arena_new()};
    return laws;
}

/* Frees the laws and ends their external code; NULL is allowed. */
void lawtester_laws_free(struct lawtester_laws *laws) {
    if (!laws)
        return;
    pthread_mutex_lock(&reading);
    end_code(laws);
    pthread_mutex_unlock(&reading);
    lt_plugin_free(laws->plugins);
    lt_arena_free(laws->arena);
    free(laws);
}

/* Arguments and result of lawtester_laws_load(). */
struct plugin {
    struct lt_plugins *plugins;
    const char *path;
    char *why;
    size_t size;
    enum lt_plugin_status status;
};

/* Work of lawtester_laws_load(): loads a plug-in. */
static void load_object(void *data) {
    struct plugin *plugin = data;
    plugin->status = lt_plugin_load(plugin->plugins, plugin->path, plugin->why, plugin->size);
}

/* Loads the laws of the plug-in at PATH. 0, or 1 and why not. */
int lawtester_laws_load(struct lawtester_laws *laws, const char *path, char *why, size_t size) {
    struct plugin plugin = {laws->plugins, path, why, size, LT_PLUGIN_BAD_FILE};
    lt_library_work_alone(load_object, &plugin);
    return plugin.status == LT_PLUGIN_LOADED ? 0 : 1;
}

/* derive() of a law that is a function of the caller's: it has no derived numbers and cannot fail.
 */
static const char *derive_nothing(const struct lt_pair *pair, const void *a, const void *b, void *p,
                                  void *d) {
    (void)pair, (void)a, (void)b, (void)p, (void)d;
    return NULL;
}

/* A copy of the text in the arena. */
static const char *keep_text(struct lt_arena *arena, const char *text) {
    return lt_arena_copy(arena, text, strlen(text));
}

/* Copies the caller's table of parameters or states, which ends with a NULL name, into the arena;
 * *COUNT is the number of rows. Values are not limited. */
static const struct lt_field *copy_fields(struct lt_arena *arena,
                                          const struct lawtester_field *fields, size_t *count) {
    for (*count = 0; fields && fields[*count].name; ++*count)
        ;
    struct lt_field *copies = lt_arena_get(arena, (*count + 1) * sizeof *copies);
    for (size_t i = 0; i < *count; i++)
        copies[i] = (struct lt_field){.name = keep_text(arena, fields[i].name),
                                      .unit = keep_text(arena, fields[i].unit),
                                      .doc = keep_text(arena, fields[i].doc),
                                      .preset = fields[i].preset,
                                      .min = -INFINITY,
                                      .max = INFINITY,
                                      .hidden = fields[i].hidden};
    return copies;
}

/* Adds a law whose step is a function of the caller's, with tables of parameters and states that
 * end with a NULL name. Bit I of ACTS: force component I (n s t, then moments) may be non-zero.
 * Returns 0, or 1 and why not. */
int lawtester_laws_function(struct lawtester_laws *laws, const char *name,
                            const struct lawtester_field *params,
                            const struct lawtester_field *state, unsigned acts,
                            lawtester_law_step *step, char *why, size_t size) {
    struct lt_law *law = lt_arena_get(laws->arena, sizeof *law);
    static const struct lt_field none[] = {{.name = NULL}};
    *law = (struct lt_law){.abi = LT_ABI,
                           .size = LT_SIZES,
                           .lanes = LT_LANES,
                           .name = keep_text(laws->arena, name),
                           .summary = "a function of the caller's",
                           .source = "",
                           .equations = "",
                           .derived = none,
                           .losses = none,
                           .acts = acts,
                           .derive = derive_nothing,
                           .one = step};
    law->params = copy_fields(laws->arena, params, &law->n_params);
    law->state = copy_fields(laws->arena, state, &law->n_state);
    pthread_mutex_lock(&reading);
    const bool ok = lt_plugin_add(laws->plugins, law, why, size);
    pthread_mutex_unlock(&reading);
    return ok ? 0 : 1;
}

/* Arguments of lawtester_laws_code(); LIMIT: s for a run, 0: none. */
struct code {
    struct lawtester_laws *laws;
    const char *name;
    double limit;
    char *why;
    size_t size;
};

/* Work of lawtester_laws_code(): starts an external code, in place of the last one, for the
 * programs that are read next with these laws. If it cannot be started, laws->codes is NULL and
 * code->why says why; an unknown name leaves the last code running. */
static void start_code(void *data) {
    struct code *code = data;
    const struct lt_code_kind *kind =
        lt_code_kind_find(strchr(code->name, '/') ? lt_code_own.name : code->name);
    if (!kind || (kind->own && !strchr(code->name, '/'))) {
        snprintf(code->why, code->size,
                 "unknown code '%s': lammps, liggghts, yade, or the path of your own, ./my-code.so",
                 code->name);
        return;
    }
    end_code(code->laws);
    code->laws->codes = lt_served_open(kind, kind->own ? code->name : NULL, code->limit, NULL,
                                       false, code->why, code->size);
    if (!code->laws->codes)
        return;
    code->laws->next = with_codes;
    code->laws->link = &with_codes;
    if (with_codes)
        with_codes->link = &code->laws->next;
    with_codes = code->laws;
}

/* Starts an external code; TIME_LIMIT is in seconds for a run, 0 for none. 0, or 1 and why not. */
int lawtester_laws_code(struct lawtester_laws *laws, const char *code, double time_limit, char *why,
                        size_t size) {
    struct code job = {laws, code, time_limit, why, size};
    lt_library_work_alone(start_code, &job);
    return laws->codes ? 0 : 1;
}

/* The laws of a caller; the built-in ones if LAWS is NULL. */
const struct lt_law *const *lt_library_laws(const struct lawtester_laws *laws) {
    return laws ? lt_plugin_laws(laws->plugins) : lt_laws_builtin;
}

/* Argument and result of lawtester_laws_json(). */
struct laws_paper {
    char *text;
    const struct lawtester_laws *laws;
};

/* Work of lawtester_laws_json(): writes the document. */
static void write_laws(void *data) {
    struct laws_paper *job = data;
    job->text = lt_json_text_last(lt_document_laws(lt_library_laws(job->laws)));
}

/* Describes the laws as a JSON text, to be freed. */
char *lawtester_laws_json(const struct lawtester_laws *laws) {
    struct laws_paper job = {.laws = laws};
    lt_library_work(write_laws, &job);
    return job.text;
}

/* ---- Programs -------------------------------------------------------------------------------- */

/* Arguments of the readers of programs, and the program that they fill. */
struct read {
    const struct lawtester_laws *laws;
    const char *name, *text; /* text NULL: it is in the file of that name */
    size_t length;
    const char *const *defines;
    size_t count;
    bool sweeping;
    struct lawtester_program *program;
};

/* Work of the readers: reads a program from its text, with the definitions, into read->program,
 * which keeps its errors. A program whose law an external code computes gets the motion of that
 * code. */
static void read_bytes(void *data) {
    const struct read *read = data;
    struct lawtester_program *program = read->program;
    struct lt_arena *arena = lt_arena_new();
    struct lt_define *list = lt_arena_get(arena, (read->count + 1) * sizeof *list);
    for (size_t i = 0; i < read->count; i++)
        list[i] = (struct lt_define){.text = read->defines[i]};
    const struct lt_codes *codes = read->laws ? read->laws->codes : NULL;
    gsl_set_error_handler_off();
    program->errors = lt_errors_new();
    lt_codelaw_heed_here(codes ? lt_served_host(codes) : NULL);
    program->program = lt_read_with(lt_library_laws(read->laws), read->sweeping, read->name,
                                    read->text, read->length, list, read->count, program->errors);
    if (codes && program->program && program->program->host)
        lt_deck_serve(lt_deck_find(program->program->codelaw->kind->name), program->program,
                      program->program->arena);
    program->said = lt_errors_text(program->errors);
    lt_arena_free(arena);
}

/* Work of the readers: reads a program from its file. */
static void read_file(void *data) {
    struct read *read = data, found = *read;
    struct lt_arena *arena = lt_arena_new();
    char *text = lt_file_read(read->name, READ_LIMIT, &found.length);
    if (text) {
        found.text = lt_arena_keep(arena, text, free);
        read_bytes(&found);
    } else {
        const char *why = lt_file_reason(errno);
        read->program->errors = lt_errors_new();
        lt_errors_add(read->program->errors, (struct lt_mark){.source = NULL}, "%s: %s", read->name,
                      why);
        read->program->said = lt_errors_text(read->program->errors);
    }
    lt_arena_free(arena);
}

/* A new program that WORK reads; it may have errors, see lawtester_program_ok(). */
static struct lawtester_program *make_program(void (*work)(void *data), struct read *read) {
    read->program = lt_memory_get(sizeof *read->program);
    *read->program = (struct lawtester_program){.program = NULL};
    lt_library_work_alone(work, read);
    return read->program;
}

/* Reads the program at PATH with COUNT definitions such as "kn=1e5". */
struct lawtester_program *lawtester_read_file(const struct lawtester_laws *laws, const char *path,
                                              const char *const *defines, size_t count) {
    return make_program(
        read_file, &(struct read){.laws = laws, .name = path, .defines = defines, .count = count});
}

/* Reads a program from TEXT with COUNT definitions; NAME stands in its messages. */
struct lawtester_program *lawtester_read_text(const struct lawtester_laws *laws, const char *name,
                                              const char *text, const char *const *defines,
                                              size_t count) {
    return make_program(read_bytes, &(struct read){.laws = laws,
                                                   .name = name,
                                                   .text = text,
                                                   .length = strlen(text),
                                                   .defines = defines,
                                                   .count = count});
}

/* As lawtester_read_file(), for a program whose section sweep is wanted. */
struct lawtester_program *lawtester_read_sweep(const struct lawtester_laws *laws, const char *path,
                                               const char *const *defines, size_t count) {
    return make_program(
        read_file,
        &(struct read){
            .laws = laws, .name = path, .defines = defines, .count = count, .sweeping = true});
}

/* Frees a program; NULL is allowed. Its runs must have been freed before. */
void lawtester_program_free(struct lawtester_program *program) {
    if (!program)
        return;
    lt_program_free(program->program);
    lt_errors_free(program->errors);
    free(program->said);
    free(program);
}

/* Returns 1 if the program has no errors, else 0. */
int lawtester_program_ok(const struct lawtester_program *program) {
    return program->program != NULL;
}

/* The program's errors and notes as text; "": there are none. */
const char *lawtester_program_errors(const struct lawtester_program *program) {
    return program->said;
}

/* Gets error or note I of a program, from 0. Returns 0 if there is none, else 1. */
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

/* Name of the program's law; "" if the program has errors. */
const char *lawtester_program_law(const struct lawtester_program *program) {
    return program->program ? program->program->law->name : "";
}

/* Title of the program; "" if it has none or has errors. */
const char *lawtester_program_title(const struct lawtester_program *program) {
    return program->program ? program->program->title : "";
}

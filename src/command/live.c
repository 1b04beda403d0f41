/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command/live.h"

#include "result/record.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Begins an interactive page with its engine; returns the exit code. */
int lt_live_begin(struct lt_live *live, const struct call *call) {
    char why[512];
    *live = (struct lt_live){.call = call, .programs = json_array()};
    if (lt_page_engine(&live->engine, call->arena, why, sizeof why))
        return DONE;
    lt_command_say("%s", why);
    return BAD_FILE;
}

/* Frees the page's engine and programs. */
void lt_live_end(struct lt_live *live) {
    lt_page_engine_free(&live->engine);
    json_decref(live->programs);
}

/* Notes that the numbers of a table become part of the page. */
static void report_file(const char *path) {
    lt_command_say("note: the numbers of %s go along with the page", path);
}

/* The document as it would be read back from a file, where numbers have the types that text gives
 * them. */
static json_t *as_read(const json_t *document) {
    char *text = lt_json_text(document);
    json_t *again = json_loads(text, 0, NULL);
    free(text);
    return again;
}

/* True if RUN, the document of a run, is one of PROGRAM: of the same text with the same input files
 * and numbers, and computed by lawtester itself, without an external code, a plug-in or a part of
 * the user's own. */
static bool is_of(const struct lt_program *program, const json_t *run) {
    const json_t *then = json_object_get(run, "provenance");
    json_t *provenance = lt_provenance(program), *now = as_read(provenance);
    const bool same = json_equal(json_object_get(now, "sha256"), json_object_get(then, "sha256")) &&
                      json_equal(json_object_get(now, "input"), json_object_get(then, "input")) &&
                      !json_object_get(then, "code") && !json_object_get(then, "plugin") &&
                      !json_object_get(then, "parts");
    json_decref(provenance);
    json_decref(now);
    return same;
}

/* True if the page has another program of the same name. */
static bool has_name(const struct lt_live *live, const json_t *program) {
    size_t i;
    const json_t *other;
    json_array_foreach(live->programs, i, other) {
        if (json_equal(json_object_get(other, "name"), json_object_get(program, "name")))
            return true;
    }
    return false;
}

/* Adds a program to the page with the result of a run, which may have failed. OUTSIDE allows tables
 * from outside its folder. Returns the exit code. */
static int add_to_page(struct lt_live *live, const struct lt_program *program,
                       const struct lt_result *result, bool outside) {
    const struct lt_page_files files = {outside, report_file};
    const char *name = program->source->name, *why;
    json_t *told = lt_page_program(program, result, &files, live->call->arena, &why);
    if (!told) {
        lt_command_say("%s: %s", name, why);
        return BAD_INPUT;
    }
    if (has_name(live, told)) {
        lt_command_say("%s: the page has another program of this name", name);
        json_decref(told);
        return BAD_USAGE;
    }
    json_array_append_new(live->programs, told);
    return DONE;
}

/* Runs a program and adds it to the page; OUTSIDE allows tables from outside its folder. Returns
 * the exit code. */
static int run_and_add(struct lt_live *live, const struct lt_program *program, bool outside) {
    struct lt_result *result =
        lt_run(program, NULL, 0, &(struct lt_run_options){.interrupted = &interrupted});
    int code = RUN_FAILED;
    if (result->status == LT_DONE || result->ok) /* or fails as it is expected to */
        code = add_to_page(live, program, result, outside);
    else
        lt_command_say("%s: %s", program->source->name, result->message);
    lt_run_free(result);
    return code;
}

/* Adds the program of a file to the page; OUTSIDE allows tables from outside its folder. RUN, if
 * not NULL, is the document of a run that it must be able to repeat. Returns the exit code. */
int lt_live_add(struct lt_live *live, const char *file, bool outside, const json_t *run) {
    struct opened opened;
    int code = lt_command_open(live->call, file, &opened);
    if (code != DONE)
        return code;
    if (!run || is_of(opened.program, run)) {
        code = lt_command_spare_program(live->call, live->call->output, opened.program);
        code = code == DONE ? run_and_add(live, opened.program, outside) : code;
    } else {
        lt_command_say("%s: it is not what was run: it has changed, was run with other numbers "
                       "(-D), or by another code",
                       file);
        code = BAD_INPUT;
    }
    lt_command_close(&opened);
    return code;
}

/* Encodes a name for an address: other characters become %XX. */
static const char *encode(const char *name, struct lt_arena *arena) {
    const char *out = "";
    for (; *name; name++)
        out = lt_arena_print(
            arena, isalnum((unsigned char)*name) || strchr("-._~", *name) ? "%s%c" : "%s%%%02X",
            out, (unsigned char)*name);
    return out;
}

/* Address of the program added last in the page at PATH. */
const char *lt_live_link(const struct lt_live *live, const char *path) {
    struct lt_arena *arena = live->call->arena;
    const json_t *last = json_array_get(live->programs, json_array_size(live->programs) - 1);
    const char *slash = strrchr(path, '/');
    return lt_arena_print(arena, "%s#%s", encode(slash ? slash + 1 : path, arena),
                          encode(json_string_value(json_object_get(last, "name")), arena));
}

/* Writes the page, which has the title of its first program; returns the exit code. */
int lt_live_write(const struct lt_live *live, const char *path) {
    const json_t *first = json_array_get(live->programs, 0);
    const char *title = json_string_value(json_object_get(first, "title"));
    if (!*title)
        title = json_string_value(json_object_get(first, "name"));
    struct lt_page page = {title, &live->engine, live->programs};
    return lt_command_write_page(path, lt_page_write, &page);
}

/* Writes the engine's source beside the page; returns the exit code. */
int lt_live_write_source(const struct lt_live *live, const char *page) {
    char why[512];
    const struct lt_engine_part *source = &live->engine.source;
    const char *slash = strrchr(page, '/');
    const int length = slash ? (int)(slash - page) + 1 : 0;
    const char *path = lt_arena_print(live->call->arena, "%.*sengine-source.tar.xz", length, page);
    if (!lt_record_file(path, source->bytes, source->size, why, sizeof why)) {
        lt_command_say("%s", why);
        return BAD_FILE;
    }
    puts(path);
    return DONE;
}

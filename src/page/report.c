/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report.c: collects the JSON documents that a report shows. */
#include "base/arena.h"
#include "base/file.h"
#include "base/read_json.h"
#include "page/reporting.h"
#include "registry/laws.h"
#include "result/record.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Returns true for the document of a run, which has a program and results; false for others. */
static bool is_run(const json_t *document) {
    return json_is_string(json_object_get(document, "program")) &&
           json_is_object(json_object_get(document, "results"));
}

/* Returns true for the document of a verification, whose laws have checks; false for others. */
static bool is_verdict(const json_t *document) {
    const json_t *laws = json_object_get(document, "laws");
    return json_is_array(laws) && json_is_array(json_object_get(json_array_get(laws, 0), "checks"));
}

/* Returns 1 for names of JSON files, hidden ones excluded, else 0, as scandir() needs it. */
static int is_document(const struct dirent *entry) {
    const char *dot = strrchr(entry->d_name, '.');
    return dot && dot != entry->d_name && strcmp(dot, ".json") == 0;
}

/* Adds the description of a law to the report, unless it is there. */
void lt_report_describe(struct lt_report *report, const struct lt_law *law) {
    size_t i;
    const json_t *known;
    json_array_foreach(report->laws, i, known) {
        if (strcmp(lt_frame_text(known, "name"), law->name) == 0)
            return;
    }
    const struct lt_law *const only[] = {law, NULL};
    json_t *document = lt_document_laws(only);
    json_array_append(report->laws, json_array_get(json_object_get(document, "laws"), 0));
    json_decref(document);
}

/* Adds a law named by a run or a verdict if it is a built-in one with all of these PARAMETERS. That
 * of a plug-in is unknown here, and one that a file defines may have the same name. */
static void add_law(struct lt_report *report, const char *name, json_t *parameters) {
    const struct lt_law *law = lt_laws_find(name);
    const char *param;
    json_t *value;
    json_object_foreach(parameters, param, value) if (law && lt_laws_param(law, param) < 0) law =
        NULL;
    if (law)
        lt_report_describe(report, law);
}

/* Adds a document to the runs, which are numbered from 1, or to the verdicts of the report; others
 * are ignored. */
static void add_document(struct lt_report *report, json_t *document) {
    if (is_run(document)) {
        json_array_append(report->runs, document);
        json_object_set_new(document, "number",
                            json_integer((json_int_t)json_array_size(report->runs)));
        add_law(report, lt_frame_text(document, "law"), json_object_get(document, "parameters"));
    } else if (is_verdict(document)) {
        size_t i;
        const json_t *law;
        json_array_append(report->verdicts, document);
        json_array_foreach(json_object_get(document, "laws"), i, law)
            add_law(report, lt_frame_text(law, "name"), NULL);
    }
}

/* Adds the JSON document at PATH to the report. Returns LT_REPORT_READ; if it is no JSON
 * LT_REPORT_BAD_FILE, and *why gets a line with the place of the error. */
static enum lt_report_status add_file(struct lt_report *report, const char *path,
                                      struct lt_arena *arena, const char **why) {
    json_error_t error;
    json_t *document = lt_read_json(path, JSON_REJECT_DUPLICATES, &error);
    if (document) {
        add_document(report, document);
        json_decref(document);
        return LT_REPORT_READ;
    }
    *why = lt_arena_print(arena, "%s%s%s:%d:%d: %s", *why, (*why)[0] ? "\n" : "", path, error.line,
                          error.column, error.text);
    return LT_REPORT_BAD_FILE;
}

/* Collects the documents of runs and verifications in a folder. The status, with *why, says if a
 * file is broken or none is there; links to outside are left out. */
enum lt_report_status lt_report_read(struct lt_report *report, const char *directory,
                                     struct lt_arena *arena, const char **why) {
    *report = (struct lt_report){.arena = arena,
                                 .title = lt_arena_print(arena, "Report of %s", directory),
                                 .directory = directory,
                                 .runs = json_array(),
                                 .verdicts = json_array(),
                                 .laws = json_array(),
                                 .live = json_object(),
                                 .left_out = ""};
    /* Files in the order of their names. */
    struct dirent **entries;
    int count = lt_file_list(directory, &entries, is_document);
    if (count < 0) {
        *why = lt_arena_print(arena, "%s: %s", directory, strerror(errno));
        return LT_REPORT_NO_FILE;
    }
    *why = "";
    enum lt_report_status status = LT_REPORT_READ;
    for (int i = 0; i < count; i++) {
        const char *path = lt_arena_print(arena, "%s/%s", directory, entries[i]->d_name);
        if (!lt_file_is_in(directory, path))
            report->left_out = lt_arena_print(arena, "%s %s", report->left_out, path);
        else if (add_file(report, path, arena, why) != LT_REPORT_READ)
            status = LT_REPORT_BAD_FILE;
        free(entries[i]);
    }
    free(entries);
    /* A folder without any document is an error, too. */
    if (status == LT_REPORT_READ &&
        json_array_size(report->runs) + json_array_size(report->verdicts) == 0) {
        *why = lt_arena_print(
            arena, "%s: there is no JSON document of 'run' or 'verify' in this folder", directory);
        return LT_REPORT_NO_FILE;
    }
    return status;
}

/* Releases the documents of a report. */
void lt_report_close(struct lt_report *report) {
    json_decref(report->runs);
    json_decref(report->verdicts);
    json_decref(report->laws);
    json_decref(report->live);
}

/* Returns true if all runs and verifications ended well and as expected, false if one did not. */
bool lt_report_ok(const struct lt_report *report) {
    size_t i;
    const json_t *document;
    json_array_foreach(report->runs, i,
                       document) if (!lt_frame_is_true(document, "ok")) return false;
    json_array_foreach(report->verdicts, i,
                       document) if (!lt_frame_is_true(document, "ok")) return false;
    return true;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#include "formula/names.h"

#define ROW(ID, name, unit, doc, null) {#name, unit, doc, null},

/* The results of every run, then those derived from each column. */
static const struct result {
    const char *name, *unit, *doc, *null;
} results[] = {
    LT_RESULTS(ROW) LT_BANDS(ROW){"NAME_end", "",
                                  "last value of a column, of contact, or of a recorded formula",
                                  "it has no value there"},
    {"NAME_highest", "", "highest value of a column in the whole run, the start included",
     "the run failed"},
    {"NAME_lowest", "", "lowest value of a column in the whole run, the start included",
     "the run failed"},
};
enum { N_RESULTS = sizeof results / sizeof *results };

static json_t *results_document(void) {
    json_t *list = json_array();
    for (size_t i = 0; i < N_RESULTS; i++)
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:s}", "name", results[i].name,
                                              "unit", results[i].unit, "doc", results[i].doc,
                                              "null_when", results[i].null));
    return json_pack("{s:o}", "results", list);
}

static int perform(const struct call *call) {
    if (call->n_files > 0)
        return lt_command_misused(call, "results takes no FILE");
    if (call->json) {
        json_t *json = results_document();
        lt_command_print_json(json);
        json_decref(json);
        return DONE;
    }
    for (size_t i = 0; i < N_RESULTS; i++)
        printf("%-20s %-3s %s\n%-24s null: %s\n", results[i].name, results[i].unit, results[i].doc,
               "", results[i].null);
    return DONE;
}

static const struct lt_option options[] = {
    JSON_OPTION,
    HELP_OPTION,
    {0},
};

const struct command command_results = {
    .name = "results",
    .arguments = "",
    .summary = "List the results of a run: unit, meaning, when there is none.",
    .options = options,
    .perform = perform,
};

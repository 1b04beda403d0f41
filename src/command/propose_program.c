/* SPDX-License-Identifier: GPL-3.0-or-later */
/* propose_program.c: completion of the names that a stage program has, and of results. */
#include "base/errors.h"
#include "base/file.h"
#include "base/tree.h"
#include "base/units.h"
#include "command/command.h"
#include "formula/names.h"
#include "registry/laws.h"

#include <stdlib.h>

/* Proposes "NAME=" with a description such as "N/m: normal stiffness". */
static void propose_name(const struct lt_proposals *proposals, const char *name, const char *unit,
                         const char *doc) {
    const char *lead = lt_units_is_bare(unit) ? "" : unit;
    lt_propose_word(proposals, lt_arena_print(proposals->call->arena, "%s=", name), "%s%s%s", lead,
                    *lead && *doc ? ": " : "", doc);
}

/* Proposes the lets of the program that is the first operand, and the parameters of its law;
 * NUMBERS_ONLY leaves out choices. */
static void propose_names(const struct lt_proposals *proposals, bool numbers_only) {
    const struct call *call = proposals->call;
    const char *file = call->n_files > 0 ? call->files[0] : "";
    struct lt_source source = {.name = file};
    char *text = lt_propose_readable(file) ? lt_file_read(file, 1 << 20, &source.length) : NULL;
    struct lt_errors *errors = lt_errors_new();
    source.text = text;
    const struct lt_node *root = text ? lt_tree_read(&source, call->arena, errors) : NULL,
                         *lets = root ? lt_tree_child(root, "let") : NULL,
                         *name = root ? lt_tree_find(root, "law.name", call->arena) : NULL;
    const struct lt_law *law = name && name->text ? lt_laws_find_in(call->laws, name->text) : NULL;
    for (const struct lt_node *let = lets ? lets->first : NULL; let; let = let->next)
        if (let->key)
            propose_name(proposals, let->key, "", "let");
    for (size_t i = 0; law && i < law->n_params; i++)
        if (*law->params[i].name && !law->params[i].hidden &&
            !(numbers_only && law->params[i].choices))
            propose_name(proposals, law->params[i].name, law->params[i].unit, law->params[i].doc);
    lt_errors_free(errors);
    free(text);
}

/* Proposes lets and parameters for -D. */
void lt_propose_program_definition(struct lt_proposals *proposals) {
    propose_names(proposals, false);
}

/* Proposes lets and numerical parameters for --vary. */
void lt_propose_program_unknown(struct lt_proposals *proposals) {
    propose_names(proposals, true);
}

#define RESULT_(ID, name, unit, doc, null) {#name, unit, doc},

/* Proposes results of a run for --to. */
void lt_propose_program_target(struct lt_proposals *proposals) {
    static const struct {
        const char *name, *unit, *doc;
    } results[] = {LT_RESULTS(RESULT_) LT_BANDS(RESULT_)};
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        propose_name(proposals, results[i].name, results[i].unit, results[i].doc);
}

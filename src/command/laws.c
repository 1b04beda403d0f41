/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#include "model/laws.h"
#include "model/parts.h"
#include "result/record.h"
#include "result/summary.h"

#include <string.h>

/* All laws, or one. */
static int show_laws(const struct call *call, const struct lt_law *law) {
    if (!call->json) {
        lt_command_print(law ? lt_summary_law(law) : lt_summary_laws(call->laws));
        return DONE;
    }
    const struct lt_law *const only[] = {law, NULL};
    json_t *document = lt_document_laws(law ? only : call->laws);
    lt_command_print_json(document);
    json_decref(document);
    return DONE;
}

/* Describes the law of a stage program, which may be defined there. */
static int show_law_of(const struct call *call, const char *file) {
    struct opened opened;
    int code = lt_command_open(call, file, &opened);
    if (code != DONE)
        return code;
    show_laws(call, opened.program->law);
    lt_command_close(&opened);
    return DONE;
}

/* Describes one part, "rolling:sds". */
static int show_part(const struct call *call, const struct lt_part *part,
                     const struct lt_law *law) {
    if (!call->json) {
        lt_command_print(lt_summary_part(law, part, call->arena));
        return DONE;
    }
    json_t *document = lt_document_part(law, part, call->arena);
    lt_command_print_json(document);
    json_decref(document);
    return DONE;
}

static int perform(const struct call *call) {
    const char *name = call->n_files > 0 ? call->files[0] : NULL;
    if (call->n_files > 1)
        return lt_command_misused(call, "laws takes one NAME or FILE");
    if (name && strchr(name, '.'))
        return show_law_of(call, name);
    const struct lt_law *law = name ? lt_laws_find_in(call->laws, name) : NULL;
    const struct lt_part *part = name ? lt_parts_find(call->laws, name, &law) : NULL;
    if (part)
        return show_part(call, part, law);
    return name && !law ? lt_command_unknown_law(call, name) : show_laws(call, law);
}

static const struct lt_option options[] = {
    JSON_OPTION,
    PLUGIN_OPTION,
    HELP_OPTION,
    {0},
};

const struct command command_laws = {
    .name = "laws",
    .arguments = "[NAME|PART|FILE]",
    .summary = "List the contact laws, or describe one, or a part (rolling:sds).",
    .options = options,
    .perform = perform,
    .propose = lt_propose_subjects,
};

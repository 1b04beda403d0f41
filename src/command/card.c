/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command/card.h"

#include "base/file.h"
#include "registry/laws.h"
#include "setup/read.h"

#include <string.h>

/* DONE if NAME is a law or, with a dot in it, a file; else a message and the exit code. */
int lt_card_check(const struct call *call, const char *name) {
    if (strchr(name, '.') || lt_laws_find_in(call->laws, name))
        return DONE;
    return strchr(name, ':')
               ? lt_command_misused(call,
                                    "'%s' is a part, not a law: write a stage "
                                    "program with a law that has it, and its name here",
                                    name)
               : lt_command_unknown_law(call, name);
}

/* Opens the generated program of a law that has no hand-written one. Returns the exit code. */
static int open_default(const struct call *call, const struct lt_law *law, struct opened *opened) {
    const char *text = lt_atlas_default_card(law, call->arena);
    struct lt_errors *errors = lt_errors_new();
    size_t n;
    const struct lt_define *defines = lt_command_defines(call, &n);
    *opened = (struct opened){.text = NULL};
    opened->program = lt_read_with(call->laws, false,
                                   lt_arena_print(call->arena, "%s (usual numbers)", law->name),
                                   text, strlen(text), defines, n, errors);
    const int code = opened->program ? DONE : lt_command_code_of_errors(errors);
    if (code != DONE) {
        lt_command_print_errors(errors);
        lt_command_say(
            "give numbers of your own: write a stage program with this law, and its name "
            "in place of '%s'",
            law->name);
    }
    lt_errors_free(errors);
    return code;
}

/* Opens the program by which a law is drawn: a file, a data file of lawtester, or a generated one.
 * Returns the exit code; the program must be closed if that is DONE. */
int lt_card_open(const struct call *call, const char *name, struct opened *opened) {
    if (strchr(name, '.'))
        return lt_command_open(call, name, opened);
    const struct lt_law *law = lt_laws_find_in(call->laws, name);
    const char *file =
        lt_laws_is_builtin(law)
            ? lt_file_data(lt_arena_print(call->arena, "stages/atlas/%s.yaml", name), call->arena)
            : NULL;
    return file ? lt_command_open(call, file, opened) : open_default(call, law, opened);
}

/* Prints a note about a figure that is missing. */
static void note_missing(const char *text, void *data) {
    (void)data;
    lt_command_say("%s", text);
}

/* Draws the figures of a law and gives each to PUT with DATA; returns the exit code. */
int lt_card_draw(const struct call *call, const struct lt_program *card,
                 void (*put)(const struct lt_atlas_plate *plate, void *data), void *data) {
    static const int codes[] = {
        [LT_ATLAS_DRAWN] = DONE, [LT_ATLAS_OFF] = FELL_SHORT, [LT_ATLAS_FAILED] = RUN_FAILED};
    struct lt_atlas_job job = {.card = card,
                               .laws = call->laws,
                               .interrupted = &interrupted,
                               .put = put,
                               .note = note_missing,
                               .data = data,
                               .arena = call->arena};
    job.defines = lt_command_defines(call, &job.n_defines);
    return codes[lt_atlas_draw(&job)];
}

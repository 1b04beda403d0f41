/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command/codes.h"

#include "codes/served.h"
#include "registry/formula_law.h"

#include <string.h>
#include <unistd.h>

static struct lt_codes *codes_in_use; /* NULL: none */

/* True if a name after --in has a slash: it is the path of a code of the user's own, as a shell
 * takes a command with a slash for a path. */
static bool is_own_code(const char *name) {
    return strchr(name, '/');
}

/* Reports an unknown name after --in, and what to type instead; returns the exit code. */
static int refuse_code(const struct call *call, const char *name) {
    size_t count = 0;
    while (lt_code_kind_names[count])
        count++;
    if (strcmp(name, lt_code_own.name) == 0)
        return lt_command_misused(call, "--in own: type the path of your code instead, as in --in "
                                        "./my-code.so or --in ./my-program");
    if (access(name, F_OK) == 0)
        return lt_command_misused(
            call, "--in: '%s' is a file: a code of your own is named by a path, --in ./%s", name,
            name);
    return lt_command_misused(call, "--in: unknown code '%s'%s", name,
                              lt_options_choice(name, lt_code_kind_names, count - 1, call->arena));
}

/* Reports an option that a code of the user's own does not take; returns the exit code. */
static int refuse_beside_own(const struct call *call) {
    if (call->headers)
        return lt_command_misused(call,
                                  "--headers is for an installed code, which laws in formulas "
                                  "are compiled for; your own has its law");
    return call->library
               ? lt_command_misused(call, "--library is for an installed code; your own "
                                          "is the file after --in")
               : lt_command_misused(call, "--allow-style is for lines of a code; your own "
                                          "has none, and no sandbox");
}

/* Starts the code of this name, or the user's own code at this path, for programs that are read
 * from now on. Returns the exit code. */
int lt_codes_start(const struct call *call, const char *name) {
    char why[1024];
    const bool own = is_own_code(name);
    const struct lt_code_kind *kind = lt_code_kind_find(own ? lt_code_own.name : name);
    if (!kind || (kind->own && !own))
        return refuse_code(call, name);
    if (own && (call->library || call->allowed.count > 0 || call->no_sandbox || call->headers))
        return refuse_beside_own(call);
    const char **allowed = lt_arena_get(call->arena, (call->allowed.count + 1) * sizeof *allowed);
    for (size_t i = 0; i < call->allowed.count; i++)
        allowed[i] = call->allowed.list[i];
    codes_in_use =
        lt_served_open(kind, own ? name : call->library, (double)call->time_limit, allowed,
                       call->allowed.count > 0 && !call->no_sandbox, why, sizeof why);
    if (!codes_in_use) {
        lt_command_say("%s", why);
        return BAD_FILE;
    }
    lt_served_headers(codes_in_use, call->headers);
    lt_codelaw_heed(lt_served_host(codes_in_use));
    return DONE;
}

/* Checks the options about external codes and starts the one that --in names. Several are started
 * later, one after the other. Returns the exit code. */
int lt_codes_begin(const struct call *call) {
    /* --time-limit is for a run of a code, but of verify --plugin for a check. */
    const bool limits_code =
        call->time_limit > 0 && !(call->command == &command_verify && call->plugins.count > 0);
    if (call->no_sandbox && call->in && call->allowed.count == 0 && !is_own_code(call->in))
        return lt_command_misused(
            call, "--no-sandbox is for --allow-style: without that there is no sandbox");
    /* Without --in no option about a code makes sense. */
    if (!call->in)
        return call->allowed.count == 0 && !call->library && !limits_code && !call->no_sandbox &&
                       !call->headers
                   ? DONE
                   : lt_command_misused(call, "--%s needs --in CODE: no external code is started",
                                        call->library      ? "library"
                                        : limits_code      ? "time-limit"
                                        : call->no_sandbox ? "no-sandbox"
                                        : call->headers    ? "headers"
                                                           : "allow-style");
    if (call->code)
        return lt_command_misused(call, "--in has the code itself compute the law, --for ours as "
                                        "that code has it: use one of them");
    if (!strchr(call->in, ','))
        return lt_codes_start(call, call->in);
    if (!call->command->codes)
        return lt_command_misused(call, "--in takes one code; several are for run");
    return DONE; /* one after the other */
}

/* True if a law in formulas was not compiled for the code because headers or a compiler are
 * missing. */
bool lt_codes_lack(void) {
    return codes_in_use && lt_served_lacks(codes_in_use);
}

/* Ends the code that is running, if there is one. */
void lt_codes_end(void) {
    lt_codelaw_heed(NULL);
    lt_served_close(codes_in_use);
    codes_in_use = NULL;
}

/* True if the command has a long option of this NAME, given without dashes. */
static bool has_option(const struct command *command, const char *name) {
    const struct lt_option *option = command->options;
    while (option->name && strcmp(option->name, name) != 0)
        option++;
    return option->name;
}

/* DONE if the program's law can be computed, or is only read by this command; else a message, that
 * it needs a code that has not been started, and BAD_USAGE. It notes choices in which the code's
 * law differs. */
int lt_codes_check(const struct call *call, const char *file, const struct lt_program *program) {
    const struct lt_codelaw *law = program->codelaw;
    const struct lt_deck_code *deck =
        program->host && law->own ? lt_deck_find(law->kind->name) : NULL;
    const char *changed = deck ? lt_deck_changed(deck, program, call->arena) : NULL;
    if (changed)
        lt_command_say("note: %s: in %s the law has %s", lt_command_name_of(file), law->kind->title,
                       changed);
    bool only_read =
        strcmp(call->command->name, "check") == 0 || strcmp(call->command->name, "laws") == 0;
    if (!law || program->host || only_read)
        return DONE;
    if (call->in && !codes_in_use) { /* the turn of our own law */
        lt_command_say("%s: its law is %s%s: there is none of ours to lay beside it",
                       lt_command_name_of(file), law->kind->own ? "computed by " : "lines for ",
                       law->kind->title);
        return BAD_USAGE;
    }
    if (!has_option(call->command, "in")) {
        lt_command_say("%s: its law is computed by %s, which '%s' does not start",
                       lt_command_name_of(file), law->kind->title, call->command->name);
        return BAD_USAGE;
    }
    lt_command_say(
        "%s: its law is computed by %s, which must be started explicitly: lawtester %s %s --in %s",
        lt_command_name_of(file), law->kind->title, call->command->name, file,
        law->kind->own ? "./my-code.so (or a program of yours, --in ./my-program)"
                       : law->kind->name);
    return BAD_USAGE;
}

/* Lets a program whose law a code computes move as it does in that code, and prints a note on it.
 */
void lt_codes_move(const char *file, struct lt_program *program) {
    if (!program->host)
        return;
    const struct lt_code_kind *kind = program->codelaw->kind;
    const struct lt_law *own = program->codelaw->own;
    const bool deployed =
        own && lt_formula_law_is(own); /* whose adapter has no levers of the code */
    const enum lt_deck_served how =
        lt_deck_serve(deployed ? NULL : lt_deck_find(kind->name), program, program->arena);
    if (how != LT_DECK_SERVED_ALIKE)
        lt_command_say("note: %s: it moves with %s%s%s", lt_command_name_of(file),
                       lt_deck_served_motion(program, program->arena),
                       how == LT_DECK_SERVED_AS_GIVEN ? ", not as in " : "",
                       how == LT_DECK_SERVED_AS_GIVEN ? kind->title : "");
}

/* ---- The option --for -------------------------------------------------------------------------
 */

/* The code that --for names; NULL: none. */
const struct lt_deck_code *lt_codes_followed(const struct call *call) {
    return call->code ? lt_deck_codes[call->code - 1] : NULL;
}

/* With --for, gives the program the law and motion of that code and notes the choices that change.
 * DONE, or FELL_SHORT and a message if the code has no such law. */
int lt_codes_follow(const struct call *call, struct lt_program *program) {
    const struct lt_deck_code *code = lt_codes_followed(call);
    const char *name = program->source->name, *why = NULL;
    struct lt_program as_code;
    if (!code)
        return DONE;
    if ((why = lt_deck_prepare(code, program, &as_code, program->arena))) {
        lt_command_say("%s: --for: %s", name, why);
        return FELL_SHORT;
    }
    const char *changed = lt_deck_changed(code, program, call->arena);
    if (changed)
        lt_command_say("note: %s: in %s the law has %s", name, code->title, changed);
    lt_deck_follow(code, &as_code, program->arena);
    *program = as_code;
    return DONE;
}

/* Reports that input lines are not written for a run that begins in contact; returns FELL_SHORT. */
int lt_codes_refuse_start(const struct lt_program *program) {
    lt_command_say("%s: --for: the run begins in contact, which is no impact: leave out "
                   "motion.gap, or allow it by --start-in-contact",
                   program->source->name);
    return FELL_SHORT;
}

/* Proposes the codes for which input lines can be written. */
void lt_codes_propose(struct lt_proposals *proposals) {
    for (size_t i = 0; lt_deck_words[i]; i++)
        lt_propose_word(proposals, lt_deck_words[i], "%s", lt_deck_codes[i]->title);
}

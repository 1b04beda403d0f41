/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/arena.h"
#include "calibrate/calibrated.h"
#include "command/codes.h"
#include "command/progress.h"
#include "paste.h"
#include "program/target.h"
#include "result/record.h"
#include "result/summary.h"
#include "setup/setup.h"
#include "speeds.h"

#include <string.h>

struct request {
    struct call call;
    struct lt_words to;
    bool as_run, start_in_contact;
    int code; /* number of lt_deck_codes, from 1 */
    const char *speeds, *types;
};

/* A calibrated pair of materials, among several. */
struct pair {
    struct opened opened;
    struct lt_program program; /* with the choices of the code */
    struct lt_calibrated calibrated;
};

/* Prints the warnings of a calibration to stderr, beside lines for another code, which have no
 * summary. */
static void print_cautions(const struct lt_program *program, const struct lt_calibrated *c) {
    size_t i;
    const json_t *text;
    json_t *warnings = lt_calibrated_warnings(c);
    json_array_foreach(warnings, i, text) {
        if (i < c->found.n_cautions || c->has_as_run)
            lt_command_say("%s: warning: %s", program->source->name, json_string_value(text));
    }
    json_decref(warnings);
}

/* Calibrates one of several pairs, whose results are printed together later; N is the number of
 * unknowns and of targets. Returns the exit code. */
static int solve_pair(const struct call *call, struct pair *pair, const struct lt_vary *vary,
                      const struct lt_target *targets, size_t n) {
    const char *name = pair->program.source->name;
    const struct lt_calibration *found = &pair->calibrated.found;
    lt_progress_begin(call, name, "", 0);
    lt_calibrated_find(&pair->calibrated, &pair->program, vary, targets, n, &interrupted);
    lt_progress_end();
    if (interrupted || found->converged) {
        print_cautions(&pair->program, &pair->calibrated);
        return DONE;
    }
    lt_command_say("%s: %s", name, found->message);
    return found->run_failed ? RUN_FAILED : FELL_SHORT;
}

/* Calibrates a program and prints the result, with lines for a code if CODE, a number of
 * lt_deck_codes from 1, is not 0, and a table over SPEEDS unless that is NULL. Returns the exit
 * code. */
static int solve_and_show(const struct call *call, int code, const struct lt_program *program,
                          const struct lt_vary *vary, const struct lt_target *targets, size_t n,
                          struct lt_speeds *speeds) {
    int result = DONE;
    struct lt_calibrated c;
    const struct lt_calibration *found = &c.found;
    lt_progress_begin(call, program->source->name, "", 0);
    lt_calibrated_find(&c, program, vary, targets, n, &interrupted);
    lt_progress_end();
    /* A table over speeds of an earlier call does not belong to a calibration that failed. */
    if (speeds && (interrupted || !found->converged))
        lt_command_worsen(&result, lt_speeds_set_aside(call, program));
    if (interrupted)
        return result;
    /* Three forms: a JSON document, lines for a code, or a summary; the table over speeds follows.
     */
    if (call->json) {
        json_t *document = lt_calibrated_document(program, &c);
        if (code && found->converged)
            result = lt_paste(call, code, program, found, false, document);
        if (speeds && found->converged)
            lt_command_worsen(&result, lt_speeds_show(call, program, found, speeds, document));
        lt_command_print_json(document);
    } else if (code && found->converged) {
        result = lt_paste(call, code, program, found, true, NULL);
        print_cautions(program, &c);
    } else if (!found->run_failed) {
        lt_command_print(lt_calibrated_text(&c));
    }
    if (speeds && found->converged && !call->json)
        lt_command_worsen(&result, lt_speeds_show(call, program, found, speeds, NULL));
    if (found->converged)
        return result;
    lt_command_say("%s: %s", program->source->name, found->message);
    lt_command_worsen(&result, found->run_failed ? RUN_FAILED : FELL_SHORT);
    return result;
}

/* Reads unknowns and targets and calibrates a program; those of the command line replace those of
 * the file. PAIR NULL: the result is printed at once; else PAIR is one of several pairs of
 * materials and keeps its result, to be printed with the others. Returns the exit code. */
static int calibrate_program(const struct request *request, const struct lt_program *program,
                             struct pair *pair) {
    const struct call *call = &request->call;
    size_t n = call->vary.count ? call->vary.count : program->n_vary;
    size_t n_targets = request->to.count ? request->to.count : program->n_targets;
    /* There must be as many targets as unknowns, as a root is sought. */
    if (n == 0)
        return lt_command_misused(call, "nothing to vary; give --vary NAME=LO:HI");
    if (n_targets == 0)
        return lt_command_misused(call, "no target; give --to RESULT=VALUE");
    if (n != n_targets)
        return lt_command_misused(call,
                                  "%zu unknown%s for %zu target%s: the numbers must be equal; "
                                  "%s",
                                  n, n > 1 ? "s" : "", n_targets, n_targets > 1 ? "s" : "",
                                  n < n_targets ? "add --vary NAME=LO:HI, or leave out a --to"
                                                : "add --to RESULT=VALUE, or leave out a --vary");
    if (n > LT_TRIAL_MAX)
        return lt_command_misused(call, "%zu unknowns; at most %d can be found at once", n,
                                  LT_TRIAL_MAX);

    /* Unknown and target K, each from the command line if it gives any. */
    struct lt_vary vary[LT_TRIAL_MAX];
    struct lt_target targets[LT_TRIAL_MAX];
    const char *why;
    for (size_t k = 0; k < n; k++) {
        if (call->vary.count == 0)
            vary[k] = program->vary[k];
        else if ((why = lt_target_read_unknown(call->vary.list[k], program, &vary[k], call->arena)))
            return lt_command_misused(call, "--vary: %s", why);
        if (request->to.count == 0)
            targets[k] = program->targets[k];
        else if ((why = lt_target_read(request->to.list[k], program, &targets[k], call->arena)))
            return lt_command_misused(call, "--to: %s", why);
        if ((why = lt_target_repeated(vary, targets, k, call->arena)))
            return lt_command_misused(call, "%s", why);
    }
    /* With --for the program gets the choices of the code's law, as the code would run it. */
    struct lt_program wanted = *program;
    const struct lt_deck_code *code = request->code ? lt_deck_codes[request->code - 1] : NULL;
    if (code) {
        if ((why = lt_deck_prepare(code, program, &wanted, call->arena))) {
            lt_command_say("%s: %s", program->source->name, why);
            return FELL_SHORT;
        }
    }
    /* Discrete steps matter with --as-run and for targets that only steps have. */
    wanted.as_run |= request->as_run || lt_target_needs_steps(targets, n);
    if (request->speeds && lt_target_needs_steps(targets, n))
        return lt_command_misused(call, "--speeds shows results in the limit of short steps, which "
                                        "has no band: leave it out, or calibrate to e_n or e_t");
    wanted.start_in_contact |= request->start_in_contact;
    /* Lines for a code are refused for a start in contact unless that is allowed. */
    if (code && !wanted.start_in_contact && lt_setup_begins_inside(&wanted))
        return lt_codes_refuse_start(program);
    if (code)
        lt_deck_move(code, &wanted, call->arena);
    /* The solution; the output folder is made ready before it, as a calibration may last long. */
    if (pair) {
        pair->program = wanted;
        return solve_pair(call, pair, vary, targets, n);
    }
    struct lt_speeds speeds;
    if (request->speeds && (why = lt_speeds_read(request->speeds, &speeds, call->arena)))
        return lt_command_misused(call, "--speeds: %s", why);
    const int ready = request->speeds ? lt_command_ready_output(call, program, ".speeds") : DONE;
    if (ready != DONE)
        return ready;
    return solve_and_show(call, request->code, &wanted, vary, targets, n,
                          request->speeds ? &speeds : NULL);
}

/* ---- Several pairs of materials -------------------------------------------------------------- */

/* A material of --types: steel:wall. */
struct type {
    const char *name;
    bool wall;
};

/* Reads the list of --types, N materials. NULL, or what is wrong with it. */
static const char *read_types(const char *text, struct type *types, size_t *n,
                              struct lt_arena *arena) {
    bool ball = false;
    for (*n = 0; *text; text += strcspn(text, ","), text += *text == ',') {
        const int length = (int)strcspn(text, ",:"), whole = (int)strcspn(text, ",");
        const char *name = lt_arena_print(arena, "%.*s", length, text),
                   *kind = lt_arena_print(arena, "%.*s", whole - length, text + length);
        const bool wall = strcmp(kind, ":wall") == 0;
        if (*n == LT_DECK_TYPES)
            return lt_arena_print(arena, "more than %d materials", LT_DECK_TYPES);
        if (!length || (*kind && !wall))
            return lt_arena_print(arena, "expected NAME or NAME:wall, found '%.*s'", whole, text);
        for (size_t i = 0; i < *n; i++)
            if (strcmp(types[i].name, name) == 0)
                return lt_arena_print(arena, "'%s' is listed twice", name);
        types[(*n)++] = (struct type){name, wall};
        ball |= !wall;
    }
    return ball ? NULL : "there are only walls, which do not meet: add the material of the balls";
}

/* The call for a pair of types: particles A and B get these materials. */
static struct call call_with(const struct call *call, struct type a, struct type b) {
    const char *const materials[] = {
        lt_arena_print(call->arena, "particles.a.material=%s", a.name),
        lt_arena_print(
            call->arena,
            b.wall ? "particles.b={shape: wall, material: %s}" : "particles.b.material=%s", b.name),
        NULL};
    return lt_command_with_defines(call, materials);
}

/* The text after "A,B:" or "B,A:" in a target; NULL: it names another pair or none. */
static const char *target_of_pair(const char *text, struct type a, struct type b,
                                  struct lt_arena *arena) {
    const struct type of[] = {a, b};
    for (int k = 0; k < 2; k++) {
        const char *head = lt_arena_print(arena, "%s,%s:", of[k].name, of[1 - k].name);
        if (strncmp(text, head, strlen(head)) == 0)
            return text + strlen(head);
    }
    return NULL;
}

/* Why a target such as "A,B:e_n=0.8" names no pair of these types; NULL: all targets do. */
static const char *target_outside(const struct lt_words *to, const struct type *types, size_t n,
                                  struct lt_arena *arena) {
    for (size_t k = 0; k < to->count; k++) {
        const size_t colon = strcspn(to->list[k], ":");
        bool found = !to->list[k][colon] || colon > strcspn(to->list[k], "=");
        for (size_t i = 0; i < n && !found; i++)
            for (size_t j = i; j < n && !found; j++)
                found = target_of_pair(to->list[k], types[i], types[j], arena) != NULL;
        if (!found)
            return lt_arena_print(arena, "'%.*s' is no pair of --types", (int)colon, to->list[k]);
    }
    return NULL;
}

/* The targets of a pair: its own, "A,B:e_n=0.8", or without any those for all pairs, "e_n=0.9". */
static struct lt_words targets_of_pair(const struct lt_words *to, struct type a, struct type b,
                                       struct lt_arena *arena) {
    struct lt_words own = {lt_arena_get(arena, (to->count + 1) * sizeof *own.list), 0};
    for (size_t i = 0; i < to->count; i++) {
        const char *text = target_of_pair(to->list[i], a, b, arena);
        if (text)
            own.list[own.count++] = text;
    }
    for (size_t i = 0, n = own.count; i < to->count && n == 0; i++) {
        const size_t colon = strcspn(to->list[i], ":");
        if (!to->list[i][colon] || colon > strcspn(to->list[i], "="))
            own.list[own.count++] = to->list[i];
    }
    return own;
}

/* Opens a file, adds it to the pairs and calibrates it. MAY_BE_FLAT: the second particle may be a
 * wall. Returns the exit code. */
static int open_and_solve(const struct request *request, const char *file, struct pair **pairs,
                          size_t *n, bool may_be_flat) {
    const struct call *call = &request->call;
    struct pair *pair = lt_arena_get(call->arena, sizeof *pair);
    const int code = lt_command_open(call, file, &pair->opened);
    if (code != DONE)
        return code;
    pairs[(*n)++] = pair;
    const struct lt_particle *particles = pair->opened.program->particles;
    const bool flat[] = {particles[0].shape == LT_WALL || particles[0].shape == LT_FACET,
                         particles[1].shape == LT_WALL || particles[1].shape == LT_FACET};
    if (request->types && (flat[0] || (flat[1] && !may_be_flat)))
        return lt_command_misused(call,
                                  "--types: particle %s of %s is a wall: let the file have two "
                                  "balls, and type NAME:wall for walls",
                                  flat[0] ? "a" : "b", file);
    return calibrate_program(request, pair->opened.program, pair);
}

/* Prints the N calibrated pairs as one input for the code, or with --json the documents of all
 * pairs, each with that input; returns the exit code. */
static int show_pairs(const struct request *request, struct pair **pairs, size_t n) {
    const struct call *call = &request->call;
    struct lt_paste_pair *all = lt_arena_get(call->arena, n * sizeof *all);
    json_t *documents = call->json ? json_array() : NULL;
    for (size_t k = 0; k < n; k++) {
        const struct pair *pair = pairs[k];
        all[k] = (struct lt_paste_pair){&pair->program, &pair->calibrated.found};
        if (documents)
            json_array_append_new(documents,
                                  lt_calibrated_document(&pair->program, &pair->calibrated));
    }
    const int result = lt_paste_types(call, request->code, all, n, documents);
    if (documents)
        lt_command_print_json(documents);
    return result;
}

/* Calibrates the contacts of all pairs of types, or of all files, and prints them together. Returns
 * the exit code. */
static int calibrate_pairs(const struct request *request) {
    const struct call *call = &request->call;
    struct type types[LT_DECK_TYPES];
    size_t n_types = 0;
    const char *why =
        request->types ? read_types(request->types, types, &n_types, call->arena) : NULL;
    if (why)
        return lt_command_misused(call, "--types: %s", why);
    if (request->types && (why = target_outside(&request->to, types, n_types, call->arena)))
        return lt_command_misused(call, "--to: %s", why);
    /* One pair for each file, or for each two types of which at least one is a ball. */
    const size_t most = request->types ? n_types * n_types : call->n_files;
    struct pair **pairs = lt_arena_get(call->arena, (most + 1) * sizeof *pairs);
    size_t n = 0;
    int result = DONE;
    for (size_t k = 0; k < call->n_files && !request->types && result == DONE; k++)
        result = open_and_solve(request, call->files[k], pairs, &n, true);
    for (size_t i = 0; i < n_types; i++)
        for (size_t j = i; j < n_types && result == DONE && !interrupted; j++) {
            if (types[i].wall && types[j].wall)
                continue;
            /* The ball becomes particle a; the other material, which may be a wall, particle b. */
            const struct type ball = types[i].wall ? types[j] : types[i],
                              other = types[i].wall ? types[i] : types[j];
            struct request own = *request;
            own.call = call_with(call, ball, other);
            own.to = targets_of_pair(&request->to, ball, other, call->arena);
            result = open_and_solve(&own, call->files[0], pairs, &n, other.wall);
        }
    /* All pairs go into one input, so it is printed only if every one is calibrated. */
    if (result == DONE && !interrupted)
        result = show_pairs(request, pairs, n);
    for (size_t k = 0; k < n; k++)
        lt_command_close(&pairs[k]->opened);
    return result;
}

/* Performs 'lawtester calibrate'; returns the exit code. */
static int perform(const struct call *call) {
    const struct request *request = (const void *)call;
    if ((call->n_files > 1 || request->types) && request->code) {
        if (request->speeds)
            return lt_command_misused(call, "--speeds shows a single pair: leave it out");
        if (request->types && lt_command_want_one_file(call) != DONE)
            return BAD_USAGE;
        return calibrate_pairs(request);
    }
    if (request->types)
        return lt_command_misused(call, "--types is for the input lines of a code: add --for CODE");
    if (lt_command_want_one_file(call) != DONE)
        return BAD_USAGE;
    if (request->speeds && request->code && !call->json)
        return lt_command_misused(call, "--for prints lines for another code and --speeds a table: "
                                        "use one at a time, or --json");
    struct opened opened;
    int code = lt_command_open(call, call->files[0], &opened);
    if (code != DONE)
        return code;
    code = calibrate_program(request, opened.program, NULL);
    lt_command_close(&opened);
    return code;
}

static const struct lt_option options[] = {
    VARY_OPTION("the let, parameter or path to find"),
    LT_OPTION(0, struct request, to, "to", "RESULT=VALUE", "the result and its target value",
              .propose = lt_propose_program_target),
    LT_OPTION(0, struct request, as_run, "as-run", NULL,
              "use the file's integrator and time step, averaged over the entry phase"),
    LT_OPTION(0, struct request, start_in_contact, "start-in-contact", NULL,
              "allow a run that begins in contact: e_n, e_t, t_contact count from there"),
    LT_OPTION(0, struct request, code, "for", "CODE", "print the law for WORDS",
              .words = lt_deck_words, .propose = lt_codes_propose),
    LT_OPTION(0, struct request, types, "types", "A,B:wall",
              "with --for: a type for each of these materials, and each pair of them"),
    LT_OPTION(0, struct request, speeds, "speeds", "LO:HI[:N]",
              "also the results over this range of impact speeds"),
    FOLDER_OPTION("where table and figure of --speeds go (default: out)"),
    DEFINE_OPTION,
    PLOT_OPTION,
    THEME_OPTION,
    SIZE_OPTION,
    JSON_OPTION,
    CODE_OPTIONS,
    SILENT_OPTION,
    PLUGIN_OPTION,
    HELP_OPTION,
    {0},
};

const struct command command_calibrate = {
    .name = "calibrate",
    .arguments = "FILE...",
    .summary = "Find the parameter whose simulated result meets a target.",
    .options = options,
    .size = sizeof(struct request),
    .perform = perform,
    .output = "out",
    .propose = lt_propose_programs,
};

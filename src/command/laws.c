/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#include "base/file.h"
#include "base/tree.h"
#include "command/card.h"
#include "program/parse.h"
#include "program/presets.h"
#include "registry/laws.h"
#include "registry/parts.h"
#include "result/record.h"
#include "result/summary.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct request {
    struct call call;
    bool presets, all;
};

/* A line for each kind of part that the law leaves open, with its words: "  rolling: constant
 * viscous ..."; "": all parts are fixed. */
static const char *list_choices(const struct lt_law *law, struct lt_arena *arena) {
    const char *text = "", *last = "";
    for (const struct lt_part_word *part = law->parts; part->kind; part++) {
        const struct lt_field *kind = &law->params[lt_laws_param(law, part->kind)];
        if (kind->min == kind->max)
            continue;
        text = strcmp(last, part->kind) == 0
                   ? lt_arena_print(arena, "%s %s", text, part->word)
                   : lt_arena_print(arena, "%s\n  %s: %s", text, part->kind, part->word);
        last = part->kind;
    }
    return text;
}

/* Describes all laws, if LAW is NULL, or one: as its own choice of parts has it, or with --all of
 * every part. Returns the exit code. */
static int show_laws(const struct call *call, const struct lt_law *law) {
    const bool all = ((const struct request *)call)->all;
    if (!call->json && law) {
        const bool brief = law->parts && !law->whole && !all;
        const struct lt_law *shown = brief ? lt_parts_chosen(law, NULL, call->arena) : law;
        lt_command_print(lt_summary_law(shown, brief));
        const char *choices = brief ? list_choices(law, call->arena) : "";
        if (brief)
            printf("\nMore: 'lawtester laws %s --all', jumps, exceptions and what other parts "
                   "bring%s%s\n",
                   law->name, *choices ? "; 'lawtester laws KIND:PART', one part of" : "", choices);
        return DONE;
    }
    if (!call->json) {
        lt_command_print(lt_summary_laws(call->laws));
        return DONE;
    }
    const struct lt_law *const only[] = {law, NULL};
    lt_command_print_json(lt_document_laws(law ? only : call->laws));
    return DONE;
}

/* ---- Presets --------------------------------------------------------------------------------- */

/* Writes what the code has of the choices that the law leaves open: "dp_mode: full, no-tension". */
static void put_choices(FILE *file, const struct lt_preset *preset, const struct lt_law *law) {
    for (const struct lt_preset_choice *c = preset->choices; law && c->param; c++) {
        const long i = lt_laws_param(law, c->param);
        const char *word = i < 0 ? NULL : law->params[i].choices;
        if (i >= 0)
            fprintf(file, "    %-14s", c->param);
        for (unsigned k = 0, n = 0; word && *word; k++) {
            const size_t length = strcspn(word, " ");
            if (c->has >> k & 1)
                fprintf(file, "%s%.*s", n++ ? ", " : " ", (int)length, word);
            word += length + (word[length] == ' ');
        }
        fputs(i < 0 ? "" : "\n", file);
    }
}

/* Prints a preset: law, parts, choices, inputs, motion, known defects and its source. */
static void print_preset(const struct call *call, const struct lt_preset *preset) {
    printf("%s\n    law            %s\n", lt_presets_name(preset, call->arena), preset->law);
    if (preset->parts)
        printf("    parts          %s\n", preset->parts);
    const struct lt_law *law = lt_laws_find_in(call->laws, preset->law);
    put_choices(stdout, preset, law);
    for (const struct lt_preset_input *in = preset->inputs; in->name; in++)
        if (*in->param && (strcmp(in->formula, "$") != 0 || strcmp(in->name, in->param) != 0))
            printf("    %-14s sets %s = %s\n", in->name, in->param, in->formula);
    if (preset->motion)
        printf("    motion         frame: bodies, %s\n", preset->motion);
    if (*preset->notes)
        printf("    as it is       %s\n", preset->notes);
    if (*preset->source)
        printf("    known by       %s%s%s\n", preset->source, *preset->date ? ", " : "",
               preset->date);
    printf("    proof          %s\n", strcmp(preset->proof, "code") == 0   ? "the running code"
                                      : strcmp(preset->proof, "rows") == 0 ? "recorded rows"
                                                                           : "unproved");
}

/* A limit as a JSON number; null if it is infinite. */
static json_t *limit_value(double limit) {
    return isfinite(limit) ? json_real(limit) : json_null();
}

/* Describes a preset as a JSON object. */
static json_t *preset_document(const struct call *call, const struct lt_preset *preset) {
    json_t *choices = json_object(), *inputs = json_array();
    const struct lt_law *law = lt_laws_find_in(call->laws, preset->law);
    /* Choices: the words that the code has of each; a bit of c->has for each word of the parameter.
     */
    for (const struct lt_preset_choice *c = preset->choices; law && c->param; c++) {
        const long i = lt_laws_param(law, c->param);
        const char *word = i < 0 ? NULL : law->params[i].choices;
        json_t *words = json_array();
        for (unsigned k = 0; word && *word; k++) {
            const size_t length = strcspn(word, " ");
            if (c->has >> k & 1)
                json_array_append_new(words, json_stringn(word, length));
            word += length + (word[length] == ' ');
        }
        i < 0 ? json_decref(words) : (void)json_object_set_new(choices, c->param, words);
    }
    /* Inputs: the code's own parameters, and how those of the law follow from them. */
    for (const struct lt_preset_input *in = preset->inputs; in->name; in++) {
        const struct lt_preset_limits limits = lt_presets_limits(preset, in->name, law);
        json_array_append_new(inputs,
                              json_pack("{ss ss ss ss so so sb}", "name", in->name, "unit",
                                        in->unit, "parameter", in->param, "formula", in->formula,
                                        "min", limit_value(limits.min), "max",
                                        limit_value(limits.max), "above_min", limits.above_min));
    }
    return json_pack("{ss ss ss ss so so ss ss? ss? ss ss ss}", "name",
                     lt_presets_name(preset, call->arena), "code", preset->code, "version",
                     preset->version, "law", preset->law, "choices", choices, "inputs", inputs,
                     "defects", preset->notes, "parts", preset->parts, "motion", preset->motion,
                     "source", preset->source, "date", preset->date, "proof", preset->proof);
}

/* The presets of a user's own file, which end with a NULL code. NULL: its errors have been printed.
 * *CODE is the exit code, DONE or that of the errors. */
static const struct lt_preset *presets_of_file(const struct call *call, const char *path,
                                               int *code) {
    struct lt_errors *errors = lt_errors_new();
    struct lt_source source = {.name = path};
    char *text = lt_file_read(path, LT_TREE_BYTES + 1, &source.length);
    const int reason = errno;
    source.text = text;
    const struct lt_preset *list =
        text ? lt_preset_file_read(&source, call->laws, NULL, call->arena, errors) : NULL;
    *code = list ? DONE : text ? BAD_INPUT : BAD_FILE;
    if (text)
        lt_command_print_errors(errors);
    else
        lt_command_say("cannot read '%s': %s", path, lt_file_reason(reason));
    lt_errors_free(errors);
    free(text);
    return list;
}

/* Prints all presets, or those of the file OF, or those that have words of the input line OF.
 * Returns the exit code. */
static int show_presets(const struct call *call, const char *of) {
    int code = DONE;
    const struct lt_preset *preset = !of ? lt_presets_list(NULL, call->arena)
                                     : lt_parse_preset_path(of) > 0
                                         ? presets_of_file(call, of, &code)
                                         : lt_presets_like(of, call->arena);
    if (of && lt_parse_preset_path(of) == 0 && !preset->code)
        return lt_command_misused(call,
                                  "no preset has words of '%s'; 'lawtester laws --presets' lists "
                                  "all",
                                  of);
    json_t *list = json_array();
    for (; preset && preset->code; preset++)
        if (call->json)
            json_array_append_new(list, preset_document(call, preset));
        else
            print_preset(call, preset);
    json_t *document = json_pack("{so}", "presets", list);
    if (call->json && code == DONE)
        lt_command_print_json(document);
    else
        json_decref(document);
    return code;
}

/* Describes the law of a stage program, which may be defined there. Returns the exit code. */
static int show_law_of(const struct call *call, const char *file) {
    struct opened opened;
    int code = lt_command_open(call, file, &opened);
    if (code != DONE)
        return code;
    show_laws(call, opened.program->law);
    lt_command_close(&opened);
    return DONE;
}

/* Describes one part, such as "rolling:sds"; returns the exit code. */
static int show_part(const struct call *call, const struct lt_part_word *part,
                     const struct lt_law *law) {
    if (!call->json) {
        lt_command_print(lt_summary_part(law, part, call->arena));
        return DONE;
    }
    lt_command_print_json(lt_document_part(law, part, call->arena));
    return DONE;
}

/* Reports an unknown part: "rolling:foo" with the parts of its kind, another "a:b" with all parts.
 * Returns the exit code. */
static int refuse_name(const struct call *call, const char *name) {
    const struct lt_law *contact = lt_laws_find_in(call->laws, "contact");
    const char *colon = strchr(name, ':'), *word = colon ? colon + 1 : "";
    const char *kind = lt_arena_copy(call->arena, name, strcspn(name, ":"));
    const bool known = contact && lt_parts_is_kind(contact, kind);
    size_t count = 0;
    for (const struct lt_part_word *part = contact ? contact->parts : NULL; part && part->kind;
         part++)
        count++;
    /* The names to compare with: parts of the kind, or all as KIND:PART. */
    const char **names = lt_arena_get(call->arena, (count + 1) * sizeof *names);
    count = 0;
    for (const struct lt_part_word *part = contact ? contact->parts : NULL; part && part->kind;
         part++)
        if (!known)
            names[count++] = lt_arena_print(call->arena, "%s:%s", part->kind, part->word);
        else if (strcmp(part->kind, kind) == 0)
            names[count++] = part->word;
    if (known)
        return lt_command_misused(
            call, colon ? "'%s' is no part of the kind %s%s" : "'%s%s' is a kind of part%s", word,
            kind, lt_options_choice(word, names, count, call->arena));
    return colon ? lt_command_misused(call, "unknown part '%s'%s", name,
                                      lt_options_hint(name, names, count, call->arena))
                 : lt_command_unknown_law(call, name);
}

/* ---- Figures --------------------------------------------------------------------------------- */

struct drawn {
    const struct call *call;
    const char *stem; /* of the files */
    struct lt_output output;
    enum lt_plot_format format;
};

/* Draws a figure (PLATE) of a law and prints a line for it. If it cannot be drawn, the file is the
 * script that would draw it. DATA is a struct drawn. */
static void draw_plate(const struct lt_atlas_plate *plate, void *data) {
    struct drawn *drawn = data;
    const char *const base = lt_arena_print(drawn->call->arena, "%s/%s-%s", drawn->call->output,
                                            drawn->stem, plate->name);
    const char *failed = drawn->output.failed;
    if (interrupted || drawn->output.missing[0])
        return;
    lt_output_add(&drawn->output, plate->figure, base, drawn->format);
    if (drawn->format == LT_PLOT_TERM)
        fputs(drawn->output.terminal, stdout);
    else if (drawn->output.failed == failed && !drawn->output.missing[0])
        printf("%s.%s  %s\n", base,
               drawn->format == LT_PLOT_NONE ? "gp" : lt_output_formats[drawn->format],
               plate->caption);
    drawn->output.terminal = "";
}

/* Draws the figures of a law or of a program's law; returns the exit code. */
static int draw_law(const struct call *call, const char *name) {
    struct opened opened;
    struct drawn drawn = {.call = call, .output = lt_command_output(call)};
    drawn.format = drawn.output.format;
    int code = lt_card_check(call, name);
    if (code == DONE)
        code = lt_card_open(call, name, &opened);
    if (code != DONE)
        return code;
    drawn.stem = strchr(name, '.') ? opened.program->stem : name;
    code = lt_command_ready_output(call, opened.program, "");
    if (code == DONE)
        code = lt_card_draw(call, opened.program, draw_plate, &drawn);
    lt_command_worsen(&code, lt_command_code_of_output(&drawn.output));
    lt_command_close(&opened);
    return code;
}

/* True if an option that concerns figures only is given, which makes no sense without them. */
static bool is_of_figures(const struct call *call) {
    return call->theme || call->size.width > 0 || call->defines.count > 0 ||
           strcmp(call->output, command_laws.output) != 0;
}

/* Performs 'lawtester laws'; returns the exit code. */
static int perform(const struct call *call) {
    const char *name = call->n_files > 0 ? call->files[0] : NULL;
    if (((const struct request *)call)->presets)
        return call->n_files > 1
                   ? lt_command_misused(call,
                                        "--presets takes one FILE of your own or one 'LINE' of "
                                        "a code's input, or lists all")
                   : show_presets(call, name);
    if (call->n_files > 1)
        return lt_command_misused(call, "laws takes one NAME or FILE");
    if (call->plot > 0)
        return name && !call->json ? draw_law(call, name)
                                   : lt_command_misused(call, "--plot draws one LAW, or that of a "
                                                              "FILE, and prints no document; "
                                                              "'lawtester atlas' draws all laws");
    if (is_of_figures(call))
        return lt_command_misused(call, "-D, -o, --theme and --size are for figures: add --plot");
    if (name && strchr(name, '.'))
        return show_law_of(call, name);
    const struct lt_law *law = name ? lt_laws_find_in(call->laws, name) : NULL;
    /* Named laws have its parts, too. */
    const struct lt_law *const made_of_parts[] = {lt_laws_find_in(call->laws, "contact"), NULL};
    const struct lt_part_word *part = name ? lt_parts_find(made_of_parts, name, &law) : NULL;
    if (part)
        return show_part(call, part, law);
    return name && !law ? refuse_name(call, name) : show_laws(call, law);
}

static const struct lt_option options[] = {
    LT_OPTION(0, struct request, presets, "presets", NULL,
              "the laws of other codes as choices of these: law: {preset: NAME}; those of "
              "your own FILE, or those that have words of 'LINE' of a code's input"),
    LT_OPTION(0, struct request, all, "all", NULL,
              "of a law that is made of parts: parameters, states and closed forms of every part"),
    LT_OPTION(0, struct call, plot, "plot", "[=WORDS]", "draw the law (default: svg)",
              .words = lt_output_formats),
    FOLDER_OPTION("where the figures go (default: out)"),
    DEFINE_OPTION,
    THEME_OPTION,
    SIZE_OPTION,
    JSON_OPTION,
    PLUGIN_OPTION,
    HELP_OPTION,
    {0},
};

const struct command command_laws = {
    .name = "laws",
    .arguments = "[NAME|PART|FILE]",
    .summary = "List the contact laws; describe or draw one, or describe a part (rolling:sds).",
    .options = options,
    .size = sizeof(struct request),
    .perform = perform,
    .output = "out",
    .propose = lt_propose_subjects,
};

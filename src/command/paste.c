/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paste.h"

#include "base/arena.h"
#include "base/text.h"
#include "result/json.h"

#include <math.h>

/* Writes the unknowns and results of a calibration as comments; FOUND NULL: the program is run with
 * its own numbers. Sets OVERRIDES to the unknowns with their values, SI units. Returns the target
 * e_n, NAN if that was no target. */
static double put_found(FILE *file, const struct lt_deck_code *code,
                        const struct lt_program *program, const struct lt_calibration *found,
                        struct lt_override *overrides) {
    const size_t n = found ? found->n : 0;
    double wanted = NAN;
    fprintf(file, "%s %s: %s\n", code->comment, program->source->name,
            found ? "calibrated" : "as it is run");
    for (size_t k = 0; k < n; k++) {
        const struct lt_unknown *unknown = &found->unknowns[k];
        overrides[k] = (struct lt_override){unknown->vary->target, unknown->value};
        fprintf(file, "%s   %s = %.12g", code->comment, unknown->vary->name, unknown->value);
        fprintf(file, unknown->uncertainty > 0 ? " +- %.2g\n" : "\n", unknown->uncertainty);
    }
    for (size_t k = 0; k < n; k++) {
        const struct lt_aim *aim = &found->aims[k];
        if (strcmp(aim->target->name, "e_n") == 0)
            wanted = aim->wanted;
        fprintf(file, "%s   gives %s = %.10g", code->comment, aim->target->name, aim->achieved);
        fprintf(file, aim->uncertainty > 0 ? " +- %.2g\n" : "\n", aim->uncertainty);
    }
    return wanted;
}

/* The lines for a code as a JSON object; NUMBER is that of lt_deck_codes, from 1. */
static json_t *make_document(int number, const char *lines) {
    json_t *paste = json_object();
    put_text(paste, "code", lt_deck_words[number - 1]);
    put_text(paste, "text", lines);
    return paste;
}

/* Prints the lines of N pairs of materials for code NUMBER, from 1, as one input; or, unless that
 * is NULL, adds them to each of the DOCUMENTS. Returns the exit code. */
int lt_paste_types(const struct call *call, int number, const struct lt_paste_pair *pairs, size_t n,
                   json_t *documents) {
    const struct lt_deck_code *code = lt_deck_codes[number - 1];
    struct lt_deck_pair *all = lt_arena_get(call->arena, n * sizeof *all);
    struct lt_text text;
    FILE *file = lt_text_begin(&text);
    for (size_t k = 0; k < n; k++) {
        const struct lt_particle *p = pairs[k].program->particles;
        struct lt_override *overrides = lt_arena_get(call->arena, LT_TRIAL_MAX * sizeof *overrides);
        if (p[0].of && p[1].of)
            fprintf(file, "%s '%s' on '%s'\n", code->comment, p[0].of->name, p[1].of->name);
        const double wanted = put_found(file, code, pairs[k].program, pairs[k].found, overrides);
        all[k] = (struct lt_deck_pair){pairs[k].program, overrides,
                                       pairs[k].found ? pairs[k].found->n : 0, wanted};
    }
    /* The comments on all pairs come first, then the merged lines. */
    const char *why = lt_deck_write_types(code, all, n, file, call->arena);
    if (why) {
        lt_text_drop(&text);
        lt_command_say("--for: %s", why);
        return FELL_SHORT;
    }
    char *lines = lt_text_end(&text);
    json_t *document;
    size_t i;
    json_array_foreach(documents, i, document)
        json_object_set_new(document, "paste", make_document(number, lines));
    if (!documents)
        fputs(lines, stdout);
    free(lines);
    return DONE;
}

/* Prints the lines of a program for code NUMBER, from 1, if SHOWN, and adds them to the DOCUMENT
 * unless that is NULL. Returns the exit code. */
int lt_paste(const struct call *call, int number, const struct lt_program *program,
             const struct lt_calibration *found, bool shown, json_t *document) {
    const struct lt_deck_code *code = lt_deck_codes[number - 1];
    struct lt_override overrides[LT_TRIAL_MAX];
    struct lt_text text;
    FILE *file = lt_text_begin(&text);
    const double wanted = put_found(file, code, program, found, overrides);
    const char *why =
        lt_deck_write(code, program, overrides, found ? found->n : 0, wanted, file, call->arena);
    if (why) {
        lt_text_drop(&text);
        lt_command_say("%s: --for: %s", program->source->name, why);
        return FELL_SHORT;
    }
    char *lines = lt_text_end(&text);
    if (document)
        json_object_set_new(document, "paste", make_document(number, lines));
    if (shown)
        fputs(lines, stdout);
    free(lines);
    return DONE;
}

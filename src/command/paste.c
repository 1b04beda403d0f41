/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paste.h"

#include "base/text.h"
#include "result/json.h"

#include <math.h>

int lt_paste(const struct call *call, int number, const struct lt_program *program,
             const struct lt_calibration *found, bool shown, json_t *document) {
    const struct lt_deck_code *code = lt_deck_codes[number - 1];
    const size_t n = found ? found->n : 0;
    struct lt_override overrides[LT_TRIAL_MAX];
    double wanted = NAN;
    struct lt_text text;
    FILE *file = lt_text_begin(&text);
    fprintf(file, "%s %s: %s\n", code->comment, program->source->name,
            found ? "calibrated" : "as it is run");
    for (size_t k = 0; k < n; k++) {
        const struct lt_unknown *unknown = &found->unknowns[k];
        overrides[k] = (struct lt_override){unknown->vary->target, unknown->value};
        fprintf(file, "%s   %s = %.12g\n", code->comment, unknown->vary->name, unknown->value);
    }
    for (size_t k = 0; k < n; k++) {
        const struct lt_aim *aim = &found->aims[k];
        if (strcmp(aim->target->name, "e_n") == 0)
            wanted = aim->wanted;
        fprintf(file, "%s   gives %s = %.10g\n", code->comment, aim->target->name, aim->achieved);
    }
    const char *why = lt_deck_write(code, program, overrides, n, wanted, file, call->arena);
    if (why) {
        lt_text_drop(&text);
        lt_command_say("%s: --for: %s", program->source->name, why);
        return FELL_SHORT;
    }
    char *lines = lt_text_end(&text);
    json_t *paste = document ? json_object() : NULL;
    if (document) {
        put_text(paste, "code", lt_deck_words[number - 1]);
        put_text(paste, "text", lines);
        json_object_set_new(document, "paste", paste);
    }
    if (shown)
        fputs(lines, stdout);
    free(lines);
    return DONE;
}

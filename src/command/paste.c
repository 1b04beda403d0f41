/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paste.c: 'calibrate --for CODE': the calibrated law as lines to paste into that code's input. */
#include "paste.h"

#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

char *lt_paste_text(const struct call *call, const struct lt_deck_code *code,
                    const struct lt_program *program, const struct lt_calibration *found) {
    struct lt_override overrides[LT_TRIAL_MAX];
    double wanted = NAN;
    struct lt_text text;
    FILE *file = lt_text_begin(&text);
    fprintf(file, "%s %s: calibrated\n", code->comment, program->source->name);
    for (size_t k = 0; k < found->n; k++) {
        const struct lt_unknown *unknown = &found->unknowns[k];
        overrides[k] = (struct lt_override){unknown->vary->target, unknown->value};
        fprintf(file, "%s   %s = %.12g\n", code->comment, unknown->vary->name, unknown->value);
    }
    for (size_t k = 0; k < found->n; k++) {
        const struct lt_aim *aim = &found->aims[k];
        if (strcmp(aim->target->name, "e_n") == 0)
            wanted = aim->wanted;
        fprintf(file, "%s   gives %s = %.10g\n", code->comment, aim->target->name, aim->achieved);
    }
    const char *why = lt_deck_write(code, program, overrides, found->n, wanted, file, call->arena);
    if (!why)
        return lt_text_end(&text);
    lt_text_drop(&text);
    lt_command_say("%s: %s", program->source->name, why);
    return NULL;
}

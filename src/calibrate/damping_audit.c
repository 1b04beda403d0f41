/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "calibrate/damping_audit.h"

#include "base/arena.h"
#include "base/text.h"
#include "result/record.h"

#include <math.h>
#include <string.h>

/* Every fourth of the target restitutions is printed, from 0.1 on. */
enum { FIRST = 1, EACH = 4 };

/* Runs a FORMULA in the dashpot mode PULL for all target restitutions, in steps of 0.05, and keeps
 * the results and the largest error in AUDIT. Returns false if the program is invalid; WHY, of SIZE
 * bytes, gives the reason. */
bool lt_damping_audit(struct lt_damping_audit *audit, const struct lt_damping *formula,
                      enum lt_pull pull, const volatile int *interrupted, char *why, size_t size) {
    struct lt_program *program = lt_damping_program(formula, pull, why, size);
    *audit = (struct lt_damping_audit){.formula = formula, .pull = pull};
    for (int i = 0; program && i < LT_DAMPING_TARGETS; i++) {
        audit->requested[i] = 0.05 * (i + 1);
        audit->obtained[i] =
            lt_damping_obtained(formula, program, audit->requested[i], interrupted);
        audit->worst = fmax(audit->worst, fabs(audit->obtained[i] - audit->requested[i]));
    }
    lt_program_free(program);
    return program != NULL;
}

/* Words for the law that was run, "hertz tsuji, full": its name, its damping and the dashpot's
 * mode, unless that makes no difference. */
static const char *law_words(const struct lt_damping *formula, enum lt_pull pull,
                             struct lt_arena *arena) {
    int length = (int)strcspn(formula->law, ",");
    const char *damping = strstr(formula->law, "damping: ");
    damping = damping ? damping + strlen("damping: ") : "";
    return lt_arena_print(arena, "%.*s%s%.*s%s%s", length, formula->law, *damping ? " " : "",
                          (int)strcspn(damping, ","), damping, formula->either ? "" : ", ",
                          formula->either ? "" : lt_damping_modes[pull]);
}

/* Table of target and obtained restitutions for each formula and dashpot mode, malloc'd. */
char *lt_damping_audit_text(const struct lt_damping_audits *audits, struct lt_arena *arena) {
    struct lt_text text;
    FILE *out = lt_text_begin(&text);
    for (size_t i = 0; i < audits->count; i++) {
        const struct lt_damping_audit *a = &audits->list[i];
        const struct lt_damping *f = a->formula;
        if (i == 0 || audits->list[i - 1].formula != f) {
            fprintf(out, "%s%s: %s = %s\n  %s\n  %-32s", i ? "\n" : "", f->name, f->sets,
                    f->equation, f->source, "law that was run; target:");
            for (int k = FIRST; k < LT_DAMPING_TARGETS; k += EACH)
                fprintf(out, "%8.1f", a->requested[k]);
            fputs("   worst\n", out);
        }
        fprintf(out, "  %-32s", law_words(f, a->pull, arena));
        for (int k = FIRST; k < LT_DAMPING_TARGETS; k += EACH)
            fprintf(out, "%8.4f", a->obtained[k]);
        const char *remark = f->meant == a->pull ? "" : "  not meant for it";
        if (a->worst < 1e-9)
            fprintf(out, "  <1e-9%s\n", remark);
        else
            fprintf(out, "%8.2g%s\n", a->worst, remark);
    }
    return lt_text_end(&text);
}

/* The audits as a JSON document {formulas: [...]}, which the caller owns. */
json_t *lt_damping_audit_document(const struct lt_damping_audits *audits) {
    json_t *list = json_array();
    for (size_t i = 0; i < audits->count; i++) {
        const struct lt_damping_audit *a = &audits->list[i];
        const struct lt_damping *f = a->formula;
        json_array_append_new(
            list, json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:b, s:o, s:o, s:o}", "name",
                            f->name, "source", f->source, "parameter", f->sets, "equation",
                            f->equation, "law", f->law, "dp_mode", lt_damping_modes[a->pull],
                            "result", f->result, "meant", f->meant == a->pull, "asked",
                            lt_document_numbers(a->requested, LT_DAMPING_TARGETS), "obtained",
                            lt_document_numbers(a->obtained, LT_DAMPING_TARGETS), "worst",
                            lt_document_number(a->worst)));
    }
    return json_pack("{s:o}", "formulas", list);
}

/* Writes the audits (DATA: struct lt_damping_audits) as CSV, a row for each target restitution;
 * always returns true. */
bool lt_damping_audit_csv(FILE *file, void *data) {
    const struct lt_damping_audits *audits = data;
    fputs("formula,law,dp_mode,meant,result,asked,obtained\n", file);
    for (size_t i = 0; i < audits->count; i++)
        for (int k = 0; k < LT_DAMPING_TARGETS; k++) {
            const struct lt_damping_audit *a = &audits->list[i];
            const struct lt_damping *f = a->formula;
            fprintf(file, "%s,%.*s,%s,%d,%s,", f->name, (int)strcspn(f->law, ","), f->law,
                    lt_damping_modes[a->pull], f->meant == a->pull, f->result);
            lt_record_put(file, a->requested[k]);
            fputc(',', file);
            lt_record_put(file, a->obtained[k]);
            fputc('\n', file);
        }
    return true;
}

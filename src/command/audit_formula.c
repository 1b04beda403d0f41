/* SPDX-License-Identifier: GPL-3.0-or-later */
/* audit_formula.c: compares published damping formulas with the restitution that the law itself
 * gives. */
#include "command.h"

#include "calibrate/damping.h"
#include "figure/output.h"
#include "result/record.h"

#include <math.h>
#include <string.h>

/* Restitutions asked for: 0.05, 0.10 ... 0.95; every fourth from 0.1 on is printed. */
enum { ASKED = 19, FIRST = 1, EACH = 4, MOST = 32 };

struct audit {
    const struct lt_damping *formula;
    enum lt_pull pull;
    const char *law;
    double asked[ASKED], obtained[ASKED], worst;
};

/* "hertz" and its damping options. */
static const char *law_words(const struct lt_damping *formula, enum lt_pull pull,
                             struct lt_arena *arena) {
    int length = (int)strcspn(formula->law, ",");
    const char *damping = strstr(formula->law, "damping: ");
    damping = damping ? damping + strlen("damping: ") : "";
    return lt_arena_print(arena, "%.*s%s%.*s%s%s", length, formula->law, *damping ? " " : "",
                          (int)strcspn(damping, ","), damping, formula->either ? "" : ", ",
                          formula->either ? "" : lt_damping_modes[pull]);
}

static bool audit_one(const struct call *call, const struct lt_damping *formula, enum lt_pull pull,
                      struct audit *audit) {
    char why[512];
    struct lt_program *program = lt_damping_program(formula, pull, why, sizeof why);
    if (!program) {
        lt_command_say("%s: %s", formula->name, why);
        return false;
    }
    *audit = (struct audit){
        .formula = formula, .pull = pull, .law = law_words(formula, pull, call->arena)};
    for (int i = 0; i < ASKED; i++) {
        audit->asked[i] = 0.05 * (i + 1);
        audit->obtained[i] = lt_damping_obtained(formula, program, audit->asked[i], &interrupted);
        audit->worst = fmax(audit->worst, fabs(audit->obtained[i] - audit->asked[i]));
    }
    lt_program_free(program);
    return true;
}

/* ---- What is shown ---------------------------------------------------------------------------
 */

static void print_audits(const struct audit *audits, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const struct audit *a = &audits[i];
        const struct lt_damping *f = a->formula;
        if (i == 0 || audits[i - 1].formula != f) {
            printf("%s%s: %s = %s\n  %s\n  %-32s", i ? "\n" : "", f->name, f->sets, f->equation,
                   f->source, "law that was run; asked:");
            for (int k = FIRST; k < ASKED; k += EACH)
                printf("%8.1f", a->asked[k]);
            puts("   worst");
        }
        printf("  %-32s", a->law);
        for (int k = FIRST; k < ASKED; k += EACH)
            printf("%8.4f", a->obtained[k]);
        const char *remark = f->meant == a->pull ? "" : "  not meant for it";
        if (a->worst < 1e-9)
            printf("  <1e-9%s\n", remark);
        else
            printf("%8.2g%s\n", a->worst, remark);
    }
}

static json_t *audits_document(const struct audit *audits, size_t count) {
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        const struct audit *a = &audits[i];
        const struct lt_damping *f = a->formula;
        json_t *asked = json_array(), *obtained = json_array();
        for (int k = 0; k < ASKED; k++) {
            json_array_append_new(asked, lt_document_number(a->asked[k]));
            json_array_append_new(obtained, lt_document_number(a->obtained[k]));
        }
        json_array_append_new(
            list, json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:b, s:o, s:o, s:o}", "name",
                            f->name, "source", f->source, "parameter", f->sets, "equation",
                            f->equation, "law", f->law, "dp_mode", lt_damping_modes[a->pull],
                            "result", f->result, "meant", f->meant == a->pull, "asked", asked,
                            "obtained", obtained, "worst", lt_document_number(a->worst)));
    }
    return json_pack("{s:o}", "formulas", list);
}

struct audits {
    const struct audit *list;
    size_t count;
};

static bool put_audits(FILE *file, void *data) {
    const struct audits *audits = data;
    fputs("formula,law,dp_mode,meant,result,asked,obtained\n", file);
    for (size_t i = 0; i < audits->count; i++)
        for (int k = 0; k < ASKED; k++) {
            const struct audit *a = &audits->list[i];
            const struct lt_damping *f = a->formula;
            fprintf(file, "%s,%.*s,%s,%d,%s,", f->name, (int)strcspn(f->law, ","), f->law,
                    lt_damping_modes[a->pull], f->meant == a->pull, f->result);
            lt_record_put(file, a->asked[k]);
            fputc(',', file);
            lt_record_put(file, a->obtained[k]);
            fputc('\n', file);
        }
    return true;
}

/* A figure of a group's formulas with one kind of dashpot, and the diagonal on which all should
 * lie. */
static void draw_group(const struct call *call, const struct audits *audits, const char *group,
                       enum lt_pull pull, struct lt_output *output) {
    struct lt_curve curves[MOST];
    size_t n = 1;
    bool either = false;
    for (size_t i = 0; i < audits->count; i++) {
        const struct audit *a = &audits->list[i];
        if (strcmp(a->formula->group, group) != 0 || a->pull != pull || n == MOST)
            continue;
        either = a->formula->either;
        curves[n++] = (struct lt_curve){
            .label = a->formula->name, .x = a->asked, .y = a->obtained, .count = ASKED};
    }
    if (n == 1)
        return;
    curves[0] = (struct lt_curve){.label = "as asked",
                                  .x = curves[1].x,
                                  .y = curves[1].x,
                                  .count = ASKED,
                                  .role = LT_CURVE_THEORY};
    const char *mode = either ? "" : lt_damping_modes[pull];
    const char *dash = either ? "" : "-";
    struct lt_figure figure = {.title = either ? "Restitution by published formulas"
                                        : pull == LT_MAY_PULL
                                            ? "Restitution by published formulas: may pull"
                                            : "Restitution by published formulas: may not pull",
                               .x_text = "restitution asked for",
                               .y_text = "restitution obtained",
                               .x_unit = "1",
                               .y_unit = "1",
                               .curves = curves,
                               .n_curves = n};
    const char *base =
        lt_arena_print(call->arena, "%s/audit-formula-%s%s%s", call->output, group, dash, mode);
    lt_output_add(output, &figure, base, output->format);
}

static void draw_audits(const struct call *call, const struct audits *audits,
                        struct lt_output *output) {
    for (size_t i = 0; i < audits->count; i++) {
        const char *group = audits->list[i].formula->group;
        if (i > 0 && strcmp(audits->list[i - 1].formula->group, group) == 0)
            continue;
        draw_group(call, audits, group, LT_MAY_PULL, output);
        draw_group(call, audits, group, LT_NO_TENSION, output);
    }
}

static int show_audits(const struct call *call, const struct audit *audits, size_t count) {
    const char *table = lt_arena_print(call->arena, "%s/audit-formula.csv", call->output);
    struct audits all = {audits, count};
    if (lt_command_write_table(call, table, put_audits, &all) != DONE)
        return BAD_FILE;
    struct lt_output output = lt_command_output(call);
    if (!lt_command_draws(call, LT_PLOT_NONE))
        draw_audits(call, &all, &output);
    if (call->json) {
        lt_command_print_json(audits_document(audits, count));
    } else {
        print_audits(audits, count);
        fputs(output.terminal, stdout);
        printf("\n  wrote %s%s\n", table, output.written);
    }
    return lt_command_code_of_output(&output);
}

/* ---- The command ------------------------------------------------------------------------------
 */

static bool is_chosen(const struct call *call, const char *name) {
    for (size_t i = 0; i < call->n_files; i++)
        if (strcmp(call->files[i], name) == 0)
            return true;
    return call->n_files == 0;
}

/* NULL, or the first word that is not a formula. */
static const char *unknown_formula(const struct call *call, const char **hint) {
    const char *names[MOST] = {NULL};
    size_t count = 0;
    for (const struct lt_damping *f = lt_damping_formulas; f->name; f++)
        names[count++] = f->name;
    for (size_t i = 0; i < call->n_files; i++) {
        size_t k = 0;
        while (k < count && strcmp(names[k], call->files[i]) != 0)
            k++;
        *hint = lt_options_choice(call->files[i], names, count, call->arena);
        if (k == count)
            return call->files[i];
    }
    return NULL;
}

static int perform(const struct call *call) {
    const char *hint, *word = unknown_formula(call, &hint);
    if (word)
        return lt_command_misused(call, "unknown formula '%s'%s", word, hint);
    struct audit *audits = lt_arena_get(call->arena, LT_PULLS * MOST * sizeof *audits);
    size_t count = 0;
    for (const struct lt_damping *f = lt_damping_formulas; f->name && !interrupted; f++)
        for (int pull = 0; is_chosen(call, f->name) && pull < (f->either ? 1 : LT_PULLS); pull++)
            if (!audit_one(call, f, (enum lt_pull)pull, &audits[count++]))
                return RUN_FAILED;
    return interrupted ? DONE : show_audits(call, audits, count);
}

static void propose_formulas(struct lt_proposals *proposals) {
    for (const struct lt_damping *f = lt_damping_formulas; f->name; f++)
        lt_propose_word(proposals, f->name, "%s: %s", f->group, f->source);
}

static const struct lt_option options[] = {
    FOLDER_OPTION("where the table and the drawings go (default: out)"),
    PLOT_OPTION,
    THEME_OPTION,
    SIZE_OPTION,
    JSON_OPTION,
    HELP_OPTION,
    {0},
};

const struct command command_audit_formula = {
    .name = "audit-formula",
    .arguments = "[FORMULA...]",
    .summary = "Compare published damping formulas with simulated restitution.",
    .options = options,
    .perform = perform,
    .output = "out",
    .propose = propose_formulas,
};

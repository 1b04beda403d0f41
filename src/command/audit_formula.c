/* SPDX-License-Identifier: GPL-3.0-or-later */
/* audit_formula.c: compares published damping formulas with the restitution that the law itself
 * gives. */
#include "command.h"

#include "calibrate/damping_audit.h"
#include "figure/output.h"

#include <string.h>

enum { MOST = 32 };

/* ---- Figures --------------------------------------------------------------------------------- */

/* Draws a figure of the formulas of GROUP with one kind of dashpot, PULL: restitution obtained over
 * restitution entered, and the diagonal on which all should lie. Nothing is drawn if there are
 * none. */
static void draw_group(const struct call *call, const struct lt_damping_audits *audits,
                       const char *group, enum lt_pull pull, struct lt_output *output) {
    struct lt_curve curves[MOST];
    size_t n = 1;
    bool either = false;
    for (size_t i = 0; i < audits->count; i++) {
        const struct lt_damping_audit *a = &audits->list[i];
        if (strcmp(a->formula->group, group) != 0 || a->pull != pull || n == MOST)
            continue;
        either = a->formula->either;
        curves[n++] = (struct lt_curve){.label = a->formula->name,
                                        .x = a->requested,
                                        .y = a->obtained,
                                        .count = LT_DAMPING_TARGETS};
    }
    if (n == 1)
        return;
    /* The diagonal, for which the first place was left free. */
    curves[0] = (struct lt_curve){.label = "target",
                                  .x = curves[1].x,
                                  .y = curves[1].x,
                                  .count = LT_DAMPING_TARGETS,
                                  .role = LT_CURVE_THEORY};
    /* Formulas that hold for either kind of dashpot have one figure, without its name. */
    const char *mode = either ? "" : lt_damping_modes[pull];
    const char *dash = either ? "" : "-";
    struct lt_figure figure = {
        .title = either                ? "Restitution by published formulas"
                 : pull == LT_MAY_PULL ? "Restitution by published formulas: no tensile cut-off"
                                       : "Restitution by published formulas: tensile cut-off",
        .x_text = "coefficient of restitution entered",
        .y_text = "coefficient of restitution obtained",
        .x_unit = "1",
        .y_unit = "1",
        .curves = curves,
        .n_curves = n};
    const char *base =
        lt_arena_print(call->arena, "%s/audit-formula-%s%s%s", call->output, group, dash, mode);
    lt_output_add(output, &figure, base, output->format);
}

/* Draws a figure for each group of formulas and kind of dashpot. */
static void draw_audits(const struct call *call, const struct lt_damping_audits *audits,
                        struct lt_output *output) {
    for (size_t i = 0; i < audits->count; i++) {
        const char *group = audits->list[i].formula->group;
        if (i > 0 && strcmp(audits->list[i - 1].formula->group, group) == 0)
            continue;
        draw_group(call, audits, group, LT_MAY_PULL, output);
        draw_group(call, audits, group, LT_NO_TENSION, output);
    }
}

/* Writes the table and figures of the audits and prints them; returns the exit code. */
static int show_audits(const struct call *call, struct lt_damping_audits *audits) {
    const char *table = lt_arena_print(call->arena, "%s/audit-formula.csv", call->output);
    if (lt_command_write_table(call, table, lt_damping_audit_csv, audits) != DONE)
        return BAD_FILE;
    struct lt_output output = lt_command_output(call);
    if (!lt_command_draws(call, LT_PLOT_NONE))
        draw_audits(call, audits, &output);
    if (call->json) {
        lt_command_print_json(lt_damping_audit_document(audits));
    } else {
        lt_command_print(lt_damping_audit_text(audits, call->arena));
        fputs(output.terminal, stdout);
        printf("\n  wrote %s%s\n", table, output.written);
    }
    return lt_command_code_of_output(&output);
}

/* ---- The command ------------------------------------------------------------------------------
 */

/* True if the formula is named on the command line, or none is. */
static bool is_chosen(const struct call *call, const char *name) {
    for (size_t i = 0; i < call->n_files; i++)
        if (strcmp(call->files[i], name) == 0)
            return true;
    return call->n_files == 0;
}

/* The first operand that is not a formula, with a hint at a similar name; NULL: none. */
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

/* Performs 'lawtester audit-formula'; returns the exit code. */
static int perform(const struct call *call) {
    const char *hint, *word = unknown_formula(call, &hint);
    if (word)
        return lt_command_misused(call, "unknown formula '%s'%s", word, hint);
    struct lt_damping_audits audits = {
        lt_arena_get(call->arena, LT_PULLS * MOST * sizeof *audits.list), 0};
    char why[512];
    for (const struct lt_damping *f = lt_damping_formulas; f->name && !interrupted; f++)
        for (int pull = 0; is_chosen(call, f->name) && pull < (f->either ? 1 : LT_PULLS); pull++)
            if (!lt_damping_audit(&audits.list[audits.count++], f, (enum lt_pull)pull, &interrupted,
                                  why, sizeof why)) {
                lt_command_say("%s: %s", f->name, why);
                return RUN_FAILED;
            }
    return interrupted ? DONE : show_audits(call, &audits);
}

/* Proposes the names of the formulas for completion. */
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

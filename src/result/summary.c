/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "result/summary.h"

#include "base/choice.h"
#include "base/text.h"
#include "base/units.h"
#include "registry/laws.h"
#include "registry/part_list.h"
#include "registry/parts.h"
#include "registry/roles.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns true if a metric prefix may stand before UNIT, which then scales its first factor: "N/m"
 * becomes "kN/m". False if that factor has a power or a full name, as in "m^2". */
static bool accepts_prefix(const char *unit) {
    static const char *const scalable[] = {"m", "s", "N", "Pa", "J", "W", "Hz", "rad", NULL};
    size_t length = strcspn(unit, " /*");
    for (size_t i = 0; scalable[i]; i++)
        if (strlen(scalable[i]) == length && memcmp(scalable[i], unit, length) == 0)
            return true;
    return false;
}

/* Returns the power of 1000 of the prefix for VALUE, from -4 (p) to 4 (T); 0 for none. An angle has
 * a prefix only below 0.1 rad, where an axis would show mrad. */
static int prefix_power(double value, const char *unit) {
    const bool angle = strncmp(unit, "rad", 3) == 0;
    if (!accepts_prefix(unit) || value == 0 || (angle && fabs(value) >= 0.1))
        return 0;
    const double power = floor(log10(fabs(value)) / 3);
    return fabs(power) <= 4 ? (int)power : 0;
}

/* Writes a value (SI) with six digits, prefix and unit into BUFFER, and returns that. MICRO is the
 * prefix for 1e-6, "u" or "µ". */
static const char *write_quantity(double value, const char *unit, const char *micro, char *buffer,
                                  size_t size) {
    const char *const prefixes[] = {"p", "n", micro, "m", "", "k", "M", "G", "T"};
    const int power = prefix_power(value, unit);
    snprintf(buffer, size, lt_units_is_bare(unit) ? "%.6g" : "%.6g %s%s", value / pow(1000, power),
             prefixes[power + 4], unit);
    return buffer;
}

/* Writes a value (SI) with a suitable prefix and unit in ASCII into BUFFER, and returns that. */
const char *lt_summary_quantity(double value, const char *unit, char *buffer, size_t size) {
    return write_quantity(value, unit, "u", buffer, size);
}

/* Writes a value (SI) as lt_summary_quantity does, but with "µ", for pages. */
const char *lt_summary_printed(double value, const char *unit, char *buffer, size_t size) {
    return write_quantity(value, unit, "µ", buffer, size);
}

/* Writes a large count with three digits and k, M or G into BUFFER, for rates such as steps per
 * second; returns that. */
const char *lt_summary_short(double value, char *buffer, size_t size) {
    const char *prefix = value >= 1e9 ? "G" : value >= 1e6 ? "M" : value >= 1e3 ? "k" : "";
    double scale = value >= 1e9 ? 1e9 : value >= 1e6 ? 1e6 : value >= 1e3 ? 1e3 : 1;
    snprintf(buffer, size, "%.3g %s", value / scale, prefix);
    return buffer;
}

/* Prints the finite values (SI) of all names of one kind; with the results also those of bands. */
static void print_values(FILE *out, enum lt_name_kind kind, const struct lt_names *names,
                         const double *values) {
    char buffer[64];
    fputc('\n', out);
    for (size_t i = 0; i < names->count; i++) {
        const struct lt_name *name = &names->list[i];
        const bool banded = kind == LT_NAME_RESULT && name->kind == LT_NAME_BAND;
        if ((name->kind == kind || banded) && isfinite(values[name->slot]))
            fprintf(out, "  %-20s %s\n", name->name,
                    lt_summary_quantity(values[name->slot], name->unit, buffer, sizeof buffer));
    }
}

/* Prints the law's parameters (SI), and parts or choices as words. */
static void print_settings(FILE *out, const struct lt_program *program, const double *values) {
    char buffer[LT_WORDS_ROOM];
    fputc('\n', out);
    for (size_t i = 0; i < program->law->n_params; i++) {
        const struct lt_field *field = &program->law->params[i];
        const double *params = &values[program->names->params];
        const char *words = lt_part_list_words(program->law, i, params, buffer, sizeof buffer);
        if (isfinite(params[i]) && !lt_parts_absent(field) && !field->hidden)
            fprintf(out, "  %-20s %s\n", field->name,
                    words ? words
                          : lt_summary_quantity(params[i], field->unit, buffer, sizeof buffer));
    }
}

/* Returns a number with so many digits as a cell of a table, in BUFFER; "-" for NAN. */
static const char *number_cell(double value, int digits, char *buffer, size_t size) {
    if (isnan(value))
        return "-";
    snprintf(buffer, size, "%.*g", digits, value);
    return buffer;
}

/* Prints an expectation: ok or FAILED, numbers, then its text, which comes last because a formula
 * may have any length. COLOUR: with codes for a terminal. */
static void print_verdict(FILE *out, const struct lt_verdict *verdict, bool colour) {
    char value[32], expected[32], error[32], tolerance[32];
    const char *paint = !colour ? "" : verdict->ok ? "\033[32m" : "\033[1;31m";
    fprintf(out, "  %s%-6s%s  %-14s %-14s %-9s %-9s %s", paint, verdict->ok ? "ok" : "FAILED",
            colour ? "\033[0m" : "", number_cell(verdict->value, 8, value, sizeof value),
            number_cell(verdict->expected, 8, expected, sizeof expected),
            number_cell(verdict->error, 2, error, sizeof error),
            number_cell(verdict->tolerance, 2, tolerance, sizeof tolerance), verdict->text);
    if (verdict->where && verdict->where[0])
        fprintf(out, " (%.*s)", (int)strcspn(verdict->where, "\n"), verdict->where);
    fputc('\n', out);
}

/* Returns a table, as malloc'd text, of the time that the parts of a run took, in s and as shares.
 * Motion is what the others leave. */
char *lt_summary_timing(const struct lt_timing *timing) {
    static const char *const parts[] = {[LT_TIME_LAW] = "law",
                                        [LT_TIME_LEDGER] = "ledger",
                                        [LT_TIME_FORMULAS] = "formulas",
                                        [LT_TIME_RECORDING] = "recording"};
    struct lt_text text;
    FILE *out = lt_text_begin(&text);
    double left = timing->total;
    fprintf(out, "\n  time        share    calls      each\n");
    for (int i = 0; i < LT_TIME_PARTS; i++) {
        double seconds = timing->seconds[i], each = seconds / fmax(1, (double)timing->calls[i]);
        char buffer[64];
        /* Times in s; a part that was never called counts as called once. */
        left -= seconds;
        fprintf(out, "  %-10s %5.1f %%  %9zu  %s\n", parts[i], 100 * seconds / timing->total,
                timing->calls[i], lt_summary_quantity(each, "s", buffer, sizeof buffer));
    }
    char buffer[64];
    fprintf(out, "  %-10s %5.1f %%\n", "motion", 100 * left / timing->total);
    fprintf(out, "  %-10s %s\n", "all",
            lt_summary_quantity(timing->total, "s", buffer, sizeof buffer));
    return lt_text_end(&text);
}

/* Prints the expectations of a run, ALL or only those that are missed. */
static void print_verdicts(FILE *out, const struct lt_result *result, bool all, bool colour) {
    size_t shown = 0;
    for (size_t i = 0; i < result->n_verdicts; i++) {
        if (!all && result->verdicts[i].ok)
            continue;
        if (shown++ == 0)
            fprintf(out, "\n          %-14s %-14s %-9s within\n", "value", "expected", "error");
        print_verdict(out, &result->verdicts[i], colour);
    }
}

/* Prints the stages that were run: steps, duration and the condition that ended them. */
static void print_stages(FILE *out, const struct lt_program *program,
                         const struct lt_result *result) {
    fprintf(out, "\n  %-16s %-9s %-14s until\n", "stage", "steps", "time");
    for (size_t i = 0; i < result->n_stages; i++) {
        const struct lt_stage_result *stage = &result->stages[i];
        char buffer[64];
        fprintf(out, "  %-16s %-9zu %-14s %s\n", program->stages[stage->stage].name, stage->steps,
                lt_summary_quantity(stage->time, "s", buffer, sizeof buffer), stage->ended_by);
    }
}

/* Prints the events of a run with times, and whether they begin or end. */
static void print_events(FILE *out, const struct lt_result *result) {
    for (size_t i = 0; i < result->n_events; i++) {
        const struct lt_event_result *event = &result->events[i];
        char buffer[64];
        fprintf(out, "%s  %-16s at %s%s\n", i == 0 ? "\n" : "", event->name,
                lt_summary_quantity(event->t, "s", buffer, sizeof buffer),
                event->mode < 0    ? ""
                : event->mode == 0 ? ", mode 0 (begins)"
                                   : ", mode 1 (ends)");
    }
}

/* Prints between which separations e_n is measured, unless the surfaces just touch there.
 * Separations within rounding, or within two steps' motion at the end, count as touching. */
static void print_ends(FILE *out, const struct lt_program *program,
                       const struct lt_result *result) {
    const double *values = result->values, *ends = result->ends;
    /* In m: 1e-9 of the effective radius, or 1e-6 of the largest overlap. */
    const double rounding = fmax(1e-9 * values[LT_R_EFF], 1e-6 * values[LT_R_OVERLAP_MAX]);
    const bool exact = program->motion.integrator == LT_EXACT; /* others know it to a step */
    const double step = exact ? 0 : 2 * fabs(values[LT_VN]) * values[LT_DT];
    const bool made = fabs(ends[0]) > rounding, lost = fabs(ends[1]) > fmax(rounding, step);
    char from[64], to[64];
    if (isfinite(values[LT_R_E_N]) && isfinite(ends[1]) && (made || lost))
        fprintf(out,
                "\n  e_n, e_t and t_contact count from un = %s, where the contact is made, to un = "
                "%s, where it is lost\n",
                lt_summary_quantity(made ? ends[0] : 0, "m", from, sizeof from),
                lt_summary_quantity(fabs(ends[1]) > rounding ? ends[1] : 0, "m", to, sizeof to));
}

/* Prints the energies of a run of another code, which reports only these; its stored and dissipated
 * energies are unknown. */
static void print_code_energies(FILE *out, const struct lt_names *names, const double *values) {
    static const char *const known[] = {"E_work", "E_kinetic", "E_contact"};
    char buffer[64];
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const struct lt_name *name = lt_names_find(names, known[i]);
        if (name && isfinite(values[name->slot]))
            fprintf(out, "  %s_end%*s %s\n", name->name, (int)(16 - strlen(name->name)), "",
                    lt_summary_quantity(values[name->slot], name->unit, buffer, sizeof buffer));
    }
}

/* Prints the program's title, or its file's name if it has none, in bold if COLOUR. */
static void print_title(FILE *out, const struct lt_program *program, bool colour) {
    fprintf(out, "%s%s%s\n", colour ? "\033[1m" : "",
            program->title[0] ? program->title : program->stem, colour ? "\033[0m" : "");
}

/* Returns true if an expectation of the run is missed, false if all are met. */
static bool falls_short(const struct lt_result *result) {
    for (size_t i = 0; i < result->n_verdicts; i++)
        if (!result->verdicts[i].ok)
            return true;
    return false;
}

/* Returns title and missed expectations as malloc'd text; "" if all are met. */
static char *print_missed(const struct lt_program *program, const struct lt_result *result,
                          bool colour) {
    struct lt_text text;
    FILE *out = lt_text_begin(&text);
    if (falls_short(result)) {
        print_title(out, program, colour);
        print_verdicts(out, result, false, colour);
    }
    return lt_text_end(&text);
}

/* Returns the summary of a run as malloc'd text. LT_BRIEF: only what is missed; LT_FULL: also
 * settings, stages and events. COLOUR: for a terminal. */
char *lt_summary_run(const struct lt_program *program, const struct lt_result *result,
                     enum lt_detail detail, bool colour) {
    if (detail == LT_BRIEF)
        return print_missed(program, result, colour);
    struct lt_text text;
    FILE *out = lt_text_begin(&text);
    print_title(out, program, colour);
    for (size_t i = 0; i < result->n_prints; i++)
        fprintf(out, "%s  %s\n", i == 0 ? "\n" : "", result->prints[i]);
    /* Settings and course, then results, then expectations. */
    if (detail == LT_FULL) {
        print_values(out, LT_NAME_CONSTANT, program->names, result->values);
        print_settings(out, program, result->values);
        print_stages(out, program, result);
        print_events(out, result);
    }
    if (result->status == LT_DONE)
        print_values(out, LT_NAME_RESULT, program->names, result->values);
    if (result->status == LT_DONE && program->codelaw)
        print_code_energies(out, program->names, result->values);
    if (result->status == LT_DONE)
        print_ends(out, program, result);
    print_verdicts(out, result, true, colour);
    return lt_text_end(&text);
}

/* Returns the results of N runs side by side as malloc'd text. Their JSON documents start at index
 * FIRST of the list. */
char *lt_summary_beside(const char *const *labels, size_t n, const json_t *documents,
                        size_t first) {
    const char *key;
    json_t *value, *results = json_object_get(json_array_get(documents, first), "results");
    struct lt_text text;
    FILE *out = lt_text_begin(&text);
    fprintf(out, "\n  %-20s", "");
    for (size_t i = 0; i < n; i++)
        fprintf(out, " %16s", labels[i]);
    fputc('\n', out);
    /* Values at the end of a run, NAME_end, are left out. */
    json_object_foreach(results, key, value) {
        const size_t length = strlen(key);
        if (length > 4 && strcmp(key + length - 4, "_end") == 0)
            continue;
        fprintf(out, "  %-20s", key);
        for (size_t i = 0; i < n; i++) {
            const json_t *one = json_object_get(
                json_object_get(json_array_get(documents, first + i), "results"), key);
            json_is_number(one) ? fprintf(out, " %16.9g", json_number_value(one))
                                : fprintf(out, " %16s", "-");
        }
        fputc('\n', out);
    }
    return lt_text_end(&text);
}

/* Returns names and summaries of a list of laws that ends with NULL, as malloc'd text. */
char *lt_summary_laws(const struct lt_law *const *laws) {
    struct lt_text text;
    FILE *out = lt_text_begin(&text);
    for (; *laws; laws++)
        fprintf(out, "%-24s %s\n", (*laws)->name, (*laws)->summary);
    return lt_text_end(&text);
}

/* Prints WORDS, if any, below a heading, each line indented. */
static void print_paragraph(FILE *out, const char *heading, const char *words) {
    if (!words || !words[0])
        return;
    fprintf(out, "\n%s\n", heading);
    while (*words) {
        size_t length = strcspn(words, "\n");
        fprintf(out, length > 0 ? "  %.*s\n" : "%.*s\n", (int)length, words);
        words += length + (words[length] == '\n');
    }
}

/* Returns the range of a parameter (SI) as text in BUFFER; "any" if it has no limits. */
static const char *range_text(const struct lt_field *field, char *buffer, size_t size) {
    if (field->min == -INFINITY && field->max == INFINITY)
        return "any";
    snprintf(buffer, size, "%.6g .. %.6g", field->min, field->max);
    return buffer;
}

/* Prints a parameter in a line: type, unit, default, range, meaning, words, role and mixing rule.
 */
static void print_param(FILE *out, const struct lt_law *law, const struct lt_field *field) {
    char preset[32], limits[64], buffer[64];
    fprintf(out, "  %-20s %-4s %-8s %-10s %-14s %s", field->name,
            lt_laws_type(law, field->name, field), field->unit,
            number_cell(field->preset, 6, preset, sizeof preset),
            range_text(field, limits, sizeof limits), field->doc);
    const char *word;
    for (int n = 0;
         field->choices && (word = lt_choice_word(field->choices, n, buffer, sizeof buffer)); n++)
        fprintf(out, "%s%d %s", n == 0 ? ": " : ", ", n, word);
    if (field->role != LT_NO_ROLE)
        fprintf(out, "%srole: %s", *field->doc ? "; " : "", lt_role_texts[field->role].word);
    if (*lt_laws_mixing(field))
        fprintf(out, "; of materials: %s",
                field->mix == LT_EACH ? "in the law's own way" : lt_laws_mixing(field));
    if (field->of)
        fprintf(out, "; of %s", field->of);
    fputc('\n', out);
}

/* Prints the parameters of a law. PART: only those that belong to it; NULL: all. BRIEF: without
 * choices that are fixed. */
static void print_params(FILE *out, const struct lt_law *law, const struct lt_part_word *part,
                         bool brief, struct lt_arena *arena) {
    bool any = false;
    for (size_t i = 0; i < law->n_params; i++) {
        const struct lt_field *field = &law->params[i];
        if (brief && field->choices && field->min == field->max)
            continue;
        if (lt_parts_absent(field) || field->hidden ||
            (part && !lt_parts_owns(law, part, field, arena)))
            continue;
        if (!any)
            fprintf(out, "\nParameters\n  %-20s %-4s %-8s %-10s %s\n", "name", "type", "unit",
                    "default", "range");
        any = true;
        print_param(out, law, field);
    }
}

/* Prints a list of a law's states or energies below a heading, each name after PREFIX. */
static void print_fields(FILE *out, const struct lt_law *law, const char *heading,
                         const char *prefix, const struct lt_field *fields, size_t count) {
    if (count > 0)
        fprintf(out, "\n%s\n", heading);
    for (size_t i = 0; i < count; i++)
        if (!fields[i].hidden)
            fprintf(out, "  %s%-*s %-4s %-8s %s\n", prefix, (int)(20 - strlen(prefix)),
                    fields[i].name, lt_laws_type(law, fields[i].name, &fields[i]), fields[i].unit,
                    fields[i].doc);
}

/* Prints the checks of verify in which a law declares to fall short. PART: only those of that part;
 * NULL: all. */
static void print_declares(FILE *out, const struct lt_law *law, const struct lt_part_word *part,
                           struct lt_arena *arena) {
    bool any = false;
    for (const struct lt_shortfall *s = law->declares; s && s->check; s++) {
        if (part && !lt_parts_declares(law, part, s, arena))
            continue;
        fprintf(out, "%s  %s up to %.3g when ",
                any ? "" : "\nFalls short of what verify requires\n", s->check, s->most);
        lt_part_list_print(out, law, s->when);
        fprintf(out, "\n    %s\n", s->why);
        any = true;
    }
}

/* Prints the order of the error of a law's step; INFINITY means none, and 0 or less is unknown and
 * not printed. */
static void print_order(FILE *out, double order) {
    if (isinf(order))
        fprintf(out, "\nOrder of the step: no error where no branch changes\n");
    else if (order > 0)
        fprintf(out, "\nOrder of the step: %g\n", order);
}

/* Prints the parts of the law in the order of their kinds, and which exclude each other. */
static void print_parts(FILE *out, const struct lt_law *law) {
    for (const struct lt_part_word *part = law->parts; part && part->kind; part++) {
        const bool first = part == law->parts || strcmp(part->kind, part[-1].kind) != 0;
        fprintf(out, "%s%s%s  %-20s %s\n", first ? "\nParts: " : "", first ? part->kind : "",
                first ? "\n" : "", part->word, part->doc);
    }
    /* Pairs of words that exclude each other; the bits of words[] are the words of a kind, and the
     * last bit stands for parts of the user's own. */
    for (const struct lt_clash *c = law->clashes; c && c->why; c++) {
        const unsigned kinds[] = {c->kind, c->other}, words[] = {c->words, c->others};
        if (lt_part_list_clashes_again(law, c))
            continue;
        fputs(c == law->clashes ? "\nParts that do not go together\n" : "", out);
        for (int k = 0; k < 2; k++) {
            const struct lt_field *field = &law->params[kinds[k]];
            const char *kind = field->name;
            char word[64];
            lt_part_list_slot(law, field->name, &kind);
            fprintf(out, "%s%s:", k ? " with " : "  ", kind);
            for (int i = 0; i <= (int)field->max; i++)
                if (words[k] >> i & 1u)
                    fprintf(out, " %s", lt_choice_word(field->choices, i, word, sizeof word));
            if (words[k] >> ((int)field->max + 1) & 1u)
                fputs(" (one of your own)", out);
        }
        fprintf(out, "\n    %s\n", c->why);
    }
}

/* Prints when the events of the law occur. */
static void print_occasions(FILE *out, const struct lt_law *law) {
    for (const struct lt_event *event = law->events; event && event->name; event++)
        fprintf(out, "%s  %-20s at the %s of %s\n", event == law->events ? "\nEvents\n" : "",
                event->name,
                !event->rises  ? "end"
                : event->falls ? "begin (mode 0) and the end (mode 1)"
                               : "begin",
                strcmp(event->watch, "active") == 0 ? "contact" : event->watch);
}

/* Returns the description of one part of a composed law as malloc'd text. */
char *lt_summary_part(const struct lt_law *law, const struct lt_part_word *part,
                      struct lt_arena *arena) {
    struct lt_text text;
    FILE *out = lt_text_begin(&text);
    fprintf(out, "%s: %s, a part of the law %s\n  %s\n", part->kind, part->word, law->name,
            part->doc);
    print_params(out, law, part, false, arena);
    print_declares(out, law, part, arena);
    return lt_text_end(&text);
}

/* Returns the description of a law as malloc'd text. BRIEF: without fixed choices, jumps and
 * declared exceptions. */
char *lt_summary_law(const struct lt_law *law, bool brief) {
    struct lt_text text;
    FILE *out = lt_text_begin(&text);
    fprintf(out, "%s: %s\n", law->name, law->summary);
    /* The law itself, with its parts, parameters, states and energies. */
    print_paragraph(out, "Source", law->source);
    print_paragraph(out, "Equations", law->equations);
    print_order(out, law->order);
    if (!law->whole)
        print_parts(out, law);
    print_params(out, law, NULL, brief, NULL);
    print_fields(out, law, "State", "", law->state, law->n_state);
    print_fields(out, law, "Dissipated energies, beside E_dashpot", "E_", law->losses,
                 law->n_losses);
    /* Columns that formulas define, and events. */
    for (const struct lt_view *view = law->views; view && view->name; view++)
        fprintf(out, "%s  %-20s %-4s %-8s %s (%s)\n",
                view == law->views ? "\nFurther columns\n" : "", view->name,
                lt_laws_type(law, view->name, NULL), view->unit, view->doc, view->formula);
    print_occasions(out, law);
    /* Results in closed form, and the conditions under which they hold. */
    for (const struct lt_case *form = law->cases; form && form->result; form++) {
        fprintf(out, "%s  %s = %s\n    when ", form == law->cases ? "\nClosed forms\n" : "",
                form->result, form->formula);
        lt_part_list_print(out, law, form->when);
        fprintf(out, "; %s\n", form->convention);
    }
    /* Where the force jumps; "made" and "lost" are places at the ends of the contact. */
    for (const struct lt_jump *jump = brief ? NULL : law->jumps; jump && jump->force; jump++) {
        if (lt_part_list_again(law, jump->when))
            continue;
        fprintf(out, "%s  %s where %s%s changes by %s\n    when ",
                jump == law->jumps ? "\nJumps of the force\n" : "", jump->force,
                strcmp(jump->at, "made") == 0 || strcmp(jump->at, "lost") == 0 ? "the contact is "
                                                                               : "",
                jump->at, jump->change);
        lt_part_list_print(out, law, jump->when);
        fprintf(out, "; %s\n", jump->why);
    }
    if (law->forward_only)
        fputs("\nStepped forwards only: each step once, in order\n", out);
    if (!brief)
        print_declares(out, law, NULL, NULL);
    return lt_text_end(&text);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verify_document.c: what was found, in words and as a JSON document. */
#include "base/arena.h"
#include "base/text.h"
#include "result/json.h"
#include "verify/verifying.h"

#include <math.h>
#include <string.h>

/* The number of checks of a subject that were made, since the law has the parameters that they
 * need. */
static size_t count_tested(const struct lt_subject *subject) {
    size_t count = 0;
    for (size_t i = 0; i < subject->n_checks; i++)
        count += !subject->checks[i].roles;
    return count;
}

/* The number of checks of a subject that were made and met. */
static size_t count_met(const struct lt_subject *subject) {
    size_t count = 0;
    for (size_t i = 0; i < subject->n_checks; i++)
        count += !subject->checks[i].roles && subject->checks[i].ok;
    return count;
}

/* The largest error relative to its bound (above 1: not met), of the checks that were made and have
 * a bound or failed. */
static double worst_share(const struct lt_subject *subject) {
    double worst = 0;
    for (size_t i = 0; i < subject->n_checks; i++) {
        const struct lt_finding *check = &subject->checks[i];
        if (!check->roles && (!isnan(check->bound) || !check->ok))
            worst = fmax(worst, lt_verify_share(check->value, check->bound));
    }
    return worst;
}

/* ---- In words -------------------------------------------------------------------------------- */

/* The word for the outcome of a check. */
static const char *verdict_of(const struct lt_finding *check) {
    if (!check->ok)
        return "FAILED";
    if (check->roles)
        return "skipped";
    return check->declared ? "declared" : isnan(check->value) ? "no case" : "ok";
}

/* Prints verdict, value, bound and name of a check, and the detail where it explains the
 * verdict. */
static void print_check(FILE *out, const struct lt_finding *check) {
    fprintf(out, "  %-8s ", verdict_of(check));
    if (isnan(check->value))
        fprintf(out, "%9s %9s", "-", "-");
    else if (isnan(check->bound))
        fprintf(out, "%9.2g %9s", check->value, "-");
    else
        fprintf(out, "%9.2g %9.2g", check->value, check->bound);
    fprintf(out, "  %s\n", check->name);
    if (check->detail && (!check->ok || check->declared || check->told || isnan(check->value)))
        fprintf(out, "                                %s\n", check->detail);
}

/* Prints a table of all checks of a subject. */
static void print_checks(FILE *out, const struct lt_subject *subject) {
    fprintf(out, "%s%s%s\n", subject->name, subject->is_program ? ": law " : "",
            subject->is_program ? subject->law : "");
    if (subject->skipped) {
        fprintf(out, "  %s\n", subject->skipped);
        return;
    }
    fprintf(out, "  %-8s %9s %9s  %s\n", "verdict", "value", "bound", "check");
    for (size_t i = 0; i < subject->n_checks; i++)
        print_check(out, &subject->checks[i]);
    const size_t told = count_tested(subject);
    fprintf(out, "  %zu of %zu met, ", count_met(subject), told);
    if (told < subject->n_checks)
        fprintf(out, "%zu skipped, ", subject->n_checks - told);
    fprintf(out, "%.2f s\n\n", subject->seconds);
}

/* The length of the longest name of the subjects, at least WIDTH. */
static int widest_name(const struct lt_subject *subjects, size_t count, int width) {
    for (size_t i = 0; i < count; i++)
        width = (int)strlen(subjects[i].name) > width ? (int)strlen(subjects[i].name) : width;
    return width;
}

/* Prints "3 of 4 passed, 1 not applicable"; SKIPPED: the words for those that were not tested. */
static void print_total(FILE *out, const struct lt_subject *subjects, size_t count,
                        const char *skipped) {
    size_t passed = 0, left_out = 0;
    for (size_t i = 0; i < count; i++) {
        passed += subjects[i].ok && !subjects[i].skipped;
        left_out += subjects[i].skipped != NULL;
    }
    if (count > 0 && left_out == count)
        fputs("nothing to check", out);
    else
        fprintf(out, "%zu of %zu passed", passed, count - left_out);
    if (left_out > 0)
        fprintf(out, ", %zu %s", left_out, skipped);
}

/* Prints a line for each subject: checks met, and the worst error relative to its bound; then the
 * failed checks. */
static void print_summary(FILE *out, const struct lt_subject *subjects, size_t count) {
    const int width = widest_name(subjects, count, 7);
    fprintf(out, "%-*s  %-24s %9s %9s %8s\n", width, "program", "law", "met", "worst", "s");
    for (size_t i = 0; i < count; i++) {
        const struct lt_subject *s = &subjects[i];
        fprintf(out, "%-*s  %-24s ", width, s->name, s->law);
        if (s->skipped) {
            fprintf(out, "%s\n", s->skipped);
            continue;
        }
        fprintf(out, "%4zu/%-4zu %9.2g %8.2f%s\n", count_met(s), count_tested(s), worst_share(s),
                s->seconds, s->ok ? "" : "  FAILED");
        for (size_t k = 0; k < s->n_checks; k++)
            if (!s->checks[k].ok)
                print_check(out, &s->checks[k]);
    }
}

/* Returns LIST, "a, b", with the first LENGTH bytes of WORD added unless they are an element
 * already. */
static const char *with_word(struct lt_arena *arena, const char *list, const char *word,
                             size_t length) {
    for (const char *at = list; *at; at += strcspn(at, ","), at += 2 * (*at == ','))
        if (strcspn(at, ",") == length && strncmp(at, word, length) == 0)
            return list;
    return lt_arena_print(arena, "%s%s%.*s", list, *list ? ", " : "", (int)length, word);
}

/* Prints which checks of all subjects were skipped, and why: no parameter has the roles that they
 * need, or the law cannot be restarted from an earlier state. */
static void print_not_reported(FILE *out, struct lt_arena *arena, const struct lt_subject *subjects,
                               size_t count) {
    const char *checks = "", *roles = "", *again = "";
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < subjects[i].n_checks; k++) {
            const struct lt_finding *check = &subjects[i].checks[k];
            const char *at = check->roles;
            if (at && !*at)
                again = with_word(arena, again, check->name, strcspn(check->name, ":"));
            if (at && *at)
                checks = with_word(arena, checks, check->name, strcspn(check->name, ":"));
            for (; at && *at; at += strcspn(at, " "), at += *at == ' ')
                roles = with_word(arena, roles, at, strcspn(at, " "));
        }
    if (*checks)
        fprintf(out, "; skipped: %s, since no parameter has the role: %s", checks, roles);
    if (*again)
        fprintf(out, "; skipped: %s, since the law is stepped forwards only", again);
}

/* The report as text, malloc'd: all checks of the first LISTED subjects, a line for each of the
 * others, and the total. */
char *lt_verify_text(const struct lt_subject *subjects, size_t count, size_t listed,
                     struct lt_arena *arena) {
    struct lt_text text;
    FILE *out = lt_text_begin(&text);
    for (size_t i = 0; i < listed; i++)
        print_checks(out, &subjects[i]);
    if (listed < count)
        print_summary(out, subjects + listed, count - listed);
    print_total(out, subjects, count, "not applicable");
    print_not_reported(out, arena, subjects, count);
    fputc('\n', out);
    return lt_text_end(&text);
}

/* Prints a line for a law of an external code: checks met, then "cycle 0.41, spin 0.48", the checks
 * that it fails. WIDTH: of the column of names. */
static void print_style(FILE *out, const struct lt_subject *s, int width) {
    if (s->skipped) {
        fprintf(out, "%-*s  %s\n", width, s->name, s->skipped);
        return;
    }
    fprintf(out, "%-*s  %2zu/%-2zu", width, s->name, count_met(s), count_tested(s));
    for (size_t i = 0; i < s->n_checks; i++) {
        const struct lt_finding *check = &s->checks[i];
        if (!check->ok && check->detail)
            fprintf(out, "  %.*s: %s", (int)strcspn(check->name, ":"), check->name, check->detail);
        else if (!check->ok)
            fprintf(out, "  %.*s %.2g", (int)strcspn(check->name, ":"), check->name, check->value);
    }
    fputc('\n', out);
}

/* The report on the laws of an external code as text, malloc'd. */
char *lt_verify_styles_text(const struct lt_subject *subjects, size_t count) {
    const int width = widest_name(subjects, count, 5);
    struct lt_text text;
    FILE *out = lt_text_begin(&text);
    fprintf(out, "%-*s  met    falls short of\n", width, "law");
    for (size_t i = 0; i < count; i++)
        print_style(out, &subjects[i], width);
    print_total(out, subjects, count, "not run");
    fputc('\n', out);
    return lt_text_end(&text);
}

/* ---- As a document --------------------------------------------------------------------------- */

/* The checks of a subject as a list of objects. "ok" of an untested check, which is neither right
 * nor wrong, is null. */
static json_t *checks_json(const struct lt_subject *subject) {
    json_t *list = json_array();
    for (size_t i = 0; i < subject->n_checks; i++) {
        const struct lt_finding *check = &subject->checks[i];
        json_array_append_new(list, json_pack("{s:s s:o s:o s:o s:b s:o s:s}", "name", check->name,
                                              "value", lt_document_number(check->value), "bound",
                                              lt_document_number(check->bound), "ok",
                                              check->roles ? json_null() : json_boolean(check->ok),
                                              "declared", check->declared, "roles",
                                              word_list(check->roles ? check->roles : ""), "detail",
                                              check->detail ? check->detail : ""));
    }
    return list;
}

/* The report as a JSON document, {laws: [...], ok: ...}, which the caller owns. */
json_t *lt_verify_json(const struct lt_subject *subjects, size_t count) {
    json_t *list = json_array();
    bool ok = true;
    for (size_t i = 0; i < count; i++) {
        const struct lt_subject *subject = &subjects[i];
        json_t *item = json_pack("{s:s s:o s:b}", "name", subject->law, "checks",
                                 checks_json(subject), "ok", subject->ok);
        if (subject->is_program)
            json_object_set_new(item, "program", json_string(subject->name));
        if (subject->skipped)
            json_object_set_new(item, "skipped", json_string(subject->skipped));
        json_array_append_new(list, item);
        ok &= subject->ok;
    }
    return json_pack("{s:o s:b}", "laws", list, "ok", ok);
}

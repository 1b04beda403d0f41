/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The faults of tests/broken/parts/faults.txt, planted in the law contact and its parts: each
 * fails the checks named there; a contact of the same parts without it passes them. */
#include "base/choice.h"
#include "registry/parts.h"
#include "rig.h"
#include "verify/audit.h"
#include "verify/verify.h"

#include <gsl/gsl_errno.h>
#include <stdio.h>

extern const struct lt_law spoiled_lt_law_contact;
extern int lt_part_fault; /* 0: none */
extern const struct lt_part_row { const char *name, *parts, *checks; } lt_part_faults[];

enum { CASES = 160, FAULTS = 47 };

/* The spoiled law with parts as "normal=hertz damping=tsuji", none of the other kinds. */
static const struct lt_law *made_of(const char *parts, struct lt_arena *arena) {
    const struct lt_law *law = &spoiled_lt_law_contact;
    double *numbers = lt_arena_get(arena, law->n_params * sizeof *numbers);
    for (size_t i = 0; i < law->n_params; i++)
        numbers[i] = lt_parts_is_kind(law, law->params[i].name) ? 0 : NAN;
    for (const char *at = parts; *at; at += strcspn(at, " "), at += *at == ' ') {
        char kind[64] = "", word[64] = "";
        ck_assert_int_eq(sscanf(at, "%63[^=]=%63[^ ]", kind, word), 2);
        const long i = lt_laws_param(law, kind);
        ck_assert_msg(i >= 0, "no kind %s", kind);
        numbers[i] = (double)lt_choice_number(law->params[i].choices, word);
        ck_assert_msg(numbers[i] >= 0, "%s: %s", kind, word);
    }
    return lt_parts_with(law, numbers, arena);
}

static bool closed_forms_hold(const struct lt_law *law, struct lt_arena *arena) {
    static volatile sig_atomic_t interrupted;
    const struct lt_law *const laws[] = {law, NULL};
    const struct lt_verify_options options = {
        .laws = laws, .seed = 1, .interrupted = &interrupted, .arena = arena};
    struct lt_subject subject;
    gsl_set_error_handler_off();
    lt_verify_laws(laws, 1, &options, &subject);
    return subject.ok;
}

static bool audit_holds(const struct lt_law *law, const char *check) {
    const struct lt_audit_options options = {
        .seed = 1, .cases = CASES, .only = check, .as_drawn = true};
    struct lt_audit audit;
    lt_audit_law(law, &options, &audit);
    bool ok = true, there = false;
    for (size_t i = 0; i < audit.count; i++) {
        there |= strcmp(audit.checks[i].name, check) == 0;
        ok &= audit.checks[i].ok;
    }
    lt_audit_free(&audit);
    ck_assert_msg(there, "no check is called '%s'", check);
    return ok;
}

START_TEST(faulty_part_fails) {
    const struct lt_part_row *row = &lt_part_faults[_i];
    struct lt_arena *arena = lt_arena_new();
    const struct lt_law *law = made_of(row->parts, arena);
    for (const char *at = row->checks; *at; at += strcspn(at, " "), at += *at == ' ') {
        char check[32] = "";
        memcpy(check, at, strcspn(at, " "));
        for (int fault = 0; fault <= _i + 1; fault += _i + 1) {
            lt_part_fault = fault;
            const bool holds = strcmp(check, "closed-form") == 0 ? closed_forms_hold(law, arena)
                                                                 : audit_holds(law, check);
            ck_assert_msg(holds == (fault == 0), "%s: %s %s", row->name,
                          fault ? "passes" : "without the fault fails", check);
        }
    }
    lt_part_fault = 0;
    lt_arena_free(arena);
}
END_TEST

START_TEST(all_faults) {
    ck_assert_ptr_nonnull(lt_part_faults[FAULTS - 1].name);
    ck_assert_ptr_null(lt_part_faults[FAULTS].name);
}
END_TEST

static void add(TCase *t) {
    tcase_add_loop_test(t, faulty_part_fails, 0, FAULTS);
    tcase_add_test(t, all_faults);
}

LT_TESTS("broken-parts", add)

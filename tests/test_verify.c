/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Verification: the laws as they are pass, laws that are wrong in one place do not, and what does
 * not depend on the threads does not. */
#include "base/arena.h"
#include "lt_check.h"
#include "registry/laws.h"
#include "verify/verify.h"

#include <gsl/gsl_errno.h>
#include <string.h>

static volatile sig_atomic_t interrupted;

static struct lt_subject verify(const struct lt_law *law, unsigned long seed,
                                struct lt_arena *arena) {
    const struct lt_law *const laws[] = {law, NULL};
    struct lt_verify_options options = {
        .laws = laws, .seed = seed, .interrupted = &interrupted, .arena = arena};
    struct lt_subject subject;
    gsl_set_error_handler_off();
    lt_verify_laws(laws, 1, &options, &subject);
    return subject;
}

/* ---- Laws as they are ------------------------------------------------------------------------ */

/* How many of a law's reference cases no sample meets: those of a critical damping that is not a
 * parameter. */
static const struct {
    const char *law;
    size_t checks, untested;
} laws[] = {
    {"linear", 18, 0},   {"idealelpl", 13, 0},
    {"linel6", 8, 0},    {"linear-elastic", 10, 1},
    {"hertz", 17, 0},    {"mindlin", 26, 0},
    {"concrete", 13, 0}, {"mindlin-rolling-torsion", 30, 0},
};

START_TEST(a_law_is_as_its_closed_forms_say) {
    struct lt_arena *arena = lt_arena_new();
    struct lt_subject found = verify(lt_laws_find(laws[_i].law), 7, arena);
    size_t untested = 0;
    for (size_t i = 0; i < found.n_checks; i++) {
        const struct lt_finding *f = &found.checks[i];
        ck_assert_msg(f->ok, "%s: %s: %s", laws[_i].law, f->name, f->detail);
        ck_assert_ptr_null(f->program);
        untested += isnan(f->value) ? 1 : 0;
    }
    ck_assert(found.ok);
    ck_assert_uint_ge(found.n_checks, laws[_i].checks);
    ck_assert_uint_eq(untested, laws[_i].untested);
    lt_arena_free(arena);
}
END_TEST

START_TEST(threads_and_repetition_do_not_matter) {
    struct lt_arena *arena = lt_arena_new();
    const struct lt_law *law = lt_laws_find("idealelpl");
    setenv("OMP_NUM_THREADS", "1", 1);
    struct lt_subject one = verify(law, 3, arena);
    setenv("OMP_NUM_THREADS", "3", 1);
    struct lt_subject many = verify(law, 3, arena), other = verify(law, 4, arena);
    bool differ = false;
    ck_assert_uint_eq(one.n_checks, many.n_checks);
    for (size_t i = 0; i < one.n_checks; i++) {
        ck_assert_mem_eq(&one.checks[i].value, &many.checks[i].value, sizeof(double));
        ck_assert_str_eq(one.checks[i].detail, many.checks[i].detail);
        differ |= strcmp(one.checks[i].detail, other.checks[i].detail) != 0;
    }
    ck_assert(differ);
    lt_arena_free(arena);
}
END_TEST

/* ---- Laws that are wrong in one place ---------------------------------------------------------
 */

/* The step of the law that is built in, and then the mistake. */
static void step_of(const char *law, const void *p, const void *d, const struct lt_move *m, void *x,
                    struct lt_out *o, void *e) {
    lt_laws_find(law)->one(p, d, m, x, o, e);
}

static void too_much_strain(const void *p, const void *d, const struct lt_move *m, void *x,
                            struct lt_out *o, void *e) {
    step_of("linear", p, d, m, x, o, e);
    o->strain *= 1 + 1e-6;
}

static void a_weaker_spring(const void *p, const void *d, const struct lt_move *m, void *x,
                            struct lt_out *o, void *e) {
    step_of("hertz", p, d, m, x, o, e);
    o->fn *= 1 - 1e-6;
}

static void a_loss_forgotten(const void *p, const void *d, const struct lt_move *m, void *x,
                             struct lt_out *o, void *e) {
    step_of("idealelpl", p, d, m, x, o, e);
    ((double *)e)[0] = 0;
}

static void a_moment_turned(const void *p, const void *d, const struct lt_move *m, void *x,
                            struct lt_out *o, void *e) {
    step_of("linel6", p, d, m, x, o, e);
    o->mt = -o->mt;
}

static void a_stronger_bond(const void *p, const void *d, const struct lt_move *m, void *x,
                            struct lt_out *o, void *e) {
    step_of("concrete", p, d, m, x, o, e);
    o->fs *= 1.001;
}

static const struct {
    const char *law, *check; /* a part of the name of one that has to fail */
    void (*one)(const void *p, const void *d, const struct lt_move *m, void *x, struct lt_out *o,
                void *e);
} wrong[] = {
    {"linear", "linear-impact: always E_strain", too_much_strain},
    {"hertz", "hertz-impact: fn_max", a_weaker_spring},
    {"idealelpl", "energy_residual_rel", a_loss_forgotten},
    {"linel6", "six-springs: always mt", a_moment_turned},
    {"concrete", "energy_residual_rel", a_stronger_bond},
};

START_TEST(a_wrong_law_falls_short) {
    struct lt_arena *arena = lt_arena_new();
    struct lt_law law = *lt_laws_find(wrong[_i].law);
    law.one = wrong[_i].one;
    law.march = NULL;
    struct lt_subject found = verify(&law, 1, arena);
    bool failed = false;
    for (size_t i = 0; i < found.n_checks; i++) {
        const struct lt_finding *f = &found.checks[i];
        failed |= !f->ok && strstr(f->name, wrong[_i].check);
        ck_assert_msg(f->ok || (f->program && f->detail && strstr(f->detail, "check ")) ||
                          strstr(f->detail, "compare the formula"),
                      "%s: %s", f->name, f->detail);
    }
    ck_assert(failed);
    ck_assert(!found.ok);
    lt_arena_free(arena);
}
END_TEST

START_TEST(a_wrong_case_falls_short) {
    static const struct lt_case cases[] = {
        {"e_n", "1", "exp(-pi*dp_nratio)", "no formula of this law"}, {.result = NULL}};
    struct lt_arena *arena = lt_arena_new();
    struct lt_law law = *lt_laws_find("linear");
    law.cases = cases;
    struct lt_subject found = verify(&law, 1, arena);
    ck_assert(!found.ok);
    ck_assert(!found.checks[0].ok);
    ck_assert_ptr_nonnull(strstr(found.checks[0].detail, "no formula of this law"));
    ck_assert_ptr_nonnull(strstr(found.checks[0].program, "is: \"exp(-pi*dp_nratio)\""));
    lt_arena_free(arena);
}
END_TEST

/* One sample in which it has no value is as wrong whatever the later ones say. */
START_TEST(a_case_without_a_value_falls_short) {
    static const struct lt_case cases[] = {
        {"bounces", "1", "kn < 3e5 and 1 or 0/0", "of soft ones only"}, {.result = NULL}};
    struct lt_arena *arena = lt_arena_new();
    struct lt_law law = *lt_laws_find("linear");
    law.cases = cases;
    for (unsigned long seed = 1; seed <= 8; seed++) {
        struct lt_subject found = verify(&law, seed, arena);
        ck_assert_msg(!found.ok && !found.checks[0].ok, "seed %lu", seed);
    }
    lt_arena_free(arena);
}
END_TEST

START_TEST(the_contract_is_audited) {
    struct lt_arena *arena = lt_arena_new();
    struct lt_law law = *lt_laws_find("linear");
    law.one = too_much_strain;
    const struct lt_law *const list[] = {&law, NULL};
    struct lt_verify_options options = {
        .laws = list, .seed = 1, .audit = true, .interrupted = &interrupted, .arena = arena};
    struct lt_subject subject;
    lt_verify_laws(list, 1, &options, &subject);
    bool failed = false;
    for (size_t i = 0; i < subject.n_checks; i++)
        failed |= !subject.checks[i].ok && strstr(subject.checks[i].name, "ledger: ");
    ck_assert(failed);
    lt_arena_free(arena);
}
END_TEST

static void add(TCase *tcase) {
    tcase_add_loop_test(tcase, a_law_is_as_its_closed_forms_say, 0, sizeof laws / sizeof laws[0]);
    tcase_add_test(tcase, threads_and_repetition_do_not_matter);
    tcase_add_loop_test(tcase, a_wrong_law_falls_short, 0, sizeof wrong / sizeof wrong[0]);
    tcase_add_test(tcase, a_wrong_case_falls_short);
    tcase_add_test(tcase, a_case_without_a_value_falls_short);
    tcase_add_test(tcase, the_contract_is_audited);
}

LT_TESTS("verify", add)

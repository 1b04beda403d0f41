/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every built-in law passes the audit, whatever the seed. */
#include "lt_check.h"
#include "registry/laws.h"
#include "verify/audit.h"

static int seeds(void) {
    const char *text = getenv("LT_AUDIT_SEEDS");
    return text ? atoi(text) : 20;
}

static int first_seed(void) {
    const char *text = getenv("LT_AUDIT_FIRST");
    return text ? atoi(text) : 1;
}

static const struct lt_law *law_number(int i) {
    return lt_laws_builtin[i];
}

START_TEST(built_in_laws_pass) {
    const struct lt_law *law = law_number(_i);
    int n = seeds(), bad = 0;
    for (int seed = first_seed(); n-- > 0; seed++) {
        struct lt_audit audit;
        lt_audit_law(law, &(struct lt_audit_options){.seed = (uint64_t)seed, .cases = 3}, &audit);
        ck_assert_uint_gt(audit.count, 0);
        for (size_t i = 0; i < audit.count; i++) {
            const struct lt_check *c = &audit.checks[i];
            if (!c->ok && bad++ < 40)
                fprintf(stderr, "# %s, seed %d: %s: %.3g > %.3g: %s\n", law->name, seed, c->name,
                        c->value, c->bound, c->detail);
        }
        lt_audit_free(&audit);
    }
    ck_assert_int_eq(bad, 0);
}
END_TEST

static void add(TCase *t) {
    int n = 0;
    while (lt_laws_builtin[n])
        n++;
    tcase_add_loop_test(t, built_in_laws_pass, 0, n);
}

LT_TESTS("audit", add)

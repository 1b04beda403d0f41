/* SPDX-License-Identifier: GPL-3.0-or-later */
/* With a host that is spoiled in one line (tests/broken/meson.build) a right law is accused, and of
 * objectivity. */
#include "lt_check.h"
#include "verify/audit.h"

extern const struct lt_law lt_law_right_sound;

START_TEST(is_accused) {
    const struct lt_audit_options options = {.seed = 1, .cases = 12, .as_drawn = true};
    struct lt_audit audit;
    lt_audit_law(&lt_law_right_sound, &options, &audit);
    for (size_t i = 0; i < audit.count; i++) {
        const struct lt_check *c = &audit.checks[i];
        ck_assert_msg(c->ok == (strcmp(c->name, "objectivity") != 0), "%s: %s", c->name, c->detail);
    }
    lt_audit_free(&audit);
}
END_TEST

static void add(TCase *t) {
    tcase_add_test(t, is_accused);
}

LT_TESTS("host", add)

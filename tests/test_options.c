/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of the command line: what has been removed says what to type instead. */
#include "base/arena.h"
#include "base/options.h"
#include "lt_check.h"

#include <string.h>

struct request {
    bool exact;
    const char *part;
};

static const struct lt_option options[] = {
    LT_OPTION(0, struct request, exact, "exact", NULL, "a flag"),
    LT_OPTION(0, struct request, part, "part", "I/N", "a part"),
    {0},
};
static const struct lt_removed removed[] = {
    {"--compile", "formulas are fast without it, leave it out"},
    {.option = NULL},
};

static const struct {
    const char *words[2], *why;
} said[] = {
    {{"--compile"}, "'--compile' has been removed: formulas are fast without it, leave it out"},
    {{"--compile=yes"}, "'--compile' has been removed: formulas are fast without it, leave it out"},
    {{"--part", "1/2"}, NULL},
    {{"--exact"}, NULL},
    {{"--exat"}, "unknown option '--exat'; did you mean '--exact'?"},
    {{"--compil"}, "unknown option '--compil'"},
};

START_TEST(says_what_to_type_instead) {
    struct lt_arena *arena = lt_arena_new();
    struct request request = {0};
    char program[] = "lawtester";
    char *argv[4] = {program};
    int argc = 1, operands;
    for (; argc <= 2 && said[_i].words[argc - 1]; argc++)
        argv[argc] =
            lt_arena_copy(arena, said[_i].words[argc - 1], strlen(said[_i].words[argc - 1]));
    const char *why = lt_options_read(options, removed, argc, argv, &request, &operands, arena);
    if (said[_i].why)
        ck_assert_pstr_eq(why, said[_i].why);
    else
        ck_assert_ptr_null(why);
    lt_arena_free(arena);
}
END_TEST

static void add(TCase *t) {
    tcase_add_loop_test(t, says_what_to_type_instead, 0, sizeof said / sizeof *said);
}

LT_TESTS("options", add)

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The vocabulary: which names exist where, and that each has a place of its own. */
#include "base/arena.h"
#include "formula/names.h"
#include "lt_check.h"
#include "registry/laws.h"

#include <string.h>

static struct lt_arena *arena;
static struct lt_names *names;

static void begin(void) {
    static const char *const lets[] = {"wanted"}, *const kept[] = {"f_load"};
    arena = lt_arena_new();
    names = lt_names_new(lt_laws_find("linear"), lets, 1, kept, 1, arena);
}

static const struct lt_name *find(enum lt_scope scope, const char *name) {
    struct lt_names view = lt_names_in(names, scope);
    return lt_names_find(&view, name);
}

START_TEST(scopes) {
    static const struct {
        const char *name;
        bool let, param, step, end;
    } cases[] = {
        {"wanted", true, true, true, true},
        {"kn", false, true, true, true},
        {"t_c", false, true, true, true},
        {"dt", false, false, true, true},
        {"un", false, false, true, true},
        {"un_end", false, false, false, true},
        {"E_slip", false, false, true, true},
        {"E_slip_end", false, false, false, true},
        {"lin_slip", false, false, true, true},
        {"dp_force_n", false, false, true, true},
        {"contact", false, false, true, true},
        {"slip_change", false, false, true, true},
        {"e_n", false, false, true, true},
        {"e_n_end", false, false, false, false},
        {"kn_end", false, false, false, false},
        {"bounces", false, false, true, true},
        {"f_load", false, false, true, true},
        {"fn_err", false, false, true, true},
        {"_end", false, false, false, false},
        {"", false, false, false, false},
        {"E_nothing", false, false, false, false},
        {"slip_change_mode", false, false, true, true},
        {"contact_activated_mode", false, false, false, false},
    };
    begin();
    ck_assert_uint_lt((unsigned)_i, sizeof cases / sizeof cases[0]);
    const char *name = cases[_i].name;
    ck_assert_msg((find(LT_SCOPE_LET, name) != NULL) == cases[_i].let, "%s in let", name);
    ck_assert_msg((find(LT_SCOPE_PARAM, name) != NULL) == cases[_i].param, "%s in param", name);
    ck_assert_msg((find(LT_SCOPE_STEP, name) != NULL) == cases[_i].step, "%s in step", name);
    ck_assert_msg((find(LT_SCOPE_END, name) != NULL) == cases[_i].end, "%s in end", name);
    lt_arena_free(arena);
}
END_TEST

/* bounces is the stage's while a run goes on, the run's at its end. */
START_TEST(two_kinds_of_bounces) {
    begin();
    ck_assert_uint_eq(find(LT_SCOPE_STEP, "bounces")->slot, LT_STAGE_BOUNCES);
    ck_assert_uint_eq(find(LT_SCOPE_END, "bounces")->slot, LT_R_BOUNCES);
    lt_arena_free(arena);
}
END_TEST

START_TEST(no_two_names_share_a_slot) {
    begin();
    for (size_t i = 0; i < names->count; i++) {
        ck_assert_uint_lt(names->list[i].slot, names->slots);
        for (size_t k = 0; k < i; k++)
            ck_assert_msg(names->list[i].slot != names->list[k].slot, "%s and %s",
                          names->list[i].name, names->list[k].name);
    }
    lt_arena_free(arena);
}
END_TEST

/* A law's own structs end with a member of no meaning: it may not overlap what follows. */
START_TEST(groups_leave_room_for_the_last_member) {
    begin();
    const struct lt_law *law = lt_laws_find("linear");
    ck_assert_uint_ge(names->losses, names->state + law->n_state + 1);
    ck_assert_uint_ge(names->lets, names->params + law->n_params + 1);
    lt_arena_free(arena);
}
END_TEST

START_TEST(reserved_names) {
    static const char *const taken[] = {"fn", "e_n", "t_c", "contact", "until", "end", "and", "pi"};
    static const char *const open[] = {"kn", "beta", "fn2", "E", ""};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        ck_assert_msg(lt_names_reserved(taken[i]), "%s", taken[i]);
    for (size_t i = 0; i < sizeof open / sizeof *open; i++)
        ck_assert_msg(!lt_names_reserved(open[i]), "%s", open[i]);
}
END_TEST

static void add(TCase *t) {
    tcase_add_loop_test(t, scopes, 0, 21);
    tcase_add_test(t, two_kinds_of_bounces);
    tcase_add_test(t, no_two_names_share_a_slot);
    tcase_add_test(t, groups_leave_room_for_the_last_member);
    tcase_add_test(t, reserved_names);
}

LT_TESTS("names", add)

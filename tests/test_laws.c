/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every built-in law keeps its contract; one that does not is told how. */
#include "base/choice.h"
#include "lt_check.h"
#include "registry/laws.h"

#include <string.h>

static size_t count(void) {
    size_t n = 0;
    while (lt_laws_builtin[n])
        n++;
    return n;
}

START_TEST(built_in_laws_keep_the_contract) {
    char why[256] = "";
    for (size_t i = 0; i < count(); i++)
        ck_assert_msg(lt_laws_check(lt_laws_builtin[i], why, sizeof why), "%s: %s",
                      lt_laws_builtin[i]->name, why);
    ck_assert_uint_gt(count(), 0);
}
END_TEST

START_TEST(found_by_name) {
    ck_assert_ptr_nonnull(lt_laws_find("linear"));
    ck_assert_ptr_null(lt_laws_find("Linear"));
    ck_assert_ptr_null(lt_laws_find(""));
    ck_assert_int_eq(lt_laws_param(lt_laws_find("linear"), "kn"), 0);
    ck_assert_int_eq(lt_laws_param(lt_laws_find("linear"), "nothing"), -1);
}
END_TEST

START_TEST(choices_have_words) {
    const struct lt_law *law = lt_laws_find("linear");
    const struct lt_field *field = &law->params[lt_laws_param(law, "dp_mode")];
    const char *words[] = {"full", "no-tension", "slip-cut", "no-tension-slip-cut"};
    char buffer[64];
    for (int i = 0; i < 4; i++) {
        ck_assert_int_eq(lt_choice_number(field->choices, words[i]), i);
        ck_assert_str_eq(lt_choice_word(field->choices, i, buffer, sizeof buffer), words[i]);
    }
    ck_assert_int_eq(lt_choice_number(field->choices, "no"), -1);
    ck_assert_int_eq(lt_choice_number(field->choices, ""), -1);
    ck_assert_ptr_null(lt_choice_word(field->choices, 4, buffer, sizeof buffer));
    ck_assert_ptr_null(lt_choice_word(field->choices, -1, buffer, sizeof buffer));
    ck_assert_ptr_null(lt_choice_word(field->choices, 0.5, buffer, sizeof buffer));
    ck_assert_ptr_null(lt_choice_word(field->choices, NAN, buffer, sizeof buffer));
}
END_TEST

/* One defect at a time in a copy of a good law. */
START_TEST(broken_laws_are_refused) {
    static struct lt_field params[32], state[8], losses[4];
    static char why[256];
    const struct lt_law *good = lt_laws_find("linear");
    struct lt_law law = *good;
    ck_assert_uint_lt(good->n_params, sizeof params / sizeof *params);
    memcpy(params, good->params, (good->n_params + 1) * sizeof *params);
    memcpy(state, good->state, (good->n_state + 1) * sizeof *state);
    law.params = params;
    memcpy(losses, good->losses, (good->n_losses + 1) * sizeof *losses);
    law.state = state;
    law.losses = losses;
    ck_assert(lt_laws_check(&law, why, sizeof why));
    const char *said = "";
    switch (_i) {
    case 0:
        law.abi = LT_ABI + 1, said = "interface";
        break;
    case 1:
        law.size--, said = "a different law.h";
        break;
    case 2:
        params[0].name = "fn", said = "'fn' is already";
        break;
    case 3:
        params[0].name = "sqrt", said = "'sqrt' is already";
        break;
    case 4:
        params[0].name = "two words", said = "is not a name";
        break;
    case 5:
        params[0].unit = "furlonq", said = "no known unit";
        break;
    case 6:
        params[0].preset = -1, said = "outside its own range";
        break;
    case 7:
        params[1].name = params[0].name, said = "twice";
        break;
    case 8:
        state[0].doc = "", said = "no description";
        break;
    case 9:
        law.one = NULL, said = "needs derive() and step()";
        break;
    case 10:
        law.summary = NULL, said = "summary";
        break;
    case 11:
        state[0].name = "e_n", said = "'e_n' is already";
        break;
    case 12:
        losses[0].name = "strain", said = "'E_strain' is already";
        break;
    }
    ck_assert(!lt_laws_check(&law, why, sizeof why));
    ck_assert_msg(strstr(why, said) != NULL, "'%s' is not in '%s'", said, why);
}
END_TEST

static void add(TCase *t) {
    tcase_add_test(t, built_in_laws_keep_the_contract);
    tcase_add_test(t, found_by_name);
    tcase_add_test(t, choices_have_words);
    tcase_add_loop_test(t, broken_laws_are_refused, 0, 13);
}

LT_TESTS("laws", add)

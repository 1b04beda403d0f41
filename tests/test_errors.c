/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lt_check.h"

#include "base/arena.h"
#include "base/errors.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

static struct lt_source source_of(const char *text) {
    return (struct lt_source){.name = "f.yaml", .text = text, .length = strlen(text)};
}

START_TEST(arena_is_zeroed_and_aligned) {
    struct lt_arena *arena = lt_arena_new();
    for (size_t size = 0; size < 100000; size = size * 3 + 1) {
        char *memory = lt_arena_get(arena, size);
        ck_assert_uint_eq((uintptr_t)memory % _Alignof(max_align_t), 0);
        for (size_t i = 0; i < size; i++)
            ck_assert_int_eq(memory[i], 0);
        memset(memory, 0x55, size);
    }
    lt_arena_free(arena);
    lt_arena_free(NULL);
}
END_TEST

START_TEST(arena_keeps_text) {
    struct lt_arena *arena = lt_arena_new();
    const char *first = lt_arena_copy(arena, "contact", 4);
    const char *second = lt_arena_print(arena, "%0*d", 50000, 7);
    ck_assert_str_eq(lt_arena_copy(arena, NULL, 0), "");
    ck_assert_str_eq(first, "cont");
    ck_assert_uint_eq(strlen(second), 50000);
    lt_arena_free(arena);
}
END_TEST

static const struct {
    const char *text;
    int line, column;
    const char *want;
} layouts[] = {
    {"kn: 1\nks: x\n", 2, 5, "f.yaml:2:5: error: bad\n    ks: x\n        ^\n"},
    {"kn: 1\r\nks: x\r\n", 2, 1, "f.yaml:2:1: error: bad\n    ks: x\n    ^\n"},
    {"\tkn\tx", 1, 5, "f.yaml:1:5: error: bad\n     kn x\n        ^\n"},
    {"\xc2\xb5: x", 1, 4, "f.yaml:1:4: error: bad\n    \xc2\xb5: x\n       ^\n"},
    {"\xef\xbb\xbfkn: x", 1, 5, "f.yaml:1:5: error: bad\n    kn: x\n        ^\n"},
    {"a\x1b\xff\xe2\x80\xae\xc0\x80z", 1, 7, "f.yaml:1:7: error: bad\n    a?????z\n          ^\n"},
    {"kn", 1, 99, "f.yaml:1:99: error: bad\n    kn\n      ^\n"},
    {"kn", 7, 1, "f.yaml:7:1: error: bad\n"},
    {"", 1, 1, "f.yaml:1:1: error: bad\n"},
    {"kn", 0, 0, "f.yaml: error: bad\n"},
};

START_TEST(error_shows_its_place) {
    struct lt_source source = source_of(layouts[_i].text);
    struct lt_errors *errors = lt_errors_new();
    lt_errors_add(errors, (struct lt_mark){&source, layouts[_i].line, layouts[_i].column}, "bad");
    char *text = lt_errors_text(errors);
    ck_assert_str_eq(text, layouts[_i].want);
    free(text);
    lt_errors_free(errors);
}
END_TEST

START_TEST(argument_has_a_place_too) {
    struct lt_source source = {.name = "-D kn=1", .text = "kn=1", .length = 4, .argument = true};
    struct lt_errors *errors = lt_errors_new();
    lt_errors_add(errors, (struct lt_mark){&source, 1, 4}, "bad");
    lt_errors_add(errors, (struct lt_mark){0}, "worse");
    lt_errors_note(errors, (struct lt_mark){&source, 1, 1}, "see here");
    char *text = lt_errors_text(errors);
    ck_assert_str_eq(text, "-D kn=1:1:1: note: see here\n    kn=1\n    ^\n"
                           "-D kn=1:1:4: error: bad\n    kn=1\n       ^\n"
                           "error: worse\n");
    ck_assert_uint_eq(errors->failures, 2);
    ck_assert_uint_eq(errors->count, 3);
    free(text);
    lt_errors_free(errors);
    lt_errors_free(NULL);
}
END_TEST

/* The character above the caret is the one at the mark, wherever the long line is cut. */
START_TEST(long_line_keeps_the_caret_in_view) {
    char line[1001];
    for (int i = 0; i < 1000; i++)
        line[i] = (char)('0' + i % 7);
    line[1000] = '\0';
    struct lt_source source = source_of(line);
    struct lt_errors *errors = lt_errors_new();
    lt_errors_add(errors, (struct lt_mark){&source, 1, _i}, "bad");
    char *text = lt_errors_text(errors);
    char *shown = strchr(text, '\n') + 1;
    char *caret = strchr(shown, '\n') + 1;
    ck_assert_int_le(caret - shown, 4 + 100 + 1);
    ck_assert_int_eq(shown[strcspn(caret, "^")], line[_i - 1]);
    ck_assert_int_eq(strstr(shown, "...") != NULL, 1);
    free(text);
    lt_errors_free(errors);
}
END_TEST

START_TEST(errors_come_in_order_of_place_and_once) {
    struct lt_source first = source_of(""), second = source_of("");
    second.name = "g.yaml";
    struct lt_errors *errors = lt_errors_new();
    lt_errors_add(errors, (struct lt_mark){&first, 9, 1}, "e");
    lt_errors_add(errors, (struct lt_mark){&second, 1, 1}, "f");
    lt_errors_add(errors, (struct lt_mark){&first, 2, 7}, "b");
    lt_errors_add(errors, (struct lt_mark){&first, 2, 7}, "c");
    lt_errors_add(errors, (struct lt_mark){&first, 2, 7}, "b");
    lt_errors_note(errors, (struct lt_mark){&first, 2, 7}, "b");
    lt_errors_add(errors, (struct lt_mark){&first, 2, 3}, "a");
    char *text = lt_errors_text(errors);
    ck_assert_str_eq(text, "f.yaml:2:3: error: a\n"
                           "f.yaml:2:7: error: b\n"
                           "f.yaml:2:7: error: c\n"
                           "f.yaml:2:7: note: b\n"
                           "f.yaml:9:1: error: e\n"
                           "g.yaml:1:1: error: f\n");
    ck_assert_uint_eq(errors->failures, 5);
    free(text);
    lt_errors_free(errors);
}
END_TEST

START_TEST(only_a_hundred_are_kept) {
    struct lt_source source = source_of("");
    struct lt_errors *errors = lt_errors_new();
    for (int i = 1; i <= 112; i++)
        lt_errors_add(errors, (struct lt_mark){&source, i, 1}, "bad");
    for (int i = 1; i <= 300; i++)
        lt_errors_note(errors, (struct lt_mark){&source, i, 1}, "look");
    char *text = lt_errors_text(errors);
    ck_assert_uint_eq(errors->failures, 112);
    ck_assert_uint_eq(errors->dropped, 12);
    ck_assert_ptr_nonnull(strstr(text, "f.yaml:100:1: error: bad\n"));
    ck_assert_ptr_null(strstr(text, "f.yaml:101:1: error: bad\n"));
    ck_assert_ptr_nonnull(strstr(text, "\nand 12 more errors\n"));
    free(text);
    lt_errors_free(errors);
}
END_TEST

START_TEST(message_is_made_harmless) {
    struct lt_errors *errors = lt_errors_new();
    lt_errors_add(errors, (struct lt_mark){0}, "a\n\t\x1b[31m\x7f\xff\xc2\x85 \xc2\xb5m");
    char *word = calloc(1, 1 << 20);
    memset(word, 'k', (1 << 20) - 1);
    lt_errors_add(errors, (struct lt_mark){0}, "unknown key '%s'", word);
    ck_assert_str_eq(errors->list[0].text, "a???[31m??? \xc2\xb5m");
    ck_assert_uint_lt(strlen(errors->list[1].text), 2001);
    ck_assert_ptr_nonnull(strstr(errors->list[1].text, "kkk..."));
    free(word);
    lt_errors_free(errors);
}
END_TEST

START_TEST(no_errors_are_no_text) {
    struct lt_errors *errors = lt_errors_new();
    char *text = lt_errors_text(errors);
    ck_assert_str_eq(text, "");
    free(text);
    lt_errors_free(errors);
}
END_TEST

static const char *const names[] = {"until", "whats", "kn", "ks", "kt", "dp_nratio", "E_slip"};

static const struct {
    const char *word, *want;
} words[] = {
    {"untill", "until"},
    {"utnil", "until"},
    {"UNTIL", "until"},
    {"untli", "until"},
    {"unitl", "until"},
    {"e_slip", "E_slip"},
    {"E_sIlp", "E_slip"},
    {"kN", "kn"},
    {"k", "kn"},
    {"kx", "kn"},
    {"ks_", "ks"},
    {"dpnratoi", "dp_nratio"},
    {"dp_nrat", "dp_nratio"},
    {"dp_nr", "dp_nratio"},
    {"ratio", "dp_nratio"},
    {"my_whats_list", "whats"},
    {"damping_ratio", "dp_nratio"},
    {"restitution", "dp_nratio"},
    {"Stiffness", "kn"},
    {"k_t", "ks"},
    {"E", NULL},
    {"rat", NULL},
    {"unknown", NULL},
    {"", NULL},
    {"untiluntiluntiluntiluntiluntiluntiluntiluntiluntiluntiluntiluntil", NULL},
};

START_TEST(nearest_name) {
    const char *nearest = lt_errors_nearest(words[_i].word, names, (size_t)COUNT(names));
    if (words[_i].want)
        ck_assert_str_eq(nearest, words[_i].want);
    else
        ck_assert_ptr_null(nearest);
}
END_TEST

START_TEST(hint_is_a_question_or_nothing) {
    struct lt_errors *errors = lt_errors_new();
    ck_assert_str_eq(lt_errors_hint(errors, "untill", names, (size_t)COUNT(names)),
                     "; did you mean 'until'?");
    ck_assert_str_eq(lt_errors_hint(errors, "gravity", names, (size_t)COUNT(names)), "");
    ck_assert_str_eq(lt_errors_hint(errors, "untill", NULL, 0), "");
    lt_errors_free(errors);
}
END_TEST

START_TEST(marks_and_offsets_agree) {
    const char *text = "\xef\xbb\xbf"
                       "a\xc2\xb5\r\n\tb\rc\xff"
                       "d\n\ne";
    struct lt_source source = source_of(text);
    for (size_t offset = 3; offset <= source.length; offset++) {
        if ((text[offset] & 0xc0) == 0x80 || (text[offset] == '\n' && text[offset - 1] == '\r'))
            continue;
        struct lt_mark mark = lt_mark_at(&source, offset);
        ck_assert_int_eq(lt_mark_text(mark) - text, (long)offset);
    }
    struct lt_mark last = lt_mark_at(&source, source.length - 1);
    ck_assert_int_eq(last.line, 5);
    ck_assert_int_eq(last.column, 1);
    ck_assert_str_eq(lt_mark_text((struct lt_mark){&source, INT_MAX, 1}), "");
}
END_TEST

static void add(TCase *t) {
    tcase_add_test(t, arena_is_zeroed_and_aligned);
    tcase_add_test(t, arena_keeps_text);
    tcase_add_loop_test(t, error_shows_its_place, 0, COUNT(layouts));
    tcase_add_test(t, argument_has_a_place_too);
    tcase_add_loop_test(t, long_line_keeps_the_caret_in_view, 1, 1001);
    tcase_add_test(t, errors_come_in_order_of_place_and_once);
    tcase_add_test(t, only_a_hundred_are_kept);
    tcase_add_test(t, message_is_made_harmless);
    tcase_add_test(t, no_errors_are_no_text);
    tcase_add_loop_test(t, nearest_name, 0, COUNT(words));
    tcase_add_test(t, hint_is_a_question_or_nothing);
    tcase_add_test(t, marks_and_offsets_agree);
}

LT_TESTS("error", add)

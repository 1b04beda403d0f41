/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lt_check.h: what every unit test shares: a main() from a list of tests, and comparisons that
 * print what a double really is. */
#ifndef LT_CHECK_H
#define LT_CHECK_H

#include <check.h>
#include <math.h>
#include <stdlib.h>

/* Check notes each assertion that holds, by a system call, to say where a test crashed; some tests
 * make millions. */
#define _mark_point(file, line) ((void)0)

/* |GOT - WANT| <= TOL |WANT|; NaN never passes. */
#define ck_near(got, want, tol)                                                                    \
    do {                                                                                           \
        double got_ = (got), want_ = (want), tol_ = (tol);                                         \
        ck_assert_msg(fabs(got_ - want_) <= tol_ * fabs(want_),                                    \
                      "%s is %.17g, expected %.17g: off by %.3g relative", #got, got_, want_,      \
                      fabs(got_ - want_) / fabs(want_));                                           \
    } while (0)

/* |GOT - WANT| <= TOL */
#define ck_within(got, want, tol)                                                                  \
    do {                                                                                           \
        double got_ = (got), want_ = (want), tol_ = (tol);                                         \
        ck_assert_msg(fabs(got_ - want_) <= tol_, "%s is %.17g, expected %.17g: off by %.3g",      \
                      #got, got_, want_, fabs(got_ - want_));                                      \
    } while (0)

/* LT_TESTS(add) names a function void add(TCase *) that calls tcase_add_test and
 * tcase_add_loop_test. */
#define LT_TESTS(name, add)                                                                        \
    int main(void) {                                                                               \
        Suite *suite = suite_create(name);                                                         \
        TCase *tcase = tcase_create(name);                                                         \
        tcase_set_timeout(tcase, 120);                                                             \
        add(tcase);                                                                                \
        suite_add_tcase(suite, tcase);                                                             \
        SRunner *runner = srunner_create(suite);                                                   \
        srunner_run_all(runner, CK_ENV);                                                           \
        int failed = srunner_ntests_failed(runner);                                                \
        srunner_free(runner);                                                                      \
        return failed ? EXIT_FAILURE : EXIT_SUCCESS;                                               \
    }

#endif

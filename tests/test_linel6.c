/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The law `linel6`: its books, its stiffnesses, recorded paths. */
#include "replay.h"
#include "rig.h"

static void set(struct rig *b, const char *name, double value) {
    *rig_param(b, name) = value;
}

static void begin(struct rig *b) {
    rig_begin(b, "linel6");
    set(b, "kn", 1.3e4);
    set(b, "kt", 0.7e4);
    set(b, "charLen", 0.3);
}

static void derive(struct rig *b) {
    ck_assert_ptr_null(rig_derive(b));
}

/* i: the stiffness of rotation. */
START_TEST(random_walk_balances) {
    struct rig b;
    begin(&b);
    set(&b, "rotation", _i);
    derive(&b);
    ck_assert_int_eq(rig_walk(&b, 100000, 1e-4, 1e-4, 1 + (unsigned long)_i), 1);
    ck_assert_double_eq(b.values[LT_CONTACT], 1);
    lt_arena_free(b.arena);
}
END_TEST

static void prepare(struct rig *b, int i) {
    set(b, "kn", 1e4 * (1 + i));
    set(b, "kt", 5e3 * (i % 4));
    set(b, "charLen", 0.1 * (1 + i % 5));
    set(b, "rotation", i % 3);
}

START_TEST(block_is_bit_identical) {
    rig_block("linel6", prepare, 1e-4, 1e-4);
}
END_TEST

/* Once touched, every component is its stiffness times its displacement since touch, in compression
 * and tension; before, there is nothing. */
START_TEST(six_springs) {
    const double k[6] = {1.3e4, 0.7e4, 0.7e4, 1.3e4 * 0.09, 0.7e4 * 0.09, 0.7e4 * 0.09};
    struct rig b;
    begin(&b);
    derive(&b);
    b.values[LT_UN] = 1e-4;
    rig_move(&b, (double[6]){-0.5e-4, 1e-4, 2e-4, 1e-5, 2e-5, 3e-5}, 1);
    for (int i = 0; i < 6; i++)
        ck_assert_double_eq(b.values[LT_FN + i], 0);
    /* The step that touches: half of it counts. */
    rig_move(&b, (double[6]){-1e-4, 1e-4, 2e-4, 1e-5, 2e-5, 3e-5}, 1);
    const double made[6] = {-0.5e-4, 0.5e-4, 1e-4, 0.5e-5, 1e-5, 1.5e-5};
    const double pull[6] = {3e-4, -2e-4, 1e-4, -3e-5, 0, 4e-5};
    double stored = 0;
    for (int i = 0; i < 6; i++)
        ck_near(b.values[LT_FN + i], k[i] * made[i], 1e-10);
    rig_move(&b, pull, 1);
    for (int i = 0; i < 6; i++) {
        double u = made[i] + pull[i];
        ck_near(b.values[LT_FN + i], k[i] * u, 1e-10);
        stored += 0.5 * k[i] * u * u;
    }
    ck_near(b.values[LT_E_STRAIN], stored, 1e-10);
    lt_arena_free(b.arena);
}
END_TEST

START_TEST(stiffness_of_rotation) {
    static const struct {
        double rotation, l, per_k;
    } cases[] = {{0, 0.3, 0.09}, {1, 0.3, 0.3}, {2, 0.3, 1 / 0.3}, {0, 0, 0}, {1, 0, 0}};
    struct rig b;
    begin(&b);
    set(&b, "rotation", cases[_i].rotation);
    set(&b, "charLen", cases[_i].l);
    derive(&b);
    rig_move(&b, (double[6]){-1e-4}, 1);
    rig_move(&b, (double[6]){0, 0, 0, 1e-3, 2e-3, -3e-3}, 1);
    ck_within(b.values[LT_MN], 13 * cases[_i].per_k, 1e-12);
    ck_within(b.values[LT_MS], 14 * cases[_i].per_k, 1e-12);
    ck_within(b.values[LT_MT], -21 * cases[_i].per_k, 1e-12);
    double strain = 0.5 * (1.3e4 * 1e-8 + (1.3e4 + 0.7e4 * 13) * 1e-6 * cases[_i].per_k);
    ck_near(b.values[LT_E_STRAIN], strain, 1e-12);
    lt_arena_free(b.arena);
}
END_TEST

/* Without stiffness nothing is NaN. */
START_TEST(zeros) {
    static const char *const zero[] = {"kn", "kt", "charLen"};
    struct rig b;
    begin(&b);
    set(&b, zero[_i], 0);
    derive(&b);
    for (int i = 0; i < 100; i++)
        rig_move(&b, (double[6]){i < 50 ? -1e-6 : 2e-6, 1e-6, -1e-6, 1e-6, 1e-6, 1e-6}, 1e-6);
    for (size_t k = LT_UN; k <= LT_E_DEFECT; k++)
        ck_assert_msg(isfinite(b.values[k]), "slot %zu", k);
    lt_arena_free(b.arena);
}
END_TEST

START_TEST(refused) {
    static const struct {
        const char *param;
        double value;
        const char *said;
    } cases[] = {{"kn", NAN, "give kn, or young"}, {"charLen", 0, "charLen must be positive"}};
    struct rig b;
    begin(&b);
    set(&b, "rotation", 2);
    set(&b, cases[_i].param, cases[_i].value);
    const char *wrong = rig_derive(&b);
    ck_assert_msg(wrong && strstr(wrong, cases[_i].said), "%s", wrong ? wrong : "accepted");
    lt_arena_free(b.arena);
}
END_TEST

/* Recorded runs: Woo, whose code has k/l, and YADE (L6, no slip), which has k l, and whose forces
 * and displacements differ by 3e-7 among themselves. */
START_TEST(recorded) {
    static const struct replay runs[] = {
        {"name: linel6, young: 10e6, ktDivKn: 0.2, charLen: 0.1, rotation: code",
         {"0.5", "0.5"},
         "woo_linel6_6dof.csv",
         "woo_linel6_6dof.csv",
         -1e-7,
         1e-3,
         6,
         6,
         806,
         {1e-9, 1e-9}},
        {"name: linel6, kn: 120000, kt: 36000, charLen: 0.01, rotation: manual",
         {"0.01", "0.015"},
         "yade_linear_6dof.csv",
         "yade_linear_6dof.csv",
         -1e-9,
         1e-6,
         6,
         6,
         700,
         {1e-9, 1e-6}},
    };
    replay(&runs[_i]);
}
END_TEST

/* Woo's example: B flies past A along s, and the springs turn by 50 degrees. Woo does not count the
 * step in which it finds the contact; its axis at mid-step is too long by an eighth of the square
 * of the angle turned in a step, here up to 1.25e-7. */
START_TEST(recorded_passing) {
    char text[2048];
    snprintf(text, sizeof text,
             "lawtester: 1\n"
             "particles:\n"
             "  a: {shape: sphere, radius: 0.5, mass: 1e30}\n"
             "  b: {shape: sphere, radius: 0.5, mass: 1e30, velocity: [0, 1, 0]}\n"
             "law: {name: linel6, young: 10e6, ktDivKn: 0.2, charLen: 0.1, rotation: code}\n"
             "motion: {frame: bodies, levels: woo, gap: -1e-6, dt: 1e-3}\n"
             "stages:\n"
             "  - {whats: ......, values: [0, 0, 0, 0, 0, 0], until: step >= 1,\n"
             "     done: [{set: {force_s: 0}}]}\n"
             "  - {whats: ......, values: [0, 0, 0, 0, 0, 0], until: step >= 1180}\n"
             "expect:\n"
             "  - {curve: fn, over: t, file: '%s/data/woo_linel6_passing.csv', within: 1e-9}\n"
             "  - {curve: fs, over: t, file: '%s/data/woo_linel6_passing.csv', within: 1.25e-7}\n",
             getenv("LT_TEST_DATA"), getenv("LT_TEST_DATA"));
    replay_run(text, 2);
}
END_TEST

static void add(TCase *t) {
    tcase_add_loop_test(t, random_walk_balances, 0, 3);
    tcase_add_test(t, block_is_bit_identical);
    tcase_add_test(t, six_springs);
    tcase_add_loop_test(t, stiffness_of_rotation, 0, 5);
    tcase_add_loop_test(t, zeros, 0, 3);
    tcase_add_loop_test(t, refused, 0, 2);
    tcase_add_loop_test(t, recorded, 0, 2);
    tcase_add_test(t, recorded_passing);
}

LT_TESTS("linel6", add)

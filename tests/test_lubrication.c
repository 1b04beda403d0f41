/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The implicit film: which root of its quadratic equation a step takes, however long the step. */
#include "rig.h"

enum { STEPS = 20000 };

static const double least = 1e-15 * 2.5; /* thickness */

static double between(gsl_rng *rng, double low, double high) {
    return low * pow(high / low, gsl_rng_uniform(rng));
}

/* A film of one draw: parameters, and the force on it. */
struct drawn {
    double kn, k_rough, rough, nu;
};

static struct drawn draw_film(struct rig *b, gsl_rng *rng) {
    struct drawn f = {.kn = between(rng, 1, 1e7)};
    const double viscosity = between(rng, 1e-6, 1e3), roughness = between(rng, 1e-9, 0.3);
    const bool is_rough = gsl_rng_uniform(rng) < 0.5;
    rig_begin(b, "lubrication");
    *rig_param(b, "kn") = f.kn;
    *rig_param(b, "viscosity") = viscosity;
    *rig_param(b, "roughness") = is_rough ? roughness : 0;
    *rig_param(b, "film_stiffness") = between(rng, 0.01, 100);
    ck_assert_ptr_null(rig_derive(b));
    f.k_rough = is_rough ? f.kn * *rig_param(b, "film_stiffness") : 0;
    f.rough = is_rough ? 2 * roughness * 2.5 : 0;
    f.nu = 1.5 * M_PI * viscosity * 2.5 * 2.5;
    return f;
}

static double press_on(const struct drawn *f, double un, double u) {
    return f->kn * (un - u) + (u < f->rough ? f->k_rough * (f->rough - u) : 0);
}

/* Where a film held at UN is without force; 0: nowhere, it thins for ever. */
static double rest_of(const struct drawn *f, double un) {
    const double rest =
        un < f->rough ? (f->kn * un + f->k_rough * f->rough) / (f->kn + f->k_rough) : un;
    return fmax(rest, 0);
}

static void put_film(struct rig *b, double un, double u, double rate) {
    const struct lt_names *names = b->contact.names;
    b->values[LT_UN] = un;
    b->values[LT_CONTACT] = 1;
    b->values[lt_names_find(names, "film")->slot] = u;
    b->values[lt_names_find(names, "film_rate")->slot] = rate;
}

/* Thick or thin, pressed or pulled, led up or down, from steps far shorter than the film's own time
 * to some far longer: the film solves the equation of the step, and lies between what it was, but
 * for half of that, and where it rests at the end. */
START_TEST(the_root_is_that_of_a_film) {
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
    gsl_rng_set(rng, 7 + (unsigned long)_i);
    for (int i = 0; i < STEPS; i++) {
        struct rig b;
        const struct drawn f = draw_film(&b, rng);
        const double sign = gsl_rng_uniform(rng) < 0.3 ? -1 : 1;
        const double un = sign * between(rng, 1e-8, 4), u0 = between(rng, 1e-8, 4);
        const double p0 = press_on(&f, un, u0), dt = between(rng, 1e-6, 1e6) * f.nu / (f.kn * u0);
        const double turn = gsl_rng_uniform(rng) < 0.5 ? -1 : 1;
        const bool held = gsl_rng_uniform(rng) < 0.3;
        const double du[6] = {held ? 0 : turn * between(rng, 1e-9, 0.5)};
        put_film(&b, un, u0, u0 * p0);
        rig_move(&b, du, dt);
        const double end = b.values[LT_UN], u = rig_value(&b, "film"), p1 = press_on(&f, end, u);
        const double early = fmin(0.45 * dt, 0.5 * f.nu / fabs(p0));
        const double late = dt - early, old = early * u0 * p0, new = late *u *p1;
        const double k = f.kn + f.k_rough, size = k * (fabs(end) + u + f.rough);
        const double miss = f.nu * (u - u0) - old - new;
        ck_assert_msg(u == least ||
                          fabs(miss) <= 1e-12 * (f.nu * (u + u0) + fabs(old) + late * u * size),
                      "u %g of %g, un %g to %g, dt %g: off by %g", u, u0, un, end, dt, miss);
        const double rest = rest_of(&f, end);
        ck_assert_msg(u == least ||
                          (u >= 0.999 * fmin(u0 / 2, rest) && u <= 1.001 * fmax(1.5 * u0, rest)),
                      "u %g of %g, rests at %g, dt %g", u, u0, rest, dt);
        lt_arena_free(b.arena);
    }
    gsl_rng_free(rng);
}
END_TEST

/* Held, a film goes where it is without force, in steps of any length. */
START_TEST(a_film_comes_to_rest) {
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
    for (int i = 0; i < 300; i++) {
        struct rig b;
        const struct drawn f = draw_film(&b, rng);
        const double un = between(rng, 1e-6, 4), u0 = between(rng, 1e-6, 4);
        const double rest = rest_of(&f, un), none[6] = {0};
        const double dt = between(rng, 1, 1e9) * f.nu / (f.kn * rest);
        put_film(&b, un, u0, 0);
        for (int k = 0; k < 400; k++)
            rig_move(&b, none, dt);
        ck_near(rig_value(&b, "film"), rest, 1e-9);
        lt_arena_free(b.arena);
    }
    gsl_rng_free(rng);
}
END_TEST

/* In a film that is hardly squeezed the force is no small difference of large numbers: 1e-9 of
 * kn un, it is told to its own rounding. */
START_TEST(small_forces_keep_their_digits) {
    struct rig b;
    rig_begin(&b, "lubrication");
    *rig_param(&b, "kn") = 1e6;
    *rig_param(&b, "viscosity") = 1e-6;
    ck_assert_ptr_null(rig_derive(&b));
    put_film(&b, 1, 1, 0);
    double before = 0, now = 0, turn = 0;
    const double du[6] = {-1e-9};
    for (int k = 0; k < 1000; k++) {
        rig_move(&b, du, 1e-7);
        turn = b.values[LT_FN] - 2 * now + before;
        before = now, now = b.values[LT_FN];
        if (k > 900) /* f goes as 1/un, so the second difference is 2 (du/un)^2 of it */
            ck_assert_double_le(fabs(turn), 1e-14 * fabs(now));
    }
    ck_near(now, -1.5 * M_PI * 1e-6 * 2.5 * 2.5 * 1e-2 / rig_value(&b, "film"), 1e-6);
    lt_arena_free(b.arena);
}
END_TEST

static void add(TCase *t) {
    tcase_add_loop_test(t, the_root_is_that_of_a_film, 0, 2);
    tcase_add_test(t, a_film_comes_to_rest);
    tcase_add_test(t, small_forces_keep_their_digits);
}

LT_TESTS("lubrication", add)

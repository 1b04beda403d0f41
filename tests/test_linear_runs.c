/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The law `linear` in whole runs: every mode on random programs, pre-overlap, gravity, 2D, pieces,
 * deformability, properties changed on the way, events. */
#include "ran.h"

#include <gsl/gsl_rng.h>

static double shift(double b) { /* arccos(b)/sqrt(1 - b^2) */
    return acos(b) / sqrt(1 - b * b);
}

static double between(gsl_rng *rng, double low, double high) {
    return low + (high - low) * gsl_rng_uniform(rng);
}

/* A random program: letters, velocities constant and in time, lengths, changes of properties. */
static void random_program(gsl_rng *rng, int lin_mode, int dp_mode, char *text, size_t size) {
    int n = snprintf(text, size,
                     "lawtester: 1\n"
                     "particles:\n"
                     "  a: {shape: %s, density: 2500}\n"
                     "  b: {shape: sphere, radius: %g, density: 2500}\n"
                     "law: {name: linear, kn: %g, ks: %g, fric: %g, dp_nratio: %g, dp_sratio: %g, "
                     "lin_mode: %d, dp_mode: %d}\n"
                     "motion: {dt: t_c/%g, gap: %g}\n"
                     "stages:\n",
                     "sphere, radius: 5e-3", between(rng, 1e-3, 9e-3), between(rng, 5e4, 2e5),
                     between(rng, 1e4, 2e5), between(rng, 0, 1), between(rng, 0, 0.5),
                     between(rng, 0, 0.5), lin_mode, dp_mode, between(rng, 20, 200),
                     between(rng, -1e-5, 1e-5));
    int stages = 2 + (int)gsl_rng_uniform_int(rng, 4);
    for (int s = 0; s < stages; s++) {
        char whats[7] = "......", values[512] = "";
        int v = 0;
        for (int i = 0; i < 6; i++) {
            double size_of = (i < 3 ? 1 : 200) * between(rng, -1, 1);
            if (i == 0 && s == 0)
                size_of = -fabs(size_of);
            whats[i] = ".vvi"[gsl_rng_uniform_int(rng, 4)];
            bool swings = whats[i] == 'v' && gsl_rng_uniform(rng) < 0.5;
            v += snprintf(values + v, sizeof values - (size_t)v,
                          swings ? "%s%g*cos(%g*time)" : "%s%g", i ? ", " : "",
                          whats[i] == '.' ? 0 : 0.2 * size_of, between(rng, 1e3, 1e5));
        }
        n += snprintf(text + n, size - (size_t)n,
                      "  - {whats: %s, values: [%s], until: step >= %d%s}\n", whats, values,
                      50 + (int)gsl_rng_uniform_int(rng, 400),
                      gsl_rng_uniform(rng) < 0.3 ? ", done: [{set: {kn: 1.3*kn, ks: 0.7*ks, fric: "
                                                   "0.8*fric, rgap: rgap + 1e-7}}]"
                                                 : "");
    }
}

START_TEST(random_programs_balance) {
    int lin_mode = _i / 4 % 2, dp_mode = _i % 4;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
    gsl_rng_set(rng, (unsigned long)_i + 1);
    int slips = 0, contacts = 0;
    for (int k = 0; k < 25; k++) {
        char text[8192];
        random_program(rng, lin_mode, dp_mode, text, sizeof text);
        struct lt_program *program = read_program(text, NULL);
        struct lt_result *r = run_program(program);
        ck_assert_msg(r->status == LT_DONE, "%s\n%s", r->message, text);
        double residual = value_of(program, r, "energy_residual_rel");
        ck_assert_msg(residual <= 1e-12, "residual %.3g in\n%s", residual, text);
        for (size_t i = 0; i < r->n_events; i++) {
            slips += strcmp(r->events[i].name, "slip_change") == 0;
            contacts += strcmp(r->events[i].name, "contact_activated") == 0;
        }
        lt_run_free(r);
        lt_program_free(program);
    }
    ck_assert_int_gt(slips, 5);
    ck_assert_int_gt(contacts, 5);
    gsl_rng_free(rng);
}
END_TEST

/* lin_mode incremental, made with overlap d0: the spring starts unloaded there. */
START_TEST(incremental_with_overlap_at_the_start) {
    double beta = 0.15, d0 = 4e-6;
    char text[1024], dp_mode[32];
    snprintf(text, sizeof text,
             IMPACT("lin_mode: incremental, dp_nratio: %g", "integrator: exact, gap: %g"), beta,
             -d0);
    snprintf(dp_mode, sizeof dp_mode, "dp_mode=%d", _i);
    double e = once(text, "e_n", dp_mode, NULL, NULL);
    double w0 = sqrt(1e5 / once(text, "m_eff", dp_mode, NULL, NULL));
    double full = exp(-M_PI * beta / sqrt(1 - beta * beta)) - 2 * beta * d0 * w0 / 1.0;
    double no_tension = exp(-2 * beta * shift(beta));
    ck_near(e, _i % 2 ? no_tension : full, 1e-9);
}
END_TEST

/* The same from an absolute spring: it starts loaded, and its energy counts. */
START_TEST(absolute_with_overlap_at_the_start) {
    const char *text = IMPACT("dp_nratio: 0", "integrator: exact, gap: -4e-6");
    struct lt_program *program = read_program(text, NULL);
    struct lt_result *r = run_program(program);
    double m = value_of(program, r, "m_eff");
    ck_near(value_of(program, r, "e_n"), sqrt(1 + 1e5 * 16e-12 / m), 1e-10);
    ck_assert_double_le(value_of(program, r, "energy_residual_rel"), 1e-12);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

#define DROP                                                                                       \
    "lawtester: 1\n"                                                                               \
    "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5e-3, density: 2500}}\n"             \
    "law: {name: linear, kn: 1e5, dp_nratio: 0.2, dp_mode: %d}\n"                                  \
    "motion: {integrator: exact, gravity: [%g, 0, 0]}\n"                                           \
    "stages: [{whats: i....., values: [-0.5, 0, 0, 0, 0, 0], until: broken}]\n"

/* e = e0 - 2 beta g (1 + e0)/(w0 v0) to first order in g, for every mode. */
START_TEST(gravity_lowers_restitution) {
    double m = 2500 * 4.0 / 3 * M_PI * 125e-9, w0 = sqrt(1e5 / m), v0 = 0.5, beta = 0.2;
    double e0 = _i % 2 ? exp(-2 * beta * shift(beta)) : exp(-M_PI * beta / sqrt(1 - beta * beta));
    double miss[2];
    for (int k = 0; k < 2; k++) {
        double g = k ? 9.81 : 98.1;
        char text[1024];
        snprintf(text, sizeof text, DROP, _i, -g);
        double e = once(text, "e_n", NULL, NULL, NULL);
        double slope = 2 * beta * (1 + e0) / (w0 * v0);
        miss[k] = fabs(e - (e0 - slope * g));
        ck_assert_double_lt(miss[k], 0.05 * slope * g);
    }
    ck_assert_msg(miss[1] < 0.03 * miss[0], "first order is left: %g then %g", miss[0], miss[1]);
}
END_TEST

/* A ball too slow to escape from its weight: the capped contact pushes again before it is lost; a
 * faster one leaves without. */
START_TEST(cap_reopens_under_gravity) {
    char text[1024];
    snprintf(text, sizeof text, DROP "record: {columns: [fn, un]}\n", 1, -1000.0);
    struct lt_program *program =
        read_program(text, _i ? "stages[0].values=[-0.3, 0, 0, 0, 0, 0]" : "motion.gap=0",
                     "stages[0].until=broken or bounces >= 2", NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    bool zero = false, again = false;
    for (size_t i = 1; i < r->table.rows; i++) {
        double fn = r->table.cells[i * 2], un = r->table.cells[i * 2 + 1];
        zero |= un < 0 && fn == 0;
        again |= zero && un < 0 && fn < 0;
    }
    ck_assert(zero);
    ck_assert(again == (_i == 1));
    ck_assert_double_le(value_of(program, r, "energy_residual_rel"), 1e-12);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* Discs: the tangential mass is a third of the effective one. */
START_TEST(discs) {
    const char *text =
        "lawtester: 1\n"
        "particles:\n"
        "  a: {shape: disc, radius: 5e-3, density: 2500}\n"
        "  b: {shape: disc, radius: 5e-3, density: 2500}\n"
        "law: {name: linear, kn: 1e7, ks: 4e6, fric: 1e13}\n"
        "motion: {integrator: exact}\n"
        "stages: [{whats: i.i..., values: [-1, 0, 1e-3, 0, 0, 0], until: rebound}]\n";
    double m = 2500 * M_PI * 25e-6 / 2;
    ck_near(once(text, "m_eff", NULL, NULL, NULL), m, 1e-14);
    ck_near(once(text, "m_t", NULL, NULL, NULL), m / 3, 1e-14);
    ck_near(once(text, "e_t", NULL, NULL, NULL), -cos(sqrt(3 * 0.4) * M_PI), 1e-9);
    ck_assert_double_eq(once(text, "fs", NULL, NULL, NULL), 0);
}
END_TEST

#define PIECES                                                                                     \
    "lawtester: 1\n"                                                                               \
    "materials:\n"                                                                                 \
    "  hard: {density: 2500, kn: 3e5, ks: 2e5, fric: 0.4}\n"                                       \
    "  soft: {density: 1000, kn: 1e5, fric: 0.2}\n"                                                \
    "particles:\n"                                                                                 \
    "  a: {shape: sphere, radius: 5e-3, material: hard}\n"                                         \
    "  b: {shape: %s, material: soft}\n"                                                           \
    "law: {name: linear%s}\n"                                                                      \
    "motion: {integrator: exact, dt: 1e-6}\n"                                                      \
    "stages: [{whats: i....., values: [-1, 0, 0, 0, 0, 0], until: step > 2}]\n"

/* What is not given for the contact comes from both pieces, in series or as the minimum; not with
 * the flag off, not if one piece is silent, and not over a value of the contact's own. */
START_TEST(inheritance) {
    static const struct {
        const char *law, *name;
        double value;
    } cases[] = {
        {"", "kn", 0.75e5},
        {"", "fric", 0.2},
        {"", "ks", 0},
        {", kn: 5e4", "kn", 5e4},
        {", inherit: {kn: false}", "kn", 0},
        {", inherit: {kn: false}", "fric", 0.2},
        {", fric: 0.9", "fric", 0.9},
        {", emod: 1e8, kratio: 2", "kn", M_PI * 9e-6 * 1e8 / 8e-3},
        {", emod: 1e8, kratio: 2", "ks", M_PI * 9e-6 * 1e8 / 16e-3},
        {", emod: 1e8, kratio: 0", "ks", 0},
        {", emod: 1e8, kratio: 2", "emod", 1e8},
        {", emod: 1e8, kratio: 2", "kratio", 2},
        {", emod: 1e8, kratio: 2, user_area: 1e-6", "kn", 1e-6 * 1e8 / 8e-3},
        {", emod: 1e8, kratio: 2, area: frozen", "user_area", M_PI * 9e-6},
        {", kn: 1e5, ks: 5e4", "kratio", 2},
        {", kn: 1e5, ks: 5e4", "emod", 1e5 * 8e-3 / (M_PI * 9e-6)},
        {", kn: 1e5", "kratio", 0},
    };
    ck_assert_uint_lt((unsigned)_i, sizeof cases / sizeof cases[0]);
    char text[2048];
    snprintf(text, sizeof text, PIECES, "sphere, radius: 3e-3", cases[_i].law);
    double value = once(text, cases[_i].name, NULL, NULL, NULL);
    if (cases[_i].value == 0)
        ck_assert_double_eq(value, 0);
    else
        ck_near(value, cases[_i].value, 1e-14);
}
END_TEST

/* Ball and facet: length and area are the ball's. */
START_TEST(ball_and_facet) {
    char text[2048];
    snprintf(text, sizeof text, PIECES, "facet", ", emod: 1e8, kratio: 2");
    ck_near(once(text, "kn", NULL, NULL, NULL), M_PI * 25e-6 * 1e8 / 5e-3, 1e-14);
    ck_near(once(text, "m_eff", NULL, NULL, NULL), 2500 * 4.0 / 3 * M_PI * 125e-9, 1e-14);
}
END_TEST

/* Properties changed while the contact is held: the jump of what is stored is E_set. */
START_TEST(properties_change) {
    static const struct {
        const char *set;
        double lost; /* E_set expected, in units of kn d^2/2 */
    } cases[] = {
        {"{kn: 2*kn}", -1},      {"{kn: kn/2}", 0.5}, {"{rgap: rgap + 1e-5}", -3},
        {"{dp_nratio: 0.5}", 0}, {"{kn: 0}", 1},      {"{lin_force_s: 0}", 0.5 * 0.04},
    };
    char text[2048];
    snprintf(text, sizeof text,
             "lawtester: 1\n"
             "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5e-3, density: 2500}}\n"
             "law: {name: linear, kn: 1e5, ks: 2e5, fric: 10}\n"
             "motion: {integrator: %s, dt: 1e-6}\n"
             "stages:\n"
             "  - {whats: vv...., values: [-0.1, 0.01, 0, 0, 0, 0], until: time >= 1e-4 - 1e-12,\n"
             "     done: [{set: %s}]}\n"
             "  - {whats: v....., values: [0.1, 0, 0, 0, 0, 0], until: time >= 2e-4 - 1e-12}\n",
             _i % 2 ? "exact" : "leapfrog", cases[_i / 2].set);
    struct lt_program *program = read_program(text, NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    double unit = 0.5 * 1e5 * 1e-10;
    ck_within(value_of(program, r, "E_set"), cases[_i / 2].lost * unit, 1e-6 * unit);
    ck_assert_double_le(value_of(program, r, "energy_residual_rel"), _i % 2 ? 1e-11 : 1e-12);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* A change to what is there is none: E_set is 0 to the bit, also where energies have no short form.
 */
START_TEST(nothing_changes) {
    static const char *const laws[] = {
        "name: linear, kn: 1.1e5, ks: 0.7e5, fric: 0.5, dp_nratio: 0.13",
        "name: mindlin, young: 1.3e9, poisson: 0.23, fric: 0.4, en: 0.7",
        "name: linear-elastic, kn: 1.1e5, kt: 0.7e5, fric: 0.3, cn: 0.31"};
    static const char *const motions[] = {"dt: t_c/41", "integrator: velocity-verlet",
                                          "frame: bodies", "integrator: exact"};
    struct ran r =
        run("lawtester: 1\n"
            "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5.1e-3, density: 2510}}\n"
            "law: {%s}\n"
            "motion: {%s}\n"
            "stages:\n"
            "  - {whats: ii...., values: [-0.1, 0.06, 0, 0, 0, 0], until: time >= t_c/4.1,\n"
            "     done: [{set: {fric: fric}}]}\n"
            "  - {whats: ......, values: [0, 0, 0, 0, 0, 0], until: rebound}\n",
            laws[_i % 3], motions[_i / 3]);
    ck_assert_double_eq(end(&r, "E_set"), 0);
    ck_assert_double_gt(end(&r, "bounces"), 0);
    done(&r);
}
END_TEST

/* The same while the pair moves freely: nothing but what is stored is E_set, whatever the step. */
START_TEST(properties_change_in_flight) {
    static const struct {
        const char *set;
        double lost; /* E_set expected, in units of kn un^2/2 */
    } cases[] = {{"{dp_nratio: 0.5, dp_sratio: 0.3}", 0},
                 {"{fric: 0.1}", 0},
                 {"{kn: 3*kn}", -2},
                 {"{kn: 3*kn, dp_nratio: 0.5}", -2}};
    static const char *const motions[] = {"dt: t_c/40", "integrator: velocity-verlet",
                                          "integrator: symplectic-euler", "frame: bodies",
                                          "integrator: exact"};
    size_t which = (size_t)_i / 5, motion = (size_t)_i % 5;
    char text[2048];
    snprintf(text, sizeof text,
             "lawtester: 1\n"
             "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5e-3, density: 2500}}\n"
             "law: {name: linear, kn: 1e5, ks: 2e5, fric: 0.5, dp_mode: 2}\n"
             "motion: {%s}\n"
             "stages:\n"
             "  - {whats: ii...., values: [-0.1, 0.06, 0, 0, 0, 0], until: time >= t_c/4,\n"
             "     done: [{keep: {stored: 0.5*kn*un^2}}, {set: %s}]}\n"
             "  - {whats: ......, values: [0, 0, 0, 0, 0, 0], until: rebound}\n",
             motions[motion], cases[which].set);
    struct lt_program *program = read_program(text, NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    double unit = value_of(program, r, "stored");
    ck_within(value_of(program, r, "E_set"), cases[which].lost * unit, 1e-12 * unit);
    if (motion == 0)
        ck_assert_double_le(value_of(program, r, "energy_residual_rel"), 1e-13);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* The step that makes a contact brings Woo an overlap, but no velocity: no dashpot acts in it. */
START_TEST(made_as_in_woo) {
    static const char *const motions[] = {"frame: contact", "frame: bodies",
                                          "integrator: symplectic-euler", "gap: 1e-6"};
    static const char *const levels[] = {"own", "woo"};
    for (int i = 0; i < 2; i++) {
        char text[2048];
        snprintf(
            text, sizeof text,
            "lawtester: 1\n"
            "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5e-3, density: 2500}}\n"
            "law: {name: linear, kn: 1e5, ks: 2e5, fric: 0.5, dp_nratio: 0.3, dp_sratio: 0.2}\n"
            "motion: {levels: %s, %s}\n"
            "stages:\n"
            "  - {whats: ii...., values: [-0.1, 0.06, 0, 0, 0, 0], until: contact}\n"
            "  - {whats: ......, values: [0, 0, 0, 0, 0, 0], until: step >= 1}\n"
            "expect:\n"
            "  - {that: \"fn - kn*un == 0 and fs == 0\", stage: stage 1}\n"
            "  - {that: \"fn < 0.5*kn*un and E_dashpot > 0\"}\n",
            levels[i], motions[_i]);
        struct lt_program *program = read_program(text, NULL);
        struct lt_result *r = run_program(program);
        ck_assert_msg(r->status == LT_DONE, "%s", r->message);
        ck_assert_msg(r->ok == i, "levels: %s, %s", levels[i], motions[_i]);
        lt_run_free(r);
        lt_program_free(program);
    }
}
END_TEST

/* A contact that is there at the start may have a force, also where others vary beside it. */
START_TEST(start_values) {
    static const char *const text =
        "lawtester: 1\n"
        "let: {f: 0.2 N}\n"
        "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5e-3, density: 2500}}\n"
        "law: {name: linear, kn: 1e5, ks: 2e5, fric: 0.5, lin_mode: 1, lin_force_n: 0.6 N,\n"
        "      lin_force_s: f}\n"
        "motion: {dt: 1e-6, gap: -1e-6}\n"
        "stages:\n"
        "  - {whats: vv...., values: [0, 0, 0, 0, 0, 0], until: step >= 3}\n";
    static const char *const motions[] = {"motion.integrator=leapfrog", "motion.integrator=exact",
                                          "motion.frame=bodies"};
    ck_near(once(text, "fn", motions[_i], NULL, NULL), -0.6, 1e-15);
    ck_near(once(text, "fs", motions[_i], NULL, NULL), -0.2, 1e-15);
    ck_near(once(text, "fs", motions[_i], "f=0.25", NULL), -0.25, 1e-15);
    ck_near(once(text, "fs", motions[_i], "f=0.5", NULL), -0.3, 1e-15); /* fric holds it */
    ck_within(once(text, "energy_residual_rel", motions[_i], NULL, NULL), 0, 1e-14);
    struct lt_program *program = read_program(text, motions[_i], "motion.gap=1e-6", NULL);
    struct lt_result *r = run_program(program);
    ck_assert_int_eq(r->status, LT_RUN_FAILED);
    ck_assert_ptr_nonnull(strstr(r->message, "there is none at the start"));
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* Actions act in their order: kn set after deformability stays, and reads back as emod. */
START_TEST(order_of_orders) {
    char text[2048];
    snprintf(text, sizeof text, PIECES, "sphere, radius: 3e-3", ", emod: 1e8, kratio: 2");
    const char *done = "stages[0].done=[{set: {user_area: 2e-5}}, {set: {fric: 0.7}}]";
    ck_near(once(text, "kn", done, NULL, NULL), M_PI * 9e-6 * 1e8 / 8e-3, 1e-14);
    done = "stages[0].done=[{set: {user_area: 2e-5}}, {set: {emod: 1e8, kratio: 2}}]";
    ck_near(once(text, "kn", done, NULL, NULL), 2e-5 * 1e8 / 8e-3, 1e-14);
    done = "stages[0].done=[{set: {emod: 1e8, kratio: 2}}, {set: {kn: 7e4}}]";
    ck_near(once(text, "kn", done, NULL, NULL), 7e4, 1e-14);
    ck_near(once(text, "emod", done, NULL, NULL), 7e4 * 8e-3 / (M_PI * 9e-6), 1e-14);
}
END_TEST

/* One of two that go together is set alone: the other is what it was, or what it reads. */
START_TEST(one_of_two_orders) {
    static const struct {
        const char *law, *done, *result;
        double value;
    } cases[] = {
        {"emod: 1e8, kratio: 2", "{set: {emod: 3e8}}", "kn", M_PI * 9e-6 * 3e8 / 8e-3},
        {"emod: 1e8, kratio: 2", "{set: {emod: 3e8}}", "ks", M_PI * 9e-6 * 3e8 / 16e-3},
        {"emod: 1e8, kratio: 2", "{set: {kratio: 4}}", "ks", M_PI * 9e-6 * 1e8 / 32e-3},
        {"emod: 1e8, kratio: 2", "{set: {ks: 1e5}}, {set: {kn: 3e5}}, {set: {emod: 2*emod}}", "ks",
         2e5},
        {"emod: 1e8, kratio: 2", "{set: {kn: 7e4}}, {set: {kratio: 4}}", "kn", 7e4},
        {"emod: 1e8, kratio: 2", "{set: {emod: 3e8}}, {set: {fric: 0.7}}", "kratio", 2},
        {"kn: 1e5, ks: 5e4", "{set: {kratio: 4}}", "ks", 2.5e4},
    };
    ck_assert_uint_eq(sizeof cases / sizeof cases[0], 7);
    char text[2048], law[128], done[256];
    snprintf(law, sizeof law, ", %s", cases[_i].law);
    snprintf(text, sizeof text, PIECES, "sphere, radius: 3e-3", law);
    snprintf(done, sizeof done, "stages[0].done=[%s]", cases[_i].done);
    ck_near(once(text, cases[_i].result, done, NULL, NULL), cases[_i].value, 1e-14);
}
END_TEST

/* print, mark, reset; the balance does not notice a reset. */
START_TEST(actions) {
    const char *text = IMPACT("dp_nratio: 0.2", "dt: 1e-6");
    struct lt_program *program = read_program(
        text, "stages[0].done=[{print: e_n}, {mark: apart}, {reset: [E_dashpot, E_work]}]", NULL);
    struct lt_result *r = run_program(program);
    ck_assert_uint_eq(r->n_prints, 1);
    ck_assert_msg(strstr(r->prints[0], "e_n = 0.5") != NULL, "%s", r->prints[0]);
    ck_assert_str_eq(r->events[r->n_events - 1].name, "apart");
    ck_assert_double_eq(value_of(program, r, "E_dashpot"), 0);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* Events end stages, and begin anew with each. */
START_TEST(events_in_until) {
    const char *text =
        "lawtester: 1\n"
        "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5e-3, density: 2500}}\n"
        "law: {name: linear, kn: 1e5, ks: 5e4, fric: 0.5}\n"
        "motion: {integrator: exact, gap: 1e-6}\n"
        "stages:\n"
        "  - {whats: v....., values: [-0.1, 0, 0, 0, 0, 0], until: contact_activated}\n"
        "  - {whats: v....., values: [-0.1, 0, 0, 0, 0, 0], until: un < -1e-5}\n"
        "  - {whats: vv...., values: [0, 0.1, 0, 0, 0, 0], until: slip_change}\n"
        "  - {whats: vv...., values: [0, -0.1, 0, 0, 0, 0], until: slip_change and lin_slip == "
        "0}\n";
    struct lt_program *program = read_program(text, NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    ck_near(r->stages[0].t_end, 1e-5, 1e-9);
    ck_near(r->stages[2].time, 0.5 * 1e5 * 1e-5 / 5e4 / 0.1, 1e-9);
    ck_within(r->stages[3].time, 0, 1e-9);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

static void add(TCase *t) {
    tcase_add_loop_test(t, random_programs_balance, 0, 16);
    tcase_add_loop_test(t, incremental_with_overlap_at_the_start, 0, 4);
    tcase_add_test(t, absolute_with_overlap_at_the_start);
    tcase_add_loop_test(t, gravity_lowers_restitution, 0, 4);
    tcase_add_loop_test(t, cap_reopens_under_gravity, 0, 2);
    tcase_add_test(t, discs);
    tcase_add_loop_test(t, inheritance, 0, 17);
    tcase_add_test(t, ball_and_facet);
    tcase_add_loop_test(t, properties_change, 0, 12);
    tcase_add_loop_test(t, nothing_changes, 0, 12);
    tcase_add_loop_test(t, properties_change_in_flight, 0, 20);
    tcase_add_loop_test(t, made_as_in_woo, 0, 4);
    tcase_add_loop_test(t, start_values, 0, 3);
    tcase_add_test(t, order_of_orders);
    tcase_add_loop_test(t, one_of_two_orders, 0, 7);
    tcase_add_test(t, actions);
    tcase_add_test(t, events_in_until);
}

LT_TESTS("linear_runs", add)

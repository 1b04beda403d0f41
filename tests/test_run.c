/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs as a DEM code would make them: energy at any time step, the band over the entry phase, the
 * vocabulary of until, and every way in which a run ends. */
#include "programs.h"
#include "result/record.h"
#include "tables.h"

#include <gsl/gsl_rng.h>

static const int steps_per_contact[] = {20, 33, 100, 250, 1000};
static const double phases[] = {0, 0.3, 0.5, 0.99};

#define OBLIQUE                                                                                    \
    "lawtester: 1\n"                                                                               \
    "materials: {glass: {density: 2500}}\n"                                                        \
    "particles:\n"                                                                                 \
    "  a: {shape: %s, material: glass}\n"                                                          \
    "  b: {shape: sphere, radius: 3e-3, material: glass}\n"                                        \
    "law: {name: linear, kn: 1e5, ks: 6e4, fric: 0.3, dp_nratio: 0.15, dp_sratio: 0.1, "           \
    "dp_mode: %d}\n"                                                                               \
    "motion: {dt: t_c/%d, phase: %g}\n"                                                            \
    "stages:\n"                                                                                    \
    "  - {whats: iiiiii, values: [-1, 0.6, -0.3, 5, 20, -40], until: rebound}\n"

/* The balance of a free leapfrog impact closes at any step, in every mode, with a wall and with
 * unequal spheres; what crossings take is second order. */
START_TEST(oblique_impact_balances) {
    int mode = _i % 4, wall = _i / 4 % 2, n = steps_per_contact[_i / 8 % 5];
    char text[2048];
    snprintf(text, sizeof text, OBLIQUE, wall ? "wall" : "sphere, radius: 5e-3", mode, n,
             phases[_i / 40]);
    struct lt_program *program = read_program(text, NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    ck_assert_double_le(value_of(program, r, "energy_residual_rel"), 1e-12);
    double energy = value_of(program, r, "E_kinetic") + value_of(program, r, "E_strain") +
                    value_of(program, r, "E_slip") + value_of(program, r, "E_dashpot") +
                    value_of(program, r, "E_cross");
    ck_assert_double_le(fabs(value_of(program, r, "E_cross")), 3.0 / (n * n) * energy);
    ck_assert_double_gt(value_of(program, r, "E_slip"), 0);
    ck_assert_double_gt(value_of(program, r, "E_dashpot"), 0);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* Mean and extremes of e_n over the entry phase, against 2000-phase reference runs. */
START_TEST(time_step_band) {
    const int phases_tried = 200;
    char text[1024];
    struct lt_columns *csv = table("timestep_linear.csv");
    ck_assert_uint_lt((unsigned)_i, csv->rows);
    const double *row = csv->cells + (size_t)_i * csv->columns;
#define CELL(name) row[lt_columns_find(csv, name)]
    double beta = CELL("beta"), n = CELL("steps_per_undamped_contact");
    snprintf(text, sizeof text,
             IMPACT("dp_mode: %d, dp_nratio: %g", "dt: t_c/%g, phase: p") "let: {p: 0}\n",
             (int)CELL("no_tension"), beta, n);
    struct lt_program *program = read_program(text, NULL);
    double sum = 0, low = INFINITY, high = 0;
    for (int i = 0; i < phases_tried; i++) {
        struct lt_override phase = override_of(program, "p", (i + 0.5) / phases_tried);
        struct lt_run_options options = {0};
        struct lt_result *r = lt_run(program, &phase, 1, &options);
        ck_assert_msg(r->status == LT_DONE, "%s", r->message);
        double e = value_of(program, r, "e_n");
        sum += e;
        low = fmin(low, e);
        high = fmax(high, e);
        lt_run_free(r);
    }
    double spread = CELL("e_max") - CELL("e_min");
    ck_within(sum / phases_tried, CELL("e_mean"), 0.01 * spread + 1e-12);
    ck_within(low, CELL("e_min"), 0.02 * spread + 1e-12);
    ck_within(high, CELL("e_max"), 0.02 * spread + 1e-12);
    const char *columns[] = {"e_start_touching", "e_start_half_step"};
    for (int k = 0; k < 2; k++) {
        struct lt_override phase = override_of(program, "p", 0.5 * k);
        struct lt_run_options options = {0};
        struct lt_result *r = lt_run(program, &phase, 1, &options);
        ck_near(value_of(program, r, "e_n"), CELL(columns[k]), 1e-12);
        lt_run_free(r);
    }
    lt_program_free(program);
    lt_columns_free(csv);
}
END_TEST

static const char *const all_of_them[] = {"motion.integrator=exact", "motion.integrator=leapfrog",
                                          "motion.integrator=velocity-verlet",
                                          "motion.integrator=symplectic-euler"};

/* ---- Results without a meaning ----------------------------------------------------------------
 */

#define STAGE(whats, values, until)                                                                \
    "  - {whats: " whats ", values: [" values "], until: '" until "'}\n"
#define PAIR(integrator, stages)                                                                   \
    "lawtester: 1\n"                                                                               \
    "particles:\n"                                                                                 \
    "  a: {shape: sphere, radius: 5 mm, density: 2500 kg/m^3}\n"                                   \
    "  b: {shape: sphere, radius: 5 mm, density: 2500 kg/m^3}\n"                                   \
    "law: {name: linear, kn: 1e5 N/m, ks: 5e4 N/m, fric: 0.3}\n"                                   \
    "motion: {integrator: " integrator ", dt: 1 us, gap: 0.1 mm}\n"                                \
    "stages:\n" stages "expect:\n"                                                                 \
    "  - {that: e_n, is: 1, within: 0.1}\n"

/* Which results there are, in the order below, 1 or 0; and why not e_n. */
static const char *const of_contact[] = {"e_n",         "e_t",    "e_t_centre", "t_contact",
                                         "overlap_max", "fn_max", "ft_max"};
#define CASES(integrator)                                                                          \
    {PAIR(integrator, STAGE("i.....", "1, 0, 0, 0, 0, 0", "time >= 1e-4")), "0000000",             \
     "e_n has no value: no contact was made"},                                                     \
        {PAIR(integrator, STAGE("i.....", "-1, 0, 0, 0, 0, 0", "rebound")), "1001111", ""},        \
        {PAIR(integrator, STAGE("ii....", "-1, 1, 0, 0, 0, 0", "rebound")), "1111111", ""},        \
        {PAIR(integrator, STAGE("iv....", "-1, 1, 0, 0, 0, 0", "rebound")), "1001111", ""},        \
        {PAIR(integrator, STAGE("v.....", "-1, 0, 0, 0, 0, 0", "un < -1e-4")), "0000111",          \
         "e_n has no value: no impact: the normal motion was imposed in the contact"},             \
        {PAIR(integrator, STAGE("v.....", "-1, 0, 0, 0, 0, 0", "un < -1e-4")                       \
                              STAGE("v.....", "1, 0, 0, 0, 0, 0", "broken")),                      \
         "0001111", "e_n has no value: no impact: the normal motion was imposed in the contact"},  \
        {PAIR(integrator, STAGE("v.....", "-1, 0, 0, 0, 0, 0", "contact")                          \
                              STAGE("......", "0, 0, 0, 0, 0, 0", "rebound")),                     \
         "1001111", ""},                                                                           \
        {PAIR(integrator, STAGE("i.....", "-1, 0, 0, 0, 0, 0", "contact")), "1000111", "0"}, {     \
        PAIR(integrator, STAGE("u.....", "-0.1 mm, 0, 0, 0, 0, 0", "time >= 1e-5")), "0000111",    \
            "e_n has no value: "                                                                   \
    }
static const struct {
    const char *text, *there, *why;
} without_meaning[] = {CASES("leapfrog"), CASES("exact"), CASES("velocity-verlet"),
                       CASES("symplectic-euler")};
enum { WITHOUT_MEANING = sizeof without_meaning / sizeof *without_meaning };

/* A contact that is there but has not separated has the restitution 0. */
START_TEST(results_without_meaning_are_null) {
    struct lt_program *program = read_program(without_meaning[_i].text, NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    const char *there = without_meaning[_i].there, *why = without_meaning[_i].why;
    for (size_t i = 0; there[i]; i++)
        ck_assert_msg(isfinite(value_of(program, r, of_contact[i])) == (there[i] == '1'),
                      "%s is %g", of_contact[i], value_of(program, r, of_contact[i]));
    ck_assert(isfinite(value_of(program, r, "bounces")));
    if (strcmp(why, "0") == 0)
        ck_assert_double_eq(value_of(program, r, "e_n"), 0);
    else
        ck_assert_msg(strstr(r->verdicts[0].where, why) != NULL, "%s", r->verdicts[0].where);
    ck_assert_int_eq(r->verdicts[0].ok, *why == '\0');
    for (size_t i = 0; i < r->n_warnings; i++)
        ck_assert_msg(!strstr(r->warnings[i], "unstable"), "%s", r->warnings[i]);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* At the end of a stage as at that of the run: print, keep and expect see no 0. */
START_TEST(stages_end_without_results) {
    struct lt_program *program =
        read_program(PAIR("exact", "  - {name: away, whats: i....., values: [1, 0, 0, 0, 0, 0],\n"
                                   "     until: 'time >= 1e-6', done: [{print: 2*e_n}]}\n"
                                   "  - {whats: i....., values: [-1, 0, 0, 0, 0, 0], until: "
                                   "rebound}\n") "  - {that: fn_max, is: 0, within: 1 N, stage: "
                                                 "away}\n",
                     NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    ck_assert_str_eq(r->prints[0], "away: '2*e_n' is not a number: e_n has no value here");
    ck_assert(r->verdicts[0].ok && !r->verdicts[1].ok);
    ck_assert_str_eq(r->verdicts[1].where, "fn_max has no value: no contact was made");
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* What is free but never moves is not unstable; what moves is. */
START_TEST(only_what_moves_is_unstable) {
    struct lt_program *program =
        read_program(PAIR("leapfrog", STAGE("vv....", "0, 1, 0, 0, 0, 0", "time >= 0.01")),
                     "motion.gap=-0.1 mm", "motion.dt=1 ms", NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    for (size_t i = 0; i < r->n_warnings; i++)
        ck_assert_msg(!strstr(r->warnings[i], "unstable"), "%s", r->warnings[i]);
    lt_run_free(r);
    lt_program_free(program);
    program = read_program(PAIR("leapfrog", STAGE("vvi...", "0, 1, 1, 0, 0, 0", "time >= 0.01")),
                           "motion.gap=-0.1 mm", "motion.dt=1 ms", NULL);
    r = run_program(program);
    bool told = false;
    for (size_t i = 0; i < r->n_warnings; i++)
        told |= strstr(r->warnings[i], "unstable") != NULL;
    ck_assert(told);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* ---- Contacts that never separate -------------------------------------------------------------
 */

#define STUCK_(law, motion, whats, shear, until)                                                   \
    "lawtester: 1\n"                                                                               \
    "particles:\n"                                                                                 \
    "  a: {shape: sphere, radius: 5 mm, density: 2500 kg/m^3}\n"                                   \
    "  b: {shape: wall}\n"                                                                         \
    "law: {" law "}\n"                                                                             \
    "motion: {" motion "}\n"                                                                       \
    "let: {v: 1}\n"                                                                                \
    "stages:\n"                                                                                    \
    "  - {whats: " whats ", values: [-v, " shear ", 0, 0, 0, 0], until: '" until                   \
    "', max_steps: 50000}\n"
#define STUCK(law, motion, until)  STUCK_(law, motion, "i.....", "0", until)
#define SLIDES(law, motion, until) STUCK_(law, motion, "ii....", "0.3", until)
#define FULL(b)                    "name: linear, kn: 1e5, ks: 5e4, fric: 0.3, dp_mode: full, dp_nratio: " #b
#define HERTZ(a)                   "name: hertz, young: 1e9, poisson: 0.25, alpha: " #a
#define FALLS                      "gravity: [-9.81, 0, 0]"
#define BOUND                                                                                      \
    "name: glue, define: {params: {kn: 1e5, cn: 0}, active: bound == 1 or un <= 0, "               \
    "state: {bound: {unit: '1', stays: true}}, next: {bound: 'un < 1e-4 and 1 or 0'}, "            \
    "force: {fn: kn*un}, viscous: {vfn: cn*vn}, strain: kn*un^2/2}"

#define FILM(viscosity)                                                                            \
    "name: lubrication, kn: 1e5, film_form: explicit, film_range: 1, film_least: 0.001, "          \
    "viscosity: " viscosity

/* Ended by "never separates", or by what it waits for. */
static const struct {
    const char *text;
    bool never;
} stuck[] = {
    {STUCK(FULL(1), "", "rebound"), true},
    {STUCK(FULL(1.5), "", "broken"), true},
    {STUCK(FULL(10), "", "not contact"), true},
    {SLIDES(FULL(1.2), "", "rebound"), true},
    {STUCK(FULL(1.2), "frame: bodies", "rebound"), true},
    {STUCK(FULL(0.5), "", "rebound"), false},
    {STUCK(FULL(0.97), "", "rebound"), false},
    {STUCK("name: linear-elastic, kn: 1e5, en: 0", "", "rebound"), true},
    {STUCK(HERTZ(2.2360679774997898), "", "rebound"), true},
    {STUCK(HERTZ(2.3), "", "rebound"), true},
    {STUCK(HERTZ(2.2), "", "rebound"), false},
    {STUCK(FULL(1), "phase: 0.5", "time > 0.01"), false},
    {STUCK(FULL(1), "", "broken or time > 0.01"), false},
    {STUCK(FULL(0.1), FALLS, "broken"), false},
};
enum { STUCK_ONES = sizeof stuck / sizeof *stuck };
static struct lt_result *must_end(const struct lt_program *program, bool never) {
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    const struct lt_stage_result *stage = &r->stages[r->n_stages - 1];
    ck_assert_msg((strcmp(stage->ended_by, "never separates") == 0) == never, "%s",
                  stage->ended_by);
    ck_assert(r->never_separates == never);
    return r;
}

START_TEST(what_never_separates_is_noticed) {
    bool never = stuck[_i / 4].never;
    struct lt_program *program = read_program(stuck[_i / 4].text, all_of_them[_i % 4], NULL);
    struct lt_result *r = must_end(program, never);
    if (never) {
        ck_assert_double_eq(value_of(program, r, "e_n"), 0);
        ck_assert(isnan(value_of(program, r, "t_contact")) && isnan(value_of(program, r, "e_t")));
        ck_assert_double_le(value_of(program, r, "steps"), 2000);
    }
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* Slower and slower it parts, as theory says: nothing that would separate is taken for captive. */
START_TEST(what_hardly_separates_is_waited_for) {
    const double b = 1 - pow(10, -1 - 0.1 * _i);
    char ratio[64];
    snprintf(ratio, sizeof ratio, "dp_nratio=%.17g", b);
    struct lt_program *program = read_program(STUCK(FULL(1), "integrator: exact", "broken"), ratio,
                                              "stages[0].max_steps=200000", NULL);
    struct lt_result *r = must_end(program, false);
    double theory = exp(-M_PI * b / sqrt(1 - b * b));
    ck_near(value_of(program, r, "e_n"), theory, 1e-6);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* A ball that comes to rest under its weight, or in a film; a bond that holds; one that shear or a
 * last stage tears off. */
START_TEST(rest_and_bonds) {
    static const struct {
        const char *text, *d;
        bool never;
    } cases[] = {
        {STUCK(FULL(0.1), FALLS, "broken"), "v=0.001", true},
        {STUCK(FULL(1.5), FALLS, "rebound"), "v=0.001", true},
        {SLIDES(FULL(0.1), FALLS, "broken"), "v=0.001", true},
        {STUCK(FULL(0.1), "gravity: [9.81, 0, 0]", "broken"), "v=0.001", false},
        {STUCK(FILM("1"), "", "rebound"), "v=0.5", true},
        {STUCK(FILM("0"), "", "rebound"), "v=0.5", false},
        {STUCK(BOUND, "dt: 1 us", "broken"), "v=0.1", true},
        {STUCK(BOUND, "dt: 1 us", "broken"), "v=10", false},
        {STUCK(FULL(1.2), "", "broken") "  - {whats: v....., values: [1, 0, 0, 0, 0, 0], "
                                        "until: broken}\n",
         "stages[0].until=time > 0.002", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct lt_program *program = read_program(cases[i].text, cases[i].d, all_of_them[_i], NULL);
        struct lt_result *r = must_end(program, cases[i].never);
        lt_run_free(r);
        lt_program_free(program);
    }
}
END_TEST

/* t_force: until the force, once compressive, is zero or tensile. pull_max: the dashpot's pull. */
START_TEST(the_force_ends_before_the_contact) {
    const double b = 0.1 + 0.2 * _i;
    const double w = sqrt(1e5 / (2500 * 2 * M_PI / 3 * pow(5e-3, 3))), wd = w * sqrt(1 - b * b);
    char ratio[64];
    snprintf(ratio, sizeof ratio, "dp_nratio=%.17g", b);
    for (int mode = 0; mode < 2; mode++)
        for (size_t i = 0; i < 4; i++) {
            struct lt_program *program =
                read_program(IMPACT("dp_mode: 0, dp_nratio: 0.1", "dt: t_c/2000"), ratio,
                             mode ? "dp_mode=1" : "dp_mode=0", all_of_them[i], NULL);
            struct lt_result *r = run_program(program);
            double t = value_of(program, r, "t_force"), pull = value_of(program, r, "pull_max");
            ck_near(t, 2 * acos(b) / wd, i == 0 ? 1e-12 : 2e-3);
            double e = exp(-2 * b * w * acos(b) / wd), least = e * 2 * b * w * 1e-4;
            ck_assert(mode ? pull == 0 : pull > least);
            ck_assert(t < value_of(program, r, "t_contact"));
            lt_run_free(r);
            lt_program_free(program);
        }
}
END_TEST

/* Of any column, of the whole run, between the samples too; as targets and results. */
START_TEST(extremes_of_columns) {
    static const char expects[] =
        "  - {that: fn_lowest, is: -fn_max, within: 1e-12}\n"
        "  - {that: un_lowest, is: -overlap_max, within: 1e-12}\n"
        "  - {that: 'max(-fs_lowest, fs_highest) >= ft_max*(1 - 1e-12)'}\n"
        "  - {that: vn_lowest, is: -1, within: 1e-12}\n"
        "  - {that: not contact_end}\n";
    for (size_t i = 0; i < 4; i++) {
        char text[2048];
        snprintf(text, sizeof text, "%s%s",
                 PAIR("exact", STAGE("ii....", "-1, 1, 0, 0, 0, 0", "rebound")), expects);
        struct lt_program *program = read_program(text, all_of_them[i], NULL);
        struct lt_result *r = run_program(program);
        ck_assert_msg(r->status == LT_DONE, "%s", r->message);
        for (size_t k = 0; k < r->n_verdicts; k++)
            ck_assert_msg(r->verdicts[k].ok, "%s: %.17g, not %.17g", r->verdicts[k].text,
                          r->verdicts[k].value, r->verdicts[k].expected);
        lt_run_free(r);
        lt_program_free(program);
    }
    /* A force that swings through more than a sample: its peak is kn v/w. */
    struct lt_program *program = read_program(
        PAIR("exact",
             STAGE("i.....", "-1, 0, 0, 0, 0, 0",
                   "rebound")) "  - {that: E_strain_highest, is: m_eff/2, within: 1e-12}\n",
        "motion.dt=1 ms", NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->verdicts[1].ok, "%.17g, not %.17g", r->verdicts[1].value,
                  r->verdicts[1].expected);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* Surfaces that touch and part at once have had no contact; what is torn off has pulled. */
START_TEST(touching_is_no_contact) {
    struct lt_program *program = read_program(
        PAIR("exact", STAGE("i.....", "1, 0, 0, 0, 0, 0", "time >= 1e-4")), "motion.gap=0", NULL);
    struct lt_result *r = run_program(program);
    for (size_t i = 0; i < 7; i++)
        ck_assert_msg(isnan(value_of(program, r, of_contact[i])), "%s", of_contact[i]);
    ck_assert(isnan(value_of(program, r, "pull_max")) && isnan(value_of(program, r, "t_force")));
    lt_run_free(r);
    lt_program_free(program);
    program = read_program(STUCK(BOUND, "dt: 1 us, integrator: exact", "broken"), "v=10", NULL);
    r = run_program(program);
    ck_near(value_of(program, r, "pull_max"), 10, 1e-6); /* kn 1e5, at 1e-4 */
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* Started at first touch the dashpot acts half a step too long: the worst case. */
START_TEST(start_touching) {
    const char *text = IMPACT("dp_mode: 1, dp_nratio: 0.2", "phase: 0");
    ck_within(once(text, "e_n", "motion.dt=t_c/20", NULL, NULL), 0.550969, 5e-7);
    ck_within(once(text, "e_n", "motion.dt=t_c/1000", NULL, NULL), 0.571292, 5e-7);
}
END_TEST

/* A bond that costs 1 mJ to make, lost when it breaks; started at touch, apart and with an overlap.
 */
#define STICKY                                                                                     \
    "lawtester: 1\n"                                                                               \
    "particles:\n"                                                                                 \
    "  a: {shape: wall}\n"                                                                         \
    "  b: {shape: sphere, radius: 5e-3, mass: 0.01}\n"                                             \
    "law:\n"                                                                                       \
    "  name: sticky\n"                                                                             \
    "  define:\n"                                                                                  \
    "    constants: {well: 1e-3}\n"                                                                \
    "    force: {fn: 1e5*un}\n"                                                                    \
    "    strain: active and 0.5e5*un^2 - well or 0\n"                                              \
    "    losses: {bond: \"(active and not was_active and well or 0) - "                            \
    "(was_active and not active and well or 0)\"}\n"                                               \
    "motion: {dt: 1e-6}\n"                                                                         \
    "stages:\n"                                                                                    \
    "  - {whats: i....., values: [-1, 0, 0, 0, 0, 0], until: step >= 100}\n"

/* A contact made at the start is booked once. */
START_TEST(made_at_the_start) {
    static const struct {
        const char *define, *whats;
        double bond; /* booked while it lasts, mJ */
    } cases[] = {{"motion.integrator=exact", "i.....", 1},
                 {"motion.gap=1e-5", "i.....", 1},
                 {"motion.phase=0", "i.....", 1},
                 {"motion.phase=0.3", "i.....", 1},
                 {"motion.gap=0", "u.....", 1},
                 {"motion.gap=0", "u.....", 1},
                 {"motion.gap=-1e-5", "i.....", 0},
                 {"motion.gap=-1e-5", "i.....", 0}};
    char whats[64];
    snprintf(whats, sizeof whats, "stages[0].whats=%s", cases[_i].whats);
    ck_near(once(STICKY, "E_bond", cases[_i].define, whats, NULL), 1e-3 * cases[_i].bond, 1e-12);
    ck_within(once(STICKY, "energy_residual_rel", cases[_i].define, whats, NULL), 0, 1e-5);
}
END_TEST

/* A residual is seen beside the energy that the run is about, wherever that came from. */
START_TEST(what_the_residual_is_relative_to) {
    /* A prestress sets free 8000 times the energy of the impact: 1e-5 of that is 1e-9 of it. */
    const char *prestress =
        "lawtester: 1\n"
        "particles: {a: {shape: wall}, b: {shape: sphere, radius: 0.000401, density: 1000}}\n"
        "law: {name: concrete, young: 192e6, ktDivKn: 1, tanPhi: 0.5, sigmaT: 913e3, "
        "epsCrackOnset: "
        "1e-5,\n"
        "      relDuctility: 2, yieldSurfType: 2, omegaThreshold: 0.99, epsSoft: -1e-4,\n"
        "      equivStrainShearContrib: 0, isoPrestress: -1e6}\n"
        "motion: {integrator: exact, dt: 2.347e-8}\n"
        "stages:\n"
        "  - {whats: iii..., values: [-8e-4, -2e-5, -3e-4, 0, 0, 0], until: rebound or time > "
        "2.8e-5}\n";
    ck_assert_double_le(once(prestress, "energy_residual_rel", NULL, NULL, NULL), 5e-9);

    /* Nothing was there, and a force without a store makes motion of it: that is all of it. */
    struct lt_program *program = read_program(
        STICKY, "law.define.force.fn=1e-3", "law.define.strain=0", "law.define.losses.bond=0",
        "stages[0].values=[0, 0, 0, 0, 0, 0]", "motion.integrator=exact", NULL);
    struct lt_result *r = run_program(program);
    ck_assert_double_eq(value_of(program, r, "energy_residual_rel"), 1);
    lt_run_free(r);
    lt_program_free(program);

    /* A well that is there from the start, and less deep by half of it in the end. */
    ck_near(once(STICKY, "energy_residual_rel", "motion.gap=-1e-5",
                 "stages[0].values=[0, 0, 0, 0, 0, 0]",
                 "law.define.strain=0.5e5*un^2 - well*(un > -0.99e-5 and 0.5 or 1)"),
            0.5e-3 / 1e-3, 0.02);
}
END_TEST

/* What is not accounted for is said, however long the steps, where nothing swings. */
START_TEST(unaccounted_under_imposed_motion) {
    static const struct {
        const char *whats, *dt, *strain, *said; /* NULL: nothing */
    } cases[] = {
        {"v.....", "motion.dt=1e-4", "0", "a smaller motion.dt shows which"},
        {"v.....", "motion.dt=1e-6", "0", "do not add up to the work"},
        {"u.....", "motion.dt=1e-2", "0", "a smaller motion.dt shows which"},
        {"v.....", "motion.dt=1e-4", "0.5e5*un^2", NULL},
    };
    char whats[64], strain[64];
    snprintf(whats, sizeof whats, "stages[0].whats=%s", cases[_i].whats);
    snprintf(strain, sizeof strain, "law.define.strain=%s", cases[_i].strain);
    struct lt_program *program =
        read_program(STICKY, whats, cases[_i].dt, strain, "law.define.losses.bond=0",
                     "motion.gap=0", "stages[0].values=[-1e-4, 0, 0, 0, 0, 0]", NULL);
    struct lt_result *r = run_program(program);
    const char *found = NULL;
    for (size_t i = 0; i < r->n_warnings; i++)
        if (strstr(r->warnings[i], "not accounted for"))
            found = r->warnings[i];
    ck_assert_msg((found != NULL) == (cases[_i].said != NULL), "%s", found ? found : "nothing");
    ck_assert(!found || strstr(found, cases[_i].said));
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* The warning of a run that has TEXT; NULL: none. */
static const char *warning_with(const struct lt_result *r, const char *text) {
    for (size_t i = 0; i < r->n_warnings; i++)
        if (strstr(r->warnings[i], text))
            return r->warnings[i];
    return NULL;
}

/* A limit of what nothing resists is warned of, with what it needs; one that holds is not. */
START_TEST(limits_without_effect) {
    static const struct {
        const char *law, *value, *said;
    } cases[] = {
        {"name: linear, kn: 1e5, fric: 0.3", "[0, 0.01, 0, 0, 0, 0]",
         "fric = 0.3 has no effect: the law has no tangential force; that needs ks or kratio "
         "above 0"},
        {"name: linear, kn: 1e5, fric: 0.3", "[0, 0, 0, 0, 0, 0]", NULL},
        {"name: linear, kn: 1e5, ks: 1, fric: 0.3", "[0, 0.01, 0, 0, 0, 0]", NULL},
        {"name: idealelpl, kn: 1e5, kt: 1, tanPhi: 0.3, noFrict: true", "[0, 0.01, 0, 0, 0, 0]",
         NULL},
        {"name: burgers, bur_knm: 1e5, bur_fric: 0.3", "[0, 0.01, 0, 0, 0, 0]",
         "bur_fric = 0.3 has no effect: the law has no tangential force; that needs bur_ksm"},
        {"name: contact, kn: 1e5, rolling: sds, fric_roll: 0.1", "[0, 0, 0, 0, 0, 5]",
         "fric_roll = 0.1 has no effect: the law has no rolling moment; that needs k_roll or "
         "c_roll above 0"},
        {"name: contact, kn: 1e5, rolling: spring, fric_roll: 0.1", "[0, 0, 0, 0, 5, 0]",
         "that needs roll_stiffness or roll_viscosity above 0"},
        {"name: contact, kn: 1e5, rolling: constant, fric_roll: 0.1", "[0, 0, 0, 0, 5, 0]", NULL},
        {"name: contact, kn: 1e5, rolling: viscous, fric_roll: 0.1", "[0, 0, 0, 0, 5, 0]", NULL},
        {"name: contact, kn: 1e5, rolling: epsd, fric_roll: 0.1", "[0, 0, 0, 0, 5, 0]", NULL},
        {"name: arrlinear, kn: 1e5, ks: 1, fric_roll: 0.1", "[0, 0, 0, 0, 5, 0]", NULL},
        {"name: contact, kn: 1e5, twisting: sds, fric_twist: 1e-3", "[0, 0, 0, 1, 0, 0]",
         "fric_twist = 0.001 has no effect: the law has no twisting moment; that needs k_twist"},
        {"name: contact, kn: 1e5, twisting: sds, k_twist: 1, fric_twist: 1e-3",
         "[0, 0, 0, 1, 0, 0]", NULL},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[1024];
        snprintf(text, sizeof text,
                 "lawtester: 1\n"
                 "particles:\n"
                 "  a: {shape: sphere, radius: 5 mm, density: 2500}\n"
                 "  b: {shape: sphere, radius: 4 mm, density: 2500}\n"
                 "law: {%s}\n"
                 "motion: {dt: 1e-6, gap: -10e-6}\n"
                 "stages: [{whats: vvvvvv, values: %s, until: step >= 200}]\n",
                 cases[k].law, cases[k].value);
        struct lt_program *program = read_program(text, NULL);
        struct lt_result *r = run_program(program);
        const char *found = warning_with(r, "has no effect");
        ck_assert_msg((found != NULL) == (cases[k].said != NULL), "%s: %s", cases[k].law,
                      found ? found : "no warning");
        ck_assert_msg(!found || strstr(found, cases[k].said), "%s: %s", cases[k].law, found);
        lt_run_free(r);
        lt_program_free(program);
    }
}
END_TEST

/* A shear spring that keeps its force while its stiffness falls to 0, under friction that lets it
 * go within the last step, and not. */
START_TEST(let_go_in_a_step) {
    static const struct {
        const char *fric, *integrator;
        bool warns;
    } cases[] = {{"1e6", "leapfrog", true}, {"10", "leapfrog", false}, {"1e6", "exact", false}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[1024];
        snprintf(text, sizeof text,
                 "lawtester: 1\n"
                 "particles:\n"
                 "  a: {shape: sphere, radius: 5 mm, density: 2500}\n"
                 "  b: {shape: sphere, radius: 5 mm, density: 2500}\n"
                 "law: {name: thornton, young: 50 MPa, poisson: 0.25, yield_pressure: 1e6,\n"
                 "      tangential: tangent, fric: %s}\n"
                 "motion: {integrator: %s, gap: 0, dt: 2 us}\n"
                 "stages:\n"
                 "  - {whats: vvvvvv, values: [-1e-2, 0, 0, 0, 0, 0], until: un <= -4e-5}\n"
                 "  - {whats: vvvvvv, values: [0, 1e-3, 0, 0, 0, 0], until: time >= 2e-3}\n"
                 "  - {whats: vvvvvv, values: [1e-2, 0, 0, 0, 0, 0], until: broken}\n",
                 cases[k].fric, cases[k].integrator);
        struct lt_program *program = read_program(text, NULL);
        struct lt_result *r = run_program(program);
        ck_assert_int_eq(r->status, LT_DONE);
        ck_assert_int_eq(warning_with(r, "E_slip and E_defect depend on dt") != NULL,
                         cases[k].warns);
        lt_run_free(r);
        lt_program_free(program);
    }
}
END_TEST

/* Energies of denormal numbers have no digits to be balanced with. */
START_TEST(energies_without_digits) {
    struct lt_program *program = read_program(IMPACT("dp_nratio: 0.1", ""),
                                              "stages[0].values=[-1e-158, 0, 0, 0, 0, 0]", NULL);
    struct lt_result *r = run_program(program);
    ck_assert_int_eq(r->status, LT_DONE);
    ck_assert_uint_eq(r->n_warnings, 1);
    ck_assert_ptr_nonnull(strstr(r->warnings[0], "lose their digits"));
    ck_within(value_of(program, r, "e_n"), 0.7259595, 1e-3);
    ck_assert_double_le(value_of(program, r, "energy_residual_rel"), 1e-12);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* An account that begins anew leaves the scale as it was. */
START_TEST(reset_leaves_the_scale) {
    const char *text = IMPACT("dp_nratio: 0.1", "");
    double plain = once(text, "energy_residual_rel", "stages[0].whats=ii....",
                        "stages[0].values=[-1, 0.5, 0, 0, 0, 0]", NULL);
    double reset = once(text, "energy_residual_rel", "stages[0].whats=ii....",
                        "stages[0].values=[-1, 0.5, 0, 0, 0, 0]",
                        "stages[0].done=[{reset: [E_dashpot, E_slip]}]");
    ck_assert_double_eq(plain, reset);
}
END_TEST

/* The first active sample has overlap phase |vn| dt; at phase 0 exactly 0. */
START_TEST(phase_sets_the_first_overlap) {
    const char *text = IMPACT("dp_mode: 0", "dt: 1e-6");
    char phase[64];
    snprintf(phase, sizeof phase, "motion.phase=%g", phases[_i]);
    double un = once(text, "un", phase, "stages[0].until=contact", NULL);
    if (_i == 0)
        ck_assert_double_eq(un, 0);
    else
        ck_near(un, -phases[_i] * 1e-6, 1e-9);
}
END_TEST

/* A driven contact: the work of what is imposed is what the ledger says, inertia included. */
START_TEST(imposed_work_balances) {
    const char *const loads[][2] = {
        {"vvvvvv", "[-1e-2, 2e-2, 1e-2, 1, 2, 3]"},
        {"vv....", "['-0.02*cos(3e3*time)', '0.03*sin(2e3*time)', 0, 0, 0, 0]"},
        {"v....v", "[-1e-2, 0, 0, 0, 0, '30*sin(1e4*time)']"},
        {".v....", "[0, '0.05*sin(1e4*time)', 0, 0, 0, 0]"},
    };
    char text[2048], whats[64], values[160];
    snprintf(text, sizeof text, OBLIQUE, "sphere, radius: 5e-3", 1, 50, 0.0);
    snprintf(whats, sizeof whats, "stages[0].whats=%s", loads[_i][0]);
    snprintf(values, sizeof values, "stages[0].values=%s", loads[_i][1]);
    for (int exact = 0; exact < 2; exact++) {
        struct lt_program *program =
            read_program(text, whats, values, "stages[0].until=t > 8e-4", "motion.gap=-1e-6",
                         exact ? "motion.integrator=exact" : "motion.integrator=leapfrog", NULL);
        struct lt_result *r = run_program(program);
        ck_assert_msg(r->status == LT_DONE, "%s", r->message);
        ck_assert_double_le(value_of(program, r, "energy_residual_rel"), exact ? 1e-11 : 1e-12);
        ck_assert_double_gt(fabs(value_of(program, r, "E_work")), 0);
        lt_run_free(r);
        lt_program_free(program);
    }
}
END_TEST

/* A change of stage, a velocity that jumps: the jump of kinetic energy is work. */
START_TEST(stages_balance) {
    const char *text = "lawtester: 1\n"
                       "particles:\n"
                       "  a: {shape: wall}\n"
                       "  b: {shape: sphere, radius: 3e-3, density: 2500}\n"
                       "law: {name: linear, kn: 1e5, ks: 6e4, fric: 0.3, dp_nratio: 0.05}\n"
                       "motion: {integrator: leapfrog, gap: 0}\n"
                       "stages:\n"
                       "  - {whats: v....., values: [-0.1, 0, 0, 0, 0, 0], until: un < -1e-5}\n"
                       "  - {whats: vi...., values: [0, 0.3, 0, 0, 0, 0], until: time > 1e-4}\n"
                       "  - {whats: .v...., values: [0, -0.2, 0, 0, 0, 0], until: not contact}\n"
                       "  - {whats: i.i..., values: [-0.5, 0, 0.1, 0, 0, 0], until: rebound}\n";
    struct lt_program *program =
        read_program(text, _i ? "motion.integrator=exact" : "motion.dt=t_c/40", NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    ck_assert_double_le(value_of(program, r, "energy_residual_rel"), _i ? 1e-11 : 1e-12);
    ck_assert_uint_eq(r->n_stages, 4);
    ck_assert_str_eq(r->stages[3].ended_by, "rebound");
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* Free fall and bounces on a wall: gravity's work is in the books, the speed is Galileo's. */
START_TEST(gravity_works) {
    const char *text = "lawtester: 1\n"
                       "particles:\n"
                       "  a: {shape: wall}\n"
                       "  b: {shape: sphere, radius: 3e-3, density: 2500}\n"
                       "law: {name: linear, kn: 1e5, ks: 6e4, dp_nratio: 0.1, dp_mode: 1}\n"
                       "motion: {integrator: leapfrog, gap: 1e-4, gravity: [-9.81, 0, 0]}\n"
                       "stages:\n"
                       "  - {whats: ......, values: [0, 0, 0, 0, 0, 0], until: contact}\n"
                       "  - {whats: ......, values: [0, 0, 0, 0, 0, 0], until: broken}\n"
                       "  - {whats: ......, values: [0, 0, 0, 0, 0, 0], until: contact}\n";
    struct lt_program *program =
        read_program(text, _i ? "motion.integrator=exact" : "motion.dt=t_c/40", NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    ck_assert_double_le(value_of(program, r, "energy_residual_rel"), _i ? 1e-11 : 1e-12);
    ck_near(r->stages[0].t_end, sqrt(2 * 1e-4 / 9.81), _i ? 1e-11 : 1e-2);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

START_TEST(until_vocabulary) {
    static const struct {
        const char *until;
        const char *name;
        double low, high;
    } cases[] = {
        {"contact", "un", -1e-6, 0},
        {"broken", "vn", 0.5, 1},
        {"bounces >= 1", "vn", 0, 0.1},
        {"rebound", "un", 0, 1e-4},
        {"c_time > 1e-4", "c_time", 1e-4, 1.02e-4},
        {"time > 5e-5", "t", 5e-5, 5.2e-5},
        {"step >= 17", "steps", 17, 17},
        {"un < -1e-5 and vn < 0", "un", -1.2e-5, -1e-5},
        {"fn < -2", "fn", -2.2, -2},
        {"E_strain > 1e-5", "E_strain", 1e-5, 1.2e-5},
        {"lin_force_n > 1", "lin_force_n", 1, 1.2},
        {"dp_force_n < 0", "vn", 0, 1},
        {"overlap_max > 2e-5", "overlap_max", 2e-5, 2.2e-5},
    };
    if ((size_t)_i >= sizeof cases / sizeof cases[0])
        return;
    char until[128];
    snprintf(until, sizeof until, "stages[0].until=%s", cases[_i].until);
    double value = once(IMPACT("dp_nratio: 0.1", "dt: 1e-6"), cases[_i].name, until, NULL, NULL);
    ck_assert_msg(value >= cases[_i].low && value <= cases[_i].high, "%s: %s = %.17g",
                  cases[_i].until, cases[_i].name, value);
}
END_TEST

START_TEST(until_every) {
    double steps = once(IMPACT("dp_nratio: 0.1", "dt: 1e-6"), "steps", "stages[0].until=step > 11",
                        "stages[0].until_every=7", NULL);
    ck_assert_double_eq(steps, 14);
}
END_TEST

/* With exact, too: what becomes true before the last of seven steps, in it, or is so no more. */
START_TEST(until_every_of_exact) {
    static const char *const untils[] = {
        "stages[0].until=time > 11.5e-6", "stages[0].until=time > 13.5e-6",
        "stages[0].until=12.5e-6 < time and time < 13.5e-6 or time > 16.5e-6"};
    static const double times[] = {14e-6, 14e-6, 21e-6};
    double time = once(IMPACT("dp_nratio: 0.1", "dt: 1e-6"), "t", untils[_i],
                       "stages[0].until_every=7", "motion.integrator=exact");
    ck_near(time, times[_i], 1e-12);
}
END_TEST

/* Whatever counts steps is worked out anew with other numbers, by every way of making steps. */
START_TEST(counts_of_a_let) {
    static const char *const integrators[] = {"motion.integrator=leapfrog",
                                              "motion.integrator=symplectic-euler",
                                              "motion.integrator=exact"};
    struct lt_program *program = read_program(
        IMPACT("dp_nratio: 0.1", "dt: 1e-6") "let: {most: 20, n: 1}\n", "stages[0].max_steps=most",
        "stages[0].until_every=n", "stages[0].until=step > 31", integrators[_i], NULL);
    struct lt_override overrides[] = {override_of(program, "most", 40),
                                      override_of(program, "n", 7)};
    struct lt_run_options options = {0};
    struct lt_result *r = lt_run(program, overrides, 2, &options);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    ck_assert_double_eq(value_of(program, r, "steps"), 35);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

static void run_fails(const char *text, const char *d, const char *said) {
    struct lt_program *program = read_program(text, d, NULL);
    struct lt_result *r = run_program(program);
    ck_assert_int_eq(r->status, LT_RUN_FAILED);
    ck_assert_msg(strstr(r->message, said) != NULL, "'%s' is not in '%s'", said, r->message);
    ck_assert(!r->ok);
    lt_run_free(r);
    lt_program_free(program);
}

START_TEST(failures_say_what_happened) {
    const char *text = IMPACT("dp_nratio: 0.1", "dt: 1e-6");
    run_fails(text, "stages[0].max_steps=20", "did not become true within 20 steps");
    run_fails(text, "stages[0].until=sqrt(un) > 1", "sqrt of a negative number");
    run_fails(IMPACT("dp_mode: 0", "phase: 0"), "kn=0", "contact time t_c is not known");
    run_fails(text, "motion.dt=0 - t_c", "must be positive");
}
END_TEST

#define WALL                                                                                       \
    "lawtester: 1\n"                                                                               \
    "particles: {a: {shape: sphere, radius: 5e-3, density: 2500}, b: {shape: wall}}\n"
#define HIT "stages: [{whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}]\n"
#define OWN(force)                                                                                 \
    WALL "law: {name: own, define: {params: {kn: 1e5 N/m, pull: 1 N}, force: {fn: " force "}}}\n"

/* A law that cannot stop an impact is told at once and by its cause, whatever the time step. */
START_TEST(law_that_cannot_stop_an_impact) {
    static const struct {
        const char *text, *dt, *said;
    } cases[] = {
        {OWN("-kn*un") HIT, "motion.dt=1e-6", "fn > 0 while un < 0, the contact pulls"},
        {OWN("-kn*un") HIT, "motion.dt=t_c/50", "fn > 0 while un < 0, the contact pulls"},
        {OWN("-kn*un") HIT, "motion.integrator=exact", "fn > 0 while un < 0, the contact pulls"},
        {OWN("kn*un^2") HIT, "motion.dt=1e-6", "fn > 0 while un < 0, the contact pulls"},
        {OWN("0") HIT, "motion.dt=1e-6", "fn is 0 at any overlap: there is no stiffness"},
        {WALL "law: {name: linear, dp_nratio: 0.2}\n" HIT, "motion.dt=1e-6",
         "kn is 0: there is no stiffness along n"},
        {WALL "law: {name: linear, dp_nratio: 0.2}\n" HIT, "motion.dt=t_c/50",
         "kn is 0: there is no stiffness along n"},
        {WALL "law: {name: linear}\nmotion: {gravity: [-9.81, 0, 0], gap: 1e-3}\n"
              "stages: [{whats: ......, values: [0, 0, 0, 0, 0, 0], until: rebound}]\n",
         "motion.dt=1e-6", "kn is 0: there is no stiffness along n"},
        {WALL "law: {name: linear, ks: 1e5}\n"
              "stages: [{whats: vv...., values: [-1e-3, 0, 0, 0, 0, 0], until: un < -1e-6}]\n",
         "motion.dt=t_c/50", "motion.dt: kn is 0: there is no stiffness along n"},
        {WALL "law: {name: hertz, young: 1e9, poisson: 0.2}\n"
              "stages: [{whats: f....., values: [-1, 0, 0, 0, 0, 0], until: t > 1e-3}]\n",
         "motion.dt=t_c/50", "neither a stage nor particles.*.velocity gives one along n"},
        {OWN("pull") HIT, "motion.dt=t_c/50",
         "at first touch fn = 1 N at un = -5e-12 m, which gives no stiffness"},
    };
    run_fails(cases[_i].text, cases[_i].dt, cases[_i].said);
}
END_TEST

/* What may well be meant runs: adhesion, a flight, a stiffness that a stage brings, no impact. */
START_TEST(law_that_need_not_stop_an_impact) {
    static const char *const programs[] = {
        OWN("kn*un + pull") HIT,
        OWN("pull") "stages: [{whats: i....., values: [-1, 0, 0, 0, 0, 0], until: t > 1e-5}]\n",
        WALL "law: {name: linear}\n"
             "stages: [{whats: i....., values: [-1, 0, 0, 0, 0, 0], until: t > 1e-5}]\n",
        WALL "law: {name: linear, ks: 1e5}\n"
             "stages: [{whats: .i...., values: [0, 1, 0, 0, 0, 0], until: us > 1e-5}]\n",
        WALL "law: {name: linear, kn: 0}\n"
             "stages: [{whats: i....., values: [-1, 0, 0, 0, 0, 0], until: un < -1e-5,\n"
             "  done: [{set: {kn: 1e5}}]},\n"
             "  {whats: ......, values: [0, 0, 0, 0, 0, 0], until: broken}]\n",
    };
    struct lt_program *program = read_program(programs[_i], "motion.dt=1e-6", NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* Where the motion is imposed a wrong sign is warned of, and so is one of the shear. */
START_TEST(wrong_signs_are_warned_of) {
    static const struct {
        const char *text, *said;
    } cases[] = {
        {OWN("-kn*un") "stages: [{whats: v....., values: [-1, 0, 0, 0, 0, 0], until: t > 1e-5}]\n",
         "fn > 0 while un < 0, the contact pulls"},
        {OWN("kn*un, fs: -kn*us") HIT, "fs < 0 while us > 0"},
    };
    struct lt_program *program = read_program(cases[_i].text, "motion.dt=1e-6", NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE && r->n_warnings > 0, "%s", r->message);
    ck_assert_msg(strstr(r->warnings[0], cases[_i].said) != NULL, "%s", r->warnings[0]);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* The speed of an impact that Hertz's contact time goes by may be brought by the particles. */
START_TEST(speed_of_the_particles) {
    static const char *const speeds[] = {"particles.a.velocity=[2, 1, 0]",
                                         "particles.a.velocity=[-1, 0, 3]"};
    struct lt_program *programs[] = {
        read_program(WALL "law: {name: hertz, young: 1e9, poisson: 0.2}\n" HIT,
                     _i ? "stages[0].values=[1, 0, 0, 0, 0, 0]"
                        : "stages[0].values=[-2, 0, 0, 0, 0, 0]",
                     NULL),
        read_program(WALL "law: {name: hertz, young: 1e9, poisson: 0.2}\n" HIT,
                     "stages[0].whats=......", "stages[0].values=[0, 0, 0, 0, 0, 0]", speeds[_i],
                     NULL)};
    double t_c[2];
    for (int i = 0; i < 2; i++) {
        struct lt_run_options options = {.max_steps = 10};
        struct lt_result *r = lt_run(programs[i], NULL, 0, &options);
        t_c[i] = value_of(programs[i], r, "t_c");
        lt_run_free(r);
        lt_program_free(programs[i]);
    }
    ck_assert_double_gt(t_c[0], 0);
    ck_assert_double_eq(t_c[0], t_c[1]);
}
END_TEST

START_TEST(expected_failure_is_a_pass) {
    struct lt_program *program = read_program(
        IMPACT("dp_nratio: 0.1", "dt: 1e-6") "expect: [{fails: did not become true}]\n",
        "stages[0].max_steps=20", NULL);
    struct lt_result *r = run_program(program);
    ck_assert_int_eq(r->status, LT_RUN_FAILED);
    ck_assert(r->ok);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* An expectation that is wrong by a little more than its tolerance fails; by less, it passes. */
START_TEST(expectations_can_fail) {
    static const struct {
        const char *expect;
        bool ok;
    } cases[] = {
        {"[{that: e_n, is: 1, within: 1e-3}]", false},
        {"[{that: overlap_max, is: overlap_max*1.0011, within: 1e-3}]", false},
        {"[{that: overlap_max, is: overlap_max*1.0009, within: 1e-3}]", true},
        {"[{that: un_end, is: 0, within: 1 mm}]", true},
        {"[{that: un_end, is: 0, within: 1e-12 m}]", false},
        {"[{always: fn <= 0}]", false},
        {"[{always: fn, is: kn*un + vfn, within: 1e-9, stage: stage 1}]", false},
        {"[{always: fn, is: \"kn*min(un, 0) + vfn\", within: 1e-9}]", true},
        {"[{that: e_n > 0.5}]", true},
        {"[{that: e_n < 0.5}]", false},
        {"[{fails: anything}]", false},
    };
    if ((size_t)_i >= sizeof cases / sizeof cases[0])
        return;
    char text[2048];
    snprintf(text, sizeof text, "%sexpect: %s\n", IMPACT("dp_nratio: 0.1", "dt: 1e-6"),
             cases[_i].expect);
    struct lt_program *program = read_program(text, NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->ok == cases[_i].ok, "%s", cases[_i].expect);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

START_TEST(events_are_reported) {
    char text[2048];
    snprintf(text, sizeof text, OBLIQUE, "sphere, radius: 5e-3", 1, 100, 0.0);
    struct lt_program *program = read_program(text, NULL);
    struct lt_result *r = run_program(program);
    int made = 0, begun = 0, ended = 0;
    for (size_t i = 0; i < r->n_events; i++) {
        made += strcmp(r->events[i].name, "contact_activated") == 0;
        bool slip = strcmp(r->events[i].name, "slip_change") == 0;
        begun += slip && r->events[i].mode == 0;
        ended += slip && r->events[i].mode == 1;
    }
    ck_assert_int_eq(made, 1);
    ck_assert_int_gt(begun, 0);
    ck_assert_int_eq(begun, ended);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

START_TEST(records_first_and_last_row) {
    struct lt_program *program = read_program(
        IMPACT("dp_nratio: 0.1", "dt: 1e-6") "record: {every: 7, columns: [t, un]}\n", NULL);
    struct lt_result *r = run_program(program);
    double steps = value_of(program, r, "steps");
    const struct lt_table *table = &r->table;
    ck_assert_uint_eq(table->rows, (size_t)(steps / 7) + 1 + (fmod(steps, 7) != 0));
    ck_assert_double_eq(table->cells[0], 0);
    ck_near(table->cells[(table->rows - 1) * table->columns], steps * 1e-6, 1e-12);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* The program goes back to its first stage, so often and not more; samples count what they did. */
START_TEST(restart_goes_back) {
    const char *text =
        "lawtester: 1\n"
        "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5e-3, density: 2500}}\n"
        "law: {name: linear, kn: 1e5, ks: 5e4, fric: 0.5}\n"
        "motion: {dt: 1e-6}\n"
        "stages:\n"
        "  - {whats: v....., values: [-0.1, 0, 0, 0, 0, 0], until: step >= 10,\n"
        "     done: [{keep: {deep: un}}]}\n"
        "  - {whats: v....., values: [0.1, 0, 0, 0, 0, 0], until: step >= 5,\n"
        "     done: [{restart: 2}]}\n"
        "expect:\n"
        "  - {that: un - deep, is: 0.5e-6, within: 1e-9}\n";
    struct lt_program *program =
        read_program(text, _i ? "motion.integrator=exact" : "motion.gap=0", NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE && r->ok, "%s", r->message);
    ck_assert_uint_eq(r->n_stages, 6);
    for (size_t i = 0; i < 6; i++) {
        ck_assert_uint_eq(r->stages[i].stage, i % 2);
        ck_near(r->stages[i].time, i % 2 ? 5e-6 : 1e-5, 1e-9);
    }
    ck_near(value_of(program, r, "un"), -1.5e-6, 1e-9);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* A displacement that jumps when its stage begins is met within a step, and warned of. */
START_TEST(displacement_that_jumps) {
    struct lt_program *program =
        read_program(IMPACT("dp_nratio: 0.1", "dt: 1e-6, gap: 1e-5"), "stages[0].whats=u.....",
                     "stages[0].until=step >= 3", NULL);
    struct lt_result *r = run_program(program);
    ck_assert_int_eq(r->status, LT_DONE);
    ck_assert_uint_eq(r->n_warnings > 0, 1);
    ck_assert_msg(strstr(r->warnings[0], "it jumps there") != NULL, "%s", r->warnings[0]);
    ck_near(value_of(program, r, "un"), -1, 1e-15);
    ck_assert_double_le(value_of(program, r, "energy_residual_rel"), 1e-12);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

START_TEST(same_input_same_bits) {
    const char *text = IMPACT("dp_nratio: 0.1", "integrator: exact");
    double a =
        once(text, "e_n", "stages[0].whats=ii....", "stages[0].values=[-1,0.3,0,0,0,0]", NULL);
    double b =
        once(text, "e_n", "stages[0].whats=ii....", "stages[0].values=[-1,0.3,0,0,0,0]", NULL);
    ck_assert(memcmp(&a, &b, sizeof a) == 0);
}
END_TEST

static void add(TCase *t) {
    tcase_add_loop_test(t, oblique_impact_balances, 0, 160);
    tcase_add_loop_test(t, time_step_band, 0, 18);
    tcase_add_loop_test(t, the_force_ends_before_the_contact, 0, 4);
    tcase_add_test(t, touching_is_no_contact);
    tcase_add_test(t, extremes_of_columns);
    tcase_add_loop_test(t, what_never_separates_is_noticed, 0, 4 * STUCK_ONES);
    tcase_add_loop_test(t, what_hardly_separates_is_waited_for, 0, 21);
    tcase_add_loop_test(t, rest_and_bonds, 0, 4);
    tcase_add_loop_test(t, results_without_meaning_are_null, 0, WITHOUT_MEANING);
    tcase_add_test(t, stages_end_without_results);
    tcase_add_test(t, only_what_moves_is_unstable);
    tcase_add_test(t, start_touching);
    tcase_add_loop_test(t, made_at_the_start, 0, 8);
    tcase_add_test(t, what_the_residual_is_relative_to);
    tcase_add_loop_test(t, unaccounted_under_imposed_motion, 0, 4);
    tcase_add_test(t, energies_without_digits);
    tcase_add_test(t, limits_without_effect);
    tcase_add_test(t, let_go_in_a_step);
    tcase_add_test(t, reset_leaves_the_scale);
    tcase_add_loop_test(t, phase_sets_the_first_overlap, 0, 4);
    tcase_add_loop_test(t, imposed_work_balances, 0, 4);
    tcase_add_loop_test(t, stages_balance, 0, 2);
    tcase_add_loop_test(t, gravity_works, 0, 2);
    tcase_add_loop_test(t, until_vocabulary, 0, 13);
    tcase_add_test(t, until_every);
    tcase_add_loop_test(t, until_every_of_exact, 0, 3);
    tcase_add_loop_test(t, counts_of_a_let, 0, 3);
    tcase_add_test(t, failures_say_what_happened);
    tcase_add_loop_test(t, law_that_cannot_stop_an_impact, 0, 11);
    tcase_add_loop_test(t, law_that_need_not_stop_an_impact, 0, 5);
    tcase_add_loop_test(t, wrong_signs_are_warned_of, 0, 2);
    tcase_add_loop_test(t, speed_of_the_particles, 0, 2);
    tcase_add_test(t, expected_failure_is_a_pass);
    tcase_add_loop_test(t, expectations_can_fail, 0, 11);
    tcase_add_test(t, events_are_reported);
    tcase_add_test(t, records_first_and_last_row);
    tcase_add_loop_test(t, restart_goes_back, 0, 2);
    tcase_add_test(t, displacement_that_jumps);
    tcase_add_test(t, same_input_same_bits);
}

LT_TESTS("run", add)

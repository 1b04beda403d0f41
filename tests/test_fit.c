/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parameters from data whose truth is known; data that do not determine them; bad data. */
#include "base/arena.h"
#include "columns.h"
#include "fit/fit.h"
#include "programs.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#define BEAD                                                                                       \
    "lawtester: 1\n"                                                                               \
    "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5e-3, density: 2500}}\n"

static const char pulse[] =
    BEAD "law: {name: linear, kn: 2e5, dp_nratio: 0.15, dp_mode: no-tension}\n"
         "motion: {integrator: exact}\n"
         "stages: [{whats: i....., values: [-0.5, 0, 0, 0, 0, 0], until: rebound}]\n"
         "fit:\n"
         "  curve: {x: t, y: -fn}\n"
         "  vary: {kn: [1e4, 1e7], dp_nratio: [0.01, 0.9]}\n";

/* The same, begun at an unknown time, by a dashpot's jump; the program's own numbers are far off.
 */
static const char late[] =
    BEAD "let: {t0: 6e-4}\n"
         "law: {name: linear, kn: 5e4, dp_nratio: 0.5, dp_mode: no-tension}\n"
         "motion: {integrator: exact}\n"
         "stages: [{whats: i....., values: [-0.5, 0, 0, 0, 0, 0], until: rebound}]\n"
         "fit:\n"
         "  x: t\n"
         "  y: force\n"
         "  curve: {x: t + t0, y: -fn}\n"
         "  vary: {kn: [1e4, 1e7], dp_nratio: [0.01, 0.9], t0: [0, 1e-3]}\n";

static const char speeds[] =
    BEAD "let: {v0: 1}\n"
         "law: {name: hertz, young_eff: 5e9, damping: viscoelastic, A: 3e-6, dp_mode: no-tension}\n"
         "motion: {dt: t_c/40}\n"
         "stages: [{whats: i....., values: [-v0, 0, 0, 0, 0, 0], until: rebound}]\n"
         "fit:\n"
         "  result: {x: v0, y: e_n}\n"
         "  vary: {A: [1e-8, 1e-4]}\n";

static const char shear[] =
    BEAD "let: {N: 10}\n"
         "law: {name: linear, kn: 1e6, ks: 5e5, fric: 0.4}\n"
         "motion: {gap: -N/1e6, dt: 1e-3}\n"
         "stages:\n"
         "  - {whats: vv...., values: [0, 1e-3, 0, 0, 0, 0], until: us > 39.9e-6}\n"
         "  - {whats: vv...., values: [0, -1e-3, 0, 0, 0, 0], until: us < -39.9e-6}\n"
         "  - {whats: vv...., values: [0, 1e-3, 0, 0, 0, 0], until: us > -0.1e-6}\n"
         "fit:\n"
         "  curve: {x: us, y: fs}\n"
         "  vary: {fric: [0.05, 1], ks: [1e4, 1e8]}\n";

enum { MOST = 200 };

/* A problem with one data set, and the y that its places have in truth. */
struct rig {
    struct lt_program *program;
    struct lt_measured measured;
    struct lt_fit_problem problem;
    double x[MOST], y[MOST], sigma[MOST], truth[MOST], sd;
    size_t count;
};

/* A damped oscillator that is let go where it would pull, and begins at BEGIN. */
static void make_oscillator(struct rig *rig, double begin, double span) {
    double m = 2500 * 4 * M_PI / 3 * 125e-9, w0 = sqrt(2e5 / m), b = 0.15, v0 = 0.5;
    double w = w0 * sqrt(1 - b * b), end = 2 * acos(b) / w;
    rig->sd = 0.2;
    for (rig->count = 0; rig->count < 40; rig->count++) {
        double t = ((double)rig->count + 0.5) / 40 * span * end - begin;
        double x = v0 / w * exp(-b * w0 * t) * sin(w * t);
        double v = v0 * exp(-b * w0 * t) * (cos(w * t) - b * w0 / w * sin(w * t));
        rig->x[rig->count] = t + begin;
        rig->truth[rig->count] = t >= 0 && t < end ? m * w0 * (w0 * x + 2 * b * v) : 0;
    }
}

static void make_pulse(struct rig *rig) {
    make_oscillator(rig, 0, 1.05);
}

enum { BEGIN = 193 }; /* us */

static void make_late(struct rig *rig) {
    make_oscillator(rig, 1e-6 * BEGIN, 3);
    rig->sd = 0.05;
}

static void make_speeds(struct rig *rig) {
    struct lt_run_options options = {0};
    rig->sd = 0.01;
    for (rig->count = 0; rig->count < 12; rig->count++) {
        double v0 = 0.05 * pow(100, (double)(rig->count / 2) / 5);
        struct lt_override override = override_of(rig->program, "v0", v0);
        struct lt_result *result = lt_run(rig->program, &override, 1, &options);
        rig->x[rig->count] = v0;
        rig->truth[rig->count] = value_of(rig->program, result, "e_n");
        lt_run_free(result);
    }
}

/* To 40 um, back to -40 um, to nought: sticking with 5e5 N/m, slipping at 4 N. */
static void make_shear(struct rig *rig) {
    double f = 0, before = 0;
    rig->sd = 0.1;
    for (rig->count = 0; rig->count < 80; rig->count++) {
        double i = (double)rig->count + 1;
        double us = 2e-6 * (i <= 20 ? i : i <= 60 ? 40 - i : i - 80);
        f = fmax(-4, fmin(4, f + 5e5 * (us - before)));
        rig->x[rig->count] = before = us;
        rig->truth[rig->count] = f;
    }
}

static void rig_open(struct rig *rig, const char *text, const char *d) {
    gsl_set_error_handler_off();
    *rig = (struct rig){.program = read_program(text, d, NULL)};
    (text == pulse    ? make_pulse
     : text == late   ? make_late
     : text == speeds ? make_speeds
                      : make_shear)(rig);
    rig->measured = (struct lt_measured){.set = &rig->program->fit->sets[0],
                                         .name = "made",
                                         .count = rig->count,
                                         .x = rig->x,
                                         .y = rig->y,
                                         .sigma = rig->sigma};
    rig->problem = lt_fit_problem_of(rig->program, &rig->measured);
    for (size_t i = 0; i < rig->count; i++) {
        rig->sigma[i] = 1;
        rig->y[i] = rig->truth[i];
    }
}

static void scatter(struct rig *rig, gsl_rng *random) {
    for (size_t i = 0; i < rig->count; i++)
        rig->y[i] = rig->truth[i] + gsl_ran_gaussian_ziggurat(random, rig->sd);
}

/* And by how many evaluations it may be found: some more than are needed. */
static const struct truth {
    const char *text;
    size_t n, most;
    double values[3];
} truths[] = {{pulse, 2, 60, {2e5, 0.15}},
              {speeds, 1, 26, {3e-6}},
              {shear, 2, 43, {0.4, 5e5}},
              {late, 3, 1000, {2e5, 0.15, 1e-6 * BEGIN}}};

/* Data without noise give the truth; between samples of a run the curve is good to 1e-4. */
START_TEST(truth_without_noise) {
    const struct truth *truth = &truths[_i];
    struct rig rig;
    rig_open(&rig, truth->text, NULL);
    struct lt_fit *fit = lt_fit(&rig.problem);
    ck_assert_msg(fit->converged, "%s", fit->message);
    ck_assert_uint_eq(fit->rank, truth->n);
    ck_assert_uint_le(fit->evaluations, truth->most);
    for (size_t j = 0; j < truth->n; j++)
        ck_near(fit->estimates[j].value, truth->values[j], 1e-4);
    lt_fit_free(fit);
    lt_program_free(rig.program);
}
END_TEST

/* How many intervals of 95 % hold the truth is binomial. Of LT_FIT_TRIALS trials, 30 if that is not
 * said, all counts within 4 of its standard deviations pass. */
START_TEST(intervals_hold_the_truth) {
    const struct truth *truth = &truths[_i];
    const char *said = getenv("LT_FIT_TRIALS");
    int trials = said ? atoi(said) : 30, held[3] = {0};
    gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(random, 1 + (unsigned long)_i);
    struct rig rig;
    rig_open(&rig, truth->text, NULL);
    for (int i = 0; i < trials; i++) {
        scatter(&rig, random);
        struct lt_fit *fit = lt_fit(&rig.problem);
        ck_assert_msg(fit->converged && !fit->doubt[0], "%s%s", fit->message, fit->doubt);
        for (size_t j = 0; j < truth->n; j++)
            held[j] += fit->estimates[j].lower <= truth->values[j] &&
                       truth->values[j] <= fit->estimates[j].upper;
        lt_fit_free(fit);
    }
    for (size_t j = 0; j < truth->n; j++) {
        double n = trials;
        if (said)
            printf("# %s: %d of %d\n", rig.problem.vary[j].name, held[j], trials);
        ck_within(held[j], 0.95 * n, 4 * sqrt(n * 0.95 * 0.05));
    }
    gsl_rng_free(random);
    lt_program_free(rig.program);
}
END_TEST

/* Another law's data: refuted by chi^2 where sigma is known, by a pattern where it is not. Of data
 * of its own neither is said in 999,999 of a million cases. */
START_TEST(wrong_model_is_told) {
    static const double most[] = {0.02, 0.9}; /* of dp_nratio, which is 0.15 */
    gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
    for (int known = 0; known < 2; known++)
        for (int right = 0; right < 2; right++) {
            struct rig rig;
            rig_open(&rig, pulse, NULL);
            scatter(&rig, random);
            rig.measured.absolute = known;
            for (size_t i = 0; i < rig.count; i++)
                rig.sigma[i] = rig.sd;
            struct lt_vary vary[2] = {rig.problem.vary[0], rig.problem.vary[1]};
            vary[1].hi = most[right];
            rig.problem.vary = vary;
            struct lt_fit *fit = lt_fit(&rig.problem);
            ck_assert_int_eq(fit->refuted, known && !right);
            ck_assert_int_eq(fit->patterned, !known && !right);
            ck_assert_int_eq(fit->doubt[0] != '\0', !right);
            ck_assert_int_eq(fit->runs_p < 1e-6, !right);
            lt_fit_free(fit);
            lt_program_free(rig.program);
        }
    gsl_rng_free(random);
}
END_TEST

/* ---- What the data leave open ---------------------------------------------------------------- */

static const struct {
    const char *text, *vary[3], *combination, *supply;
    double lo[3], hi[3], value;
    size_t rank;
} open_ones[] = {
    /* e_n depends on A k^(2/5) alone */
    {speeds,
     {"A", "young_eff"},
     "A young_eff^0.4",
     "t_contact",
     {1e-8, 1e8},
     {1e-4, 1e12},
     0.0227356,
     1},
    {speeds, {"young_eff", "A"}, "A young_eff^0.4", "fn_max", {1e8, 0}, {1e12, 1e-4}, 0.0227356, 1},
    /* slip depends on fric N */
    {shear, {"fric", "N", "ks"}, "fric N", "overlap_max", {0.05, 1, 1e4}, {1, 100, 1e8}, 4, 2},
    /* a head-on impact does not feel friction */
    {pulse, {"kn", "fric"}, NULL, "", {1e4, 0.1}, {1e7, 1}, 0, 1},
};

START_TEST(open_combinations_are_named) {
    struct rig rig;
    struct lt_vary vary[3] = {0};
    rig_open(&rig, open_ones[_i].text, NULL);
    rig.problem.vary = vary;
    for (rig.problem.n_vary = 0; rig.problem.n_vary < 3; rig.problem.n_vary++) {
        size_t j = rig.problem.n_vary;
        if (!open_ones[_i].vary[j])
            break;
        vary[j] =
            (struct lt_vary){.name = open_ones[_i].vary[j],
                             .target = override_of(rig.program, open_ones[_i].vary[j], 0).name,
                             .lo = open_ones[_i].lo[j],
                             .hi = open_ones[_i].hi[j],
                             .bounded = true};
    }
    struct lt_fit *fit = lt_fit(&rig.problem);
    ck_assert_msg(!fit->run_failed && fit->unknown[0], "%s", fit->message);
    ck_assert_uint_eq(fit->rank, open_ones[_i].rank);
    ck_assert_msg(strstr(fit->supply, open_ones[_i].supply) != NULL, "%s", fit->supply);
    for (size_t j = 0; j < fit->n; j++) /* no number for what is open */
        ck_assert(fit->estimates[j].determined == isfinite(fit->estimates[j].value));
    if (open_ones[_i].combination) {
        const struct lt_combination *c = &fit->combinations[0];
        ck_assert_uint_eq(fit->n_combinations, 1);
        ck_assert_str_eq(c->text, open_ones[_i].combination);
        ck_assert(c->exact);
        ck_near(c->value, open_ones[_i].value, 1e-4);
    } else {
        ck_assert_uint_eq(fit->n_combinations, 0);
    }
    lt_fit_free(fit);
    lt_program_free(rig.program);
}
END_TEST

/* A tenth of the points is far off: the robust losses do not follow them. */
START_TEST(outliers) {
    static const char *const losses[] = {"fit.loss=squares", "fit.loss=huber", "fit.loss=cauchy"};
    struct rig rig;
    gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
    rig_open(&rig, shear, losses[_i]);
    scatter(&rig, random);
    for (size_t i = 5; i < rig.count; i += 10)
        rig.y[i] *= 2;
    struct lt_fit *fit = lt_fit(&rig.problem);
    const struct lt_estimate *fric = &fit->estimates[0];
    ck_assert_msg(fit->converged, "%s", fit->message);
    double error = 0.1 / 10 / sqrt(70); /* of a mean of those points, over N */
    bool off = fabs(fric->value - 0.4) > 5 * error;
    ck_assert_msg(off == (_i == 0), "fric = %g +- %g", fric->value, fric->error);
    lt_fit_free(fit);
    gsl_rng_free(random);
    lt_program_free(rig.program);
}
END_TEST

/* Where no residual is beyond Huber's limit, his loss is that of squares: so are the errors. */
static double error_with(const char *loss) {
    struct rig rig;
    rig_open(&rig, shear, loss);
    for (size_t i = 0; i < rig.count; i++)
        rig.y[i] = rig.truth[i] + (i % 2 ? 0.1 : -0.1);
    struct lt_fit *fit = lt_fit(&rig.problem);
    const double error = fit->estimates[0].error;
    ck_assert_msg(fit->converged && error > 0, "%s", fit->message);
    lt_fit_free(fit);
    lt_program_free(rig.program);
    return error;
}

START_TEST(huber_without_outliers) {
    ck_near(error_with("fit.loss=huber"), error_with("fit.loss=squares"), 1e-6);
}
END_TEST

/* The errors of a fit with one parameter and with sigma known: (sum (dm/dp)^2/sigma^2)^(-1/2). */
START_TEST(error_of_a_mean) {
    struct rig rig;
    rig_open(&rig, shear, "fit.vary={fric: [0.05, 1]}");
    size_t slips = 0;
    for (size_t i = 0; i < rig.count; i++) {
        rig.sigma[i] = 0.1;
        slips += fabs(rig.truth[i]) == 4;
    }
    rig.measured.absolute = true;
    struct lt_fit *fit = lt_fit(&rig.problem);
    const struct lt_estimate *fric = &fit->estimates[0];
    /* Slipping points have dfs/dfric = N; those that stick after a reversal, too. */
    ck_assert(fit->converged && slips > 40);
    double n = (double)rig.count - 4; /* the first four stick */
    ck_near(fric->error, 0.1 / 10 / sqrt(n), 0.02);
    ck_near(fric->upper / fric->value, exp(1.959963984540054 * fric->error / fric->value), 1e-6);
    lt_fit_free(fit);
    lt_program_free(rig.program);
}
END_TEST

/* ---- Data ------------------------------------------------------------------------------------ */

/* As a spreadsheet exports them where numbers have a comma, and shares of a hundred. */
START_TEST(data_with_decimal_commas) {
    static const char *const tables[] = {
        "\xef\xbb\xbf\"v [mm/s]\";\"e (%)\"\r\n50,5;93\r\n1e2;90,25\r\n",
        "v [mm/s]\te (%)\n50,5\t93\n100\t90,25\n",
        "\"v [mm/s]\",\"e (%)\"\n\"50,5\",93\n100,\"90,25\"\n",
    };
    struct lt_arena *arena = lt_arena_new();
    char *said[2];
    double *v = read_values(tables[_i], "v", "m/s", arena, &said[0]);
    double *e = read_values(tables[_i], "e", "1", arena, &said[1]);
    ck_assert(v && e);
    ck_near(v[0], 0.0505, 1e-15);
    ck_near(v[1], 0.1, 1e-15);
    ck_near(e[0], 0.93, 1e-15);
    ck_near(e[1], 0.9025, 1e-15);
    for (int i = 0; i < 2; i++) {
        ck_assert_ptr_nonnull(
            strstr(said[i], "note: numbers have decimal commas: '0,93' is read as 0.93"));
        free(said[i]);
    }
    lt_arena_free(arena);
}
END_TEST

static const struct {
    const char *table, *says;
} wrong[] = {
    {"", "d.csv:1:1: error: this file holds no table"},
    {"# only\n", "d.csv:1:1: error: this file holds no table"},
    {"speed,e\n1,2\n", "d.csv:1:1: error: no column 'v0'"},
    {"v,e_n\n1,2\n", "no column 'v0'; did you mean 'v'?"},
    {"v0 [kg],e_n\n1,2\n", "d.csv:1:1: error: column 'v0': '1 kg' is a mass (kg)"},
    {"v0,e_n\n1,2\n3\n4,5,6\n", "d.csv:3:1: error: the row has 1 fields, the header 2"},
    {"v0,e_n\n1,2\n3\n4,5,6\n", "d.csv:4:1: error: the row has 3 fields, the header 2"},
    {"v0,e_n\n1,two\n", "d.csv:2:3: error: 'two' is not a number"},
    {"v0,e_n\n1,0x10\n", "d.csv:2:3: error: '0x10' is not a number"},
    {"v0,e_n\n1,1e999\n", "d.csv:2:3: error: '1e999' is not a number"},
    {"v0 [km/s],e_n\n1.7e308,2\n", "d.csv:2:1: error: a number too large for its unit"},
    {"v0,e_n\n,2\n1,\n", "d.csv:1:1: error: there is no row with numbers"},
    {"v0,v0\n1,2\n", "d.csv:1:1: error: no column 'e_n'"},
    {"v0,[m]\n1,2\n", "d.csv:1:4: error: expected the name of a column"},
    {"v0,e_n\n1,0,93\n2,0,9\n", "2 fields, the rows from line 2 on have 3; if they are "
                                "decimal commas, separate the fields with semicolons"},
    {"v0;e_n\n1,5;0.93\n", "d.csv:2:5: error: '0.93' has a decimal point, but line 2 has a decimal "
                           "comma; write all numbers alike"},
    {"v0;e_n\n1.5;0,93\n", "d.csv:2:5: error: '0,93' has a decimal comma, but line 2 has a decimal "
                           "point"},
    {"v0;e_n\n1.23,4.5;1\n", "d.csv:2:1: error: '1.23,4.5' has a point and a comma, and not as "
                             "thousands have them"},
    {"v0 (%),e_n\n1,2\n", "d.csv:1:1: error: column 'v0': '%' is a fraction, expected m/s"},
    {"PK\3\4\24", "d.csv:1:1: error: this is a workbook (.xlsx, .ods), not a text table; save it "
                  "as 'CSV UTF-8'"},
    {"\xd0\xcf\x11\xe0\xa1\xb1", "d.csv:1:1: error: this is a workbook (.xls), not a text table"},
    {"\xff\xfev", "d.csv:1:1: error: this file holds no table"},
};

START_TEST(wrong_data) {
    struct lt_program *program = read_program(speeds, NULL);
    struct lt_arena *arena = lt_arena_new();
    struct lt_errors *errors = lt_errors_new();
    struct lt_fit_set set = program->fit->sets[0];
    struct lt_measured measured;
    set.x_unit = "m/s"; /* as of a parameter; a let has none */
    FILE *file = open_text(wrong[_i].table);
    struct lt_columns *data = lt_columns_read_from(file, "d.csv", NULL, errors);
    ck_assert(!data || !lt_fit_data(&measured, &set, data, arena, errors));
    lt_columns_free(data);
    fclose(file);
    char *said = lt_errors_text(errors);
    ck_assert_msg(strstr(said, wrong[_i].says) != NULL, "%s", said);
    free(said);
    lt_errors_free(errors);
    lt_arena_free(arena);
    lt_program_free(program);
}
END_TEST

static void add(TCase *t) {
    tcase_add_loop_test(t, truth_without_noise, 0, 4);
    tcase_add_loop_test(t, intervals_hold_the_truth, 0, 4);
    tcase_add_test(t, wrong_model_is_told);
    tcase_add_loop_test(t, open_combinations_are_named, 0, 4);
    tcase_add_loop_test(t, outliers, 0, 3);
    tcase_add_test(t, huber_without_outliers);
    tcase_add_test(t, error_of_a_mean);
    tcase_add_loop_test(t, data_with_decimal_commas, 0, 3);
    tcase_add_loop_test(t, wrong_data, 0, sizeof wrong / sizeof *wrong);
}

LT_TESTS("fit", add)

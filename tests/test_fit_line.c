/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Models that are straight lines, or are so in logarithms: all that a fit says of them, by the
 * formulas of textbooks. */
#include "fit/fit.h"
#include "programs.h"

#include <gsl/gsl_errno.h>

enum { N = 12 };

/* Unsorted, and one of them twice. */
static const double at[N] = {3, 1, 4, 1, 5, 9, 2, 6, 5.5, 3.5, 0.5, 8};
static const double noise[N] = {0.3,   0.11, -0.2, 0.13, 0.05, 0.21,
                                -0.14, -0.4, 0.1,  0.16, 0.07, -0.25};
static const double uneven[N] = {1, 2, 0.5, 1, 1.5, 0.7, 1, 1.2, 3, 0.9, 1, 2};

/* Quantiles of 97.5 %: of the normal distribution; of Student's with 9, 10, 11 degrees of freedom.
 */
static const double normal = 1.959963984540054;
static const double student[] = {2.2621571628540993, 2.2281388519649385, 2.200985160082949};

#define MODEL(y, lets, vary)                                                                       \
    "lawtester: 1\n"                                                                               \
    "title: A line\n"                                                                              \
    "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5e-3, density: 2500}}\n"             \
    "let: {v0: 1, " lets "}\n"                                                                     \
    "law: {name: linear, kn: 2e5}\n"                                                               \
    "stages: [{whats: i....., values: [-1, 0, 0, 0, 0, 0], until: \"true\"}]\n"                    \
    "fit:\n"                                                                                       \
    "  y: made\n"                                                                                  \
    "  result: {x: v0, y: \"" y "\"}\n"                                                            \
    "  vary: {" vary "}\n"

#define LINE                                                                                       \
    MODEL("offset + slope*v0", "offset: 3, slope: 3", "offset: [-10, 30], slope: [-10, 10]")

struct rig {
    struct lt_program *program;
    struct lt_measured measured;
    struct lt_fit_problem problem;
    double x[N], y[N], sigma[N];
};

static void rig_open(struct rig *rig, const char *text, const char *d) {
    gsl_set_error_handler_off();
    *rig = (struct rig){.program = read_program(text, d, NULL)};
    rig->measured = (struct lt_measured){.set = &rig->program->fit->sets[0],
                                         .name = "made",
                                         .count = N,
                                         .x = rig->x,
                                         .y = rig->y,
                                         .sigma = rig->sigma};
    rig->problem = lt_fit_problem_of(rig->program, &rig->measured);
    for (size_t i = 0; i < N; i++) {
        rig->x[i] = at[i];
        rig->y[i] = 1 + 2 * at[i] + noise[i];
        rig->sigma[i] = 1;
    }
}

static struct lt_fit *fit_rig(const struct rig *rig) {
    struct lt_fit *fit = lt_fit(&rig->problem);
    ck_assert_msg(!fit->run_failed && fit->converged, "%s", fit->message);
    return fit;
}

static void rig_close(struct rig *rig, struct lt_fit *fit) {
    lt_fit_free(fit);
    lt_program_free(rig->program);
}

/* Weighted least squares: y = value[0] + value[1] x; covariance for sigma as it is given. */
struct line {
    double value[2], c00, c01, c11, chi_square, determinant, w, wxx;
};

static struct line line_of(const double *x, const double *y, const double *sigma) {
    struct line l = {0};
    double wx = 0, wy = 0, wxy = 0;
    for (size_t i = 0; i < N; i++) {
        const double w = 1 / (sigma[i] * sigma[i]);
        l.w += w;
        wx += w * x[i];
        l.wxx += w * x[i] * x[i];
        wy += w * y[i];
        wxy += w * x[i] * y[i];
    }
    l.determinant = l.w * l.wxx - wx * wx;
    l.value[0] = (l.wxx * wy - wx * wxy) / l.determinant;
    l.value[1] = (l.w * wxy - wx * wy) / l.determinant;
    l.c00 = l.wxx / l.determinant;
    l.c01 = -wx / l.determinant;
    l.c11 = l.w / l.determinant;
    for (size_t i = 0; i < N; i++)
        l.chi_square += pow((y[i] - l.value[0] - l.value[1] * x[i]) / sigma[i], 2);
    return l;
}

static double number_in(const json_t *document, const char *key) {
    return json_number_value(json_object_get(document, key));
}

static double in_matrix(const json_t *document, const char *key, size_t i, size_t j) {
    static const char *const names[] = {"offset", "slope"};
    return number_in(json_object_get(json_object_get(document, key), names[i]), names[j]);
}

/* The same once more, as it is written. */
static void check_document(const struct lt_fit *fit) {
    json_t *document = lt_fit_table_document(fit);
    static const char *const names[] = {"offset", "slope"};
    for (size_t j = 0; j < 2; j++) {
        const json_t *e = json_object_get(json_object_get(document, "parameters"), names[j]);
        ck_near(number_in(e, "value"), fit->estimates[j].value, 1e-15);
        ck_near(number_in(e, "standard_error"), fit->estimates[j].error, 1e-15);
        ck_near(number_in(e, "lower"), fit->estimates[j].lower, 1e-15);
        ck_near(number_in(e, "upper"), fit->estimates[j].upper, 1e-15);
        ck_assert_str_eq(json_string_value(json_object_get(e, "scale")), "linear");
        ck_assert(json_is_true(json_object_get(e, "determined")));
        ck_assert(json_is_null(json_object_get(e, "at_bound")));
    }
    const double *c = fit->covariance;
    ck_near(in_matrix(document, "covariance", 0, 1), c[1], 1e-15);
    ck_near(in_matrix(document, "covariance", 1, 0), c[1], 1e-12);
    ck_near(in_matrix(document, "correlation", 0, 1), c[1] / sqrt(c[0] * c[3]), 1e-12);
    ck_near(in_matrix(document, "correlation", 1, 1), 1, 1e-12);
    ck_near(number_in(document, "chi_square"), fit->chi_square, 1e-15);
    ck_near(number_in(document, "aicc"), fit->aicc, 1e-15);
    ck_near(number_in(document, "points"), N, 0);
    ck_near(number_in(document, "rank"), 2, 0);
    ck_assert_uint_eq(json_array_size(json_object_get(document, "singular_values")), 2);
    json_decref(document);
}

/* What users read, line by line. */
static void check_text(const struct lt_fit *fit, bool absolute) {
    char wanted[2048];
    const struct lt_estimate *e = fit->estimates;
    const double *c = fit->covariance;
    snprintf(wanted, sizeof wanted,
             "A line\n\n"
             "             value         std. error  95 %% interval            \n"
             "  offset     %-13.8g %-11.3g %-12.6g %-12.6g \n"
             "  slope      %-13.8g %-11.3g %-12.6g %-12.6g \n"
             "\n  correlation\n"
             "  offset      1.000\n"
             "  slope      %6.3f  1.000\n"
             "\n  points     12\n"
             "  chi^2      %.6g, 10 degrees of freedom\n"
             "  p-value    %.3g%s\n"
             "  scatter    %.4g %s\n"
             "  AICc       %.4f\n"
             "  effort     %zu iterations, %zu evaluations\n",
             e[0].value, e[0].error, e[0].lower, e[0].upper, e[1].value, e[1].error, e[1].lower,
             e[1].upper, c[1] / sqrt(c[0] * c[3]), fit->chi_square,
             absolute ? fit->p_value : fit->runs_p, absolute ? "" : " (runs test of the residuals)",
             fit->sd, absolute ? "of sigma" : "(standard deviation of a point)", fit->aicc,
             fit->iterations, fit->evaluations);
    char *said = lt_fit_table_text(fit);
    ck_assert_str_eq(said, wanted);
    free(said);
}

static double choose(int n, int k) {
    return k < 0 || k > n ? 0 : tgamma(n + 1) / tgamma(k + 1) / tgamma(n - k + 1);
}

/* How likely so few changes of sign are, where as many are of either sign as here. */
static double likely_runs(const struct line *l, const struct rig *rig) {
    int of[2] = {0}, runs = 0, last = -1;
    double before = -INFINITY, sum = 0;
    for (;;) {
        size_t next = N;
        for (size_t i = 0; i < N; i++)
            if (rig->x[i] > before && (next == N || rig->x[i] < rig->x[next]))
                next = i;
        if (next == N)
            break;
        before = rig->x[next];
        for (size_t i = 0; i < N; i++)
            if (rig->x[i] == before) {
                const int sign = l->value[0] + l->value[1] * rig->x[i] > rig->y[i];
                of[sign]++;
                runs += sign != last;
                last = sign;
            }
    }
    const int a = of[0], b = of[1];
    for (int r = 2; r <= runs; r++)
        sum += r % 2 ? choose(a - 1, r / 2) * choose(b - 1, r / 2 - 1) +
                           choose(a - 1, r / 2 - 1) * choose(b - 1, r / 2)
                     : 2 * choose(a - 1, r / 2 - 1) * choose(b - 1, r / 2 - 1);
    return sum / choose(a + b, a);
}

/* Sigma alike or not, absolute or not. */
START_TEST(least_squares) {
    struct rig rig;
    rig_open(&rig, LINE, NULL);
    const bool absolute = _i & 1;
    rig.measured.absolute = absolute;
    rig.problem.draw = true;
    for (size_t i = 0; i < N && _i & 2; i++)
        rig.sigma[i] = 0.2 * uneven[i];
    const struct line l = line_of(rig.x, rig.y, rig.sigma);
    struct lt_fit *fit = fit_rig(&rig);
    const double sd = sqrt(l.chi_square / (N - 2)), factor = absolute ? 1 : sd;
    const double t = absolute ? normal : student[1];
    const double error[] = {factor * sqrt(l.c00), factor * sqrt(l.c11)};
    for (size_t j = 0; j < 2; j++) {
        const struct lt_estimate *e = &fit->estimates[j];
        ck_assert(e->determined && !e->logarithmic && e->at_bound == 0);
        ck_near(e->value, l.value[j], 1e-7);
        ck_near(e->error, error[j], 1e-6);
        ck_near(e->lower, l.value[j] - t * error[j], 1e-6);
        ck_near(e->upper, l.value[j] + t * error[j], 1e-6);
    }
    ck_near(fit->covariance[0], factor * factor * l.c00, 1e-6);
    ck_near(fit->covariance[1], factor * factor * l.c01, 1e-6);
    ck_near(fit->covariance[2], factor * factor * l.c01, 1e-6);
    ck_near(fit->covariance[3], factor * factor * l.c11, 1e-6);
    ck_near(fit->chi_square, l.chi_square, 1e-9);
    ck_near(fit->sd, sd, 1e-9);
    ck_assert_double_eq(fit->dof, N - 2);
    ck_assert_uint_eq(fit->rank, 2);
    ck_assert_uint_eq(fit->n_active, 2);
    /* By q = p/unit, the unit being the width of the range: 40 and 20. */
    const double *s = fit->singular;
    ck_near(s[0] * s[0] + s[1] * s[1], 1600 * l.w + 400 * l.wxx, 1e-6);
    ck_near(s[0] * s[1], 800 * sqrt(l.determinant), 1e-6);
    ck_assert(s[0] > s[1]);
    /* The chance of a larger chi^2 is a sum of ten over two terms. */
    double sum = 0, term = exp(-l.chi_square / 2);
    for (int k = 0; k < 5; k++, term *= l.chi_square / 2 / k)
        sum += term;
    if (absolute)
        ck_near(fit->p_value, sum, 1e-6);
    ck_assert(isnan(fit->p_value) == !absolute);
    const double k = absolute ? 2 : 3;
    const double aic = (absolute ? l.chi_square : N * log(l.chi_square / N)) + 2 * k;
    ck_near(fit->aic, aic, 1e-8);
    ck_near(fit->aicc, aic + 2 * k * (k + 1) / (N - k - 1), 1e-8);
    ck_near(fit->runs_p, likely_runs(&l, &rig), 1e-9);
    ck_assert(!fit->refuted && !fit->patterned && fit->beyond == 0);
    for (size_t i = 0; i < N; i++) {
        const double x = rig.x[i];
        ck_near(fit->model[i], l.value[0] + l.value[1] * x, 1e-6);
        ck_near(fit->band[i], t * factor * sqrt(l.c00 + 2 * x * l.c01 + x * x * l.c11), 1e-6);
    }
    const struct lt_fit_between *between = &fit->between[0];
    ck_assert_uint_eq(between->count, 201);
    for (size_t i = 0; i < between->count; i++) {
        const double x = 0.5 + (double)i * 8.5 / 200;
        ck_near(between->x[i], x, 1e-12);
        ck_near(between->model[i], l.value[0] + l.value[1] * x, 1e-6);
        ck_near(between->band[i], t * factor * sqrt(l.c00 + 2 * x * l.c01 + x * x * l.c11), 1e-5);
    }
    check_document(fit);
    check_text(fit, absolute);
    rig_close(&rig, fit);
}
END_TEST

/* A point more than parameters: chi^2 is a square of one normal number. */
START_TEST(one_degree_of_freedom) {
    struct rig rig;
    rig_open(&rig, LINE, NULL);
    rig.measured.absolute = true;
    rig.measured.count = 3;
    struct lt_fit *fit = fit_rig(&rig);
    ck_assert_double_eq(fit->dof, 1);
    ck_near(fit->p_value, erfc(sqrt(fit->chi_square / 2)), 1e-9);
    ck_near(fit->sd, sqrt(fit->chi_square), 1e-12);
    ck_assert(isnan(fit->aicc)); /* it needs two more */
    rig_close(&rig, fit);
    rig_open(&rig, LINE, NULL);
    rig.measured.count = 2;
    fit = fit_rig(&rig);
    ck_assert(isnan(fit->sd) && isnan(fit->p_value) && isnan(fit->estimates[0].error));
    rig_close(&rig, fit);
}
END_TEST

/* Huber's and Cauchy's psi solve their equations, and their errors are Huber's (7.6). */
START_TEST(robust_losses) {
    static const char *const losses[] = {"fit.loss=huber", "fit.loss=cauchy"};
    struct rig rig;
    rig_open(&rig, LINE, losses[_i]);
    rig.y[2] += 3;
    rig.y[7] -= 5;
    for (size_t i = 0; i < N; i++)
        rig.sigma[i] = uneven[i];
    struct lt_fit *fit = fit_rig(&rig);
    double r[N], sorted[N], sums[3] = {0}, slope = 0, squared = 0, squares = 0;
    for (size_t i = 0; i < N; i++) {
        r[i] = (rig.y[i] - fit->estimates[0].value - fit->estimates[1].value * rig.x[i]) /
               rig.sigma[i];
        size_t k = i;
        for (; k > 0 && sorted[k - 1] > fabs(r[i]); k--)
            sorted[k] = sorted[k - 1];
        sorted[k] = fabs(r[i]);
    }
    /* The median of |r| is 0.6745 standard deviations of a normal distribution. */
    const double spread = (sorted[N / 2 - 1] + sorted[N / 2]) / 2 / 0.674489750196082;
    for (size_t i = 0; i < N; i++) {
        const double u = r[i] / spread, cauchy = u / 2.385, by = 1 + cauchy * cauchy;
        const double psi = _i ? u / by : u > 1.345 ? 1.345 : u < -1.345 ? -1.345 : u;
        const double of = _i ? (1 - cauchy * cauchy) / (by * by) : fabs(u) < 1.345;
        sums[0] += psi / rig.sigma[i];
        sums[1] += psi * rig.x[i] / rig.sigma[i];
        squares += psi * psi;
        slope += of / N;
        squared += of * of / N;
    }
    ck_within(sums[0], 0, 1e-4);
    ck_within(sums[1], 0, 1e-4);
    const struct line l = line_of(rig.x, rig.y, rig.sigma);
    const double correction = 1 + 2.0 / N * (squared - slope * slope) / (slope * slope);
    const double factor = correction * spread * sqrt(squares / (N - 2)) / slope;
    ck_near(fit->estimates[0].error, factor * sqrt(l.c00), 1e-4);
    ck_near(fit->estimates[1].error, factor * sqrt(l.c11), 1e-4);
    ck_near(fit->estimates[1].upper - fit->estimates[1].value, student[1] * fit->estimates[1].error,
            1e-6);
    ck_assert(isnan(fit->aic) && isnan(fit->aicc) && isnan(fit->p_value));
    rig_close(&rig, fit);
}
END_TEST

/* A factor and a power, noiseless: the factor is fitted as a logarithm, its interval is not
 * symmetric. */
START_TEST(power_law) {
    struct rig rig;
    rig_open(
        &rig,
        MODEL("factor*v0^power", "factor: 10, power: 1", "factor: [0.01, 100], power: [-3, 3]"),
        NULL);
    rig.measured.absolute = true;
    double ln[N], unit[N];
    for (size_t i = 0; i < N; i++) {
        rig.y[i] = 4 * pow(at[i], 1.5);
        rig.sigma[i] = 0.1 * rig.y[i];
        ln[i] = log(at[i]);
        unit[i] = 0.1;
    }
    const struct line l = line_of(ln, ln, unit);
    struct lt_fit *fit = fit_rig(&rig);
    const struct lt_estimate *e = fit->estimates;
    ck_assert(e[0].logarithmic && !e[1].logarithmic);
    ck_near(e[0].value, 4, 1e-7);
    ck_near(e[1].value, 1.5, 1e-7);
    ck_near(e[0].error, 4 * sqrt(l.c00), 1e-5);
    ck_near(e[1].error, sqrt(l.c11), 1e-5);
    ck_near(e[0].lower, 4 * exp(-normal * sqrt(l.c00)), 1e-5);
    ck_near(e[0].upper, 4 * exp(normal * sqrt(l.c00)), 1e-5);
    ck_near(fit->covariance[1], 4 * l.c01, 1e-5);
    ck_assert(isnan(fit->runs_p)); /* of rounding no signs are counted */
    rig_close(&rig, fit);
}
END_TEST

/* ---- What the data leave open ---------------------------------------------------------------- */

static const struct {
    const char *text, *combination;
    double value, by; /* error of the combination over that of the mean of y */
    bool product;
} open_ones[] = {
    {MODEL("one*other*5", "one: 2, other: 3", "one: [0.1, 10], other: [0.1, 10]"), "one other", 4,
     0.2, true},
    {MODEL("one^3*other/4", "one: 2, other: 3", "one: [0.1, 10], other: [0.1, 100]"),
     "one other^(1/3)", 4.308869380063768, 0, true},
    {MODEL("2.5*one + 5*other - 2.5*third", "one: 4, other: 4, third: 4",
           "one: [-0.5, 8.5], other: [-0.5, 8.5], third: [-0.5, 8.5]"),
     "other + 0.5 one - 0.5 third", 4, 0.2, false},
};

START_TEST(open_combinations) {
    struct rig rig;
    rig_open(&rig, open_ones[_i].text, NULL);
    rig.measured.absolute = true;
    for (size_t i = 0; i < N; i++) {
        rig.y[i] = 20;
        rig.sigma[i] = uneven[i];
    }
    const struct line l = line_of(at, rig.y, rig.sigma);
    struct lt_fit *fit = fit_rig(&rig);
    ck_assert_uint_eq(fit->rank, 1);
    ck_assert_uint_eq(fit->n_combinations, 1);
    ck_assert_uint_eq(fit->n_active, fit->n);
    const struct lt_combination *c = &fit->combinations[0];
    ck_assert_str_eq(c->text, open_ones[_i].combination);
    ck_assert(c->exact);
    ck_near(c->value, open_ones[_i].value, 1e-6);
    /* d ln c = d ln y/3 of a cube */
    const double by = open_ones[_i].by > 0 ? open_ones[_i].by : c->value / 20 / 3;
    const double error = by / sqrt(l.w);
    ck_near(c->error, error, 1e-4);
    const double ln = error / c->value;
    ck_near(c->lower,
            open_ones[_i].product ? c->value * exp(-normal * ln) : c->value - normal * error, 1e-4);
    ck_near(c->upper,
            open_ones[_i].product ? c->value * exp(normal * ln) : c->value + normal * error, 1e-4);
    for (size_t j = 0; j < fit->n; j++) {
        ck_assert(!fit->estimates[j].determined && isnan(fit->estimates[j].value));
        ck_assert(isnan(fit->covariance[j * fit->n + j]));
        ck_assert_ptr_nonnull(strstr(fit->unknown, rig.problem.vary[j].name));
    }
    ck_assert_double_eq(fit->dof, N - 1);
    for (size_t i = 0; i < N; i++)
        ck_near(fit->band[i], normal / sqrt(l.w), 1e-5);
    char *said = lt_fit_table_text(fit);
    ck_assert_ptr_nonnull(strstr(said, "; they determine only\n  "));
    ck_assert_ptr_nonnull(strstr(said, "No result of these runs would determine the rest"));
    ck_assert_ptr_null(strstr(said, "correlation"));
    free(said);
    rig_close(&rig, fit);
}
END_TEST

/* A sum with a logarithm in it has no name that holds everywhere: what it is near this place. */
START_TEST(combination_near_this_place) {
    struct rig rig;
    rig_open(&rig,
             MODEL("5*one + 5*other", "one: 4, other: 4", "one: [0.1, 8], other: [-0.5, 8.5]"),
             NULL);
    rig.measured.absolute = true;
    for (size_t i = 0; i < N; i++) {
        rig.y[i] = 40;
        rig.sigma[i] = 0.1;
    }
    struct lt_fit *fit = fit_rig(&rig);
    ck_assert_uint_eq(fit->n_combinations, 1);
    ck_assert(!fit->combinations[0].exact);
    ck_assert_str_eq(fit->combinations[0].text, "one other");
    ck_near(fit->combinations[0].value, 16, 1e-6);
    char *said = lt_fit_table_text(fit);
    ck_assert_ptr_nonnull(strstr(said, "; they determine, near this place, only\n"));
    free(said);
    rig_close(&rig, fit);
}
END_TEST

/* One parameter is open, others are not. */
START_TEST(one_is_open) {
    struct rig rig;
    rig_open(&rig,
             MODEL("offset + slope*v0 + 0*idle", "offset: 3, slope: 3, idle: 1",
                   "idle: [0, 10], offset: [-10, 30], slope: [-10, 10]"),
             NULL);
    const struct line l = line_of(rig.x, rig.y, rig.sigma);
    struct lt_fit *fit = fit_rig(&rig);
    ck_assert_str_eq(fit->unknown, "idle");
    ck_assert_uint_eq(fit->rank, 2);
    ck_assert_uint_eq(fit->n_combinations, 0);
    ck_assert(!fit->estimates[0].determined && isnan(fit->covariance[0]) &&
              isnan(fit->covariance[1]) && isnan(fit->covariance[3]));
    const double sd = sqrt(l.chi_square / (N - 2));
    ck_near(fit->estimates[1].value, l.value[0], 1e-6);
    ck_near(fit->estimates[2].value, l.value[1], 1e-6);
    ck_assert_double_eq(fit->dof, N - 2);
    ck_near(fit->sd, sd, 1e-6);
    ck_near(fit->covariance[4], sd * sd * l.c00, 1e-5);
    ck_near(fit->estimates[1].upper, l.value[0] + student[1] * sd * sqrt(l.c00), 1e-5);
    ck_near(fit->aicc, N * log(l.chi_square / N) + 2 * 3 + 2.0 * 3 * 4 / (N - 4), 1e-6);
    char *said = lt_fit_table_text(fit);
    ck_assert_ptr_nonnull(strstr(said, "  idle       not determined\n"));
    ck_assert_ptr_nonnull(strstr(said, "\nThe data do not determine idle: the model does not "
                                       "change with it.\n"));
    free(said);
    rig_close(&rig, fit);
}
END_TEST

/* A logarithm that the points know to no better than a factor of twenty has still been fitted to
 * them. */
START_TEST(a_vague_one_is_used) {
    static const double wave[N] = {1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1};
    struct rig rig;
    rig_open(&rig, MODEL("0.3*log(faint)", "faint: 1", "faint: [1e-9, 1e9]"), NULL);
    double chi_square = 0;
    for (size_t i = 0; i < N; i++) {
        rig.y[i] = 3 * wave[i];
        chi_square += rig.y[i] * rig.y[i];
    }
    struct lt_fit *fit = fit_rig(&rig);
    ck_assert_uint_eq(fit->rank, 0);
    ck_assert_double_eq(fit->dof, N - 1);
    ck_near(fit->sd, sqrt(chi_square / (N - 1)), 1e-6);
    rig_close(&rig, fit);
}
END_TEST

/* ---- At a bound ------------------------------------------------------------------------------ */

/* The slope would be 2: the bound is taken, and what is left is a mean. */
START_TEST(slope_at_a_bound) {
    static const char *const bounds[] = {
        MODEL("offset + slope*v0", "offset: 3, slope: 0", "offset: [-10, 30], slope: [-10, 1]"),
        MODEL("offset + slope*v0", "offset: 3, slope: 4", "offset: [-10, 30], slope: [3, 10]")};
    struct rig rig;
    rig_open(&rig, bounds[_i], NULL);
    rig.measured.absolute = true;
    for (size_t i = 0; i < N; i++)
        rig.sigma[i] = 5;
    const double slope = _i ? 3 : 1;
    double mean = 0;
    for (size_t i = 0; i < N; i++)
        mean += (rig.y[i] - slope * rig.x[i]) / N;
    struct lt_fit *fit = fit_rig(&rig);
    const struct lt_estimate *e = fit->estimates;
    ck_assert_int_eq(e[1].at_bound, _i ? -1 : 1);
    ck_assert_int_eq(e[0].at_bound, 0);
    ck_near(e[1].value, slope, 1e-3);
    ck_assert(isnan(e[1].error) && isnan(e[1].lower));
    ck_near(e[0].value, mean, 1e-3);
    ck_near(e[0].error, 5 / sqrt(N), 1e-5);
    ck_near(e[0].upper, e[0].value + normal * e[0].error, 1e-5);
    ck_assert_uint_eq(fit->n_active, 1);
    ck_assert_double_eq(fit->dof, N - 1);
    ck_assert(isnan(fit->covariance[3]) && isnan(fit->covariance[1]));
    ck_near(fit->covariance[0], 25.0 / N, 1e-5);
    char *said = lt_fit_table_text(fit);
    ck_assert_ptr_nonnull(strstr(said, _i ? "at its lower bound\n" : "at its upper bound\n"));
    free(said);
    json_t *document = lt_fit_table_document(fit);
    const json_t *of = json_object_get(json_object_get(document, "parameters"), "slope");
    ck_assert_str_eq(json_string_value(json_object_get(of, "at_bound")), _i ? "lower" : "upper");
    json_decref(document);
    rig_close(&rig, fit);
}
END_TEST

/* A program whose own value is a bound is no reason to stay there. */
START_TEST(start_at_a_bound) {
    struct rig rig;
    rig_open(&rig,
             MODEL("offset + slope*v0", "offset: 1, slope: 2.05",
                   "offset: [-10, 30], slope: [-10, 2.05]"),
             NULL);
    const struct line l = line_of(rig.x, rig.y, rig.sigma);
    struct lt_fit *fit = fit_rig(&rig);
    ck_assert_int_eq(fit->estimates[1].at_bound, 0);
    ck_near(fit->estimates[0].value, l.value[0], 1e-6);
    ck_near(fit->estimates[1].value, l.value[1], 1e-6);
    rig_close(&rig, fit);
}
END_TEST

/* ---- Several laws, or the like --------------------------------------------------------------- */

/* AICc of two fits, and their weights. */
START_TEST(comparison) {
    struct rig rigs[2];
    const struct lt_fit *fits[2];
    for (int i = 0; i < 2; i++) {
        rig_open(&rigs[i], i ? LINE : MODEL("offset + v0", "offset: 3", "offset: [-10, 30]"), NULL);
        fits[i] = fit_rig(&rigs[i]);
    }
    json_t *document = lt_fit_table_comparison(fits, 2);
    const json_t *list = json_object_get(document, "comparison");
    const double delta = fits[0]->aicc - fits[1]->aicc, sum = 1 + exp(-delta / 2);
    ck_assert(delta > 0);
    for (size_t i = 0; i < 2; i++) {
        const json_t *one = json_array_get(list, i);
        ck_near(number_in(one, "aicc"), fits[1 - i]->aicc, 1e-14);
        ck_near(number_in(one, "above_least"), i ? delta : 0, 1e-12);
        ck_near(number_in(one, "weight"), (i ? exp(-delta / 2) : 1) / sum, 1e-12);
    }
    ck_assert_str_eq(json_string_value(json_object_get(document, "best")), "linear");
    json_decref(document);
    char *said = lt_fit_table_comparison_text(fits, 2), first[256];
    snprintf(first, sizeof first, "  %-24s %-11d %-13.6g %-13.6g %-11.4g %.3g\n", "linear", 2,
             fits[1]->chi_square, fits[1]->aicc, 0.0, 1 / sum);
    ck_assert_msg(strstr(said, first) != NULL, "%s", said);
    free(said);
    for (int i = 0; i < 2; i++)
        rig_close(&rigs[i], (struct lt_fit *)(uintptr_t)fits[i]);
}
END_TEST

/* Two models of which neither is out of the question; one of which there is no AICc comes last. */
START_TEST(close_comparison) {
    struct rig rigs[2];
    const struct lt_fit *fits[2];
    for (int i = 0; i < 2; i++) {
        rig_open(&rigs[i],
                 i ? LINE
                   : MODEL("offset + slope*v0 + bend*v0^2", "offset: 3, slope: 1, bend: 0.01",
                           "offset: [-10, 30], slope: [-10, 10], bend: [-1, 1]"),
                 NULL);
        fits[i] = fit_rig(&rigs[i]);
    }
    const double delta = fabs(fits[0]->aicc - fits[1]->aicc), other = exp(-delta / 2);
    ck_assert(delta > 0.1 && delta < 8);
    json_t *document = lt_fit_table_comparison(fits, 2);
    const json_t *list = json_object_get(document, "comparison");
    ck_near(number_in(json_array_get(list, 0), "weight"), 1 / (1 + other), 1e-12);
    ck_near(number_in(json_array_get(list, 1), "weight"), other / (1 + other), 1e-12);
    json_decref(document);
    struct lt_fit unknown = *fits[0];
    unknown.aicc = NAN;
    for (int i = 0; i < 2; i++) {
        const struct lt_fit *of[2] = {i ? fits[1] : &unknown, i ? &unknown : fits[1]};
        document = lt_fit_table_comparison(of, 2);
        list = json_object_get(document, "comparison");
        ck_near(number_in(json_array_get(list, 0), "aicc"), fits[1]->aicc, 1e-14);
        ck_near(number_in(json_array_get(list, 0), "weight"), 1, 1e-14);
        json_decref(document);
    }
    for (int i = 0; i < 2; i++)
        rig_close(&rigs[i], (struct lt_fit *)(uintptr_t)fits[i]);
}
END_TEST

static void add(TCase *t) {
    tcase_add_loop_test(t, least_squares, 0, 4);
    tcase_add_test(t, one_degree_of_freedom);
    tcase_add_loop_test(t, robust_losses, 0, 2);
    tcase_add_test(t, power_law);
    tcase_add_loop_test(t, open_combinations, 0, 3);
    tcase_add_test(t, combination_near_this_place);
    tcase_add_test(t, one_is_open);
    tcase_add_test(t, a_vague_one_is_used);
    tcase_add_loop_test(t, slope_at_a_bound, 0, 2);
    tcase_add_test(t, start_at_a_bound);
    tcase_add_test(t, comparison);
    tcase_add_test(t, close_comparison);
}

LT_TESTS("fit_line", add)

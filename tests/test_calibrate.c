/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The damping ratio that gives a wanted restitution, found on the law itself. */
#include "base/arena.h"
#include "calibrate/dependence.h"
#include "calibrate/speeds.h"
#include "programs.h"
#include "result/record.h"
#include "tables.h"

#include <gsl/gsl_errno.h>

/* What was found of one unknown, and of the program nothing that is freed. */
struct one {
    struct lt_calibration all;
    double value, closed_form, achieved, sensitivity, reachable[2];
    bool converged, run_failed;
    const char *convention, *message;
    int evaluations;
};

static struct one find(const char *text, const char *vary, double lo, double hi, const char *result,
                       double target, const char *d) {
    struct lt_program *program = read_program(text, d, NULL);
    struct lt_names names = lt_names_in(program->names, LT_SCOPE_END);
    struct lt_vary v = {.name = vary,
                        .target = lt_names_find(&names, vary),
                        .lo = lo,
                        .hi = hi,
                        .bounded = isfinite(hi)};
    struct lt_target t = {
        .name = result,
        .result = lt_names_find(&names, result),
        .value = {
            .given = true, .value = target, .path = result, .min = -INFINITY, .max = INFINITY}};
    gsl_set_error_handler_off(); /* as the programs do */
    static struct one found;     /* the message outlives this call */
    found = (struct one){.all = lt_calibrate(program, &v, &t, 1, NULL)};
    found.value = found.all.unknowns[0].value;
    found.closed_form = found.all.unknowns[0].closed_form;
    found.convention = found.all.unknowns[0].convention;
    found.achieved = found.all.aims[0].achieved;
    memcpy(found.reachable, found.all.aims[0].reachable, sizeof found.reachable);
    found.sensitivity = found.all.sensitivity[0][0];
    found.converged = found.all.converged;
    found.run_failed = found.all.run_failed;
    found.message = found.all.message;
    found.evaluations = found.all.evaluations;
    lt_program_free(program);
    return found;
}

static const char *const mode[] = {"dp_mode=0", "dp_mode=1", "dp_mode=2", "dp_mode=3"};
static const char *const impact = IMPACT("rgap: 0", "integrator: exact");

START_TEST(half_in_every_mode) {
    struct one c = find(impact, "dp_nratio", 0, 1, "e_n", 0.5, mode[_i]);
    double wanted = _i % 2 ? 0.255275637649 : 0.215453761966;
    ck_assert(c.converged);
    ck_near(c.value, wanted, 1e-9);
    ck_near(c.closed_form, wanted, 1e-9);
    ck_near(c.achieved, 0.5, 1e-9);
    ck_assert_msg(strstr(c.convention, _i % 2 ? "tensile cut-off: the contact ends"
                                              : "no tensile cut-off") != NULL,
                  "%s", c.convention);
    ck_assert_msg(strncmp(c.message, "dp_nratio = 0.2", 15) == 0, "%s", c.message);
    ck_assert_msg(strstr(c.message, " gives e_n = 0.5") != NULL, "%s", c.message);
    ck_assert_int_le(c.evaluations, 3); /* the ends of the range, and there */
}
END_TEST

/* A target that the range cannot give: refused, with what it can give. */
START_TEST(out_of_reach_says_what_is_in_reach) {
    struct one c = find(impact, "dp_nratio", 0, 1, "e_n", 0.1, mode[1]);
    ck_assert(!c.converged && !c.run_failed);
    ck_near(c.reachable[0], 0.135335283237, 1e-10);
    ck_near(c.reachable[1], 1, 1e-10);
    ck_assert_msg(strstr(c.message, "0.135335283237") != NULL, "%s", c.message);
    c = find(impact, "dp_nratio", 0, 2, "e_n", 0.1, mode[1]);
    ck_assert(c.converged);
    ck_near(c.value, 1.24318785101, 1e-9);
}
END_TEST

/* Without a range the parameter's own, unbounded one is searched. */
START_TEST(unbounded_range) {
    struct one c = find(impact, "dp_nratio", 0, INFINITY, "e_n", 0.001, mode[1]);
    ck_assert_msg(c.converged, "%s", c.message);
    ck_near(c.value, 15.717048578941985654, 1e-9);
}
END_TEST

/* Overdamped and allowed to pull, the beads never part: e_n = 0, found without looping. */
START_TEST(contact_that_never_separates) {
    struct one c = find(impact, "dp_nratio", 1.5, 3, "e_n", 0.2, mode[0]);
    ck_assert(!c.converged && !c.run_failed);
    ck_assert_double_eq(c.reachable[0], 0);
    ck_assert_double_eq(c.reachable[1], 0);
    c = find(impact, "dp_nratio", 0, 2, "e_n", 0.2, mode[0]);
    ck_assert(c.converged);
    ck_near(exp(-M_PI * c.value / sqrt(1 - c.value * c.value)), 0.2, 1e-9);
    ck_assert_double_eq(c.reachable[0], 0);
    ck_assert(isnan(c.all.aims[0].ends[1])); /* it has a value all the way */
}
END_TEST

/* Where a range ends in contacts that last, what is reached does not just stop. */
START_TEST(range_that_ends_in_contacts_that_last) {
    static const char hertz[] =
        "lawtester: 1\n"
        "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5e-3, density: 2500}}\n"
        "law: {name: hertz, young_eff: 1e9, damping: viscoelastic, A: 1e-6}\n"
        "motion: {integrator: exact}\n"
        "stages: [{whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}]\n";
    struct one c = find(impact, "dp_nratio", 0, 2, "t_contact", 3e-4, mode[0]);
    ck_assert_msg(c.converged, "%s", c.message);
    ck_assert(c.all.aims[0].ends[1] >= 0.8 && c.all.aims[0].ends[1] < 1);
    ck_assert(isnan(c.all.aims[0].ends[0]));
    c = find(impact, "dp_nratio", 0, 2, "t_contact", 1e-4, mode[0]);
    ck_assert_msg(strstr(c.message, "; above 0.99999 it has no value") != NULL, "%s", c.message);
    /* Between the last point that was looked at with a contact that ends and the first without. */
    c = find(impact, "dp_nratio", 0, 2, "t_contact", 1e-3, mode[0]);
    ck_assert_msg(c.converged, "%s", c.message);
    ck_near(1e-3 * sqrt(1 - c.value * c.value),
            find(impact, "dp_nratio", 0, 2, "t_contact", 3e-4, mode[0]).reachable[0], 1e-9);
    c = find(hertz, "A", 0, 1e-2, "e_n", 0.5, NULL);
    ck_assert_msg(c.converged, "%s", c.message);
    /* Held by its dashpot for 2,000 contact times, it parts; so does the run. */
    ck_assert(c.reachable[0] > 1e-12 && c.reachable[0] < 2e-12);
    ck_near(c.reachable[1], 1, 1e-9);
}
END_TEST

/* Any parameter, any result. */
START_TEST(stiffness_for_an_overlap) {
    struct one c = find(impact, "kn", 1e3, 1e7, "overlap_max", 1e-4, "dp_nratio=0");
    double m = 2500 * 4.0 / 3 * M_PI * 125e-9 / 2;
    ck_assert_msg(c.converged, "%s", c.message);
    ck_near(c.value, m / 1e-8, 1e-9);
    c = find(impact, "kn", 1e3, 1e7, "t_contact", 1e-4, "dp_nratio=0");
    ck_assert_msg(c.converged, "%s", c.message);
    ck_near(c.value, m * M_PI * M_PI / 1e-8, 1e-9);
}
END_TEST

/* A range that the parameter may not have is an error of the run, said once. */
START_TEST(run_that_cannot_be_set_up) {
    struct one c = find(impact, "dp_nratio", 0, 1, "e_n", 0.5, "kn=0");
    ck_assert(!c.converged && c.run_failed);
    ck_assert_msg(strstr(c.message, "t_c") != NULL, "%s", c.message);
}
END_TEST

START_TEST(sensitivity_is_the_slope) {
    struct one c = find(impact, "dp_nratio", 0, 1, "e_n", 0.5, mode[0]);
    double b = c.value;
    ck_near(c.sensitivity, -M_PI / pow(1 - b * b, 1.5) * 0.5, 1e-5);
    /* Also where the solution is 0, the end of its range: e_n is exp(-pi b/sqrt(1 - b^2)). */
    c = find(impact, "dp_nratio", 0, 2, "e_n", 1, mode[0]);
    ck_near(c.sensitivity, -M_PI, 1e-5);
}
END_TEST

/* ---- The inverse of every tabled restitution ---------------------------------------------------
 */

#define BEADS(law)                                                                                 \
    "lawtester: 1\n"                                                                               \
    "particles:\n"                                                                                 \
    "  a: {shape: sphere, radius: 5e-3, density: 2500}\n"                                          \
    "  b: {shape: sphere, radius: 4e-3, density: 1500}\n"                                          \
    "law: {" law "}\n"                                                                             \
    "motion: {integrator: exact}\n"                                                                \
    "let: {v: 1, w: 0}\n"                                                                          \
    "stages:\n"                                                                                    \
    "  - {whats: iiiiii, values: [-v, w, 0, 0, 0, 0], until: broken}\n"

static const struct {
    const char *text, *parameter, *column;
    double hi;
} tabled[] = {
    {BEADS("name: linear, kn: 1e5, dp_mode: full"), "dp_nratio", "beta_full", 2},
    {BEADS("name: linear, kn: 1e5, dp_mode: slip-cut"), "dp_nratio", "beta_full", 1},
    {BEADS("name: linear, kn: 1e5, dp_mode: no-tension"), "dp_nratio", "beta_notension", 20},
    {BEADS("name: linear, kn: 1e5, dp_mode: no-tension-slip-cut"), "dp_nratio", "beta_notension",
     16},
    {BEADS("name: hertz, young_eff: 1e8, damping: tsuji, dp_mode: full"), "alpha",
     "alpha_hertz_full", 5},
    {BEADS("name: hertz, young_eff: 1e8, damping: tsuji, dp_mode: no-tension"), "alpha",
     "alpha_hertz_notension", 50},
};

START_TEST(inverse_of_every_tabled_restitution) {
    struct lt_columns *csv = table("inverse_beta_of_e.csv");
    ck_assert_uint_gt(csv->rows, 20);
    long asked = lt_columns_find(csv, "e_target"), column = lt_columns_find(csv, tabled[_i].column);
    for (size_t i = 0; i < csv->rows; i++) {
        const double *row = csv->cells + i * csv->columns;
        double hi = fmin(tabled[_i].hi, 2 * row[column]);
        struct one c = find(tabled[_i].text, tabled[_i].parameter, 0, hi, "e_n", row[asked], NULL);
        ck_assert_msg(c.converged, "%s", c.message);
        ck_near(c.value, row[column], 1e-9);
        ck_near(c.closed_form, row[column], 1e-12);
        ck_near(c.achieved, row[asked], 1e-9);
    }
    lt_columns_free(csv);
}
END_TEST

/* ---- Random targets and laws -------------------------------------------------------------------
 * Every one is met, as a run of its own shows, or refused for a reason that holds. */

struct draw {
    unsigned long long state;
};

static double draw(struct draw *d, double lo, double hi) {
    d->state = d->state * 6364136223846793005ULL + 1442695040888963407ULL;
    return lo + (hi - lo) * (double)(d->state >> 11) / 0x1p53;
}

static double decades(struct draw *d, double lo, double hi) {
    return exp(draw(d, log(lo), log(hi)));
}

static const struct {
    const char *text, *parameter, *result;
    double hi, lowest, highest; /* greatest upper bound; what is asked for */
} cases[] = {
    {BEADS("name: linear, kn: 1e5, dp_mode: full"), "dp_nratio", "e_n", 3, -0.1, 1.1},
    {BEADS("name: linear, kn: 1e5, dp_mode: no-tension"), "dp_nratio", "e_n", 3, -0.1, 1.1},
    {BEADS("name: linear, kn: 1e5, dp_mode: slip-cut"), "dp_nratio", "t_contact", 0.9, 1e-4, 1e-3},
    {BEADS("name: hertz, young_eff: 1e8, dp_mode: full"), "alpha", "e_n", 6, -0.1, 1.1},
    {BEADS("name: hertz, young_eff: 1e8, dp_mode: no-tension"), "alpha", "e_n", 6, -0.1, 1.1},
    {BEADS("name: hertz, young_eff: 1e8, damping: viscoelastic"), "A", "e_n", 1e-3, 0, 1},
    {BEADS("name: hertz, young_eff: 1e8, damping: hunt-crossley"), "lambda", "e_n", 10, 0, 1},
    {BEADS("name: linear-elastic, kn: 1e5, kt: 5e4"), "cn", "e_n", 10, 0, 1},
    {BEADS("name: mindlin, young_eff: 1e8, shear_eff: 2e7, dp_mode: no-tension"), "alpha", "e_n", 6,
     0, 1},
    {BEADS("name: linear, kn: 1e5, dp_nratio: 0.1"), "kn", "overlap_max", 1e7, 1e-5, 1e-3},
    {BEADS("name: linear, kn: 1e5, dp_nratio: 0.1"), "v", "fn_max", 10, 1, 200},
    {BEADS("name: linear, kn: 1e5, ks: 3e4, fric: 0.5, dp_nratio: 0.1"), "dp_sratio", "e_t", 2,
     -0.5, 1},
    {BEADS("name: linear, kn: 1e5, ks: 8e4, fric: 0.05, dp_nratio: 0.1, dp_mode: 3"), "dp_sratio",
     "e_t", 2, -1, 1},
    {BEADS("name: linear, kn: 1e5, dp_mode: slip-cut"), "dp_nratio", "e_n", 3, -0.1, 1.1},
    {BEADS("name: linear, kn: 1e5, dp_mode: no-tension-slip-cut"), "dp_nratio", "e_n", 20, 0, 1},
    {BEADS("name: linear, kn: 1e5, ks: 3e4, fric: 0.3, dp_nratio: 0.1, dp_mode: 1"), "fric", "e_t",
     1, -1, 1},
    {BEADS("name: hertz, young_eff: 1e8, damping: constant"), "cn", "e_n", 10, 0, 1},
    {BEADS("name: hertz, young_eff: 1e8, damping: constant, dp_mode: no-tension"), "cn", "e_n", 10,
     0, 1},
    {BEADS("name: hertz, young_eff: 1e8, damping: viscoelastic, dp_mode: no-tension"), "A", "e_n",
     1e-4, 0, 1},
    {BEADS("name: hertz, young_eff: 1e8, alpha: 0.2"), "young_eff", "t_contact", 1e10, 1e-5, 1e-3},
    {BEADS("name: linear-elastic, kn: 1e5, kt: 5e4, dp_mode: no-tension"), "cn", "e_n", 10, 0, 1},
    {BEADS("name: linear-elastic, kn: 1e5, kt: 5e4, cn: 1"), "ct", "e_t", 10, -0.5, 1},
    {BEADS("name: mindlin, young_eff: 1e8, shear_eff: 2e7, dp_mode: full"), "alpha", "e_n", 6, 0,
     1},
    {BEADS("name: mindlin, young_eff: 1e8, shear_eff: 2e7, alpha: 0.2, fric: 0.4"), "phi", "e_t", 2,
     -0.5, 1},
    {BEADS("name: mindlin-rolling-torsion, young_eff: 1e8, shear_eff: 2e7, dp_mode: no-tension"),
     "alpha", "e_n", 6, 0, 1},
    {BEADS("name: idealelpl, kn: 1e5, kt: 3e4"), "tanPhi", "e_t", 1, -1, 1},
    {BEADS("name: idealelpl, kn: 1e5, kt: 3e4"), "kn", "t_contact", 1e7, 1e-5, 1e-3},
};
enum { CASES = sizeof cases / sizeof *cases };

static double obtain_with(const struct lt_program *program, const char *parameter, double value,
                          const char *result, double finer) {
    struct lt_override o = override_of(program, parameter, value);
    struct lt_run_options options = {.exact = true, .max_steps = 20000, .finer = finer};
    struct lt_result *r = lt_run(program, &o, 1, &options);
    ck_assert_msg(r->status == LT_DONE || r->unfinished, "%s = %.17g: %s", parameter, value,
                  r->message);
    double y = value_of(program, r, result);
    lt_run_free(r);
    return y;
}

static double obtain(const struct lt_program *program, const char *parameter, double value,
                     const char *result) {
    return obtain_with(program, parameter, value, result, 1);
}

/* How far a result is beyond a range, but for what the samples of the run make of it where contacts
 * rattle between stick and slip and no run is exact. */
static double beyond(const struct lt_program *program, const char *parameter, double value,
                     const char *result, const double *range) {
    double y = obtain(program, parameter, value, result);
    double off = fmax(range[0] - y, y - range[1]);
    if (!(off > fmax(1e-9 * fabs(y), 1e-13))) /* below that nothing parts the particles */
        return 0;
    double other = fabs(y - obtain_with(program, parameter, value, result, 0.97));
    return off - 10 * fmax(other, fabs(y - obtain_with(program, parameter, value, result, 0.91)));
}

enum ending { MET, SEVERAL, REFUSED, HIDDEN, ENDINGS };

/* How many ended how, by case. */
static int endings[CASES][ENDINGS];

static void try_random(struct draw *d) {
    size_t i = (size_t)draw(d, 0, CASES);
    enum ending ending = REFUSED;
    const char *parameter = cases[i].parameter, *result = cases[i].result;
    double hi = decades(d, 1e-3 * cases[i].hi, cases[i].hi);
    double lo = draw(d, 0, 1) < 0.5 ? 1e-6 * cases[i].hi : hi * draw(d, 0.001, 0.99);
    double wanted = draw(d, cases[i].lowest, cases[i].highest);
    char speed[64], slide[64];
    snprintf(speed, sizeof speed, "v=%.17g", decades(d, 0.05, 5));
    snprintf(slide, sizeof slide, "w=%.17g", strcmp(result, "e_t") == 0 ? decades(d, 0.1, 3) : 0);
    struct lt_program *program = read_program(cases[i].text, speed, slide, NULL);
    struct lt_name const *target = override_of(program, result, 0).name;
    struct lt_vary v = {.name = parameter,
                        .target = override_of(program, parameter, 0).name,
                        .lo = fmin(lo, 0.999 * hi),
                        .hi = hi,
                        .bounded = true};
    struct lt_target t = {
        .name = result,
        .result = target,
        .value = {
            .given = true, .value = wanted, .path = result, .min = -INFINITY, .max = INFINITY}};
    struct lt_calibration c = lt_calibrate(program, &v, &t, 1, NULL);
    const char *said = c.message;
    ck_assert_msg(!c.run_failed, "case %zu: %s", i, said);
    const struct lt_unknown *u = &c.unknowns[0];
    if (c.converged) {
        ending = MET;
        ck_assert_msg(u->value >= v.lo && u->value <= v.hi, "case %zu: %s", i, said);
        double y = obtain(program, parameter, u->value, result);
        double within = c.doubt[0] ? 1e-8 : 1e-9;
        ck_assert_msg(fabs(y - wanted) <= within * fabs(wanted),
                      "case %zu: %s, but a run has %.17g", i, said, y);
    } else if (u->n_roots > 1) {
        ending = SEVERAL;
        for (size_t k = 0; k < u->n_roots; k++)
            ck_near(obtain(program, parameter, u->roots[k], result), wanted, 1e-9);
    } else if (strstr(said, "no better")) {
        ending = HIDDEN;
        double y = obtain(program, parameter, u->value, result);
        ck_assert_msg(fabs(y - wanted) <= 1e-4 * fabs(wanted), "case %zu: %s", i, said);
    } else {
        const double *r = c.aims[0].reachable;
        ck_assert_msg(wanted < r[0] || wanted > r[1], "case %zu: %s", i, said);
        for (int k = 0; k < 8; k++) {
            double x = draw(d, v.lo, v.hi), off = beyond(program, parameter, x, result, r);
            ck_assert_msg(!(off > 0), "case %zu: %s, but %s = %.17g is %.3g beyond", i, said,
                          parameter, x, off);
        }
    }
    endings[i][ending]++;
    lt_program_free(program);
}

static void print_endings(int seed) {
    for (size_t i = 0; i < CASES; i++) {
        const char *law = strstr(cases[i].text, "name: ") + strlen("name: ");
        fprintf(stderr, "%d %d %d %d %d %s over %s, %.*s\n", seed, endings[i][MET],
                endings[i][SEVERAL], endings[i][REFUSED], endings[i][HIDDEN], cases[i].result,
                cases[i].parameter, (int)strcspn(law, "}"), law);
    }
    memset(endings, 0, sizeof endings);
}

/* LT_TARGETS=1000 draws that many instead of 15, ten times, and says how they ended. */
START_TEST(random_targets) {
    const char *count = getenv("LT_TARGETS");
    struct draw d = {.state = 20260 + (unsigned long long)_i};
    gsl_set_error_handler_off();
    for (long k = count ? atol(count) : 15; k > 0; k--)
        try_random(&d);
    if (count)
        print_endings(_i);
}
END_TEST

/* ---- Several unknowns --------------------------------------------------------------------------
 */

enum { MOST = 3 };

struct wish {
    const char *parameter;
    double lo, hi;
    const char *result;
    double value, uncertainty;
};

static struct lt_calibration solve(const struct lt_program *program, const struct wish *wishes,
                                   size_t n, struct lt_dependence *dependence) {
    static struct lt_vary vary[MOST]; /* what is found points to them */
    static struct lt_target targets[MOST];
    gsl_set_error_handler_off();
    for (size_t k = 0; k < n; k++) {
        vary[k] = (struct lt_vary){.name = wishes[k].parameter,
                                   .target = override_of(program, wishes[k].parameter, 0).name,
                                   .lo = wishes[k].lo,
                                   .hi = wishes[k].hi,
                                   .bounded = true};
        targets[k] = (struct lt_target){.name = wishes[k].result,
                                        .result = override_of(program, wishes[k].result, 0).name,
                                        .value = {.given = true,
                                                  .value = wishes[k].value,
                                                  .path = wishes[k].result,
                                                  .min = -INFINITY,
                                                  .max = INFINITY},
                                        .uncertainty = wishes[k].uncertainty};
    }
    struct lt_calibration found = lt_calibrate(program, vary, targets, n, NULL);
    if (dependence)
        *dependence = lt_dependence_of(program, &found, NULL);
    return found;
}

#define OBLIQUE(ks, fric, more)                                                                    \
    BEADS("name: linear, kn: 1e5, ks: " ks ", fric: " fric ", dp_mode: full" more)

/* e_n does not see dp_sratio: it comes first, whatever the order they are asked for in. */
START_TEST(normal_then_shear) {
    struct lt_program *program = read_program(OBLIQUE("3e4", "1e9", ""), "w=0.3", NULL);
    const struct wish wishes[] = {{"dp_sratio", 0, 1, "e_n", 0.7, 0},
                                  {"dp_nratio", 0, 1, "e_t", 0.4, 0}};
    struct lt_calibration c = solve(program, wishes, 2, NULL);
    ck_assert_msg(c.converged, "%s", c.message);
    ck_assert_uint_eq(c.aims[0].by, 1);
    double b = c.unknowns[1].value;
    ck_near(b, 0.1128084507, 1e-9);
    ck_near(c.aims[1].achieved, 0.4, 1e-9);
    /* A contact that sticks for half a period of the normal motion. */
    double z = c.unknowns[0].value * sqrt(3.5), n = sqrt(1 - z * z),
           tau = M_PI * sqrt(0.3 * 3.5) / sqrt(1 - b * b);
    ck_near(-exp(-z * tau) * (cos(n * tau) - z / n * sin(n * tau)), 0.4, 1e-8);
    ck_within(c.sensitivity[0][0], 0, 1e-6);
    lt_program_free(program);
}
END_TEST

/* An unknown that no target needs is named, beside targets that are met; what is met by none of
 * them, or depends on both, likewise. */
START_TEST(unknown_without_effect) {
    struct lt_program *program = read_program(OBLIQUE("3e4", "1e9", ""), "w=0.3", NULL);
    double t_contact = M_PI / sqrt(1e5 / (4. / 3 * M_PI * 1.25e-7 * 2500 / 2));
    const struct {
        struct wish wishes[2];
        const char *said;
    } loose[] = {
        {{{"dp_nratio", 0, 1, "e_n", 0.7, 0}, {"dp_sratio", 0, 1, "bounces", 1, 0}},
         "every target is met for any value of dp_sratio"},
        {{{"dp_nratio", 0, 1, "bounces", 1, 0}, {"kn", 1e4, 1e6, "t_contact", t_contact, 0}},
         "one unknown too many"},
        {{{"dp_nratio", 0, 1, "e_n", 0.7, 0}, {"dp_sratio", 0, 1, "bounces", 2, 0}},
         "bounces = 2 cannot be met"},
    };
    struct lt_calibration c = solve(program, loose[_i].wishes, 2, NULL);
    ck_assert(!c.converged && !c.run_failed);
    ck_assert_msg(strstr(c.message, loose[_i].said) != NULL, "%s", c.message);
    if (_i == 0) {
        ck_near(c.aims[0].achieved, 0.7, 1e-9);
        ck_near(c.unknowns[0].value, 0.1128084507, 1e-9);
    }
    lt_program_free(program);
}
END_TEST

/* Where runs differ by rounding alone, here by 7e-12 (one sigma) with the instant at which slip
 * ends, that is no reason not to take what was found. */
START_TEST(met_as_close_as_runs_tell) {
    struct lt_program *program = read_program(
        "lawtester: 1\n"
        "particles: {a: {shape: sphere, radius: 5e-3, density: 2500}, b: {shape: wall}}\n"
        "law: {name: linear, kn: 1e5, dp_nratio: 0.2, dp_sratio: 0.2, ks: 5e4, fric: 0.3,\n"
        "  dp_mode: slip-cut}\n"
        "motion: {integrator: exact}\n"
        "stages: [{whats: ii...., values: [-1, 0.7, 0, 0, 0, 0], until: rebound}]\n",
        NULL);
    const struct wish wish = {"dp_nratio", 0.01, 0.9, "e_t", 0, 0};
    struct lt_calibration c = solve(program, &wish, 1, NULL);
    ck_assert_msg(c.converged, "%s", c.message);
    ck_within(c.aims[0].achieved, 0, 5e-11);
    lt_program_free(program);
}
END_TEST

/* What has no order is found at once: stiffness and damping from time and depth. */
START_TEST(stiffness_and_damping_at_once) {
    struct lt_program *program = read_program(BEADS("name: linear, kn: 1e5, dp_mode: full"), NULL);
    struct lt_override truth[] = {override_of(program, "kn", 4.2e4),
                                  override_of(program, "dp_nratio", 0.37)};
    struct lt_run_options options = {.exact = true};
    struct lt_result *r = lt_run(program, truth, 2, &options);
    const struct wish wishes[] = {
        {"kn", 1e3, 1e6, "t_contact", value_of(program, r, "t_contact"), 0},
        {"dp_nratio", 0, 0.9, "overlap_max", value_of(program, r, "overlap_max"), 0}};
    lt_run_free(r);
    struct lt_calibration c = solve(program, wishes, 2, NULL);
    ck_assert_msg(c.converged, "%s", c.message);
    ck_near(c.unknowns[0].value, 4.2e4, 1e-8);
    ck_near(c.unknowns[1].value, 0.37, 1e-8);
    for (size_t k = 0; k < 2; k++) { /* by both, and what both can reach */
        ck_assert_uint_eq(c.aims[k].by, 2);
        ck_assert(c.aims[k].reachable[0] > 0 && c.aims[k].reachable[0] < wishes[k].value);
        ck_assert(isfinite(c.aims[k].reachable[1]) && c.aims[k].reachable[1] > wishes[k].value);
    }
    lt_program_free(program);
}
END_TEST

/* What no parameter that is left moves: of a tangential one that slides it is said. */
static const struct {
    const char *text, *slide;
    struct wish wishes[2];
    bool slides;
} idle_ones[] = {
    {BEADS("name: linear, kn: 1e5, ks: 3e4, fric: 0.01, dp_mode: slip-cut"),
     "w=3",
     {{"dp_nratio", 0, 1, "e_n", 0.5, 0}, {"dp_sratio", 0, 1, "e_t", 0.2, 0}},
     true},
    /* Without friction it does not: nothing is lost to it. */
    {BEADS("name: linear, kn: 1e5"),
     "w=3",
     {{"dp_nratio", 0, 1, "e_n", 0.5, 0}, {"dp_sratio", 0, 1, "e_t", 0.2, 0}},
     false},
    /* It slides, but e_n is none of its business. */
    {BEADS("name: linear, kn: 1e5, ks: 3e4, fric: 0.01"),
     "w=3",
     {{"fric", 0.005, 0.02, "e_t", -0.99, 0}, {"dp_sratio", 0, 1, "e_n", 0.5, 0}},
     false},
};

START_TEST(what_nothing_moves) {
    struct lt_program *program = read_program(idle_ones[_i].text, idle_ones[_i].slide, NULL);
    struct lt_calibration c = solve(program, idle_ones[_i].wishes, 2, NULL);
    ck_assert(!c.converged);
    ck_assert_msg(strstr(c.message, "cannot be met: it is") != NULL, "%s", c.message);
    ck_assert_msg((strstr(c.message, "the contact slides, E_slip = ") != NULL) ==
                      idle_ones[_i].slides,
                  "%s", c.message);
    lt_program_free(program);
}
END_TEST

/* d e_n/d b = -pi e/(1 - b^2)^(3/2): an error of e_n is one of b, and not of what e_n does not see.
 */
START_TEST(uncertainty_of_the_parameter) {
    struct lt_program *program = read_program(OBLIQUE("3e4", "1e9", ""), "w=0.3", NULL);
    const struct wish wishes[] = {{"dp_nratio", 0, 1, "e_n", 0.8, 0.02},
                                  {"dp_sratio", 0, 1, "e_t", 0.4, 0}};
    struct lt_calibration c = solve(program, wishes, 2, NULL);
    ck_assert_msg(c.converged, "%s", c.message);
    double b = c.unknowns[0].value;
    ck_near(c.unknowns[0].uncertainty, 0.02 / (M_PI * 0.8 / pow(1 - b * b, 1.5)), 1e-6);
    ck_near(c.unknowns[1].uncertainty,
            fabs(c.sensitivity[1][0] / c.sensitivity[1][1]) * c.unknowns[0].uncertainty, 1e-6);
    lt_program_free(program);
}
END_TEST

#define DRAWN(vs, vt)                                                                              \
    "lawtester: 1\n"                                                                               \
    "let: {x: 1, y: 1, w: 0}\n"                                                                    \
    "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5e-3, density: 2500}}\n"             \
    "law: {name: linear, kn: 1e5, ks: 5e4}\n"                                                      \
    "motion: {integrator: exact, dt: 1e-4}\n"                                                      \
    "stages: [{whats: vvvvvv, values: [-1, '" vs "', '" vt "', 0, 0, 0], until: time >= 1e-3}]\n"

/* Slopes are those of the range, where what is beyond it is another matter. */
START_TEST(slopes_in_a_narrow_range) {
    struct lt_program *program =
        read_program(DRAWN("select(x <= 1.00001, x + y, 50 + x)", "1e-5 + x - y"), "w=1", NULL);
    const struct wish wishes[] = {{"x", 1, 1.00001, "us_end", 2.00001e-3, 1e-9},
                                  {"y", 1, 1.00001, "ut_end", 1e-8, 0}};
    struct lt_calibration c = solve(program, wishes, 2, NULL);
    ck_assert_msg(c.converged, "%s", c.message);
    ck_near(c.sensitivity[0][0], 1e-3, 1e-6);
    ck_near(c.unknowns[0].uncertainty, 5e-7, 1e-6);
    lt_program_free(program);
}
END_TEST

START_TEST(solutions_in_a_narrow_range) {
    struct lt_program *program =
        read_program(DRAWN("1 + (x - 1.00000003)*(x - 1.00000007)*1e12", "0"), "w=1", NULL);
    const struct wish wish = {"x", 1, 1.0000001, "us_end", 1e-3, 0};
    struct lt_calibration c = solve(program, &wish, 1, NULL);
    ck_assert_msg(!c.converged && strstr(c.message, "is met 2 times") != NULL, "%s", c.message);
    lt_program_free(program);
}
END_TEST

/* ---- What cannot be ----------------------------------------------------------------------------
 */

static const struct {
    const char *text, *slide;
    struct wish wish;
    const char *said;
    size_t roots;
} refused[] = {
    /* ks = 0.8 kn: a contact that sticks comes back with e_t <= 0.024. */
    {OBLIQUE("8e4", "1e9", ""), "w=0.3", {"dp_sratio", 0, 5, "e_t", 0.2, 0}, "out of reach", 0},
    /* Sliding from first to last, the dashpot being cut. */
    {BEADS("name: linear, kn: 1e5, ks: 3e4, fric: 0.01, dp_mode: slip-cut"),
     "w=3",
     {"dp_sratio", 0, 1, "e_t", 0.2, 0},
     "slides throughout",
     0},
    {BEADS("name: linear, kn: 1e5, dp_mode: full"),
     "w=0",
     {"dp_nratio", 1.2, 3, "e_n", 0.2, 0},
     "never separates",
     0},
    {BEADS("name: linear, kn: 1e5, dp_mode: full"),
     "w=0",
     {"dp_nratio", 0, 3, "e_n", 0, 0},
     "never separates",
     0},
    {BEADS("name: linear, kn: 1e5"), "w=0", {"dp_sratio", 0, 1, "e_n", 0.2, 0}, "not depend", 0},
    /* A spring that turns the shear once or twice: cos(sqrt(7/2 ks/kn) pi) = -0.3. */
    {BEADS("name: linear, kn: 1e5, ks: 3e4, fric: 1e9"),
     "w=0.3",
     {"ks", 1e3, 1.1e5, "e_t", 0.3, 0},
     "is met 2 times",
     2},
};

START_TEST(refused_in_a_sentence) {
    struct lt_program *program = read_program(refused[_i].text, refused[_i].slide, NULL);
    struct lt_calibration c = solve(program, &refused[_i].wish, 1, NULL);
    ck_assert_msg(!c.converged && !c.run_failed, "%s", c.message);
    ck_assert_msg(strstr(c.message, refused[_i].said) != NULL, "%s", c.message);
    ck_assert_uint_eq(c.unknowns[0].n_roots, refused[_i].roots);
    for (size_t k = 0; k < refused[_i].roots; k++) {
        double ks = c.unknowns[0].roots[k];
        ck_within(cos(M_PI * sqrt(3.5 * ks / 1e5)), -0.3, 1e-8);
        ck_assert(k == 0 || ks > c.unknowns[0].roots[k - 1]);
    }
    lt_program_free(program);
}
END_TEST

/* ---- The runs of a search -------------------------------------------------------------------- */

/* What is found does not depend on motion.dt, nor do the extremes of the range. */
static const struct {
    const char *law;
    struct wish wish;
} step_free[] = {
    {BEADS("name: linear, kn: 1e5, dp_nratio: 0.1"), {"v", 0.1, 10, "fn_max", 20, 0}},
    {BEADS("name: hertz, young_eff: 1e8, alpha: 0.2"),
     {"young_eff", 1e6, 1e9, "overlap_max", 2e-4, 0}},
    {BEADS("name: linear, kn: 1e5, ks: 3e4, fric: 0.3, dp_mode: 1"),
     {"fric", 0, 1, "e_t", -0.3, 0}},
    {BEADS("name: hertz, young_eff: 1e8, damping: viscoelastic"), {"A", 0, 1e-4, "e_n", 0.7, 0}},
};

START_TEST(independent_of_the_time_step) {
    static const char *const steps[] = {"motion.dt=t_c/20", "motion.dt=t_c/100",
                                        "motion.dt=t_c/1000"};
    double value = NAN, lowest = NAN, highest = NAN;
    for (int k = 0; k < 3; k++) {
        struct lt_program *program = read_program(step_free[_i].law, "w=0.4", steps[k], NULL);
        const struct lt_calibration c = solve(program, &step_free[_i].wish, 1, NULL);
        ck_assert_msg(c.converged, "%s", c.message);
        if (k > 0) {
            ck_near(c.unknowns[0].value, value, 1e-9);
            ck_within(c.aims[0].reachable[0], lowest, 1e-9 * fabs(highest));
            ck_near(c.aims[0].reachable[1], highest, 1e-9);
        }
        value = c.unknowns[0].value;
        lowest = c.aims[0].reachable[0];
        highest = c.aims[0].reachable[1];
        lt_program_free(program);
    }
}
END_TEST

/* No run is made twice, however many there were. */
START_TEST(runs_are_remembered) {
    enum { RUNS = 150 };
    struct lt_program *program = read_program(impact, NULL);
    struct lt_arena *arena = lt_arena_new();
    const struct lt_name *unknown = override_of(program, "dp_nratio", 0).name,
                         *result = override_of(program, "e_n", 0).name;
    struct lt_trial trial;
    double y[RUNS];
    ck_assert(lt_trial_begin(&trial, program, &unknown, &result, 1, NULL, arena));
    for (int i = 0; i < RUNS; i++) {
        double x = 0.9 * i / RUNS;
        ck_assert(lt_trial_run(&trial, &x));
        y[i] = trial.y[0];
    }
    int runs = trial.runs;
    for (int i = 0; i < RUNS; i++) {
        double x = 0.9 * i / RUNS;
        ck_assert(lt_trial_run(&trial, &x));
        ck_assert_double_eq(trial.y[0], y[i]);
    }
    ck_assert_int_ge(runs, RUNS);
    ck_assert_int_eq(trial.runs, runs);
    lt_trial_end(&trial);
    lt_arena_free(arena);
    lt_program_free(program);
}
END_TEST

/* ---- What else a restitution depends on --------------------------------------------------------
 */

START_TEST(speed_size_and_mass) {
    struct lt_program *program = read_program(BEADS("name: linear, kn: 1e5, dp_mode: full"), NULL);
    struct wish wish = {"dp_nratio", 0, 1, "e_n", 0.5, 0};
    struct lt_dependence d;
    solve(program, &wish, 1, &d);
    ck_assert_uint_eq(d.n_rows, LT_DEPENDENCE_ROWS - 1); /* no gravity between two beads */
    for (size_t k = 0; lt_dependence_on[k]; k++)
        ck_assert(lt_dependence_change(&d, 0, lt_dependence_on[k]) == 0);
    lt_program_free(program);

    /* The dashpot of Brilliantov et al.: e is a function of A (k/m)^(2/5) v^(1/5). */
    program = read_program(BEADS("name: hertz, young_eff: 1e8, damping: viscoelastic"), NULL);
    wish = (struct wish){"A", 0, 1e-3, "e_n", 0.8, 0};
    struct lt_calibration c = solve(program, &wish, 1, &d);
    ck_assert_msg(c.converged, "%s", c.message);
    ck_assert(lt_dependence_change(&d, 0, "speed") < -0.05);
    double fast = d.rows[3].y[0];
    wish.value = fast; /* as much damping as 10^(1/5) A */
    struct lt_calibration more = solve(program, &wish, 1, NULL);
    ck_near(more.unknowns[0].value, pow(10, 0.2) * c.unknowns[0].value, 1e-7);
    lt_program_free(program);
}
END_TEST

static const struct {
    const char *law, *parameter, *range;
    double wanted, slope; /* e_n falls with b, b rises with this power of the speed */
} over_speeds[] = {
    {"name: linear, kn: 1e5, dp_mode: full", "dp_nratio", "0.01:10:7", 0.6, 0},
    {"name: hertz, young_eff: 1e8, dp_mode: no-tension", "alpha", "1 cm/s:10 m/s", 0.6, 0},
    {"name: hertz, young_eff: 1e8, damping: viscoelastic", "A", "0.001:1:11", 0.85, 0.2},
};

/* Visco-elastic spheres: the series of their restitution, whose next term is less than 0.12 b^7. */
static double series(double b) {
    return 1 - b * (1.1534488580952888 -
                    b * (0.79826656094479541 -
                         b * (0.5228825681 - b * (0.3487426753 - b * (0.23310 - b * 0.15668)))));
}

/* e(v) of what was calibrated at 1 m/s: the same, or by the series with b from that speed. */
START_TEST(restitution_over_speed) {
    char text[1024];
    snprintf(text, sizeof text, BEADS("%s"), over_speeds[_i].law);
    struct lt_program *program = read_program(text, NULL);
    struct wish wish = {over_speeds[_i].parameter, 0, over_speeds[_i].slope > 0 ? 1e-3 : 0.9, "e_n",
                        over_speeds[_i].wanted,    0};
    struct lt_calibration found = solve(program, &wish, 1, NULL);
    ck_assert_msg(found.converged, "%s", found.message);
    struct lt_arena *arena = lt_arena_new();
    struct lt_speeds speeds;
    ck_assert_ptr_null(lt_speeds_read(over_speeds[_i].range, &speeds, arena));
    ck_assert_ptr_null(lt_speeds_run(program, &found, NULL, &speeds, arena));
    ck_near(speeds.own, 1, 1e-14);
    ck_near(speeds.v[0], speeds.low, 1e-12);
    ck_near(speeds.v[speeds.count - 1], speeds.high, 1e-12);
    double low = 0, high = 0.3;
    for (int i = 0; i < 60; i++)
        *(series(0.5 * (low + high)) > over_speeds[_i].wanted ? &low : &high) = 0.5 * (low + high);
    for (size_t k = 0; k < speeds.count; k++) {
        double b = high * pow(speeds.v[k], over_speeds[_i].slope);
        if (over_speeds[_i].slope > 0)
            ck_within(speeds.y[0][k], series(b), 0.24 * pow(high, 7));
        else
            ck_near(speeds.y[0][k], over_speeds[_i].wanted, 1e-8);
    }
    lt_arena_free(arena);
    lt_program_free(program);
}
END_TEST

/* The steps of partial slip are plain ones: extrapolated, and said to be. */
START_TEST(partial_slip_is_extrapolated) {
    struct lt_program *program = read_program(
        BEADS("name: mindlin, young_eff: 1e8, shear_eff: 2e7, fric: 0.1, tangential: partial-slip"),
        "w=0.1", NULL);
    struct wish wish = {"alpha", 0, 2, "e_n", 0.5, 0};
    struct lt_calibration c = solve(program, &wish, 1, NULL);
    ck_assert_msg(c.converged, "%s", c.message);
    ck_assert_msg(strstr(c.doubt, "extrapolated") != NULL, "'%s'", c.doubt);
    /* The closed form of the normal motion. */
    ck_near(c.unknowns[0].value, 0.48176925776, 1e-6);
    lt_program_free(program);
}
END_TEST

/* How closely, by steps as fine and finer: not by coarser ones, here refused, and not said to be 0
 * where finer ones are. */
static const struct {
    const char *refuses, *said;
} doubted[] = {{"1.5 - dt*100/t_c", "vn_end to about "}, {"dt*600/t_c - 1", "an unknown accuracy"}};

START_TEST(extrapolated_how_closely) {
    char text[1024];
    snprintf(text, sizeof text,
             "lawtester: 1\n"
             "let: {x: 1.3, w: 0}\n"
             "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5e-3, density: 2500}}\n"
             "law: {name: mindlin, young_eff: 1e8, shear_eff: 2e7, fric: 0.1,\n"
             "  tangential: partial-slip}\n"
             "stages: [{whats: iv...., values: [-x, 0.3, 0, 0, 0, 0],\n"
             "  until: 'step > 1 and sqrt(%s) >= 0'}]\n",
             doubted[_i].refuses);
    struct lt_program *program = read_program(text, "w=1", NULL);
    const struct wish wish = {"x", 0.5, 3, "vn_end", -1, 0.1};
    struct lt_calibration c = solve(program, &wish, 1, NULL);
    ck_assert_msg(c.converged, "%s", c.message);
    ck_assert_msg(strstr(c.doubt, doubted[_i].said) && !strstr(c.doubt, "about 0"), "'%s'",
                  c.doubt);
    lt_program_free(program);
}
END_TEST

#define SLIDING(tangential)                                                                        \
    "lawtester: 1\n"                                                                               \
    "particles:\n"                                                                                 \
    "  a: {shape: sphere, radius: 5e-3, density: 2500}\n"                                          \
    "  b: {shape: sphere, radius: 5e-3, density: 2500}\n"                                          \
    "law: {name: mindlin, young: 60e9, poisson: 0.22, fric: 0.3, tangential: " tangential "}\n"    \
    "motion: {integrator: leapfrog, dt: t_c/%g, phase: 0.5}\n"                                     \
    "stages: [{whats: ii...., values: [-1, 0.5, 0, 0, 0, 0], until: rebound}]\n"

/* With fric the tangential restitution rises and falls. What is found, in the limit and as run, is
 * what runs have: those of a far finer step, and the mean over the phases of a coarse one. */
static const struct {
    const char *text;
    double fine, as_run; /* to which runs agree: what a memory of a dozen knots leaves out depends
                            on the step */
    int runs;
} sliding[] = {{SLIDING("secant"), 5e-7, 1e-6, 35000},
               {SLIDING("partial-slip"), 5e-5, 1e-6, 80000}};

START_TEST(restitution_over_friction) {
    char text[1024];
    for (int as_run = 0; as_run < 2; as_run++) {
        snprintf(text, sizeof text, sliding[_i].text, 50.0);
        struct lt_program *program = read_program(text, NULL);
        program->as_run = as_run;
        struct wish wish = {"fric", 0, 1, "e_t", -0.1, 0};
        struct lt_calibration c = solve(program, &wish, 1, NULL);
        ck_assert_uint_eq(c.unknowns[0].n_roots, 2);
        ck_assert_int_lt(c.evaluations, as_run ? sliding[_i].runs : 250);
        double sum[2] = {0, 0};
        struct lt_run_options options = {.exact = false};
        lt_program_free(program);
        snprintf(text, sizeof text, sliding[_i].text, as_run ? 50.0 : 4000.0);
        for (int k = 0, n = as_run ? 200 : 1; k < 2; k++)
            for (int i = 0; i < n; i++) {
                char phase[64];
                snprintf(phase, sizeof phase, "motion.phase=%.17g", (i + 0.5) / n);
                program = read_program(text, phase, NULL);
                struct lt_override at = override_of(program, "fric", c.unknowns[0].roots[k]);
                struct lt_result *r = lt_run(program, &at, 1, &options);
                sum[k] += value_of(program, r, "e_t") / n;
                lt_run_free(r);
                lt_program_free(program);
            }
        for (int k = 0; k < 2; k++)
            ck_within(sum[k], -0.1, as_run ? sliding[_i].as_run : sliding[_i].fine);
    }
}
END_TEST

/* As run by exact, which has no phase: one run each, which has what is found. */
START_TEST(restitution_over_friction_by_exact) {
    static const char *const tangential[] = {"law.tangential=secant",
                                             "law.tangential=partial-slip"};
    struct lt_program *program = read_program(
        "lawtester: 1\n"
        "particles: {a: {shape: sphere, radius: 5e-3, density: 2500}, b: {shape: sphere, radius: "
        "5e-3, density: 2500}}\n"
        "law: {name: mindlin, young: 60e9, poisson: 0.22, fric: 0.3, tangential: secant}\n"
        "motion: {integrator: exact}\n"
        "stages: [{whats: ii...., values: [-1, 0.5, 0, 0, 0, 0], until: rebound}]\n",
        tangential[_i], NULL);
    program->as_run = true;
    struct wish wish = {"fric", 0, 1, "e_t", -0.1, 0};
    struct lt_calibration c = solve(program, &wish, 1, NULL);
    ck_assert_uint_eq(c.unknowns[0].n_roots, 2);
    ck_assert_int_lt(c.evaluations, 150);
    for (int k = 0; k < 2; k++) {
        struct lt_override at = override_of(program, "fric", c.unknowns[0].roots[k]);
        struct lt_run_options options = {.exact = false};
        struct lt_result *r = lt_run(program, &at, 1, &options);
        ck_within(value_of(program, r, "e_t"), -0.1, 1e-9);
        lt_run_free(r);
    }
    lt_program_free(program);
}
END_TEST

static void add(TCase *t) {
    tcase_add_test(t, met_as_close_as_runs_tell);
    tcase_add_loop_test(t, unknown_without_effect, 0, 3);
    tcase_add_test(t, normal_then_shear);
    tcase_add_test(t, stiffness_and_damping_at_once);
    tcase_add_test(t, uncertainty_of_the_parameter);
    tcase_add_test(t, slopes_in_a_narrow_range);
    tcase_add_test(t, solutions_in_a_narrow_range);
    tcase_add_loop_test(t, extrapolated_how_closely, 0, sizeof doubted / sizeof doubted[0]);
    tcase_add_loop_test(t, refused_in_a_sentence, 0, sizeof refused / sizeof *refused);
    tcase_add_loop_test(t, what_nothing_moves, 0, 3);
    tcase_add_loop_test(t, independent_of_the_time_step, 0, sizeof step_free / sizeof *step_free);
    tcase_add_test(t, runs_are_remembered);
    tcase_add_test(t, speed_size_and_mass);
    tcase_add_loop_test(t, restitution_over_speed, 0, sizeof over_speeds / sizeof *over_speeds);
    tcase_add_test(t, partial_slip_is_extrapolated);
    tcase_add_loop_test(t, restitution_over_friction_by_exact, 0, 2);
    tcase_add_loop_test(t, restitution_over_friction, 0, sizeof sliding / sizeof *sliding);
    tcase_add_loop_test(t, inverse_of_every_tabled_restitution, 0, sizeof tabled / sizeof *tabled);
    tcase_add_loop_test(t, random_targets, 0, 10);
    tcase_add_loop_test(t, half_in_every_mode, 0, 4);
    tcase_add_test(t, out_of_reach_says_what_is_in_reach);
    tcase_add_test(t, unbounded_range);
    tcase_add_test(t, contact_that_never_separates);
    tcase_add_test(t, range_that_ends_in_contacts_that_last);
    tcase_add_test(t, stiffness_for_an_overlap);
    tcase_add_test(t, run_that_cannot_be_set_up);
    tcase_add_test(t, sensitivity_is_the_slope);
}

LT_TESTS("calibrate", add)

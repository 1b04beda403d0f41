/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mean over the entry phase, and damping calibrated for a time step. */
#include "calibrate/calibrate.h"
#include "program/vary.h"
#include "programs.h"
#include "run/phase.h"

#include <gsl/gsl_errno.h>

/* An impact in steps of h = w0 dt as a bare recurrence, in units of the impact. */
static double impact(double b, double h, double phase, bool capped) {
    double x = phase * h, v = 1;
    while (x >= 0 && x < 10) {
        double force = x + 2 * b * v;
        v -= h * (capped ? fmax(force, 0) : force);
        x += h * v;
    }
    return -v;
}

#define PROGRAM(motion) IMPACT("rgap: 0", motion)

static struct lt_phase_mean average_of(const struct lt_program *program, const char *result) {
    struct lt_names names = lt_names_in(program->names, LT_SCOPE_END);
    return lt_phase_average(program, NULL, 0, lt_names_find(&names, result), NULL, NULL);
}

static struct lt_phase_mean average(const char *text, const char *ratio, const char *mode,
                                    const char *dt) {
    struct lt_program *program = read_program(text, ratio, mode, dt, NULL);
    struct lt_phase_mean found = average_of(program, "e_n");
    lt_program_free(program);
    return found;
}

static const struct {
    double b, steps;
    bool capped;
    const char *ratio, *mode, *dt;
} impacts[] = {
    {0.2, 20, false, "dp_nratio=0.2", "dp_mode=full", "motion.dt=t_c/20"},
    {0.2, 20, true, "dp_nratio=0.2", "dp_mode=no-tension", "motion.dt=t_c/20"},
    {0.05, 50, false, "dp_nratio=0.05", "dp_mode=slip-cut", "motion.dt=t_c/50"},
    {0.7, 50, true, "dp_nratio=0.7", "dp_mode=no-tension-slip-cut", "motion.dt=t_c/50"},
    {0.3, 12.5, true, "dp_nratio=0.3", "dp_mode=no-tension", "motion.dt=t_c/12.5"},
};

/* The midpoint sum over N phases misses a jump, at most the whole band, by half a cell. */
START_TEST(mean_of_the_recurrence) {
    enum { N = 20000 };
    double sum = 0, low = INFINITY, high = -INFINITY;
    for (int i = 0; i < N; i++) {
        double e =
            impact(impacts[_i].b, M_PI / impacts[_i].steps, (i + 0.5) / N, impacts[_i].capped);
        sum += e;
        low = fmin(low, e);
        high = fmax(high, e);
    }
    double cell = (high - low) / N;
    struct lt_phase_mean found = average(PROGRAM("integrator: leapfrog"), impacts[_i].ratio,
                                         impacts[_i].mode, impacts[_i].dt);
    ck_assert_str_eq(found.why, "");
    ck_within(found.mean, sum / N, 0.5 * cell);
    ck_within(found.low, low, 2 * cell);
    ck_within(found.high, high, 2 * cell);
}
END_TEST

/* Few phases are good for an eighth of the scatter. */
START_TEST(mean_of_few_phases) {
    struct lt_program *program = read_program(PROGRAM("integrator: leapfrog"), impacts[_i].ratio,
                                              impacts[_i].mode, impacts[_i].dt, NULL);
    struct lt_names names = lt_names_in(program->names, LT_SCOPE_END);
    const struct lt_name *result = lt_names_find(&names, "e_n");
    const struct lt_phase_mean all = lt_phase_average(program, NULL, 0, result, NULL, NULL);
    const struct lt_phase_mean few = lt_phase_few(program, NULL, 0, result, NULL);
    ck_assert_int_eq(few.runs, 8);
    ck_within(few.mean, all.mean, (all.high - all.low) / 8);
    lt_program_free(program);
}
END_TEST

/* Is E within [LOW, HIGH], but for what rounding adds? */
static bool is_within(double e, double low, double high) {
    return e >= low - 1e-12 && e <= high + 1e-12;
}

static double run_at(const struct lt_program *program, double phase, size_t slot) {
    const struct lt_override at = {lt_vary_find(program, "motion.phase", program->arena).name,
                                   phase};
    struct lt_result *result = lt_run(program, &at, 1, &(struct lt_run_options){0});
    const double e = result->values[slot];
    lt_run_free(result);
    return e;
}

/* No phase is outside the band, and both ends of it are met: the curve over the phase is flat at a
 * smooth extreme, and 1e-5 of the scatter away one phase in some hundred is. */
static const char *const bands[][2] = {
    {"law: {name: hertz, young: 210 GPa, poisson: 0.3}\n", "e_n"},
    {"law: {name: hertz, young: 1 GPa, poisson: 0.3, damping: tsuji, alpha: 0.2}\n", "e_n"},
    {"law: {name: linear, kn: 1e5 N/m, dp_nratio: 0.2, dp_mode: full}\n", "e_n"},
    {"law: {name: linear, kn: 1e5 N/m, ks: 1e5 N/m, fric: 0.1, dp_nratio: 0.1}\n", "e_t"},
};

START_TEST(band_of_random_phases) {
    enum { N = 2000 };
    char text[1024];
    snprintf(text, sizeof text,
             "lawtester: 1\n"
             "particles:\n"
             "  a: {shape: sphere, radius: 10 mm, density: 7800 kg/m^3}\n"
             "  b: {shape: sphere, radius: 10 mm, density: 7800 kg/m^3}\n"
             "%s"
             "motion: {dt: t_c/7.3, phase: 0}\n"
             "stages: [{whats: ii...., values: [-1, 0.3, 0, 0, 0, 0], until: rebound}]\n",
             bands[_i][0]);
    struct lt_program *program = read_program(text, NULL);
    struct lt_names names = lt_names_in(program->names, LT_SCOPE_END);
    const struct lt_name *result = lt_names_find(&names, bands[_i][1]);
    const struct lt_phase_mean band = lt_phase_band(program, NULL, 0, result, NULL, NULL);
    double low = INFINITY, high = -INFINITY;
    unsigned long state = 1;
    for (int i = 0; i < N; i++) {
        state = (state * 6364136223846793005UL + 1442695040888963407UL);
        const double e = run_at(program, (double)(state >> 11) * 0x1p-53, result->slot);
        ck_assert_msg(is_within(e, band.low, band.high), "%.17g is not within %.17g .. %.17g", e,
                      band.low, band.high);
        low = fmin(low, e);
        high = fmax(high, e);
    }
    ck_within(low, band.low, 5e-3 * (band.high - band.low));
    ck_within(high, band.high, 5e-3 * (band.high - band.low));
    lt_program_free(program);
}
END_TEST

/* The same by the name of a result, from a run, a sweep's point and a target; exact makes none. */
START_TEST(band_by_name) {
    const char *text = PROGRAM("integrator: leapfrog");
    struct lt_program *program = read_program(text, "dp_nratio=0.2", "motion.dt=t_c/20",
                                              "record.results=[e_n_low, e_n_high, e_n_mean]", NULL);
    const struct lt_phase_mean band = average_of(program, "e_n");
    struct lt_result *result = lt_run(program, NULL, 0, &(struct lt_run_options){0});
    ck_near(result->values[LT_R_E_N_LOW], band.low, 1e-12);
    ck_near(result->values[LT_R_E_N_HIGH], band.high, 1e-12);
    ck_near(result->values[LT_R_E_N_MEAN], band.mean, 1e-12);
    ck_assert(isnan(result->values[LT_R_E_T_LOW])); /* not asked for */
    lt_run_free(result);
    result = lt_run(program, NULL, 0, &(struct lt_run_options){.exact = true});
    ck_assert(isnan(result->values[LT_R_E_N_LOW]));
    lt_run_free(result);
    lt_program_free(program);
}
END_TEST

/* Over the steps in a contact, N, as bands are: from one whole N to the next they rise and fall. */
static double waves(double dt, void *data) {
    const double steps = 1 / dt, *power = data;
    return pow(steps, -*power) * (1 + 0.9 * cos(2 * M_PI * steps));
}

START_TEST(first_interval) {
    static const double powers[] = {1, 2, 3}, targets[] = {0.3, 0.05, 0.01, 1e-3};
    const double power = powers[_i / 4], target = targets[_i % 4];
    struct lt_scan scan = {
        .result = waves, .data = (void *)&power, .range = {1e-5, 1}, .wanted = target};
    ck_assert_int_eq(lt_scan_first(&scan, 1, 1), LT_FIRST_FOUND);
    ck_near(waves(scan.roots[0], (void *)&power), target, 1e-9);
    for (double steps = 1 / scan.roots[0] + 1e-6; steps < 10 / scan.roots[0]; steps += 1e-2)
        ck_assert_double_lt(waves(1 / steps, (void *)&power), target);
    scan.range[1] = 0.5 * scan.roots[0]; /* before the waves that reach it */
    ck_assert_int_eq(lt_scan_first(&scan, 1, 1), LT_FIRST_NEVER);
    scan.range[0] = 1e-5;
    scan.wanted = -1; /* on the wrong side from the beginning */
    ck_assert_int_eq(lt_scan_first(&scan, 1, 1), LT_FIRST_NOT);
    scan.range[0] = 1 / 20.5; /* right there, by chance */
    scan.range[1] = 1;
    scan.wanted = 1.1 * waves(1 / 20.5, (void *)&power);
    ck_assert_int_eq(lt_scan_first(&scan, 1, 1), LT_FIRST_BEYOND);
}
END_TEST

/* Wrong results in a hundredth of a step alone, which is where the last window ends. */
static double spike(double dt, void *data) {
    const double off = 1 / dt - 4.0625;
    (void)data;
    return fabs(off) < 0.005 ? 2 : 0.1;
}

START_TEST(last_window) {
    struct lt_scan scan = {.result = spike, .range = {1e-2, 1.0 / 3}, .wanted = 1};
    ck_assert_int_eq(lt_scan_first(&scan, 1, 1), LT_FIRST_JUMP);
    ck_within(1 / scan.nearest[0], 4.0675, 1e-9);
}
END_TEST

/* The three integrators are one map for a single impact whose dashpot sees the half step. */
START_TEST(integrators_agree) {
    const char *text[] = {PROGRAM("integrator: leapfrog"), PROGRAM("integrator: symplectic-euler"),
                          PROGRAM("integrator: velocity-verlet")};
    double first = average(text[0], "dp_nratio=0.2", "dp_mode=1", "motion.dt=t_c/20").mean;
    ck_near(average(text[_i], "dp_nratio=0.2", "dp_mode=1", "motion.dt=t_c/20").mean, first, 1e-9);
}
END_TEST

/* With the first dashpot weighted the scatter of a force with tensile cut-off, 2 b h as it is,
 * falls to O(h^2); the mean stays that of first order, and the accounts close. */
START_TEST(weighted_entry) {
    const char *text = PROGRAM("integrator: leapfrog, entry: weighted");
    static const struct {
        double steps;
        const char *dt;
    } cases[] = {{50, "motion.dt=t_c/50"}, {100, "motion.dt=t_c/100"}, {400, "motion.dt=t_c/400"}};
    double b = 0.2, A = acos(b) / sqrt(1 - b * b), h = M_PI / cases[_i].steps;
    struct lt_phase_mean found = average(text, "dp_nratio=0.2", "dp_mode=1", cases[_i].dt);
    ck_assert_str_eq(found.why, "");
    ck_assert_double_lt((found.high - found.low) / found.mean, h * h);
    ck_within(found.mean, exp(-2 * b * A) * (1 - b * b * h * (A - b) / (1 - b * b)), h * h);
    ck_assert_double_lt(
        once(text, "energy_residual_rel", "dp_nratio=0.2", "dp_mode=1", cases[_i].dt), 1e-12);
}
END_TEST

#define APART(gap, particle, motion, whats, values)                                                \
    "lawtester: 1\n"                                                                               \
    "let: {gap: " gap "}\n"                                                                        \
    "materials: {glass: {density: 2500}}\n"                                                        \
    "particles:\n"                                                                                 \
    "  a: {" particle "}\n"                                                                        \
    "  b: {shape: sphere, radius: 5e-3, material: glass}\n"                                        \
    "law: {name: linear, kn: 1e5, ks: 3e4, dp_nratio: 0.2, dp_mode: no-tension}\n"                 \
    "motion: {gap: gap, dt: t_c/20, " motion "}\n"                                                 \
    "stages:\n"                                                                                    \
    "  - {whats: " whats ", values: " values ", until: rebound}\n"
#define BEADS(motion)                                                                              \
    APART("1e-4", "shape: sphere, radius: 5e-3, material: glass", motion, "iii...",                \
          "[-1, 0.5, 0, 0, 0, 0]")
#define DROP APART("5e-3", "shape: wall", "gravity: [-9.81, 0, 0]", "......", "[0, 0, 0, 0, 0, 0]")

static const struct {
    const char *text, *result;
    double speed;
} apart[] = {
    {BEADS("integrator: leapfrog"), "e_n", 1},
    {BEADS("integrator: symplectic-euler"), "e_n", 1},
    {BEADS("integrator: velocity-verlet"), "e_t", 1},
    {BEADS("frame: bodies"), "e_n", 1},
    {BEADS("frame: bodies"), "e_t", 1},
    {DROP, "e_n", 0.3132091952673165}, /* sqrt(2 g gap) */
};

/* A gap makes the phase: the mean over gaps of one step's way, by N runs. Such a sum misses each of
 * two jumps, made a step sooner, lost a step sooner, by half a cell at most. */
START_TEST(mean_over_gaps) {
    enum { N = 500 };
    struct lt_program *program = read_program(apart[_i].text, NULL);
    struct lt_phase_mean found = average_of(program, apart[_i].result);
    struct lt_result *run = run_program(program);
    double way = apart[_i].speed * value_of(program, run, "dt"), sum = 0;
    double low = INFINITY, high = -INFINITY;
    lt_run_free(run);
    for (int i = 0; i < N; i++) {
        program->motion.gap_shift = (i + 0.5) / N * way;
        run = run_program(program);
        double e = value_of(program, run, apart[_i].result);
        lt_run_free(run);
        sum += e;
        low = fmin(low, e);
        high = fmax(high, e);
    }
    lt_program_free(program);
    double cell = (high - low) / N;
    ck_assert_str_eq(found.why, "");
    ck_assert(found.averaged);
    ck_within(found.mean, sum / N, cell);
    ck_within(found.low, low, 2 * cell);
    ck_within(found.high, high, 2 * cell);
}
END_TEST

/* Free of forces on the way, the gap is of no account. */
START_TEST(gap_or_phase) {
    struct lt_program *program = read_program(BEADS("integrator: leapfrog"), NULL);
    double apart_mean = average_of(program, "e_n").mean;
    program->motion.gap_given = false;
    program->motion.gap = (struct lt_number){0};
    ck_near(average_of(program, "e_n").mean, apart_mean, 1e-10);
    lt_program_free(program);
}
END_TEST

/* A run that fails is told with its own reason. */
START_TEST(failed_run_is_told) {
    struct lt_program *program = read_program(
        "lawtester: 1\n"
        "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5e-3, density: 2500}}\n"
        "law: {name: linear, kn: 1e5}\n"
        "motion: {integrator: leapfrog, dt: t_c/20}\n"
        "stages: [{whats: i....., values: [-1, 0, 0, 0, 0, 0], until: log(un) > 0}]\n",
        NULL);
    struct lt_phase_mean found = average_of(program, "e_n");
    ck_assert(isnan(found.mean));
    ck_assert_msg(strstr(found.why, "log(un) > 0") != NULL, "%s", found.why);
    lt_program_free(program);
}
END_TEST

/* What touches from the start, or never, has no phase. */
START_TEST(nothing_to_average) {
    static const struct {
        const char *text, *gap;
    } cases[] = {
        {DROP, "gap=-1e-5"},
        {DROP, "gap=-1e-9"},
        {BEADS("integrator: leapfrog"), "gap=-1e-5"},
        {BEADS("integrator: leapfrog"), "motion.gap=-1e-5"},
    };
    struct lt_program *program = read_program(cases[_i].text, cases[_i].gap, NULL);
    ck_assert(!average_of(program, "overlap_max").averaged);
    lt_program_free(program);
}
END_TEST

static struct lt_calibration find(const char *text, const char *mode, double hi) {
    struct lt_program *program = read_program(text, mode, NULL);
    struct lt_names names = lt_names_in(program->names, LT_SCOPE_END);
    struct lt_vary vary = {.name = "dp_nratio",
                           .target = lt_names_find(&names, "dp_nratio"),
                           .hi = hi,
                           .bounded = true};
    struct lt_target target = {
        .name = "e_n",
        .result = lt_names_find(&names, "e_n"),
        .value = {.given = true, .value = 0.5, .path = "e_n", .min = -INFINITY, .max = INFINITY}};
    gsl_set_error_handler_off(); /* as the programs do */
    program->as_run = true;
    struct lt_calibration found = lt_calibrate(program, &vary, &target, 1, NULL);
    lt_program_free(program);
    return found;
}

/* The ratio for 20 steps in each t_c, found beside the recurrence by bisection over 2e6 phases:
 * half a cell of that sum is 1e-8. */
START_TEST(half_at_twenty_steps) {
    const char *text = PROGRAM("integrator: leapfrog, dt: t_c/20");
    struct lt_calibration c = find(text, _i % 2 ? "dp_mode=1" : "dp_mode=0", 0.9);
    ck_assert_msg(c.converged, "%s", c.message);
    ck_within(c.unknowns[0].value, _i % 2 ? 0.2506234253 : 0.2121490540, 2e-8);
    ck_near(c.unknowns[0].closed_form, _i % 2 ? 0.255275637649 : 0.215453761966, 1e-9);
}
END_TEST

/* 'exact' has no steps: as run is as ever. */
START_TEST(exact_as_run) {
    struct lt_calibration c = find(PROGRAM("integrator: exact"), "dp_mode=0", 0.9);
    ck_assert_msg(c.converged, "%s", c.message);
    ck_near(c.unknowns[0].value, 0.215453761966, 1e-9);
}
END_TEST

/* Overdamped and allowed to pull, no phase parts the beads: e_n = 0 at one end of the range. */
START_TEST(range_beyond_critical) {
    struct lt_calibration c = find(PROGRAM("integrator: leapfrog, dt: t_c/20"), "dp_mode=0", 2);
    ck_assert_msg(c.converged, "%s", c.message);
    ck_within(c.unknowns[0].value, 0.2121490540, 2e-8);
}
END_TEST

static void add(TCase *t) {
    tcase_add_loop_test(t, mean_of_few_phases, 0, sizeof impacts / sizeof *impacts);
    tcase_add_loop_test(t, mean_of_the_recurrence, 0, sizeof impacts / sizeof *impacts);
    tcase_add_loop_test(t, band_of_random_phases, 0, sizeof bands / sizeof *bands);
    tcase_add_test(t, band_by_name);
    tcase_add_loop_test(t, first_interval, 0, 12);
    tcase_add_test(t, last_window);
    tcase_add_loop_test(t, integrators_agree, 1, 3);
    tcase_add_loop_test(t, weighted_entry, 0, 3);
    tcase_add_loop_test(t, mean_over_gaps, 0, sizeof apart / sizeof *apart);
    tcase_add_test(t, gap_or_phase);
    tcase_add_test(t, failed_run_is_told);
    tcase_add_loop_test(t, nothing_to_average, 0, 4);
    tcase_add_loop_test(t, half_at_twenty_steps, 0, 2);
    tcase_add_test(t, exact_as_run);
    tcase_add_test(t, range_beyond_critical);
}

LT_TESTS("phase", add)

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/arena.h"
#include "base/file.h"
#include "columns.h"
#include "figure/script.h"
#include "folder.h"
#include "programs.h"
#include "result/record.h"
#include "sweep/design.h"
#include "sweep/sweep.h"

#include <unistd.h>

/* ---- Programs and tables --------------------------------------------------------------------- */

#define SWEEP(motion, sweep) IMPACT("dp_nratio: 0.2", motion) "sweep:\n" sweep

static struct lt_program *read_sweep(const char *text, const char *define) {
    struct lt_errors *errors = lt_errors_new();
    struct lt_define defines[] = {{.text = define}};
    struct lt_program *program =
        lt_read_sweep("test.yaml", text, strlen(text), defines, define != NULL, errors);
    if (!program) {
        char *said = lt_errors_text(errors);
        ck_abort_msg("%s", said);
    }
    lt_errors_free(errors);
    return program;
}

static char *contents(const char *name) {
    char path[512];
    size_t length;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    char *text = lt_file_read(path, 1 << 22, &length);
    ck_assert_msg(text != NULL, "there is no %s", path);
    return text;
}

/* The table of a sweep with this many threads; text to be freed. */
static struct lt_sweep_job job_of(const struct lt_program *program, struct lt_arena *arena,
                                  int threads) {
    return (struct lt_sweep_job){
        .program = program, .directory = folder, .threads = threads, .arena = arena};
}

static void must_sweep(const struct lt_sweep_job *job, struct lt_sweep_outcome *outcome) {
    enum lt_sweep_status status = lt_sweep_table_make(job, outcome);
    ck_assert_msg(status == LT_SWEPT, "%d: %s", (int)status, outcome->why);
}

static char *sweep_text(const char *text, const char *define, int threads) {
    struct lt_program *program = read_sweep(text, define);
    struct lt_arena *arena = lt_arena_new();
    struct lt_sweep_job job = job_of(program, arena, threads);
    struct lt_sweep_outcome outcome;
    must_sweep(&job, &outcome);
    lt_arena_free(arena);
    lt_program_free(program);
    return contents("test.sweep.csv");
}

/* ---- Points ---------------------------------------------------------------------------------- */

/* The first points of each design over two factors, as whole rows. */
static const struct {
    const char *sweep;
    size_t count;
    double points[6][2];
} designs[] = {
    {"  over: {kn: [1e5, 2e5], vn: {from: 1, to: 3, n: 3}}\n",
     6,
     {{1e5, 1}, {1e5, 2}, {1e5, 3}, {2e5, 1}, {2e5, 2}, {2e5, 3}}},
    {"  design: list\n  over: {kn: [1e5, 3e5, 2e5], vn: {from: 1, to: 100, n: 3, scale: log}}\n",
     3,
     {{1e5, 1}, {3e5, 10}, {2e5, 100}}},
    /* Sobol's first points in the unit square, as every text has them. */
    {"  design: sobol\n  n: 6\n  over: {kn: {from: 0, to: 8}, vn: {from: 0, to: 8}}\n",
     6,
     {{4, 4}, {6, 2}, {2, 6}, {3, 3}, {7, 7}, {5, 1}}},
    {"  design: sobol\n  n: 3\n  over: {kn: [1, 2, 3, 4], vn: {from: 1, to: 16, scale: log}}\n",
     3,
     {{3, 4}, {4, 2}, {2, 8}}},
};

START_TEST(test_designs) {
    char text[2000];
    snprintf(text, sizeof text, "%s%s", SWEEP("", ""), designs[_i].sweep);
    struct lt_program *program = read_sweep(text, NULL);
    ck_assert_uint_eq(program->sweep->points, designs[_i].count);
    struct lt_design *design = lt_design_new(program->sweep);
    for (size_t i = 0; i < designs[_i].count; i++) {
        double point[2];
        lt_design_next(design, point);
        for (int f = 0; f < 2; f++)
            ck_near(point[f], designs[_i].points[i][f], 1e-14);
    }
    lt_design_free(design);
    lt_program_free(program);
}
END_TEST

enum { SAMPLE = 1000 };

/* The sample of a design with SEED, in the unit square. */
static void draw_sample(const char *design, int seed, double (*points)[2]) {
    char text[2000];
    snprintf(text, sizeof text,
             "%s  design: %s\n  n: %d\n  seed: %d\n"
             "  over: {kn: {from: 0, to: 1}, vn: {from: 0, to: 1}}\n",
             SWEEP("", ""), design, SAMPLE, seed);
    struct lt_program *program = read_sweep(text, NULL);
    struct lt_design *one = lt_design_new(program->sweep);
    for (int i = 0; i < SAMPLE; i++)
        lt_design_next(one, points[i]);
    lt_design_free(one);
    lt_program_free(program);
}

START_TEST(test_lhs_has_each_stratum_once) {
    static double points[SAMPLE][2];
    draw_sample("lhs", 1 + _i, points);
    for (int f = 0; f < 2; f++) {
        bool seen[SAMPLE] = {false};
        for (int i = 0; i < SAMPLE; i++) {
            int stratum = (int)(points[i][f] * SAMPLE);
            ck_assert(points[i][f] > 0 && points[i][f] < 1 && !seen[stratum]);
            seen[stratum] = true;
        }
    }
}
END_TEST

/* The same seed draws the same points, another one draws others; skipping is drawing. */
static const char *const drawn[] = {"random", "lhs"};

START_TEST(test_seeds) {
    static double one[SAMPLE][2], same[SAMPLE][2], other[SAMPLE][2];
    draw_sample(drawn[_i], 1, one);
    draw_sample(drawn[_i], 1, same);
    draw_sample(drawn[_i], 2, other);
    ck_assert_mem_eq(one, same, sizeof one);
    int equal = 0;
    for (int i = 0; i < SAMPLE; i++)
        equal += one[i][0] == other[i][0];
    ck_assert_int_eq(equal, 0);
}
END_TEST

static const char *const all_designs[] = {"random", "lhs", "sobol", "sensitivity"};

/* Known answers of Philox4x32-10: counter and key of zeros, and of ones. */
START_TEST(test_random_numbers) {
    ck_assert(lt_design_number(0, 0, 0) ==
              ((double)(UINT64_C(0xe169c58d6627e8d5) >> 12) + 0.5) * 0x1p-52);
    for (size_t i = 0; i < 1000; i++) {
        const double share = lt_design_number(7, SIZE_MAX - i, i);
        ck_assert(share > 0 && share < 1);
        ck_assert(share != lt_design_number(8, SIZE_MAX - i, i));
    }
}
END_TEST

START_TEST(test_skip) {
    char text[2000];
    snprintf(text, sizeof text, "%s  design: %s\n  n: 100\n  over: {kn: {from: 0, to: 1}}\n",
             SWEEP("", ""), all_designs[_i]);
    struct lt_program *program = read_sweep(text, NULL);
    struct lt_design *walks = lt_design_new(program->sweep), *skips = lt_design_new(program->sweep);
    double a = 0, b;
    for (int i = 0; i < 71; i++)
        lt_design_next(walks, &a);
    lt_design_skip(skips, 70);
    lt_design_next(skips, &b);
    ck_assert_double_eq(a, b);
    lt_design_free(walks);
    lt_design_free(skips);
    lt_program_free(program);
}
END_TEST

/* The middle of a large design costs what it holds. */
START_TEST(test_middle) {
    static const char *const kinds[] = {"random", "grid"};
    char text[2000];
    snprintf(text, sizeof text,
             "%s  design: %s\n  over: {kn: {from: 1, to: 2%s}, vn: {from: 1, to: 2%s}}\n%s",
             SWEEP("", ""), kinds[_i], _i ? ", n: 30000" : "", _i ? ", n: 30000" : "",
             _i ? "" : "  n: 900000000\n");
    struct lt_program *program = read_sweep(text, NULL);
    struct lt_design *design = lt_design_new(program->sweep);
    double point[2];
    ck_assert_uint_eq(program->sweep->points, 900000000);
    ck_assert(lt_design_bytes(program->sweep) < 1e4);
    lt_design_skip(design, 15000 * 30000 + 7);
    lt_design_next(design, point);
    if (_i) {
        ck_assert_double_eq_tol(point[0], 1 + 15000 / 29999., 1e-12);
        ck_assert_double_eq_tol(point[1], 1 + 7 / 29999., 1e-12);
    } else {
        ck_assert_double_eq_tol(
            point[0], 1 + lt_design_number(program->sweep->seed, 15000 * 30000 + 7, 0), 1e-12);
    }
    lt_design_free(design);
    lt_program_free(program);
}
END_TEST

/* A range of a choice is its choices, each as often as any other; a range of whole numbers too. */
static const struct {
    const char *over;
    double from, to;
} wholes[] = {
    {"dp_mode: {from: no-tension, to: 3}", 1, 3},
    {"dp_mode: {from: 3, to: 1}", 1, 3},
    {"dp_mode: \"uniform(no-tension, 3)\"", 1, 3},
    {"dp_mode: [3, no-tension, slip-cut]", 1, 3},
    {"dp_mode: \"samples(1, slip-cut, 3)\"", 1, 3},
    {"\"stages[0].until_every\": {from: 7, to: 12}", 7, 12},
};

START_TEST(test_whole_numbers) {
    enum { POINTS = 960 };
    for (size_t d = 0; d < sizeof all_designs / sizeof all_designs[0]; d++) {
        char text[2000];
        snprintf(text, sizeof text, "%s  design: %s\n  n: %d\n  over: {%s}\n", SWEEP("", ""),
                 all_designs[d], d == 3 ? 256 : POINTS, wholes[_i].over);
        struct lt_program *program = read_sweep(text, NULL);
        struct lt_design *design = lt_design_new(program->sweep);
        double times[20] = {0}, n = (double)program->sweep->points, value;
        for (int i = 0; i < n; i++) {
            lt_design_next(design, &value);
            ck_assert(value == floor(value) && value >= wholes[_i].from && value <= wholes[_i].to);
            times[(int)value]++;
        }
        /* Drawn at random they scatter, each by less than the root of its number. */
        double share = n / (wholes[_i].to - wholes[_i].from + 1), off = 4 * sqrt(share);
        for (int i = (int)wholes[_i].from; i <= wholes[_i].to; i++)
            ck_within(times[i], share, d == 0 ? off : d == 1 ? 1 : 4);
        lt_design_free(design);
        lt_program_free(program);
    }
}
END_TEST

/* On a grid a range of a choice needs no n, and other ranges only such an n. */
static const struct {
    const char *over;
    size_t count;
    double values[4];
} counted[] = {
    {"dp_mode: {from: full, to: slip-cut}", 3, {0, 1, 2}},
    {"dp_mode: {from: 3, to: 1, n: 2}", 2, {3, 1}},
    {"\"stages[0].until_every\": {from: 1, to: 1000, n: 4, scale: log}", 4, {1, 10, 100, 1000}},
};

START_TEST(test_whole_grid) {
    char text[2000];
    snprintf(text, sizeof text, "%s  over: {%s}\n", SWEEP("", ""), counted[_i].over);
    struct lt_program *program = read_sweep(text, NULL);
    const struct lt_distribution *spread = &program->sweep->factors[0].spread;
    ck_assert_uint_eq(spread->n_values, counted[_i].count);
    for (size_t i = 0; i < counted[_i].count; i++)
        ck_assert_double_eq(spread->values[i], counted[_i].values[i]);
    lt_program_free(program);
}
END_TEST

/* Of a Latin hypercube of n points in a normal distribution: the mean is off by much less than
 * sd/sqrt(n), and between neighbouring strata the quantiles are met. */
START_TEST(test_normal) {
    struct lt_program *program = read_sweep(
        SWEEP("", "  design: lhs\n  n: 4000\n  over: {kn: {mean: 1e5, sd: 1e3}}\n"), NULL);
    struct lt_design *design = lt_design_new(program->sweep);
    double sum = 0, squares = 0, below = 0;
    for (int i = 0; i < 4000; i++) {
        double kn;
        lt_design_next(design, &kn);
        sum += (kn - 1e5) / 1e3;
        squares += (kn - 1e5) / 1e3 * (kn - 1e5) / 1e3;
        below += kn < 1e5 - 1e3;
    }
    ck_within(sum / 4000, 0, 0.1 / sqrt(4000));
    ck_within(squares / 4000, 1, 0.01);
    ck_within(below / 4000, 0.15865525393145707, 1.0 / 4000); /* Phi(-1) */
    lt_design_free(design);
    lt_program_free(program);
}
END_TEST

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Each row is what `run` gives with the same number set by -D. */
static const struct {
    const char *over, *define; /* %.17g: the row's value */
} same_runs[] = {
    {"kn: [1e5, 2e5, 3e5]", "kn=%.17g"},
    {"dp_mode: [full, no-tension]", "dp_mode=%.17g"},
    {"dp_mode: {from: full, to: no-tension}", "dp_mode=%.17g"},
    {"vn: [0.1, 1, 10]", "stages[0].values[0]=-%.17g"},
    {"vn: [-0.1, -1]", "stages[0].values[0]=%.17g"},
    {"\"stages[0].until_every\": [1, 9]", "stages[0].until_every=%.17g"},
    {"motion.dt: [1 us, 2 us]", "motion.dt=%.17g"},
    {"particles.b.radius: [5 mm, 10 mm]", "particles.b.radius=%.17g"},
    {"materials.glass.density: {from: 1000, to: 3000, n: 3}", "materials.glass.density=%.17g"},
    {"motion.phase: [0, 0.25, 0.5]", "motion.phase=%.17g"},
};

START_TEST(test_rows_are_runs) {
    make_folder();
    char text[2000], why[256], path[512];
    snprintf(text, sizeof text, "%s  over: {%s}\n  results: [e_n, t_contact, fn_max, un_end]\n",
             SWEEP("integrator: leapfrog", ""), same_runs[_i].over);
    free(sweep_text(text, NULL, 1));
    snprintf(path, sizeof path, "%s/test.sweep.csv", folder);
    struct lt_columns *csv = read_columns(path, why, sizeof why);
    ck_assert_msg(csv != NULL, "%s", why);
    ck_assert_uint_ge(csv->rows, 2);
    for (size_t i = 0; i < csv->rows; i++) {
        const double *row = csv->cells + i * csv->columns;
        char define[200];
        snprintf(define, sizeof define, same_runs[_i].define, row[0]);
        const char *bare = IMPACT("dp_nratio: 0.2", "integrator: leapfrog");
        struct lt_program *program = read_program(bare, define, NULL);
        struct lt_result *result = run_program(program);
        for (size_t c = 1; c + 1 < csv->columns; c++)
            ck_assert_double_eq(row[c], value_of(program, result, csv->names[c]));
        ck_assert_double_eq(row[csv->columns - 1], 0);
        lt_run_free(result);
        lt_program_free(program);
    }
    lt_columns_free(csv);
    remove_folder();
}
END_TEST

/* Two parameters for two results, which no single one decides, by their closed forms. */
START_TEST(test_calibration_of_two_at_each_point) {
    make_folder();
    const char *text = "lawtester: 1\n"
                       "let: {wanted: 0.5, lasts: 1e-4, m: 1e-3}\n"
                       "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5e-3, mass: m}}\n"
                       "law: {name: linear, kn: 1e5, ks: 5e4, dp_nratio: 0.2, dp_mode: full}\n"
                       "motion: {integrator: exact}\n"
                       "stages:\n"
                       "  - {whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}\n"
                       "calibrate: {vary: {kn: [1e3, 1e8], dp_nratio: [0, 0.9]}, to: {e_n: wanted, "
                       "t_contact: lasts}}\n"
                       "sweep: {over: {wanted: [0.3, 0.6], lasts: [1e-4, 2e-4]}, calibrate: true,\n"
                       "  results: [e_n, t_contact, {b: \"-log(e_n)/hypot(pi, log(e_n))\"}]}\n";
    char path[512], why[256];
    free(sweep_text(text, NULL, 2));
    snprintf(path, sizeof path, "%s/test.sweep.csv", folder);
    struct lt_columns *csv = read_columns(path, why, sizeof why);
    ck_assert_msg(csv != NULL, "%s", why);
    static const char *const columns[] = {
        "wanted", "lasts",     "kn", "dp_nratio", "e_n_achieved", "t_contact_achieved",
        "e_n",    "t_contact", "b",  "failed"};
    for (size_t c = 0; c < 10; c++)
        ck_assert_str_eq(csv->names[c], columns[c]);
    ck_assert_uint_eq(csv->rows, 4);
    for (size_t i = 0; i < csv->rows; i++) {
        const double *row = csv->cells + i * csv->columns;
        ck_near(row[4], row[0], 1e-9);
        ck_near(row[5], row[1], 1e-9);
        ck_near(row[6], row[0], 1e-8);
        ck_near(row[3], row[8], 1e-7);
        ck_near(row[2], 1e-3 * M_PI * M_PI / (row[1] * row[1] * (1 - row[3] * row[3])), 1e-7);
        ck_assert_double_eq(row[9], 0);
    }
    lt_columns_free(csv);
    remove_folder();
}
END_TEST

/* Two results by their closed forms: of a calibration at each point, and of formulas. */
START_TEST(test_calibration_at_each_point) {
    make_folder();
    const char *text =
        "lawtester: 1\n"
        "let: {wanted: 0.5}\n"
        "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5e-3, mass: 1e-3}}\n"
        "law: {name: linear, kn: 1e5, ks: 5e4, dp_nratio: 0.2, dp_mode: full}\n"
        "motion: {integrator: exact}\n"
        "stages:\n"
        "  - {whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}\n"
        "calibrate: {vary: {dp_nratio: [0, 0.9]}, to: {e_n: wanted}}\n"
        "sweep: {over: {wanted: [0.2, 0.5, 0.8, 1.5]}, calibrate: true,\n"
        "  results: [e_n, {b: \"-log(e_n)/hypot(pi, log(e_n))\"}]}\n";
    char path[512], why[256];
    free(sweep_text(text, NULL, 2));
    snprintf(path, sizeof path, "%s/test.sweep.csv", folder);
    struct lt_columns *csv = read_columns(path, why, sizeof why);
    ck_assert_msg(csv != NULL, "%s", why);
    ck_assert_str_eq(csv->names[1], "dp_nratio");
    ck_assert_str_eq(csv->names[2], "e_n_achieved");
    for (size_t i = 0; i < 3; i++) {
        const double *row = csv->cells + i * csv->columns;
        ck_near(row[2], row[0], 1e-9);
        ck_near(row[3], row[0], 1e-8);
        ck_near(row[1], row[4], 1e-7);
        ck_assert_double_eq(row[5], 0);
    }
    const double *out_of_reach = csv->cells + 3 * csv->columns;
    for (int c = 1; c < 5; c++)
        ck_assert(isnan(out_of_reach[c]));
    ck_assert_double_eq(out_of_reach[5], 1);
    lt_columns_free(csv);
    remove_folder();
}
END_TEST

START_TEST(test_failed_points) {
    make_folder();
    struct lt_program *program =
        read_sweep(SWEEP("integrator: leapfrog", "  over: {motion.dt: [1 us, 1e-12]}\n"
                                                 "  results: [e_n]\n"),
                   "stages[0].max_steps=5000");
    struct lt_arena *arena = lt_arena_new();
    struct lt_sweep_job job = job_of(program, arena, 1);
    struct lt_sweep_outcome outcome;
    must_sweep(&job, &outcome);
    ck_assert_uint_eq(outcome.failed, 1);
    ck_assert_uint_eq(outcome.n_messages, 1);
    ck_assert_uint_eq(outcome.messages[0].point, 1);
    ck_assert_ptr_nonnull(strstr(outcome.messages[0].text, "5000 steps"));
    ck_assert_uint_eq(outcome.extents[1].count, 1);
    char *text = contents("test.sweep.csv");
    ck_assert_ptr_nonnull(strstr(text, ",1\n"));
    free(text);
    lt_arena_free(arena);
    lt_program_free(program);
    remove_folder();
}
END_TEST

/* ---- The same table whoever made it ---------------------------------------------------------- */

static const char many[] =
    SWEEP("integrator: leapfrog, dt: t_c/40",
          "  over: {vn: {from: 0.01, to: 10, scale: log}, dp_nratio: {from: 0, to: 0.9}}\n"
          "  design: lhs\n  n: 203\n  seed: 5\n  results: [e_n, t_contact]\n");

START_TEST(test_threads) {
    make_folder();
    char *one = sweep_text(many, NULL, 1), *more = sweep_text(many, NULL, 2 + _i);
    ck_assert_str_eq(one, more);
    free(one);
    free(more);
    remove_folder();
}
END_TEST

/* Blocks that are run apart, the last one first, make the same table. */
START_TEST(test_rows_apart) {
    make_folder();
    char *whole = sweep_text(many, NULL, 2), *document = contents("test.sweep.json");
    struct lt_program *program = read_sweep(many, NULL);
    struct lt_arena *arena = lt_arena_new();
    struct lt_sweep_job job = job_of(program, arena, 1);
    struct lt_partial partial;
    size_t per_block;
    ck_assert(lt_sweep_table_open(&job, &partial, &per_block));
    for (size_t b = partial.n_blocks; b-- > 0;) {
        double points[2 * 203];
        const size_t first = b * per_block,
                     count = first + per_block < 203 ? per_block : 203 - first;
        struct lt_design *design = lt_design_new(program->sweep);
        lt_design_skip(design, first);
        for (size_t i = 0; i < count; i++)
            lt_design_next(design, points + 2 * i);
        lt_design_free(design);
        char *rows = lt_sweep_rows(&job, points, first, count);
        ck_assert(lt_partial_add(&partial, b, rows, strlen(rows)));
        free(rows);
    }
    lt_partial_close(&partial, false);
    char *joined = sweep_text(many, NULL, 1), *joined_document = contents("test.sweep.json");
    ck_assert_str_eq(whole, joined);
    ck_assert_str_eq(document, joined_document);
    free(whole);
    free(joined);
    free(document);
    free(joined_document);
    lt_arena_free(arena);
    lt_program_free(program);
    remove_folder();
}
END_TEST

/* ---- Stopped and continued ------------------------------------------------------------------- */

struct stop {
    int flag, after;
};

static void stop_after(double fraction, void *data) {
    (void)fraction;
    struct stop *stop = data;
    stop->flag |= --stop->after <= 0;
}

/* Sweep, but be interrupted after some blocks. */
static void sweep_some(int blocks, int threads, size_t *done) {
    struct lt_program *program = read_sweep(many, NULL);
    struct lt_arena *arena = lt_arena_new();
    struct stop stop = {.after = blocks};
    struct lt_sweep_job job = job_of(program, arena, threads);
    struct lt_sweep_outcome outcome;
    job.interrupted = &stop.flag;
    job.progress = stop_after;
    job.data = &stop;
    ck_assert_int_eq(lt_sweep_table_make(&job, &outcome), LT_SWEEP_STOPPED);
    *done = outcome.done;
    lt_arena_free(arena);
    lt_program_free(program);
}

static void append(const char *name, const char *text) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "a");
    fputs(text, file);
    fclose(file);
}

/* What a process that was killed while it wrote may leave behind. */
static const char *const torn[] = {"", "b", "block 5", "block 5 1000\n1.5,0.3",
                                   "block 99999 3\n1,2"};

START_TEST(test_resume) {
    size_t first, second;
    make_folder();
    char *whole = sweep_text(many, NULL, 1);
    sweep_some(2, 1, &first);
    append("test.sweep.partial", torn[_i]);
    sweep_some(3, 1, &second);
    ck_assert_uint_gt(first, 0);
    ck_assert_uint_gt(second, first);
    append("test.sweep.partial", torn[_i]);
    char *resumed = sweep_text(many, NULL, 2);
    ck_assert_str_eq(whole, resumed);
    char path[512];
    snprintf(path, sizeof path, "%s/test.sweep.partial", folder);
    ck_assert_int_ne(access(path, F_OK), 0);
    free(whole);
    free(resumed);
    remove_folder();
}
END_TEST

/* Work that is done is not done again: a block that was given another row, and a sum that fits, is
 * found in the table. */
START_TEST(test_resume_keeps_blocks) {
    size_t done, length;
    struct lt_partial partial;
    char path[512];
    make_folder();
    sweep_some(2, 1, &done);
    snprintf(path, sizeof path, "%s/test.sweep.partial", folder);
    char *head = contents("test.sweep.partial");
    *strchr(head, '\n') = '\0';
    ck_assert_msg(lt_partial_open(&partial, path, head, 1000), "%s", partial.why);
    char *rows = lt_partial_read(&partial, 0, &length);
    ck_assert_ptr_nonnull(rows);
    char *digit = strstr(rows, ",0\n") - 1; /* of the first row's last result */
    *digit = *digit == '1' ? '2' : '1';
    ck_assert(lt_partial_add(&partial, 0, rows, length));
    lt_partial_close(&partial, false);
    char *text = sweep_text(many, NULL, 1);
    rows[strcspn(rows, "\n") + 1] = '\0';
    ck_assert_ptr_nonnull(strstr(text, rows));
    free(text);
    free(rows);
    free(head);
    remove_folder();
}
END_TEST

static void put(const char *name, const char *text, size_t length) {
    char path[512], why[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    ck_assert_msg(lt_record_file(path, text, length, why, sizeof why), "%s", why);
}

static char noted[512];

static void take_note(const char *text) {
    snprintf(noted, sizeof noted, "%s", text);
}

/* The table of the sweep that goes on from a partial file; "" if it refuses. */
static char *go_on(const char *partial, size_t length) {
    struct lt_program *program = read_sweep(many, NULL);
    struct lt_arena *arena = lt_arena_new();
    struct lt_sweep_job job = job_of(program, arena, 1);
    struct lt_sweep_outcome outcome;
    put("test.sweep.partial", partial, length);
    job.note = take_note;
    noted[0] = '\0';
    enum lt_sweep_status status = lt_sweep_table_make(&job, &outcome);
    ck_assert(status == LT_SWEPT || strstr(outcome.why, "different sweep"));
    lt_arena_free(arena);
    lt_program_free(program);
    return status == LT_SWEPT ? contents("test.sweep.csv") : strdup("");
}

/* A byte that flips anywhere, one that is lost, or an end anywhere: the table is that of the uncut
 * sweep, and it is told that something was made anew. The first line says which sweep it is. */
enum { PLACES = 24 };

START_TEST(test_damage) {
    size_t done;
    make_folder();
    char *whole = sweep_text(many, NULL, 1);
    sweep_some(8, 1, &done);
    char *partial = contents("test.sweep.partial");
    size_t length = strlen(partial), head = strcspn(partial, "\n") + 1;
    size_t at = head + (length - head) * (size_t)_i / PLACES + (size_t)_i % 3;
    for (int kind = 0; kind < 4; kind++) {
        char *bad = strdup(partial);
        size_t left = kind == 3 ? at : length - (kind == 2);
        if (kind < 2)
            bad[at] = kind == 0 ? bad[at] ^ 1 : '\n' ^ (bad[at] == '\n');
        else
            memmove(bad + at, bad + at + 1, length - at);
        char *text = go_on(bad, left);
        ck_assert_str_eq(text, whole);
        bool cut = kind == 3 && (at == head || strncmp(partial + at, "block ", 6) == 0);
        ck_assert_msg(cut || strstr(noted, "are run again"), "%d %zu %s", kind, at, noted);
        free(text);
        free(bad);
    }
    free(partial);
    free(whole);
    remove_folder();
}
END_TEST

/* What was damaged is told once, and is no hindrance to going on twice. */
START_TEST(test_damage_is_told_once) {
    size_t done;
    make_folder();
    char *whole = sweep_text(many, NULL, 1);
    sweep_some(4, 1, &done);
    char *partial = contents("test.sweep.partial"), *row = strchr(strstr(partial, "\nblock"), '.');
    *row = ',';
    put("test.sweep.partial", partial, strlen(partial));
    sweep_some(2, 1, &done);
    free(partial);
    partial = contents("test.sweep.partial");
    char *text = go_on(partial, strlen(partial));
    ck_assert_str_eq(text, whole);
    ck_assert_str_eq(noted, "");
    free(text);
    free(partial);
    free(whole);
    remove_folder();
}
END_TEST

/* Another head, by a flipped byte or not, is that of another sweep: the file is left alone. */
START_TEST(test_damaged_head) {
    size_t done;
    make_folder();
    sweep_some(2, 1, &done);
    char *partial = contents("test.sweep.partial");
    size_t length = strlen(partial);
    for (size_t i = 0; i <= strcspn(partial, "\n"); i += 7) {
        partial[i] ^= 1;
        char *text = go_on(partial, length), *after = contents("test.sweep.partial");
        ck_assert_str_eq(text, "");
        ck_assert_str_eq(after, partial);
        partial[i] ^= 1;
        free(text);
        free(after);
    }
    free(partial);
    remove_folder();
}
END_TEST

/* ---- Which sweep it is ----------------------------------------------------------------------- */

#define ROWS(y) "t,y\n0,0.1\n1," y "\n"

/* A file that a sweep reads, and where it is named. */
static const struct {
    const char *file, *before, *after; /* its contents */
    const char *let, *law, *value, *tail;
} readers[] = {
    {"y.csv", ROWS("0.1"), ROWS("0.2"), "m: {file: y.csv, column: y}", "fric: m", "-1", ""},
    {"y.csv", ROWS("0.1"), ROWS("0.2"), "m: 0", "fric: 0", "{file: y.csv, column: y, over: t}", ""},
    {"y.csv", ROWS("0.1"), ROWS("0.2"), "m: 0", "fric: 0", "-1",
     "dp_nratio: {file: y.csv, column: y}"},
};

static const char *identity_of(int i, struct lt_arena *arena) {
    char text[2000], path[512];
    snprintf(text, sizeof text,
             "lawtester: 1\nlet: {%s}\n"
             "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5 mm, mass: 1 g}}\n"
             "law: {name: linear, kn: 1e5 N/m, ks: 1e5 N/m, %s}\n"
             "stages: [{whats: v....., values: [%s, 0, 0, 0, 0, 0], until: time > 1e-3}]\n"
             "sweep: {over: {kn: [1e5, 2e5], %s}, results: [fn_max]}\n",
             readers[i].let, readers[i].law, readers[i].value, readers[i].tail);
    snprintf(path, sizeof path, "%s/test.yaml", folder);
    struct lt_errors *errors = lt_errors_new();
    struct lt_program *program = lt_read_sweep(path, text, strlen(text), NULL, 0, errors);
    char *said = lt_errors_text(errors);
    ck_assert_msg(program != NULL, "%s", said);
    const char *identity = lt_sweep_table_identity(program, arena);
    lt_program_free(program);
    lt_errors_free(errors);
    free(said);
    return identity;
}

START_TEST(test_identity_covers_files) {
    struct lt_arena *arena = lt_arena_new();
    make_folder();
    put(readers[_i].file, readers[_i].before, strlen(readers[_i].before));
    const char *one = identity_of(_i, arena), *same = identity_of(_i, arena);
    put(readers[_i].file, readers[_i].after, strlen(readers[_i].after));
    ck_assert_str_eq(one, same);
    ck_assert_str_ne(one, identity_of(_i, arena));
    lt_arena_free(arena);
    remove_folder();
}
END_TEST

START_TEST(test_partial_of_another_sweep) {
    size_t done;
    make_folder();
    sweep_some(2, 1, &done);
    struct lt_program *program = read_sweep(many, "kn=2e5");
    struct lt_arena *arena = lt_arena_new();
    struct lt_sweep_job job = job_of(program, arena, 1);
    struct lt_sweep_outcome outcome;
    char *before = contents("test.sweep.partial");
    ck_assert_int_eq(lt_sweep_table_make(&job, &outcome), LT_SWEEP_BAD_FILE);
    ck_assert_ptr_nonnull(strstr(outcome.why, "remove this file to start over"));
    char *after = contents("test.sweep.partial");
    ck_assert_str_eq(before, after);
    free(before);
    free(after);
    lt_arena_free(arena);
    lt_program_free(program);
    remove_folder();
}
END_TEST

/* A section sweep that is wrong is told of by every command. */
START_TEST(test_wrong_sweep) {
    const char *text = SWEEP("", "  over: {kn: [1, 2 mm]}\n");
    struct lt_errors *errors = lt_errors_new();
    ck_assert_ptr_null(lt_read_program("test.yaml", text, strlen(text), NULL, 0, errors));
    ck_assert_uint_eq(errors->count, 1);
    ck_assert_int_eq(errors->list[0].mark.line, 11);
    ck_assert_int_eq(errors->list[0].mark.column, 18);
    lt_errors_free(errors);

    errors = lt_errors_new();
    text = IMPACT("", "");
    ck_assert_ptr_null(lt_read_sweep("test.yaml", text, strlen(text), NULL, 0, errors));
    ck_assert_ptr_nonnull(strstr(errors->list[0].text, "missing key 'sweep'"));
    lt_errors_free(errors);
}
END_TEST

/* ---- Maps ------------------------------------------------------------------------------------ */

/* A cell ends half way to its neighbours, on the axis' scale, and reaches a tenth under the next.
 */
static const struct {
    bool log_scale;
    double x[3];
    const char *cells[3]; /* place and edges along x */
} grids[] = {
    {false, {0, 1, 3}, {"\n0 5 -0.5 0.6 ", "\n1 5 0.5 2.15 ", "\n3 5 2 4 "}},
    {true, {1, 4, 16}, {"\n1 5 0.5 2.15 ", "\n4 5 2 8.6 ", "\n16 5 8 32 "}},
};

START_TEST(test_map) {
    const double y[] = {5, 6}, z[] = {1, 2, NAN, 4, 5, 6};
    const double level = 2.5;
    struct lt_map map = {grids[_i].x, y, z, 3, 2, "e_n", "1", &level, 1};
    struct lt_figure figure = {.title = "",
                               .x_text = "a",
                               .y_text = "b",
                               .x_unit = "1",
                               .y_unit = "1",
                               .map = &map,
                               .x_log = grids[_i].log_scale};
    char why[256];
    size_t size;
    struct lt_script *script = lt_script_new(&figure, false, why, sizeof why);
    ck_assert_msg(script != NULL, "%s", why);
    char *text = lt_script_text(script, "svg", false, NULL, &size);
    for (int i = 0; i < 3; i++)
        ck_assert_msg(strstr(text, grids[_i].cells[i]) != NULL, "%s", text);
    ck_assert_ptr_nonnull(strstr(text, "levels discrete 2.5\n"));
    ck_assert_ptr_nonnull(strstr(text, " NaN\n"));
    ck_assert_ptr_nonnull(strstr(text, "set cbrange [1:6]"));
    ck_assert_int_eq(strstr(text, "set logscale x\n") != NULL, grids[_i].log_scale);
    free(text);
    lt_script_free(script);
    /* In characters: a digit of ten levels, nothing where there is no value. */
    script = lt_script_new(&figure, true, why, sizeof why);
    ck_assert_msg(script != NULL, "%s", why);
    text = lt_script_text(script, "dumb", false, NULL, &size);
    ck_assert_ptr_nonnull(strstr(text, "'0: 1 to 1.5, ..., 9: 5.5 to 6, *: 2.5'"));
    ck_assert_ptr_nonnull(strstr(text, " 0\n"));
    ck_assert_ptr_nonnull(strstr(text, " 9\n"));
    ck_assert_ptr_null(strcasestr(text, "nan"));
    free(text);
    lt_script_free(script);
}
END_TEST

/* Of many points those that no other one hides; how many is said. */
START_TEST(test_map_of_many_points) {
    enum { POINTS = 40000 };
    static double x[POINTS], y[POINTS];
    for (int i = 0; i < POINTS; i++) {
        x[i] = i % 20;
        y[i] = i / 20 % 10;
    }
    for (int full = 0; full < 2; full++) {
        struct lt_map map = {
            .x = x, .y = y, .z = x, .nx = full ? POINTS : 400, .text = "e_n", .unit = "1"};
        struct lt_figure figure = {
            .title = "", .x_text = "a", .y_text = "b", .x_unit = "1", .y_unit = "1", .map = &map};
        char why[256];
        size_t size, rows = 0;
        struct lt_script *script = lt_script_new(&figure, false, why, sizeof why);
        char *text = lt_script_text(script, "svg", false, NULL, &size);
        const char *at = strstr(text, "$map << EOD\n");
        for (at = strchr(at, '\n') + 1; strncmp(at, "EOD", 3) != 0; at = strchr(at, '\n') + 1)
            rows++;
        ck_assert_uint_eq(rows, full ? 200 : 400);
        ck_assert_int_eq(strstr(text, "'200 of 40000 points'") != NULL, full);
        free(text);
        lt_script_free(script);
    }
}
END_TEST

#define COUNT(table) ((int)(sizeof table / sizeof table[0]))

static void add_tests(TCase *tcase) {
    tcase_add_loop_test(tcase, test_designs, 0, COUNT(designs));
    tcase_add_loop_test(tcase, test_lhs_has_each_stratum_once, 0, 3);
    tcase_add_loop_test(tcase, test_seeds, 0, COUNT(drawn));
    tcase_add_test(tcase, test_random_numbers);
    tcase_add_loop_test(tcase, test_skip, 0, COUNT(all_designs));
    tcase_add_loop_test(tcase, test_middle, 0, 2);
    tcase_add_loop_test(tcase, test_whole_numbers, 0, COUNT(wholes));
    tcase_add_loop_test(tcase, test_whole_grid, 0, COUNT(counted));
    tcase_add_test(tcase, test_normal);
    tcase_add_loop_test(tcase, test_rows_are_runs, 0, COUNT(same_runs));
    tcase_add_test(tcase, test_calibration_at_each_point);
    tcase_add_test(tcase, test_calibration_of_two_at_each_point);
    tcase_add_test(tcase, test_failed_points);
    tcase_add_loop_test(tcase, test_threads, 0, 2);
    tcase_add_test(tcase, test_rows_apart);
    tcase_add_loop_test(tcase, test_resume, 0, COUNT(torn));
    tcase_add_test(tcase, test_resume_keeps_blocks);
    tcase_add_loop_test(tcase, test_damage, 0, PLACES);
    tcase_add_test(tcase, test_damage_is_told_once);
    tcase_add_test(tcase, test_damaged_head);
    tcase_add_loop_test(tcase, test_identity_covers_files, 0, COUNT(readers));
    tcase_add_test(tcase, test_partial_of_another_sweep);
    tcase_add_test(tcase, test_wrong_sweep);
    tcase_add_loop_test(tcase, test_map, 0, COUNT(grids));
    tcase_add_test(tcase, test_map_of_many_points);
}

LT_TESTS("sweep", add_tests)

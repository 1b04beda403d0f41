/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What moves the pair: tables and formulas of time. */
#include "folder.h"
#include "programs.h"
#include "result/record.h"

#include <sys/stat.h>
#include <unistd.h>

static void put_table(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
}

#define BEAD                                                                                       \
    "lawtester: 1\n"                                                                               \
    "particles: {a: {shape: sphere, radius: 5 mm, mass: 1 g, rotates: false}, b: {shape: wall}}\n" \
    "law: {name: linear, kn: 1e5, ks: 5e4, fric: 0.3, dp_nratio: 0.1}\n"

#define TABLE(c) "{file: load.csv, column: " c "}"

static struct lt_program *program_of(const char *integrator, const char *whats, const char *normal,
                                     const char *shear) {
    char text[2048];
    snprintf(text, sizeof text,
             BEAD "motion: {integrator: %s, dt: 1e-6}\n"
                  "stages:\n"
                  "  - {whats: %s, values: [%s, %s, 0, 0, 0, 0], until: time >= 3.05e-4}\n",
             integrator, whats, normal, shear);
    return read_program(text, NULL);
}

/* ---- A table and the same points as a formula ------------------------------------------------ */

/* Displacements begin at rest: the first velocity of a formula is a difference. */
static const char load[] = "time,vn,vs,fn,fs,un,us\n"
                           "0,-0.1,0,-1,0,-1e-6,0\n"
                           "1e-4,-0.2,0.05,-9,0.5,-1e-6,0\n"
                           "2.0e-4,0.05,0.05,-5,0.7,-1.5e-5,3e-6\n"
                           "3e-4,0.01,-0.02,-6,-1,-1.6e-5,1e-6\n";

#define LOOKUP(y0, y1, y2, y3)                                                                     \
    "'lookup(time, 0, " #y0 ", 1e-4, " #y1 ", 2e-4, " #y2 ", 3e-4, " #y3 ")'"
#define VN LOOKUP(-0.1, -0.2, 0.05, 0.01)
#define VS LOOKUP(0, 0.05, 0.05, -0.02)
#define FN LOOKUP(-1, -9, -5, -6)
#define FS LOOKUP(0, 0.5, 0.7, -1)
#define UN LOOKUP(-1e-6, -1e-6, -1.5e-5, -1.6e-5)
#define US LOOKUP(0, 0, 3e-6, 1e-6)

static const struct {
    const char *integrator, *whats, *tables[2], *formulas[2];
} twins[] = {
    {"leapfrog", "vv....", {TABLE("vn"), TABLE("vs")}, {VN, VS}},
    {"leapfrog", "ff....", {TABLE("fn"), TABLE("fs")}, {FN, FS}},
    {"leapfrog", "ss....", {TABLE("fn"), TABLE("fs")}, {FN, FS}},
    {"leapfrog", "uu....", {TABLE("un"), TABLE("us")}, {UN, US}},
    {"exact", "vv....", {TABLE("vn"), TABLE("vs")}, {VN, VS}},
    {"exact", "ff....", {TABLE("fn"), TABLE("fs")}, {FN, FS}},
};

START_TEST(table_moves_like_lookup) {
    put_table("load.csv", load);
    const char *integrator = twins[_i].integrator, *whats = twins[_i].whats;
    struct lt_program *programs[] = {
        program_of(integrator, whats, twins[_i].tables[0], twins[_i].tables[1]),
        program_of(integrator, whats, twins[_i].formulas[0], twins[_i].formulas[1])};
    struct lt_result *a = run_program(programs[0]), *b = run_program(programs[1]);
    ck_assert_msg(a->status == LT_DONE, "%s", a->message);
    ck_assert_msg(b->status == LT_DONE, "%s", b->message);
    ck_assert_uint_gt(a->table.rows, 300);
    ck_assert_uint_eq(a->table.rows, b->table.rows);
    for (size_t column = 0; column < a->table.columns; column++) {
        double peak = 0;
        for (size_t row = 0; row < b->table.rows; row++)
            peak = fmax(peak, fabs(b->table.cells[row * b->table.columns + column]));
        for (size_t row = 0; row < b->table.rows; row++) {
            size_t at = row * b->table.columns + column;
            ck_within(a->table.cells[at], b->table.cells[at], 1e-14 * peak);
        }
    }
    ck_assert(fabs(value_of(programs[0], a, "fn")) > 0.1); /* something has happened */
    for (int i = 0; i < 2; i++)
        lt_program_free(programs[i]);
    lt_run_free(a);
    lt_run_free(b);
}
END_TEST

/* ---- An imposed displacement ----------------------------------------------------------------- */

static const char *const integrators[] = {"leapfrog", "exact"};

/* Through the corners of the table with its own slopes; the books stay closed. */
START_TEST(displacement_follows_its_table) {
    static const struct {
        double time, un, vn;
    } points[] = {
        {0.5e-4, -0.5e-5, -0.1}, {1.5e-4, -1e-5, 0}, {2.5e-4, -0.75e-5, 0.05}, {4e-4, -0.5e-5, 0}};
    put_table("load.csv", "time,un\n0,0\n1e-4,-1e-5\n2e-4,-1e-5\n3e-4,-0.5e-5\n");
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 BEAD "motion: {integrator: %s, dt: 1e-6}\n"
                      "stages:\n"
                      "  - {whats: u....., values: [" TABLE(
                          "un") ", 0, 0, 0, 0, 0], until: time >= %.10g}\n",
                 integrators[_i], points[i].time - 1e-9);
        struct lt_program *program = read_program(text, NULL);
        struct lt_result *result = run_program(program);
        ck_assert_msg(result->status == LT_DONE, "%s", result->message);
        double un = value_of(program, result, "un"), vn = value_of(program, result, "vn");
        double stretch = value_of(program, result, "t") - points[i].time;
        ck_within(stretch, 0, 1.1e-9);
        ck_within(un, points[i].un + vn * stretch, 1e-18);
        ck_within(vn, points[i].vn, 1e-9);
        ck_near(value_of(program, result, "E_strain"), 0.5 * 1e5 * un * un, 1e-12);
        ck_within(value_of(program, result, "E_residual"), 0, 1e-9 * 5e-6);
        lt_run_free(result);
        lt_program_free(program);
    }
}
END_TEST

/* A formula is not asked for what was before the stage, where it may have no value or a corner. */
START_TEST(displacement_begins_with_its_rate) {
    static const struct {
        const char *formula;
        double vn;
    } starts[] = {{"'-1e-5*ramp(time, 0, 1e-4)'", -0.1}, {"-0.1*time*(1 + sqrt(time))", -0.1}};
    for (int i = 0; i < 2; i++) {
        struct lt_program *program = program_of(integrators[_i], "u.....", starts[i].formula, "0");
        struct lt_result *result = run_program(program);
        ck_assert_msg(result->status == LT_DONE, "%s", result->message);
        size_t column = 0;
        while (strcmp(program->columns[column].name, "vn") != 0)
            column++;
        ck_near(result->table.cells[column], starts[i].vn, 1e-3);
        lt_run_free(result);
        lt_program_free(program);
    }
}
END_TEST

/* ---- Which table ----------------------------------------------------------------------------- */

/* The time is that since the stage began; a table is read once however often it is used. */
START_TEST(repeated_stages_share_their_table) {
    put_table("load.csv", "time,un,later\n0,0,0\n1e-4,-1e-5,1e-4\n2e-4,0,3e-4\n");
    struct lt_program *program = read_program(
        BEAD
        "motion: {dt: 1e-6}\n"
        "stages:\n"
        "  - repeat: 3\n"
        "    stages:\n"
        "      - {name: a, whats: u....., values: [" TABLE(
            "un") ", 0, 0, 0, 0, 0],"
                  "         until: time >= 0.9999e-4}\n"
                  "      - {name: b, whats: u....., until: time >= 1.9999e-4,"
                  "         values: [{file: load.csv, column: un, over: later}, 0, 0, 0, 0, 0]}\n"
                  "record: {columns: [t, un, stage]}\n",
        NULL);
    const struct lt_stage *stages = program->stages;
    ck_assert_uint_eq(program->n_stages, 6);
    for (size_t i = 0; i < 4; i++)
        ck_assert_ptr_eq(stages[i].series[0], stages[i + 2].series[0]);
    ck_assert_ptr_ne(stages[0].series[0], stages[1].series[0]);
    struct lt_result *result = run_program(program);
    ck_assert_msg(result->status == LT_DONE, "%s", result->message);
    const double *last = result->table.cells + (result->table.rows - 1) * result->table.columns;
    ck_near(last[0], 9e-4, 1e-9);
    ck_near(last[1], -0.5e-5, 1e-9);
    for (size_t row = 0; row < result->table.rows; row++) {
        const double *cells = result->table.cells + row * result->table.columns;
        double time = fmod(cells[0], 3e-4);
        if (fabs(time - 1e-4) < 0.5e-6)
            ck_near(cells[1], -1e-5, 1e-9);
    }
    lt_run_free(result);
    lt_program_free(program);
}
END_TEST

START_TEST(table_stands_beside_its_program) {
    ck_assert_int_eq(mkdir("sub", 0777), 0);
    put_table("sub/load.csv", "# over is the first column\nt,un\n0,1\n1,2\n");
    static const char text[] =
        BEAD "stages: [{whats: u....., until: time > 1, values: [" TABLE("un") ", 0, 0, 0, 0, 0]}]";
    struct lt_errors *errors = lt_errors_new();
    ck_assert_ptr_null(lt_read_program("test.yaml", text, sizeof text - 1, NULL, 0, errors));
    struct lt_program *program =
        lt_read_program("sub/test.yaml", text, sizeof text - 1, NULL, 0, errors);
    ck_assert_ptr_nonnull(program);
    const struct lt_series *series = program->stages[0].series[0];
    ck_assert_uint_eq(series->count, 2);
    ck_assert(lt_series_at(series, 0.25) == 1.25);
    lt_errors_free(errors);
    lt_program_free(program);
}
END_TEST

START_TEST(document_names_the_table) {
    put_table("load.csv", load);
    struct lt_program *program =
        program_of("exact", "vv....", TABLE("vn"), "{file: load.csv, column: vs, over: time}");
    json_t *document = lt_provenance(program);
    json_t *stages = json_object_get(json_object_get(document, "input"), "stages");
    json_t *values = json_object_get(json_array_get(stages, 0), "values");
    const char *file, *column, *over;
    ck_assert_int_eq(json_unpack(values, "[{s:s, s:s !}]", "file", &file, "column", &column), 0);
    ck_assert_str_eq(file, "./load.csv");
    ck_assert_str_eq(column, "vn");
    ck_assert_int_eq(json_unpack(json_array_get(values, 1), "{s:s}", "over", &over), 0);
    ck_assert_str_eq(over, "time");
    json_decref(document);
    lt_program_free(program);
}
END_TEST

/* ---- Points ---------------------------------------------------------------------------------- */

static const struct {
    double x, y, slope;
} points[] = {
    {-INFINITY, 5, 0}, {-1, 5, 0}, {0, 5, 2},     {0.5, 6, 2},      {1, 7, -4},
    {1.5, 5, -4},      {2, 3, 0},  {1e300, 3, 0}, {INFINITY, 3, 0},
};

START_TEST(lines_through_points) {
    double x[] = {0, 1, 2}, y[] = {5, 7, 3};
    const struct lt_series series = {.count = 3, .x = x, .y = y};
    ck_assert(lt_series_at(&series, points[_i].x) == points[_i].y);
    ck_assert(lt_series_slope(&series, points[_i].x) == points[_i].slope);
}
END_TEST

#define COUNT(list) (sizeof list / sizeof list[0])

static void add(TCase *t) {
    tcase_add_checked_fixture(t, enter_folder, leave_folder);
    tcase_add_loop_test(t, table_moves_like_lookup, 0, COUNT(twins));
    tcase_add_loop_test(t, displacement_follows_its_table, 0, COUNT(integrators));
    tcase_add_loop_test(t, displacement_begins_with_its_rate, 0, COUNT(integrators));
    tcase_add_test(t, repeated_stages_share_their_table);
    tcase_add_test(t, table_stands_beside_its_program);
    tcase_add_test(t, document_names_the_table);
    tcase_add_loop_test(t, lines_through_points, 0, COUNT(points));
}

LT_TESTS("loading", add)

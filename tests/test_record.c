/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/arena.h"
#include "base/digits.h"
#include "calibrate/calibrated.h"
#include "columns.h"
#include "folder.h"
#include "lt_check.h"
#include "registry/laws.h"
#include "result/record.h"

#include <dirent.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static int count_files(void) {
    int n = 0;
    DIR *dir = opendir(".");
    for (struct dirent *entry; (entry = readdir(dir));)
        n += entry->d_name[0] != '.';
    closedir(dir);
    return n;
}

static void put_file(const char *path, const char *text, size_t size) {
    FILE *file = fopen(path, "w");
    ck_assert_uint_eq(fwrite(text, 1, size, file), size);
    fclose(file);
}

static void ck_file(const char *path, const char *want) {
    static char text[4096];
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s is missing", path);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    ck_assert_str_eq(text, want);
}

/* ---- Files ----------------------------------------------------------------------------------- */

START_TEST(file_replaces_the_one_before) {
    char why[256];
    umask(027);
    ck_assert(lt_record_file("a.txt", "one", 3, why, sizeof why));
    ck_assert(lt_record_file("a.txt", "two", 3, why, sizeof why));
    ck_file("a.txt", "two");
    struct stat status;
    ck_assert_int_eq(stat("a.txt", &status), 0);
    ck_assert_uint_eq(status.st_mode & 07777, 0640);
    ck_assert_int_eq(count_files(), 1);
}
END_TEST

START_TEST(file_that_does_not_fit_keeps_the_one_before) {
    static char much[100000];
    char why[256];
    ck_assert(lt_record_file("a.txt", "old", 3, why, sizeof why));
    signal(SIGXFSZ, SIG_IGN);
    const struct rlimit small = {4096, 4096};
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &small), 0);
    ck_assert(!lt_record_file("a.txt", much, sizeof much, why, sizeof why));
    ck_assert_str_eq(why, "a.txt: File too large (previous file kept)");
    ck_file("a.txt", "old");
    ck_assert(!lt_record_file("b.txt", much, sizeof much, why, sizeof why));
    ck_assert_str_eq(why, "b.txt: File too large");
    ck_assert_int_eq(count_files(), 1);
}
END_TEST

static const struct {
    const char *path, *why;
} no_files[] = {
    {"none/a.txt", "none/a.txt: No such file or directory"},
    {".", ".: Is a directory"},
    {"/dev/null", "/dev/null: it is not a regular file"},
};

START_TEST(file_that_cannot_be) {
    char why[256];
    ck_assert(!lt_record_file(no_files[_i].path, "x", 1, why, sizeof why));
    ck_assert_str_eq(why, no_files[_i].why);
}
END_TEST

/* ---- A run made by hand ---------------------------------------------------------------------- */

static const struct lt_field params[] = {
    {.name = "kn", .unit = "N/m", .preset = 1e5, .min = 0, .max = INFINITY, .doc = "stiffness"},
    {.name = "mode",
     .unit = "1",
     .preset = 0,
     .min = 0,
     .max = 1,
     .doc = "mode",
     .choices = "full no-tension"},
};
static const struct lt_field state[] = {{.name = "slip_state", .unit = "1", .doc = "slipping"}};
static const struct lt_field losses[] = {{.name = "slip", .unit = "J", .doc = "friction"}};
static const struct lt_case cases[] = {{"e_n", "mode == 0", "exp(-1)", "zero overlap"}, {0}};
static const struct lt_law law = {.name = "spring",
                                  .summary = "a spring",
                                  .source = "Hooke 1678",
                                  .equations = "f = k u",
                                  .params = params,
                                  .state = state,
                                  .losses = losses,
                                  .n_params = 2,
                                  .n_state = 1,
                                  .n_losses = 1,
                                  .cases = cases};

struct run {
    struct lt_program program;
    struct lt_result result;
};

static struct run *make_run(struct lt_arena *arena) {
    static const char *const lets[] = {"wanted"};
    static const struct lt_source source = {.name = "a/hit.yaml", .text = "abc", .length = 3};
    struct run *run = lt_arena_get(arena, sizeof *run);
    struct lt_program *p = &run->program;
    struct lt_result *r = &run->result;
    p->arena = r->arena = arena;
    p->source = &source;
    p->stem = "hit";
    p->title = "A hit";
    p->law = &law;
    p->names = lt_names_new(&law, lets, 1, NULL, 0, arena);
    p->n_lets = 1;
    p->spreads = lt_arena_get(arena, sizeof *p->spreads);
    p->lets = lt_arena_get(arena, sizeof *p->lets);
    p->lets[0] = (struct lt_number){.given = true, .value = 0.5};
    p->params = lt_arena_get(arena, 2 * sizeof *p->params);
    p->params[0] = (struct lt_number){.given = true, .value = 2e5};
    p->particles[0] = (struct lt_particle){.radius = {.given = true, .value = 5e-3}};
    p->particles[1] = (struct lt_particle){.shape = LT_WALL};
    p->n_stages = 2;
    p->stages = lt_arena_get(arena, 2 * sizeof *p->stages);
    p->stages[0].name = "impact";
    p->stages[1].name = "never";
    strcpy(p->stages[0].whats, "i.....");
    p->n_columns = 3;
    p->columns = lt_arena_get(arena, 3 * sizeof *p->columns);
    p->columns[0].name = "t";
    p->columns[1].name = "hidden";
    p->columns[1].hidden = true;
    p->columns[2].name = "fn";

    r->values = lt_arena_get(arena, p->names->slots * sizeof *r->values);
    r->values[LT_R_E_N] = 0.1 + 0.2;
    r->values[LT_R_E_T] = NAN;
    r->values[LT_UN] = -1e-3;
    r->values[p->names->losses] = 7;
    r->values[p->names->state] = 1;
    r->values[p->names->params] = 2e5;
    r->values[p->names->params + 1] = 1;
    r->n_stages = 1;
    r->stages = lt_arena_get(arena, sizeof *r->stages);
    r->stages[0] = (struct lt_stage_result){0, 120, 1e-4, "rebound", 1e-4};
    r->message = "";
    r->ok = true;
    return run;
}

static const double cells[][3] = {
    {0, 9, 0.1}, {1e-300, 9, NAN}, {-INFINITY, 9, INFINITY}, {123456789, 9, 1.0 / 3}};

/* What printing with 15, 16, 17 digits and reading back finds. */
static void ck_digits(double value) {
    static const char *const formats[] = {"%.15g", "%.16g", "%.17g"};
    char text[LT_DIGITS_ROOM], want[64];
    for (int i = 0; i < 3; i++) {
        snprintf(want, sizeof want, formats[i], value);
        if (strtod(want, NULL) == value)
            break;
    }
    ck_assert_int_eq(lt_digits(value, text), (int)strlen(text));
    ck_assert_str_eq(text, want);
}

static void ck_digits_beside(double value) {
    ck_digits(value);
    ck_digits(nextafter(value, 0));
    ck_digits(nextafter(value, INFINITY));
}

/* Around powers of two and ten, and what is a few digits long but for its last bit. */
START_TEST(digits_are_the_fewest) {
    static const double values[] = {
        0.2,    0.1 + 0.2, -0.5,     1e-5,  1e-4,   9.999999999999999e-5,   99999999999999.99,
        1e15,   1e16,      1e17,     1e22,  1e23,   9007199254740993.0,     999999999999999.9,
        5e-324, 0x1p-1022, INFINITY, 1e300, 1e-300, 0x1.fffffffffffffp1023, 123456789012345680.0};
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    struct lt_arena *arena = lt_arena_new();
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        ck_digits(values[i]);
    for (int i = -1074; i < 1024; i++) {
        ck_digits_beside(ldexp(1, i));
        ck_digits(-ldexp(1, i) * (1 + gsl_rng_uniform(rng)));
    }
    for (int i = -323; i < 309; i++)
        ck_digits_beside(strtod(lt_arena_print(arena, "1e%d", i), NULL));
    for (int i = 0; i < 100000; i++) {
        ck_digits(gsl_rng_uniform(rng) * pow(10, 6 - 18 * gsl_rng_uniform(rng)));
        ck_digits_beside(floor(1e6 * gsl_rng_uniform(rng)) * 1e-9);
    }
    char text[LT_DIGITS_ROOM];
    lt_digits(-NAN, text);
    ck_assert_str_eq(text, "");
    lt_digits(-0.0, text);
    ck_assert_str_eq(text, "-0");
    lt_arena_free(arena);
    gsl_rng_free(rng);
}
END_TEST

/* Any bits; few of them; whole numbers and halves, which lie in the middle between two texts. */
START_TEST(digits_of_any_bits) {
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    for (int i = 0; i < 1000000; i++) {
        const uint64_t pattern = (uint64_t)gsl_rng_get(rng) << 32 | gsl_rng_get(rng);
        double any;
        memcpy(&any, &pattern, sizeof any);
        if (!isnan(any))
            ck_digits(any);
        if (i % 10)
            continue;
        const double whole = (double)(pattern >> pattern % 64);
        ck_digits(ldexp((double)(pattern >> 12), -1074)); /* none before the first bit */
        ck_digits_beside(whole);
        ck_digits(whole + 0.5);
        ck_digits(ldexp(whole, -(int)(pattern % 80)));
    }
    gsl_rng_free(rng);
}
END_TEST

/* Numbers are shortened, not what only looks like them; a whole number stays real. */
START_TEST(document_has_few_digits) {
    json_t *json = json_pack("{sf s[fffi] ss}", "0.20000000000000001", 0.2, "list", 1.0, 1e-5,
                             0.1 + 0.2, 3, "text", "\\\"0.20000000000000001 \\");
    char *text = lt_json_text(json);
    ck_assert_str_eq(text, "{\n  \"0.20000000000000001\": 0.2,\n  \"list\": [\n    1.0,\n    "
                           "1e-05,\n    0.30000000000000004,\n    3\n  ],\n  \"text\": "
                           "\"\\\\\\\"0.20000000000000001 \\\\\"\n}");
    free(text);
    json_decref(json);
}
END_TEST

START_TEST(csv_is_plain_and_exact) {
    char why[256];
    struct lt_arena *arena = lt_arena_new();
    struct run *run = make_run(arena);
    double copy[4][3];
    memcpy(copy, cells, sizeof copy);
    copy[1][2] = -NAN;
    run->result.table = (struct lt_table){.columns = 3, .rows = 4, .room = 4, .cells = copy[0]};
    ck_assert_msg(lt_record_csv("a.csv", &run->program, &run->result, why, sizeof why), "%s", why);
    ck_file("a.csv", "t,fn\n"
                     "0,0.1\n"
                     "1e-300,\n"
                     "-inf,inf\n"
                     "123456789,0.3333333333333333\n");
    struct lt_columns *csv = read_columns("a.csv", why, sizeof why);
    ck_assert_msg(csv != NULL, "%s", why);
    ck_assert_uint_eq(csv->rows, 4);
    ck_assert_int_eq(lt_columns_find(csv, "fn"), 1);
    ck_assert_int_eq(lt_columns_find(csv, "hidden"), -1);
    for (size_t i = 0; i < 4; i++) {
        ck_assert(csv->cells[2 * i] == cells[i][0]);
        ck_assert(csv->cells[2 * i + 1] == cells[i][2] || isnan(cells[i][2]));
    }
    lt_columns_free(csv);
    lt_arena_free(arena);
}
END_TEST

/* ---- Reading --------------------------------------------------------------------------------- */

START_TEST(csv_reads_what_others_write) {
    static const char text[] =
        "\xef\xbb\xbf# measured\r\n\r\n x , y_2\r\n1,\r\n ,2e3\r\n\r\n-3 , 4";
    char why[256];
    put_file("a.csv", text, sizeof text - 1);
    struct lt_columns *csv = read_columns("a.csv", why, sizeof why);
    ck_assert_msg(csv != NULL, "%s", why);
    ck_assert_uint_eq(csv->columns, 2);
    ck_assert_uint_eq(csv->rows, 3);
    ck_assert_int_eq(lt_columns_find(csv, "y_2"), 1);
    ck_assert(csv->cells[0] == 1 && isnan(csv->cells[1]));
    ck_assert(isnan(csv->cells[2]) && csv->cells[3] == 2000);
    ck_assert(csv->cells[4] == -3 && csv->cells[5] == 4);
    lt_columns_free(csv);
}
END_TEST

START_TEST(csv_of_a_spreadsheet) {
    static const char *const texts[] = {
        "\xef\xbb\xbf\"un [um]\";\"normal force (kN)\";e (%)\r\n-1,5;0,25;\r\n2e0;-3;50\r\n",
        "un [um]\tnormal force (kN)\te (%)\n-1,5\t0,25\t\n2\t-3\t50\n",
        "un [um],normal force (kN),e (%)\n-1.5,0.25,NA\n\"2\",-3,50\n",
    };
    char why[256];
    put_file("a.csv", texts[_i], strlen(texts[_i]));
    struct lt_columns *csv = read_columns("a.csv", why, sizeof why);
    ck_assert_msg(csv != NULL, "%s", why);
    ck_assert_uint_eq(csv->columns, 3);
    ck_assert_uint_eq(csv->rows, 2);
    ck_assert_int_eq(lt_columns_find(csv, "normal force"), 1);
    ck_assert_int_eq(lt_columns_find(csv, "e"), 2);
    ck_near(csv->cells[0], -1.5e-6, 1e-15);
    ck_near(csv->cells[1], 250, 1e-15);
    ck_assert(isnan(csv->cells[2]));
    ck_near(csv->cells[3], 2e-6, 1e-15);
    ck_near(csv->cells[4], -3000, 1e-15);
    ck_near(csv->cells[5], 0.5, 1e-15);
    lt_columns_free(csv);
}
END_TEST

static const struct {
    const char *text, *why;
} wrong[] = {
    {"", "a.csv:1:1: error: this file holds no table"},
    {"# only\n", "a.csv:1:1: error: this file holds no table"},
    {"PK\3\4\n", "a.csv:1:1: error: this is a workbook (.xlsx, .ods), not a text table; save it as "
                 "'CSV UTF-8', or give what pandas.read_excel makes of it to the Python module"},
    {"\xfe\xff", "a.csv:1:1: error: this file holds no table"},
    {"t,[m]\n", "a.csv:1:3: error: expected the name of a column, such as v or v [mm/s]"},
    {"t,un\n1,2\n3\n", "a.csv:3:1: error: the row has 1 fields, the header 2"},
    {"t,un\n1,2,3\n", "a.csv:1:1: error: this line has 2 fields, the rows from line 2 on have 3; "
                      "if they are decimal commas, separate the fields with semicolons, or write "
                      "0.93 for 0,93; 'skip 1' leaves it out (--skip, a key of 'file')"},
    {"t un\n1 2 3\n", "a.csv:1:1: error: this line has 2 fields, the rows from line 2 on have 3; "
                      "'skip 1' leaves it out (--skip, a key of 'file')"},
};

START_TEST(csv_mistakes_have_a_place) {
    char why[256];
    put_file("a.csv", wrong[_i].text, strlen(wrong[_i].text));
    ck_assert_ptr_null(read_columns("a.csv", why, sizeof why));
    ck_assert_str_eq(why, wrong[_i].why);
}
END_TEST

/* The same three rows: t in s, fn in N, a number missing, words in a column that nobody wants. */
static const char *const same[] = {
    "t,fn,note\n0,0,a\n0.001,-1500,b\n0.002,,c\n",
    "\xef\xbb\xbf\"t [ms]\";\"fn (kN)\";note;\r\n0;0;a;\r\n1,0;-1,5;b;\r\n2;;c;\r\n",
    "t [ms]\tfn [kN]\tnote\n0\t0\ta\n1\t-1.5\tb\n# why\n2\t\tc\n",
    "t [ms]  fn [kN]   note\n  0   0    a\n  1  -1.5  b\n  2  NA    c\n",
    "t,fn,note\nms,kN,\n0,0,a\n1,-1.5,b\n2,nan,c\n",
    "t,fn,note\n[ms],[kN],-\n0,0,a\n1,-1.5,b\n2,-,c\n",
    "t fn note\n[ms] [kN] -\n0 0 a\n1 -1.5 b\n2 null c\n",
    "# made in May\n#t fn note\n0 0 a\n0.001 -1.5e3 b\n0.002 nan c\n",
    "# t,fn,note\r\n0,0,a\r\n1e-3,-1500,b\r\n2e-3,,c\r\n",
    ",t,fn,\"note, and more\"\n0,0,0,\"a,b\"\n1,0.001,-1500,b\n2,0.002,,c\n",
};

START_TEST(tables_as_people_write_them) {
    struct lt_arena *arena = lt_arena_new();
    char *said[2];
    const double *t = read_values(same[_i], "t", "s", arena, &said[0]);
    const double *fn = read_values(same[_i], "-fn", "N", arena, &said[1]);
    ck_assert_msg(t && fn, "%s%s", said[0], said[1]);
    ck_near(t[1], 1e-3, 1e-15);
    ck_near(t[2], 2e-3, 1e-15);
    ck_near(fn[1], 1500, 1e-15);
    ck_assert(fn[0] == 0 && isnan(fn[2]));
    for (int i = 0; i < 2; i++)
        free(said[i]);
    lt_arena_free(arena);
}
END_TEST

static const struct {
    const char *text, *unit, *says;
} unusable[] = {
    {"t,fn [Newtn]\n1,2\n", "N", "d.csv:1:3: error: column 'fn': unknown unit 'Newtn'"},
    {"t,fn [mm]\n1,2\n", "N",
     "d.csv:1:3: error: column 'fn': '1 mm' is a length (m), expected a force (N)"},
    {"t,fn\ns,mm\n1,2\n", "N", "d.csv:1:3: error: column 'fn': '1 mm' is a length (m)"},
    {"t;fn\n1;zwei\n", "",
     "d.csv:2:3: error: 'zwei' is not a number; leave the field empty where a value is missing\n   "
     " 1;zwei\n      ^"},
    {"t,fn\n1,0x10\n", "", "d.csv:2:3: error: '0x10' is not a number"},
    {"t,fn\n1,1 2\n", "", "d.csv:2:3: error: '1 2' is not a number"},
    {"t;fn\n1;2,5\n1;2.5\n", "",
     "d.csv:3:3: error: '2.5' has a decimal point, but line 2 has a decimal comma; write all "
     "numbers alike"},
    {"t;fn\n1;1.23,4.5\n", "",
     "d.csv:2:3: error: '1.23,4.5' has a point and a comma, and not as thousands have them"},
    {"t;f\n1;2\n", "", "d.csv:1:1: error: no column 'fn'"},
};

START_TEST(columns_that_cannot_be_used) {
    struct lt_arena *arena = lt_arena_new();
    char *said;
    ck_assert_ptr_null(read_values(unusable[_i].text, "fn", unusable[_i].unit, arena, &said));
    ck_assert_msg(strstr(said, unusable[_i].says) != NULL, "%s", said);
    free(said);
    lt_arena_free(arena);
}
END_TEST

START_TEST(csv_that_is_not_there) {
    char why[256];
    ck_assert_ptr_null(read_columns("none.csv", why, sizeof why));
    ck_assert_str_eq(why, "none.csv: No such file or directory");
}
END_TEST

START_TEST(csv_with_many_rows) {
    char why[256];
    const size_t rows = 300000;
    struct lt_arena *arena = lt_arena_new();
    struct run *run = make_run(arena);
    double *many = malloc(rows * 3 * sizeof *many);
    for (size_t i = 0; i < 3 * rows; i++)
        many[i] = sin((double)i);
    run->result.table = (struct lt_table){.columns = 3, .rows = rows, .cells = many};
    ck_assert(lt_record_csv("a.csv", &run->program, &run->result, why, sizeof why));
    struct lt_columns *csv = read_columns("a.csv", why, sizeof why);
    ck_assert_msg(csv != NULL, "%s", why);
    ck_assert_uint_eq(csv->rows, rows);
    for (size_t i = 0; i < rows; i++)
        ck_assert(csv->cells[2 * i] == many[3 * i] && csv->cells[2 * i + 1] == many[3 * i + 2]);
    lt_columns_free(csv);
    free(many);
    lt_arena_free(arena);
}
END_TEST

/* ---- Documents ------------------------------------------------------------------------------- */

/* The value at "a.b.0.c". */
static const json_t *at(const json_t *json, const char *path) {
    char copy[128], *rest;
    snprintf(copy, sizeof copy, "%s", path);
    for (char *key = strtok_r(copy, ".", &rest); key; key = strtok_r(NULL, ".", &rest))
        json = json_is_array(json) ? json_array_get(json, (size_t)atoi(key))
                                   : json_object_get(json, key);
    ck_assert_msg(json != NULL, "no '%s'", path);
    return json;
}

static double number_at(const json_t *json, const char *path) {
    ck_assert_msg(json_is_number(at(json, path)), "'%s' is not a number", path);
    return json_number_value(at(json, path));
}

static const char *text_at(const json_t *json, const char *path) {
    ck_assert_msg(json_is_string(at(json, path)), "'%s' is not a text", path);
    return json_string_value(at(json, path));
}

static const double not_finite[] = {NAN, INFINITY, -INFINITY};

START_TEST(number_that_is_not_finite_is_null) {
    json_t *json = lt_document_number(not_finite[_i]);
    ck_assert(json_is_null(json));
    json_decref(json);
}
END_TEST

START_TEST(run_document) {
    struct lt_arena *arena = lt_arena_new();
    struct run *run = make_run(arena);
    struct lt_event_result events[] = {{"contact_activated", 0, 1, 0, 0, 1},
                                       {"top", 5e-5, 9, -1, 0, 9}};
    struct lt_verdict verdict = {"e_n = 0.3", 0.3, 0.3, 0, 1e-9, "1", false, true, ""};
    const char *warnings[] = {"bytes \xff that are not UTF-8"};
    run->result.events = events;
    run->result.n_events = 2;
    run->result.verdicts = &verdict;
    run->result.n_verdicts = 1;
    run->result.warnings = warnings;
    run->result.n_warnings = 1;
    json_t *json = lt_document_run(&run->program, &run->result);
    char *text = json_dumps(json, JSON_INDENT(2));
    ck_assert_ptr_nonnull(strstr(text, "\"e_n\": 0.30000000000000004"));
    ck_assert_str_eq(text_at(json, "program"), "hit");
    ck_assert_str_eq(text_at(json, "title"), "A hit");
    ck_assert_str_eq(text_at(json, "law"), "spring");
    ck_assert_str_eq(text_at(json, "status"), "done");
    ck_assert_ptr_null(json_object_get(json, "message"));
    ck_assert(json_is_true(at(json, "ok")));
    ck_assert(number_at(json, "parameters.kn") == 2e5);
    ck_assert(number_at(json, "parameters.mode") == 1);
    ck_assert(json_is_null(at(json, "results.e_t")));
    ck_assert(number_at(json, "results.un_end") == -1e-3);
    ck_assert(number_at(json, "results.E_slip_end") == 7);
    ck_assert(number_at(json, "results.slip_state_end") == 1);
    ck_assert(number_at(json, "results.bounces") == 0);
    ck_assert_ptr_null(json_object_get(at(json, "results"), "bounces_end"));
    ck_assert_ptr_null(json_object_get(at(json, "results"), "e_n_end"));
    ck_assert_ptr_null(json_object_get(at(json, "results"), "kn_end"));
    ck_assert_uint_eq(json_array_size(at(json, "stages")), 1);
    ck_assert_str_eq(text_at(json, "stages.0.name"), "impact");
    ck_assert_str_eq(text_at(json, "stages.0.ended_by"), "rebound");
    ck_assert(number_at(json, "stages.0.steps") == 120);
    ck_assert(number_at(json, "stages.0.time") == 1e-4);
    ck_assert(number_at(json, "events.0.mode") == 0);
    ck_assert_str_eq(text_at(json, "events.1.name"), "top");
    ck_assert_ptr_null(json_object_get(at(json, "events.1"), "mode"));
    ck_assert_str_eq(text_at(json, "expect.0.text"), "e_n = 0.3");
    ck_assert(number_at(json, "expect.0.tolerance") == 1e-9);
    ck_assert(json_is_true(at(json, "expect.0.ok")));
    ck_assert_str_eq(text_at(json, "warnings.0"), "bytes ? that are not UTF-8");
    free(text);
    json_decref(json);
    lt_arena_free(arena);
}
END_TEST

START_TEST(failed_run_says_why) {
    struct lt_arena *arena = lt_arena_new();
    struct run *run = make_run(arena);
    run->result.status = LT_RUN_FAILED;
    run->result.message = "stage impact: fn is not finite";
    run->result.ok = false;
    json_t *json = lt_document_run(&run->program, &run->result);
    ck_assert_str_eq(text_at(json, "status"), "failed");
    ck_assert_str_eq(text_at(json, "message"), "stage impact: fn is not finite");
    ck_assert(json_is_false(at(json, "ok")));
    json_decref(json);
    lt_arena_free(arena);
}
END_TEST

START_TEST(provenance_document) {
    struct lt_arena *arena = lt_arena_new();
    struct run *run = make_run(arena);
    json_t *json = lt_provenance(&run->program);
    ck_assert_str_eq(text_at(json, "sha256"), /* of "abc", FIPS 180-2 B.1 */
                     "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    ck_assert_str_eq(text_at(json, "file"), "a/hit.yaml");
    ck_assert_str_ne(text_at(json, "version"), "");
    ck_assert_str_ne(text_at(json, "gsl"), "");
    ck_assert_str_ne(text_at(json, "compiler"), "");
    ck_assert(number_at(json, "input.let.wanted") == 0.5);
    ck_assert(number_at(json, "input.law.parameters.kn.value") == 2e5);
    ck_assert_str_eq(text_at(json, "input.law.parameters.kn.unit"), "N/m");
    ck_assert_ptr_null(json_object_get(at(json, "input.law.parameters"), "mode"));
    ck_assert_str_eq(text_at(json, "input.particles.a.shape"), "sphere");
    ck_assert(number_at(json, "input.particles.a.radius") == 5e-3);
    ck_assert_str_eq(text_at(json, "input.particles.b.shape"), "wall");
    ck_assert_str_eq(text_at(json, "input.motion.integrator"), "leapfrog");
    ck_assert_str_eq(text_at(json, "input.stages.0.whats"), "i.....");
    json_decref(json);
    lt_arena_free(arena);
}
END_TEST

START_TEST(calibration_document) {
    struct lt_arena *arena = lt_arena_new();
    struct run *run = make_run(arena);
    const struct lt_name parameter = {.name = "dp_nratio"}, result = {.name = "e_n"};
    const struct lt_vary vary = {.name = "dp_nratio", .target = &parameter};
    const struct lt_target target = {.name = "e_n", .result = &result};
    struct lt_calibrated c = {0};
    struct lt_calibration found = {.converged = true,
                                   .message = "found",
                                   .n = 1,
                                   .residual = 1e-12,
                                   .iterations = 7,
                                   .evaluations = 9,
                                   .sensitivity = {{-1.5}}};
    found.unknowns[0] = (struct lt_unknown){
        .vary = &vary, .value = 0.25, .closed_form = NAN, .uncertainty = NAN, .range = {0, 2}};
    found.aims[0] = (struct lt_aim){.target = &target,
                                    .wanted = 0.5,
                                    .achieved = 0.5,
                                    .reachable = {0.1, 1},
                                    .reached_at = {2, 0},
                                    .ends = {NAN, 2}};
    c.found = found;
    json_t *json = lt_calibrated_document(&run->program, &c);
    ck_assert(json_is_true(at(json, "converged")));
    ck_assert(number_at(json, "parameters.dp_nratio.value") == 0.25);
    ck_assert(json_is_null(at(json, "parameters.dp_nratio.closed_form")));
    ck_assert(json_is_null(at(json, "parameters.dp_nratio.convention")));
    ck_assert(number_at(json, "achieved.e_n") == 0.5);
    ck_assert(number_at(json, "target.e_n") == 0.5);
    ck_assert(number_at(json, "residual") == 1e-12);
    ck_assert(number_at(json, "iterations") == 7);
    ck_assert(number_at(json, "evaluations") == 9);
    ck_assert(number_at(json, "reachable.e_n.0") == 0.1);
    ck_assert(number_at(json, "reachable.e_n.1") == 1);
    ck_assert(json_is_null(at(json, "no_value_beyond.e_n.0")));
    ck_assert(number_at(json, "no_value_beyond.e_n.1") == 2);
    ck_assert(number_at(json, "sensitivity.dp_nratio") == -1.5);
    ck_assert_str_eq(text_at(json, "message"), "found");
    json_decref(json);
    lt_arena_free(arena);
}
END_TEST

START_TEST(law_document) {
    json_t *json = lt_document_laws((const struct lt_law *const[]){&law, NULL});
    ck_assert_uint_eq(json_array_size(at(json, "laws")), 1);
    ck_assert_str_eq(text_at(json, "laws.0.name"), "spring");
    ck_assert_str_eq(text_at(json, "laws.0.source"), "Hooke 1678");
    ck_assert(number_at(json, "laws.0.parameters.0.default") == 1e5);
    ck_assert(json_is_null(at(json, "laws.0.parameters.0.max")));
    ck_assert_str_eq(text_at(json, "laws.0.parameters.1.choices.1"), "no-tension");
    ck_assert_str_eq(text_at(json, "laws.0.state.0.name"), "slip_state");
    ck_assert_str_eq(text_at(json, "laws.0.energies.0.name"), "E_strain");
    size_t last = json_array_size(at(json, "laws.0.energies")) - 1;
    const json_t *slip = json_array_get(at(json, "laws.0.energies"), last);
    ck_assert_str_eq(text_at(slip, "name"), "E_slip");
    ck_assert_str_eq(text_at(json, "laws.0.cases.0.convention"), "zero overlap");
    json_decref(json);
    json = lt_document_laws(lt_laws_builtin);
    ck_assert_uint_ge(json_array_size(at(json, "laws")), 1);
    json_decref(json);
}
END_TEST

#define COUNT(table) (int)(sizeof(table) / sizeof(table)[0])

static void add(TCase *t) {
    tcase_add_checked_fixture(t, enter_folder, leave_folder);
    tcase_add_test(t, file_replaces_the_one_before);
    tcase_add_test(t, file_that_does_not_fit_keeps_the_one_before);
    tcase_add_loop_test(t, file_that_cannot_be, 0, COUNT(no_files));
    tcase_add_test(t, digits_are_the_fewest);
    tcase_add_test(t, digits_of_any_bits);
    tcase_add_test(t, document_has_few_digits);
    tcase_add_test(t, csv_is_plain_and_exact);
    tcase_add_test(t, csv_reads_what_others_write);
    tcase_add_loop_test(t, csv_of_a_spreadsheet, 0, 3);
    tcase_add_loop_test(t, csv_mistakes_have_a_place, 0, COUNT(wrong));
    tcase_add_loop_test(t, tables_as_people_write_them, 0, COUNT(same));
    tcase_add_loop_test(t, columns_that_cannot_be_used, 0, COUNT(unusable));
    tcase_add_test(t, csv_that_is_not_there);
    tcase_add_test(t, csv_with_many_rows);
    tcase_add_loop_test(t, number_that_is_not_finite_is_null, 0, COUNT(not_finite));
    tcase_add_test(t, run_document);
    tcase_add_test(t, failed_run_says_why);
    tcase_add_test(t, provenance_document);
    tcase_add_test(t, calibration_document);
    tcase_add_test(t, law_document);
}

LT_TESTS("record", add)

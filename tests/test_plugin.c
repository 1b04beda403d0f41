/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Laws from shared objects, inside: what a plug-in gives is what the same law gives built in. */
#include "programs.h"
#include "registry/plugin.h"
#include "registry/probe.h"
#include "run/block.h"

#include <dlfcn.h>

static const char *path_of(const char *name) {
    static char path[1024];
    snprintf(path, sizeof path, "%s/%s.so", getenv("LT_PLUGINS"), name);
    return path;
}

START_TEST(built_in_laws_stand_the_probe) {
    char why[512] = "";
    for (size_t i = 0; lt_laws_builtin[i]; i++)
        ck_assert_msg(lt_probe_law(lt_laws_builtin[i], why, sizeof why), "%s: %s",
                      lt_laws_builtin[i]->name, why);
}
END_TEST

START_TEST(laws_stand_in_order) {
    struct lt_plugins *plugins = lt_plugin_new();
    char why[LT_PLUGIN_WHY];
    ck_assert_ptr_eq(lt_plugin_laws(plugins), lt_laws_builtin);
    ck_assert_int_eq(lt_plugin_load(plugins, path_of("good"), why, sizeof why), LT_PLUGIN_LOADED);
    const struct lt_law *const *before = lt_plugin_laws(plugins);
    ck_assert_int_eq(lt_plugin_load(plugins, path_of("my-law"), why, sizeof why), LT_PLUGIN_LOADED);
    const struct lt_law *const *laws = lt_plugin_laws(plugins);
    size_t n = 0;
    for (; lt_laws_builtin[n]; n++)
        ck_assert_ptr_eq(laws[n], lt_laws_builtin[n]);
    ck_assert_str_eq(laws[n]->name, "spring");
    ck_assert_str_eq(laws[n + 1]->name, "other-spring");
    ck_assert_str_eq(laws[n + 2]->name, "my-law");
    ck_assert_ptr_null(laws[n + 3]);
    ck_assert_ptr_eq(before[n + 1], laws[n + 1]); /* a list in use stays as it is */
    ck_assert_ptr_null(before[n + 2]);
    ck_assert_int_eq(lt_plugin_load(plugins, path_of("nan"), why, sizeof why), LT_PLUGIN_BAD_LAW);
    ck_assert_ptr_eq(lt_plugin_laws(plugins), laws);
    lt_plugin_free(plugins);
}
END_TEST

/* ---- linear, built in and loaded ------------------------------------------------------------- */

enum { COUNT = 60 };

static struct lt_program *read_law(const struct lt_law *law, const char *numbers,
                                   const char *motion) {
    char text[2048];
    snprintf(text, sizeof text,
             "lawtester: 1\n"
             "particles:\n"
             "  a: {shape: sphere, radius: 5 mm, density: 2500 kg/m^3}\n"
             "  b: {shape: sphere, radius: 3 mm, density: 2500 kg/m^3}\n"
             "law: {%s}\n"
             "motion: {%s}\n"
             "stages:\n"
             "  - {whats: iiiiii, values: [-1, 0.4, 0.2, 9, 0, 20], until: rebound}\n",
             numbers, motion);
    struct lt_errors *errors = lt_errors_new();
    const struct lt_law *const laws[] = {law, NULL};
    struct lt_program *program =
        lt_read_with(laws, false, "test.yaml", text, strlen(text), NULL, 0, errors);
    ck_assert_msg(program != NULL, "%s", lt_errors_text(errors));
    lt_errors_free(errors);
    return program;
}

static struct lt_program *read_with(const struct lt_law *law, const char *motion) {
    return read_law(law,
                    "name: linear, kn: 1e5, ks: 5e4, fric: 0.3, dp_nratio: 0.1, dp_sratio: 0.1, "
                    "dp_mode: 3",
                    motion);
}

static const struct lt_law *loaded(void **handle) {
    *handle = dlopen(path_of("linear-again"), RTLD_NOW | RTLD_LOCAL);
    ck_assert_msg(*handle != NULL, "%s", dlerror());
    const struct lt_law *const *laws = dlsym(*handle, "lawtester_laws");
    return laws[0];
}

START_TEST(same_bits_as_built_in) {
    static const char *const motions[] = {"dt: t_c/50", "integrator: exact",
                                          "integrator: velocity-verlet", "frame: bodies"};
    void *handle;
    const struct lt_law *laws[] = {lt_laws_find("linear"), loaded(&handle)};
    ck_assert_ptr_ne(laws[0], laws[1]);
    struct lt_program *programs[2];
    struct lt_result *results[2];
    for (int i = 0; i < 2; i++) {
        programs[i] = read_with(laws[i], motions[_i]);
        results[i] = run_program(programs[i]);
        ck_assert_msg(results[i]->status == LT_DONE, "%s", results[i]->message);
    }
    const struct lt_table *a = &results[0]->table, *b = &results[1]->table;
    ck_assert_uint_eq(a->rows, b->rows);
    ck_assert_uint_gt(a->rows, 10);
    ck_assert_mem_eq(a->cells, b->cells, a->rows * a->columns * sizeof(double));
    ck_assert_mem_eq(results[0]->values, results[1]->values,
                     programs[0]->names->slots * sizeof(double));
    for (int i = 0; i < 2; i++) {
        lt_run_free(results[i]);
        lt_program_free(programs[i]);
    }
    dlclose(handle);
}
END_TEST

/* Of linear, compiled for one contact at a time: one by one; also for several: so many side by
 * side; the template, in doubles: by its block. Each run has the bits that it has alone. */
static const struct {
    const char *object, *law, *varied;
} many[] = {
    {"linear-again", "name: linear, kn: 1e5, ks: 5e4, fric: 0.3, dp_sratio: 0.1, dp_mode: 3",
     "dp_nratio"},
    {"linear-wide", "name: linear, kn: 1e5, ks: 5e4, fric: 0.3, dp_sratio: 0.1, dp_mode: 3",
     "dp_nratio"},
    {"my-law", "name: my-law, kn: 1e5, ks: 5e4, fric: 0.3", "beta"},
};

/* How many go side by side here. */
static unsigned expected_side(int i, const struct lt_law *law) {
    const unsigned by_block[] = {[LT_CPU_PLAIN] = 0, [LT_CPU_AVX2] = 4, [LT_CPU_AVX512] = 8};
    if (i == 1)
        return law->wide && law->wide->march_rows ? law->wide->n_rows : 0;
    return i == 2 && law->n_rows == LT_LANES ? by_block[lt_laws_cpu()] : 0;
}

START_TEST(many_runs_have_the_bits_of_one) {
    void *handle = dlopen(path_of(many[_i].object), RTLD_NOW | RTLD_LOCAL);
    ck_assert_msg(handle != NULL, "%s", dlerror());
    const struct lt_law *const *laws = dlsym(handle, "lawtester_laws");
    ck_assert(_i != 1 || (laws[0]->wide && laws[0]->wide != laws[0]));
    ck_assert_uint_eq(lt_laws_side(laws[0], lt_laws_cpu()).n, expected_side(_i, laws[0]));
    struct lt_program *program = read_law(laws[0], many[_i].law, "dt: t_c/50");
    struct lt_run_options options = {.record = false, .unadvised = true};
    size_t slots = program->names->slots;
    static struct lt_block_result results[COUNT];
    struct lt_override ratios[COUNT];
    double *values = malloc(COUNT * slots * sizeof *values);
    for (int i = 0; i < COUNT; i++)
        ratios[i] = override_of(program, many[_i].varied, 0.02 * i);
    lt_block_run(program, ratios, 1, COUNT, &options, values, results);
    for (size_t i = 0; i < COUNT; i++) {
        struct lt_result *alone = lt_run(program, &ratios[i], 1, &options);
        ck_assert_mem_eq(&values[i * slots], alone->values, slots * sizeof *values);
        lt_run_free(alone);
    }
    free(values);
    lt_program_free(program);
    dlclose(handle);
}
END_TEST

/* What LT_WIDE made of another source is not this law. */
START_TEST(wide_is_the_same_law) {
    struct lt_law law = *lt_laws_find("linear"), other = *lt_laws_find("hertz");
    char why[512];
    law.wide = &other;
    ck_assert(!lt_laws_check(&law, why, sizeof why));
    ck_assert_ptr_nonnull(strstr(why, "LT_WIDE"));
    other = law;
    other.wide = NULL;
    ck_assert(lt_laws_check(&law, why, sizeof why));
}
END_TEST

static void add(TCase *t) {
    tcase_add_test(t, built_in_laws_stand_the_probe);
    tcase_add_test(t, laws_stand_in_order);
    tcase_add_loop_test(t, same_bits_as_built_in, 0, 4);
    tcase_add_loop_test(t, many_runs_have_the_bits_of_one, 0, 3);
    tcase_add_test(t, wide_is_the_same_law);
}

LT_TESTS("plugin", add)

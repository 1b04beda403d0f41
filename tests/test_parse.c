/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/units.h"
#include "lt_check.h"
#include "program/program.h"
#include "setup/read.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- Reading ----------------------------------------------------------------------------- */

static struct lt_program *read_defined(const char *path, const char *text, const char *define,
                                       struct lt_errors *errors) {
    struct lt_define defines[] = {{.text = define}};
    return lt_read_program(path, text, strlen(text), defines, define != NULL, errors);
}

/* A program that must be good, with at most one -D. */
static struct lt_program *read_good(const char *text, const char *define) {
    struct lt_errors *errors = lt_errors_new();
    struct lt_program *program = read_defined("good.yaml", text, define, errors);
    char *said = lt_errors_text(errors);
    lt_errors_free(errors);
    ck_assert_msg(program != NULL, "%s", said);
    free(said);
    return program;
}

/* The first error of a program that must be bad; the caller frees it. */
static char *read_bad(const char *text, const char *define) {
    struct lt_errors *errors = lt_errors_new();
    ck_assert_ptr_null(read_defined("bad.yaml", text, define, errors));
    ck_assert_uint_gt(errors->failures, 0);
    char *first = strdup(errors->list[0].text);
    lt_errors_free(errors);
    return first;
}

#define HEAD                                                                                       \
    "lawtester: 1\n"                                                                               \
    "particles: {a: {shape: sphere, radius: 5 mm, mass: 1 g}, b: {shape: wall}}\n"
#define LAW "law: {name: linear, kn: 1e5 N/m}\n"
#define STAGES                                                                                     \
    "stages:\n"                                                                                    \
    "  - {whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}\n"

static const char least[] = HEAD LAW STAGES;

static const char full[] =
    "# SPDX-License-Identifier: GPL-3.0-or-later\n"
    "# Head-on impact of two glass beads, PFC's linear law with a dashpot\n"
    "# with tensile cut-off.\n"
    "#\n"
    "# More about it.\n"
    "lawtester: 1\n"
    "title: Head-on impact\n"
    "let: {wanted: 0.5, half: whole/2, whole: 1 cm, damping: 0.2}\n"
    "materials:\n"
    "  glass: {density: 2500 kg/m^3, young: 60 GPa, poisson: 0.22, fric: 0.3}\n"
    "  steel: {fric: 0.1, kn: 2e5 N/m}\n"
    "particles:\n"
    "  a: {shape: sphere, radius: half, material: glass, rotates: false, fixed: true}\n"
    "  b: {shape: sphere, radius: 5 mm, material: steel, mass: 3 g}\n"
    "law: {name: linear, kn: 1e5 N/m, ks: 5e4 N/m, dp_nratio: damping, dp_mode: no-tension}\n"
    "motion: {frame: contact, dt: t_c/50, phase: 0.25, gravity: [-9.81, 0, 0]}\n"
    "stages:\n"
    "  - name: impact\n"
    "    whats: iv....\n"
    "    values: [-1*wanted, \"0.1*sin(t)\", 0, 0, 0, 0]\n"
    "    until: rebound\n"
    "    max_steps: 5e3\n"
    "  - {whats: ......, values: [0, 0, 0, 0, 0, 0], until: time > 1e-3, until_every: 10}\n"
    "record: {every: 2, columns: [t, un, {overlap: -un}, fn]}\n"
    "expect:\n"
    "  - {that: e_n, is: 1 - wanted, within: 1e-9}\n"
    "  - {always: fn <= 0, stage: impact}\n"
    "  - {that: overlap_max, is: 5 um, within: 1 um}\n"
    "  - {fails: step limit}\n"
    "plots:\n"
    "  - {x: -un, y: -fn, title: Loading, file: loop.svg}\n"
    "  - {x: overlap, y: E_work, theory: 0.5*kn*un^2}\n"
    "calibrate: {vary: {dp_nratio: [0, 2], damping: }, to: {e_n: wanted, un_end: 1 mm}}\n";

START_TEST(reads_pair_and_law) {
    struct lt_program *p = read_good(full, NULL);
    ck_assert_str_eq(p->title, "Head-on impact");
    ck_assert_str_eq(p->stem, "good");
    ck_assert_str_eq(p->comment, "Head-on impact of two glass beads, PFC's linear law with a "
                                 "dashpot with tensile cut-off.");
    ck_assert_str_eq(p->law->name, "linear");

    const struct lt_particle *a = &p->particles[0], *b = &p->particles[1];
    ck_assert_str_eq(a->radius.formula->text, "half");
    ck_assert_str_eq(a->radius.path, "particles.a.radius");
    ck_near(a->radius.value, 0.005, 1e-15);
    ck_near(a->material_density.value, 2500, 0);
    ck_assert(!a->rotates && b->rotates && a->fixed && !b->fixed);
    ck_near(b->mass.value, 0.003, 1e-15);
    ck_assert(!b->density.given && !b->material_density.given);
    enum { KN, KS, FRIC, RGAP, LIN_MODE, DP_NRATIO, DP_SRATIO, DP_MODE };
    ck_near(a->material[FRIC].value, 0.3, 0);
    ck_assert(!a->material[KN].given && b->material[KN].given);
    ck_near(p->params[KN].value, 1e5, 0);
    ck_near(p->params[DP_MODE].value, 1, 0);
    ck_assert(!p->params[FRIC].given && p->params[DP_NRATIO].formula);
    lt_program_free(p);
}
END_TEST

START_TEST(reads_lets_in_order) {
    struct lt_program *p = read_good(full, NULL);
    ck_assert_uint_eq(p->n_lets, 4);
    ck_near(p->lets[1].value, 0.005, 1e-15);
    ck_assert_str_eq(p->lets[1].formula->text, "whole/2");
    size_t place[4];
    for (size_t i = 0; i < 4; i++)
        place[p->let_order[i]] = i;
    ck_assert_uint_lt(place[2], place[1]);
    lt_program_free(p);
}
END_TEST

START_TEST(reads_motion_and_stages) {
    struct lt_program *p = read_good(full, NULL);
    const struct lt_motion *m = &p->motion;
    ck_assert_int_eq(m->integrator, LT_LEAPFROG);
    ck_assert_str_eq(m->dt->text, "t_c/50");
    ck_assert(m->phase_given && !m->gap_given && m->gravity_given);
    ck_near(m->gravity[0].value, -9.81, 0);

    ck_assert_uint_eq(p->n_stages, 2);
    const struct lt_stage *impact = &p->stages[0], *rest = &p->stages[1];
    ck_assert_str_eq(impact->name, "impact");
    ck_assert_str_eq(impact->whats, "iv....");
    ck_assert_ptr_null(impact->formulas[0]);
    ck_near(impact->numbers[0].value, -0.5, 0);
    ck_assert_str_eq(impact->formulas[1]->text, "0.1*sin(t)");
    ck_assert_int_eq(impact->formulas[1]->mark.line, 20);
    ck_assert_int_eq(impact->formulas[1]->mark.column, 26); /* behind the quote */
    ck_near(impact->max_steps.value, 5000, 0);
    ck_near(impact->until_every.value, 1, 0);
    ck_assert_str_eq(rest->name, "stage 2");
    ck_near(rest->max_steps.value, 1e6, 0);
    ck_near(rest->until_every.value, 10, 0);
    lt_program_free(p);
}
END_TEST

START_TEST(reads_columns_and_plots) {
    struct lt_program *p = read_good(full, NULL);
    ck_assert_uint_eq(p->every, 2);
    ck_assert(p->columns_given && !p->uses_views);
    static const char *const names[] = {"t", "un", "overlap", "fn", "-fn", "E_work", "0.5*kn*un^2"};
    ck_assert_uint_eq(p->n_columns, 7);
    for (size_t i = 0; i < 7; i++) {
        ck_assert_str_eq(p->columns[i].name, names[i]);
        ck_assert_int_eq(p->columns[i].hidden, i >= 4);
        ck_assert((p->columns[i].source != NULL) != (p->columns[i].formula != NULL));
    }
    const struct lt_plot *first = &p->plots[0], *second = &p->plots[1];
    ck_assert_uint_eq(first->x_column, 2); /* "overlap" is -un already */
    ck_assert_uint_eq(first->y_column, 4);
    ck_assert_str_eq(first->y_text, "-fn");
    ck_assert_str_eq(first->y_unit, "N");
    ck_assert_str_eq(first->title, "Loading");
    ck_assert_str_eq(first->file, "loop.svg");
    ck_assert_ptr_null(first->theory);
    ck_assert_uint_eq(second->x_column, 2);
    ck_assert_uint_eq(second->y_column, 5);
    ck_assert_uint_eq(second->theory_column, 6);
    lt_program_free(p);
}
END_TEST

START_TEST(reads_expectations) {
    struct lt_program *p = read_good(full, NULL);
    ck_assert_uint_eq(p->n_expects, 4);
    const struct lt_expect *e = p->expects;
    ck_assert_int_eq(e[0].kind, LT_EXPECT_THAT);
    ck_assert_str_eq(e[0].text, "e_n = 1 - wanted");
    ck_assert_int_eq((int)e[0].stage, -1);
    ck_assert_int_eq(e[1].kind, LT_EXPECT_ALWAYS);
    ck_assert_str_eq(e[1].text, "always fn <= 0, stage impact");
    ck_assert_int_eq((int)e[1].stage, 0);
    ck_assert_int_eq(e[1].that->kind, LT_FORMULA_CONDITION);
    ck_assert_ptr_null(e[1].is);
    ck_assert_str_eq(e[2].text, "overlap_max = 5 um");
    ck_near(strtod(e[2].is->text, NULL), 5e-6, 1e-15);
    ck_assert_int_eq(e[3].kind, LT_EXPECT_FAILS);
    ck_assert_str_eq(e[3].text, "step limit");
    lt_program_free(p);
}
END_TEST

START_TEST(reads_calibration) {
    struct lt_program *p = read_good(full, NULL);
    ck_assert_uint_eq(p->n_vary, 2);
    ck_assert_str_eq(p->vary[0].name, "dp_nratio");
    ck_assert_int_eq(p->vary[0].target->kind, LT_NAME_PARAM);
    ck_assert(p->vary[0].bounded && p->vary[0].lo == 0 && p->vary[0].hi == 2);
    ck_assert_int_eq(p->vary[1].target->kind, LT_NAME_LET);
    ck_assert(!p->vary[1].bounded);
    ck_assert_uint_eq(p->n_targets, 2);
    ck_assert_str_eq(p->targets[0].result->name, "e_n");
    ck_near(p->targets[0].value.value, 0.5, 0);
    ck_assert_str_eq(p->targets[1].result->name, "un");
    ck_near(p->targets[1].value.value, 0.001, 1e-15);
    lt_program_free(p);
}
END_TEST

START_TEST(fills_what_is_not_given) {
    struct lt_program *p = read_good(least, NULL);
    static const char *const names[] = {
        "t",           "stage",       "un",       "us",        "ut",        "vn",
        "vs",          "vt",          "fn",       "fs",        "ft",        "lin_force_n",
        "lin_force_s", "lin_force_t", "lin_slip", "E_kinetic", "E_work",    "E_strain",
        "E_slip",      "E_dashpot",   "E_cross",  "E_defect",  "E_residual"};
    ck_assert_uint_eq(p->n_columns, sizeof names / sizeof names[0]);
    for (size_t i = 0; i < p->n_columns; i++)
        ck_assert_str_eq(p->columns[i].name, names[i]);
    ck_assert(!p->columns_given && p->every == 1);
    ck_assert_str_eq(p->title, "");
    ck_assert_str_eq(p->comment, "");
    ck_assert_ptr_null(p->motion.dt);
    ck_assert(!p->motion.phase_given && !p->motion.gap_given && !p->motion.gravity_given);
    ck_assert(p->particles[1].fixed && !p->particles[0].fixed && p->particles[0].rotates);
    ck_assert_str_eq(p->stages[0].name, "stage 1");
    ck_near(p->stages[0].max_steps.value, 1e6, 0);
    lt_program_free(p);
}
END_TEST

START_TEST(finds_out_about_views) {
    struct lt_program *p = read_good(HEAD LAW STAGES "record: {columns: [t, dp_force_n]}\n", NULL);
    ck_assert(p->uses_views);
    lt_program_free(p);
    p = read_good(HEAD LAW STAGES "plots: [{x: t, y: 2*pfc_energy_slip}]\n", NULL);
    ck_assert(p->uses_views);
    lt_program_free(p);
    p = read_good(least, NULL);
    ck_assert(!p->uses_views);
    ck_assert_str_eq(p->views[0]->text, p->law->views[0].formula);
    lt_program_free(p);
}
END_TEST

START_TEST(notes_do_not_stop) {
    struct lt_errors *errors = lt_errors_new();
    struct lt_program *p = read_defined("a.yaml",
                                        HEAD "law: {name: linear, kn: 1e5, dp_nratio: 1.5}\n" STAGES
                                             "motion: {integrator: exact, phase: 0.5}\n",
                                        NULL, errors);
    ck_assert_ptr_nonnull(p);
    lt_program_free(p); /* before the errors, which have a copy of what they point into */
    ck_assert_uint_eq(errors->count, 2);
    ck_assert_uint_eq(errors->failures, 0);
    ck_assert_str_eq(errors->list[0].text, "dp_nratio is 1.5; unusual above 1");
    ck_assert_str_eq(errors->list[1].text, "phase is ignored: 'integrator: exact' has no steps");
    char *text = lt_errors_text(errors);
    ck_assert_ptr_nonnull(strstr(text, "a.yaml:3:41: note:"));
    free(text);
    lt_errors_free(errors);
}
END_TEST

static const struct {
    const char *motion, *whats, *note;
} starts[] = {
    {"phase: 0.5", "i.....", NULL},
    {"gap: 1 um", "i.....", NULL},
    {"phase: 0.5, gap: 1 um", "i.....", "gap is ignored: phase says where the run starts"},
    {"phase: 0.5", "v.....",
     "phase is ignored: the first stage has no initial normal velocity (i)"},
    {"phase: 0.5, gap: 1 um, integrator: exact", "i.....",
     "phase is ignored: 'integrator: exact' has no steps"},
};

START_TEST(notes_how_a_run_starts) {
    char text[1000];
    snprintf(text, sizeof text,
             HEAD LAW "motion: {%s}\n"
                      "stages: [{whats: %s, values: [-1, 0, 0, 0, 0, 0], until: step >= 1}]\n",
             starts[_i].motion, starts[_i].whats);
    struct lt_errors *errors = lt_errors_new();
    struct lt_program *p = read_defined("a.yaml", text, NULL, errors);
    ck_assert_ptr_nonnull(p);
    ck_assert_uint_eq(errors->count, starts[_i].note != NULL);
    ck_assert_int_eq(p->motion.gap_given, strstr(starts[_i].motion, "gap") != NULL);
    ck_near(p->motion.gap.value, p->motion.gap_given ? 1e-6 : 0, 1e-15);
    if (starts[_i].note)
        ck_assert_str_eq(errors->list[0].text, starts[_i].note);
    lt_program_free(p);
    lt_errors_free(errors);
}
END_TEST

static const struct {
    const char *law, *stage, *note;
} questions[] = {
    {"dp_nratio: 0.1", "v....., values: [-1, 0, 0, 0, 0, 0], until: rebound",
     "'v' imposes this velocity throughout, so that the particles cannot rebound; write 'i' for an "
     "initial velocity, or another until"},
    {"dp_nratio: 0.1", "v....., values: [0, 0, 0, 0, 0, 0], until: bounces >= 1 or broken",
     "'v' imposes this velocity throughout, so that the particles cannot rebound; write 'i' for an "
     "initial velocity, or another until"},
    {"dp_nratio: 0.1", "v....., values: [1, 0, 0, 0, 0, 0], until: broken", NULL},
    {"dp_nratio: 0.1", "v....., values: [-cos(time), 0, 0, 0, 0, 0], until: rebound", NULL},
    {"dp_nratio: 0.1", "v....., values: [-1, 0, 0, 0, 0, 0], until: rebound or time > 1 s", NULL},
    {"fric: 30", "i....., values: [-1, 0, 0, 0, 0, 0], until: rebound",
     "fric is 30, a coefficient; for an angle of friction of 30 degrees write 'tan(rad(30))'"},
    {"fric: 10", "i....., values: [-1, 0, 0, 0, 0, 0], until: rebound", NULL},
    {"fric: 1e3", "i....., values: [-1, 0, 0, 0, 0, 0], until: rebound", NULL},
};

START_TEST(questions_what_is_unlikely) {
    char text[1000];
    snprintf(text, sizeof text, HEAD "law: {name: linear, kn: 1e5, %s}\nstages: [{whats: %s}]\n",
             questions[_i].law, questions[_i].stage);
    struct lt_errors *errors = lt_errors_new();
    struct lt_program *p = read_defined("a.yaml", text, NULL, errors);
    ck_assert_ptr_nonnull(p);
    ck_assert_uint_eq(errors->count, questions[_i].note != NULL);
    if (questions[_i].note)
        ck_assert_str_eq(errors->list[0].text, questions[_i].note);
    lt_program_free(p);
    lt_errors_free(errors);
}
END_TEST

static const struct {
    const char *material, *law, *note;
} of_materials[] = {
    {"kn: 1e5", "linear", NULL},
    {"young: 1e9, surf_energy: 1", "linear, kn: 1e5", NULL}, /* laws have rules for these */
    {"alpha: 0.1", "linear, kn: 1e5", "law 'linear' has no parameter 'alpha': it is not used"},
    {"k_roll: 0.1", "contact, kn: 1e5", "'k_roll' belongs to 'rolling: sds': it is not used"},
    {"kn: 1e5, emod: 1e9", "linear",
     "'emod' of the materials is not used: it would make 'kn', which the law makes of them"},
    {"young: 1e9, poisson: 0.3, young_eff: 1e9", "hertz",
     "'young_eff' of the materials is not used: it follows from 'young', which the law makes of "
     "them"},
};

START_TEST(notes_what_of_materials_is_not_used) {
    char text[1000];
    snprintf(text, sizeof text,
             "lawtester: 1\nmaterials: {g: {density: 2500, %s}}\n"
             "particles: {a: {shape: sphere, radius: 1 mm, material: g}, b: {shape: sphere, "
             "radius: 1 mm, material: g}}\nlaw: {name: %s}\n" STAGES,
             of_materials[_i].material, of_materials[_i].law);
    struct lt_errors *errors = lt_errors_new();
    struct lt_program *p = read_defined("a.yaml", text, NULL, errors);
    ck_assert_ptr_nonnull(p);
    ck_assert_uint_eq(errors->count, of_materials[_i].note != NULL);
    if (of_materials[_i].note)
        ck_assert_str_eq(errors->list[0].text, of_materials[_i].note);
    lt_program_free(p);
    lt_errors_free(errors);
}
END_TEST

START_TEST(questions_a_density_in_g_cm3) {
    struct lt_errors *errors = lt_errors_new();
    struct lt_program *p = read_defined("a.yaml",
                                        "lawtester: 1\nparticles: {a: {shape: wall}, b: {shape: "
                                        "sphere, radius: 5 mm, density: 2.5}}\n" LAW STAGES,
                                        NULL, errors);
    ck_assert_ptr_nonnull(p);
    ck_assert_uint_eq(errors->count, 1);
    ck_assert_str_eq(errors->list[0].text,
                     "the density is 2.5 kg/m^3: if it is meant in g/cm^3, write '2.5 g/cm^3'");
    lt_program_free(p);
    lt_errors_free(errors);
}
END_TEST

/* ---- dt, tolerances, units --------------------------------------------------------------- */

static const struct {
    const char *written, *text;
} dts[] = {{"1e-7", "1e-07"},
           {"2 us", "2e-06"},
           {"t_c/100", "t_c/100"},
           {"0.1*t_crit", "0.1*t_crit"},
           {"0.1*sqrt(m_eff/kn)", "0.1*sqrt(m_eff/kn)"}};

START_TEST(reads_dt) {
    char text[500];
    snprintf(text, sizeof text, "%smotion: {dt: %s}\n", least, dts[_i].written);
    struct lt_program *p = read_good(text, NULL);
    ck_assert_str_eq(p->motion.dt->text, dts[_i].text);
    lt_program_free(p);
}
END_TEST

static const struct {
    const char *that, *written;
    double within;
    bool absolute;
} tolerances[] = {{"e_n", "1e-9", 1e-9, false},        {"e_n", "1e-9 abs", 1e-9, true},
                  {"overlap_max", "5 um", 5e-6, true}, {"un - us", "2 mm", 2e-3, true},
                  {"un*us", "2 mm^2", 2e-6, true},     {"un", "1 mm abs", 1e-3, true},
                  {"e_n", "tol", 0.125, false},        {"e_n", "2*tol", 0.25, false},
                  {"e_n", "tol abs", 0.125, true},     {"e_n", "0", 0, false}};

START_TEST(reads_tolerances) {
    char text[500];
    snprintf(text, sizeof text, "%slet: {tol: 0.125}\nexpect: [{that: %s, is: 1, within: %s}]\n",
             least, tolerances[_i].that, tolerances[_i].written);
    struct lt_program *p = read_good(text, NULL);
    ck_within(p->expects[0].within, tolerances[_i].within, 1e-20);
    ck_assert_int_eq(p->expects[0].absolute, tolerances[_i].absolute);
    lt_program_free(p);
}
END_TEST

static const struct {
    const char *formula, *unit;
} axes[] = {{"un", "m"},
            {"-un", "m"},
            {"1e3*un + us", ""},
            {"un + us", "m"},
            {"2e-3*fn", "N"},
            {"un*un", ""},
            {"un^2", ""},
            {"abs(un)", ""},
            {"un - vn", ""},
            {"(un)", ""},
            {"E_work - E_strain", "J"},
            {"2", ""},
            {"-dp_force_n", "N"},
            {"un*kn", ""},
            {"un/2", ""},
            {"overlap", "m"}};

START_TEST(finds_units_of_axes) {
    char text[500];
    snprintf(text, sizeof text,
             "%srecord: {columns: [{overlap: -un}]}\nplots: [{x: t, y: \"%s\"}]\n", least,
             axes[_i].formula);
    struct lt_program *p = read_good(text, NULL);
    ck_assert_str_eq(p->plots[0].x_unit, "s");
    ck_assert_str_eq(p->plots[0].y_unit, axes[_i].unit);
    lt_program_free(p);
}
END_TEST

/* ---- Paths, comments --------------------------------------------------------------------- */

static const struct {
    const char *path, *stem, *directory;
} paths[] = {{"a.yaml", "a", "."},         {"dir/a.b.yaml", "a.b", "dir"},
             {"/a.yaml", "a", ""},         {"../x/a", "a", "../x"},
             {"dir.d/a", "a", "dir.d"},    {".hidden", ".hidden", "."},
             {"d/.hidden", ".hidden", "d"}};

START_TEST(splits_paths) {
    struct lt_errors *errors = lt_errors_new();
    struct lt_program *p = read_defined(paths[_i].path, least, NULL, errors);
    lt_errors_free(errors);
    ck_assert_str_eq(p->source->name, paths[_i].path);
    ck_assert_str_eq(p->source->text, least);
    ck_assert_str_eq(p->stem, paths[_i].stem);
    ck_assert_str_eq(p->directory, paths[_i].directory);
    lt_program_free(p);
}
END_TEST

static const struct {
    const char *lines, *comment;
} comments[] = {{"", ""},
                {"# One.\n", "One."},
                {"# One\n# two.\n\n# Three.\n", "One two."},
                {"# One\r\n# two.\r\n#\r\n# Three.\r\n", "One two."},
                {"# SPDX-License-Identifier: GPL-3.0-or-later\n\n#\n## One. \n", "One."},
                {"\n\n#One.\n", "One."}};

START_TEST(finds_comment) {
    char text[500];
    snprintf(text, sizeof text, "%s%s# Late.\n", comments[_i].lines, least);
    struct lt_program *p = read_good(text, NULL);
    ck_assert_str_eq(p->comment, comments[_i].comment);
    lt_program_free(p);
}
END_TEST

/* ---- -D ---------------------------------------------------------------------------------- */

START_TEST(overrides) {
    struct lt_define defines[] = {{.text = "wanted=0.75"},
                                  {.text = "kn=3e5 N/m"},
                                  {.text = "dp_mode=full"},
                                  {.text = "motion.dt=1 ms"},
                                  {.text = "law.rgap=1 um"},
                                  {.text = "particles.a.radius=2*half"},
                                  {.text = "motion.gravity=[0, 0, -1]"},
                                  {.text = "let.whole=10 mm"},
                                  {.text = "stages[1].until=broken"}};
    struct lt_errors *errors = lt_errors_new();
    size_t count = sizeof defines / sizeof defines[0];
    struct lt_program *p = lt_read_program("good.yaml", full, strlen(full), defines, count, errors);
    ck_assert_uint_eq(errors->count, 0);
    lt_errors_free(errors);
    ck_near(p->lets[0].value, 0.75, 0);
    ck_near(p->params[0].value, 3e5, 0);
    ck_near(p->params[7].value, 0, 0);
    ck_near(p->params[3].value, 1e-6, 1e-15);
    ck_assert_str_eq(p->motion.dt->text, "0.001");
    ck_near(p->particles[0].radius.value, 0.01, 1e-15);
    ck_near(p->motion.gravity[2].value, -1, 0);
    ck_near(p->lets[2].value, 0.01, 1e-15);
    ck_assert_str_eq(p->stages[1].until->text, "broken");
    ck_assert(p->stages[1].until->mark.source->argument);
    lt_program_free(p);
}
END_TEST

static const struct {
    const char *define, *text;
    int column;
} bad_defines[] = {
    {"wnated=0.5", "unknown let or parameter 'wnated'; did you mean 'wanted'?", 1},
    {"dp_ratio=0.5", "unknown let or parameter 'dp_ratio'; did you mean 'dp_nratio'?", 1},
    {"dt=1e-7", "unknown let or parameter 'dt'; other keys need their path, such as motion.dt", 1},
    {"kn", "expected NAME=VALUE; write 'kn=VALUE'", 1},
    {"=5", "expected NAME=VALUE; write 'NAME=5'", 1},
    {"kn: 5", "expected NAME=VALUE; write 'kn=5'", 1},
    {"radius=5 mm",
     "unknown let or parameter 'radius'; other keys need their path, such as particles.a.radius",
     1},
    {"kn=5 mm", "'5 mm' is a length (m), expected a stiffness (N/m)", 4},
    {"kn=-5", "law.kn must be at least 0, is -5 N/m", 4},
    {"motion.dtt=1", "unknown key 'dtt'; did you mean 'dt'?", 1},
    {"law.name=lineer", "unknown law 'lineer'; did you mean 'linear'?", 10},
    {"let.hafl=1", "unknown let 'hafl'; did you mean 'half'?", 5},
    {"materials.glas.young=1", "unknown material 'glas'; did you mean 'glass'?", 11},
    {"stages[0].until=fnn > 0", "until: unknown name 'fnn'; did you mean 'fn'?", 17},
};

START_TEST(refuses_defines) {
    struct lt_errors *errors = lt_errors_new();
    ck_assert_ptr_null(read_defined("good.yaml", full, bad_defines[_i].define, errors));
    size_t i = 0;
    while (i < errors->count && !errors->list[i].mark.source->argument)
        i++;
    ck_assert_uint_lt(i, errors->count);
    const struct lt_error *error = &errors->list[i];
    ck_assert_str_eq(error->text, bad_defines[_i].text);
    ck_assert_int_eq(error->mark.column, bad_defines[_i].column);
    ck_assert_str_eq(error->mark.source->name + 3, bad_defines[_i].define);
    lt_errors_free(errors);
}
END_TEST

/* ---- Parts ------------------------------------------------------------------------------- */

#define CONTACT(parts) HEAD "law: {name: contact, kn: 1e5 N/m, " parts "}\n" STAGES

static double param_of(const struct lt_program *p, const char *name) {
    for (size_t i = 0; i < p->law->n_params; i++)
        if (strcmp(p->law->params[i].name, name) == 0)
            return p->params[i].given ? p->params[i].value : p->law->params[i].preset;
    return NAN;
}

static const struct {
    const char *text, *define;
    double pulls[3], force, density; /* which of dmt area lens constant, counted from 1 */
} listed[] = {
    {CONTACT("cohesion: [constant, area], pull_force: 2 mN, cohesion_density: 3"),
     NULL,
     {4, 2, 0},
     2e-3,
     3},
    {CONTACT("cohesion: [{name: constant, pull_force: 2 mN}, {name: area, cohesion_density: 3}]"),
     NULL,
     {4, 2, 0},
     2e-3,
     3},
    {CONTACT("cohesion: {name: constant, pull_force: 2 mN}"), NULL, {4, 0, 0}, 2e-3, NAN},
    {CONTACT("cohesion: [{name: constant, pull_force: 2 mN}]"), NULL, {4, 0, 0}, 2e-3, NAN},
    {CONTACT("cohesion: [{name: constant, pull_force: 2 mN}, area]"),
     "pull_force=5 mN",
     {4, 2, 0},
     5e-3,
     0},
    {CONTACT("cohesion: [{name: constant, pull_force: 2 mN}, area]"),
     "law.pull_force=5 mN",
     {4, 2, 0},
     5e-3,
     0},
    {CONTACT("cohesion: [{name: constant, pull_force: 2 mN}, area]"),
     "law.cohesion[0].pull_force=5 mN",
     {4, 2, 0},
     5e-3,
     0},
    {CONTACT("cohesion: [{name: constant, pull_force: 2 mN}, area]"),
     "cohesion_density=7",
     {4, 2, 0},
     2e-3,
     7},
    {CONTACT("cohesion: [{name: constant, pull_force: 2 mN}, area]"),
     "law.cohesion[]=lens",
     {4, 2, 3},
     2e-3,
     0},
    {CONTACT("cohesion: [{name: constant, pull_force: 2 mN}, area]"),
     "law.cohesion[1]=lens",
     {4, 3, 0},
     2e-3,
     0},
    {CONTACT("cohesion: [{name: mine, define: {params: {pull_force: 1 N}, force: {fn: pull_force}},"
             " pull_force: 2 mN}, area]"),
     NULL,
     {8, 2, 0},
     2e-3,
     0},
    {CONTACT("cohesion: area"),
     "cohesion=[{name: constant, pull_force: 2 mN}, lens]",
     {4, 3, 0},
     2e-3,
     0},
};

START_TEST(reads_lists_of_parts) {
    struct lt_program *p = read_good(listed[_i].text, listed[_i].define);
    ck_near(param_of(p, "cohesion"), listed[_i].pulls[0], 0);
    ck_near(param_of(p, "cohesion_2"), listed[_i].pulls[1], 0);
    ck_near(param_of(p, "cohesion_3"), listed[_i].pulls[2], 0);
    ck_near(param_of(p, "pull_force"), listed[_i].force, 1e-15);
    const double density = param_of(p, "cohesion_density");
    ck_assert(density == listed[_i].density || (isnan(density) && isnan(listed[_i].density)));
    lt_program_free(p);
}
END_TEST

/* Numbers that other arguments take the place of are put behind those. */
START_TEST(defines_of_parts_in_any_order) {
    static const char text[] = CONTACT("cohesion: [{name: constant, pull_force: 2 mN}, area]");
    for (int k = 0; k < 2; k++) {
        struct lt_define defines[] = {
            {.text = k ? "cohesion=[lens, constant]" : "pull_force=5 mN"},
            {.text = k ? "pull_force=5 mN" : "cohesion=[lens, constant]"}};
        struct lt_errors *errors = lt_errors_new();
        struct lt_program *p = lt_read_program("good.yaml", text, strlen(text), defines, 2, errors);
        ck_assert_uint_eq(errors->count, 0);
        lt_errors_free(errors);
        ck_near(param_of(p, "cohesion"), 3, 0);
        ck_near(param_of(p, "cohesion_2"), 4, 0);
        ck_near(param_of(p, "pull_force"), 5e-3, 1e-15);
        lt_program_free(p);
    }
}
END_TEST

static const struct {
    const char *parts, *define, *text;
} no_parts[] = {
    {"cohesion: [constant, area]", "cohesion_2=3",
     "unknown let or parameter 'cohesion_2'; did you mean 'cohesion'?"},
    {"cohesion: [constant, area]", "law.cohesion_2=lens",
     "several parts stand in a list: write 'cohesion: [WORD, WORD]'"},
    {"cohesion: [constant, area]", "law.cohesion[2].pull_force=1",
     "'law.cohesion' has only 2 items, counted from 0"},
    {"cohesion: [{name: constant, pull_force: 1}]", "law.cohesion[0].name=area",
     "'cohesion: area' has no 'pull_force'; it has cohesion_density"},
};

START_TEST(refuses_lists_of_parts) {
    char text[512];
    snprintf(text, sizeof text, CONTACT("%s"), no_parts[_i].parts);
    char *first = read_bad(text, no_parts[_i].define);
    ck_assert_str_eq(first, no_parts[_i].text);
    free(first);
}
END_TEST

/* ---- Bad files: NAME.yaml and beside it what is said of it, NAME.txt ----------------------- */

static struct dirent **bad;
static int n_bad;

static int is_yaml(const struct dirent *entry) {
    size_t length = strlen(entry->d_name);
    return length > 5 && strcmp(entry->d_name + length - 5, ".yaml") == 0;
}

static char *contents(const char *name, size_t stem, const char *ending, size_t *length) {
    char path[4096];
    snprintf(path, sizeof path, "%s/bad/%.*s%s", getenv("LT_TEST_DATA"), (int)stem, name, ending);
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "%s is missing", path);
    char *text = calloc(1, 1 << 16);
    *length = fread(text, 1, (1 << 16) - 1, file);
    fclose(file);
    return text;
}

START_TEST(says_what_is_wrong) {
    const char *name = bad[_i]->d_name;
    char folder[4096];
    snprintf(folder, sizeof folder, "%s/bad", getenv("LT_TEST_DATA"));
    ck_assert_int_eq(chdir(folder), 0); /* tables are beside their program */
    size_t stem = strlen(name) - 5, length, expected_length;
    char *text = contents(name, stem, ".yaml", &length);
    char *expected = contents(name, stem, ".txt", &expected_length);
    struct lt_errors *errors = lt_errors_new();
    ck_assert_ptr_null(lt_read_program(name, text, length, NULL, 0, errors));
    char *said = lt_errors_text(errors);
    ck_assert_str_eq(said, expected);
    free(said);
    free(text);
    free(expected);
    lt_errors_free(errors);
}
END_TEST

START_TEST(has_bad_files) {
    ck_assert_int_ge(n_bad, 20);
}
END_TEST

/* ---- Hostile input ------------------------------------------------------------------------ */

static void read_anything(const char *text, size_t length) {
    struct lt_errors *errors = lt_errors_new();
    struct lt_program *p = lt_read_program("x.yaml", text, length, NULL, 0, errors);
    ck_assert_int_eq(p == NULL, errors->failures > 0);
    char *said = lt_errors_text(errors);
    free(said);
    lt_errors_free(errors);
    lt_program_free(p);
}

START_TEST(survives_cuts) {
    for (size_t length = 0; length < sizeof full; length++)
        read_anything(full, length);
}
END_TEST

static unsigned next(unsigned *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

START_TEST(survives_changes) {
    unsigned state = (unsigned)_i;
    char text[sizeof full];
    for (int round = 0; round < 500; round++) {
        memcpy(text, full, sizeof full);
        for (unsigned i = next(&state) % 4 + 1; i > 0; i--)
            text[next(&state) % (sizeof full - 1)] =
                next(&state) % 2 ? full[next(&state) % (sizeof full - 1)] : (char)next(&state);
        read_anything(text, sizeof full - 1);
    }
}
END_TEST

START_TEST(survives_random_bytes) {
    size_t length = 1 << 20;
    unsigned state = 1;
    char *text = malloc(length);
    for (size_t i = 0; i < length; i++)
        text[i] = (char)next(&state);
    read_anything(text, length);
    free(text);
}
END_TEST

/* A megabyte of one thing after a good beginning. */
static const char *const floods[] = {"x",    "(",    "- ",    "[",
                                     "{a: ", "a\n",  "# c\n", "\xc3\xa4",
                                     "? ",   "1e5 ", "'",     "- {that: zz, is: q}\n"};

START_TEST(survives_floods) {
    size_t room = 1 << 20, piece = strlen(floods[_i]), length = 0;
    char *text = malloc(room);
    length += (size_t)snprintf(text, room, "%sexpect: ", least);
    for (; length + piece < room; length += piece)
        memcpy(text + length, floods[_i], piece);
    read_anything(text, length);
    memcpy(text, "#", 1);
    read_anything(text, length);
    free(text);
}
END_TEST

START_TEST(says_everything_once_too_often) {
    size_t room = 1 << 16, length = 0;
    char *text = malloc(room);
    length += (size_t)snprintf(text, room, "%sexpect:\n", least);
    for (int i = 0; i < 300; i++)
        length += (size_t)snprintf(text + length, room - length,
                                   "  - {that: zz, is: [], within: 1 q, stage: 3}\n");
    read_anything(text, length);
    char *first = read_bad(text, NULL);
    ck_assert_str_eq(
        first,
        "that: unknown name 'zz'; expected a number, or a name of the file, the law or the run");
    free(first);
    free(text);
}
END_TEST

#define COUNT(table) ((int)(sizeof table / sizeof table[0]))

static void add(TCase *t) {
    char path[4096];
    snprintf(path, sizeof path, "%s/bad", getenv("LT_TEST_DATA") ? getenv("LT_TEST_DATA") : ".");
    n_bad = scandir(path, &bad, is_yaml, alphasort);
    tcase_add_test(t, reads_pair_and_law);
    tcase_add_test(t, reads_lets_in_order);
    tcase_add_test(t, reads_motion_and_stages);
    tcase_add_test(t, reads_columns_and_plots);
    tcase_add_test(t, reads_expectations);
    tcase_add_test(t, reads_calibration);
    tcase_add_test(t, fills_what_is_not_given);
    tcase_add_test(t, finds_out_about_views);
    tcase_add_test(t, notes_do_not_stop);
    tcase_add_loop_test(t, notes_what_of_materials_is_not_used, 0, COUNT(of_materials));
    tcase_add_loop_test(t, notes_how_a_run_starts, 0, COUNT(starts));
    tcase_add_loop_test(t, questions_what_is_unlikely, 0, COUNT(questions));
    tcase_add_test(t, questions_a_density_in_g_cm3);
    tcase_add_loop_test(t, reads_dt, 0, COUNT(dts));
    tcase_add_loop_test(t, reads_tolerances, 0, COUNT(tolerances));
    tcase_add_loop_test(t, finds_units_of_axes, 0, COUNT(axes));
    tcase_add_loop_test(t, splits_paths, 0, COUNT(paths));
    tcase_add_loop_test(t, finds_comment, 0, COUNT(comments));
    tcase_add_test(t, overrides);
    tcase_add_loop_test(t, refuses_defines, 0, COUNT(bad_defines));
    tcase_add_loop_test(t, reads_lists_of_parts, 0, COUNT(listed));
    tcase_add_test(t, defines_of_parts_in_any_order);
    tcase_add_loop_test(t, refuses_lists_of_parts, 0, COUNT(no_parts));
    tcase_add_test(t, has_bad_files);
    tcase_add_loop_test(t, says_what_is_wrong, 0, n_bad);
    tcase_add_test(t, survives_cuts);
    tcase_add_loop_test(t, survives_changes, 1, 5);
    tcase_add_test(t, survives_random_bytes);
    tcase_add_loop_test(t, survives_floods, 0, COUNT(floods));
    tcase_add_test(t, says_everything_once_too_often);
}

LT_TESTS("parse", add)

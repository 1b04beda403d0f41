/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Normal parts that remember: as recorded by other codes, and whether their energies add up. */
#include "base/choice.h"
#include "rig.h"

#include <stdio.h>
#include <stdlib.h>

/* "normal=luding kn1=1e5", numbers and words. */
static void set_all(struct rig *b, const char *text) {
    for (const char *at = text; *at; at += strcspn(at, " "), at += *at == ' ') {
        char name[64] = "", value[64] = "";
        ck_assert_int_eq(sscanf(at, "%63[^=]=%63[^ ]", name, value), 2);
        const long i = lt_laws_param(b->contact.law, name);
        const char *choices = i < 0 ? NULL : b->contact.law->params[i].choices;
        const long word = choices ? lt_choice_number(choices, value) : -1;
        ck_assert_msg(!choices || word >= 0, "%s has no word %s", name, value);
        *rig_param(b, name) = choices ? (double)word : strtod(value, NULL);
    }
}

static void begin(struct rig *b, double radius, const char *parts) {
    const double m = 4.0 / 3 * M_PI * 2500 * radius * radius * radius;
    const struct lt_body bead = {
        .mass = m, .own_mass = m, .radius = radius, .length = radius, .curvature = 1 / radius};
    rig_begin(b, "contact");
    b->drive.pair = (struct lt_pair){
        .a = bead, .b = bead, .m_eff = m / 2, .r_eff = radius / 2, .area = 1, .dimensions = 3};
    set_all(b, parts);
    const char *wrong = rig_derive(b);
    ck_assert_msg(!wrong, "%s: %s", parts, wrong);
}

/* ---- Recorded loops ---------------------------------------------------------------------------
 */

#define LUDING "normal=luding kn1=1e5 kn2=5e5 kc=5e4 phi_f=0.01 "
/* LIGGGHTS' hooke/hysteresis takes kn1 from characteristicVelocity 0.5. */
#define HYSTERESIS "normal=luding kn1=14626.6105163 kn2=73133.0525815 kc=7313.30525815 phi_f=0.01"
#define EEPA       "normal=eepa young=5e7 poisson=0.25 plas_ratio=0.8 "
#define YADE       "normal=luding memory=lagged kn1=2e5 kn2=8e5 kc=1e5 phi_f=0.01"

/* Rows of imposed motion and forces, tests/data/README.md has their origin. */
static const struct {
    const char *file;
    double radius;
    const char *parts;
    double within; /* of the peak */
} recorded[] = {
    {"liggghts_luding_A", 5e-3, LUDING "memory=explicit", 1e-9},
    {"liggghts_luding_C", 5e-3, LUDING "memory=explicit", 1e-9},
    {"liggghts_luding_damped", 5e-3,
     LUDING "memory=explicit damping=critical dp_nratio=0.16049304666", 2e-9},
    {"liggghts_hysteresis_B", 5e-3, HYSTERESIS, 1e-9},
    {"liggghts_hysteresis_C", 5e-3, HYSTERESIS, 1e-9},
    {"liggghts_edinburgh_n1p5_x1p5_A", 5e-3, EEPA "surf_adh=10", 1e-9},
    {"liggghts_edinburgh_n1p5_x5_B", 5e-3, EEPA "adh_exp=5 surf_adh=10", 1e-9},
    {"liggghts_edinburgh_n1_x1_A", 5e-3, EEPA "lu_exp=1 adh_exp=1 surf_adh=10", 1e-9},
    {"liggghts_edinburgh_stiffness_A", 5e-3,
     "normal=eepa k_load=1e5 plas_ratio=0.8 lu_exp=1 adh_exp=1 surf_adh=100", 1e-9},
    {"liggghts_edinburgh_capped_A", 5e-3, EEPA "surf_adh=600 adh_cap=half", 1e-9},
    {"liggghts_edinburgh_damped", 5e-3, EEPA "surf_adh=10 damping=constant cn=10.949121406", 2e-9},
    {"yade_luding_A", 8e-3, YADE, 1e-9},
    {"yade_luding_C", 8e-3, YADE, 1e-9},
};

/* The number of a column in a line, NAN if the table has none. */
static double cell(const char *header, const char *line, const char *name) {
    const size_t length = strlen(name);
    for (;;) {
        const char *end = header + strcspn(header, ",\r\n");
        if ((size_t)(end - header) == length && strncmp(header, name, length) == 0)
            return strtod(line, NULL);
        line += strcspn(line, ",\n");
        if (*end != ',' || *line != ',')
            return NAN;
        header = end + 1;
        line++;
    }
}

START_TEST(as_recorded_by_other_codes) {
    char path[512], header[256], line[512];
    struct rig b;
    struct lt_drive_step s = {0};
    double u[LT_DOFS] = {0}, t = 0, worst = 0, peak = 0;
    snprintf(path, sizeof path, "%s/data/plastic/%s.csv", getenv("LT_TEST_DATA"),
             recorded[_i].file);
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    ck_assert_ptr_nonnull(fgets(header, sizeof header, file));
    begin(&b, recorded[_i].radius, recorded[_i].parts);
    while (fgets(line, sizeof line, file)) {
        const double un = cell(header, line, "un"), now = cell(header, line, "t");
        const double dt = now > t ? now - t : 1e-6, fn = cell(header, line, "fn");
        const double vn = cell(header, line, "vn");
        const double du[LT_DOFS] = {t > 0 || now > 0 ? un - u[0] : 0};
        const double v[LT_DOFS] = {isnan(vn) ? du[0] / dt : vn};
        u[0] = un;
        t = now;
        s = lt_drive_make_step(u, du, v, dt, s.active);
        lt_drive_evaluate(&b.drive, &s, b.drive.state, b.drive.losses);
        worst = fmax(worst, fabs(s.f[0] - fn));
        peak = fmax(peak, fabs(fn));
    }
    fclose(file);
    ck_assert_double_gt(peak, 0);
    ck_assert_msg(worst <= recorded[_i].within * peak, "%s: off by %.3g of the peak",
                  recorded[_i].file, worst / peak);
    lt_arena_free(b.arena);
}
END_TEST

/* ---- Energies ---------------------------------------------------------------------------------
 */

static const char *const remembering[] = {
    LUDING,
    LUDING "pull_off=0.01",
    LUDING "memory=explicit",
    LUDING "memory=lagged",
    "normal=luding kn1=1e5 kn2=5e5 kc=5e4 phi_f=0.002 memory=lagged",
    "normal=luding kn1=1e5 kn2=5e5 kc=5e4 phi_f=0.002 memory=explicit",
    "normal=walton-braun kn1=1e5 kn2=3e5",
    "normal=walton-braun kn1=1e5 hardening=1e5",
    "normal=thornton young_eff=2.6666667e7 yield_pressure=3e5",
    EEPA "surf_adh=10",
    EEPA "surf_adh=600 adh_exp=5",
    EEPA "surf_adh=600 adh_cap=half",
    EEPA "lu_exp=1 adh_exp=1 surf_adh=10 pull_off=0.01",
};

/* Others, which are torn off elsewhere than at touch, or pull there. */
static const char *const adhesive[] = {
    "normal=jkr young_eff=2.6666667e7 work_adhesion=2",
    "normal=jkr young_eff=2.6666667e7 work_adhesion=2 ends=largest-pull",
    "normal=jkr young_eff=2.6666667e7 work_adhesion=2 schwarz=0.5",
    "normal=hertz cohesion=dmt young_eff=2.6666667e7 work_adhesion=2",
    "normal=hertz cohesion=area young_eff=2.6666667e7 cohesion_density=3e5",
    "normal=hertz cohesion=lens young_eff=2.6666667e7 cohesion_density=3e5",
    "normal=linear kn=1e5 cohesion=reversible adh_force=0.01 adh_stiffness=1e4",
    "normal=linear kn=1e5 cohesion=irreversible adh_force=0.01 adh_stiffness=1e4",
};

/* What is missing after a rough path, made and lost several times, of N steps from point to point;
 * over all the work. */
static double missing(const char *parts, int n) {
    static const double points[] = {0.3, -1, -.12, -.7, -.05, -1.1, -.2, -.35, .5, -.6, .5};
    struct rig b;
    begin(&b, 5e-3, parts);
    double *values = b.values, work = 0, throughput = 0, worst = 0;
    values[LT_UN] = points[0] * 20e-6;
    for (size_t i = 0; i + 1 < sizeof points / sizeof *points; i++)
        for (int k = 1; k <= n; k++) {
            const double f0 = values[LT_FN], u0 = values[LT_UN];
            const double to = 20e-6 * (points[i] + (points[i + 1] - points[i]) * k / n);
            const double du[LT_DOFS] = {to - u0};
            rig_move(&b, du, 1e-6);
            const double step = 0.5 * (f0 + values[LT_FN]) * (values[LT_UN] - u0);
            work += step;
            throughput += fabs(step);
            const double spent =
                values[LT_E_STRAIN] + values[LT_E_CROSS] + values[LT_E_DEFECT] + rig_lost(&b);
            worst = fmax(worst, fabs(work - spent));
        }
    ck_assert_double_eq(values[LT_E_STRAIN], 0);
    lt_arena_free(b.arena);
    return worst / throughput;
}

static void add_up(const char *parts) {
    const double few = missing(parts, 101), many = missing(parts, 1616);
    ck_assert_msg(few < 2e-3, "%s: %.3g with 101 steps", parts, few);
    ck_assert_msg(many < few / 40 + 1e-13, "%s: %.3g with 101 steps, %.3g with 1616", parts, few,
                  many);
}

START_TEST(energies_add_up_to_second_order) {
    add_up(remembering[_i]);
}
END_TEST

START_TEST(energies_of_others_add_up) {
    add_up(adhesive[_i]);
}
END_TEST

/* A capped branch that is left is met again at less pull where adh_exp < lu_exp: the force jumps,
 * once for each way back, in the step that the trapezoid rule then has half wrong. */
START_TEST(energy_of_a_capped_branch_adds_up) {
    static const char *const capped[] = {EEPA "surf_adh=600 adh_exp=1.2",
                                         EEPA "surf_adh=600 adh_exp=1.2 adh_cap=half",
                                         EEPA "surf_adh=600 lu_exp=3 k_load=1e16 adh_exp=1"};
    const double few = missing(capped[_i], 1616), many = missing(capped[_i], 16160);
    ck_assert_msg(few < 1e-3, "%s: %.3g with 1616 steps", capped[_i], few);
    ck_assert_msg(many < few / 8, "%s: %.3g with 1616 steps, %.3g with 16160", capped[_i], few,
                  many);
}
END_TEST

START_TEST(memory_is_dropped_when_the_contact_is_lost) {
    struct rig b;
    begin(&b, 5e-3, remembering[_i]);
    double first = 0;
    for (int turn = 0; turn < 2; turn++) {
        const double in[LT_DOFS] = {-5e-6 - b.values[LT_UN]}, out[LT_DOFS] = {6e-6};
        rig_move(&b, in, 1e-6);
        first = turn ? first : b.values[LT_FN];
        ck_assert_double_lt(b.values[LT_FN], 0);
        ck_assert_double_eq_tol(b.values[LT_FN], first, 1e-14 * fabs(first));
        rig_move(&b, out, 1e-6);
        ck_assert_double_eq(b.values[LT_FN], 0);
    }
    lt_arena_free(b.arena);
}
END_TEST

/* As after 'set' of another parameter. */
START_TEST(is_derived_again) {
    struct rig b;
    begin(&b, 5e-3, remembering[_i]);
    *rig_param(&b, "kn1") *= 0.9;
    const char *wrong = rig_derive(&b);
    ck_assert_msg(!wrong, "%s: %s", remembering[_i], wrong);
    lt_arena_free(b.arena);
}
END_TEST

START_TEST(stiffness_follows_a_modulus_that_is_set) {
    struct rig b;
    begin(&b, 5e-3, "normal=eepa young=5e7 poisson=0.25 plas_ratio=0.8 surf_adh=10");
    const double in[LT_DOFS] = {-5e-6 - b.values[LT_UN]}, none[LT_DOFS] = {0};
    rig_move(&b, in, 1e-6);
    const double before = b.values[LT_FN];
    *rig_param(&b, "young") *= 4;
    ck_assert_ptr_null(rig_derive(&b));
    rig_move(&b, none, 1e-6);
    ck_assert_double_eq_tol(b.values[LT_FN], 4 * before, 1e-14 * -before);
    lt_arena_free(b.arena);
}
END_TEST

/* kn2 and hardening are two ways to say the same. */
START_TEST(walton_braun_takes_one_of_two) {
    static const char *const both[] = {"normal=walton-braun kn1=1e5 kn2=3e5 hardening=10",
                                       "normal=walton-braun kn1=1e5"};
    struct rig b;
    rig_begin(&b, "contact");
    b.drive.pair = (struct lt_pair){.m_eff = 1, .r_eff = 1, .area = 1, .dimensions = 3};
    set_all(&b, both[_i]);
    const char *wrong = rig_derive(&b);
    ck_assert_ptr_nonnull(wrong);
    ck_assert_ptr_nonnull(strstr(wrong, "either kn2 or hardening"));
    lt_arena_free(b.arena);
}
END_TEST

/* A hardening of 0 beside kn2 counts as not given, then and when it is derived again. */
START_TEST(no_hardening_is_no_second_way) {
    const double in[LT_DOFS] = {-5e-6}, out[LT_DOFS] = {1e-6};
    double force[2];
    for (int i = 0; i < 2; i++) {
        struct rig b;
        begin(&b, 5e-3,
              i ? "normal=walton-braun kn1=1e5 kn2=3e5 hardening=0"
                : "normal=walton-braun kn1=1e5 kn2=3e5");
        ck_assert_ptr_null(rig_derive(&b));
        rig_move(&b, in, 1e-6);
        rig_move(&b, out, 1e-6);
        force[i] = b.values[LT_FN];
        lt_arena_free(b.arena);
    }
    ck_assert_double_eq_tol(force[0], -(1e5 * 5e-6 - 3e5 * 1e-6), 1e-12);
    ck_assert_double_eq(force[0], force[1]);
}
END_TEST

/* Springs that follow the radius of a contact which has none before it is lost. */
#define YIELDS "normal=thornton young=7e10 poisson=0.2 yield_pressure=1e9 fric=0.4 "
#define PULLED "cohesion=constant pull_force=5 cap_by=absolute "
static const char *const following[] = {
    YIELDS "tangential=secant-initial",
    YIELDS "tangential=secant-initial phi=0.3 slip_dashpot=kept",
    YIELDS "tangential=displacement-rescale",
    YIELDS "tangential=tangent",
    YIELDS "tangential=tangent kt_update=end",
    YIELDS "tangential=tangent-rescale",
    YIELDS PULLED "tangential=tangent",
    YIELDS PULLED "tangential=tangent kt_update=end",
};

/* What the ledger has after the path in which N of its steps are made, less the work of shear. */
static double spent_beside_shear(struct rig *b, int n) {
    static const double path[][2] = {{-9e-5, 0},    {-1e-4, 1e-7}, {-1e-4, 5e-7}, {-1e-5, 3e-7},
                                     {-9e-6, 2e-7}, {-9e-5, 1e-7}, {-9e-5, 4e-7}, {1e-5, 3e-7}};
    double *values = b->values, work = 0;
    for (int i = 0; i < n; i++) {
        const double fs = values[LT_FS], vfs = values[LT_VFS], us = path[i][1] - values[LT_US];
        const double du[LT_DOFS] = {path[i][0] - values[LT_UN], us};
        rig_move(b, du, 1e-6);
        work += 0.5 * (fs - vfs + values[LT_FS] - values[LT_VFS]) * us;
    }
    return values[LT_E_STRAIN] + values[LT_E_CROSS] + values[LT_E_DEFECT] + rig_lost(b) - work;
}

START_TEST(spring_whose_radius_vanishes_is_slip) {
    for (int n = 1; n <= 8; n++) {
        struct rig with, without;
        char none[256];
        snprintf(none, sizeof none, "%s", following[_i]);
        begin(&with, 5e-3, none);
        *strstr(none, "tangential=") = 0;
        begin(&without, 5e-3, none);
        const double shear = spent_beside_shear(&with, n), press = spent_beside_shear(&without, n);
        ck_assert_double_eq_tol(shear, press, 1e-13 * fabs(press));
        ck_assert(n != 4 || (with.values[LT_CONTACT] > 0 && with.values[LT_UN] < 0));
        lt_arena_free(with.arena);
        lt_arena_free(without.arena);
    }
}
END_TEST

static void add(TCase *tests) {
    const int all = (int)(sizeof remembering / sizeof *remembering);
    tcase_add_loop_test(tests, as_recorded_by_other_codes, 0,
                        (int)(sizeof recorded / sizeof *recorded));
    tcase_add_loop_test(tests, energies_add_up_to_second_order, 0, all);
    tcase_add_loop_test(tests, energies_of_others_add_up, 0,
                        (int)(sizeof adhesive / sizeof *adhesive));
    tcase_add_loop_test(tests, energy_of_a_capped_branch_adds_up, 0, 3);
    tcase_add_loop_test(tests, memory_is_dropped_when_the_contact_is_lost, 0, all);
    tcase_add_loop_test(tests, is_derived_again, 0, all);
    tcase_add_test(tests, stiffness_follows_a_modulus_that_is_set);
    tcase_add_loop_test(tests, walton_braun_takes_one_of_two, 0, 2);
    tcase_add_test(tests, no_hardening_is_no_second_way);
    tcase_add_loop_test(tests, spring_whose_radius_vanishes_is_slip, 0,
                        (int)(sizeof following / sizeof *following));
}

LT_TESTS("plastic", add)

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A contact made of parts: the same as the laws that have them, whatever is combined. */
#include "base/choice.h"
#include "registry/parts.h"
#include "rig.h"

#include <stdio.h>
#include <stdlib.h>

/* "normal=hertz alpha=0.5", numbers and words. */
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

#define ELASTIC "young_eff=1e6 shear_eff=4e5 "
#define PARTS   "normal=hertz damping=tsuji tangential="
#define ARMS(form)                                                                                 \
    "mindlin-rolling-torsion",                                                                     \
        "tangential=" form " " ELASTIC "alpha=0.3 phi=0.4 fric=0.5 fric_r=0.2 fric_to=0.1 "        \
        "fric_r_dynamic=0.15 gamma_r=3 gamma_to=2 kto=1e5",                                        \
        PARTS form " rolling=arm twisting=arm " ELASTIC                                            \
                   "alpha=0.3 phi=0.4 fric=0.5 fric_roll=0.2 fric_to=0.1 fric_roll_dynamic=0.15 "  \
                   "gamma_r=3 gamma_to=2 kto=1e5"
#define MINDLIN(form, more)                                                                        \
    "mindlin", "tangential=" form " " ELASTIC "alpha=0.3 phi=0.4 fric=0.5 " more,                  \
        PARTS form " " ELASTIC "alpha=0.3 phi=0.4 fric=0.5 " more
#define HERTZ(word, more)                                                                          \
    "hertz", "damping=" word " young_eff=1e6 " more,                                               \
        "normal=hertz damping=" word " young_eff=1e6 " more

/* A law, numbers for it, and the parts that are the same. */
static const struct {
    const char *law, *numbers, *parts;
} same[] = {
    {HERTZ("none", "")},
    {HERTZ("tsuji", "alpha=0.7")},
    {HERTZ("constant", "cn=80 dp_mode=no-tension")},
    {HERTZ("viscoelastic", "A=1e-4")},
    {HERTZ("hunt-crossley", "lambda=0.5 dp_mode=no-tension")},
    {MINDLIN("tangent", "")},
    {MINDLIN("tangent", "kt_update=end dp_mode=no-tension")},
    {MINDLIN("tangent-rescale", "fric_dynamic=0.4")},
    {MINDLIN("secant", "cap_on=elastic")},
    {MINDLIN("secant-initial", "slip_dashpot=kept cap_by=absolute")},
    {MINDLIN("partial-slip", "")},
    {MINDLIN("partial-slip", "cap_on=elastic dp_mode=no-tension")},
    {ARMS("tangent-rescale")},
    {ARMS("secant")},
    {"linear-elastic", "kn=1e5 cn=50 kt=7e4 ct=20 fric=0.4 cap_on=total cap_by=total",
     "normal=linear damping=constant tangential=linear kn=1e5 cn=50 ks=7e4 ct=20 fric=0.4 "
     "slip_dashpot=kept"},
};

/* -0 is 0; else bit by bit, or to rounding where that is another formula. */
static bool is_like(double a, double b, bool exactly) {
    return a == b || (!exactly && fabs(a - b) <= 1e-12 * fmax(fabs(a), fabs(b)) + 1e-12);
}

static const char *compare_steps(const struct lt_drive_step *a, const struct lt_drive_step *b,
                                 bool exactly) {
    for (int i = 0; i < LT_DOFS; i++)
        if (!is_like(a->f[i], b->f[i], exactly) || !is_like(a->viscous[i], b->viscous[i], exactly))
            return lt_drive_out_names[i];
    return !is_like(a->strain, b->strain, false)   ? "strain"
           : !is_like(a->cross, b->cross, false)   ? "cross"
           : !is_like(a->defect, b->defect, false) ? "defect"
           : a->active != b->active                ? "active"
                                                   : NULL;
}

START_TEST(same_as_the_fixed_law) {
    struct rig b[2];
    struct lt_drive_step s[2] = {0};
    rig_begin(&b[0], same[_i].law);
    rig_begin(&b[1], "contact");
    set_all(&b[0], same[_i].numbers);
    set_all(&b[1], same[_i].parts);
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
    for (int i = 0; i < 2; i++) {
        const char *wrong = rig_derive(&b[i]);
        ck_assert_msg(!wrong, "%s", wrong);
    }
    const bool exactly = strcmp(same[_i].law, "linear-elastic") != 0;
    for (int n = 0; n < 4000; n++) {
        double v[6];
        for (int k = 0; k < 6; k++)
            v[k] = gsl_ran_gaussian(rng, k < 3 ? 1e-3 : 3e-4) / 1e-4 -
                   (k == 0 ? 0.1 / 1e-4 * (s[0].u[0] + 1e-3) : 0);
        for (int i = 0; i < 2; i++) {
            s[i] = lt_drive_next(&s[i], v, 1e-4);
            lt_drive_evaluate(&b[i].drive, &s[i], b[i].drive.state, b[i].drive.losses);
        }
        const char *unlike = compare_steps(&s[0], &s[1], exactly);
        ck_assert_msg(!unlike, "%s differs in step %d: fn %.17g %.17g, fs %.17g %.17g", unlike, n,
                      s[0].f[0], s[1].f[0], s[0].f[1], s[1].f[1]);
    }
    gsl_rng_free(rng);
    for (int i = 0; i < 2; i++)
        lt_arena_free(b[i].arena);
}
END_TEST

/* ---- What other codes have recorded ------------------------------------------------------------
 */

#define SOFT "normal=hertz young=5e7 poisson=0.25 "

/* Rows of imposed motion and forces, tests/data/README.md has their origin. */
static const struct {
    const char *file, *parts;
} recorded[] = {
    {"lammps_hertz_roll_sds", SOFT "rolling=sds k_roll=20000 fric_roll=0.1"},
    {"lammps_hertz_twist_sds", SOFT "twisting=sds k_twist=0.02 fric_twist=0.0001"},
    {"lammps_hertz_twist_marshall", SOFT "tangential=secant-initial fric=0.4 twisting=marshall"},
    {"liggghts_roll_cdt", SOFT "rolling=constant fric_roll=0.1 cap_by=elastic"},
    {"liggghts_roll_epsd", SOFT "rolling=epsd fric_roll=0.1 roll_damping=0.3"},
    {"liggghts_roll_epsd2", SOFT "tangential=secant-initial rolling=epsd2 fric_roll=0.1"},
    {"liggghts_roll_epsd3", SOFT "rolling=epsd3 fric_roll=0.1 roll_damping=0.3 roll_ratio=3"},
};

static void two_beads(struct rig *b, double radius, double density) {
    const double m = 4.0 / 3 * M_PI * density * radius * radius * radius;
    const struct lt_body bead = {
        .mass = m, .own_mass = m, .radius = radius, .length = radius, .curvature = 1 / radius};
    b->drive.pair = (struct lt_pair){
        .a = bead, .b = bead, .m_eff = m / 2, .r_eff = radius / 2, .area = 1, .dimensions = 3};
}

/* Numbers of a row, un, vn, wn ws wt, then fn, mn ms mt. */
static bool read_row(FILE *file, double *row) {
    for (int i = 0; i < 9; i++)
        if (fscanf(file, "%lf,", &row[i]) != 1)
            return false;
    return true;
}

/* Largest error of force and moments of a file, over their peaks. */
static void replay(struct rig *b, FILE *file, double dt, double *worst, double *peak) {
    struct lt_drive_step s = {0};
    double row[9], u[LT_DOFS] = {0};
    while (read_row(file, row)) {
        const double v[LT_DOFS] = {row[1], 0, 0, row[2], row[3], row[4]};
        double du[LT_DOFS] = {u[0] == 0 ? 0 : row[0] - u[0]};
        for (int i = 3; i < LT_DOFS; i++)
            u[i] += du[i] = v[i] * dt;
        u[0] = row[0];
        s = lt_drive_make_step(u, du, v, dt, s.active);
        lt_drive_evaluate(&b->drive, &s, b->drive.state, b->drive.losses);
        for (int i = 0; i < 4; i++) {
            worst[i] = fmax(worst[i], fabs(s.f[i == 0 ? 0 : i + 2] - row[5 + i]));
            peak[i] = fmax(peak[i], fabs(row[5 + i]));
        }
    }
}

START_TEST(as_recorded_by_other_codes) {
    char path[512], header[256];
    struct rig b;
    double worst[4] = {0}, peak[4] = {0};
    snprintf(path, sizeof path, "%s/data/parts/%s.csv", getenv("LT_TEST_DATA"), recorded[_i].file);
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    ck_assert_ptr_nonnull(fgets(header, sizeof header, file));
    rig_begin(&b, "contact");
    two_beads(&b, 5e-3, 2500);
    set_all(&b, recorded[_i].parts);
    ck_assert_ptr_null(rig_derive(&b));
    replay(&b, file, 6.667e-6, worst, peak);
    fclose(file);
    ck_assert_double_gt(fmax(peak[1], fmax(peak[2], peak[3])), 0);
    for (int i = 0; i < 4; i++)
        ck_assert_msg(worst[i] <= 1e-9 * peak[i], "%s: off by %.3g of %.3g", recorded[_i].file,
                      worst[i], peak[i]);
    lt_arena_free(b.arena);
}
END_TEST

/* ---- Whatever is combined -------------------------------------------------------------------- */

static const char *const kinds[] = {"normal",  "cohesion", "damping", "tangential",
                                    "rolling", "twisting", "cap_by"};

/* Numbers that make every part act, and parts drawn until they go together. */
static void combine(struct rig *b, gsl_rng *rng) {
    const char *wrong;
    b->drive.pair.a.mass = 0.5;
    b->drive.pair.b.mass = 0.75;
    do {
        set_all(
            b, "kn=1e5 young_eff=1e6 shear_eff=4e5 cn=30 alpha=0.3 A=1e-4 lambda=0.5 eta_m=9 "
               "eta_ma=8 en=0.7 dp_nratio=0.1 fric=0.4 phi=0.2 ks=7e4 ct=10 fric_roll=0.3 "
               "roll_stiffness=4e3 roll_viscosity=2 roll_damping=0.2 k_roll=3e3 c_roll=1 kr=0 "
               "gamma_r=2 k_twist=2e3 c_twist=1 fric_twist=0.1 twist_stiffness=2e3 fric_to=0.2 "
               "kto=0 gamma_to=1 work_adhesion=50 cohesion_density=1e3 adh_force=20 "
               "adh_stiffness=1e4 pull_force=30 pull_range=1e-3 bridge_volume=1e-9 bridge_gamma=30 "
               "bridge_inside=full");
        *rig_param(b, "tangential_ratio") = 0.5;
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
            const long k = lt_laws_param(b->contact.law, kinds[i]);
            *rig_param(b, kinds[i]) =
                floor(gsl_rng_uniform(rng) * (b->contact.law->params[k].max + 1));
        }
        wrong = rig_derive(b);
    } while (wrong);
}

static void combine_number(struct rig *b, int i) {
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
    gsl_rng_set(rng, 1 + (unsigned long)i);
    combine(b, rng);
    gsl_rng_free(rng);
}

static double spent(const struct rig *b) {
    const double *v = b->values;
    return v[LT_E_STRAIN] + v[LT_E_DASHPOT] + v[LT_E_CROSS] + v[LT_E_DEFECT] + rig_lost(b);
}

/* Moves both and returns the work of all but fn, whose trapezoid is not exact on Hertz' contact. */
static double work_aside(struct rig *b, struct rig *twin, const double *du, double *through) {
    double f0[LT_DOFS], u0[LT_DOFS], work = 0;
    memcpy(f0, b->values + LT_FN, sizeof f0);
    memcpy(u0, b->values + LT_UN, sizeof u0);
    rig_move(b, du, 1e-4);
    rig_move(twin, (double[LT_DOFS]){du[0]}, 1e-4);
    for (int k = 1; k < LT_DOFS; k++)
        work += 0.5 * (f0[k] + b->values[LT_FN + k]) * (b->values[LT_UN + k] - u0[k]);
    *through += fabs(work);
    return work;
}

/* Each number of parts beside the same contact with the normal part alone: what is put in aside is
 * stored, dissipated or lost at crossings, to rounding, at every step; but the slip of annuli that
 * turn, which is a sum over few of them. */
static void walk_beside(struct rig *b, struct rig *twin, unsigned long seed) {
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
    gsl_rng_set(rng, seed);
    double work = 0, through = 0, worst = 0;
    for (int n = 0; n < 4000; n++) {
        double du[LT_DOFS];
        for (int k = 0; k < LT_DOFS; k++)
            du[k] = gsl_ran_gaussian(rng, 1e-3);
        du[0] -= 0.02 * b->values[LT_UN];
        work += work_aside(b, twin, du, &through);
        worst = fmax(worst, fabs(work - (spent(b) - spent(twin))));
    }
    gsl_rng_free(rng);
    const long form = lt_laws_param(b->contact.law, "tangential");
    const bool annuli =
        *rig_param(b, "tangential") ==
        (double)lt_choice_number(b->contact.law->params[form].choices, "partial-slip");
    ck_assert_msg(worst <= (annuli ? 0.2 : 1e-10) * (through + spent(twin)), "off by %.3g",
                  worst / through);
}

START_TEST(balances_on_a_rough_walk) {
    for (int i = 0; i < 20; i++) {
        struct rig b[2];
        for (int k = 0; k < 2; k++) {
            rig_begin(&b[k], "contact");
            combine_number(&b[k], 20 * _i + i);
        }
        for (size_t k = 3; k < sizeof kinds / sizeof *kinds; k++)
            *rig_param(&b[1], kinds[k]) = 0;
        ck_assert_ptr_null(rig_derive(&b[1]));
        walk_beside(&b[0], &b[1], 3);
        lt_arena_free(b[0].arena);
        lt_arena_free(b[1].arena);
    }
}
END_TEST

START_TEST(blocks_of_other_parts_in_each_lane) {
    rig_block("contact", combine_number, 1e-3, 1e-3);
}
END_TEST

/* Model B: the moment fric_roll R*^2 N w over 1 m/s, a dashpot without limit. */
START_TEST(viscous_rolling) {
    struct rig b;
    rig_begin(&b, "contact");
    set_all(&b, "rolling=viscous kn=1e5 fric_roll=0.2");
    ck_assert_ptr_null(rig_derive(&b));
    const double r = b.drive.pair.r_eff, u[6] = {-1e-4}, v[6] = {0, 0, 0, 0, 3, -4};
    struct lt_drive_step s = lt_drive_make_step(u, u, v, 1e-4, 1);
    lt_drive_evaluate(&b.drive, &s, b.drive.state, b.drive.losses);
    ck_assert_double_eq_tol(s.f[4], 0.2 * r * r * 10 * 3, 1e-12 * fabs(s.f[4]));
    ck_assert_double_eq_tol(s.f[5], -0.2 * r * r * 10 * 4, 1e-12 * fabs(s.f[5]));
    ck_assert_double_eq(s.viscous[4], s.f[4]);
    lt_arena_free(b.arena);
}
END_TEST

/* What would follow from nothing is refused, and not 0 without a word. */
START_TEST(nothing_to_follow) {
    static const char *const parts[] = {"tangential=viscous damping=none kn=1e5",
                                        "rolling=arm kn=1e5 shear_eff=1e6",
                                        "twisting=arm kn=1e5 shear_eff=1e6"};
    struct rig b;
    rig_begin(&b, "contact");
    set_all(&b, parts[_i]);
    ck_assert_ptr_nonnull(rig_derive(&b));
    lt_arena_free(b.arena);
}
END_TEST

/* ---- Tables ---------------------------------------------------------------------------------- */

/* What belongs to parts that are not chosen has no name, and nobody else lost theirs. */
START_TEST(a_choice_hides_the_others) {
    struct lt_arena *arena = lt_arena_new();
    const struct lt_law *law = lt_laws_find("contact"), *made = lt_parts_chosen(law, NULL, arena);
    ck_assert_ptr_eq(made->whole, law);
    ck_assert_uint_eq(made->acts, 0x1);
    ck_assert_int_ge(lt_laws_param(made, "kn"), 0);
    ck_assert_int_eq(lt_laws_param(made, "young"), -1);
    ck_assert_int_eq(lt_laws_param(made, ""), -1);
    ck_assert_str_eq(lt_parts_owner(made, "k_roll", arena), "rolling: sds");
    ck_assert_ptr_null(lt_parts_owner(made, "kn_", arena));
    for (size_t i = 0; i < made->n_losses; i++)
        ck_assert(lt_parts_absent(&made->losses[i]));
    ck_assert_ptr_eq(lt_parts_chosen(lt_laws_find("linear"), NULL, arena), lt_laws_find("linear"));
    lt_arena_free(arena);
}
END_TEST

/* Each part has a text and belongs to a word of its kind; each name that a field belongs to exists.
 */
START_TEST(parts_have_words) {
    const struct lt_law *law = lt_laws_find("contact");
    for (const struct lt_part_word *part = law->parts; part->kind; part++) {
        const long kind = lt_laws_param(law, part->kind);
        ck_assert_int_ge(kind, 0);
        ck_assert_int_ge(lt_choice_number(law->params[kind].choices, part->word), 0);
        ck_assert_int_gt((int)strlen(part->doc), 0);
        const struct lt_law *const laws[] = {law, NULL}, *found = NULL;
        char name[128];
        snprintf(name, sizeof name, "%s:%s", part->kind, part->word);
        ck_assert_ptr_eq(lt_parts_find(laws, name, &found), part);
        ck_assert_ptr_eq(found, law);
    }
}
END_TEST

/* What is declared stands on the page of a part. */
START_TEST(parts_declare) {
    const struct lt_law *law = lt_laws_find("contact");
    struct lt_arena *arena = lt_arena_new();
    size_t count = 0;
    for (const struct lt_shortfall *s = law->declares; s->check; s++, count++) {
        int pages = 0;
        for (const struct lt_part_word *part = law->parts; part->kind; part++)
            pages += lt_parts_declares(law, part, s, arena);
        const char *spaced = strstr(s->when, " == ");
        const bool one =
            spaced && strstr(s->when, "==") == spaced + 1 &&
            lt_parts_is_kind(law, lt_arena_copy(arena, s->when, strcspn(s->when, " ")));
        ck_assert_msg(one ? pages == 1 : pages > 0 || strstr(s->when, "cohesion"),
                      "%s when %s: %d pages", s->check, s->when, pages);
    }
    ck_assert_uint_gt(count, 30);
    lt_arena_free(arena);
}
END_TEST

static void add(TCase *tests) {
    tcase_add_loop_test(tests, same_as_the_fixed_law, 0, (int)(sizeof same / sizeof *same));
    tcase_add_loop_test(tests, as_recorded_by_other_codes, 0,
                        (int)(sizeof recorded / sizeof *recorded));
    tcase_add_loop_test(tests, balances_on_a_rough_walk, 0, 10);
    tcase_add_test(tests, blocks_of_other_parts_in_each_lane);
    tcase_add_test(tests, viscous_rolling);
    tcase_add_loop_test(tests, nothing_to_follow, 0, 3);
    tcase_add_test(tests, a_choice_hides_the_others);
    tcase_add_test(tests, parts_have_words);
    tcase_add_test(tests, parts_declare);
}

LT_TESTS("contact", add)

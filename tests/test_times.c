/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The time scales of a run: t_c of what falls, t_crit by the stiffest state that it meets and of a
 * packing, and who is told of steps that are too long. */
#include "programs.h"
#include "ran.h"

#define BEAD "{shape: sphere, radius: 5e-3, density: 2500}"
#define PAIR "lawtester: 1\nparticles: {a: " BEAD ", b: " BEAD "}\n"
#define WALL "lawtester: 1\nparticles: {a: {shape: wall}, b: " BEAD "}\n"
#define STAGE(whats, values, until)                                                                \
    "stages: [{whats: " whats ", values: [" values "], until: " until "}]\n"
#define HEAD_ON STAGE("i.....", "-0.5, 0, 0, 0, 0, 0", "rebound")
#define OBLIQUE STAGE("iii...", "-0.5, 0.2, 0.1, 0, 0, 0", "rebound")
#define TIMES   "record: {columns: [dfn_dun, dfs_dus, t_c, t_crit, m_t]}\n"

static bool is_told(const struct ran *ran, const char *text) {
    for (size_t i = 0; i < ran->result->n_warnings; i++)
        if (strstr(ran->result->warnings[i], text))
            return true;
    return false;
}

/* The highest of a column of TIMES. */
enum { DFN_DUN, DFS_DUS };
static double highest(const struct ran *ran, size_t column) {
    const struct lt_table *table = &ran->result->table;
    double most = 0;
    for (size_t i = 0; i < table->rows; i++)
        most = fmax(most, table->cells[i * table->columns + column]);
    return most;
}

static double mass_of_bead(void) {
    return 2500 * 4.0 / 3 * M_PI * 125e-9;
}

/* ---- Closed forms ---------------------------------------------------------------------------- */

START_TEST(hertz_is_stiffest_where_it_turns) {
    struct ran r = run(PAIR "law: {name: hertz, young: 210e9, poisson: 0.3}\n"
                            "motion: {dt: 0.1*t_crit}\n" HEAD_ON TIMES);
    const double modulus = 210e9 / 2 / (1 - 0.09), radius = 2.5e-3, m = mass_of_bead() / 2;
    const double deepest = pow(1.25 * m * 0.25 / (4.0 / 3 * modulus * sqrt(radius)), 0.4);
    ck_near(end(&r, "t_crit"), 2 / sqrt(2 * modulus * sqrt(radius * deepest) / m), 2e-3);
    ck_near(end(&r, "e_n"), 1, 1e-3);
    done(&r);
}
END_TEST

/* Unloading is ten times as stiff as loading, from the plastic limit on. */
START_TEST(luding_is_stiffest_on_the_way_back) {
    struct ran r = run(PAIR "law: {name: luding, kn1: 1e4, kn2: 1e5, kc: 0, phi_f: 1e-4}\n"
                            "motion: {dt: 0.1*t_crit}\n" HEAD_ON TIMES);
    ck_near(end(&r, "t_crit"), 2 * sqrt(mass_of_bead() / 2 / 1e5), 1e-6);
    done(&r);
}
END_TEST

/* A ball on a wall: shear and rolling swing together. */
START_TEST(rolling_spring_joins_the_shear_spring) {
    const double ks = 5e4, kr = 2, r = 5e-3, m = mass_of_bead(), i = 0.4 * m * r * r;
    struct ran one =
        run(WALL "law: {name: contact, kn: 1e4, tangential: linear, ks: %g, fric: 0.5, "
                 "rolling: spring, roll_stiffness: %g, fric_roll: 0.1}\n"
                 "motion: {dt: 0.1*t_crit}\n" OBLIQUE TIMES,
            ks, kr);
    /* Of W K = [[a, b], [c, d]]. */
    const double a = 3.5 / m * ks, b = r / i * kr, c = r / i * ks, d = kr / i;
    const double most = 0.5 * (a + d + sqrt((a - d) * (a - d) + 4 * b * c));
    ck_near(end(&one, "t_crit"), 2 / sqrt(most), 1e-6);
    done(&one);
}
END_TEST

/* Rolling without slip against a torque that jumps with its sense: by the springs and dashpots. */
START_TEST(torque_that_jumps_is_no_stiffness) {
    const double m = mass_of_bead(), w = sqrt(3.5 / m * 1e4), z = 2 * 3.5 / m / (2 * w);
    struct ran r = run(WALL "law: {name: contact, kn: 1e4, tangential: linear, ks: 1e4, fric: 0.5, "
                            "damping: constant, cn: 0, ct: 2,\n"
                            "      rolling: constant, fric_roll: 0.1}\n"
                            "motion: {gravity: [-9.81, 0, 0], dt: 1e-6, gap: -1e-6}\n" STAGE(
                                ".i...i", "0, 0.1, 0, 0, 0, 20", "time >= 0.001") TIMES);
    ck_near(end(&r, "t_crit"), 2 * (sqrt(1 + z * z) - z) / w, 1e-6);
    ck_assert(!is_told(&r, "unstable"));
    done(&r);
}
END_TEST

/* ---- As the run finds it --------------------------------------------------------------------- */

static const char *const laws[] = {
    "jkr, young: 1e9, poisson: 0.3, work_adhesion: 0.5",
    "thornton, young: 1e9, poisson: 0.3, yield_pressure: 1e7",
    "eepa, young: 1e8, poisson: 0.3, plas_ratio: 0.6, surf_adh: 1",
    "walton-braun, kn1: 1e4, kn2: 4e4",
    "hertz-dmt, young: 1e9, poisson: 0.3, work_adhesion: 0.5, pull_range: 1e-7",
};

/* The largest dfn_dun, along the motion. */
START_TEST(stiffest_is_what_the_run_meets) {
    struct ran r =
        run(PAIR "law: {name: %s}\nmotion: {dt: 0.002*t_crit}\n" HEAD_ON TIMES, laws[_i]);
    ck_near(end(&r, "t_crit"), 2 * sqrt(mass_of_bead() / 2 / highest(&r, DFN_DUN)), 5e-3);
    ck_assert(!is_told(&r, "unstable"));
    done(&r);
}
END_TEST

START_TEST(mindlin_swings_fastest_in_shear) {
    static const char *const forms[] = {"tangent", "secant", "partial-slip"};
    struct ran r = run(PAIR "law: {name: mindlin, young: 1e9, poisson: 0.3, fric: 0.5,\n"
                            "      tangential: %s}\n"
                            "motion: {dt: 0.002*t_crit}\n" OBLIQUE TIMES,
                       forms[_i]);
    ck_near(end(&r, "t_crit"), 2 * sqrt(end(&r, "m_t") / highest(&r, DFS_DUS)),
            2e-2); /* partial slip has no exact tangent */
    done(&r);
}
END_TEST

/* ---- What falls ------------------------------------------------------------------------------ */

/* From a height of 0.2 m: t_c at the speed of touch, whatever makes it. */
START_TEST(drop_has_the_time_of_its_speed_at_touch) {
    static const char *const how[][2] = {{".", "0"}, {"i", "-1"}, {"i", "1"}, {"f", "-0.01"}};
    const double m = mass_of_bead(), a = 9.81 + (_i == 3 ? 0.01 / m : 0);
    const double v = sqrt((_i == 1 || _i == 2 ? 1 : 0) + 2 * a * 0.2);
    const double k = 4.0 / 3 * 1e9 / 2 / (1 - 0.09) * sqrt(5e-3);
    struct ran r =
        run(WALL "law: {name: hertz, young: 1e9, poisson: 0.3}\n"
                 "motion: {integrator: exact, gap: 0.2, gravity: [-9.81, 0, 0]}\n"
                 "stages: [{whats: %s....., values: [%s, 0, 0, 0, 0, 0], until: rebound}]\n" TIMES,
            how[_i][0], how[_i][1]);
    const double deepest = pow(1.25 * m * v * v / k, 0.4);
    ck_near(end(&r, "t_c"), 2.943275184324705 * deepest / v, 1e-12);
    ck_near(end(&r, "e_n"), 1, 1e-6);
    done(&r);
}
END_TEST

/* A fall of more than the usual number of steps ends all the same; its samples are few. */
START_TEST(long_fall_comes_to_its_end) {
    struct ran r =
        run("lawtester: 1\nparticles: {a: {shape: wall}, b: {shape: sphere, radius: 2e-3, density: "
            "2500}}\n"
            "law: {name: hertz, young: 63e9, poisson: 0.22, alpha: 0.3, dp_mode: no-tension}\n"
            "motion: {integrator: %s, gap: 0.3, gravity: [-9.81, 0, 0]}\n" STAGE(
                "......", "0, 0, 0, 0, 0, 0", "rebound") "record: {every: %d}\n",
            _i ? "leapfrog" : "exact", _i ? 1000000 : 1);
    ck_assert_double_gt(end(&r, "steps"), 1e6);
    ck_assert_uint_lt(r.result->table.rows, 3000);
    ck_within(end(&r, "e_n"), 0.7, 0.1);
    done(&r);
}
END_TEST

/* ---- Who is told ----------------------------------------------------------------------------- */

/* Pressed together with a velocity that is imposed, by an overlap that nobody knows before; the
 * shear that swings freely beside it is too fast for the steps in the end. */
#define PRESSED                                                                                    \
    PAIR "law: {name: mindlin, young: 1e9, poisson: 0.3, fric: 100}\n"                             \
         "motion: {dt: %g}\n" STAGE("vi....", "-0.5, 1e-3, 0, 0, 0, 0", "un < -1e-4")

START_TEST(run_watches_what_it_meets) {
    const double k = 8 * 1e9 / (4 * 1.3 * 1.7) * sqrt(2.5e-3 * 1e-4);
    const double limit = 2 * sqrt(mass_of_bead() / 7 / k);
    struct ran low = run(PRESSED, 0.95 * limit), high = run(PRESSED, 1.1 * limit);
    ck_assert(!is_told(&low, "unstable"));
    ck_assert(is_told(&high, "at the largest overlap of the run"));
    done(&low);
    done(&high);
}
END_TEST

/* An impact in steps a little shorter and a little longer than t_crit; what never moves does not
 * count. */
START_TEST(impact_is_told_above_t_crit) {
    static const char *const words[] = {"hertz, young: 1e9, poisson: 0.3",
                                        "linear, kn: 1e5, ks: 1e6, fric: 0.3",
                                        "eepa, young: 1e8, poisson: 0.3, plas_ratio: 0.6"};
    const double stiffer =
        _i == 1 ? sqrt(3.5 * 10) : 1; /* the shear spring's, which is never sheared */
    for (int k = 0; k < 2; k++) {
        struct ran r = run(PAIR "law: {name: %s}\nmotion: {dt: %g*t_crit}\n" HEAD_ON, words[_i],
                           stiffer * (k ? 1.03 : 0.97));
        ck_assert_int_eq(is_told(&r, "above t_crit"), k);
        done(&r);
    }
}
END_TEST

/* A film that steps do not follow: by default they do, and longer ones are told. */
START_TEST(film_is_followed) {
    static const char *const dts[] = {"", ", dt: t_c/100"};
    struct ran r =
        run("lawtester: 1\n"
            "particles: {a: {shape: sphere, radius: 1e-3, density: 2500}, b: {shape: sphere, "
            "radius: 1e-3, density: 2500}}\n"
            "law: {name: lubrication, kn: 1e5, viscosity: 1e-3}\nmotion: {gap: 10e-6%s}\n" STAGE(
                "i.....", "-3, 0, 0, 0, 0, 0", "\"un >= 10e-6 and vn > 0 or t > 0.01\""),
            dts[_i]);
    ck_assert_int_eq(is_told(&r, "its forces are not resolved"), _i);
    if (_i == 0)
        ck_near(end(&r, "pull_max"), 0.25816, 0.1);
    done(&r);
}
END_TEST

/* ---- A packing ------------------------------------------------------------------------------- */

/* Equal particles of radius RADIUS on a lattice that repeats itself, a spring and a dashpot in each
 * contact, stepped by leapfrog. */
static const double radius = 1.75e-3;

struct lattice {
    bool plane;                     /* discs on a triangular lattice; else spheres, fcc */
    double kn, ks, bend, twist, cn; /* stiffnesses; viscosity along n and across it */
};

enum { SPAN = 6, SITES = SPAN * SPAN * SPAN };
struct site {
    double u[6], v[6], f[6]; /* translation, rotation; its force and moment */
};

static void cross(const double *a, const double *b, double *out) {
    for (int i = 0; i < 3; i++)
        out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* Force and moment of one contact, J beyond I in the direction N. */
static void pull_together(const struct lattice *l, const double *n, struct site *i,
                          struct site *j) {
    double sum[2][3], arm[2][3], rel[2][3], turn[2][3], f[3], m[3], moment[3];
    for (int rate = 0; rate < 2; rate++) {
        const double *a = rate ? i->v : i->u, *b = rate ? j->v : j->u;
        for (int c = 0; c < 3; c++)
            sum[rate][c] = radius * (a[c + 3] + b[c + 3]);
        cross(n, sum[rate], arm[rate]);
        for (int c = 0; c < 3; c++) {
            rel[rate][c] = b[c] - a[c] + arm[rate][c];
            turn[rate][c] = b[c + 3] - a[c + 3];
        }
    }
    double along[2] = {0}, spin = 0;
    for (int c = 0; c < 3; c++) {
        along[0] += n[c] * rel[0][c], along[1] += n[c] * rel[1][c];
        spin += n[c] * turn[0][c];
    }
    for (int c = 0; c < 3; c++) {
        f[c] = l->kn * along[0] * n[c] + l->ks * (rel[0][c] - along[0] * n[c]) + l->cn * rel[1][c];
        m[c] = l->twist * spin * n[c] + l->bend * (turn[0][c] - spin * n[c]);
    }
    cross(n, f, moment);
    for (int c = 0; c < 3; c++) {
        i->f[c] += f[c], j->f[c] -= f[c];
        i->f[c + 3] += radius * moment[c] + m[c], j->f[c + 3] += radius * moment[c] - m[c];
    }
}

/* Steps by lattice vectors to half of the neighbours, and their directions. */
static const int steps[6][3] = {{1, 0, 0}, {0, 1, 0},  {1, -1, 0},
                                {0, 0, 1}, {0, 1, -1}, {-1, 0, 1}};
static void direction_of(bool plane, const int *step, double *n) {
    static const double spatial[3][3] = {
        {0, M_SQRT1_2, M_SQRT1_2}, {M_SQRT1_2, 0, M_SQRT1_2}, {M_SQRT1_2, M_SQRT1_2, 0}};
    const double flat[3][3] = {{1, 0, 0}, {0.5, sqrt(0.75), 0}, {0, 0, 0}};
    memset(n, 0, 3 * sizeof *n);
    for (int c = 0; c < 3; c++)
        for (int a = 0; a < 3; a++)
            n[c] += step[a] * (plane ? flat : spatial)[a][c];
}

/* By how much a random motion has grown. */
static double growth_of(const struct lattice *l, double m, double inertia, double dt) {
    static struct site sites[SITES];
    const int n = l->plane ? SPAN * SPAN : SITES, high = l->plane ? 1 : SPAN;
    unsigned seed = 1;
    double before = 0, after = 0;
    for (int i = 0; i < n; i++)
        for (int c = 0; c < 6; c++) {
            seed = seed * 1103515245U + 12345U;
            const bool moves = !l->plane || c < 2 || c == 5;
            sites[i].u[c] = 0;
            sites[i].v[c] =
                moves ? ((seed >> 8) / (double)(1U << 24) - 0.5) / (c < 3 ? 1 : radius) : 0;
            before = fmax(before, c < 3 ? fabs(sites[i].v[c]) : 0);
        }
    for (int step = 0; step < 500; step++) {
        for (int i = 0; i < n; i++)
            memset(sites[i].f, 0, sizeof sites[i].f);
        for (int i = 0; i < n; i++)
            for (int k = 0; k < (l->plane ? 3 : 6); k++) {
                const int at[] = {i % SPAN, i / SPAN % SPAN, i / SPAN / SPAN};
                int to[3];
                double way[3];
                for (int c = 0; c < 3; c++)
                    to[c] = (at[c] + steps[k][c] + SPAN) % (c < 2 ? SPAN : high);
                direction_of(l->plane, steps[k], way);
                pull_together(l, way, &sites[i], &sites[to[0] + SPAN * (to[1] + SPAN * to[2])]);
            }
        after = 0;
        for (int i = 0; i < n; i++)
            for (int c = 0; c < 6; c++) {
                sites[i].v[c] += dt * sites[i].f[c] / (c < 3 ? m : inertia);
                sites[i].u[c] += dt * sites[i].v[c];
                after = fmax(after, fabs(sites[i].v[c]) * (c < 3 ? 1 : radius));
                if (!isfinite(sites[i].v[c]))
                    return INFINITY;
            }
    }
    return after / before;
}

/* Stable 2 % below t_crit, and not 2 % above. */
START_TEST(packing_swings_faster_than_the_pair) {
    static const struct lattice cases[] = {
        {false, 1e5, 0, 0, 0, 0},         {false, 1e5, 1e4, 0, 0, 0},
        {false, 1e5, 2e4, 0, 0, 0},       {false, 1e5, 2e5 / 7, 0, 0, 0},
        {false, 1e5, 1e5, 0, 0, 0},       {false, 1e5, 1e5, 0, 0, 5},
        {false, 1e5, 1e4, 0.15, 0.15, 0}, {false, 1e5, 5e4, 0, 0.3, 0},
        {false, 1e5, 1e5, 0.3, 0.3, 0},   {false, 1e5, 1e4, 0.3, 0, 0},
        {true, 1e5, 0, 0, 0, 0},          {true, 1e5, 1e4, 0, 0, 0},
        {true, 1e5, 5e4, 0, 0, 0},        {true, 1e5, 3e4, 0.3, 0, 0}};
    const struct lattice *l = &cases[_i];
    const char *shape = l->plane ? "disc" : "sphere";
    struct ran r =
        run("lawtester: 1\nparticles: {a: {shape: %s, radius: %g, density: 950}, b: {shape: %s, "
            "radius: %g, density: 950}}\n"
            "law: {name: contact, kn: %g, damping: constant, cn: %g, tangential: linear, ks: %g, "
            "ct: %g, fric: 10, "
            "rolling: sds, k_roll: %g, fric_roll: 10, twisting: sds, k_twist: %g, fric_twist: 1}\n"
            "motion: {dt: 0.1*t_crit, contacts: %d}\n" HEAD_ON TIMES,
            shape, radius, shape, radius, l->kn, l->cn, l->ks, l->cn,
            l->bend / (0.25 * radius * radius), l->twist, l->plane ? 6 : 12);
    const double m = end(&r, "m_eff") * 2, inertia = (l->plane ? 0.5 : 0.4) * m * radius * radius;
    ck_assert_double_lt(growth_of(l, m, inertia, 0.98 * end(&r, "t_crit")), 30);
    ck_assert_double_gt(growth_of(l, m, inertia, 1.02 * end(&r, "t_crit")), 1e6);
    done(&r);
}
END_TEST

/* The contact is stable, the packing is not: which is said, and does not spoil the result. */
START_TEST(step_beyond_a_packing_is_told) {
    for (int k = 0; k < 2; k++) {
        struct ran r = run(PAIR "law: {name: linear, kn: 1e5, ks: 1e5, fric: 0.3}\n"
                                "motion: {dt: %g*t_crit, contacts: 12}\n" OBLIQUE,
                           k ? 1.03 : 0.97);
        ck_assert_int_eq(is_told(&r, "of a packing of 12 contacts a particle"), k);
        ck_assert_ptr_null(r.result->unsound);
        done(&r);
    }
}
END_TEST

static void add(TCase *t) {
    tcase_add_test(t, hertz_is_stiffest_where_it_turns);
    tcase_add_test(t, luding_is_stiffest_on_the_way_back);
    tcase_add_test(t, rolling_spring_joins_the_shear_spring);
    tcase_add_test(t, torque_that_jumps_is_no_stiffness);
    tcase_add_loop_test(t, stiffest_is_what_the_run_meets, 0, sizeof laws / sizeof *laws);
    tcase_add_loop_test(t, mindlin_swings_fastest_in_shear, 0, 3);
    tcase_add_loop_test(t, drop_has_the_time_of_its_speed_at_touch, 0, 4);
    tcase_add_loop_test(t, long_fall_comes_to_its_end, 0, 2);
    tcase_add_test(t, run_watches_what_it_meets);
    tcase_add_loop_test(t, impact_is_told_above_t_crit, 0, 3);
    tcase_add_loop_test(t, film_is_followed, 0, 2);
    tcase_add_loop_test(t, packing_swings_faster_than_the_pair, 0, 14);
    tcase_add_test(t, step_beyond_a_packing_is_told);
}

LT_TESTS("times", add)

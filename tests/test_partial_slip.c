/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The form `partial-slip` of the law `mindlin`: closed forms of Cattaneo, Mindlin and Deresiewicz,
 * a row of very many springs, accounts of energy, measured rebounds. */
#include "programs.h"
#include "result/record.h"
#include "rig.h"
#include "tables.h"

/* In units of the normal force at an overlap of 1, k = 4/3 E* sqrt(R*) = 1, and with the ratio of
 * moduli of nu = 0.3. A spring 's limit is C times its own overlap, all slip at us = C un. */
static const double mu = 0.4, c = 0.4 * 3.4 / (4 * 0.7), shear_k = 6 * 0.7 / 3.4;

static void begin(struct rig *b) {
    rig_begin(b, "mindlin");
    *rig_param(b, "young_eff") = 0.75 / sqrt(1.2);
    *rig_param(b, "shear_eff") = 0.75 / sqrt(1.2) * 0.7 / 3.4;
    *rig_param(b, "fric") = mu;
    rig_choose(b, "tangential", "partial-slip");
    ck_assert_ptr_null(rig_derive(b));
}

/* In N equal steps to an overlap and a displacement, straight; the tangential work on the way. */
static double go(struct rig *b, double overlap, double s, double t, int n) {
    const double *v = b->values, from[3] = {v[LT_UN], v[LT_US], v[LT_UT]}, to[3] = {-overlap, s, t};
    double work = 0;
    for (int i = 1; i <= n; i++) {
        double du[6] = {0}, fs = v[LT_FS], ft = v[LT_FT];
        for (int k = 0; k < 3; k++)
            du[k] = from[k] + (to[k] - from[k]) * i / n - v[LT_UN + k];
        rig_move(b, du, 1);
        work += 0.5 * ((fs + v[LT_FS]) * du[1] + (ft + v[LT_FT]) * du[2]);
    }
    return work;
}

/* ---- Closed forms ---------------------------------------------------------------------------- */

static const int steps[] = {1, 2, 7, 100};

/* Displacements to 14 digits; the slope of the force over them is at most 3/2. */
START_TEST(cycle) {
    struct lt_columns *csv = table("mindlin_deresiewicz_cycle.csv");
    struct rig b;
    begin(&b);
    go(&b, 1, 0, 0, steps[_i]);
    for (size_t i = 0; i < csv->rows; i++) {
        const double *row = csv->cells + 3 * i;
        go(&b, 1, c * row[2], 0, steps[_i]);
        ck_within(b.values[LT_FS], mu * row[1], 2e-13);
        ck_within(rig_value(&b, "spring_s"), mu * row[1], 2e-13);
    }
    ck_assert_uint_eq(csv->rows, 81);
    ck_assert_double_eq(b.values[LT_FT], 0);
    lt_columns_free(csv);
    lt_arena_free(b.arena);
}
END_TEST

/* The loop between q and -q: its slip, however few the steps; the displacement left at force 0;
 * what is stored is given back. */
START_TEST(loop) {
    struct lt_columns *csv = table("mindlin_deresiewicz_loop.csv");
    ck_assert_uint_eq(csv->rows, 7);
    for (size_t i = 0; i < csv->rows; i++) {
        const double *row = csv->cells + 4 * i, q = row[0], way = c * row[1], edge = 1 - q;
        const double area =
            4.8 * mu * c * (1 - pow(edge, 5.0 / 3) - 5 * q / 6 * (1 + pow(edge, 2.0 / 3)));
        struct rig b;
        begin(&b);
        go(&b, 1, 0, 0, steps[_i]);
        go(&b, 1, way, 0, steps[_i]);
        ck_within(b.values[LT_FS], mu * q, 1e-13);
        const double stored = b.values[LT_E_STRAIN], slip = rig_lost(&b);
        go(&b, 1, c * row[2], 0, steps[_i]);
        ck_within(b.values[LT_FS], 0, 1e-13);
        go(&b, 1, -way, 0, steps[_i]);
        ck_within(b.values[LT_FS], -mu * q, 1e-13);
        go(&b, 1, way, 0, steps[_i]);
        ck_within(b.values[LT_FS], mu * q, 1e-13);
        ck_near(rig_lost(&b) - slip, area, 1e-10);
        ck_near((rig_lost(&b) - slip) / (mu * c), row[3], 1e-9);
        ck_near(b.values[LT_E_STRAIN], stored, 1e-13);
        ck_assert_double_eq(b.values[LT_E_DEFECT], 0);
        lt_arena_free(b.arena);
    }
    lt_columns_free(csv);
}
END_TEST

/* Stops in units of the overlap and of C; force over mu, to seven digits. */
static const struct stop {
    double overlap, s, force;
} shear_then_unload[] = {{1, 0, 0},
                         {1, 0.3, 0.4143380},
                         {0.5, 0.3, 0.2641107},
                         {0.25, 0.3, 0.1250000},
                         {0.25, -0.1, -0.1026393}},
  to_and_fro[] = {{1, 0, 0},
                  {1, 0.6, 0.7470178},
                  {1, -0.6, -0.7470178},
                  {1, 0.6, 0.7470178},
                  {1, 0, -0.0816582}};

START_TEST(staged_paths) {
    const struct stop *paths[] = {shear_then_unload, to_and_fro};
    for (int k = 0; k < 2; k++) {
        struct rig b;
        begin(&b);
        for (int i = 0; i < 5; i++) {
            go(&b, paths[k][i].overlap, c * paths[k][i].s, 0, steps[_i]);
            ck_within(b.values[LT_FS], mu * paths[k][i].force, mu * 0.5e-7);
        }
        lt_arena_free(b.arena);
    }
}
END_TEST

/* Turns of any size, down to where the annulus that slips is no wider than rounding. */
START_TEST(tiny_turns) {
    static const double overlaps[] = {1, 0.7, 3e-5};
    for (int k = 0; k < 3; k++) {
        const double d = overlaps[k];
        struct rig b;
        begin(&b);
        go(&b, d, 0, 0, 3);
        go(&b, d, 0.3 * c * d, 0, 3);
        for (int i = 0; i < 2000; i++) {
            double way = c * d * pow(10, -12 - 0.005 * (i % 1000)), du[6] = {0};
            du[1] = i % 3 ? -way : way;
            du[2] = i % 2 ? way : 0;
            du[0] = i % 7 == 0 ? -way : i % 5 == 0 ? way : 0;
            rig_move(&b, du, 1);
            ck_assert_msg(isfinite(b.values[LT_FS]) && isfinite(rig_lost(&b)),
                          "overlap %g, step %d", d, i);
        }
        ck_near(b.values[LT_FS], mu * pow(d, 1.5) * (1 - pow(0.7, 1.5)), 1e-9);
        lt_arena_free(b.arena);
    }
}
END_TEST

/* Shear grows in proportion to the overlap, by r times what makes all slip: up to r = 1 nothing
 * does, dT < mu dN, and the force is r mu fn; then by half of that, on top of what is remembered.
 */
START_TEST(constant_ratio) {
    static const double ratios[] = {0.3, -0.9, 1, 1.7};
    const double r = ratios[_i], held = fmin(r, 1);
    struct rig b;
    begin(&b);
    go(&b, 0.5, r * c * 0.5, 0, 13);
    ck_within(b.values[LT_FS], held * mu * pow(0.5, 1.5), 1e-14);
    go(&b, 1, r * c, 0, 1);
    ck_within(b.values[LT_FS], held * mu, 1e-14);
    if (fabs(r) <= 1)
        ck_assert_double_eq(rig_lost(&b), 0);
    else /* all slips: the integral of mu fn (r - 1) c dd */
        ck_near(rig_lost(&b), 0.4 * mu * (r - 1) * c, 1e-13);
    const double before = rig_lost(&b);
    go(&b, 2, (r + 0.5) * c, 0, 7);
    if (fabs(r) < 1) {
        ck_within(b.values[LT_FS], mu * (r + 0.5 * (pow(2, 1.5) - 1)), 1e-13);
        ck_assert_double_eq(rig_lost(&b), before);
    }
    lt_arena_free(b.arena);
}
END_TEST

/* Without slip each spring has gone what the contact has since it touched. */
START_TEST(unlimited_friction) {
    struct rig b;
    begin(&b);
    *rig_param(&b, "fric") = 1e9;
    ck_assert_ptr_null(rig_derive(&b));
    go(&b, 1, 0.01, 0.02, 11);
    ck_near(b.values[LT_FS], shear_k * 2 / 3 * 0.01, 1e-12);
    ck_near(b.values[LT_FT], shear_k * 2 / 3 * 0.02, 1e-12);
    ck_assert_double_eq(rig_lost(&b), 0);
    go(&b, 1, 0, 0, 1);
    go(&b, 1, 0.03, 0, 1);
    const double held = b.values[LT_FS] - shear_k * (2.0 / 3 * 0.01 - 0.01 + 0.03);
    ck_within(held, 0, 1e-9);
    lt_arena_free(b.arena);
}
END_TEST

/* ---- Loops that nobody may gain from --------------------------------------------------------- */

/* Shear at one overlap, unshear at another, in both orders: work is done, and slip takes it. The
 * trapezoid rule misses a little of the work. */
START_TEST(passivity) {
    const double d1 = _i ? 0.25 : 1, d2 = _i ? 1 : 0.25, s = 0.05 * c;
    struct rig b;
    begin(&b);
    go(&b, d1, 0, 0, 1);
    double work = go(&b, d1, s, 0, 500) + go(&b, d2, s, 0, 500) + go(&b, d2, 0, 0, 500);
    const double spent = rig_lost(&b) + b.values[LT_E_STRAIN] - 0.4 * pow(d2, 2.5);
    go(&b, d1, 0, 0, 500);
    go(&b, 0, 0, 0, 1);
    ck_assert_double_gt(work, 0);
    ck_within(work, spent, 1e-5 * mu * s);
    ck_assert_double_eq(b.values[LT_E_DEFECT], 0);
    ck_assert_double_eq(b.values[LT_FS], 0);
    lt_arena_free(b.arena);
}
END_TEST

/* A random walk with long steps, contacts made and lost by the hundred: friction takes in every
 * step, nothing passes the limit or stores less than nothing. */
START_TEST(random_walk) {
    struct rig b;
    begin(&b);
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
    gsl_rng_set(rng, (unsigned long)(1 + _i));
    const double *v = b.values, size = _i % 2 ? 0.3 : 0.03;
    int made = 0, full = 0;
    for (int i = 0; i < 5000; i++) {
        const double was = v[LT_CONTACT], forgot = rig_value(&b, "forgot");
        double du[6] = {0};
        for (int k = 0; k < (_i < 2 ? 2 : 3); k++)
            du[k] = gsl_ran_gaussian(rng, size);
        du[0] -= 0.02 * (v[LT_UN] + 0.1);
        const double defect = v[LT_E_DEFECT];
        rig_move(&b, du, 1);
        const double force = hypot(v[LT_FS], v[LT_FT]), limit = -mu * v[LT_FN];
        ck_assert_msg(force <= limit * (1 + 1e-12) + 1e-15, "%g beyond %g", force, limit);
        ck_assert_double_ge(b.drive.losses[0], -1e-15);
        ck_assert_double_ge(v[LT_E_STRAIN], 0.4 * pow(fmax(-v[LT_UN], 0), 2.5) - 1e-15);
        if (_i < 2 && rig_value(&b, "forgot") <= forgot)
            ck_assert_double_eq(v[LT_E_DEFECT], defect);
        made += was < 0.5 && v[LT_CONTACT] > 0.5;
        full += rig_value(&b, "sliding") > 0.5;
    }
    ck_assert_int_gt(made, 50);
    ck_assert_int_gt(full, 50);
    gsl_rng_free(rng);
    lt_arena_free(b.arena);
}
END_TEST

/* Steps that all but stand still after some that did not, down to those whose square is 0: the
 * force stays. */
START_TEST(standing_still) {
    static const double lengths[] = {0, 1e-17, 1e-30, 1e-170, 1e-300};
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
    for (int i = 0; i < 1000; i++) {
        struct rig b;
        begin(&b);
        const double depth = gsl_rng_uniform_pos(rng), length = lengths[i % 5],
                     way = c * depth * pow(10, -20 * gsl_rng_uniform(rng)),
                     s = gsl_ran_gaussian(rng, way), t = gsl_ran_gaussian(rng, way);
        go(&b, depth, 0, 0, 1);
        go(&b, depth, s, t, 3);
        const double fs = b.values[LT_FS], ft = b.values[LT_FT], most = mu * pow(depth, 1.5);
        for (int k = 0; k < 4; k++)
            rig_move(&b, (double[6]){0, k % 2 ? length : -length, length, 0, 0, 0}, 1);
        ck_within(b.values[LT_FS], fs, 1e-12 * most);
        ck_within(b.values[LT_FT], ft, 1e-12 * most);
        ck_assert(isfinite(b.values[LT_E_STRAIN]) && isfinite(b.drive.losses[0]));
        lt_arena_free(b.arena);
    }
    gsl_rng_free(rng);
}
END_TEST

/* The mirrored way has the mirrored force to the bit, whichever knots give way. */
START_TEST(mirrored) {
    struct rig one, other;
    begin(&one);
    begin(&other);
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
    const double *v = one.values, *w = other.values;
    for (int i = 0; i < 3000; i++) {
        double du[6] = {0};
        for (int k = 0; k < 3; k++)
            du[k] = gsl_ran_gaussian(rng, 0.05);
        du[0] -= 0.02 * (v[LT_UN] + 0.3);
        rig_move(&one, du, 1);
        du[_i ? 1 : 2] *= -1;
        rig_move(&other, du, 1);
        ck_assert_double_eq(v[LT_FS], (_i ? -1 : 1) * w[LT_FS]);
        ck_assert_double_eq(v[LT_FT], (_i ? 1 : -1) * w[LT_FT]);
        ck_assert_double_eq(v[LT_E_DEFECT], w[LT_E_DEFECT]);
    }
    ck_assert_double_gt(rig_value(&one, "forgot"), 0);
    gsl_rng_free(rng);
    lt_arena_free(one.arena);
    lt_arena_free(other.arena);
}
END_TEST

/* The largest error of the tangential balance on a circle on which all but the middle slips, twice
 * in N steps, relative to the work. */
static double circle(int n) {
    struct rig b;
    begin(&b);
    const double *v = b.values, r = 0.6 * c;
    double work = 0, worst = 0;
    go(&b, 1, 0, 0, 1);
    const double pressed = v[LT_E_STRAIN];
    for (int i = 1; i <= n; i++) {
        const double w = 4 * M_PI * i / n;
        work += go(&b, 1, r * (cos(w) - 1), r * sin(w), 1);
        const double spent = v[LT_E_STRAIN] - pressed + v[LT_E_DEFECT] + rig_value(&b, "E_slip");
        worst = fmax(worst, fabs(work - spent));
    }
    lt_arena_free(b.arena);
    return worst / work;
}

/* What parabolas between knots tell of springs that turn is booked: the rest is the trapezoid
 * rule's. */
START_TEST(turning_balances) {
    const double coarse = circle(100), fine = circle(400);
    ck_assert_msg(fabs(log2(coarse / fine) / 2 - 2) < 0.1, "order %g", log2(coarse / fine) / 2);
}
END_TEST

/* ---- A row of very many springs -------------------------------------------------------------- */

enum { SPRINGS = 1000, SUBSTEPS = 10, MOVES = 800 };

struct row {
    double reach, overlap; /* largest sqrt(d), d */
    double s[SPRINGS], t[SPRINGS];
};

/* Each spring brought back to its limit on a radius: of first order where slip turns, hence the
 * small steps. */
static void row_step(struct row *r, double d1, double s, double t) {
    for (int i = 0; i < SPRINGS; i++) {
        const double x = (i + 0.5) / SPRINGS * r->reach, h = x * x;
        const double share = h > r->overlap ? (d1 - h) / (d1 - r->overlap) : 1;
        r->s[i] = h < d1 ? r->s[i] + share * s : 0;
        r->t[i] = h < d1 ? r->t[i] + share * t : 0;
        const double size = hypot(r->s[i], r->t[i]), limit = c * fmax(d1 - h, 0);
        if (size > limit) {
            r->s[i] *= limit / size;
            r->t[i] *= limit / size;
        }
    }
    r->overlap = d1;
}

static void row_move(struct row *r, double d1, double s, double t, double force[2]) {
    const double d0 = r->overlap;
    for (int i = 1; i <= SUBSTEPS; i++)
        row_step(r, d0 + (d1 - d0) * i / SUBSTEPS, s / SUBSTEPS, t / SUBSTEPS);
    force[0] = force[1] = 0;
    for (int i = 0; i < SPRINGS; i++) {
        force[0] += shear_k * r->s[i] * r->reach / SPRINGS;
        force[1] += shear_k * r->t[i] * r->reach / SPRINGS;
    }
}

/* Ways at x from 0 to 1; bits of KIND: the overlap varies; there is shear in t too; it starts and
 * ends without contact and goes a long way. */
static void path(int kind, double x, double u[3]) {
    const double w = 2 * M_PI * x;
    u[0] = 1 + (kind & 1 ? 0.5 * sin(2 * w) : 0);
    u[1] = 0.6 * c * sin(3 * w) + (kind & 4 ? c * x : 0);
    u[2] = kind & 2 ? 0.5 * c * sin(2 * w + 1) : 0;
    if (kind & 4)
        u[0] = u[0] * fmin(20 * x, 1) - (x > 0.9 ? 20 * (x - 0.9) : 0);
}

/* A smooth way in one direction is met to 5e-5 of the largest force, as far as the memory goes; one
 * that turns to 1e-3, half of which is the row's. */
START_TEST(many_springs) {
    static struct row row;
    const bool turns = _i & 2;
    struct rig b;
    double last[3] = {0};
    begin(&b);
    memset(&row, 0, sizeof row);
    row.reach = sqrt(1.6);
    for (int i = 0; i <= MOVES; i++) {
        double u[3], force[2];
        path(_i, (double)i / MOVES, u);
        go(&b, u[0], u[1], u[2], 1);
        row_move(&row, fmax(u[0], 0), u[1] - last[1], u[2] - last[2], force);
        memcpy(last, u, sizeof last);
        ck_within(hypot(b.values[LT_FS] - force[0], b.values[LT_FT] - force[1]), 0,
                  (turns ? 1e-3 : 5e-5) * mu);
        ck_assert_double_ge(b.drive.losses[0], -1e-15);
    }
    ck_within(b.values[LT_E_DEFECT], 0, (turns ? 5e-4 : 1e-5) * rig_lost(&b));
    ck_assert(_i == 0 || _i == 4 || rig_value(&b, "forgot") > 0);
    lt_arena_free(b.arena);
}
END_TEST

/* ---- Impacts --------------------------------------------------------------------------------- */

#define ALUMINA_ON_GLASS                                                                           \
    "lawtester: 1\n"                                                                               \
    "let: {v: 3.9, angle: 0.1}\n"                                                                  \
    "materials:\n"                                                                                 \
    "  alumina: {density: 4000, young: 380e9, poisson: 0.23, fric: 0.092}\n"                       \
    "  glass: {density: 2500, young: 70e9, poisson: 0.25, fric: 0.092}\n"                          \
    "particles:\n"                                                                                 \
    "  a: {shape: wall, material: glass}\n"                                                        \
    "  b: {shape: sphere, radius: 2.5e-3, material: alumina}\n"                                    \
    "law: {name: mindlin, tangential: partial-slip}\n"                                             \
    "motion: {dt: t_c/500}\n"                                                                      \
    "stages:\n"                                                                                    \
    "  - whats: iiiiii\n"                                                                          \
    "    values: [-v*cos(angle), v*sin(angle), 0, 0, 0, 0]\n"                                      \
    "    until: broken\n"                                                                          \
    "record: {every: 100000}\n"

static double rebound(const char *name, double angle, const char *d1, const char *d2) {
    char define[64];
    snprintf(define, sizeof define, "angle=%.17g", angle);
    return once(ALUMINA_ON_GLASS, name, define, d1, d2);
}

/* The trapezoid rule misses O(dt^2) of the work of the springs, and nothing else is missing. */
START_TEST(residual_is_of_second_order) {
    static const double angles[] = {0.03, 0.2, 0.5};
    static const char *damping[] = {NULL, "law.en=0.8", "law.phi=0.2"};
    const double coarse =
        rebound("energy_residual_rel", angles[_i], "motion.dt=t_c/200", damping[_i]);
    const double fine =
        rebound("energy_residual_rel", angles[_i], "motion.dt=t_c/800", damping[_i]);
    ck_assert_double_lt(coarse, 1e-4);
    ck_assert_msg(fabs(log2(coarse / fine) / 2 - 2) < 0.1, "order %g", log2(coarse / fine) / 2);
}
END_TEST

/* It slides throughout from x - 7 = -1/kappa on, kappa the ratio of stiffnesses kt/kn, not from
 * the x = 7 of rigid bodies; then v_c' = v_c - 7/2 fric (1 + e) v_n. */
START_TEST(gross_sliding) {
    const double kappa = 0.859143574880013, x = 7 - 1 / kappa + (_i ? 0.05 : -0.5);
    const double y = -x * rebound("e_t", atan(0.092 * x), "motion.integrator=exact", NULL);
    if (_i)
        ck_within(y, x - 7, 1e-7);
    else
        ck_assert_double_gt(y, x - 7 + 1e-3);
}
END_TEST

/* The measured rebound of Kharaz, Gorham & Salman (2001), where a file has it. */
START_TEST(measured_rebound) {
    const char *path = getenv("LT_KHARAZ");
    FILE *in = path && *path ? fopen(path, "r") : NULL;
    if (!in) {
        printf("# measured_rebound is skipped: meson option 'kharaz' names no file\n");
        return;
    }
    char line[256];
    double squares = 0, degrees, e_t;
    int n = 0;
    while (fgets(line, sizeof line, in)) {
        const char *at = strstr(line, ",et_vs_angle_deg,");
        if (!at || sscanf(at, ",et_vs_angle_deg,%lf,%lf", &degrees, &e_t) != 2)
            continue;
        const double here = rebound("e_t_centre", degrees * M_PI / 180, "law.en=0.98", NULL);
        squares += (here - e_t) * (here - e_t);
        n++;
    }
    fclose(in);
    ck_assert_int_gt(n, 10);
    ck_assert_msg(sqrt(squares / n) <= 0.02, "rms %g", sqrt(squares / n));
}
END_TEST

/* ---- Interface ------------------------------------------------------------------------------- */

static const char *const forms[] = {"tangent-rescale", "secant", "secant-initial", "tangent",
                                    "partial-slip"};

static void mixed(struct rig *b, int i) {
    *rig_param(b, "young_eff") = 1;
    *rig_param(b, "shear_eff") = 0.2;
    *rig_param(b, "fric") = 0.1 * i;
    *rig_param(b, "phi") = i % 3;
    *rig_param(b, "cap_on") = i % 2;
    rig_choose(b, "tangential", forms[i % 5]);
}

START_TEST(block_is_bit_identical) {
    rig_block("mindlin", mixed, 0.01, 0);
}
END_TEST

/* Springs and dashpot together keep the limit, unless the dashpot comes on top. */
START_TEST(dashpot) {
    struct rig b;
    begin(&b);
    *rig_param(&b, "phi") = 1e3;
    *rig_param(&b, "et") = NAN;
    *rig_param(&b, "cap_on") = _i;
    ck_assert_ptr_null(rig_derive(&b));
    go(&b, 1, 0, 0, 1);
    go(&b, 1, 0.3 * c, 0, 3);
    const double spring = rig_value(&b, "spring_s");
    ck_within(spring, mu * (1 - pow(0.7, 1.5)), 1e-13);
    const double all = 1e3 * sqrt(0.3 * shear_k) * 0.1 * c + spring;
    ck_near(b.values[LT_FS], _i ? all : mu, 1e-12);
    lt_arena_free(b.arena);
}
END_TEST

/* Hertz' overlap goes with k^-0.4, and so does the angle by which a pair in space turns in touch,
 * and what it makes of e_t. Where knots come with each step, steps are as long as a sample; their
 * error goes with the square of a step over the contact's time. */
static const char *const stiff[] = {"k=1e5",   "k=2e5", "k=2.1e5",  "k=2.5e5", "k=330200",
                                    "k=3.5e5", "k=5e5", "k=660400", "k=1e6"};

static double turning(const char *text, const char *k) {
    return once(text, "e_t", k, "motion.dt=1e-7", NULL) -
           once(text, "e_t", k, "motion.dt=1e-7", "motion.frame=contact");
}

START_TEST(limit_in_space) {
    static const char text[] =
        "lawtester: 1\n"
        "let: {k: 1e5}\n"
        "particles:\n"
        "  a: {shape: sphere, radius: 3.59e-3, density: 2500}\n"
        "  b: {shape: sphere, radius: 1.795e-3, density: 7800}\n"
        "law: {name: mindlin, young_eff: 1e4*k, shear_eff: 2e3*k, tangential: partial-slip,\n"
        "  fric: 0.4, alpha: 0.302}\n"
        "motion: {frame: bodies, integrator: exact, dt: 1e-6}\n"
        "stages:\n"
        "  - {whats: iii..., values: [-0.116, 0.0863, 0.04315, 0, 0, 0], until: rebound}\n";
    const char *k = stiff[_i];
    const double turn = turning(text, "k=1e5"), pi = 3.14159265358979,
                 swing = pow(pi * 1e-6 / once(text, "t_contact", k, NULL, NULL), 2);
    ck_within(once(text, "e_t", k, NULL, NULL), once(text, "e_t", k, "motion.dt=1e-7", NULL),
              swing);
    ck_within(once(text, "energy_residual_rel", k, NULL, NULL), 0, swing);
    ck_within(turning(text, k), turn * pow(atof(k + 2) / 1e5, -0.4), swing / 100 + turn * turn);
}
END_TEST

static void add(TCase *t) {
    tcase_add_loop_test(t, cycle, 0, 4);
    tcase_add_loop_test(t, loop, 0, 4);
    tcase_add_loop_test(t, staged_paths, 0, 4);
    tcase_add_test(t, tiny_turns);
    tcase_add_loop_test(t, constant_ratio, 0, 4);
    tcase_add_test(t, unlimited_friction);
    tcase_add_loop_test(t, passivity, 0, 2);
    tcase_add_loop_test(t, random_walk, 0, 4);
    tcase_add_test(t, standing_still);
    tcase_add_loop_test(t, mirrored, 0, 2);
    tcase_add_test(t, turning_balances);
    tcase_add_loop_test(t, many_springs, 0, 8);
    tcase_add_loop_test(t, residual_is_of_second_order, 0, 3);
    tcase_add_loop_test(t, gross_sliding, 0, 2);
    tcase_add_test(t, measured_rebound);
    tcase_add_test(t, block_is_bit_identical);
    tcase_add_loop_test(t, dashpot, 0, 2);
    tcase_add_loop_test(t, limit_in_space, 0, 9);
}

LT_TESTS("partial_slip", add)

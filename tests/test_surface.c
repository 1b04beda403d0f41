/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Frame bodies for shapes other than balls: where two surfaces meet, how their normal turns, and
 * what two bodies of any two shapes keep: energy and both momenta. */
#include "ran.h"

#include "bodies/pair.h"
#include "bodies/surface.h"

#include <gsl/gsl_rng.h>

/* ---- Shapes ---------------------------------------------------------------------------------- */

enum { BALL, WALL, PLATE, CAPSULE, LOG, ROD, CONE, EGG, SHAPES };

static const char *const shapes[SHAPES] = {
    [BALL] = "sphere, radius: 3e-3, density: 2500",
    [WALL] = "wall",
    [PLATE] = "facet, half_thick: 1e-3, mass: 3e-4",
    [CAPSULE] = "capsule, radius: 3e-3, shaft: 8e-3, density: 2500",
    [LOG] = "cylinder, radius: 3e-3, mass: 5e-4",
    [ROD] = "rod, radius: 2e-3, shaft: 12e-3, density: 2500",
    [CONE] = "cone, radius: 4e-3, half_angle: 0.4, fixed: true",
    [EGG] = "ellipsoid, semi_axes: [3e-3, 4e-3, 6e-3], density: 2500",
};

static const struct {
    enum lt_shape shape;
    struct lt_particle_numbers numbers;
} solid[SHAPES] = {
    [BALL] = {LT_SPHERE, {.radius = 3e-3}},
    [WALL] = {LT_WALL, {0}},
    [PLATE] = {LT_FACET, {.half_thick = 1e-3}},
    [CAPSULE] = {LT_CAPSULE, {.radius = 3e-3, .shaft = 8e-3}},
    [LOG] = {LT_CYLINDER, {.radius = 3e-3}},
    [ROD] = {LT_ROD, {.radius = 2e-3, .shaft = 12e-3}},
    [CONE] = {LT_CONE, {.radius = 4e-3, .half_angle = 0.4}},
    [EGG] = {LT_ELLIPSOID, {.semi_axes = {3e-3, 4e-3, 6e-3}}},
};

static bool is_flat(int i) {
    return i == WALL || i == PLATE;
}

static bool is_line(int i) {
    return i == CAPSULE || i == LOG || i == ROD || i == CONE;
}

/* What has no contact point, or nothing that moves. */
static bool is_refused(int a, int b) {
    const bool still = (a == WALL || a == CONE) && (b == WALL || b == CONE);
    return still || (is_flat(a) && is_flat(b) && (a == WALL) + (b == WALL) > 1);
}

/* A line that goes round a cone tilts; one that is pushed along does, too. */
static bool has_to_tilt(int a, int b) {
    return (a == CONE && is_line(b)) || (b == CONE && is_line(a));
}

static bool is_touched_all_along(int a, int b) {
    return (is_line(a) && (is_line(b) || is_flat(b))) || (is_flat(a) && is_line(b));
}

/* ---- Vectors --------------------------------------------------------------------------------- */

static double dot(const double *a, const double *b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double *a, const double *b, double *out) {
    for (int i = 0; i < 3; i++)
        out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* Rodrigues: about the axis w by its length. */
static void turn(const double *w, const double *a, double *out) {
    const double size = sqrt(dot(w, w));
    double once[3], twice[3];
    cross(w, a, once);
    cross(w, once, twice);
    for (int i = 0; i < 3; i++)
        out[i] = a[i] +
                 (size > 0 ? sin(size) / size * once[i] + (1 - cos(size)) / (size * size) * twice[i]
                           : 0);
}

static double between(gsl_rng *rng, double low, double high) {
    return low + (high - low) * gsl_rng_uniform(rng);
}

/* ---- Where surfaces meet --------------------------------------------------------------------- */

struct pose {
    struct lt_surface shapes[2];
    struct lt_surface_place places[2];
};

static double arm_of(int i) {
    const struct lt_particle_numbers *n = &solid[i].numbers;
    return is_flat(i) ? 0 : i == EGG ? n->semi_axes[0] : n->radius;
}

/* The pair as it begins, then each body shifted and turned a little. */
static struct pose some_pose(gsl_rng *rng, int a, int b) {
    const int of[2] = {a, b};
    struct pose p;
    for (int i = 0; i < 2; i++) {
        struct lt_particle particle = {.shape = solid[of[i]].shape};
        const bool still = is_flat(of[i]) || of[i] == CONE;
        double w[3];
        p.shapes[i] = lt_surface_of(&particle, &solid[of[i]].numbers);
        memset(&p.places[i], 0, sizeof p.places[i]);
        for (int k = 0; k < 3; k++) {
            w[k] = still ? 0 : between(rng, -0.3, 0.3);
            p.places[i].axes[4 * k] = 1;
            p.places[i].centre[k] = still ? 0 : between(rng, -5e-4, 5e-4);
        }
        p.places[i].centre[0] += i * (arm_of(a) + arm_of(b) + between(rng, -3e-4, 3e-4));
        for (int k = 0; k < 9; k += 3)
            turn(w, p.places[i].axes + k, p.places[i].axes + k);
    }
    return p;
}

/* How far beyond the surface a point is, to first order, and the normal there. SIGN: the side of
 * the body that is touched. */
static double beyond(int shape, const struct lt_surface_place *place, double sign, const double *x,
                     double *normal) {
    const struct lt_particle_numbers *n = &solid[shape].numbers;
    double d[3], local[3], grad[3] = {0}, value = 0;
    for (int i = 0; i < 3; i++)
        d[i] = x[i] - place->centre[i];
    for (int i = 0; i < 3; i++)
        local[i] = dot(place->axes + 3 * i, d);
    if (is_flat(shape)) {
        value = sign * local[0];
        grad[0] = sign;
    } else if (shape == EGG) {
        for (int i = 0; i < 3; i++) {
            value += 0.5 * local[i] * local[i] / (n->semi_axes[i] * n->semi_axes[i]);
            grad[i] = local[i] / (n->semi_axes[i] * n->semi_axes[i]);
        }
        value -= 0.5;
    } else if (shape == CONE) {
        /* of radius n->radius at the place of touch, narrowing along its axis */
        const double c = cos(n->half_angle), s = sin(n->half_angle), axis[3] = {sign * s, 0, c},
                     from[3] = {local[0] - sign * n->radius * (1 - c), local[1],
                                local[2] - n->radius * s};
        const double z = dot(axis, from);
        double out[3];
        for (int i = 0; i < 3; i++)
            out[i] = from[i] - z * axis[i];
        const double radial = sqrt(dot(out, out));
        value = (radial - n->radius) * c + z * s;
        for (int i = 0; i < 3; i++)
            grad[i] = c * out[i] / radial + s * axis[i];
    } else {
        const double half = shape == CAPSULE ? 0.5 * n->shaft : 0;
        const double z = shape == BALL      ? local[2]
                         : shape == CAPSULE ? local[2] - fmax(-half, fmin(half, local[2]))
                                            : 0;
        const double size = sqrt(local[0] * local[0] + local[1] * local[1] + z * z);
        value = size - n->radius;
        grad[0] = local[0] / size;
        grad[1] = local[1] / size;
        grad[2] = z / size;
    }
    const double length = sqrt(dot(grad, grad));
    for (int i = 0; i < 3; i++) {
        normal[i] = 0;
        for (int k = 0; k < 3; k++)
            normal[i] += grad[k] / length * place->axes[3 * k + i];
    }
    return value / length;
}

static const double ahead[3] = {1, 0, 0};

/* Both points are on their surfaces, whose normals there are n and -n, and n leads from one to the
 * other. */
START_TEST(surfaces_meet_with_one_normal) {
    const int a = _i / SHAPES, b = _i % SHAPES;
    if (is_refused(a, b) || (is_flat(a) && is_flat(b)) || is_touched_all_along(a, b))
        return;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
    for (int k = 0; k < 50; k++) {
        struct pose p = some_pose(rng, a, b);
        struct lt_surface_touch touch;
        lt_surface_meet(p.shapes, p.places, ahead, NULL, &touch);
        ck_assert_int_eq(touch.fault, LT_SURFACE_FINE);
        for (int i = 0; i < 2; i++) {
            double normal[3];
            ck_within(beyond(i ? b : a, &p.places[i], i ? -1 : 1, touch.points[i], normal), 0,
                      1e-16);
            for (int j = 0; j < 3; j++)
                ck_within(normal[j], (i ? -1 : 1) * touch.n[j], 1e-12);
        }
        for (int j = 0; j < 3; j++)
            ck_within(touch.points[1][j] - touch.points[0][j], touch.gap * touch.n[j], 1e-17);
    }
    gsl_rng_free(rng);
}
END_TEST

/* The rate of n is what n changes by, and that of the gap the approach of the points. */
START_TEST(normals_turn_as_bodies_move) {
    const int a = _i / SHAPES, b = _i % SHAPES;
    if (is_refused(a, b) || (is_flat(a) && is_flat(b)) || is_touched_all_along(a, b))
        return;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
    for (int k = 0; k < 20; k++) {
        struct pose p = some_pose(rng, a, b);
        struct lt_surface_touch touch, near[2];
        double v[12], h = 1e-6, speed[2][3], rate = 0;
        for (int i = 0; i < 12; i++) {
            const int of = i < 6 ? a : b;
            const bool still = of == WALL || of == CONE || (of == PLATE && i % 6 > 2);
            v[i] = still ? 0 : i % 6 < 3 ? between(rng, -1, 1) : between(rng, -200, 200);
        }
        lt_surface_meet(p.shapes, p.places, ahead, v, &touch);
        for (int s = 0; s < 2; s++) {
            struct pose moved = p;
            for (int i = 0; i < 2; i++) {
                const double t = s ? h : -h,
                             w[3] = {t * v[6 * i + 3], t * v[6 * i + 4], t * v[6 * i + 5]};
                for (int j = 0; j < 3; j++)
                    moved.places[i].centre[j] += t * v[6 * i + j];
                for (int j = 0; j < 9; j += 3)
                    turn(w, moved.places[i].axes + j, moved.places[i].axes + j);
            }
            lt_surface_meet(moved.shapes, moved.places, ahead, NULL, &near[s]);
        }
        for (int i = 0; i < 2; i++) {
            double from[3];
            for (int j = 0; j < 3; j++)
                from[j] = touch.points[i][j] - p.places[i].centre[j];
            cross(v + 6 * i + 3, from, speed[i]);
            for (int j = 0; j < 3; j++)
                rate += (i ? 1 : -1) * touch.n[j] * (speed[i][j] + v[6 * i + j]);
        }
        ck_within((near[1].gap - near[0].gap) / (2 * h), rate, 1e-6);
        for (int j = 0; j < 3; j++)
            ck_within((near[1].n[j] - near[0].n[j]) / (2 * h), touch.normal_rate[j],
                      1e-5 * (1 + sqrt(dot(touch.normal_rate, touch.normal_rate))));
    }
    gsl_rng_free(rng);
}
END_TEST

/* ---- What is kept ---------------------------------------------------------------------------- */

#define PAIR                                                                                       \
    "lawtester: 1\n"                                                                               \
    "particles: {a: {shape: %s%s}, b: {shape: %s%s}}\n"                                            \
    "law: {name: linear, kn: 1e5, ks: 6e4, fric: 0.4, dp_nratio: 0.05}\n"
#define SPINS(...) ", spin: [" __VA_ARGS__ "]"
#define COLUMNS                                                                                    \
    "record: {columns: [xa, ya, za, xb, yb, zb, vxa, vya, vza, wxa, wya, wza, vxb, vyb, vzb, "     \
    "wxb, wyb, wzb, qwa, qxa, qya, qza, qwb, qxb, qyb, qzb]}\n"

/* A motion in which nothing tilts, where a line touches all along; else any. */
static struct ran impact(int a, int b, const char *frame, const char *motion, bool head_on) {
    const bool flat = is_touched_all_along(a, b);
    const char *spin_a = is_flat(a) || a == CONE || head_on ? ""
                         : flat                             ? SPINS("0, 0, 60")
                                                            : SPINS("20, 30, 60");
    const char *spin_b = is_flat(b) || b == CONE || head_on ? ""
                         : flat                             ? SPINS("0, 0, -90")
                                                            : SPINS("-50, 70, -90");
    spin_a = a == LOG && !flat && !head_on ? SPINS("0, 0, 60") : spin_a;
    spin_b = b == LOG && !flat && !head_on ? SPINS("0, 0, -90") : spin_b;
    return run(PAIR "motion: {frame: %s, %s}\n"
                    "stages: [{whats: iii..., values: [-1, %s, 0, 0, 0], until: broken}]\n%s",
               shapes[a], spin_a, shapes[b], spin_b, frame, motion,
               head_on ? "0, 0"
               : flat  ? "0.7, 0"
                       : "0.7, 0.4",
               frame[0] == 'b' ? COLUMNS : "");
}

/* Head-on both frames are the same motion. */
START_TEST(head_on_impacts_are_those_of_frame_contact) {
    static const char *const results[] = {"e_n", "t_contact", "overlap_max", "fn_max"};
    const int a = _i / SHAPES, b = _i % SHAPES;
    const char *motions[] = {"integrator: exact", "phase: 0.4",
                             "integrator: velocity-verlet, lever: radius"};
    if (is_refused(a, b) || (is_flat(a) && is_flat(b)))
        return;
    for (int k = 0; k < 3; k++) {
        struct ran bodies = impact(a, b, "bodies", motions[k], true);
        struct ran contact =
            impact(a, b, "contact", k < 2 ? motions[k] : "integrator: velocity-verlet", true);
        for (int i = 0; i < 4; i++)
            ck_near(end(&bodies, results[i]), end(&contact, results[i]), 3e-12);
        done(&bodies);
        done(&contact);
    }
}
END_TEST

/* Linear and angular momentum about the origin, from a recorded row. */
static void momenta(const int of[2], const double *row, double *out) {
    memset(out, 0, 6 * sizeof *out);
    for (int i = 0; i < 2; i++) {
        struct lt_particle particle = {.shape = solid[of[i]].shape, .rotates = true};
        struct lt_particle_numbers n = solid[of[i]].numbers;
        n.density = 2500;
        n.mass = NAN;
        const struct lt_body body = lt_pair_body(&particle, &n);
        const double *x = row + 3 * i, *v = row + 6 + 6 * i, *w = v + 3, *q = row + 18 + 4 * i;
        const double half = acos(fmin(1, fabs(q[0]))), f = half > 0 ? 2 * half / sin(half) : 2;
        const double angle[3] = {copysign(f, q[0]) * q[1], copysign(f, q[0]) * q[2],
                                 copysign(f, q[0]) * q[3]};
        double orbit[3];
        cross(x, v, orbit);
        for (int k = 0; k < 3; k++) {
            double axis[3] = {k == 0, k == 1, k == 2};
            turn(angle, axis, axis);
            out[k] += body.mass * v[k];
            out[3 + k] += body.mass * orbit[k];
            for (int j = 0; j < 3; j++)
                out[3 + j] += body.inertia[k] * dot(axis, w) * axis[j];
        }
    }
}

/* Free bodies that turn: energy, and both momenta, to the tolerance of exact. */
START_TEST(impacts_keep_energy_and_momenta) {
    const int of[2] = {_i / SHAPES, _i % SHAPES};
    if (is_refused(of[0], of[1]) || has_to_tilt(of[0], of[1]) || (is_flat(of[0]) && is_flat(of[1])))
        return;
    struct ran ran =
        impact(of[0], of[1], "bodies", "integrator: exact, gap: 1e-4, normal: [1, 0, 0]", false);
    ck_assert_double_le(end(&ran, "energy_residual_rel"), 2e-11);
    ck_assert_double_gt(end(&ran, "ft_max"), 0);
    const bool free_bodies = (of[0] == BALL || of[0] == CAPSULE || of[0] == ROD || of[0] == EGG) &&
                             (of[1] == BALL || of[1] == CAPSULE || of[1] == ROD || of[1] == EGG);
    const struct lt_table *table = &ran.result->table;
    double before[6], after[6];
    momenta(of, table->cells, before);
    momenta(of, table->cells + (table->rows - 1) * table->columns, after);
    for (int i = 0; i < 6 && free_bodies; i++)
        ck_within(after[i], before[i], 2e-11 * (i < 3 ? 1e-3 : 1e-5));
    done(&ran);
}
END_TEST

/* With steps: what is lost falls with the second order. */
START_TEST(steps_lose_by_their_square) {
    const int a = _i / SHAPES, b = _i % SHAPES;
    double lost[2], e_n[3];
    if (is_refused(a, b) || has_to_tilt(a, b) || (is_flat(a) && is_flat(b)))
        return;
    for (int k = 0; k < 2; k++) {
        struct ran ran =
            impact(a, b, "bodies", k ? "dt: t_c/800, gap: 1e-5" : "dt: t_c/200, gap: 1e-5", false);
        lost[k] = end(&ran, "energy_residual_rel");
        e_n[k] = end(&ran, "e_n");
        done(&ran);
    }
    struct ran limit = impact(a, b, "bodies", "integrator: exact, gap: 1e-5", false);
    e_n[2] = end(&limit, "e_n");
    ck_assert_double_lt(lost[1], 1e-6);
    ck_assert_msg(lost[1] < 0.12 * lost[0] || lost[0] < 1e-12, "%g then %g", lost[0], lost[1]);
    ck_assert_double_lt(fabs(e_n[1] - e_n[2]), 0.01);
    done(&limit);
}
END_TEST

/* ---- What is imposed --------------------------------------------------------------------------
 */

/* Driven along n, s, t, and all of them, in steps so short that the coordinates hardly change: the
 * displacement is what was asked for, not what their rounding makes of it, and the work adds up. */
START_TEST(slow_driving_is_met) {
    static const struct {
        const char *whats, *values;
        double speed[3];
    } drives[] = {{"v.....", "-1e-3, 0, 0", {-1e-3, 0, 0}},
                  {".v....", "0, 1e-3, 0", {0, 1e-3, 0}},
                  {"..v...", "0, 0, 1e-3", {0, 0, 1e-3}},
                  {"vvvvvv", "-1e-3, 1e-3, -1e-3", {-1e-3, 1e-3, -1e-3}}};
    static const char *const columns[] = {"un", "us", "ut"};
    const int a = _i / SHAPES, b = _i % SHAPES;
    if (is_refused(a, b) || (is_flat(a) && is_flat(b)))
        return;
    for (int k = 0; k < 8; k++) {
        const int d = k % 4;
        const double dt = k < 4 ? 1e-6 : 1e-9, time = 50 * dt;
        struct ran ran =
            run(PAIR "motion: {frame: bodies, gap: -1e-5, dt: %g}\n"
                     "stages: [{whats: %s, values: [%s, 0, 0, 0], until: step >= 50}]\n",
                shapes[a], "", shapes[b], "", dt, drives[d].whats, drives[d].values);
        for (int i = 0; i < 3; i++)
            if (drives[d].whats[i] == 'v')
                ck_within(end(&ran, columns[i]) - (i == 0 ? -1e-5 : 0), drives[d].speed[i] * time,
                          1e-8 * 1e-3 * time);
        ck_assert_double_lt(end(&ran, "energy_residual_rel"), 1e-10);
        done(&ran);
    }
}
END_TEST

/* ---- What is another shape in the limit ------------------------------------------------------ */

static void same(const char *first, const char *second, double tolerance) {
    static const char *const results[] = {"e_n", "e_t", "e_t_centre", "t_contact", "E_slip"};
    const char *of[2] = {first, second};
    struct ran ran[2];
    for (int i = 0; i < 2; i++)
        ran[i] = run(PAIR "motion: {frame: bodies, integrator: exact}\n"
                          "stages: [{whats: iii..., values: [-1, 0.7, 0.4, 0, 0, 0], until: "
                          "broken}]\n",
                     of[i], ", spin: [0, 0, 60]", "sphere, radius: 4e-3, density: 2500",
                     ", spin: [-50, 70, -90]");
    for (int i = 0; i < 5; i++)
        ck_near(end(&ran[0], results[i]), end(&ran[1], results[i]), tolerance);
    done(&ran[0]);
    done(&ran[1]);
}

START_TEST(limits) {
    switch (_i) {
    case 0: /* three semi-axes that are alike */
        same("sphere, radius: 3e-3, density: 2500",
             "ellipsoid, semi_axes: [3e-3, 3e-3, 3e-3], density: 2500", 1e-9);
        break;
    case 1: /* no shaft to speak of */
        same("sphere, radius: 3e-3, density: 2500",
             "capsule, radius: 3e-3, shaft: 1e-12, density: 2500", 1e-7);
        break;
    case 2: /* an ellipsoid that is long, of the mass and inertia of the log */
        same("cylinder, radius: 3e-3, mass: 1e-3", "capsule, radius: 3e-3, shaft: 1e3, mass: 1e-3",
             1e-5);
        break;
    default: /* side by side: a cone of no angle stands as a fixed cylinder does */
        for (int i = 0; i < 2; i++) {
            static double e[2];
            struct ran ran =
                run(PAIR "motion: {frame: bodies, integrator: exact}\n"
                         "stages: [{whats: iii..., values: [-1, 0.7, 0.4, 0, 0, 0], until: "
                         "broken}]\n",
                    i ? "cone, radius: 4e-3, half_angle: 1e-9, fixed: true"
                      : "cylinder, radius: 4e-3, fixed: true",
                    "", shapes[EGG], ", spin: [-50, 70, -90]");
            e[i] = end(&ran, "e_t");
            if (i)
                ck_near(e[1], e[0], 1e-7);
            done(&ran);
        }
    }
}
END_TEST

/* ---- What is said ---------------------------------------------------------------------------- */

static const struct {
    const char *a, *b, *values, *message;
} ends[] = {
    {"rod, radius: 2e-3, shaft: 4e-3, density: 2500, rotates: false",
     "sphere, radius: 3e-3, density: 2500", "[-0.1, 0, 20, 0, 0, 0]",
     "has reached the end of the rod a"},
    {"sphere, radius: 3e-3, density: 2500", "cone, radius: 1e-3, half_angle: 1, fixed: true",
     "[-0.1, 0, -20, 0, 0, 0]", "has reached the tip of the cone b"},
    {"wall", "rod, radius: 2e-3, shaft: 12e-3, density: 2500", "[-1, 0, 2, 0, 0, 0]",
     "rod b has tilted"},
    {"capsule, radius: 2e-3, shaft: 1e-2, density: 2500",
     "capsule, radius: 2e-3, shaft: 1e-3, density: 2500", "[-1, 0, 2, 0, 0, 0]", "has tilted"},
};

START_TEST(where_one_point_cannot_stand_for_it_is_said) {
    char text[2048];
    for (int k = 0; k < 2; k++) {
        snprintf(text, sizeof text,
                 "lawtester: 1\n"
                 "particles: {a: {shape: %s}, b: {shape: %s}}\n"
                 "law: {name: linear, kn: 1e4, ks: 1e4, fric: 0.3}\n"
                 "motion: {frame: bodies, integrator: %s}\n"
                 "stages: [{whats: iii..., values: %s, until: false, max_steps: 3000}]\n",
                 ends[_i].a, ends[_i].b, k ? "exact" : "leapfrog", ends[_i].values);
        struct lt_program *program = read_program(text, NULL);
        struct lt_result *r = run_program(program);
        ck_assert_int_eq(r->status, LT_RUN_FAILED);
        ck_assert_msg(strstr(r->message, ends[_i].message) != NULL, "%s", r->message);
        lt_run_free(r);
        lt_program_free(program);
    }
}
END_TEST

static void add(TCase *t) {
    tcase_add_loop_test(t, surfaces_meet_with_one_normal, 0, SHAPES * SHAPES);
    tcase_add_loop_test(t, normals_turn_as_bodies_move, 0, SHAPES * SHAPES);
    tcase_add_loop_test(t, head_on_impacts_are_those_of_frame_contact, 0, SHAPES * SHAPES);
    tcase_add_loop_test(t, impacts_keep_energy_and_momenta, 0, SHAPES * SHAPES);
    tcase_add_loop_test(t, steps_lose_by_their_square, 0, SHAPES * SHAPES);
    tcase_add_loop_test(t, slow_driving_is_met, 0, SHAPES * SHAPES);
    tcase_add_loop_test(t, limits, 0, 4);
    tcase_add_loop_test(t, where_one_point_cannot_stand_for_it_is_said, 0, 4);
}

LT_TESTS("surface", add)

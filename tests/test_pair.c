/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two particles: mass, inertia and curvature of every shape; effective lengths, contact area.
 */
#include "bodies/pair.h"
#include "programs.h"
#include "result/record.h"

#include <gsl/gsl_sf_ellint.h>

static struct lt_body body_of(enum lt_shape shape, struct lt_particle_numbers n) {
    struct lt_particle particle = {.shape = shape, .rotates = true};
    return lt_pair_body(&particle, &n);
}

/* ---- Mass and inertia ------------------------------------------------------------------------ */

/* Half axes along n and s of the slice at t: an ellipse. */
static void slice(enum lt_shape shape, const struct lt_particle_numbers *n, double t, double *an,
                  double *as) {
    if (shape == LT_ELLIPSOID) {
        double c = sqrt(1 - t * t / (n->semi_axes[2] * n->semi_axes[2]));
        *an = n->semi_axes[0] * c;
        *as = n->semi_axes[1] * c;
        return;
    }
    double beyond = fmax(fabs(t) - n->shaft / 2, 0);
    *an = *as = sqrt(n->radius * n->radius - beyond * beyond);
}

/* Mass and moments about n, s, t of the slices between lo and hi: polynomials of degree 4 at most,
 * for which three points of Gauss are exact. */
static void add_slices(enum lt_shape shape, const struct lt_particle_numbers *n, double lo,
                       double hi, double *mass, double *inertia) {
    static const double at[] = {-0.77459666924148337704, 0, 0.77459666924148337704};
    static const double weight[] = {5.0 / 9, 8.0 / 9, 5.0 / 9};
    for (int i = 0; i < 3; i++) {
        double t = (lo + hi) / 2 + at[i] * (hi - lo) / 2, an, as;
        slice(shape, n, t, &an, &as);
        double m = n->density * M_PI * an * as * weight[i] * (hi - lo) / 2;
        *mass += m;
        inertia[0] += m * (as * as / 4 + t * t);
        inertia[1] += m * (an * an / 4 + t * t);
        inertia[2] += m * (an * an + as * as) / 4;
    }
}

static const struct {
    enum lt_shape shape;
    struct lt_particle_numbers n;
} solids[] = {
    {LT_SPHERE, {.radius = 0.2, .density = 3, .mass = NAN}},
    {LT_CAPSULE, {.radius = 0.2, .shaft = 0.7, .density = 3, .mass = NAN}},
    {LT_CAPSULE, {.radius = 0.5, .shaft = 0.01, .density = 3, .mass = NAN}},
    {LT_ELLIPSOID, {.semi_axes = {0.2, 0.3, 0.5}, .density = 3, .mass = NAN}},
    {LT_ELLIPSOID, {.semi_axes = {0.5, 0.1, 0.2}, .density = 3, .mass = NAN}},
    {LT_ROD, {.radius = 0.2, .shaft = 0.7, .density = 3, .mass = NAN}},
};

START_TEST(mass_and_inertia_are_those_of_the_slices) {
    const struct lt_particle_numbers *n = &solids[_i].n;
    bool ellipsoid = solids[_i].shape == LT_ELLIPSOID;
    double half = n->shaft / 2, end = ellipsoid ? n->semi_axes[2] : half + n->radius;
    if (solids[_i].shape == LT_ROD)
        end = half;
    double mass = 0, inertia[3] = {0};
    add_slices(solids[_i].shape, n, -end, -half, &mass, inertia);
    add_slices(solids[_i].shape, n, -half, half, &mass, inertia);
    add_slices(solids[_i].shape, n, half, end, &mass, inertia);
    struct lt_body body = body_of(solids[_i].shape, *n);
    ck_near(body.mass, mass, 1e-14);
    for (int i = 0; i < 3; i++)
        ck_near(body.inertia[i], inertia[i], 1e-14);
}
END_TEST

START_TEST(a_given_mass_scales_the_inertia) {
    struct lt_particle_numbers n = solids[_i].n;
    struct lt_body before = body_of(solids[_i].shape, n);
    n.mass = 10 * before.mass;
    struct lt_body after = body_of(solids[_i].shape, n);
    ck_assert(after.mass == n.mass);
    for (int i = 0; i < 3; i++)
        ck_near(after.inertia[i], 10 * before.inertia[i], 1e-14);
}
END_TEST

/* A shape in the limit of another one. */
START_TEST(limits) {
    struct lt_particle_numbers round = {.radius = 0.2, .density = 3, .mass = NAN};
    struct lt_particle_numbers shaft = round, axes = round;
    shaft.shaft = 1e-12;
    axes.semi_axes[0] = axes.semi_axes[1] = axes.semi_axes[2] = axes.radius;
    struct lt_body sphere = body_of(LT_SPHERE, round), ellipsoid = body_of(LT_ELLIPSOID, axes);
    struct lt_body capsule = body_of(LT_CAPSULE, shaft);
    ck_near(ellipsoid.mass, sphere.mass, 1e-15);
    ck_near(ellipsoid.curvature, sphere.curvature, 1e-15);
    ck_near(ellipsoid.length, sphere.length, 0);
    ck_near(capsule.mass, sphere.mass, 1e-11);
    for (int i = 0; i < 3; i++) {
        ck_near(ellipsoid.inertia[i], sphere.inertia[i], 1e-15);
        ck_near(capsule.inertia[i], sphere.inertia[i], 2e-11);
    }
}
END_TEST

START_TEST(a_cylinder_turns_about_its_axis_only) {
    struct lt_particle_numbers n = {.radius = 0.2, .mass = 3, .density = NAN};
    struct lt_body body = body_of(LT_CYLINDER, n);
    ck_assert(body.mass == 3 && isinf(body.inertia[0]) && isinf(body.inertia[1]));
    ck_near(body.inertia[2], 0.5 * 3 * 0.04, 1e-15);
}
END_TEST

static const enum lt_shape shapes[] = {LT_SPHERE,  LT_DISC,     LT_WALL,      LT_FACET,
                                       LT_CAPSULE, LT_CYLINDER, LT_ELLIPSOID, LT_ROD};

/* Neither a fixed body nor one that does not rotate has an inertia that a force overcomes. */
START_TEST(fixed_and_not_rotating) {
    struct lt_particle_numbers n = {
        .radius = 0.2, .shaft = 0.1, .semi_axes = {1, 2, 3}, .mass = 3, .density = NAN};
    struct lt_particle fixed = {.shape = shapes[_i], .fixed = true, .rotates = true};
    struct lt_particle stiff = {.shape = shapes[_i]};
    struct lt_body f = lt_pair_body(&fixed, &n), s = lt_pair_body(&stiff, &n);
    ck_assert(isinf(f.mass));
    ck_assert(shapes[_i] == LT_WALL ? isinf(s.mass) : s.mass == 3);
    for (int i = 0; i < 3; i++)
        ck_assert(isinf(f.inertia[i]) && isinf(s.inertia[i]));
}
END_TEST

/* A force along s turns a body about t, one along t turns it about s, with the arm up to the
 * surface. */
START_TEST(unequal_inertias_in_the_mobility) {
    struct lt_pair pair = {.dimensions = 3};
    pair.a = body_of(LT_CAPSULE, solids[1].n);
    pair.b = body_of(LT_ELLIPSOID, solids[3].n);
    lt_pair_combine(&pair);
    double w[LT_DOFS][LT_DOFS];
    memset(w, 0x55, sizeof w); /* whatever was there before */
    lt_pair_mobility(&pair, w);
    const double *a = pair.a.inertia, *b = pair.b.inertia;
    for (int i = 0; i < LT_DOFS; i++)
        for (int k = 0; k < LT_DOFS; k++)
            ck_assert((w[i][k] != 0) == (i == k || (i * k == 5) || (i * k == 8 && i != k)));
    ck_near(w[1][1], 1 / pair.m_eff + 0.04 / a[2] + 0.04 / b[2], 1e-14);
    ck_near(w[2][2], 1 / pair.m_eff + 0.04 / a[1] + 0.04 / b[1], 1e-14);
    ck_near(w[3][3], 1 / a[0] + 1 / b[0], 1e-15);
    ck_near(w[1][5], 0.2 / a[2] - 0.2 / b[2], 1e-14);
}
END_TEST

/* ---- Curvature ------------------------------------------------------------------------------- */

/* Depth of the surface below its tangent plane at a distance x from the contact point, in the
 * direction that makes the angle phi with s. */
static double depth(enum lt_shape shape, const struct lt_particle_numbers *n, double x,
                    double phi) {
    double s = x * cos(phi), t = x * sin(phi);
    const double *a = n->semi_axes;
    if (shape == LT_ELLIPSOID)
        return a[0] * (1 - sqrt(1 - s * s / (a[1] * a[1]) - t * t / (a[2] * a[2])));
    double square = shape == LT_SPHERE ? x * x : s * s;
    return n->radius - sqrt(n->radius * n->radius - square);
}

/* The gap of two surfaces is H x^2 on the mean over two directions at right angles, H the sum of
 * their mean curvatures, whatever the angle between the bodies; one more term of the series is of
 * the order x^4. */
START_TEST(curvatures_of_the_pair_add_up) {
    static const struct {
        enum lt_shape shape;
        struct lt_particle_numbers n;
    } cases[] = {
        {LT_SPHERE, {.radius = 0.2}},
        {LT_CAPSULE, {.radius = 0.2, .shaft = 0.5}},
        {LT_CYLINDER, {.radius = 0.3}},
        {LT_ELLIPSOID, {.semi_axes = {0.2, 0.3, 0.5}}},
    };
    const double x = 1e-3, angle = 0.3 * _i;
    for (size_t i = 0; i < 4; i++)
        for (size_t k = 0; k < 4; k++) {
            double gap = 0;
            for (int quarter = 0; quarter < 2; quarter++)
                gap += depth(cases[i].shape, &cases[i].n, x, quarter * M_PI / 2) +
                       depth(cases[k].shape, &cases[k].n, x, angle + quarter * M_PI / 2);
            struct lt_pair pair = {.a = body_of(cases[i].shape, cases[i].n),
                                   .b = body_of(cases[k].shape, cases[k].n)};
            lt_pair_combine(&pair);
            ck_near(gap / 2 / (x * x), 0.5 / pair.r_eff, 2e-5);
        }
}
END_TEST

/* Hertz: the ratio of the principal curvatures of the gap whose ellipse of contact has the half
 * axes 1 and b; K and E are the complete elliptic integrals. */
static double ratio_of(double b, double k, double e) {
    return (e / (b * b) - k) / (k - e);
}

/* Force at a given approach, by r_eff = 2/(k1 + k2), against that of the elliptic contact, as
 * doc/shapes.md has it. With the modulus 1 and the pressure 1 in the middle the force is 2/3 pi b,
 * the approach b K, and k2 = 2 b (K - E)/(1 - b^2). */
START_TEST(how_far_one_radius_carries) {
    static const double cases[][2] = {
        {1.5, -0.014}, {2, -0.039}, {3, -0.092}, {5, -0.181}, {10, -0.316}};
    double lo = 0, hi = 1, b = 0, k = 0, e = 0, wanted = cases[_i][0];
    for (int n = 0; n < 60; n++) {
        b = (lo + hi) / 2;
        k = gsl_sf_ellint_Kcomp(sqrt(1 - b * b), GSL_PREC_DOUBLE);
        e = gsl_sf_ellint_Ecomp(sqrt(1 - b * b), GSL_PREC_DOUBLE);
        *(ratio_of(b, k, e) > wanted ? &lo : &hi) = b;
    }
    double force = 2 * M_PI * b / 3, approach = b * k, k2 = 2 * b * (k - e) / (1 - b * b);
    double curvature_a = 0.3 * k2, curvature_b = (wanted + 1) / 2 * k2 - curvature_a;
    struct lt_pair pair = {.a = {.mass = 1, .curvature = curvature_a},
                           .b = {.mass = 1, .curvature = curvature_b}};
    lt_pair_combine(&pair);
    double by_one_radius = 4.0 / 3 * sqrt(pair.r_eff) * pow(approach, 1.5);
    ck_within(by_one_radius / force - 1, cases[_i][1], 5e-4);
}
END_TEST

/* ---- Lengths and area ------------------------------------------------------------------------ */

static const struct {
    const char *a, *b;
    double length_a, length_b, area;
} lengths[] = {
    {"sphere, radius: 2", "sphere, radius: 3", 2, 3, 4 * M_PI},
    {"sphere, radius: 2", "capsule, radius: 1, shaft: 5", 2, 1, M_PI},
    {"capsule, radius: 2, shaft: 5", "cylinder, radius: 3", 2, 3, 4 * M_PI},
    {"ellipsoid, semi_axes: [2, 1, 5]", "sphere, radius: 3", 2, 3, 4 * M_PI},
    {"wall", "sphere, radius: 2", 2, 2, 4 * M_PI},
    {"cylinder, radius: 2", "wall", 2, 2, 4 * M_PI},
    {"ellipsoid, semi_axes: [2, 1, 5]", "wall", 2, 2, 4 * M_PI},
    {"facet", "sphere, radius: 2", 2, 2, 4 * M_PI},
    {"facet, half_thick: 0", "capsule, radius: 2, shaft: 1", 2, 2, 4 * M_PI},
    {"facet, half_thick: 1", "sphere, radius: 2", 2, 2, 4 * M_PI},
    {"facet, half_thick: 3", "sphere, radius: 2", 3, 2, 4 * M_PI},
    {"facet, half_thick: 1", "capsule, radius: 2, shaft: 1", 1, 2, M_PI},
    {"ellipsoid, semi_axes: [2, 1, 5]", "facet, half_thick: 1", 2, 1, M_PI},
    {"disc, radius: 2", "disc, radius: 3", 2, 3, 4},
    {"disc, radius: 2", "facet, half_thick: 1", 2, 2, 4},
};

/* A program of two particles; FURTHER keys of the particles, the motion and its first letter. */
static const char *pair_text(const char *a, const char *b, const char *further, const char *motion,
                             char letter) {
    static char text[1000];
    bool a_flat = *a == 'w' || *a == 'f', b_flat = *b == 'w' || *b == 'f';
    snprintf(text, sizeof text,
             "lawtester: 1\n"
             "particles:\n"
             "  a: {shape: %s%s}\n"
             "  b: {shape: %s%s}\n"
             "%s"
             "law: {name: linear, kn: 1e5}\n"
             "motion: {%s}\n"
             "stages:\n"
             "  - {whats: %c....., values: [%s, 0, 0, 0, 0, 0], until: step >= 1}\n",
             a, a_flat ? "" : ", mass: 1", b, b_flat ? "" : ", mass: 1", further, motion, letter,
             letter == 'i' ? "-1" : "0");
    return text;
}

START_TEST(lengths_of_every_combination) {
    const char *text = pair_text(lengths[_i].a, lengths[_i].b, "", "", 'v');
    ck_near(once(text, "length_a", NULL, NULL, NULL), lengths[_i].length_a, 0);
    ck_near(once(text, "length_b", NULL, NULL, NULL), lengths[_i].length_b, 0);
    ck_near(once(text, "contact_area", NULL, NULL, NULL), lengths[_i].area, 1e-15);
}
END_TEST

/* kn = A/(l1/E1 + l2/E2) of the two examples in Woo's documentation: what its program printed, what
 * it computed by hand, what the program does today. All digits are given. */
static const struct {
    const char *a, *lengths, *area;
    double kn;
} examples[] = {
    {"capsule, radius: 0.2, shaft: 0.1", "reduced", "full", 1350254.7221732636},
    {"capsule, radius: 0.2, shaft: 0.1", "reduced", "reduced", 1336785.9313195853},
    {"capsule, radius: 0.2, shaft: 0.1", "full", "full", 1346396.8515384828},
    {"facet", "reduced", "full", 2368034.663509894},
    {"facet", "reduced", "reduced", 2344413.5177413835},
    {"facet", "full", "full", 2356194.4901923449},
};

START_TEST(stiffness_of_the_published_examples) {
    char further[100];
    snprintf(further, sizeof further, "  lengths: %s\n  area: %s\n", examples[_i].lengths,
             examples[_i].area);
    const char *text =
        pair_text(examples[_i].a, "sphere, radius: 0.1", further, "gap: -0.001", 'v');
    double a = once(text, "length_a", NULL, NULL, NULL);
    double b = once(text, "length_b", NULL, NULL, NULL);
    double area = once(text, "contact_area", NULL, NULL, NULL);
    ck_near(area / (a / 10e6 + b / 30e6), examples[_i].kn, 1e-15);
}
END_TEST

/* Only the overlap that a contact is created with counts, not one it is led to. */
START_TEST(overlap_at_creation) {
    static const struct {
        const char *motion;
        char letter;
        double length;
    } cases[] = {
        {"gap: -0.5", 'v', 1.75}, {"gap: 0.5", 'v', 2}, {"", 'i', 2},
        {"gap: -0.5", 'i', 1.75}, {"gap: 0.5", 'i', 2}, {"gap: -0.5, phase: 0.5", 'i', 2},
        {"gap: -4.1", 'f', 0},    {"gap: -4", 'v', 0},
    };
    const char *text = pair_text("sphere, radius: 2", "sphere, radius: 3", "  lengths: reduced\n",
                                 cases[_i].motion, cases[_i].letter);
    if (cases[_i].length > 0) {
        ck_near(once(text, "length_a", NULL, NULL, NULL), cases[_i].length, 1e-15);
        ck_near(once(text, "contact_area", NULL, NULL, NULL), 4 * M_PI, 1e-15);
        return;
    }
    struct lt_errors *errors = lt_errors_new();
    ck_assert_ptr_null(lt_read_program("bad.yaml", text, strlen(text), NULL, 0, errors));
    char *said = lt_errors_text(errors);
    ck_assert_ptr_nonnull(strstr(said, "bad.yaml:6:6: error: motion.gap: an initial overlap of"));
    free(said);
    lt_errors_free(errors);
}
END_TEST

START_TEST(document_has_the_pair) {
    static const char *const names[] = {"m_eff",    "m_t",      "r_eff",
                                        "length_a", "length_b", "contact_area"};
    struct lt_program *program = read_program(
        pair_text("capsule, radius: 2, shaft: 1", "wall", "  area: reduced\n", "gap: -1", 'v'),
        NULL);
    struct lt_result *result = run_program(program);
    json_t *document = lt_document_run(program, result);
    const json_t *pair = json_object_get(document, "pair");
    ck_assert_uint_eq(json_object_size(pair), 6);
    for (size_t i = 0; i < 6; i++)
        ck_assert(json_real_value(json_object_get(pair, names[i])) ==
                  value_of(program, result, names[i]));
    ck_near(json_real_value(json_object_get(pair, "contact_area")), 2.25 * M_PI, 1e-15);
    json_decref(document);
    json_t *from = lt_provenance(program);
    const json_t *particles = json_object_get(json_object_get(from, "input"), "particles");
    ck_assert_str_eq(json_string_value(json_object_get(particles, "lengths")), "full");
    ck_assert_str_eq(json_string_value(json_object_get(particles, "area")), "reduced");
    json_decref(from);
    lt_run_free(result);
    lt_program_free(program);
}
END_TEST

static void add(TCase *tcase) {
    tcase_add_loop_test(tcase, mass_and_inertia_are_those_of_the_slices, 0, 6);
    tcase_add_loop_test(tcase, a_given_mass_scales_the_inertia, 0, 6);
    tcase_add_test(tcase, limits);
    tcase_add_test(tcase, a_cylinder_turns_about_its_axis_only);
    tcase_add_loop_test(tcase, fixed_and_not_rotating, 0, 8);
    tcase_add_test(tcase, unequal_inertias_in_the_mobility);
    tcase_add_loop_test(tcase, curvatures_of_the_pair_add_up, 0, 6);
    tcase_add_loop_test(tcase, how_far_one_radius_carries, 0, 5);
    tcase_add_loop_test(tcase, lengths_of_every_combination, 0, 15);
    tcase_add_loop_test(tcase, stiffness_of_the_published_examples, 0, 6);
    tcase_add_loop_test(tcase, overlap_at_creation, 0, 8);
    tcase_add_test(tcase, document_has_the_pair);
}

LT_TESTS("pair", add)

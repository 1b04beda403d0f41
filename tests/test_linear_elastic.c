/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The law `linear-elastic`: restitution asked and had, its books, other programs' impacts. */
#include "programs.h"
#include "result/record.h"
#include "rig.h"
#include "tables.h"

#define LINEAR(b, law, motion, whats, values)                                                      \
    "lawtester: 1\n"                                                                               \
    "let: {mass: 2500*4/3*pi*5e-3^3, m: mass/2}\n"                                                 \
    "particles: {a: {shape: sphere, radius: 5e-3, mass: mass}, b: {" b "}}\n"                      \
    "law: {name: linear-elastic, " law "}\n"                                                       \
    "motion: {" motion "}\n"                                                                       \
    "stages: [{whats: " whats ", values: [" values "], until: rebound}]\n"

#define BEAD                    "shape: sphere, radius: 5e-3, mass: mass"
#define EXACT                   "integrator: exact"
#define HEAD(b, law, motion)    LINEAR(b, law, motion, "i.....", "-1, 0, 0, 0, 0, 0")
#define OBLIQUE(b, law, motion) LINEAR(b, law, motion, "iii...", "-1, 0.3, -0.4, 0, 0, 0")

static const char *const partner[] = {BEAD, "shape: sphere, radius: 3e-3, density: 2500",
                                      "shape: wall"};

static double of(const char *result, const char *format, ...) {
    char text[2048];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return once(text, result, NULL, NULL, NULL);
}

/* en is what the impact gives, between beads and at a wall, wherever it ends. */
START_TEST(normal_restitution) {
    static const double e[] = {1, 0.9, 0.5, 0.2, 0.05};
    for (size_t b = 0; b < 3; b++)
        for (int mode = 0; mode < 2; mode++) {
            double had = of("e_n", HEAD("%s", "kn: 1e5, en: %g, dp_mode: %d", EXACT), partner[b],
                            e[_i], mode);
            ck_near(had, e[_i], 1e-10);
        }
    /* The other end's coefficient: 0.5 as the target of a force with tensile cut-off gives 0.55. */
    double other =
        of("e_n", HEAD("%s", "kn: 1e5, en: 0.5, en_end: gap-zero, dp_mode: 1", EXACT), BEAD);
    ck_near(other, 0.550283, 1e-6);
}
END_TEST

/* Where the impact of en ends is not forgotten when en is set alone; not given, it goes by dp_mode.
 */
START_TEST(set_en) {
    static const char *const cases[][3] = {
        {"kn: 1e5, en: 0.3, en_end: force-zero", "{set: {en: 0.6}}",
         "kn: 1e5, en: 0.6, en_end: force-zero"},
        {"kn: 1e5, en: 0.3, en_end: force-zero", "{set: {fric: 0.1}}, {set: {en: 0.6}}",
         "kn: 1e5, en: 0.6, en_end: force-zero"},
        {"kn: 1e5, en: 0.3", "{set: {dp_mode: 1}}, {set: {en: 0.6}}",
         "kn: 1e5, en: 0.6, dp_mode: 1"},
        {"kn: 1e5, en: 0.3", "{set: {en: 0.6}}", "kn: 1e5, en: 0.6"},
    };
    char text[2048], done[128];
    snprintf(text, sizeof text, HEAD("%s", "%s", EXACT), BEAD, cases[_i][0]);
    snprintf(done, sizeof done, "stages[0].done=[%s]", cases[_i][1]);
    ck_near(once(text, "cn", done, NULL, NULL),
            of("cn", HEAD("%s", "%s", EXACT), BEAD, cases[_i][2]), 1e-14);
}
END_TEST

/* cn from en as published, by hand. */
START_TEST(published_viscosities) {
    double m = 2500 * 4 / 3.0 * M_PI * 125e-9 / 2, l = log(0.7);
    for (int wall = 0; wall < 2; wall++) {
        const char *b = wall ? "shape: wall" : BEAD;
        double mass = wall ? 2 * m : m;
        ck_near(of("cn", HEAD("%s", "kn: 1e5, en: 0.7", EXACT), b),
                -2 * l * sqrt(mass * 1e5 / (M_PI * M_PI + l * l)), 1e-14);
        ck_near(of("ct", HEAD("%s", "kn: 1e5, kt: 3e4, et: 0.7", EXACT), b),
                -2 * l * sqrt(mass * 3e4 / (M_PI * M_PI + l * l)), 1e-14);
        ck_near(
            of("ct", HEAD("%s", "kn: 1e5, kt: 3e4, et: 0.7, et_rule: tangential-mass", EXACT), b),
            -2 * l * sqrt(2.0 / 7 * mass * 3e4 / (M_PI * M_PI + l * l)), 1e-14);
    }
}
END_TEST

/* Sticking rebound of the published rule and with the mass that moves: 0.5 asked, e_n = 1; to the 3
 * digits known, and to all by the closed form of a damped oscillator. */
START_TEST(tangential_rules) {
    static const struct {
        double kappa;
        const char *rule;
        double e_t;
    } cases[] = {{2 / 7.0, "effective-mass", 0.305},
                 {2 / 7.0, "tangential-mass", 0.515},
                 {0.8, "effective-mass", -0.064},
                 {0.8, "tangential-mass", -0.197}};
    double z = log(2) / hypot(M_PI, log(2)), tau = M_PI * sqrt(3.5 * cases[_i].kappa);
    if (_i % 2 == 0)
        z *= sqrt(3.5);
    double n = sqrt(1 - z * z);
    double had = of("e_t", OBLIQUE("%s", "kn: 1e5, kt: %.17g, et: 0.5, et_rule: %s", EXACT), BEAD,
                    1e5 * cases[_i].kappa, cases[_i].rule);
    ck_within(had, cases[_i].e_t, 6e-4);
    ck_within(had, -exp(-z * tau) * (cos(n * tau) - z / n * sin(n * tau)), 1e-9);
}
END_TEST

/* With 'et_rule: rebound' e_t is et, whatever the contact time and the masses. */
START_TEST(true_rebound) {
    static const struct {
        double kappa, en, et;
        int mode;
    } cases[] = {{2 / 7.0, 1, 0.5, 0}, {2 / 7.0, 0.6, 0.5, 0},  {2 / 7.0, 0.6, 0.5, 1},
                 {0.5, 0.8, 0.2, 0},   {0.8, 0.9, -0.3, 1},     {0.8, 1, 0.01, 0},
                 {0.1, 0.7, 0.2, 0},   {2 / 7.0, 0.9, 1e-3, 0}, {2 / 7.0, 0.05, 0.2, 0},
                 {0.8, 0.9, 0, 3}};
    for (size_t b = 0; b < 3; b++) {
        double had =
            of("e_t",
               OBLIQUE("%s",
                       "kn: 1e5, en: %g, kt: %.17g, et: %g, et_rule: rebound, "
                       "dp_mode: %d",
                       EXACT),
               partner[b], cases[_i].en, 1e5 * cases[_i].kappa, cases[_i].et, cases[_i].mode);
        ck_within(had, cases[_i].et, 1e-8);
    }
}
END_TEST

/* Without friction given nothing slips; with it the spring is held to fric times that of the normal
 * one: gross sliding. */
START_TEST(friction) {
    const char *law = _i ? "kn: 1e5, kt: 1e5, en: 0.7, fric: 0.05" : "kn: 1e5, kt: 1e5, en: 0.7";
    double vt0 = hypot(0.3, 0.4), e_n = 0.7;
    double slip = of("E_slip", OBLIQUE("%s", "%s", EXACT), BEAD, law);
    double e_t = of("e_t", OBLIQUE("%s", "%s", EXACT), BEAD, law);
    if (_i) {
        ck_near(e_t, -1 + 3.5 * 0.05 * (1 + e_n) / vt0, 1e-9);
        double m_t = of("m_t", OBLIQUE("%s", "%s", EXACT), BEAD, law);
        ck_near(slip, 0.5 * m_t * vt0 * vt0 * (1 - e_t * e_t), 1e-9);
    } else {
        /* All that is lost is what the spring still holds when the contact ends. */
        double w = sqrt(3.5), b = -log(e_n) / hypot(M_PI, log(e_n));
        ck_near(e_t, -cos(w * M_PI / sqrt(1 - b * b)), 1e-9);
        double m_t = of("m_t", OBLIQUE("%s", "%s", EXACT), BEAD, law);
        ck_near(slip, 0.5 * m_t * vt0 * vt0 * (1 - e_t * e_t), 1e-8);
    }
}
END_TEST

/* Every joule accounted for at any time step, slipping or not. */
START_TEST(books_close) {
    static const char *fric[] = {"", ", fric: 0.3", ", fric: 0.02"};
    for (int mode = 0; mode < 4; mode++)
        for (int n = 5; n < 700; n *= 5) {
            double residual =
                of("energy_residual_rel",
                   LINEAR("%s", "kn: 1e5, kt: 6e4, en: 0.5, et: 0.5, dp_mode: %d%s",
                          "dt: t_c/%d, phase: 0.3", "iiiiii", "-1, 0.3, -0.4, 50, 20, -80"),
                   partner[_i], mode, fric[_i], n);
            ck_assert_double_le(residual, 1e-12);
        }
}
END_TEST

/* The displacement of the tangential spring is the path of the contact point since touch. */
START_TEST(tangential_displacement) {
    const char *text =
        "lawtester: 1\n"
        "particles: {a: {shape: sphere, radius: 5e-3, density: 2500},\n"
        "            b: {shape: sphere, radius: 5e-3, density: 2500}}\n"
        "law: {name: linear-elastic, kn: 1e5, kt: 5e4}\n"
        "motion: {integrator: exact, dt: 1e-5, gap: 1e-6}\n"
        "stages:\n"
        "  - {whats: vvvvvv, values: [-0.01, 0.02, 0, 0, 0, 0], until: un <= -1e-6}\n"
        "  - {whats: vvvvvv, values: [0, 0, -0.03, 0, 0, 0], until: time >= 1e-4}\n";
    ck_near(once(text, "spring_s", NULL, NULL, NULL), 5e4 * 2e-6, 1e-9);
    ck_near(once(text, "spring_t", NULL, NULL, NULL), 5e4 * -3e-6, 1e-9);
    const char *done = "stages[1].done=[{keep: {now: delta_s}}]";
    ck_near(once(text, "now", done, NULL, NULL), 2e-6, 1e-9);
}
END_TEST

/* ---- Other programs ------------------------------------------------------------------------- */

/* Head-on impacts of beads of 5 mm run by LIGGGHTS 3.8.0 and LAMMPS (29 Sep 2021): velocity Verlet
 * with the half-step velocity in the dashpot, which is this leapfrog. They print 10 digits. HOOKE
 * is LIGGGHTS' stiffness from a characteristic velocity, POLY LAMMPS' polynomial for Tsuji's alpha.
 */
#define HOOKE "kn: 16/15*sqrt(2.5e-3)*80e6/3*(15*m*0.5^2/(16*sqrt(2.5e-3)*80e6/3))^0.2"
#define POLY(e)                                                                                    \
    "1.2728 - 4.2783*" e " + 11.087*" e "^2 - 22.348*" e "^3 + 27.467*" e "^4 - 18.022*" e         \
    "^5 + 4.8218*" e "^6"
#define LIMIT ", dp_mode: no-tension"

START_TEST(other_programs_impacts) {
    static const struct {
        double radius; /* of b, mm; a has 5 mm, 0 is a wall */
        const char *law;
        double speed, dt, e, overlap, force;
    } cases[] = {
        {5, HOOKE ", en: 0.1, en_end: gap-zero", 0.1, 6.6456e-07, 0.09978171582, 1.063903747e-05,
         0.3667822315},
        {5, HOOKE ", en: 0.1, en_end: gap-zero" LIMIT, 2.0, 6.6456e-07, 0.2529553523,
         0.0002127818803, 7.33567242},
        {5, HOOKE ", en: 0.3, en_end: gap-zero", 2.0, 6.6456e-07, 0.3000383571, 0.0002667076732,
         5.171798593},
        {5, HOOKE ", en: 0.5, en_end: gap-zero" LIMIT, 0.5, 6.6456e-07, 0.5505575525,
         7.847912291e-05, 1.264260999},
        {5, HOOKE ", en: 0.5, en_end: gap-zero", 2.0, 6.6456e-07, 0.5003627676, 0.0003139165879,
         5.057045551},
        {5, HOOKE ", en: 0.7, en_end: gap-zero" LIMIT, 0.5, 6.6456e-07, 0.7184170744,
         8.964810285e-05, 1.345830779},
        {5, HOOKE ", en: 0.9, en_end: gap-zero", 0.5, 6.6456e-07, 0.9000918655, 0.000100457846,
         1.472821983},
        {5, HOOKE ", en: 1.0, en_end: gap-zero" LIMIT, 0.1, 6.6456e-07, 1.000000008,
         2.115353736e-05, 0.3094045519},
        {5, HOOKE ", en: 1.0, en_end: gap-zero", 0.5, 6.6456e-07, 1.00000002, 0.0001057676874,
         1.547022769},
        {5, "kn: 1e5, cn: 8846.78256*m", 0.5, 2.5416e-07, 0.3000364305, 2.550038118e-05,
         3.380718963},
        {5, "kn: 1e5, cn: 5326.35072*m" LIMIT, 0.1, 2.5416e-07, 0.5505548377, 6.002799536e-06,
         0.6611389506},
        {5, "kn: 1e5, cn: 5326.35072*m", 0.5, 2.5416e-07, 0.5003609214, 3.00141261e-05, 3.3057089},
        {5, "kn: 1e5, cn: 2788.79963*m" LIMIT, 0.1, 2.5416e-07, 0.7184152096, 6.857121148e-06,
         0.7037970992},
        {5, "kn: 1e5, cn: 828.62798*m", 0.1, 2.5416e-07, 0.9000913447, 7.683964863e-06,
         0.7702080665},
        {5, "kn: 1e5, cn: 828.62798*m" LIMIT, 2.0, 2.5416e-07, 0.9021168314, 0.0001536794186,
         15.40417386},
        {0, "kn: 1e5, cn: 4.93007349", 0.5, 3.5943e-07, 0.5003734842, 4.244639704e-05, 4.674979772},
        {3, "kn: 1e5, cn: 8936.2369*m", 0.5, 1.5149e-07, 0.5003582437, 1.788959361e-05,
         1.970331867},
        {0, "kn: 1e5, cn: 0.766978565", 0.5, 3.5943e-07, 0.9000947966, 5.433387735e-05,
         5.446197355},
        {5, HOOKE ", en: 0.5, en_end: gap-zero", 0.5, 3.3228e-05, 0.4989730105, 7.962018264e-05,
         1.333092438},
        {5, HOOKE ", en: 0.5, en_end: gap-zero", 0.5, 6.6456e-07, 0.5003627668, 7.847912291e-05,
         1.264260999},
        {5, HOOKE ", en: 0.9, en_end: gap-zero", 0.5, 6.6456e-07, 0.9000918655, 0.000100457846,
         1.472821983},
        {5, "kn: 1e5, cn: 5326.35072*m", 0.5, 5.0832e-06, 0.509589689, 3.017365935e-05,
         3.370926001},
        {5, "kn: 1e5, cn: 828.62798*m", 0.5, 5.0832e-06, 0.9036526942, 3.846035278e-05,
         3.863276875},
        {5, "kn: 1e5, cn: 3.48609", 0.1, 2.5416e-07, 0.5003607583, 6.002798805e-06, 0.6611389303},
        {5, "kn: 1e5, cn: 3.48609" LIMIT, 2.0, 2.5416e-07, 0.5505574922, 0.0001200565861,
         13.22284585},
        {5, "kn: 1e5, cn: 0.542336", 2.0, 2.5416e-07, 0.9000913168, 0.000153679415, 15.40417353},
        {5, "kn: 1e5, cn: 5326.35*m" LIMIT, 0.5, 2.5416e-07, 0.5505572254, 3.001412718e-05,
         3.305708929},
        {5, "kn: 1e5, cn: 5326.35*m", 2.0, 2.5416e-07, 0.5003609681, 0.000120056605, 13.22284636},
        {5, "kn: 1e5, cn: 828.628*m" LIMIT, 0.5, 2.5416e-07, 0.9021167163, 3.841984982e-05,
         3.851042967},
        {5, "kn: 1e5, cn: (" POLY("0.5") ")*sqrt(1e5*m)" LIMIT, 0.1, 2.5416e-07, 0.6165850931,
         6.352583805e-06, 0.6743849488},
        {5, "kn: 1e5, cn: (" POLY("0.9") ")*sqrt(1e5*m)", 0.1, 2.5416e-07, 0.920283385,
         7.766514046e-06, 0.7778042385},
        {5, "kn: 1e5, cn: (" POLY("0.9") ")*sqrt(1e5*m)" LIMIT, 2.0, 2.5416e-07, 0.9216031862,
         0.0001553303787, 15.55609465},
        {5, "kn: 1e5, cn: (" POLY("0.1") ")*sqrt(1e5*m)", 0.5, 2.5416e-07, 0.1896597794,
         2.27943555e-05, 3.827514334},
        {5, "kn: 1e5, cn: (" POLY("0.6") ")*sqrt(1e5*m)", 0.5, 2.5416e-07, 0.6700384283,
         3.364697092e-05, 3.47699723},
        {3, "kn: 1e5, cn: (" POLY("0.1") ")*sqrt(1e5*m)", 0.5, 1.5149e-07, 0.1896573415,
         1.358631632e-05, 2.281346402},
        {3, "kn: 1e5, cn: (" POLY("0.6") ")*sqrt(1e5*m)", 0.5, 1.5149e-07, 0.6700363601,
         2.005491727e-05, 2.072427016},
        {3, "kn: 1e5, cn: (" POLY("0.7") ")*sqrt(1e5*m)", 0.5, 1.5149e-07, 0.7550877586,
         2.111690314e-05, 2.146359133},
        {0, "kn: 1e5, cn: (" POLY("0.2") ")*sqrt(1e5*m)", 0.5, 3.5943e-07, 0.2973972847,
         3.597438595e-05, 4.788405647},
        {0, "kn: 1e5, cn: (" POLY("0.7") ")*sqrt(1e5*m)", 0.5, 3.5943e-07, 0.7550970469,
         5.010375904e-05, 5.092634122},
        {3, "kn: 1e5, cn: 8936.2369*m" LIMIT, 0.5, 1.5149e-07, 0.5505567827, 1.788959361e-05,
         1.970331867},
        {0, "kn: 1e5, cn: 3766.29871*m", 0.5, 3.5943e-07, 0.5003734846, 4.244639706e-05,
         4.674979773},
        {3, "kn: 1e5, cn: 8936.2369*m" LIMIT, 0.5, 1.5149e-07, 0.5505567827, 1.788959361e-05,
         1.970331867},
    };
    ck_assert_uint_lt((unsigned)_i, sizeof cases / sizeof cases[0]);
    char text[2048], b[128] = "shape: wall", m[64] = "m=mass", speed[32];
    double ratio = pow(cases[_i].radius / 5, 3);
    if (ratio > 0) {
        snprintf(b, sizeof b, "shape: sphere, radius: %g mm, mass: %.17g*mass", cases[_i].radius,
                 ratio);
        snprintf(m, sizeof m, "m=%.17g*mass", ratio / (1 + ratio));
    }
    snprintf(speed, sizeof speed, "%g", -cases[_i].speed);
    snprintf(text, sizeof text,
             LINEAR("%s", "%s", "dt: %.17g, gap: 1e-10", "i.....", "%s, 0, 0, 0, 0, 0"), b,
             cases[_i].law, cases[_i].dt, speed);
    ck_near(once(text, "e_n", m, NULL, NULL), cases[_i].e, 1e-9);
    ck_near(once(text, "overlap_max", m, NULL, NULL), cases[_i].overlap, 1e-9);
    ck_near(once(text, "fn_max", m, NULL, NULL), cases[_i].force, 1e-9);
}
END_TEST

/* Two of them step by step: force and overlap in every fifth step. */
START_TEST(other_programs_series) {
    static const struct {
        const char *file, *law;
        double dt, peak;
    } cases[] = {{"liggghts_hooke.csv", HOOKE ", en: 0.9", 6.6456e-7, 1.472821983},
                 {"lammps_hooke.csv", "kn: 1e5, cn: 3.48609", 2.5416e-7, 3.305708802}};
    char text[1024];
    snprintf(text, sizeof text,
             LINEAR(BEAD, "%s", "dt: %.17g, gap: 1e-10", "i.....", "-0.5, 0, 0, 0, 0, 0") //
             "record: {columns: [un, fn]}\n",
             cases[_i].law, cases[_i].dt);
    same_series(cases[_i].file, text, cases[_i].peak);
}
END_TEST

/* ---- Impacts of LAMMPS that slide
 *
 * In the plane, as that program moves its spheres of 5 mm: velocity Verlet, slip at the full radii,
 * the velocity of the half step along the axes at its end. Two styles have it, `granular`, whose
 * pairs take the torque up to the middle of the overlap, and `gran`. B hits A, or a wall. */

enum { X, Y, W };

static const double radius = 5e-3;

/* Along n and s. */
static void turned(const double n[2], const double v[3], double out[2]) {
    out[0] = n[0] * v[X] + n[1] * v[Y];
    out[1] = n[0] * v[Y] - n[1] * v[X];
}

static void kick(double v[3], double dt, const double force[3], double mass) {
    v[X] += 0.5 * dt * force[X] / mass;
    v[Y] += 0.5 * dt * force[Y] / mass;
    v[W] += 0.5 * dt * force[W] / (0.4 * mass * radius * radius);
}

/* One step of B at R from A's centre, or above the wall, and V; A is its image. */
static void lammps_step(struct rig *b, bool pair, bool gran, double dt, double r[2], double v[3],
                        double force[3]) {
    const double mass = 2500 * 4 / 3.0 * M_PI * 125e-9, share = pair ? 2 : 1;
    double *values = b->values, along[2], branch;
    kick(v, dt, force, mass);
    r[X] += share * dt * v[X];
    r[Y] += share * dt * v[Y];
    const double size = pair ? hypot(r[X], r[Y]) : r[X],
                 n[2] = {r[X] / size, pair ? r[Y] / size : 0};
    turned(pair ? n : (double[2]){1, 0}, v, along);
    const double un = size - share * radius,
                 rates[2] = {share * along[0], share * (along[1] - radius * v[W])};
    const double du[6] = {un - values[LT_UN], rates[1] * dt};
    values[LT_UN] = un;
    values[LT_VN] = rates[0];
    values[LT_VN + 1] = rates[1];
    lt_ledger_step(&b->contact, values, du, dt, &branch);
    const double fn = values[LT_FN], fs = values[LT_FS];
    const double axis[2] = {pair ? n[0] : 1, pair ? n[1] : 0};
    force[X] = -fn * axis[0] + fs * axis[1];
    force[Y] = -fn * axis[1] - fs * axis[0];
    force[W] = fs * (radius + (pair && !gran ? 0.5 * un : 0));
    kick(v, dt, force, mass);
}

START_TEST(lammps_that_slides) {
    static const char *const same[] = {"kn", "cn", "kt", "ct", "fric"};
    struct lt_columns *csv = table("lammps_sliding.csv");
    ck_assert_uint_eq(csv->rows, 43);
    for (size_t row = 0; row < csv->rows; row++) {
        struct rig b;
        rig_begin(&b, "linear-elastic");
        for (size_t k = 0; k < sizeof same / sizeof *same; k++)
            *rig_param(&b, same[k]) = cell(csv, row, same[k]);
        *rig_param(&b, "cap_by") = 2;
        *rig_param(&b, "cap_on") = 0;
        ck_assert_ptr_null(rig_derive(&b));
        const bool pair = cell(csv, row, "pair") > 0;
        const double vn = cell(csv, row, "vn"), vt = cell(csv, row, "vt"), share = pair ? 2 : 1;
        double r[2] = {share * radius + 1e-10, 0}, v[3] = {-vn / share, vt / share, 0},
               force[3] = {0}, overlap = 0, dt = cell(csv, row, "dt");
        b.values[LT_UN] = 1e-10;
        do {
            lammps_step(&b, pair, cell(csv, row, "gran") > 0, dt, r, v, force);
            overlap = fmax(overlap, -b.values[LT_UN]);
        } while (b.values[LT_UN] <= 0);
        ck_within(-share * v[X] / -vn, cell(csv, row, "e_n"), 1e-6);
        ck_within(-share * (v[Y] - radius * v[W]) / vt, cell(csv, row, "e_t"), 1e-6);
        ck_within(v[Y], cell(csv, row, "vy"), 1e-6);
        ck_within(radius * v[W], radius * cell(csv, row, "wz"), 1e-6);
        ck_near(overlap, cell(csv, row, "overlap"), 1e-6);
        lt_arena_free(b.arena);
    }
    lt_columns_free(csv);
}
END_TEST

/* YADE's spring and dashpot without net tension, on prescribed motion: the normal force. */
START_TEST(prescribed) {
    struct lt_columns *csv = table("yade_spring_dashpot.csv");
    double none[6] = {0}, peak = 0, worst = 0, branch;
    struct rig b;
    rig_begin(&b, "linear-elastic");
    *rig_param(&b, "kn") = 1e5;
    *rig_param(&b, "cn") = 10;
    *rig_param(&b, "dp_mode") = 1;
    ck_assert_ptr_null(rig_derive(&b));
    int zero = 0;
    for (size_t row = 0; row < csv->rows; row++) {
        double fn = cell(csv, row, "fn");
        b.values[LT_UN] = cell(csv, row, "un");
        b.values[LT_VN] = cell(csv, row, "vn");
        lt_ledger_step(&b.contact, b.values, none, 0, &branch);
        worst = fmax(worst, fabs(b.values[LT_FN] - fn));
        peak = fmax(peak, fabs(fn));
        zero += fn == 0;
    }
    ck_assert_msg(worst <= 1e-10 * peak, "off by %.3g of the peak", worst / peak);
    ck_assert_int_gt(zero, 0);
    lt_arena_free(b.arena);
    lt_columns_free(csv);
}
END_TEST

/* A particle of 1 kg on a wall as MercuryDPM runs it: k and gamma from contact time 0.01 s and e,
 * measured restitution. It begins with half a step of the dashpot, at a gap of 0. */
START_TEST(mercury) {
    static const struct {
        double k, gamma, e;
    } cases[] = {{310771.96843, 921.034037198, 0.009983987903},
                 {151715.025116, 460.517018599, 0.09997886855},
                 {113191.549146, 240.794560865, 0.2999870413},
                 {103500.57415, 138.629436112, 0.4999996051},
                 {99968.2141672, 71.3349887877, 0.7000058346},
                 {98807.0523935, 21.0721031316, 0.9000039927},
                 {98696.0440109, 3.9209109684e-13, 1}};
    double had = of("e_n",
                    "lawtester: 1\n"
                    "particles: {a: {shape: wall}, b: {shape: sphere, radius: 0.1, mass: 1}}\n"
                    "law: {name: linear-elastic, kn: %.17g, cn: %.17g}\n"
                    "motion: {dt: 0.01/20000, gap: 1e-15}\n"
                    "stages: [{whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}]\n",
                    cases[_i].k, cases[_i].gamma);
    double first = 1 - cases[_i].gamma * 0.5 * 0.01 / 20000;
    ck_within(first * had, cases[_i].e, 1e-8);
}
END_TEST

/* ---- Block, input --------------------------------------------------------------------------- */

static void vary(struct rig *b, int lane) {
    *rig_param(b, "kn") = 1e4 * (1 + lane);
    *rig_param(b, "cn") = 30;
    *rig_param(b, "kt") = lane % 5 ? 5e3 : 0;
    *rig_param(b, "ct") = lane;
    *rig_param(b, "dp_mode") = lane % 4;
    *rig_param(b, "fric") = lane % 3 ? 0.1 * lane : INFINITY;
    *rig_param(b, "fric_dynamic") = lane % 7 == 1 ? 0.05 * lane : INFINITY;
    *rig_param(b, "cap_on") = lane % 2;
    *rig_param(b, "slip_dashpot") = lane % 5 > 1;
    *rig_param(b, "cap_by") = lane % 3;
}

/* A block in which friction is that of the spring alone has a loop of its own. */
static void plain(struct rig *b, int lane) {
    vary(b, lane);
    *rig_param(b, "fric_dynamic") = INFINITY;
    *rig_param(b, "cap_on") = 1;
}

START_TEST(block_is_bit_identical) {
    rig_block("linear-elastic", _i ? plain : vary, 1e-4, 0);
}
END_TEST

/* The books at every step of a random walk, contacts made and lost by the hundred. */
START_TEST(random_walk_balances) {
    struct rig b;
    rig_begin(&b, "linear-elastic");
    vary(&b, _i);
    ck_assert_ptr_null(rig_derive(&b));
    ck_assert_int_gt(rig_walk(&b, 20000, 1e-4, 0, 1 + (unsigned long)_i), 60);
    if (isfinite(*rig_param(&b, "fric")) && *rig_param(&b, "kt") > 0)
        ck_assert_double_gt(rig_lost(&b), 0);
    lt_arena_free(b.arena);
}
END_TEST

START_TEST(what_is_wrong_is_said) {
    static const struct {
        const char *law, *says;
    } cases[] = {
        {"kn: 1e5, en: 0.5, cn: 1", "'cn' follows from 'en'"},
        {"kn: 1e5, en: 1.1", "en"},
        {"kn: 1e5, en: 0, dp_mode: no-tension", "en is 0"},
        {"kn: 1e5, et: 0.5", "et needs kt"},
        {"kn: 1e5, kt: 1e4, et: -0.5", "et is negative"},
        {"kn: 1e5, kt: 8e4, et: 0.5, et_rule: rebound", "no ct makes"},
        {"kn: 1e5, kt: 8e4, en: 0, et: 0.5, et_rule: rebound", "never ends"},
        {"kn: 1e5, kt: 8e4, et: 0.5, et_rule: mindlin", "tangential-mass"},
    };
    ck_assert_uint_lt((unsigned)_i, sizeof cases / sizeof cases[0]);
    char text[1024];
    snprintf(text, sizeof text, HEAD(BEAD, "%s", EXACT), cases[_i].law);
    struct lt_errors *errors = lt_errors_new();
    struct lt_program *program = lt_read_program("test.yaml", text, strlen(text), NULL, 0, errors);
    char *said = lt_errors_text(errors);
    ck_assert_msg(program == NULL && strstr(said, cases[_i].says), "%s", said);
    ck_assert_msg(strstr(said, "test.yaml:") != NULL, "%s", said);
    free(said);
    lt_errors_free(errors);
}
END_TEST

/* What was given is kept when something else changes; what follows is read back. */
START_TEST(changed) {
    const char *text = HEAD(BEAD, "kn: 1e5, kt: 5e4, en: 0.5, et: 0.5", EXACT);
    double cn = once(text, "cn", NULL, NULL, NULL);
    const char *done = "stages[0].done=[{set: {kn: 2e5}}]";
    ck_near(once(text, "cn", done, NULL, NULL), cn, 1e-15);
    ck_assert_double_gt(once(text, "en", done, NULL, NULL), 0.55);
    done = "stages[0].done=[{set: {kn: 2e5, en: 0.5}}]";
    ck_near(once(text, "cn", done, NULL, NULL), sqrt(2) * cn, 1e-14);
}
END_TEST

static void add(TCase *t) {
    tcase_add_loop_test(t, normal_restitution, 0, 5);
    tcase_add_loop_test(t, set_en, 0, 4);
    tcase_add_test(t, published_viscosities);
    tcase_add_loop_test(t, tangential_rules, 0, 4);
    tcase_add_loop_test(t, true_rebound, 0, 10);
    tcase_add_loop_test(t, friction, 0, 2);
    tcase_add_loop_test(t, books_close, 0, 3);
    tcase_add_test(t, tangential_displacement);
    tcase_add_loop_test(t, other_programs_impacts, 0, 42);
    tcase_add_loop_test(t, other_programs_series, 0, 2);
    tcase_add_test(t, lammps_that_slides);
    tcase_add_test(t, prescribed);
    tcase_add_loop_test(t, mercury, 0, 7);
    tcase_add_loop_test(t, block_is_bit_identical, 0, 2);
    tcase_add_loop_test(t, random_walk_balances, 0, 16);
    tcase_add_loop_test(t, what_is_wrong_is_said, 0, 8);
    tcase_add_test(t, changed);
}

LT_TESTS("linear-elastic", add)

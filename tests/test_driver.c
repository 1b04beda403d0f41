/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The driver: what each letter imposes, held forces, symmetry, stages that repeat, keep, record and
 * go on from another run; and that the faults of an earlier tester cannot happen. */
#include "programs.h"
#include "result/record.h"

#include <gsl/gsl_rng.h>
#include <unistd.h>

/* Two spheres with friction; radii, then further parameters, motion and the rest. */
#define PAIR(ra, rb, law, motion, rest)                                                            \
    "lawtester: 1\n"                                                                               \
    "particles:\n"                                                                                 \
    "  a: {shape: sphere, radius: " ra ", density: 2500}\n"                                        \
    "  b: {shape: sphere, radius: " rb ", density: 2500}\n"                                        \
    "law: {name: linear, kn: 1e5, ks: 5e4, " law "}\n"                                             \
    "motion: {" motion "}\n" rest

/* The program runs and meets what it expects. */
static void holds(const char *text, const char *d1, const char *d2, const char *d3) {
    struct lt_program *program = read_program(text, d1, d2, d3, NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    ck_assert_uint_gt(r->n_verdicts, 0);
    for (size_t i = 0; i < r->n_verdicts; i++) {
        const struct lt_verdict *v = &r->verdicts[i];
        ck_assert_msg(v->ok, "%s: %.17g, expected %.17g, error %.3g above %.3g; %s", v->text,
                      v->value, v->expected, v->error, v->tolerance, v->where ? v->where : "");
    }
    ck_assert(r->ok);
    lt_run_free(r);
    lt_program_free(program);
}

/* The run fails and says so. */
static void fails(const char *text, const char *d1, const char *d2, const char *said) {
    struct lt_program *program = read_program(text, d1, d2, NULL);
    struct lt_result *r = run_program(program);
    ck_assert_int_eq(r->status, LT_RUN_FAILED);
    ck_assert_msg(strstr(r->message, said) != NULL, "'%s' is not in:\n%s", said, r->message);
    lt_run_free(r);
    lt_program_free(program);
}

/* ---- Held normal force, cyclic shear ----------------------------------------------------------
 */

/* The spring slips after f/ks = 0.1 mm, ten steps; a half cycle is eighty. */
#define CYCLES(eps)                                                                                \
    "let: {P: 10, mu: 0.5, f: mu*P, v: 1, A: 4e-4, kshear: 5e4, eps: " eps "}\n"                   \
    "stages:\n"                                                                                    \
    "  - {name: press, whats: svvvvv, values: [-P, 0, 0, 0, 0, 0], until: time >= 5e-4}\n"         \
    "  - {name: out, whats: svvvvv, values: [-P, v, 0, 0, 0, 0], until: time >= A/v - eps,\n"      \
    "     done: [{reset: [E_slip, E_dashpot]}]}\n"                                                 \
    "  - repeat: 3\n"                                                                              \
    "    stages:\n"                                                                                \
    "      - {name: back, whats: svvvvv, values: [-P, -v, 0, 0, 0, 0],\n"                          \
    "         until: time >= 2*A/v - eps}\n"                                                       \
    "      - {name: forth, whats: svvvvv, values: [-P, v, 0, 0, 0, 0],\n"                          \
    "         until: time >= 2*A/v - eps,\n"                                                       \
    "         done: [{keep: {slip: E_slip, drag: E_dashpot}}, {reset: [E_slip, E_dashpot]}]}\n"    \
    "record: {columns: [us, fs, vfs, stage]}\n"                                                    \
    "expect:\n"                                                                                    \
    "  - {that: fn, is: -P, within: 1e-12, stage: press}\n"                                        \
    "  - {always: fn, is: -P, within: 1e-12, stage: out}\n"                                        \
    "  - {always: fn, is: -P, within: 1e-12, stage: back}\n"                                       \
    "  - {always: fn, is: -P, within: 1e-12, stage: forth}\n"                                      \
    "  - {always: fn, is: -P, within: 1e-12, stage: 'back #3'}\n"                                  \
    "  - {always: 'fs - vfs', is: 'max(-f, f - kshear*(A - us))', within: 1e-10, stage: back}\n"   \
    "  - {always: 'fs - vfs', is: 'min(f, kshear*(A + us) - f)', within: 1e-10, stage: forth}\n"   \
    "  - {that: us, is: -A, within: 1e-10, stage: 'back #2'}\n"                                    \
    "  - {that: us, is: A, within: 1e-10}\n"                                                       \
    "  - {that: slip, is: 4*f*(A - f/kshear), within: 1e-10}\n"                                    \
    "  - {that: un, is: -P/1e5, within: 1e-10}\n"

START_TEST(slip_loops_at_a_held_force) {
    static const char *const cases[] = {
        PAIR("5e-3", "3e-3", "fric: 0.5", "dt: 1e-5",
             CYCLES("1e-9") "  - {that: energy_residual_rel, is: 0, within: 1e-12 abs}\n"),
        PAIR("5e-3", "3e-3", "fric: 0.5, dp_nratio: 0.2, dp_sratio: 0.2",
             "dt: 1e-5, integrator: exact",
             CYCLES("0") "  - {that: drag, is: 0.4*sqrt(m_eff*kshear)*v*4*A, within: 1e-9}\n"
                         "  - {that: energy_residual_rel, is: 0, within: 1e-10 abs}\n"),
    };
    holds(cases[_i], NULL, NULL, NULL);
}
END_TEST

/* The same area from the recorded curve: three loops, each closed. */
START_TEST(slip_loops_as_recorded) {
    struct lt_program *program =
        read_program(PAIR("5e-3", "3e-3", "fric: 0.5", "dt: 1e-5", CYCLES("1e-9")), NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    double area = 0;
    for (size_t i = 1; i < r->table.rows; i++) {
        const double *b = r->table.cells + i * r->table.columns, *a = b - r->table.columns;
        if (b[3] >= 2)
            area += 0.5 * (a[1] + b[1]) * (b[0] - a[0]);
    }
    ck_near(area, 3 * 4 * 5.0 * (4e-4 - 1e-4), 1e-10);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* Pressed by a constant force through a dashpot the spring creeps in: cn un' + kn un = -P. */
START_TEST(held_force_creeps_through_a_dashpot) {
    holds(
        PAIR("5e-3", "3e-3", "fric: 0.5, dp_nratio: 0.5", "integrator: exact, gap: -1e-5",
             "let: {P: 10}\n"
             "stages: [{whats: svvvvv, values: [-P, 0, 0, 0, 0, 0], until: t >= t_c}]\n"
             "expect:\n"
             "  - {that: fn, is: -P, within: 1e-12}\n"
             "  - {always: un, is: '-P/kn + (P/kn - 1e-5)*exp(-sqrt(kn/m_eff)*t)', within: 1e-9}\n"
             "  - {that: energy_residual_rel, is: 0, within: 1e-10 abs}\n"),
        NULL, NULL, NULL);
}
END_TEST

/* ---- Force through inertia: mass, spring, dashpot ----------------------------------------------
 * An oscillator of damping ratio z about the overlap d; a displacement of the size a stays within
 * the contact. w.. are the pair's mobilities: what is held makes shear harder to move. */
#define OSCILLATOR                                                                                 \
    PAIR("ra", "rb", "fric: 1e9, dp_nratio: z, dp_sratio: z*sqrt(m/M)",                            \
         "gap: -d + start*X*normal, dt: T/parts, integrator: %s",                                  \
         "let: {ra: 5e-3, rb: 3e-3, ma: 2500*4/3*pi*ra^3, mb: 2500*4/3*pi*rb^3,\n"                 \
         "  ia: 1/(0.4*ma*ra^2), ib: 1/(0.4*mb*rb^2), M: ma*mb/(ma + mb),\n"                       \
         "  w11: 1/M + ra^2*ia + rb^2*ib, w15: ra*ia - rb*ib, w55: ia + ib,\n"                     \
         "  z: 0.1, r: 0.5, parts: 100, start: 0, d: 1e-4, a: 1e-5, m: %s, normal: %s, k: %s,\n"   \
         "  w0: sqrt(k/m), w: r*w0, wd: w0*sqrt(1 - z^2), T: 2*pi/w0,\n"                           \
         "  X: 'a/hypot(1 - r^2, 2*z*r)', phase: 'atan(2*z*r, 1 - r^2)',\n"                        \
         "  base: -normal*d, force: base*k}\n"                                                     \
         "stages: [{whats: %s, values: [%s], until: t >= 2*T - dt/2}]\n"                           \
         "record: {columns: [%s, theory: '%s']}\n")
#define STEP      "force + k*a"
#define STEP_AT   "base + a*(1 - exp(-z*w0*t)*(cos(wd*t) + z*w0/wd*sin(wd*t)))"
#define STEADY    "force + k*a*cos(w*t + phase)"
#define STEADY_AT "base + X*cos(w*t)"

static const struct {
    const char *whats, *dof, *m, *k;
} oscillators[] = {
    {"fvvvvv", "un", "M", "1e5"},
    {"f.....", "un", "M", "1e5"},
    {"vf....", "us", "1/w11", "5e4"},               /* the spheres roll as they please */
    {"vf...v", "us", "1/(w11 - w15^2/w55)", "5e4"}, /* held from rolling over each other */
    {"v.f...", "ut", "1/w11", "5e4"},
    {"vff.vv", "ut", "1/(w11 - w15^2/w55)", "5e4"},
};
enum { OSCILLATORS = sizeof oscillators / sizeof oscillators[0], NORMAL_ONES = 2 };

/* Largest distance of the run from the theory, relative to the displacement a. */
static double miss(int i, bool steady, const char *integrator, const char *d1, const char *d2,
                   const char *d3) {
    const char *dof = oscillators[i].dof;
    bool normal = dof[1] == 'n';
    const char *force = steady ? STEADY : STEP;
    char values[256], text[4096];
    snprintf(values, sizeof values, "%s, %s, %s, 0, 0, 0", normal ? force : "0",
             oscillators[i].whats[1] == 'f' ? force : "0",
             oscillators[i].whats[2] == 'f' ? (dof[1] == 's' ? "0" : force) : "0");
    snprintf(text, sizeof text, OSCILLATOR, integrator, oscillators[i].m, normal ? "1" : "0",
             oscillators[i].k, oscillators[i].whats, values, dof, steady ? STEADY_AT : STEP_AT);
    struct lt_program *program = read_program(text, d1, d2, d3, NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    ck_assert_uint_gt(r->table.rows, 50);
    double worst = 0;
    for (size_t row = 0; row < r->table.rows; row++) {
        const double *cells = r->table.cells + row * r->table.columns;
        worst = fmax(worst, fabs(cells[0] - cells[1]) / 1e-5);
    }
    lt_run_free(r);
    lt_program_free(program);
    return worst;
}

START_TEST(step_response) {
    ck_assert_double_lt(miss(_i, false, "exact", NULL, NULL, NULL), 1e-9);
    ck_assert_double_lt(miss(_i, false, "exact", "z=0.9", NULL, NULL), 1e-9);
}
END_TEST

/* Driven below, at and above resonance, begun where the steady state passes its largest
 * displacement (shear cannot begin displaced): amplitude and phase are those of the textbook from
 * the first instant. */
START_TEST(resonance) {
    static const char *const ratios[] = {"r=0.5", "r=1", "r=2"};
    ck_assert_double_lt(miss(_i / 3, true, "exact", ratios[_i % 3], "start=1", NULL), 1e-9);
}
END_TEST

/* Leapfrog is of second order; with a dashpot, which sees the velocity half a step late, of first.
 */
START_TEST(order_of_leapfrog) {
    double coarse = miss(_i, false, "leapfrog", "z=0", "parts=100", NULL);
    double fine = miss(_i, false, "leapfrog", "z=0", "parts=200", NULL);
    ck_within(log2(coarse / fine), 2, 0.02);
    coarse = miss(_i, false, "leapfrog", "z=0.1", "parts=200", NULL);
    fine = miss(_i, false, "leapfrog", "z=0.1", "parts=400", NULL);
    ck_within(log2(coarse / fine), 1, 0.05);
    if (_i >= NORMAL_ONES)
        return;
    coarse = miss(_i, true, "leapfrog", "z=0", "parts=100", "start=1");
    fine = miss(_i, true, "leapfrog", "z=0", "parts=200", "start=1");
    ck_within(log2(coarse / fine), 2, 0.02);
}
END_TEST

/* ---- Symmetry ----------------------------------------------------------------------------------
 * Swapping A and B turns n round; to stay right-handed the axes turn by pi about s: n' = -n, s' =
 * s, t' = -t. Motion and force of "B relative to A" change sign as vectors as well, so that un, ut,
 * an and at keep their signs while us and as change theirs (turning about t instead gives the same
 * but for half a turn about n). A mirror turns the displacement along its normal and, rotation
 * being an axial vector, the two rotations about axes in its plane. */
static const double swapped[6] = {1, -1, 1, 1, -1, 1};
static const double mirrored_s[6] = {1, -1, 1, -1, 1, -1};
static const double mirrored_t[6] = {1, 1, -1, -1, -1, 1};

#define MOTION "un, us, ut, an, as, at, vn, vs, vt, wn, ws, wt, fn, fs, ft, mn, ms, mt"
enum { MOTIONS = 18 };

/* A value for each letter; all of them change in time but 'i'. Forces held in balance are small
 * enough to be carried, displacements begin where the run does. */
struct program {
    char whats[2][7];
    double size[2][6], rate[2][6];
};

static void fill(struct program *p, gsl_rng *rng, const char *first, const char *then) {
    memcpy(p->whats[0], first, 7);
    memcpy(p->whats[1], then, 7);
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 6; i++) {
            double share = 0.5 + 0.5 * gsl_rng_uniform(rng), turn = i < 3 ? 1 : 200;
            char letter = p->whats[k][i];
            p->rate[k][i] = 1e4 * (1 + gsl_rng_uniform(rng));
            p->size[k][i] = share * (letter == 'v' || letter == 'i'   ? 0.2 * turn
                                     : letter == 'u'                  ? 1e-6 * turn
                                     : letter == 'f' || letter == 's' ? (i < 3 ? 2 : 2e-3)
                                                                      : 0);
            if (letter == 's')
                p->size[k][i] *= i >= 3 ? 0 : i == 0 ? -5 : 0.3; /* linear has no moments */
            if (i == 0 && strchr("vi", letter))
                p->size[k][i] *= -1;
            if (i == 0 && letter == 'u')
                p->size[k][i] = -1e-5;
            if (i == 0 && letter == 'f')
                p->size[k][i] *= -5;
        }
}

/* Values of the six DoFs are map times those of p. */
static void write_values(const struct program *p, int k, double map[6][6], char *out, size_t size) {
    int n = 0;
    for (int i = 0; i < 6; i++) {
        char letter = p->whats[k][i];
        n += snprintf(out + n, size - (size_t)n, "%s'0", i ? ", " : "");
        for (int j = 0; j < 6; j++)
            if (map[i][j] != 0 && p->size[k][j] != 0)
                n +=
                    letter == 'i'
                        ? snprintf(out + n, size - (size_t)n, "+(%.17g)", map[i][j] * p->size[k][j])
                        : snprintf(out + n, size - (size_t)n, "+(%.17g)*(%s + 0.3*sin(%.17g*time))",
                                   map[i][j] * p->size[k][j], letter == 'u' && i > 0 ? "0" : "1",
                                   p->rate[k][j]);
        n += snprintf(out + n, size - (size_t)n, "'");
    }
}

/* Samples alone, without their time, which is the last column: not the rows of kinks. */
static void keep_samples(struct lt_table *table) {
    size_t kept = 0;
    for (size_t row = 0; row < table->rows; row++) {
        const double *cells = table->cells + row * table->columns;
        double us = 1e6 * cells[MOTIONS];
        if (fabs(us - round(us)) < 1e-6)
            memmove(table->cells + kept++ * MOTIONS, cells, MOTIONS * sizeof *cells);
    }
    table->rows = kept;
}

static struct lt_result *respond(const struct program *p, double map[6][6], bool swap,
                                 const char *integrator) {
    char text[16384], values[2][6144];
    write_values(p, 0, map, values[0], sizeof values[0]);
    write_values(p, 1, map, values[1], sizeof values[1]);
    snprintf(text, sizeof text,
             PAIR("%s", "%s", "fric: 0.3, dp_nratio: 0.1, dp_sratio: 0.1",
                  "integrator: %s, dt: 2e-6, gap: -1e-5",
                  "stages:\n"
                  "  - {whats: '%s', values: [%s], until: time >= 7.9e-5}\n"
                  "  - {whats: '%s', values: [%s], until: time >= 7.9e-5}\n"
                  "record: {columns: [" MOTION ", t]}\n"),
             swap ? "3e-3" : "5e-3", swap ? "5e-3" : "3e-3", integrator, p->whats[0], values[0],
             p->whats[1], values[1]);
    struct lt_program *program = read_program(text, NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s %s: %s", p->whats[0], p->whats[1], r->message);
    lt_program_free(program);
    keep_samples(&r->table);
    return r;
}

/* The mapped program gives the mapped response, to a share of each quantity's peak. */
static void maps(const struct program *p, double map[6][6], bool swap, const char *integrator,
                 double share) {
    double same[6][6] = {{0}};
    for (int i = 0; i < 6; i++)
        same[i][i] = 1;
    struct lt_result *r = respond(p, same, false, integrator);
    struct lt_result *m = respond(p, map, swap, integrator);
    ck_assert_uint_eq(r->table.rows, m->table.rows);
    double peak[MOTIONS / 3] = {0};
    for (size_t k = 0; k < r->table.rows * MOTIONS; k++)
        peak[k % MOTIONS / 3] = fmax(peak[k % MOTIONS / 3], fabs(r->table.cells[k]));
    for (size_t row = 0; row < r->table.rows; row++)
        for (size_t c = 0; c < MOTIONS; c++) {
            double want = 0, got = m->table.cells[row * MOTIONS + c];
            for (size_t j = 0; j < 6; j++)
                want += map[c % 6][j] * r->table.cells[row * MOTIONS + c - c % 6 + j];
            ck_assert_msg(fabs(got - want) <= share * peak[c / 3],
                          "%s %s: row %zu column %zu: %.17g, expected %.17g, peak %g", p->whats[0],
                          p->whats[1], row, c, got, want, peak[c / 3]);
        }
    ck_assert_double_gt(peak[0], 0);
    lt_run_free(r);
    lt_run_free(m);
}

static const char *const letters[][2] = {
    {"vvvvvv", "iiiiii"}, {"iiiiii", "......"}, {"ffffff", "vvvvvv"}, {"sss...", "uuuuuu"},
    {"uuuuuu", "ffffff"}, {"suuvff", "f..fuu"}, {"vff.vv", "svvfff"}, {"iffuii", "sffvss"},
    {"uss.ff", "vii..."}, {"......", "sssvff"}, {"viiiii", "usss.."}, {"fvv...", "siiuvv"},
    {"vuf.is", "sfuivv"}, {"isvu.f", "f.sfuv"}, {"sv.ifu", "uifvsv"}, {"f.usvi", "vsi.fu"},
};
enum { LETTERS = sizeof letters / sizeof letters[0], ISOTROPIC = 12 };

START_TEST(swap_and_mirrors) {
    const double *const signs[] = {swapped, mirrored_s, mirrored_t};
    double map[6][6] = {{0}};
    struct program p;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, 11 + (unsigned long)_i);
    fill(&p, rng, letters[_i / 3][0], letters[_i / 3][1]);
    for (int i = 0; i < 6; i++)
        map[i][i] = signs[_i % 3][i];
    maps(&p, map, _i % 3 == 0, "leapfrog", 1e-12);
    /* The velocity of a balanced DoF is a difference of displacements, each good to the balance's
     * own 1e-14, over a substep that may be short. */
    bool balanced = strchr(p.whats[0], 's') || strchr(p.whats[1], 's');
    maps(&p, map, _i % 3 == 0, "exact", balanced ? 1e-9 : 1e-10);
    gsl_rng_free(rng);
}
END_TEST

/* Turned about n by any angle, if s and t have the same letters. */
START_TEST(rotation_about_the_normal) {
    struct program p;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, 7 + (unsigned long)_i);
    fill(&p, rng, letters[_i][0], letters[_i][1]);
    for (int k = 0; k < 2; k++)
        for (int i = 1; i < 6; i += 3)
            p.rate[k][i + 1] = p.rate[k][i] * 1.25;
    double angle = 6.2 * gsl_rng_uniform(rng), c = cos(angle), s = sin(angle);
    double map[6][6] = {{1},          {0, c, -s},          {0, s, c},
                        {0, 0, 0, 1}, {0, 0, 0, 0, c, -s}, {0, 0, 0, 0, s, c}};
    maps(&p, map, false, "leapfrog", 1e-12);
    gsl_rng_free(rng);
}
END_TEST

/* ---- Faults of an earlier tester that cannot happen -------------------------------------------
 * Its numbers 1 to 9. */
#define BALLS(law, motion, rest) PAIR("5e-3", "3e-3", law, motion, rest)

/* 1: displacements of both kinds follow a change of velocity in the same step. */
START_TEST(no_phase_shift) {
    static const char *const whats[] = {"vvvvvv", "v.v...", "uvuuuu"};
    char text[2048];
    snprintf(text, sizeof text,
             BALLS("fric: 10", "dt: 1e-6",
                   "stages:\n"
                   "  - {whats: vvvvvv, values: [-1, 0, 1, 0, 0, 0], until: step >= 7}\n"
                   "  - {whats: %s, values: [%s, 0, %s, 0, 0, 0], until: step >= 7}\n"
                   "expect:\n"
                   "  - {always: ut, is: -un, within: 1e-15}\n"
                   "  - {always: un, is: '-t - 2*max(0, t - 7e-6)', within: 1e-14}\n"
                   "  - {always: ft, is: -fn/2, within: 1e-14}\n"),
             whats[_i], _i == 2 ? "-t - 2*(t - 7e-6)" : "-3", _i == 2 ? "t + 2*(t - 7e-6)" : "3");
    holds(text, NULL, NULL, NULL);
    holds(text, "particles.a.fixed=true", NULL, NULL);
}
END_TEST

/* 2: both energies belong to the same instant; taken from neighbouring steps they do not add up. */
START_TEST(energies_of_one_instant) {
    struct lt_program *program = read_program(
        BALLS("fric: 0", "dt: t_c/180",
              "stages: [{whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}]\n"
              "record: {columns: [E_kinetic, E_strain, E_cross]}\n"),
        NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    const double *e = r->table.cells, all = e[0];
    double mixed = 0;
    for (size_t i = 1; i < r->table.rows; i++) {
        ck_within(e[3 * i] + e[3 * i + 1] + e[3 * i + 2], all, 1e-13 * all);
        mixed = fmax(mixed, fabs(e[3 * i - 3] + e[3 * i + 1] - all));
    }
    ck_assert_double_gt(mixed, 1e-2 * all);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* 3: the step limit is one. */
START_TEST(step_limit_is_obeyed) {
    const char *text = BALLS(
        "fric: 0", "dt: 1e-6",
        "stages: [{whats: v....., values: [-1, 0, 0, 0, 0, 0], until: un > 1, max_steps: 7}]\n");
    fails(text, _i ? "motion.integrator=exact" : NULL, NULL,
          "'until: un > 1' did not become true within 7 steps, stages[0].max_steps (un = -7");
}
END_TEST

/* 4: every stage counts its own bounces; a pressed oscillator turns twice in a period. No sample
 * is where it turns: rounding would decide whether it has. */
START_TEST(bounces_count_in_their_stage) {
    holds(BALLS("fric: 0", "integrator: exact, gap: -2e-6, dt: 1.7e-6",
                "let: {P: 1}\n"
                "stages:\n"
                "  - repeat: 3\n"
                "    stages:\n"
                "      - {name: half, whats: fvvvvv, values: [-P, 0, 0, 0, 0, 0],\n"
                "         until: bounces >= 1}\n"
                "      - {name: whole, whats: fvvvvv, values: [-P, 0, 0, 0, 0, 0],\n"
                "         until: rebound}\n"
                "expect:\n"
                "  - {that: time, is: t_c, within: 1e-9, stage: 'half'}\n"
                "  - {that: time, is: 2*t_c, within: 1e-9, stage: whole}\n"
                "  - {that: time, is: t_c, within: 1e-9, stage: 'half #3'}\n"
                "  - {that: time, is: 2*t_c, within: 1e-9, stage: 'whole #3'}\n"
                "  - {that: bounces, is: 9, within: 1e-15}\n"),
          NULL, NULL, NULL);
}
END_TEST

/* 5: bending spheres of unequal size shears nothing: us is the motion at the contact point, and
 * what the rotation of each sphere contributes to it is in the inertia, not in the values. */
START_TEST(bending_does_not_shear) {
    static const char *const whats[] = {"vvvvvv", "v..vvv", "v...vv"};
    char text[2048];
    snprintf(text, sizeof text,
             BALLS("fric: 10, dp_sratio: 0.1", "gap: -1e-5, integrator: %s, dt: 1e-6",
                   "stages: [{whats: %s, values: [0, 0, 0, 0, 20, -30], until: step >= 100}]\n"
                   "expect:\n"
                   "  - {that: as, is: 20*t, within: 1e-12}\n"
                   "  - {that: at, is: -30*t, within: 1e-12}\n"
                   "  - {always: 'hypot(us, ut)', is: 0, within: 1e-18 m}\n"
                   "  - {that: ft_max, is: 0, within: 1e-12 N}\n"),
             _i % 2 ? "leapfrog" : "exact", whats[_i / 2]);
    holds(text, NULL, NULL, NULL);
}
END_TEST

/* 6: smoothing begins with the force that is there, its unsteadiness with 1, in every stage. */
START_TEST(smoothing_begins_with_the_force) {
    holds(BALLS("fric: 10", "gap: -1e-5, smooth: 0.1, dt: 1e-6",
                "stages:\n"
                "  - {name: one, whats: vvvvvv, values: [0, 0, 0, 0, 0, 0], until: step >= 20}\n"
                "  - {name: two, whats: svvvvv, values: [-1, 0, 0, 0, 0, 0],\n"
                "     until: fn_err < 1e-3, max_steps: 66}\n"
                "expect:\n"
                "  - {that: fn_err, is: 0.9^step, within: 1e-12, stage: one}\n"
                "  - {always: fn_err, is: 0.9^step, within: 1e-12, stage: two}\n"
                "  - {that: step, is: 66, within: 1e-15, stage: two}\n"),
          _i ? "motion.integrator=exact" : NULL, NULL, NULL);
}
END_TEST

/* 7: all six forces act, and gravity with them: from rest, free of contact, u = W f t^2/2. */
START_TEST(all_forces_act) {
    holds(
        PAIR("5e-3", "5e-3", "fric: 0", "gap: 1, dt: 1e-4, integrator: leapfrog",
             "let: {m: 2500*4/3*pi*125e-9, i: 0.4*m*25e-6}\n"
             "stages: [{whats: ffffff, values: [1, 2, -3, 1e-3, 2e-3, -3e-3], until: step >= 9}]\n"
             "expect:\n"
             "  - {always: un - 1, is: 1*(2/m)*t^2/2, within: 1e-12}\n"
             "  - {always: us, is: 2*(7/m)*t^2/2, within: 1e-12}\n"
             "  - {always: ut, is: -3*(7/m)*t^2/2, within: 1e-12}\n"
             "  - {always: an, is: 1e-3*(2/i)*t^2/2, within: 1e-12}\n"
             "  - {always: as, is: 2e-3*(2/i)*t^2/2, within: 1e-12}\n"
             "  - {always: at, is: -3e-3*(2/i)*t^2/2, within: 1e-12}\n"),
        _i ? "motion.integrator=exact" : "motion.integrator=leapfrog", NULL, NULL);
    holds(BALLS("fric: 0", "gap: 1, dt: 1e-4, gravity: [-10, 0, 2]",
                "let: {m: 2500*4/3*pi*27e-9}\n"
                "stages: [{whats: f.f..., values: [1, 0, 0, 0, 0, 0], until: step >= 9}]\n"
                "expect:\n"
                "  - {always: un - 1, is: (1/m - 10)*t^2/2, within: 1e-12}\n"
                "  - {always: ut, is: 2*t^2/2, within: 1e-12}\n"),
          "particles.a={shape: wall}", NULL, NULL);
}
END_TEST

/* 8: what is imposed on one DoF moves that one: normal is normal. */
START_TEST(each_letter_moves_its_own_axis) {
    static const char *const names[] = {"un", "us", "ut", "an", "as", "at"};
    char text[2048], values[64] = "";
    for (int i = 0; i < 6; i++)
        strcat(values, i == _i % 6 ? ", -1" : ", 0");
    snprintf(text, sizeof text,
             BALLS("fric: 0", "gap: 1e-5, dt: 1e-6",
                   "stages: [{whats: %s, values: [%s], until: step >= 9}]\n"
                   "expect:\n"
                   "  - {always: un - 1e-5, is: %s, within: 1e-18 abs}\n"
                   "  - {always: us, is: %s, within: 1e-18 abs}\n"
                   "  - {always: ut, is: %s, within: 1e-18 abs}\n"
                   "  - {always: an, is: %s, within: 1e-18 abs}\n"
                   "  - {always: as, is: %s, within: 1e-18 abs}\n"
                   "  - {always: at, is: %s, within: 1e-18 abs}\n"
                   "  - {that: %s_end, is: %s, within: 1e-9}\n"),
             _i < 6 ? "vvvvvv" : "iiiiii", values + 2, _i % 6 == 0 ? "-t" : "0",
             _i % 6 == 1 ? "-t" : "0", _i % 6 == 2 ? "-t" : "0", _i % 6 == 3 ? "-t" : "0",
             _i % 6 == 4 ? "-t" : "0", _i % 6 == 5 ? "-t" : "0", names[_i % 6],
             _i % 6 == 0 ? "1e-5 - 9e-6" : "-9e-6");
    holds(text, NULL, NULL, NULL);
}
END_TEST

/* 9: A and B have their places for good; approach stays approach when the contact forms. */
START_TEST(approach_stays_approach) {
    static const char *const walls[] = {"particles.a={shape: wall}", "particles.b={shape: wall}"};
    holds(PAIR("5e-3", "5e-3", "fric: 0", "gap: 1e-5, dt: 1e-6",
               "stages: [{whats: v....., values: [-1, 0, 0, 0, 0, 0], until: step >= 20}]\n"
               "expect:\n"
               "  - {always: un, is: 1e-5 - t, within: 1e-12}\n"
               "  - {that: fn, is: -1, within: 1e-12}\n"),
          _i < 2 ? walls[_i] : NULL, NULL, NULL);
}
END_TEST

/* ---- Static balance: what cannot be carried ---------------------------------------------------
 */
#define PRESSED                                                                                    \
    BALLS("fric: 0.5", "dt: 1e-6, gap: 1e-6",                                                      \
          "let: {n: -5, s: 0, tt: 0}\n"                                                            \
          "stages:\n"                                                                              \
          "  - {whats: svvvvv, values: [-5, 0, 0, 0, 0, 0], until: step >= 1}\n"                   \
          "  - {whats: sss..., values: [n, s, tt, 0, 0, 0], until: step >= 1}\n")

START_TEST(balance_refuses_with_numbers) {
    static const struct {
        const char *d1, *d2, *said;
    } cases[] = {
        {"s=3.2", NULL, "target fs = 3.2 N, the law carries at most 2.5 N at fn = -5 N"},
        {"s=-3.2", NULL, "target fs = -3.2 N, the law carries at most -2.5 N at fn = -5 N"},
        {"tt=2.6", NULL, "target ft = 2.6 N, the law carries at most 2.5 N at fn = -5 N"},
        {"n=1", NULL, "target fn = 1 N, the law carries at most 0 N"},
        {"s=1", "fric=0", "target fs = 1 N, the law carries at most 0 N"},
        {"s=3", "n=-4", "target fs = 3 N, the law carries at most 2 N at fn = -4 N"},
        {"stages[1].whats=s...s.", "stages[1].values=[-5, 0, 0, 0, 1e-3, 0]",
         "target ms = 0.001 N m, the law carries at most 0 N m"},
        {"stages[0].whats=vsv...", "stages[0].values=[0, 1, 0, 0, 0, 0]",
         "target fs = 1 N, the law carries at most 0 N at fn = 0 N; the contact is open"},
    };
    fails(PRESSED, cases[_i].d1, cases[_i].d2, cases[_i].said);
    fails(PRESSED, cases[_i].d1, cases[_i].d2, "no static balance");
}
END_TEST

/* What is left free beside imposed motion oscillates; not so what is held, pushed, or well damped.
 */
START_TEST(a_free_dof_that_rings_is_warned_of) {
    static const struct {
        const char *whats, *more;
        bool oscillates;
    } cases[] = {{"v.....", "", true},  {".v....", "", false},
                 {"vv....", "", false}, {"vf....", "", false},
                 {"......", "", false}, {"v.....", "dp_sratio: 0.5", false},
                 {"v.v...", "", true},  {"v.....", "dp_sratio: 0.01", true}};
    static const char *const motions[] = {"dt: t_c/100", "integrator: exact", "frame: bodies",
                                          "integrator: velocity-verlet"};
    size_t i = (size_t)_i / 4;
    char text[2048];
    snprintf(text, sizeof text,
             "lawtester: 1\n"
             "particles:\n"
             "  a: {shape: sphere, radius: 5e-3, density: 2500}\n"
             "  b: {shape: sphere, radius: 5e-3, density: 2500}\n"
             "law: {name: linear, kn: 1e5, ks: 1e5, fric: 10, %s}\n"
             "motion: {%s}\n"
             "stages:\n"
             "  - {whats: vvvvvv, values: [-0.1, 0, 0, 0, 0, 0], until: un <= -1e-5}\n"
             "  - {whats: vvvvvv, values: [0, 0.1, 0, 0, 0, 0], until: us >= 2e-6}\n"
             "  - {name: last, whats: %s, values: [0, 0, 0, 0, 0, 0], until: time > 40*t_c}\n",
             cases[i].more, motions[_i % 4], cases[i].whats);
    struct lt_program *program = read_program(text, NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    const char *found = NULL;
    for (size_t k = 0; k < r->n_warnings; k++)
        if (strstr(r->warnings[k], "free and oscillates"))
            found = r->warnings[k];
    ck_assert_msg((found != NULL) == cases[i].oscillates, "%s: %s", text,
                  found ? found : "nothing");
    ck_assert(!found || strstr(found, "stage 'last'"));
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* A contact whose force jumps at touch, F, with a spring k. */
#define JUMPS                                                                                      \
    "lawtester: 1\n"                                                                               \
    "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5e-3, mass: 1e-3}}\n"                \
    "law:\n"                                                                                       \
    "  name: pull\n"                                                                               \
    "  define:\n"                                                                                  \
    "    params: {k: {unit: N/m, default: 1e4}, F: {unit: N, default: 0.05}}\n"                    \
    "    constants: {c: 0}\n"                                                                      \
    "    force: {fn: k*un + F}\n"                                                                  \
    "    viscous: {vfn: c*vn}\n"                                                                   \
    "    strain: 0.5*k*un^2 + F*un\n"                                                              \
    "motion: {dt: 1e-5}\n"                                                                         \
    "let: {P: -0.01}\n"                                                                            \
    "stages:\n"                                                                                    \
    "  - {whats: s....., values: [P, 0, 0, 0, 0, 0], until: step >= 2}\n"

/* A balance that exists is found: un = (P - F)/k. */
START_TEST(balance_beside_a_jump) {
    static const struct {
        const char *F, *P, *gap;
        double un;
    } cases[] = {
        {"F=0.05", "P=-0.1", "motion.gap=0", -1.5e-5},
        {"F=0.05", "P=0", "motion.gap=0", -5e-6},
        {"F=0.05", "P=0.03", "motion.gap=-1e-6", -2e-6},
        {"F=0.05", "P=0.05", "motion.gap=-1e-6", 0},
        {"F=0.05", "P=-0.1", "motion.gap=1e-6", -1.5e-5},
        {"F=0.05", "P=0", "motion.gap=1e-6", 1e-6},
        {"F=-0.05", "P=-0.1", "motion.gap=0", -5e-6},
        {"F=-0.05", "P=-0.1", "motion.gap=1e-6", -5e-6},
    };
    static const char *const motions[] = {"motion.integrator=leapfrog", "motion.integrator=exact",
                                          "motion.frame=bodies"};
    size_t i = (size_t)_i / 3;
    struct lt_program *program =
        read_program(JUMPS, cases[i].F, cases[i].P, cases[i].gap, motions[_i % 3], NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    ck_within(value_of(program, r, "un"), cases[i].un, 1e-15);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* One that does not is refused with the reason. */
START_TEST(no_balance_beside_a_jump) {
    fails(JUMPS, "P=0.09", NULL, "at most 0.05 N; a larger tension separates the particles");
    fails(JUMPS, "P=0.01", "motion.gap=1e-6", "at most 0 N; the contact is open");
    fails(JUMPS, "F=-0.05", NULL,
          "the law is discontinuous: at un = 0 m fn jumps from -0.05 N to 0 N");
    fails(JUMPS, "F=-0.05", "motion.gap=1e-6", "at un = 0 m fn jumps from 0 N to -0.05 N");
    fails(JUMPS, "law.define.constants.c=10", "motion.gap=1e-6",
          "the dashpot's, since the particles meet");
    fails(JUMPS, "k=0", NULL, "at most 0.05 N; more overlap does not increase it");
}
END_TEST

START_TEST(refusal_can_be_expected) {
    struct lt_program *program =
        read_program(PRESSED "expect: [{fails: at most 2.5 N}]\n", _i ? "s=3.2" : "s=2.4", NULL);
    struct lt_result *r = run_program(program);
    ck_assert_int_eq(r->status, _i ? LT_RUN_FAILED : LT_DONE);
    ck_assert(r->ok == (_i == 1));
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* Three forces at once, begun from a gap; then round the friction circle, just inside. */
START_TEST(balance_of_three_forces) {
    holds(
        BALLS("fric: 0.5", "gap: 1e-5, dt: 1e-5, integrator: leapfrog",
              "let: {P: 10}\n"
              "stages:\n"
              "  - {name: close, whats: s....., values: [-P, 0, 0, 0, 0, 0], until: step >= 1}\n"
              "  - {name: push, whats: sss..., values: [-P, 3, 4*0.999, 0, 0, 0],\n"
              "     until: step >= 1}\n"
              "  - {name: round, whats: sss..., until: time >= 2*pi*1e-3,\n"
              "     values: [-P*(1 + time), '4.99*cos(1e3*time)', '4.99*sin(1e3*time)', 0, 0, 0]}\n"
              "expect:\n"
              "  - {that: fn, is: -P, within: 1e-12, stage: close}\n"
              "  - {that: un, is: -P/kn, within: 1e-12, stage: close}\n"
              "  - {that: fs, is: 3, within: 1e-12, stage: push}\n"
              "  - {that: ft, is: 4*0.999, within: 1e-12, stage: push}\n"
              "  - {that: us, is: 3/ks, within: 1e-11, stage: push}\n"
              "  - {always: fn, is: -P*(1 + time), within: 1e-12, stage: round}\n"
              "  - {always: 'hypot(fs, ft)', is: '4.99', within: 1e-12, stage: round}\n"
              "  - {always: 'ks*us', is: fs, within: 1e-10, stage: round}\n"
              "  - {that: energy_residual_rel, is: 0, within: 1e-12 abs}\n"),
        _i ? "motion.integrator=exact" : "motion.integrator=leapfrog", NULL, NULL);
}
END_TEST

/* ---- Stages that repeat, keep, record; unsteadiness -------------------------------------------
 */
START_TEST(rounds_have_names) {
    struct lt_program *program = read_program(
        BALLS("fric: 0", "dt: 1e-6",
              "stages:\n"
              "  - {name: touch, whats: v....., values: [-1, 0, 0, 0, 0, 0], until: step >= 10}\n"
              "  - repeat: 3\n"
              "    stages:\n"
              "      - {name: load, whats: v....., values: [-1, 0, 0, 0, 0, 0], until: step >= 4,\n"
              "         record: {every: 2}, done: [{keep: {f_load: fn}}, {print: f_load}]}\n"
              "      - {whats: v....., values: [1, 0, 0, 0, 0, 0], until: fn > 0.52*f_load,\n"
              "         record: false}\n"
              "record: {every: 5, columns: [stage, fn]}\n"
              "expect:\n"
              "  - {that: fn, is: -1.4, within: 1e-12, stage: load}\n"
              "  - {that: fn, is: f_load/2, within: 1e-12, stage: stage 3}\n"
              "  - {that: fn, is: -1.1, within: 1e-12, stage: 'load #2'}\n"
              "  - {that: fn, is: -0.9, within: 1e-12, stage: 'load #3'}\n"
              "  - {that: f_load, is: -0.9, within: 1e-12}\n"),
        NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    ck_assert_uint_eq(program->n_stages, 7);
    ck_assert_str_eq(program->stages[3].name, "load #2");
    ck_assert_msg(r->ok, "%s", r->verdicts[3].text);
    ck_assert_uint_eq(r->n_prints, 3);
    ck_assert_str_eq(r->prints[0], "load: f_load = -1.4");
    size_t rows[7] = {0};
    for (size_t i = 0; i < r->table.rows; i++)
        rows[(int)r->table.cells[2 * i]]++;
    const size_t want[7] = {3, 2, 1, 2, 1, 2, 1};
    for (int i = 0; i < 7; i++)
        ck_assert_msg(rows[i] == want[i], "stage %d left %zu rows", i, rows[i]);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* What was not kept yet is not a number: a formula that needs it says so. */
START_TEST(kept_names_are_not_numbers_before) {
    fails(BALLS("fric: 0", "dt: 1e-6",
                "stages:\n"
                "  - {whats: v....., values: [-later, 0, 0, 0, 0, 0], until: step >= 4}\n"
                "  - {whats: v....., values: [0, 0, 0, 0, 0, 0], until: step >= 4,\n"
                "     done: [{keep: {later: fn}}]}\n"),
          NULL, NULL, "not a");
}
END_TEST

/* An expectation that is no number where the run begins fails it there, with its reason. */
/* ---- Actions at the law's events --------------------------------------------------------------
 */

static size_t count_events(const struct lt_result *r, const char *name) {
    size_t n = 0;
    for (size_t i = 0; i < r->n_events; i++)
        n += strcmp(r->events[i].name, name) == 0;
    return n;
}

#define TO_AND_FRO(law)                                                                            \
    PAIR("5e-3", "3e-3", law, "dt: 1e-6, gap: 5e-6",                                               \
         "stages:\n"                                                                               \
         "  - whats: vvvvvv\n"                                                                     \
         "    values: [-0.01*cos(1000*time), 0.01*sin(3000*time), 0, 0, 0, 0]\n"                   \
         "    until: time >= 0.02\n"                                                               \
         "    at: [{when: slip_change, times: 1000, do: [{mark: by_event}]},\n"                    \
         "         {when: slip_change and slip_change_mode == 1, times: 1000, "                    \
         "do: [{mark: by_end}]},\n"                                                                \
         "         {when: contact_activated, times: 1000, do: [{mark: made}]},\n"                  \
         "         {when: contact_activated, do: [{mark: once}]},\n"                               \
         "         {when: slip_change or us > 1e-6, times: 1000, do: [{mark: either}]}]\n"         \
         "  - whats: vvvvvv\n"                                                                     \
         "    values: [0, 0.01*sin(3000*time), 0, 0, 0, 0]\n"                                      \
         "    until: time >= 0.01\n"                                                               \
         "    at: [{when: slip_change, times: 3, do: [{mark: thrice}]}]\n")

/* Each event has its actions, as often as it is in the result; a condition that holds without the
 * event does not act again at it. */
START_TEST(actions_follow_each_event) {
    static const char *const integrators[] = {"leapfrog", "velocity-verlet", "exact"};
    char integrator[64];
    snprintf(integrator, sizeof integrator, "motion.integrator=%s", integrators[_i]);
    struct lt_program *program = read_program(TO_AND_FRO("fric: 0.3"), integrator, NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    size_t first = 0, ended = 0, second = 0;
    for (size_t i = 0; i < r->n_events; i++)
        if (strcmp(r->events[i].name, "slip_change") == 0) {
            first += r->events[i].stage == 0;
            ended += r->events[i].stage == 0 && r->events[i].mode == 1;
            second += r->events[i].stage == 1;
        }
    ck_assert_uint_gt(first, 10);
    ck_assert_uint_gt(second, 3);
    ck_assert_uint_eq(count_events(r, "by_event"), first);
    ck_assert_uint_eq(count_events(r, "by_end"), ended);
    ck_assert_uint_eq(count_events(r, "made"), count_events(r, "contact_activated"));
    ck_assert_uint_gt(count_events(r, "made"), 2);
    ck_assert_uint_eq(count_events(r, "once"), 1);
    ck_assert_uint_eq(count_events(r, "thrice"), 3);
    ck_assert_uint_lt(count_events(r, "either"), first);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* An event in each of two steps in a row is two events. */
START_TEST(actions_follow_events_in_a_row) {
    struct lt_program *program = read_program(
        "lawtester: 1\n"
        "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5e-3, density: 2500}}\n"
        "law: {name: flips, define: {params: {k: 1e5 N/m}, state: {n: 1}, let: {odd: n > 0.5}, "
        "force: {fn: k*un}, next: {n: 1 - n}, strain: k*un^2/2, events: {flip: odd}}}\n"
        "motion: {dt: 1e-6}\n"
        "stages:\n"
        "  - {whats: v....., values: [-0.01, 0, 0, 0, 0, 0], until: step >= 20, "
        "at: [{when: flip, times: 100, do: [{mark: acted}]}]}\n",
        NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    ck_assert_uint_gt(count_events(r, "flip"), 15);
    ck_assert_uint_eq(count_events(r, "acted"), count_events(r, "flip"));
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* What begins and ends within rounding of one instant is no event of an exact run. */
START_TEST(actions_follow_no_event_of_rounding) {
    struct lt_program *program =
        read_program(PAIR("5e-3", "5e-3", "fric: 0.3", "integrator: exact",
                          "stages:\n"
                          "  - {whats: ii...., values: [-1, 1, 0, 0, 0, 0], until: rebound, "
                          "at: [{when: slip_change, times: 100, do: [{mark: acted}]}]}\n"),
                     "ks=2e5/7", NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    ck_assert_uint_eq(count_events(r, "slip_change"), 0);
    ck_assert_uint_eq(count_events(r, "acted"), 0);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

START_TEST(expectations_fail_at_the_first_sample_too) {
    fails(BALLS("fric: 0", "dt: 1e-6",
                "stages:\n"
                "  - {whats: v....., values: [-0.1, 0, 0, 0, 0, 0], until: step >= 4}\n"
                "expect: [{always: fn/un, is: kn, within: 1e-9}]\n"),
          NULL, NULL, "expect: 'fn/un' is not a number");
}
END_TEST

/* A damped contact under a constant force comes to rest where the spring carries it. */
START_TEST(steady_under_a_force) {
    holds(BALLS("fric: 0, dp_nratio: 0.3", "smooth: 0.02",
                "let: {P: 10}\n"
                "stages:\n"
                "  - {whats: f....., values: [-P, 0, 0, 0, 0, 0], until: fn_err < 1e-8}\n"
                "expect:\n"
                "  - {that: un, is: -P/kn, within: 1e-7}\n"
                "  - {that: fn, is: -P, within: 1e-7}\n"
                "  - {that: E_dashpot_end, is: 0.5*P^2/kn, within: 1e-2}\n"
                "  - {that: energy_residual_rel, is: 0, within: 1e-10 abs}\n"),
          _i ? "motion.integrator=exact" : NULL, NULL, NULL);
}
END_TEST

/* ---- Going on from another run ----------------------------------------------------------------
 */
#define FIRST "  - {whats: iivvvi, values: [-1, 0.5, 0.1, 0, 20, 10], until: time >= 2e-5}\n"
#define SECOND                                                                                     \
    "  - {whats: f.v..., values: [-5, 0, -0.2 - 1e3*time, 0, 0, 0], until: time >= 1.5e-5}\n"      \
    "  - {whats: s.u..., values: [-3, 0, '1e-6*cos(1e4*time)', 0, 0, 0], until: time >= 1.5e-5}\n"
#define ALL(motion, rest)                                                                          \
    BALLS("fric: 0.3, dp_nratio: 0.1, dp_sratio: 0.2", "dt: t_c/200, " motion, rest)

static void compare_ends(const struct lt_program *p, const struct lt_result *r,
                         const struct lt_program *p2, const struct lt_result *r2) {
    static const char *const names[] = {
        "un", "us",          "ut",       "an",      "as",        "at",      "vn",
        "vs", "vt",          "wn",       "ws",      "wt",        "fn",      "fs",
        "ft", "lin_force_s", "lin_slip", "contact", "E_kinetic", "E_strain"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        double want = value_of(p, r, names[i]), got = value_of(p2, r2, names[i]);
        ck_assert_msg(fabs(got - want) <= 1e-12 * fabs(want), "%s is %.17g, expected %.17g",
                      names[i], got, want);
    }
}

enum { GOING_ON = 6 };

/* The program of TEXT, which begins where the run R of FIRST has ended. */
static struct lt_program *read_next(const char *text, const struct lt_program *first,
                                    const struct lt_result *r, const char *const d[3]) {
    char path[] = "/tmp/test_driver.XXXXXX", whole[2048];
    int file = mkstemp(path);
    ck_assert_int_ge(file, 0);
    json_t *document = lt_document_run(first, r);
    int written = json_dumpfd(document, file, 0);
    json_decref(document);
    close(file);
    ck_assert_int_eq(written, 0);
    snprintf(whole, sizeof whole, "%sstart: %s\n", text, path);
    struct lt_program *next = read_program(whole, d[0], d[1], d[2], NULL);
    unlink(path);
    return next;
}

static void free_runs(struct lt_program *const programs[3], struct lt_result *const results[3]) {
    for (int i = 0; i < 3; i++) {
        lt_run_free(results[i]);
        lt_program_free(programs[i]);
    }
}

START_TEST(goes_on_from_another_run) {
    static const char *const defines[GOING_ON][3] = {
        {"motion.integrator=leapfrog"},
        {"motion.integrator=symplectic-euler"},
        {"motion.integrator=velocity-verlet"},
        {"motion.integrator=velocity-verlet", "motion.dashpot=full-step"},
        {"motion.integrator=exact"},
        {"motion.integrator=leapfrog", "dp_mode=slip-cut", "fric=0"},
    };
    const char *const *d = defines[_i];
    struct lt_program *whole =
        read_program(ALL("gap: -1e-6", "stages:\n" FIRST SECOND), d[0], d[1], d[2], NULL);
    struct lt_program *first =
        read_program(ALL("gap: -1e-6", "stages:\n" FIRST), d[0], d[1], d[2], NULL);
    struct lt_result *r = run_program(whole), *r1 = run_program(first);
    ck_assert_msg(r->status == LT_DONE && r1->status == LT_DONE, "%s%s", r->message, r1->message);
    struct lt_program *second = read_next(ALL("gap: 0", "stages:\n" SECOND), first, r1, d);

    struct lt_result *r2 = run_program(second);
    ck_assert_msg(r2->status == LT_DONE, "%s", r2->message);
    compare_ends(whole, r, second, r2);
    ck_assert_double_gt(fabs(value_of(whole, r, "vs")), 1e-3);
    ck_assert_double_gt(value_of(whole, r, "contact"), 0);
    if (value_of(whole, r, "energy_residual_rel") < 1e-10)
        ck_assert_double_lt(value_of(second, r2, "energy_residual_rel"), 1e-10);
    free_runs((struct lt_program *[]){whole, first, second}, (struct lt_result *[]){r, r1, r2});
}
END_TEST

/* A document may have been changed by hand. A moment that the law never has is none; friction
 * beyond what it may be is slip in the first step. */
#define COASTS "stages: [{whats: ......, values: [0, 0, 0, 0, 0, 0], until: step >= 3}]\n"
START_TEST(goes_on_from_what_cannot_be) {
    struct lt_program *first = read_program(ALL("gap: -1e-6", "stages:\n" FIRST), NULL);
    struct lt_result *r = run_program(first);
    r->values[lt_names_find(first->names, "mn")->slot] = 1;
    r->values[lt_names_find(first->names, "vmt")->slot] = 1;
    r->values[lt_names_find(first->names, "lin_force_t")->slot] = 1;
    r->values[lt_names_find(first->names, "lin_slip")->slot] = 0;
    struct lt_program *second =
        read_next(ALL("gap: 0", COASTS), first, r, (const char *const[3]){NULL});
    for (int stepwise = 0; stepwise < 2; stepwise++) {
        struct lt_run_options options = {.record = true, .stepwise = stepwise};
        struct lt_result *r2 = lt_run(second, NULL, 0, &options);
        ck_assert_int_eq(r2->status, LT_DONE);
        ck_assert_double_eq(value_of(second, r2, "mn"), 0);
        ck_assert_double_eq(value_of(second, r2, "vmt"), 0);
        ck_assert_uint_ge(r2->n_events, 2);
        ck_assert_str_eq(r2->events[1].name, "slip_change");
        ck_assert_uint_eq(r2->events[1].step, 1);
        lt_run_free(r2);
    }
    free_runs((struct lt_program *[]){first, second, NULL}, (struct lt_result *[]){r, NULL, NULL});
}
END_TEST

/* What slips and rolls at a dynamic limit does so still: friction at rest does not begin anew. */
#define HERTZ "young_eff: 9.4e6, shear_eff: 2.1e6, alpha: 0.5, fric: 0.3, "
static const struct {
    const char *law, *flag;
} slipping[] = {
    {"name: mindlin, " HERTZ "fric_dynamic: 0.1", "sliding"},
    {"name: mindlin-rolling-torsion, " HERTZ "fric_r: 0.2, fric_r_dynamic: 0.1", "rolls"},
};
enum { SLIPPING = sizeof slipping / sizeof slipping[0] };
#define STROKE  "  - {whats: f.i..i, values: [-1e-5, 0, 5e-3, 0, 0, 10], until: time >= 5.01e-5}\n"
#define GOES_ON "  - {whats: f....., values: [-1e-5, 0, 0, 0, 0, 0], until: time >= 5.01e-5}\n"

static void rolling_program(char *text, size_t size, const char *law, const char *stages) {
    snprintf(text, size,
             "lawtester: 1\nparticles:\n  a: {shape: facet, half_thick: 1e-4}\n"
             "  b: {shape: sphere, radius: 3e-4, density: 1300}\nlaw: {%s}\n"
             "motion: {dt: 2e-7, gap: -2e-8}\nstages:\n%s",
             law, stages);
}

static void compare_points(const struct lt_program *p, const struct lt_result *r,
                           const struct lt_program *p2, const struct lt_result *r2) {
    for (size_t i = 0; i < p->names->count; i++) {
        const struct lt_name *name = &p->names->list[i];
        if ((name->slot < LT_UN || name->slot > LT_E_STRAIN) && name->kind != LT_NAME_STATE)
            continue;
        double want = value_of(p, r, name->name), got = value_of(p2, r2, name->name);
        ck_assert_msg(fabs(got - want) <= 1e-9 * fabs(want) + 1e-20, "%s is %.17g, expected %.17g",
                      name->name, got, want);
    }
}

START_TEST(slip_goes_on_from_another_run) {
    static const char *const integrators[] = {
        "motion.integrator=leapfrog", "motion.integrator=symplectic-euler",
        "motion.integrator=velocity-verlet", "motion.integrator=exact"};
    const char *law = slipping[_i / 4].law, *const d[3] = {integrators[_i % 4]};
    char text[2048];
    rolling_program(text, sizeof text, law, STROKE GOES_ON);
    struct lt_program *whole = read_program(text, d[0], NULL);
    rolling_program(text, sizeof text, law, STROKE);
    struct lt_program *first = read_program(text, d[0], NULL);
    struct lt_result *r = run_program(whole), *r1 = run_program(first);
    ck_assert_double_eq(value_of(first, r1, slipping[_i / 4].flag), 1);
    ck_assert_double_eq(value_of(first, r1, "contact"), 1);
    rolling_program(text, sizeof text, law, GOES_ON);
    struct lt_program *second = read_next(text, first, r1, d);
    struct lt_result *r2 = run_program(second);
    compare_points(whole, r, second, r2);
    ck_assert_double_lt(value_of(second, r2, "energy_residual_rel"),
                        2 * value_of(whole, r, "energy_residual_rel") + 1e-9);
    free_runs((struct lt_program *[]){whole, first, second}, (struct lt_result *[]){r, r1, r2});
}
END_TEST

static void add(TCase *t) {
    tcase_add_loop_test(t, slip_loops_at_a_held_force, 0, 2);
    tcase_add_test(t, slip_loops_as_recorded);
    tcase_add_test(t, held_force_creeps_through_a_dashpot);
    tcase_add_loop_test(t, step_response, 0, OSCILLATORS);
    tcase_add_loop_test(t, resonance, 0, 3 * NORMAL_ONES);
    tcase_add_loop_test(t, order_of_leapfrog, 0, OSCILLATORS);
    tcase_add_loop_test(t, swap_and_mirrors, 0, 3 * LETTERS);
    tcase_add_loop_test(t, rotation_about_the_normal, 0, ISOTROPIC);
    tcase_add_loop_test(t, no_phase_shift, 0, 3);
    tcase_add_test(t, energies_of_one_instant);
    tcase_add_loop_test(t, step_limit_is_obeyed, 0, 2);
    tcase_add_test(t, bounces_count_in_their_stage);
    tcase_add_loop_test(t, bending_does_not_shear, 0, 6);
    tcase_add_loop_test(t, smoothing_begins_with_the_force, 0, 2);
    tcase_add_loop_test(t, all_forces_act, 0, 2);
    tcase_add_loop_test(t, each_letter_moves_its_own_axis, 0, 12);
    tcase_add_loop_test(t, approach_stays_approach, 0, 3);
    tcase_add_loop_test(t, balance_refuses_with_numbers, 0, 8);
    tcase_add_loop_test(t, a_free_dof_that_rings_is_warned_of, 0, 32);
    tcase_add_loop_test(t, balance_beside_a_jump, 0, 24);
    tcase_add_test(t, no_balance_beside_a_jump);
    tcase_add_loop_test(t, refusal_can_be_expected, 0, 2);
    tcase_add_loop_test(t, balance_of_three_forces, 0, 2);
    tcase_add_test(t, rounds_have_names);
    tcase_add_test(t, kept_names_are_not_numbers_before);
    tcase_add_loop_test(t, actions_follow_each_event, 0, 3);
    tcase_add_test(t, actions_follow_events_in_a_row);
    tcase_add_test(t, actions_follow_no_event_of_rounding);
    tcase_add_test(t, expectations_fail_at_the_first_sample_too);
    tcase_add_loop_test(t, steady_under_a_force, 0, 2);
    tcase_add_test(t, goes_on_from_what_cannot_be);
    tcase_add_loop_test(t, goes_on_from_another_run, 0, GOING_ON);
    tcase_add_loop_test(t, slip_goes_on_from_another_run, 0, 4 * SLIPPING);
}

LT_TESTS("driver", add)

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The integrator of the limit dt -> 0, against closed forms. */
#include "programs.h"

static const double ratios[] = {0.01, 0.05, 0.1, 0.2,  0.3, 0.4, 0.5, 0.6,
                                0.7,  0.8,  0.9, 0.95, 1,   2,   10};
enum { RATIOS = sizeof ratios / sizeof ratios[0], BELOW_ONE = 12 };

static double shift(double b) { /* arccos(b)/sqrt(1 - b^2), continued beyond 1 */
    return b < 1 ? acos(b) / sqrt(1 - b * b) : b == 1 ? 1 : acosh(b) / sqrt(b * b - 1);
}

static struct lt_result *impact(struct lt_program **program, int mode, double ratio,
                                const char *motion) {
    char d1[64], d2[64];
    snprintf(d1, sizeof d1, "dp_mode=%d", mode);
    snprintf(d2, sizeof d2, "dp_nratio=%.17g", ratio);
    *program = read_program(IMPACT("rgap: 0", "integrator: exact"), d1, d2, motion, NULL);
    struct lt_result *result = run_program(*program);
    ck_assert_msg(result->status == LT_DONE, "mode %d, ratio %g: %s", mode, ratio, result->message);
    return result;
}

/* Head-on, gap-zero end: e_n = exp(-pi b/sqrt(1 - b^2)), contact time pi/(w0 sqrt(1 - b^2)). */
START_TEST(full_modes_meet_the_textbook) {
    double b = ratios[_i % BELOW_ONE], root = sqrt(1 - b * b);
    struct lt_program *program;
    struct lt_result *r = impact(&program, _i / BELOW_ONE * 2, b, NULL);
    double w0 = sqrt(1e5 / value_of(program, r, "m_eff"));
    ck_near(value_of(program, r, "e_n"), exp(-M_PI * b / root), 1e-10);
    ck_near(value_of(program, r, "t_contact"), M_PI / (w0 * root), 1e-10);
    ck_near(value_of(program, r, "overlap_max"), exp(-b * shift(b)) / w0, 1e-10);
    ck_assert_double_le(value_of(program, r, "energy_residual_rel"), 1e-12);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* Head-on, force-zero end: e_n = exp(-2 b acos(b)/sqrt(1 - b^2)) for every b, beyond 1 too; the
 * contact lives 2 b/w0 longer than the force. */
START_TEST(no_tension_modes_meet_their_closed_form) {
    double b = ratios[_i % RATIOS];
    struct lt_program *program;
    struct lt_result *r = impact(&program, 1 + _i / RATIOS * 2, b, NULL);
    double w0 = sqrt(1e5 / value_of(program, r, "m_eff"));
    ck_near(value_of(program, r, "e_n"), exp(-2 * b * shift(b)), 1e-10);
    ck_near(value_of(program, r, "t_contact"), 2 * (shift(b) + b) / w0, 1e-10);
    ck_assert_double_le(value_of(program, r, "energy_residual_rel"), 1e-12);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* The largest force: at first touch above b = 1/2, inside the contact below. */
START_TEST(peak_force) {
    double b = ratios[_i], angle = acos(b);
    struct lt_program *program;
    struct lt_result *r = impact(&program, 1, b, NULL);
    double m = value_of(program, r, "m_eff"), w0 = sqrt(1e5 / m);
    double inside = b < 0.5 ? exp(-b * (3 * angle - M_PI) / sin(angle)) : 0;
    ck_near(value_of(program, r, "fn_max"), m * w0 * fmax(2 * b, inside), 1e-10);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* Free flight first: the contact is made at the instant of touch, wherever the gap begins. */
START_TEST(first_touch_is_located) {
    struct lt_program *program;
    struct lt_result *r = impact(&program, 1, 0.2, "motion.gap=1.23456e-5");
    ck_near(value_of(program, r, "e_n"), exp(-0.4 * shift(0.2)), 1e-10);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* e_n does not depend on the time step that samples the run. */
START_TEST(samples_do_not_matter) {
    struct lt_program *program;
    struct lt_result *r = impact(&program, 0, 0.3, _i ? "motion.dt=t_c/7" : "motion.dt=t_c/1313");
    ck_near(value_of(program, r, "e_n"), exp(-0.3 * M_PI / sqrt(1 - 0.09)), 1e-10);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* Nor what is largest on the way, nor when the force ends to push: a sticking contact whose shear
 * force has several peaks, a Hertz contact that is damped. */
START_TEST(peaks_do_not_depend_on_samples) {
    static const struct {
        const char *law, *whats, *values;
        double within;
    } cases[] = {
        {"name: linear, kn: 1e5, ks: 3e5, fric: 0.3, dp_nratio: 0.2, dp_sratio: 0.1, dp_mode: full",
         "iiiiii", "[-1, 0.3, 0.2, 0, 30, 20]", 1e-12},
        {"name: hertz, young: 1e9, poisson: 0.3, damping: viscoelastic, A: 1e-6", "i.....",
         "[-1, 0, 0, 0, 0, 0]", 1e-11},
    };
    static const char *const results[] = {"fn_max", "ft_max", "overlap_max", "t_force", "pull_max"};
    static const char *const dts[] = {"dt: t_c/20", "dt: t_c/97", "dt: t_c/5000", "dt: t_c/100000"};
    double first[5] = {0};
    for (size_t i = 0; i < 4; i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 "lawtester: 1\nparticles: {a: {shape: wall}, b: {shape: sphere, radius: 5 mm, "
                 "density: 2500}}\nlaw: {%s}\nmotion: {integrator: exact, %s}\nstages:\n"
                 "  - {whats: %s, values: %s, until: broken}\n",
                 cases[_i].law, dts[i], cases[_i].whats, cases[_i].values);
        struct lt_program *program = read_program(text, NULL);
        struct lt_result *r = run_program(program);
        ck_assert_msg(r->status == LT_DONE, "%s", r->message);
        for (size_t k = 0; k < 5; k++) {
            double now = value_of(program, r, results[k]);
            first[k] = i == 0 ? now : first[k];
            ck_near(now, first[k], k == 0 ? 1e-12 : cases[_i].within);
        }
        ck_assert_double_gt(first[0], 0);
        lt_run_free(r);
        lt_program_free(program);
    }
}
END_TEST

/* Nor do the instants at which slip begins and ends, wherever samples lie; each kink has a row. */
START_TEST(slip_changes_when_it_does) {
    static const char *const samples[] = {"n=20", "n=30", "n=100", "n=1000", "n=100000"};
    double first[4] = {0};
    for (size_t k = 0; k < 5; k++) {
        struct lt_program *program = read_program(
            "lawtester: 1\n"
            "let: {n: 20}\n"
            "particles: {a: {shape: sphere, radius: 5e-3, density: 2500}, b: {shape: sphere, "
            "radius: 3e-3, density: 2500}}\n"
            "law: {name: linear, kn: 1e5, ks: 5e4, fric: 0.3, dp_nratio: 0.1, dp_sratio: 0.05, "
            "dp_mode: no-tension}\n"
            "motion: {integrator: exact, dt: t_c/n}\n"
            "stages:\n"
            "  - {whats: iiiiii, values: [-1, 0.7, 0.2, 0, 0, 20], until: rebound}\n"
            "record: {columns: [t]}\n",
            samples[k], NULL);
        struct lt_run_options options = {.record = true};
        struct lt_result *r = lt_run(program, NULL, 0, &options);
        ck_assert_msg(r->status == LT_DONE, "%s", r->message);
        size_t slips = 0;
        for (size_t i = 0; i < r->n_events; i++) {
            if (strcmp(r->events[i].name, "slip_change") != 0)
                continue;
            ck_assert_uint_lt(slips, 4);
            double t = r->events[i].t;
            first[slips] = k == 0 ? t : first[slips];
            ck_within(t, first[slips], 1e-9 * first[3]);
            size_t rows = 0;
            for (size_t row = 0; row < r->table.rows; row++)
                rows += fabs(r->table.cells[row] - t) <= 1e-12 * first[3];
            /* Where the dashpots' force goes at once, one row before and one after. */
            ck_assert_msg(rows == 1 || (slips == 3 && rows == 2), "%zu rows at %g s with %s", rows,
                          t, samples[k]);
            slips++;
        }
        ck_assert_uint_eq(slips, 4);
        lt_run_free(r);
        lt_program_free(program);
    }
}
END_TEST

/* Slip that comes to rest where the motion turns hardly moves before: it seems to end and begin
 * there again and again, but rows are apart. */
START_TEST(rows_of_kinks_are_apart) {
    struct lt_program *program = read_program(
        "lawtester: 1\n"
        "let: {P: 10, A: 2e-4, T: 0.02}\n"
        "particles: {a: {shape: sphere, radius: 5e-3, density: 2500}, b: {shape: sphere, radius: "
        "3e-3, density: 2500}}\n"
        "law: {name: linear, kn: 1e6, ks: 5e4, fric: 0.4}\n"
        "motion: {integrator: exact, dt: T/200}\n"
        "stages:\n"
        "  - {whats: svvvvv, values: [-P, 0, 0, 0, 0, 0], until: step >= 1}\n"
        "  - {whats: suvvvv, values: [-P, A*sin(2*pi*time/T), 0, 0, 0, 0], until: time >= 2*T}\n"
        "record: {columns: [t]}\n",
        NULL);
    struct lt_run_options options = {.record = true};
    struct lt_result *r = lt_run(program, NULL, 0, &options);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    ck_assert_uint_gt(r->table.rows, 400);
    for (size_t row = 1; row < r->table.rows; row++) {
        double gap = r->table.cells[row] - r->table.cells[row - 1];
        ck_assert_msg(gap > 0.9e-6 * 1e-4, "%g s at %.10g s", gap, r->table.cells[row]);
    }
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* What slips goes on doing so where a stage gives it another velocity: nothing ends and begins
 * there again. */
START_TEST(nothing_happens_for_no_time) {
    struct lt_program *program = read_program(
        "lawtester: 1\n"
        "particles: {a: {shape: sphere, radius: 0.5, density: 1000}, b: {shape: sphere, radius: "
        "0.3, density: 1000}}\n"
        "law: {name: idealelpl, young: 1e7, ktDivKn: 0.2, tanPhi: 0.3}\n"
        "motion: {integrator: exact, dt: 1e-3}\n"
        "stages:\n"
        "  - {whats: vvvvvv, values: [-0.1, 0, 0, 0, 0, 0], until: un <= -1e-3}\n"
        "  - {whats: vvvvvv, values: [0, 0.05, 0.02, 0, 0, 0], until: time >= 0.1}\n"
        "  - {whats: vvvvvv, values: [0.1, -0.05, 0, 0, 0, 0], until: broken}\n",
        NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    size_t slips = 0;
    for (size_t i = 0; i < r->n_events; i++)
        slips += strcmp(r->events[i].name, "slip_change") == 0;
    ck_assert_uint_eq(slips, 2);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* Gross sliding: the tangential impulse is fric times the normal one. */
START_TEST(gross_sliding) {
    const char *text = IMPACT("dp_mode: 1", "integrator: exact");
    struct lt_program *program =
        read_program(text, "stages[0].whats=iii...", "stages[0].values=[-1, 8, 6, 0, 0, 0]", NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    /* e_t = -1 + fric (1 + e_n) (m_eff/m_t) vn/vt, with m_t = 2/7 m_eff */
    ck_near(value_of(program, r, "e_t"), -1 + 0.3 * 2 * 3.5 / 10, 1e-9);
    ck_near(value_of(program, r, "e_t_centre"), 1 - 0.3 * 2 / 10, 1e-9);
    ck_assert_double_le(value_of(program, r, "energy_residual_rel"), 1e-12);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* Sticking undamped contact: e_t = -cos(sqrt(7/2 ks/kn) pi). */
START_TEST(sticking_contact) {
    const char *text = IMPACT("dp_mode: 0", "integrator: exact");
    double e_t = 0;
    struct lt_program *program =
        read_program(text, "stages[0].whats=ii....", "stages[0].values=[-1, 1e-3, 0, 0, 0, 0]",
                     "fric=1e13", NULL);
    struct lt_result *r = run_program(program);
    e_t = value_of(program, r, "e_t");
    ck_near(e_t, -cos(sqrt(3.5 * 0.5) * M_PI), 1e-9);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* Oblique impact with stick, slip and turning direction of slip: the discrete runs converge to the
 * exact one, within C/n^2. */
START_TEST(leapfrog_converges_to_exact) {
    const char *text = IMPACT("dp_mode: 1", "integrator: exact");
    const char *whats = "stages[0].whats=iii..i";
    const char *values = "stages[0].values=[-1, 0.5, 0.3, 0, 0, 30]";
    double exact = once(text, "vt", whats, values, "particles.b.radius=3e-3"), error[2];
    for (int k = 0; k < 2; k++) {
        char dt[64];
        snprintf(dt, sizeof dt, "motion.dt=t_c/%d", k ? 4000 : 1000);
        struct lt_program *program = read_program(text, whats, values, "particles.b.radius=3e-3",
                                                  "motion.integrator=leapfrog", dt, NULL);
        struct lt_result *r = run_program(program);
        error[k] = fabs(value_of(program, r, "vt") - exact);
        lt_run_free(r);
        lt_program_free(program);
    }
    ck_assert_double_lt(error[0], 1e-6);
    ck_assert_double_lt(error[1], 1e-6 / 16);
}
END_TEST

/* Springs of very different stiffness, hardly any or too much damping: what diverges on the way is
 * not taken for a solution. */
START_TEST(extremes_balance) {
    static const char *const extremes[] = {"ks=1e8", "ks=1e-6",      "kn=1e12",      "kn=1e2",
                                           "fric=0", "dp_nratio=50", "dp_sratio=20", "fric=1e6"};
    struct lt_program *program =
        read_program(IMPACT("dp_mode: 1, dp_nratio: 0.1", "integrator: exact"), extremes[_i],
                     "stages[0].whats=iii..i", "stages[0].values=[-1, 0.5, 0.3, 0, 0, 30]",
                     "particles.b.radius=3e-3", NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    ck_assert_double_le(value_of(program, r, "energy_residual_rel"), 1e-11);
    if (_i != 5)
        ck_near(value_of(program, r, "e_n"), exp(-0.2 * shift(0.1)), 1e-9);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* Far overdamped and allowed to pull: with q = b + sqrt(b^2 - 1) what is fast ends within 1/(q w0),
 * and the rest creeps back in q/w0, whatever the samples. */
START_TEST(overdamped_contacts_creep) {
    static const char *const ratios_of[] = {"b=6", "b=20", "b=200", "b=1e3", "b=1e5"};
    static const char *const samples[] = {"n=20", "n=100", "n=1000"};
    struct lt_program *program = read_program(
        "lawtester: 1\n"
        "let: {b: 20, n: 100, k: 1e5, m: 2500*2/3*pi*125e-9, w: sqrt(k/m), q: b + sqrt(b^2 - 1)}\n"
        "particles: {a: {shape: sphere, radius: 5 mm, density: 2500}, b: {shape: sphere, radius: 5 "
        "mm, density: 2500}}\n"
        "law: {name: linear, kn: k, dp_nratio: b}\n"
        "motion: {integrator: exact, dt: t_c/n}\n"
        "stages: [{whats: i....., values: [-1, 0, 0, 0, 0, 0], until: time >= 30*t_c}]\n"
        "expect:\n"
        "  - {always: un, is: (exp(-q*w*t) - exp(-w*t/q))/(w*(q - 1/q)), within: 1e-11}\n"
        "  - {always: vn, is: (exp(-w*t/q)/q - q*exp(-q*w*t))/(q - 1/q), within: 1e-11}\n"
        "  - {always: fn, is: m*w*(exp(-w*t/q)/q^2 - q^2*exp(-q*w*t))/(q - 1/q), within: 1e-11}\n"
        "  - {that: vn, is: (exp(-w*t/q)/q - q*exp(-q*w*t))/(q - 1/q), within: 1e-10}\n"
        /* What little force there is is what spring and dashpot leave of each other. */
        "  - {that: abs(fn - m*w*(exp(-w*t/q)/q^2 - q^2*exp(-q*w*t))/(q - 1/q)) < "
        "1e-11*k*abs(un)}\n"
        "  - {that: overlap_max, is: q^(-(q^2 + 1)/(q^2 - 1))/w, within: 1e-11}\n"
        /* Each sample is a step of its own, with the error of one. */
        "  - {that: energy_residual_rel, is: 0, within: 1e-11 abs}\n",
        ratios_of[_i / 3], samples[_i % 3], NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    for (size_t i = 0; i < r->n_verdicts; i++)
        ck_assert_msg(r->verdicts[i].ok, "%s, %s: %s: %.3g", ratios_of[_i / 3], samples[_i % 3],
                      r->verdicts[i].text, r->verdicts[i].error);
    ck_assert_uint_eq(r->n_verdicts, 7);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* Two spheres that slide on each other while their dashpot holds them part as they turn; that does
 * not depend on the samples. */
START_TEST(overdamped_contacts_slide_apart) {
    static const char *const ratios_of[] = {"dp_nratio=20", "dp_nratio=200", "dp_nratio=1e4"};
    static const char *const samples[] = {"motion.dt=t_c/20", "motion.dt=t_c/100"};
    double found[2][3];
    for (size_t k = 0; k < 2; k++) {
        struct lt_program *program = read_program(
            "lawtester: 1\n"
            "particles: {a: {shape: sphere, radius: 5 mm, density: 2500}, b: {shape: sphere, "
            "radius: 5 mm, density: 2500}}\n"
            "law: {name: linear, kn: 1e5, ks: 5e4, fric: 0.3}\n"
            "motion: {frame: bodies, integrator: exact}\n"
            "stages: [{whats: ii...., values: [-1, 1, 0, 0, 0, 0], until: broken}]\n",
            ratios_of[_i], samples[k], NULL);
        struct lt_result *r = run_program(program);
        ck_assert_msg(r->status == LT_DONE, "%s", r->message);
        ck_assert_double_le(value_of(program, r, "energy_residual_rel"), 1e-11);
        found[k][0] = value_of(program, r, "t_contact");
        found[k][1] = value_of(program, r, "vs");
        found[k][2] = value_of(program, r, "vn");
        lt_run_free(r);
        lt_program_free(program);
    }
    ck_near(found[1][0], found[0][0], 1e-11);
    ck_within(found[1][1], found[0][1], 1e-11);
    ck_within(found[1][2], found[0][2], 1e-13);
}
END_TEST

/* A sphere that slides on a wall is not drawn away from it: that it never leaves it again is
 * noticed in frame bodies too. */
START_TEST(held_on_a_wall) {
    struct lt_program *program = read_program(
        "lawtester: 1\n"
        "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5 mm, density: 2500}}\n"
        "law: {name: linear, kn: 1e5, ks: 5e4, fric: 0.3, dp_nratio: 1000}\n"
        "motion: {frame: bodies, integrator: exact}\n"
        "stages: [{whats: iiiiii, values: [-1, 1, 0.2, 0, 0, 20], until: rebound}]\n",
        NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    ck_assert(r->never_separates);
    ck_assert_double_eq(value_of(program, r, "e_n"), 0);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* While another velocity is imposed, in both frames: a dashpot that holds the pair lets it creep,
 * and friction goes by what it presses with. */
START_TEST(overdamped_contacts_are_led) {
    static const char *const frames[] = {"motion.frame=contact", "motion.frame=bodies"};
    struct lt_program *program = read_program(
        "lawtester: 1\n"
        "let: {b: 300, k: 1e5, m: 2500*4/3*pi*125e-9, w: sqrt(k/m), q: b + sqrt(b^2 - 1)}\n"
        "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5 mm, density: 2500}}\n"
        "law: {name: linear, kn: k, ks: 5e4, fric: 0.3, dp_nratio: b}\n"
        "motion: {integrator: exact}\n"
        "stages: [{whats: ivvvvv, values: [-1, 0.1, 0, 0, 0, 0], until: time >= 30*t_c}]\n"
        "expect:\n"
        "  - {always: un, is: (exp(-q*w*t) - exp(-w*t/q))/(w*(q - 1/q)), within: 1e-11}\n"
        "  - {that: vn, is: (exp(-w*t/q)/q - q*exp(-q*w*t))/(q - 1/q), within: 1e-10}\n"
        "  - {that: E_slip_end, is: fric*k*0.1*(q*q*(1 - exp(-w*t/q)) - (1 - "
        "exp(-q*w*t)))/q/w/w/(q "
        "- 1/q), within: 1e-2}\n"
        "  - {that: us, is: 0.1*t, within: 1e-12}\n"
        "  - {that: energy_residual_rel, is: 0, within: 1e-11 abs}\n",
        frames[_i], NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    for (size_t i = 0; i < r->n_verdicts; i++)
        ck_assert_msg(r->verdicts[i].ok, "%s: %.3g", r->verdicts[i].text, r->verdicts[i].error);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* A dashpot that is too fast to be followed is said to be, in both mirror images of the motion. */
START_TEST(dashpot_too_fast_is_said) {
    static const char *const sides[] = {"side=1", "side=-1"};
    struct lt_program *program = read_program(
        "lawtester: 1\n"
        "let: {side: 1}\n"
        "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5 mm, density: 2500}}\n"
        "law: {name: linear, kn: 1e5, ks: 5e4, fric: 0.3, dp_nratio: 1e4}\n"
        "motion: {frame: bodies, integrator: exact}\n"
        "stages: [{whats: iu...., values: [-1, side*0.1*time, 0, 0, 0, 0], until: time >= "
        "100*t_c}]\n",
        sides[_i], NULL);
    struct lt_result *r = run_program(program);
    ck_assert_int_eq(r->status, LT_RUN_FAILED);
    ck_assert_msg(strstr(r->message, "mass over viscosity") != NULL, "%s", r->message);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* until ends the stage at the instant, not at a sample. */
START_TEST(until_is_located) {
    const char *text = IMPACT("dp_mode: 0", "integrator: exact");
    struct lt_program *program =
        read_program(text, "stages[0].whats=v.....", "stages[0].values=[-2, 0, 0, 0, 0, 0]",
                     "stages[0].until=un < -1.7e-5", NULL);
    struct lt_result *r = run_program(program);
    ck_near(value_of(program, r, "un"), -1.7e-5, 1e-12);
    ck_near(value_of(program, r, "fn"), -1.7, 1e-12);
    ck_near(value_of(program, r, "E_work"), 0.5 * 1e5 * 1.7e-5 * 1.7e-5, 1e-11);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* A sphere is thrown onto a plane: without rolling friction it breaks loose in rolling at once, and
 * in sliding when the tangential spring is wound up, 5 us or a 200th of the first sample later:
 * that event is not passed over. At constant overlap the sphere swings on the spring with w =
 * sqrt(7/2 k/m) until it slips at asin(w U/v)/w. */
START_TEST(events_in_quick_succession) {
    static const char text[] =
        "lawtester: 1\n"
        "let: {R: 2.5 mm, g: 1, mu: 0.2, nu: 0.33, E: 10 kPa, m: 2700*4/3*pi*R^3,"
        " Es: E/(2*(1 - nu^2)), d: (m*g/(4/3*Es*sqrt(R)))^(2/3)}\n"
        "materials: {m: {density: 2700, young: E, poisson: nu, fric: mu}}\n"
        "particles: {a: {shape: wall, material: m}, b: {shape: sphere, radius: R, material: m}}\n"
        "law: {name: mindlin-rolling-torsion, tangential: secant-initial}\n"
        "motion: {integrator: exact, gap: -d, gravity: [-g, 0, 0], dt: 1 ms}\n"
        "stages:\n"
        "  - {whats: .i...., values: [0, 1, 0, 0, 0, 0], until: time >= 0.01}\n";
    const double R = 2.5e-3, g = 1, mu = 0.2, nu = 0.33, m = 2700 * 4.0 / 3 * M_PI * R * R * R;
    const double Es = 1e4 / (2 * (1 - nu * nu)), Gs = Es * (1 - nu) / (2 * (2 - nu));
    const double d = pow(m * g / (4.0 / 3 * Es * sqrt(R)), 2.0 / 3), k = 8 * Gs * sqrt(R * d);
    const double w = sqrt(3.5 * k / m), U = mu * m * g / k, t1 = asin(w * U) / w;
    const double v1 = sqrt(1 - w * w * U * U), t = 0.01 - t1;
    struct lt_program *program = read_program(text, NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    ck_near(value_of(program, r, "vs"), v1 - 3.5 * mu * g * t, 1e-9);
    ck_near(value_of(program, r, "E_slip"), mu * m * g * (v1 * t - 1.75 * mu * g * t * t), 1e-9);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* Programs of stages/ whose theory is that of the limit meet it with exact too: static balance on n
 * (its displacements follow from forces), knots of partial slip, bodies so heavy that the time of
 * an impact says nothing. */
START_TEST(stages_hold_in_the_limit) {
    static const char *const files[] = {
        "hertz/press.yaml",         "closed-forms/partial-slip-cycle.yaml",
        "driver/three-forces.yaml", "linel6/passing.yaml",
        "linear/cyclic-shear.yaml", "linear/drop.yaml",
        "linear/settle.yaml",       "mindlin-rolling-torsion/together.yaml"};
    char path[1024], text[8192];
    snprintf(path, sizeof path, "%s/%s", getenv("LT_STAGES"), files[_i]);
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s", path);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    struct lt_program *program = read_program(text, "motion.integrator=exact", NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s: %s", path, r->message);
    for (size_t i = 0; i < r->n_verdicts; i++)
        ck_assert_msg(r->verdicts[i].ok, "%s: %s: %.3g above %.3g", path, r->verdicts[i].text,
                      r->verdicts[i].error, r->verdicts[i].tolerance);
    ck_assert_uint_gt(r->n_verdicts, 0);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* Two unequal spheres; velocity and spin of B, law, sample distance, stages. */
#define PAIR(v, w, law, motion, stage)                                                             \
    "lawtester: 1\n"                                                                               \
    "let: {m: 1}\n"                                                                                \
    "particles:\n"                                                                                 \
    "  a: {shape: sphere, radius: 5e-3, density: 2500}\n"                                          \
    "  b: {shape: sphere, radius: 3e-3, density: 2500, velocity: [" v "], spin: [" w "]}\n"        \
    "law: {" law "}\n"                                                                             \
    "motion: {integrator: exact, " motion "}\n"                                                    \
    "stages: [{whats: " stage "}]\n"

#define ROLLING "name: mindlin-rolling-torsion, kr: 4e4, gamma_r: 0.2, kto: 3e4, gamma_to: 0.3, "
#define FREE    "......, values: [0, 0, 0, 0, 0, 0], "

/* What took a wrong way once, or none; a column for which leapfrog shows the right one. */
static const struct limit {
    const char *text, *column;
    double residual;
} limits[] = {
    /* Forces that grow like t^1.5 from nothing, and no impact speed to measure them by. */
    {PAIR("-0.2, 0.2, 0", "-20, 0, -7",
          ROLLING "young: 1e9, poisson: 0.25, fric: 1e9, dp_mode: no-tension, tangential: tangent, "
                  "kt_update: end, fric_r: 0.6, fric_to: 0.04",
          "dt: 2e-6/m", FREE "until: step >= 150*m"),
     "vs", 1e-11},
    /* Driven from rest. */
    {PAIR("0, 0, 0", "0, 0, 0",
          ROLLING "young: 5e7, poisson: 0.35, tangential: tangent, fric_r: 0.07, fric_to: 0.05",
          "dt: 1e-5/m",
          "vvvvv., until: step >= 30*m, values: ['-5e-3*sin(3000*time)', '3e-3*sin(6000*time)', "
          "'1e-3*cos(1e4*time)', 'cos(6000*time)', '-0.1*cos(3e4*time)', 0]"),
     "wt", 1e-10},
    /* The limit of friction has a kink where the force begins to pull: sticking until then. */
    {PAIR("-1, 0.1, 0", "0, 0, 0",
          "name: mindlin, young: 5e9, poisson: 0.25, fric: 50, alpha: 1, phi: 0.1", "dt: 1e-6/m",
          FREE "until: step >= 150*m"),
     "vs", 1e-10},
};
enum { LIMITS = sizeof limits / sizeof limits[0] };

/* What leapfrog is off by falls with its step: by 16, at least as the 3/4th power. */
START_TEST(leapfrog_goes_there) {
    const struct limit *c = &limits[_i];
    double exact = 0, off[2];
    for (int k = 0; k < 3; k++) {
        static const char *const finer[] = {"m=1", "m=32", "m=512"};
        struct lt_program *program =
            read_program(c->text, finer[k], "stages[0].max_steps=1000000", "record.every=1000000",
                         k ? "motion.integrator=leapfrog" : "motion.integrator=exact", NULL);
        struct lt_result *r = run_program(program);
        ck_assert_msg(r->status == LT_DONE, "%s", r->message);
        double value = value_of(program, r, c->column);
        if (k == 0)
            ck_assert_double_le(value_of(program, r, "energy_residual_rel"), c->residual);
        if (k == 0)
            exact = value;
        else
            off[k - 1] = fabs(value - exact);
        lt_run_free(r);
        lt_program_free(program);
    }
    ck_assert_msg(off[1] <= off[0] / 8 && off[0] > 0, "off by %g, then %g", off[0], off[1]);
}
END_TEST

/* A shear spring so stiff that it swings hundreds of times in a sample is followed, and its energy
 * is balanced. One that swings millions of times is refused, in so many words. */
START_TEST(stiff_springs_are_followed_or_refused) {
    static const char *const ks[] = {"ks=1e12", "ks=1e20"};
    struct lt_program *program = read_program(
        IMPACT("dp_mode: 0", "integrator: exact"), ks[_i], "stages[0].whats=iii..i",
        "stages[0].values=[-1, 0.01, 0, 0, 0, 0]", "stages[0].until=step >= 3", "fric=1e6", NULL);
    struct lt_result *r = run_program(program);
    if (_i == 0) {
        ck_assert_msg(r->status == LT_DONE, "%s", r->message);
        ck_assert_double_le(value_of(program, r, "energy_residual_rel"), 1e-10);
    } else {
        ck_assert_int_eq(r->status, LT_RUN_FAILED);
        ck_assert_msg(strstr(r->message, "too fast to be followed") != NULL, "%s", r->message);
    }
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

static bool warns_of(const struct lt_result *r, const char *text) {
    for (size_t i = 0; i < r->n_warnings; i++)
        if (strstr(r->warnings[i], text))
            return true;
    return false;
}

/* A torque of one size against the rolling, however slow, changes its sign at once at rest: the
 * sphere stays there, and its dashpot has dissipated what it had. */
START_TEST(chatter_is_said) {
    struct lt_program *program = read_program(
        "lawtester: 1\n"
        "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5e-3, mass: 1e-3}}\n"
        "law:\n"
        "  name: constant\n"
        "  define:\n"
        "    summary: a spring, and a torque of one size\n"
        "    let: {forth: wt > 0}\n"
        "    force: {fn: 1e5*un}\n"
        "    viscous: {vmt: forth and 1e-3 or -1e-3}\n"
        "    strain: 0.5*1e5*un^2\n"
        "motion: {integrator: exact, dt: 1e-5, gap: -1e-5}\n"
        "stages: [{whats: v....i, values: [0, 0, 0, 0, 0, 1e-2], until: time >= 1e-4}]\n",
        NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    ck_assert(warns_of(r, "accurate to 1e-05 here"));
    ck_within(value_of(program, r, "wt_end"), 0, 5e-5); /* 1e5 rad/s^2 for 1e-6 of t_c */
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

#define TUMBLING(a, b, law, v)                                                                     \
    "lawtester: 1\n"                                                                               \
    "particles:\n"                                                                                 \
    "  a: {shape: sphere, radius: " a ", density: 2500}\n"                                         \
    "  b: {shape: sphere, radius: " b ", density: 2500}\n"                                         \
    "law: {name: linear, dp_mode: no-tension-slip-cut, " law "}\n"                                 \
    "motion: {integrator: exact}\n"                                                                \
    "stages: [{whats: iiiiii, values: " v ", until: rebound}]\n"

/* Slip ends where a capped dashpot leaves no normal force: where the sliding velocity is zero,
 * found by an integrator of order 8 with three tolerances. Steps as short as 1e-7 of an impact slip
 * less than rounding there; and a dashpot that acts again jumps. */
START_TEST(slip_ends_without_a_normal_force) {
    struct lt_program *program =
        read_program(TUMBLING("0.0015725250960759924", "0.0011959960468660392",
                              "kn: 25574.219377650334, ks: 2831.1338849841572, fric: 1, dp_nratio: "
                              "1.5058804867429123, dp_sratio: 0.1",
                              "[-0.07700811677950006, -0.021567215021803775, -0.09154734942204631, "
                              "-21.807591291134187, -1.8852978902513478, -6.886547693704128]"),
                     NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    ck_near(value_of(program, r, "vt_end"), 0.048263927381, 1e-9);
    ck_near(value_of(program, r, "vs_end"), 0.011370274576, 1e-9);
    double ends = NAN;
    for (size_t i = 0; i < r->n_events && isnan(ends); i++)
        if (strcmp(r->events[i].name, "slip_change") == 0 && r->events[i].mode == 1)
            ends = r->events[i].t;
    ck_near(ends, 84.24258078e-6, 1e-9);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* Slip says stick, and stick, whose dashpot acts again, slip: shorter and shorter steps alternate,
 * and have a limit, here that of leapfrog in t_c/1e5, t_c/1e6 and t_c/1e7. */
START_TEST(sliding_modes_have_their_limit) {
    struct lt_program *program = read_program(
        TUMBLING("0.003744649487528226", "0.005513828725162802",
                 "kn: 46855.29769865317, ks: 28194.957630178098, fric: 0.2, dp_sratio: 0.5",
                 "[-0.0619461772653739, 0, 0.058072015270772694, -16.03785478467353, 0, 0]"),
        NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    ck_near(value_of(program, r, "vt_end"), -0.02058883, 1e-5);
    ck_near(value_of(program, r, "E_slip_end"), 1.600209e-7, 1e-5);
    ck_within(value_of(program, r, "E_dashpot_end"), 1.634554e-8, 1e-12); /* of 1.4e-6 J */
    ck_near(value_of(program, r, "e_n"), 1, 1e-8);
    ck_assert_double_le(value_of(program, r, "energy_residual_rel"), 1e-6);
    ck_assert(warns_of(r, "from t = 0.0002"));
    ck_assert(warns_of(r, "accurate to 1e-05 here"));
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* A curve is drawn whatever the stiffness begins with: t_c, which goes by the first touch, is up to
 * 1e7 times as long as the impact. With a time of its own, or a spring that does not stiffen, a law
 * is sampled as before. */
START_TEST(springs_that_stiffen_are_sampled) {
    static const struct {
        const char *law;
        double power, k; /* of the force k d^power */
        size_t least, most;
    } laws[] = {
        {"define: {summary: a, force: {fn: -1e8*(-un)^1.5}, strain: 0.4e8*(-un)^2.5}", 1.5, 1e8, 90,
         120},
        {"define: {summary: a, force: {fn: -1e9*un^2}, strain: 1e9/3*(-un)^3}", 2, 1e9, 90, 120},
        {"define: {summary: a, force: {fn: 1e14*un^3}, strain: 0.25e14*un^4}", 3, 1e14, 90, 120},
        {"define: {summary: a, force: {fn: 1e5*un}, strain: 0.5e5*un^2}", 1, 1e5, 100, 100},
        {"define: {summary: a, force: {fn: 1e5*un}, strain: 0.5e5*un^2, contact_time: 1e-5}", 1,
         1e5, 2542, 2542},
    };
    char text[1024];
    snprintf(
        text, sizeof text,
        "lawtester: 1\nparticles: {a: {shape: sphere, radius: 5 mm, density: 2500}, b: {shape: "
        "sphere, radius: 5 mm, density: 2500}}\nlaw: {name: own, %s}\nmotion: {integrator: "
        "exact}\nstages: [{whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}]\n",
        laws[_i].law);
    struct lt_program *program = read_program(text, NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    const double n = laws[_i].power + 1, m = value_of(program, r, "m_eff");
    ck_near(value_of(program, r, "e_n"), 1, 1e-12);
    ck_near(value_of(program, r, "overlap_max"), pow(0.5 * n * m / laws[_i].k, 1 / n), 1e-12);
    ck_assert_double_ge(value_of(program, r, "steps"), (double)laws[_i].least);
    ck_assert_double_le(value_of(program, r, "steps"), (double)laws[_i].most);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* Without samples that nobody looks at, the stretches are still short enough for an oscillation
 * that is faster than the impact, and results are those of all samples. */
START_TEST(samples_can_be_left_out) {
    static const char *const ks[] = {"ks=5e4", "ks=1e7", "ks=1e9"};
    static const char *const names[] = {"e_n", "t_contact", "overlap_max", "fn_max"};
    struct lt_program *program =
        read_program(IMPACT("dp_mode: 1, dp_nratio: 0.1", "integrator: exact"), ks[_i],
                     "stages[0].whats=iii..i", "stages[0].values=[-1, 0.5, 0.3, 0, 0, 30]", NULL);
    struct lt_run_options sampled = {.record = false}, options = {.unsampled = true};
    struct lt_result *all = lt_run(program, NULL, 0, &sampled);
    struct lt_result *few = lt_run(program, NULL, 0, &options);
    ck_assert_msg(few->status == LT_DONE, "%s", few->message);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        ck_near(value_of(program, few, names[i]), value_of(program, all, names[i]), 1e-10);
    ck_within(value_of(program, few, "e_t"), value_of(program, all, "e_t"), 1e-10);
    ck_assert_double_le(value_of(program, few, "energy_residual_rel"), 1e-11);
    lt_run_free(all);
    lt_run_free(few);
    lt_program_free(program);
}
END_TEST

/* A stage ends at the instant also where something else happens, which need not be located so
 * closely: the turning point, at w t = acos(b), and a moment after the peak of the force, at
 * 3 acos(b) - pi, both over sqrt(1 - b^2). */
START_TEST(until_is_located_at_events) {
    const double b = 0.2, angle = acos(b), root = sqrt(1 - b * b);
    const double w = sqrt(1e5 / (2500 * 2.0 / 3 * M_PI * 125e-9));
    const double ends[] = {angle / root / w, (3 * angle - M_PI) / root / w * (1 + 1e-9)};
    char at[64];
    snprintf(at, sizeof at, "ends=%.17g", ends[_i]);
    struct lt_program *program =
        read_program("let: {ends: 1}\n" IMPACT("dp_mode: 0, dp_nratio: 0.2", "integrator: exact"),
                     at, _i ? "stages[0].until=t >= ends" : "stages[0].until=vn >= 0", NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    ck_near(value_of(program, r, "t"), ends[_i], 1e-12);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* Where friction limits spring and dashpot together there are two kinks: the spring is held, and
 * the dashpot gets what is left. Both are events, so that what comes of an oblique impact does not
 * depend on where the samples lie. Where slip cuts the dashpot, the force jumps when slip ends,
 * which an interpolation tells a little less closely. */
static const struct {
    const char *law;
    double within;
} slipping[] = {
    {"name: mindlin, alpha: 0.3, phi: 0.3, dp_mode: no-tension", 1e-11},
    {"name: mindlin, alpha: 0.3, phi: 0.3", 1e-11},
    {"name: mindlin, alpha: 0.3, phi: 0", 1e-11},
    {"name: mindlin, alpha: 0.3, phi: 0.3, slip_dashpot: kept", 1e-11},
    {"name: mindlin, alpha: 0.3, phi: 1.5, tangential: secant", 1e-11},
    {"name: mindlin, alpha: 0.3, phi: 0.3, tangential: tangent", 1e-11},
    {"name: mindlin-rolling-torsion, alpha: 0.3, phi: 0.3, kr: 5e6, gamma_r: 20, fric_r: 0.1, "
     "kto: 5e6, gamma_to: 20, fric_to: 0.1",
     1e-11},
    {"name: linear-elastic, kn: 1e7, kt: 8e6, cn: 30, ct: 10, dp_mode: no-tension, cap_by: total",
     1e-11},
    {"name: linear, kn: 1e7, ks: 8e6, dp_nratio: 0.2, dp_sratio: 0.2, dp_mode: no-tension", 1e-11},
    {"name: linear, kn: 1e7, ks: 8e6, dp_nratio: 0.2, dp_sratio: 0.2, dp_mode: "
     "no-tension-slip-cut",
     2e-10},
    {"name: mindlin, alpha: 0.3, phi: 0.3, dp_mode: no-tension, cap_on: elastic", 2e-9},
};
enum { SLIPPING = sizeof slipping / sizeof slipping[0], ANGLES = 5 };

START_TEST(slip_does_not_depend_on_samples) {
    static const char *const speeds[ANGLES] = {"v=0.1", "v=0.3", "v=0.5", "v=1.1", "v=1.5"};
    static const char *const samples[] = {"n=37", "n=150"};
    static const struct {
        const char *name;
        double scale;
    } columns[] = {{"vs", 1}, {"vt", 1}, {"ws", 100}, {"wt", 100}, {"wn", 100}};
    double found[2][5];
    char text[1024];
    snprintf(text, sizeof text,
             "lawtester: 1\n"
             "let: {v: 1, n: 100}\n"
             "materials: {g: {density: 2500, young: 70e9, poisson: 0.25, fric: 0.3}}\n"
             "particles:\n"
             "  a: {shape: sphere, radius: 5 mm, material: g}\n"
             "  b: {shape: sphere, radius: 5 mm, material: g}\n"
             "law: {%s}\n"
             "motion: {integrator: exact, dt: t_c/n}\n"
             "stages: [{whats: iiiiii, values: [-1, v, 0, 30, 40, 60], until: rebound}]\n",
             slipping[_i % SLIPPING].law);
    for (int k = 0; k < 2; k++) {
        struct lt_program *program = read_program(text, speeds[_i / SLIPPING], samples[k], NULL);
        struct lt_result *r = run_program(program);
        ck_assert_msg(r->status == LT_DONE, "%s", r->message);
        for (size_t i = 0; i < 5; i++)
            found[k][i] = value_of(program, r, columns[i].name) / columns[i].scale;
        lt_run_free(r);
        lt_program_free(program);
    }
    for (size_t i = 0; i < 5; i++)
        ck_assert_msg(fabs(found[0][i] - found[1][i]) <= slipping[_i % SLIPPING].within,
                      "%s, %s: %s by %.2g", slipping[_i % SLIPPING].law, speeds[_i / SLIPPING],
                      columns[i].name, found[0][i] - found[1][i]);
}
END_TEST

/* Accounts that go by the length of the steps have their limit, whatever the samples. */
START_TEST(accounts_of_steps_have_their_limit) {
    static const char *const samples[] = {"t_c/20", "t_c/100", "t_c/3000"};
    static const char *const names[] = {"slip_yield_end", "slip_drop_end", "E_slip_end"};
    double e_t = NAN;
    for (size_t k = 0; k < 3; k++) {
        char text[1024];
        snprintf(text, sizeof text,
                 "lawtester: 1\n"
                 "particles: {a: {shape: sphere, radius: 5e-3, density: 2500}, b: {shape: sphere, "
                 "radius: 3e-3, density: 2500}}\n"
                 "law: {name: idealelpl, kn: 1e5, kt: 5e4, tanPhi: 0.3}\n"
                 "motion: {frame: %s, integrator: exact, dt: %s}\n"
                 "stages: [{whats: iiiiii, values: [-1, 0.7, 0.2, 0, 0, 20], until: rebound}]\n",
                 _i ? "bodies" : "contact", samples[k]);
        struct lt_program *program = read_program(text, NULL);
        struct lt_result *r = run_program(program);
        double path = value_of(program, r, "slip_path_end");
        ck_assert_double_gt(path, 6e-6);
        for (size_t i = 0; i < 3; i++)
            ck_near(value_of(program, r, names[i]), path, 1e-12);
        e_t = k == 0 ? value_of(program, r, "e_t") : e_t;
        ck_near(value_of(program, r, "e_t"), e_t, _i ? 1e-11 : 1e-13);
        lt_run_free(r);
        lt_program_free(program);
    }
}
END_TEST

static void add(TCase *t) {
    tcase_add_loop_test(t, full_modes_meet_the_textbook, 0, 2 * BELOW_ONE);
    tcase_add_loop_test(t, no_tension_modes_meet_their_closed_form, 0, 2 * RATIOS);
    tcase_add_loop_test(t, peak_force, 0, BELOW_ONE);
    tcase_add_test(t, first_touch_is_located);
    tcase_add_loop_test(t, samples_do_not_matter, 0, 2);
    tcase_add_loop_test(t, slip_does_not_depend_on_samples, 0, SLIPPING * ANGLES);
    tcase_add_loop_test(t, peaks_do_not_depend_on_samples, 0, 2);
    tcase_add_test(t, slip_changes_when_it_does);
    tcase_add_loop_test(t, accounts_of_steps_have_their_limit, 0, 2);
    tcase_add_test(t, rows_of_kinks_are_apart);
    tcase_add_test(t, nothing_happens_for_no_time);
    tcase_add_test(t, gross_sliding);
    tcase_add_test(t, sticking_contact);
    tcase_add_test(t, leapfrog_converges_to_exact);
    tcase_add_loop_test(t, extremes_balance, 0, 8);
    tcase_add_loop_test(t, overdamped_contacts_creep, 0, 15);
    tcase_add_loop_test(t, overdamped_contacts_slide_apart, 0, 3);
    tcase_add_test(t, held_on_a_wall);
    tcase_add_loop_test(t, overdamped_contacts_are_led, 0, 2);
    tcase_add_loop_test(t, dashpot_too_fast_is_said, 0, 2);
    tcase_add_test(t, until_is_located);
    tcase_add_test(t, events_in_quick_succession);
    tcase_add_loop_test(t, stages_hold_in_the_limit, 0, 8);
    tcase_add_loop_test(t, leapfrog_goes_there, 0, LIMITS);
    tcase_add_loop_test(t, stiff_springs_are_followed_or_refused, 0, 2);
    tcase_add_test(t, chatter_is_said);
    tcase_add_test(t, slip_ends_without_a_normal_force);
    tcase_add_test(t, sliding_modes_have_their_limit);
    tcase_add_loop_test(t, springs_that_stiffen_are_sampled, 0, 5);
    tcase_add_loop_test(t, samples_can_be_left_out, 0, 3);
    tcase_add_loop_test(t, until_is_located_at_events, 0, 2);
}

LT_TESTS("exact", add)

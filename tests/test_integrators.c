/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The integrators in both frames: which are one map, how fast they converge, what moves them, and
 * the recorded runs of other codes that they repeat. */
#include "programs.h"
#include "ran.h"
#include "tables.h"

#include "result/record.h"

static const char *const integrators[] = {"leapfrog", "symplectic-euler", "velocity-verlet",
                                          "exact"};
enum { INTEGRATORS = 4 };

/* ---- One map --------------------------------------------------------------------------------- */

#define UNEQUAL                                                                                    \
    "lawtester: 1\n"                                                                               \
    "particles:\n"                                                                                 \
    "  a: {shape: sphere, radius: 5e-3, density: 2500, spin: [30, 40, 50]}\n"                      \
    "  b: {shape: sphere, radius: 3e-3, density: 2500, spin: [-100, 20, 300]}\n"                   \
    "law: {name: linear, kn: 1e5, ks: 5e4, fric: 0.3, dp_nratio: %g, dp_sratio: %g}\n"

/* Velocities half a step behind or a whole one: a name, as long as the dashpots see the same, also
 * when properties are set, from before touch or within a contact. */
START_TEST(three_names_of_one_map) {
    const char *frame = _i % 2 ? "bodies" : "contact";
    const char *start = _i < 4 ? "phase: 0.3" : "gap: -1e-5, initial: half-step";
    struct ran runs[2];
    for (int k = 0; k < 2; k++)
        runs[k] =
            run(UNEQUAL "motion: {frame: %s, integrator: %s, %s, dt: t_c/40}\n"
                        "stages:\n"
                        "  - {whats: iii..., values: [-1, 0.5, 0.2, 0, 0, 0], until: step >= 12,\n"
                        "     done: [{set: {kn: 1.2*kn, fric: 0.2}}]}\n"
                        "  - {whats: .v.i.., values: [0, -0.3, 0, 20, 0, 0], until: broken}\n"
                        "  - {whats: ......, values: [0, 0, 0, 0, 0, 0], until: step >= 9}\n"
                        "record: {columns: [un, us, ut, an, as, at, fn, fs, ft, E_dashpot]}\n",
                0.2, 0.1, frame, integrators[k ? 1 + _i / 2 % 2 : 0], start);
    const struct lt_table *a = &runs[0].result->table, *b = &runs[1].result->table;
    ck_assert_uint_eq(a->rows, b->rows);
    for (size_t c = 0; c < a->columns; c++) {
        double peak = 0;
        for (size_t i = c; i < a->rows * a->columns; i += a->columns)
            peak = fmax(peak, fabs(a->cells[i]));
        for (size_t i = c; i < a->rows * a->columns; i += a->columns)
            ck_within(b->cells[i], a->cells[i], 1e-13 * peak);
    }
    done(&runs[0]);
    done(&runs[1]);
}
END_TEST

#define ACTIONS "[{set: {kn: 2*kn, fric: 0.1}}, {reset: [E_slip]}, {keep: {deep: un}}]"

/* Actions at an event lead where those of a stage that ends by it lead: to the same bits, with
 * exact to rounding. */
START_TEST(events_act_as_ends_of_stages_do) {
    static const char *const forms[] = {
        "at: [{when: un < -2e-5, do: " ACTIONS "}], until: broken}\n",
        "until: un < -2e-5, done: " ACTIONS "}\n"
        "  - {whats: ......, values: [0, 0, 0, 0, 0, 0], until: broken}\n"};
    struct ran runs[2];
    for (int k = 0; k < 2; k++)
        runs[k] =
            run(UNEQUAL "motion: {frame: %s, integrator: %s, dt: t_c/40}\n"
                        "stages:\n"
                        "  - {whats: iii..., values: [-1, 0.5, 0.2, 0, 0, 0], %s"
                        "record: {columns: [un, us, ut, an, as, at, vn, vs, vt, fn, fs, ft, E_slip,"
                        " E_dashpot,\n"
                        "    E_strain, E_work, E_set, E_cross, E_residual]}\n"
                        "expect: [{that: deep <= -2e-5}]\n",
                0.2, 0.1, _i % 2 ? "bodies" : "contact", integrators[_i / 2], forms[k]);
    ck_assert(runs[0].result->ok && runs[1].result->ok);
    const struct lt_table *a = &runs[0].result->table, *b = &runs[1].result->table;
    ck_assert_uint_gt(a->rows, 30);
    /* Samples of exact begin anew with a stage: only the ends are at one time. */
    size_t first = _i < 6 ? 0 : (a->rows - 1) * a->columns;
    const double *others = _i < 6 ? b->cells : b->cells + (b->rows - a->rows) * b->columns;
    ck_assert(_i >= 6 || a->rows == b->rows);
    for (size_t c = 0; c < a->columns; c++) {
        double peak = 0;
        for (size_t i = c; i < a->rows * a->columns; i += a->columns)
            peak = fmax(peak, fabs(a->cells[i]));
        for (size_t i = first + c; i < a->rows * a->columns; i += a->columns)
            ck_within(others[i], a->cells[i], _i < 6 ? 0 : 1e-10 * peak + 3e-15);
    }
    done(&runs[0]);
    done(&runs[1]);
}
END_TEST

/* Each time that the condition becomes true, but not more often than asked. */
START_TEST(events_happen_so_often) {
    struct ran ran =
        run("lawtester: 1\n"
            "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5e-3, density: 2500}}\n"
            "law: {name: linear, kn: 1e5}\n"
            "motion: {integrator: %s, dt: 1e-3}\n"
            "stages:\n"
            "  - {whats: v....., values: ['cos(2*pi*t)', 0, 0, 0, 0, 0], until: t > 9.9,\n"
            "     at: [{when: vn < 0, times: 4, do: [{mark: turned}, {keep: {n: t}}]},\n"
            "          {when: t > 2.5, do: [{mark: late}]}]}\n"
            "expect:\n"
            "  - {that: n, is: 3.25, within: %s abs}\n",
            integrators[_i], _i == 3 ? "1e-10" : "2e-3");
    size_t turned = 0, late = 0;
    for (size_t i = 0; i < ran.result->n_events; i++) {
        const struct lt_event_result *event = &ran.result->events[i];
        bool turn = strcmp(event->name, "turned") == 0;
        late += strcmp(event->name, "late") == 0;
        if (turn)
            ck_within(event->t, 0.25 + (double)turned, _i == 3 ? 1e-10 : 2e-3);
        turned += turn;
    }
    ck_assert_uint_eq(turned, 4);
    ck_assert_uint_eq(late, 1);
    ck_assert(ran.result->ok);
    done(&ran);
}
END_TEST

/* ---- Stiffness ------------------------------------------------------------------------------- */

/* The slope of recorded forces is the stiffness that was shown, to the second order of the steps.
 */
START_TEST(stiffness_is_the_slope) {
    static const char *const laws[] = {
        "name: linear, kn: 1e5, ks: 5e4, fric: 1e3",
        "name: mindlin, young: 1e9, poisson: 0.3, fric: 1e3, tangential: secant",
        ("name: contact, normal: hertz, young: 1e9, poisson: 0.3, rolling: spring, "
         "roll_stiffness: 2, fric_roll: 1e3"),
        "name: linel6, young: 1e9, ktDivKn: 0.3, charLen: 5e-3"};
    struct ran ran =
        run("lawtester: 1\n"
            "particles: {a: {shape: sphere, radius: 5e-3, density: 2500},\n"
            "  b: {shape: sphere, radius: 5e-3, density: 2500}}\n"
            "law: {%s}\n"
            "motion: {dt: 1e-6, gap: -1e-5}\n"
            "stages: [{whats: vvvvvv, values: [-1e-2, 2e-3, 1e-3, 0.1, 0.3, 0.2],\n"
            "  until: step >= 100}]\n"
            "record: {columns: [un, us, ut, an, as, at, fn, fs, ft, mn, ms, mt, dfn_dun,"
            " dfs_dus, dft_dut, dmn_dan, dms_das, dmt_dat]}\n",
            laws[_i]);
    const struct lt_table *t = &ran.result->table;
    for (size_t r = 1; r + 1 < t->rows; r++)
        for (size_t k = 0; k < 6; k++) {
            const double *row = t->cells + r * t->columns, *last = row - t->columns,
                         *next = row + t->columns;
            double slope = (next[6 + k] - last[6 + k]) / (next[k] - last[k]);
            /* Mindlin's shear force follows un, too. */
            if (!(_i == 1 && (k == 1 || k == 2)))
                ck_within(row[12 + k], slope, 1e-5 * fabs(slope));
            else
                ck_assert_double_gt(row[12 + k], 0);
        }
    done(&ran);
}
END_TEST

/* No friction's limit: the slope of the shear force, times the step, from the force that slides. */
START_TEST(trial_force_goes_on) {
    struct ran ran =
        run("lawtester: 1\n"
            "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5e-3, mass: 1}}\n"
            "law: {name: linear, kn: 1e5, ks: 5e4, fric: 0.3}\n"
            "motion: {dt: 1e-3, gap: -1e-5, integrator: %s}\n"
            "stages: [{whats: vvvvvv, values: [0, 3e-3, 4e-3, 0, 0, 0],\n"
            "  until: step >= 20}]\n"
            "expect:\n"
            "  - {that: 'hypot(fs, ft)', is: 0.3, within: 1e-12}\n"
            "  - {that: fs_trial - fs, is: %s, within: 1e-12 abs}\n"
            "  - {that: ft_trial - ft, is: %s, within: 1e-12 abs}\n"
            "  - {that: dfs_dus, is: 0, within: %s abs}\n"
            "record: {columns: [fs_trial]}\n",
            integrators[_i], _i < 3 ? "0.15" : "0", _i < 3 ? "0.2" : "0",
            "0.65*5e4" /* aside of the way it slides */);
    ck_assert(ran.result->ok);
    done(&ran);
}
END_TEST

/* Steps that follow the stiffness keep the balance as well as equal ones, with dashpots, friction
 * and inertia of two kinds, and lead where shorter steps lead. */
START_TEST(steps_follow_the_stiffness) {
    double e[3], residual[3];
    for (int k = 0; k < 3; k++) {
        struct ran ran =
            run("lawtester: 1\n"
                "particles:\n"
                "  a: {shape: sphere, radius: 5e-3, density: 2500, spin: [30, 40, 50]}\n"
                "  b: {shape: sphere, radius: 3e-3, density: 2500}\n"
                "law: {name: mindlin, young: 1e9, poisson: 0.3, fric: 0.3, alpha: 0.3, phi: 0.3}\n"
                "motion: {frame: %s, dt: t_c/%d, steps: %s}\n"
                "stages:\n"
                "  - {whats: iii..., values: [-1, 0.5, 0.2, 0, 0, 0], until: broken}\n"
                "record: {columns: [t, {h: dt}]}\n",
                _i ? "bodies" : "contact", k < 2 ? 100 : 4000, k ? "equal" : "stiffness");
        const struct lt_table *t = &ran.result->table;
        double least = INFINITY;
        for (size_t r = 2; r < t->rows; r++) {
            ck_within(t->cells[2 * r] - t->cells[2 * r - 2], t->cells[2 * r + 1], 1e-17);
            least = fmin(least, t->cells[2 * r + 1]);
        }
        /*/* pi sqrt(m/k) of Hertz at its deepest, over its contact time; the dashpot makes it less
         * deep. */
        if (k == 0)
            ck_within(least / t->cells[3], M_PI / sqrt(1.875) / 2.943275184324705, 0.04);
        e[k] = end(&ran, "e_n");
        residual[k] = end(&ran, "energy_residual_rel");
        done(&ran);
    }
    ck_within(e[0], e[2], 1e-3);
    ck_assert_msg(residual[0] <= residual[1], "%g, %g", residual[0], residual[1]);
}
END_TEST

/* Restitution against a table computed elsewhere: the dashpots of the half step, and of the full.
 */
START_TEST(dashpots_at_either_time) {
    struct lt_columns *csv = table("timestep_dashpot.csv");
    for (size_t i = 0; i < csv->rows; i++) {
        const double *row = csv->cells + i * csv->columns;
        for (int k = 0; k < 2; k++) {
            char motion[256], law[128], dt[64], frame[64];
            bool centred = row[0] > 0;
            snprintf(law, sizeof law, "law.dp_nratio=%.17g", row[2]);
            snprintf(motion, sizeof motion, "motion.dashpot=%s",
                     centred ? "full-step" : "half-step");
            snprintf(dt, sizeof dt, "motion.dt=t_c/%g", row[3]);
            snprintf(frame, sizeof frame, "motion.frame=%s", _i ? "bodies" : "contact");
            const char *text = IMPACT("dp_mode: full", "integrator: velocity-verlet");
            struct lt_program *program = read_program(
                text, law, motion, dt, frame, k ? "motion.phase=0.5" : "motion.phase=0",
                row[1] > 0 ? "law.dp_mode=no-tension" : "law.dp_mode=full", NULL);
            struct lt_result *r = run_program(program);
            ck_assert_msg(r->status == LT_DONE, "%s", r->message);
            double e = value_of(program, r, "e_n"), want = row[4 + k];
            ck_assert_msg(fabs(e - want) <= 1e-11, "row %zu, %d: %.17g, expected %.17g", i, k, e,
                          want);
            lt_run_free(r);
            lt_program_free(program);
        }
    }
    lt_columns_free(csv);
}
END_TEST

/* ---- Orders ---------------------------------------------------------------------------------- */

/* While a contact sticks: what the balance misses is rounding, of second, or of first order. */
START_TEST(orders_of_the_residual) {
    static const struct {
        const char *frame, *integrator;
        double order; /* INFINITY: none at all */
    } cases[] = {{"contact", "leapfrog", INFINITY}, {"contact", "symplectic-euler", 1},
                 {"contact", "velocity-verlet", 2}, {"bodies", "leapfrog", 2},
                 {"bodies", "symplectic-euler", 1}, {"bodies", "velocity-verlet", 2}};
    double miss[2];
    for (int k = 0; k < 2; k++) {
        struct ran ran =
            run(UNEQUAL "motion: {frame: %s, integrator: %s, dt: 5e-7/%d, gap: -1e-5}\n"
                        "stages:\n"
                        "  - {whats: iii..., values: [-1, 0.3, 0.1, 0, 0, 0], until: t >= "
                        "6e-5}\n",
                0.0, 0.0, cases[_i].frame, cases[_i].integrator, k ? 2 : 1);
        miss[k] = end(&ran, "energy_residual_rel");
        done(&ran);
    }
    if (isfinite(cases[_i].order))
        ck_within(log2(miss[0] / miss[1]), cases[_i].order, 0.1);
    else
        ck_assert_double_lt(miss[0], 1e-13);
}
END_TEST

/* Oblique impacts of unequal spheres that stick and slip: leapfrog's limit is what exact says. Its
 * contact ends up to a step late, and in that time the normal turns under the velocity. */
START_TEST(leapfrog_converges_to_exact) {
    static const char *const results[] = {"e_n", "e_t", "e_t_centre", "overlap_max"};
    static const double speeds[] = {0.1, 0.5, 2};
    static const int steps[] = {200, 200, 3200};
    double want[4], vt = hypot(speeds[_i], 0.1), speed = hypot(1, vt);
    for (int k = 0; k < 3; k++) {
        struct ran ran = run(
            UNEQUAL "motion: {frame: bodies, integrator: %s, dt: t_c/%d}\n"
                    "stages: [{whats: iii..., values: [-1, %g, 0.1, 0, 0, 0], until: broken}]\n",
            0.0, 0.0, k ? "leapfrog" : "exact", steps[k], speeds[_i]);
        double turn = speed * end(&ran, "dt") / 8e-3, bound = 4 * turn * fmax(vt, 1 / vt);
        for (int i = 0; i < 4; i++)
            if (k == 0)
                want[i] = end(&ran, results[i]);
            else
                ck_within(end(&ran, results[i]), want[i], i < 3 ? bound : bound * want[i]);
        done(&ran);
    }
}
END_TEST

/* ---- Forces ---------------------------------------------------------------------------------- */

#define ON_A_WALL                                                                                  \
    "lawtester: 1\n"                                                                               \
    "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5e-3, density: 2500}}\n"             \
    "law: {name: linear, kn: 1e5, ks: 5e4, fric: 0.5, dp_nratio: 0.3, dp_sratio: 0.1}\n"           \
    "motion: {frame: bodies, normal: [1, 2, 3], lever: radius, integrator: %s, "

/* Pushed and not touched: a force at the contact point moves the centre and turns the body. */
START_TEST(a_force_without_contact) {
    struct ran ran =
        run(ON_A_WALL "gap: 1e-3, dt: 1e-6}\n"
                      "stages: [{whats: .f...., values: [0, 0.02, 0, 0, 0, 0], until: step "
                      ">= 1000}]\n",
            integrators[_i]);
    double m = end(&ran, "m_eff"), t = 1e-3, late = _i == 1 ? 0.5e-6 : 0; /* a whole first kick */
    double v = 0.02 * t / m, axis = end(&ran, "sx"), spin = end(&ran, "tx");
    double behind = _i == 1 ? 0 : _i == 0 ? 0.5e-6 : 0; /* shown half a step behind */
    ck_near(end(&ran, "vxb"), v * (1 - behind / t) * axis, 1e-9);
    ck_near(end(&ran, "wxb"), -2.5 * v / 5e-3 * (1 - behind / t) * spin, 1e-9);
    ck_near(end(&ran, "us"), 3.5 * 0.5 * v * t * (1 + 2 * late / t), 1e-9);
    ck_assert_double_lt(end(&ran, "energy_residual_rel"), _i == 1 ? 1e-2 : 1e-12);
    done(&ran);
}
END_TEST

/* Pushed on a wall: the contact comes to rest with the force. */
START_TEST(a_force_on_a_contact) {
    struct ran ran =
        run(ON_A_WALL "gap: 0, dt: 1e-6}\n"
                      "stages: [{whats: ff...., values: [-3, 0.7, 0, 0, 0, 0], until: step "
                      ">= 10000}]\n",
            integrators[_i]);
    ck_near(end(&ran, "fn"), -3, 1e-9);
    ck_near(end(&ran, "fs"), 0.7, 1e-9);
    ck_assert_double_lt(end(&ran, "energy_residual_rel"), _i == 3 ? 1e-12 : 1e-1);
    done(&ran);
}
END_TEST

/* Falling along the normal of a wall, whatever its attitude. */
START_TEST(gravity_is_along_its_axes) {
    struct ran ran =
        run(ON_A_WALL "gap: 1e-2, dt: 1e-5, gravity: [-9.81, 2, 1]}\n"
                      "stages: [{whats: ......, values: [0, 0, 0, 0, 0, 0], until: step >= "
                      "1000}]\n",
            integrators[_i]);
    double late = _i == 1 ? 1e-3 : 0, half = 0.5e-4;
    ck_near(end(&ran, "un"), 1e-2 - 9.81 * half * (1 + late), 1e-9);
    ck_near(end(&ran, "us"), 2 * half * (1 + late), 1e-9);
    ck_near(end(&ran, "ut"), half * (1 + late), 1e-9);
    ck_assert_double_lt(end(&ran, "energy_residual_rel"), _i == 1 ? 1e-2 : 1e-12);
    done(&ran);
}
END_TEST

/* Static balance while the pair turns: the force is what was asked at every step. */
START_TEST(balance_in_space) {
    static const char *const stages[][2] = {{"s.....", "-2, 0, 0, 0, 0, 0"},
                                            {"ss....", "-2, 0.3, 0, 0, 0, 0"},
                                            {"sss...", "-2, 0.3, -0.2, 0, 0, 0"},
                                            {"sv.v..", "-2, 0.5, 0, 200, 0, 0"}};
    struct ran ran =
        run("lawtester: 1\n"
            "particles:\n"
            "  a: {shape: sphere, radius: 5e-3, density: 2500, spin: [30, 40, 50]}\n"
            "  b: {shape: sphere, radius: 3e-3, density: 2500, spin: [30, 40, 50], velocity: [0, "
            "0.4, -0.32]}\n"
            "law: {name: linear, kn: 1e5, ks: 5e4, fric: 0.5, dp_nratio: 0.2}\n"
            "motion: {frame: bodies, normal: [1, 2, 3], integrator: %s, dt: 1e-5, gap: -1e-5}\n"
            "stages: [{whats: %s, values: [%s], until: step >= 400}]\n"
            "expect:\n"
            "  - {that: energy_residual_rel, is: 0, within: 1e-2 abs}\n"
            "record: {columns: [fn, fs, ft]}\n",
            integrators[_i / 4], stages[_i % 4][0], stages[_i % 4][1]);
    const struct lt_table *table = &ran.result->table;
    for (size_t row = 1; row < table->rows; row++) {
        const double *f = table->cells + row * table->columns;
        ck_near(f[0], -2, 1e-10);
        if (_i % 4 == 1 || _i % 4 == 2)
            ck_near(f[1], 0.3, 1e-10);
        if (_i % 4 == 2)
            ck_near(f[2], -0.2, 1e-10);
    }
    ck_assert_msg(ran.result->ok, "residual %g", end(&ran, "energy_residual_rel"));
    done(&ran);
}
END_TEST

/* ---- Other codes ----------------------------------------------------------------------------- */

static void meets(const struct ran *ran, size_t n) {
    ck_assert_uint_eq(ran->result->n_verdicts, n);
    for (size_t i = 0; i < n; i++)
        ck_assert_msg(ran->result->verdicts[i].ok, "%s: off by %.3g of the peak",
                      ran->result->verdicts[i].text, ran->result->verdicts[i].error);
}

/* Woo: a free oblique impact of unequal spheres with spin, in general attitude. The step that makes
 * the contact brings no shear, the first step is a whole kick; axes turn to second order there. */
START_TEST(woo_oblique_impact) {
    static const double place[] = {0.021381166614235864, 0.04276233322847173, 0.06414349984270759},
                        velocity[] = {-0.4, -1.5, -2}, spin[] = {3, -2, 5};
    double gap = -0.08, v[3] = {0}, w[3] = {0}, square = 0;
    const double axes[3][3] = {{1 / sqrt(14), 2 / sqrt(14), 3 / sqrt(14)},
                               {-3 / sqrt(10), 0, 1 / sqrt(10)},
                               {2 / sqrt(140), -10 / sqrt(140), 6 / sqrt(140)}};
    for (int i = 0; i < 3; i++) {
        square += place[i] * place[i];
        for (int k = 0; k < 3; k++) {
            v[i] += axes[i][k] * velocity[k];
            w[i] += axes[i][k] * spin[k];
        }
    }
    gap += sqrt(square);
    static const char *const columns[] = {"un",  "fn",  "fst", "xa",  "ya",  "za",
                                          "wxa", "wya", "wza", "xb",  "yb",  "zb",
                                          "vxb", "vyb", "vzb", "wxb", "wyb", "wzb"};
    enum { COLUMNS = sizeof columns / sizeof *columns };
    char expect[8192];
    size_t n = 0;
    for (int i = 0; i < COLUMNS; i++)
        n += (size_t)snprintf(expect + n, sizeof expect - n,
                              "  - {curve: %s, over: t, file: '%s/data/woo_oblique.csv', within: "
                              "1e-9}\n",
                              columns[i], getenv("LT_TEST_DATA"));
    struct ran ran = run(
        "lawtester: 1\n"
        "particles:\n"
        "  a: {shape: sphere, radius: 0.05, density: 1000}\n"
        "  b: {shape: sphere, radius: 0.03, density: 2000, velocity: [%.17g, %.17g, %.17g], "
        "spin: [%.17g, %.17g, %.17g]}\n"
        "law: {name: linear, kn: 471238.898038469, ks: 141371.669411541, fric: 0.3}\n"
        "motion: {frame: bodies, integrator: symplectic-euler, levels: woo, dt: 1e-6, gap: %.17g, "
        "normal: [1, 2, 3], tangent: [-3, 0, 1]}\n"
        "stages: [{whats: ......, values: [0, 0, 0, 0, 0, 0], until: broken}]\n"
        "record: {columns: [t, un, fn, {fst: 'hypot(fs, ft)'}, xa, ya, za, wxa, wya, wza, xb, "
        "yb, zb, vxb, vyb, vzb, wxb, wyb, wzb]}\n"
        "expect:\n%s",
        v[0], v[1], v[2], w[0], w[1], w[2], gap, expect);
    meets(&ran, COLUMNS);
    done(&ran);
}
END_TEST

/* YADE: prescribed paths, which its geometry measured itself. The first has a normal that stands
 * still there; in the second the shear force turns to first order only, a factor 1 + angle^2/2 with
 * each step: 2.4e-7 of the peak. Here the bodies move either way. */
START_TEST(yade_paths) {
    static const char *const names[] = {"elperfpl", "cundallstrack"};
    static const double within[] = {1e-9, 1e-6};
    const char *data = getenv("LT_TEST_DATA");
    char table[3][512], expect[2048];
    size_t n = 0;
    for (int i = 0; i < 3; i++) {
        const char *u = (const char *const[]){"un", "us", "ut"}[i];
        const char *f = (const char *const[]){"fn", "fs", "ft"}[i];
        snprintf(table[i], sizeof table[i], "{file: '%s/data/yade_linear_%s.csv', column: %s}",
                 data, names[_i], u);
        n +=
            (size_t)snprintf(expect + n, sizeof expect - n,
                             "  - {curve: %s, over: t, file: '%s/data/yade_linear_%s.csv', within: "
                             "%g}\n",
                             f, data, names[_i], i ? within[_i] : 1e-9);
    }
    struct ran ran = run("lawtester: 1\n"
                         "particles:\n"
                         "  a: {shape: sphere, radius: 0.01, density: 2500}\n"
                         "  b: {shape: sphere, radius: 0.015, density: 2500}\n"
                         "law: {name: linear, kn: 120000, ks: 36000, fric: 0.42279321873816176}\n"
                         "motion: {frame: bodies, levels: yade, weight: 1, dt: 1e-6, gap: "
                         "-9.99999999474e-10, normal: [1, 2, 3]}\n"
                         "stages:\n"
                         "  - {whats: uuuvvv, until: step >= 1500, values: [%s, %s, %s, 0, 0, 0]}\n"
                         "expect:\n%s",
                         table[0], table[1], table[2], expect);
    meets(&ran, 3);
    done(&ran);
}
END_TEST

/* What the first step of a contact brings: its share, all of it, or no shear. */
START_TEST(first_step_of_a_contact) {
    static const struct {
        const char *levels;
        double shear;
    } cases[] = {{"own", 0.6}, {"yade", 1}, {"woo", 0}};
    struct ran ran =
        run("lawtester: 1\n"
            "particles:\n"
            "  a: {shape: sphere, radius: 0.01, density: 2500}\n"
            "  b: {shape: sphere, radius: 0.015, density: 2500}\n"
            "law: {name: linear, kn: 1e5, ks: 5e4, fric: 10}\n"
            "motion: {frame: bodies, levels: %s, dt: 1e-6, gap: 4e-7}\n"
            "stages: [{whats: vvvvvv, values: [-1, 2, 0, 0, 0, 0], until: step >= 1}]\n"
            "expect: [{that: energy_residual_rel, is: 0, within: 1e-9 abs}]\n",
            cases[_i].levels);
    ck_near(end(&ran, "fn"), -0.06, 1e-9);
    ck_within(end(&ran, "fs"), 0.1 * cases[_i].shear, 1e-10);
    meets(&ran, 1);
    done(&ran);
}
END_TEST

/* Where the velocity of a sample is hardly anything, at the turn, it is known to rounding of those
 * beside it, not to its own. */
START_TEST(a_velocity_near_zero_is_found) {
    static const char *const cases[][3] = {
        {"contact", "linear, kn: 1e5, dp_nratio: 0.7", "0.72296249812490632"},
        {"bodies", "hertz, young: 1e8, poisson: 0.2, alpha: 0.3", "0.74469183459172961"},
    };
    char text[2048];
    snprintf(text, sizeof text,
             "lawtester: 1\n"
             "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5e-3, density: 2500}}\n"
             "law: {name: %s}\n"
             "motion: {frame: %s, integrator: velocity-verlet, dashpot: full-step, dt: t_c/50,\n"
             "  phase: %s}\n"
             "stages:\n"
             "  - {whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}\n",
             cases[_i][1], cases[_i][0], cases[_i][2]);
    double e_n = once(text, "e_n", NULL, NULL, NULL);
    double beside = once(text, "e_n", "motion.phase=0.72", NULL, NULL);
    ck_within(e_n, beside, 0.01);
}
END_TEST

/* Both parts of what dashpots take are all of it, whatever is set in mid-contact. */
START_TEST(parts_of_the_dashpots) {
    struct ran ran =
        run("lawtester: 1\n"
            "particles: {a: {shape: wall}, b: {shape: sphere, radius: 3e-3, density: 2500}}\n"
            "law: {name: linear-elastic, kn: 1e5, kt: 5e4, cn: 0.5, ct: 0.4, fric: 1e3}\n"
            "motion: {integrator: %s, frame: %s, dt: 1e-6}\n"
            "stages:\n"
            "  - {name: hit, whats: ii...., values: [-1, 0.7, 0, 0, 0, 0], until: broken,\n"
            "     at: [{when: un < -1e-5, do: [{set: {cn: 2, ct: 0.1}}], times: 1}]}\n"
            "  - {whats: ......, values: [0, 0, 0, 0, 0, 0], until: step >= 1,\n"
            "     at: [{when: true, do: [{reset: [E_dashpot_n]}], times: 1}]}\n"
            "expect:\n"
            "  - {always: E_dashpot_n + E_dashpot_t, is: E_dashpot, within: 1e-12, stage: hit}\n",
            integrators[_i % 4], _i < 4 ? "contact" : "bodies");
    ck_assert_msg(ran.result->ok, "%s", integrators[_i % 4]);
    ck_assert_double_eq(end(&ran, "E_dashpot_n"), 0);
    ck_assert_double_gt(end(&ran, "E_dashpot_t"), 1e-7);
    ck_assert_double_lt(end(&ran, "energy_residual_rel"), 0.01);
    done(&ran);
}
END_TEST

/* ---- Properties that are set ----------------------------------------------------------------- */

static const char *const taken_away[][2] = {
    {"linear, kn: 1e5, ks: 5e4, fric: 10", "ks"},
    {"linear, kn: 1e5, ks: 5e4, fric: 10, lin_mode: incremental", "kn"},
    {"linear, kn: 1e5, ks: 5e4, fric: 10, cap_on: total", "ks"},
    {"linear-elastic, kn: 1e5, kt: 5e4, fric: 10", "kt"},
    {"parallel-bond, kn: 1e5, ks: 5e4, pb_kn: 1e9, pb_ks: 1e9, pb_ten: 1e9, pb_coh: 1e9", "pb_kn"},
    {"parallel-bond, kn: 1e5, ks: 5e4, pb_kn: 1e9, pb_ks: 1e9, pb_ten: 1e9, pb_coh: 1e9", "pb_ks"},
    {"contact-bond, kn: 1e5, ks: 5e4, fric: 0.5, cb_tenf: 1e9, cb_shearf: 1e9", "ks"},
    {"soft-bond, sb_kn: 1e9, sb_ks: 1e9, sb_ten: 1e9, sb_coh: 1e9", "sb_ks"},
    {"soft-bond, sb_kn: 1e9, sb_ks: 1e9, sb_ten: 1e9, sb_coh: 1e9", "sb_kn"},
    {"beam-bond, bb_kr: 1e5, bb_ks: 5e4, bb_kt: 1, bb_kb: 1", "bb_kr"},
    {"beam-bond, bb_kr: 1e5, bb_ks: 5e4, bb_kt: 1, bb_kb: 1", "bb_ks"},
    {"beam-bond, bb_kr: 1e5, bb_ks: 5e4, bb_kt: 1, bb_kb: 1", "bb_kt"},
    {"beam-bond, bb_kr: 1e5, bb_ks: 5e4, bb_kt: 1, bb_kb: 1", "bb_kb"},
    {"idealelpl, kn: 1e5, kt: 5e4, tanPhi: 10", "kt"},
    {"idealelpl, kn: 1e5, kt: 5e4, relRollStiff: 1, rollTanPhi: 10", "relRollStiff"},
    {"idealelpl, kn: 1e5, kt: 5e4, relRollStiff: 1, rollTanPhi: 10, relTwistStiff: 1",
     "relTwistStiff"},
    {"linel6, kn: 1e5, kt: 5e4, charLen: 1e-3", "kt"},
    {"linel6, kn: 1e5, kt: 5e4, charLen: 1e-3", "charLen"},
    {"concrete, young: 1e9, ktDivKn: 0.2, epsCrackOnset: 1e-4, relDuctility: 30, sigmaT: 1e6,\n"
     "  tanPhi: 0.8, slip: memory",
     "kt"},
};

/* A loaded spring whose stiffness is taken away has no force and stores nothing: E_set has that. */
START_TEST(a_stiffness_that_is_taken_away) {
    const char *const *one = taken_away[_i];
    struct ran ran = run("lawtester: 1\n"
                         "particles:\n"
                         "  a: {shape: sphere, radius: 5e-3, density: 2500}\n"
                         "  b: {shape: sphere, radius: 5e-3, density: 2500}\n"
                         "law: {name: %s}\n"
                         "motion: {dt: 1e-5, gap: 0}\n"
                         "stages:\n"
                         "  - {whats: vvvvvv, values: [-1e-3, 2e-3, 1e-3, 0.3, 0.2, 0.1],\n"
                         "     until: time >= 0.01, done: [{set: {%s: 0}}]}\n"
                         "  - {whats: vvvvvv, values: [-1e-3, 1e-3, 0, 0.1, 0, 0.2],\n"
                         "     until: time >= 0.01}\n",
                         one[0], one[1]);
    ck_assert_msg(end(&ran, "energy_residual_rel") < 1e-12, "%s: %g", one[1],
                  end(&ran, "energy_residual_rel"));
    ck_assert_msg(end(&ran, "E_set_end") > 1e-8, "%s: E_set %g", one[1], end(&ran, "E_set_end"));
    done(&ran);
}
END_TEST

/* ---- Where velocities jump ------------------------------------------------------------------- */

#define BALLS                                                                                      \
    "lawtester: 1\n"                                                                               \
    "particles:\n"                                                                                 \
    "  a: {shape: sphere, radius: 5e-3, density: 2500}\n"                                          \
    "  b: {shape: sphere, radius: 5e-3, density: 2500}\n"

/* A contact that slides goes on so where the velocity jumps, and where a property is set to what it
 * is: at 0.1 of 1 N, not at the 0.3 that friction holds at rest. */
START_TEST(slip_goes_on) {
    static const char *const stages[] = {
        "{whats: vv...., values: [0, 0.1, 0, 0, 0, 0], until: us >= 3e-5}\n"
        "  - {whats: vv...., values: [0, 0.2, 0, 0, 0, 0], until: us >= 3.1e-5}",
        "{whats: vv...., values: [0, 0.1, 0, 0, 0, 0], until: us >= 3.1e-5,\n"
        "     at: [{when: us >= 3e-5, do: [{set: {fric: 0.3}}]}]}"};
    struct ran ran = run(BALLS "law: {name: linear, kn: 1e5, ks: 8e4, fric: 0.3,\n"
                               "  fric_dynamic: 0.1}\n"
                               "motion: {integrator: %s, gap: -10 um}\n"
                               "stages:\n"
                               "  - %s\n",
                         _i < 2 ? "exact" : "leapfrog", stages[_i % 2]);
    ck_near(end(&ran, "fs_end"), 0.1, 1e-9);
    done(&ran);
}
END_TEST

/* So it does where another number is set, and friction allows no more than before. */
START_TEST(slip_goes_on_with_other_numbers) {
    static const char *const stages[] = {
        "{whats: vv...., values: [0, 0.1, 0, 0, 0, 0], until: us >= 3e-5, done: [{set: {%s}}]}\n"
        "  - {whats: vv...., values: [0, 0.1, 0, 0, 0, 0], until: us >= 3.1e-5}",
        "{whats: vv...., values: [0, 0.1, 0, 0, 0, 0], until: us >= 3.1e-5,\n"
        "     at: [{when: us >= 3e-5, do: [{set: {%s}}]}]}"};
    static const char *const sets[] = {"dp_nratio: 0.1", "ks: 1e5", "kn: 2e5", "fric: 0.5"};
    for (int i = 0; i < 4; i++) {
        char stage[512];
        snprintf(stage, sizeof stage, stages[_i % 2], sets[i]);
        struct ran ran = run(BALLS "law: {name: linear, kn: 1e5, ks: 8e4, fric: 0.3,\n"
                                   "  fric_dynamic: 0.1, lin_mode: incremental}\n"
                                   "motion: {integrator: %s, gap: 0}\n"
                                   "stages:\n"
                                   "  - {whats: vv...., values: [-0.1, 0, 0, 0, 0, 0],\n"
                                   "     until: fn <= -1.2}\n"
                                   "  - %s\n",
                             integrators[_i / 2], stage);
        const double fs = end(&ran, "fs_end"), fn = end(&ran, "fn_end");
        ck_assert_msg(fabs(fs + 0.1 * fn) < 1e-9, "%s: %.15g of %.15g", sets[i], fs, fn);
        ck_assert_msg(_i / 2 == 1 || end(&ran, "energy_residual_rel") < 1e-9, "%s: %g", sets[i],
                      end(&ran, "energy_residual_rel"));
        done(&ran);
    }
}
END_TEST

/* A dashpot that a contact which slides has not does not come back for an instant, nor a bond whose
 * strength has been taken; a slip ends that friction holds from now on. */
START_TEST(what_a_set_shows) {
    static const char *const laws[] = {
        "linear, kn: 1e5, ks: 8e4, fric: 0.3, fric_dynamic: 0.1, dp_sratio: 0.2, slip_dashpot: "
        "dropped",
        "linear, kn: 1e5, ks: 8e4, fric: 0.3, fric_dynamic: 0.1",
        "contact, normal: linear, kn: 1e5, tangential: linear, ks: 8e4, fric: 0.3, bond: parallel,"
        " pb_kn: 1e9,\n  pb_ks: 1e9, pb_ten: 1e9, pb_coh: 1e9"};
    static const char *const sets[] = {"dp_nratio: 0.1", "fric_dynamic: 0.2", "pb_coh: 0"};
    static const char *const names[] = {"fs_end", "lin_slip_end", "bonded_end"};
    static const double values[] = {0.1, 0, 0};
    const int k = _i % 3;
    struct ran ran = run(BALLS "law: {name: %s}\n"
                               "motion: {integrator: %s, gap: -10 um}\n"
                               "stages:\n"
                               "  - {whats: vv...., values: [0, 0.1, 0, 0, 0, 0],\n"
                               "     until: us >= 3e-5, done: [{set: {%s}}]}\n",
                         laws[k], integrators[_i / 3], sets[k]);
    ck_near(end(&ran, names[k]), values[k], 1e-9);
    done(&ran);
}
END_TEST

/* Where the velocity jumps it does not come back either. */
START_TEST(a_dashpot_that_slip_has_not) {
    struct ran ran =
        run(BALLS "law: {name: linear, kn: 1e5, ks: 8e4, fric: 0.3, dp_sratio: 0.2,\n"
                  "  slip_dashpot: dropped}\n"
                  "motion: {integrator: exact, gap: -10 um}\n"
                  "stages:\n"
                  "  - {whats: vv...., values: [0, 1e-3, 0, 0, 0, 0], until: us >= 3e-5}\n"
                  "  - {whats: vv...., values: [0, 0.2, 0, 0, 0, 0], until: us >= 4e-5}\n");
    ck_near(end(&ran, "ft_max"), 0.3 + 0.4e-3 * sqrt(8e4 * end(&ran, "m_eff")), 1e-9);
    done(&ran);
}
END_TEST

/* Stages of a whole number of samples end a rounding behind one of them: what slides or rolls does
 * so still, at what friction allows. */
START_TEST(slip_to_the_end_of_a_stage) {
    struct ran ran =
        run("lawtester: 1\n"
            "particles:\n"
            "  a: {shape: sphere, radius: 4.2 mm, density: 2500}\n"
            "  b: {shape: sphere, radius: 3 mm, density: 2500}\n"
            "law: {name: contact, normal: linear, kn: 1e5, tangential: linear, ks: 8e4, ct: 5,\n"
            "  fric: 0.3, cap_on: elastic, rolling: hertz-moment, roll_stiffness: 0.1,\n"
            "  roll_viscosity: 1e-5, fric_roll: 0.1}\n"
            "motion: {integrator: exact, dt: 1e-6}\n"
            "stages:\n"
            "  - {whats: iiiiii, values: [-0.1, 0.5, 0.2, -5, 40, 50],\n"
            "     until: time >= 2.0035242e-5}\n"
            "  - {whats: .v.fvf, values: [0, 0.3, 0, 0, 30, 0], until: time >= %de-6}\n"
            "record: {columns: [fn, fs, ft, sliding, rolls]}\n",
            20 + 4 * _i);
    const struct lt_table *table = &ran.result->table;
    const double *last = table->cells + (table->rows - 1) * table->columns;
    ck_assert(last[3] == 1 && last[4] == 1);
    ck_near(hypot(last[1], last[2]), -0.3 * last[0], 1e-9);
    done(&ran);
}
END_TEST

/* There, too, what creeps under a force that is held has its velocity, and goes on with it. */
START_TEST(creep_to_the_end_of_a_stage) {
    static const char *const lengths[] = {"2e-5", "5e-5", "9e-5", "1e-4", "1.2e-4", "2e-4"};
    struct ran ran = run("lawtester: 1\n"
                         "particles:\n"
                         "  a: {shape: wall}\n"
                         "  b: {shape: sphere, radius: 5 mm, density: 2500}\n"
                         "law: {name: burgers, bur_knm: 1e5, bur_cnm: 50}\n"
                         "motion: {integrator: exact, dt: 1e-6, gap: 0}\n"
                         "stages:\n"
                         "  - {whats: vvvvvv, values: [-1, 0, 0, 0, 0, 0],\n"
                         "     until: time >= 1.03e-5}\n"
                         "  - {whats: svvvvv, values: [-1, 0, 0, 0, 0, 0], until: time >= %s}\n"
                         "  - {whats: fvvvvv, values: [-1, 0, 0, 0, 0, 0], until: time >= 1e-5}\n"
                         "record: {columns: [vn, fn]}\n",
                         lengths[_i]);
    const struct lt_table *table = &ran.result->table;
    const double *last = table->cells + (table->rows - 1) * table->columns;
    ck_near(last[0], -0.02, 1e-9);
    ck_near(last[1], -1, 1e-9);
    done(&ran);
}
END_TEST

/* The direction of slip turns where it hardly moves: it does not end there, whatever dt. */
START_TEST(slip_that_turns_round) {
    static const char *const dt[] = {"1e-6", "9e-7", "3e-7"};
    struct ran ran =
        run("lawtester: 1\n"
            "particles:\n"
            "  a: {shape: wall}\n"
            "  b: {shape: sphere, radius: 1 mm, density: 2500}\n"
            "law: {name: contact, normal: thornton, young: 500 MPa, poisson: 0.25,\n"
            "  yield_pressure: 10023314.426843522, tangential: secant, fric: 0.3761066042565724,\n"
            "  fric_dynamic: 0.26327462297960064, phi: 0.2, twisting: sds, k_twist: 0.2,\n"
            "  c_twist: 1e-5, fric_twist: 1e-4}\n"
            "motion: {frame: bodies, integrator: exact, dt: %s}\n"
            "stages:\n"
            "  - {whats: iiiiii, values: [-0.33599483956168796, -0.3510677674746857,\n"
            "      0.21354188704047417, -7.733491959095396, -30.78630561420599,\n"
            "      -17.925250352834674], until: time >= 6e-5}\n"
            "record: {columns: [vs]}\n",
            dt[_i]);
    const struct lt_table *table = &ran.result->table;
    ck_near(table->cells[table->rows - 1], 0.0857318, 1e-5);
    done(&ran);
}
END_TEST

/* What lies behind the instant at which a stage ends, or an event acts, has not been. */
START_TEST(extremes_end_with_the_stage) {
    static const char *const ends[] = {
        "until: un <= -1.23e-5", "until: un <= -5e-5, at: [{when: un <= -1.23e-5, do: [{set: {kn: "
                                 "0}}]}]"};
    struct ran ran = run(BALLS "law: {name: linear, kn: 1e5}\n"
                               "motion: {integrator: %s, dt: 1e-5}\n"
                               "stages:\n"
                               "  - {whats: v....., values: [-1, 0, 0, 0, 0, 0], %s}\n"
                               "expect: [{that: fn_lowest, is: -fn_max, within: 1e-12}]\n",
                         _i / 2 ? "leapfrog" : "exact", ends[_i % 2]);
    ck_assert(ran.result->ok);
    done(&ran);
}
END_TEST

/* A stage that is passed again is judged by what it was then. */
START_TEST(a_stage_that_is_passed_again) {
    struct ran ran =
        run(BALLS "law: {name: linear, kn: 1e5}\n"
                  "motion: {dt: 1e-7}\n"
                  "stages:\n"
                  "  - {name: a, whats: vvvvvv, until: step >= 100, done: [{restart: 3}],\n"
                  "     values: [\"select(t < 1.5e-5, -1, 1)\", 0, 0, 0, 0, 0]}\n"
                  "expect: [{that: t_contact, is: 3e-5, within: 0.1, stage: a}]\n");
    ck_assert_str_eq(ran.result->verdicts[0].where, "");
    ck_assert(ran.result->ok);
    done(&ran);
}
END_TEST

/* To look at the trial force changes nothing, in laws of formulas either. */
START_TEST(a_trial_force_is_but_looked_at) {
    static const char *const laws[] = {
        "law:\n"
        "  name: mine\n"
        "  define:\n"
        "    params: {kn: 1e5 N/m, fric: {default: 0.1, role: friction}}\n"
        "    constants: {mu: fric}\n"
        "    force: {fn: kn*un}\n"
        "    viscous: {vfs: -mu*kn*un*vs/(abs(vs) + 1e-9)}\n",
        "law:\n"
        "  name: contact\n"
        "  kn: 1e5\n"
        "  tangential: linear\n"
        "  ks: 5e4\n"
        "  fric: 0.1\n"
        "  damping: {name: mine, define: {params: {c_o: 1 N s/m}, viscous: {vfn: c_o*vn}}}\n"};
    double e_t[2];
    for (int k = 0; k < 2; k++) {
        struct ran ran = run(BALLS "%smotion: {integrator: leapfrog}\n"
                                   "stages: [{whats: ii.iii, values: [-1, 0.5, 0, 20, 30, -40],\n"
                                   "  until: rebound}]\n"
                                   "record: {columns: [t, fs%s]}\n",
                             laws[_i], k ? ", fs_trial" : "");
        e_t[k] = end(&ran, "e_t");
        done(&ran);
    }
    ck_assert_double_eq(e_t[0], e_t[1]);
}
END_TEST

/* The largest force is that of the instant in which the velocity has jumped. */
START_TEST(the_instant_after_a_jump_counts) {
    static const char *const dt[] = {"t_c/100", "t_c"};
    struct ran ran = run(BALLS "law: {name: linear, kn: 1e5, dp_nratio: 1}\n"
                               "motion: {integrator: exact, dt: %s}\n"
                               "stages:\n"
                               "  - {whats: v....., values: [-0.1, 0, 0, 0, 0, 0],\n"
                               "     until: un <= -1e-5}\n"
                               "  - {whats: i....., values: [-1, 0, 0, 0, 0, 0], until: vn >= 0}\n",
                         dt[_i]);
    ck_near(end(&ran, "fn_max"), 1 + 2 * sqrt(1e5 * end(&ran, "m_eff")), 1e-9);
    done(&ran);
}
END_TEST

/* What is imposed before the first contact and behind it is not imposed in it. */
START_TEST(shear_that_is_imposed_elsewhere) {
    static const char *const stages[] = {
        "{whats: ii...., values: [-0.5, 0.2, 0, 0, 0, 0], until: broken}",
        "{whats: vv...., values: [-0.5, 0.2, 0, 0, 0, 0], until: contact}\n"
        "  - {whats: ......, values: [0, 0, 0, 0, 0, 0], until: broken}",
        "{whats: ii...., values: [-0.5, 0.2, 0, 0, 0, 0], until: broken}\n"
        "  - {whats: .v...., values: [0, 0.3, 0, 0, 0, 0], until: step >= 10}",
        "{whats: iv...., values: [-0.5, 0.2, 0, 0, 0, 0], until: broken}"};
    double e_t[4], centre[4];
    for (int k = 0; k < 4; k++) {
        struct ran ran = run(BALLS "law: {name: linear, kn: 1e5, ks: 5e4, fric: 0.3}\n"
                                   "motion: {integrator: exact, frame: %s, gap: 1 um}\n"
                                   "stages:\n  - %s\n",
                             _i ? "bodies" : "contact", stages[k]);
        e_t[k] = end(&ran, "e_t");
        centre[k] = end(&ran, "e_t_centre");
        done(&ran);
    }
    for (int k = 1; k < 3; k++) {
        ck_near(e_t[k], e_t[0], 1e-4);
        ck_near(centre[k], centre[0], 1e-4);
    }
    ck_assert(isnan(e_t[3]) && isnan(centre[3]));
}
END_TEST

/* The centres' velocity is known in frame contact, too, whichever body spins before. */
START_TEST(centres_of_bodies_that_spin) {
    static const char *const spins[][2] = {
        {"spin: [0, 0, 160]", "spin: [0, 0, 0]"},
        {"spin: [0, 0, 0]", "spin: [0, 0, 160]"},
        {"rotates: false, spin: [0, 0, 160]", "fixed: false"},
        {"spin: [0, 0, 50]", "rotates: false, spin: [0, 20, 160]"}};
    double centre[2];
    for (int k = 0; k < 2; k++) {
        struct ran ran =
            run("lawtester: 1\n"
                "particles:\n"
                "  a: {shape: sphere, radius: 5e-3, density: 2500,\n"
                "    velocity: [0.5, -0.2, 0], %s}\n"
                "  b: {shape: sphere, radius: 5e-3, density: 2500,\n"
                "    velocity: [-0.5, 0.3, 0.1], %s}\n"
                "law: {name: linear, kn: 1e9, ks: 3e8, fric: 0.1}\n"
                "motion: {integrator: exact, frame: %s}\n"
                "stages: [{whats: ......, values: [0, 0, 0, 0, 0, 0], until: broken}]\n",
                spins[_i][0], spins[_i][1], k ? "bodies" : "contact");
        centre[k] = end(&ran, "e_t_centre");
        done(&ran);
    }
    ck_near(centre[0], centre[1], 1e-3);
}
END_TEST

/* Forces are straight lines, and the step in which the surfaces meet is accounted for: the balance
 * is exact at coarse steps. */
START_TEST(a_soft_bond_meets_within_a_step) {
    static const char *const made[] = {"none", "touch"};
    struct ran ran = run(BALLS "law: {name: soft-bond, sb_kn: 1e9, sb_ten: 1e9, sb_coh: 1e9,\n"
                               "  bond_made: %s}\n"
                               "motion: {integrator: leapfrog, dt: t_c/100, gap: 1e-8}\n"
                               "stages:\n"
                               "  - {whats: i....., values: [-0.05, 0, 0, 0, 0, 0],\n"
                               "     until: step >= 150}\n",
                         made[_i]);
    ck_assert_double_lt(end(&ran, "energy_residual_rel"), 1e-12);
    done(&ran);
}
END_TEST

static void add(TCase *t) {
    tcase_add_loop_test(t, parts_of_the_dashpots, 0, 8);
    tcase_add_loop_test(t, a_velocity_near_zero_is_found, 0, 2);
    tcase_add_loop_test(t, three_names_of_one_map, 0, 8);
    tcase_add_loop_test(t, events_act_as_ends_of_stages_do, 0, 2 * INTEGRATORS);
    tcase_add_loop_test(t, events_happen_so_often, 0, INTEGRATORS);
    tcase_add_loop_test(t, stiffness_is_the_slope, 0, 4);
    tcase_add_loop_test(t, trial_force_goes_on, 0, INTEGRATORS);
    tcase_add_loop_test(t, steps_follow_the_stiffness, 0, 2);
    tcase_add_loop_test(t, dashpots_at_either_time, 0, 2);
    tcase_add_loop_test(t, orders_of_the_residual, 0, 6);
    tcase_add_loop_test(t, leapfrog_converges_to_exact, 0, 3);
    tcase_add_loop_test(t, a_force_without_contact, 0, INTEGRATORS);
    tcase_add_loop_test(t, a_force_on_a_contact, 0, INTEGRATORS);
    tcase_add_loop_test(t, gravity_is_along_its_axes, 0, INTEGRATORS);
    tcase_add_loop_test(t, balance_in_space, 0, 12);
    tcase_add_test(t, woo_oblique_impact);
    tcase_add_loop_test(t, yade_paths, 0, 2);
    tcase_add_loop_test(t, first_step_of_a_contact, 0, 3);
    tcase_add_loop_test(t, centres_of_bodies_that_spin, 0, 4);
    tcase_add_loop_test(t, slip_goes_on, 0, 4);
    tcase_add_loop_test(t, slip_goes_on_with_other_numbers, 0, 2 * INTEGRATORS);
    tcase_add_test(t, a_dashpot_that_slip_has_not);
    tcase_add_loop_test(t, extremes_end_with_the_stage, 0, 4);
    tcase_add_test(t, a_stage_that_is_passed_again);
    tcase_add_loop_test(t, a_trial_force_is_but_looked_at, 0, 2);
    tcase_add_loop_test(t, slip_to_the_end_of_a_stage, 0, 20);
    tcase_add_loop_test(t, creep_to_the_end_of_a_stage, 0, 6);
    tcase_add_loop_test(t, slip_that_turns_round, 0, 3);
    tcase_add_loop_test(t, what_a_set_shows, 0, 3 * INTEGRATORS);
    tcase_add_loop_test(t, a_soft_bond_meets_within_a_step, 0, 2);
    tcase_add_loop_test(t, the_instant_after_a_jump_counts, 0, 2);
    tcase_add_loop_test(t, shear_that_is_imposed_elsewhere, 0, 2);
    tcase_add_loop_test(t, a_stiffness_that_is_taken_away, 0,
                        (int)(sizeof taken_away / sizeof *taken_away));
}

LT_TESTS("integrators", add)

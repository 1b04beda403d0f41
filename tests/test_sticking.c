/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random contacts that hold on, near the speed below which they stick: whatever ends with "never
 * separates" does not separate where nobody looks for that, and nothing else ends otherwise.
 * LT_STICKING says how many; scripts/nightly makes 2,000. */
#include "programs.h"

#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdlib.h>

enum { FEW = 60, KINDS = 8, TIMES = 12 };

static gsl_rng *rng;

/* Each decade alike. */
static double decades(double low, double high) {
    return low * pow(high / low, gsl_rng_uniform(rng));
}

static int below(int n) {
    return (int)gsl_rng_uniform_int(rng, (unsigned long)n);
}

static void put_law(FILE *out, int kind) {
    static const char *const forms[] = {"implicit", "explicit"};
    static const char *const bridges[] = {"willett-numeric", "willett-analytic", "lambert",
                                          "rabinovich",      "soulie",           "weigert"};
    static const char *const modes[] = {"full", "no-tension"};
    const double kn = decades(1e3, 1e6);
    switch (kind) {
    case 0:
        fprintf(out,
                "{name: lubrication, kn: %g, viscosity: %g, roughness: %g, film_range: %g, "
                "film_form: %s, film_least: %g}",
                kn, decades(1e-3, 3), below(2) * decades(1e-4, 0.05), decades(0.2, 2),
                forms[below(2)], decades(1e-3, 0.1));
        break;
    case 1:
        fprintf(out,
                "{name: liquid-bridge, kn: %g, bridge_model: %s, bridge_volume: %g, bridge_gamma: "
                "%g, bridge_angle: %g, bridge_dcap: %g, bridge_made: %s, damping: critical, "
                "dp_nratio: %g}",
                kn, bridges[below(6)], decades(1e-12, 1e-9), decades(0.01, 0.5), 0.8 * below(2),
                below(2) * decades(1e-4, 1), below(2) ? "touch" : "approach", decades(0.01, 2));
        break;
    case 2:
        fprintf(out,
                "{name: burgers, bur_knk: %g, bur_cnk: %g, bur_knm: %g, bur_cnm: %g, bur_mode: %s}",
                decades(1e3, 1e6), decades(0.01, 1e3), kn, below(2) * decades(0.1, 1e3),
                below(2) ? "tension" : "no-tension");
        break;
    case 3:
        fprintf(out,
                "{name: jkr, young: %g, poisson: 0.25, work_adhesion: %g, damping: viscoelastic, "
                "A: %g}",
                decades(1e6, 1e9), decades(0.01, 10), below(3) ? decades(1e-8, 1e-3) : 0.0);
        break;
    case 4:
        fprintf(out,
                "{name: contact-bond, kn: %g, ks: 1e5, fric: 0.3, cb_tenf: %g, cb_shearf: 1e9, "
                "dp_nratio: %g, dp_mode: %s, bond_made: %s}",
                kn, decades(1e-3, 1), decades(0.01, 1.5), modes[below(2)],
                below(2) ? "touch" : "start");
        break;
    case 5:
        fprintf(out,
                "{name: contact, normal: linear, kn: %g, damping: mass-velocity, eta_m: %g, "
                "dp_mode: %s, cohesion: constant, pull_force: %g, pull_range: %g}",
                kn, decades(1, 1e5), modes[below(2)], decades(1e-5, 0.1), decades(1e-7, 1e-3));
        break;
    case 6:
        fprintf(out,
                "{name: luding, kn1: %g, kn2: %g, kc: %g, phi_f: 0.1, damping: constant, cn: %g}",
                kn, kn * decades(1.1, 10), kn * decades(0.1, 5), below(2) * decades(1e-3, 10));
        break;
    default:
        fprintf(out, "{name: hertz, young: %g, poisson: 0.25, alpha: %g, dp_mode: %s}",
                decades(1e6, 1e9), decades(0.1, 4), modes[below(3) / 2]);
    }
}

/* The same program twice: the second waits for something else besides, which never comes. */
static struct lt_program *new_program(bool looks, unsigned long seed) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    gsl_rng_set(rng, seed + 1);
    const bool wall = below(2), falls = wall && below(3) == 0;
    fprintf(out,
            "lawtester: 1\nlet: {v: 1}\nparticles:\n  a: {shape: %s}\n  b: {shape: sphere, radius: "
            "%g, density: 2500}\nlaw: ",
            wall ? "wall" : "sphere, radius: 3 mm, density: 2500", decades(1e-3, 1e-2));
    put_law(out, (int)(seed % KINDS));
    const char *until = below(2) ? "rebound" : "broken";
    fprintf(out,
            "\nmotion: {integrator: %s, dt: 1/(%g/t_c + 6/t_crit)%s}\n"
            "stages: [{whats: i....., values: [-v, 0, 0, 0, 0, 0], max_steps: 1e9,\n"
            "  until: \"%s%s\"}]\n",
            (seed / KINDS) % 8 == 7 ? "exact" : "leapfrog", decades(30, 200),
            falls ? ", gravity: [-9.81, 0, 0]" : "", until, looks ? "" : " or step < 0");
    fclose(out);
    if (looks && getenv("LT_STICKING_SEED"))
        fputs(text, stderr);
    struct lt_program *program = read_program(text, NULL);
    free(text);
    return program;
}

static struct lt_result *run_at(const struct lt_program *program, double v, double most) {
    struct lt_override speed = override_of(program, "v", v);
    struct lt_run_options options = {.max_steps = most};
    return lt_run(program, &speed, 1, &options);
}

static bool sticks_at(const struct lt_program *program, double v) {
    struct lt_result *r = run_at(program, v, 3000);
    bool sticks = !(value_of(program, r, "broken") > 0);
    lt_run_free(r);
    return sticks;
}

/* The speed above which it separates within some time, if there is one between. */
static double sticking_speed(const struct lt_program *program) {
    double low = 1e-4, high = 10;
    bool is_low = sticks_at(program, low);
    if (is_low == sticks_at(program, high))
        return decades(low, high);
    for (int i = 0; i < TIMES; i++) {
        double v = sqrt(low * high);
        *(sticks_at(program, v) == is_low ? &low : &high) = v;
    }
    return high;
}

static const char *const kept[] = {"e_n", "t_contact", "overlap_max", "fn_max", "pull_max", "t"};

/* True if the contact was told to stick. */
static bool compare_at(const struct lt_program *looks, const struct lt_program * not, double v,
                       unsigned long seed) {
    struct lt_result *r = run_at(looks, v, 20000);
    const bool never = r->never_separates;
    struct lt_result *plain =
        run_at(not, v, never ? fmax(20000, 20 * value_of(looks, r, "step")) : 20000);
    if (never) {
        /* Of a force that depends on time only what is left can be told: e_n is below 1e-12. */
        ck_assert_msg(!(value_of(not, plain, "broken") > 0) ||
                          fabs(value_of(not, plain, "e_n")) < 1e-12,
                      "%lu: at %.17g it separates", seed, v);
        double e = value_of(looks, r, "e_n");
        ck_assert_msg(e == 0 || isnan(e), "%lu: e_n %g", seed, e);
        double more = value_of(not, plain, "overlap_max"),
               least = value_of(looks, r, "overlap_max");
        ck_assert_msg(fabs(more - least) <= 0.01 * fabs(more) || isnan(more) || least == 0,
                      "%lu: at %.17g %.17g %.17g", seed, v, more, least);
    } else {
        ck_assert_msg(r->status == plain->status, "%lu: at %.17g %s %s", seed, v, r->message,
                      plain->message);
        for (size_t i = 0; i < sizeof kept / sizeof *kept && r->status == LT_DONE; i++) {
            double a = value_of(looks, r, kept[i]), b = value_of(not, plain, kept[i]);
            ck_assert_msg(a == b || (isnan(a) && isnan(b)), "%lu: at %.17g %s %.17g %.17g", seed, v,
                          kept[i], a, b);
        }
    }
    lt_run_free(r);
    lt_run_free(plain);
    return never;
}

START_TEST(no_verdict_differs) {
    const char *count = getenv("LT_STICKING");
    unsigned long all = count ? strtoul(count, NULL, 10) : FEW, sticking = 0, runs = 0;
    const char *only = getenv("LT_STICKING_SEED");
    rng = gsl_rng_alloc(gsl_rng_mt19937);
    for (unsigned long seed = only ? strtoul(only, NULL, 10) : 0; seed < all; seed++) {
        struct lt_program *looks = new_program(true, seed), *not = new_program(false, seed);
        const double v = sticking_speed(not );
        static const double near[] = {-0.3, -1e-2, -1e-4, 0, 1e-4, 1e-2, 0.3};
        for (size_t i = 0; i < sizeof near / sizeof *near; i++, runs++)
            sticking += compare_at(looks, not, v * (1 + near[i]), seed);
        lt_program_free(looks);
        lt_program_free(not );
    }
    gsl_rng_free(rng);
    if (count)
        fprintf(stderr, "%lu of %lu impacts never separate\n", sticking, runs);
    ck_assert(sticking > runs / 20);
}
END_TEST

static void add(TCase *t) {
    tcase_set_timeout(t, 3600);
    tcase_add_test(t, no_verdict_differs);
}

LT_TESTS("sticking", add)

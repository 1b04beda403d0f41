/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs side by side give every bit that they give alone: all programs of stages/ that fit, and
 * programs made to meet each path, with random overrides, on every instruction set there is. */
#include "base/file.h"
#include "config.h"
#include "programs.h"
#include "run/block.h"

#include <dirent.h>
#include <stdint.h>

enum { RUNS = 41, PATIENCE = 6000 };

/* Deterministic and the same everywhere; uniform in [0, 1). */
static double uniform(uint64_t *seed) {
    *seed = *seed * 6364136223846793005U + 1442695040888963407U;
    return (double)(*seed >> 11) * 0x1p-53;
}

static bool same(double a, double b) {
    return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

static const char *name_of(const struct lt_program *program, size_t slot) {
    for (size_t i = 0; i < program->names->count; i++)
        if (program->names->list[i].slot == slot)
            return program->names->list[i].name;
    return "?";
}

/* Compare COUNT runs with what lt_run gives; how many of them were done. */
static size_t compare(const char *what, const struct lt_program *program, enum lt_cpu cpu,
                      const struct lt_override *overrides, size_t n, size_t count) {
    size_t slots = program->names->slots, done = 0;
    double *values = calloc(count * slots, sizeof *values);
    struct lt_block_result *results = calloc(count, sizeof *results);
    struct lt_run_options options = {.max_steps = PATIENCE};
    struct lt_program free_program = *program;
    free_program.n_expects = 0;
    free_program.uses_critical = true; /* which a block leaves out otherwise */
    lt_block_run_on(cpu, &free_program, overrides, n, count, &options, values, results);
    for (size_t i = 0; i < count; i++) {
        const struct lt_override *own = n > 0 ? overrides + i * n : NULL;
        struct lt_result *alone = lt_run(&free_program, own, n, &options);
        ck_assert_msg(results[i].status == alone->status, "%s, cpu %d, run %zu: %s, alone %s", what,
                      cpu, i, results[i].message, alone->message);
        ck_assert_msg(strncmp(results[i].message, alone->message, 255) == 0,
                      "%s, cpu %d, run %zu: '%s', alone '%s'", what, cpu, i, results[i].message,
                      alone->message);
        for (size_t k = 0; k < slots; k++)
            ck_assert_msg(same(values[i * slots + k], alone->values[k]),
                          "%s, cpu %d, run %zu: %s is %.17g (%a), alone %.17g (%a)", what, cpu, i,
                          name_of(program, k), values[i * slots + k], values[i * slots + k],
                          alone->values[k], alone->values[k]);
        done += alone->status == LT_DONE;
        lt_run_free(alone);
    }
    free(results);
    free(values);
    return done;
}

/* Every let and every parameter of the law that is given, somewhere around its value. */
static struct lt_override *vary(const struct lt_program *program, size_t *n, uint64_t seed) {
    const struct lt_names *names = program->names;
    struct lt_run_options options = {.max_steps = 1};
    struct lt_result *nominal = lt_run(program, NULL, 0, &options);
    struct lt_override *overrides = calloc(RUNS * names->count, sizeof *overrides);
    const struct lt_name **varied = calloc(names->count, sizeof(struct lt_name *));
    *n = 0;
    for (size_t i = 0; i < names->count; i++) {
        const struct lt_name *name = &names->list[i];
        bool given =
            name->kind == LT_NAME_PARAM && program->params[name->slot - names->params].given;
        if (given || name->kind == LT_NAME_LET)
            varied[(*n)++] = name;
    }
    for (size_t run = 0; run < RUNS; run++)
        for (size_t i = 0; i < *n; i++) {
            double factor = run == 0 ? 1 : 0.7 + 0.6 * uniform(&seed);
            overrides[run * *n + i] =
                (struct lt_override){varied[i], nominal->values[varied[i]->slot] * factor};
        }
    free(varied);
    lt_run_free(nominal);
    return overrides;
}

/* Each of them by itself: what does not depend on it is set up only once. */
static void compare_each(const char *what, const struct lt_program *program) {
    size_t n;
    struct lt_override *overrides = vary(program, &n, 3), own[RUNS];
    for (size_t i = 0; i < n; i++) {
        for (size_t run = 0; run < RUNS; run++)
            own[run] = overrides[run * n + i];
        compare(what, program, lt_laws_cpu(), own, 1, RUNS);
    }
    free(overrides);
}

/* A copy of a law of the program counts as one from elsewhere if its entry is another one. */
static const struct lt_law *copied;

static void copied_one(const void *p, const void *d, const struct lt_move *m, void *x,
                       struct lt_out *o, void *e) {
    copied->one(p, d, m, x, o, e);
}

static struct lt_law copy_law(const struct lt_law *law) {
    struct lt_law copy = *law;
    copied = law->one == copied_one ? copied : law;
    copy.one = copied_one;
    return copy;
}

/* The laws for four and eight contacts side by side, without instructions for that. */
#define PLAIN_LAWS(F) F(linear) F(idealelpl) F(linel6) F(burgers)
#define DECLARE(id)   extern const struct lt_law lt_law_##id##_plain_4, lt_law_##id##_plain_8;
PLAIN_LAWS(DECLARE)
#define PLAIN_4(id) &lt_law_##id##_plain_4,
#define PLAIN_8(id) &lt_law_##id##_plain_8,
static const struct lt_law *const plain[][4] = {{PLAIN_LAWS(PLAIN_4)}, {PLAIN_LAWS(PLAIN_8)}};

static void compare_plain(const char *what, const struct lt_program *program,
                          const struct lt_override *overrides, size_t n) {
    for (size_t wide = 0; wide < 2; wide++)
        for (size_t i = 0; i < sizeof plain[0] / sizeof *plain[0]; i++) {
            if (strcmp(program->law->name, plain[wide][i]->name) != 0)
                continue;
            struct lt_law law = copy_law(program->law);
            struct lt_program other = *program;
            law.wide = plain[wide][i];
            other.law = &law;
            ck_assert_uint_eq(lt_laws_side(&law, LT_CPU_PLAIN).n, wide ? 8 : 4);
            compare(what, &other, LT_CPU_PLAIN, overrides, n, RUNS);
        }
}

static size_t compare_varied(const char *what, const struct lt_program *program) {
    size_t n, done = 0;
    struct lt_override *overrides = vary(program, &n, 1);
    compare_plain(what, program, overrides, n);
    for (int cpu = LT_CPU_PLAIN; cpu <= (int)lt_laws_cpu(); cpu++)
        done = compare(what, program, (enum lt_cpu)cpu, overrides, n, RUNS);
    free(overrides);
    return done;
}

/* ---- Programs of stages/ --------------------------------------------------------------------- */

/* NULL: what is written for exact may be no leapfrog. */
static struct lt_program *read_stage(const char *path, const char *integrator) {
    size_t length;
    char *text = lt_file_read(path, 1 << 20, &length);
    ck_assert_msg(text != NULL, "%s", path);
    struct lt_define define = {.text = integrator};
    struct lt_errors *errors = lt_errors_new();
    struct lt_program *program = lt_read_program(path, text, length, &define, 1, errors);
    lt_errors_free(errors);
    free(text);
    return program;
}

static int is_stage(const struct dirent *entry) {
    const char *dot = strrchr(entry->d_name, '.');
    return dot && strcmp(dot, ".yaml") == 0;
}

static int is_folder(const struct dirent *entry) {
    return entry->d_name[0] != '.' && !strchr(entry->d_name, '.');
}

static size_t compare_folder(const char *folder, size_t *done) {
    struct dirent **entries;
    size_t fitting = 0;
    int count = scandir(folder, &entries, is_stage, alphasort);
    for (int i = 0; i < count; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        struct lt_program *program = read_stage(path, "motion.integrator=leapfrog");
        struct lt_run_options options = {0};
        if (program && lt_block_fits(program, &options)) {
            fitting++;
            *done += compare_varied(path, program);
        }
        lt_program_free(program);
        free(entries[i]);
    }
    free(entries);
    return fitting;
}

START_TEST(stage_programs_agree) {
    const char *root = getenv("LT_STAGES");
    struct dirent **folders;
    size_t fitting = 0, done = 0;
    int count = scandir(root, &folders, is_folder, alphasort);
    ck_assert_int_gt(count, 0);
    for (int i = 0; i < count; i++) {
        char folder[512];
        snprintf(folder, sizeof folder, "%s/%s", root, folders[i]->d_name);
        fitting += compare_folder(folder, &done);
        free(folders[i]);
    }
    free(folders);
    ck_assert_uint_ge(fitting, 20);
    ck_assert_uint_ge(done, fitting * RUNS / 3); /* not all of them failures */
}
END_TEST

/* ---- Programs made for it -------------------------------------------------------------------- */

#define PAIR PAIR_OF("dp_nratio: 0.1, dp_mode: 3")
#define PAIR_OF(dashpot)                                                                           \
    "lawtester: 1\n"                                                                               \
    "let: {speed: 1, side: 0.4, push: 20}\n"                                                       \
    "materials: {glass: {density: 2500}}\n"                                                        \
    "particles:\n"                                                                                 \
    "  a: {shape: sphere, radius: 5e-3, material: glass}\n"                                        \
    "  b: {shape: sphere, radius: 8e-3, material: glass}\n"                                        \
    "law: {name: linear, kn: 1e5, ks: 5e4, fric: 0.3, " dashpot "}\n"
#define WALL                                                                                       \
    "lawtester: 1\n"                                                                               \
    "let: {speed: 1, side: 0.4, push: 20}\n"                                                       \
    "materials: {glass: {density: 2500}}\n"                                                        \
    "particles:\n"                                                                                 \
    "  a: {shape: wall, material: glass}\n"                                                        \
    "  b: {shape: sphere, radius: 8e-3, material: glass}\n"                                        \
    "law: {name: linear, kn: 1e5, ks: 5e4, fric: 0.3, dp_nratio: 0.1, dp_sratio: 0.2}\n"

static const struct {
    const char *what, *text;
    bool fits;
} cases[] = {
    {"head-on", PAIR "stages: [{whats: i....., values: [-speed, 0, 0, 0, 0, 0], until: rebound}]",
     true},
    {"all six",
     PAIR "motion: {phase: 0.3}\n"
          "stages: [{whats: iiiiii, values: [-speed, side, -side, 9, 30, -50], until: rebound}]",
     true},
    {"a square",
     PAIR
     "stages: [{whats: i....., values: [-speed, 0, 0, 0, 0, 0], until: un^2 > 4e-10*speed*speed}]",
     true},
    {"velocities that jump",
     PAIR "stages:\n"
          "  - repeat: 3\n"
          "    stages:\n"
          "      - {whats: i.i..i, values: [-speed, 0, side, 0, 0, 41], until: step >= 13}\n"
          "      - {whats: v.v..., values: [-0.3*speed, 0, 2.1*side, 0, 0, 0], until: step >= 17}",
     true},
    {"gravity",
     WALL "motion: {gravity: [-9.81, 1, 0], gap: 1e-4, dt: t_c/50}\n"
          "stages: [{whats: i....., values: [-speed, 0, 0, 0, 0, 0], until: bounces >= 3 or time > "
          "40*t_c}]",
     true},
    {"spins that nothing changes",
     "lawtester: 1\n"
     "let: {speed: 1, side: 0.4, push: 20}\n"
     "particles:\n"
     "  a: {shape: wall}\n"
     "  b: {shape: sphere, radius: 8e-3, density: 2500, rotates: false}\n"
     "law: {name: idealelpl, young: 1e7, relRollStiff: 0.2, relTwistStiff: 0.5, rollTanPhi: 0.1}\n"
     "stages: [{whats: iiiiii, values: [-speed, side, -side, 9, 30, -50], until: rebound}]",
     true},
    {"imposed",
     PAIR "motion: {dt: t_c/40}\n"
          "stages:\n"
          "  - {whats: v....., values: [-speed/50, 0, 0, 0, 0, 0], until: -un >= 1e-5*speed}\n"
          "  - {whats: vvvvvv, values: [0, side/9, 0, 0, 0, 0], until: us > 3e-5 and not broken}\n"
          "  - {whats: .i...., values: [0, -side, 0, 0, 0, 0], until: broken or step >= 500}",
     true},
    {"forced",
     PAIR "stages: [{whats: ff...., values: [-push, push/5, 0, 0, 0, 0], until: time > 2*t_c}]",
     true},
    {"overdamped",
     PAIR_OF("dp_nratio: 1.2, dp_mode: 0") "stages: [{whats: ii...., values: [-speed, side, 0, 0, "
                                           "0, 0], until: rebound}]",
     true},
    {"held by its weight",
     WALL "motion: {gravity: [-9.81, 0, 0]}\n"
          "stages: [{whats: i....., values: [-speed/1000, 0, 0, 0, 0, 0], until: broken}]",
     true},
    {"now and then",
     PAIR "stages: [{whats: ii...., values: [-speed, side, 0, 0, 0, 0], until: rebound, "
          "until_every: 7}]",
     true},
    {"errors",
     PAIR "stages: [{whats: ff...., values: [-push, push/9, 0, 0, 0, 0], until: fn_err < 0.5 and "
          "contact}]",
     false},
    {"actions",
     PAIR "stages:\n"
          "  - name: hit\n"
          "    whats: ii....\n"
          "    values: [-speed, side, 0, 0, 0, 0]\n"
          "    until: slip_change or rebound\n"
          "    done: [{set: {fric: 0.2 + fric/2}}, {keep: {side_force: ft}}, {mark: half}]\n"
          "  - name: go\n"
          "    whats: ......\n"
          "    values: [0, 0, 0, 0, 0, 0]\n"
          "    until: vn > 0 or broken\n"
          "    done: [{reset: [E_slip]}, {restart: 2}]\n",
     true},
    {"a way of shear set between stages",
     "lawtester: 1\n"
     "let: {speed: 1, side: 0.4, push: 20}\n"
     "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5e-3, density: 2500}}\n"
     "law: {name: mindlin, young_eff: 1e8, shear_eff: 2e7, fric: 0.1, tangential: secant}\n"
     "stages:\n"
     "  - whats: vv....\n"
     "    values: [-speed/5, side, 0, 0, 0, 0]\n"
     "    until: step > 20\n"
     "    done: [{set: {tangential: partial-slip}}]\n"
     "  - {whats: vv...., values: [-speed, side, 0, 0, 0, 0], until: step > 40}\n",
     false},
    {"a memory set between stages",
     "lawtester: 1\n"
     "let: {speed: 1, side: 0.4, push: 20}\n"
     "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5e-3, density: 2500}}\n"
     "law: {name: luding, kn1: 1e4, kn2: 5e4, kc: 2e4, phi_f: 0.05, memory: 0}\n"
     "stages:\n"
     "  - whats: vv....\n"
     "    values: [-speed/5, side, 0, 0, 0, 0]\n"
     "    until: step > 20\n"
     "    done: [{set: {memory: 1}}]\n"
     "  - {whats: vv...., values: [speed/13, -side/8, 0, 0, 0, 0], until: step > 40}\n",
     true},
    {"moduli set one by one",
     "lawtester: 1\n"
     "let: {speed: 1, side: 0.4, push: 20}\n"
     "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5e-3, density: 2500}}\n"
     "law: {name: hertz, young: 1e9, poisson: 0.3, en: 0.7, en_end: gap-zero}\n"
     "stages:\n"
     "  - whats: i.....\n"
     "    values: [-speed, 0, 0, 0, 0, 0]\n"
     "    until: un < -1e-5 or step > 40\n"
     "    done: [{set: {poisson: 0.4*side}}]\n"
     "  - whats: ......\n"
     "    values: [0, 0, 0, 0, 0, 0]\n"
     "    until: un < -2e-5 or step > 40\n"
     "    done: [{set: {young: 1e8*push}}, {set: {en: side}}]\n"
     "  - {whats: ......, values: [0, 0, 0, 0, 0, 0], until: rebound or step > 200}\n",
     true},
    {"columns of the law",
     PAIR "stages: [{whats: ii...., values: [-speed, side, 0, 0, 0, 0], until: rebound}]\n"
          "record: {columns: [t, dp_force_n, dp_force_s]}",
     true},
    {"unstable",
     PAIR "motion: {dt: 60*t_c*dp_nratio}\n"
          "stages: [{whats: v....., values: [-speed, 0, 0, 0, 0, 0], until: fn > 0}]",
     true},
    {"unstable spring",
     PAIR "motion: {dt: 1e160*t_c}\n"
          "stages: [{whats: vi...., values: [-speed, side, 0, 0, 0, 0], until: us > 1e300}]",
     true},
    {"never ends",
     PAIR "stages: [{whats: i....., values: [speed, 0, 0, 0, 0, 0], until: rebound, max_steps: "
          "300}]",
     true},
    {"a contact time that is none",
     "lawtester: 1\n"
     "let: {speed: 0.1, side: 0.4, push: 20, much: 1}\n"
     "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5e-3, density: 2500}}\n"
     "law: {name: far, c: much, define: {params: {kn: 1e5, c: 1}, contact_time: sqrt(c - 0.9),\n"
     "  force: {fn: kn*un}, strain: kn*un^2/2}}\n"
     "motion: {dt: 1e-6}\n"
     "stages: [{whats: i....., values: [-speed, 0, 0, 0, 0, 0], until: un < -1, max_steps: 50}]",
     true},
    {"a law that has no value where it is tried",
     "lawtester: 1\n"
     "let: {speed: 0.2, side: 0.4, push: 20}\n"
     "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5e-3, density: 2500}}\n"
     "law: {name: dragged, define: {params: {kn: 1e5, h: 0.1}, force: {fn: kn*un},\n"
     "  viscous: {vfn: h*kn*abs(un)*vn/abs(vn)}, strain: kn*un^2/2}}\n"
     "motion: {dt: 1e-7}\n"
     "stages: [{whats: i....., values: [-speed, 0, 0, 0, 0, 0], until: broken, max_steps: 5000,\n"
     "  done: [{keep: {k: sqrt(bounces - 10)}}]}]",
     true},
    {"no number",
     PAIR "stages: [{whats: i....., values: [-speed, 0, 0, 0, 0, 0], until: 1/(step - 20) > 5}]",
     true},
    {"results in until",
     PAIR "stages: [{whats: i....., values: [-speed, 0, 0, 0, 0, 0], until: e_n > 0}]", false},
    {"functions in until",
     PAIR "stages: [{whats: i....., values: [-speed, 0, 0, 0, 0, 0],\n"
          "  until: 'sqrt(time) > 1e-3 or hypot(un, us) > 1'}]",
     true},
    {"choices in until",
     PAIR "stages: [{whats: i....., values: [-speed, 0, 0, 0, 0, 0],\n"
          "  until: 'select(un < 0, sin(1e4*time), contact and 1 or -un/dt) > 0.6'}]",
     true},
    {"varies",
     PAIR "stages: [{whats: v....., values: [-speed*time, 0, 0, 0, 0, 0], until: time > t_c}]",
     false},
    {"balance",
     PAIR "motion: {gap: -1e-6}\n"
          "stages: [{whats: s....., values: [-push, 0, 0, 0, 0, 0], until: step >= 20}]",
     false},
    {"exact",
     PAIR "motion: {integrator: exact}\n"
          "stages: [{whats: i....., values: [-speed, 0, 0, 0, 0, 0], until: rebound}]",
     false},
};

/* Lets that reach what else is set up. */
static const char *const reaching[] = {
    "lawtester: 1\n"
    "let: {r: 5e-3, size: 2*r, rho: 2500, g: 9.81, start: 0.3, k: 1e5, mu: 0.3, v: 0.2,\n"
    "      many: 50}\n"
    "materials: {glass: {density: rho, fric: mu}}\n"
    "particles:\n"
    "  a: {shape: sphere, radius: r, material: glass, fixed: true}\n"
    "  b: {shape: sphere, radius: size, material: glass}\n"
    "law: {name: linear, kn: k, ks: k/2, dp_nratio: 0.1}\n"
    "motion: {gravity: [-g, 0, 0], phase: start, dt: t_c/many}\n"
    "stages: [{whats: ii...., values: [-v, 2*v, 0, 0, 0, 0], until: rebound, max_steps: 900}]",

    "lawtester: 1\n"
    "let: {r: 5e-3, depth: 1e-6, k: 1e8, ratio: 2, size: 1e-5}\n"
    "particles: {a: {shape: wall}, b: {shape: sphere, radius: r, density: 2500}}\n"
    "law: {name: linear, emod: k, kratio: ratio, user_area: size, fric: 0.3, dp_nratio: 0.1}\n"
    "motion: {gap: -depth}\n"
    "stages:\n"
    "  - {whats: i....., values: [-ratio/9, 0, 0, 0, 0, 0], until: rebound, max_steps: 900}\n"
    "  - {whats: v....., values: [t_c*kn, 0, 0, 0, 0, 0], until: step >= 20}",

    /* A contact that is made at a gap, which the file does not give, or where it begins. */
    "lawtester: 1\n"
    "let: {far: 2e-6, speed: 0.1}\n"
    "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5e-3, density: 2500}}\n"
    "law: {name: far, r: far, define: {params: {kn: 1e5, r: 1e-6}, reach: r,\n"
    "  active: un <= r and un > -1, force: {fn: kn*(un - r)}}}\n"
    "stages: [{whats: v....., values: [-speed, 0, 0, 0, 0, 0], until: step >= 20}]",

    /* Stages that impose all after one that is free, before there is a contact. */
    "lawtester: 1\n"
    "let: {speed: 0.2}\n"
    "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5e-3, density: 2500}}\n"
    "law: {name: linear, kn: 1e5, ks: 5e4, fric: 0.3}\n"
    "motion: {gap: 2e-5}\n"
    "stages:\n"
    "  - {whats: i....., values: [-speed, 0, 0, 0, 0, 0], until: un < 1e-5}\n"
    "  - {whats: vvvvvv, values: [-speed, 0, 0, 0, 0, 0], until: un < -1e-5}",

    /* A velocity of -0. */
    "lawtester: 1\n"
    "let: {speed: 0.2, side: 0.1}\n"
    "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5e-3, density: 2500}}\n"
    "law: {name: linear, kn: 1e5, ks: 5e4, fric: 0.3}\n"
    "stages:\n"
    "  - {whats: v....., values: [-speed, 0, 0, 0, 0, 0], until: un < -1e-6}\n"
    "  - whats: vvvvvv\n"
    "    values: [-speed, 'side > 0.09 and -0.0*speed or side', 0, 0, 0, 0]\n"
    "    until: un < -1e-5",

    /* A bridge that is taken away. */
    "lawtester: 1\n"
    "let: {v: 0.1, n: 10}\n"
    "particles:\n"
    "  a: {shape: sphere, radius: 4e-3, density: 2500}\n"
    "  b: {shape: sphere, radius: 5e-3, density: 2500}\n"
    "law: {name: liquid-bridge, kn: 1e5, ks: 1e4, fric: 0.3, bridge_volume: 1e-12,\n"
    "  bridge_gamma: 0.07}\n"
    "motion: {gap: -1e-6}\n"
    "stages:\n"
    "  - whats: i.....\n"
    "    values: [-v, 0, 0, 0, 0, 0]\n"
    "    until: step >= n\n"
    "    done: [{set: {bridge_volume: 0}}]\n"
    "  - {whats: ......, values: [0, 0, 0, 0, 0, 0], until: step >= 20}",

    /* Friction beyond all numbers beside one that slips. */
    "lawtester: 1\n"
    "let: {phi: 1}\n"
    "particles:\n"
    "  a: {shape: sphere, radius: 5e-3, density: 2500}\n"
    "  b: {shape: sphere, radius: 5e-3, density: 2500}\n"
    "law: {name: idealelpl, young: 1e9, tanPhi: 'select(phi > 1.1, 1e308, 0.05)'}\n"
    "stages: [{whats: ii...., values: [-0.1, 0.12, 0, 0, 0, 0], until: step >= 40}]",

    /* What the materials make of the pair. */
    "lawtester: 1\n"
    "let: {r: 5e-3, rho: 2500, depth: 1e-6}\n"
    "materials: {glass: {density: rho, kn: 1e5}, steel: {density: 7000, kn: 2e5}}\n"
    "particles:\n"
    "  a: {shape: sphere, radius: 4e-3, material: glass}\n"
    "  b: {shape: sphere, radius: r, material: steel}\n"
    "law: {name: made, define: {params: {kn: {default: 1e5, mix: a*b/(a + b)*m_eff*r_eff*1e6}},\n"
    "  force: {fn: kn*un}}}\n"
    "motion: {gap: -depth}\n"
    "stages: [{whats: i....., values: [-0.1, 0, 0, 0, 0, 0], until: step >= 20}]",

    /* ... by a rule of the file, and where both agree. */
    "lawtester: 1\n"
    "let: {r: 5e-3, rho: 2500, k: 1e5, e: 0.5}\n"
    "materials:\n"
    "  glass: {density: rho, kn: k, en: e, dp_mode: no-tension}\n"
    "  steel: {density: 7000, kn: 2e5, en: e, dp_mode: no-tension}\n"
    "particles:\n"
    "  a: {shape: sphere, radius: 4e-3, material: glass}\n"
    "  b: {shape: sphere, radius: r, material: steel}\n"
    "law: {name: linear-elastic, mixing: {kn: a*b/(a + b)*m_eff*r_eff*1e6}}\n"
    "motion: {gap: -1e-6}\n"
    "stages: [{whats: i....., values: [-0.1, 0, 0, 0, 0, 0], until: step >= 20}]",
};

START_TEST(lets_that_reach_far_agree) {
    struct lt_program *program = read_program(reaching[_i], NULL);
    struct lt_run_options options = {0};
    ck_assert(lt_block_fits(program, &options));
    ck_assert_uint_ge(compare_varied("reaching", program), RUNS / 2);
    compare_each("reaching", program);
    lt_program_free(program);
}
END_TEST

START_TEST(made_programs_agree) {
    struct lt_program *program = read_program(cases[_i].text, NULL);
    struct lt_run_options options = {0};
    ck_assert_msg(lt_block_fits(program, &options) == cases[_i].fits, "%s", cases[_i].what);
    compare_varied(cases[_i].what, program);
    compare_each(cases[_i].what, program);
    lt_program_free(program);
}
END_TEST

/* From fewer than are worth a block to several blocks. */
START_TEST(any_number_of_runs) {
    struct lt_program *program = read_program(cases[0].text, NULL);
    size_t n;
    struct lt_override *overrides = vary(program, &n, 2);
    for (size_t count = 0; count <= RUNS; count += 1 + count / 3)
        compare("count", program, lt_laws_cpu(), overrides, n, count);
    ck_assert_uint_eq(compare("no overrides", program, lt_laws_cpu(), NULL, 0, RUNS), RUNS);
    free(overrides);
    lt_program_free(program);
}
END_TEST

static void note(double fraction, void *data) {
    *(double *)data = fraction;
}

START_TEST(interrupted_runs_say_so) {
    struct lt_program *program = read_program(cases[0].text, NULL);
    double *values = calloc(RUNS * program->names->slots, sizeof *values), seen = 0;
    struct lt_block_result results[RUNS];
    int stop = 1;
    struct lt_run_options options = {.interrupted = &stop, .progress = note, .data = &seen};
    lt_block_run(program, NULL, 0, RUNS, &options, values, results);
    for (size_t i = 0; i < RUNS; i++)
        ck_assert_int_eq(results[i].status, LT_INTERRUPTED);
    ck_assert_double_eq(seen, 1);
    free(values);
    lt_program_free(program);
}
END_TEST

/* A law from elsewhere has one block, whatever the machine, and runs by itself. */
START_TEST(foreign_laws_run_alone) {
    const struct lt_law *linear = lt_laws_find("linear");
    struct lt_law foreign = copy_law(linear);
    for (int cpu = LT_CPU_PLAIN; cpu <= LT_CPU_AVX512; cpu++) {
        ck_assert(lt_laws_block(&foreign, (enum lt_cpu)cpu) == foreign.block);
        ck_assert_uint_eq(lt_laws_side(&foreign, (enum lt_cpu)cpu).n, 0);
    }
    ck_assert_uint_ge(lt_laws_side(linear, lt_laws_cpu()).n, 2);
    struct lt_program *program = read_program(cases[0].text, NULL);
    program->law = &foreign;
    compare_varied("foreign law", program);
    lt_program_free(program);
}
END_TEST

/* Without vectors it is one contact at a time, with the same bits. */
START_TEST(without_vectors_one_by_one) {
    extern const struct lt_law lt_law_linear_one;
    ck_assert(!lt_law_linear_one.march_rows);
    struct lt_program *program = read_program(cases[0].text, NULL);
    struct lt_result *vectors = run_program(program);
    program->law = &lt_law_linear_one;
    compare_varied("without vectors", program);
    struct lt_result *none = run_program(program);
    ck_assert_mem_eq(none->values, vectors->values, program->names->slots * sizeof(double));
    lt_run_free(none);
    lt_run_free(vectors);
    lt_program_free(program);
}
END_TEST

/* One in doubles goes side by side by its block, except where vectors have but two numbers, or none
 * are built, as for sanitizers. */
START_TEST(blocks_of_foreign_laws_agree) {
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct lt_program *program = read_program(cases[i].text, NULL);
        if (program->law == lt_laws_builtin[0]) {
            struct lt_law foreign = copy_law(program->law);
            foreign.n_rows = LT_LANES;
            for (int cpu = LT_CPU_PLAIN; cpu <= LT_CPU_AVX512; cpu++)
                ck_assert_uint_eq(lt_laws_side(&foreign, (enum lt_cpu)cpu).n,
                                  LT_X86 && cpu ? 4 * (unsigned)cpu : 0);
            program->law = &foreign;
            compare_varied(cases[i].what, program);
        }
        lt_program_free(program);
    }
}
END_TEST

/* A view without a value while the particles are apart ends a run, wherever that is. */
START_TEST(views_of_foreign_laws_are_looked_at) {
    static const struct lt_view views[] = {{"root", "m^0.5", "sqrt(-un)", "of the overlap"}, {0}};
    struct lt_law foreign = copy_law(lt_laws_find("linear"));
    foreign.n_rows = LT_LANES;
    foreign.views = views;
    const struct lt_law *const laws[] = {&foreign, NULL};
    const char *text =
        WALL "motion: {dt: 1e-6, gap: -1e-5, gravity: [-9.81, 0, 0]}\n"
             "stages: [{whats: i....., values: [0, 0, 0, 0, 0, 0], until: bounces >= 2}]\n"
             "record: {columns: [t, root]}";
    struct lt_errors *errors = lt_errors_new();
    struct lt_program *program =
        lt_read_with(laws, false, "test.yaml", text, strlen(text), NULL, 0, errors);
    ck_assert(program && program->uses_views);
    ck_assert_uint_eq(compare("views", program, lt_laws_cpu(), NULL, 0, 5), 0);
    lt_program_free(program);
    lt_errors_free(errors);
}
END_TEST

/* ---- What a law is asked --------------------------------------------------------------------- */

/* Where the stiffness is among the parameters, its least; the most overlap; the block to ask. */
static struct {
    size_t kn;
    double least, deepest;
    lt_law_block *block;
} led;

/* Every place is as a run leads there. */
static void ask_where_runs_lead(const void *p, const void *d, const struct lt_move_lanes *m,
                                void *x, struct lt_out_lanes *o, void *e) {
    const double *kn = (const double *)p + led.kn * LT_LANES;
    for (size_t i = 0; i < LT_LANES; i++)
        ck_assert_msg(kn[i] >= led.least && m->dt[i] > 0 && m->vn[i] != 0 &&
                          m->un[i] >= -led.deepest && m->un[i] <= led.deepest,
                      "place %zu: kn = %g, un = %g, vn = %g", i, kn[i], m->un[i], m->vn[i]);
    led.block(p, d, m, x, o, e);
}

#define LED(stage)                                                                                 \
    "lawtester: 1\n"                                                                               \
    "let: {v: 0.1, k: 1e5}\n"                                                                      \
    "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5e-3, density: 2500}}\n"             \
    "law: {name: linear, kn: k}\n"                                                                 \
    "motion: {dt: 1e-6}\n"                                                                         \
    "stages: [{values: [-v, 0, 0, 0, 0, 0], " stage "}]"
#define PRESSED LED("whats: vvvvvv, until: un < -1e-5")
#define HIT     LED("whats: i....., until: rebound")

static const struct {
    const char *what, *text;
    double k, v; /* of the run WHICH; the others have 1e5 and 0.1 */
    size_t which, done;
} leads[] = {
    {"the first fails", PRESSED, -1, 0.1, 0, 4},       {"the last fails", PRESSED, -1, 0.1, 4, 4},
    {"one takes longer", PRESSED, 1e5, 0.002, 2, 5},   {"one is hard", HIT, 1e300, 0.1, 0, 4},
    {"the last one is hard", HIT, 1e300, 0.1, 4, 4},   {"all the same", HIT, 1e5, 0.1, 0, 5},
    {"the first takes longer", HIT, 1e3, 0.001, 0, 5},
};

START_TEST(laws_are_asked_where_runs_lead) {
    enum { FEW = 5 };
    struct lt_program *program = read_program(leads[_i].text, NULL);
    struct lt_law foreign = copy_law(program->law);
    struct lt_override overrides[2 * FEW];
    for (size_t i = 0; i < FEW; i++) {
        const bool other = i == leads[_i].which;
        overrides[2 * i] = override_of(program, "k", other ? leads[_i].k : 1e5);
        overrides[2 * i + 1] = override_of(program, "v", other ? leads[_i].v : 0.1);
    }
    led.kn = (size_t)lt_laws_param(&foreign, "kn");
    led.least = fmin(fabs(leads[_i].k), 1e5);
    led.deepest = 1.2e-5;
    led.block = foreign.block;
    foreign.block = ask_where_runs_lead;
    foreign.n_rows = LT_LANES;
    program->law = &foreign;
    for (int cpu = LT_CPU_PLAIN; cpu <= (int)lt_laws_cpu(); cpu++)
        ck_assert_uint_eq(compare(leads[_i].what, program, (enum lt_cpu)cpu, overrides, 2, FEW),
                          leads[_i].done);
    lt_program_free(program);
}
END_TEST

static void add(TCase *tcase) {
    tcase_add_test(tcase, stage_programs_agree);
    tcase_add_loop_test(tcase, made_programs_agree, 0, sizeof cases / sizeof cases[0]);
    tcase_add_loop_test(tcase, lets_that_reach_far_agree, 0, sizeof reaching / sizeof reaching[0]);
    tcase_add_test(tcase, any_number_of_runs);
    tcase_add_test(tcase, interrupted_runs_say_so);
    tcase_add_test(tcase, foreign_laws_run_alone);
    tcase_add_test(tcase, without_vectors_one_by_one);
    tcase_add_test(tcase, blocks_of_foreign_laws_agree);
    tcase_add_test(tcase, views_of_foreign_laws_are_looked_at);
    tcase_add_loop_test(tcase, laws_are_asked_where_runs_lead, 0, sizeof leads / sizeof leads[0]);
}

LT_TESTS("block", add)

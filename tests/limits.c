/* SPDX-License-Identifier: GPL-3.0-or-later */
/* limits.c LAWTESTER ROOT SEED COUNT: t_crit of impacts drawn at random, of all laws without
 * dashpots.
 *
 * An impact is followed in short steps. Where it has come to, again and again, its contact swings
 * freely, by so little that nothing slips or yields, in steps that are narrowed down to the longest
 * in which it does not swing more and more. The least of these is the limit: over t_crit it lies in
 * [1, 1.3], but for what a law declares. In steps of 0.97 t_crit no run is told to be unstable, in
 * steps of 1.01 times the limit of what moves each is. Prints each impact as a line of TAP, and how
 * the ratios lie.
 */
#include "base/arena.h"
#include "base/errors.h"
#include "program/vary.h"
#include "random/random.h"
#include "registry/laws.h"
#include "run/running.h"
#include "step/balance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- An impact without dashpots -------------------------------------------------------------- */

/* Parameters and words of parts that dissipate by the velocity. And four words of parts beside
 * which the contact has no elastic swing of a small amplitude: a moment that jumps with the
 * direction (constant), slip without a memory (lagging, memoryless), annuli that slip at any
 * amplitude (partial-slip). */
static bool damps(const struct param *p) {
    static const char names[] =
        " dp_nratio dp_sratio dp_mode cn ct en en_end et et_rule alpha phi "
        "A lambda eta_m eta_ma tangential_ratio gamma_r gamma_to "
        "roll_viscosity roll_damping c_roll c_twist beta e dmgTau plTau film_form ",
                      words[] = " viscous constant lagging memoryless partial-slip ";
    char name[NAME + 2], word[NAME + 2];
    snprintf(name, sizeof name, " %s ", p->name);
    snprintf(word, sizeof word, " %s ", p->word);
    return strstr(names, name) || (*p->word && strstr(words, word));
}

/* Numbers that random programs leave at nothing: of a law, or of a part that is chosen, in units of
 * the contact. */
static const struct more {
    const char *of, *name;
    double low, high, length; /* a stiffness, by this power of the radius; NAN: the number itself */
} more[] = {
    {"lubrication", "kn", 0.3, 1, 0},
    {"lubrication", "ks", 0.3, 1, 0},
    {"parallel", "pb_kn", 0.1, 1, -2},
    {"parallel", "pb_ks", 0.1, 1, -2},
    {"parallel", "pb_ten", 1e30, 1e30, NAN},
    {"parallel", "pb_coh", 1e30, 1e30, NAN},
    {"beam", "bb_kr", 0.1, 1, 0},
    {"beam", "bb_ks", 0.1, 1, 0},
    {"beam", "bb_kt", 0.1, 1, 2},
    {"beam", "bb_kb", 0.1, 1, 2},
    {"damage", "db_kn", 0.1, 1, -2},
    {"damage", "db_ks", 0.1, 1, -2},
    {"contact", "cb_kt", 0.1, 1, 2},
    {"contact", "cb_kb", 0.1, 1, 2},
    {"contact", "cb_tenf", 1e30, 1e30, NAN},
    {"contact", "cb_shearf", 1e30, 1e30, NAN},
    {"soft-bond", "sb_kn", 0.1, 1, -2},
    {"soft-bond", "sb_ks", 0.1, 1, -2},
    {"soft-bond", "sb_ten", 1e30, 1e30, NAN},
    {"soft-bond", "sb_coh", 1e30, 1e30, NAN},
    {"burgers", "bur_knm", 0.3, 1, 0},
    {"burgers", "bur_ksm", 0.3, 1, 0},
    {"burgers", "bur_knk", 0.3, 3, 0},
    {"burgers", "bur_ksk", 0.3, 3, 0},
    {"burgers", "bur_fric", 0.1, 1, NAN},
};

/* The word of a part: as it is written, or by default. */
static const char *part_of(const struct program *p, const char *kind) {
    for (int i = 0; i < p->param_count; i++)
        if (strcmp(p->params[i].name, kind) == 0)
            return p->params[i].word;
    for (int i = 0; i < p->law->choice_count; i++)
        if (strcmp(p->law->choices[i].name, kind) == 0)
            return p->law->choices[i].words[p->law->choices[i].preset];
    return "";
}

static void add_more(struct program *p, struct draws *d) {
    const double a = p->particles[0].radius, b = p->particles[1].radius;
    const double radius = strcmp(p->particles[0].shape, "wall") == 0   ? b
                          : strcmp(p->particles[1].shape, "wall") == 0 ? a
                                                                       : fmin(a, b);
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        const struct more *m = &more[i];
        const double share = draw_between(d, m->low, m->high);
        if (strcmp(p->law->name, m->of) != 0 && strcmp(part_of(p, "bond"), m->of) != 0)
            continue;
        struct param *to = &p->params[p->param_count++];
        *to = (struct param){
            .number = isnan(m->length) ? share : share * p->spring * pow(radius, m->length)};
        strcpy(to->name, m->name);
    }
    if (strcmp(p->law->name, "lubrication") != 0)
        return;
    /* A film that takes some of the impact, and reaches a little further than that. */
    const double momentum = p->spring * pow(p->scale_time / M_PI, 2) * p->speed;
    struct param *to = &p->params[p->param_count];
    to[0] = (struct param){.name = "viscosity", .number = 1e-3 * momentum / (radius * radius)};
    to[1] = (struct param){.name = "film_range", .number = 10 * p->length / radius};
    p->param_count += 2;
}

/* All moves freely and at once; a quarter of the impacts is head on. */
static void make_impact(struct program *p) {
    struct stage *stage = &p->stages[0];
    struct draws d = {p->seed + 77};
    const bool oblique = draw_chance(&d, 0.75);
    int kept = 0;
    for (int i = 0; i < p->param_count; i++)
        if (!damps(&p->params[i]))
            p->params[kept++] = p->params[i];
    p->param_count = kept;
    if (strcmp(p->law->name, "my-law") == 0)
        p->params[p->param_count++] = (struct param){.name = "beta"};
    for (int i = 0; i < kept; i++)
        if (p->law->of_parts && strcmp(p->params[i].name, "damping") == 0)
            strcpy(p->params[i].word, "none");
    add_more(p, &d);
    strcpy(p->frame, "contact");
    strcpy(p->integrator, "leapfrog");
    *p->dashpot = *p->entry = *p->levels = *p->lever = *p->start = '\0';
    p->has_gap = p->has_phase = p->has_gravity = p->materials = false;
    p->weight = -1;
    p->dt = p->scale_time / 1000;
    p->stage_count = p->repeat = p->every = 1;
    for (int i = 0; i < 6; i++)
        p->particles[i / 3].velocity[i % 3] = p->particles[i / 3].spin[i % 3] = 0;
    *stage = (struct stage){.whats = "i.....", .until = UNTIL_FORMULA};
    strcpy(stage->formula, "rebound or bounces >= 1 and c_time > 4*t_c");
    stage->values[0].amount = -p->speed * draw_decades(&d, 0.1, 1);
    if (!oblique)
        return;
    const bool disc = strcmp(p->particles[0].shape, "disc") == 0;
    for (int i = 1; i < DOFS; i++) {
        stage->whats[i] = disc && i != 2 && i != 4 ? '.' : 'i';
        stage->values[i].amount = stage->whats[i] == '.' ? 0
                                                         : draw_between(&d, -1, 1) * p->speed /
                                                               (i < 3 ? 1 : p->particles[0].radius);
    }
}

/* ---- The limit at one state ------------------------------------------------------------------ */

struct swing {
    const struct lt_running *run;
    char whats[LT_DOFS + 1]; /* what moves */
    double u[LT_DOFS], f[LT_DOFS], state[LT_BALANCE_STATE], active;
};

static double random_share(void) {
    static struct draws d = {1};
    return draw_between(&d, -1, 1);
}

static void ask_swing(struct swing *s, const double *du, const double *v, double dt) {
    struct lt_setup *setup = (struct lt_setup *)&s->run->setup;
    struct lt_drive_step step;
    for (int i = 0; i < LT_DOFS; i++)
        s->u[i] += du[i];
    lt_drive_set_step(&step, s->u, du, v, dt, s->active);
    double loss[64];
    setup->program->law->one(setup->values + setup->program->names->params, setup->derived,
                             &step.move, s->state, &step.out, loss);
    memcpy(s->f, step.f, sizeof s->f);
    s->active = step.active;
}

/* Along n it is unloaded a little; across it a tenth of each force is taken back: it neither yields
 * nor slips. */
static struct swing begin_swing(const struct lt_running *run, double overlap, bool all) {
    static const double back = 1e-3, probe = 1e-9, unloaded = 0.1;
    const struct lt_setup *setup = &run->setup;
    const double *values = setup->values, none[LT_DOFS] = {0};
    struct swing s = {.run = run, .active = 1, .whats = "......"};
    double du[LT_DOFS] = {back * overlap};
    memcpy(s.u, values + LT_UN, sizeof s.u);
    memcpy(s.state, values + setup->program->names->state,
           setup->program->law->n_state * sizeof(double));
    ask_swing(&s, du, none, setup->dt);
    du[0] = 0;
    for (int i = 1; i < LT_DOFS; i++) {
        const double f = s.f[i],
                     by = copysign(probe * overlap / (i < 3 ? 1 : setup->pair.r_eff), f);
        struct swing tried = s;
        du[i] = -by;
        ask_swing(&tried, du, none, setup->dt);
        du[i] = f != 0 && (f - tried.f[i]) / by > 0 ? -unloaded * f * by / (f - tried.f[i]) : 0;
        ask_swing(&s, du, none, setup->dt);
        du[i] = 0;
    }
    for (int i = 0; i < LT_DOFS; i++)
        if (!all && values[LT_UN + i] == 0 && values[LT_VN + i] == 0)
            s.whats[i] = 'v';
    return s;
}

static bool swings_more(const struct swing *from, double overlap, double dt) {
    enum { STEPS = 400 };
    struct lt_setup *setup = (struct lt_setup *)&from->run->setup;
    struct swing s = *from;
    struct lt_inertia inertia;
    double v[LT_DOFS] = {0}, du[LT_DOFS] = {0}, first = 0;
    lt_motion_inertia(setup->mobility, from->whats, &inertia);
    for (int i = 0; i < LT_DOFS; i++) {
        const double unit = 1e-9 * overlap / (i < 3 ? 1 : setup->pair.r_eff);
        du[i] = inertia.p.own[i] > 0 ? unit * random_share() : 0;
    }
    for (int n = 0; n < STEPS; n++) {
        double most = 0, force[LT_DOFS];
        ask_swing(&s, du, v, dt);
        for (int i = 0; i < LT_DOFS; i++) {
            most = fmax(most, fabs(s.u[i] - from->u[i]) * (i < 3 ? 1 : setup->pair.r_eff));
            force[i] = from->f[i] - s.f[i];
        }
        first = n == 0 ? most : first;
        if (most > 1000 * first || !isfinite(most))
            return true;
        for (size_t i = 0; i < LT_DOFS; i++) {
            v[i] += dt * lt_motion_times(&inertia.p, i, force);
            du[i] = dt * v[i];
        }
    }
    return false;
}

/* Of those DoFs that have moved, or of all; INFINITY: none within four t_crit. */
static double limit_here(const struct lt_running *run, double t_crit, bool all) {
    const double overlap = -run->setup.values[LT_UN];
    const struct swing s = begin_swing(run, overlap, all);
    double low = 0.25 * t_crit, high = 4 * t_crit;
    if (!(overlap > 0) || !swings_more(&s, overlap, high))
        return INFINITY;
    if (swings_more(&s, overlap, low))
        return low;
    while (high > low * 1.0005) {
        const double middle = sqrt(low * high);
        *(swings_more(&s, overlap, middle) ? &high : &low) = middle;
    }
    return low;
}

/* ---- An impact ------------------------------------------------------------------------------- */

static struct lt_program *read_drawn(const struct program *drawn) {
    char path[64], text[1 << 14];
    snprintf(path, sizeof path, "/tmp/limits-%ld.yaml", (long)getpid());
    program_write(drawn, path, "");
    FILE *file = fopen(path, "r");
    const size_t length = file ? fread(text, 1, sizeof text, file) : 0;
    if (file)
        fclose(file);
    unlink(path);
    struct lt_errors *errors = lt_errors_new();
    struct lt_program *program = lt_read_program(path, text, length, NULL, 0, errors);
    lt_errors_free(errors);
    return program;
}

struct measured {
    double t_crit, limit, moving; /* limit: of all that may move; of what does */
    bool low, high;               /* told at 0.97 t_crit; at 1.01 of what moves, or that is none */
    bool declared; /* its state flows while nothing moves: t_crit is of that, and it swings as it
                      likes */
};

static struct lt_override step_of(const struct lt_program *program, double dt) {
    return (struct lt_override){lt_vary_find(program, "motion.dt", program->arena).name, dt};
}

static bool is_told(const struct lt_program *program, double dt) {
    const struct lt_override own = step_of(program, dt);
    struct lt_result *result = lt_run(program, &own, 1, &(struct lt_run_options){.max_steps = 1e6});
    bool told = false;
    for (size_t i = 0; i < result->n_warnings; i++)
        told |=
            strstr(result->warnings[i], "unstable") || strstr(result->warnings[i], "not resolved");
    lt_run_free(result);
    return told;
}

/* In steps short enough, with forty looks in a contact time. What pulls may be unstable by itself.
 */
static bool follow(const struct lt_program *program, struct lt_expr *expr, struct measured *m) {
    enum { SHORT = 40, LOOKS = 40, MOST = 200000 };
    struct lt_arena *arena = lt_arena_new();
    struct lt_running run;
    const struct lt_run_options options = {.stepwise = true};
    bool ok = lt_run_open(&run, program, NULL, 0, &options, expr, arena), over = false;
    m->t_crit = ok ? run.setup.values[LT_T_CRIT] : NAN;
    m->declared = ok && isfinite(run.setup.relaxation_time);
    const double t_c = ok ? run.setup.values[LT_T_C] : NAN;
    const struct lt_override own = step_of(program, fmin(m->t_crit / SHORT, t_c / 1000));
    ok = ok && isfinite(m->t_crit) && lt_run_open(&run, program, &own, 1, &options, expr, arena) &&
         lt_run_begin_stage(&run);
    const size_t every = ok ? (size_t)ceil(t_c / LOOKS / run.setup.dt) : 1;
    for (size_t i = 0; ok && !over && !m->declared && i < MOST; i++) {
        ok = lt_run_steps(&run, run.setup.values[LT_STEP] + 1, &over);
        if (i % every != 0 || !(run.setup.values[LT_FN] < 0))
            continue;
        m->limit = fmin(m->limit, limit_here(&run, m->t_crit, true));
        m->moving = fmin(m->moving, limit_here(&run, m->t_crit, false));
    }
    lt_arena_free(arena);
    return ok;
}

static bool measure(struct lt_program *program, struct measured *m) {
    struct lt_expr *expr = lt_expr_new();
    *m = (struct measured){.limit = INFINITY, .moving = INFINITY};
    program->uses_critical = true;
    const bool ok = follow(program, expr, m);
    lt_expr_free(expr);
    m->low = ok && is_told(program, 0.97 * m->t_crit);
    const double high = m->declared ? m->t_crit : m->moving;
    m->high = ok && (isinf(high) || is_told(program, 1.01 * high));
    return ok;
}

/* To the accuracy of what is measured. */
static bool is_right(const struct measured *m) {
    const double ratio = m->limit / m->t_crit;
    return (m->declared || (ratio >= 0.998 && ratio <= 1.3)) && !m->low && m->high;
}

static int order(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv) {
    struct laws laws = {0};
    if (argc != 5 || !laws_read(&laws, argv[1], "", argv[2]))
        return 2;
    const size_t count = (size_t)atol(argv[4]);
    double *ratios = calloc(count + 1, sizeof *ratios);
    size_t n = 0, done = 0, declared = 0, wrong = 0;
    for (uint64_t seed = strtoull(argv[3], NULL, 10); done < count; seed++) {
        struct program drawn;
        struct measured m;
        program_draw(&drawn, &laws, seed, false);
        make_impact(&drawn);
        struct lt_program *program = read_drawn(&drawn);
        if (!program) /* numbers that do not go together without dashpots */
            continue;
        const bool ok = measure(program, &m) && is_right(&m);
        printf("%sok %zu - seed %llu: %s: %.4f%s%s%s\n", ok ? "" : "not ", ++done,
               (unsigned long long)seed, program->law->name, m.limit / m.t_crit,
               m.declared ? ", declared" : "", m.low ? ", told at 0.97" : "",
               m.high ? "" : ", not told");
        fflush(stdout);
        wrong += !ok;
        declared += m.declared;
        if (!m.declared && isfinite(m.limit / m.t_crit))
            ratios[n++] = m.limit / m.t_crit;
        lt_program_free(program);
    }
    qsort(ratios, n, sizeof *ratios, order);
    printf("1..%zu\n", done);
    if (n > 0)
        printf("# %.4f to %.4f, median %.4f; %zu declared, %zu wrong\n", ratios[0], ratios[n - 1],
               ratios[n / 2], declared, wrong);
    laws_free(&laws);
    free(ratios);
    return wrong > 0;
}

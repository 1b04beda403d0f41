/* SPDX-License-Identifier: GPL-3.0-or-later */
/* probe_part.c: tries a part of a plug-in by itself, without the contact around it. */
#include "registry/probe.h"

#include "base/arena.h"
#include "part.h"

#include <stdarg.h>
#include <stdio.h>

/* Guard numbers before and after each block: a value that no part computes shows overwriting. STEPS
 * of the path: half of them approach, half separate. */
enum { FENCES = 8, STEPS = 90 };
static const double post = 8765.4321e-90;

struct trial {
    const struct lt_part *part;
    struct lt_deal deal;
    double *p, *d, *made, *x, *e;
    size_t n_p, n_d, n_x, n_e;
    char *why;
    size_t size;
};

static bool fail_trial(struct trial *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Writes a formatted message of the fault into the trial; always false. */
static bool fail_trial(struct trial *t, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(t->why, t->size, format, args);
    va_end(args);
    return false;
}

/* The number of rows of a table, which ends with one without a name. */
static size_t count_rows(const struct lt_field *fields) {
    size_t n = 0;
    while (fields && fields[n].name)
        n++;
    return n;
}

/* Allocates N numbers between guard values, which show writes outside the array. */
static double *fenced_numbers(size_t n, struct lt_arena *arena) {
    double *block = lt_arena_get(arena, (n + 2 * FENCES) * sizeof *block);
    for (size_t i = 0; i < FENCES; i++)
        block[i] = block[FENCES + n + i] = post;
    return block + FENCES;
}

/* True if the guard values around N numbers are unchanged. */
static bool has_fences(const double *row, size_t n) {
    for (size_t i = 0; i < FENCES; i++)
        if (row[-1 - (long)i] != post || row[n + i] != post)
            return false;
    return true;
}

/* Checks that the function CALLER has not written outside its arrays. False: it has; trial->why
 * says where. */
static bool check_fences_of(struct trial *t, const char *caller) {
    const char *what = !has_fences(t->p, t->n_p)   ? "parameters"
                       : !has_fences(t->d, t->n_d) ? "derived numbers"
                       : !has_fences(t->x, t->n_x) ? "state"
                       : !has_fences(t->e, t->n_e) ? "losses"
                                                   : NULL;
    return !what || fail_trial(t, "%s writes outside its %s", caller, what);
}

/* ---- One step -------------------------------------------------------------------------------- */

#define TOUCH(name)                                                                                \
    { #name, offsetof(struct lt_touch, name), 0 }
#define OUT(name)                                                                                  \
    { #name, offsetof(struct lt_out_n, name), 1 }
static const struct answer {
    const char *name;
    size_t at;
    int in_out;
} answers[LT_KINDS][8] = {[LT_NORMAL_PART] = {TOUCH(spring)},
                          [LT_COHESION_PART] = {TOUCH(pull), TOUCH(pull_drag)},
                          [LT_DAMPING_PART] = {TOUCH(c), TOUCH(dashpot)},
                          [LT_TANGENTIAL_PART] = {OUT(fs), OUT(ft), OUT(vfs), OUT(vft)},
                          [LT_ROLLING_PART] = {OUT(ms), OUT(mt), OUT(vms), OUT(vmt)},
                          [LT_TWISTING_PART] = {OUT(mn), OUT(vmn)},
                          [LT_FILM_PART] = {OUT(fn), OUT(fs), OUT(ft), OUT(mn), OUT(ms), OUT(mt)},
                          [LT_BOND_PART] = {OUT(fn), OUT(fs), OUT(ft), OUT(mn), OUT(ms), OUT(mt)}};
static const struct {
    unsigned bit;
    struct answer answer;
} written[] = {
    {LT_HAS_CIRCLE, TOUCH(a)},     {LT_HAS_CIRCLE, TOUCH(a0)},  {LT_HAS_STIFFNESS, TOUCH(k)},
    {LT_HAS_STIFFNESS, TOUCH(k0)}, {LT_HAS_SHEAR, TOUCH(kt)},   {LT_HAS_SHEAR, TOUCH(kt0)},
    {LT_HAS_SHEAR, TOUCH(ct)},     {LT_HAS_SHEAR, TOUCH(fric)}, {LT_HAS_ADHESION, TOUCH(adhesive)}};
static const struct answer energies[] = {OUT(strain), OUT(cross), OUT(defect)};

/* The place in T, or in the output of T, of a number that a part must set. */
static double *answer_of(const struct answer *a, struct lt_touch *t) {
    return (double *)((char *)(a->in_out ? (void *)t->o : (void *)t) + a->at);
}

/* Fills the results with NaN, so that one that the part does not set is noticed. Kinds that add
 * to a result begin at 0. */
static void poison_answers(const struct trial *trial, struct lt_touch *t) {
    const enum lt_kind kind = trial->part->kind;
    const int sets = kind != LT_COHESION_PART && kind != LT_FILM_PART && kind != LT_BOND_PART;
    for (const struct answer *a = answers[kind]; a->name; a++)
        *answer_of(a, t) = sets ? NAN : 0;
    for (size_t i = 0; i < sizeof written / sizeof *written; i++)
        if (trial->part->writes & written[i].bit)
            *answer_of(&written[i].answer, t) = NAN;
    for (size_t i = 0; i < trial->n_e; i++)
        trial->e[i] = NAN;
}

/* Checks that a step has set a number A in T that it must set, to a finite value. False: it has
 * not; trial->why says which. */
static bool check_set(struct trial *trial, const struct answer *a, struct lt_touch *t) {
    return isfinite(*answer_of(a, t)) ||
           fail_trial(trial, "step() does not set %s to a finite number (%g), at un = %g m",
                      a->name, *answer_of(a, t), t->m->un);
}

/* Checks that a step has set all results of its kind, the energies in J and losses, and no state
 * to NaN. False: it has not; trial->why says which. */
static bool check_answers(struct trial *trial, struct lt_touch *t) {
    const struct lt_part *part = trial->part;
    for (const struct answer *a = answers[part->kind]; a->name; a++)
        if (!check_set(trial, a, t))
            return false;
    for (size_t i = 0; i < sizeof written / sizeof *written; i++)
        if (part->writes & written[i].bit && !check_set(trial, &written[i].answer, t))
            return false;
    for (size_t i = 0; i < sizeof energies / sizeof *energies; i++)
        if (!check_set(trial, &energies[i], t))
            return false;
    if (part->kind == LT_TANGENTIAL_PART && isnan(t->o->cap))
        return fail_trial(trial, "step() does not set cap to a number");
    for (size_t i = 0; i < trial->n_e; i++)
        if (!isfinite(trial->e[i]))
            return fail_trial(trial, "step() does not set the loss '%s' to a finite number (%g)",
                              part->losses[i].name, trial->e[i]);
    for (size_t i = 0; i < trial->n_x; i++)
        if (isnan(trial->x[i]))
            return fail_trial(trial, "step() makes the state '%s' not a number",
                              part->state[i].name);
    return true;
}

/* Makes one step M of a part as the law `contact` does and checks the result. REACH and TAIL are
 * the gaps in m at which it is made and lost. False: a fault, which trial->why describes. */
static bool try_part_step(struct trial *trial, const struct lt_move_n *m, double reach,
                          double tail) {
    const int on = m->un <= 0 || (m->active && m->un <= tail) || m->un <= reach;
    const struct lt_shear_span surfaces =
                                   lt_shear_span(m->un, m->dun, m->un - m->dun <= 0, m->un <= 0),
                               contact =
                                   lt_shear_span_between(m->un, m->dun, m->active, on, reach, tail);
    struct lt_out_n o = {.active = on};
    struct lt_touch t = {.m = m, .contact = &contact, .surfaces = &surfaces, .o = &o, .reads = ~0u};
    const struct lt_move_n move = *m;
    /* Typical results of the parts that would come before: a spring of 1e5 N/m, Hertz' circle, a
     * dashpot of 1 N s/m, a tangential spring of 5e4 N/m with friction 0.5. */
    t.d = m->un < 0 ? -m->un : 0;
    t.d0 = m->un - m->dun < 0 ? m->dun - m->un : 0;
    t.k = t.k0 = 1e5;
    t.spring = t.press = t.k * t.d;
    t.a = sqrt(t.d * trial->deal.pair->r_eff);
    t.a0 = sqrt(t.d0 * trial->deal.pair->r_eff);
    t.c = 1;
    t.dashpot = -m->vn;
    t.kt = t.kt0 = 5e4;
    t.fric = 0.5;
    poison_answers(trial, &t);
    trial->part->steps->step(trial->part, trial->d, trial->x, trial->e, &t);
    if (memcmp(trial->d, trial->made, trial->n_d * sizeof(double)) != 0)
        return fail_trial(trial, "step() changes its derived numbers");
    if (memcmp(m, &move, sizeof move) != 0)
        return fail_trial(trial, "step() changes its input");
    return check_fences_of(trial, "step()") && check_answers(trial, &t);
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* Presses, shears and rotates the pair, then separates it, in STEPS steps of 1 us from a gap of
 * 2.5 um. False: a step has a fault, which trial->why describes. */
static bool walk(struct trial *trial) {
    struct lt_move_n m = {.un = 2.5e-6, .dt = 1e-6};
    const double reach = trial->deal.reach, tail = fmax(trial->deal.tail, reach);
    memset(trial->x, 0, trial->n_x * sizeof(double));
    for (int i = 0; i < STEPS; i++) {
        double *u = &m.un, *du = &m.dun, *v = &m.vn;
        m.vn = i < STEPS / 2 ? -0.125 : 0.15;
        m.vs = i % 30 < 15 ? 0.1 : -0.2;
        m.vt = 0.05;
        m.wn = m.ws = i % 20 < 10 ? 20 : -15;
        m.wt = 10;
        for (int k = 0; k < 6; k++) {
            du[k] = v[k] * m.dt;
            u[k] += du[k];
        }
        if (!try_part_step(trial, &m, reach, tail))
            return false;
        m.active = m.un <= 0 || (m.active && m.un <= tail) || m.un <= reach;
    }
    return true;
}

/* Tries a part with its defaults, or numbers of usual size where it has none. True also if the
 * part refuses these numbers; false: it has a fault, which trial->why describes. */
static bool try_part(struct trial *trial, struct lt_arena *arena) {
    const struct lt_part *part = trial->part;
    double *a = fenced_numbers(trial->n_p, arena), *b = fenced_numbers(trial->n_p, arena);
    for (size_t i = 0; i < trial->n_p; i++) {
        a[i] = b[i] = NAN;
        trial->p[i] = isnan(part->params[i].preset) ? lt_probe_usual(&part->params[i])
                                                    : part->params[i].preset;
    }
    for (size_t i = 0; i < trial->n_d; i++)
        trial->d[i] = NAN;
    const char *refused = part->derive(part, &trial->deal, a, b, trial->p, trial->d);
    if (!check_fences_of(trial, "derive()"))
        return false;
    if (refused)
        return true; /* of these numbers nothing more can be said */
    for (size_t i = 0; i < trial->n_d; i++)
        if (isnan(trial->d[i]))
            return fail_trial(trial, "derive() does not set '%s'", part->derived[i].name);
    memcpy(trial->made, trial->d, trial->n_d * sizeof(double));
    if (part->contact_time)
        part->contact_time(part, trial->deal.pair, trial->d, 1);
    return walk(trial);
}

/* Tries a part by itself on two beads of 5 mm radius, in SI numbers of usual size. True: no
 * fault was found; false: WHY, of SIZE characters, says what it does against part.h. */
bool lt_probe_part(const struct lt_part *part, char *why, size_t size) {
    struct lt_arena *arena = lt_arena_new();
    /* Some 1 g, as of glass; r_eff is half the radius, m_eff half the mass, the moment of
     * inertia 0.4 m r^2. */
    const struct lt_body bead = {.mass = 1e-3,
                                 .own_mass = 1e-3,
                                 .inertia = {1e-8, 1e-8, 1e-8},
                                 .radius = 5e-3,
                                 .curvature = 200,
                                 .density = 2500,
                                 .length = 5e-3};
    const struct lt_pair pair = {.a = bead,
                                 .b = bead,
                                 .m_eff = 5e-4,
                                 .m_both = 5e-4,
                                 .r_eff = 2.5e-3,
                                 .area = 7.8e-5,
                                 .dimensions = 3};
    struct trial trial = {
        .part = part,
        .deal = {.pair = &pair, .young = 1e9, .shear = 4e8, .exponent = 1, .fric = 0.5, .usual = 1},
        .n_p = count_rows(part->params),
        .n_d = count_rows(part->derived),
        .n_x = count_rows(part->state),
        .n_e = count_rows(part->losses),
        .why = why,
        .size = size};
    trial.p = fenced_numbers(trial.n_p, arena);
    trial.d = fenced_numbers(trial.n_d, arena);
    trial.made = fenced_numbers(trial.n_d, arena);
    trial.x = fenced_numbers(trial.n_x, arena);
    trial.e = fenced_numbers(trial.n_e, arena);
    const bool good = try_part(&trial, arena);
    lt_arena_free(arena);
    return good;
}

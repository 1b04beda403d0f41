/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "registry/probe.h"

#include "base/arena.h"
#include "registry/drive.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A step's input and output; the state before and after it, the losses. */
struct sample {
    struct lt_drive_step step;
    double *before, *after, *losses;
};

struct probe {
    const struct lt_law *law;
    char *why;
    size_t size;
    struct lt_arena *arena;
    const char *numbers; /* which: "with its defaults" */
    struct lt_drive drive;
    struct sample *samples;
    double throughput; /* work of the elastic forces, absolute, summed up */
    bool pulled;
};

/* Writes a formatted message of the fault into the probe; always false. */
__attribute__((format(printf, 2, 3))) static bool fail_probe(struct probe *p, const char *format,
                                                             ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(p->why, p->size, format, args);
    va_end(args);
    return false;
}

/* Checks that the function CALLER has not written outside its arrays. False: it has; p->why says
 * where. */
static bool check_fences(struct probe *p, const char *caller) {
    const char *trespass = lt_drive_overrun(&p->drive);
    return !trespass || fail_probe(p, "%s writes outside its %s", caller, trespass);
}

/* ---- Parameters ------------------------------------------------------------------------------ */

/* A value of usual size for a parameter, by its unit (SI) and within its range. */
double lt_probe_usual(const struct lt_field *field) {
    static const struct {
        const char *unit;
        double value;
    } sizes[] = {{"N/m", 1e5}, {"Pa", 1e9}, {"1", 0.25}, {"m", 1e-3}, {"kg/m^3", 2500}};
    double value = 1;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        if (field->unit && strcmp(field->unit, sizes[i].unit) == 0)
            value = sizes[i].value;
    if (field->choices)
        value = field->preset;
    if (value < field->min || value > field->max)
        value = isfinite(field->max - field->min) ? 0.5 * (field->min + field->max)
                : isfinite(field->min)            ? field->min
                                                  : field->max;
    return value;
}

/* Each round replaces more of the law's defaults by typical numbers. */
enum rounds { DEFAULTS, USUAL, FILLED, ALL_FILLED, ROUNDS };

/* The value with which a parameter is tried in this round: its default, or one of usual size
 * where the default is missing or leaves the law without effect. */
static double number_for(const struct lt_field *field, enum rounds round) {
    bool open = isnan(field->preset), zero = field->preset == 0 && !field->choices && !field->once;
    bool stiff = strcmp(field->unit, "N/m") == 0 || strcmp(field->unit, "Pa") == 0;
    if (round != DEFAULTS && zero && (stiff || strcmp(field->unit, "1") == 0))
        return lt_probe_usual(field);
    if (open && round == USUAL && field->mix != LT_GIVEN && field->mix != LT_EACH)
        return lt_probe_usual(field); /* roughly what two such materials would give */
    if (open && (round == ALL_FILLED || (round == FILLED && !field->sets)))
        return lt_probe_usual(field);
    return field->preset;
}

/* Sets the parameters of both materials and of the contact for this round. */
static void choose_numbers(struct probe *p, enum rounds round) {
    p->numbers = round == DEFAULTS ? "with its defaults" : "with numbers of usual size";
    for (size_t i = 0; i < p->law->n_params; i++) {
        const struct lt_field *field = &p->law->params[i];
        bool given = round != DEFAULTS && field->mix != LT_GIVEN && isnan(field->preset);
        p->drive.a[i] = p->drive.b[i] = given ? lt_probe_usual(field) : NAN;
        p->drive.params[i] = number_for(field, round);
    }
}

/* Calls derive(), contact_time() and reach() with the numbers of this round and checks the
 * results. *TAKEN: derive() accepts the numbers and none is missing. False: a fault, which
 * p->why describes. */
static bool derive(struct probe *p, enum rounds round, bool *taken) {
    struct lt_drive *drive = &p->drive;
    choose_numbers(p, round);
    const char *refused = lt_drive_derive(drive);
    *taken = !refused && !lt_drive_missing(p->law, drive->params);
    if (!check_fences(p, "derive()"))
        return false;
    const struct lt_field *undefined = *taken ? lt_drive_undefined(p->law, drive->derived) : NULL;
    if (undefined)
        return fail_probe(p, "derive() gives '%s' the value %g, %s", undefined->name,
                          drive->derived[undefined - p->law->derived], p->numbers);
    if (*taken && p->law->contact_time)
        p->law->contact_time(&drive->pair, drive->params, drive->derived, 1);
    if (*taken && p->law->reach) {
        const double reach = p->law->reach(&drive->pair, drive->params, drive->derived);
        if (!(reach >= 0 && isfinite(reach)))
            return fail_probe(
                p, "reach() returns %g m, which is not a finite distance of 0 or more, %s", reach,
                p->numbers);
    }
    return true;
}

/* ---- The path -------------------------------------------------------------------------------- */

static const struct leg {
    size_t steps;
    double v[LT_DOFS];
} path[] = {{30, {-0.125, 0.02}},                   /* approach, touch, press */
            {30, {0, 0.1, -0.05}},                  /* shear */
            {20, {0, 0, 0, 20, -15, 10}},           /* twist and bend */
            {30, {-0.02, -0.2, 0.1, -20, 15, -10}}, /* back, while pressed */
            {1, {0}},                               /* stay in place for one step */
            {40, {0.2, 0.05}},                      /* part */
            {30, {-0.2, -0.1, 0.1, 5}},             /* meet again */
            {20, {0.1, 0.1, 0.1, 1, 1, 1}}};
enum { STEPS = 30 + 30 + 20 + 30 + 1 + 40 + 30 + 20 };

/* Allocates the samples of a path: state before and after, and losses, of each step. */
static struct sample *new_samples(const struct lt_law *law, struct lt_arena *arena) {
    struct sample *samples = lt_arena_get(arena, STEPS * sizeof *samples);
    for (size_t i = 0; i < STEPS; i++) {
        samples[i].before = lt_arena_get(arena, (law->n_state + 1) * sizeof(double));
        samples[i].after = lt_arena_get(arena, (law->n_state + 1) * sizeof(double));
        samples[i].losses = lt_arena_get(arena, (law->n_losses + 1) * sizeof(double));
    }
    return samples;
}

/* ---- One contact ----------------------------------------------------------------------------- */

/* Makes the sample's step once more from its state; FILL is the content of the output
 * beforehand, STEP gets the result. False: the law changes what it must not, which p->why says. */
static bool step(struct probe *p, const struct sample *s, double fill, struct lt_drive_step *step) {
    struct lt_drive *drive = &p->drive;
    *step = s->step;
    memcpy(&drive->fill, &fill, sizeof fill);
    memcpy(drive->state, s->before, p->law->n_state * sizeof(double));
    lt_drive_evaluate(drive, step, drive->state, drive->losses);
    if (memcmp(&step->move, &s->step.move, sizeof step->move) != 0)
        return fail_probe(p, "step() changes its input");
    const char *meddled = lt_drive_modified(drive);
    if (meddled)
        return fail_probe(p, "step() changes %s", meddled);
    return check_fences(p, "step()");
}

/* True if COUNT numbers agree in every bit. */
static bool same_numbers(const double *a, const double *b, size_t count) {
    return memcmp(a, b, count * sizeof *a) == 0;
}

/* True if a repeated step STEP, with the state and losses that it left in the drive, gives other
 * numbers than sample S, the first time. */
static bool differs_again(struct probe *p, const struct sample *s,
                          const struct lt_drive_step *step) {
    return !same_numbers(p->drive.state, s->after, p->law->n_state) ||
           memcmp(&step->out, &s->step.out, sizeof step->out) != 0 ||
           !same_numbers(p->drive.losses, s->losses, p->law->n_losses);
}

/* Checks that a step sets all forces, energies and losses to finite numbers and no state to NaN.
 * False: it does not; p->why says which. */
static bool check_finite(struct probe *p, const struct sample *s) {
    const struct lt_law *law = p->law;
    const long unbound = lt_drive_nonfinite(&s->step.out);
    if (unbound >= 0)
        return fail_probe(p, "step() does not set %s to a finite number (%g), %s, at un = %g m",
                          lt_drive_out_names[unbound], ((const double *)&s->step.out)[unbound],
                          p->numbers, s->step.u[0]);
    for (size_t i = 0; i < law->n_losses; i++)
        if (!isfinite(s->losses[i]))
            return fail_probe(p, "step() does not set the loss '%s' to a finite number (%g), %s",
                              law->losses[i].name, s->losses[i], p->numbers);
    for (size_t i = 0; i < law->n_state; i++)
        if (isnan(s->after[i]))
            return fail_probe(p, "step() makes the state '%s' not a number, %s", law->state[i].name,
                              p->numbers);
    return true;
}

/* Checks that forces are among those the law declares, 'active' is 0 or 1, and stored energy is
 * negative only with attraction; 1e-9 of the work so far is rounding. False: p->why says which
 * is not. */
static bool check_meaning(struct probe *p, const struct sample *s) {
    const struct lt_drive_step *o = &s->step;
    for (size_t i = 0; i < LT_DOFS; i++) {
        if (o->f[i] != 0 && !(p->law->acts >> i & 1))
            return fail_probe(p, "step() gives %s, which acts rules out", lt_drive_out_names[i]);
        p->throughput += fabs(o->f[i] * o->du[i]);
    }
    p->pulled |= o->f[0] - o->viscous[0] > 0;
    if (o->strain < -1e-9 * p->throughput && !p->pulled)
        return fail_probe(p, "stored energy is negative (%g J) where nothing attracts, %s",
                          o->strain, p->numbers);
    if (o->active != 0 && o->active != 1)
        return fail_probe(p, "active is %g, not 0 or 1", o->active);
    return true;
}

/* Drives the law along a path from a gap of 2.5 um into contact and back, records each step and
 * checks its result. False: a fault, which p->why describes. */
static bool walk_path(struct probe *p) {
    static const double dt = 1e-6; /* s: a usual step of a sphere of the radius below */
    const size_t n_state = p->law->n_state, n_losses = p->law->n_losses;
    struct lt_drive_step at = {.u = {2.5e-6}};
    struct sample *s = p->samples;
    p->throughput = 0;
    p->pulled = false;
    memset(s->before, 0, n_state * sizeof *s->before);
    for (const struct leg *leg = path; s < p->samples + STEPS; leg++)
        for (size_t i = 0; i < leg->steps; i++, s++) {
            s->step = lt_drive_next(&at, leg->v, dt);
            if (!step(p, s, NAN, &at))
                return false;
            s->step = at;
            memcpy(s->after, p->drive.state, n_state * sizeof *s->after);
            memcpy(s->losses, p->drive.losses, n_losses * sizeof *s->losses);
            if (!check_finite(p, s) || !check_meaning(p, s))
                return false;
            if (s + 1 < p->samples + STEPS)
                memcpy(s[1].before, s->after, n_state * sizeof *s->after);
        }
    return true;
}

/* Repeats all steps, each twice, in reverse order: results may depend on state and motion alone.
 * False: they depend on more, which p->why says. */
static bool repeat_steps(struct probe *p) {
    for (size_t i = STEPS; i-- > 0;)
        for (int twice = 0; twice < 2; twice++) {
            struct lt_drive_step again;
            if (!step(p, &p->samples[i], 7, &again))
                return false;
            if (differs_again(p, &p->samples[i], &again))
                return fail_probe(p,
                                  "step() keeps something from call to call: the same state and "
                                  "motion give different output, %s",
                                  p->numbers);
        }
    return true;
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

/* True if a block of LT_LANES samples, evaluated by EVALUATE, gives bit by bit the results of
 * each by itself; false: p->why says how it differs. */
static bool blocks_agree(struct probe *p, lt_law_block *evaluate) {
    struct lt_drive_block block;
    lt_drive_block(&block, p->law, p->arena);
    for (const struct sample *s = p->samples; s + LT_LANES <= p->samples + STEPS; s += LT_LANES) {
        for (int i = 0; i < LT_LANES; i++) {
            lt_drive_block_put(&block, &p->drive, s[i].before, i);
            lt_drive_block_set_step(&block, &s[i].step, i);
        }
        if (!lt_drive_block_evaluate(&block, evaluate))
            return fail_probe(p, "the loop over a block writes outside its lanes");
        double at, alone;
        for (int i = 0; i < LT_LANES; i++)
            if (lt_drive_block_difference(&block, &s[i].step, s[i].after, s[i].losses, i, &at,
                                          &alone))
                return fail_probe(p,
                                  "a block of contacts gives other results than a single contact, "
                                  "%s; compile with -ffp-contract=off",
                                  p->numbers);
    }
    return true;
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* A sphere of 5 mm and 2500 kg/m^3 against a second one, or, with WALL, against a wall. All
 * numbers are in SI. */
static struct lt_pair usual_pair(bool wall) {
    const double radius = 5e-3, density = 2500, mass = density * 4 / 3 * M_PI * pow(radius, 3);
    const double turning = 0.4 * mass * radius * radius;
    const struct lt_body sphere = {.mass = mass,
                                   .own_mass = mass,
                                   .radius = radius,
                                   .curvature = 1 / radius,
                                   .density = density,
                                   .length = radius,
                                   .inertia = {turning, turning, turning}};
    const struct lt_body plane = {.mass = INFINITY,
                                  .own_mass = INFINITY,
                                  .density = density,
                                  .flat = 1,
                                  .length = radius,
                                  .inertia = {INFINITY, INFINITY, INFINITY}};
    struct lt_pair pair = {.a = wall ? plane : sphere, .b = sphere, .dimensions = 3};
    pair.m_eff = pair.m_both = wall ? mass : mass / 2;
    pair.r_eff = wall ? radius : radius / 2;
    pair.area = M_PI * radius * radius;
    return pair;
}

/* Tries the law with the numbers of one round. True also if derive() refuses these numbers;
 * false: it does not do what law.h requires, and p->why says what. */
static bool try_numbers(struct probe *p, enum rounds round) {
    bool taken;
    if (!derive(p, round, &taken))
        return false;
    const struct lt_law *wide = p->law->wide;
    if (!taken)
        return true;
    if (!walk_path(p))
        return false;
    return p->law->forward_only ||
           (repeat_steps(p) && (!p->law->block || blocks_agree(p, p->law->block)) &&
            (!wide || blocks_agree(p, wide->block)));
}

/* Tries a law with several sets of numbers, for two spheres and for a wall. False: WHY, of SIZE
 * characters, says what it does against law.h. */
bool lt_probe_law(const struct lt_law *law, char *why, size_t size) {
    struct probe p = {.law = law, .why = why, .size = size, .arena = lt_arena_new()};
    p.samples = new_samples(law, p.arena);
    lt_drive_begin(&p.drive, law, 0, p.arena);
    bool ok = true;
    for (int wall = 0; wall < 2 && ok; wall++) {
        p.drive.pair = usual_pair(wall);
        for (enum rounds round = DEFAULTS; round < ROUNDS && ok; round++)
            ok = try_numbers(&p, round);
    }
    lt_arena_free(p.arena);
    return ok;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/probe.h"

#include "base/arena.h"
#include "model/pair.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { DOFS = 6, FENCE = 8, OUTS = sizeof(struct lt_out) / sizeof(double) };

/* Numbers of the law with a fence around them. */
struct field {
    double *at; /* COUNT numbers and the one that ends the law's own struct */
    size_t count;
};

/* What one step was given and has answered. */
struct sample {
    struct lt_move move;
    double *before, *after, *losses; /* state, state, losses */
    struct lt_out answer;
    double out[OUTS]; /* the same, by number */
};

struct probe {
    const struct lt_law *law;
    const char *volatile *doing;
    char *why;
    size_t size;
    struct lt_arena *arena;
    struct lt_pair pair;
    const char *numbers; /* which: "with its defaults" */
    struct field a, b, params, derived, state, out, losses;
    double *given, *made; /* params and derived as derive() left them */
    struct sample *samples;
    double throughput; /* work of the elastic forces, absolute, summed up */
    bool pulled;
};

__attribute__((format(printf, 2, 3))) static bool fail_probe(struct probe *p, const char *format,
                                                             ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(p->why, p->size, format, args);
    va_end(args);
    return false;
}

/* ---- Fences ---------------------------------------------------------------------------------- */

static const double post = 1234.5678e-90;

static struct field fenced_field(struct probe *p, size_t count) {
    size_t inside = count + 1;
    double *block = lt_arena_get(p->arena, (inside + 2 * FENCE) * sizeof *block);
    for (size_t i = 0; i < FENCE; i++)
        block[i] = block[FENCE + inside + i] = post;
    return (struct field){block + FENCE, count};
}

static bool same_numbers(const double *a, const double *b, size_t count) {
    return memcmp(a, b, count * sizeof *a) == 0;
}

static bool is_intact(const struct field *field) {
    for (size_t i = 0; i < FENCE; i++)
        if (!same_numbers(field->at - 1 - i, &post, 1) ||
            !same_numbers(field->at + field->count + 1 + i, &post, 1))
            return false;
    return true;
}

static bool check_fences(struct probe *p, const char *caller) {
    const struct {
        const struct field *field;
        const char *name;
    } fences[] = {
        {&p->a, "a"},         {&p->b, "b"},     {&p->params, "params"}, {&p->derived, "derived"},
        {&p->state, "state"}, {&p->out, "out"}, {&p->losses, "losses"}};
    for (size_t i = 0; i < sizeof fences / sizeof fences[0]; i++)
        if (!is_intact(fences[i].field))
            return fail_probe(p, "%s writes outside its %s", caller, fences[i].name);
    return true;
}

/* ---- Parameters ------------------------------------------------------------------------------ */

/* A number of usual size, within the range. */
static double usual_number(const struct lt_field *field) {
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

/* Ever more numbers in place of what the law says or leaves open. */
enum rounds { DEFAULTS, USUAL, FILLED, ALL_FILLED, ROUNDS };

static double number_for(const struct lt_field *field, enum rounds round) {
    bool open = isnan(field->preset), zero = field->preset == 0 && !field->choices && !field->once;
    bool stiff = strcmp(field->unit, "N/m") == 0 || strcmp(field->unit, "Pa") == 0;
    if (round != DEFAULTS && zero && (stiff || strcmp(field->unit, "1") == 0))
        return usual_number(field);
    if (open && round == USUAL && field->mix != LT_GIVEN && field->mix != LT_EACH)
        return usual_number(field); /* what two such materials would give, or near it */
    if (open && (round == ALL_FILLED || (round == FILLED && !field->sets)))
        return usual_number(field);
    return field->preset;
}

static void choose_numbers(struct probe *p, enum rounds round) {
    p->numbers = round == DEFAULTS ? "with its defaults" : "with numbers of usual size";
    for (size_t i = 0; i < p->law->n_params; i++) {
        const struct lt_field *field = &p->law->params[i];
        bool given = round != DEFAULTS && field->mix != LT_GIVEN && isnan(field->preset);
        p->a.at[i] = p->b.at[i] = given ? usual_number(field) : NAN;
        p->params.at[i] = number_for(field, round);
    }
}

static bool is_complete(const struct field *field) {
    for (size_t i = 0; i < field->count; i++)
        if (isnan(field->at[i]))
            return false;
    return true;
}

/* *TAKEN: the law can work with these numbers. */
static bool derive(struct probe *p, enum rounds round, bool *taken) {
    *p->doing = "derive()";
    choose_numbers(p, round);
    const char *refused = p->law->derive(&p->pair, p->a.at, p->b.at, p->params.at, p->derived.at);
    *taken = !refused && is_complete(&p->params);
    if (!check_fences(p, "derive()"))
        return false;
    for (size_t i = 0; *taken && i < p->law->n_derived; i++)
        if (!isfinite(p->derived.at[i]))
            return fail_probe(p, "derive() gives '%s' the value %g, %s", p->law->derived[i].name,
                              p->derived.at[i], p->numbers);
    if (*taken && p->law->contact_time) {
        *p->doing = "contact_time()";
        p->law->contact_time(&p->pair, p->params.at, p->derived.at, 1);
    }
    return true;
}

/* ---- The path -------------------------------------------------------------------------------- */

static const struct leg {
    size_t steps;
    double v[DOFS];
} path[] = {{30, {-0.125, 0.02}},                   /* approach, touch, press */
            {30, {0, 0.1, -0.05}},                  /* shear */
            {20, {0, 0, 0, 20, -15, 10}},           /* twist and bend */
            {30, {-0.02, -0.2, 0.1, -20, 15, -10}}, /* back, while pressed */
            {1, {0}},                               /* look again at the same place */
            {40, {0.2, 0.05}},                      /* part */
            {30, {-0.2, -0.1, 0.1, 5}},             /* meet again */
            {20, {0.1, 0.1, 0.1, 1, 1, 1}}};
enum { STEPS = 30 + 30 + 20 + 30 + 1 + 40 + 30 + 20 };

static void lay_path(struct probe *p) {
    static const double dt = 1e-6;
    double u[DOFS] = {2.5e-6};
    size_t at = 0;
    for (size_t k = 0; k < sizeof path / sizeof path[0]; k++)
        for (size_t i = 0; i < path[k].steps; i++, at++) {
            struct sample *sample = &p->samples[at];
            const double *v = path[k].v;
            double du[DOFS];
            for (size_t d = 0; d < DOFS; d++) {
                du[d] = v[d] * dt;
                u[d] += du[d];
            }
            sample->move =
                (struct lt_move){u[0],  u[1],  u[2], u[3], u[4], u[5], du[0], du[1], du[2], du[3],
                                 du[4], du[5], v[0], v[1], v[2], v[3], v[4],  v[5],  dt,    0};
            sample->before = lt_arena_get(p->arena, (p->law->n_state + 1) * sizeof(double));
            sample->after = lt_arena_get(p->arena, (p->law->n_state + 1) * sizeof(double));
            sample->losses = lt_arena_get(p->arena, (p->law->n_losses + 1) * sizeof(double));
        }
}

/* ---- One contact ----------------------------------------------------------------------------- */

#define NAME(name, ...) #name,
static const char *const out_names[] = {LT_OUT(NAME)};

/* The step from what a sample was given; FILL is where the answers go, before. */
static bool step(struct probe *p, const struct sample *s, double fill) {
    *p->doing = "step()";
    memcpy(p->state.at, s->before, p->state.count * sizeof(double));
    for (size_t i = 0; i < OUTS; i++)
        p->out.at[i] = fill;
    for (size_t i = 0; i < p->losses.count; i++)
        p->losses.at[i] = fill;
    struct lt_move move = s->move;
    p->law->one(p->params.at, p->derived.at, &move, p->state.at, (struct lt_out *)p->out.at,
                p->losses.at);
    if (memcmp(&move, &s->move, sizeof move) != 0)
        return fail_probe(p, "step() changes the motion it is shown");
    if (!same_numbers(p->given, p->params.at, p->params.count) ||
        !same_numbers(p->made, p->derived.at, p->derived.count))
        return fail_probe(p, "step() changes its parameters");
    return check_fences(p, "step()");
}

static bool differs_again(struct probe *p, const struct sample *s) {
    return !same_numbers(p->state.at, s->after, p->state.count) ||
           !same_numbers(p->out.at, s->out, OUTS) ||
           !same_numbers(p->losses.at, s->losses, p->losses.count);
}

static bool check_finite(struct probe *p, const struct sample *s) {
    const struct lt_law *law = p->law;
    for (size_t i = 0; i < OUTS; i++)
        if (!isfinite(s->out[i]))
            return fail_probe(p, "step() does not set %s to a finite number (%g), %s, at un = %g m",
                              out_names[i], s->out[i], p->numbers, s->move.un);
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

/* Only what attracts can hold less energy than nothing. */
static bool check_meaning(struct probe *p, const struct sample *s) {
    const struct lt_out *o = &s->answer;
    const double f[DOFS] = {o->fn, o->fs, o->ft, o->mn, o->ms, o->mt};
    const double du[DOFS] = {s->move.dun, s->move.dus, s->move.dut,
                             s->move.dan, s->move.das, s->move.dat};
    for (size_t i = 0; i < DOFS; i++) {
        if (f[i] != 0 && !(p->law->acts >> i & 1))
            return fail_probe(p, "step() gives %s, which acts rules out", out_names[i]);
        p->throughput += fabs(f[i] * du[i]);
    }
    p->pulled |= o->fn - o->vfn > 0;
    if (o->strain < -1e-9 * p->throughput && !p->pulled)
        return fail_probe(p, "stored energy is negative (%g J) where nothing attracts, %s",
                          o->strain, p->numbers);
    if (o->active != 0 && o->active != 1)
        return fail_probe(p, "active is %g, not 0 or 1", o->active);
    return true;
}

static bool walk_path(struct probe *p) {
    double *state = lt_arena_get(p->arena, (p->law->n_state + 1) * sizeof *state), active = 0;
    p->throughput = 0;
    p->pulled = false;
    for (size_t i = 0; i < STEPS; i++) {
        struct sample *s = &p->samples[i];
        memcpy(s->before, state, p->law->n_state * sizeof *state);
        s->move.active = active;
        if (!step(p, s, NAN))
            return false;
        memcpy(s->after, p->state.at, p->state.count * sizeof *state);
        memcpy(s->out, p->out.at, sizeof s->out);
        memcpy(&s->answer, p->out.at, sizeof s->answer);
        memcpy(s->losses, p->losses.at, p->losses.count * sizeof *state);
        if (!check_finite(p, s) || !check_meaning(p, s))
            return false;
        active = s->answer.active;
        memcpy(state, s->after, p->law->n_state * sizeof *state);
    }
    return true;
}

/* The same steps once more, each twice, in another order. */
static bool repeat_steps(struct probe *p) {
    for (size_t i = STEPS; i-- > 0;)
        for (int twice = 0; twice < 2; twice++) {
            if (!step(p, &p->samples[i], 7))
                return false;
            if (differs_again(p, &p->samples[i]))
                return fail_probe(
                    p,
                    "step() keeps something from call to call: from the same state and "
                    "motion it gives another answer, %s",
                    p->numbers);
        }
    return true;
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

static struct field lanes_of(struct probe *p, size_t rows) {
    return fenced_field(p, rows * LT_LANES);
}

static void gather_lane(double *lanes, const double *numbers, size_t count, size_t lane) {
    for (size_t i = 0; i < count; i++)
        lanes[i * LT_LANES + lane] = numbers[i];
}

static bool lane_is_alike(const double *lanes, const double *numbers, size_t count, size_t lane) {
    for (size_t i = 0; i < count; i++)
        if (!same_numbers(&lanes[i * LT_LANES + lane], &numbers[i], 1))
            return false;
    return true;
}

/* A block of LT_LANES samples must give what each gave alone. */
static bool blocks_agree(struct probe *p) {
    const struct lt_law *law = p->law;
    enum { MOVES = sizeof(struct lt_move) / sizeof(double) };
    struct field params = lanes_of(p, law->n_params), derived = lanes_of(p, law->n_derived);
    struct field state = lanes_of(p, law->n_state), losses = lanes_of(p, law->n_losses);
    struct field move = lanes_of(p, MOVES), out = lanes_of(p, OUTS);
    *p->doing = "step() of a block";
    for (size_t first = 0; first + LT_LANES <= STEPS; first += LT_LANES) {
        for (size_t k = 0; k < LT_LANES; k++) {
            const struct sample *s = &p->samples[first + k];
            double numbers[MOVES];
            memcpy(numbers, &s->move, sizeof numbers);
            gather_lane(params.at, p->params.at, law->n_params, k);
            gather_lane(derived.at, p->derived.at, law->n_derived, k);
            gather_lane(state.at, s->before, law->n_state, k);
            gather_lane(move.at, numbers, MOVES, k);
        }
        law->block(params.at, derived.at, (const struct lt_move_lanes *)move.at, state.at,
                   (struct lt_out_lanes *)out.at, losses.at);
        if (!is_intact(&state) || !is_intact(&out) || !is_intact(&losses))
            return fail_probe(p, "the loop over a block writes outside its lanes");
        for (size_t k = 0; k < LT_LANES; k++) {
            const struct sample *s = &p->samples[first + k];
            if (!lane_is_alike(state.at, s->after, law->n_state, k) ||
                !lane_is_alike(out.at, s->out, OUTS, k) ||
                !lane_is_alike(losses.at, s->losses, law->n_losses, k))
                return fail_probe(p,
                                  "a block of contacts does not give the bits of a single one, %s; "
                                  "compile with -ffp-contract=off",
                                  p->numbers);
        }
    }
    return true;
}

/* ---- The whole ------------------------------------------------------------------------------- */

static struct lt_pair usual_pair(bool wall) {
    const struct lt_program program = {
        .particles = {{.shape = wall ? LT_WALL : LT_SPHERE, .rotates = true},
                      {.shape = LT_SPHERE, .rotates = true}}};
    const struct lt_particle_numbers numbers = {.radius = 5e-3, .density = 2500, .mass = NAN};
    struct lt_pair pair = {.dimensions = 3};
    pair.a = lt_pair_body(&program.particles[0], &numbers);
    pair.b = lt_pair_body(&program.particles[1], &numbers);
    lt_pair_combine(&pair);
    lt_pair_measure(&pair, &program, 0);
    return pair;
}

static bool try_numbers(struct probe *p, enum rounds round) {
    bool taken;
    if (!derive(p, round, &taken))
        return false;
    if (!taken)
        return true;
    memcpy(p->given, p->params.at, p->params.count * sizeof *p->given);
    memcpy(p->made, p->derived.at, p->derived.count * sizeof *p->made);
    return walk_path(p) && repeat_steps(p) && blocks_agree(p);
}

bool lt_probe_law(const struct lt_law *law, const char *volatile *doing, char *why, size_t size) {
    struct probe p = {
        .law = law, .doing = doing, .why = why, .size = size, .arena = lt_arena_new()};
    p.a = fenced_field(&p, law->n_params);
    p.b = fenced_field(&p, law->n_params);
    p.params = fenced_field(&p, law->n_params);
    p.derived = fenced_field(&p, law->n_derived);
    p.state = fenced_field(&p, law->n_state);
    p.losses = fenced_field(&p, law->n_losses);
    p.out = fenced_field(&p, OUTS - 1); /* no struct of the law's own: nothing behind it */
    p.given = lt_arena_get(p.arena, (law->n_params + 1) * sizeof *p.given);
    p.made = lt_arena_get(p.arena, (law->n_derived + 1) * sizeof *p.made);
    p.samples = lt_arena_get(p.arena, STEPS * sizeof *p.samples);
    lay_path(&p);
    bool ok = true;
    for (int wall = 0; wall < 2 && ok; wall++) {
        p.pair = usual_pair(wall);
        for (enum rounds round = DEFAULTS; round < ROUNDS && ok; round++)
            ok = try_numbers(&p, round);
    }
    lt_arena_free(p.arena);
    return ok;
}

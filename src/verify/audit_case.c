/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws parameters and paths at random. */
#include "base/choice.h"
#include "registry/laws.h"
#include "registry/parts.h"
#include "verify/auditing.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

/* Draws of a case until the law accepts one; steps of each leg of the path. */
enum { TRIES = 2000, STEPS = 48 };

/* Special cases that random draws would rarely give, by the number of the case modulo 12. */
enum aim {
    CYCLE_DEEPER = 0, /* sticking; shear, and back at a deeper overlap */
    FRICTIONLESS = 1,
    ALIKE = 2, /* optional numbers are equal */
    PULLED = 5,
    CYCLE_SHALLOWER = 6, /* likewise, at a shallower one */
    FAST = 8,            /* so that dashpot forces exceed spring forces */
    UNAIMED = 12,
};

/* A log-uniform number between LO and HI. */
static double draw_between(gsl_rng *rng, double lo, double hi) {
    return lo * exp(gsl_rng_uniform(rng) * log(hi / lo));
}

/* Returns true with the probability P. */
static bool draw_chance(gsl_rng *rng, double p) {
    return gsl_rng_uniform(rng) < p;
}

/* ---- Parameters ------------------------------------------------------------------------------ */

/* The typical magnitude, SI, of a number with this DIMENSION, exponents of m, kg and s in halves,
 * on the case's scales. */
double lt_audit_case_size(const struct lt_audit_case *c, const int *dimension) {
    return pow(c->length, 0.5 * dimension[0]) * pow(c->mass, 0.5 * dimension[1]) *
           pow(c->time, 0.5 * dimension[2]);
}

/* Returns true if the dimension HALVES, the exponents of m, kg and s in halves, is that of a
 * length. */
static bool is_length(const int *halves) {
    return halves[0] == 2 && halves[1] == 0 && halves[2] == 0;
}

/* Draws a value, SI, of a parameter FIELD within its range: on the scales of case C if it has a
 * unit (DIMENSION), else near its default or from 0.01 to 100. Zero has a probability of its own,
 * since laws often treat it apart; values above the advised one are rare. */
static double draw_number(gsl_rng *rng, const struct lt_field *field, const struct lt_audit_case *c,
                          const int *dimension) {
    const bool plain = dimension[0] == 0 && dimension[1] == 0 && dimension[2] == 0;
    double value;
    if (field->choices)
        return floor(field->min + gsl_rng_uniform(rng) * (field->max - field->min + 1));
    if (field->min <= 0 && field->max >= 0 && draw_chance(rng, 0.05))
        return 0;
    if (isfinite(field->max - field->min))
        return field->min + gsl_rng_uniform(rng) * (field->max - field->min);
    if (!plain)
        value = lt_audit_case_size(c, dimension) *
                draw_between(rng, is_length(dimension) ? 1e-3 : 0.05, 20);
    else if (isfinite(field->preset) && field->preset > 0 && draw_chance(rng, 0.5))
        value = field->preset * draw_between(rng, 0.3, 3);
    else
        value = draw_chance(rng, 0.2) ? draw_between(rng, 1, 100) : draw_between(rng, 0.01, 1);
    if (field->advised > 0 && value > field->advised && draw_chance(rng, 0.8))
        value = field->advised * gsl_rng_uniform(rng);
    return fmin(fmax(value, field->min), field->max);
}

/* The probability that a parameter is given; one that sets others rarely is. */
static double how_usual(const struct lt_field *field) {
    if (field->once)
        return 0.1;
    return isnan(field->preset) ? 0.9 : 0.7;
}

/* Removes the parameters that are set by others which are given, since a law refuses both. */
static void resolve_given(const struct lt_law *law, struct lt_audit_case *c) {
    for (size_t i = 0; i < law->n_params; i++)
        for (size_t k = 0; k < law->n_params && law->params[i].sets && !isnan(c->given[i]); k++)
            if (k != i && lt_laws_sets(&law->params[i], law->params[k].name))
                c->given[k] = c->of_a[k] = c->of_b[k] = NAN;
}

/* Returns true for a coefficient of sliding, rolling or twisting friction. */
static bool is_friction(const struct lt_field *field) {
    return field->role >= LT_FRICTION && field->role <= LT_TWISTING_DYNAMIC;
}

/* Changes a coefficient of friction *GIVEN for cases with an aim: 0 if frictionless; on cycles 1 to
 * 100, and a thousand times more in every other dozen cases, so that no spring reaches its limit.
 * At most field->max. */
static void hold_friction(gsl_rng *rng, const struct lt_field *field, enum aim aim, int case_number,
                          double *given) {
    const double far = case_number / UNAIMED % 2 ? 1e3 : 1;
    if (aim == FRICTIONLESS && field->min <= 0)
        *given = 0;
    if (aim == CYCLE_DEEPER || aim == CYCLE_SHALLOWER)
        *given = fmin(far * draw_between(rng, 1, 100), field->max);
}

/* Sets parameter I to the first other one with the same unit, since equal numbers are a special
 * case that random draws do not give. */
static void liken_kind(const struct lt_audit_bench *bench, struct lt_audit_case *c, size_t i) {
    const struct lt_field *field = &bench->law->params[i];
    if (isnan(c->given[i]) || field->choices || field->once)
        return;
    for (size_t k = 0; k < i; k++) {
        const bool alike = !bench->law->params[k].choices && !bench->law->params[k].once &&
                           strcmp(field->unit, bench->law->params[k].unit) == 0;
        if (alike && c->given[k] >= field->min && c->given[k] <= field->max) {
            c->given[i] = c->given[k];
            return;
        }
    }
}

/* Draws the parameters of a case, given for the contact or by the two materials, with the special
 * values of its AIM. */
static void draw_parameters(struct lt_audit_bench *bench, gsl_rng *rng, enum aim aim,
                            struct lt_audit_case *c) {
    const struct lt_law *law = bench->law;
    for (size_t i = 0; i < law->n_params; i++) {
        const struct lt_field *field = &law->params[i];
        const int *dimension = bench->dimension[i];
        c->given[i] = c->of_a[i] = c->of_b[i] = NAN;
        if (field->hidden) /* another part beside the first of its kind */
            continue;
        if (field->mix == LT_EACH && draw_chance(rng, 0.5)) {
            c->of_a[i] = draw_number(rng, field, c, dimension);
            c->of_b[i] = draw_number(rng, field, c, dimension);
        } else if (draw_chance(rng, how_usual(field))) {
            c->given[i] = draw_number(rng, field, c, dimension);
        }
    }
    for (size_t i = 0; i < law->n_params; i++)
        if (is_friction(&law->params[i]))
            hold_friction(rng, &law->params[i], aim, c->number, &c->given[i]);
    for (size_t i = 0; i < law->n_params && aim == ALIKE; i++)
        liken_kind(bench, c, i);
    resolve_given(law, c);
}

/* Draws radii and densities of the pair, and the scales of a case: length, m, mass, kg, about that
 * of a sphere of this radius, and time, s, sqrt(m/k) with the stiffness k = E L of a modulus E of
 * 1e5 to 1e11 Pa. In a fifth of the cases A is a wall (radius 0). */
static void draw_bodies(gsl_rng *rng, struct lt_audit_case *c) {
    c->length = draw_between(rng, 1e-4, 1);
    for (int i = 0; i < 2; i++) {
        c->radius[i] = c->length * draw_between(rng, 0.3, 3);
        c->density[i] = draw_between(rng, 500, 8000);
    }
    if (draw_chance(rng, 0.2))
        c->radius[0] = 0;
    c->mass = 4 * c->density[1] * c->length * c->length * c->length;
    c->time = sqrt(c->mass / (c->length * draw_between(rng, 1e5, 1e11)));
}

/* ---- Paths ----------------------------------------------------------------------------------- */

/* The extent of the legs. If the law acts at a distance: the gaps at which a contact is made on
 * approach, and lost on separation; else 0. */
struct reach {
    double overlap, shear, angle, time, made, lost;
};

/* Returns true if the contact is active at UN, reached from UN - DUN (m) in TIME (s) without
 * velocity. ACTIVE: 1 if it was active before, else 0; STATE: its memory, which is updated. */
static bool active_at(struct lt_audit_bench *bench, const struct lt_audit_trace *t, double time,
                      double un, double dun, double active, double *state) {
    const double u[LT_DOFS] = {un}, du[LT_DOFS] = {dun}, still[LT_DOFS] = {0};
    double *loss = lt_arena_get(bench->arena, (bench->law->n_losses + 1) * sizeof *loss);
    struct lt_drive_step s = lt_drive_make_step(u, du, still, time, active);
    return lt_drive_evaluate(&t->drive, &s, state, loss)->active > 0.5;
}

/* The gap, m, found by doubling from 1e-6 of the length of the case, at which a new contact, or
 * with PRESSED one that separates, is no longer active; 0: it is active at no gap, or at any up to
 * 10 lengths. */
static double find_reach(struct lt_audit_bench *bench, const struct lt_audit_trace *t,
                         const struct lt_audit_case *c, bool pressed) {
    const double least = 1e-6 * c->length;
    double *state = lt_arena_get(bench->arena, (bench->law->n_state + 1) * sizeof *state);
    memset(state, 0, (bench->law->n_state + 1) * sizeof *state);
    double from = pressed ? -least : least;
    if (pressed)
        active_at(bench, t, c->time, from, 0, 0, state);
    for (double gap = least; gap < 10 * c->length; from = gap, gap *= 2) {
        if (!pressed)
            memset(state, 0, (bench->law->n_state + 1) * sizeof *state);
        if (!active_at(bench, t, c->time, gap, pressed ? gap - from : 0, pressed, state))
            return gap > least ? gap : 0;
    }
    return 0;
}

/* Draws the displacements, m, and rotations, rad, of a leg other than along n; most along degrees
 * of freedom in which the law acts (bits ACTS). */
static void draw_transverse(gsl_rng *rng, const struct reach *reach, unsigned acts, double *du) {
    for (int i = 1; i < LT_DOFS; i++) {
        const bool led = draw_chance(rng, i < 3 ? 0.7 : acts >> i & 1 ? 0.6 : 0.1);
        du[i] = led ? gsl_ran_gaussian(rng, i < 3 ? reach->shear : reach->angle) : 0;
    }
}

/* Draws the normal position, m, at the end of a leg that begins at UN, m: UN itself (30 %), a gap
 * (a quarter of the rest), which may lie beyond where the contact is lost, or an overlap. PULLED:
 * always a gap. */
static double draw_onward(gsl_rng *rng, const struct reach *reach, bool pulled, double un) {
    if (pulled)
        return reach->overlap * draw_between(rng, 0.01, 3);
    if (draw_chance(rng, 0.3))
        return un;
    if (draw_chance(rng, 0.25))
        return fmax(reach->overlap * (0.1 + 0.4 * gsl_rng_uniform(rng)), 1.1 * reach->lost);
    return -reach->overlap * (0.1 + 1.1 * gsl_rng_uniform(rng));
}

/* Adds a leg of about TIME, s, without motion; the caller sets its displacements. */
static struct lt_audit_leg *leg_new(gsl_rng *rng, struct lt_audit_case *c, double time) {
    struct lt_audit_leg *leg = &c->legs[c->n_legs++];
    *leg = (struct lt_audit_leg){.time = time * draw_between(rng, 0.3, 3)};
    return leg;
}

/* Draws a closed path: press, shear, change the overlap, shear back, separate. It is slow, so that
 * no dashpot hides energy created by springs, and short, so that the contact sticks if it can. */
static void draw_cycle(gsl_rng *rng, const struct reach *reach, struct lt_audit_case *c) {
    double du[LT_DOFS], un = c->gap;
    double depths[] = {gsl_rng_uniform(rng), gsl_rng_uniform(rng)};
    const bool deeper = c->number % UNAIMED == CYCLE_DEEPER;
    const bool aimed = deeper || c->number % UNAIMED == CYCLE_SHALLOWER;
    /* Some cases are aimed at a second overlap that is deeper, or shallower, than the first. */
    if (aimed && (depths[1] > depths[0]) != deeper) {
        const double other = depths[0];
        depths[0] = depths[1], depths[1] = other;
    }
    unsigned led = 1 + (unsigned)gsl_rng_uniform_int(rng, 7); /* shear, twist, bending */
    led |= aimed;
    draw_transverse(rng, reach, 0x3f, du);
    for (int i = 1; i < LT_DOFS; i++)
        du[i] = led >> (i < 3 ? 0 : i < 4 ? 1 : 2) & 1 ? du[i] : 0;
    /* To an overlap, shear; to another one, shear back; then separate. */
    for (int k = 0; k < 2; k++) {
        const double to = -reach->overlap * (0.1 + depths[k]);
        leg_new(rng, c, reach->time)->du[0] = to - un;
        struct lt_audit_leg *leg = leg_new(rng, c, reach->time);
        for (int i = 1; i < LT_DOFS; i++)
            leg->du[i] = k ? -du[i] : du[i];
        un = to;
    }
    leg_new(rng, c, reach->time)->du[0] = c->gap - un;
}

/* Draws a random path of 4 to 8 legs that finally returns to the start, first tangentially and then
 * out of contact. ACTS: bits of the degrees of freedom in which the law acts. */
static void draw_walk(gsl_rng *rng, const struct reach *reach, unsigned acts,
                      struct lt_audit_case *c) {
    double u[LT_DOFS] = {c->gap};
    const int n = 4 + (int)gsl_rng_uniform_int(rng, 5);
    for (int k = 0; k < n + 2; k++) {
        struct lt_audit_leg *leg = leg_new(rng, c, reach->time);
        if (k == n + 1) {
            leg->du[0] = c->gap - u[0];
        } else if (k == n) {
            for (int i = 1; i < LT_DOFS; i++)
                leg->du[i] = -u[i];
        } else if (k == 0 || !draw_chance(rng, 0.15)) {
            const double to = k == 0 ? -reach->overlap
                                     : draw_onward(rng, reach, c->number % UNAIMED == PULLED, u[0]);
            leg->du[0] = to - u[0];
            draw_transverse(rng, reach, acts, leg->du);
        }
        for (int i = 0; i < LT_DOFS; i++)
            u[i] += leg->du[i];
    }
}

/* The first positive length among the law's parameters, m, as a position where something may
 * happen; NAN: there is none. */
static double named_length(const struct lt_audit_bench *bench, const struct lt_audit_case *c) {
    for (size_t i = 0; i < bench->law->n_params; i++) {
        const struct lt_field *field = &bench->law->params[i];
        const double value = isnan(c->given[i]) ? field->preset : c->given[i];
        if (is_length(bench->dimension[i]) && value > 0 && isfinite(value))
            return value;
    }
    return NAN;
}

/* Draws the path of a case, its gap at the start, m, and its steps. T is the law with the case's
 * numbers, to find the gaps at which a contact is made and lost. */
static void draw_legs(struct lt_audit_bench *bench, const struct lt_audit_trace *t, gsl_rng *rng,
                      struct lt_audit_case *c) {
    const unsigned acts = bench->law->acts;
    const bool cycle = c->number % 3 == 0;
    const double small = fmin(c->radius[0] > 0 ? c->radius[0] : INFINITY, c->radius[1]);
    struct reach reach = {.overlap = small * draw_between(rng, 1e-4, 0.2)};
    if (c->number % UNAIMED == PULLED)
        reach.overlap = fmin(reach.overlap, named_length(bench, c) * draw_between(rng, 0.3, 3));
    /* Scales of the motion in the plane, m, of rotations, rad, and of the time of a leg, s; a cycle
     * is a million times slower. */
    reach.shear =
        reach.overlap * (cycle ? draw_between(rng, 0.02, 0.3) : draw_between(rng, 3e-3, 5));
    reach.angle = reach.shear / small * draw_between(rng, 0.3, cycle ? 3 : 30);
    reach.time = c->time * draw_between(rng, 1, 300) * (cycle ? 1e6 : 1);
    if (c->number % UNAIMED == FAST)
        reach.time *= draw_between(rng, 1e-4, 1e-2);
    if (!t->refused) {
        reach.made = find_reach(bench, t, c, false);
        reach.lost = find_reach(bench, t, c, true);
    }
    /* A tenth of the paths begins in contact, the others beyond where it is made. */
    c->gap = !cycle && draw_chance(rng, 0.1) ? -0.3 * reach.overlap
                                             : fmax(0.2 * reach.overlap, 1.1 * reach.made);
    c->steps = STEPS;
    c->n_legs = 0;
    if (cycle)
        draw_cycle(rng, &reach, c);
    else
        draw_walk(rng, &reach, acts, c);
}

/* ---- Cases ----------------------------------------------------------------------------------- */

LT_RELEASE(gsl_rng)

/* Draws case CASE_NUMBER of a SEED into OUT: bodies, parameters that the law accepts, and a path.
 * Returns false if it refuses all of TRIES draws; WHY, of SIZE bytes, gives its last reason. */
bool lt_audit_case_draw(struct lt_audit_bench *bench, uint64_t seed, int case_number,
                        struct lt_audit_case *out, char *why, size_t size) {
    struct lt_arena *own = lt_arena_new();
    gsl_rng *rng = lt_arena_keep(own, gsl_rng_alloc(gsl_rng_taus2), gsl_rng_release);
    gsl_rng_set(rng, (unsigned long)(seed * 1000003u + (uint64_t)case_number));
    bool taken = false;
    const struct lt_audit_trace *t = NULL;
    for (int i = 0; i < TRIES && !taken; i++) {
        memset(out, 0, sizeof *out);
        out->seed = seed;
        out->number = case_number;
        draw_bodies(rng, out);
        /* The special values of an aim may be refused: the second half of the draws has none. */
        const int aim = i < TRIES / 2 ? out->number % (int)UNAIMED : (int)UNAIMED;
        draw_parameters(bench, rng, (enum aim)aim, out);
        lt_arena_clear(bench->arena);
        t = lt_audit_drive(bench, out, &(struct lt_audit_variant){0});
        taken = !t->refused || t->undefined;
        if (!taken)
            snprintf(why, size, "%s", t->refused);
    }
    draw_legs(bench, t, rng, out);
    lt_arena_free(own);
    return taken;
}

/* ---- Two parts around a closed path ---------------------------------------------------------- */

enum { PATHS = 6 };

/* Returns true if parameter I chooses a part of a kind that is tested in pairs. Dashpots are not,
 * as they hardly act on a slow path, nor bonds, which release energy when they break. */
static bool is_paired(const struct lt_law *law, size_t i) {
    const char *kind = law->params[i].name;
    return lt_parts_is_kind(law, kind) && strcmp(kind, "damping") != 0 && strcmp(kind, "bond") != 0;
}

/* Moves PAIR on to the next two parts; returns false if there are no more. The second part resists
 * another motion than that along n, and the path goes to and fro in that motion. */
static bool next_pair(const struct lt_law *law, struct lt_audit_pair *pair) {
    const size_t n = law->n_params;
    for (; pair->one < n; pair->one++, pair->other = 0) {
        const struct lt_field *one = &law->params[pair->one];
        if (!is_paired(law, pair->one))
            continue;
        for (; pair->other < n; pair->other++, pair->begun = false) {
            const struct lt_field *other = &law->params[pair->other];
            if (pair->other <= pair->one || !is_paired(law, pair->other) ||
                lt_parts_acts(other->name) == 0)
                continue;
            /* All combinations of the words of two kinds, the second kind's running first. */
            if (!pair->begun) {
                pair->begun = true;
                pair->words[0] = one->min;
                pair->words[1] = other->min;
                return true;
            }
            if (++pair->words[1] <= other->max)
                return true;
            pair->words[1] = other->min;
            if (++pair->words[0] <= one->max)
                return true;
        }
    }
    return false;
}

/* Returns true if the word with this NUMBER of a KIND of parts is "none". */
static bool is_part_none(const struct lt_field *kind, double number) {
    char word[64];
    const char *chosen = lt_choice_word(kind->choices, number, word, sizeof word);
    return chosen && strcmp(chosen, "none") == 0;
}

/* Returns true if a pair need not be tested: its parts exclude each other, or one of them is none
 * and resists nothing. */
static bool is_useless_pair(const struct lt_law *law, const struct lt_audit_pair *pair) {
    for (const struct lt_clash *c = law->clashes; c && c->why; c++)
        for (int k = 0; k < 2; k++) {
            const unsigned one = (unsigned)pair->words[k], other = (unsigned)pair->words[!k];
            if (c->kind == (k ? pair->other : pair->one) &&
                c->other == (k ? pair->one : pair->other) && c->words >> one & 1u &&
                c->others >> other & 1u)
                return true;
        }
    return is_part_none(&law->params[pair->one], pair->words[0]) ||
           is_part_none(&law->params[pair->other], pair->words[1]);
}

/* Returns true if a dimension has an odd power of seconds: a viscosity, or a time that makes
 * one. */
static bool is_viscous(const int *dimension) {
    return dimension[2] / 2 % 2 != 0;
}

/* Sets the parts of PAIR in a case, without dashpot and bond. Other kinds get their first part, or
 * keep what was drawn if OTHERS; other choices get their defaults if USUAL; viscosities are 0. */
static void settle_pair(const struct lt_audit_bench *bench, const struct lt_audit_pair *pair,
                        bool others, bool usual, struct lt_audit_case *c) {
    const struct lt_law *law = bench->law;
    for (size_t i = 0; i < law->n_params; i++) {
        const struct lt_field *field = &law->params[i];
        if (lt_parts_is_kind(law, field->name)) {
            if (!others || strcmp(field->name, "damping") == 0 || strcmp(field->name, "bond") == 0)
                c->given[i] = field->min;
            c->given[i] = i == pair->one     ? pair->words[0]
                          : i == pair->other ? pair->words[1]
                                             : c->given[i];
        } else if (field->choices && usual) {
            c->given[i] = NAN;
        } else if (is_viscous(bench->dimension[i]) && field->min <= 0) {
            c->given[i] = 0;
        }
    }
}

/* Draws a path with the number PATH, 0 to PATHS - 1: to one overlap, a motion TURN (m or rad) along
 * DOF, to another overlap, back along DOF, and out. In some paths the overlaps come after a larger
 * one, in others there is a gap up to the interaction range. */
static void draw_turns(gsl_rng *rng, const struct reach *reach, int path, size_t dof, double turn,
                       struct lt_audit_case *c) {
    const double far = 0.2 + 0.8 * gsl_rng_uniform(rng),
                 near = far * (0.1 + 0.8 * gsl_rng_uniform(rng));
    const double gap = reach->lost * gsl_rng_uniform(rng);
    /* Positions as shares of the usual overlap: before the motion, at it, and on the way back; 0:
     * none, -1: a gap. */
    const double to[PATHS][3] = {{0, near, far},   {0, far, near},  {1.2, near, far},
                                 {1.2, far, near}, {far, -1, near}, {0, far, -1}};
    double un = c->gap;
    for (int k = 0; k < 3; k++) {
        if (to[path][k] == 0)
            continue;
        const double next = to[path][k] < 0 ? gap : -reach->overlap * to[path][k];
        leg_new(rng, c, reach->time)->du[0] = next - un;
        un = next;
        if (k > 0)
            leg_new(rng, c, reach->time)->du[dof] = k > 1 ? -turn : turn;
    }
    leg_new(rng, c, reach->time)->du[0] = c->gap - un;
}

/* Draws bodies and parameters with the parts of PAIR into OUT; with USUAL the choices within parts
 * have their defaults. Returns false if the law refuses all of TRIES/32 draws. */
static bool draw_pair(struct lt_audit_bench *bench, gsl_rng *rng, const struct lt_audit_pair *pair,
                      bool usual, struct lt_audit_case *out) {
    const uint64_t seed = out->seed;
    for (int i = 0; i < TRIES / 32; i++) {
        memset(out, 0, sizeof *out);
        out->seed = seed;
        out->turns = true;
        draw_bodies(rng, out);
        draw_parameters(bench, rng, CYCLE_DEEPER, out);
        settle_pair(bench, pair, i >= TRIES / 128, usual, out);
        resolve_given(bench->law, out);
        lt_arena_clear(bench->arena);
        if (!lt_audit_drive(bench, out, &(struct lt_audit_variant){0})->refused)
            return true;
    }
    return false;
}

/* Draws the next closed path for a pair of parts of the law into OUT; PAIR is the place in the
 * sequence. Of so many pairs (PAIR->every) one is tested, by PATHS paths each. Returns true if a
 * path is drawn, false if there are no more. */
bool lt_audit_case_pair(struct lt_audit_bench *bench, uint64_t seed, struct lt_audit_pair *pair,
                        struct lt_audit_case *out) {
    const struct lt_law *law = bench->law;
    struct lt_arena *own = lt_arena_new();
    gsl_rng *rng = lt_arena_keep(own, gsl_rng_alloc(gsl_rng_taus2), gsl_rng_release);
    bool drawn = false;
    while (!drawn && (pair->left > 0 || next_pair(law, pair))) {
        if (pair->left == 0)
            pair->left = is_useless_pair(law, pair) || (seed + pair->number++) % pair->every != 0
                             ? 0
                             : PATHS;
        if (pair->left == 0)
            continue;
        const int path = --pair->left;
        gsl_rng_set(rng, (unsigned long)(seed * 1000003u + (uint64_t)++pair->count));
        out->seed = seed;
        if (!draw_pair(bench, rng, pair, path < 2 || path > 3, out)) {
            pair->left = 0;
            continue;
        }
        const struct lt_audit_trace *t = lt_audit_drive(bench, out, &(struct lt_audit_variant){0});
        /* The radius of the smaller body, m; scales of the path, and where the contact is lost. */
        const double small = fmin(out->radius[0] > 0 ? out->radius[0] : INFINITY, out->radius[1]);
        struct reach reach = {.overlap = small * draw_between(rng, 1e-4, 0.1),
                              .time = 1e6 * out->time,
                              .lost = find_reach(bench, t, out, true)};
        if (path >= PATHS - 2 && reach.lost == 0)
            continue;
        /* Turn along the first degree of freedom in which the second part acts. */
        const unsigned acts = lt_parts_acts(law->params[pair->other].name);
        size_t dof = 1;
        while (!(acts >> dof & 1u))
            dof++;
        /* first so small that even a stiff spring sticks, then larger */
        const double turn = reach.overlap * (path < 2 ? 1e-3 : draw_between(rng, 0.01, 0.3));
        out->number = pair->count;
        out->gap = fmax(0.2 * reach.overlap, 1.1 * find_reach(bench, t, out, false));
        out->steps = STEPS / 8;
        draw_turns(rng, &reach, path, dof, dof < 3 ? turn : turn / small, out);
        drawn = true;
    }
    lt_arena_free(own);
    return drawn;
}

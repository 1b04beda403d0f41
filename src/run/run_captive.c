/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_captive.c: contacts that can never separate, told by what cannot be left again.
 *
 * Damping. Let d = -un, w = vn >= 0, and phi(d) = lambda d^p with p >= 1. Where on the curve w =
 * phi the normal motion turns below it, dw/dt <= phi' dd/dt = -phi' phi, at every d from here down
 * to touch, and where at w = 0 it turns to w >= 0, nothing leaves the region 0 <= w <= phi(d); and
 * in it dd/dt >= -lambda d^p, so that touch is never reached. Discrete steps map the region into
 * itself: the same is asked of the map (d, w) -> (d - h w1, w1), w1 = w + h a(d, w). For a linear
 * spring and dashpot such a lambda exists if and only if the damping ratio is 1 or more. It is
 * asked to 1e-9 of its terms: a contact that is underdamped by no more than that would part with
 * less than exp(-pi/sqrt(2e-9)) of its speed, which no number shows.
 *
 * Energy. On the way out, gravity and adhesion included, there is a hill that the normal motion has
 * not the energy to climb, and the law's drag puts none in.
 *
 * Both need a normal motion that nothing else acts on, and a law whose normal force goes by overlap
 * and speed alone; that is tried, not believed. */
#include "run/balance.h"
#include "run/running.h"

#include <math.h>
#include <string.h>

enum { PER_DECADE = 4, DECADES = 120, SHARES = 4, LAMBDAS = 4 };

static const double tolerance = 1e-9;
static const double slow = 1000;
static const double spent = 1e-24; /* of the energy at the start: bounces do not count any more */

/* ---- What is waited for ---------------------------------------------------------------------- */

static bool uses_slot(const struct lt_formula *formula, size_t slot) {
    for (size_t i = 0; i < formula->n_used; i++)
        if (formula->used[i]->slot == slot)
            return true;
    return false;
}

/* No stage follows this one, this one again included. */
static bool is_last(const struct lt_running *run) {
    const struct lt_stage *stage = lt_run_stage(run);
    if (stage->n_at > 0) /* an event may change what holds the pair */
        return false;
    for (size_t i = 0; i < stage->n_done; i++)
        if (stage->done[i].kind == LT_RESTART)
            return false;
    return run->stage + 1 == run->setup.program->n_stages;
}

/* What is imposed does not change, and the normal motion is free. */
static bool is_loaded_steadily(const struct lt_running *run) {
    const char *whats = lt_run_stage(run)->whats;
    for (size_t i = 0; i < LT_DOFS; i++)
        if (run->loading.varies[i] || strchr("us", whats[i]))
            return false;
    return whats[0] != 'v' && run->loading.inertia.p.own[0] > 0;
}

bool lt_run_captive_waits(const struct lt_running *run) {
    const struct lt_formula *until = lt_run_stage(run)->until;
    for (size_t i = 0; i < until->n_used; i++) {
        size_t slot = until->used[i]->slot;
        if (slot != LT_BROKEN && slot != LT_REBOUND && slot != LT_CONTACT)
            return false;
    }
    return until->n_used > 0 && is_last(run) && is_loaded_steadily(run) &&
           run->setup.contact.law->n_state <= LT_BALANCE_STATE;
}

/* Force on the normal motion beside the contact's: > 0 pulls apart. */
static double push_of(const struct lt_running *run) {
    const struct lt_loading *loading = &run->loading;
    return loading->weight[0] + (loading->stage->whats[0] == 'f' ? loading->numbers[0] : 0);
}

/* ---- The law tried elsewhere ----------------------------------------------------------------- */

enum way { AS_IT_MOVES, STRAIGHT, SLOWLY, IN_TWO }; /* from here to there */

/* What the law answers when it is led to un within dt, with a velocity vn and a displacement ASIDE;
 * values[] and the state follow. */
static struct lt_out move_to(const struct lt_running *run, double *values, double *state, double un,
                             double vn, double dt, const double *aside) {
    double du[LT_DOFS];
    memcpy(du, aside, sizeof du);
    du[0] = un - values[LT_UN];
    for (size_t i = 0; i < LT_DOFS; i++)
        values[LT_UN + i] += du[i];
    values[LT_UN] = un;
    values[LT_VN] = vn;
    return lt_ledger_try(&run->setup.contact, values, du, dt, state);
}

/* What the law says at depth d, opening with speed w, after one step more of that speed. */
static struct lt_out ask_at_depth(const struct lt_running *run, double d, double w, enum way way) {
    const struct lt_setup *setup = &run->setup;
    double *values = setup->values, kept[2 * LT_DOFS], state[LT_BALANCE_STATE],
           aside[LT_DOFS] = {0};
    double h = setup->dt, before = -(d + w * h);
    memcpy(kept, values + LT_UN, sizeof kept);
    memcpy(state, values + setup->contact.names->state,
           setup->contact.law->n_state * sizeof *state);
    for (size_t i = 1; i < LT_DOFS; i++) {
        if (way == STRAIGHT)
            values[LT_VN + i] = 0;
        aside[i] = (way == SLOWLY ? slow : 1) * h * values[LT_VN + i];
    }
    if (way == IN_TWO)
        move_to(run, values, state, 0.5 * (before + values[LT_UN]), w, h, aside);
    move_to(run, values, state, before, w, way == SLOWLY ? slow * h : h, aside);
    struct lt_out out = move_to(run, values, state, -d, w, h, aside);
    memcpy(values + LT_UN, kept, sizeof kept);
    return out;
}

/* ---- By damping ------------------------------------------------------------------------------ */

struct region {
    const struct lt_running *run;
    double push, mobility, p, lambda;
    double h;     /* of the steps; 0: of the limit */
    double speed; /* with which it opens now */
};

/* The curve phi(d) at depth d. */
static double edge_speed(const struct region *r, double d) {
    return r->lambda * pow(d, r->p);
}

/* Nothing leaves it at depth d. */
static bool holds_at(const struct region *r, double d) {
    double top = edge_speed(r, d), turn = r->p * top * top / d, slack = tolerance * turn;
    for (int i = 0; i <= SHARES; i++) {
        double w = top * i / SHARES;
        struct lt_out out = ask_at_depth(r->run, d, w, AS_IT_MOVES);
        double a = r->mobility * (r->push - out.fn);
        double w1 = w + r->h * a, part = r->h * w1 / d;  /* of what is left of the way */
        double fall = -top * expm1(r->p * log1p(-part)); /* of the edge, phi(d) - phi(d - h w1) */
        if (!(out.active > 0) || !isfinite(a))
            return false;
        bool discrete = w1 >= 0 && part < 1 && w - top + r->h * a + fall <= r->h * slack;
        bool limit = (i > 0 || a >= 0) && (i < SHARES || a <= slack - turn);
        if (!(r->h > 0 ? discrete : limit))
            return false;
    }
    return true;
}

/* Nothing leaves it at any depth from d down to touch, at PER_DECADE depths a decade. */
static bool holds_below(const struct region *r, double d) {
    const double finer = pow(10, -1.0 / PER_DECADE);
    for (int i = 0; i < PER_DECADE * DECADES; i++, d *= finer)
        if (!holds_at(r, d))
            return false;
    return true;
}

/* The normal force goes by overlap and speed alone, as far as trying tells. */
static bool is_simple(const struct lt_running *run, double d, double w) {
    double f = ask_at_depth(run, 0.5 * d, 0.5 * w, AS_IT_MOVES).fn;
    for (enum way way = STRAIGHT; way <= IN_TWO; way++)
        if (!(fabs(ask_at_depth(run, 0.5 * d, 0.5 * w, way).fn - f) <= tolerance * fabs(f)))
            return false;
    return true;
}

/* In space whatever turns or slides draws the particles apart, unless a ball is on what is flat;
 * and what holds on beyond touch may be torn off by it. */
static bool is_alone(const struct lt_running *run) {
    const double *values = run->setup.values;
    const struct lt_bodies *bodies = &run->setup.bodies;
    const bool apart = run->setup.in_space && (!bodies->flat || bodies->solids);
    bool slides = false;
    for (size_t i = 1; i < LT_DOFS; i++)
        slides |= values[LT_VN + i] != 0 || run->loading.weight[i] != 0;
    if (slides && (apart || ask_at_depth(run, 1e-6 * values[LT_UN], 0, STRAIGHT).active > 0))
        return false;
    for (size_t i = 0; i < 6 && apart; i++)
        if (values[LT_WXA + i % 3 + (i < 3 ? 0 : LT_WXB - LT_WXA)] != 0)
            return false;
    return true;
}

/* Which curves may do: that of a spring of power n whose damping ratio is everywhere the same has
 * p = (n + 1)/2; and the middle of the lambdas that do, by the drag there is here. R has the
 * largest one; false if the motion is beyond even that. */
static bool may_creep(const struct lt_running *run, struct region *r) {
    const struct lt_setup *setup = &run->setup;
    bool limit = setup->exact || setup->program->motion.full_step;
    double d = -setup->values[LT_UN], w = limit ? setup->values[LT_VN] : run->before[0];
    if (!(d > 0 && w > 0))
        return false;
    double still = ask_at_depth(run, d, 0, AS_IT_MOVES).fn,
           half = ask_at_depth(run, d / 2, 0, AS_IT_MOVES).fn;
    double drag = (ask_at_depth(run, d, w, AS_IT_MOVES).fn - still) / w, n = log2(still / half);
    *r = (struct region){.run = run,
                         .push = push_of(run),
                         .mobility = run->loading.inertia.p.own[0],
                         .p = n > 1 ? 0.5 * (n + 1) : 1,
                         .h = limit ? 0 : setup->dt,
                         .speed = w};
    r->lambda = drag * r->mobility * pow(d, 1 - r->p) / (2 * r->p);
    return drag > 0 && w <= edge_speed(r, d);
}

static bool is_creeping(struct region r) {
    double d = -r.run->setup.values[LT_UN];
    for (int i = 0; i < LAMBDAS && r.speed <= edge_speed(&r, d); i++, r.lambda *= 0.5)
        if (holds_below(&r, d))
            return true;
    return false;
}

/* ---- By energy ------------------------------------------------------------------------------- */

/* The law's force against the motion takes energy away, whether it opens or closes. */
static bool is_dragged(const struct lt_running *run, double d, double w) {
    double still = ask_at_depth(run, d, 0, AS_IT_MOVES).fn, slack = tolerance * fabs(still);
    return ask_at_depth(run, d, w, AS_IT_MOVES).fn >= still - slack &&
           ask_at_depth(run, d, -w, AS_IT_MOVES).fn <= still + slack;
}

static double fastest_now(const struct lt_running *run) {
    return fmax(fabs(run->setup.values[LT_VN]), fabs(run->before[0]));
}

static double kinetic_of(const struct lt_running *run) {
    double speed = fastest_now(run);
    return 0.5 * speed * speed / run->loading.inertia.p.own[0];
}

/* It has not energy left for a rebound, if that is waited for. */
static bool may_be_held(const struct lt_running *run) {
    return !uses_slot(lt_run_stage(run)->until, LT_REBOUND) ||
           kinetic_of(run) < spent * run->energy;
}

/* On the way out, as far as the law holds on, there is a hill too high for the speed there is. */
static bool is_below_a_hill(const struct lt_running *run) {
    enum { PLACES = 256 };
    double d = -run->setup.values[LT_UN], step = fabs(d) / PLACES, push = push_of(run);
    double sum = kinetic_of(run), scale = sum;
    for (int i = 0; i < 2 * PLACES; i++) {
        struct lt_out out = ask_at_depth(run, d - (i + 0.5) * step, 0, AS_IT_MOVES);
        double work = (push - out.fn) * step;
        if (!(out.active > 0) || !isfinite(work))
            return false;
        sum += work;
        scale += fabs(work);
        if (sum < -0.01 * scale)
            return is_dragged(run, d, fastest_now(run));
    }
    return false;
}

/* What rules most contacts out comes first. */
bool lt_run_captive(const struct lt_running *run) {
    double d = -run->setup.values[LT_UN], w = fabs(run->setup.values[LT_VN]);
    struct region region = {.run = run};
    if (!(run->setup.values[LT_CONTACT] > 0))
        return false;
    bool held = may_be_held(run), creeps = may_creep(run, &region);
    return (held || creeps) && is_alone(run) && is_simple(run, d, w) &&
           ((held && is_below_a_hill(run)) || (creeps && is_creeping(region)));
}

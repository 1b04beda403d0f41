/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exact.c: the length of basic steps, and what is done where an event ends them. */
#include "solution/exact_internal.h"

#include "base/arena.h"
#include "registry/laws.h"

#include <float.h>
#include <string.h>

/* Arrays of numbers: start, columns, two tableaus of two rows, limit, differences, loose, tight,
 * scratch. */
enum { ROOM = 5 * LT_EXACT_COLUMNS + 6 };

/* Relative tolerance of a run: some hundred roundings. */
static const double default_tolerance = 1e-13;
/* Events are located to this share of the contact time: some ten roundings of the time. */
static const double event_tolerance = 1e-14;
/* A contact time of more motion.dt is not that of an impact: bodies so heavy merely pass by. */
static const double steps_most = 2e5;
/* Where events recur without end, steps of this share of t_fast lead across them, or of the time
 * crossed so far if that is longer: results are accurate to ten such shares. */
static const double sliding_step = 1e-6;
/* Steps that show whether the law returns to a branch: so many in 1e-2 of t_fast. */
enum { TRIAL_STEPS = 20 };
/* A step of at most this share of t_fast changes balanced displacements by rounding alone. */
static const double balance_rounding = 1e-9;
/* Share of t_fast from which one substep leads up to an end of slip that rounding hides: its error
 * is the square, 1e-10. */
static const double hidden_slip_end = 1e-5;
/* Lengths that are tried before a basic step fails: halved at each, none would be left. */
enum { TRIES = 2000 };

/* Raises the scales of errors to the size of an accepted state. */
static void raise_scales(struct lt_exact *exact) {
    const struct lt_setup *setup = exact->loading->setup;
    const double *v = setup->values + LT_VN, *f = setup->values + LT_FN;
    const double lever = lt_exact_lever(exact);
    exact->speed = fmax(exact->speed, fmax(lt_exact_norm(v), lever * lt_exact_norm(v + 3)));
    /* Bodies that rotate together have the rounding errors of their own velocities. */
    for (size_t i = 0; i < LT_VELOCITIES && setup->in_space; i += 6) {
        const double *own = setup->values + LT_VXA + i;
        exact->speed = fmax(exact->speed, fmax(lt_exact_norm(own), lever * lt_exact_norm(own + 3)));
    }
    exact->force = fmax(exact->force, fmax(lt_exact_norm(f), lt_exact_norm(f + 3) / lever));
    /* Where the target is no force, adhesion and a dashpot may be in balance. */
    const double *viscous = setup->values + LT_VFN;
    for (size_t i = 0; i < LT_DOFS; i++)
        if (exact->loading->inertia.balanced[i])
            exact->force = fmax(exact->force, fabs(viscous[i]) / (i < 3 ? 1 : lever));
    for (size_t i = LT_E_STRAIN; i < LT_E_SET; i++)
        exact->energy = fmax(exact->energy, fabs(setup->values[i]));
}

/* An oscillation must not fit between two substeps: each of the fewest, two, is at most a third of
 * 1/omega. Overdamped motion has none. */
static double longest_step(const struct lt_loading *loading, double time_scale) {
    const struct lt_setup *setup = loading->setup;
    double most = time_scale / 8;
    if (!strpbrk(loading->stage->whats, ".if"))
        return INFINITY;
    for (size_t i = 0; i < LT_DOFS; i++) {
        double k = setup->stiffness[i], w = setup->mobility[i][i];
        bool is_free = !loading->inertia.imposed[i] && !loading->inertia.balanced[i];
        if (k > 0 && w > 0 && is_free && setup->viscosity[i] * sqrt(w) < 2 * sqrt(k))
            most = fmin(most, 2 / (3 * sqrt(k) * sqrt(w)));
    }
    return most;
}

/* States of the law that depend on the length of steps name their limit. */
static void find_accounts(struct lt_exact *exact) {
    const struct lt_law *law = exact->loading->setup->contact.law;
    for (size_t i = 0; i < law->n_state && exact->n_accounts < LT_EXACT_ACCOUNTS; i++)
        if (lt_laws_limit(law, i) >= 0) {
            size_t *account = exact->accounts[exact->n_accounts++];
            account[0] = i, account[1] = (size_t)lt_laws_limit(law, i);
        }
}

/* Velocities that a stage prescribes have no rounding errors of those before, which reached SPEED
 * and may have been far larger. */
static bool begins_anew(const struct lt_exact *exact, const struct lt_loading *loading) {
    const struct lt_setup *setup = loading->setup;
    const double *v = setup->values + LT_VN,
                 lever = fmax(setup->pair.a.radius, setup->pair.b.radius);
    bool anew = !setup->in_space &&
                fmax(lt_exact_norm(v), lever * lt_exact_norm(v + 3)) < 1e-3 * exact->speed;
    for (size_t i = 0; i < LT_DOFS; i++)
        anew &= strchr("iuv", loading->stage->whats[i]) || v[i] == 0;
    return anew;
}

void lt_exact_begin(struct lt_exact *exact, struct lt_loading *loading) {
    struct lt_setup *setup = loading->setup;
    const size_t n = lt_exact_count(setup);
    double *room = exact->start;
    if (!room)
        room = lt_arena_room(setup->arena, ROOM * n * sizeof *room);
    const double t_c = setup->lasts;
    const double scale = t_c > 0 && t_c < steps_most * setup->dt ? t_c : 100 * setup->dt;
    const double period = isfinite(t_c) ? t_c : scale;
    const double stiffness = setup->pair.m_eff / (period * period);
    *exact =
        (struct lt_exact){.loading = loading,
                          .n = n,
                          .tolerance = exact->tolerance > 0 ? exact->tolerance : default_tolerance,
                          .time_scale = scale,
                          /* A stiff shear spring may be far faster than the impact. */
                          .t_fast = fmin(scale, lt_setup_times_at_touch(setup)),
                          .h = setup->dt,
                          .h_max = longest_step(loading, scale),
                          .branch = NAN,
                          .left_branch = NAN,
                          .event = INFINITY,
                          .across = exact->across,
                          .across_begin = exact->across_begin,
                          .across_end = exact->across_end,
                          .stiff = {.pause = 16, .next_pause = 16, .h_long = INFINITY},
                          .speed = begins_anew(exact, loading) ? 0 : exact->speed,
                          .force = exact->force,
                          .energy = exact->energy,
                          .stiffness = isfinite(stiffness) ? stiffness : 0,
                          .start = room,
                          .columns = room + n,
                          .tableaus = room + (LT_EXACT_COLUMNS + 1) * n,
                          .limit = room + (ROOM - 5) * n,
                          .differences = room + (ROOM - 4) * n,
                          .loose = (size_t *)(room + (ROOM - 3) * n),
                          .tight = (size_t *)(room + (ROOM - 2) * n),
                          .scratch = room + (ROOM - 1) * n};
    find_accounts(exact);
    raise_scales(exact);
}

/* ---- Across an event ------------------------------------------------------------------------- */

static double take_across(struct lt_exact *exact, double h) {
    double *values = exact->loading->setup->values;
    if (exact->loading->setup->in_space)
        lt_bodies_tidy(&exact->loading->setup->bodies, values + LT_XA);
    if (!isnan(exact->branch))
        exact->left_branch = exact->branch;
    exact->branch = NAN;
    exact->last = LT_EXACT_ACROSS;
    raise_scales(exact);
    values[LT_TIME] += h;
    values[LT_T] += h;
    lt_exact_event_forget(exact);
    return h;
}

/* Across events that recur. A law that returns to the branch it has left slides between the two
 * (Filippov): short steps alternate, and have a limit. One that runs through ever new branches, as
 * partial slip does, is smooth enough for longer steps. */
static void cross_many(struct lt_exact *exact, double h, int steps) {
    struct lt_setup *setup = exact->loading->setup;
    const double contact = setup->values[LT_CONTACT];
    if (!exact->sliding && steps > TRIAL_STEPS) {
        double *start = exact->limit;
        lt_exact_gather(setup->contact.names, setup->values, start);
        exact->sliding = lt_exact_march(exact, h, TRIAL_STEPS) > 1;
        if (!exact->sliding || exact->failed)
            return;
        lt_exact_scatter(setup->contact.names, start, setup->values);
        setup->values[LT_CONTACT] = contact;
    }
    lt_exact_march(exact, h, steps);
}

/* One substep leads up to the end of slip: the first of two may slip too little to show it. */
static bool substeps_across(struct lt_exact *exact, double h) {
    const double steps = h / (sliding_step * fmax(exact->t_fast, exact->across));
    struct lt_exact_segment end;
    if (lt_exact_is_slip_end(exact))
        lt_exact_substeps(exact, h, 1, false, &end);
    else if (steps > 1)
        cross_many(exact, h, (int)ceil(fmin(steps, 1 / sliding_step)));
    else
        lt_exact_substeps(exact, h, 2, false, &end);
    return !exact->failed;
}

double lt_exact_across(struct lt_exact *exact, double h) {
    return substeps_across(exact, h) ? take_across(exact, h) : 0;
}

/* Counts an event, unless the step is as short only because the sample ends after MOST. */
static double step_across(struct lt_exact *exact, double h, double most) {
    if (!substeps_across(exact, h))
        return 0;
    exact->events += exact->state != LT_EXACT_NO_EVENT || h < most;
    exact->smooth = 0;
    if (h > 1e-9 * exact->time_scale) {
        const double t = exact->loading->setup->values[LT_T];
        exact->across_begin = exact->across > 0 ? exact->across_begin : t;
        exact->across_end = t + h;
        exact->across += h;
    }
    return take_across(exact, h);
}

/* ---- The length of a basic step -------------------------------------------------------------- */

/* Scales of errors decay, by 2^-8 in a contact time, so that a dying motion stays resolved; the
 * speed no further than the force still makes it, to a hundredth. */
static void decay_scales(struct lt_exact *exact, double h) {
    const double decay = exp2(-8 * h / exact->time_scale);
    double speed = decay * exact->speed;
    /* Not in static balance: a force may vanish while the overlap, which gives its rounding error,
     * does not. */
    if (!memchr(exact->loading->stage->whats, 's', LT_DOFS))
        exact->force *= decay;
    if (exact->stiffness > 0)
        speed = fmax(speed, fmin(exact->speed,
                                 1e-2 * exact->force / (exact->stiffness * exact->time_scale)));
    exact->speed = speed;
    raise_scales(exact);
}

/* A smooth basic step has been made. */
static double take_smooth(struct lt_exact *exact, double h, int columns) {
    /* The fewer columns it took the longer the next one may be. */
    static const double growth[LT_EXACT_COLUMNS] = {4, 4, 4, 4, 3, 2, 1.2, 1};
    double *values = exact->loading->setup->values;
    exact->last = LT_EXACT_SMOOTH;
    values[LT_TIME] += h;
    values[LT_T] += h;
    decay_scales(exact, h);
    exact->smooth += h;
    if (exact->state == LT_EXACT_NO_EVENT || exact->smooth > 1e-2 * exact->loading->setup->dt)
        exact->events = 0, exact->sliding = false;
    if (exact->event <= h) { /* Nothing has happened in the bracket: the event was rounding. */
        exact->events++;
        exact->smooth = 0;
        lt_exact_event_forget(exact);
    } else if (exact->state != LT_EXACT_NO_EVENT) {
        exact->event -= h;
    }
    if (exact->state == LT_EXACT_NO_EVENT)
        exact->h = columns < LT_EXACT_COLUMNS ? fmax(exact->h, growth[columns] * h)
                                              : fmax(h, 0.7 * exact->h);
    return h;
}

/* The power of the length by which an error has fallen. */
static double observed_order(double before, double now, double longer, double h) {
    return log(before / now) / log(longer / h);
}

/* Extrapolation does not raise the order of the error that a nearby singularity leaves, as where
 * the force grows with a root of the overlap: two failures show that order, and how short the step
 * must be. */
static double shrink_by_order(const struct lt_exact_attempt *attempt,
                              const struct lt_exact_attempt *failed) {
    double order = observed_order(failed->error, attempt->error, failed->h, attempt->h);
    if (!(order > 0.3 && order < 3 && attempt->error > 1))
        return attempt->shrink;
    return fmin(attempt->shrink, fmax(1e-4, 0.5 * pow(attempt->error, -1 / order)));
}

/* Where the force begins with an infinite slope, the errors of the first columns show how far one
 * step may lead out of it. Forces that grow as the fourth root of time, or faster, leave errors of
 * the order 1.25 or more. 0: the motion does not begin so. */
static double way_out(const struct lt_exact *exact, const struct lt_exact_attempt *attempt,
                      const struct lt_exact_attempt *failed) {
    double order = observed_order(failed->rough, attempt->rough, failed->h, attempt->h);
    bool begins = isnan(exact->branch) && exact->last != LT_EXACT_OUT_OF_SINGULARITY;
    if (!(begins && order > 1 && order < 1.9 && attempt->rough > 1))
        return 0;
    return attempt->h * pow(attempt->rough, -1 / 1.25);
}

/* A balanced displacement begins at an infinite velocity if its dashpot's viscosity is 0 at touch.
 * The error of the first step decays, but the steps behind it have to be far shorter than it. */
static double least_way_out(const struct lt_exact *exact) {
    return memchr(exact->loading->stage->whats, 's', LT_DOFS) ? 100 : 1;
}

/* The search for the length of one basic step. */
struct search {
    double most, h, least, stagnated; /* s; error at which the last attempt did; INFINITY: none */
    bool across; /* rounding hides the end of slip: step up to where it was found before */
    struct lt_exact_attempt attempt, failed; /* now; the last that did not converge */
};

static void plan_step(struct lt_exact *exact, double most, struct search *s) {
    /* A change that comes back at once is rounding at a threshold: cross it in longer steps. */
    double least = event_tolerance * exact->t_fast * pow(10, fmin(exact->events, 12));
    least = fmax(least, DBL_MIN); /* a stiff dashpot leaves next to nothing of t_fast */
    *s = (struct search){.most = most, .least = least, .stagnated = INFINITY, .failed = {.h = NAN}};
    s->h = fmin(fmin(fmax(exact->h, 4 * least), exact->h_max), most);
    if (exact->stiff.rate > 0)
        s->h = fmin(s->h, exact->stiff.h_short);
    lt_exact_event_refine_slip(exact);
    if (exact->state != LT_EXACT_NO_EVENT) {
        double way = lt_exact_event_way(exact, least);
        /* The longer the step to the end of slip, the better is its rate known. */
        s->h = lt_exact_is_slip_end(exact) && way > s->h && way < 2 * s->h ? 0.5 * way
                                                                           : fmin(s->h, way);
    }
}

/* Across an event that is so close that nothing is smooth before it; 0: there is none, or it
 * failed. */
static double cross_event(struct lt_exact *exact, const struct search *s) {
    double event = exact->event;
    if (lt_exact_is_slip_end(exact) &&
        (s->across || event <= lt_exact_slip_end_near * exact->t_fast))
        return step_across(exact, event, s->most);
    if (s->h <= s->least || event <= 2 * s->least)
        return step_across(exact, fmin(event <= 2 * s->least ? event : s->least, s->most), s->most);
    return 0;
}

/* An event ended the attempt. */
static void approach_event(struct lt_exact *exact, struct search *s) {
    if (lt_exact_is_slip_end(exact)) {
        s->h *= 0.5;
        if (s->h > 0.1 * lt_exact_slip_end_near * exact->t_fast)
            return;
        s->across = exact->state == LT_EXACT_SLIP_END_NEAR &&
                    exact->event <= fmin(s->most, hidden_slip_end * exact->t_fast);
        if (!s->across)
            exact->state = LT_EXACT_BRACKETED;
        return;
    }
    exact->event = s->h + s->attempt.beyond;
    lt_exact_event_met(exact);
    s->h = fmin(lt_exact_event_way(exact, s->least), (1 - 10 * lt_exact_probe) * s->h);
}

/* Shortens a failed step; returns the length of one made out of a singularity, else 0. */
static double shorten(struct lt_exact *exact, struct search *s) {
    s->attempt.h = s->h;
    double out = way_out(exact, &s->attempt, &s->failed);
    if (out > 0) {
        out = lt_exact_across(exact, fmax(out, least_way_out(exact) * s->least));
        exact->last = LT_EXACT_OUT_OF_SINGULARITY;
        exact->h = 2 * out;
        return out;
    }
    s->h *= shrink_by_order(&s->attempt, &s->failed);
    s->failed = s->attempt;
    if (exact->state == LT_EXACT_NO_EVENT)
        exact->h = s->h;
    return 0;
}

/* One basic step of at most MOST, or across one event. */
static double make_step(struct lt_exact *exact, double most) {
    struct search s;
    plan_step(exact, most, &s);
    for (int i = 0; i < TRIES && !exact->failed; i++) {
        double gone = cross_event(exact, &s);
        if (gone > 0 || exact->failed)
            return gone;
        enum lt_exact_outcome outcome = lt_exact_extrapolate(exact, s.h, &s.attempt);
        if (exact->failed)
            return 0;
        /* Rounding does not shrink with h; the error of a nearby singularity does. */
        bool unresolved = outcome == LT_EXACT_UNRESOLVED;
        bool no_better = unresolved && s.attempt.stagnated > 0.7 * s.stagnated;
        s.stagnated = unresolved && s.attempt.stagnated > 0 ? s.attempt.stagnated : INFINITY;
        if (no_better) {
            s.h = fmin(2 * s.h, most);
            s.attempt.trusted = INFINITY;
        } else if (outcome == LT_EXACT_CONVERGED) {
            lt_exact_stiff_count(exact, s.h, most);
            return take_smooth(exact, s.h, s.attempt.columns);
        } else if (outcome == LT_EXACT_EVENT) {
            approach_event(exact, &s);
        } else {
            gone = shorten(exact, &s);
            if (gone > 0 || exact->failed)
                return gone;
        }
    }
    lt_exact_stiff_fail(exact, s.h);
    return 0;
}

static double make_stiff_step(struct lt_exact *exact, double most) {
    struct lt_exact_attempt attempt;
    double usual = exact->h;
    if (!lt_exact_stiff_step(exact, most, &attempt))
        return 0;
    lt_exact_stiff_count(exact, attempt.h, most);
    take_smooth(exact, attempt.h, attempt.columns);
    exact->h = usual;
    return attempt.h;
}

/* Balanced displacements keep the velocities V. */
static void keep_balanced(struct lt_exact *exact, const double *v) {
    const struct lt_inertia *inertia = &exact->loading->inertia;
    double *now = exact->loading->setup->values + LT_VN;
    for (size_t i = 0; i < LT_DOFS; i++)
        now[i] = inertia->balanced[i] ? v[i] : now[i];
}

double lt_exact_advance(struct lt_exact *exact, double h) {
    const bool rounding = h <= balance_rounding * exact->t_fast && !isnan(exact->branch);
    double v[LT_DOFS];
    memcpy(v, exact->loading->setup->values + LT_VN, sizeof v);
    double gone = make_stiff_step(exact, h);
    if (!(gone > 0) && !exact->failed)
        gone = make_step(exact, h);
    if (rounding && gone == h)
        keep_balanced(exact, v);
    return gone;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/exact_parts.h"

#include "base/arena.h"

#include <string.h>

static const double finest = 1e-13; /* tolerance */
/* Crossings in a row have less of a smooth way between them, as a share of a sample. */
static const double hardly_any = 1e-2;
/* An end of slip is looked for from so close by, once more from there, and crossed from there. */
static const double seen_from = 5e-2, refined_from = 5e-3, close = 1e-7;

/* Take in a state that has been accepted. */
void lt_exact_measure(struct lt_exact *exact) {
    const struct lt_setup *setup = exact->loading->setup;
    const double *v = setup->values + LT_VN, *f = setup->values + LT_FN;
    double lever = fmax(setup->pair.a.radius, setup->pair.b.radius);
    exact->speed = fmax(exact->speed, fmax(lt_exact_norm(v), lever * lt_exact_norm(v + 3)));
    /* Bodies that turn together have the rounding errors of their own velocities. */
    for (size_t i = 0; i < LT_VELOCITIES && setup->in_space; i += 6) {
        const double *own = setup->values + LT_VXA + i;
        exact->speed = fmax(exact->speed, fmax(lt_exact_norm(own), lever * lt_exact_norm(own + 3)));
    }
    exact->force = fmax(exact->force, fmax(lt_exact_norm(f), lt_exact_norm(f + 3) / lever));
    for (size_t i = LT_E_STRAIN; i < LT_E_SET; i++)
        exact->energy = fmax(exact->energy, fabs(setup->values[i]));
}

/* Longest stretch: an oscillation must not fit between two substeps. What is overdamped has none.
 */
static double longest_stretch(const struct lt_loading *loading, double unit) {
    const struct lt_setup *setup = loading->setup;
    double most = unit / 8;
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

void lt_exact_begin(struct lt_exact *exact, struct lt_loading *loading) {
    struct lt_setup *setup = loading->setup;
    size_t n = lt_exact_stretch_numbers(setup);
    double *room = exact->room;
    if (!room)
        room = lt_arena_get(setup->arena, (5 * LT_EXACT_COLUMNS + 2) * n * sizeof *room);
    double t_c = setup->values[LT_T_C], unit = 100 * setup->dt;
    if (t_c > 0 && t_c < unit) /* heavy bodies that pass by have no time for an impact */
        unit = t_c;
    double period = isfinite(t_c) ? t_c : unit;
    double stiffness = setup->pair.m_eff / (period * period); /* of the impact, by its order */
    *exact = (struct lt_exact){.loading = loading,
                               .n = n,
                               .branch = NAN,
                               .left = NAN,
                               .h = setup->dt,
                               .longest = longest_stretch(loading, unit),
                               .event = INFINITY,
                               .guess = NAN,
                               .reach = 1,
                               .unit = unit,
                               .stiffness = isfinite(stiffness) ? stiffness : 0,
                               /* a stiff shear spring may be far faster than the impact */
                               .fastest = fmin(unit, setup->values[LT_T_CRIT]),
                               .energy = exact->energy,
                               .speed = exact->speed,
                               .force = exact->force,
                               .plain = exact->plain,
                               .tolerance = exact->tolerance > 0 ? exact->tolerance : finest,
                               .unpeaked = exact->unpeaked,
                               .unturned = exact->unturned,
                               .room = room};
    lt_exact_measure(exact);
}

static void forget_event(struct lt_exact *exact) {
    exact->event = INFINITY;
    exact->guess = NAN;
    exact->beside = exact->sought = exact->known = exact->refined = false;
    exact->misses = 0;
    exact->reach = 1;
}

/* A plain step of length h has been made, whatever happened in it. */
static double take_crossed(struct lt_exact *exact, double h) {
    double *values = exact->loading->setup->values;
    if (exact->loading->setup->in_space)
        lt_bodies_tidy(values + LT_XA);
    if (!isnan(exact->branch))
        exact->left = exact->branch;
    exact->branch = NAN;
    exact->rising = 0;
    exact->was_plain = true;
    lt_exact_measure(exact);
    values[LT_TIME] += h;
    values[LT_T] += h;
    forget_event(exact);
    return h;
}

/* Up to the end of slip it slips: in one substep, since in two it may be too little to show. */
static bool plain_step(struct lt_exact *exact, double h, struct lt_exact_piece *end) {
    lt_exact_crossing_midpoint(exact, h, exact->known ? 1 : 2, false, end);
    return !exact->failed;
}

double lt_exact_plain(struct lt_exact *exact, double h) {
    struct lt_exact_piece end;
    return plain_step(exact, h, &end) ? take_crossed(exact, h) : 0;
}

static double cross_plainly(struct lt_exact *exact, double h) {
    struct lt_exact_piece end;
    if (!plain_step(exact, h, &end))
        return 0;
    exact->crossings++;
    exact->smooth = 0;
    exact->plain += h > 1e-9 * exact->unit ? h : 0;
    return take_crossed(exact, h);
}

/* A turning point is no kink by itself: a plain step across it may be longer, if nothing else
 * happens there. */
static bool skim_turn(struct lt_exact *exact) {
    const struct lt_setup *setup = exact->loading->setup;
    double *values = setup->values, contact = values[LT_CONTACT], h = exact->event;
    struct lt_exact_piece end;
    if (!(h <= exact->mild * exact->fastest))
        return false;
    lt_exact_stretch_gather(setup->contact.names, values, exact->room);
    if (lt_exact_crossing_midpoint(exact, h, 2, false, &end) == LT_EXACT_SMOOTH &&
        end.active == contact && (isnan(exact->branch) || end.branch == exact->branch)) {
        double branch = exact->branch;
        take_crossed(exact, h);
        exact->branch = branch;
        return true;
    }
    lt_exact_stretch_scatter(setup->contact.names, exact->room, values);
    values[LT_CONTACT] = contact;
    exact->mild = 0;
    return false;
}

/* Where no guess leads to an event it may be that slip ends. */
static void seek_end_of_slip(struct lt_exact *exact) {
    bool guessed = exact->guess > 0 && exact->misses < 2;
    if (guessed || exact->mild > 0 || isnan(exact->branch) || exact->sought ||
        exact->event > seen_from * exact->fastest)
        return;
    exact->sought = true;
    double end = lt_exact_slip_end(exact, exact->event);
    if (end > 0) {
        exact->known = true;
        exact->event = end;
    }
}

static void refine_end_of_slip(struct lt_exact *exact) {
    if (!exact->known || exact->refined || exact->event > refined_from * exact->fastest)
        return;
    exact->refined = true;
    double end = lt_exact_slip_end(exact, 1.5 * exact->event);
    if (end > 0)
        exact->event = end;
}

/* How far to go towards the event that lies within exact->event: just short of where it seems to
 * be, then on to the other side of it, from where the next guess is far better. Guesses that do not
 * keep their promise are followed by halving; a guess of 0 says that it is at the beginning. */
static double towards_event(struct lt_exact *exact, double least) {
    double within = exact->event, guess = exact->guess;
    if (within <= 2 * least)
        return within;
    if (exact->known)
        return 0.5 * within;
    double limit = fmax(2 * least, exact->mild * exact->fastest);
    bool promising = guess > 0 && guess <= within && exact->misses < 2;
    if (!promising)
        return (guess == 0 ? 0.25 : 0.5) * within;
    if (exact->beside)
        return fmin(within, fmax(2 * guess, 4 * least));
    double margin = fmax(guess * within / exact->fastest, 0.25 * limit);
    double h = fmin(guess - margin, exact->reach * guess);
    return h > limit ? h : 0.5 * within;
}

/* A smooth stretch has been crossed. */
static double take_smooth(struct lt_exact *exact, double h, int columns) {
    static const double growth[] = {4, 4, 4, 4, 3, 2, 1.2, 1};
    double *values = exact->loading->setup->values;
    exact->was_plain = exact->left_singular = false;
    values[LT_TIME] += h;
    values[LT_T] += h;
    exact->smooth += h;
    if (!isfinite(exact->event) || exact->smooth > hardly_any * exact->loading->setup->dt)
        exact->crossings = 0;
    if (exact->event <= h) { /* the bracket is used up and nothing happened: noise */
        exact->crossings++;
        exact->smooth = 0;
        forget_event(exact);
    } else if (isfinite(exact->event)) {
        exact->event -= h;
        if (exact->known)
            return h;
        exact->reach = columns <= 5 ? fmin(1, 1.5 * exact->reach) : exact->reach;
        exact->guess = exact->beside ? 4 * h : exact->guess - h;
        exact->beside = exact->guess > 0;
        exact->misses = 0;
    }
    if (!isfinite(exact->event))
        exact->h = columns < LT_EXACT_COLUMNS ? fmax(exact->h, growth[columns] * h)
                                              : fmax(h, 0.7 * exact->h);
    return h;
}

/* Of the errors that a force leaves that begins with the fourth root of the time. */
static const double slowest = 1.25;

/* The power of the length by which an error has fallen. */
static double fallen_power(double before, double now, double longer, double h) {
    return log(before / now) / log(longer / h);
}

/* Extrapolation does not raise the order of what a singularity close by leaves, where force grows
 * with a root of the overlap, say: two failures show that order, and how short the stretch must be.
 */
static double singular_shrink(const struct lt_exact_attempt *attempt,
                              const struct lt_exact_attempt *failed) {
    double order = fallen_power(failed->error, attempt->error, failed->h, attempt->h);
    if (!(order > 0.3 && order < 3 && attempt->error > 1))
        return attempt->shrink;
    return fmin(attempt->shrink, fmax(1e-4, 0.5 * pow(attempt->error, -1 / order)));
}

/* Where the force begins with an infinite slope the differences of columns say little. Two failures
 * show it by the errors of their first columns: how far a plain step may lead out of it, if the
 * force grows no slower than with the fourth root; else 0. */
static double way_out(const struct lt_exact *exact, const struct lt_exact_attempt *attempt,
                      const struct lt_exact_attempt *failed) {
    double order = fallen_power(failed->rough, attempt->rough, failed->h, attempt->h);
    bool begins = isnan(exact->branch) && !exact->left_singular;
    if (!(begins && order > 1 && order < 1.9 && attempt->rough > 1))
        return 0;
    return attempt->h * pow(attempt->rough, -1 / slowest);
}

static double leave_singular(struct lt_exact *exact, double h) {
    double gone = lt_exact_plain(exact, h);
    exact->left_singular = true;
    exact->h = 2 * h;
    return gone;
}

double lt_exact_advance(struct lt_exact *exact, double h_max) {
    /* A change that comes back at once is noise at a threshold: cross it with longer steps. */
    double least = 1e-14 * exact->fastest * pow(10, exact->crossings < 12 ? exact->crossings : 12);
    double h = fmin(fmin(fmax(exact->h, 4 * least), exact->longest), h_max), stalled = INFINITY;
    struct lt_exact_attempt attempt = {0}, failed = {.h = NAN}; /* that did not converge */
    refine_end_of_slip(exact);
    if (isfinite(exact->event))
        h = fmin(h, towards_event(exact, least));
    for (;;) {
        double event = exact->event;
        if (event <= h_max && skim_turn(exact))
            return event;
        if (exact->failed)
            return 0;
        if (exact->known && exact->event <= close * exact->fastest)
            return cross_plainly(exact, exact->event);
        if (h <= least || exact->event <= 2 * least)
            return cross_plainly(exact,
                                 fmin(exact->event <= 2 * least ? exact->event : least, h_max));
        enum lt_exact_outcome outcome = lt_exact_limit_extrapolate(exact, h, &attempt);
        if (exact->failed)
            return 0;
        /* Rounding does not shrink with h; the error of a singularity close by does. */
        bool no_better = outcome == LT_EXACT_UNRESOLVED && attempt.stall > 0.7 * stalled;
        stalled = outcome == LT_EXACT_UNRESOLVED && attempt.stall > 0 ? attempt.stall : INFINITY;
        if (no_better) {
            h = fmin(2 * h, h_max);
            attempt.trusted = INFINITY;
            continue;
        }
        if (outcome == LT_EXACT_SMOOTH)
            return take_smooth(exact, h, attempt.columns);
        if (outcome == LT_EXACT_EVENT && exact->known) {
            h *= 0.5;
            exact->known = h > 0.1 * close * exact->fastest;
            continue;
        }
        if (outcome == LT_EXACT_EVENT) {
            exact->misses += exact->event < INFINITY && !exact->beside;
            exact->beside = false;
            exact->event = h + attempt.beyond;
            seek_end_of_slip(exact);
            h = fmin(towards_event(exact, least), (1 - 10 * lt_exact_moment) * h);
            continue;
        }
        attempt.h = h;
        double out = way_out(exact, &attempt, &failed);
        if (out > 0)
            return leave_singular(exact, fmax(out, least));
        h *= singular_shrink(&attempt, &failed);
        failed = attempt;
        if (!isfinite(exact->event))
            exact->h = h;
        else if (exact->guess > 0)
            exact->reach = fmax(0.1, fmin(exact->reach, h / exact->guess));
    }
}

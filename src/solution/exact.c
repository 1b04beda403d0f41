/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solution/exact_parts.h"

#include "base/arena.h"
#include "registry/laws.h"

#include <float.h>
#include <string.h>

enum { ROOM = 5 * LT_EXACT_COLUMNS + 6 };

static const double finest = 1e-13; /* tolerance */
/* Crossings in a row have less of a smooth way between them, as a share of a sample. */
static const double hardly_any = 1e-2;
/* Steps of motion.dt that the time of an impact may have. */
static const double patient = 2e5;
/* A force that changes so much in no time jumps, as a share of the largest. */
static const double jumping = 1e-6;
/* What is foreseen is crossed from so close by. */
static const double nearest = 1e-11;
/* In so short a time rounding decides whether friction holds; in such a one it does not. */
static const double no_time = 1e-12, no_doubt = 1e-7;
/* In so short a one it decides how fast what is balanced moves. */
static const double brief = 1e-9;
/* From so close by one substep leads up to an end of slip that rounding hides, to 1e-10. */
static const double trusted = 1e-5;

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
    /* If no force is asked for, a pull and a dashpot may be in balance. */
    const double *drag = setup->values + LT_VFN;
    for (size_t i = 0; i < LT_DOFS; i++)
        if (exact->loading->inertia.balanced[i])
            exact->force = fmax(exact->force, fabs(drag[i]) / (i < 3 ? 1 : lever));
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

/* Accounts of the law's that go by the length of steps: states that name what they are in the limit
 * of short ones. */
static void find_accounts(struct lt_exact *exact) {
    const struct lt_law *law = exact->loading->setup->contact.law;
    for (size_t i = 0; i < law->n_state && exact->n_accounts < LT_EXACT_ACCOUNTS; i++)
        if (lt_laws_limit(law, i) >= 0) {
            size_t *account = exact->accounts[exact->n_accounts++];
            account[0] = i, account[1] = (size_t)lt_laws_limit(law, i);
        }
}

/* Velocities that a stage gives have no rounding errors of those before it, which were up to SPEED
 * and may have been far larger. */
static bool begins_anew(const struct lt_loading *loading, double speed) {
    const struct lt_setup *setup = loading->setup;
    const double *v = setup->values + LT_VN,
                 lever = fmax(setup->pair.a.radius, setup->pair.b.radius);
    bool anew =
        !setup->in_space && fmax(lt_exact_norm(v), lever * lt_exact_norm(v + 3)) < 1e-3 * speed;
    for (size_t i = 0; i < LT_DOFS; i++)
        anew &= strchr("iuv", loading->stage->whats[i]) || v[i] == 0;
    return anew;
}

void lt_exact_begin(struct lt_exact *exact, struct lt_loading *loading) {
    struct lt_setup *setup = loading->setup;
    size_t n = lt_exact_stretch_numbers(setup);
    double *room = exact->room;
    if (!room)
        room = lt_arena_room(setup->arena, (ROOM * n + lt_exact_dense_room(n)) * sizeof *room);
    double t_c = setup->lasts, unit = 100 * setup->dt;
    if (t_c > 0 && t_c < (exact->dense.wanted ? patient : 100) *
                             setup->dt) /* heavy bodies that pass by have no impact */
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
                               .power = 1,
                               .since = INFINITY,
                               .clock.power = 1,
                               .crawl = {.rest = 16, .idle = 16, .leap = INFINITY},
                               .unit = unit,
                               .stiffness = isfinite(stiffness) ? stiffness : 0,
                               /* a stiff shear spring may be far faster than the impact */
                               .fastest = fmin(unit, lt_setup_times_at_touch(setup)),
                               .energy = exact->energy,
                               .speed = begins_anew(loading, exact->speed) ? 0 : exact->speed,
                               .force = exact->force,
                               .plain = exact->plain,
                               .rough_from = exact->rough_from,
                               .rough_to = exact->rough_to,
                               .tolerance = exact->tolerance > 0 ? exact->tolerance : finest,
                               .unpeaked = exact->unpeaked,
                               .unturned = exact->unturned,
                               .far = exact->far,
                               .dense.wanted = exact->dense.wanted,
                               .dense.weighed = exact->dense.weighed,
                               .room = room,
                               .limit = room + (ROOM - 5) * n,
                               .gaps = room + (ROOM - 4) * n,
                               .loose = (size_t *)(room + (ROOM - 3) * n),
                               .tight = (size_t *)(room + (ROOM - 2) * n),
                               .aside = room + (ROOM - 1) * n};
    lt_exact_free_begin(exact);
    lt_exact_dense_place(exact, room + ROOM * n);
    find_accounts(exact);
    lt_exact_measure(exact);
}

/* A plain step of length h has been made, whatever happened in it. */
static double take_crossed(struct lt_exact *exact, double h) {
    double *values = exact->loading->setup->values;
    if (exact->loading->setup->in_space)
        lt_bodies_tidy(&exact->loading->setup->bodies, values + LT_XA);
    if (!isnan(exact->branch))
        exact->left = exact->branch;
    exact->branch = NAN;
    exact->rising = 0;
    exact->last = LT_EXACT_PLAIN;
    lt_exact_measure(exact);
    values[LT_TIME] += h;
    values[LT_T] += h;
    lt_exact_event_forget(exact);
    return h;
}

/* Up to the end of slip it slips: in one substep, since in two it may be too little to show. */
static bool plain_step(struct lt_exact *exact, double h, struct lt_exact_piece *end) {
    lt_exact_crossing_midpoint(exact, h, lt_exact_is_end_of_slip(exact) ? 1 : 2, false, NULL, end);
    return !exact->failed;
}

double lt_exact_plain(struct lt_exact *exact, double h) {
    struct lt_exact_piece end;
    return plain_step(exact, h, &end) ? take_crossed(exact, h) : 0;
}

/* Motion goes on, and the law is not asked. */
static double drift(struct lt_exact *exact, double h) {
    double *values = exact->loading->setup->values;
    for (size_t i = 0; i < LT_DOFS; i++)
        values[LT_UN + i] += h * values[LT_VN + i];
    values[LT_TIME] += h;
    values[LT_T] += h;
    exact->last = LT_EXACT_BLIND;
    exact->since += h;
    lt_exact_event_forget(exact);
    return h;
}

/* What slid or rolled sticks after a plain step. */
static bool sticks_after(struct lt_exact *exact, double h) {
    const struct lt_setup *setup = exact->loading->setup;
    double contact = setup->values[LT_CONTACT];
    struct lt_exact_piece end;
    lt_exact_stretch_gather(setup->contact.names, setup->values, exact->room);
    bool sticks = plain_step(exact, h, &end) && lt_exact_slip_is_cleared(exact, exact->room);
    lt_exact_stretch_scatter(setup->contact.names, exact->room, setup->values);
    setup->values[LT_CONTACT] = contact;
    return sticks;
}

/* In no time rounding alone may say so; a longer step does not. */
static bool seems_to_stick(struct lt_exact *exact, double h) {
    return exact->crossings == 0 && h <= no_time * exact->fastest && sticks_after(exact, h) &&
           !sticks_after(exact, no_doubt * exact->fastest) && !exact->failed;
}

static double cross_plainly(struct lt_exact *exact, double h) {
    struct lt_exact_piece end;
    const bool slides = seems_to_stick(exact, h);
    if (!slides && !plain_step(exact, h, &end))
        return 0;
    exact->crossings++;
    exact->smooth = 0;
    if (slides)
        return drift(exact, h);
    if (h > 1e-9 * exact->unit) {
        const double t = exact->loading->setup->values[LT_T];
        exact->rough_from = exact->plain > 0 ? exact->rough_from : t;
        exact->rough_to = t + h;
        exact->plain += h;
    }
    return take_crossed(exact, h);
}

/* Up to the end of slip in one substep; where the force jumps there, up to that jump, and across.
 */
static double cross_jump(struct lt_exact *exact, double least) {
    const struct lt_setup *setup = exact->loading->setup;
    double *values = setup->values, contact = values[LT_CONTACT], low = 0, high = exact->event;
    const double *before = exact->room + (LT_FN - LT_UN);
    lt_exact_stretch_gather(setup->contact.names, values, exact->room);
    for (double h = high; high - low > least && !exact->failed; h = 0.5 * (low + high)) {
        struct lt_exact_piece end;
        double jump = 0;
        lt_exact_crossing_midpoint(exact, h, 1, false, NULL, &end);
        for (int i = 0; i < 3; i++)
            jump = lt_exact_larger(jump, fabs(values[LT_FN + i] - before[i]));
        lt_exact_stretch_scatter(setup->contact.names, exact->room, values);
        values[LT_CONTACT] = contact;
        bool jumps = jump > jumping * exact->force;
        if (h == high && !jumps)
            break;
        *(jumps ? &high : &low) = h;
    }
    double gone = low > 0 && !exact->failed ? cross_plainly(exact, low) : 0;
    return exact->failed ? 0 : gone + cross_plainly(exact, high - gone);
}

/* Across what is foreseen, as far as it takes. */
static double cross_foreseen(struct lt_exact *exact, double near) {
    const struct lt_setup *setup = exact->loading->setup;
    double *values = setup->values, contact = values[LT_CONTACT], h = 0;
    lt_exact_stretch_gather(setup->contact.names, values, exact->room);
    for (double margin = exact->margin; h < near && margin < 1e3 * exact->margin; margin *= 8) {
        struct lt_exact_piece end;
        h = fmin(exact->ahead + margin, near);
        bool smooth = lt_exact_crossing_midpoint(exact, h, 2, true, NULL, &end) == LT_EXACT_SMOOTH;
        lt_exact_stretch_scatter(setup->contact.names, exact->room, values);
        values[LT_CONTACT] = contact;
        if (exact->failed || !smooth || end.branch != exact->branch)
            break;
    }
    return exact->failed ? 0 : cross_plainly(exact, h);
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
    if (lt_exact_crossing_midpoint(exact, h, 2, false, NULL, &end) == LT_EXACT_SMOOTH &&
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

/* What has been left behind is no measure of what is small: a motion that dies away stays as exact
 * as it was. Yet a force has a motion to come. */
static void fade_scales(struct lt_exact *exact, double h) {
    double fade = exp2(-8 * h / exact->unit), speed = fade * exact->speed;
    /* Not in static balance: there a force may die away while the overlap, whose rounding errors it
     * has, stays as large as it was. */
    if (!memchr(exact->loading->stage->whats, 's', LT_DOFS))
        exact->force *= fade;
    if (exact->stiffness > 0)
        speed =
            fmax(speed, fmin(exact->speed, 1e-2 * exact->force / (exact->stiffness * exact->unit)));
    exact->speed = speed;
    lt_exact_measure(exact);
}

/* A smooth stretch has been crossed. */
static double take_smooth(struct lt_exact *exact, double h, int columns) {
    static const double growth[] = {4, 4, 4, 4, 3, 2, 1.2, 1};
    double *values = exact->loading->setup->values;
    exact->last = LT_EXACT_BLIND;
    values[LT_TIME] += h;
    values[LT_T] += h;
    fade_scales(exact, h);
    exact->smooth += h;
    exact->since += h;
    exact->deepest =
        lt_exact_larger(exact->deepest, *exact->loading->setup->contact.lost_gap - values[LT_UN]);
    if (exact->state == LT_EXACT_CLEAR || exact->smooth > hardly_any * exact->loading->setup->dt)
        exact->crossings = 0;
    if (exact->event <= h) { /* the bracket is used up and nothing happened: noise */
        exact->crossings++;
        exact->smooth = 0;
        lt_exact_event_forget(exact);
    } else if (exact->state != LT_EXACT_CLEAR) {
        exact->event -= h;
        exact->ahead -= h;
        if (exact->state >= LT_EXACT_FORESEEN)
            return h;
        exact->reach = columns <= 5 ? fmin(1, 1.5 * exact->reach) : exact->reach;
        exact->guess = exact->state == LT_EXACT_BESIDE ? 4 * h : exact->guess - h;
        exact->state = exact->guess > 0 ? LT_EXACT_BESIDE : LT_EXACT_WITHIN;
        exact->misses = 0;
    }
    if (exact->state == LT_EXACT_CLEAR)
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
    bool begins = isnan(exact->branch) && exact->last != LT_EXACT_LED_OUT;
    if (!(begins && order > 1 && order < 1.9 && attempt->rough > 1))
        return 0;
    return attempt->h * pow(attempt->rough, -1 / slowest);
}

/* A balanced displacement begins at an infinite velocity if its dashpot's viscosity is 0 at touch.
 * The error of the first step fades, but the stretches behind it have to be far shorter than it. */
static double least_way_out(const struct lt_exact *exact) {
    return memchr(exact->loading->stage->whats, 's', LT_DOFS) ? 100 : 1;
}

static double leave_singular(struct lt_exact *exact, double h) {
    double gone = lt_exact_plain(exact, h);
    exact->last = LT_EXACT_LED_OUT;
    exact->h = 2 * h;
    return gone;
}

/* By how much a stretch may be longer, or must be shorter, to be seen well enough. A longer one
 * that takes more columns costs less. */
static double clearer(const struct lt_exact_attempt *attempt) {
    static const double more[] = {4, 4, 4, 2.2, 1.8, 1.15};
    double better = lt_exact_clear / fmax(attempt->blur, 1e-6);
    double factor = fmin(4, fmax(0.3, 0.9 * pow(better, 0.5 / attempt->columns)));
    return attempt->columns < 6 && better > 1 ? fmax(factor, more[attempt->columns]) : factor;
}

/* Where a root is to come a stretch goes such a share of the way to it. */
static const double shy = 0.2;
/* A stretch with such an error, in units of the tolerance, is hardly too long. */
static const double nearly_there = 50;
/* After a stretch whose inside could not be had, at most so many without trying. */
enum { REST = 63 };

/* A stretch to be made: how long, within what; how it went so far. */
struct search {
    double near, most; /* at most; if its inside is known, so far */
    double h, first;   /* now; the longest that could not be seen, or a quarter of the first */
    double least, stalled;
    bool across; /* rounding hides the end of slip: step up to it, where it was found before */
    struct lt_exact_attempt attempt, failed; /* now; the last that did not converge */
};

static void plan_stretch(struct lt_exact *exact, double near, double far, struct search *s) {
    /* A change that comes back at once is noise at a threshold: cross it with longer steps. */
    double least = 1e-14 * exact->fastest * pow(10, exact->crossings < 12 ? exact->crossings : 12);
    least = fmax(least, DBL_MIN); /* a stiff dashpot leaves t_crit next to nothing */
    bool inside = exact->dense.wanted && exact->dense.rest == 0 && !isnan(exact->branch);
    *s = (struct search){.near = near,
                         .most = inside ? fmax(near, far) : near,
                         .least = least,
                         .stalled = INFINITY,
                         .attempt = {.clock = lt_exact_clock_choose(exact, inside ? far : near),
                                     .inside = inside,
                                     .near = near},
                         .failed = {.h = NAN}};
    s->h = fmin(fmin(fmax(exact->h, 4 * least), exact->longest), s->most);
    if (exact->crawl.rate > 0)
        s->h = fmin(s->h, exact->crawl.last);
    if (inside && exact->power > 1)
        s->h = fmin(s->h, shy * lt_exact_clock_left(exact));
    exact->dense.rest -= exact->dense.rest > 0;
    lt_exact_event_refine_slip(exact);
    lt_exact_event_watch_slip(exact, s->h);
    if (exact->state != LT_EXACT_CLEAR) {
        double way = lt_exact_event_way(exact, least);
        /* A rate is known the better the longer the stretch that leads to where it ends. */
        s->h = lt_exact_is_end_of_slip(exact) && way > s->h && way < 2 * s->h ? 0.5 * way
                                                                              : fmin(s->h, way);
    }
    s->first = s->h / 4;
}

/* Across what is so close that nothing is smooth before it; 0: it is not, or it failed. */
static double cross_event(struct lt_exact *exact, const struct search *s) {
    double event = exact->event;
    if (event <= s->near && skim_turn(exact))
        return event;
    if (exact->failed)
        return 0;
    if (lt_exact_is_end_of_slip(exact) &&
        (s->across || exact->event <= lt_exact_close * exact->fastest))
        return exact->state == LT_EXACT_SLIP_FORESEEN ? cross_jump(exact, s->least)
                                                      : cross_plainly(exact, exact->event);
    if (lt_exact_is_foreseen(exact) && exact->ahead <= fmax(nearest * exact->fastest, s->least))
        return cross_foreseen(exact, s->near);
    if (s->h <= s->least || exact->event <= 2 * s->least)
        return cross_plainly(exact,
                             fmin(exact->event <= 2 * s->least ? exact->event : s->least, s->near));
    return 0;
}

/* Whether a stretch that was too long to be seen is to be shorter, or made without being seen. */
static bool see_less(struct lt_exact *exact, enum lt_exact_outcome outcome, struct search *s) {
    if (!s->attempt.inside || (outcome != LT_EXACT_UNRESOLVED && !exact->failed))
        return false;
    bool blurred = s->attempt.blur > lt_exact_clear, almost = s->attempt.error < nearly_there;
    if (!exact->failed && (blurred || almost) && s->h > 2 * s->near) {
        s->first = fmax(s->first, s->h);
        s->h *= blurred ? clearer(&s->attempt) : 0.7;
        return true;
    }
    exact->failed = s->attempt.inside = false;
    exact->dense.idle = exact->dense.idle < REST ? 2 * exact->dense.idle + 1 : REST;
    exact->dense.rest = exact->dense.idle;
    s->most = s->near;
    s->h = fmin(s->h, s->near);
    return true;
}

static double take_stretch(struct lt_exact *exact, const struct search *s) {
    double wanted = exact->h, h = s->attempt.h;
    lt_exact_crawl_count(exact, h, s->near);
    take_smooth(exact, h, s->attempt.columns);
    if (s->attempt.clock.part == 1) { /* the contact ends */
        exact->state = exact->state == LT_EXACT_CLEAR ? LT_EXACT_WITHIN : exact->state;
        exact->event = 2 * s->least;
    }
    if (s->attempt.inside && !s->attempt.seen)
        exact->last = LT_EXACT_EVEN;
    if (s->attempt.seen) {
        exact->dense.idle = 0;
        if (exact->state == LT_EXACT_CLEAR && h > 0.5 * wanted)
            exact->h = h * fmin(clearer(&s->attempt), h / s->first);
        lt_exact_dense_keep(exact, h, &s->attempt.clock);
        if (lt_exact_is_foreseen(exact))
            lt_exact_event_foresee(exact);
    }
    return h;
}

static void approach_event(struct lt_exact *exact, struct search *s) {
    /* Coarse substeps stray beyond what is foreseen. */
    if (lt_exact_is_foreseen(exact) && s->h <= exact->ahead && exact->misses++ < 3) {
        static const double shorter[] = {1, 0.97, 0.92, 0.8};
        s->h = exact->guess > 0 ? fmin(0.998 * exact->guess, 0.98 * s->h)
                                : shorter[exact->misses] * s->h;
        return;
    }
    if (exact->state >= LT_EXACT_SLIP_TOLD) {
        s->h *= 0.5;
        if (s->h > 0.1 * lt_exact_close * exact->fastest)
            return;
        s->across = exact->state == LT_EXACT_SLIP_CLOSE &&
                    exact->event <= fmin(s->near, trusted * exact->fastest);
        if (!s->across)
            exact->state = LT_EXACT_WITHIN;
        return;
    }
    exact->misses += exact->state != LT_EXACT_CLEAR && exact->state != LT_EXACT_BESIDE;
    exact->event = s->h + s->attempt.beyond;
    if (!lt_exact_event_await(exact)) {
        lt_exact_event_seek_slip(exact);
        lt_exact_event_probe(exact);
    }
    s->h = fmin(lt_exact_event_way(exact, s->least), (1 - 10 * lt_exact_moment) * s->h);
}

/* Shorter, as it has not converged; the way that a plain step leads out instead, or 0. */
static double shorten_stretch(struct lt_exact *exact, struct search *s) {
    s->attempt.h = s->h;
    bool even = s->attempt.clock.power == 1;
    double out = even ? way_out(exact, &s->attempt, &s->failed) : 0;
    if (out > 0)
        return leave_singular(exact, fmax(out, least_way_out(exact) * s->least));
    s->h *= even ? singular_shrink(&s->attempt, &s->failed) : s->attempt.shrink;
    s->failed = s->attempt;
    if (exact->state == LT_EXACT_CLEAR)
        exact->h = s->h;
    else if (exact->guess > 0)
        exact->reach = fmax(0.1, fmin(exact->reach, s->h / exact->guess));
    return 0;
}

/* Lengths that are tried for a stretch, at most; halved at each, none would be left far before. */
enum { TRIES = 2000 };

/* One stretch of at most NEAR, or of at most FAR if its inside is known, or across one event;
 * values[] end behind it. */
static double make_stretch(struct lt_exact *exact, double near, double far) {
    struct search s;
    plan_stretch(exact, near, far, &s);
    for (int i = 0; i < TRIES; i++) {
        double gone = cross_event(exact, &s);
        if (gone > 0 || exact->failed)
            return gone;
        s.attempt.foreseen = lt_exact_is_foreseen(exact) && s.h <= exact->ahead;
        enum lt_exact_outcome outcome = lt_exact_limit_extrapolate(exact, s.h, &s.attempt);
        if (s.attempt.clock.depth > 0 && outcome != LT_EXACT_SMOOTH && !exact->failed) {
            s.attempt.clock =
                lt_exact_clock_retreat(exact, &s.attempt.clock, outcome == LT_EXACT_EVENT);
            continue;
        }
        if (see_less(exact, outcome, &s))
            continue;
        if (exact->failed)
            return 0;
        /* Rounding does not shrink with h; the error of a singularity close by does. */
        bool unresolved = outcome == LT_EXACT_UNRESOLVED;
        bool no_better = unresolved && s.attempt.stall > 0.7 * s.stalled;
        s.stalled = unresolved && s.attempt.stall > 0 ? s.attempt.stall : INFINITY;
        if (no_better) {
            s.h = fmin(2 * s.h, s.most);
            s.attempt.trusted = INFINITY;
        } else if (outcome == LT_EXACT_SMOOTH) {
            return take_stretch(exact, &s);
        } else if (outcome == LT_EXACT_EVENT) {
            approach_event(exact, &s);
        } else {
            gone = shorten_stretch(exact, &s);
            if (gone > 0 || exact->failed)
                return gone;
        }
    }
    lt_exact_crawl_fail(exact, s.h);
    return 0;
}

static double leap_stretch(struct lt_exact *exact, double near, double far) {
    struct lt_exact_attempt attempt;
    double usual = exact->h;
    if (!lt_exact_crawl_leap(exact, near, far, &attempt))
        return 0;
    lt_exact_crawl_count(exact, attempt.h, near);
    take_smooth(exact, attempt.h, attempt.columns);
    exact->h = usual;
    if (attempt.seen) {
        lt_exact_dense_keep(exact, attempt.h, &attempt.clock);
        exact->last = LT_EXACT_BLIND; /* they tell nothing of what is beyond it */
    }
    return attempt.h;
}

static bool has_stretch(const struct lt_exact *exact) {
    return exact->dense.at < exact->dense.length;
}

/* What is balanced goes on at the velocities V. */
static void keep_steady(struct lt_exact *exact, const double *v) {
    const struct lt_inertia *inertia = &exact->loading->inertia;
    double *now = exact->loading->setup->values + LT_VN;
    for (size_t i = 0; i < LT_DOFS; i++)
        now[i] = inertia->balanced[i] ? v[i] : now[i];
}

double lt_exact_advance(struct lt_exact *exact, double h) {
    if (has_stretch(exact))
        return lt_exact_dense_go(exact, h);
    exact->dense.length = exact->dense.at = 0;
    const bool rest = h <= brief * exact->fastest && !isnan(exact->branch);
    double v[LT_DOFS];
    memcpy(v, exact->loading->setup->values + LT_VN, sizeof v);
    double gone = leap_stretch(exact, h, exact->far);
    if (!(gone > 0) && !exact->failed)
        gone = make_stretch(exact, h, exact->far);
    if (rest && gone == h)
        keep_steady(exact, v);
    return has_stretch(exact) ? lt_exact_dense_go(exact, h) : gone;
}

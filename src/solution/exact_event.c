/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exact_event.c: what is known of the next event (enum lt_exact_state), how more is learned of it,
 * and how far to go towards it. */
#include "solution/exact_parts.h"

enum { PROBES = 12 };

/* An event is foreseen if what that may be off is less than such a share of the way. */
static const double foreseen = 0.2;
/* An end of slip is looked for from so close by, once more from there. */
static const double seen_from = 5e-2, refined_from = 5e-3;

void lt_exact_event_forget(struct lt_exact *exact) {
    exact->state = LT_EXACT_CLEAR;
    exact->event = INFINITY;
    exact->guess = NAN;
    exact->sought = false;
    exact->misses = 0;
    exact->reach = 1;
    exact->margin = 0;
    exact->awaited.kind = LT_EXACT_UNKNOWN;
}

/* Where no guess leads to an event it may be that slip ends. */
void lt_exact_event_seek_slip(struct lt_exact *exact) {
    bool guessed = exact->guess > 0 && exact->misses < 2;
    if (guessed || exact->mild > 0 || isnan(exact->branch) || exact->sought ||
        exact->event > seen_from * exact->fastest)
        return;
    exact->sought = true;
    double end = lt_exact_slip_end(exact, exact->event);
    if (end > 0) {
        exact->state = LT_EXACT_SLIP_TOLD;
        exact->event = end;
    }
}

/* Where nothing in the substeps tells where an event is, steps of two substeps that do not reach it
 * do: their error falls with the cube of the way. */
void lt_exact_event_probe(struct lt_exact *exact) {
    struct lt_setup *setup = exact->loading->setup;
    double *values = setup->values, contact = values[LT_CONTACT], low = 0, high = exact->event;
    struct lt_exact_piece end;
    if (!isnan(exact->guess) || exact->mild > 0 || lt_exact_is_end_of_slip(exact) ||
        isnan(exact->branch))
        return;
    lt_exact_stretch_gather(setup->contact.names, values, exact->room);
    for (int i = 0; i < PROBES && !exact->failed; i++) {
        double middle = 0.5 * (low + high);
        bool before =
            lt_exact_crossing_midpoint(exact, middle, 2, true, NULL, &end) == LT_EXACT_SMOOTH &&
            end.branch == exact->branch;
        *(before ? &low : &high) = middle;
        lt_exact_stretch_scatter(setup->contact.names, exact->room, values);
        values[LT_CONTACT] = contact;
    }
    exact->mild = 0;
    exact->guess = low > 0 ? high : NAN;
}

void lt_exact_event_refine_slip(struct lt_exact *exact) {
    if (exact->state != LT_EXACT_SLIP_TOLD || exact->event > refined_from * exact->fastest)
        return;
    exact->state = LT_EXACT_SLIP_CLOSE;
    double end = lt_exact_slip_end(exact, 1.5 * exact->event);
    if (end > 0)
        exact->event = end;
}

/* The last stretch, continued, shows where what is awaited happens, or no longer does. At an end of
 * slip there is no need to know it as closely as elsewhere. */
bool lt_exact_event_foresee(struct lt_exact *exact) {
    double margin, at = lt_exact_ahead(exact, exact->event + 4 * exact->margin, &margin);
    if (lt_exact_is_foreseen(exact) && !(margin < exact->margin))
        return true;
    bool seen = at > 0 && margin < foreseen * (at + exact->dense.span);
    exact->state = !seen                                  ? LT_EXACT_WITHIN
                   : exact->awaited.kind == LT_EXACT_LOSS ? LT_EXACT_SLIP_FORESEEN
                                                          : LT_EXACT_FORESEEN;
    exact->margin = seen ? margin : 0;
    exact->ahead = at;
    if (exact->state == LT_EXACT_SLIP_FORESEEN)
        exact->event = at;
    return seen;
}

/* The same of what has just been met. */
bool lt_exact_event_await(struct lt_exact *exact) {
    exact->state = LT_EXACT_WITHIN;
    exact->margin = 0;
    exact->awaited = exact->sign;
    if (exact->sign.kind >= LT_EXACT_STEEP && lt_exact_ahead_loses(exact))
        exact->awaited.kind = LT_EXACT_LOSS;
    else if (exact->sign.kind >= LT_EXACT_STEEP &&
             !(exact->sign.kind < LT_EXACT_LOSS &&
               lt_exact_crossing_slips(exact, 1.2 * exact->event, &exact->sign)))
        return false;
    return lt_exact_event_foresee(exact);
}

/* Coarse substeps pass by an end of slip, where next to nothing changes. */
void lt_exact_event_watch_slip(struct lt_exact *exact, double h) {
    if (exact->state != LT_EXACT_CLEAR || isnan(exact->branch) || !lt_exact_ahead_loses(exact))
        return;
    exact->state = LT_EXACT_WITHIN;
    exact->awaited.kind = LT_EXACT_LOSS;
    exact->event = 1.1 * h;
    if (!lt_exact_event_foresee(exact))
        lt_exact_event_forget(exact);
}

/* How far to go towards the event that lies within exact->event: just short of where it seems to
 * be, then on to the other side of it, from where the next guess is far better. Guesses that do not
 * keep their promise are followed by halving; a guess of 0 says that it is at the beginning. */
double lt_exact_event_way(const struct lt_exact *exact, double least) {
    double within = exact->event, guess = exact->guess;
    if (within <= 2 * least)
        return within;
    switch (exact->state) {
    case LT_EXACT_FORESEEN:
        return exact->ahead - exact->margin;
    case LT_EXACT_SLIP_FORESEEN:
        return exact->ahead - fmax(2 * exact->margin, 1e-3 * lt_exact_close * exact->fastest);
    case LT_EXACT_SLIP_TOLD:
        return 0.5 * within;
    case LT_EXACT_SLIP_CLOSE:
        return 0.9 * within;
    default:
        break;
    }
    double limit = fmax(2 * least, exact->mild * exact->fastest);
    bool promising = guess > 0 && guess <= within && exact->misses < 2;
    if (!promising)
        return (guess == 0 ? 0.25 : 0.5) * within;
    if (exact->state == LT_EXACT_BESIDE)
        return fmin(within, fmax(2 * guess, 4 * least));
    double margin = fmax(guess * within / exact->fastest, 0.25 * limit);
    double h = fmin(guess - margin, exact->reach * guess);
    return h > limit ? h : guess < limit ? fmin(4 * limit, 0.5 * within) : 0.5 * within;
}

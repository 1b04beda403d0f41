/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exact_crawl.c: what follows the motion faster than it can be followed.
 *
 * A spring at its limit turns to the direction in which it is moved within tau = limit/(k speed),
 * which a stiff one does in no time. To follow that takes stretches of some tau, many thousands of
 * them between two samples. A step s of the law that is much longer than tau does not diverge: it
 * ends behind the motion by (s/2 + tau) times the rate at which that turns, however long it is, so
 * that the limit of no length is found from long steps as well, by all powers of s. What is left of
 * the way in between, where a step is as long as tau, is no power series: hence a leap, from
 * stretches far shorter to some far longer. It is taken if its columns come to rest. A spring that
 * swings lets them not: its substeps would be too long to be stable.
 *
 * What dashpots hold comes to rest within tau = m/c. That is followed in stretches of some tau, and
 * what is left is leapt over in implicit substeps (exact_drag.c), as far as polynomials through
 * states on the way tell what is in between.
 *
 * Where leaps do not help, steps of the law in a short time are counted: where nothing swings, and
 * they are so many that an impact would take ten million, the run ends and says so. So it does
 * where fewer go on and on. */
#include "solution/exact_parts.h"

#include <stdio.h>

enum { FIRST = 16, REST = 256, CUT = 4 };

/* Steps of the law in a hundredth of an impact, or in a sample, that are too many; what swings is
 * followed, each of its swings with so many more. */
static const double enough = 1e5, swinging = 4000;
/* Steps in a stage that are too many, of stretches far shorter than those of a swing and, beyond so
 * many each, of all others; one of frame bodies takes as long as some others. */
static const double enough_in_all = 1e7, far_shorter = 0.2, usual_each = 500, in_space = 3;
/* Stretches are short, as a share of that time; a leap is longer by so much. */
static const double tiny = 5e-2, farther = 16;
static const double followed = 1.5; /* what dashpots hold, so many times the time they take */
static const double settled = 30;   /* error of a leap whose columns do not change any more */

void lt_exact_crawl_fail(struct lt_exact *exact, double h) {
    struct lt_setup *setup = exact->loading->setup;
    const struct lt_exact_crawl *crawl = &exact->crawl;
    exact->failed = true;
    if (crawl->rate > 0)
        snprintf(setup->why, sizeof setup->why,
                 "a dashpot here brings what it damps to rest within %.1g s, mass over viscosity, "
                 "which is too fast to be followed through %.1g s: damp it less",
                 1 / crawl->rate, exact->unit);
    else
        snprintf(setup->why, sizeof setup->why,
                 "what slips or damps here follows the motion within some %.1g s, which is too "
                 "fast to be followed: make it softer, or use 'integrator: leapfrog'",
                 crawl->last > 0 ? crawl->last : h);
}

/* A stretch H has been made, which might have been NEAR. */
void lt_exact_crawl_count(struct lt_exact *exact, double h, double near) {
    struct lt_setup *setup = exact->loading->setup;
    struct lt_exact_crawl *crawl = &exact->crawl;
    double t = setup->values[LT_T], usual = lt_exact_smaller(setup->dt, 0.01 * exact->unit);
    const bool held = crawl->rate > 0;
    const double reach = lt_exact_larger(near, exact->dense.wanted ? exact->far : 0);
    if (held || (exact->state == LT_EXACT_CLEAR && h < tiny * usual && h <= 0.5 * near)) {
        crawl->last = held ? crawl->last : h;
        crawl->rest -= crawl->rest > 0;
    }
    if (h <= 0.5 * reach)
        crawl->cut += crawl->cut < CUT;
    else if (reach >= 0.5 * usual)
        crawl->cut = 0;
    bool is_short = h < far_shorter * exact->longest && h <= 0.5 * lt_exact_smaller(near, usual);
    double each = crawl->steps - crawl->counted - (is_short ? 0 : usual_each);
    crawl->lost += (setup->in_space ? in_space : 1) * lt_exact_larger(0, each);
    if (!(fabs(t - crawl->since) < usual)) {
        crawl->since = t;
        crawl->steps = 0;
    }
    crawl->counted = crawl->steps;
    bool many = crawl->steps >= enough + swinging * usual / exact->longest;
    if (!(many && exact->state == LT_EXACT_CLEAR) && crawl->lost < enough_in_all)
        return;
    lt_exact_crawl_fail(exact, h);
}

/* Whether dashpots hold the pair. What coarse substeps see behind a stretch may be nothing but that
 * they diverge. */
static bool is_held(struct lt_exact *exact) {
    struct lt_exact_crawl *crawl = &exact->crawl;
    const bool known = crawl->rate > 0;
    if (isnan(exact->branch) || !(known || crawl->cut == CUT))
        return false;
    lt_exact_drag_find(exact);
    crawl->cut = -FIRST;
    if (!(crawl->rate > 0))
        return false;
    crawl->last = followed / crawl->rate;
    crawl->rest = known ? crawl->rest : 0;
    if (exact->event > crawl->last)
        lt_exact_event_forget(exact);
    return true;
}

bool lt_exact_crawl_leap(struct lt_exact *exact, double near, double far,
                         struct lt_exact_attempt *attempt) {
    struct lt_exact_crawl *crawl = &exact->crawl;
    const bool drags = is_held(exact), held = drags && lt_exact_drag_is_answered(exact),
               inside = held && exact->dense.wanted;
    const double most = inside ? lt_exact_larger(near, far) : near;
    bool ready = crawl->rest == 0 && held == drags && most > farther * crawl->last &&
                 exact->state == LT_EXACT_CLEAR && !isnan(exact->branch);
    double h = lt_exact_smaller(most, crawl->leap);
    h = held ? lt_exact_smaller(h, exact->longest) : h;
    for (; ready && h > farther * crawl->last; h *= 0.25) {
        *attempt = (struct lt_exact_attempt){
            .clock.power = 1, .near = near, .trusted = settled, .leap = true, .inside = inside};
        exact->implicit = held;
        enum lt_exact_outcome outcome = lt_exact_limit_extrapolate(exact, h, attempt);
        exact->implicit = false;
        if (outcome == LT_EXACT_SMOOTH) {
            crawl->idle = FIRST;
            crawl->leap = 4 * h;
            return true;
        }
        if (exact->failed)
            return false;
    }
    if (ready) {
        crawl->leap = INFINITY;
        crawl->rest = crawl->idle;
        crawl->idle = crawl->idle < REST ? 2 * crawl->idle : REST;
    }
    return false;
}

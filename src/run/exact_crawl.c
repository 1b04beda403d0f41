/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exact_crawl.c: slip that follows the motion faster than it can be followed.
 *
 * A spring at its limit turns to the direction in which it is moved within tau = limit/(k speed),
 * which a stiff one does in no time. To follow that takes stretches of some tau, many thousands of
 * them between two samples. A step s of the law that is much longer than tau does not diverge: it
 * ends behind the motion by (s/2 + tau) times the rate at which that turns, however long it is, so
 * that the limit of no length is found from long steps as well, by all powers of s. What is left of
 * the way in between, where a step is as long as tau, is no power series: hence a leap, from
 * stretches far shorter to some far longer. It is taken if its columns come to rest. A spring that
 * swings lets them not: its substeps would be too long to be stable. Where leaps do not help, steps
 * of the law in a short time are counted: where nothing swings, and they are so many that an impact
 * would take ten million, the run ends and says so. So it does where fewer go on and on. */
#include "run/exact_parts.h"

#include <stdio.h>

enum { FIRST = 16, REST = 256 };

/* Steps of the law in a hundredth of an impact, or in a sample, that are too many; what swings is
 * followed, each of its swings with so many more. */
static const double enough = 1e5, swinging = 4000;
/* Steps in a stage that are too many, of stretches far shorter than those of a swing and, beyond so
 * many each, of all others; one of frame bodies takes as long as some others. */
static const double enough_in_all = 1e7, far_shorter = 0.2, usual_each = 500, in_space = 3;
/* Stretches are short, as a share of that time; a leap is longer by so much. */
static const double tiny = 5e-2, farther = 16;
static const double settled = 30; /* error of a leap whose columns do not change any more */

/* A stretch H has been made, which might have been NEAR. */
void lt_exact_crawl_count(struct lt_exact *exact, double h, double near) {
    struct lt_setup *setup = exact->loading->setup;
    struct lt_exact_crawl *crawl = &exact->crawl;
    double t = setup->values[LT_T], usual = lt_exact_smaller(setup->dt, 0.01 * exact->unit);
    if (exact->state == LT_EXACT_CLEAR && h < tiny * usual && h <= 0.5 * near) {
        crawl->last = h;
        crawl->rest -= crawl->rest > 0;
    }
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
    exact->failed = true;
    snprintf(setup->why, sizeof setup->why,
             "what slips or damps here follows the motion within some %.1g s, which is too fast to "
             "be followed: make it softer, or use 'integrator: leapfrog'",
             crawl->last > 0 ? crawl->last : h);
}

bool lt_exact_crawl_leap(struct lt_exact *exact, double near, struct lt_exact_attempt *attempt) {
    struct lt_exact_crawl *crawl = &exact->crawl;
    bool ready = crawl->rest == 0 && near > farther * crawl->last &&
                 exact->state == LT_EXACT_CLEAR && !isnan(exact->branch);
    double h = lt_exact_smaller(near, crawl->leap);
    for (; ready && h > farther * crawl->last; h *= 0.25) {
        *attempt = (struct lt_exact_attempt){
            .clock.power = 1, .near = near, .trusted = settled, .leap = true};
        if (lt_exact_limit_extrapolate(exact, h, attempt) == LT_EXACT_SMOOTH) {
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

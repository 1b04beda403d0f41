/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exact_crawl.c: slip that follows the motion faster than it can be followed.
 *
 * A spring at its limit turns to the direction in which it is moved within tau = limit/(k speed),
 * which a stiff one does in no time. To follow that takes stretches of some tau, many thousands of
 * them between two samples. A step s of the law that is much longer than tau does not diverge: it
 * ends behind the motion by (s/2 + tau) times the rate at which that turns, however long it is, so
 * that the limit of no length is found from long steps as well, by all powers of s. What is left of
 * the way in between, where a step is as long as tau, is no power series: hence a leap, from
 * stretches far shorter to some far longer. It is taken if its columns come to rest. Where they do
 * not, and it goes on like this, the run ends and says so. */
#include "run/exact_parts.h"

#include <stdio.h>

enum { FIRST = 16, REST = 256, ENOUGH = 600 };
enum { DEAR = 3, CHEAP = 2 }; /* what a leap in vain costs, and one that is made spares */

/* Stretches are short, as a share of the usual ones; a leap is longer by so much. */
static const double tiny = 5e-2, farther = 16;
static const double settled = 30; /* error of a leap whose columns do not change any more */

static double usual_length(const struct lt_exact *exact) {
    return lt_exact_smaller(exact->longest, exact->loading->setup->dt);
}

/* A stretch H has been made, which might have been NEAR. */
void lt_exact_crawl_count(struct lt_exact *exact, double h, double near) {
    bool crawls = exact->state == LT_EXACT_CLEAR && h < tiny * usual_length(exact);
    if (crawls && h > 0.5 * near)
        return; /* it was to be no longer */
    if (crawls)
        exact->crawl.last = h;
    exact->crawl.rest -= crawls && exact->crawl.rest > 0;
    exact->crawl.made = crawls                  ? exact->crawl.made + 1
                        : exact->crawl.made > 0 ? exact->crawl.made - 1
                                                : 0;
    if (exact->crawl.made < ENOUGH)
        return;
    struct lt_setup *setup = exact->loading->setup;
    exact->failed = true;
    snprintf(setup->why, sizeof setup->why,
             "what slips or damps here follows the motion within some %.1g s, which is too fast to "
             "be followed: make it softer, or use 'integrator: leapfrog'",
             h);
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
            crawl->made = crawl->made > CHEAP ? crawl->made - CHEAP : 0;
            return true;
        }
        if (exact->failed)
            return false;
        crawl->made += DEAR;
    }
    if (ready) {
        crawl->leap = INFINITY;
        crawl->rest = crawl->idle;
        crawl->idle = crawl->idle < REST ? 2 * crawl->idle : REST;
    }
    return false;
}

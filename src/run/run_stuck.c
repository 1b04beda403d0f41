/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_stuck.c: stages that can never end, since nothing moves any more, or since the imposed motion
 * along n has pressed the particles through each other.
 *
 * A step is a map of the state. If loads are constant and a step leaves the state unchanged, so
 * does every later one; only the clock advances. The state is compared at two checks, at both of
 * which all velocities are 0. */
#include "base/arena.h"
#include "run/running.h"

#include <stdio.h>
#include <string.h>

/* True if a name changes although nothing moves: clocks, counts of steps, smoothed values and
 * errors. */
static bool changes_at_rest(const struct lt_name *name) {
    return name->slot <= LT_STEP || name->slot == LT_C_TIME || name->slot == LT_R_STEPS ||
           lt_names_is_error(name) || lt_names_is_smoothed(name);
}

/* True if all loads of the stage are constant. */
static bool has_steady_loads(const struct lt_running *run) {
    for (size_t i = 0; i < LT_DOFS; i++)
        if (run->loading.varies[i])
            return false;
    return true;
}

/* True if until can become true only by motion. */
static bool needs_motion(const struct lt_running *run) {
    const struct lt_stage *stage = lt_run_stage(run);
    for (size_t i = 0; i < stage->until->n_used; i++)
        if (changes_at_rest(stage->until->used[i]))
            return false;
    return stage->until->n_used > 0 && stage->n_at == 0 && has_steady_loads(run);
}

/* As a stage begins, returns true if it can be decided that the stage never ends, since until
 * depends on motion. A table of instants rules that out. */
bool lt_run_stuck_begin(struct lt_running *run) {
    run->stuck = NULL;
    run->was_at_rest = false;
    run->may_stick = needs_motion(run) && !run->setup.program->motion.instants.at;
    return run->may_stick;
}

/* True if all velocities are 0, also those half a step ahead. */
static bool is_at_rest(const struct lt_running *run) {
    const double *values = run->setup.values;
    bool rests = true;
    for (size_t i = 0; i < LT_DOFS; i++)
        rests &= values[LT_VN + i] == 0 && (run->setup.exact || run->leap.after[i] == 0);
    for (size_t i = LT_VXA; i <= LT_WZB && run->setup.in_space; i++)
        rests &= values[i] == 0;
    return rests;
}

/* Copies all numbers that a step depends on into TO: motion, forces and energies; conditions
 * and bounces; state and losses of the law; places. Returns how many. */
static size_t copy_state(const struct lt_running *run, double *to) {
    const double *values = run->setup.values;
    const struct lt_names *names = run->setup.program->names;
    const size_t first[] = {LT_UN, names->state, LT_XA},
                 end[] = {LT_C_TIME, names->views, run->setup.in_space ? LT_FIXED_SLOTS : LT_XA};
    size_t n = 0;
    for (size_t i = 0; i < 3; i++)
        for (size_t slot = first[i]; slot < end[i]; slot++)
            to[n++] = values[slot];
    return n;
}

/* True if an imposed velocity has pressed the centres past each other while until waits for the end
 * of the contact, which then never comes. */
static bool has_passed_through(const struct lt_running *run) {
    static const size_t ends[] = {LT_BROKEN, LT_REBOUND, LT_CONTACT, LT_STAGE_BOUNCES};
    const struct lt_stage *stage = lt_run_stage(run);
    const double *values = run->setup.values;
    for (size_t i = 0; i < stage->until->n_used; i++) {
        bool known = false;
        for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
            known |= stage->until->used[i]->slot == ends[k];
        if (!known)
            return false;
    }
    return stage->whats[0] == 'v' && values[LT_VN] < 0 &&
           -values[LT_UN] > values[LT_LENGTH_A] + values[LT_LENGTH_B];
}

/* Compares the state with that of the last check, and sets run->stuck to the reason if the
 * stage can never end. With places in single precision the pair may stop although it has a
 * velocity: a step is then shorter than half the distance of two numbers. */
void lt_run_stuck_check(struct lt_running *run) {
    const size_t slots = run->setup.program->names->slots;
    if (has_passed_through(run))
        run->stuck = "the particles are pressed right through each other at the velocity that 'v' "
                     "imposes; write 'i' for an initial velocity, or another until";
    const bool rests = is_at_rest(run), single = run->setup.program->motion.places.single;
    if (!rests && !single) {
        run->was_at_rest = false;
        return;
    }
    double now[slots];
    const size_t n = copy_state(run, now);
    if (!run->rest_state)
        run->rest_state = lt_arena_get(run->result->arena, slots * sizeof *run->rest_state);
    /* Two equal states at two checks: no later step changes anything, see above. */
    if (run->was_at_rest && memcmp(now, run->rest_state, n * sizeof *now) == 0)
        run->stuck =
            rests
                ? "nothing moves: all velocities are 0 and no load changes; give the pair a "
                  "velocity or a force, or write another until"
                : "no coordinate changes: in a step the pair moves by less than half the distance "
                  "of two numbers of single precision at motion.places.at";
    memcpy(run->rest_state, now, n * sizeof *now);
    run->was_at_rest = true;
}

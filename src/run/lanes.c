/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/lanes.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* Loops over lanes select numbers instead of branching, so that the compiler vectorises them. */

/* Sets the time since the stage began and the time of the run, s, from the step number. */
static void update_time(struct lt_row *restrict time, struct lt_row *restrict t,
                        const struct lt_row *restrict step, const struct lt_row *restrict begin,
                        const struct lt_row *restrict dt) {
    for (size_t i = 0; i < LT_ROW; i++) {
        time->lane[i] = step->lane[i] * dt->lane[i];
        t->lane[i] = begin->lane[i] + time->lane[i];
    }
}

/* Flags the lanes whose energy balance is not finite, as it is when any number of a step is not. */
static void flag_broken(struct lt_row *restrict flags, const struct lt_row *restrict residual) {
    for (size_t i = 0; i < LT_ROW; i++)
        flags->lane[i] = fabs(residual->lane[i]) <= LT_MARCH_FINITE ? 0.0 : (double)LT_LANE_BROKEN;
}

/* ---- Events of lanes ---------------------------------------------------------------------------
 */

/* Returns whether a number is above 0 in some lane i. Integers as wide as the numbers, since a
 * compiler may not reorder sums of floating-point numbers. */
#define IN_SOME_LANE(number)                                                                       \
    uint64_t some = 0;                                                                             \
    for (size_t i = 0; i < LT_ROW; i++)                                                            \
        some |= (number) > 0 ? UINT64_C(1) : UINT64_C(0);                                          \
    return some != 0;

/* True if some lane has a number above 0. */
static bool any_lane(const struct lt_row *row) {
    IN_SOME_LANE(row->lane[i])
}

/* Sets CHANGED above 0 where a contact is made or lost, where vn changes its sign, and where a
 * compressive force ends. Only there do results other than running maxima change. */
static void find_changes(struct lt_row *restrict changed, const struct lt_march_rows *restrict m) {
    for (size_t i = 0; i < LT_ROW; i++) {
        const double vn = m->at.v[0].lane[i], pushed = m->pushed.lane[i] * m->fn_max.lane[i];
        const double turned = vn * m->sign.lane[i] > 0 ? 0.0 : fabs(vn);
        const double released = m->at.f[0].lane[i] < 0 ? 0.0 : pushed;
        const double other = m->at.active.lane[i] != m->was.lane[i] ? 1.0 : 0.0;
        changed->lane[i] = other + turned + released;
    }
}

/* Adds the lanes where a number that the law watches for an event has changed. */
static void add_law_events(struct lt_row *restrict changed, const struct lt_row *restrict now,
                           const struct lt_row *restrict was) {
    for (size_t i = 0; i < LT_ROW; i++)
        changed->lane[i] += now->lane[i] != was->lane[i] ? 1.0 : 0.0;
}

/* Copies the results and events of the run in lane K, which another function has updated, into
 * the lane. */
void lt_lanes_load(struct lt_lanes *l, size_t k) {
    static const size_t counted[] = {LT_R_BOUNCES, LT_STAGE_BOUNCES, LT_BROKEN, LT_REBOUND};
    const struct lt_running *run = l->run[k];
    const double *values = run->setup.values;
    struct lt_march m;
    lt_run_march_results(run, &m);
    l->march.overlap_max.lane[k] = m.overlap_max;
    l->march.fn_max.lane[k] = m.fn_max;
    l->march.ft_square.lane[k] = m.ft_square;
    l->march.pull_max.lane[k] = m.pull_max;
    l->march.peaks.lane[k] = m.peaks;
    l->march.pushed.lane[k] = m.pushed;
    l->march.sign.lane[k] = m.sign;
    l->had_contact.lane[k] = run->outcome.had_contact;
    l->since.lane[k] = run->outcome.t_since;
    for (size_t i = 0; i < sizeof counted / sizeof *counted; i++)
        l->value[counted[i]].lane[k] = values[counted[i]];
    for (size_t i = 0; i < l->n_watched; i++) {
        l->value[l->names->events + i].lane[k] = values[l->names->events + i];
        l->value[l->names->modes + i].lane[k] = values[l->names->modes + i];
        l->watched[i].was.lane[k] = run->watched[i];
    }
}

/* Copies the state of lane K into its run and evaluates results and events there, by the functions
 * of a single run. */
static void update_lane(struct lt_lanes *l, size_t k) {
    const struct lt_march_rows *m = &l->march;
    const struct lt_row *at = (const struct lt_row *)&m->at;
    struct lt_running *run = l->run[k];
    double *values = run->setup.values;
    values[LT_T] = l->t_begin.lane[k] + l->value[LT_STEP].lane[k] * m->dt.lane[k];
    for (size_t i = 0; i <= LT_MT - LT_UN; i++)
        values[LT_UN + i] = at[i].lane[k];
    values[LT_CONTACT] = m->at.active.lane[k];
    values[LT_R_OVERLAP_MAX] = m->overlap_max.lane[k];
    values[LT_R_FN_MAX] = m->fn_max.lane[k];
    values[LT_R_PULL_MAX] = m->pull_max.lane[k];
    run->outcome.ft_square = m->ft_square.lane[k];
    for (size_t i = 0; i < l->n_watched; i++)
        values[run->watched_slot[i]] = l->watched[i].now->lane[k];
    lt_outcome_sample(&run->outcome, &run->setup);
    lt_run_record_watch(run);
    lt_lanes_load(l, k);
}

/* Updates the runs of the lanes in which something has happened. */
static void update_lanes(struct lt_lanes *l) {
    struct lt_row changed;
    find_changes(&changed, &l->march);
    for (size_t i = 0; i < l->n_watched; i++)
        add_law_events(&changed, l->watched[i].now, &l->watched[i].was);
    if (!any_lane(&changed))
        return;
    for (size_t k = 0; k < l->side.n; k++)
        if (changed.lane[k] > 0 && l->march.busy.lane[k] > 0)
            update_lane(l, k);
}

/* Sets the age of the contact, s: 0 before the first contact is made. */
static void update_contact_time(struct lt_row *restrict c_time, const struct lt_row *restrict had,
                                const struct lt_row *restrict since,
                                const struct lt_row *restrict t) {
    for (size_t i = 0; i < LT_ROW; i++) {
        const double span = t->lane[i] - since->lane[i];
        c_time->lane[i] = had->lane[i] > 0 ? span : 0.0;
    }
}

/* ---- The condition until --------------------------------------------------------------------- */

/* Evaluates until for work.rows lanes from lane FIRST on; OVER gets 1 where it is true, else 0. */
static void compute_until(const struct lt_lanes_until *until, struct lt_work work, size_t first,
                          struct lt_row *over) {
    const struct lt_ops *ops = until->ops;
    const size_t size = work.rows * sizeof(double);
    for (size_t i = 0; i < ops->n_inputs; i++)
        memcpy(until->frame + i * work.rows, until->inputs[i]->lane + first, size);
    work.work(ops, until->frame);
    memcpy(over->lane + first, until->frame + ops->results[0] * work.rows, size);
}

/* Sets OVER where until is true, and NaN where it has no value; returns whether either occurs in
 * some lane. */
static bool evaluate_until(const struct lt_lanes *l, const struct lt_lanes_until *until,
                           struct lt_row *over) {
    for (size_t first = 0; first < l->side.n; first += l->work.rows)
        compute_until(until, l->work, first, over);
    IN_SOME_LANE(over->lane[i] == 0 ? 0.0 : 1.0)
}

/* Flags the lanes of stage NUMBER whose test is due and in which until is true or has no value. */
static void flag_over(struct lt_row *restrict flags, const struct lt_row *restrict stage,
                      double number, const struct lt_row *restrict due,
                      const struct lt_row *restrict over) {
    for (size_t i = 0; i < LT_ROW; i++) {
        const double here = stage->lane[i] == number ? 1.0 : 0.0,
                     late = due->lane[i] > 0 ? 0.0 : here;
        const double unknown = over->lane[i] == over->lane[i] ? 0.0 : (double)LT_LANE_UNKNOWN;
        const double ends = over->lane[i] == 0 ? 0.0 : (double)LT_LANE_OVER;
        flags->lane[i] += late * (unknown > 0 ? unknown : ends);
    }
}

/* Counts the steps to the next test of until; after a test EVERY steps follow. */
static void count_down(struct lt_row *restrict due, const struct lt_row *restrict every) {
    for (size_t i = 0; i < LT_ROW; i++) {
        const double left = due->lane[i] > 0 ? due->lane[i] : every->lane[i];
        due->lane[i] = left - 1;
    }
}

/* Tests until of each stage that some lane is in. */
static void test_until(struct lt_lanes *l) {
    struct lt_row over = {{0}};
    if (l->has_interval)
        count_down(&l->due, &l->every);
    for (size_t s = 0; s < l->n_untils; s++) {
        if (l->untils[s].lanes == 0)
            continue;
        if (evaluate_until(l, &l->untils[s], &over))
            flag_over(&l->flags, &l->value[LT_STAGE], (double)s, &l->due, &over);
    }
}

/* ---- Steps of all lanes ---------------------------------------------------------------------- */

/* Evaluates a step of all lanes: finiteness, results and events, clocks, until. */
static void evaluate_lanes(struct lt_lanes *l) {
    struct lt_row *value = l->value;
    flag_broken(&l->flags, &l->march.at.residual);
    update_lanes(l);
    if (l->uses_clock) {
        update_time(&value[LT_TIME], &value[LT_T], &value[LT_STEP], &l->t_begin, &l->march.dt);
        update_contact_time(&value[LT_C_TIME], &l->had_contact, &l->since, &value[LT_T]);
    }
    test_until(l);
}

/* Returns how many of STEPS can be made before some lane reaches its limit; at least one. */
static size_t steps_left(const struct lt_lanes *l, size_t steps) {
    double least = (double)steps;
    for (size_t i = 0; i < LT_ROW; i++)
        if (l->march.busy.lane[i] > 0)
            least = fmin(least, l->limit.lane[i] - l->value[LT_STEP].lane[i]);
    return least > 1 ? (size_t)ceil(least) : 1;
}

/* Flags the lanes that have reached their last step. */
static void flag_limit(struct lt_row *restrict flags, const struct lt_row *restrict step,
                       const struct lt_row *restrict limit) {
    for (size_t i = 0; i < LT_ROW; i++)
        flags->lane[i] += step->lane[i] >= limit->lane[i] ? (double)LT_LANE_LIMIT : 0.0;
}

/* Counts the steps that all lanes have made. */
static void advance_steps(struct lt_row *step, double made) {
    for (size_t i = 0; i < LT_ROW; i++)
        step->lane[i] += made;
}

/* Returns the cheapest form of the step (step.h) that is right for all lanes. */
static enum lt_march_kind march_kind(const struct lt_lanes *l) {
    if (l->any_driven)
        return l->momentless    ? LT_MARCH_SHEARED
               : l->all_imposed ? LT_MARCH_IMPOSED
                                : LT_MARCH_DRIVEN;
    if (!l->rotates)
        return LT_MARCH_PLAIN;
    return l->law->acts >> 3 ? LT_MARCH_FREE : LT_MARCH_TURNING;
}

/* Clears the flags of lanes without a run. */
static void clear_idle_flags(struct lt_row *restrict flags, const struct lt_row *restrict busy) {
    for (size_t i = 0; i < LT_ROW; i++)
        flags->lane[i] *= busy->lane[i];
}

/* Copies COUNT numbers from lane FROM to lane TO. */
static void copy_lane(struct lt_row *rows, size_t count, size_t to, size_t from) {
    for (size_t i = 0; i < count; i++)
        rows[i].lane[to] = rows[i].lane[from];
}

/* Gives lane TO the inputs of the law of lane FROM. */
static void copy_inputs(struct lt_lanes *l, size_t to, size_t from) {
    const struct lt_law *law = l->law;
    copy_lane(l->value + l->names->params, law->n_params, to, from);
    copy_lane(l->value + l->names->state, law->n_state, to, from);
    copy_lane(l->derived, law->n_derived + 1, to, from); /* and the interpreter behind them */
    if (to >= l->side.n)                                 /* such lanes are never marched */
        return;
    copy_lane((struct lt_row *)&l->march, LT_MARCH_NUMBERS, to, from);
    l->march.busy.lane[to] = 0;
}

/* Lanes without a run are computed, too. They get the inputs of a busy lane, since a law may hang
 * or crash on numbers that no run would give it. */
static void fill_idle_lanes(struct lt_lanes *l) {
    const size_t n = l->side.n, lanes = l->side.by_block ? LT_ROW : n;
    const double *is_busy = l->march.busy.lane;
    size_t busy = 0;
    while (!(is_busy[busy] > 0))
        busy++;
    for (size_t k = 0; k < lanes; k++)
        if (!(is_busy[k] > 0))
            copy_inputs(l, k, k < n ? busy : k % n);
}

/* Makes up to MOST steps in all lanes, by the law's own vector code or block by block; returns how
 * many were made. */
static size_t march_lanes(struct lt_lanes *l, size_t most) {
    const struct lt_row *p = l->value + l->names->params, *d = l->derived;
    struct lt_row *x = l->value + l->names->state, *losses = l->value + l->names->losses;
    enum lt_march_kind kind = march_kind(l);
    if (l->side.by_block)
        return l->side.by_block(l->side.law, p, d, x, losses, &l->march, kind, most);
    return l->side.law->march_rows(p, d, x, losses, &l->march, kind, most);
}

/* Makes at most STEPS steps in all lanes; returns early if a lane needs the functions of a
 * single run, which lanes->flags shows. */
void lt_lanes_run(struct lt_lanes *lanes, size_t steps) {
    struct lt_row *value = lanes->value;
    bool called = false;
    if (lanes->changed)
        fill_idle_lanes(lanes);
    steps = steps_left(lanes, steps);
    while (steps > 0 && !called) {
        size_t most = lanes->tests_each_step || lanes->changed ? 1 : steps;
        size_t made = march_lanes(lanes, most);
        steps -= made;
        advance_steps(&value[LT_STEP], (double)made);
        lanes->changed = false;
        evaluate_lanes(lanes);
        if (any_lane(&lanes->flags)) { /* an idle lane may still have flags */
            clear_idle_flags(&lanes->flags, &lanes->march.busy);
            called = any_lane(&lanes->flags);
        }
    }
    flag_limit(&lanes->flags, &value[LT_STEP], &lanes->limit);
}

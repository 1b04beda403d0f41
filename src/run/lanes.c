/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/lanes.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* Loops over lanes select numbers instead of branching, so that they become vectors. */

static void time_rows(struct lt_row *restrict time, struct lt_row *restrict t,
                      const struct lt_row *restrict step, const struct lt_row *restrict begin,
                      const struct lt_row *restrict dt) {
    for (size_t i = 0; i < LT_ROW; i++) {
        time->lane[i] = step->lane[i] * dt->lane[i];
        t->lane[i] = begin->lane[i] + time->lane[i];
    }
}

/* What of the balance is not a number any more. */
static void judge_balance(struct lt_row *restrict call, const struct lt_row *restrict residual) {
    for (size_t i = 0; i < LT_ROW; i++)
        call->lane[i] = fabs(residual->lane[i]) <= LT_MARCH_FINITE ? 0.0 : (double)LT_CALL_BROKEN;
}

/* ---- What happened --------------------------------------------------------------------------- */

/* Returns whether a number of lane i is above 0 in some lane. Integers as wide as the numbers: sums
 * of those have an order. */
#define IN_SOME_LANE(number)                                                                       \
    uint64_t some = 0;                                                                             \
    for (size_t i = 0; i < LT_ROW; i++)                                                            \
        some |= (number) > 0 ? UINT64_C(1) : UINT64_C(0);                                          \
    return some != 0;

static bool any_lane(const struct lt_row *row) {
    IN_SOME_LANE(row->lane[i])
}

/* Above 0 where a contact is made or lost, where vn has another sign than when it last had one, and
 * where a force that pushed does so no more. */
static void find_changes(struct lt_row *restrict changed, const struct lt_march_rows *restrict m) {
    for (size_t i = 0; i < LT_ROW; i++) {
        const double vn = m->at.v[0].lane[i], pushed = m->pushed.lane[i] * m->fn_max.lane[i];
        const double turned = vn * m->sign.lane[i] > 0 ? 0.0 : fabs(vn);
        const double released = m->at.f[0].lane[i] < 0 ? 0.0 : pushed;
        const double other = m->at.active.lane[i] != m->was.lane[i] ? 1.0 : 0.0;
        changed->lane[i] = other + turned + released;
    }
}

static void find_events(struct lt_row *restrict changed, const struct lt_row *restrict now,
                        const struct lt_row *restrict was) {
    for (size_t i = 0; i < LT_ROW; i++)
        changed->lane[i] += now->lane[i] != was->lane[i] ? 1.0 : 0.0;
}

void lt_lanes_take(struct lt_lanes *l, size_t k) {
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
    l->had.lane[k] = run->outcome.had_contact;
    l->since.lane[k] = run->outcome.t_since;
    for (size_t i = 0; i < sizeof counted / sizeof *counted; i++)
        l->value[counted[i]].lane[k] = values[counted[i]];
    for (size_t i = 0; i < l->n_watched; i++) {
        l->value[l->names->events + i].lane[k] = values[l->names->events + i];
        l->value[l->names->modes + i].lane[k] = values[l->names->modes + i];
        l->watched[i].was.lane[k] = run->watched[i];
    }
}

/* Copies the lane into its run and looks at it there. */
static void follow_lane(struct lt_lanes *l, size_t k) {
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
    lt_lanes_take(l, k);
}

static void follow_lanes(struct lt_lanes *l) {
    struct lt_row changed;
    find_changes(&changed, &l->march);
    for (size_t i = 0; i < l->n_watched; i++)
        find_events(&changed, l->watched[i].now, &l->watched[i].was);
    if (!any_lane(&changed))
        return;
    for (size_t k = 0; k < l->side.n; k++)
        if (changed.lane[k] > 0 && l->march.busy.lane[k] > 0)
            follow_lane(l, k);
}

static void age_contact(struct lt_row *restrict c_time, const struct lt_row *restrict had,
                        const struct lt_row *restrict since, const struct lt_row *restrict t) {
    for (size_t i = 0; i < LT_ROW; i++) {
        const double span = t->lane[i] - since->lane[i];
        c_time->lane[i] = had->lane[i] > 0 ? span : 0.0;
    }
}

/* ---- What a lane may call for ---------------------------------------------------------------- */

static void work_until(const struct lt_lanes_until *until, struct lt_work work, size_t first,
                       struct lt_row *over) {
    const struct lt_ops *ops = until->ops;
    const size_t size = work.rows * sizeof(double);
    for (size_t i = 0; i < ops->n_inputs; i++)
        memcpy(until->frame + i * work.rows, until->inputs[i]->lane + first, size);
    work.work(ops, until->frame);
    memcpy(over->lane + first, until->frame + ops->results[0] * work.rows, size);
}

/* Where until holds, NaN where that is not known; returns whether it may in some lane. */
static bool evaluate_until(const struct lt_lanes *l, const struct lt_lanes_until *until,
                           struct lt_row *over) {
    for (size_t first = 0; first < l->side.n; first += l->work.rows)
        work_until(until, l->work, first, over);
    IN_SOME_LANE(over->lane[i] == 0 ? 0.0 : 1.0)
}

/* Where the lanes are in this stage and the test is due. */
static void call_over(struct lt_row *restrict call, const struct lt_row *restrict stage, double is,
                      const struct lt_row *restrict due, const struct lt_row *restrict over) {
    for (size_t i = 0; i < LT_ROW; i++) {
        const double here = stage->lane[i] == is ? 1.0 : 0.0, late = due->lane[i] > 0 ? 0.0 : here;
        const double unknown = over->lane[i] == over->lane[i] ? 0.0 : (double)LT_CALL_UNKNOWN;
        const double ends = over->lane[i] == 0 ? 0.0 : (double)LT_CALL_OVER;
        call->lane[i] += late * (unknown > 0 ? unknown : ends);
    }
}

static void count_down(struct lt_row *restrict due, const struct lt_row *restrict every) {
    for (size_t i = 0; i < LT_ROW; i++) {
        const double left = due->lane[i] > 0 ? due->lane[i] : every->lane[i];
        due->lane[i] = left - 1;
    }
}

static void test_lanes(struct lt_lanes *l) {
    struct lt_row over = {{0}};
    if (l->paced)
        count_down(&l->due, &l->every);
    for (size_t s = 0; s < l->n_untils; s++) {
        if (l->untils[s].lanes == 0)
            continue;
        if (evaluate_until(l, &l->untils[s], &over))
            call_over(&l->call, &l->value[LT_STAGE], (double)s, &l->due, &over);
    }
}

/* ---- Steps of all ---------------------------------------------------------------------------- */

static void look_at_lanes(struct lt_lanes *l) {
    struct lt_row *value = l->value;
    judge_balance(&l->call, &l->march.at.residual);
    follow_lanes(l);
    if (l->clocks) {
        time_rows(&value[LT_TIME], &value[LT_T], &value[LT_STEP], &l->t_begin, &l->march.dt);
        age_contact(&value[LT_C_TIME], &l->had, &l->since, &value[LT_T]);
    }
    test_lanes(l);
}

/* How many steps there are until the first stage has none left; at least one. */
static size_t steps_left(const struct lt_lanes *l, size_t steps) {
    double least = (double)steps;
    for (size_t i = 0; i < LT_ROW; i++)
        if (l->march.busy.lane[i] > 0)
            least = fmin(least, l->limit.lane[i] - l->value[LT_STEP].lane[i]);
    return least > 1 ? (size_t)ceil(least) : 1;
}

static void call_limit(struct lt_row *restrict call, const struct lt_row *restrict step,
                       const struct lt_row *restrict limit) {
    for (size_t i = 0; i < LT_ROW; i++)
        call->lane[i] += step->lane[i] >= limit->lane[i] ? (double)LT_CALL_LIMIT : 0.0;
}

static void advance_steps(struct lt_row *step, double made) {
    for (size_t i = 0; i < LT_ROW; i++)
        step->lane[i] += made;
}

static enum lt_march_kind march_kind(const struct lt_lanes *l) {
    if (l->driven)
        return l->sheared ? LT_MARCH_SHEARED : l->held ? LT_MARCH_IMPOSED : LT_MARCH_DRIVEN;
    if (!l->turns)
        return LT_MARCH_PLAIN;
    return l->law->acts >> 3 ? LT_MARCH_FREE : LT_MARCH_TURNING;
}

static void hear_busy(struct lt_row *restrict call, const struct lt_row *restrict busy) {
    for (size_t i = 0; i < LT_ROW; i++)
        call->lane[i] *= busy->lane[i];
}

static void copy_lane(struct lt_row *rows, size_t count, size_t to, size_t from) {
    for (size_t i = 0; i < count; i++)
        rows[i].lane[to] = rows[i].lane[from];
}

/* From now on the law is asked the same in lane TO as in lane FROM. */
static void mirror_lane(struct lt_lanes *l, size_t to, size_t from) {
    const struct lt_law *law = l->law;
    copy_lane(l->value + l->names->params, law->n_params, to, from);
    copy_lane(l->value + l->names->state, law->n_state, to, from);
    copy_lane(l->derived, law->n_derived + 1, to, from); /* and the interpreter */
    if (to >= l->side.n) /* its motion is that of a lane that is marched */
        return;
    copy_lane((struct lt_row *)&l->march, LT_MARCH_NUMBERS, to, from);
    l->march.busy.lane[to] = 0;
}

/* A law may hang or crash where no run leads: a lane without a run follows one that has it. */
static void mirror_lanes(struct lt_lanes *l) {
    const size_t n = l->side.n, asked = l->side.by_block ? LT_ROW : n;
    const double *is_busy = l->march.busy.lane;
    size_t busy = 0;
    while (!(is_busy[busy] > 0))
        busy++;
    for (size_t k = 0; k < asked; k++)
        if (!(is_busy[k] > 0))
            mirror_lane(l, k, k < n ? busy : k % n);
}

static size_t march_lanes(struct lt_lanes *l, size_t most) {
    const struct lt_row *p = l->value + l->names->params, *d = l->derived;
    struct lt_row *x = l->value + l->names->state, *losses = l->value + l->names->losses;
    enum lt_march_kind kind = march_kind(l);
    if (l->side.by_block)
        return l->side.by_block(l->side.law, p, d, x, losses, &l->march, kind, most);
    return l->side.law->march_rows(p, d, x, losses, &l->march, kind, most);
}

void lt_lanes_run(struct lt_lanes *lanes, size_t steps) {
    struct lt_row *value = lanes->value;
    bool called = false;
    if (lanes->fresh)
        mirror_lanes(lanes);
    steps = steps_left(lanes, steps);
    while (steps > 0 && !called) {
        size_t most = lanes->looks || lanes->fresh ? 1 : steps;
        size_t made = march_lanes(lanes, most);
        steps -= made;
        advance_steps(&value[LT_STEP], (double)made);
        lanes->fresh = false;
        look_at_lanes(lanes);
        if (any_lane(&lanes->call)) { /* an idle lane may go on calling */
            hear_busy(&lanes->call, &lanes->march.busy);
            called = any_lane(&lanes->call);
        }
    }
    call_limit(&lanes->call, &value[LT_STEP], &lanes->limit);
}

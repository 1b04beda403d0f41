/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/lanes.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* Loops over lanes select numbers instead of branching, so that they become vectors. */

/* A lane has nothing to do with the others. */
#ifdef __clang__
#define APART
#else
#define APART _Pragma("GCC ivdep")
#endif

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

/* ---- Outcome --------------------------------------------------------------------------------- */

/* The peaks of a step that made a contact: the march takes those of the steps behind it. */
static void note_peaks(struct lt_lanes *restrict l) {
    struct lt_march_rows *m = &l->march;
    APART
    for (size_t i = 0; i < LT_ROW; i++) {
        const double first = l->had.lane[i] * (1 - l->lost.lane[i]);
        const double fn = m->at.f[0].lane[i], fs = m->at.f[1].lane[i], ft = m->at.f[2].lane[i];
        const double depth = first > 0 ? -m->at.u[0].lane[i] : 0.0, force = first > 0 ? -fn : 0.0;
        const double square = first > 0 ? fs * fs + ft * ft : 0.0;
        const double overlap_max = m->overlap_max.lane[i], fn_max = m->fn_max.lane[i];
        const double most = m->ft_square.lane[i];
        m->overlap_max.lane[i] = depth > overlap_max ? depth : overlap_max;
        m->fn_max.lane[i] = force > fn_max ? force : fn_max;
        m->ft_square.lane[i] = square > most ? square : most;
        const double pushed = fn_max > 0 ? l->unreleased.lane[i] * first : 0.0;
        const double released = fn < 0 ? 0.0 : pushed;
        l->unreleased.lane[i] -= released;
        l->call.lane[i] += LT_CALL_RELEASE * released;
    }
}

/* What the march is to look at. */
static void tell_march(struct lt_lanes *restrict l) {
    for (size_t i = 0; i < LT_ROW; i++) {
        const double first = l->had.lane[i] * (1 - l->lost.lane[i]);
        l->march.peaks.lane[i] = first;
        l->march.pushed.lane[i] = first * l->unreleased.lane[i];
    }
}

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

/* Whether a contact is made or lost, or some vn has another sign than when it last had one. */
static bool contact_changes(const struct lt_row *is, const struct lt_row *was,
                            const struct lt_row *vn, const struct lt_row *approach) {
    IN_SOME_LANE((is->lane[i] != was->lane[i] ? 1.0 : 0.0) +
                 (vn->lane[i] * approach->lane[i] > 0 ? 0.0 : fabs(vn->lane[i])))
}

static bool rows_differ(const struct lt_row *now, const struct lt_row *was) {
    IN_SOME_LANE(now->lane[i] != was->lane[i] ? 1.0 : 0.0)
}

/* Truth is 1 and 0 here, "and" a product: masks of two kinds do not become vectors. */
static void follow_contact(struct lt_lanes *restrict l, struct lt_row *restrict value) {
    struct lt_march_rows *m = &l->march;
    APART
    for (size_t i = 0; i < LT_ROW; i++) {
        const double vn = m->at.v[0].lane[i], t = value[LT_T].lane[i];
        const double is = m->at.active.lane[i], was = m->was.lane[i];
        const double made = is * (1 - was), ended = was * (1 - is);

        const double up = vn > 0 ? 1.0 : 0.0, down = vn < 0 ? 1.0 : 0.0;
        const double sign = up - down, old = m->sign.lane[i];
        const double turned = is * was * sign * old < 0 ? 1.0 : 0.0;
        const double of_stage = value[LT_STAGE_BOUNCES].lane[i] + turned;
        value[LT_R_BOUNCES].lane[i] += turned;
        value[LT_STAGE_BOUNCES].lane[i] = of_stage;
        m->sign.lane[i] = sign != 0 ? sign : old;

        const double had = l->had.lane[i], part = ended * (1 - l->lost.lane[i]);
        const double in_stage = made > 0 ? 1.0 : l->stage_contact.lane[i];
        l->had.lane[i] = made > 0 ? 1.0 : had;
        l->stage_contact.lane[i] = in_stage;
        l->since.lane[i] = made > 0 ? t : l->since.lane[i];
        l->parting.lane[i] = part;
        l->call.lane[i] += LT_CALL_TOUCH * made * (1 - had) + LT_CALL_PART * part;

        const double gone = (1 - is) * in_stage;
        value[LT_BROKEN].lane[i] = gone;
        value[LT_REBOUND].lane[i] = of_stage >= 2 ? 1.0 : gone;
    }
}

static void add_row(struct lt_row *restrict sum, const struct lt_row *restrict x) {
    for (size_t i = 0; i < LT_ROW; i++)
        sum->lane[i] += x->lane[i];
}

static void age_contact(struct lt_row *restrict c_time, const struct lt_row *restrict had,
                        const struct lt_row *restrict since, const struct lt_row *restrict t) {
    for (size_t i = 0; i < LT_ROW; i++) {
        const double span = t->lane[i] - since->lane[i];
        c_time->lane[i] = had->lane[i] > 0 ? span : 0.0;
    }
}

static void follow_outcome(struct lt_lanes *l, struct lt_row *value) {
    const struct lt_march_rows *m = &l->march;
    bool follows = contact_changes(&m->at.active, &m->was, &m->at.v[0], &m->sign);
    if (l->clocks || follows)
        time_rows(&value[LT_TIME], &value[LT_T], &value[LT_STEP], &l->t_begin, &m->dt);
    if (follows)
        follow_contact(l, value);
    note_peaks(l);
    if (follows)
        add_row(&l->lost, &l->parting);
    if (l->clocks)
        age_contact(&value[LT_C_TIME], &l->had, &l->since, &value[LT_T]);
    tell_march(l);
}

static void watch_event(struct lt_row *restrict flag, struct lt_row *restrict was,
                        const struct lt_row *restrict now, double rises, double falls) {
    for (size_t i = 0; i < LT_ROW; i++) {
        const double is = now->lane[i] > 0.5 ? 1.0 : 0.0, change = is - was->lane[i];
        const double hit = change > 0 ? rises : change * change * falls;
        flag->lane[i] = hit > 0 ? 1.0 : flag->lane[i];
        was->lane[i] = is;
    }
}

/* ---- What a lane may call for ---------------------------------------------------------------- */

static void smooth_one(struct lt_row *restrict smooth, struct lt_row *restrict error,
                       const struct lt_row *restrict force, const struct lt_row *restrict part) {
    for (size_t i = 0; i < LT_ROW; i++) {
        const double f = force->lane[i], share = part->lane[i];
        const double s = smooth->lane[i] + share * (f - smooth->lane[i]);
        const double off = fabs((f - s) / s), most = off > 1 ? 1.0 : off;
        const double distance = f == s ? 0.0 : most;
        smooth->lane[i] = s;
        error->lane[i] += share * (distance - error->lane[i]);
    }
}

static void smooth_forces(struct lt_lanes *l) {
    for (size_t i = 0; i < LT_DOFS; i++)
        smooth_one(&l->smooth[i], &l->value[LT_FN_ERR + i], &l->march.at.f[i], &l->share);
}

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
    follow_outcome(l, value);
    for (size_t i = 0; i < l->n_watched; i++)
        if (rows_differ(l->watched[i].now, &l->watched[i].was))
            watch_event(l->watched[i].flag, &l->watched[i].was, l->watched[i].now,
                        l->watched[i].rises, l->watched[i].falls);
    if (l->smooths)
        smooth_forces(l);
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
    return l->side.law->acts >> 3 ? LT_MARCH_FREE : LT_MARCH_TURNING;
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
    const struct lt_law *law = l->side.law;
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
    tell_march(lanes);
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

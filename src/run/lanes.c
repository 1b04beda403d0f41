/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/lanes.h"

#include <math.h>
#include <stdint.h>

#ifdef LT_ARCH
#define JOIN_(a, b)  a##_##b
#define JOIN(a, b)   JOIN_(a, b)
#define lt_lanes_run JOIN(lt_lanes_run, LT_ARCH)
#endif

/* Loops over lanes select numbers instead of branching, so that they become vectors. */

/* A lane has nothing to do with the others. */
#ifdef __clang__
#define APART
#else
#define APART _Pragma("GCC ivdep")
#endif

static void clear_row(struct lt_row *row) {
    for (size_t i = 0; i < LT_LANES; i++)
        row->lane[i] = 0;
}

/* Below, dofs and forces are constants where a function is used: translations alone or rotations
 * too, forces alone or moments too; the loops over them dissolve. */
#define DISSOLVED __attribute__((always_inline)) static inline

/* ---- Motion ---------------------------------------------------------------------------------- */

static void drift_row(struct lt_row *restrict u, struct lt_row *restrict du,
                      struct lt_row *restrict v, const struct lt_row *restrict after,
                      const struct lt_row *restrict dt) {
    for (size_t i = 0; i < LT_LANES; i++) {
        const double u1 = u->lane[i] + dt->lane[i] * after->lane[i];
        du->lane[i] = u1 - u->lane[i];
        u->lane[i] = u1;
        v->lane[i] = after->lane[i];
    }
}

static void count_step(struct lt_row *step) {
    for (size_t i = 0; i < LT_LANES; i++)
        step->lane[i] += 1;
}

static void time_rows(struct lt_row *restrict time, struct lt_row *restrict t,
                      const struct lt_row *restrict step, const struct lt_row *restrict begin,
                      const struct lt_row *restrict dt) {
    for (size_t i = 0; i < LT_LANES; i++) {
        time->lane[i] = step->lane[i] * dt->lane[i];
        t->lane[i] = begin->lane[i] + time->lane[i];
    }
}

/* The DoFs that DoF d is coupled with, itself one of them, in order. */
static inline size_t lower_coupled(size_t d) {
    return d < 4 ? d : 6 - d;
}

static inline size_t upper_coupled(size_t d, size_t dofs) {
    size_t other = d == 0 || d == 3 ? d : d < 3 ? 6 - d : d;
    return other < dofs ? other : d;
}

DISSOLVED void kick_one(const struct lt_lanes *l, size_t i, size_t dofs, size_t forces, bool driven,
                        double *after) {
    const struct lt_row *f = &l->out.row[LT_ROW_F], *v = &l->move.row[LT_ROW_V];
    double force[LT_DOFS];
    for (size_t d = 0; d < forces; d++) {
        const double push = driven ? l->weight[d].lane[i] + l->applied[d].lane[i] : 0;
        force[d] = push - f[d].lane[i];
    }
    for (size_t d = 0; d < dofs; d++) {
        const size_t a = lower_coupled(d), b = upper_coupled(d, forces);
        double dv = 0;
        if (a < forces)
            dv += l->hp[d][a].lane[i] * force[a];
        if (b > a && b < forces)
            dv += l->hp[d][b].lane[i] * force[b];
        const double moved = v[d].lane[i] + dv, held = l->after[d].lane[i];
        const double kept = l->imposed[d].lane[i] > 0 ? held : moved;
        after[d] = driven ? kept : moved;
    }
}

/* ---- Energies -------------------------------------------------------------------------------- */

/* Work of what is imposed, of what is applied and of gravity in this step. */
static void add_work(struct lt_lanes *restrict l) {
    const struct lt_row *f = &l->out.row[LT_ROW_F], *v = &l->move.row[LT_ROW_V];
    const struct lt_row *du = &l->move.row[LT_ROW_DU];
    APART
    for (size_t i = 0; i < LT_LANES; i++) {
        const double dt = l->move.row[LT_ROW_DT].lane[i];
        double sum = 0, dv[LT_DOFS];
        for (size_t d = 0; d < LT_DOFS; d++)
            dv[d] = l->after[d].lane[i] - v[d].lane[i];
        for (size_t d = 0; d < LT_DOFS; d++) {
            const size_t a = lower_coupled(d), b = upper_coupled(d, LT_DOFS);
            const double applied = l->applied[d].lane[i], weight = l->weight[d].lane[i];
            double pull = 0;
            pull += l->m[d][a].lane[i] * dv[a] / dt;
            if (b > a)
                pull += l->m[d][b].lane[i] * dv[b] / dt;
            pull -= weight + applied - f[d].lane[i];
            const double now = (l->imposed[d].lane[i] > 0 ? pull : 0.0) + applied;
            sum += (0.5 * (l->drive[d].lane[i] + now) + weight) * du[d].lane[i];
            l->drive[d].lane[i] = now;
        }
        l->work.lane[i] += sum;
    }
}

static void spend_energy(struct lt_row *restrict total, struct lt_row *restrict throughput,
                         struct lt_row *restrict done) {
    for (size_t i = 0; i < LT_LANES; i++) {
        total->lane[i] += done->lane[i];
        throughput->lane[i] += fabs(done->lane[i]);
        done->lane[i] = 0;
    }
}

DISSOLVED void balance_one(struct lt_lanes *l, struct lt_row *value, size_t i, size_t dofs,
                           size_t forces, const double *after) {
    const struct lt_row *out = l->out.row, *f = &out[LT_ROW_F], *viscous = &out[LT_ROW_VF];
    const struct lt_row *v = &l->move.row[LT_ROW_V], *du = &l->move.row[LT_ROW_DU];
    double dashpot = 0, kinetic = 0, finite = 0;
    for (size_t d = 0; d < forces; d++) {
        const double now = viscous[d].lane[i];
        dashpot += (l->viscous[d].lane[i] + now) * du[d].lane[i];
        l->viscous[d].lane[i] = now;
        finite += f[d].lane[i] + now;
    }
    for (size_t d = 0; d < dofs; d++) {
        const size_t a = lower_coupled(d), b = upper_coupled(d, dofs);
        kinetic += v[d].lane[i] * l->m[d][a].lane[i] * after[a];
        if (b > a)
            kinetic += v[d].lane[i] * l->m[d][b].lane[i] * after[b];
    }
    kinetic = 0.5 * kinetic;
    const double all_dashpot = value[LT_E_DASHPOT].lane[i] + 0.5 * dashpot;
    const double all_cross = value[LT_E_CROSS].lane[i] + out[LT_ROW_CROSS].lane[i];
    const double all_defect = value[LT_E_DEFECT].lane[i] + out[LT_ROW_DEFECT].lane[i];
    value[LT_E_DASHPOT].lane[i] = all_dashpot;
    value[LT_E_CROSS].lane[i] = all_cross;
    value[LT_E_DEFECT].lane[i] = all_defect;
    value[LT_E_KINETIC].lane[i] = kinetic;
    l->finite.lane[i] = finite;
    const double strain = out[LT_ROW_STRAIN].lane[i], least = l->least.lane[i];
    l->least.lane[i] = strain < least ? strain : least;
    value[LT_E_RESIDUAL].lane[i] = l->energy.lane[i] + value[LT_E_WORK].lane[i] - kinetic -
                                   out[LT_ROW_STRAIN].lane[i] - all_dashpot - all_cross -
                                   all_defect - value[LT_E_SET].lane[i];
}

/* Velocities half a step ahead, and the balance with them; between the two comes the work of what
 * drives the motion. */
static void kick_driven(struct lt_lanes *restrict l) {
    APART
    for (size_t i = 0; i < LT_LANES; i++) {
        double after[LT_DOFS];
        kick_one(l, i, LT_DOFS, LT_DOFS, true, after);
        for (size_t d = 0; d < LT_DOFS; d++)
            l->after[d].lane[i] = after[d];
    }
}

static void balance_driven(struct lt_lanes *restrict l, struct lt_row *restrict value) {
    APART
    for (size_t i = 0; i < LT_LANES; i++) {
        double after[LT_DOFS];
        for (size_t d = 0; d < LT_DOFS; d++)
            after[d] = l->after[d].lane[i];
        balance_one(l, value, i, LT_DOFS, LT_DOFS, after);
    }
}

DISSOLVED void kick_and_balance(struct lt_lanes *restrict l, struct lt_row *restrict value,
                                size_t dofs, size_t forces) {
    APART
    for (size_t i = 0; i < LT_LANES; i++) {
        double after[LT_DOFS];
        kick_one(l, i, dofs, forces, false, after);
        balance_one(l, value, i, dofs, forces, after);
        for (size_t d = 0; d < dofs; d++)
            l->after[d].lane[i] = after[d];
    }
}

static void lose_energy(struct lt_row *restrict residual, struct lt_row *restrict total,
                        const struct lt_row *restrict loss) {
    for (size_t i = 0; i < LT_LANES; i++) {
        total->lane[i] += loss->lane[i];
        residual->lane[i] -= total->lane[i];
    }
}

/* x - x is 0, but not where x is infinite or not a number. The motion is in the kinetic energy. */
static void judge_residual(struct lt_row *restrict worst, struct lt_row *restrict call,
                           const struct lt_row *restrict residual,
                           const struct lt_row *restrict throughput,
                           const struct lt_row *restrict finite) {
    for (size_t i = 0; i < LT_LANES; i++) {
        const double size = fabs(residual->lane[i]), old = worst->lane[i];
        const double sum = size + throughput->lane[i] + finite->lane[i];
        worst->lane[i] = size > old ? size : old;
        call->lane[i] = sum - sum == 0 ? 0.0 : (double)LT_CALL_BROKEN;
    }
}

/* ---- Outcome --------------------------------------------------------------------------------- */

static void note_peaks(struct lt_lanes *restrict l, struct lt_row *restrict value) {
    const struct lt_row *f = &l->out.row[LT_ROW_F], *un = &l->move.row[LT_ROW_U];
    APART
    for (size_t i = 0; i < LT_LANES; i++) {
        const double first = l->had.lane[i] * (1 - l->lost.lane[i]);
        const double fs = f[1].lane[i], ft = f[2].lane[i], square = fs * fs + ft * ft;
        const double depth = first > 0 ? -un->lane[i] : 0.0;
        const double force = first > 0 ? -f[0].lane[i] : 0.0;
        const double sides = first > 0 ? square : 0.0;
        const double fn = f[0].lane[i], pull = value[LT_R_PULL_MAX].lane[i];
        const double overlap_max = value[LT_R_OVERLAP_MAX].lane[i];
        const double fn_max = value[LT_R_FN_MAX].lane[i], most = l->ft_square.lane[i];
        value[LT_R_OVERLAP_MAX].lane[i] = depth > overlap_max ? depth : overlap_max;
        value[LT_R_FN_MAX].lane[i] = force > fn_max ? force : fn_max;
        l->ft_square.lane[i] = sides > most ? sides : most;
        value[LT_R_PULL_MAX].lane[i] = fn > pull ? fn : pull;
        const double pushed = fn_max > 0 ? l->pushed.lane[i] * first : 0.0;
        const double released = fn < 0 ? 0.0 : pushed;
        l->pushed.lane[i] -= released;
        l->call.lane[i] += LT_CALL_RELEASE * released;
    }
}

/* Returns whether a number of lane i is above 0 in some lane. Integers as wide as the numbers: sums
 * of those have an order. */
#define IN_SOME_LANE(number)                                                                       \
    uint64_t some = 0;                                                                             \
    for (size_t i = 0; i < LT_LANES; i++)                                                          \
        some |= (number) > 0 ? UINT64_C(1) : UINT64_C(0);                                          \
    return some != 0;

static bool any_lane(const struct lt_row *row) {
    IN_SOME_LANE(row->lane[i])
}

/* In most steps no contact is made or lost, and no vn has another sign than when it last had one.
 */
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
    struct lt_row *was_row = &l->move.row[LT_ROW_ACTIVE];
    APART
    for (size_t i = 0; i < LT_LANES; i++) {
        const double vn = l->move.row[LT_ROW_V].lane[i], t = value[LT_T].lane[i];
        const double is = l->out.row[LT_ROW_ACTS].lane[i] > 0 ? 1.0 : 0.0;
        const double was = was_row->lane[i] > 0 ? 1.0 : 0.0;
        const double made = is * (1 - was), ended = was * (1 - is);

        const double up = vn > 0 ? 1.0 : 0.0, down = vn < 0 ? 1.0 : 0.0;
        const double sign = up - down, old = l->approach.lane[i];
        const double turned = is * was * sign * old < 0 ? 1.0 : 0.0;
        const double of_stage = value[LT_STAGE_BOUNCES].lane[i] + turned;
        value[LT_R_BOUNCES].lane[i] += turned;
        value[LT_STAGE_BOUNCES].lane[i] = of_stage;
        l->approach.lane[i] = sign != 0 ? sign : old;

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
        was_row->lane[i] = l->out.row[LT_ROW_ACTS].lane[i];
    }
}

static void add_row(struct lt_row *restrict sum, const struct lt_row *restrict x) {
    for (size_t i = 0; i < LT_LANES; i++)
        sum->lane[i] += x->lane[i];
}

static void age_contact(struct lt_row *restrict c_time, const struct lt_row *restrict had,
                        const struct lt_row *restrict since, const struct lt_row *restrict t) {
    for (size_t i = 0; i < LT_LANES; i++) {
        const double span = t->lane[i] - since->lane[i];
        c_time->lane[i] = had->lane[i] > 0 ? span : 0.0;
    }
}

static void follow_outcome(struct lt_lanes *l, struct lt_row *value) {
    bool follows = contact_changes(&l->out.row[LT_ROW_ACTS], &l->move.row[LT_ROW_ACTIVE],
                                   &l->move.row[LT_ROW_V], &l->approach);
    if (l->clocks || follows)
        time_rows(&value[LT_TIME], &value[LT_T], &value[LT_STEP], &l->t_begin,
                  &l->move.row[LT_ROW_DT]);
    if (follows)
        follow_contact(l, value);
    note_peaks(l, value);
    if (follows)
        add_row(&l->lost, &l->parting);
    if (l->clocks)
        age_contact(&value[LT_C_TIME], &l->had, &l->since, &value[LT_T]);
}

static void watch_event(struct lt_row *restrict flag, struct lt_row *restrict was,
                        const struct lt_row *restrict now, double rises, double falls) {
    for (size_t i = 0; i < LT_LANES; i++) {
        const double is = now->lane[i] > 0.5 ? 1.0 : 0.0, change = is - was->lane[i];
        const double hit = change > 0 ? rises : change * change * falls;
        flag->lane[i] = hit > 0 ? 1.0 : flag->lane[i];
        was->lane[i] = is;
    }
}

/* ---- What a lane may call for ---------------------------------------------------------------- */

static void smooth_one(struct lt_row *restrict smooth, struct lt_row *restrict error,
                       const struct lt_row *restrict force, const struct lt_row *restrict part) {
    for (size_t i = 0; i < LT_LANES; i++) {
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
        smooth_one(&l->smooth[i], &l->value[LT_FN_ERR + i], &l->out.row[LT_ROW_F + i], &l->share);
}

static void doubt_row(struct lt_row *restrict unknown, const struct lt_row *restrict x) {
    for (size_t i = 0; i < LT_LANES; i++)
        unknown->lane[i] = x->lane[i] == x->lane[i] ? unknown->lane[i] : 1.0;
}

static void copy_row(struct lt_row *restrict to, const struct lt_row *restrict from) {
    for (size_t i = 0; i < LT_LANES; i++)
        to->lane[i] = from->lane[i];
}

static void square_row(struct lt_row *x) {
    for (size_t i = 0; i < LT_LANES; i++)
        x->lane[i] *= x->lane[i];
}

/* x OPERATOR y, lane by lane. */
#define OPERATION(name, value)                                                                     \
    static void name(struct lt_row *restrict to, const struct lt_row *restrict from) {             \
        for (size_t i = 0; i < LT_LANES; i++) {                                                    \
            const double x = to->lane[i], y = from->lane[i];                                       \
            to->lane[i] = value;                                                                   \
        }                                                                                          \
    }
OPERATION(subtract, x - y)
OPERATION(multiply, x *y)
OPERATION(divide, x / y)
OPERATION(less, x < y ? 1.0 : 0.0)
OPERATION(less_equal, x <= y ? 1.0 : 0.0)
OPERATION(greater, x > y ? 1.0 : 0.0)
OPERATION(greater_equal, x >= y ? 1.0 : 0.0)
OPERATION(equal, x == y ? 1.0 : 0.0)
OPERATION(unequal, x != y ? 1.0 : 0.0)
OPERATION(either, x + y > 0 ? 1.0 : 0.0)

static void negate_row(struct lt_row *x) {
    for (size_t i = 0; i < LT_LANES; i++)
        x->lane[i] = -x->lane[i];
}

static void invert_row(struct lt_row *x) {
    for (size_t i = 0; i < LT_LANES; i++)
        x->lane[i] = x->lane[i] > 0 ? 0.0 : 1.0;
}

static void operate_row(enum lt_op_code code, struct lt_row *x, const struct lt_row *y) {
    switch (code) {
    case LT_OP_LOAD:
        copy_row(x, y);
        return;
    case LT_OP_NEGATE:
        negate_row(x);
        return;
    case LT_OP_NOT:
        invert_row(x);
        return;
    case LT_OP_ADD:
        add_row(x, y);
        return;
    case LT_OP_SUBTRACT:
        subtract(x, y);
        return;
    case LT_OP_MULTIPLY:
    case LT_OP_AND:
        multiply(x, y);
        return;
    case LT_OP_DIVIDE:
        divide(x, y);
        return;
    case LT_OP_LESS:
        less(x, y);
        return;
    case LT_OP_LESS_EQUAL:
        less_equal(x, y);
        return;
    case LT_OP_GREATER:
        greater(x, y);
        return;
    case LT_OP_GREATER_EQUAL:
        greater_equal(x, y);
        return;
    case LT_OP_EQUAL:
    case LT_OP_ALIKE: /* of 1 and 0 */
        equal(x, y);
        return;
    case LT_OP_UNEQUAL:
    case LT_OP_UNLIKE:
        unequal(x, y);
        return;
    case LT_OP_OR:
        either(x, y);
        return;
    case LT_OP_SQUARE:
        square_row(x);
        return;
    case LT_OP_KNOWN:
    case LT_OP_IN_LUA: /* not in a test */
        return;
    }
}

/* The value; unknown is not 0 where a side of a comparison is not a number. */
static const struct lt_row *evaluate_until(const struct lt_lanes_until *until, struct lt_row *stack,
                                           struct lt_row *unknown) {
    struct lt_row *x = stack - 1;
    if (until->n_tests == 1) /* a name by itself */
        return until->tests[0].y;
    for (const struct lt_test *test = until->tests; test < until->tests + until->n_tests; test++) {
        const struct lt_row *y = test->y;
        if (test->code == LT_OP_LOAD)
            x++;
        if (test->from_stack)
            y = x--;
        if (test->code == LT_OP_KNOWN)
            doubt_row(unknown, x);
        else
            operate_row(test->code, x, y);
    }
    return x;
}

static bool may_call(const struct lt_row *over, const struct lt_row *unknown) {
    IN_SOME_LANE((over->lane[i] > 0 ? 1.0 : 0.0) + unknown->lane[i])
}

/* Where the lanes are in this stage and the test is due. */
static void call_over(struct lt_row *restrict call, const struct lt_row *restrict stage, double is,
                      const struct lt_row *restrict due, const struct lt_row *restrict over,
                      const struct lt_row *restrict unknown) {
    for (size_t i = 0; i < LT_LANES; i++) {
        const double here = stage->lane[i] == is ? 1.0 : 0.0, late = due->lane[i] > 0 ? 0.0 : here;
        const double ends = over->lane[i] > 0 ? (double)LT_CALL_OVER : 0.0;
        call->lane[i] += late * (ends + LT_CALL_UNKNOWN * unknown->lane[i]);
    }
}

static void count_down(struct lt_row *restrict due, const struct lt_row *restrict every) {
    for (size_t i = 0; i < LT_LANES; i++) {
        const double left = due->lane[i] > 0 ? due->lane[i] : every->lane[i];
        due->lane[i] = left - 1;
    }
}

static void test_lanes(struct lt_lanes *l) {
    struct lt_row stack[LT_TEST_DEPTH], unknown;
    if (l->paced)
        count_down(&l->due, &l->every);
    for (size_t s = 0; s < l->n_untils; s++) {
        if (l->untils[s].lanes == 0)
            continue;
        clear_row(&unknown);
        const struct lt_row *over = evaluate_until(&l->untils[s], stack, &unknown);
        if (may_call(over, &unknown))
            call_over(&l->call, &l->value[LT_STAGE], (double)s, &l->due, over, &unknown);
    }
}

/* ---- One step of all ------------------------------------------------------------------------- */

DISSOLVED void step(struct lt_lanes *l, size_t dofs, size_t forces, bool driven) {
    struct lt_row *move = l->move.row, *value = l->value;
    for (size_t i = 0; i < dofs; i++)
        drift_row(&move[LT_ROW_U + i], &move[LT_ROW_DU + i], &move[LT_ROW_V + i], &l->after[i],
                  &move[LT_ROW_DT]);
    count_step(&value[LT_STEP]);
    l->block(value + l->names->params, l->derived, &l->move.law, value + l->names->state,
             &l->out.law, l->loss);
    if (driven) {
        kick_driven(l);
        add_work(l);
    }
    if (driven || l->fresh)
        spend_energy(&value[LT_E_WORK], &value[LT_WORK_THROUGHPUT], &l->work);
    if (driven)
        balance_driven(l, value);
    else
        kick_and_balance(l, value, dofs, forces);
    for (size_t i = 0; i < l->law->n_losses; i++)
        lose_energy(&value[LT_E_RESIDUAL], &value[l->names->losses + i], &l->loss[i]);
    judge_residual(&l->worst, &l->call, &value[LT_E_RESIDUAL], &value[LT_WORK_THROUGHPUT],
                   &l->finite);
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
    for (size_t i = 0; i < LT_LANES; i++)
        if (l->busy.lane[i] > 0)
            least = fmin(least, l->limit.lane[i] - l->value[LT_STEP].lane[i]);
    return least > 1 ? (size_t)ceil(least) : 1;
}

static void call_limit(struct lt_row *restrict call, const struct lt_row *restrict step,
                       const struct lt_row *restrict limit) {
    for (size_t i = 0; i < LT_LANES; i++)
        call->lane[i] += step->lane[i] >= limit->lane[i] ? (double)LT_CALL_LIMIT : 0.0;
}

void lt_lanes_run(struct lt_lanes *lanes, size_t steps) {
    bool called = false;
    steps = steps_left(lanes, steps);
    for (size_t i = 0; i < steps && !called; i++) {
        if (lanes->driven)
            step(lanes, LT_DOFS, LT_DOFS, true);
        else if (lanes->turns && lanes->law->acts >> 3)
            step(lanes, LT_DOFS, LT_DOFS, false);
        else if (lanes->turns)
            step(lanes, LT_DOFS, LT_DOFS / 2, false);
        else
            step(lanes, LT_DOFS / 2, LT_DOFS / 2, false);
        lanes->fresh = false;
        if (any_lane(&lanes->call)) { /* an idle lane may go on calling */
            multiply(&lanes->call, &lanes->busy);
            called = any_lane(&lanes->call);
        }
    }
    call_limit(&lanes->call, &lanes->value[LT_STEP], &lanes->limit);
}

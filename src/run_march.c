/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_march.c: many steps of a leapfrog in frame contact in one go.
 *
 * The same arithmetic in the same order as run_leapfrog.c, bit for bit, without what most steps do
 * not need: degrees of freedom that never move, sums over zeros, results that only a transition
 * changes. values[] is brought up to date when somebody looks: at rows, transitions, the end. */
#include "running.h"

#include <math.h>
#include <string.h>

enum { LOSSES_MOST = 16, WATCHED_MOST = 8, USED_MOST = 8, STRIDE = 4096 };

union move {
    struct lt_move named;
    struct {
        double u[LT_DOFS], du[LT_DOFS], v[LT_DOFS], dt, active;
    } all;
};

union out {
    struct lt_out named;
    struct {
        double f[LT_DOFS], viscous[LT_DOFS], strain, cross, defect, active, branch;
    } all;
};

/* A factor between two degrees of freedom that is not zero. */
struct term {
    size_t row, column;
    double factor;
};

struct march {
    struct lt_running *run;
    double *values;
    double dt, t_begin, step, time, t;
    union move m;
    union out o;
    double after[LT_DOFS], drive[LT_DOFS], push[LT_DOFS]; /* push: gravity and applied force */
    double applied[LT_DOFS], loss[LOSSES_MOST];
    double work, throughput, dashpot, cross, defect, kinetic, residual, worst;
    double overlap_max, fn_max, ft_square, set, start;
    size_t n_losses, n_live, live[LT_DOFS];
    size_t n_kick, n_drag, n_mass; /* p, rows of m of imposed DoFs, m */
    struct term kick[LT_DOFS * LT_DOFS], drag[LT_DOFS * LT_DOFS], mass[LT_DOFS * LT_DOFS];
    bool peaks;
    double sign; /* of vn, when it last had one */
    bool until_each_step;
    size_t n_used, used[USED_MOST];
    const double *source[USED_MOST];
};

/* ---- What can be marched ----------------------------------------------------------------------
 */

static bool looks_each_step(const struct lt_program *program) {
    for (size_t i = 0; i < program->n_expects; i++)
        if (program->expects[i].kind == LT_EXPECT_ALWAYS)
            return true;
    return program->uses_views || program->uses_errors;
}

static bool steady(const struct lt_loading *loading) {
    for (size_t i = 0; i < LT_DOFS; i++)
        if (loading->varies[i] || strchr("us", loading->stage->whats[i]))
            return false;
    return true;
}

bool lt_run_can_march(const struct lt_running *run) {
    const struct lt_program *program = run->setup.program;
    const struct lt_stage *stage = lt_run_stage(run);
    return program->motion.frame == LT_FRAME_CONTACT && program->motion.integrator == LT_LEAPFROG &&
           !run->setup.exact && program->motion.levels == LT_LEVELS_OWN && !run->options->timing &&
           program->law->n_losses <= LOSSES_MOST && run->n_watched <= WATCHED_MOST &&
           stage->until_every.value == 1 && stage->until->n_used <= USED_MOST &&
           steady(&run->loading) && !looks_each_step(program);
}

/* ---- In and out of values[] -------------------------------------------------------------------
 */

static const double *source_of(const struct march *m, size_t slot) {
    if (slot >= LT_UN && slot <= LT_AT)
        return &m->m.all.u[slot - LT_UN];
    if (slot >= LT_VN && slot <= LT_WT)
        return &m->m.all.v[slot - LT_VN];
    if (slot >= LT_FN && slot <= LT_VMT)
        return &m->o.all.f[slot - LT_FN];
    if (slot == LT_STEP)
        return &m->step;
    if (slot == LT_TIME)
        return &m->time;
    if (slot == LT_T)
        return &m->t;
    return NULL;
}

static void add_term(struct term *terms, size_t *count, size_t row, size_t column, double factor) {
    if (factor != 0)
        terms[(*count)++] = (struct term){row, column, factor};
}

/* Degrees of freedom that move, or may. */
static void find_live(struct march *m) {
    const struct lt_running *run = m->run;
    const struct lt_inertia *inertia = &run->loading.inertia;
    bool live[LT_DOFS];
    for (size_t i = 0; i < LT_DOFS; i++)
        live[i] = run->setup.program->law->acts >> i & 1 || m->after[i] != 0 ||
                  m->m.all.v[i] != 0 || m->push[i] != 0;
    for (size_t round = 0; round < LT_DOFS; round++)
        for (size_t i = 0; i < LT_DOFS; i++)
            for (size_t k = 0; k < LT_DOFS; k++)
                live[i] |= live[k] && inertia->p[i][k] != 0;
    for (size_t i = 0; i < LT_DOFS; i++)
        if (live[i])
            m->live[m->n_live++] = i;
    for (size_t i = 0; i < LT_DOFS; i++)
        for (size_t k = 0; k < LT_DOFS; k++) {
            if (!live[i] || !live[k])
                continue;
            if (!inertia->imposed[i])
                add_term(m->kick, &m->n_kick, i, k, m->dt * inertia->p[i][k]);
            else
                add_term(m->drag, &m->n_drag, i, k, inertia->m[i][k]);
            add_term(m->mass, &m->n_mass, i, k, inertia->m[i][k]);
        }
}

static void find_used(struct march *m) {
    const struct lt_formula *until = lt_run_stage(m->run)->until;
    for (size_t i = 0; i < until->n_used; i++) {
        const struct lt_name *name = until->used[i];
        bool rare = name->kind == LT_NAME_CONDITION || name->kind >= LT_NAME_CONSTANT ||
                    name->slot == LT_STAGE_BOUNCES || name->slot == LT_STAGE;
        m->until_each_step |= !rare;
    }
    for (size_t i = 0; i < until->n_used; i++) {
        m->used[i] = until->used[i]->slot;
        m->source[i] = source_of(m, m->used[i]);
        m->n_used += m->source[i] != NULL;
    }
    if (m->n_used < until->n_used)
        m->n_used = 0; /* something else: bring all of it up to date */
}

static void take_in(struct march *m, struct lt_running *run) {
    const struct lt_setup *setup = &run->setup;
    const double *values = setup->values;
    memset(m, 0, sizeof *m);
    m->run = run;
    m->values = setup->values;
    m->dt = setup->dt;
    m->t_begin = run->loading.t_begin;
    m->step = values[LT_STEP];
    memcpy(m->m.all.u, values + LT_UN, sizeof m->m.all.u);
    memcpy(m->m.all.v, run->before, sizeof m->m.all.v);
    m->m.all.dt = setup->dt;
    memcpy(m->o.all.f, values + LT_FN, sizeof m->o.all.f);
    memcpy(m->o.all.viscous, values + LT_VFN, sizeof m->o.all.viscous);
    m->o.all.active = values[LT_CONTACT];
    memcpy(m->after, run->after, sizeof m->after);
    memcpy(m->drive, run->drive, sizeof m->drive);
    for (size_t i = 0; i < LT_DOFS; i++) {
        m->applied[i] = run->loading.stage->whats[i] == 'f' ? run->loading.numbers[i] : 0;
        m->push[i] = run->loading.weight[i] + m->applied[i];
    }
    m->work = values[LT_E_WORK];
    m->throughput = values[LT_WORK_THROUGHPUT];
    m->dashpot = values[LT_E_DASHPOT];
    m->cross = values[LT_E_CROSS];
    m->defect = values[LT_E_DEFECT];
    m->set = values[LT_E_SET];
    m->start = run->energy;
    m->worst = run->outcome.worst;
    m->overlap_max = values[LT_R_OVERLAP_MAX];
    m->fn_max = values[LT_R_FN_MAX];
    m->ft_square = run->outcome.ft_square;
    m->peaks = run->outcome.had_contact && !run->outcome.lost;
    m->sign = run->outcome.approach;
    m->n_losses = setup->program->law->n_losses;
    memcpy(m->loss, values + setup->program->names->losses, m->n_losses * sizeof *m->loss);
    find_live(m);
    find_used(m);
}

/* Bring values[] and what the run keeps beside it up to date. */
static void give_back(const struct march *m) {
    struct lt_running *run = m->run;
    double *values = m->values;
    values[LT_STEP] = m->step;
    values[LT_TIME] = m->step * m->dt;
    values[LT_T] = m->t_begin + values[LT_TIME];
    memcpy(values + LT_UN, m->m.all.u, sizeof m->m.all.u);
    memcpy(values + LT_VN, m->m.all.v, sizeof m->m.all.v);
    memcpy(values + LT_FN, m->o.all.f, sizeof m->o.all.f);
    memcpy(values + LT_VFN, m->o.all.viscous, sizeof m->o.all.viscous);
    values[LT_E_STRAIN] = m->o.all.strain;
    values[LT_CONTACT] = m->o.all.active;
    values[LT_E_WORK] = m->work;
    values[LT_WORK_THROUGHPUT] = m->throughput;
    values[LT_E_DASHPOT] = m->dashpot;
    values[LT_E_CROSS] = m->cross;
    values[LT_E_DEFECT] = m->defect;
    values[LT_E_KINETIC] = m->kinetic;
    values[LT_E_RESIDUAL] = m->residual;
    memcpy(values + run->setup.program->names->losses, m->loss, m->n_losses * sizeof *m->loss);
    values[LT_R_OVERLAP_MAX] = m->overlap_max;
    values[LT_R_FN_MAX] = m->fn_max;
    values[LT_R_FT_MAX] = sqrt(m->ft_square);
    values[LT_R_STEPS] = (double)run->steps;
    values[LT_C_TIME] = run->outcome.had_contact ? values[LT_T] - run->outcome.t_since : 0;
    double all = m->start + m->throughput;
    values[LT_R_RESIDUAL] = all > 0 ? m->worst / all : 0;
    run->outcome.worst = m->worst;
    run->outcome.ft_square = m->ft_square;
    run->outcome.approach = (int)m->sign;
    run->branch = m->o.all.branch;
    memcpy(run->before, m->m.all.v, sizeof run->before);
    memcpy(run->after, m->after, sizeof run->after);
    memcpy(run->drive, m->drive, sizeof run->drive);
}

/* ---- A step ---------------------------------------------------------------------------------- */

static void drift(struct march *m) {
    for (size_t l = 0; l < m->n_live; l++) {
        size_t i = m->live[l];
        double u1 = m->m.all.u[i] + m->dt * m->after[i];
        m->m.all.du[i] = u1 - m->m.all.u[i];
        m->m.all.u[i] = u1;
        m->m.all.v[i] = m->after[i];
    }
}

static void evaluate(struct march *m) {
    const struct lt_contact *contact = &m->run->setup.contact;
    const struct lt_names *names = contact->names;
    double before[LT_DOFS], dashpot = 0;
    memcpy(before, m->o.all.viscous, sizeof before);
    m->m.all.active = m->o.all.active;
    contact->law->one(m->values + names->params, contact->derived, &m->m.named,
                      m->values + names->state, &m->o.named, contact->loss);
    for (size_t l = 0; l < m->n_live; l++) {
        size_t i = m->live[l];
        dashpot += 0.5 * (before[i] + m->o.all.viscous[i]) * m->m.all.du[i];
    }
    m->dashpot += dashpot;
    m->cross += m->o.all.cross;
    m->defect += m->o.all.defect;
    for (size_t i = 0; i < m->n_losses; i++)
        m->loss[i] += contact->loss[i];
}

static void kick(struct march *m, double jump) {
    double force[LT_DOFS], dv[LT_DOFS] = {0}, pull[LT_DOFS] = {0}, work = jump;
    const bool *imposed = m->run->loading.inertia.imposed;
    for (size_t l = 0; l < m->n_live; l++)
        force[m->live[l]] = m->push[m->live[l]] - m->o.all.f[m->live[l]];
    for (size_t k = 0; k < m->n_kick; k++)
        dv[m->kick[k].row] += m->kick[k].factor * force[m->kick[k].column];
    for (size_t l = 0; l < m->n_live; l++)
        m->after[m->live[l]] = m->m.all.v[m->live[l]] + dv[m->live[l]];
    for (size_t k = 0; k < m->n_drag; k++) {
        size_t column = m->drag[k].column;
        pull[m->drag[k].row] += m->drag[k].factor * (m->after[column] - m->m.all.v[column]) / m->dt;
    }
    for (size_t l = 0; l < m->n_live; l++) {
        size_t i = m->live[l];
        double drive = m->applied[i] + (imposed[i] ? pull[i] - force[i] : 0);
        work += (0.5 * (m->drive[i] + drive) + m->run->loading.weight[i]) * m->m.all.du[i];
        m->drive[i] = drive;
    }
    m->work += work;
    m->throughput += fabs(work);
}

static void balance(struct march *m) {
    double sum = 0;
    for (size_t k = 0; k < m->n_mass; k++)
        sum += m->m.all.v[m->mass[k].row] * m->mass[k].factor * m->after[m->mass[k].column];
    m->kinetic = 0.5 * sum;
    double residual = m->start + m->work - m->kinetic - m->o.all.strain - m->dashpot - m->cross -
                      m->defect - m->set;
    for (size_t i = 0; i < m->n_losses; i++)
        residual -= m->loss[i];
    m->residual = residual;
}

static double largest(double a, double b) {
    return b > a ? b : a;
}

static void peaks(struct march *m) {
    double fs = m->o.all.f[1], ft = m->o.all.f[2];
    m->overlap_max = largest(m->overlap_max, -m->m.all.u[0]);
    m->fn_max = largest(m->fn_max, -m->o.all.f[0]);
    m->ft_square = largest(m->ft_square, fs * fs + ft * ft);
}

static bool watched_change(const struct march *m) {
    const struct lt_running *run = m->run;
    bool change = false;
    for (size_t i = 0; i < run->n_watched; i++) {
        double now =
            run->watched_slot[i] == LT_CONTACT ? m->o.all.active : m->values[run->watched_slot[i]];
        change |= now != run->watched[i];
    }
    return change;
}

/* Something changed that results, events or conditions follow. */
static void transition(struct march *m) {
    struct lt_running *run = m->run;
    give_back(m);
    lt_outcome_sample(&run->outcome, &run->setup);
    lt_run_watch(run);
    m->overlap_max = m->values[LT_R_OVERLAP_MAX];
    m->fn_max = m->values[LT_R_FN_MAX];
    m->ft_square = run->outcome.ft_square;
    m->peaks = run->outcome.had_contact && !run->outcome.lost;
    m->sign = run->outcome.approach;
}

static bool test_until(struct march *m, bool *over) {
    m->time = m->step * m->dt;
    m->t = m->t_begin + m->time;
    for (size_t i = 0; i < m->n_used; i++)
        m->values[m->used[i]] = *m->source[i];
    if (m->n_used == 0)
        give_back(m);
    char why[8];
    if (lt_expr_holds(m->run->setup.expr, lt_run_stage(m->run)->until, m->values, over, why,
                      sizeof why))
        return true;
    give_back(m);
    return lt_run_until(m->run, over); /* says why not */
}

/* ---- The march ------------------------------------------------------------------------------- */

bool lt_run_march(struct lt_running *run, double limit, bool *over) {
    struct march m;
    take_in(&m, run);
    const struct lt_stage *stage = lt_run_stage(run);
    size_t every = stage->every_given ? stage->every : run->setup.program->every;
    bool record = run->options->record && run->result->table.columns > 0 && every > 0, ok = true;
    double last = fmin(limit, m.step + STRIDE);
    bool first = true;
    while (ok && !*over && m.step < last) {
        double was = m.o.all.active;
        run->steps++;
        m.step++;
        drift(&m);
        evaluate(&m);
        kick(&m, run->jump);
        run->jump = 0;
        balance(&m);
        double vn = m.m.all.v[0], sum = m.residual;
        for (size_t i = 0; i < LT_DOFS; i++)
            sum += m.o.all.f[i];
        m.worst = largest(m.worst, fabs(m.residual));
        if (m.peaks)
            peaks(&m);
        bool turned = vn != 0 && vn * m.sign <= 0;
        bool change = m.o.all.active != was || turned || watched_change(&m);
        if (change)
            transition(&m);
        if (!isfinite(sum)) {
            give_back(&m);
            if (!lt_run_sample(run, m.kinetic))
                return false;
        }
        if (first || change || m.until_each_step)
            ok = test_until(&m, over);
        first = false;
        size_t count = stage->every_given ? (size_t)m.step : run->steps;
        if (ok && record && (every == 1 || count % every == 0)) {
            give_back(&m);
            ok = lt_run_record(run);
        }
    }
    give_back(&m);
    return ok;
}

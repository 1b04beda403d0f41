/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_march.c: many steps of a leapfrog in frame contact in one go.
 *
 * The same arithmetic in the same order as run_leapfrog.c, bit for bit, without what most steps do
 * not need: degrees of freedom that never move, sums over zeros, results that only a transition
 * changes. values[] is brought up to date when somebody looks: at rows, transitions, the end. */
#include "running.h"

#include <math.h>
#include <string.h>

enum { LOSSES_MOST = 16, USED_MOST = 8, STRIDE = 4096 };

/* A march and who looks at it. */
struct walk {
    struct lt_running *run;
    double *values;
    struct lt_march march;
    enum lt_march_kind kind;
    double losses[LOSSES_MOST];
    double step, time, t;
    bool until_each_step;
    size_t n_used, used[USED_MOST]; /* numbers that until reads, and where they are */
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
           program->law->n_losses <= LOSSES_MOST && stage->until_every.value == 1 &&
           stage->until->n_used <= USED_MOST && steady(&run->loading) && !looks_each_step(program);
}

/* ---- In and out of values[] -------------------------------------------------------------------
 */

static const double *source_of(const struct walk *w, size_t slot) {
    const struct lt_march *m = &w->march;
    const double *forces[] = {&m->out.fn,  &m->out.fs,  &m->out.ft,  &m->out.mn,
                              &m->out.ms,  &m->out.mt,  &m->out.vfn, &m->out.vfs,
                              &m->out.vft, &m->out.vmn, &m->out.vms, &m->out.vmt};
    if (slot >= LT_UN && slot <= LT_AT)
        return &m->u[slot - LT_UN];
    if (slot >= LT_VN && slot <= LT_WT)
        return &m->v[slot - LT_VN];
    if (slot >= LT_FN && slot <= LT_VMT)
        return forces[slot - LT_FN];
    return slot == LT_STEP ? &w->step : slot == LT_TIME ? &w->time : slot == LT_T ? &w->t : NULL;
}

/* What does not change from step to step: the pair's matrices, what is applied. */
static void prepare_rows(struct walk *w) {
    const struct lt_loading *loading = &w->run->loading;
    const struct lt_inertia *inertia = &loading->inertia;
    struct lt_march *m = &w->march;
    bool driven = false, turning = false;
    for (size_t i = 0; i < LT_DOFS; i++) {
        size_t k = lt_march_other(i);
        double applied = loading->stage->whats[i] == 'f' ? loading->numbers[i] : 0;
        m->row[i] = (struct lt_march_row){
            .kick = m->dt * inertia->p[i][i],
            .kick_other = k == i ? 0 : m->dt * inertia->p[i][k],
            .mass = inertia->m[i][i],
            .mass_other = k == i ? 0 : inertia->m[i][k],
            .push = loading->weight[i] + applied,
            .applied = applied,
            .weight = loading->weight[i],
            .imposed = inertia->imposed[i],
        };
        driven |= m->row[i].push != 0 || m->drive[i] != 0 || inertia->imposed[i];
        turning |= i >= 3 && (m->after[i] != 0 || m->v[i] != 0 || m->row[i].kick_other != 0 ||
                              w->run->setup.program->law->acts >> i & 1);
    }
    bool moments = w->run->setup.program->law->acts >> 3;
    w->kind = driven                ? LT_MARCH_DRIVEN
              : turning && !moments ? LT_MARCH_TURNING
              : turning             ? LT_MARCH_FREE
                                    : LT_MARCH_PLAIN;
    if (driven)
        return;
    m->work += m->jump;
    m->throughput += fabs(m->jump);
    m->jump = 0;
}

/* What until reads: of some names only a transition changes the value. */
static void find_used(struct walk *w) {
    const struct lt_formula *until = lt_run_stage(w->run)->until;
    bool known = true;
    for (size_t i = 0; i < until->n_used; i++) {
        const struct lt_name *name = until->used[i];
        bool rare = name->kind == LT_NAME_CONDITION || name->kind >= LT_NAME_CONSTANT ||
                    name->slot == LT_STAGE_BOUNCES || name->slot == LT_STAGE;
        const double *source = source_of(w, name->slot);
        w->until_each_step |= !rare;
        known &= rare || source;
        if (!source)
            continue;
        w->used[w->n_used] = name->slot;
        w->source[w->n_used++] = source;
    }
    if (!known)
        w->n_used = 0; /* bring all of it up to date */
}

static void take_results(struct walk *w) {
    const struct lt_running *run = w->run;
    struct lt_march *m = &w->march;
    m->overlap_max = w->values[LT_R_OVERLAP_MAX];
    m->fn_max = w->values[LT_R_FN_MAX];
    m->ft_square = run->outcome.ft_square;
    m->peaks = run->outcome.had_contact && !run->outcome.lost;
    m->sign = run->outcome.approach;
}

static void take_in(struct walk *w, struct lt_running *run) {
    const struct lt_setup *setup = &run->setup;
    const struct lt_names *names = setup->program->names;
    const double *values = setup->values, *f = values + LT_FN, *viscous = values + LT_VFN;
    struct lt_march *m = &w->march;
    *w = (struct walk){.run = run, .values = setup->values, .step = values[LT_STEP]};
    *m = (struct lt_march){
        .dt = setup->dt,
        .start = run->energy,
        .set = values[LT_E_SET],
        .out = {f[0], f[1], f[2], f[3], f[4], f[5], viscous[0], viscous[1], viscous[2], viscous[3],
                viscous[4], viscous[5], values[LT_E_STRAIN], 0, 0, values[LT_CONTACT], run->branch},
        .work = values[LT_E_WORK],
        .throughput = values[LT_WORK_THROUGHPUT],
        .dashpot = values[LT_E_DASHPOT],
        .cross = values[LT_E_CROSS],
        .defect = values[LT_E_DEFECT],
        .kinetic = values[LT_E_KINETIC],
        .residual = values[LT_E_RESIDUAL],
        .worst = run->outcome.worst,
        .jump = run->jump,
    };
    memcpy(m->u, values + LT_UN, sizeof m->u);
    memcpy(m->v, run->before, sizeof m->v);
    memcpy(m->after, run->after, sizeof m->after);
    memcpy(m->drive, run->drive, sizeof m->drive);
    memcpy(w->losses, values + names->losses, setup->program->law->n_losses * sizeof *w->losses);
    take_results(w);
    prepare_rows(w);
    find_used(w);
}

/* Bring values[] and what the run keeps beside it up to date. */
static void give_back(const struct walk *w) {
    struct lt_running *run = w->run;
    const struct lt_march *m = &w->march;
    double *values = w->values;
    values[LT_STEP] = w->step;
    values[LT_TIME] = w->step * m->dt;
    values[LT_T] = run->loading.t_begin + values[LT_TIME];
    memcpy(values + LT_UN, m->u, sizeof m->u);
    memcpy(values + LT_VN, m->v, sizeof m->v);
    for (size_t slot = LT_FN; slot <= LT_VMT; slot++)
        values[slot] = *source_of(w, slot);
    values[LT_E_STRAIN] = m->out.strain;
    values[LT_CONTACT] = m->out.active;
    values[LT_E_WORK] = m->work;
    values[LT_WORK_THROUGHPUT] = m->throughput;
    values[LT_E_DASHPOT] = m->dashpot;
    values[LT_E_CROSS] = m->cross;
    values[LT_E_DEFECT] = m->defect;
    values[LT_E_KINETIC] = m->kinetic;
    values[LT_E_RESIDUAL] = m->residual;
    memcpy(values + run->setup.program->names->losses, w->losses,
           run->setup.program->law->n_losses * sizeof *w->losses);
    values[LT_R_OVERLAP_MAX] = m->overlap_max;
    values[LT_R_FN_MAX] = m->fn_max;
    values[LT_R_FT_MAX] = sqrt(m->ft_square);
    values[LT_R_STEPS] = (double)run->steps;
    values[LT_C_TIME] = run->outcome.had_contact ? values[LT_T] - run->outcome.t_since : 0;
    double all = m->start + m->throughput;
    values[LT_R_RESIDUAL] = all > 0 ? m->worst / all : 0;
    run->outcome.worst = m->worst;
    run->outcome.ft_square = m->ft_square;
    run->branch = m->out.branch;
    run->jump = m->jump;
    memcpy(run->before, m->v, sizeof run->before);
    memcpy(run->after, m->after, sizeof run->after);
    memcpy(run->drive, m->drive, sizeof run->drive);
}

/* ---- The march ------------------------------------------------------------------------------- */

/* Something changed that results, events or conditions follow. */
static void transition(struct walk *w) {
    struct lt_running *run = w->run;
    give_back(w);
    lt_outcome_sample(&run->outcome, &run->setup);
    lt_run_watch(run);
    take_results(w);
}

static bool test_until(struct walk *w, bool *over) {
    struct lt_running *run = w->run;
    char why[8];
    w->time = w->step * w->march.dt;
    w->t = run->loading.t_begin + w->time;
    for (size_t i = 0; i < w->n_used; i++)
        w->values[w->used[i]] = *w->source[i];
    if (w->n_used == 0)
        give_back(w);
    if (lt_expr_holds(run->setup.expr, lt_run_stage(run)->until, w->values, over, why, sizeof why))
        return true;
    give_back(w);
    return lt_run_until(run, over); /* says why not */
}

bool lt_run_march(struct lt_running *run, double limit, bool *over) {
    struct walk w;
    take_in(&w, run);
    struct lt_march *m = &w.march;
    const struct lt_setup *setup = &run->setup;
    const struct lt_stage *stage = lt_run_stage(run);
    size_t every = stage->every_given ? stage->every : setup->program->every;
    bool record = run->options->record && run->result->table.columns > 0 && every > 0;
    bool ok = true, first = w.step == 0;
    double last = fmin(limit, w.step + STRIDE);
    lt_law_march *march = setup->program->law->march;
    while (ok && !*over && w.step < last) {
        size_t count = stage->every_given ? (size_t)w.step : run->steps;
        size_t steps = w.until_each_step || first ? 1 : (size_t)(last - w.step);
        if (record && every - count % every < steps)
            steps = every - count % every;
        steps = march(setup->values + setup->program->names->params, setup->derived,
                      setup->values + setup->program->names->state, w.losses, m, w.kind, steps);
        run->steps += steps;
        w.step += (double)steps;
        count += steps;
        if (m->happened & (LT_MARCH_CHANGED | LT_MARCH_TURNED))
            transition(&w);
        if (m->happened & LT_MARCH_LOST_COUNT) {
            give_back(&w);
            ok = lt_run_sample(run, m->kinetic);
        }
        if (ok && (first || m->happened || w.until_each_step))
            ok = test_until(&w, over);
        first = false;
        if (ok && record && count % every == 0) {
            give_back(&w);
            ok = lt_run_record(run);
        }
    }
    give_back(&w);
    return ok;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_done.c: the actions ('done') at the end of a stage and at events inside it. */
#include "base/arena.h"
#include "registry/laws.h"
#include "registry/roles.h"
#include "run/running.h"

#include <stdio.h>
#include <string.h>

/* ---- Actions -------------------------------------------------------------------------------- */

/* Repeats the kick of the sample with the new forces (FORCE, VISCOUS: those before, N): they
 * act in the half step before it, too. Their work there belongs to the dashpots and, for the
 * other forces, to E_cross. */
static void repeat_kick(struct lt_running *run, const double *force, const double *viscous) {
    double *values = run->setup.values, of_viscous[LT_DOFS], of_others[LT_DOFS];
    for (size_t i = 0; i < LT_DOFS; i++) {
        of_viscous[i] = viscous[i] - values[LT_VFN + i];
        of_others[i] = force[i] - values[LT_FN + i] - of_viscous[i];
    }
    values[LT_E_DASHPOT] -= lt_leapfrog_kinetic_kicked(&run->leap, of_viscous);
    const double n[LT_DOFS] = {of_viscous[0]}, t[LT_DOFS] = {0, of_viscous[1], of_viscous[2]};
    if (run->setup.program->names->split) {
        values[LT_E_DASHPOT_N] -= lt_leapfrog_kinetic_kicked(&run->leap, n);
        values[LT_E_DASHPOT_T] -= lt_leapfrog_kinetic_kicked(&run->leap, t);
    }
    values[LT_E_CROSS] -= lt_leapfrog_kinetic_kicked(&run->leap, of_others);
    lt_leapfrog_kick_again(&run->leap, force);
}

/* Changes COUNT numbers of the law. *IDLE: they had these values already; then the forces stay,
 * since a new evaluation would change them by rounding. Returns false if a number is not
 * allowed, with the reason in setup->why. */
static bool change_numbers(struct lt_setup *setup, const struct lt_name *const *names,
                           const unsigned char *of, const double *numbers, size_t count,
                           bool *idle) {
    const struct lt_law *law = setup->program->law;
    const struct {
        const double *now;
        size_t count;
    } parts[] = {{setup->values + setup->program->names->params, law->n_params},
                 {setup->values + setup->program->names->state, law->n_state},
                 {setup->derived, law->n_derived}};
    double old[law->n_params + law->n_state + law->n_derived + 1], *was = old;
    for (int i = 0; i < 3; was += parts[i++].count)
        memcpy(was, parts[i].now, parts[i].count * sizeof *was);
    if (!lt_setup_law_change(setup, names, of, numbers, count))
        return false;
    *idle = true;
    was = old;
    for (int i = 0; i < 3; was += parts[i++].count)
        *idle &= memcmp(was, parts[i].now, parts[i].count * sizeof *was) == 0;
    return true;
}

/* Fails the run if a bond has just been made across a gap (m) that is larger than the law
 * allows. WAS: the bond was there before. Returns true if the bond is allowed, or there is no
 * new one. */
static bool check_bond(struct lt_running *run, bool was) {
    const struct lt_setup *setup = &run->setup;
    const struct lt_law *law = setup->program->law;
    const struct lt_names *names = setup->program->names;
    const long bonded = lt_roles_state(law, LT_BONDED), gap = lt_roles_find(law, LT_BOND_GAP);
    const double *values = setup->values;
    /* 0.5 separates the values 0 and 1 of a flag. */
    if (bonded < 0 || gap < 0 || was || !(values[names->state + (size_t)bonded] > 0.5))
        return true;
    const double most = values[names->params + (size_t)gap];
    if (!(values[LT_UN] > most))
        return true;
    char why[160];
    snprintf(why, sizeof why, "%s: the gap is %.6g m, and a bond is made over at most %s, %g m",
             law->state[bonded].name, values[LT_UN], law->params[gap].name, most);
    return lt_run_fail_here(run, why);
}

/* True if the contact has a bond. */
static bool is_bonded(const struct lt_setup *setup) {
    const long bonded = lt_roles_state(setup->program->law, LT_BONDED);
    return bonded >= 0 && setup->values[setup->program->names->state + (size_t)bonded] > 0.5;
}

/* Gives COUNT parameters or states of the law new numbers, in SI units; OF: for each, 1 of A's
 * material, 2 of B's, 3 of both, 0 of the contact. The pair does not move, so that the stored
 * energy jumps; the difference, J, is added to E_set. Returns false if the run has failed, with
 * the reason in its message. */
bool lt_run_done_set(struct lt_running *run, const struct lt_name *const *names,
                     const unsigned char *of, const double *numbers, size_t count) {
    struct lt_setup *setup = &run->setup;
    const struct lt_program *program = setup->program;
    bool idle = false;
    double *values = setup->values, force[LT_DOFS], viscous[LT_DOFS];
    /* Where the law measures un from a reference gap, un is shifted with that parameter, so
     * that the particles stay in place. */
    const long index = lt_roles_find(program->law, LT_REFERENCE_GAP);
    double *gap = index < 0 ? NULL : &values[program->names->params + (size_t)index];
    double old_gap = gap ? *gap : 0, before = lt_ledger_booked(&setup->contact, values);
    /* Kinetic energy of a change of load, J: it is booked with the next step. */
    const double jumped = setup->exact ? 0 : lt_leapfrog_kinetic(&run->leap) - values[LT_E_KINETIC];
    const bool was = is_bonded(setup);
    if (!change_numbers(setup, names, of, numbers, count, &idle))
        return lt_run_fail_here(run, setup->why);
    if (!check_bond(run, was))
        return false;
    values[LT_UN] -= gap ? *gap - old_gap : 0;
    /* New forces at rest; the step that follows must begin with them. */
    if (!idle) {
        memcpy(force, values + LT_FN, sizeof force);
        memcpy(viscous, values + LT_VFN, sizeof viscous);
        if (!setup->exact && !program->motion.full_step)
            memcpy(values + LT_VN, run->leap.before,
                   sizeof run->leap.before); /* the velocity that dashpots get */
        lt_still(&run->setup, &run->leap.branch);
        double set = before - lt_ledger_booked(&setup->contact, values);
        values[LT_E_SET] += set;
        run->outcome.given += fabs(set);
        if (!setup->exact)
            repeat_kick(run, force, viscous);
    }
    if (setup->exact && lt_run_record_pauses(run)) /* the next step evaluates it in motion */
        return true;
    lt_outcome_sample(&run->outcome, setup);
    return lt_run_sample(run, setup->exact ? values[LT_E_KINETIC]
                                           : lt_leapfrog_kinetic(&run->leap) - jumped);
}

/* Takes the action 'set': evaluates its formulas and sets the numbers. Returns false if the run
 * has failed. */
static bool change_properties(struct lt_running *run, const struct lt_action *action) {
    double numbers[action->count + 1];
    char why[256];
    for (size_t i = 0; i < action->count; i++)
        if (!lt_setup_formula(&run->setup, action->formulas[i], &numbers[i], why, sizeof why))
            return lt_run_fail_here(run, why);
    return lt_run_done_set(run, action->names, action->of, numbers, action->count);
}

/* Takes the action 'print': evaluates a formula as if the run ended here, and keeps its text. */
static void print_number(struct lt_running *run, const struct lt_action *action) {
    struct lt_result *result = run->result;
    char why[256];
    double value;
    if (result->n_prints >= LT_PRINTS_MAX) {
        if (result->n_prints == LT_PRINTS_MAX)
            result->prints[result->n_prints++] =
                lt_arena_print(result->arena, "only the first %d prints are kept", LT_PRINTS_MAX);
        return;
    }
    const struct lt_formula *formula = action->formulas[0];
    struct lt_so_far so_far;
    lt_run_settle(run, &so_far);
    bool ok = lt_expr_number(run->setup.expr, formula, run->setup.values, &value, why, sizeof why);
    lt_run_unsettle(run, &so_far);
    result->prints[result->n_prints++] =
        ok ? lt_arena_print(result->arena, "%s: %s = %.10g", lt_run_stage(run)->name, formula->text,
                            value)
           : lt_arena_print(result->arena, "%s: %s", lt_run_stage(run)->name, why);
}

/* Takes the action 'keep': stores the values of formulas in values[] under their names. Returns
 * false if a formula has no value: the run has failed. */
static bool keep_numbers(struct lt_running *run, const struct lt_action *action) {
    double *values = run->setup.values;
    char why[256];
    for (size_t i = 0; i < action->count; i++)
        if (!lt_expr_number(run->setup.expr, action->formulas[i], values,
                            &values[action->names[i]->slot], why, sizeof why))
            return lt_run_fail_here(run, why);
    return true;
}

/* Takes the actions 'keep' at the end of the stage, before its expectations, which may use
 * these numbers. Returns false if a formula has no value: the run has failed. */
bool lt_run_done_keep(struct lt_running *run) {
    const struct lt_stage *stage = lt_run_stage(run);
    for (size_t i = 0; i < stage->n_done; i++)
        if (stage->done[i].kind == LT_KEEP && stage->done[i].at == 0 &&
            !keep_numbers(run, &stage->done[i]))
            return false;
    return true;
}

/* Takes the action 'restart': the first stage is next, unless it has been repeated often enough. */
static void restart_stages(struct lt_running *run, const struct lt_action *action) {
    size_t *made = &run->restarts[run->stage];
    if (*made >= action->count)
        return;
    ++*made;
    run->restarting = true;
}

/* Takes the action 'reset': an energy account (J) begins at 0 again. The energy at the start
 * changes by as much, so that the balance stays as it is. A share of an account is not part of
 * the balance. */
static void reset_accounts(struct lt_running *run, const struct lt_action *action) {
    for (size_t i = 0; i < action->count; i++) {
        double *account = &run->setup.values[action->names[i]->slot];
        if (!lt_names_is_split(action->names[i]))
            run->energy += action->names[i]->slot == LT_E_WORK ? *account : -*account;
        *account = 0;
    }
}

/* Takes the actions of event AT of the stage, counted from 1, or of its end: 0. There 'keep'
 * has been taken already. Returns false if the run has failed. */
static bool take_actions(struct lt_running *run, size_t at) {
    const struct lt_stage *stage = lt_run_stage(run);
    bool ok = true;
    for (size_t i = 0; ok && i < stage->n_done; i++) {
        const struct lt_action *action = &stage->done[i];
        if (action->at != at)
            continue;
        if (action->kind == LT_PRINT)
            print_number(run, action);
        else if (action->kind == LT_MARK)
            lt_run_record_event(run, action->text, -1);
        else if (action->kind == LT_SET)
            ok = change_properties(run, action);
        else if (action->kind == LT_RESTART)
            restart_stages(run, action);
        else if (action->kind == LT_RESET)
            reset_accounts(run, action);
        else if (action->kind == LT_KEEP && at > 0)
            ok = keep_numbers(run, action);
    }
    return ok;
}

/* Takes the actions of a stage that has ended. Returns false if the run has failed. */
bool lt_run_done(struct lt_running *run) {
    return take_actions(run, 0);
}

/* ---- Events inside a stage ------------------------------------------------------------------- */

/* True if a condition names an event of the law. */
static bool names_event(const struct lt_running *run, const struct lt_formula *when) {
    const struct lt_names *names = run->setup.program->names;
    bool does = false;
    for (size_t i = 0; i < when->n_used; i++)
        does |= when->used[i]->slot >= names->events && when->used[i]->slot < names->modes;
    return does;
}

/* Prepares the actions at events of a stage that begins: none has been taken yet. Sets whether
 * a condition of theirs names an event of the law. */
void lt_run_done_begin(struct lt_running *run) {
    const struct lt_stage *stage = lt_run_stage(run);
    run->moments = lt_arena_get(run->result->arena, (stage->n_at + 1) * sizeof *run->moments);
    run->acts_on_events = false;
    for (size_t i = 0; i < stage->n_at; i++)
        run->acts_on_events |= names_event(run, stage->at[i].when);
}

/* True if actions at event I of the stage are due: their condition has become true, and they were
 * not taken as often as allowed. */
static bool is_event_due(const struct lt_running *run, size_t i) {
    const struct lt_moment *moment = &run->moments[i];
    return moment->now && !moment->was && moment->made < lt_run_stage(run)->at[i].times;
}

/* Evaluates the condition of actions I; *HOLDS: it is true. Returns false if it has no value:
 * the run has failed. */
static bool evaluate_when(struct lt_running *run, size_t i, bool *holds) {
    char why[256];
    return lt_expr_holds(run->setup.expr, lt_run_stage(run)->at[i].when, run->setup.values, holds,
                         why, sizeof why) ||
           lt_run_fail_here(run, why);
}

/* Evaluates the conditions of the actions at events; *DUE becomes true if one is to be taken.
 * The events of the law are here those since the last evaluation, not those of the whole stage,
 * so that each of them counts. Returns false if a condition has no value: the run has failed. */
bool lt_run_done_evaluate(struct lt_running *run, bool *due) {
    const struct lt_stage *stage = lt_run_stage(run);
    const struct lt_names *names = run->setup.program->names;
    double *events = run->setup.values + names->events, *fresh = run->setup.values + names->fresh;
    double so_far[run->n_watched + 1];
    bool ok = true, any = false;
    if (stage->n_at == 0)
        return true;
    memcpy(so_far, events, run->n_watched * sizeof *events);
    memcpy(events, fresh, run->n_watched * sizeof *events);
    for (size_t i = 0; i < run->n_watched; i++)
        any |= fresh[i] > 0.5;
    for (size_t i = 0; ok && i < stage->n_at; i++) {
        ok = evaluate_when(run, i, &run->moments[i].now);
        run->moments[i].lasting = run->moments[i].now;
        *due |= ok && is_event_due(run, i);
    }
    /* LASTING: the condition without the events, which last for one step only. */
    memset(events, 0, run->n_watched * sizeof *events);
    for (size_t i = 0; ok && any && i < stage->n_at; i++)
        ok = evaluate_when(run, i, &run->moments[i].lasting);
    memcpy(events, so_far, run->n_watched * sizeof *events);
    return ok;
}

/* True if an action at event AT changes numbers of the law. */
static bool sets_properties(const struct lt_stage *stage, size_t at) {
    for (size_t i = 0; i < stage->n_done; i++)
        if (stage->done[i].at == at && stage->done[i].kind == LT_SET)
            return true;
    return false;
}

/* Forgets the events of this step and, if actions are DUE, records a row and takes them. After
 * a change of properties the integrator continues from the new forces. Returns false if the run
 * has failed. */
bool lt_run_done_perform(struct lt_running *run, bool due) {
    const struct lt_stage *stage = lt_run_stage(run);
    const bool steps = !run->setup.exact;
    bool ok = !due || lt_run_record_every(run) == 0 || lt_run_record(run), set = false;
    memset(run->setup.values + run->setup.program->names->fresh, 0,
           run->n_watched * sizeof *run->setup.values);
    for (size_t i = 0; ok && i < stage->n_at; i++) {
        const bool acts = is_event_due(run, i);
        run->moments[i].was = run->moments[i].lasting;
        run->moments[i].made += acts;
        ok = !acts || take_actions(run, i + 1);
        set |= acts && sets_properties(stage, i + 1);
    }
    if (ok && set && steps)
        return lt_leapfrog_resume(&run->leap, lt_leapfrog_kinetic_across(&run->leap)) ||
               lt_run_fail_here(run, run->setup.why);
    if (due && set && !steps)
        lt_exact_begin(&run->exact, &run->loading);
    return ok;
}

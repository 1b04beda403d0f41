/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_start.c: the initial state of a run. */
#include "registry/roles.h"
#include "run/running.h"
#include "step/balance.h"

#include <math.h>
#include <string.h>

/* Sets the velocities that the particles bring along, then those that the first stage imposes;
 * in space also those of the centres. Returns false if the run has failed, with the reason in
 * its message. */
static bool set_velocities(struct lt_running *run) {
    struct lt_setup *setup = &run->setup;
    double *values = setup->values, *v = values + LT_VN, have[LT_DOFS], r[LT_DOFS];
    if (!lt_setup_place(setup))
        return lt_run_fail(run, "%s", setup->why);
    memcpy(have, v, sizeof have);
    lt_loading_initial(&run->loading, v);
    if (!lt_loading_velocity(&run->loading, 0, v))
        return lt_run_fail_here(run, setup->why);
    if (!setup->in_space)
        return true;
    for (size_t i = 0; i < LT_DOFS; i++)
        r[i] = v[i] - have[i];
    lt_bodies_share(&setup->bodies, values + LT_XA, lt_setup_gap(setup, setup->values[LT_UN]), r,
                    values + LT_VXA);
    return true;
}

/* In space, a centre that moves sideways increases the gap. The start is corrected until the
 * first step, at the normal velocity VN (m/s, negative in approach), ends at the overlap of
 * motion.phase, and not short of it by rounding. Returns false if the run has failed, with the
 * reason in its message. */
static bool meet_phase(struct lt_running *run, double vn) {
    struct lt_setup *setup = &run->setup;
    double *values = setup->values, unit = fabs(vn) * setup->dt, overlap = setup->phase * unit;
    if (setup->program->host_moves) /* at least what a code can resolve in its coordinates */
        overlap = fmax(overlap, lt_setup_unseen(setup));
    const double target = setup->contact.reach - overlap;
    enum { TRIALS = 20 }; /* two or three suffice, since the step is almost linear in the gap */
    /* Relative to the displacement in a step: some hundred roundings, and a tenth of it, to end
     * inside. */
    const double accuracy = 1e-13, margin = 1e-14;
    for (int i = 0; i < TRIALS; i++) {
        double end;
        lt_loading_turn(&run->loading);
        if (!lt_leapfrog_bodies_first_un(&run->leap, &end))
            return lt_run_fail_here(run, setup->why);
        double miss = end - target;
        if (miss <= 0 && miss >= -accuracy * unit)
            return true;
        values[LT_UN] -= miss + margin * unit;
        if (!set_velocities(run))
            return false;
    }
    return true;
}

/* Begins at the end of another run, with its motion, state and half-step velocities: the first
 * stage follows as one stage follows another. */
static void continue_from(struct lt_running *run, const struct lt_start *from) {
    struct lt_setup *setup = &run->setup;
    double *values = setup->values;
    memcpy(values + LT_UN, from->u, sizeof from->u);
    memcpy(run->leap.before, from->before, sizeof from->before);
    memcpy(run->leap.behind, from->behind, sizeof from->behind);
    memcpy(values + LT_VN,
           setup->exact || setup->program->motion.full_step ? from->v : from->before,
           sizeof from->v);
    memcpy(values + setup->program->names->state, from->state,
           setup->program->law->n_state * sizeof(double));
    values[LT_CONTACT] = from->contact;
    if (setup->in_space)
        memcpy(values + LT_XA, from->space, sizeof from->space);
}

/* With unchanged parameters, takes the forces and the state from the end of the other run. An
 * evaluation without motion cannot give them: it would end slip, and a dashpot may depend on the
 * last step. exact uses the evaluated forces unless slip has ended. */
static void resume_forces(struct lt_running *run, const struct lt_start *from) {
    struct lt_setup *setup = &run->setup;
    const struct lt_law *law = setup->program->law;
    const struct lt_names *names = setup->program->names;
    double *values = setup->values, *state = values + names->state;
    if (memcmp(values + names->params, from->params, law->n_params * sizeof(double)) != 0)
        return;
    bool ended = memcmp(state, from->state, law->n_state * sizeof *state) != 0;
    for (size_t i = 0; i < LT_DOFS && (ended || !setup->exact); i++)
        if (law->acts >> i & 1) {
            values[LT_FN + i] = from->force[i];
            values[LT_VFN + i] = from->force[LT_DOFS + i];
        }
    if (!ended)
        return;
    memcpy(state, from->state, law->n_state * sizeof *state);
    run->leap.branch = -1; /* of no step, so that any branch of the first one counts as a change */
    values[LT_CONTACT] = from->contact;
    values[LT_E_STRAIN] = from->strain;
    lt_ledger_clear(&setup->contact, values);
}

/* Takes the forces of the other run, too, and then sets the velocities to those that rows show:
 * of the sample, or half a step before, as the integrator has it. */
static void show_sample_velocity(struct lt_running *run, const struct lt_start *from) {
    struct lt_setup *setup = &run->setup;
    resume_forces(run, from);
    bool sample = setup->exact || lt_leapfrog_kind(&run->leap)->shown > 0;
    memcpy(setup->values + LT_VN, sample ? from->v : from->before, sizeof from->v);
    if (setup->in_space && !sample)
        memcpy(setup->values + LT_VXA, from->behind, sizeof from->behind);
}

/* Sets the law's initial state from the program, which only a contact that exists at the start
 * can have: within the interaction range, or for a bond within the gap over which bonds are
 * made. Returns false if there is no contact, or a formula has no value; the run has failed
 * with that message. */
static bool set_initial_state(struct lt_running *run) {
    struct lt_setup *setup = &run->setup;
    const struct lt_program *program = setup->program;
    double *state = setup->values + program->names->state;
    const char *given = NULL;
    for (size_t i = 0; i < program->law->n_state && program->state; i++) {
        if (!program->state[i].given)
            continue;
        given = program->law->state[i].name;
        if (!lt_setup_number(setup, &program->state[i], &state[i]))
            return lt_run_fail(run, "%s", setup->why);
    }
    /* REACH: the gap, m, up to which a contact may exist. */
    const long bonded = lt_roles_state(program->law, LT_BONDED);
    const long gap = lt_roles_find(program->law, LT_BOND_GAP);
    double reach = setup->contact.reach;
    if (bonded >= 0 && gap >= 0 && state[bonded] > 0.5)
        reach = fmax(reach, setup->values[program->names->params + (size_t)gap]);
    if (given && (setup->starts_at_phase || setup->values[LT_UN] > reach))
        return lt_run_fail(run,
                           "law.%s: an initial state needs a contact, and there is none at the "
                           "start; set motion.gap to %g m or less",
                           given, reach);
    if (given)
        setup->values[LT_CONTACT] = 1;
    return true;
}

/* Places the pair at its initial gap or state, evaluates the force there and opens the accounts
 * of energy (J). LOADED: the loads of the first stage have been set already, by an earlier run
 * in the same memory. Returns false if the run has failed, with the reason in its message. */
bool lt_run_start(struct lt_running *run, bool loaded) {
    struct lt_setup *setup = &run->setup;
    double *values = setup->values, none[LT_DOFS] = {0};
    lt_outcome_begin(&run->outcome, setup);
    if (!loaded && !lt_loading_begin(&run->loading, setup, 0))
        return lt_run_fail_here(run, setup->why);
    run->outcome.balanced = run->loading.inertia.balanced[0];
    values[LT_UN] = setup->gap;
    if (!set_velocities(run))
        return false;
    /* A start at a phase of the step places the pair such that the first step ends with an
     * overlap of phase * |vn| * dt. Without an approach there is no touch to aim at, and the
     * gap stays. */
    double vn = values[LT_VN];
    if (setup->starts_at_phase && !(vn < 0))
        setup->starts_at_phase = false;
    if (setup->starts_at_phase) {
        values[LT_UN] = setup->contact.reach + (1 - setup->phase) * -vn * setup->dt;
        if (!set_velocities(run) || (setup->in_space && !meet_phase(run, vn)))
            return false;
    }
    if (setup->program->start)
        continue_from(run, setup->program->start);
    else if (!set_initial_state(run))
        return false;
    lt_loading_turn(&run->loading);

    /* Only a start one step before first touch is free of force by definition. */
    lt_setup_show(&run->setup);
    if (!setup->starts_at_phase)
        lt_ledger_step(&setup->contact, values, none, 0, &run->leap.branch);
    if (!setup->program->start && lt_balance_begin(&run->loading, setup->dt))
        lt_ledger_step(&setup->contact, values, none, 0, &run->leap.branch);
    if (setup->program->start)
        show_sample_velocity(run, setup->program->start);
    /* Balanced forces and a shown velocity are in place: the accounts of energy begin. */
    lt_run_smooth_begin(run);
    lt_run_advise_gravity(run);
    double kinetic = lt_leapfrog_kinetic_now(&run->leap);
    /* A contact that begins with an overlap was made before the run. One at touch is made in it:
     * its losses at that instant reduce the energy just before, and count. */
    if (values[LT_UN] < setup->contact.reach)
        lt_ledger_clear(&setup->contact, values);
    double stored = lt_ledger_booked(&setup->contact, values);
    run->energy = kinetic + stored;
    /* Outcome of the run: energies in J, depth as overlap in m. */
    run->outcome.given = kinetic + fmax(0, stored);
    run->outcome.inside = values[LT_CONTACT] > 0 && lt_setup_inside(setup);
    run->outcome.stored = stored;
    run->outcome.depth = setup->contact.reach - values[LT_UN];
    /* The first sample, at t = 0, and its row. */
    lt_outcome_sample(&run->outcome, setup);
    lt_tangent_trial_is_force(&run->setup);
    if (!lt_run_sample(run, kinetic))
        return false;
    if (!lt_expect_step(run->standings, setup, &run->outcome, 0))
        return lt_run_fail_here(run, setup->why);
    return lt_run_record(run);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_set.c: changes that a caller makes between two steps of a run: parameters and state of the
 * law, displacements, velocities, and the loads of the stage. The energy that such a change adds or
 * removes is booked as E_set; a change of a load does work, as a change of stage does. */
#include "base/memory.h"
#include "run/running.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- What can be set ------------------------------------------------------------------------- */

enum group { DISPLACEMENT, VELOCITY, FORCE, GROUPS };

/* True if a name is a displacement, a velocity or a force of the contact. */
static bool is_motion(const struct lt_name *name) {
    return name->slot >= LT_UN && name->slot <= LT_MT;
}

/* The degree of freedom, 0 to 5, of a displacement, velocity or force; their slots follow each
 * other in groups of six. */
static size_t dof_of(const struct lt_name *name) {
    return (name->slot - LT_UN) % LT_DOFS;
}

/* The group of a name of the motion: displacement, velocity or force. */
static enum group group_of(const struct lt_name *name) {
    return (enum group)((name->slot - LT_UN) / LT_DOFS);
}

/* True if the stage imposes the quantity NAME. */
static bool is_imposed(const struct lt_running *run, const struct lt_name *name) {
    static const char *const letters[GROUPS] = {"u", "v", "fs"};
    return strchr(letters[group_of(name)], lt_run_stage(run)->whats[dof_of(name)]);
}

/* Why a displacement, velocity or force cannot be set, to follow its name in a message; NULL:
 * it can. */
static const char *refuse_motion(const struct lt_running *run, const struct lt_name *name) {
    const struct lt_setup *setup = &run->setup;
    const size_t dof = dof_of(name);
    const enum group group = group_of(name);
    const char letter = lt_run_stage(run)->whats[dof];
    if (is_imposed(run, name))
        return run->loading.varies[dof] ? "the stage imposes it by a formula or a table"
               : setup->exact && (group == DISPLACEMENT || setup->in_space)
                   ? "with 'integrator: exact' it cannot be imposed anew within a stage"
                   : NULL;
    if (group == FORCE)
        return "the law computes it. Set a displacement, a parameter or a state; a force "
               "can be set where the stage applies one ('f' or 's' in whats)";
    if (setup->in_space)
        return "the bodies move in space (motion.frame: bodies), and it follows from where they "
               "are";
    if (letter == 's')
        return "it follows from the force that the stage holds ('s' in whats)";
    if (group == VELOCITY && letter == 'u')
        return "it follows from the displacement that the stage imposes ('u' in whats)";
    return NULL;
}

/* Why a number cannot be set now, to follow its name in a message; NULL: it can. */
static const char *refuse_name(const struct lt_running *run, const struct lt_name *name) {
    const struct lt_program *program = run->setup.program;
    if (!run->entered)
        return "the run has ended";
    if (run->setup.served || program->law->forward_only)
        return is_motion(name) && is_imposed(run, name)
                   ? refuse_motion(run, name)
                   : "the code that computes the law keeps a state of its own";
    if (name->kind == LT_NAME_STATE)
        return program->law->state[name->slot - program->names->state].told
                   ? "the law works it out, and no step reads it"
                   : NULL;
    if (name->kind == LT_NAME_PARAM)
        return NULL;
    if (is_motion(name))
        return refuse_motion(run, name);
    return name->slot == LT_DT ? "a run keeps the time step that it begins with"
           : name->kind == LT_NAME_LET || name->kind == LT_NAME_NUMBER
               ? "it is read when the run begins; give it there"
               : "it is worked out, and can only be read";
}

/* ---- Setting it ------------------------------------------------------------------------------ */

/* The kinetic energy at the sample, J. */
static double kinetic_energy(const struct lt_running *run) {
    return run->setup.exact ? lt_leapfrog_kinetic_now(&run->leap) : lt_leapfrog_kinetic(&run->leap);
}

/* The residual of the energy balance, J, after an update of the accounts. */
static double residual_now(struct lt_running *run) {
    lt_ledger_close(&run->setup.contact, run->setup.values, kinetic_energy(run),
                    run->energy - run->setup.values[LT_E_DAMPING]);
    return run->setup.values[LT_E_RESIDUAL];
}

/* Continues after a change. Leapfrog repeats the kick of the sample, with the new forces and
 * with the velocities that were there before; ACROSS: kinetic energy half a step before, J. The
 * work that is due with the next step remains so. Returns false if the run has failed. */
static bool resume(struct lt_running *run, double across) {
    const double due = run->leap.jump;
    if (run->setup.exact) {
        lt_exact_begin(&run->exact, &run->loading);
        return true;
    }
    if (!lt_leapfrog_resume(&run->leap, across))
        return lt_run_fail_here(run, run->setup.why);
    run->leap.jump += due;
    return true;
}

/* Sets a parameter or a state of the law. Returns false if the run has failed, with the reason
 * in its message. */
static bool set_property(struct lt_running *run, const struct lt_name *name, double value) {
    const unsigned char of[] = {0};
    return lt_run_done_set(run, &name, of, &value, 1) &&
           resume(run, run->setup.exact ? 0 : lt_leapfrog_kinetic_across(&run->leap));
}

/* Sets the velocities in values[] to those half a step before, which the law's dashpots get in
 * a step of leapfrog. */
static void restore_step_velocity(struct lt_running *run) {
    if (!run->setup.exact && !run->setup.program->motion.full_step)
        memcpy(run->setup.values + LT_VN, run->leap.before, sizeof run->leap.before);
}

/* Sets displacement DOF to VALUE (m or rad): moves the pair there by one more step of the law,
 * which takes no time. Always true. */
static bool set_displacement(struct lt_running *run, size_t dof, double value) {
    struct lt_setup *setup = &run->setup;
    double du[LT_DOFS] = {0}, *u = &setup->values[LT_UN + dof];
    du[dof] = value - *u;
    *u = value;
    restore_step_velocity(run);
    lt_ledger_step(&setup->contact, setup->values, du, setup->dt, &run->leap.branch);
    return true;
}

/* Sets the velocity of DOF that the run shows to VALUE (m/s or rad/s). Leapfrog's is the mean
 * of two half steps, and depends on the dashpots' force, which depends on it: hence a
 * fixed-point iteration. Returns false if the run has failed. */
static bool set_velocity(struct lt_running *run, size_t dof, double value) {
    enum { TRIALS = 50 }; /* the iteration converges in a few; more only guard against a cycle */
    double *v = &run->setup.values[LT_VN + dof];
    for (int i = 0; i < TRIALS && *v != value; i++) {
        run->leap.before[dof] += value - *v;
        *v = value;
        restore_step_velocity(run);
        lt_still(&run->setup, &run->leap.branch);
        const double due = run->leap.jump;
        if (!resume(run, 0))
            return false;
        run->leap.jump = due;
    }
    return true;
}

/* Sets a displacement or velocity; the energy (J) that this adds or removes is E_set. Returns
 * false if the run has failed, with the reason in its message. */
static bool set_motion(struct lt_running *run, const struct lt_name *name, double value) {
    struct lt_setup *setup = &run->setup;
    /* Kinetic energy of a change of load, J: it is booked with the next step. */
    const double jumped = kinetic_energy(run) - setup->values[LT_E_KINETIC];
    const double before = residual_now(run), due = run->leap.jump;
    if (!(group_of(name) == VELOCITY ? set_velocity : set_displacement)(run, dof_of(name), value) ||
        !resume(run, 0))
        return false;
    run->leap.jump = due;
    const double set = residual_now(run) - before;
    setup->values[LT_E_SET] += set;
    run->outcome.given += fabs(set);
    lt_outcome_sample(&run->outcome, setup);
    return lt_run_sample(run, kinetic_energy(run) - jumped);
}

/* exact: sets the imposed velocity DOF (m/s or rad/s) at once; by the coupled inertia it
 * changes the free ones, and the change of kinetic energy is work that is booked with the next
 * step. Always true. */
static bool jump_velocity(struct lt_running *run, size_t dof, double value) {
    struct lt_setup *setup = &run->setup;
    double *v = setup->values + LT_VN, none[LT_DOFS] = {0}, old[LT_DOFS], drive[LT_DOFS];
    const double before = lt_leapfrog_kinetic_now(&run->leap);
    memcpy(old, v, sizeof old);
    v[dof] = value;
    lt_motion_kick(&run->loading.inertia, none, 1, old, v, drive);
    run->leap.jump += lt_leapfrog_kinetic_now(&run->leap) - before;
    lt_still(setup, &run->leap.branch);
    return true;
}

/* Sets a load of the stage, a force or velocity, to a new constant. Returns false if the run
 * has failed. */
static bool set_load(struct lt_running *run, const struct lt_name *name, double value) {
    const size_t dof = dof_of(name);
    run->loading.numbers[dof] = value + 0.0; /* turns -0 into 0 */
    if (run->setup.exact && group_of(name) == VELOCITY && !jump_velocity(run, dof, value))
        return false;
    return resume(run, run->setup.exact ? 0 : lt_leapfrog_kinetic_across(&run->leap));
}

/* ---- All or nothing -------------------------------------------------------------------------- */

enum { PARTS = 10 };
struct part { /* a block of memory to restore */
    void *at;
    size_t size;
};

/* Lists all memory that a change may alter, so that one that fails can be undone. */
static void list_parts(struct lt_running *run, struct part parts[PARTS]) {
    const struct lt_setup *setup = &run->setup;
    const struct lt_law *law = setup->program->law;
    const struct part list[PARTS] = {
        {run, sizeof *run},
        {run->result, sizeof *run->result},
        {setup->values, setup->program->names->slots * sizeof *setup->values},
        {setup->derived, law->n_derived * sizeof *setup->derived},
        {setup->inherited, law->n_params * sizeof *setup->inherited},
        {setup->told, law->n_params * sizeof *setup->told},
        {run->watched, run->n_watched * sizeof *run->watched},
        {run->extremes, setup->program->n_extremes * sizeof *run->extremes},
        {run->integrands, setup->program->n_integrals * sizeof *run->integrands},
        {setup->contact.lost_gap, sizeof *setup->contact.lost_gap},
    };
    memcpy(parts, list, sizeof list);
}

/* Sets a number on behalf of a caller, between two steps, in the SI unit of NAME. Either the
 * whole change is made, or none of it. Returns false if it cannot be set, with the reason in
 * WHY of SIZE bytes. */
bool lt_run_set(struct lt_running *run, const struct lt_name *name, double value, char *why,
                size_t size) {
    const char *refused = refuse_name(run, name);
    if (refused) {
        snprintf(why, size, "'%s' cannot be set: %s", name->name, refused);
        return false;
    }
    if (isnan(value) || (is_motion(name) && isinf(value))) {
        snprintf(why, size, "%s is %g; it must be a finite number", name->name, value);
        return false;
    }
    /* All memory that a change may touch is kept, and copied back if it fails. */
    struct part parts[PARTS];
    list_parts(run, parts);
    char *kept[PARTS];
    for (int i = 0; i < PARTS; i++)
        kept[i] = memcpy(lt_memory_get(parts[i].size + 1), parts[i].at, parts[i].size);
    const bool ok = !is_motion(name)        ? set_property(run, name, value)
                    : is_imposed(run, name) ? set_load(run, name, value)
                                            : set_motion(run, name, value);
    if (!ok)
        snprintf(why, size, "%.*s", (int)strcspn(run->result->message, "\n"), run->result->message);
    for (int i = 0; i < PARTS; i++) {
        if (!ok)
            memcpy(parts[i].at, kept[i], parts[i].size);
        free(kept[i]);
    }
    return ok;
}

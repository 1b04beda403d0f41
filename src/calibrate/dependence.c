/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "calibrate/dependence.h"

#include "base/arena.h"
#include "bodies/pair.h"

#include <math.h>
#include <string.h>

/* A changed copy of a program. */
struct change {
    struct lt_trial *trial;
    struct lt_program program;
    struct lt_arena *arena;
};

/* Multiplies a number of the program by FACTOR; its value replaces a formula. A number that is not
 * given, or has no value, stays as it is. */
static void multiply_number(struct change *change, struct lt_number *number, double factor) {
    double value;
    if (!number->given || !lt_trial_number(change->trial, number, &value))
        return;
    number->value = factor * value;
    number->formula = NULL;
    number->slot = 0;
}

/* ---- Changes; false: the change makes no sense here ------------------------------------------ */

/* Multiplies all velocities and spins by FACTOR, which keeps the impact angle, or the drop height
 * by FACTOR^2, as v^2 = 2 g h. Returns false if there is nothing to scale, or a velocity varies in
 * time. */
static bool change_speed(struct change *change, double factor) {
    struct lt_program *program = &change->program;
    struct lt_stage *stages = lt_arena_get(change->arena, program->n_stages * sizeof *stages);
    bool any = false;
    memcpy(stages, program->stages, program->n_stages * sizeof *stages);
    for (size_t s = 0; s < program->n_stages; s++)
        for (size_t i = 0; i < LT_DOFS; i++) {
            if (stages[s].whats[i] == 'v' && (stages[s].formulas[i] || stages[s].series[i]))
                return false;
            /* Of the six letters of a stage, i is an initial velocity and v a prescribed one. */
            if (!strchr("iv", stages[s].whats[i]))
                continue;
            stages[s].numbers[i].given = true;
            multiply_number(change, &stages[s].numbers[i], factor);
            any = true;
        }
    for (size_t b = 0; b < 2; b++)
        for (size_t i = 0; i < 3; i++) {
            any |= program->particles[b].velocity[i].given;
            multiply_number(change, &program->particles[b].velocity[i], factor);
            multiply_number(change, &program->particles[b].spin[i], factor);
        }
    program->stages = stages;
    if (any || !program->motion.gravity_given || !program->motion.gap.given)
        return any;
    multiply_number(change, &program->motion.gap, factor * factor); /* the drop height */
    return true;
}

/* Multiplies all lengths of the particles by FACTOR, masses by its third power, those of discs by
 * its second. Always true. */
static bool change_size(struct change *change, double factor) {
    for (size_t b = 0; b < 2; b++) {
        struct lt_particle *p = &change->program.particles[b];
        multiply_number(change, &p->radius, factor);
        multiply_number(change, &p->half_thick, factor);
        multiply_number(change, &p->shaft, factor);
        for (size_t i = 0; i < 3; i++)
            multiply_number(change, &p->semi_axes[i], factor);
        multiply_number(change, &p->mass, p->shape == LT_DISC ? factor * factor : pow(factor, 3));
    }
    return true;
}

/* Multiplies the mass of A alone by FACTOR. False: A is fixed, or one of the two is a wall, so that
 * there is no ratio of masses. */
static bool change_mass(struct change *change, double factor) {
    struct lt_particle *a = &change->program.particles[0];
    if (lt_program_is_flat(a) || lt_program_is_flat(&change->program.particles[1]) || a->fixed)
        return false;
    if (!a->mass.given && !a->density.given)
        a->density = a->material_density;
    multiply_number(change, a->mass.given ? &a->mass : &a->density, factor);
    return true;
}

/* Turns particle A into a wall of its material, or a wall into a particle like the other one.
 * FACTOR is not used. False: there is no such change between discs. */
static bool change_wall(struct change *change, double factor) {
    (void)factor;
    struct lt_particle *p = change->program.particles;
    if (p[0].shape == LT_DISC || p[1].shape == LT_DISC)
        return false;
    size_t wall = lt_program_is_flat(&p[1]) ? 1 : 0;
    bool was = lt_program_is_flat(&p[wall]);
    struct lt_particle other = p[1 - wall];
    other.material = p[wall].material;
    if (!was) {
        other = p[wall];
        other.shape = LT_WALL;
        other.mass.given = other.radius.given = other.density.given = false;
    }
    memcpy(other.velocity, p[wall].velocity, sizeof other.velocity);
    memcpy(other.spin, p[wall].spin, sizeof other.spin);
    p[wall] = other;
    return true;
}

/* Adds gravity of 9.81 m/s^2, or removes it. FACTOR is not used. False: gravity makes the impact
 * speed of a drop, or A would fall along with B. */
static bool change_gravity(struct change *change, double factor) {
    (void)factor;
    struct lt_motion *motion = &change->program.motion;
    const struct lt_particle *a = &change->program.particles[0];
    bool had = motion->gravity_given;
    if (had ? motion->gap.given : !lt_program_is_flat(a) && !a->fixed)
        return false;
    for (size_t i = 0; i < 3; i++)
        motion->gravity[i] = (struct lt_number){.given = true,
                                                .value = !had && i == 0 ? -9.81 : 0,
                                                .path = "motion.gravity",
                                                .unit = "m/s^2",
                                                .min = -INFINITY,
                                                .max = INFINITY};
    motion->gravity_given = true;
    return true;
}

/* ---- The whole ------------------------------------------------------------------------------- */

const char *const lt_dependence_on[] = {"speed",   "size", "mass ratio", "wall or particle",
                                        "gravity", NULL};

static const struct {
    const char *what, *on;
    bool (*make)(struct change *change, double factor);
    double factor;
} changes[LT_DEPENDENCE_ROWS] = {
    {"speed x 0.1", "speed", change_speed, 0.1},     {"speed x 0.3", "speed", change_speed, 0.3},
    {"speed x 3", "speed", change_speed, 3},         {"speed x 10", "speed", change_speed, 10},
    {"size x 0.5", "size", change_size, 0.5},        {"size x 2", "size", change_size, 2},
    {"mass of A x 8", "mass ratio", change_mass, 8}, {"wall", "wall or particle", change_wall, 1},
    {"gravity", "gravity", change_gravity, 1},
};

/* Words for change K, an index of changes[]; for a wall and for gravity they depend on what the
 * program has. */
static const char *words_of_change(const struct lt_program *program, size_t k) {
    if (changes[k].make == change_wall)
        return lt_program_is_flat(&program->particles[0]) ||
                       lt_program_is_flat(&program->particles[1])
                   ? "two particles"
                   : "A is a wall";
    if (changes[k].make == change_gravity)
        return program->motion.gravity_given ? "without gravity" : "gravity 9.81";
    return changes[k].what;
}

/* Runs the program with change K, an index of changes[], and adds a row with the results to OUT; no
 * row if the change is impossible or the run fails. */
static void measure_change(struct lt_trial *trial, size_t k, struct lt_dependence *out) {
    struct lt_arena *arena = lt_arena_new();
    struct change change = {.trial = trial, .program = trial->program, .arena = arena};
    struct lt_dependence_row *row = &out->rows[out->n_rows];
    if (changes[k].make(&change, changes[k].factor) &&
        lt_trial_run_other(trial, &change.program, row->y)) {
        row->what = words_of_change(&trial->program, k);
        row->on = changes[k].on;
        out->n_rows++;
    }
    lt_arena_free(arena);
}

/* Runs with the unknowns at X and all velocities of the program times FACTOR; Y gets the results.
 * False: there is no velocity to change, or the run failed. */
bool lt_dependence_at_speed(struct lt_trial *trial, const double *x, double factor, double *y) {
    struct lt_arena *arena = lt_arena_new();
    struct change change = {.trial = trial, .program = trial->program, .arena = arena};
    memcpy(trial->x, x, sizeof trial->x);
    bool ok = change_speed(&change, factor) && lt_trial_run_other(trial, &change.program, y);
    lt_arena_free(arena);
    return ok;
}

/* Repeats a calibrated program with other speeds, sizes, masses, a wall or gravity, and returns the
 * results there. There are no rows if no target is a restitution, nothing was found, or the program
 * continues another run. */
struct lt_dependence lt_dependence_of(const struct lt_program *program,
                                      const struct lt_calibration *found,
                                      const volatile int *interrupted) {
    struct lt_dependence out = {.n = found->n};
    const struct lt_name *unknowns[LT_TRIAL_MAX], *results[LT_TRIAL_MAX];
    double x[LT_TRIAL_MAX];
    bool any = false;
    for (size_t i = 0; i < found->n; i++) {
        unknowns[i] = found->unknowns[i].vary->target;
        results[i] = found->aims[i].target->result;
        x[i] = found->unknowns[i].value;
        out.base[i] = found->aims[i].achieved;
        size_t slot = results[i]->slot;
        out.restitution[i] = slot == LT_R_E_N || slot == LT_R_E_T || slot == LT_R_E_T_CENTRE;
        any |= out.restitution[i];
    }
    /* Nothing to compare: no restitution, a continued run, or no solution. */
    if (!any || program->start || !found->converged)
        return out;
    struct lt_arena *arena = lt_arena_new();
    struct lt_trial trial;
    bool ok = lt_trial_begin(&trial, program, unknowns, results, found->n, interrupted, arena);
    trial.extrapolated = found->extrapolated;
    memcpy(trial.x, x, sizeof x);
    if (ok) {
        for (size_t k = 0; k < LT_DEPENDENCE_ROWS; k++)
            measure_change(&trial, k, &out);
    }
    lt_trial_end(&trial);
    lt_arena_free(arena);
    return out;
}

/* The largest relative change, with its sign, of result I over the rows of ON ("speed", "size"
 * ...); 0: all are below a thousandth. */
double lt_dependence_change(const struct lt_dependence *dependence, size_t i, const char *on) {
    double worst = 0, base = dependence->base[i];
    for (size_t k = 0; k < dependence->n_rows; k++) {
        const struct lt_dependence_row *row = &dependence->rows[k];
        if (strcmp(row->on, on) != 0 || isnan(row->y[i]))
            continue;
        double change = (row->y[i] - base) / fmax(fabs(base), LT_DEPENDENCE_LEAST);
        if (fabs(change) > fmax(fabs(worst), LT_DEPENDENCE_LEAST))
            worst = change;
    }
    return worst;
}

/* Returns true if the relative CHANGE of result I is -1 and the result e_n: a contact that sticks
 * has e_n = 0. */
bool lt_dependence_sticks(const struct lt_calibration *found, size_t i, double change) {
    return change == -1 && found->aims[i].target->result->slot == LT_R_E_N;
}

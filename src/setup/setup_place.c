/* SPDX-License-Identifier: GPL-3.0-or-later */
/* setup_place.c: where the pair is in space at the start, and how it moves. */
#include "bodies/space.h"
#include "laws/contact_make.h"
#include "program/words.h"
#include "registry/roles.h"
#include "setup/setup.h"

#include <stdio.h>
#include <string.h>

/* Evaluates those of three NUMBERS that the file gives into OUT, in SI; the others keep their
 * value. False: one has no value; setup->why has the reason. */
static bool set_vector(struct lt_setup *setup, const struct lt_number *numbers, double *out) {
    for (int i = 0; i < 3; i++)
        if (numbers[i].given && !lt_setup_number(setup, &numbers[i], &out[i]))
            return false;
    return true;
}

/* TANGENT gets the default direction of s across NORMAL: the axis y, or z if n is within
 * acos(0.9), 26 degrees, of y. */
static void default_tangent(const double *normal, double *tangent) {
    bool along = fabs(normal[1]) >
                 0.9 * sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    memcpy(tangent, along ? (const double[3]){0, 0, 1} : (const double[3]){0, 1, 0},
           3 * sizeof *tangent);
}

/* True if the program gives positions or velocities in space. If not, frame contact needs no
 * particles in space. */
static bool is_placed(const struct lt_program *program) {
    const struct lt_motion *m = &program->motion;
    const struct lt_particle *a = &program->particles[0], *b = &program->particles[1];
    bool given = false;
    for (int i = 0; i < 3; i++)
        given |= m->normal[i].given || m->tangent[i].given || a->velocity[i].given ||
                 a->spin[i].given || b->velocity[i].given || b->spin[i].given;
    return given;
}

/* Checks a rule of transport other than rotation: it needs a tangential spring that is one
 * vector of two states, and a law that permits a second evaluation. False: the reason is in
 * setup->why. */
static bool can_carry(struct lt_setup *setup) {
    const struct lt_program *program = setup->program;
    const struct lt_law *law = program->law;
    const char *why = NULL, *word = lt_words_history[program->motion.history];
    if (program->motion.history == LT_HISTORY_TURNED)
        return true;
    for (size_t i = 0; i < program->n_stages && !why; i++)
        why = strchr(program->stages[i].whats, 's') ? "is not for static balance (s)" : why;
    const bool none = law->whole && !lt_composition_is_own(law); /* its parts have no spring */
    const bool tells =
        lt_roles_state(law, LT_SPRING_S) >= 0 && lt_roles_state(law, LT_SPRING_T) >= 0;
    if (law->forward_only || (!tells && !none))
        why = "needs a law whose tangential spring is a declared state";
    else if (law->apart && law->apart(setup->values + program->names->params, setup->derived))
        why = "needs one tangential spring, not a row of them";
    if (why)
        snprintf(setup->why, sizeof setup->why, "motion.history: %s %s", word, why);
    return !why;
}

/* Refuses coordinates in single precision for static balance, whose tolerance rounded
 * coordinates cannot meet. False: refused, setup->why has the reason. */
static bool can_round(struct lt_setup *setup) {
    const struct lt_program *program = setup->program;
    bool balanced = false;
    for (size_t i = 0; i < program->n_stages; i++)
        balanced |= strchr(program->stages[i].whats, 's') != NULL;
    if (!balanced || !program->motion.places.single)
        return true;
    snprintf(setup->why, sizeof setup->why,
             "motion.places: coordinates in single precision are not for static balance (s)");
    return false;
}

/* Puts the pair where the run starts: values[] get the relative velocities (m/s, rad/s) that the
 * particles bring, and in frame bodies positions, orientations and axes (m). un must be set.
 * False: the geometry or a number is refused; setup->why has the reason. */
bool lt_setup_place(struct lt_setup *setup) {
    const struct lt_program *program = setup->program;
    const struct lt_motion *m = &program->motion;
    memset(setup->spin, 0, sizeof setup->spin);
    if (!setup->in_space && !is_placed(program)) {
        memset(setup->values + LT_VN, 0, LT_DOFS * sizeof(double));
        return true;
    }
    /* The state of both bodies is computed in either frame; frame contact takes the relative
     * velocities alone, with the radii as lever arms. */
    double normal[3] = {1, 0, 0}, tangent[3], space[LT_SPACE_NUMBERS],
           gap = lt_setup_gap(setup, setup->values[LT_UN]);
    enum lt_lever lever = setup->in_space ? m->lever : LT_LEVER_RADIUS;
    struct lt_bodies bodies = lt_bodies_of(&setup->pair, 0.5, lever, m->axes);
    bodies.solids = setup->bodies.solids;
    if (setup->in_space && !bodies.flat && !(bodies.radius[0] + bodies.radius[1] + gap > 0)) {
        snprintf(setup->why, sizeof setup->why,
                 "motion.gap: an overlap of %.10g m leaves no distance of the centres", -gap);
        return false;
    }
    if (!can_carry(setup) || !can_round(setup))
        return false;
    /* The axes n s t, then the positions along n at the surface distance GAP. */
    if (!set_vector(setup, m->normal, normal))
        return false;
    default_tangent(normal, tangent);
    if (!set_vector(setup, m->tangent, tangent))
        return false;
    if (!lt_bodies_place(&bodies, normal, tangent, gap, space)) {
        const bool none = normal[0] == 0 && normal[1] == 0 && normal[2] == 0;
        setup->mark = none ? m->normal[0].mark : m->tangent[0].mark;
        return lt_setup_fail(setup, none ? "motion.normal has no direction"
                                         : "motion.tangent has no direction across motion.normal");
    }
    /* Rotate shapes that are no balls by their attitude, a rotation vector in rad along n s t. */
    for (int i = 0; i < 2; i++) {
        double turn[3];
        lt_space_global(space, setup->attitude[i], turn);
        if (bodies.solids && lt_space_dot(turn, turn) > 0)
            lt_solids_lay(bodies.solids, i, turn, space);
    }
    for (int i = 0; i < 2; i++) {
        /* Velocities and spins of the file are along n s t; the state has them along x y z. */
        double v[3] = {0}, w[3] = {0}, *to = space + (LT_VXA - LT_XA) + 6 * i;
        const double *axes = space + (LT_NX - LT_XA);
        if (!set_vector(setup, program->particles[i].velocity, v) ||
            !set_vector(setup, program->particles[i].spin, w))
            return false;
        memcpy(setup->spin[i], w + 1, sizeof setup->spin[i]);
        for (int k = 0; k < 3; k++) {
            to[k] = v[0] * axes[k] + v[1] * axes[3 + k] + v[2] * axes[6 + k];
            to[3 + k] = w[0] * axes[k] + w[1] * axes[3 + k] + w[2] * axes[6 + k];
        }
    }
    double *velocities = space + (LT_VXA - LT_XA);
    lt_bodies_relative(&bodies, space, gap, velocities, setup->values + LT_VN);
    if (!setup->in_space)
        return true;
    memcpy(setup->values + LT_XA, space, sizeof space);
    /* Gravity along x y z, m/s^2, which stays as the axes n s t move. */
    double gravity[3] = {0};
    if (!set_vector(setup, m->gravity, gravity))
        return false;
    for (int k = 0; k < 3; k++)
        setup->gravity_space[k] = gravity[0] * space[LT_NX - LT_XA + k] +
                                  gravity[1] * space[LT_SX - LT_XA + k] +
                                  gravity[2] * space[LT_TX - LT_XA + k];
    return true;
}

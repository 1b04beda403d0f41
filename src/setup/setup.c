/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "setup/setup.h"

#include "base/arena.h"
#include "base/choice.h"
#include "program/vary.h"
#include "registry/own_part.h"
#include "registry/roles.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

/* Writes a formatted reason into setup->why; always false. */
bool lt_setup_fail(struct lt_setup *setup, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(setup->why, sizeof setup->why, format, args);
    va_end(args);
    return false;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

/* Checks that VALUE is a whole number, as a choice or a count must be: one between two would
 * silently become one of them. PATH and CHOICES (its words, or NULL) are for the message. False:
 * it is not; setup->why has the reason. */
bool lt_setup_is_whole(struct lt_setup *setup, const char *path, const char *choices,
                       double value) {
    char words[400];
    if (value == floor(value))
        return true;
    return choices ? lt_setup_fail(setup, "%s is %.10g: it must be %s", path, value,
                                   lt_choice_list(choices, words, sizeof words))
                   : lt_setup_fail(setup, "%s is %.10g: it must be a whole number", path, value);
}

/* Checks that VALUE is within the range of a number of the file and whole where it must be.
 * False: the reason is in setup->why. */
static bool check_number(struct lt_setup *setup, const struct lt_number *number, double value) {
    bool below = number->above_min ? value <= number->min : value < number->min;
    if (below || value > number->max || isnan(value))
        return lt_setup_fail(setup, "%s is %.10g: outside its range", number->path, value);
    return !number->whole || lt_setup_is_whole(setup, number->path, number->choices, value);
}

/* True if an override gives a number in SLOT of values[], which replaces that of the file; a
 * slot without one is NaN, and slot 0 stands for none. */
bool lt_setup_is_given(const struct lt_setup *setup, size_t slot) {
    return slot > 0 && !isnan(setup->values[slot]);
}

/* Evaluates a number of the file into *VALUE, in SI: the override of this run, a formula or a
 * literal. A number that follows from another one which the user typed (NUMBER->typed) has that
 * checked first. False: it has no value or is outside its range; setup->why has the reason. */
bool lt_setup_number(struct lt_setup *setup, const struct lt_number *number, double *value) {
    bool given = lt_setup_is_given(setup, number->slot);
    double word;
    if (number->typed && !lt_setup_number(setup, number->typed, &word))
        return false;
    *value = given ? setup->values[number->slot] : number->value;
    char why[256];
    setup->mark = number->mark.source ? number->mark : setup->program->law_mark;
    if (!given && number->formula &&
        !lt_expr_number(setup->expr, number->formula, setup->values, value, why, sizeof why))
        return lt_setup_fail(setup, "%s: %s", number->path, why);
    if (!check_number(setup, number, *value))
        return false;
    setup->mark = setup->program->law_mark;
    return true;
}

/* True if a formula has the same value during the whole run: it uses parameters and constants
 * only. */
bool lt_setup_is_constant(const struct lt_setup *setup, const struct lt_formula *formula) {
    if (lt_setup_is_given(setup, formula->slot))
        return true;
    for (size_t i = 0; i < formula->n_used; i++)
        if (formula->used[i]->kind < LT_NAME_CONSTANT)
            return false;
    return true;
}

/* Evaluates a formula into *VALUE, in SI, or takes the number that replaces it in this run.
 * False: WHY, of SIZE characters, says why it has no value. */
bool lt_setup_formula(struct lt_setup *setup, const struct lt_formula *formula, double *value,
                      char *why, size_t size) {
    if (!lt_setup_is_given(setup, formula->slot))
        return lt_expr_number(setup->expr, formula, setup->values, value, why, size);
    *value = setup->values[formula->slot];
    return true;
}

/* Evaluates a number of the file into *VALUE, in SI, or takes OTHERWISE if the file does not
 * give it. False: it has no value or is outside its range; setup->why has the reason. */
bool lt_setup_optional(struct lt_setup *setup, const struct lt_number *number, double otherwise,
                       double *value) {
    *value = otherwise;
    return !number->given || lt_setup_number(setup, number, value);
}

/* Sets the numbers of the file that N overrides replace in this run. False: one is outside its
 * range; setup->why has the reason. */
static bool set_numbers(struct lt_setup *setup, const struct lt_override *overrides, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const struct lt_place *place = lt_vary_place(overrides[i].name);
        if (!place)
            continue;
        setup->values[place->name.slot] = overrides[i].value;
        if (!check_number(setup, &place->own, overrides[i].value))
            return false;
    }
    return true;
}

/* Evaluates the lets (named numbers of the file) in an order in which each follows those that it
 * uses; N overrides replace them. False: one has no value; setup->why has the reason. */
static bool set_lets(struct lt_setup *setup, const struct lt_override *overrides, size_t n) {
    const struct lt_program *program = setup->program;
    for (size_t i = 0; i < program->n_lets; i++) {
        size_t let = program->let_order[i], slot = program->names->lets + let;
        const struct lt_override *override = lt_program_override(program, slot, overrides, n);
        if (override)
            setup->values[slot] = override->value;
        else if (!lt_setup_number(setup, &program->lets[let], &setup->values[slot]))
            return false;
    }
    return true;
}

/* *VALUE gets the value that NAME, the target of an override, has without it; of an imposed
 * speed its absolute value. False: it has none; setup->why has the reason. */
bool lt_setup_own(struct lt_setup *setup, const struct lt_name *name, double *value) {
    const struct lt_place *place = lt_vary_place(name);
    *value = setup->values[name->slot];
    if (!place)
        return true;
    bool ok = lt_setup_number(setup, &place->own, value);
    *value = place->imposed ? fabs(*value) : *value;
    return ok;
}

/* Sets imposed velocities (m/s) from the speeds that overrides give: a speed takes the sign that
 * the velocity has in the file. False: the velocity of the file has no value; setup->why has the
 * reason. */
static bool set_speeds(struct lt_setup *setup) {
    for (size_t i = 0; i < LT_DOFS; i++) {
        const struct lt_place *speed = setup->program->speeds[i];
        if (!speed || isnan(setup->values[speed->name.slot]))
            continue;
        double own, given = setup->values[speed->name.slot],
                    *velocity = &setup->values[speed->imposed->name.slot];
        *velocity = NAN;
        if (!lt_setup_number(setup, &speed->imposed->own, &own))
            return false;
        *velocity = own < 0 ? -fabs(given) : given;
    }
    return true;
}

/* ---- The pair -------------------------------------------------------------------------------- */

/* OUT and SHAPE get mass (kg), inertia and surface of a particle, ATTITUDE its rotation vector
 * (rad, along n s t). False: a number has no value; setup->why has the reason. */
static bool make_body(struct lt_setup *setup, const struct lt_particle *particle,
                      struct lt_body *out, struct lt_surface *shape, double attitude[3]) {
    struct lt_particle_numbers n;
    double of_material;
    if (!lt_setup_optional(setup, &particle->radius, 0, &n.radius) ||
        !lt_setup_optional(setup, &particle->half_thick, 0, &n.half_thick) ||
        !lt_setup_optional(setup, &particle->shaft, 0, &n.shaft) ||
        !lt_setup_optional(setup, &particle->half_angle, 0, &n.half_angle) ||
        !lt_setup_optional(setup, &particle->mass, NAN, &n.mass) ||
        !lt_setup_optional(setup, &particle->material_density, NAN, &of_material) ||
        !lt_setup_optional(setup, &particle->density, of_material, &n.density))
        return false;
    for (int i = 0; i < 3; i++)
        if (!lt_setup_optional(setup, &particle->semi_axes[i], 0, &n.semi_axes[i]) ||
            !lt_setup_optional(setup, &particle->attitude[i], 0, &n.attitude[i]))
            return false;
    memcpy(attitude, n.attitude, sizeof n.attitude);
    *out = lt_pair_body(particle, &n);
    *shape = lt_surface_of(particle, &n);
    return true;
}

/* *OVERLAP gets the overlap in m that the contact is created with: minus the gap of the file; 0
 * if motion makes the contact. False: the gap has no value; setup->why has the reason. */
static bool initial_overlap(struct lt_setup *setup, double *overlap) {
    const struct lt_motion *m = &setup->program->motion;
    double gap;
    if (!lt_setup_optional(setup, &m->gap, 0, &gap))
        return false;
    bool at_phase = m->phase_given && !setup->exact && setup->program->stages[0].whats[0] == 'i';
    *overlap = at_phase ? 0 : fmax(0, -gap);
    return true;
}

/* Stores the numbers of the pair where formulas find them: masses in kg, lengths in m, area in
 * m^2. */
static void set_constants(struct lt_setup *setup) {
    double *values = setup->values;
    values[LT_M_EFF] = setup->pair.m_eff;
    values[LT_M_T] = 1 / setup->mobility[2][2];
    values[LT_R_EFF] = setup->pair.r_eff;
    values[LT_LENGTH_A] = setup->pair.a.length;
    values[LT_LENGTH_B] = setup->pair.b.length;
    values[LT_CONTACT_AREA] = setup->pair.area;
}

/* Computes both bodies, their effective mass and radius, and the mobility matrix. False: a
 * number is wrong, or the pair has no positive mass; setup->why has the reason. */
static bool make_pair(struct lt_setup *setup) {
    const struct lt_particle *particles = setup->program->particles;
    double overlap;
    if (!make_body(setup, &particles[0], &setup->pair.a, &setup->shapes[0], setup->attitude[0]) ||
        !make_body(setup, &particles[1], &setup->pair.b, &setup->shapes[1], setup->attitude[1]) ||
        !initial_overlap(setup, &overlap))
        return false;
    setup->pair.dimensions = particles[0].shape == LT_DISC || particles[1].shape == LT_DISC ? 2 : 3;
    lt_pair_combine(&setup->pair);
    lt_pair_mobility(&setup->pair, setup->mobility);
    /* The plain mobility is for lever arms along n; with an attitude it is summed over both
     * bodies anew. */
    bool turned = false;
    for (int i = 0; i < 6; i++)
        turned |= setup->attitude[i / 3][i % 3] != 0;
    if (turned)
        memset(setup->mobility, 0, sizeof setup->mobility);
    for (int i = 0; i < 2 && turned; i++)
        lt_pair_mobility_turned(i ? &setup->pair.b : &setup->pair.a, i ? -1 : 1, setup->attitude[i],
                                setup->shapes[i].semi_axes, setup->mobility);
    setup->mass = lt_motion_mass(setup->mobility);
    if (!isfinite(setup->pair.m_eff) || !(setup->pair.m_eff > 0))
        return lt_setup_fail(setup, "the pair's effective mass is %g kg", setup->pair.m_eff);
    if (!lt_pair_measure(&setup->pair, setup->program, overlap))
        return lt_setup_fail(
            setup,
            "motion.gap: an initial overlap of %.10g m leaves a particle no effective length",
            overlap);
    set_constants(setup);
    return true;
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* Distance of the surfaces in m at the normal displacement UN in m: the law takes its reference
 * gap off. */
double lt_setup_gap(const struct lt_setup *setup, double un) {
    return un + (setup->reference_gap ? *setup->reference_gap : 0);
}

/* A distance in m above the rounding errors of the particles' coordinates: 16 DBL_EPSILON of the
 * sum of radii, which bounds their distance. */
double lt_setup_unseen(const struct lt_setup *setup) {
    return 16 * DBL_EPSILON * (setup->pair.a.radius + setup->pair.b.radius);
}

/* Starts the pair at touch. A pair that is not yet in contact starts with a gap larger than the
 * rounding of coordinates, so that touch is an event. */
static void start_at_touch(struct lt_setup *setup) {
    const bool open = setup->program->motion.touch == LT_TOUCH_OPEN;
    setup->starts_at_phase = false;
    setup->gap += open ? lt_setup_unseen(setup) : 0;
}

/* Evaluates the numbers of section motion (gravity, damping, phase, gap and others, in SI) and
 * prepares the bodies. False: one has no value; setup->why has the reason. */
static bool set_motion(struct lt_setup *setup) {
    const struct lt_motion *m = &setup->program->motion;
    for (int i = 0; i < 3; i++)
        if (!lt_setup_optional(setup, &m->gravity[i], 0, &setup->gravity[i]))
            return false;
    double weight, reach = setup->contact.reach;
    setup->smooth = m->smooth.value;
    if (!lt_setup_optional(setup, &m->weight, m->weight.value, &weight))
        return false;
    setup->in_space = m->frame == LT_FRAME_BODIES;
    if (!lt_setup_optional(setup, &m->damping, 0, &setup->damping) ||
        !lt_setup_optional(setup, &m->places.at, 0, &setup->at))
        return false;
    setup->at = (float)setup->at;
    setup->bodies = lt_bodies_of(&setup->pair, weight, m->lever, m->axes);
    if (setup->in_space)
        lt_bodies_shape(&setup->bodies, &setup->pair, setup->shapes, &setup->solids);
    setup->contact.levels = m->levels;
    setup->contact.weighted_entry = m->weighted_entry && !setup->exact;
    if (!lt_setup_optional(setup, &m->phase, 0, &setup->phase) ||
        !lt_setup_optional(setup, &m->smooth, m->smooth.value, &setup->smooth) ||
        !lt_setup_optional(setup, &m->contacts, NAN, &setup->contacts) ||
        !lt_setup_optional(setup, &m->gap, reach, &setup->gap))
        return false;
    setup->gap += m->gap_shift;
    /* A discrete impact from touch begins at a phase of the step before it; one from a gap
     * begins there. */
    bool impact = setup->program->stages[0].whats[0] == 'i';
    bool from_gap = setup->gap != reach && !m->phase_given;
    setup->starts_at_phase = !setup->exact && impact && !from_gap && !setup->program->start;
    if (m->touch != LT_TOUCH_AFTER_STEP && setup->phase == 0 && setup->gap == reach)
        start_at_touch(setup);
    return true;
}

/* Refuses programs that would evaluate a law on trial and restart it from an earlier state, if
 * the law can only be stepped forwards. True: the run is possible; false: it is refused, and
 * setup->why has the reason. */
static bool can_go_forward(struct lt_setup *setup) {
    const struct lt_program *program = setup->program;
    const char *what = NULL;
    if (!program->law->forward_only || setup->served)
        return true;
    what = program->motion.full_step ? "dashpots that see the velocity of the sample"
           : program->start          ? "start, from the end of another run"
                                     : what;
    for (size_t i = 0; i < program->n_stages && !what; i++)
        what = strchr(program->stages[i].whats, 's') ? "static balance (s)" : NULL;
    what = setup->exact ? "integrator exact" : what;
    return !what ||
           lt_setup_fail(
               setup,
               "law %s is stepped forwards only, each step once; %s would have to restart it "
               "from an earlier state",
               program->law->name, what);
}

/* Prepares the pair and its law, that is all that does not depend on how the pair moves. EXACT:
 * for the integrator exact in any case. False: setup->why has the reason. */
static bool prepare_pair(struct lt_setup *setup, const struct lt_program *program,
                         const struct lt_override *overrides, size_t n_overrides, bool exact,
                         struct lt_expr *expr, struct lt_arena *arena) {
    const struct lt_law *law = program->law;
    memset(setup, 0, sizeof *setup);
    setup->program = program;
    setup->mark = program->law_mark;
    setup->exact = exact || program->motion.integrator == LT_EXACT;
    setup->expr = expr;
    setup->arena = arena;
    setup->values = lt_arena_get(arena, program->names->slots * sizeof(double));
    setup->derived = lt_arena_get(arena, (law->n_derived + 1) * sizeof(double));
    lt_composition_bind(law, setup->derived);
    if (program->formula_law)
        setup->interpreter = lt_formula_law_bind(program->formula_law, setup->derived, expr, arena);
    if (program->host)
        setup->served = program->host->bind(program->host, program, setup->derived, arena);
    const struct lt_law *own = program->codelaw ? program->codelaw->own : NULL;
    if (own && lt_formula_law_is(own)) /* for its rules of two materials alone */
        setup->interpreter = lt_formula_law_bind((const struct lt_formula_law *)own,
                                                 lt_arena_get(arena, sizeof(double)), expr, arena);
    setup->given_a = lt_arena_get(arena, (law->n_params + 1) * sizeof(double));
    setup->given_b = lt_arena_get(arena, (law->n_params + 1) * sizeof(double));
    setup->inherited = lt_arena_get(arena, law->n_params + 1);
    setup->told = lt_arena_get(arena, (law->n_params + 1) * sizeof(double));
    setup->probe = lt_arena_get(arena, (law->n_state + 1) * sizeof(double));
    /* Of the last two numbers one is spare for laws without losses, the other the gap at which
     * the contact is lost. */
    double *loss = lt_arena_get(arena, (law->n_losses + 2) * sizeof(double));
    setup->contact = (struct lt_contact){.law = law,
                                         .names = program->names,
                                         .derived = setup->derived,
                                         .loss = loss,
                                         .lost_gap = loss + law->n_losses + 1,
                                         .served = setup->served};

    /* NaN marks slots that no override has set, see lt_setup_is_given(). */
    for (size_t i = program->names->kept; i < program->names->slots; i++)
        setup->values[i] = NAN;
    const long gap = lt_roles_find(law, LT_REFERENCE_GAP);
    setup->reference_gap = gap < 0 ? NULL : setup->values + program->names->params + gap;

    /* Refuse what cannot run, before any number is evaluated. */
    if (program->codelaw && !setup->served)
        return lt_setup_fail(
            setup, "its law is computed by %s, which only --in on the command line starts",
            program->codelaw->kind->title);
    if (setup->served && setup->exact)
        return lt_setup_fail(setup, "%s computes its force after steps of dt, not at any instant",
                             program->codelaw->kind->title);
    if (!can_go_forward(setup))
        return false;
    return set_numbers(setup, program->settled, program->n_settled) &&
           set_numbers(setup, overrides, n_overrides) && set_lets(setup, overrides, n_overrides) &&
           set_speeds(setup) && make_pair(setup) &&
           lt_setup_law_parameters(setup, overrides, n_overrides);
}

/* Prepares a pair and its law; if it RUNS also motion and time scales. EXACT: for the integrator
 * exact in any case. False: setup->why has the reason. */
static bool make_setup(struct lt_setup *setup, const struct lt_program *program,
                       const struct lt_override *overrides, size_t n_overrides, bool exact,
                       bool runs, struct lt_expr *expr, struct lt_arena *arena) {
    return prepare_pair(setup, program, overrides, n_overrides, exact, expr, arena) &&
           (!runs || (set_motion(setup) && lt_setup_times(setup)));
}

/* Checks that the pair and law of a program can be set up, and if it RUNS also motion and time
 * step. False: WHY, of SIZE characters, says what is wrong at MARK. */
bool lt_setup_check(const struct lt_program *program, bool runs, struct lt_mark *mark, char *why,
                    size_t size) {
    if (program->codelaw && !program->host)
        return true; /* no host */
    struct lt_arena *arena = lt_arena_new();
    struct lt_expr *expr = lt_expr_new();
    struct lt_setup setup;
    bool ok = make_setup(&setup, program, NULL, 0, false, runs, expr, arena) &&
              (!runs || lt_setup_place(&setup));
    snprintf(why, size, "%s", setup.why);
    *mark = setup.mark;
    lt_expr_free(expr);
    lt_arena_free(arena);
    return ok;
}

/* True if the run begins within the law's interaction range, by more than the rounding of
 * lengths (1e-9 of the radius), or in the contact that an earlier run left. */
bool lt_setup_inside(const struct lt_setup *setup) {
    const struct lt_start *start = setup->program->start;
    return start ? start->contact > 0
                 : !setup->starts_at_phase &&
                       setup->contact.reach - setup->gap > 1e-9 * setup->pair.r_eff;
}

/* True if the program as it is begins in contact; false also if it cannot be set up. */
bool lt_setup_begins_inside(const struct lt_program *program) {
    struct lt_arena *arena = lt_arena_new();
    struct lt_expr *expr = lt_expr_new();
    struct lt_setup setup;
    const bool inside =
        make_setup(&setup, program, NULL, 0, false, true, expr, arena) && lt_setup_inside(&setup);
    lt_expr_free(expr);
    lt_arena_free(arena);
    return inside;
}

/* Prepares one run of PROGRAM with N_OVERRIDES numbers replaced; EXACT: for the integrator exact
 * in any case. False: setup->why has the reason. */
bool lt_setup_make(struct lt_setup *setup, const struct lt_program *program,
                   const struct lt_override *overrides, size_t n_overrides, bool exact,
                   struct lt_expr *expr, struct lt_arena *arena) {
    return make_setup(setup, program, overrides, n_overrides, exact, true, expr, arena);
}

/* ---- Again ----------------------------------------------------------------------------------- */

/* True if the values of a formula differ among runs that override the names with flags in MOVED,
 * by slot: it uses one of them, or anything that is no let. FORMULA may be NULL: false. */
static bool formula_moves(const struct lt_formula *formula, const bool *moved) {
    for (size_t i = 0; formula && i < formula->n_used; i++)
        if (formula->used[i]->kind != LT_NAME_LET || moved[formula->used[i]->slot])
            return true;
    return formula && moved[formula->slot];
}

/* True if one of N numbers differs among runs that override the names MOVED. */
static bool any_moves(const struct lt_number *numbers, size_t n, const bool *moved) {
    for (size_t i = 0; i < n; i++)
        if (moved[numbers[i].slot] || formula_moves(numbers[i].formula, moved))
            return true;
    return false;
}

/* True if a particle differs among runs that override the names MOVED. */
static bool particle_moves(const struct lt_particle *p, const bool *moved) {
    return any_moves(&p->radius, 1, moved) || any_moves(&p->half_thick, 1, moved) ||
           any_moves(&p->shaft, 1, moved) || any_moves(&p->half_angle, 1, moved) ||
           any_moves(p->semi_axes, 3, moved) || any_moves(p->attitude, 3, moved) ||
           any_moves(&p->density, 1, moved) || any_moves(&p->mass, 1, moved) ||
           any_moves(&p->material_density, 1, moved);
}

/* True if the motion differs among runs that override the names MOVED. */
static bool motion_moves(const struct lt_motion *m, const bool *moved) {
    return any_moves(&m->phase, 1, moved) || any_moves(&m->gap, 1, moved) ||
           any_moves(&m->weight, 1, moved) || any_moves(m->gravity, 3, moved) ||
           any_moves(&m->smooth, 1, moved) || any_moves(&m->damping, 1, moved) ||
           any_moves(&m->places.at, 1, moved) || any_moves(&m->contacts, 1, moved);
}

/* True if a stage differs among runs that override the names MOVED. */
static bool stage_moves(const struct lt_stage *stage, const bool *moved) {
    bool moves = any_moves(stage->numbers, LT_DOFS, moved);
    for (size_t i = 0; i < LT_DOFS; i++)
        moves |= formula_moves(stage->formulas[i], moved);
    return moves;
}

/* True if parameter I, or its value in a material, differs among runs that override the names
 * MOVED. */
static bool param_moves(const struct lt_program *program, size_t i, const bool *moved) {
    return moved[program->names->params + i] || any_moves(&program->params[i], 1, moved) ||
           any_moves(&program->of_pair[i], 1, moved) ||
           any_moves(&program->particles[0].material[i], 1, moved) ||
           any_moves(&program->particles[1].material[i], 1, moved);
}

/* True if parameter I follows by a rule of its own from both materials and the pair, so that it
 * changes with the pair. */
static bool param_has_rule(const struct lt_program *program, size_t i) {
    return program->mixes[i] || program->mixing[i] == LT_EACH ||
           program->law->params[i].mix == LT_EACH;
}

/* True if some stage changes parameter I, of the contact or of a material. */
static bool param_is_set(const struct lt_program *program, size_t i) {
    const size_t slot = program->names->params + i;
    for (size_t s = 0; s < program->n_stages; s++)
        for (size_t d = 0; d < program->stages[s].n_done; d++) {
            const struct lt_action *action = &program->stages[s].done[d];
            for (size_t k = 0; action->kind == LT_SET && k < action->count; k++)
                if (action->names[k]->slot == slot)
                    return true;
        }
    return false;
}

/* Finds what runs that override the same names have in common, so that lt_setup_again() computes
 * only the rest. SETUP is one of these runs, just made with its N_OVERRIDES OVERRIDES, and is
 * used up. In the result, lets, pair, motion, loading and is_moved[] (by parameter) say what
 * each run must compute. */
struct lt_common lt_setup_common(struct lt_setup *setup, const struct lt_override *overrides,
                                 size_t n_overrides) {
    const struct lt_program *program = setup->program;
    const struct lt_names *names = program->names;
    size_t n_params = program->law->n_params;
    struct lt_common common = {.overrides = overrides,
                               .n_overrides = n_overrides,
                               .values = setup->values,
                               .starts_at_phase = setup->starts_at_phase};
    /* Flags by slot: numbers that overrides replace, and lets that use them. */
    bool *moved = lt_arena_get(setup->arena, names->slots * sizeof *moved);
    for (size_t i = 0; i < n_overrides; i++) {
        const struct lt_place *place = lt_vary_place(overrides[i].name);
        moved[overrides[i].name->slot] = true;
        if (place && place->imposed)
            moved[place->imposed->name.slot] = true;
        common.lets |= overrides[i].name->kind == LT_NAME_LET;
    }
    for (size_t i = 0; i < program->n_lets; i++) {
        size_t let = program->let_order[i];
        moved[names->lets + let] |= formula_moves(program->lets[let].formula, moved);
    }
    /* The parts of a set-up that depend on a moved number. */
    common.pair = particle_moves(&program->particles[0], moved) ||
                  particle_moves(&program->particles[1], moved) ||
                  any_moves(&program->motion.gap, 1, moved);
    common.is_moved = lt_arena_get(setup->arena, (n_params + 1) * sizeof *common.is_moved);
    bool reach_moves = false;
    /* Parameters are set to their values before derive(), which each run calls. */
    for (size_t k = 0; k < n_params; k++) {
        size_t i = program->param_order[k];
        common.is_moved[i] = param_moves(program, i, moved) || param_is_set(program, i) ||
                             (common.pair && param_has_rule(program, i));
        reach_moves |= program->law->reach && common.is_moved[i];
        lt_setup_law_parameter(
            setup, i, lt_program_override(program, names->params + i, overrides, n_overrides));
    }
    common.motion = common.pair || reach_moves || motion_moves(&program->motion, moved);
    common.loading = common.motion || stage_moves(&program->stages[0], moved);
    common.values[LT_T_C] = common.values[LT_T_CRIT] = common.values[LT_DT] = 0;
    return common;
}

/* Computes the parameters that differ among the runs and what the law derives; the others have
 * been restored. False: one is wrong; setup->why has the reason. */
static bool parameters_again(struct lt_setup *setup, const struct lt_common *common,
                             const struct lt_override *overrides) {
    const struct lt_program *program = setup->program;
    const struct lt_names *names = program->names;
    for (size_t k = 0; k < program->law->n_params; k++) {
        size_t i = program->param_order[k];
        if (common->is_moved[i] &&
            !lt_setup_law_parameter(
                setup, i,
                lt_program_override(program, names->params + i, overrides, common->n_overrides)))
            return false;
    }
    return lt_setup_law_derive(setup);
}

/* Prepares a further run that overrides the same names: the result is that of lt_setup_make() to
 * the bit. VALUES is memory for its numbers, of the length of common->values. False: setup->why
 * has the reason. */
bool lt_setup_again(struct lt_setup *setup, const struct lt_common *common,
                    const struct lt_override *overrides, double *values) {
    const struct lt_law *law = setup->program->law;
    memcpy(values, common->values, setup->program->names->slots * sizeof(double));
    if (setup->reference_gap)
        setup->reference_gap = values + (setup->reference_gap - setup->values);
    setup->values = values;
    memset(setup->derived, 0, law->n_derived * sizeof(double)); /* the interpreter stays */
    lt_composition_bind(law, setup->derived);
    memset(setup->contact.loss, 0, (law->n_losses + 2) * sizeof(double));
    setup->starts_at_phase = common->starts_at_phase;
    setup->why[0] = setup->odd[0] = '\0';
    if (!set_numbers(setup, overrides, common->n_overrides))
        return false;
    if (common->lets && !set_lets(setup, overrides, common->n_overrides))
        return false;
    if (!set_speeds(setup) || (common->pair && !make_pair(setup)))
        return false;
    return parameters_again(setup, common, overrides) && (!common->motion || set_motion(setup)) &&
           lt_setup_times(setup);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* deck_law.c: which contact law of the codes a law is: one that is known here, or another that has
 * its parameters and gives its forces. */
#include "codes/deck_lines.h"

#include "base/arena.h"
#include "registry/drive.h"
#include "registry/laws.h"
#include "registry/own_part.h"
#include "setup/setup.h"

#include <string.h>

/* The laws whose forces the writers have in their codes' words. */
static const struct {
    const char *law;
    enum lt_deck_kind kind;
} known[] = {{"linear", LT_DECK_LINEAR},   {"linear-elastic", LT_DECK_LINEAR},
             {"hertz", LT_DECK_HERTZ},     {"mindlin", LT_DECK_HERTZ},
             {"idealelpl", LT_DECK_NAMED}, {"linel6", LT_DECK_NAMED},
             {"concrete", LT_DECK_NAMED},  {"mindlin-rolling-torsion", LT_DECK_NAMED},
             {"burgers", LT_DECK_NAMED}};
enum { N_KNOWN = sizeof known / sizeof *known, STEPS = 2000 };

/* Contact models of robot simulators, defined in a program by formulas: their names, and the
 * parameters that the writers of their input need. */
static const struct {
    const char *law, *params;
} in_formulas[] = {
    {"mujoco",
     "timeconst dampratio solref_stiffness solref_damping dmin dmax width midpoint power pressing"},
    {"bullet", "contactStiffness contactDamping fixedTimeStep linearSlop margin"}};

/* True if both strings are equal or both are NULL. */
static bool same_word(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* True if two tables of parameters or states, with N_A and N_B rows, agree in names, units and
 * choices. */
static bool same_fields(const struct lt_field *a, size_t n_a, const struct lt_field *b,
                        size_t n_b) {
    bool same = n_a == n_b;
    for (size_t i = 0; same && i < n_a; i++)
        same = strcmp(a[i].name, b[i].name) == 0 && strcmp(a[i].unit, b[i].unit) == 0 &&
               same_word(a[i].choices, b[i].choices);
    return same;
}

/* True if two laws have the same parameters and states and the same number of losses. */
static bool same_tables(const struct lt_law *a, const struct lt_law *b) {
    return same_fields(a->params, a->n_params, b->params, b->n_params) &&
           same_fields(a->state, a->n_state, b->state, b->n_state) && a->n_losses == b->n_losses;
}

/* True if the law is a composition of built-in parts only, and not one of the laws that codes have
 * as a whole under a name of their own. */
static bool is_unnamed_composition(const struct lt_law *law) {
    bool other = law->parts && !lt_composition_is_own(law);
    for (size_t i = 0; i < N_KNOWN; i++)
        other &= strcmp(law->name, known[i].law) != 0;
    return other;
}

/* True if the law has the name of a simulator's law in formulas, with all of its parameters and no
 * others. */
static bool is_in_formulas(const struct lt_law *law) {
    bool is = false;
    for (size_t i = 0; i < sizeof in_formulas / sizeof *in_formulas; i++) {
        size_t count = 1;
        for (const char *c = in_formulas[i].params; *c; c++)
            count += *c == ' ';
        bool all = strcmp(law->name, in_formulas[i].law) == 0 && law->n_params == count;
        for (size_t k = 0; all && k < law->n_params; k++)
            all = lt_deck_parts_has(in_formulas[i].params, law->params[k].name);
        is |= all;
    }
    return is;
}

/* The law known here that has the parameters of the program's law, and in *KIND how a code's lines
 * are written from it; NULL: there is none. */
const struct lt_law *lt_deck_law_known(const struct lt_program *program, enum lt_deck_kind *kind) {
    const struct lt_law *own = program->codelaw ? program->codelaw->own : NULL;
    const struct lt_law *law = own ? own : program->law, *whole = law->whole ? law->whole : law;
    *kind = LT_DECK_PARTS;
    if (is_unnamed_composition(law))
        return law;
    *kind = LT_DECK_NAMED;
    if (program->formula_law && is_in_formulas(law))
        return law;
    for (size_t i = 0; i < N_KNOWN && !program->formula_law; i++) {
        const struct lt_law *one = lt_laws_find(known[i].law);
        *kind = known[i].kind;
        if (one == whole)
            return law;
        if (!own && same_tables(law, one))
            return one;
    }
    *kind = LT_DECK_UNKNOWN;
    return NULL;
}

/* Prepares DRIVE to evaluate the law of a set-up with its parameters and derived numbers. */
static void drive_by_setup(struct lt_drive *drive, const struct lt_setup *setup) {
    const struct lt_law *law = setup->program->law;
    lt_drive_begin(drive, law, 0, setup->arena);
    memcpy(drive->params, setup->values + setup->program->names->params,
           law->n_params * sizeof *drive->params);
    memcpy(drive->derived, setup->derived, law->n_derived * sizeof *drive->derived);
}

/* True if the laws of two set-ups give the same forces and moments within 1e-9 of their peaks,
 * which is above rounding, and finite ones, on one path: all six displacements oscillate with
 * different frequencies, so that the contact opens and closes, sticks and slips, rolls and twists
 * both ways. */
static bool same_answers(const struct lt_setup *a, const struct lt_setup *b) {
    static const double turns[LT_DOFS] = {5, 11, 7, 3, 13, 17};
    struct lt_drive drive[2];
    struct lt_drive_step step[2] = {{.dt = a->dt}, {.dt = a->dt}};
    double reach = 1e-4 * a->pair.r_eff, peak[LT_DOFS] = {0}, off[LT_DOFS] = {0};
    bool same = true;
    drive_by_setup(&drive[0], a);
    drive_by_setup(&drive[1], b);
    for (int k = 0; k < STEPS; k++) {
        /* Velocities of oscillations with the amplitude REACH (m), or 1e-4 rad for rotations;
         * turns[i] periods in STEPS steps. */
        double v[LT_DOFS];
        for (int i = 0; i < LT_DOFS; i++) {
            double w = 2 * M_PI * turns[i] / STEPS;
            v[i] = reach * w * cos(w * k) / a->dt / (i < 3 ? 1 : a->pair.r_eff);
        }
        for (int i = 0; i < 2; i++) {
            step[i] = lt_drive_next(&step[i], v, a->dt);
            lt_drive_evaluate(&drive[i], &step[i], drive[i].state, drive[i].losses);
        }
        for (int i = 0; i < LT_DOFS; i++) {
            peak[i] = fmax(peak[i], fabs(step[1].f[i]));
            off[i] = fmax(off[i], fabs(step[0].f[i] - step[1].f[i]));
            same &= isfinite(step[0].f[i]);
        }
    }
    for (int i = 0; i < LT_DOFS; i++)
        same &= off[i] <= 1e-9 * peak[i];
    return same;
}

/* True if the law of a set-up is the law ONE, or gives the same forces with the same parameters;
 * false also if ONE cannot be set up with them. */
bool lt_deck_law_is(const struct lt_setup *setup, const struct lt_override *overrides,
                    size_t n_overrides, const struct lt_law *one) {
    struct lt_program other = *setup->program;
    struct lt_setup its;
    if (other.law == one)
        return true;
    other.law = one;
    return lt_setup_make(&its, &other, overrides, n_overrides, setup->exact, setup->expr,
                         setup->arena) &&
           same_answers(setup, &its);
}

/* Drives the law and FORCE, a function of gap UN (m) and speed VN (m/s), through five oscillations
 * of amplitude REACH (m) with modulated speed. True if the normal forces (N) are finite and equal
 * within 1e-9 of the peak, which is above rounding. */
bool lt_deck_law_gives(const struct lt_deck *deck, double reach,
                       double force(const struct lt_deck *deck, double un, double vn)) {
    const struct lt_setup *setup = deck->made.setup;
    struct lt_drive drive;
    struct lt_drive_step step = {.dt = setup->dt};
    double peak = 0, off = 0;
    bool finite = true;
    drive_by_setup(&drive, setup);
    drive.derived = setup->derived; /* behind these numbers is what works out formulas */
    for (int k = 0; k < STEPS; k++) {
        const double w = 2 * M_PI * 5 / STEPS;
        const double v[LT_DOFS] = {reach * w * cos(w * k) / setup->dt * (1 + sin(7 * w * k) / 2)};
        step = lt_drive_next(&step, v, setup->dt);
        lt_drive_evaluate(&drive, &step, drive.state, drive.losses);
        const double wanted = force(deck, step.u[0], step.v[0]);
        const double found = step.f[0];
        peak = fmax(peak, fabs(wanted));
        off = fmax(off, fabs(found - wanted));
        finite &= isfinite(found);
    }
    return finite && off <= 1e-9 * peak;
}

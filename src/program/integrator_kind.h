/* SPDX-License-Identifier: GPL-3.0-or-later */
/* integrator_kind.h: the integrators of 'motion', a row each. All but exact make the same steps. At
 * each sample a kick changes the velocities, which then move the bodies to the next sample. The
 * integrators differ in how they begin and in what they record. */
#ifndef LT_INTEGRATOR_KIND_H
#define LT_INTEGRATOR_KIND_H

#include <stdbool.h>

struct lt_integrator_kind {
    /* The first kick takes a whole step, since initial velocities belong to half a step before the
     * start. Otherwise they belong to the start itself, and the first kick takes half a step. */
    bool whole_first;
    /* The kinetic energy is 1/2 v.Mv' with the velocities before and after the kick; otherwise 1/2
     * v.Mv of the recorded velocity. */
    bool across;
    /* The share of its kick that the velocity shown with a sample has: 0 shows the one half a step
     * behind it, 1/2 its own. */
    double shown;
};

/* F(ID, word, doc, members of lt_integrator_kind) */
#define LT_INTEGRATORS(F)                                                                          \
    F(LEAPFROG, "leapfrog", "rows show the velocity half a step earlier", .across = true)          \
    F(SYMPLECTIC_EULER, "symplectic-euler", "as leapfrog; the initial velocity, too, is earlier",  \
      .whole_first = true)                                                                         \
    F(VELOCITY_VERLET, "velocity-verlet", "rows show the velocity at their own time",              \
      .shown = 0.5)                                                                                \
    F(EXACT, "exact", "adaptive, events located: the limit dt -> 0", .shown = 0)

#define LT_INTEGRATOR_(ID, ...) LT_##ID,
enum lt_integrator { LT_INTEGRATORS(LT_INTEGRATOR_) LT_N_INTEGRATORS };

extern const struct lt_integrator_kind lt_integrator_kinds[];
extern const char *const lt_integrator_words[]; /* ends with NULL */

#endif

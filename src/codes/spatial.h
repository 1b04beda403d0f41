/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spatial.h: queries an external code about two bodies that move in space. The code gets their
 * positions, velocities and spins, so that arms, axes, history and the first step are its own. Its
 * axes are those of the contact at the start, and its body A stays at the origin. */
#ifndef LT_SPATIAL_H
#define LT_SPATIAL_H

#include "codes/past.h"
#include "codes/six.h"
#include "program/program.h"

/* The code's axes x y z in SPACE (bodies/space.h); MIRRORED: its body B is our A. */
void lt_spatial_home(const double *space, bool mirrored, double home[9]);

/* Puts the bodies into the step; true if bodies have been put into this step. */
void lt_spatial_put(const struct lt_six *six, const double home[9], const double *space,
                    struct lt_past_step *step);
bool lt_spatial_is(const struct lt_past_step *step);

struct lt_serve_question lt_spatial_question(const struct lt_code_pair *pair,
                                             enum lt_serve_what what,
                                             const struct lt_past_step *step, bool rest, double dt);

/* As lt_six_forces(), along the axes of the step. The moments are the torques minus the force times
 * the arms of LEVER. */
void lt_spatial_forces(const struct lt_six *six, enum lt_lever lever,
                       const struct lt_past_step *step, const struct lt_serve_answer *answer,
                       double *force);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pose.h: a question to a code put into its space by a pose, and the answer taken from there. */
#ifndef LT_POSE_H
#define LT_POSE_H

#include "registry/codelaw.h"
#include "serve/protocol.h"

/* Turn a question into the code's space, and an answer back to the pair's axes. TIME (s): since the
 * start, at the end of the step of DT (s). */
void lt_pose_put(const struct lt_codelaw_pose *pose, double time, double dt,
                 struct lt_serve_question *question);
void lt_pose_take(const struct lt_codelaw_pose *pose, double time, struct lt_serve_answer *answer);

#endif

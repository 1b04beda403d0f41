/* SPDX-License-Identifier: GPL-3.0-or-later */
/* query.c: the processes of an external code, one for each thread, and the queries to them. */
#include "base/arena.h"
#include "base/memory.h"
#include "codes/pose.h"
#include "codes/serving.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SIX = 6 }; /* degrees of freedom */

/* ---- Processes ------------------------------------------------------------------------------- */

/* The process record of this thread, which is made if there is none. After fork() the child gets
 * one of its own. */
struct lt_process *lt_query_process(struct lt_codes *codes) {
    pthread_t self = pthread_self();
    pthread_mutex_lock(&codes->lock);
    struct lt_process *p = codes->processes;
    while (p && !(pthread_equal(p->thread, self) && p->parent == getpid()))
        p = p->next;
    if (!p) {
        p = lt_memory_get(sizeof *p);
        *p = (struct lt_process){.thread = self, .parent = getpid(), .next = codes->processes};
        codes->processes = p;
    }
    pthread_mutex_unlock(&codes->lock);
    return p;
}

/* Ends the code's process and forgets its state; the record stays for the next start. */
void lt_query_end(struct lt_process *p) {
    lt_session_close(p->session);
    free(p->text);
    p->session = NULL;
    p->text = NULL;
    p->served = 0;
    free(p->measured);
    p->measured = NULL;
}

/* Replaces the text *KEPT by a copy of TEXT. */
void lt_query_keep(char **kept, const char *text) {
    size_t size = strlen(text) + 1;
    *kept = memcpy(lt_memory_resize(*kept, size), text, size);
}

/* Starts the code for this thread unless it runs already. False: WHY says why not. */
bool lt_query_start(const struct lt_codes *codes, struct lt_process *p, char *why, size_t size) {
    if (!p->session)
        p->session = lt_session_open(&codes->start, why, size);
    return p->session;
}

/* Records version, library file and digest of the code, for the provenance of results. */
static void keep_version(struct lt_codes *codes, const struct lt_process *p) {
    pthread_mutex_lock(&codes->lock);
    snprintf(codes->version, sizeof codes->version, "%s",
             codes->title ? codes->title : lt_session_version(p->session));
    snprintf(codes->file, sizeof codes->file, "%s", lt_session_file(p->session));
    snprintf(codes->sha256, sizeof codes->sha256, "%s", lt_session_sha256(p->session));
    pthread_mutex_unlock(&codes->lock);
}

/* ---- Queries --------------------------------------------------------------------------------- */

/* Sets s->mark to the place in the program of LINE of the input, at which the code failed; to the
 * law if LINE is none of the law's lines. */
static void find_mark(struct lt_served *s, int line) {
    const struct lt_codelaw *law = s->program->codelaw;
    int own = line - s->first_line;
    s->mark = s->program->law_mark;
    if (line > 0 && own >= 0 && (size_t)own < law->n_lines && law->lines[own].mark.source)
        s->mark = law->lines[own].mark;
}

/* Records the reason of a failure and its place, ends the process, and returns false. */
static bool fail_served(struct lt_served *s) {
    struct lt_process *p = s->process;
    if (p->session) {
        snprintf(s->why, sizeof s->why, "%s", lt_session_why(p->session));
        s->late = lt_session_late(p->session);
        find_mark(s, lt_session_line(p->session));
    }
    lt_query_end(p);
    return false;
}

/* Makes the version of the code known: starts its process and, as a code reports its version in its
 * log, sends an empty input. False: the code failed, as s->why says. */
bool lt_query_version(struct lt_served *s) {
    if (!lt_query_start(s->codes, s->process, s->why, sizeof s->why))
        return false;
    return *lt_session_version(s->process->session) ||
           lt_session_begin(s->process->session, "log log\n") || fail_served(s);
}

/* Sends the input of this run, after which the code is in its initial state, step 0 of the history.
 * False: the code failed, as s->why says. */
bool lt_query_begin(struct lt_served *s) {
    struct lt_process *p = s->process;
    p->served = 0;
    if (!lt_query_start(s->codes, p, s->why, sizeof s->why))
        return false;
    if (!lt_session_begin(p->session, s->text))
        return fail_served(s);
    if (!p->text || strcmp(p->text, s->text) != 0)
        lt_query_keep(&p->text, s->text);
    keep_version(s->codes, p);
    p->served = s->number;
    p->step = 0;
    return true;
}

/* True if all forces and torques are finite. At a WALL, body A, those on it are not checked, as
 * they move nothing. */
static bool is_finite(const struct lt_serve_answer *answer, bool wall) {
    double sum = 0;
    for (int i = wall ? 1 : 0; i < 2; i++)
        for (int k = 0; k < 3; k++)
            sum += answer->force[i][k] + answer->torque[i][k];
    return isfinite(sum);
}

/* True if the forces obey Newton's third law within 1e-6 of their size, which leaves room for a
 * code of single precision. Only pairs in codes of the user's own are checked, and not in an audit,
 * which measures the deviation. */
static bool is_opposite(const struct lt_served *s, const struct lt_serve_answer *answer) {
    double off = 0, most = 0;
    for (int k = 0; k < 3; k++) {
        off = fmax(off, fabs(answer->force[0][k] + answer->force[1][k]));
        most = fmax(most, fmax(fabs(answer->force[0][k]), fabs(answer->force[1][k])));
    }
    return !s->codes->title || s->six.pair.wall || s->program->codelaw->audited ||
           off <= 1e-6 * most;
}

/* Sets s->why for forces that are not finite or not opposite. */
static void report_forces(struct lt_served *s, const struct lt_serve_answer *answer) {
    const double *a = answer->force[0], *b = answer->force[1];
    const char *title = s->codes->start.title,
               *more =
                   s->six.pair.wall ? "; A is a flat wall, whose radius is infinite (code.h)" : "";
    if (is_finite(answer, s->six.pair.wall))
        snprintf(s->why, sizeof s->why,
                 "%s: it breaks Newton's third law: a force of (%.6g, %.6g, %.6g) N on A and of "
                 "(%.6g, %.6g, %.6g) N on B are not opposite",
                 title, a[0], a[1], a[2], b[0], b[1], b[2]);
    else
        snprintf(s->why, sizeof s->why, "%s: it returned a force that is not finite%s", title,
                 s->codes->title ? more : "");
}

/* Sends a question with the places moved to the pair's position in the code, and checks the answer.
 * False: s->why says why, at s->mark, and the process has ended. */
bool lt_query_send(struct lt_served *s, const struct lt_serve_question *q,
                   struct lt_serve_answer *answer) {
    struct lt_serve_question there = *q;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++)
            there.body[i].place[k] += s->six.pair.at[k];
    if (!lt_session_query(s->process->session, &there, answer))
        return fail_served(s);
    if (is_finite(answer, s->six.pair.wall) && is_opposite(s, answer))
        return true;
    report_forces(s, answer);
    s->mark = s->program->law_mark;
    lt_query_end(s->process);
    return false;
}

/* Force (N, N m) along the six degrees of freedom at the gap and time of THERE. WHAT says whether a
 * step of DT (s) with this velocity is made or only queried. False: the code failed. */
static bool force_at(struct lt_served *s, enum lt_serve_what what, const struct lt_past_step *there,
                     const double *velocity, double dt, double *force) {
    const struct lt_codelaw_pose *pose = &s->program->codelaw->pose;
    struct lt_serve_question q = lt_six_question(&s->six, what, there->un, velocity, dt);
    struct lt_serve_answer answer;
    lt_pose_put(pose, there->time, dt, &q);
    if (!lt_query_send(s, &q, &answer))
        return false;
    lt_pose_take(pose, there->time, &answer);
    lt_six_forces(&s->six, there->un, &answer, force);
    return true;
}

/* As force_at(), for two bodies in space, which move as THERE says or are at REST; WHAT, DT (s) and
 * FORCE (N, N m) are the same. */
static bool force_in_space(struct lt_served *s, enum lt_serve_what what,
                           const struct lt_past_step *there, bool rest, double dt, double *force) {
    struct lt_serve_question q = lt_spatial_question(&s->six.pair, what, there, rest, dt);
    struct lt_serve_answer answer;
    if (!lt_query_send(s, &q, &answer))
        return false;
    lt_spatial_forces(&s->six, s->program->motion.lever, there, &answer, force);
    return true;
}

/* Makes a step of the history in the code, along the six degrees of freedom or in space, and stores
 * the forces (N, N m) after it in FORCE. False: the code failed. */
static bool make_one_step(struct lt_served *s, const struct lt_past_step *step, double *force) {
    return lt_spatial_is(step) ? force_in_space(s, LT_SERVE_STEP, step, false, step->dt, force)
                               : force_at(s, LT_SERVE_STEP, step, step->velocity, step->dt, force);
}

/* Brings the code to the state after step STEP of the history; if it is elsewhere, by repeating all
 * steps from the start. False: the code failed. A code that once exceeded its time limit is not
 * queried again in this run, as it would exceed it each time. */
static bool go_to_step(struct lt_served *s, size_t step) {
    double force[LT_SIX_NUMBERS];
    const struct lt_process *p = s->process;
    if (s->late)
        return false;
    if (p->session && p->served == s->number && p->step == step)
        return true;
    if (!lt_query_begin(s))
        return false;
    struct lt_arena *arena = lt_arena_new();
    size_t count;
    const size_t *way = lt_past_way(s->past, step, &count, arena);
    bool ok = true;
    for (size_t i = 0; ok && i < count; i++)
        ok = make_one_step(s, lt_past_step(s->past, way[i]), force);
    lt_arena_free(arena);
    s->process->step = step;
    return ok;
}

/* The force at THERE without a step, N and N m. A code that cannot do that makes a step of 1e-9 s
 * at rest, after which its state counts as lost. False: the code failed. */
bool lt_query_force(struct lt_served *s, const struct lt_past_step *there, double *force) {
    static const double rest[SIX] = {0};
    bool looks = s->looks;
    enum lt_serve_what what = looks ? LT_SERVE_LOOK : LT_SERVE_STEP;
    const double dt = looks ? 0 : 1e-9;
    if (!go_to_step(s, there->before) ||
        !(lt_spatial_is(there)
              ? force_in_space(s, what, there, !looks, dt, force)
              : force_at(s, what, there, looks ? there->velocity : rest, dt, force)))
        return false;
    if (!looks)
        s->process->served = 0;
    return true;
}

/* Makes the step and adds it to the history as *NUMBER, unless the same step was the last one made;
 * FORCE gets the forces after it (N, N m). False: the code failed. */
bool lt_query_step(struct lt_served *s, const struct lt_past_step *step, size_t *number,
                   double *force) {
    if (s->last_step > 0 && memcmp(step, &s->last, sizeof *step) == 0) {
        *number = s->last_step;
        memcpy(force, s->last_force, sizeof s->last_force);
        return true;
    }
    if (!go_to_step(s, step->before) || !make_one_step(s, step, force))
        return false;
    *number = s->process->step = lt_past_add(s->past, step);
    if (*number == 0) {
        snprintf(s->why, sizeof s->why, LT_MEMORY_LACKS " to keep the path of so many steps");
        return false;
    }
    s->last = *step;
    s->last_step = *number;
    memcpy(s->last_force, force, sizeof s->last_force);
    return true;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arms.c: measures an external law before a run: at which arm it evaluates slip, and whether a
 * query without a step leaves a trace in its memory. */
#include "base/text.h"
#include "codes/serving.h"

#include <string.h>

/* Radius of the smaller sphere of the pair, m; a wall does not count. */
static double smaller_radius(const struct lt_code_pair *pair) {
    return fmin(pair->radius[1], pair->wall ? INFINITY : pair->radius[0]);
}

/* Sets *FORCE to the tangential force on body 1 (N) when BODY (0 or 1) alone translates, or spins
 * if SPINS, in one step of 1 s into the given OVERLAP (m), its surface by 1e-6 of the overlap.
 * False: the code did not answer. */
static bool drag_of(struct lt_served *s, double overlap, int body, bool spins, double *force) {
    double speed = 1e-6 * overlap;
    struct lt_serve_question q = lt_six_alone(&s->six, -overlap, body, spins, speed, 1);
    struct lt_serve_answer answer;
    if (!lt_query_begin(s) || !lt_query_send(s, &q, &answer))
        return false;
    *force = answer.force[1][2];
    s->process->served = 0;
    return true;
}

/* Radius minus slip arm in units of the overlap, usually 0 or 1/2. BY_SPIN and BY_CENTRE are the
 * tangential forces (N) when the body spins and when its centre moves; values within 1e-4 of a
 * multiple of 1/2 are rounded to it, values beyond 2 are noise and become 0. */
static double arm_shortfall(double by_spin, double by_centre, double radius, double overlap) {
    double less = (1 - fabs(by_spin / by_centre)) * radius / overlap;
    if (!isfinite(less) || fabs(less) > 2)
        return 0;
    double half = round(2 * less) / 2;
    return fabs(less - half) < 1e-4 ? half : less;
}

/* True if both pairs have the same shapes and radii, so that arms measured for one hold for the
 * other. */
static bool is_measured_pair(const struct lt_code_pair *a, const struct lt_code_pair *b) {
    return a->wall == b->wall && a->radius[0] == b->radius[0] && a->radius[1] == b->radius[1];
}

/* Joins the texts of all lines of the law, without their numbers: the arms depend on the kind of
 * law, not on its parameters. */
static const char *words_of_lines(const struct lt_served *s) {
    const struct lt_codelaw *law = s->program->codelaw;
    struct lt_text text;
    FILE *file = lt_text_begin(&text);
    for (size_t i = 0; i < law->n_lines; i++)
        for (size_t k = 0; k < law->lines[i].count; k++)
            fputs(law->lines[i].parts[k].text, file);
    return lt_text_keep(&text, s->arena);
}

/* Measures how much shorter than its radius each body's slip arm is, in overlaps (six.less). Two
 * equal spheres share a rotation equally, so their arms need not be measured. False: the code did
 * not answer. */
static bool find_arms(struct lt_served *s) {
    const struct lt_code_pair *pair = &s->six.pair;
    double overlap = 1e-3 * smaller_radius(pair), by_centre, by_spin;
    s->six.less[0] = s->six.less[1] = 0;
    if (!pair->wall && pair->radius[0] == pair->radius[1])
        return true;
    if (!drag_of(s, overlap, 1, false, &by_centre))
        return false;
    for (int body = pair->wall ? 1 : 0; body < 2; body++) {
        if (!drag_of(s, overlap, body, true, &by_spin))
            return false;
        s->six.less[body] = arm_shortfall(by_spin, by_centre, pair->radius[body], overlap);
    }
    return true;
}

/* Sets FORCES to the normal and the shear force on body 1 (N) at PLACE, a gap in radii of the
 * smaller sphere. WHAT chooses a step of 1 s to there at 1e-6 radii per second, or a query without
 * a step. False: the code did not answer. */
static bool place_forces(struct lt_served *s, enum lt_serve_what what, double place,
                         double *forces) {
    double radius = smaller_radius(&s->six.pair), dt = what == LT_SERVE_LOOK ? 0 : 1;
    const double velocity[6] = {-1e-6 * radius, 0, 1e-6 * radius};
    struct lt_serve_question q = lt_six_question(&s->six, what, place * radius, velocity, dt);
    struct lt_serve_answer answer = {0};
    bool ok = lt_query_send(s, &q, &answer);
    forces[0] = answer.force[1][0];
    forces[1] = answer.force[1][2];
    return ok;
}

enum { STEPS = 3 }; /* of a test for side effects */

/* Forces (N: normal, shear) of three steps: at a small gap, then twice at one overlap. With LOOKED
 * each step follows a query at a larger overlap. False: the code did not answer. */
static bool forces_after(struct lt_served *s, bool looked, double forces[STEPS][2]) {
    static const double places[STEPS] = {1e-6, -0.005, -0.005};
    double seen[2];
    bool ok = lt_query_begin(s);
    s->process->served = 0;
    for (int i = 0; ok && i < STEPS; i++)
        ok = (!looked || place_forces(s, LT_SERVE_LOOK, -0.01, seen)) &&
             place_forces(s, LT_SERVE_STEP, places[i], forces[i]);
    return ok;
}

/* Sets s->looks to true if a query without a step leaves the law's memory unchanged: three steps
 * give the same forces, within 1e-12 of the last normal force, with and without queries between
 * them. Some laws remember the largest overlap or the touch of a mere query; some take another
 * dashpot with each set-up. False: the code did not answer. */
static bool measure_side_effects(struct lt_served *s) {
    double plain[STEPS][2], after[STEPS][2];
    s->looks = false;
    if (!s->codes->code->looks && !lt_session_looks(s->process->session))
        return true;
    if (!forces_after(s, false, plain) || !forces_after(s, true, after))
        return false;
    s->looks = true;
    for (int i = 0; i < STEPS; i++)
        for (int k = 0; k < 2; k++)
            s->looks &= fabs(after[i][k] - plain[i][k]) <= 1e-12 * fabs(plain[STEPS - 1][0]);
    return true;
}

/* Measures arms and side effects of queries for a law in a code, or takes them from the last
 * measurement if law and pair are the same. False: the code did not answer. */
bool lt_arms_measure(struct lt_served *s) {
    const struct lt_code_pair *pair = &s->six.pair;
    struct lt_process *p = s->process;
    const char *words = words_of_lines(s);
    if (p->measured && strcmp(p->measured, words) == 0 && is_measured_pair(&p->of, pair)) {
        memcpy(s->six.less, p->less, sizeof p->less);
        s->looks = p->looks;
        return true;
    }
    if (!find_arms(s) || !measure_side_effects(s))
        return false;
    memcpy(p->less, s->six.less, sizeof p->less);
    p->looks = s->looks;
    lt_query_keep(&p->measured, words);
    p->of = *pair;
    return true;
}

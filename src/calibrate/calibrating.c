/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "calibrate/calibrating.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

/* Writes why nothing was found into found->message, in place of any doubt. Always returns false, so
 * that callers can return it. */
bool lt_calibrate_refuse(struct lt_calibration *found, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(found->message, sizeof found->message, format, args);
    va_end(args);
    found->doubt[0] = '\0';
    return false;
}

/* A typical magnitude of unknown J, in its unit: its present value, else a tenth of its upper
 * bound, else 1. */
double lt_calibrate_typical(const struct lt_search *search, size_t j) {
    const double *range = search->found->unknowns[j].range, x = fabs(search->x[j]);
    if (x > 0 && isfinite(x))
        return x;
    return isfinite(range[1]) && range[1] > 0 ? 0.1 * range[1] : 1;
}

/* The magnitude to which errors of a target are relative: the target, or a thousandth of the range
 * of results if the target is 0; NAN if that range is not known. */
double lt_calibrate_scale(const struct lt_aim *aim) {
    return aim->wanted != 0 ? fabs(aim->wanted) : 1e-3 * (aim->reachable[1] - aim->reachable[0]);
}

/* Returns true if the result Y meets the target within the tolerance. *EXCESS: its relative error,
 * to compare with lt_calibrate_slack(). */
bool lt_calibrate_is_met(const struct lt_aim *aim, double y, double *excess) {
    const double scale = lt_calibrate_scale(aim);
    const double off = fabs(y - aim->wanted);
    /* The scatter between runs does not shrink as a target goes to zero. So the range of results is
     * the scale, ten times wider for the excess. */
    *excess = off == 0 ? 0 : off / (aim->wanted != 0 ? scale : 10 * scale);
    return off == 0 || off <= LT_CALIBRATE_TOLERANCE * scale; /* the scale may not be known */
}

/* The relative error that is accepted where results jump: 2e-3 for an external code, whose contacts
 * end in whole steps, else ten times the tolerance. */
double lt_calibrate_slack(const struct lt_search *search) {
    return search->trial.program.host ? 2e-3 : 10 * LT_CALIBRATE_TOLERANCE;
}

/* Notes in found->doubt the error of the result Y of target I, and the reason WHY, if it misses the
 * tolerance. */
void lt_calibrate_doubt(struct lt_calibration *found, size_t i, double y, const char *why) {
    const struct lt_aim *aim = &found->aims[i];
    double excess;
    if (!lt_calibrate_is_met(aim, y, &excess))
        snprintf(found->doubt, sizeof found->doubt, "%s to about %.1g: %s", aim->target->name,
                 fabs(y - aim->wanted), why);
}

/* Energy dissipated by slip in the last run, J; 0 if the law has no such loss. */
double lt_calibrate_slip_energy(const struct lt_search *search) {
    const struct lt_program *program = &search->trial.program;
    struct lt_names names = lt_names_in(program->names, LT_SCOPE_END);
    const struct lt_name *slip = lt_names_find(&names, "E_slip");
    return slip ? search->trial.values[slip->slot] : 0;
}

/* Returns true for the tangential coefficients of restitution, of the contact point and of the
 * centres. */
bool lt_calibrate_is_tangential(const struct lt_name *result) {
    return result->slot == LT_R_E_T || result->slot == LT_R_E_T_CENTRE;
}

/* Returns true if NAME is a setting of discrete steps, such as dt or the entry phase, on which no
 * run in the limit of short steps depends. */
bool lt_calibrate_of_steps(const struct lt_program *program, const struct lt_name *name) {
    const struct lt_motion *motion = &program->motion;
    return name->kind == LT_NAME_NUMBER &&
           (motion->phase.slot == name->slot || motion->smooth.slot == name->slot ||
            motion->damping.slot == name->slot || motion->places.at.slot == name->slot ||
            (motion->dt && motion->dt->slot == name->slot));
}

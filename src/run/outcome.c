/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/outcome.h"

#include <string.h>

/* Begins the results of a run: those that need a contact, or a tangential impact, are NAN until
 * there is one. */
void lt_outcome_begin(struct lt_outcome *outcome, const struct lt_setup *setup) {
    (void)setup;
    *outcome = (struct lt_outcome){.touch = {NAN, NAN}, .ends = {NAN, NAN}};
    double *values = setup->values;
    values[LT_R_E_T] = values[LT_R_E_T_CENTRE] = values[LT_R_T_FORCE] = NAN;
    for (size_t slot = LT_R_E_N_LOW; slot <= LT_R_E_T_MEAN; slot++)
        values[slot] = NAN;
}

/* True if the first contact is under way. The sample in which it begins does not count, since it
 * may end the stage that led to it. */
static bool is_under_way(const struct lt_outcome *outcome, const struct lt_setup *setup) {
    return outcome->had_contact && !outcome->lost && setup->values[LT_T] > outcome->t_made;
}

/* True if the normal motion was imposed during the first contact, which is no impact then. */
static bool is_driven(const struct lt_outcome *outcome, const struct lt_setup *setup) {
    return outcome->driven || (outcome->held && is_under_way(outcome, setup));
}

/* True if the tangential motion was imposed during the first contact, so that e_t has no
 * meaning. */
static bool is_driven_t(const struct lt_outcome *outcome, const struct lt_setup *setup) {
    return outcome->driven_t || (outcome->held_t && is_under_way(outcome, setup));
}

/* Notes what the new stage imposes, and begins its bounces anew. */
void lt_outcome_stage(struct lt_outcome *outcome, struct lt_setup *setup,
                      const struct lt_loading *loading) {
    outcome->stage_contact = outcome->active;
    outcome->deepest = fmax(outcome->deepest, -setup->values[LT_UN]);
    outcome->driven = is_driven(outcome, setup);
    outcome->driven_t = is_driven_t(outcome, setup);
    outcome->balanced = loading->inertia.balanced[0];
    outcome->held = loading->inertia.imposed[0] || loading->inertia.balanced[0];
    outcome->held_t = loading->inertia.imposed[1] || loading->inertia.imposed[2];
    for (int i = 0; i < 2; i++)
        outcome->turned[i] |= !strchr(".f", loading->stage->whats[4 + i]);
    setup->values[LT_STAGE_BOUNCES] = 0;
    setup->values[LT_BROKEN] = setup->values[LT_REBOUND] = 0;
}

/* Writes to VS and VT the tangential velocity of the centres, m/s, if the contact point has V.
 * In addition to the relative rotation both bodies turn with A's initial spin, or with B's if B
 * cannot turn, unless a stage has set the rotation. */
static void centre_velocities(const struct lt_outcome *outcome, const struct lt_setup *setup,
                              const double *v, double *vs, double *vt) {
    const struct lt_body *a = &setup->pair.a, *b = &setup->pair.b;
    const bool of_b[2] = {isfinite(b->inertia[1]), isfinite(b->inertia[2])};
    double drag[2];
    for (int i = 0; i < 2; i++) {
        const double both = outcome->turned[i] ? 0 : setup->spin[of_b[i] ? 0 : 1][i];
        drag[i] = (of_b[i] ? b->radius : -a->radius) * v[4 + i] + (a->radius + b->radius) * both;
    }
    *vs = v[1] + drag[1];
    *vt = v[2] - drag[0];
}

/* Square of a speed that is only rounding error of the impact's, m^2/s^2. */
static double noise_square(const struct lt_outcome *outcome) {
    const double *v = outcome->v_before;
    static const double square = 1e-26; /* of 1e-13, some hundred roundings of the speed */
    return square * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/* Frame bodies: copies the velocity of B's centre relative to A's, m/s, and the normal, in x,
 * y, z. */
static void copy_centres(const struct lt_setup *setup, double *velocity, double *normal) {
    const double *values = setup->values;
    for (int i = 0; i < 3; i++) {
        velocity[i] = values[LT_VXB + i] - values[LT_VXA + i];
        normal[i] = values[LT_NX + i];
    }
}

/* As e_t_centre in frame bodies: the ratio in the plane that the contact had when it was made,
 * from the components of both velocities in it. */
static double e_t_centre_in_space(const struct lt_outcome *outcome, const struct lt_setup *setup) {
    double after[3], ignored[3], n0 = 0, n1 = 0, both = 0, square = 0;
    const double *before = outcome->centres, *n = outcome->normal;
    copy_centres(setup, after, ignored);
    for (int i = 0; i < 3; i++) {
        n0 += n[i] * before[i];
        n1 += n[i] * after[i];
        both += before[i] * after[i];
        square += before[i] * before[i];
    }
    square -= n0 * n0;
    return square > noise_square(outcome) ? (both - n0 * n1) / square : NAN;
}

/* The part of the change of velocity of degree of freedom I (1 or 2) that moved the centres,
 * m/s: the impulse by both inertias of the pair, over m_eff. */
static double centre_change(const struct lt_outcome *outcome, const struct lt_setup *setup,
                            size_t i) {
    const double *v = setup->values + LT_VN, *before = outcome->v_before;
    size_t k = lt_march_other(i);
    return setup->mass.own[i] * (v[i] - before[i]) / setup->pair.m_eff +
           setup->mass.other[i] * (v[k] - before[k]) / setup->pair.m_eff;
}

/* The component of the tangential velocity of the centres after the contact along that before,
 * as a ratio; NAN without such a velocity before. The impulse, mass times change of velocity,
 * accelerates the centres by 1/m_eff. */
static double e_t_centre(const struct lt_outcome *outcome, const struct lt_setup *setup) {
    if (setup->in_space)
        return e_t_centre_in_space(outcome, setup);
    double s0, t0, ds = centre_change(outcome, setup, 1), dt = centre_change(outcome, setup, 2);
    centre_velocities(outcome, setup, outcome->v_before, &s0, &t0);
    double square = s0 * s0 + t0 * t0;
    return square > noise_square(outcome) ? 1 + (ds * s0 + dt * t0) / square : NAN;
}

/* Sets the results of the first contact, which ends with the velocities in values[]: e_n = -vn
 * after / vn before; e_t, by which the tangential velocity before is reversed; t_contact, s.
 * e_t is NAN without a tangential velocity before. */
static void note_rebound(struct lt_outcome *outcome, struct lt_setup *setup) {
    double *values = setup->values;
    const double *v0 = outcome->v_before, *v1 = values + LT_VN;
    outcome->driven |= outcome->held;
    outcome->driven_t |= outcome->held_t;
    values[LT_R_E_N] = v0[0] != 0 ? -v1[0] / v0[0] : 0;
    double square = v0[1] * v0[1] + v0[2] * v0[2];
    values[LT_R_E_T] =
        square > noise_square(outcome) ? -(v1[1] * v0[1] + v1[2] * v0[2]) / square : NAN;
    values[LT_R_E_T_CENTRE] = outcome->driven_t ? NAN : e_t_centre(outcome, setup);
    values[LT_R_T_CONTACT] = values[LT_T] - outcome->t_made;
}

/* Sets t_force, s: the time from the begin of the contact to the end of its compressive force. */
static void note_release(struct lt_outcome *outcome, struct lt_setup *setup) {
    outcome->released = true;
    setup->values[LT_R_T_FORCE] = setup->values[LT_T] - outcome->t_made;
}

/* The compressive normal force, N: fn with the other sign, negative in tension. Under a
 * balanced load a force that is only rounding of the balance counts as 0. */
double lt_outcome_compression(const struct lt_outcome *outcome, const double *values) {
    static const double rounding =
        1e-11; /* relative: so small a force is rounding of the balance */
    const double press = 0 - values[LT_FN];
    return fabs(press) <= rounding * outcome->dashpot_max ? 0 : press;
}

/* Updates the largest overlap (m) and forces (N) of the first contact, and notes the end of
 * compression: the first sample without a compressive force after one. */
static void update_peaks(struct lt_outcome *outcome, struct lt_setup *setup) {
    double *values = setup->values;
    values[LT_R_OVERLAP_MAX] = fmax(values[LT_R_OVERLAP_MAX], -values[LT_UN]);
    const double press = lt_outcome_compression(outcome, values);
    values[LT_R_FN_MAX] = fmax(values[LT_R_FN_MAX], press);
    double square = values[LT_FS] * values[LT_FS] + values[LT_FT] * values[LT_FT];
    outcome->ft_square = fmax(outcome->ft_square, square);
    values[LT_R_FT_MAX] = sqrt(outcome->ft_square);
    if (!outcome->released && values[LT_R_FN_MAX] > 0 && !(press > 0))
        note_release(outcome, setup);
}

/* Counts a bounce where vn changes its sign while the contact lasts, in the run and in the
 * stage. */
static void count_bounces(struct lt_outcome *outcome, double *values) {
    double vn = values[LT_VN];
    int sign = (vn > 0) - (vn < 0);
    if (sign == 0)
        return;
    if (sign == -outcome->approach && outcome->active && values[LT_CONTACT] > 0) {
        values[LT_R_BOUNCES]++;
        values[LT_STAGE_BOUNCES]++;
    }
    outcome->approach = sign;
}

/* Updates the results of a run (overlap, bounces, contact time, peaks, rebound) and its
 * conditions from the state in values[], after each step. */
void lt_outcome_sample(struct lt_outcome *outcome, struct lt_setup *setup) {
    double *values = setup->values;
    bool active = values[LT_CONTACT] > 0;
    outcome->deepest = fmax(outcome->deepest, -values[LT_UN]);
    count_bounces(outcome, values);
    /* The contact is made: velocities before it are those of e_n and e_t, if it is the first. */
    if (active && !outcome->active) {
        outcome->t_since = values[LT_T];
        outcome->stage_contact = true;
        if (!outcome->had_contact) {
            outcome->t_made = values[LT_T];
            memcpy(outcome->v_before, values + LT_VN, sizeof outcome->v_before);
            outcome->touch[0] = outcome->t_made > 0 ? setup->contact.reach - values[LT_UN] : NAN;
            outcome->touch[1] = -values[LT_VN];
            outcome->ends[0] = outcome->inside ? values[LT_UN] : setup->contact.reach;
            copy_centres(setup, outcome->centres, outcome->normal);
        }
        outcome->had_contact = true;
    }
    /* Largest viscous force, N, under a balanced load: the scale of the rounding of that balance.
     */
    outcome->dashpot_max = outcome->balanced ? fmax(outcome->dashpot_max, fabs(values[LT_VFN])) : 0;
    /* Largest tension, N, as a positive number; 0 - x gives 0 instead of -0. */
    values[LT_R_PULL_MAX] =
        fmax(values[LT_R_PULL_MAX], 0 - lt_outcome_compression(outcome, values));
    if (outcome->had_contact && !outcome->lost)
        update_peaks(outcome, setup);
    /* The contact ends in this sample; the first time its results become final. */
    outcome->parted = !active && outcome->active;
    if (outcome->parted && !outcome->lost) {
        outcome->lost = true;
        outcome->ends[1] = values[LT_UN];
        note_rebound(outcome, setup);
    }
    outcome->active = active;
    /* Conditions of until: 1 or 0. */
    values[LT_BROKEN] = outcome->stage_contact && !active;
    values[LT_REBOUND] = values[LT_BROKEN] > 0 || values[LT_STAGE_BOUNCES] >= 2;
    values[LT_C_TIME] = outcome->had_contact ? values[LT_T] - outcome->t_since : 0;
}

/* ---- Results without a meaning --------------------------------------------------------------- */

/* True if there was a contact with any effect. Surfaces that only touch as they begin to separate
 * have none. */
static bool had_contact_forces(const struct lt_outcome *outcome, const struct lt_setup *setup) {
    const double *values = setup->values;
    bool acted = values[LT_R_OVERLAP_MAX] > 0 || values[LT_R_FN_MAX] > 0 ||
                 values[LT_R_FT_MAX] > 0 || values[LT_R_PULL_MAX] > 0;
    bool touched = outcome->lost && !(outcome->v_before[0] < 0) && !acted;
    return outcome->had_contact && !touched;
}

/* Why there is no e_n, as a sentence for messages; NULL: there is one. */
static const char *no_impact(const struct lt_outcome *outcome, const struct lt_setup *setup) {
    if (!(outcome->v_before[0] < 0))
        return "the particles did not approach each other when the contact was made";
    return is_driven(outcome, setup) ? "no impact: the normal motion was imposed in the contact"
                                     : NULL;
}

/* Why there is no e_t, as a sentence for messages; NULL: there is one. */
static const char *no_tangential_impact(const struct lt_outcome *outcome,
                                        const struct lt_setup *setup) {
    if (!outcome->lost)
        return "the contact has not separated";
    if (is_driven_t(outcome, setup))
        return "the tangential motion was imposed";
    return no_impact(outcome, setup);
}

/* Returns why the result in SLOT has no meaning in this run, as a sentence for messages; NULL:
 * it has one. */
const char *lt_outcome_why_absent(const struct lt_outcome *outcome, const struct lt_setup *setup,
                                  size_t slot) {
    if (slot >= LT_R_E_N_LOW && slot <= LT_R_E_T_MEAN)
        return outcome->no_band;
    if (slot < LT_R_E_N || slot > LT_R_PULL_MAX)
        return NULL;
    if (!had_contact_forces(outcome, setup))
        return "no contact was made";
    switch (slot) {
    case LT_R_E_N:
        return no_impact(outcome, setup);
    case LT_R_T_CONTACT:
        return outcome->lost ? NULL : "the contact has not separated";
    case LT_R_T_FORCE:
        return outcome->released                ? NULL
               : setup->values[LT_R_FN_MAX] > 0 ? "the force is compressive to the end"
                                                : "the force was never compressive";
    case LT_R_E_T:
    case LT_R_E_T_CENTRE:
        if (no_tangential_impact(outcome, setup))
            return no_tangential_impact(outcome, setup);
        return isnan(setup->values[slot]) ? "there was no tangential velocity" : NULL;
    default:
        return NULL;
    }
}

/* Sets the results to NAN that have no meaning in this run. All are decided first, since the
 * decision about one reads others. */
void lt_outcome_settle(const struct lt_outcome *outcome, struct lt_setup *setup) {
    bool absent[LT_R_PULL_MAX - LT_R_E_N + 1];
    for (size_t slot = LT_R_E_N; slot <= LT_R_PULL_MAX; slot++)
        absent[slot - LT_R_E_N] = lt_outcome_why_absent(outcome, setup, slot);
    for (size_t slot = LT_R_E_N; slot <= LT_R_PULL_MAX; slot++)
        if (absent[slot - LT_R_E_N])
            setup->values[slot] = NAN;
}

/* The energy, J, that the run exchanges: given at first, moved by loads (THROUGHPUT), and
 * released by forces whose stored energy becomes negative. */
double lt_outcome_energy(const struct lt_outcome *outcome, double throughput) {
    return outcome->given + throughput - outcome->least;
}

/* The largest energy residual as a fraction of the energy that the run exchanges. A residual of
 * a run that exchanges no energy counts as 1. */
double lt_outcome_residual(const struct lt_outcome *outcome, double throughput) {
    double all = lt_outcome_energy(outcome, throughput);
    return all > 0 ? outcome->worst / fmax(all, lt_outcome_energy_floor) : outcome->worst > 0;
}

/* Updates the largest residual and the least stored energy, J, with those of this sample, and
 * the result residual. */
void lt_outcome_balance(struct lt_outcome *outcome, struct lt_setup *setup) {
    double *values = setup->values;
    outcome->worst = fmax(outcome->worst, fabs(values[LT_E_RESIDUAL]));
    outcome->least = fmin(outcome->least, values[LT_E_STRAIN]);
    values[LT_R_RESIDUAL] = lt_outcome_residual(outcome, values[LT_WORK_THROUGHPUT]);
}

/* Fractions of the energy that the run exchanges. A surplus is reported above 1 %. An ordinary step
 * explains up to 4 % of it: E_cross of a contact that opens or closes within a step is at most
 * (dt/t_crit)^2 of the kinetic energy, 4 % if dt is a fifth of t_crit. */
static const double reported_share = 0.01, explained_share = 0.04;

/* Notes in outcome->created, as a fraction of the exchanged energy, how much energy the run has
 * created; START: its energy at first, J. The surplus beyond what an ordinary step explains
 * counts as created. It may be hidden, if a loss took it again: then the residual shows it. */
void lt_outcome_judge(struct lt_outcome *outcome, const struct lt_setup *setup, double start) {
    const double *values = setup->values;
    const bool served = setup->served; /* a code does not report stored energy; apart it is 0 */
    if (served && (values[LT_CONTACT] > 0 || isnan(outcome->touch[0])))
        return;
    /* Excess, J: kinetic and stored energy beyond what was there and what loads have added. */
    const double budget = start + values[LT_E_WORK] - (served ? 0 : values[LT_E_SET]);
    const double excess = values[LT_E_KINETIC] + (served ? 0 : values[LT_E_STRAIN]) - budget;
    const double all =
        fmax(lt_outcome_energy(outcome, values[LT_WORK_THROUGHPUT]), lt_outcome_energy_floor);
    const double cross = served ? 0 : values[LT_E_CROSS], residual = values[LT_E_RESIDUAL];
    const double gained = served ? INFINITY : -cross - residual; /* a code does not report it */
    const double explained = fmin(gained, explained_share * all);
    const bool visible = excess > reported_share * all && excess > explained + 1e-6 * all;
    const bool hidden = -residual > explained_share * all; /* losses took it again */
    const double most = fmax(visible ? excess : 0, hidden ? -residual : 0);
    if (!(most > outcome->created.share * all) || !isfinite(most))
        return;
    /* What remains of the excess beside these accounts is a negative loss. */
    const double defect = served ? 0 : values[LT_E_DEFECT];
    outcome->created = (struct lt_created){
        most / all, !visible, cross, residual, defect, -excess - cross - residual - defect};
}

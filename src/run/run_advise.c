/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_advise.c: warnings of what makes the results of a run unreliable. */
#include "base/choice.h"
#include "registry/laws.h"
#include "registry/roles.h"
#include "run/running.h"
#include "setup/stiffest.h"

#include <math.h>
#include <stdio.h>

/* True if the run may have reached a stiffer state than t_crit is computed for: motion is imposed,
 * a later stage goes deeper, properties are set. A deeper overlap alone is no evidence: too long
 * steps overshoot. MET: largest overlap, m. */
static bool may_be_stiffer(struct lt_running *run, double met) {
    struct lt_setup *setup = &run->setup;
    const struct lt_program *program = setup->program;
    bool sets = false;
    for (size_t i = 0; i < program->n_stages; i++)
        for (size_t k = 0; k < program->stages[i].n_done; k++)
            sets |= program->stages[i].done[k].kind == LT_SET;
    const bool alone = program->n_stages == 1 && lt_stiffest_is_foreseen(setup);
    return sets || (!alone && met > setup->deepest);
}

/* Marks the results as unreliable, for the reason of the last warning. */
static void mark_unsound(struct lt_running *run) {
    struct lt_result *result = run->result;
    if (!result->unsound && result->n_warnings > 0)
        result->unsound = result->warnings[result->n_warnings - 1];
}

/* Warns if motion.dt (s) exceeds the relaxation time of the law, or the critical step: at the
 * overlap that t_crit is computed for, if the run came there, and at the largest overlap (m)
 * that it reached. Otherwise it warns if dt exceeds the critical step of a packing of such
 * contacts. A degree of freedom that never moves cannot be unstable and is left out. */
static void advise_step(struct lt_running *run) {
    struct lt_setup *setup = &run->setup;
    const double *values = setup->values, dt = values[LT_DT];
    const double last = fmax(values[LT_R_OVERLAP_MAX], -values[LT_UN]),
                 met = fmax(run->outcome.deepest, last);
    bool came = values[LT_R_BOUNCES] > 0 || run->outcome.lost;
    unsigned moved = 0;
    if (setup->exact)
        return;
    lt_setup_times_critical(setup);
    if (dt > setup->relaxation_time)
        lt_run_record_warn(run,
                           "motion.dt = %.4g s is longer than the relaxation time of law %s in "
                           "this impact, %.4g s: its forces are not resolved",
                           dt, setup->program->law->name, setup->relaxation_time);
    /* MORE: the law may be stiffer at the overlap reached than t_crit assumes. CAME: the run
     * reached the state of t_crit. */
    const bool more = may_be_stiffer(run, met);
    came |= met > 0.98 * setup->deepest; /* under a balanced force the motion may not turn */
    if (dt <= values[LT_T_CRIT] && !more)
        return;
    /* Bit i of MOVED: degree of freedom i has a displacement or velocity. */
    for (size_t i = 0; i < LT_DOFS; i++)
        if (values[LT_UN + i] != 0 || values[LT_VN + i] != 0)
            moved |= 1U << i;
    lt_run_try(run, true);
    /* Critical steps, s: at the overlap predicted, and at the one reached. */
    const double foreseen = lt_stiffest_step(setup, setup->deepest, moved),
                 seen = more || !came ? lt_stiffest_step(setup, met, moved) : INFINITY;
    lt_run_try(run, false);
    /* One warning of instability suffices; the one about a packing follows only a stable
     * contact. */
    if (came && dt > foreseen)
        lt_run_record_warn(run, "motion.dt = %.4g s is above t_crit = %.4g s: it is unstable there",
                           dt, foreseen);
    else if (dt > seen)
        lt_run_record_warn(
            run,
            "motion.dt = %.4g s is above the critical step at the largest overlap of "
            "the run (%.4g s at %.4g m): it is unstable there",
            dt, seen, met);
    if ((came && dt > foreseen) || dt > seen) {
        mark_unsound(run);
        return;
    }
    lt_run_try(run, true);
    const double packing = setup->contacts > 0
                               ? lt_stiffest_packing(setup, fmax(setup->deepest, more ? met : 0))
                               : INFINITY;
    lt_run_try(run, false);
    if (dt > packing)
        lt_run_record_warn(
            run,
            "motion.dt = %.4g s is above the critical step of a packing of %g contacts "
            "a particle, %.4g s: this contact is stable, such a packing is not",
            dt, setup->contacts, packing);
}

/* Warns of created energy, and names the account that most of it comes from: the one with the
 * largest gain, since accounts of losses are negative then. The results are marked as
 * unreliable. */
static void advise_created(struct lt_running *run) {
    const struct lt_created *c = &run->outcome.created;
    const double most = fmax(fmax(-c->cross, -c->residual), fmax(-c->defect, -c->lost));
    const char *cause =
        run->setup.served ? "motion.dt is too long, or the law of the code creates it; a smaller "
                            "motion.dt shows which"
        : most == -c->residual && run->setup.exact
            ? "what the law stores and what it dissipates do not add up to the work (E_residual)"
        : most == -c->residual
            ? "what the law stores and what it dissipates do not add up to the work (E_residual): "
              "motion.dt is too long, or the law is wrong; a smaller motion.dt shows which"
        : most == -c->defect ? "the law creates it (E_defect): its elastic part has no potential"
        : most == -c->lost   ? "a loss of the law is negative: it drives the motion"
                           : "steps in which the contact opens, closes or slips gain it (E_cross): "
                             "motion.dt is too long";
    lt_run_record_warn(run,
                       "energy created: %s energy exceeds what was there plus "
                       "E_work by %.3g %%; %s",
                       c->hidden ? "kinetic, stored and dissipated" : "kinetic plus stored",
                       100 * c->share, cause);
    mark_unsound(run);
}

/* Warns, after a start in contact that has separated, which results are not those of an impact.
 * The energy stored at the start is named if it is above a billionth of the whole. */
static void advise_start_in_contact(struct lt_running *run) {
    const struct lt_outcome *outcome = &run->outcome;
    const bool impact = !lt_outcome_why_absent(outcome, &run->setup, LT_R_E_N);
    char where[96], stored[96] = "";
    if (!outcome->inside || !outcome->lost || outcome->driven)
        return;
    if (run->setup.contact.reach > 0)
        snprintf(where, sizeof where, "%.4g m inside the interaction range", outcome->depth);
    else
        snprintf(where, sizeof where, "with an overlap of %.4g m", outcome->depth);
    if (outcome->stored > 1e-9 * run->energy)
        snprintf(stored, sizeof stored, " and include the energy stored there (E_strain = %.4g J)",
                 outcome->stored);
    if (impact)
        lt_run_record_warn(run,
                           "the run begins in contact, %s: e_n, e_t and t_contact are not those of "
                           "an impact; they count from the start%s; without motion.gap the run "
                           "begins at first touch",
                           where, stored);
    else
        lt_run_record_warn(run, "the run begins in contact, %s: t_contact counts from the start",
                           where);
}

/* Warns if the energy balance does not close, or cannot be computed. */
static void advise_balance(struct lt_running *run) {
    const double *values = run->setup.values;
    double energy = lt_outcome_energy(&run->outcome, values[LT_WORK_THROUGHPUT]);
    if (energy > 0 && energy < lt_outcome_energy_floor)
        lt_run_record_warn(
            run,
            "the energies are below %.0e J, where numbers lose their digits: their balance "
            "is not reported",
            lt_outcome_energy_floor);
    if (run->outcome.created.share > 0)
        advise_created(run);
    else if (values[LT_R_RESIDUAL] > 0.01)
        lt_run_record_warn(
            run,
            "%.3g %% of the energy is not accounted for (E_residual): what the law stores "
            "and what it dissipates do not add up to the work%s",
            100 * values[LT_R_RESIDUAL],
            run->setup.exact || values[LT_T_C] >= 50 * values[LT_DT]
                ? ""
                : ", or the steps are too long: a smaller motion.dt shows which");
}

/* A component, or 0 if it is only rounding of the whole vector, of size WHOLE, to 1e-12 of it. */
static double round_to_zero(double component, double whole) {
    return fabs(component) > 1e-12 * fabs(whole) ? component : 0;
}

/* Warns at the start, in space, of gravity along s or t that does not act along that axis of x,
 * y, z: [x, y, z] and [n, s, t] are easily confused. The message gives the vector for the other
 * meaning. */
void lt_run_advise_gravity(struct lt_running *run) {
    const struct lt_setup *setup = &run->setup;
    const double *axes = setup->values + LT_NX;
    const double most = fmax(fabs(setup->gravity[1]), fabs(setup->gravity[2]));
    double g[3];
    for (size_t i = 0; i < 3; i++)
        g[i] = round_to_zero(setup->gravity[i], most);
    const size_t along = g[1] != 0 ? 1 : 2;
    const double size = g[along];
    if (!setup->in_space || !setup->program->motion.normal[0].given || setup->program->start ||
        g[0] != 0 || size == 0 || (g[1] != 0 && g[2] != 0) || axes[3 * along + along] > 1 - 1e-12)
        return;
    /* IS: gravity as it acts now, in x, y, z. HERE: what to write in n, s, t if x, y, z was
     * meant. */
    double is[3], here[3];
    for (size_t i = 0; i < 3; i++) {
        is[i] = round_to_zero(size * axes[3 * along + i], size);
        here[i] = round_to_zero(size * axes[3 * i + along], size);
    }
    lt_run_record_warn(
        run,
        "motion.gravity is [n, s, t]: [0, %.6g, %.6g] acts along %c, across the contact, which is "
        "[%.6g, %.6g, %.6g] in x, y, z; for [0, %.6g, %.6g] in x, y, z write "
        "gravity: [%.6g, %.6g, %.6g]",
        g[1], g[2], "nst"[along], is[0], is[1], is[2], g[1], g[2], here[0], here[1], here[2]);
}

/* A parameter of the law; NAN: the law has none of this name. */
static double param(const struct lt_running *run, const char *name) {
    const long i = lt_laws_param(run->setup.program->law, name);
    return i < 0 ? NAN : run->setup.values[run->setup.program->names->params + (size_t)i];
}

/* True if the choice KIND of the law is WORD. */
static bool has_part(const struct lt_running *run, const char *kind, const char *word) {
    const long i = lt_laws_param(run->setup.program->law, kind);
    return i >= 0 && lt_choice_number(run->setup.program->law->params[i].choices, word) ==
                         (long)param(run, kind);
}

/* Warns if a pair does not suit its theory of adhesion: by Tabor's number, cbrt(R* w^2 / (E*^2
 * z0^3)), JKR's holds above 5, DMT's below 0.1. */
static void advise_adhesion(struct lt_running *run) {
    static const double rest = 0.3e-9; /* m, distance of surfaces that touch */
    const double w = param(run, "work_adhesion"), e = param(run, "young_eff");
    const bool jkr = has_part(run, "normal", "jkr") && param(run, "schwarz") == 1;
    const bool dmt = has_part(run, "cohesion", "dmt") ||
                     (has_part(run, "normal", "jkr") && param(run, "schwarz") == 0);
    const double tabor = cbrt(run->setup.values[LT_R_EFF] * w * w / (e * e * rest * rest * rest));
    if (!(w > 0) || !(e > 0) || !((jkr && tabor < 5) || (dmt && tabor > 0.1)))
        return;
    lt_run_record_warn(
        run,
        "Tabor's number is %.3g, for surfaces that rest 0.3 nm apart: DMT's contact is "
        "for less than 0.1, JKR's for more than 5; between them see schwarz",
        tabor);
}

/* Warns of a liquid bridge whose volume is above 0.1 R^3, with R = 2 R*: its formulas are fits
 * for smaller volumes. */
static void advise_bridge(struct lt_running *run) {
    const double r = 2 * run->setup.values[LT_R_EFF];
    const double share = param(run, "bridge_volume") / (r * r * r);
    if (has_part(run, "cohesion", "bridge") && share > 0.1)
        lt_run_record_warn(run,
                           "the bridge has %.3g R^3 of liquid, R = 2 R* = %.3g m: its formulas are "
                           "for less than 0.1",
                           share, r);
}

/* Warns if E_slip and E_defect depend on the step. A shear spring that keeps its force while
 * its stiffness falls to 0 stores energy that no work supplied, until friction, fric N, limits
 * it. N falls with the overlap to the power 3/2, as in the normal parts whose contact radius
 * such springs use. At high friction all of this happens in the last step, and its share of
 * E_slip and E_defect depends on where the step ends. */
static void advise_late_slip(struct lt_running *run) {
    const double *v = run->setup.values;
    const long i = lt_roles_find(run->setup.program->law, LT_FRICTION);
    const double fric = i < 0 ? NAN : v[run->setup.program->names->params + (size_t)i];
    const double share = v[LT_R_FT_MAX] / (fric * v[LT_R_FN_MAX]);
    /* LAST: the overlap, m, at which fric N has fallen to the largest tangential force: (last /
     * max)^(3/2) = share. WAY: that of one step, m. */
    const double last = v[LT_R_OVERLAP_MAX] * cbrt(share * share), way = fabs(v[LT_VN] * v[LT_DT]);
    if (run->setup.exact || v[LT_FS] != 0 || v[LT_FT] != 0 || !(share > 0) || !(way > last) ||
        !(v[LT_E_DEFECT] < -0.01 * v[LT_WORK_THROUGHPUT]))
        return;
    lt_run_record_warn(run,
                       "E_slip and E_defect depend on dt, their sum does not: the shear spring "
                       "keeps its force until friction lets it go, in the last %.2g m of overlap, "
                       "and a step goes %.2g m; they converge for dt below %.2g s, or with "
                       "'integrator: exact'",
                       last, way, last / way * v[LT_DT]);
}

/* Adds warnings to the result of a finished run: of a step too large, a contact with too few
 * steps, events too dense to locate, a large overlap, and of adhesion, balance and late slip. */
void lt_run_advise(struct lt_running *run) {
    const double *values = run->setup.values;
    if (run->setup.odd[0])
        lt_run_record_warn(run, "%s", run->setup.odd);
    advise_step(run);
    enum { RESOLVED = 50 }; /* steps in a contact; with fewer the result depends on dt */
    const double steps = values[LT_R_T_CONTACT] / values[LT_DT];
    if (run->outcome.lost && steps < 1.5 && values[LT_R_OVERLAP_MAX] == 0)
        lt_run_record_warn(
            run, "the particles only touched: vn < 0 closes the contact, vn > 0 opens it");
    else if (!run->setup.exact && run->outcome.lost && steps < RESOLVED)
        lt_run_record_warn(run,
                           "only %.0f step%s in the contact: below 50 the result depends on dt",
                           steps, steps < 1.5 ? "" : "s");
    /* exact.across: time, s, that was crossed in short steps regardless of events. */
    if (run->exact.across > 1e-4 * run->exact.time_scale)
        lt_run_record_warn(
            run,
            "from t = %.4g s to %.4g s the law changes more often than its events can be located: "
            "%.3g s were crossed in short steps of the law, and results are accurate to %.0g here",
            run->exact.across_begin, run->exact.across_end, run->exact.across,
            1e-5 * fmax(1, run->exact.across / run->exact.time_scale));
    /* Above 5 % of the effective radius a warning says how large the overlap became. */
    double overlap = values[LT_R_OVERLAP_MAX] / values[LT_R_EFF];
    if (overlap > 0.05 && isfinite(overlap))
        lt_run_record_warn(run, "the overlap reached %.3g %% of the effective radius",
                           100 * overlap);
    advise_start_in_contact(run);
    advise_adhesion(run);
    advise_bridge(run);
    advise_balance(run);
    advise_late_slip(run);
    lt_run_limits(run);
}

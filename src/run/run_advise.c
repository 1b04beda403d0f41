/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_advise.c: what makes the results of a run worth less, said in warnings. */
#include "base/choice.h"
#include "registry/laws.h"
#include "registry/roles.h"
#include "run/running.h"
#include "setup/stiffest.h"

#include <math.h>
#include <stdio.h>

/* Whether the run may have met a stiffer state than t_crit takes into account: motion is imposed, a
 * later stage goes deeper, properties are set. A deeper overlap by itself is no sign of it: too
 * long steps overshoot. */
static bool meets_more(struct lt_running *run, double met) {
    struct lt_setup *setup = &run->setup;
    const struct lt_program *program = setup->program;
    bool sets = false;
    for (size_t i = 0; i < program->n_stages; i++)
        for (size_t k = 0; k < program->stages[i].n_done; k++)
            sets |= program->stages[i].done[k].kind == LT_SET;
    const bool alone = program->n_stages == 1 && lt_stiffest_is_foreseen(setup);
    return sets || (!alone && met > setup->deepest);
}

/* The last warning is that no result can be relied on. */
static void mark_unsound(struct lt_running *run) {
    struct lt_result *result = run->result;
    if (!result->unsound && result->n_warnings > 0)
        result->unsound = result->warnings[result->n_warnings - 1];
}

/* Compare the step with t_crit, if the run came to the state that it is of, and with the critical
 * step at the largest overlap that it met. A DoF that never moves is not unstable. */
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
    const bool more = meets_more(run, met);
    came |= met > 0.98 * setup->deepest; /* where a force is balanced, nothing turns */
    if (dt <= values[LT_T_CRIT] && !more)
        return;
    for (size_t i = 0; i < LT_DOFS; i++)
        if (values[LT_UN + i] != 0 || values[LT_VN + i] != 0)
            moved |= 1U << i;
    lt_run_try(run, true);
    const double foreseen = lt_stiffest_step(setup, setup->deepest, moved),
                 seen = more || !came ? lt_stiffest_step(setup, met, moved) : INFINITY;
    lt_run_try(run, false);
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

/* The account that most of it has come from. */
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

/* What of the results of an impact counts from a start in contact. */
static void advise_start(struct lt_running *run) {
    const struct lt_outcome *outcome = &run->outcome;
    const bool impact = !lt_outcome_lacks(outcome, &run->setup, LT_R_E_N);
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

static void advise_balance(struct lt_running *run) {
    const double *values = run->setup.values;
    double energy = lt_outcome_energy(&run->outcome, values[LT_WORK_THROUGHPUT]);
    if (energy > 0 && energy < lt_outcome_nothing)
        lt_run_record_warn(
            run,
            "the energies are below %.0e J, where numbers lose their digits: their balance "
            "is not reported",
            lt_outcome_nothing);
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
                : ", or the steps are too long to tell: a smaller motion.dt shows which");
}

static double without_rounding(double component, double whole) {
    return fabs(component) > 1e-12 * fabs(whole) ? component : 0;
}

/* Gravity across the contact alone may be meant along an axis of space, the same place in [x, y, z]
 * as in [n, s, t]. */
void lt_run_advise_gravity(struct lt_running *run) {
    const struct lt_setup *setup = &run->setup;
    const double *axes = setup->values + LT_NX;
    const double most = fmax(fabs(setup->gravity[1]), fabs(setup->gravity[2]));
    double g[3];
    for (size_t i = 0; i < 3; i++)
        g[i] = without_rounding(setup->gravity[i], most);
    const size_t along = g[1] != 0 ? 1 : 2;
    const double size = g[along];
    if (!setup->in_space || !setup->program->motion.normal[0].given || setup->program->start ||
        g[0] != 0 || size == 0 || (g[1] != 0 && g[2] != 0) || axes[3 * along + along] > 1 - 1e-12)
        return;
    double is[3], here[3];
    for (size_t i = 0; i < 3; i++) {
        is[i] = without_rounding(size * axes[3 * along + i], size);
        here[i] = without_rounding(size * axes[3 * i + along], size);
    }
    lt_run_record_warn(
        run,
        "motion.gravity is [n, s, t]: [0, %.6g, %.6g] acts along %c, across the contact, which is "
        "[%.6g, %.6g, %.6g] in x, y, z; for [0, %.6g, %.6g] in x, y, z write "
        "gravity: [%.6g, %.6g, %.6g]",
        g[1], g[2], "nst"[along], is[0], is[1], is[2], g[1], g[2], here[0], here[1], here[2]);
}

static double param_of(const struct lt_running *run, const char *name) {
    const long i = lt_laws_param(run->setup.program->law, name);
    return i < 0 ? NAN : run->setup.values[run->setup.program->names->params + (size_t)i];
}

static bool is_made_of(const struct lt_running *run, const char *kind, const char *word) {
    const long i = lt_laws_param(run->setup.program->law, kind);
    return i >= 0 && lt_choice_number(run->setup.program->law->params[i].choices, word) ==
                         (long)param_of(run, kind);
}

/* By Tabor's number a pair is nearer to JKR's contact or to DMT's. */
static void advise_adhesion(struct lt_running *run) {
    static const double rest = 0.3e-9; /* m, between surfaces that touch */
    const double w = param_of(run, "work_adhesion"), e = param_of(run, "young_eff");
    const bool jkr = is_made_of(run, "normal", "jkr") && param_of(run, "schwarz") == 1;
    const bool dmt = is_made_of(run, "cohesion", "dmt") ||
                     (is_made_of(run, "normal", "jkr") && param_of(run, "schwarz") == 0);
    const double tabor = cbrt(run->setup.values[LT_R_EFF] * w * w / (e * e * rest * rest * rest));
    if (!(w > 0) || !(e > 0) || !((jkr && tabor < 5) || (dmt && tabor > 0.1)))
        return;
    lt_run_record_warn(
        run,
        "Tabor's number is %.3g, for surfaces that rest 0.3 nm apart: DMT's contact is "
        "for less than 0.1, JKR's for more than 5; between them see schwarz",
        tabor);
}

/* The formulas of liquid bridges are fits for little liquid. */
static void advise_bridge(struct lt_running *run) {
    const double r = 2 * run->setup.values[LT_R_EFF];
    const double share = param_of(run, "bridge_volume") / (r * r * r);
    if (is_made_of(run, "cohesion", "bridge") && share > 0.1)
        lt_run_record_warn(run,
                           "the bridge has %.3g R^3 of liquid, R = 2 R* = %.3g m: its formulas are "
                           "for less than 0.1",
                           share, r);
}

/* A shear spring that keeps its force while its stiffness falls to 0 stores what nothing put in,
 * until friction, fric N, lets it go. N falls as the overlap to the power 3/2, as do those of the
 * normal parts whose radius such springs follow: at high friction all of it lies within the last
 * step, which divides it by where it happens to end. */
static void advise_let_go(struct lt_running *run) {
    const double *v = run->setup.values;
    const long i = lt_roles_find(run->setup.program->law, LT_FRICTION);
    const double fric = i < 0 ? NAN : v[run->setup.program->names->params + (size_t)i];
    const double share = v[LT_R_FT_MAX] / (fric * v[LT_R_FN_MAX]);
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

void lt_run_advise(struct lt_running *run) {
    const double *values = run->setup.values;
    if (run->setup.odd[0])
        lt_run_record_warn(run, "%s", run->setup.odd);
    advise_step(run);
    double steps = values[LT_R_T_CONTACT] / values[LT_DT];
    if (run->outcome.lost && steps < 1.5 && values[LT_R_OVERLAP_MAX] == 0)
        lt_run_record_warn(
            run, "the particles only touched: vn < 0 closes the contact, vn > 0 opens it");
    else if (!run->setup.exact && run->outcome.lost && steps < 50)
        lt_run_record_warn(run,
                           "only %.0f step%s in the contact: below 50 the result depends on dt",
                           steps, steps < 1.5 ? "" : "s");
    if (run->exact.across > 1e-4 * run->exact.time_scale)
        lt_run_record_warn(
            run,
            "from t = %.4g s to %.4g s the law changes more often than its events can be located: "
            "%.3g s were crossed in short steps of the law, and results are accurate to %.0g here",
            run->exact.across_begin, run->exact.across_end, run->exact.across,
            1e-5 * fmax(1, run->exact.across / run->exact.time_scale));
    double overlap = values[LT_R_OVERLAP_MAX] / values[LT_R_EFF];
    if (overlap > 0.05 && isfinite(overlap))
        lt_run_record_warn(run, "the overlap reached %.3g %% of the effective radius",
                           100 * overlap);
    advise_start(run);
    advise_adhesion(run);
    advise_bridge(run);
    advise_balance(run);
    advise_let_go(run);
    lt_run_limits(run);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_advise.c: what makes the results of a run worth less, said in warnings. */
#include "base/choice.h"
#include "model/laws.h"
#include "run/running.h"
#include "run/stiffest.h"

#include <math.h>

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
}

/* All that the law acts on is imposed: nothing swings, and t_c has no meaning. */
static bool is_led(const struct lt_running *run) {
    const struct lt_program *program = run->setup.program;
    for (size_t i = 0; i < LT_DOFS; i++)
        if (program->law->acts >> i & 1 && !lt_setup_times_imposed(program, i))
            return false;
    return true;
}

static void advise_balance(struct lt_running *run) {
    const double *values = run->setup.values;
    double energy = lt_outcome_energy(&run->outcome, values[LT_WORK_THROUGHPUT]);
    if (energy > 0 && energy < lt_outcome_nothing)
        lt_run_record_warn(
            run,
            "the energies are below %.0e J, where numbers lose their digits: their balance "
            "is not told",
            lt_outcome_nothing);
    bool fine = run->setup.exact || values[LT_T_C] >= 50 * values[LT_DT], led = is_led(run);
    if (!(fine || led) || !(values[LT_R_RESIDUAL] > 0.01))
        return;
    lt_run_record_warn(
        run,
        "%.3g %% of the energy is not accounted for (E_residual): what the law stores "
        "and what it dissipates do not add up to the work%s",
        100 * values[LT_R_RESIDUAL],
        fine ? "" : ", or the steps are too long to tell: a smaller motion.dt shows which");
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
    if (run->exact.plain > 1e-4 * run->exact.unit)
        lt_run_record_warn(
            run,
            "%.3g s were crossed in steps of up to a hundredth of the contact's time: "
            "the law has no limit of small steps there",
            run->exact.plain);
    double overlap = values[LT_R_OVERLAP_MAX] / values[LT_R_EFF];
    if (overlap > 0.05 && isfinite(overlap))
        lt_run_record_warn(run, "the overlap reached %.3g %% of the effective radius",
                           100 * overlap);
    advise_adhesion(run);
    advise_bridge(run);
    advise_balance(run);
}

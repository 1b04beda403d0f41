/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_advise.c: what makes the results of a run worth less, said in warnings. */
#include "run/running.h"

#include <math.h>

/* What is free but never moves is not unstable. */
static bool is_unstable(const struct lt_running *run) {
    const double *values = run->setup.values;
    for (size_t i = 0; i < LT_DOFS && !run->setup.exact; i++)
        if (values[LT_DT] > lt_setup_critical(&run->setup, i) &&
            (values[LT_UN + i] != 0 || values[LT_VN + i] != 0))
            return true;
    return false;
}

/* All that the law acts on is imposed: nothing swings, and t_c has no meaning. */
static bool is_led(const struct lt_running *run) {
    const struct lt_program *program = run->setup.program;
    for (size_t i = 0; i < LT_DOFS; i++)
        if (program->law->acts >> i & 1 && !lt_setup_imposed(program, i))
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

void lt_run_advise(struct lt_running *run) {
    const double *values = run->setup.values;
    if (run->setup.odd[0])
        lt_run_record_warn(run, "%s", run->setup.odd);
    if (is_unstable(run))
        lt_run_record_warn(run, "motion.dt = %.4g s is above t_crit = %.4g s: it is unstable there",
                           values[LT_DT], values[LT_T_CRIT]);
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
    advise_balance(run);
}

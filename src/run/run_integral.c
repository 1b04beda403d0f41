/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_integral.c: integrals over time that the program names as results, by the trapezoid rule over
 * the samples of a run in steps. run_exact.c integrates the exact solution within its steps.
 */
#include "run/running.h"

/* Evaluates the integrands from VALUES into TO, one number for each integral. Returns false if
 * a formula has no value: the run has failed. */
bool lt_run_integral_values(struct lt_running *run, const double *values, double *to) {
    const struct lt_program *program = run->setup.program;
    char why[256];
    for (size_t i = 0; i < program->n_integrals; i++)
        if (!lt_expr_number(run->setup.expr, program->integrals[i].formula, values, &to[i], why,
                            sizeof why))
            return lt_run_fail_here(run, why);
    return true;
}

/* Adds to integral I the interval up to time T (s), where its integrand is NOW, by the
 * trapezoid rule. The first sample begins the integral. A second one at the same time, after a
 * change of loads or properties, adds nothing: the next interval begins with its value. */
void lt_run_integral_add(struct lt_running *run, size_t i, double now, double t) {
    double *sum = &run->setup.values[run->setup.program->integrals[i].slot];
    *sum = isnan(*sum) ? 0 : *sum + 0.5 * (run->integrands[i] + now) * (t - run->integrated);
    run->integrands[i] = now;
}

/* Adds the interval up to this sample to all integrals, by the trapezoid rule; the exact
 * integrator adds its own. Returns false if a formula has no value: the run has failed. */
bool lt_run_integral_sample(struct lt_running *run) {
    const size_t n = run->setup.program->n_integrals;
    const double t = run->setup.values[LT_T];
    double now[n + 1];
    const bool first = run->leap.steps == 0;
    if (n == 0 || (run->setup.exact && !first))
        return true;
    if (!lt_run_integral_values(run, run->setup.values, now))
        return false;
    for (size_t i = 0; i < n; i++)
        lt_run_integral_add(run, i, now[i], t);
    run->integrated = t;
    return true;
}

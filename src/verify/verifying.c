/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "verify/verifying.h"

#include "setup/read.h"

#include <math.h>
#include <string.h>

/* Reads a stage program, one thread at a time, since programs share the unit database; SWEEPING: it
 * may have a section sweep. NULL: *WHY gives the reason. */
struct lt_program *lt_verify_read(const struct lt_verify_trial *trial,
                                  const struct lt_verify_options *options, const char *name,
                                  const char *text, bool sweeping, const char **why) {
    struct lt_errors *errors = lt_errors_new();
    pthread_mutex_lock(trial->reading);
    struct lt_program *program =
        lt_read_with(options->laws, sweeping, name, text, strlen(text), NULL, 0, errors);
    pthread_mutex_unlock(trial->reading);
    for (size_t i = 0; !program && i < errors->count; i++)
        if (errors->list[i].severity == LT_ERROR)
            *why = lt_arena_print(trial->arena, "%s", errors->list[i].text);
    lt_errors_free(errors);
    return program;
}

/* Advice on what to check in a law if the result or expectation NAME is wrong. */
const char *lt_verify_advice(const char *name) {
    static const struct {
        const char *part, *advice;
    } list[] = {
        {"energy_residual", "work does not equal stored plus lost energy: check strain, each loss, "
                            "cross and defect in step()"},
        {"E_strain", "check o->strain, and sign and size of the spring behind it"},
        {"E_dashpot", "check vfn .. vmt: they are the viscous part of fn .. mt, not all of it"},
        {"E_defect", "check o->defect, which is for an elastic part without a potential"},
        {"E_", "check the loss of that name in step(): 1/2 (f0 + f1) times the slip of the step"},
        {"e_n", "check the normal dashpot and what ends the contact (dp_mode, o->active)"},
        {"t_contact", "check the normal stiffness and what ends the contact (o->active)"},
        {"overlap_max", "check the normal stiffness, m_eff and the normal dashpot"},
        {"fn", "check the normal force: stiffness, m_eff and r_eff, sign (compression is fn < 0)"},
        {"e_t", "check the tangential spring, its limit by fric |fn|, and m_t"},
        {"mn", "check the twisting spring, its arm and its limit"},
        {"ms", "check the rolling spring, its arm and its limit"},
        {"mt", "check the rolling spring, its arm and its limit"},
        {"fs", "check the tangential spring and its limit by fric |fn|"},
        {"ft", "check the tangential spring and its limit by fric |fn|"},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
        if (strstr(name, list[i].part))
            return list[i].advice;
    return "compare the formula with step()";
}

/* Returns an ERROR relative to its BOUND; above 1 it is not met. INFINITY if the error is NAN, 0 if
 * it is 0 or negative (not applicable). */
double lt_verify_share(double error, double bound) {
    if (isnan(error))
        return INFINITY;
    return error > 0 ? error / bound : 0;
}

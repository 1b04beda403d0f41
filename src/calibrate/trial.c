/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "calibrate/trial.h"

#include "base/arena.h"
#include "run/phase.h"
#include "run/running.h"
#include "setup/setup.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The longest of the three samples from which a limit is extrapolated: t_c over this. The
 * integrator crosses each in some 20 steps; far shorter ones change what a law's memory of few
 * knots keeps. */
enum { STEPS = 100 };

/* ---- Runs ------------------------------------------------------------------------------------ */

/* Fills OVERRIDES, with room for trial->n, with the unknowns at their current values x. */
static void set_overrides(const struct lt_trial *trial, struct lt_override *overrides) {
    for (size_t j = 0; j < trial->n; j++)
        overrides[j] = (struct lt_override){trial->unknowns[j], trial->x[j]};
}

/* Results that need samples between events, and those that need turning points. */
static const size_t of_samples[] = {LT_R_FT_MAX, LT_R_STEPS, LT_R_RESIDUAL, LT_R_PULL_MAX};
static const size_t of_turns[] = {LT_R_FT_MAX,  LT_R_RESIDUAL, LT_R_OVERLAP_MAX, LT_R_FN_MAX,
                                  LT_R_BOUNCES, LT_R_PULL_MAX, LT_R_T_FORCE};
enum {
    N_OF_SAMPLES = sizeof of_samples / sizeof *of_samples,
    N_OF_TURNS = sizeof of_turns / sizeof *of_turns
};

/* Returns true if one of the trial's results is among the N SLOTS. */
static bool wants_any(const struct lt_trial *trial, const size_t *slots, size_t n) {
    for (size_t i = 0; i < trial->n; i++)
        for (size_t k = 0; k < n; k++)
            if (trial->results[i]->slot == slots[k])
                return true;
    return false;
}

/* Runs PROGRAM at trial->x with its time step times FINER: by the exact integrator, or an external
 * code as it is. Fills Y, trial->values and the findings about the run (touch, inside, endless
 * ...). Returns false if the run failed; trial->why gives the reason, and Y is NAN. */
static bool run_once(struct lt_trial *trial, const struct lt_program *program, double finer,
                     double *y) {
    struct lt_override overrides[LT_TRIAL_MAX];
    set_overrides(trial, overrides);
    const bool exact = !program->host, extremes = trial->program.n_extremes > 0;
    /* The length of a sample limits that of fixed steps. */
    const bool unsampled =
        exact && !extremes && !trial->extrapolated && !wants_any(trial, of_samples, N_OF_SAMPLES);
    const bool unturned = exact && !extremes && !wants_any(trial, of_turns, N_OF_TURNS);
    struct lt_run_options options = {.exact = exact,
                                     .unsampled = unsampled,
                                     .coarse = unsampled,
                                     .unturned = unturned,
                                     .finer = finer,
                                     .interrupted = trial->interrupted};
    lt_arena_clear(trial->scratch);
    const struct lt_result *result =
        lt_run_in(program, overrides, trial->n, &options, trial->expr, trial->scratch);
    /* A result of an external code that is unsound counts as a failure; of the exact integrator it
     * is noted. */
    const double *values = result->values;
    const char *why = result->status == LT_INTERRUPTED ? "interrupted"
                      : result->status != LT_DONE      ? result->message
                      : exact                          ? NULL
                                                       : result->unsound;
    trial->runs++;
    trial->endless = result->never_separates;
    trial->limited |= result->unfinished;
    trial->touch = result->touch[1];
    trial->inside = result->inside;
    trial->unsound = result->unsound;
    trial->plain = exact && values[LT_T] > 0 ? result->plain / values[LT_T] : 0;
    if (trial->unsound)
        snprintf(trial->doubted, sizeof trial->doubted, "%s", result->unsound);
    if (why)
        snprintf(trial->why, sizeof trial->why, "%s", why);
    else
        memcpy(trial->values, values, program->names->slots * sizeof *values);
    for (size_t i = 0; i < trial->n; i++)
        y[i] = why ? NAN : values[trial->results[i]->slot];
    return !why;
}

/* The factor, at most 1, on the program's time step that gives STEPS samples per contact time. */
static double fine_share(const struct lt_trial *trial) {
    return fmin(1, trial->values[LT_T_C] / STEPS / trial->values[LT_DT]);
}

/* Extrapolates the results, in Y, to dt -> 0 from the time step times SHARE, its half and its
 * quarter. With an error of order dt^p the two changes have the ratio r = 2^p, and the limit is the
 * last result plus its change over r - 1. p is 2, or lower where a dashpot grows like the root of a
 * small overlap; a ratio outside 1.5 to 8 counts as 4. Returns false if a run failed; trial->why
 * gives the reason. */
static bool run_limit(struct lt_trial *trial, const struct lt_program *program, double share,
                      double *y) {
    double first[LT_TRIAL_MAX], second[LT_TRIAL_MAX];
    if (!run_once(trial, program, share, first) || !run_once(trial, program, share / 2, second) ||
        !run_once(trial, program, share / 4, y))
        return false;
    for (size_t i = 0; i < trial->n; i++) {
        double ratio = (second[i] - first[i]) / (y[i] - second[i]);
        ratio = ratio > 1.5 && ratio < 8 ? ratio : 4;
        y[i] += (y[i] - second[i]) / (ratio - 1);
    }
    return true;
}

/* Sets *Y to result I as the mean over the entry phase, or as the lowest or highest value there if
 * the target is a band; NAN: it has none. Returns all that is known of the mean. */
static struct lt_phase_mean run_phases(const struct lt_trial *trial,
                                       const struct lt_program *program,
                                       const struct lt_override *overrides, size_t i, double *y) {
    const struct lt_name *result = trial->results[i], *of = lt_names_result(program->names, result);
    const enum lt_band end = result == of ? LT_BAND_MEAN : lt_names_band(result);
    const struct lt_phase_mean found = (end == LT_BAND_MEAN ? lt_phase_average : lt_phase_band)(
        program, overrides, trial->n, of, trial->interrupted, trial->values);
    *y = end == LT_BAND_LOW ? found.low : end == LT_BAND_HIGH ? found.high : found.mean;
    if (isnan(found.mean) || (result != of && !found.averaged))
        *y = NAN;
    return found;
}

/* Fills Y with all results, averaged over the entry phase, and adds to trial->runs. Returns false
 * if a run failed; trial->why gives the reason. */
static bool run_averaged(struct lt_trial *trial, const struct lt_program *program, double *y) {
    struct lt_override overrides[LT_TRIAL_MAX];
    set_overrides(trial, overrides);
    for (size_t i = 0; i < trial->n; i++) {
        const struct lt_phase_mean mean = run_phases(trial, program, overrides, i, &y[i]);
        trial->runs += mean.runs;
        trial->averaged |= mean.averaged;
        trial->inside = mean.inside;
        if (mean.why[0]) {
            snprintf(trial->why, sizeof trial->why, "%s", mean.why);
            return false;
        }
    }
    return true;
}

/* Runs PROGRAM, which has the names of the trial's, at trial->x and fills Y: averaged over the
 * entry phase for --as-run, else exact, and extrapolated if more than a thousandth of the time was
 * in fixed steps. Returns false if a run failed; trial->why gives the reason. */
bool lt_trial_run_other(struct lt_trial *trial, const struct lt_program *program, double *y) {
    if (program->as_run)
        return run_averaged(trial, program, y);
    if (!run_once(trial, program, 1, y))
        return false;
    trial->extrapolated |= trial->plain > 1e-3 && !trial->endless;
    return !trial->extrapolated || run_limit(trial, program, fine_share(trial), y);
}

/* Keeps the last run, so that lt_trial_run() need not repeat it. */
static void keep_known(struct lt_trial *trial) {
    if (trial->n_known == trial->room) {
        trial->room = trial->room ? 2 * trial->room : 64;
        struct lt_trial_known *known = lt_arena_get(trial->arena, trial->room * sizeof *known);
        if (trial->n_known > 0)
            memcpy(known, trial->known, trial->n_known * sizeof *known);
        trial->known = known;
    }
    struct lt_trial_known *run = &trial->known[trial->n_known++];
    *run = (struct lt_trial_known){.inside = trial->inside, .unsound = trial->unsound};
    memcpy(run->x, trial->x, sizeof run->x);
    memcpy(run->y, trial->y, sizeof run->y);
}

/* Runs at the unknowns X, or takes the results of an earlier run there, into trial->y. Returns
 * false if the run failed (trial->why) or was interrupted. */
bool lt_trial_run(struct lt_trial *trial, const double *x) {
    if (trial->interrupted && *trial->interrupted)
        return false;
    memmove(trial->x, x, trial->n * sizeof *x);
    for (size_t i = 0; i < trial->n_known; i++) {
        const struct lt_trial_known *run = &trial->known[i];
        if (memcmp(run->x, x, trial->n * sizeof *x) != 0)
            continue;
        memcpy(trial->y, run->y, sizeof run->y);
        trial->inside = run->inside;
        trial->unsound = run->unsound;
        return true;
    }
    const bool before = trial->extrapolated;
    if (!lt_trial_run_other(trial, &trial->program, trial->y))
        return false;
    if (trial->extrapolated != before) /* those before were not */
        trial->n_known = 0;
    keep_known(trial);
    return true;
}

/* Result I at X as the mean of few entry phases; NAN: there is none. *ERROR is a quarter of the
 * scatter, twice the usual error, since few phases do not show all of it. */
double lt_trial_few(struct lt_trial *trial, const double *x, size_t i, double *error) {
    struct lt_override overrides[LT_TRIAL_MAX];
    memmove(trial->x, x, trial->n * sizeof *x);
    set_overrides(trial, overrides);
    const struct lt_phase_mean few =
        lt_phase_few(&trial->program, overrides, trial->n, trial->results[i], trial->interrupted);
    trial->runs += few.runs;
    *error = 0.25 * (few.high - few.low);
    return few.mean;
}

/* Relative accuracy of a run's results. An exact run has some ten segments, each accurate to 1e-13;
 * the mean of runs in steps is a quadrature with tolerance 1e-11. */
double lt_trial_accuracy(const struct lt_trial *trial) {
    const bool exact = trial->program.motion.integrator == LT_EXACT;
    return trial->program.as_run && !exact ? 1e-11 : 1e-12;
}

/* ---- Formulas of closed forms, repeated runs ------------------------------------------------- */

/* Reads a formula of a closed form, with the names of parameters; NULL: it cannot be read. */
static struct lt_formula *read_formal(struct lt_trial *trial, const char *text,
                                      enum lt_formula_kind kind) {
    struct lt_names names = lt_names_in(trial->program.names, LT_SCOPE_PARAM);
    if (!trial->errors)
        trial->errors = lt_errors_new();
    return lt_formula_read(text, (struct lt_mark){0}, "closed form", kind, &names, trial->arena,
                           trial->errors);
}

/* Repeats the last run with samples 3 % shorter, to see how far its results depend on them; Y gets
 * them. Returns false if it failed; trial->why gives the reason. */
bool lt_trial_again(struct lt_trial *trial, double *y) {
    return run_once(trial, &trial->program, 0.97, y);
}

/* The estimated error, in the result's unit, of the extrapolated RESULT (an index): its change if
 * the steps of the extrapolation are halved. NAN: a run failed. */
double lt_trial_doubt(struct lt_trial *trial, size_t result) {
    double y[LT_TRIAL_MAX];
    bool ok = run_once(trial, &trial->program, 1, y) && /* the whole step's t_c and dt */
              run_limit(trial, &trial->program, 0.5 * fine_share(trial), y);
    return ok ? fabs(y[result] - trial->y[result]) : NAN;
}

/* ---- Closed forms ---------------------------------------------------------------------------- */

/* Lists the law's closed forms of result I, or of a sticking speed (LT_TRIAL_STICK ...). Their
 * conditions and values are read when they are first evaluated. */
static void list_forms(struct lt_trial *trial, size_t i) {
    const struct lt_case *cases = trial->program.law->cases;
    const char *name = i == LT_TRIAL_STICK        ? "v_stick"
                       : i == LT_TRIAL_STICK_FROM ? "v_stick_from"
                                                  : trial->results[i]->name;
    size_t count = 0, *n = &trial->n_forms[i];
    while (cases && cases[count].result)
        count++;
    trial->forms[i] = lt_arena_get(trial->arena, (count + 1) * sizeof *trial->forms[i]);
    for (size_t k = 0; k < count; k++) {
        if (strcmp(cases[k].result, name) != 0)
            continue;
        trial->forms[i][(*n)++].of = &cases[k];
    }
}

/* Sets up the program in SETUP with the unknowns at X; NULL: with its own values. Returns false if
 * that fails; setup->why gives the reason. */
static bool set_up(struct lt_trial *trial, const double *x, struct lt_setup *setup) {
    struct lt_override overrides[LT_TRIAL_MAX];
    for (size_t j = 0; x && j < trial->n; j++)
        overrides[j] = (struct lt_override){trial->unknowns[j], x[j]};
    lt_arena_clear(trial->scratch);
    return lt_setup_make(setup, &trial->program, overrides, x ? trial->n : 0, !trial->program.host,
                         trial->expr, trial->scratch);
}

/* Returns true if a run at X begins in contact; false also if it cannot be set up. */
bool lt_trial_begins_inside(struct lt_trial *trial, const double *x) {
    struct lt_setup setup;
    return set_up(trial, x, &setup) && lt_setup_inside(&setup);
}

/* The set-up that a closed form is evaluated with: made once, then updated for other values. */
struct lt_trial_again {
    struct lt_setup setup;
    struct lt_common common;
    struct lt_override overrides[LT_TRIAL_MAX];
    double *values;
};

/* Prepares the set-up that closed forms are evaluated with, at the unknowns X, so that later ones
 * are only updated. Returns NULL if the law refuses these numbers. */
static struct lt_trial_again *prepare_again(struct lt_trial *trial, const double *x) {
    struct lt_trial_again *again = lt_arena_get(trial->arena, sizeof *again);
    struct lt_setup common;
    for (size_t j = 0; j < trial->n; j++)
        again->overrides[j] = (struct lt_override){trial->unknowns[j], x[j]};
    struct lt_setup *made[] = {&common, &again->setup};
    for (int k = 0; k < 2; k++)
        if (!lt_setup_make(made[k], &trial->program, again->overrides, trial->n,
                           !trial->program.host, trial->expr, trial->arena))
            return NULL;
    again->common = lt_setup_common(&common, again->overrides, trial->n);
    again->values = again->setup.values;
    return again;
}

/* Updates the kept set-up of the closed forms to the unknowns X. Returns false if the law refuses
 * these numbers. */
static bool set_up_again(struct lt_trial *trial, const double *x) {
    struct lt_trial_again *again = trial->again;
    for (size_t j = 0; j < trial->n; j++)
        again->overrides[j].value = x[j];
    return lt_setup_again(&again->setup, &again->common, again->overrides, again->values);
}

/* Returns result I (SI), or a sticking speed in m/s (LT_TRIAL_STICK ...), at the unknowns X by the
 * first closed form of the law whose condition holds; NAN: there is none. *CONVENTION is set to the
 * convention of that form, e.g. when the contact ends; it may be NULL. */
double lt_trial_formal(struct lt_trial *trial, const double *x, size_t i, const char **convention) {
    char why[256];
    if (!trial->forms[i])
        list_forms(trial, i);
    if (trial->n_forms[i] == 0)
        return NAN;
    /* The law's numbers at X: the set-up is made once and then only updated. */
    if (!trial->again)
        trial->again = prepare_again(trial, x);
    if (!trial->again || !set_up_again(trial, x))
        return NAN;
    const double *values = trial->again->values;
    for (size_t k = 0; k < trial->n_forms[i]; k++) {
        struct lt_trial_form *form = &trial->forms[i][k];
        /* Formulas are read when first needed and kept in the form. */
        bool holds = false;
        double value;
        if (!form->when)
            form->when = read_formal(trial, form->of->when, LT_FORMULA_CONDITION);
        if (!form->when ||
            !lt_expr_holds(trial->expr, form->when, values, &holds, why, sizeof why) || !holds)
            continue;
        if (convention)
            *convention = form->of->convention;
        if (!form->formula)
            form->formula = read_formal(trial, form->of->formula, LT_FORMULA_NUMBER);
        bool ok = form->formula &&
                  lt_expr_number(trial->expr, form->formula, values, &value, why, sizeof why);
        return ok ? value : NAN;
    }
    return NAN;
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* Prepares a trial of PROGRAM with N unknowns and N results; x gets the program's own values.
 * INTERRUPTED: set to nonzero from outside to end runs. Returns false if it cannot be set up;
 * trial->why gives the reason. */
bool lt_trial_begin(struct lt_trial *trial, const struct lt_program *program,
                    const struct lt_name *const *unknowns, const struct lt_name *const *results,
                    size_t n, const volatile int *interrupted, struct lt_arena *arena) {
    *trial = (struct lt_trial){.program = *program,
                               .n = n,
                               .interrupted = interrupted,
                               .expr = lt_expr_new(),
                               .arena = arena,
                               .scratch = lt_arena_new()};
    trial->program.n_expects = 0;
    for (size_t i = 0; i < n; i++)
        lt_program_use(&trial->program, results[i], arena);
    memcpy(trial->unknowns, unknowns, n * sizeof *unknowns);
    memcpy(trial->results, results, n * sizeof *results);
    trial->values = lt_arena_get(arena, program->names->slots * sizeof(double));
    struct lt_setup setup;
    if (!set_up(trial, NULL, &setup)) {
        snprintf(trial->why, sizeof trial->why, "%s", setup.why);
        return false;
    }
    for (size_t j = 0; j < n; j++)
        if (!lt_setup_own(&setup, unknowns[j], &trial->x[j])) {
            snprintf(trial->why, sizeof trial->why, "%s", setup.why);
            return false;
        }
    return true;
}

/* Frees the memory of a trial, except what is in the caller's arena. */
void lt_trial_end(struct lt_trial *trial) {
    lt_errors_free(trial->errors);
    lt_expr_free(trial->expr);
    lt_arena_free(trial->scratch);
}

/* Evaluates a NUMBER of the program, which may be a formula, at the current unknowns. False: it has
 * no value, trial->why gives the reason. */
bool lt_trial_number(struct lt_trial *trial, const struct lt_number *number, double *value) {
    struct lt_setup setup;
    bool ok = set_up(trial, trial->x, &setup) && lt_setup_number(&setup, number, value);
    if (!ok)
        snprintf(trial->why, sizeof trial->why, "%s", setup.why);
    return ok;
}

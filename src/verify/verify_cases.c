/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verify_cases.c: the law's own reference cases: head-on impacts with random numbers. */
#include "base/text.h"
#include "registry/laws.h"
#include "registry/parts.h"
#include "registry/roles.h"
#include "run/run.h"
#include "verify/verifying.h"

#include <gsl/gsl_rng.h>
#include <math.h>
#include <string.h>

enum {
    PATIENCE = 4000, /* steps after which a contact is taken never to end */
    ENOUGH = 5,      /* samples of each reference case */
    DRAWS = 200,     /* of parts that go together */
    ATTEMPTS = 60,   /* ... out of so many drawn for it */
};

static const double within = 1e-8; /* the accuracy of located events */

/* A uniform random number between LO and HI. */
static double draw_uniform(gsl_rng *rng, double lo, double hi) {
    return lo + (hi - lo) * gsl_rng_uniform(rng);
}

/* A log-uniform random number between LO and HI. */
static double draw_decades(gsl_rng *rng, double lo, double hi) {
    return exp(draw_uniform(rng, log(lo), log(hi)));
}

/* Returns true if the parameter's unit is written as UNIT. */
static bool has_unit(const struct lt_field *field, const char *unit) {
    return strcmp(field->unit, unit) == 0;
}

/* A random number of a size that is usual for a parameter with its unit, in SI; NAN: the unit is
 * unknown. The caller tests the range. */
static double usual_value(const struct lt_field *field, gsl_rng *rng) {
    if (field->choices)
        return floor(draw_uniform(rng, field->min, field->max + 1));
    if (has_unit(field, "N/m")) /* a stiffness; one that is unusual above some number: a tension */
        return field->advised > 0 ? draw_decades(rng, 0.1 * field->advised, field->advised)
                                  : draw_decades(rng, 1e5, 1e6);
    if (has_unit(field, "m^3"))
        return draw_decades(rng, 1e-11, 1e-9);
    if (has_unit(field, "Pa"))
        return draw_decades(rng, 1e7, 1e11);
    if (has_unit(field, "N s/m"))
        return draw_decades(rng, 1, 1e2);
    if (has_unit(field, "J/m^2"))
        return draw_decades(rng, 1e-2, 1);
    if (has_unit(field, "N"))
        return draw_decades(rng, 1e-2, 1);
    if (has_unit(field, "m"))
        return draw_decades(rng, 1e-3, 1e-2);
    if (!has_unit(field, "1"))
        return NAN;
    if (isfinite(field->min) && isfinite(field->max))
        return draw_uniform(rng, fmax(field->min, 0), field->max);
    return gsl_rng_uniform(rng) < 0.2 ? 1 : draw_uniform(rng, 0, 3);
}

/* Returns true if one of the given NUMBERS (NAN: not given) sets the parameter with index PARAM. */
static bool is_set(const struct lt_law *law, const double *numbers, size_t param) {
    for (size_t i = 0; i < law->n_params; i++)
        if (i != param && !isnan(numbers[i]) && law->params[i].sets &&
            lt_laws_sets(&law->params[i], law->params[param].name))
            return true;
    return false;
}

/* Returns true if the parameter with index PARAM is no choice and no other parameter can replace
 * it. */
static bool is_needed_param(const struct lt_law *law, size_t param) {
    for (size_t i = 0; i < law->n_params; i++)
        if (lt_laws_sets(&law->params[i], law->params[param].name))
            return false;
    return !law->params[param].choices;
}

/* A random number, SI, for the parameter with index PARAM; NAN: it is left to the law. Choices and
 * stiffnesses are always given, lengths never, other parameters with a default in half of the
 * cases. */
static double draw_parameter(const struct lt_law *law, size_t param, gsl_rng *rng) {
    const struct lt_field *field = &law->params[param];
    const bool often = gsl_rng_uniform(rng) < 0.5;
    const double number = usual_value(field, rng);
    bool given = field->choices || has_unit(field, "N/m") || (often && !has_unit(field, "m"));
    if (isnan(field->preset)) { /* required, or it replaces other parameters */
        const bool order = field->sets && isfinite(field->max);
        given =
            field->mix != LT_GIVEN || (order ? often : !field->sets && is_needed_param(law, param));
    }
    return given && number >= field->min && number <= field->max ? number : NAN;
}

/* Index of the parameter whose name is the word that begins at TEXT; -1: there is none. */
static long param_at(const struct lt_law *law, const char *text) {
    const size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz_0123456789");
    for (size_t i = 0; i < law->n_params; i++)
        if (strlen(law->params[i].name) == length &&
            strncmp(law->params[i].name, text, length) == 0)
            return (long)i;
    return -1;
}

/* Sets the parameters as one alternative of the condition WHEN requires, "normal == 2 or normal ==
 * 4" or "kn2 == kn1". NUMBERS has the values of all parameters, and room for n_params more, which
 * count how often each occurs: each of k alternatives is taken with the probability 1/k. */
static void take_condition(const struct lt_law *law, const char *when, gsl_rng *rng,
                           double *numbers) {
    double *said = numbers + law->n_params; /* how often */
    memset(said, 0, law->n_params * sizeof *said);
    for (const char *at = when; (at = strstr(at, " == ")) != NULL; at++) {
        const char *from = at;
        while (from > when && strchr("abcdefghijklmnopqrstuvwxyz_0123456789", from[-1]))
            from--;
        const char *to = at + strlen(" == ");
        const bool root = strncmp(to, "sqrt(", 5) == 0; /* of a number */
        const long i = param_at(law, from), other = param_at(law, to);
        char *end;
        const double number = strtod(root ? to + 5 : to, &end);
        const bool is_number = end > to + 5 * root && strspn(end, " )") == strcspn(end, "ao");
        if (i < 0 || law->params[i].hidden || (other < 0 && !is_number))
            continue;
        if (gsl_rng_uniform(rng) * ++said[i] < 1)
            numbers[i] = other >= 0 ? numbers[other] : root ? sqrt(number) : number;
    }
}

/* Returns true if the parts that NUMBERS choose (NAN: the default) exclude each other. */
static bool do_parts_clash(const struct lt_law *law, const double *numbers) {
    for (const struct lt_clash *c = law->clashes; c && c->why; c++) {
        const double one = isnan(numbers[c->kind]) ? law->params[c->kind].preset : numbers[c->kind],
                     other = isnan(numbers[c->other]) ? law->params[c->other].preset
                                                      : numbers[c->other];
        if (c->words >> (unsigned)one & 1u && c->others >> (unsigned)other & 1u)
            return true;
    }
    return false;
}

/* Text of a stage program of a head-on impact with random numbers, of which some meet the condition
 * WHEN; SI units. NULL: their parts exclude each other in all of DRAWS draws. */
static const char *sample_text(const struct lt_law *law, const char *when, gsl_rng *rng,
                               struct lt_arena *arena) {
    double *numbers = lt_arena_get(arena, 2 * law->n_params * sizeof *numbers);
    int draws = 0;
    do {
        if (draws++ == DRAWS)
            return NULL;
        for (size_t i = 0; i < law->n_params; i++)
            numbers[i] = law->params[i].hidden ? NAN : draw_parameter(law, i, rng);
        take_condition(law, when, rng, numbers);
    } while (do_parts_clash(law, numbers));
    /* Two spheres of 3 to 6 mm, or a wall and one in 30 % of the cases; an impact at 0.01 to 3
     * m/s. */
    const struct lt_law *made = lt_parts_with(law, numbers, arena);
    const bool wall = gsl_rng_uniform(rng) < 0.3;
    const double a = draw_decades(rng, 3e-3, 6e-3), b = draw_decades(rng, 3e-3, 6e-3);
    struct lt_text text;
    lt_text_begin(&text);
    fputs("# Head-on impact: a reference case of the law, with numbers drawn at random.\n"
          "lawtester: 1\n"
          "particles:\n",
          text.stream);
    if (wall)
        fputs("  a: {shape: wall}\n", text.stream);
    else
        fprintf(text.stream, "  a: {shape: sphere, radius: %.17g, density: 2500}\n", a);
    fprintf(text.stream, "  b: {shape: sphere, radius: %.17g, density: 2500}\nlaw:\n  name: %s\n",
            b, law->name);
    for (size_t i = 0; i < law->n_params; i++)
        if (!isnan(numbers[i]) && !lt_parts_absent(&made->params[i]) && !is_set(law, numbers, i))
            fprintf(text.stream, "  %s: %.17g\n", law->params[i].name, numbers[i]);
    fprintf(text.stream,
            "motion: {integrator: exact}\n"
            "stages:\n"
            "  - {name: impact, whats: i....., values: [%.17g, 0, 0, 0, 0, 0], until: rebound}\n",
            -draw_decades(rng, 1e-2, 3));
    return lt_text_keep(&text, arena);
}

/* The value of the formula TEXT of a closed form for the VALUES of a run: a number in terms of
 * results, or a condition (1: it holds) in terms of parameters, as KIND says. NAN: it is
 * undefined. */
static double evaluate_case(const struct lt_program *program, const char *text,
                            enum lt_formula_kind kind, const double *values) {
    const enum lt_scope scope = kind == LT_FORMULA_NUMBER ? LT_SCOPE_END : LT_SCOPE_PARAM;
    struct lt_errors *errors = lt_errors_new();
    errors->unread = true;
    struct lt_arena *arena = lt_arena_new();
    struct lt_names names = lt_names_in(program->names, scope);
    struct lt_expr *expr = lt_expr_new();
    double value = NAN;
    char why[256];
    struct lt_formula *formula = lt_formula_read(text, (struct lt_mark){.source = NULL}, "case",
                                                 kind, &names, arena, errors);
    if (!formula || !lt_expr_number(expr, formula, values, &value, why, sizeof why))
        value = NAN;
    lt_expr_free(expr);
    lt_arena_free(arena);
    lt_errors_free(errors);
    return value;
}

/* Returns true if closed form I of CASES is the first of its result whose condition holds for the
 * VALUES of a run. None applies, false, if a bond is possible, which the closed forms leave out. */
static bool case_applies(const struct lt_case *cases, size_t i, const struct lt_program *program,
                         const double *values) {
    if (lt_roles_state(program->law, LT_BONDED) >= 0)
        return false;
    for (size_t j = 0; j < i; j++)
        if (strcmp(cases[j].result, cases[i].result) == 0 &&
            evaluate_case(program, cases[j].when, LT_FORMULA_EITHER, values) == 1)
            return false;
    return evaluate_case(program, cases[i].when, LT_FORMULA_EITHER, values) == 1;
}

/* The value of the closed form NAME, such as v_stick, m/s, which no run computes; 0: none
 * applies. */
static double value_of_case(const struct lt_case *cases, const char *name,
                            const struct lt_program *program, const double *values) {
    for (size_t i = 0; cases[i].result; i++)
        if (strcmp(cases[i].result, name) == 0 && case_applies(cases, i, program, values))
            return evaluate_case(program, cases[i].formula, LT_FORMULA_NUMBER, values);
    return 0;
}

/* Error of a sticking speed, tested by the restitution *E_N of a faster impact: one at the speed vs
 * has lost m vs^2/2, so the square of the restitution is 1 - (vs/v)^2, *WANTED being its root. All
 * that is known below v_stick_from is that it rebounds: then 0 or 1. */
static double off_sticking(const struct lt_case *cases, const struct lt_program *program,
                           const double *values, double *wanted, double *e_n) {
    struct lt_names end = lt_names_in(program->names, LT_SCOPE_END);
    const double v = fabs(program->stages[0].numbers[0].value);
    const double share = value_of_case(cases, "v_stick", program, values) / v;
    *e_n = values[lt_names_find(&end, "e_n")->slot];
    *wanted = sqrt(fmax(0, 1 - share * share));
    if (!(v < value_of_case(cases, "v_stick_from", program, values)))
        return fabs(*e_n * *e_n - *wanted * *wanted);
    *wanted = *e_n;
    return !(*e_n > 0);
}

/* Compares the closed form of a case with a run and keeps the worst error in CHECK, with TEXT and
 * its expectation as a program if it fails. Errors are relative, but that of a restitution is
 * absolute. */
static void compare_case(struct lt_verify_trial *trial, struct lt_finding *check,
                         const struct lt_case *form, const struct lt_program *program,
                         const struct lt_result *result, const char *text) {
    struct lt_names end = lt_names_in(program->names, LT_SCOPE_END);
    const bool sticking = strncmp(form->result, "v_stick", 7) == 0;
    double value = sticking ? NAN : result->values[lt_names_find(&end, form->result)->slot];
    double wanted = evaluate_case(program, form->formula, LT_FORMULA_NUMBER, result->values);
    const bool absolute = strncmp(form->result, "e_", 2) == 0;
    const double off =
        sticking ? off_sticking(trial->law->cases, program, result->values, &wanted, &value)
        : value == wanted ? 0
                          : fabs(value - wanted) / (absolute ? 1 : fabs(wanted));
    /* Keep the worst error only; NAN counts as the worst. */
    if (check->detail && (isnan(check->value) || off <= check->value)) /* none is the worst */
        return;
    check->value = off;
    check->ok = off <= check->bound;
    check->detail = lt_arena_print(
        trial->arena, "%s %s, expected %.12g; %s%s%s", sticking ? "e_n" : form->result,
        isnan(value) ? "has no value" : lt_arena_print(trial->arena, "is %.12g", value), wanted,
        form->convention, check->ok ? "" : "; ", check->ok ? "" : lt_verify_advice(form->result));
    check->program =
        check->ok
            ? NULL
            : lt_arena_print(trial->arena, "%sexpect:\n  - {that: %s, is: \"%s\", within: %g%s}\n",
                             text, form->result, form->formula, within, absolute ? " abs" : "");
}

/* Runs a single step of PROGRAM to find which closed forms apply. Returns true if one of them
 * has fewer than ENOUGH samples, so that the program is worth running; MET counts those of each
 * form. */
static bool is_wanted_case(const struct lt_verify_trial *trial, const struct lt_program *program,
                           const size_t *met) {
    const struct lt_case *cases = trial->law->cases;
    struct lt_run_options run = {.max_steps = 1};
    struct lt_result *result = lt_run(program, NULL, 0, &run);
    bool wanted = false;
    for (size_t i = 0; cases[i].result && !wanted; i++)
        wanted = met[i] < ENOUGH && case_applies(cases, i, program, result->values);
    lt_run_free(result);
    return wanted;
}

/* Returns true if a closed form applies to the run whose result is not 0; the result 0, e_n of a
 * contact that never separates, needs no end. */
static bool should_end(const struct lt_case *cases, const struct lt_program *program,
                       const struct lt_result *result) {
    for (size_t i = 0; cases[i].result; i++)
        if (case_applies(cases, i, program, result->values) &&
            evaluate_case(program, cases[i].formula, LT_FORMULA_NUMBER, result->values) != 0)
            return true;
    return false;
}

/* Returns true if a run was cut off, i.e. ended unfinished, while the contact lasted. */
static bool is_stuck(const struct lt_result *result) {
    return result->unfinished && result->values[LT_CONTACT] > 0;
}

/* Runs a sample, the program TEXT, and compares all cases that apply; MET counts the samples of
 * each case. Contacts that never end are cut off after PATIENCE steps, unless a case says
 * otherwise. */
static void try_sample(struct lt_verify_trial *trial, const struct lt_verify_options *options,
                       const char *text, size_t *met) {
    const char *why;
    const struct lt_case *cases = trial->law->cases;
    struct lt_program *program = lt_verify_read(trial, options, "sample", text, false, &why);
    if (!program || !is_wanted_case(trial, program, met)) {
        lt_program_free(program);
        return;
    }
    struct lt_run_options run = {.max_steps = PATIENCE, .interrupted = options->interrupted};
    struct lt_result *result = lt_run(program, NULL, 0, &run);
    /* It should have ended: once more without that limit. */
    if (is_stuck(result) && should_end(cases, program, result)) {
        lt_run_free(result);
        run.max_steps = INFINITY; /* the program's own */
        result = lt_run(program, NULL, 0, &run);
    }
    const bool ended = result->status == LT_DONE || is_stuck(result);
    for (size_t i = 0; cases[i].result && ended; i++)
        if (case_applies(cases, i, program, result->values)) {
            met[i]++;
            compare_case(trial, &trial->checks[i], &cases[i], program, result, text);
        }
    lt_run_free(result);
    lt_program_free(program);
}

LT_RELEASE(gsl_rng)

/* Compares a law's closed forms with runs of head-on impacts with random numbers, and fills
 * trial->checks, one for each closed form. One whose condition no sample met has the value NAN. */
void lt_verify_cases(struct lt_verify_trial *trial, const struct lt_verify_options *options) {
    const struct lt_case *cases = trial->law->cases;
    size_t n = 0;
    while (cases && cases[n].result)
        n++;
    trial->n_checks = n;
    trial->checks = lt_arena_get(trial->arena, n * sizeof *trial->checks);
    size_t *met = lt_arena_get(trial->arena, n * sizeof *met);
    for (size_t i = 0; i < n; i++)
        trial->checks[i] = (struct lt_finding){
            .name = lt_arena_print(trial->arena, "%s = %s", cases[i].result, cases[i].formula),
            .bound = within,
            .ok = true};
    gsl_rng *rng = lt_arena_keep(trial->arena, gsl_rng_alloc(gsl_rng_mt19937), gsl_rng_release);
    gsl_rng_set(rng, options->seed);
    /* Samples drawn for the condition of form k, until ENOUGH have been compared with it; a sample
     * also counts for the other forms that hold for it. */
    for (size_t k = 0; k < n; k++)
        for (int i = 0; i < ATTEMPTS && met[k] < ENOUGH && !*options->interrupted; i++) {
            struct lt_arena *arena = lt_arena_new();
            lt_verify_begins(trial, options);
            const char *text = sample_text(trial->law, cases[k].when, rng, arena);
            if (text)
                try_sample(trial, options, text, met);
            lt_arena_free(arena);
        }
    for (size_t i = 0; i < n; i++)
        if (met[i] == 0) {
            trial->checks[i].value = trial->checks[i].bound = NAN;
            trial->checks[i].detail =
                lt_arena_print(trial->arena, "no sample has %s", cases[i].when);
        }
}

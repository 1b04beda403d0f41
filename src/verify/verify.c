/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "verify/verify.h"

#include "base/arena.h"
#include "record/record.h"
#include "registry/laws.h"
#include "run/run.h"
#include "sweep/design.h"
#include "verify/audit.h"

#include <gsl/gsl_rng.h>
#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct form {
    const char *name, *laws; /* laws: each between blanks */
    const char *const *lines;
};

#include "forms.h" /* forms[]: stages/closed-forms, line by line */

enum {
    N_FORMS = sizeof forms / sizeof forms[0],
    PATIENCE = 4000, /* steps after which a contact should have ended, or never does */
    ENOUGH = 8,      /* samples of each reference case */
    ATTEMPTS = 1000, /* ... among so many that are drawn */
};

static const double within = 1e-8; /* of a reference case: what locating events leaves */

/* One thing to be run by one thread. */
struct trial {
    const struct lt_law *law;
    const struct form *form;          /* one of the closed forms, or */
    const struct lt_program *program; /* ... a program as it is, or */
    bool audit;                       /* ... the law's contract; none: the law's own cases */
    struct lt_subject *subject;
    size_t n_checks;
    struct lt_finding *checks;
    double seconds;
    omp_lock_t *reading; /* one program is read at a time: units have one database */
    struct lt_arena *arena;
};

/* ---- Texts ----------------------------------------------------------------------------------- */

struct text {
    char *at;
    size_t size;
    FILE *file;
};

static void text_open(struct text *text) {
    text->file = open_memstream(&text->at, &text->size);
    if (!text->file)
        abort();
}

static const char *text_close(struct text *text, struct lt_arena *arena) {
    if (fclose(text->file) != 0)
        abort();
    const char *copy = lt_arena_copy(arena, text->at, text->size);
    free(text->at);
    return copy;
}

static struct lt_program *read_program(const struct trial *trial,
                                       const struct lt_verify_options *options, const char *name,
                                       const char *text, bool sweeping, const char **why) {
    struct lt_errors *errors = lt_errors_new();
    omp_set_lock(trial->reading);
    struct lt_program *program =
        lt_program_read_with(options->laws, sweeping, name, text, strlen(text), NULL, 0, errors);
    omp_unset_lock(trial->reading);
    for (size_t i = 0; !program && i < errors->count; i++)
        if (errors->list[i].severity == LT_ERROR)
            *why = lt_arena_print(trial->arena, "%s", errors->list[i].text);
    lt_errors_free(errors);
    return program;
}

/* ---- Advice ---------------------------------------------------------------------------------- */

/* What to look at if NAME is off. */
static const char *advice(const char *name) {
    static const struct {
        const char *part, *advice;
    } list[] = {
        {"energy_residual", "work is not what is stored and lost: look at strain, at each loss and "
                            "at cross and defect of step()"},
        {"E_strain", "look at o->strain, and at the sign and size of the spring behind it"},
        {"E_dashpot", "look at vfn .. vmt: they are the viscous part of fn .. mt, not all of it"},
        {"E_defect", "look at o->defect: the elastic part has or has no potential"},
        {"E_", "look at the loss of that name in step(): 1/2 (f0 + f1) times the slip of the step"},
        {"e_n", "look at the normal dashpot and at what ends the contact (dp_mode, o->active)"},
        {"t_contact", "look at the normal stiffness and at what ends the contact (o->active)"},
        {"overlap_max", "look at the normal stiffness, m_eff and the normal dashpot"},
        {"fn",
         "look at the normal force: stiffness, m_eff and r_eff, sign (compression is fn < 0)"},
        {"e_t", "look at the tangential spring, its limit by fric |fn|, and m_t"},
        {"mn", "look at the twisting spring, its arm and its limit"},
        {"ms", "look at the rolling spring, its arm and its limit"},
        {"mt", "look at the rolling spring, its arm and its limit"},
        {"fs", "look at the tangential spring and its limit by fric |fn|"},
        {"ft", "look at the tangential spring and its limit by fric |fn|"},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
        if (strstr(name, list[i].part))
            return list[i].advice;
    return "compare the formula with step()";
}

/* ---- Expectations as checks ------------------------------------------------------------------ */

/* How near the bound an error is; beyond it above 1. */
static double share(double error, double bound) {
    if (isnan(error))
        return INFINITY;
    return error > 0 ? error / bound : 0;
}

static const char *name_of_expect(const struct lt_expect *expect, struct lt_arena *arena) {
    bool fails = expect->kind == LT_EXPECT_FAILS;
    return lt_arena_print(arena, "%s%s", fails ? "fails: " : "", expect->text);
}

/* "kn = 1e5, fric = 0.3" */
static const char *point_text(const struct lt_override *point, size_t n, struct lt_arena *arena) {
    const char *text = "";
    for (size_t i = 0; i < n; i++)
        text = lt_arena_print(arena, "%s%s%s = %.6g", text, i > 0 ? ", " : "", point[i].name->name,
                              point[i].value);
    return text;
}

static const char *verdict_text(const struct lt_verdict *verdict, const char *point,
                                struct lt_arena *arena) {
    const char *where = verdict->where[0] ? lt_arena_print(arena, "; %s", verdict->where) : "";
    const char *at = point[0] ? lt_arena_print(arena, " at %s", point) : "";
    const char *text = lt_arena_print(arena, "%.12g, expected %.12g%s%s", verdict->value,
                                      verdict->expected, where, at);
    return verdict->ok ? text : lt_arena_print(arena, "%s; %s", text, advice(verdict->text));
}

/* Keep the worse of a check and a verdict. True: it is the verdict. */
static bool worse(struct lt_finding *check, const struct lt_verdict *verdict) {
    check->bound = verdict->tolerance;
    check->ok &= verdict->ok;
    double now = verdict->ok ? share(verdict->error, verdict->tolerance) : INFINITY;
    bool first = !check->detail;
    if (!first && share(check->value, check->bound) >= now)
        return false;
    check->value = verdict->error;
    return true;
}

/* Take in one run of a program at a point; the last check says if it failed. True: some check is
 * worse than ever and than it may be, and waits for the program that shows it. */
static bool judge(struct trial *trial, const struct lt_program *program,
                  const struct lt_result *result, const char *point) {
    bool worst = false;
    struct lt_finding *runs = &trial->checks[program->n_expects];
    for (size_t i = 0; i < program->n_expects; i++) {
        struct lt_finding *check = &trial->checks[i];
        bool fails = program->expects[i].kind == LT_EXPECT_FAILS;
        if ((result->status != LT_DONE && !fails) || !worse(check, &result->verdicts[i]))
            continue;
        check->detail = verdict_text(&result->verdicts[i], point, trial->arena);
        check->program = NULL;
        worst |= !check->ok;
    }
    if (!result->ok && result->status != LT_DONE && runs->ok) {
        runs->ok = false;
        runs->value = NAN;
        runs->detail =
            lt_arena_print(trial->arena, "%s%s%s", result->message, point[0] ? " at " : "", point);
        worst = true;
    }
    return worst;
}

static void begin(struct trial *trial, const struct lt_program *program, const char *prefix) {
    trial->n_checks = program->n_expects + 1;
    trial->checks = lt_arena_get(trial->arena, trial->n_checks * sizeof *trial->checks);
    for (size_t i = 0; i <= program->n_expects; i++) {
        const char *name = i < program->n_expects
                               ? name_of_expect(&program->expects[i], trial->arena)
                               : "runs to its end";
        trial->checks[i] = (struct lt_finding){
            .name = prefix ? lt_arena_print(trial->arena, "%s: %s", prefix, name) : name,
            .ok = true};
    }
}

/* Expectations that no run has come to are not met; that it runs is only told if it does not. */
static void finish(struct trial *trial) {
    for (size_t i = 0; i + 1 < trial->n_checks; i++)
        if (!trial->checks[i].detail) {
            trial->checks[i].value = NAN;
            trial->checks[i].ok = false;
            trial->checks[i].detail = "the run did not come to it";
        }
    trial->n_checks -= trial->checks[trial->n_checks - 1].ok;
}

/* ---- A program as it is ---------------------------------------------------------------------- */

static void try_program(struct trial *trial, const struct lt_verify_options *options) {
    struct lt_run_options run = {.record = true, .interrupted = options->interrupted};
    struct lt_result *result = lt_run(trial->program, NULL, 0, &run);
    begin(trial, trial->program, NULL);
    if (result->status != LT_INTERRUPTED)
        judge(trial, trial->program, result, "");
    finish(trial);
    lt_result_free(result);
}

/* ---- A closed form over its sampled numbers ---------------------------------------------------
 */

/* The lines of a form, for a law. */
static const char *form_text(const struct form *form, const char *law, struct lt_arena *arena) {
    struct text text;
    text_open(&text);
    for (const char *const *line = form->lines; *line; line++) {
        const char *name = strncmp(*line, "law:", 4) == 0 ? strstr(*line, "name: ") : NULL;
        if (!name) {
            fputs(*line, text.file);
            continue;
        }
        name += strlen("name: ");
        fprintf(text.file, "%.*s%s%s", (int)(name - *line), *line, law,
                name + strcspn(name, ",} "));
    }
    return text_close(&text, arena);
}

/* The text with the let names of a point, which have lines of their own, at its values. */
static const char *text_at(const char *text, const struct lt_override *point, size_t n,
                           struct lt_arena *arena) {
    struct text out;
    text_open(&out);
    while (*text) {
        size_t length = strcspn(text, "\n") + 1, i = 0;
        for (; i < n; i++) {
            size_t name = strlen(point[i].name->name);
            if (strncmp(text, "  ", 2) == 0 && text[2 + name] == ':' &&
                strncmp(text + 2, point[i].name->name, name) == 0)
                break;
        }
        if (strncmp(text, "sweep:", 6) == 0)
            break;
        if (i < n)
            fprintf(out.file, "  %s: %.17g\n", point[i].name->name, point[i].value);
        else
            fprintf(out.file, "%.*s", (int)length, text);
        text += length;
    }
    return text_close(&out, arena);
}

/* The program of the checks that wait for one. */
static void keep_case(struct trial *trial, const char *program) {
    for (size_t i = 0; i < trial->n_checks; i++)
        if (!trial->checks[i].ok && !trial->checks[i].program)
            trial->checks[i].program = program;
}

static void try_form(struct trial *trial, const struct lt_verify_options *options) {
    const char *text = form_text(trial->form, trial->law->name, trial->arena);
    const char *why = "";
    struct lt_program *program = read_program(trial, options, trial->form->name, text, true, &why);
    if (!program) {
        trial->n_checks = 1;
        trial->checks = lt_arena_get(trial->arena, sizeof *trial->checks);
        trial->checks[0] = (struct lt_finding){
            .name = trial->form->name, .value = NAN, .bound = NAN, .detail = why, .program = text};
        return;
    }
    struct lt_sweep sweep = *program->sweep;
    sweep.seed = options->seed;
    struct lt_design *design = lt_design_new(&sweep);
    double *values = lt_arena_get(trial->arena, sweep.n_factors * sizeof *values);
    struct lt_override *point = lt_arena_get(trial->arena, sweep.n_factors * sizeof *point);
    struct lt_run_options run = {.record = true, .interrupted = options->interrupted};
    begin(trial, program, trial->form->name);
    for (size_t i = 0; i < sweep.points && !*options->interrupted; i++) {
        lt_design_next(design, values);
        for (size_t f = 0; f < sweep.n_factors; f++)
            point[f] = (struct lt_override){sweep.factors[f].target, values[f]};
        struct lt_result *result = lt_run(program, point, sweep.n_factors, &run);
        if (result->status != LT_INTERRUPTED &&
            judge(trial, program, result, point_text(point, sweep.n_factors, trial->arena)))
            keep_case(trial, text_at(text, point, sweep.n_factors, trial->arena));
        lt_result_free(result);
    }
    finish(trial);
    lt_design_free(design);
    lt_program_free(program);
}

/* ---- The law's own cases over sampled numbers --------------------------------------------------
 */

static double uniform(gsl_rng *rng, double lo, double hi) {
    return lo + (hi - lo) * gsl_rng_uniform(rng);
}

static double decades(gsl_rng *rng, double lo, double hi) {
    return exp(uniform(rng, log(lo), log(hi)));
}

static bool has_unit(const struct lt_field *field, const char *unit) {
    return strcmp(field->unit, unit) == 0;
}

/* A number of a usual size, within the range. */
static double usual(const struct lt_field *field, gsl_rng *rng) {
    if (field->choices)
        return floor(uniform(rng, field->min, field->max + 1));
    if (has_unit(field, "N/m"))
        return decades(rng, 1e5, 1e6);
    if (has_unit(field, "Pa"))
        return decades(rng, 1e7, 1e11);
    if (has_unit(field, "N s/m"))
        return decades(rng, 1, 1e2);
    if (has_unit(field, "m"))
        return decades(rng, 1e-3, 1e-2);
    if (!has_unit(field, "1"))
        return NAN;
    if (isfinite(field->min) && isfinite(field->max))
        return uniform(rng, fmax(field->min, 0), field->max);
    return gsl_rng_uniform(rng) < 0.2 ? 1 : uniform(rng, 0, 3);
}

static bool is_set(const struct lt_law *law, const double *numbers, size_t param) {
    for (size_t i = 0; i < law->n_params; i++)
        if (i != param && !isnan(numbers[i]) && law->params[i].sets &&
            lt_laws_sets(&law->params[i], law->params[param].name))
            return true;
    return false;
}

/* No other parameter can stand for it. */
static bool is_needed(const struct lt_law *law, size_t param) {
    for (size_t i = 0; i < law->n_params; i++)
        if (lt_laws_sets(&law->params[i], law->params[param].name))
            return false;
    return !law->params[param].choices;
}

/* A number for a parameter; NAN: it is left to the law. */
static double draw(const struct lt_law *law, size_t param, gsl_rng *rng) {
    const struct lt_field *field = &law->params[param];
    const bool often = gsl_rng_uniform(rng) < 0.5;
    const double number = usual(field, rng);
    bool given = field->choices || has_unit(field, "N/m") || (often && !has_unit(field, "m"));
    if (isnan(field->preset)) { /* needed; or an order in place of other parameters */
        const bool order = field->sets && isfinite(field->max);
        given = field->mix != LT_GIVEN || (order ? often : !field->sets && is_needed(law, param));
    }
    return given && number >= field->min && number <= field->max ? number : NAN;
}

/* A head-on impact with numbers drawn at random. */
static const char *sample_text(const struct lt_law *law, gsl_rng *rng, struct lt_arena *arena) {
    double *numbers = lt_arena_get(arena, law->n_params * sizeof *numbers);
    for (size_t i = 0; i < law->n_params; i++)
        numbers[i] = draw(law, i, rng);
    const bool wall = gsl_rng_uniform(rng) < 0.3;
    const double a = decades(rng, 3e-3, 6e-3), b = decades(rng, 3e-3, 6e-3);
    struct text text;
    text_open(&text);
    fputs("# Head-on impact: a reference case of the law, with numbers drawn at random.\n"
          "lawtester: 1\n"
          "particles:\n",
          text.file);
    if (wall)
        fputs("  a: {shape: wall}\n", text.file);
    else
        fprintf(text.file, "  a: {shape: sphere, radius: %.17g, density: 2500}\n", a);
    fprintf(text.file, "  b: {shape: sphere, radius: %.17g, density: 2500}\nlaw:\n  name: %s\n", b,
            law->name);
    for (size_t i = 0; i < law->n_params; i++)
        if (!isnan(numbers[i]) && !is_set(law, numbers, i))
            fprintf(text.file, "  %s: %.17g\n", law->params[i].name, numbers[i]);
    fprintf(text.file,
            "motion: {integrator: exact}\n"
            "stages:\n"
            "  - {name: impact, whats: i....., values: [%.17g, 0, 0, 0, 0, 0], until: rebound}\n",
            -decades(rng, 1e-2, 3));
    return text_close(&text, arena);
}

/* A formula of a case over the numbers of a run; NAN if there is no value. */
static double evaluate(const struct lt_program *program, const char *text,
                       enum lt_formula_kind kind, const double *values) {
    struct lt_errors *errors = lt_errors_new();
    struct lt_arena *arena = lt_arena_new();
    struct lt_names names = lt_names_in(program->names, LT_SCOPE_PARAM);
    struct lt_expr *expr = lt_expr_new();
    size_t id = 0;
    double value = NAN;
    char why[256];
    struct lt_formula *formula = lt_formula_read(text, (struct lt_mark){.source = NULL}, "case",
                                                 kind, &names, &id, arena, errors);
    if (!formula || !lt_expr_number(expr, formula, values, &value, why, sizeof why))
        value = NAN;
    lt_expr_free(expr);
    lt_arena_free(arena);
    lt_errors_free(errors);
    return value;
}

/* The check of the case: a restitution is a share of the speed of impact, all else relative. */
static void compare_case(struct trial *trial, struct lt_finding *check, const struct lt_case *form,
                         const struct lt_program *program, const struct lt_result *result,
                         const char *text) {
    struct lt_names end = lt_names_in(program->names, LT_SCOPE_END);
    const double value = result->values[lt_names_find(&end, form->result)->slot];
    const double wanted = evaluate(program, form->formula, LT_FORMULA_NUMBER, result->values);
    const bool absolute = strncmp(form->result, "e_", 2) == 0;
    const double off = value == wanted ? 0 : fabs(value - wanted) / (absolute ? 1 : fabs(wanted));
    if (check->detail && off <= check->value)
        return;
    check->value = off;
    check->ok = off <= check->bound;
    check->detail = lt_arena_print(trial->arena, "%s is %.12g, expected %.12g; %s%s%s",
                                   form->result, value, wanted, form->convention,
                                   check->ok ? "" : "; ", check->ok ? "" : advice(form->result));
    check->program =
        check->ok
            ? NULL
            : lt_arena_print(trial->arena, "%sexpect:\n  - {that: %s, is: \"%s\", within: %g%s}\n",
                             text, form->result, form->formula, within, absolute ? " abs" : "");
}

/* The first case of each result whose condition holds applies. */
static bool applies(const struct lt_case *cases, size_t i, const struct lt_program *program,
                    const double *values) {
    for (size_t j = 0; j < i; j++)
        if (strcmp(cases[j].result, cases[i].result) == 0 &&
            evaluate(program, cases[j].when, LT_FORMULA_EITHER, values) == 1)
            return false;
    return evaluate(program, cases[i].when, LT_FORMULA_EITHER, values) == 1;
}

/* A step is enough to see which cases a program is about. True: of one there are too few. */
static bool is_wanted(const struct trial *trial, const struct lt_program *program,
                      const size_t *met) {
    const struct lt_case *cases = trial->law->cases;
    struct lt_run_options run = {.max_steps = 1};
    struct lt_result *result = lt_run(program, NULL, 0, &run);
    bool wanted = false;
    for (size_t i = 0; cases[i].result && !wanted; i++)
        wanted = met[i] < ENOUGH && applies(cases, i, program, result->values);
    lt_result_free(result);
    return wanted;
}

/* Some case that applies has another result than a contact that never ends. */
static bool should_end(const struct lt_case *cases, const struct lt_program *program,
                       const struct lt_result *result) {
    for (size_t i = 0; cases[i].result; i++)
        if (applies(cases, i, program, result->values) &&
            evaluate(program, cases[i].formula, LT_FORMULA_NUMBER, result->values) != 0)
            return true;
    return false;
}

static bool is_stuck(const struct lt_result *result) {
    return result->unfinished && result->values[LT_CONTACT] > 0;
}

static void try_sample(struct trial *trial, const struct lt_verify_options *options,
                       const char *text, size_t *met) {
    const char *why;
    const struct lt_case *cases = trial->law->cases;
    struct lt_program *program = read_program(trial, options, "sample", text, false, &why);
    if (!program || !is_wanted(trial, program, met)) {
        lt_program_free(program);
        return;
    }
    struct lt_run_options run = {.max_steps = PATIENCE, .interrupted = options->interrupted};
    struct lt_result *result = lt_run(program, NULL, 0, &run);
    if (is_stuck(result) && should_end(cases, program, result)) {
        lt_result_free(result);
        run.max_steps = 0;
        result = lt_run(program, NULL, 0, &run);
    }
    const bool ended = result->status == LT_DONE || is_stuck(result);
    for (size_t i = 0; cases[i].result && ended; i++)
        if (applies(cases, i, program, result->values)) {
            met[i]++;
            compare_case(trial, &trial->checks[i], &cases[i], program, result, text);
        }
    lt_result_free(result);
    lt_program_free(program);
}

static void try_cases(struct trial *trial, const struct lt_verify_options *options) {
    const struct lt_case *cases = trial->law->cases;
    size_t n = 0, least = 0;
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
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, options->seed);
    for (int i = 0; i < ATTEMPTS && n > 0 && least < ENOUGH && !*options->interrupted; i++) {
        struct lt_arena *arena = lt_arena_new();
        try_sample(trial, options, sample_text(trial->law, rng, arena), met);
        lt_arena_free(arena);
        least = met[0];
        for (size_t k = 1; k < n; k++)
            least = met[k] < least ? met[k] : least;
    }
    gsl_rng_free(rng);
    for (size_t i = 0; i < n; i++)
        if (met[i] == 0) {
            trial->checks[i].value = trial->checks[i].bound = NAN;
            trial->checks[i].detail =
                lt_arena_print(trial->arena, "not tested: no sample has %s", cases[i].when);
        }
}

/* ---- The law's contract ------------------------------------------------------------------------
 */

/* The program that leads through the worst case of a failure; NULL: there is none. */
static const char *case_text(const struct trial *trial, const struct lt_check *check) {
    if (check->ok || check->worst.n_legs == 0)
        return NULL;
    struct text text;
    text_open(&text);
    lt_audit_stage_file(trial->law, check, text.file);
    return text_close(&text, trial->arena);
}

static void try_contract(struct trial *trial, const struct lt_verify_options *options) {
    struct lt_audit audit;
    lt_audit_law(trial->law, &(struct lt_audit_options){.seed = options->seed}, &audit);
    trial->n_checks = audit.count;
    trial->checks = lt_arena_get(trial->arena, audit.count * sizeof *trial->checks);
    for (size_t i = 0; i < audit.count; i++) {
        const struct lt_check *check = &audit.checks[i];
        trial->checks[i] = (struct lt_finding){
            .name = lt_arena_print(trial->arena, "%s: %s", check->name, check->about),
            .value = check->value,
            .bound = check->bound,
            .ok = check->ok,
            .declared = check->declared,
            .told = strcmp(check->name, "convergence") == 0,
            .detail = lt_arena_print(trial->arena, "%s", check->detail),
            .program = case_text(trial, check)};
    }
    lt_audit_free(&audit);
}

/* ---- All of it --------------------------------------------------------------------------------
 */

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void try_one(struct trial *trial, const struct lt_verify_options *options) {
    double start = now();
    trial->arena = lt_arena_new();
    if (trial->program)
        try_program(trial, options);
    else if (trial->form)
        try_form(trial, options);
    else if (trial->audit)
        try_contract(trial, options);
    else
        try_cases(trial, options);
    trial->seconds = now() - start;
}

static const char *copy(const char *text, struct lt_arena *arena) {
    return text ? lt_arena_print(arena, "%s", text) : NULL;
}

/* Add what a trial has found to its subject. */
static void collect(struct trial *trial, struct lt_arena *arena) {
    struct lt_subject *subject = trial->subject;
    size_t count = subject->n_checks + trial->n_checks;
    struct lt_finding *checks = lt_arena_get(arena, count * sizeof *checks);
    if (subject->n_checks > 0)
        memcpy(checks, subject->checks, subject->n_checks * sizeof *checks);
    for (size_t i = 0; i < trial->n_checks; i++) {
        struct lt_finding *check = &checks[subject->n_checks + i];
        *check = trial->checks[i];
        check->name = copy(check->name, arena);
        check->detail = copy(check->detail, arena);
        check->program = copy(check->program, arena);
        subject->ok &= check->ok;
    }
    subject->checks = checks;
    subject->n_checks = count;
    subject->seconds += trial->seconds;
    lt_arena_free(trial->arena);
}

static void try_all(struct trial *trials, size_t count, const struct lt_verify_options *options) {
    omp_lock_t reading;
    omp_init_lock(&reading);
#pragma omp parallel for schedule(dynamic)
    for (size_t i = 0; i < count; i++) {
        trials[i].reading = &reading;
        try_one(&trials[i], options);
    }
    omp_destroy_lock(&reading);
    for (size_t i = 0; i < count; i++)
        collect(&trials[i], options->arena);
}

static bool is_about(const struct form *form, const struct lt_law *law, struct lt_arena *arena) {
    return strstr(form->laws, lt_arena_print(arena, " %s ", law->name)) != NULL;
}

void lt_verify_laws(const struct lt_law *const *laws, size_t count,
                    const struct lt_verify_options *options, struct lt_subject *subjects) {
    struct trial *trials = lt_arena_get(options->arena, count * (N_FORMS + 2) * sizeof *trials);
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        subjects[i] = (struct lt_subject){.name = laws[i]->name, .law = laws[i]->name, .ok = true};
        if (options->audit)
            trials[n++] = (struct trial){.law = laws[i], .audit = true, .subject = &subjects[i]};
        trials[n++] = (struct trial){.law = laws[i], .subject = &subjects[i]};
        for (size_t f = 0; f < N_FORMS; f++)
            if (is_about(&forms[f], laws[i], options->arena))
                trials[n++] =
                    (struct trial){.law = laws[i], .form = &forms[f], .subject = &subjects[i]};
    }
    try_all(trials, n, options);
}

void lt_verify_programs(const struct lt_program *const *programs, size_t count,
                        const struct lt_verify_options *options, struct lt_subject *subjects) {
    struct trial *trials = lt_arena_get(options->arena, count * sizeof *trials);
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        if (!programs[i])
            continue;
        subjects[i] = (struct lt_subject){.name = copy(programs[i]->stem, options->arena),
                                          .law = copy(programs[i]->law->name, options->arena),
                                          .is_program = true,
                                          .ok = true};
        trials[n++] = (struct trial){.program = programs[i], .subject = &subjects[i]};
    }
    try_all(trials, n, options);
}

double lt_verify_worst(const struct lt_subject *subject) {
    double worst = 0;
    for (size_t i = 0; i < subject->n_checks; i++) {
        const struct lt_finding *check = &subject->checks[i];
        if (!isnan(check->bound) || !check->ok)
            worst = fmax(worst, share(check->value, check->bound));
    }
    return worst;
}

static json_t *checks_json(const struct lt_subject *subject) {
    json_t *list = json_array();
    for (size_t i = 0; i < subject->n_checks; i++) {
        const struct lt_finding *check = &subject->checks[i];
        json_array_append_new(list, json_pack("{s:s s:o s:o s:b s:b s:s}", "name", check->name,
                                              "value", lt_record_number(check->value), "bound",
                                              lt_record_number(check->bound), "ok", check->ok,
                                              "declared", check->declared, "detail",
                                              check->detail ? check->detail : ""));
    }
    return list;
}

json_t *lt_verify_json(const struct lt_subject *subjects, size_t count) {
    json_t *list = json_array();
    bool ok = true;
    for (size_t i = 0; i < count; i++) {
        const struct lt_subject *subject = &subjects[i];
        json_t *item = json_pack("{s:s s:o s:b}", "name", subject->law, "checks",
                                 checks_json(subject), "ok", subject->ok);
        if (subject->is_program)
            json_object_set_new(item, "program", json_string(subject->name));
        if (subject->skipped)
            json_object_set_new(item, "skipped", json_string(subject->skipped));
        json_array_append_new(list, item);
        ok &= subject->ok;
    }
    return json_pack("{s:o s:b}", "laws", list, "ok", ok);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/memory.h"
#include "base/units.h"
#include "registry/checks.h"
#include "registry/laws.h"
#include "registry/own_part.h"
#include "registry/parts.h"
#include "verify/auditing.h"

#include <stdlib.h>

/* Bounds: 1e-9 allows for rounding. With the short steps, some 800 on each leg, an error of second
 * order is about 1e-6 and one of third order 1e-8, after extrapolation from the longer steps: a
 * dissipation is wrong by the square of a step in which the branch changes, the trapezoidal energy
 * balance by the cube. The step in which contact is made is 1e-3 of the path, and the force there a
 * small part of the largest: 1e-4. */
static const struct lt_audit_kind kinds[LT_CHECKS] = {
    [LT_CHECK_ZERO_RESPONSE] = {"finite everywhere; no force without overlap", 1e-9,
                                lt_audit_force_finite, .shown = LT_AUDIT_SHOWN},
    [LT_CHECK_ACTS] = {"no force where the law says there is none", 0, lt_audit_force_acts,
                       .shown = LT_AUDIT_SHOWN},
    [LT_CHECK_UNITS] = {"same response in other units", 1e-9, lt_audit_symmetry_units,
                        .shown = LT_AUDIT_COMPARED},
    [LT_CHECK_LEDGER] = {"error of the energy balance with short steps", 1e-8,
                         lt_audit_energy_ledger, .shown = LT_AUDIT_SHOWN},
    [LT_CHECK_CROSS] = {"E_cross with short steps", 1e-4, lt_audit_energy_cross,
                        .shown = LT_AUDIT_SHOWN},
    [LT_CHECK_DISSIPATION] = {"energy given back by dissipations, with short steps", 1e-6,
                              lt_audit_energy_dissipation, .shown = LT_AUDIT_SHOWN},
    [LT_CHECK_CYCLE] = {"energy created on a closed path", 1e-5, lt_audit_energy_cycle,
                        .shown = LT_AUDIT_SHOWN},
    [LT_CHECK_COULOMB] = {"tangential force beyond friction", 1e-9, lt_audit_force_coulomb,
                          .shown = LT_AUDIT_SHOWN},
    [LT_CHECK_FRICTION] = {"tangential springs beyond friction", 1e-9,
                           lt_audit_force_friction_of_springs, .shown = LT_AUDIT_SHOWN},
    [LT_CHECK_TENSION] = {"tangential force without compression", 1e-9, lt_audit_force_tension,
                          .shown = LT_AUDIT_SHOWN},
    [LT_CHECK_CONTINUITY] = {"jumps of the elastic force", 1e-3, lt_audit_force_continuity,
                             .shown = LT_AUDIT_SHOWN, .returns = true},
    [LT_CHECK_JUMPS] = {"declared jumps of the force against those found", 1e-6, lt_audit_jump_size,
                        .shown = LT_AUDIT_SHOWN, .returns = true},
    [LT_CHECK_HOLD] = {"change while nothing moves", 1e-9, lt_audit_force_hold,
                       .shown = LT_AUDIT_SHOWN},
    [LT_CHECK_SWAP] = {"same response with A and B exchanged", 1e-9, lt_audit_symmetry_swap,
                       .shown = LT_AUDIT_COMPARED},
    [LT_CHECK_WALL] = {"a wall as a sphere of infinite radius and mass", 1e-9,
                       lt_audit_symmetry_wall, .shown = LT_AUDIT_COMPARED},
    [LT_CHECK_MIRROR] = {"mirrored response to mirrored motion", 1e-9, lt_audit_symmetry_mirror,
                         .shown = LT_AUDIT_COMPARED},
    [LT_CHECK_ISOTROPY] = {"rotated response to motion rotated about n", 1e-9,
                           lt_audit_symmetry_isotropy, .shown = LT_AUDIT_COMPARED},
    [LT_CHECK_OFFSET] = {"same response after motion before the contact", 1e-6,
                         lt_audit_symmetry_offset, .shown = LT_AUDIT_COMPARED},
    [LT_CHECK_RECONTACT] = {"a contact made again is a new one", 1e-6, lt_audit_symmetry_again,
                            .shown = LT_AUDIT_COMPARED},
    [LT_CHECK_HIDDEN_STATE] = {"identical results whatever other contacts do", 0,
                               lt_audit_state_hidden, .shown = LT_AUDIT_COMPARED},
    [LT_CHECK_UNSET] = {"identical results whatever was in memory", 0, lt_audit_state_unset,
                        .shown = LT_AUDIT_COMPARED},
    [LT_CHECK_BLOCK] = {"identical results in a block of contacts", 0, lt_audit_state_block,
                        .shown = LT_AUDIT_WHOLE, .returns = true},
    [LT_CHECK_THREADS] = {"identical results in two threads at once", 0, lt_audit_threads,
                          .shown = LT_AUDIT_WHOLE, .returns = true},
    [LT_CHECK_OBJECTIVITY] = {"same response if the pair moves and rotates as a whole", 1e-8,
                              lt_audit_bodies_objectivity, .shown = LT_AUDIT_COMPARED},
    [LT_CHECK_SLOW] = {"viscous work left if the motion is 256 times slower", 0.1,
                       lt_audit_step_slow, .shown = LT_AUDIT_COMPARED},
    [LT_CHECK_ORDER] = {"the response has a limit for short steps", 1e-2, lt_audit_step_order,
                        .shown = LT_AUDIT_SHOWN},
    /* Orders are whole numbers; the bound is half an order, a factor of 2^(1/2) in the error. */
    [LT_CHECK_CONVERGENCE] = {"error left by half the step, relative to the claimed order", M_SQRT2,
                              lt_audit_smooth_convergence, .shown = LT_AUDIT_SHOWN,
                              .returns = true},
    /* Between 1/2, of a force that starts like a root, and 1, of an increment mistaken for a rate.
     */
    [LT_CHECK_STEP_LENGTH] = {"power of dt with which a force scales", 0.75, lt_audit_step_length,
                              .shown = LT_AUDIT_SHOWN},
    [LT_CHECK_STIFFNESS] = {"slope at first touch against the stiffness", 1e-6,
                            lt_audit_force_stiffness, .shown = LT_AUDIT_SHOWN},
    [LT_CHECK_CONTACT_TIME] = {"an impact without dashpots against contact_time()", 1e-3,
                               lt_audit_force_contact_time, .shown = LT_AUDIT_WHOLE},
};
enum { CASES = 48 }; /* by default: four rounds of the 12 special cases */

/* ---- What the law says of itself ------------------------------------------------------------- */

/* Returns true if the condition WHEN, a formula in the law's parameters PARAMS, holds; false also
 * if it cannot be evaluated. */
static bool condition_holds(struct lt_audit_bench *bench, const char *when, const double *params) {
    struct lt_errors *errors = lt_errors_new();
    errors->unread = true;
    struct lt_names *all = lt_names_new(bench->law, NULL, 0, NULL, 0, bench->arena);
    struct lt_names names = lt_names_in(all, LT_SCOPE_PARAM);
    double *values = lt_arena_get(bench->arena, all->slots * sizeof *values);
    memcpy(values + all->params, params, bench->law->n_params * sizeof *values);
    struct lt_formula *formula = lt_formula_read(when, (struct lt_mark){0}, "when",
                                                 LT_FORMULA_EITHER, &names, bench->arena, errors);
    struct lt_expr *expr = lt_expr_new();
    char why[256];
    double result = 0;
    const bool ok = formula && lt_expr_number(expr, formula, values, &result, why, sizeof why);
    lt_expr_free(expr);
    lt_errors_free(errors);
    return ok && result != 0;
}

/* Number of exceptions that the law declares. */
static size_t count_declared(const struct lt_law *law) {
    size_t count = 0;
    while (law->declares && law->declares[count].check)
        count++;
    return count;
}

/* Index of the exception that the law declares for this VALUE of the CHECK (its name) in the
 * current case, whose condition holds and whose bound is not exceeded; -1: there is none. */
static long find_declared(struct lt_audit_bench *bench, const char *check, double value) {
    for (size_t i = 0; i < count_declared(bench->law); i++) {
        const struct lt_shortfall *s = &bench->law->declares[i];
        if (strcmp(s->check, check) == 0 && value <= s->most &&
            condition_holds(bench, s->when, lt_audit_drive_base(bench)->drive.params))
            return (long)i;
    }
    return -1;
}

/* ---- One case -------------------------------------------------------------------------------- */

/* Drops the traces of the current case, so that they are computed again, such as with another
 * shake. */
static void forget_traces(struct lt_audit_bench *bench) {
    bench->base = bench->fine = bench->jittered[0] = bench->jittered[1] = NULL;
}

/* Makes NOW the current case, and frees all that belongs to the one before. */
void lt_audit_begin(struct lt_audit_bench *bench, const struct lt_audit_case *now) {
    lt_arena_clear(bench->arena);
    bench->now = now;
    forget_traces(bench);
}

/* The value of a check in the current case, reduced by ten times its scatter when the path is
 * lengthened by some 1e-3: such a scatter is rounding, not a fault. Negative: the check does not
 * apply. */
static double measure_beyond(struct lt_audit_bench *bench, const struct lt_audit_kind *kind,
                             char *detail, size_t size) {
    static const double shakes[] = {1e-3, -3e-3, 2e-3};
    double value = kind->measure(bench, detail, size);
    if (!(value > kind->bound) || !isfinite(value) || kind->shown == LT_AUDIT_WHOLE ||
        (bench->now->turns && find_declared(bench, lt_check_words[kind - kinds], value) >= 0))
        return value;
    char ignored[sizeof((struct lt_check *)0)->detail];
    double noise = 0;
    for (size_t i = 0; i < sizeof shakes / sizeof *shakes; i++) {
        bench->shake = shakes[i];
        forget_traces(bench);
        const double other = kind->measure(bench, ignored, sizeof ignored);
        noise = fmax(noise, fabs(other - value));
    }
    bench->shake = 0;
    forget_traces(bench);
    return fmax(value - 10 * noise, 0);
}

/* Returns true if VALUE is larger than THAN; NAN counts as the largest. */
static bool is_worse(double value, double than) {
    return value > than || (isnan(value) && !isnan(than));
}

/* Calls bench->begins with "check 'cycle' of law 'hertz'", so that a report can name the check if
 * the law crashes or does not return. */
void lt_audit_announce(const struct lt_audit_bench *bench, const char *check) {
    char text[120];
    if (!bench->begins)
        return;
    snprintf(text, sizeof text, "check '%s' of law '%s'", check, bench->law->name);
    bench->begins(text);
}

/* Makes the check KIND in the current case and keeps the largest value: in EXCUSED, one for each
 * declared exception, if the law declares it, else in CHECK. A check that does not apply, or a case
 * with undefined derived numbers, is left out. */
static void audit_case(struct lt_audit_bench *bench, const struct lt_audit_kind *kind,
                       struct lt_check *check, struct lt_check *excused) {
    char detail[sizeof check->detail] = "";
    lt_audit_announce(bench, lt_check_words[kind - kinds]);
    if (lt_audit_drive_base(bench)->undefined && kind->measure != lt_audit_force_finite)
        return;
    const double value = measure_beyond(bench, kind, detail, sizeof detail);
    if (value < 0)
        return;
    const long by =
        value <= kind->bound ? -1 : find_declared(bench, lt_check_words[kind - kinds], value);
    struct lt_check *to = by < 0 ? check : &excused[by];
    to->cases++;
    if (to->cases > 1 && !is_worse(value, to->value))
        return;
    to->value = value;
    to->worst = *bench->now;
    if (by < 0)
        memcpy(to->detail, detail, sizeof detail);
}

/* ---- A failing case made simpler ------------------------------------------------------------- */

/* Returns true if the simpler case TRIED fails the check KIND, too, and makes it the worst case of
 * CHECK. Returns false, and changes nothing, if it passes, or if the law refuses the case or
 * declares the failure. */
static bool still_fails(struct lt_audit_bench *bench, const struct lt_audit_kind *kind,
                        const struct lt_audit_case *tried, struct lt_check *check) {
    char detail[sizeof check->detail] = "";
    lt_audit_announce(bench, lt_check_words[kind - kinds]);
    lt_audit_begin(bench, tried);
    if (lt_audit_drive_base(bench)->refused && !lt_audit_drive_base(bench)->undefined)
        return false;
    const double value = measure_beyond(bench, kind, detail, sizeof detail);
    if (value < 0 || value <= kind->bound ||
        find_declared(bench, lt_check_words[kind - kinds], value) >= 0)
        return false;
    check->value = value;
    check->worst = *tried;
    memcpy(check->detail, detail, sizeof detail);
    return true;
}

/* Merges leg K of a path with the next one. */
static void join_legs(struct lt_audit_case *c, int k) {
    for (int i = 0; i < LT_DOFS; i++)
        c->legs[k].du[i] += c->legs[k + 1].du[i];
    for (int i = k + 1; i + 1 < c->n_legs; i++)
        c->legs[i] = c->legs[i + 1];
    c->n_legs--;
}

/* Applies the Nth simplification to a case: fewer legs, motion along fewer axes, equal spheres,
 * default parameters. Returns false if there are fewer than N; *CHANGED is true if the case is now
 * another one. */
static bool simpler_case(const struct lt_law *law, struct lt_audit_case *c, size_t n,
                         bool *changed) {
    *changed = true;
    /* Without the last leg; then with two legs merged; without motion along an axis other than n;
     * equal spheres; a parameter at its default. */
    if (n == 0) {
        *changed = c->n_legs > 1;
        c->n_legs -= *changed;
        return true;
    }
    if (--n < LT_AUDIT_LEGS) {
        *changed = (int)n + 1 < c->n_legs;
        if (*changed)
            join_legs(c, (int)n);
        return true;
    }
    if ((n -= LT_AUDIT_LEGS) < LT_DOFS) {
        *changed = false;
        for (int k = 0; k < c->n_legs; k++) {
            *changed |= c->legs[k].du[n] != 0 && n > 0;
            c->legs[k].du[n] = n > 0 ? 0 : c->legs[k].du[n];
        }
        return true;
    }
    if ((n -= LT_DOFS) < 1) {
        *changed =
            c->radius[0] > 0 && (c->radius[1] != c->radius[0] || c->density[1] != c->density[0]);
        c->radius[1] = *changed ? c->radius[0] : c->radius[1];
        c->density[1] = *changed ? c->density[0] : c->density[1];
        return true;
    }
    if (--n >= law->n_params)
        return false;
    *changed = !isnan(c->given[n]) || !isnan(c->of_a[n]);
    c->given[n] = c->of_a[n] = c->of_b[n] = NAN;
    return true;
}

/* Simplifies the worst case of CHECK as long as it fails, in at most four rounds, so that the
 * report is easy to read. */
static void shrink_case(struct lt_audit_bench *bench, const struct lt_audit_kind *kind,
                        struct lt_check *check) {
    bool better = true;
    for (int round = 0; better && round < 4; round++) {
        better = false;
        bool changed;
        struct lt_audit_case tried = check->worst;
        for (size_t n = 0; simpler_case(bench->law, &tried, n, &changed); n++) {
            better |= changed && still_fails(bench, kind, &tried, check);
            tried = check->worst;
        }
    }
}

/* ---- What a failure needs -------------------------------------------------------------------- */

/* A number for parameter I within its range, off both ends: its default, the middle, or a typical
 * size from the finite end. */
static double inner_value(const struct lt_audit_bench *bench, size_t i) {
    const struct lt_field *field = &bench->law->params[i];
    if (field->preset > field->min && field->preset < field->max && isfinite(field->preset))
        return field->preset;
    if (isfinite(field->max - field->min))
        return 0.5 * (field->min + field->max);
    const double size = lt_audit_case_size(bench->now, bench->dimension[i]);
    return isfinite(field->max) ? field->max - size : fmax(field->min, 0) + size;
}

/* Names in CHECK the parameters that are 0 or at an end of their range, if the case passes with
 * other values: these values cause the failure. */
static void name_ends(struct lt_audit_bench *bench, const struct lt_audit_kind *kind,
                      struct lt_check *check) {
    struct lt_check *other = lt_arena_get(bench->kept, sizeof *other);
    char ends[160] = "", said[sizeof check->detail];
    for (size_t i = 0; i < bench->law->n_params; i++) {
        const struct lt_field *field = &bench->law->params[i];
        const double given = check->worst.given[i], value = isnan(given) ? field->preset : given;
        if (field->choices || lt_parts_absent(field) || field->min == field->max ||
            (value != 0 && value != field->min && value != field->max))
            continue;
        /* The case with this parameter inside of its range: if it passes, the end is a cause. */
        struct lt_audit_case tried = check->worst;
        lt_audit_begin(bench, &check->worst);
        tried.given[i] = inner_value(bench, i);
        *other = *check;
        lt_audit_begin(bench, &tried);
        if (lt_audit_drive_base(bench)->refused || still_fails(bench, kind, &tried, other))
            continue;
        const size_t used = strlen(ends);
        snprintf(ends + used, sizeof ends - used, "%s%s = %g", used > 0 ? " and " : "", field->name,
                 value);
    }
    if (!*ends)
        return;
    memcpy(said, check->detail, sizeof said);
    snprintf(check->detail, sizeof check->detail,
             "only with %s: does the law divide by what is 0 then? %.380s", ends, said);
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* Appends a check to the audit and returns it; it is met if its value is at most BOUND. */
static struct lt_check *add_check(struct lt_audit *audit, const char *name, const char *about,
                                  double bound) {
    struct lt_check *check = &audit->checks[audit->count++];
    *check = (struct lt_check){.name = name, .about = about, .bound = bound};
    return check;
}

/* Checks the tables of the law's descriptor, adds the result to OUT, and prepares bench->dimension,
 * the dimensions of its parameters. Returns false if the tables are invalid, so that the law cannot
 * be audited; the check's detail gives the reason. */
static bool audit_tables(struct lt_audit_bench *bench, struct lt_audit *out) {
    const struct lt_law *law = bench->law;
    struct lt_check *check =
        add_check(out, "table", "names, units, defaults and descriptions are valid", 0);
    check->cases = 1;
    const bool formulas = lt_formula_law_is(law) || lt_composition_is_own(law);
    if (!formulas && !lt_laws_check(law, check->detail, sizeof check->detail))
        check->value = 1;
    else if (law->n_params > LT_AUDIT_PARAMS) {
        check->value = 1;
        snprintf(check->detail, sizeof check->detail, "%zu parameters, at most %d can be audited",
                 law->n_params, LT_AUDIT_PARAMS);
    }
    check->ok = check->value <= check->bound;
    if (!check->ok)
        return false;
    bench->dimension = lt_arena_get(bench->kept, (law->n_params + 1) * sizeof *bench->dimension);
    for (size_t i = 0; i < law->n_params; i++)
        lt_units_dimension(law->params[i].unit, bench->dimension[i]);
    return true;
}

/* Returns true if NAME is one of the checks ONLY, separated by blanks; with ONLY = NULL always. */
bool lt_audit_wants(const char *only, const char *name) {
    const size_t size = strlen(name);
    for (const char *at = only; at && *at; at += strcspn(at, " "), at += *at == ' ')
        if (strcspn(at, " ") == size && strncmp(at, name, size) == 0)
            return true;
    return !only;
}

/* Returns true if the check restarts the law from an earlier state, and the law can only be stepped
 * forwards. */
static bool is_beyond(const struct lt_law *law, const struct lt_audit_kind *kind) {
    return law->forward_only && kind->returns;
}

/* Sets the verdict of CHECK after its CASES, and the detail that is reported: for a failure with a
 * simpler worst case, else how many cases applied or why none did. */
static void judge_check(struct lt_audit_bench *bench, const struct lt_audit_options *options,
                        const struct lt_audit_kind *kind, int cases, struct lt_check *check) {
    check->ok = check->value <= check->bound;
    if (check->ok && kind->measure != lt_audit_smooth_convergence)
        snprintf(check->detail, sizeof check->detail, "%d of %d cases apply", check->cases, cases);
    if (is_beyond(bench->law, kind)) {
        check->untold = true;
        check->value = NAN;
        snprintf(check->detail, sizeof check->detail,
                 "the law is stepped forwards only (forward_only), and this check would ask it "
                 "again from an earlier state");
    } else if (check->ok)
        lt_audit_role_untold(bench->law, (enum lt_check_kind)(kind - kinds), check);
    if (!check->ok && kind->shown != LT_AUDIT_WHOLE && !options->as_drawn)
        shrink_case(bench, kind, check);
    if (!check->ok && !check->untold && kind->shown != LT_AUDIT_WHOLE && !options->as_drawn)
        name_ends(bench, kind, check);
}

/* Makes the check "cycle" on closed paths with every two parts of the law; if fewer than CASES
 * cases are wanted, with a share of the pairs. NOW is room for a case; CYCLE and EXCUSED collect
 * the findings. Returns the number of cases. */
static int audit_pairs(struct lt_audit_bench *bench, const struct lt_audit_options *options,
                       struct lt_audit_case *now, struct lt_check *cycle,
                       struct lt_check *excused) {
    const int drawn = options->cases > 0 ? options->cases : CASES;
    struct lt_audit_pair pair = {.every = drawn < CASES ? (unsigned)(CASES / drawn) : 1};
    int cases = 0;
    if (!lt_audit_wants(options->only, lt_check_words[LT_CHECK_CYCLE]))
        return 0;
    while (!(options->as_drawn && is_worse(cycle->value, cycle->bound)) &&
           !(options->interrupted && *options->interrupted) &&
           lt_audit_case_pair(bench, options->seed, &pair, now)) {
        lt_audit_begin(bench, now);
        audit_case(bench, &kinds[LT_CHECK_CYCLE], cycle, excused);
        cases++;
    }
    return cases;
}

/* Appends the findings to OUT in the order of the checks, each followed by the declared exceptions
 * that occurred. */
static void list_checks(const struct lt_law *law, const struct lt_check *first,
                        const struct lt_check *excused, struct lt_audit *out) {
    for (size_t k = 0; k < LT_CHECKS; k++) {
        out->checks[out->count++] = first[k];
        for (size_t i = 0; i < count_declared(law); i++) {
            const struct lt_shortfall *s = &law->declares[i];
            if (excused[i].cases == 0 || strcmp(s->check, lt_check_words[k]) != 0)
                continue;
            struct lt_check *check = add_check(out, s->check, kinds[k].about, s->most);
            *check = excused[i];
            check->name = s->check;
            check->about = kinds[k].about;
            check->bound = s->most;
            check->ok = check->declared = true;
            snprintf(check->detail, sizeof check->detail, "%s", s->why);
        }
    }
}

/* Draws the cases and makes all checks in each, then the pairs of parts, the verdicts, and the
 * search for unused parameters; the findings go to OUT. It ends early, with a failed first check,
 * if the law refuses all numbers drawn, or if it is interrupted. */
static void audit_law(struct lt_audit_bench *bench, const struct lt_audit_options *options,
                      struct lt_audit *out) {
    const struct lt_law *law = bench->law;
    const int cases = options->cases > 0 ? options->cases : CASES;
    struct lt_check *drawn = &out->checks[0];
    struct lt_check *first = lt_arena_get(bench->kept, LT_CHECKS * sizeof *first);
    struct lt_check *excused =
        lt_arena_get(bench->kept, (count_declared(law) + 1) * sizeof *excused);
    for (size_t k = 0; k < LT_CHECKS; k++)
        first[k] = (struct lt_check){
            .name = lt_check_words[k], .about = kinds[k].about, .bound = kinds[k].bound};
    struct lt_audit_case *now = lt_arena_get(bench->kept, sizeof *now);
    char why[256];
    /* first[k]: the worst value of check k so far; excused: those that the law declares. */
    for (int i = 0; i < cases; i++) {
        if (options->interrupted && *options->interrupted)
            return;
        lt_audit_announce(bench, drawn->name);
        if (!lt_audit_case_draw(bench, options->seed, i, now, why, sizeof why)) {
            drawn->ok = false;
            drawn->value = 1;
            snprintf(drawn->detail, sizeof drawn->detail,
                     "derive() refuses all of many sets of typical parameters; it says: %s", why);
            return;
        }
        lt_audit_begin(bench, now);
        for (size_t k = 0; k < LT_CHECKS; k++)
            if (lt_audit_wants(options->only, lt_check_words[k]) && !is_beyond(law, &kinds[k]) &&
                !(options->as_drawn && is_worse(first[k].value, first[k].bound)))
                audit_case(bench, &kinds[k], &first[k], excused);
    }
    /* Pairs of parts are tested by the check `cycle` alone. */
    const int pairs = audit_pairs(bench, options, now, &first[LT_CHECK_CYCLE], excused);
    for (size_t k = 0; k < LT_CHECKS; k++)
        judge_check(bench, options, &kinds[k], cases + (k == LT_CHECK_CYCLE ? pairs : 0),
                    &first[k]);
    list_checks(law, first, excused, out);
    struct lt_check *idle =
        add_check(out, "unused", "each parameter and each component of .acts has an effect", 0);
    idle->ok = true;
    if (lt_audit_wants(options->only, idle->name))
        lt_audit_idle(bench, options->seed, idle);
}

/* Audits a law: tests on random but reproducible cases whether it obeys the rules of law.h. OUT is
 * freed by lt_audit_free(). */
void lt_audit_law(const struct lt_law *law, const struct lt_audit_options *options,
                  struct lt_audit *out) {
    struct lt_audit_bench bench = {
        .law = law, .arena = lt_arena_new(), .kept = lt_arena_new(), .begins = options->begins};
    if (lt_formula_law_is(law) || lt_composition_is_own(law))
        bench.expr = lt_expr_new();
    const size_t most = LT_CHECKS + 2 + count_declared(law);
    *out = (struct lt_audit){.checks = lt_memory_get(most * sizeof *out->checks), .ok = true};
    memset(out->checks, 0, most * sizeof *out->checks);
    if (audit_tables(&bench, out)) {
        bench.jumps = lt_audit_jump_read(law, bench.kept);
        audit_law(&bench, options, out);
    }
    for (size_t i = 0; i < out->count; i++)
        out->ok &= out->checks[i].ok;
    if (bench.expr)
        lt_expr_free(bench.expr);
    lt_arena_free(bench.arena);
    lt_arena_free(bench.kept);
}

/* Frees the findings of an audit. */
void lt_audit_free(struct lt_audit *audit) {
    free(audit->checks);
    *audit = (struct lt_audit){0};
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "registry/formula_law.h"

#include "base/arena.h"
#include "config.h"

#include <stdio.h>
#include <string.h>

_Static_assert(sizeof(struct lt_interpreter *) <= sizeof(double),
               "a pointer fits a number's place");

/* Makes an interpreter of LAW for one contact and stores its address in DERIVED, where the law's
 * functions find it. EXPR evaluates and reports errors. */
struct lt_interpreter *lt_formula_law_bind(const struct lt_formula_law *law, double *derived,
                                           struct lt_expr *expr, struct lt_arena *arena) {
    struct lt_interpreter *in = lt_arena_get(arena, sizeof *in);
    in->law = law;
    in->expr = expr;
    in->values = lt_arena_get(arena, law->frame * sizeof *in->values);
    for (size_t k = 0; k < LT_FORMULA_LAW_LISTS; k++)
        lt_work_fill(law->lists[k], 1, in->values);
    memcpy(derived, &in, sizeof(struct lt_interpreter *));
    return in;
}

/* The law that the interpreter evaluates. */
const struct lt_formula_law *lt_formula_law_of(const struct lt_interpreter *interpreter) {
    return interpreter->law;
}

/* The numbers of the interpreter, one for each slot. */
double *lt_formula_law_frame(struct lt_interpreter *interpreter) {
    return interpreter->values;
}

/* The message of the first error since the last successful evaluation; "": none. */
const char *lt_formula_law_wrong(const struct lt_interpreter *interpreter) {
    return interpreter->wrong;
}

/* The interpreter whose address lt_formula_law_bind() stored in the derived numbers. */
struct lt_interpreter *lt_formula_law_bound(const void *derived) {
    struct lt_interpreter *in;
    memcpy(&in, derived, sizeof in);
    return in;
}

/* Sets the function of LAW that marches several contacts side by side, for the best vectors of
 * this machine; none where the build has no vectors. */
void lt_formula_law_rows(struct lt_law *law) {
#if LT_ROWS
    lt_law_march_rows *march = lt_formula_law_step_march_sse2_2;
#if LT_X86
    const enum lt_cpu cpu = lt_cpu_best();
    march = cpu == LT_CPU_AVX512 ? lt_formula_law_step_march_avx512_8
            : cpu == LT_CPU_AVX2 ? lt_formula_law_step_march_avx2_4
                                 : march;
#endif
    law->march_rows = march;
    law->n_rows = (unsigned)lt_work_on(lt_cpu_best()).rows;
#else
    (void)law;
#endif
}

/* ---- Formulas -------------------------------------------------------------------------------- */

/* Stores an error of RULE, unless an earlier one is stored, of which it is a consequence; always
 * false. */
static bool fail_rule(struct lt_interpreter *in, const struct lt_rule *rule, const char *why) {
    if (!in->wrong[0])
        snprintf(in->wrong, sizeof in->wrong, "law %s, %s (line %d): %s", in->law->law.name,
                 rule->name, rule->formula->mark.line, why);
    return false;
}

/* Evaluates RULE and stores its value in its slot. False: it has none, and in->wrong has the
 * error. */
bool lt_formula_law_rule(struct lt_interpreter *in, const struct lt_rule *rule) {
    char why[256];
    return lt_expr_number(in->expr, rule->formula, in->values, &in->values[rule->slot], why,
                          sizeof why) ||
           fail_rule(in, rule, why);
}

/* ---- The functions of a law ------------------------------------------------------------------ */

#define TAKE_PAIR(name, unit, doc, member) *to++ = pair->member;

/* Copies the numbers of the pair and the parameters P into the slots that formulas read. */
static void take_constants(struct lt_interpreter *in, const struct lt_pair *pair, const void *p) {
    const struct lt_formula_law *law = in->law;
    double *to = in->values + law->pair;
    LT_FORMULA_LAW_PAIR(TAKE_PAIR)
    memcpy(in->values + law->params, p, law->law.n_params * sizeof *in->values);
}

/* Evaluates the constants for a pair and parameters P. False: one is not a finite number, and
 * in->wrong has the error. */
bool lt_formula_law_constants(struct lt_interpreter *in, const struct lt_pair *pair,
                              const double *p) {
    const struct lt_rules *constants = &in->law->constants;
    take_constants(in, pair, p);
    in->wrong[0] = '\0';
    for (size_t i = 0; i < constants->count && !in->wrong[0]; i++) {
        const struct lt_rule *rule = &constants->list[i];
        if (lt_formula_law_rule(in, rule) && !isfinite(in->values[rule->slot]))
            fail_rule(in, rule, "is not a finite number");
    }
    return !in->wrong[0];
}

/* derive() of a law in formulas: computes the constants. Returns the error, or NULL. Missing
 * parameters are left to the host, which reports them. */
const char *lt_formula_law_derive(const struct lt_pair *pair, const void *a, const void *b, void *p,
                                  void *d) {
    (void)a, (void)b;
    struct lt_interpreter *in = lt_formula_law_bound(d);
    const double *params = p;
    for (size_t i = 0; i < in->law->law.n_params; i++)
        if (isnan(params[i]))
            return NULL; /* the host reports the error */
    return lt_formula_law_constants(in, pair, p) ? NULL : in->wrong;
}

/* The undamped contact time in s at an impact of this speed in m/s by the law's formula; NaN:
 * the formula has no value, and no error is stored. */
double lt_formula_law_contact_time(const struct lt_pair *pair, const void *p, const void *d,
                                   double speed) {
    struct lt_interpreter *in = lt_formula_law_bound(d);
    take_constants(in, pair, p);
    in->values[in->law->speed] = speed;
    const bool known = lt_formula_law_rule(in, &in->law->contact_time);
    in->wrong[0] = '\0'; /* without such a time a contact is stepped all the same */
    return known ? in->values[in->law->contact_time.slot] : NAN;
}

/* The interaction range in m by the law's formula; NaN: it has no value, and the error is
 * stored. */
double lt_formula_law_reach(const struct lt_pair *pair, const void *p, const void *d) {
    struct lt_interpreter *in = lt_formula_law_bound(d);
    take_constants(in, pair, p);
    return lt_formula_law_rule(in, &in->law->reach) ? in->values[in->law->reach.slot] : NAN;
}

/* *VALUE gets parameter number PARAM of the contact from the values A and B of two materials.
 * False: the formula has no value, and in->wrong has the error. */
bool lt_formula_law_mix(struct lt_interpreter *in, const struct lt_pair *pair, size_t param,
                        double a, double b, double *value) {
    const struct lt_rule *rule = &in->law->mixes[param];
    double *to = in->values + in->law->mix_a;
    *to++ = a;
    *to++ = b;
    LT_FORMULA_LAW_MIXED(TAKE_PAIR)
    in->wrong[0] = '\0';
    bool ok = lt_formula_law_rule(in, rule);
    *value = in->values[rule->slot];
    return ok;
}

/* ---- Why a step has no value ----------------------------------------------------------------- */

/* Stores the error of a rule without a value: that of the let in it that has none, recursively,
 * or else its own. */
static void blame_rule(struct lt_interpreter *in, const struct lt_rule *rule) {
    const struct lt_rules *step = &in->law->step;
    for (size_t k = 0; k < rule->formula->n_used; k++)
        for (size_t i = 0; i < step->count; i++)
            if (step->list[i].slot == rule->formula->used[k]->slot &&
                isnan(in->values[step->list[i].slot])) {
                blame_rule(in, &step->list[i]);
                return;
            }
    lt_formula_law_rule(in, rule);
}

/* Evaluates the rules that apply in one of the cases WHEN (bits LT_RULE_...). False: one has no
 * value, and in->wrong has the reason; lets without a value are permitted until a rule reads
 * them. */
static bool follow_rules(struct lt_interpreter *in, unsigned when) {
    const struct lt_rules *step = &in->law->step;
    for (size_t i = 0; i < step->count; i++) {
        const struct lt_rule *rule = &step->list[i];
        if (!(rule->when & when))
            continue;
        in->values[rule->slot] = lt_work_one(rule->formula->ops, in->values);
        if (!isnan(in->values[rule->slot]) || rule->slot > in->law->active)
            continue;
        blame_rule(in, rule);
        return false;
    }
    return true;
}

/* Evaluates the rules of the cases WHEN once more from the inputs in the frame, in order to
 * store the error of the first without a value. */
void lt_formula_law_explain(struct lt_interpreter *in, unsigned when) {
    in->wrong[0] = '\0';
    follow_rules(in, when);
}

/* TRYING: failures are expected and not explained, as when the host tests whether a step is
 * possible. */
void lt_formula_law_try(struct lt_interpreter *in, bool trying) {
    in->trying = trying;
}

/* Called after a step: clears the error if its results were known (numbers), else finds the rule
 * that failed by evaluating all rules once more. */
void lt_formula_law_inquire(struct lt_interpreter *in, bool known) {
    const struct lt_formula_law *law = in->law;
    if (known && !in->trying)
        in->wrong[0] = '\0';
    if (known || in->trying)
        return;
    memset(in->values + law->first, 0, (law->slots - law->first) * sizeof *in->values);
    if (!follow_rules(in, LT_RULE_ALWAYS))
        return;
    const bool active = in->values[law->active] != 0;
    follow_rules(in, active ? LT_RULE_ALWAYS | LT_RULE_ACTIVE | LT_RULE_BOOKS : LT_RULE_BOOKS);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "registry/formula_law.h"

#include "base/arena.h"
#include "config.h"

#include <stdio.h>
#include <string.h>

_Static_assert(sizeof(struct lt_interpreter *) <= sizeof(double),
               "a pointer fits a number's place");

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

const struct lt_formula_law *lt_formula_law_of(const struct lt_interpreter *interpreter) {
    return interpreter->law;
}

double *lt_formula_law_frame(struct lt_interpreter *interpreter) {
    return interpreter->values;
}

const char *lt_formula_law_wrong(const struct lt_interpreter *interpreter) {
    return interpreter->wrong;
}

struct lt_interpreter *lt_formula_law_bound(const void *derived) {
    struct lt_interpreter *in;
    memcpy(&in, derived, sizeof in);
    return in;
}

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

/* Keeps the first error, which causes those that follow. */
static bool fail_rule(struct lt_interpreter *in, const struct lt_rule *rule, const char *why) {
    if (!in->wrong[0])
        snprintf(in->wrong, sizeof in->wrong, "law %s, %s (line %d): %s", in->law->law.name,
                 rule->name, rule->formula->mark.line, why);
    return false;
}

bool lt_formula_law_rule(struct lt_interpreter *in, const struct lt_rule *rule) {
    char why[256];
    return lt_expr_number(in->expr, rule->formula, in->values, &in->values[rule->slot], why,
                          sizeof why) ||
           fail_rule(in, rule, why);
}

/* ---- The functions of a law ------------------------------------------------------------------ */

#define TAKE_PAIR(name, unit, doc, member) *to++ = pair->member;

static void take_constants(struct lt_interpreter *in, const struct lt_pair *pair, const void *p) {
    const struct lt_formula_law *law = in->law;
    double *to = in->values + law->pair;
    LT_FORMULA_LAW_PAIR(TAKE_PAIR)
    memcpy(in->values + law->params, p, law->law.n_params * sizeof *in->values);
}

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

double lt_formula_law_contact_time(const struct lt_pair *pair, const void *p, const void *d,
                                   double speed) {
    struct lt_interpreter *in = lt_formula_law_bound(d);
    take_constants(in, pair, p);
    in->values[in->law->speed] = speed;
    const bool known = lt_formula_law_rule(in, &in->law->contact_time);
    in->wrong[0] = '\0'; /* without such a time a contact is stepped all the same */
    return known ? in->values[in->law->contact_time.slot] : NAN;
}

double lt_formula_law_reach(const struct lt_pair *pair, const void *p, const void *d) {
    struct lt_interpreter *in = lt_formula_law_bound(d);
    take_constants(in, pair, p);
    return lt_formula_law_rule(in, &in->law->reach) ? in->values[in->law->reach.slot] : NAN;
}

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

/* Reports a rule without a value: the let it uses that has none, or else the rule itself. */
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

/* Evaluates the rules that apply WHEN. False: one has no value; lets without one do not count. */
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

void lt_formula_law_explain(struct lt_interpreter *in, unsigned when) {
    in->wrong[0] = '\0';
    follow_rules(in, when);
}

void lt_formula_law_try(struct lt_interpreter *in, bool trying) {
    in->trying = trying;
}

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

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/lualaw.h"

#include "base/arena.h"

#include <stdio.h>
#include <string.h>

struct lt_interpreter {
    const struct lt_lualaw *law;
    struct lt_expr *expr;
    double *values;
    char wrong[400];
};

_Static_assert(sizeof(struct lt_interpreter *) <= sizeof(double),
               "a pointer fits a number's place");

struct lt_interpreter *lt_lualaw_bind(const struct lt_lualaw *law, double *derived,
                                      struct lt_expr *expr, struct lt_arena *arena) {
    struct lt_interpreter *in = lt_arena_get(arena, sizeof *in);
    in->law = law;
    in->expr = expr;
    in->values = lt_arena_get(arena, law->slots * sizeof *in->values);
    memcpy(derived, &in, sizeof(struct lt_interpreter *));
    return in;
}

const char *lt_lualaw_wrong(const struct lt_interpreter *interpreter) {
    return interpreter->wrong;
}

static struct lt_interpreter *interpreter_of(const void *derived) {
    struct lt_interpreter *in;
    memcpy(&in, derived, sizeof in);
    return in;
}

/* ---- Formulas -------------------------------------------------------------------------------- */

/* Keep the first error: it causes those that follow. */
static bool fail_rule(struct lt_interpreter *in, const struct lt_rule *rule, const char *why) {
    if (!in->wrong[0])
        snprintf(in->wrong, sizeof in->wrong, "law %s, %s (line %d): %s", in->law->law.name,
                 rule->name, rule->formula->mark.line, why);
    return false;
}

static bool work_out_rule(struct lt_interpreter *in, const struct lt_rule *rule) {
    char why[256];
    return lt_expr_number(in->expr, rule->formula, in->values, &in->values[rule->slot], why,
                          sizeof why) ||
           fail_rule(in, rule, why);
}

/* Evaluates the rules of a step that are needed WHEN and have not been evaluated BEFORE. */
static bool work_out_all(struct lt_interpreter *in, unsigned when, unsigned before) {
    const struct lt_rules *step = &in->law->step;
    for (size_t i = 0; i < step->count; i++) {
        const struct lt_rule *rule = &step->list[i];
        if ((rule->when & when) && !(rule->when & before) && !work_out_rule(in, rule))
            return false;
    }
    return true;
}

/* ---- The functions of a law ------------------------------------------------------------------ */

#define TAKE_PAIR(name, unit, doc, member) *to++ = pair->member;

static void take_constants(struct lt_interpreter *in, const struct lt_pair *pair, const void *p) {
    const struct lt_lualaw *law = in->law;
    double *to = in->values + law->pair;
    LT_LUALAW_PAIR(TAKE_PAIR)
    memcpy(in->values + law->params, p, law->law.n_params * sizeof *in->values);
}

const char *lt_lualaw_derive(const struct lt_pair *pair, const void *a, const void *b, void *p,
                             void *d) {
    (void)a, (void)b;
    struct lt_interpreter *in = interpreter_of(d);
    const struct lt_rules *constants = &in->law->constants;
    const double *params = p;
    for (size_t i = 0; i < in->law->law.n_params; i++)
        if (isnan(params[i]))
            return NULL; /* the host says so */
    take_constants(in, pair, p);
    in->wrong[0] = '\0';
    for (size_t i = 0; i < constants->count; i++) {
        const struct lt_rule *rule = &constants->list[i];
        if (work_out_rule(in, rule) && !isfinite(in->values[rule->slot]))
            fail_rule(in, rule, "is not a finite number");
        if (in->wrong[0])
            return in->wrong;
    }
    return NULL;
}

double lt_lualaw_contact_time(const struct lt_pair *pair, const void *p, const void *d,
                              double speed) {
    struct lt_interpreter *in = interpreter_of(d);
    take_constants(in, pair, p);
    in->values[in->law->speed] = speed;
    return work_out_rule(in, &in->law->contact_time) ? in->values[in->law->contact_time.slot] : NAN;
}

bool lt_lualaw_mix(struct lt_interpreter *in, size_t param, double a, double b, double *value) {
    const struct lt_rule *rule = &in->law->mixes[param];
    in->values[in->law->mix_a] = a;
    in->values[in->law->mix_a + 1] = b;
    in->wrong[0] = '\0';
    bool ok = work_out_rule(in, rule);
    *value = in->values[rule->slot];
    return ok;
}

/* The fraction of the step with un <= 0: below 1 where un changes sign. */
static double share_in_contact(const struct lt_move *m) {
    double before = m->un - m->dun;
    if ((m->un <= 0) == (before <= 0))
        return 1;
    return m->un <= 0 ? m->un / m->dun : 1 - m->un / m->dun;
}

/* Stores a step's input; outputs are set to 0 and the state is reset, unless a rule sets them
 * later. */
static void begin_law_step(struct lt_interpreter *in, const void *p, const struct lt_move *m,
                           const double *state) {
    const struct lt_lualaw *law = in->law;
    double *values = in->values;
    memcpy(values + law->move, m, sizeof *m);
    values[law->inside] = share_in_contact(m);
    memcpy(values + law->params, p, law->law.n_params * sizeof *values);
    memcpy(values + law->state, state, law->law.n_state * sizeof *values);
    memset(values + law->first, 0, (law->slots - law->first) * sizeof *values);
    for (size_t i = 0; i < law->law.n_state; i++)
        if (law->stays[i])
            values[law->next + i] = state[i];
}

static bool follow_rules(struct lt_interpreter *in, bool was_active) {
    unsigned done = LT_RULE_ALWAYS;
    if (!work_out_all(in, LT_RULE_ALWAYS, 0))
        return false;
    bool active = in->values[in->law->active] > 0;
    if (active && !work_out_all(in, LT_RULE_ACTIVE, done))
        return false;
    done |= active ? LT_RULE_ACTIVE : 0;
    return !(active || was_active) || work_out_all(in, LT_RULE_BOOKS, done);
}

/* Each combination of conditions is a branch of its own. */
static double branch_of_rules(const struct lt_interpreter *in) {
    const struct lt_lualaw *law = in->law;
    double sum = in->values[law->active], bit = 1;
    for (size_t i = 0; i < law->n_conditions && sum > 0; i++)
        sum += (bit *= 2) * in->values[law->condition[i]];
    return sum;
}

static void give_state(const struct lt_interpreter *in, double *state) {
    const struct lt_lualaw *law = in->law;
    size_t own = law->law.n_state - law->n_flags;
    memcpy(state, in->values + law->next, own * sizeof *state);
    for (size_t i = 0; i < law->n_flags; i++)
        state[own + i] = in->values[law->active] > 0 ? in->values[law->flags[i]] : 0;
}

#define GIVE(name)      o->name = *from++;
#define LOSE(name, ...) o->name = NAN;

void lt_lualaw_one(const void *p, const void *d, const struct lt_move *m, void *x, struct lt_out *o,
                   void *e) {
    struct lt_interpreter *in = interpreter_of(d);
    const struct lt_lualaw *law = in->law;
    const double *from = in->values + law->made;
    double *losses = e;
    begin_law_step(in, p, m, x);
    if (!follow_rules(in, m->active > 0)) {
        LT_OUT(LOSE)
        for (size_t i = 0; i < law->law.n_losses; i++)
            losses[i] = NAN;
        return;
    }
    in->wrong[0] = '\0';
    LT_LUALAW_MADE(GIVE)
    o->fn += o->vfn;
    o->fs += o->vfs;
    o->ft += o->vft;
    o->mn += o->vmn;
    o->ms += o->vms;
    o->mt += o->vmt;
    o->active = in->values[law->active];
    o->branch = branch_of_rules(in);
    memcpy(losses, in->values + law->losses, law->law.n_losses * sizeof *losses);
    give_state(in, x);
}

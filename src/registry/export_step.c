/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export_step.c: step(), each rule of the law a line. */
#include "registry/export.h"

#include <string.h>

#define MOTION_NAME(name, ...) #name,
static const char *const motion_names[] = {LT_MOVE_NUMBERS(MOTION_NAME)};
#define MADE_NAME(name) #name,
static const char *const made_names[] = {LT_FORMULA_LAW_MADE(MADE_NAME)};
enum {
    N_MOTION = sizeof motion_names / sizeof *motion_names,
    N_MADE = sizeof made_names / sizeof *made_names,
    N_VISCOUS = 6
};

static const char share_text[] =
    "/* The fraction of the step with un <= 0: below 1 where un changes sign. */\n"
    "LT_INLINE num share_in_contact(num un, num dun) {\n"
    "    const mask touches = un <= 0, touched = un - dun <= 0;\n"
    "    const mask crosses = (touches & NOT(touched)) | (NOT(touches) & touched);\n"
    "    if (!ANY(crosses))\n        return NUM(1.0);\n"
    "    const num part = un / dun;\n"
    "    return SEL(crosses, SEL(touches, part, 1 - part), NUM(1.0));\n}\n\n";

/* A name of the law as an identifier in C. */
static const char *name_of(const struct lt_export *e, const char *name) {
    return lt_export_words_name(name, e->arena);
}

/* The expression in C of the new value of state number STATE. */
static const char *next_of(const struct lt_export *e, size_t state) {
    return lt_arena_print(e->arena, "next.%s", name_of(e, e->law->law.state[state].name));
}

/* Writes a local variable for each quantity that the rules of a step read: motion, parameters,
 * constants and state. */
static void put_inputs(const struct lt_export *e) {
    const struct lt_formula_law *law = e->law;
    for (size_t i = 0; i < N_MOTION; i++)
        if (lt_export_derive_reads(&law->step, NULL, law->move + i))
            fprintf(e->out, "    const num %s = m->%s;\n", motion_names[i], motion_names[i]);
    if (lt_export_derive_reads(&law->step, NULL, law->move + N_MOTION))
        fputs("    const num was_active = lt_of_mask(m->active);\n", e->out);
    if (lt_export_derive_reads(&law->step, NULL, law->inside))
        fputs("    const num inside = share_in_contact(m->un, m->dun);\n", e->out);
    lt_export_derive_known(e, &law->step, NULL, true);
    for (size_t i = 0; i < law->law.n_state; i++) {
        const char *name = name_of(e, law->law.state[i].name);
        if (lt_export_derive_reads(&law->step, NULL, law->state + i))
            fprintf(e->out, "    const num %s = x->%s;\n", name, name);
    }
}

/* The rule of a step that computes the quantity in SLOT; NULL: none. */
static const struct lt_rule *rule_of(const struct lt_formula_law *law, size_t slot) {
    for (size_t i = 0; i < law->step.count; i++)
        if (law->step.list[i].slot == slot && law->step.list[i].when)
            return &law->step.list[i];
    return NULL;
}

/* True if the law is active while un <= 0, as nearly every law is: most steps then need no test
 * of the condition. */
static bool is_by_touch(const struct lt_formula_law *law) {
    const struct lt_term *term = rule_of(law, law->active)->formula->term;
    return term->code == LT_OP_LESS_EQUAL && term->of[0]->code == LT_OP_INPUT &&
           term->of[0]->name->slot == law->move && term->of[1]->code == LT_OP_NUMBER &&
           term->of[1]->number == 0;
}

/* Writes the case without contact: no force, and only states that persist remain. */
static void put_apart(const struct lt_export *e) {
    const struct lt_law *law = &e->law->law;
    fprintf(e->out,
            "    const mask on = %sNOT(active == 0), was = m->active, books = on | was;\n"
            "    if (!ANY(books)) {\n        memset(o, 0, sizeof *o);\n",
            !e->prefix && is_by_touch(e->law) ? "m->stay ? LT_EVERY : " : "");
    for (size_t i = 0; i < law->n_state; i++)
        if (!e->law->stays[i])
            fprintf(e->out, "        x->%s = zero;\n", name_of(e, law->state[i].name));
    for (size_t i = 0; i < law->n_losses && !e->prefix; i++)
        fprintf(e->out, "        e->%s = zero;\n", name_of(e, law->losses[i].name));
    fputs("        return;\n    }\n", e->out);
}

/* Writes a rule. A let has its value everywhere; quantities of a contact are 0 without one, and
 * a state that persists is unchanged. */
static void put_rule(const struct lt_export *e, const struct lt_rule *rule) {
    const struct lt_formula_law *law = e->law;
    const size_t state = rule->slot - law->next;
    const bool is_next = rule->slot >= law->next && state < law->law.n_state;
    if (rule->slot > law->active) {
        lt_export_formula_define(e, name_of(e, rule->name), rule->formula);
        return;
    }
    const bool stays = is_next && law->stays[state];
    fprintf(e->out, "    %s%s = SEL(%s, ", is_next ? "" : "const num ",
            is_next ? next_of(e, state) : name_of(e, rule->name),
            rule->when & LT_RULE_BOOKS && (!is_next || stays) ? "books" : "on");
    lt_export_formula_put(e, rule->formula, true);
    if (stays)
        fprintf(e->out, ", x->%s);\n", name_of(e, law->law.state[state].name));
    else
        fputs(", zero);\n", e->out);
}

/* ---- What it answers ------------------------------------------------------------------------- */

/* Writes the results into the output; the total force is the sum of its elastic and viscous
 * parts. */
static void put_forces(const struct lt_export *e) {
    for (size_t i = 0; i < N_MADE; i++)
        if (i < N_VISCOUS)
            fprintf(e->out, "    o->%s = %s + %s;\n", made_names[i], made_names[i],
                    made_names[N_VISCOUS + i]);
        else if (strcmp(made_names[i], "strain") != 0)
            fprintf(e->out, "    o->%s = %s;\n", made_names[i], made_names[i]);
}

/* Writes whether the contact is active and, for lawtester, the branch: bit 0 for an active
 * contact and one more bit for each condition that holds. */
static void put_branch(const struct lt_export *e) {
    const struct lt_formula_law *law = e->law;
    fputs("    o->active = on;\n", e->out);
    if (e->prefix)
        return;
    fputs("    o->branch = BITS(on, 1)", e->out);
    for (size_t i = 0; i < law->n_conditions; i++)
        fprintf(e->out, " | BITS(on & NOT(%s == 0), INT64_C(%lld))",
                name_of(e, rule_of(law, law->condition[i])->name), 2LL << i);
    fputs(";\n", e->out);
}

/* Writes the new state, and the test that it and all conditions have values: else the stored
 * energy becomes NaN, which stops the run. */
static void put_state(const struct lt_export *e) {
    const struct lt_formula_law *law = e->law;
    const size_t own = law->law.n_state - law->n_flags;
    fputs("    mask known = (mask)(active == active);\n", e->out);
    for (size_t i = 0; i < law->n_conditions; i++) {
        const char *name = name_of(e, rule_of(law, law->condition[i])->name);
        fprintf(e->out, "    known &= NOT(on) | (mask)(%s == %s);\n", name, name);
    }
    for (size_t i = 0; i < own; i++) {
        const char *next = next_of(e, i);
        fprintf(e->out, "    known &= (mask)(%s == %s);\n    x->%s = %s;\n", next, next,
                name_of(e, law->law.state[i].name), next);
    }
    for (size_t i = 0; i < law->n_flags; i++) {
        const char *name = name_of(e, law->law.state[own + i].name);
        fprintf(e->out, "    x->%s = SEL(on, %s, zero);\n", name, name);
    }
    fputs("    o->strain = SEL(known, strain, NUM(NAN));\n", e->out);
}

/* Writes the energy in J that each loss dissipates in the step: a member of the output in a
 * header, else of the losses. */
static void put_losses(const struct lt_export *e) {
    const struct lt_law *law = &e->law->law;
    for (size_t i = 0; i < law->n_losses; i++) {
        const char *lost = name_of(e, lt_arena_print(e->arena, "E_%s", law->losses[i].name));
        fprintf(e->out, "    %s%s = %s;\n", e->prefix ? "o->" : "e->",
                e->prefix ? lost : name_of(e, law->losses[i].name), lost);
    }
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* Writes the rules of a step in the order of evaluation: those that always hold, the return
 * without contact, then those of a contact. Results without a rule are 0. */
static void put_all_rules(const struct lt_export *e) {
    const struct lt_rules *step = &e->law->step;
    for (size_t i = 0; i < step->count; i++)
        if (step->list[i].when & LT_RULE_ALWAYS)
            lt_export_formula_define(e, name_of(e, step->list[i].name), step->list[i].formula);
    put_apart(e);
    for (size_t i = 0; i < N_MADE; i++)
        if (!rule_of(e->law, e->law->made + i))
            fprintf(e->out, "    const num %s = zero;\n", made_names[i]);
    for (size_t i = 0; i < step->count; i++)
        if (step->list[i].when && !(step->list[i].when & LT_RULE_ALWAYS))
            put_rule(e, &step->list[i]);
}

/* Writes the function step() of the law. */
void lt_export_step_put(const struct lt_export *e) {
    fputs(lt_export_derive_reads(&e->law->step, NULL, e->law->inside) ? share_text : "", e->out);
    fprintf(e->out,
            "LT_INLINE void step(const struct params_n *p, const struct derived_n *d,\n"
            "                    const struct lt_move_n *m, struct state_n *x, struct lt_out_n *o%s"
            ") {\n    const num zero = NUM(0.0);\n    (void)p, (void)d, (void)x%s;\n",
            e->prefix ? "" : ",\n                    struct losses_n *e",
            e->prefix ? "" : ", (void)e");
    if (e->law->law.n_state > e->law->n_flags)
        fputs("    struct state_n next;\n", e->out);
    put_inputs(e);
    put_all_rules(e);
    put_forces(e);
    put_branch(e);
    put_losses(e);
    put_state(e);
    fputs("}\n\n", e->out);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export_derive.c: what is made once, of parameters and pair. */
#include "registry/export.h"

#define PAIR_MEMBER(name, unit, doc, member) #member,
static const char *const pair_members[] = {LT_FORMULA_LAW_PAIR(PAIR_MEMBER)};

/* True if a rule of RULES, or RULE itself, uses the quantity in SLOT; either may be NULL. */
bool lt_export_derive_reads(const struct lt_rules *rules, const struct lt_rule *rule, size_t slot) {
    bool is = rule && lt_formula_uses(rule->formula, slot);
    for (size_t i = 0; rules && i < rules->count; i++)
        is |= lt_formula_uses(rules->list[i].formula, slot);
    return is;
}

/* Writes a local variable for each parameter and number of the pair that the rules use, and with
 * CONSTANTS for each constant: formulas are exported with plain names. */
void lt_export_derive_known(const struct lt_export *e, const struct lt_rules *rules,
                            const struct lt_rule *rule, bool constants) {
    const struct lt_formula_law *law = e->law;
    for (size_t i = 0; i < law->law.n_params; i++) {
        const char *name = lt_export_words_name(law->law.params[i].name, e->arena);
        if (lt_export_derive_reads(rules, rule, law->params + i))
            fprintf(e->out, "    const num %s = p->%s;\n", name, name);
    }
    for (size_t i = 0; i < LT_FORMULA_LAW_PAIR_NUMBERS; i++) {
        const char *name = lt_export_pair[i].name;
        if (lt_export_derive_reads(rules, rule, law->pair + i))
            fprintf(e->out, "    const num %s = d->%s;\n", name, name);
    }
    for (size_t i = 0; constants && i < law->constants.count; i++) {
        const char *name = lt_export_words_name(law->constants.list[i].name, e->arena);
        if (lt_export_derive_reads(rules, rule, law->constants.list[i].slot))
            fprintf(e->out, "    const num %s = d->%s;\n", name, name);
    }
}

/* ---- derive() -------------------------------------------------------------------------------- */

/* Writes the mixing rule of parameter number PARAM as an expression in C, with the materials as
 * a and b. */
void lt_export_derive_mix(struct lt_export *e, size_t param) {
    e->param = lt_export_words_name(e->law->law.params[param].name, e->arena);
    lt_export_formula_put(e, e->law->mixes[param].formula, true);
    e->param = NULL;
}

/* Writes the rules by which parameters that are not given follow from those of two materials, or
 * from their default where a material lacks them. */
static void put_mixes(struct lt_export *e) {
    for (size_t i = 0; i < e->law->law.n_params; i++) {
        const struct lt_field *field = &e->law->law.params[i];
        if (!e->law->mixes[i].formula)
            continue;
        const char *name = lt_export_words_name(field->name, e->arena);
        fprintf(e->out, "    if (isnan(p->%s))\n        p->%s = isnan(a->%s + b->%s) ? ", name,
                name, name, name);
        lt_export_words_number(e->out, field->preset);
        fputs(" : ", e->out);
        lt_export_derive_mix(e, i);
        fputs(";\n", e->out);
    }
}

/* True if a mixing rule of the law uses this number of the pair (an index of the table of pair
 * numbers). */
bool lt_export_derive_mixes(const struct lt_formula_law *law, size_t number) {
    for (size_t i = 0; i < law->law.n_params; i++)
        if (law->mixes[i].formula &&
            lt_formula_uses(law->mixes[i].formula, law->mix_a + 2 + number))
            return true;
    return false;
}

#define MIXED_MEMBER(name, unit, doc, member) {#name, #member},
static const char *const mixed[][2] = {LT_FORMULA_LAW_MIXED(MIXED_MEMBER)};

/* Writes the mixing rules in a block of their own with the numbers of the pair that they use;
 * nothing, where the law has no such rules. */
static void put_mixed(struct lt_export *e) {
    bool any = false;
    for (size_t i = 0; i < e->law->law.n_params; i++)
        any |= e->law->mixes[i].formula != NULL;
    if (!any)
        return;
    fputs("    {\n", e->out);
    for (size_t i = 0; i < sizeof mixed / sizeof *mixed; i++)
        if (lt_export_derive_mixes(e->law, i))
            fprintf(e->out, "    const num %s = pair->%s;\n", mixed[i][0], mixed[i][1]);
    put_mixes(e);
    fputs("    }\n", e->out);
}

/* Writes the constants of the law, each with a test: one that is not finite stops the run before
 * it begins. */
void lt_export_derive_constants(const struct lt_export *e) {
    const struct lt_rules *constants = &e->law->constants;
    lt_export_derive_known(e, constants, NULL, false);
    for (size_t i = 0; i < constants->count; i++) {
        const struct lt_rule *rule = &constants->list[i];
        const char *name = lt_export_words_name(rule->name, e->arena);
        lt_export_formula_define(e, name, rule->formula);
        fprintf(e->out,
                "    if (!isfinite(%s))\n        return \"%s is not a finite number\";\n"
                "    d->%s = %s;\n",
                name, rule->name, name, name);
    }
}

/* Writes the function derive() of the law: the numbers of the pair, the mixing rules and the
 * constants. */
static void put_derive(struct lt_export *e) {
    fputs("static const char *derive(const struct lt_pair *pair, const struct params *a,\n"
          "                          const struct params *b, struct params *p, struct derived *d) "
          "{\n    (void)a, (void)b, (void)p;\n",
          e->out);
    for (size_t i = 0; i < LT_FORMULA_LAW_PAIR_NUMBERS; i++)
        fprintf(e->out, "    d->%s = pair->%s;\n", lt_export_pair[i].name, pair_members[i]);
    fputs("#if LT_N == 1 /* contacts side by side are given what this makes */\n", e->out);
    put_mixed(e);
    lt_export_derive_constants(e);
    fputs("#endif\n    return NULL;\n}\n\n", e->out);
}

/* ---- What is asked for once ------------------------------------------------------------------ */

/* Writes the body of a function that returns the value of RULE. */
void lt_export_derive_number(const struct lt_export *e, const struct lt_rule *rule) {
    lt_export_derive_known(e, NULL, rule, true);
    fputs("    return ", e->out);
    lt_export_formula_put(e, rule->formula, true);
    fputs(";\n", e->out);
}

/* Writes a function with the head HEAD that returns the value of RULE; UNUSED are further casts
 * to void. Nothing, if the rule has no formula. */
static void put_number(const struct lt_export *e, const struct lt_rule *rule, const char *head,
                       const char *unused) {
    if (!rule->formula)
        return;
    fprintf(e->out,
            "static double %s {\n    (void)pair, (void)params, (void)derived%s;\n"
            "#if LT_N == 1\n    const struct params *p = params;\n"
            "    const struct derived *d = derived;\n    (void)p, (void)d;\n",
            head, unused);
    lt_export_derive_number(e, rule);
    fputs("#else\n    return 0;\n#endif\n}\n\n", e->out);
}

/* Writes derive(), contact_time() (s) and reach() (m), the functions evaluated before a run. */
void lt_export_derive_put(struct lt_export *e) {
    put_derive(e);
    put_number(e, &e->law->contact_time,
               "contact_time(const struct lt_pair *pair, const void *params,\n"
               "                           const void *derived, double speed)",
               ", (void)speed");
    put_number(e, &e->law->reach,
               "reach(const struct lt_pair *pair, const void *params, const void *derived)", "");
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lawexport.c: writes a law in nums, so that one source serves one contact and several side by
 * side. Each formula becomes a line; a condition is 1 or 0, as in the formulas themselves. */
#include "model/lawexport.h"

#include "base/arena.h"
#include "base/text.h"
#include "formula/work.h"
#include "model/roles.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct writer {
    FILE *out;
    const struct lt_formula_law *law;
    const char *param; /* whose mix is written; NULL: none */
    struct lt_arena *arena;
};

/* ---- Words ----------------------------------------------------------------------------------- */

static void put_quoted(FILE *out, const char *text) {
    fputc('"', out);
    for (; *text; text++)
        if (*text == '\n')
            fputs(text[1] ? "\\n\"\n                 \"" : "", out);
        else
            fprintf(out, strchr("\"\\", *text) ? "\\%c" : "%c", *text);
    fputc('"', out);
}

/* As C reads it back, to the bit. */
static void put_literal(FILE *out, double number) {
    char text[40];
    int digits = 15;
    do
        snprintf(text, sizeof text, "%.*g", digits, number);
    while (strtod(text, NULL) != number && ++digits < 18);
    if (isnan(number) || isinf(number))
        fputs(isnan(number) ? "NAN" : number > 0 ? "INFINITY" : "-INFINITY", out);
    else
        fprintf(out, "%s%s", text, strpbrk(text, ".e") ? "" : ".0");
}

static const char words_of_c[] =
    " auto break case char const continue default do double else enum extern float for goto if "
    "inline int long register restrict return short signed sizeof static struct switch typedef "
    "union unsigned void volatile while asm typeof ";

/* What the file itself has. */
static const char names_of_file[] =
    " p d m x o e a b pair on was num mask bits zero books end_ params derived state losses "
    "declares events views jumps step derive block march contact_time reach ";

static bool is_listed_word(const char *words, const char *name) {
    const size_t length = strlen(name);
    const char *at = strstr(words, name);
    while (at && !(at[-1] == ' ' && at[length] == ' '))
        at = strstr(at + 1, name);
    return at != NULL;
}

static const char *local_name(const struct writer *w, const char *name) {
    return is_listed_word(words_of_c, name) || is_listed_word(names_of_file, name)
               ? lt_arena_print(w->arena, "%s_", name)
               : name;
}

/* ---- Formulas -------------------------------------------------------------------------------- */

#define OP_TEXT(CODE, operands, cost, value) {#CODE, #value, operands},
static const struct op_text {
    const char *name, *value;
    int operands;
} op_texts[] = {LT_OPS_TOGETHER(OP_TEXT) LT_OPS_ALONE(OP_TEXT)};
#define OP_COUNT(...) +1
enum { TOGETHER = 0 LT_OPS_TOGETHER(OP_COUNT), OPS = sizeof op_texts / sizeof *op_texts };

static const char *function_name(const struct writer *w, int code) {
    char *text = lt_arena_print(w->arena, "of_%s", op_texts[code].name);
    for (char *at = text; *at; at++)
        *at = (char)tolower((unsigned char)*at);
    return text;
}

/* A number, or what the machine makes of numbers alone. */
static bool is_known_number(const struct lt_term *term, double *value) {
    double of[3] = {0};
    *value = term->number;
    if (term->code == LT_OP_NUMBER)
        return true;
    if ((int)term->code >= OPS || term->n == 0 || term->n > 3)
        return false;
    for (size_t i = 0; i < term->n; i++)
        if (!is_known_number(term->of[i], &of[i]))
            return false;
    *value = lt_work_value(term->code, of[0], of[1], of[2]);
    return true;
}

static void put_term(const struct writer *w, const struct lt_term *term, bool as_num);

static void put_name(const struct writer *w, const struct lt_name *name) {
    const size_t of = name->slot - w->law->mix_a;
    if (w->param && of < 2)
        fprintf(w->out, "%c->%s", "ab"[of], w -> param);
    else
        fputs(local_name(w, name->name), w->out);
}

/* Its operation: a power of a known exponent is one of a single operand. */
static int code_of(const struct lt_term *term) {
    double exponent;
    return (int)(term->code == LT_OP_POWER && is_known_number(term->of[1], &exponent)
                     ? lt_ops_power(exponent)
                     : term->code);
}

static void put_operation(const struct writer *w, const struct lt_term *term) {
    const size_t n = code_of(term) == (int)term->code ? term->n : 1;
    static const char signs[] = {
        [LT_OP_ADD] = '+', [LT_OP_SUBTRACT] = '-', [LT_OP_MULTIPLY] = '*', [LT_OP_DIVIDE] = '/'};
    const bool infix = term->code <= LT_OP_DIVIDE, minus = term->code == LT_OP_NEGATE;
    fprintf(w->out, "%s(", infix ? "" : minus ? "(-" : function_name(w, code_of(term)));
    for (size_t i = 0; i < n; i++) {
        if (i > 0 && infix)
            fprintf(w->out, " %c ", signs[term->code]);
        else if (i > 0)
            fputs(", ", w->out);
        put_term(w, term->of[i], !infix);
    }
    fputs(minus ? "))" : ")", w->out);
}

/* AS_NUM: a number by itself must be a num. */
static void put_term(const struct writer *w, const struct lt_term *term, bool as_num) {
    double number;
    if (is_known_number(term, &number)) {
        fputs(as_num ? "NUM(" : number < 0 ? "(" : "", w->out);
        put_literal(w->out, number);
        fputs(as_num || number < 0 ? ")" : "", w->out);
    } else if (term->code == LT_OP_INPUT) {
        put_name(w, term->name);
    } else {
        put_operation(w, term);
    }
}

static void put_definition(const struct writer *w, const char *name,
                           const struct lt_formula *formula) {
    fprintf(w->out, "    const num %s = ", name);
    put_term(w, formula->term, true);
    fputs(";\n", w->out);
}

/* ---- The functions that formulas call -------------------------------------------------------- */

static void note_calls(const struct lt_term *term, bool *called) {
    double number;
    if (is_known_number(term, &number))
        return;
    called[code_of(term)] = true;
    for (size_t i = 0; i < term->n; i++)
        note_calls(term->of[i], called);
}

static void note_all(const struct lt_formula_law *law, bool *called) {
    for (size_t i = 0; i < law->constants.count; i++)
        note_calls(law->constants.list[i].formula->term, called);
    for (size_t i = 0; i < law->step.count; i++)
        note_calls(law->step.list[i].formula->term, called);
    for (size_t i = 0; i < law->law.n_params; i++)
        if (law->mixes[i].formula)
            note_calls(law->mixes[i].formula->term, called);
    if (law->contact_time.formula)
        note_calls(law->contact_time.formula->term, called);
    if (law->reach.formula)
        note_calls(law->reach.formula->term, called);
}

static const char head_text[] =
    "#include \"law.h\"\n\n"
    "/* A condition is 1 or 0. What has no value is NaN, and so is what is made of it. */\n"
    "#define LT_TRUTH(is)             SEL(is, NUM(1.0), NUM(0.0))\n"
    "#define LT_COMPARE(is, is_not)   SEL(is, NUM(1.0), SEL(is_not, NUM(0.0), NUM(NAN)))\n"
    "#define LT_UNLESS_NAN(x, y, are) SEL(((x) == (x)) & ((y) == (y)), are, (x) + (y))\n"
    "#define LT_ROOT(value)           SEL(x == -INFINITY, NUM(INFINITY), (value) + 0.0)\n"
    "#if LT_N == 1\n#define LANE(number, i) (number)\n"
    "#else\n#define LANE(number, i) (number)[i]\n#endif\n\n";

static const char wave_text[] =
    "static inline double square_wave(double x) {\n"
    "    const double s = sin(x), c = cos(x);\n"
    "    return s == s ? copysign(1, fabs(s) > 1e-12 ? s : c) : s;\n}\n\n";

static const char rest_text[] =
    "/* The remainder has the sign of y. */\n"
    "static inline double lua_rest(double x, double y) {\n"
    "    const double rest = fmod(x, y);\n"
    "    return (rest > 0 && y < 0) || (rest < 0 && y > 0) ? rest + y : rest;\n}\n\n";

static const char power_text[] =
    "static inline double raise_to(double x, double y) {\n"
    "    if (y == 2)\n        return x * x;\n"
    "    if (y == 3)\n        return x * x * x;\n"
    "    if (y == 0.5 || y == 1.5 || y == 2.5)\n"
    "        return x == -INFINITY ? INFINITY\n"
    "                              : (y == 0.5   ? sqrt(x)\n"
    "                                 : y == 1.5 ? x * sqrt(x)\n"
    "                                            : x * x * sqrt(x)) + 0.0;\n"
    "    return x == x && y == y ? pow(x, y) : NAN;\n}\n\n";

static const char share_text[] =
    "/* The fraction of the step with un <= 0: below 1 where un changes sign. */\n"
    "LT_INLINE num share_in_contact(num un, num dun) {\n"
    "    const num part = un / dun;\n"
    "    const mask touches = un <= 0, touched = un - dun <= 0;\n"
    "    return SEL((touches & touched) | (NOT(touches) & NOT(touched)), NUM(1.0),\n"
    "               SEL(touches, part, 1 - part));\n}\n\n";

static void put_functions(const struct writer *w, const bool *called) {
    static const char *const typed[] = {"num x", "num x, num y", "num x, num y, num z"};
    fputs(called[LT_OP_SQUARE_WAVE] ? wave_text : "", w->out);
    fputs(called[LT_OP_REST] ? rest_text : "", w->out);
    fputs(called[LT_OP_POWER] ? power_text : "", w->out);
    for (int i = LT_OP_NEGATE + 1; i < OPS; i++) {
        const struct op_text *text = &op_texts[i];
        const char *name = function_name(w, i), *y = text->operands > 1 ? ", double y" : "";
        if (!called[i])
            continue;
        if (i >= TOGETHER)
            fprintf(w->out, "static inline double one_%s(double x%s) {\n    return %s;\n}\n\n",
                    name, y, text->value);
        fprintf(w->out, "LT_INLINE num %s(%s) {\n", name, typed[text->operands - 1]);
        if (i < TOGETHER)
            fprintf(w->out, "    return %s;\n}\n\n", text->value);
        else
            fprintf(w->out,
                    "    num made = x;\n    for (int i = 0; i < LT_N; i++)\n"
                    "        LANE(made, i) = one_%s(LANE(x, i)%s);\n    return made;\n}\n\n",
                    name, *y ? ", LANE(y, i)" : "");
    }
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static void put_field_head(const struct writer *w, const struct lt_field *field, const char *name) {
    fprintf(w->out, " \\\n    F(%s, ", name);
    put_quoted(w->out, field->unit);
}

static void put_doc(const struct writer *w, const struct lt_field *field) {
    fputs(", ", w->out);
    put_quoted(w->out, *field->doc ? field->doc : field->name);
}

/* A default that a mix may replace is set by derive(). */
static void put_param(const struct writer *w, size_t i) {
    static const char *const mixes[] = {
        [LT_MIN] = "LT_MIN",           [LT_MAX] = "LT_MAX",       [LT_MEAN] = "LT_MEAN",
        [LT_HARMONIC] = "LT_HARMONIC", [LT_SERIES] = "LT_SERIES", [LT_GEOMETRIC] = "LT_GEOMETRIC",
        [LT_EACH] = "LT_EACH"};
    const struct lt_field *field = &w->law->law.params[i];
    const double numbers[] = {w->law->mixes[i].formula ? NAN : field->preset, field->min,
                              field->max};
    put_field_head(w, field, field->name);
    for (size_t k = 0; k < 3; k++) {
        fputs(", ", w->out);
        put_literal(w->out, numbers[k]);
    }
    put_doc(w, field);
    if (field->mix != LT_GIVEN)
        fprintf(w->out, ", .mix = %s", mixes[field->mix]);
    if (field->role != LT_NO_ROLE)
        fprintf(w->out, ", .role = %s", lt_role_texts[field->role].id);
    fputc(')', w->out);
}

static void put_c_fields(const struct writer *w, const struct lt_field *fields, size_t count) {
    for (size_t i = 0; i < count; i++) {
        put_field_head(w, &fields[i], fields[i].name);
        put_doc(w, &fields[i]);
        fputc(')', w->out);
    }
}

#define PAIR_FIELD(name_, unit_, doc_, ...) {.name = #name_, .unit = unit_, .doc = doc_},
static const struct lt_field pair_fields[] = {LT_FORMULA_LAW_PAIR(PAIR_FIELD)};
#define PAIR_MEMBER(name, unit, doc, member) #member,
static const char *const pair_members[] = {LT_FORMULA_LAW_PAIR(PAIR_MEMBER)};
enum { N_PAIR = sizeof pair_fields / sizeof *pair_fields };

static void put_tables(const struct writer *w) {
    const struct lt_law *law = &w->law->law;
    fputs("#define PARAMS(F)", w->out);
    for (size_t i = 0; i < law->n_params; i++)
        put_param(w, i);
    fputs("\n#define DERIVED(F)", w->out);
    put_c_fields(w, pair_fields, N_PAIR);
    for (size_t i = 0; i < w->law->constants.count; i++) {
        const struct lt_rule *rule = &w->law->constants.list[i];
        const struct lt_field field = {.name = rule->name, .unit = "1", .doc = rule->formula->text};
        put_field_head(w, &field, local_name(w, rule->name));
        put_doc(w, &field);
        fputc(')', w->out);
    }
    fputs("\n#define STATE(F)", w->out);
    put_c_fields(w, law->state, law->n_state);
    fputs("\n#define LOSSES(F)", w->out);
    put_c_fields(w, law->losses, law->n_losses);
    fputs("\n\nLT_STRUCTS\n\n", w->out);
}

/* ---- What formulas read ---------------------------------------------------------------------- */

static bool is_read(const struct lt_rules *rules, const struct lt_rule *more, size_t slot) {
    bool is = more && lt_formula_uses(more->formula, slot);
    for (size_t i = 0; rules && i < rules->count; i++)
        is |= lt_formula_uses(rules->list[i].formula, slot);
    return is;
}

/* Parameters, numbers of the pair and, unless they are just being made, constants. */
static void put_known(const struct writer *w, const struct lt_rules *rules,
                      const struct lt_rule *more, bool constants) {
    const struct lt_formula_law *law = w->law;
    for (size_t i = 0; i < law->law.n_params; i++)
        if (is_read(rules, more, law->params + i))
            fprintf(w->out, "    const num %s = p->%s;\n", local_name(w, law->law.params[i].name),
                    law->law.params[i].name);
    for (size_t i = 0; i < N_PAIR; i++)
        if (is_read(rules, more, law->pair + i))
            fprintf(w->out, "    const num %s = d->%s;\n", pair_fields[i].name,
                    pair_fields[i].name);
    for (size_t i = 0; constants && i < law->constants.count; i++) {
        const char *name = local_name(w, law->constants.list[i].name);
        if (is_read(rules, more, law->constants.list[i].slot))
            fprintf(w->out, "    const num %s = d->%s;\n", name, name);
    }
}

/* ---- derive() and what is asked once --------------------------------------------------------- */

static void put_mixes(struct writer *w) {
    for (size_t i = 0; i < w->law->law.n_params; i++) {
        const struct lt_field *field = &w->law->law.params[i];
        if (!w->law->mixes[i].formula)
            continue;
        w->param = field->name;
        fprintf(w->out, "    if (isnan(p->%s))\n        p->%s = isnan(a->%s + b->%s) ? ",
                field->name, field->name, field->name, field->name);
        put_literal(w->out, field->preset);
        fputs(" : ", w->out);
        put_term(w, w->law->mixes[i].formula->term, true);
        fputs(";\n", w->out);
        w->param = NULL;
    }
}

static bool mixes_use(const struct lt_formula_law *law, size_t slot) {
    for (size_t i = 0; i < law->law.n_params; i++)
        if (law->mixes[i].formula && lt_formula_uses(law->mixes[i].formula, slot))
            return true;
    return false;
}

#define MIXED_MEMBER(name, unit, doc, member) {#name, #member},
static const char *const mixed[][2] = {LT_FORMULA_LAW_MIXED(MIXED_MEMBER)};

static void put_derive(struct writer *w) {
    fputs("static const char *derive(const struct lt_pair *pair, const struct params *a,\n"
          "                          const struct params *b, struct params *p, struct derived *d) "
          "{\n    (void)a, (void)b, (void)p;\n",
          w->out);
    for (size_t i = 0; i < N_PAIR; i++)
        fprintf(w->out, "    d->%s = pair->%s;\n", pair_fields[i].name, pair_members[i]);
    fputs("#if LT_N == 1 /* contacts side by side are given what this makes */\n    {\n", w->out);
    for (size_t i = 0; i < sizeof mixed / sizeof *mixed; i++)
        if (mixes_use(w->law, w->law->mix_a + 2 + i))
            fprintf(w->out, "    const num %s = pair->%s;\n", mixed[i][0], mixed[i][1]);
    put_mixes(w);
    fputs("    }\n", w->out);
    put_known(w, &w->law->constants, NULL, false);
    for (size_t i = 0; i < w->law->constants.count; i++) {
        const struct lt_rule *rule = &w->law->constants.list[i];
        const char *name = local_name(w, rule->name);
        put_definition(w, name, rule->formula);
        fprintf(w->out, "    d->%s = %s;\n", name, name);
    }
    fputs("#endif\n    return NULL;\n}\n\n", w->out);
}

/* A number that is asked for once: contact_time() or reach(). */
static void put_number(const struct writer *w, const struct lt_rule *rule, const char *head,
                       const char *unused) {
    if (!rule->formula)
        return;
    fprintf(w->out,
            "static double %s {\n    (void)pair, (void)params, (void)derived%s;\n"
            "#if LT_N == 1\n    const struct params *p = params;\n"
            "    const struct derived *d = derived;\n    (void)p, (void)d;\n",
            head, unused);
    put_known(w, NULL, rule, true);
    fputs("    return ", w->out);
    put_term(w, rule->formula->term, true);
    fputs(";\n#else\n    return 0;\n#endif\n}\n\n", w->out);
}

/* ---- step() ---------------------------------------------------------------------------------- */

#define MOTION_NAME(name, ...) #name,
static const char *const motion_names[] = {LT_MOVE_NUMBERS(MOTION_NAME)};
#define MADE_NAME(name) #name,
static const char *const made_names[] = {LT_FORMULA_LAW_MADE(MADE_NAME)};
enum {
    N_MOTION = sizeof motion_names / sizeof *motion_names,
    N_MADE = sizeof made_names / sizeof *made_names,
    N_VISCOUS = 6
};

static void put_inputs(const struct writer *w) {
    const struct lt_formula_law *law = w->law;
    for (size_t i = 0; i < N_MOTION; i++)
        if (is_read(&law->step, NULL, law->move + i))
            fprintf(w->out, "    const num %s = m->%s;\n", motion_names[i], motion_names[i]);
    if (is_read(&law->step, NULL, law->move + N_MOTION))
        fputs("    const num was_active = lt_of_mask(m->active);\n", w->out);
    if (is_read(&law->step, NULL, law->inside))
        fputs("    const num inside = share_in_contact(m->un, m->dun);\n", w->out);
    put_known(w, &law->step, NULL, true);
    for (size_t i = 0; i < law->law.n_state; i++)
        if (is_read(&law->step, NULL, law->state + i))
            fprintf(w->out, "    const num %s = x->%s;\n", local_name(w, law->law.state[i].name),
                    law->law.state[i].name);
}

static const struct lt_rule *rule_of(const struct lt_formula_law *law, size_t slot) {
    for (size_t i = 0; i < law->step.count; i++)
        if (law->step.list[i].slot == slot && law->step.list[i].when)
            return &law->step.list[i];
    return NULL;
}

/* Where no contact is and none was: no force, no state but what stays. */
static void put_apart(const struct writer *w) {
    const struct lt_law *law = &w->law->law;
    fputs("    const mask on = NOT(active == 0), was = m->active, books = on | was;\n"
          "    if (!ANY(books)) {\n        memset(o, 0, sizeof *o);\n",
          w->out);
    for (size_t i = 0; i < law->n_state; i++)
        if (!w->law->stays[i])
            fprintf(w->out, "        x->%s = zero;\n", law->state[i].name);
    for (size_t i = 0; i < law->n_losses; i++)
        fprintf(w->out, "        e->%s = zero;\n", law->losses[i].name);
    fputs("        return;\n    }\n", w->out);
}

/* A let has its value wherever it is asked for. What a contact makes is 0 where there is none, and
 * a state that stays is as it was. */
static void put_rule(const struct writer *w, const struct lt_rule *rule) {
    const struct lt_formula_law *law = w->law;
    const size_t state = rule->slot - law->next;
    const bool is_next = rule->slot >= law->next && state < law->law.n_state;
    if (rule->slot > law->active) {
        put_definition(w, local_name(w, rule->name), rule->formula);
        return;
    }
    const char *name = is_next ? lt_arena_print(w->arena, "next_%s", law->law.state[state].name)
                               : local_name(w, rule->name);
    fprintf(w->out, "    const num %s = SEL(%s, ", name,
            rule->when & LT_RULE_BOOKS && (!is_next || law->stays[state]) ? "books" : "on");
    put_term(w, rule->formula->term, true);
    if (is_next && law->stays[state])
        fprintf(w->out, ", x->%s);\n", law->law.state[state].name);
    else
        fputs(", zero);\n", w->out);
}

static void put_outputs(const struct writer *w) {
    const struct lt_formula_law *law = w->law;
    const size_t own = law->law.n_state - law->n_flags;
    for (size_t i = 0; i < N_MADE; i++)
        if (i < N_VISCOUS)
            fprintf(w->out, "    o->%s = %s + %s;\n", made_names[i], made_names[i],
                    made_names[N_VISCOUS + i]);
        else if (strcmp(made_names[i], "strain") == 0)
            fputs("    o->strain = SEL(active == active, strain, active);\n", w->out);
        else
            fprintf(w->out, "    o->%s = %s;\n", made_names[i], made_names[i]);
    fputs("    o->active = on;\n    o->branch = BITS(on, 1)", w->out);
    for (size_t i = 0; i < law->n_conditions; i++)
        fprintf(w->out, " | BITS(on & NOT(%s == 0), INT64_C(%lld))",
                local_name(w, rule_of(law, law->condition[i])->name), 2LL << i);
    fputs(";\n", w->out);
    for (size_t i = 0; i < law->law.n_losses; i++)
        fprintf(w->out, "    e->%s = E_%s;\n", law->law.losses[i].name, law->law.losses[i].name);
    for (size_t i = 0; i < own; i++)
        fprintf(w->out, "    x->%s = next_%s;\n", law->law.state[i].name, law->law.state[i].name);
    for (size_t i = 0; i < law->n_flags; i++)
        fprintf(w->out, "    x->%s = SEL(on, %s, zero);\n", law->law.state[own + i].name,
                local_name(w, law->law.state[own + i].name));
}

static void put_step(const struct writer *w) {
    const struct lt_rules *step = &w->law->step;
    fputs("LT_INLINE void step(const struct params_n *p, const struct derived_n *d,\n"
          "                    const struct lt_move_n *m, struct state_n *x, struct lt_out_n *o,\n"
          "                    struct losses_n *e) {\n"
          "    const num zero = NUM(0.0);\n    (void)p, (void)d, (void)x, (void)e;\n",
          w->out);
    put_inputs(w);
    for (size_t i = 0; i < step->count; i++)
        if (step->list[i].when & LT_RULE_ALWAYS)
            put_definition(w, local_name(w, step->list[i].name), step->list[i].formula);
    put_apart(w);
    for (size_t i = 0; i < N_MADE; i++)
        if (!rule_of(w->law, w->law->made + i))
            fprintf(w->out, "    const num %s = zero;\n", made_names[i]);
    for (size_t i = 0; i < step->count; i++)
        if (step->list[i].when && !(step->list[i].when & LT_RULE_ALWAYS))
            put_rule(w, &step->list[i]);
    put_outputs(w);
    fputs("}\n\n", w->out);
}

/* ---- Lists ----------------------------------------------------------------------------------- */

static void put_words(const struct writer *w, const char *const *words, size_t count) {
    fputs("    {", w->out);
    for (size_t i = 0; i < count; i++) {
        fputs(i > 0 ? ", " : "", w->out);
        put_quoted(w->out, words[i]);
    }
}

static void put_lists(const struct writer *w) {
    const struct lt_law *law = &w->law->law;
    fputs("static const struct lt_event events[] = {\n", w->out);
    for (const struct lt_event *event = law->events; event && event->name; event++) {
        put_words(w, (const char *const[]){event->name, event->watch}, 2);
        fprintf(w->out, ", %d, %d},\n", event->rises, event->falls);
    }
    fputs("    {.name = NULL}};\nstatic const struct lt_view views[] = {\n", w->out);
    for (const struct lt_view *view = law->views; view && view->name; view++) {
        put_words(w, (const char *const[]){view->name, view->unit, view->formula, view->doc}, 4);
        fputs("},\n", w->out);
    }
    fputs("    {.name = NULL}};\nstatic const struct lt_jump jumps[] = {\n", w->out);
    for (const struct lt_jump *jump = law->jumps; jump && jump->force; jump++) {
        put_words(w,
                  (const char *const[]){jump->force, jump->at, jump->when, jump->change, jump->why},
                  5);
        fputs("},\n", w->out);
    }
    fputs("    {.force = NULL}};\nstatic const struct lt_shortfall declares[] = {\n", w->out);
    for (const struct lt_shortfall *s = law->declares; s && s->check; s++) {
        put_words(w, (const char *const[]){s->check, s->when}, 2);
        fputs(", ", w->out);
        put_literal(w->out, s->most);
        fputs(", ", w->out);
        put_quoted(w->out, s->why);
        fputs("},\n", w->out);
    }
    fputs("    {.check = NULL}};\n\n", w->out);
}

static void put_law(const struct writer *w) {
    const struct lt_law *law = &w->law->law;
    char *id = lt_arena_print(w->arena, "law_%s", law->name);
    for (char *at = id; *at; at++)
        *at = isalnum((unsigned char)*at) ? *at : '_';
    fprintf(w->out, "LT_LAW_N(%s, .name = ", id);
    put_quoted(w->out, law->name);
    fputs(", .summary = ", w->out);
    put_quoted(w->out, law->summary);
    fputs(",\n    .source = ", w->out);
    put_quoted(w->out, law->source);
    fputs(",\n    .equations = ", w->out);
    put_quoted(w->out, law->equations);
    fprintf(w->out,
            ",\n    .acts = 0x%x, .events = events, .views = views, .jumps = jumps,\n"
            "    .declares = declares, .has_cap = %d%s%s, .order = ",
            law->acts, law->has_cap, law->contact_time ? ", .contact_time = contact_time" : "",
            law->reach ? ", .reach = reach" : "");
    put_literal(w->out, law->order);
    fprintf(w->out, ")\nLT_PLUGIN(&lt_law_%s)\n", id);
}

/* A name that is no name in C; NULL: none. */
static const char *wrong_name(const struct lt_field *fields, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (is_listed_word(words_of_c, fields[i].name))
            return fields[i].name;
    return NULL;
}

char *lt_lawexport_text(const struct lt_formula_law *law, const char *from, struct lt_arena *arena,
                        char *why, size_t size) {
    const struct lt_law *own = &law->law;
    const char *wrong = wrong_name(own->params, own->n_params);
    bool called[LT_OP_PARTIAL + 1] = {false};
    struct lt_text text;
    wrong = wrong ? wrong : wrong_name(own->state, own->n_state);
    wrong = wrong ? wrong : wrong_name(own->losses, own->n_losses);
    note_all(law, called);
    if (wrong || called[LT_OP_LOOKUP]) {
        snprintf(why, size, "%s%s", wrong ? wrong : "lookup()",
                 wrong ? ": a word of C cannot be the name of a parameter, a state or a loss there"
                       : " has no form in C; write it with select()");
        return NULL;
    }
    struct writer w = {.out = lt_text_begin(&text), .law = law, .arena = arena};
    fprintf(w.out,
            "/* %s: the law that %s defines by formulas, in C, as 'lawtester law export'\n"
            " * writes it. */\n%s",
            own->name, from, head_text);
    put_functions(&w, called);
    fputs(is_read(&law->step, NULL, law->inside) ? share_text : "", w.out);
    put_tables(&w);
    put_derive(&w);
    put_number(&w, &law->contact_time,
               "contact_time(const struct lt_pair *pair, const void *params,\n"
               "                           const void *derived, double speed)",
               ", (void)speed");
    put_number(&w, &law->reach,
               "reach(const struct lt_pair *pair, const void *params, const void *derived)", "");
    put_step(&w);
    put_lists(&w);
    put_law(&w);
    return lt_text_end(&text);
}
